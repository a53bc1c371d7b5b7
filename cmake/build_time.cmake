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

# Where another target, compiled with the same flags, has precompiled what this one reads.
function(cairn_precompile_as target other)
    if(CAIRN_PRECOMPILE)
        target_precompile_headers(${target} REUSE_FROM ${other})
        if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
            target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
        endif()
    endif()
endfunction()

# Compiles the files of a target in so many pieces, each of several files: templates of the libraries that all of them use
# (nlohmann_json, fmt, gtest) are then instantiated once for all. Files must not use the same name for two things.
option(CAIRN_UNITE "Compile the files around the library several at a time" ON)
function(cairn_unite target pieces)
    if(CAIRN_UNITE)
        get_target_property(sources ${target} SOURCES)
        list(LENGTH sources count)
        math(EXPR batch "(${count} + ${pieces} - 1) / ${pieces}")
        set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${batch})
    endif()
endfunction()

# The same for those files of a target that match each pattern: one piece a pattern. The rest are compiled one by one.
function(cairn_unite_matching target)
    if(CAIRN_UNITE)
        set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
        get_target_property(sources ${target} SOURCES)
        foreach(pattern IN LISTS ARGN)
            set(matching ${sources})
            list(FILTER matching INCLUDE REGEX "${pattern}")
            string(MAKE_C_IDENTIFIER "${pattern}" group)
            if(matching)
                set_source_files_properties(${matching} PROPERTIES UNITY_GROUP ${group})
            endif()
        endforeach()
    endif()
endfunction()

# For code around the library, which does nothing that takes time.
function(cairn_compile_quickly target)
    if(NOT MSVC)
        target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
    endif()
endfunction()
