#pragma once

#include "geom/types.h"

#include <array>
#include <cstdint>
#include <vector>

namespace sepax {

/// A triangle by the indices of its corners.
using TriangleIndices = std::array<std::uint32_t, 3>;

/// A face of a polytope: a plane and its loop of vertices, counter-clockwise seen from outside.
struct PolytopeFace {
  Vec3 normal{0.0};  ///< unit, outward
  std::vector<int> loop;
};

/// An edge between two vertices and the two faces that meet there (the same face twice, or −1, where the polytope is
/// flat).
struct PolytopeEdge {
  int v0 = 0, v1 = 0;
  int face0 = -1, face1 = -1;
};

/// Boundary of a convex solid (or, with one face or none, of a flat, straight or single-point one).
struct Polytope {
  std::vector<Vec3> vertices;
  std::vector<PolytopeFace> faces;
  std::vector<PolytopeEdge> edges;
};

/// The faces as triangles, each a fan from its first corner; the polytope's vertices have numbers from `first` on.
[[nodiscard]] inline std::vector<TriangleIndices> fanTriangles(const Polytope& polytope, std::uint32_t first = 0) {
  std::vector<TriangleIndices> out;
  for (const PolytopeFace& face : polytope.faces) {
    const auto corner = [&](std::size_t i) { return first + static_cast<std::uint32_t>(face.loop[i]); };
    for (std::size_t i = 2; i < face.loop.size(); ++i) out.push_back({corner(0), corner(i - 1), corner(i)});
  }
  return out;
}

}  // namespace sepax
