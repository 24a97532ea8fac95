#pragma once

#include <cstdint>

// What the import programs write to standard output: a header, then the arrays, in this machine's byte order (parent and child are the
// same build on the same machine). The reader checks every number all the same: the child may have been taken over by a hostile file.

namespace sepax::import_protocol {

inline constexpr std::uint32_t kMeshMagic = 0x534d5831;     // "1XMS"
inline constexpr std::uint32_t kPictureMagic = 0x53505831;  // "1XPS"

inline constexpr std::uint32_t kMaxTriangles = 2'000'000;
inline constexpr std::uint32_t kMaxPoints = 6'000'000;
inline constexpr std::uint32_t kMaxPictureSide = 16384;
inline constexpr std::uint64_t kMaxPicturePixels = 64u << 20;

/// In front of each file that sepax-import gets on its standard input, the mesh first; followed by the name and the bytes.
struct FileHeader {
  std::uint32_t name_size = 0;
  std::uint64_t size = 0;
};

/// Followed by vertex_count × 3 doubles and triangle_count × 3 std::uint32_t.
struct MeshHeader {
  std::uint32_t magic = kMeshMagic;
  std::uint32_t vertex_count = 0;
  std::uint32_t triangle_count = 0;
};

/// Followed by width × height × 4 bytes: red, green, blue, alpha; rows from the top.
struct PictureHeader {
  std::uint32_t magic = kPictureMagic;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

}  // namespace sepax::import_protocol
