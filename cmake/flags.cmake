# Compiler flags shared by every target of the project.
#
# Determinism comes first: no contraction of a*b+c, no fast-math. Lane kernels pick their instruction set at run time,
# so nothing here names one.
add_library(cairn_flags INTERFACE)

if(MSVC)
    target_compile_options(cairn_flags INTERFACE /fp:precise /W4)
else()
    target_compile_options(cairn_flags INTERFACE
        -ffp-contract=off -fno-math-errno -fno-trapping-math
        -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wno-psabi)
    if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
        # Kernels on float and on lanes join masks with &, which on float is an & of two bools.
        target_compile_options(cairn_flags INTERFACE -Wno-bitwise-instead-of-logical)
    endif()
    if(CAIRN_WERROR)
        target_compile_options(cairn_flags INTERFACE -Werror)
    endif()
endif()

if(CAIRN_SANITIZE)
    target_compile_options(cairn_flags INTERFACE
        -fsanitize=${CAIRN_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(cairn_flags INTERFACE -fsanitize=${CAIRN_SANITIZE})
    # One instruction set: all give the same bits, and instrumented lane kernels take long to compile for each. Not the
    # scalar one, which takes ten times as long as SSE4.
    target_compile_definitions(cairn_flags INTERFACE HWY_COMPILE_ONLY_STATIC)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
        target_compile_options(cairn_flags INTERFACE -msse4.2 -maes -mpclmul)
    endif()
endif()

if(CAIRN_FUZZ AND NOT CAIRN_SANITIZE MATCHES thread)
    # Coverage for libFuzzer in the library too; the fuzzers themselves link -fsanitize=fuzzer. Its counters are not made
    # for threads, and are all that the thread sanitizer would find.
    target_compile_options(cairn_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64|ARM64")
    # Every such CPU has NEON, so there is nothing to choose at run time. Highway would compile for NEON with encryption
    # instead, through a target attribute that GCC does not give to constructors made by the compiler: they would not
    # inline. This is its switch for not asking the system.
    target_compile_definitions(cairn_flags INTERFACE TOOLCHAIN_MISS_SYS_AUXV_H)
endif()

if(CAIRN_ASSERTS)
    target_compile_definitions(cairn_flags INTERFACE CAIRN_ENABLE_ASSERTS)
endif()

if(CAIRN_SCALAR)
    target_compile_definitions(cairn_flags INTERFACE HWY_COMPILE_ONLY_SCALAR)
endif()
