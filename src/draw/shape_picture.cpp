#include "draw/shape_picture.h"

#include "core/text.h"
#include "draw/half_space_picture.h"
#include "geom/compound_data.h"
#include "geom/mesh.h"
#include "geom/pieces.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sepax {

namespace {

constexpr int kCircleSegments = 64;
constexpr int kRings = 16;  // of a hemisphere's two halves together

/// Paints with one style into one list.
struct Painter {
  DrawList& list;
  const ShapeStyle& style;
  const Camera& camera;

  [[nodiscard]] Colour fill() const {
    Colour c = style.surface.value_or(style.colour);
    c.a = static_cast<std::uint8_t>(255 * style.fill);
    return c;
  }
  [[nodiscard]] Colour faint() const {
    Colour c = style.colour;
    c.a = 90;
    return c;
  }
  void fan(const std::vector<Vec3>& loop, const Vec3& normal) const {
    addFan(list.translucent, list, loop, normal, fill());
  }
  void outline(const std::vector<Vec3>& points, Polyline polyline = Polyline::kClosed) const {
    addPolyline(list, points, polyline, style.colour, style.edge_px, Layer::kScene);
  }
  void outline(const Vec3& from, const Vec3& to) const {
    addLine(list, from, to, style.colour, style.edge_px, Layer::kScene);
  }
  /// A section that the surface hides.
  void section(const std::vector<Vec3>& loop) const {
    addPolyline(list, loop, Polyline::kClosed, faint(), 1, Layer::kHidden);
  }
  void faintLine(const Vec3& from, const Vec3& to) const { addLine(list, from, to, faint(), 1, Layer::kScene); }
};

Vec3 perpendicularToView(const Vec3& axis, const Vec3& view) {
  const Vec3 side = crossAccurate(axis, view);
  return length(side) > 1e-6 ? normalizedOr(side, {1, 0, 0}) : anyPerpendicular(axis);
}

std::vector<Vec3> circle(const Vec3& centre, const Vec3& u, const Vec3& v, double radius, double from = 0,
                         double to = 2 * M_PI) {
  std::vector<Vec3> out;
  const bool closed = to - from > 6.28;
  for (int i = 0; i <= kCircleSegments - (closed ? 1 : 0); ++i) {
    const double t = from + (to - from) * i / kCircleSegments;
    out.push_back(centre + radius * (std::cos(t) * u + std::sin(t) * v));
  }
  return out;
}

/// The surface of a capsule along +y of `rotation` (a sphere when half_length is 0), smooth normals.
void addCapsuleSurface(const Painter& painter, const Pose& pose, double half_length, double radius) {
  constexpr int kSectors = 32;
  std::vector<Ring> rings;
  for (int i = 0; i <= kRings; ++i) {
    const double t = M_PI * i / kRings - M_PI / 2;
    const double shift = i <= kRings / 2 ? -half_length : half_length;
    rings.push_back({shift + radius * std::sin(t), radius * std::cos(t), std::sin(t), std::cos(t)});
    if (i == kRings / 2 && half_length > 0) rings.push_back({half_length, radius, 0, 1});
  }
  for (std::size_t i = 0; i + 1 < rings.size(); ++i)
    addBand(painter.list, pose, rings[i], rings[i + 1], painter.fill(), kSectors);
}

void paint(const Painter& painter, const Sphere& sphere, const Pose& pose, const ConvexFeatures&) {
  addCapsuleSurface(painter, pose, 0, sphere.radius);
  const Mat3& r = pose.rotation;
  for (const auto& [u, v] : {std::pair{r[0], r[1]}, std::pair{r[1], r[2]}, std::pair{r[2], r[0]}})
    painter.section(circle(pose.position, u, v, sphere.radius));
  // Outline: the circle where sight lines graze the ball; in perspective it lies before the centre and is smaller.
  Vec3 to_eye = basisOf(painter.camera).back;
  double shift = 0;
  if (painter.camera.projection == Projection::kPerspective) {
    const Vec3 d = eyeOf(painter.camera) - pose.position;
    const double distance = length(d);
    if (distance <= sphere.radius) return;
    to_eye = d / distance;
    shift = sphere.radius * sphere.radius / distance;
  }
  const Vec3 u = anyPerpendicular(to_eye);
  painter.outline(circle(pose.position + shift * to_eye, u, crossAccurate(to_eye, u),
                         std::sqrt(sphere.radius * sphere.radius - shift * shift)));
}

void paint(const Painter& painter, const Capsule& capsule, const Pose& pose, const ConvexFeatures&) {
  addCapsuleSurface(painter, pose, capsule.half_length, capsule.radius);
  const Mat3& r = pose.rotation;
  const Vec3 axis = r[1];
  const Vec3 view = normalizedOr(eyeOf(painter.camera) - pose.position, {0, 0, 1});
  const Vec3 side = perpendicularToView(axis, view);
  const Vec3 across = normalizedOr(axis - dot(axis, view) * view, axis);  // the caps bulge as seen, not along the axis
  for (const double end : {-1.0, 1.0}) {
    const Vec3 centre = pose.position + axis * (end * capsule.half_length);
    painter.section(circle(centre, r[0], r[2], capsule.radius));
    painter.outline(pose.position + axis * capsule.half_length + side * (end * capsule.radius),
                    pose.position - axis * capsule.half_length + side * (end * capsule.radius));
    painter.outline(circle(centre, side, across * end, capsule.radius, 0, M_PI), Polyline::kOpen);
  }
}

/// The lines where sight grazes the straight surface between two rings, if it does: there the normal is perpendicular
/// to the line of sight.
void addGrazingLines(const Painter& painter, const Pose& pose, const Ring& low, const Ring& high) {
  const bool perspective = painter.camera.projection == Projection::kPerspective;
  const Vec3 world = perspective ? eyeOf(painter.camera) - pose.position : basisOf(painter.camera).back;
  const Vec3 eye{dot(world, pose.rotation[0]), dot(world, pose.rotation[1]), dot(world, pose.rotation[2])};
  const double aside = std::hypot(eye.x, eye.z);
  // normal · (eye − point) for the point at angle t: normal_radius · (aside · cos t − radius) + normal_y · (eye.y − y).
  const double still =
      perspective ? low.normal_y * (eye.y - low.y) - low.normal_radius * low.radius : low.normal_y * eye.y;
  const double cosine = -still / (low.normal_radius * aside);
  if (!(std::abs(cosine) <= 1)) return;
  const double towards = std::atan2(eye.z, eye.x);
  for (const double t : {towards + std::acos(cosine), towards - std::acos(cosine)}) {
    const Vec3 outward{std::cos(t), 0, std::sin(t)};
    painter.outline(toWorld(pose, low.radius * outward + Vec3{0, low.y, 0}),
                    toWorld(pose, high.radius * outward + Vec3{0, high.y, 0}));
  }
}

/// A disc at height y whose normal is ±y, with its rim.
void addCap(const Painter& painter, const Pose& pose, double y, double radius, double sense) {
  const std::vector<Vec3> rim = circle(toWorld(pose, {0, y, 0}), pose.rotation[0], pose.rotation[2], radius);
  painter.fan(rim, pose.rotation[1] * sense);
  addPolyline(painter.list, rim, Polyline::kClosed, painter.style.colour, painter.style.edge_px, Layer::kHidden);
}

void paint(const Painter& painter, const Cylinder& shape, const Pose& pose, const ConvexFeatures&) {
  const Ring low{-shape.half_length, shape.radius, 0, 1}, high{shape.half_length, shape.radius, 0, 1};
  addBand(painter.list, pose, low, high, painter.fill());
  addGrazingLines(painter, pose, low, high);
  addCap(painter, pose, low.y, shape.radius, -1);
  addCap(painter, pose, high.y, shape.radius, 1);
}

void paint(const Painter& painter, const Cone& shape, const Pose& pose, const ConvexFeatures&) {
  const double steep = std::hypot(2 * shape.half_length, shape.radius);
  const double rise = steep > 0 ? shape.radius / steep : 0, out = steep > 0 ? 2 * shape.half_length / steep : 1;
  const Ring low{-shape.half_length, shape.radius, rise, out}, high{shape.half_length, 0, rise, out};
  addBand(painter.list, pose, low, high, painter.fill());
  addGrazingLines(painter, pose, low, high);
  addCap(painter, pose, low.y, shape.radius, -1);
}

void addRounded(const Painter& painter, const Shape& shape, const Pose& pose) {
  painter.outline(silhouetteOf(shape, pose, painter.camera));
}

/// The balls as far as they show, the side between them, and the circles where it touches them.
void paint(const Painter& painter, const TaperedCapsule& shape, const Pose& pose, const ConvexFeatures&) {
  const double start = shape.radius_start, end = shape.radius_end;
  const bool ball = isBall(shape);
  const double radius = std::max(start, end), middle = ball ? largerAt(shape) : 0;
  const double seam = ball ? 0 : std::atan2(sideSine(shape), sideCosine(shape));
  std::vector<Ring> rings;
  const auto addRings = [&](double from, double to, double at, double r) {
    for (int i = 0; i <= kRings; ++i) {
      const double up = from + (to - from) * i / kRings;
      rings.push_back({at + r * std::sin(up), r * std::cos(up), std::sin(up), std::cos(up)});
    }
  };
  addRings(-M_PI / 2, seam, ball ? middle : -shape.half_length, ball ? radius : start);
  addRings(seam, M_PI / 2, ball ? middle : shape.half_length, ball ? radius : end);
  for (std::size_t i = 0; i + 1 < rings.size(); ++i)
    addBand(painter.list, pose, rings[i], rings[i + 1], painter.fill());
  for (const Ring& ring : {rings[kRings], rings[kRings + 1]}) {
    const Vec3 centre = toWorld(pose, {0, ring.y, 0});
    painter.section(circle(centre, pose.rotation[0], pose.rotation[2], ring.radius));
  }
  addRounded(painter, shape, pose);
}

/// A point of an ellipsoid rounded by a margin, and its normal; `on_ball` runs over a ball around it.
struct EllipsoidPoint {
  Vec3 point, normal;
};
EllipsoidPoint ellipsoidPoint(const Vec3& half, double margin, const Vec3& on_ball) {
  const Vec3 whole = half + margin;  // close to it where its normals are
  const double longest = std::max({whole.x, whole.y, whole.z});
  const Vec3 w = longest > 0 ? whole / longest : whole;
  const Vec3 normal = normalizedOr({on_ball.x * w.y * w.z, on_ball.y * w.z * w.x, on_ball.z * w.x * w.y}, on_ball);
  if (margin == 0) return {half * on_ball, normal};
  return {half * normalizedOr(half * normal, Vec3{0.0}) + margin * normal, normal};
}

/// An ellipse around the origin in the plane of two body axes.
std::vector<Vec3> ellipseOf(const Pose& pose, const Vec3& half, double margin, int u, int v) {
  std::vector<Vec3> out;
  for (int k = 0; k < kCircleSegments; ++k) {
    const double t = 2 * M_PI * k / kCircleSegments;
    Vec3 on_ball{0.0};
    on_ball[u] = std::cos(t);
    on_ball[v] = std::sin(t);
    out.push_back(toWorld(pose, ellipsoidPoint(half, margin, on_ball).point));
  }
  return out;
}

/// The surface, its sections across the axes, and the line where sight grazes it.
void paintEllipsoid(const Painter& painter, const Shape& shape, const Vec3& half, double margin, const Pose& pose) {
  constexpr int kSectors = 64, kParallels = 32;
  const auto vertex = [&](int parallel, int sector) {
    const double up = M_PI * parallel / kParallels - M_PI / 2, t = 2 * M_PI * sector / kSectors;
    const Vec3 on_ball{std::cos(up) * std::cos(t), std::sin(up), std::cos(up) * std::sin(t)};
    const auto [point, normal] = ellipsoidPoint(half, margin, on_ball);
    return FillVertex{painter.list.local(toWorld(pose, point)), glm::vec3(pose.rotation * normal), painter.fill()};
  };
  for (int i = 0; i < kParallels; ++i) {
    for (int s = 0; s < kSectors; ++s) {
      const FillVertex a = vertex(i, s), b = vertex(i, s + 1), c = vertex(i + 1, s + 1), d = vertex(i + 1, s);
      for (const FillVertex& v : {a, b, c, a, c, d}) painter.list.translucent.push_back(v);
    }
  }
  for (const auto& [u, v] : {std::pair{0, 1}, std::pair{1, 2}, std::pair{2, 0}})
    painter.section(ellipseOf(pose, half, margin, u, v));
  addRounded(painter, shape, pose);
}
void paint(const Painter& painter, const Ellipsoid& shape, const Pose& pose, const ConvexFeatures&) {
  paintEllipsoid(painter, shape, shape.half_axes, 0, pose);
}
void paint(const Painter& painter, const Rounded<Ellipsoid>& shape, const Pose& pose, const ConvexFeatures&) {
  paintEllipsoid(painter, shape, shape.half_axes, shape.margin, pose);
}

/// A rounded polytope; in the plane its filled outline.
template <class S>
void paint(const Painter& painter, const Rounded<S>& shape, const Pose& pose, const ConvexFeatures& features) {
  if (features.planar) {
    painter.fan(silhouetteOf(shape, pose, painter.camera), Vec3{0.0});
  } else {
    addRoundedPolytope(painter.list, features.core, shape.margin, painter.fill(), painter.faint());
  }
  addRounded(painter, shape, pose);
}

void paint(const Painter& painter, const Rounded<Cylinder>& shape, const Pose& pose, const ConvexFeatures&) {
  const double h = shape.half_length, r = shape.radius;
  addRoundedRevolved(painter.list, pose, {{0, h}, {r, h}, {r, -h}, {0, -h}}, shape.margin, painter.fill(),
                     painter.faint());
  addRounded(painter, shape, pose);
}

void paint(const Painter& painter, const Rounded<Cone>& shape, const Pose& pose, const ConvexFeatures&) {
  const double h = shape.half_length, r = shape.radius;
  addRoundedRevolved(painter.list, pose, {{0, h}, {r, -h}, {0, -h}}, shape.margin, painter.fill(), painter.faint());
  addRounded(painter, shape, pose);
}

/// A piece of the surface with a grid, and hatching below its border.
void paint(const Painter& painter, const HalfSpace& shape, const Pose& pose, const ConvexFeatures&) {
  constexpr int kCells = 6, kStrokes = 8;  // from the middle to a border; along half a border
  const double w = shape.window;
  const auto at = [&](double x, double y, double z) { return toWorld(pose, Vec3{x, y, z} * w); };
  painter.fan({at(-1, 0, 1), at(1, 0, 1), at(1, 0, -1), at(-1, 0, -1)}, pose.rotation[1]);
  for (int i = -kCells; i <= kCells; ++i) {
    const double k = static_cast<double>(i) / kCells;
    painter.faintLine(at(k, 0, -1), at(k, 0, 1));
    painter.faintLine(at(-1, 0, k), at(1, 0, k));
  }
  painter.outline({at(-1, 0, 1), at(1, 0, 1), at(1, 0, -1), at(-1, 0, -1)});
  const double deep = 1.0 / kStrokes;
  for (int i = -kStrokes; i < kStrokes; ++i) {
    const double from = static_cast<double>(i) * deep, to = from + deep;
    for (const double side : {-1.0, 1.0}) {
      painter.faintLine(at(to, 0, side), at(from, -deep, side));
      painter.faintLine(at(side, 0, to), at(side, -deep, from));
    }
  }
}

void paint(const Painter& painter, const HalfSpace2& shape, const Pose& pose, const ConvexFeatures&) {
  constexpr int kStrokes = 24;
  const double w = shape.window;
  const auto at = [&](double x, double y) { return toWorld(pose, {x * w, y * w, 0}); };
  const double deep = 2.0 / kStrokes;
  painter.fan({at(-1, 0), at(-1, -kHalfSpaceShown), at(1, -kHalfSpaceShown), at(1, 0)}, Vec3{0.0});
  painter.outline(at(-1, 0), at(1, 0));
  for (int i = 0; i < kStrokes; ++i) {
    const double from = -1 + deep * i;
    painter.faintLine(at(from + deep, 0), at(from, -deep));
  }
}

/// One sheet, not its front and its back.
void paintSheet(const Painter& painter, const ConvexFeatures& features) {
  std::vector<Vec3> corners;
  for (const int v : features.core.faces[0].loop)
    corners.push_back(features.core.vertices[static_cast<std::size_t>(v)]);
  painter.fan(corners, features.core.faces[0].normal);
  painter.outline(corners);
}

void paint(const Painter& painter, const Triangle&, const Pose&, const ConvexFeatures& features) {
  paintSheet(painter, features);
}

void paint(const Painter& painter, const OneOf<Point2, Point3> auto&, const Pose& pose, const ConvexFeatures&) {
  painter.list.points.push_back(
      {painter.list.local(pose.position), painter.style.colour, 5 + painter.style.edge_px, Layer::kScene});
}

void addDisc(const Painter& painter, const std::vector<Vec3>& outline) {
  painter.fan(outline, Vec3{0.0});
  painter.outline(outline);
}

void paint(const Painter& painter, const Circle& shape, const Pose& pose, const ConvexFeatures&) {
  addDisc(painter, circle(pose.position, pose.rotation[0], pose.rotation[1], shape.radius));
  painter.faintLine(pose.position, pose.position + pose.rotation[0] * shape.radius);
}

/// With its half axes.
void paintEllipse(const Painter& painter, const Vec3& half, double margin, const Pose& pose) {
  addDisc(painter, ellipseOf(pose, half, margin, 0, 1));
  for (int c = 0; c < 2; ++c) painter.faintLine(pose.position, pose.position + pose.rotation[c] * half[c]);
}
void paint(const Painter& painter, const Ellipse& shape, const Pose& pose, const ConvexFeatures&) {
  paintEllipse(painter, halfAxesOf(shape), 0, pose);
}
void paint(const Painter& painter, const Rounded<Ellipse>& shape, const Pose& pose, const ConvexFeatures&) {
  paintEllipse(painter, halfAxesOf(shape), shape.margin, pose);
}

void paint(const Painter& painter, const Capsule2& shape, const Pose& pose, const ConvexFeatures&) {
  const Vec3 x = pose.rotation[0], y = pose.rotation[1];
  std::vector<Vec3> outline = circle(pose.position + x * shape.half_length, x, y, shape.radius, -M_PI / 2, M_PI / 2);
  const std::vector<Vec3> left =
      circle(pose.position - x * shape.half_length, x, y, shape.radius, M_PI / 2, 3 * M_PI / 2);
  outline.insert(outline.end(), left.begin(), left.end());
  addDisc(painter, outline);
  painter.faintLine(pose.position - x * shape.half_length, pose.position + x * shape.half_length);
}

void paint(const Painter& painter, const TaperedCapsule2& shape, const Pose& pose, const ConvexFeatures&) {
  const Vec3 x = pose.rotation[0], y = pose.rotation[1], end = pose.position + x * shape.half_length,
             start = pose.position - x * shape.half_length;
  if (isBall(shape)) {
    addDisc(painter, circle(pose.position + x * largerAt(shape), x, y, std::max(shape.radius_start, shape.radius_end)));
    return;
  }
  const double seam = std::acos(std::clamp(sideSine(shape), -1.0, 1.0));  // of the upper side's normal, from x
  std::vector<Vec3> outline = circle(end, x, y, shape.radius_end, -seam, seam);
  const std::vector<Vec3> back = circle(start, x, y, shape.radius_start, seam, 2 * M_PI - seam);
  outline.insert(outline.end(), back.begin(), back.end());
  addDisc(painter, outline);
  painter.faintLine(start, end);
}

void addFaces(const Painter& painter, const Polytope& core, Colour colour, bool lit) {
  for (const PolytopeFace& face : core.faces) {
    std::vector<Vec3> loop;
    for (const int v : face.loop) loop.push_back(core.vertices[v]);
    addFan(painter.list.translucent, painter.list, loop, lit ? face.normal : Vec3{0.0}, colour);
  }
}

enum class EdgeKind { kOutline, kCrease, kSmooth };

/// Whether the surface turns away at an edge, or bends there as at a mesh's crease. `eye`: null without perspective,
/// when all look along `back`.
EdgeKind edgeKind(const PolytopeEdge& edge, const Polytope& of, const Vec3* eye, const Vec3& back) {
  if (edge.face0 < 0 || edge.face1 < 0) return EdgeKind::kOutline;
  const Vec3 &a = of.faces[static_cast<std::size_t>(edge.face0)].normal,
             &b = of.faces[static_cast<std::size_t>(edge.face1)].normal;
  const Vec3 to_eye = eye != nullptr ? *eye - of.vertices[static_cast<std::size_t>(edge.v0)] : back;
  if ((dot(a, to_eye) > 0) != (dot(b, to_eye) > 0)) return EdgeKind::kOutline;
  return dot(a, b) < kCreaseCosine ? EdgeKind::kCrease : EdgeKind::kSmooth;
}

/// Boxes and hulls: faces and edges, the outline strongest; of very many edges outline and creases, as together they
/// would be one blot, and slow.
template <class S>
void paint(const Painter& painter, const S&, const Pose&, const ConvexFeatures& features) {
  constexpr std::size_t kMaxEdges = 3000;
  const Polytope& core = features.core;
  addFaces(painter, core, painter.fill(), !features.planar);
  const bool draws_all = core.edges.size() <= kMaxEdges;
  const Vec3 eye = eyeOf(painter.camera), back = basisOf(painter.camera).back;
  const bool is_perspective = painter.camera.projection == Projection::kPerspective;
  for (const PolytopeEdge& edge : core.edges) {
    const EdgeKind kind =
        features.planar ? EdgeKind::kOutline : edgeKind(edge, core, is_perspective ? &eye : nullptr, back);
    if (!draws_all && kind == EdgeKind::kSmooth) continue;
    constexpr float kInner = 0.625f;
    addLine(painter.list, core.vertices[edge.v0], core.vertices[edge.v1], painter.style.colour,
            painter.style.edge_px * (kind == EdgeKind::kOutline ? 1 : kInner),
            features.planar ? Layer::kScene : Layer::kHidden);
  }
}

void paint(const Painter& painter, const Hull& hull, const Pose& pose, const ConvexFeatures& features) {
  if (hull.data->flat) {
    paintSheet(painter, features);
  } else {
    paint<Hull>(painter, hull, pose, features);
  }
}

void paint(const Painter& painter, const Chain& chain, const Pose& pose, const ConvexFeatures&) {
  std::vector<Vec3> corners;
  for (const Vec2& v : chain.vertices) corners.push_back(toWorld(pose, Vec3(v, 0)));
  painter.outline(corners, Polyline::kOpen);
  if (!chain.one_sided) return;
  // Short strokes to where its front is.
  const double longest = 0.03 * sizeOf(chain);
  for (int i = 0; i + 1 < static_cast<int>(corners.size()); ++i) {
    const Vec3 &from = corners[static_cast<std::size_t>(i)], &to = corners[static_cast<std::size_t>(i) + 1],
               middle = (from + to) / 2.0;
    const Vec3 front = pose.rotation * frontOf(chain, i) * std::min(longest, length(to - from) / 6);
    painter.outline({middle, middle + front}, Polyline::kOpen);
  }
}

/// Each child as the shape that it is.
void paint(const Painter& painter, const OneOf<Compound2, Compound> auto& compound, const Pose& pose,
           const ConvexFeatures&) {
  for (const CompoundChild& child : compound.data->children) {
    const PosedShape posed{child.shape, composed(pose, child.pose)};
    addShape(painter.list, posed, worldFeatures(posed), painter.style, painter.camera);
  }
}

/// A polygon is filled piece by piece: no cut shows but by its own dashed line.
void paint(const Painter& painter, const Polygon& polygon, const Pose& pose, const ConvexFeatures&) {
  const auto at = [&](int vertex) { return toWorld(pose, {polygon.vertices[static_cast<std::size_t>(vertex)], 0}); };
  for (const PolygonPiece& piece : convexPieces(polygon)) {
    std::vector<Vec3> corners;
    for (const int v : piece.loop) corners.push_back(at(v));
    painter.fan(corners, Vec3{0.0});
    for (std::size_t i = 0; i < piece.edges.size() && painter.style.cuts; ++i) {
      const std::size_t next = (i + 1) % corners.size();
      if (piece.edges[i] >= 0 || piece.loop[i] > piece.loop[next]) continue;  // each cut is an edge of two pieces
      addLine(painter.list, corners[i], corners[next], painter.style.colour, 1.2f, Layer::kScene, 4);
    }
  }
  std::vector<Vec3> outline;
  for (const int v : outlineOf(polygon)) outline.push_back(at(v));
  painter.outline(outline);
}

/// A mesh shows its triangles, with lines where the surface bends or ends.
void paintTriangles(const Painter& painter, const MeshData& data, const Pose& pose) {
  std::vector<Vec3> world;
  world.reserve(data.vertices.size());
  for (const Vec3& v : data.vertices) world.push_back(toWorld(pose, v));
  std::vector<FillVertex>& fills = painter.list.translucent;
  std::size_t next = fills.size();
  // Growing step by step would hold up to twice the memory of a million triangles; a little more is for the elements
  // after them.
  const std::size_t needed = next + 3 * data.triangles.size();
  if (needed > 2 * fills.capacity()) fills.reserve(needed + needed / 16);
  fills.resize(needed);
  const Colour colour = painter.fill();
  for (const TriangleIndices& t : data.triangles) {
    const Vec3 &p = world[t[0]], &q = world[t[1]], &r = world[t[2]];
    const glm::vec3 normal(normalizedOr(glm::cross(q - p, r - p), Vec3{0.0}));
    for (const Vec3* corner : {&p, &q, &r}) fills[next++] = {painter.list.local(*corner), normal, colour};
  }
  for (const auto& [from, to] : data.creases)
    addLine(painter.list, world[from], world[to], painter.style.colour, 1.2f, Layer::kScene);
}
void paint(const Painter& painter, const Mesh& mesh, const Pose& pose, const ConvexFeatures&) {
  paintTriangles(painter, *mesh.data, pose);
}
/// Its rows and columns show how it bends.
void paint(const Painter& painter, const Heightfield& field, const Pose& pose, const ConvexFeatures&) {
  constexpr std::size_t kMaxLines = 64;  // along one side
  paintTriangles(painter, *field.data->surface, pose);
  const std::vector<Vec3>& vertices = field.data->surface->vertices;
  const std::size_t rows = field.data->heights.size(), columns = field.data->heights[0].size();
  const auto line = [&](std::size_t first, std::size_t step, std::size_t count) {
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < count; ++i) points.push_back(toWorld(pose, vertices[first + i * step]));
    addPolyline(painter.list, points, Polyline::kOpen, painter.faint(), 1, Layer::kScene);
  };
  for (std::size_t row = 0; row < rows; row += 1 + rows / kMaxLines) line(row * columns, 1, columns);
  for (std::size_t column = 0; column < columns; column += 1 + columns / kMaxLines) line(column, columns, rows);
}

}  // namespace

void addDashedEdges(DrawList& list, const PosedShape& posed, const ConvexFeatures& features, Colour colour,
                    const Camera& camera) {
  const std::size_t fills = list.translucent.size(), lines = list.lines.size();
  addShape(list, posed, features, {.colour = colour, .edge_px = 1.2f}, camera);
  list.translucent.resize(fills);
  for (std::size_t i = lines; i < list.lines.size(); ++i) {
    list.lines[i].dash_px = 5;
    list.lines[i].layer = Layer::kScene;
  }
}

void addBodyLabel(DrawList& list, const Vec3& at, const std::string& id, Colour colour, int priority) {
  constexpr std::size_t kFirst = 14, kLast = 9;  // characters
  std::string name = abridged(id, kFirst, kLast);
  std::string exact = name == id ? std::string() : id;
  list.labels.push_back({list.local(at), std::move(name), colour, 0, 0, 0.5f, 0.5f, priority, std::move(exact)});
}

ConvexFeatures worldFeatures(const PosedShape& posed) {
  return transformed(convexFeatures(posed.shape), posed.pose.rotation, posed.pose.position);
}

void addShape(DrawList& list, const PosedShape& posed, const ConvexFeatures& features, const ShapeStyle& style,
              const Camera& camera) {
  const Painter painter{list, style, camera};
  std::visit([&](const auto& shape) { paint(painter, shape, posed.pose, features); }, posed.shape);
}

}  // namespace sepax
