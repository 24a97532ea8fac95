#include "geom/rounded.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "core/language.h"

namespace sepax {

namespace {

template <class S>
concept TakesMargin = OneOf<S, Box2, Polygon, Box, Cylinder, Cone, Hull, Triangle> || Elliptic<S>;

/// The error of a margin around a kind that takes none.
template <class S>
const char* whyNoMargin() {
  if constexpr (requires(S s) { s.radius; }) return "expected no margin: add it to the radius";
  if constexpr (Tapered<S>) return "expected no margin: add it to both radii";
  if constexpr (OneOf<S, Segment2, Segment3>) return "expected no margin: a segment with a margin is a capsule";
  if constexpr (std::is_same_v<S, Chain>) return "expected no margin: a chain takes none";
  if constexpr (std::is_same_v<S, Heightfield>) return "expected no margin: a heightfield takes none";
  if constexpr (OneOf<S, Compound, Compound2>) return "expected no margin: a compound takes none (its children do)";
  if constexpr (std::is_same_v<S, Point2>) return "expected no margin: a point with a margin is a circle";
  if constexpr (std::is_same_v<S, Point3>) return "expected no margin: a point with a margin is a sphere";
  if constexpr (OneOf<S, FixedBox, FixedBox2>) return "expected no margin: an aabb has sharp corners (a box takes one)";
  if constexpr (std::is_same_v<S, Mesh>) return "expected no margin: a mesh takes none (its hull does)";
  return "expected no margin: move the half-space instead";
}

Result<Shape> tooThin(double by) {
  return fail(ErrorCode::kWrongValue, "margin_inside",
              trf("expected a margin that the shape has room for, found {:g}", by));
}

Result<Shape> shrink(const Box& s, double by) {
  const Vec3 left = s.half_extents - Vec3{by};
  if (std::min({left.x, left.y, left.z}) < 0) return tooThin(by);
  return Box{left};
}
Result<Shape> shrink(const Box2& s, double by) {
  const Vec2 left = s.half_extents - Vec2{by};
  if (std::min(left.x, left.y) < 0) return tooThin(by);
  return Box2{left};
}
Result<Shape> shrink(const Cylinder& s, double by) {
  if (std::min(s.half_length, s.radius) < by) return tooThin(by);
  return Cylinder{s.half_length - by, s.radius - by};
}

/// The part of a convex outline behind the line dot(p, normal) = height (Sutherland and Hodgman 1974).
std::vector<Vec2> clipped(const std::vector<Vec2>& outline, const Vec2& normal, double height) {
  std::vector<Vec2> out;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vec2 p = outline[i], q = outline[(i + 1) % outline.size()];
    const double above_p = p.x * normal.x + p.y * normal.y - height, above_q = q.x * normal.x + q.y * normal.y - height;
    if (above_p <= 0) out.push_back(p);
    if ((above_p < 0 && above_q > 0) || (above_p > 0 && above_q < 0))
      out.push_back(p + (q - p) * (above_p / (above_p - above_q)));
  }
  return out;
}

Result<Shape> shrink(const Polygon& s, double by) {
  if (!isConvex(s))
    return fail(ErrorCode::kUnsupported, "margin_inside",
                tr("expected a convex polygon to round, found a concave one"));
  const std::vector<Vec2> sides = counterClockwise(s);
  Polygon left{sides};
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const Vec2 along = sides[(i + 1) % sides.size()] - sides[i];
    const Vec2 normal = Vec2(normalizedOr({along.y, -along.x, 0}, {1, 0, 0}));
    left.vertices = clipped(left.vertices, normal, sides[i].x * normal.x + sides[i].y * normal.y - by);
  }
  if (!validate(left)) return tooThin(by);
  return left;
}

struct RoundedFace {
  Vec3 normal;
  double height;
};

/// The point that is deepest below the highest of the planes: the height is convex, so golden sections in x, in y and
/// in z find it.
struct Deepest {
  const std::vector<RoundedFace>& planes;
  Vec3 low, high;
  Vec3 best{0.0};
  double depth = -std::numeric_limits<double>::infinity();

  double depthAt(Vec3 point, int axis) {
    if (axis == 3) {
      double least = std::numeric_limits<double>::infinity();
      for (const RoundedFace& plane : planes) least = std::min(least, plane.height - dot(plane.normal, point));
      if (least > depth) {
        depth = least;
        best = point;
      }
      return least;
    }
    constexpr double kGolden = 0.6180339887498949;
    constexpr int kRounds = 32;
    const auto at = [&](double x) {
      point[axis] = x;
      return depthAt(point, axis + 1);
    };
    double from = low[axis], to = high[axis];
    double x0 = to - kGolden * (to - from), x1 = from + kGolden * (to - from), d0 = at(x0), d1 = at(x1);
    for (int i = 0; i < kRounds; ++i) {
      if (d0 >= d1) {
        to = x1;
        x1 = x0;
        d1 = d0;
        d0 = at(x0 = to - kGolden * (to - from));
      } else {
        from = x0;
        x0 = x1;
        d0 = d1;
        d1 = at(x1 = from + kGolden * (to - from));
      }
    }
    return std::max(d0, d1);
  }
};

/// The planes moved inwards have their corners where the hull of the dual points has its faces: each plane n·x = h
/// around an inner point becomes the point n/h, and a face of those with normal m at distance e the corner m/e.
Result<Shape> shrink(const Hull& s, double by) {
  const Polytope& hull = s.data->polytope;
  std::vector<RoundedFace> planes;
  for (const PolytopeFace& face : hull.faces)
    planes.push_back({face.normal, dot(face.normal, hull.vertices[static_cast<std::size_t>(face.loop[0])]) - by});
  Deepest inner{planes, hull.vertices[0], hull.vertices[0]};
  for (const Vec3& v : hull.vertices) {
    inner.low = glm::min(inner.low, v);
    inner.high = glm::max(inner.high, v);
  }
  inner.depthAt(Vec3{0.0}, 0);
  if (!(inner.depth > 1e-6 * length(inner.high - inner.low))) return tooThin(by);
  std::vector<Vec3> duals;
  for (const RoundedFace& plane : planes)
    duals.push_back(plane.normal / (plane.height - dot(plane.normal, inner.best)));
  const auto dual = convexHull(duals);
  SEPAX_TRY(dual);
  std::vector<Vec3> corners;
  for (const PolytopeFace& face : dual->faces) {
    corners.push_back(inner.best +
                      face.normal / dot(face.normal, dual->vertices[static_cast<std::size_t>(face.loop[0])]));
  }
  auto left = makeHull(std::move(corners));
  SEPAX_TRY(left);
  return *left;
}

}  // namespace

Shape coreOf(const Shape& shape) {
  return std::visit(
      [](const auto& s) -> Shape {
        using S = std::decay_t<decltype(s)>;
        if constexpr (kIsRounded<S>) {
          return [&]<class Core>(const Rounded<Core>& r) -> Shape { return static_cast<const Core&>(r); }(s);
        } else {
          return s;
        }
      },
      shape);
}

double marginOf(const Shape& shape) {
  return std::visit(
      [](const auto& s) -> double {
        if constexpr (kIsRounded<std::decay_t<decltype(s)>>) return s.margin;
        return 0;
      },
      shape);
}

bool takesMargin(const Shape& shape) {
  return std::visit(
      [](const auto& s) {
        using S = std::decay_t<decltype(s)>;
        return kIsRounded<S> || TakesMargin<S>;
      },
      shape);
}

Result<Shape> rounded(const Shape& shape, double margin) {
  return std::visit(
      [&](const auto& s) -> Result<Shape> {
        using S = std::decay_t<decltype(s)>;
        if constexpr (kIsRounded<S>) {
          S out = s;
          out.margin = margin;
          return out;
        } else if constexpr (TakesMargin<S>) {
          return Rounded<S>{s, margin};
        } else {
          return fail(ErrorCode::kUnsupported, "margin", tr(whyNoMargin<S>()));
        }
      },
      shape);
}

Result<Shape> shrunk(const Shape& shape, double by) {
  return std::visit(
      [&](const auto& s) -> Result<Shape> {
        using S = std::decay_t<decltype(s)>;
        if constexpr (std::is_same_v<S, Box> || std::is_same_v<S, Box2> || std::is_same_v<S, Cylinder> ||
                      std::is_same_v<S, Polygon> || std::is_same_v<S, Hull>) {
          return shrink(s, by);
        } else {
          return fail(ErrorCode::kUnsupported, "margin_inside",
                      trf("expected a box, polygon, cylinder or hull to shrink, found: {}; \"margin\" grows it instead",
                          typeLabel(s)));
        }
      },
      shape);
}

}  // namespace sepax
