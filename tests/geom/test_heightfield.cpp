#include "geom/heightfield.h"

#include <gtest/gtest.h>

#include "geom/contains.h"
#include "geom/ray_cast.h"
#include "geom/shape.h"

namespace sepax {
namespace {

/// Two cells along x, one along z.
const Shape& ramp() {
  static const Shape kRamp = makeHeightfield({{0, 1, 2}, {0, 1, 3}}, {2, 1}).value();
  return kRamp;
}

TEST(Heightfield, LiesAroundTheOriginWithARowForEachZ) {
  const MeshData& mesh = *trianglesOf(ramp());
  ASSERT_EQ(mesh.vertices.size(), 6u);
  EXPECT_EQ(mesh.vertices[0], (Vec3{-2, 0, -0.5}));
  EXPECT_EQ(mesh.vertices[5], (Vec3{2, 3, 0.5}));
  EXPECT_EQ(mesh.triangles.size(), 4u);
  EXPECT_FALSE(isConvex(ramp()));
  EXPECT_TRUE(isSurface(ramp()));
}

TEST(Heightfield, IsHitFromAboveAtTheHeightOfItsTriangles) {
  // On the ramp; on the diagonal of the second cell; beside the field.
  EXPECT_NEAR(castRay(ramp(), {}, {{-1, 9, 0}, {0, -1, 0}, 20}).distance, 8.5, 1e-14);
  EXPECT_NEAR(castRay(ramp(), {}, {{1, 9, 0}, {0, -1, 0}, 20}).distance, 7, 1e-14);
  EXPECT_FALSE(castRay(ramp(), {}, {{2.1, 9, 0}, {0, -1, 0}, 20}).hit);
  const RayHit up = castRay(ramp(), {}, {{-1, -9, 0}, {0, 1, 0}, 20});
  EXPECT_TRUE(up.hit && up.back_face) << "seen from below";
  EXPECT_TRUE(containsPoint(ramp(), {}, {0, -5, 0}).surface_only);
}

TEST(Heightfield, RefusesGridsThatAreNone) {
  struct Row {
    std::vector<std::vector<double>> heights;
    Vec2 spacing;
    const char* where;
  };
  for (const Row& row :
       {Row{{{0, 1}}, {1, 1}, "heights"}, Row{{{0}, {1}}, {1, 1}, "heights/0"}, Row{{{0, 1}, {1}}, {1, 1}, "heights/1"},
        Row{{{0, 1}, {1, NAN}}, {1, 1}, "heights/1/1"}, Row{{{0, 1}, {1, 1}}, {1, 0}, "spacing/1"},
        Row{{{0, 1}, {1, 1}}, {INFINITY, 1}, "spacing/0"}}) {
    const auto made = makeHeightfield(row.heights, row.spacing);
    ASSERT_FALSE(made) << row.where;
    EXPECT_EQ(made.error().where, row.where);
  }
}

TEST(Heightfield, IsScaledAndMirroredAsItsPointsAre) {
  EXPECT_FALSE(scaled(ramp(), {-1, 2, 3})) << "the diagonals would run the other way";
  const Shape mirrored = scaled(ramp(), {-1, 2, -3}).value();
  const auto height = [](const Shape& shape, double x, double z) {
    return 50 - castRay(shape, {}, {{x, 50, z}, {0, -1, 0}, 99}).distance;
  };
  for (const double x : {-1.5, -0.3, 0.4, 1.9})
    EXPECT_NEAR(height(mirrored, -x, 1.2), 2 * height(ramp(), x, -0.4), 1e-12) << x;
}

}  // namespace
}  // namespace sepax
