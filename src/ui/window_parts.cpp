#include "ui/window_parts.h"

#include "session/workspace.h"
#include "ui/kit/keys.h"
#include "ui/shell.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace sepax {

namespace {

bool isShown(const ShellState& shell, Part part) { return part != Part::kBottom || shell.layout.bottom_open; }

std::optional<Region> regionOf(Part part) {
  if (part == Part::kLeft) return Region::kLeft;
  if (part == Part::kRight) return Region::kRight;
  if (part == Part::kBottom) return Region::kBottom;
  return std::nullopt;
}

}  // namespace

void giveKeysTo(ShellState& shell, const Workspace& workspace, Part part) {
  shell.keys_at = {.part = part, .walks = part != Part::kMiddle || !showsScene(workspace), .wanted = true};
}

void walkParts(ShellState& shell, const Workspace& workspace, int step) {
  int part = static_cast<int>(shell.keys_at.part);
  do {
    part = (part + step + kPartCount) % kPartCount;
  } while (!isShown(shell, static_cast<Part>(part)));
  giveKeysTo(shell, workspace, static_cast<Part>(part));
}

bool followKeys(ShellState& shell, const Workspace& workspace) {
  KeyFocus& keys = shell.keys_at;
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  const bool clicked = ImGui::IsMouseClicked(ImGuiMouseButton_Left) || ImGui::IsMouseClicked(ImGuiMouseButton_Right);
  if (clicked || !isShown(shell, keys.part)) keys = {};
  const bool is_free = context.OpenPopupStack.empty() && context.ActiveId == 0 && !context.IO.WantTextInput;
  if (!keys.walks || keys.part == Part::kMiddle || !is_free || !isPressed(plain(kKeyEscape))) return false;
  giveKeysTo(shell, workspace, Part::kMiddle);
  return true;
}

void takeKeys(ShellState& shell, Part part) {
  KeyFocus& keys = shell.keys_at;
  if (!keys.wanted || keys.part != part) return;
  keys.wanted = false;
  ImGuiContext& context = *ImGui::GetCurrentContext();
  ImGui::FocusWindow(context.CurrentWindow);
  context.NavDisableHighlight = !keys.walks;
  if (!keys.walks) return;
  ImGui::NavInitWindow(context.CurrentWindow, true);
  context.NavDisableMouseHover = true;
}

bool isForWalking(int key, bool ctrl) {
  static constexpr std::array kKeys{int(' '),       int(kKeyEnter), int(kKeyUp),     int(kKeyDown),    int(kKeyLeft),
                                    int(kKeyRight), int(kKeyTab),   int(kKeyPageUp), int(kKeyPageDown)};
  return !ctrl && std::ranges::find(kKeys, key) != kKeys.end();
}

void stepTab(ShellState& shell, const Workspace& workspace, int step) {
  const std::optional<Region> region = regionOf(shell.keys_at.part);
  if (!region) return;
  std::vector<PanelId> tabs;
  for (const Panel& panel : panels()) {
    if (panel.region == *region && isOffered(panel, workspace)) tabs.push_back(panel.id);
  }
  const auto count = static_cast<std::ptrdiff_t>(tabs.size());
  const auto front = std::ranges::find(tabs, shell.layout.tab[static_cast<std::size_t>(*region)]);
  if (front == tabs.end()) return;
  showPanel(shell, tabs[static_cast<std::size_t>(((front - tabs.begin()) + step + count) % count)]);
  giveKeysTo(shell, workspace, shell.keys_at.part);
}

void growPart(ShellState& shell, float by) {
  const std::optional<Region> region = regionOf(shell.keys_at.part);
  if (!region) return;
  float& share = *region == Region::kLeft ? shell.layout.left : *region == Region::kRight ? shell.layout.right : shell.layout.bottom;
  share = std::clamp(share + by, 0.05f, 0.7f);
  ImGui::MarkIniSettingsDirty();
}

void drawKeyFocus() {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  const ImGuiWindow* const window = context.NavWindow;
  if (!isWalkedByKeys() || window == nullptr || context.NavId == 0) return;
  ImRect item = ImGui::WindowRectRelToAbs(context.NavWindow, window->NavRectRel[context.NavLayer]);
  const ImRect seen = window->OuterRectClipped;
  if (!seen.Overlaps(item)) return;
  item.ClipWith(seen);
  const float thick = std::round(ImGui::GetFontSize() / 8);
  ImGui::GetForegroundDrawList()->AddRect({item.Min.x - 1, item.Min.y - 1}, {item.Max.x + 1, item.Max.y + 1},
                                          ImGui::GetColorU32(ImGuiCol_NavHighlight), 3, 0, thick);
}

}  // namespace sepax
