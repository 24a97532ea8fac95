#pragma once

#include "session/workspace.h"

namespace sepax {

/// The selected body's bounding volumes beside each other: which to draw, how tight each is and what it costs.
void drawVolumesPanel(const Workspace& workspace, ViewState& view);

}  // namespace sepax
