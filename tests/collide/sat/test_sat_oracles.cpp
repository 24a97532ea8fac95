#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "collide/pair_relations.h"
#include "collide/posed.h"
#include "collide/random_pairs.h"
#include "geom/support.h"
#include "prove/contact_checks.h"

namespace sepax {
namespace {

using test::Random;
using test::satOf;

/// Systems formula: T, half extents and axes only, no corners, normalised cross axes. Largest |T·L| − (rA + rB).
double radiusFormula3d(const PosedShape& a, const PosedShape& b) {
  const Vec3 ha = std::get<Box>(a.shape).half_extents, hb = std::get<Box>(b.shape).half_extents;
  const Mat3 &ra = a.pose.rotation, &rb = b.pose.rotation;
  const Vec3 t = b.pose.position - a.pose.position;
  double best = -1e300;
  const auto offer = [&](Vec3 l) {
    const double n = std::sqrt(dot(l, l));
    if (n < 1e-9) return;
    l /= n;
    double r = 0;
    for (int i = 0; i < 3; ++i) r += ha[i] * std::abs(dot(ra[i], l)) + hb[i] * std::abs(dot(rb[i], l));
    best = std::max(best, std::abs(dot(t, l)) - r);
  };
  for (int i = 0; i < 3; ++i) {
    offer(ra[i]);
    offer(rb[i]);
    for (int j = 0; j < 3; ++j) offer(crossAccurate(ra[i], rb[j]));
  }
  return best;
}

double radiusFormula2d(const PosedShape& a, const PosedShape& b) {
  const Vec2 ha = std::get<Box2>(a.shape).half_extents, hb = std::get<Box2>(b.shape).half_extents;
  const Vec3 t = b.pose.position - a.pose.position;
  double best = -1e300;
  for (const Vec3& l : {a.pose.rotation[0], a.pose.rotation[1], b.pose.rotation[0], b.pose.rotation[1]}) {
    double r = 0;
    for (int i = 0; i < 2; ++i)
      r += ha[i] * std::abs(dot(a.pose.rotation[i], l)) + hb[i] * std::abs(dot(b.pose.rotation[i], l));
    best = std::max(best, std::abs(dot(t, l)) - r);
  }
  return best;
}

// A lost edge axis, or one normalised wrongly, would miss the largest gap of the radius formula.
TEST(SatOracle, AgreesWithTheRadiusFormulaOnAHundredThousandBoxesInSpace) {
  Random random{1001};
  double worst = 0;
  std::array<int, 4> decided{};
  int overlapping = 0;
  for (int i = 0; i < test::rounds(100000); ++i) {
    const PosedShape a = test::posed(random, test::randomSolid(random, 0), 1),
                     b = test::posed(random, test::randomSolid(random, 0), 1);
    const PairReport report = testPair(a, b).value();
    const SatReport& sat = satOf(report);
    worst = std::max(worst, std::abs(report.answer.separation - radiusFormula3d(a, b)));
    ++decided[static_cast<int>(decidingAxis(sat).id.kind)];
    overlapping += sat.verdict == Verdict::kOverlapping ? 1 : 0;
  }
  std::printf("worst |separation − formula| = %g; decided by A %d, B %d, edges %d; overlapping %d\n", worst, decided[0],
              decided[1], decided[2], overlapping);
  EXPECT_LT(worst, 1e-14);
  EXPECT_GT(decided[0], test::rounds(10000));
  EXPECT_GT(decided[1], test::rounds(10000));
  EXPECT_GT(decided[2], test::rounds(10000));
  EXPECT_GT(overlapping, test::rounds(20000));
  EXPECT_LT(overlapping, test::rounds(80000));
}

// An axis out of the plane, or one measured in one sense only, would differ from the formula of the four axes.
TEST(SatOracle, AgreesWithTheRadiusFormulaOnAHundredThousandBoxesInThePlane) {
  Random random{1002};
  double worst = 0;
  int overlapping = 0;
  for (int i = 0; i < test::rounds(100000); ++i) {
    const PosedShape a = test::posed(random, test::randomPlanar(random, 0), 1),
                     b = test::posed(random, test::randomPlanar(random, 0), 1);
    const PairReport report = testPair(a, b).value();
    worst = std::max(worst, std::abs(report.answer.separation - radiusFormula2d(a, b)));
    overlapping += report.answer.verdict == Verdict::kOverlapping ? 1 : 0;
  }
  std::printf("worst |separation − formula| = %g; overlapping %d\n", worst, overlapping);
  EXPECT_LT(worst, 1e-14);
  EXPECT_GT(overlapping, test::rounds(20000));
  EXPECT_LT(overlapping, test::rounds(80000));
}

double supportHeight(const PosedShape& s, const Vec3& direction) {
  return dot(supportPoint(s.shape, s.pose, direction), direction);
}

// A missing candidate axis would leave a direction along which the supports are farther apart than the answer says.
TEST(SatOracle, NoDirectionOfThousandsSeparatesMoreThanTheDecidingAxisWhenShapesOverlap) {
  // Overlapping: the deciding axis is the least overlap over all directions, so sampling must not find a better one,
  // and sampling around the deciding direction must come close to it. Apart: no direction exceeds the distance.
  Random random{77};
  double best_excess = -1e300, worst_miss = 0;
  int overlapping = 0, apart = 0;
  for (const test::KindPair& kinds : test::allKindPairs()) {
    for (int i = 0; i < test::manyRounds(12, 4); ++i) {
      const PosedShape a = test::randomPosed(random, kinds, test::Which::kA, 0.7),
                       b = test::randomPosed(random, kinds, test::Which::kB, 0.7);
      if (!isConvex(a.shape) || !isConvex(b.shape)) continue;  // no direction separates them when their pieces do
      const PairReport report = testPair(a, b).value();
      const bool is_apart = report.answer.verdict == Verdict::kSeparated;
      ++(is_apart ? apart : overlapping);
      const double bound = is_apart ? report.answer.distance : report.answer.separation;
      double best = -1e300;
      for (int k = 0; k < 4000; ++k) {
        Vec3 d = kinds.planar ? Vec3{std::cos(k * M_PI / 2000), std::sin(k * M_PI / 2000), 0} : random.direction();
        if (k % 2 == 1) d = normalizedOr(report.answer.normal + 0.02 * d, d);
        best = std::max(best, -supportHeight(b, -d) - supportHeight(a, d));
      }
      best_excess = std::max(best_excess, best - bound);
      if (!is_apart) worst_miss = std::max(worst_miss, bound - best);
    }
  }
  std::printf("best sampled − answer = %g, worst miss %g, overlapping %d, apart %d\n", best_excess, worst_miss,
              overlapping, apart);
  EXPECT_LT(best_excess, 1e-12);
  EXPECT_LT(worst_miss, 0.05);
  EXPECT_GT(overlapping, test::manyRounds(150, 4));
  EXPECT_GT(apart, test::manyRounds(60, 4));
}

// Without the axis between the closest features a sphere near a corner or an edge would be called overlapping.
TEST(SatOracle, FindsNoneOfTwentyThousandSphereBoxVerdictsWrong) {
  // Against the exact squared distance of a point to a box.
  Random random{259};
  int wrong = 0, corner_cases = 0;
  for (int i = 0; i < test::rounds(20000); ++i) {
    const PosedShape box = test::posed(random, test::randomSolid(random, 0), 1),
                     ball = test::posed(random, test::randomSolid(random, 1), 1);
    const Vec3 h = std::get<Box>(box.shape).half_extents;
    const Vec3 d = ball.pose.position - box.pose.position;
    double squared = 0;
    int outside = 0;
    for (int c = 0; c < 3; ++c) {
      const double excess = std::abs(dot(d, box.pose.rotation[c])) - h[c];
      if (excess > 0) {
        squared += excess * excess;
        ++outside;
      }
    }
    const double gap = std::sqrt(squared) - std::get<Sphere>(ball.shape).radius;
    const PairReport report = testPair(box, ball).value();
    if (std::abs(gap) > 1e-9 && (gap > 0) != (report.answer.verdict == Verdict::kSeparated)) ++wrong;
    if (gap > 0 && outside > 1) ++corner_cases;
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(corner_cases, test::rounds(1000));
}

/// Everything that must hold of a pair's report whatever the shapes.
struct Invariants {
  double swap = 0, motion = 0, mirror = 0, scale = 0, mtv = 0, gjk = 0, witness = 0;
  int overlapping = 0, apart = 0;
};

// A sign, a radius or a frame mixed up for one kind of shape would break one of the relations of prove/relations.h.
TEST(SatInvariants, HoldForEveryKindAgainstEveryKind) {
  Random random{4242};
  Invariants worst;
  for (const test::KindPair& kinds : test::allKindPairs()) {
    for (int i = 0; i < test::manyRounds(150, 3); ++i) {
      const PosedShape a = test::randomPosed(random, kinds, test::Which::kA, 1),
                       b = test::randomPosed(random, kinds, test::Which::kB, 1);
      const PairReport report = testPair(a, b).value();
      const PairAnswer& answer = report.answer;
      ASSERT_EQ(check(satOf(report)).value_or("sound"), "sound");
      ASSERT_TRUE(isFinite(answer.normal) && isFinite(answer.mtv) && isFinite(answer.closest_a) &&
                  isFinite(answer.closest_b));
      ++(answer.verdict == Verdict::kSeparated ? worst.apart : worst.overlapping);

      worst.swap = std::max(worst.swap, swapError(a, b, answer));
      const Mat3 rotation = kinds.planar ? matrixOfAngle(random.in(-3, 3)) : matrixOf(random.rotation());
      const Vec3 shift = kinds.planar ? Vec3{random.in(-5, 5), random.in(-5, 5), 0} : random.point(5);
      worst.motion = std::max(worst.motion, commonMotionError(a, b, answer, {shift, rotation}));
      worst.scale = std::max(worst.scale, scaleError(a, b, answer, 0.125 + random.unit()));

      const PairReport gjk = testPair(a, b, {}, "gjk").value();
      EXPECT_EQ(disagreement(report, gjk, 1e-9).value_or("agrees"), "agrees");
      worst.gjk = std::max(worst.gjk, std::abs(gjk.answer.distance - answer.distance));

      if (answer.verdict == Verdict::kOverlapping) {
        const double left = separationAfterMtv(a, b, answer);
        if (!isConvex(a.shape) || !isConvex(b.shape)) {
          // By pieces the mtv ends every overlap and need not stop at the touch (test_by_pieces.cpp).
          EXPECT_NE(verdictOf(left, touchingTolerance(a, b, {})), Verdict::kOverlapping);
          continue;
        }
        worst.mtv = std::max(worst.mtv, std::abs(left));
        ASSERT_FALSE(answer.contacts.empty());
        worst.witness = std::max(worst.witness, length(answer.closest_a - answer.closest_b - answer.mtv));
      } else if (answer.verdict == Verdict::kSeparated) {
        worst.witness =
            std::max(worst.witness, std::abs(length(answer.closest_b - answer.closest_a) - answer.distance));
      }
    }
  }
  std::printf("worst: swap %g, motion %g, scale %g, mtv %g, gjk %g, witness %g; overlapping %d, apart %d\n", worst.swap,
              worst.motion, worst.scale, worst.mtv, worst.gjk, worst.witness, worst.overlapping, worst.apart);
  for (const double w : {worst.swap, worst.motion, worst.scale, worst.mtv, worst.gjk, worst.witness})
    EXPECT_LT(w, 1e-12);
  EXPECT_GT(worst.overlapping, test::manyRounds(2000, 3));
  EXPECT_GT(worst.apart, test::manyRounds(1000, 3));
}

// A rule that depends on handedness, like the order of a cross product, would answer the mirror image differently.
TEST(SatInvariants, AMirroredPairHasTheSameSeparationForBoxesAndSpheres) {
  Random random{99};
  double worst = 0;
  for (int i = 0; i < test::rounds(5000); ++i) {
    const PosedShape a = test::posed(random, test::randomSolid(random, 0), 1);
    const PosedShape b = test::posed(random, test::randomSolid(random, i % 3), 1);
    worst = std::max(worst, mirrorError(a, b, testPair(a, b).value().answer).value());
  }
  std::printf("worst difference %g\n", worst);
  EXPECT_LT(worst, 1e-14);
}

// A cross product of nearly parallel edges that rounding bent would separate the boxes or miss the deciding axis.
TEST(SatInvariants, NearlyParallelBoxesKeepTheirFullSeparation) {
  // Edges within 1e-8 … 1e-1 of parallel, moved to the exact touching distance along a random direction: the verdict
  // must be right just beside it. An edge axis that rounding had bent would separate them or miss it.
  Random random{5};
  double worst = 0;
  int edge_decided = 0;
  for (int i = 0; i < test::rounds(20000); ++i) {
    const PosedShape a = test::posed(random, test::randomSolid(random, 0), 1);
    PosedShape b{test::randomSolid(random, 0), a.pose};
    b.pose.rotation = a.pose.rotation * matrixOf(quaternionAbout(random.direction(), std::pow(10, random.in(-8, -1))));
    b.pose.position = a.pose.position + random.direction() * random.in(0.5, 2.5);
    const PairReport report = testPair(a, b).value();
    const SatReport& sat = satOf(report);
    edge_decided += decidingAxis(sat).id.kind == AxisKind::kEdgePair ? 1 : 0;
    // Swapped, the same pair meets other roundings; both must agree.
    worst = std::max(worst, swapError(a, b, report.answer));
    if (report.answer.verdict == Verdict::kOverlapping)
      worst = std::max(worst, std::abs(separationAfterMtv(a, b, report.answer)));
  }
  std::printf("worst difference %g, decided by edges %d\n", worst, edge_decided);
  EXPECT_LT(worst, 1e-12);
  EXPECT_GT(edge_decided, test::rounds(1000));
}

TEST(SatFloatWorld, JumpsFarFromTheOriginWhereTheDifferenceInDoublesDoesNot) {
  const Box box{{0.5, 0.5, 0.5}};
  struct Row {
    double far;
    Verdict world;
    double separation;
  };
  // A quarter of a metre apart. At 2²⁵ m floats are 4 m apart from each other: both boxes land on one place.
  const Row rows[] = {{0, Verdict::kSeparated, 0.25},
                      {1024, Verdict::kSeparated, 0.25},
                      {std::ldexp(1.0, 25), Verdict::kOverlapping, -1},
                      {std::ldexp(1.0, 25) + 1.5, Verdict::kSeparated, 3}};
  int wrong = 0;
  for (const Row& row : rows) {
    const PosedShape a{box, {{row.far, 0, 0}, Mat3{1.0}}}, b{box, {{row.far + 1.25, 0, 0}, Mat3{1.0}}};
    const PairReport reference = *testPair(a, b), relative = *testPair(a, b, {}, "sat-float"),
                     world = *testPair(a, b, {}, "sat-float-world");
    EXPECT_EQ(reference.answer.verdict, Verdict::kSeparated);
    EXPECT_EQ(relative.answer.verdict, Verdict::kSeparated) << "subtracts in double first";
    EXPECT_EQ(world.answer.verdict, row.world) << row.far;
    EXPECT_NEAR(world.answer.separation, row.separation, 1e-6) << row.far;
    wrong += std::abs(world.answer.separation - 0.25) > 1e-6 ? 1 : 0;
    EXPECT_LE(std::abs(world.answer.separation - 0.25), world.answer.error + 1e-6) << "and says how far it may be off";
    EXPECT_EQ(disagreement(reference, world, 1e-5), std::nullopt);
  }
  EXPECT_EQ(wrong, 2);
}

}  // namespace
}  // namespace sepax
