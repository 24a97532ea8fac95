#include "collide/pieces/touched_pieces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "collide/pieces/concave_shapes.h"
#include "collide/posed.h"
#include "geom/heightfield.h"
#include "rounds.h"

// What a triangle or segment alone takes for its normal, and whether the whole surface has that normal.

namespace sepax {
namespace {

using namespace test;

/// A road along x: strips of two triangles from one height to the next, 1 m each, 2.4 m wide, seen from above.
Mesh road(const std::vector<double>& heights) {
  std::vector<Vec3> vertices;
  std::vector<TriangleIndices> triangles;
  for (std::uint32_t i = 0; i < heights.size(); ++i) {
    for (const double z : {-1.2, 1.2}) vertices.emplace_back(static_cast<double>(i), heights[i], z);
    if (i == 0) continue;
    triangles.push_back({2 * i - 2, 2 * i - 1, 2 * i});
    triangles.push_back({2 * i - 1, 2 * i + 1, 2 * i});
  }
  return *makeMesh(std::move(vertices), std::move(triangles));
}

TouchedSurface touchedOf(const PosedShape& a, const PosedShape& b) { return touchedPieces(a, b, {}); }

TEST(TouchedPieces, ACrateThatReachesALittleOverAnInternalEdgeHasAGhostContactThere) {
  const PosedShape floor = at(road({0, 0, 0, 0}), {0, 0, 0});
  const TouchedSurface found = touchedOf(at(Box{{0.5, 0.5, 0.5}}, {1.502, 0.49, 0.1}), floor);
  ASSERT_EQ(found.ghosts, 1);
  EXPECT_TRUE(found.complete);
  EXPECT_EQ(found.pairs.size(), 3u);
  for (const TouchedPieces& pair : found.pairs) {
    if (!pair.isGhost()) {
      EXPECT_NEAR(pair.normal.y, -1, 1e-15);
      EXPECT_NEAR(pair.separation, -0.01, 1e-15);
      EXPECT_EQ(pair.on_b.bend, Bend::kNone) << "a face";
      continue;
    }
    EXPECT_EQ(pair.b, 4);
    EXPECT_NEAR(pair.normal.x, 1, 1e-15);
    EXPECT_NEAR(pair.separation, -0.002, 1e-15);
    EXPECT_EQ(pair.on_b.bend, Bend::kFlat);
    EXPECT_EQ(pair.on_b.name, "B edge 12");
    EXPECT_NEAR(pair.on_b.rise, M_PI / 2, 1e-15);
    EXPECT_NEAR(pair.position.x, 2.001, 1e-15);
  }
  EXPECT_EQ(touchedOf(at(Box{{0.5, 0.5, 0.5}}, {1.52, 0.49, 0.1}), floor).ghosts, 0) << "2 cm over it";
}

/// A floor of two levels of 2 × 2 m on either side of x = 0: whole to the left, in two halves to the right.
Mesh floorWithAJunction(double right_height) {
  return *makeMesh({{-2, 0, -1},
                    {-2, 0, 1},
                    {0, 0, -1},
                    {0, 0, 1},
                    {0, right_height, -1},
                    {0, right_height, 0},
                    {0, right_height, 1},
                    {2, right_height, -1},
                    {2, right_height, 0},
                    {2, right_height, 1}},
                   {{0, 1, 3}, {0, 3, 2}, {4, 5, 7}, {5, 8, 7}, {5, 6, 8}, {6, 9, 8}});
}

TEST(TouchedPieces, ASurfaceGoesOnWhereEdgesShareNoCornersOrLieAHairApart) {
  const auto found = [](double height, double x) {
    return touchedOf(at(Box{{0.5, 0.5, 0.5}}, {x, 0.49, 0.1}), at(floorWithAJunction(height), {0, 0, 0}));
  };
  for (const double height : {0.0, 1e-6, -1e-6}) {
    EXPECT_EQ(found(height, 0.498).ghosts, 1) << "2 mm over the long edge";
    EXPECT_EQ(found(height, -0.498).ghosts, 3) << "2 mm over both short ones and the vertex between them";
  }
  EXPECT_EQ(found(-0.02, -0.498).ghosts, 0) << "a step down by more than it is sunk";
  // A floor whose right part is 1 m wide: beside it the long edge is open.
  const Mesh half = *makeMesh({{-2, 0, -1}, {-2, 0, 1}, {0, 0, -1}, {0, 0, 1}, {0, 0, 0}, {2, 0, 0}, {2, 0, 1}},
                              {{0, 1, 3}, {0, 3, 2}, {4, 3, 5}, {3, 6, 5}});
  const auto at_z = [&](double z) {
    return touchedOf(at(Box{{0.5, 0.5, 0.3}}, {0.498, 0.49, z}), at(half, {0, 0, 0}));
  };
  EXPECT_EQ(at_z(0.5).ghosts, 1);
  ASSERT_EQ(at_z(-0.5).pairs.size(), 1u);
  EXPECT_EQ(at_z(-0.5).pairs[0].on_b.bend, Bend::kOpen);
  EXPECT_EQ(at_z(-0.5).ghosts, 0);
}

TEST(TouchedPieces, ATriangleWithoutAreaIsAnEdge) {
  const Mesh floor = *makeMesh({{0, 0, -2}, {0, 0, 2}, {2, 0, -2}, {2, 0, 2}, {-2, 0, -2}, {-2, 0, 2}, {0, 0, 0.3}},
                               {{0, 1, 3}, {0, 3, 2}, {1, 0, 4}, {1, 4, 5}, {0, 6, 1}});
  int sideways = 0;
  for (const TouchedPieces& pair :
       touchedOf(at(Box{{0.5, 0.5, 0.5}}, {-0.498, 0.49, 0.3}), at(floor, {0, 0, 0})).pairs) {
    if (std::abs(pair.normal.x) < 0.5) continue;
    ++sideways;
    EXPECT_TRUE(pair.isGhost()) << pair.on_b.name;
  }
  EXPECT_EQ(sideways, 2) << "of a triangle and of the one without area";
}

TEST(TouchedPieces, TurnedRoundTheyAreOnAAndTheNormalIsReversed) {
  const PosedShape floor = at(road({0, 0, 0, 0}), {0, 0, 0}), crate = at(Box{{0.5, 0.5, 0.5}}, {1.502, 0.49, 0.1});
  const TouchedSurface there = touchedOf(crate, floor), back = touchedOf(floor, crate);
  ASSERT_EQ(back.pairs.size(), there.pairs.size());
  for (std::size_t i = 0; i < there.pairs.size(); ++i) {
    EXPECT_EQ(back.pairs[i].a, there.pairs[i].b);
    EXPECT_LT(length(back.pairs[i].normal + there.pairs[i].normal), 1e-15);
    EXPECT_EQ(back.pairs[i].on_a.bend, there.pairs[i].on_b.bend);
    EXPECT_EQ(back.pairs[i].on_a.rise, there.pairs[i].on_b.rise);
  }
}

TEST(TouchedPieces, BendsAreNamedFromTheSideThatIsTouched) {
  const Mesh crest = road({0, 1, 0});
  const auto bendAt = [&](const Mesh& mesh, const Vec3& ball) {
    const TouchedSurface found = touchedOf(at(Sphere{0.2}, ball), at(mesh, {0, 0, 0}));
    EXPECT_FALSE(found.pairs.empty());
    EXPECT_EQ(found.ghosts, 0);
    return found.pairs.empty() ? Bend::kMixed : found.pairs[0].on_b.bend;
  };
  EXPECT_EQ(bendAt(crest, {1, 1.19, 0.1}), Bend::kConvex);
  EXPECT_EQ(bendAt(road({0, 0.5, 0.5}), {2.05, 0.6, 0.1}), Bend::kOpen);
  // A box whose edge lies in a valley, seen from above, and pressed into the same fold from below.
  const Mesh valley = road({1, 0, 1});
  const PosedShape edge_down = at(Box{{0.1, 0.1, 1}}, {1, 0.1, 0}, matrixOfAngle(M_PI / 4));
  const auto bends = [&](const PosedShape& box) {
    std::vector<Bend> out;
    for (const TouchedPieces& pair : touchedOf(box, at(valley, {0, 0, 0})).pairs) out.push_back(pair.on_b.bend);
    return out;
  };
  const std::vector<Bend> above = bends(edge_down);
  EXPECT_FALSE(above.empty());
  EXPECT_EQ(std::count(above.begin(), above.end(), Bend::kConvex), 0);
  const std::vector<Bend> below = bends(at(Box{{0.1, 0.1, 1}}, {1, -0.095, 0}));
  EXPECT_GT(std::count(below.begin(), below.end(), Bend::kConvex), 0);
  EXPECT_EQ(std::count(below.begin(), below.end(), Bend::kConcave), 0);
}

TEST(TouchedPieces, AChainHasGhostsAtItsInnerVerticesAndNoneBehindItsFront) {
  const Chain line{{{2, 0}, {1, 0}, {0, 0}, {-1, 0}}, false};
  // Sunk by 1 cm, over the middle segment and 2 mm of its neighbour to the right.
  const PosedShape box = at(Box2{{0.3, 0.5}}, {0.702, 0.49, 0});
  const TouchedSurface found = touchedOf(box, at(line, {0, 0, 0}));
  ASSERT_EQ(found.pairs.size(), 2u);
  ASSERT_EQ(found.ghosts, 1);
  const auto ghost = std::find_if(found.pairs.begin(), found.pairs.end(), [](const auto& p) { return p.isGhost(); });
  EXPECT_EQ(ghost->on_b.name, "B vertex 1");
  EXPECT_EQ(ghost->on_b.bend, Bend::kFlat);
  EXPECT_EQ(ghost->b, 0);
  const PosedShape below = at(Box2{{0.3, 0.5}}, {0.702, -0.49, 0});
  EXPECT_EQ(touchedOf(below, at(line, {0, 0, 0})).pairs.size(), 2u) << "both sides count";
  for (const TouchedPieces& pair : touchedOf(below, at(Chain{line.vertices, true}, {0, 0, 0})).pairs)
    EXPECT_LT(std::abs(pair.normal.y), 1e-12) << "along the line, not through its back";
}

TEST(TouchedPieces, AreOfSurfacesAlone) {
  EXPECT_TRUE(touchedOf(at(Box{{1, 1, 1}}, {0, 0, 0}), at(Box{{1, 1, 1}}, {1, 0, 0})).pairs.empty());
  PairReport report = tested(at(Box{{1, 1, 1}}, {0, 0, 0}), at(road({0, 0}), {0, 5, 0}));
  addTouchedPieces(report, at(Box{{1, 1, 1}}, {0, 0, 0}), at(road({0, 0}), {0, 5, 0}), {});
  EXPECT_EQ(report.pieces->touched, nullptr) << "apart";
}

TEST(TouchedPieces, OfManyAllAreCountedAndGhostsAreListedFirst) {
  const PosedShape floor = at(*makeHeightfield(std::vector(41, std::vector<double>(41, 0.0)), {0.1, 0.1}), {0, 0, 0});
  // Its front reaches 2 mm over the next row.
  const TouchedSurface found = touchedOf(at(Box{{1.001, 0.5, 1.95}}, {0.701, 0.49, 0.01}), floor);
  EXPECT_TRUE(found.complete);
  EXPECT_GT(found.count, 1500);
  EXPECT_EQ(found.pairs.size(), 256u);
  EXPECT_GT(found.ghosts, 30);
  EXPECT_LT(found.ghosts, 256);
  EXPECT_EQ(std::ranges::count_if(found.pairs, &TouchedPieces::isGhost), found.ghosts);
  EXPECT_TRUE(std::ranges::is_sorted(found.pairs, {}, &TouchedPieces::b));
}

TEST(TouchedPieces, WhereMoreAreNearThanAreLookedAtThereMayBeMore) {
  std::vector<std::vector<double>> hills(121, std::vector<double>(121, 0.0));
  for (auto& row : hills) {
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = i % 2 == 0 ? 0.0 : 1.0;
  }
  const PosedShape terrain = at(*makeHeightfield(hills, {0.1, 0.1}), {0, 0, 0});
  EXPECT_FALSE(touchedOf(terrain, at(terrain.shape, {0, 0.5, 0}, matrixOfAngle(0.5))).complete);
}

/// How far the mesh rises above the plane through `place` across `normal`, radians: over the ways from there to the
/// corners of every triangle that holds the place. Knows nothing of neighbours.
double riseAround(const MeshData& mesh, const Vec3& place, const Vec3& normal) {
  double rise = -M_PI / 2;
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    const auto corners = cornersOf(mesh, t);
    const Vec3 area = cross(corners[1] - corners[0], corners[2] - corners[0]);
    double weights[3];
    for (int k = 0; k < 3; ++k)
      weights[k] = dot(cross(corners[(k + 1) % 3] - place, corners[(k + 2) % 3] - place), area) / dot(area, area);
    const Vec3 foot = weights[0] * corners[0] + weights[1] * corners[1] + weights[2] * corners[2];
    if (std::min({weights[0], weights[1], weights[2]}) < -1e-9 || length(foot - place) > 1e-9) continue;
    for (const Vec3& corner : corners) {
      if (const double far = length(corner - place); far > 1e-9)
        rise = std::max(rise, std::asin(std::clamp(dot(corner - place, normal) / far, -1.0, 1.0)));
    }
  }
  return rise;
}

TEST(TouchedPieces, RandomBodiesOnTerrainHaveGhostsWhereTheSurfaceAroundRises) {
  Random random{28};
  int ghosts = 0, right = 0, bends[6] = {};
  double worst = 0;
  for (int round = 0; round < rounds(1500); ++round) {
    std::vector<std::vector<double>> heights(4, std::vector<double>(4));
    const double hill = random.next() % 3 == 0 ? 0 : 0.3;
    for (auto& row : heights) {
      for (double& h : row) h = hill * random.in(-1, 1);
    }
    const PosedShape terrain = at(*makeHeightfield(heights, {0.5, 0.5}), random.point(1), matrixOf(random.rotation()));
    const Vec3 place = terrain.pose.position +
                       terrain.pose.rotation * Vec3{random.in(-0.8, 0.8), random.in(0, 0.4), random.in(-0.8, 0.8)};
    const Shape shape = random.next() % 2 == 0 ? Shape(Sphere{0.25}) : Shape(Box{{0.3, 0.2, 0.25}});
    const MeshData& mesh = *trianglesOf(terrain.shape);
    PosedShape body = at(shape, place, matrixOf(random.rotation()));
    // Half of them barely sunk in.
    if (const PairAnswer answer = tested(body, terrain).answer; random.next() % 2 == 0)
      body.pose.position += answer.normal * (answer.separation + 0.003);
    for (const TouchedPieces& pair : touchedOf(body, terrain).pairs) {
      // From the surface outwards, in its space; the place in the middle of the corners that are farthest along it.
      const Vec3 outward = glm::transpose(terrain.pose.rotation) * -pair.normal;
      const auto corners = cornersOf(mesh, pair.b);
      double farthest = -1e9;
      for (const Vec3& corner : corners) farthest = std::max(farthest, dot(corner, outward));
      Vec3 sum{0.0};
      int count = 0;
      for (const Vec3& corner : corners) {
        if (dot(corner, outward) < farthest - 1e-4 * 0.5) continue;
        sum += corner;
        ++count;
      }
      ++bends[static_cast<int>(pair.on_b.bend)];
      const double rise = riseAround(mesh, sum / static_cast<double>(count), outward);
      if (count == 3 || (rise > 1e-5 && rise < 1e-3)) continue;  // a face, or too near to call
      EXPECT_EQ(pair.isGhost(), rise > 1e-3) << round << ": " << pair.on_b.name << " rises by " << rise;
      ++(rise > 1e-3 ? ghosts : right);
      if (count == 1 && rise > 1e-3) worst = std::max(worst, std::abs(pair.on_b.rise - rise));
    }
  }
  std::printf("%d ghosts, %d right normals on edges and vertices, rises off by %.1e at most\n", ghosts, right, worst);
  EXPECT_LT(worst, 1e-12);
  EXPECT_GT(ghosts, rounds(300));
  EXPECT_GT(right, rounds(300));
  for (const Bend bend : {Bend::kNone, Bend::kOpen, Bend::kFlat, Bend::kConvex, Bend::kConcave, Bend::kMixed})
    EXPECT_GT(bends[static_cast<int>(bend)], rounds(20)) << bendName(bend);
}

}  // namespace
}  // namespace sepax
