// OpenGL 3.3 core, its functions loaded by glad.

#include "app/window/gl_context.h"
#include "render/gl.h"

#include <SDL.h>
#include <fmt/format.h>

#include <string>
#include <string_view>

namespace sepax {

const char* const kNeededGl = "Sepax needs OpenGL 3.3 (core)";
const char* const kGlslVersion = "#version 330 core";

namespace {

using ResetStatus = GLenum(GLAD_API_PTR*)();
ResetStatus g_reset_status = nullptr;  // of the context made last; null: the driver does not tell

/// The version of a context without requirements: "OpenGL 2.1 Mesa …".
std::string foundVersion() {
  SDL_GL_ResetAttributes();
  SDL_Window* window = SDL_CreateWindow("", 0, 0, 16, 16, SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN);
  SDL_GLContext context = window == nullptr ? nullptr : SDL_GL_CreateContext(window);
  std::string found = "no OpenGL at all";
  if (context != nullptr) {
    using GetString = const unsigned char* (*)(unsigned int);
    const auto get_string = reinterpret_cast<GetString>(SDL_GL_GetProcAddress("glGetString"));
    const unsigned char* version = get_string == nullptr ? nullptr : get_string(GL_VERSION);
    if (version != nullptr) found = std::string("OpenGL ") + reinterpret_cast<const char*>(version);
    SDL_GL_DeleteContext(context);
  }
  if (window != nullptr) SDL_DestroyWindow(window);
  return found;
}

tl::unexpected<Error> refused() {
  const std::string reason = SDL_GetError();
  return fail(ErrorCode::kUnsupported, "",
              fmt::format("{}, but this system offers {}{}{}{}", kNeededGl, foundVersion(), reason.empty() ? "" : " (",
                          reason, reason.empty() ? "" : ")"));
}

}  // namespace

void askForGlContext() {
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_FLAGS, SDL_GL_CONTEXT_FORWARD_COMPATIBLE_FLAG);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_RESET_NOTIFICATION,
                      SDL_GL_CONTEXT_RESET_LOSE_CONTEXT);  // SDL asks where the driver can
  SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
  // All drawing with depth goes into a framebuffer of our own.
  SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
}

Result<void*> makeGlContext(SDL_Window* window) {
  if (window == nullptr) return refused();
  SDL_GLContext context = SDL_GL_CreateContext(window);
  if (context == nullptr) {
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_RESET_NOTIFICATION, SDL_GL_CONTEXT_RESET_NO_NOTIFICATION);
    context = SDL_GL_CreateContext(window);
  }
  if (context == nullptr) return refused();
  const int version = gladLoadGL(reinterpret_cast<GLADloadfunc>(SDL_GL_GetProcAddress));
  if (version < GLAD_MAKE_VERSION(3, 3)) {
    SDL_GL_DeleteContext(context);
    SDL_ClearError();
    return refused();
  }
  g_reset_status = nullptr;
  for (const char* const extension : {"GL_KHR_robustness", "GL_ARB_robustness"}) {
    if (g_reset_status != nullptr || SDL_GL_ExtensionSupported(extension) == SDL_FALSE) continue;
    const bool is_arb = std::string_view(extension) == "GL_ARB_robustness";
    g_reset_status = reinterpret_cast<ResetStatus>(
        SDL_GL_GetProcAddress(is_arb ? "glGetGraphicsResetStatusARB" : "glGetGraphicsResetStatus"));
  }
  return context;
}

bool isGlContextLost() { return g_reset_status != nullptr && g_reset_status() != GL_NO_ERROR; }

}  // namespace sepax
