#include "draw/pick.h"

#include <gtest/gtest.h>

#include "draw/scene_picture.h"

namespace sepax {
namespace {

constexpr ViewSize kPickView{1000, 800};

Body body(const char* id, Shape shape, const Vec3& at) {
  Body out;
  out.id = id;
  out.shape = std::move(shape);
  out.position = at;
  if (isPlanar(out.shape)) out.rotation = 0.0;
  return out;
}

TEST(Pick, FindsEveryKindAtItsCentreAndNothingBesideIt) {
  const std::vector<Shape> shapes = {Sphere{},        Box{},
                                     Capsule{},       makeHull({{-1, -1, -1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}).value(),
                                     Circle{},        Box2{},
                                     Capsule2{},      Polygon{},
                                     Rounded<Box>{},  Rounded<Cylinder>{},
                                     Rounded<Cone>{}, Rounded<Triangle>{},
                                     Rounded<Box2>{}, Rounded<Polygon>{}};
  for (const Shape& shape : shapes) {
    Document document;
    document.space = isPlanar(shape) ? Space::k2d : Space::k3d;
    document.bodies = {body("A", shape, {3, -2, 0})};
    const Camera camera = framingCamera(document, kPickView);
    const auto centre = toPixel(camera, kPickView, {3, -2, 0});
    ASSERT_TRUE(centre);
    EXPECT_EQ(pickBody(document, camera, kPickView, *centre).body, "A") << typeName(shape);
    EXPECT_EQ(pickBody(document, camera, kPickView, {5, 5}).body, "") << typeName(shape);
  }
}

TEST(Pick, FindsAHalfSpaceWhereItIsShownAndNothingBeyond) {
  for (const bool planar : {true, false}) {
    Document document;
    document.space = planar ? Space::k2d : Space::k3d;
    // Its origin is far away: what is shown lies below the ball.
    document.bodies = {body("ground", planar ? Shape(HalfSpace2{}) : Shape(HalfSpace{}), {500, 0, 0}),
                       body("ball", planar ? Shape(Circle{1}) : Shape(Sphere{1}), {3, 2, 0})};
    const Camera camera = framingCamera(document, kPickView);
    const auto pixelOf = [&](const Vec3& point) { return toPixel(camera, kPickView, point).value(); };
    EXPECT_EQ(pickBody(document, camera, kPickView, pixelOf({3, 2, 0})).body, "ball");
    EXPECT_EQ(pickBody(document, camera, kPickView, pixelOf({2, -0.01, 0})).body, "ground");
    EXPECT_EQ(pickBody(document, camera, kPickView, pixelOf({-30, -0.01, 0})).body, "");
    for (const Vec3& corner : {Vec3{2, 0, 0}, Vec3{4, 3, 0}}) {
      EXPECT_GT(pixelOf(corner).x, 0);
      EXPECT_LT(pixelOf(corner).x, kPickView.width);
    }
  }
}

TEST(Pick, PrefersTheNearerBodyAndPassesOverHiddenOnes) {
  Document document;
  document.bodies = {body("far", Box{}, {0, 0, -2}), body("near", Sphere{}, {0, 0, 2})};
  Camera camera;
  camera.yaw = camera.pitch = 0;
  camera.distance = 10;
  EXPECT_EQ(pickBody(document, camera, kPickView, {500, 400}).body, "near");
  document.bodies[1].visible = false;
  EXPECT_EQ(pickBody(document, camera, kPickView, {500, 400}).body, "far");
}

TEST(Pick, InThePlaneASmallShapeOnALargeOneCanBePicked) {
  Document document;
  document.space = Space::k2d;
  document.bodies = {body("small", Circle{0.1}, {0, 0, 0}), body("large", Box2{{3, 3}}, {0, 0, 0})};
  const Camera camera = framingCamera(document, kPickView);
  EXPECT_EQ(pickBody(document, camera, kPickView, *toPixel(camera, kPickView, {0.05, 0, 0})).body, "small");
  EXPECT_EQ(pickBody(document, camera, kPickView, *toPixel(camera, kPickView, {2, 2, 0})).body, "large");
}

TEST(Pick, NothingIsPickedInTheHollowOfAConcaveShape) {
  Document document;
  document.space = Space::k2d;
  document.bodies = {body(
      "C", Polygon{{{-1, -1}, {1, -1}, {1, -0.5}, {-0.5, -0.5}, {-0.5, 0.5}, {1, 0.5}, {1, 1}, {-1, 1}}}, {0, 0, 0})};
  const Camera camera = framingCamera(document, kPickView);
  EXPECT_EQ(pickBody(document, camera, kPickView, *toPixel(camera, kPickView, {0.25, 0, 0})).body, "");
  EXPECT_EQ(pickBody(document, camera, kPickView, *toPixel(camera, kPickView, {-0.75, 0, 0})).body, "C");
}

TEST(Pick, ThinShapesArePickedWithinAFewPixels) {
  Document document;
  document.bodies = {body("rod", Capsule{1, 0}, {0, 0, 0})};
  const Camera camera = framingCamera(document, kPickView);
  const Vec2 on = *toPixel(camera, kPickView, {0, 0.5, 0});
  EXPECT_EQ(pickBody(document, camera, kPickView, {on.x + 4, on.y}).body, "rod");
  EXPECT_EQ(pickBody(document, camera, kPickView, {on.x + 40, on.y}).body, "");
}

}  // namespace
}  // namespace sepax
