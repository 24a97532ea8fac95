#pragma once

#include "core/error.h"
#include "media/picture.h"

#include <string>
#include <string_view>

namespace sepax {

// An SVG as files that hold pixels or pages.

/// `scale` times as large as it says of itself, > 0. An error when a side would have more than kMaxSvgSide pixels.
[[nodiscard]] Result<Picture> pixelsOfSvg(std::string_view svg, double scale);
inline constexpr int kMaxSvgSide = 16384;
/// The SVG as a PNG.
[[nodiscard]] Result<std::string> pngOfSvg(std::string_view svg, double scale);

/// Lines as lines, texts as texts. Equal SVGs give equal bytes.
[[nodiscard]] Result<std::string> pdfOfSvg(std::string_view svg);

}  // namespace sepax
