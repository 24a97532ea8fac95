#pragma once

#include "draw/palette.h"
#include "session/host/host.h"

#include <imgui.h>

#include <vector>

namespace sepax {

struct Outbox;
struct Workspace;

/// Where toasts go: above `bottom_middle`, no wider than `width`; window pixels.
struct ToastRoom {
  ImVec2 bottom_middle{0, 0};
  float width = 400;
};

enum class ToastTime { kSeconds, kUntilClicked };

/// Draws what was done, warnings and errors, the newest lowest, for a few seconds or until they are clicked; Esc then
/// takes them away, too.
void drawToasts(std::vector<Toast>& toasts, const ToastRoom& room, Theme theme, ToastTime time);

/// Long jobs in the status line: name, bar, speed, a button that cancels; all of them in a tooltip when there are
/// several. Takes at most `width` pixels and returns how many it took, 0 while nothing runs that is worth a word.
float drawJobsLine(const Workspace& workspace, float width, Outbox& outbox);

}  // namespace sepax
