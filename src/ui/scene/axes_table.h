#pragma once

#include "ui/scene/panel_axes.h"

#include <string>
#include <vector>

namespace sepax {

/// Makes `rows` fit the report, the filters and the sorting when one of them changed.
void updateRows(AxesPanel& panel, const Workspace& workspace);

/// The rows as a table: hovering previews an axis, clicking pins it. `height` in pixels.
void drawAxesTable(AxesPanel& panel, const Workspace& workspace, ViewState& view, const SatReport& report,
                   float height);

/// Pins the axis `step` rows after the shown one in the panel's order.
void stepAxis(AxesPanel& panel, const Workspace& workspace, ViewState& view, int step);

/// A remark about an axis: a word for the state column and the reason for its tooltip.
struct AxisFlag {
  const char* word;  ///< a key of tr()
  std::string reason;
};
[[nodiscard]] std::vector<AxisFlag> flagsOf(const SatReport& report, int index, const PairNames& names);

}  // namespace sepax
