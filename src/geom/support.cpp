#include "geom/support.h"

#include "geom/compound_data.h"
#include "geom/convex.h"
#include "geom/portable_math.h"
#include "geom/rounded.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <variant>

namespace sepax {

std::string supportName(SupportKind kind, int feature) {
  switch (kind) {
    case SupportKind::kCylinder:
      return feature == 0 ? "bottom" : "top";
    case SupportKind::kCone:
      return feature == 0 ? "base" : "apex";
    case SupportKind::kDrop:
      return feature == 0 ? "start" : "end";
    case SupportKind::kEllipsoid:
      return "surface";
    case SupportKind::kVertices:
      break;
  }
  return fmt::format("{}", feature);
}

namespace {

/// The vertices of kinds whose features need not be made for them, in the features' order; of a box in `corners`.
std::span<const Vec3> knownVertices(const Shape& shape, std::array<Vec3, 8>& corners) {
  if (const auto* hull = coreIf<Hull>(shape)) return hull->data->polytope.vertices;
  if (const auto* triangle = coreIf<Triangle>(shape)) return triangle->vertices;
  if (const auto* box = coreIf<Box>(shape)) {
    for (int v = 0; v < 8; ++v) corners[v] = boxCorner(box->half_extents, v);
    return corners;
  }
  const MeshData* const mesh = trianglesOf(shape);
  return mesh != nullptr ? std::span<const Vec3>(mesh->hull.vertices) : std::span<const Vec3>{};
}

}  // namespace

SupportMap::SupportMap(const Shape& shape, const Mat3& rotation, const Vec3& offset) : planar_(isPlanar(shape)) {
  std::array<Vec3, 8> corners;
  if (const std::span<const Vec3> known = knownVertices(shape, corners); !known.empty()) {
    owned_.assign(known.begin(), known.end());
    for (Vec3& v : owned_) v = offset + rotation * v;
    curved_.centre = offset;
    curved_.rotation = rotation;
    radius_ = marginOf(shape);
    return;
  }
  ConvexFeatures features = transformed(trueFeatures(shape), rotation, offset);
  if (features.curved) {
    *this = SupportMap(*features.curved);
    radius_ = features.radius;
    planar_ = features.planar;
    return;
  }
  curved_.centre = offset;
  curved_.rotation = rotation;
  owned_ = std::move(features.core.vertices);
  radius_ = features.radius;
}

SupportMap::SupportMap(const CurvedCore& core) : curved_(core) {
  static constexpr SupportKind kKinds[] = {SupportKind::kCylinder, SupportKind::kCone, SupportKind::kDrop,
                                           SupportKind::kEllipsoid};
  kind_ = kKinds[static_cast<int>(core.kind)];
}

SupportMap coreMap(const ConvexFeatures& features) {
  return features.curved ? SupportMap(*features.curved) : SupportMap::viewOf(features.core.vertices);
}

namespace {

SupportPoint supportOfSphereCone(const CurvedCore& cone, const Vec3& direction) {
  const double size = length(direction);
  const bool is_tip = 2 * cone.half_length * dot(cone.axis(), direction) > cone.radius * size;
  const Vec3 point = is_tip ? cone.top() : cone.bottom() + direction * (size > 0 ? cone.radius / size : 0);
  return {point, is_tip != cone.points_back ? 1 : 0};
}

/// Where the normal is the direction (van den Bergen 2003, 4.3.4). For a disc seen along its normal, where every point
/// is farthest, a point of its rim.
SupportPoint supportOfEllipsoid(const CurvedCore& ellipsoid, const Vec3& direction) {
  const Vec3 otherwise = ellipsoid.half_axes.x > 0 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 on_ball = normalizedOr(ellipsoid.halfAlong(direction), otherwise);
  return {ellipsoid.centre + ellipsoid.rotation * (ellipsoid.half_axes * on_ball), 0};
}

}  // namespace

SupportMap SupportMap::viewOf(std::span<const Vec3> vertices) {
  SupportMap out;
  out.viewed_ = vertices;
  return out;
}

double SupportMap::extent() const {
  if (kind_ != SupportKind::kVertices) {
    return largest(curved_.centre) + curved_.half_length + curved_.radius + curved_.longestHalfAxis();
  }
  double extent = 0;
  for (const Vec3& v : vertices()) extent = std::max(extent, largest(v));
  return extent;
}

SupportMap SupportMap::moved(const Mat3& rotation, const Vec3& offset) const {
  SupportMap out;
  out.kind_ = kind_;
  out.curved_ = curved_;
  out.radius_ = radius_;
  out.planar_ = planar_;
  out.owned_.assign(vertices().begin(), vertices().end());
  for (Vec3& v : out.owned_) v = offset + rotation * v;
  out.curved_.rotation = rotation * curved_.rotation;
  out.curved_.centre = offset + rotation * curved_.centre;
  return out;
}

SupportPoint SupportMap::operator()(const Vec3& direction) const {
  if (kind_ == SupportKind::kVertices) {
    const std::span<const Vec3> points = vertices();
    int best = 0;
    double extent = dot(points[0], direction);
    for (int v = 1; v < static_cast<int>(points.size()); ++v) {
      if (const double r = dot(points[v], direction); r > extent) {
        extent = r;
        best = v;
      }
    }
    return {points[best], best};
  }
  if (kind_ == SupportKind::kDrop) return supportOfSphereCone(curved_, direction);
  if (kind_ == SupportKind::kEllipsoid) return supportOfEllipsoid(curved_, direction);
  const auto& [kind, centre, rotation, half_length, rim_radius, points_back, half_axes] = curved_;
  const Vec3 d{dot(rotation[0], direction), dot(rotation[1], direction), dot(rotation[2], direction)};
  const double across = portable::hypot(d.x, d.z);
  // Along its axis a whole disc is farthest; any of its points will do, and the rim is where its corners are.
  const Vec3 rim =
      across > 0 ? Vec3{rim_radius * (d.x / across), 0, rim_radius * (d.z / across)} : Vec3{rim_radius, 0, 0};
  int feature = 0;
  if (kind == CurvedKind::kCylinder) {
    feature = d.y >= 0 ? 1 : 0;
  } else {
    feature = 2 * half_length * d.y > rim_radius * across ? 1 : 0;  // the apex is h·y high, the rim r·across − h·y
  }
  const bool at_apex = kind == CurvedKind::kCone && feature == 1;
  const Vec3 point = (at_apex ? Vec3{0.0} : rim) + Vec3{0, feature == 1 ? half_length : -half_length, 0};
  return {centre + rotation * point, feature};
}

Vec3 supportPoint(const Shape& shape, const Pose& pose, const Vec3& direction) {
  if (const CompoundData* const compound = childrenOf(shape)) {
    Vec3 best{0.0};
    double extent = -std::numeric_limits<double>::infinity();
    for (const CompoundChild& child : compound->children) {
      const Vec3 own = supportPoint(child.shape, composed(pose, child.pose), direction);
      if (dot(own, direction) <= extent) continue;
      best = own;
      extent = dot(own, direction);
    }
    return best;
  }
  const SupportMap map(shape, pose.rotation, pose.position);
  return map(direction).point + direction * map.radius();
}

namespace {

/// The rounding that a product and a few sums may add, as a share of the largest length involved.
constexpr double kRounding = 16 * std::numeric_limits<double>::epsilon();

/// Half the sides of the box around a rotated one (Ericson 2005, 4.2.6).
Vec3 rotatedHalf(const Mat3& rotation, const Vec3& half) {
  Vec3 out{0.0};
  for (int c = 0; c < 3; ++c) out += glm::abs(rotation[c]) * half[c];
  return out;
}

MinMaxBox around(const Vec3& centre, const Vec3& half) { return {centre - half, centre + half}; }

MinMaxBox grown(MinMaxBox box) {
  for (int c = 0; c < 3; ++c) {
    const double slack = kRounding * (std::abs(box.min[c]) + std::abs(box.max[c]) + (box.max[c] - box.min[c]));
    box.min[c] -= slack;
    box.max[c] += slack;
  }
  return box;
}

/// Everything, but for what is above a plane along the world's axes.
MinMaxBox ofHalfSpace(const Pose& pose) {
  MinMaxBox box{Vec3{-kInfinity}, Vec3{kInfinity}};
  const Vec3 normal = halfSpaceNormal(pose);
  for (int c = 0; c < 3; ++c) {
    if (normal[c] == 1) box.max[c] = pose.position[c] + kRounding * std::abs(pose.position[c]);
    if (normal[c] == -1) box.min[c] = pose.position[c] - kRounding * std::abs(pose.position[c]);
  }
  return box;
}

}  // namespace

MinMaxBox boundsOf(const Shape& shape, const Pose& pose) {
  if (isUnbounded(shape)) return ofHalfSpace(pose);
  // Crowds are of these; the others take ten times as long.
  if (const auto* box = std::get_if<Box>(&shape))
    return grown(around(pose.position, rotatedHalf(pose.rotation, box->half_extents)));
  if (const auto* sphere = std::get_if<Sphere>(&shape)) return grown(around(pose.position, Vec3{sphere->radius}));
  if (const CompoundData* const compound = childrenOf(shape)) {
    MinMaxBox all;
    for (const CompoundChild& child : compound->children) {
      const MinMaxBox own = boundsOf(child.shape, composed(pose, child.pose));
      all = {glm::min(all.min, own.min), glm::max(all.max, own.max)};
    }
    return all;
  }
  return grown(boundsOf(SupportMap(shape, pose.rotation, pose.position)));
}

MinMaxBox boundsOf(const ConvexFeatures& features) {
  const MinMaxBox box = boundsOf(features.core.vertices);
  const Vec3 extent{features.radius, features.radius, features.planar ? 0 : features.radius};
  return {box.min - extent, box.max + extent};
}

MinMaxBox boundsOf(const SupportMap& map) {
  MinMaxBox box;
  for (int c = 0; c < 3; ++c) {
    Vec3 axis{0.0};
    axis[c] = 1;
    const double radius = map.planar() && c == 2 ? 0 : map.radius();
    box.min[c] = map(-axis).point[c] - radius;
    box.max[c] = map(axis).point[c] + radius;
  }
  return box;
}

}  // namespace sepax
