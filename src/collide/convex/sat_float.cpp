#include "collide/convex/sat_float.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "collide/convex/sat_pair.h"
#include "collide/sat/sat.h"
#include "geom/convex.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

using FloatVec = glm::vec3;

float dot(const FloatVec& a, const FloatVec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

FloatVec crossOf(const FloatVec& p, const FloatVec& q) {
  return {p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
}

FloatVec rounded(const Vec3& v) { return FloatVec(v); }

struct FloatShape {
  std::vector<FloatVec> vertices;
  float radius = 0;
  /// For cylinders and cones: the vertices are the ends of the axis, around which there are discs of these radii.
  FloatVec axis{0.0F};
  std::array<float, 2> discs{};
  float ball = 0;  ///< of a tapered capsule: the radius around the first of the ends, without `radius`
  std::array<FloatVec, 3> half_axes{FloatVec{0.0F}, FloatVec{0.0F},
                                    FloatVec{0.0F}};  ///< of an ellipsoid, around the first vertex
};

FloatShape roundedShape(const ConvexFeatures& features, double unit) {
  FloatShape out;
  for (const Vec3& v : features.core.vertices) out.vertices.push_back(rounded(v / unit));
  out.radius = static_cast<float>(features.radius / unit);
  if (features.curved) {
    const auto disc = static_cast<float>(features.curved->radius / unit);
    if (features.curved->kind == CurvedKind::kDrop) {
      out.ball = disc;
      return out;
    }
    if (features.curved->kind == CurvedKind::kEllipsoid) {
      for (int c = 0; c < 3; ++c) {
        out.half_axes[static_cast<std::size_t>(c)] =
            rounded(features.curved->rotation[c] * (features.curved->half_axes[c] / unit));
      }
      return out;
    }
    out.axis = rounded(features.curved->axis());
    out.discs = {disc, features.curved->kind == CurvedKind::kCylinder ? disc : 0.0F};
  }
  return out;
}

struct FloatInterval {
  float min = std::numeric_limits<float>::infinity(), max = -std::numeric_limits<float>::infinity();
};

FloatInterval project(const FloatShape& shape, const FloatVec& direction) {
  FloatInterval out;
  const FloatVec cross = crossOf(shape.axis, direction);
  const float across = std::sqrt(dot(cross, cross));
  float surface = 0;
  for (const FloatVec& half : shape.half_axes) surface += dot(half, direction) * dot(half, direction);
  surface = std::sqrt(surface);
  for (std::size_t i = 0; i < shape.vertices.size(); ++i) {
    const float h = dot(shape.vertices[i], direction);
    const float disc = i < 2 ? shape.discs[i] * across + (i == 0 ? shape.ball + surface : 0) : 0;
    out.min = std::min(out.min, h - disc);
    out.max = std::max(out.max, h + disc);
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
      const FloatVec cross = crossOf(p, q);
      const float length = std::sqrt(dot(cross, cross));
      return length > static_cast<float>(kParallelEdgesFloat) ? cross / length : FloatVec{0.0F};
    }
    default:  // found by searching, with no features to compute it from
      break;
  }
  return rounded(axis.direction);
}

/// To the 24 bits of a float, whatever the exponent.
double roundedToFloat(double x) {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  return std::ldexp(static_cast<double>(static_cast<float>(mantissa)), exponent);
}

/// Farthest distance of a core vertex from the body's origin.
double leverOf(const Shape& shape) {
  double lever = 0;
  for (const Vec3& v : convexFeatures(shape).core.vertices) lever = std::max(lever, length(v));
  return lever;
}

Vec3 roundedToFloat(const Vec3& v) { return {roundedToFloat(v.x), roundedToFloat(v.y), roundedToFloat(v.z)}; }

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
    if (const FloatVec direction = floatDirection(axis, frame.a, frame.b); direction != FloatVec{0.0F})
      offer(direction);
  }
  // All edges parallel to floats, and no other axis: any direction is better than none.
  if (!std::isfinite(best)) offer(rounded(decidingAxis(sat).direction));

  PairReport report;
  PairAnswer& answer = report.answer;
  answer.normal = normal;
  answerClosest(frame.a, frame.b, frame.origin, answer, std::nullopt);
  answer.separation = static_cast<double>(best) * unit;
  answer.distance = answer.separation > 0 ? std::max(answer.separation, answer.distance) : 0;
  answer.verdict = verdictOf(answer.separation, frame.touching);
  if (answer.verdict == Verdict::kOverlapping) answer.mtv = normal * -answer.separation;
  return report;
}

PairReport runSatFloatWorld(const PosedShape& a, const PosedShape& b, const PairSettings& settings) {
  const auto held = [](const PosedShape& shape) {
    const Mat3& m = shape.pose.rotation;
    // Rounded columns are not quite at right angles: the rotation next to them is what an engine's quaternion would
    // give.
    return Pose{roundedToFloat(shape.pose.position),
                nearestRotation(Mat3{roundedToFloat(m[0]), roundedToFloat(m[1]), roundedToFloat(m[2])})};
  };
  const Pose pose_a = held(a), pose_b = held(b);
  const Vec3 difference = roundedToFloat(pose_b.position - pose_a.position);
  PairReport report =
      runSatFloat({a.shape, {Vec3{0.0}, pose_a.rotation}}, {b.shape, {difference, pose_b.rotation}}, settings);
  report.answer.closest_a += pose_a.position;
  report.answer.closest_b += pose_a.position;
  // Half a unit in the last place of both positions and of their difference, and of the rotations at the ends of the
  // shapes.
  const double lever = leverOf(a.shape) + leverOf(b.shape);
  report.answer.error = (2 * (length(a.pose.position) + length(b.pose.position)) + 4 * lever) * std::ldexp(1.0, -24);
  return report;
}

}  // namespace sepax
