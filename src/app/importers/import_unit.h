#pragma once

#include <assimp/scene.h>

#include <cmath>
#include <string>

namespace sepax {

/// The length of a unit of the scene in centimetres: in an FBX they are what it counts in, unless it says more; assimp
/// tells of that and leaves the lengths as they are.
[[nodiscard]] inline float centimetresPerUnit(const aiScene& scene, const std::string& file) {
  if (!file.ends_with(".fbx")) return 100;
  float said = 1;
  if (scene.mMetaData != nullptr) scene.mMetaData->Get("UnitScaleFactor", said);
  return std::isfinite(said) && said > 0 ? said : 1;
}

}  // namespace sepax
