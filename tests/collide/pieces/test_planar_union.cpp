#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <tuple>

#include "collide/pair_table.h"
#include "collide/pieces/concave_shapes.h"
#include "geom/compound_data.h"
#include "geom/contains.h"
#include "geom/tolerances.h"

namespace sepax {
namespace {

using namespace test;

Shape letterL() { return Polygon{{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}}; }

Pose at(double x, double y, double angle = 0) { return {{x, y, 0}, matrixOfAngle(angle)}; }

std::map<std::string, Polygon> latticeShapes() {
  std::map<std::string, Polygon> shapes{
      {"L", {{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}}},
      {"U", {{{0, 0}, {3, 0}, {3, 2}, {2, 2}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}}},
      {"T", {{{0, 2}, {0, 1}, {1, 1}, {1, 0}, {2, 0}, {2, 1}, {3, 1}, {3, 2}}}},
      {"plus", {{{1, 0}, {2, 0}, {2, 1}, {3, 1}, {3, 2}, {2, 2}, {2, 3}, {1, 3}, {1, 2}, {0, 2}, {0, 1}, {1, 1}}}},
      {"arrow", {{{0, 0}, {2, 1}, {0, 2}, {0.5, 1}}}}};
  Polygon star;
  star.vertices.clear();
  for (int i = 0; i < 10; ++i) {
    const double angle = M_PI * i / 5, r = i % 2 == 0 ? 2 : 0.8;
    star.vertices.emplace_back(r * std::cos(angle), r * std::sin(angle));
  }
  shapes["star"] = star;
  return shapes;
}

/// How deep the segment from p to q is in a polygon, by its outline alone: the deepest of many points of the segment.
double deepestOf(const Polygon& polygon, const Vec3& p, const Vec3& q) {
  double deepest = -kInfinity;
  constexpr int kPoints = 48;
  for (int i = 0; i <= kPoints; ++i)
    deepest = std::max(deepest,
                       -containsPoint(polygon, {}, p + (q - p) * (static_cast<double>(i) / kPoints)).signed_distance);
  return deepest;
}

// The cuts between pieces were free slits: "touching" in 16 of 900 poses, and 36 of 334 translations stayed inside.
TEST(PlanarUnion, PointsAndSegmentsInLatticeShapesAreInTheWholeShape) {
  Random random{79};
  int asked = 0, overlapping = 0, wrong = 0, left_inside = 0, shorter = 0, not_exact = 0;
  for (const auto& [name, polygon] : latticeShapes()) {
    for (int i = 0; i < rounds(150, 15); ++i) {
      const bool is_point = random.next() % 3 == 0;
      const double low = name == "star" ? -6 : 0, high = name == "star" ? 6 : 12;
      const Pose pose = at(std::round(random.in(low, high)) / 4, std::round(random.in(low, high)) / 4,
                           static_cast<double>(random.next() % 4) * M_PI / 4);
      const PosedShape b{is_point ? Shape{Point2{}} : Shape{Segment2{0.25}}, pose};
      const Vec3 half = pose.rotation * Vec3{is_point ? 0 : 0.25, 0, 0};
      const auto deepAt = [&, &shape = polygon](const Vec3& mtv) {
        return deepestOf(shape, pose.position - half + mtv, pose.position + half + mtv);
      };
      const PairAnswer answer = testPair({polygon, {}}, b)->answer;
      ++asked;
      const bool truly = deepAt(Vec3{0.0}) > 1e-7;
      wrong += truly != (answer.verdict == Verdict::kOverlapping) ? 1 : 0;
      if (answer.verdict != Verdict::kOverlapping) continue;
      ++overlapping;
      left_inside += deepAt(answer.mtv) > 1e-6 ? 1 : 0;
      not_exact += std::abs(length(answer.mtv) + answer.separation) > 1e-12 ? 1 : 0;
      constexpr int kWays = rounds(120, 30);
      for (int k = 0; k < kWays; ++k) {
        const double angle = 2 * M_PI * k / kWays;
        const Vec3 way = 0.98 * length(answer.mtv) * Vec3{std::cos(angle), std::sin(angle), 0};
        if (testPair({polygon, {}}, {b.shape, {pose.position + way, pose.rotation}})->answer.verdict !=
            Verdict::kOverlapping) {
          ++shorter;
          break;
        }
      }
    }
  }
  std::printf("%d poses, %d overlap: %d wrong verdicts, %d mtvs stay inside, %d shorter ones exist\n", asked,
              overlapping, wrong, left_inside, shorter);
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(left_inside, 0);
  EXPECT_EQ(shorter, 0);
  EXPECT_EQ(not_exact, 0);
  EXPECT_GT(overlapping, asked / 5);
}

TEST(PlanarUnion, APointOnAHiddenCutIsInsideAndLeavesByTheShortestWay) {
  struct Row {
    PosedShape b;
    double depth;
  };
  for (const Row& row : {Row{{Point2{}, at(0.5, 0.9)}, 0.5}, Row{{Point2{}, at(0.7, 0.7)}, std::hypot(0.3, 0.3)},
                         Row{{Point2{}, at(0.5, 0.5)}, 0.5}}) {
    const PairAnswer answer = testPair({letterL(), {}}, row.b)->answer;
    EXPECT_EQ(answer.verdict, Verdict::kOverlapping);
    EXPECT_NEAR(length(answer.mtv), row.depth, 1e-12);
    EXPECT_NEAR(answer.separation, -row.depth, 1e-12);
  }
  const PairAnswer segment = testPair({letterL(), {}}, {Segment2{0.2}, at(0.5, 0.5, M_PI / 4)})->answer;
  EXPECT_EQ(segment.verdict, Verdict::kOverlapping);
  EXPECT_NEAR(length(segment.mtv), 0.5 + 0.2 * std::sqrt(0.5), 1e-12);
}

Shape compoundOf(std::vector<std::pair<Shape, Pose>> children) {
  std::vector<CompoundChild> out;
  for (auto& [shape, pose] : children) out.push_back({"child" + std::to_string(out.size()), shape, pose});
  return *makeCompound(std::move(out), true);
}

// The algorithm `union` took the tip for inside: it looked for a way out in sixteen directions.
TEST(PlanarUnion, APointLeavesByTheTipOfANarrowNotchBetweenChildren) {
  const Shape jaws = compoundOf({{Polygon{{{0, 0}, {2, 0.1}, {2, 1}, {-2, 1}, {-2, 0}}}, at(0, 0)},
                                 {Polygon{{{0, 0}, {-2, 0}, {-2, -1}, {2, -1}, {2, -0.1}}}, at(0, 0)}});
  for (const char* const algorithm : {"sat", "union"}) {
    const PairAnswer answer = testPair({jaws, {}}, {Point2{}, at(-0.5, 0.01)}, {}, algorithm)->answer;
    EXPECT_NEAR(answer.separation, -std::hypot(0.5, 0.01), 1e-9) << algorithm;
  }
  EXPECT_NEAR(containsPoint(jaws, {}, {-0.5, 0.01, 0}).signed_distance, -std::hypot(0.5, 0.01), 1e-9);
}

TEST(PlanarUnion, PointsOnCommonSidesAndCornersOfBoxesAreInside) {
  const Shape two = compoundOf({{Box2{{1, 1}}, at(-1, 0)}, {Box2{{1, 1}}, at(1, 0)}});
  const PairAnswer side = testPair({two, {}}, {Point2{}, at(0, 0)})->answer;
  EXPECT_EQ(side.verdict, Verdict::kOverlapping);
  EXPECT_NEAR(length(side.mtv), 1, 1e-12);
  EXPECT_NEAR(containsPoint(two, {}, {0, 0, 0}).signed_distance, -1, 1e-12);
  const Shape four = compoundOf(
      {{Box2{{1, 1}}, at(-1, -1)}, {Box2{{1, 1}}, at(1, -1)}, {Box2{{1, 1}}, at(-1, 1)}, {Box2{{1, 1}}, at(1, 1)}});
  const PairAnswer corner = testPair({four, {}}, {Point2{}, at(0, 0)})->answer;
  EXPECT_EQ(corner.verdict, Verdict::kOverlapping);
  EXPECT_NEAR(length(corner.mtv), 2, 1e-12);
  EXPECT_NEAR(containsPoint(four, {}, {0, 0, 0}).signed_distance, -2, 1e-12);
  const Shape three = compoundOf({{Box2{{2, 1}}, at(0, -1)}, {Box2{{1, 1}}, at(-1, 1)}, {Box2{{1, 1}}, at(1, 1)}});
  EXPECT_NEAR(length(testPair({three, {}}, {Point2{}, at(0, 0)})->answer.mtv), 2, 1e-12);
  // Where the boxes leave a corner out, the middle is a corner of the outline.
  const Shape ell = compoundOf({{Box2{{1, 1}}, at(-1, -1)}, {Box2{{1, 1}}, at(1, -1)}, {Box2{{1, 1}}, at(-1, 1)}});
  EXPECT_EQ(testPair({ell, {}}, {Point2{}, at(0, 0)})->answer.verdict, Verdict::kTouching);
}

TEST(PlanarUnion, ContainsMeasuresToTheBoundaryOfOverlappingChildren) {
  const Shape two = compoundOf({{Box2{{1.25, 5}}, at(-0.75, 0)}, {Box2{{1.25, 5}}, at(0.75, 0)}});
  for (const double x : {-0.5, 0.0, 0.4, 1.9}) {
    const ContainsReport report = containsPoint(two, {}, {x, 0, 0});
    EXPECT_NEAR(report.signed_distance, std::abs(x) - 2, 1e-12) << x;
    EXPECT_NEAR(std::abs(report.boundary_point.x), 2, 1e-12);
  }
}

TEST(PlanarUnion, APointBetweenBoxesOfACompoundWithAnEllipseIsInside) {
  const Shape whole =
      compoundOf({{Box2{{1, 1}}, at(-1, 0)}, {Box2{{1, 1}}, at(1, 0)}, {Ellipse{{0.5, 0.3}}, at(0, 5)}});
  for (const auto& [x, y, depth] : {std::tuple{0.0, 0.0, 1.0}, {0.1, 0.2, 0.8}}) {
    const PairAnswer answer = testPair({whole, {}}, {Point2{}, at(x, y)})->answer;
    EXPECT_EQ(answer.verdict, Verdict::kOverlapping);
    EXPECT_NEAR(length(answer.mtv), depth, 1e-12);
    EXPECT_NEAR(answer.separation, -depth, 1e-12);
  }
}

TEST(PlanarUnion, TheMtvOfACompoundIsTheShortestOfAll) {
  // Found by an independent oracle: 0.3650 was answered.
  const Shape b = *scaled(compoundOf({{Capsule2{0.4872881164112485, 0.15069026995943446},
                                       at(-0.14433494500413194, -0.116340810733966, 1.6471298493825026)},
                                      {Segment2{0.22665092397420375}, at(0.236534272575683, 0.14547147666526414)}}),
                          {-2, -2, 1});
  const Rounded<Box2> box{{{0.5478865668658396, 0.4899660608857245}}, 0.15087863976821822};
  const Vec3 position =
      Vec3{-2.931316764823546, 2.792993211292385, 0} - Vec3{0.19866361643810093, -0.034191364803057234, 0};
  const PosedShape first{box, {position, Mat3{1.0}}},
      second{b, at(-2.982998511404316, 2.0264595724258907, -0.7372011673956655)};
  const PairAnswer answer = testPair(first, second)->answer;
  ASSERT_EQ(answer.verdict, Verdict::kOverlapping);
  EXPECT_NEAR(length(answer.mtv), 0.289346, 1e-6);
  EXPECT_NEAR(testPair(first, second, {}, "union")->answer.separation, answer.separation, 1e-9);
}

/// Pairs with a concave side, of kinds that the algorithm by outlines takes.
PosedShape concaveOf(Random& random, int round) {
  const Pose pose = at(random.in(-1, 1), random.in(-1, 1), random.in(-3, 3));
  if (round % 3 == 0) return {randomStar(random, 5 + round % 5), pose};
  std::vector<std::pair<Shape, Pose>> children;
  for (int i = 0; i < 2 + round % 3; ++i) {
    const int kind = static_cast<int>(random.next() % kPlanarKinds);
    Shape child = randomPlanar(random, kind == 4 ? 0 : kind);
    if (round % 2 == 0 && kind == 0) child = Rounded<Box2>{std::get<Box2>(child), random.in(0.05, 0.3)};
    children.emplace_back(child, at(random.in(-0.8, 0.8), random.in(-0.8, 0.8), random.in(-3, 3)));
  }
  return {compoundOf(std::move(children)), pose};
}

TEST(PlanarUnion, OutlinesThatTouchComeApartAlongTheNormalOfASide) {
  const Shape a = Polygon{{{-1, -1}, {1, -1}, {1, 1}, {0, 1}, {-1, 1}}}, box = Box2{{0.5, 0.5}};
  const std::tuple<Pose, Vec3> kTouching[] = {
      {at(0.25, 1.5), {0, 1, 0}}, {at(-1.5, 0.25), {-1, 0, 0}}, {at(0.3, -1 - std::sqrt(0.5), M_PI / 4), {0, -1, 0}}};
  for (const auto& [pose, normal] : kTouching) {
    const auto report = testPair({a, {}}, {box, pose}, {}, "union");
    ASSERT_TRUE(report);
    EXPECT_NEAR(report->answer.separation, 0, 1e-15);
    EXPECT_LE(length(report->answer.normal - normal), 1e-12)
        << report->answer.normal.x << ", " << report->answer.normal.y;
  }
}

TEST(PlanarUnion, AgreesWithTheOutlinesThatAreNeverTakenApart) {
  Random random{4711};
  int asked = 0, overlapping = 0, verdicts = 0, depths = 0, contacts = 0, off_outline = 0;
  double worst = 0, worst_distance = 0;
  for (int round = 0; round < rounds(300, 90); ++round) {
    const PosedShape a = concaveOf(random, round), b = round % 4 == 0
                                                           ? PosedShape{randomPlanar(random, round / 4 % kPlanarKinds),
                                                                        at(random.in(-1, 1), random.in(-1, 1))}
                                                           : concaveOf(random, round / 2);
    const PairAlgorithm* const row = findAlgorithm("union");
    if (!handles(*row, a.shape, b.shape) || (isConvex(a.shape) && isConvex(b.shape))) continue;
    ++asked;
    const PairReport report = *testPair(a, b), whole = *testPair(a, b, {}, "union");
    const PairAnswer &answer = report.answer, &other = whole.answer;
    verdicts += (answer.verdict == Verdict::kSeparated) != (other.verdict == Verdict::kSeparated) ? 1 : 0;
    if (answer.verdict == Verdict::kSeparated)
      worst_distance = std::max(worst_distance, std::abs(answer.distance - other.distance));
    if (answer.verdict != Verdict::kOverlapping) continue;
    ++overlapping;
    const double error = std::abs(length(answer.mtv) - length(other.mtv));
    worst = std::max(worst, error);
    if (error > 1e-7) {
      ++depths;
      std::printf("round %d: %.9g by pieces, %.9g by outlines\n", round, length(answer.mtv), length(other.mtv));
    }
    for (const Contact& contact : answer.contacts) {
      ++contacts;
      const Vec3 half = answer.normal * (contact.separation / 2);
      for (const auto& [shape, point] :
           {std::pair{a, contact.position - half}, std::pair{b, contact.position + half}}) {
        if (std::abs(containsPoint(shape.shape, shape.pose, point).signed_distance) > 1e-7) {
          ++off_outline;
          std::printf("round %d: %s is %g off\n", round, featuresOf(contact).c_str(),
                      containsPoint(shape.shape, shape.pose, point).signed_distance);
        }
      }
    }
  }
  std::printf(
      "%d pairs, %d overlap: %d verdicts differ, %d mtvs, worst %.2g; distance %.2g; %d of %d contacts off an "
      "outline\n",
      asked, overlapping, verdicts, depths, worst, worst_distance, off_outline, contacts);
  EXPECT_EQ(verdicts, 0);
  EXPECT_EQ(depths, 0);
  EXPECT_EQ(off_outline, 0);
  EXPECT_LT(worst_distance, 1e-9);
  EXPECT_GT(overlapping, rounds(100));
  EXPECT_GT(contacts, overlapping / 2);
}

TEST(PlanarUnion, ContainsOfCompoundsAgreesWithAPointsMtv) {
  Random random{88};
  int inside = 0, hidden = 0;
  double worst = 0;
  for (int round = 0; round < rounds(200, 60); ++round) {
    const PosedShape a = concaveOf(random, 3 * round + 1);
    const Vec3 point = a.pose.position + Vec3{random.in(-0.6, 0.6), random.in(-0.6, 0.6), 0};
    const ContainsReport report = containsPoint(a.shape, a.pose, point);
    const PairAnswer whole = testPair(a, {Point2{}, {point, Mat3{1.0}}}, {}, "union")->answer;
    worst = std::max(worst, std::abs(report.signed_distance - whole.separation));
    if (report.place != PointPlace::kInside) continue;
    ++inside;
    EXPECT_NEAR(length(report.boundary_point - point), -report.signed_distance, 1e-9);
    hidden += containsPoint(a.shape, a.pose, report.boundary_point).signed_distance < -1e-7 ? 1 : 0;
  }
  std::printf("%d inside, %d named points inside another child, worst difference %.2g\n", inside, hidden, worst);
  EXPECT_GT(inside, rounds(60));
  EXPECT_EQ(hidden, 0);
  EXPECT_LT(worst, 1e-7);
}

// A contact was 0.235 m inside of B, on a cut between two pieces.
TEST(PlanarUnion, TheContactOfATaperedCapsuleIsOnThePolygonsOutline) {
  const Pose turned = at(0, 0, -1.288331126955308);
  const PosedShape a{TaperedCapsule2{0.7373222754565165, 0.705999565121806, 0.27683310478189704},
                     {Vec3{1.380565982771932, -0.6651025473942591, 0} -
                          turned.rotation * Vec3{0.1539360362532241, 0.3904200445049596, 0},
                      turned.rotation}};
  const PosedShape b{Polygon{{{0.221993485898082, -0.10494777341590428},
                              {0.2076013251967735, -0.6494398061111816},
                              {-0.37376359203811793, -0.5696793976178982},
                              {-0.9840051250872995, -0.03876356078956398},
                              {-0.4569476510857818, 0.2571908420627963},
                              {-0.1663561677272185, 0.6759511564311476},
                              {0.48513175848491785, 0.6004747440099912},
                              {0.9673720848562273, 0.16262224692287738}}},
                     at(0.39833381394540035, -0.47743271358411365, -0.15165410096706733)};
  const PairAnswer answer = testPair(a, b)->answer;
  ASSERT_EQ(answer.verdict, Verdict::kOverlapping);
  ASSERT_FALSE(answer.contacts.empty());
  for (const Contact& contact : answer.contacts) {
    EXPECT_EQ(featuresOf(contact).find("cut"), std::string::npos) << featuresOf(contact);
    const Vec3 on_b = contact.position + answer.normal * (contact.separation / 2);
    EXPECT_NEAR(containsPoint(b.shape, b.pose, on_b).signed_distance, 0, 1e-7);
  }
}

// Moved so that a chain's joint was on the other line they counted as apart, and a hair farther they crossed again.
TEST(PlanarUnion, LinesThatCrossAtAJointOverlap) {
  const Shape vee = Chain{{{-1, -1}, {0, 0}, {1, 1.5}}, false}, line = Segment2{2};
  const Shape run = Chain{{{-1, -1}, {0, 0}, {1, 0}, {2, 1}}, false}, hook = Chain{{{-1, 1}, {0, 0}, {1, 1}}, false};
  const Pose upright = at(0, 0, M_PI / 2);
  for (const char* const algorithm : {"sat", "union"}) {
    const auto asked = [&](const Shape& a, const Shape& b, const Pose& pose) {
      return testPair({a, {}}, {b, pose}, {}, algorithm).value().answer;
    };
    EXPECT_EQ(asked(vee, line, at(0, 0)).verdict, Verdict::kOverlapping) << algorithm;
    EXPECT_EQ(asked(vee, vee, upright).verdict, Verdict::kOverlapping) << algorithm << ": joint on joint";
    EXPECT_EQ(asked(run, line, at(0.5, 0)).verdict, Verdict::kOverlapping) << algorithm << ": by a side in common";
    EXPECT_EQ(asked(hook, line, at(0, 0)).verdict, Verdict::kTouching) << algorithm << ": from one side";
    EXPECT_EQ(asked(hook, hook, at(0, 0)).verdict, Verdict::kTouching) << algorithm << ": one upon the other";
  }
  Random random{41};
  int overlapping = 0;
  for (int i = 0; i < rounds(200, 20); ++i) {
    const auto chainOf = [&] {
      Chain chain{{}, false};
      for (int k = 0; k < 4; ++k) chain.vertices.emplace_back(k - 1.5 + random.in(-0.4, 0.4), random.in(-1, 1));
      return chain;
    };
    const PosedShape a{chainOf(), {}}, b{chainOf(), at(random.in(-1, 1), random.in(-1, 1), random.in(-3, 3))};
    const PairAnswer answer = testPair(a, b).value().answer;
    if (answer.verdict != Verdict::kOverlapping) continue;
    ++overlapping;
    EXPECT_LT(length(answer.mtv + answer.separation * answer.normal), 1e-9) << i;
    EXPECT_NEAR(testPair(a, b, {}, "union").value().answer.separation, answer.separation, 1e-9) << i;
    bool leads_out = false;
    for (int k = 0; k < 360 && !leads_out; ++k) {
      PosedShape moved = b;
      moved.pose.position += answer.mtv + 1e-6 * Vec3{std::cos(k * M_PI / 180), std::sin(k * M_PI / 180), 0};
      leads_out = testPair(a, moved).value().answer.verdict != Verdict::kOverlapping;
    }
    EXPECT_TRUE(leads_out) << i;
  }
  EXPECT_GT(overlapping, rounds(100, 10));
}

// A star over the end of the cut hid a quarter of what lies around it.
TEST(PlanarUnion, TheEndOfACutUnderARoundChildIsNoInside) {
  const Shape whole =
      compoundOf({{Box2{{0.5, 0.5}}, at(-0.5, 0.5)}, {Box2{{0.5, 0.5}}, at(0.5, 0.5)}, {Circle{0.5}, at(0, 1.5)}});
  const Vec3 below{0.02, 0.98, 0};
  const ContainsReport report = containsPoint(whole, {}, below);
  EXPECT_NEAR(report.signed_distance, -0.02, 1e-12);
  EXPECT_LT(length(report.boundary_point - Vec3{0.02, 1, 0}), 1e-12);
  EXPECT_EQ(containsPoint(whole, {}, {0, 1, 0}).place, PointPlace::kBoundary);
  EXPECT_NEAR(testPair({whole, {}}, {Point2{}, {below, Mat3{1.0}}}).value().answer.separation, -0.02, 1e-12);
}

// No two of these have a side in common, so that no cut ended there: the place was called free.
TEST(PlanarUnion, APointWhereOverlappingRegionsMeetAllAroundIsInside) {
  std::vector<std::pair<Shape, Pose>> boxes, discs;
  for (int i = 0; i < 3; ++i) {
    const double angle = 0.1 + i * 2 * M_PI / 3;
    boxes.emplace_back(Box2{{5, 5}}, at(5 * std::cos(angle), 5 * std::sin(angle), angle));
  }
  for (const auto& [x, y] : {std::pair{1, 0}, {0, 1}, {-1, 0}, {0, -1}}) discs.emplace_back(Circle{1}, at(x, y));
  const auto two_boxes = std::vector(boxes.begin(), boxes.begin() + 2);
  struct Row {
    Shape whole;
    double depth;
  };
  for (const Row& row : {Row{compoundOf(boxes), 10 / std::sqrt(3)}, Row{compoundOf(discs), std::sqrt(2)},
                         Row{compoundOf(two_boxes), 0}}) {
    EXPECT_NEAR(containsPoint(row.whole, {}, Vec3{0.0}).signed_distance, -row.depth, 1e-9);
    const double moved = containsPoint(row.whole, {}, Vec3{1e-3, 0, 0}).signed_distance;
    EXPECT_NEAR(moved, -row.depth, row.depth > 0 ? 1e-3 : 2e-3);
    for (const char* const algorithm : {"sat", "union"})
      EXPECT_NEAR(testPair({row.whole, {}}, {Point2{}, {}}, {}, algorithm).value().answer.separation, -row.depth, 1e-9)
          << algorithm;
  }
}

TEST(PlanarUnion, LinesLeaveARoomThatFitsExactlyFree) {
  // B has a line on the right of a post, and a box or a line on the left of another.
  const Shape posts = compoundOf({{Segment2{1}, at(-0.5, 0, M_PI / 2)}, {Segment2{1}, at(0.5, 0, M_PI / 2)}});
  const Shape box = compoundOf({{Box2{{0.5, 0.5}}, at(-1, 0)}, {Segment2{0.25}, at(0.75, 0)}});
  const Shape lines = compoundOf({{Segment2{0.25}, at(-0.75, 0.5)}, {Segment2{0.25}, at(0.75, 0)}});
  for (const char* const algorithm : {"sat", "union"}) {
    for (const Shape& around : {box, lines})
      EXPECT_EQ(testPair({posts, {}}, {around, {}}, {}, algorithm).value().answer.verdict, Verdict::kTouching);
  }
}

// Beyond 20 000 pairs of pieces directions were tried, and contacts were on cuts.
TEST(PlanarUnion, OutlinesOfHundredsOfCornersAreAnsweredAsAWhole) {
  Polygon star;
  star.vertices.clear();
  constexpr int kTips = 200;
  for (int i = 0; i < 2 * kTips; ++i) {
    const double angle = M_PI * i / kTips, r = i % 2 == 0 ? 1 : 0.9;
    star.vertices.emplace_back(r * std::cos(angle), r * std::sin(angle));
  }
  for (const double x : {1.92, 1.7}) {
    const PosedShape a{star, {}}, b{star, at(x, 0.05, 0.3)};
    const PairReport report = testPair(a, b).value();
    ASSERT_EQ(report.answer.verdict, Verdict::kOverlapping);
    EXPECT_GT(report.pieces->pairs(), 20'000);
    EXPECT_EQ(report.pieces->mtv_kind, MtvKind::kUnion);
    ASSERT_FALSE(report.answer.contacts.empty());
    for (const Contact& contact : report.answer.contacts)
      EXPECT_EQ(featuresOf(contact).find("cut"), std::string::npos) << featuresOf(contact);
    const auto movedBy = [&](double share) {
      return testPair(a, {star, {b.pose.position + share * report.answer.mtv, b.pose.rotation}}).value().answer.verdict;
    };
    EXPECT_EQ(movedBy(1), Verdict::kTouching);
    EXPECT_EQ(movedBy(0.999), Verdict::kOverlapping);
  }
}

TEST(PlanarUnion, NoContactIsOnACut) {
  Random random{12};
  int contacts = 0;
  for (int round = 0; round < rounds(200, 60); ++round) {
    const PosedShape a{randomStar(random, 6 + round % 9), at(0, 0, random.in(-3, 3))},
        b{round % 2 == 0 ? randomPlanar(random, round / 2 % kPlanarKinds) : Shape{TaperedCapsule2{0.7, 0.6, 0.25}},
          at(random.in(-1, 1), random.in(-1, 1), random.in(-3, 3))};
    const PairAnswer answer = testPair(a, b)->answer;
    for (const Contact& contact : answer.contacts) {
      ++contacts;
      EXPECT_EQ(featuresOf(contact).find("cut"), std::string::npos) << featuresOf(contact);
      const Vec3 on_a = contact.position - answer.normal * (contact.separation / 2);
      EXPECT_NEAR(containsPoint(a.shape, a.pose, on_a).signed_distance, 0, 1e-7) << round << featuresOf(contact);
    }
    if (answer.verdict == Verdict::kOverlapping) {
      EXPECT_FALSE(answer.contacts.empty()) << round << typeName(b.shape);
      EXPECT_NEAR(length(answer.closest_b - answer.closest_a), -answer.separation, 1e-9);
    }
  }
  EXPECT_GT(contacts, rounds(100));
}

}  // namespace
}  // namespace sepax
