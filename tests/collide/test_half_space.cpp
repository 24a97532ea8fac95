#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "collide/pair_table.h"
#include "collide/posed.h"
#include "collide/sat/axis_id.h"
#include "collide/sweep/sweep.h"
#include "geom/contains.h"
#include "geom/ray_cast.h"
#include "prove/workload.h"
#include "random_pairs.h"

namespace sepax {
namespace {

using test::tested;

const PosedShape kFlatGround{HalfSpace{}, {}};

Pose standing(double x, double y, double z = 0) { return {{x, y, z}, Mat3{1.0}}; }

TEST(HalfSpace, IsSeparatedByItsOwnFaceAloneAndShowsNoOtherAxis) {
  const PairReport report = tested(kFlatGround, {Sphere{1}, standing(5, 3, -2)});
  EXPECT_EQ(report.answer.verdict, Verdict::kSeparated);
  EXPECT_EQ(report.answer.separation, 2);
  EXPECT_EQ(report.answer.distance, 2);
  EXPECT_EQ(report.answer.normal, (Vec3{0, 1, 0}));
  EXPECT_EQ(report.answer.closest_a, (Vec3{5, 0, -2}));
  EXPECT_EQ(report.answer.closest_b, (Vec3{5, 2, -2}));
  const auto& sat = std::get<SatReport>(report.trace);
  ASSERT_EQ(sat.axes.size(), 1u);
  EXPECT_EQ(axisName(sat.axes[0].id), "A0");
  EXPECT_FALSE(check(sat).has_value());
}

TEST(HalfSpace, GivesABoxThatRestsInItFourContactsAndTheWayUp) {
  const PairReport report = tested(kFlatGround, {Box{Vec3{0.5}}, standing(0.25, 0.25)});
  EXPECT_EQ(report.answer.separation, -0.25);
  EXPECT_EQ(report.answer.mtv, (Vec3{0, 0.25, 0}));
  ASSERT_EQ(report.answer.contacts.size(), 4u);
  for (const Contact& contact : report.answer.contacts) {
    EXPECT_NEAR(contact.separation, -0.25, 1e-15);
    EXPECT_NEAR(contact.position.y, -0.125, 1e-15);
    EXPECT_NEAR(std::abs(contact.position.x - 0.25), 0.5, 1e-15);
    EXPECT_NEAR(std::abs(contact.position.z), 0.5, 1e-15);
    EXPECT_EQ(featuresOf(contact).rfind("A face 0 · B vertex", 0), 0u) << featuresOf(contact);
  }
  const PairReport swapped = tested({Box{Vec3{0.5}}, standing(0.25, 0.25)}, kFlatGround);
  EXPECT_EQ(swapped.answer.mtv, (Vec3{0, -0.25, 0}));
  EXPECT_EQ(swapped.answer.contacts.size(), 4u);
}

TEST(HalfSpace, AnswersTheSameFarAlongItsPlaneAndFarBelowIt) {
  EXPECT_EQ(tested(kFlatGround, {Box{Vec3{0.5}}, standing(1e6, 0.25, -3e6)}).answer.separation, -0.25);
  EXPECT_EQ(tested(kFlatGround, {Sphere{1}, standing(7, -1000)}).answer.separation, -1001);
  EXPECT_EQ(tested(kFlatGround, {Point3{}, standing(7, 1000)}).answer.distance, 1000);
  EXPECT_EQ(tested(kFlatGround, {Point3{}, standing(1, 0, 1)}).answer.verdict, Verdict::kTouching);
}

TEST(HalfSpace, LiesInThePlaneToo) {
  const Pose slope{{1, 2, 0}, matrixOfAngle(M_PI / 6)};  // normal (−1/2, √3/2)
  const PairReport report = tested({HalfSpace2{}, slope}, {Circle{0.5}, standing(1, 4)});
  EXPECT_NEAR(report.answer.separation, std::sqrt(3.0) - 0.5, 1e-15);
  const PairReport box = tested({HalfSpace2{}, standing(0, 0)}, {Box2{{1, 0.5}}, standing(3, 0.25)});
  EXPECT_EQ(box.answer.separation, -0.25);
  ASSERT_EQ(box.answer.contacts.size(), 2u);
  EXPECT_EQ(featuresOf(box.answer.contacts[0]).rfind("A edge 0", 0), 0u);
  Polygon star;
  star.vertices = {{0, -1}, {0.2, 0}, {1, 0.5}, {0, 0.3}, {-1, 0.5}, {-0.2, 0}};
  EXPECT_NEAR(tested({HalfSpace2{}, standing(0, 0)}, {star, standing(2, 1.5)}).answer.distance, 0.5, 1e-15);
  EXPECT_NEAR(tested({HalfSpace2{}, standing(0, 0)}, {star, standing(2, 0.5)}).answer.mtv.y, 0.5, 1e-15);
}

TEST(HalfSpace, LiftsAMeshByItsDeepestCorner) {
  const Mesh mesh =
      *makeMesh({{-1, 0, -1}, {1, 0, -1}, {0, -0.75, 1}, {0, 1, 0}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}});
  const PairReport report = tested(kFlatGround, {mesh, standing(3, 0.5)});
  EXPECT_EQ(report.answer.verdict, Verdict::kOverlapping);
  EXPECT_NEAR(report.answer.mtv.y, 0.25, 1e-15);
  EXPECT_EQ(report.answer.mtv.x, 0);
}

TEST(HalfSpace, AgreesWithTheHeightOfTheLowestPointInEveryRow) {
  double worst = 0;
  int overlapping = 0, pairs = 0;
  for (const ShapeKind& a : shapeKinds()) {
    for (const ShapeKind& b : shapeKinds()) {
      if (!arePaired(a, b) || !(a.unbounded || b.unbounded)) continue;
      for (int mix = 0; mix < kMixes; ++mix) {
        KindPairs work(a, b, static_cast<Mix>(mix), 5, 1);
        for (int i = 0; i < test::manyRounds(4, 2); ++i, ++pairs) {
          const WorkPair pair = work.next();
          const double gap = halfSpaceGap(pair.a, pair.b), size = pairSize(pair.a, pair.b);
          const PairReport reference = tested(pair.a, pair.b);
          const double unit = size > 0 ? size : 1;
          worst = std::max(worst, std::abs(reference.answer.separation - gap) / (unit + std::abs(gap)));
          overlapping += gap < 0 ? 1 : 0;
          for (const char* row : {"sat-float", "gjk", "gjk-epa", "brute-force"}) {
            const double tolerance = findAlgorithm(row)->tolerance * (unit + std::abs(gap)) * 4;
            const auto problem = disagreement(reference, tested(pair.a, pair.b, row), std::max(tolerance, 1e-9 * unit));
            EXPECT_FALSE(problem.has_value()) << a.name << " " << b.name << " " << row << ": " << *problem;
          }
        }
      }
    }
  }
  std::printf("pairs %d, overlapping %d, worst %g\n", pairs, overlapping, worst);
  EXPECT_LT(worst, 1e-11);  // ten thousand metres from the origin doubles resolve 2e-12
  EXPECT_GT(overlapping, pairs / 5);
}

TEST(HalfSpace, IsRefusedByRowsThatTakeShapesAsPublished) {
  const auto refused = testPair(kFlatGround, {Box{}, standing(0, 1)}, {}, "exact");
  ASSERT_FALSE(refused.has_value());
  EXPECT_NE(refused.error().message.find("half-space"), std::string::npos);
  for (const PairAlgorithm& row : pairAlgorithms()) {
    EXPECT_TRUE(!row.historical || !handles(row, HalfSpace{}, Box{})) << row.name;
  }
}

TEST(HalfSpace, AgainstAnotherOneHasAGapOrADepthOnlyWhenTheyFaceEachOther) {
  const Mat3 upside_down = matrixOf(Quat{1, 0, 0, 0});
  const PairReport apart = tested(kFlatGround, {HalfSpace{}, {{3, 2, 1}, upside_down}});
  EXPECT_EQ(apart.answer.verdict, Verdict::kSeparated);
  EXPECT_EQ(apart.answer.separation, 2);
  EXPECT_EQ(apart.answer.distance, 2);
  const PairReport deep = tested(kFlatGround, {HalfSpace{}, {{3, -2, 1}, upside_down}});
  EXPECT_EQ(deep.answer.verdict, Verdict::kOverlapping);
  EXPECT_EQ(deep.answer.separation, -2);
  EXPECT_EQ(deep.answer.mtv, (Vec3{0, 2, 0}));
  EXPECT_FALSE(deep.answer.endless);
  EXPECT_TRUE(deep.answer.contacts.empty());
  EXPECT_EQ(tested(kFlatGround, {HalfSpace{}, {{3, 0, 1}, upside_down}}).answer.verdict, Verdict::kTouching);
  // Along one plane, one within the other, and crossing ones: no depth.
  for (const Pose& pose : {standing(0, 0), standing(0, 5), standing(0, -5), Pose{{1, 2, 3}, matrixOfAngle(1)},
                           Pose{{0, 9, 0}, matrixOfAngle(3.14)}}) {
    const PairReport endless = tested(kFlatGround, {HalfSpace{}, pose});
    EXPECT_EQ(endless.answer.verdict, Verdict::kOverlapping);
    EXPECT_TRUE(endless.answer.endless);
    EXPECT_EQ(endless.answer.mtv, Vec3{0.0});
    EXPECT_TRUE(isFinite(endless.answer.closest_a));
    EXPECT_LE(heightAbove(kFlatGround.pose, endless.answer.closest_a), 1e-9);
    EXPECT_LE(heightAbove(pose, endless.answer.closest_a), 1e-9);
  }
}

SweepReport sweptForTen(const PosedShape& a, const Motion& motion_a, const PosedShape& b, const Motion& motion_b) {
  return test::swept(a, motion_a, b, motion_b, 10);
}

TEST(HalfSpaceSweep, MeetsOnceAndNeverExitsGoingInOrAlong) {
  const PosedShape box{Box{Vec3{0.5}}, standing(4, 2.5)};
  const SweepReport falling = sweptForTen(kFlatGround, {}, box, {{1, -1, 0}, {}, {}});
  EXPECT_TRUE(falling.hit && falling.linear);
  EXPECT_NEAR(falling.time, 2, 1e-13);
  EXPECT_LE(falling.time, 2);
  EXPECT_TRUE(falling.never_exits);
  EXPECT_FALSE(falling.exit_time.has_value());
  EXPECT_EQ(falling.normal, (Vec3{0, 1, 0}));
  EXPECT_NEAR(falling.point.y, 0, 1e-12);
  EXPECT_EQ(falling.first_features.rfind("A face 0 · B face", 0), 0u) << falling.first_features;
  EXPECT_FALSE(sweptForTen(kFlatGround, {}, box, {{1, 0, 0}, {}, {}}).hit);
  const SweepReport sliding = sweptForTen(kFlatGround, {}, {Box{Vec3{0.5}}, standing(4, 0.25)}, {{1, 0, 0}, {}, {}});
  EXPECT_TRUE(sliding.starts_in_contact && sliding.never_exits);
  const SweepReport rising = sweptForTen({Sphere{1}, standing(0, -3)}, {{0, 2, 0}, {}, {}}, kFlatGround, {});
  EXPECT_TRUE(rising.starts_in_contact);
  ASSERT_TRUE(rising.exit_time.has_value());
  EXPECT_NEAR(*rising.exit_time, 2, 1e-13);
  EXPECT_EQ(rising.normal, (Vec3{0, -1, 0}));
}

TEST(HalfSpaceSweep, FindsARotatingBoxByItsCornerAndARisingSlope) {
  const PosedShape box{Box{{2, 0.1, 0.1}}, standing(0, 1)};
  const SweepReport tipping = test::swept(kFlatGround, {}, box, {Vec3{0.0}, {0, 0, 1}, {}}, 1);
  ASSERT_TRUE(tipping.hit && !tipping.linear && !tipping.undecided);
  // The end of the bar comes down to 2 sin t + 0.1 cos t = 1.
  EXPECT_NEAR(2 * std::sin(tipping.time) + 0.1 * std::cos(tipping.time), 1, 1e-10);
  // The ground tilts about its own origin and meets a ball ten metres away: 10 sin t = 1 − … of its centre at height 2.
  const SweepReport tilting =
      test::swept(kFlatGround, {Vec3{0.0}, {0, 0, 0.25}, {}}, {Sphere{1}, standing(10, 2)}, {}, 4);
  ASSERT_TRUE(tilting.hit && !tilting.undecided);
  const double angle = 0.25 * tilting.time;
  EXPECT_NEAR(2 * std::cos(angle) - 10 * std::sin(angle), 1, 1e-9);
  // Spinning about its own normal changes nothing.
  EXPECT_TRUE(
      sweptForTen(kFlatGround, {Vec3{0.0}, {0, 3, 0}, {}}, {Sphere{1}, standing(10, 2)}, {{0, -1, 0}, {}, {}}).linear);
}

TEST(HalfSpaceSweep, NeverComesLateForAnyKind) {
  int hits = 0, misses = 0, rotating = 0;
  double worst = 0;
  SplitMix64 random{77};
  for (int round = 0; round < test::rounds(1500); ++round) {
    const PosedShape b = test::posed(random, test::randomSolid(random, round % test::kSolidKinds), 4);
    const PosedShape a{HalfSpace{}, {random.point(1), matrixOf(random.rotation())}};
    const bool spins = round % 2 == 0;
    const auto spin = [&] { return spins && round % 3 != 0 ? random.point(2) : Vec3{0.0}; };
    const Motion motion_a{random.point(2), spin(), {}},
        motion_b{random.point(4), neverRotates(b.shape) ? Vec3{0.0} : spin(), {}};
    const SweepReport report = test::swept(a, motion_a, b, motion_b, 1);
    rotating += report.linear ? 0 : 1;
    (report.hit ? hits : misses) += 1;
    const double until = report.hit ? report.time : 1;
    const auto gapAt = [&](double time) {
      const PairReport there =
          tested({a.shape, poseAt(a.pose, motion_a, time)}, {b.shape, poseAt(b.pose, motion_b, time)}, "gjk-epa");
      return there.answer.separation;
    };
    for (int i = 0; i < 10 && !report.starts_in_contact; ++i) EXPECT_GT(gapAt(until * i / 10), -1e-10) << round;
    if (report.hit && !report.starts_in_contact) worst = std::max(worst, std::abs(gapAt(report.time)));
  }
  std::printf("hits %d, misses %d, rotating %d, gap at impact %g\n", hits, misses, rotating, worst);
  EXPECT_GT(hits, test::rounds(300));
  EXPECT_GT(misses, test::rounds(100));
  EXPECT_GT(rotating, test::rounds(300));
  EXPECT_LT(worst, 1e-9);
}

TEST(HalfSpaceSweep, OfTwoIsAnAnswer) {
  const Mat3 upside_down = matrixOf(Quat{1, 0, 0, 0});
  const PosedShape ceiling{HalfSpace{}, {{3, 2, 1}, upside_down}};
  const SweepReport closing = sweptForTen(kFlatGround, {}, ceiling, {{0, -0.5, 0}, {}, {}});
  EXPECT_TRUE(closing.hit && closing.never_exits);
  EXPECT_NEAR(closing.time, 4, 1e-12);
  EXPECT_TRUE(sweptForTen(kFlatGround, {}, {HalfSpace{}, standing(1, 1)}, {{0, 5, 0}, {}, {}}).never_exits);
  const SweepReport tilting = sweptForTen(kFlatGround, {}, ceiling, {Vec3{0.0}, {0, 0, 1}, {}});
  EXPECT_TRUE(tilting.hit && tilting.exit_undecided);
  EXPECT_EQ(tilting.time, 0);
}

TEST(HalfSpaceRay, EntersOnceAndNeverExitsDownwards) {
  const RayHit hit = castRay(HalfSpace{}, standing(7, 1), {{0, 3, 0}, {3, -4, 0}, 10});
  EXPECT_TRUE(hit.hit && !hit.starts_inside);
  EXPECT_NEAR(hit.distance, 2.5, 1e-15);
  EXPECT_EQ(hit.exit_distance, std::numeric_limits<double>::infinity());
  EXPECT_EQ(hit.normal, (Vec3{0, 1, 0}));
  const RayHit out = castRay(HalfSpace{}, standing(7, 1), {{0, -1, 0}, {0, 1, 0}, 10});
  EXPECT_TRUE(out.hit && out.starts_inside);
  EXPECT_EQ(out.exit_distance, 2);
  EXPECT_FALSE(castRay(HalfSpace{}, standing(7, 1), {{0, 2, 0}, {1, 0, 0}, 10}).hit);
  EXPECT_TRUE(castRay(HalfSpace2{}, standing(7, 1), {{0, 1, 0}, {1, 0, 0}, 10}).hit);
}

TEST(HalfSpaceContains, MeasuresTheHeight) {
  const ContainsReport above = containsPoint(HalfSpace{}, standing(7, 1), {100, 3, 5});
  EXPECT_FALSE(above.inside);
  EXPECT_EQ(above.signed_distance, 2);
  EXPECT_EQ(above.boundary_point, (Vec3{100, 1, 5}));
  const ContainsReport below = containsPoint(HalfSpace2{}, standing(7, 1), {-4, -3, 0});
  EXPECT_TRUE(below.inside);
  EXPECT_EQ(below.signed_distance, -4);
  EXPECT_EQ(below.normal, (Vec3{0, 1, 0}));
}

}  // namespace
}  // namespace sepax
