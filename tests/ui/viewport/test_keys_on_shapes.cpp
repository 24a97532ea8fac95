#include "session/scene/body_edits.h"
#include "ui/headless_window.h"
#include "ui/viewport/viewport_drag.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <variant>

namespace sepax {
namespace {

Body bodyOf(const char* id, Shape shape, const Vec3& position) {
  Body body;
  body.id = id;
  body.shape = std::move(shape);
  body.position = position;
  return body;
}

/// A box in the plane, selected, and no mouse.
class KeysOnShapes : public testing::Test {
 protected:
  KeysOnShapes() {
    Document document;
    document.space = Space::k2d;
    document.bodies = {bodyOf("box", Box2{{0.5, 0.5}}, {0, 0, 0}),
                       bodyOf("kite", Polygon{{{-1, 0}, {0, -1}, {1, 0}, {0, 1}}}, {3, 0, 0})};
    for (Body& body : document.bodies) body.rotation = 0.0;
    window.workspace.history.reset(document);
    window.workspace.wants_new_view = true;
    window.frame(4);
    giveKeysTo(window.shell, window.workspace, Part::kMiddle);
    window.frame(2);
    window.workspace.view.selected = "box";
  }
  void press(const Shortcut& shortcut) { window.press(shortcut); }
  [[nodiscard]] const Body& body(const char* id) const { return *findBody(window.workspace.history.document(), id); }
  HeadlessWindow window;
};

TEST_F(KeysOnShapes, ArrowKeysMoveRotateAndScaleAsTheToolInHandDoes) {
  press(plain(kKeyRight));
  EXPECT_GT(body("box").position.x, 0);
  EXPECT_EQ(body("box").position.y, 0);
  window.workspace.view.tool = Tool::kRotate;
  press(plain(kKeyUp));
  EXPECT_NEAR(std::get<double>(body("box").rotation), radiansOf(5), 1e-12);
  press(ctrl(kKeyDown));
  EXPECT_NEAR(std::get<double>(body("box").rotation), radiansOf(4.9), 1e-12);
  press(ctrl(kKeyUp));
  press(plain(kKeyDown));
  window.workspace.view.tool = Tool::kScale;
  press(plain(kKeyRight));
  const Vec2 half = std::get<Box2>(body("box").shape).half_extents;
  EXPECT_NEAR(half.x, 0.525, 1e-12);
  EXPECT_EQ(half.y, 0.5);
  press(ctrl(kKeyUp));
  EXPECT_NEAR(std::get<Box2>(body("box").shape).half_extents.y, 0.5005, 1e-12);
}

TEST_F(KeysOnShapes, CtrlMovesByOneUnitInTheLastPlaceAndShowsTheBits) {
  press(plain(kKeyRight));
  const double before = body("box").position.x;
  press(ctrl(kKeyRight));
  EXPECT_EQ(body("box").position.x, std::nextafter(before, 1e9));
  EXPECT_GT(window.shell.viewport.bits_shown_until, ImGui::GetTime());
  EXPECT_EQ(window.shell.viewport.bits_axis, 0);
}

TEST_F(KeysOnShapes, CornersAreTakenMovedPutInAndDeleted) {
  window.workspace.view.selected = "kite";
  window.workspace.view.tool = Tool::kPoints;
  window.frame();
  press(plain(' '));
  ASSERT_EQ(window.shell.viewport.corner, 0);
  const Vec3 before = editablePoints(body("kite"))[0];
  press(plain(kKeyLeft));
  EXPECT_LT(editablePoints(body("kite"))[0].x, before.x);
  EXPECT_EQ(editablePoints(body("kite"))[1], (Vec3{3, -1, 0}));
  press(plain(kKeyEnter));
  ASSERT_EQ(editablePoints(body("kite")).size(), 5u);
  EXPECT_EQ(window.shell.viewport.corner, 1);
  press(plain(kKeyBackspace));
  EXPECT_EQ(editablePoints(body("kite")).size(), 4u);
  press(shift(' '));
  EXPECT_EQ(window.shell.viewport.corner, 0);
}

TEST_F(KeysOnShapes, AFreeAxisIsRotatedWhileNoBodyIsSelected) {
  window.workspace.view.selected.clear();
  window.workspace.view.pinned_axis = kFreeAxis;
  window.workspace.view.free_axis = {1, 0, 0};
  press(plain(kKeyUp));
  EXPECT_NEAR(window.workspace.view.free_axis.y, std::sin(radiansOf(2)), 1e-12);
}

TEST_F(KeysOnShapes, TabAfterAClickInAPanelGoesToTheNextBodyAndTheKeysToTheScene) {
  window.showTab(kInspectorPanel);
  window.frame(2);
  const Rect panel = window.shell.regions[regionOf(window.shell, kInspectorPanel)];
  window.click(panel.x + panel.w - 6, panel.y + panel.h - 6);
  ASSERT_FALSE(window.shell.keys_at.walks);
  press(plain(kKeyTab));
  EXPECT_EQ(window.workspace.view.selected, "kite");
  window.frame(2);
  EXPECT_EQ(ImGui::GetCurrentContext()->ActiveId, 0u) << "no number of the panel is typed over";
  const double before = body("kite").position.x;
  press(plain(kKeyRight));
  EXPECT_GT(body("kite").position.x, before);
}

TEST(KeysInSpace, ShiftGoesAlongTheView) {
  HeadlessWindow window;
  window.frame(4);
  giveKeysTo(window.shell, window.workspace, Part::kMiddle);
  window.workspace.view.selected = "B";
  window.workspace.view.camera.yaw = window.workspace.view.camera.pitch = 0;
  window.frame(2);
  const Vec3 before = findBody(window.workspace.history.document(), "B")->position;
  window.press(shift(kKeyUp));
  const Vec3 away = findBody(window.workspace.history.document(), "B")->position;
  EXPECT_LT(away.z, before.z) << "away from the eye";
  EXPECT_EQ(away.x, before.x);
  EXPECT_EQ(away.y, before.y);
}

TEST(PlaneOfADrag, ACapitalLetterKeepsToThePlaneAcrossThatAxis) {
  ViewportDrag drag;
  drag.kind = ViewportDrag::Kind::kMoveBody;
  drag.start = bodyOf("brick", Box{{1, 1, 1}}, {1, 2, 3});
  drag.grabbed = drag.start.position;
  drag.typed = "Y";
  EXPECT_EQ(typedPlane(drag), 1);
  EXPECT_EQ(typedAxis(drag), -1);
  Camera camera;
  camera.target = {1, 2, 3};
  camera.yaw = 0.6;
  camera.pitch = 0.5;
  const ViewSize view{800, 600};
  const auto command = dragCommand(drag, {{520, 260}, false, false}, camera, view);
  ASSERT_TRUE(command);
  const Vec3 moved = std::get<SetTransform>(*command).position;
  EXPECT_EQ(moved.y, 2);
  EXPECT_GT(std::hypot(moved.x - 1, moved.z - 3), 0.01);
  camera.pitch = 0;
  camera.projection = Projection::kOrthographic;
  EXPECT_FALSE(dragCommand(drag, {{520, 260}, false, false}, camera, view))
      << "a plane seen from its edge has no place under the mouse";
}

}  // namespace
}  // namespace sepax
