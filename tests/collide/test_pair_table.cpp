#include "collide/pair_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "collide/posed.h"
#include "collide/random_pairs.h"
#include "geom/rounded.h"

namespace sepax {
namespace {

using test::at;
using test::tested;

TEST(PairTable, ARowsNameMayHaveOptions) {
  const auto choice = chosenAlgorithm("gjk-epa:shrink=0.05,margin=0.25");
  ASSERT_TRUE(choice);
  EXPECT_STREQ(choice->row->name, "gjk-epa");
  EXPECT_EQ(choice->shrink, 0.05);
  EXPECT_EQ(choice->margin, 0.25);
  EXPECT_EQ(chosenAlgorithm("sat")->margin, 0);
  for (const char* wrong : {"", "gkj", "sat:", "sat:margin", "sat:margin=", "sat:margin=-1", "sat:margin=nan",
                            "sat:margin=0.1,", "sat:skin=0.1", "sat:margin=0.1;shrink=0.1", ":margin=0.1"}) {
    EXPECT_FALSE(chosenAlgorithm(wrong)) << wrong;
  }
}

// What it answers is what the reference says of the shapes as they are held.
TEST(PairTable, ARowWithAMarginTestsTheRoundedShapes) {
  const PosedShape box = at(Box{{1, 1, 1}}, {0, 0, 0}), above = at(Box{{0.5, 0.5, 0.5}}, {1.9, 1.9, 0});
  const PairReport grown = tested(box, above, "sat:margin=0.1");
  const PairReport rounded_by_hand = tested(at(Rounded<Box>{Box{{1, 1, 1}}, 0.1}, {0, 0, 0}),
                                            at(Rounded<Box>{Box{{0.5, 0.5, 0.5}}, 0.1}, {1.9, 1.9, 0}));
  EXPECT_EQ(grown.algorithm, "sat:margin=0.1");
  EXPECT_EQ(grown.answer.distance, rounded_by_hand.answer.distance);
  EXPECT_NEAR(grown.answer.distance, std::sqrt(0.32) - 0.2, 1e-15);
  // Jolt's convex radius: corners are rounded, sides stay where they are.
  EXPECT_NEAR(tested(box, above, "sat:shrink=0.1,margin=0.1").answer.distance, std::sqrt(0.72) - 0.2, 1e-15);
  EXPECT_NEAR(tested(box, at(Box{{0.5, 0.5, 0.5}}, {2, 0, 0}), "sat:shrink=0.1,margin=0.1").answer.distance, 0.5,
              1e-15);
}

// What each row says of its separation, against the reference's numbers.
TEST(PairTable, RowsMeasureWhatTheySay) {
  test::Random random{36};
  std::map<std::string, std::pair<int, int>> compared;  // apart and overlapping
  for (int round = 0; round < test::rounds(400, 100); ++round) {
    const bool is_planar = round % 2 == 0;
    const auto shape = [&] {
      return is_planar ? test::randomPlanar(random, round / 2 % 3) : test::randomSolid(random, round / 2 % 4);
    };
    PosedShape a{shape(), {}}, b{shape(), {}};
    b.pose.position = random.point(1.5);
    if (is_planar) b.pose.position.z = 0;
    const PairReport reference = testPair(a, b).value();
    if (reference.answer.verdict == Verdict::kTouching) continue;
    const bool overlaps = reference.answer.verdict == Verdict::kOverlapping;
    for (const PairAlgorithm& row : pairAlgorithms()) {
      if (row.historical || !handles(row, a.shape, b.shape)) continue;
      const PairReport report = testPair(a, b, {}, row.name).value();
      const double allowed = (row.tolerance + 1e-9) * pairExtent(a, b) + report.answer.error;
      ASSERT_EQ(report.answer.verdict, reference.answer.verdict) << row.name << " " << round;
      EXPECT_EQ(hasSeparation(report), !overlaps || row.separation_kind != SeparationKind::kGapAlone) << row.name;
      if (!hasSeparation(report)) continue;
      auto& [apart, overlapping] = compared[row.name];
      ++(overlaps ? overlapping : apart);
      const double least = reference.answer.separation, most = overlaps ? least : reference.answer.distance;
      EXPECT_GE(report.answer.separation, least - allowed) << row.name << " " << round;
      EXPECT_LE(report.answer.separation, (hasAxisGap(report) ? least : most) + allowed) << row.name << " " << round;
      EXPECT_NEAR(glm::length(report.answer.mtv), overlaps ? -least : 0, allowed) << row.name << " " << round;
    }
  }
  for (const auto& [row, counts] : compared) {
    EXPECT_GT(counts.first, test::rounds(20, 5)) << row;
    EXPECT_TRUE(row == "gjk" || counts.second > test::rounds(20, 5)) << row;
  }
}

TEST(PairTable, RoundAndConcaveShapesStayAsTheyAreInARowWithOptions) {
  const AlgorithmChoice choice = chosenAlgorithm("sat:shrink=0.1,margin=0.25").value();
  const Shape chain = Chain{}, star = Polygon{{{-1, -1}, {1, -1}, {0, 0}, {1, 1}, {-1, 1}}};
  for (const Shape& shape :
       {Shape(Sphere{1}), Shape(Capsule{1, 0.5}), Shape(Point3{}), Shape(HalfSpace{}), chain, star}) {
    EXPECT_EQ(heldShape(choice, shape).value(), shape) << typeName(shape);
  }
  EXPECT_EQ(heldShape(choice, FixedBox{{1, 1, 1}}).value(), Shape(Rounded<Box>{Box{{0.9, 0.9, 0.9}}, 0.25}));
  EXPECT_EQ(heldShape(choice, Rounded<Box2>{Box2{{1, 1}}, 0.5}).value(), Shape(Rounded<Box2>{Box2{{0.9, 0.9}}, 0.75}));
  EXPECT_FALSE(heldShape(choice, Cone{1, 1})) << "a cone cannot be shrunk";
  EXPECT_FALSE(heldShape(choice, Box{{1, 0.05, 1}})) << "nothing is left of it";
}

}  // namespace
}  // namespace sepax
