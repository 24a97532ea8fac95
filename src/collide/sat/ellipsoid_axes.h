#pragma once

#include "collide/sat/axis_id.h"
#include "core/kept.h"
#include "geom/convex.h"

namespace sepax {

/// A direction in which a cylinder, cone, sphere cone or ellipsoid may be least deep in another shape; of either sense.
struct CurvedAxis {
  AxisId id;
  Vec3 direction{0.0};  ///< unit, in the shapes' frame
};

/// curvedAxes() (curved_axes.h) of two shapes of which one at least is an ellipsoid or ellipse.
///
/// Complete when the shapes overlap: along a unit direction the Minkowski difference extends by the ellipsoid's |E Rᵀ
/// L| and by what of the other is farthest, and where that is least locally it is
///  - on a corner, rim, ball or ellipsoid of the other, where the sum is smooth on the sphere of directions: by
///  Newton's method from
///    several places (collide/gjk/smooth_gap.h). Around a corner there are two minima at most, on either side of the
///    ellipsoid's shortest axis; for other parts the starts are spread over both surfaces and the best of them taken;
///  - on an edge or lateral surface: a function of one angle (circle_minima.h);
///  - on a face or cap, whose normals are candidates anyway.
/// Directions in which the feature is not the other's farthest are left out.
[[nodiscard]] Kept<CurvedAxis> ellipsoidAxes(const ConvexFeatures& a, const ConvexFeatures& b);

[[nodiscard]] inline bool isEllipsoid(const ConvexFeatures& shape) {
  return shape.curved && shape.curved->kind == CurvedKind::kEllipsoid;
}

}  // namespace sepax
