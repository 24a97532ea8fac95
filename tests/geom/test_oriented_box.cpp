#include "geom/oriented_box.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "geom/cloud.h"
#include "random_rotation.h"

namespace sepax {
namespace {

using test::randomRotation;

/// The box's surface cut into an n×n grid a face; with `finer` the face +x gets finer·n cuts.
void cutBox(const Vec3& half, int n, int finer, std::vector<Vec3>& points, std::vector<TriangleIndices>& triangles) {
  for (int face = 0; face < 6; ++face) {
    const int axis = face / 2, cuts = face == 1 ? n * finer : n;
    const auto base = static_cast<std::uint32_t>(points.size());
    const auto row = static_cast<std::uint32_t>(cuts + 1);
    for (int i = 0; i <= cuts; ++i) {
      for (int j = 0; j <= cuts; ++j) {
        Vec3 p;
        p[axis] = face % 2 == 1 ? half[axis] : -half[axis];
        p[(axis + 1) % 3] = half[(axis + 1) % 3] * (2.0 * i / cuts - 1);
        p[(axis + 2) % 3] = half[(axis + 2) % 3] * (2.0 * j / cuts - 1);
        points.push_back(p);
      }
    }
    for (std::uint32_t i = 0; i + 1 < row; ++i) {
      for (std::uint32_t j = 0; j + 1 < row; ++j) {
        const std::uint32_t a = base + i * row + j;
        triangles.push_back({a, a + 1, a + row});
        triangles.push_back({a + 1, a + row + 1, a + row});
      }
    }
  }
}

double volumeOf(const OrientedBox& box) { return 8 * box.half_extents.x * box.half_extents.y * box.half_extents.z; }

/// Largest sine between an axis of one box and the nearest axis of the other.
double misalignment(const Mat3& a, const Mat3& b) {
  double worst = 0;
  for (int i = 0; i < 3; ++i) {
    double best = 1;
    for (int j = 0; j < 3; ++j) best = std::min(best, length(crossAccurate(a[i], b[j])));
    worst = std::max(worst, best);
  }
  return worst;
}

TEST(SymmetricEigen, RestoresTheMatrixAndSortsItsValues) {
  std::mt19937_64 random(21);
  double worst = 0;
  for (int i = 0; i < 500; ++i) {
    const Mat3 r = randomRotation(random);
    const Vec3 values{1, i % 3 == 0 ? 1 : 0.3, i % 5 == 0 ? 0 : 1e-6};
    Mat3 m{0.0};
    for (int k = 0; k < 3; ++k) {
      for (int c = 0; c < 3; ++c) m[c] += values[k] * r[k][c] * r[k];
    }
    for (int c = 0; c < 3; ++c) {
      for (int k = 0; k < c; ++k) m[c][k] = m[k][c];
    }
    const SymmetricEigen eigen = symmetricEigen(m);
    EXPECT_GE(eigen.values.x, eigen.values.y);
    EXPECT_GE(eigen.values.y, eigen.values.z);
    EXPECT_NEAR(dot(eigen.vectors[2], crossAccurate(eigen.vectors[0], eigen.vectors[1])), 1, 1e-14);
    for (int k = 0; k < 3; ++k)
      worst = std::max(worst, length(m * eigen.vectors[k] - eigen.values[k] * eigen.vectors[k]));
  }
  EXPECT_LT(worst, 1e-14);
}

TEST(SymmetricEigen, KeepsTheCoordinateAxesWhenOnlyNoiseIsOffTheDiagonal) {
  Mat3 m{1.0};
  m[0][1] = m[1][0] = 1e-17;
  EXPECT_EQ(symmetricEigen(m).vectors, Mat3{1.0});
  EXPECT_EQ(symmetricEigen(Mat3{0.0}).vectors, Mat3{1.0});
}

TEST(OrientedBox, ByAreaRecoversARotatedBox) {
  std::mt19937_64 random(22);
  for (int i = 0; i < 100; ++i) {
    const Mat3 rotation = randomRotation(random);
    const Vec3 half{3, 2, 0.5}, at{10, -20, 30};
    std::vector<Vec3> points;
    std::vector<TriangleIndices> triangles;
    cutBox(half, 1, 1, points, triangles);
    for (Vec3& p : points) p = at + rotation * p;
    const OrientedBox box = orientedBoxByArea(points, triangles);
    EXPECT_LT(misalignment(box.axes, rotation), 1e-12);
    EXPECT_LT(length(box.centre - at), 1e-12);
    EXPECT_LT(length(box.half_extents - half), 1e-12);
    for (const Vec3& p : points) EXPECT_TRUE(contains(box, p));
  }
}

TEST(OrientedBox, ByAreaDoesNotDependOnTessellationAndByVerticesDoes) {
  // A wedge-like solid whose principal axes are not its symmetry's: a box and a bump of points on one slanting side.
  const auto fitBoth = [](int finer) {
    std::vector<Vec3> points;
    std::vector<TriangleIndices> triangles;
    cutBox({2, 1.2, 0.7}, 2, finer, points, triangles);
    for (Vec3& p : points) p = {p.x + 0.5 * p.y, p.y + 0.2 * p.z, p.z};  // slanted: a parallelepiped
    return std::pair{orientedBoxByArea(points, triangles), orientedBoxByVertices(points)};
  };
  const auto [area_coarse, vertices_coarse] = fitBoth(1);
  const auto [area_fine, vertices_fine] = fitBoth(12);
  EXPECT_LT(misalignment(area_coarse.axes, area_fine.axes), 1e-12);
  EXPECT_NEAR(volumeOf(area_coarse), volumeOf(area_fine), 1e-11);
  EXPECT_GT(misalignment(vertices_coarse.axes, vertices_fine.axes), 0.05) << "the documented defect";
  EXPECT_GT(volumeOf(vertices_fine), 1.05 * volumeOf(area_fine)) << "the same solid gets a worse box";
}

TEST(OrientedBox, FromAnAxisAlignedBoxIsTheSameBox) {
  const OrientedBox box = orientedBoxOf({{-1, -2, -3}, {1, 4, 3}});
  EXPECT_EQ(box.centre, (Vec3{0, 1, 0}));
  EXPECT_EQ(box.half_extents, (Vec3{1, 3, 3}));
  EXPECT_EQ(volumeOf(box), 72);
}

TEST(OrientedBox, MemoryFiguresAgreeWithEachOther) {
  for (const BoxMemory& row : kBoxMemory) EXPECT_EQ(row.bytes, 4 * row.floats) << row.form;
  EXPECT_EQ(kBoxMemory[0].bytes, 24);
  EXPECT_EQ(kBoxMemory[1].bytes, 60);
  EXPECT_EQ(kBoxMemory[2].bytes * 10, kBoxMemory[1].bytes * 8) << "the third axis computed saves 20 %";
}

}  // namespace
}  // namespace sepax
