# Node runs two files: the command, and it again as a module that JavaScript calls. Both read one program, sepax.wasm.
set(common_options -O2 -fwasm-exceptions -sSUPPORT_LONGJMP=wasm -nostdlib++ -sALLOW_MEMORY_GROWTH=1
  -sMAXIMUM_MEMORY=4294967296 -sTOTAL_STACK=8388608 -sWASM_BIGINT=1 -sASSERTIONS=0)
set(link_options ${common_options} -sINITIAL_MEMORY=67108864 -sEXIT_RUNTIME=1 -sENVIRONMENT=node)
add_executable(sepax_module src/app/sepax.cpp)
set_target_properties(sepax_module PROPERTIES OUTPUT_NAME sepax-module)
set_target_properties(sepax sepax_module PROPERTIES SUFFIX .js)
target_link_options(sepax PRIVATE ${link_options} -sNODERAWFS=1)
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
foreach(room session ui)
  target_compile_options(sepax_${room} PRIVATE -O1)
endforeach()
