// Records the samples in assets/recordings from Bullet: tools/record-samples compiles and runs it. The argument is the folder.
#include <btBulletDynamicsCommon.h>

#include "../../recorders/sepax_record.h"

#include <cmath>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace sepax_record;

Vector vector(const btVector3& v) { return {v.x(), v.y(), v.z()}; }
Vector vector(const btQuaternion& q) { return {q.x(), q.y(), q.z(), q.w()}; }

// What Bullet claims is rounded to a micrometre, which keeps the files small; poses are all that Bullet has.
double rounded(btScalar value) { return std::round(static_cast<double>(value) * 1e6) / 1e6 + 0.0; }
Vector rounded(const btVector3& v) { return {rounded(v.x()), rounded(v.y()), rounded(v.z())}; }

class World {
 public:
  World(const std::string& file, const Header& header) : log_(file, header, replace) { world_.setGravity({0, btScalar(-9.81), 0}); }
  ~World() {
    for (const auto& body : bodies_) world_.removeRigidBody(body.get());
  }
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  /// A body of mass 0 stays where it is.
  btRigidBody& add(const std::string& id, const Shape& recorded, std::unique_ptr<btConvexShape> shape, btScalar mass,
                   const btVector3& position, const btQuaternion& rotation = btQuaternion::getIdentity()) {
    btVector3 inertia(0, 0, 0);
    if (mass > 0) shape->calculateLocalInertia(mass, inertia);
    bodies_.push_back(std::make_unique<btRigidBody>(mass, nullptr, shape.get(), inertia));
    shapes_.push_back(std::move(shape));
    ids_.push_back(id);
    btRigidBody& body = *bodies_.back();
    body.setUserIndex(static_cast<int>(ids_.size()) - 1);
    body.setWorldTransform(btTransform(rotation, position));
    world_.addRigidBody(&body);
    log_.add(id, recorded, vector(position), vector(rotation), mass > 0 ? movable : locked);
    return body;
  }
  btRigidBody& addBox(const std::string& id, const btVector3& half, btScalar mass, const btVector3& position,
                      const btQuaternion& rotation = btQuaternion::getIdentity()) {
    return add(id, box(vector(half)), std::make_unique<btBoxShape>(half), mass, position, rotation);
  }
  btRigidBody& addHull(const std::string& id, const std::vector<btVector3>& points, btScalar mass, const btVector3& position,
                       const btQuaternion& rotation) {
    auto shape = std::make_unique<btConvexHullShape>();
    std::vector<Vector> vertices;
    for (const btVector3& point : points) {
      shape->addPoint(point);
      vertices.push_back(vector(point));
    }
    return add(id, hull(vertices), std::move(shape), mass, position, rotation);
  }

  /// Steps of 1/60 s, of which every second is a frame. The first claim of a pair is marked.
  void run(int steps, const std::string& a, const std::string& b, std::string mark) {
    for (int step = 0; step <= steps; ++step) {
      if (step > 0) world_.stepSimulation(btScalar(1) / 60, 0);
      if (step % 2 != 0) continue;
      // A step moves the bodies after it has looked for contacts: it looks again, so that they belong to the poses.
      world_.performDiscreteCollisionDetection();
      log_.frame(step / 60.0);
      for (const auto& body : bodies_) {
        const btTransform& pose = body->getWorldTransform();
        log_.pose(idOf(*body), vector(pose.getOrigin()), vector(pose.getRotation()));
      }
      for (int i = 0; i < dispatcher_.getNumManifolds(); ++i) {
        btPersistentManifold& manifold = *dispatcher_.getManifoldByIndexInternal(i);
        if (!claimed(manifold) || idOf(*manifold.getBody0()) != a || idOf(*manifold.getBody1()) != b) continue;
        if (!mark.empty()) log_.mark(mark);
        mark.clear();
      }
    }
  }
  const std::string& error() const { return log_.error(); }

 private:
  const std::string& idOf(const btCollisionObject& body) const { return ids_[static_cast<std::size_t>(body.getUserIndex())]; }

  /// False when the bodies are too far apart for contacts.
  bool claimed(btPersistentManifold& manifold) {
    const btCollisionObject &a = *manifold.getBody0(), &b = *manifold.getBody1();
    manifold.refreshContactPoints(a.getWorldTransform(), b.getWorldTransform());
    if (manifold.getNumContacts() == 0) return false;
    Claim claim(idOf(a), idOf(b));
    int deepest = 0;
    for (int i = 0; i < manifold.getNumContacts(); ++i) {
      const btManifoldPoint& point = manifold.getContactPoint(i);
      if (point.getDistance() < manifold.getContactPoint(deepest).getDistance()) deepest = i;
      claim.contacts.push_back({rounded(point.getPositionWorldOnB()), rounded(point.getDistance())});
    }
    const double separation = rounded(manifold.getContactPoint(deepest).getDistance());
    claim.separation = separation;
    claim.verdict = separation > 0 ? Verdict::separated : Verdict::overlapping;
    if (separation > 0) claim.distance = separation;
    claim.normal = rounded(-manifold.getContactPoint(deepest).m_normalWorldOnB);  // Bullet's points from B to A
    log_.claim(claim);
    return true;
  }

  Recorder log_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broadphase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_{&dispatcher_, &broadphase_, &solver_, &configuration_};
  std::vector<std::unique_ptr<btConvexShape>> shapes_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
  std::vector<std::string> ids_;
};

Header header(const std::string& name, Number tolerance, const std::string& notes) {
  const std::string engine = "Bullet " + std::to_string(btGetVersion() / 100) + "." + std::to_string(btGetVersion() % 100);
  return {"3d", name, engine, sizeof(btScalar) == sizeof(float) ? "float" : "double", tolerance, notes};
}

btQuaternion turned(btScalar yaw, btScalar pitch, btScalar roll) { return {yaw, pitch, roll}; }

std::string recordStack(const std::string& file) {
  World world(
      file, header("a stack of boxes", 0.002,
                   "Five boxes fall onto each other, and a ball rolls into them. The claims are what Bullet keeps of its contacts, for the "
                   "poses of the same frame; a contact that it carries from step to step may be off by the tolerance."));
  world.addBox("ground", {4, 0.5, 4}, 0, {0, -0.5, 0});
  world.addBox("box 1", {0.6, 0.25, 0.5}, 6, {0, 0.32, 0}, turned(0.2, 0.03, 0.04));
  world.addBox("box 2", {0.5, 0.2, 0.45}, 4, {0.04, 0.86, 0.02}, turned(-0.3, 0.02, -0.05));
  world.addBox("box 3", {0.4, 0.25, 0.4}, 3, {-0.03, 1.42, 0}, turned(0.5, -0.04, 0.02));
  world.addBox("box 4", {0.35, 0.15, 0.3}, 2, {0.02, 1.94, -0.03}, turned(-0.1, 0.05, 0.03));
  world.addBox("box 5", {0.2, 0.2, 0.2}, 1, {0, 2.42, 0}, turned(0.7, 0.02, -0.04));
  btRigidBody& ball = world.add("ball", sphere(0.25f), std::make_unique<btSphereShape>(btScalar(0.25)), 1, {2.2f, 0.25f, 0.1f});
  ball.setLinearVelocity({-1.5f, 0, 0});
  ball.setAngularVelocity({0, 0, 6});
  ball.setDamping(0.2f, 0.5f);
  world.run(150, "box 1", "ball", "the ball meets the stack");
  return world.error();
}

std::string recordHulls(const std::string& file) {
  World world(file,
              header("hulls with a margin", 0.002,
                     "Bullet keeps a margin of 4 cm around a hull, so that its contacts are found before the corners meet: it claims an "
                     "overlap while the hulls as they are recorded, their points alone, are up to 4 cm above the ground and 8 cm from each "
                     "other. That is a design and not a bug; a recorder that says \"margin\": 0.04 of these hulls has them as Bullet has "
                     "them, and the claims agree."));
  world.addBox("ground", {3, 0.5, 3}, 0, {0, -0.5, 0});
  world.addHull(
      "wedge",
      {{-0.6f, -0.3f, -0.5f}, {0.6f, -0.3f, -0.5f}, {-0.6f, 0.3f, -0.5f}, {-0.6f, -0.3f, 0.5f}, {0.6f, -0.3f, 0.5f}, {-0.6f, 0.3f, 0.5f}},
      3, {0, 0.6f, 0}, turned(0.3f, 0.1f, 0.05f));
  world.addHull("octahedron", {{0.4f, 0, 0}, {-0.4f, 0, 0}, {0, 0.4f, 0}, {0, -0.4f, 0}, {0, 0, 0.4f}, {0, 0, -0.4f}}, 1,
                {-0.1f, 1.5f, 0.1f}, turned(0.2f, 0.3f, 0.1f));
  world.addHull("tetrahedron", {{0.4f, -0.2f, 0}, {-0.2f, -0.2f, 0.35f}, {-0.2f, -0.2f, -0.35f}, {0, 0.4f, 0}}, 1, {1.1f, 0.7f, 0.2f},
                turned(0.1f, 0.2f, -0.2f));
  world.run(148, "ground", "wedge", "the first claim: the margins meet, the hulls do not");
  return world.error();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: record-samples FOLDER\n";
    return 2;
  }
  gDeactivationTime = 1;  // seconds of rest, after which a body sleeps
  const std::string folder = argv[1];
  const std::string errors = recordStack(folder + "/stack.sepaxlog") + recordHulls(folder + "/hull-margin.sepaxlog");
  std::cerr << errors;
  return errors.empty() ? 0 : 1;
}
