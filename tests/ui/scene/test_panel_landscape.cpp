#include "session/host/opened_case.h"
#include "session/process.h"
#include "ui/headless_window.h"

#include <gtest/gtest.h>

namespace sepax {
namespace {

void drag(HeadlessWindow& window, const ImVec2& from, float by) {
  window.moveTo(from.x, from.y);
  ImGui::GetIO().MouseDown[0] = true;
  window.frame();
  for (int i = 1; i <= 4; ++i) window.moveTo(from.x + by * static_cast<float>(i) / 4, from.y);
  ImGui::GetIO().MouseDown[0] = false;
  window.frame(2);
}

/// A place on the ball, at the right end of the row of both charts: the first from the right where a drag turns the
/// view.
ImVec2 ballOf(HeadlessWindow& window) {
  const ImGuiWindow* panel = HeadlessWindow::findWindow("landscape");
  EXPECT_NE(panel, nullptr);
  if (panel == nullptr) return {};
  const double yaw = window.workspace.view.camera.yaw;
  const float y = panel->Pos.y + panel->Size.y * 0.6f;
  for (float x = panel->Pos.x + panel->Size.x - 12; x > panel->Pos.x; x -= 14) {
    drag(window, {x, y}, 8);
    if (window.workspace.view.camera.yaw != yaw) return {x, y};
  }
  ADD_FAILURE() << "no drag turns the view";
  return {};
}

TEST(LandscapePanel, ADragOnTheBallTurnsTheViewAndAClickPicksADirection) {
  HeadlessWindow window;
  window.showTab(kLandscapePanel);
  window.frame(3);
  EXPECT_EQ(window.shell.of<LandscapePanel>().a.arcs.size(), 12u);
  EXPECT_FALSE(window.shell.of<LandscapePanel>().crossings.empty());
  const ImVec2 ball = ballOf(window);
  EXPECT_TRUE(window.workspace.history.document().bodies.size() == 2 && !window.workspace.history.canUndo())
      << "the view alone turns";
  window.workspace.view.pinned_axis.reset();
  window.click(ball.x, ball.y);
  EXPECT_TRUE(window.workspace.view.pinned_axis.has_value()) << "a candidate or the direction under the mouse";
}

TEST(LandscapePanel, OfAPlaneSceneIsTheCurveAlone) {
  HeadlessWindow window;
  Outbox outbox;
  outbox.request(NewDocument{.space = Space::k2d});
  process(window.workspace, outbox);
  window.showTab(kLandscapePanel);
  window.frame(3);
  EXPECT_TRUE(window.shell.of<LandscapePanel>().map.planar);
  EXPECT_TRUE(window.shell.of<LandscapePanel>().a.arcs.empty());
  EXPECT_TRUE(window.shell.of<LandscapePanel>().shore.empty());
}

}  // namespace
}  // namespace sepax
