#include "ui/viewport/figure.h"

#include "draw/palette.h"
#include "draw/svg.h"
#include "session/viewport_picture.h"
#include "session/workspace.h"
#include "ui/kit/labels.h"
#include "ui/viewport/viewport.h"

#include <imgui.h>

namespace sepax {
namespace {

constexpr double kLineInEms = 1.164;  // DejaVu Sans: from the ascent to the descent, which ImGui calls the font's size

}  // namespace

Result<std::string> figureSvg(const Workspace& workspace, const ViewportState& state, const ViewportPicture& picture,
                              FigureBackground background) {
  const Palette& palette = paletteOf(workspace.view.theme);
  const ImFont& font = *ImGui::GetFont();
  const double size = ImGui::GetFontSize();
  SvgStyle style;
  style.pixel_scale = workspace.view.ui_scale;
  style.measure = labelSize;
  style.font_px = size / kLineInEms;
  style.ascent_px = size * font.Ascent / font.FontSize;
  style.margin_x = kLabelMarginX;
  style.margin_y = kLabelMarginY;
  if (background == FigureBackground::kTheme) style.background = SvgStyle::Background{palette.background_top, palette.background_bottom};
  return svgOf(picture.list, picture.camera, {state.width, state.height}, style);
}

}  // namespace sepax
