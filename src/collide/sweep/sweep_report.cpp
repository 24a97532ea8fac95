#include "collide/sweep/sweep_report.h"

namespace sepax {

Mat3 rotationAfter(const Vec3& angular, double time) {
  const double spin = length(angular);
  if (spin * time == 0) return Mat3{1.0};
  return matrixOf(quaternionAbout(normalizedOr(angular, {0, 0, 1}), spin * time));
}

Pose poseAt(const Pose& start, const Motion& motion, double time) {
  const Vec3 about = motion.about.value_or(start.position);
  const Mat3 rotation = rotationAfter(motion.angular, time);
  return {about + time * motion.linear + rotation * (start.position - about), rotation * start.rotation};
}

}  // namespace sepax
