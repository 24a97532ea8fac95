#include "draw/screen_surfaces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

namespace sepax {
namespace {

constexpr ViewSize kSmallScreen{400, 300};
const Camera kLooksAlongMinusZ{.projection = Projection::kPerspective, .yaw = 0, .pitch = 0};

ScreenSurface surfaceOf(const ScreenProjection& projection, const std::vector<glm::vec3>& corners, Colour colour,
                        bool opaque) {
  return {.corners = projection.polygon(corners), .colour = colour, .opaque = opaque};
}

std::vector<glm::vec3> square(float half, float z) {
  return {{-half, -half, z}, {half, -half, z}, {half, half, z}, {-half, half, z}};
}

TEST(ScreenSurfaces, ALineBehindASquareIsHiddenBetweenItsEdgesAndNowhereElse) {
  const Camera flat{.projection = Projection::kOrthographic, .yaw = 0, .pitch = 0};
  const ScreenProjection projection(flat, kSmallScreen, Vec3{0.0});
  const std::vector<ScreenSurface> surfaces{surfaceOf(projection, square(0.5f, 0), {0, 0, 255}, true)};
  LineVisibility visibility(surfaces, kSmallScreen);
  const auto behind = projection.line({-1, 0, -1}, {1, 0, -1});
  const std::vector<LinePart> parts = visibility.partsOf((*behind)[0], (*behind)[1], {255, 255, 255}, Layer::kScene);
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_NEAR(parts[0].to, 0.25, 1e-6);
  EXPECT_NEAR(parts[1].to, 0.75, 1e-6);
  EXPECT_EQ((std::vector{parts[0].hidden, parts[1].hidden, parts[2].hidden}), (std::vector{false, true, false}));
  for (const float z : {0.0f, 1.0f}) {  // on it and before it
    const auto seen = projection.line({-1, 0, z}, {1, 0, z});
    EXPECT_EQ(visibility.partsOf((*seen)[0], (*seen)[1], {}, Layer::kScene).size(), 1u) << z;
  }
  EXPECT_EQ(visibility.partsOf((*behind)[0], (*behind)[1], {}, Layer::kOverlay).size(), 1u);
}

TEST(ScreenSurfaces, ALineSeenThroughAPaneHasTheColourThatBlendingGives) {
  const ScreenProjection projection(kLooksAlongMinusZ, kSmallScreen, Vec3{0.0});
  const std::vector<ScreenSurface> surfaces{surfaceOf(projection, square(0.5f, 0), {0, 0, 255, 51}, false),
                                            surfaceOf(projection, square(0.5f, 1), {255, 0, 0, 51}, false)};
  LineVisibility visibility(surfaces, kSmallScreen);
  const auto line = projection.line({-0.1f, 0, -1}, {0.1f, 0, -1});
  const std::vector<LinePart> parts = visibility.partsOf((*line)[0], (*line)[1], {255, 255, 255}, Layer::kScene);
  ASSERT_EQ(parts.size(), 1u);
  // White through blue at a fifth is (204, 204, 255), that through red (214, 163, 204).
  EXPECT_EQ(parts[0].colour, (Colour{214, 163, 204}));
  EXPECT_FALSE(parts[0].hidden);
  // A body's own far edges are hidden by it however much shines through.
  EXPECT_TRUE(visibility.partsOf((*line)[0], (*line)[1], {255, 255, 255}, Layer::kHidden)[0].hidden);
}

TEST(ScreenSurfaces, WhatLiesBehindTheEyeIsCutAway) {
  const ScreenProjection projection(kLooksAlongMinusZ, kSmallScreen, Vec3{0.0});
  EXPECT_FALSE(projection.line({0, 0, 7}, {1, 0, 9}));
  EXPECT_TRUE(projection.polygon(std::vector<glm::vec3>{{0, 0, 7}, {1, 0, 7}, {0, 1, 8}}).empty());
  EXPECT_EQ(projection.polygon(std::vector<glm::vec3>{{0, 0, 0}, {1, 0, 0}, {0, 0, 20}}).size(), 4u);
  const auto crossing = projection.line({0, 0, 0}, {0.5f, 0, 20});
  ASSERT_TRUE(crossing);
  for (const ScreenPoint& end : *crossing)
    EXPECT_TRUE(std::isfinite(end.x) && std::isfinite(end.y) && std::isfinite(end.depth));
}

/// Whether the segment from the eye to a point crosses a triangle, by Möller and Trumbore (1997), in space instead of
/// on the screen.
bool hides(const std::vector<glm::vec3>& triangle, const glm::dvec3& eye, const glm::dvec3& point, double slack) {
  const glm::dvec3 a(triangle[0]), u = glm::dvec3(triangle[1]) - a, v = glm::dvec3(triangle[2]) - a, way = point - eye;
  const glm::dvec3 p = glm::cross(way, v);
  const double det = glm::dot(u, p);
  if (std::abs(det) < 1e-12) return false;
  // Of a surface that is seen nearly from its edge, two pixels are a long way: only a generous slack calls it in the
  // way.
  if (std::abs(det) < 0.3 * glm::length(way) * glm::length(glm::cross(u, v)) && slack >= 0) return false;
  const glm::dvec3 from = eye - a, q = glm::cross(from, u);
  const double s = glm::dot(from, p) / det, t = glm::dot(way, q) / det, at = glm::dot(v, q) / det;
  return s > slack && t > slack && s + t < 1 - slack && at > 0 && at < 1 - slack;
}

TEST(ScreenSurfaces, WhatIsHiddenAgreesWithRaysInSpace) {
  std::mt19937 engine(16);
  std::uniform_real_distribution<float> within(-1, 1);
  const auto anyPoint = [&] { return glm::vec3(within(engine), within(engine), within(engine)); };
  int hidden = 0, seen = 0, near_an_edge = 0;
  for (int round = 0; round < 60; ++round) {
    const Camera camera{.projection = Projection::kPerspective,
                        .distance = 4,
                        .yaw = within(engine) * 3.0,
                        .pitch = within(engine) * 1.5};
    const ScreenProjection projection(camera, kSmallScreen, Vec3{0.0});
    std::vector<std::vector<glm::vec3>> triangles;
    std::vector<ScreenSurface> surfaces;
    for (int i = 0; i < 12; ++i) {
      triangles.push_back({anyPoint(), anyPoint(), anyPoint()});
      surfaces.push_back(surfaceOf(projection, triangles.back(), {}, true));
    }
    LineVisibility visibility(surfaces, kSmallScreen);
    const glm::dvec3 eye(eyeOf(camera));
    for (int i = 0; i < 20; ++i) {
      const glm::vec3 from = anyPoint(), to = anyPoint();
      const auto line = projection.line(from, to);
      ASSERT_TRUE(line);
      for (const LinePart& part : visibility.partsOf((*line)[0], (*line)[1], {}, Layer::kScene)) {
        // The middle of a part on the screen; in space it lies where the ray meets the line: by 1 / depth.
        const double middle = (part.from + part.to) / 2;
        const double near_from = glm::dot(glm::dvec3(from) - eye, -glm::dvec3(basisOf(camera).back));
        const double near_to = glm::dot(glm::dvec3(to) - eye, -glm::dvec3(basisOf(camera).back));
        const double t = middle / near_to / ((1 - middle) / near_from + middle / near_to);
        const glm::dvec3 point = glm::mix(glm::dvec3(from), glm::dvec3(to), t);
        const auto hiddenWith = [&](double slack) {
          return std::ranges::any_of(triangles,
                                     [&](const auto& triangle) { return hides(triangle, eye, point, slack); });
        };
        if (hiddenWith(0.03) != hiddenWith(-0.03)) {
          ++near_an_edge;
          continue;
        }
        EXPECT_EQ(part.hidden, hiddenWith(0)) << "round " << round << ", line " << i << " at " << middle;
        ++(part.hidden ? hidden : seen);
      }
    }
  }
  std::printf("parts hidden %d, seen %d, too near an edge to say %d\n", hidden, seen, near_an_edge);
  EXPECT_GT(hidden, 300);
  EXPECT_GT(seen, 300);
  EXPECT_LT(near_an_edge, (hidden + seen) / 2);
}

}  // namespace
}  // namespace sepax
