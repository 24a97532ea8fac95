// WebGL 2, which is OpenGL ES 3.0; its functions are linked.

#include "app/window/gl_context.h"
#include "render/gl.h"

#include <SDL.h>
#include <fmt/format.h>

namespace sepax {

const char* const kNeededGl = "Sepax needs WebGL 2";
const char* const kGlslVersion = "#version 300 es";

void askForGlContext() {
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_ES);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 0);
  // All drawing with depth goes into a framebuffer of our own.
  SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
}

Result<void*> makeGlContext(SDL_Window* window) {
  SDL_GLContext context = window == nullptr ? nullptr : SDL_GL_CreateContext(window);
  if (context == nullptr)
    return fail(ErrorCode::kUnsupported, "",
                fmt::format("{}, which this browser does not offer: {}", kNeededGl, SDL_GetError()));
  return context;
}

// The page starts anew when the browser gives the graphics back (web/page.js): unsaved work is kept.
bool isGlContextLost() { return false; }

}  // namespace sepax
