#include "ui/window_parts.h"

#include "core/number.h"
#include "core/text.h"
#include "session/workspace.h"
#include "ui/kit/keys.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"
#include "ui/scene/panel_history.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string_view>
#include <utility>

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

std::vector<const Panel*> offeredIn(Region region, const Workspace& workspace, const ShellState& shell) {
  std::vector<const Panel*> offered;
  for (const Panel* const panel : shell.panels) {
    if (regionOf(shell, *panel) == region && isOffered(*panel, workspace)) offered.push_back(panel);
  }
  return offered;
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
  const bool tabs =
      isPressed(plain(kKeyTab), KeyRepeat::kWhileHeld) || isPressed(shift(kKeyTab), KeyRepeat::kWhileHeld);
  if (tabs && is_free && showsScene(workspace) && !isTakenByWalk(keys, kKeyTab, false)) {
    ImGui::NavMoveRequestCancel();  // it walks through the bodies, and not through the texts of a panel clicked before
    if (!keys.walks) giveKeysTo(shell, workspace, Part::kMiddle);
  }
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
  shell.keys_at = {.part = part, .walks = true, .by_click = true, .window = ImGui::GetCurrentWindow()->ID};
}

bool isTakenByWalk(const KeyFocus& keys, int key, bool ctrl) {
  const bool has_begun = !keys.by_click || isWalkedByKeys() || key == kKeyUp || key == kKeyDown;
  return keys.walks && has_begun && isForWalking(key, ctrl);
}

void stepTab(ShellState& shell, const Workspace& workspace, int step) {
  const std::optional<Region> region = regionOf(shell.keys_at.part);
  if (!region || *region == Region::kFloating) return;
  const std::vector<const Panel*> tabs = offeredIn(*region, workspace, shell);
  const auto count = static_cast<std::ptrdiff_t>(tabs.size());
  const auto front = std::ranges::find(tabs, shell.layout.tab[static_cast<std::size_t>(*region)]);
  if (front == tabs.end()) return;
  showPanel(shell, *tabs[static_cast<std::size_t>(((front - tabs.begin()) + step + count) % count)]);
  giveKeysTo(shell, workspace, shell.keys_at.part);
}

void growPart(ShellState& shell, float by) {
  const std::optional<Region> region = regionOf(shell.keys_at.part);
  if (!region || *region == Region::kFloating) return;
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

float readFloat(const std::string& text, float fallback, float min, float max) {
  const auto value = parseDouble(text);
  return value ? std::clamp(static_cast<float>(*value), min, max) : fallback;
}

Setting flagSetting(const char* section, const char* key, bool& value) {
  return {section, key, [&value] { return std::string(value ? "1" : "0"); },
          [&value](const std::string& text) { value = text == "1"; }};
}

namespace {

constexpr float kMinShare = 0.05f, kMaxShare = 0.7f;
constexpr float kMinCut = 0.1f, kMaxCut = 0.9f;

Setting share(const char* key, float& value) {
  return {
      "Layout", key, [&value] { return value == 0 ? "0" : fmt::format("{:.4f}", value); },
      [&value](const std::string& text) { value = text == "0" ? 0 : readFloat(text, value, kMinShare, kMaxShare); }};
}

Setting cut(const char* key, float& value) {
  return {"Layout", key, [&value] { return fmt::format("{:.4f}", value); },
          [&value](const std::string& text) { value = readFloat(text, value, kMinCut, kMaxCut); }};
}

constexpr const char* kRegionWords[kRegionCount + 1] = {"left",        "right",        "bottom",  "left_lower",
                                                        "right_lower", "bottom_right", "floating"};

/// "jury:right_lower console:floating:0.3,0.25,0.4,0.5"
std::string movedText(const ShellState& shell) {
  std::string text;
  for (const MovedPanel& moved : shell.layout.moved) {
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ", moved.panel->word,
                        kRegionWords[static_cast<std::size_t>(moved.region)]);
    const Rect& part = moved.part;
    if (moved.region == Region::kFloating)
      text += fmt::format(":{:.4f},{:.4f},{:.4f},{:.4f}", part.x, part.y, part.w, part.h);
  }
  return text;
}

/// Panels and regions that this version does not know stay at home.
void readMoved(const std::string& text, ShellState& shell) {
  shell.layout.moved.clear();
  shell.placed_in = {};
  for (const std::string& entry : partsOf(text, ' ')) {
    const std::vector<std::string> fields = partsOf(entry, ':');
    if (fields.size() < 2) continue;
    const auto panel = std::ranges::find_if(shell.panels, [&](const Panel* p) { return fields[0] == p->word; });
    const auto word = std::ranges::find(kRegionWords, fields[1]);
    if (panel == shell.panels.end() || word == std::end(kRegionWords)) continue;
    MovedPanel moved{*panel, static_cast<Region>(word - std::begin(kRegionWords))};
    if (moved.region == (*panel)->home || std::ranges::count(shell.layout.moved, *panel, &MovedPanel::panel) > 0)
      continue;
    const std::vector<std::string> numbers = partsOf(fields.size() > 2 ? fields[2] : "", ',');
    if (numbers.size() == 4) {
      const auto read = [&](std::size_t i, float usual, float min, float max) {
        return readFloat(numbers[i], usual, min, max);
      };
      moved.part = {read(0, moved.part.x, 0, 0.95f), read(1, moved.part.y, 0, 0.95f),
                    read(2, moved.part.w, kMinShare, 1), read(3, moved.part.h, kMinShare, 1)};
    }
    shell.layout.moved.push_back(moved);
  }
}

Setting number(const char* section, const char* key, int& value, int min, int max) {
  return {section, key, [&value] { return std::to_string(value); },
          [&value, min, max](const std::string& text) {
            value = std::clamp(parseInteger<int>(text).value_or(value), min, max);
          }};
}

/// The settings of a layout that is kept by name: all but the size of the window.
bool isOfNamedLayout(const Setting& row) {
  return std::string_view(row.section) == "Layout" && !std::string_view(row.key).starts_with("window_");
}

}  // namespace

std::vector<Setting> layoutSettings(ShellState& shell) {
  Layout& layout = shell.layout;
  std::vector<Setting> rows{share("left", layout.left),
                            share("right", layout.right),
                            share("bottom", layout.bottom),
                            cut("left_cut", layout.left_cut),
                            cut("right_cut", layout.right_cut),
                            cut("bottom_cut", layout.bottom_cut),
                            flagSetting("Layout", "bottom_open", layout.bottom_open),
                            number("Layout", "window_width", layout.window_width, 320, 32768),
                            number("Layout", "window_height", layout.window_height, 240, 32768),
                            flagSetting("Layout", "window_maximised", layout.window_maximised)};
  // Before the tabs, which are those of panels that are in their region.
  rows.push_back({"Layout", "moved", [&shell] { return movedText(shell); },
                  [&shell](const std::string& text) { readMoved(text, shell); }});
  static constexpr const char* kTabKeys[kRegionCount] = {"left_tab",       "right_tab",       "bottom_tab",
                                                         "left_lower_tab", "right_lower_tab", "bottom_right_tab"};
  for (std::size_t i = 0; i < kRegionCount; ++i) {
    const auto region = static_cast<Region>(i);
    rows.push_back({"Layout", kTabKeys[i],
                    [&shell, region] {
                      const Panel* const front = shownIn(shell, region);
                      return std::string(front != nullptr ? front->word : "");
                    },
                    [&layout, &shell, i, region](const std::string& text) {
                      for (const Panel* const panel : shell.panels) {
                        // A window starts without a bundle: its panels would be empty. The next one brings them back.
                        const bool is_empty = panel->is_of_bundle && shell.bundle_seen == nullptr;
                        if (text != panel->word || regionOf(shell, *panel) != region || is_empty) continue;
                        layout.tab[i] = panel;
                        shell.select_tab[i] = true;
                      }
                    }});
  }
  return rows;
}

void keepLayout(ShellState& shell, std::string name) {
  std::ranges::replace(name, '|', '/');
  std::ranges::replace_if(
      name, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  std::string text;
  for (const Setting& row : layoutSettings(shell)) {
    if (isOfNamedLayout(row)) text += fmt::format("{}{}={}", text.empty() ? "" : ";", row.key, row.write());
  }
  const std::size_t first = name.find_first_not_of(' '), last = name.find_last_not_of(' ');
  if (first == std::string::npos) return;
  shell.layouts[name.substr(first, last - first + 1)] = text;
  ImGui::MarkIniSettingsDirty();
}

void useLayout(ShellState& shell, const std::string& name) {
  const auto kept = shell.layouts.find(name);
  if (kept == shell.layouts.end()) return;
  const std::vector<Setting> rows = layoutSettings(shell);
  for (const std::string& line : partsOf(kept->second, ';')) {
    const std::size_t equals = line.find('=');
    if (equals == std::string::npos) continue;
    for (const Setting& row : rows) {
      if (isOfNamedLayout(row) && line.substr(0, equals) == row.key) row.read(line.substr(equals + 1));
    }
  }
  ImGui::MarkIniSettingsDirty();
}

}  // namespace sepax
