#pragma once

#include "session/colliders.h"

namespace sepax {

struct Outbox;
struct ViewState;
struct Workspace;

/// Takes a mesh apart into convex pieces and says what came out; exports what there is. For a line or two of a panel.
void drawColliderTools(const Workspace& workspace, MeshOwner owner, ViewState& view, Outbox& outbox);

}  // namespace sepax
