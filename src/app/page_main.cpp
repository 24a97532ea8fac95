// The window in a page of a browser: the start, and what web/page.js calls.

#include "app/window/desktop.h"
#include "app/window/surroundings.h"
#include "core/language.h"
#include "core/log.h"

#include <emscripten.h>
#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>

namespace {

void push(Uint32 type, const char* text) {
  SDL_Event event{};
  event.drop.type = type;
  event.drop.file = SDL_strdup(text);
  SDL_PushEvent(&event);
}

}  // namespace

extern "C" {

/// A file that was dropped on the page or chosen, by its path here.
EMSCRIPTEN_KEEPALIVE void sepaxOpen(const char* path) { push(SDL_DROPFILE, path); }
/// A text that was dropped.
EMSCRIPTEN_KEEPALIVE void sepaxPaste(const char* text) { push(SDL_DROPTEXT, text); }
/// Draws a frame: the page has brought something.
EMSCRIPTEN_KEEPALIVE void sepaxWake() {
  SDL_Event event{};
  event.type = SDL_USEREVENT;
  SDL_PushEvent(&event);
}
/// The browser stores nothing more, and this is why.
EMSCRIPTEN_KEEPALIVE void sepaxNotKept(const char* why) {
  sepax::log(sepax::LogLevel::kWarning,
             sepax::trf("The browser keeps settings and unsaved work no longer, save it soon: {}", why));
}
/// The text that Ctrl+V is about to paste.
EMSCRIPTEN_KEEPALIVE void sepaxClipboard(const char* text) { SDL_SetClipboardText(text); }
}

/// sepax-page [--log-state] [--link LINK] [--address ADDRESS]
int main(int argc, char** argv) {
  sepax::DesktopOptions options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view option = argv[i];
    if (option == "--log-state") options.log_state = true;
    if (option == "--link" && i + 1 < argc) options.link = argv[++i];
    if (option == "--address" && i + 1 < argc) options.address = argv[++i];
  }
  if (const auto done = sepax::runDesktop(options); !done) {
    fmt::print(stderr, "{}\n", sepax::describe(done.error()));
    return 2;
  }
  return 0;
}
