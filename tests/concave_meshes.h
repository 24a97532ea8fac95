#pragma once

#include "geom/mesh.h"

#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

namespace sepax::test {

/// A mesh to take apart.
struct ConcaveMesh {
  std::vector<Vec3> vertices;
  std::vector<TriangleIndices> triangles;

  void quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    triangles.push_back({a, b, c});
    triangles.push_back({a, c, d});
  }
};

/// A profile of (radius, height), counter-clockwise in that plane, rotated about z. An open one begins and ends on the
/// axis.
inline ConcaveMesh revolved(const std::vector<Vec2>& profile, std::uint32_t around, bool is_closed) {
  ConcaveMesh mesh;
  const auto count = static_cast<std::uint32_t>(profile.size());
  for (std::uint32_t i = 0; i < around; ++i) {
    const double angle = 2 * std::numbers::pi * i / around;
    for (const Vec2& p : profile) mesh.vertices.emplace_back(p.x * std::cos(angle), p.x * std::sin(angle), p.y);
  }
  for (std::uint32_t i = 0; i < around; ++i) {
    const std::uint32_t here = i * count, there = (i + 1) % around * count;
    for (std::uint32_t k = 0; k + (is_closed ? 0 : 1) < count; ++k)
      mesh.quad(here + k, there + k, there + (k + 1) % count, here + (k + 1) % count);
  }
  return mesh;
}

inline ConcaveMesh torus(double large, double small, std::uint32_t around, std::uint32_t across) {
  std::vector<Vec2> profile;
  for (std::uint32_t k = 0; k < across; ++k) {
    const double angle = 2 * std::numbers::pi * k / across;
    profile.emplace_back(large + small * std::cos(angle), small * std::sin(angle));
  }
  return revolved(profile, around, true);
}

/// A flat ring of rectangular section.
inline ConcaveMesh ring() { return revolved({{0.8, -0.15}, {1, -0.15}, {1, 0.15}, {0.8, 0.15}}, 64, true); }

/// A thin-walled cup with a handle, two closed parts: the handle's ends are in the wall.
inline ConcaveMesh mug() {
  ConcaveMesh mesh = revolved({{0, 0}, {1, 0}, {1, 2}, {0.9, 2}, {0.9, 0.1}, {0, 0.1}}, 48, false);
  constexpr std::uint32_t kAlong = 24, kAcross = 12;
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (std::uint32_t i = 0; i <= kAlong; ++i) {
    const double along = std::numbers::pi * 95 / 180 * (2.0 * i / kAlong - 1);
    for (std::uint32_t k = 0; k < kAcross; ++k) {
      const double across = 2 * std::numbers::pi * k / kAcross, r = 0.5 + 0.1 * std::cos(across);
      mesh.vertices.emplace_back(1 + r * std::cos(along), 0.1 * std::sin(across), 1 + r * std::sin(along));
    }
  }
  for (std::uint32_t i = 0; i < kAlong; ++i) {
    for (std::uint32_t k = 0; k < kAcross; ++k) {
      const std::uint32_t here = first + i * kAcross, there = here + kAcross, next = (k + 1) % kAcross;
      mesh.quad(here + k, here + next, there + next, there + k);
    }
  }
  const std::uint32_t last = first + kAlong * kAcross;
  for (std::uint32_t k = 2; k < kAcross; ++k) {
    mesh.triangles.push_back({first, first + k, first + k - 1});
    mesh.triangles.push_back({last, last + k - 1, last + k});
  }
  return mesh;
}

/// The cells of a grid that are filled, by the planes between cells: one surface without inner faces.
inline ConcaveMesh gridMesh(const std::array<std::vector<double>, 3>& planes,
                            const std::function<bool(int, int, int)>& is_filled) {
  ConcaveMesh mesh;
  const std::array count{static_cast<int>(planes[0].size()), static_cast<int>(planes[1].size()),
                         static_cast<int>(planes[2].size())};
  const auto number = [&](const glm::ivec3& p) {
    return static_cast<std::uint32_t>((p.z * count[1] + p.y) * count[0] + p.x);
  };
  const auto filled = [&](const glm::ivec3& c) {
    for (int axis = 0; axis < 3; ++axis) {
      if (c[axis] < 0 || c[axis] + 1 >= count[static_cast<std::size_t>(axis)]) return false;
    }
    return is_filled(c.x, c.y, c.z);
  };
  for (const double z : planes[2]) {
    for (const double y : planes[1]) {
      for (const double x : planes[0]) mesh.vertices.emplace_back(x, y, z);
    }
  }
  for (int z = 0; z < count[2]; ++z) {
    for (int y = 0; y < count[1]; ++y) {
      for (int x = 0; x < count[0]; ++x) {
        for (int axis = 0; axis < 3; ++axis) {
          const glm::ivec3 above{x, y, z};
          glm::ivec3 step{0}, u{0}, v{0};
          step[axis] = u[(axis + 1) % 3] = v[(axis + 2) % 3] = 1;
          const bool is_above = filled(above);
          if (is_above == filled(above - step)) continue;
          const std::uint32_t a = number(above), b = number(above + u), c = number(above + u + v),
                              d = number(above + v);
          if (is_above) {
            mesh.quad(a, d, c, b);
          } else {
            mesh.quad(a, b, c, d);
          }
        }
      }
    }
  }
  return mesh;
}

inline ConcaveMesh letterL() {
  return gridMesh({{{0, 1, 3}, {0, 1, 3}, {0, 1}}}, [](int x, int y, int) { return x == 0 || y == 0; });
}

/// Four teeth on a back, at places that no grid meets.
inline ConcaveMesh comb() {
  return gridMesh({{{0, 1.1, 2.4, 3.5, 4.8, 5.9, 7.2, 8.3}, {0, 0.9, 3.7}, {0, 1}}},
                  [](int x, int y, int) { return y == 0 || x % 2 == 0; });
}

}  // namespace sepax::test
