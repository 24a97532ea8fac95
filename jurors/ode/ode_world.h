#pragma once

// A scene in ODE's world, stepped by QuickStep: its exact solver fails on stacks. Claims are the contacts of dCollide
// that the step is given, of the poses at its start; none is kept from earlier steps.
#include "../template/sepax_simulation.h"
#include "ode_geoms.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace sepax_juror {

class OdeWorld final : public World {
 public:
  OdeWorld(const Scene& scene, Start& start) : bodies_(scene.bodies.size(), nullptr), scene_(scene) {
    dRandSetSeed(1);  // QuickStep draws its order of constraints
    dWorldSetGravity(world_, real(scene.gravity[0]), real(scene.gravity[1]), real(scene.gravity[2]));
    dWorldSetQuickStepNumIterations(world_, scene.options.value("iterations", 20));
    addBodies(scene, start, [&](const SceneBody& body, std::size_t i) { add(body, i); });
    start.notes.push_back("Contacts are of these poses; of nearly parallel edges faces are preferred, by up to 2 mm.");
    start.notes.push_back("A cylinder's cap meets a box as the octagon around it: contacts lie up to 8 % outside.");
    start.notes.push_back("Friction of a pair is the root of the product, restitution the greater one.");
    start.tolerance = 1e-4;
  }
  OdeWorld(const OdeWorld&) = delete;
  OdeWorld& operator=(const OdeWorld&) = delete;
  ~OdeWorld() override {
    surfaces_.clear();  // which destroys their geoms
    dJointGroupDestroy(contacts_);
    dSpaceDestroy(space_);
    dWorldDestroy(world_);
  }

  std::vector<SceneClaim> step(double seconds) override {
    claims_.clear();
    dSpaceCollide(space_, this, [](void* world, dGeomID a, dGeomID b) { static_cast<OdeWorld*>(world)->meet(a, b); });
    dWorldQuickStep(world_, real(seconds));
    dJointGroupEmpty(contacts_);
    return std::move(claims_);
  }

  BodyState stateOf(std::size_t index) override {
    BodyState state;
    const dBodyID body = bodies_[index];
    if (body == nullptr) return state;
    const dReal* const q = dBodyGetQuaternion(body);
    state.position = vector(dBodyGetPosition(body));
    state.quaternion = {q[1], q[2], q[3], q[0]};
    state.linear_velocity = vector(dBodyGetLinearVel(body));
    state.angular_velocity = vector(dBodyGetAngularVel(body));
    return state;
  }

 private:
  static Vec3 vector(const dReal* v) { return {v[0], v[1], v[2]}; }
  static std::size_t numberOf(dGeomID geom) { return reinterpret_cast<std::uintptr_t>(dGeomGetData(geom)); }

  void meet(dGeomID geom_a, dGeomID geom_b) {
    const dBodyID body_a = dGeomGetBody(geom_a), body_b = dGeomGetBody(geom_b);
    const auto moves = [](dBodyID body) { return body != nullptr && dBodyIsKinematic(body) == 0; };
    if (!moves(body_a) && !moves(body_b)) return;
    constexpr int kMaxContacts = 8;
    dContact contacts[kMaxContacts];
    const int count = dCollide(geom_a, geom_b, kMaxContacts, &contacts[0].geom, sizeof contacts[0]);
    if (count == 0) return;
    SceneClaim claim;
    claim.a = numberOf(geom_a);
    claim.b = numberOf(geom_b);
    const SceneBody &a = scene_.bodies[claim.a], &b = scene_.bodies[claim.b];
    const double bounce = std::max(a.restitution, b.restitution);
    dReal most = -1;
    for (int i = 0; i < count; ++i) {
      dContact& contact = contacts[i];
      claim.contacts.push_back({vector(contact.geom.pos), -contact.geom.depth});
      if (contact.geom.depth > most) {
        most = contact.geom.depth;
        // ODE's points into the first.
        claim.normal = {-contact.geom.normal[0], -contact.geom.normal[1], -contact.geom.normal[2]};
      }
      contact.surface = {};
      contact.surface.mode = dContactApprox1 | (bounce > 0 ? dContactBounce : 0);
      contact.surface.mu = real(std::sqrt(a.friction * b.friction));
      contact.surface.bounce = real(bounce);
      dJointAttach(dJointCreateContact(world_, contacts_, &contact), body_a, body_b);
    }
    claims_.push_back(std::move(claim));
  }

  void add(const SceneBody& given, std::size_t index) {
    const Body& shape = given.shape;
    const Vec3& at = shape.position;
    if (shape.type == "half_space") {
      dGeomSetData(planeOf(shape, space_), reinterpret_cast<void*>(index));
      return;
    }
    if (given.kind == BodyKind::kStatic && (shape.type == "mesh" || shape.type == "heightfield")) {
      const dGeomID surface = surfaces_.emplace_back(std::make_unique<PlacedGeom>(shape))->get();
      dGeomSetData(surface, reinterpret_cast<void*>(index));
      dSpaceAdd(space_, surface);
      return;
    }
    const dGeomID geom = geomOf(shape, space_);
    dGeomSetData(geom, reinterpret_cast<void*>(index));
    dMatrix3 rotation{};
    if (given.kind == BodyKind::kStatic) {
      setRotation(rotation, shape, shape.rotation);
      dGeomSetRotation(geom, rotation);
      dGeomSetPosition(geom, real(at[0]), real(at[1]), real(at[2]));
      return;
    }
    const dBodyID body = bodies_[index] = dBodyCreate(world_);
    dGeomSetBody(geom, body);
    if (axesOf(shape) != kOwnAxes) {
      setRotation(rotation, shape, Body{}.rotation);
      dGeomSetOffsetRotation(geom, rotation);
    }
    const auto& q = shape.quaternion;
    const dQuaternion turn = {real(q[3]), real(q[0]), real(q[1]), real(q[2])};
    dBodySetPosition(body, real(at[0]), real(at[1]), real(at[2]));
    dBodySetQuaternion(body, turn);
    const Vec3 &v = shape.linear_velocity, &w = shape.angular_velocity;
    dBodySetLinearVel(body, real(v[0]), real(v[1]), real(v[2]));
    dBodySetAngularVel(body, real(w[0]), real(w[1]), real(w[2]));
    if (given.kind == BodyKind::kKinematic) {
      dBodySetKinematic(body);
    } else {
      const dMass mass = massOf(given);
      dBodySetMass(body, &mass);
    }
  }

  static dMass massOf(const SceneBody& given) {
    constexpr int kAlongY = 2;
    const Body& shape = given.shape;
    const dReal total = real(given.mass), radius = real(shape.radius), length = real(2 * shape.half_length);
    dMass mass;
    dMassSetZero(&mass);
    if (shape.type == "sphere") dMassSetSphereTotal(&mass, total, radius);
    if (shape.type == "box")
      dMassSetBoxTotal(&mass, total, real(2 * shape.half_extents[0]), real(2 * shape.half_extents[1]),
                       real(2 * shape.half_extents[2]));
    if (shape.type == "capsule") dMassSetCapsuleTotal(&mass, total, kAlongY, radius, length);
    if (shape.type == "cylinder") dMassSetCylinderTotal(&mass, total, kAlongY, radius, length);
    return mass;
  }

  dWorldID world_ = dWorldCreate();
  dSpaceID space_ = dHashSpaceCreate(nullptr);
  dJointGroupID contacts_ = dJointGroupCreate(0);
  std::vector<dBodyID> bodies_;                        ///< null: still or left out
  std::vector<std::unique_ptr<PlacedGeom>> surfaces_;  ///< meshes and heightfields, which stay
  std::vector<SceneClaim> claims_;
  const Scene& scene_;
};

}  // namespace sepax_juror
