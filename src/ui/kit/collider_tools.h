#pragma once

#include "geom/bounding_volumes.h"
#include "session/host/view_state.h"

#include <span>

namespace sepax {

struct Outbox;
struct Workspace;

/// While volumes are fitted: how far, with a button that cancels; after that what is missing, with one to fit again. A
/// line, or nothing.
void drawFit(const Workspace& workspace, MeshOwner owner, Outbox& outbox);
/// The text shown when there is no tightness: "flat", or a dash while the hull, which it is measured by, is missing.
[[nodiscard]] const char* withoutTightness(std::span<const FittedVolume> volumes);
/// Takes a mesh apart into convex pieces and says what came out; exports the volumes that exist. For a line or two of a
/// panel.
void drawColliderTools(const Workspace& workspace, MeshOwner owner, ViewState& view, Outbox& outbox);

}  // namespace sepax
