# assimp, for the import program alone: the mesh formats that isMeshName() knows, the steps that import_mesh.cpp and
# import_model.cpp ask for, and no exporter. Draco is left out: glTF that it compresses is rare, its decoder large.
set(assimp ${sources}/assimp)
set(importers 3DS COLLADA FBX GLTF OBJ OFF PLY STL)
# Besides those steps, two that others' code leans on: a header's structure has fields for the first.
set(steps ARMATUREPOPULATE MAKELEFTHANDED FLIPUVS PRETRANSFORMVERTICES REMOVEVC SORTBYPTYPE TRIANGULATE VALIDATEDS)
set(assimp_definitions "")
foreach(file Importer PostStep)
  # A definition leaves each one out that is not wanted: the registries have the names of all.
  file(STRINGS ${assimp}/code/Common/${file}Registry.cpp lines REGEX "ASSIMP_BUILD_NO_[A-Z0-9_]+_(IMPORTER|PROCESS)")
  string(REGEX MATCHALL "ASSIMP_BUILD_NO_[A-Z0-9_]+_(IMPORTER|PROCESS)" names "${lines}")
  list(APPEND assimp_definitions ${names})
endforeach()
list(REMOVE_DUPLICATES assimp_definitions)
foreach(name ${importers})
  list(REMOVE_ITEM assimp_definitions ASSIMP_BUILD_NO_${name}_IMPORTER)
endforeach()
foreach(name ${steps})
  list(REMOVE_ITEM assimp_definitions ASSIMP_BUILD_NO_${name}_PROCESS)
endforeach()
list(REMOVE_ITEM assimp_definitions ASSIMP_BUILD_NO_GLTF1_IMPORTER ASSIMP_BUILD_NO_GLTF2_IMPORTER)

file(GLOB files RELATIVE ${sources}
  ${assimp}/code/Common/*.cpp ${assimp}/code/Material/*.cpp ${assimp}/code/PostProcessing/*.cpp
  ${assimp}/code/AssetLib/3DS/*.cpp ${assimp}/code/AssetLib/Collada/*.cpp ${assimp}/code/AssetLib/FBX/*.cpp
  ${assimp}/code/AssetLib/glTF/*.cpp ${assimp}/code/AssetLib/glTF2/*.cpp ${assimp}/code/AssetLib/Obj/*.cpp
  ${assimp}/code/AssetLib/OFF/*.cpp ${assimp}/code/AssetLib/Ply/*.cpp ${assimp}/code/AssetLib/STL/*.cpp)
list(FILTER files EXCLUDE REGEX "Export")
sepax_library(assimp "" ${files} assimp/contrib/pugixml/src/pugixml.cpp
  zlib/contrib/minizip/ioapi.c zlib/contrib/minizip/unzip.c)
configure_file(${assimp}/include/assimp/config.h.in ${CMAKE_BINARY_DIR}/assimp/assimp/config.h)
file(WRITE ${CMAKE_BINARY_DIR}/assimp/revision.h [=[
#define GitVersion 0
#define GitBranch ""
#define VER_MAJOR 5
#define VER_MINOR 2
#define VER_PATCH 5
]=])
target_include_directories(assimp SYSTEM PUBLIC ${CMAKE_BINARY_DIR}/assimp ${assimp}/include
  PRIVATE ${assimp} ${assimp}/code ${assimp}/contrib ${assimp}/contrib/pugixml/src ${assimp}/contrib/rapidjson/include
  ${sources}/zlib/contrib/minizip)
target_compile_definitions(assimp PRIVATE ${assimp_definitions} ASSIMP_BUILD_NO_EXPORT ASSIMP_BUILD_NO_OWN_ZLIB
  ASSIMP_BUILD_SINGLETHREADED RAPIDJSON_HAS_STDSTRING=1 RAPIDJSON_NOMEMBERITERATORCLASS NOCRYPT NOUNCRYPT)
target_compile_options(assimp PRIVATE -Os)  # a seventh less for a visit to load
target_link_libraries(assimp PUBLIC z)
