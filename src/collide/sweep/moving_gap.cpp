#include "collide/sweep/moving_gap.h"

#include <algorithm>
#include <cmath>

namespace sepax {

namespace {

constexpr int kMaxGapRounds = 64;
/// Bounds this close, of the shapes' gap, are close enough to step ahead by.
constexpr double kCloseBounds = 0.02;

/// A point of the difference B ⊖ A and where it comes from.
struct GapCorner {
  Vec3 point, on_a, on_b;
};

/// The nearest point to the origin, and by bits the corners that it is a mean of: a point of theirs whatever is
/// rounded, so no farther is the origin.
struct NearestPoint {
  Vec3 point{0.0};
  unsigned corners = 0;
};

NearestPoint nearestOnEdge(const Vec3& a, const Vec3& b) {
  const Vec3 edge = b - a;
  const double along = -dot(a, edge), whole = dot(edge, edge);
  if (!(along > 0)) return {a, 1};
  if (along >= whole) return {b, 2};
  return {a + edge * (along / whole), 3};
}

/// By the Voronoi regions of corners, edges and inside (Ericson 2005, 5.1.5).
NearestPoint nearestOnTriangle(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a, ac = c - a;
  const double b_a = -dot(ab, a), c_a = -dot(ac, a);
  if (b_a <= 0 && c_a <= 0) return {a, 1};
  const double b_b = -dot(ab, b), c_b = -dot(ac, b);
  if (b_b >= 0 && c_b <= b_b) return {b, 2};
  const double of_c = b_a * c_b - b_b * c_a;
  if (of_c <= 0 && b_a >= 0 && b_b <= 0) return {a + ab * (b_a / (b_a - b_b)), 3};
  const double b_c = -dot(ab, c), c_c = -dot(ac, c);
  if (c_c >= 0 && b_c <= c_c) return {c, 4};
  const double of_b = b_c * c_a - b_a * c_c;
  if (of_b <= 0 && c_a >= 0 && c_c <= 0) return {a + ac * (c_a / (c_a - c_c)), 5};
  const double of_a = b_b * c_c - b_c * c_b, from_b = c_b - b_b, from_c = b_c - c_c;
  if (of_a <= 0 && from_b >= 0 && from_c >= 0) return {b + (c - b) * (from_b / (from_b + from_c)), 6};
  const double whole = of_a + of_b + of_c;
  return {a + ab * (of_b / whole) + ac * (of_c / whole), 7};
}

/// One look.
class GapSearch {
 public:
  GapSearch(const MoverAt& a, const MoverAt& b, GapMemory& memory)
      : a_(a), b_(b), between_(b.pivot - a.pivot), memory_(memory) {
    for (; count_ < memory.corners; ++count_) place(memory.a[count_], memory.b[count_], simplex_[count_]);
    if (count_ == 0) seek(memory.direction, simplex_[count_++]);
  }

  MovingGap run(const WantedGap& wanted) {
    for (int round = 0; round < kMaxGapRounds; ++round) {
      Vec3 nearest{0.0};
      if (!reduce(nearest)) break;
      const double distance = length(nearest);
      const bool turned = keep(distance);
      if (out_.upper - wanted.radii <= wanted.near || !turned) break;
      const Vec3 direction = across(nearest, distance);
      GapCorner& found = simplex_[count_];  // made where it stays
      seek(direction, found);
      if (const double lower = dot(found.point, direction); lower > out_.lower) {
        out_.lower = lower;
        memory_.direction = direction;
      }
      const double close = wanted.rounding + kCloseBounds * std::max(0.0, out_.lower - wanted.radii);
      if (out_.upper - out_.lower <= close || isKnown(found)) break;
      ++count_;
    }
    return out_;
  }

 private:
  void place(const Vec3& on_a, const Vec3& on_b, GapCorner& out) const {
    out.on_a = on_a;
    out.on_b = on_b;
    out.point = between_ + b_.turned(on_b) - a_.turned(on_a);
  }
  void seek(const Vec3& direction, GapCorner& out) const {
    place(a_.farthest(direction), b_.farthest(-direction), out);
  }
  [[nodiscard]] bool isKnown(const GapCorner& found) const {
    return std::any_of(simplex_.begin(), simplex_.begin() + count_,
                       [&](const GapCorner& c) { return c.on_a == found.on_a && c.on_b == found.on_b; });
  }

  /// Keeps the corners that the nearest point to the origin needs; false when they enclose the origin.
  bool reduce(Vec3& nearest) {
    static constexpr int kFaces[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
    const auto at = [&](int i) -> const Vec3& { return simplex_[i].point; };
    if (count_ == 1) {
      nearest = at(0);
      return true;
    }
    if (count_ < 4) {
      const NearestPoint found = count_ == 2 ? nearestOnEdge(at(0), at(1)) : nearestOnTriangle(at(0), at(1), at(2));
      nearest = found.point;
      keepCorners({0, 1, 2}, found.corners);
      return true;
    }
    double least = kInfinity;
    const int* best = nullptr;
    NearestPoint of_best;
    for (const auto& face : kFaces) {
      const Vec3 normal = glm::cross(at(face[1]) - at(face[0]), at(face[2]) - at(face[0]));
      const double side = dot(normal, at(face[3]) - at(face[0])), origin = -dot(normal, at(face[0]));
      if (side * origin >= 0 && side != 0) continue;  // on the inner side
      const NearestPoint found = nearestOnTriangle(at(face[0]), at(face[1]), at(face[2]));
      if (const double squared = dot(found.point, found.point); squared < least) {
        least = squared;
        best = face;
        of_best = found;
      }
    }
    if (best == nullptr) return false;
    nearest = of_best.point;
    keepCorners({best[0], best[1], best[2]}, of_best.corners);
    return true;
  }

  /// `corners` ascend.
  void keepCorners(const std::array<int, 3>& corners, unsigned wanted) {
    count_ = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      if ((wanted >> i & 1U) == 0) continue;
      if (count_ != corners[i]) simplex_[count_] = simplex_[corners[i]];
      ++count_;
    }
  }

  /// Takes the simplex for the memory's where it is nearer than those before; false where the search goes round.
  bool keep(double distance) {
    if (!(distance < out_.upper)) return false;
    out_.upper = distance;
    memory_.corners = count_;
    for (int i = 0; i < count_; ++i) {
      memory_.a[i] = simplex_[i].on_a;
      memory_.b[i] = simplex_[i].on_b;
    }
    return true;
  }

  /// The unit direction from the origin to the nearest point, perpendicular to the simplex: edge and normal are known
  /// better than a mean of far corners.
  [[nodiscard]] Vec3 across(const Vec3& nearest, double distance) const {
    if (count_ == 2) {
      const Vec3 edge = simplex_[1].point - simplex_[0].point;
      const Vec3 straight = nearest - edge * (dot(nearest, edge) / dot(edge, edge));
      return straight / length(straight);
    }
    if (count_ == 3) {
      const Vec3 &p = simplex_[0].point, one = simplex_[1].point - p, other = simplex_[2].point - p;
      const Vec3& longer = dot(one, one) > dot(other, other) ? one : other;
      Vec3 normal = glm::cross(one, other);
      normal -= longer * (dot(normal, longer) / dot(longer, longer));  // which rounding loses on thin triangles
      const double size = length(normal);
      if (size > 0) return normal * ((dot(normal, p) < 0 ? -1 : 1) / size);
    }
    return nearest / distance;
  }

  const MoverAt &a_, &b_;
  Vec3 between_;
  GapMemory& memory_;
  std::array<GapCorner, 4> simplex_;
  int count_ = 0;
  MovingGap out_;
};

}  // namespace

MovingGap movingGap(const MoverAt& a, const MoverAt& b, const WantedGap& wanted, GapMemory& memory) {
  return GapSearch(a, b, memory).run(wanted);
}

}  // namespace sepax
