#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "collide/random_pairs.h"
#include "geom/convex.h"
#include "geom/support.h"
#include "prove/workload.h"

namespace sepax {
namespace {

using test::Random;

const GjkReport& traceOf(const PairReport& report) { return std::get<GjkReport>(report.trace); }

PosedShape movedBy(PosedShape shape, const Vec3& by) {
  shape.pose.position += by;
  return shape;
}

TEST(Support, IsAPointOfTheShapeAndFartherThanEveryPointOfItsSurface) {
  // The tessellated cylinders and cones lie around the true ones: farther, by their stated error at most.
  Random random{11};
  double worst_sharp = 0, worst_curved = 0;
  for (int kind = 0; kind < test::kSolidKinds; ++kind) {
    for (int i = 0; i < test::rounds(2000); ++i) {
      const PosedShape s = test::posed(random, test::randomSolid(random, kind), 1);
      const ConvexFeatures features = transformed(convexFeatures(s.shape), s.pose.rotation, s.pose.position);
      const Vec3 d = random.direction();
      const double tessellated = dot(features.core.vertices[supportVertex(features.core, d)], d) + features.radius;
      const double extent = dot(supportPoint(s.shape, s.pose, d), d);
      if (test::isCurved(s.shape)) {
        ASSERT_LE(extent, tessellated + 1e-14);
        worst_curved = std::max(worst_curved, tessellated - extent - tessellationError(s.shape));
      } else {
        worst_sharp = std::max(worst_sharp, std::abs(tessellated - extent));
      }
    }
  }
  std::printf("worst: sharp %g, curved beyond its stated error %g\n", worst_sharp, worst_curved);
  EXPECT_LT(worst_sharp, 1e-15);
  EXPECT_LT(worst_curved, 1e-15);
}

/// What a run over many pairs found.
struct Tally {
  double distance = 0, depth = 0, mtv = 0, witness = 0, error = 0, curved_error = 0, normal = 0;
  int apart = 0, overlapping = 0, expanded = 0, max_steps = 0, max_epa = 0, rounding = 0, limit = 0, flat = 0;
  int stops[6] = {};
};

void print(const char* name, const Tally& t) {
  std::printf(
      "%s: worst distance %g, depth %g, mtv %g, witness %g, stated error %g (curved %g); apart %d, overlapping %d, expanded %d, flat %d; "
      "most steps %d and %d; rounding %d, limit %d; stops",
      name, t.distance, t.depth, t.mtv, t.witness, t.error, t.curved_error, t.apart, t.overlapping, t.expanded, t.flat, t.max_steps,
      t.max_epa, t.rounding, t.limit);
  for (const int n : t.stops) std::printf(" %d", n);
  std::printf("\n");
}

void compare(const PosedShape& a, const PosedShape& b, Tally& tally) {
  if (!isConvex(a.shape) || !isConvex(b.shape)) return;  // by pieces: their mtv is not the whole's (test_by_pieces.cpp)
  const PairReport reference = testPair(a, b).value(), report = testPair(a, b, {}, "gjk-epa").value();
  const PairAnswer &right = reference.answer, &answer = report.answer;
  const GjkReport& trace = traceOf(report);
  ASSERT_EQ(check(trace).value_or("sound"), "sound");
  ASSERT_EQ(check(traceOf(testPair(a, b, {}, "gjk").value())).value_or("sound"), "sound");
  ++tally.stops[static_cast<int>(trace.stop)];
  tally.max_steps = std::max(tally.max_steps, static_cast<int>(trace.steps.size()));
  if (trace.epa) {
    ++tally.expanded;
    tally.max_epa = std::max(tally.max_epa, static_cast<int>(trace.epa->steps.size()));
    tally.flat += trace.epa->stop == EpaStop::kFlat ? 1 : 0;
    tally.rounding += trace.epa->stop == EpaStop::kRounding ? 1 : 0;
    tally.limit += trace.epa->stop == EpaStop::kStepLimit ? 1 : 0;
  }
  const bool curved = test::isCurved(a.shape) || test::isCurved(b.shape);
  (curved ? tally.curved_error : tally.error) = std::max(curved ? tally.curved_error : tally.error, trace.answer.error);
  // The reference's tessellated shapes are never smaller than the true ones: its separation is too small by their distance, at most.
  const auto beyond = [&](double value, double expected) {
    return std::max({0.0, expected - value, value - expected - reference.tessellation_error});
  };
  if (right.separation > 0 && answer.separation > 0) {
    ++tally.apart;
    tally.distance = std::max(tally.distance, beyond(answer.distance, right.distance));
    tally.witness = std::max(tally.witness, std::abs(length(answer.closest_b - answer.closest_a) - answer.distance));
  } else if (right.separation < 0 && answer.separation < 0) {
    ++tally.overlapping;
    tally.depth = std::max(tally.depth, beyond(answer.separation, right.separation));
    if (answer.verdict == Verdict::kOverlapping) {
      tally.witness = std::max(tally.witness, length(answer.closest_a - answer.closest_b - answer.mtv));
      // Moved to touching: by gjk-epa itself, whose shapes are the same.
      const PairReport out = testPair(a, movedBy(b, answer.mtv), {}, "gjk-epa").value();
      tally.mtv = std::max(tally.mtv, std::abs(out.answer.separation));
    }
  } else {
    const double between = std::max(0.0, std::abs(answer.separation - right.separation) - reference.tessellation_error);
    tally.depth = std::max(tally.depth, between);
  }
}

TEST(GjkEpa, AgreesWithSatOnEveryKindAgainstEveryKind) {
  Random random{88};
  Tally tally;
  for (const test::KindPair& kinds : test::allKindPairs()) {
    for (int i = 0; i < test::rounds(120); ++i) {
      const PosedShape a = test::randomPosed(random, kinds, test::Which::kA, 0.7),
                       b = test::randomPosed(random, kinds, test::Which::kB, 0.7);
      compare(a, b, tally);
      if (HasFatalFailure()) return;
    }
  }
  print("every kind", tally);
  EXPECT_LT(tally.distance, 1e-14);
  EXPECT_LT(tally.depth, 1e-13);
  EXPECT_LT(tally.mtv, 1e-10);
  EXPECT_LT(tally.witness, 1e-14);
  EXPECT_LT(tally.error, 1e-11);
  EXPECT_LT(tally.curved_error, 1e-9);
  EXPECT_EQ(tally.rounding + tally.limit, 0);
  EXPECT_GT(tally.apart, test::rounds(5000));
  EXPECT_GT(tally.overlapping, test::rounds(5000));
  EXPECT_GT(tally.expanded, test::rounds(5000));
}

TEST(GjkEpa, AgreesWithSatWherePairsAreHard) {
  // Near touching, nearly parallel, flat, and far from the origin: of size and distance.
  for (const Mix mix : {Mix::kHit90, Mix::kNear, Mix::kPar, Mix::kFlat, Mix::kFar}) {
    Tally tally;
    for (const ShapeKind& kind_a : shapeKinds()) {
      for (const ShapeKind& kind_b : shapeKinds()) {
        if (kind_a.planar != kind_b.planar) continue;
        KindPairs pairs(kind_a, kind_b, mix, 2024, 1);
        for (int i = 0; i < test::rounds(12); ++i) {
          const WorkPair pair = pairs.next();
          compare(pair.a, pair.b, tally);
          if (HasFatalFailure()) return;
        }
      }
    }
    print(mixName(mix), tally);
    EXPECT_LT(std::max(tally.distance, tally.depth), 1e-9) << mixName(mix);
    EXPECT_LT(tally.mtv, 1e-9) << mixName(mix);
    EXPECT_EQ(tally.rounding, 0) << mixName(mix);
  }
}

TEST(GjkEpa, KnowsTheDepthOfBoxesOnAGrid) {
  // Equal boxes side by side, one in the other, face on face: every face of the difference has corners in line and in one plane with
  // others.
  Tally tally;
  int touching = 0;
  for (int i = 0; i < 4096; ++i) {
    const auto at = [&](int shift) { return 0.25 * (i >> shift & 7); };
    const PosedShape a{Box{{1, 0.5 * (i & 1), 0.5}}, {}},
        b{Box{{0.5, 0.5, 0.25}}, {{at(0), at(3), at(6)}, i % 2 == 0 ? Mat3{1.0} : matrixOfAngle(M_PI / 2)}};
    compare(a, b, tally);
    if (HasFatalFailure()) return;
    const PairReport report = testPair(a, b, {}, "gjk-epa").value();
    touching += report.answer.verdict == Verdict::kTouching ? 1 : 0;
    ASSERT_EQ(report.answer.verdict, testPair(a, b).value().answer.verdict) << i;
  }
  print("grid", tally);
  std::printf("touching %d\n", touching);
  EXPECT_LT(std::max({tally.distance, tally.depth, tally.mtv}), 1e-14);
  EXPECT_EQ(tally.rounding + tally.limit, 0);
  EXPECT_GT(touching, 400);
  EXPECT_GT(tally.overlapping, 400);
}

/// Signed distance of a point to a cylinder, body space: closed form.
double cylinderDistance(const Cylinder& cylinder, const Vec3& p) {
  const double out = std::hypot(p.x, p.z) - cylinder.radius, up = std::abs(p.y) - cylinder.half_length;
  return std::min(std::max(out, up), 0.0) + std::hypot(std::max(out, 0.0), std::max(up, 0.0));
}

TEST(GjkEpa, KnowsTheTrueCylinderAsTheReferenceDoesNot) {
  Random random{17};
  double worst = 0, reference = 0;
  int inside = 0, on_axis = 0;
  for (int i = 0; i < 3000; ++i) {
    const PosedShape cylinder = test::posed(random, test::randomSolid(random, 6), 1);
    const Cylinder& shape = std::get<Cylinder>(cylinder.shape);
    // Some on the axis: every side is as near.
    const bool centred = i % 50 == 0;
    const Vec3 at = centred ? Vec3{0, random.in(-1, 1), 0} : random.point(1);
    const PosedShape ball{Sphere{random.in(0, 0.5)}, {toWorld(cylinder.pose, at), Mat3{1.0}}};
    const double expected = cylinderDistance(shape, at) - std::get<Sphere>(ball.shape).radius;
    const PairReport report = testPair(cylinder, ball, {}, "gjk-epa").value();
    worst = std::max(worst, std::abs(report.answer.separation - expected));
    ASSERT_LE(std::abs(report.answer.separation - expected), traceOf(report).answer.error + 1e-12);
    reference = std::max(reference, std::abs(testPair(cylinder, ball).value().answer.separation - expected));
    inside += cylinderDistance(shape, at) < 0 ? 1 : 0;
    on_axis += centred && expected < 0 && traceOf(report).epa ? 1 : 0;
  }
  std::printf("worst error %g, the reference's %g; inside %d, on the axis %d\n", worst, reference, inside, on_axis);
  EXPECT_LT(worst, 1e-11);
  EXPECT_GT(reference, 1e-5);
  EXPECT_GT(inside, 200);
  EXPECT_GT(on_axis, 20);
}

TEST(GjkEpa, AnswersPointsSegmentsAndFlatDifferences) {
  const auto answer = [](const Shape& a, const Shape& b, const Vec3& at) {
    const PairReport report = testPair({a, {}}, {b, {at, Mat3{1.0}}}, {}, "gjk-epa").value();
    EXPECT_EQ(check(traceOf(report)).value_or("sound"), "sound");
    return report;
  };
  const auto dimension = [](const PairReport& report) { return traceOf(report).epa ? traceOf(report).epa->dimension : -1; };
  // Two points in one: a flat difference without extent, every direction as good.
  PairReport report = answer(Point3{}, Point3{}, {});
  EXPECT_EQ(report.answer.verdict, Verdict::kTouching);
  EXPECT_EQ(dimension(report), 0);
  // Balls about one centre: out by both radii.
  report = answer(Sphere{1}, Sphere{0.5}, {});
  EXPECT_EQ(report.answer.separation, -1.5);
  EXPECT_EQ(length(report.answer.mtv), 1.5);
  // A segment through a segment in the plane overlaps; two in one line do not.
  report = answer(Segment2{1}, Segment2{1}, {0.5, 0, 0});
  EXPECT_EQ(report.answer.verdict, Verdict::kTouching);
  EXPECT_EQ(dimension(report), 1);
  EXPECT_EQ(std::abs(report.answer.normal.y), 1);
  // Capsules crossing at right angles: their cores' difference is a rectangle, and the mtv is perpendicular to it.
  const PosedShape across{Capsule{1, 0.25}, {{}, matrixOf(quaternionAbout({0, 0, 1}, M_PI / 2))}};
  report = testPair({Capsule{1, 0.25}, {}}, across, {}, "gjk-epa").value();
  EXPECT_EQ(check(traceOf(report)).value_or("sound"), "sound");
  EXPECT_EQ(dimension(report), 2);
  EXPECT_NEAR(report.answer.separation, -0.5, 1e-15);
  EXPECT_NEAR(std::abs(report.answer.normal.z), 1, 1e-15);
  // Triangles in one plane touch at most.
  report = answer(Triangle{{Vec3{-1, -1, 0}, Vec3{1, -1, 0}, Vec3{0, 1, 0}}}, Triangle{{Vec3{-1, -1, 0}, Vec3{1, -1, 0}, Vec3{0, 1, 0}}},
                  {0.25, 0.5, 0});
  EXPECT_EQ(report.answer.verdict, Verdict::kTouching);
  EXPECT_EQ(dimension(report), 2);
  // A point on the corner of a box: touching, with a depth of zero.
  report = answer(Box{{1, 1, 1}}, Point3{}, {1, 1, 1});
  EXPECT_EQ(report.answer.verdict, Verdict::kTouching);
  EXPECT_EQ(report.answer.separation, 0);
}

TEST(GjkEpa, StopsAtItsLimitWithADepthThatStillEndsTheOverlap) {
  // Coaxial cylinders of one height: every side of the difference is as near. The depth is an extent, right along its direction whatever
  // the polytope; only its lower bound is behind.
  const PosedShape a{Cylinder{2, 0.5}, {}}, b{Cylinder{2, 0.25}, {}};
  const PairReport report = testPair(a, b, {}, "gjk-epa").value();
  const GjkReport& trace = traceOf(report);
  ASSERT_TRUE(trace.epa);
  std::printf("%zu steps, %s, depth %.17g ± %g\n", trace.epa->steps.size(), epaStopName(trace.epa->stop), -report.answer.separation,
              trace.answer.error);
  EXPECT_NEAR(report.answer.separation, -0.75, 1e-12);
  EXPECT_LE(static_cast<int>(trace.epa->steps.size()), 256);
  EXPECT_EQ(check(trace).value_or("sound"), "sound");
  const PairReport out = testPair(a, movedBy(b, report.answer.mtv), {}, "gjk-epa").value();
  EXPECT_EQ(out.answer.verdict, Verdict::kTouching);
}

TEST(GjkEpa, OneEvenScaleOfAWholePairOnlyScalesItsNumbers) {
  Random random{9};
  for (int i = 0; i < test::rounds(500); ++i) {
    const test::KindPair kinds = test::allKindPairs()[random.next() % test::allKindPairs().size()];
    const PosedShape a = test::randomPosed(random, kinds, test::Which::kA, 0.6), b = test::randomPosed(random, kinds, test::Which::kB, 0.6);
    const PairAnswer plain = testPair(a, b, {}, "gjk-epa").value().answer;
    for (const double k : {0x1p-100, 0x1p100}) {
      const auto times = [&](const PosedShape& s) {
        return PosedShape{scaled(s.shape, Vec3{k}).value(), {s.pose.position * k, s.pose.rotation}};
      };
      const PairAnswer answer = testPair(times(a), times(b), {}, "gjk-epa").value().answer;
      ASSERT_EQ(answer.separation, plain.separation * k) << i;
      ASSERT_EQ(answer.verdict, plain.verdict);
    }
  }
}

TEST(GjkReport, ATraceIsSoundAtEveryScaleThatDoublesHold) {
  Random random{9};
  int expanded = 0, refused = 0;
  for (int i = 0; i < 300; ++i) {
    const test::KindPair kinds = test::allKindPairs()[random.next() % test::allKindPairs().size()];
    const PosedShape a = test::randomPosed(random, kinds, test::Which::kA, 0.6), b = test::randomPosed(random, kinds, test::Which::kB, 0.6);
    for (const int exponent : {-1040, -1000, -600, -200, 200}) {
      const double k = std::ldexp(1.0, exponent);
      const auto shape_a = scaled(a.shape, Vec3{k}), shape_b = scaled(b.shape, Vec3{k});
      if (!shape_a || !shape_b) {  // hulls of points that lie in one to rounding, coordinates beyond the door's limit
        ++refused;
        continue;
      }
      const PosedShape tiny_a{*shape_a, {a.pose.position * k, a.pose.rotation}}, tiny_b{*shape_b, {b.pose.position * k, b.pose.rotation}};
      const PairReport report = testPair(tiny_a, tiny_b, {}, "gjk-epa").value();
      ASSERT_EQ(check(traceOf(report)).value_or("sound"), "sound") << i << " at 2^" << exponent;
      expanded += traceOf(report).epa ? 1 : 0;
    }
  }
  EXPECT_GT(expanded, 300);
  EXPECT_LT(refused, 700);
}

TEST(GjkReport, ACheckNamesWhatWasTamperedWith) {
  const PosedShape a{Box{{1, 0.5, 0.25}}, {}}, b{Box{{0.5, 0.5, 0.5}}, {{0.9, 0.6, 0.3}, matrixOf(quaternionAbout({0.6, 0, 0.8}, 0.7))}};
  const GjkReport sound = traceOf(testPair(a, b, {}, "gjk-epa").value());
  ASSERT_EQ(check(sound).value_or("sound"), "sound");
  ASSERT_TRUE(sound.epa && sound.epa->steps.size() > 2);
  const auto broken = [&](auto&& change) {
    GjkReport report = sound;
    change(report);
    return check(report).value_or("sound");
  };
  EXPECT_EQ(broken([](GjkReport& r) { r.steps[1].direction *= 2; }), "GJK step 2: a searched direction is not unit");
  EXPECT_EQ(broken([](GjkReport& r) { r.steps[1].support.point.x += 1e-3; }), "GJK step 2: a vertex is not the difference of its points");
  EXPECT_EQ(broken([](GjkReport& r) { r.steps[1].weights[0] += 0.1; }), "GJK step 2: weights do not add up to one");
  EXPECT_EQ(broken([](GjkReport& r) { r.steps[1].lower = 9; }), "GJK step 2: the lower bound is not the best gap so far");
  EXPECT_EQ(broken([](GjkReport& r) {
              r.steps[1].simplex.pop_back();
              r.steps[1].weights = {1};
            }).substr(0, 10),
            "GJK step 2");
  EXPECT_EQ(broken([](GjkReport& r) { r.epa->faces.back().normal *= 1.5; }), "EPA: a face's normal is not unit");
  EXPECT_EQ(broken([](GjkReport& r) { r.epa->faces.back().distance += 0.01; }), "EPA: a corner is off its face");
  EXPECT_EQ(broken([](GjkReport& r) { r.epa->faces.back().removed = 1; }), "EPA: the polytope has a hole");
  EXPECT_EQ(broken([](GjkReport& r) { r.epa->depth += 1e-6; }), "EPA: the answer is not the best step's");
  EXPECT_EQ(broken([](GjkReport& r) { r.answer.verdict = Verdict::kTouching; }), "verdict should be overlapping");
  EXPECT_EQ(broken([](GjkReport& r) { r.answer.mtv.x += 1; }), "normal or mtv do not follow from the trace");
}

}  // namespace
}  // namespace sepax
