#include "session/lab/scanning.h"
#include "ui/headless_window.h"

#include <gtest/gtest.h>

namespace sepax {
namespace {

TEST(LabPanel, ShowsPlotAndFindingsAtOnceInTheSmallestWindow) {
  HeadlessWindow window(800, 500);
  window.shell.layout.bottom_open = true;
  LabView::Range& range = window.workspace.view.lab.ranges[0];
  range = {.path = "B.position.x", .from = 1, .to = 4, .count = 31};
  window.showTab(kLabPanel);
  execute(window.workspace, window.workspace, StartScan{});
  window.frame(3);
  ASSERT_NE(window.workspace.scan.done, nullptr);
  const ImGuiWindow* const panel = HeadlessWindow::findWindow("/lab_");
  ASSERT_NE(panel, nullptr);
  EXPECT_EQ(panel->ScrollMax.y, 0) << "nothing of the plot is below";
  EXPECT_NE(HeadlessWindow::findWindow("##findings"), nullptr);
}

}  // namespace
}  // namespace sepax
