#pragma once

#include "render/gl_object.h"

#include <array>
#include <cstdint>
#include <span>

namespace sepax {

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
