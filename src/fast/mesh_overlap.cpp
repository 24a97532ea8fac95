#include "fast/mesh_overlap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace sepax {

namespace {

using Corners = std::array<Vec3, 3>;

/// Turns a triangle until its first corner is alone on its side of another's plane, and the other so that this side is
/// its front. False when all are on one side; corners in the plane count as in front.
bool turn(Corners& triangle, Corners& other) {
  const Vec3 normal = glm::cross(other[1] - other[0], other[2] - other[0]);
  std::array<bool, 3> in_front;
  for (std::size_t i = 0; i < 3; ++i) in_front[i] = dot(normal, triangle[i] - other[0]) >= 0;
  const auto count = std::ranges::count(in_front, true);
  if (count == 0 || count == 3) return false;
  const auto lone = std::ranges::find(in_front, count == 1) - in_front.begin();
  std::rotate(triangle.begin(), triangle.begin() + lone, triangle.end());
  if (count == 2) std::swap(other[1], other[2]);
  return true;
}

/// The volume of the tetrahedron, times six.
double volume(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  return dot(glm::cross(b - a, c - a), d - a);
}

/// Guigue and Devillers 2003: the segments in which the triangles cut the line of their planes overlap by the signs of
/// two volumes.
bool cross(Corners a, Corners b) {
  return turn(a, b) && turn(b, a) && volume(a[0], a[1], b[0], b[1]) < 0 && volume(a[0], a[2], b[2], b[0]) < 0;
}

class CrossingSearch {
 public:
  CrossingSearch(const PlacedMesh& a, const PlacedMesh& b) : a_(a.mesh), b_(b.mesh) {
    const Mat3 to_a = glm::transpose(a.pose.rotation);
    rotation_ = to_a * b.pose.rotation;
    offset_ = to_a * (b.pose.position - a.pose.position);
    for (int i = 0; i < 3; ++i) sizes_[i] = glm::abs(rotation_[i]);
  }

  /// Whether any triangles of these nodes, whose boxes meet, cross.
  [[nodiscard]] bool find(int at_a, int at_b) const {
    const BoxTree::Node &a = nodeOf(a_, at_a), &b = nodeOf(b_, at_b);
    if (a.item >= 0 && b.item >= 0) {
      Corners of_b = cornersOf(b_, b.item);
      for (Vec3& v : of_b) v = offset_ + rotation_ * v;
      return cross(cornersOf(a_, a.item), of_b);
    }
    std::array<std::pair<int, int>, 2> next;
    if (dividesFirst(a, b)) {
      next = {std::pair{a.left, at_b}, std::pair{a.right, at_b}};
    } else {
      next = {std::pair{at_a, b.left}, std::pair{at_a, b.right}};
    }
    double first = depth(next[0]), second = depth(next[1]);
    if (second > first) {
      std::swap(next[0], next[1]);
      std::swap(first, second);
    }
    return (first >= 0 && find(next[0].first, next[0].second)) || (second >= 0 && find(next[1].first, next[1].second));
  }

 private:
  static const BoxTree::Node& nodeOf(const MeshData& mesh, int at) {
    return mesh.tree.nodes[static_cast<std::size_t>(at)];
  }

  /// The least overlap of two nodes' boxes along the axes of both; negative when they are apart.
  [[nodiscard]] double depth(const std::pair<int, int>& at) const {
    const MinMaxBox &a = nodeOf(a_, at.first).box, &b = nodeOf(b_, at.second).box;
    const Vec3 half_a = (a.max - a.min) * 0.5, half_b = (b.max - b.min) * 0.5;
    const Vec3 way = offset_ + rotation_ * ((b.min + b.max) * 0.5) - (a.min + a.max) * 0.5;
    double least = kInfinity;
    for (int i = 0; i < 3; ++i) {
      double of_a = half_a[i] - std::abs(way[i]), of_b = half_b[i] - std::abs(dot(way, rotation_[i]));
      for (int k = 0; k < 3; ++k) {
        of_a += sizes_[k][i] * half_b[k];
        of_b += sizes_[i][k] * half_a[k];
      }
      least = std::min(least, std::min(of_a, of_b));
    }
    return least;
  }

  const MeshData &a_, &b_;
  Mat3 rotation_{1.0}, sizes_{1.0};  ///< B's body to A's, and its absolute values
  Vec3 offset_{0.0};
};

}  // namespace

bool surfacesCross(const PlacedMesh& a, const PlacedMesh& b) { return CrossingSearch(a, b).find(0, 0); }

}  // namespace sepax
