#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <queue>
#include <tuple>

#include "collide/pair_table.h"
#include "collide/random_pairs.h"
#include "geom/compound_data.h"
#include "geom/contains.h"
#include "geom/pieces.h"
#include "geom/tolerances.h"

namespace sepax {
namespace {

using namespace test;

Shape solidsOf(std::vector<std::pair<Shape, Pose>> children) {
  std::vector<CompoundChild> out;
  for (auto& [shape, pose] : children) out.push_back({"child" + std::to_string(out.size()), shape, pose});
  return *makeCompound(std::move(out), false);
}

PosedShape randomSolids(Random& random, int count) {
  std::vector<std::pair<Shape, Pose>> children;
  for (int i = 0; i < count; ++i) {
    const Shape child = random.next() % 2 == 0
                            ? Shape{Box{{random.in(0.2, 0.8), random.in(0.2, 0.8), random.in(0.2, 0.8)}}}
                            : randomHull(random, 8);
    children.emplace_back(child, Pose{random.point(0.7), matrixOf(random.rotation())});
  }
  return {solidsOf(std::move(children)), {random.point(0.5), matrixOf(random.rotation())}};
}

/// The depth of the deepest pieces after B moved; negative when all are apart. A ball of this radius around the
/// position is in contact.
double depthAt(const PosedShape& a, const PosedShape& b, const Vec3& shift) {
  const ShapePieces pieces_a(a.shape), pieces_b(b.shape);
  const Pose moved{b.pose.position + shift, b.pose.rotation};
  double deepest = -kInfinity;
  for (int i = 0; i < pieces_a.count(); ++i) {
    for (int j = 0; j < pieces_b.count(); ++j)
      deepest = std::max(deepest, -testPair(pieces_a.piece(i, a.pose), pieces_b.piece(j, moved))->answer.separation);
  }
  return deepest;
}

/// A bound below which no translation ends the overlap, by cubes that one pair of pieces covers each: at least
/// `wanted`, or as far as the cells last.
double provedLower(const PosedShape& a, const PosedShape& b, double wanted, int cells) {
  struct Cell {
    double nearest;
    Vec3 middle;
    double half;
    bool operator<(const Cell& other) const { return nearest > other.nearest; }
  };
  std::priority_queue<Cell> queue;
  queue.push({0, Vec3{0.0}, wanted});
  double lower = 0;
  while (!queue.empty() && cells > 0) {
    const Cell cell = queue.top();
    queue.pop();
    lower = cell.nearest;
    if (lower >= wanted) return wanted;
    for (int k = 0; k < 8; ++k, --cells) {
      const double half = cell.half / 2;
      const Vec3 middle =
          cell.middle + half * Vec3{(k & 1) != 0 ? 1 : -1, (k & 2) != 0 ? 1 : -1, (k & 4) != 0 ? 1 : -1};
      const double nearest = length(glm::max(glm::abs(middle) - half, Vec3{0.0}));
      if (nearest >= wanted || depthAt(a, b, middle) >= half * std::sqrt(3.0)) continue;
      queue.push({nearest, middle, half});
    }
  }
  return queue.empty() ? wanted : lower;
}

TEST(SpatialUnion, TheMtvOfCompoundsIsFreeAndNoShorterOneIs) {
  Random random{2026};
  int overlapping = 0, proved = 0, beaten = 0, longer_than_pieces = 0;
  double worst_left = 0;
  for (int round = 0; round < rounds(24, 8); ++round) {
    const PosedShape a = randomSolids(random, 2 + round % 2);
    const PosedShape b =
        round % 3 == 0 ? PosedShape{randomHull(random, 8), {random.point(0.6), Mat3{1.0}}} : randomSolids(random, 2);
    const PairReport report = *testPair(a, b);
    const PairAnswer& answer = report.answer;
    if (answer.verdict != Verdict::kOverlapping) continue;
    ++overlapping;
    EXPECT_FALSE(report.pieces->mtv_lower_bound.has_value());
    EXPECT_NEAR(length(answer.mtv), -answer.separation, 1e-12);
    EXPECT_NEAR(length(answer.closest_b - answer.closest_a), -answer.separation, 1e-9);
    worst_left = std::max(worst_left, depthAt(a, b, answer.mtv));
    longer_than_pieces += report.pieces->mtv_kind == MtvKind::kUnion ? 1 : 0;
    const double wanted = 0.97 * length(answer.mtv);
    proved += provedLower(a, b, wanted, 3000) >= wanted ? 1 : 0;
    for (int k = 0; k < 100; ++k) beaten += depthAt(a, b, wanted * random.direction()) <= 0 ? 1 : 0;
    for (const Contact& contact : answer.contacts) {
      const Vec3 half = answer.normal * (contact.separation / 2);
      EXPECT_LT(std::abs(containsPoint(a.shape, a.pose, contact.position - half).signed_distance), 1e-6) << round;
      EXPECT_LT(std::abs(containsPoint(b.shape, b.pose, contact.position + half).signed_distance), 1e-6) << round;
    }
  }
  std::printf("%d overlap, %d by other ways than the deepest pieces', %d proved within 3 %%, %d beaten, %.2g left\n",
              overlapping, longer_than_pieces, proved, beaten, worst_left);
  EXPECT_GT(overlapping, rounds(14));
  EXPECT_GT(longer_than_pieces, rounds(5));
  EXPECT_EQ(beaten, 0);
  EXPECT_GE(2 * proved, overlapping);
  EXPECT_LT(worst_left, 1e-9);
}

TEST(SpatialUnion, APointOnTheCommonFaceOfTwoBoxesIsInside) {
  const Shape two = solidsOf({{Box{{1, 1, 1}}, {{-1, 0, 0}, Mat3{1.0}}}, {Box{{1, 1, 1}}, {{1, 0, 0}, Mat3{1.0}}}});
  const PairAnswer answer = testPair({two, {}}, {Point3{}, {}})->answer;
  EXPECT_EQ(answer.verdict, Verdict::kOverlapping);
  EXPECT_NEAR(length(answer.mtv), 1, 1e-12);
  EXPECT_NEAR(answer.mtv.x, 0, 1e-12);
  EXPECT_NEAR(containsPoint(two, {}, Vec3{0.0}).signed_distance, -1, 1e-12);
  const PairAnswer beside = testPair({two, {}}, {Point3{}, {{0.1, 0.2, 0}, Mat3{1.0}}})->answer;
  EXPECT_NEAR(beside.mtv.y, 0.8, 1e-12);
}

TEST(SpatialUnion, PointsAndThinBodiesWhereSeveralBoxesMeetAreInside) {
  std::vector<std::pair<Shape, Pose>> four, eight;
  for (int k = 0; k < 8; ++k) {
    const Vec3 at{k % 2 == 0 ? -1 : 1, k / 2 % 2 == 0 ? -1 : 1, k / 4 == 0 ? -1 : 1};
    eight.emplace_back(Box{{1, 1, 1}}, Pose{at, Mat3{1.0}});
    if (k < 4) four.emplace_back(Box{{1, 1, 1}}, Pose{{at.x, at.y, 0}, Mat3{1.0}});
  }
  const Shape in_four = solidsOf(std::move(four)), in_eight = solidsOf(std::move(eight));
  const Shape thin = Triangle{{Vec3{0, 0, -0.1}, Vec3{0, 0, 0.1}, Vec3{0, 0.2, 0}}};
  for (const auto& [whole, body, depth] : {std::tuple{&in_four, Shape{Point3{}}, 1.0},
                                           {&in_four, thin, 1.1},
                                           {&in_eight, Shape{Point3{}}, 2.0},
                                           {&in_eight, thin, 2.0}}) {
    const PairAnswer answer = testPair({*whole, {}}, {body, {}})->answer;
    EXPECT_EQ(answer.verdict, Verdict::kOverlapping);
    EXPECT_NEAR(length(answer.mtv), depth, 1e-12);
    EXPECT_NEAR(answer.separation, -depth, 1e-12);
    EXPECT_FALSE(answer.contacts.empty());
  }
}

// They count as touching both boxes by half their thickness, which is below the tolerance.
TEST(SpatialUnion, BoxesThinnerThanTheToleranceInACutAreInside) {
  const std::vector<std::pair<Shape, Pose>> two{{Box{{1, 1, 1}}, {{-1, 0, 0}, Mat3{1.0}}},
                                                {Box{{1, 1, 1}}, {{1, 0, 0}, Mat3{1.0}}}};
  auto with_ball = two;
  with_ball.emplace_back(Sphere{0.3}, Pose{{0, 5, 0}, Mat3{1.0}});
  for (const auto& [whole, is_straight] : {std::pair{solidsOf(two), true}, {solidsOf(with_ball), false}}) {
    for (const double half : {0.0, 1e-12, 1e-9, 3e-9, 1e-8, 1e-6}) {
      const PosedShape thin{Box{{half, 0.5, 0.6}}, {{0, 0.1, 0}, Mat3{1.0}}};
      for (const bool swapped : {false, true}) {
        const PairAnswer answer = (swapped ? testPair(thin, {whole, {}}) : testPair({whole, {}}, thin))->answer;
        EXPECT_EQ(answer.verdict, Verdict::kOverlapping) << half;
        const Vec3 moved = thin.pose.position + (swapped ? -1.0 : 1.0) * answer.mtv;
        for (const double y : {-0.49, 0.0, 0.49})
          EXPECT_NE(containsPoint(whole, {}, moved + Vec3{0, y, 0}).place, PointPlace::kInside) << half;
        EXPECT_TRUE(!is_straight || std::abs(length(answer.mtv) - 1.4) < 1e-9) << half;
      }
    }
  }
}

TEST(SpatialUnion, APointLeavesACompoundWithARoundChildByTheShortestWay) {
  const Shape whole = solidsOf({{Box{{1, 1, 1}}, {{-1, 0, 0}, Mat3{1.0}}},
                                {Box{{1, 1, 1}}, {{1, 0, 0}, Mat3{1.0}}},
                                {Sphere{0.3}, {{0, 5, 0}, Mat3{1.0}}}});
  for (const auto& [place, depth] : {std::pair{Vec3{0, 0, 0}, 1.0}, {Vec3{0.1, 0.2, 0}, 0.8}}) {
    const PosedShape point{Point3{}, {place, Mat3{1.0}}};
    for (const bool swapped : {false, true}) {
      const PairAnswer answer = (swapped ? testPair(point, {whole, {}}) : testPair({whole, {}}, point))->answer;
      EXPECT_EQ(answer.verdict, Verdict::kOverlapping);
      EXPECT_NEAR(length(answer.mtv), depth, 1e-12);
      EXPECT_NEAR(answer.separation, -depth, 1e-12);
      const Vec3 moved = place + (swapped ? -1.0 : 1.0) * answer.mtv;
      EXPECT_EQ(containsPoint(whole, {}, moved).place, PointPlace::kBoundary);
      ASSERT_EQ(answer.contacts.size(), 1U);
      EXPECT_NEAR(length(answer.contacts[0].position - (place + moved) / 2.0), 0, 1e-9);
    }
  }
}

TEST(SpatialUnion, ThinBodiesBetweenBoxesOfACompoundWithARoundChildDoNotEndInTheCut) {
  const Shape whole = solidsOf({{Box{{1, 1, 1}}, {{-1, 0, 0}, Mat3{1.0}}},
                                {Box{{1, 1, 1}}, {{1, 0, 0}, Mat3{1.0}}},
                                {Sphere{0.3}, {{0, 5, 0}, Mat3{1.0}}}});
  const Shape thin = Triangle{{Vec3{0, 0, -0.1}, Vec3{0, 0, 0.1}, Vec3{0, 0.2, 0}}};
  for (const double x : {0.0, 0.1}) {
    const PosedShape body{thin, {{x, 0, 0}, Mat3{1.0}}};
    for (const bool swapped : {false, true}) {
      const PairAnswer answer = (swapped ? testPair(body, {whole, {}}) : testPair({whole, {}}, body))->answer;
      EXPECT_EQ(answer.verdict, Verdict::kOverlapping);
      const Vec3 moved = body.pose.position + (swapped ? -1.0 : 1.0) * answer.mtv;
      EXPECT_NE(containsPoint(whole, {}, moved + Vec3{0, 0.05, 0}).place, PointPlace::kInside);
    }
  }
}

TEST(SpatialUnion, ContainsMeasuresToTheBoundaryOfOverlappingSolids) {
  Random random{5};
  int inside = 0, hidden = 0, nearer = 0;
  for (int round = 0; round < rounds(150, 50); ++round) {
    const PosedShape a = randomSolids(random, 2 + round % 3);
    const Vec3 point = a.pose.position + random.point(0.5);
    const ContainsReport report = containsPoint(a.shape, a.pose, point);
    if (report.place != PointPlace::kInside) continue;
    ++inside;
    EXPECT_NEAR(length(report.boundary_point - point), -report.signed_distance, 1e-9);
    hidden += containsPoint(a.shape, a.pose, report.boundary_point).signed_distance < -1e-7 ? 1 : 0;
    for (int k = 0; k < 50; ++k) {
      const Vec3 near = point - 0.99 * report.signed_distance * random.direction();
      nearer += containsPoint(a.shape, a.pose, near).place != PointPlace::kInside ? 1 : 0;
    }
  }
  std::printf("%d inside, %d named points inside another child, %d places outside nearer\n", inside, hidden, nearer);
  EXPECT_GT(inside, rounds(60));
  EXPECT_EQ(hidden, 0);
  EXPECT_EQ(nearer, 0);
}

}  // namespace
}  // namespace sepax
