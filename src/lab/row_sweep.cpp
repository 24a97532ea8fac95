#include "lab/row_sweep.h"

#include "collide/sweep/sweep_mover.h"
#include "geom/shape_bounds.h"
#include "lab/jury.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace sepax {

namespace {

constexpr int kMaxAdvances = 1000;

JurorAnswer notSwept(const char* why) {
  JurorAnswer out;
  out.status = JurorAnswer::Status::kUnsupported;
  out.message = why;
  return out;
}

/// No point of the shape is farther from the point that it rotates about.
double rotationReach(const PosedShape& shape, const Motion& motion) {
  const MinMaxBox box = boundsOf(shape.shape, shape.pose);
  const Vec3 about = motion.about.value_or(shape.pose.position);
  Vec3 far{0.0};
  for (int c = 0; c < 3; ++c) far[c] = std::max(std::abs(box.max[c] - about[c]), std::abs(box.min[c] - about[c]));
  return length(far);
}

bool isSwept(const Shape& shape) { return isConvex(shape) && !isUnbounded(shape); }

}  // namespace

JurorAnswer sweepByRow(const PairAlgorithm& row, const PosedShape& a, const Motion& motion_a, const PosedShape& b, const Motion& motion_b,
                       double duration, double tolerance) {
  if (row.historical) return notSwept("sweeps and rays");
  if (!isSwept(a.shape) || !isSwept(b.shape)) return notSwept("sweeps and rays at concave or endless shapes");
  const Motion way_a = possible(a.shape, motion_a), way_b = possible(b.shape, motion_b);
  const double reach_a = rotationReach(a, way_a), reach_b = rotationReach(b, way_b);
  JurorAnswer out;
  double time = 0;
  std::optional<Vec3> apart;  // the last normal along which they were: of shapes in contact GJK has none
  for (int step = 0; step < kMaxAdvances; ++step) {
    const PosedShape at_a = movedTo(a, way_a, time), at_b = movedTo(b, way_b, time);
    const auto report = testPair(at_a, at_b, {}, row.name);
    if (!report) return notSwept(report.error().message.c_str());
    const PairAnswer& answer = report->answer;
    const bool is_apart = answer.verdict == Verdict::kSeparated;
    const double gap = is_apart ? gapAlong(at_a, at_b, answer.normal) : 0;
    if (gap <= tolerance) {
      out.hit = true;
      out.time = time;
      out.normal = is_apart ? answer.normal : apart;
      return out;
    }
    apart = answer.normal;
    const double speed = dot(way_a.linear - way_b.linear, answer.normal) + length(cross(way_a.angular, answer.normal)) * reach_a +
                         length(cross(way_b.angular, answer.normal)) * reach_b;
    if (speed <= 0 || time + gap / speed > duration) {
      out.hit = false;
      return out;
    }
    time += gap / speed;
  }
  out.status = JurorAnswer::Status::kError;
  out.message = "no contact and no end within 1000 steps";
  return out;
}

}  // namespace sepax
