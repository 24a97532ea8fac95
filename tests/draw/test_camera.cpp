#include "draw/camera.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <vector>

namespace sepax {
namespace {

constexpr double kQuarter = std::numbers::pi / 2;
const ViewSize kCameraView{1280, 720};

Camera cameraOf(Projection projection, double yaw, double pitch, double distance, const Vec3& target = Vec3(0.0)) {
  Camera camera;
  camera.projection = projection;
  camera.yaw = yaw;
  camera.pitch = pitch;
  camera.distance = distance;
  camera.target = target;
  return camera;
}

struct Random {
  std::mt19937_64 engine{20240607};
  double operator()(double low, double high) { return std::uniform_real_distribution(low, high)(engine); }
  Camera camera(double spread) {
    const auto projection = static_cast<Projection>(static_cast<int>((*this)(0, 3)));
    const Vec3 target((*this)(-spread, spread), (*this)(-spread, spread), (*this)(-spread, spread));
    return cameraOf(projection, (*this)(-4, 4), (*this)(-kQuarter, kQuarter), std::pow(10.0, (*this)(-3, 6)), target);
  }
};

// Pixel of a point by way of the renderer's matrix.
Vec2 throughMatrix(const Camera& camera, const ViewSize& view, const Vec3& point, const Vec3& origin) {
  const glm::vec4 clip = clipFromLocal(camera, view, origin) * glm::vec4(glm::vec3(point - origin), 1.0f);
  return {view.width / 2 * (1 + static_cast<double>(clip.x / clip.w)),
          view.height / 2 * (1 - static_cast<double>(clip.y / clip.w))};
}

TEST(Camera, WithoutRotationLooksAlongMinusZWithXToTheRight) {
  const Camera camera = cameraOf(Projection::kPerspective, 0, 0, 5);
  const CameraBasis basis = basisOf(camera);
  EXPECT_EQ(basis.right, Vec3(1, 0, 0));
  EXPECT_EQ(basis.up, Vec3(0, 1, 0));
  EXPECT_EQ(basis.back, Vec3(0, 0, 1));
  EXPECT_EQ(eyeOf(camera), Vec3(0, 0, 5));
  const auto right = toPixel(camera, kCameraView, {1, 0, 0}), above = toPixel(camera, kCameraView, {0, 1, 0});
  ASSERT_TRUE(right && above);
  EXPECT_GT(right->x, 640);
  EXPECT_DOUBLE_EQ(right->y, 360);
  EXPECT_LT(above->y, 360) << "pixels count downwards";
}

TEST(Camera, PositivePitchLooksFromAboveAndPositiveYawFromTheRight) {
  EXPECT_GT(eyeOf(cameraOf(Projection::kPerspective, 0, 0.5, 5)).y, 1);
  EXPECT_GT(eyeOf(cameraOf(Projection::kPerspective, 0.5, 0, 5)).x, 1);
}

TEST(Camera, BasisIsRightHandedAndUnitAtEveryAngleIncludingThePoles) {
  for (double yaw = -7; yaw < 7; yaw += 0.37) {
    for (const double pitch : {-kQuarter, -1.0, 0.0, 0.3, kQuarter}) {
      const CameraBasis b = basisOf(cameraOf(Projection::kOrthographic, yaw, pitch, 1));
      EXPECT_NEAR(length(glm::cross(b.right, b.up) - b.back), 0, 1e-15);
      for (const Vec3& v : {b.right, b.up, b.back}) EXPECT_NEAR(length(v), 1, 1e-15);
    }
  }
}

TEST(Camera, RayThroughAPointsPixelHitsThePoint) {
  Random random;
  int seen = 0;
  double worst = 0;
  for (int i = 0; i < 5000; ++i) {
    const Camera camera = random.camera(100);
    const Vec2 pixel(random(0, kCameraView.width), random(0, kCameraView.height));
    const Ray ray = rayThrough(camera, kCameraView, pixel);
    EXPECT_NEAR(length(ray.direction), 1, 1e-12);
    const Vec3 point = ray.origin + ray.direction * (camera.distance * random(0.5, 20));
    const auto back = toPixel(camera, kCameraView, point);
    ASSERT_TRUE(back);
    worst = std::max(worst, length(Vec3(*back - pixel, 0)));
    ++seen;
  }
  EXPECT_EQ(seen, 5000);
  EXPECT_LT(worst, 1e-4) << "pixels; a camera a millimetre away at coordinates of 100 m keeps this";
}

TEST(Camera, MatrixAndToPixelAgree) {
  Random random;
  double worst = 0;
  int compared = 0;
  for (int i = 0; i < 5000; ++i) {
    const Camera camera = random.camera(1e6);
    const Vec3 point = camera.target + Vec3(random(-1, 1), random(-1, 1), random(-1, 1)) * (0.5 * camera.distance);
    const auto pixel = toPixel(camera, kCameraView, point);
    ASSERT_TRUE(pixel);
    worst = std::max(worst, length(Vec3(*pixel - throughMatrix(camera, kCameraView, point, camera.target), 0)));
    ++compared;
  }
  EXPECT_EQ(compared, 5000);
  EXPECT_LT(worst, 0.01);
}

TEST(Camera, StaysPreciseFarFromTheWorldsOrigin) {
  const Vec3 far(1e8, -1e8, 1e8);
  const Camera here = cameraOf(Projection::kPerspective, 0.6, 0.4, 6);
  Camera there = here;
  there.target = far;
  for (const Vec3& offset : {Vec3(1, 0, 0), Vec3(-0.5, 1.25, 0.75), Vec3(0.001953125, 0, 0)}) {
    const auto expected = toPixel(here, kCameraView, offset), found = toPixel(there, kCameraView, far + offset);
    ASSERT_TRUE(expected && found);
    EXPECT_NEAR(found->x, expected->x, 1e-5);
    EXPECT_NEAR(found->y, expected->y, 1e-5);
    const Vec2 drawn = throughMatrix(there, kCameraView, far + offset, far);
    EXPECT_NEAR(drawn.x, expected->x, 1e-2);
    EXPECT_NEAR(drawn.y, expected->y, 1e-2);
  }
}

TEST(Camera, PointsBehindTheEyeHaveNoPixel) {
  const Camera camera = cameraOf(Projection::kPerspective, 0, 0, 5);
  EXPECT_FALSE(toPixel(camera, kCameraView, {0, 0, 6}));
  EXPECT_FALSE(toPixel(camera, kCameraView, {1, 1, 5}));
  EXPECT_TRUE(toPixel(camera, kCameraView, {0, 0, 4.99}));
  EXPECT_TRUE(toPixel(cameraOf(Projection::kOrthographic, 0, 0, 5), kCameraView, {0, 0, 6}))
      << "flat views have no behind";
}

TEST(Camera, ZoomKeepsThePointUnderTheCursor) {
  Random random;
  for (int i = 0; i < 2000; ++i) {
    Camera camera = random.camera(10);
    const Vec2 pixel(random(0, kCameraView.width), random(0, kCameraView.height));
    // The point of the target's plane under the cursor.
    const Ray ray = rayThrough(camera, kCameraView, pixel);
    const Vec3 back = basisOf(camera).back;
    const Vec3 point = ray.origin + ray.direction * (dot(camera.target - ray.origin, back) / dot(ray.direction, back));
    const double before = camera.distance, factor = random(0.3, 3);
    zoomAt(camera, kCameraView, pixel, factor);
    EXPECT_NEAR(camera.distance / before, factor, 1e-12);
    const auto after = toPixel(camera, kCameraView, point);
    ASSERT_TRUE(after);
    EXPECT_NEAR(after->x, pixel.x, 1e-6);
    EXPECT_NEAR(after->y, pixel.y, 1e-6);
  }
}

TEST(Camera, ZoomStopsAtItsLimitsInsteadOfBreaking) {
  Camera camera;
  for (int i = 0; i < 2000; ++i) zoomAt(camera, kCameraView, {100, 100}, 0.5);
  EXPECT_GT(camera.distance, 0);
  for (int i = 0; i < 4000; ++i) zoomAt(camera, kCameraView, {100, 100}, 2);
  EXPECT_TRUE(std::isfinite(camera.distance));
  EXPECT_TRUE(isFinite(camera.target));
  const Camera before = camera;
  for (const double bad : {0.0, -1.0, std::nan(""), HUGE_VAL}) zoomAt(camera, kCameraView, {100, 100}, bad);
  EXPECT_EQ(camera.distance, before.distance);
}

TEST(Camera, PanMovesThePointAtTheTargetWithTheMouse) {
  Random random;
  for (int i = 0; i < 500; ++i) {
    Camera camera = random.camera(10);
    const Vec3 point = camera.target;
    pan(camera, kCameraView, {37, -21});
    const auto pixel = toPixel(camera, kCameraView, point);
    ASSERT_TRUE(pixel);
    EXPECT_NEAR(pixel->x, kCameraView.width / 2 + 37, 1e-6);
    EXPECT_NEAR(pixel->y, kCameraView.height / 2 - 21, 1e-6);
  }
}

TEST(Camera, OrbitStopsAtThePolesAndLeavesPlanarViewsAlone) {
  Camera camera;
  orbit(camera, {0, 1e6});
  EXPECT_DOUBLE_EQ(camera.pitch, kQuarter);
  orbit(camera, {1e7, -1e7});
  EXPECT_DOUBLE_EQ(camera.pitch, -kQuarter);
  EXPECT_LE(std::abs(camera.yaw), std::numbers::pi);
  Camera planar = cameraOf(Projection::kPlanar, 0.1, 0.2, 3);
  orbit(planar, {50, 50});
  EXPECT_EQ(planar.yaw, 0.1);
  EXPECT_EQ(planar.pitch, 0.2);
}

TEST(Camera, MetresPerPixelIsTheInverseOfTheProjection) {
  Random random;
  for (int i = 0; i < 500; ++i) {
    const Camera camera = random.camera(10);
    const Vec3 point = camera.target + basisOf(camera).back * (camera.distance * random(-3, 0.5));
    const double step = metresPerPixel(camera, kCameraView, point);
    const auto from = toPixel(camera, kCameraView, point),
               to = toPixel(camera, kCameraView, point + basisOf(camera).right * step * 10.0);
    ASSERT_TRUE(from && to);
    EXPECT_NEAR(to->x - from->x, 10, 1e-5);
  }
}

TEST(Camera, FrameShowsTheWholeBoxWithoutWastingTheView) {
  Random random;
  for (int i = 0; i < 2000; ++i) {
    Camera camera = random.camera(1);
    const ViewSize view{random(200, 2000), random(200, 2000)};
    const double scale = std::pow(10.0, random(-3, 6));
    const Vec3 centre(random(-1e3, 1e3), random(-1e3, 1e3), random(-1e3, 1e3));
    const Vec3 half = Vec3(random(0, 1), random(0.01, 1), random(0, 1)) * scale;
    frame(camera, view, centre - half, centre + half);
    double used = 0;
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3 at = centre + half * Vec3(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
      const auto pixel = toPixel(camera, view, at);
      ASSERT_TRUE(pixel);
      const double x = std::abs(pixel->x / view.width - 0.5) * 2, y = std::abs(pixel->y / view.height - 0.5) * 2;
      ASSERT_LT(std::max(x, y), 0.9);
      used = std::max({used, x, y});
      const glm::vec4 clip = clipFromLocal(camera, view, centre) * glm::vec4(glm::vec3(at - centre), 1.0f);
      ASSERT_LT(std::abs(clip.z), clip.w) << "cut by the near or far plane";
    }
    EXPECT_GT(used, camera.projection == Projection::kPerspective ? 0.3 : 0.7);
  }
}

TEST(Camera, FramesDegenerateBoxesAtASensibleSize) {
  for (const Vec3& at : {Vec3(0.0), Vec3(5, -2, 1), Vec3(1e8, 1e8, 1e8), Vec3(1e20, 0, 0)}) {
    for (const Projection projection : {Projection::kPlanar, Projection::kPerspective, Projection::kOrthographic}) {
      Camera camera = cameraOf(projection, 0, 0, 1);
      frame(camera, kCameraView, at, at);
      EXPECT_EQ(camera.target, at);
      EXPECT_GT(camera.distance, 0.5);
      EXPECT_TRUE(std::isfinite(camera.distance));
    }
  }
  Camera camera;
  frame(camera, kCameraView, {0, 0, -1}, {0, 0, 1});  // a needle
  EXPECT_GT(camera.distance, 1);
  const Camera before = camera;
  frame(camera, kCameraView, Vec3(std::nan("")), Vec3(1.0));
  EXPECT_EQ(camera.distance, before.distance) << "a box that is none changes nothing";
}

TEST(Camera, AnswersStayFiniteForViewsWithoutPixelsAndAtThePoles) {
  for (const ViewSize& view :
       {ViewSize{0, 0}, ViewSize{0, 100}, ViewSize{100, 0}, ViewSize{-5, 3}, ViewSize{std::nan(""), 1}}) {
    for (const double pitch : {-kQuarter, kQuarter}) {
      for (const Projection projection : {Projection::kPlanar, Projection::kPerspective, Projection::kOrthographic}) {
        Camera camera = cameraOf(projection, 0.3, pitch, 4);
        const Ray ray = rayThrough(camera, view, {0, 0});
        EXPECT_TRUE(isFinite(ray.origin) && isFinite(ray.direction));
        EXPECT_TRUE(std::isfinite(metresPerPixel(camera, view, Vec3(1.0))));
        const glm::mat4 m = clipFromLocal(camera, view, Vec3(0.0));
        for (int c = 0; c < 4; ++c) {
          for (int r = 0; r < 4; ++r) EXPECT_TRUE(std::isfinite(m[c][r]));
        }
        pan(camera, view, {3, 4});
        zoomAt(camera, view, {0, 0}, 0.9);
        frame(camera, view, Vec3(-1.0), Vec3(1.0));
        EXPECT_TRUE(isFinite(camera.target) && std::isfinite(camera.distance));
      }
    }
  }
}

TEST(Camera, StandsTheWorldUpByZAsByY) {
  Camera y_up, z_up;
  z_up.up = UpAxis::kZ;
  const ViewSize view{640, 480};
  // Tipped with the camera, the same points are at the same pixels.
  for (const Vec3& p : {Vec3{1, 2, 0.5}, Vec3{-0.5, 0.25, 1}, Vec3{0, 1, 0}}) {
    const auto standing = toPixel(y_up, view, p), tipped = toPixel(z_up, view, {p.x, -p.z, p.y});
    ASSERT_TRUE(standing && tipped);
    EXPECT_LT(length(*standing - *tipped), 1e-9);
  }
  const CameraBasis basis = basisOf(z_up);
  EXPECT_NEAR(dot(basis.right, glm::cross(basis.up, basis.back)), 1, 1e-12) << "no mirror";
  EXPECT_EQ(basis.right.z, 0) << "level";
  EXPECT_GT(basis.up.z, 0);
}

TEST(Camera, LooksFromTheSideOfAnAxisWhicheverIsUp) {
  for (const UpAxis up : {UpAxis::kY, UpAxis::kZ}) {
    for (int axis = 0; axis < 3; ++axis) {
      for (const double sense : {1.0, -1.0}) {
        Camera camera;
        camera.up = up;
        lookAlong(camera, axis, sense);
        EXPECT_NEAR(basisOf(camera).back[axis], sense, 1e-12) << axis << sense;
      }
    }
  }
}

TEST(Camera, OnTheWayRotatesTheShorterWayRound) {
  Camera from, to;
  from.yaw = 3;
  to.yaw = -3;
  to.target = {2, 0, 0};
  const Camera middle = onTheWay(from, to, 0.5);
  EXPECT_NEAR(std::abs(middle.yaw), M_PI, 1e-9);
  EXPECT_EQ(middle.target, (Vec3{1, 0, 0}));
  EXPECT_EQ(onTheWay(from, to, 1), to);
}

}  // namespace
}  // namespace sepax
