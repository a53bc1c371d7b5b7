# `cmake --install` gives find_package(cairn) and pkg-config. Users get include paths, C++20 and the libraries that a
# static archive still needs; our warning and floating-point flags stay ours.
include(CMakePackageConfigHelpers)

set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/cairn)
install(TARGETS cairn EXPORT cairnTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/cairn DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT cairnTargets NAMESPACE cairn:: DESTINATION ${config_dir})

configure_package_config_file(cmake/cairnConfig.cmake.in ${PROJECT_BINARY_DIR}/cairnConfig.cmake
    INSTALL_DESTINATION ${config_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cairnConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cairnConfig.cmake ${PROJECT_BINARY_DIR}/cairnConfigVersion.cmake
    DESTINATION ${config_dir})

# The .pc file finds its prefix from where it lies, so an installed copy may be moved.
file(RELATIVE_PATH CAIRN_PC_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
set(CAIRN_PC_PRIVATE "Requires.private: libhwy\nLibs.private: -pthread")
if(BUILD_SHARED_LIBS)
    set(CAIRN_PC_PRIVATE "")
endif()
configure_file(cmake/cairn.pc.in ${PROJECT_BINARY_DIR}/cairn.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/cairn.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
