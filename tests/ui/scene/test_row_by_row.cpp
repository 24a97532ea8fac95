#include "core/platform.h"
#include "format/case_file.h"
#include "session/process.h"
#include "session/scene/row_by_row.h"
#include "ui/headless_window.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace sepax {
namespace {

/// Two cubes of which the second axis has the first gap, and the fourth the widest.
struct PlayedWindow : HeadlessWindow {
  PlayedWindow() {
    workspace.history.reset(loadCase(dataPath("assets/lessons/13-stop-early/13-first-or-best.json").value())->document);
    workspace.view.row_by_row.shown = true;
    workspace.view.row_by_row.tried = 1;
    frame(3);
  }
  RowByRowView& play() { return workspace.view.row_by_row; }
  std::string pinned() { return workspace.view.pinned_axis ? axisName(*workspace.view.pinned_axis) : ""; }
};

TEST(RowByRow, PlaysToWhereAnEngineStopsAndGoesOnWhenAskedTo) {
  PlayedWindow window;
  EXPECT_EQ(window.pinned(), "A0");
  window.play().plays = true;
  for (int i = 0; i < 200 && window.play().plays; ++i) window.frame();
  EXPECT_EQ(window.play().tried, 2);
  EXPECT_EQ(window.pinned(), "A1");
  window.play().plays = true;
  for (int i = 0; i < 2000 && window.play().plays; ++i) window.frame();
  EXPECT_EQ(window.play().tried, static_cast<int>(window.shell.of<AxesPanel>().run.rows.size()));
  EXPECT_FALSE(window.play().plays);
}

TEST(RowByRow, RunsAnewInEachPoseAndSoonerWithTheLastGapFirst) {
  PlayedWindow window;
  window.frame();
  Outbox outbox;
  outbox.send(SetTransform{"B", {2.2, 2.7, 0}});
  process(window.workspace, outbox);
  window.frame(2);
  EXPECT_EQ(window.play().tried, window.shell.of<AxesPanel>().run.needed);
  const int listed = window.play().tried;
  window.play().order = AxisOrder::kLastFirst;
  window.frame(2);
  EXPECT_EQ(window.shell.of<AxesPanel>().run.needed, 1);
  EXPECT_GE(listed, 1);
}

TEST(RowByRow, OfAnotherAlgorithmOrPairNeverPinsWhatIsNotThere) {
  PlayedWindow window;
  for (const char* algorithm : {"gjk-epa", "historical/six-axes-3d", "sat"}) {
    window.workspace.view.algorithm = algorithm;
    window.play().plays = true;
    window.frame(5);
  }
  window.workspace.history.reset(Document{});
  window.frame(3);
  EXPECT_TRUE(window.workspace.history.document().bodies.empty());
}

/// What the axes of a concave pair are said to decide, with another rank of pieces (-1: the hulls) and row by row.
struct ConcaveWindow : HeadlessWindow {
  explicit ConcaveWindow(const std::string& bodies) { open(bodies); }
  void open(const std::string& bodies) {
    workspace.history.reset(
        parseCase(R"({"sepax": 1, "space": "2d", "bodies": [)" + bodies + "]}", "pieces.json")->document);
    frame(3);
    text_file = scratchFolder() + "/pieces.txt";
  }
  std::string textOf(int traced, bool is_played = true) {
    workspace.view.traced_pieces = traced;
    workspace.view.row_by_row.shown = is_played;
    frame(2);
    workspace.view.row_by_row.tried = static_cast<int>(shell.of<AxesPanel>().run.rows.size());
    std::filesystem::remove(text_file);
    frame(2);
    std::string text = readFile(text_file, 1u << 20).value();
    std::ranges::replace(text, '\n', ' ');
    return text;
  }
};

TEST(RowByRow, SaysWhoseAxesItTriesOnAConcavePair) {
  ConcaveWindow hook(R"(
    {"id": "hook", "shape": {"type": "polygon", "vertices": [[0, 0], [4, 0], [4, 1], [1, 1], [1, 4], [0, 4]]}},
    {"id": "bead", "shape": {"type": "circle", "radius": 0.5}, "position": [2, 1.75]})");
  EXPECT_EQ(hook.workspace.reports.shown->answer.verdict, Verdict::kSeparated);
  const std::string hulls = hook.textOf(-1);
  EXPECT_NE(hulls.find("the hulls meet, which says nothing about the shapes"), std::string::npos) << hulls;
  EXPECT_EQ(hulls.find("they meet"), std::string::npos);
  EXPECT_NE(hook.textOf(0).find("for these two pieces"), std::string::npos);
  hook.open(R"(
    {"id": "hook", "shape": {"type": "polygon", "vertices": [[0, 0], [4, 0], [4, 1], [1, 1], [1, 4], [0, 4]]}},
    {"id": "bead", "shape": {"type": "circle", "radius": 0.5}, "position": [2, 1]})");
  EXPECT_NE(hook.textOf(0).find("these two pieces meet, and with them the shapes"), std::string::npos);
  const std::string other = hook.textOf(1);
  EXPECT_NE(other.find("for these two pieces"), std::string::npos) << "apart, where the pair overlaps: " << other;
}

TEST(RowByRow, StartsAnewWithOtherPieces) {
  ConcaveWindow hook(R"(
    {"id": "hook", "shape": {"type": "polygon", "vertices": [[0, 0], [4, 0], [4, 1], [1, 1], [1, 4], [0, 4]]}},
    {"id": "bead", "shape": {"type": "circle", "radius": 0.5}, "position": [2, 1.75]})");
  (void)hook.textOf(0);
  hook.workspace.view.traced_pieces = -1;
  hook.frame(3);
  EXPECT_LE(hook.workspace.view.row_by_row.tried, static_cast<int>(hook.shell.of<AxesPanel>().run.rows.size()));
}

TEST(AxesPanel, SaysThatARowMissesSomethingOnlyWhereItIsWrong) {
  const std::string crates = R"({"id": "K", "shape": {"type": "box", "half_extents": [1, 1]}},
    {"id": "L", "shape": {"type": "box", "half_extents": [1, 1]}, "position": )";
  ConcaveWindow window(crates + "[3, 0]}");
  window.workspace.view.algorithm = "historical/centre-axis-2d";
  const std::string fine = window.textOf(0, false);
  EXPECT_NE(fine.find("these are the reference's."), std::string::npos) << fine;
  window.open(crates + "[1.9, 1.9]}");
  EXPECT_NE(window.textOf(0, false).find("and show what it misses"), std::string::npos);
}

TEST(AxesPanel, SaysWhetherItsAxisDecidesThePairOrOnlyTwoPieces) {
  ConcaveWindow plus(R"(
    {"id": "plus", "shape": {"type": "polygon", "vertices": [[-1, -3], [1, -3], [1, -1], [3, -1], [3, 1], [1, 1],
      [1, 3], [-1, 3], [-1, 1], [-3, 1], [-3, -1], [-1, -1]]}},
    {"id": "tile", "shape": {"type": "box", "half_extents": [0.2, 0.2]}, "position": [0.1, 0.3]})");
  for (const int traced : {0, -1}) {
    const std::string text = plus.textOf(traced, false);
    EXPECT_NE(text.find("largest gap"), std::string::npos) << text;
    EXPECT_EQ(text.find("decides"), std::string::npos) << text;
  }
  plus.workspace.view.presentation = Presentation::kEmbedded;
  EXPECT_EQ(plus.textOf(0, false).find("·  plus"), std::string::npos) << "no axis has that depth";
}

}  // namespace
}  // namespace sepax
