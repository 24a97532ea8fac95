#pragma once

#include "collide/pair/pair.h"
#include "document/query.h"
#include "geom/shape.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace sepax {

enum class Space { k2d, k3d };
[[nodiscard]] inline int dimensionsOf(Space space) { return space == Space::k2d ? 2 : 3; }

/// How a body is rotated, kept in the form it was given so that saving restores the identical bits: a quaternion or a
/// matrix in 3D, an angle about +z (radians) in 2D.
using Rotation = std::variant<Quat, Mat3, double>;
[[nodiscard]] Mat3 matrixOf(const Rotation& rotation);

/// 8-bit sRGB.
struct BodyColour {
  std::uint8_t r = 0, g = 0, b = 0;
  friend bool operator==(const BodyColour&, const BodyColour&) = default;
};

/// Members of a body in a form that the case file has and the document does not keep: a rotation by axis or by Euler
/// angles, degrees, the ends of a capsule. Saving writes it again while the values that were made of it are as they
/// were.
struct WrittenForm {
  Shape shape;
  Rotation rotation;
  std::optional<Vec3> pivot;
  std::string members_json;  ///< rotation and pivot, one JSON object as text
  std::string shape_json;    ///< empty: as the document holds the shape
  /// Where a shape that is given by its ends lies in the body space of the file, which has its own middle and axis.
  std::optional<Pose> between_ends = {};
};

/// One shape of the document where it is. World point = position + rotation · (scale · (point − pivot)).
struct Body {
  std::string id;
  Shape shape;
  Vec3 position{0.0};
  Rotation rotation = Quat{};
  std::optional<Vec3> scale;
  std::optional<Vec3> pivot;
  std::optional<Vec3> linear_velocity;   ///< m/s
  std::optional<Vec3> angular_velocity;  ///< rad/s; in 2D only z
  std::optional<BodyColour> colour;      ///< else by its place: A blue, B orange, …
  bool visible = true;
  bool locked = false;           ///< cannot be moved by mouse or keys
  std::string extra_json;        ///< unknown keys of the body, one JSON object as text; empty when none
  std::string shape_extra_json;  ///< unknown keys of its shape
  std::shared_ptr<const WrittenForm> written = {};  ///< null: written as the document holds it
};

/// How the file had the body's rotation, pivot and shape; null when it held them as they are, or when one of them has
/// changed.
[[nodiscard]] const WrittenForm* writtenFormOf(const Body& body);

/// Where the shape with its scale lies in the body space that the file means: elsewhere than at its origin for one that
/// is given by its ends.
[[nodiscard]] Pose placeInBody(const Body& body);

/// Where the shape's own origin is and how it is rotated.
[[nodiscard]] Pose poseOf(const Body& body);

/// The shape with its scale applied and the pose of its own origin: what pair tests and pictures use.
[[nodiscard]] PosedShape posedShape(const Body& body);

/// The behaviour of a moving body at a wall: it bounces off, or passes and comes in again at the wall across.
enum class AtWalls : std::uint8_t { kBounce, kPass };

/// A box along the world's axes that bodies are kept in while they move (document/motion.h); in 2D z is zero.
struct Room {
  Vec3 min{0.0}, max{0.0};
  AtWalls at_walls = AtWalls::kBounce;
  std::string extra_json;  ///< unknown keys
  friend bool operator==(const Room&, const Room&) = default;
};

/// Everything that changes results: saved, undone, recorded. Selection, camera and filters are view state and live
/// elsewhere.
struct Document {
  std::string name, notes, source;
  std::string schema;  ///< where an editor finds the file's JSON Schema
  Space space = Space::k3d;
  std::vector<Body> bodies;
  std::optional<std::vector<PairIds>> pairs;  ///< nullopt: every pair of bodies
  std::optional<double> touching_tolerance;   ///< metres
  std::optional<Room> room;                   ///< nullopt: bodies move without end
  std::vector<AskedQuery> queries;
  std::vector<Expectation> expect;
  std::string extra_json;  ///< unknown top-level keys
};

[[nodiscard]] const Body* findBody(const Document& document, const std::string& id);
[[nodiscard]] Body* findBody(Document& document, const std::string& id);

/// The first pair of the document's list, or its first two bodies; nullopt when there is none. document/tested_pairs.h
/// has all.
[[nodiscard]] std::optional<PairIds> firstPair(const Document& document);

/// An id that no body has yet: A, B, …, Z, A2, …
[[nodiscard]] std::string freshId(const Document& document);
/// The first of them that is not taken.
[[nodiscard]] std::string freshId(const std::function<bool(const std::string&)>& is_taken);

/// The report of one pair by a named algorithm; errors name the body.
[[nodiscard]] Result<PairReport> testPair(const Document& document, const PairIds& pair,
                                          const std::string& algorithm = "sat");
/// The reference's answer about a pair as an expectation of the case: verdict, separation, and the deciding axis where
/// no other is as good, to 1e-9 of the pair's size or 1e-9 m. Errors name the body.
[[nodiscard]] Result<Expectation> expectationOf(const Document& document, const PairIds& pair);

/// Two boxes in space, nearly touching: what an empty start shows.
[[nodiscard]] Document defaultDocument();

/// The shape with its points inside, and so its children's: it forgets the mesh files that they came from, and is
/// written without any.
[[nodiscard]] Shape withoutMeshFiles(Shape shape);
/// Applies withoutMeshFiles to the shape of every body.
[[nodiscard]] Document withoutMeshFiles(Document document);

/// Whether any shape, or a child of one, is written as the name of a mesh file.
[[nodiscard]] bool namesMeshFiles(const Document& document);

}  // namespace sepax
