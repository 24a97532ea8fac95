#include "geom/mass.h"

#include "geom/compound_data.h"
#include "geom/convex.h"
#include "geom/support.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace sepax {

namespace {

constexpr double kPi = std::numbers::pi;

/// Volume, area and centre in body space.
struct Measures {
  double volume = 0, area = 0;
  Vec3 centre{0.0};
  bool surface_only = false;
};

/// Sums up triangles, wound outward.
class TriangleSum {
 public:
  explicit TriangleSum(const Vec3& origin) : origin_(origin) {}

  void add(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 p = a - origin_, q = b - origin_, r = c - origin_;
    const Vec3 cross = crossAccurate(b - a, c - a);
    const double six_volumes = dot(p, cross), two_areas = length(cross);
    six_volumes_ += six_volumes;
    two_areas_ += two_areas;
    volume_moment_ += (p + q + r) * six_volumes;
    area_moment_ += (p + q + r) * two_areas;
  }

  [[nodiscard]] Measures solid() const {
    if (!(std::abs(six_volumes_) > 0)) return surface(two_areas_ / 2);
    return {std::abs(six_volumes_) / 6, two_areas_ / 2, origin_ + volume_moment_ / (4 * six_volumes_), false};
  }
  [[nodiscard]] Measures surface(double area) const {
    return {0, area, two_areas_ > 0 ? origin_ + area_moment_ / (3 * two_areas_) : origin_, false};
  }

 private:
  Vec3 origin_;
  double six_volumes_ = 0, two_areas_ = 0;
  Vec3 volume_moment_{0.0}, area_moment_{0.0};
};

Measures measure(const Sphere& s) {
  return {4.0 / 3 * kPi * s.radius * s.radius * s.radius, 4 * kPi * s.radius * s.radius};
}
Measures measure(const Box& s) {
  const Vec3& h = s.half_extents;
  return {8 * h.x * h.y * h.z, 8 * (h.x * h.y + h.y * h.z + h.z * h.x)};
}
Measures measure(const FixedBox& s) { return measure(Box{s.half_extents}); }
Measures measure(const Capsule& s) {
  const Measures ball = measure(Sphere{s.radius});
  return {ball.volume + 2 * kPi * s.radius * s.radius * s.half_length, ball.area + 4 * kPi * s.radius * s.half_length};
}
Measures measure(const Cylinder& s) {
  return {2 * kPi * s.radius * s.radius * s.half_length, 2 * kPi * s.radius * (s.radius + 2 * s.half_length)};
}
Measures measure(const Cone& s) {
  const double height = 2 * s.half_length;
  // The centre lies a quarter of the height above the base; that of the hollow side alone, were the height 0, does not
  // matter.
  return {kPi * s.radius * s.radius * height / 3,
          kPi * s.radius * (s.radius + std::hypot(s.radius, height)),
          {0, -s.half_length / 2, 0}};
}
Measures measure(const Triangle& s) {
  TriangleSum sum(s.vertices[0]);
  sum.add(s.vertices[0], s.vertices[1], s.vertices[2]);
  return sum.surface(length(crossAccurate(s.vertices[1] - s.vertices[0], s.vertices[2] - s.vertices[0])));
}
Measures measure(const Hull& s) {
  const Polytope& hull = s.data->polytope;
  TriangleSum sum(hull.vertices[0]);
  for (const PolytopeFace& face : hull.faces) {
    for (std::size_t i = 2; i < face.loop.size(); ++i) {
      sum.add(hull.vertices[face.loop[0]], hull.vertices[face.loop[i - 1]], hull.vertices[face.loop[i]]);
    }
  }
  return sum.solid();
}
Measures measure(const Mesh& s) {
  TriangleSum sum(s.data->vertices[s.data->triangles[0][0]]);
  for (int t = 0; t < static_cast<int>(s.data->triangles.size()); ++t) {
    const auto [a, b, c] = cornersOf(*s.data, t);
    sum.add(a, b, c);
  }
  if (s.data->closed) return sum.solid();
  Measures open = sum.surface(2 * sum.solid().area);
  open.surface_only = true;
  return open;
}
Measures measure(const Heightfield& s) { return measure(Mesh{s.data->surface, {}}); }
Measures measure(const Segment3&) { return {}; }
Measures measure(const Point3&) { return {}; }

Measures measure(const Circle& s) { return {kPi * s.radius * s.radius, 2 * kPi * s.radius}; }
Measures measure(const Box2& s) {
  return {4 * s.half_extents.x * s.half_extents.y, 4 * (s.half_extents.x + s.half_extents.y)};
}
Measures measure(const FixedBox2& s) { return measure(Box2{s.half_extents}); }
Measures measure(const Capsule2& s) {
  const Measures disc = measure(Circle{s.radius});
  return {disc.volume + 4 * s.radius * s.half_length, disc.area + 4 * s.half_length};
}
Measures measure(const Segment2& s) { return {0, 4 * s.half_length}; }
Measures measure(const Chain& s) {
  Measures out;
  Vec3 moment{0.0};
  for (int i = 0; i + 1 < static_cast<int>(s.vertices.size()); ++i) {
    const ChainSegment segment = segmentOf(s, i);
    out.area += 4 * segment.half_length;
    moment += 4 * segment.half_length * segment.pose.position;
  }
  out.centre = moment / out.area;
  out.surface_only = true;
  return out;
}
Measures measure(const Point2&) { return {}; }
Measures measure(const Polygon& s) {
  const std::vector<Vec2> outline = counterClockwise(s);
  const Vec2 origin = outline.front();
  double two_areas = 0;
  Vec2 moment{0.0};
  Measures out;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vec2 p = outline[i] - origin, q = outline[(i + 1) % outline.size()] - origin;
    const double cross = crossAccurate(Vec3(p, 0), Vec3(q, 0)).z;
    two_areas += cross;
    moment += (p + q) * cross;
    out.area += length(Vec3(q - p, 0));
  }
  out.volume = two_areas / 2;
  out.centre = Vec3(two_areas > 0 ? origin + moment / (3 * two_areas) : origin, 0);
  return out;
}

/// Two parts of a ball and what lies between them, added up along the axis from the start's centre.
Measures measure(const TaperedCapsule& s) {
  const double r = s.radius_start, q = s.radius_end;
  if (isBall(s)) {
    Measures ball = measure(Sphere{std::max(r, q)});
    ball.centre.y = largerAt(s);
    return ball;
  }
  const double sine = sideSine(s), cosine = sideCosine(s), c4 = cosine * cosine * cosine * cosine,
               length = 2 * s.half_length;
  const double low = r * cosine, high = q * cosine,
               height = length * cosine * cosine;  // of the part between, from r · sine on
  const double start = kPi * r * r * r * (1 + sine) * (1 + sine) * (2 - sine) / 3,
               end = kPi * q * q * q * (1 - sine) * (1 - sine) * (2 + sine) / 3,
               between = kPi * height * (low * low + low * high + high * high) / 3;
  const double moment = -kPi / 4 * r * r * r * r * c4 + length * end + kPi / 4 * q * q * q * q * c4 +
                        between * r * sine +
                        kPi * height * height * (low * low + 2 * low * high + 3 * high * high) / 12;
  Measures out;
  out.volume = start + between + end;
  out.area = 2 * kPi * (r * r * (1 + sine) + q * q * (1 - sine)) + kPi * (low + high) * length * cosine;
  if (out.volume > 0) out.centre.y = moment / out.volume - s.half_length;
  return out;
}
Measures measure(const TaperedCapsule2& s) {
  const double r = s.radius_start, q = s.radius_end;
  if (isBall(s)) {
    Measures disc = measure(Circle{std::max(r, q)});
    disc.centre.x = largerAt(s);
    return disc;
  }
  const double sine = sideSine(s), cosine = sideCosine(s), angle = std::atan2(sine, cosine), length = 2 * s.half_length;
  const double low = r * cosine, high = q * cosine, height = length * cosine * cosine;
  const double start = r * r * (kPi / 2 + angle + sine * cosine), end = q * q * (kPi / 2 - angle - sine * cosine),
               between = height * (low + high);
  const double moment = 2.0 / 3 * (high * high * high - low * low * low) + length * end + between * r * sine +
                        height * height * (low + 2 * high) / 3;
  Measures out;
  out.volume = start + between + end;
  out.area = r * (kPi + 2 * angle) + q * (kPi - 2 * angle) + 2 * length * cosine;
  if (out.volume > 0) out.centre.x = moment / out.volume - s.half_length;
  return out;
}

/// Carlson's R_F and R_D by duplication, without an end but rounding's (Carlson 1995). Two at most of x, y, z are zero;
/// of R_D z is not.
struct EllipticIntegrals {
  double first = 0, second = 0;
};
EllipticIntegrals carlson(double x, double y, double z) {
  constexpr double kSeries = 1e-3;  // what the series below leave out is of the sixth power
  double sum = 0, power = 1;
  for (;;) {
    const double mean = (x + y + z) / 3, mean_d = (x + y + 3 * z) / 5;
    const double off = std::max({std::abs(mean - x), std::abs(mean - y), std::abs(mean - z), std::abs(mean_d - z)});
    if (off <= kSeries * mean) {
      const double a = 1 - x / mean, b = 1 - y / mean, c = -a - b, e2 = a * b - c * c, e3 = a * b * c;
      const double first = (1 - e2 / 10 + e3 / 14 + e2 * e2 / 24 - 3 * e2 * e3 / 44) / std::sqrt(mean);
      const double p = (mean_d - x) / mean_d, q = (mean_d - y) / mean_d, r = -(p + q) / 3;
      const double d2 = p * q - 6 * r * r, d3 = (3 * p * q - 8 * r * r) * r, d4 = 3 * (p * q - r * r) * r * r,
                   d5 = p * q * r * r * r;
      const double series = 1 - 3 * d2 / 14 + d3 / 6 + 9 * d2 * d2 / 88 - 3 * d4 / 22 - 9 * d2 * d3 / 52 + 3 * d5 / 26;
      return {first, 3 * sum + power * series / (mean_d * std::sqrt(mean_d))};
    }
    const double lambda = std::sqrt(x * y) + std::sqrt(y * z) + std::sqrt(z * x);
    sum += power / (std::sqrt(z) * (z + lambda));
    power /= 4;
    x = (x + lambda) / 4;
    y = (y + lambda) / 4;
    z = (z + lambda) / 4;
  }
}

/// The mean of |(p·u, q·v, r·w)| over the unit vectors (u, v, w): Carlson's R_G of the squares, any of which may be
/// zero.
double meanLength(double p, double q, double r) {
  std::array<double, 3> of{p, q, r};
  std::sort(of.begin(), of.end());
  const double unit = of[2];
  if (!(unit > 0)) return 0;
  const double y = (of[0] / unit) * (of[0] / unit), z = (of[1] / unit) * (of[1] / unit), x = 1;
  if (z == 0) return unit / 2;  // of one axis: the mean of |u|
  const auto [first, second] = carlson(x, y, z);
  return unit * (z * first + (x - z) * (z - y) * second / 3 + std::sqrt(x * y / z)) / 2;
}

/// Both sides of a disc count, as of every flat shape.
Measures measure(const Ellipsoid& s) {
  const Vec3& e = s.half_axes;
  return {4.0 / 3 * kPi * e.x * e.y * e.z, 4 * kPi * meanLength(e.y * e.z, e.z * e.x, e.x * e.y)};
}
/// The outline is eight times R_G of the squares and zero; both sides of a segment count.
Measures measure(const Ellipse& s) {
  const Vec2& e = s.half_axes;
  return {kPi * e.x * e.y, 8 * meanLength(e.x, e.y, 0)};
}

Measures measure(const HalfSpace&) { return {}; }
Measures measure(const HalfSpace2&) { return {}; }

/// A core with what its faces, edges and corners add when it grows by a margin.
class Grown {
 public:
  explicit Grown(const Measures& core) : area_(core.area) { add(core.volume, core.centre); }

  void add(double volume, const Vec3& centre) { addMoment(volume, volume * centre); }
  void addMoment(double volume, const Vec3& moment) {
    volume_ += volume;
    moment_ += moment;
  }
  void addArea(double area) { area_ += area; }
  [[nodiscard]] Measures result(const Vec3& otherwise) const {
    return {volume_, area_, volume_ > 0 ? moment_ / volume_ : otherwise};
  }

 private:
  double volume_ = 0, area_;
  Vec3 moment_{0.0};
};

/// Strips along the sides, and pieces of a disc at the corners: from side to side the normal goes round once.
Measures grownPolygon(const Measures& core, const std::vector<Vec3>& outline, double r) {
  Grown out(core);
  const std::size_t n = outline.size();
  const auto normalAfter = [&](std::size_t i) {
    const Vec3 along = outline[(i + 1) % n] - outline[i];
    return normalizedOr({along.y, -along.x, 0}, {1, 0, 0});
  };
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3 &from = outline[i], &to = outline[(i + 1) % n];
    const Vec3 normal = normalAfter(i), before = normalAfter((i + n - 1) % n);
    out.add(length(to - from) * r, (from + to) / 2.0 + normal * (r / 2));
    const double angle = std::atan2(crossAccurate(before, normal).z, dot(before, normal)), sector = angle * r * r / 2;
    out.addMoment(sector, sector * from + Vec3{normal.y - before.y, before.x - normal.x, 0} * (r * r * r / 3));
  }
  out.addArea(2 * kPi * r);
  return out.result(core.centre);
}

/// The solid angle of a triangle of unit vectors, without a sign (Van Oosterom and Strackee 1983).
double solidAngle(const Vec3& a, const Vec3& b, const Vec3& c) {
  return std::abs(2 * std::atan2(dot(a, crossAccurate(b, c)), 1 + dot(a, b) + dot(b, c) + dot(c, a)));
}

/// Slabs on the faces, pieces of a cylinder along the edges, pieces of a ball at the corners (Steiner's formula, part
/// by part). The first moment of a piece of the unit sphere is half the sum of its sides' angles times the axes that
/// they go round.
Measures grownPolytope(const Measures& core, const Polytope& polytope, double r) {
  Grown out(core);
  const auto& vertices = polytope.vertices;
  for (const PolytopeFace& face : polytope.faces) {
    TriangleSum sum(vertices[static_cast<std::size_t>(face.loop[0])]);
    double two_areas = 0;
    for (std::size_t i = 2; i < face.loop.size(); ++i) {
      const Vec3 &a = vertices[static_cast<std::size_t>(face.loop[0])],
                 &b = vertices[static_cast<std::size_t>(face.loop[i - 1])],
                 &c = vertices[static_cast<std::size_t>(face.loop[i])];
      sum.add(a, b, c);
      two_areas += length(crossAccurate(b - a, c - a));
    }
    const Measures flat = sum.surface(two_areas / 2);
    out.add(flat.area * r, flat.centre + face.normal * (r / 2));
  }
  struct Side {
    Vec3 from, middle, to,
        turn;  ///< unit normals along the arc; its angle times the axis that it goes round seen from outside
  };
  std::vector<std::vector<Side>> corners(vertices.size());
  for (const PolytopeEdge& edge : polytope.edges) {
    const Vec3 &from = vertices[static_cast<std::size_t>(edge.v0)], &to = vertices[static_cast<std::size_t>(edge.v1)];
    const Vec3 &n0 = polytope.faces[static_cast<std::size_t>(edge.face0)].normal,
               &n1 = polytope.faces[static_cast<std::size_t>(edge.face1)].normal;
    const double edge_length = length(to - from);
    const Vec3 along = normalizedOr(to - from, Vec3{0.0});  // the arc goes round it from face 0 to face 1
    const double angle = std::atan2(length(crossAccurate(n0, n1)), dot(n0, n1)),
                 volume = edge_length * angle * r * r / 2;
    out.addMoment(volume, volume * ((from + to) / 2.0) + crossAccurate(n1 - n0, along) * (edge_length * r * r * r / 3));
    out.addArea(edge_length * angle * r);
    const Vec3 middle = normalizedOr(std::cos(angle / 2) * n0 + std::sin(angle / 2) * crossAccurate(along, n0), n0);
    corners[static_cast<std::size_t>(edge.v0)].push_back({n0, middle, n1, -angle * along});
    corners[static_cast<std::size_t>(edge.v1)].push_back({n0, middle, n1, angle * along});
  }
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    Vec3 middle{0.0}, turn{0.0};
    for (const Side& side : corners[v]) {
      middle += side.middle;
      turn += side.turn;
    }
    middle = normalizedOr(middle, {0, 1, 0});
    double solid_angle = 0;
    for (const Side& side : corners[v])
      solid_angle += solidAngle(middle, side.from, side.middle) + solidAngle(middle, side.middle, side.to);
    const double volume = solid_angle * r * r * r / 3;
    out.addMoment(volume, volume * vertices[v] + turn * (r * r * r * r / 8));
  }
  out.addArea(core.area > 0 ? 4 * kPi * r * r : 0);
  return out.result(core.centre);
}

/// By Steiner's formula with the integral of the mean curvature, and the moments of side, base, rim and apex of a cone.
Measures grown(const Cylinder& s, double r) {
  const Measures core = measure(s);
  const double curvature = 2 * kPi * s.half_length + kPi * kPi * s.radius;
  return {core.volume + core.area * r + curvature * r * r + 4.0 / 3 * kPi * r * r * r,
          core.area + 2 * curvature * r + 4 * kPi * r * r};
}
Measures grown(const Cone& s, double r) {
  const Measures core = measure(s);
  const double h = s.half_length, base = s.radius, slant = std::hypot(2 * h, base);
  if (!(slant > 0)) return measure(Sphere{r});
  const double out = 2 * h / slant, up = base / slant,
               angle = std::acos(std::clamp(-up, -1.0, 1.0));  // the side's normal; around the rim
  const double curvature = 2 * kPi * h + kPi * base * angle;
  Measures all{core.volume + core.area * r + curvature * r * r + 4.0 / 3 * kPi * r * r * r,
               core.area + 2 * curvature * r + 4 * kPi * r * r};
  double moment = core.volume * core.centre.y - kPi * base * base * r * (h + r / 2);
  const double node = 0.5 / std::sqrt(3.0);  // two nodes of Gauss integrate cubics exactly
  for (const double u : {0.5 - node, 0.5 + node}) {
    for (const double t : {0.5 - node, 0.5 + node}) {
      moment += 2 * kPi * (base * u + t * r * out) * (h - 2 * h * u + t * r * up) * slant * r / 4;
    }
  }
  const double r3 = r * r * r / 3, r4 = r * r * r * r / 4, sine = std::sin(angle), cosine = std::cos(angle);
  moment += 2 * kPi * (-h * (base * r * r / 2 * angle + r3 * (1 - cosine)) - base * r3 * sine - r4 * sine * sine / 2);
  moment += 2 * kPi * (1 - up) * r3 * h + r4 * kPi * out * out;
  if (all.volume > 0) all.centre.y = moment / all.volume;
  return all;
}
/// By Steiner's formula; the integral of the mean curvature is 4π times the mean of the support function.
Measures grown(const Ellipsoid& s, double r) {
  const Measures core = measure(s);
  const double curvature = 4 * kPi * meanLength(s.half_axes.x, s.half_axes.y, s.half_axes.z);
  return {core.volume + core.area * r + curvature * r * r + 4.0 / 3 * kPi * r * r * r,
          core.area + 2 * curvature * r + 4 * kPi * r * r};
}
Measures grown(const Ellipse& s, double r) {
  const Measures core = measure(s);
  return {core.volume + core.area * r + kPi * r * r, core.area + 2 * kPi * r};
}
Measures grown(const Box2& s, double r) {
  const double x = s.half_extents.x, y = s.half_extents.y;
  return grownPolygon(measure(s), {{-x, -y, 0}, {x, -y, 0}, {x, y, 0}, {-x, y, 0}}, r);
}
Measures grown(const Polygon& s, double r) {
  std::vector<Vec3> outline;
  for (const Vec2& v : counterClockwise(s)) outline.emplace_back(v, 0.0);
  return grownPolygon(measure(s), outline, r);
}
Measures grown(const Box& s, double r) { return grownPolytope(measure(s), convexFeatures(s).core, r); }
Measures grown(const Hull& s, double r) { return grownPolytope(measure(s), s.data->polytope, r); }
Measures grown(const Triangle& s, double r) { return grownPolytope(measure(s), convexFeatures(s).core, r); }

template <class S>
Measures measure(const Rounded<S>& s) {
  return grown(static_cast<const S&>(s), s.margin);
}

Measures measureOf(const Shape& shape);

/// Overlaps of children count once for each of them, as in the engines.
Measures measure(const CompoundData& compound) {
  Measures out;
  Vec3 moment{0.0}, area_moment{0.0};
  for (const CompoundChild& child : compound.children) {
    const Measures own = measureOf(child.shape);
    const Vec3 centre = toWorld(child.pose, own.centre);
    out.volume += own.volume;
    out.area += own.area;
    moment += own.volume * centre;
    area_moment += own.area * centre;
  }
  out.centre = out.volume > 0 ? moment / out.volume
               : out.area > 0 ? area_moment / out.area
                              : compound.children[0].pose.position;
  return out;
}
Measures measure(const Compound& s) { return measure(*s.data); }
Measures measure(const Compound2& s) { return measure(*s.data); }

Measures measureOf(const Shape& shape) {
  return std::visit([](const auto& s) { return measure(s); }, shape);
}

}  // namespace

MassProperties massOf(const Shape& shape, const Pose& pose) {
  if (isUnbounded(shape)) return {.centre = pose.position, .bounds = {pose.position, pose.position}, .unbounded = true};
  const Measures found = measureOf(shape);
  MassProperties out{found.volume, found.area, toWorld(pose, found.centre), {}, found.surface_only};
  for (int c = 0; c < (isPlanar(shape) ? 2 : 3); ++c) {
    Vec3 axis{0.0};
    axis[c] = 1;
    out.bounds.max[c] = supportPoint(shape, pose, axis)[c];
    out.bounds.min[c] = supportPoint(shape, pose, -axis)[c];
  }
  if (isPlanar(shape)) out.bounds.min.z = out.bounds.max.z = 0;
  return out;
}

}  // namespace sepax
