#include "geom/measures.h"

#include "geom/portable_math.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace sepax {

namespace {

Mat3 squared(const Vec3& v) { return glm::outerProduct(v, v); }
/// u vᵀ + v uᵀ.
Mat3 mixed(const Vec3& u, const Vec3& v) { return glm::outerProduct(u, v) + glm::outerProduct(v, u); }

/// The integral of x xᵀ over the points between corners (a segment, a triangle or a tetrahedron), for a length, area or
/// volume of one.
template <std::size_t kCorners>
Mat3 meanSquare(const std::array<Vec3, kCorners>& corners) {
  Vec3 sum{0.0};
  Mat3 out{0.0};
  for (const Vec3& corner : corners) {
    sum += corner;
    out += squared(corner);
  }
  return (out + squared(sum)) / static_cast<double>(kCorners * (kCorners + 1));
}

/// A core with what its faces, edges and corners add when it grows by a margin. Second moments are about the core's
/// centre until the result.
class Grown {
 public:
  explicit Grown(const Measures& core) : core_(core.centre), area_(core.area), second_(core.second) {
    add(core.volume, core.centre);
  }

  void add(double volume, const Vec3& centre) { addMoment(volume, volume * centre); }
  void addMoment(double volume, const Vec3& moment) {
    volume_ += volume;
    moment_ += moment;
  }
  void addSecond(const Mat3& second) { second_ += second; }
  void addArea(double area) { area_ += area; }
  [[nodiscard]] Measures result() const {
    if (!(volume_ > 0)) return {volume_, area_, core_};
    const Vec3 centre = moment_ / volume_;
    return {volume_, area_, centre, second_ - volume_ * squared(centre - core_)};
  }

 private:
  Vec3 core_;
  double volume_ = 0, area_;
  Vec3 moment_{0.0};
  Mat3 second_;
};

/// The unit normals between those of two faces, around the edge where they meet.
struct ArcOfNormals {
  Vec3 from, to;
  Vec3 across;  ///< unit, a quarter turn on from `from`
  double angle;

  ArcOfNormals(const Vec3& n0, const Vec3& n1, const Vec3& along)
      : from(n0),
        to(n1),
        across(crossAccurate(along, n0)),
        angle(portable::atan2(length(crossAccurate(n0, n1)), dot(n0, n1))) {}
  [[nodiscard]] Vec3 middle() const {
    return normalizedOr(portable::cos(angle / 2) * from + portable::sin(angle / 2) * across, from);
  }
  /// The integral of u uᵀ.
  [[nodiscard]] Mat3 second() const {
    const double sine = portable::sin(angle), swing = portable::sin(2 * angle) / 4;
    return (angle / 2 + swing) * squared(from) + (angle / 2 - swing) * squared(across) +
           sine * sine / 2 * mixed(from, across);
  }
};

/// The solid angle of a triangle of unit vectors, without a sign (Van Oosterom and Strackee 1983).
double solidAngle(const Vec3& a, const Vec3& b, const Vec3& c) {
  return std::abs(2 * portable::atan2(dot(a, crossAccurate(b, c)), 1 + dot(a, b) + dot(b, c) + dot(c, a)));
}

/// The normals at a corner: a piece of the unit sphere, with arcs for its sides. Its first moment is half the sum of
/// their angles times the axes that they go round.
struct CornerOfNormals {
  struct Side {
    Vec3 from, middle, to;
  };
  std::vector<Side> sides;
  Vec3 turn{0.0};

  void add(const ArcOfNormals& arc, const Vec3& axis) {
    sides.push_back({arc.from, arc.middle(), arc.to});
    turn += arc.angle * axis;
  }
  [[nodiscard]] double angle() const {
    Vec3 middle{0.0};
    for (const Side& side : sides) middle += side.middle;
    middle = normalizedOr(middle, {0, 1, 0});
    double out = 0;
    for (const Side& side : sides)
      out += solidAngle(middle, side.from, side.middle) + solidAngle(middle, side.middle, side.to);
    return out;
  }
};

void addSlabs(const Polytope& polytope, const Vec3& origin, double r, Grown& out) {
  const auto& vertices = polytope.vertices;
  for (const PolytopeFace& face : polytope.faces) {
    const Vec3& a = vertices[static_cast<std::size_t>(face.loop[0])];
    TriangleSum sum(a);
    double two_areas = 0;
    for (std::size_t i = 2; i < face.loop.size(); ++i) {
      const Vec3 &b = vertices[static_cast<std::size_t>(face.loop[i - 1])],
                 &c = vertices[static_cast<std::size_t>(face.loop[i])];
      sum.add(a, b, c);
      const double twice = length(crossAccurate(b - a, c - a));
      two_areas += twice;
      out.addSecond(twice / 2 * r * meanSquare<3>({a - origin, b - origin, c - origin}));
    }
    const Measures flat = sum.surface(two_areas / 2);
    out.add(flat.area * r, flat.centre + face.normal * (r / 2));
    out.addSecond(flat.area *
                  (r * r / 2 * mixed(flat.centre - origin, face.normal) + r * r * r / 3 * squared(face.normal)));
  }
}

}  // namespace

const char* areaSidesName(AreaSides sides) {
  static constexpr const char* kNames[] = {"one", "both", "mixed"};
  return kNames[static_cast<int>(sides)];
}

void TriangleSum::add(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 p = a - origin_, q = b - origin_, r = c - origin_;
  const Vec3 cross = crossAccurate(b - a, c - a);
  const double six_volumes = dot(p, cross), two_areas = length(cross);
  six_volumes_ += six_volumes;
  two_areas_ += two_areas;
  volume_moment_ += (p + q + r) * six_volumes;
  area_moment_ += (p + q + r) * two_areas;
  second_ += six_volumes / 6 * meanSquare<4>({Vec3{0.0}, p, q, r});
}

void TriangleSum::add(const Polytope& polytope) {
  for (const auto& [a, b, c] : fanTriangles(polytope))
    add(polytope.vertices[a], polytope.vertices[b], polytope.vertices[c]);
}

Measures TriangleSum::solid() const {
  if (!(std::abs(six_volumes_) > 0)) return surface(two_areas_ / 2);
  const Vec3 centre = volume_moment_ / (4 * six_volumes_);
  const Mat3 second = second_ - six_volumes_ / 6 * squared(centre);
  return {std::abs(six_volumes_) / 6, two_areas_ / 2, origin_ + centre, six_volumes_ < 0 ? -second : second};
}

Measures TriangleSum::surface(double area) const {
  return {0, area, two_areas_ > 0 ? origin_ + area_moment_ / (3 * two_areas_) : origin_};
}

Measures measureOutline(const std::vector<Vec3>& outline) {
  const Vec3 origin = outline.front();
  double two_areas = 0;
  Vec3 moment{0.0};
  Measures out;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vec3 p = outline[i] - origin, q = outline[(i + 1) % outline.size()] - origin;
    const double cross = crossAccurate(p, q).z;
    two_areas += cross;
    moment += (p + q) * cross;
    out.area += length(q - p);
    out.second += cross / 2 * meanSquare<3>({Vec3{0.0}, p, q});
  }
  out.volume = two_areas / 2;
  const Vec3 centre = two_areas > 0 ? moment / (3 * two_areas) : Vec3{0.0};
  out.centre = origin + centre;
  out.second -= out.volume * squared(centre);
  return out;
}

// From side to side the normal goes round once, so that the corners' own second moments add up to a disc's.
Measures grownOutline(const Measures& core, std::vector<Vec3> outline, double r) {
  Grown out(core);
  outline.erase(std::unique(outline.begin(), outline.end()), outline.end());
  while (outline.size() > 1 && outline.front() == outline.back()) outline.pop_back();
  const std::size_t n = outline.size();
  const auto normalAfter = [&](std::size_t i) {
    const Vec3 along = outline[(i + 1) % n] - outline[i];
    return normalizedOr({along.y, -along.x, 0}, {1, 0, 0});
  };
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3 &from = outline[i], &to = outline[(i + 1) % n];
    const Vec3 normal = normalAfter(i), before = normalAfter((i + n - 1) % n), corner = from - core.centre;
    const double side = length(to - from);
    out.add(side * r, (from + to) / 2.0 + normal * (r / 2));
    out.addSecond(side *
                  (r * meanSquare<2>({corner, to - core.centre}) +
                   r * r / 2 * mixed((from + to) / 2.0 - core.centre, normal) + r * r * r / 3 * squared(normal)));
    const double turned = std::abs(portable::atan2(crossAccurate(before, normal).z, dot(before, normal)));
    const double angle = n == 1 ? 2 * std::numbers::pi : turned, sector = angle * r * r / 2;
    const Vec3 turn{normal.y - before.y, before.x - normal.x, 0};  // the integral of the normals between
    out.addMoment(sector, sector * from + turn * (r * r * r / 3));
    out.addSecond(sector * squared(corner) + r * r * r / 3 * mixed(corner, turn));
  }
  out.addArea(2 * std::numbers::pi * r);
  out.addSecond(std::numbers::pi / 4 * r * r * r * r * diagonal({1, 1, 0}));
  return out.result();
}

// The corners' own second moments add up to a ball's.
Measures grownPolytope(const Measures& core, const Polytope& polytope, double r) {
  Grown out(core);
  const auto& vertices = polytope.vertices;
  const double r3 = r * r * r, r4 = r3 * r;
  addSlabs(polytope, core.centre, r, out);
  std::vector<CornerOfNormals> corners(vertices.size());
  for (const PolytopeEdge& edge : polytope.edges) {
    const Vec3 &from = vertices[static_cast<std::size_t>(edge.v0)], &to = vertices[static_cast<std::size_t>(edge.v1)];
    const Vec3 &n0 = polytope.faces[static_cast<std::size_t>(edge.face0)].normal,
               &n1 = polytope.faces[static_cast<std::size_t>(edge.face1)].normal;
    const double side = length(to - from);
    const Vec3 along = normalizedOr(to - from, Vec3{0.0});  // the arc goes round it from face 0 to face 1
    const ArcOfNormals arc(n0, n1, along);
    const double volume = side * arc.angle * r * r / 2;
    const Vec3 sum = crossAccurate(n1 - n0, along);  // the integral of the normals
    out.addMoment(volume, volume * ((from + to) / 2.0) + sum * (side * r3 / 3));
    out.addSecond(volume * meanSquare<2>({from - core.centre, to - core.centre}) +
                  side * (r3 / 3 * mixed((from + to) / 2.0 - core.centre, sum) + r4 / 4 * arc.second()));
    out.addArea(side * arc.angle * r);
    corners[static_cast<std::size_t>(edge.v0)].add(arc, -along);
    corners[static_cast<std::size_t>(edge.v1)].add(arc, along);
  }
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    const double volume = corners[v].angle() * r3 / 3;
    const Vec3 corner = vertices[v] - core.centre;
    out.addMoment(volume, volume * vertices[v] + corners[v].turn * (r4 / 8));
    out.addSecond(volume * squared(corner) + r4 / 8 * mixed(corner, corners[v].turn));
  }
  out.addArea(4 * std::numbers::pi * r * r);
  out.addSecond(Mat3{4.0 / 15 * std::numbers::pi * r4 * r});
  return out.result();
}

}  // namespace sepax
