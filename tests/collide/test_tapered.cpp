#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>

#include "collide/pair_relations.h"
#include "collide/posed.h"
#include "collide/random_pairs.h"
#include "geom/pieces.h"
#include "prove/contact_checks.h"
#include "prove/workload.h"

namespace sepax {
namespace {

using test::at;
using test::going;
using test::satOf;
using test::swept;
using test::tested;

const TaperedCapsule kLimb{1, 0.75, 0.25};
const TaperedCapsule2 kPin{1, 0.75, 0.25};
const double kCosine = std::sqrt(15.0) / 4;  ///< of the angle by which their sides lean; its sine is a quarter

std::string decidedBy(const PairReport& report) { return axisName(decidingAxis(satOf(report)).id); }

TEST(TaperedPair, IsDecidedByItsSideItsBallsOrTheOthersFacesAtHandValues) {
  const PairReport side = tested(at(kLimb, {0, 0, 0}), at(Sphere{0.5}, {1.5, 0.25, 0}));
  EXPECT_NEAR(side.answer.separation, 1.5 * kCosine + 0.25 / 4 - 1, 1e-15);
  EXPECT_EQ(decidedBy(side), "AsidexBvertex0");
  EXPECT_LT(length(side.answer.normal - Vec3{kCosine, 0.25, 0}), 1e-15);
  const PairReport deep = tested(at(Sphere{0.5}, {0.25, 0, 0}), at(kLimb, {0, 0, 0}));
  EXPECT_NEAR(deep.answer.separation, 0.25 * kCosine - 1, 1e-15);
  const PairReport end = tested(at(kLimb, {0, 0, 0}), at(Box{{1, 0.5, 1}}, {1.25, 1.75, 0}));
  EXPECT_EQ(decidedBy(end), "AendxBedge8");
  EXPECT_NEAR(end.answer.separation, std::hypot(0.25, 0.25) - 0.25, 1e-15);
  const PairReport face = tested(at(kLimb, {0, 0, 0}), at(Box{{1, 0.5, 1}}, {0.25, 1.5, 0}));
  EXPECT_EQ(decidedBy(face), "B1");
  EXPECT_NEAR(face.answer.separation, -0.25, 1e-15);
  const PairReport balls = tested(at(kLimb, {0, 0, 0}), at(kLimb, {0, 3.5, 0}));
  EXPECT_NEAR(balls.answer.separation, 0.5, 1e-15);
  const PairReport plane = tested(at(kPin, {0, 0, 0}), at(Circle{0.5}, {0.25, 1.5, 0}));
  EXPECT_NEAR(plane.answer.separation, 1.5 * kCosine + 0.25 / 4 - 1, 1e-15);
  EXPECT_EQ(decidedBy(plane), "A1");
}

TEST(TaperedPair, OfOneRadiusIsTheCapsulesAndOfOneBallTheBallsToTheBit) {
  test::Random random{5};
  for (const ShapeKind& kind : shapeKinds()) {
    for (int i = 0; i < 20; ++i) {
      const PosedShape other = at(kind.make(random, false), random.point(1.5),
                                  kind.planar ? matrixOfAngle(random.in(-3, 3)) : matrixOf(random.rotation()));
      const double half = random.in(0, 1), radius = random.in(0, 1);
      const auto gap = [&](const Shape& shape) { return tested(other, at(shape, {0.5, 0, 0})).answer.separation; };
      if (kind.planar) {
        EXPECT_EQ(gap(TaperedCapsule2{half, radius, radius}), gap(Capsule2{half, radius})) << kind.name;
        EXPECT_EQ(gap(TaperedCapsule2{0, radius, radius / 2}), gap(Circle{radius})) << kind.name;
      } else {
        EXPECT_EQ(gap(TaperedCapsule{half, radius, radius}), gap(Capsule{half, radius})) << kind.name;
        EXPECT_EQ(gap(TaperedCapsule{0, radius, radius / 2}), gap(Sphere{radius})) << kind.name;
      }
    }
  }
}

/// The least of dist(ball, other) over the balls that a tapered capsule is made of, by golden sections.
template <Tapered S>
double nearestBall(const S& s, const Pose& pose, const PosedShape& other) {
  const auto gap = [&](double share) {
    Vec3 centre{0.0};
    centre[S::kAxis] = (2 * share - 1) * s.half_length;
    const double radius = s.radius_start + share * (s.radius_end - s.radius_start);
    const Shape ball = S::kPlanar ? Shape(Circle{radius}) : Shape(Sphere{radius});
    return tested({ball, {toWorld(pose, centre), Mat3{1.0}}}, other).answer.distance;
  };
  double from = 0, to = 1, least = std::min(gap(0), gap(1));
  while (to - from > 1e-9) {
    const double p = from + 0.382 * (to - from), q = from + 0.618 * (to - from), gap_p = gap(p), gap_q = gap(q);
    (gap_p <= gap_q ? to : from) = gap_p <= gap_q ? q : p;
    least = std::min({least, gap_p, gap_q});
  }
  return least;
}

struct Worst {
  double distance = 0, depth = 0, mtv = 0, swap = 0, mirror = 0, scale = 0;
  int apart = 0, overlapping = 0;
  std::map<std::string, int> decided;
};

/// One pair against its balls when apart and against a search by brute force when not.
template <Tapered S>
void compare(const S& s, const Pose& pose, const PosedShape& other, bool by_brute_force, Worst& worst) {
  const PosedShape a{s, pose};
  const PairReport report = tested(a, other);
  ASSERT_EQ(check(satOf(report)).value_or("sound"), "sound");
  const PairAnswer& answer = report.answer;
  const double unit = pairSize(a, other);
  ++worst.decided[axisKindName(decidingAxis(satOf(report)).id.kind)];
  ++(answer.separation > 0 ? worst.apart : worst.overlapping);
  const double swapped = tested(other, a).answer.separation;
  worst.swap = std::max(worst.swap, std::abs(swapped - answer.separation) / unit);
  worst.scale = std::max(worst.scale, scaleError(a, other, answer, 3) / unit);
  if (answer.separation > 0) {
    worst.distance = std::max(worst.distance, std::abs(nearestBall(s, pose, other) - answer.distance) / unit);
    return;
  }
  worst.mtv = std::max(worst.mtv, std::abs(separationAfterMtv(a, other, answer)) / unit);
  const auto excess = [&](const char* row) {
    return (tested(a, other, row).answer.separation - answer.separation) / unit;
  };
  worst.depth = std::max(worst.depth, excess("gjk-epa"));
  if (by_brute_force) worst.depth = std::max(worst.depth, excess("brute-force"));
}

template <Tapered S>
Worst compareAll(double spread) {
  test::Random random{8};
  Worst worst;
  for (const ShapeKind& kind : shapeKinds()) {
    if (kind.planar != S::kPlanar || kind.unbounded) continue;
    for (int i = 0; i < test::rounds(40, 4); ++i) {
      const S s{random.in(0.1, 1), random.in(0, 0.5), random.in(0, 0.5)};
      const auto rotation = [&] { return S::kPlanar ? matrixOfAngle(random.in(-3, 3)) : matrixOf(random.rotation()); };
      PosedShape other{kind.make(random, i % 8 == 0), {random.point(spread), rotation()}};
      if (!isConvex(other.shape)) break;
      if (S::kPlanar) other.pose.position.z = 0;
      if (neverRotates(other.shape)) other.pose.rotation = Mat3{1.0};
      compare(s, {Vec3{0.0}, rotation()}, other, i % 4 == 0, worst);
    }
  }
  std::printf("distance %g, depth %g, after the mtv %g, swapped %g, scaled %g; %d apart, %d overlapping:",
              worst.distance, worst.depth, worst.mtv, worst.swap, worst.scale, worst.apart, worst.overlapping);
  for (const auto& [kind, count] : worst.decided) std::printf(" %s %d", kind.c_str(), count);
  std::printf("\n");
  return worst;
}

void expectClean(const Worst& worst) {
  EXPECT_LT(worst.distance, 1e-12);
  EXPECT_LT(worst.depth, 1e-12);
  EXPECT_LT(std::max({worst.mtv, worst.swap, worst.scale}), 1e-13);
}

TEST(TaperedPair, IsAsFarAsItsNearestBallAndAsDeepAsNoOtherDirectionEnds) {
  Worst near = compareAll<TaperedCapsule>(0.8);
  const Worst wide = compareAll<TaperedCapsule>(2);
  expectClean(near);
  expectClean(wide);
  EXPECT_GT(near.overlapping, test::rounds(300));
  EXPECT_GT(wide.apart, test::rounds(200));
  EXPECT_GT(near.decided["lateral"], test::rounds(50));
  EXPECT_GT(near.decided["rim"], test::rounds(20));
}

// Without an axis of its own for a ball on a segment the side's normal decided: 1.625 m deep instead of 1.25.
TEST(TaperedPair, IsAsDeepAsItsBallWhereThatLiesOnASegment) {
  const PosedShape pill = at(Capsule{1, 0.5}, {0, 0, 0});
  const PairReport coaxial = tested(pill, at(TaperedCapsule{0.5, 0.75, 0}, {0, 0, 0}));
  EXPECT_NEAR(coaxial.answer.separation, -1.25, 1e-15);
  EXPECT_NEAR(coaxial.answer.normal.y, 0, 1e-15);
  test::Random random{17};
  double worst = 0;
  int leaning = 0;
  for (int i = 0; i < 200; ++i) {
    const TaperedCapsule drop{random.in(0.2, 1), random.in(0.3, 1), random.in(0, 0.3)};
    const Mat3 rotation = i % 4 == 0 ? Mat3{1.0} : matrixOf(random.rotation());
    // Its larger ball, at the start of its axis, on the capsule's segment.
    const Vec3 on_segment{0, random.in(-0.5, 0.5), 0};
    const PosedShape posed = at(drop, on_segment + rotation[1] * drop.half_length, rotation);
    const PairReport report = tested(pill, posed);
    leaning += std::abs(rotation[1].y) < 0.9 ? 1 : 0;
    for (int k = 0; k < 2000; ++k) {
      const Vec3 d = random.direction();
      const double ball = drop.radius_start - dot(on_segment, d);
      const double end = drop.radius_end - dot(on_segment + rotation[1] * (2 * drop.half_length), d);
      const double depth = std::abs(d.y) + 0.5 + std::max(ball, end);
      worst = std::max(worst, -report.answer.separation - depth);
    }
  }
  std::printf("deeper than a sampled direction by at most %.3g\n", worst);
  EXPECT_LE(worst, 1e-12);
  EXPECT_GT(leaning, 100);
}

TEST(TaperedPair, OfThePlaneIsAsFarAsItsNearestDiscAndAsDeepAsNoOtherDirectionEnds) {
  const Worst near = compareAll<TaperedCapsule2>(0.8), wide = compareAll<TaperedCapsule2>(2);
  expectClean(near);
  expectClean(wide);
  EXPECT_GT(near.overlapping, test::rounds(150));
  EXPECT_GT(wide.apart, test::rounds(100));
}

TEST(TaperedPair, StandsExtremeSizesAndPlaces) {
  // A needle's tip, a barely tapered one, one that nearly is a ball, and all of them far from the origin.
  for (const TaperedCapsule& s :
       {TaperedCapsule{1, 1e-6, 0}, TaperedCapsule{1, 0.5, 0.5 - 1e-15}, TaperedCapsule{0.25, 0.75, 0.25 + 1e-12},
        TaperedCapsule{1e6, 1, 0}, TaperedCapsule{1, 0, 0}}) {
    for (const double away : {0.0, 1e6}) {
      const double size = sizeOf(s), rounding = 1e-15 * away;
      const Vec3 origin{away, -away, away};
      const PairReport above =
          tested(at(s, origin), at(Box{{0.5, 0.5, 0.5}}, origin + Vec3{0, axialExtent(s).high + 0.75, 0}));
      EXPECT_NEAR(above.answer.separation, 0.25, 1e-15 * size + rounding);
      const PairReport in = tested(at(s, origin), at(Sphere{0.5}, origin));
      EXPECT_LE(in.answer.separation, -0.5 + 1e-14 * size + rounding);
      EXPECT_TRUE(std::isfinite(length(in.answer.mtv)));
      EXPECT_LT(std::abs(separationAfterMtv(at(s, origin), at(Sphere{0.5}, origin), in.answer)),
                1e-14 * size + 4 * rounding);
    }
  }
}

// Corners of a flat box are in one place: the nearest of them looked like a face, and the axis to it was left out.
TEST(TaperedPair, MeetsTheEndOfAFlatBoxInItsBall) {
  const double depth = 0.75 - std::hypot(0.3, 0.6);
  EXPECT_NEAR(tested(at(kLimb, {0, 0, 0}), at(Box{{0.5, 0, 0}}, {0.8, -1.6, 0})).answer.separation, -depth, 1e-15);
  EXPECT_NEAR(tested(at(kPin, {0, 0, 0}), at(Box2{{0, 0.5}}, {-1.6, 0.8, 0})).answer.separation, -depth, 1e-15);
  EXPECT_NEAR(
      tested(at(kLimb, {0, 0, 0}), at(Cylinder{0.5, 0}, {0.8, -1.6, 0}, matrixOf(quaternionAbout({0, 0, 1}, M_PI / 2))))
          .answer.separation,
      -depth, 1e-15);
}

TEST(TaperedPair, TouchesAlongItsSideInTwoPointsAndWithABallInOne) {
  // Lying on the ground on its side: the side is level when the axis falls by as much as it leans.
  const Mat3 level = matrixOf(quaternionAbout({0, 0, 1}, -M_PI / 2 - std::asin(0.25)));
  const Vec3 start = level * Vec3{0, -1, 0};
  const PosedShape limb = at(kLimb, {0, 0.75 - 0.01 - start.y, 0}, level);
  for (const PosedShape& ground : {at(Box{{5, 1, 5}}, {0, -1, 0}), at(HalfSpace{}, {0, 0, 0})}) {
    const PairReport report = tested(ground, limb);
    EXPECT_NEAR(report.answer.separation, -0.01, 1e-15);
    ASSERT_EQ(report.answer.contacts.size(), 2u);
    const double apart = length(report.answer.contacts[0].position - report.answer.contacts[1].position);
    EXPECT_NEAR(apart, 2 * kCosine, 1e-12);
  }
  const PairReport standing = tested(at(Box{{5, 1, 5}}, {0, -1, 0}), at(kLimb, {0, 1.74, 0}));
  ASSERT_EQ(standing.answer.contacts.size(), 1u);
  EXPECT_LT(length(standing.answer.contacts[0].position - Vec3{0, -0.005, 0}), 1e-15);
}

TEST(TaperedPair, SweepsToTheMomentWhenItTouches) {
  const SweepReport side = swept(at(kLimb, {0, 0, 0}), {}, at(Sphere{0.5}, {4, 0.25, 0}), going({-1, 0, 0}), 10);
  ASSERT_TRUE(side.hit);
  EXPECT_NEAR(side.time, 4 - (1 - 0.25 / 4) / kCosine, 1e-11);
  EXPECT_NEAR(side.exit_time.value_or(0), 4 + (1 - 0.25 / 4) / kCosine, 1e-11);
  EXPECT_EQ(side.first_features, "A side · B vertex 0");
  const SweepReport plane = swept(at(kPin, {0, 0, 0}), {}, at(Circle{0.5}, {0.25, 4, 0}), going({0, -1, 0}), 10);
  ASSERT_TRUE(plane.hit);
  EXPECT_NEAR(plane.time, 4 - (1 - 0.25 / 4) / kCosine, 1e-11);
  // Turning about its own axis changes nothing; turning across it the end comes down on the ground.
  const SweepReport spun =
      swept(at(kLimb, {0, 0, 0}), going({0, 0, 0}, {0, 5, 0}), at(Sphere{0.5}, {4, 0.25, 0}), going({-1, 0, 0}), 10);
  EXPECT_TRUE(spun.linear);
  const Mat3 lying = matrixOf(quaternionAbout({0, 0, 1}, -M_PI / 2));
  const SweepReport turned =
      swept(at(Box{{5, 1, 5}}, {0, -1, 0}), {}, at(kLimb, {0, 1.1, 0}, lying), going({0, 0, 0}, {0, 0, -1}), 4);
  ASSERT_TRUE(turned.hit);
  EXPECT_NEAR(turned.time, std::asin(0.85), 1e-10);
}

}  // namespace
}  // namespace sepax
