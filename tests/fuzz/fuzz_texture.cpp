#include "fuzz/fuzz.h"
#include "media/import_protocol.h"
#include "media/texture_file.h"

// Any bytes as a DDS or KTX texture: its levels lie in the file, and what is shown of one has all its pixels.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sepax;
  const std::span bytes(reinterpret_cast<const std::byte*>(data), size);
  const auto file = readTextureFile(bytes, "a.dds");
  fuzz::require(!file || isTextureFile(bytes), "what is read is known by its mark");
  if (!file) {
    fuzz::require(!file.error().message.empty(), "a refusal says why");
    return 0;
  }
  fuzz::require(!file->levels.empty() && file->depth > 0 && file->layers > 0 && file->faces > 0,
                "there is something to show");
  fuzz::require(!file->format.name.empty(), "the format has a name");
  for (std::size_t i = 0; i < file->levels.size(); ++i) {
    const TextureLevel& level = file->levels[i];
    fuzz::require(level.width > 0 && level.height > 0, "a level has pixels");
    fuzz::require(level.offset <= size && level.size <= size - level.offset, "a level lies in the file");
    const auto picture = decodeLevel(bytes, *file, i, "a.dds");
    fuzz::require(picture || !picture.error().message.empty(), "a refusal says why");
    if (picture)
      fuzz::require(picture->rgba.size() == std::size_t{level.width} * level.height * 4, "all pixels are there");
  }
  return 0;
}
