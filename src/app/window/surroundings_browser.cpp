#include "app/window/surroundings.h"

#include <emscripten.h>
#include <imgui.h>

#include <chrono>
#include <utility>

namespace sepax {

Waited waitForEvent(SDL_Event& event, int ms) {
  using Clock = std::chrono::steady_clock;
  static Clock::time_point began = Clock::now();
  const auto now = Clock::now();
  const bool has_come = SDL_PollEvent(&event) != 0;
  if (!has_come && (ms < 0 || now - began < std::chrono::milliseconds(ms))) return Waited::kNotYet;
  began = now;
  return has_come ? Waited::kEvent : Waited::kTimeIsUp;
}

void repeat(std::function<bool()> turn) {
  static std::function<bool()> kept;
  kept = std::move(turn);
  const auto call = [] {
    if (kept()) return;
    emscripten_cancel_main_loop();
    EM_ASM({ sepaxPage.ended(); });
  };
  emscripten_set_main_loop(call, 0, 0);
}

std::optional<float> settle(SDL_Window&, bool) { return std::nullopt; }
bool isInPage() { return true; }
void shareClipboard() {
  ImGui::GetIO().SetClipboardTextFn = [](void*, const char* text) {
    SDL_SetClipboardText(text);
    EM_ASM({ sepaxPage.copy(UTF8ToString($0)); }, text);
  };
}
void chooseFile() {
  EM_ASM({ sepaxPage.choose(); });
}

}  // namespace sepax
