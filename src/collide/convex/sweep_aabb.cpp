#include "collide/convex/sweep_aabb.h"

#include <algorithm>

namespace sepax {

namespace {}

SweptAxis sweepInterval(double a_min, double a_max, double b_min, double b_max, double speed) {
  SweptAxis axis;
  const double above = b_min - a_max, below = a_min - b_max;  // gaps with B above and below A
  axis.gap = std::max(above, below);
  axis.speed = speed;
  if (speed == 0) {
    axis.impact = axis.gap <= 0 ? -kInfinity : kInfinity;
    axis.exit = -axis.impact;
  } else if (speed < 0) {
    axis.impact = above / -speed;
    axis.exit = -below / -speed;
  } else {
    axis.impact = below / speed;
    axis.exit = -above / speed;
  }
  return axis;
}

SweptAabbReport sweepAabb(const Vec3& a_min, const Vec3& a_max, const Vec3& b_min, const Vec3& b_max,
                          const Vec3& velocity_of_b_from_a, double duration) {
  SweptAabbReport report;
  report.impact = -kInfinity;
  report.exit = kInfinity;
  for (int c = 0; c < 3; ++c) {
    SweptAxis& axis = report.axes[static_cast<std::size_t>(c)];
    axis = sweepInterval(a_min[c], a_max[c], b_min[c], b_max[c], velocity_of_b_from_a[c]);
    if (axis.impact > report.impact) {
      report.impact = axis.impact;
      report.impact_axis = c;
    }
    report.exit = std::min(report.exit, axis.exit);
  }
  if (report.impact < 0) report.impact_axis = -1;
  report.hit = report.impact <= report.exit && report.impact <= duration && report.exit >= 0;
  return report;
}

}  // namespace sepax
