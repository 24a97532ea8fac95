#pragma once

#include <cstdint>
#include <vector>

namespace sepax {

struct SvgPixels {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;  ///< rows from the top; transparent where the SVG paints nothing
};

}  // namespace sepax
