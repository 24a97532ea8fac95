#pragma once

#include "draw/draw_list.h"

#include <glm/vec4.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace sepax {

/// A point of a kind's mesh: x, y, z within ±1, and which half of a shape it moves with that is longer than wide (−1,
/// 0, 1).
struct StampVertex {
  glm::vec4 position;
  glm::vec3 normal;  ///< unit, or zero for unlit
};

struct StampMesh {
  std::vector<StampVertex> triangles;  ///< three a triangle, counter-clockwise seen from outside a solid
  std::vector<StampVertex> edges;      ///< two a line
};

/// The mesh that every body of a kind is drawn with.
[[nodiscard]] StampMesh stampMesh(StampKind kind);

/// Triangles from back to front, by their middles; those at one depth as in the list. It keeps its memory between
/// frames.
class DepthOrder {
 public:
  /// The first corner of each triangle of `corners`, three a triangle, fewer than 2^32. `back` is from the scene
  /// towards the camera.
  [[nodiscard]] std::span<const std::uint32_t> backToFront(std::span<const FillVertex> corners, const glm::vec3& back);

 private:
  std::vector<std::uint64_t> keys_, sorted_;  ///< depth, first corner
  std::vector<std::uint32_t> order_;
};

}  // namespace sepax
