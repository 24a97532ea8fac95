#include "ui/panel_tabs.h"

#include "core/language.h"
#include "ui/headless_window.h"
#include "ui/scene/panel_scene.h"
#include "ui/window_parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>

namespace sepax {
namespace {

constexpr Region kRegions[] = {Region::kLeft,       Region::kRight,       Region::kBottom,  Region::kLeftLower,
                               Region::kRightLower, Region::kBottomRight, Region::kFloating};

/// The middle of an item that the last frame drew, by the name that tests know it by.
std::optional<ImVec2> itemPlace(HeadlessWindow& window, const std::string& name) {
  listenToItems();
  (void)takeItemPlaces();
  window.frame();
  for (const ItemPlace& item : takeItemPlaces()) {
    if (item.name == name) return ImVec2{item.x, item.y};
  }
  return std::nullopt;
}

ImVec2 middleOf(const Rect& rect) { return {rect.x + rect.w / 2, rect.y + rect.h / 2}; }

/// Drags a tab there and holds it.
void dragTab(HeadlessWindow& window, const Panel& panel, ImVec2 to) {
  const auto from = itemPlace(window, std::string("tab ") + panel.word);
  ASSERT_TRUE(from);
  window.moveTo(from->x, from->y);
  ImGui::GetIO().MouseDown[0] = true;
  window.frame();
  window.moveTo(from->x + 4, from->y + 9);
  window.moveTo(to.x, to.y);
  window.frame();
}

void letGo(HeadlessWindow& window) {
  ImGui::GetIO().MouseDown[0] = false;
  window.frame(3);
}

TEST(PanelTabs, APanelMovesToEveryRegionAndIsDrawnThere) {
  HeadlessWindow window;
  window.frame(3);
  for (const Panel* const panel : window.shell.panels) {
    if (!isOffered(*panel, window.workspace)) continue;
    for (const Region region : kRegions) {
      SCOPED_TRACE(std::string(panel->word) + " " + std::to_string(static_cast<int>(region)));
      movePanel(window.shell, *panel, region);
      window.frame(3);
      EXPECT_EQ(regionOf(window.shell, *panel), region);
      EXPECT_TRUE(isInFront(window.shell, *panel));
      const ImGuiWindow* const drawn = HeadlessWindow::findWindow(std::string("/") + panel->word + "_");
      ASSERT_NE(drawn, nullptr);
      if (region == Region::kFloating) continue;
      const Rect& rect = window.shell.regions[region];
      const ImVec2 at = drawn->Rect().GetCenter();
      EXPECT_TRUE(holds(rect, at.x, at.y));
    }
    movePanel(window.shell, *panel, panel->home);
  }
  EXPECT_TRUE(window.shell.layout.moved.empty()) << "at home nothing is moved";
}

TEST(PanelTabs, OnANarrowPageEveryRegionThatHoldsPanelsIsReached) {
  HeadlessWindow window(390, 844);
  window.frame(3);
  ASSERT_GT(window.shell.regions.choice.h, 0);
  for (const Region region : kRegions) {
    SCOPED_TRACE(static_cast<int>(region));
    movePanel(window.shell, kContactsPanel, region);
    window.frame(4);
    EXPECT_TRUE(isInFront(window.shell, kContactsPanel));
    EXPECT_NE(HeadlessWindow::findWindow("/contacts_"), nullptr);
  }
  // The region that is shown below loses its last panel.
  movePanel(window.shell, kContactsPanel, Region::kLeftLower);
  window.frame(3);
  movePanel(window.shell, kContactsPanel, Region::kFloating);
  window.frame(3);
  EXPECT_TRUE(window.shell.used[static_cast<std::size_t>(window.shell.layout.below)]);
}

TEST(PanelTabs, AllPanelsInOneRegionLeaveTheOthersRoomToTheViewport) {
  HeadlessWindow window;
  window.frame(3);
  const float before = window.shell.regions.middle.w;
  for (const Panel* const panel : window.shell.panels) movePanel(window.shell, *panel, Region::kBottom);
  window.frame(4);
  EXPECT_EQ(window.shell.regions[Region::kLeft].w, 0);
  EXPECT_EQ(window.shell.regions[Region::kRight].w, 0);
  EXPECT_GT(window.shell.regions.middle.w, before);
  EXPECT_EQ(window.shell.regions.middle.w, ImGui::GetIO().DisplaySize.x);
}

TEST(PanelTabs, ADraggedTabDividesASideAndADragBackJoinsIt) {
  HeadlessWindow window;
  window.frame(3);
  const Rect whole = window.shell.regions[Region::kRight];
  dragTab(window, kInspectorPanel, {whole.x + whole.w / 2, whole.y + whole.h * 0.8f});
  EXPECT_EQ(regionOf(window.shell, kInspectorPanel), Region::kRight) << "not before it is let go";
  letGo(window);
  ASSERT_EQ(regionOf(window.shell, kInspectorPanel), Region::kRightLower);
  const Rect upper = window.shell.regions[Region::kRight], lower = window.shell.regions[Region::kRightLower];
  EXPECT_EQ(upper.w, whole.w);
  EXPECT_NEAR(upper.h + lower.h + window.shell.regions.right_cut.h, whole.h, 1);
  EXPECT_TRUE(isInFront(window.shell, kAxesPanel) || isInFront(window.shell, kStepsPanel)) << "both halves show one";
  EXPECT_TRUE(isInFront(window.shell, kInspectorPanel));

  dragTab(window, kInspectorPanel, middleOf(upper));
  letGo(window);
  EXPECT_EQ(regionOf(window.shell, kInspectorPanel), Region::kRight);
  EXPECT_EQ(window.shell.regions[Region::kRight].h, whole.h);
}

TEST(PanelTabs, EscEndsADragAndNothingMoves) {
  HeadlessWindow window;
  window.frame(3);
  const Rect whole = window.shell.regions[Region::kRight];
  dragTab(window, kInspectorPanel, {whole.x + whole.w / 2, whole.y + whole.h * 0.8f});
  ASSERT_NE(ImGui::GetDragDropPayload(), nullptr);
  window.press(plain(kKeyEscape));
  letGo(window);
  EXPECT_EQ(ImGui::GetDragDropPayload(), nullptr);
  EXPECT_TRUE(window.shell.layout.moved.empty());
}

TEST(PanelTabs, AClickOnATabMovesNothing) {
  HeadlessWindow window;
  window.frame(3);
  const auto at = itemPlace(window, "tab inspector");
  ASSERT_TRUE(at);
  window.click(at->x, at->y);
  window.frame(2);
  EXPECT_TRUE(isInFront(window.shell, kInspectorPanel));
  EXPECT_TRUE(window.shell.layout.moved.empty());
}

TEST(PanelTabs, APanelDroppedOnTheViewportFloatsUnderTheMouseUntilItIsClosed) {
  HeadlessWindow window;
  window.frame(3);
  const ImVec2 to = middleOf(window.shell.regions.middle);
  dragTab(window, kInspectorPanel, to);
  letGo(window);
  ASSERT_EQ(regionOf(window.shell, kInspectorPanel), Region::kFloating);
  ImGuiWindow* floating = HeadlessWindow::findWindow("###floating_inspector");
  ASSERT_NE(floating, nullptr);
  EXPECT_TRUE(floating->Rect().Contains(to));
  EXPECT_TRUE(isInFront(window.shell, kInspectorPanel));

  // Its title moves it, and the place is kept.
  const ImVec2 before = floating->Pos;
  window.moveTo(before.x + 40, before.y + 8);
  ImGui::GetIO().MouseDown[0] = true;
  window.frame();
  window.moveTo(before.x + 70, before.y + 58);
  letGo(window);
  const Rect part = window.shell.layout.moved.front().part;
  EXPECT_NEAR(part.x * ImGui::GetIO().DisplaySize.x, before.x + 30, 1);
  EXPECT_NEAR(part.y * ImGui::GetIO().DisplaySize.y, before.y + 50, 1);

  ASSERT_TRUE(window.clickItem("###floating_inspector", "#CLOSE"));
  window.frame(3);
  EXPECT_EQ(regionOf(window.shell, kInspectorPanel), kInspectorPanel.home);
  EXPECT_EQ(HeadlessWindow::findWindow("###floating_inspector"), nullptr);
}

TEST(PanelTabs, ADragOverAFloatingPanelDoesNotReachTheSceneBelowIt) {
  HeadlessWindow window;
  window.frame(3);
  movePanel(window.shell, kInspectorPanel, Region::kFloating);
  window.frame(3);
  const ImRect over = HeadlessWindow::findWindow("###floating_inspector")->Rect();
  const Camera before = window.workspace.view.camera;
  window.moveTo(over.GetCenter().x, over.GetCenter().y + 40);
  ImGui::GetIO().MouseDown[0] = true;
  window.frame();
  window.moveTo(over.GetCenter().x + 60, over.GetCenter().y + 60);
  letGo(window);
  EXPECT_TRUE(window.workspace.view.camera == before);
  EXPECT_EQ(window.workspace.history.isDirty(), false);
}

TEST(PanelTabs, TheMenuOfATabMovesItsPanel) {
  HeadlessWindow window;
  window.frame(3);
  ActionContext context{window.workspace, window.workspace.view, window.shell, window.sent};
  const std::vector<ListedAction> entries = moveEntries(window.shell, kAxesPanel);
  ASSERT_EQ(entries.size(), std::size(kRegions));
  for (const ListedAction& entry : entries) {
    entry.run(context);
    window.frame(2);
    int checked = 0;
    for (const ListedAction& now : moveEntries(window.shell, kAxesPanel)) {
      checked += now.checked ? 1 : 0;
      EXPECT_EQ(now.checked, now.name == entry.name);
    }
    EXPECT_EQ(checked, 1);
  }
}

TEST(PanelTabs, WhereEachPanelIsComesBackInTheNextWindow) {
  std::string text;
  {
    HeadlessWindow window;
    movePanel(window.shell, kInspectorPanel, Region::kRightLower);
    movePanel(window.shell, kContactsPanel, Region::kFloating, Rect{0.1f, 0.2f, 0.5f, 0.4f});
    window.shell.layout.right_cut = 0.7f;
    window.frame(3);
    text = ImGui::SaveIniSettingsToMemory();
  }
  HeadlessWindow window;
  ImGui::LoadIniSettingsFromMemory(text.c_str(), text.size());
  window.frame(3);
  EXPECT_EQ(regionOf(window.shell, kInspectorPanel), Region::kRightLower);
  EXPECT_TRUE(isInFront(window.shell, kInspectorPanel));
  EXPECT_FLOAT_EQ(window.shell.layout.right_cut, 0.7f);
  const ImGuiWindow* const floating = HeadlessWindow::findWindow("###floating_contacts");
  ASSERT_NE(floating, nullptr);
  EXPECT_NEAR(floating->Pos.x, 128, 1);
  EXPECT_NEAR(floating->Size.y, 288, 1);
}

TEST(PanelTabs, ALayoutIsKeptUnderANameAndComesBack) {
  HeadlessWindow window;
  window.frame(3);
  movePanel(window.shell, kInspectorPanel, Region::kRightLower);
  window.shell.layout.left = 0.25f;
  keepLayout(window.shell, "  two | panels\n");
  movePanel(window.shell, kInspectorPanel, Region::kRight);
  movePanel(window.shell, kAxesPanel, Region::kLeft);
  window.shell.layout.left = 0.15f;
  keepLayout(window.shell, "other");
  keepLayout(window.shell, "  ");
  ASSERT_EQ(window.shell.layouts.size(), 2u) << "one without a name is none";

  const std::string text = ImGui::SaveIniSettingsToMemory();
  window.shell.layouts.clear();
  ImGui::LoadIniSettingsFromMemory(text.c_str(), text.size());
  window.workspace.wants_reset_layout = true;
  window.frame(3);
  EXPECT_TRUE(window.shell.layout.moved.empty());
  ASSERT_TRUE(window.shell.layouts.contains("two / panels")) << "a reset keeps what has a name";
  useLayout(window.shell, "two / panels");
  window.frame(3);
  EXPECT_EQ(regionOf(window.shell, kInspectorPanel), Region::kRightLower);
  EXPECT_EQ(regionOf(window.shell, kAxesPanel), Region::kRight);
  EXPECT_FLOAT_EQ(window.shell.layout.left, 0.25f);
  useLayout(window.shell, "other");
  window.frame(3);
  EXPECT_EQ(regionOf(window.shell, kAxesPanel), Region::kLeft);
  EXPECT_EQ(regionOf(window.shell, kInspectorPanel), Region::kRight);
}

TEST(PanelTabs, NonsenseAboutPlacesLeavesPanelsAtHome) {
  HeadlessWindow window;
  const std::string text =
      "[Sepax][Layout]\nmoved=nosuch:left inspector:nowhere axes axes:right contacts:floating:nan,-4,1e9,0 : "
      "steps:left_lower:x steps:left\nleft_cut=7\n[Sepax][Layouts]\n0=|x\n1=no text\n";
  ImGui::LoadIniSettingsFromMemory(text.c_str(), text.size());
  window.frame(3);
  ASSERT_EQ(window.shell.layout.moved.size(), 2u);
  const Rect part = window.shell.layout.moved[0].part;
  EXPECT_GE(part.x, -0.01f);
  EXPECT_LE(part.x, 1);
  EXPECT_LE(part.w, 1.01f);
  EXPECT_GT(part.h, 0);
  EXPECT_EQ(regionOf(window.shell, kStepsPanel), Region::kLeftLower);
  EXPECT_LE(window.shell.layout.left_cut, 0.9f);
  EXPECT_TRUE(window.shell.layouts.empty());
}

}  // namespace
}  // namespace sepax
