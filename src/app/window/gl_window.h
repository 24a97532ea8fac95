#pragma once

#include "core/error.h"

#include <memory>

struct SDL_Window;

namespace sepax {

/// An SDL window with a current OpenGL 3.3 core context, loaded and ready. One at a time; owns SDL's start and end.
class GlWindow {
 public:
  struct Options {
    int width = 1280, height = 720;  ///< screen coordinates
    bool offscreen = false;          ///< no display needed; the window is never seen
  };
  /// The error says what was found and what is needed.
  [[nodiscard]] static Result<GlWindow> open(const Options& options);

  /// Replaces a context that was lost. Everything that was made in the lost one must be gone. After an error there is
  /// none.
  [[nodiscard]] Result<void> renewContext();

  [[nodiscard]] SDL_Window* window() const { return window_.get(); }
  [[nodiscard]] void* context() const { return context_.get(); }  ///< SDL_GLContext

  GlWindow(GlWindow&&) noexcept = default;

 private:
  GlWindow() = default;
  Result<void> makeContext();

  // Gone in the opposite order, the context first.
  std::shared_ptr<void> sdl_;
  std::shared_ptr<SDL_Window> window_;
  std::shared_ptr<void> context_;
};

}  // namespace sepax
