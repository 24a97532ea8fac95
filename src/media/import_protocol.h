#pragma once

#include <cstdint>

// The output of the import programs: a header, then the arrays, in this machine's byte order (parent
// and child are the same build on the same machine). The reader checks every number all the same: the child may have
// been taken over by a hostile file.

namespace sepax::import_protocol {

inline constexpr std::uint32_t kMeshMagic = 0x534d5831;     // "1XMS"
inline constexpr std::uint32_t kModelMagic = 0x534d4431;    // "1DMS"
inline constexpr std::uint32_t kSoundMagic = 0x53535831;    // "1XSS"
inline constexpr std::uint32_t kPictureMagic = 0x53505831;  // "1XPS"

inline constexpr std::uint32_t kMaxTriangles = 2'000'000;
inline constexpr std::uint32_t kMaxPoints = 6'000'000;
inline constexpr std::uint32_t kMaxPictureSide = 16384;
inline constexpr std::uint64_t kMaxPicturePixels = 64u << 20;

/// In front of each file that sepax-import gets on its standard input, the mesh first; followed by the name and the
/// bytes.
struct FileHeader {
  std::uint32_t name_size = 0;
  std::uint32_t is_numbered = 0;  ///< 1: the reply has the numbers that vertices have for a colour (obj_file.h) as x
  std::uint64_t size = 0;
};

/// Followed by vertex_count × 3 doubles and triangle_count × 3 std::uint32_t.
struct MeshHeader {
  std::uint32_t magic = kMeshMagic;
  std::uint32_t vertex_count = 0;
  std::uint32_t triangle_count = 0;
  float centimetres_per_unit = 100;  ///< of all lengths that follow
  double farthest_move = 0;          ///< by a node's translation, and
  double farthest_vertex = 0;        ///< from its node's origin: both are added up to what follows
};

// sepax-import-model: a ModelHeader, then that many textures, materials, meshes, nodes and clips, each a header of its
// own followed by its name and what else it counts. Matrices are 16 floats, column by column.

inline constexpr std::uint32_t kMaxModelNodes = 100'000;  ///< and as many meshes, bones (at all nodes together), tracks
inline constexpr std::uint32_t kMaxModelWeights = 8'000'000;  ///< at all nodes together
inline constexpr std::uint32_t kMaxModelKeys = 2'000'000;
inline constexpr std::uint32_t kMaxModelTextures = 1024;  ///< and as many materials, clips
inline constexpr std::uint32_t kMaxModelName = 256;       ///< bytes

struct ModelHeader {
  std::uint32_t magic = kModelMagic;
  std::uint32_t texture_count = 0, material_count = 0, mesh_count = 0, node_count = 0, clip_count = 0;
  std::uint32_t lost_bones = 0;       ///< that name no node
  std::uint32_t coloured_meshes = 0;  ///< whose vertices have colours, which are not sent
  float centimetres_per_unit = 100;   ///< of all lengths that follow
};

/// `size` bytes follow the name: a picture file, or rows of RGBA pixels where there is a width; none of a file beside
/// the mesh.
struct TextureHeader {
  std::uint32_t name_size = 0, width = 0, height = 0;
  std::uint64_t size = 0;
};

struct MaterialHeader {
  std::uint32_t name_size = 0;
  float base_colour[4] = {1, 1, 1, 1};  ///< sRGB
  std::int32_t texture = -1;
  std::uint32_t is_cut_out = 0;  ///< 1: where the texture's alpha is below one half there is no surface
};

/// Positions and normals of 3 floats, texture coordinates of 2 (v down), triangles of 3 indices, bones, weights.
struct PartHeader {
  std::uint32_t material = 0, vertex_count = 0, normal_count = 0, uv_count = 0, triangle_count = 0, bone_count = 0,
                weight_count = 0;
};
struct BoneRecord {
  std::uint32_t node = 0;
  float bone_from_mesh[16] = {};
};
struct WeightRecord {
  std::uint32_t vertex = 0, bone = 0;
  float weight = 0;
};

/// Parents come before their children. The indices of its meshes follow the name.
struct NodeHeader {
  std::uint32_t name_size = 0;
  std::int32_t parent = -1;
  float parent_from_node[16] = {};
  std::uint32_t mesh_count = 0;
};

/// Its tracks follow the name.
struct ClipHeader {
  std::uint32_t name_size = 0, track_count = 0;
  double seconds = 0;
};
/// Keys of a time in seconds and 3 floats (position), 4 (rotation: w x y z), 3 (scale).
struct TrackHeader {
  std::uint32_t node = 0, position_count = 0, rotation_count = 0, scale_count = 0;
};

inline constexpr int kSoundChannels = 2;
inline constexpr std::uint32_t kMinSoundRate = 4000, kMaxSoundRate = 192'000;
inline constexpr std::uint32_t kMaxSoundFrames = 25 * 60 * 48'000;

/// In front of the file that sepax-import-sound gets: the rate to decode it at.
struct SoundFileHeader {
  std::uint32_t rate = 0;
};

/// Followed by so many frames of two std::int16_t, left and right.
struct SoundHeader {
  std::uint32_t magic = kSoundMagic;
  std::uint32_t frame_count = 0;
};

/// In front of the SVG that sepax-import-svg gets. It replies with the bytes of a PNG or a PDF, or with pixels as
/// PictureHeader has them.
enum class SvgReply : std::uint32_t { kPng = 1, kPdf, kPixels };
struct SvgHeader {
  SvgReply reply = SvgReply::kPng;
  double scale = 1;
};
inline constexpr std::uint32_t kMaxSvgBytes = 16u << 20;

/// Followed by width × × 4 bytes: red, green, blue, alpha; rows from the top.
struct PictureHeader {
  std::uint32_t magic = kPictureMagic;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

}  // namespace sepax::import_protocol
