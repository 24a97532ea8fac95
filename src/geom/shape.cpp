#include "geom/shape.h"

#include "core/language.h"
#include "geom/aabb.h"
#include "geom/compound_data.h"
#include "geom/tolerances.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>

namespace sepax {

namespace {

Result<void> validateNumber(double value, double min, double max, const std::string& where) {
  if (std::isfinite(value) && value >= min && value <= max) return {};
  return fail(ErrorCode::kWrongValue, where,
              min == 0 ? trf("expected a finite number from 0 to {:g}, found {:g}", max, value)
                       : trf("expected a finite number of at most ±{:g}, found {:g}", max, value));
}

/// Checks every number of a member against its field's range.
template <class T>
Result<void> validateMember(const T& member, double min, double max, const std::string& name) {
  if constexpr (std::is_same_v<T, bool>) {
    return {};
  } else if constexpr (std::is_same_v<T, double>) {
    return validateNumber(member, min, max, name);
  } else if constexpr (std::is_same_v<T, Vec2> || std::is_same_v<T, Vec3>) {
    for (int c = 0; c < static_cast<int>(T::length()); ++c) {
      const double number = member[c];  // named only where it is wrong
      if (!std::isfinite(number) || number < min || number > max)
        return validateNumber(number, min, max, fmt::format("{}/{}", name, c));
    }
    return {};
  } else if constexpr (std::is_same_v<T, std::vector<Vec2>> || std::is_same_v<T, std::array<Vec3, 3>>) {
    for (std::size_t i = 0; i < member.size(); ++i) {
      SEPAX_TRY(validateMember(member[i], min, max, fmt::format("{}/{}", name, i)));
    }
    return {};
  } else {
    // Hull and mesh data were checked when they were made.
    return member ? Result<void>{} : fail(ErrorCode::kDegenerate, name, tr("expected points, found none"));
  }
}

struct Range {
  double min, max;
  void add(double v) {
    min = std::min(min, v);
    max = std::max(max, v);
  }
};

template <class Points>
double longestSide(const Points& points) {
  double longest = 0;
  if (points.empty()) return 0;
  for (int c = 0; c < static_cast<int>(points[0].length()); ++c) {
    Range range{points[0][c], points[0][c]};
    for (const auto& p : points) range.add(p[c]);
    longest = std::max(longest, range.max - range.min);
  }
  return longest;
}

double size(const OneOf<Circle, Sphere> auto& s) { return 2 * s.radius; }
double size(const OneOf<Capsule2, Capsule> auto& s) { return 2 * (s.half_length + s.radius); }
double size(const OneOf<Box, Box2, FixedBox, FixedBox2> auto& s) {
  const Vec3 half = halfExtentsOf(s);
  return 2 * std::max({half.x, half.y, half.z});
}
double size(const OneOf<Cylinder, Cone> auto& s) { return 2 * std::max(s.half_length, s.radius); }
double size(const OneOf<Segment2, Segment3> auto& s) { return 2 * s.half_length; }
double size(const OneOf<Point2, Point3, HalfSpace2, HalfSpace> auto&) { return 0; }
double size(const OneOf<Triangle, Polygon, Chain> auto& s) { return longestSide(s.vertices); }
double size(const OneOf<Hull, Mesh> auto& s) { return s.data->size; }
double size(const Heightfield& s) { return longestSide(s.data->surface->vertices); }
double size(const OneOf<Compound2, Compound> auto& s) {
  const Vec3 sides = s.data->tree.nodes[0].box.max - s.data->tree.nodes[0].box.min;
  return std::max({sides.x, sides.y, sides.z});
}
double size(const Tapered auto& s) {
  const auto [low, high] = axialExtent(s);
  return high - low;
}
double size(const Elliptic auto& s) { return 2 * longestHalfAxis(s); }
template <class S>
double size(const Rounded<S>& s) {
  return size(static_cast<const S&>(s)) + 2 * s.margin;
}

template <OneOf<Box, Box2, FixedBox, FixedBox2> S>
Result<Shape> scaleOf(const S& s, const Vec3& k) {
  return S{s.half_extents * typename S::Extents(k)};
}
Result<Shape> scaleOf(const Polygon& s, const Vec3& k) {
  Polygon out = s;
  for (Vec2& v : out.vertices) v *= Vec2(k);
  return out;
}
template <OneOf<Circle, Sphere> S>
Result<Shape> scaleOf(const S& s, const Vec3& k) {
  return S{s.radius * k.x};
}
template <OneOf<Capsule2, Capsule> S>
Result<Shape> scaleOf(const S& s, const Vec3& k) {
  return S{s.half_length * k.x, s.radius * k.x};
}
template <OneOf<Cylinder, Cone> S>
Result<Shape> scaleOf(const S& s, const Vec3& k) {
  return S{s.half_length * k.y, s.radius * k.x};
}
template <OneOf<Segment2, Segment3> S>
Result<Shape> scaleOf(const S& s, const Vec3& k) {
  return S{s.half_length * k[S::kAxis]};
}
Result<Shape> scaleOf(const OneOf<Point2, Point3, HalfSpace2, HalfSpace> auto& s, const Vec3&) { return s; }
Result<Shape> scaleOf(const Triangle& s, const Vec3& k) {
  return Triangle{{s.vertices[0] * k, s.vertices[1] * k, s.vertices[2] * k}};
}
Result<Shape> scaleOf(const OneOf<Hull, Mesh, Heightfield> auto& s, const Vec3& k) { return scaled(s, k); }
Result<Shape> scaleOf(const Chain& s, const Vec3& k) {
  Chain out = s;
  for (Vec2& v : out.vertices) v *= Vec2(k);
  // Mirrored, what was on the right is on the left: the other way along, the front stays where it was.
  if (s.one_sided && k.x * k.y < 0) std::reverse(out.vertices.begin(), out.vertices.end());
  return out;
}
Result<Shape> scaleOf(const OneOf<Compound2, Compound> auto& s, const Vec3& k) { return scaled(*s.data, k, s.kPlanar); }
template <Tapered S>
Result<Shape> scaleOf(const S& s, const Vec3& k) {
  const double factor = std::abs(k.x);
  S out{s.half_length * factor, s.radius_start * factor, s.radius_end * factor};
  if (k[S::kAxis] < 0) std::swap(out.radius_start, out.radius_end);
  return out;
}
Result<Shape> scaleOf(const Ellipsoid& s, const Vec3& k) { return Ellipsoid{s.half_axes * k}; }
Result<Shape> scaleOf(const Ellipse& s, const Vec3& k) { return Ellipse{s.half_axes * Vec2(k)}; }
template <class S>
Result<Shape> scaleOf(const Rounded<S>& s, const Vec3& k) {
  const Result<Shape> core = scaleOf(static_cast<const S&>(s), k);
  SEPAX_TRY(core);
  return Rounded<S>{std::get<S>(*core), s.margin * std::abs(k.x)};
}

/// As a person reads it, a key of tr().
template <class S>
constexpr const char* labelOf() {
  if constexpr (requires { S::kLabel; }) return S::kLabel;
  return S::kType;
}

/// Factors that would end a round shape's roundness, in words; empty when these do not.
template <class S>
std::string unevenFor(const Vec3& k) {
  constexpr bool kBall = OneOf<S, Circle, Sphere, Capsule, Capsule2> || Tapered<S> || kIsRounded<S>;
  constexpr bool kRotated = OneOf<S, Cylinder, Cone>;
  if (kBall && (std::abs(k.x) != std::abs(k.y) || (!S::kPlanar && std::abs(k.x) != std::abs(k.z))))
    return trf("expected one factor for all axes: a {} scaled unevenly is not round any more", tr(labelOf<S>()));
  if (std::is_same_v<S, Cone> && k.y < 0)
    return trf(
        "expected a positive factor for y: a {} mirrored along its axis points the other way, which a rotation says",
        tr(labelOf<S>()));
  if (kRotated && std::abs(k.x) != std::abs(k.z))
    return trf("expected the same factor for x and z: a {} scaled unevenly is not round any more", tr(labelOf<S>()));
  return {};
}

}  // namespace

Shape::Shape() = default;
Shape::Shape(const Shape& other) = default;
Shape::Shape(Shape&& other) noexcept = default;
Shape& Shape::operator=(const Shape& other) = default;
Shape& Shape::operator=(Shape&& other) noexcept = default;
Shape::~Shape() = default;

bool operator==(const Shape& x, const Shape& y) {
  const ShapeVariant &a = x, &b = y;
  return a == b;
}

std::string_view typeName(const Shape& shape) {
  return std::visit([](const auto& s) -> std::string_view { return std::decay_t<decltype(s)>::kType; }, shape);
}

std::string typeLabel(const Shape& shape) {
  return std::visit(
      [](const auto& s) -> std::string {
        using S = std::decay_t<decltype(s)>;
        return kIsRounded<S> ? trf("rounded {}", tr(labelOf<S>())) : tr(labelOf<S>());
      },
      shape);
}

bool isPlanar(const Shape& shape) {
  return std::visit([](const auto& s) { return std::decay_t<decltype(s)>::kPlanar; }, shape);
}

bool isUnbounded(const Shape& shape) {
  return std::holds_alternative<HalfSpace>(shape) || std::holds_alternative<HalfSpace2>(shape);
}

bool neverRotates(const Shape& shape) {
  return std::holds_alternative<FixedBox>(shape) || std::holds_alternative<FixedBox2>(shape);
}

bool isConvex(const Shape& shape) {
  if (const auto* polygon = std::get_if<Polygon>(&shape)) return isConvex(*polygon);
  return std::visit(
      [](const auto& s) {
        using S = std::decay_t<decltype(s)>;
        return !OneOf<S, Mesh, Heightfield, Chain, Compound, Compound2>;
      },
      shape);
}

bool isItsMirrorImage(const Shape& shape) {
  return coreIf<Polygon>(shape) == nullptr && coreIf<Triangle>(shape) == nullptr && coreIf<Hull>(shape) == nullptr &&
         isConvex(shape) && !std::holds_alternative<TaperedCapsule2>(shape);
}

const MeshData* trianglesOf(const Shape& shape) {
  if (const auto* mesh = std::get_if<Mesh>(&shape)) return mesh->data.get();
  const auto* const field = std::get_if<Heightfield>(&shape);
  return field != nullptr && field->data != nullptr ? field->data->surface.get() : nullptr;
}

bool isSurface(const Shape& shape) {
  const MeshData* const triangles = trianglesOf(shape);
  return triangles != nullptr ? !triangles->closed : std::holds_alternative<Chain>(shape);
}

const CompoundData* childrenOf(const Shape& shape) {
  if (const auto* compound = std::get_if<Compound>(&shape)) return compound->data.get();
  const auto* const planar = std::get_if<Compound2>(&shape);
  return planar != nullptr ? planar->data.get() : nullptr;
}

Result<void> validate(const Triangle& triangle) {
  const Vec3 e1 = triangle.vertices[1] - triangle.vertices[0], e2 = triangle.vertices[2] - triangle.vertices[0],
             e3 = e2 - e1;
  const double longest = std::max({length(e1), length(e2), length(e3)});
  // Unit edges: the area of a huge or tiny triangle would overflow or vanish.
  const Vec3 u = normalizedOr(e1, Vec3{0.0}), v = normalizedOr(e2, Vec3{0.0});
  const double height = length(crossAccurate(u, v)) * (length(e1) / std::max(longest, 1e-300)) * length(e2);
  if (height > kFlatHull * longest) return {};
  return fail(ErrorCode::kDegenerate, "vertices",
              trf("expected three corners that span a plane, found them in one line (height {:g} m of {:g} m)", height,
                  longest));
}

Result<void> validate(const Shape& shape) {
  Result<void> result;
  forEachField(shape, [&](const auto& field, const auto& member) {
    if (result) result = validateMember(member, field.min, field.max, field.name);
  });
  if (!result) return result;
  if (const auto* polygon = coreIf<Polygon>(shape)) {
    SEPAX_TRY(validate(*polygon));
    if (std::holds_alternative<Rounded<Polygon>>(shape) && !isConvex(*polygon)) {
      return fail(ErrorCode::kUnsupported, "margin", tr("expected a convex polygon to round, found a concave one"));
    }
  }
  if (const auto* triangle = coreIf<Triangle>(shape)) return validate(*triangle);
  if (const auto* chain = std::get_if<Chain>(&shape)) return validate(*chain);
  return {};
}

double sizeOf(const Shape& shape) {
  return std::visit([](const auto& s) { return size(s); }, shape);
}

double flattenedBy(const Shape& shape) {
  if (const Hull* const hull = coreIf<Hull>(shape)) return hull->data->off_plane;
  double most = 0;
  if (const CompoundData* const compound = childrenOf(shape)) {
    for (const CompoundChild& child : compound->children) most = std::max(most, flattenedBy(child.shape));
  }
  return most;
}

Result<Shape> scaled(const Shape& shape, const Vec3& scale) {
  for (int c = 0; c < (isPlanar(shape) ? 2 : 3); ++c) {
    if (scale[c] == 0 || !std::isfinite(scale[c])) {
      return fail(ErrorCode::kWrongValue, "scale", trf("expected finite factors other than 0, found {:g}", scale[c]));
    }
  }
  if (scale == Vec3{1.0}) return shape;
  return std::visit(
      [&](const auto& s) -> Result<Shape> {
        using S = std::decay_t<decltype(s)>;
        if (std::string uneven = unevenFor<S>(scale); !uneven.empty())
          return fail(ErrorCode::kWrongValue, "scale", std::move(uneven));
        // Shapes that are their own mirror images need the sizes alone.
        auto out = scaleOf(s, isItsMirrorImage(shape) && !Tapered<S> ? glm::abs(scale) : scale);
        if (out) {
          SEPAX_TRY(validate(*out));
        }
        return out;
      },
      shape);
}

}  // namespace sepax
