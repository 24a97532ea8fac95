#include "prove/workload.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "collide/gjk/closest_points.h"
#include "geom/compound_data.h"
#include "geom/convex.h"
#include "geom/oriented_box.h"
#include "geom/pieces.h"
#include "geom/portable_math.h"
#include "geom/rounded.h"
#include "geom/support.h"

namespace sepax {

namespace {

using LongVec = glm::vec<3, long double>;

/// To the nearest float. g++ 12 drops the conversion where it vectorises two of them, which ones depending on what it
/// inlines: the store keeps it, so that a seed gives the same pairs whatever the compiler.
double rounded(double value) {
  volatile float nearest = static_cast<float>(value);
  return nearest;
}
Vec3 rounded(const Vec3& v) { return {rounded(v.x), rounded(v.y), rounded(v.z)}; }
Quat rounded(const Quat& q) { return {rounded(q.x), rounded(q.y), rounded(q.z), rounded(q.w)}; }

const std::array<Vec3, 1024>& boxLibrary() {
  static const auto kLibrary = [] {
    SplitMix64 random{7};
    std::array<Vec3, 1024> out;
    for (Vec3& h : out) {
      for (int c = 0; c < 3; ++c) h[c] = rounded(0.25 + 0.75 * random.unit());
    }
    return out;
  }();
  return kLibrary;
}

long double dot(const LongVec& a, const LongVec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
LongVec cross(const LongVec& a, const LongVec& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Calls `visit(unit axis, radius of A, radius of B)` for the fifteen axes but those of parallel edges.
template <class Visitor>
void forEachBoxAxis(const PosedShape& a, const PosedShape& b, Visitor&& visit) {
  const Vec3 &ha = std::get<Box>(a.shape).half_extents, &hb = std::get<Box>(b.shape).half_extents;
  std::array<LongVec, 3> ra, rb;
  for (int c = 0; c < 3; ++c) {
    ra[c] = LongVec(a.pose.rotation[c]);
    rb[c] = LongVec(b.pose.rotation[c]);
  }
  const auto offer = [&](LongVec l) {
    const long double squared = dot(l, l);
    if (squared < 1e-24L) return;
    l = l / std::sqrt(squared);
    long double radius_a = 0, radius_b = 0;
    for (int c = 0; c < 3; ++c) {
      radius_a += ha[c] * std::abs(dot(ra[c], l));
      radius_b += hb[c] * std::abs(dot(rb[c], l));
    }
    visit(l, radius_a, radius_b);
  };
  for (int i = 0; i < 3; ++i) {
    offer(ra[i]);
    offer(rb[i]);
    for (int j = 0; j < 3; ++j) offer(cross(ra[i], rb[j]));
  }
}

/// Distance of the centres along `d` at which two boxes touch.
double boxTouchingDistance(const PosedShape& a, const PosedShape& b, const Vec3& d) {
  long double t = 1e30L;
  forEachBoxAxis(a, b, [&](const LongVec& l, long double ra, long double rb) {
    if (const long double along = std::abs(dot(LongVec(d), l)); along > 0) t = std::min(t, (ra + rb) / along);
  });
  return static_cast<double>(t);
}

/// How far B comes along −d.
struct Approach {
  bool touches = false;  ///< or else it would pass by
  double distance = 0;   ///< of the centres: where they touch, or where B no longer comes nearer
  auto operator<=>(const Approach&) const = default;
};

/// Newton's method on the gap as B comes nearer: the gap is convex in the way, so no step goes too far.
Approach approach(const ConvexFeatures& a, const ConvexFeatures& b, const Vec3& d, double from) {
  double t = from;
  for (int step = 0; step < 30; ++step) {
    const ClosestPoints closest = closestCores(a, transformed(b, Mat3{1.0}, d * t));
    const double gap = closest.distance - a.radius - b.radius, closing = sepax::dot(closest.direction, d);
    if (gap <= 1e-13) break;
    if (closing <= 1e-6) return {false, t};
    t -= gap / closing;
  }
  return {true, t};
}

/// How far B's centre is from A's along `d` when a half-space and the other touch; `d` points out of the half-space, or
/// is made to.
double halfSpaceTouching(const PosedShape& a, const PosedShape& b, Vec3& d) {
  const bool is_a = isUnbounded(a.shape);
  const Vec3 normal = halfSpaceNormal((is_a ? a : b).pose) * (is_a ? 1.0 : -1.0);
  if (sepax::dot(d, normal) < 0) d = -d;
  if (sepax::dot(d, normal) < 0.1) d = normal;  // along the surface they never touch
  const PosedShape& other = is_a ? b : a;
  const Vec3 towards = is_a ? -normal : normal;
  const ShapePieces pieces(other.shape);
  double extent = -1e300;
  for (int i = 0; i < pieces.count(); ++i) {
    const PosedShape piece = pieces.piece(i, {Vec3{0.0}, other.pose.rotation});
    extent = std::max(extent, sepax::dot(supportPoint(piece.shape, piece.pose, towards), towards));
  }
  return extent / sepax::dot(d, normal);
}

ConvexFeatures posedFeatures(const PosedShape& posed) {
  return transformed(trueFeatures(posed.shape), posed.pose.rotation, posed.pose.position);
}

/// Where the first pieces touch; convex shapes are one piece.
double touchingDistance(const PosedShape& a, const PosedShape& b, const Vec3& d) {
  const double from = 2 * (sizeOf(a.shape) + sizeOf(b.shape));
  const ShapePieces pieces_a(a.shape), pieces_b(b.shape);
  Approach first;
  for (int i = 0; i < pieces_a.count(); ++i) {
    const ConvexFeatures piece_a = posedFeatures(pieces_a.piece(i, {Vec3{0.0}, a.pose.rotation}));
    for (int j = 0; j < pieces_b.count(); ++j) {
      const ConvexFeatures piece_b = posedFeatures(pieces_b.piece(j, {Vec3{0.0}, b.pose.rotation}));
      first = std::max(first, approach(piece_a, piece_b, d, from));
    }
  }
  return first.distance;
}

Quat perturbed(SplitMix64& random, const Quat& rotation, bool planar) {
  const Vec3 axis = planar ? Vec3{0, 0, 1} : random.direction();
  const double angle = random.unit() < 0.2 ? 0 : std::pow(10, random.in(-8, -1));
  constexpr double kHalf = 0.7071067811865476;
  static constexpr std::array<Quat, 4> kQuarter = {Quat{0, 0, 0, 1}, Quat{kHalf, 0, 0, kHalf}, Quat{0, kHalf, 0, kHalf},
                                                   Quat{0, 0, kHalf, kHalf}};
  const auto pick = random.next() & 3;
  return rotation * quaternionAbout(axis, angle) * kQuarter[planar ? (pick & 1) * 3 : pick];
}

/// How far beside the touching distance: a share of it, either side.
double besides(SplitMix64& random) {
  const double delta = std::pow(10, random.in(-6, -1));
  return random.unit() < 0.5 ? -delta : delta;
}

constexpr double zeroIf(bool flat, double value) { return flat ? 0 : value; }

Shape makeBox(SplitMix64& random, bool flat) {
  Vec3 h{random.in(0.25, 1), random.in(0.25, 1), random.in(0.25, 1)};
  if (flat) h[static_cast<int>(random.next() % 3)] = 0;
  if (flat && random.unit() < 0.3) h[static_cast<int>(random.next() % 3)] = 0;
  return Box{h};
}
Shape makeBox2(SplitMix64& random, bool flat) {
  Vec2 h{random.in(0.25, 1), random.in(0.25, 1)};
  if (flat) h[static_cast<int>(random.next() % 2)] = 0;
  return Box2{h};
}
Shape makePolygon(SplitMix64& random, bool flat) {
  const int corners = 3 + static_cast<int>(random.next() % 6);
  Polygon polygon;
  polygon.vertices.clear();
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * M_PI * (i + random.in(0, 0.8)) / corners;
    polygon.vertices.emplace_back(portable::cos(angle), (flat ? 1e-3 : 0.7) * portable::sin(angle));
  }
  return polygon;
}

/// A star of four to six rays: every other corner is a reflex one.
Shape makeConcavePolygon(SplitMix64& random, bool flat) {
  const int corners = 8 + 2 * static_cast<int>(random.next() % 3);
  Polygon polygon;
  polygon.vertices.clear();
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * M_PI * (i + random.in(0, 0.3)) / corners;
    const double radius = i % 2 == 0 ? random.in(0.7, 1) : random.in(0.15, 0.4);
    polygon.vertices.emplace_back(radius * portable::cos(angle), (flat ? 1e-3 : 1) * radius * portable::sin(angle));
  }
  return polygon;
}

Shape makeTriangle(SplitMix64& random, bool flat) {
  Triangle out;
  const Vec3 first = random.direction(), second = random.direction();
  out.vertices = {first, second, flat ? -first + 1e-3 * random.direction() : random.direction()};
  return out;
}

/// Hulls are made once: Qhull would take longer than the test. Half of them are flat to a thousandth.
const std::vector<std::vector<Vec3>>& cloudLibrary() {
  static const auto kLibrary = [] {
    SplitMix64 random{9000};
    std::vector<std::vector<Vec3>> out;
    for (int i = 0; i < 128; ++i) {
      std::vector<Vec3> points;
      const int count = 5 + static_cast<int>(random.next() % 8);
      for (int k = 0; k < count; ++k) {
        const Vec3 direction = random.direction();
        Vec3 p = direction * random.in(0.5, 1);
        if (i % 2 == 1) p.z *= 1e-3;
        points.push_back(p);
      }
      out.push_back(std::move(points));
    }
    return out;
  }();
  return kLibrary;
}
/// One of the shapes that `make` makes of the clouds, the same ones each time.
template <class Make>
Shape shapeOfCloud(SplitMix64& random, bool flat, Make&& make) {
  static const auto kShapes = [&] {
    std::vector<Shape> out;
    for (const auto& points : cloudLibrary()) out.push_back(make(points).value());
    return out;
  }();
  return kShapes[(random.next() % (kShapes.size() / 2)) * 2 + (flat ? 1 : 0)];
}
Shape makeHullShape(SplitMix64& random, bool flat) {
  return shapeOfCloud(random, flat, [](const std::vector<Vec3>& points) { return makeHull(points); });
}
Shape makeMeshShape(SplitMix64& random, bool flat) {
  return shapeOfCloud(random, flat, [](const std::vector<Vec3>& points) {
    return makeMesh(points, {{0, 1, 2}, {2, 3, 4}});
  });
}

/// A length or coordinate on the lattice of the kLattice mix.
double quarters(SplitMix64& random, int low, int high) {
  return 0.25 * (low + static_cast<int>(random.next() % static_cast<std::uint64_t>(high - low + 1)));
}
double length(SplitMix64& random) { return quarters(random, 1, 4); }

/// The hull of lattice points, with the middles of its sides and a repeated corner.
Shape latticePolygon(SplitMix64& random) {
  for (;;) {
    std::vector<Vec2> points;
    for (int i = 0; i < 6; ++i) points.emplace_back(quarters(random, -4, 4), quarters(random, -4, 4));
    const std::vector<int> hull = planarHull(points);
    Polygon polygon;
    polygon.vertices.clear();
    for (std::size_t i = 0; i < hull.size(); ++i) {
      const Vec2 from = points[hull[i]], to = points[hull[(i + 1) % hull.size()]];
      polygon.vertices.push_back(from);
      if (random.next() % 4 == 0) polygon.vertices.push_back(from);
      if (random.next() % 2 == 0) polygon.vertices.push_back((from + to) / 2.0);
    }
    if (validate(polygon)) return polygon;
  }
}

/// A comb of one to four teeth: its spine is cut between all of them.
Shape latticeComb(SplitMix64& random) {
  const int teeth = 1 + static_cast<int>(random.next() % 4);
  const double width = quarters(random, 1, 2), bottom = quarters(random, -4, -2),
               floor = bottom + quarters(random, 1, 2);
  Polygon polygon;
  polygon.vertices = {{0, bottom}};
  double x = 0;
  std::vector<Vec2> top;
  for (int i = 0; i <= teeth; ++i) {
    const double height = floor + quarters(random, 1, 4);
    for (const Vec2& v : {Vec2{x, floor}, Vec2{x, height}, Vec2{x + width, height}, Vec2{x + width, floor}})
      top.push_back(v);
    x += 2 * width;
  }
  top.erase(top.begin());
  top.pop_back();
  polygon.vertices.emplace_back(x - width, bottom);
  polygon.vertices.insert(polygon.vertices.end(), top.rbegin(), top.rend());
  return polygon;
}

Shape latticeTriangle(SplitMix64& random) {
  for (;;) {
    Triangle out;
    for (Vec3& v : out.vertices) v = {quarters(random, -4, 4), quarters(random, -4, 4), quarters(random, -4, 4)};
    if (validate(out)) return out;
  }
}

/// Points of a coarse lattice: many in one plane, on one line and in one place.
std::vector<Vec3> latticeCloud(SplitMix64& random) {
  std::vector<Vec3> points;
  for (int i = 0; i < 14; ++i)
    points.emplace_back(quarters(random, -1, 1) * 2, quarters(random, -1, 1) * 2, quarters(random, -1, 1) * 2);
  return points;
}
template <class Make>
std::vector<Shape> latticeShapes(Make&& make) {
  SplitMix64 random{9100};
  std::vector<Shape> out;
  while (out.size() < 64) {
    if (auto shape = make(latticeCloud(random))) out.emplace_back(std::move(*shape));
  }
  return out;
}
Shape latticeHull(SplitMix64& random) {
  static const std::vector<Shape> kHulls =
      latticeShapes([](std::vector<Vec3> points) { return makeHull(std::move(points)); });
  return kHulls[random.next() % kHulls.size()];
}
Shape latticeMesh(SplitMix64& random) {
  static const std::vector<Shape> kMeshes = latticeShapes([](std::vector<Vec3> points) {
    return makeMesh(std::move(points), {{0, 1, 2}, {2, 1, 3}, {2, 3, 4}});
  });
  return kMeshes[random.next() % kMeshes.size()];
}

/// Squeezed along one axis where the kind can be.
Shape squeezed(const Shape& shape, SplitMix64& random) {
  Vec3 factors{1.0};
  factors[static_cast<int>(random.next() % (isPlanar(shape) ? 2 : 3))] = std::pow(10, random.in(-6, -3));
  if (auto thin = scaled(shape, factors)) return std::move(*thin);
  std::swap(factors.y, factors.x == 1 ? factors.z : factors.x);  // cylinders and cones along their own
  if (auto thin = scaled(shape, factors)) return std::move(*thin);
  return shape;
}

/// A rotation that takes axes to axes, exactly.
Mat3 quarterRotation(SplitMix64& random, bool planar) {
  const auto pick = static_cast<int>(random.next() % (planar ? 4 : 24));
  static constexpr double kCos[] = {1, 0, -1, 0}, kSin[] = {0, 1, 0, -1};
  const double c = kCos[pick % 4], s = kSin[pick % 4];
  const Mat3 about_z{Vec3{c, s, 0}, Vec3{-s, c, 0}, Vec3{0, 0, 1}};
  if (planar) return about_z;
  const int up = pick / 4;  // where z goes
  const double sense = up % 2 == 0 ? 1 : -1;
  Vec3 x{0.0}, z{0.0};
  z[up / 2] = sense;
  x[(up / 2 + 1) % 3] = 1;
  return Mat3{x, glm::cross(z, x), z} * about_z;
}

// Kinds that differ by their space alone, or have the same members: balls and segments, capsules, cylinders and cones,
// boxes, and those without members.
template <class S>
Shape latticeOfOne(SplitMix64& random) {
  return S{length(random)};
}
template <class S>
Shape latticeOfTwo(SplitMix64& random) {
  const double half = length(random), radius = length(random);
  return S{half, radius};
}
template <class S>
Shape latticeBox(SplitMix64& random) {
  S box;
  for (int c = 0; c < S::Extents::length(); ++c) box.half_extents[c] = length(random);
  return box;
}
template <class S>
Shape latticeOfNone(SplitMix64&) {
  return S{};
}
template <class S>
Shape makeBall(SplitMix64& random, bool flat) {
  return S{zeroIf(flat, random.in(0.25, 1))};
}
template <class S>
Shape makeSegment(SplitMix64& random, bool) {
  return S{random.in(0.25, 1)};
}
template <class S>
Shape makeCapsule(SplitMix64& random, bool flat) {
  const double half = random.in(0.25, 1);
  return S{half, zeroIf(flat, random.in(0.1, 0.5))};
}
template <class S>
Shape makeCylinder(SplitMix64& random, bool flat) {
  const double half = zeroIf(flat, random.in(0.25, 1));
  return S{half, random.in(0.1, 0.5)};
}
template <class S>
Shape makeFixedBox(SplitMix64& random, bool flat) {
  S box;
  for (int c = 0; c < S::Extents::length(); ++c) box.half_extents[c] = random.in(0.25, 1);
  if (flat) box.half_extents.y = 0;
  return box;
}
template <class S>
Shape makeOfNone(SplitMix64&, bool) {
  return S{};
}
template <Shape (*kCore)(SplitMix64&)>
Shape latticeRounded(SplitMix64& random) {
  const Shape core = kCore(random);
  return sepax::rounded(core, quarters(random, 0, 2)).value();
}

/// A line of two to five segments.
Shape makeChain(SplitMix64& random, bool flat) {
  Chain out;
  out.vertices.clear();
  const int corners = 3 + static_cast<int>(random.next() % 4);
  for (int i = 0; i < corners; ++i) {
    const double x = -1 + 2.0 * i / (corners - 1) + random.in(-0.1, 0.1), y = (flat ? 0.0 : 1.0) * random.in(-0.6, 0.6);
    out.vertices.emplace_back(x, y);
  }
  return out;
}
Shape latticeChain(SplitMix64& random) {
  Chain out;
  out.vertices = {{quarters(random, -4, 4), quarters(random, -4, 4)}};
  while (out.vertices.size() < 5) {
    const Vec2 next{quarters(random, -4, 4), quarters(random, -4, 4)};
    if (next != out.vertices.back()) out.vertices.push_back(next);
  }
  return out;
}

/// Three rows of three heights.
template <class Height>
Shape heightfieldOf(Height&& height, double spacing) {
  std::vector<std::vector<double>> heights(3, std::vector<double>(3));
  for (auto& row : heights) {
    for (double& h : row) h = height();
  }
  return makeHeightfield(std::move(heights), Vec2{spacing}).value();
}
Shape makeHeights(SplitMix64& random, bool flat) {
  return heightfieldOf([&] { return flat ? 0 : random.in(-0.3, 0.3); }, random.in(0.3, 0.6));
}
Shape latticeHeights(SplitMix64& random) {
  return heightfieldOf([&] { return quarters(random, -1, 1); }, length(random));
}

/// Points in one plane.
Shape makeFlatHull(SplitMix64& random, bool flat) {
  std::vector<Vec3> points;
  const int corners = 3 + static_cast<int>(random.next() % 5);
  const Mat3 plane = matrixOf(random.rotation());
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * M_PI * (i + random.in(0, 0.8)) / corners;
    points.push_back(plane * Vec3{portable::cos(angle), (flat ? 1e-3 : 0.7) * portable::sin(angle), 0});
  }
  return makeHull(std::move(points)).value();
}
Shape latticeFlatHull(SplitMix64& random) {
  for (;;) {
    std::vector<Vec3> points;
    for (int i = 0; i < 6; ++i) points.emplace_back(quarters(random, -4, 4), 0, quarters(random, -4, 4));
    if (auto hull = makeHull(std::move(points))) return *hull;
  }
}

/// Two to four children.
template <class Child>
Shape compoundOf(SplitMix64& random, bool planar, Child&& child) {
  std::vector<CompoundChild> children;
  const int count = 2 + static_cast<int>(random.next() % 3);
  for (int i = 0; i < count; ++i) {
    CompoundChild made = child();
    made.id = std::to_string(i);
    if (planar) made.pose.position.z = 0;
    children.push_back(std::move(made));
  }
  return makeCompound(std::move(children), planar).value();
}
template <bool kInPlane>
Shape makeCompoundIn(SplitMix64& random, bool flat) {
  return compoundOf(random, kInPlane, [&]() -> CompoundChild {
    static constexpr std::array kMakers = kInPlane ? std::array{makeBox2, makePolygon, makeCapsule<Capsule2>}
                                                   : std::array{makeBox, makeHullShape, makeCapsule<Capsule>};
    Shape shape = kMakers[random.next() % kMakers.size()](random, flat);
    const Vec3 at = random.point(0.7);
    return {{}, std::move(shape), {at, kInPlane ? matrixOfAngle(random.in(-M_PI, M_PI)) : matrixOf(random.rotation())}};
  });
}
template <bool kInPlane>
Shape latticeCompound(SplitMix64& random) {
  return compoundOf(random, kInPlane, [&]() -> CompoundChild {
    static constexpr std::array kMakers =
        kInPlane ? std::array{latticeBox<Box2>, latticePolygon} : std::array{latticeBox<Box>, latticeHull};
    Shape shape = kMakers[random.next() % kMakers.size()](random);
    const double x = quarters(random, -3, 3), y = quarters(random, -3, 3), z = quarters(random, -3, 3);
    return {{}, std::move(shape), {{x, y, z}, quarterRotation(random, kInPlane)}};
  });
}

/// In some one ball holds the other, and some have one radius.
template <Tapered S>
Shape makeTapered(SplitMix64& random, bool flat) {
  const double half = random.in(0.1, 1), start = random.in(0.1, 0.5),
               end = random.unit() < 0.1 ? start : random.in(0.02, 0.5);
  return S{half, start, zeroIf(flat, end)};
}
template <Tapered S>
Shape latticeTapered(SplitMix64& random) {
  const double half = length(random), start = length(random), end = quarters(random, 0, 4);
  return S{half, start, end};
}

/// Some have two equal half axes, and some are balls; flat ones lack one.
double halfAxisLike(SplitMix64& random, double other) { return random.unit() < 0.15 ? other : random.in(0.1, 1); }
Shape makeEllipsoid(SplitMix64& random, bool flat) {
  const double x = random.in(0.1, 1), y = halfAxisLike(random, x), z = halfAxisLike(random, y);
  return Ellipsoid{{x, zeroIf(flat, y), z}};
}
Shape latticeEllipsoid(SplitMix64& random) {
  const double x = length(random), y = quarters(random, 0, 4), z = length(random);
  return Ellipsoid{{x, y, z}};
}
Shape makeEllipse(SplitMix64& random, bool flat) {
  const double x = random.in(0.1, 1), y = halfAxisLike(random, x);
  return Ellipse{{x, zeroIf(flat, y)}};
}
Shape latticeEllipse(SplitMix64& random) {
  const double x = length(random), y = quarters(random, 0, 4);
  return Ellipse{{x, y}};
}

/// A tenth of them by a margin of nothing.
template <Shape (*kCore)(SplitMix64&, bool)>
Shape makeRounded(SplitMix64& random, bool flat) {
  const Shape core = kCore(random, flat);
  return sepax::rounded(core, random.unit() < 0.1 ? 0 : random.in(0.02, 0.3)).value();
}

}  // namespace

const char* mixName(Mix mix) {
  static constexpr const char* kNames[] = {"hit10", "hit50",  "hit90",   "near",  "par", "flat",
                                           "far",   "sliver", "lattice", "scale", "1e8"};
  return kNames[static_cast<int>(mix)];
}

bool arePaired(const ShapeKind& a, const ShapeKind& b) { return a.planar == b.planar && !(a.unbounded && b.unbounded); }

const std::vector<ShapeKind>& shapeKinds() {
  constexpr bool kInPlane = true, kInSpace = false;
  static const std::vector<ShapeKind> kKinds = {
      {"circle", kInPlane, makeBall<Circle>, latticeOfOne<Circle>},
      {"box2", kInPlane, makeBox2, latticeBox<Box2>},
      {"polygon", kInPlane, makePolygon, latticePolygon},
      {"concave", kInPlane, makeConcavePolygon, latticeComb},
      {"capsule2", kInPlane, makeCapsule<Capsule2>, latticeOfTwo<Capsule2>},
      {"aabb2", kInPlane, makeFixedBox<FixedBox2>, latticeBox<FixedBox2>},
      {"segment2", kInPlane, makeSegment<Segment2>, latticeOfOne<Segment2>},
      {"point2", kInPlane, makeOfNone<Point2>, latticeOfNone<Point2>},
      {"sphere", kInSpace, makeBall<Sphere>, latticeOfOne<Sphere>},
      {"box", kInSpace, makeBox, latticeBox<Box>},
      {"capsule", kInSpace, makeCapsule<Capsule>, latticeOfTwo<Capsule>},
      {"hull", kInSpace, makeHullShape, latticeHull},
      {"mesh", kInSpace, makeMeshShape, latticeMesh},
      {"aabb", kInSpace, makeFixedBox<FixedBox>, latticeBox<FixedBox>},
      {"triangle", kInSpace, makeTriangle, latticeTriangle},
      {"point", kInSpace, makeOfNone<Point3>, latticeOfNone<Point3>},
      {"cylinder", kInSpace, makeCylinder<Cylinder>, latticeOfTwo<Cylinder>},
      {"cone", kInSpace, makeCylinder<Cone>, latticeOfTwo<Cone>},
      {"half_space2", kInPlane, makeOfNone<HalfSpace2>, latticeOfNone<HalfSpace2>, true},
      {"half_space", kInSpace, makeOfNone<HalfSpace>, latticeOfNone<HalfSpace>, true},
      {"rounded_box2", kInPlane, makeRounded<makeBox2>, latticeRounded<latticeBox<Box2>>},
      {"rounded_polygon", kInPlane, makeRounded<makePolygon>, latticeRounded<latticePolygon>},
      {"rounded_box", kInSpace, makeRounded<makeBox>, latticeRounded<latticeBox<Box>>},
      {"rounded_hull", kInSpace, makeRounded<makeHullShape>, latticeRounded<latticeHull>},
      {"rounded_triangle", kInSpace, makeRounded<makeTriangle>, latticeRounded<latticeTriangle>},
      {"rounded_cylinder", kInSpace, makeRounded<makeCylinder<Cylinder>>, latticeRounded<latticeOfTwo<Cylinder>>},
      {"rounded_cone", kInSpace, makeRounded<makeCylinder<Cone>>, latticeRounded<latticeOfTwo<Cone>>},
      {"chain", kInPlane, makeChain, latticeChain},
      {"compound2", kInPlane, makeCompoundIn<kInPlane>, latticeCompound<kInPlane>},
      {"segment", kInSpace, makeSegment<Segment3>, latticeOfOne<Segment3>},
      {"flat_hull", kInSpace, makeFlatHull, latticeFlatHull},
      {"heightfield", kInSpace, makeHeights, latticeHeights},
      {"compound", kInSpace, makeCompoundIn<kInSpace>, latticeCompound<kInSpace>},
      {"tapered_capsule2", kInPlane, makeTapered<TaperedCapsule2>, latticeTapered<TaperedCapsule2>},
      {"tapered_capsule", kInSpace, makeTapered<TaperedCapsule>, latticeTapered<TaperedCapsule>},
      {"ellipse", kInPlane, makeEllipse, latticeEllipse},
      {"ellipsoid", kInSpace, makeEllipsoid, latticeEllipsoid},
      {"rounded_ellipse", kInPlane, makeRounded<makeEllipse>, latticeRounded<latticeEllipse>},
      {"rounded_ellipsoid", kInSpace, makeRounded<makeEllipsoid>, latticeRounded<latticeEllipsoid>},
  };
  return kKinds;
}

std::uint64_t streamState(std::uint64_t start, std::uint64_t seed, std::uint64_t stream) {
  if (seed == 0 && stream == 0) return start;
  SplitMix64 mixer{start ^ (seed * 0xD1342543DE82EF95ull)};
  mixer.state = mixer.next() ^ (stream * 0xA24BAED4963EE407ull);
  return mixer.next();
}

BoxPairs::BoxPairs(Mix mix, std::uint64_t seed, std::uint64_t stream)
    : mix_(mix), random_{streamState(1000 + static_cast<std::uint64_t>(mix), seed, stream)} {}

WorkPair BoxPairs::next() {
  const auto& library = boxLibrary();
  Vec3 ha = library[random_.next() & 1023], hb = library[random_.next() & 1023];
  if (mix_ == Mix::kFlat) {
    ha[static_cast<int>(random_.next() % 3)] = 0;
    if (random_.unit() < 0.5) hb[static_cast<int>(random_.next() % 3)] = 0;
  }
  const Quat qa = rounded(random_.rotation());
  const double away = mix_ == Mix::kFar ? 1e4 : 0;
  WorkPair out{{Box{ha}, {rounded(random_.point(10) + Vec3{away}), matrixOf(qa)}}, {Box{hb}, {}}};
  if (mix_ <= Mix::kHit90) {
    static constexpr double kSpread[] = {2.975, 1.690, 1.109};
    out.b.pose.rotation = matrixOf(rounded(random_.rotation()));
    out.b.pose.position = rounded(out.a.pose.position + random_.point(kSpread[static_cast<int>(mix_)]));
    return out;
  }
  out.b.pose.rotation =
      matrixOf(rounded(mix_ == Mix::kPar ? perturbed(random_, qa, Box::kPlanar) : random_.rotation()));
  const Vec3 d = random_.direction();
  const double t = boxTouchingDistance(out.a, out.b, d) * (1 + besides(random_));
  out.b.pose.position = rounded(out.a.pose.position + d * t);
  return out;
}

KindPairs::KindPairs(const ShapeKind& a, const ShapeKind& b, Mix mix, std::uint64_t seed, std::uint64_t stream)
    : a_(a), b_(b), mix_(mix), random_{streamState(4000 + static_cast<std::uint64_t>(mix), seed, stream)} {}

WorkPair KindPairs::next() {
  const bool planar = a_.planar;
  if (mix_ == Mix::kLattice) return nextOnLattice();
  const auto rotation = [&] {
    return planar ? quaternionAbout({0, 0, 1}, random_.in(-M_PI, M_PI)) : random_.rotation();
  };
  const auto in_space = [&](Vec3 v) { return planar ? normalizedOr({v.x, v.y, 0}, {1, 0, 0}) : v; };
  WorkPair out{{a_.make(random_, mix_ == Mix::kFlat), {}},
               {b_.make(random_, mix_ == Mix::kFlat && random_.unit() < 0.5), {}}};
  if (mix_ == Mix::kSliver) {
    out.a.shape = squeezed(out.a.shape, random_);
    if (random_.unit() < 0.5) out.b.shape = squeezed(out.b.shape, random_);
  }
  if (mix_ == Mix::kScale) {
    Shape& small = random_.unit() < 0.5 ? out.a.shape : out.b.shape;
    small = scaled(small, Vec3{1e-6}).value();
  }
  const Quat qa = rotation();
  const double away = mix_ == Mix::kFar ? 1e4 : mix_ == Mix::kVeryFar ? 1e8 : 0;
  out.a.pose = {random_.point(10) + Vec3{away}, matrixOf(qa)};
  out.b.pose.rotation = matrixOf(mix_ == Mix::kPar ? perturbed(random_, qa, planar) : rotation());
  if (planar) out.a.pose.position.z = 0;
  for (PosedShape* s : {&out.a, &out.b}) {
    if (neverRotates(s->shape)) s->pose.rotation = Mat3{1.0};
  }
  if (mix_ <= Mix::kHit90) {
    static constexpr double kSpread[] = {2.5, 1.2, 0.7};
    out.b.pose.position = out.a.pose.position + random_.point(kSpread[static_cast<int>(mix_)]);
    if (planar) out.b.pose.position.z = 0;
    return out;
  }
  Vec3 d = in_space(random_.direction());
  const double touching =
      a_.unbounded || b_.unbounded ? halfSpaceTouching(out.a, out.b, d) : touchingDistance(out.a, out.b, d);
  // A list: of two temporaries std::minmax would keep references.
  const auto [smaller, larger] = std::minmax({sizeOf(out.a.shape), sizeOf(out.b.shape)});
  const double scale = mix_ != Mix::kScale ? touching : a_.unbounded || b_.unbounded ? larger : smaller;
  out.b.pose.position = out.a.pose.position + d * (touching + scale * besides(random_));
  return out;
}

WorkPair KindPairs::nextOnLattice() {
  WorkPair out{{a_.make_on_lattice(random_), {}}, {b_.make_on_lattice(random_), {}}};
  for (PosedShape* s : {&out.a, &out.b}) {
    s->pose.position = {quarters(random_, -4, 4), quarters(random_, -4, 4), a_.planar ? 0 : quarters(random_, -4, 4)};
    if (!neverRotates(s->shape)) s->pose.rotation = quarterRotation(random_, a_.planar);
  }
  return out;
}

namespace {

/// How high the lowest point of a convex shape is.
long double heightOf(const PosedShape& half_space, const PosedShape& other, const PosedShape& piece) {
  ConvexFeatures features = posedFeatures(piece);
  if (features.curved) {
    const Vec3 down = -(glm::transpose(other.pose.rotation) * half_space.pose.rotation[1]);
    features.core.vertices = {coreMap(features)(down).point};
  }
  const LongVec normal(half_space.pose.rotation[1]),
      offset = LongVec(other.pose.position) - LongVec(half_space.pose.position);
  long double lowest = 1e30L;
  for (const Vec3& v : features.core.vertices) {
    LongVec point = offset;
    for (int c = 0; c < 3; ++c) point += LongVec(other.pose.rotation[c]) * static_cast<long double>(v[c]);
    lowest = std::min(lowest, dot(point, normal));
  }
  return lowest - static_cast<long double>(features.radius);
}

}  // namespace

double halfSpaceGap(const PosedShape& a, const PosedShape& b) {
  const PosedShape& half_space = isUnbounded(a.shape) ? a : b;
  const PosedShape& other = isUnbounded(a.shape) ? b : a;
  const ShapePieces pieces(other.shape);
  long double lowest = 1e30L;
  for (int i = 0; i < pieces.count(); ++i) lowest = std::min(lowest, heightOf(half_space, other, pieces.piece(i)));
  return static_cast<double>(lowest);
}

double boxGap(const PosedShape& a, const PosedShape& b) {
  const LongVec t = LongVec(b.pose.position) - LongVec(a.pose.position);
  long double best = -1e30L;
  forEachBoxAxis(a, b, [&](const LongVec& l, long double ra, long double rb) {
    best = std::max(best, std::abs(dot(t, l)) - ra - rb);
  });
  return static_cast<double>(best);
}

}  // namespace sepax
