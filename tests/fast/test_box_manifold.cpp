#include "fast/box_pair.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "collide/pair_table.h"
#include "geom/tolerances.h"
#include "prove/workload.h"
#include "rounds.h"

namespace sepax {
namespace {

OrientedBox boxOf(const PosedShape& shape) {
  return orientedBoxOf(std::get<Box>(shape.shape).half_extents, shape.pose);
}

/// How far a point is outside a box at most along one of its axes; negative inside.
double beyond(const OrientedBox& box, const Vec3& point) {
  double most = -kInfinity;
  for (int i = 0; i < 3; ++i)
    most = std::max(most, std::abs(dot(point - box.centre, box.axes[i])) - box.half_extents[i]);
  return most;
}

/// Of the sizes about a metre: what edge axes may lose to the bias, and rounding far from the origin.
constexpr double kDepthError = 3e-7;

double deepestOf(const BoxManifold& manifold) {
  double deepest = kInfinity;
  for (std::size_t i = 0; i < manifold.count; ++i) deepest = std::min(deepest, manifold.points[i].separation);
  return deepest;
}

TEST(BoxManifold, HasTheReferencesVerdictAndDepthInAllMixes) {
  for (int m = 0; m < kMixes; ++m) {
    const Mix mix = static_cast<Mix>(m);
    BoxPairs source(mix, 4, 0);
    double worst_depth = 0, worst_deepest = 0, worst_outside = 0;
    int meet = 0;
    const int pairs = test::rounds(3000);
    for (int i = 0; i < pairs; ++i) {
      const WorkPair pair = source.next();
      const OrientedBox a = boxOf(pair.a), b = boxOf(pair.b);
      const double touching = touchingTolerance(pair.a, pair.b, {}), gap = boxGap(pair.a, pair.b);
      BoxManifold found;
      const bool meets = boxManifold(a, b, touching, found);
      if (std::abs(gap) > kDepthError) {
        ASSERT_EQ(meets, gap < 0) << mixName(mix) << " " << i << ", gap " << gap;
      }
      if (!meets) continue;
      ++meet;
      ASSERT_GE(found.count, 1u);
      ASSERT_LE(found.count, BoxManifold::kMaxPoints);
      ASSERT_NEAR(length(found.normal), 1, 1e-14);
      worst_depth = std::max(worst_depth, std::abs(found.separation - gap));
      worst_deepest = std::max(worst_deepest, std::abs(deepestOf(found) - found.separation));
      for (std::size_t k = 0; k < found.count; ++k) {
        const BoxManifold::Point& point = found.points[k];
        ASSERT_LE(point.separation, touching);
        // Both surfaces are half the separation away.
        const Vec3 half = point.separation / 2 * found.normal;
        worst_outside = std::max({worst_outside, beyond(a, point.position - half), beyond(b, point.position + half)});
      }
    }
    std::printf("%s: %d meet; worst depth %.2g, deepest point %.2g, outside %.2g\n", mixName(mix), meet, worst_depth,
                worst_deepest, worst_outside);
    EXPECT_LE(worst_depth, kDepthError) << mixName(mix);
    EXPECT_LE(worst_deepest, kDepthError) << mixName(mix);
    EXPECT_LE(worst_outside, kDepthError) << mixName(mix);
    EXPECT_GT(meet, pairs / 20) << mixName(mix);
    EXPECT_LT(meet, pairs - pairs / 20) << mixName(mix);
  }
}

TEST(BoxManifold, HasEveryContactOfTheReference) {
  int contacts = 0, of_faces = 0, of_edges = 0;
  double worst = 0;
  for (const Mix mix : {Mix::kHit10, Mix::kHit50, Mix::kHit90, Mix::kNear, Mix::kFar}) {
    BoxPairs source(mix, 5, 0);
    for (int i = 0; i < test::rounds(1500); ++i) {
      const WorkPair pair = source.next();
      const PairReport report = *testPair(pair.a, pair.b);
      const SatReport& sat = std::get<SatReport>(report.trace);
      // Another axis or reference face is as good, or too shallow to be sure.
      if (!report.manifold || sat.runner_up_margin < 1e-6 || std::abs(report.answer.separation) < 1e-6) continue;
      const OrientedBox a = boxOf(pair.a), b = boxOf(pair.b);
      BoxManifold found;
      ASSERT_TRUE(boxManifold(a, b, touchingTolerance(pair.a, pair.b, {}), found));
      ASSERT_LE(length(found.normal - report.answer.normal), 1e-9);
      const SatAxis& deciding = decidingAxis(sat);
      const bool is_edge = deciding.id.kind == AxisKind::kEdgePair;
      if (is_edge && deciding.cross_length <= kContactParallel)
        continue;  // a common stretch, of which this has the middle
      (is_edge ? of_edges : of_faces) += 1;
      for (const Contact& contact : report.answer.contacts) {
        double nearest = kInfinity;
        for (std::size_t k = 0; k < found.count; ++k) {
          const BoxManifold::Point& point = found.points[k];
          nearest = std::min(
              nearest, length(point.position - contact.position) + std::abs(point.separation - contact.separation));
        }
        ++contacts;
        worst = std::max(worst, nearest);
      }
    }
  }
  std::printf("%d contacts on %d faces and %d edges, the worst %.2g m off\n", contacts, of_faces, of_edges, worst);
  EXPECT_LE(worst, 1e-8);
  EXPECT_GT(of_faces, test::rounds(500));
  EXPECT_GT(of_edges, test::rounds(500));
}

TEST(BoxManifold, OfStackedBoxesIsTheCommonFace) {
  const OrientedBox floor{{0, -1, 0}, Mat3{1.0}, {5, 1, 5}},
      box{{0.5, 0.49, 0}, matrixAbout({0, 1, 0}, 0.3), {0.5, 0.5, 0.25}};
  BoxManifold found;
  ASSERT_TRUE(boxManifold(floor, box, 0, found));
  EXPECT_LE(length(found.normal - Vec3{0, 1, 0}), 1e-15);
  EXPECT_EQ(found.count, 4u);
  for (std::size_t k = 0; k < found.count; ++k) {
    EXPECT_NEAR(found.points[k].separation, -0.01, 1e-15);
    EXPECT_NEAR(found.points[k].position.y, -0.005, 1e-15);
  }
}

}  // namespace
}  // namespace sepax
