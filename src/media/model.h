#pragma once

#include "geom/mesh.h"
#include "media/picture_import.h"

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// How a mesh file looks and moves, apart from the triangles that collide (ImportedMesh). Lengths are metres; every
// index is in range and every number finite.

namespace sepax {

struct ModelTexture {
  std::string name;                        ///< path or name in the file; may be empty
  int width = 0, height = 0;               ///< of the picture file
  std::shared_ptr<const Picture> picture;  ///< no larger than kMaxTextureSide; null when it is not there
  std::string error;                       ///< then, why
};
inline constexpr int kMaxTextureSide = 2048;

struct ModelMaterial {
  std::string name;
  std::array<float, 4> base_colour{1, 1, 1, 1};  ///< sRGB, 0 … 1
  int texture = -1;                              ///< of the base colour, multiplied with it; −1: none
  bool is_cut_out = false;                       ///< no surface where the texture's alpha is below one half
};

/// A node that moves vertices with it.
struct ModelBone {
  std::uint32_t node = 0;
  glm::mat4 bone_from_mesh{1};  ///< in the pose that the mesh was made in
};
struct BoneWeight {
  std::uint32_t vertex = 0, bone = 0;
  float weight = 0;
};

/// Triangles of one material in their own space.
struct ModelPart {
  std::uint32_t material = 0;
  std::vector<glm::vec3> positions;
  std::vector<glm::vec3> normals;  ///< empty: the file has none
  std::vector<glm::vec2> uv;       ///< u right, v down from the texture's upper left corner; empty: none
  std::vector<TriangleIndices> triangles;
  std::vector<ModelBone> bones;
  std::vector<BoneWeight> weights;
};

struct ModelNode {
  std::string name;
  int parent = -1;  ///< an earlier node
  glm::mat4 parent_from_node{1};
  std::vector<std::uint32_t> parts;
};

struct PositionKey {
  float seconds = 0;
  glm::vec3 value{0};
};
struct RotationKey {
  float seconds = 0;
  std::array<float, 4> value{1, 0, 0, 0};  ///< unit: w x y z
};
/// Keys are in order of time; without any of a kind the node keeps its own.
struct ModelTrack {
  std::uint32_t node = 0;
  std::vector<PositionKey> positions;
  std::vector<RotationKey> rotations;
  std::vector<PositionKey> scales;
};

struct ModelClip {
  std::string name;
  double seconds = 0;
  std::vector<ModelTrack> tracks;
};

struct Model {
  std::vector<ModelTexture> textures;
  std::vector<ModelMaterial> materials;
  std::vector<ModelPart> parts;  ///< empty for a mesh of which there is nothing to say but its triangles
  std::vector<ModelNode> nodes;
  std::vector<ModelClip> clips;
  std::vector<std::string> problems;  ///< what was left out, a sentence each
};

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
