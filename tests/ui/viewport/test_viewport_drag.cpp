#include "ui/viewport/viewport_drag.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace sepax {
namespace {

constexpr ViewSize kView{1000, 800};

Camera planarCamera() {
  Camera camera;
  camera.projection = Projection::kPlanar;
  camera.distance = 5;
  return camera;
}

ViewportDrag dragOf(ViewportDrag::Kind kind, Body start, int axis = -1) {
  ViewportDrag drag;
  drag.kind = kind;
  drag.axis = axis;
  drag.body = start.id;
  drag.start = std::move(start);
  drag.grabbed = drag.start.position;
  return drag;
}

Body disc() {
  Body body;
  body.id = "A";
  body.shape = Circle{0.5};
  body.rotation = 0.25;
  body.position = {0.3, -0.2, 0};
  return body;
}

Body brick() {
  Body body;
  body.id = "B";
  body.shape = Box{{1, 0.5, 0.25}};
  body.position = {0.5, 0.25, -1};
  return body;
}

SetTransform transformBy(const ViewportDrag& drag, const DragInput& input, const Camera& camera) {
  const auto command = dragCommand(drag, input, camera, kView);
  EXPECT_TRUE(command.has_value());
  return std::get<SetTransform>(*command);
}

TEST(ViewportDrag, APlanarBodyFollowsTheMouseAndStaysInThePlane) {
  const Camera camera = planarCamera();
  const Vec2 pixel = *toPixel(camera, kView, {1.7, 0.9, 0});
  const SetTransform place = transformBy(dragOf(ViewportDrag::Kind::kMoveBody, disc()), {pixel, false, false}, camera);
  EXPECT_NEAR(place.position.x, 1.7, 1e-9);
  EXPECT_NEAR(place.position.y, 0.9, 1e-9);
  EXPECT_EQ(place.position.z, 0);
  EXPECT_EQ(std::get<double>(place.rotation), 0.25);
}

TEST(ViewportDrag, InSpaceABodyStaysInTheViewPlaneAndShiftMovesItAlongTheNormal) {
  const Camera camera;
  const Vec3 back = basisOf(camera).back;
  const Vec2 start = *toPixel(camera, kView, brick().position);
  const SetTransform across =
      transformBy(dragOf(ViewportDrag::Kind::kMoveBody, brick()), {start + Vec2{80, -40}, false, false}, camera);
  EXPECT_NEAR(dot(across.position - brick().position, back), 0, 1e-9);
  EXPECT_GT(length(across.position - brick().position), 0.1);
  const SetTransform along =
      transformBy(dragOf(ViewportDrag::Kind::kMoveBody, brick()), {start + Vec2{0, 60}, false, true}, camera);
  const Vec3 moved = along.position - brick().position;
  EXPECT_GT(dot(moved, back), 0.1);
  EXPECT_NEAR(length(crossAccurate(moved, back)), 0, 1e-9);
}

TEST(ViewportDrag, AnArrowMovesOneCoordinateAndATypedNumberIsExact) {
  const Camera camera;
  ViewportDrag drag = dragOf(ViewportDrag::Kind::kMoveAxis, brick(), 1);
  const Vec2 start = *toPixel(camera, kView, brick().position);
  const SetTransform up = transformBy(drag, {start + Vec2{10, -70}, false, false}, camera);
  EXPECT_EQ(up.position.x, 0.5);
  EXPECT_EQ(up.position.z, -1);
  EXPECT_GT(up.position.y, 0.4);
  drag.typed = "1.5";
  EXPECT_EQ(transformBy(drag, {start, false, false}, camera).position, Vec3(0.5, 1.75, -1));
  drag.typed = "x -2";
  EXPECT_EQ(transformBy(drag, {start, false, false}, camera).position, Vec3(-1.5, 0.25, -1));
}

TEST(ViewportDrag, CtrlSnapsToRoundNumbers) {
  const Camera camera = planarCamera();
  const Vec2 pixel = *toPixel(camera, kView, {1.234, 0.777, 0});
  const SetTransform place = transformBy(dragOf(ViewportDrag::Kind::kMoveBody, disc()), {pixel, true, false}, camera);
  EXPECT_NEAR(std::remainder(place.position.x, 0.1), 0, 1e-9);
  EXPECT_NEAR(std::remainder(place.position.y, 0.1), 0, 1e-9);
}

TEST(ViewportDrag, RotatingAddsTheAngleAboutTheAxisAndTypedDegreesAreExact) {
  ViewportDrag drag = dragOf(ViewportDrag::Kind::kRotateBody, disc(), 2);
  drag.grabbed_angle = angleAround({1.3, -0.2, 0}, disc().position, {0, 0, 1});
  const Camera camera = planarCamera();
  const Vec2 quarter = *toPixel(camera, kView, {0.3, 0.8, 0});
  EXPECT_NEAR(std::get<double>(transformBy(drag, {quarter, false, false}, camera).rotation),
              0.25 + std::numbers::pi / 2, 1e-9);
  drag.typed = "30";
  EXPECT_NEAR(std::get<double>(transformBy(drag, {quarter, false, false}, camera).rotation),
              0.25 + std::numbers::pi / 6, 1e-15);
  ViewportDrag solid = dragOf(ViewportDrag::Kind::kRotateBody, brick(), 1);
  solid.typed = "90";
  const Mat3 rotated = matrixOf(transformBy(solid, {{0, 0}, false, false}, Camera{}).rotation);
  EXPECT_NEAR(rotated[0].z, -1, 1e-15);  // +x rotates to −z about +y
}

TEST(ViewportDrag, ScalingChangesABoxsOwnNumbersAndRoundShapesEvenly) {
  ViewportDrag drag = dragOf(ViewportDrag::Kind::kScaleBody, brick(), 0);
  drag.typed = "2";
  const auto box = dragCommand(drag, {}, Camera{}, kView);
  EXPECT_EQ(std::get<Box>(std::get<SetShape>(*box).shape).half_extents, Vec3(2, 0.5, 0.25));
  ViewportDrag round = dragOf(ViewportDrag::Kind::kScaleBody, disc(), 0);
  round.typed = "3";
  const auto circle = dragCommand(round, {}, planarCamera(), kView);
  EXPECT_EQ(std::get<Circle>(std::get<SetShape>(*circle).shape).radius, 1.5);
  Body hull = brick();
  hull.shape = makeHull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, "rock.obj").value();
  ViewportDrag points = dragOf(ViewportDrag::Kind::kScaleBody, hull, 2);
  points.typed = "0.5";
  EXPECT_EQ(std::get<SetScale>(*dragCommand(points, {}, Camera{}, kView)).scale, Vec3(1, 1, 0.5));
}

TEST(ViewportDrag, UnfinishedNumbersAreNotNumbersYet) {
  for (const char* text : {"", " ", "-", "x", "x ", "x -", "1.5.2", "1x", "nan", "1e999"})
    EXPECT_FALSE(parseTyped(text)) << text;
  EXPECT_EQ(parseTyped("y -.5")->axis, 1);
  EXPECT_EQ(parseTyped("y -.5")->value, -0.5);
  EXPECT_EQ(parseTyped("2 ")->axis, -1);
}

TEST(ViewportDrag, ArrowKeysNudgeOneCoordinateAndWithCtrlByOneUlp) {
  Camera camera;
  camera.yaw = camera.pitch = 0;
  const auto right = std::get<SetTransform>(nudged(brick(), {.across = 1}, camera, kView));
  EXPECT_GT(right.position.x, 0.5);
  EXPECT_EQ(right.position.y, 0.25);
  const auto ulp = std::get<SetTransform>(nudged(brick(), {.up = 1, .small = true}, camera, kView));
  EXPECT_EQ(ulp.position.y, std::nextafter(0.25, 1.0));
  const auto down = std::get<SetTransform>(nudged(brick(), {.up = -1, .small = true}, camera, kView));
  EXPECT_EQ(down.position.y, std::nextafter(0.25, 0.0));
}

TEST(Handles, ThePlaneOffersTwoArrowsAndOneRingSpaceThreeOfEach) {
  EXPECT_EQ(handlesOf(disc(), Tool::kMove, planarCamera(), kView).size(), 2u);
  EXPECT_EQ(handlesOf(disc(), Tool::kRotate, planarCamera(), kView).size(), 1u);
  EXPECT_EQ(handlesOf(disc(), Tool::kScale, planarCamera(), kView).size(), 2u);
  for (const Tool tool : {Tool::kMove, Tool::kRotate, Tool::kScale})
    EXPECT_EQ(handlesOf(brick(), tool, Camera{}, kView).size(), 3u);
  EXPECT_TRUE(handlesOf(brick(), Tool::kSelect, Camera{}, kView).empty());
}

TEST(Handles, AreFoundUnderTheMouseAndNowhereElse) {
  const auto handles = handlesOf(brick(), Tool::kMove, Camera{}, kView);
  for (int h = 0; h < 3; ++h) EXPECT_EQ(handleUnder(handles, handles[h].line.back()), h);
  EXPECT_EQ(handleUnder(handles, {3, 3}), -1);
}

}  // namespace
}  // namespace sepax
