#include "render/textures.h"

#include "render/offscreen_gl.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace sepax {
namespace {

using Pixels = std::vector<std::uint8_t>;

Pixels pixelsOf(PictureTexture& texture, int count) {
  Pixels pixels(static_cast<std::size_t>(count) * 4);
  glBindTexture(GL_TEXTURE_2D, texture.name());
  glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  glBindTexture(GL_TEXTURE_2D, 0);
  return pixels;
}

// A swizzled texture passed on a desktop and fails in a browser: the pixels themselves must be the chosen channels.
TEST(PictureTexture, HoldsTheChosenChannelsThemselvesUnderOneName) {
  OffscreenGl gl;
  if (!gl.problem().empty()) {
    if (OffscreenGl::isRequired()) FAIL() << "no OpenGL: " << gl.problem();
    GTEST_SKIP() << "no OpenGL: " << gl.problem();
  }
  const Pixels picture{10, 20, 30, 40, 250, 240, 230, 0};
  PictureTexture texture;
  const GLuint name = texture.name();
  texture.upload(2, 1, picture, {0, 1, 2, 3});
  EXPECT_EQ(pixelsOf(texture, 2), picture);
  texture.upload(2, 1, picture, {1, 1, 1, 4});
  EXPECT_EQ(pixelsOf(texture, 2), (Pixels{20, 20, 20, 255, 240, 240, 240, 255}));
  texture.upload(2, 1, picture, {3, 3, 3, 4});
  EXPECT_EQ(pixelsOf(texture, 2), (Pixels{40, 40, 40, 255, 0, 0, 0, 255}));
  EXPECT_EQ(texture.name(), name);
}

}  // namespace
}  // namespace sepax
