#include "draw/difference_picture.h"

#include "collide/gjk/gjk.h"
#include "core/text.h"
#include "draw/ground_picture.h"
#include "draw/shape_picture.h"
#include "geom/directions.h"
#include "geom/hull.h"
#include "geom/support.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sepax {

std::vector<Vec3> slidePath(const PosedShape& a, const PosedShape& b) {
  std::vector<Vec3> path;
  if (!isPlanar(a.shape)) return path;
  constexpr int kDirections = 720;
  for (int i = 0; i < kDirections; ++i) {
    const double angle = 2 * std::numbers::pi * (i + 0.5) / kDirections;  // between the normals of upright sides
    const Vec3 d(std::cos(angle), std::sin(angle), 0);
    const Vec3 corner = supportPoint(a.shape, a.pose, d) - supportPoint(b.shape, b.pose, -d);
    if (path.empty() || length(corner - path.back()) > 0) path.push_back(corner);
  }
  path.push_back(path.front());
  return path;
}

Vec3 pointOfPath(const std::vector<Vec3>& path, double part) {
  if (path.empty()) return Vec3{0.0};
  double rest = 0;
  for (std::size_t i = 1; i < path.size(); ++i) rest += length(path[i] - path[i - 1]);
  rest *= std::clamp(part, 0.0, 1.0);
  for (std::size_t i = 1; i < path.size(); ++i) {
    const double side = length(path[i] - path[i - 1]);
    if (rest <= side && side > 0) return path[i - 1] + (path[i] - path[i - 1]) * (rest / side);
    rest -= side;
  }
  return path.back();
}

void addSlide(DrawList& list, const PosedShape& a, const PosedShape& b, double part, Colour colour_b,
              const Camera& camera) {
  const std::vector<Vec3> path = slidePath(a, b);
  if (path.empty()) return;
  const Vec3 here = pointOfPath(path, part), centre = b.pose.position;
  PosedShape copy = b;
  copy.pose.position += here;
  addShape(list, copy, worldFeatures(copy), {.colour = withAlpha(colour_b, 0.6), .fill = 0.18, .edge_px = 1.6f},
           camera);
  double whole = 0, gone = 0;
  for (std::size_t i = 1; i < path.size(); ++i) whole += length(path[i] - path[i - 1]);
  for (std::size_t i = 1; i < path.size(); ++i) {
    const Vec3 from = centre + path[i - 1], to = centre + path[i];
    const double side = length(to - from), left = std::clamp((part * whole - gone) / std::max(side, 1e-300), 0.0, 1.0);
    const Vec3 middle = from + (to - from) * left;
    if (left > 0) addLine(list, from, middle, colour_b, 3, Layer::kOverlay);
    if (left < 1) addLine(list, middle, to, withAlpha(colour_b, 0.45), 1.2f, Layer::kOverlay, 4);
    gone += side;
  }
  list.points.push_back({list.local(centre + here), colour_b, 9, Layer::kOverlay});
}

namespace {

constexpr int kOutlineDirections = 720;  ///< in the plane
constexpr int kHullDirections = 700;     ///< in space

/// State that the parts of the picture share.
struct DifferencePainter {
  DrawList& list;
  const DifferenceInput& input;
  const GjkReport& report;
  const Palette& palette;
  const Camera& camera;
  const ViewSize& view;
  GjkStage stage;

  [[nodiscard]] double pixel(const Vec3& at) const { return metresPerPixel(camera, view, at); }

  void label(const Vec3& at, std::string text, Colour colour, int priority, float dx = 0, float dy = -12) const {
    if (!input.labels) return;
    list.labels.push_back({list.local(at), std::move(text), colour, dx, dy, 0.5f, 0.5f, priority});
  }
  void labelTowards(const Vec3& at, const Vec3& way, std::string text, Colour colour, int priority) const {
    const CameraBasis basis = basisOf(camera);
    const auto dx = static_cast<float>(dot(way, basis.right)), dy = -static_cast<float>(dot(way, basis.up));
    if (input.labels)
      list.labels.push_back({list.local(at), std::move(text), colour, 9 * dx, 12 * dy, 0.5f - dx / 2, 0.5f, priority});
  }
  /// Beside a point, on the side away from the middle: the inside stays free for lines.
  void outerLabel(const Vec3& at, std::string text, Colour colour, int priority) const {
    labelTowards(at, normalizedOr(at - middle(), basisOf(camera).up), std::move(text), colour, priority);
  }
  /// Beside a measured line from the origin, on its right.
  void measureLabel(const Vec3& to, std::string text, Colour colour) const {
    const CameraBasis basis = basisOf(camera);
    const Vec3 across = normalizedOr(crossAccurate(basis.back, to), basis.right);
    labelTowards(to / 2.0, dot(across, basis.right) < 0 ? -across : across, std::move(text), colour, 9);
  }
  /// "crate·1 − box·0", with the bodies' names.
  [[nodiscard]] std::string nameOf(const GjkVertex& vertex) const {
    return withNames(vertexName(report, vertex), input.names);
  }
  [[nodiscard]] Vec3 middle() const { return input.a->pose.position - input.b->pose.position; }

  void point(const Vec3& at, Colour colour, float size) const {
    list.points.push_back({list.local(at), colour, size, Layer::kOverlay});
  }
  void line(const Vec3& from, const Vec3& to, Colour colour, float width, float dash = 0) const {
    addLine(list, from, to, colour, width, Layer::kOverlay, dash);
  }
  void arrow(const Vec3& from, const Vec3& to, Colour colour, float width) const {
    line(from, to, colour, width);
    const double size = std::min(11 * pixel(to), 0.6 * length(to - from));
    const Vec3 n = normalizedOr(to - from, {1, 0, 0});
    const Vec3 side = normalizedOr(crossAccurate(n, basisOf(camera).back), anyPerpendicular(n));
    for (const double sense : {-1.0, 1.0}) line(to, to - n * size + side * (sense * size * 0.55), colour, width);
  }
  void face(const std::vector<Vec3>& corners, const Vec3& normal, Colour colour, double alpha) const {
    addFan(list.translucent, list, corners, normal, withAlpha(colour, alpha));
  }
};

std::vector<Vec3> searchDirections(bool planar) {
  return planar ? circleDirections(kOutlineDirections, 0.5) : sphereDirections(kHullDirections);
}

/// The farthest points of the difference in many directions, `radius` outward: in the plane its outline in order.
std::vector<Vec3> supportPoints(const DifferenceInput& input, double radius) {
  const SupportMap a(input.a->shape, input.a->pose.rotation, Vec3{0.0});
  const SupportMap b(input.b->shape, input.b->pose.rotation, input.b->pose.position - input.a->pose.position);
  std::vector<Vec3> out;
  for (const Vec3& d : searchDirections(input.report->planar)) {
    const Vec3 at = differenceSupport(a, b, d).point + d * radius;
    if (out.empty() || at != out.back()) out.push_back(at);
  }
  return out;
}

/// Every point that the trace names lies on the difference: with them the sampled hull has the very corners that the
/// steps find.
void addTracePoints(const GjkReport& report, std::vector<Vec3>& points) {
  for (const GjkStep& step : report.steps) points.push_back(step.support.point);
  if (!report.epa) return;
  for (const GjkVertex& vertex : report.epa->vertices) points.push_back(vertex.point);
}

enum class HullEdges { kHidden, kDrawn };

void addHull(const DifferencePainter& p, const std::vector<Vec3>& points, double fill, HullEdges edges) {
  const auto hull = convexHull(points);
  if (!hull) return;  // a flat difference has no surface
  for (const PolytopeFace& face : hull->faces) {
    std::vector<Vec3> corners;
    for (const int v : face.loop) corners.push_back(hull->vertices[v]);
    p.face(corners, face.normal, p.palette.other, fill);
  }
  if (edges == HullEdges::kHidden) return;
  for (const PolytopeEdge& edge : hull->edges) {
    addLine(p.list, hull->vertices[edge.v0], hull->vertices[edge.v1], withAlpha(p.palette.other, 0.55), 1,
            Layer::kScene);
  }
}

void addDifference(const DifferencePainter& p) {
  const double radii = p.report.radius_a + p.report.radius_b;
  std::vector<Vec3> core = supportPoints(p.input, 0);
  if (!p.report.planar) {
    addTracePoints(p.report, core);
    addHull(p, core, radii > 0 ? 0.08 : 0.11, HullEdges::kDrawn);
    if (radii > 0) addHull(p, supportPoints(p.input, radii), 0.07, HullEdges::kHidden);
    return;
  }
  p.face(core, Vec3{0.0}, p.palette.other, 0.16);
  addPolyline(p.list, core, Polyline::kClosed, withAlpha(p.palette.other, radii > 0 ? 0.6 : 0.95), radii > 0 ? 1.2f : 2,
              Layer::kScene);
  if (radii > 0) {
    const std::vector<Vec3> grown = supportPoints(p.input, radii);
    p.face(grown, Vec3{0.0}, p.palette.other, 0.09);
    addPolyline(p.list, grown, Polyline::kClosed, withAlpha(p.palette.other, 0.95), 2, Layer::kScene);
  }
  const auto top = std::max_element(core.begin(), core.end(), [](const Vec3& x, const Vec3& y) { return x.y < y.y; });
  p.label(*top + Vec3{0, radii, 0}, p.input.names.a + " ⊖ " + p.input.names.b, p.palette.text_faint, 3, 0, -14);
}

/// The searched direction from the origin, and the line (plane) across it at the support: the difference lies on this
/// side of it.
void addSearch(const DifferencePainter& p, const Vec3& direction, const GjkVertex& support, Colour colour) {
  const double mpp = p.pixel(support.point);
  p.arrow(Vec3{0.0}, direction * (64 * p.pixel(Vec3{0.0})), colour, 2.5f);
  p.label(direction * (76 * p.pixel(Vec3{0.0})), p.input.words.direction, colour, 7, 0, 0);
  if (p.report.planar) {
    const Vec3 along{-direction.y, direction.x, 0};
    p.line(support.point - along * (110 * mpp), support.point + along * (110 * mpp), withAlpha(colour, 0.8), 1.3f, 6);
  }
  p.point(support.point, colour, 10);
  p.outerLabel(support.point, p.nameOf(support), colour, 8);
}

void addSimplex(const DifferencePainter& p) {
  const GjkStep& step = *p.stage.gjk;
  const Colour colour = p.palette.highlight;
  const auto& corners = step.simplex;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    for (std::size_t j = i + 1; j < corners.size(); ++j) {
      p.line(corners[i].point, corners[j].point, colour, 2.2f);
      for (std::size_t k = j + 1; k < corners.size(); ++k) {
        p.face({corners[i].point, corners[j].point, corners[k].point}, Vec3{0.0}, colour, p.report.planar ? 0.16 : 0.1);
      }
    }
  }
  for (const GjkVertex& v : step.dropped) {
    p.point(v.point, withAlpha(p.palette.text_faint, 0.7), 6);
    p.outerLabel(v.point, p.nameOf(v), p.palette.text_faint, 2);
  }
  for (const GjkVertex& v : corners) {
    p.point(v.point, colour, 7);
    // The one just found is named as such; on a rim another can lie beside it.
    const bool beside = length(v.point - step.support.point) <= 8 * p.pixel(v.point);
    if (!beside || vertexName(p.report, v) != vertexName(p.report, step.support))
      p.outerLabel(v.point, p.nameOf(v), p.palette.text, 5);
  }
  if (!(step.upper > 0)) return;
  p.line(Vec3{0.0}, step.closest, p.palette.touching, 2, 4);
  p.point(step.closest, p.palette.touching, 8);
  p.measureLabel(step.closest, fmt::format("{} {}", p.input.words.distance, humanNumber(step.upper)),
                 p.palette.touching);
}

std::vector<Vec3> cornersOf(const EpaTrace& epa, const EpaFace& face) {
  std::vector<Vec3> out;
  for (const int v : face.vertices) {
    if (v >= 0) out.push_back(epa.vertices[v].point);
  }
  return out;
}

void addPolytope(const DifferencePainter& p) {
  const EpaTrace& epa = *p.report.epa;
  const EpaStep& step = *p.stage.epa;
  const int now = p.stage.grown + 1;
  for (const int f : facesAt(epa, p.stage.grown)) {
    const EpaFace& face = epa.faces[f];
    const std::vector<Vec3> corners = cornersOf(epa, face);
    const bool nearest = f == step.face, goes = face.removed == now && step.vertex >= 0;
    const Colour colour = nearest ? p.palette.overlapping : p.palette.highlight;
    if (corners.size() == 3) p.face(corners, face.normal, colour, nearest ? 0.5 : goes ? 0.05 : 0.13);
    addPolyline(p.list, corners, corners.size() == 3 ? Polyline::kClosed : Polyline::kOpen,
                nearest ? colour : withAlpha(colour, goes ? 0.45 : 0.85), nearest ? 3.5f : 1.8f,
                nearest || p.report.planar ? Layer::kOverlay : Layer::kScene);
  }
  if (step.vertex >= 0) {
    for (const auto& edge : step.horizon) {
      for (const int v : edge) {
        if (v != step.vertex)
          p.line(epa.vertices[v].point, step.support.point, withAlpha(p.palette.separated, 0.8), 1.2f, 4);
      }
    }
  }
  for (std::size_t v = 0; v < epa.vertices.size() && static_cast<int>(v) < epa.first_vertices; ++v)
    p.point(epa.vertices[v].point, p.palette.highlight, 5);
  const EpaFace& face = epa.faces[step.face];
  const Vec3 foot = face.normal * face.distance;
  p.line(Vec3{0.0}, foot, p.palette.overlapping, 2, 4);
  p.point(foot, p.palette.overlapping, 7);
  p.measureLabel(foot, fmt::format("{} {}", p.input.words.depth, humanNumber(face.distance)), p.palette.overlapping);
}

void addOrigin(const DifferencePainter& p) {
  p.point(Vec3{0.0}, p.palette.touching, 11);
  p.label(Vec3{0.0}, p.input.words.origin, p.palette.touching, 10, 0, 16);
}

}  // namespace

int stageCount(const GjkReport& report) {
  return static_cast<int>(report.steps.size() + (report.epa ? report.epa->steps.size() : 0));
}

GjkStage stageAt(const GjkReport& report, int number) {
  const int count = stageCount(report), searched = static_cast<int>(report.steps.size());
  const int at = number < 0 || number >= count ? count - 1 : number;
  GjkStage stage;
  stage.number = at;
  if (at < searched) {
    stage.gjk = &report.steps[at];
    stage.before = at > 0 ? &report.steps[at - 1] : nullptr;
  } else {
    stage.grown = at - searched;
    stage.epa = &report.epa->steps[stage.grown];
  }
  return stage;
}

DrawList differencePicture(const DifferenceInput& input, const Camera& camera, const ViewSize& view) {
  DrawList list;
  list.origin = camera.target;
  const Palette& palette = paletteOf(input.theme);
  if (input.grid) addGrid(list, camera, view, palette, 0);
  const DifferencePainter p{list, input, *input.report, palette, camera, view, stageAt(*input.report, input.stage)};
  addDifference(p);
  if (p.stage.epa != nullptr) {
    addPolytope(p);
    addSearch(p, p.report.epa->faces[p.stage.epa->face].normal, p.stage.epa->support, palette.separated);
  } else {
    addSimplex(p);
    addSearch(p, p.stage.gjk->direction, p.stage.gjk->support, palette.separated);
  }
  addOrigin(p);
  if (input.slide) p.point(pointOfPath(slidePath(*input.a, *input.b), *input.slide), palette.b, 10);
  return list;
}

Camera differenceCamera(const DifferenceInput& input, const Camera& like, const ViewSize& view) {
  Camera camera = like;
  Vec3 min{0.0}, max{0.0};
  for (const Vec3& at : supportPoints(input, input.report->radius_a + input.report->radius_b)) {
    for (int c = 0; c < 3; ++c) {
      min[c] = std::min(min[c], at[c]);
      max[c] = std::max(max[c], at[c]);
    }
  }
  if (input.report->planar) camera.projection = Projection::kPlanar;
  frame(camera, view, min, max);
  constexpr double kRoomForNames = 1.2, kArrowPx = 60;
  camera.distance *= std::max(kRoomForNames, 1 + 2 * kArrowPx / std::max(std::min(view.width, view.height), kArrowPx));
  return camera;
}

void addGjkSupport(DrawList& list, const GjkReport& report, int number, const Palette& palette, const Camera& camera,
                   const ViewSize& view) {
  const GjkStage stage = stageAt(report, number);
  const Vec3 d = stage.epa != nullptr ? report.epa->faces[stage.epa->face].normal : stage.gjk->direction;
  const GjkVertex& support = stage.epa != nullptr ? stage.epa->support : stage.gjk->support;
  const Vec3 ends[] = {report.origin + support.a + d * report.radius_a,
                       report.origin + support.b - d * report.radius_b};
  const Colour colours[] = {palette.a, palette.b};
  for (int i = 0; i < 2; ++i) {
    const Vec3 way = i == 0 ? d : -d;
    const double mpp = metresPerPixel(camera, view, ends[i]);
    const Vec3 tip = ends[i] + way * (46 * mpp);
    const Vec3 side = normalizedOr(crossAccurate(way, basisOf(camera).back), anyPerpendicular(way));
    addLine(list, ends[i], tip, palette.separated, 2.2f, Layer::kOverlay);
    for (const double sense : {-1.0, 1.0}) {
      addLine(list, tip, tip - way * (10 * mpp) + side * (sense * 5.5 * mpp), palette.separated, 2.2f, Layer::kOverlay);
    }
    list.points.push_back({list.local(ends[i]), colours[i], 9, Layer::kOverlay});
  }
}

}  // namespace sepax
