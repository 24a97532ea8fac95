#pragma once

#include "draw/camera.h"

namespace sepax {

struct Outbox;
struct ViewportState;
struct Workspace;

/// The hand without a mouse: arrow keys move, rotate or scale the selected bodies as the tool in hand does, or move the
/// corner that the tool for points holds; Ctrl makes the smallest step, Shift goes along the view. For a viewport that
/// has the keys.
void workByKeys(Workspace& workspace, ViewportState& state, const Camera& camera, const ViewSize& view, Outbox& outbox);

}  // namespace sepax
