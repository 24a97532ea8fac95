#pragma once

#include "collide/pair.h"
#include "draw/camera.h"
#include "draw/draw_list.h"
#include "geom/convex.h"

namespace sepax {

/// How a shape is painted.
struct ShapeStyle {
  Colour colour;
  double fill = 0.3;  ///< opacity of its surface
  float edge_px = 1.8f;
  bool cuts = false;  ///< shows where a concave polygon is cut into convex pieces
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

/// Adds a convex polygon's fill as a fan. `loop` in world space in order, `normal` unit or zero (unlit).
void addFan(std::vector<FillVertex>& fills, const DrawList& list, const std::vector<Vec3>& loop, const Vec3& normal,
            Colour colour);

/// World points; width and dash in pixels of the list, 0 = solid.
void addLine(DrawList& list, const Vec3& from, const Vec3& to, Colour colour, float width_px, Layer layer,
             float dash_px = 0);

enum class Polyline { kOpen, kClosed };
/// Adds points joined in order; a closed polyline of three and more also from the last to the first. `width_px` in
/// pixels of the list.
void addPolyline(DrawList& list, const std::vector<Vec3>& points, Polyline polyline, Colour colour, float width_px,
                 Layer layer);

}  // namespace sepax
