#pragma once

#include "core/error.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {

// An SVG as files that hold pixels or pages.

struct SvgPixels {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;  ///< rows from the top; what the SVG leaves free is transparent
};

/// `scale` times as large as it says of itself, > 0. An error when a side would have more than kMaxSvgSide pixels.
[[nodiscard]] Result<SvgPixels> pixelsOfSvg(std::string_view svg, double scale);
inline constexpr int kMaxSvgSide = 16384;
/// The same as a PNG.
[[nodiscard]] Result<std::string> pngOfSvg(std::string_view svg, double scale);

/// Lines as lines, texts as texts. The same SVG gives the same bytes.
[[nodiscard]] Result<std::string> pdfOfSvg(std::string_view svg);


}  // namespace sepax
