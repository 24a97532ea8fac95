#include "render/picture_texture.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace sepax {
namespace {

/// Every second row and column averaged.
std::vector<std::uint8_t> halved(std::span<const std::uint8_t> rgba, int& width, int& height) {
  const int w = std::max(width / 2, 1), h = std::max(height / 2, 1);
  std::vector<std::uint8_t> out(static_cast<std::size_t>(w) * static_cast<std::size_t>(h) * 4);
  const auto at = [&](int x, int y, int c) {
    return rgba[(static_cast<std::size_t>(std::min(y, height - 1)) * static_cast<std::size_t>(width) +
                 static_cast<std::size_t>(std::min(x, width - 1))) *
                    4 +
                static_cast<std::size_t>(c)];
  };
  std::size_t next = 0;
  for (int y = 0; y < h; ++y) {
    for (int x = 0; x < w; ++x) {
      for (int c = 0; c < 4; ++c) {
        const int sum = at(2 * x, 2 * y, c) + at(2 * x + 1, 2 * y, c) + at(2 * x, 2 * y + 1, c) + at(2 * x + 1, 2 * y + 1, c);
        out[next++] = static_cast<std::uint8_t>((sum + 2) / 4);
      }
    }
  }
  width = w;
  height = h;
  return out;
}

}  // namespace

GLuint PictureTexture::name() {
  if (texture_.name() == 0) texture_ = GlTexture::make();
  return texture_.name();
}

void PictureTexture::upload(int width, int height, std::span<const std::uint8_t> rgba) {
  GLint largest = 1;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  std::vector<std::uint8_t> smaller;
  while (std::max(width, height) > largest) {
    smaller = halved(rgba, width, height);
    rgba = smaller;
  }
  glBindTexture(GL_TEXTURE_2D, name());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
  glGenerateMipmap(GL_TEXTURE_2D);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T}) glTexParameteri(GL_TEXTURE_2D, wrap, GL_CLAMP_TO_EDGE);
  glBindTexture(GL_TEXTURE_2D, 0);
}

void PictureTexture::show(const std::array<int, 4>& channels) {
  static constexpr std::array<GLint, 5> kSources{GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA, GL_ONE};
  static constexpr std::array<GLenum, 4> kTargets{GL_TEXTURE_SWIZZLE_R, GL_TEXTURE_SWIZZLE_G, GL_TEXTURE_SWIZZLE_B, GL_TEXTURE_SWIZZLE_A};
  glBindTexture(GL_TEXTURE_2D, name());
  for (std::size_t i = 0; i < channels.size(); ++i) {
    glTexParameteri(GL_TEXTURE_2D, kTargets[i], kSources[static_cast<std::size_t>(channels[i])]);
  }
  glBindTexture(GL_TEXTURE_2D, 0);
}

}  // namespace sepax
