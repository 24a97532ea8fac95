#pragma once

// Runs a scene in an engine for sepax simulate: what is common to jurors that do. An engine is a class with the members
// of World; run() asks it step by step and writes the lines of a recording. Add `simulate` to the hello's "answers" and
// to the functions of serve() in sepax_juror.h.

#include "sepax_juror.h"

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sepax_juror {

enum class BodyKind { kStatic, kKinematic, kDynamic };

/// A body of a scene. `shape` has its shape and where it begins.
struct SceneBody {
  std::string id;
  Body shape;
  BodyKind kind = BodyKind::kStatic;
  double mass = 0;  ///< kg, of dynamic bodies
  Vec3 centre{};    ///< of mass, in the shape's own space
  double friction = 0, restitution = 0;
  bool ccd = false;
};

struct Scene {
  std::vector<SceneBody> bodies;
  std::size_t dimensions = 3;
  Vec3 gravity{};
  double step = 0;  ///< seconds of a frame
  int frames = 0, substeps = 1;
  json options;
};

/// Where the origin of a body's shape is, and how the body moves.
struct BodyState {
  Vec3 position{};
  std::array<double, 4> quaternion{0, 0, 0, 1};  ///< x y z w
  double angle = 0;                              ///< 2D
  Vec3 linear_velocity{}, angular_velocity{};    ///< 2D: angular the third
};

/// What an engine says of a pair that it looked at in a step. Bodies by their numbers in the scene.
struct SceneClaim {
  std::size_t a = 0, b = 0;
  Vec3 normal{};  ///< unit, from a to b
  std::vector<Contact> contacts;
};

/// An engine with a scene in it.
class World {
 public:
  virtual ~World() = default;
  /// Moves everything by so many seconds and returns what the detector saw at its start.
  virtual std::vector<SceneClaim> step(double seconds) = 0;
  virtual BodyState stateOf(std::size_t body) = 0;
};

/// What an engine changes of a scene; the first reply.
struct Start {
  json bodies = json::object();   ///< {"B": {"shape": …}} for shapes that it has otherwise
  json left_out = json::array();  ///< {"body": "K", "unsupported": "cone"}
  json notes = json::array();     ///< sentences about its contacts and rules
  double tolerance = 0;           ///< metres by which its claims may be off
};

/// Adds each body of a scene by add(body, index); one that the engine does not hold is left out.
template <class Add>
void addBodies(const Scene& scene, Start& start, Add&& add) {
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    try {
      add(scene.bodies[i], i);
    } catch (const Unsupported& what) {
      start.left_out.push_back({{"body", scene.bodies[i].id}, {"unsupported", what.what()}});
    }
  }
}

inline Scene sceneOf(const json& request) {
  Scene scene;
  scene.dimensions = request.value("space", "3d") == "2d" ? 2 : 3;
  scene.gravity = vectorOf(request.at("gravity"));
  scene.step = request.at("step").get<double>();
  scene.frames = request.at("frames").get<int>();
  scene.substeps = request.value("substeps", 1);
  scene.options = request.value("options", json::object());
  static const std::map<std::string, BodyKind> kinds{
      {"static", BodyKind::kStatic}, {"kinematic", BodyKind::kKinematic}, {"dynamic", BodyKind::kDynamic}};
  for (const json& each : request.at("bodies")) {
    SceneBody body;
    body.id = each.at("id").get<std::string>();
    body.shape = bodyOf(each);
    body.kind = kinds.at(each.value("motion", "static"));
    body.mass = each.value("mass", 0.0);
    if (each.contains("centre")) body.centre = vectorOf(each["centre"]);
    body.friction = each.value("friction", 0.5);
    body.restitution = each.value("restitution", 0.0);
    body.ccd = each.value("ccd", false);
    scene.bodies.push_back(std::move(body));
  }
  return scene;
}

/// Writes the frames of a scene: at each the poses, and the claims of the first substep, which saw these very poses.
/// Bodies that the engine has not are in `left_out`.
inline void run(const Scene& scene, World& world, const json& left_out, const json& id, std::ostream& out) {
  const auto written = [&](const Vec3& v) {
    return scene.dimensions == 2 ? json::array({v[0], v[1]}) : json::array({v[0], v[1], v[2]});
  };
  std::set<std::string> missing;
  for (const json& each : left_out) missing.insert(each.at("body").get<std::string>());
  const double seconds = scene.step / scene.substeps;
  for (int frame = 0; frame <= scene.frames; ++frame) {
    json line = {{"id", id}, {"t", frame * scene.step}, {"poses", json::object()}, {"velocities", json::object()}};
    bool is_finite = true;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
      const SceneBody& body = scene.bodies[i];
      if (body.kind == BodyKind::kStatic || missing.count(body.id) > 0) continue;
      const BodyState state = world.stateOf(i);
      json pose = written(state.position), velocity = written(state.linear_velocity);
      if (scene.dimensions == 2) {
        pose.push_back(state.angle);
        velocity.push_back(state.angular_velocity[2]);
      } else {
        double square = 0;
        for (const double part : state.quaternion) square += part * part;
        for (const double part : state.quaternion) pose.push_back(part / std::sqrt(square));
        for (const double part : state.angular_velocity) velocity.push_back(part);
      }
      for (const json& number : pose) is_finite = is_finite && std::isfinite(number.get<double>());
      if (!is_finite) {
        out << json{{"id", id}, {"error", body.id + " is not finite after frame " + std::to_string(frame)}}.dump()
            << std::endl;
        return;
      }
      line["poses"][body.id] = std::move(pose);
      line["velocities"][body.id] = std::move(velocity);
    }
    for (int substep = 0; substep < scene.substeps; ++substep) {
      const std::vector<SceneClaim> claims = world.step(seconds);
      if (substep > 0) continue;
      for (const SceneClaim& claim : claims) {
        json contacts = json::array();
        double separation = claim.contacts.at(0).separation;
        for (const Contact& contact : claim.contacts) {
          separation = std::min(separation, contact.separation);
          contacts.push_back({{"position", written(contact.position)}, {"separation", contact.separation}});
        }
        line["claims"].push_back({{"pair", {scene.bodies[claim.a].id, scene.bodies[claim.b].id}},
                                  {"verdict", separation < 0 ? "overlapping" : "separated"},
                                  {"separation", separation},
                                  {"normal", written(claim.normal)},
                                  {"contacts", std::move(contacts)}});
      }
    }
    // A pose may be at one end of numbers, and its text is none.
    out << line.dump() << '\n' << std::flush;
  }
  out << json{{"id", id}, {"done", true}}.dump() << std::endl;
}

/// Runs a request in an engine, Functions::simulate of a juror: Engine is a World made of a scene and what it has to
/// say of it.
template <class Engine>
void simulateIn(const json& request, const json& id, std::ostream& out) {
  const Scene scene = sceneOf(request);
  Start start;
  Engine world(scene, start);
  out << json{{"id", id},
              {"start",
               {{"bodies", start.bodies},
                {"left_out", start.left_out},
                {"notes", start.notes},
                {"tolerance", start.tolerance}}}}
             .dump()
      << std::endl;
  run(scene, world, start.left_out, id, out);
}

}  // namespace sepax_juror
