#include "collide/sweep/sweep_pieces.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <iterator>
#include <set>

#include "collide/pair_table.h"
#include "collide/pieces/concave_shapes.h"
#include "collide/sweep/sweep.h"
#include "collide/sweep/sweep_convex.h"
#include "geom/contains.h"
#include "geom/pieces.h"
#include "geom/ray_cast.h"

// Sweeps and rays against concave shapes.

namespace sepax {
namespace {

using namespace test;

TEST(SweepByPieces, ABallFliesIntoTheHollowOfACAndMeetsItsBackWall) {
  const PosedShape c{letterC(), {}}, ball{Circle{0.25}, {{3, 0, 0}, Mat3{1.0}}};
  const SweepReport report = *sweep(c, {}, ball, {{-1, 0, 0}, Vec3{0.0}, {}}, 10);
  ASSERT_TRUE(report.hit);
  EXPECT_NEAR(report.time, 3.25, 1e-9);  // −0.5 is the inner wall
  EXPECT_NEAR(report.normal.x, 1, 1e-9);
  EXPECT_NEAR(report.point.x, -0.5, 1e-9);
  ASSERT_TRUE(report.pieces);
  ASSERT_TRUE(report.exit_time);
  EXPECT_NEAR(*report.exit_time, 4.25, 1e-9);  // out through the wall: −1 is its other side
  // Through the mouth and out again: never any contact.
  EXPECT_FALSE(sweep(c, {}, {Circle{0.25}, {{0.25, 3, 0}, Mat3{1.0}}}, {{0, -1, 0}, Vec3{0.0}, {}}, 1.7)->hit);
}

// A pair counts as touching within a billionth of its size; a start in contact must not, or the way that is left is
// lost.
TEST(SweepByPieces, WhatIsAHairApartStillHasAWayToGo) {
  const PosedShape c{letterC(), {}}, point{Point2{}, {{1 + 1e-10, 0.75, 0}, Mat3{1.0}}};
  ASSERT_EQ(testPair(c, point)->answer.verdict, Verdict::kTouching);
  const SweepReport report = *sweep(c, {}, point, {{-1, 0, 0}, Vec3{0.0}, {}}, 1);
  ASSERT_TRUE(report.hit);
  EXPECT_FALSE(report.starts_in_contact);
  EXPECT_NEAR(report.time, 1e-10, 1e-13);
  EXPECT_FALSE(sweep(c, {}, point, {{1, 0, 0}, Vec3{0.0}, {}}, 1)->hit) << "it flies away";
}

// Pieces left out by a box that meets later than they do would make the sweep late.
TEST(SweepByPieces, IsNeverLateAndTouchesAtItsTime) {
  Random random{23};
  int hits = 0, misses = 0, rotating = 0, exits = 0;
  double worst[2] = {};  // straight, rotating
  for (int round = 0; round < 90; ++round) {
    const bool planar = round % 2 == 0;
    const PosedShape a = posed(random, planar ? randomStar(random, 9) : Shape(torus(random, 6, 4, 0.3, 0.1)), 0.2);
    PosedShape b = posed(random, planar ? randomStar(random, 7) : Shape(Box{{0.2, 0.3, 0.25}}), 0.2);
    const double angle = random.in(0, 2 * M_PI);
    const Vec3 away{std::cos(angle), std::sin(angle), 0};
    b.pose.position += 3.0 * away;
    Motion motion{-random.in(1, 4) * away + 0.5 * Vec3{random.in(-1, 1), random.in(-1, 1), 0}, Vec3{0.0}, {}};
    if (round % 6 == 1) motion.angular = {0, 0, random.in(-2, 2)};
    const bool rotates = motion.angular != Vec3{0.0};
    rotating += rotates ? 1 : 0;
    const SweepReport report = *sweep(a, {}, b, motion, 2);
    (report.hit ? hits : misses) += 1;
    constexpr int kSamples = 40;
    for (int k = 0; k < kSamples; ++k) {
      const double time = report.time * k / kSamples;
      EXPECT_EQ(testPair(a, {b.shape, poseAt(b.pose, motion, time)})->answer.verdict, Verdict::kSeparated)
          << round << " at " << time;
    }
    if (report.hit) worst[rotates] = std::max(worst[rotates], testPair(a, {b.shape, report.pose_b})->answer.distance);
    if (rotates) continue;  // below
    EXPECT_EQ(report.exit_time.has_value(), report.hit);
    if (!report.exit_time) continue;
    ++exits;
    const auto then = [&](double time) { return testPair(a, {b.shape, poseAt(b.pose, motion, time)})->answer; };
    EXPECT_LT(then(*report.exit_time).distance, 1e-9);
    for (int k = 1; k < 10; ++k)
      EXPECT_EQ(then(*report.exit_time + 0.1 * k).verdict, Verdict::kSeparated) << round << ": left early";
  }
  EXPECT_LT(worst[0], 1e-9);
  EXPECT_LT(worst[1], 2e-8) << "conservative advancement stops this near";
  EXPECT_GT(hits, 40);
  EXPECT_GT(misses, 3);
  EXPECT_GT(rotating, 10);
  EXPECT_GT(exits, 30);
}

// A box of the trees that is taken to be apart for longer than it is would hide the pieces that touch first.
TEST(SweepByPieces, OfRotatingShapesTheTreesFindTheMomentThatWalkingEveryPairOfPiecesFinds) {
  Random random{5};
  int hits = 0, misses = 0, far_pivots = 0, fast = 0;
  double worst = 0;
  for (int round = 0; round < test::rounds(80); ++round) {
    const bool planar = round % 2 == 0;
    const Shape others[] = {Box{{0.2, 0.3, 0.25}}, Cone{0.3, 0.2}, torus(random, 5, 4, 0.2, 0.1), Capsule{0.2, 0.1}};
    const PosedShape a = posed(random, planar ? randomStar(random, 9) : Shape(torus(random, 6, 4, 0.3, 0.1)), 0.2);
    PosedShape b = posed(random, planar ? randomStar(random, 7) : others[round / 2 % 4], 0.2);
    const double angle = random.in(0, 2 * M_PI);
    const Vec3 away{std::cos(angle), std::sin(angle), 0};
    b.pose.position += 3.0 * away;
    const bool far_pivot = round % 3 == 0, is_fast = round % 5 == 0;
    const auto spin = [&](double most) { return planar ? Vec3{0, 0, random.in(-most, most)} : random.point(most); };
    const Motion motion_a{Vec3{0.0}, spin(2), far_pivot ? Vec3{0.5, 1, 0} : a.pose.position};
    const Motion motion_b{-random.in(0.5, 3) * away, spin(is_fast ? 60 : 6),
                          b.pose.position + (far_pivot ? Vec3{-0.3, 2, 0} : Vec3{0.0})};
    if (testPair(a, b)->answer.verdict != Verdict::kSeparated) continue;
    const ShapePieces pieces_a(a.shape), pieces_b(b.shape);
    double earliest = 2;
    bool met = false;
    for (int i = 0; i < pieces_a.count(); ++i) {
      for (int j = 0; j < pieces_b.count(); ++j) {
        const SweepReport walk = sweepConvex(pieces_a.piece(i, a.pose), motion_a, pieces_b.piece(j, b.pose), motion_b,
                                             earliest, SweepGoal::kImpact);
        if (!walk.hit) continue;
        met = true;
        earliest = std::min(earliest, walk.time);
      }
    }
    const SweepReport report = *sweep(a, motion_a, b, motion_b, 2);
    ASSERT_EQ(report.hit, met) << round;
    (met ? hits : misses) += 1;
    if (!met) continue;
    far_pivots += far_pivot ? 1 : 0;
    fast += is_fast ? 1 : 0;
    worst = std::max(worst, std::abs(report.time - earliest));
    EXPECT_NEAR(length(report.normal), 1, 1e-12);
    EXPECT_LE(report.distance, 1e-10) << round;
  }
  std::printf("%d hits, %d misses, %d far pivots, %d fast; worst time %.3g s\n", hits, misses, far_pivots, fast, worst);
  EXPECT_LT(worst, 1e-10);
  EXPECT_GT(hits, test::rounds(80) / 2);
  EXPECT_GT(misses, 0);
  EXPECT_GT(far_pivots, test::rounds(80) / 8);
  EXPECT_GT(fast, test::rounds(80) / 16);
}

TEST(SweepByPieces, WheelsThatSpinSideBySideNeverTouchAndNearerTheyDo) {
  // Rings of radius 1.3 about z, 160 turns.
  Random random{5};
  const Mesh ring = torus(random, 24, 8, 0.3, 0);
  const Motion spinning{Vec3{0.0}, {0, 0, 100}, {}}, backwards{Vec3{0.0}, {0, 0, -91.3}, {}};  // no two turns are alike
  const auto at = [&](double x, double y, const Motion& motion) {
    return *sweep({ring, {}}, spinning, {ring, {{x, y, 0}, Mat3{1.0}}}, motion, 10);
  };
  EXPECT_FALSE(at(2.601, 0, backwards).hit);
  const SweepReport meet = at(2.599, 0.05, backwards);
  ASSERT_TRUE(meet.hit);
  EXPECT_GT(meet.time, 0) << "corners pass each other before they meet";
  EXPECT_LT(meet.distance, 1e-9);
  EXPECT_FALSE(at(2.601, -20, {{0, 4, 0}, {0, 0, -90}, {}}).hit) << "one rolls by";
  EXPECT_TRUE(at(2.5, -20, {{0, 4, 0}, {0, 0, -90}, {}}).hit);
}

TEST(SweepByPieces, ARotatingCMeetsABallWithOneSideAndExitsWithTheNext) {
  // But for its hollow the C is a square; the ball waits where only the corners come by.
  const double radius = 0.25, distance = 1.5, sides = std::acos((1 + radius) / distance);
  const PosedShape c{letterC(), {}}, ball{Circle{radius}, {{0, distance, 0}, Mat3{1.0}}};
  const SweepReport report = *sweep(c, {Vec3{0.0}, {0, 0, 1}, {}}, ball, {}, 3);
  ASSERT_TRUE(report.hit && report.exit_time);
  EXPECT_NEAR(report.time, sides, 1e-9);
  EXPECT_NEAR(*report.exit_time, M_PI / 2 - sides, 1e-9);
  EXPECT_GE(*report.exit_time, M_PI / 2 - sides);
  EXPECT_FALSE(report.linear);
  EXPECT_FALSE(sweep(c, {Vec3{0.0}, {0, 0, 1}, {}}, ball, {}, M_PI / 4)->exit_time) << "in contact to the end";
}

TEST(SweepByPieces, ContactOfRotatingShapesEndsOutsideAClosedMeshOnly) {
  // A cube flies slowly out of a hollow one whose walls it could touch only on its way: free of triangles, but in
  // contact until it is out.
  const PosedShape room{cubeMesh({1, 1, 1}), {}}, cube{Box{{0.1, 0.1, 0.1}}, {{0, 0, 0}, Mat3{1.0}}};
  const Motion motion{{1, 0, 0}, {2, 0, 0}, {}};  // rotating about the way: the face exits upright
  const SweepReport report = *sweep(room, {}, cube, motion, 3);
  ASSERT_TRUE(report.hit && report.starts_in_contact && report.exit_time);
  EXPECT_NEAR(*report.exit_time, 1.1, 1e-9);
  EXPECT_GE(*report.exit_time, 1.1);
}

TEST(SweepByPieces, FindsTheExitTimeOfRotatingShapesAndNeverEarly) {
  Random random{29};
  int left = 0, stay = 0, changed = 0;
  double worst = 0;
  for (int round = 0; round < 36; ++round) {
    const bool planar = round % 2 == 0;
    const PosedShape a = posed(random, planar ? randomStar(random, 9) : Shape(torus(random, 6, 4, 0.3, 0.1)), 0.2);
    PosedShape b = posed(random,
                         planar           ? randomStar(random, 7)
                         : round % 4 == 1 ? Shape(Box{{0.2, 0.3, 0.25}})
                                          : Cone{0.3, 0.2},
                         0.2);
    const double angle = random.in(0, 2 * M_PI);
    const Vec3 away{std::cos(angle), std::sin(angle), 0};
    b.pose.position += 3.0 * away;
    const auto spin = [&](double most) { return planar ? Vec3{0, 0, random.in(-most, most)} : random.point(most); };
    const Motion motion_a{Vec3{0.0}, spin(2), Vec3{0, 0, 0}};
    const Motion motion_b{-random.in(1, 4) * away + 0.5 * Vec3{random.in(-1, 1), random.in(-1, 1), 0}, spin(6), {}};
    const SweepReport report = *sweep(a, motion_a, b, motion_b, 2);
    EXPECT_FALSE(report.exit_undecided);
    if (!report.hit || report.undecided) continue;
    const auto then = [&](double time) {
      return *testPair({a.shape, poseAt(a.pose, motion_a, time)}, {b.shape, poseAt(b.pose, motion_b, time)}, {},
                       "gjk-epa");
    };
    const double end = report.exit_time.value_or(report.duration);
    ASSERT_GE(end, report.time);
    (report.exit_time ? left : stay) += 1;
    if (report.exit_time) {
      const PairAnswer exit = then(end).answer;
      EXPECT_NE(exit.verdict, Verdict::kOverlapping) << round << ": left early";
      worst = std::max(worst, exit.distance);
    }
    // In contact all the time between, but for openings that the growing steps may overlook.
    double closed = report.time;
    constexpr int kSamples = 16;
    for (int k = 1; k < kSamples; ++k) {
      const double time = report.time + (end - report.time) * k / kSamples;
      const PairReport now = then(time);
      if (now.answer.distance <= 1e-8) {
        closed = time;
        changed += now.pieces && std::pair(now.pieces->a, now.pieces->b) != *report.pieces ? 1 : 0;
      }
      EXPECT_LE(time - closed, 0.2 * (closed - report.time) + 2 * (end - report.time) / kSamples)
          << round << ": left late";
    }
  }
  std::printf("%d left, %d stay, worst gap at the exit %.3g m\n", left, stay, worst);
  EXPECT_LT(worst, 2e-11);
  EXPECT_GT(left, 15);
  EXPECT_GT(stay, 5);
  EXPECT_GT(changed, 50) << "other pieces than the first touch later";
}

TEST(RayCast, EntersAConcavePolygonWhereItsOutlineIsAndLeavesItWhereItFirstEnds) {
  const Pose home;
  // From the right into the hollow: the first point is the back wall, by its real edge.
  const RayHit hollow = castRay(letterC(), home, {{3, 0.1, 0}, {-1, 0, 0}, 10});
  ASSERT_TRUE(hollow.hit);
  EXPECT_NEAR(hollow.distance, 3.5, 1e-15);
  EXPECT_EQ(hollow.feature, 3);
  EXPECT_NEAR(hollow.exit_distance, 4, 1e-15);
  // Down through the arms: in at the top, out in the hollow.
  const RayHit arm = castRay(letterC(), home, {{0.5, 3, 0}, {0, -1, 0}, 10});
  EXPECT_NEAR(arm.distance, 2, 1e-15);
  EXPECT_NEAR(arm.exit_distance, 2.5, 1e-15);
  Random random{4};
  int hits = 0;
  for (int i = 0; i < 1000; ++i) {
    const PosedShape star = posed(random, randomStar(random, 11), 1);
    CastRay ray{random.point(3), random.direction(), 8};
    ray.origin.z = ray.direction.z = 0;
    const Vec3 unit = normalizedOr(ray.direction, {1, 0, 0});
    const RayHit hit = castRay(star.shape, star.pose, ray);
    const auto at = [&](double t) {
      return containsPoint(star.shape, star.pose, ray.origin + t * unit).signed_distance;
    };
    if (hit.hit && !hit.starts_inside) {
      EXPECT_NEAR(at(hit.distance), 0, 1e-12);
      EXPECT_NEAR(at(hit.exit_distance), 0, 1e-12);
      EXPECT_GE(hit.feature, 0) << "a cut is no edge";
      ++hits;
    }
    for (int k = 0; k < 40; ++k) {
      const double t = (hit.hit ? hit.distance : ray.length) * k / 40;
      if (!hit.starts_inside) {
        EXPECT_GT(at(t), -1e-12);
      }
    }
  }
  EXPECT_GT(hits, 80);
}

// A box of the tree that the rounded ray misses would hide its triangles.
TEST(RayCast, FindsTheSameTriangleThroughTheTreeAsByTryingAll) {
  Random random{6};
  int hits = 0, inside = 0, through = 0;
  for (int i = 0; i < test::rounds(2500); ++i) {
    const Mesh mesh = i % 2 == 0 ? soup(random, 30) : torus(random, 9, 7, 0.3, 0.2);
    const CastRay ray{random.point(2), random.direction(), 5};
    const RayHit hit = castRay(mesh, {}, ray);
    RayHit best;
    std::set<double> crossings;
    for (int t = 0; t < static_cast<int>(mesh.data->triangles.size()); ++t) {
      const RayHit one = castRay(Triangle{cornersOf(*mesh.data, t)}, {}, {ray.origin, ray.direction, 100});
      if (one.hit) crossings.insert(one.distance);
      if (one.hit && one.distance <= ray.length && (!best.hit || one.distance < best.distance)) {
        best = one;
        best.feature = t;
      }
    }
    EXPECT_EQ(hit.hit, best.hit);
    if (hit.starts_inside) {  // a solid: what the ray meets is where it leaves
      EXPECT_EQ(hit.exit_distance, best.distance);
      ++inside;
      continue;
    }
    EXPECT_EQ(hit.distance, best.distance);
    EXPECT_EQ(hit.feature, best.feature);
    if (hit.hit && mesh.data->closed) {  // in by its first triangle, out by the next
      ASSERT_GT(crossings.size(), 1u);
      EXPECT_EQ(hit.exit_distance, *std::next(crossings.begin()));
      ++through;
    }
    hits += hit.hit ? 1 : 0;
  }
  EXPECT_GT(through, test::rounds(50));
  EXPECT_GT(hits, test::rounds(100));
  EXPECT_GT(inside, test::rounds(10));
}

// At 10^60 m/s what A's rotation may do is nothing beside what its bound says: the boxes of pieces without width wait
// for times as short as they like, and did so for ever.
TEST(SweepByPieces, OfASpeedBeyondAllMeasureComesToAnEnd) {
  const Mesh sliver = *makeMesh({{0, -0x1.acp-3, -0x1.50369d0369d04p-12},
                                 {0, -0x1.acp-3, 0x1.71d5acb6f4651p-13},
                                 {0, -0x1.acp-2, 0x1.9374bc6a7ef9ep-11},
                                 {0, 0, -0x1.9374bc6a7ef9ep-11}},
                                {{0, 1, 2}, {1, 2, 3}});
  Motion rotating, straight;
  rotating.angular = Vec3{0.97916666666666663};
  straight.linear = Vec3{9.7916666666666663e+59};
  const PosedShape plate{Box{{0x1.95f1e9f7d99ffp-437, 0.375, 0x1.66p-1}}, {Vec3{0x1.f555555555555p-1}, Mat3{1.0}}};
  const SweepReport report = *sweep(plate, rotating, {sliver, {Vec3{0x1.f555555555555p+0}, Mat3{1.0}}}, straight, 1);
  EXPECT_TRUE(report.hit) << "within the slack of a way of 10^60 m they touch at the start";
  EXPECT_TRUE(report.exit_time && *report.exit_time >= 0 && *report.exit_time < 1e-20);
}

}  // namespace
}  // namespace sepax
