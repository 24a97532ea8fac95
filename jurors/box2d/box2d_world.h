#pragma once

// A scene in Box2D's world. Claims are made by a step of no time before each step, which moves nothing: the listener's
// own would be of bodies that the search for times of impact has moved.
#include <box2d/box2d.h>

#include "../template/sepax_simulation.h"
#include "box2d_shapes.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace sepax_juror {

class Box2dWorld final : public World {
 public:
  Box2dWorld(const Scene& scene, Start& start) : world_(vector(scene.gravity)), bodies_(scene.bodies.size(), nullptr) {
    world_.SetAllowSleeping(false);
    world_.SetContinuousPhysics(scene.options.value("continuous", true));
    addBodies(scene, start, [&](const SceneBody& body, std::size_t i) { add(body, i, start); });
    start.notes.push_back(
        "A skin of 1 cm surrounds everything but circles; of two nearly equal faces the first is kept.");
    start.notes.push_back("Friction of a pair is the root of the product, restitution the greater one.");
    start.tolerance = 2e-4;
  }

  std::vector<SceneClaim> step(double seconds) override {
    constexpr int32 kVelocities = 8, kPositions = 3;
    world_.Step(0, kVelocities, kPositions);
    std::map<std::pair<std::size_t, std::size_t>, SceneClaim> claims;
    for (const b2Contact* contact = world_.GetContactList(); contact != nullptr; contact = contact->GetNext()) {
      if (contact->IsTouching()) claim(*contact, claims);
    }
    world_.Step(real(seconds), kVelocities, kPositions);
    std::vector<SceneClaim> out;
    for (auto& [pair, claim] : claims) out.push_back(std::move(claim));
    return out;
  }

  BodyState stateOf(std::size_t index) override {
    BodyState state;
    const b2Body* const body = bodies_[index];
    if (body == nullptr) return state;
    state.position = vector(body->GetPosition());
    state.angle = body->GetAngle();
    state.linear_velocity = vector(body->GetLinearVelocity());
    state.angular_velocity = {0, 0, body->GetAngularVelocity()};
    return state;
  }

 private:
  /// The contact of two fixtures joins those of its bodies' others: the deepest says the normal.
  static void claim(const b2Contact& contact, std::map<std::pair<std::size_t, std::size_t>, SceneClaim>& claims) {
    const auto numberOf = [](const b2Fixture* fixture) {
      return static_cast<std::size_t>(const_cast<b2Fixture*>(fixture)->GetBody()->GetUserData().pointer);
    };
    const std::size_t a = numberOf(contact.GetFixtureA()), b = numberOf(contact.GetFixtureB());
    b2WorldManifold manifold;
    contact.GetWorldManifold(&manifold);
    SceneClaim& claim = claims[{a, b}];
    claim.a = a;
    claim.b = b;
    for (int32 k = 0; k < contact.GetManifold()->pointCount; ++k) {
      const double separation = manifold.separations[k];
      const bool is_deepest = std::all_of(claim.contacts.begin(), claim.contacts.end(),
                                          [&](const Contact& other) { return separation < other.separation; });
      if (is_deepest) claim.normal = vector(manifold.normal);
      claim.contacts.push_back({vector(manifold.points[k]), separation});
    }
  }

  void add(const SceneBody& given, std::size_t index, Start& start) {
    b2BodyDef definition;
    definition.type = given.kind == BodyKind::kDynamic     ? b2_dynamicBody
                      : given.kind == BodyKind::kKinematic ? b2_kinematicBody
                                                           : b2_staticBody;
    definition.position = vector(given.shape.position);
    definition.angle = real(given.shape.angle);
    definition.linearVelocity = vector(given.shape.linear_velocity);
    definition.angularVelocity = real(given.shape.angular_velocity[2]);
    definition.bullet = given.ccd;
    definition.userData.pointer = index;
    std::unique_ptr<b2Shape> shape;
    if (given.shape.type == "half_space") {
      // Lowered by its skin, so that it ends where the half-space does.
      auto edge = std::make_unique<b2EdgeShape>();
      edge->SetTwoSided({-kEdge, -b2_polygonRadius}, {kEdge, -b2_polygonRadius});
      shape = std::move(edge);
    } else {
      shape = shapeOf(given.shape);
    }
    b2FixtureDef fixture;
    fixture.shape = shape.get();
    fixture.density = 1;
    fixture.friction = real(given.friction);
    fixture.restitution = real(given.restitution);
    bodies_[index] = world_.CreateBody(&definition);
    bodies_[index]->CreateFixture(&fixture);
    if (given.kind == BodyKind::kDynamic) {
      b2MassData mass;
      bodies_[index]->GetMassData(&mass);
      const float scale = real(given.mass) / mass.mass;
      mass.mass *= scale;
      mass.I *= scale;
      bodies_[index]->SetMassData(&mass);
    }
    if (shape->GetType() == b2Shape::e_polygon) start.bodies[given.id] = {{"shape", shapeWithSkin(given.shape)}};
  }

  static json shapeWithSkin(const Body& shape) {
    json out = {{"type", shape.type}, {"margin", b2_polygonRadius}};
    if (shape.type == "box") out["half_extents"] = {shape.half_extents[0], shape.half_extents[1]};
    for (const Vec3& vertex : shape.vertices) out["vertices"].push_back({vertex[0], vertex[1]});
    return out;
  }

  static constexpr float kEdge = 1000;  ///< half as long as what a half-space is here, metres

  b2World world_;
  std::vector<b2Body*> bodies_;  ///< null: left out
};

}  // namespace sepax_juror
