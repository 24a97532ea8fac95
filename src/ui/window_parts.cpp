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

constexpr std::pair<Part, Region> kPartRegions[] = {
    {Part::kLeft, Region::kLeft},        {Part::kLeftLower, Region::kLeftLower},
    {Part::kRight, Region::kRight},      {Part::kRightLower, Region::kRightLower},
    {Part::kBottom, Region::kBottom},    {Part::kBottomRight, Region::kBottomRight},
    {Part::kFloating, Region::kFloating}};

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

std::optional<Region> regionOf(Part part) {
  const auto row = std::ranges::find(kPartRegions, part, &std::pair<Part, Region>::first);
  return row == std::end(kPartRegions) ? std::nullopt : std::optional(row->second);
}

Part partOf(Region region) { return std::ranges::find(kPartRegions, region, &std::pair<Part, Region>::second)->first; }

Region regionOf(const ShellState& shell, const Panel& panel) {
  const auto moved = std::ranges::find(shell.layout.moved, &panel, &MovedPanel::panel);
  return moved == shell.layout.moved.end() ? panel.home : moved->region;
}

bool isUsed(const ShellState& shell, Region region) {
  return region == Region::kFloating ? shell.floats : shell.used[static_cast<std::size_t>(region)];
}

bool isBelow(Region region) { return region == Region::kBottom || region == Region::kBottomRight; }

bool isShown(const ShellState& shell, Region region) {
  if (region == Region::kFloating) return shell.floats;
  if (shell.regions.choice.h > 0) return shell.layout.below == static_cast<int>(region);
  return isUsed(shell, region) && (!isBelow(region) || shell.layout.bottom_open);
}

const Panel* shownIn(const ShellState& shell, Region region) {
  const auto at = static_cast<std::size_t>(region);
  const Panel* const chosen = at < shell.layout.tab.size() ? shell.layout.tab[at] : nullptr;
  if (chosen != nullptr && regionOf(shell, *chosen) == region) return chosen;
  const auto first =
      std::ranges::find_if(shell.panels, [&](const Panel* panel) { return regionOf(shell, *panel) == region; });
  return first == shell.panels.end() ? nullptr : *first;
}

bool isInFront(const ShellState& shell, const Panel& panel) {
  const Region region = regionOf(shell, panel);
  return region == Region::kFloating || (shownIn(shell, region) == &panel && isShown(shell, region));
}

bool isBottomShown(const ShellState& shell) {
  return isShown(shell, Region::kBottom) || isShown(shell, Region::kBottomRight);
}

const char* panelBeside(const ShellState& shell) {
  const Panel* const below = isShown(shell, Region::kBottom) ? shownIn(shell, Region::kBottom) : nullptr;
  if (below != nullptr && below != &kConsolePanel) return below->word;
  const Panel* const right = shownIn(shell, Region::kRight);
  return (right != nullptr ? *right : kAxesPanel).word;
}

void toggleBottom(ShellState& shell) {
  const bool opens = !isBottomShown(shell);
  shell.layout.bottom_open = opens;
  const Region below = isUsed(shell, Region::kBottom) ? Region::kBottom : Region::kBottomRight;
  shell.layout.below = static_cast<int>(opens ? below : Region::kRight);
}

void showPanel(ShellState& shell, const Panel& panel) {
  const Region region = regionOf(shell, panel);
  if (region == Region::kFloating) {
    shell.raised = &panel;
    return;
  }
  const auto at = static_cast<std::size_t>(region);
  shell.layout.tab[at] = &panel;
  shell.select_tab[at] = true;
  shell.layout.below = static_cast<int>(region);
  if (isBelow(region)) shell.layout.bottom_open = true;
}

void movePanel(ShellState& shell, const Panel& panel, Region to, std::optional<Rect> part) {
  const auto from = static_cast<std::size_t>(regionOf(shell, panel));
  std::erase_if(shell.layout.moved, [&](const MovedPanel& moved) { return moved.panel == &panel; });
  if (to != panel.home) shell.layout.moved.push_back({&panel, to, part.value_or(MovedPanel{}.part)});
  if (from < shell.layout.tab.size() && shell.layout.tab[from] == &panel) {
    shell.layout.tab[from] = nullptr;
    shell.layout.tab[from] = shownIn(shell, static_cast<Region>(from));  // its neighbour comes to the front there
    shell.select_tab[from] = true;
  }
  if (to == Region::kFloating) shell.placed_in = {};
  shell.floats = shell.floats || to == Region::kFloating;
  if (to != Region::kFloating) shell.used[static_cast<std::size_t>(to)] = true;
  shell.to_front.push_back(&panel);
  ImGui::MarkIniSettingsDirty();
}

void openStartPage(ShellState& shell, const Workspace& workspace) {
  shell.start.open = true;
  shell.start.opening = workspace.history.openings();
  shell.start.bundle = workspace.bundle;
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
  if (!region || *region == Region::kFloating) return;
  std::vector<const Panel*> tabs;
  for (const Panel* const panel : shell.panels) {
    if (regionOf(shell, *panel) == *region && isOffered(*panel, workspace)) tabs.push_back(panel);
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
  if (*region == Region::kFloating) return;
  const bool is_left = *region == Region::kLeft || *region == Region::kLeftLower;
  const bool is_right = *region == Region::kRight || *region == Region::kRightLower;
  float& share = is_left ? shell.layout.left : is_right ? shell.layout.right : shell.layout.bottom;
  const Rect& now = shell.regions[*region];
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
