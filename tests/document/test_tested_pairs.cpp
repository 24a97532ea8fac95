#include "document/tested_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "collide/random_pairs.h"

namespace sepax {
namespace {

Document crowd(test::Random& random, int count, double side, bool planar) {
  Document document;
  document.space = planar ? Space::k2d : Space::k3d;
  for (int i = 0; i < count; ++i) {
    const test::KindPair kinds{planar, i % (planar ? test::kPlanarKinds : test::kSolidKinds), 0};
    const PosedShape posed = test::randomPosed(random, kinds, test::Which::kA, side);
    Body body;
    body.id = "b" + std::to_string(i);
    body.shape = posed.shape;
    body.position = posed.pose.position;
    body.rotation = neverRotates(posed.shape) ? (planar ? Rotation{0.0} : Rotation{Quat{}})
                    : planar                  ? Rotation{random.in(0, 6)}
                                              : Rotation{random.rotation()};
    document.bodies.push_back(std::move(body));
  }
  return document;
}

TEST(TestedPairs, OfAFewBodiesAreAll) {
  test::Random random{1};
  const Document document = crowd(random, static_cast<int>(kMaxBodiesAllPairs), 1e6, false);
  const TestedPairs tested = testedPairPlaces(document);
  EXPECT_EQ(tested.pairs.size(), kMaxBodiesAllPairs * (kMaxBodiesAllPairs - 1) / 2);
  EXPECT_EQ(tested.culled, 0u);
  EXPECT_EQ(tested.pairs.front(), (BoxPair{0, 1}));
}

TEST(TestedPairs, OfACrowdAreAllThatAreNotApart) {
  test::Random random{2};
  std::size_t met = 0, culled = 0;
  for (const bool planar : {false, true}) {
    for (const std::optional<double> tolerance : {std::optional<double>(), std::optional(0.2)}) {
      Document document = crowd(random, 90, planar ? 6 : 3, planar);
      document.touching_tolerance = tolerance;
      const TestedPairs tested = testedPairPlaces(document);
      const std::set<BoxPair> listed(tested.pairs.begin(), tested.pairs.end());
      EXPECT_TRUE(std::ranges::is_sorted(tested.pairs));
      EXPECT_EQ(tested.pairs.size() + tested.culled, 90u * 89 / 2);
      culled += tested.culled;
      for (const BoxPair& pair : testedPairPlaces(document, Culling::kNever).pairs) {
        const auto report = testPair(document, {document.bodies[pair.a].id, document.bodies[pair.b].id});
        ASSERT_TRUE(report);
        if (report->answer.verdict == Verdict::kSeparated) continue;
        EXPECT_TRUE(listed.contains(pair)) << document.bodies[pair.a].id << " " << document.bodies[pair.b].id;
        ++met;
      }
    }
  }
  EXPECT_GT(met, 200u);
  EXPECT_GT(culled, 5000u);
}

TEST(ClosePairs, OfMovingBoundsAreThoseOfASearchAnew) {
  test::Random random{4};
  std::vector<MinMaxBox> bounds(120);
  for (MinMaxBox& box : bounds) {
    box.min = {random.in(0, 4), random.in(0, 4), random.in(0, 4)};
    box.max = box.min + Vec3{random.in(0, 1), random.in(0, 1), random.in(0, 1)};
  }
  bounds[5] = {};
  bounds[6] = {Vec3{-kInfinity}, {kInfinity, 1, kInfinity}};
  ClosePairs kept;
  std::set<std::size_t> counts;
  // At rest, slow, so fast that no wider bounds hold, slow again, with fewer bodies.
  for (int frame = 0; frame < 200; ++frame) {
    const double way = frame < 5 ? 0 : frame < 40 || frame > 80 ? 0.01 : 0.5;
    for (MinMaxBox& box : bounds) {
      const Vec3 by{random.in(-way, way), random.in(-way, way), random.in(-way, way)};
      box = {box.min + by, box.max + by};
    }
    if (frame == 150) bounds.pop_back();
    const TestedPairs now = kept.among(bounds), anew = ClosePairs().among(bounds);
    ASSERT_EQ(now.pairs, anew.pairs) << "frame " << frame;
    EXPECT_EQ(now.culled, anew.culled);
    EXPECT_TRUE(now.is_complete);
    counts.insert(now.pairs.size());
  }
  EXPECT_GT(counts.size(), 20u);
}

TEST(TestedPairs, AreTheDocumentsListWhereItHasOne) {
  test::Random random{3};
  Document document = crowd(random, 100, 1e6, false);
  document.pairs = std::vector<PairIds>{{"b7", "b3"}, {"b3", "b99"}};
  const TestedPairs tested = testedPairPlaces(document);
  EXPECT_EQ(tested.pairs, (std::vector<BoxPair>{{7, 3}, {3, 99}}));
  EXPECT_EQ(tested.culled, 0u);
  EXPECT_EQ(testedPairs(document), *document.pairs);
  document.pairs->push_back({"b1", "gone"});
  EXPECT_EQ(testedPairPlaces(document).pairs.back(), (BoxPair{1, kNoBody}));
}

}  // namespace
}  // namespace sepax
