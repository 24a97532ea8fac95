#pragma once

#include "draw/draw_list.h"

#include <glm/vec4.hpp>

#include <vector>

namespace sepax {

/// A point of a kind's mesh: x, y, z within ±1, and which half of a shape it moves with that is longer than wide (−1,
/// 0, 1).
struct StampVertex {
  glm::vec4 position;
  glm::vec3 normal;  ///< unit, or zero for unlit
};

struct StampMesh {
  std::vector<StampVertex> triangles;  ///< three a triangle
  std::vector<StampVertex> edges;      ///< two a line
};

/// The mesh that every body of a kind is drawn with.
[[nodiscard]] StampMesh stampMesh(StampKind kind);

}  // namespace sepax
