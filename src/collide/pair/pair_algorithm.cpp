#include "collide/pair/pair_algorithm.h"

#include "geom/portable_math.h"
#include "geom/support.h"
#include "geom/tolerances.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sepax {

namespace {

PairReport reportOf(const historical::Measured& measured, const PosedShape& a, const PosedShape& b,
                    const PairSettings& settings) {
  PairReport report;
  PairAnswer& answer = report.answer;
  // When no axis gave a number, such code finds nothing that separates.
  answer.separation = std::isfinite(measured.separation) ? measured.separation : -std::numeric_limits<double>::max();
  answer.normal = measured.normal;
  answer.verdict = measured.verdict.value_or(verdictOf(answer.separation, touchingTolerance(a, b, settings)));
  if (answer.verdict == Verdict::kSeparated) answer.distance = std::max(0.0, answer.separation);
  const bool has_depth = answer.separation > -std::numeric_limits<double>::max();
  if (answer.verdict == Verdict::kOverlapping && has_depth)
    answer.mtv = answer.normal * std::max(0.0, -answer.separation);
  answer.closest_a = a.pose.position;
  answer.closest_b = b.pose.position;
  answer.has_points = false;
  return report;
}

}  // namespace

PairReport runConvex(const PairAlgorithm& algorithm, const PosedShape& a, const PosedShape& b,
                     const PairSettings& settings) {
  PairReport report =
      algorithm.run != nullptr ? algorithm.run(a, b, settings) : reportOf(algorithm.measure(a, b), a, b, settings);
  report.algorithm = algorithm.name;
  report.separation_kind = algorithm.separation_kind;
  return report;
}

ConvexFeatures featuresFrom(const PosedShape& shape, const Vec3& origin) {
  return transformed(convexFeatures(shape.shape), shape.pose.rotation, shape.pose.position - origin);
}

ConvexFeatures trueFeaturesFrom(const PosedShape& shape, const Vec3& origin) {
  return transformed(trueFeatures(shape.shape), shape.pose.rotation, shape.pose.position - origin);
}

double PairFrame::farthestCoordinate() const { return std::max(coreMap(a).extent(), coreMap(b).extent()); }

PairFrame pairFrame(const PosedShape& a, const PosedShape& b, const PairSettings& settings) {
  const Vec3& origin = a.pose.position;
  return {trueFeaturesFrom(a, origin), trueFeaturesFrom(b, origin), origin, pairSize(a, b),
          touchingTolerance(a, b, settings)};
}

double pairExtent(const PosedShape& a, const PosedShape& b) {
  const PairFrame frame = pairFrame(a, b);
  return frame.size + frame.farthestCoordinate();
}

namespace {

/// The feature of a cylinder or cone along a unit direction with these components along its axis and across it.
const char* nameOn(const Cylinder&, double along, double across) {
  if (across <= kContactPerpendicular) return along > 0 ? "top" : "bottom";
  if (std::abs(along) <= kContactPerpendicular) return "side";
  return along > 0 ? "top rim" : "bottom rim";
}

const char* nameOn(const Cone& cone, double along, double across) {
  if (across <= kContactPerpendicular && along < 0) return "base";
  const double apex = 2 * cone.half_length * along - cone.radius * across;  // how much higher it is than the rim
  if (std::abs(apex) <= kContactPerpendicular * portable::hypot(2 * cone.half_length, cone.radius)) return "side";
  return apex > 0 ? "apex" : "rim";
}

/// The feature of a tapered capsule, by how much farther its end is than its start.
template <Tapered S>
const char* nameOn(const S& s, double along) {
  const double lean = 2 * s.half_length * along + s.radius_end - s.radius_start;
  if (!isBall(s) && std::abs(lean) <= kContactPerpendicular * s.half_length) return "side";
  return lean > 0 ? "end" : "start";
}

ContactFeature supportFeature(const ConvexFeatures& shape, const Vec3& direction, double size) {
  const Polytope& core = shape.core;
  const int highest = supportVertex(core, direction);
  const double least = dot(core.vertices[highest], direction) - kSupport * size;
  const auto is_support = [&](int v) { return dot(core.vertices[v], direction) >= least; };
  for (std::size_t f = 0; f < core.faces.size(); ++f) {
    if (std::all_of(core.faces[f].loop.begin(), core.faces[f].loop.end(), is_support))
      return {FeatureKind::kFace, static_cast<int>(f)};
  }
  for (std::size_t e = 0; e < core.edges.size(); ++e) {
    if (is_support(core.edges[e].v0) && is_support(core.edges[e].v1)) return {FeatureKind::kEdge, static_cast<int>(e)};
  }
  return {FeatureKind::kVertex, highest};
}

std::string nameInShape(char who, ContactFeature feature, const PieceNumbers& numbers) {
  const auto at = static_cast<std::size_t>(feature.index);
  if (feature.kind == FeatureKind::kVertex && at < numbers.vertices.size()) feature.index = numbers.vertices[at];
  if (feature.kind == FeatureKind::kFace && numbers.face >= 0) feature.index = numbers.face;
  if (feature.kind == FeatureKind::kEdge && at < numbers.edges.size()) feature.index = numbers.edges[at];
  return feature.index < 0 ? fmt::format("{} cut", who) : featureName(who, feature);
}

std::string nameInPiece(char who, const PosedShape& shape, const Vec3& direction, const PieceNumbers& numbers) {
  const double along = dot(shape.pose.rotation[1], direction),
               across = length(glm::cross(shape.pose.rotation[1], direction));
  if (const auto* cylinder = coreIf<Cylinder>(shape.shape))
    return fmt::format("{} {}", who, nameOn(*cylinder, along, across));
  if (const auto* cone = coreIf<Cone>(shape.shape)) return fmt::format("{} {}", who, nameOn(*cone, along, across));
  if (const auto* s = std::get_if<TaperedCapsule>(&shape.shape)) return fmt::format("{} {}", who, nameOn(*s, along));
  if (const auto* s = std::get_if<TaperedCapsule2>(&shape.shape)) {
    return fmt::format("{} {}", who, nameOn(*s, dot(shape.pose.rotation[0], direction)));
  }
  const ConvexFeatures features = trueFeaturesFrom(shape, shape.pose.position);
  if (features.curved) {  // an ellipsoid: the others are done
    const double extent = length(features.curved->halfAlong(direction));
    const bool is_face =
        !features.face_axes.empty() && extent <= kContactPerpendicular * features.curved->longestHalfAxis();
    return fmt::format("{} {}", who, is_face ? "face 0" : "surface");
  }
  return nameInShape(who, supportFeature(features, direction, sizeOf(shape.shape)), numbers);
}

}  // namespace

std::string supportFeatureName(char who, const PosedShape& shape, const Vec3& direction, const PieceNumbers& numbers) {
  const std::string name = nameInPiece(who, shape, direction, numbers);
  return numbers.child.empty() ? name : fmt::format("{} of \"{}\"", name, numbers.child);
}

}  // namespace sepax
