#pragma once

#include "lab/paste/found.h"

#include <string_view>

namespace sepax::paste {

/// Whether the text holds a WKT polygon or points (OGC 06-103r4).
[[nodiscard]] bool holdsWkt(std::string_view text);

/// Every polygon's outer ring, every MULTIPOINT as a hull. Holes are named and left out.
void readWkt(std::string_view text, Findings& findings);

}  // namespace sepax::paste
