#include "fast/broad_phase.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include "geom/random.h"
#include "rounds.h"

namespace sepax {
namespace {

std::vector<BoxPair> bruteForce(const std::vector<MinMaxBox>& boxes) {
  std::vector<BoxPair> pairs;
  for (std::uint32_t a = 0; a < boxes.size(); ++a) {
    for (std::uint32_t b = a + 1; b < boxes.size(); ++b) {
      bool meets = true;
      for (int c = 0; c < 3; ++c)
        meets = meets && boxes[a].min[c] <= boxes[b].max[c] && boxes[b].min[c] <= boxes[a].max[c];
      if (meets) pairs.push_back({a, b});
    }
  }
  return pairs;
}

std::vector<BoxPair> found(BroadPhase& phase, const std::vector<MinMaxBox>& boxes) {
  const BroadPhase::Result result = phase.findPairs(boxes);
  EXPECT_TRUE(result.is_complete);
  std::vector<BoxPair> pairs(result.pairs.begin(), result.pairs.end());
  std::ranges::sort(pairs);
  return pairs;
}

/// How boxes are drawn: each makes the grid's life hard in its own way.
enum class Crowd { kEven, kFlat, kHuge, kSizes, kEqual, kFar, kPlanar, kLattice, kLine, kOutlier };
constexpr std::array kCrowds = {Crowd::kEven, Crowd::kFlat,   Crowd::kHuge,    Crowd::kSizes, Crowd::kEqual,
                                Crowd::kFar,  Crowd::kPlanar, Crowd::kLattice, Crowd::kLine,  Crowd::kOutlier};

std::vector<MinMaxBox> drawn(Crowd crowd, std::size_t count, SplitMix64& random) {
  std::vector<MinMaxBox> boxes;
  const double side = std::cbrt(4.0 * static_cast<double>(count));
  for (std::size_t i = 0; i < count; ++i) {
    Vec3 centre = random.point(side / 2), half{random.in(0.25, 1), random.in(0.25, 1), random.in(0.25, 1)};
    const auto any = static_cast<int>(random.next() % 3);
    switch (crowd) {
      case Crowd::kEven:
        break;
      case Crowd::kFlat:
        half[any] = 0;
        break;
      case Crowd::kHuge:
        half *= i % 17 == 0 ? 20 : 1;
        break;
      case Crowd::kSizes:
        half *= std::pow(10, random.in(-9, 1));
        break;
      case Crowd::kEqual:
        centre = Vec3{1, 2, 3}, half = Vec3{0.5};
        break;
      case Crowd::kFar:
        centre += Vec3{1e8, -1e8, 3e7};
        break;
      case Crowd::kPlanar:
        centre.z = half.z = 0;
        break;
      case Crowd::kLattice:
        centre = glm::round(centre), half = Vec3{0.5};
        break;  // touching neighbours
      case Crowd::kLine:
        centre = Vec3{centre.x * side, 0, 0};
        break;
      case Crowd::kOutlier:
        centre *= i == 0 ? 1e60 : 1;
        break;
    }
    boxes.push_back({centre - half, centre + half});
  }
  return boxes;
}

TEST(BroadPhase, FindsThePairsOfBruteForceInEveryCrowd) {
  BroadPhase phase;  // kept: what one crowd leaves behind must not reach the next
  SplitMix64 random{31};
  std::array<std::size_t, kCrowds.size()> pairs{};
  for (int round = 0; round < test::rounds(60, 6); ++round) {
    for (std::size_t c = 0; c < kCrowds.size(); ++c) {
      const std::size_t count = kCrowds[c] == Crowd::kEqual ? 60 : 1 + random.next() % 700;
      const auto boxes = drawn(kCrowds[c], count, random);
      const auto expected = bruteForce(boxes);
      EXPECT_EQ(found(phase, boxes), expected) << "crowd " << c << " of " << count;
      pairs[c] += expected.size();
    }
  }
  for (std::size_t c = 0; c < kCrowds.size(); ++c) {
    std::printf("crowd %zu: %zu pairs\n", c, pairs[c]);
    EXPECT_GT(pairs[c], static_cast<std::size_t>(test::rounds(500))) << c;
  }
}

TEST(BroadPhase, KnowsInfiniteEmptyAndTouchingBoxes) {
  BroadPhase phase;
  const MinMaxBox below{{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, 0, kInfinity}},
      all{Vec3{-kInfinity}, Vec3{kInfinity}};
  const MinMaxBox on{{0, 0, 0}, {1, 1, 1}}, above{{0, 1.5, 0}, {1, 2, 1}}, corner{{1, 1, 1}, {2, 2, 2}}, empty;
  const std::vector<MinMaxBox> boxes{below, on, empty, above, corner, all};
  EXPECT_EQ(found(phase, boxes), (std::vector<BoxPair>{{0, 1}, {0, 5}, {1, 4}, {1, 5}, {3, 4}, {3, 5}, {4, 5}}));
  EXPECT_TRUE(phase.findPairs({}).pairs.empty());
  EXPECT_TRUE(phase.findPairs(std::vector<MinMaxBox>{on}).pairs.empty());
}

TEST(BroadPhase, CopesWithTheLargestCoordinatesThereAre) {
  BroadPhase phase;
  constexpr double kLargest = std::numeric_limits<double>::max();
  const std::vector<MinMaxBox> boxes{{Vec3{-kLargest}, Vec3{kLargest}},
                                     {Vec3{-kLargest}, Vec3{-kLargest}},
                                     {Vec3{kLargest}, Vec3{kLargest}},
                                     {Vec3{0}, Vec3{5e-324}},
                                     {Vec3{5e-324}, Vec3{1e-300}}};
  EXPECT_EQ(found(phase, boxes), bruteForce(boxes));
}

TEST(BroadPhase, StopsAtItsLimitAndSaysSo) {
  BroadPhase phase;
  const std::vector<MinMaxBox> equal(1000, MinMaxBox{Vec3{0}, Vec3{1}});
  const BroadPhase::Result some = phase.findPairs(equal, 100);
  EXPECT_EQ(some.pairs.size(), 100u);
  EXPECT_FALSE(some.is_complete);
  const BroadPhase::Result all = phase.findPairs(equal, 1000 * 999 / 2);
  EXPECT_EQ(all.pairs.size(), 1000u * 999 / 2);
  EXPECT_TRUE(all.is_complete);
}

}  // namespace
}  // namespace sepax
