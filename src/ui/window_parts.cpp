#include "ui/window_parts.h"

#include "session/workspace.h"
#include "ui/kit/keys.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"
#include "ui/scene/panel_console.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace sepax {

namespace {

std::optional<Region> regionOf(Part part) {
  if (part == Part::kLeft) return Region::kLeft;
  if (part == Part::kRight) return Region::kRight;
  if (part == Part::kBottom) return Region::kBottom;
  return std::nullopt;
}

bool isShown(const ShellState& shell, Part part) {
  const std::optional<Region> region = regionOf(part);
  return !region || isShown(shell, *region);
}

/// Whether a key with these modifiers is one of those that walk.
bool isForWalking(int key, bool ctrl) {
  static constexpr std::array kKeys{int(' '),       int(kKeyEnter), int(kKeyUp),     int(kKeyDown),    int(kKeyLeft),
                                    int(kKeyRight), int(kKeyTab),   int(kKeyPageUp), int(kKeyPageDown)};
  return !ctrl && std::ranges::find(kKeys, key) != kKeys.end();
}

}  // namespace

bool isShown(const ShellState& shell, Region region) {
  if (shell.regions.choice.h > 0) return shell.layout.below == static_cast<int>(region);
  return region != Region::kBottom || shell.layout.bottom_open;
}

const Panel* shownIn(const ShellState& shell, Region region) {
  return shell.layout.tab[static_cast<std::size_t>(region)];
}

const char* panelBeside(const ShellState& shell) {
  const bool is_below = isShown(shell, Region::kBottom) && shownIn(shell, Region::kBottom) != &kConsolePanel;
  return shownIn(shell, is_below ? Region::kBottom : Region::kRight)->word;
}

void toggleBottom(ShellState& shell) {
  const bool opens = !isShown(shell, Region::kBottom);
  shell.layout.bottom_open = opens;
  shell.layout.below = static_cast<int>(opens ? Region::kBottom : Region::kRight);
}

void showPanel(ShellState& shell, const Panel& panel) {
  const auto at = static_cast<std::size_t>(panel.region);
  shell.layout.tab[at] = &panel;
  shell.select_tab[at] = true;
  shell.layout.below = static_cast<int>(panel.region);
  if (panel.region == Region::kBottom) shell.layout.bottom_open = true;
}

void openStartPage(ShellState& shell, const Workspace& workspace) {
  shell.start = {.open = true, .opening = workspace.history.openings(), .bundle = workspace.bundle};
}

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
  if (ImGuiWindow* const list = ImGui::FindWindowByID(std::exchange(keys.list, 0));
      list != nullptr && list->WasActive) {
    ImGui::FocusWindow(list);
    ImGui::NavInitWindow(list, false);
  }
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
  keys.window = context.CurrentWindow->ID;
  if (!keys.walks) return;
  ImGui::NavInitWindow(context.CurrentWindow, true);
  context.NavDisableMouseHover = true;
}

void followRowClick(ShellState& shell, Part part) {
  if (!takeRowClick()) return;
  shell.keys_at = {.part = part,
                   .walks = true,
                   .wanted = false,
                   .is_paused = false,
                   .by_click = true,
                   .window = ImGui::GetCurrentWindow()->ID,
                   .list = 0};
}

bool isTakenByWalk(const KeyFocus& keys, int key, bool ctrl) {
  const bool has_begun = !keys.by_click || isWalkedByKeys() || key == kKeyUp || key == kKeyDown;
  return keys.walks && has_begun && isForWalking(key, ctrl);
}

void stepTab(ShellState& shell, const Workspace& workspace, int step) {
  const std::optional<Region> region = regionOf(shell.keys_at.part);
  if (!region) return;
  std::vector<const Panel*> tabs;
  for (const Panel* const panel : shell.panels) {
    if (panel->region == *region && isOffered(*panel, workspace)) tabs.push_back(panel);
  }
  const auto count = static_cast<std::ptrdiff_t>(tabs.size());
  const auto front = std::ranges::find(tabs, shell.layout.tab[static_cast<std::size_t>(*region)]);
  if (front == tabs.end()) return;
  showPanel(shell, *tabs[static_cast<std::size_t>(((front - tabs.begin()) + step + count) % count)]);
  giveKeysTo(shell, workspace, shell.keys_at.part);
}

void growPart(ShellState& shell, float by) {
  const std::optional<Region> region = regionOf(shell.keys_at.part);
  if (!region) return;
  float& share = *region == Region::kLeft    ? shell.layout.left
                 : *region == Region::kRight ? shell.layout.right
                                             : shell.layout.bottom;
  const Rect& now = *region == Region::kLeft ? shell.regions.left : shell.regions.right;
  if (share <= 0) share = now.w / std::max(ImGui::GetIO().DisplaySize.x, 1.0f);
  share = std::clamp(share + by, 0.05f, 0.7f);
  ImGui::MarkIniSettingsDirty();
}

void giveKeysToMenus() {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  ImGuiWindow* const root = context.CurrentWindow;
  ImGuiWindow* const before = context.NavWindow;
  ImGui::FocusWindow(root);
  if (before != nullptr && before != root && before->RootWindow == root)
    root->NavLastChildNavWindow = before;  // Esc goes back there
  context.NavLayer = ImGuiNavLayer_Menu;
  ImGui::NavInitWindow(root, true);
  context.NavDisableHighlight = false;
  context.NavDisableMouseHover = true;
}

void walkIntoLists(KeyFocus& keys) {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  ImGuiWindow* const window = context.NavWindow;
  const bool is_in_part =
      keys.walks && isWalkedByKeys() && context.OpenPopupStack.empty() && context.NavLayer == ImGuiNavLayer_Main;
  if (!is_in_part || window == nullptr || context.ActiveId != 0) return;
  const bool is_at_end = context.NavMoveSubmitted && context.NavMoveDir != ImGuiDir_None &&
                         !context.NavMoveForwardToNextFrame && context.NavMoveResultLocal.ID == 0 &&
                         context.NavMoveResultLocalVisible.ID == 0 && context.NavMoveResultOther.ID == 0;
  const auto list = std::ranges::find_if(window->DC.ChildWindows, [&](const ImGuiWindow* child) {
    return child->ChildId == context.NavId && (child->DC.NavLayersActiveMask & (1 << ImGuiNavLayer_Main)) != 0;
  });
  if (context.NavId != 0 && list != window->DC.ChildWindows.end()) {
    // Reached, or left with nothing beyond it: back to the row that it was left at.
    if (context.NavJustMovedToId != context.NavId && !is_at_end) return;
    keys.list = (*list)->ID;
    return;
  }
  const bool is_list =
      (window->Flags & ImGuiWindowFlags_ChildWindow) != 0 && window->ID != keys.window && window->ChildId != 0;
  if (!is_at_end || !is_list || window->ParentWindow == nullptr) return;
  ImGuiWindow* const parent = window->ParentWindow;
  const ImGuiDir to = context.NavMoveDir;
  ImGui::FocusWindow(parent);
  ImGui::SetNavID(window->ChildId, ImGuiNavLayer_Main, 0, ImGui::WindowRectAbsToRel(parent, window->Rect()));
  ImGui::NavMoveRequestForward(to, to, ImGuiNavMoveFlags_None,
                               ImGuiScrollFlags_KeepVisibleEdgeX | ImGuiScrollFlags_KeepVisibleEdgeY);
  context.NavDisableHighlight = false;
}

void drawKeyFocus(const KeyFocus& keys, Theme theme) {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  const ImGuiWindow* const window = context.NavWindow;
  // With Ctrl the walk pauses and the focus stays: the keys move what is in it.
  const bool is_paused = keys.is_paused && context.OpenPopupStack.empty();
  if ((!isWalkedByKeys() && !is_paused) || window == nullptr || context.NavId == 0 || !context.NavIdIsAlive) return;
  ImRect item = ImGui::WindowRectRelToAbs(context.NavWindow, window->NavRectRel[context.NavLayer]);
  const ImRect seen = window->OuterRectClipped;
  if (!seen.Overlaps(item)) return;
  item.ClipWith(seen);
  const float thick = std::round(ImGui::GetFontSize() / 8);
  ImGui::GetForegroundDrawList()->AddRect({item.Min.x - 1, item.Min.y - 1}, {item.Max.x + 1, item.Max.y + 1},
                                          toImGui(paletteOf(theme).a), 3, 0, thick);
}

}  // namespace sepax
