#include "ui/viewport/figure.h"

#include "core/platform.h"
#include "core/text.h"
#include "draw/palette.h"
#include "draw/svg.h"
#include "session/host/host.h"
#include "session/host/opened_case.h"
#include "session/viewport_picture.h"
#include "session/workspace.h"
#include "ui/kit/canvas.h"
#include "ui/viewport/side_pane.h"

#include <imgui.h>

#include <glm/common.hpp>
#include <optional>
#include <utility>

namespace sepax {
namespace {

constexpr double kLineInEms = 1.21;  // Inter: from the ascent to the descent, which ImGui calls the font's size

std::optional<SvgStyle::Background> colours(const Palette& palette, Theme theme, FigureBackground background) {
  const Colour plain = theme == Theme::kLight ? Colour{255, 255, 255} : palette.background_bottom;
  switch (background) {
    case FigureBackground::kTheme:
      return SvgStyle::Background{palette.background_top, palette.background_bottom};
    case FigureBackground::kPlain:
      return SvgStyle::Background{plain, plain};
    case FigureBackground::kNone:
      break;
  }
  return std::nullopt;
}

Result<std::string> figureOf(Workspace& workspace, const ViewSize& view, FigureBackground background,
                             const std::string& caption, const std::optional<PixelBox>& crop) {
  const ImFont& font = *ImGui::GetFont();
  const double size = ImGui::GetFontSize();
  const Palette& palette = paletteOf(workspace.view.theme);
  SvgStyle style;
  style.crop = crop;
  style.pixel_scale = shownScale(workspace.view);
  style.measure = labelSize;
  style.font_px = size / kLineInEms;
  style.ascent_px = size * font.Ascent / font.FontSize;
  style.margin_x = kLabelMarginX;
  style.margin_y = kLabelMarginY;
  style.background = colours(palette, workspace.view.theme, background);
  style.caption_colour = palette.text;
  const ViewportPicture picture = viewportPicture(workspace, view);
  const auto beside = pictureBeside(workspace, view);
  const std::string title = beside ? viewportTitle(workspace, static_cast<float>(view.width)) : "";
  style.caption = caption + (caption.empty() || title.empty() ? "" : "  ·  ") + title;
  auto svg = svgOf(picture.list, picture.camera, view, style);
  if (!svg || !beside) return svg;
  style.caption = sideTitle(workspace, static_cast<float>(view.width));
  style.background_id = "background-beside";
  const auto right = svgOf(beside->list, beside->camera, view, style);
  SEPAX_TRY(right);
  return svgBeside(*svg, view, *right, view, palette.text_faint);
}

/// The reel's next picture; a GIF without a background would keep what was there before.
Result<FigureFrame> nextFrame(Reel& reel, FigureBackground background) {
  reel.advance();
  auto svg = figureSvg(reel.workspace(), reel.view(),
                       background == FigureBackground::kNone ? FigureBackground::kPlain : background, reel.caption());
  SEPAX_TRY(svg);
  return FigureFrame{std::move(*svg), reel.seconds()};
}

Error nothingPlays(const std::string& file) {
  return {ErrorCode::kUnsupported,
          tr("Nothing plays here: a GIF needs a pair with axes or steps, bodies that move, or a scene in space."),
          file};
}

/// Encodes and writes in the background.
void startEncoding(Workspace& workspace, std::string file, std::vector<FigureFrame> frames, FigureFormat format,
                   double scale) {
  const std::string label = trf("Saving {}", toValidUtf8(fileNameOf(file)));
  auto kept = std::make_shared<const std::vector<FigureFrame>>(std::move(frames));
  workspace.jobs->start(label, [file = std::move(file), kept, format, scale](JobControl& control) -> Result<Delivery> {
    const auto bytes = encodeFigure(format, *kept, scale, [&](std::size_t done) {
      control.progressItems(done, kept->size());
      return !control.isCancelled();
    });
    SEPAX_TRY(bytes);
    SEPAX_TRY(writeFileAtomically(file, *bytes));
    return [file](Workspace& w) -> Result<void> {
      notify(w, LogLevel::kInfo, trf("Saved the picture {}", file));
      return {};
    };
  });
}

/// The part of the view that holds all but the grid, with a margin. Frames the scene first where a part of it lies
/// outside the view.
std::optional<PixelBox> croppedTo(Workspace& workspace, const ViewSize& view) {
  const double margin = 24 * shownScale(workspace.view);
  const bool has_grid = std::exchange(workspace.view.picture.grid, false);
  const auto content = [&] {
    const ViewportPicture picture = viewportPicture(workspace, view);
    return contentBox(picture.list, picture.camera, view, labelSize);
  };
  std::optional<PixelBox> box = content();
  const bool is_cut = box && (box->min.x < 0 || box->min.y < 0 || box->max.x > view.width || box->max.y > view.height);
  if (is_cut && !showsDifference(workspace)) {
    workspace.wants_frame_view = true;
    box = content();
  }
  workspace.view.picture.grid = has_grid;
  if (box) {
    box->min = glm::max(box->min - margin, Vec2{0.0});
    box->max = glm::min(box->max + margin, Vec2{view.width, view.height});
  }
  return box;
}

/// The viewport's present picture, in the theme of figures and without empty rims.
Result<std::string> stillFigure(Workspace& workspace, const ViewSize& view, FigureBackground background) {
  const ViewState before = workspace.view;
  workspace.view.theme = before.figure.theme;
  workspace.view.motion = {};  // a picture does not show the way to where it goes
  const bool has_one = shownBeside(workspace) == Beside::kNothing;
  const auto crop = has_one ? croppedTo(workspace, view) : std::nullopt;
  auto svg = figureOf(workspace, view, background, {}, crop);
  workspace.view = before;
  return svg;
}

void copyFigure(Workspace& workspace, const ViewSize& view) {
  const auto svg = stillFigure(workspace, view, FigureBackground::kNone);
  if (!svg) return notify(workspace, LogLevel::kError, describe(svg.error()));
  ImGui::SetClipboardText(svg->c_str());
  notify(workspace, LogLevel::kInfo, tr("Copied the picture as SVG"));
}

void saveFigure(Workspace& workspace, const ViewSize& view, const std::string& file) {
  const FigureOptions& options = workspace.view.figure;
  FigureRun& run = workspace.figure;
  const FigureFormat format = figureFormatOf(file).value_or(FigureFormat::kSvg);
  if (rowOf(format).plays) {
    const auto film = filmToPlay(workspace, options.film);
    if (!film) return notify(workspace, LogLevel::kError, describe(nothingPlays(file)));
    run.reel = std::make_shared<Reel>(workspace, *film, options.theme, view);
    run.reel_file = file;
    run.scale = options.gif_scale;
    run.frames.clear();
    return;
  }
  auto svg = stillFigure(workspace, view, options.is_transparent ? FigureBackground::kNone : FigureBackground::kPlain);
  if (!svg) return notify(workspace, LogLevel::kError, describe(svg.error()));
  startEncoding(workspace, file, {{std::move(*svg), 0}}, format, options.png_scale);
}

}  // namespace

Result<std::string> figureSvg(Workspace& workspace, const ViewSize& view, FigureBackground background,
                              const std::string& caption) {
  return figureOf(workspace, view, background, caption, std::nullopt);
}

Result<std::vector<FigureFrame>> figureFrames(Workspace& workspace, const ViewSize& view, FigureFormat format,
                                              FigureBackground background, std::optional<Film> film) {
  std::vector<FigureFrame> frames;
  if (!rowOf(format).plays) {
    auto svg = figureSvg(workspace, view, background);
    SEPAX_TRY(svg);
    frames.push_back({std::move(*svg), 0});
    return frames;
  }
  film = filmToPlay(workspace, film);
  if (!film) return tl::unexpected(nothingPlays(""));
  Reel reel(workspace, *film, workspace.view.theme, view);
  while (!reel.isDone()) {
    auto frame = nextFrame(reel, background);
    SEPAX_TRY(frame);
    frames.push_back(std::move(*frame));
  }
  return frames;
}

void followFigure(Workspace& workspace, const ViewSize& view) {
  FigureRun& run = workspace.figure;
  if (std::exchange(run.copies, false)) copyFigure(workspace, view);
  if (const std::string file = std::exchange(run.file, {}); !file.empty()) saveFigure(workspace, view, file);
  if (run.reel == nullptr) return;
  if (!run.reel->isDone()) {
    auto frame = nextFrame(*run.reel, FigureBackground::kPlain);
    if (!frame) {
      run.reel = nullptr;
      return notify(workspace, LogLevel::kError, describe(frame.error()));
    }
    run.frames.push_back(std::move(*frame));
    return;
  }
  run.reel = nullptr;
  startEncoding(workspace, run.reel_file, std::exchange(run.frames, {}), FigureFormat::kGif, run.scale);
}

}  // namespace sepax
