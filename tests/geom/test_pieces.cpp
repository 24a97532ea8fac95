#include "geom/pieces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <span>

#include "geom/convex.h"

namespace sepax {
namespace {

double areaOf(const std::vector<Vec2>& vertices, std::span<const int> loop) {
  double twice = 0;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Vec2 &p = vertices[loop[i]], &q = vertices[loop[(i + 1) % loop.size()]];
    twice += p.x * q.y - p.y * q.x;
  }
  return twice / 2;
}

/// A comb, a spiral or a star in turn: many reflex corners, thin teeth, now and then a collinear or repeated vertex,
/// either sense.
Polygon randomConcave(std::mt19937_64& random, int corners) {
  std::uniform_real_distribution<double> unit(0, 1);
  Polygon polygon;
  polygon.vertices.clear();
  switch (random() % 3) {
    case 0:
      for (int i = 0; i < corners; ++i) {
        const double angle = 2 * M_PI * i / corners, r = 0.2 + unit(random);
        polygon.vertices.emplace_back(r * std::cos(angle), r * std::sin(angle));
      }
      break;
    case 1: {
      const int teeth = std::max(2, corners / 4);
      for (int i = 0; i < teeth; ++i) {
        for (const Vec2& p :
             {Vec2{i, 0.5}, {i + 0.25, 1 + unit(random)}, {i + 0.5, 1 + unit(random)}, {i + 0.75, 0.5}}) {
          polygon.vertices.push_back(p);
        }
      }
      polygon.vertices.emplace_back(teeth - 0.25, -1);
      polygon.vertices.emplace_back(0, -1);
      break;
    }
    default: {
      const int n = std::max(4, corners / 2);
      for (int i = 0; i < n; ++i)
        polygon.vertices.emplace_back((1 + 0.3 * i) * std::cos(0.7 * i), (1 + 0.3 * i) * std::sin(0.7 * i));
      for (int i = n - 1; i >= 0; --i) {
        polygon.vertices.emplace_back((0.9 + 0.3 * i) * std::cos(0.7 * i), (0.9 + 0.3 * i) * std::sin(0.7 * i));
      }
    }
  }
  if (random() % 2 == 0) {
    const std::size_t at = random() % polygon.vertices.size();
    const Vec2 p = polygon.vertices[at];
    polygon.vertices.insert(polygon.vertices.begin() + static_cast<std::ptrdiff_t>(at), p);
  }
  if (random() % 2 == 0) polygon.vertices.push_back((polygon.vertices.back() + polygon.vertices.front()) / 2.0);
  if (random() % 2 == 0) std::reverse(polygon.vertices.begin(), polygon.vertices.end());
  return polygon;
}

TEST(Polygon, IsConvexWithARepeatedVertexAndInTheOtherSenseWhereItIsWithout) {
  std::mt19937_64 random(6);
  std::uniform_real_distribution<double> unit(0, 1);
  int convex = 0, concave = 0;
  for (int round = 0; round < 1000; ++round) {
    Polygon polygon{{}};
    const int corners = 3 + round % 6;
    // Every second one has a corner that may point inwards, now and then by rounding alone.
    for (int i = 0; i < corners; ++i) {
      const double angle = 2 * M_PI * (i + 0.5 * unit(random)) / corners;
      polygon.vertices.emplace_back(std::cos(angle), 0.7 * std::sin(angle));
    }
    if (round % 2 == 0) {
      const Vec2 middle = (polygon.vertices.front() + polygon.vertices.back()) / 2.0;
      polygon.vertices.push_back(middle * (round % 4 == 0 ? 1 + 1e-16 * unit(random) : 0.9 + 0.2 * unit(random)));
    }
    Polygon repeated = polygon, reversed = polygon;
    repeated.vertices.push_back(repeated.vertices.back());
    std::ranges::reverse(reversed.vertices);
    EXPECT_EQ(isConvex(polygon), isConvex(repeated)) << round;
    EXPECT_EQ(isConvex(polygon), isConvex(reversed)) << round;
    ++(isConvex(polygon) ? convex : concave);
  }
  EXPECT_GT(convex, 300);
  EXPECT_GT(concave, 100);
}

TEST(PolygonPieces, AreConvexShareWholeEdgesAndCoverThePolygonOnce) {
  std::mt19937_64 random(5);
  int concave = 0, clockwise = 0, most = 0;
  double worst = 0;
  for (int round = 0; round < 600; ++round) {
    const Polygon polygon = randomConcave(random, 4 + static_cast<int>(random() % 40));
    ASSERT_TRUE(validate(polygon)) << round << describe(validate(polygon).error());
    const auto pieces = convexPieces(polygon);
    concave += isConvex(polygon) ? 0 : 1;
    most = std::max(most, static_cast<int>(pieces.size()));
    const Kept<int> outline = outlineOf(polygon);
    clockwise += outline[0] > outline[1] ? 1 : 0;
    const double area = areaOf(polygon.vertices, outline);
    double sum = 0;
    std::map<int, int> edges;
    std::map<std::pair<int, int>, int> cuts;
    int reflex = 0;
    for (std::size_t i = 0; i < outline.size(); ++i) {
      const auto at = [&](std::size_t k) { return polygon.vertices[outline[(i + k) % outline.size()]]; };
      reflex += orientation(at(0), at(1), at(2)) < 0 ? 1 : 0;
    }
    for (const PolygonPiece& piece : pieces) {
      sum += areaOf(polygon.vertices, piece.loop);
      ASSERT_EQ(piece.loop.size(), piece.edges.size());
      for (std::size_t i = 0; i < piece.loop.size(); ++i) {
        const auto at = [&](std::size_t k) { return piece.loop[(i + k) % piece.loop.size()]; };
        EXPECT_GE(orientation(polygon.vertices[at(0)], polygon.vertices[at(1)], polygon.vertices[at(2)]), 0);
        if (piece.edges[i] < 0) {
          ++cuts[std::minmax(at(0), at(1))];
          continue;
        }
        ++edges[piece.edges[i]];
        // The edge of that index starts at the vertex of that index.
        EXPECT_TRUE(piece.edges[i] == at(0) || piece.edges[i] == at(1));
      }
    }
    worst = std::max(worst, std::abs(sum - area) / area);
    EXPECT_EQ(edges.size(), outline.size()) << round;
    for (const auto& [edge, count] : edges) EXPECT_EQ(count, 1) << edge;
    for (const auto& [ends, count] : cuts) EXPECT_EQ(count, 2);
    // Hertel and Mehlhorn: no more cuts than two for each reflex corner.
    EXPECT_LE(static_cast<int>(pieces.size()), 2 * reflex + 1);
  }
  RecordProperty("worst_area", std::to_string(worst));
  EXPECT_LT(worst, 1e-12);
  EXPECT_GT(concave, 500);
  EXPECT_GT(clockwise, 200);
  EXPECT_GT(most, 8);
}

TEST(PolygonPieces, OfAnArrowHeadAreTwoAndOfACAreThree) {
  EXPECT_EQ(convexPieces(Polygon{{{-1, -1}, {0, -0.5}, {1, -1}, {0, 1}}}).size(), 2u);
  EXPECT_EQ(convexPieces(Polygon{{{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 2}, {3, 2}, {3, 3}, {0, 3}}}).size(), 3u);
  EXPECT_EQ(convexPieces(Polygon{{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {0, 1}}}).size(), 1u);
}

TEST(Polygon, RefusesAnOutlineThatTouchesItselfNamingTheEdges) {
  const auto refused = [](const Polygon& polygon) {
    const auto ok = validate(polygon);
    return ok ? "accepted" : describe(ok.error());
  };
  // Two triangles that meet in one point, and a corner that rests on an edge.
  EXPECT_NE(refused(Polygon{{{0, 0}, {1, 1}, {2, 0}, {2, 2}, {1, 1}, {0, 2}}}).find("touch"), std::string::npos);
  EXPECT_NE(refused(Polygon{{{0, 0}, {4, 0}, {4, 2}, {2, 0}, {0, 2}}}).find("edges 0 and 2 touch"), std::string::npos);
  EXPECT_NE(refused(Polygon{{{0, 0}, {2, 0}, {1, 0}, {1, 1}}}).find("fold"), std::string::npos);
}

TEST(Polygon, HasTheEdgesOfItsHullAsAxesWhenConcave) {
  const ConvexFeatures features = convexFeatures(Polygon{{{-1, -1}, {0, -0.5}, {1, -1}, {0, 1}}});
  EXPECT_EQ(features.face_axes.size(), 3u);
  EXPECT_EQ(features.core.vertices.size(), 4u);
  EXPECT_EQ(features.face_axes[0].feature, 0);
  EXPECT_EQ(features.face_axes[0].direction, Vec3(0, -1, 0));
}

TEST(BoxTree, FindsTheSmallestPairsThatTryingAllFinds) {
  std::mt19937_64 random(9);
  std::uniform_real_distribution<double> unit(-1, 1);
  int pruned = 0;
  for (int round = 0; round < 60; ++round) {
    const auto boxes = [&](int count, double shift) {
      std::vector<MinMaxBox> out;
      for (int i = 0; i < count; ++i) {
        const Vec3 at{unit(random) + shift, unit(random), round % 4 == 0 ? 0 : unit(random)};
        const Vec3 half = 0.1 * glm::abs(Vec3{unit(random), unit(random), round % 4 == 0 ? 0 : unit(random)});
        out.push_back({at - half, at + half});
      }
      return out;
    };
    const auto a = boxes(1 + static_cast<int>(random() % 60), 0),
               b = boxes(1 + static_cast<int>(random() % 60), round % 3 * 1.5);
    const int dimensions = round % 4 == 0 ? 2 : 3;
    const auto gap = [&](int i, int j) { return boxGap(a[i], b[j], dimensions); };
    std::vector<double> all;
    for (int i = 0; i < static_cast<int>(a.size()); ++i) {
      for (int j = 0; j < static_cast<int>(b.size()); ++j) all.push_back(gap(i, j));
    }
    std::sort(all.begin(), all.end());
    const BoxTree tree_a = boxTree(a), tree_b = boxTree(b);
    std::int64_t evaluated = 0;
    const auto found = smallestPairs(
        {tree_a, tree_b, [&](const MinMaxBox& p, const MinMaxBox& q) { return boxGap(p, q, dimensions); }, gap, 5},
        evaluated);
    ASSERT_EQ(found.size(), std::min<std::size_t>(5, all.size()));
    for (std::size_t k = 0; k < found.size(); ++k) {
      EXPECT_EQ(found[k].value, all[k]);
      EXPECT_EQ(found[k].value, gap(found[k].a, found[k].b));
    }
    pruned += evaluated < static_cast<std::int64_t>(all.size()) / 4 ? 1 : 0;
  }
  EXPECT_GT(pruned, 20);
}

std::vector<TriangleIndices> trianglesByBits() {
  // Corner bits: 1 +x, 2 +y, 4 +z.
  return {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
          {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
}
std::vector<Vec3> cornersByBits(double h) {
  std::vector<Vec3> out;
  for (int v = 0; v < 8; ++v) out.emplace_back((v & 1) != 0 ? h : -h, (v & 2) != 0 ? h : -h, (v & 4) != 0 ? h : -h);
  return out;
}

TEST(Mesh, IsClosedWhenEachEdgeIsMetTheOtherWayAtOnePosition) {
  auto triangles = trianglesByBits();
  EXPECT_TRUE(makeMesh(cornersByBits(1), triangles)->data->closed);
  // The same cube without shared vertices, as STL files have them, is closed too.
  std::vector<Vec3> soup;
  std::vector<TriangleIndices> soup_triangles;
  for (const auto& t : triangles) {
    const auto n = static_cast<std::uint32_t>(soup.size());
    for (const auto i : t) soup.push_back(cornersByBits(1)[i]);
    soup_triangles.push_back({n, n + 1, n + 2});
  }
  EXPECT_TRUE(makeMesh(soup, soup_triangles)->data->closed);
  triangles.pop_back();
  EXPECT_FALSE(makeMesh(cornersByBits(1), triangles)->data->closed);
  triangles.push_back({3, 5, 7});  // a triangle wound the other way
  EXPECT_FALSE(makeMesh(cornersByBits(1), triangles)->data->closed);
}

TEST(Mesh, TakesAGroundOfTwoTrianglesButNoLine) {
  const auto ground = makeMesh({{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}}, {{0, 2, 1}, {0, 3, 2}});
  ASSERT_TRUE(ground);
  EXPECT_TRUE(ground->data->flat);
  const ConvexFeatures features = convexFeatures(*ground);
  EXPECT_EQ(features.core.faces.size(), 2u);
  EXPECT_EQ(features.core.edges.size(), 4u);
  EXPECT_NEAR(std::abs(features.face_axes[0].direction.y), 1, 1e-15);
  EXPECT_EQ(features.face_axes.size(), 5u);
  EXPECT_FALSE(makeMesh({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{0, 1, 2}}));
}

TEST(Mesh, WindsOnceAroundPointsInsideAndNotAroundOthers) {
  const Mesh cube = *makeMesh(cornersByBits(1), trianglesByBits());
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> unit(-2, 2);
  int inside = 0;
  double worst = 0;
  for (int i = 0; i < 4000; ++i) {
    const Vec3 p{unit(random), unit(random), unit(random)};
    const double out = std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}) - 1;
    inside += out < 0 ? 1 : 0;
    worst = std::max(worst, std::abs(windingNumber(*cube.data, p) - (out < 0 ? 1 : 0)));
    const double expected = out < 0 ? -out : length(glm::max(glm::abs(p) - 1.0, Vec3{0.0}));
    EXPECT_NEAR(nearestSurfacePoint(*cube.data, p).distance, expected, 1e-14);
  }
  EXPECT_GT(inside, 300);
  EXPECT_LT(worst, 1e-12);
}

}  // namespace
}  // namespace sepax
