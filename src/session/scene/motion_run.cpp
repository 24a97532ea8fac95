#include "session/scene/motion_run.h"

#include "document/motion.h"
#include "session/scene/row_by_row.h"

namespace sepax {

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

}  // namespace sepax
