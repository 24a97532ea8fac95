#include "geom/hull.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <tuple>

#include "geom/convex.h"

namespace sepax {
namespace {

std::vector<Vec3> cubeCorners(double h, const Vec3& at = Vec3{0.0}) {
  std::vector<Vec3> out;
  for (int i = 0; i < 8; ++i) out.push_back(at + Vec3{(i & 1) ? h : -h, (i & 2) ? h : -h, (i & 4) ? h : -h});
  return out;
}

/// Faces look outward, every edge has two faces, runs along face 0's loop, and Euler's formula holds.
void expectSound(const Polytope& p, double size) {
  EXPECT_EQ(p.vertices.size() + p.faces.size(), p.edges.size() + 2);
  for (const auto& face : p.faces) {
    EXPECT_NEAR(length(face.normal), 1, 1e-14);
    for (const Vec3& v : p.vertices) EXPECT_LE(dot(v - p.vertices[face.loop[0]], face.normal), 1e-12 * size);
  }
  for (const auto& edge : p.edges) {
    ASSERT_GE(edge.face0, 0);
    ASSERT_GE(edge.face1, 0);
    const Vec3 along = p.vertices[edge.v1] - p.vertices[edge.v0];
    EXPECT_GT(dot(crossAccurate(p.faces[edge.face0].normal, p.faces[edge.face1].normal), along), 0);
  }
}

TEST(ConvexHull, OfACubeHasSixSquaresWhateverLiesInsideOrOnIt) {
  auto points = cubeCorners(1);
  points.push_back({0, 0, 0});
  points.push_back({1, 0.25, 0.5});
  points.push_back({1, 1, 0});
  const auto hull = convexHull(points);
  ASSERT_TRUE(hull) << describe(hull.error());
  EXPECT_EQ(hull->vertices.size(), 8u);
  EXPECT_EQ(hull->faces.size(), 6u);
  EXPECT_EQ(hull->edges.size(), 12u);
  expectSound(*hull, 2);
}

TEST(ConvexHull, KeepsItsShapeFarAwayTinyAndHuge) {
  for (const double h : {1e-30, 1e-3, 1.0, 1e30}) {
    const auto hull = convexHull(cubeCorners(h));
    ASSERT_TRUE(hull) << h << ": " << describe(hull.error());
    EXPECT_EQ(hull->faces.size(), 6u) << h;
    expectSound(*hull, 2 * h);
  }
  const auto far = convexHull(cubeCorners(1, {1e8, -1e8, 1e8}));
  ASSERT_TRUE(far);
  EXPECT_EQ(far->vertices.size(), 8u);
  expectSound(*far, 2);
}

void expectSame(const Polytope& a, const Polytope& b) {
  EXPECT_EQ(a.vertices, b.vertices);
  ASSERT_EQ(a.faces.size(), b.faces.size());
  for (std::size_t f = 0; f < a.faces.size(); ++f) {
    EXPECT_EQ(a.faces[f].loop, b.faces[f].loop);
    EXPECT_EQ(a.faces[f].normal, b.faces[f].normal);
  }
  ASSERT_EQ(a.edges.size(), b.edges.size());
  for (std::size_t e = 0; e < a.edges.size(); ++e) {
    EXPECT_EQ(std::tie(a.edges[e].v0, a.edges[e].v1, a.edges[e].face0, a.edges[e].face1),
              std::tie(b.edges[e].v0, b.edges[e].v1, b.edges[e].face0, b.edges[e].face1));
  }
}

TEST(ScaledHull, IsBitForBitTheHullOfTheScaledPoints) {
  std::mt19937_64 random{20};
  std::uniform_real_distribution<double> unit(-1, 1), exponent(-2, 2);
  std::vector<std::vector<Vec3>> clouds = {cubeCorners(1)};
  for (int i = 0; i < 40; ++i) {
    std::vector<Vec3> cloud;
    for (int k = 0; k < 5 + 3 * i; ++k) cloud.emplace_back(unit(random), unit(random), unit(random));
    clouds.push_back(std::move(cloud));
  }
  for (const std::vector<Vec3>& cloud : clouds) {
    const Hull hull = makeHull(cloud).value();
    std::vector<TriangleIndices> all;  // each point is a corner
    for (std::uint32_t i = 0; i < cloud.size(); ++i) all.push_back({0, 1, i});
    const Mesh mesh = makeMesh(cloud, all, "a.obj").value();
    for (int i = 0; i < 20; ++i) {
      const Vec3 k = i == 0   ? Vec3{1e30}
                     : i == 1 ? Vec3{1e-30}
                              : Vec3{std::pow(10, exponent(random)), std::pow(10, exponent(random)), 1};
      std::vector<Vec3> points = cloud;
      for (Vec3& p : points) p *= k;
      const Hull by_qhull = makeHull(points).value(), by_scale = scaled(hull, k).value();
      expectSame(by_scale.data->polytope, by_qhull.data->polytope);
      EXPECT_EQ(by_scale.data->points, by_qhull.data->points);
      const Mesh scaled_mesh = scaled(mesh, k).value();
      expectSame(scaled_mesh.data->hull, by_qhull.data->polytope);
      EXPECT_EQ(scaled_mesh.data->triangles, mesh.data->triangles);
      EXPECT_EQ(scaled_mesh.mesh, "a.obj");
    }
  }
}

TEST(ScaledHull, FallsBackOnQhullWhereAMergedFaceComesApart) {
  // A lid bulging by a rounding error is one square until the height grows beside the width.
  std::vector<Vec3> points = cubeCorners(1);
  for (Vec3& p : points) p.z *= 1e-7;
  points.push_back({0.1, 0.2, 1e-7 + 4e-16});
  const Hull flat = makeHull(points).value();
  EXPECT_EQ(flat.data->polytope.faces.size(), 6u);
  const Hull tall = scaled(flat, {1, 1, 1e7}).value();
  EXPECT_GT(tall.data->polytope.faces.size(), 6u);
  for (Vec3& p : points) p.z *= 1e7;
  expectSame(tall.data->polytope, makeHull(points).value().data->polytope);
}

TEST(ScaledHull, RefusesWhatHasNoHullAnyMore) {
  const Hull cube = makeHull(cubeCorners(1)).value();
  EXPECT_FALSE(scaled(cube, {1, 1, 1e-10}));
  EXPECT_FALSE(scaled(cube, {1, 1, 1e61}));
}

std::vector<Vec3> onSphere(int count) {
  std::mt19937_64 random(11);
  std::normal_distribution<double> normal;
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i)
    points.push_back(normalizedOr({normal(random), normal(random), normal(random)}, {1, 0, 0}));
  return points;
}

TEST(ConvexHull, OfPointsOnASphereKeepsThemAllAndIsSound) {
  for (const int n : {8, 32, 200}) {
    const auto hull = convexHull(onSphere(n));
    ASSERT_TRUE(hull);
    EXPECT_EQ(static_cast<int>(hull->vertices.size()), n);
    EXPECT_EQ(static_cast<int>(hull->faces.size()), 2 * n - 4);
    expectSound(*hull, 2);
  }
}

TEST(ConvexHull, SaysHowFarItIsAndStopsWhenAskedTo) {
  const std::vector<Vec3> points = onSphere(20000);
  std::vector<double> shares;
  const auto followed = convexHull(points, [&](double share) {
    shares.push_back(share);
    return true;
  });
  const auto plain = convexHull(points);
  ASSERT_TRUE(followed && plain);
  ASSERT_EQ(followed->faces.size(), plain->faces.size());
  for (std::size_t i = 0; i < plain->faces.size(); ++i) EXPECT_EQ(followed->faces[i].loop, plain->faces[i].loop) << i;
  ASSERT_GT(shares.size(), 10u);
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_LT(shares.front(), 0.5);
  EXPECT_GT(shares.back(), 0.9);
  EXPECT_LE(shares.back(), 1);

  int heard = 0;
  const auto stopped = convexHull(points, [&](double) { return ++heard < 3; });
  ASSERT_TRUE(stopped);
  EXPECT_TRUE(stopped->faces.empty());
  EXPECT_EQ(heard, 3) << "a stopped work does not go on";
}

TEST(ConvexHull, RefusesFlatStraightAndFewPointsWithTheReason) {
  const auto message = [](const std::vector<Vec3>& points) {
    const auto hull = convexHull(points);
    return hull ? std::string("built") : hull.error().message;
  };
  EXPECT_NE(message({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}).find("four points"), std::string::npos);
  EXPECT_NE(message({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {.5, .5, 1e-11}}).find("plane"), std::string::npos);
  EXPECT_NE(message({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}}).find("line"), std::string::npos);
  EXPECT_NE(message({{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}}).find("one point"), std::string::npos);
  EXPECT_NE(message({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, NAN}}).find("finite"), std::string::npos);
}

TEST(Mesh, RefusesNoTrianglesAndIndicesOutOfRangeNamingTheTriangle) {
  const auto none = makeMesh(cubeCorners(1), {});
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("at least one triangle"), std::string::npos);
  const auto bad = makeMesh(cubeCorners(1), {{0, 1, 2}, {0, 1, 8}});
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().where, "triangles/1");
}

TEST(BoxFeatures, AreASoundPolytopeWithThreeAxes) {
  const auto features = convexFeatures(Box{{1, 2, 3}});
  expectSound(features.core, 6);
  EXPECT_EQ(features.face_axes.size(), 3u);
  EXPECT_EQ(features.edge_axes.size(), 3u);
}

TEST(Hull, RefusesAFaceOfMoreCornersThanQhullManagesAndTakesAsManyPointsInside) {
  for (const int sides : {5001, 10000}) {  // rims by turns: every k-th point is on one of them where k is even
    std::vector<Vec3> prism;
    for (int i = 0; i < sides; ++i) {
      const double angle = 2 * M_PI * i / sides;
      for (const double z : {-1.0, 1.0}) prism.push_back({std::cos(angle), std::sin(angle), z});
    }
    const auto refused = convexHull(prism);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::kTooLarge);
    EXPECT_EQ(refused.error().message, "a face would have " + std::to_string(sides) + " corners, at most 5000 can");
  }
  std::vector<Vec3> box;
  for (int i = 0; i < 5001; ++i) box.push_back({i % 71 / 70.0, i / 71 % 71 / 70.0, i % 2 == 0 ? 0.0 : 1.0});
  EXPECT_TRUE(convexHull(box));
}

TEST(Hull, OfTooFewPointsNamesHowFewAFlatOneTakes) {
  const auto none = makeHull({{0, 0, 0}, {1, 0, 0}});
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("at least three points, found 2"), std::string::npos) << none.error().message;
  const auto line = makeHull({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}});
  ASSERT_FALSE(line);
  EXPECT_NE(line.error().message.find("on a line"), std::string::npos) << line.error().message;
  EXPECT_TRUE(makeHull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
}

}  // namespace
}  // namespace sepax
