#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "collide/pair_table.h"
#include "geom/convex.h"
#include "geom/random.h"
#include "rounds.h"

// Seeded shapes and poses for the tests of collide/.

namespace sepax::test {

using Random = SplitMix64;

inline Shape randomHull(Random& random, int points) {
  std::vector<Vec3> out;
  for (int i = 0; i < points; ++i) out.push_back(random.direction() * random.in(0.4, 1));
  return *makeHull(std::move(out));
}

inline Shape randomPolygon(Random& random, int corners) {
  Polygon polygon;
  polygon.vertices.clear();
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * M_PI * (i + random.in(0, 0.8)) / corners;
    polygon.vertices.emplace_back(std::cos(angle), 0.7 * std::sin(angle));
  }
  return polygon;
}

inline constexpr int kSolidKinds = 10, kPlanarKinds = 7;

inline Shape randomSolid(Random& random, int kind) {
  switch (kind) {
    case 0:
      return Box{{random.in(0.2, 1), random.in(0.2, 1), random.in(0.2, 1)}};
    case 1:
      return Sphere{random.in(0.2, 1)};
    case 2:
      return Capsule{random.in(0.1, 0.8), random.in(0.1, 0.5)};
    case 3:
      return randomHull(random, 6 + static_cast<int>(random.next() % 14));
    case 5:
      return FixedBox{{random.in(0.2, 1), random.in(0.2, 1), random.in(0.2, 1)}};
    case 6:
      return Cylinder{random.in(0.1, 0.8), random.in(0.1, 0.8)};
    case 7:
      return Cone{random.in(0.2, 0.8), random.in(0.1, 0.8)};
    case 8:
      return Triangle{{random.point(1), random.point(1), random.point(1)}};
    case 9:
      return Point3{};
    default: {
      const Hull hull = std::get<Hull>(randomHull(random, 10));
      return *makeMesh(hull.data->points, {{0, 1, 2}, {3, 4, 5}});
    }
  }
}

inline Shape randomPlanar(Random& random, int kind) {
  switch (kind) {
    case 0:
      return Box2{{random.in(0.2, 1), random.in(0.2, 1)}};
    case 1:
      return Circle{random.in(0.2, 1)};
    case 2:
      return Capsule2{random.in(0.1, 0.8), random.in(0.1, 0.5)};
    case 4:
      return FixedBox2{{random.in(0.2, 1), random.in(0.2, 1)}};
    case 5:
      return Segment2{random.in(0.1, 1)};
    case 6:
      return Point2{};
    default:
      return randomPolygon(random, 3 + static_cast<int>(random.next() % 5));
  }
}

/// The reference searches their axes (collide/sat/curved_axes.h).
inline bool isCurved(const Shape& shape) { return trueFeatures(shape).curved.has_value(); }

inline PosedShape posed(Random& random, Shape shape, double spread) {
  if (neverRotates(shape)) {
    Vec3 p = random.point(spread);
    if (isPlanar(shape)) p.z = 0;
    return {std::move(shape), {p, Mat3{1.0}}};
  }
  if (isPlanar(shape)) {
    const Vec3 p = random.point(spread);
    return {std::move(shape), {{p.x, p.y, 0}, matrixOfAngle(random.in(-M_PI, M_PI))}};
  }
  const Mat3 rotation = matrixOf(random.rotation());
  return {std::move(shape), {random.point(spread), rotation}};
}

/// A random pair of every kind against every kind; `space` 2 or 3.
struct KindPair {
  bool planar;
  int a, b;
};
inline std::vector<KindPair> allKindPairs() {
  std::vector<KindPair> out;
  for (int a = 0; a < kSolidKinds; ++a) {
    for (int b = 0; b < kSolidKinds; ++b) out.push_back({false, a, b});
  }
  for (int a = 0; a < kPlanarKinds; ++a) {
    for (int b = 0; b < kPlanarKinds; ++b) out.push_back({true, a, b});
  }
  return out;
}

enum class Which { kA, kB };

inline PosedShape randomPosed(Random& random, const KindPair& kinds, Which which, double spread) {
  const int kind = which == Which::kA ? kinds.a : kinds.b;
  return posed(random, kinds.planar ? randomPlanar(random, kind) : randomSolid(random, kind), spread);
}

}  // namespace sepax::test
