#include "lab/jury/row_sweep.h"

#include "collide/sweep/sweep_mover.h"
#include "lab/jury/jury.h"

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

/// No point of the shape rotates faster along a direction, m/s.
double rotationSpeed(const Mover& mover, const Vec3& along) {
  return length(cross(mover.angular, along)) * (mover.arm + mover.core.radius());
}

bool isSwept(const Shape& shape) { return isConvex(shape) && !isUnbounded(shape); }

}  // namespace

JurorAnswer sweepByRow(const PairAlgorithm& row, const PosedShape& a, const Motion& motion_a, const PosedShape& b,
                       const Motion& motion_b, double duration, double tolerance) {
  if (row.historical) return notSwept("sweeps and rays");
  if (!isSwept(a.shape) || !isSwept(b.shape)) return notSwept("sweeps and rays at concave or endless shapes");
  const Motion way_a = possible(a.shape, motion_a), way_b = possible(b.shape, motion_b);
  const Mover mover_a = moverOf(a, way_a, Vec3{0.0}), mover_b = moverOf(b, way_b, Vec3{0.0});
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
    const double speed = dot(way_a.linear - way_b.linear, answer.normal) + rotationSpeed(mover_a, answer.normal) +
                         rotationSpeed(mover_b, answer.normal);
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
