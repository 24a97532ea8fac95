#include "collide/pair_table.h"
#include "core/language.h"
#include "core/platform.h"
#include "draw/contact_picture.h"
#include "format/case_file.h"
#include "rounds.h"
#include "session/bundle/bundle_nodes.h"
#include "session/host/host.h"
#include "session/host/opened_case.h"
#include "session/huge_inputs.h"
#include "session/open.h"
#include "session/process.h"
#include "session/scene/reports.h"
#include "ui/actions.h"
#include "ui/bundle/panel_bundle.h"
#include "ui/headless_window.h"
#include "ui/kit/theme.h"
#include "ui/scene/axes_text.h"
#include "ui/scene/panel_axes.h"
#include "ui/scene/panel_contacts.h"
#include "ui/scene/panel_scene.h"
#include "ui/texts_on_screen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace sepax {
namespace {

struct Look {
  ImVec2 size;
  Theme theme;
  Language language;
};

class Panels : public testing::TestWithParam<Look> {
 protected:
  Panels() : window(GetParam().size.x, GetParam().size.y) {
    window.workspace.view.theme = GetParam().theme;
    window.workspace.view.language = GetParam().language;
    window.shell.layout.bottom_open = true;
  }
  /// Every tab in front once, and what it drew checked for parts that stick out.
  void drawEverything() {
    for (const Panel* const panel : window.shell.panels) {
      if (!isOffered(*panel, window.workspace)) continue;
      showPanel(window.shell, *panel);
      window.frame(3);
      EXPECT_EQ(window.shell.layout.tab[static_cast<std::size_t>(panel->home)], panel);
      for (const char* part : {"##toolbar", "##status"}) {
        const ImGuiWindow* strip = HeadlessWindow::findWindow(part);
        ASSERT_NE(strip, nullptr) << part;
        EXPECT_LE(strip->ContentSize.x, strip->Size.x) << part;
        EXPECT_LE(strip->ContentSize.y, strip->Size.y) << part;
      }
    }
    EXPECT_GT(ImGui::GetDrawData()->TotalVtxCount, 500);
  }
  HeadlessWindow window;
};

TEST_P(Panels, DrawAnEmptyDocument) {
  window.workspace.history.reset(Document{});
  drawEverything();
}

TEST_P(Panels, DrawTheFirstCaseWithEachBodySelected) {
  for (const char* id : {"A", "B"}) {
    window.workspace.view.selected = id;
    drawEverything();
  }
}

TEST_P(Panels, DrawEveryShapeKind) {
  for (const Space space : {Space::k2d, Space::k3d}) {
    Document document;
    document.space = space;
    window.workspace.history.reset(document);
    int added = 0;
    for (const BodyKind& kind : bodyKinds()) {
      if (kind.planar != (space == Space::k2d)) continue;
      Outbox outbox;
      outbox.send(AddBody{newBody(window.workspace, kind.index)});
      process(window.workspace, outbox);
      ++added;
      EXPECT_EQ(window.workspace.history.document().bodies.size(), added) << kind.name;
      window.shell.layout.tab[1] = &kInspectorPanel;
      window.shell.select_tab[1] = true;
      window.frame(2);
    }
    EXPECT_GE(added, 4);
    drawEverything();
  }
}

TEST_P(Panels, DrawAThousandBodies) {
  window.workspace.history.reset(thousandBodies());
  window.workspace.view.selected = "body 500";
  drawEverything();
  EXPECT_EQ(window.workspace.reports.pairs.size(), 999u);
}

TEST_P(Panels, DrawThousandsOfAxesAndFiftyThousandEntries) {
  window.workspace.history.reset(hullPair(320));
  window.workspace.bundle = std::make_shared<ManyEntries>(50000);
  window.frame();
  const PairReport* report = shownReport(window.workspace);
  ASSERT_NE(report, nullptr);
  EXPECT_GT(std::get<SatReport>(report->trace).axes.size(), 2000u);
  window.workspace.view.entries = {17};
  drawEverything();
  window.workspace.view.listing.rows.filter = "file4999";
  window.workspace.view.listing.change();
  window.shell.of<AxesPanel>().filter = "A1";
  window.shell.of<AxesPanel>().rows_outdated = true;
  drawEverything();
  EXPECT_GT(window.shell.of<AxesPanel>().rows.size(), 5u);
}

TEST_P(Panels, DrawErrorsAndLongTexts) {
  Workspace& workspace = window.workspace;
  for (int i = 0; i < 40; ++i)
    notify(workspace, i % 2 == 0 ? LogLevel::kWarning : LogLevel::kError, std::string(400, 'x') + std::to_string(i));
  Outbox outbox;
  outbox.send(SetTexts{std::string(300, 'n'), std::string(3000, 'w') + "\n\n分离轴", std::string(300, 's')});
  outbox.send(RenameBody{"A", std::string(200, 'A')});
  process(workspace, outbox);
  workspace.title = std::string(500, 't');
  drawEverything();
  EXPECT_LE(workspace.toasts.size(), 4u);
}

TEST_P(Panels, DrawAPairThatCannotBeTestedAndAnAlgorithmWithoutAxes) {
  Document mixed = defaultDocument();
  mixed.bodies[1].shape = Circle{};
  window.workspace.history.reset(mixed);
  drawEverything();
  EXPECT_EQ(shownReport(window.workspace), nullptr);
  window.workspace.history.reset(defaultDocument());
  for (const PairAlgorithm& algorithm : pairAlgorithms()) {
    window.workspace.view.algorithm = algorithm.name;
    drawEverything();
    const bool takes_boxes = handles(algorithm, Box{}, Box{});  // some historical rows are for other shapes
    EXPECT_EQ(shownReport(window.workspace) != nullptr, takes_boxes) << algorithm.name;
  }
}

std::vector<Look> looks() {
  std::vector<Look> all;
  for (const ImVec2 size : {ImVec2(800, 500), ImVec2(1280, 720), ImVec2(1920, 1080)}) {
    const bool is_middle = size.x == 1280;
    if (!is_middle || test::isThorough()) all.push_back({size, Theme::kDark, Language::kEnglish});
    if (is_middle || test::isThorough()) all.push_back({size, Theme::kLight, Language::kChinese});
  }
  return all;
}

std::string nameOf(const testing::TestParamInfo<Look>& info) {
  return std::to_string(static_cast<int>(info.param.size.x)) +
         (info.param.language == Language::kChinese ? "Chinese" : "English");
}

/// Where the row of a body is in the Scene panel.
ImVec2 rowOf(HeadlessWindow& window, const std::string& id) {
  const ImGuiWindow* panel = HeadlessWindow::findWindow("/scene");
  if (panel == nullptr) return {};
  const ImVec2 low = panel->Pos, high{low.x + panel->Size.x, low.y + panel->Size.y};
  const bool found = window.scan(low, {low.x + 31, high.y}, 30, 6, [&] { return window.workspace.view.hovered == id; });
  return found ? ImGui::GetIO().MousePos : ImVec2{};
}

TEST(ScenePanel, ANewBodyAppearsBesideWhatIsThereSelectedWithItsPairShown) {
  for (const Space space : {Space::k2d, Space::k3d}) {
    HeadlessWindow window;
    Outbox outbox;
    outbox.request(NewDocument{space});
    process(window.workspace, outbox);
    for (const BodyKind& kind : bodyKinds()) {
      if (kind.planar != (space == Space::k2d)) continue;
      window.workspace.view.selected = "A";
      addNewBody(window.workspace, kind.index, outbox);
      process(window.workspace, outbox);
      const std::string id = window.workspace.history.document().bodies.back().id;
      EXPECT_EQ(window.workspace.view.selected, id);
      ASSERT_NE(shownReport(window.workspace), nullptr) << kind.name;
      EXPECT_EQ(shownReport(window.workspace)->a, "A");
      EXPECT_EQ(shownReport(window.workspace)->b, id);
      EXPECT_EQ(shownReport(window.workspace)->answer.verdict, Verdict::kSeparated) << kind.name;
      window.workspace.history.undo();
    }
  }
}

TEST(ScenePanel, TheNotesEditorClosesWithItsDocument) {
  HeadlessWindow window;
  window.showTab(kScenePanel);
  window.frame(2);
  HeadlessWindow::unfold("/scene");
  window.shell.of<ScenePanel>().editing_notes = window.shell.of<ScenePanel>().focus_notes = true;
  window.frame(3);
  ASSERT_TRUE(window.shell.of<ScenePanel>().typing);
  window.type("mine ");
  Outbox outbox;
  outbox.request(NewDocument{Space::k2d, true});
  process(window.workspace, outbox);
  window.frame(3);
  EXPECT_FALSE(window.shell.of<ScenePanel>().editing_notes);
  EXPECT_EQ(window.workspace.history.document().notes, "");
}

TEST(AxesPanel, ContactsUnderAnotherAlgorithmHaveAButtonToSwitch) {
  HeadlessWindow window;
  Outbox outbox;
  outbox.send(SetTransform{"B", {0.5, 0, 0}, Quat{}});
  process(window.workspace, outbox);
  window.workspace.view.algorithm = "gjk";
  window.frame(3);
  window.showTab(kContactsPanel);
  window.frame(3);
  ASSERT_TRUE(window.clickItem("/contacts", "###switch"));
  EXPECT_EQ(window.workspace.view.algorithm, "sat");
}

TEST(InspectorPanel, AClickedNumberOpensForTypingOnEnterAndOnDoubleClick) {
  HeadlessWindow window;
  window.workspace.view.selected = "B";
  window.frame(3);
  window.showTab(kInspectorPanel);
  window.frame(3);
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  const ImGuiWindow* panel = HeadlessWindow::findWindow("/inspector");
  ASSERT_NE(panel, nullptr);
  // Downwards in the column of values until a click leaves a field that Enter opens.
  const float x = panel->Pos.x + panel->Size.x - 30, end = panel->Pos.y + panel->Size.y;
  float y = panel->Pos.y;
  for (; y < end && (context.TempInputId == 0 || context.TempInputId != context.ActiveId); y += 10) {
    ImGui::GetIO().DeltaTime = 1;  // no double click
    window.click(x, y);
    HeadlessWindow::unfold("/inspector");
    ImGui::GetIO().DeltaTime = 1.0f / 60;
    window.press(plain(kKeyEnter));
  }
  ASSERT_LT(y, end);
  window.type("2.5");
  window.press(plain(kKeyEnter));
  window.frame(2);
  EXPECT_EQ(context.ActiveId, 0u) << "and Enter ends it";
  EXPECT_TRUE(window.workspace.history.canUndo());
  window.click(x, y - 10);
  window.click(x, y - 10);
  window.frame();
  EXPECT_NE(context.TempInputId, 0u);
  EXPECT_EQ(context.TempInputId, context.ActiveId);
}

TEST(ScenePanel, ABodyRowDraggedOntoAnotherBecomesAPair) {
  HeadlessWindow window;
  window.showTab(kScenePanel);
  Outbox outbox;
  outbox.send(SetPairs{std::vector<PairIds>{}});
  process(window.workspace, outbox);
  window.frame(2);
  const ImVec2 b = rowOf(window, "B"), a = rowOf(window, "A");
  ASSERT_NE(a.y, b.y);
  window.moveTo(b.x, b.y);
  ImGui::GetIO().MouseDown[0] = true;
  window.frame();
  window.moveTo(b.x + 12, b.y);
  window.moveTo(a.x, a.y);
  window.frame();
  ImGui::GetIO().MouseDown[0] = false;
  window.frame(2);
  EXPECT_EQ(window.workspace.history.document().pairs, (std::vector<PairIds>{{"B", "A"}}));
  ASSERT_NE(shownReport(window.workspace), nullptr);
  EXPECT_EQ(shownReport(window.workspace)->a, "B");
}

INSTANTIATE_TEST_SUITE_P(In, Panels, testing::ValuesIn(looks()), nameOf);

/// Where the Axes panel's table is.
ImVec2 regionLow(const char* part) { return HeadlessWindow::findWindow(part)->Pos; }
ImVec2 regionHigh(const char* part) {
  const ImGuiWindow* window = HeadlessWindow::findWindow(part);
  return {window->Pos.x + window->Size.x, window->Pos.y + window->Size.y};
}

/// A case with these bodies, and one of the panels in front.
void show(HeadlessWindow& window, const std::string& bodies, const Panel& panel) {
  window.workspace.history.reset(parseCase(R"({"sepax": 1, "bodies": [)" + bodies, "panel.json")->document);
  showPanel(window.shell, panel);
  window.frame(3);
}

/// What the window writes, its lines joined.
std::string textOf(HeadlessWindow& window) {
  window.text_file = scratchFolder() + "/panel.txt";
  std::filesystem::remove(window.text_file);
  window.frame(2);
  std::string text = readFile(window.text_file, 1u << 20).value();
  std::ranges::replace(text, '\n', ' ');
  return text;
}

TEST(ScenePanel, SaysTheToleranceOfAPairWhoseAlgorithmListsNoAxes) {
  HeadlessWindow window(1280, 1400);
  window.workspace.view.algorithm = "gjk";
  show(window, R"({"id": "floor", "shape": {"type": "box", "half_extents": [50, 50]}},
    {"id": "crate", "shape": {"type": "box", "half_extents": [50, 50]}, "position": [99, 0]}], "space": "2d"})",
       kScenePanel);
  ASSERT_TRUE(window.clickItem("/scene", "###Touching tolerance"));
  const std::string text = textOf(window);
  EXPECT_NE(text.find("overlaps up to 1e-07 m"), std::string::npos) << text;
}

TEST(ContactsPanel, SaysWhatTheContactsOfWholeOutlinesAre) {
  HeadlessWindow window;
  show(window, R"({"id": "plus", "shape": {"type": "polygon", "vertices": [[-1, -3], [1, -3],
    [1, -1], [3, -1], [3, 1], [1, 1], [1, 3], [-1, 3], [-1, 1], [-3, 1], [-3, -1], [-1, -1]]}},
    {"id": "tile", "shape": {"type": "box", "half_extents": [0.2, 0.2]}, "position": [0.1, 0.3]}], "space": "2d"})",
       kContactsPanel);
  const std::string text = textOf(window);
  EXPECT_NE(text.find("The contacts of the whole shapes along one normal"), std::string::npos) << text;
  EXPECT_EQ(text.find("one point, nothing to clip"), std::string::npos);
}

TEST(Rail, SaysFromWhereItIsMeasured) {
  HeadlessWindow window(1900, 1000);
  window.workspace.view.picture.scene_rail = window.workspace.view.picture.through_shapes = false;
  const auto says = [&](const std::string& note) {
    return std::ranges::any_of(window.picture.list.labels, [&](const Label& label) { return label.note == note; });
  };
  show(window, R"({"id": "wedge", "shape": {"type": "hull", "vertices": [[9, 0, 0], [11, 0, 0], [10, 2, 0],
    [10, 0, 2]]}}, {"id": "die", "shape": {"type": "box", "half_extents": [0.5, 0.5, 0.5]},
    "position": [12, 0.5, 0.5]}], "space": "3d"})",
       kAxesPanel);
  EXPECT_TRUE(says("metres from wedge's origin")) << "ten metres beside the shape";
  show(window, R"({"id": "desk", "shape": {"type": "compound", "children": [
    {"shape": {"type": "box", "half_extents": [1, 1, 1]}, "position": [3, 0, 0]},
    {"shape": {"type": "box", "half_extents": [1, 1, 1]}, "position": [-3, 0, 0]}]}},
    {"id": "die", "shape": {"type": "box", "half_extents": [0.5, 0.5, 0.5]}, "position": [5, 0.5, 0.5]}],
    "space": "3d"})",
       kAxesPanel);
  EXPECT_TRUE(says("metres from the origin of desk's piece"));
}

TEST(AxesPanelInTheWindow, PreviewsTheRowUnderTheMouseAndPinsItOnAClick) {
  HeadlessWindow window;
  window.frame(3);
  const std::string deciding = axisName(shownAxis(window.workspace)->id);
  ImVec2 low = regionLow("##right"), high = regionHigh("##right");
  low.x += 30;
  high.x = low.x + 1;
  ASSERT_TRUE(window.scan(low, high, 5, 3, [&] { return window.workspace.view.hovered_axis == parseAxisName("A1"); }))
      << "no row A1 under the mouse";
  EXPECT_EQ(axisName(shownAxis(window.workspace)->id), "A1");
  EXPECT_EQ(window.workspace.view.pinned_axis, std::nullopt);
  const ImVec2 at = ImGui::GetIO().MousePos;
  window.click(at.x, at.y);
  EXPECT_EQ(window.workspace.view.pinned_axis, parseAxisName("A1"));
  window.moveTo(400, 400);
  EXPECT_EQ(window.workspace.view.hovered_axis, std::nullopt);
  EXPECT_EQ(axisName(shownAxis(window.workspace)->id), "A1") << "a pinned axis stays when the mouse leaves";
  window.press({kKeyEscape});
  EXPECT_EQ(window.workspace.view.pinned_axis, std::nullopt);
  EXPECT_EQ(axisName(shownAxis(window.workspace)->id), deciding);
}

TEST(AxesPanelInTheWindow, ARowsMenuPinsItsAxisAndCopiesItsNumbers) {
  HeadlessWindow window;
  window.frame(3);
  const ImVec2 low = regionLow("##right"), high = regionHigh("##right");
  ASSERT_TRUE(window.scan({low.x + 30, low.y}, {low.x + 31, high.y}, 5, 3,
                          [&] { return window.workspace.view.hovered_axis == parseAxisName("B0"); }));
  const ImVec2 at = ImGui::GetIO().MousePos;
  for (const bool down : {true, false}) {
    ImGui::GetIO().MouseDown[1] = down;
    window.frame();
  }
  window.frame(2);
  ASSERT_EQ(ImGui::GetCurrentContext()->OpenPopupStack.Size, 1);
  const float line = ImGui::GetTextLineHeightWithSpacing();
  ImGui::SetClipboardText("");
  // Its title, a line, and the two entries.
  for (float y = at.y; y < at.y + line * 5 && ImGui::GetCurrentContext()->OpenPopupStack.Size == 1; y += line / 2) {
    if (window.workspace.view.pinned_axis) break;
    window.click(at.x + 30, y);
  }
  EXPECT_EQ(window.workspace.view.pinned_axis, parseAxisName("B0"));
  for (const bool down : {true, false}) {
    window.moveTo(at.x, at.y);
    ImGui::GetIO().MouseDown[1] = down;
    window.frame();
  }
  window.frame(2);
  for (float y = at.y + line * 2.5f; y < at.y + line * 6 && *ImGui::GetClipboardText() == '\0'; y += line / 2)
    window.click(at.x + 30, y);
  const std::string copied = ImGui::GetClipboardText();
  EXPECT_EQ(copied.find("name\tkind\tstate\t"), 0u) << copied;
  EXPECT_NE(copied.find("\nB0\t"), std::string::npos) << copied;
  EXPECT_EQ(std::ranges::count(copied, '\n'), 2);
}

TEST(AxesPanelInTheWindow, StepsThroughItsRowsByKey) {
  HeadlessWindow window;
  window.frame(3);
  window.workspace.view.pinned_axis = parseAxisName("A0");
  window.press({']'});
  EXPECT_EQ(window.workspace.view.pinned_axis, parseAxisName("A1"));
  window.press({'['});
  window.press({'['});
  EXPECT_EQ(window.workspace.view.pinned_axis, parseAxisName("A0")) << "the first row is the end";
  // With the table in focus the arrows step too.
  const ImVec2 low = regionLow("##right"), high = regionHigh("##right");
  ASSERT_TRUE(window.scan({low.x + 30, low.y}, {low.x + 31, high.y}, 5, 3,
                          [&] { return window.workspace.view.hovered_axis == parseAxisName("B0"); }));
  const ImVec2 at = ImGui::GetIO().MousePos;
  window.click(at.x, at.y);
  window.press({kKeyDown});
  EXPECT_EQ(window.workspace.view.pinned_axis, parseAxisName("B1"));
  EXPECT_EQ(axisName(shownAxis(window.workspace)->id), "B1") << "the resting mouse does not take the preview back";
}

TEST(AxesPanelInTheWindow, ShowsOnlyWhatTheFiltersLetThrough) {
  HeadlessWindow window;
  AxesPanel& panel = window.shell.of<AxesPanel>();
  const auto shown = [&] {
    panel.rows_outdated = true;
    window.frame(2);
    return panel.rows.size();
  };
  EXPECT_EQ(shown(), 15u);
  panel.edges = false;
  EXPECT_EQ(shown(), 6u);
  panel.edges = true;
  panel.faces = false;
  EXPECT_EQ(shown(), 9u);
  panel.faces = true;
  panel.separating_only = true;
  EXPECT_EQ(shown(), 1u) << "only an edge pair separates the boxes of the first case";
  panel.separating_only = false;
  panel.filter = "xB2";
  EXPECT_EQ(shown(), 15u) << "so few axes have no field for their names";
}

TEST(AxesPanelInTheWindow, CopiesNumbersThatReadBackAsTheSameDoubles) {
  HeadlessWindow window;
  const PairReport& report = *shownReport(window.workspace);
  const auto& sat = std::get<SatReport>(report.trace);
  const std::string csv = axesAsText(report, Space::k3d, AxisTextFormat::kCsv);
  EXPECT_EQ(std::ranges::count(csv, '\n'), 16);
  const std::string last_line = csv.substr(csv.rfind('\n', csv.size() - 2) + 1);
  EXPECT_EQ(std::stod(last_line.substr(last_line.rfind(',') + 1)), sat.axes.back().separation);
  EXPECT_NE(axesAsText(report, Space::k3d, AxisTextFormat::kJson).find("\"deciding_axis\""), std::string::npos);
}

TEST(ContactsPanelInTheWindow, StepsThroughTheClipsAndExplainsThemInThePicture) {
  HeadlessWindow window;
  Outbox outbox;
  outbox.send(SetTransform{"B", {0.2, 0.4, 0.1}});
  process(window.workspace, outbox);
  window.frame(2);
  ASSERT_TRUE(shownReport(window.workspace)->manifold);
  EXPECT_FALSE(window.workspace.view.contacts_shown);
  window.press({'C', false, false});
  window.frame(2);
  EXPECT_TRUE(window.workspace.view.contacts_shown);
  EXPECT_EQ(window.workspace.view.clip_stage, -1) << "the first press opens the panel";
  const std::size_t steps = shownReport(window.workspace)->manifold->steps.size();
  for (std::size_t k = 0; k <= steps; ++k) {
    window.press({'C', false, false});
    EXPECT_EQ(window.workspace.view.clip_stage, static_cast<int>(k));
  }
  window.press({'C', false, false});
  EXPECT_EQ(window.workspace.view.clip_stage, -1);
  window.showTab(kAxesPanel);
  EXPECT_FALSE(window.workspace.view.contacts_shown);
}

TEST(ContactsPanelInTheWindow, ShowsThePiecesOfASurfaceOneByOneAndNamesGhosts) {
  HeadlessWindow window;
  Outbox outbox;
  outbox.request(OpenPath{std::string(SEPAX_SOURCE_DIR) + "/assets/cases/ghost-contact.json"});
  process(window.workspace, outbox);
  window.frame(3);
  window.showTab(kContactsPanel);
  window.frame(2);
  EXPECT_FALSE(shownReport(window.workspace)->pieces->touched) << "made without being asked for";
  ASSERT_TRUE(window.clickItem("/contacts", "###Piece by piece"));
  window.frame(2);
  EXPECT_EQ(window.workspace.view.clip_stage, kPieceByPieceStage);
  const auto isNamed = [&] {
    return std::ranges::count(window.picture.list.labels, "road edge 12, flat: ghost, 90°", &Label::text);
  };
  EXPECT_EQ(isNamed(), 1);
  ASSERT_TRUE(window.clickItem("/contacts", "###Whole surface"));
  window.frame(2);
  EXPECT_EQ(window.workspace.view.clip_stage, -1);
  EXPECT_EQ(isNamed(), 0);
}

TEST(SweepPanelInTheWindow, MovesTheGhostsByTheTimelineAndPlaysThem) {
  HeadlessWindow window;
  Outbox outbox;
  outbox.send(SetTransform{"B", {4, 0, 0}});
  outbox.send(SetVelocities{"B", Vec3{-8, 0, 0}, std::nullopt});
  process(window.workspace, outbox);
  window.showTab(kSweepPanel);
  window.frame(2);
  const ViewState& view = window.workspace.view;
  ASSERT_TRUE(view.sweep_shown);
  ASSERT_TRUE(window.workspace.queries.sweep && window.workspace.queries.sweep->hit);
  const ImGuiWindow* timeline = HeadlessWindow::findWindow("##timeline");
  ASSERT_NE(timeline, nullptr);
  window.click(timeline->Pos.x + timeline->Size.x * 0.6f, timeline->Pos.y + 30);
  EXPECT_GT(view.sweep_time, 0.2);
  EXPECT_LT(view.sweep_time, 0.9);
  const double before = view.sweep_time;
  EXPECT_NE(nextFrameIn(window.workspace, window.shell), 0.0);
  window.press({'V', false, false});
  window.frame(3);
  EXPECT_NE(view.sweep_time, before);
  EXPECT_EQ(nextFrameIn(window.workspace, window.shell), 0.0);
  window.press({'V', false, false});
  const double paused = view.sweep_time;
  window.frame(3);
  EXPECT_EQ(view.sweep_time, paused);
}

TEST(SweepPanelInTheWindow, WritesItsCaptionAboveTheCurve) {
  HeadlessWindow window;
  ASSERT_TRUE(openPath(window.workspace, SEPAX_SOURCE_DIR "/assets/cases/rod-that-turns-over.json"));
  window.shell.layout.bottom_open = true;
  window.showTab(kSweepPanel);
  window.frame(3);
  const ImGuiWindow* timeline = HeadlessWindow::findWindow("##timeline");
  ASSERT_NE(timeline, nullptr);
  float caption = 0, curve = 1e9f;
  const ImU32 colour = toImGui(paletteOf(window.workspace.view.theme).plane);
  for (const ImDrawVert& vertex : timeline->DrawList->VtxBuffer) {
    if (vertex.col == colour) curve = std::min(curve, vertex.pos.y);
  }
  const std::vector<DrawnGlyph> glyphs = drawnGlyphs();
  for (const DrawnGlyph& glyph : glyphs) {
    if (glyph.window == timeline->Name && textAround(glyphs, glyph).find("conservative") != std::string::npos)
      caption = std::max(caption, glyph.box.w);
  }
  EXPECT_GT(caption, 0);
  ASSERT_LT(curve, 1e9f);
  EXPECT_LE(caption, curve);
}

TEST(Panels, WithoutAPairSaySo) {
  HeadlessWindow window;
  window.workspace.history.reset(Document{});
  window.shell.layout.bottom_open = true;
  for (const Panel* const panel : {&kLandscapePanel, &kSweepPanel}) {
    window.showTab(*panel);
    window.frame(2);
    const std::string texts = window.shownTexts(scratchFolder() + "/without_pair.txt");
    EXPECT_NE(texts.find("A pair needs two bodies."), std::string::npos) << panel->word << texts;
    EXPECT_EQ(texts.find("choose the algorithm"), std::string::npos);
    EXPECT_EQ(texts.find("Nothing moves"), std::string::npos);
  }
}

TEST(AxesTable, NamesBodiesByLettersWhereTheirNamesLeaveNoRoom) {
  for (const bool is_long : {true, false}) {
    HeadlessWindow window;
    Document document = defaultDocument();
    document.bodies[0].id = is_long ? "platform" : "A";
    document.bodies[1].id = is_long ? "crate left" : "B";
    document.pairs.reset();
    document.expect.clear();
    window.workspace.history.reset(document);
    window.showTab(kAxesPanel);
    window.frame(3);
    const std::string texts = window.shownTexts(scratchFolder() + "/axes_rows.txt");
    EXPECT_NE(texts.find("A0xB1"), std::string::npos) << texts;
    EXPECT_EQ(texts.find("| platform·"), std::string::npos) << texts;
    // Nor is the chip's text cut.
    const std::vector<DrawnGlyph> glyphs = drawnGlyphs();
    int cut = 0, chip = 0;
    for (const DrawnGlyph& glyph : glyphs) {
      if (glyph.window.find("##toolbar") == std::string::npos || glyph.box.x < 960) continue;
      ++chip;
      cut += glyph.character == L'…' ? 1 : 0;
    }
    EXPECT_EQ(cut, 0);
    EXPECT_GT(chip, 10);
  }
}

/// Types 7.25 in some form into the field of B's position.
void expectTyped(const std::string& text) {
  HeadlessWindow window;
  window.workspace.view.selected = "B";
  window.showTab(kInspectorPanel);
  const double before = findBody(window.workspace.history.document(), "B")->position.x;
  const ImVec2 low = regionLow("##right"), high = regionHigh("##right");
  const auto x = [&] { return window.workspace.history.document().bodies[1].position.x; };
  bool found = false;
  for (float y = low.y + 40; y < high.y && !found; y += 10) {
    window.click(low.x + 150, y, true);  // Ctrl+click makes a number a text field
    HeadlessWindow::unfold("/inspector");
    if (!ImGui::GetIO().WantTextInput) continue;
    window.press({'A', true, false});
    window.type(text);
    window.press({kKeyEnter});
    window.frame();
    found = x() == 7.25;
    if (found) break;
    while (window.workspace.history.canUndo()) window.workspace.history.undo();  // that was the name, or a size
    window.workspace.view.selected = "B";
  }
  ASSERT_TRUE(found) << "no field for the position took " << text;
  EXPECT_EQ(window.workspace.history.undoLabel(), "Move B");
  window.press({'Z', true, false});
  EXPECT_EQ(x(), before) << "one undo takes the whole entry back";
}

TEST(InspectorInTheWindow, SendsOneUndoableCommandForATypedNumber) { expectTyped("7.25"); }

// Of a hexadecimal float only the digits were taken: 0x1.dp+2 became 1.
TEST(InspectorInTheWindow, TakesHexadecimalFloats) {
  expectTyped("0x1.dp+2");
  expectTyped(" 0x1.dp+2 ");
}

TEST(Inspector, SaysWhatAQuaternionMeans) {
  EXPECT_EQ(rotationText({0, 0, 0, 1}), "no rotation");
  EXPECT_EQ(rotationText({0, 0, 0, -1}), "no rotation");
  EXPECT_EQ(rotationText(quaternionAbout({0, 0, 1}, 0.5235987755982988)), "30° about (0, 0, 1)");
  EXPECT_EQ(rotationText(quaternionAbout({0, 0.6, -0.8}, -2)), "114.592° about (0, -0.6, 0.8)");
  EXPECT_EQ(rotationText({1, 0, 0, 0}), "180° about (1, 0, 0)")
      << "the identity, with its real part in the wrong place";
}

TEST(InspectorInTheWindow, MakesADragOneUndoStep) {
  HeadlessWindow window;
  window.workspace.view.selected = "B";
  window.showTab(kInspectorPanel);
  const ImVec2 low = regionLow("##right"), high = regionHigh("##right");
  const Document before = window.workspace.history.document();
  bool changed = false;
  for (float y = low.y + 140; y < high.y && !changed; y += 8) {
    window.moveTo(low.x + 150, y);
    ImGui::GetIO().MouseDown[0] = true;
    window.frame();
    for (int i = 1; i < 12; ++i) window.moveTo(low.x + 150 + static_cast<float>(i) * 4, y);
    changed = !window.sent.commands.empty();
    ImGui::GetIO().MouseDown[0] = false;
    HeadlessWindow::unfold("/inspector");
    window.frame(2);
  }
  ASSERT_TRUE(changed);
  EXPECT_TRUE(window.workspace.history.canUndo());
  window.workspace.history.undo();
  EXPECT_FALSE(window.workspace.history.canUndo()) << "twelve mouse moves, one step";
}

TEST(Inspector, RefusesAnEditThatTheDocumentWouldRefuseAndSaysWhy) {
  HeadlessWindow window;
  Document document;
  document.space = Space::k2d;
  Body body;
  body.id = "P";
  body.shape = Polygon{};
  body.rotation = 0.0;
  document.bodies = {body};
  window.workspace.history.reset(document);
  window.workspace.view.selected = "P";
  window.showTab(kInspectorPanel);
  const ImVec2 low = regionLow("##right"), high = regionHigh("##right");
  // A triangle whose corner moves onto the line of the others has no area.
  bool refused = false;
  for (float y = low.y + 60; y < high.y && !refused; y += 10) {
    window.click(low.x + 260, y, true);
    HeadlessWindow::unfold("/inspector");
    if (!ImGui::GetIO().WantTextInput) continue;
    window.press({'A', true, false});
    window.type("-0.4");
    window.press({kKeyEnter});
    window.frame();
    refused = !window.shell.of<InspectorPanel>().refusal.empty();
    while (window.workspace.history.canUndo()) window.workspace.history.undo();
    window.workspace.view.selected = "P";
  }
  EXPECT_TRUE(refused);
  EXPECT_EQ(findBody(window.workspace.history.document(), "P")->shape, Shape(Polygon{}));
  EXPECT_TRUE(window.workspace.toasts.empty()) << "the reason is in the panel, not in a shower of toasts";
}

TEST(Inspector, ConvertsEulerAnglesToTheSameRotationAndBack) {
  for (const Vec3& degrees : {Vec3(10, 20, 30), Vec3(-170, 80, 45), Vec3(0, -89, 179), Vec3(33, 90, 0)}) {
    const Vec3 back = eulerDegOf(matrixOf(quaternionOfEulerDeg(degrees)));
    const Mat3 a = matrixOf(quaternionOfEulerDeg(degrees)), b = matrixOf(quaternionOfEulerDeg(back));
    for (int c = 0; c < 3; ++c) EXPECT_LT(length(a[c] - b[c]), 1e-7);
  }
  EXPECT_LT(length(eulerDegOf(matrixOf(quaternionOfEulerDeg({10, 20, 30}))) - Vec3(10, 20, 30)), 1e-9);
  const Mat3 about_x_first = matrixOf(quaternionOfEulerDeg({90, 0, 90}));
  EXPECT_LT(length(about_x_first * Vec3(0, 1, 0) - Vec3(0, 0, 1)), 1e-12)
      << "y goes to z by the first rotation, which the second leaves";
}

TEST(BundlePanelNodes, BuildFoldersFromPathsWhetherTheyAreListedOrNot) {
  std::vector<TreeEntry> entries(4);
  entries[0].path = "b/two.json";
  entries[1].path = "one.json";
  entries[2].path = "a";
  entries[2].directory = true;
  entries[3].path = "a/deep/er/x.obj";
  JobControl control;
  const std::vector<BundleNode> nodes = bundleNodes(entries, control).nodes;
  std::vector<std::string> names;
  for (const BundleNode& node : nodes)
    names.push_back(std::string(static_cast<std::size_t>(node.depth), ' ').append(node.name));
  EXPECT_EQ(names, (std::vector<std::string>{"a", " deep", "  er", "   x.obj", "b", " two.json", "one.json"}));
  EXPECT_EQ(nodes[0].entry, 2);
  EXPECT_EQ(nodes[1].entry, -1);
  EXPECT_EQ(nodes[3].parent, 2);
}

TEST(BundlePanelNodes, SurviveANameOfThirtyThousandFolders) {
  std::vector<TreeEntry> entries(2);
  for (int i = 0; i < 32000; ++i) entries[0].path += "a/";
  entries[0].path += "x";
  entries[1].path = entries[0].path.substr(0, 40000) + "y";
  entries[1].directory = true;
  JobControl control;
  const std::vector<BundleNode> nodes = bundleNodes(entries, control).nodes;
  EXPECT_LT(nodes.size(), 200u);
}

TEST(BundlePanelInTheWindow, ComesToTheFrontWhenABundleOpens) {
  HeadlessWindow window;
  window.frame(2);
  EXPECT_EQ(window.shell.layout.tab[0], &kScenePanel);
  window.workspace.bundle = std::make_shared<ManyEntries>(20);
  window.frame(3);
  EXPECT_EQ(window.shell.layout.tab[0], &kBundlePanel);
}

TEST(Shell, RestsOnceAThousandBodiesAreTested) {
  HeadlessWindow window;
  window.frame(5);
  window.workspace.history.reset(thousandBodies());
  window.frame(200);
  EXPECT_EQ(window.workspace.reports.waiting, 0u);
  EXPECT_FALSE(nextFrameIn(window.workspace, window.shell)) << "everything is tested: the window rests";
}

/// So many unit boxes in a row, each a gap from the next.
Document rowOfBoxes(int count, double gap) {
  Document document;
  for (int i = 0; i < count; ++i) {
    Body body;
    body.id = "box " + std::to_string(i);
    body.shape = Box{{0.5, 0.5, 0.5}};
    body.position = {(1 + gap) * i, 0, 0};
    document.bodies.push_back(body);
  }
  return document;
}

TEST(AxesPanelInTheWindow, SaysOfACrowdWithoutPairsThatNoBoundsMeet) {
  HeadlessWindow window;
  window.workspace.history.reset(rowOfBoxes(70, 3));
  window.showTab(kAxesPanel);
  ASSERT_LT(window.workspace.reports.shown_pair, 0);
  const std::string texts = window.shownTexts(scratchFolder() + "/axes.txt");
  EXPECT_NE(texts.find("No bounds meet."), std::string::npos);
  EXPECT_EQ(texts.find("needs two bodies"), std::string::npos);
}

TEST(AxesPanelInTheWindow, KeepsTheWordOfRowsThatTouch) {
  for (const float width : {1600.f, 1024.f}) {
    HeadlessWindow window(width, 900);
    window.workspace.history.reset(rowOfBoxes(2, 1e-13));
    window.showTab(kAxesPanel);
    const PairReport* const report = shownReport(window.workspace);
    ASSERT_NE(report, nullptr);
    ASSERT_EQ(report->answer.verdict, Verdict::kTouching);
    const std::string texts = window.shownTexts(scratchFolder() + "/touching.txt");
    EXPECT_NE(texts.find("touches"), std::string::npos) << texts;
    EXPECT_EQ(texts.find("gap 1"), std::string::npos) << texts;
    EXPECT_NE(texts.find("touches 9.99e-14 m"), std::string::npos) << "the formula: " << texts;
  }
}

TEST(ScenePanelInTheWindow, ListsTheBodiesOfACrowdInTheColoursTheyAreDrawnIn) {
  HeadlessWindow window;
  Document document = rowOfBoxes(70, 3);
  document.bodies[5].position = document.bodies[4].position + Vec3{0.25, 0, 0};
  document.bodies[7].position = document.bodies[6].position + Vec3{0.5, 0, 0};
  window.workspace.history.reset(document);
  window.showTab(kScenePanel);
  window.workspace.view.selected.clear();
  window.workspace.view.pair = PairIds{"box 4", "box 5"};
  window.frame(4);
  const ImU32 wanted = toImGui(paletteOf(window.workspace.view.theme).overlapping);
  int chips = 0;
  for (const ImGuiWindow* part : ImGui::GetCurrentContext()->Windows) {
    if (!part->WasActive || std::string(part->Name).find("##bodies") == std::string::npos) continue;
    chips += static_cast<int>(std::ranges::count(part->DrawList->VtxBuffer, wanted, &ImDrawVert::col));
  }
  EXPECT_GT(chips, 0) << "boxes 6 and 7 overlap and are not shown";
}

}  // namespace
}  // namespace sepax
