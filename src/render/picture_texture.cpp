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
        const int sum =
            at(2 * x, 2 * y, c) + at(2 * x + 1, 2 * y, c) + at(2 * x, 2 * y + 1, c) + at(2 * x + 1, 2 * y + 1, c);
        out[next++] = static_cast<std::uint8_t>((sum + 2) / 4);
      }
    }
  }
  width = w;
  height = h;
  return out;
}

/// The chosen channels as pixels of their own. Not by texture swizzle: OpenGL ES in a browser has none.
std::vector<std::uint8_t> chosen(std::span<const std::uint8_t> rgba, const std::array<int, 4>& channels) {
  std::vector<std::uint8_t> out(rgba.size());
  for (std::size_t i = 0; i + 4 <= rgba.size(); i += 4) {
    for (std::size_t c = 0; c < 4; ++c) {
      const auto source = static_cast<std::size_t>(channels[c]);
      out[i + c] = source < 4 ? rgba[i + source] : 255;
    }
  }
  return out;
}

}  // namespace

GLuint PictureTexture::name() {
  if (texture_.name() == 0) texture_ = GlTexture::make();
  return texture_.name();
}

void PictureTexture::upload(int width, int height, std::span<const std::uint8_t> rgba,
                            const std::array<int, 4>& channels) {
  GLint largest = 1;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  std::vector<std::uint8_t> smaller;
  while (std::max(width, height) > largest) {
    smaller = halved(rgba, width, height);
    rgba = smaller;
  }
  std::vector<std::uint8_t> shown;
  if (channels != std::array{0, 1, 2, 3}) rgba = shown = chosen(rgba, channels);
  glBindTexture(GL_TEXTURE_2D, name());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
  glGenerateMipmap(GL_TEXTURE_2D);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T})
    glTexParameteri(GL_TEXTURE_2D, wrap, GL_CLAMP_TO_EDGE);
  glBindTexture(GL_TEXTURE_2D, 0);
}

void PictureTexture::repeat() {
  glBindTexture(GL_TEXTURE_2D, name());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T}) glTexParameteri(GL_TEXTURE_2D, wrap, GL_REPEAT);
  glBindTexture(GL_TEXTURE_2D, 0);
}

}  // namespace sepax
