#include "collide/gjk/closest_points.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "collide/random_pairs.h"
#include "geom/convex.h"
#include "geom/hull.h"

namespace sepax {
namespace {

using test::Random;

/// A box, hull, segment or prism with sides of 1 to 1e-8, sometimes rotated by a hair only.
Polytope needle(Random& random) {
  constexpr double kThin[] = {1, 1e-2, 1e-4, 1e-6, 1e-8};
  const auto thin = [&] { return kThin[random.next() % 5]; };
  Vec3 size{thin(), thin(), thin()};
  size /= std::max({size.x, size.y, size.z});
  Polytope out = convexFeatures(Box{size}).core;
  const auto kind = random.next() % 4;
  if (kind == 1) {
    std::vector<Vec3> points;
    for (int i = 0; i < 12; ++i) points.push_back(random.point(1) * size);
    if (auto hull = convexHull(points)) out = *hull;
  } else if (kind == 2) {
    out = {{random.point(1) * size, random.point(1) * size}, {}, {{0, 1, -1, -1}}};
  } else if (kind == 3) {
    out = convexFeatures(Cylinder{size.x, size.y}).core;
  }
  const double angle = random.next() % 2 == 0 ? random.in(0, 3) : random.in(0, 1) * 1e-7;
  const Mat3 rotation = random.next() % 3 == 0 ? Mat3{1.0} : matrixOf(quaternionAbout(random.direction(), angle));
  for (Vec3& v : out.vertices) v = rotation * v;
  return out;
}

double separationAlong(const Polytope& a, const Polytope& b, const Vec3& d) {
  return dot(b.vertices[supportVertex(b, -d)], d) - dot(a.vertices[supportVertex(a, d)], d);
}

/// B at a gap of 1 to 1e-11 m from A along a random direction or one of the grid's, sometimes far to the side.
void approach(Random& random, const Polytope& a, Polytope& b) {
  constexpr double kGaps[] = {1, 1e-3, 1e-6, 1e-9, 1e-11};
  const auto cell = [&] { return static_cast<double>(random.next() % 3) - 1; };
  const Vec3 d = random.next() % 2 == 0 ? random.direction() : normalizedOr({cell(), cell(), cell()}, {0, 0, 1});
  const Vec3 side = random.next() % 2 == 0 ? Vec3{0.0} : random.point(random.next() % 2 == 0 ? 1 : 1000);
  const Vec3 by = d * (kGaps[random.next() % 5] - separationAlong(a, b, d)) + side - dot(side, d) * d;
  for (Vec3& v : b.vertices) v += by;
}

TEST(ClosestPoints, OfNeedlesThatAllButTouchAreAsFarApartAsTheirDirectionSeparates) {
  // Without moving B back, GJK's bounds stay apart by up to 1e-8 here.
  Random random{7};
  int alone = 0, apart = 0, uncertain = 0;
  double worst = 0, worst_alone = 0;
  for (int i = 0; i < test::rounds(20000); ++i) {
    const Polytope a = needle(random);
    Polytope b = needle(random);
    approach(random, a, b);
    const ClosestPoints closest = closestPoints(a.vertices, b.vertices);
    const GjkResult found =
        gjk(SupportMap::viewOf(a.vertices), SupportMap::viewOf(b.vertices), {.start = b.vertices[0] - a.vertices[0]});
    ASSERT_GT(closest.distance, 0) << i;
    ++apart;
    const double gap = (length(closest.b - closest.a) - separationAlong(a, b, closest.direction)) / found.extent;
    worst = std::max(worst, gap);
    uncertain += gap > 1e-12 ? 1 : 0;
    ASSERT_NEAR(closest.distance, length(closest.b - closest.a), 1e-15 * found.extent) << i;
    const double gap_alone = (found.upper - found.lower) / found.extent;
    worst_alone = std::max(worst_alone, gap_alone);
    alone += gap_alone > 1e-12 ? 1 : 0;
  }
  std::printf("%d pairs: bounds apart by %g at worst, %d by more than 1e-12; GJK alone by %g, %d\n", apart, worst,
              uncertain, worst_alone, alone);
  EXPECT_LT(worst, 1e-10);
  EXPECT_LE(uncertain, apart / 2000);
  EXPECT_GT(alone, uncertain);
}

TEST(ClosestPoints, ScaleWithTheShapesFromTheSmallestToTheLargest) {
  // Squared areas of such coordinates vanish or overflow: a search that forgets to scale finds no simplex.
  Random random{8};
  for (int i = 0; i < test::rounds(500); ++i) {
    const Polytope a = needle(random);
    Polytope b = needle(random);
    approach(random, a, b);
    const ClosestPoints plain = closestPoints(a.vertices, b.vertices);
    for (const int exponent : {-900, -300, 300}) {
      const double k = std::ldexp(1.0, exponent);
      Polytope scaled_a = a, scaled_b = b;
      for (Polytope* polytope : {&scaled_a, &scaled_b}) {
        for (Vec3& v : polytope->vertices) v *= k;
      }
      const ClosestPoints closest = closestPoints(scaled_a.vertices, scaled_b.vertices);
      ASSERT_EQ(closest.distance, plain.distance * k) << i << " at 2^" << exponent;
      ASSERT_EQ(closest.direction, plain.direction) << i << " at 2^" << exponent;
    }
  }
}

TEST(CoreGap, MeetsItsBoundsWhereAPointIsBesideTheEndOfASegment) {
  // |(0, 3e-9, 1)| is 1 to rounding: GJK alone sees no progress between the end and the foot beside it, and a capsule
  // overlapped by 1.5e-9 the point that it touched.
  const Polytope segment{{{0, 0.25, 0}, {0, -0.25, 0}}, {}, {{0, 1, -1, -1}}};
  int apart = 0;
  for (const double along :
       {0.25 - 3.057093522773613e-09, 0.25 - 1e-8, 0.25 - 1e-9, 0.25 + 1e-9, 0.25 + 3.057093522773613e-09}) {
    const Polytope point{{{0, along, 1}}, {}, {}};
    const SupportMap a = SupportMap::viewOf(segment.vertices), b = SupportMap::viewOf(point.vertices);
    for (const Vec3& start : {Vec3{1, 0, 0}, Vec3{0, 0, 1}, Vec3{0, 1, 0}, Vec3{0, -1, 0}, Vec3{0, 0.6, 0.8}}) {
      const GjkResult gap = coreGap(a, b, start);
      EXPECT_LE(gap.upper - gap.lower, 1e-13) << along;
      const GjkResult alone = gjk(a, b, {.start = start});
      apart += alone.upper - alone.lower > 1e-12 ? 1 : 0;
    }
  }
  EXPECT_GT(apart, 0);
}

TEST(Gjk, AnswersTheSameWithATraceWhoseLastStepItIs) {
  Random random{9};
  int steps = 0;
  for (const test::KindPair& kinds : test::allKindPairs()) {
    const PosedShape a = test::randomPosed(random, kinds, test::Which::kA, 1),
                     b = test::randomPosed(random, kinds, test::Which::kB, 1);
    if (!isConvex(a.shape) || !isConvex(b.shape)) continue;
    const SupportMap map_a(a.shape, a.pose.rotation, a.pose.position), map_b(b.shape, b.pose.rotation, b.pose.position);
    std::vector<GjkStep> trace;
    const GjkResult plain = gjk(map_a, map_b, {}), traced = gjk(map_a, map_b, {}, &trace);
    ASSERT_FALSE(trace.empty());
    EXPECT_EQ(plain.stop, traced.stop);
    EXPECT_EQ(plain.lower, traced.lower);
    EXPECT_EQ(plain.upper, traced.upper);
    EXPECT_EQ(plain.direction, traced.direction);
    EXPECT_EQ(trace.back().upper, traced.upper);
    EXPECT_EQ(trace.back().lower, traced.lower);
    ASSERT_EQ(static_cast<int>(trace.back().simplex.size()), traced.corners);
    for (int i = 0; i < traced.corners; ++i) EXPECT_EQ(trace.back().simplex[i].point, traced.simplex[i].point);
    steps += static_cast<int>(trace.size());
  }
  EXPECT_GT(steps, 200);
}

TEST(Gjk, SeesAViewOfAPolytopeAndAShiftAsTheMovedShape) {
  Random random{10};
  for (int i = 0; i < test::rounds(500); ++i) {
    const Polytope a = needle(random), b = needle(random);
    const Vec3 shift = random.point(2), start = random.direction();
    const SupportMap view_a = SupportMap::viewOf(a.vertices), view_b = SupportMap::viewOf(b.vertices);
    const SupportMap moved = view_b.moved(Mat3{1.0}, shift);
    for (int k = 0; k < 20; ++k) {
      const Vec3 d = random.direction();
      ASSERT_EQ(view_a(d).feature, supportVertex(a, d));
      ASSERT_EQ(moved(d).point, view_b(d).point + shift);
    }
    const GjkResult by_shift = gjk(view_a, view_b, {.start = start, .shift = shift}),
                    by_move = gjk(view_a, moved, {.start = start});
    ASSERT_NEAR(by_shift.upper, by_move.upper, 1e-13);
    ASSERT_NEAR(std::max(0.0, by_shift.lower), std::max(0.0, by_move.lower), 1e-8);
  }
}

TEST(ClosestPoints, OfAHullAlmostFlatAreRightOrTheErrorSaysByHowMuchTheyAreNot) {
  // 4e-11 m thick and 7 mm wide: the distance was 5e-13 m too large and its error 0.
  const Mat3 rotation =
      matrixOf(normalized(Quat{-0.049432008247559146, 0.08662786970143502, 0.9789173234631872, 0.17824971970601883}));
  const Shape hull = *makeHull({{-0.0030905717641303834, -0.003463478163821395, -2.1946646251972855e-11},
                                {-5.407853430724513e-05, 0.0027298662703101836, 3.796882282713232e-11},
                                {-0.002044317788921608, -0.0017525378819585687, -1.9971057779991557e-11},
                                {0.00019121638027994942, 0.0016531547322312598, -3.8666917851057334e-11}});
  const PosedShape a{hull, {{0.03017033274491557, 0.015728960488400383, -0.04108916816478431}, rotation}},
      b{Point3{}, {{0.02978664983187681, 0.014364958566592432, -0.0396200438668007}, rotation}};
  constexpr double kTruth = 0.0012098023991680424;
  for (const char* const algorithm : {"sat", "gjk", "gjk-epa"}) {
    const PairAnswer answer = testPair(a, b, {}, algorithm)->answer;
    std::printf("%s: off by %g, error %g\n", algorithm, answer.distance - kTruth, answer.error);
    EXPECT_LE(std::abs(answer.distance - kTruth), answer.error + 1e-16) << algorithm;
    EXPECT_LT(answer.error, 1e-11) << algorithm;
  }
}

}  // namespace
}  // namespace sepax
