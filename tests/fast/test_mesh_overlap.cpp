#include "fast/mesh_overlap.h"

#include <gtest/gtest.h>

#include "collide/pieces/concave_shapes.h"
#include "collide/pieces/crossings.h"
#include "rounds.h"

namespace sepax {
namespace {

bool crossByReference(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
  return crossingsOf(PieceSearch({a, pose_a}, {b, pose_b}, {})).count > 0;
}

TEST(SurfacesCross, WhereTheReferenceFindsCrossings) {
  SplitMix64 random{501};
  const Mesh coarse = test::torus(random, 7, 5, 0.3, 0.1), fine = test::torus(random, 30, 20, 0.4, 0.05);
  int crossing = 0;
  const int pairs = test::rounds(2000);
  for (int i = 0; i < pairs; ++i) {
    const Mesh &a = i % 2 == 0 ? coarse : fine, &b = i % 3 == 0 ? coarse : fine;
    const Pose pose_a{random.point(1), matrixOf(random.rotation())},
        pose_b{random.point(1.5), matrixOf(random.rotation())};
    const bool found = surfacesCross({*a.data, pose_a}, {*b.data, pose_b});
    ASSERT_EQ(found, crossByReference(a, pose_a, b, pose_b)) << i;
    crossing += found ? 1 : 0;
  }
  EXPECT_GT(crossing, pairs / 4);
  EXPECT_LT(crossing, pairs * 3 / 4);
}

TEST(SurfacesCross, OfTwoTrianglesWhereTheReferenceFindsACrossing) {
  SplitMix64 random{502};
  int crossing = 0;
  const int pairs = test::rounds(20'000);
  for (int i = 0; i < pairs; ++i) {
    const Mesh a = *makeMesh({random.point(1), random.point(1), random.point(1)}, {{0, 1, 2}});
    const Mesh b = *makeMesh({random.point(1), random.point(1), random.point(1)}, {{0, 1, 2}});
    const Pose pose{random.point(0.2), matrixOf(random.rotation())};
    const bool found = surfacesCross({*a.data, {}}, {*b.data, pose});
    ASSERT_EQ(found, crossByReference(a, {}, b, pose)) << i;
    crossing += found ? 1 : 0;
  }
  EXPECT_GT(crossing, pairs / 10);
  EXPECT_LT(crossing, pairs / 2);
}

TEST(SurfacesCross, NotOfAMeshInsideAnother) {
  const std::vector<TriangleIndices> faces{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  const Mesh outer = *makeMesh({{0, 0, 0}, {9, 0, 0}, {0, 9, 0}, {0, 0, 9}}, faces);
  const Mesh inner = *makeMesh({{1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {1, 1, 2}}, faces);
  const Pose here{}, lower{{0, 0, -1.5}, Mat3{1.0}};
  EXPECT_FALSE(surfacesCross({*outer.data, here}, {*inner.data, here}));
  EXPECT_TRUE(surfacesCross({*outer.data, here}, {*inner.data, lower}));
  EXPECT_TRUE(surfacesCross({*inner.data, lower}, {*outer.data, here}));
}

}  // namespace
}  // namespace sepax
