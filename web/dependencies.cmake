# Libraries as lists of files, from the source packages that tools/web unpacks into build/web/sources, one folder each. Headers
# that are libraries by themselves are those of the system, seen through links: its other headers are not WebAssembly's.
set(sources ${CMAKE_BINARY_DIR}/sources)
set(headers ${CMAKE_BINARY_DIR}/include)
file(MAKE_DIRECTORY ${headers})
foreach(name fmt nlohmann CLI tl glm boost utf8 utf8.h)
  find_path(${name}_folder ${name} PATHS /usr/include NO_DEFAULT_PATH REQUIRED)
  file(CREATE_LINK ${${name}_folder}/${name} ${headers}/${name} SYMBOLIC)
endforeach()

# The C++ library: LLVM 16's, with exceptions, as the npm package of zig ships its sources. <__config> there lacks the include of
# its settings, which follow the target's.
set(libcxx ${sources}/libcxx)
set(libcxx_headers ${CMAKE_BINARY_DIR}/libcxx)
file(COPY ${libcxx}/include/ DESTINATION ${libcxx_headers})
file(WRITE ${libcxx_headers}/__config_site [=[
#pragma once
#define _LIBCPP_ABI_VERSION 2
#define _LIBCPP_ABI_NAMESPACE __2
#define _LIBCPP_HAS_THREAD_API_PTHREAD
#define _LIBCPP_HAS_MUSL_LIBC
#define _LIBCPP_HAS_NO_VENDOR_AVAILABILITY_ANNOTATIONS
#define _LIBCPP_ENABLE_ASSERTIONS_DEFAULT 0
]=])
file(READ ${libcxx}/include/__config config)
file(WRITE ${libcxx_headers}/__config "#include <__config_site>\n${config}")
add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-nostdinc++> $<$<COMPILE_LANGUAGE:CXX>:-isystem${libcxx_headers}> -isystem${headers}
  -ffile-prefix-map=${CMAKE_SOURCE_DIR}/=)
add_compile_definitions(FMT_HEADER_ONLY _LIBCPP_ENABLE_CXX17_REMOVED_UNARY_BINARY_FUNCTION)

# sepax_library(NAME FOLDER FILE…): compiled apart, without warnings; the target is NAME, its headers' folders its own.
function(sepax_library name folder)
  list(TRANSFORM ARGN PREPEND ${sources}/${folder}/ OUTPUT_VARIABLE files)
  add_library(${name} STATIC ${files})
  set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
  target_compile_options(${name} PRIVATE -w)
  target_include_directories(${name} SYSTEM PUBLIC ${sources}/${folder})
endfunction()

file(GLOB cxx_files RELATIVE ${libcxx}/src ${libcxx}/src/*.cpp ${libcxx}/src/ryu/*.cpp ${libcxx}/src/filesystem/*.cpp)
list(FILTER cxx_files EXCLUDE REGEX "legacy|debug")
sepax_library(cxx libcxx/src ${cxx_files})
target_compile_definitions(cxx PRIVATE _LIBCPP_BUILDING_LIBRARY LIBCXX_BUILDING_LIBCXXABI)
target_include_directories(cxx PRIVATE ${libcxx}/src /usr/share/emscripten/system/lib/libcxxabi/include)
set_target_properties(cxx PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "" INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "")

sepax_library(z zlib adler32.c compress.c crc32.c deflate.c gzclose.c gzlib.c gzread.c gzwrite.c infback.c inffast.c inflate.c
  inftrees.c trees.c uncompr.c zutil.c)
target_compile_definitions(z PRIVATE HAVE_UNISTD_H)
sepax_library(bz2 bzip2 blocksort.c bzlib.c compress.c crctable.c decompress.c huffman.c randtable.c)
sepax_library(deflate libdeflate lib/adler32.c lib/crc32.c lib/deflate_compress.c lib/deflate_decompress.c lib/gzip_compress.c
  lib/gzip_decompress.c lib/utils.c lib/zlib_compress.c lib/zlib_decompress.c)
sepax_library(gif giflib dgif_lib.c egif_lib.c gif_err.c gif_font.c gif_hash.c gifalloc.c openbsd-reallocarray.c quantize.c)
file(GLOB files RELATIVE ${sources}/qhull/src ${sources}/qhull/src/libqhull_r/*.c)
sepax_library(qhull qhull/src ${files})
file(WRITE ${CMAKE_BINARY_DIR}/libmd/config.h "#define HAVE_ALIAS_ATTRIBUTE 0\n")
sepax_library(md libmd src/md5.c src/sha2.c)
target_include_directories(md PRIVATE ${CMAKE_BINARY_DIR}/libmd PUBLIC ${sources}/libmd/include)
target_compile_options(qhull PRIVATE "SHELL:-mllvm -wasm-enable-sjlj")
file(GLOB files RELATIVE ${sources}/uchardet/src ${sources}/uchardet/src/*.cpp ${sources}/uchardet/src/LangModels/*.cpp)
sepax_library(chardet uchardet/src ${files})
file(CREATE_LINK ${sources}/uchardet/src ${headers}/uchardet SYMBOLIC)
target_compile_definitions(chardet PRIVATE VERSION="")

include(${CMAKE_CURRENT_LIST_DIR}/import_libraries.cmake)

# The names that the system's have in cmake/dependencies.cmake. Threads: there are none, and the calls fail.
foreach(pair assimp::assimp=assimp ZLIB::ZLIB=z BZip2::BZip2=bz2 GIF::GIF=gif PkgConfig::DEFLATE=deflate PkgConfig::QHULL=qhull PkgConfig::UCHARDET=chardet)
  string(REPLACE "=" ";" pair ${pair})
  list(GET pair 0 known_as)
  list(GET pair 1 name)
  add_library(${known_as} ALIAS ${name})
endforeach()
foreach(known_as fmt::fmt nlohmann_json::nlohmann_json CLI11::CLI11 Threads::Threads PkgConfig::GCRYPT)
  add_library(${known_as} INTERFACE IMPORTED GLOBAL)
endforeach()
include(${CMAKE_CURRENT_LIST_DIR}/window_libraries.cmake)
target_include_directories(PkgConfig::GCRYPT INTERFACE ${CMAKE_SOURCE_DIR}/web/no_encryption)
target_link_libraries(PkgConfig::GCRYPT INTERFACE md)
