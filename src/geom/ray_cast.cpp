#include "geom/ray_cast.h"

#include "geom/portable_math.h"
#include "geom/rounded.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>

#include "geom/aabb.h"
#include "geom/compound_data.h"
#include "geom/contains.h"
#include "geom/convex.h"
#include "geom/pieces.h"
#include "geom/support.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

/// Index of the body axis that a cylinder or cone lies along.
constexpr int kAlongY = 1;

/// Rounding of a length that a few operations made, as a part of the lengths that went in.
constexpr double kLineRounding = 16 * kEpsilon;

/// The part of a line (unit direction) within a convex shape, body space.
struct Span {
  double enter = -kInfinity, leave = kInfinity;
  Vec3 normal{0.0};  ///< outward where it enters
  int feature = -1;
  double enter_rounding = 0, leave_rounding = 0;  ///< what either end may be off by
  /// A line that grazes leaves where it enters, but for rounding.
  [[nodiscard]] bool isEmpty() const { return enter > leave + enter_rounding + leave_rounding; }
};

constexpr Span kNothing{kInfinity, -kInfinity, Vec3{0.0}, -1};

struct Line {
  Vec3 origin, direction;
  double rounding = 0;  ///< of the origin, metres
};

/// Keeps what lies behind a plane: dot(p, normal) <= height. A line along the plane within rounding is on its inner
/// side: of two solids that share a face, one at least is met by a line in the face.
void clip(Span& span, const Line& line, const Vec3& normal, double height, int feature) {
  const double gap = height - dot(line.origin, normal), speed = dot(line.direction, normal);
  const double rounding = line.rounding + kLineRounding * std::abs(height);
  if (std::abs(speed) <= kLineRounding) {
    if (gap < -rounding) span = kNothing;
  } else if (speed < 0) {
    if (const double at = gap / speed; at > span.enter)
      span = {at, span.leave, normal, feature, rounding / -speed, span.leave_rounding};
  } else if (const double at = gap / speed; at < span.leave) {
    span.leave = at;
    span.leave_rounding = rounding / speed;
  }
}

Span spanOf(const Vec3& half_extents, int dimensions, const Line& line) {
  Span span;
  for (int axis = 0; axis < dimensions; ++axis) {
    Vec3 normal{0.0};
    for (const double side : {1.0, -1.0}) {
      normal[axis] = side;
      clip(span, line, normal, half_extents[axis], 2 * axis + (side < 0 ? 1 : 0));
    }
  }
  return span;
}

Span ballSpan(const Vec3& centre, double radius, const Line& line) {
  const Vec3 from_centre = line.origin - centre;
  const double along = dot(from_centre, line.direction);
  const Vec3 nearest = from_centre - along * line.direction;  // its length cancels nothing, unlike |m|² − along²
  const double squared = radius * radius - dot(nearest, nearest);
  if (squared < 0 && length(nearest) > radius + line.rounding + kLineRounding * length(centre)) return kNothing;
  const double half = std::sqrt(std::max(0.0, squared));
  const Vec3 outward = radius > 0 ? from_centre + (-along - half) * line.direction : Vec3{0.0};
  return {-along - half, -along + half, normalizedOr(outward, -line.direction), -1};
}

/// The unit vector nearest to a unit one that has at least this component along a unit axis: where a smooth side ends,
/// rounding may take a normal out of the normal cone there.
Vec3 leaning(const Vec3& normal, const Vec3& axis, double least) {
  if (dot(normal, axis) >= least) return normal;
  const Vec3 across = normalizedOr(normal - dot(normal, axis) * axis, anyPerpendicular(axis));
  return least * axis + std::sqrt(std::max(0.0, 1 - least * least)) * across;
}

/// The tube around the segment from −half_length to half_length on `axis`, without the caps.
Span tubeSpan(int axis, double half_length, double radius, bool planar, const Line& line) {
  Vec3 along_axis{0.0};
  along_axis[axis] = 1;
  Span span;
  if (planar) {
    Vec3 half{0.0};
    half[axis] = half_length;
    half[1 - axis] = radius;
    span = spanOf(half, 2, line);
    // A segment's own perpendicular, where the line ends on it as early as at its end.
    if (const double across = line.direction[1 - axis]; radius == 0 && std::abs(across) > kLineRounding) {
      span.normal = Vec3{0.0};
      span.normal[1 - axis] = across > 0 ? -1 : 1;
    }
    return span;
  }
  Vec3 origin = line.origin, direction = line.direction;
  origin[axis] = direction[axis] = 0;
  if (const double speed = length(direction); speed > kLineRounding) {
    span = ballSpan(Vec3{0.0}, radius, {origin, direction / speed, line.rounding});
    span.enter /= speed;
    span.leave /= speed;
  } else if (length(origin) > radius + line.rounding) {
    return kNothing;
  }
  clip(span, line, along_axis, half_length, -1);
  clip(span, line, -along_axis, half_length, -1);
  return span;
}

/// Adds a part of the same solid.
void join(Span& all, const Span& part) {
  if (part.isEmpty()) return;
  if (part.enter < all.enter) {
    all.enter = part.enter;
    all.normal = part.normal;
    all.enter_rounding = part.enter_rounding;
  }
  if (part.leave > all.leave) {
    all.leave = part.leave;
    all.leave_rounding = part.leave_rounding;
  }
}

Span capsuleSpan(int axis, double half_length, double radius, bool planar, const Line& line) {
  if (half_length == 0) return ballSpan(Vec3{0.0}, radius, line);
  if (planar && radius == 0) return tubeSpan(axis, half_length, radius, planar, line);
  Span all = kNothing;
  join(all, tubeSpan(axis, half_length, radius, planar, line));
  for (const double end : {-half_length, half_length}) {
    Vec3 centre{0.0};
    centre[axis] = end;
    Vec3 along{0.0};
    along[axis] = end < 0 ? -1 : 1;
    Span cap = ballSpan(centre, radius, line);
    cap.normal = leaning(cap.normal, along, 0);
    join(all, cap);
  }
  return all;
}

/// The rest of a span within the side of a cone along y, whose outward normals rise by `sine`: a t² + 2 b t + c <=
/// 0 with the root of b² − a c. A line steeper than the side is within on one end alone, on its later one if
/// `is_later`.
Span withinSide(Span span, const Line& line, double a, double b, double c, double root, bool is_later, double sine,
                double cosine) {
  double low = -kInfinity, high = kInfinity;
  if (a == 0) {
    if (b == 0) return c <= 0 ? span : kNothing;
    (b > 0 ? high : low) = -c / (2 * b);
  } else {
    const double q = b >= 0 ? -b - root : -b + root;
    const double t0 = q / a, t1 = q != 0 ? c / q : t0;
    if (a > 0 || is_later) low = a > 0 ? std::min(t0, t1) : std::max(t0, t1);
    if (a > 0 || !is_later) high = a > 0 ? std::max(t0, t1) : std::min(t0, t1);
  }
  if (low > span.enter) {
    // Near the apex rounding knows no side: there it is the one that faces the ray.
    const Vec3 &d = line.direction, at = line.origin + low * d, facing = normalizedOr({-d.x, 0, -d.z}, {1, 0, 0});
    span.enter = low;
    span.normal = cosine * normalizedOr({at.x, 0, at.z}, facing) + Vec3{0, sine, 0};
    if (dot(span.normal, d) > 0) span.normal = leaning(-d, {0, sine < 0 ? -1 : 1, 0}, std::abs(sine));
  }
  span.leave = std::min(span.leave, high);
  return span;
}

/// Apex at +half_length on y, base disc at −half_length. `w` is the depth below the apex; inside, H²·ρ² <= r²·w².
Span coneSpan(double half_length, double radius, const Line& line) {
  const double height = 2 * half_length, h2 = height * height, r2 = radius * radius;
  Span span = tubeSpan(kAlongY, half_length, radius, Cone::kPlanar,
                       line);  // encloses it: gives the base, and all of a cone without height
  if (height == 0 || span.isEmpty()) return span;
  const Vec3 &o = line.origin, &d = line.direction;
  // With p and e the origin and direction across the axis and m = −d.y the depth's growth, the squares are differences
  // of squares, and of b² − a·c all of r⁴ cancels but the rounding: left is h²·(r²·|w·e − m·p|² − h²·(p × e)²).
  const double w = half_length - o.y, m = -d.y;
  const double across = portable::hypot(d.x, d.z), beside = portable::hypot(o.x, o.z);
  const double a = (height * across - radius * std::abs(m)) * (height * across + radius * std::abs(m));
  const double b = h2 * (o.x * d.x + o.z * d.z) - r2 * w * m;
  const double c = (height * beside - radius * std::abs(w)) * (height * beside + radius * std::abs(w));
  const double x = w * d.x - m * o.x, z = w * d.z - m * o.z, cross = o.x * d.z - o.z * d.x;
  const double discriminant = r2 * (x * x + z * z) - h2 * cross * cross;
  if (a > 0 && discriminant < 0) return kNothing;
  const double root = height * std::sqrt(std::max(0.0, discriminant)), slant = portable::hypot(height, radius);
  return withinSide(span, line, a, b, c, root, d.y < 0, radius / slant, height / slant);
}

/// The straight part of a tapered capsule, between the circles in which its side touches the balls.
template <Tapered S>
Span frustumSpan(const S& s, const Line& line) {
  const double sine = sideSine(s), cosine = sideCosine(s);
  Vec3 axis{0.0};
  axis[S::kAxis] = 1;
  Span span;
  clip(span, line, axis, s.half_length + sine * s.radius_end, -1);
  clip(span, line, -axis, s.half_length - sine * s.radius_start, -1);
  const double middle = (s.radius_start + s.radius_end) / 2;  // height of the side over the body's origin
  if constexpr (S::kPlanar) {
    for (const double side : {1.0, -1.0}) clip(span, line, {sine, side * cosine, 0}, middle, -1);
    return span;
  }
  if (span.isEmpty() || cosine == 0) return span;
  // Inside, |p + t·d| <= R + t·G across the axis, the radius there. The products of R and G in b² − a·c cancel: it
  // becomes |R·d − G·p|² − (p × d)².
  const Vec3 &o = line.origin, &d = line.direction;
  const double across = portable::hypot(d.x, d.z), beside = portable::hypot(o.x, o.z);
  const double radius = (middle - sine * o.y) / cosine, growth = -sine * d.y / cosine;
  const double a = (across - growth) * (across + growth), b = o.x * d.x + o.z * d.z - radius * growth,
               c = (beside - radius) * (beside + radius);
  const double turned = portable::hypot(radius * d.x - growth * o.x, radius * d.z - growth * o.z),
               cross = std::abs(o.x * d.z - o.z * d.x);
  const double discriminant = (turned - cross) * (turned + cross);
  if (a > 0 && discriminant < 0) return kNothing;
  return withinSide(span, line, a, b, c, std::sqrt(std::max(0.0, discriminant)), growth > 0, sine, cosine);
}

template <Tapered S>
Span spanIn(const S& s, const Line& line) {
  const auto ball = [&](double at, double radius) {
    Vec3 centre{0.0};
    centre[S::kAxis] = at;
    return ballSpan(centre, radius, line);
  };
  if (isBall(s)) return ball(largerAt(s), std::max(s.radius_start, s.radius_end));
  if (s.radius_start == s.radius_end) return capsuleSpan(S::kAxis, s.half_length, s.radius_start, S::kPlanar, line);
  Vec3 axis{0.0};
  axis[S::kAxis] = 1;
  Span all = kNothing, start = ball(-s.half_length, s.radius_start), end = ball(s.half_length, s.radius_end);
  start.normal = leaning(start.normal, -axis, -sideSine(s));
  end.normal = leaning(end.normal, axis, sideSine(s));
  for (const Span& part : {frustumSpan(s, line), start, end}) join(all, part);
  return all;
}

Span polytopeSpan(const Polytope& polytope, const Line& line) {
  Span span;
  for (std::size_t f = 0; f < polytope.faces.size(); ++f) {
    const PolytopeFace& face = polytope.faces[f];
    clip(span, line, face.normal, dot(polytope.vertices[static_cast<std::size_t>(face.loop[0])], face.normal),
         static_cast<int>(f));
  }
  return span;
}

Span spanIn(const OneOf<Circle, Sphere> auto& s, const Line& line) { return ballSpan(Vec3{0.0}, s.radius, line); }
Span spanIn(const OneOf<Point2, Point3> auto&, const Line& line) { return ballSpan(Vec3{0.0}, 0, line); }
Span spanIn(const OneOf<Capsule2, Capsule> auto& s, const Line& line) {
  return capsuleSpan(s.kAxis, s.half_length, s.radius, s.kPlanar, line);
}
Span spanIn(const OneOf<Segment2, Segment3> auto& s, const Line& line) {
  return capsuleSpan(s.kAxis, s.half_length, 0, s.kPlanar, line);
}
Span spanIn(const OneOf<Box, Box2, FixedBox, FixedBox2> auto& s, const Line& line) {
  return spanOf(halfExtentsOf(s), s.kPlanar ? 2 : 3, line);
}
Span spanIn(const Cylinder& s, const Line& line) {
  return tubeSpan(kAlongY, s.half_length, s.radius, Cylinder::kPlanar, line);
}
Span spanIn(const Cone& s, const Line& line) { return coneSpan(s.half_length, s.radius, line); }
/// Where a point of a disc's plane lies in it, its rim included: rounding of the point is on the disc's side.
bool isOnDisc(const Vec3& half, int across, const Vec3& point) {
  double sum = 0;
  for (int c = 0; c < 3; ++c) {
    if (c != across) sum += (point[c] / half[c]) * (point[c] / half[c]);
  }
  return sum <= 1 + 8 * kEpsilon;
}

/// A ball where lengths are divided by the half axes. A disc is met by its plane; a line in the plane by its ellipse.
template <Elliptic S>
Span spanIn(const S& s, const Line& line) {
  const Vec3 half = halfAxesOf(s);
  const EllipsoidFacts facts = factsOf(s);
  if (facts.form == EllipsoidForm::kPoint || facts.form == EllipsoidForm::kBall)
    return ballSpan(Vec3{0.0}, half.x, line);
  if (facts.form == EllipsoidForm::kSegment) return capsuleSpan(facts.axis, half[facts.axis], 0, S::kPlanar, line);
  const int across = S::kPlanar ? 2 : facts.form == EllipsoidForm::kDisc ? facts.axis : -1;
  if (across >= 0 && line.direction[across] != 0) {
    const double at = -line.origin[across] / line.direction[across];
    Vec3 normal{0.0};
    normal[across] = line.direction[across] > 0 ? -1 : 1;
    return isOnDisc(half, across, line.origin + at * line.direction) ? Span{at, at, normal, -1} : kNothing;
  }
  if (across >= 0 && line.origin[across] != 0) return kNothing;
  // From the point next to the centre: what is far away costs no digits.
  const double start = -dot(line.origin, line.direction);
  const Vec3 near = line.origin + start * line.direction;
  Vec3 origin{0.0}, direction{0.0};
  for (int c = 0; c < 3; ++c) {
    if (c == across) continue;
    origin[c] = near[c] / half[c];
    direction[c] = line.direction[c] / half[c];
  }
  const double speed = portable::hypot(direction.x, direction.y, direction.z);
  const Span on_ball = ballSpan(Vec3{0.0}, 1, {origin, direction / speed, kLineRounding * length(origin)});
  if (on_ball.isEmpty()) return kNothing;
  Span span{start + on_ball.enter / speed, start + on_ball.leave / speed, Vec3{0.0}, -1};
  // The gradient times the shortest half axis, which overflows for no length.
  double shortest = kInfinity;
  for (int c = 0; c < 3; ++c) {
    if (c != across) shortest = std::min(shortest, half[c]);
  }
  for (int c = 0; c < 3; ++c) {
    if (c != across) span.normal[c] = on_ball.normal[c] * (shortest / half[c]);
  }
  span.normal = normalizedOr(span.normal, -line.direction);
  return span;
}
Span spanIn(const Hull& s, const Line& line) { return polytopeSpan(s.data->polytope, line); }

/// The ray comes from outside wherever it starts: a half-space is not left by going into it.
Span spanIn(const OneOf<HalfSpace2, HalfSpace> auto&, const Line& line) {
  Span span;
  clip(span, line, {0, 1, 0}, 0, 0);
  return span;
}

/// Where a line comes within `radius` of a core, from `start` on and forwards: Newton's method on the distance to the
/// core, which is convex along a line, so that no step goes too far. Infinite when it never does; early by rounding at
/// most.
double firstWithin(const CoreDistance& core, double radius, const Line& line, double start, double rounding,
                   Vec3& normal) {
  constexpr int kMaxSteps = 200;
  double at = start;
  for (int step = 0; step < kMaxSteps; ++step) {
    const double gap = core(line.origin + at * line.direction, normal) - radius;
    const double speed = dot(normal, line.direction);
    if (gap <= rounding) return at;
    if (speed >= 0) return kInfinity;
    at -= gap / speed;
  }
  return at;
}

/// Rounded shapes: from both ends of the line's way through a ball around the shape.
template <class S>
Span spanIn(const Rounded<S>& s, const Line& line) {
  const CoreDistance core{Shape(s)};
  const MinMaxBox box = boundsOf(coreMap(core.features()));
  const Vec3 centre = centreOf(box);
  const double radius = core.features().radius;  // a ball among ellipsoids has its own
  const double extent = length(box.max - centre) + radius;
  const Span around = ballSpan(centre, extent, line);
  if (around.isEmpty()) return kNothing;
  const double rounding = 4 * std::numeric_limits<double>::epsilon() * (extent + length(centre) + length(line.origin));
  Span span;
  Vec3 normal_behind;
  span.enter = firstWithin(core, radius, line, around.enter, rounding, span.normal);
  span.leave =
      -firstWithin(core, radius, {line.origin, -line.direction, line.rounding}, -around.leave, rounding, normal_behind);
  return span.enter < kInfinity && span.leave > -kInfinity ? span : kNothing;
}

/// Within one convex loop of vertices; `edges` names its edges.
Span loopSpan(const Polygon& s, const std::vector<int>& loop, const std::vector<int>& edges, const Line& line) {
  Span span;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Vec3 from{s.vertices[static_cast<std::size_t>(loop[i])], 0.0},
        to{s.vertices[static_cast<std::size_t>(loop[(i + 1) % loop.size()])], 0.0};
    const Vec3 normal = normalizedOr({to.y - from.y, from.x - to.x, 0}, {1, 0, 0});
    clip(span, line, normal, dot(from, normal), edges[i]);
  }
  return span;
}

/// The first stretch of the line within the polygon that is not all behind its origin: pieces of it that join at cuts
/// are one.
Span spanIn(const Polygon& s, const Line& line) {
  std::vector<Span> spans;
  for (const PolygonPiece& piece : convexPieces(s)) {
    if (const Span span = loopSpan(s, piece.loop, piece.edges, line); !span.isEmpty()) spans.push_back(span);
  }
  std::sort(spans.begin(), spans.end(), [](const Span& p, const Span& q) { return p.enter < q.enter; });
  double extent = 0;
  for (const Vec2& v : s.vertices) extent = std::max({extent, std::abs(v.x), std::abs(v.y)});
  const double rounding = kLineRounding * (extent + length(line.origin));
  Span whole = kNothing;
  for (const Span& span : spans) {
    if (!whole.isEmpty() && span.enter <= whole.leave + rounding) {
      whole.leave = std::max(whole.leave, span.leave);
    } else if (whole.leave >= 0 && !whole.isEmpty()) {
      break;
    } else {
      whole = span;
    }
  }
  return whole;
}

RayHit hitOf(const Span& span, double length) {
  RayHit hit;
  if (span.isEmpty() || span.leave < -span.leave_rounding || span.enter > length) return hit;
  hit.hit = true;
  hit.starts_inside = span.enter <= 0;
  hit.distance = std::max(0.0, span.enter);
  hit.exit_distance = std::max(hit.distance, span.leave);
  if (span.enter >= 0) {  // also when the ray starts on the surface: the normal is known
    hit.normal = span.normal;
    hit.feature = span.feature;
  }
  return hit;
}

/// The line's own frame: `forward` is the largest component, sheared so that the line is the z axis. Every triangle
/// that shares an edge computes that edge's sign from the same numbers.
struct ShearedFrame {
  explicit ShearedFrame(const Line& l) : line(l) {
    const Vec3 size = glm::abs(l.direction);
    z = size.x > size.y ? (size.x > size.z ? 0 : 2) : (size.y > size.z ? 1 : 2);
    x = (z + 1) % 3;
    y = (z + 2) % 3;
    if (l.direction[z] < 0) std::swap(x, y);
    shear = {l.direction[x] / l.direction[z], l.direction[y] / l.direction[z], 1 / l.direction[z]};
  }
  [[nodiscard]] Vec3 operator()(const Vec3& point) const {
    const Vec3 p = point - line.origin;
    return {p[x] - shear.x * p[z], p[y] - shear.y * p[z], shear.z * p[z]};
  }
  Line line;
  int x = 0, y = 1, z = 2;
  Vec3 shear{0.0};
};

/// The part of a line within a flat convex loop of corners in whose plane it runs. Nothing: it does not.
Span spanWithin(std::span<const Vec3> loop, const Line& line) {
  const Vec3 normal = normalizedOr(crossAccurate(loop[1] - loop[0], loop[2] - loop[0]), Vec3{0.0});
  const double off = dot(line.origin - loop[0], normal), rounding = line.rounding + kLineRounding * length(loop[0]);
  if (normal == Vec3{0.0} || std::abs(dot(line.direction, normal)) > kLineRounding || std::abs(off) > rounding)
    return kNothing;
  Span span;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Vec3 outward = normalizedOr(cross(loop[(i + 1) % loop.size()] - loop[i], normal), Vec3{0.0});
    if (outward != Vec3{0.0}) clip(span, line, outward, dot(loop[i], outward), 0);
  }
  return span;
}

std::optional<double> meetTriangle(const ShearedFrame& frame, const Vec3& p0, const Vec3& p1, const Vec3& p2) {
  const Vec3 a = frame(p0), b = frame(p1), c = frame(p2);
  // Products by the accurate cross product: a sign is wrong by no more than an ulp, and the same for both triangles at
  // an edge.
  const double u = crossAccurate({c.x, c.y, 0}, {b.x, b.y, 0}).z, v = crossAccurate({a.x, a.y, 0}, {c.x, c.y, 0}).z,
               w = crossAccurate({b.x, b.y, 0}, {a.x, a.y, 0}).z;
  if ((u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0)) return std::nullopt;
  const double sum = u + v + w;
  if (sum == 0) return std::nullopt;  // seen edge-on, or without an area
  return (u * a.z + v * b.z + w * c.z) / sum;
}

struct TriangleCaster {
  explicit TriangleCaster(const Line& l, double most) : line(l), frame(l), length(most) {}
  Line line;
  ShearedFrame frame;
  double length;
  RayHit best;

  void meet(int index, const std::array<Vec3, 3>& t) {
    const auto distance = meetTriangle(frame, t[0], t[1], t[2]);
    if (!distance || *distance < 0 || *distance > length) return;
    if (best.hit && (*distance > best.distance || (*distance == best.distance && index > best.feature))) return;
    best.hit = true;
    best.distance = best.exit_distance = *distance + 0.0;  // −0 is 0
    best.feature = index;
    const Vec3 normal = normalizedOr(crossAccurate(t[1] - t[0], t[2] - t[0]), -line.direction);
    best.back_face = dot(normal, line.direction) > 0;
    best.normal = best.back_face ? -normal : normal;
  }

  /// Whether the line may meet something in the box that is not beyond the best hit. Widened by rounding: a graze is no
  /// miss.
  [[nodiscard]] bool enters(const MinMaxBox& box) const {
    double enter = 0, leave = best.hit ? best.distance : length;
    const double rounding =
        kLineRounding * (sepax::length(line.origin) + sepax::length(glm::max(glm::abs(box.min), glm::abs(box.max))));
    leave += rounding;
    for (int c = 0; c < 3; ++c) {
      const double low = box.min[c] - rounding - line.origin[c], high = box.max[c] + rounding - line.origin[c],
                   speed = line.direction[c];
      if (speed == 0) {
        if (low > 0 || high < 0) return false;
        continue;
      }
      enter = std::max(enter, std::min(low / speed, high / speed) * (1 - 1e-15));
      leave = std::min(leave, std::max(low / speed, high / speed) * (1 + 1e-15));
    }
    return enter <= leave;
  }
};

RayHit castOnMesh(const MeshData& mesh, const Line& line, double length) {
  TriangleCaster caster(line, length);
  visitItems(
      mesh.tree, [&](const MinMaxBox& box) { return caster.enters(box); },
      [&](int triangle) { caster.meet(triangle, cornersOf(mesh, triangle)); });
  return caster.best;
}

/// How far along the line, from `begin` on, a closed mesh is first left: the first crossing behind which the line is
/// outside until the next one, so that shells which lie in each other are one solid.
double exitOf(const Shape& shape, const MeshData& mesh, const Line& line, double begin) {
  const TriangleCaster caster(line, kInfinity);
  std::vector<double> crossings;
  visitItems(
      mesh.tree, [&](const MinMaxBox& box) { return caster.enters(box); },
      [&](int triangle) {
        const auto [p0, p1, p2] = cornersOf(mesh, triangle);
        if (const auto distance = meetTriangle(caster.frame, p0, p1, p2); distance && *distance >= begin)
          crossings.push_back(*distance);
      });
  std::ranges::sort(crossings);
  for (std::size_t i = 0; i + 1 < crossings.size(); ++i) {
    const double middle = (crossings[i] + crossings[i + 1]) / 2;
    if (!(middle > crossings[i])) continue;  // an edge, met in both its triangles
    if (containsPoint(shape, {}, line.origin + middle * line.direction).place != PointPlace::kInside)
      return crossings[i];
  }
  return crossings.empty() ? begin : crossings.back();
}

RayHit castOnClosed(const Shape& shape, const MeshData& mesh, const Line& line, double length) {
  const MinMaxBox& box = mesh.tree.nodes[0].box;
  const Vec3 border{kTouching * sepax::length(box.max - box.min)};
  ContainsReport start;
  if (contains(MinMaxBox{box.min - border, box.max + border}, line.origin))
    start = containsPoint(shape, {}, line.origin);
  RayHit met;
  if (start.place != PointPlace::kInside) met = castOnMesh(mesh, line, length);
  if (start.inside) {
    // On the surface the face is known that the ray enters by.
    const bool enters = met.hit && met.distance <= start.tolerance && !met.back_face;
    met = {.hit = true,
           .normal = enters ? met.normal : Vec3{0.0},
           .starts_inside = true,
           .feature = enters ? met.feature : -1};
  }
  if (met.hit) met.exit_distance = exitOf(shape, mesh, line, met.distance);
  return met;
}

/// The nearest segment of a chain; a ray along one meets its first end. The normal is the segment's, against the ray.
/// From behind a one-sided chain is not seen.
Span spanIn(const Chain& s, const Line& line) {
  Span first = kNothing;
  for (int i = 0; i + 1 < static_cast<int>(s.vertices.size()); ++i) {
    const ChainSegment segment = segmentOf(s, i);
    if (s.one_sided && dot(line.direction, frontOf(s, i)) > 0) continue;
    const Mat3 back = glm::transpose(segment.pose.rotation);
    const Line local{back * (line.origin - segment.pose.position), back * line.direction,
                     line.rounding + kLineRounding * length(segment.pose.position)};
    Span span = spanIn(Segment2{segment.half_length}, local);
    const bool is_behind = span.leave < -span.leave_rounding;
    if (span.isEmpty() || is_behind || std::max(0.0, span.enter) >= std::max(0.0, first.enter)) continue;
    span.normal = segment.pose.rotation * span.normal;
    span.feature = i;
    first = span;
  }
  return first;
}

/// A triangle or flat hull is a sheet, seen from both sides, or met at its edge by a line in its plane.
RayHit castOnSheet(std::span<const Vec3> loop, const Line& line, double length) {
  if (const Span span = spanWithin(loop, line); !span.isEmpty()) {
    RayHit hit = hitOf(span, length);
    hit.starts_inside = false;
    return hit;
  }
  TriangleCaster caster(line, length);
  for (std::size_t i = 2; i < loop.size(); ++i) caster.meet(0, {loop[0], loop[i - 1], loop[i]});
  return caster.best;
}

RayHit castOnSheet(const Polytope& polytope, const Line& line, double length) {
  std::vector<Vec3> loop;
  for (const int vertex : polytope.faces[0].loop) loop.push_back(polytope.vertices[static_cast<std::size_t>(vertex)]);
  return castOnSheet(loop, line, length);
}

RayHit castFrom(const Shape& shape, const Pose& pose, const CastRay& ray, double reach);

/// The stretch of the ray within a compound that is not all behind its origin: children that overlap or touch along it
/// are one. Body space.
RayHit castOnChildren(const CompoundData& compound, const CastRay& ray) {
  std::vector<RayHit> hits;
  for (const CompoundChild& child : compound.children) {
    CastRay endless = ray;
    endless.length = kInfinity;  // children beyond the ray's end may prolong the stretch
    const double reach = length(ray.origin) + length(child.pose.position);
    if (const RayHit hit = castFrom(child.shape, child.pose, endless, reach); hit.hit) hits.push_back(hit);
  }
  std::sort(hits.begin(), hits.end(), [](const RayHit& p, const RayHit& q) {
    return std::pair{!p.starts_inside, p.distance} < std::pair{!q.starts_inside, q.distance};
  });
  if (hits.empty() || hits.front().distance > ray.length) return {};
  RayHit whole = hits.front();
  const double rounding = kLineRounding * (length(ray.origin) + whole.exit_distance);
  for (const RayHit& hit : hits) {
    if (hit.distance > whole.exit_distance + rounding) break;
    whole.exit_distance = std::max(whole.exit_distance, hit.exit_distance);
  }
  whole.feature = -1;  // a child's own number would say nothing
  return whole;
}

/// `reach`: the lengths of which the ray's origin and the pose were computed, zero where both are as given.
RayHit castFrom(const Shape& shape, const Pose& pose, const CastRay& ray, double reach) {
  // Without a margin a rounded shape is its core, which may have no inside to come within.
  if (const Shape core = coreOf(shape); core.index() != shape.index() && marginOf(shape) == 0)
    return castFrom(core, pose, ray, reach);
  Vec3 origin = ray.origin - pose.position - pose.rest, direction = ray.direction;
  if (isPlanar(shape)) origin.z = direction.z = 0;
  direction = normalizedOr(direction, {1, 0, 0});
  // Body space by the transpose: boxes and balls then have exact planes and centres.
  const Line line{glm::transpose(pose.rotation) * origin,
                  normalizedOr(glm::transpose(pose.rotation) * direction, {1, 0, 0}),
                  kLineRounding * (length(origin) + reach)};
  RayHit hit = std::visit(
      [&](const auto& s) {
        using S = std::decay_t<decltype(s)>;
        if constexpr (OneOf<S, Mesh, Heightfield>) {
          const MeshData& mesh = *trianglesOf(shape);
          return mesh.closed ? castOnClosed(shape, mesh, line, ray.length) : castOnMesh(mesh, line, ray.length);
        } else if constexpr (OneOf<S, Compound, Compound2>) {
          return castOnChildren(*s.data, {line.origin, line.direction, ray.length});
        } else if constexpr (std::is_same_v<S, Hull>) {
          return s.data->flat ? castOnSheet(s.data->polytope, line, ray.length) : hitOf(spanIn(s, line), ray.length);
        } else if constexpr (std::is_same_v<S, Triangle>) {
          return castOnSheet(s.vertices, line, ray.length);
        } else {
          return hitOf(spanIn(s, line), ray.length);
        }
      },
      shape);
  if (!hit.hit) return hit;
  hit.point = pose.position + (origin + hit.distance * direction);
  hit.normal = pose.rotation * hit.normal;
  return hit;
}

}  // namespace

RayHit castRay(const Shape& shape, const Pose& pose, const CastRay& ray) { return castFrom(shape, pose, ray, 0); }

}  // namespace sepax
