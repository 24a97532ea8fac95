#include "ui/window_parts.h"

#include "session/host/opened_case.h"
#include "session/lab/jury_pool.h"
#include "session/process.h"
#include "ui/actions.h"
#include "ui/headless_window.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <memory>
#include <set>
#include <string>

namespace sepax {
namespace {

class WindowParts : public testing::Test {
 protected:
  WindowParts() {
    window.shell.layout.bottom_open = true;
    window.frame(4);
  }
  void press(int key) {
    window.press(plain(key));
    window.frame(2);
  }
  void go(Part part) {
    for (int i = 0; i < kPartCount && keys().part != part; ++i) press(kKeyF6);
    ASSERT_EQ(keys().part, part);
    window.frame(2);
  }
  [[nodiscard]] const KeyFocus& keys() const { return window.shell.keys_at; }
  [[nodiscard]] static const ImGuiContext& context() { return *ImGui::GetCurrentContext(); }
  HeadlessWindow window;
};

TEST_F(WindowParts, F6GoesThroughAllOfThemAndEscBackToTheScene) {
  movePanel(window.shell, kLearnPanel, Region::kLeftLower);
  movePanel(window.shell, kStepsPanel, Region::kRightLower);
  movePanel(window.shell, kHistoryPanel, Region::kBottomRight);
  movePanel(window.shell, kInspectorPanel, Region::kFloating);
  window.frame(3);
  std::set<Part> seen;
  for (int i = 0; i < kPartCount; ++i) {
    press(kKeyF6);
    seen.insert(keys().part);
    EXPECT_EQ(keys().walks, keys().part != Part::kMiddle);
  }
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(kPartCount));
  EXPECT_EQ(keys().part, Part::kMiddle);
  window.press(shift(kKeyF6));
  EXPECT_EQ(keys().part, Part::kStatus);
  window.frame(2);
  press(kKeyEscape);
  EXPECT_EQ(keys().part, Part::kMiddle);
  EXPECT_FALSE(keys().walks);
}

TEST_F(WindowParts, F6PassesOverRegionsThatHoldNoPanel) {
  std::set<Part> seen;
  for (int i = 0; i < kPartCount; ++i) {
    press(kKeyF6);
    seen.insert(keys().part);
  }
  EXPECT_EQ(seen, (std::set{Part::kMiddle, Part::kLeft, Part::kBottom, Part::kRight, Part::kToolbar, Part::kStatus}));
}

TEST_F(WindowParts, EveryPanelHasAnItemThatTheKeysReach) {
  window.workspace.view.selected = "A";
  for (const Panel* const panel : window.shell.panels) {
    if (!isOffered(*panel, window.workspace)) continue;
    showPanel(window.shell, *panel);
    giveKeysTo(window.shell, window.workspace, partOf(panel->home));
    window.frame(4);
    ASSERT_NE(context().NavWindow, nullptr) << panel->word;
    EXPECT_NE(std::string(context().NavWindow->Name).find(panel->word), std::string::npos) << context().NavWindow->Name;
    press(kKeyDown);
    // Without a trace, an edit, a bundle, a contact they only say so.
    static constexpr const Panel* kTexts[] = {&kStepsPanel, &kHistoryPanel, &kBundlePanel, &kPreviewPanel,
                                              &kContactsPanel};
    const bool says_only = std::ranges::find(kTexts, panel) != std::end(kTexts);
    EXPECT_TRUE(says_only || context().NavId != 0) << panel->word;
    EXPECT_TRUE(isWalkedByKeys()) << panel->word;
  }
}

TEST_F(WindowParts, ArrowKeysPreviewARowAndEnterPinsIt) {
  window.showTab(kAxesPanel);
  go(Part::kRight);
  // The table is a window of its own: Enter goes into it.
  const auto isAtTable = [&] {
    const ImGuiWindow* const table = HeadlessWindow::findWindow("##axes");
    return table != nullptr && context().NavId == table->ChildId;
  };
  for (int i = 0; i < 40 && !window.workspace.view.hovered_axis; ++i) press(isAtTable() ? kKeyEnter : kKeyDown);
  ASSERT_TRUE(window.workspace.view.hovered_axis) << "a row is previewed";
  const AxisId first = *window.workspace.view.hovered_axis;
  press(kKeyDown);
  ASSERT_TRUE(window.workspace.view.hovered_axis);
  const AxisId second = *window.workspace.view.hovered_axis;
  EXPECT_FALSE(first == second);
  press(kKeyEnter);
  EXPECT_EQ(window.workspace.view.pinned_axis, second);
  press(kKeyEscape);
  EXPECT_EQ(keys().part, Part::kMiddle);
  EXPECT_EQ(window.workspace.view.pinned_axis, second) << "this Esc only went back";
}

/// Clicks down a panel until something has happened.
bool clickUntil(HeadlessWindow& window, const char* part, float x, const std::function<bool()>& done) {
  window.frame(3);
  const ImGuiWindow* const panel = HeadlessWindow::findWindow(part);
  if (panel == nullptr) return false;
  const float low = panel->Pos.y, high = low + panel->Size.y;
  for (float y = low + 4; y < high; y += 6) {
    window.click(panel->Pos.x + x, y);
    if (done()) return true;
  }
  return false;
}

TEST_F(WindowParts, AClickOnARowGivesItsListTheArrowKeysEnterAndEsc) {
  Document document = defaultDocument();
  document.bodies.push_back(document.bodies[1]);
  document.bodies.back().id = "C";
  document.bodies.back().position.x += 5;
  window.workspace.history.reset(std::move(document));
  window.workspace.jury.pool =
      std::make_shared<JuryPool>(std::vector<JurorManifest>(), JurorLimits{}, std::function<void()>());
  window.frame(2);
  const auto expectWalk = [&](const char* list) {
    EXPECT_TRUE(keys().walks) << list;
    EXPECT_FALSE(isWalkedByKeys()) << list << ": no frame before an arrow key";
    const ImGuiID row = context().NavId;
    press(kKeyDown);
    EXPECT_TRUE(isWalkedByKeys()) << list;
    EXPECT_NE(context().NavId, row) << list;
  };
  const auto expectLeft = [&](const char* list) {
    press(kKeyEscape);
    EXPECT_EQ(keys().part, Part::kMiddle) << list;
    EXPECT_FALSE(keys().walks) << list;
  };
  window.showTab(kScenePanel);
  ASSERT_TRUE(clickUntil(window, "scene", 80, [&] { return window.workspace.view.pair == PairIds{"A", "C"}; }));
  expectWalk("pairs");
  press(kKeyEnter);
  EXPECT_EQ(window.workspace.view.pair, (PairIds{"B", "C"})) << "the row below";
  expectLeft("pairs");

  Outbox outbox;
  for (const double x : {7.0, 8.0, 9.0}) outbox.send(SetTransform{"C", {x, 9, 9}, Quat{}});
  process(window.workspace, outbox);
  window.showTab(kHistoryPanel);
  ASSERT_TRUE(clickUntil(window, "history", 80, [&] { return window.workspace.history.position() == 1; }));
  expectWalk("history");
  press(kKeyEnter);
  EXPECT_EQ(window.workspace.history.position(), 2u);
  expectLeft("history");

  window.showTab(kJuryPanel);
  ASSERT_TRUE(clickUntil(window, "##jury", 80, [&] { return keys().walks; }));
  if (context().OpenPopupStack.Size > 0) press(kKeyEscape);
  expectWalk("jury");
  expectLeft("jury");
}

TEST_F(WindowParts, OfARowThatIsClickedOtherKeysStayWhatTheyAre) {
  ASSERT_TRUE(clickUntil(window, "scene", 80, [&] { return keys().walks; }));
  EXPECT_FALSE(isTakenByWalk(keys(), kKeyPageDown, false)) << "of steps";
  EXPECT_FALSE(isTakenByWalk(keys(), ' ', false));
  press(kKeyDown);
  EXPECT_TRUE(isTakenByWalk(keys(), kKeyPageDown, false));
}

TEST_F(WindowParts, KeysOfTheWalkDoNothingElseThere) {
  window.workspace.view.selected = "A";
  const Vec3 before = window.workspace.history.document().bodies[0].position;
  go(Part::kLeft);
  for (const int key : {kKeyTab, kKeyRight, kKeyDown}) press(key);
  EXPECT_EQ(window.workspace.view.selected, "A") << "Tab walks bodies in the scene only";
  EXPECT_EQ(window.workspace.history.document().bodies[0].position, before);
}

TEST_F(WindowParts, AFreshWindowGivesTheSceneItsKeys) {
  const ImGuiWindow* const focused = context().NavWindow;
  ASSERT_NE(focused, nullptr);
  EXPECT_NE(std::string(focused->Name).find("##middle"), std::string::npos) << focused->Name;
  EXPECT_FALSE(keys().wanted);
  press(kKeyTab);
  EXPECT_EQ(window.workspace.view.selected, "A");
}

TEST_F(WindowParts, CtrlAndArrowsMoveThePickedDirectionOfTheLandscape) {
  for (const bool in_plane : {true, false}) {
    newDocument(window.workspace, {.space = in_plane ? Space::k2d : Space::k3d});
    window.frame(2);
    window.workspace.view.pinned_axis = std::nullopt;
    window.showTab(kLandscapePanel);
    giveKeysTo(window.shell, window.workspace, Part::kBottom);
    window.frame(4);
    window.workspace.view.free_axis = {0.6, 0.8, 0};
    window.workspace.view.pinned_axis = kFreeAxis;
    const auto isMoved = [&] { return distance(window.workspace.view.free_axis, Vec3(0.6, 0.8, 0)) > 1e-3; };
    for (int i = 0; i < 40 && !isMoved(); ++i) {
      window.press(ctrl(kKeyRight));
      if (!isMoved()) press(i % 2 == 0 ? kKeyDown : kKeyEnter);
    }
    ASSERT_TRUE(isMoved()) << "the chart takes the keys";
    const Vec3 first = window.workspace.view.free_axis;
    window.press(ctrl(kKeyLeft));
    EXPECT_LT(distance(window.workspace.view.free_axis, Vec3(0.6, 0.8, 0)), 1e-4) << "and back";
    EXPECT_EQ(window.workspace.view.pinned_axis, kFreeAxis);
    if (in_plane) {
      EXPECT_NEAR(std::acos(dot(first, Vec3(0.6, 0.8, 0))), 3.14159265358979 / 180, 1e-4) << "one degree";
    }
  }
}

TEST_F(WindowParts, AClickEndsTheWalk) {
  go(Part::kLeft);
  const ViewportState& viewport = window.shell.viewport;
  window.click(viewport.left + 5, viewport.top + viewport.height - 5);
  EXPECT_FALSE(keys().walks);
  EXPECT_EQ(keys().part, Part::kMiddle);
}

TEST_F(WindowParts, TheMenuKeyOpensTheMenuOfTheSelectionAndOfARow) {
  window.workspace.view.selected = "B";
  window.frame(2);
  press(kKeyMenu);
  EXPECT_NE(HeadlessWindow::findWindow("##Popup"), nullptr);
  press(kKeyEscape);
  window.frame(3);
  EXPECT_EQ(context().OpenPopupStack.Size, 0);
  go(Part::kLeft);
  window.workspace.view.selected.clear();
  for (int i = 0; i < 12 && window.workspace.view.hovered.empty(); ++i) press(kKeyDown);
  ASSERT_FALSE(window.workspace.view.hovered.empty());
  const std::string row = window.workspace.view.hovered;
  window.press(shift(kKeyF10));
  window.frame(2);
  EXPECT_EQ(window.workspace.view.selected, row);
  EXPECT_GT(context().OpenPopupStack.Size, 0);
}

TEST_F(WindowParts, TabsChangeAndPartsGrowByKeys) {
  go(Part::kRight);
  const Panel* const front = window.shell.layout.tab[static_cast<std::size_t>(Region::kRight)];
  const float width = window.shell.regions[Region::kRight].w;
  window.press(ctrl(kKeyPageDown));
  window.frame(3);
  EXPECT_NE(window.shell.layout.tab[static_cast<std::size_t>(Region::kRight)], front);
  EXPECT_TRUE(keys().walks);
  window.press(ctrl(kKeyPageUp));
  window.frame(3);
  EXPECT_EQ(window.shell.layout.tab[static_cast<std::size_t>(Region::kRight)], front);
  window.press(ctrlShift(kKeyUp));
  window.frame();
  EXPECT_GT(window.shell.regions[Region::kRight].w, width);
  window.press(ctrlShift(kKeyDown));
  window.frame();
  EXPECT_NEAR(window.shell.regions[Region::kRight].w, width, 1);
}

TEST_F(WindowParts, OneFrameIsAroundTheItemInFocusAndNoneIsLeftAfterEsc) {
  EXPECT_EQ(ImGui::GetStyle().Colors[ImGuiCol_NavHighlight].w, 0) << "ImGui's own would be a second frame";
  const auto frames = [] { return ImGui::GetForegroundDrawList()->VtxBuffer.Size > 0; };
  EXPECT_FALSE(frames());
  for (const Part part : {Part::kLeft, Part::kBottom, Part::kRight, Part::kToolbar}) {
    go(part);
    press(kKeyDown);
    EXPECT_TRUE(frames()) << static_cast<int>(part);
    window.press(plain(kKeyEscape));
    EXPECT_FALSE(frames()) << static_cast<int>(part);
  }
  // A dialog by its key, a step in it, and back.
  window.shell.about_open = true;
  window.frame(4);
  press(kKeyTab);
  EXPECT_TRUE(frames());
  for (int i = 0; i < 3 && context().OpenPopupStack.Size > 0; ++i) press(kKeyEscape);
  ASSERT_EQ(context().OpenPopupStack.Size, 0);
  EXPECT_FALSE(frames());
  EXPECT_TRUE(context().NavDisableHighlight);
}

TEST_F(WindowParts, TheFrameStaysWhereItIsWhileCtrlAndArrowsMoveThePickedDirection) {
  window.showTab(kLandscapePanel);
  giveKeysTo(window.shell, window.workspace, Part::kBottom);
  window.frame(4);
  const auto isMoved = [&] { return window.workspace.view.pinned_axis == kFreeAxis; };
  for (int i = 0; i < 40 && !isMoved(); ++i) {
    window.press(ctrl(kKeyRight));
    if (!isMoved()) press(i % 2 == 0 ? kKeyDown : kKeyEnter);
  }
  ASSERT_TRUE(isMoved());
  const auto frameBox = [] {
    ImRect box(1e9f, 1e9f, -1e9f, -1e9f);
    for (const ImDrawVert& vertex : ImGui::GetForegroundDrawList()->VtxBuffer) box.Add(vertex.pos);
    return box;
  };
  const ImRect before = frameBox();
  ASSERT_LT(before.Min.x, before.Max.x);
  ImGuiIO& io = ImGui::GetIO();
  for (int i = 0; i < 3; ++i) {
    io.KeyCtrl = io.KeysDown[imguiKey(kKeyRight)] = true;
    window.frame();
    EXPECT_EQ(frameBox().Min.x, before.Min.x) << "while Ctrl is held";
    EXPECT_EQ(frameBox().Max.y, before.Max.y);
    io.KeysDown[imguiKey(kKeyRight)] = false;
    window.frame();
  }
  io.KeyCtrl = false;
  window.frame(8);
  EXPECT_EQ(frameBox().Min.x, before.Min.x);
  press(kKeyEscape);
  EXPECT_EQ(ImGui::GetForegroundDrawList()->VtxBuffer.Size, 0);
}

TEST_F(WindowParts, DownGoesIntoATableAndUpOutOfItsHead) {
  window.showTab(kAxesPanel);
  go(Part::kRight);
  const auto inTable = [&] {
    const ImGuiWindow* const table = HeadlessWindow::findWindow("##axes");
    return table != nullptr && context().NavWindow == table;
  };
  for (int i = 0; i < 12 && !inTable(); ++i) press(kKeyDown);
  ASSERT_TRUE(inTable()) << "without Enter";
  std::set<ImGuiID> rows;
  for (int i = 0; i < 40; ++i) {
    press(kKeyDown);
    if (inTable()) rows.insert(context().NavId);
  }
  EXPECT_GE(rows.size(), 14u) << "every row was in focus";
  EXPECT_FALSE(inTable()) << "below the last one are the parts of the formula";
  for (int i = 0; i < 12 && !inTable(); ++i) press(kKeyUp);
  EXPECT_TRUE(inTable()) << "and back to it";
  EXPECT_NE(context().NavId, 0u);
  for (int i = 0; i < 40 && inTable(); ++i) press(kKeyUp);
  EXPECT_FALSE(inTable()) << "out at its head";
  EXPECT_NE(context().NavId, 0u);
  for (int i = 0; i < 6 && !inTable(); ++i) press(kKeyDown);
  EXPECT_TRUE(inTable()) << "and in again";
  press(kKeyEscape);
  EXPECT_EQ(keys().part, Part::kMiddle);
}

TEST_F(WindowParts, F10GoesToTheMenusAndEscBack) {
  press(kKeyF10);
  EXPECT_EQ(context().NavLayer, ImGuiNavLayer_Menu);
  EXPECT_TRUE(isWalkedByKeys());
  EXPECT_NE(context().NavId, 0u);
  press(kKeyDown);
  window.frame(2);
  EXPECT_GT(context().OpenPopupStack.Size, 0) << "the first menu opens";
  for (int i = 0; i < 3 && (context().OpenPopupStack.Size > 0 || context().NavLayer == ImGuiNavLayer_Menu); ++i)
    press(kKeyEscape);
  EXPECT_EQ(context().NavLayer, ImGuiNavLayer_Main);
  EXPECT_EQ(ImGui::GetForegroundDrawList()->VtxBuffer.Size, 0);
  press(kKeyTab);
  EXPECT_EQ(window.workspace.view.selected, "A") << "the scene has its keys again";
}

TEST(Toolbar, StaysOneLineAsTallWithTheNameOfEveryAlgorithm) {
  for (const float width : {1280.0f, 1366.0f, 1440.0f, 1600.0f, 1920.0f}) {
    HeadlessWindow window(width, 800);
    Document moving = window.workspace.history.document();
    moving.bodies[0].linear_velocity = {1, 0, 0};  // with the button that plays
    window.workspace.history.reset(moving);
    window.frame(3);
    const float height = window.shell.toolbar_height;
    EXPECT_LT(height, 3 * ImGui::GetFontSize()) << width;
    for (const PairAlgorithm* algorithm : offeredAlgorithms(moving)) {
      window.workspace.view.algorithm = algorithm->name;
      window.frame(2);
      EXPECT_EQ(window.shell.toolbar_height, height) << width << " " << algorithm->name;
    }
  }
}

}  // namespace
}  // namespace sepax
