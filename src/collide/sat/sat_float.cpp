#include "collide/sat/sat_float.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "collide/sat/sat.h"
#include "collide/sat_pair.h"
#include "geom/convex.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

using FloatVec = glm::vec3;

float dot(const FloatVec& a, const FloatVec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

FloatVec rounded(const Vec3& v) { return FloatVec(v); }

struct FloatShape {
  std::vector<FloatVec> vertices;
  float radius = 0;
};

FloatShape roundedShape(const ConvexFeatures& features, double unit) {
  FloatShape out;
  for (const Vec3& v : features.core.vertices) out.vertices.push_back(rounded(v / unit));
  out.radius = static_cast<float>(features.radius / unit);
  return out;
}

struct FloatInterval {
  float min = std::numeric_limits<float>::infinity(), max = -std::numeric_limits<float>::infinity();
};

FloatInterval project(const FloatShape& shape, const FloatVec& direction) {
  FloatInterval out;
  for (const FloatVec& v : shape.vertices) {
    const float h = dot(v, direction);
    out.min = std::min(out.min, h);
    out.max = std::max(out.max, h);
  }
  return {out.min - shape.radius, out.max + shape.radius};
}

const AxisFeature& featureOf(const std::vector<AxisFeature>& axes, int feature) {
  if (feature < static_cast<int>(axes.size()) && axes[feature].feature == feature) return axes[feature];
  return *std::find_if(axes.begin(), axes.end(), [&](const AxisFeature& axis) { return axis.feature == feature; });
}

/// The axis as floats give it; zero when they give none.
FloatVec floatDirection(const SatAxis& axis, const ConvexFeatures& a, const ConvexFeatures& b) {
  switch (axis.id.kind) {
    case AxisKind::kFaceA:
      return rounded(featureOf(a.face_axes, axis.id.feature_a).direction);
    case AxisKind::kFaceB:
      return rounded(featureOf(b.face_axes, axis.id.feature_b).direction);
    case AxisKind::kEdgePair: {
      const FloatVec p = rounded(featureOf(a.edge_axes, axis.id.feature_a).direction),
                     q = rounded(featureOf(b.edge_axes, axis.id.feature_b).direction);
      const FloatVec cross{p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
      const float length = std::sqrt(dot(cross, cross));
      return length > static_cast<float>(kParallelEdgesFloat) ? cross / length : FloatVec{0.0F};
    }
    default:  // found by searching, with no features to compute it from
      break;
  }
  return rounded(axis.direction);
}

}  // namespace

PairReport runSatFloat(const PosedShape& a, const PosedShape& b, const PairSettings& settings) {
  const PairFrame frame = pairFrame(a, b, settings);
  const SatReport sat = satReport(frame.a, frame.b, frame.origin, frame.size, frame.touching);
  // Scaled so that no coordinate leaves the range of floats.
  double unit = std::max(frame.size, frame.farthestCoordinate());
  if (!(unit > 0)) unit = 1;
  const FloatShape shape_a = roundedShape(frame.a, unit), shape_b = roundedShape(frame.b, unit);

  float best = -std::numeric_limits<float>::infinity();
  Vec3 normal{1, 0, 0};
  const auto offer = [&](const FloatVec& direction) {
    const FloatInterval on_a = project(shape_a, direction), on_b = project(shape_b, direction);
    const float forward = on_b.min - on_a.max, backward = on_a.min - on_b.max;
    if (std::max(forward, backward) <= best) return;
    best = std::max(forward, backward);
    normal = normalizedOr(forward >= backward ? Vec3(direction) : -Vec3(direction), Vec3{1, 0, 0});
  };
  for (const SatAxis& axis : sat.axes) {
    if (axis.state == AxisState::kDegenerate) continue;
    if (const FloatVec direction = floatDirection(axis, frame.a, frame.b); direction != FloatVec{0.0F}) offer(direction);
  }
  // All edges parallel to floats, and no other axis: any direction is better than none.
  if (!std::isfinite(best)) offer(rounded(decidingAxis(sat).direction));

  PairReport report = emptyReport(a, b);
  PairAnswer& answer = report.answer;
  answerClosest(frame, answer);
  answer.separation = static_cast<double>(best) * unit;
  answer.distance = answer.separation > 0 ? std::max(answer.separation, answer.distance) : 0;
  answer.verdict = verdictOf(answer.separation, frame.touching);
  answer.normal = normal;
  if (answer.verdict == Verdict::kOverlapping) answer.mtv = normal * -answer.separation;
  return report;
}

}  // namespace sepax
