#include "render/textures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace sepax {

namespace {

Image readBound(int width, int height) {
  Image image{width, height, {}};
  const std::size_t row = static_cast<std::size_t>(width) * 4;
  image.rgba.resize(row * static_cast<std::size_t>(height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
  for (int y = 0; y < height / 2; ++y) {
    const auto top = image.rgba.begin() + static_cast<std::ptrdiff_t>(row) * y;
    const auto bottom = image.rgba.begin() + static_cast<std::ptrdiff_t>(row) * (height - 1 - y);
    std::swap_ranges(top, top + static_cast<std::ptrdiff_t>(row), bottom);
  }
  return image;
}

}  // namespace

Result<void> Framebuffer::resize(int width, int height, int samples) {
  GLint largest = 1, max_samples = 0;
  glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
  glGetIntegerv(GL_MAX_SAMPLES, &max_samples);
  width = std::clamp(width, 1, static_cast<int>(largest));
  height = std::clamp(height, 1, static_cast<int>(largest));
  samples = std::clamp(samples, 0, static_cast<int>(max_samples));
  if (width == width_ && height == height_ && samples == wanted_samples_) return {};
  if (texture_.name() == 0) {
    texture_ = GlTexture::make();
    resolved_ = GlFramebuffer::make();
    drawn_ = GlFramebuffer::make();
    colour_ = GlRenderbuffer::make();
    depth_ = GlRenderbuffer::make();
  }
  width_ = width;
  height_ = height;
  wanted_samples_ = samples;
  bool complete = allocate(samples);
  while (!complete && samples > 0) {
    samples = samples > 1 ? samples / 2 : 0;
    complete = allocate(samples);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  if (complete) return {};
  wanted_samples_ = -1;
  return fail(ErrorCode::kInternal, "",
              fmt::format("the OpenGL driver refused a picture of {} × {} pixels", width, height));
}

bool Framebuffer::allocate(int samples) {
  samples_ = samples;
  glBindTexture(GL_TEXTURE_2D, texture_.name());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width_, height_, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
    glTexParameteri(GL_TEXTURE_2D, filter, GL_LINEAR);
  for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T})
    glTexParameteri(GL_TEXTURE_2D, wrap, GL_CLAMP_TO_EDGE);
  glBindTexture(GL_TEXTURE_2D, 0);
  glBindRenderbuffer(GL_RENDERBUFFER, colour_.name());
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_RGBA8, width_, height_);
  glBindRenderbuffer(GL_RENDERBUFFER, depth_.name());
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_DEPTH_COMPONENT24, width_, height_);
  glBindRenderbuffer(GL_RENDERBUFFER, 0);

  glBindFramebuffer(GL_FRAMEBUFFER, resolved_.name());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_.name(), 0);
  const bool readable = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
  glBindFramebuffer(GL_FRAMEBUFFER, drawn_.name());
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour_.name());
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth_.name());
  return readable && glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

void Framebuffer::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, drawn_.name());
  glViewport(0, 0, width_, height_);
}

void Framebuffer::resolve() const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, drawn_.name());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved_.name());
  glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

Image Framebuffer::read() const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, resolved_.name());
  Image image = readBound(width_, height_);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  return image;
}

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
