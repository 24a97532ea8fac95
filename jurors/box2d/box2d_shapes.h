#pragma once

#include <box2d/box2d.h>

#include "../template/sepax_juror.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace sepax_juror {

inline float real(double v) { return static_cast<float>(v); }
inline b2Vec2 vector(const Vec3& v) { return {real(v[0]), real(v[1])}; }
inline Vec3 vector(const b2Vec2& v) { return {v.x, v.y, 0}; }

/// The shape without its body. Throws Unsupported.
inline std::unique_ptr<b2Shape> shapeOf(const Body& body) {
  if (body.type == "circle") {
    auto circle = std::make_unique<b2CircleShape>();
    circle->m_radius = real(body.radius);
    return circle;
  }
  auto polygon = std::make_unique<b2PolygonShape>();
  if (body.type == "box") {
    polygon->SetAsBox(real(body.half_extents[0]), real(body.half_extents[1]));
    return polygon;
  }
  if (body.type != "polygon") throw Unsupported(body.type);
  if (body.vertices.size() > b2_maxPolygonVertices) throw Unsupported("polygon of more than 8 vertices");
  std::vector<b2Vec2> points;
  double turn_min = 0, turn_max = 0;
  const std::size_t n = body.vertices.size();
  for (std::size_t i = 0; i < n; ++i) {
    points.push_back(vector(body.vertices[i]));
    const Vec3 &p = body.vertices[i], &q = body.vertices[(i + 1) % n], &r = body.vertices[(i + 2) % n];
    const double turn = (q[0] - p[0]) * (r[1] - q[1]) - (q[1] - p[1]) * (r[0] - q[0]);
    turn_min = std::min(turn_min, turn);
    turn_max = std::max(turn_max, turn);
  }
  if (turn_min < 0 && turn_max > 0) throw Unsupported("concave polygon");
  polygon->Set(points.data(), static_cast<int32>(points.size()));
  return polygon;
}

}  // namespace sepax_juror
