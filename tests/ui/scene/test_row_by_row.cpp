#include "core/platform.h"
#include "format/case_file.h"
#include "session/process.h"
#include "session/scene/row_by_row.h"
#include "ui/headless_window.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace sepax
