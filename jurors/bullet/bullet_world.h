#pragma once

// A scene in Bullet's discrete dynamics world. Claims are the contact manifolds that a step found at its start, before
// it moved anything: points are kept from earlier steps, with their old normals.
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <BulletCollision/CollisionShapes/btStaticPlaneShape.h>
#include <BulletDynamics/ConstraintSolver/btSequentialImpulseConstraintSolver.h>
#include <BulletDynamics/Dynamics/btDiscreteDynamicsWorld.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

#include "../template/sepax_simulation.h"
#include "bullet_parts.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace sepax_juror {

class BulletWorld final : public World {
 public:
  /// `start` receives what this engine cannot hold.
  BulletWorld(const Scene& scene, Start& start)
      : dispatcher_(&configuration_),
        world_(&dispatcher_, &broadphase_, &solver_, &configuration_),
        bodies_(scene.bodies.size()) {
    world_.setGravity(vector(scene.gravity));
    const btScalar margin = real(scene.options.value("margin", 0.0));
    addBodies(scene, start, [&](const SceneBody&, std::size_t i) { add(scene, i, margin, start); });
    bool has_both = false;
    for (std::size_t i = 0; margin > 0 && i < scene.bodies.size(); ++i)
      has_both = has_both || (scene.bodies[i].shape.type == "box" && meetsBoxOrPlane(scene, i));
    if (has_both)
      start.notes.push_back(
          "Boxes that can meet boxes or planes are recorded sharp; against all else the margin rounds them.");
    start.notes.push_back("Contact points are kept from earlier steps, with their old normals.");
    start.notes.push_back("Friction and restitution of a pair are the products of both bodies'.");
  }

  ~BulletWorld() override {
    for (Held& held : bodies_) {
      if (held.body) world_.removeRigidBody(held.body.get());
    }
  }

  std::vector<SceneClaim> step(double seconds) override {
    for (Held& held : bodies_) {
      if (held.kind == BodyKind::kKinematic) held.moveOn(real(seconds));
    }
    world_.stepSimulation(real(seconds), 0);
    std::vector<SceneClaim> claims;
    for (int i = 0; i < dispatcher_.getNumManifolds(); ++i) {
      const btPersistentManifold& manifold = *dispatcher_.getManifoldByIndexInternal(i);
      if (manifold.getNumContacts() == 0) continue;
      SceneClaim claim;
      claim.a = static_cast<std::size_t>(manifold.getBody0()->getUserIndex());
      claim.b = static_cast<std::size_t>(manifold.getBody1()->getUserIndex());
      btScalar least = BT_LARGE_FLOAT;
      for (int k = 0; k < manifold.getNumContacts(); ++k) {
        const btManifoldPoint& point = manifold.getContactPoint(k);
        claim.contacts.push_back({vector(point.getPositionWorldOnB()), point.getDistance()});
        if (point.getDistance() >= least) continue;
        least = point.getDistance();
        claim.normal = vector(-point.m_normalWorldOnB);
      }
      claims.push_back(std::move(claim));
    }
    return claims;
  }

  BodyState stateOf(std::size_t index) override {
    const Held& held = bodies_[index];
    BodyState state;
    if (!held.body) return state;
    const btTransform pose = held.body->getWorldTransform() * btTransform(btQuaternion::getIdentity(), -held.centre);
    const btQuaternion q = pose.getRotation();
    state.position = vector(pose.getOrigin());
    state.quaternion = {q.x(), q.y(), q.z(), q.w()};
    state.angular_velocity = vector(held.body->getAngularVelocity());
    state.linear_velocity = vector(held.body->getLinearVelocity());
    return state;
  }

 private:
  struct Held {
    std::unique_ptr<sepax_juror::Held> surface;       ///< a mesh or a heightfield, which stays
    std::unique_ptr<btCollisionShape> shape, around;  ///< the latter moves it to the centre of mass
    std::unique_ptr<btRigidBody> body;
    BodyKind kind = BodyKind::kStatic;
    btVector3 centre{0, 0, 0};

    /// Setting a velocity does not move a kinematic body: its pose is set, too.
    void moveOn(btScalar seconds) {
      btTransform next;
      btTransformUtil::integrateTransform(body->getWorldTransform(), body->getLinearVelocity(),
                                          body->getAngularVelocity(), seconds, next);
      body->setWorldTransform(next);
    }
  };

  /// Whether a body can meet a box or a plane. Of two that stay or are moved by hand none meets the other.
  static bool meetsBoxOrPlane(const Scene& scene, std::size_t index) {
    const bool is_dynamic = scene.bodies[index].kind == BodyKind::kDynamic;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
      const SceneBody& other = scene.bodies[i];
      const bool is_sharp = other.shape.type == "box" || other.shape.type == "half_space";
      if (i != index && is_sharp && (is_dynamic || other.kind == BodyKind::kDynamic)) return true;
    }
    return false;
  }

  /// The shape that Bullet has instead of the given one; null: it has that. A margin lies within the sides of boxes and
  /// cylinders, whose corners are round, but for boxes beside boxes and planes; it is around all else.
  static json shapeWithMargin(const Scene& scene, std::size_t index, double margin) {
    const Body& shape = scene.bodies[index].shape;
    if (!(margin > 0)) return {};
    if (shape.type == "hull" || shape.type == "triangle") {
      json grown = {{"type", shape.type}, {"margin", margin}};
      for (const Vec3& vertex : shape.vertices) grown["vertices"].push_back({vertex[0], vertex[1], vertex[2]});
      return grown;
    }
    if (shape.type == "cone")
      return {{"type", "cone"}, {"margin", margin}, {"radius", shape.radius}, {"half_length", shape.half_length}};
    if (shape.type == "cylinder" && margin < std::min(shape.radius, shape.half_length)) {
      return {{"type", "cylinder"},
              {"margin_inside", margin},
              {"radius", shape.radius},
              {"half_length", shape.half_length}};
    }
    const Vec3& half = shape.half_extents;
    if (shape.type == "box" && margin < std::min({half[0], half[1], half[2]}) && !meetsBoxOrPlane(scene, index))
      return {{"type", "box"}, {"margin_inside", margin}, {"half_extents", {half[0], half[1], half[2]}}};
    return {};
  }

  void add(const Scene& scene, std::size_t index, btScalar margin, Start& start) {
    const SceneBody& given = scene.bodies[index];
    Held& held = bodies_[index];
    held.kind = given.kind;
    if (given.shape.type == "half_space") {
      held.shape = std::make_unique<btStaticPlaneShape>(btVector3(0, 1, 0), btScalar(0));
      held.shape->setMargin(0);
    } else if (given.kind == BodyKind::kStatic && isSurface(given.shape)) {
      held.surface = std::make_unique<sepax_juror::Held>(given.shape, btScalar(0), false);
    } else {
      held.shape = shapeOf(given.shape, margin);
    }
    btCollisionShape* shape = held.surface ? &held.surface->shape() : held.shape.get();
    held.centre = vector(given.centre);
    if (given.kind == BodyKind::kDynamic && held.centre.length2() > 0) {
      auto compound = std::make_unique<btCompoundShape>();
      compound->setMargin(0);
      compound->addChildShape(btTransform(btQuaternion::getIdentity(), -held.centre), shape);
      shape = compound.get();
      held.around = std::move(compound);
    } else {
      held.centre.setZero();
    }
    if (json real_shape = shapeWithMargin(scene, index, margin); !real_shape.is_null())
      start.bodies[given.id] = {{"shape", std::move(real_shape)}};
    const bool is_dynamic = given.kind == BodyKind::kDynamic;
    btVector3 inertia(0, 0, 0);
    if (is_dynamic) shape->calculateLocalInertia(real(given.mass), inertia);
    btRigidBody::btRigidBodyConstructionInfo info(is_dynamic ? real(given.mass) : 0, nullptr, shape, inertia);
    info.m_startWorldTransform = held.surface
                                     ? held.surface->object().getWorldTransform()
                                     : poseOf(given.shape) * btTransform(btQuaternion::getIdentity(), held.centre);
    info.m_friction = real(given.friction);
    info.m_restitution = real(given.restitution);
    held.body = std::make_unique<btRigidBody>(info);
    held.body->setActivationState(DISABLE_DEACTIVATION);
    held.body->setUserIndex(static_cast<int>(index));
    if (given.kind == BodyKind::kKinematic)
      held.body->setCollisionFlags(held.body->getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
    if (given.kind != BodyKind::kStatic) {
      held.body->setLinearVelocity(vector(given.shape.linear_velocity));
      held.body->setAngularVelocity(vector(given.shape.angular_velocity));
    }
    if (given.ccd && is_dynamic) {
      btVector3 middle;
      btScalar radius = 0;
      shape->getBoundingSphere(middle, radius);
      held.body->setCcdMotionThreshold(radius / 2);
      held.body->setCcdSweptSphereRadius(btScalar(0.4) * radius);
    }
    world_.addRigidBody(held.body.get());
  }

  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broadphase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_;
  std::vector<Held> bodies_;
};

}  // namespace sepax_juror
