#pragma once

#include "session/workspace.h"

namespace sepax {

/// Does what PackFolder asks for, in the background.
void startPacking(Workspace& workspace, const PackFolder& request);

}  // namespace sepax
