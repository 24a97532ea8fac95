#include "draw/stamp.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#include "geom/random.h"

namespace sepax {
namespace {

TEST(DepthOrder, IsThatOfASortThatComparesAndKeepsTheListsOrderAtOneDepth) {
  SplitMix64 random{7};
  std::size_t equal = 0, behind = 0, before = 0;
  DepthOrder order;
  for (int round = 0; round < 40; ++round) {
    std::vector<FillVertex> corners;
    const glm::vec3 back(random.direction());
    const auto count = static_cast<int>(random.in(0, 400));
    for (int i = 0; i < count; ++i) {
      // Of whole numbers many are at one depth, zero and −0 among them.
      const double size = std::pow(10, random.in(-6, 6));
      const glm::vec3 middle =
          round % 2 == 0 ? glm::vec3(random.direction() * size) : glm::vec3(0, 0, std::round(random.in(-2, 2)));
      for (const float side : {-0.25f, 0.25f, 0.0f})
        corners.push_back({middle + glm::vec3(side, 0, 0), glm::vec3(0), {}});
    }
    const glm::vec3 along = round % 2 == 0 ? back : glm::vec3(0, 0, -1);
    std::vector<std::pair<float, std::uint32_t>> expected;
    for (std::uint32_t first = 0; first < corners.size(); first += 3) {
      const glm::vec3 sum = corners[first].position + corners[first + 1].position + corners[first + 2].position;
      expected.emplace_back(glm::dot(sum, along), first);
      (expected.back().first < 0 ? behind : before) += 1;
    }
    std::ranges::stable_sort(expected, {}, &std::pair<float, std::uint32_t>::first);
    const std::span<const std::uint32_t> found = order.backToFront(corners, along);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      ASSERT_EQ(found[i], expected[i].second) << "round " << round << ", place " << i;
      equal += i > 0 && expected[i].first == expected[i - 1].first ? 1 : 0;
    }
  }
  std::printf("%zu at one depth, %zu behind, %zu before\n", equal, behind, before);
  EXPECT_GT(equal, 1000u);
  EXPECT_GT(std::min(behind, before), 1000u);
}

}  // namespace
}  // namespace sepax
