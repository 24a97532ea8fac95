#include "media/texture_file.h"

#include "core/language.h"
#include "core/text.h"
#include "media/import_protocol.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <iterator>
#include <string_view>
#include <utility>

namespace sepax {

namespace {

using Bytes = std::span<const std::byte>;
using Coding = TextureFormat::Coding;

constexpr std::string_view kDdsMark = "DDS ";
constexpr std::string_view kKtx1Mark = "\xABKTX 11\xBB\r\n\x1A\n";
constexpr std::string_view kKtx2Mark = "\xABKTX 20\xBB\r\n\x1A\n";
constexpr std::uint32_t kMaxLevels = 32;

bool startsWith(Bytes bytes, std::string_view mark) {
  return bytes.size() >= mark.size() && std::memcmp(bytes.data(), mark.data(), mark.size()) == 0;
}

/// Little-endian numbers at an offset; zero behind the end.
std::uint64_t numberAt(Bytes bytes, std::uint64_t offset, std::size_t size) {
  std::uint64_t value = 0;
  if (offset > bytes.size() || bytes.size() - offset < size) return 0;
  for (std::size_t i = size; i-- > 0;)
    value = value << 8 | static_cast<std::uint64_t>(bytes[static_cast<std::size_t>(offset) + i]);
  return value;
}
std::uint32_t u32(Bytes bytes, std::uint64_t offset) { return static_cast<std::uint32_t>(numberAt(bytes, offset, 4)); }
std::uint64_t u64(Bytes bytes, std::uint64_t offset) { return numberAt(bytes, offset, 8); }

// --------------------------------------------------------------------------------------------------------------------------
// formats

/// The names of one kind of format in each of the four worlds; 0: nothing there.
struct FormatRow {
  const char* name;
  Coding coding;
  std::uint32_t block_width, block_height, block_bytes;
  std::uint32_t masks[4];
  std::uint32_t dxgi[2], gl[2], vulkan[2];  ///< linear and sRGB (or another of the same bits)
  bool is_opaque = false;                   ///< whatever alpha its blocks could mean
};

using enum TextureFormat::Coding;

constexpr FormatRow kFormats[] = {
    {"RGBA 8", kPixels, 1, 1, 4, {0xFF, 0xFF00, 0xFF0000, 0xFF000000}, {28, 29}, {0x8058, 0x8C43}, {37, 43}},
    {"BGRA 8", kPixels, 1, 1, 4, {0xFF0000, 0xFF00, 0xFF, 0xFF000000}, {87, 91}, {0x80E1, 0}, {44, 50}},
    {"BGRX 8", kPixels, 1, 1, 4, {0xFF0000, 0xFF00, 0xFF, 0}, {88, 93}, {0, 0}, {0, 0}},
    {"RGB 8", kPixels, 1, 1, 3, {0xFF, 0xFF00, 0xFF0000, 0}, {0, 0}, {0x8051, 0x8C41}, {23, 29}},
    {"BGR 8", kPixels, 1, 1, 3, {0xFF0000, 0xFF00, 0xFF, 0}, {0, 0}, {0x80E0, 0}, {30, 36}},
    {"R 8", kPixels, 1, 1, 1, {0xFF, 0xFF, 0xFF, 0}, {61, 0}, {0x8229, 0x1903}, {9, 15}},
    {"RG 8", kPixels, 1, 1, 2, {0xFF, 0xFF00, 0, 0}, {49, 0}, {0x822B, 0}, {16, 22}},
    {"B5 G6 R5", kPixels, 1, 1, 2, {0xF800, 0x07E0, 0x001F, 0}, {85, 0}, {0x8D62, 0}, {4, 0}},
    {"B5 G5 R5 A1", kPixels, 1, 1, 2, {0x7C00, 0x03E0, 0x001F, 0x8000}, {86, 0}, {0, 0}, {8, 0}},
    {"B4 G4 R4 A4", kPixels, 1, 1, 2, {0x0F00, 0x00F0, 0x000F, 0xF000}, {115, 0}, {0, 0}, {0, 0}},
    {"R10 G10 B10 A2", kPixels, 1, 1, 4, {0x3FF, 0xFFC00, 0x3FF00000, 0xC0000000}, {24, 0}, {0x8059, 0}, {64, 0}},
    {"BC1 (DXT1)", kBc1, 4, 4, 8, {}, {71, 72}, {0x83F1, 0x8C4D}, {133, 134}},
    {"BC1 (DXT1, opaque)", kBc1, 4, 4, 8, {}, {0, 0}, {0x83F0, 0x8C4C}, {131, 132}, true},
    {"BC2 (DXT3)", kBc2, 4, 4, 16, {}, {74, 75}, {0x83F2, 0x8C4E}, {135, 136}},
    {"BC3 (DXT5)", kBc3, 4, 4, 16, {}, {77, 78}, {0x83F3, 0x8C4F}, {137, 138}},
    {"BC4", kBc4, 4, 4, 8, {}, {80, 0}, {0x8DBB, 0}, {139, 0}},
    {"BC5", kBc5, 4, 4, 16, {}, {83, 0}, {0x8DBD, 0}, {141, 0}},
    {"BC4 signed", kNamedOnly, 4, 4, 8, {}, {81, 0}, {0x8DBC, 0}, {140, 0}},
    {"BC5 signed", kNamedOnly, 4, 4, 16, {}, {84, 0}, {0x8DBE, 0}, {142, 0}},
    {"BC6H", kNamedOnly, 4, 4, 16, {}, {95, 96}, {0x8E8F, 0x8E8E}, {143, 144}},
    {"BC7", kNamedOnly, 4, 4, 16, {}, {98, 99}, {0x8E8C, 0x8E8D}, {145, 146}},
    {"RGBA 16", kNamedOnly, 1, 1, 8, {}, {11, 0}, {0x805B, 0}, {91, 0}},
    {"RGBA 16 signed", kNamedOnly, 1, 1, 8, {}, {13, 0}, {0x8F9B, 0}, {92, 0}},
    {"RG 16 float", kNamedOnly, 1, 1, 4, {}, {34, 0}, {0x822F, 0}, {83, 0}},
    {"RG 32 float", kNamedOnly, 1, 1, 8, {}, {16, 0}, {0x8230, 0}, {103, 0}},
    {"RGBA 16 float", kNamedOnly, 1, 1, 8, {}, {10, 0}, {0x881A, 0}, {97, 0}},
    {"RGBA 32 float", kNamedOnly, 1, 1, 16, {}, {2, 0}, {0x8814, 0}, {109, 0}},
    {"R 16 float", kNamedOnly, 1, 1, 2, {}, {54, 0}, {0x822D, 0}, {76, 0}},
    {"R 32 float", kNamedOnly, 1, 1, 4, {}, {41, 0}, {0x822E, 0}, {100, 0}},
    {"R11 G11 B10 float", kNamedOnly, 1, 1, 4, {}, {26, 0}, {0x8C3A, 0}, {122, 0}},
    {"ETC1", kNamedOnly, 4, 4, 8, {}, {0, 0}, {0x8D64, 0}, {0, 0}},
    {"ETC2 RGB", kNamedOnly, 4, 4, 8, {}, {0, 0}, {0x9274, 0x9275}, {147, 148}},
    {"ETC2 RGB A1", kNamedOnly, 4, 4, 8, {}, {0, 0}, {0x9276, 0x9277}, {149, 150}},
    {"ETC2 RGBA", kNamedOnly, 4, 4, 16, {}, {0, 0}, {0x9278, 0x9279}, {151, 152}},
    {"EAC R11", kNamedOnly, 4, 4, 8, {}, {0, 0}, {0x9270, 0x9271}, {153, 154}},
    {"EAC RG11", kNamedOnly, 4, 4, 16, {}, {0, 0}, {0x9272, 0x9273}, {155, 156}},
    {"PVRTC 4 bit", kNamedOnly, 4, 4, 8, {}, {0, 0}, {0x8C00, 0x8C02}, {1000054001, 1000054005}},
    {"PVRTC 2 bit", kNamedOnly, 8, 4, 8, {}, {0, 0}, {0x8C01, 0x8C03}, {1000054000, 1000054004}},
};

constexpr std::uint32_t kAstcBlocks[][2] = {{4, 4}, {5, 4},  {5, 5},  {6, 5},  {6, 6},   {8, 5},   {8, 6},
                                            {8, 8}, {10, 5}, {10, 6}, {10, 8}, {10, 10}, {12, 10}, {12, 12}};

TextureFormat formatOf(const FormatRow& row) {
  TextureFormat format{.name = row.name,
                       .coding = row.coding,
                       .block_width = row.block_width,
                       .block_height = row.block_height,
                       .block_bytes = row.block_bytes,
                       .is_opaque = row.is_opaque};
  std::ranges::copy(row.masks, format.masks);
  return format;
}

TextureFormat astc(std::size_t block) {
  const auto& [width, height] = kAstcBlocks[block];
  return {.name = fmt::format("ASTC {}×{}", width, height),
          .block_width = width,
          .block_height = height,
          .block_bytes = 16};
}

using Codes = std::uint32_t (FormatRow::*)[2];

TextureFormat formatBy(Codes codes, std::uint32_t code, const char* world) {
  const auto found = std::ranges::find_if(kFormats, [&](const FormatRow& row) {
    const auto& known = row.*codes;
    return code != 0 && (known[0] == code || known[1] == code);
  });
  if (found != std::end(kFormats)) return formatOf(*found);
  return {.name = fmt::format("{} {}", world, code)};
}

TextureFormat glFormat(std::uint32_t code) {
  constexpr std::uint32_t kAstc = 0x93B0, kAstcSrgb = 0x93D0;
  for (const std::uint32_t first : {kAstc, kAstcSrgb}) {
    if (code >= first && code < first + std::size(kAstcBlocks)) return astc(code - first);
  }
  if (code == 0x1908) code = 0x8058;  // unsized RGBA and RGB, of bytes
  if (code == 0x1907) code = 0x8051;
  return formatBy(&FormatRow::gl, code, "OpenGL");
}

/// Pixels as OpenGL is given them: channels in an order, of bytes or of parts of one number.
struct GlPixels {
  std::uint32_t format, type;
  const char* name;
  std::uint32_t bytes;
  std::uint32_t masks[4];
};

constexpr GlPixels kGlPixels[] = {
    {0x1908, 0x1401, "RGBA 8", 4, {0xFF, 0xFF00, 0xFF0000, 0xFF000000}},
    {0x80E1, 0x1401, "BGRA 8", 4, {0xFF0000, 0xFF00, 0xFF, 0xFF000000}},
    {0x1907, 0x1401, "RGB 8", 3, {0xFF, 0xFF00, 0xFF0000, 0}},
    {0x80E0, 0x1401, "BGR 8", 3, {0xFF0000, 0xFF00, 0xFF, 0}},
    {0x1903, 0x1401, "R 8", 1, {0xFF, 0xFF, 0xFF, 0}},
    {0x8227, 0x1401, "RG 8", 2, {0xFF, 0xFF00, 0, 0}},
    {0x1909, 0x1401, "L 8", 1, {0xFF, 0xFF, 0xFF, 0}},
    {0x190A, 0x1401, "LA 8", 2, {0xFF, 0xFF, 0xFF, 0xFF00}},
    {0x1906, 0x1401, "A 8", 1, {0, 0, 0, 0xFF}},
    {0x1907, 0x8363, "B5 G6 R5", 2, {0xF800, 0x07E0, 0x001F, 0}},
    {0x1907, 0x8364, "R5 G6 B5", 2, {0x001F, 0x07E0, 0xF800, 0}},
    {0x1908, 0x8033, "A4 B4 G4 R4", 2, {0xF000, 0x0F00, 0x00F0, 0x000F}},
    {0x80E1, 0x8033, "A4 R4 G4 B4", 2, {0x00F0, 0x0F00, 0xF000, 0x000F}},
    {0x1908, 0x8365, "R4 G4 B4 A4", 2, {0x000F, 0x00F0, 0x0F00, 0xF000}},
    {0x80E1, 0x8365, "B4 G4 R4 A4", 2, {0x0F00, 0x00F0, 0x000F, 0xF000}},
    {0x1908, 0x8034, "A1 B5 G5 R5", 2, {0xF800, 0x07C0, 0x003E, 0x0001}},
    {0x80E1, 0x8034, "A1 R5 G5 B5", 2, {0x003E, 0x07C0, 0xF800, 0x0001}},
    {0x1908, 0x8366, "R5 G5 B5 A1", 2, {0x001F, 0x03E0, 0x7C00, 0x8000}},
    {0x80E1, 0x8366, "B5 G5 R5 A1", 2, {0x7C00, 0x03E0, 0x001F, 0x8000}},
    {0x1908, 0x8035, "ABGR 8", 4, {0xFF000000, 0xFF0000, 0xFF00, 0xFF}},
    {0x80E1, 0x8035, "ARGB 8", 4, {0xFF00, 0xFF0000, 0xFF000000, 0xFF}},
    {0x1908, 0x8367, "RGBA 8", 4, {0xFF, 0xFF00, 0xFF0000, 0xFF000000}},
    {0x80E1, 0x8367, "BGRA 8", 4, {0xFF0000, 0xFF00, 0xFF, 0xFF000000}},
    {0x1908, 0x8368, "R10 G10 B10 A2", 4, {0x3FF, 0xFFC00, 0x3FF00000, 0xC0000000}},
    {0x80E1, 0x8368, "B10 G10 R10 A2", 4, {0x3FF00000, 0xFFC00, 0x3FF, 0xC0000000}},
};

/// The format of a KTX 1, by how its pixels lie; by `internal`, how OpenGL is to keep them, where those are packed.
TextureFormat ktx1Format(std::uint32_t type, std::uint32_t pixels, std::uint32_t internal) {
  TextureFormat kept = glFormat(internal);
  const bool is_packed = kept.coding != Coding::kPixels && kept.block_bytes > 0;
  if (type == 0 || is_packed) return kept;
  const auto found = std::ranges::find_if(
      kGlPixels, [&](const GlPixels& known) { return known.format == pixels && known.type == type; });
  if (found == std::end(kGlPixels)) return {.name = fmt::format("OpenGL {} of type {}", pixels, type)};
  TextureFormat format{.name = found->name, .coding = Coding::kPixels, .block_bytes = found->bytes};
  std::ranges::copy(found->masks, format.masks);
  return format;
}

TextureFormat vulkanFormat(std::uint32_t code) {
  constexpr std::uint32_t kAstc = 157;
  if (code >= kAstc && code < kAstc + 2 * std::size(kAstcBlocks)) return astc((code - kAstc) / 2);
  return formatBy(&FormatRow::vulkan, code, "Vulkan");
}

// ----------------------------------------------------------------------------------------------------------------------------
// files

std::uint64_t rowBytes(const TextureFormat& format, std::uint32_t width, std::uint32_t align) {
  const std::uint64_t blocks = (std::uint64_t{width} + format.block_width - 1) / format.block_width;
  return (blocks * format.block_bytes + align - 1) / align * align;
}

std::uint64_t levelBytes(const TextureFormat& format, std::uint32_t width, std::uint32_t height, std::uint32_t align) {
  return rowBytes(format, width, align) * ((std::uint64_t{height} + format.block_height - 1) / format.block_height);
}

std::uint32_t halvedTimes(std::uint32_t side, std::uint32_t level) {
  return std::max(level < 32 ? side >> level : 0u, 1u);
}

/// Beyond the limit the bytes of a level would no longer be a number of 64 bits.
Result<void> checkSides(std::uint32_t width, std::uint32_t height, const std::string& where) {
  constexpr std::uint32_t kMaxSide = 1u << 20;
  if (width == 0 || height == 0) return fail(ErrorCode::kWrongValue, where, tr("the picture has no pixels"));
  if (std::max(width, height) > kMaxSide)
    return fail(ErrorCode::kTooLarge, where, trf("the picture has {} x {} pixels, too many", width, height));
  return {};
}

/// Takes the level, or says why it and all behind it are left out.
bool takeLevel(TextureFile& file, Bytes bytes, const TextureLevel& level) {
  if (level.offset > bytes.size() || level.size > bytes.size() - level.offset) {
    file.problem = trf("level {} lies beyond the end of the file", file.levels.size());
    return false;
  }
  file.levels.push_back(level);
  return true;
}

/// Direct3D 9 says pixels by masks, or by a code of four letters, or by a number in their place.
TextureFormat ddsFormat(Bytes bytes) {
  constexpr std::uint32_t kAlpha = 0x1, kFourCc = 0x4, kRgb = 0x40, kLuminance = 0x20000, kAlphaOnly = 0x2;
  constexpr std::pair<std::string_view, std::uint32_t> kCodes[] = {
      {"DXT1", 71}, {"DXT2", 74}, {"DXT3", 74}, {"DXT4", 77}, {"DXT5", 77}, {"ATI1", 80},
      {"BC4U", 80}, {"BC4S", 81}, {"ATI2", 83}, {"BC5U", 83}, {"BC5S", 84}};
  constexpr std::pair<std::uint32_t, std::uint32_t> kNumbers[] = {{36, 11},  {110, 13}, {111, 54}, {112, 34},
                                                                  {113, 10}, {114, 41}, {115, 16}, {116, 2}};
  const std::uint32_t flags = u32(bytes, 80), code = u32(bytes, 84), bits = u32(bytes, 88);
  if ((flags & kFourCc) != 0) {
    const std::string letters(reinterpret_cast<const char*>(bytes.data()) + 84, 4);
    const auto found =
        std::ranges::find(kCodes, std::string_view(letters), &std::pair<std::string_view, std::uint32_t>::first);
    if (found != std::end(kCodes)) return formatBy(&FormatRow::dxgi, found->second, "DXGI");
    const auto number = std::ranges::find(kNumbers, code, &std::pair<std::uint32_t, std::uint32_t>::first);
    if (number != std::end(kNumbers)) return formatBy(&FormatRow::dxgi, number->second, "DXGI");
    return {.name = code < 256 ? fmt::format("Direct3D 9 {}", code) : printableLine(letters)};
  }
  TextureFormat format{.name = fmt::format("{} bit", bits), .coding = Coding::kPixels, .block_bytes = bits / 8};
  const bool is_grey = (flags & kLuminance) != 0, is_alpha = (flags & kAlphaOnly) != 0;
  if (bits == 0 || bits > 32 || bits % 8 != 0 || (!is_grey && !is_alpha && (flags & kRgb) == 0)) {
    return {.name = fmt::format("pixels of {} bits, flags 0x{:x}", bits, flags)};
  }
  for (std::uint32_t c = 0; c < 4; ++c) format.masks[c] = u32(bytes, 92 + 4 * (is_grey && c < 3 ? 0 : c));
  if ((flags & (kAlpha | kAlphaOnly)) == 0) format.masks[3] = 0;
  const auto known = std::ranges::find_if(kFormats, [&](const FormatRow& row) {
    return row.coding == Coding::kPixels && row.block_bytes == format.block_bytes &&
           std::ranges::equal(row.masks, format.masks);
  });
  if (known != std::end(kFormats)) format.name = known->name;
  return format;
}

Result<TextureFile> readDds(Bytes bytes, const std::string& where) {
  constexpr std::uint64_t kHeader = 128, kHeader10 = 148;
  constexpr std::uint32_t kCubeFaces = 0xFC00, kVolume = 0x200000, kTenCube = 0x4;
  TextureFile file;
  file.container = "DDS";
  if (bytes.size() < kHeader) return fail(ErrorCode::kDamaged, where, tr("the header of the texture is cut off"));
  const bool is_ten = std::memcmp(bytes.data() + 84, "DX10", 4) == 0 && (u32(bytes, 80) & 4) != 0;
  if (is_ten && bytes.size() < kHeader10)
    return fail(ErrorCode::kDamaged, where, tr("the header of the texture is cut off"));
  file.format = is_ten ? formatBy(&FormatRow::dxgi, u32(bytes, kHeader), "DXGI") : ddsFormat(bytes);
  const std::uint32_t height = u32(bytes, 12), width = u32(bytes, 16), caps = u32(bytes, 112);
  file.depth = (caps & kVolume) != 0 ? std::max(u32(bytes, 24), 1u) : 1;
  file.faces = (caps & kCubeFaces) != 0 ? static_cast<std::uint32_t>(std::popcount(caps & kCubeFaces)) : 1;
  if (is_ten && (u32(bytes, 136) & kTenCube) != 0) file.faces = 6;
  if (is_ten) file.layers = std::max(u32(bytes, 140), 1u);
  const std::uint32_t count = std::min(std::max(u32(bytes, 28), 1u), kMaxLevels);
  SEPAX_TRY(checkSides(width, height, where));
  std::uint64_t at = is_ten ? kHeader10 : kHeader;
  for (std::uint32_t i = 0; i < count && file.format.block_bytes > 0; ++i) {
    TextureLevel level{halvedTimes(width, i), halvedTimes(height, i), at, 0};
    level.size = levelBytes(file.format, level.width, level.height, 1);
    if (!takeLevel(file, bytes, level)) break;
    at += level.size * halvedTimes(file.depth, i);
  }
  if (file.format.block_bytes == 0) file.levels.push_back({width, height, at, bytes.size() - at});
  return file;
}

struct KtxSizes {
  std::uint32_t width, height, levels;
};

/// Six numbers that both versions have in a row: width, height, depth, layers, faces, levels. Zero stands for one, but
/// for the width.
KtxSizes takeKtxSizes(TextureFile& file, Bytes bytes, std::uint64_t at) {
  const auto orOne = [&](std::uint64_t i) { return std::max(u32(bytes, at + 4 * i), 1u); };
  file.depth = orOne(2);
  file.layers = orOne(3);
  file.faces = orOne(4);
  return {u32(bytes, at), orOne(1), std::min(orOne(5), kMaxLevels)};
}

Result<TextureFile> readKtx1(Bytes bytes, const std::string& where) {
  constexpr std::uint64_t kHeader = 64;
  constexpr std::uint32_t kLittle = 0x04030201;
  TextureFile file;
  file.container = "KTX 1";
  if (bytes.size() < kHeader) return fail(ErrorCode::kDamaged, where, tr("the header of the texture is cut off"));
  if (u32(bytes, 12) != kLittle)
    return fail(ErrorCode::kUnsupported, where, tr("the texture is big-endian, expected little-endian"));
  file.format = ktx1Format(u32(bytes, 16), u32(bytes, 24), u32(bytes, 28));
  const auto [width, height, count] = takeKtxSizes(file, bytes, 36);
  SEPAX_TRY(checkSides(width, height, where));
  std::uint64_t at = kHeader + u32(bytes, 60);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint64_t said = u32(bytes, at);
    TextureLevel level{halvedTimes(width, i), halvedTimes(height, i), at + 4, said};
    if (file.format.block_bytes > 0) level.size = levelBytes(file.format, level.width, level.height, 4);
    if (at + 4 > bytes.size() || !takeLevel(file, bytes, level)) {
      file.problem = trf("level {} lies beyond the end of the file", file.levels.size());
      break;
    }
    const bool is_cube = file.faces == 6 && u32(bytes, 48) == 0;  // then the size is that of one face
    at += 4 + (said + 3) / 4 * 4 * (is_cube ? 6 : 1);
  }
  return file;
}

Result<TextureFile> readKtx2(Bytes bytes, const std::string& where) {
  constexpr std::uint64_t kHeader = 80, kLevel = 24;
  constexpr const char* kSchemes[] = {"", "Basis LZ", "Zstandard", "zlib"};
  TextureFile file;
  file.container = "KTX 2";
  if (bytes.size() < kHeader) return fail(ErrorCode::kDamaged, where, tr("the header of the texture is cut off"));
  const std::uint32_t code = u32(bytes, 12), scheme = u32(bytes, 44);
  file.format = code == 0 ? TextureFormat{.name = "Basis Universal"} : vulkanFormat(code);
  if (scheme != 0) file.packed = scheme < std::size(kSchemes) ? kSchemes[scheme] : fmt::format("{}", scheme);
  const auto [width, height, count] = takeKtxSizes(file, bytes, 20);
  SEPAX_TRY(checkSides(width, height, where));
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint64_t at = kHeader + i * kLevel;
    TextureLevel level{halvedTimes(width, i), halvedTimes(height, i), u64(bytes, at), u64(bytes, at + 8)};
    if (scheme == 0 && file.format.block_bytes > 0) level.size = levelBytes(file.format, level.width, level.height, 1);
    if (at + kLevel > bytes.size() || level.offset < kHeader || !takeLevel(file, bytes, level)) {
      file.problem = trf("level {} lies beyond the end of the file", file.levels.size());
      break;
    }
  }
  return file;
}

// ---------------------------------------------------------------------------------------------------------------------------
// pixels

using Rgba = std::array<std::uint8_t, 4>;

/// The bits of a mask spread to 0 … 255.
std::uint8_t masked(std::uint32_t pixel, std::uint32_t mask, std::uint8_t without) {
  if (mask == 0) return without;
  const int shift = std::countr_zero(mask);
  const std::uint64_t most = mask >> shift;
  return static_cast<std::uint8_t>(((pixel & mask) >> shift) * 255ull / most);
}

Rgba fromRgb565(std::uint32_t c) { return {masked(c, 0xF800, 0), masked(c, 0x07E0, 0), masked(c, 0x001F, 0), 255}; }

/// The four colours of a BC1 block (and of the colour half of BC2 and BC3, which never have a see-through one).
std::array<Rgba, 4> palette(Bytes block, bool may_be_clear) {
  const std::uint32_t first = static_cast<std::uint32_t>(numberAt(block, 0, 2)),
                      second = static_cast<std::uint32_t>(numberAt(block, 2, 2));
  std::array<Rgba, 4> colours{fromRgb565(first), fromRgb565(second), Rgba{0, 0, 0, 255}, Rgba{0, 0, 0, 255}};
  const bool has_clear = may_be_clear && first <= second;
  for (std::size_t c = 0; c < 3; ++c) {
    const int a = colours[0][c], b = colours[1][c];
    colours[2][c] = static_cast<std::uint8_t>(has_clear ? (a + b) / 2 : (2 * a + b + 1) / 3);
    colours[3][c] = static_cast<std::uint8_t>(has_clear ? 0 : (a + 2 * b + 1) / 3);
  }
  if (has_clear) colours[3][3] = 0;
  return colours;
}

/// The value of one of 16 pixels in a block of two ends and 3 bits a pixel (alpha of BC3, channels of BC4 and BC5).
std::uint8_t interpolated(Bytes block, std::size_t pixel) {
  const int a = std::to_integer<int>(block[0]), b = std::to_integer<int>(block[1]);
  const auto index = static_cast<int>(numberAt(block, 2, 6) >> (3 * pixel) & 7);
  if (index < 2) return static_cast<std::uint8_t>(index == 0 ? a : b);
  if (a > b) return static_cast<std::uint8_t>(((8 - index) * a + (index - 1) * b + 3) / 7);
  if (index >= 6) return index == 6 ? 0 : 255;
  return static_cast<std::uint8_t>(((6 - index) * a + (index - 1) * b + 2) / 5);
}

Rgba blockPixel(Bytes block, Coding coding, std::size_t pixel, const std::array<Rgba, 4>& colours) {
  if (coding == Coding::kBc4) {
    const std::uint8_t grey = interpolated(block, pixel);
    return {grey, grey, grey, 255};
  }
  if (coding == Coding::kBc5) return {interpolated(block, pixel), interpolated(block.subspan(8), pixel), 0, 255};
  const Bytes colour_half = block.subspan(coding == Coding::kBc1 ? 0 : 8);
  Rgba colour = colours[u32(colour_half, 4) >> (2 * pixel) & 3];
  if (coding == Coding::kBc2) colour[3] = static_cast<std::uint8_t>((numberAt(block, 0, 8) >> (4 * pixel) & 15) * 17);
  if (coding == Coding::kBc3) colour[3] = interpolated(block, pixel);
  return colour;
}

void decodeBlocks(Bytes bytes, const TextureFormat& format, Picture& out) {
  const auto width = static_cast<std::size_t>(out.width), height = static_cast<std::size_t>(out.height);
  const std::size_t across = (width + 3) / 4;
  for (std::size_t at = 0; at < across * ((height + 3) / 4); ++at) {
    const Bytes block = bytes.subspan(at * format.block_bytes, format.block_bytes);
    const std::size_t left = at % across * 4, top = at / across * 4;
    std::array<Rgba, 4> colours{};
    if (format.coding == Coding::kBc1) colours = palette(block, true);
    if (format.coding == Coding::kBc2 || format.coding == Coding::kBc3) colours = palette(block.subspan(8), false);
    for (std::size_t pixel = 0; pixel < 16; ++pixel) {
      const std::size_t x = left + pixel % 4, y = top + pixel / 4;
      if (x >= width || y >= height) continue;
      Rgba colour = blockPixel(block, format.coding, pixel, colours);
      if (format.is_opaque) colour[3] = 255;
      std::ranges::copy(colour, out.rgba.begin() + static_cast<std::ptrdiff_t>((y * width + x) * 4));
    }
  }
}

void decodePixels(Bytes bytes, const TextureFormat& format, std::uint64_t row_bytes, Picture& out) {
  const auto width = static_cast<std::size_t>(out.width);
  for (std::size_t y = 0; y < static_cast<std::size_t>(out.height); ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      const auto pixel =
          static_cast<std::uint32_t>(numberAt(bytes, y * row_bytes + x * format.block_bytes, format.block_bytes));
      std::uint8_t* to = out.rgba.data() + (y * width + x) * 4;
      for (std::size_t c = 0; c < 4; ++c) to[c] = masked(pixel, format.masks[c], c == 3 ? 255 : 0);
    }
  }
}

}  // namespace

bool isTextureFile(std::span<const std::byte> bytes) {
  return startsWith(bytes, kDdsMark) || startsWith(bytes, kKtx1Mark) || startsWith(bytes, kKtx2Mark);
}

Result<TextureFile> readTextureFile(std::span<const std::byte> bytes, const std::string& name) {
  const std::string where = toValidUtf8(name);
  auto file = startsWith(bytes, kDdsMark)    ? readDds(bytes, where)
              : startsWith(bytes, kKtx1Mark) ? readKtx1(bytes, where)
              : startsWith(bytes, kKtx2Mark)
                  ? readKtx2(bytes, where)
                  : Result<TextureFile>(fail(ErrorCode::kSyntax, where, tr("expected a DDS or KTX texture")));
  SEPAX_TRY(file);
  if (file->levels.empty()) return fail(ErrorCode::kDamaged, where, file->problem);
  return file;
}

Result<Picture> decodeLevel(std::span<const std::byte> bytes, const TextureFile& file, std::size_t level,
                            const std::string& name) {
  namespace protocol = import_protocol;
  const TextureFormat& format = file.format;
  const std::string where = toValidUtf8(name);
  if (!file.packed.empty() || format.coding == Coding::kNamedOnly) {
    const std::string packed = file.packed.empty() ? format.name : format.name + ", " + file.packed;
    return fail(ErrorCode::kUnsupported, where, trf("{} with {}: its pixels are not shown", file.container, packed));
  }
  const TextureLevel& from = file.levels[level];
  if (from.width > protocol::kMaxPictureSide || from.height > protocol::kMaxPictureSide ||
      std::uint64_t{from.width} * from.height > protocol::kMaxPicturePixels) {
    return fail(ErrorCode::kTooLarge, where, trf("the picture has {} x {} pixels, too many", from.width, from.height));
  }
  Picture picture{static_cast<int>(from.width), static_cast<int>(from.height), {}};
  picture.rgba.resize(std::size_t{from.width} * from.height * 4);
  const auto data = bytes.subspan(static_cast<std::size_t>(from.offset), static_cast<std::size_t>(from.size));
  if (format.coding == Coding::kPixels) {
    decodePixels(data, format, from.size / from.height, picture);
  } else {
    decodeBlocks(data, format, picture);
  }
  return picture;
}

}  // namespace sepax
