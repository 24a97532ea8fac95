#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>

#include "collide/pair_relations.h"
#include "collide/posed.h"
#include "collide/random_pairs.h"
#include "geom/contains.h"
#include "geom/directions.h"
#include "geom/ellipsoid.h"
#include "geom/hull.h"
#include "geom/random.h"
#include "geom/rounded.h"
#include "geom/support.h"
#include "prove/contact_checks.h"
#include "prove/workload.h"
#include "rounds.h"

namespace sepax {
namespace {

using test::at;
using test::going;
using test::satOf;
using test::swept;
using test::tested;

/// Along (0.6, 0.8, 0) they extend by hypot(1.2, 0.5), which is 1.3.
const Ellipsoid kPebble{{2, 0.625, 1}};
const Ellipse kBar{{2, 0.625}};
const Vec3 kNormal{0.6, 0.8, 0}, kFarthest{2.4 / 1.3, 0.3125 / 1.3, 0};

std::string axisOf(const PairReport& report) { return axisName(decidingAxis(satOf(report)).id); }

TEST(EllipsoidPair, IsDecidedBySurfaceCornerEdgeOrFaceAtHandValues) {
  const PairReport ball = tested(at(kPebble, {0, 0, 0}), at(Sphere{0.5}, kFarthest + 1.5 * kNormal));
  EXPECT_NEAR(ball.answer.distance, 1, 1e-15);
  EXPECT_LT(length(ball.answer.normal - kNormal), 1e-15);
  EXPECT_LT(length(ball.answer.closest_a - kFarthest), 1e-15);
  EXPECT_LT(length(ball.answer.closest_b - (kFarthest + kNormal)), 1e-15);
  EXPECT_EQ(axisOf(ball), "AsurfacexBvertex0");
  const PairReport disc = tested(at(kBar, {0, 0, 0}), at(Circle{0.5}, kFarthest + 0.4 * kNormal));
  EXPECT_NEAR(disc.answer.separation, -0.1, 1e-15);
  EXPECT_LT(length(disc.answer.normal - kNormal), 1e-15);
  // On a slope with that normal; a box whose face has it.
  const Mat3 slope{Vec3{0.8, -0.6, 0}, kNormal, Vec3{0, 0, 1}};
  const PairReport face = tested(at(kPebble, 1.2 * kNormal), at(Box{{5, 1, 5}}, -1.0 * kNormal, slope));
  EXPECT_NEAR(face.answer.separation, -0.1, 1e-15);
  EXPECT_EQ(axisOf(face), "B1");
  EXPECT_NEAR(tested(at(kPebble, 1.2 * kNormal), at(HalfSpace{}, {0, 0, 0}, slope)).answer.separation, -0.1, 1e-15);
  // A corner against its flat side, an edge along z against its end.
  const PairReport edge = tested(at(kPebble, {0, 0, 0}), at(Box{{1, 1, 9}}, kFarthest + kNormal + Vec3{1, 1, 0}));
  EXPECT_NEAR(edge.answer.separation, 1, 1e-15);
  EXPECT_EQ(axisOf(edge), "AsurfacexBedge8");
  const PairReport corner = tested(at(kPebble, {0, 0, 0}), at(Box{{1, 1, 1}}, kFarthest + kNormal + Vec3{1, 1, 1}));
  EXPECT_NEAR(corner.answer.separation, 1, 1e-15);
  // Two of a kind touch where their normals are opposite.
  const PairReport both = tested(at(kPebble, {0, 0, 0}), at(kPebble, 2.0 * kFarthest));
  EXPECT_EQ(both.answer.verdict, Verdict::kTouching);
  EXPECT_LT(length(both.answer.normal - kNormal), 1e-14);
  ASSERT_EQ(both.answer.contacts.size(), 1u);
  EXPECT_LT(length(both.answer.contacts[0].position - kFarthest), 1e-14);
  // One in the other's middle leaves through the flat side.
  EXPECT_NEAR(tested(at(kPebble, {0, 0, 0}), at(kPebble, {0, 0, 0})).answer.separation, -1.25, 1e-15);
}

TEST(EllipsoidPair, OfOneRadiusIsTheBallsAndOfOneHalfAxisTheSegmentsToTheBit) {
  test::Random random{5};
  for (const ShapeKind& kind : shapeKinds()) {
    for (int i = 0; i < 20; ++i) {
      const PosedShape other = at(kind.make(random, false), random.point(1.5),
                                  kind.planar ? matrixOfAngle(random.in(-3, 3)) : matrixOf(random.rotation()));
      const double r = random.in(0, 1), margin = random.in(0, 1);
      const auto gap = [&](const Shape& shape) { return tested(other, at(shape, {0.5, 0, 0})).answer.separation; };
      if (kind.planar) {
        EXPECT_EQ(gap(Ellipse{{r, r}}), gap(Circle{r})) << kind.name;
        EXPECT_EQ(gap(Ellipse{{r, 0}}), gap(Segment2{r})) << kind.name;
        EXPECT_EQ(gap(Ellipse{{0, 0}}), gap(Point2{})) << kind.name;
        EXPECT_EQ(gap(*rounded(Ellipse{{r, 0}}, margin)), gap(Capsule2{r, margin})) << kind.name;
      } else {
        EXPECT_EQ(gap(Ellipsoid{{r, r, r}}), gap(Sphere{r})) << kind.name;
        EXPECT_EQ(gap(Ellipsoid{{0, r, 0}}), gap(Segment3{r})) << kind.name;
        EXPECT_EQ(gap(Ellipsoid{{0, 0, 0}}), gap(Point3{})) << kind.name;
        EXPECT_EQ(gap(*rounded(Ellipsoid{{0, r, 0}}, margin)), gap(Capsule{r, margin})) << kind.name;
      }
    }
  }
}

/// Nearly a ball, or nearly a round disc, it answers as that to what it differs by.
TEST(EllipsoidPair, NearABallAnswersAsTheBall) {
  test::Random random{6};
  double worst = 0;
  int overlapping = 0;
  for (const ShapeKind& kind : shapeKinds()) {
    if (kind.planar) continue;
    for (int i = 0; i < test::rounds(20, 2); ++i) {
      const PosedShape other = at(kind.make(random, false), random.point(1.2), matrixOf(random.rotation()));
      const double r = random.in(0.2, 1), by = 1e-12;
      const auto gap = [&](const Shape& shape, const Mat3& rotation = Mat3{1.0}) {
        return tested(other, at(shape, {0.5, 0, 0}, rotation)).answer.separation;
      };
      const double ball = gap(Sphere{r}),
                   nearly = gap(Ellipsoid{{r, r * (1 + by), r * (1 - by)}}, matrixOf(random.rotation()));
      overlapping += ball < 0 ? 1 : 0;
      worst = std::max(worst, std::abs(nearly - ball));
      const double disc = gap(Cylinder{0, r}), flat = gap(Ellipsoid{{r, 0, r * (1 - by)}});
      worst = std::max(worst, std::abs(flat - disc));
    }
  }
  std::printf("worst difference %g, %d overlapping\n", worst, overlapping);
  EXPECT_LT(worst, 1e-11);
  EXPECT_GT(overlapping, test::rounds(60));
}

template <Elliptic S>
S randomOf(SplitMix64& random) {
  S out;
  for (int c = 0; c < out.half_axes.length(); ++c) out.half_axes[c] = random.unit() < 0.05 ? 0 : random.in(0.05, 1);
  return out;
}

struct WorstPair {
  double distance = 0, depth = 0, epa = 0, mtv = 0, swap = 0, scale = 0, certified = 0, contact = 0;
  int apart = 0, overlapping = 0;
  std::map<std::string, int> decided;
};

/// One pair: bounds from both sides when apart, a search by brute force when not, and relations.
void comparePair(const PosedShape& a, const PosedShape& other, bool by_brute_force, WorstPair& worst) {
  const PairReport report = tested(a, other);
  ASSERT_EQ(check(satOf(report)).value_or("sound"), "sound");
  const PairAnswer& answer = report.answer;
  const double unit = std::max(pairSize(a, other), 1e-3);
  ++worst.decided[axisKindName(decidingAxis(satOf(report)).id.kind)];
  ++(answer.separation > 0 ? worst.apart : worst.overlapping);
  worst.swap = std::max(worst.swap, std::abs(tested(other, a).answer.separation - answer.separation) / unit);
  worst.scale = std::max(worst.scale, scaleError(a, other, answer, 3) / unit);
  const auto on = [](const PosedShape& shape, const Vec3& point) {
    return containsPoint(shape.shape, shape.pose, point).signed_distance;
  };
  if (answer.separation > 0) {
    // The axis bounds the distance from below, points of the shapes from above.
    const double between = length(answer.closest_b - answer.closest_a);
    worst.certified = std::max(worst.certified, std::abs(between - answer.separation) / unit);
    worst.certified = std::max({worst.certified, on(a, answer.closest_a) / unit, on(other, answer.closest_b) / unit});
    if (by_brute_force) {
      worst.distance =
          std::max(worst.distance, std::abs(tested(a, other, "brute-force").answer.distance - answer.distance) / unit);
    }
    return;
  }
  worst.mtv = std::max(worst.mtv, std::abs(separationAfterMtv(a, other, answer)) / unit);
  for (const Contact& contact : answer.contacts) {
    const Vec3 half = answer.normal * (contact.separation / 2);
    worst.contact =
        std::max({worst.contact, on(a, contact.position - half) / unit, on(other, contact.position + half) / unit});
  }
  const auto excess = [&](const char* row) {
    return (tested(a, other, row).answer.separation - answer.separation) / unit;
  };
  worst.epa = std::max(worst.epa, std::abs(excess("gjk-epa")));
  if (by_brute_force) worst.depth = std::max(worst.depth, excess("brute-force"));
}

template <Elliptic S>
WorstPair compareKinds(double spread, bool margins) {
  test::Random random{8};
  WorstPair worst;
  for (const ShapeKind& kind : shapeKinds()) {
    if (kind.planar != S::kPlanar || kind.unbounded) continue;
    for (int i = 0; i < test::rounds(40, 4); ++i) {
      const Shape core = randomOf<S>(random);
      const Shape s = margins ? *rounded(core, random.in(0, 0.3)) : core;
      const auto rotation = [&] { return S::kPlanar ? matrixOfAngle(random.in(-3, 3)) : matrixOf(random.rotation()); };
      PosedShape other{kind.make(random, i % 8 == 0), {random.point(spread), rotation()}};
      if (!isConvex(other.shape)) break;
      if (S::kPlanar) other.pose.position.z = 0;
      if (neverRotates(other.shape)) other.pose.rotation = Mat3{1.0};
      comparePair({s, {Vec3{0.0}, rotation()}}, other, i % 4 == 0, worst);
    }
  }
  std::printf(
      "distance %g, bounds %g, depth %g, EPA's %g, after the mtv %g, contacts %g, swapped %g, scaled %g; %d apart, %d "
      "overlapping:",
      worst.distance, worst.certified, worst.depth, worst.epa, worst.mtv, worst.contact, worst.swap, worst.scale,
      worst.apart, worst.overlapping);
  for (const auto& [kind, count] : worst.decided) std::printf(" %s %d", kind.c_str(), count);
  std::printf("\n");
  return worst;
}

void expectGood(const WorstPair& worst) {
  EXPECT_LT(worst.distance, 1e-12);
  EXPECT_LT(worst.certified, 1e-12);
  EXPECT_LT(worst.depth, 1e-13);
  EXPECT_LT(worst.epa, 4e-12);  // it ends within kEpaGap of the extent
  EXPECT_LT(worst.contact, 1e-12);
  EXPECT_LT(std::max({worst.mtv, worst.swap, worst.scale}), 1e-13);
}

TEST(EllipsoidPair, IsAsFarAsItsBoundsAndAsDeepAsNoOtherDirectionEnds) {
  WorstPair near = compareKinds<Ellipsoid>(0.8, false);
  const WorstPair wide = compareKinds<Ellipsoid>(2, false), round = compareKinds<Ellipsoid>(1, true);
  for (const WorstPair& worst : {near, wide, round}) expectGood(worst);
  EXPECT_GT(near.overlapping, test::rounds(300));
  EXPECT_GT(wide.apart, test::rounds(200));
  EXPECT_GT(near.decided["lateral"], test::rounds(200));
}

TEST(EllipsoidPair, OfThePlaneIsAsFarAsItsBoundsAndAsDeepAsNoOtherDirectionEnds) {
  WorstPair near = compareKinds<Ellipse>(0.8, false);
  const WorstPair wide = compareKinds<Ellipse>(2, false), round = compareKinds<Ellipse>(1, true);
  for (const WorstPair& worst : {near, wide, round}) expectGood(worst);
  EXPECT_GT(near.overlapping, test::rounds(150));
  EXPECT_GT(wide.apart, test::rounds(100));
  EXPECT_GT(near.decided["lateral"], test::rounds(50));
}

// Hulls of points on the surface lie in it: their gap is larger, by what is left out, which falls as one over their
// number. The search for the least overlap left the plane where that is level to the third order: a normal of length
// 6e-13, and half the depth.
TEST(EllipsoidPair, OfThePlaneKeepsItsNormalThereWhereTheLeastDepthIsLevel) {
  for (const double out : {0.5, 0.75, 0.9}) {
    for (const bool capped : {false, true}) {
      const PosedShape tip = at(capped ? Shape{TaperedCapsule2{0.25, 0.75, 0}} : Shape{Circle{0.75}}, {0, 0, 0});
      const PosedShape ellipse = at(Ellipse{{1, 0.5}}, {out, 0, 0});
      const PairReport epa = tested(tip, ellipse, "gjk-epa"), sat = tested(tip, ellipse);
      EXPECT_NEAR(length(epa.answer.normal), 1, 1e-15);
      EXPECT_EQ(epa.answer.normal.z, 0);
      EXPECT_NEAR(epa.answer.separation, sat.answer.separation, 1e-7) << out << ' ' << capped;
    }
  }
}

TEST(EllipsoidPair, IsWhatFinerHullsConvergeTo) {
  SplitMix64 random{9};
  double coarse = 0, fine = 0, below = 0;
  for (int i = 0; i < test::rounds(30, 3); ++i) {
    const Ellipsoid s{{random.in(0.3, 1), random.in(0.3, 1), random.in(0.3, 1)}};
    const PosedShape other = at(Box{{random.in(0.1, 1), random.in(0.1, 1), random.in(0.1, 1)}}, random.point(1.2),
                                matrixOf(random.rotation()));
    const double exact = tested(at(s, {0, 0, 0}), other).answer.separation;
    const auto error = [&](int count) {
      std::vector<Vec3> points;
      for (const Vec3& d : sphereDirections(count)) points.push_back(s.half_axes * d);
      const double excess = tested(at(*makeHull(points), {0, 0, 0}), other, "gjk-epa").answer.separation - exact;
      below = std::max(below, -excess);
      return excess;
    };
    coarse = std::max(coarse, error(250));
    fine = std::max(fine, error(2000));
  }
  std::printf("coarse %g, fine %g, nearer by %g\n", coarse, fine, below);
  EXPECT_LT(below, 1e-11);
  EXPECT_LT(fine, coarse / 4);
  EXPECT_LT(fine, 4e-3);
}

TEST(EllipsoidPair, AnswersForExtremeSizesAndPlaces) {
  // Needles, plates, discs, nearly balls; all of them far from the origin.
  for (const Vec3& half : {Vec3{1, 1e-6, 1e-6}, Vec3{1, 1e-9, 0.5}, Vec3{1, 0, 0.5}, Vec3{1, 1 - 1e-15, 1},
                           Vec3{1e6, 1, 1e-3}, Vec3{1, 0, 1e-8}}) {
    const Ellipsoid s{half};
    for (const double away : {0.0, 1e6}) {
      const double size = sizeOf(Shape(s)), rounding = 1e-15 * away;
      const Vec3 origin{away, -away, away};
      const PairReport above = tested(at(s, origin), at(Box{{0.5, 0.5, 0.5}}, origin + Vec3{0, half.y + 0.75, 0}));
      EXPECT_NEAR(above.answer.separation, 0.25, 1e-15 * size + rounding);
      const PairReport in = tested(at(s, origin), at(Sphere{0.5}, origin));
      EXPECT_NEAR(in.answer.separation, -0.5 - std::min(half.y, half.z), 1e-14 * size + rounding);
      EXPECT_TRUE(std::isfinite(length(in.answer.mtv)));
      EXPECT_LT(std::abs(separationAfterMtv(at(s, origin), at(Sphere{0.5}, origin), in.answer)),
                1e-14 * size + 4 * rounding);
      const PairReport crossed = tested(at(s, origin), at(s, origin, matrixOf(quaternionAbout({0, 1, 0}, M_PI / 2))));
      EXPECT_TRUE(std::isfinite(crossed.answer.separation) && isFinite(crossed.answer.closest_a));
      EXPECT_LE(crossed.answer.separation, 1e-14 * size + rounding);
    }
  }
}

// A search for the deepest direction that started in one place found one side of a flat ellipsoid only.
TEST(EllipsoidPair, IsLeftThroughTheNearerSideByACornerPastItsMiddle) {
  const Ellipsoid plate{{2, 0.25, 2}};
  // The tip of a steep pyramid comes from above, and ends below the middle.
  const Shape tip = *makeHull({{0, -0.125, 0}, {1, 4, 1}, {1, 4, -1}, {-1, 4, 1}, {-1, 4, -1}});
  const PairReport deep = tested(at(plate, {0, 0, 0}), at(tip, {0, 0, 0}));
  EXPECT_NEAR(deep.answer.separation, -0.375, 1e-15);
  EXPECT_LT(length(deep.answer.normal - Vec3{0, 1, 0}), 1e-15);
  const PairReport point = tested(at(plate, {0, 0, 0}), at(Point3{}, {0, -0.125, 0}));
  EXPECT_NEAR(point.answer.separation, -0.125, 1e-15);
}

TEST(EllipsoidPair, TouchesInOnePointAndADiscThatLiesFlushInMany) {
  const PairReport one = tested(at(Box{{5, 1, 5}}, {0, -1, 0}), at(kPebble, {0.5, 0.615, 0.25}));
  ASSERT_EQ(one.answer.contacts.size(), 1u);
  EXPECT_LT(length(one.answer.contacts[0].position - Vec3{0.5, -0.005, 0.25}), 1e-15);
  EXPECT_NEAR(one.answer.contacts[0].separation, -0.01, 1e-15);
  const PairReport flush = tested(at(Box{{5, 1, 5}}, {0, -1, 0}), at(Ellipsoid{{2, 0, 1}}, {0.5, -0.01, 0.25}));
  EXPECT_EQ(flush.answer.contacts.size(), 4u);
  for (const Contact& contact : flush.answer.contacts) {
    EXPECT_NEAR(contact.separation, -0.01, 1e-15);
    const Vec3 from = contact.position - Vec3{0.5, 0, 0.25};
    EXPECT_LE(from.x * from.x / 4 + from.z * from.z, 1 + 1e-14);
  }
  // Leaning, it meets the ground with its rim, as the cap of a cylinder does: deepest at one point.
  const PairReport leaning =
      tested(at(Box{{5, 1, 5}}, {0, -1, 0}),
             at(Ellipsoid{{2, 0, 1}}, {0, 1.19, 0}, matrixOf(quaternionAbout({0, 0, 1}, std::asin(0.6)))));
  ASSERT_GE(leaning.answer.contacts.size(), 1u);
  for (const Contact& contact : leaning.answer.contacts) EXPECT_GE(contact.separation, -0.01 - 1e-15);
  EXPECT_LT(length(leaning.answer.contacts[0].position - Vec3{-1.6, -0.005, 0}), 1e-14);
  EXPECT_EQ(tested(at(Box2{{5, 1}}, {0, -1, 0}), at(kBar, {0, 0.6, 0})).answer.contacts.size(), 1u);
}

TEST(EllipsoidPair, SweepsToTheMomentWhenItTouches) {
  const SweepReport hit =
      swept(at(kPebble, {0, 0, 0}), {}, at(Sphere{0.5}, kFarthest + 2.5 * kNormal), going(-kNormal), 10);
  ASSERT_TRUE(hit.hit);
  EXPECT_NEAR(hit.time, 2, 1e-11);
  EXPECT_LT(length(hit.normal - kNormal), 1e-6);
  EXPECT_EQ(hit.first_features, "A surface · B vertex 0");
  const SweepReport plane =
      swept(at(kBar, {0, 0, 0}), {}, at(Circle{0.5}, kFarthest + 2.5 * kNormal), going(-kNormal), 10);
  ASSERT_TRUE(plane.hit);
  EXPECT_NEAR(plane.time, 2, 1e-11);
  // Rotating about an axis that it is round about changes nothing; any other does.
  const Ellipsoid egg{{0.5, 1, 0.5}};
  const auto spun = [&](const Shape& shape, const Vec3& spin) {
    return swept(at(shape, {0, 0, 0}), going({0, 0, 0}, spin), at(Sphere{0.5}, {4, 0.25, 0}), going({-1, 0, 0}), 10);
  };
  EXPECT_TRUE(spun(egg, {0, 5, 0}).linear);
  EXPECT_FALSE(spun(egg, {5, 0, 0}).linear);
  EXPECT_FALSE(spun(egg, {0, 5, 1e-3}).linear);
  EXPECT_FALSE(spun(kPebble, {0, 5, 0}).linear);
  // The end of a lying one comes down on the ground where its half extent along y is its height: √(4 sin² + 0.625²
  // cos²).
  const SweepReport rotated =
      swept(at(Box{{9, 1, 5}}, {0, -1, 0}), {}, at(kPebble, {0, 1.3, 0}), going({0, 0, 0}, {0, 0, -1}), 4);
  ASSERT_TRUE(rotated.hit);
  EXPECT_NEAR(rotated.time, std::asin(std::sqrt((1.69 - 0.390625) / (4 - 0.390625))), 1e-10);
  const SweepReport turned =
      swept(at(Box2{{9, 1}}, {0, -1, 0}), {}, at(kBar, {0, 1.3, 0}), going({0, 0, 0}, {0, 0, 1}), 4);
  ASSERT_TRUE(turned.hit);
  EXPECT_NEAR(turned.time, std::asin(std::sqrt((1.69 - 0.390625) / (4 - 0.390625))), 1e-10);
}

// At the time of impact they touch, and shortly before they do not.
TEST(EllipsoidPair, SweepsAgreeWithStaticTests) {
  SplitMix64 random{10};
  double touch = 0, before = 0;
  int hits = 0, rotating = 0;
  for (int i = 0; i < test::rounds(120, 8); ++i) {
    const auto& kinds = shapeKinds();
    const ShapeKind& kind = kinds[static_cast<std::size_t>(i) % kinds.size()];
    if (kind.planar || kind.unbounded) continue;
    const PosedShape a = at(randomOf<Ellipsoid>(random), {0, 0, 0}, matrixOf(random.rotation()));
    const PosedShape b = at(kind.make(random, false), 4.0 * random.direction(), matrixOf(random.rotation()));
    if (!isConvex(b.shape) || neverRotates(b.shape)) continue;
    const bool spins = i % 2 == 0;
    const Motion motion_a = going({0, 0, 0}, spins ? random.point(2) : Vec3{0.0});
    const Motion motion_b = going(random.point(0.2) - b.pose.position, spins ? random.point(2) : Vec3{0.0});
    const SweepReport report = swept(a, motion_a, b, motion_b, 2);
    if (!report.hit || report.starts_in_contact || report.undecided) continue;
    ++hits;
    rotating += report.linear ? 0 : 1;
    const auto gapAt = [&](double time) {
      return tested({a.shape, poseAt(a.pose, motion_a, time)}, {b.shape, poseAt(b.pose, motion_b, time)})
          .answer.separation;
    };
    touch = std::max(touch, std::abs(gapAt(report.time)));
    for (const double share : {0.5, 0.9, 0.99, 0.999}) before = std::max(before, -gapAt(share * report.time));
  }
  std::printf("%d hits, %d of them rotating; off by %g, before %g\n", hits, rotating, touch, before);
  EXPECT_LT(touch, 1e-10);
  EXPECT_LE(before, 0);
  EXPECT_GT(hits, test::rounds(25));
  EXPECT_GT(rotating, test::rounds(10));
}

TEST(EllipsoidPair, NamesItsAxesByItsSurface) {
  for (const char* name :
       {"AsurfacexBedge2", "AvertexxBsurface", "Avertex7xBsurface", "AsurfacexBsurface", "AsidexBsurface"}) {
    const auto id = parseAxisName(name);
    EXPECT_EQ(id.has_value(), std::string(name) != "AvertexxBsurface") << name;
    if (!id) continue;
    EXPECT_EQ(axisName(*id), name);
    EXPECT_EQ(id->kind, AxisKind::kLateral);
  }
}

TEST(EllipsoidPair, IsNotTakenByExactArithmetic) {
  for (const Shape& shape : {Shape(kPebble), *rounded(kPebble, 0.1), Shape(Ellipsoid{{1, 1, 1}})}) {
    EXPECT_FALSE(testPair(at(shape, {0, 0, 0}), at(Sphere{1}, {1, 0, 0}), {}, "exact"));
  }
  EXPECT_FALSE(testPair(at(kBar, {0, 0, 0}), at(Circle{1}, {1, 0, 0}), {}, "exact"));
}

}  // namespace
}  // namespace sepax
