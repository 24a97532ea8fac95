#pragma once

#include "scene/merge_key.h"

namespace sepax {

struct Outbox;
struct ViewState;
struct Workspace;

/// What the Sweep panel remembers between frames.
struct SweepPanel {
  MergeKey merge_key = MergeKey::kNone;  ///< of the widget that is being dragged or typed in
};

/// The shown pair in motion: velocities, a time that moves ghosts in the viewport, and the times at which every axis' shadows overlap as
/// bars; below, the numbers of the case's rays and points.
void drawSweepPanel(SweepPanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox);

}  // namespace sepax
