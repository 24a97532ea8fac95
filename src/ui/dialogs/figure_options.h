#pragma once

#include <string>

namespace sepax {

struct FigureOptions;
struct Workspace;

/// Draws the options of a picture to be saved: its format, which is the ending of `file_name`, colours, background,
/// size, and what plays.
void drawFigureOptions(std::string& file_name, const Workspace& workspace, FigureOptions& options);
/// The room that it takes, pixels.
[[nodiscard]] float figureOptionsHeight();

}  // namespace sepax
