#pragma once

#include "document/history.h"
#include "ui/kit/panel.h"

namespace sepax {

/// The state of the Sweep panel between frames.
struct SweepPanel {
  MergeKey step = MergeKey::kNone;  ///< of the field in hand
};

/// The shown pair in motion: velocities, a time that moves ghosts in the viewport, and the times during which the
/// projections on every axis overlap as bars; below, the numbers of the case's rays and points.
extern const Panel kSweepPanel;

}  // namespace sepax
