#include "geom/mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "collide/pieces/concave_shapes.h"

namespace sepax {
namespace {

/// The ends of the creases, lower first.
std::set<std::pair<std::array<double, 3>, std::array<double, 3>>> creaseEnds(const Mesh& mesh) {
  std::set<std::pair<std::array<double, 3>, std::array<double, 3>>> ends;
  for (const auto& [from, to] : mesh.data->creases) {
    const Vec3 &p = mesh.data->vertices[from], &q = mesh.data->vertices[to];
    const std::array<double, 3> at{p.x, p.y, p.z}, other{q.x, q.y, q.z};
    ends.emplace(std::min(at, other), std::max(at, other));
  }
  return ends;
}

/// The same triangles, each with vertices of its own, as STL has them.
Mesh unwelded(const Mesh& mesh) {
  std::vector<TriangleIndices> triangles;
  for (std::uint32_t i = 0; i < mesh.data->triangles.size(); ++i) triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  return *makeMesh(cornersOf(*mesh.data), triangles);
}

/// Two rectangles that meet along the x axis at an angle of 2 · atan(rise), each of two triangles.
Mesh roof(double rise) {
  return *makeMesh({{0, 0, 0}, {2, 0, 0}, {2, 1, -rise}, {0, 1, -rise}, {0, -1, -rise}, {2, -1, -rise}},
                   {{0, 1, 2}, {0, 2, 3}, {0, 4, 5}, {0, 5, 1}});
}

// The diagonals of a cube's faces, or every edge where each triangle has its own vertices, would hide its form under
// lines.
TEST(Mesh, IsNoLargerForVerticesThatNoTriangleNames) {
  const Mesh plain = *makeMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}),
             more = *makeMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1e9, 0, 0}}, {{0, 1, 2}});
  EXPECT_EQ(more.data->size, plain.data->size);
  EXPECT_EQ(boundsOf(Shape(more), {}).max, boundsOf(Shape(plain), {}).max);
  EXPECT_EQ(scaled(more, Vec3{2.0})->data->size, 2);
  EXPECT_EQ(more.data->vertices.size(), 4u) << "the list stays as it was given";
}

TEST(Angles, KeepTheirDigitsHoweverLargeTheyAre) {
  // Sines and cosines by 90 digits.
  struct Case {
    double angle, sine, cosine;
  };
  for (const Case& c : {Case{9e15, 0.13729, 0.99053}, Case{1e16, 0.77968, -0.62617}, Case{3 * M_PI, 0, -1}}) {
    EXPECT_NEAR(sineCosineOf(c.angle).sine, c.sine, 1e-5) << c.angle;
    EXPECT_NEAR(sineCosineOf(c.angle).cosine, c.cosine, 1e-5) << c.angle;
  }
  const SineCosine large = sineCosineOf(radiansOf(36000030)), small = sineCosineOf(radiansOf(30));
  EXPECT_NEAR(large.sine, small.sine, 1e-12);
  EXPECT_EQ(sineCosineOf(radiansOf(36000090)).sine, 1);
  EXPECT_EQ(radiansOf(720), 4 * M_PI) << "turns of a usual size are kept";
}

TEST(Mesh, CreasesOfACubeAreItsEdgesHoweverItsVerticesAreShared) {
  const Mesh cube = test::cubeMesh({1, 2, 3});
  EXPECT_EQ(cube.data->creases.size(), 12u);
  for (const auto& [p, q] : creaseEnds(cube)) {
    EXPECT_EQ((p[0] != q[0]) + (p[1] != q[1]) + (p[2] != q[2]), 1) << "along an axis";
  }
  EXPECT_EQ(unwelded(cube).data->vertices.size(), 36u);
  EXPECT_EQ(creaseEnds(unwelded(cube)), creaseEnds(cube));
  EXPECT_EQ(creaseEnds(*scaled(cube, {-2, -2, -2})).size(), 12u);
}

TEST(Mesh, CreasesAreWhereASurfaceEndsAndWhereItBendsByMoreThan26Degrees) {
  EXPECT_EQ(roof(0.2).data->creases.size(), 6u) << "its border";
  EXPECT_EQ(roof(0.3).data->creases.size(), 7u) << "and its ridge, of 33 degrees";
  // A factor along one axis alone bends the surface otherwise.
  EXPECT_EQ(scaled(roof(0.2), {1, 1, 2})->data->creases.size(), 7u);
  EXPECT_EQ(scaled(roof(0.3), {1, 1, 0.5})->data->creases.size(), 6u);
  EXPECT_EQ(scaled(roof(0.3), {2, 2, 2})->data->creases.size(), 7u);
}

TEST(Mesh, CreasesAreWhereThreeTrianglesMeetAndWhereTwoFaceApart) {
  const Mesh fin =
      *makeMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}}, {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}});
  EXPECT_EQ(fin.data->creases.size(), 7u) << "six that end and the one of three triangles";
  const Mesh twisted = *makeMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}}, {{0, 1, 2}, {0, 1, 3}});
  EXPECT_EQ(twisted.data->creases.size(), 5u) << "one of the two is wound the wrong way: it is seen";
}

}  // namespace
}  // namespace sepax
