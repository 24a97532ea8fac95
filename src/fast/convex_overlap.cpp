#include "fast/convex_overlap.h"

#include <array>

namespace sepax {

namespace {

enum class Found { kApart, kOverlapping, kUncertain };

/// The Minkowski difference A ⊖ B, in A's frame. Its corner farthest along a direction is A's, less B's farthest against it.
class Difference {
 public:
  Difference(const PlacedPolytope& a, const PlacedPolytope& b, const SatKernel& kernel)
      : a_(a.shape),
        b_(b.shape),
        kernel_(kernel),
        rotation_(glm::transpose(a.pose.rotation) * b.pose.rotation),
        offset_(glm::transpose(a.pose.rotation) * (b.pose.position - a.pose.position)) {}

  [[nodiscard]] Vec3 farthest(const Vec3& direction) const {
    return farthestOn(a_, direction) - offset_ - rotation_ * farthestOn(b_, -(direction * rotation_));  // a product with the transposed
  }
  /// No corner is farther from the origin.
  [[nodiscard]] double reach() const { return a_.radius + b_.radius + length(offset_); }
  [[nodiscard]] const Vec3& offset() const { return offset_; }

 private:
  [[nodiscard]] Vec3 farthestOn(const SolidPolytope& shape, const Vec3& direction) const {
    const PaddedVectors& rows = shape.corner_rows;
    return rows.at(kernel_.farthest(rows.rows(), rows.padded(), &direction.x));
  }

  const SolidPolytope &a_, &b_;
  const SatKernel& kernel_;
  Mat3 rotation_;
  Vec3 offset_;
};

/// Up to four corners of the difference, the newest first, and where to look for the next.
struct Simplex {
  std::array<Vec3, 4> corners{Vec3{0.0}, Vec3{0.0}, Vec3{0.0}, Vec3{0.0}};
  int count = 0;
  Vec3 direction{0.0};

  void keepLine(const Vec3& a, const Vec3& b) {
    const Vec3 along = b - a;
    if (dot(along, a) < 0) {
      corners[0] = a, corners[1] = b, count = 2;
      direction = glm::cross(glm::cross(along, -a), along);
    } else {
      corners[0] = a, count = 1;
      direction = -a;
    }
  }
  /// The part of a triangle that is nearest to the origin: a corner or side with `a`, or the triangle, counter-clockwise seen from the
  /// origin.
  void keepTriangle(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 ab = b - a, ac = c - a, normal = glm::cross(ab, ac);
    if (dot(glm::cross(normal, ac), a) < 0) return dot(ac, a) < 0 ? keepLine(a, c) : keepLine(a, b);
    if (dot(glm::cross(ab, normal), a) < 0) return keepLine(a, b);
    const bool faces = dot(normal, a) < 0;
    corners[0] = a, corners[1] = faces ? b : c, corners[2] = faces ? c : b, count = 3;
    direction = faces ? normal : -normal;
  }
};

/// Products of three differences of corners, each no longer than twice `reach`, and of a corner: rounding is below a few hundred ulps.
constexpr double kTripleRounding = 512 * kEpsilon, kHeightRounding = 32 * kEpsilon;
constexpr int kMaxSteps = 32;

Found search(const Difference& difference) {
  const double reach = difference.reach(), least_height = kHeightRounding * reach, least_volume = kTripleRounding * reach * reach * reach;
  Simplex simplex;
  simplex.direction = difference.offset();
  if (simplex.direction == Vec3{0.0}) simplex.direction = {1, 0, 0};
  for (int step = 0; step < kMaxSteps; ++step) {
    const Vec3 newest = difference.farthest(simplex.direction);
    const double height = dot(newest, simplex.direction), size = length(simplex.direction);
    if (height < -least_height * size) return Found::kApart;
    if (!(height > least_height * size)) return Found::kUncertain;
    const std::array<Vec3, 4> c = simplex.corners;
    if (simplex.count == 0) {
      simplex.corners[0] = newest, simplex.count = 1;
      simplex.direction = -newest;
    } else if (simplex.count == 1) {
      simplex.keepLine(newest, c[0]);
    } else if (simplex.count == 2) {
      simplex.keepTriangle(newest, c[0], c[1]);
    } else {
      // A tetrahedron over the triangle, which faces the origin: the origin is inside, or beyond one of the three new faces.
      const Vec3 a = newest, ab = c[0] - a, ac = c[1] - a, ad = c[2] - a;
      const double beyond[3] = {-dot(glm::cross(ab, ac), a), -dot(glm::cross(ac, ad), a), -dot(glm::cross(ad, ab), a)};
      const double over = -dot(simplex.direction, c[0]);  // the triangle's plane
      if (over > least_volume && beyond[0] < -least_volume && beyond[1] < -least_volume && beyond[2] < -least_volume)
        return Found::kOverlapping;
      if (beyond[0] > 0) {
        simplex.keepTriangle(a, c[0], c[1]);
      } else if (beyond[1] > 0) {
        simplex.keepTriangle(a, c[1], c[2]);
      } else if (beyond[2] > 0) {
        simplex.keepTriangle(a, c[2], c[0]);
      } else {
        return Found::kUncertain;
      }
    }
  }
  return Found::kUncertain;
}

}  // namespace

bool ConvexOverlaps::overlap(const PlacedPolytope& a, const PlacedPolytope& b) {
  const Found found = search(Difference(a, b, kernel_));
  if (found != Found::kUncertain) return found == Found::kOverlapping;
  ++by_report_;
  return decidingAxis(reports_.report(a, b)).separation <= 0;
}

}  // namespace sepax
