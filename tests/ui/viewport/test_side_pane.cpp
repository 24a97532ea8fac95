#include "ui/viewport/side_pane.h"

#include "session/process.h"
#include "ui/headless_window.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace sepax {
namespace {

bool hasLabel(const DrawList& list, const std::string& part) {
  return std::ranges::any_of(list.labels,
                             [&](const auto& label) { return label.text.find(part) != std::string::npos; });
}

/// The bodies on the left, A ⊖ B on the right.
struct SplitWindow : HeadlessWindow {
  SplitWindow() {
    frame(3);
    whole = shell.viewport.width;
    press(shift('M'));
    frame(3);
  }
  SidePane& pane() { return shell.viewport.pane; }
  ImVec2 middleOfPane() {
    return {pane().place.corner.x + pane().place.size.x / 2, pane().place.corner.y + pane().place.size.y / 2};
  }
  float whole = 0;
};

TEST(SidePane, SharesTheViewportWithTheBodies) {
  SplitWindow window;
  EXPECT_NEAR(window.pane().view.width, window.whole / 2, 1);
  EXPECT_NEAR(window.shell.viewport.width + window.pane().view.width, window.whole, 0.01f);
  EXPECT_TRUE(hasLabel(window.pane().view.list, "origin"));
  EXPECT_FALSE(hasLabel(window.picture.list, "origin")) << "the bodies stay on the left";
  EXPECT_TRUE(hasLabel(window.picture.list, "A") && hasLabel(window.picture.list, "B"));
  window.press(shift('M'));
  window.frame(2);
  EXPECT_EQ(window.pane().view.width, 0);
  EXPECT_EQ(window.shell.viewport.width, window.whole);
}

TEST(SidePane, IsLookedAtFromTheScenesDirection) {
  SplitWindow window;
  const double yaw = window.workspace.view.camera.yaw, distance = window.workspace.view.camera.distance;
  const ImVec2 at = window.middleOfPane();
  window.moveTo(at.x, at.y);
  ImGui::GetIO().MouseDown[0] = true;
  window.frame();
  window.moveTo(at.x + 60, at.y);
  ImGui::GetIO().MouseDown[0] = false;
  window.frame(2);
  EXPECT_NE(window.workspace.view.camera.yaw, yaw);
  EXPECT_EQ(window.pane().view.camera.yaw, window.workspace.view.camera.yaw);
  const double before = window.pane().view.camera.distance;
  ImGui::GetIO().MouseWheel = 1;
  window.frame();
  ImGui::GetIO().MouseWheel = 0;
  window.frame();
  EXPECT_LT(window.pane().view.camera.distance, before);
  EXPECT_EQ(window.workspace.view.camera.distance, distance) << "how near is its own";
  window.workspace.view.camera.yaw += 0.5;
  window.frame();
  EXPECT_EQ(window.pane().view.camera.yaw, window.workspace.view.camera.yaw) << "the left one turns it, too";
}

TEST(SidePane, FollowsABodyInTheVeryFrame) {
  SplitWindow window;
  ASSERT_TRUE(hasLabel(window.pane().view.list, "distance"));
  Outbox outbox;
  outbox.send(SetTransform{"B", {0.5, 0, 0}, Quat{}});
  process(window.workspace, outbox);
  window.frame();
  EXPECT_TRUE(hasLabel(window.pane().view.list, "depth"));
}

TEST(SidePane, GivesItsPlaceToTheViewThatStandsAloneAndToAnythingElse) {
  SplitWindow window;
  window.press(plain('M'));
  window.frame(2);
  EXPECT_EQ(window.pane().view.width, 0);
  EXPECT_TRUE(hasLabel(window.picture.list, "origin")) << "instead of the bodies";
  window.press(shift('M'));
  window.frame(2);
  EXPECT_GT(window.pane().view.width, 0);
  window.workspace.view.algorithm = "sat";  // keeps no trace
  window.frame(3);
  EXPECT_EQ(window.pane().view.width, 0);
  EXPECT_EQ(window.shell.viewport.width, window.whole);
}

/// Six face normals on the left, which miss the gap of the default scene; the reference on the right.
struct ReferenceWindow : HeadlessWindow {
  ReferenceWindow() {
    workspace.view.algorithm = "historical/six-axes-3d";
    frame(3);
    press(shift('R'));
    frame(3);
  }
  SidePane& pane() { return shell.viewport.pane; }
};

TEST(ReferenceBeside, ShowsTheSameBodiesAsEachExplainsThem) {
  ReferenceWindow window;
  ASSERT_GT(window.pane().view.width, 0);
  EXPECT_TRUE(hasLabel(window.picture.list, "mtv")) << "six axes say that they overlap";
  EXPECT_FALSE(hasLabel(window.picture.list, "gap")) << "which only the reference sees";
  EXPECT_TRUE(hasLabel(window.pane().view.list, "gap")) << "what is right";
  EXPECT_FALSE(hasLabel(window.pane().view.list, "mtv"));
  window.press(shift('R'));
  window.frame(2);
  EXPECT_EQ(window.pane().view.width, 0);
}

TEST(ReferenceBeside, LooksThroughTheSameCamera) {
  ReferenceWindow window;
  const SidePane& pane = window.pane();
  const auto sees_the_same = [&] {
    const Camera &left = window.picture.camera, &right = pane.view.camera;
    return left.yaw == right.yaw && left.pitch == right.pitch && left.distance == right.distance &&
           left.target == right.target;
  };
  EXPECT_TRUE(sees_the_same());
  const Camera before = window.workspace.view.camera;
  const float x = pane.place.corner.x + pane.place.size.x / 2, y = pane.place.corner.y + pane.place.size.y / 2;
  window.moveTo(x, y);
  ImGui::GetIO().MouseDown[0] = true;
  window.frame();
  window.moveTo(x + 60, y + 20);
  ImGui::GetIO().MouseDown[0] = false;
  ImGui::GetIO().MouseWheel = 1;
  window.frame();
  ImGui::GetIO().MouseWheel = 0;
  window.frame();
  EXPECT_NE(window.workspace.view.camera.yaw, before.yaw);
  EXPECT_LT(window.workspace.view.camera.distance, before.distance);
  EXPECT_TRUE(sees_the_same());
}

TEST(ReferenceBeside, FollowsABodyInTheVeryFrame) {
  ReferenceWindow window;
  Outbox outbox;
  outbox.send(SetTransform{"B", {0.5, 0, 0}, Quat{}});
  process(window.workspace, outbox);
  window.frame();
  EXPECT_TRUE(hasLabel(window.pane().view.list, "overlap"));
  EXPECT_FALSE(hasLabel(window.pane().view.list, "gap"));
}

TEST(ReferenceBeside, BringsAnAlgorithmThatIsWrongWhereTheReferenceIsChosen) {
  HeadlessWindow window;
  window.frame(3);
  ASSERT_EQ(window.workspace.view.algorithm, "sat");
  window.press(shift('R'));
  window.frame(3);
  EXPECT_NE(window.workspace.view.algorithm, "sat");
  EXPECT_TRUE(window.workspace.reports.is_contradicted);
  EXPECT_GT(window.shell.viewport.pane.view.width, 0);
  window.workspace.view.algorithm = "sat";
  window.frame(3);
  EXPECT_EQ(window.shell.viewport.pane.view.width, 0) << "it has nothing to be compared with";
}

TEST(ReferenceBeside, GivesItsPlaceToTheDifference) {
  HeadlessWindow window;
  window.workspace.view.algorithm = "gjk-epa";
  window.frame(3);
  window.press(shift('R'));
  window.frame(3);
  EXPECT_FALSE(hasLabel(window.shell.viewport.pane.view.list, "origin"));
  window.press(shift('M'));
  window.frame(3);
  EXPECT_TRUE(hasLabel(window.shell.viewport.pane.view.list, "origin"));
  window.press(shift('R'));
  window.frame(3);
  ASSERT_GT(window.shell.viewport.pane.view.width, 0);
  EXPECT_FALSE(hasLabel(window.shell.viewport.pane.view.list, "origin"));
  EXPECT_TRUE(hasLabel(window.shell.viewport.pane.view.list, "gap"));
}

}  // namespace
}  // namespace sepax
