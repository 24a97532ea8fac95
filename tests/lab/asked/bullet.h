#pragma once

#include "answer.h"

#include <btBulletCollisionCommon.h>

/// A world looks for contacts nearer than any gap here: its functions take planes, meshes and compounds.
inline Asked asked(btCollisionShape& shape_a, const btTransform& pose_a, btCollisionShape& shape_b,
                   const btTransform& pose_b) {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher(&configuration);
  btDbvtBroadphase broadphase;
  btCollisionWorld world(&dispatcher, &broadphase, &configuration);
  btCollisionObject a, b;
  a.setCollisionShape(&shape_a);
  a.setWorldTransform(pose_a);
  b.setCollisionShape(&shape_b);
  b.setWorldTransform(pose_b);
  struct Nearest : btCollisionWorld::ContactResultCallback {
    std::optional<double> distance;
    btScalar addSingleResult(btManifoldPoint& point, const btCollisionObjectWrapper*, int, int,
                             const btCollisionObjectWrapper*, int, int) override {
      if (!distance || point.getDistance() < *distance) distance = point.getDistance();
      return 0;
    }
  } nearest;
  nearest.m_closestDistanceThreshold = 100;
  world.contactPairTest(&a, &b, nearest);
  if (!nearest.distance) return std::nullopt;
  return Answer{*nearest.distance < 0, nearest.distance};
}
