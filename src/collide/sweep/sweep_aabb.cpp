#include "collide/sweep/sweep_aabb.h"

#include <algorithm>
#include <limits>

namespace sepax {

namespace {
constexpr double kNever = std::numeric_limits<double>::infinity();
}

SweptAxis sweepInterval(double a_min, double a_max, double b_min, double b_max, double speed) {
  SweptAxis axis;
  const double above = b_min - a_max, below = a_min - b_max;  // gaps with B above and below A
  axis.gap = std::max(above, below);
  axis.speed = speed;
  if (speed == 0) {
    axis.enter = axis.gap <= 0 ? -kNever : kNever;
    axis.leave = -axis.enter;
  } else if (speed < 0) {
    axis.enter = above / -speed;
    axis.leave = -below / -speed;
  } else {
    axis.enter = below / speed;
    axis.leave = -above / speed;
  }
  return axis;
}

SweptAabbReport sweepAabb(const Vec3& a_min, const Vec3& a_max, const Vec3& b_min, const Vec3& b_max, const Vec3& velocity_of_b_from_a,
                          double duration) {
  SweptAabbReport report;
  report.enter = -kNever;
  report.leave = kNever;
  for (int c = 0; c < 3; ++c) {
    SweptAxis& axis = report.axes[static_cast<std::size_t>(c)];
    axis = sweepInterval(a_min[c], a_max[c], b_min[c], b_max[c], velocity_of_b_from_a[c]);
    if (axis.enter > report.enter) {
      report.enter = axis.enter;
      report.entering_axis = c;
    }
    report.leave = std::min(report.leave, axis.leave);
  }
  if (report.enter < 0) report.entering_axis = -1;
  report.hit = report.enter <= report.leave && report.enter <= duration && report.leave >= 0;
  return report;
}

}  // namespace sepax
