#pragma once

namespace sepax {

struct Outbox;
struct ViewState;
struct Workspace;

/// The selected body's bounding volumes beside each other: which to draw, how tight each is and what it costs.
void drawVolumesPanel(const Workspace& workspace, ViewState& view, Outbox& outbox);

}  // namespace sepax
