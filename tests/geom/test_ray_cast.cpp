#include "geom/ray_cast.h"

#include <gtest/gtest.h>

#include <cmath>

#include "collide/random_pairs.h"
#include "geom/compound_data.h"
#include "geom/contains.h"
#include "geom/convex.h"

namespace sepax {
namespace {

const Pose kUnmoved;

TEST(RayCast, MeetsEachKindAtItsHandValue) {
  struct Case {
    Shape shape;
    CastRay ray;
    double distance;
    Vec3 normal;
  };
  const Mesh mesh =
      *makeMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}});
  const Case cases[] = {
      {Box{{1, 2, 3}}, {{-5, 0, 0}, {1, 0, 0}, 10}, 4, {-1, 0, 0}},
      {FixedBox{{1, 2, 3}}, {{0, 5, 0}, {0, -2, 0}, 10}, 3, {0, 1, 0}},
      {Sphere{1}, {{-5, 0, 0}, {1, 0, 0}, 10}, 4, {-1, 0, 0}},
      {Capsule{1, 0.5}, {{-5, 0.5, 0}, {1, 0, 0}, 10}, 4.5, {-1, 0, 0}},
      {Capsule{1, 0.5}, {{0, 5, 0}, {0, -1, 0}, 10}, 3.5, {0, 1, 0}},
      {Cylinder{1, 0.5}, {{-5, 0.5, 0}, {1, 0, 0}, 10}, 4.5, {-1, 0, 0}},
      {Cylinder{1, 0.5}, {{0.25, 5, 0}, {0, -1, 0}, 10}, 4, {0, 1, 0}},
      {Cone{1, 1}, {{-5, 0, 0}, {1, 0, 0}, 10}, 4.5, {-2 / std::sqrt(5), 1 / std::sqrt(5), 0}},
      {Cone{1, 1}, {{0.25, -5, 0}, {0, 1, 0}, 10}, 4, {0, -1, 0}},
      {Hull{mesh.data ? std::get<Hull>(Shape{*makeHull(mesh.data->vertices)}) : Hull{}},
       {{0.25, 0.25, -2}, {0, 0, 1}, 10},
       2,
       {0, 0, -1}},
      {mesh, {{0.25, 0.25, -2}, {0, 0, 1}, 10}, 2, {0, 0, -1}},
      {Circle{1}, {{-5, 0, 0}, {1, 0, 0}, 10}, 4, {-1, 0, 0}},
      {Box2{{1, 2}}, {{0, -5, 0}, {0, 1, 0}, 10}, 3, {0, -1, 0}},
      {Capsule2{1, 0.5}, {{0, 5, 0}, {0, -1, 0}, 10}, 4.5, {0, 1, 0}},
      {Capsule2{1, 0.5}, {{-5, 0, 0}, {1, 0, 0}, 10}, 3.5, {-1, 0, 0}},
      {Segment2{1}, {{0.3, 5, 0}, {0, -1, 0}, 10}, 5, {0, 1, 0}},
      {Polygon{{{-1, -1}, {1, -1}, {0, 1}}}, {{0, -4, 0}, {0, 1, 0}, 10}, 3, {0, -1, 0}},
      {Triangle{{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}}}, {{0.2, 0.2, 3}, {0, 0, -1}, 10}, 3, {0, 0, 1}},
  };
  for (const Case& c : cases) {
    const RayHit hit = castRay(c.shape, kUnmoved, c.ray);
    EXPECT_TRUE(hit.hit) << typeName(c.shape);
    EXPECT_NEAR(hit.distance, c.distance, 1e-13) << typeName(c.shape);
    EXPECT_LT(length(hit.normal - c.normal), 1e-13) << typeName(c.shape);
    EXPECT_FALSE(hit.starts_inside);
    CastRay shorter = c.ray;
    shorter.length = c.distance - 1e-9;
    EXPECT_FALSE(castRay(c.shape, kUnmoved, shorter).hit) << typeName(c.shape) << ": a ray ends at its length";
    CastRay backward = c.ray;
    backward.direction = -backward.direction;
    EXPECT_FALSE(castRay(c.shape, kUnmoved, backward).hit) << typeName(c.shape) << ": nothing lies behind a ray";
  }
}

TEST(RayCast, SaysThatARayStartsInside) {
  const RayHit hit = castRay(Box{{1, 1, 1}}, kUnmoved, {{0.5, 0, 0}, {1, 0, 0}, 0.1});
  EXPECT_TRUE(hit.hit && hit.starts_inside);
  EXPECT_EQ(hit.distance, 0);
  EXPECT_NEAR(hit.exit_distance, 0.5, 1e-15);
  EXPECT_EQ(hit.normal, Vec3{0.0});
}

TEST(RayCast, GrazesEdgesAndFlatBoxes) {
  EXPECT_TRUE(castRay(Box{{1, 1, 1}}, kUnmoved, {{-5, 1, 1}, {1, 0, 0}, 10}).hit) << "along an edge";
  EXPECT_TRUE(castRay(Sphere{1}, kUnmoved, {{-5, 1, 0}, {1, 0, 0}, 10}).hit) << "tangent";
  EXPECT_FALSE(castRay(Sphere{1}, kUnmoved, {{-5, 1 + 1e-12, 0}, {1, 0, 0}, 10}).hit);
  const RayHit flat = castRay(Box{{0, 1, 1}}, kUnmoved, {{-2, 0.3, 0}, {1, 0, 0}, 10});
  EXPECT_TRUE(flat.hit);
  EXPECT_EQ(flat.distance, 2);
  EXPECT_FALSE(castRay(Point3{}, kUnmoved, {{-2, 0.3, 0}, {1, 0, 0}, 10}).hit);
  EXPECT_TRUE(castRay(Point3{}, kUnmoved, {{-2, 0, 0}, {1, 0, 0}, 10}).hit);
}

TEST(RayCast, ACapsuleWithoutLengthIsABallOnBothItsHalves) {
  for (const double side : {-1.0, 1.0}) {
    const RayHit hit = castRay(Capsule2{0, 1}, kUnmoved, {{3 * side, 0.6, 0}, {-side, 0, 0}, 10});
    ASSERT_TRUE(hit.hit);
    EXPECT_NEAR(hit.normal.x, 0.8 * side, 1e-12);
    EXPECT_NEAR(hit.normal.y, 0.6, 1e-12);
  }
}

// The side's equation has a double root there, which rounding put before or behind the disc.
TEST(RayCast, MeetsTheDiscOfAConeWithoutHeight) {
  SplitMix64 random{3};
  for (int i = 0; i < 300; ++i) {
    const Vec3 target{random.in(-0.6, 0.6), 0, random.in(-0.6, 0.6)}, from = random.direction();
    const RayHit hit = castRay(Cone{0, 1}, Pose{}, {target + from, -from, 2});
    ASSERT_TRUE(hit.hit) << i;
    EXPECT_NEAR(hit.distance, 1, 1e-12 / std::abs(from.y));
  }
}

TEST(RayCast, DoesNotSlipThroughTheSharedEdgesOfAMesh) {
  // Two triangles make a square; rays through points of the diagonal.
  const Mesh mesh = *makeMesh({{0, 0, 0}, {1, 0, 0.1}, {1, 1, 0}, {0, 1, 0.1}, {0.5, 0.5, 1}}, {{0, 1, 2}, {0, 2, 3}});
  test::Random random{3};
  for (int i = 0; i < 5000; ++i) {
    const double t = random.in(0.01, 0.99);
    const Vec3 on_edge{t, t, 0}, from = on_edge + Vec3{random.in(-1, 1), random.in(-1, 1), random.in(1, 3)};
    EXPECT_TRUE(castRay(mesh, kUnmoved, {from, on_edge - from, 10}).hit);
  }
}

TEST(RayCast, SlipsThroughNoSeamOfACompound) {
  const Box2 part{{0.5, 1}};
  const Shape tiles = makeCompound({{"a", part, {{-0.5, 0, 0}}}, {"b", part, {{0.5, 0, 0}}}}, true).value();
  const Box solid{{0.3, 1, 1}};
  const Shape pair = makeCompound({{"a", solid, {{0.5, 0, 0}}}, {"b", solid, {{1.1, 0, 0}}}}, false).value();
  SplitMix64 random{7};
  double worst = 0;
  for (int i = 0; i < 2000; ++i) {
    const Pose plane{{random.in(-9, 9), random.in(-9, 9), 0}, matrixOfAngle(random.in(-3, 3))};
    const Vec3 down = plane.rotation * Vec3{0, -1, 0};
    const RayHit flat = castRay(tiles, plane, {toWorld(plane, {0, 3, 0}), down, 9});
    ASSERT_TRUE(flat.hit) << i;
    EXPECT_GT(dot(flat.normal, -down), 1 - 1e-12) << i;
    const Pose space{{random.in(-9, 9), random.in(-9, 9), random.in(-9, 9)}, matrixOf(random.rotation())};
    const Vec3 along = space.rotation * Vec3{0, -1, 0};
    const RayHit hit = castRay(pair, space, {toWorld(space, {0.8, 3, 0}), along, 9});
    ASSERT_TRUE(hit.hit) << i;
    EXPECT_GT(dot(hit.normal, -along), 1 - 1e-12) << i;
    worst = std::max({worst, std::abs(flat.distance - 2), std::abs(flat.exit_distance - 4), std::abs(hit.distance - 2),
                      std::abs(hit.exit_distance - 4)});
  }
  EXPECT_LT(worst, 1e-13);
}

TEST(RayCast, SlipsThroughNoJointOfAChainAndHasANormalOfItsSegments) {
  SplitMix64 random{11};
  for (int i = 0; i < 2000; ++i) {
    const auto whole = [&](int low, int high) { return std::floor(random.in(low, high + 1)); };
    const Vec2 joint{whole(-3, 3), whole(-3, 3)}, left{joint.x - whole(1, 5), whole(-6, 6)},
        right{joint.x + whole(1, 5), whole(-6, 6)};
    const Chain chain{{left, joint, right}};
    const RayHit hit = castRay(chain, kUnmoved, {{joint.x, 10, 0}, {0, -1, 0}, 99});
    ASSERT_TRUE(hit.hit) << i;
    EXPECT_NEAR(hit.distance, 10 - joint.y, 1e-13);
    const auto upOf = [](const Vec2& from, const Vec2& to) {
      return normalizedOr(Vec3{from.y - to.y, to.x - from.x, 0}, Vec3{0.0});
    };
    const Vec3 first = upOf(left, joint), second = upOf(joint, right);
    EXPECT_TRUE(length(hit.normal - first) < 1e-13 || length(hit.normal - second) < 1e-13) << i;
  }
}

TEST(RayCast, MeetsAPointItAimsAtAndATriangleAtItsEdge) {
  SplitMix64 random{13};
  for (int i = 0; i < 2000; ++i) {
    const Vec3 way = random.direction();
    EXPECT_TRUE(castRay(Point3{}, kUnmoved, {-3.0 * way, way, 9}).hit) << i;
  }
  const Triangle triangle{{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}}};
  const RayHit hit = castRay(triangle, kUnmoved, {{-3, 0.2, 0}, {1, 0, 0}, 9});
  EXPECT_NEAR(hit.distance, 3, 1e-14);
  EXPECT_NEAR(hit.exit_distance, 3.8, 1e-14);
  EXPECT_LT(length(hit.normal - Vec3{-1, 0, 0}), 1e-14);
  EXPECT_FALSE(castRay(triangle, kUnmoved, {{-3, 0.2, 1e-9}, {1, 0, 0}, 9}).hit) << "beside its plane";
  EXPECT_FALSE(castRay(triangle, kUnmoved, {{-3, 1.2, 0}, {1, 0, 0}, 9}).hit) << "beside it in its plane";
}

TEST(RayCast, StartsInAClosedMeshOnItsSurfaceToo) {
  const Vec3 half{0.6, 0.5, 0.7};
  std::vector<Vec3> corners;
  for (int v = 0; v < 8; ++v) corners.push_back(boxCorner(half, v));
  const Hull hull = *makeHull(corners);
  std::vector<TriangleIndices> triangles;
  for (const PolytopeFace& face : hull.data->polytope.faces) {
    for (std::size_t i = 2; i < face.loop.size(); ++i)
      triangles.push_back({static_cast<std::uint32_t>(face.loop[0]), static_cast<std::uint32_t>(face.loop[i - 1]),
                           static_cast<std::uint32_t>(face.loop[i])});
  }
  const Mesh mesh = *makeMesh(hull.data->polytope.vertices, triangles);
  for (int degrees = 0; degrees < 90; ++degrees) {
    const Pose pose{Vec3{0.0}, matrixOfAngle(radiansOf(degrees))};
    const RayHit hit = castRay(mesh, pose, {toWorld(pose, {-half.x, 0.1, 0.1}), pose.rotation * Vec3{1, 0, 0}, 9});
    EXPECT_TRUE(hit.starts_inside) << degrees;
    EXPECT_EQ(hit.distance, 0) << degrees;
    EXPECT_NEAR(hit.exit_distance, 1.2, 1e-12) << degrees;
  }
  EXPECT_EQ(castRay(mesh, kUnmoved, {{0.6, 0.1, 0.1}, {0, 1, 0}, 9}).distance, 0) << "within a face";
}

TEST(RayCast, StopsWhereTheShapeBegins) {
  test::Random random{7};
  int hits = 0, misses = 0;
  for (int planar = 0; planar < 2; ++planar) {
    for (int kind = 0; kind < (planar == 1 ? test::kPlanarKinds : test::kSolidKinds - 1); ++kind) {
      for (int i = 0; i < test::rounds(300); ++i) {
        Shape shape = planar == 1 ? test::randomPlanar(random, kind) : test::randomSolid(random, kind);
        if (std::holds_alternative<Mesh>(shape)) continue;
        const PosedShape body = test::posed(random, std::move(shape), 2);
        CastRay ray{random.point(5), {}, 20};
        ray.direction = body.pose.position + random.point(1) - ray.origin;
        if (planar == 1) ray.origin.z = ray.direction.z = 0;
        const RayHit hit = castRay(body.shape, body.pose, ray);
        const Vec3 unit = normalizedOr(ray.direction, {1, 0, 0});
        const auto inside = [&](double t) {
          return containsPoint(body.shape, body.pose, ray.origin + t * unit).signed_distance;
        };
        if (hit.hit && !hit.starts_inside) {
          EXPECT_NEAR(inside(hit.distance), 0, 1e-12);
          EXPECT_NEAR(inside(hit.exit_distance), 0, 1e-12);
          EXPECT_LE(dot(hit.normal, unit), 1e-9);
          EXPECT_NEAR(length(hit.normal), 1, 1e-12);
          ++hits;
        }
        for (int k = 0; k <= 40; ++k) {
          const double t = hit.hit ? hit.distance * k / 40 - 1e-9 : 0.5 * k;
          if (hit.starts_inside || t < 0) continue;
          EXPECT_GT(inside(t), -1e-12) << "the ray was inside before it hit";
        }
        misses += hit.hit ? 0 : 1;
      }
    }
  }
  EXPECT_GT(hits, test::rounds(500));
  EXPECT_GT(misses, test::rounds(50));
}

TEST(RayCast, AnApexHasANormalOfItsNormalCone) {
  // The normal at a cone's apex was the ray's own direction, (1, 0, 0).
  const CastRay ray{{2, 0.9999999, 0}, {-2, 9.999999994736442e-08, 0}, 10};
  const double up = 1 / std::sqrt(5.0);
  const RayHit hit = castRay(Cone{1, 1}, {}, ray);
  ASSERT_TRUE(hit.hit);
  EXPECT_NEAR(hit.point.y, 1, 1e-7);
  EXPECT_GE(hit.normal.y, up - 1e-12);
  EXPECT_NEAR(length(hit.normal), 1, 1e-12);
  EXPECT_LT(dot(hit.normal, ray.direction), 0);
  SplitMix64 random{5};
  int met = 0;
  for (int i = 0; i < test::rounds(3000); ++i) {
    // Towards the apex or end, past it by nothing or a hair.
    const double half = random.in(0.1, 2), radius = random.in(0.1, 1);
    const TaperedCapsule pointed{half, radius, 0};
    const bool is_cone = i % 2 == 0 || isBall(pointed);
    const Shape shape = is_cone ? Shape(Cone{half, radius}) : Shape(pointed);
    const double least = is_cone ? radius / std::hypot(radius, 2 * half) : sideSine(pointed);
    Vec3 origin = random.point(3) + Vec3{0, half, 0};
    const Vec3 hair = random.point(1) * (i % 3 == 0 ? 0.0 : std::pow(10, random.in(-17, -9)));
    const Vec3 towards = Vec3{0, half, 0} + hair - origin;
    const RayHit at = castRay(shape, {}, {origin, towards, 100});
    if (!at.hit || at.starts_inside || length(at.point - Vec3{0, half, 0}) > 1e-9) continue;
    ++met;
    EXPECT_GE(at.normal.y, least - 1e-9) << i;
    EXPECT_LE(dot(at.normal, towards), 1e-9) << i;
    EXPECT_NEAR(length(at.normal), 1, 1e-12) << i;
  }
  std::printf("%d at the apex\n", met);
  EXPECT_GT(met, test::rounds(500));
}

TEST(RayCast, StartsInsideWhatContainsItsOrigin) {
  // A closed mesh was a surface to rays alone.
  SplitMix64 random{6};
  int inside = 0, asked = 0;
  for (int i = 0; i < test::rounds(600); ++i) {
    std::vector<Vec3> points;
    for (int k = 0; k < 10; ++k) points.push_back(random.direction() * random.in(0.4, 1));
    const Hull hull = *makeHull(points);
    std::vector<TriangleIndices> triangles;
    for (const PolytopeFace& face : hull.data->polytope.faces) {
      for (std::size_t k = 2; k < face.loop.size(); ++k) {
        triangles.push_back({static_cast<std::uint32_t>(face.loop[0]), static_cast<std::uint32_t>(face.loop[k - 1]),
                             static_cast<std::uint32_t>(face.loop[k])});
      }
    }
    const Shape mesh = *makeMesh(hull.data->polytope.vertices, triangles);
    const Pose pose{random.point(1), matrixOf(random.rotation())};
    const CastRay ray{pose.position + random.point(0.8), random.direction(), random.in(0, 2)};
    const RayHit of_mesh = castRay(mesh, pose, ray), of_hull = castRay(hull, pose, ray);
    const ContainsReport contains = containsPoint(mesh, pose, ray.origin);
    if (contains.place == PointPlace::kBoundary) continue;
    ++asked;
    inside += contains.inside ? 1 : 0;
    ASSERT_EQ(of_mesh.hit && of_mesh.starts_inside, contains.inside) << i;
    ASSERT_EQ(of_mesh.hit, of_hull.hit) << i;
    if (!of_hull.hit) continue;
    EXPECT_EQ(of_mesh.starts_inside, of_hull.starts_inside) << i;
    EXPECT_NEAR(of_mesh.distance, of_hull.distance, 1e-12) << i;
    EXPECT_LT(length(of_mesh.normal - of_hull.normal), 1e-9) << i;
    if (of_hull.starts_inside) {
      EXPECT_NEAR(of_mesh.exit_distance, of_hull.exit_distance, 1e-12) << i;
    }
  }
  std::printf("%d of %d inside\n", inside, asked);
  EXPECT_GT(inside, test::rounds(50));
}

}  // namespace
}  // namespace sepax
