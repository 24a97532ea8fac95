// Box2D 2.4: distances by GJK, depths by its manifolds. Polygons have a skin (b2_polygonRadius) that the answers leave
// out unless asked for. Sweeps are b2TimeOfImpact's, which keeps polygons half a b2_linearSlop apart and circles three
// into each other, by a quarter more or less; or with the option "cast" b2ShapeCast's, which grows circles to no less
// than b2_polygonRadius. Chains and edges aside, nothing that overlaps from the start is hit by a ray.
#include <box2d/b2_distance.h>
#include <box2d/b2_time_of_impact.h>
#include <box2d/box2d.h>

#include "../template/sepax_pieces.h"
#include "box2d_shapes.h"
#include "box2d_world.h"

#include <algorithm>
#include <memory>

namespace {

using namespace sepax_juror;

/// Between the cores: radii and skins are left out.
b2DistanceOutput coreDistance(const b2Shape& a, const b2Transform& pose_a, const b2Shape& b,
                              const b2Transform& pose_b) {
  b2DistanceInput input;
  input.proxyA.Set(&a, 0);
  input.proxyB.Set(&b, 0);
  input.transformA = pose_a;
  input.transformB = pose_b;
  input.useRadii = false;
  b2SimplexCache cache{};
  b2DistanceOutput output{};
  b2Distance(&output, &cache, &input);
  return output;
}

Answer answer(const Body& a, const Body& b, const json& options) {
  const bool with_skin = options.value("skin", false);
  const auto shape_a = shapeOf(a), shape_b = shapeOf(b);
  const b2Transform pose_a(vector(a.position), b2Rot(real(a.angle))), pose_b(vector(b.position), b2Rot(real(b.angle)));
  const auto skinOf = [&](const b2Shape& shape) {
    return shape.GetType() == b2Shape::e_polygon && !with_skin ? shape.m_radius : 0.0F;
  };
  const double skin = skinOf(*shape_a) + skinOf(*shape_b);
  const b2DistanceOutput output = coreDistance(*shape_a, pose_a, *shape_b, pose_b);
  const double radii = static_cast<double>(shape_a->m_radius + shape_b->m_radius) - skin;
  Answer out;
  if (const double gap = output.distance - radii; gap > 0) {
    out.overlapping = false;
    out.distance = gap;
    return out;
  }
  out.overlapping = true;
  b2Manifold manifold{};
  const bool a_is_circle = shape_a->GetType() == b2Shape::e_circle,
             b_is_circle = shape_b->GetType() == b2Shape::e_circle;
  const auto circle = [](const b2Shape& shape) { return static_cast<const b2CircleShape*>(&shape); };
  const auto polygon = [](const b2Shape& shape) { return static_cast<const b2PolygonShape*>(&shape); };
  const bool swapped = a_is_circle && !b_is_circle;
  if (a_is_circle && b_is_circle) b2CollideCircles(&manifold, circle(*shape_a), pose_a, circle(*shape_b), pose_b);
  if (!a_is_circle && b_is_circle)
    b2CollidePolygonAndCircle(&manifold, polygon(*shape_a), pose_a, circle(*shape_b), pose_b);
  if (swapped) b2CollidePolygonAndCircle(&manifold, polygon(*shape_b), pose_b, circle(*shape_a), pose_a);
  if (!a_is_circle && !b_is_circle) b2CollidePolygons(&manifold, polygon(*shape_a), pose_a, polygon(*shape_b), pose_b);
  if (manifold.pointCount == 0) return out;
  b2WorldManifold world;
  world.Initialize(&manifold, swapped ? pose_b : pose_a, swapped ? shape_b->m_radius : shape_a->m_radius,
                   swapped ? pose_a : pose_b, swapped ? shape_a->m_radius : shape_b->m_radius);
  out.normal = vector(swapped ? -world.normal : world.normal);
  for (int i = 0; i < manifold.pointCount; ++i) {
    const double separation = world.separations[i] + skin;
    out.contacts.push_back({vector(world.points[i]), separation});
    out.separation = out.separation ? std::min(*out.separation, separation) : separation;
  }
  return out;
}

/// What meets and where, of shapes at the time of impact.
void addContact(Hit& out, const b2Shape& a, const b2Transform& pose_a, const b2Shape& b, const b2Transform& pose_b) {
  const b2DistanceOutput output = coreDistance(a, pose_a, b, pose_b);
  const float radius_a = a.GetType() == b2Shape::e_circle ? a.m_radius : 0.0F;
  b2Vec2 way = output.pointB - output.pointA;
  if (way.Normalize() < b2_epsilon) return;
  out.normal = vector(way);
  out.point = vector(output.pointA + radius_a * way);
}

Hit sweepHit(const Body& a, const Body& b, double duration, const json& options) {
  const auto shape_a = shapeOf(a), shape_b = shapeOf(b);
  b2DistanceProxy proxy_a, proxy_b;
  proxy_a.Set(shape_a.get(), 0);
  proxy_b.Set(shape_b.get(), 0);
  const auto sweepOf = [&](const Body& body) {
    b2Sweep sweep{};
    sweep.localCenter.SetZero();
    sweep.c0 = vector(body.position);
    sweep.c = sweep.c0 + real(duration) * vector(body.linear_velocity);
    sweep.a0 = real(body.angle);
    sweep.a = real(body.angle + duration * body.angular_velocity[2]);
    return sweep;
  };
  const b2Sweep sweep_a = sweepOf(a), sweep_b = sweepOf(b);
  Hit out;
  if (options.value("cast", false)) {
    if (a.rotates() || b.rotates()) throw Unsupported("rotation: b2ShapeCast knows none");
    b2ShapeCastInput input;
    input.proxyA = proxy_a;
    input.proxyB = proxy_b;
    sweep_a.GetTransform(&input.transformA, 0);
    sweep_b.GetTransform(&input.transformB, 0);
    input.translationB = (sweep_b.c - sweep_b.c0) - (sweep_a.c - sweep_a.c0);
    b2ShapeCastOutput output{};
    out.hit = b2ShapeCast(&output, &input);
    out.tolerance = 2 * b2_polygonRadius + b2_linearSlop;
    if (!out.hit) return out;
    out.time = output.lambda * duration;
    out.normal = vector(output.normal);
    return out;
  }
  b2TOIInput input;
  input.proxyA = proxy_a;
  input.proxyB = proxy_b;
  input.sweepA = sweep_a;
  input.sweepB = sweep_b;
  input.tMax = 1;
  b2TOIOutput output{};
  b2TimeOfImpact(&output, &input);
  out.tolerance = 3.25 * b2_linearSlop;
  if (output.state == b2TOIOutput::e_unknown || output.state == b2TOIOutput::e_failed)
    throw std::runtime_error("b2TimeOfImpact failed");
  out.hit = output.state != b2TOIOutput::e_separated;
  if (!out.hit) return out;
  out.time = output.t * duration;
  b2Transform at_a, at_b;
  sweep_a.GetTransform(&at_a, output.t);
  sweep_b.GetTransform(&at_b, output.t);
  addContact(out, *shape_a, at_a, *shape_b, at_b);
  return out;
}

Hit rayHit(const Body& body, const Ray& ray, const json&) {
  const auto shape = shapeOf(body);
  b2RayCastInput input;
  input.p1 = vector(ray.origin);
  b2Vec2 way = vector(ray.direction);
  way.Normalize();
  input.p2 = input.p1 + real(ray.length) * way;
  input.maxFraction = 1;
  b2RayCastOutput output{};
  Hit out;
  out.hit = shape->RayCast(&output, input, b2Transform(vector(body.position), b2Rot(real(body.angle))), 0);
  if (!out.hit) return out;
  out.distance = output.fraction * ray.length;
  out.normal = vector(output.normal);
  out.point = vector((1 - output.fraction) * input.p1 + output.fraction * input.p2);
  return out;
}

}  // namespace

int main() {
  const std::string version = std::to_string(b2_version.major) + "." + std::to_string(b2_version.minor) + "." +
                              std::to_string(b2_version.revision);
  return serve({{"name", "box2d"},
                {"version", version},
                {"precision", "float"},
                {"spaces", {"2d"}},
                {"shapes", {"circle", "box", "polygon", "compound"}},
                {"answers", {"verdict", "separation", "distance", "normal", "contacts", "sweep", "ray", "simulate"}},
                {"options",
                 {{{"name", "skin"},
                   {"type", "boolean"},
                   {"default", false},
                   {"engine_default", true},
                   {"tip", "Polygons are 2 b2_linearSlop thicker"}},
                  {{"name", "continuous"},
                   {"type", "boolean"},
                   {"default", true},
                   {"tip", "Of scenes: bodies are stopped by static ones between steps"}},
                  {{"name", "cast"},
                   {"type", "boolean"},
                   {"default", false},
                   {"of", "sweep"},
                   {"tip", "Sweeps are b2ShapeCast's, not b2TimeOfImpact's"}}}}},
               {[](const Body& a, const Body& b, const json& options) {
                  return byChildren(a, b,
                                    [&](const Body& one, const Body& other) { return answer(one, other, options); });
                },
                sweepHit,
                [](const Body& body, const Ray& ray, const json& options) {
                  return nearestOfChildren(body, [&](const Body& child) { return rayHit(child, ray, options); });
                },
                simulateIn<Box2dWorld>});
}
