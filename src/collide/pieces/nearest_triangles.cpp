#include "collide/pieces/nearest_triangles.h"

#include "geom/box_tree.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace sepax {

namespace {

// Shares of how far the meshes reach:
constexpr double kDiscSlack = 3e-6;  ///< floats may take as much from a bound
constexpr double kNearTie = 1e-11;   ///< distances this close may be in another order by the reference
constexpr double kTouch = 1e-5;      ///< nearer ones are not known well enough

using FloatTriple = std::array<float, 3>;
float dotOf(const FloatTriple& a, const FloatTriple& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// How far a disc reaches along a unit direction whose cosine with its normal is given.
float reachOf(const PatchDisc& disc, float cosine) {
  return disc.half_thickness * std::fabs(cosine) + disc.radius * std::sqrt(std::max(0.0F, 1 - cosine * cosine));
}

/// The squared distance of two points of two edges that are nearest, but for rounding (Ericson 2005, 5.1.9).
double squaredOfEdges(const Vec3& p, const Vec3& along_p, const Vec3& q, const Vec3& along_q) {
  const Vec3 r = p - q;
  const double a = dot(along_p, along_p), e = dot(along_q, along_q), f = dot(along_q, r), c = dot(along_p, r),
               b = dot(along_p, along_q), whole = a * e - b * b;
  double s = whole > 0 ? std::clamp((b * f - c * e) / whole, 0.0, 1.0) : 0;
  double t = e > 0 ? (b * s + f) / e : -1;
  if (t < 0 || t > 1) {
    t = t < 0 ? 0 : 1;
    s = a > 0 ? std::clamp((b * t - c) / a, 0.0, 1.0) : 0;
  }
  const Vec3 gap = r + s * along_p - t * along_q;
  return dot(gap, gap);
}

/// A triangle's plane and the planes through its edges, across it.
struct Prism {
  const TriangleCorners& corners;
  Vec3 normal;  ///< of any length
  std::array<Vec3, 3> inward;
  double squared;  ///< of the normal's length

  explicit Prism(const TriangleCorners& of) : corners(of), normal(glm::cross(of[1] - of[0], of[2] - of[0])) {
    for (std::size_t i = 0; i < 3; ++i) inward[i] = glm::cross(normal, of[(i + 1) % 3] - of[i]);
    squared = dot(normal, normal);
  }
  [[nodiscard]] double height(const Vec3& point) const { return dot(point - corners[0], normal); }
  [[nodiscard]] bool isOver(const Vec3& point) const {
    return dot(point - corners[0], inward[0]) >= 0 && dot(point - corners[1], inward[1]) >= 0 &&
           dot(point - corners[2], inward[2]) >= 0;
  }
  /// The squared distance of a triangle's corners that are over this one; zero where one of its edges goes through.
  [[nodiscard]] double squaredOver(const TriangleCorners& other) const {
    if (!(squared > 0)) return kInfinity;
    double least = kInfinity;
    const std::array<double, 3> heights{height(other[0]), height(other[1]), height(other[2])};
    for (std::size_t i = 0; i < 3; ++i) {
      if (isOver(other[i])) least = std::min(least, heights[i] * heights[i] / squared);
      const std::size_t next = (i + 1) % 3;
      if (heights[i] * heights[next] > 0 || heights[i] == heights[next]) continue;
      const Vec3 through = other[i] + (other[next] - other[i]) * (heights[i] / (heights[i] - heights[next]));
      if (isOver(through)) return 0;
    }
    return least;
  }
  /// The gap of the other triangle along the normal, times the normal's length.
  [[nodiscard]] double gapTo(const TriangleCorners& other) const {
    const double p = height(other[0]), q = height(other[1]), r = height(other[2]);
    return std::max(std::min({p, q, r}), -std::max({p, q, r}));
  }
};

class NearestSearch {
 public:
  NearestSearch(const MeshData& a, const MeshData& b, const Affine& from_b, std::size_t keep)
      : a_(a), b_(b), discs_a_(discsOf(a)), discs_b_(discsOf(b)), from_b_(from_b), keep_(keep) {
    const Vec3 between = from_b.offset + from_b.linear * discs_b_.origin - discs_a_.origin;
    const double reach = discs_a_.reach + discs_b_.reach + length(between);
    slack_ = static_cast<float>(kDiscSlack * reach);
    // Coordinates may be far from the middle.
    const double extent = reach + length(discs_a_.origin) + length(from_b.offset);
    tie_ = kNearTie * extent;
    touch_ = kTouch * extent;
    likely_ =
        bitsOf(static_cast<float>(length(cornersOf(a, 0)[0] - from_b.offset - from_b.linear * cornersOf(b, 0)[0])));
    first_.fill(-1);
    for (std::size_t row = 0; row < 3; ++row) {
      const int r = static_cast<int>(row);
      for (int c = 0; c < 3; ++c) rows_[row][static_cast<std::size_t>(c)] = static_cast<float>(from_b.linear[c][r]);
      between_[row] = static_cast<float>(between[r]);
    }
  }

  std::optional<std::vector<std::pair<int, int>>> run() {
    push(0, 0);
    while (at_ < kSteps) {
      if (first_[at_] < 0) {
        ++at_;
        continue;
      }
      const Waiting next = waiting_[static_cast<std::size_t>(first_[at_])];
      first_[at_] = next.after;
      if (next.bound > limit()) continue;
      const BoxTree::Node &a = a_.tree.nodes[static_cast<std::size_t>(next.a)],
                          &b = b_.tree.nodes[static_cast<std::size_t>(next.b)];
      if (a.item >= 0 && b.item >= 0) {
        if (!measure(next, a.item, b.item)) return std::nullopt;
      } else if (b.item >= 0 || (a.item < 0 && discA(next.a).radius >= discB(next.b).radius)) {
        push(a.left, next.b);
        push(a.right, next.b);
      } else {
        push(next.a, b.left);
        push(next.a, b.right);
      }
    }
    std::vector<std::pair<int, int>> out;
    for (const Measured& pair : measured_) {
      if (pair.distance <= limit()) out.push_back(pair.leaves);
    }
    return out;
  }

 private:
  struct Waiting {
    float bound;
    int a, b;
    int after;  ///< the next one of its list; −1: none
  };
  struct Measured {
    std::pair<int, int> leaves;
    double distance;
  };

  static const DiscTree& discsOf(const MeshData& mesh) {
    return mesh.discs.get([&] {
      std::vector<TriangleCorners> corners(mesh.triangles.size());
      for (std::size_t i = 0; i < corners.size(); ++i) corners[i] = cornersOf(mesh, static_cast<int>(i));
      return discTree(mesh.tree, corners);
    });
  }
  [[nodiscard]] const PatchDisc& discA(int node) const { return discs_a_.discs[static_cast<std::size_t>(node)]; }
  [[nodiscard]] const PatchDisc& discB(int node) const { return discs_b_.discs[static_cast<std::size_t>(node)]; }

  /// The farthest of those kept, and what ties with it.
  [[nodiscard]] double limit() const { return kept_.size() < keep_ ? kInfinity : kept_.back() + tie_; }

  /// The discs are apart by at least the gap of their middles, and of their planes.
  void push(int node_a, int node_b) {
    const PatchDisc &a = discA(node_a), &b = discB(node_b);
    FloatTriple way, normal;
    for (std::size_t i = 0; i < 3; ++i) {
      way[i] = dotOf(rows_[i], b.centre) + between_[i] - a.centre[i];
      normal[i] = dotOf(rows_[i], b.normal);
    }
    const float distance = std::sqrt(dotOf(way, way)), over = distance > 0 ? 1 / distance : 0;
    const float along_a = dotOf(way, a.normal), along_b = dotOf(way, normal), cosine = dotOf(a.normal, normal);
    const float between = distance - reachOf(a, along_a * over) - reachOf(b, along_b * over),
                over_a = std::fabs(along_a) - a.half_thickness - reachOf(b, cosine),
                over_b = std::fabs(along_b) - b.half_thickness - reachOf(a, cosine);
    const float bound = std::max({between, over_a, over_b}) - slack_;
    if (bound <= limit()) put(bound, node_a, node_b);
  }

  /// Floats that are not negative are in the order of their bits.
  static int bitsOf(float number) { return std::bit_cast<std::int32_t>(std::max(number, 0.0F)); }
  void put(float bound, int a, int b) {
    const int step = std::clamp(((bitsOf(bound) - likely_) >> 13) + kSteps, at_, kSteps - 1);
    waiting_.push_back({bound, a, b, first_[step]});
    first_[step] = static_cast<int>(waiting_.size()) - 1;
  }

  /// False where two triangles touch or cross.
  bool measure(const Waiting& at, int item_a, int item_b) {
    const TriangleCorners a = cornersOf(a_, item_a);
    TriangleCorners b = cornersOf(b_, item_b);
    for (Vec3& corner : b) corner = from_b_.offset + from_b_.linear * corner;
    const Prism prism_a(a), prism_b(b);
    const double most = limit();
    const auto isFarAlong = [&](const Prism& prism, const TriangleCorners& other) {
      const double gap = prism.gapTo(other);
      return gap > 0 && gap * gap > most * most * prism.squared;
    };
    if (isFarAlong(prism_a, b) || isFarAlong(prism_b, a)) return true;
    double squared = std::min(prism_a.squaredOver(b), prism_b.squaredOver(a));
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j)
        squared = std::min(squared, squaredOfEdges(a[i], a[(i + 1) % 3] - a[i], b[j], b[(j + 1) % 3] - b[j]));
    }
    const double distance = std::sqrt(squared);
    if (distance <= touch_) return false;
    if (distance > most) return true;
    measured_.push_back({{at.a, at.b}, distance});
    kept_.insert(std::upper_bound(kept_.begin(), kept_.end(), distance), distance);
    if (kept_.size() > keep_) kept_.pop_back();
    return true;
  }

  const MeshData &a_, &b_;
  const DiscTree &discs_a_, &discs_b_;
  const Affine& from_b_;
  std::size_t keep_;
  float slack_ = 0;
  double tie_ = 0, touch_ = 0;
  std::array<FloatTriple, 3> rows_;  ///< of the map from B's body to A's
  FloatTriple between_{};            ///< the middles
  // Pairs of nodes wait in lists, one for each thousandth of an octave of their bounds, and the nearest list comes
  // first: that is hardly more to look at than a heap would leave, which took a third of the time to keep in order.
  static constexpr int kSteps = 8192;
  std::array<int, kSteps> first_;  ///< of each list, in `waiting_`; −1: none
  std::vector<Waiting> waiting_;
  int likely_ = 0;  ///< bits of a distance that two triangles have: the last list is for that and more
  int at_ = 0;      ///< the list that the search is at
  std::vector<Measured> measured_;
  std::vector<double> kept_;  ///< distances, ascending
};

}  // namespace

std::optional<std::vector<std::pair<int, int>>> nearestTriangles(const MeshData& a, const MeshData& b,
                                                                 const Affine& from_b, std::size_t keep) {
  return NearestSearch(a, b, from_b, keep).run();
}

}  // namespace sepax
