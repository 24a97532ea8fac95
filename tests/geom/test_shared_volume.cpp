#include "geom/shared_volume.h"

#include "box_triangles.h"
#include "geom/decompose.h"
#include "rounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <utility>
#include <vector>

namespace sepax {
namespace {

struct Boxes {
  std::vector<Vec3> vertices;
  std::vector<TriangleIndices> triangles;

  Boxes& add(const Vec3& low, const Vec3& high, bool is_inward = false) {
    const auto first = static_cast<std::uint32_t>(vertices.size());
    for (int i = 0; i < 8; ++i)
      vertices.emplace_back(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z);
    for (TriangleIndices t : test::kBoxTriangles) {
      for (std::uint32_t& corner : t) corner += first;
      if (is_inward) std::swap(t[0], t[1]);
      triangles.push_back(t);
    }
    return *this;
  }
  [[nodiscard]] double shared() const { return sharedVolume(vertices, triangles); }
};

TEST(SharedVolume, IsThatOfPartsThatRunIntoEachOther) {
  const Vec3 low{0, 0, 0}, high{2, 1, 3};
  EXPECT_EQ(Boxes().add(low, high).shared(), 0);
  EXPECT_EQ(Boxes().add(low, high, true).shared(), 0) << "inside out";
  EXPECT_EQ(Boxes().add(low, high).add({0.5, 0.2, 0.5}, {1, 0.8, 2}, true).shared(), 0) << "a cavity";
  EXPECT_EQ(Boxes().add(low, high).add({2, 0, 0}, {3, 1, 3}).shared(), 0) << "they touch";
  EXPECT_NEAR(Boxes().add(low, high).add({1, 0, 0}, {3, 1, 3}).shared(), 3, 1e-12) << "sides in one plane";
  EXPECT_NEAR(Boxes().add(low, high).add(low, high).shared(), 6, 1e-12) << "the same again";
  EXPECT_NEAR(Boxes().add(low, high).add(low, high).add(low, high).shared(), 12, 1e-12);
  EXPECT_NEAR(Boxes().add(low, high).add({0.5, 0.2, 0.5}, {1, 0.8, 2}).shared(), 0.45, 0.02) << "one within";
  EXPECT_NEAR(Boxes().add({-5, -1, -1}, {5, 1, 1}).add({-1, -5, -1}, {1, 5, 1}).shared(), 8, 0.2) << "a cross";
}

TEST(SharedVolume, OfRandomBoxesIsTheirSumLessTheirUnion) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> at(0, 1);
  double worst = 0;
  for (int round = 0; round < test::rounds(20); ++round) {
    const Vec3 a_low{at(random), at(random), at(random)}, b_low{at(random), at(random), at(random)};
    const Vec3 a_high = a_low + 1.0, b_high = b_low + 1.0;
    const Vec3 both = glm::min(a_high, b_high) - glm::max(a_low, b_low);
    const double shared = Boxes().add(a_low, a_high).add(b_low, b_high).shared();
    worst = std::max(worst, std::abs(shared - both.x * both.y * both.z));
  }
  std::printf("worst %g m3\n", worst);
  EXPECT_LT(worst, 0.02);
}

TEST(SharedVolume, CountsOnceInTheSolidOfADecomposition) {
  const Boxes boxes = Boxes().add({0, 0, 0}, {2, 1, 3}).add({1, 0, 0}, {3, 1, 3});
  const auto made = decompose(boxes.vertices, boxes.triangles);
  ASSERT_TRUE(made && made->solid);
  EXPECT_NEAR(*made->solid, 9, 1e-9);
}

}  // namespace
}  // namespace sepax
