#include "geom/quick_hull.h"

#include "geom/aabb.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sepax {

namespace {

constexpr double kCoplanar = 1e-7;  ///< of the points' size: nearer points count as on a face
constexpr double kThinnest = 1e-3;  ///< of their size: the width below which points that rounding defeats are flat
constexpr int kNone = -1;

struct HullFace {
  std::array<int, 3> corners{};   ///< counter-clockwise from outside
  std::array<int, 3> adjacent{};  ///< face behind the edge from that corner to the next
  ConvexSolid::Plane plane;
  std::vector<int> above;  ///< points outside, each in the list of one face
  int farthest = kNone;
  double height = 0;  ///< of the farthest
  bool alive = true;
};

/// The edge of a face that stays, seen from the point that is added.
struct HorizonEdge {
  int from = 0, to = 0, beyond = 0;
};

class Builder {
 public:
  Builder(const std::vector<Vec3>& points, double tolerance) : points_(points), tolerance_(tolerance) {}

  /// False for points in one plane.
  bool start() {
    const std::array<int, 4> c = tetrahedron();
    if (c[3] == kNone) return false;
    origin_ = at(c[0]);
    for (const std::array<int, 3>& t : {std::array{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}}) {
      addFace({c[static_cast<std::size_t>(t[0])], c[static_cast<std::size_t>(t[1])], c[static_cast<std::size_t>(t[2])]},
              {1, 0, 0});
    }
    faces_[0].adjacent = {1, 2, 3};
    faces_[1].adjacent = {3, 2, 0};
    faces_[2].adjacent = {1, 3, 0};
    faces_[3].adjacent = {2, 1, 0};
    for (int i = 0; i < static_cast<int>(points_.size()); ++i) place(i, 0);
    return true;
  }

  /// Adds points until none is outside. False when rounding has torn the hull.
  bool finish() {
    for (int i = 0; i < static_cast<int>(faces_.size()); ++i) {
      if (face_(i).alive && !face_(i).above.empty() && !addPoint(i, false)) return false;
    }
    return true;
  }

  /// Adds the farthest point first, up to the limit. False as above.
  bool finish(const QuickHullLimit& limit) {
    for (std::size_t corners = 4; corners < limit.corners; ++corners) {
      int highest = kNone;
      double height = limit.distance;
      for (int i = 0; i < static_cast<int>(faces_.size()); ++i) {
        if (face_(i).alive && face_(i).height > height) height = face_(i).height, highest = i;
      }
      if (highest == kNone) break;
      if (!addPoint(highest, true)) return false;
    }
    return true;
  }

  [[nodiscard]] QuickHull result() const {
    QuickHull hull;
    std::vector<std::uint32_t> numbers(points_.size(), ~0u);
    for (const HullFace& face : faces_) {
      if (!face.alive) continue;
      TriangleIndices triangle{};
      for (std::size_t k = 0; k < 3; ++k) {
        std::uint32_t& number = numbers[static_cast<std::size_t>(face.corners[k])];
        if (number == ~0u) {
          number = static_cast<std::uint32_t>(hull.corners.size());
          hull.corners.push_back(at(face.corners[k]));
        }
        triangle[k] = number;
      }
      hull.triangles.push_back(triangle);
      hull.solid.planes.push_back(face.plane);
      const auto [a, b, c] = face.corners;
      hull.volume += dot(at(a) - origin_, glm::cross(at(b) - origin_, at(c) - origin_)) / 6;
    }
    return hull;
  }

 private:
  [[nodiscard]] const Vec3& at(int i) const { return points_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] HullFace& face_(int i) { return faces_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] const HullFace& face_(int i) const { return faces_[static_cast<std::size_t>(i)]; }

  /// The point for which `measure` is largest; kNone when none is above the tolerance.
  template <class Measure>
  [[nodiscard]] int farthest(Measure measure) const {
    int best = kNone;
    double most = tolerance_;
    for (int i = 0; i < static_cast<int>(points_.size()); ++i) {
      if (const double value = measure(at(i)); value > most) most = value, best = i;
    }
    return best;
  }

  /// Four points with volume, the last below the plane of the first three; kNone as the last when there are none.
  [[nodiscard]] std::array<int, 4> tetrahedron() const {
    std::array<int, 4> c{kNone, kNone, kNone, kNone};
    if (points_.empty()) return c;
    c[0] = 0;
    for (int i = 1; i < static_cast<int>(points_.size()); ++i) {
      if (at(i).x < at(c[0]).x) c[0] = i;
    }
    const Vec3 base = at(c[0]);
    c[1] = farthest([&](const Vec3& p) { return length(p - base); });
    if (c[1] == kNone) return c;
    const Vec3 along = normalizedOr(at(c[1]) - base, {1, 0, 0});
    c[2] = farthest([&](const Vec3& p) { return length(p - base - along * dot(p - base, along)); });
    if (c[2] == kNone) return c;
    Vec3 normal = normalizedOr(crossAccurate(at(c[1]) - base, at(c[2]) - base), {1, 0, 0});
    c[3] = farthest([&](const Vec3& p) { return std::abs(dot(normal, p - base)); });
    if (c[3] != kNone && dot(normal, at(c[3]) - base) > 0) std::swap(c[1], c[2]);
    return c;
  }

  bool addPoint(int seen_by, bool searches_all) {
    const int point = face_(seen_by).farthest;
    std::vector<HorizonEdge> horizon;
    std::vector<int> freed;
    collectVisible(seen_by, point, horizon, freed);
    const auto first = static_cast<int>(faces_.size());
    const auto count = static_cast<int>(horizon.size());
    for (std::size_t i = 0; i < horizon.size(); ++i) {
      if (horizon[i].to != horizon[(i + 1) % horizon.size()].from) return false;
    }
    for (int i = 0; i < count; ++i) {
      const HorizonEdge edge = horizon[static_cast<std::size_t>(i)];
      addFace({edge.from, edge.to, point}, face_(edge.beyond).plane.normal);
      faces_.back().adjacent = {edge.beyond, first + (i + 1) % count, first + (i + count - 1) % count};
      HullFace& beyond = face_(edge.beyond);
      for (std::size_t k = 0; k < 3; ++k) {
        if (beyond.corners[k] == edge.to && beyond.corners[(k + 1) % 3] == edge.from) beyond.adjacent[k] = first + i;
      }
    }
    const int search_from = searches_all ? 0 : first;
    for (const int i : freed) {
      if (i != point) place(i, search_from);
    }
    return true;
  }

  /// A sliver, whose own normal would be rounding, gets the normal of its neighbour beyond.
  void addFace(const std::array<int, 3>& corners, const Vec3& beyond) {
    HullFace face;
    face.corners = corners;
    const Vec3 &a = at(corners[0]), &b = at(corners[1]), &c = at(corners[2]);
    const Vec3 across = glm::cross(b - a, c - a);
    const bool is_sliver = length(across) <= tolerance_ * std::max(length(b - a), length(c - a));
    face.plane.normal = is_sliver ? beyond : across / length(across);
    face.plane.offset = std::max({dot(face.plane.normal, a), dot(face.plane.normal, b), dot(face.plane.normal, c)});
    faces_.push_back(std::move(face));
  }

  /// Gives a point to the face that it is highest over of those from a number on; a point below all of them is done.
  void place(int point, int first) {
    int highest = kNone;
    double height = tolerance_;
    for (int i = first; i < static_cast<int>(faces_.size()); ++i) {
      if (!face_(i).alive) continue;
      const double over = dot(face_(i).plane.normal, at(point)) - face_(i).plane.offset;
      if (over > height) height = over, highest = i;
    }
    if (highest == kNone) return;
    HullFace& face = face_(highest);
    face.above.push_back(point);
    if (height > face.height) face.height = height, face.farthest = point;
  }

  /// Takes away the faces that see a point, and gives the loop of edges around them, in order, and their points.
  void collectVisible(int start, int point, std::vector<HorizonEdge>& horizon, std::vector<int>& freed) {
    struct Step {
      int face = 0;
      std::size_t first = 0, count = 0;  ///< edges to cross
    };
    // Depth first from the edge by which a face was entered: the edges come in their order around the hole.
    const auto open = [&](int i) {
      HullFace& face = face_(i);
      face.alive = false;
      freed.insert(freed.end(), face.above.begin(), face.above.end());
      face.above.clear();
    };
    std::vector<Step> stack{{start, 0, 3}};
    open(start);
    while (!stack.empty()) {
      Step& step = stack.back();
      if (step.count == 0) {
        stack.pop_back();
        continue;
      }
      const std::size_t edge = step.first;
      step.first = (step.first + 1) % 3;
      --step.count;
      const HullFace& face = face_(step.face);
      const int next = face.adjacent[edge];
      const HullFace& other = face_(next);
      if (!other.alive) continue;
      if (dot(other.plane.normal, at(point)) - other.plane.offset <= tolerance_) {
        horizon.push_back({face.corners[edge], face.corners[(edge + 1) % 3], next});
        continue;
      }
      std::size_t back = 0;
      while (back < 2 && other.adjacent[back] != step.face) ++back;
      open(next);
      stack.push_back({next, (back + 1) % 3, 2});
    }
  }

  const std::vector<Vec3>& points_;
  double tolerance_;
  Vec3 origin_{0.0};
  std::vector<HullFace> faces_;
};

}  // namespace

QuickHull quickHull(const std::vector<Vec3>& points, const QuickHullLimit& limit) {
  const bool is_limited = limit.corners < points.size() || limit.distance > 0;
  const double size = longestSide(boundsOf(points));
  for (double coplanar = kCoplanar; coplanar < kThinnest; coplanar *= 100) {
    Builder builder(points, size * coplanar);
    if (!builder.start()) break;
    if (is_limited ? builder.finish(limit) : builder.finish()) return builder.result();
  }
  return {.corners = points, .triangles = {}, .solid = {}, .volume = 0};
}

}  // namespace sepax
