#pragma once

#include "geom/oriented_box.h"

#include <array>
#include <optional>

namespace sepax {

/// Where two oriented boxes meet, without the explanation of Manifold (collide/contacts/manifold.h).
struct BoxManifold {
  struct Point {
    Vec3 position{0.0};     ///< midway between the surfaces
    double separation = 0;  ///< metres along the normal, negative inside
  };
  static constexpr std::size_t kMaxPoints = 8;

  Vec3 normal{0.0};       ///< unit, from A to B
  double separation = 0;  ///< metres: the largest over the axes, negative when overlapping
  std::size_t count = 0;
  std::array<Point, kMaxPoints> points;
};

/// The contacts of two boxes that overlap or are at most `touching` metres apart; false, and nothing in `out`, when
/// they are farther apart.
///
/// Doubles over the fifteen axes (Gottschalk 1996), each normalised, ending at the first that separates. On the axis of
/// a face the other box's most opposed face is clipped against its sides (Sutherland and Hodgman 1974), all points that
/// are not above the face are kept: at most eight, not reduced to four as the reference's. Two edges give one point,
/// where their lines are nearest. The reference (collide/contacts) gives two for edges within 0.05 of parallel.
///
/// Edges within 1e-8 of parallel have no axis, and an edge axis has to separate more than the faces' by 1e-7 of size:
/// what is lost is no more than that. At least one point; the deepest has the separation.
[[nodiscard]] bool boxManifold(const OrientedBox& a, const OrientedBox& b, double touching, BoxManifold& out);

/// The oriented box of a box in space at a pose.
[[nodiscard]] OrientedBox orientedBoxOf(const Vec3& half_extents, const Pose& pose);

}  // namespace sepax
