#include "media/picture_import.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace sepax {
namespace {

Result<Picture> picture(const std::string& bytes, const std::string& name) {
  return importPicture(std::as_bytes(std::span(bytes)), name);
}

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
                const std::string& chunks = {}, char interlaced = 0) {
  std::string packed(rows.size() + 100, '\0');
  uLongf size = packed.size();
  compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(rows.data()), rows.size());
  packed.resize(size);
  const std::string head = big32(width) + big32(height) + bits + colour + std::string(2, '\0') + interlaced;
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

TEST(PictureImport, DecodesTgaWithAndWithoutRuns) {
  // 2 × 2 pixels of 32 bits from the upper left: blue, green, red, alpha.
  const std::string head("\0\0\x02\0\0\0\0\0\0\0\0\0\x02\0\x02\0\x20\x28", 18);
  const std::string red("\0\0\xFF\xFF", 4), clear_green("\0\xFF\0\0", 4);
  const auto plain = picture(head + red + red + clear_green + clear_green, "a.tga");
  ASSERT_TRUE(plain) << describe(plain.error());
  const std::vector<std::uint8_t> expected{255, 0, 0, 255, 255, 0, 0, 255, 0, 255, 0, 0, 0, 255, 0, 0};
  EXPECT_EQ(plain->rgba, expected);
  std::string packed = head;
  packed[2] = 10;
  const auto runs = picture(packed + "\x81" + red + "\x81" + clear_green, "a.tga");
  ASSERT_TRUE(runs) << describe(runs.error());
  EXPECT_EQ(runs->rgba, expected);
}

/// A JPEG of 8 × 8 pixels of one colour: of each channel one coefficient, in codes of four bits for how long it is.
std::string jpegOf(const std::vector<int>& channels, const std::string& segments) {
  const auto segment = [](int kind, const std::string& data) {
    return std::string("\xFF") + static_cast<char>(kind) + big32(data.size() + 2).substr(2) + data;
  };
  std::string frame("\x08\0\x08\0\x08", 5), scan, bits;
  frame += static_cast<char>(channels.size());
  for (std::size_t c = 0; c < channels.size(); ++c) {
    frame += std::string(1, static_cast<char>(c + 1)) + std::string("\x11\0", 2);
    scan += std::string(1, static_cast<char>(c + 1)) + '\0';
    const int value = channels[c] - 128;
    int size = 0;
    while (std::abs(value) >> size != 0) ++size;
    for (int i = 3; i >= 0; --i) bits += (size >> i & 1) != 0 ? '1' : '0';
    const int coded = value < 0 ? value + (1 << size) - 1 : value;
    for (int i = size - 1; i >= 0; --i) bits += (coded >> i & 1) != 0 ? '1' : '0';
    bits += '0';  // no others
  }
  std::string data;
  for (; bits.size() % 8 != 0; bits += '1') continue;
  for (std::size_t i = 0; i < bits.size(); i += 8) {
    data += static_cast<char>(std::stoi(bits.substr(i, 8), nullptr, 2));
    if (data.back() == '\xFF') data += '\0';
  }
  const std::string lengths =
      std::string("\0\0\0\x09", 4) + std::string(12, '\0') + std::string("\0\1\2\3\4\5\6\7\x08", 9);
  return "\xFF\xD8" + segments + segment(0xDB, '\0' + std::string(64, '\x08')) + segment(0xC0, frame) +
         segment(0xC4, '\0' + lengths) + segment(0xC4, std::string("\x10\1", 2) + std::string(16, '\0')) +
         segment(0xDA, static_cast<char>(channels.size()) + scan + std::string("\0\x3F\0", 3)) + data + "\xFF\xD9";
}

TEST(PictureImport, ShowsTheInksOfAJpegAsTheyArePrinted) {
  const std::string adobe = "\xFF\xEE" + std::string("\0\x0E", 2) + "Adobe" + std::string("\0\x64\0\0\0\0\0", 7);
  struct Row {
    std::vector<int> channels;  // Adobe writes 255 for no ink
    std::array<std::uint8_t, 4> wanted;
  };
  for (const Row& row : {Row{{255, 0, 0, 255}, {255, 0, 0, 255}}, Row{{0, 255, 255, 255}, {0, 255, 255, 255}},
                         Row{{255, 255, 255, 0}, {0, 0, 0, 255}}, Row{{200, 100, 255, 128}, {100, 50, 128, 255}}}) {
    const auto image = picture(jpegOf(row.channels, adobe), "a.jpg");
    ASSERT_TRUE(image) << describe(image.error());
    for (std::size_t c = 0; c < 4; ++c) EXPECT_NEAR(image->rgba[c], row.wanted[c], 2) << c;
  }
  const auto plain = picture(jpegOf({200}, ""), "a.jpg");
  ASSERT_TRUE(plain) << describe(plain.error());
  EXPECT_EQ(static_cast<int>(plain->rgba[0]), 200);
  const auto unsaid = picture(jpegOf({255, 0, 0, 255}, ""), "a.jpg");
  ASSERT_FALSE(unsaid);
  EXPECT_NE(unsaid.error().message.find("does not say which ones"), std::string::npos) << unsaid.error().message;
}

std::string lowFirst(std::uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> 8 * i);
  return out;
}

/// A TIFF of one row of RGBA pixels, whose alpha is of that kind.
std::string tiff(const std::string& rgba, std::uint64_t alpha, bool is_little) {
  const auto put = [&](std::uint64_t value, int bytes) {
    std::string out = lowFirst(value, bytes);
    return is_little ? out : std::string(out.rbegin(), out.rend());
  };
  const std::uint64_t kPixelsAt = 8, kBitsAt = kPixelsAt + rgba.size(), kFolderAt = kBitsAt + 8, kWord = 3, kLong = 4;
  const auto entry = [&](std::uint64_t tag, std::uint64_t type, std::uint64_t count, std::uint64_t value) {
    const bool is_word = type == kWord && count == 1;
    return put(tag, 2) + put(type, 2) + put(count, 4) +
           (is_word ? put(value, 2) + std::string(2, '\0') : put(value, 4));
  };
  std::string bits;
  for (int i = 0; i < 4; ++i) bits += put(8, 2);
  return (is_little ? "II" : "MM") + put(42, 2) + put(kFolderAt, 4) + rgba + bits + put(11, 2) +
         entry(256, kWord, 1, rgba.size() / 4) + entry(257, kWord, 1, 1) + entry(258, kWord, 4, kBitsAt) +
         entry(259, kWord, 1, 1) + entry(262, kWord, 1, 2) + entry(273, kLong, 1, kPixelsAt) + entry(277, kWord, 1, 4) +
         entry(278, kWord, 1, 1) + entry(279, kLong, 1, rgba.size()) + entry(284, kWord, 1, 1) +
         entry(338, kWord, 1, alpha) + put(0, 4);
}

TEST(PictureImport, ShowsATiffsColoursWhateverKindItsAlphaIs) {
  constexpr std::uint64_t kMultiplied = 1, kPlain = 2;
  const std::string plain("\xC8\x64\x00\x80\xFF\x00\x40\xFF\x12\x34\x56\x00", 12);
  const std::string multiplied("\x64\x32\x00\x80\xFF\x00\x40\xFF\x00\x00\x00\x00", 12);
  for (const auto& [bytes, alpha] : {std::pair{plain, kPlain}, std::pair{multiplied, kMultiplied}}) {
    for (const bool is_little : {true, false}) {
      const auto image = picture(tiff(bytes, alpha, is_little), "a.tif");
      ASSERT_TRUE(image) << describe(image.error());
      ASSERT_EQ(image->rgba.size(), 12u);
      const std::vector<int> wanted = {200, 100, 0, 128, 255, 0, 64, 255};
      for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(image->rgba[i], wanted[i], 1) << i << " " << alpha;
      EXPECT_EQ(image->rgba[11], 0);
    }
  }
}

std::string riff(const std::string& kind, const std::string& data) {
  return kind + lowFirst(data.size(), 4) + data + std::string(data.size() % 2, '\0');
}

/// The bits of a lossless WebP of one colour: each of its codes has one symbol, so that pixels need no bits.
std::string losslessOf(std::uint32_t width, std::uint32_t height, const std::array<std::uint8_t, 4>& rgba) {
  std::uint64_t bits = 0;
  int count = 0;
  std::string out(1, '\x2F');
  const auto put = [&](std::uint64_t value, int size) {
    bits |= value << count;
    for (count += size; count >= 8; count -= 8, bits >>= 8) out += static_cast<char>(bits & 0xFF);
  };
  put(width - 1, 14);
  put(height - 1, 14);
  put(1, 1);  // has alpha
  put(0, 3 + 1 + 1 + 1);
  for (const int channel : {1, 0, 2, 3}) {
    put(0b101, 3);  // one symbol of eight bits
    put(rgba[static_cast<std::size_t>(channel)], 8);
  }
  put(0b0001, 4);
  put(0, 7);
  return out;
}

TEST(PictureImport, ShowsTheFirstFrameOfAnAnimatedWebp) {
  const auto frame = [](const std::array<std::uint8_t, 4>& rgba) {
    const std::string head = lowFirst(0, 6) + lowFirst(2, 3) + lowFirst(1, 3) + lowFirst(100, 3) + '\0';
    return riff("ANMF", head + riff("VP8L", losslessOf(3, 2, rgba)));
  };
  const std::string chunks = riff("VP8X", lowFirst(0x12, 4) + lowFirst(2, 3) + lowFirst(1, 3)) +
                             riff("ANIM", lowFirst(0, 6)) + riff("EXIF", "odd") + frame({10, 200, 30, 128}) +
                             frame({255, 0, 0, 255});
  const auto first = picture(riff("RIFF", "WEBP" + chunks), "a.webp");
  ASSERT_TRUE(first) << describe(first.error());
  EXPECT_EQ(first->width, 3);
  EXPECT_EQ(first->height, 2);
  ASSERT_EQ(first->rgba.size(), 24u);
  EXPECT_EQ(std::vector(first->rgba.begin(), first->rgba.begin() + 4), (std::vector<std::uint8_t>{10, 200, 30, 128}));
  const auto still = picture(riff("RIFF", "WEBP" + riff("VP8L", losslessOf(3, 2, {10, 200, 30, 128}))), "a.webp");
  ASSERT_TRUE(still) << describe(still.error());
  EXPECT_EQ(still->rgba, first->rgba);
  for (const std::size_t cut : {20u, 50u, 70u, 76u})
    EXPECT_FALSE(picture(riff("RIFF", "WEBP" + chunks.substr(0, cut)), "a.webp")) << "before its first frame ends";
}

TEST(PictureImport, DecodesHdrWithAllAboveOneAsWhite) {
  // Pixels of shared exponents: mantissa / 256 · 2^(exponent − 128): 1 0 0, and 4 4 4.
  const std::string hdr =
      "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 2\n" + std::string("\x80\0\0\x81\x80\x80\x80\x83", 8);
  const auto image = picture(hdr, "sky.hdr");
  ASSERT_TRUE(image) << describe(image.error());
  EXPECT_EQ(image->rgba, (std::vector<std::uint8_t>{255, 0, 0, 255, 255, 255, 255, 255}));
  EXPECT_TRUE(picture(hdr, "sky.bytes")) << "known by its content";
}

TEST(PictureImport, RefusesAnHdrThatEndsInsideItsRuns) {
  const std::string head = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 8\n";
  const std::string row = std::string("\2\2\0\x08", 4) + "\x88\x80\x88\x80\x88\x80\x88\x81";
  EXPECT_TRUE(picture(head + row + row, "sky.hdr"));
  const std::size_t mark = 4;  // of a row with runs
  for (std::size_t size = row.size() + mark; size < 2 * row.size(); ++size) {
    const auto cut = picture(head + (row + row).substr(0, size), "sky.hdr");
    ASSERT_FALSE(cut) << size;
    EXPECT_EQ(cut.error().message, "the picture ends before its last row") << size;
  }
}

TEST(PictureImport, DecodesThePictureOfAPhotoshopFile) {
  // 2 × 1 pixels, three channels of 8 bits, not packed, one channel after the other.
  const std::string head =
      "8BPS" + std::string("\0\1\0\0\0\0\0\0\0\3", 10) + big32(1) + big32(2) + std::string("\0\x08\0\3", 4);
  const std::string psd = head + big32(0) + big32(0) + big32(0) + std::string(2, '\0') + "\xFF\x10\x20\xFF\x30\x40";
  const auto image = picture(psd, "a.psd");
  ASSERT_TRUE(image) << describe(image.error());
  EXPECT_EQ(image->rgba, (std::vector<std::uint8_t>{255, 32, 48, 255, 16, 255, 64, 255}));
  std::string huge = psd;
  huge.replace(14, 8, big32(30'000) + big32(30'000));
  ASSERT_FALSE(picture(huge, "a.psd"));
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
  std::string bmp(
      "BM\x3E\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\xFF\xFF\xFF\x3F\xFF\xFF\xFF\x3F\x01\0\x18\0\0\0\0\0\x08\0\0\0", 38);
  bmp += std::string(24, '\0');
  EXPECT_FALSE(picture(bmp, "a.bmp"));
}

TEST(PictureImport, ShowsGreysBesideATransparentGrey) {
  // Three pixels of 8 bits, the second one transparent; then the same of 2 and 16 bits.
  const std::vector<std::uint8_t> wanted = {0, 0, 0, 255, 85, 85, 85, 0, 255, 255, 255, 255};
  const std::string rows8("\0\x00\x55\xFF", 4), rows2("\0\x1C", 2), rows16("\0\x00\x00\x55\x55\xFF\xFF", 7);
  const auto clear = [](int grey) { return chunk("tRNS", big32(static_cast<std::uint64_t>(grey)).substr(2)); };
  for (const std::string& bytes : {png(3, 1, 8, 0, rows8, clear(0x55)), png(3, 1, 2, 0, rows2, clear(1)),
                                   png(3, 1, 16, 0, rows16, clear(0x5555))}) {
    const auto image = picture(bytes, "a.png");
    ASSERT_TRUE(image) << describe(image.error());
    EXPECT_EQ(image->rgba, wanted);
  }
}

TEST(PictureImport, ShowsInterlacedPicturesAsPlainOnes) {
  constexpr std::uint32_t kWidth = 11, kHeight = 10;
  constexpr std::uint32_t kPasses[][4] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                                          {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};  // of Adam7: from x y, steps
  struct Kind {
    char bits, colour;
    std::uint32_t channels;
  };
  for (const Kind kind :
       {Kind{16, 0, 1}, Kind{16, 2, 3}, Kind{16, 4, 2}, Kind{16, 6, 4}, Kind{8, 0, 1}, Kind{8, 6, 4}}) {
    const auto sample = [&](std::uint32_t x, std::uint32_t y) {
      std::string out;
      for (std::uint32_t c = 0; c < kind.channels; ++c) {
        const auto value = static_cast<char>(x * 23 + y * 17 + c * 70);
        out += kind.bits == 16 ? std::string(2, value) : std::string(1, value);
      }
      return out;
    };
    std::string plain, passes;
    for (std::uint32_t y = 0; y < kHeight; ++y) {
      plain += '\0';
      for (std::uint32_t x = 0; x < kWidth; ++x) plain += sample(x, y);
    }
    for (const auto& [left, top, right_step, down_step] : kPasses) {
      for (std::uint32_t y = top; y < kHeight; y += down_step) {
        passes += '\0';
        for (std::uint32_t x = left; x < kWidth; x += right_step) passes += sample(x, y);
      }
    }
    const auto straight = picture(png(kWidth, kHeight, kind.bits, kind.colour, plain), "a.png");
    const auto woven = picture(png(kWidth, kHeight, kind.bits, kind.colour, passes, {}, 1), "a.png");
    ASSERT_TRUE(straight && woven);
    EXPECT_EQ(static_cast<int>(straight->rgba[4]), 23) << "as 16 bits hold it twice";
    EXPECT_EQ(woven->rgba, straight->rgba) << int{kind.bits} << " bits, colour " << int{kind.colour};
  }
}

TEST(PictureImport, RefusesACutPngNamingThePlaceWithoutAnImporter) {
  const std::string whole = png(2, 1, 8, 0, std::string("\0\x10\x20", 3));
  ASSERT_TRUE(picture(whole, "a.png"));
  const auto refusalOf = [](const std::string& bytes) {
    const auto image = picture(bytes, "a.png");
    return image ? "" : describe(image.error());
  };
  std::string huge = whole;
  huge.replace(8 + 25, 4, "\x7F\xFF\xFF\xFF");
  EXPECT_EQ(refusalOf(huge), "a.png: the PNG ends inside the chunk at 33");
  EXPECT_EQ(refusalOf(whole.substr(0, 40)), "a.png: the PNG ends inside the chunk at 33");
  EXPECT_EQ(refusalOf(whole.substr(0, whole.size() - 12)), "a.png: the PNG has no end");
  EXPECT_EQ(refusalOf(png(100'000, 1, 8, 0, "")), "a.png: the picture has 100000 x 1 pixels, too many");
  EXPECT_EQ(refusalOf(whole.substr(0, 8) + whole.substr(33)),
            "a.png: the PNG's chunk at 8 is IDAT, expected its header first, once");
}

}  // namespace
}  // namespace sepax
