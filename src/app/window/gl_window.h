#pragma once

#include "core/error.h"

#include <string>

struct SDL_Window;

namespace sepax {

/// An SDL window with a current OpenGL 3.3 core context, loaded and ready. One at a time; owns SDL's start and end.
class GlWindow {
 public:
  struct Options {
    std::string title = "Sepax";
    int width = 1280, height = 720;  ///< screen coordinates
    bool offscreen = false;          ///< no display needed; the window is never seen
  };
  /// The error says what was found and what is needed.
  [[nodiscard]] static Result<GlWindow> open(const Options& options);

  GlWindow(GlWindow&& other) noexcept;
  GlWindow& operator=(GlWindow&& other) noexcept;
  ~GlWindow();

  /// Replaces a context that was lost. Everything that was made in the lost one must be gone. After an error there is
  /// none.
  [[nodiscard]] Result<void> renewContext();

  [[nodiscard]] SDL_Window* window() const { return window_; }
  [[nodiscard]] void* context() const { return context_; }  ///< SDL_GLContext

 private:
  GlWindow() = default;
  bool owns_sdl_ = false;
  SDL_Window* window_ = nullptr;
  void* context_ = nullptr;
};

}  // namespace sepax
