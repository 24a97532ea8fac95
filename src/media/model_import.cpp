#include "media/model_import.h"

#include "core/import_child.h"
#include "core/language.h"
#include "core/text.h"
#include "media/mesh_file.h"
#include "media/mesh_import.h"
#include "media/model_reply.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace sepax {

namespace {

constexpr std::size_t kMaxTexturesRead = 64;
constexpr std::uint64_t kMaxTexturePixels = 64u << 20;  ///< of all that are kept

/// Half the size, every four pixels averaged.
Picture halved(const Picture& from) {
  Picture to{std::max(from.width / 2, 1), std::max(from.height / 2, 1), {}};
  to.rgba.reserve(static_cast<std::size_t>(to.width) * static_cast<std::size_t>(to.height) * 4);
  const auto at = [&](int x, int y, std::size_t c) {
    const auto row = static_cast<std::size_t>(std::min(y, from.height - 1)),
               column = static_cast<std::size_t>(std::min(x, from.width - 1));
    return int{from.rgba[(row * static_cast<std::size_t>(from.width) + column) * 4 + c]};
  };
  for (int y = 0; y < to.height; ++y) {
    for (int x = 0; x < to.width; ++x) {
      for (std::size_t c = 0; c < 4; ++c) {
        const int sum =
            at(2 * x, 2 * y, c) + at(2 * x + 1, 2 * y, c) + at(2 * x, 2 * y + 1, c) + at(2 * x + 1, 2 * y + 1, c);
        to.rgba.push_back(static_cast<std::uint8_t>((sum + 2) / 4));
      }
    }
  }
  return to;
}

/// A file that a mesh names as its author's disk had it: by its whole name, else by its last name alone beside the
/// mesh.
Result<std::vector<std::byte>> readNamed(const std::string& named, const FilesBeside& beside) {
  if (!beside) return fail(ErrorCode::kNotFound, "", tr("no file beside it can be read here"));
  std::string path = percentDecoded(named);
  std::ranges::replace(path, '\\', '/');
  auto bytes = beside(path);
  const std::string last = path.substr(path.find_last_of('/') + 1);
  if (!bytes && last != path && !last.empty()) {
    auto again = beside(last);
    if (again) return again;
  }
  return bytes;
}

Result<Picture> decoded(const RawTexture& raw, const FilesBeside& beside) {
  if (raw.width > 0) {
    Picture picture{raw.width, raw.height, std::vector<std::uint8_t>(raw.bytes.size())};
    if (!raw.bytes.empty()) std::memcpy(picture.rgba.data(), raw.bytes.data(), raw.bytes.size());
    return picture;
  }
  const std::string name = raw.name.empty() ? "texture" : raw.name;
  if (!raw.bytes.empty()) return importPicture(raw.bytes, name);
  return readNamed(raw.name, beside).and_then([&](const auto& bytes) { return importPicture(bytes, name); });
}

ModelTexture textureFrom(const RawTexture& raw, const FilesBeside& beside) {
  ModelTexture texture{.name = raw.name, .width = 0, .height = 0, .picture = nullptr, .error = {}};
  auto picture = decoded(raw, beside);
  if (!picture) {
    texture.error = picture.error().message;
    return texture;
  }
  texture.width = picture->width;
  texture.height = picture->height;
  while (std::max(picture->width, picture->height) > kMaxTextureSide) picture = halved(*picture);
  texture.picture = std::make_shared<const Picture>(std::move(*picture));
  return texture;
}

/// One after the other, as long as there is room for more.
void decodeTextures(std::span<const RawTexture> textures, const FilesBeside& beside,
                    const std::function<bool()>& is_cancelled, Model& model) {
  std::uint64_t kept = 0;
  for (const RawTexture& raw : textures) {
    ModelTexture& texture = model.textures.emplace_back();
    texture.name = raw.name;
    if (is_cancelled()) continue;
    if (model.textures.size() > kMaxTexturesRead || kept >= kMaxTexturePixels) {
      texture.error = trf("not read: at most {} textures and {} pixels are", kMaxTexturesRead, kMaxTexturePixels);
      continue;
    }
    texture = textureFrom(raw, beside);
    if (texture.picture != nullptr) kept += texture.picture->rgba.size() / 4;
  }
}

/// The materials of an OBJ that lie in files of their own, added to what the importer may see.
void appendMaterials(std::span<const std::byte> bytes, const FilesBeside& beside, std::vector<std::byte>& out,
                     std::vector<std::string>& problems) {
  for (const std::string& named : materialFiles(bytes)) {
    const auto file = readNamed(named, beside);
    if (file) {
      appendImportFile(out, named, *file);
    } else {
      problems.push_back(trf("the materials \"{}\" are missing: {}", printableLine(named), file.error().message));
    }
  }
}

}  // namespace

Result<Model> importModel(std::span<const std::byte> bytes, const std::string& name, const FilesBeside& beside,
                          const std::function<bool()>& is_cancelled) {
  if (hasExtension(name, {".stl", ".off"})) return Model{};
  auto files = gatherMeshFiles(bytes, name, beside);
  SEPAX_TRY(files);
  std::vector<std::string> problems;
  if (hasExtension(name, {".obj"})) appendMaterials(bytes, beside, *files, problems);
  const auto reply = runImport("sepax-import-model", *files, name, meshImportLimits(files->size()));
  SEPAX_TRY(reply);
  files->clear();
  files->shrink_to_fit();
  auto read = readModelReply(*reply, name);
  SEPAX_TRY(read);
  Model& model = read->model;
  decodeTextures(read->textures, beside, is_cancelled, model);
  model.problems.insert(model.problems.begin(), problems.begin(), problems.end());
  return std::move(model);
}

}  // namespace sepax
