#include "geom/compound_data.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "collide/random_pairs.h"
#include "geom/contains.h"
#include "geom/mass.h"
#include "geom/ray_cast.h"
#include "geom/support.h"
#include "prove/workload.h"

namespace sepax {
namespace {

Shape table() {
  std::vector<CompoundChild> children{{"top", Box{{1, 0.1, 0.5}}, {{0, 1, 0}, Mat3{1.0}}}};
  for (const double x : {-0.9, 0.9})
    children.push_back({x < 0 ? "left" : "right", Cylinder{0.45, 0.05}, {{x, 0.45, 0}, Mat3{1.0}}});
  return makeCompound(std::move(children), false).value();
}

TEST(Compound, HoldsThePointsThatAChildHolds) {
  const Shape shape = table();
  const Pose pose{{5, -2, 1}, matrixAbout({0, 0, 1}, std::numbers::pi / 2)};
  struct Row {
    Vec3 point;
    double signed_distance;
  };
  // In the top; in the left leg; between the legs, nearest to the one on the right; above the top.
  for (const Row& row :
       {Row{{0.2, 1, 0}, -0.1}, Row{{-0.9, 0.4, 0}, -0.05}, Row{{0.7, 0.3, 0}, 0.15}, Row{{0, 1.5, 0}, 0.4}}) {
    const ContainsReport report = containsPoint(shape, pose, toWorld(pose, row.point));
    EXPECT_NEAR(report.signed_distance, row.signed_distance, 1e-15);
    EXPECT_EQ(report.inside, row.signed_distance < 0);
  }
}

TEST(Compound, RefusesChildrenThatItCannotHold) {
  struct Row {
    std::vector<CompoundChild> children;
    const char* where;
    const char* message;
  };
  const Shape hammer = table();
  const Shape concave = Polygon{{{0, 0}, {2, 0}, {2, 2}, {1, 1}, {0, 2}}};
  const std::vector<Row> rows = {
      {{}, "", "at least one"},
      {{{"a", Sphere{}, {}}, {"a", Box{}, {}}}, "1/id", "its own"},
      {{{"", Sphere{}, {}}}, "0/id", "an id"},
      {{{"a", Circle{}, {}}}, "0/shape", "compound's space"},
      {{{"a", HalfSpace{}, {}}}, "0/shape", "half-space"},
      {{{"a", FixedBox{}, {}}}, "0/shape", "found: axis-aligned box"},
      {{{"a", hammer, {}}}, "0/shape", "compound"},
      {{{"a", Sphere{-1}, {}}}, "0/shape/radius", "finite"},
      {{{"a", Sphere{}, {{NAN, 0, 0}, Mat3{1.0}}}}, "0/position", "finite"},
  };
  for (const Row& row : rows) {
    const auto made = makeCompound(row.children, false);
    ASSERT_FALSE(made) << row.where;
    EXPECT_EQ(made.error().where, row.where);
    EXPECT_NE(made.error().message.find(row.message), std::string::npos) << made.error().message;
  }
  EXPECT_FALSE(makeCompound({{"a", concave, {}}}, true)) << "a concave polygon";
}

TEST(Compound, AddsUpItsChildren) {
  const MassProperties mass = massOf(table(), {});
  const double top = 2 * 0.2 * 1, leg = std::numbers::pi * 0.05 * 0.05 * 0.9;
  EXPECT_NEAR(mass.volume, top + 2 * leg, 1e-15);
  EXPECT_NEAR(mass.centre.y, (top * 1 + 2 * leg * 0.45) / (top + 2 * leg), 1e-15);
  EXPECT_NEAR(mass.bounds.min.y, 0, 1e-15);
  EXPECT_NEAR(mass.bounds.max.y, 1.1, 1e-15);
  EXPECT_NEAR(sizeOf(table()), 2, 1e-15);
}

TEST(Compound, IsMetByARayWhereItsFirstChildIs) {
  const Shape shape = table();
  const RayHit across = castRay(shape, {}, {{-2, 0.5, 0}, {1, 0, 0}, 10});
  EXPECT_TRUE(across.hit);
  EXPECT_NEAR(across.distance, 1.05, 1e-15);
  EXPECT_NEAR(across.exit_distance, 1.15, 1e-15) << "the legs are apart: the second is another stretch";
  const RayHit up = castRay(shape, {}, {{-0.9, -1, 0}, {0, 1, 0}, 10});
  EXPECT_NEAR(up.distance, 1, 1e-15);
  EXPECT_NEAR(up.exit_distance, 2.1, 1e-15) << "the leg touches the top: one stretch through both";
  EXPECT_FALSE(castRay(shape, {}, {{0, -1, 0.6}, {0, 1, 0}, 10}).hit);
  EXPECT_FALSE(castRay(shape, {}, {{-2, 0.5, 0}, {1, 0, 0}, 1}).hit) << "the ray ends before";
  EXPECT_TRUE(castRay(shape, {}, {{0, 1, 0}, {0, 1, 0}, 1}).starts_inside);
}

TEST(Compound, IsScaledPointByPoint) {
  test::Random random{31};
  const Shape shape = table();
  const Vec3 factors{-2, 2, 2};
  const Shape mirrored = scaled(shape, factors).value();
  double worst = 0;
  for (int i = 0; i < 200; ++i) {
    const Vec3 point{random.in(-2, 2), random.in(-1, 2), random.in(-1, 1)};
    const double before = containsPoint(shape, {}, point).signed_distance;
    worst = std::max(worst, std::abs(containsPoint(mirrored, {}, factors * point).signed_distance - 2 * before));
  }
  EXPECT_LT(worst, 1e-14);
  EXPECT_TRUE(scaled(shape, {3, 1, 1}).has_value() == false) << "legs would not be round any more";
  const Shape boxes = makeCompound({{"a", Box{}, {{1, 0, 0}, matrixAbout({0, 0, 1}, 0.3)}}}, false).value();
  const auto sheared = scaled(boxes, {3, 1, 1});
  ASSERT_FALSE(sheared);
  EXPECT_NE(sheared.error().message.find("\"a\" is rotated"), std::string::npos) << sheared.error().message;
}

TEST(Compound, LiesWithinItsHull) {
  SplitMix64 random{17};
  const auto& kinds = shapeKinds();
  int compounds = 0, exact = 0;
  for (const ShapeKind& kind : kinds) {
    for (int i = 0; i < 40; ++i) {
      const Shape shape = kind.make(random, i % 4 == 0);
      const CompoundData* const data = childrenOf(shape);
      if (data == nullptr) continue;
      ++compounds;
      exact += data->is_hull_exact ? 1 : 0;
      for (int k = 0; k < 8; ++k) {
        Vec3 direction = random.direction();
        if (kind.planar) direction = normalizedOr({direction.x, direction.y, 0}, {1, 0, 0});
        const Vec3 hull = data->hull.core.vertices[static_cast<std::size_t>(supportVertex(data->hull.core, direction))];
        const double room =
            dot(hull, direction) + data->hull.radius - dot(supportPoint(shape, {}, direction), direction);
        EXPECT_GE(room, -1e-15 * sizeOf(shape)) << kind.name;
        EXPECT_TRUE(!data->is_hull_exact || room <= 1e-15 * sizeOf(shape)) << kind.name;
      }
    }
  }
  EXPECT_GT(compounds, 20);
  EXPECT_GT(exact, 2);
  EXPECT_LT(exact, compounds);
}

}  // namespace
}  // namespace sepax
