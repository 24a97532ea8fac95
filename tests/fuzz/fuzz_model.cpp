#include "fuzz/fuzz.h"
#include "media/model.h"
#include "media/model_import.h"

#include <algorithm>
#include <cmath>

// Any bytes as what sepax-import-model wrote, which a hostile file may have taken over: what is taken of it can be
// drawn in every pose.

namespace {

using namespace sepax;

bool isFinite(const glm::vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

void checkPose(const Model& model, const std::optional<ClipTime>& at) {
  const PosedModel posed = poseModel(model, at);
  fuzz::require(std::ranges::all_of(posed.positions, isFinite), "positions are finite");
  fuzz::require(std::ranges::all_of(posed.normals, isFinite), "normals are finite");
  for (const PosedModel::Part& part : posed.parts) {
    const std::size_t count = model.parts[part.part].positions.size();
    fuzz::require(part.first_vertex + count <= posed.positions.size(), "a part's vertices are there");
  }
  for (const auto& [from, to] : posed.bones) fuzz::require(isFinite(from) && isFinite(to), "bones are finite");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto read = readModelReply({reinterpret_cast<const std::byte*>(data), size}, "a.glb");
  if (!read) {
    fuzz::require(!read.error().message.empty(), "a refusal says why");
    return 0;
  }
  const Model& model = read->model;
  for (const RawTexture& texture : read->textures)
    fuzz::require(texture.width == 0 || texture.bytes.size() / 4 / static_cast<std::size_t>(texture.width) ==
                                            static_cast<std::size_t>(texture.height),
                  "pixels are there");
  for (const ModelMaterial& material : model.materials)
    fuzz::require(material.texture < static_cast<int>(read->textures.size()), "a material's texture is there");
  for (const ModelPart& part : model.parts) {
    fuzz::require(part.material < model.materials.size(), "a part's material is there");
    for (const TriangleIndices& triangle : part.triangles)
      fuzz::require(std::ranges::all_of(triangle, [&](std::uint32_t v) { return v < part.positions.size(); }),
                    "corners are there");
  }
  checkPose(model, std::nullopt);
  for (std::size_t clip = 0; clip < std::min<std::size_t>(model.clips.size(), 4); ++clip) {
    const double length = model.clips[clip].seconds;
    fuzz::require(length >= 0 && std::isfinite(length), "a clip has a length");
    for (const double share : {0.0, 0.3, 1.0}) checkPose(model, ClipTime{clip, share * length});
  }
  return 0;
}
