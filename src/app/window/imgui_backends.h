#pragma once

// ImGui's SDL2 and OpenGL 3 backends under whichever name the installed version gives them.

#if __has_include(<backends/imgui_impl_sdl2.h>)
#include <backends/imgui_impl_sdl2.h>
#else
#include <backends/imgui_impl_sdl.h>
#endif
#include <backends/imgui_impl_opengl3.h>
