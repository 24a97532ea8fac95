#include "app/window/surroundings.h"

#include "app/window/window_place.h"

#include <algorithm>
#include <cmath>

namespace sepax {

namespace {

constexpr float kMaxScale = 3;

}  // namespace

Waited waitForEvent(SDL_Event& event, int ms) {
  const int came = ms < 0 ? SDL_WaitEvent(&event) : SDL_WaitEventTimeout(&event, ms);
  return came != 0 ? Waited::kEvent : Waited::kTimeIsUp;
}

void repeat(std::function<bool()> turn) {
  while (turn()) {
  }
}

std::optional<float> settle(SDL_Window& window, bool maximised) {
  const int display = std::max(SDL_GetWindowDisplayIndex(&window), 0);
  float dpi = 0;
  const bool is_known = SDL_GetDisplayDPI(display, nullptr, nullptr, &dpi) == 0;
  putOnScreen(window);
  SDL_SetWindowMinimumSize(&window, kMinWindowWidth, kMinWindowHeight);
  if (maximised) SDL_MaximizeWindow(&window);
  if (!is_known) return std::nullopt;
  return std::clamp(std::round(dpi / 96 * 4) / 4, 1.0f, kMaxScale);
}

bool isInPage() { return false; }
void shareClipboard() {}
void chooseFile() {}

}  // namespace sepax
