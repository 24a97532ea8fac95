#pragma once

#include "core/error.h"

#include <string>

namespace sepax {

struct ViewportPicture;
struct ViewportState;
struct Workspace;

enum class FigureBackground { kTheme, kNone };

/// The viewport's picture as it was laid out last, as SVG with the texts of the window's font: without handles, compass and what a drag
/// says. The current ImGui font measures them.
[[nodiscard]] Result<std::string> figureSvg(const Workspace& workspace, const ViewportState& state, const ViewportPicture& picture,
                                            FigureBackground background);

}  // namespace sepax
