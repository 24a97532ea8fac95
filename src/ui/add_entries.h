#pragma once

#include "ui/workspace.h"

namespace sepax {

/// Does what AddEntries asks for: reads and fits in the background, then adds the bodies as one undoable step.
void startAdding(Workspace& workspace, const AddEntries& request);

}  // namespace sepax
