#include "ui/presentation.h"

#include "session/learn/learning.h"
#include "session/scene/reports.h"
#include "session/viewport_picture.h"
#include "session/workspace.h"
#include "ui/actions.h"
#include "ui/key_map.h"
#include "ui/kit/keys.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"
#include "ui/scene/panel_axes.h"
#include "ui/toolbar.h"
#include "ui/window_parts.h"

#include <imgui.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace sepax {
namespace {

constexpr double kKeySeconds = 2;
constexpr ImGuiWindowFlags kOver = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;

/// Once the verdict has its height, the scene is framed below it; what changes later moves nothing.
void frameBelow(ActionContext& context, float head) {
  const bool is_settled = std::exchange(context.view.presented_head, head) == head;
  if (!is_settled || context.shell.camera_before) return;
  context.shell.camera_before = context.view.camera;
  context.outbox.request(FrameView{});
}

/// The scene as it was before.
void endFraming(ActionContext& context) {
  context.view.presented_head = 0;
  if (const auto before = std::exchange(context.shell.camera_before, std::nullopt)) flyTo(context.view, *before);
}

void drawVerdict(ActionContext& context) {
  const Workspace& workspace = context.workspace;
  const ViewportState& viewport = context.shell.viewport;
  const float em = ImGui::GetFontSize();
  ImGui::SetNextWindowPos({viewport.left + em * 0.5f, viewport.top + em * 0.5f});
  // The panel beside the scene may say the inequality already.
  const bool is_projected = context.view.presentation == Presentation::kProjector;
  const bool tells_axes = is_projected && shownIn(context.shell, context.shell.presented) == &kAxesPanel;
  const bool is_embedded = context.view.presentation == Presentation::kEmbedded;  // a small part of a page
  const bool shows_inequality =
      !is_embedded && !tells_axes && !isCovered(workspace, workspace) && shownSat(workspace) != nullptr;
  const float widest = std::max(em * 8, viewport.width - em * 5);  // beside the compass
  ImGui::SetNextWindowSizeConstraints({shows_inequality ? std::min(em * 27, widest) : 0, 0}, {widest, viewport.height});
  ImGui::SetNextWindowBgAlpha(0.8f);
  ImGui::Begin("##presented", nullptr, kOver);
  if (ImGui::SmallButton("✕##leave")) context.view.presentation = Presentation::kOff;
  tooltip(trf("Leave the presentation ({})", shortcutText(shortcutOf(context.shell.keys, *findAction("present")))));
  if (is_projected) {
    ImGui::SameLine();
    if (ImGui::SmallButton("↔##panels"))
      context.shell.presented = context.shell.presented == Region::kLeft ? Region::kRight : Region::kLeft;
    tooltip(tr("The other panels."));
  }
  ImGui::SameLine();
  ImGui::PushTextWrapPos(widest - ImGui::GetStyle().WindowPadding.x);
  drawVerdictLine(workspace);
  ImGui::PopTextWrapPos();
  if (shows_inequality) drawShownInequality(workspace, context.view);
  frameBelow(context, ImGui::GetWindowHeight() + em * 0.5f);
  ImGui::End();
}

void drawHalo(const Palette& palette) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!ImGui::IsMousePosValid()) return;
  const float radius = ImGui::GetFontSize() * 1.1f;
  const bool is_down = ImGui::IsAnyMouseDown();
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.AddCircleFilled(io.MousePos, radius, toImGui(withAlpha(palette.touching, is_down ? 0.45 : 0.2)));
  list.AddCircle(io.MousePos, radius, toImGui(withAlpha(palette.touching, is_down ? 1 : 0.6)), 0,
                 is_down ? 3.0f : 1.5f);
}

/// The modifiers that are held, and the last key with its action while that is news.
std::string keysText(const ViewState& view) {
  const ImGuiIO& io = ImGui::GetIO();
  if (ImGui::GetTime() < view.pressed.until) return view.pressed.keys + "   " + view.pressed.action;
  std::string held;
  if (io.KeyCtrl) held = "Ctrl";
  if (io.KeyShift) held += held.empty() ? "Shift" : "+Shift";
  return held;
}

void drawKeys(const ActionContext& context) {
  const std::string text = keysText(context.view);
  if (text.empty()) return;
  const ViewportState& viewport = context.shell.viewport;
  const float em = ImGui::GetFontSize();
  ImGui::SetNextWindowPos({viewport.left + em * 0.5f, viewport.top + viewport.height - em * 0.5f}, ImGuiCond_Always,
                          {0, 1});
  ImGui::Begin("##pressed", nullptr, kOver | ImGuiWindowFlags_NoInputs);
  ImGui::TextUnformatted(text.c_str());
  ImGui::End();
}

}  // namespace

void drawPresentation(ActionContext& context) {
  if (context.view.presentation == Presentation::kOff) return endFraming(context);
  if (showsScene(context.workspace)) drawVerdict(context);
  drawKeys(context);
  if (context.view.presentation == Presentation::kProjector) drawHalo(paletteOf(context.view.theme));
}

void notePressed(ViewState& view, const Action& action, const Shortcut& shortcut) {
  if (view.presentation != Presentation::kOff)
    view.pressed = {shortcutText(shortcut), tr(action.name), ImGui::GetTime() + kKeySeconds};
}

}  // namespace sepax
