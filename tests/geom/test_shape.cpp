#include "geom/shape.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "geom/convex.h"

namespace sepax {
namespace {

std::string refusal(const Shape& shape) {
  const auto ok = validate(shape);
  return ok ? "accepted" : describe(ok.error());
}

TEST(Polygon, AcceptsEitherSenseRepeatedAndCollinearVertices) {
  EXPECT_EQ(refusal(Polygon{{{0, 0}, {2, 0}, {2, 1}, {0, 1}}}), "accepted");
  EXPECT_EQ(refusal(Polygon{{{0, 1}, {2, 1}, {2, 0}, {0, 0}}}), "accepted");
  EXPECT_EQ(refusal(Polygon{{{0, 0}, {1, 0}, {2, 0}, {2, 0}, {2, 1}, {0, 1}, {0, 0}}}), "accepted");
}

TEST(Polygon, RefusesCrossingFlatAndDoublyWoundOutlinesByName) {
  EXPECT_NE(refusal(Polygon{{{0, 0}, {1, 1}, {1, 0}, {0, 1}}}).find("cross"), std::string::npos);
  EXPECT_EQ(refusal(Polygon{{{0, 0}, {2, 0}, {1, 0.2}, {1, 2}}}), "accepted") << "concave";
  EXPECT_NE(refusal(Polygon{{{0, 0}, {1, 1}, {2, 2}}}).find("line"), std::string::npos);
  EXPECT_NE(refusal(Polygon{{{0, 0}, {1, 0}}}).find("three"), std::string::npos);
  std::vector<Vec2> star;
  for (int i = 0; i < 5; ++i) star.emplace_back(std::cos(i * 4 * M_PI / 5), std::sin(i * 4 * M_PI / 5));
  EXPECT_NE(refusal(Polygon{star}), "accepted");
}

TEST(Polygon, NormalsPointOutwardWhicheverWayItIsWound) {
  for (const bool reversed : {false, true}) {
    Polygon polygon{{{0, 0}, {2, 0}, {2, 1}, {0, 1}}};
    if (reversed) std::reverse(polygon.vertices.begin(), polygon.vertices.end());
    const auto features = convexFeatures(polygon);
    ASSERT_EQ(features.face_axes.size(), 4u);
    for (const auto& axis : features.face_axes) {
      const Vec3& on_edge = features.core.vertices[axis.feature];
      EXPECT_GT(dot(axis.direction, on_edge - Vec3{1, 0.5, 0}), 0);
    }
  }
}

TEST(Shape, RefusesNegativeNanAndInfiniteNumbersNamingTheField) {
  EXPECT_NE(refusal(Sphere{-1}).find("radius"), std::string::npos);
  EXPECT_NE(refusal(Sphere{NAN}).find("radius"), std::string::npos);
  EXPECT_NE(refusal(Box{{1, std::numeric_limits<double>::infinity(), 1}}).find("half_extents/1"), std::string::npos);
  EXPECT_NE(refusal(Capsule{1, -0.5}).find("radius"), std::string::npos);
  EXPECT_EQ(refusal(Box{{1, 0, 1}}), "accepted");
}

TEST(Shape, ScaleRefusesUnevenFactorsForRoundShapesAndKeepsBoxesExact) {
  EXPECT_FALSE(scaled(Sphere{1}, {1, 2, 1}));
  EXPECT_FALSE(scaled(Box{}, {1, 0, 1}));
  EXPECT_EQ(std::get<Box>(scaled(Box{{1, 2, 3}}, {1, -1, 2}).value()).half_extents, Vec3(1, 2, 6))
      << "its own mirror image";
  const auto box = scaled(Box{{1, 2, 3}}, {2, 0.5, 1});
  ASSERT_TRUE(box);
  EXPECT_EQ(std::get<Box>(*box).half_extents, Vec3(2, 1, 3));
}

TEST(Shape, ScalesACylinderAlongItsAxisAloneButNotAcross) {
  const auto taller = scaled(Cylinder{1, 0.5}, {2, 3, 2});
  ASSERT_TRUE(taller);
  EXPECT_EQ(std::get<Cylinder>(*taller), (Cylinder{3, 1}));
  EXPECT_FALSE(scaled(Cylinder{1, 0.5}, {2, 3, 1}));
  EXPECT_FALSE(scaled(Cone{1, 0.5}, {1, 1, 2}));
}

TEST(Shape, RefusesATriangleWithoutAPlaneAtAnySize) {
  EXPECT_EQ(refusal(Triangle{}), "accepted");
  for (const double k : {1e-150, 1.0, 1e59}) {
    EXPECT_EQ(refusal(Triangle{{Vec3{0.0}, Vec3{k, 0, 0}, Vec3{0, k, 0}}}), "accepted") << k;
    EXPECT_NE(refusal(Triangle{{Vec3{0.0}, Vec3{k, k, k}, Vec3{3 * k, 3 * k, 3 * k}}}).find("one line"),
              std::string::npos)
        << k;
    EXPECT_NE(refusal(Triangle{{Vec3{0.0}, Vec3{k, 0, 0}, Vec3{0.5 * k, 1e-11 * k, 0}}}).find("one line"),
              std::string::npos)
        << k;
  }
  EXPECT_NE(refusal(Triangle{{Vec3{0.0}, Vec3{0.0}, Vec3{1, 0, 0}}}), "accepted");
}

/// Height of the true cylinder or cone along a unit direction.
double trueHeight(const Cylinder& s, const Vec3& d) {
  return s.half_length * std::abs(d.y) + s.radius * std::hypot(d.x, d.z);
}
double trueHeight(const Cone& s, const Vec3& d) {
  return std::max(s.half_length * d.y, -s.half_length * d.y + s.radius * std::hypot(d.x, d.z));
}

TEST(ConvexFeatures, OfCylinderAndConeEncloseThemWithinTheStatedErrorAndAreClosed) {
  std::mt19937_64 random(11);
  std::normal_distribution<double> normal;
  const auto check = [&](const auto& shape) {
    const ConvexFeatures f = convexFeatures(shape);
    double least = 1, most = 0;
    for (int i = 0; i < 20000; ++i) {
      const Vec3 d = normalizedOr({normal(random), normal(random), normal(random)}, {1, 0, 0});
      const double excess = dot(f.core.vertices[supportVertex(f.core, d)], d) - trueHeight(shape, d);
      least = std::min(least, excess);
      most = std::max(most, excess);
    }
    EXPECT_GT(least, -1e-15);
    EXPECT_LE(most, tessellationError(shape));
    EXPECT_GT(most, 0.5 * tessellationError(shape));
    EXPECT_EQ(f.core.vertices.size() + f.core.faces.size(), f.core.edges.size() + 2);  // Euler
    for (const PolytopeFace& face : f.core.faces) {
      for (const int v : face.loop) {
        EXPECT_NEAR(dot(f.core.vertices[v] - f.core.vertices[face.loop[0]], face.normal), 0, 1e-15);
      }
      const Vec3 &a = f.core.vertices[face.loop[0]], &b = f.core.vertices[face.loop[1]],
                 &c = f.core.vertices[face.loop[2]];
      EXPECT_GT(dot(crossAccurate(b - a, c - a), face.normal), 0);
    }
    for (const AxisFeature& edge : f.edge_axes) {
      const PolytopeEdge& e = f.core.edges[edge.feature];
      EXPECT_LT(length(normalizedOr(f.core.vertices[e.v1] - f.core.vertices[e.v0], {}) - edge.direction), 1e-13);
      EXPECT_LT(length(normalizedOr(crossAccurate(edge.arc0, edge.arc1), {}) - edge.direction), 1e-13);
    }
  };
  check(Cylinder{0.6, 0.4});
  check(Cone{0.3, 0.7});
}

TEST(Rotation, MatrixOfAQuaternionOfAnyLengthIsOrthonormalAndGoesBack) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  double worst = 0;
  for (int i = 0; i < 10000; ++i) {
    const Quat q{normal(random), normal(random), normal(random), normal(random)};
    const Mat3 m = matrixOf(q);
    for (int c = 0; c < 3; ++c) worst = std::max(worst, std::abs(length(m[c]) - 1));
    const Mat3 back = matrixOf(quaternionOf(m));
    for (int c = 0; c < 3; ++c) worst = std::max(worst, length(back[c] - m[c]));
  }
  RecordProperty("worst", std::to_string(worst));
  EXPECT_LT(worst, 3e-15);
}

TEST(Rotation, AMatrixOfFloatsBecomesARotationAndAnExactOneStaysItself) {
  const Mat3 exact{Vec3{0, 1, 0}, Vec3{-1, 0, 0}, Vec3{0, 0, 1}};
  EXPECT_EQ(nearestRotation(exact), exact);
  const Mat3 rotated = matrixOf(quaternionAbout(normalizedOr({1, 2, 3}, {}), 0.7));
  Mat3 rounded;
  for (int c = 0; c < 3; ++c)
    rounded[c] =
        Vec3(static_cast<float>(rotated[c].x), static_cast<float>(rotated[c].y), static_cast<float>(rotated[c].z));
  EXPECT_GT(std::abs(length(rounded[0]) - 1), 1e-10);
  const Mat3 mended = nearestRotation(rounded);
  for (int c = 0; c < 3; ++c) {
    EXPECT_NEAR(length(mended[c]), 1, 1e-15);
    EXPECT_LT(length(mended[c] - rotated[c]), 1e-7);
  }
}

TEST(NormalizedOr, GivesTheFallbackWhicheverComponentIsNotANumber) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const Vec3 fallback{0, 0, 1};
  for (const double bad : {nan, -nan, inf, -inf}) {
    for (int c = 0; c < 3; ++c) {
      Vec3 v{3, -2, 1};
      v[c] = bad;
      EXPECT_EQ(normalizedOr(v, fallback), fallback) << bad << " at " << c;
    }
  }
  EXPECT_EQ(normalizedOr(Vec3{0.0}, fallback), fallback);
  for (const double size : {5e-324, 1e-300, 1.0, 1e300, 1.7e308})
    EXPECT_EQ(normalizedOr({0, -size, 0}, fallback), Vec3(0, -1, 0)) << size;
}

TEST(CrossAccurate, StaysPerpendicularForNearlyParallelVectors) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  double worst = 0;
  for (int i = 0; i < 10000; ++i) {
    const Vec3 a = normalizedOr({normal(random), normal(random), normal(random)}, {1, 0, 0});
    const Vec3 b = normalizedOr(a + 1e-9 * Vec3{normal(random), normal(random), normal(random)}, {1, 0, 0});
    const Vec3 n = normalizedOr(crossAccurate(a, b), Vec3{0.0});
    worst = std::max({worst, std::abs(dot(n, a)), std::abs(dot(n, b))});
  }
  EXPECT_LT(worst, 5e-16);
}

}  // namespace
}  // namespace sepax
