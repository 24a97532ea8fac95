#include "geom/support.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "geom/convex.h"

namespace sepax {

std::string supportName(SupportKind kind, int feature) {
  switch (kind) {
    case SupportKind::kCylinder:
      return feature == 0 ? "bottom" : "top";
    case SupportKind::kCone:
      return feature == 0 ? "base" : "apex";
    case SupportKind::kVertices:
      break;
  }
  return fmt::format("{}", feature);
}

SupportMap::SupportMap(const Shape& shape, const Mat3& rotation, const Vec3& offset) : rotation_(rotation), offset_(offset) {
  planar_ = isPlanar(shape);
  if (const auto* cylinder = std::get_if<Cylinder>(&shape)) {
    kind_ = SupportKind::kCylinder;
    half_length_ = cylinder->half_length;
    rim_ = cylinder->radius;
  } else if (const auto* cone = std::get_if<Cone>(&shape)) {
    kind_ = SupportKind::kCone;
    half_length_ = cone->half_length;
    rim_ = cone->radius;
  } else {
    ConvexFeatures features = transformed(convexFeatures(shape), rotation, offset);
    owned_ = std::move(features.core.vertices);
    radius_ = features.radius;
  }
}

SupportMap SupportMap::viewOf(const Polytope& polytope) {
  SupportMap out;
  out.viewed_ = polytope.vertices;
  return out;
}

double SupportMap::extent() const {
  const auto largest = [](const Vec3& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); };
  if (kind_ != SupportKind::kVertices) return largest(offset_) + half_length_ + rim_;
  double extent = 0;
  for (const Vec3& v : vertices()) extent = std::max(extent, largest(v));
  return extent;
}

SupportMap SupportMap::moved(const Mat3& rotation, const Vec3& offset) const {
  SupportMap out = *this;
  out.owned_.assign(vertices().begin(), vertices().end());
  out.viewed_ = {};
  for (Vec3& v : out.owned_) v = offset + rotation * v;
  out.rotation_ = rotation * rotation_;
  out.offset_ = offset + rotation * offset_;
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
  const Vec3 d{dot(rotation_[0], direction), dot(rotation_[1], direction), dot(rotation_[2], direction)};
  const double across = std::hypot(d.x, d.z);
  // Along its axis a whole disc is farthest; any of its points will do, and the rim is where its corners are.
  const Vec3 rim = across > 0 ? Vec3{rim_ * (d.x / across), 0, rim_ * (d.z / across)} : Vec3{rim_, 0, 0};
  int feature = 0;
  if (kind_ == SupportKind::kCylinder) {
    feature = d.y >= 0 ? 1 : 0;
  } else {
    feature = 2 * half_length_ * d.y > rim_ * across ? 1 : 0;  // the apex is h·y high, the rim r·across − h·y
  }
  const bool at_apex = kind_ == SupportKind::kCone && feature == 1;
  const Vec3 point = (at_apex ? Vec3{0.0} : rim) + Vec3{0, feature == 1 ? half_length_ : -half_length_, 0};
  return {offset_ + rotation_ * point, feature};
}

Vec3 supportPoint(const Shape& shape, const Pose& pose, const Vec3& direction) {
  const SupportMap map(shape, pose.rotation, pose.position);
  return map(direction).point + direction * map.radius();
}

}  // namespace sepax
