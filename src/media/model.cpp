#include "media/model.h"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <span>

namespace sepax {

namespace {

/// The keys around a time and how far it is from the one to the other, 0 … 1.
template <class Key>
struct Between {
  const Key& from;
  const Key& to;
  float share = 0;
};

template <class Key>
Between<Key> around(const std::vector<Key>& keys, double seconds) {
  const auto next = std::ranges::upper_bound(keys, seconds, {}, [](const Key& key) { return double{key.seconds}; });
  if (next == keys.begin()) return {keys.front(), keys.front()};
  if (next == keys.end()) return {keys.back(), keys.back()};
  const Key& from = *(next - 1);
  const double length = double{next->seconds} - from.seconds;
  return {from, *next, length > 0 ? static_cast<float>((seconds - from.seconds) / length) : 0};
}

glm::vec3 valueAt(const std::vector<PositionKey>& keys, double seconds) {
  const auto [from, to, share] = around(keys, seconds);
  return from.value + (to.value - from.value) * share;
}

Quat valueAt(const std::vector<RotationKey>& keys, double seconds) {
  const auto [from, to, share] = around(keys, seconds);
  double dot = 0;
  for (std::size_t i = 0; i < 4; ++i) dot += double{from.value[i]} * to.value[i];
  std::array<double, 4> mixed{};
  for (std::size_t i = 0; i < 4; ++i)
    mixed[i] = double{from.value[i]} * (1 - share) + double{to.value[i]} * share * (dot < 0 ? -1 : 1);
  return {mixed[1], mixed[2], mixed[3],
          mixed[0]};  // matrixOf() takes any length but zero, and two unit ones at < 90° never cancel
}

/// A node's transform taken apart, so that a track can replace one of the three.
struct Placed {
  glm::vec3 position{0}, scale{1};
  Mat3 rotation{1};
};

Placed takenApart(const glm::mat4& m) {
  Placed out;
  out.position = glm::vec3(m[3]);
  const Mat3 linear(m);
  for (int c = 0; c < 3; ++c) {
    const double size = length(linear[c]);
    out.scale[c] = static_cast<float>(size);
    out.rotation[c] = size > 0 ? linear[c] / size : Mat3(1)[c];
  }
  if (glm::determinant(out.rotation) < 0) {  // a mirror
    out.rotation[0] = -out.rotation[0];
    out.scale.x = -out.scale.x;
  }
  return out;
}

glm::mat4 transformOf(const ModelTrack& track, const glm::mat4& own, double seconds) {
  Placed placed = takenApart(own);
  if (!track.positions.empty()) placed.position = valueAt(track.positions, seconds);
  if (!track.rotations.empty()) placed.rotation = matrixOf(valueAt(track.rotations, seconds));
  if (!track.scales.empty()) placed.scale = valueAt(track.scales, seconds);
  glm::mat4 out(1);
  for (int c = 0; c < 3; ++c) out[c] = glm::vec4(glm::vec3(placed.rotation[c]) * placed.scale[c], 0.0f);
  out[3] = glm::vec4(placed.position, 1.0f);
  return out;
}

std::vector<glm::mat4> nodeTransforms(const Model& model, const std::optional<ClipTime>& at) {
  std::vector<glm::mat4> out;
  for (const ModelNode& node : model.nodes) out.push_back(node.parent_from_node);
  if (at && at->clip < model.clips.size()) {
    for (const ModelTrack& track : model.clips[at->clip].tracks)
      out[track.node] = transformOf(track, out[track.node], at->seconds);
  }
  for (std::size_t n = 0; n < out.size(); ++n) {
    const int parent = model.nodes[n].parent;
    if (parent >= 0) out[n] = out[static_cast<std::size_t>(parent)] * out[n];
  }
  return out;
}

glm::vec3 unitOrZero(const glm::vec3& v) { return glm::vec3(normalizedOr(Vec3(v), Vec3(0.0))); }

/// Normals go by the inverse transpose, which is the matrix of cofactors but for a factor; it has no division by zero.
glm::mat3 normalMatrix(const glm::mat4& m) {
  const glm::vec3 x(m[0]), y(m[1]), z(m[2]);
  const glm::vec3 yz = glm::cross(y, z);
  const float sign = glm::dot(x, yz) < 0 ? -1.0f : 1.0f;
  return glm::mat3(yz * sign, glm::cross(z, x) * sign, glm::cross(x, y) * sign);
}

void addPart(const ModelPart& part, const glm::mat4& node, std::span<const glm::mat4> nodes, PosedModel& out) {
  std::vector<glm::mat4> bones;
  for (const ModelBone& bone : part.bones) bones.push_back(nodes[bone.node] * bone.bone_from_mesh);
  std::vector<glm::mat4> blended;
  if (!bones.empty()) {
    blended.assign(part.positions.size(), glm::mat4(0.0f));
    std::vector<float> sums(part.positions.size(), 0.0f);
    for (const BoneWeight& weight : part.weights) {
      blended[weight.vertex] += bones[weight.bone] * weight.weight;
      sums[weight.vertex] += weight.weight;
    }
    for (std::size_t v = 0; v < blended.size(); ++v) blended[v] = sums[v] > 0 ? blended[v] * (1 / sums[v]) : node;
  }
  const glm::mat3 turned = normalMatrix(node);
  for (std::size_t v = 0; v < part.positions.size(); ++v) {
    const glm::mat4& m = blended.empty() ? node : blended[v];
    const glm::vec3 position(m * glm::vec4(part.positions[v], 1.0f));
    out.positions.push_back(isFinite(Vec3(position)) ? position : glm::vec3(0));
    const glm::vec3 normal =
        part.normals.empty() ? glm::vec3(0) : (blended.empty() ? turned : normalMatrix(m)) * part.normals[v];
    out.normals.push_back(part.normals.empty() ? glm::vec3(0) : unitOrZero(normal));
  }
}

/// Which nodes are joints: those that move vertices, and those that they hang from as far as a clip moves them.
std::vector<char> jointsOf(const Model& model) {
  std::vector<char> joints(model.nodes.size(), 0);
  for (const ModelPart& part : model.parts) {
    for (const ModelBone& bone : part.bones) joints[bone.node] = 1;
  }
  for (const ModelClip& clip : model.clips) {
    for (const ModelTrack& track : clip.tracks) joints[track.node] = 1;
  }
  return joints;
}

}  // namespace

PosedModel poseModel(const Model& model, const std::optional<ClipTime>& at) {
  PosedModel out;
  const std::vector<glm::mat4> nodes = nodeTransforms(model, at);
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    for (const std::uint32_t part : model.nodes[n].parts) {
      out.parts.push_back({part, out.positions.size()});
      addPart(model.parts[part], nodes[n], nodes, out);
    }
  }
  const std::vector<char> joints = jointsOf(model);
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const int parent = model.nodes[n].parent;
    if (joints[n] == 0 || parent < 0 || joints[static_cast<std::size_t>(parent)] == 0) continue;
    const glm::vec3 from(nodes[static_cast<std::size_t>(parent)][3]), to(nodes[n][3]);
    if (isFinite(Vec3(from)) && isFinite(Vec3(to))) out.bones.emplace_back(from, to);
  }
  return out;
}

}  // namespace sepax
