#include "draw/gif.h"

#include "geom/random.h"

#include <SDL.h>
#include <SDL_image.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace sepax {
namespace {

using Animation = std::unique_ptr<IMG_Animation, decltype(&IMG_FreeAnimation)>;

/// Read by SDL_image, which has a GIF reader of its own.
Animation readByOthers(const std::string& gif) {
  SDL_RWops* const stream = SDL_RWFromConstMem(gif.data(), static_cast<int>(gif.size()));
  Animation animation(IMG_LoadGIFAnimation_RW(stream), IMG_FreeAnimation);
  SDL_RWclose(stream);
  return animation;
}

/// The largest difference of a colour between a picture and frame `i`.
int worstError(const IMG_Animation& animation, int i, const Picture& picture) {
  SDL_Surface* const surface = SDL_ConvertSurfaceFormat(animation.frames[i], SDL_PIXELFORMAT_RGBA32, 0);
  int worst = 0;
  for (int y = 0; y < picture.height; ++y) {
    const auto* row = static_cast<const std::uint8_t*>(surface->pixels) + y * surface->pitch;
    for (int x = 0; x < picture.width; ++x) {
      for (int c = 0; c < 3; ++c)
        worst = std::max(
            worst, std::abs(row[x * 4 + c] - picture.rgba[static_cast<std::size_t>((y * picture.width + x) * 4 + c)]));
    }
  }
  SDL_FreeSurface(surface);
  return worst;
}

Picture plain(int width, int height, std::uint8_t value) {
  return {width, height, std::vector<std::uint8_t>(static_cast<std::size_t>(width * height * 4), value)};
}

void paint(Picture& picture, int x, int y, std::uint8_t r, std::uint8_t g, std::uint8_t b) {
  const auto at = static_cast<std::size_t>((y * picture.width + x) * 4);
  picture.rgba[at] = r;
  picture.rgba[at + 1] = g;
  picture.rgba[at + 2] = b;
}

TEST(Gif, EveryPictureIsReadBackWithItsTimeThoughOnlyChangesAreKept) {
  SplitMix64 random{5};
  const auto below = [&](int count) { return static_cast<int>(random.next() % static_cast<std::uint64_t>(count)); };
  constexpr int kWidth = 61, kHeight = 47, kPictures = 40;
  auto gif = GifWriter::begin(kWidth, kHeight);
  ASSERT_TRUE(gif);
  Picture picture = plain(kWidth, kHeight, 255);
  std::vector<Picture> pictures;
  int unchanged = 0, at_the_rims = 0;
  for (int i = 0; i < kPictures; ++i) {
    const int changes = i == 0 ? 0 : below(4);
    unchanged += i > 0 && changes == 0;
    for (int k = 0; k < changes; ++k) {
      const int x = below(5) == 0 ? kWidth - 1 : below(kWidth), y = below(kHeight);
      at_the_rims += x == kWidth - 1;
      paint(picture, x, y, static_cast<std::uint8_t>(below(256)), 30, 220);
    }
    pictures.push_back(picture);
    ASSERT_TRUE(gif->add(picture, 0.05 + 0.01 * i));
  }
  EXPECT_GT(unchanged, 3);
  EXPECT_GT(at_the_rims, 5);
  const auto bytes = gif->finish();
  ASSERT_TRUE(bytes);
  EXPECT_LT(bytes->size(), 40'000u) << "a picture that differs in three pixels is small";
  EXPECT_NE(bytes->find("NETSCAPE2.0"), std::string::npos) << "it plays for ever";
  const Animation read = readByOthers(*bytes);
  ASSERT_NE(read, nullptr) << IMG_GetError();
  ASSERT_EQ(read->count, kPictures);
  int worst = 0;
  for (int i = 0; i < kPictures; ++i) {
    EXPECT_EQ(read->delays[i], 50 + 10 * i);
    worst = std::max(worst, worstError(*read, i, pictures[static_cast<std::size_t>(i)]));
  }
  std::cout << "worst error of a colour " << worst << " of 255\n";
  EXPECT_LE(worst, 7);
}

TEST(Gif, WhiteStaysWhite) {
  // giflib's own choice of colours makes it 248.
  auto gif = GifWriter::begin(8, 8);
  ASSERT_TRUE(gif);
  const Picture white = plain(8, 8, 255);
  ASSERT_TRUE(gif->add(white, 1));
  const auto bytes = gif->finish();
  ASSERT_TRUE(bytes);
  const Animation read = readByOthers(*bytes);
  ASSERT_NE(read, nullptr) << IMG_GetError();
  EXPECT_EQ(worstError(*read, 0, white), 0);
}

}  // namespace
}  // namespace sepax
