#include "draw/scene_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "collide/convex/sat_pair.h"
#include "collide/pair/pair_algorithm.h"
#include "collide/pair_names.h"
#include "collide/pieces/by_pieces.h"
#include "collide/pieces/crossings.h"
#include "draw/axis_picture.h"
#include "draw/contact_picture.h"
#include "draw/crowd_picture.h"
#include "draw/difference_picture.h"
#include "draw/fan_picture.h"
#include "draw/ground_picture.h"
#include "draw/half_space_picture.h"
#include "draw/rail_picture.h"
#include "draw/shape_picture.h"
#include "geom/convex.h"

namespace sepax {

namespace {

/// The surface of a body in space whose lines have this colour.
Colour surfaceColour(const Palette& palette, const Colour& line) {
  return line == palette.a ? palette.a_surface : line == palette.b ? palette.b_surface : line;
}

/// In a crowd only the bodies of the pair, the selected and the hovered one stand out beside those that meet others.
void styleCrowd(CrowdLook look, bool stands_out, Colour colour, QuietShares quiet, ShapeStyle& style) {
  const bool meets = look == CrowdLook::kOverlapping || look == CrowdLook::kTouching;
  if (stands_out) {
    if (meets) style.fill = 0.6;
    return;
  }
  style.colour = colour;
  if (meets) {
    style.fill = 0.22;
    style.edge_px = 1.2f;
    return;
  }
  const bool is_quiet = look == CrowdLook::kQuiet;
  style.fill = is_quiet ? quiet.fill : 0.02;
  style.colour = withAlpha(colour, is_quiet ? quiet.edge : 0.12);
  style.edge_px = 1;
}

/// The name in the middle of the body, whose outline a line to it ends at.
void addNameOf(DrawList& list, const Body& body, const PosedShape& shape, const ConvexFeatures& features, Colour colour,
               const Camera& camera, const ViewSize& view, bool in_pair) {
  const Vec3& middle = shape.pose.position;
  addBodyLabel(list, middle, body.id, colour, in_pair ? 8 : 3);
  if (isUnbounded(shape.shape)) return;
  const CameraBasis basis = basisOf(camera);
  double around = 1e300;
  for (const Vec3& way : {basis.right, -basis.right, basis.up, -basis.up})
    around = std::min(around, extentAlong(features, middle, way));
  list.labels.back().around_px = static_cast<float>(std::max(0.0, around / metresPerPixel(camera, view, middle)));
}

void addBodies(DrawList& list, const PictureInput& input, const Camera& camera, const ViewSize& view,
               const std::string& a, const std::string& b) {
  const Palette& palette = paletteOf(input.theme);
  const bool is_crowd = !input.crowd.empty();
  // A body inside the other must be seen.
  constexpr double kFillInSpace = 0.9, kFillOfOverlap = 0.6;
  const bool overlaps = input.report != nullptr && input.report->answer.verdict == Verdict::kOverlapping;
  CrowdPicture made;
  if (is_crowd && input.crowd_picture == nullptr) made = crowdPicture(input);
  const CrowdPicture& crowd = input.crowd_picture != nullptr ? *input.crowd_picture : made;
  list.stamps = crowd.stamps;
  const QuietShares quiet = quietShares(input.crowd);
  const std::size_t count = is_crowd ? crowd.others.size() : input.document->bodies.size();
  for (std::size_t at = 0; at < count; ++at) {
    const std::size_t i = is_crowd ? crowd.others[at] : at;
    const Body& body = input.document->bodies[i];
    if (!body.visible) continue;
    const PosedShape shape = shownShape(body, *input.document);
    ShapeStyle style;
    style.colour = bodyColour(palette, *input.document, body, a, b);
    const bool in_pair = body.id == a || body.id == b || a.empty(), in_space = !isPlanar(body.shape);
    if (in_space) style.surface = surfaceColour(palette, style.colour);
    if (in_space && in_pair && !isUnbounded(body.shape)) style.fill = overlaps ? kFillOfOverlap : kFillInSpace;
    if (!in_pair) style.fill = in_space ? 0.25 : 0.12;
    if (body.id == input.hovered) style.fill += 0.1;
    const bool selected = body.id == input.selected || std::ranges::find(input.group, body.id) != input.group.end();
    if (selected) style.edge_px = 2.6f;
    style.cuts = body.id == input.selected;
    const bool stands_out = standsOut(input, body);
    if (i < input.crowd.size())
      styleCrowd(input.crowd[i], stands_out, crowdColour(palette, body, input.crowd[i]), quiet, style);
    const ConvexFeatures features = worldFeatures(shape);
    addShape(list, shape, features, style, camera);
    if (input.options.labels && (input.crowd.empty() || stands_out))
      addNameOf(list, body, shape, features, style.colour, camera, view, in_pair);
  }
}

/// Where B would be after moving by the mtv: dashed edges only.
void addGhost(DrawList& list, const Body& body, const Document& document, const Vec3& mtv, const Palette& palette,
              const Camera& camera) {
  if (!(length(mtv) > 0)) return;
  PosedShape shape = shownShape(body, document);
  shape.pose.position += mtv;
  addDashedEdges(list, shape, worldFeatures(shape), withAlpha(palette.overlapping, 0.5), camera);
}

/// Where a goal wants a body: in its colour, hardly there, with dashed edges.
void addGoal(DrawList& list, const Body& body, const PictureInput& input, const Camera& camera, const std::string& a,
             const std::string& b) {
  const PosedShape shape = shownShape(body, *input.document);
  const Colour colour =
      input.ghost_colour ? *input.ghost_colour : bodyColour(paletteOf(input.theme), *input.document, body, a, b);
  const ConvexFeatures features = worldFeatures(shape);
  addShape(list, shape, features, {.colour = withAlpha(colour, 0.35), .fill = 0.14, .edge_px = 1}, camera);
  addDashedEdges(list, shape, features, withAlpha(colour, 0.9), camera);
}

/// The shown pair with everything its pictures need, when there is one to show.
struct ShownPair {
  const Body* body_b;
  PosedShape shape_a, shape_b;
  ConvexFeatures a, b;
  const SatReport* sat;
  const SatAxis* axis;  ///< null when the picked one is degenerate
};

/// A or B in the pose that the report is of: what explains it must not lie beside it.
const Body* reportBody(const PictureInput& input, std::size_t which) {
  if (input.report_bodies.size() == 2) return &input.report_bodies[which];
  return findBody(*input.document, which == 0 ? input.report->a : input.report->b);
}

std::optional<ShownPair> shownPair(const PictureInput& input) {
  if (input.report == nullptr) return std::nullopt;
  const SatReport* sat = std::get_if<SatReport>(&input.report->trace);
  const Body *const body_a = reportBody(input, 0), *const body_b = reportBody(input, 1);
  if (sat == nullptr || body_a == nullptr || body_b == nullptr) return std::nullopt;
  auto [shape_a, shape_b] = withProxies(posedShape(*body_a), posedShape(*body_b));
  ConvexFeatures a = worldFeatures(tracedA(shape_a, *input.report)), b = worldFeatures(tracedB(shape_b, *input.report));
  return ShownPair{body_b,
                   std::move(shape_a),
                   std::move(shape_b),
                   std::move(a),
                   std::move(b),
                   sat,
                   input.free_axis != nullptr ? input.free_axis : pickAxis(*sat, input.axis)};
}

PairView viewOf(const ShownPair& shown, const PictureInput& input, const Camera& camera, const ViewSize& view) {
  const Palette& palette = paletteOf(input.theme);
  const auto colour = [&](const std::string& id) {
    return bodyColour(palette, *input.document, *reportBody(input, id == input.report->a ? 0 : 1), input.report->a,
                      input.report->b);
  };
  return {.report = *input.report,
          .sat = *shown.sat,
          .axis = *shown.axis,
          .a = shown.a,
          .b = shown.b,
          .colour_a = colour(input.report->a),
          .colour_b = colour(input.report->b),
          .palette = palette,
          .options = input.options,
          .words = input.words,
          .camera = camera,
          .view = view,
          .scale = input.scale,
          .range = input.rail_range};
}

/// Whether the rail lies in the scene and not flat on the view.
bool isInScene(const PictureOptions& options) {
  return !options.radii && (options.scene_rail || options.through_shapes);
}

/// The piece and the hull that the axes of a concave side belong to: the piece is highlighted in its shape, the hull is
/// a thin dashed cage around it.
void addTraced(DrawList& list, const PictureInput& input, const Camera& camera) {
  const Palette& palette = paletteOf(input.theme);
  for (const bool is_a : {true, false}) {
    const Body* const body = reportBody(input, is_a ? 0 : 1);
    if (body == nullptr || !body->visible) continue;
    const PosedShape whole = posedShape(*body);
    if (isConvex(whole.shape)) continue;
    const bool hull = (is_a ? input.report->pieces->traced_a : input.report->pieces->traced_b) < 0;
    const PosedShape traced = is_a ? tracedA(whole, *input.report) : tracedB(whole, *input.report);
    const ConvexFeatures features = worldFeatures(traced);
    const Colour colour = bodyColour(palette, *input.document, *body, input.report->a, input.report->b);
    if (!hull) {
      addShape(list, traced, features, {colour, 0.45, 2.6f}, camera);
      continue;
    }
    for (const PolytopeEdge& edge : features.core.edges) {
      addLine(list, features.core.vertices[edge.v0], features.core.vertices[edge.v1], colour, 1.4f, Layer::kScene, 5);
    }
  }
}

bool showsPieceByPiece(const PictureInput& input) {
  return input.clip_stage == kPieceByPieceStage && input.report->pieces && input.report->pieces->touched;
}

/// Where the surfaces of two meshes cross: on top of both, in whose depth it lies.
void addCrossings(DrawList& list, const SurfaceCrossings& crossings, const Palette& palette) {
  for (const SurfaceCrossing& crossing : crossings.segments)
    addLine(list, crossing.from, crossing.to, palette.overlapping, 2.2f, Layer::kOverlay);
}

void addPair(DrawList& list, const PictureInput& input, const Camera& camera, const ViewSize& view) {
  const PictureOptions& options = input.options;
  const Palette& palette = paletteOf(input.theme);
  const Body* const body_b = reportBody(input, 1);
  if (body_b == nullptr) return;
  // A sweep or the making of contacts has the picture to itself.
  const bool explains_contacts = input.contacts && input.report->manifold.has_value();
  if (input.sweep != nullptr && !explains_contacts) return;
  if (input.report->pieces) {
    addTraced(list, input, camera);
    if (options.crossings && input.report->pieces->crossings)
      addCrossings(list, *input.report->pieces->crossings, palette);
  }
  if (const Body* const body_a = reportBody(input, 0); input.slide && body_a != nullptr) {
    const auto [a, b] = withProxies(posedShape(*body_a), posedShape(*body_b));
    const Colour colour = bodyColour(palette, *input.document, *body_b, input.report->a, input.report->b);
    addSlide(list, tracedA(a, *input.report), tracedB(b, *input.report), *input.slide, colour, camera);
  }
  if (options.mtv && !explains_contacts)
    addGhost(list, *body_b, *input.document, input.report->answer.mtv, palette, camera);
  const auto shown = shownPair(input);
  if (!shown) {
    // Algorithms without axes: what their answer rests on.
    const auto* gjk = std::get_if<GjkReport>(&input.report->trace);
    if (options.support && gjk != nullptr) addGjkSupport(list, *gjk, input.gjk_stage, palette, camera, view);
    if (options.witness) addWitness(list, *input.report, palette);
    if (options.mtv) addMtv(list, *input.report, posedShape(*body_b).pose.position, palette, camera, view);
    return;
  }
  if (shown->axis == nullptr) return;
  const PairView pair = viewOf(*shown, input, camera, view);
  if (explains_contacts) {
    const Colour contact = verdictColour(pair.palette, input.report->answer.verdict);
    const ContactStyle style{pair.colour_a, pair.colour_b,  contact,
                             pair.palette,  options.labels, namesOf(*input.report)};
    if (showsPieceByPiece(input)) {
      constexpr double kArrow = 0.35;  // of the smaller shape's size
      const double size = std::min(sizeOf(reportBody(input, 0)->shape), sizeOf(body_b->shape));
      addTouchedPieces(list, *input.report->pieces->touched, kArrow * size, style);
    } else {
      addManifold(list, *input.report->manifold, input.report->answer.normal, input.clip_stage, style);
    }
    return;
  }
  if (options.regions) addRegions(list, pair);
  if (options.separating_plane) addPlanes(list, pair);
  if (options.support) addSupport(list, pair);
  if (options.support && options.labels) {
    const Vec3& direction = shown->axis->direction;
    const PairNames names = namesOf(*input.report);
    const auto& pieces = input.report->pieces;
    const auto name = [&](char who, const PosedShape& shape, const Vec3& way, const SupportFeature& feature,
                          Colour colour) {
      const PieceNumbers numbers = !pieces ? PieceNumbers() : who == 'A' ? pieces->numbers_a : pieces->numbers_b;
      list.labels.push_back({list.local(shown->sat->origin + feature.point),
                             featureText(supportFeatureName(who, shape, way, numbers), names), colour, 0, 26, 0.5f, 0,
                             6});
    };
    if (!shown->a.unbounded && shown->a.radius == 0)
      name('A', tracedA(shown->shape_a, *input.report), direction, shown->axis->a.at_max, pair.colour_a);
    if (!shown->b.unbounded && shown->b.radius == 0)
      name('B', tracedB(shown->shape_b, *input.report), -direction, shown->axis->b.at_min, pair.colour_b);
  }
  if (options.witness) addWitness(list, *input.report, palette);
  if (options.mtv) addMtv(list, *input.report, shown->shape_b.pose.position, palette, camera, view);
  if (options.rail) isInScene(options) ? addSceneRail(list, pair) : addRailStrip(list, pair);
  if (options.rail && pair.axis.id.kind == AxisKind::kFree) {
    const Vec3& along = pair.axis.direction;
    addLine(list, axisTip(pair, -along), axisTip(pair, along), withAlpha(palette.rail, 0.6), 1.2f, Layer::kOverlay, 4);
  }
  const PosedShape a = tracedA(shown->shape_a, *input.report), b = tracedB(shown->shape_b, *input.report);
  if (options.fan) addAxisFan(list, pair, SeparationField(a, b));
  if (options.spacing) addFloatSpacing(list, pair, std::array{a, b});
}

/// The walls between which moving bodies stay.
/// Adds the corners of a shape; of a round one as seen along the view.
void addPoints(std::vector<Vec3>& out, const PosedShape& shape, const CameraBasis& basis) {
  if (isUnbounded(shape.shape)) {
    for (const Vec3& v : shownPoints(shape)) out.push_back(v);
    return;
  }
  const ConvexFeatures features = worldFeatures(shape);
  for (const Vec3& v : features.core.vertices) {
    out.push_back(v);
    if (features.radius == 0) continue;
    for (const Vec3& d : {basis.right, -basis.right, basis.up, -basis.up}) out.push_back(v + d * features.radius);
  }
}

/// Adds where lines and points of a picture are.
void addPlaces(std::vector<Vec3>& out, const DrawList& drawn) {
  for (const Line& line : drawn.lines) {
    for (const glm::vec3& end : {line.from, line.to}) out.push_back(drawn.origin + Vec3(end));
  }
  for (const Point& point : drawn.points) out.push_back(drawn.origin + Vec3(point.position));
}

/// Corners of all that has a place in the scene: visible bodies and where a goal or the mtv moves them to, volumes,
/// sweep, slide and the planes that clip contacts.
std::vector<Vec3> shownOutline(const PictureInput& input, const Camera& camera) {
  const CameraBasis basis = basisOf(camera);
  std::vector<Vec3> out;
  // A ground goes on beyond the view; alone it is seen in its drawn width.
  const auto hasEnds = [](const Body& body) { return body.visible && !isUnbounded(body.shape); };
  const bool leaves_grounds = std::ranges::any_of(input.document->bodies, hasEnds);
  for (const Body& body : input.document->bodies) {
    if (hasEnds(body) || (body.visible && !leaves_grounds)) addPoints(out, shownShape(body, *input.document), basis);
  }
  for (const Body& ghost : input.ghosts) addPoints(out, shownShape(ghost, *input.document), basis);
  for (const PosedVolume& posed : input.volumes) {
    DrawList drawn;
    drawn.origin = camera.target;
    addVolume(drawn, posed, camera);
    addPlaces(out, drawn);
  }
  if (input.sweep != nullptr) {
    for (const Vec3& corner : sweepCorners(*input.sweep)) out.push_back(corner);
  }
  const Body *const a = input.report == nullptr ? nullptr : reportBody(input, 0), *const b = input.report == nullptr
                                                                                                 ? nullptr
                                                                                                 : reportBody(input, 1);
  if (a == nullptr || b == nullptr) return out;
  if (input.contacts && input.report->manifold) {
    DrawList drawn;
    drawn.origin = camera.target;
    const Palette& palette = paletteOf(input.theme);
    addManifold(drawn, *input.report->manifold, input.report->answer.normal, input.clip_stage,
                {palette.a, palette.b, palette.overlapping, palette, false, namesOf(*input.report)});
    addPlaces(out, drawn);
  }
  if (input.slide) {  // wherever the copy of B comes
    const auto [posed_a, posed_b] = withProxies(posedShape(*a), posedShape(*b));
    const ConvexFeatures features = worldFeatures(posed_b);
    for (const Vec3& moved : slidePath(posed_a, posed_b)) {
      for (const Vec3& vertex : features.core.vertices) out.push_back(vertex + moved);
    }
  }
  if (const Vec3& mtv = input.report->answer.mtv; input.options.mtv && input.sweep == nullptr && !input.contacts) {
    PosedShape moved = shownShape(*b, *input.document);
    moved.pose.position += mtv;
    if (length(mtv) > 0) addPoints(out, moved, basis);
  }
  return out;
}

/// Yaw of a first look: of the usual directions the one from which the axis is nearest to twenty degrees out of the
/// picture plane.
double yawFor(const Vec3& axis, UpAxis up) {
  constexpr double kWanted = 0.34;  // sine of twenty degrees
  double best = 0.6, smallest_miss = 1e300;
  for (const double yaw : {0.6, 0.45, 0.3, 0.75, 0.9, 0.1, -0.1, 1.1, -0.3, -0.45, -0.6, -0.8}) {
    Camera camera;
    camera.yaw = yaw;
    camera.up = up;
    const double miss = std::abs(std::abs(dot(axis, basisOf(camera).back)) - kWanted);
    if (miss < smallest_miss - 0.05) {
      smallest_miss = miss;
      best = yaw;
    }
  }
  return best;
}

}  // namespace

DrawList scenePicture(const PictureInput& input, const Camera& camera, const ViewSize& view) {
  DrawList list;
  list.origin = camera.target;
  const double ground = groundHeight(input, camera.up);
  if (input.options.grid) addGrid(list, camera, view, paletteOf(input.theme), ground);
  if (input.options.shadows) addShadows(list, input, camera, ground);
  if (const auto& room = input.document->room)
    addBoxEdges(list, {room->min, room->max}, input.document->space == Space::k2d, paletteOf(input.theme).text_faint,
                1.2f);
  const bool has_report = input.report != nullptr;
  addBodies(list, input, camera, view, has_report ? input.report->a : "", has_report ? input.report->b : "");
  for (const Body& ghost : input.ghosts) {
    addGoal(list, ghost, input, camera, has_report ? input.report->a : "", has_report ? input.report->b : "");
  }
  for (const PosedVolume& volume : input.volumes) addVolume(list, volume, camera);
  if (input.options.bounds) addBounds(list, input, camera, view);
  if (input.pieces) addPieces(list, *input.pieces);
  if (has_report) addPair(list, input, camera, view);
  const Palette& palette = paletteOf(input.theme);
  for (const QueryReport& query : input.queries) addQuery(list, query, palette, input.options.labels);
  if (input.sweep != nullptr && has_report) {
    const auto colour = [&](const std::string& id) {
      const Body* body = findBody(*input.document, id);
      return body == nullptr ? palette.other
                             : bodyColour(palette, *input.document, *body, input.report->a, input.report->b);
    };
    addSweep(list, *input.sweep, colour(input.report->a), colour(input.report->b), palette, camera,
             input.options.labels);
  }
  return list;
}

void pictureBounds(const Document& document, Vec3& min, Vec3& max) {
  bool any = false;
  for (const Body& body : document.bodies) {
    if (!body.visible) continue;
    const PosedShape shape = shownShape(body, document);
    ConvexFeatures features = worldFeatures(shape);
    if (isUnbounded(shape.shape)) features.core.vertices = shownPoints(shape);
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

namespace {

/// Corners of what has a size in pixels, and so another place for each distance of the camera: arrows of GJK, planes,
/// the fan, a rail in the scene and the knob of the free axis.
std::vector<Vec3> sizedOutline(const PictureInput& input, const std::optional<ShownPair>& shown, const Camera& camera,
                               const ViewSize& view) {
  std::vector<Vec3> out;
  DrawList drawn;
  drawn.origin = camera.target;
  const auto* gjk = input.report == nullptr ? nullptr : std::get_if<GjkReport>(&input.report->trace);
  if (gjk != nullptr && input.options.support && !input.contacts)
    addGjkSupport(drawn, *gjk, input.gjk_stage, paletteOf(input.theme), camera, view);
  if (shown && shown->axis != nullptr && input.sweep == nullptr && !input.contacts) {
    const PairView pair = viewOf(*shown, input, camera, view);
    if (input.options.separating_plane && !pair.a.planar) addPlanes(drawn, pair);  // in the plane they have no end
    if (input.options.fan) out = fanCorners(pair);
    if (input.options.rail && isInScene(input.options)) {
      for (const Vec3& corner : sceneRailCorners(pair)) out.push_back(corner);
    }
    if (input.options.rail && pair.axis.id.kind == AxisKind::kFree) {
      const CameraBasis basis = basisOf(camera);
      constexpr int kWays = 16;  // wherever a hand turns the knob to
      for (int i = 0; i < kWays; ++i) {
        const double angle = i * 2 * std::numbers::pi / kWays;
        out.push_back(axisTip(pair, basis.right * std::cos(angle) + basis.up * std::sin(angle)));
      }
      for (const double sense : {1.0, -1.0}) out.push_back(axisTip(pair, pair.axis.direction * sense));
    }
  }
  addPlaces(out, drawn);
  return out;
}

}  // namespace

void frameScene(Camera& camera, const PictureInput& input, const ViewSize& view) {
  Vec3 min{0.0}, max{0.0};
  pictureBounds(*input.document, min, max);
  frame(camera, view, min, max);
  const auto shown = shownPair(input);
  const bool has_rail =
      shown && shown->axis != nullptr && input.options.rail && input.sweep == nullptr && !input.contacts;
  const std::vector<Vec3> outline = shownOutline(input, camera);
  if (outline.empty()) return;
  // The box around a scene is looser than its picture, and the rail keeps its distance in pixels: close in on what is
  // really seen. The bodies are small rather than under the rail, but large again where that does not help.
  constexpr double kRim = 16, kFilled = 0.9, kSmallest = 0.3, kUsual = 0.6;
  for (const double least : {kSmallest, kUsual}) {
    bool fits = false;
    for (int round = 0; round < 6; ++round) {
      Vec2 low{1e300}, high{-1e300};
      const auto add = [&](const Vec2& pixel) {
        low = glm::min(low, pixel);
        high = glm::max(high, pixel);
      };
      const ToPixel pixel_of(camera, view);
      const auto addPoint = [&](const Vec3& point) {
        if (const auto pixel = pixel_of(point)) add(*pixel);
      };
      for (const Vec3& point : outline) addPoint(point);
      for (const Vec3& point : sizedOutline(input, shown, camera, view)) addPoint(point);
      const Vec2 bodies_low = low, bodies_high = high;
      double foot = 0;
      if (has_rail && !isInScene(input.options)) {
        const PairView pair = viewOf(*shown, input, camera, view);
        foot = stripInset(pair);
        for (const Vec2& corner : stripCorners(pair)) add(corner);
      }
      if (!(low.x <= high.x)) return;
      const double rim = kRim * input.scale;
      const Vec2 room = glm::max(Vec2{view.width - 2 * rim, view.height - 2 * rim - foot - input.head}, Vec2{1.0});
      const auto partOf = [&](const Vec2& size) { return std::max(size.x / room.x, size.y / room.y); };
      const double part = std::min(partOf(high - low), partOf(bodies_high - bodies_low) / least) / kFilled;
      const Vec2 middle = (bodies_low + bodies_high) / 2.0;
      const Vec2 seen = glm::clamp((low + high) / 2.0, glm::min(bodies_high - room / 2.0, middle),
                                   glm::max(bodies_low + room / 2.0, middle));
      pan(camera, view, Vec2{view.width, view.height - foot + input.head} / 2.0 - seen);
      camera.distance *= std::clamp(part, 0.3, 3.0);
      fits = partOf(high - low) <= 1;
    }
    if (fits) return;
  }
}

std::optional<Vec3> railTip(const PictureInput& input, const Camera& camera, const ViewSize& view,
                            const Vec3& direction) {
  const auto shown = shownPair(input);
  if (!shown || shown->axis == nullptr || !input.options.rail) return std::nullopt;
  return axisTip(viewOf(*shown, input, camera, view), direction);
}

Camera framingCamera(const Document& document, const ViewSize& view, UpAxis up, const PairReport* report,
                     const PictureOptions& options) {
  Camera camera;
  camera.up = up;
  PictureInput input;
  input.document = &document;
  input.report = report;
  input.options = options;
  if (document.space == Space::k2d) {
    camera.projection = Projection::kPlanar;
  } else if (report != nullptr) {
    camera.yaw = yawFor(report->answer.normal, up);
  }
  frameScene(camera, input, view);
  return camera;
}

Camera framingCamera(const Document& document, const ViewSize& view, UpAxis up) {
  const auto pair = firstPair(document);
  const Result<PairReport> report = pair ? testPair(document, *pair) : Result<PairReport>();
  return framingCamera(document, view, up, pair && report ? &*report : nullptr);
}

}  // namespace sepax
