#include "geom/convex.h"

#include "geom/compound_data.h"
#include "geom/ellipsoid_polytope.h"
#include "geom/oriented_box.h"
#include "geom/portable_math.h"
#include "geom/rounded.h"
#include "geom/tolerances.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

namespace sepax {

namespace {

ConvexFeatures pointCore(double radius, bool planar) {
  ConvexFeatures out;
  out.core.vertices = {Vec3{0.0}};
  out.radius = radius;
  out.planar = planar;
  return out;
}

ConvexFeatures features(const OneOf<Point2, Point3> auto& s) { return pointCore(0, s.kPlanar); }
ConvexFeatures features(const OneOf<Circle, Sphere> auto& s) { return pointCore(s.radius, s.kPlanar); }

/// Around the segment from −half_length to half_length on an axis.
ConvexFeatures capsuleAlong(int axis, double half_length, double radius, bool planar) {
  Vec3 from{0.0}, to{0.0};
  from[axis] = -half_length;
  to[axis] = half_length;
  ConvexFeatures out;
  out.core.vertices = {from, to};
  out.core.edges = {{0, 1, -1, -1}};
  Vec3 direction{0.0};
  direction[planar ? 1 - axis : axis] = 1;
  (planar ? out.face_axes : out.edge_axes) = {{direction, 0}};
  out.radius = radius;
  out.planar = planar;
  return out;
}
ConvexFeatures features(const OneOf<Capsule2, Capsule> auto& s) {
  return capsuleAlong(s.kAxis, s.half_length, s.radius, s.kPlanar);
}
ConvexFeatures features(const OneOf<Segment2, Segment3> auto& s) {
  return capsuleAlong(s.kAxis, s.half_length, 0, s.kPlanar);
}

ConvexFeatures features(const OneOf<Box2, FixedBox2> auto& s) {
  ConvexFeatures out;
  for (int v = 0; v < 4; ++v) out.core.vertices.push_back(boxCorner(s.half_extents, v));
  out.core.faces = {{{0, 0, 1}, {0, 1, 2, 3}}};
  out.core.edges = {{0, 1, 0, -1}, {1, 2, 0, -1}, {2, 3, 0, -1}, {3, 0, 0, -1}};
  out.face_axes = {{{1, 0, 0}, 0}, {{0, 1, 0}, 1}};
  out.planar = true;
  return out;
}

/// Vertices keep their order in the file, those inside the hull too; edge i runs from vertex i to the hull's next and
/// gives axis i.
ConvexFeatures features(const Polygon& s) {
  ConvexFeatures out;
  polygonFeatures(s, out);
  return out;
}

/// The convex hull of the vertices, which keep their order; of vertices in a line the segment between the farthest.
ConvexFeatures features(const Chain& s) {
  ConvexFeatures out;
  out.planar = true;
  for (const Vec2& v : s.vertices) out.core.vertices.emplace_back(v, 0.0);
  std::vector<int> loop = planarHull(s.vertices);
  if (loop.size() < 2) return out;
  const std::size_t sides = loop.size() == 2 ? 1 : loop.size();
  for (std::size_t k = 0; k < sides; ++k) {
    const int from = loop[k], to = loop[(k + 1) % loop.size()];
    const Vec2 along = s.vertices[static_cast<std::size_t>(to)] - s.vertices[static_cast<std::size_t>(from)];
    out.core.edges.push_back({from, to, sides > 1 ? 0 : -1, -1});
    out.face_axes.push_back({normalizedOr({along.y, -along.x, 0}, {1, 0, 0}), from});
  }
  if (sides > 1) out.core.faces = {{{0, 0, 1}, std::move(loop)}};
  return out;
}

Polytope boxPolytope(const Vec3& half) {
  Polytope out = unitBox();
  for (int v = 0; v < 8; ++v) out.vertices[v] = boxCorner(half, v);
  return out;
}

ConvexFeatures features(const OneOf<Box, FixedBox> auto& s) {
  ConvexFeatures out;
  out.core = boxPolytope(s.half_extents);
  out.face_axes = {{{1, 0, 0}, 0}, {{0, 1, 0}, 1}, {{0, 0, 1}, 2}};
  out.edge_axes = out.face_axes;
  return out;
}

ConvexFeatures polytopeFeatures(Polytope polytope) {
  ConvexFeatures out;
  out.core = std::move(polytope);
  const auto& [vertices, faces, edges] = out.core;
  out.face_axes.reserve(faces.size());
  out.edge_axes.reserve(edges.size());
  for (int f = 0; f < static_cast<int>(faces.size()); ++f) out.face_axes.push_back({faces[f].normal, f});
  for (int e = 0; e < static_cast<int>(edges.size()); ++e) {
    const PolytopeEdge& edge = edges[e];
    AxisFeature axis{normalizedOr(vertices[edge.v1] - vertices[edge.v0], {1, 0, 0}), e};
    if (edge.face0 >= 0 && edge.face1 >= 0) {
      axis.arc0 = faces[edge.face0].normal;
      axis.arc1 = faces[edge.face1].normal;
    }
    out.edge_axes.push_back(axis);
  }
  return out;
}

/// Features of vertices in one plane: front and back are one axis, and each edge gives one in the plane.
ConvexFeatures flatFeatures(Polytope polytope) {
  ConvexFeatures out = polytopeFeatures(std::move(polytope));
  out.flat = true;
  out.face_axes.resize(1);
  const Vec3 normal = out.face_axes[0].direction;
  for (AxisFeature& edge : out.edge_axes) {
    edge.arc_middle = normalizedOr(crossAccurate(edge.direction, edge.arc0), Vec3{0.0});
    if (edge.arc_middle == Vec3{0.0}) edge.arc0 = edge.arc1 = Vec3{0.0};
    out.face_axes.push_back({normalizedOr(crossAccurate(edge.direction, normal), {1, 0, 0}), 2 + edge.feature});
  }
  return out;
}

ConvexFeatures features(const Hull& s) {
  return s.data->flat ? flatFeatures(s.data->polytope) : polytopeFeatures(s.data->polytope);
}
ConvexFeatures features(const MeshData& mesh) {
  return mesh.flat ? flatFeatures(mesh.hull) : polytopeFeatures(mesh.hull);
}
ConvexFeatures features(const Mesh& s) { return features(*s.data); }
ConvexFeatures features(const Heightfield& s) { return features(*s.data->surface); }
ConvexFeatures features(const OneOf<Compound2, Compound> auto& s) { return s.data->hull; }

/// Faces 0 and 1 are the front and the back; axis 2 + i lies in the plane, perpendicular to the edge from vertex i.
ConvexFeatures features(const Triangle& s) {
  ConvexFeatures out;
  out.flat = true;
  out.core.vertices.assign(s.vertices.begin(), s.vertices.end());
  std::array<Vec3, 3> along;
  for (std::size_t i = 0; i < 3; ++i) along[i] = normalizedOr(s.vertices[(i + 1) % 3] - s.vertices[i], {1, 0, 0});
  const Vec3 normal = normalizedOr(crossAccurate(along[0], along[1]), anyPerpendicular(along[0]));
  out.core.faces = {{normal, {0, 1, 2}}, {-normal, {0, 2, 1}}};
  out.face_axes = {{normal, 0}};
  for (int i = 0; i < 3; ++i) {
    const Vec3& edge = along[static_cast<std::size_t>(i)];
    out.core.edges.push_back({i, (i + 1) % 3, 0, 1});
    out.edge_axes.push_back({edge, i});
    out.face_axes.push_back({normalizedOr(crossAccurate(edge, normal), {1, 0, 0}), 2 + i});
  }
  return out;
}

/// Circumscribed: the sides touch the circle of `radius`, the corners are farther out by this factor.
double cornerFactor() { return 1 / portable::cos(M_PI / kRoundSides); }

Vec3 around(double sides) {
  const double t = 2 * M_PI * sides / kRoundSides;
  return {portable::cos(t), 0, portable::sin(t)};
}

/// Direction and arc from known numbers, not from vertices: they hold for zero lengths too.
void addEdge(ConvexFeatures& out, const PolytopeEdge& edge, const Vec3& along) {
  const auto& faces = out.core.faces;
  out.edge_axes.push_back(
      {along, static_cast<int>(out.core.edges.size()), faces[edge.face0].normal, faces[edge.face1].normal});
  out.core.edges.push_back(edge);
}

/// Vertices: corner k of the bottom, then of the top; side k lies between the corners k − 1 and k. Faces: top, bottom,
/// sides.
ConvexFeatures features(const Cylinder& s) {
  constexpr int kN = kRoundSides;
  const double corner = s.radius * cornerFactor(), h = s.half_length;
  ConvexFeatures out;
  Polytope& core = out.core;
  core.faces = {{{0, 1, 0}, {}}, {{0, -1, 0}, {}}};
  for (int top = 0; top < 2; ++top) {
    for (int k = 0; k < kN; ++k) {
      core.vertices.push_back(corner * around(k + 0.5) + Vec3{0, top == 1 ? h : -h, 0});
      core.faces[0].loop.push_back(2 * kN - 1 - k);
      core.faces[1].loop.push_back(k);
    }
    core.faces[0].loop.resize(kN);
    core.faces[1].loop.resize(kN);
  }
  for (int k = 0; k < kN; ++k) {
    const int before = (k + kN - 1) % kN;
    core.faces.push_back({around(k), {before, kN + before, kN + k, k}});
  }
  out.face_axes = {{{0, 1, 0}, 0}};
  for (int k = 0; k < kN / 2; ++k) out.face_axes.push_back({core.faces[2 + k].normal, 2 + k});
  for (int k = 0; k < kN; ++k) {
    const int before = (k + kN - 1) % kN, next = (k + 1) % kN;
    const Vec3 along = around(k + kN / 4);
    addEdge(out, {kN + k, k, 2 + k, 2 + next}, {0, -1, 0});
    addEdge(out, {kN + before, kN + k, 2 + k, 0}, along);
    addEdge(out, {k, before, 2 + k, 1}, -along);
  }
  return out;
}

/// Vertices: corners of the base, then the apex. Faces: base, sides.
ConvexFeatures features(const Cone& s) {
  constexpr int kN = kRoundSides;
  const double corner = s.radius * cornerFactor(), h = s.half_length;
  ConvexFeatures out;
  Polytope& core = out.core;
  out.flat = h < kFlatCone * s.radius;
  core.faces = {{{0, -1, 0}, {}}};
  const double steep = portable::hypot(2 * h, s.radius);
  for (int k = 0; k < kN; ++k) {
    core.vertices.push_back(corner * around(k + 0.5) + Vec3{0, -h, 0});
    core.faces[0].loop.push_back(k);
    const Vec3 normal = steep > 0 ? around(k) * (2 * h / steep) + Vec3{0, s.radius / steep, 0} : around(k);
    core.faces.push_back({normalizedOr(normal, {0, 1, 0}), {(k + kN - 1) % kN, kN, k}});
  }
  core.vertices.emplace_back(0, h, 0);
  for (int f = 0; f <= kN; ++f) out.face_axes.push_back({core.faces[f].normal, f});
  for (int k = 0; k < kN; ++k) {
    const Vec3 down = normalizedOr(corner * around(k + 0.5) - Vec3{0, 2 * h, 0}, {0, -1, 0});
    addEdge(out, {kN, k, 1 + k, 1 + (k + 1) % kN}, down);
    addEdge(out, {k, (k + kN - 1) % kN, 1 + k, 0}, -around(k + kN / 4));
  }
  return out;
}

constexpr int kBallRings = 12, kArcSides = 48;  ///< of a tessellated sphere cone

/// Angle of a sphere cone's lateral normals above the plane across its axis.
double lateralAngle(const CurvedCore& cone) { return portable::atan2(cone.lateralSine(), cone.lateralCosine()); }

/// From one tessellated ring or corner of a sphere cone's ball to the next, and how far out they are: circumscribed.
struct BallSteps {
  BallSteps(const CurvedCore& cone, double turn, int count)
      : step(turn / count), radius(cone.radius / portable::cos(step / 2)) {}
  double step, radius;
};

/// In its own frame, upright. Vertices: corners of the rings of the ball, from the top one down, then the point. Faces:
/// below the ball, around the point, between the rings.
ConvexFeatures solidSphereCone(const CurvedCore& cone) {
  constexpr int kN = kRoundSides, kTip = kBallRings * kN;
  const double h = cone.half_length, top = lateralAngle(cone);
  const BallSteps rings(cone, top + M_PI / 2, kBallRings);
  ConvexFeatures out;
  Polytope& core = out.core;
  core.faces = {{{0, -1, 0}, {}}};
  for (int ring = 0; ring < kBallRings; ++ring) {
    const double up = top - (ring + 0.5) * rings.step;
    for (int k = 0; k < kN; ++k) {
      core.vertices.push_back(
          rings.radius * (portable::cos(up) * cornerFactor() * around(k + 0.5) + Vec3{0, portable::sin(up), 0}) -
          Vec3{0, h, 0});
    }
  }
  core.vertices.emplace_back(0, h, 0);
  const auto at = [](int ring, int k) { return ring < 0 ? kTip : ring * kN + (k + kN) % kN; };
  for (int k = 0; k < kN; ++k) core.faces[0].loop.push_back(at(kBallRings - 1, k));
  for (int band = 0; band < kBallRings; ++band) {  // above ring `band`
    const double up = top - band * rings.step;
    for (int k = 0; k < kN; ++k) {
      std::vector<int> loop{at(band, k - 1), at(band - 1, k - 1), at(band - 1, k), at(band, k)};
      if (band == 0) loop.erase(loop.begin() + 1);
      core.faces.push_back({portable::cos(up) * around(k) + Vec3{0, portable::sin(up), 0}, std::move(loop)});
    }
  }
  for (int f = 0; f < static_cast<int>(core.faces.size()); ++f) out.face_axes.push_back({core.faces[f].normal, f});
  const auto face = [](int band, int k) { return band == kBallRings ? 0 : 1 + band * kN + k % kN; };
  for (int ring = 0; ring < kBallRings; ++ring) {
    for (int k = 0; k < kN; ++k) {
      const int upper = at(ring - 1, k), lower = at(ring, k);
      addEdge(out, {upper, lower, face(ring, k), face(ring, k + 1)},
              normalizedOr(core.vertices[lower] - core.vertices[upper], {0, -1, 0}));
      addEdge(out, {at(ring, k - 1), lower, face(ring + 1, k), face(ring, k)}, around(k + kN / 4));
    }
  }
  return out;
}

/// In its own frame, upright. Vertices: the point, then corners around the disc from its left.
ConvexFeatures planarSphereCone(const CurvedCore& cone) {
  const double h = cone.half_length, first = M_PI - lateralAngle(cone);
  const BallSteps arc(cone, M_PI + 2 * lateralAngle(cone), kArcSides);
  ConvexFeatures out;
  out.planar = true;
  out.core.vertices = {{0, h, 0}};
  out.core.faces = {{{0, 0, 1}, {}}};
  for (int k = 0; k < kArcSides; ++k) {
    const double t = first + (k + 0.5) * arc.step;
    out.core.vertices.emplace_back(arc.radius * portable::cos(t), arc.radius * portable::sin(t) - h, 0);
  }
  for (int k = 0; k <= kArcSides; ++k) {
    const double t = first + k * arc.step;
    out.core.faces[0].loop.push_back(k);
    out.core.edges.push_back({k, (k + 1) % (kArcSides + 1), 0, -1});
    out.face_axes.push_back({{portable::cos(t), portable::sin(t), 0}, k});
  }
  return out;
}

/// The sphere cone that remains of a tapered capsule without its smaller radius; nullopt when it is a ball or has one
/// radius.
template <Tapered S>
std::optional<CurvedCore> sphereConeOf(const S& s) {
  if (isBall(s) || s.radius_start == s.radius_end) return std::nullopt;
  const bool back = s.radius_start < s.radius_end;
  const double sense = back ? -1 : 1;
  const Mat3 rotation = S::kPlanar ? Mat3{Vec3{0, -sense, 0}, Vec3{sense, 0, 0}, Vec3{0, 0, 1}}
                                   : Mat3{Vec3{1, 0, 0}, Vec3{0, sense, 0}, Vec3{0, 0, sense}};
  return CurvedCore{
      CurvedKind::kDrop, Vec3{0.0}, rotation, s.half_length, std::abs(s.radius_start - s.radius_end), back, Vec3{0.0}};
}

std::optional<CurvedCore> sphereConeOf(const Shape& shape) {
  if (const auto* s = std::get_if<TaperedCapsule>(&shape)) return sphereConeOf(*s);
  if (const auto* s = std::get_if<TaperedCapsule2>(&shape)) return sphereConeOf(*s);
  return std::nullopt;
}

template <Tapered S>
ConvexFeatures features(const S& s) {
  ConvexFeatures out;
  if (const auto cone = sphereConeOf(s)) {
    out = transformed(S::kPlanar ? planarSphereCone(*cone) : solidSphereCone(*cone), cone->rotation, Vec3{0.0});
    out.radius = std::min(s.radius_start, s.radius_end);
  } else if (isBall(s)) {
    out = pointCore(std::max(s.radius_start, s.radius_end), S::kPlanar);
    out.core.vertices[0][S::kAxis] = largerAt(s);
  } else {
    out = capsuleAlong(S::kAxis, s.half_length, s.radius_start, S::kPlanar);
  }
  return out;
}

/// Side k runs from corner k to the next.
ConvexFeatures planarEllipse(const Vec3& half) {
  ConvexFeatures out;
  out.planar = true;
  out.core.vertices = ellipseCorners(half, 0, 1);
  out.core.faces = {{{0, 0, 1}, {}}};
  const double longest = std::max(half.x, half.y);
  for (int k = 0; k < kRoundSides; ++k) {
    const Vec3 on_circle = around(k);
    out.core.faces[0].loop.push_back(k);
    out.core.edges.push_back({k, (k + 1) % kRoundSides, 0, -1});
    out.face_axes.push_back(
        {normalizedOr({on_circle.x * (half.y / longest), on_circle.z * (half.x / longest), 0}, {1, 0, 0}), k});
  }
  return out;
}

/// The polytope of an ellipsoid; balls, segments and points have the features of their kinds.
template <Elliptic S>
ConvexFeatures features(const S& s) {
  const Vec3 half = halfAxesOf(s);
  const EllipsoidFacts facts = factsOf(s);
  switch (facts.form) {
    case EllipsoidForm::kPoint:
    case EllipsoidForm::kBall:
      return pointCore(half.x, S::kPlanar);
    case EllipsoidForm::kSegment:
      return capsuleAlong(facts.axis, half[facts.axis], 0, S::kPlanar);
    case EllipsoidForm::kDisc:
      return flatFeatures(ellipticDisc(half, facts.axis));
    case EllipsoidForm::kCurved:
      break;
  }
  return S::kPlanar ? planarEllipse(half) : polytopeFeatures(solidEllipsoid(half));
}

/// The ellipsoid that a shape is or rounds; nullopt when it is of another kind, or a ball, segment or point.
std::optional<CurvedCore> ellipsoidOf(const Shape& shape) {
  const auto core = [](const auto& s) -> std::optional<CurvedCore> {
    const EllipsoidForm form = factsOf(s).form;
    if (form != EllipsoidForm::kDisc && form != EllipsoidForm::kCurved) return std::nullopt;
    return CurvedCore{CurvedKind::kEllipsoid, Vec3{0.0}, Mat3{1.0}, 0, 0, false, halfAxesOf(s)};
  };
  if (const auto* s = coreIf<Ellipsoid>(shape)) return core(*s);
  if (const auto* s = coreIf<Ellipse>(shape)) return core(*s);
  return std::nullopt;
}

/// Edge 0 is on the line.
ConvexFeatures features(const HalfSpace2& s) {
  const double w = s.window;
  ConvexFeatures out;
  out.core.vertices = {{w, 0, 0}, {-w, 0, 0}, {-w, -w, 0}, {w, -w, 0}};
  out.core.faces = {{{0, 0, 1}, {0, 1, 2, 3}}};
  out.core.edges = {{0, 1, 0, -1}, {1, 2, 0, -1}, {2, 3, 0, -1}, {3, 0, 0, -1}};
  out.face_axes = {{{0, 1, 0}, 0}};
  out.planar = out.unbounded = true;
  return out;
}

/// Face 0 is on the plane.
ConvexFeatures features(const HalfSpace& s) {
  constexpr int kBoxTop = 2;
  ConvexFeatures out;
  out.core = boxPolytope({s.window, s.window / 2, s.window});
  for (Vec3& v : out.core.vertices) v.y -= s.window / 2;
  std::swap(out.core.faces[0], out.core.faces[kBoxTop]);
  for (PolytopeEdge& edge : out.core.edges) {
    for (int* face : {&edge.face0, &edge.face1}) *face = *face == 0 ? kBoxTop : *face == kBoxTop ? 0 : *face;
  }
  out.face_axes = {{{0, 1, 0}, 0}};
  out.unbounded = true;
  return out;
}

template <class S>
ConvexFeatures features(const Rounded<S>& s) {
  ConvexFeatures out = features(static_cast<const S&>(s));
  out.radius += s.margin;
  return out;
}

}  // namespace

double tessellationError(const Shape& shape) {
  return std::visit(
      [](const auto& s) -> double {
        using S = std::decay_t<decltype(s)>;
        if constexpr (std::is_base_of_v<Cylinder, S> || std::is_base_of_v<Cone, S>)
          return s.radius * (cornerFactor() - 1);
        if constexpr (Tapered<S>) {
          const auto cone = sphereConeOf(s);
          if (!cone) return 0;
          const double angle = lateralAngle(*cone);
          return S::kPlanar ? BallSteps(*cone, M_PI + 2 * angle, kArcSides).radius - cone->radius
                            : BallSteps(*cone, M_PI / 2 + angle, kBallRings).radius * cornerFactor() - cone->radius;
        }
        if constexpr (std::is_base_of_v<Ellipsoid, S> || std::is_base_of_v<Ellipse, S>) {
          const auto core = ellipsoidOf(s);
          if (!core) return 0;
          const bool solid = !S::kPlanar && core->acrossDisc() < 0;
          return core->longestHalfAxis() * ((solid ? tessellatedBallCorner() : cornerFactor()) - 1);
        }
        return 0;
      },
      shape);
}

void polygonFeatures(const Polygon& s, ConvexFeatures& out) {
  auto& [vertices, faces, edges] = out.core;
  out.planar = true;
  vertices.clear();
  for (const Vec2& v : s.vertices) vertices.emplace_back(v, 0.0);
  faces.resize(1);
  faces[0].normal = {0, 0, 1};
  std::vector<int>& loop = faces[0].loop;
  const Kept<int> outline = outlineOf(s);
  loop.assign(outline.begin(), outline.end());
  const bool as_written = loop[0] < loop[1], convex = isConvex(s);
  if (!convex) loop = hullOf(s);
  edges.clear();
  out.face_axes.clear();
  for (std::size_t k = 0; k < loop.size(); ++k) {
    int from = loop[k], to = loop[k + 1 < loop.size() ? k + 1 : 0];
    const Vec2 along = s.vertices[to] - s.vertices[from];
    if (!as_written) std::swap(from, to);
    edges.push_back({from, to, 0, -1});
    out.face_axes.push_back({normalizedOr({along.y, -along.x, 0}, {1, 0, 0}), from});
  }
  if (as_written && convex) return;
  std::ranges::sort(out.face_axes, {}, &AxisFeature::feature);
  std::ranges::sort(edges, {}, &PolytopeEdge::v0);
}

ConvexFeatures convexFeatures(const Shape& shape) {
  return std::visit([](const auto& s) { return features(s); }, shape);
}

ConvexFeatures trueFeatures(const Shape& shape) {
  CurvedCore core;
  ConvexFeatures out;
  if (const auto cone = sphereConeOf(shape)) {
    out.core.vertices = {cone->bottom(), cone->top()};
    out.curved = cone;
    out.radius = std::visit(
        [](const auto& s) -> double {
          if constexpr (Tapered<std::decay_t<decltype(s)>>) return std::min(s.radius_start, s.radius_end);
          return 0;
        },
        shape);
    out.planar = isPlanar(shape);
    if (out.planar) {
      for (const double side : {1.0, -1.0}) {
        out.face_axes.push_back({side * cone->lateralCosine() * cone->rotation[0] + cone->lateralSine() * cone->axis(),
                                 static_cast<int>(out.face_axes.size())});
      }
    }
    return out;
  }
  if (const auto ellipsoid = ellipsoidOf(shape)) {
    out.core.vertices = {ellipsoid->centre};
    out.curved = ellipsoid;
    out.radius = marginOf(shape);
    out.planar = isPlanar(shape);
    if (const int across = ellipsoid->acrossDisc(); across >= 0 && !out.planar)
      out.face_axes = {{ellipsoid->rotation[across], 0}};
    return out;
  }
  if (const auto* cylinder = coreIf<Cylinder>(shape)) {
    core = {CurvedKind::kCylinder, Vec3{0.0}, Mat3{1.0}, cylinder->half_length, cylinder->radius, false, Vec3{0.0}};
  } else if (const auto* cone = coreIf<Cone>(shape)) {
    core = {CurvedKind::kCone, Vec3{0.0}, Mat3{1.0}, cone->half_length, cone->radius, false, Vec3{0.0}};
  } else {
    return convexFeatures(shape);
  }
  out.core.vertices = {core.bottom(), core.top()};
  out.face_axes = {{core.kind == CurvedKind::kCone ? -core.axis() : core.axis(), 0}};
  out.curved = core;
  out.radius = marginOf(shape);
  return out;
}

const Polytope& unitBox() {
  static const Polytope kUnit = [] {
    Polytope out;
    for (int v = 0; v < 8; ++v) out.vertices.push_back(boxCorner(Vec3{1.0}, v));
    out.faces = {{{1, 0, 0}, {1, 3, 7, 5}},  {{-1, 0, 0}, {0, 4, 6, 2}}, {{0, 1, 0}, {2, 6, 7, 3}},
                 {{0, -1, 0}, {0, 1, 5, 4}}, {{0, 0, 1}, {4, 5, 7, 6}},  {{0, 0, -1}, {0, 2, 3, 1}}};
    for (int axis = 0; axis < 3; ++axis) {
      const int u = (axis + 1) % 3, v = (axis + 2) % 3;
      for (int side = 0; side < 4; ++side) {
        const bool u_up = (side & 1) != 0, v_up = (side & 2) != 0;
        const int base = (u_up ? 1 << u : 0) | (v_up ? 1 << v : 0);
        int face_u = 2 * u + (u_up ? 0 : 1), face_v = 2 * v + (v_up ? 0 : 1);
        if (u_up != v_up) std::swap(face_u, face_v);  // the edge runs along face 0's loop
        out.edges.push_back({base, base | 1 << axis, face_u, face_v});
      }
    }
    return out;
  }();
  return kUnit;
}

ConvexFeatures transformed(ConvexFeatures features, const Mat3& rotation, const Vec3& offset) {
  for (Vec3& v : features.core.vertices) v = offset + rotation * v;
  for (PolytopeFace& f : features.core.faces) f.normal = rotation * f.normal;
  for (auto* axes : {&features.face_axes, &features.edge_axes}) {
    for (AxisFeature& axis : *axes) {
      axis.direction = rotation * axis.direction;
      axis.arc0 = rotation * axis.arc0;
      axis.arc_middle = rotation * axis.arc_middle;
      axis.arc1 = rotation * axis.arc1;
    }
  }
  if (features.curved) {
    features.curved->centre = offset + rotation * features.curved->centre;
    features.curved->rotation = rotation * features.curved->rotation;
  }
  return features;
}

double sizeOf(const ConvexFeatures& features) {
  Vec3 low = features.core.vertices[0], high = low;
  for (const Vec3& v : features.core.vertices) {
    low = glm::min(low, v);
    high = glm::max(high, v);
  }
  const Vec3 sides = high - low;
  if (features.curved && features.curved->kind == CurvedKind::kEllipsoid) {
    double longest = 0;
    for (int c = 0; c < 3; ++c) {
      Vec3 axis{0.0};
      axis[c] = 1;
      const Vec3 along = features.curved->halfAlong(axis);
      longest = std::max(longest, portable::hypot(along.x, along.y, along.z));
    }
    return 2 * longest + 2 * features.radius;
  }
  const double ball = features.curved && features.curved->kind == CurvedKind::kDrop ? features.curved->radius : 0;
  return std::max({sides.x, sides.y, sides.z, ball}) + ball + 2 * features.radius;
}

int supportVertex(const Polytope& polytope, const Vec3& direction) {
  int best = 0;
  double extent = dot(polytope.vertices[0], direction);
  for (int v = 1; v < static_cast<int>(polytope.vertices.size()); ++v) {
    if (const double r = dot(polytope.vertices[v], direction); r > extent) {
      extent = r;
      best = v;
    }
  }
  return best;
}

}  // namespace sepax
