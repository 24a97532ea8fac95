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

/// Adds a shape's translucent surface and its crisp edges. `features` are its convex features in world space.
void addShape(DrawList& list, const PosedShape& posed, const ConvexFeatures& features, const ShapeStyle& style, const Camera& camera);

/// Adds a shape's edges alone, dashed: where it would be.
void addDashedEdges(DrawList& list, const PosedShape& posed, const ConvexFeatures& features, Colour colour, const Camera& camera);

/// Adds a polygon's fill as a fan.
void addFan(std::vector<FillVertex>& fills, const DrawList& list, const std::vector<Vec3>& loop, const Vec3& normal, Colour colour);

void addLine(DrawList& list, const Vec3& from, const Vec3& to, Colour colour, float width_px, Layer layer, float dash_px = 0);

/// A closed or open polyline.
void addPolyline(DrawList& list, const std::vector<Vec3>& points, bool closed, Colour colour, float width_px, Layer layer);

}  // namespace sepax
