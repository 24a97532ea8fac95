#pragma once

#include "session/workspace.h"

namespace sepax {

/// Judges every mesh of the open bundle in the background.
void startLinting(Workspace& workspace);

}  // namespace sepax
