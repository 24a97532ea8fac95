# Node runs two files: the command, and it again as a module that JavaScript calls. Both read one program, sepax.wasm.
set(common_options -O2 -fwasm-exceptions -sSUPPORT_LONGJMP=wasm -nostdlib++ -sALLOW_MEMORY_GROWTH=1
  -sMAXIMUM_MEMORY=4294967296 -sTOTAL_STACK=8388608 -sWASM_BIGINT=1 -sASSERTIONS=0
  "SHELL:--pre-js ${CMAKE_SOURCE_DIR}/web/import_program.js")
set(link_options ${common_options} -sINITIAL_MEMORY=67108864 -sEXIT_RUNTIME=1 -sENVIRONMENT=node)
add_executable(sepax_module src/app/sepax.cpp)
set_target_properties(sepax_module PROPERTIES OUTPUT_NAME sepax-module)
set_target_properties(sepax sepax_module PROPERTIES SUFFIX .js)
target_link_options(sepax PRIVATE ${link_options} -sNODERAWFS=1 "SHELL:--pre-js ${CMAKE_SOURCE_DIR}/web/node_environment.js")
target_link_options(sepax_module PRIVATE ${link_options} -sMODULARIZE=1 -sINVOKE_RUN=0
  -sNODEJS_CATCH_EXIT=0 -sNODEJS_CATCH_REJECTION=0 -sEXPORTED_RUNTIME_METHODS=callMain,FS -lnodefs.js)
foreach(program sepax sepax_module)
  target_link_libraries(${program} PRIVATE sepax_commands cxx -lc++abi -lunwind)
endforeach()
# Rooms that wait for files and people: compiled in two thirds of the time, and wasm-opt goes over them again.
foreach(room bundle document media format collider lab lesson draw commands)
  target_compile_options(sepax_${room} PRIVATE -O1)
endforeach()

# The window in a page: one program, its data and web/page.{html,js}, which tools/web lays together.
add_executable(sepax_page src/app/page_main.cpp)
set_target_properties(sepax_page PROPERTIES OUTPUT_NAME sepax-page SUFFIX .js)
target_link_libraries(sepax_page PRIVATE sepax_page_window cxx -lc++abi -lunwind)
target_link_options(sepax_page PRIVATE ${common_options} -sINITIAL_MEMORY=134217728 -sENVIRONMENT=web -sMIN_WEBGL_VERSION=2
  -sMAX_WEBGL_VERSION=2 -sEXPORTED_RUNTIME_METHODS=ccall,FS,ENV,addRunDependency,removeRunDependency
  -sEXPORTED_FUNCTIONS=_main,_sepaxOpen,_sepaxPaste,_sepaxClipboard,_sepaxFontCame,_sepaxWake,_sepaxNotKept,_sepaxWork,_sepaxPixels,_malloc,_free)
set_property(TARGET sepax sepax_module sepax_page APPEND PROPERTY LINK_DEPENDS ${CMAKE_SOURCE_DIR}/web/import_program.js)
foreach(room session ui)
  target_compile_options(sepax_${room} PRIVATE -O1)
endforeach()

# The import programs of meshes: WebAssembly without JavaScript, which web/import_program.js runs in an instance for each
# file. At most 2 GiB of memory, where the desktop's limit is 3: browsers give one instance no more for sure.
set(importers src/app/importers)
add_executable(sepax_import ${importers}/import_mesh.cpp ${importers}/import_model.cpp
  ${importers}/import_mesh_or_model.cpp ${importers}/confine_web.cpp)
set_source_files_properties(${importers}/import_mesh.cpp PROPERTIES COMPILE_DEFINITIONS main=mainOfImport)
set_source_files_properties(${importers}/import_model.cpp PROPERTIES COMPILE_DEFINITIONS main=mainOfImportModel)
set_target_properties(sepax_import PROPERTIES OUTPUT_NAME sepax-import SUFFIX .wasm UNITY_BUILD OFF)
target_include_directories(sepax_import PRIVATE src)
target_link_libraries(sepax_import PRIVATE sepax_flags assimp::assimp cxx -lc++abi -lunwind)
target_link_options(sepax_import PRIVATE -O2 -fwasm-exceptions -sSUPPORT_LONGJMP=wasm -nostdlib++ -sSTANDALONE_WASM=1
  -sWASM_BIGINT=1 -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=16777216 -sMAXIMUM_MEMORY=2147483648 -sTOTAL_STACK=4194304)
