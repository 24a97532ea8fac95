#include "geom/aabb.h"

#include "core/assert.h"
#include "geom/cloud_pass.h"

#include <algorithm>
#include <cmath>

namespace sepax {

Affine affineOf(const glm::dmat4& matrix) {
  SEPAX_ASSERT(matrix[0][3] == 0 && matrix[1][3] == 0 && matrix[2][3] == 0 && matrix[3][3] == 1);
  return {Mat3{Vec3(matrix[0]), Vec3(matrix[1]), Vec3(matrix[2])}, Vec3(matrix[3])};
}

Vec3 apply(const Affine& map, const Vec3& point) {
  Vec3 out = map.offset;
  for (int column = 0; column < 3; ++column) out += map.linear[column] * point[column];
  return out;
}

bool isEmpty(const MinMaxBox& box) {
  return !(box.min.x <= box.max.x && box.min.y <= box.max.y && box.min.z <= box.max.z);
}

MinMaxBox boundsOf(const std::vector<Vec3>& points) {
  MinMaxBox box;
  constexpr std::size_t kMany = 256;  // fewer are done before a pass has its vectors together
  if (points.size() >= kMany) {
    cloudPass().bounds(&points[0].x, points.size(), &box.min.x, &box.max.x);
    return box;
  }
  Vec3 low = box.min, high = box.max;  // in registers
  for (const Vec3& p : points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  return {low, high};
}

bool contains(const MinMaxBox& box, const Vec3& point) {
  for (int c = 0; c < 3; ++c) {
    if (!(box.min[c] <= point[c] && point[c] <= box.max[c])) return false;
  }
  return true;
}

Vec3 centreOf(const MinMaxBox& box) {
  SEPAX_ASSERT(!isEmpty(box));
  Vec3 centre;
  for (int c = 0; c < 3; ++c) {
    const double sum = box.min[c] + box.max[c];
    centre[c] = std::isfinite(sum) ? sum / 2 : box.min[c] / 2 + box.max[c] / 2;
  }
  return centre;
}

Vec3 sizesOf(const MinMaxBox& box) { return isEmpty(box) ? Vec3{0.0} : box.max - box.min; }

double longestSide(const MinMaxBox& box) {
  const Vec3 sides = sizesOf(box);
  return std::max({sides.x, sides.y, sides.z});
}

double shortestSide(const MinMaxBox& box, int dimensions) {
  const Vec3 sizes = sizesOf(box);
  const double side = std::min(sizes.x, sizes.y);
  return dimensions == 2 ? side : std::min(side, sizes.z);
}

bool meet(const MinMaxBox& a, const MinMaxBox& b) {
  for (int k = 0; k < 3; ++k) {
    if (a.min[k] > b.max[k] || b.min[k] > a.max[k]) return false;
  }
  return true;
}

Vec3 halfExtentsOf(const MinMaxBox& box) {
  const Vec3 centre = centreOf(box);
  Vec3 half;
  for (int c = 0; c < 3; ++c) {
    half[c] = std::max(box.max[c] - centre[c], centre[c] - box.min[c]);
    while (centre[c] + half[c] < box.max[c] || centre[c] - half[c] > box.min[c]) {
      half[c] = std::nextafter(half[c], std::numeric_limits<double>::infinity());
    }
  }
  return half;
}

MinMaxBox transformed(const MinMaxBox& box, const Affine& map) {
  if (isEmpty(box)) return box;
  MinMaxBox out{map.offset, map.offset};
  for (int column = 0; column < 3; ++column) {
    for (int row = 0; row < 3; ++row) {
      const double m = map.linear[column][row];
      const double at_min = m * box.min[column], at_max = m * box.max[column];
      out.min[row] += m < 0 ? at_max : at_min;
      out.max[row] += m < 0 ? at_min : at_max;
    }
  }
  return out;
}

MinMaxBox refitted(const std::vector<Vec3>& points, const Affine& map) {
  MinMaxBox box;
  for (const Vec3& p : points) add(box, apply(map, p));
  return box;
}

RefitComparison compareRefit(const std::vector<Vec3>& points, const Affine& map) {
  RefitComparison out;
  out.transformed = transformed(boundsOf(points), map);
  out.refitted = refitted(points, map);
  const Vec3 loose = sizesOf(out.transformed), tight = sizesOf(out.refitted);
  const auto ratio = [](double a, double b) { return a == b ? 1 : a / b; };
  out.sides_ratio = ratio(loose.x + loose.y + loose.z, tight.x + tight.y + tight.z);
  out.volume_ratio = ratio(loose.x * loose.y * loose.z, tight.x * tight.y * tight.z);
  return out;
}

}  // namespace sepax
