# WebAssembly by Debian's Clang 22 and wasi-libc (tools/install_packages.sh --web): a quarter of the size of its
# Emscripten, and eight compiler releases newer. Nothing of the output depends on the system interface: the loader in
# package/src gives the few functions that the C library asks for.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-22)
set(CMAKE_AR llvm-ar-22)
set(CMAKE_RANLIB llvm-ranlib-22)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_CXX_FLAGS_INIT "-msimd128 -Wno-deprecated -fno-exceptions -fno-rtti")
