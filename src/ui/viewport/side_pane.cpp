#include "ui/viewport/side_pane.h"

#include "collide/pair_names.h"
#include "collide/pair_table.h"
#include "core/language.h"
#include "draw/difference_picture.h"
#include "draw/palette.h"
#include "session/learn/learning.h"
#include "session/scene/reports.h"
#include "session/viewport_picture.h"
#include "session/workspace.h"
#include "ui/kit/widgets.h"
#include "ui/viewport/handles.h"

#include <utility>

namespace sepax {

namespace {

/// The longer text where that has room beside the triad, else the name, cut to it.
std::string fitting(const std::string& whole, const std::string& name, float width, const ViewState& view) {
  const float room = width - triadSide(shownScale(view)) - 2 * ImGui::GetFontSize();
  return ImGui::CalcTextSize(whole.c_str()).x <= room ? whole : cutToFit(name, room);
}

std::string differenceTitle(const Workspace& workspace, float width) {
  const GjkReport& report = *shownGjk(workspace);
  const int shown = stageAt(report, workspace.view.gjk.stage).number;
  const std::string name = withNames(tr("Minkowski difference A ⊖ B"), namesOf(*shownReport(workspace)));
  return fitting(name + "  ·  " + trf("step {} of {}", shown + 1, stageCount(report)), name, width, workspace.view);
}

/// "gjk-epa · overlapping by 0.1 m", unless that is to be guessed.
std::string answerTitle(const Workspace& workspace, const PairReport& report, float width) {
  const bool is_reference = report.algorithm == referenceAlgorithm().name;
  const std::string name = is_reference ? std::string(tr("Reference")) : shortName(report.algorithm);
  return isCovered(workspace, workspace)
             ? name
             : fitting(name + "  ·  " + verdictText(report.answer), name, width, workspace.view);
}

}  // namespace

std::string viewportTitle(const Workspace& workspace, float width) {
  if (showsDifference(workspace)) return differenceTitle(workspace, width);
  return shownBeside(workspace) == Beside::kReference ? answerTitle(workspace, *shownReport(workspace), width) : "";
}

std::string sideTitle(const Workspace& workspace, float width) {
  switch (shownBeside(workspace)) {
    case Beside::kNothing:
      return "";
    case Beside::kDifference:
      return differenceTitle(workspace, width);
    case Beside::kReference:
      return answerTitle(workspace, *referenceReport(workspace), width);
  }
  return "";
}

PixelBox viewTitleBox(const std::string& text) {
  if (text.empty()) return {};
  const float pad = ImGui::GetFontSize() * 0.5f;
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  return {{pad, 1.5f * pad}, {size.x + 3 * pad, size.y + 2.5f * pad}};
}

void drawViewTitle(const std::string& text, ImDrawList& list, ImVec2 corner, const Palette& palette) {
  if (text.empty()) return;
  const float pad = ImGui::GetFontSize() * 0.5f;
  const PixelBox box = viewTitleBox(text);
  const Colour& back = palette.background_bottom;
  list.AddRectFilled(onScreen(corner, box.min), onScreen(corner, box.max), IM_COL32(back.r, back.g, back.b, 220), 4);
  const ImVec2 at{corner.x + 2 * pad, corner.y + 2 * pad};
  list.AddText(at, IM_COL32(palette.text.r, palette.text.g, palette.text.b, 255), text.c_str());
}

void drawSidePane(Workspace& workspace, SidePane& pane, ImVec2 size) {
  pane.place = canvasHere("##beside", size);
  pane.view.width = pane.place.size.x;
  pane.view.height = pane.place.size.y;
  const ViewSize view{pane.view.width, pane.view.height};
  Camera& scene = workspace.view.camera;
  if (shownBeside(workspace) == Beside::kReference) {
    if (pane.place.twice) workspace.wants_frame_view = true;
    moveCamera(scene, pane.place, view);
    return;
  }
  if (pane.place.twice) workspace.view.gjk.camera.reset();  // framed anew
  Camera* const camera = cameraOfDifference(workspace);
  if (camera == nullptr) return;
  moveCamera(*camera, pane.place, view);
  scene.yaw = camera->yaw;
  scene.pitch = camera->pitch;
}

void paintSidePane(Workspace& workspace, SidePane& pane, ImDrawList& list) {
  const ViewSize size{pane.view.width, pane.view.height};
  auto picture = size.width > 0 ? pictureBeside(workspace, size) : std::nullopt;
  if (!picture) {
    pane.view.width = 0;
    return;
  }
  pane.view.list = std::move(picture->list);
  pane.view.camera = picture->camera;
  pane.view.list_revision = drawnDigest(pane.view.list).value_or(pane.view.list_revision + 1);
  const Palette& palette = paletteOf(workspace.view.theme);
  const ImVec2 corner = pane.place.corner;
  list.PushClipRect(corner, {corner.x + pane.place.size.x, corner.y + pane.place.size.y}, true);
  showTexture(pane.view, pane.place, list);
  const std::string title = sideTitle(workspace, pane.view.width);
  const PixelBox taken = viewTitleBox(title);
  drawLabels(&list, pane.view.list, pane.view.camera, size, corner, palette.background_bottom, {&taken, 1});
  drawViewTitle(title, list, corner, palette);
  list.PopClipRect();
}

}  // namespace sepax
