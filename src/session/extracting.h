#pragma once

#include "session/workspace.h"

namespace sepax {

/// Does what ExtractEntries asks for, in the background.
void startExtracting(Workspace& workspace, const ExtractEntries& request);

}  // namespace sepax
