#pragma once

#include "document/document.h"
#include "geom/compound_data.h"
#include "geom/rounded.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <random>
#include <string>
#include <vector>

namespace sepax::test {

/// Seeded documents with everything that a case file can hold, awkward numbers included.
class RandomDocument {
 public:
  explicit RandomDocument(unsigned seed) : engine_(seed) {}

  double uniform(double lo, double hi) { return std::uniform_real_distribution<double>(lo, hi)(engine_); }
  int below(int n) { return static_cast<int>(engine_() % static_cast<unsigned>(n)); }
  bool chance(double p) { return uniform(0, 1) < p; }

  /// Any finite number that a coordinate may be: whole, negative zero, denormal, tiny, huge, or every bit random.
  double coordinate() {
    static const std::array<double, 8> kAwkward{0.0,         -0.0,   std::numeric_limits<double>::denorm_min(),
                                                0.1,         1e-310, -std::numeric_limits<double>::min(),
                                                -kMaxLength, 1 / 3.0};
    switch (below(4)) {
      case 0:
        return kAwkward[static_cast<std::size_t>(below(8))];
      case 1:
        return below(2001) - 1000;
      case 2:
        return uniform(-10, 10);
      default:
        return std::ldexp(uniform(-1, 1), below(380) - 190);
    }
  }

  double length() { return chance(0.1) ? below(5) : std::abs(uniform(0.01, 10)); }

  Vec3 vector(Space space) { return {coordinate(), coordinate(), space == Space::k2d ? 0.0 : coordinate()}; }

  Rotation rotation(Space space) {
    if (space == Space::k2d) return chance(0.2) ? -0.0 : uniform(-7, 7);
    const Quat q = normalized({uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)});
    if (chance(0.3)) return matrixOf(q);
    return q;
  }

  Shape shape(Space space) {
    if (space == Space::k2d) {
      switch (below(12)) {
        case 11:
          return Ellipse{{length(), length()}};
        case 10:
          return TaperedCapsule2{length(), length(), length()};
        case 8:
          return Chain{polygon().vertices};
        case 9:
          return makeCompound(
                     {{"a", polygon(), {vector(space), matrixOfAngle(uniform(-7, 7))}}, {"b", Circle{length()}, {}}},
                     true)
              .value();
        case 7:
          return HalfSpace2{};
        case 4:
          return FixedBox2{{length(), length()}};
        case 5:
          return Segment2{length()};
        case 6:
          return Point2{};
        case 0:
          return Circle{length()};
        case 1:
          return Box2{{length(), length()}};
        case 2:
          return Capsule2{length(), length()};
        default:
          return polygon();
      }
    }
    switch (below(16)) {
      case 15:
        return Ellipsoid{{length(), length(), length()}};
      case 14:
        return TaperedCapsule{length(), length(), length()};
      case 11:
        return Segment3{length()};
      case 12:
        return makeHeightfield({{uniform(-3, 3), length()}, {uniform(-1, 1), length()}}, {1 / 3.0, 7}).value();
      case 13:
        return makeCompound({{"a",
                              Box{{length(), length(), length()}},
                              {vector(space), matrixOf(normalized({1, 2, uniform(-1, 1), 3}))}},
                             {"b", makeHull(points(6)).value(), {}}},
                            false)
            .value();
      case 10:
        return HalfSpace{};
      case 5:
        return FixedBox{{length(), length(), length()}};
      case 6:
        return Cylinder{length(), length()};
      case 7:
        return Cone{length(), length()};
      case 8:
        return Triangle{{Vec3{uniform(-1, 1), 0, 0}, Vec3{uniform(-1, 1), 1, 0}, Vec3{uniform(-1, 1), 0, 2}}};
      case 9:
        return Point3{};
      case 0:
        return Sphere{length()};
      case 1:
        return Box{{length(), length(), length()}};
      case 2:
        return Capsule{length(), length()};
      case 3:
        return makeHull(points(4 + below(12))).value();
      default:
        return mesh();
    }
  }

  Body body(Space space, std::string id) {
    Body body;
    body.id = std::move(id);
    body.shape = shape(space);
    if (chance(0.3) && isConvex(body.shape) && takesMargin(body.shape))
      body.shape = rounded(body.shape, length()).value();
    body.position = vector(space);
    if (!neverRotates(body.shape)) {
      body.rotation = rotation(space);
    } else if (space == Space::k2d) {
      body.rotation = 0.0;
    }
    if (chance(0.3)) body.scale = Vec3{uniform(0.1, 3)};
    if (body.scale && space == Space::k2d) body.scale->z = 1;
    if (chance(0.3)) body.pivot = Vec3{uniform(-2, 2), uniform(-2, 2), space == Space::k2d ? 0.0 : uniform(-2, 2)};
    if (chance(0.3)) body.linear_velocity = vector(space);
    if (chance(0.3) && !neverRotates(body.shape))
      body.angular_velocity = space == Space::k2d ? Vec3{0, 0, coordinate()} : vector(space);
    if (chance(0.3)) {
      body.colour = BodyColour{static_cast<std::uint8_t>(below(256)), static_cast<std::uint8_t>(below(256)),
                               static_cast<std::uint8_t>(below(256))};
    }
    body.visible = !chance(0.2);
    body.locked = chance(0.2);
    if (chance(0.2)) body.extra_json = R"({"tool":{"name":"x","list":[1,2.5,null,true]},"note":"备注"})";
    if (chance(0.2)) body.shape_extra_json = R"({"friction":0.04})";
    return body;
  }

  Document document() {
    Document document;
    document.space = chance(0.5) ? Space::k2d : Space::k3d;
    document.name = chance(0.5) ? "两个盒子 \"quoted\" \\ / \t" : "";
    document.notes = chance(0.5) ? "line\nline" : "";
    document.source = chance(0.5) ? "owner/repo#1" : "";
    const int count = 2 + below(4);
    for (int i = 0; i < count; ++i) document.bodies.push_back(body(document.space, fmt::format("b{}/~{}", i, i)));
    if (chance(0.3)) document.pairs = std::vector<PairIds>{{document.bodies[1].id, document.bodies[0].id}};
    if (chance(0.3)) document.touching_tolerance = std::abs(uniform(0, 0.1));
    if (chance(0.3)) document.queries = {{SweepQuery{{"A", "B"}, 0.1}, "fall"}, {UnknownQuery{R"({"type":"weigh"})"}}};
    if (chance(0.5)) document.expect.push_back(expectation(document));
    if (chance(0.3)) document.extra_json = R"({"editor":{"zoom":1.25}})";
    return document;
  }

 private:
  Expectation expectation(const Document& document) {
    Expectation expected;
    expected.pair = {document.bodies[0].id, document.bodies[1].id};
    if (chance(0.5)) expected.verdict = static_cast<Verdict>(below(3));
    if (chance(0.5)) expected.separation = coordinate();
    if (chance(0.5)) expected.distance = std::abs(coordinate());
    if (chance(0.5)) expected.depth = std::abs(coordinate());
    if (chance(0.5)) expected.normal = vector(document.space);
    if (chance(0.5)) expected.deciding_axis = {AxisKind::kEdgePair, 0, 1};
    const bool is_something = expected.verdict || expected.separation || expected.distance || expected.depth ||
                              expected.normal || expected.deciding_axis;
    if (!is_something) expected.verdict = static_cast<Verdict>(below(3));
    expected.tolerance_given = chance(0.5);
    if (expected.tolerance_given) expected.tolerance = std::abs(coordinate());
    return expected;
  }

  Polygon polygon() {
    Polygon polygon;
    polygon.vertices.clear();
    const int count = 3 + below(6);
    for (int i = 0; i < count; ++i) {
      const double angle = 2 * std::numbers::pi * (i + uniform(0, 0.8)) / count;
      polygon.vertices.emplace_back(3 * std::cos(angle), 2 * std::sin(angle));
    }
    return polygon;
  }

  std::vector<Vec3> points(int count) {
    std::vector<Vec3> result;
    for (int i = 0; i < count; ++i) result.emplace_back(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1));
    return result;
  }

  Mesh mesh() {
    const int count = 4 + below(8);
    std::vector<TriangleIndices> triangles;
    for (int i = 0; i + 2 < count; ++i) {
      triangles.push_back(
          {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i + 1), static_cast<std::uint32_t>(i + 2)});
    }
    return makeMesh(points(count), std::move(triangles)).value();
  }

  std::mt19937 engine_;
};

}  // namespace sepax::test
