#include "geom/decompose.h"

#include "geom/bounding_volumes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace sepax {
namespace {

struct Triangles {
  std::vector<Vec3> vertices;
  std::vector<TriangleIndices> triangles;
  void box(const Vec3& low, const Vec3& high) {
    const auto first = static_cast<std::uint32_t>(vertices.size());
    for (int i = 0; i < 8; ++i)
      vertices.emplace_back(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z);
    for (const auto& [a, b, c, d] : {std::array<std::uint32_t, 4>{0, 2, 3, 1},
                                     {4, 5, 7, 6},
                                     {0, 1, 5, 4},
                                     {2, 6, 7, 3},
                                     {0, 4, 6, 2},
                                     {1, 3, 7, 5}}) {
      triangles.push_back({first + a, first + b, first + c});
      triangles.push_back({first + a, first + c, first + d});
    }
  }
};

Triangles torus(double large, double small, std::uint32_t around, std::uint32_t across) {
  Triangles mesh;
  const double turn = 2 * std::numbers::pi;
  for (std::uint32_t i = 0; i < around; ++i) {
    for (std::uint32_t k = 0; k < across; ++k) {
      const double a = turn * i / around, b = turn * k / across, r = large + small * std::cos(b);
      mesh.vertices.emplace_back(r * std::cos(a), r * std::sin(a), small * std::sin(b));
      const std::uint32_t p = i * across + k, q = (i + 1) % around * across + k;
      const std::uint32_t s = (i + 1) % around * across + (k + 1) % across, t = i * across + (k + 1) % across;
      mesh.triangles.push_back({p, q, s});
      mesh.triangles.push_back({p, s, t});
    }
  }
  return mesh;
}

TEST(Decompose, LeavesAConvexMeshWhole) {
  Triangles mesh;
  mesh.box({0, 0, 0}, {1, 2, 3});
  const auto made = decompose(mesh.vertices, mesh.triangles);
  ASSERT_TRUE(made);
  ASSERT_EQ(made->parts.size(), 1u);
  EXPECT_NEAR(made->volume, 6, 1e-12);
}

TEST(Decompose, ReportsAShareThatGrowsAndStopsWhenAsked) {
  const Triangles mesh = torus(2, 0.5, 24, 12);
  double last = 0;
  const auto made = decompose(mesh.vertices, mesh.triangles, {.progress = [&](double share) {
                                EXPECT_GE(share, last);
                                EXPECT_LE(share, 1);
                                last = share;
                                return true;
                              }});
  ASSERT_TRUE(made);
  EXPECT_EQ(last, 1);
  int asked = 0;
  const auto stopped = decompose(mesh.vertices, mesh.triangles, {.progress = [&](double) { return ++asked < 3; }});
  ASSERT_TRUE(stopped);
  EXPECT_LT(stopped->parts.size(), made->parts.size());
  EXPECT_LE(asked, 12);
}

TEST(Decompose, TakesAnLApartIntoItsTwoBoxes) {
  Triangles mesh;
  mesh.box({0, 0, 0}, {3, 1, 1});
  mesh.box({0, 1, 0}, {1, 3, 1});
  const auto made = decompose(mesh.vertices, mesh.triangles);
  ASSERT_TRUE(made);
  EXPECT_LE(made->parts.size(), 3u);
  EXPECT_LT(made->volume, 5 * 1.1) << "the hull of all holds 7";
}

TEST(Decompose, CoversATorusCloselyAndLeavesItsHoleOpen) {
  const Triangles mesh = torus(1, 0.3, 48, 24);
  const auto made = decompose(mesh.vertices, mesh.triangles);
  ASSERT_TRUE(made);
  EXPECT_GT(made->parts.size(), 4u);
  EXPECT_LE(made->parts.size(), 32u);
  const double volume = 2 * std::numbers::pi * std::numbers::pi * 0.09;
  EXPECT_LT(made->volume, volume * 1.25);
  for (const ConvexPart& part : made->parts) {
    const std::array kinds{VolumeKind::kHull};
    const auto hull = fitVolumes(part.hull.vertices, kinds).value();
    EXPECT_FALSE(encloses(hull.front(), {0, 0, 0}));
  }
  // Every corner of the mesh is in one of them.
  for (const Vec3& vertex : mesh.vertices) {
    bool is_inside = false;
    for (const ConvexPart& part : made->parts) {
      double outside = -1;
      for (const PolytopeFace& face : part.hull.faces) {
        const Vec3& corner = part.hull.vertices[static_cast<std::size_t>(face.loop.front())];
        outside = std::max(outside, dot(face.normal, vertex - corner));
      }
      is_inside = is_inside || outside < 1e-9;
    }
    EXPECT_TRUE(is_inside);
  }
}

TEST(Decompose, KeepsToTheMostPiecesAskedFor) {
  const Triangles mesh = torus(1, 0.2, 48, 16);
  const auto made = decompose(mesh.vertices, mesh.triangles, {.extra = 0.001, .max_pieces = 6});
  ASSERT_TRUE(made);
  EXPECT_LE(made->parts.size(), 6u);
  EXPECT_GT(made->parts.size(), 2u);
}

TEST(Decompose, RefusesWhatIsFlat) {
  const std::vector<Vec3> vertices{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const std::vector<TriangleIndices> triangles{{0, 1, 2}};
  const auto made = decompose(vertices, triangles);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::kDegenerate);
}

}  // namespace
}  // namespace sepax
