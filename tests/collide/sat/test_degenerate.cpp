#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "collide/random_pairs.h"

#include "geom/tolerances.h"

namespace sepax {
namespace {

using test::Random;

/// Zero, denormal, tiny, ordinary and huge lengths.
double oddLength(Random& random) {
  static constexpr std::array<double, 8> kLengths = {0, 5e-324, 1e-200, 1e-30, 1e-9, 1, 1e9, 1e60};
  return kLengths[random.next() % kLengths.size()] * random.in(0.5, 1);
}

Shape oddShape(Random& random, bool planar) {
  switch (random.next() % 8) {
    case 3:
      return planar ? Shape{FixedBox2{{oddLength(random), oddLength(random)}}}
                    : Shape{Cylinder{oddLength(random), oddLength(random)}};
    case 4:
      return planar ? Shape{Segment2{oddLength(random)}} : Shape{Cone{oddLength(random), oddLength(random)}};
    case 5:
      return planar ? Shape{Point2{}} : Shape{Point3{}};
    case 6: {
      const double k = oddLength(random);
      const Triangle triangle{{random.point(1) * k, random.point(1) * k, random.point(1) * k}};
      if (!planar && validate(triangle)) return triangle;
      break;
    }
    case 0:
      return planar ? Shape{Box2{{oddLength(random), oddLength(random)}}}
                    : Shape{Box{{oddLength(random), oddLength(random), oddLength(random)}}};
    case 1:
      return planar ? Shape{Circle{oddLength(random)}} : Shape{Sphere{oddLength(random)}};
    default:
      break;
  }
  return planar ? Shape{Capsule2{oddLength(random), oddLength(random)}}
                : Shape{Capsule{oddLength(random), oddLength(random)}};
}

PosedShape oddPosed(Random& random, bool planar) {
  PosedShape out{oddShape(random, planar), {}};
  const Vec3 direction = random.direction();
  out.pose.position = direction * oddLength(random);
  if (planar) out.pose.position.z = 0;
  if (random.next() % 2 == 0)
    out.pose.rotation = planar ? matrixOfAngle(random.in(-4, 4)) : matrixOf(random.rotation());
  return out;
}

TEST(DegenerateShapes, OfAnySizeGiveSoundReportsWithoutANan) {
  Random random{31337};
  int degenerate_axes = 0, touching = 0;
  for (int i = 0; i < test::rounds(12000); ++i) {
    const bool planar = i % 2 == 0;
    const PosedShape a = oddPosed(random, planar), b = oddPosed(random, planar);
    // Tessellated cylinders and cones have thousands of axes and took most of the time: one such pair in four.
    if (i % 8 != 1 && (test::isCurved(a.shape) || test::isCurved(b.shape))) continue;
    for (const PairAlgorithm& algorithm : pairAlgorithms()) {
      if (algorithm.historical || !handles(algorithm, a.shape, b.shape)) continue;
      // A thousand times slower than the others: two pairs of thirty-two do, one planar, one solid.
      const bool slow = algorithm.name == std::string("exact") || algorithm.name == std::string("brute-force");
      if (slow && i % 32 >= 2) continue;
      const PairReport report = runConvex(algorithm, a, b, {});
      const PairAnswer& answer = report.answer;
      ASSERT_TRUE(std::isfinite(answer.separation) && std::isfinite(answer.distance)) << i << ' ' << algorithm.name;
      ASSERT_TRUE(isFinite(answer.normal) && isFinite(answer.mtv) && isFinite(answer.closest_a) &&
                  isFinite(answer.closest_b))
          << i;
      ASSERT_NEAR(length(answer.normal), 1, 1e-12) << i;
      for (const Contact& contact : answer.contacts) ASSERT_TRUE(isFinite(contact.position)) << i;
      if (const auto* sat = std::get_if<SatReport>(&report.trace)) {
        ASSERT_EQ(check(*sat).value_or("sound"), "sound") << i;
        for (const SatAxis& axis : sat->axes) degenerate_axes += axis.state == AxisState::kDegenerate ? 1 : 0;
        touching += sat->verdict == Verdict::kTouching ? 1 : 0;
      }
      if (const auto* gjk = std::get_if<GjkReport>(&report.trace)) {
        ASSERT_EQ(check(*gjk).value_or("sound"), "sound") << i;
      }
    }
  }
  EXPECT_GT(degenerate_axes, test::rounds(1000));
  EXPECT_GT(touching, test::rounds(100));
}

TEST(DegenerateShapes, TooSmallForTheirSquaresAreStillApart) {
  // Found by fuzzing: the squared distance is zero in doubles, the distance is not.
  const double metre = 0x1p-999;
  const PosedShape point{Point2{}, {}}, circle{Circle{metre}, {{1.5 * metre, 2 * metre, 0}, Mat3{1.0}}};
  const PairAnswer answer = testPair(point, circle).value().answer;
  EXPECT_EQ(answer.verdict, Verdict::kSeparated);
  EXPECT_EQ(answer.distance, 1.5 * metre);
  EXPECT_EQ(answer.separation, 1.5 * metre);
}

TEST(DegenerateShapes, ConesOfNoRadiusAreSegments) {
  // Found by fuzzing: when GJK could not certify its answer, the base disc of no area took every foot for its own, and
  // the distance was 0.
  Random random{12};
  for (int i = 0; i < 300; ++i) {
    const double tilt = i % 3 == 0 ? 0 : std::pow(10, random.in(-9, 0));
    const PosedShape needle{Cone{8, 0}, {Vec3{0.0}, matrixOf(quaternionAbout(random.direction(), tilt))}};
    const PosedShape point{Point3{}, {Vec3{1, -8, 8} + (i % 2 == 0 ? 1e-7 : 1.0) * random.point(1), Mat3{1.0}}};
    const Vec3 axis = needle.pose.rotation[1], p = point.pose.position;
    const double along = std::min(8.0, std::max(-8.0, dot(p, axis)));
    ASSERT_NEAR(testPair(needle, point).value().answer.distance, length(p - along * axis), 1e-12) << i;
  }
}

TEST(DegenerateShapes, BallsOnNeedlesAreAsDeepForGjkAndEpaAsForTheReference) {
  // Found by fuzzing: near a long segment the direction to its nearest point is rounding, and EPA tried but four
  // directions around it.
  Random random{13};
  double worst = 0;
  int deep = 0;
  for (int i = 0; i < 500; ++i) {
    const double half = std::pow(10, random.in(3, 7)), radius = random.in(0.01, 1);
    const PosedShape needle{i % 2 == 0 ? Shape(Cone{half, 1e-300}) : Shape(Capsule{half, 0}),
                            {Vec3{0.0}, matrixOf(random.rotation())}};
    const PosedShape ball{Sphere{radius}, {random.point(1), Mat3{1.0}}};
    const Vec3 axis = needle.pose.rotation[1], p = ball.pose.position;
    const double truth = length(p - dot(p, axis) * axis) - radius;
    for (const char* row : {"sat", "gjk-epa"}) {
      const PairAnswer answer = testPair(needle, ball, {}, row).value().answer;
      worst = std::max(worst, std::abs(answer.separation - truth) / half);
      deep += answer.verdict == Verdict::kOverlapping ? 1 : 0;
    }
  }
  EXPECT_GT(deep, 100);
  EXPECT_LE(worst, 2 * kCoresTouch);  // of the half length; nearer than that cores touch
}

TEST(DegenerateShapes, ThinFacesOfEpaHoldTheirCorners) {
  // Found by fuzzing: a face without a normal of its own took its neighbour's, perpendicular to its own at the rim of a
  // flat box.
  Random random{14};
  int thin = 0;
  for (int i = 0; i < 300; ++i) {
    const PosedShape ball{Capsule{random.in(0, 1) * (i % 2), 0.5}, {random.point(1e-8), Mat3{1.0}}};
    const PosedShape plate{Box{{std::pow(10, random.in(5, 8)), random.in(1, 500), std::pow(10, random.in(-6, -3))}},
                           {Vec3{0.0}, matrixOf(random.rotation())}};
    const PairReport report = testPair(ball, plate, {}, "gjk-epa").value();
    const GjkReport& gjk = std::get<GjkReport>(report.trace);
    ASSERT_EQ(check(gjk).value_or("sound"), "sound") << i;
    if (gjk.epa)
      thin += std::any_of(gjk.epa->faces.begin(), gjk.epa->faces.end(), [](const EpaFace& face) { return face.thin; })
                  ? 1
                  : 0;
  }
  EXPECT_GT(thin, 30);
}

TEST(DegenerateShapes, FarFromTheirOwnOriginFloatsAnswerToo) {
  // Found by fuzzing: coordinates beyond float's range were scaled by the size and the distance, not by where the
  // corners are.
  Triangle far;
  for (Vec3& v : far.vertices) v.z += 1e59;
  const PairAnswer answer = testPair({far, {}}, {Box{}, {}}, {}, "sat-float").value().answer;
  EXPECT_NEAR(answer.separation / 1e59, 1, 1e-6);
}

TEST(DegenerateShapes, OneEvenScaleOfAWholePairOnlyScalesItsNumbers) {
  // By powers of two nothing rounds differently, far into the tiny and the huge.
  Random random{8};
  for (int i = 0; i < 2000; ++i) {
    const PosedShape a = test::posed(random, test::randomSolid(random, i % 3), 1),
                     b = test::posed(random, test::randomSolid(random, i % 2), 1);
    const PairAnswer plain = testPair(a, b).value().answer;
    for (const double k : {0x1p-900, 0x1p-100, 0x1p100}) {
      const auto times = [&](const PosedShape& s) {
        return PosedShape{scaled(s.shape, Vec3{k}).value(), {s.pose.position * k, s.pose.rotation}};
      };
      const PairAnswer answer = testPair(times(a), times(b)).value().answer;
      ASSERT_EQ(answer.separation, plain.separation * k);
      ASSERT_EQ(answer.verdict, plain.verdict);
      ASSERT_NEAR(answer.distance / k, plain.distance, 1e-14);
    }
  }
}

}  // namespace
}  // namespace sepax
