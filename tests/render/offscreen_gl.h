#pragma once

#include "render/gl.h"

#include <SDL.h>

#include <cstdlib>
#include <string>

namespace sepax {

/// An OpenGL 3.3 core (or ES 3.0) context without a display (SDL's offscreen driver), or the reason why there is none.
class OffscreenGl {
 public:
  explicit OffscreenGl(bool embedded = false) {
    SDL_setenv("SDL_VIDEODRIVER", "offscreen", 1);
    SDL_SetMainReady();
    if (!start(embedded)) problem_ = SDL_GetError();
  }
  ~OffscreenGl() {
    if (context_ != nullptr) SDL_GL_DeleteContext(context_);
    if (window_ != nullptr) SDL_DestroyWindow(window_);
    SDL_Quit();
  }
  OffscreenGl(const OffscreenGl&) = delete;
  OffscreenGl& operator=(const OffscreenGl&) = delete;

  [[nodiscard]] const std::string& problem() const { return problem_; }  ///< empty when there is a context
  /// A machine that promised OpenGL (as ctest does here) must not skip what needs it.
  [[nodiscard]] static bool isRequired() { return std::getenv("SEPAX_REQUIRE_GL") != nullptr; }

 private:
  bool start(bool embedded) {
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return false;
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK,
                        embedded ? SDL_GL_CONTEXT_PROFILE_ES : SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, embedded ? 0 : 3);
    window_ = SDL_CreateWindow("", 0, 0, 64, 64, SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN);
    if (window_ == nullptr) return false;
    context_ = SDL_GL_CreateContext(window_);
    if (context_ == nullptr || gladLoadGL(reinterpret_cast<GLADloadfunc>(SDL_GL_GetProcAddress)) == 0) return false;
    if (embedded) {
      // The desktop loader knows it from version 3.3 on; ES has it since 3.0.
      glad_glVertexAttribDivisor =
          reinterpret_cast<PFNGLVERTEXATTRIBDIVISORPROC>(SDL_GL_GetProcAddress("glVertexAttribDivisor"));
    }
    return true;
  }
  SDL_Window* window_ = nullptr;
  SDL_GLContext context_ = nullptr;
  std::string problem_;
};

}  // namespace sepax
