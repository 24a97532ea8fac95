# What the window needs besides web/dependencies.cmake: SDL, Dear ImGui and FreeType from Debian's sources, which are the versions of
# the desktop's window.
set(sdl ${sources}/libsdl2/src)
file(GLOB files RELATIVE ${sources} ${sdl}/*.c ${sdl}/atomic/*.c ${sdl}/audio/*.c ${sdl}/audio/disk/*.c ${sdl}/audio/dummy/*.c
  ${sdl}/audio/emscripten/*.c ${sdl}/core/unix/*.c ${sdl}/cpuinfo/*.c ${sdl}/dynapi/*.c ${sdl}/events/*.c ${sdl}/file/*.c
  ${sdl}/filesystem/emscripten/*.c ${sdl}/haptic/*.c ${sdl}/haptic/dummy/*.c ${sdl}/joystick/*.c ${sdl}/joystick/emscripten/*.c
  ${sdl}/libm/*.c ${sdl}/loadso/dlopen/*.c ${sdl}/locale/*.c ${sdl}/locale/emscripten/*.c ${sdl}/misc/*.c
  ${sdl}/misc/emscripten/*.c ${sdl}/power/*.c ${sdl}/power/emscripten/*.c ${sdl}/render/*.c ${sdl}/render/opengles2/*.c
  ${sdl}/render/software/*.c ${sdl}/sensor/*.c ${sdl}/sensor/dummy/*.c ${sdl}/stdlib/*.c ${sdl}/thread/*.c
  ${sdl}/thread/generic/*.c ${sdl}/timer/*.c ${sdl}/timer/unix/*.c ${sdl}/video/*.c ${sdl}/video/dummy/*.c
  ${sdl}/video/emscripten/*.c ${sdl}/video/yuv2rgb/*.c)
sepax_library(sdl "" ${files})
target_include_directories(sdl SYSTEM PUBLIC ${sources}/libsdl2/include)
target_compile_options(sdl PRIVATE -O1)  # wasm-opt goes over it again

file(GLOB files RELATIVE ${sources}/freetype ${sources}/freetype/src/autofit/autofit.c ${sources}/freetype/src/base/ftbase.c
  ${sources}/freetype/src/base/ftbitmap.c ${sources}/freetype/src/base/ftinit.c ${sources}/freetype/src/base/ftsystem.c
  ${sources}/freetype/src/base/ftdebug.c ${sources}/freetype/src/base/ftglyph.c ${sources}/freetype/src/base/ftsynth.c
  ${sources}/freetype/src/cff/cff.c ${sources}/freetype/src/gzip/ftgzip.c ${sources}/freetype/src/psaux/psaux.c ${sources}/freetype/src/pshinter/pshinter.c
  ${sources}/freetype/src/psnames/psnames.c ${sources}/freetype/src/raster/raster.c ${sources}/freetype/src/sfnt/sfnt.c
  ${sources}/freetype/src/smooth/smooth.c ${sources}/freetype/src/truetype/truetype.c)
sepax_library(freetype freetype ${files})
file(WRITE ${CMAKE_BINARY_DIR}/freetype/modules.h [=[
FT_USE_MODULE( FT_Module_Class, autofit_module_class )
FT_USE_MODULE( FT_Driver_ClassRec, tt_driver_class )
FT_USE_MODULE( FT_Driver_ClassRec, cff_driver_class )
FT_USE_MODULE( FT_Module_Class, psaux_module_class )
FT_USE_MODULE( FT_Module_Class, psnames_module_class )
FT_USE_MODULE( FT_Module_Class, pshinter_module_class )
FT_USE_MODULE( FT_Module_Class, sfnt_module_class )
FT_USE_MODULE( FT_Renderer_Class, ft_smooth_renderer_class )
FT_USE_MODULE( FT_Renderer_Class, ft_raster1_renderer_class )
]=])
target_compile_definitions(freetype PRIVATE FT2_BUILD_LIBRARY FT_CONFIG_OPTION_SYSTEM_ZLIB "FT_CONFIG_MODULES_H=<modules.h>")
target_link_libraries(freetype PUBLIC z)
target_include_directories(freetype PRIVATE ${CMAKE_BINARY_DIR}/freetype)
target_include_directories(freetype SYSTEM PUBLIC ${sources}/freetype/include)
target_compile_options(freetype PRIVATE "SHELL:-mllvm -wasm-enable-sjlj")

# <backends/…>, and the rest without a folder, as Debian's package has them.
sepax_library(imgui imgui imgui.cpp imgui_draw.cpp imgui_tables.cpp imgui_widgets.cpp misc/cpp/imgui_stdlib.cpp
  misc/freetype/imgui_freetype.cpp backends/imgui_impl_sdl.cpp backends/imgui_impl_opengl3.cpp)
target_include_directories(imgui SYSTEM PUBLIC ${sources}/imgui/misc/cpp ${sources}/imgui/misc/freetype)
target_compile_definitions(imgui PUBLIC IMGUI_IMPL_OPENGL_ES3)
target_link_libraries(imgui PUBLIC freetype sdl)

foreach(pair PkgConfig::IMGUI=imgui PkgConfig::FREETYPE=freetype)
  string(REPLACE "=" ";" pair ${pair})
  list(GET pair 0 known_as)
  list(GET pair 1 name)
  add_library(${known_as} ALIAS ${name})
endforeach()
foreach(known_as PkgConfig::RSVG PkgConfig::FONTCONFIG)
  add_library(${known_as} INTERFACE IMPORTED GLOBAL)
endforeach()
# <glad/gl.h>: WebGL 2 is OpenGL ES 3.0, whose functions are linked.
file(WRITE ${CMAKE_BINARY_DIR}/gles/glad/gl.h "#pragma once\n#include <GLES3/gl3.h>\n")
add_library(glad INTERFACE)
target_include_directories(glad SYSTEM INTERFACE ${CMAKE_BINARY_DIR}/gles)
