#pragma once

#include "core/error.h"
#include "media/picture.h"

#include <string>
#include <string_view>

namespace sepax {

// An SVG as files that hold pixels or pages.

/// Who made it. Our own has no limit on its size: that would only refuse large scenes. Others are read by a confined
/// program alone (session/figure/figure.h), with the limits of librsvg.
enum class SvgSource { kOurs, kForeign };

/// `scale` times as large as it says of itself, > 0. An error when a side would have more than kMaxSvgSide pixels, of
/// foreign SVG more than kMaxForeignSvgSide.
[[nodiscard]] Result<Picture> pixelsOfSvg(std::string_view svg, double scale, SvgSource source = SvgSource::kOurs);
/// Where a picture is refused since it is drawn later: whether one has come since this was asked last.
[[nodiscard]] bool havePixelsCome();
inline constexpr int kMaxSvgSide = 16384, kMaxForeignSvgSide = 8192;
/// The SVG as a PNG.
[[nodiscard]] Result<std::string> pngOfSvg(std::string_view svg, double scale, SvgSource source = SvgSource::kOurs);

/// Lines as lines, texts as texts. Equal SVGs give equal bytes.
[[nodiscard]] Result<std::string> pdfOfSvg(std::string_view svg, SvgSource source = SvgSource::kOurs);

}  // namespace sepax
