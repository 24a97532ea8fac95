#pragma once

#include "ui/kit/panel.h"
#include "ui/scene/axes_table.h"

namespace sepax {

/// Every axis of the shown pair as a row, and the inequality of the shown axis with live numbers.
extern const Panel kAxesPanel;

/// Begins to try the axes of the shown pair one after the other, or ends it.
void toggleRowByRow(ViewState& view);

/// The inequality of the shown axis alone, with its numbers; nothing without a list of axes.
void drawShownInequality(const Workspace& workspace, const ViewState& view);

}  // namespace sepax
