#include "collide/sat/support_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "geom/convex.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

/// What a cylinder or cone shows along a direction with these parts along its axis and across it; unit together.
const char* nameOn(const Cylinder&, double along, double across) {
  if (across <= kContactSquare) return along > 0 ? "top" : "bottom";
  if (std::abs(along) <= kContactSquare) return "side";
  return along > 0 ? "top rim" : "bottom rim";
}

const char* nameOn(const Cone& cone, double along, double across) {
  if (across <= kContactSquare && along < 0) return "base";
  const double apex = 2 * cone.half_length * along - cone.radius * across;  // how much higher than the rim it stands
  if (std::abs(apex) <= kContactSquare * std::hypot(2 * cone.half_length, cone.radius)) return "side";
  return apex > 0 ? "apex" : "rim";
}

ContactFeature supportFeature(const ConvexFeatures& shape, const Vec3& direction, double size) {
  const Polytope& core = shape.core;
  const int highest = supportVertex(core, direction);
  const double least = dot(core.vertices[highest], direction) - kSupport * size;
  const auto reaches = [&](int v) { return dot(core.vertices[v], direction) >= least; };
  for (std::size_t f = 0; f < core.faces.size(); ++f) {
    if (std::all_of(core.faces[f].loop.begin(), core.faces[f].loop.end(), reaches)) return {FeatureKind::kFace, static_cast<int>(f)};
  }
  for (std::size_t e = 0; e < core.edges.size(); ++e) {
    if (reaches(core.edges[e].v0) && reaches(core.edges[e].v1)) return {FeatureKind::kEdge, static_cast<int>(e)};
  }
  return {FeatureKind::kVertex, highest};
}

}  // namespace

std::string supportFeatureName(char who, const PosedShape& shape, const Vec3& direction) {
  const double along = dot(shape.pose.rotation[1], direction), across = length(glm::cross(shape.pose.rotation[1], direction));
  if (const auto* cylinder = std::get_if<Cylinder>(&shape.shape)) return fmt::format("{} {}", who, nameOn(*cylinder, along, across));
  if (const auto* cone = std::get_if<Cone>(&shape.shape)) return fmt::format("{} {}", who, nameOn(*cone, along, across));
  const ConvexFeatures features = transformed(convexFeatures(shape.shape), shape.pose.rotation, Vec3{0.0});
  return featureName(who, supportFeature(features, direction, sizeOf(shape.shape)));
}

}  // namespace sepax
