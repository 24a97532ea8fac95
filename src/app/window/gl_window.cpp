#include "app/window/gl_window.h"

#include "app/window/gl_context.h"

#include <SDL.h>
#include <fmt/format.h>

#include <string_view>

namespace sepax {
namespace {

/// SDL falls back to its offscreen driver when it finds no display: a window that would never be seen.
bool isUnseen() {
  const char* driver = SDL_GetCurrentVideoDriver();
  const std::string_view name = driver == nullptr ? "" : driver;
  return SDL_getenv("SDL_VIDEODRIVER") == nullptr && (name == "offscreen" || name == "dummy");
}

void setHints() {
  SDL_SetHint(SDL_HINT_APP_NAME, "Sepax");
  SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");  // the window listens itself: core/process.h
  SDL_setenv("SDL_VIDEO_X11_WMCLASS", "sepax", 0);
  SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
  SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
  SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
  SDL_SetHint(SDL_HINT_IME_SHOW_UI, "1");
  SDL_SetHint(SDL_HINT_EMSCRIPTEN_KEYBOARD_ELEMENT, "#canvas");  // a page around it keeps its keys
}

}  // namespace

Result<GlWindow> GlWindow::open(const Options& options) {
  if (options.offscreen) SDL_setenv("SDL_VIDEODRIVER", "offscreen", 1);
  setHints();
  SDL_SetMainReady();
  GlWindow result;
  if (SDL_Init(SDL_INIT_VIDEO | SDL_INIT_TIMER) != 0) {
    return fail(ErrorCode::kUnsupported, "",
                fmt::format("no window could be opened: {}; {} and a display", SDL_GetError(), kNeededGl));
  }
  result.sdl_ = std::shared_ptr<void>(nullptr, [](void*) { SDL_Quit(); });
  if (isUnseen()) {
    return fail(
        ErrorCode::kUnsupported, "",
        "no display was found (DISPLAY and WAYLAND_DISPLAY name none); `sepax render` draws a picture without one");
  }
  askForGlContext();
  const Uint32 flags =
      SDL_WINDOW_OPENGL | (options.offscreen ? SDL_WINDOW_HIDDEN : SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
  constexpr int kAnywhere = SDL_WINDOWPOS_CENTERED;
  result.window_.reset(SDL_CreateWindow("Sepax", kAnywhere, kAnywhere, options.width, options.height, flags),
                       SDL_DestroyWindow);
  SEPAX_TRY(result.makeContext());
  return result;
}

Result<void> GlWindow::makeContext() {
  auto context = makeGlContext(window_.get());
  SEPAX_TRY(context);
  context_.reset(*context, SDL_GL_DeleteContext);
  return {};
}

Result<void> GlWindow::renewContext() {
  context_.reset();
  askForGlContext();
  return makeContext();
}

}  // namespace sepax
