#pragma once

#include "core/error.h"
#include "media/picture.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

// Textures as graphics cards take them: DDS (Direct3D 9 and 10), KTX 1 and KTX 2. Read by our own code, which needs no
// library for what it shows: pixels of whole bits, BC1 … BC5.

namespace sepax {

/// How pixels are stored.
struct TextureFormat {
  enum class Coding : std::uint8_t {
    kNamedOnly,  ///< known by name and size, never decoded
    kPixels,     ///< whole bits by `masks`
    kBc1,
    kBc2,
    kBc3,
    kBc4,
    kBc5,
  };
  std::string name;
  Coding coding = Coding::kNamedOnly;
  std::uint32_t block_width = 1, block_height = 1;
  std::uint32_t block_bytes = 0;          ///< of a pixel where blocks are 1 × 1; 0: unknown
  std::uint32_t masks[4] = {0, 0, 0, 0};  ///< of red, green, blue, alpha in a little-endian pixel; alpha 0: opaque
  bool is_opaque = false;                 ///< blocks have no see-through colour
};

struct TextureLevel {
  std::uint32_t width = 0, height = 0;
  std::uint64_t offset = 0, size = 0;  ///< bytes of its first face and layer in the file
};

struct TextureFile {
  std::string container;  ///< "DDS", "KTX 1", "KTX 2"
  TextureFormat format;
  std::uint32_t depth = 1, layers = 1, faces = 1;
  std::string packed;                ///< what the levels are packed with over that ("Zstandard"); empty: nothing
  std::vector<TextureLevel> levels;  ///< from the largest on; those that lie in the file
  std::string problem;               ///< why there are fewer than the header says; empty: there are not
};

/// True for what begins as a DDS or KTX file.
[[nodiscard]] bool isTextureFile(std::span<const std::byte> bytes);

/// The header and where its mip levels are; refuses one that is cut off, without pixels or without a level in the file.
[[nodiscard]] Result<TextureFile> readTextureFile(std::span<const std::byte> bytes, const std::string& name);

/// A level's first face and layer as a picture. Refuses formats that are known by name only, and more than 64 Mi
/// pixels.
[[nodiscard]] Result<Picture> decodeLevel(std::span<const std::byte> bytes, const TextureFile& file, std::size_t level,
                                          const std::string& name);

}  // namespace sepax
