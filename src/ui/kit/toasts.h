#pragma once

#include "draw/palette.h"
#include "session/messages.h"

#include <imgui.h>

#include <vector>

namespace sepax {

/// Where toasts go: above `bottom_middle`, no wider than `width`; window pixels.
struct ToastRoom {
  ImVec2 bottom_middle{0, 0};
  float width = 400;
};

/// Draws what was done, warnings and errors for a few seconds, the newest lowest, and removes those whose time is over; a click removes
/// one.
void drawToasts(std::vector<Toast>& toasts, const ToastRoom& room, Theme theme);

}  // namespace sepax
