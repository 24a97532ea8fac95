// The nearest triangles of two meshes by discs, against the search by boxes: the same list to the bit.

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstdio>

#include "collide/pieces/concave_shapes.h"
#include "collide/pieces/nearest_triangles.h"
#include "collide/pieces/piece_search.h"
#include "collide/random_pairs.h"

namespace sepax {
namespace {

/// Thin triangles between two rings of points.
Mesh needleMesh(test::Random& random, int count) {
  std::vector<Vec3> vertices;
  std::vector<TriangleIndices> triangles;
  for (int i = 0; i < count; ++i) {
    const Vec3 from = random.point(1), side = 1e-4 * random.direction();
    const auto first = static_cast<std::uint32_t>(vertices.size());
    vertices.insert(vertices.end(), {from, from + side, from + 0.5 * random.direction()});
    triangles.push_back({first, first + 1, first + 2});
  }
  return *makeMesh(vertices, triangles);
}

/// A bumpy plane, which lies along its discs.
Mesh terrainMesh(test::Random& random, std::uint32_t side) {
  std::vector<Vec3> vertices;
  std::vector<TriangleIndices> triangles;
  for (std::uint32_t i = 0; i < side; ++i) {
    for (std::uint32_t k = 0; k < side; ++k) vertices.emplace_back(i, random.in(0, 0.3), k);
  }
  for (std::uint32_t i = 0; i + 1 < side; ++i) {
    for (std::uint32_t k = 0; k + 1 < side; ++k) {
      const std::uint32_t at = i * side + k;
      triangles.push_back({at, at + 1, at + side});
      triangles.push_back({at + side, at + 1, at + side + 1});
    }
  }
  return *makeMesh(vertices, triangles);
}

struct Searched {
  int apart = 0, by_boxes = 0;
  std::int64_t measured = 0, measured_by_boxes = 0;
};

void compareSearches(const PosedShape& a, const PosedShape& b, std::size_t keep, Searched& met) {
  PieceSearch search(a, b, {}), plain(a, b, {});
  std::int64_t measured = 0, measured_by_boxes = 0;
  const auto found = search.nearestByGap(keep, measured);
  const auto right = plain.nearest([&](int i, int j) { return plain.gap(i, j); }, keep, measured_by_boxes);
  ASSERT_EQ(found.size(), right.size());
  for (std::size_t i = 0; i < right.size(); ++i) {
    ASSERT_EQ(found[i].a, right[i].a) << i;
    ASSERT_EQ(found[i].b, right[i].b) << i;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(found[i].value), std::bit_cast<std::uint64_t>(right[i].value)) << i;
  }
  met.apart += right[0].value > 0 ? 1 : 0;
  met.by_boxes += measured == measured_by_boxes ? 1 : 0;
  met.measured += measured;
  met.measured_by_boxes += measured_by_boxes;
}

TEST(NearestTriangles, AreThoseOfTheSearchByBoxes) {
  test::Random random{77};
  const Mesh meshes[] = {test::torus(random, 24, 12, 0.3, 0.1), needleMesh(random, 120), terrainMesh(random, 14),
                         std::get<Mesh>(*scaled(Shape(test::torus(random, 10, 10, 0.3, 0.1)), Vec3{100, 1, 0.01}))};
  for (const Mesh& mesh_a : meshes) {
    for (const Mesh& mesh_b : meshes) {
      Searched met;
      const double size = std::max(sizeOf(Shape(mesh_a)), sizeOf(Shape(mesh_b)));
      for (int i = 0; i < test::rounds(24, 6); ++i) {
        const Vec3 away = i % 3 == 0 ? Vec3{1e4, -2e4, 3e4} : Vec3{0.0};
        const double apart = random.in(0.2, 1.2) * size;
        const PosedShape a{mesh_a, {away, matrixOf(random.rotation())}},
            b{mesh_b, {away + apart * random.direction(), matrixOf(random.rotation())}};
        compareSearches(a, b, i % 2 == 0 ? 1 : 8, met);
        if (HasFatalFailure()) FAIL() << i;
      }
      EXPECT_GT(met.apart, test::rounds(24, 6) / 4);
    }
  }
}

TEST(NearestTriangles, MeasureFewPairsOfAFineMesh) {
  test::Random random{78};
  const Mesh ring = test::torus(random, 60, 60, 0.3, 0.1);
  Searched met;
  for (int i = 0; i < 6; ++i) {
    const PosedShape a{ring, {Vec3{0.0}, matrixOf(random.rotation())}},
        b{ring, {3.0 * random.direction(), matrixOf(random.rotation())}};
    compareSearches(a, b, 1, met);
    if (HasFatalFailure()) FAIL() << i;
  }
  std::printf("%lld pairs measured by the reference after discs, %lld after boxes\n",
              static_cast<long long>(met.measured), static_cast<long long>(met.measured_by_boxes));
  EXPECT_LT(met.measured, 6 * 60);
}

TEST(DiscTree, HoldsAllCornersOfEachNode) {
  test::Random random{79};
  for (const Mesh& mesh : {test::torus(random, 20, 10, 0.3, 0.1), needleMesh(random, 60), terrainMesh(random, 9)}) {
    const MeshData& data = *mesh.data;
    std::vector<TriangleCorners> corners(data.triangles.size());
    for (std::size_t i = 0; i < corners.size(); ++i) corners[i] = cornersOf(data, static_cast<int>(i));
    const DiscTree discs = discTree(data.tree, corners);
    ASSERT_EQ(discs.discs.size(), data.tree.nodes.size());
    std::size_t looked_at = 0;
    for (std::size_t node = 0; node < discs.discs.size(); ++node) {
      const PatchDisc& disc = discs.discs[node];
      const Vec3 centre{disc.centre[0], disc.centre[1], disc.centre[2]},
          normal{disc.normal[0], disc.normal[1], disc.normal[2]};
      std::vector<int> below{static_cast<int>(node)};
      while (!below.empty()) {
        const BoxTree::Node& at = data.tree.nodes[static_cast<std::size_t>(below.back())];
        below.pop_back();
        if (at.item < 0) {
          below.insert(below.end(), {at.left, at.right});
          continue;
        }
        for (const Vec3& corner : corners[static_cast<std::size_t>(at.item)]) {
          const Vec3 from = corner - discs.origin - centre;
          const double height = dot(from, normal);
          ASSERT_LE(std::abs(height), disc.half_thickness);
          ASSERT_LE(length(from - height * normal), disc.radius);
          ++looked_at;
        }
      }
    }
    EXPECT_GT(looked_at, 3 * corners.size());
  }
}

}  // namespace
}  // namespace sepax
