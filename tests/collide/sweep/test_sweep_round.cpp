#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "collide/posed.h"
#include "collide/random_pairs.h"
#include "collide/sweep/sweep.h"
#include "rounds.h"

// Sweeps of cylinders and cones, and the hardest motions of rotating shapes.

namespace sepax {
namespace {

using test::at;
using test::going;

const Mat3 kUpsideDown{Vec3{1, 0, 0}, Vec3{0, -1, 0}, Vec3{0, 0, -1}};

/// Distance of the shapes themselves at a time, minus the depth when they overlap: the row gjk-epa shares no code with
/// the sweeps but the support functions.
double ownGapAt(const PosedShape& a, const Motion& motion_a, const PosedShape& b, const Motion& motion_b, double time) {
  const auto report =
      testPair({a.shape, poseAt(a.pose, motion_a, time)}, {b.shape, poseAt(b.pose, motion_b, time)}, {}, "gjk-epa");
  return report ? report->answer.separation : std::nan("");
}

struct ClosedForm {
  const char* what;
  PosedShape a, b;
  Motion motion_b;
  double impact, exit;
  Vec3 normal;
  const char* features;
};

std::vector<ClosedForm> closedForms() {
  const Shape cylinder = Cylinder{1, 0.5}, ball = Sphere{0.25}, cone = Cone{0.5, 0.5};
  const double side = std::sqrt(0.75 * 0.75 - 0.3 * 0.3), rim = std::sqrt(0.25 * 0.25 - 0.1 * 0.1);
  return {
      {"side",
       at(cylinder, {0, 0, 0}),
       at(ball, {3, 0.2, 0.3}),
       going({-2, 0, 0}),
       (3 - side) / 2,
       (3 + side) / 2,
       {side / 0.75, 0, 0.3 / 0.75},
       "A side · B vertex 0"},
      {"cap",
       at(cylinder, {0, 0, 0}),
       at(ball, {0.2, 3, 0}),
       going({0, -2, 0}),
       1.75 / 2,
       4.25 / 2,
       {0, 1, 0},
       "A top · B vertex 0"},
      {"rim",
       at(cylinder, {0, 0, 0}),
       at(ball, {0.6, 5, 0}),
       going({0, -4, 0}),
       (4 - rim) / 4,
       (6 + rim) / 4,
       {0.4, rim * 4, 0},
       "A top rim · B vertex 0"},
      {"tip on a box",
       at(Box{{1, 1, 1}}, {0, 0, 0}),
       at(cone, {0.3, 4, 0.2}, kUpsideDown),
       going({0, -1, 0}),
       2.5,
       5.5,
       {0, 1, 0},
       "A face 2 · B apex"},
      {"base on a box",
       at(Box{{1, 1, 1}}, {0, 0, 0}),
       at(cone, {0.3, 4, 0.2}),
       going({0, -1, 0}),
       2.5,
       5.5,
       {0, 1, 0},
       "A face 2 · B base"},
      {"lying side by side",
       at(cylinder, {0, 0, 0}),
       at(cylinder, {4, 0.5, 0}),
       going({-1, 0, 0}),
       3,
       5,
       {1, 0, 0},
       "A side · B side"},
      {"two tips",
       at(cone, {0, 0, 0}),
       at(cone, {0, 4, 0}, kUpsideDown),
       going({0, -1, 0}),
       3,
       5,
       {0, 1, 0},
       "A apex · B apex"},
      {"rolling",
       at(cylinder, {0, 0, 0}),
       at(cylinder, {4, 0, 0}),
       going({-1, 0, 0}, {0, 7, 0}),
       3,
       5,
       {1, 0, 0},
       "A side · B side"},
  };
}

// A sweep of the tessellated shape instead of the round one would be early by the tessellation error.
TEST(SweepRound, MeetsCylindersAndConesWhereClosedFormsSay) {
  for (const ClosedForm& form : closedForms()) {
    const SweepReport report = *sweep(form.a, {}, form.b, form.motion_b, 10);
    ASSERT_TRUE(report.hit && report.exit_time) << form.what;
    EXPECT_LE(report.time, form.impact) << form.what;
    EXPECT_GE(report.time, form.impact - 1e-11) << form.what;
    EXPECT_GE(*report.exit_time, form.exit) << form.what;
    EXPECT_LE(*report.exit_time, form.exit + 1e-11) << form.what;
    EXPECT_EQ(report.first_features, form.features) << form.what;
    EXPECT_LT(length(report.normal - form.normal), 1e-5) << form.what;
    EXPECT_TRUE(report.linear) << form.what;
    EXPECT_LE(report.distance, 1e-10) << form.what;
    ASSERT_FALSE(report.axes.empty());
    for (const SweepAxis& axis : report.axes) {
      EXPECT_LE(axis.times.impact, report.time) << form.what;
      EXPECT_GE(axis.times.exit, *report.exit_time - 1e-12) << form.what;
    }
  }
}

TEST(SweepRound, HoldsItsBoundsFromMicrometresToThousandsOfKilometresAndMillimetresToAMillionKilometresASecond) {
  double early = 0, late = -1, overstays = 0;  // as gaps, of size and way
  int count = 0;
  for (const ClosedForm& form : closedForms()) {
    for (double scale = 1e-6; scale < 2e6; scale *= 10) {
      for (double speed = 1e-3; speed < 2e9; speed *= 10) {
        for (const bool swapped : {false, true}) {
          const auto grown = [&](PosedShape shape) {
            shape.shape = *scaled(shape.shape, Vec3{scale});
            shape.pose.position *= scale;
            return shape;
          };
          const PosedShape a = grown(form.a), b = grown(form.b);
          const double rate = speed / length(form.motion_b.linear), slower = scale / rate;  // times grow by this
          const Motion motion = going(rate * form.motion_b.linear, rate / scale * form.motion_b.angular);
          const SweepReport report =
              swapped ? *sweep(b, motion, a, {}, 10 * slower) : *sweep(a, {}, b, motion, 10 * slower);
          ASSERT_TRUE(report.hit && report.exit_time) << form.what << " " << scale << " " << speed;
          ++count;
          early = std::max(early, (form.impact * slower - report.time) * speed / scale);
          late = std::max(late, (report.time - form.impact * slower) * speed / scale);
          late = std::max(late, (form.exit * slower - *report.exit_time) * speed / scale);
          overstays = std::max(overstays, (*report.exit_time - form.exit * slower) * speed / scale);
        }
      }
    }
  }
  std::printf("%d sweeps: early by %.3g, late by %.3g, exit late by %.3g m a metre of size\n", count, early, late,
              overstays);
  EXPECT_EQ(count, 8 * 13 * 13 * 2);
  EXPECT_LE(late, 0);
  EXPECT_LE(early, 2e-11);
  EXPECT_LE(overstays, 2e-11);
}

// A slab at two edges that are parallel but for rounding, or at a face without area, had no end: hits where nothing
// meets.
TEST(SweepRound, PassesWhereEdgesAreParallelAndFacesHaveNoArea) {
  const auto quarter = matrixOfAngle(std::numbers::pi / 2);
  const SweepReport leaving =
      *sweep({Box2{{1, 1}}, {{0, 0, 0}, quarter}}, {}, at(Capsule2{2, 1}, {-5, 0, 0}), going({-1, -1, 0}), 3);
  EXPECT_FALSE(leaving.hit) << leaving.distance;

  const Mat3 same = matrixOf(normalized(Quat{0.2, 0.4, 0.4, 0.8}));
  const SweepReport passing =
      *sweep({Box{{1, 1, 1}}, {{0, 0, 0}, same}}, {}, {Capsule{1, 0.5}, {{-2, 3, -4}, same}}, going({0, 0, 1}), 10);
  EXPECT_FALSE(passing.hit) << passing.distance;

  const SweepReport onto_a_line =
      *sweep(at(Box2{{1, 0}}, {0, 0, 0}), {}, at(Circle{1}, {3, 0, 0}), going({-2, 0, 0}), 1);
  ASSERT_TRUE(onto_a_line.hit);
  EXPECT_NEAR(onto_a_line.time, 0.5, 1e-12);
  EXPECT_FALSE(onto_a_line.starts_in_contact);
}

// The same at random: rotations shared or by quarters, extents of zero, motions along edges.
TEST(SweepRound, ProvesItsHitsAndMissesWhereEdgesAreParallel) {
  test::Random random{77};
  int hits = 0, misses = 0, flat = 0;
  double worst = 0;
  const auto extent = [&] { return random.next() % 5 == 0 ? 0.0 : 0.2 + random.unit(); };
  for (int round = 0; round < test::rounds(2000); ++round) {
    const bool planar = round % 2 == 0;
    const Mat3 frame = planar ? matrixOfAngle(random.unit() * 6) : matrixOf(random.rotation());
    const auto quarters = [&] {
      const double angle = std::numbers::pi / 2 * static_cast<double>(random.next() % 4);
      return planar ? matrixOfAngle(angle) : matrixOf(quaternionAbout(Vec3{0, 0, 1}, angle));
    };
    const Vec3 sizes{extent(), extent(), extent()};
    flat += sizes.x == 0 || sizes.y == 0 ? 1 : 0;
    const Shape box = planar ? Shape{Box2{{sizes.x, sizes.y}}} : Shape{Box{sizes}};
    const double radius = random.unit();
    const Shape round_one = planar ? (round % 4 == 0 ? Shape{Capsule2{1, radius}} : Shape{Circle{radius}})
                                   : (round % 4 == 1 ? Shape{Capsule{1, radius}} : Shape{Sphere{radius}});
    Vec3 start = random.point(4), velocity = random.point(2);
    if (planar) start.z = velocity.z = 0;
    if (round % 3 == 0)
      velocity = frame[static_cast<int>(random.next() % (planar ? 2 : 3))] * (random.unit() - 0.5);  // along an edge
    const PosedShape a{box, {{0, 0, 0}, frame * quarters()}}, b{round_one, {start, frame * quarters()}};
    const SweepReport report = *sweep(a, {}, b, going(velocity), 3);
    const auto gap = [&](double time) { return ownGapAt(a, {}, b, going(velocity), time); };
    for (int k = 0; k < 8 && !report.starts_in_contact; ++k)
      EXPECT_GT(gap(report.time * k / 8), 0) << round << ": late";
    (report.hit ? hits : misses) += 1;
    if (report.hit) worst = std::max(worst, gap(report.time));
  }
  std::printf("%d hits, %d misses, %d without area, worst gap at a hit %.3g m\n", hits, misses, flat, worst);
  EXPECT_LE(worst, 2e-12);
  EXPECT_GT(hits, test::rounds(200));
  EXPECT_GT(misses, test::rounds(200));
  EXPECT_GT(flat, test::rounds(200));
}

// Newton steps along a direction that does not separate would pass the contact.
TEST(SweepRound, IsNeverLateAndTouchesAtItsTimesAgainstSamplesOfTheDistance) {
  test::Random random{41};
  double early = 0, swap = 0;
  int hits = 0, rotating_hits = 0, misses = 0, grazes = 0, exits = 0;
  for (int round = 0; round < test::rounds(100); ++round) {
    const auto other = [&] {
      const int kinds[] = {0, 1, 2, 3, 5, 6, 7, 8, 9};
      return test::randomSolid(random, kinds[random.next() % 9]);
    };
    PosedShape a = test::posed(random, test::randomSolid(random, 6 + round % 2), 0.3),
               b = test::posed(random, other(), 3);
    if (round % 4 < 2) std::swap(a.shape, b.shape);
    if (neverRotates(a.shape)) a.pose.rotation = Mat3{1.0};
    if (neverRotates(b.shape)) b.pose.rotation = Mat3{1.0};
    ASSERT_TRUE(test::isCurved(a.shape) || test::isCurved(b.shape));
    const bool rotating = round % 3 == 0;
    Motion motion_a, motion_b;
    if (rotating && !neverRotates(a.shape)) motion_a.angular = random.point(4);
    if (rotating && !neverRotates(b.shape)) motion_b.angular = random.point(4);
    const Vec3 towards = 1.5 * (a.pose.position - b.pose.position), aside = random.direction();
    const auto tried = [&](double part) {
      motion_b.linear = towards + part * aside;
      return *sweep(a, motion_a, b, motion_b, 1);
    };
    double low = 0, high = 4;
    if (!tried(low).hit || tried(high).hit) continue;
    for (int i = 0; i < 30; ++i) (tried((low + high) / 2).hit ? low : high) = (low + high) / 2;
    for (const double part : {0.0, low, high}) {
      const SweepReport report = tried(part);
      EXPECT_FALSE(report.undecided);
      if (report.starts_in_contact) continue;
      const auto gap = [&](double time) { return ownGapAt(a, motion_a, b, motion_b, time); };
      for (int k = 0; k < 12; ++k) EXPECT_GT(gap(report.time * k / 12), 0) << round << ": late";
      grazes += part > 0 && report.hit ? 1 : 0;
      (report.hit ? hits : misses) += 1;
      if (report.hit) {
        rotating_hits += rotating ? 1 : 0;
        early = std::max(early, gap(report.time));
      }
      if (report.exit_time && !rotating) {
        ++exits;
        EXPECT_GE(*report.exit_time, report.time);
        EXPECT_LE(gap(*report.exit_time), 2e-11) << round;
        for (int k = 1; k < 5; ++k) EXPECT_GT(gap(*report.exit_time + 1e-4 * k), 0) << round << ": left early";
      }
      const SweepReport swapped = *sweep(b, motion_b, a, motion_a, 1);
      if (part == 0) {
        EXPECT_EQ(swapped.hit, report.hit);
        swap = std::max(swap, std::abs(swapped.time - report.time));
      }
    }
  }
  std::printf("worst gap at a time of impact %.3g m, swap moves it by %.3g s\n", early, swap);
  EXPECT_LE(early, 2e-11);
  EXPECT_LE(swap, 1e-9);
  EXPECT_GT(hits, test::rounds(100));
  EXPECT_GT(rotating_hits, test::rounds(40));
  EXPECT_GT(misses, test::rounds(50));
  EXPECT_GT(grazes, test::rounds(50));
  EXPECT_GT(exits, test::rounds(50));
}

// Steps of zero length never came to an end.
TEST(SweepRotating, EndsForPointsThatRotateOutOfAHalfSpaceAndOutOfEachOther) {
  Motion swing = going({0, 0, 0}, {0, 0, 3});
  swing.about = Vec3{-1, 0, 0};
  const SweepReport out = *sweep(at(HalfSpace{}, {0, 0, 0}), {}, at(Point3{}, {0, -0.5, 0}), swing, 1);
  EXPECT_TRUE(out.starts_in_contact);
  ASSERT_TRUE(out.exit_time);
  EXPECT_NEAR(*out.exit_time, std::atan(0.5) / 3, 1e-9);
  EXPECT_TRUE(sweep(at(Point3{}, {0, 0, 0}), {}, at(Point3{}, {0, 0, 0}), swing, 1)->starts_in_contact);
}

TEST(SweepRotating, DecidesGrazesOfFacesAndEdgesThatRotate) {
  // Points of a rotating face away from the contact come nearer than the contact does: a direction that stays still
  // loses to them, and a walk along it never ends.
  test::Random random{2};
  std::size_t most = 0;
  int grazes = 0;
  double early = 0;
  for (int round = 0; round < test::rounds(100, 15); ++round) {
    const auto kinds = test::allKindPairs()[random.next() % test::allKindPairs().size()];
    const PosedShape a = test::randomPosed(random, kinds, test::Which::kA, 0.3),
                     b = test::randomPosed(random, kinds, test::Which::kB, 3);
    if (!isConvex(a.shape) || !isConvex(b.shape)) continue;
    const auto spin = [&](const Shape& shape) {
      const Vec3 out = random.direction() * std::pow(10, random.in(-1, 2));
      return neverRotates(shape) ? Vec3{0.0} : kinds.planar ? Vec3{0, 0, out.z} : out;
    };
    Motion motion_a{Vec3{0.0}, spin(a.shape), {}}, motion_b{Vec3{0.0}, spin(b.shape), {}};
    Vec3 towards = 1.5 * (a.pose.position - b.pose.position), aside = random.direction();
    if (kinds.planar) aside.z = 0;
    const auto tried = [&](double part) {
      motion_b.linear = towards + part * aside;
      SweepReport report = *sweep(a, motion_a, b, motion_b, 1);
      EXPECT_FALSE(report.undecided) << round;
      most = std::max(most, report.steps.size());
      return report;
    };
    double low = 0, high = 4;
    if (!tried(low).hit || tried(high).hit) continue;
    for (int i = 0; i < 40; ++i) (tried((low + high) / 2).hit ? low : high) = (low + high) / 2;
    const SweepReport report = tried(low);
    if (report.starts_in_contact) continue;
    ++grazes;
    early = std::max(early, report.distance);
  }
  std::printf("%d grazes, at most %zu steps, worst gap at impact %.3g m\n", grazes, most, early);
  EXPECT_GT(grazes, test::rounds(40));
  EXPECT_LT(most, 1000u);
  EXPECT_LT(early, 2e-11);
}

TEST(SweepRotating, FindsAtOnceThatPropellersNeverTouchTheWall) {
  // A blade of three metres rotates by a thousand radians a second, a hair from a wall: its circle is the envelope that
  // decides.
  const PosedShape blade = at(Box{{1.5, 0.02, 0.05}}, {0, 0, 0}), wall = at(Box{{0.1, 5, 5}}, {1.7, 0, 0});
  const SweepReport report = *sweep(blade, going({0, 0, 0}, {0, 0, 1000}), wall, going({-0.09, 0, 0}), 1);
  EXPECT_FALSE(report.hit);
  EXPECT_LT(report.steps.size(), 10u);
  const SweepReport hit = *sweep(blade, going({0, 0, 0}, {0, 0, 1000}), wall, going({-0.2, 0, 0}), 1);
  ASSERT_TRUE(hit.hit);
  EXPECT_NEAR(hit.time, (1.6 - std::hypot(1.5, 0.02)) / 0.2, 0.0032)
      << "within half a rotation of its circle's contact";
  EXPECT_LE(ownGapAt(blade, going({0, 0, 0}, {0, 0, 1000}), wall, going({-0.2, 0, 0}), hit.time), 1e-10);
}

TEST(SweepRotating, FindsTheExitTimeOfCylindersAndCones) {
  // A cylinder lying along x rotates over a ball: symmetric about the moment when they are deepest.
  const Mat3 lying{Vec3{0, 1, 0}, Vec3{-1, 0, 0}, Vec3{0, 0, 1}};
  const PosedShape rod = at(Cylinder{1, 0.05}, {0, 0, 0}, lying), ball = at(Sphere{0.25}, {0, 0.5, 0});
  const SweepReport report = *sweep(rod, going(Vec3{0.0}, {0, 0, 1}), ball, {}, 3);
  ASSERT_TRUE(report.hit && report.exit_time);
  EXPECT_NEAR(report.time, M_PI / 2 - std::asin(0.3 / 0.5), 1e-11);
  EXPECT_NEAR(*report.exit_time, M_PI / 2 + std::asin(0.3 / 0.5), 1e-11);
  EXPECT_GE(*report.exit_time, M_PI / 2 + std::asin(0.3 / 0.5));
}

TEST(SweepRotating, HasNoExitTimeOnlyWhereShapesTouchAtTheEnd) {
  test::Random random{77};
  const auto kinds = test::allKindPairs();
  int left = 0, touching = 0, started = 0;
  double worst = 0;
  for (int round = 0; round < test::rounds(1500, 300); ++round) {
    const test::KindPair pair = kinds[random.next() % kinds.size()];
    const PosedShape a = test::randomPosed(random, pair, test::Which::kA, 0.3),
                     b = test::randomPosed(random, pair, test::Which::kB, 2);
    const auto spin = [&](const Shape& shape) {
      const Vec3 out = random.direction() * std::pow(10, random.in(-1, 2));
      return neverRotates(shape) ? Vec3{0.0} : pair.planar ? Vec3{0, 0, out.z} : out;
    };
    const Motion motion_a{Vec3{0.0}, spin(a.shape), {}};
    Motion motion_b{random.in(0.5, 3) * (a.pose.position + random.point(0.8) - b.pose.position), spin(b.shape), {}};
    if (pair.planar) motion_b.linear.z = 0;
    if (!isConvex(a.shape) || !isConvex(b.shape)) continue;  // test_sweep_pieces.cpp
    const SweepReport report = *sweep(a, motion_a, b, motion_b, 1);
    if (!report.hit || report.linear) continue;
    EXPECT_FALSE(report.undecided || report.exit_undecided) << round;
    started += report.starts_in_contact ? 1 : 0;
    if (report.exit_time) {
      ++left;
      worst = std::max(worst, std::abs(ownGapAt(a, motion_a, b, motion_b, *report.exit_time)) / pairSize(a, b));
    } else {
      ++touching;
      EXPECT_LE(ownGapAt(a, motion_a, b, motion_b, 1), 1e-9 * pairSize(a, b)) << round;
    }
  }
  std::printf("%d left, %d touch at the end, %d from the start, worst gap at the exit %.3g of size\n", left, touching,
              started, worst);
  EXPECT_LE(worst, 2e-11);
  EXPECT_GT(left, test::rounds(400));
  EXPECT_GT(touching, test::rounds(150));
  EXPECT_GT(started, test::rounds(50));
}

TEST(SweepRotating, ExitsAtTheSameMomentWhereverOnItsAxisTheRotationIsMeasuredFrom) {
  // What a shape sweeps over lies all on one side of such a point; seen backwards in time it must not change sides.
  const Mat3 lying{Vec3{0, 1, 0}, Vec3{-1, 0, 0}, Vec3{0, 0, 1}};
  const PosedShape rod = at(Cylinder{1, 0.05}, {0, 0, 0}, lying), ball = at(Sphere{0.25}, {0, 0.5, 0});
  for (const double along : {-0.5, -0.1, 0.3, 20.0}) {
    const SweepReport report = *sweep(rod, {Vec3{0.0}, {0, 0, 1}, Vec3{0, 0, along}}, ball, {}, 3);
    ASSERT_TRUE(report.hit && report.exit_time) << along;
    EXPECT_NEAR(report.time, M_PI / 2 - std::asin(0.3 / 0.5), 1e-9) << along;
    EXPECT_NEAR(*report.exit_time, M_PI / 2 + std::asin(0.3 / 0.5), 1e-9) << along;
    EXPECT_GE(*report.exit_time, M_PI / 2 + std::asin(0.3 / 0.5)) << along;
  }
}

}  // namespace
}  // namespace sepax
