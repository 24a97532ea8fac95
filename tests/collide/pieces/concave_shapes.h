#pragma once

#include <cmath>
#include <vector>

#include "box_triangles.h"
#include "collide/random_pairs.h"

// Concave polygons and meshes for the tests of collide/.

namespace sepax::test {

inline Shape randomStar(Random& random, int corners) {
  Polygon polygon;
  polygon.vertices.clear();
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * M_PI * i / corners, r = random.in(0.25, 1);
    polygon.vertices.emplace_back(r * std::cos(angle), r * std::sin(angle));
  }
  if (random.next() % 2 == 0) std::reverse(polygon.vertices.begin(), polygon.vertices.end());
  return polygon;
}

/// A C that is open to +x: outer side 2, wall 0.5, centred on the origin.
inline Shape letterC() {
  return Polygon{{{-1, -1}, {1, -1}, {1, -0.5}, {-0.5, -0.5}, {-0.5, 0.5}, {1, 0.5}, {1, 1}, {-1, 1}}};
}

/// A closed surface over a grid of `around` × `along` quads: a torus around y with the radii 1 and `tube`, bumpy by
/// `bump`.
inline Mesh torus(Random& random, int around, int along, double tube, double bump) {
  std::vector<Vec3> vertices;
  std::vector<TriangleIndices> triangles;
  for (int i = 0; i < around; ++i) {
    for (int j = 0; j < along; ++j) {
      const double u = 2 * M_PI * i / around, v = 2 * M_PI * j / along, r = tube * (1 + bump * random.in(-1, 1));
      vertices.emplace_back((1 + r * std::cos(v)) * std::cos(u), r * std::sin(v), (1 + r * std::cos(v)) * std::sin(u));
      const auto at = [&](int p, int q) { return static_cast<std::uint32_t>((p % around) * along + q % along); };
      triangles.push_back({at(i, j), at(i, j + 1), at(i + 1, j + 1)});
      triangles.push_back({at(i, j), at(i + 1, j + 1), at(i + 1, j)});
    }
  }
  return *makeMesh(std::move(vertices), std::move(triangles));
}

/// A handful of triangles anywhere: open, crossing each other, sometimes without area.
inline Mesh soup(Random& random, int count) {
  std::vector<Vec3> vertices;
  std::vector<TriangleIndices> triangles;
  for (int i = 0; i < count; ++i) {
    const Vec3 at = random.point(1);
    const auto n = static_cast<std::uint32_t>(vertices.size());
    for (int k = 0; k < 3; ++k) vertices.push_back(at + random.point(0.4));
    if (random.next() % 16 == 0) vertices.back() = vertices[n];
    triangles.push_back({n, n + 1, n + 2});
  }
  return *makeMesh(std::move(vertices), std::move(triangles));
}

inline Mesh cubeMesh(const Vec3& h) {
  std::vector<Vec3> corners;
  for (int v = 0; v < 8; ++v)
    corners.emplace_back((v & 1) != 0 ? h.x : -h.x, (v & 2) != 0 ? h.y : -h.y, (v & 4) != 0 ? h.z : -h.z);
  return *makeMesh(corners, boxTriangles());
}

}  // namespace sepax::test
