#pragma once

#include <set>
#include <string_view>
#include <vector>

// Which words of which API make what: the one table that the reader of code goes by. Every row of a shape names where
// the API says so.

namespace sepax::paste {

/// A function or class that makes a shape. `roles` says what its numbers are, vectors taken apart, one word a number:
///   hx hy hz half sizes · sx sy sz full sizes · r radius · half, full, caps, halfcaps: a length, halved or not, caps
///   included or not · foot a full length of what stands on the origin · rstart the radius at the lower end · cx cy cz
///   centre in the body; may be missing in front of all else and behind it · turn about it in the plane, in radians;
///   may be missing · ax ay az, bx by bz ends, of five numbers those of the plane · lx ly lz, ux uy uz least and
///   greatest corner · px py pz the body's position · nx ny nz d a plane; d may be missing, and counts against them as
///   -d · kx ky full sizes from the position as corner · border how far a rounded shape extends around these · ex ey ez
///   half sizes, which of them is the length being the axis' business · width height of the rectangle around a capsule,
///   which lies along its longer side; upright behind them: along y, or as its direction says · sides of a polygon, or
///   around an axis; may be missing at the end · axis 0 1 2, may be missing · _ anything · ? first: a number in front
///   that may be missing · @ first: what has the pose · points: all of them are corners, but a border behind; centroid
///   behind them: the position is their centroid's. (…)|…: the first where the first argument is a vector
struct ShapeRow {
  const char* name;  ///< the end of the qualified name: "Capsule.new_y"
  const char* type;  ///< of case files; "sphere" and "capsule" serve both spaces
  const char* roles;
  char axis = 'y';
  const char* source = "";
  const char* scope = "";  ///< what the qualified name or text must hold besides, in lower case
};
[[nodiscard]] const std::vector<ShapeRow>& shapeRows();

/// Which scopes of the tables a text holds, looked for once a text.
class TextScopes {
 public:
  TextScopes() = default;
  explicit TextScopes(std::string_view lowered_text);
  [[nodiscard]] bool holds(std::string_view scope) const { return held_.contains(scope); }

 private:
  std::set<std::string_view> held_;
};

/// The row for a qualified name: the longest name that it ends in, one of whose scope the text speaks first; null when
/// there is none.
[[nodiscard]] const ShapeRow* findShapeRow(std::string_view qualified, const TextScopes& scopes);

/// The meaning of an API's numbers beyond the sizes of shapes.
struct Conventions {
  const char* engine = "";
  bool is_left_handed =
      false;  ///< as right-handed ones they are the mirror image: verdicts, depths and distances are the same
  bool is_z_up = false;
  const char* unit = "";  ///< of lengths, where it is not the metre
};
[[nodiscard]] Conventions conventionsOf(const char* source);

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

struct RotationRow {
  const char* name;
  RotationKind kind;
  const char* source;
  AngleUnit unit = AngleUnit::kRadians;  ///< of the angles that it has
  const char* order = "";                ///< in which three angles are applied, as a case writes it; empty: it has none
  const char* axes = "xyz";              ///< which axes the arguments are about
  const char* scope = "";                ///< what the text must hold besides, in lower case
};
[[nodiscard]] const RotationRow* findRotationRow(std::string_view qualified, const TextScopes& scopes = {});

/// An API whose quaternions are lists of numbers, which do not tell their order.
struct QuaternionApi {
  const char* word;  ///< what the text must hold, in lower case
  const char* order;
  const char* name;
};
/// Null: the text speaks of none.
[[nodiscard]] const QuaternionApi* findQuaternionApi(std::string_view lowered_text);

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
  kScale
};
[[nodiscard]] Setter setterOf(std::string_view method);

}  // namespace sepax::paste
