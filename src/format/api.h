#pragma once

#include "core/error.h"
#include "document/document.h"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// The names that engines and libraries have for shapes, rotations and places, and the code that they are written as.
// Each has a file in assets/apis; `sepax help apis` has the format. Pasting reads by these tables, exports of pairs and
// colliders write by them.

namespace sepax {

struct Api;

/// A function or class that makes a shape.
struct ApiShape {
  std::string name;  ///< the end of the qualified name: "Capsule.new_y"
  std::string type;  ///< of case files; "sphere" and "capsule" serve both spaces
  /// Its numbers, vectors taken apart, one word a number: apiArguments() has the words. "(…)|…": the first where the
  /// first argument is a vector.
  std::string roles;
  char axis = 'y';
  std::string source = {};
  std::string scope = {};                ///< what the qualified name or the text must hold besides, in lower case
  std::vector<std::string> unless = {};  ///< words, in lower case, of texts that the row is not for
  /// The members that it has where the text does not set them: "radius" and its number.
  std::vector<std::pair<std::string, std::vector<double>>> usual = {};
  const Api* api = nullptr;
};

/// A word that makes a rotation.
enum class RotationKind {
  kNone,
  kQuaternionXyzw,
  kQuaternionWxyz,
  kRows,  ///< nine or sixteen numbers by rows
  kColumns,
  kAngle,           ///< one number, or its cosine and sine
  kAxisAngle,       ///< a vector and a number in either order, or four numbers, the angle last
  kRotationVector,  ///< an axis times an angle
  kEuler,           ///< angles about the row's axes; a text of three letters says another order
  kEulerInOrder,    ///< a word of axes and their angles
  kBasis,           ///< Godot's: three axes, and the origin behind them; bare numbers are rows
  kRotator,         ///< Unreal's: pitch, yaw, roll
  kZTo,             ///< a vector that z is rotated to lie along, and a place behind it
};
enum class AngleUnit { kRadians, kDegrees };

struct ApiRotation {
  std::string name;
  RotationKind kind = RotationKind::kNone;
  std::string source = {};
  AngleUnit unit = AngleUnit::kRadians;  ///< of the angles that it has
  std::string order = {};                ///< in which the angles are applied, as a case writes it; empty: it has none
  std::string axes = {};                 ///< which axes the arguments are about
  std::string scope = {};                ///< what the text must hold besides, in lower case
  const Api* api = nullptr;
};

/// The part of an object that calling one of its methods sets.
enum class Setter {
  kNone,
  kPosition,
  kRotation,
  kTransform,
  kPlanarPose,
  kShape,
  kCentre,
  kAddShape,
  kIdentity,
  kAddPoint,
  kSizes,
  kScale,
  kVelocity,
  kRadius,
  kMargin,
  kMarginOfPoints
};

struct ApiSetter {
  std::string name;
  Setter sets = Setter::kNone;
};

/// The meaning of the numbers behind a key or word, in texts of any engine.
enum class WordRole {
  kNone,
  kPosition,
  kRotation,  ///< four numbers, nine, three or one: their count says which
  kQuaternionXyzw,
  kQuaternionWxyz,
  kMatrix,
  kTransform,
  kAngle,
  kEuler,
  kHalfExtents,
  kFullSizes,
  kExtents,  ///< half or full: the text does not say
  kRadius,
  kDiameter,
  kHalfLength,
  kFullLength,
  kLength,  ///< "height" of an API that the text does not name
  kLower,   ///< least corner of a box along the axes
  kUpper,
  kVertices,
  kFrom,
  kTo,
  kShape,
  kScale,
  kCentre,  ///< of a shape in its body
  kAxis,    ///< 0, 1 or 2
  kVelocity,
  kAngularVelocity,
  kDirection,  ///< of a ray or a motion
  kResult,     ///< contacts, normals, depths: answers, never poses
};

/// Keys and words of texts, in lower case, letters from a to z alone.
struct ApiWords {
  using Roles = std::map<std::string, WordRole, std::less<>>;
  Roles whole, ends, beginnings;  ///< of keys
  std::set<std::string> never;    ///< parts of keys of answers and motions, which are never poses
  struct ShapeWord {
    std::string type;  ///< of case files
    bool is_planar = false;
  };
  std::map<std::string, ShapeWord, std::less<>> shapes;

  /// Adds the words that are not here yet.
  void add(const ApiWords& other);
};

/// How a form writes numbers: every one but a collider's restores the double.
enum class ApiNumbers {
  kDecimal,       ///< 0.1
  kDecimalPoint,  ///< 1.0, where 1 is no float (Rust)
  kFloats,        ///< 0.1f where the double is a float's, else 0.1
  kHex,           ///< 0x1.8p+1
};

/// Templates by formKinds(), in their order.
using KindTemplates = std::vector<std::pair<std::string, std::string>>;
/// Empty when there is none.
[[nodiscard]] std::string_view templateOf(const KindTemplates& templates, std::string_view kind);

/// A form of code as templates. A template is filled by fillTemplate(); an empty one: the form has no such thing.
struct ApiForm {
  std::string name;  ///< the API's
  std::string title;
  Space space = Space::k3d;
  ApiNumbers numbers = ApiNumbers::kDecimal;
  char axis = 'y';             ///< of its capsules, cylinders and cones
  char half_space_axis = 'y';  ///< the normal of its planes
  std::string comment;
  std::string head, tail;   ///< ended by newlines
  KindTemplates shapes;     ///< {r} of a tapered capsule is its start's radius, {r_end} its end's
  KindTemplates children;   ///< of a compound, where a shape itself says where it is; empty: those of `shapes` do
  KindTemplates front;      ///< in front of all bodies
  std::string hull_points;  ///< in front of all bodies, of kinds with points that `front` does not have
  std::string vertex;
  std::string vertex_separator = ", ";
  std::string face, plane;       ///< of hulls
  std::string triangle_of_mesh;  ///< of meshes
  std::string column;            ///< of heightfields
  std::string child;             ///< of compounds
  std::string pose, pose_matrix;
  std::string joint;  ///< {joint} of a body's pose: lets it move; empty for what is ground, and for children
  /// Lines behind both bodies about the reference's answer. A line is left out where its {overlapping} or its normal
  /// {nx}, {ny}, {nz} is not the only right one; then {length}, 1, is that of any.
  std::string answer;
  std::size_t max_points = 0;  ///< of hulls; 0: as many as there are
  std::string extension;       ///< of a collider's file, ".cpp"
  Vec3 mirror{1.0};            ///< signs of the axes
  double units_per_metre = 1;

  [[nodiscard]] std::string_view shape(std::string_view kind) const { return templateOf(shapes, kind); }
};

/// The kinds of shapes that a form may have templates for: the types of case files in the order of shapePrototypes(),
/// "rounded_box" for boxes with a margin, "concave_polygon".
[[nodiscard]] const std::vector<std::string>& formKinds(Space space);

/// The vocabulary of an engine or library.
struct Api {
  std::string name;  ///< its file's, without the extension
  std::string title;
  std::string source;           ///< where it says so
  bool is_left_handed = false;  ///< right-handed coordinates are the mirror image, with the same verdicts and distances
  bool is_z_up = false;
  std::string unit;                ///< of lengths, where it is not the metre
  std::string suffix;              ///< that names of its shapes may have behind them: ".new"
  std::vector<std::string> words;  ///< a text that holds one of them, in lower case, is about this API
  std::string quaternion;          ///< the order of lists of four numbers, "xyzw" or "wxyz"; empty: unknown
  std::string euler;               ///< the order in which lists of three angles are applied; empty: unknown
  std::vector<ApiShape> shapes;
  std::vector<ApiRotation> rotations;
  std::vector<ApiSetter> setters;
  ApiWords words_of_texts;
  std::vector<ApiForm> exports;     ///< of pairs, one a space
  std::optional<ApiForm> collider;  ///< of the colliders of a mesh

  [[nodiscard]] bool hasConventions() const { return is_left_handed || is_z_up || !unit.empty(); }
};

/// The APIs there are, in the order of their names, the user's own in front of ours: the files of
/// ~/.config/sepax/apis, of the folders in $SEPAX_APIS, and of assets/apis. The first of a name counts. The files
/// are read when this is first called; what it returns lives as long as the program.
[[nodiscard]] const std::vector<Api>& apis();
/// The first thing that is wrong with one of the files, which is left out.
[[nodiscard]] Result<void> checkApis();
/// Reads the files again: rows that are in use stay.
void reloadApis();

/// The words of all APIs.
[[nodiscard]] const ApiWords& apiWords();

/// Null when there is none of that name.
[[nodiscard]] const Api* findApi(std::string_view name);

/// Replaces {names} by values; `valueOf` returns null for other names, and braces around anything else stay.
template <class ValueOf>
[[nodiscard]] std::string fillTemplate(std::string_view pattern, const ValueOf& valueOf) {
  std::string out;
  for (std::size_t i = 0; i < pattern.size();) {
    if (pattern[i] == '{') {
      const std::size_t end = pattern.find('}', i);
      const std::string* const value =
          end == std::string_view::npos ? nullptr : valueOf(pattern.substr(i + 1, end - i - 1));
      if (value != nullptr) {
        out += *value;
        i = end + 1;
        continue;
      }
    }
    out += pattern[i++];
  }
  return out;
}

/// Reads one file; errors name `file`, the place in it and what is expected there.
[[nodiscard]] Result<Api> parseApi(std::string_view text, const std::string& file);

/// A word of a file, with its meaning for `sepax help apis`.
struct ApiWord {
  const char* word;
  const char* meaning;
};
/// The words for arguments of shapes, for kinds of rotations, for what methods set, and for what keys of texts mean.
[[nodiscard]] std::vector<ApiWord> apiArguments();
[[nodiscard]] std::vector<ApiWord> apiRotationKinds();
[[nodiscard]] std::vector<ApiWord> apiSetters();
[[nodiscard]] std::vector<ApiWord> apiWordRoles();

}  // namespace sepax
