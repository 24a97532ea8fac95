# Compiles for WebAssembly by clang itself and links by Emscripten: its compiler's own start costs a third of a second a file.
# Both are Debian 12's; their C++ library is too old for this code and comes from web/dependencies.cmake.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-14)
set(CMAKE_CXX_COMPILER clang++-14)
find_program(CMAKE_AR llvm-ar-14 REQUIRED)
find_program(CMAKE_RANLIB llvm-ranlib-14 REQUIRED)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

# The flags that em++ 3.1.6 passes to clang, less its setjmp: clang 14 cannot have that together with exceptions.
set(emscripten "--target=wasm32-unknown-emscripten --sysroot=/usr/share/emscripten/cache/sysroot -DEMSCRIPTEN \
-D__EMSCRIPTEN_major__=3 -D__EMSCRIPTEN_minor__=1 -D__EMSCRIPTEN_tiny__=6 -Dunix -D__unix -D__unix__ \
-fvisibility=default -fno-threadsafe-statics -mllvm -combiner-global-alias-analysis=false -mllvm -disable-lsr \
-Xclang -iwithsysroot/include/compat -fwasm-exceptions")
set(CMAKE_C_FLAGS_INIT ${emscripten})
set(CMAKE_CXX_FLAGS_INIT ${emscripten})
set(CMAKE_C_FLAGS_WEB "-O2 -DNDEBUG" CACHE STRING "")
set(CMAKE_CXX_FLAGS_WEB "-O2 -DNDEBUG" CACHE STRING "")
set(CMAKE_CXX_LINK_EXECUTABLE "em++ <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
