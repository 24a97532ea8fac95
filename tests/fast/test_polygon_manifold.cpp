#include "fast/polygon_manifold.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "collide/pair_table.h"
#include "geom/tolerances.h"
#include "prove/workload.h"
#include "rounds.h"

namespace sepax {
namespace {

PlanarPose poseOf(const PosedShape& shape) {
  return {Vec2(shape.pose.position), shape.pose.rotation[0].x, shape.pose.rotation[0].y};
}

// Sizes about a metre; far from the origin coordinates are rounded to 1e-12.
constexpr double kError = 1e-10;

TEST(PolygonManifold, HasTheReferencesVerdictDepthAndContactsInAllMixes) {
  const auto& kinds = shapeKinds();
  const auto kind =
      std::ranges::find_if(kinds, [](const ShapeKind& k) { return k.name == std::string_view("polygon"); });
  ASSERT_NE(kind, kinds.end());
  int of_two = 0, contacts = 0;
  for (const Mix mix :
       {Mix::kHit10, Mix::kHit50, Mix::kHit90, Mix::kNear, Mix::kPar, Mix::kFlat, Mix::kFar, Mix::kLattice}) {
    KindPairs source(*kind, *kind, mix, 0, 6);
    double worst_depth = 0, worst_contact = 0;
    int meet = 0, tried = 0;
    const int pairs = test::rounds(1000);
    for (int i = 0; i < pairs; ++i) {
      const WorkPair pair = source.next();
      const auto a = convexOutline(std::get<Polygon>(pair.a.shape)), b = convexOutline(std::get<Polygon>(pair.b.shape));
      if (!a || !b) continue;
      ++tried;
      const PairReport report = *testPair(pair.a, pair.b);
      const double gap = report.answer.separation, touching = touchingTolerance(pair.a, pair.b, {});
      PolygonManifold found;
      const bool meets = polygonManifold(*a, poseOf(pair.a), *b, poseOf(pair.b), touching, found);
      if (std::abs(gap - touching) > kError) {
        ASSERT_EQ(meets, gap <= touching) << mixName(mix) << ' ' << i << ", gap " << gap;
      }
      if (!meets) continue;
      ++meet;
      worst_depth = std::max(worst_depth, std::abs(found.separation - gap));
      ASSERT_GE(found.count, 1u);
      ASSERT_LE(found.count, 2u);
      ASSERT_NEAR(length(Vec3(found.normal, 0)), 1, 1e-13);
      double deepest = kInfinity;
      for (std::size_t k = 0; k < found.count; ++k) {
        ASSERT_LE(found.points[k].separation, std::max(touching, found.separation));
        deepest = std::min(deepest, found.points[k].separation);
      }
      worst_depth = std::max(worst_depth, std::abs(deepest - found.separation));
      const auto* const sat = std::get_if<SatReport>(&report.trace);
      // Another edge is as good, or too shallow to be sure.
      if (sat == nullptr || sat->runner_up_margin < 1e-6 || std::abs(gap) < 1e-6) continue;
      ASSERT_LE(length(Vec3(found.normal, 0) - report.answer.normal), 1e-9) << mixName(mix) << ' ' << i;
      of_two += found.count == 2 ? 1 : 0;
      if (mix == Mix::kLattice) continue;  // where two edges oppose the normal equally either may be clipped
      for (const Contact& contact : report.answer.contacts) {
        double nearest = kInfinity;
        for (std::size_t k = 0; k < found.count; ++k) {
          const PolygonManifold::Point& point = found.points[k];
          nearest = std::min(nearest, length(Vec3(point.position, 0) - contact.position) +
                                          std::abs(point.separation - contact.separation));
        }
        ++contacts;
        worst_contact = std::max(worst_contact, nearest);
      }
    }
    std::printf("%s: %d of %d meet; worst depth %.2g, worst contact %.2g\n", mixName(mix), meet, tried, worst_depth,
                worst_contact);
    EXPECT_LE(worst_depth, kError) << mixName(mix);
    EXPECT_LE(worst_contact, 1e-8) << mixName(mix);
    EXPECT_GT(meet, tried / 20) << mixName(mix);
    EXPECT_GT(tried, pairs / 4) << mixName(mix);
  }
  EXPECT_GT(of_two, test::rounds(200));
  EXPECT_GT(contacts, test::rounds(500));
}

TEST(PolygonManifold, OfABoxOnAFloorIsTheCommonSide) {
  Polygon floor, box;
  floor.vertices = {{-5, -2}, {5, -2}, {5, 0}, {0, 0}, {-5, 0}};  // a corner within its side
  box.vertices = {{-0.5, -0.5}, {-0.5, 0.5}, {0.5, 0.5}, {0.5, -0.5}};
  const auto a = convexOutline(floor), b = convexOutline(box);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->count, 4u);
  PolygonManifold found;
  ASSERT_TRUE(polygonManifold(*a, {}, *b, {{1, 0.49}, 1, 0}, 0, found));
  EXPECT_EQ(found.normal, Vec2(0, 1));
  ASSERT_EQ(found.count, 2u);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_NEAR(found.points[k].separation, -0.01, 1e-15);
    EXPECT_NEAR(found.points[k].position.y, -0.005, 1e-15);
    EXPECT_NEAR(std::abs(found.points[k].position.x - 1), 0.5, 1e-15);
  }
  EXPECT_FALSE(polygonManifold(*a, {}, *b, {{1, 0.51}, 1, 0}, 0, found));
  EXPECT_TRUE(polygonManifold(*a, {}, *b, {{1, 0.51}, 1, 0}, 0.02, found));
  Polygon concave;
  concave.vertices = {{0, 0}, {1, 0}, {0.2, 0.2}, {0, 1}};
  EXPECT_FALSE(convexOutline(concave));
}

}  // namespace
}  // namespace sepax
