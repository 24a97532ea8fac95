#pragma once

#include "media/model.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace sepax {

/// A clip of a model at a time.
struct ClipTime {
  std::size_t clip = 0;
  double seconds = 0;  ///< before the first key as at it, behind the last as at that
};

/// All triangles of a model in one space, at a time.
struct PosedModel {
  /// Triangles of one part at one node.
  struct Part {
    std::size_t part = 0;
    std::size_t first_vertex = 0;
  };
  std::vector<Part> parts;
  std::vector<glm::vec3> positions, normals;           ///< a zero normal: the file has none
  std::vector<std::pair<glm::vec3, glm::vec3>> bones;  ///< from each joint to the one it hangs from
};

/// The model as it was made, or at a time of a clip: positions, rotations and scales of nodes between keys (linear;
/// rotations along the shorter arc, normalised), vertices with bones by linear blending. A position that is not finite
/// in the end is at the origin. The mesh that collides (ImportedMesh) lies where this does without a clip.
[[nodiscard]] PosedModel poseModel(const Model& model, const std::optional<ClipTime>& at);

}  // namespace sepax
