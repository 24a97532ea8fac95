#pragma once

#include "ui/viewport/viewport_drag.h"

namespace sepax {

struct Outbox;
struct Workspace;

/// The viewport region of the window: takes its place and makes commands and camera changes of mouse and keys.
void drawViewport(Workspace& workspace, ViewportState& state, Outbox& outbox);

}  // namespace sepax
