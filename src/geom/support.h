#pragma once

#include "geom/aabb.h"
#include "geom/convex.h"
#include "geom/polytope.h"
#include "geom/shape.h"

#include <span>
#include <string>
#include <vector>

namespace sepax {

/// The kind of core that a support point lies on.
enum class SupportKind {
  kVertices,   ///< a polytope, segment or point: `feature` is the vertex' index in the convex features
  kCylinder,   ///< `feature` 0 the bottom rim, 1 the top rim
  kCone,       ///< `feature` 0 the rim of the base, 1 the apex
  kDrop,       ///< of a tapered capsule; `feature` 0 its start, 1 its end
  kEllipsoid,  ///< `feature` 0, the surface
};

/// The farthest point of a core along a direction.
struct SupportPoint {
  Vec3 point{0.0};
  int feature = 0;
};

/// "3", "bottom", "top", "base", "apex", "start", "end", "surface": what a support point is called behind its shape's
/// letter.
[[nodiscard]] std::string supportName(SupportKind kind, int feature);

/// A posed convex shape as GJK sees it: a core that answers only "which point of yours is farthest this way?", and a
/// radius around it. Unlike the convex features, cylinders, cones, tapered capsules and ellipsoids are themselves here
/// and not the polytopes around them. Concave shapes give their convex features (supportPoint() is exact for compounds
/// too).
class SupportMap {
 public:
  /// body → offset + rotation · body.
  SupportMap(const Shape& shape, const Mat3& rotation, const Vec3& offset);

  explicit SupportMap(const CurvedCore& core);

  /// A polytope by its vertices (at least one) in their own frame, without a copy: they must outlive the map and its
  /// copies. The radius is zero.
  [[nodiscard]] static SupportMap viewOf(std::span<const Vec3> vertices);

  /// Farthest point of the core along `direction` (any length but zero); the first vertex among equals, on a cylinder
  /// whose axis is perpendicular to the direction a point of the top rim, of an elliptic disc seen from above a point
  /// of its rim.
  [[nodiscard]] SupportPoint operator()(const Vec3& direction) const;

  /// The core rotated and moved: point → offset + rotation · point. A view becomes a map with vertices of its own.
  [[nodiscard]] SupportMap moved(const Mat3& rotation, const Vec3& offset) const;

  [[nodiscard]] double radius() const { return radius_; }
  [[nodiscard]] bool planar() const { return planar_; }
  [[nodiscard]] SupportKind kind() const { return kind_; }
  /// The core of a cylinder, cone, sphere cone or ellipsoid.
  [[nodiscard]] const CurvedCore& curvedCore() const { return curved_; }
  /// The vertices of other cores.
  [[nodiscard]] std::span<const Vec3> vertices() const {
    return viewed_.empty() ? std::span<const Vec3>(owned_) : viewed_;
  }
  /// Where the body's origin lies.
  [[nodiscard]] const Vec3& centre() const { return curved_.centre; }
  /// No coordinate of the core is larger, metres; for polytopes the largest itself.
  [[nodiscard]] double extent() const;

 private:
  SupportMap() = default;

  SupportKind kind_ = SupportKind::kVertices;
  std::vector<Vec3> owned_;  ///< in the map's frame
  std::span<const Vec3> viewed_;
  CurvedCore curved_;  ///< of cylinder, cone, sphere cone and ellipsoid; else where the body is
  double radius_ = 0;
  bool planar_ = false;
};

[[nodiscard]] inline SupportMap supportOf(const PosedShape& posed) {
  return {posed.shape, posed.pose.rotation, posed.pose.position};
}

/// The core of the features as GJK sees it, without a copy: the features must outlive the map and its copies. The map's
/// radius is zero.
[[nodiscard]] SupportMap coreMap(const ConvexFeatures& features);

/// The farthest point of a shape along a unit direction, world; its radius included.
[[nodiscard]] Vec3 supportPoint(const Shape& shape, const Pose& pose, const Vec3& direction);

/// The box around a posed shape, world space, grown by a few units in the last place: no point of the shape as any test
/// of ours rounds it is outside. Tight but for that; a mesh's is that of its hull. Planar shapes have z from 0 to 0,
/// grown as well.
[[nodiscard]] MinMaxBox boundsOf(const Shape& shape, const Pose& pose);

/// The box around convex features with their radius, in their frame, as the sums come out.
[[nodiscard]] MinMaxBox boundsOf(const ConvexFeatures& features);

/// The box around a support map with its radius, in the map's frame, as the sums come out.
[[nodiscard]] MinMaxBox boundsOf(const SupportMap& map);

}  // namespace sepax
