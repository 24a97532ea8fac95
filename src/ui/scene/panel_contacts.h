#pragma once

#include "ui/kit/panel.h"

namespace sepax {

struct ViewState;
struct Workspace;

/// How the contacts of the shown pair were found, clip by clip; while it is in front the viewport draws the stage.
extern const Panel kContactsPanel;

/// Goes `step` stages on, round and round: before clipping, each clip, the result.
void stepClip(const Workspace& workspace, ViewState& view, int step);

}  // namespace sepax
