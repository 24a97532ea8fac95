#include "session/scene/row_by_row.h"

#include "core/language.h"
#include "document/motion.h"
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

std::optional<MotionRun> motionRun(const Document& document, const PairIds& pair) {
  constexpr int kFrames = 60, kStepsAFrame = 2;
  Document moving;
  moving.space = document.space;
  moving.room = document.room;
  moving.touching_tolerance = document.touching_tolerance;
  for (const std::string& id : {pair.first, pair.second}) {
    const Body* body = findBody(document, id);
    if (body == nullptr) return std::nullopt;
    moving.bodies.push_back(*body);
  }
  if (!hasMotion(moving)) return std::nullopt;
  MotionRun run;
  std::optional<AxisId> last;
  for (; run.frames < kFrames; ++run.frames) {
    if (run.frames > 0 && !moveBodies(moving, kStepsAFrame)) return std::nullopt;
    const auto report = testPair(moving, pair);
    const SatReport* sat = report && !report->pieces ? std::get_if<SatReport>(&report->trace) : nullptr;
    if (sat == nullptr) return std::nullopt;
    const AxisRun listed = axisRun(*sat, AxisOrder::kListed, {}), cached = axisRun(*sat, AxisOrder::kLastFirst, last);
    run.as_listed += listed.needed;
    run.last_first += cached.needed;
    if (cached.separates)
      last = sat->axes[static_cast<std::size_t>(cached.rows[static_cast<std::size_t>(cached.needed) - 1])].id;
  }
  run.seconds = kFrames * kStepsAFrame * kMotionStep;
  return run;
}

int lastClipStage(const Manifold& manifold) { return static_cast<int>(manifold.steps.size()) + 1; }

std::string clipStageText(const Manifold& manifold, int stage, const PairNames& names) {
  if (stage == 0) return tr("before clipping");
  if (stage >= lastClipStage(manifold))
    return trf("{} of {} points stay contacts", manifold.contacts.size(), manifold.points.size());
  const ClipStep& step = manifold.steps[static_cast<std::size_t>(stage) - 1];
  const std::string side = featureName(manifold.referenceLetter(), step.side);
  return trf("cut at {}: {} corners left", featureText(side, names), step.polygon.size());
}

}  // namespace sepax
