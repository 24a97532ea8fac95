#pragma once

#include "draw/camera.h"
#include "draw/rounded_picture.h"
#include "geom/convex.h"

#include <optional>

namespace sepax {

/// How a shape is painted.
struct ShapeStyle {
  Colour colour;                       ///< of its edges
  double fill = 0.3;                   ///< opacity of its surface
  float edge_px = 2;                   ///< of its outline; edges within it are finer
  std::optional<Colour> surface = {};  ///< nullopt: as the edges
  bool cuts = false;                   ///< shows where a concave polygon is cut into convex pieces
};

/// A shape's convex features in world space.
[[nodiscard]] ConvexFeatures worldFeatures(const PosedShape& posed);

/// Adds a shape's translucent surface and its crisp edges. `features` are its convex features in world space.
void addShape(DrawList& list, const PosedShape& posed, const ConvexFeatures& features, const ShapeStyle& style,
              const Camera& camera);

/// Adds a shape's edges alone, dashed: where it would be.
void addDashedEdges(DrawList& list, const PosedShape& posed, const ConvexFeatures& features, Colour colour,
                    const Camera& camera);

/// Adds the name of a body, centred; a long one abridged.
void addBodyLabel(DrawList& list, const Vec3& at, const std::string& id, Colour colour, int priority);

}  // namespace sepax
