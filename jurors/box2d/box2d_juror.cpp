// Box2D 2.4: distances by GJK, depths by its manifolds. Polygons have a skin (b2_polygonRadius) that the answers leave out unless asked
// for.
#include <box2d/b2_distance.h>
#include <box2d/box2d.h>

#include "../template/sepax_juror.h"

#include <algorithm>
#include <memory>

namespace {

using namespace sepax_juror;

float real(double v) { return static_cast<float>(v); }
b2Vec2 vector(const Vec3& v) { return {real(v[0]), real(v[1])}; }
Vec3 vector(const b2Vec2& v) { return {v.x, v.y, 0}; }

std::unique_ptr<b2Shape> shapeOf(const Body& body) {
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

Answer answer(const Body& a, const Body& b, const json& options) {
  const bool with_skin = options.value("skin", false);
  const auto shape_a = shapeOf(a), shape_b = shapeOf(b);
  const b2Transform pose_a(vector(a.position), b2Rot(real(a.angle))), pose_b(vector(b.position), b2Rot(real(b.angle)));
  const auto skinOf = [&](const b2Shape& shape) { return shape.GetType() == b2Shape::e_polygon && !with_skin ? shape.m_radius : 0.0F; };
  const double skin = skinOf(*shape_a) + skinOf(*shape_b);
  b2DistanceInput input;
  input.proxyA.Set(shape_a.get(), 0);
  input.proxyB.Set(shape_b.get(), 0);
  input.transformA = pose_a;
  input.transformB = pose_b;
  input.useRadii = false;
  b2SimplexCache cache{};
  b2DistanceOutput output{};
  b2Distance(&output, &cache, &input);
  const double radii = static_cast<double>(shape_a->m_radius + shape_b->m_radius) - skin;
  Answer out;
  if (const double gap = output.distance - radii; gap > 0) {
    out.overlapping = false;
    out.distance = gap;
    return out;
  }
  out.overlapping = true;
  b2Manifold manifold{};
  const bool a_is_circle = shape_a->GetType() == b2Shape::e_circle, b_is_circle = shape_b->GetType() == b2Shape::e_circle;
  const auto circle = [](const b2Shape& shape) { return static_cast<const b2CircleShape*>(&shape); };
  const auto polygon = [](const b2Shape& shape) { return static_cast<const b2PolygonShape*>(&shape); };
  const bool swapped = a_is_circle && !b_is_circle;
  if (a_is_circle && b_is_circle) b2CollideCircles(&manifold, circle(*shape_a), pose_a, circle(*shape_b), pose_b);
  if (!a_is_circle && b_is_circle) b2CollidePolygonAndCircle(&manifold, polygon(*shape_a), pose_a, circle(*shape_b), pose_b);
  if (swapped) b2CollidePolygonAndCircle(&manifold, polygon(*shape_b), pose_b, circle(*shape_a), pose_a);
  if (!a_is_circle && !b_is_circle) b2CollidePolygons(&manifold, polygon(*shape_a), pose_a, polygon(*shape_b), pose_b);
  if (manifold.pointCount == 0) return out;
  b2WorldManifold world;
  world.Initialize(&manifold, swapped ? pose_b : pose_a, swapped ? shape_b->m_radius : shape_a->m_radius, swapped ? pose_a : pose_b,
                   swapped ? shape_a->m_radius : shape_b->m_radius);
  out.normal = vector(swapped ? -world.normal : world.normal);
  for (int i = 0; i < manifold.pointCount; ++i) {
    const double separation = world.separations[i] + skin;
    out.contacts.push_back({vector(world.points[i]), separation});
    out.separation = out.separation ? std::min(*out.separation, separation) : separation;
  }
  return out;
}

}  // namespace

int main() {
  const std::string version =
      std::to_string(b2_version.major) + "." + std::to_string(b2_version.minor) + "." + std::to_string(b2_version.revision);
  return serve({{"name", "box2d"},
                {"version", version},
                {"precision", "float"},
                {"spaces", {"2d"}},
                {"shapes", {"circle", "box", "polygon"}},
                {"answers", {"verdict", "separation", "distance", "normal", "contacts"}},
                {"options",
                 {{{"name", "skin"},
                   {"type", "boolean"},
                   {"default", false},
                   {"engine_default", true},
                   {"tip", "Polygons are 2 b2_linearSlop thicker"}}}}},
               answer);
}
