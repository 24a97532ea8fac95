// Bullet: GJK and EPA for any two convex shapes, or with --box-box its detector for two boxes. Margins are zero unless asked for; a margin
// is Bullet's: boxes and cylinders keep their size, hulls and cones grow by it.
#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConeShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <LinearMath/btScalar.h>

#include "../template/sepax_juror.h"

#include <limits>
#include <memory>
#include <string_view>

namespace {

using namespace sepax_juror;

btScalar real(double v) { return static_cast<btScalar>(v); }
btVector3 vector(const Vec3& v) { return {real(v[0]), real(v[1]), real(v[2])}; }
Vec3 vector(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

btTransform poseOf(const Body& body) {
  const auto& m = body.rotation;
  return btTransform(btMatrix3x3(real(m[0][0]), real(m[0][1]), real(m[0][2]), real(m[1][0]), real(m[1][1]), real(m[1][2]), real(m[2][0]),
                                 real(m[2][1]), real(m[2][2])),
                     vector(body.position));
}

std::unique_ptr<btConvexShape> shapeOf(const Body& body, btScalar margin) {
  std::unique_ptr<btConvexShape> out;
  const btScalar r = real(body.radius), half = real(body.half_length);
  if (body.type == "sphere") return std::make_unique<btSphereShape>(r);
  if (body.type == "capsule") return std::make_unique<btCapsuleShape>(r, 2 * half);
  if (body.type == "box") out = std::make_unique<btBoxShape>(vector(body.half_extents));
  if (body.type == "cylinder") out = std::make_unique<btCylinderShape>(btVector3(r, half, r));
  if (body.type == "cone") out = std::make_unique<btConeShape>(r, 2 * half);
  if (body.type == "hull") {
    auto hull = std::make_unique<btConvexHullShape>();
    for (const Vec3& vertex : body.vertices) hull->addPoint(vector(vertex), false);
    hull->recalcLocalAabb();
    out = std::move(hull);
  }
  if (!out) throw Unsupported(body.type);
  out->setMargin(margin);
  return out;
}

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

}  // namespace

int main(int argc, char** argv) {
  const bool boxes = argc > 1 && std::string_view(argv[1]) == "--box-box";
  const int version = btGetVersion();
  const json options = json::array({{{"name", "margin"},
                                     {"type", "number"},
                                     {"default", 0},
                                     {"engine_default", 0.04},
                                     {"unit", "m"},
                                     {"tip", "Bullet's collision margin"}}});
  json hello = {{"name", boxes ? "bullet-box-box" : "bullet"},
                {"version", std::to_string(version / 100) + "." + std::to_string(version % 100)},
                {"precision", sizeof(btScalar) == sizeof(float) ? "float" : "double"},
                {"spaces", {"3d"}},
                {"shapes", boxes ? json::array({"box"}) : json::array({"sphere", "box", "capsule", "cylinder", "cone", "hull"})},
                {"answers", {"verdict", "separation", "normal", "contacts"}},
                {"options", boxes ? json::array() : options}};
  return boxes ? serve(hello, byBoxes) : serve(hello, byGjk);
}
