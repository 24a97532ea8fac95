#include "app/gl_window.h"

#include "render/gl.h"

#include <SDL.h>
#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace sepax {
namespace {

constexpr const char* kNeeded = "Sepax needs OpenGL 3.3 (core)";

/// What the machine offers when nothing in particular is asked for: "OpenGL 2.1 Mesa …".
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
              fmt::format("{}, but this system offers {}{}{}{}", kNeeded, foundVersion(), reason.empty() ? "" : " (", reason,
                          reason.empty() ? "" : ")"));
}

/// SDL falls back to its offscreen driver when it finds no display: a window that nobody would ever see.
bool isUnseen() {
  const char* driver = SDL_GetCurrentVideoDriver();
  const std::string_view name = driver == nullptr ? "" : driver;
  return SDL_getenv("SDL_VIDEODRIVER") == nullptr && (name == "offscreen" || name == "dummy");
}

void setHints() {
  SDL_SetHint(SDL_HINT_APP_NAME, "Sepax");
  SDL_setenv("SDL_VIDEO_X11_WMCLASS", "sepax", 0);
  SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
  SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
  SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
  SDL_SetHint(SDL_HINT_IME_SHOW_UI, "1");
}

}  // namespace

Result<GlWindow> GlWindow::open(const Options& options) {
  if (options.offscreen) SDL_setenv("SDL_VIDEODRIVER", "offscreen", 1);
  setHints();
  SDL_SetMainReady();
  GlWindow result;
  if (SDL_Init(SDL_INIT_VIDEO | SDL_INIT_TIMER) != 0) {
    return fail(ErrorCode::kUnsupported, "", fmt::format("no window could be opened: {}; {} and a display", SDL_GetError(), kNeeded));
  }
  result.owns_sdl_ = true;
  if (isUnseen()) {
    return fail(ErrorCode::kUnsupported, "",
                "no display was found (DISPLAY and WAYLAND_DISPLAY name none); `sepax render` draws a picture without one");
  }
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_FLAGS, SDL_GL_CONTEXT_FORWARD_COMPATIBLE_FLAG);
  SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
  // All drawing with depth goes into a framebuffer of our own.
  SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
  const Uint32 flags = SDL_WINDOW_OPENGL | (options.offscreen ? SDL_WINDOW_HIDDEN : SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
  constexpr int kAnywhere = SDL_WINDOWPOS_CENTERED;
  result.window_ = SDL_CreateWindow(options.title.c_str(), kAnywhere, kAnywhere, options.width, options.height, flags);
  if (result.window_ == nullptr) return refused();
  result.context_ = SDL_GL_CreateContext(result.window_);
  if (result.context_ == nullptr) return refused();
  const int version = gladLoadGL(reinterpret_cast<GLADloadfunc>(SDL_GL_GetProcAddress));
  if (version < GLAD_MAKE_VERSION(3, 3)) {
    SDL_ClearError();
    return refused();
  }
  return result;
}

GlWindow::GlWindow(GlWindow&& other) noexcept
    : owns_sdl_(std::exchange(other.owns_sdl_, false)),
      window_(std::exchange(other.window_, nullptr)),
      context_(std::exchange(other.context_, nullptr)) {}

GlWindow& GlWindow::operator=(GlWindow&& other) noexcept {
  std::swap(owns_sdl_, other.owns_sdl_);
  std::swap(window_, other.window_);
  std::swap(context_, other.context_);
  return *this;
}

GlWindow::~GlWindow() {
  if (context_ != nullptr) SDL_GL_DeleteContext(context_);
  if (window_ != nullptr) SDL_DestroyWindow(window_);
  if (owns_sdl_) SDL_Quit();
}

}  // namespace sepax
