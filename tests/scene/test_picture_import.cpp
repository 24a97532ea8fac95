#include "scene/picture_import.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace sepax {
namespace {

Result<Picture> picture(const std::string& bytes, const std::string& name) { return importPicture(std::as_bytes(std::span(bytes)), name); }

std::string big32(std::uint64_t value) {
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 0xFF);
  return out;
}

std::string chunk(const std::string& kind, const std::string& data) {
  const std::string body = kind + data;
  return big32(data.size()) + body + big32(crc32_z(0, reinterpret_cast<const Bytef*>(body.data()), body.size()));
}

/// A PNG of these rows, each with its filter byte in front.
std::string png(std::uint32_t width, std::uint32_t height, char bits, char colour, const std::string& rows,
                const std::string& chunks = {}) {
  std::string packed(rows.size() + 100, '\0');
  uLongf size = packed.size();
  compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(rows.data()), rows.size());
  packed.resize(size);
  const std::string head = big32(width) + big32(height) + bits + colour + std::string(3, '\0');
  return "\x89PNG\r\n\x1A\n" + chunk("IHDR", head) + chunks + chunk("IDAT", packed) + chunk("IEND", "");
}

TEST(PictureImport, DecodesAPicture) {
  // 2 × 1 pixels, 24 bits: red, then green (BMP stores blue, green, red, padded to four bytes).
  std::string bmp("BM\x3E\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x02\0\0\0\x01\0\0\0\x01\0\x18\0\0\0\0\0\x08\0\0\0", 38);
  bmp += std::string(16, '\0') + std::string("\0\0\xFF\0\xFF\0\0\0", 8);
  const auto image = picture(bmp, "a.bmp");
  ASSERT_TRUE(image) << describe(image.error());
  EXPECT_EQ(image->width, 2);
  EXPECT_EQ(image->height, 1);
  EXPECT_EQ(image->rgba, (std::vector<std::uint8_t>{255, 0, 0, 255, 0, 255, 0, 255}));
  EXPECT_TRUE(picture(bmp, "wrong-name.png")) << "known by its content";
}

TEST(PictureImport, RefusesWhatIsNoPictureNamingTheFile) {
  for (const std::string bytes : {"", "garbage", "\x89PNG\r\n\x1A\n", "GIF89a", "\xFF\xD8\xFF\xE0"}) {
    for (const std::string name : {"p.png", "p.jpg", "p.gif", "p.txt", "p"}) {
      const auto image = picture(bytes, name);
      ASSERT_FALSE(image) << name;
      EXPECT_TRUE(describe(image.error()).starts_with(name + ": ")) << describe(image.error());
      EXPECT_EQ(describe(image.error()).find('\n'), std::string::npos);
    }
  }
}

TEST(PictureImport, RefusesAPictureThatClaimsToBeHuge) {
  std::string bmp("BM\x3E\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\xFF\xFF\xFF\x3F\xFF\xFF\xFF\x3F\x01\0\x18\0\0\0\0\0\x08\0\0\0", 38);
  bmp += std::string(24, '\0');
  EXPECT_FALSE(picture(bmp, "a.bmp"));
}

TEST(PictureImport, ShowsGreysBesideATransparentGrey) {
  // Three pixels of 8 bits, the second one transparent; then the same of 2 and 16 bits.
  const std::vector<std::uint8_t> wanted = {0, 0, 0, 255, 85, 85, 85, 0, 255, 255, 255, 255};
  const std::string rows8("\0\x00\x55\xFF", 4), rows2("\0\x1C", 2), rows16("\0\x00\x00\x55\x55\xFF\xFF", 7);
  const auto clear = [](int grey) { return chunk("tRNS", big32(static_cast<std::uint64_t>(grey)).substr(2)); };
  for (const std::string& bytes :
       {png(3, 1, 8, 0, rows8, clear(0x55)), png(3, 1, 2, 0, rows2, clear(1)), png(3, 1, 16, 0, rows16, clear(0x5555))}) {
    const auto image = picture(bytes, "a.png");
    ASSERT_TRUE(image) << describe(image.error());
    EXPECT_EQ(image->rgba, wanted);
  }
}

TEST(PictureImport, RefusesACutPngAtOnceNamingThePlace) {
  const std::string whole = png(2, 1, 8, 0, std::string("\0\x10\x20", 3));
  ASSERT_TRUE(picture(whole, "a.png"));
  const auto refusalOf = [](const std::string& bytes) {
    const auto start = std::chrono::steady_clock::now();
    const auto image = picture(bytes, "a.png");
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
    return image ? "" : describe(image.error());
  };
  std::string huge = whole;
  huge.replace(8 + 25, 4, "\x7F\xFF\xFF\xFF");
  EXPECT_EQ(refusalOf(huge), "a.png: the PNG ends inside the chunk at 33");
  EXPECT_EQ(refusalOf(whole.substr(0, 40)), "a.png: the PNG ends inside the chunk at 33");
  EXPECT_EQ(refusalOf(whole.substr(0, whole.size() - 12)), "a.png: the PNG has no end");
  EXPECT_EQ(refusalOf(png(100'000, 1, 8, 0, "")), "a.png: the picture has 100000 x 1 pixels, too many");
  EXPECT_EQ(refusalOf(whole.substr(0, 8) + whole.substr(33)), "a.png: the PNG's chunk at 8 is IDAT, expected its header first, once");
}

}  // namespace
}  // namespace sepax
