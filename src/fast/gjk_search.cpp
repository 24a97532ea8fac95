#include "fast/gjk_search.h"

#include <algorithm>

namespace sepax {

namespace {

/// Up to four corners of the difference, the newest first, and where to look for the next.
struct Simplex {
  std::array<DifferenceCorner, 4> corners;
  int count = 0;
  Vec3 direction{0.0};

  void keepLine(const DifferenceCorner& a, const DifferenceCorner& b) {
    const Vec3 along = b.point - a.point;
    if (dot(along, a.point) < 0) {
      corners = {a, b}, count = 2;
      direction = glm::cross(glm::cross(along, -a.point), along);
    } else {
      corners = {a}, count = 1;
      direction = -a.point;
    }
  }
  /// The part of a triangle that is nearest to the origin: a corner or side with `a`, or the triangle,
  /// counter-clockwise seen from the origin.
  void keepTriangle(const DifferenceCorner& a, const DifferenceCorner& b, const DifferenceCorner& c) {
    const Vec3 ab = b.point - a.point, ac = c.point - a.point, normal = glm::cross(ab, ac);
    if (dot(glm::cross(normal, ac), a.point) < 0) return dot(ac, a.point) < 0 ? keepLine(a, c) : keepLine(a, b);
    if (dot(glm::cross(ab, normal), a.point) < 0) return keepLine(a, b);
    const bool faces = dot(normal, a.point) < 0;
    corners = faces ? std::array{a, b, c, DifferenceCorner{}} : std::array{a, c, b, DifferenceCorner{}};
    count = 3;
    direction = faces ? normal : -normal;
  }
};

/// Products of three differences of corners, each no longer than twice `reach`, and of a corner: rounding is below a
/// few hundred ulps.
constexpr double kTripleRounding = 512 * kEpsilon, kHeightRounding = 32 * kEpsilon;
constexpr int kMaxSteps = 32;

}  // namespace

PolytopeDifference::PolytopeDifference(const PlacedPolytope& a, const PlacedPolytope& b, const SatKernel& kernel)
    : a_(a.shape),
      b_(b.shape),
      kernel_(kernel),
      rotation_(glm::transpose(a.pose.rotation) * b.pose.rotation),
      offset_(glm::transpose(a.pose.rotation) * (b.pose.position - a.pose.position)),
      reach_(a.shape.radius + b.shape.radius + length(offset_)) {}

DifferenceCorner PolytopeDifference::farthest(const Vec3& direction) const {
  const auto on = [&](const SolidPolytope& shape, const Vec3& d) {
    const std::size_t place = kernel_.farthest(shape.corner_rows.rows(), shape.corner_rows.padded(), &d.x);
    return static_cast<int>(std::min(place, shape.corners.size() - 1));
  };
  const Vec3 in_b = -(direction * rotation_);  // a product with the transposed
  DifferenceCorner corner{{}, on(a_, direction), on(b_, in_b)};
  // From the rows, which were just read.
  corner.point = a_.corner_rows.at(corner.on_a) - offset_ - rotation_ * b_.corner_rows.at(corner.on_b);
  return corner;
}

GjkFound gjkSearch(const PolytopeDifference& difference) {
  using enum GjkFound::Kind;
  const double reach = difference.reach(), least_height = kHeightRounding * reach,
               least_volume = kTripleRounding * reach * reach * reach;
  Simplex simplex;
  simplex.direction = difference.offset();
  if (simplex.direction == Vec3{0.0}) simplex.direction = {1, 0, 0};
  for (int step = 0; step < kMaxSteps; ++step) {
    const DifferenceCorner newest = difference.farthest(simplex.direction);
    const double height = dot(newest.point, simplex.direction), size = length(simplex.direction);
    if (height < -least_height * size) return {kApart, {}};
    if (!(height > least_height * size)) return {};
    const DifferenceCorner c[3] = {simplex.corners[0], simplex.corners[1], simplex.corners[2]};
    if (simplex.count == 0) {
      simplex.corners[0] = newest, simplex.count = 1;
      simplex.direction = -newest.point;
    } else if (simplex.count == 1) {
      simplex.keepLine(newest, c[0]);
    } else if (simplex.count == 2) {
      simplex.keepTriangle(newest, c[0], c[1]);
    } else {
      // A tetrahedron over the triangle, which faces the origin: that is inside, or beyond one of the three new faces.
      const Vec3 &a = newest.point, ab = c[0].point - a, ac = c[1].point - a, ad = c[2].point - a;
      const double beyond[3] = {-dot(glm::cross(ab, ac), a), -dot(glm::cross(ac, ad), a), -dot(glm::cross(ad, ab), a)};
      const double over = -dot(simplex.direction, c[0].point);
      if (over > least_volume && beyond[0] < -least_volume && beyond[1] < -least_volume && beyond[2] < -least_volume)
        return {kOverlapping, {newest, c[0], c[1], c[2]}};
      if (beyond[0] > 0) {
        simplex.keepTriangle(newest, c[0], c[1]);
      } else if (beyond[1] > 0) {
        simplex.keepTriangle(newest, c[1], c[2]);
      } else if (beyond[2] > 0) {
        simplex.keepTriangle(newest, c[2], c[0]);
      } else {
        return {};
      }
    }
  }
  return {};
}

}  // namespace sepax
