#include "geom/shared_volume.h"

#include "geom/aabb.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <tuple>
#include <utility>
#include <vector>

namespace sepax {

namespace {

constexpr int kMaxRows = 128, kMinRows = 8;  ///< along x, to each side
constexpr double kNoise = 1e-9;              ///< of the box's volume
constexpr std::size_t kMaxCrossings = 4'000'000;

/// Where a row meets the surface, and whether it gets inside there (1) or out (−1).
struct Crossing {
  double x = 0;
  int sign = 0;
};

/// Rows parallel to x, each in the middle of its cell of the box's side.
struct Rows {
  MinMaxBox box;
  int count = 0;

  [[nodiscard]] double spacing(int axis) const { return (box.max[axis] - box.min[axis]) / count; }
  [[nodiscard]] double place(int axis, int i) const { return box.min[axis] + (i + 0.5) * spacing(axis); }
  /// The rows from `low` to `high` and one more at each end, for rounding: where a row is decides sideOf().
  [[nodiscard]] std::pair<int, int> between(int axis, double low, double high) const {
    const auto cellOf = [&](double at) { return static_cast<int>(std::floor((at - box.min[axis]) / spacing(axis))); };
    return {std::max(cellOf(low) - 1, 0), std::min(cellOf(high) + 2, count)};
  }
};

/// The side of an edge that a row is on, the same for both triangles that the edge has: 1 left of it, −1 right. A row
/// on the edge itself is on the side of smaller y, then z.
int sideOf(Vec3 a, Vec3 b, double y, double z) {
  const bool is_swapped = std::tie(a.y, a.z) > std::tie(b.y, b.z);
  if (is_swapped) std::swap(a, b);
  const double side = (b.y - a.y) * (z - a.z) - (b.z - a.z) * (y - a.y);
  const int of_edge = side > 0 || (side == 0 && b.y == a.y) ? 1 : -1;
  return is_swapped ? -of_edge : of_edge;
}

}  // namespace

double sharedVolume(std::span<const Vec3> vertices, std::span<const TriangleIndices> triangles) {
  Rows rows{boundsOf({vertices.begin(), vertices.end()}), kMaxRows};
  const auto cornersAt = [&](const TriangleIndices& t) {
    return std::array{vertices[t[0]], vertices[t[1]], vertices[t[2]]};
  };
  const auto rowsOf = [&](const std::array<Vec3, 3>& corners, int axis) {
    const auto [low, high] = std::minmax({corners[0][axis], corners[1][axis], corners[2][axis]});
    return rows.between(axis, low, high);
  };
  const auto crossingsAtMost = [&] {
    std::size_t sum = 0;
    for (const TriangleIndices& t : triangles) {
      const auto [y, y_end] = rowsOf(cornersAt(t), 1);
      const auto [z, z_end] = rowsOf(cornersAt(t), 2);
      sum += static_cast<std::size_t>(y_end - y) * static_cast<std::size_t>(z_end - z);
    }
    return sum;
  };
  if (!(rows.spacing(1) > 0 && rows.spacing(2) > 0)) return 0;
  while (rows.count > kMinRows && crossingsAtMost() > kMaxCrossings) rows.count /= 2;

  std::vector<std::vector<Crossing>> crossings(static_cast<std::size_t>(rows.count * rows.count));
  for (const TriangleIndices& triangle : triangles) {
    const std::array<Vec3, 3> t = cornersAt(triangle);
    const Vec3 normal = glm::cross(t[1] - t[0], t[2] - t[0]);
    if (normal.x == 0) continue;
    const auto [y_from, y_end] = rowsOf(t, 1);
    const auto [z_from, z_end] = rowsOf(t, 2);
    for (int k = z_from; k < z_end; ++k) {
      for (int j = y_from; j < y_end; ++j) {
        const double y = rows.place(1, j), z = rows.place(2, k);
        const int side = sideOf(t[0], t[1], y, z);
        if (sideOf(t[1], t[2], y, z) != side || sideOf(t[2], t[0], y, z) != side) continue;
        const double x = t[0].x - (normal.y * (y - t[0].y) + normal.z * (z - t[0].z)) / normal.x;
        const auto [low, high] = std::minmax({t[0].x, t[1].x, t[2].x});
        crossings[static_cast<std::size_t>(k * rows.count + j)].push_back({std::clamp(x, low, high), -side});
      }
    }
  }
  double length = 0;
  for (std::vector<Crossing>& row : crossings) {
    std::ranges::sort(row, {}, &Crossing::x);
    double in_row = 0;
    int around = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      in_row += i == 0 ? 0 : std::max(std::abs(around) - 1, 0) * (row[i].x - row[i - 1].x);
      around += row[i].sign;
    }
    length += around == 0 ? in_row : 0;  // else rounding lost a crossing
  }
  const double shared = length * rows.spacing(1) * rows.spacing(2);
  const Vec3 sizes = sizesOf(rows.box);
  return shared > kNoise * sizes.x * sizes.y * sizes.z ? shared : 0;
}

double sharedVolume(const MeshData& mesh) {
  if (!mesh.closed) return 0;
  return mesh.shared_volume.get([&] { return sharedVolume(mesh.vertices, mesh.triangles); });
}

}  // namespace sepax
