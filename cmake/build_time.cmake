# What keeps a build short: on two cores without a compiler cache it took 8 minutes before.
option(CAIRN_PRECOMPILE "Compile headers that nearly every file of a target reads once" ON)

# A compiler cache needs CCACHE_SLOPPINESS=pch_defines,time_macros to work with these. The preset for the thread sanitizer does
# without them, and so finds files that forgot to include what they use.
function(cairn_precompile target)
    if(CAIRN_PRECOMPILE)
        target_precompile_headers(${target} PRIVATE ${ARGN})
        if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
            target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
        endif()
    endif()
endfunction()

# For code around the library, which does nothing that takes time.
function(cairn_compile_quickly target)
    if(NOT MSVC)
        target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
    endif()
endfunction()
