#include "core/gzip.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace sepax {
namespace {

std::span<const std::byte> gzipBytes(const std::string& text) { return std::as_bytes(std::span(text)); }

TEST(Gzip, UnpacksWhatItPacksInWhateverPieces) {
  std::mt19937 random(3);
  for (int round = 0; round < 60; ++round) {
    std::string text(random() % 300'000, '\0');
    const auto letters = static_cast<unsigned>(1 + random() % 255);  // from what packs well to what does not
    for (char& c : text) c = static_cast<char>(random() % letters);
    Gzip gzip;
    std::string packed, back;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t size = std::min<std::size_t>(1 + random() % 100'000, text.size() - at);
      gzip.pack(std::string_view(text).substr(at, size), packed);
      at += size;
    }
    gzip.finish(packed);
    EXPECT_TRUE(startsLikeGzip(gzipBytes(packed)));
    Gunzip gunzip;
    for (std::size_t at = 0; at < packed.size();) {
      const std::size_t size = std::min<std::size_t>(1 + random() % 5'000, packed.size() - at);
      ASSERT_TRUE(gunzip.unpack(gzipBytes(packed).subspan(at, size), back));
      at += size;
    }
    ASSERT_EQ(back, text) << "round " << round;
  }
}

TEST(Gzip, SaysThatOtherBytesAreNone) {
  Gunzip gunzip;
  std::string out;
  EXPECT_FALSE(gunzip.unpack(gzipBytes("{\"sepax_log\": 1}"), out));
  EXPECT_FALSE(startsLikeGzip(gzipBytes("{")));
  EXPECT_FALSE(startsLikeGzip({}));
}

}  // namespace
}  // namespace sepax
