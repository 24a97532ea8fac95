#pragma once

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConeShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <LinearMath/btTransform.h>

#include "../template/sepax_juror.h"

#include <memory>

namespace sepax_juror {

inline btScalar real(double v) { return static_cast<btScalar>(v); }
inline btVector3 vector(const Vec3& v) { return {real(v[0]), real(v[1]), real(v[2])}; }
inline Vec3 vector(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

inline btTransform poseOf(const Body& body) {
  const auto& m = body.rotation;
  return btTransform(btMatrix3x3(real(m[0][0]), real(m[0][1]), real(m[0][2]), real(m[1][0]), real(m[1][1]),
                                 real(m[1][2]), real(m[2][0]), real(m[2][1]), real(m[2][2])),
                     vector(body.position));
}

/// The shape with its margin, which is the radius of balls and capsules. Throws Unsupported.
inline std::unique_ptr<btConvexShape> shapeOf(const Body& body, btScalar margin) {
  std::unique_ptr<btConvexShape> out;
  const btScalar r = real(body.radius), half = real(body.half_length);
  if (body.type == "sphere") return std::make_unique<btSphereShape>(r);
  if (body.type == "capsule") return std::make_unique<btCapsuleShape>(r, 2 * half);
  if (body.type == "box") out = std::make_unique<btBoxShape>(vector(body.half_extents));
  if (body.type == "cylinder") out = std::make_unique<btCylinderShape>(btVector3(r, half, r));
  if (body.type == "cone") out = std::make_unique<btConeShape>(r, 2 * half);
  if (body.hasCorners()) {
    auto hull = std::make_unique<btConvexHullShape>();
    for (const Vec3& vertex : body.vertices) hull->addPoint(vector(vertex), false);
    hull->recalcLocalAabb();
    out = std::move(hull);
  }
  if (!out) throw Unsupported(body.type);
  out->setMargin(margin);
  return out;
}

}  // namespace sepax_juror
