#pragma once

// A juror for Sepax in one header: the protocol, so that a program of one's own is its answer and nothing else. It
// needs the standard library and nlohmann-json. my_juror.cpp beside it shows how; "Test your own collision function" in
// Sepax's README has the protocol in words.

#include <nlohmann/json.hpp>

#include <array>
#include <chrono>
#include <exception>
#include <functional>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace sepax_juror {

using json = nlohmann::json;
using Vec3 = std::array<double, 3>;  ///< in 2D the third is 0

/// A shape and where it is. World point = position + rotation · point of the shape.
struct Body {
  std::string
      type;  ///< "sphere", "box", "capsule", "cylinder", "cone", "ellipsoid", "hull"; 2D: "circle", "box", "polygon", …
  Vec3 half_extents{};         ///< of boxes
  Vec3 half_axes{};            ///< of ellipsoids
  double radius = 0;           ///< of round shapes
  double half_length = 0;      ///< of capsules (without the caps), cylinders and cones, along y; 2D capsules along x
  std::vector<Vec3> vertices;  ///< of hulls, polygons, triangles, segments, points and meshes
  std::vector<std::array<std::size_t, 3>> triangles;  ///< of meshes: three vertices each
  /// Of hulls: loops of vertices, counter-clockwise from outside; of a flat one its front and its back.
  std::vector<std::vector<std::size_t>> faces;
  std::vector<std::vector<double>> heights;  ///< of heightfields, along y: a row for each z, in it one for each x
  std::array<double, 2> spacing{1, 1};       ///< of heights, along x and along z; the grid's middle is the origin
  std::vector<Body> children;  ///< of compounds, placed in the body (sepax_pieces.h), without `quaternion`
  Vec3 position{};
  std::array<double, 4> quaternion{0, 0, 0, 1};                               ///< x y z w
  std::array<Vec3, 3> rotation{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};  ///< rows
  double angle = 0;                                                           ///< 2D, radians
  Vec3 linear_velocity{};                                                     ///< of sweeps, m/s
  Vec3 angular_velocity{};  ///< of sweeps, rad/s about the world's axes, through `position`; 2D: the third

  /// Whether it is the hull of its vertices.
  [[nodiscard]] bool hasCorners() const {
    return type == "hull" || type == "triangle" || type == "segment" || type == "point";
  }
  [[nodiscard]] bool rotates() const { return angular_velocity != Vec3{}; }
};

struct Contact {
  Vec3 position{};
  double separation = 0;  ///< negative: they overlap
};

/// What is known of a pair; leave out what is not.
struct Answer {
  std::optional<bool> overlapping;
  std::optional<double> separation;  ///< negative: minus the depth
  std::optional<double> distance;
  std::optional<Vec3> normal;  ///< unit, from A to B
  std::optional<std::pair<Vec3, Vec3>> closest_points;
  std::vector<Contact> contacts;
};

struct Ray {
  Vec3 origin{}, direction{};  ///< of any length but zero
  double length = 0;           ///< metres
};

/// What a sweep or a ray meets first; leave out what is not known.
struct Hit {
  bool hit = false;
  std::optional<double> time;       ///< of a sweep, seconds from the start
  std::optional<double> distance;   ///< along a ray, metres
  std::optional<Vec3> point;        ///< where they touch
  std::optional<Vec3> normal;       ///< unit; of a sweep from A to B, of a ray out of the surface
  std::optional<double> tolerance;  ///< metres that the engine keeps away from contact, or lets shapes overlap
};

/// Throw this for a shape that the juror does not know.
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline Vec3 vectorOf(const json& value) {
  Vec3 out{};
  for (std::size_t i = 0; i < value.size() && i < 3; ++i) out[i] = value.at(i).get<double>();
  return out;
}

inline Body bodyOf(const json& value) {
  Body body;
  const json& shape = value.at("shape");
  body.type = shape.at("type").get<std::string>();
  if (body.type == "aabb") body.type = "box";
  if (shape.contains("margin")) throw Unsupported("rounded " + body.type);
  if (shape.contains("half_extents")) body.half_extents = vectorOf(shape["half_extents"]);
  if (shape.contains("half_axes")) body.half_axes = vectorOf(shape["half_axes"]);
  body.radius = shape.value("radius", 0.0);
  body.half_length = shape.value("half_length", 0.0);
  if (shape.contains("vertices")) {
    for (const json& vertex : shape["vertices"]) body.vertices.push_back(vectorOf(vertex));
  }
  if (shape.contains("triangles")) body.triangles = shape["triangles"].get<std::vector<std::array<std::size_t, 3>>>();
  if (shape.contains("faces")) body.faces = shape["faces"].get<std::vector<std::vector<std::size_t>>>();
  if (shape.contains("heights")) body.heights = shape["heights"].get<std::vector<std::vector<double>>>();
  if (shape.contains("spacing")) body.spacing = shape["spacing"].get<std::array<double, 2>>();
  if (shape.contains("children")) {
    for (const json& child : shape["children"]) body.children.push_back(bodyOf(child));
  }
  if (body.type == "point") body.vertices = {Vec3{}};
  if (body.type == "segment") {
    const bool is_flat = value.at("position").size() == 2;  // there along x, else along y
    for (const double end : {-body.half_length, body.half_length})
      body.vertices.push_back(is_flat ? Vec3{end, 0, 0} : Vec3{0, end, 0});
  }
  body.position = vectorOf(value.at("position"));
  body.angle = value.value("angle", 0.0);
  if (value.contains("rotation")) {
    for (std::size_t i = 0; i < 4; ++i) body.quaternion[i] = value["rotation"].at(i).get<double>();
  }
  if (value.contains("rotation_matrix")) {
    for (std::size_t r = 0; r < 3; ++r) body.rotation[r] = vectorOf(value["rotation_matrix"].at(r));
  }
  if (value.contains("linear_velocity")) body.linear_velocity = vectorOf(value["linear_velocity"]);
  if (value.contains("angular_velocity")) {
    const json& angular = value["angular_velocity"];
    body.angular_velocity = angular.is_array() ? vectorOf(angular) : Vec3{0, 0, angular.get<double>()};
  }
  return body;
}

/// The functions of a juror. Sweeps and rays are asked for when the hello's "answers" have "sweep" and "ray".
struct Functions {
  std::function<Answer(const Body& a, const Body& b, const json& options)> pair;
  std::function<Hit(const Body& a, const Body& b, double duration, const json& options)> sweep = nullptr;
  std::function<Hit(const Body& body, const Ray& ray, const json& options)> ray = nullptr;
  /// Runs a scene (sepax_simulation.h) and writes all of its lines.
  std::function<void(const json& scene, const json& id, std::ostream& out)> simulate = nullptr;
};

/// Answers requests until standard input ends. `hello` is the first line: name, version, precision, shapes, spaces,
/// answers, options. It never has "margins": rounded shapes are unsupported here.
inline int serve(const json& hello, const Functions& functions) {
  std::ios::sync_with_stdio(false);
  json first = {{"sepax_juror", 1}};
  first.update(hello);
  std::cout << first.dump() << std::endl;
  const std::size_t dimensions = hello.value("spaces", json::array({"3d"})).at(0) == "2d" ? 2 : 3;
  const auto written = [&](const Vec3& v) {
    return dimensions == 2 ? json::array({v[0], v[1]}) : json::array({v[0], v[1], v[2]});
  };
  std::string line;
  while (std::getline(std::cin, line)) {
    json reply = json::object();
    try {
      const json request = json::parse(line);
      reply["id"] = request.at("id");
      if (request.contains("simulate") && functions.simulate) {
        functions.simulate(request["simulate"], request["id"], std::cout);
        continue;
      }
      const json options = request.value("options", json::object()), query = request.value("query", json::object());
      const std::string type = query.value("type", "");
      const Body a = bodyOf(request.at("a"));
      const auto timed = [&](const auto& function) {
        const auto begin = std::chrono::steady_clock::now();
        auto found = function();
        reply["time_ns"] =
            std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - begin).count();
        return found;
      };
      const auto reply_hit = [&](const Hit& found) {
        reply["hit"] = found.hit;
        if (found.time) reply["time"] = *found.time;
        if (found.distance) reply["distance"] = *found.distance;
        if (found.point) reply["point"] = written(*found.point);
        if (found.normal) reply["normal"] = written(*found.normal);
        if (found.tolerance) reply["tolerance"] = *found.tolerance;
      };
      if (type == "ray" && functions.ray) {
        const Ray ray{vectorOf(query.at("origin")), vectorOf(query.at("direction")), query.at("length").get<double>()};
        reply_hit(timed([&] { return functions.ray(a, ray, options); }));
      } else if (type == "sweep" && functions.sweep) {
        const Body b = bodyOf(request.at("b"));
        const double duration = query.at("duration").get<double>();
        reply_hit(timed([&] { return functions.sweep(a, b, duration, options); }));
      } else if (!type.empty()) {
        throw Unsupported(type);
      } else {
        const Body b = bodyOf(request.at("b"));
        const Answer found = timed([&] { return functions.pair(a, b, options); });
        if (found.overlapping) reply["verdict"] = *found.overlapping ? "overlapping" : "separated";
        if (found.separation) reply["separation"] = *found.separation;
        if (found.distance) reply["distance"] = *found.distance;
        if (found.normal) reply["normal"] = written(*found.normal);
        if (found.closest_points)
          reply["closest_points"] = {{"a", written(found.closest_points->first)},
                                     {"b", written(found.closest_points->second)}};
        for (const Contact& contact : found.contacts)
          reply["contacts"].push_back({{"position", written(contact.position)}, {"separation", contact.separation}});
      }
    } catch (const Unsupported& what) {
      reply["unsupported"] = what.what();
    } catch (const std::exception& error) {
      reply["error"] = error.what();
    }
    std::cout << reply.dump() << std::endl;
  }
  return 0;
}

}  // namespace sepax_juror
