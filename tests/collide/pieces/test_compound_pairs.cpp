#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include "collide/pair_table.h"
#include "collide/pieces/by_pieces.h"
#include "collide/random_pairs.h"
#include "collide/sweep/sweep.h"
#include "geom/compound_data.h"
#include "geom/pieces.h"
#include "prove/workload.h"

namespace sepax {
namespace {

/// A table of a top and four legs, standing on y = 0.
Shape table() {
  std::vector<CompoundChild> children{{"top", Box{{1, 0.1, 1}}, {{0, 1, 0}, Mat3{1.0}}}};
  for (const auto& [id, x, z] :
       {std::tuple{"leg 1", -0.9, -0.9}, {"leg 2", 0.9, -0.9}, {"leg 3", -0.9, 0.9}, {"leg 4", 0.9, 0.9}}) {
    children.push_back({id, Box{{0.05, 0.45, 0.05}}, {{x, 0.45, z}, Mat3{1.0}}});
  }
  return makeCompound(std::move(children), false).value();
}

TEST(CompoundPairs, NameTheChildThatDecides) {
  const PosedShape a{table(), {}}, b{Sphere{0.25}, {{0.9, 0.3, 1.15}, Mat3{1.0}}};
  const PairReport report = testPair(a, b).value();
  EXPECT_EQ(report.answer.verdict, Verdict::kOverlapping);
  EXPECT_NEAR(report.answer.separation, -0.05, 1e-15);
  ASSERT_TRUE(report.pieces);
  EXPECT_EQ(report.pieces->nameOfA(report.pieces->a), "leg 4");
  EXPECT_EQ(report.pieces->nameOfB(report.pieces->b), "0") << "a sphere is one piece, without a name";
  ASSERT_FALSE(report.answer.contacts.empty());
  EXPECT_NE(featuresOf(report.answer.contacts[0]).find("of \"leg 4\""), std::string::npos)
      << featuresOf(report.answer.contacts[0]);
  EXPECT_EQ(std::get<Box>(tracedA(a, report).shape).half_extents.y, 0.45);
}

TEST(CompoundPairs, StandOnAFloorByContactsOfDifferentChildren) {
  const PosedShape floor{Box{{5, 1, 5}}, {{0, -1, 0}, Mat3{1.0}}};
  const PairReport report = testPair(floor, {table(), {{0, -1e-12, 0}, Mat3{1.0}}}).value();
  EXPECT_EQ(report.answer.verdict, Verdict::kTouching);
  std::set<std::uint64_t> ids;
  std::set<std::string> legs;
  for (const Contact& contact : report.answer.contacts) {
    ids.insert(contact.id);
    legs.insert(featuresOf(contact).substr(featuresOf(contact).find("of ")));
  }
  EXPECT_EQ(report.answer.contacts.size(), 4u);
  EXPECT_EQ(ids.size(), 4u) << "numbers of their own";
  EXPECT_EQ(legs.size(), 4u) << "the four that span most are on four legs";
}

/// The least gap of any child, each tested as a shape of its own.
double leastGap(const PosedShape& a, const PosedShape& b) {
  const ShapePieces pieces_a(a.shape), pieces_b(b.shape);
  double least = INFINITY;
  for (int i = 0; i < pieces_a.count(); ++i) {
    for (int j = 0; j < pieces_b.count(); ++j) {
      const PairAnswer answer = testPair(pieces_a.piece(i, a.pose), pieces_b.piece(j, b.pose)).value().answer;
      least = std::min(least, answer.separation > 0 ? answer.distance : answer.separation);
    }
  }
  return least;
}

const ShapeKind& kindOf(const char* name) {
  const auto& kinds = shapeKinds();
  return *std::find_if(kinds.begin(), kinds.end(),
                       [&](const ShapeKind& kind) { return std::string_view(kind.name) == name; });
}

TEST(CompoundPairs, SweepAsTheirFirstChildDoesAlsoWhileTheyTurn) {
  SplitMix64 random{41};
  int hits = 0, turning = 0;
  double gap_at_impact = 0, overlap_before = 0;
  for (const char* name : {"compound", "compound2", "chain"}) {
    const ShapeKind& kind = kindOf(name);
    for (int round = 0; round < 30; ++round) {
      const bool spins = round % 2 == 1;
      PosedShape a{kind.make(random, false), {random.point(1), Mat3{1.0}}},
          b{kind.make(random, false), {random.point(6), Mat3{1.0}}};
      a.pose.rotation = b.pose.rotation = matrixOfAngle(random.in(-3, 3));
      if (kind.planar) a.pose.position.z = b.pose.position.z = 0;
      Motion motion_a, motion_b;
      motion_b.linear = (a.pose.position - b.pose.position) / 2.0;
      if (spins) {
        motion_a.angular = {0, 0, random.in(-2, 2)};
        motion_b.angular = {0, 0, random.in(-2, 2)};
      }
      const SweepReport swept = sweep(a, motion_a, b, motion_b, 2).value();
      const auto gapAt = [&](double time) {
        return leastGap({a.shape, poseAt(a.pose, motion_a, time)}, {b.shape, poseAt(b.pose, motion_b, time)});
      };
      for (int step = 0; step < 8; ++step)
        overlap_before = std::max(overlap_before, -gapAt(swept.time * (step / 8.0)) * !swept.starts_in_contact);
      if (!swept.hit || swept.starts_in_contact) continue;
      ++hits;
      turning += spins ? 1 : 0;
      gap_at_impact = std::max(gap_at_impact, std::abs(gapAt(swept.time)));
      EXPECT_EQ(swept.pose_b.position, poseAt(b.pose, motion_b, swept.time).position)
          << "the body's pose, not its child's";
    }
  }
  std::printf("%d hits, %d of them turning: gap at the impact %.2g, overlap before it %.2g\n", hits, turning,
              gap_at_impact, overlap_before);
  EXPECT_GT(hits, 40);
  EXPECT_GT(turning, 15);
  EXPECT_LT(gap_at_impact, 1e-8);
  EXPECT_LT(overlap_before, 1e-8);
}

TEST(CompoundPairs, OfRoundChildrenHaveNoHullToTestAndTheirMtvStillEndsTheOverlap) {
  SplitMix64 random{43};
  const ShapeKind& kind = kindOf("compound");
  int overlapping = 0, without_hull = 0;
  double deepest = 0;
  for (int round = 0; round < 60; ++round) {
    const PosedShape a{kind.make(random, false), {{0, 0, 0}, matrixOf(random.rotation())}},
        b{kind.make(random, false), {random.point(1), matrixOf(random.rotation())}};
    const PairReport report = testPair(a, b).value();
    if (report.answer.verdict != Verdict::kOverlapping) continue;
    ++overlapping;
    without_hull += report.pieces->hull_report ? 0 : 1;
    deepest = std::max(deepest, -leastGap(a, {b.shape, {b.pose.position + report.answer.mtv, b.pose.rotation}}));
  }
  std::printf("%d overlap, %d without a hull: %.2g m left after the mtv\n", overlapping, without_hull, deepest);
  EXPECT_GT(overlapping, 20);
  EXPECT_GT(without_hull, 5);
  EXPECT_LT(deepest, 1e-8);
}

}  // namespace
}  // namespace sepax
