#pragma once

#include "lab/paste/api_rows.h"
#include "lab/paste/found.h"
#include "lab/paste/number_groups.h"
#include "lab/paste/value.h"

#include <optional>
#include <string_view>

namespace sepax::paste {

// Which rotations calls and objects of the grammar are.

/// How a text writes its poses, where it says so.
struct PoseHints {
  std::string_view quaternion = {};  ///< "xyzw" or "wxyz"
  std::string_view euler = "xyz";    ///< the order in which three angles are applied
  bool in_degrees = false;
  RotationKind matrix = RotationKind::kNone;
};

/// The numbers of a place, a rotation or both, by their role and how many they are: a vector, a quaternion, angles, a
/// matrix, a place and a quaternion. Other roles and counts say nothing.
void takePose(Role role, const Numbers& numbers, Findings& findings, FoundPose& pose, const PoseHints& hints = {});

/// Decides the unit of each angle in the plane that neither a word beside it nor its API has told.
void settleAngles(const std::vector<Token>& tokens, Findings& findings);

/// The coordinate axis that a name means: "Vec3::sAxisX()", "Vector3::y_axis()", "UnitZ". Nullopt: none.
[[nodiscard]] std::optional<Numbers> axisNamed(std::string_view name);
/// The least rotation that brings the z axis to lie along `way`: its axis times its angle.
[[nodiscard]] Vec3 turnOfZTo(const Vec3& way);
/// Angles about `axes`, "xyz", in the `order` in which they are applied; one alone is about that axis. Nullopt: their
/// counts differ, or the order has an axis that they are not about.
[[nodiscard]] std::optional<FoundRotation> eulerOf(const Numbers& angles, std::string_view axes, std::string_view order,
                                                   bool in_degrees);
/// Box2D's rotation: cosine and sine.
[[nodiscard]] FoundRotation angleOf(const Number& cosine, const Number& sine, Findings& findings);
/// The rotation that a call makes whose name is the row's. Nullopt: its arguments do not fit; and of matrices, which
/// takeMatrix() takes.
[[nodiscard]] std::optional<FoundRotation> rotationOf(const Value& call, const ApiRotation& row,
                                                      const NumbersOf& numbersOf, Findings& findings);
/// The rotation that an object of two members is, by their names. Nullopt: none.
[[nodiscard]] std::optional<FoundRotation> rotationOfMembers(const Value& object, const NumbersOf& numbersOf,
                                                             Findings& findings);
/// Godot's axes, as vectors of `value` its columns, as bare numbers rows; and the origin, where there are twelve.
void takeBasis(const Numbers& numbers, const Value& value, Findings& findings, FoundPose& pose);

}  // namespace sepax::paste
