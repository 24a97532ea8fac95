#pragma once

#include "media/import_protocol.h"

#include <cstdint>
#include <string>

// What sepax-import-model writes, in our own bytes: one triangle of one material with a texture of two pixels, hung
// from a node that a clip moves.

namespace sepax {

struct ModelReplyChoices {
  std::uint32_t bones = 2;           ///< of the triangle, each of node 0
  std::uint32_t weights_a_bone = 3;  ///< one a vertex
  std::uint32_t nodes = 2;           ///< that have the triangle, besides node 0; each hangs from the one before
  std::uint32_t keys = 2;            ///< of each kind, a second apart
  float size = 1;                    ///< of all lengths and scales
  std::string picture = {};          ///< a picture file in place of the two pixels
};

inline std::string modelReply(const ModelReplyChoices& choices = {}) {
  namespace protocol = import_protocol;
  std::string out;
  const auto add = [&](const auto& value) { out.append(reinterpret_cast<const char*>(&value), sizeof value); };
  const auto addAll = [&](std::initializer_list<float> values) {
    for (const float value : values) add(value);
  };
  const float one = choices.size;
  add(protocol::ModelHeader{
      .texture_count = 1, .material_count = 1, .mesh_count = 1, .node_count = 1 + choices.nodes, .clip_count = 1});
  const bool is_file = !choices.picture.empty();
  add(protocol::TextureHeader{1, is_file ? 0u : 2u, is_file ? 0u : 1u, is_file ? choices.picture.size() : 8});
  out += "t" + (is_file ? choices.picture : std::string("\x10\x20\x30\xFF\x40\x50\x60\xFF", 8));
  add(protocol::MaterialHeader{.name_size = 5, .texture = 0});
  out += "paint";
  add(protocol::PartHeader{0, 3, 3, 3, 1, choices.bones, choices.bones * choices.weights_a_bone});
  addAll({0, 0, 0, one, 0, 0, 0, one, 0});
  addAll({0, 0, 1, 0, 0, 1, 0, 0, 1});
  addAll({0, 0, 1, 0, 0, 1});
  for (const std::uint32_t corner : {0u, 1u, 2u}) add(corner);
  for (std::uint32_t bone = 0; bone < choices.bones; ++bone)
    add(protocol::BoneRecord{0, {one, 0, 0, 0, 0, one, 0, 0, 0, 0, one, 0, 0, 0, 0, 1}});
  for (std::uint32_t bone = 0; bone < choices.bones; ++bone) {
    for (std::uint32_t w = 0; w < choices.weights_a_bone; ++w) add(protocol::WeightRecord{w % 3, bone, 0.5f});
  }
  for (std::uint32_t node = 0; node <= choices.nodes; ++node) {
    const bool is_root = node == 0;
    add(protocol::NodeHeader{
        1, static_cast<std::int32_t>(node) - 1, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, one, 0, 0, 1}, is_root ? 0u : 1u});
    out += "n";
    if (!is_root) add(std::uint32_t{0});
  }
  add(protocol::ClipHeader{4, 1, 2.0});
  out += "move";
  add(protocol::TrackHeader{0, choices.keys, choices.keys, choices.keys});
  const auto sign = [](std::uint32_t key) { return key % 2 == 0 ? 1.0f : -1.0f; };
  for (std::uint32_t key = 0; key < choices.keys; ++key) addAll({static_cast<float>(key), one * sign(key), 0, 0});
  for (std::uint32_t key = 0; key < choices.keys; ++key)
    addAll({static_cast<float>(key), 0.8f, 0.6f * sign(key), 0, 0});
  for (std::uint32_t key = 0; key < choices.keys; ++key) addAll({static_cast<float>(key), one, one * sign(key), one});
  return out;
}

}  // namespace sepax
