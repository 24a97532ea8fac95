#pragma once

#include "core/error.h"
#include "session/figure/figure.h"

#include <string>
#include <string_view>

namespace sepax {

/// An SVG of anybody's as a picture of another format, made by the confined program sepax-import-svg: at most 16 MiB,
/// 8192 pixels a side, ten seconds and 1 GiB of memory. Files and addresses that it names are not read.
[[nodiscard]] Result<std::string> convertForeignSvg(std::string_view svg, const std::string& name, FigureFormat format,
                                                    double scale);

}  // namespace sepax
