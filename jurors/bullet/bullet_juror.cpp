// Bullet: GJK and EPA for any two convex shapes, or with --box-box its detector for two boxes. Margins are zero unless
// asked for; a margin is Bullet's: boxes and cylinders keep their size, hulls and cones grow by it. Sweeps are what
// convexSweepTest runs, btContinuousConvexCollision, rays what rayTest runs, btSubsimplexConvexCast. Traps: the former
// ends within a millimetre of contact and the latter within a centimetre (an epsilon of 1e-4 for the square of the
// distance), whatever the size of the shapes; both may call no hit what overlaps or touches from the start; and
// btTransformUtil cuts a rotation off at an eighth of a turn, so that more in one sweep is another motion, which is not
// answered here.
#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <LinearMath/btScalar.h>
#include <LinearMath/btTransformUtil.h>

#include "bullet_parts.h"
#include "bullet_shapes.h"
#include "bullet_world.h"

#include <limits>
#include <memory>
#include <string_view>

namespace {

using namespace sepax_juror;

struct Points final : btDiscreteCollisionDetectorInterface::Result {
  Answer answer;
  btScalar least = std::numeric_limits<btScalar>::max();
  void setShapeIdentifiersA(int, int) override {}
  void setShapeIdentifiersB(int, int) override {}
  void addContactPoint(const btVector3& normal_on_b, const btVector3& point_on_b, btScalar depth) override {
    answer.contacts.push_back({vector(point_on_b), depth});
    if (depth >= least) return;
    least = depth;
    answer.separation = depth;
    answer.normal = vector(-normal_on_b);
    answer.closest_points = {vector(point_on_b + normal_on_b * depth), vector(point_on_b)};
  }
};

Answer finished(Points& points) {
  Answer& answer = points.answer;
  if (!answer.separation) return answer;
  answer.overlapping = *answer.separation < 0;
  if (*answer.separation > 0) {
    answer.distance = answer.separation;
    answer.contacts.clear();
  }
  return answer;
}

Answer byGjk(const Body& a, const Body& b, const json& options) {
  const btScalar margin = real(options.value("margin", 0.0));
  const auto shape_a = shapeOf(a, margin), shape_b = shapeOf(b, margin);
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver depth;
  btGjkPairDetector detector(shape_a.get(), shape_b.get(), &simplex, &depth);
  btDiscreteCollisionDetectorInterface::ClosestPointInput input;
  input.m_transformA = poseOf(a);
  input.m_transformB = poseOf(b);
  Points points;
  detector.getClosestPoints(input, points, nullptr);
  if (!points.answer.separation) throw std::runtime_error("the detector reported no point");
  return finished(points);
}

/// A pair with a compound, a mesh, a heightfield or a plane, as the dispatcher takes it apart.
Answer byParts(const Body& a, const Body& b, const json& options) {
  for (const auto& [plane, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    if (isPlane(*plane) && (isPlane(*other) || isSurface(*other))) throw Unsupported("half_space and " + other->type);
  }
  if (a.type == "heightfield" && b.type == "heightfield") throw Unsupported("two heightfields");
  const bool by_gimpact = isSurface(a) && isSurface(b);
  const btScalar margin = real(options.value("margin", 0.0));
  Held held_a(a, margin, by_gimpact), held_b(b, margin, by_gimpact);
  static Dispatch dispatch;
  Points points;
  for (const Dispatch::Point& point : dispatch.points(held_a, held_b))
    points.addContactPoint(point.normal_on_b, point.on_b, point.distance);
  Answer out = finished(points);
  std::erase_if(out.contacts, [](const Contact& contact) { return contact.separation > 0; });
  if (!by_gimpact) return out;
  // Its depths are those along the triangles' own normals, and it measures no distances.
  Answer verdict;
  verdict.overlapping = out.overlapping.value_or(false);
  return verdict;
}

Answer byDispatch(const Body& a, const Body& b, const json& options) {
  return isOfParts(a) || isOfParts(b) ? byParts(a, b, options) : byGjk(a, b, options);
}

Answer byBoxes(const Body& a, const Body& b, const json&) {
  for (const Body* body : {&a, &b}) {
    if (body->type != "box") throw Unsupported(body->type);
  }
  btBoxShape box_a(vector(a.half_extents)), box_b(vector(b.half_extents));
  box_a.setMargin(0);
  box_b.setMargin(0);
  btBoxBoxDetector detector(&box_a, &box_b);
  btDiscreteCollisionDetectorInterface::ClosestPointInput input;
  input.m_transformA = poseOf(a);
  input.m_transformB = poseOf(b);
  Points points;
  detector.getClosestPoints(input, points, nullptr);
  Answer answer = finished(points);
  answer.closest_points.reset();
  if (!answer.overlapping) answer.overlapping = false;
  return answer;
}

constexpr double kAdvancement = 1e-3, kSubsimplex = 1e-2;  ///< metres from contact at which the casts end

Hit sweepHit(const Body& a, const Body& b, double duration, const json& options) {
  const btScalar margin = real(options.value("margin", 0.0));
  const std::string cast = options.value("cast", "continuous");
  const auto shape_a = shapeOf(a, margin), shape_b = shapeOf(b, margin);
  const auto endOf = [&](const Body& body) {
    const btVector3 angular = vector(body.angular_velocity);
    if (angular.length() * real(duration) > SIMD_HALF_PI / 2)
      throw Unsupported("more than an eighth of a turn, where Bullet cuts it off");
    btTransform end;
    btTransformUtil::integrateTransform(poseOf(body), vector(body.linear_velocity), angular, real(duration), end);
    return end;
  };
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver depth;
  btContinuousConvexCollision continuous(shape_a.get(), shape_b.get(), &simplex, &depth);
  btSubsimplexConvexCast subsimplex(shape_a.get(), shape_b.get(), &simplex);
  btGjkConvexCast gjk(shape_a.get(), shape_b.get(), &simplex);
  if (cast != "continuous" && (a.rotates() || b.rotates()))
    throw Unsupported("rotation: only the continuous cast knows it");
  btConvexCast* const by = cast == "subsimplex" ? static_cast<btConvexCast*>(&subsimplex)
                           : cast == "gjk"      ? static_cast<btConvexCast*>(&gjk)
                                                : &continuous;
  btConvexCast::CastResult result;
  result.m_fraction = 1;
  Hit out;
  out.hit = by->calcTimeOfImpact(poseOf(a), endOf(a), poseOf(b), endOf(b), result);
  out.tolerance = by == &continuous ? kAdvancement : kSubsimplex;
  if (!out.hit) return out;
  out.time = result.m_fraction * duration;
  if (result.m_normal.length2() > 0) out.normal = vector(-result.m_normal.normalized());
  out.point = vector(result.m_hitPoint);
  return out;
}

Hit rayHit(const Body& body, const Ray& ray, const json& options) {
  if (isPlane(body)) throw Unsupported(body.type);
  Held held(body, real(options.value("margin", 0.0)), false);
  btCollisionObject& object = held.object();
  const btVector3 from = vector(ray.origin), to = from + real(ray.length) * vector(ray.direction).normalized();
  btCollisionWorld::ClosestRayResultCallback found(from, to);
  const btQuaternion upright = btQuaternion::getIdentity();
  btCollisionWorld::rayTestSingle(btTransform(upright, from), btTransform(upright, to), &object, &held.shape(),
                                  object.getWorldTransform(), found);
  Hit out;
  out.hit = found.hasHit();
  if (!isSurface(body)) out.tolerance = kSubsimplex;
  if (!out.hit) return out;
  out.distance = found.m_closestHitFraction * ray.length;
  out.point = vector(found.m_hitPointWorld);
  out.normal = vector(found.m_hitNormalWorld);
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  const bool boxes = argc > 1 && std::string_view(argv[1]) == "--box-box";
  const int version = btGetVersion();
  const json options =
      json::array({{{"name", "margin"},
                    {"type", "number"},
                    {"default", 0},
                    {"engine_default", 0.04},
                    {"unit", "m"},
                    {"tip", "Bullet's collision margin"}},
                   {{"name", "cast"},
                    {"type", "text"},
                    {"default", "continuous"},
                    {"of", "sweep"},
                    {"tip", "How sweeps are made: continuous, subsimplex or gjk; the latter two do not rotate"}}});
  json hello = {{"name", boxes ? "bullet-box-box" : "bullet"},
                {"version", std::to_string(version / 100) + "." + std::to_string(version % 100)},
                {"precision", sizeof(btScalar) == sizeof(float) ? "float" : "double"},
                {"spaces", {"3d"}},
                {"shapes", boxes ? json::array({"box"})
                                 : json::array({"sphere", "box", "capsule", "cylinder", "cone", "hull", "triangle",
                                                "segment", "point", "half_space", "mesh", "heightfield", "compound"})},
                {"answers", {"verdict", "separation", "normal", "contacts"}},
                {"options", boxes ? json::array() : options}};
  if (boxes) return serve(hello, {.pair = byBoxes});
  for (const char* query : {"sweep", "ray", "simulate"}) hello["answers"].push_back(query);
  return serve(hello, {byDispatch, sweepHit, rayHit, simulateIn<BulletWorld>});
}
