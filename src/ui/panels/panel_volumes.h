#pragma once

namespace sepax {

struct ViewState;
struct Workspace;

/// The selected body's bounding volumes beside each other: which to draw, how tight each is and what it costs.
void drawVolumesPanel(const Workspace& workspace, ViewState& view);

}  // namespace sepax
