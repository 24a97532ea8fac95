#include "ui/viewport/difference_pane.h"

#include "collide/pair_names.h"
#include "draw/difference_picture.h"
#include "draw/palette.h"
#include "session/text.h"
#include "session/viewport_picture.h"
#include "session/workspace.h"
#include "ui/kit/labels.h"
#include "ui/kit/theme.h"

#include <string>
#include <utility>

namespace sepax {

void drawDifferencePane(Workspace& workspace, DifferencePane& pane, ImVec2 size) {
  pane.place = canvasHere("##difference", size);
  pane.view.width = pane.place.size.x;
  pane.view.height = pane.place.size.y;
  if (pane.place.twice) workspace.view.gjk.camera.reset();  // framed anew
  Camera* const camera = cameraOfDifference(workspace);
  if (camera == nullptr) return;
  moveCamera(*camera, pane.place, {pane.view.width, pane.view.height});
  workspace.view.camera.yaw = camera->yaw;
  workspace.view.camera.pitch = camera->pitch;
}

void paintDifferencePane(Workspace& workspace, DifferencePane& pane, ImDrawList& list) {
  const ViewSize size{pane.view.width, pane.view.height};
  auto picture = size.width > 0 ? pictureBeside(workspace, size) : std::nullopt;
  if (!picture) {
    pane.view.width = 0;
    return;
  }
  pane.view.list = std::move(picture->list);
  pane.view.camera = picture->camera;
  ++pane.view.list_revision;
  const Palette& palette = paletteOf(workspace.view.theme);
  const ImVec2 corner = pane.place.corner;
  list.PushClipRect(corner, {corner.x + pane.place.size.x, corner.y + pane.place.size.y}, true);
  showTexture(pane.view, pane.place, list);
  drawLabels(&list, pane.view.list, pane.view.camera, size, corner, palette.background_bottom);
  drawDifferenceTitle(workspace, list, corner, pane.view.width, palette);
  list.PopClipRect();
}

void drawDifferenceTitle(const Workspace& workspace, ImDrawList& list, ImVec2 corner, float width, const Palette& palette) {
  const GjkReport& report = *shownGjk(workspace);
  const int shown = stageAt(report, workspace.view.gjk.stage).number;
  const float pad = ImGui::GetFontSize() * 0.5f;
  const std::string name = withNames(tr("Minkowski difference A ⊖ B"), namesOf(*shownReport(workspace)));
  const std::string whole = name + "  ·  " + trf("step {} of {}", shown + 1, stageCount(report));
  const std::string& text = ImGui::CalcTextSize(whole.c_str()).x + 4 * pad <= width ? whole : name;
  const ImVec2 at{corner.x + 2 * pad, corner.y + 2 * pad}, size = ImGui::CalcTextSize(text.c_str());
  const Colour& back = palette.background_bottom;
  list.AddRectFilled({at.x - pad, at.y - pad / 2}, {at.x + size.x + pad, at.y + size.y + pad / 2}, IM_COL32(back.r, back.g, back.b, 220),
                     4);
  list.AddText(at, IM_COL32(palette.text.r, palette.text.g, palette.text.b, 255), text.c_str());
}

}  // namespace sepax
