#include "collide/exact/exact.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "collide/exact/exact_integer.h"
#include "collide/random_pairs.h"
#include "geom/convex.h"
#include "prove/workload.h"

namespace sepax {
namespace {

using test::Random;

PosedShape boxAt(const Vec3& half, const Vec3& position) { return {Box{half}, {position, Mat3{1.0}}}; }

TEST(Exact, DistinguishesAHairOfAGapFromATouchAndFromAHairOfOverlap) {
  const PosedShape a = boxAt({1, 1, 1}, {0, 0, 0});
  const double above = std::nextafter(2.0, 3.0), below = std::nextafter(2.0, 1.0);
  EXPECT_EQ(exactReport(a, boxAt({1, 1, 1}, {2, 0.3, 0.1}), 0).sign, 0);
  const ExactReport apart = exactReport(a, boxAt({1, 1, 1}, {above, 0.3, 0.1}), 0);
  EXPECT_EQ(apart.sign, 1);
  EXPECT_EQ(apart.separation, above - 2);
  EXPECT_EQ(apart.distance, above - 2);
  const ExactReport inside = exactReport(a, boxAt({1, 1, 1}, {below, 0.3, 0.1}), 0);
  EXPECT_EQ(inside.sign, -1);
  EXPECT_EQ(inside.separation, below - 2);
  EXPECT_EQ(inside.distance, 0);
}

TEST(Exact, DecidesRoundShapesBySquaredDistances) {
  // 3-4-5: the centres are exactly 5 apart, and 0.1 + 4.9 is a hair more or less than 5 in doubles; only integers can
  // say which.
  const auto ball = [](double r, const Vec3& at) { return PosedShape{Sphere{r}, {at, Mat3{1.0}}}; };
  EXPECT_EQ(exactReport(ball(2, {0, 0, 0}), ball(3, {3, 4, 0}), 0).sign, 0);
  EXPECT_EQ(exactReport(ball(2, {0, 0, 0}), ball(std::nextafter(3.0, 4.0), {3, 4, 0}), 0).sign, -1);
  EXPECT_EQ(exactReport(ball(2, {0, 0, 0}), ball(std::nextafter(3.0, 2.0), {3, 4, 0}), 0).sign, 1);
  // A denormal gap far below any rounding of the distance.
  EXPECT_EQ(exactReport(ball(2, {-std::numeric_limits<double>::denorm_min(), 0, 0}), ball(3, {5, 0, 0}), 0).sign, 1);
}

// A double where an integer belongs would lose the hair.
TEST(Exact, AgreesOnHairsBetweenNearlyParallelSegmentsAndBesideSlivers) {
  // Where differences of close points hold few digits: segments a millionth of a rotation from parallel, points close
  // to a long thin triangle.
  Random random{61};
  double worst_distance = 0, worst_separation = 0;
  int apart = 0, by_edge = 0;
  const auto compare = [&](const PosedShape& a, const PosedShape& b) {
    const PairReport report = testPair(a, b).value();
    const ExactReport exact = exactReport(a, b, 1e-12);
    worst_distance = std::max(worst_distance, std::abs(report.answer.distance - exact.distance));
    worst_separation = std::max(worst_separation, std::abs(report.answer.separation - exact.separation));
    if (exact.sign > 0) ++apart;
    if (const auto& sat = std::get<SatReport>(report.trace); decidingAxis(sat).id.kind == AxisKind::kClosest) ++by_edge;
  };
  for (int i = 0; i < test::rounds(4000); ++i) {
    const double angle = random.in(-M_PI, M_PI), hair = std::pow(10, random.in(-9, -5));
    const PosedShape p{Segment2{random.in(0.25, 1)}, {random.in(-10, 10) * Vec3{1, 0, 0}, matrixOfAngle(angle)}};
    const Vec3 across{-std::sin(angle), std::cos(angle), 0}, along{std::cos(angle), std::sin(angle), 0};
    const PosedShape q{
        Segment2{random.in(0.25, 1)},
        {p.pose.position + random.in(-1, 1) * along + random.in(-1, 1) * hair * across, matrixOfAngle(angle + hair)}};
    compare(p, q);
    Triangle sliver;
    const Vec3 tip = random.direction();
    sliver.vertices = {tip, random.direction(), -tip + 1e-3 * random.direction()};
    const Vec3 foot = sliver.vertices[0] + random.unit() * (sliver.vertices[2] - sliver.vertices[0]);
    const PosedShape triangle{sliver, {random.point(10), matrixOf(random.rotation())}};
    const PosedShape point{
        Point3{}, {toWorld(triangle.pose, foot + std::pow(10, random.in(-8, -5)) * random.direction()), Mat3{1.0}}};
    i % 2 == 0 ? compare(triangle, point) : compare(point, triangle);
  }
  EXPECT_GT(apart, test::rounds(3000));
  EXPECT_GT(by_edge, test::rounds(1000));
  EXPECT_LE(worst_distance, 2e-14);
  EXPECT_LE(worst_separation, 2e-12);
  RecordProperty("worst_separation", std::to_string(worst_separation));
}

// An axis built from other features than it names would have another sign.
TEST(Exact, GivesTheSignOfEveryAxisThatTheReferenceMeasures) {
  Random random{17};
  int compared = 0, edges = 0, signs[3] = {};
  for (int i = 0; i < 400; ++i) {
    const PosedShape a = test::posed(random, test::randomSolid(random, 0), 1),
                     b = test::posed(random, test::randomSolid(random, 0), 1);
    const SatReport sat = std::get<SatReport>(testPair(a, b).value().trace);
    const ExactReport exact = exactReport(a, b, 0);
    ASSERT_EQ(exact.axes.size(), sat.axes.size());
    for (std::size_t k = 0; k < sat.axes.size(); ++k) {
      ASSERT_EQ(exact.axes[k].id.kind, sat.axes[k].id.kind);
      ASSERT_EQ(exact.axes[k].degenerate, sat.axes[k].state == AxisState::kDegenerate);
      if (exact.axes[k].degenerate) continue;
      ASSERT_NEAR(exact.axes[k].separation, sat.axes[k].separation, 1e-13);
      ++signs[exact.axes[k].sign + 1];
      ++compared;
      edges += exact.axes[k].id.kind == AxisKind::kEdgePair ? 1 : 0;
    }
    EXPECT_EQ(exact.deciding, sat.deciding);
  }
  EXPECT_GT(compared, 5000);
  EXPECT_GT(edges, 3000);
  EXPECT_GT(signs[0], 1000);
  EXPECT_GT(signs[2], 500);
}

// A vertex that doubles take for a higher one would be left out though it is the lowest.
TEST(Exact, MeasuresEveryVertexThatRoundingCannotTellFromTheLowest) {
  Random random{23};
  int mistaken = 0;
  for (int i = 0; i < 300; ++i) {
    const Mat3 r = matrixOf(random.rotation());
    const double half = random.in(0.5, 2);
    Triangle triangle;
    for (Vec3& v : triangle.vertices) v = r * Vec3{half, random.in(-9, 9), random.in(-9, 9)};
    const ExactReport report = exactReport({Box{{half, 1, 1}}, {{}, r}}, {triangle, {}}, 0);
    // All coordinates in one unit, the box's half size times its rotation among them.
    const int rotation = std::min({exact::lowestBit(r[0]), exact::lowestBit(r[1]), exact::lowestBit(r[2])});
    int unit = exact::lowestBit(half) + rotation;
    for (const Vec3& v : triangle.vertices) unit = std::min(unit, exact::lowestBit(v));
    const exact::IntVec normal = cross(exact::vectorOf(r[1], rotation), exact::vectorOf(r[2], rotation));
    const exact::Integer box = dot(exact::vectorOf(r[0], rotation) * exact::integerOf(half, unit - rotation), normal);
    std::size_t lowest = 0, taken = 0;
    for (std::size_t v = 1; v < 3; ++v) {
      const auto height = [&](std::size_t k) { return dot(exact::vectorOf(triangle.vertices[k], unit), normal); };
      if (height(v) < height(lowest)) lowest = v;
      const Vec3 along = exact::unitOf(normal);
      if (dot(triangle.vertices[v], along) < dot(triangle.vertices[taken], along)) taken = v;
    }
    mistaken += taken != lowest ? 1 : 0;
    const exact::Integer gap = dot(exact::vectorOf(triangle.vertices[lowest], unit), normal) - box;
    ASSERT_EQ(report.axes[0].sign, gap.sign());
    ASSERT_EQ(report.axes[0].separation, exact::quotientRoot(gap, dot(normal, normal), unit));
  }
  EXPECT_GT(mistaken, 30);
}

// A region of the closest simplex that is not tried would give the distance to another one.
TEST(Exact, KnowsTheDistanceOfAPointToABoxInEveryRegion) {
  Random random{5};
  int regions[4] = {};
  for (int i = 0; i < 3000; ++i) {
    const Vec3 h{random.in(0.2, 1), random.in(0.2, 1), random.in(0.2, 1)}, p = random.point(2);
    double squared = 0;
    int outside = 0;
    for (int c = 0; c < 3; ++c) {
      const double excess = std::max(0.0, std::abs(p[c]) - h[c]);
      squared += excess * excess;
      outside += excess > 0 ? 1 : 0;
    }
    ++regions[outside];
    const ExactReport report = exactReport(boxAt(h, {0, 0, 0}), {Point3{}, {p, Mat3{1.0}}}, 0);
    ASSERT_NEAR(report.distance, std::sqrt(squared), 1e-15);
    ASSERT_EQ(report.sign, outside > 0 ? 1 : -1);
  }
  for (const int count : regions) EXPECT_GT(count, 50);
}

// A climb that stops on a lesser peak would call shapes deeper, or nearer, than they are.
TEST(BruteForce, FindsDistancesAndDepthsWithoutKnowingFeatures) {
  Random random{6};
  double worst_distance = 0, excess = 0, worst_points = 0;
  int apart = 0, overlapping = 0;
  for (const test::KindPair& kinds : test::allKindPairs()) {
    for (int i = 0; i < 6; ++i) {
      const PosedShape a = test::randomPosed(random, kinds, test::Which::kA, 1),
                       b = test::randomPosed(random, kinds, test::Which::kB, 1);
      const PairAnswer answer = testPair(a, b).value().answer, brute = testPair(a, b, {}, "brute-force").value().answer;
      worst_distance = std::max(worst_distance, std::abs(answer.distance - brute.distance));
      if (answer.separation < 0) excess = std::max(excess, brute.separation - answer.separation);
      // They were corners of the two nearest faces, three times as far apart as the faces.
      if (answer.separation > 0)
        worst_points = std::max(worst_points, std::abs(length(brute.closest_b - brute.closest_a) - brute.distance));
      ++(answer.separation > 0 ? apart : overlapping);
    }
  }
  std::printf("worst distance error %g, excess %g, apart %d, overlapping %d\n", worst_distance, excess, apart,
              overlapping);
  EXPECT_LT(worst_distance, 1e-5);
  EXPECT_LT(worst_points, 1e-5);
  EXPECT_LT(excess, 1e-12);
  EXPECT_GT(apart, 50);
  EXPECT_GT(overlapping, 50);
}

}  // namespace
}  // namespace sepax
