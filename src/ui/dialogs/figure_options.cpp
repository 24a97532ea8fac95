#include "ui/dialogs/figure_options.h"

#include "session/figure/figure.h"
#include "session/film.h"
#include "session/host/text.h"
#include "session/workspace.h"
#include "ui/kit/widgets.h"

#include <imgui.h>

#include <filesystem>

namespace sepax {
namespace {

void drawFormats(std::string& file_name, FigureFormat shown) {
  for (const FigureFormatRow& row : figureFormats()) {
    if (row.format != FigureFormat::kSvg) ImGui::SameLine();
    if (toggleButton(row.name, row.format == shown) && row.format != shown) {
      file_name = std::filesystem::path(file_name).replace_extension(row.ending).string();
    }
    tooltip(tr(row.tip));
  }
}

/// Pixels of the file for one of the window.
void drawScale(int& scale) {
  ImGui::SameLine(0, ImGui::GetFontSize() * 1.5f);
  for (const int factor : {1, 2, 4}) {
    if (factor > 1) ImGui::SameLine(0, 2);
    if (toggleButton(fmt::format("{}×", factor).c_str(), scale == factor)) scale = factor;
    tooltip(tr("How much larger than in the window: lines and texts grow with it and stay sharp."));
  }
}

void drawFilms(const Workspace& workspace, FigureOptions& options) {
  const std::optional<Film> shown = filmToPlay(workspace, options.film);
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * 14);
  if (!ImGui::BeginCombo("##film", shown ? tr(rowOf(*shown).name) : tr("nothing plays here"))) return;
  for (const FilmRow& row : films()) {
    if (isOffered(workspace, row.film) && ImGui::Selectable(tr(row.name), row.film == shown)) options.film = row.film;
  }
  ImGui::EndCombo();
}

}  // namespace

float figureOptionsHeight() { return ImGui::GetFrameHeightWithSpacing() * 2; }

void drawFigureOptions(std::string& file_name, const Workspace& workspace, FigureOptions& options) {
  const FigureFormat format = figureFormatOf(file_name).value_or(FigureFormat::kSvg);
  const FigureFormatRow& row = rowOf(format);
  drawFormats(file_name, format);
  if (row.has_pixels) drawScale(row.plays ? options.gif_scale : options.png_scale);
  const auto colours = [&](const char* label, Theme theme) {
    if (toggleButton(trId(label).c_str(), options.theme == theme)) options.theme = theme;
    tooltip(tr("The colours of the picture, whatever those of the window are."));
    ImGui::SameLine();
  };
  colours("Light", Theme::kLight);
  colours("Dark", Theme::kDark);
  ImGui::SameLine(0, ImGui::GetFontSize() * 1.5f);
  if (row.plays) {
    drawFilms(workspace, options);
  } else {
    ImGui::Checkbox(trId("Transparent").c_str(), &options.is_transparent);
    tooltip(tr("Without a background: what lies below the picture shows through."));
  }
}

}  // namespace sepax
