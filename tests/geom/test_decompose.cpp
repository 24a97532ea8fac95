#include "geom/decompose.h"

#include "concave_meshes.h"
#include "geom/random.h"
#include "rounds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace sepax {
namespace {

using test::ConcaveMesh;

ConcaveMesh boxes(const std::vector<std::pair<Vec3, Vec3>>& all) {
  ConcaveMesh mesh;
  for (const auto& [low, high] : all) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    const ConcaveMesh box =
        test::gridMesh({{{low.x, high.x}, {low.y, high.y}, {low.z, high.z}}}, [](int, int, int) { return true; });
    mesh.vertices.insert(mesh.vertices.end(), box.vertices.begin(), box.vertices.end());
    for (const auto& [a, b, c] : box.triangles) mesh.triangles.push_back({first + a, first + b, first + c});
  }
  return mesh;
}

ConvexSolid solidOf(const ConvexPart& part) {
  ConvexSolid solid;
  for (const PolytopeFace& face : part.hull.faces) {
    const Vec3& corner = part.hull.vertices[static_cast<std::size_t>(face.loop.front())];
    solid.planes.push_back({face.normal, dot(face.normal, corner)});
  }
  return solid;
}

/// How far a point is outside all pieces at least, metres; negative inside.
class OutsideOf {
 public:
  explicit OutsideOf(const Decomposition& made) {
    for (const ConvexPart& part : made.parts) solids_.push_back(solidOf(part));
  }
  double operator()(const Vec3& point) const {
    double least = kInfinity;
    for (const ConvexSolid& solid : solids_) least = std::min(least, solid.height(point));
    return least;
  }

 private:
  std::vector<ConvexSolid> solids_;
};

/// All that holds whatever the mesh is.
void expectUsable(const ConcaveMesh& mesh, const Decomposition& made, const DecomposeOptions& options) {
  ASSERT_FALSE(made.parts.empty());
  EXPECT_LE(made.parts.size(), options.max_pieces);
  for (const ConvexPart& part : made.parts) {
    EXPECT_LE(part.hull.vertices.size(), options.max_corners);
    EXPECT_GT(part.volume, 0);
    const ConvexSolid solid = solidOf(part);
    for (const Vec3& corner : part.hull.vertices) EXPECT_LE(solid.height(corner), 1e-6 * made.fit.diagonal) << "convex";
  }
  const OutsideOf outsideOf(made);
  for (const auto& [a, b, c] : mesh.triangles) {
    const Vec3 &p = mesh.vertices[a], &q = mesh.vertices[b], &r = mesh.vertices[c];
    for (const Vec3& point : {p, q, r, (p + q) / 2.0, (p + q + r) / 3.0})
      EXPECT_LE(outsideOf(point), made.fit.off_pieces + 1e-9) << "covered within the stated distance";
  }
  EXPECT_LE(made.fit.off_pieces, 0.01 * made.fit.diagonal) << "no void deeper than 1 % of the diagonal";
}

Decomposition taken(const ConcaveMesh& mesh, const DecomposeOptions& options = {}) {
  auto made = decompose(mesh.vertices, mesh.triangles, options);
  EXPECT_TRUE(made) << (made ? "" : made.error().message);
  if (!made) return {};
  expectUsable(mesh, *made, options);
  return std::move(*made);
}

TEST(Decompose, LeavesAConvexMeshWhole) {
  const Decomposition made = taken(boxes({{{0, 0, 0}, {1, 2, 3}}}));
  ASSERT_EQ(made.parts.size(), 1u);
  EXPECT_NEAR(made.volume, 6, 1e-12);
  EXPECT_NEAR(made.solid.value_or(0), 6, 1e-12);
  EXPECT_NEAR(made.fit.outside.value_or(1), 0, 1e-12);
  EXPECT_NEAR(made.fit.uncovered.value_or(1), 0, 1e-12);
}

/// A prism of so many sides, whose ends are fans about a point in their middle.
ConcaveMesh fannedPrism(std::uint32_t sides) {
  ConcaveMesh mesh;
  for (const double z : {0.0, 4.0}) {
    for (std::uint32_t i = 0; i < sides; ++i) {
      const double angle = 2 * std::numbers::pi * i / sides;
      mesh.vertices.push_back({std::cos(angle), std::sin(angle), z});
    }
  }
  mesh.vertices.insert(mesh.vertices.end(), {Vec3{0, 0, 0}, Vec3{0, 0, 4}});
  for (std::uint32_t i = 0; i < sides; ++i) {
    const std::uint32_t next = (i + 1) % sides, above = sides + i, next_above = sides + next;
    mesh.triangles.push_back({i, next, next_above});
    mesh.triangles.push_back({i, next_above, above});
    mesh.triangles.push_back({2 * sides, next, i});
    mesh.triangles.push_back({2 * sides + 1, above, next_above});
  }
  return mesh;
}

TEST(Decompose, KeepsEveryCornerOfAConvexMeshWithinTheBudget) {
  for (const std::uint32_t sides : {32u, 100u}) {
    const ConcaveMesh mesh = fannedPrism(sides);
    const Decomposition made = taken(mesh, {.max_corners = 2 * sides});
    ASSERT_EQ(made.parts.size(), 1u);
    EXPECT_EQ(made.parts[0].hull.vertices.size(), 2 * sides);
    EXPECT_NEAR(made.volume, made.solid.value_or(0), 1e-12 * made.volume);
    EXPECT_LT(made.fit.off_pieces, 1e-9);
  }
  const Decomposition less = taken(fannedPrism(32), {.max_corners = 40});
  EXPECT_EQ(less.parts[0].hull.vertices.size(), 40u) << "no corner is spent on the middle of an end";
}

TEST(Decompose, ReportsAShareThatGrowsAndStopsWhenAsked) {
  const ConcaveMesh mesh = test::torus(2, 0.5, 24, 12);
  double last = 0;
  const auto made = decompose(mesh.vertices, mesh.triangles, {.max_pieces = 6, .progress = [&](double share) {
                                                                EXPECT_GE(share, last);
                                                                EXPECT_LE(share, 1);
                                                                last = share;
                                                                return true;
                                                              }});
  ASSERT_TRUE(made);
  EXPECT_EQ(last, 1);
  int asked = 0;
  const auto stopped =
      decompose(mesh.vertices, mesh.triangles, {.max_pieces = 6, .progress = [&](double) { return ++asked < 3; }});
  ASSERT_TRUE(stopped);
  EXPECT_LT(stopped->parts.size(), made->parts.size());
  EXPECT_LE(asked, 12);
}

TEST(Decompose, TakesALetterAndACombApartExactly) {
  const DecomposeOptions exact{.extra = 0, .max_pieces = 8};
  const Decomposition letter = taken(test::letterL(), exact);
  EXPECT_EQ(letter.parts.size(), 2u);
  EXPECT_NEAR(letter.volume, 5, 1e-9);
  const Decomposition comb = taken(test::comb(), exact);
  EXPECT_EQ(comb.parts.size(), 5u) << "a back and four teeth, though cutting alone goes through the back, too";
  EXPECT_NEAR(comb.volume, 8.3 * 0.9 + 4 * 1.1 * 2.8, 1e-9);
  EXPECT_LE(comb.fit.off_mesh, 1e-9);
}

TEST(Decompose, TakesBoxesThatTouchAsOneSolid) {
  const Decomposition made = taken(boxes({{{0, 0, 0}, {3, 1, 1}}, {{0, 1, 0}, {1, 3, 1}}}));
  EXPECT_LE(made.parts.size(), 3u);
  EXPECT_NEAR(made.solid.value_or(0), 5, 1e-12);
  EXPECT_LT(made.volume, 5 * 1.1) << "the hull of all holds 7";
}

TEST(Decompose, KeepsPartsApartThatDoNotTouch) {
  const Decomposition made =
      taken(boxes({{{0, 0, 0}, {1, 1, 1}}, {{1.13, 0, 0}, {2, 1, 1}}}), {.extra = 0, .max_pieces = 4});
  ASSERT_EQ(made.parts.size(), 2u);
  EXPECT_NEAR(made.volume, 1.87, 1e-9);
}

TEST(Decompose, LeavesTheHoleOfATorusOpenAndCoversItClosely) {
  for (const double extra : {0.0, 0.05}) {
    const DecomposeOptions options{.extra = extra, .max_pieces = test::rounds<std::size_t>(32, 16)};
    const Decomposition made =
        taken(test::torus(1, 0.3, test::rounds<std::uint32_t>(32, 16), test::rounds<std::uint32_t>(12, 8)), options);
    EXPECT_GT(made.parts.size(), 4u);
    EXPECT_LT(made.fit.outside.value_or(1), extra > 0 ? 0.05 : 0.005);
    EXPECT_LT(made.fit.uncovered.value_or(1), 0.01);
    EXPECT_LT(made.fit.off_mesh, 0.01 * made.fit.diagonal);
    const OutsideOf outsideOf(made);
    // Rays through the hole, up to nine tenths of its width.
    for (int i = 0; i < 64; ++i) {
      const double angle = 2 * std::numbers::pi * i / 64;
      for (const double r : {0.0, 0.3, 0.63}) {
        for (double z = -0.5; z <= 0.5; z += 0.05)
          EXPECT_GT(outsideOf({r * std::cos(angle), r * std::sin(angle), z}), 0);
      }
    }
  }
}

/// A torus of 24 rings of 12 corners, with its coordinates rounded: pieces of its quads once left a twentieth of the
/// volume uncovered, and the place below 0.077 m away from all of them.
TEST(Decompose, CoversATorusWhoseQuadsAreNotPlanar) {
  const auto rounded = [](double value, double notches) { return std::round(value * notches) / notches; };
  ConcaveMesh mesh;
  constexpr std::uint32_t kRings = 24, kCorners = 12;
  for (std::uint32_t ring = 0; ring < kRings; ++ring) {
    const double turn = 2 * std::numbers::pi * ring / kRings, x = rounded(std::cos(turn), 256),
                 z = rounded(std::sin(turn), 256);
    for (std::uint32_t corner = 0; corner < kCorners; ++corner) {
      const double angle = 2 * std::numbers::pi * corner / kCorners;
      const double away = 1 + rounded(0.3125 * std::cos(angle), 32);
      mesh.vertices.emplace_back(away * x, rounded(0.3125 * std::sin(angle), 32), away * z);
      const std::uint32_t next = (corner + 1) % kCorners, here = ring * kCorners,
                          there = (ring + 1) % kRings * kCorners;
      mesh.triangles.push_back({here + corner, here + next, there + next});
      mesh.triangles.push_back({here + corner, there + next, there + corner});
    }
  }
  const Decomposition made = taken(mesh, {.max_pieces = test::rounds<std::size_t>(32, 16)});
  EXPECT_LE(OutsideOf(made)({-1.1594, 0.0791, 0.2028}), 0);
  EXPECT_LT(made.fit.uncovered.value_or(1), 1e-3);
  EXPECT_LT(made.fit.outside.value_or(1), 0.05);
}

TEST(Decompose, LeavesASmallHoleOfAPlateOpenThoughItIsAHundredthOfTheVolume) {
  const ConcaveMesh plate =
      test::gridMesh({{{0, 4, 5, 10}, {0, 4, 5, 10}, {0, 1}}}, [](int x, int y, int) { return x != 1 || y != 1; });
  const Decomposition made = taken(plate, {.max_pieces = 8});
  EXPECT_GT(OutsideOf(made)({4.5, 4.5, 0.5}), 0.3);
  EXPECT_LE(made.parts.size(), 4u);
}

TEST(Decompose, VolumesAgreeWithRandomPointsClassifiedByTheWholeMesh) {
  std::vector<ConcaveMesh> meshes{test::torus(1, 0.3, test::rounds<std::uint32_t>(24, 12), 8), test::comb()};
  if (!test::kSanitized) meshes.push_back(test::mug());
  for (const ConcaveMesh& mesh : meshes) {
    const Decomposition made = taken(mesh, {.extra = 0.2, .distance = 0.05, .max_pieces = 6});
    const OutsideOf outsideOf(made);
    const Mesh whole = makeMesh(mesh.vertices, mesh.triangles).value();
    const MinMaxBox box = boundsOf(mesh.vertices);
    SplitMix64 random{40};
    int inside = 0, outside = 0, uncovered = 0;
    constexpr int kPoints = test::rounds(6'000, 2'000);
    for (int i = 0; i < kPoints; ++i) {
      const Vec3 point{random.in(box.min.x, box.max.x), random.in(box.min.y, box.max.y),
                       random.in(box.min.z, box.max.z)};
      const bool in_mesh = std::abs(windingNumber(*whole.data, point)) > 0.5, in_piece = outsideOf(point) <= 0;
      inside += in_mesh ? 1 : 0;
      outside += in_piece && !in_mesh ? 1 : 0;
      uncovered += in_mesh && !in_piece ? 1 : 0;
    }
    ASSERT_GT(inside, kPoints / 20);
    const double n = inside;
    // Four standard deviations of a count.
    EXPECT_NEAR(made.fit.outside.value_or(-1), outside / n, 4 * std::sqrt(outside + 1.0) / n + 0.002);
    EXPECT_NEAR(made.fit.uncovered.value_or(-1), uncovered / n, 4 * std::sqrt(uncovered + 1.0) / n + 0.002);
    const Vec3 sizes = sizesOf(box);
    EXPECT_NEAR(made.solid.value_or(0) / (sizes.x * sizes.y * sizes.z), n / kPoints, 0.03);
  }
}

TEST(Decompose, SaysOfAnOpenMeshThatItHasNoVolumeAndStaysNearIt) {
  ConcaveMesh bowl = test::revolved({{0, 0}, {0.5, 0.07}, {0.87, 0.5}, {1, 1}}, 24, false);
  const Decomposition made = taken(bowl, {.max_pieces = 8});
  EXPECT_FALSE(made.solid);
  EXPECT_FALSE(made.fit.outside);
  EXPECT_FALSE(made.fit.uncovered);
  ConcaveMesh two_sheets;
  two_sheets.vertices = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}, {0, 0, 2}, {0, 1, 2}};
  two_sheets.quad(0, 1, 2, 3);
  two_sheets.quad(0, 3, 5, 4);
  const Decomposition sheets = taken(two_sheets, {.extra = 0, .max_pieces = 8});
  EXPECT_LE(sheets.parts.size(), 4u) << "flat pieces get a little thickness";
  EXPECT_LT(sheets.fit.off_mesh, 0.001 * sheets.fit.diagonal);
}

TEST(Decompose, KeepsToTheMostPiecesAndCornersAskedFor) {
  const ConcaveMesh mesh = test::torus(1, 0.2, 24, 10);
  const DecomposeOptions options{.extra = 0.001, .max_pieces = 6, .max_corners = 24};
  const auto made = decompose(mesh.vertices, mesh.triangles, options);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->parts.size(), 6u);
  for (const ConvexPart& part : made->parts) EXPECT_LE(part.hull.vertices.size(), 24u);
  EXPECT_EQ(decompose(mesh.vertices, mesh.triangles, {.max_pieces = 1})->parts.size(), 1u);
}

TEST(Decompose, JoinsPartsThatDoNotTouchWhenThereAreMoreThanPieces) {
  std::vector<std::pair<Vec3, Vec3>> all;
  for (int i = 0; i < 5; ++i) all.push_back({Vec3{3.0 * i, 0, 0}, Vec3{3.0 * i + 1, 1, 1}});
  EXPECT_LE(taken(boxes(all), {.max_pieces = 3}).parts.size(), 3u);
}

TEST(Decompose, RefusesWhatHasNoVolume) {
  const std::vector<Vec3> vertices{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  const std::vector<std::vector<TriangleIndices>> flat{{}, {{0, 1, 2}}, {{0, 1, 2}, {1, 3, 2}}, {{0, 0, 0}}};
  for (const auto& triangles : flat) {
    const auto made = decompose(vertices, triangles);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, ErrorCode::kDegenerate);
  }
}

}  // namespace
}  // namespace sepax
