#include "media/texture_file.h"
#include "texture_bytes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace sepax {
namespace {

std::span<const std::byte> bytesOf(const std::string& text) { return std::as_bytes(std::span(text)); }

/// The only level's pixels, or why there are none.
Result<Picture> shown(const std::string& file, std::size_t level = 0) {
  const auto read = readTextureFile(bytesOf(file), "a.dds");
  if (!read) return tl::unexpected(read.error());
  return decodeLevel(bytesOf(file), *read, level, "a.dds");
}

std::vector<int> pixel(const Picture& picture, int x, int y) {
  const std::uint8_t* p = picture.rgba.data() + (static_cast<std::size_t>(y * picture.width + x)) * 4;
  return {p[0], p[1], p[2], p[3]};
}

TEST(TextureFile, ReadsPixelsByTheirMasks) {
  std::string data(2 * 1 * 4, '\0');
  putNumber(data, 0, 0x80FF0010);  // alpha 0x80, red 0xFF, blue 0x10
  putNumber(data, 4, 0xFF00FF00);
  const auto four = shown(dds({.width = 2, .height = 1}, data));
  ASSERT_TRUE(four) << describe(four.error());
  EXPECT_EQ(pixel(*four, 0, 0), (std::vector<int>{255, 0, 16, 128}));
  EXPECT_EQ(pixel(*four, 1, 0), (std::vector<int>{0, 255, 0, 255}));
  EXPECT_EQ(readTextureFile(bytesOf(dds({.width = 2, .height = 1}, data)), "a.dds")->format.name, "BGRA 8");
  const auto small = shown(
      dds({.width = 1, .height = 1, .bits = 16, .masks = {0xF800, 0x07E0, 0x001F, 0}, .flags = 0x40}, "\x1F\xF8"));
  ASSERT_TRUE(small) << describe(small.error());
  EXPECT_EQ(pixel(*small, 0, 0), (std::vector<int>{255, 0, 255, 255})) << "5 and 6 bits fill 8";
  const auto grey =
      shown(dds({.width = 1, .height = 1, .bits = 8, .masks = {0xFF, 0, 0, 0}, .flags = 0x20000}, "\x55"));
  ASSERT_TRUE(grey) << describe(grey.error());
  EXPECT_EQ(pixel(*grey, 0, 0), (std::vector<int>{85, 85, 85, 255}));
}

TEST(TextureFile, DecodesBc1WithFourColoursOrThreeAndAHole) {
  // Ends red 0xF800 and blue 0x001F; the first row has the indices 0 1 2 3.
  const std::string block("\x00\xF8\x1F\x00\xE4\x00\x00\x00", 8);
  const auto four = shown(dds({.code = "DXT1"}, block));
  ASSERT_TRUE(four) << describe(four.error());
  EXPECT_EQ(pixel(*four, 0, 0), (std::vector<int>{255, 0, 0, 255}));
  EXPECT_EQ(pixel(*four, 1, 0), (std::vector<int>{0, 0, 255, 255}));
  EXPECT_EQ(pixel(*four, 2, 0), (std::vector<int>{170, 0, 85, 255}));
  EXPECT_EQ(pixel(*four, 3, 0), (std::vector<int>{85, 0, 170, 255}));
  const std::string turned("\x1F\x00\x00\xF8\xE4\x00\x00\x00", 8);
  const auto three = shown(dds({.code = "DXT1"}, turned));
  EXPECT_EQ(pixel(*three, 2, 0), (std::vector<int>{127, 0, 127, 255}));
  EXPECT_EQ(pixel(*three, 3, 0)[3], 0);
}

TEST(TextureFile, DrawsNothingSeeThroughOfABc1WithoutAlpha) {
  const std::string block("\x1F\x00\x00\xF8\xE4\xE4\xE4\xE4", 8);  // the first colour is not larger: three and black
  for (const auto& [code, alpha] : {std::pair{0x83F0u, 255}, {0x8C4Cu, 255}, {0x83F1u, 0}}) {
    const auto image = shown(ktx1(code, 4, 4, {block}, 0, 0));
    ASSERT_TRUE(image) << describe(image.error());
    EXPECT_EQ(pixel(*image, 3, 0), (std::vector<int>{0, 0, 0, alpha})) << code;
    EXPECT_EQ(pixel(*image, 1, 0), (std::vector<int>{255, 0, 0, 255})) << code;
  }
}

TEST(TextureFile, DecodesTheAlphaOfBc2AndBc3AndTheChannelsOfBc4AndBc5) {
  const std::string colour("\x00\xF8\x1F\x00\x00\x00\x00\x00", 8);
  const auto bc2 = shown(dds({.code = "DXT3"}, std::string("\xF0\x08\0\0\0\0\0\0", 8) + colour));
  ASSERT_TRUE(bc2) << describe(bc2.error());
  EXPECT_EQ(pixel(*bc2, 0, 0)[3], 0);
  EXPECT_EQ(pixel(*bc2, 1, 0)[3], 255);
  EXPECT_EQ(pixel(*bc2, 2, 0)[3], 8 * 17);
  // Ends 240 and 30; indices 0, 1, 2, 7: 240, 30, then in sevenths.
  const std::string ramp("\xF0\x1E\x88\x0E\0\0\0\0", 8);
  const auto bc3 = shown(dds({.code = "DXT5"}, ramp + colour));
  ASSERT_TRUE(bc3) << describe(bc3.error());
  EXPECT_EQ(pixel(*bc3, 0, 0), (std::vector<int>{255, 0, 0, 240}));
  EXPECT_EQ(pixel(*bc3, 1, 0)[3], 30);
  EXPECT_EQ(pixel(*bc3, 2, 0)[3], 210);
  EXPECT_EQ(pixel(*bc3, 3, 0)[3], 60);
  const auto bc4 = shown(dds({.code = "ATI1"}, ramp));
  EXPECT_EQ(pixel(*bc4, 2, 0), (std::vector<int>{210, 210, 210, 255}));
  const auto bc5 = shown(dds({.code = "DX10", .dxgi = 83}, ramp + std::string("\x00\xFF\xFE\xFF\xFF\xFF\xFF\xFF", 8)));
  ASSERT_TRUE(bc5) << describe(bc5.error());
  EXPECT_EQ(pixel(*bc5, 2, 0)[0], 210);
  EXPECT_EQ(pixel(*bc5, 0, 0)[1], 0) << "index 6 where the first end is not larger";
}

TEST(TextureFile, ListsMipLevelsWhoseBlocksAreNeverSmallerThanOne) {
  const std::string file =
      dds({.width = 10, .height = 6, .levels = 4, .code = "DXT1"}, std::string((6 + 2 + 1 + 1) * 8, '\0'));
  const auto read = readTextureFile(bytesOf(file), "a.dds");
  ASSERT_TRUE(read) << describe(read.error());
  ASSERT_EQ(read->levels.size(), 4u);
  const std::uint32_t widths[] = {10, 5, 2, 1}, heights[] = {6, 3, 1, 1}, sizes[] = {48, 16, 8, 8};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(read->levels[i].width, widths[i]);
    EXPECT_EQ(read->levels[i].height, heights[i]);
    EXPECT_EQ(read->levels[i].size, sizes[i]);
    const auto picture = decodeLevel(bytesOf(file), *read, i, "a.dds");
    ASSERT_TRUE(picture);
    EXPECT_EQ(picture->rgba.size(), widths[i] * heights[i] * 4);
  }
  EXPECT_EQ(read->levels[3].offset + read->levels[3].size, file.size());
  EXPECT_EQ(read->problem, "");
}

TEST(TextureFile, ShowsTheLevelsThatAreThereAndSaysWhichIsNot) {
  const std::string file = dds({.width = 8, .height = 8, .levels = 4, .code = "DXT1"}, std::string(40, '\0'));
  const auto read = readTextureFile(bytesOf(file), "a.dds");
  ASSERT_TRUE(read) << describe(read.error());
  EXPECT_EQ(read->levels.size(), 2u);
  EXPECT_NE(read->problem.find("level 2"), std::string::npos) << read->problem;
  EXPECT_FALSE(readTextureFile(bytesOf(file.substr(0, 150)), "a.dds")) << "not even the first";
}

TEST(TextureFile, NamesTheNumbersThatStandForLetters) {
  for (const auto& [number, name] : {std::pair{'\x24', "RGBA 16"},
                                     {'\x6F', "R 16 float"},
                                     {'\x70', "RG 16 float"},
                                     {'\x71', "RGBA 16 float"},
                                     {'\x72', "R 32 float"},
                                     {'\x73', "RG 32 float"},
                                     {'\x74', "RGBA 32 float"},
                                     {'\x14', "Direct3D 9 20"}}) {
    const std::string file =
        dds({.width = 2, .height = 2, .code = number + std::string(3, '\0')}, std::string(64, '\0'));
    const auto read = readTextureFile(bytesOf(file), "a.dds");
    ASSERT_TRUE(read) << describe(read.error());
    EXPECT_EQ(read->format.name, name);
  }
}

TEST(TextureFile, NamesTheCompressionItDoesNotDecode) {
  const auto bc7 = shown(dds({.code = "DX10", .dxgi = 98}, std::string(16, '\0')));
  ASSERT_FALSE(bc7);
  EXPECT_NE(describe(bc7.error()).find("BC7"), std::string::npos) << describe(bc7.error());
  const auto odd = shown(dds({.code = "A\x1b[2"}, std::string(16, '\0')));
  ASSERT_FALSE(odd);
  EXPECT_EQ(describe(odd.error()).find('\x1b'), std::string::npos);
}

TEST(TextureFile, ReadsKtx1WithRowsOfWholeWords) {
  // RGB of 1 × 2 pixels: each row of 3 bytes is padded to 4.
  const std::string file =
      ktx1(0x8051, 1, 2, {std::string("\x01\x02\x03\0\x04\x05\x06\0", 8), std::string("\x07\x08\x09\0", 4)}, 0x1907);
  const auto read = readTextureFile(bytesOf(file), "a.ktx");
  ASSERT_TRUE(read) << describe(read.error());
  ASSERT_EQ(read->levels.size(), 2u);
  EXPECT_EQ(pixel(*decodeLevel(bytesOf(file), *read, 0, "a"), 0, 1), (std::vector<int>{4, 5, 6, 255}));
  EXPECT_EQ(pixel(*decodeLevel(bytesOf(file), *read, 1, "a"), 0, 0), (std::vector<int>{7, 8, 9, 255}));
  const std::string etc = ktx1(0x8D64, 4, 4, {std::string(8, '\0')});
  EXPECT_NE(describe(shown(etc).error()).find("ETC1"), std::string::npos);
  const std::string astc = ktx1(0x93B4, 6, 6, {std::string(16, '\0')});
  EXPECT_NE(describe(shown(astc).error()).find("ASTC 6×6"), std::string::npos) << describe(shown(astc).error());
}

TEST(TextureFile, ReadsKtx1PixelsAsTheyLieAndNotAsTheyAreKept) {
  struct Row {
    std::uint32_t internal, pixels, type;
    std::string bytes, name;
    std::vector<int> rgba;
  };
  const std::uint32_t kRgba = 0x1908, kRgba8 = 0x8058, kBgra = 0x80E1, kRgb = 0x1907, kByte = 0x1401;
  for (const Row& row : {Row{kRgba, kRgba, 0x8033, "\x0F\xF0", "A4 B4 G4 R4", {255, 0, 0, 255}},
                         Row{kRgb, kRgb, 0x8363, std::string("\0\xF8", 2), "B5 G6 R5", {255, 0, 0, 255}},
                         Row{kRgba8, kBgra, kByte, "\x01\x02\x03\x04", "BGRA 8", {3, 2, 1, 4}},
                         Row{kRgba8, kRgba, kByte, "\x01\x02\x03\x04", "RGBA 8", {1, 2, 3, 4}},
                         Row{kRgba8, kRgba, 0x8035, "\x01\x02\x03\x04", "ABGR 8", {4, 3, 2, 1}},
                         Row{0x8057, kRgba, 0x8034, "\xC1\x07", "A1 B5 G5 R5", {0, 255, 0, 255}},
                         Row{0x1909, 0x1909, kByte, "\x80", "L 8", {128, 128, 128, 255}},
                         Row{0x190A, 0x190A, kByte, "\x80\x40", "LA 8", {128, 128, 128, 64}}}) {
    const std::string file =
        ktx1(row.internal, 1, 1, {(row.bytes + std::string(4, '\0')).substr(0, 4)}, row.pixels, row.type);
    const auto read = readTextureFile(bytesOf(file), "a.ktx");
    ASSERT_TRUE(read) << describe(read.error());
    EXPECT_EQ(read->format.name, row.name);
    const auto picture = decodeLevel(bytesOf(file), *read, 0, "a.ktx");
    ASSERT_TRUE(picture) << describe(picture.error());
    EXPECT_EQ(std::vector<int>(picture->rgba.begin(), picture->rgba.end()), row.rgba) << row.name;
  }
  const std::string odd = ktx1(kRgba8, 1, 1, {std::string(8, '\0')}, kRgba, 0x1403);
  const auto read = readTextureFile(bytesOf(odd), "a.ktx");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->format.name, "OpenGL 6408 of type 5123");
  EXPECT_FALSE(decodeLevel(bytesOf(odd), *read, 0, "a.ktx"));
}

TEST(TextureFile, ReadsKtx2AndNamesWhatPacksIt) {
  const auto plain = shown(ktx2(37, 0, "\x01\x02\x03\x04\x05\x06\x07\x08"));
  ASSERT_TRUE(plain) << describe(plain.error());
  EXPECT_EQ(pixel(*plain, 1, 0), (std::vector<int>{5, 6, 7, 8}));
  for (const auto& [format, scheme, name] :
       {std::tuple(0u, 1u, "Basis"), {37u, 2u, "Zstandard"}, {145u, 0u, "BC7"}, {9999u, 0u, "9999"}}) {
    const auto packed = shown(ktx2(format, scheme, std::string(16, 'x')));
    ASSERT_FALSE(packed);
    EXPECT_NE(describe(packed.error()).find(name), std::string::npos) << describe(packed.error());
  }
}

TEST(TextureFile, RefusesAbsurdSizesWithoutTakingMemory) {
  for (const auto& [width, height] :
       {std::pair(0u, 4u), {4u, 0u}, {30'000u, 30'000u}, {0xFFFFFFFFu, 0xFFFFFFFFu}, {0x80000000u, 2u}}) {
    for (const std::string code : {"DXT1", "DXT5", ""}) {
      const auto picture =
          shown(dds({.width = width, .height = height, .levels = 0xFFFFFFFF, .code = code}, std::string(64, '\0')));
      ASSERT_FALSE(picture) << width;
      EXPECT_TRUE(describe(picture.error()).starts_with("a.dds: ")) << describe(picture.error());
    }
  }
}

TEST(TextureFile, SurvivesDamagedHeadersAndFilesCutAnywhere) {
  const std::vector<std::string> files{
      dds({.width = 10, .height = 6, .levels = 4, .code = "DXT1"}, std::string(80, '\x5A')),
      dds({.levels = 2}, std::string(100, '\x5A')), dds({.code = "DX10", .dxgi = 77}, std::string(16, '\x5A')),
      ktx1(0x8051, 1, 2, {std::string(8, 'a'), std::string(4, 'b')}, 0x1907), ktx2(37, 0, "12345678")};
  std::mt19937 random(20260102);
  int read = 0, refused = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string damaged = files[static_cast<std::size_t>(i) % files.size()];
    for (int k = 0; k < 3; ++k)
      damaged[12 + random() % (damaged.size() - 12)] = static_cast<char>(random() % 3 == 0 ? 0xFF : random());
    if (i % 4 == 0) damaged.resize(random() % damaged.size());
    const auto texture = readTextureFile(bytesOf(damaged), "a.dds");
    ++(texture ? read : refused);
    if (!texture) continue;
    for (std::size_t level = 0; level < texture->levels.size(); ++level) {
      const auto picture = decodeLevel(bytesOf(damaged), *texture, level, "a.dds");
      ASSERT_TRUE(!picture || picture->rgba.size() ==
                                  std::size_t{texture->levels[level].width} * texture->levels[level].height * 4);
    }
  }
  std::printf("read %d, refused %d\n", read, refused);
  EXPECT_GT(read, 2000);
  EXPECT_GT(refused, 2000);
}

}  // namespace
}  // namespace sepax
