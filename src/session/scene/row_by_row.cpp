#include "session/scene/row_by_row.h"

#include "geom/convex.h"

#include <algorithm>

namespace sepax {

namespace {

std::int64_t multiplicationsOf(const Shape& shape) {
  const std::int64_t dimensions = isPlanar(shape) ? 2 : 3;
  // L·axis of the box for each axis, times its half extent; L·centre.
  const bool is_box = std::holds_alternative<Box>(shape) || std::holds_alternative<Box2>(shape);
  if (is_box) return dimensions * dimensions + 2 * dimensions;
  return dimensions * static_cast<std::int64_t>(std::max<std::size_t>(convexFeatures(shape).core.vertices.size(), 1));
}

}  // namespace

AxisRun axisRun(const SatReport& report, AxisOrder order, const std::optional<AxisId>& last) {
  AxisRun run;
  const auto axis = [&](int row) -> const SatAxis& { return report.axes[static_cast<std::size_t>(row)]; };
  for (int row = 0; row < static_cast<int>(report.axes.size()); ++row) {
    if (axis(row).state == AxisState::kTested || axis(row).state == AxisState::kDuplicate) run.rows.push_back(row);
  }
  if (order == AxisOrder::kWorstFirst) {
    std::stable_sort(run.rows.begin(), run.rows.end(),
                     [&](int p, int q) { return axis(p).separation < axis(q).separation; });
  } else if (order == AxisOrder::kLastFirst && last) {
    std::stable_partition(run.rows.begin(), run.rows.end(), [&](int row) { return axis(row).id == *last; });
  }
  const auto stop = std::find_if(run.rows.begin(), run.rows.end(),
                                 [&](int row) { return axis(row).separation > report.tolerances.touching; });
  run.separates = stop != run.rows.end();
  run.needed = static_cast<int>(stop - run.rows.begin()) + (run.separates ? 1 : 0);
  return run;
}

std::int64_t multiplicationsPerAxis(const Shape& a, const Shape& b) {
  return multiplicationsOf(a) + multiplicationsOf(b);
}

}  // namespace sepax
