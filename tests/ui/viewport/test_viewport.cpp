#include "ui/viewport/viewport.h"

#include <gtest/gtest.h>

#include "draw/camera.h"
#include "session/process.h"
#include "session/scene/reports.h"
#include "ui/headless_window.h"

namespace sepax {
namespace {

/// The whole window with a mouse over the viewport.
class Viewport : public testing::Test {
 protected:
  Viewport() {
    window.workspace.wants_new_view = true;
    window.frame(4);
  }
  [[nodiscard]] ImVec2 onScreen(const Vec3& world, float dx = 0, float dy = 0) const {
    const ViewportState& v = window.shell.viewport;
    const auto pixel = toPixel(window.workspace.view.camera, {v.width, v.height}, world);
    EXPECT_TRUE(pixel);
    return {v.left + static_cast<float>(pixel->x) + dx, v.top + static_cast<float>(pixel->y) + dy};
  }
  [[nodiscard]] const Document& document() const { return window.workspace.history.document(); }
  [[nodiscard]] const Body& body(const char* id) const { return *findBody(document(), id); }
  void down(ImVec2 at, int button = 0) {
    window.moveTo(at.x, at.y);
    window.moveTo(at.x, at.y);
    ImGui::GetIO().MouseDown[button] = true;
    window.frame();
  }
  void up(int button = 0) {
    ImGui::GetIO().MouseDown[button] = false;
    window.frame(2);
  }
  void drag(ImVec2 from, ImVec2 to) {
    down(from);
    for (int i = 1; i <= 8; ++i) {
      const float t = static_cast<float>(i) / 8;
      window.moveTo(from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t);
    }
    up();
  }
  [[nodiscard]] Verdict verdict() const { return shownReport(window.workspace)->answer.verdict; }

  HeadlessWindow window;
};

TEST_F(Viewport, ABodyThatIsHeldStillAsksForNoNewAnswer) {
  for (const Tool tool : {Tool::kMove, Tool::kRotate}) {
    window.workspace.view.tool = tool;
    window.frame(3);
    const ImVec2 grip = onScreen(body("B").position, 24, 24);
    down(grip);
    window.moveTo(grip.x + 40, grip.y + 30);
    window.frame();
    const std::uint64_t revision = window.workspace.history.revision(), answers = window.workspace.reports.answers;
    window.frame(10);
    EXPECT_EQ(window.workspace.history.revision(), revision);
    EXPECT_EQ(window.workspace.reports.answers, answers);
    up();
  }
  EXPECT_TRUE(window.workspace.history.isDirty());
}

TEST_F(Viewport, DraggingBIntoAChangesTheVerdictAndOneUndoTakesItBack) {
  const Vec3 before = body("B").position;
  ASSERT_EQ(verdict(), Verdict::kSeparated);
  const ImVec2 grip = onScreen(before, 24, 24), a = onScreen(body("A").position), b = onScreen(before);
  drag(grip, {grip.x + (a.x - b.x) / 2, grip.y + (a.y - b.y) / 2});
  EXPECT_EQ(verdict(), Verdict::kOverlapping);
  EXPECT_EQ(window.workspace.view.selected, "B");
  EXPECT_TRUE(window.workspace.history.isDirty());
  window.press({'Z', true});
  window.frame(2);
  EXPECT_EQ(body("B").position, before);
  EXPECT_FALSE(window.workspace.history.isDirty());
  EXPECT_FALSE(window.workspace.history.canUndo());
}

TEST_F(Viewport, AClickSelectsWithoutMovingAndAClickBesideDeselects) {
  const Vec3 before = body("B").position;
  const ImVec2 at = onScreen(before, 20, 20);
  window.click(at.x, at.y);
  EXPECT_EQ(window.workspace.view.selected, "B");
  EXPECT_EQ(body("B").position, before);
  EXPECT_FALSE(window.workspace.history.isDirty());
  window.click(window.shell.viewport.left + 8, window.shell.viewport.top + 8);
  EXPECT_EQ(window.workspace.view.selected, "");
}

TEST_F(Viewport, EscDuringADragPutsTheBodyBackAndLeavesNothingToRedo) {
  const Vec3 before = body("B").position;
  const ImVec2 grip = onScreen(before, 24, 24);
  down(grip);
  window.moveTo(grip.x - 60, grip.y);
  window.frame();
  EXPECT_NE(body("B").position, before);
  window.press({kKeyEscape});
  window.frame();
  EXPECT_EQ(body("B").position, before);
  up();
  EXPECT_EQ(body("B").position, before);
  EXPECT_FALSE(window.workspace.history.canRedo());
  EXPECT_FALSE(window.workspace.history.canUndo());
}

TEST_F(Viewport, NumbersTypedDuringADragAreExactAndRunNoShortcuts) {
  const Vec3 before = body("B").position;
  const Tool tool = window.workspace.view.tool;
  const Camera camera = window.workspace.view.camera;
  down(onScreen(before, 24, 24));
  for (const char* c : {"x", " ", "1", ".", "5"}) {
    window.press({c[0]});
    window.type(c);
  }
  window.frame();
  up();
  EXPECT_EQ(body("B").position.x, before.x + 1.5);
  EXPECT_EQ(body("B").position.y, before.y);
  EXPECT_EQ(window.workspace.view.tool, tool);
  EXPECT_EQ(window.workspace.view.camera.yaw, camera.yaw);
}

TEST_F(Viewport, LockedBodiesAreSelectedButStay) {
  Outbox outbox;
  outbox.send(SetBodyFlags{"B", true, true});
  process(window.workspace, outbox);
  const Vec3 before = body("B").position;
  const ImVec2 grip = onScreen(before, 24, 24);
  drag(grip, {grip.x - 80, grip.y});
  EXPECT_EQ(window.workspace.view.selected, "B");
  EXPECT_EQ(body("B").position, before);
}

TEST_F(Viewport, TheRightButtonOrbitsTheMiddleOnePansAndTheWheelComesCloser) {
  const Camera before = window.workspace.view.camera;
  const ImVec2 empty{window.shell.viewport.left + 20, window.shell.viewport.top + 20};
  down(empty, 1);
  window.moveTo(empty.x + 50, empty.y + 10);
  up(1);
  EXPECT_NE(window.workspace.view.camera.yaw, before.yaw);
  const Vec3 target = window.workspace.view.camera.target;
  down(empty, 2);
  window.moveTo(empty.x + 50, empty.y + 10);
  up(2);
  EXPECT_NE(window.workspace.view.camera.target, target);
  ImGui::GetIO().MouseWheel = 1;
  window.frame();
  EXPECT_LT(window.workspace.view.camera.distance, before.distance);
  EXPECT_FALSE(window.workspace.history.isDirty());
}

TEST_F(Viewport, ArrowKeysNudgeTheSelectionOnlyWhileTheViewportHasTheKeys) {
  const ImVec2 at = onScreen(body("B").position, 20, 20);
  window.click(at.x, at.y);
  const Vec3 before = body("B").position;
  window.press({kKeyRight});
  window.frame();
  EXPECT_NE(body("B").position, before);
}

TEST_F(Viewport, AFreeAxisRotatesByItsKnobIsMeasuredLiveAndClicksIntoPlace) {
  window.press({'A'});
  window.frame(2);
  const SatAxis* axis = shownAxis(window.workspace);
  ASSERT_NE(axis, nullptr);
  EXPECT_EQ(axisName(axis->id), "free");
  const auto& sat = std::get<SatReport>(shownReport(window.workspace)->trace);
  EXPECT_NEAR(axis->separation, decidingAxis(sat).separation, 1e-14);
  const Vec3 before = window.workspace.view.free_axis;
  const ImVec2 knob = window.shell.viewport.axis_knob;
  down(knob);
  for (int i = 1; i <= 3; ++i) window.moveTo(knob.x + static_cast<float>(i), knob.y);
  EXPECT_EQ(window.workspace.view.free_axis, before) << "near a candidate it rests on it";
  for (int i = 1; i <= 10; ++i) window.moveTo(knob.x + 12 + 10 * static_cast<float>(i), knob.y);
  up();
  axis = shownAxis(window.workspace);
  ASSERT_NE(axis, nullptr);
  EXPECT_LT(std::abs(dot(axis->direction, before)), 0.99);
  EXPECT_LT(axis->separation, decidingAxis(sat).separation);
  EXPECT_FALSE(window.workspace.history.isDirty());
  window.press({kKeyEscape});
  window.frame(2);
  EXPECT_NE(axisName(shownAxis(window.workspace)->id), "free");
}

TEST_F(Viewport, AClickOnABallOfTheTriadLooksAlongItsAxisAndADragOnItOrbits) {
  const auto ball = [&](const Triad::Ball& which) {
    const ViewportState& v = window.shell.viewport;
    const ImVec2 at = triadOf(window.workspace.view.camera, v.width, 1)->placeOf(which);
    return ImVec2{v.left + at.x, v.top + at.y};
  };
  for (const Triad::Ball which : {Triad::Ball{0, 1}, {2, 1}, {1, 1}}) {
    window.workspace.view.camera.yaw = 0.6;
    window.workspace.view.camera.pitch = 0.4;
    window.frame();
    const ImVec2 at = ball(which);
    window.click(at.x, at.y);
    EXPECT_NEAR(basisOf(window.workspace.view.camera).back[which.axis], 1, 1e-9) << which.axis;
  }
  window.workspace.view.camera.pitch = 0.4;
  window.frame();
  const double yaw = window.workspace.view.camera.yaw;
  const ImVec2 from = ball({0, 1});
  down(from);
  for (int i = 1; i <= 4; ++i) window.moveTo(from.x + 10 * static_cast<float>(i), from.y);
  up();
  EXPECT_NE(window.workspace.view.camera.yaw, yaw);
  EXPECT_TRUE(window.workspace.view.selected == "" || !window.workspace.history.isDirty());
}

TEST_F(Viewport, EveryToolShowsItsHandlesAndTheRingRotates) {
  const ImVec2 at = onScreen(body("B").position, 20, 20);
  window.click(at.x, at.y);
  window.workspace.view.tool = Tool::kRotate;
  window.frame(2);
  const Rotation before = body("B").rotation;
  const ViewportState& v = window.shell.viewport;
  ASSERT_TRUE(window.scan({v.left, v.top}, {v.left + v.width, v.top + v.height}, 6, 6,
                          [&] { return window.shell.viewport.hovered_handle >= 0; }));
  const ImVec2 grip = ImGui::GetIO().MousePos;
  const Vec3 place = body("B").position;
  drag(grip, {grip.x + 40, grip.y + 30});
  EXPECT_NE(body("B").rotation, before);
  EXPECT_EQ(body("B").position, place);
}

}  // namespace
}  // namespace sepax
