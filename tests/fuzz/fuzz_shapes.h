#pragma once

#include "collide/pair/pair.h"
#include "format/case_file.h"
#include "fuzz/fuzz.h"
#include "geom/convex.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// Shapes and poses out of bytes: ordinary ones, and every kind of odd one that the door lets in.

namespace sepax::fuzz {

/// Zero, denormal, tiny, ordinary, huge; or any bits at all, brought into the range that the door accepts.
inline double anyLength(Bytes& bytes) {
  static constexpr double kScales[] = {1,      1,     1,    1,    0.5, 0.25, 0,    5e-324,
                                       1e-300, 1e-30, 1e-9, 1e-3, 1e3, 1e8,  1e30, 1e60};
  const int pick = bytes.below(20);
  if (pick < 16) return kScales[pick] * (bytes.byte() + 1) / 256;
  const double raw = std::abs(std::bit_cast<double>(bytes.word()));
  return std::isfinite(raw) ? std::min(raw, kMaxLength) : 1;
}

/// Small integers make coplanar, collinear and repeated points; fractions the rest.
inline double anyCoordinate(Bytes& bytes) {
  const int raw = bytes.byte();
  return raw < 160 ? raw % 5 - 2 : (raw - 208) / 48.0;
}
inline Vec3 anyPoint(Bytes& bytes) {
  const double x = anyCoordinate(bytes), y = anyCoordinate(bytes), z = anyCoordinate(bytes);
  return {x, y, z};
}
inline Vec3 anyExtents(Bytes& bytes) {
  const double x = anyLength(bytes), y = anyLength(bytes), z = anyLength(bytes);
  return {x, y, z};
}

/// Points, mostly of size one, at times squeezed along the axes: slivers.
inline std::vector<Vec3> anyCloud(Bytes& bytes) {
  const int count = 4 + bytes.below(13);
  const Vec3 scale = bytes.below(3) == 0 ? anyExtents(bytes) : Vec3{1.0};
  std::vector<Vec3> out;
  for (int i = 0; i < count; ++i) out.push_back(anyPoint(bytes) * scale);
  return out;
}

/// A shape of the space; nothing when the bytes make one that the door refuses.
inline std::optional<Shape> anyShape(Bytes& bytes, bool planar) {
  std::optional<Shape> out;
  const auto length = [&] { return anyLength(bytes); };
  const auto extents = [&] { return anyExtents(bytes); };
  if (planar) {
    switch (bytes.below(7)) {
      case 0:
        out = Circle{length()};
        break;
      case 1:
        out = Box2{Vec2(extents())};
        break;
      case 2:
        out = FixedBox2{Vec2(extents())};
        break;
      case 3: {
        Polygon polygon;
        polygon.vertices.clear();
        for (const Vec3& p : anyCloud(bytes)) polygon.vertices.emplace_back(p);
        out = polygon;
        break;
      }
      case 4: {
        const Vec3 e = extents();
        out = Capsule2{e.x, e.y};
        break;
      }
      case 5:
        out = Segment2{length()};
        break;
      default:
        out = Point2{};
    }
  } else {
    switch (bytes.below(10)) {
      case 0:
        out = Sphere{length()};
        break;
      case 1:
        out = Box{extents()};
        break;
      case 2:
        out = FixedBox{extents()};
        break;
      case 3: {
        const Vec3 e = extents();
        out = Capsule{e.x, e.y};
        break;
      }
      case 4: {
        const Vec3 e = extents();
        out = Cylinder{e.x, e.y};
        break;
      }
      case 5: {
        const Vec3 e = extents();
        out = Cone{e.x, e.y};
        break;
      }
      case 6:
        if (auto hull = makeHull(anyCloud(bytes))) out = std::move(*hull);
        break;
      case 7:
        if (auto mesh = makeMesh(anyCloud(bytes), {{0, 1, 2}, {1, 2, 3}})) out = std::move(*mesh);
        break;
      case 8: {
        const Vec3 scale = extents();
        Triangle triangle;
        for (Vec3& v : triangle.vertices) v = anyPoint(bytes) * scale;
        out = triangle;
        break;
      }
      default:
        out = Point3{};
    }
  }
  if (out && !validate(*out)) out.reset();
  return out;
}

/// Not rotated, rotated by quarters, by a hair, or anyhow.
inline Mat3 anyRotation(Bytes& bytes, bool planar) {
  static constexpr double kAngles[] = {0, M_PI / 2, M_PI, M_PI / 4, 1e-3, 1e-8, 1e-12, 1e-15};
  const int pick = bytes.below(10);
  const double angle = pick < 8 ? kAngles[pick] : 2 * M_PI * bytes.unit();
  if (planar) return matrixOfAngle(angle);
  const Vec3 axis = normalizedOr(anyPoint(bytes), {0, 0, 1});
  const Quat turn = quaternionAbout(axis, angle);
  return matrixOf(pick == 9 ? turn * quaternionAbout({1, 0, 0}, bytes.unit()) : turn);
}

inline Vec3 anyPosition(Bytes& bytes, bool planar) {
  const double far = anyLength(bytes);
  Vec3 out = bytes.below(4) == 0 ? far * anyPoint(bytes) : anyPoint(bytes);
  if (planar) out.z = 0;
  for (int c = 0; c < 3; ++c) out[c] = std::clamp(out[c], -kMaxLength, kMaxLength);
  return out;
}

struct AnyPair {
  PosedShape a, b;
};

/// Two shapes of one space. Far from the origin both are there, B not far from A.
inline std::optional<AnyPair> anyPair(Bytes& bytes) {
  const bool planar = bytes.below(3) == 0;
  const auto shape_a = anyShape(bytes, planar), shape_b = anyShape(bytes, planar);
  if (!shape_a || !shape_b) return std::nullopt;
  AnyPair out{{*shape_a, {}}, {*shape_b, {}}};
  out.a.pose.position = anyPosition(bytes, planar);
  const double extent = sizeOf(*shape_a) + sizeOf(*shape_b);
  const Vec3 offset = anyPosition(bytes, planar);
  out.b.pose.position = out.a.pose.position + (bytes.below(2) == 0 ? offset * (extent / 4) : offset);
  for (int c = 0; c < 3; ++c) out.b.pose.position[c] = std::clamp(out.b.pose.position[c], -kMaxLength, kMaxLength);
  for (PosedShape* s : {&out.a, &out.b}) {
    const Mat3 rotation = anyRotation(bytes, planar);
    if (!neverRotates(s->shape)) s->pose.rotation = rotation;
  }
  return out;
}

/// What selfcheck draws, and any mixture of it: lengths that are zero or within a factor of a million of the shape's
/// size, shapes within a million of each other, a hundred million of the larger size from the origin. Beyond that
/// doubles do not resolve what is asked.
inline bool isOrdinary(const AnyPair& pair) {
  constexpr double kRatio = 1e6, kFar = 1e8, kSmallest = 1e-60, kLargest = 1e60;
  const double size_a = sizeOf(pair.a.shape), size_b = sizeOf(pair.b.shape), larger = std::max(size_a, size_b);
  if (larger > kLargest || (larger > 0 && larger < kSmallest)) return false;
  if (size_a > 0 && size_b > 0 && larger > kRatio * std::min(size_a, size_b)) return false;
  for (const PosedShape* shape : {&pair.a, &pair.b}) {
    const double least = sizeOf(shape->shape) / kRatio;
    const ConvexFeatures features = convexFeatures(shape->shape);
    if (features.radius > 0 && features.radius < least) return false;
    for (int c = 0; c < 3; ++c) {
      if (std::abs(shape->pose.position[c]) > kFar * larger) return false;
      const double offset = std::abs(pair.b.pose.position[c] - pair.a.pose.position[c]);
      if (offset != 0 && offset < larger / kRatio) return false;
      for (const Vec3& v : features.core.vertices) {
        if (v[c] != 0 && (std::abs(v[c]) < least || std::abs(v[c]) > kRatio * larger)) return false;
      }
    }
  }
  return true;
}

/// The pair as a case file with every bit: `sepax check` takes it from here.
inline std::string caseOf(const AnyPair& pair) {
  Document document;
  document.space = isPlanar(pair.a.shape) ? Space::k2d : Space::k3d;
  for (const PosedShape* s : {&pair.a, &pair.b}) {
    const Mat3& m = s->pose.rotation;
    Body body;
    body.id = s == &pair.a ? "A" : "B";
    body.shape = s->shape;
    body.position = s->pose.position;
    body.rotation = document.space == Space::k3d ? Rotation(m) : Rotation(std::atan2(m[0].y, m[0].x));
    document.bodies.push_back(std::move(body));
  }
  return writeCase(document, NumberStyle::kHexFloat);
}

}  // namespace sepax::fuzz
