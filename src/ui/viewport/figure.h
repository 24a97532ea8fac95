#pragma once

#include "core/error.h"
#include "session/figure/figure.h"
#include "session/film.h"

#include <string>
#include <vector>

namespace sepax {

/// The viewport's present picture as SVG, and right of it, as large, what stands beside it: with the texts of the
/// window's font, which the current ImGui font measures, without handles, compass and what a drag says. The caption
/// stands below on the left; empty: none.
[[nodiscard]] Result<std::string> figureSvg(Workspace& workspace, const ViewSize& view, FigureBackground background,
                                            const std::string& caption = {});

/// All pictures of a figure at once, in the workspace's own theme: one, or for formats that play all of a film (where
/// that is not offered, of the likely one). An error when nothing plays.
[[nodiscard]] Result<std::vector<FigureFrame>> figureFrames(Workspace& workspace, const ViewSize& view,
                                                            FigureFormat format, FigureBackground background,
                                                            std::optional<Film> film);

/// Makes what workspace.figure asks for by view.figure: a still picture at once, of a film a picture a frame, which a
/// job then encodes.
void followFigure(Workspace& workspace, const ViewSize& view);

}  // namespace sepax
