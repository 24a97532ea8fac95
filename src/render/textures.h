#pragma once

#include "core/error.h"
#include "render/gl_object.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sepax {

/// 8-bit RGBA pixels, top row first.
struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;
};

/// A picture to draw into: multisampled colour and depth, resolved into a texture that others show or read.
class Framebuffer {
 public:
  /// Makes the storage fit; cheap when nothing changed. Sides are clamped to 1 … the driver's limit. Falls back to
  /// fewer samples, down to none, when the driver refuses; an error only when it refuses all.
  [[nodiscard]] Result<void> resize(int width, int height, int samples = kUsualSamples);
  static constexpr int kUsualSamples = 4;  ///< of a pixel

  /// Directs drawing here, viewport included.
  void bind() const;
  /// Brings the drawn samples into the texture and directs drawing back to the window.
  void resolve() const;

  [[nodiscard]] GLuint texture() const { return texture_.name(); }  ///< RGBA8, bottom row first as OpenGL has it
  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] int samples() const { return samples_; }  ///< what the driver agreed to; 0 = not multisampled

  /// The resolved picture.
  [[nodiscard]] Image read() const;

 private:
  [[nodiscard]] bool allocate(int samples);

  GlTexture texture_;
  GlFramebuffer resolved_, drawn_;
  GlRenderbuffer colour_, depth_;
  int width_ = 0, height_ = 0, wanted_samples_ = -1, samples_ = 0;
};

/// A decoded picture as a texture: smooth when made smaller, its pixels as squares when made larger.
class PictureTexture {
 public:
  /// Takes `width` × `height` pixels of four bytes, rows from the top, and of them what `channels` says: the picture's
  /// channel (0..3, or 4: always full) that each shown one is taken from. Halved until it is no larger than the driver
  /// takes. The texture keeps its name.
  void upload(int width, int height, std::span<const std::uint8_t> rgba, const std::array<int, 4>& channels);

  /// Goes on beyond its edges and is smooth when made larger, as surfaces have it.
  void repeat();

  [[nodiscard]] GLuint name();

 private:
  GlTexture texture_;
};

}  // namespace sepax
