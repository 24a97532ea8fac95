#pragma once

#include "document/merge_key.h"

namespace sepax {

struct Outbox;
struct ViewState;
struct Workspace;

/// The state of the Sweep panel between frames.
struct SweepPanel {
  MergeKey step = MergeKey::kNone;  ///< of the field in hand
};

/// The shown pair in motion: velocities, a time that moves ghosts in the viewport, and the times during which the
/// projections on every axis overlap as bars; below, the numbers of the case's rays and points.
void drawSweepPanel(SweepPanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox);

/// Lets the ghosts run on while they are shown and play; once a frame, whether or not the panel itself is drawn.
void playSweep(const Workspace& workspace, ViewState& view);

}  // namespace sepax
