#include "geom/disc_tree.h"

#include <algorithm>
#include <cmath>

namespace sepax {

namespace {

/// By how much a disc is larger than it should be, of itself and of the whole mesh: floats are rounded.
constexpr double kGrown = 1e-6, kGrownOfAll = 2e-7;

Vec3 vecOf(const std::array<float, 3>& v) { return {v[0], v[1], v[2]}; }

std::array<float, 3> floatsOf(const Vec3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

/// The disc around corners, across a direction of any length; its middle is `middle`, moved along the direction.
PatchDisc discAround(std::span<const Vec3> corners, const Vec3& direction, const Vec3& middle, double slack) {
  PatchDisc disc;
  disc.normal = floatsOf(normalizedOr(direction, {0, 0, 1}));
  const Vec3 normal = normalizedOr(vecOf(disc.normal), {0, 0, 1});
  double low = kInfinity, high = -kInfinity, squared = 0;
  for (const Vec3& corner : corners) {
    const Vec3 from = corner - middle;
    const double height = dot(from, normal);
    low = std::min(low, height);
    high = std::max(high, height);
    squared = std::max(squared, dot(from, from) - height * height);
  }
  disc.centre = floatsOf(middle + (low + high) / 2 * normal);
  disc.radius = static_cast<float>(std::sqrt(squared) * (1 + kGrown) + slack);
  disc.half_thickness = static_cast<float>((high - low) / 2 * (1 + kGrown) + slack);
  return disc;
}

}  // namespace

DiscTree discTree(const BoxTree& tree, std::span<const TriangleCorners> corners) {
  DiscTree out;
  const std::size_t count = tree.nodes.size();
  if (count == 0) return out;
  out.origin = centreOf(tree.nodes[0].box);
  out.reach = length(sizesOf(tree.nodes[0].box)) / 2;
  out.discs.resize(count);
  // In the order of their leaves the corners below a node are side by side.
  std::vector<Vec3> ordered;
  ordered.reserve(3 * corners.size());
  std::vector<std::size_t> first(count), last(count);
  for (std::size_t at = 0; at < count; ++at) {
    first[at] = ordered.size();
    if (tree.nodes[at].item < 0) continue;
    for (const Vec3& corner : corners[static_cast<std::size_t>(tree.nodes[at].item)])
      ordered.push_back(corner - out.origin);
  }
  std::vector<Vec3> normals(count);  // times twice the area; the surface has no sides
  for (std::size_t at = count; at-- > 0;) {
    const BoxTree::Node& node = tree.nodes[at];
    if (node.item >= 0) {
      const Vec3* const p = &ordered[first[at]];
      last[at] = first[at] + 3;
      normals[at] = glm::cross(p[1] - p[0], p[2] - p[0]);
    } else {
      const auto left = static_cast<std::size_t>(node.left), right = static_cast<std::size_t>(node.right);
      last[at] = last[right];
      normals[at] = normals[left] + (dot(normals[left], normals[right]) < 0 ? -normals[right] : normals[right]);
    }
    out.discs[at] = discAround(std::span(ordered).subspan(first[at], last[at] - first[at]), normals[at],
                               centreOf(node.box) - out.origin, kGrownOfAll * out.reach);
  }
  return out;
}

}  // namespace sepax
