#pragma once

#include "ui/scene/axes_table.h"

namespace sepax {

struct Outbox;

/// Every axis of the shown pair as a row, and the inequality of the shown axis with live numbers.
void drawAxesPanel(AxesPanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox);

/// The inequality of the shown axis alone, with its numbers; nothing without a list of axes.
void drawShownInequality(const Workspace& workspace, const ViewState& view);

}  // namespace sepax
