# Independent libraries that tests use as oracles and benchmarks as opponents: qhull, FCL with libccd, Bullet, ODE.
# The library itself never links them. Their headers are system headers, so our warning flags do not apply to them.
# (Their own pkg-config files would push -std=c++11 on us, so paths are looked up here.)
add_library(cairn_peers INTERFACE)

function(cairn_peer name package header libraries)
    cmake_parse_arguments(PARSE_ARGV 4 peer "" "" "FOLDERS")
    find_path(${name}_INCLUDE_DIR ${header} PATH_SUFFIXES ${peer_FOLDERS})
    if(NOT ${name}_INCLUDE_DIR)
        message(FATAL_ERROR "Tests and benchmarks compare against ${name}: install ${package} (see "
            "tools/install_packages.sh), or configure with -DCAIRN_TESTS=OFF -DCAIRN_BENCH=OFF.")
    endif()
    # Folders that every compiler searches anyway must stay out: naming them again reorders the C++ headers.
    if(NOT ${name}_INCLUDE_DIR STREQUAL "/usr/include")
        target_include_directories(cairn_peers SYSTEM INTERFACE ${${name}_INCLUDE_DIR})
    endif()
    foreach(library IN LISTS libraries)
        find_library(${name}_${library}_LIBRARY ${library} REQUIRED)
        target_link_libraries(cairn_peers INTERFACE ${${name}_${library}_LIBRARY})
    endforeach()
endfunction()

cairn_peer(Qhull libqhull-dev libqhull_r/libqhull_r.h "qhull_r")
cairn_peer(Eigen libeigen3-dev Eigen/Core "" FOLDERS eigen3)
cairn_peer(FCL libfcl-dev fcl/fcl.h "fcl;octomap;octomath")
cairn_peer(CCD libccd-dev ccd/ccd.h "ccd")
cairn_peer(Bullet libbullet-dev btBulletCollisionCommon.h "BulletDynamics;BulletCollision;LinearMath" FOLDERS bullet)
cairn_peer(Ode libode-dev ode/ode.h "ode")

# Bullet in double, for a program that does not link cairn_peers: the names are the same.
add_library(cairn_bullet_double INTERFACE)
target_compile_definitions(cairn_bullet_double INTERFACE BT_USE_DOUBLE_PRECISION)
target_include_directories(cairn_bullet_double SYSTEM INTERFACE ${Bullet_INCLUDE_DIR})
foreach(library IN ITEMS BulletDynamics BulletCollision LinearMath)
    find_library(BulletDouble_${library}_LIBRARY ${library}-float64 REQUIRED)
    target_link_libraries(cairn_bullet_double INTERFACE ${BulletDouble_${library}_LIBRARY})
endforeach()
