#pragma once

#include "draw/draw_list.h"

#include <cstdint>
#include <span>
#include <vector>

namespace sepax {

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
