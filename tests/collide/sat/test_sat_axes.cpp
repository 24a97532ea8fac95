#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "collide/landscape.h"
#include "collide/posed.h"
#include "collide/random_pairs.h"
#include "geom/compound_data.h"
#include "geom/rounded.h"

namespace sepax {
namespace {

using test::Random;
using test::satOf;

PairReport sat(const PosedShape& a, const PosedShape& b) { return testPair(a, b).value(); }

std::vector<std::string> names(const PairReport& report) {
  std::vector<std::string> out;
  for (const SatAxis& axis : satOf(report).axes) out.push_back(axisName(axis.id));
  return out;
}

const SatAxis& axis(const PairReport& report, const std::string& name) {
  for (const SatAxis& axis : satOf(report).axes) {
    if (axisName(axis.id) == name) return axis;
  }
  ADD_FAILURE() << "no axis " << name;
  return satOf(report).axes[0];
}

std::string deciding(const PairReport& report) { return axisName(decidingAxis(satOf(report)).id); }

// A name that reads as another axis would pin, or expect, the wrong one.
TEST(AxisName, ReadsAsTheVeryAxisThatItNames) {
  for (const AxisId& id : {AxisId{AxisKind::kFaceA, 0, -1}, AxisId{AxisKind::kFaceA, kFirstCut - 3, -1},
                           AxisId{AxisKind::kFaceB, -1, 17}, AxisId{AxisKind::kFaceB, -1, kFirstCut},
                           AxisId{AxisKind::kEdgePair, 2, 10}, AxisId{AxisKind::kClosest}, kFreeAxis}) {
    EXPECT_EQ(parseAxisName(axisName(id)), id) << axisName(id);
  }
  for (const char* text : {"", "A", "B", "A-1", "A+1", "A01", "A1 ", "a1", "A1xB", "A1xA2", "B1xB2", "A1x2", "Acut",
                           "Acut-1", "Acut1xB2", "Closest", "A99999999999", "enter 1"}) {
    EXPECT_EQ(parseAxisName(text), std::nullopt) << text;
  }
}

TEST(SatAxes, BoxesInSpaceHaveFifteenNamedOnes) {
  const auto report = sat(
      {Box{}, {}}, {Box{}, {{2, 0, 0}, matrixOf(quaternionAbout({0, 0, 1}, 0.3) * quaternionAbout({1, 0, 0}, 0.7))}});
  EXPECT_EQ(names(report), (std::vector<std::string>{"A0", "A1", "A2", "B0", "B1", "B2", "A0xB0", "A0xB1", "A0xB2",
                                                     "A1xB0", "A1xB1", "A1xB2", "A2xB0", "A2xB1", "A2xB2"}));
}

TEST(SatAxes, BoxesInThePlaneHaveFourAndARectangleAgainstATriangleFive) {
  EXPECT_EQ(names(sat({Box2{}, {}}, {Box2{}, {{2, 0, 0}, matrixOfAngle(0.3)}})),
            (std::vector<std::string>{"A0", "A1", "B0", "B1"}));
  EXPECT_EQ(names(sat({Box2{}, {}}, {Polygon{}, {{2, 0, 0}, matrixOfAngle(0.3)}})),
            (std::vector<std::string>{"A0", "A1", "B0", "B1", "B2"}));
}

TEST(SatAxes, RoundShapesAddTheClosestFeatureAxis) {
  EXPECT_EQ(names(sat({Circle{}, {}}, {Circle{}, {{2, 0, 0}, Mat3{1.0}}})), (std::vector<std::string>{"closest"}));
  EXPECT_EQ(names(sat({Box2{}, {}}, {Circle{}, {{2, 2, 0}, Mat3{1.0}}})),
            (std::vector<std::string>{"A0", "A1", "closest"}));
  EXPECT_EQ(names(sat({Capsule{}, {}}, {Box{}, {{2, 2, 0}, Mat3{1.0}}})),
            (std::vector<std::string>{"B0", "B1", "B2", "A0xB0", "A0xB1", "A0xB2", "closest"}));
}

TEST(SatAxes, OfHullsNameThePrunedEdgePairsAndWhy) {
  const auto tetrahedron = makeHull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}).value();
  Random random{31};
  int listed = 0, overlapping = 0, reasons[4] = {};
  for (int i = 0; i < 200; ++i) {
    const auto report = sat({tetrahedron, {}}, {tetrahedron, {random.point(0.7), matrixOf(random.rotation())}});
    const SatReport& trace = satOf(report);
    int edge_pairs = 0, pruned = 0;
    for (const SatAxis& a : trace.axes) {
      edge_pairs += a.id.kind == AxisKind::kEdgePair ? 1 : 0;
      ++reasons[static_cast<int>(a.pruned)];
      if (a.state != AxisState::kPruned) continue;
      ++pruned;
      // What was left out is no face of the Minkowski difference, so no translation along it ends the overlap sooner.
      if (report.answer.verdict == Verdict::kOverlapping) {
        ASSERT_LE(a.separation, report.answer.separation + 1e-14) << axisName(a.id);
      }
    }
    EXPECT_EQ(names(report)[0], "A0");
    EXPECT_EQ(names(report)[7], "B3");
    EXPECT_EQ(edge_pairs, 36);
    EXPECT_EQ(pruned, trace.pruned_edge_pairs);
    ASSERT_EQ(check(trace).value_or("sound"), "sound");
    listed += pruned;
    overlapping += report.answer.verdict == Verdict::kOverlapping ? 1 : 0;
  }
  EXPECT_GT(listed, 3000);
  EXPECT_GT(overlapping, 50);
  for (const int count : reasons) EXPECT_GT(count, 100);
}

TEST(SatAxes, OfLargeHullsOnlyCountThePrunedEdgePairs) {
  Random random{32};
  const auto report =
      sat({test::randomHull(random, 20), {}}, {test::randomHull(random, 20), {{0.4, 0.2, 0}, Mat3{1.0}}});
  const SatReport& trace = satOf(report);
  EXPECT_GT(trace.pruned_edge_pairs, 256);
  for (const SatAxis& a : trace.axes) EXPECT_NE(a.state, AxisState::kPruned);
}

/// A flat hull of points on a circle about z.
Shape disc(int points, double radius = 1) {
  std::vector<Vec3> corners;
  for (int i = 0; i < points; ++i) {
    const double angle = 2 * std::numbers::pi * i / points;
    corners.emplace_back(radius * std::cos(angle), radius * std::sin(angle), 0);
  }
  return makeHull(std::move(corners)).value();
}

/// A hull of points on two circles about z.
Shape prism(int sides) {
  std::vector<Vec3> corners = std::get<Hull>(disc(sides)).data->polytope.vertices;
  for (int i = 0; i < sides; ++i) corners.push_back(corners[static_cast<std::size_t>(i)] + Vec3{0, 0, 1});
  return makeHull(std::move(corners)).value();
}

TEST(SatAxes, OfFlatHullsPruneEdgePairsThatEndNoOverlapSooner) {
  Random random{33};
  int pruned = 0, kept = 0, overlapping = 0;
  for (int i = 0; i < 400; ++i) {
    const Shape other = i % 2 == 0 ? disc(5 + i % 4) : test::randomHull(random, 8);
    const auto report = sat({disc(4 + i % 5), {}}, {other, {random.point(0.6), matrixOf(random.rotation())}});
    const SatReport& trace = satOf(report);
    ASSERT_EQ(check(trace).value_or("holds"), "holds");
    const bool is_overlapping = report.answer.verdict == Verdict::kOverlapping;
    overlapping += is_overlapping ? 1 : 0;
    for (const SatAxis& a : trace.axes) {
      kept += a.id.kind == AxisKind::kEdgePair && a.state == AxisState::kTested ? 1 : 0;
      if (a.state != AxisState::kPruned) continue;
      ++pruned;
      if (is_overlapping) {
        ASSERT_LE(a.separation, report.answer.separation + 1e-14) << axisName(a.id);
      }
    }
  }
  EXPECT_GT(pruned, 10000);
  EXPECT_GT(kept, 1000);
  EXPECT_GT(overlapping, 100);
}

TEST(SatAxes, OfManyCornersInAPlaneAreAsManyAsCanBeRead) {
  Random random{34};
  const auto flat = sat({disc(1000), {}}, {test::randomHull(random, 300), {{1.2, 0.1, 0.2}, Mat3{1.0}}});
  EXPECT_LT(satOf(flat).axes.size(), 50'000u);
  EXPECT_GT(satOf(flat).pruned_edge_pairs, 100'000);
  const auto coplanar = sat({disc(1000), {}}, {disc(1000), {{1.5, 0, 0}, Mat3{1.0}}});
  EXPECT_LT(satOf(coplanar).axes.size(), 5000u);
  EXPECT_EQ(coplanar.answer.verdict, Verdict::kTouching) << "within one plane";
  const auto upright = sat({prism(300), {}}, {prism(300), {{1.5, 0, 0.25}, Mat3{1.0}}});
  EXPECT_LT(satOf(upright).axes.size(), 5000u) << "sides are parallel, and rims meet in the caps' normal";
  EXPECT_NEAR(upright.answer.separation, -0.5, 1e-3);
}

TEST(SatAxes, OfABoxAndManyCornersInAPlaneDoNotRepeatThePlanesNormal) {
  const auto report = sat({disc(17'000), {}}, {Box{}, {{0.5, 0.1, 0.2}, Mat3{1.0}}});
  EXPECT_LT(satOf(report).axes.size(), 40'000u) << "two of three edges of the box give it with each of the disc's";
  ASSERT_TRUE(report.manifold);
  EXPECT_EQ(report.manifold->steps.size(), 256u);
  EXPECT_GT(report.manifold->steps.back().polygon.size(), 2000u) << "the result is listed in any case";
  EXPECT_EQ(report.answer.verdict, Verdict::kOverlapping);
}

TEST(SatAxes, OfFacesBeyondTheBoundAreRefusedInWhateverShapeTheyAre) {
  const auto refused = testPair({disc(2100), {}}, {disc(2100), {{0, 0, 0.5}, matrixOf(Quat{0.6, 0, 0, 0.8})}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kTooLarge);
  EXPECT_NE(refused.error().message.find("faces of the hulls"), std::string::npos) << refused.error().message;
  EXPECT_NE(refused.error().message.find("2100"), std::string::npos) << refused.error().message;
  const Shape round = rounded(disc(2100), 0.1).value(), one = makeCompound({{"only", disc(2100), {}}}, false).value();
  for (const Shape& shape : {disc(2100), round, one, prism(2100)}) {
    EXPECT_FALSE(testPair({shape, {}}, {shape, {}})) << typeLabel(shape);
    EXPECT_FALSE(canTest(shape, shape, "sat")) << typeLabel(shape);
  }
  EXPECT_TRUE(testPair({disc(2100), {}}, {Box{}, {}}));
}

TEST(SatHandCases, TwoBoxesApartAlongX) {
  const auto report = sat({Box{{1, 0.5, 0.25}}, {}}, {Box{{0.75, 0.5, 0.5}}, {{3, 0, 0}, Mat3{1.0}}});
  EXPECT_EQ(report.answer.verdict, Verdict::kSeparated);
  EXPECT_EQ(report.answer.separation, 1.25);
  EXPECT_EQ(report.answer.distance, 1.25);
  EXPECT_EQ(report.answer.normal, Vec3(1, 0, 0));
  EXPECT_EQ(report.answer.mtv, Vec3(0, 0, 0));
  EXPECT_EQ(deciding(report), "A0");
  const SatAxis& a0 = axis(report, "A0");
  EXPECT_EQ(a0.a.min, -1);
  EXPECT_EQ(a0.a.max, 1);
  EXPECT_EQ(a0.b.min, 2.25);
  EXPECT_EQ(a0.b.max, 3.75);
  EXPECT_EQ(a0.a.radius(), 1);
  EXPECT_EQ(a0.b.radius(), 0.75);
  EXPECT_EQ(a0.a.at_max.kind, FeatureKind::kFace);
  EXPECT_EQ(a0.a.at_max.vertex_count, 4);
}

TEST(SatHandCases, AlignedBoxesFlagParallelEdgesAndDuplicateFaces) {
  const auto report = sat({Box{}, {}}, {Box{}, {{0.75, 0, 0}, Mat3{1.0}}});
  EXPECT_EQ(report.answer.verdict, Verdict::kOverlapping);
  EXPECT_EQ(report.answer.mtv, Vec3(0.25, 0, 0));
  EXPECT_EQ(axis(report, "B0").state, AxisState::kDuplicate);
  EXPECT_EQ(axis(report, "A0xB0").state, AxisState::kDegenerate);
  EXPECT_EQ(axis(report, "A0xB0").cross_length, 0);
  EXPECT_EQ(axis(report, "A0xB1").state, AxisState::kDuplicate);
  EXPECT_EQ(report.answer.contacts.size(), 4u);
  for (const Contact& contact : report.answer.contacts) EXPECT_EQ(contact.separation, -0.25);
}

TEST(SatHandCases, AxisAlignedDyadicBoxesTouchExactlyOnEachOfTheirSides) {
  for (int c = 0; c < 3; ++c) {
    for (const double sense : {-1.0, 1.0}) {
      Vec3 at{0.125, -0.25, 0.0625};
      at[c] = sense * 1.75;
      const auto report = sat({Box{{1, 1, 1}}, {}}, {Box{{0.75, 0.75, 0.75}}, {at, Mat3{1.0}}});
      EXPECT_EQ(report.answer.separation, 0) << c;
      EXPECT_EQ(report.answer.verdict, Verdict::kTouching);
      EXPECT_EQ(report.answer.mtv, Vec3(0, 0, 0));
      EXPECT_EQ(report.answer.normal[c], sense);
    }
  }
}

TEST(SatHandCases, CrossedBarsAreSeparatedByAnEdgePairOnly) {
  // Two bars resting on their edges, crossing above each other: every face axis sees an overlap.
  const Mat3 along_x = matrixOf(quaternionAbout({1, 0, 0}, M_PI / 4));
  const Mat3 along_z = matrixOf(quaternionAbout({0, 0, 1}, M_PI / 4));
  const PosedShape lower{Box{{2, 0.5, 0.5}}, {{0, 0, 0}, along_x}};
  const double touching_height = std::sqrt(2.0);
  const auto report = sat(lower, {Box{{0.5, 0.5, 2}}, {{0, touching_height + 0.01, 0}, along_z}});
  EXPECT_EQ(report.answer.verdict, Verdict::kSeparated);
  EXPECT_EQ(deciding(report), "A0xB2");
  EXPECT_NEAR(report.answer.separation, 0.01, 1e-15);
  EXPECT_NEAR(report.answer.distance, 0.01, 1e-14);
  for (const SatAxis& a : satOf(report).axes) {
    EXPECT_TRUE(a.id.kind == AxisKind::kEdgePair || a.separation < 0) << axisName(a.id);
  }
  EXPECT_EQ(satOf(report).first_separating, satOf(report).deciding);
}

TEST(SatHandCases, ACircleBeyondACornerNeedsTheClosestAxis) {
  // 0.9 from the corner along the diagonal, radius 0.8: face axes see an overlap on both, yet nothing touches.
  const double d = 0.9 / std::sqrt(2.0);
  const auto report = sat({Box2{{1, 1}}, {}}, {Circle{0.8}, {{1 + d, 1 + d, 0}, Mat3{1.0}}});
  EXPECT_EQ(report.answer.verdict, Verdict::kSeparated);
  EXPECT_EQ(deciding(report), "closest");
  EXPECT_NEAR(report.answer.separation, 0.1, 1e-15);
  EXPECT_LT(axis(report, "A0").separation, 0);
  EXPECT_LT(axis(report, "A1").separation, 0);
}

TEST(SatHandCases, ConcentricRoundShapesStillHaveAnMtv) {
  const auto spheres = sat({Sphere{1}, {}}, {Sphere{0.5}, {}});
  EXPECT_EQ(spheres.answer.verdict, Verdict::kOverlapping);
  EXPECT_EQ(spheres.answer.separation, -1.5);
  EXPECT_NEAR(length(spheres.answer.mtv), 1.5, 1e-15);
  // Capsules in line: only a way across the common line is shortest.
  const auto capsules = sat({Capsule{1, 0.25}, {}}, {Capsule{1, 0.25}, {{0, 0.5, 0}, Mat3{1.0}}});
  EXPECT_NEAR(capsules.answer.separation, -0.5, 1e-15);
  EXPECT_NEAR(capsules.answer.mtv.y, 0, 1e-15);
  // A sphere on a capsule's core.
  EXPECT_NEAR(sat({Sphere{0.5}, {}}, {Capsule{1, 0.25}, {}}).answer.separation, -0.75, 1e-15);
}

TEST(SatHandCases, ShapesWithoutExtentAreAnsweredToo) {
  const auto points = sat({Sphere{0}, {}}, {Sphere{0}, {}});
  EXPECT_EQ(points.answer.verdict, Verdict::kTouching);
  const auto apart = sat({Sphere{0}, {}}, {Capsule{0, 0}, {{3, 4, 0}, Mat3{1.0}}});
  EXPECT_EQ(apart.answer.separation, 5);
  const auto flat = sat({Box{{1, 0, 1}}, {}}, {Box{{0, 0, 0}}, {{0, 0.5, 0}, Mat3{1.0}}});
  EXPECT_EQ(flat.answer.separation, 0.5);
  EXPECT_FALSE(check(satOf(flat)).has_value());
}

TEST(SatHandCases, FarFromTheOriginNothingIsLost) {
  const Vec3 far{1e8, -1e8, 1e8};
  const auto near_report = sat({Box{}, {}}, {Box{}, {{1.5, 0.25, 0}, Mat3{1.0}}});
  const auto far_report = sat({Box{}, {far, Mat3{1.0}}}, {Box{}, {far + Vec3{1.5, 0.25, 0}, Mat3{1.0}}});
  EXPECT_EQ(near_report.answer.separation, 0.5);
  EXPECT_EQ(far_report.answer.separation, 0.5);
}

TEST(SatRanking, FlagsATieAndLetsTheFirstAxisDecide) {
  const auto report = sat({Box{}, {}}, {Box{}, {{0.75, 0.75, 0}, Mat3{1.0}}});
  EXPECT_EQ(deciding(report), "A0");
  EXPECT_TRUE(satOf(report).tie);
  EXPECT_EQ(axisName(satOf(report).axes[satOf(report).runner_up].id), "A1");
  EXPECT_EQ(satOf(report).runner_up_margin, 0);
}

TEST(SatCheck, NamesWhatWasTamperedWith) {
  const SatReport sound =
      satOf(sat({Box{}, {}}, {Box{}, {{0.75, 0.2, 0.1}, matrixOf(quaternionAbout({0, 0, 1}, 0.3))}}));
  ASSERT_FALSE(check(sound).has_value());
  const auto complaint = [&](auto&& tamper) {
    SatReport report = sound;
    tamper(report);
    return check(report).value_or("sound");
  };
  EXPECT_NE(complaint([](SatReport& r) { r.axes[2].separation += 1e-9; }).find("A2: separation"), std::string::npos);
  EXPECT_NE(complaint([](SatReport& r) { r.deciding = (r.deciding + 1) % 6; }).find("deciding"), std::string::npos);
  EXPECT_NE(complaint([](SatReport& r) { r.verdict = Verdict::kSeparated; }).find("verdict"), std::string::npos);
  EXPECT_NE(complaint([](SatReport& r) { r.mtv.x += 1e-3; }).find("mtv"), std::string::npos);
  EXPECT_NE(complaint([](SatReport& r) { r.axes[1].direction *= 2.0; }).find("unit"), std::string::npos);
  EXPECT_NE(complaint([](SatReport& r) { r.first_separating = 3; }).find("first separating"), std::string::npos);
  EXPECT_NE(complaint([](SatReport& r) { r.axes[0].a.min = std::nan(""); }).find("A0"), std::string::npos);
}

TEST(TestPair, RefusesMixedSpacesAndUnknownAlgorithms) {
  EXPECT_EQ(testPair({Box{}, {}}, {Box2{}, {}}).error().code, ErrorCode::kUnsupported);
  const auto unknown = testPair({Box{}, {}}, {Box{}, {}}, {}, "magic");
  EXPECT_EQ(unknown.error().code, ErrorCode::kNotFound);
  EXPECT_NE(unknown.error().message.find("sat"), std::string::npos);
}

TEST(SatAxes, OfLargeHullsListEveryPairOfEdgesWhoseArcsCross) {
  // Beyond a million pairs a tree finds them; the plain search over all arcs knows them too.
  test::Random random{17};
  const auto hull = [&] {
    std::vector<Vec3> points;
    for (int i = 0; i < 400; ++i) points.push_back(random.direction());
    return Shape(*makeHull(std::move(points)));
  };
  const PosedShape a{hull(), {}}, b{hull(), {{1.5, 0.1, 0.2}, matrixOf(random.rotation())}};
  const PairReport report = testPair(a, b).value();
  const SatReport& sat = std::get<SatReport>(report.trace);
  std::set<std::pair<int, int>> listed;
  for (const SatAxis& axis : sat.axes) {
    if (axis.id.kind == AxisKind::kEdgePair) listed.emplace(axis.id.feature_a, axis.id.feature_b);
  }
  const ConvexFeatures on_a = trueFeatures(a.shape), on_b = transformed(trueFeatures(b.shape), b.pose.rotation, {});
  ASSERT_GT(on_a.edge_axes.size() * on_b.edge_axes.size(), 1'000'000u);
  std::size_t crossings = 0;
  for (const ArcCrossing& crossing :
       crossingsOf(gaussMap(on_a, GaussSense::kAsItIs), gaussMap(on_b, GaussSense::kNegated))) {
    ++crossings;
    EXPECT_TRUE(listed.contains({crossing.edge_a, crossing.edge_b}));
  }
  EXPECT_GT(crossings, 500u);
  EXPECT_EQ(check(sat).value_or("sound"), "sound");
  EXPECT_NEAR(report.answer.separation, testPair(a, b, {}, "gjk-epa")->answer.separation, 1e-14);
}

}  // namespace
}  // namespace sepax
