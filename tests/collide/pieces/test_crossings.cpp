#include "collide/pieces/crossings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>
#include <utility>

#include "collide/pair_table.h"
#include "collide/pieces/concave_shapes.h"
#include "collide/sat/sat.h"
#include "rounds.h"

// Where the surfaces of two meshes cross.

namespace sepax {
namespace {

using namespace test;

SurfaceCrossings crossingsOfPair(const PosedShape& a, const PosedShape& b) {
  return crossingsOf(PieceSearch(a, b, {}));
}

TEST(Crossings, OfTwoCubesAreTheSixSidesThatBoundWhatTheyShare) {
  // What the cubes share is a cube of side 0.5; six of its twelve edges lie in both surfaces.
  const PosedShape a{cubeMesh({0.5, 0.5, 0.5}), {}}, b{cubeMesh({0.5, 0.5, 0.5}), {{0.5, 0.5, 0.5}, Mat3{1.0}}};
  const SurfaceCrossings found = crossingsOfPair(a, b);
  EXPECT_NEAR(found.length, 6 * 0.5, 1e-14);
  EXPECT_TRUE(found.complete);
  for (const SurfaceCrossing& crossing : found.segments) {
    for (const Vec3& end : {crossing.from, crossing.to}) {
      EXPECT_NEAR(std::max({std::abs(end.x), std::abs(end.y), std::abs(end.z)}), 0.5, 1e-14) << "on the surface of A";
      const Vec3 of_b = end - Vec3{0.5};
      EXPECT_NEAR(std::max({std::abs(of_b.x), std::abs(of_b.y), std::abs(of_b.z)}), 0.5, 1e-14)
          << "on the surface of B";
    }
  }
}

TEST(Crossings, AreOfMeshesThatOverlapAloneAndOfNothingElse) {
  const PosedShape cube{cubeMesh({0.5, 0.5, 0.5}), {}};
  const auto piecesAt = [&](const Shape& other, double x) {
    return testPair(cube, {other, {{x, 0.1, 0.1}, Mat3{1.0}}})->pieces;
  };
  EXPECT_TRUE(piecesAt(cubeMesh({0.4, 0.4, 0.4}), 0.5)->crossings);
  EXPECT_FALSE(piecesAt(cubeMesh({0.4, 0.4, 0.4}), 3)->crossings) << "apart";
  EXPECT_FALSE(piecesAt(cubeMesh({0.1, 0.1, 0.1}), 0)->crossings) << "inside, where no surfaces meet";
  EXPECT_FALSE(piecesAt(Box{{0.4, 0.4, 0.4}}, 0.5)->crossings) << "not a mesh";
}

// A side that only touches another triangle's side shares a segment of length 0, which rounding took for a crossing.
TEST(Crossings, InLatticePositionsAreAsManyAsInExactArithmetic) {
  constexpr int kSixteenths[40][3] = {
      {16, 0, 0},   {13, 5, 0},    {7, 3, 0},    {6, -4, 0},   {13, -4, 0},  {12, 0, 12},  {9, 6, 9},   {5, 3, 5},
      {5, -3, 5},   {9, -4, 9},    {0, 0, 15},   {0, 5, 13},   {0, 3, 7},    {0, -2, 8},   {0, -5, 13}, {-11, 0, 11},
      {-9, 5, 9},   {-6, 2, 6},    {-5, -3, 5},  {-9, -5, 9},  {-16, 0, 0},  {-13, 5, 0},  {-8, 2, 0},  {-6, -4, 0},
      {-13, -5, 0}, {-12, 0, -12}, {-9, 6, -9},  {-5, 3, -5},  {-5, -2, -5}, {-9, -4, -9}, {0, 0, -15}, {0, 4, -13},
      {0, 4, -6},   {0, -4, -6},   {0, -5, -13}, {12, 0, -12}, {9, 4, -9},   {5, 3, -5},   {5, -3, -5}, {9, -5, -9}};
  std::vector<Vec3> vertices;
  std::vector<TriangleIndices> triangles;
  for (const auto& v : kSixteenths) vertices.push_back(Vec3{double(v[0]), double(v[1]), double(v[2])} / 16.0);
  for (std::uint32_t i = 0; i < 8; ++i) {
    for (std::uint32_t j = 0; j < 5; ++j) {
      const std::uint32_t a = 5 * i + j, b = 5 * i + (j + 1) % 5, c = 5 * ((i + 1) % 8) + (j + 1) % 5,
                          d = 5 * ((i + 1) % 8) + j;
      triangles.push_back({a, b, c});
      triangles.push_back({a, c, d});
    }
  }
  const PosedShape ring{*makeMesh(vertices, triangles), {{-0.75, 0.5, 0.25}, Mat3{1.0}}};
  const Shape bar = *makeMesh({{-1, -0.5, -0.5},
                               {-1, -0.5, 0.5},
                               {-1, 0.5, -0.5},
                               {-1, 0.5, 0.5},
                               {1, -0.5, -0.5},
                               {1, -0.5, 0.5},
                               {1, 0.5, -0.5},
                               {1, 0.5, 0.5}},
                              {{0, 1, 3},
                               {0, 3, 2},
                               {4, 6, 7},
                               {4, 7, 5},
                               {0, 4, 5},
                               {0, 5, 1},
                               {2, 3, 7},
                               {2, 7, 6},
                               {0, 2, 6},
                               {0, 6, 4},
                               {1, 5, 7},
                               {1, 7, 3}});
  EXPECT_EQ(crossingsOfPair({bar, {}}, ring).count, 26) << "by exact rational arithmetic";
}

// A pair of boxes that the trees leave out would leave a gap in the curve; a wrong sign would close it with triangles
// that are apart.
TEST(Crossings, AreThePairsOfTrianglesThatOverlapAndOfClosedMeshesACurveWithoutEnds) {
  Random random{31};
  std::int64_t crossing = 0, decided = 0, ends = 0;
  double worst_open = 0;
  for (int round = 0; round < test::rounds(60, 6); ++round) {
    const PosedShape a = posed(random, torus(random, 9, 7, 0.3, 0.1), 0.3),
                     b = posed(random, torus(random, 8, 6, 0.35, 0.1), 0.3);
    PieceSearch search(a, b, {});
    const SurfaceCrossings found = crossingsOf(search);
    std::set<std::pair<int, int>> pairs;
    Vec3 sum{0.0};
    for (const SurfaceCrossing& segment : found.segments) {
      pairs.emplace(segment.a, segment.b);
      sum += segment.to - segment.from;
    }
    ASSERT_EQ(static_cast<std::int64_t>(pairs.size()), found.count);
    crossing += found.count;
    for (int i = 0; i < search.piecesA().count(); ++i) {
      for (int j = 0; j < search.piecesB().count(); ++j) {
        const double separation =
            decidingAxis(satReport(search.featuresA(i), search.featuresB(j), search.origin(), 1, 0)).separation;
        if (std::abs(separation) < 1e-9) continue;
        ++decided;
        ASSERT_EQ(separation < 0, pairs.contains({i, j}))
            << round << ": triangles " << i << " and " << j << " at " << separation;
      }
    }
    worst_open = std::max(worst_open, length(sum));
    // Each end is a side of one mesh going through a triangle of the other, where two triangles share the side.
    for (const SurfaceCrossing& segment : found.segments) {
      const auto meets = [&](const Vec3& end) {
        return std::ranges::count_if(found.segments, [&](const SurfaceCrossing& other) {
          return &other != &segment && std::min(length(other.from - end), length(other.to - end)) < 1e-12;
        });
      };
      EXPECT_GE(meets(segment.from), 1);
      EXPECT_GE(meets(segment.to), 1);
      ends += 2;
    }
  }
  std::printf("%lld pairs cross, %lld decided, %lld ends, the curves are open by %.3g m\n",
              static_cast<long long>(crossing), static_cast<long long>(decided), static_cast<long long>(ends),
              worst_open);
  EXPECT_LT(worst_open, 1e-12);
  EXPECT_GT(crossing, test::rounds(60, 6) * 10);
}

}  // namespace
}  // namespace sepax
