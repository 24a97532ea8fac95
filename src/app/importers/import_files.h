#pragma once

#include "app/importers/import_pipe.h"
#include "media/import_protocol.h"

#include <assimp/MemoryIOWrapper.h>
#include <assimp/scene.h>
#include <assimp/IOSystem.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The files that come on the standard input of a program that runs assimp, and no others.

namespace sepax {

struct NamedBytes {
  std::string name;
  std::span<const std::byte> bytes;
  bool is_numbered = false;
};

/// The files on standard input; empty when they are no such.
[[nodiscard]] inline std::vector<NamedBytes> filesIn(std::span<const std::byte> bytes) {
  std::vector<NamedBytes> files;
  while (!bytes.empty()) {
    import_protocol::FileHeader header;
    if (bytes.size() < sizeof header) return {};
    std::memcpy(&header, bytes.data(), sizeof header);
    bytes = bytes.subspan(sizeof header);
    if (header.name_size > bytes.size() || header.size > bytes.size() - header.name_size) return {};
    files.push_back({std::string(reinterpret_cast<const char*>(bytes.data()), header.name_size),
                     bytes.subspan(header.name_size, static_cast<std::size_t>(header.size)), header.is_numbered == 1});
    bytes = bytes.subspan(header.name_size + static_cast<std::size_t>(header.size));
  }
  return files;
}

/// Shows assimp files in memory and no other: a mesh must not make us open what it names ("/etc/passwd").
class FilesInMemory final : public Assimp::IOSystem {
 public:
  explicit FilesInMemory(const std::vector<NamedBytes>& files) : files_(files) {}
  bool Exists(const char* path) const override { return find(path) != nullptr; }
  char getOsSeparator() const override { return '/'; }
  Assimp::IOStream* Open(const char* path, const char* mode) override {
    const NamedBytes* file = find(path);
    if (file == nullptr || std::strchr(mode, 'w') != nullptr) return nullptr;
    return new Assimp::MemoryIOStream(reinterpret_cast<const std::uint8_t*>(file->bytes.data()), file->bytes.size());
  }
  void Close(Assimp::IOStream* stream) override { delete stream; }

 private:
  const NamedBytes* find(std::string_view path) const {
    const auto found =
        std::find_if(files_.begin(), files_.end(), [&](const NamedBytes& file) { return file.name == path; });
    return found == files_.end() ? nullptr : &*found;
  }
  const std::vector<NamedBytes>& files_;
};

/// "input.obj" for "some rock.OBJ": assimp goes by the extension, and the rest of a stranger's name is none of its
/// business.
[[nodiscard]] inline std::string plainName(const std::string& name) {
  const std::size_t dot = name.find_last_of('.');
  std::string extension = dot == std::string::npos ? "" : name.substr(dot);
  for (char& c : extension) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return "input" + extension;
}

/// The length of a unit of the scene in centimetres: in an FBX they are what it counts in, unless it says more; assimp
/// tells of that and leaves the lengths as they are.
[[nodiscard]] inline float centimetresPerUnit(const aiScene& scene, const std::string& file) {
  if (!file.ends_with(".fbx")) return 100;
  float said = 1;
  if (scene.mMetaData != nullptr) scene.mMetaData->Get("UnitScaleFactor", said);
  return std::isfinite(said) && said > 0 ? said : 1;
}

/// Takes the scale of a 3DS back that is for its editor: assimp divides all lengths by it.
[[nodiscard]] inline aiMatrix4x4 unscaled(const aiScene& scene) {
  const aiMatrix4x4& root = scene.mRootNode->mTransformation;
  const float scale = aiVector3D(root.a1, root.b1, root.c1).Length();
  aiMatrix4x4 out;
  return std::isnormal(scale) ? aiMatrix4x4::Scaling(aiVector3D(1 / scale), out) : out;
}

/// The transform above a scene's root. Turns it so that y is up, where its file says another axis: an FBX; assimp tells
/// of that and turns nothing.
[[nodiscard]] inline aiMatrix4x4 upright(const aiScene& scene, const std::string& file) {
  if (file.ends_with(".3ds") && scene.mRootNode != nullptr) return unscaled(scene);
  if (!file.ends_with(".fbx") || scene.mMetaData == nullptr) return {};
  static constexpr const char* kAxes[] = {"CoordAxis", "UpAxis", "FrontAxis"};  // x, y, z
  aiMatrix4x4 out;
  unsigned seen = 0;
  for (unsigned row = 0; row < 3; ++row) {
    std::int32_t axis = 3, sign = 1;
    scene.mMetaData->Get(kAxes[row], axis);
    scene.mMetaData->Get(std::string(kAxes[row]) + "Sign", sign);
    if (axis < 0 || axis > 2) return {};
    for (unsigned column = 0; column < 3; ++column) out[row][column] = 0;
    out[row][static_cast<unsigned>(axis)] = sign < 0 ? -1.0f : 1.0f;
    seen |= 1u << axis;
  }
  return seen == 7 ? out : aiMatrix4x4();
}

/// Confines the program and calls `import` with the files on standard input, a mesh first; the exit status.
template <class Import>
[[nodiscard]] int importFiles(const std::string& name, Import import) {
  try {
    const std::vector<std::byte> bytes = readStandardInput();
    confine();
    std::vector<NamedBytes> files = filesIn(bytes);
    if (files.empty()) return refuse("the files on standard input are cut off");
    files[0].name = plainName(name);
    return import(files);
  } catch (const std::bad_alloc&) {
    return refuse("needs more memory than is allowed");
  }
}

}  // namespace sepax
