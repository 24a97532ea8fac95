#include "ui/panel_tabs.h"

#include "core/catalogue.h"
#include "core/language.h"
#include "session/learn/learning.h"
#include "session/workspace.h"
#include "ui/kit/keys.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"
#include "ui/window_parts.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace sepax {
namespace {

constexpr const char* kDraggedPanel = "panel";  ///< of a drag whose payload is a const Panel*

/// Keys of tr().
constexpr std::pair<Region, const char*> kPlaces[] = {{Region::kLeft, "Left"},
                                                      {Region::kLeftLower, "Lower left"},
                                                      {Region::kRight, "Right"},
                                                      {Region::kRightLower, "Lower right"},
                                                      {Region::kBottom, "Below"},
                                                      {Region::kBottomRight, "Below, on the right"},
                                                      {Region::kFloating, "Window of its own"}};

/// The panels of a region whose whole titles fit, the one in front among them: with those before it, then with those
/// after it.
std::vector<const Panel*> tabsThatFit(const std::vector<const Panel*>& offered, const Workspace& workspace,
                                      const Panel* front, float room) {
  float width = 0;
  const auto widthOf = [&](const Panel* panel) { return widthOfTab(tabLabel(*panel, workspace)); };
  for (const Panel* panel : offered) width += widthOf(panel);
  if (width <= room || offered.empty()) return offered;
  room -= widthOfTab("⋯");
  const auto shown = std::ranges::find(offered, front);
  std::size_t first = shown == offered.end() ? 0 : static_cast<std::size_t>(shown - offered.begin()), last = first + 1;
  width = widthOf(offered[first]);
  const auto fits = [&](std::size_t i) { return width + widthOf(offered[i]) <= room; };
  while (first > 0 && fits(first - 1)) width += widthOf(offered[--first]);
  while (last < offered.size() && fits(last)) width += widthOf(offered[last++]);
  return {offered.begin() + static_cast<std::ptrdiff_t>(first), offered.begin() + static_cast<std::ptrdiff_t>(last)};
}

/// The last tab lists all panels of a region, where not all of their tabs fit.
void drawTabList(const std::vector<const Panel*>& offered, const Workspace& workspace, ShellState& shell,
                 Region region) {
  if (ImGui::TabItemButton("⋯##all_tabs", ImGuiTabItemFlags_Trailing | ImGuiTabItemFlags_NoTooltip))
    ImGui::OpenPopup("##tab_list");
  tooltip(tr("All panels of this side"));
  if (!ImGui::BeginPopup("##tab_list")) return;
  for (const Panel* const panel : offered) {
    if (ImGui::MenuItem(tabLabel(*panel, workspace).c_str(), nullptr, shownIn(shell, region) == panel))
      showPanel(shell, *panel);
  }
  ImGui::EndPopup();
}

/// After a tab: a drag takes its panel along, and its menu moves it.
void followTab(const Panel& panel, const ShellState& shell, ActionContext& context) {
  if (ImGui::BeginDragDropSource(ImGuiDragDropFlags_SourceNoPreviewTooltip)) {
    const Panel* const dragged = &panel;
    ImGui::SetDragDropPayload(kDraggedPanel, &dragged, sizeof dragged);
    ImGui::EndDragDropSource();
  }
  if (!ImGui::BeginPopupContextItem()) return;
  ImGui::TextDisabled("%s", trf("Move {} to", tr(panel.title)).c_str());
  for (const ListedAction& entry : moveEntries(shell, panel)) {
    if (ImGui::MenuItem(entry.name.c_str(), nullptr, entry.checked)) entry.run(context);
  }
  ImGui::EndPopup();
}

void drawBody(const Panel& panel, Part part, bool takes_keys, Workspace& workspace, ShellState& shell, Outbox& outbox) {
  ImGui::BeginChild(panel.word);
  if (takes_keys) takeKeys(shell, part);
  if (isCovered(workspace, workspace) && panel.shows_answers) {
    drawCover();
  } else {
    PanelContext context{workspace, workspace.view, outbox, shell, shell.to_front};
    if (panel.shown != nullptr) panel.shown(workspace.view) = true;
    panel.draw(context);
  }
  followRowClick(shell, part);
  ImGui::EndChild();
}

/// The panel that a tab is dragged of; null without such a drag.
const Panel* draggedPanel() {
  const ImGuiPayload* const payload = ImGui::GetDragDropPayload();
  if (payload == nullptr || !payload->IsDataType(kDraggedPanel)) return nullptr;
  return *static_cast<const Panel* const*>(payload->Data);
}

/// The zone at a place; null outside of all.
const DropZone* zoneAt(const std::vector<DropZone>& zones, ImVec2 at) {
  const auto zone = std::ranges::find_if(zones, [&](const DropZone& z) { return holds(z.rect, at.x, at.y); });
  return zone == zones.end() ? nullptr : &*zone;
}

const char* nameOf(Region region) {
  return tr(std::ranges::find(kPlaces, region, &std::pair<Region, const char*>::first)->second);
}

/// A floating window of the usual size with its title under the mouse.
Rect floatingAt(ImVec2 mouse) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  Rect part = MovedPanel{}.part;
  part.x = std::clamp(mouse.x / display.x - part.w / 2, 0.0f, 1 - part.w);
  part.y = std::clamp((mouse.y - ImGui::GetFrameHeight() / 2) / display.y, 0.0f, 1 - part.h);
  return part;
}

}  // namespace

bool floatsAny(const ShellState& shell, const Workspace& workspace) {
  return std::ranges::any_of(shell.layout.moved, [&](const MovedPanel& moved) {
    return moved.region == Region::kFloating && isOffered(*moved.panel, workspace);
  });
}

UsedRegions usedRegions(const ShellState& shell, const Workspace& workspace) {
  UsedRegions used{};
  for (const Panel* const panel : shell.panels) {
    const auto at = static_cast<std::size_t>(regionOf(shell, *panel));
    if (at < used.size() && isOffered(*panel, workspace)) used[at] = true;
  }
  return used;
}

std::string tabLabel(const Panel& panel, const Workspace& workspace) {
  const std::string badge = panel.badge != nullptr ? panel.badge(workspace) : std::string();
  return badge.empty() ? trId(panel.title) : fmt::format("{} ({})###{}", tr(panel.title), badge, panel.title);
}

void drawPanels(Region region, const Rect& rect, Workspace& workspace, ShellState& shell, Outbox& outbox) {
  if (rect.w < 1 || rect.h < 1) return;
  const auto at = static_cast<std::size_t>(region);
  static constexpr const char* kIds[kRegionCount] = {"##left",       "##right",       "##bottom",
                                                     "##left_lower", "##right_lower", "##bottom_right"};
  beginRegion(kIds[at], rect, Padding::kUsual, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  const std::vector<const Panel*> offered = offeredIn(region, workspace, shell);
  const std::vector<const Panel*> tabs =
      tabsThatFit(offered, workspace, shownIn(shell, region), ImGui::GetContentRegionAvail().x);
  ActionContext context{workspace, workspace.view, shell, outbox};
  // Which tabs there are depends on the one in front: ImGui never chooses among them.
  if (beginTabBar("##tabs", ImGuiTabBarFlags_FittingPolicyResizeDown | ImGuiTabBarFlags_NoTooltip)) {
    const Panel* const wanted = shell.layout.tab[at];
    const bool select = shell.select_tab[at];
    shell.select_tab[at] = false;
    constexpr int kFramesToSettle = 2;
    if (select) shell.tab_frames = kFramesToSettle;
    for (const Panel* const tab : tabs) {
      const Panel& panel = *tab;
      const bool bring = select && wanted == tab;
      const std::string label = tabLabel(panel, workspace);
      const bool is_front = beginTab(label, bring ? ImGuiTabItemFlags_SetSelected : 0);
      nameItem("tab", panel.word);
      followTab(panel, shell, context);
      if (!is_front) continue;
      const bool is_moved = regionOf(shell, panel) != region;  // by its menu, now
      if (!select && !is_moved && shell.layout.tab[at] != tab) {
        shell.layout.tab[at] = tab;
        ImGui::MarkIniSettingsDirty();
      }
      // A tab that is chosen now is in front from the next frame on.
      drawBody(panel, partOf(region), tab == wanted, workspace, shell, outbox);
      ImGui::EndTabItem();
    }
    if (offered.size() > tabs.size()) drawTabList(offered, workspace, shell, region);
    ImGui::EndTabBar();
  }
  ImGui::EndChild();
}

void drawFloatingPanels(Workspace& workspace, ShellState& shell, Outbox& outbox) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  if (display.x < 1 || display.y < 1) return;  // a minimised window has no size
  const std::array now{display.x, display.y};
  const bool is_placed = shell.placed_in == now;
  shell.placed_in = now;
  const Panel* const raised = std::exchange(shell.raised, nullptr);
  const Panel* closed = nullptr;
  for (MovedPanel& moved : shell.layout.moved) {
    const Panel& panel = *moved.panel;
    if (moved.region != Region::kFloating || !isOffered(panel, workspace)) continue;
    if (!is_placed) {
      ImGui::SetNextWindowPos({moved.part.x * display.x, moved.part.y * display.y});
      ImGui::SetNextWindowSize({moved.part.w * display.x, moved.part.h * display.y});
    }
    const float em = ImGui::GetFontSize();
    ImGui::SetNextWindowSizeConstraints({em * 14, em * 8}, display);
    if (raised == &panel) ImGui::SetNextWindowFocus();
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyleColorVec4(ImGuiCol_ChildBg));
    bool is_open = true;
    const std::string title = fmt::format("{}###floating_{}", tr(panel.title), panel.word);
    const bool is_seen = ImGui::Begin(title.c_str(), &is_open,
                                      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoCollapse |
                                          ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::PopStyleColor();
    const ImVec2 corner = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    const Rect part{corner.x / display.x, corner.y / display.y, size.x / display.x, size.y / display.y};
    if (std::abs(part.x - moved.part.x) + std::abs(part.y - moved.part.y) + std::abs(part.w - moved.part.w) +
            std::abs(part.h - moved.part.h) >
        1e-4f)
      ImGui::MarkIniSettingsDirty();
    moved.part = part;
    const bool takes_keys = raised == nullptr || raised == &panel;
    if (is_seen) drawBody(panel, Part::kFloating, takes_keys, workspace, shell, outbox);
    ImGui::End();
    if (!is_open) closed = &panel;
  }
  if (closed != nullptr) movePanel(shell, *closed, closed->home);
}

void drawPanelDrop(ShellState& shell, Theme theme) {
  const Panel* const dragged = draggedPanel();
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  if (dragged == nullptr || display.x < 1 || display.y < 1) return;
  if (isPressed(plain(kKeyEscape))) {
    ImGui::ClearActiveID();
    ImGui::ClearDragDrop();
    return;
  }
  const std::vector<DropZone> zones = dropZones(shell.regions);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const DropZone* const under = zoneAt(zones, mouse);
  if (ImGui::IsMouseReleased(ImGuiMouseButton_Left)) {
    if (under != nullptr && under->region != regionOf(shell, *dragged))
      movePanel(shell, *dragged, under->region, floatingAt(mouse));
    ImGui::ClearDragDrop();
    return;
  }
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const Colour accent = paletteOf(theme).a;
  const float thick = std::round(ImGui::GetFontSize() / 8), inset = thick;
  for (const DropZone& zone : zones) {
    const bool is_under = &zone == under;
    if (zone.region == Region::kFloating && !is_under) continue;
    const ImVec2 low{zone.rect.x + inset, zone.rect.y + inset},
        high{zone.rect.x + zone.rect.w - inset, zone.rect.y + zone.rect.h - inset};
    if (is_under) list.AddRectFilled(low, high, toImGui(withAlpha(accent, 0.25)), 4);
    list.AddRect(low, high, toImGui(withAlpha(accent, is_under ? 1 : 0.35)), 4, 0, is_under ? thick : 1);
    if (!is_under) continue;
    const std::string name = fmt::format("{}: {}", tr(dragged->title), nameOf(zone.region));
    const ImVec2 size = ImGui::CalcTextSize(name.c_str()), pad = ImGui::GetStyle().FramePadding;
    const ImVec2 at{std::round((low.x + high.x - size.x) / 2), std::round((low.y + high.y - size.y) / 2)};
    list.AddRectFilled({at.x - pad.x, at.y - pad.y}, {at.x + size.x + pad.x, at.y + size.y + pad.y},
                       ImGui::GetColorU32(ImGuiCol_PopupBg), 4);
    list.AddText(at, ImGui::GetColorU32(ImGuiCol_Text), name.c_str());
  }
}

std::vector<ListedAction> moveEntries(const ShellState& shell, const Panel& panel) {
  std::vector<ListedAction> entries;
  for (const auto& [region, name] : kPlaces) {
    entries.push_back({.name = tr(name),
                       .run = [&panel, to = region](ActionContext& c) { movePanel(c.shell, panel, to); },
                       .checked = regionOf(shell, panel) == region,
                       .english = name});
  }
  return entries;
}

}  // namespace sepax
