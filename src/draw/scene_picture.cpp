#include "draw/scene_picture.h"

#include <algorithm>
#include <cmath>

#include "draw/axis_picture.h"
#include "draw/grid_picture.h"
#include "draw/shape_picture.h"
#include "geom/convex.h"

namespace sepax {

namespace {

ConvexFeatures worldFeatures(const PlacedShape& shape) {
  return placed(convexFeatures(shape.shape), shape.pose.rotation, shape.pose.position);
}

void addBodies(DrawList& list, const PictureInput& input, const Camera& camera, const std::string& a, const std::string& b) {
  const Palette& palette = paletteOf(input.theme);
  for (const Body& body : input.document->bodies) {
    if (!body.visible) continue;
    const PlacedShape shape = placedShape(body);
    ShapeStyle style;
    style.colour = bodyColour(palette, *input.document, body, a, b);
    const bool in_pair = body.id == a || body.id == b || a.empty();
    if (!in_pair) style.fill = 0.12;
    if (body.id == input.hovered) style.fill += 0.1;
    if (body.id == input.selected) style.edge_px = 2.6f;
    addShape(list, shape, worldFeatures(shape), style, camera);
    if (input.options.labels) list.labels.push_back({list.local(shape.pose.position), body.id, style.colour, 0, 0, 0.5f, 0.5f, 4});
  }
}

/// Where B would stand after moving by the mtv: dashed edges only.
void addGhost(DrawList& list, const Body& body, const Vec3& mtv, const Palette& palette, const Camera& camera) {
  if (!(length(mtv) > 0)) return;
  PlacedShape shape = placedShape(body);
  shape.pose.position += mtv;
  const std::size_t fills = list.glass.size(), lines = list.lines.size();
  ShapeStyle style;
  style.colour = withAlpha(palette.overlapping, 0.5);
  style.edge_px = 1.2f;
  addShape(list, shape, worldFeatures(shape), style, camera);
  list.glass.resize(fills);
  for (std::size_t i = lines; i < list.lines.size(); ++i) {
    list.lines[i].dash_px = 5;
    list.lines[i].layer = Layer::kScene;
  }
}

void addPair(DrawList& list, const PictureInput& input, const Camera& camera, const ViewSize& view) {
  const SatReport* sat = std::get_if<SatReport>(&input.report->trace);
  const Body* body_a = findBody(*input.document, input.report->a);
  const Body* body_b = findBody(*input.document, input.report->b);
  if (sat == nullptr || body_a == nullptr || body_b == nullptr) return;
  const Palette& palette = paletteOf(input.theme);
  const PictureOptions& options = input.options;
  if (options.mtv) addGhost(list, *body_b, input.report->answer.mtv, palette, camera);
  const SatAxis* axis = pickAxis(*sat, input.axis);
  if (axis == nullptr) return;
  const PlacedShape shape_a = placedShape(*body_a), shape_b = placedShape(*body_b);
  const ConvexFeatures a = worldFeatures(shape_a), b = worldFeatures(shape_b);
  const PairView pair{*input.report,
                      *sat,
                      *axis,
                      a,
                      b,
                      bodyColour(palette, *input.document, *body_a, input.report->a, input.report->b),
                      bodyColour(palette, *input.document, *body_b, input.report->a, input.report->b),
                      palette,
                      options,
                      camera,
                      view};
  if (options.separating_plane) addPlanes(list, pair);
  if (options.support) addSupport(list, pair);
  if (options.witness) addWitness(list, pair);
  if (options.mtv) addMtv(list, pair, shape_b.pose.position);
  if (options.rail) addRail(list, pair);
}

}  // namespace

DrawList scenePicture(const PictureInput& input, const Camera& camera, const ViewSize& view) {
  DrawList list;
  list.origin = camera.target;
  if (input.options.grid) addGrid(list, camera, view, paletteOf(input.theme));
  const bool has_report = input.report != nullptr;
  addBodies(list, input, camera, has_report ? input.report->a : "", has_report ? input.report->b : "");
  if (has_report) addPair(list, input, camera, view);
  return list;
}

void pictureBounds(const Document& document, Vec3& min, Vec3& max) {
  bool any = false;
  for (const Body& body : document.bodies) {
    if (!body.visible) continue;
    const ConvexFeatures features = worldFeatures(placedShape(body));
    for (const Vec3& v : features.core.vertices) {
      for (int c = 0; c < 3; ++c) {
        const double r = features.planar && c == 2 ? 0 : features.radius;
        min[c] = any ? std::min(min[c], v[c] - r) : v[c] - r;
        max[c] = any ? std::max(max[c], v[c] + r) : v[c] + r;
      }
      any = true;
    }
  }
  if (!any) {
    min = Vec3{-0.5};
    max = Vec3{0.5};
  }
}

Camera framingCamera(const Document& document, const ViewSize& view) {
  Camera camera;
  if (document.space == Space::k2d) camera.projection = Projection::kPlanar;
  Vec3 min{0.0}, max{0.0};
  pictureBounds(document, min, max);
  frame(camera, view, min, max);
  camera.distance *= 1.25;  // room for the rail beside the shapes
  return camera;
}

}  // namespace sepax
