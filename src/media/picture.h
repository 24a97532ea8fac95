#pragma once

#include <cstdint>
#include <vector>

namespace sepax {

/// A decoded picture: rows from the top, four bytes a pixel (red, green, blue, alpha; sRGB, alpha not multiplied in).
struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;
};

}  // namespace sepax
