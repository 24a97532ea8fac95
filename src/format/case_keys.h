#pragma once

#include <span>

namespace sepax {

/// Whether a key must be there, in tables of keys.
inline constexpr bool kRequired = true, kOptional = false;

/// The form of a key's value; rows of valueForms() say it in words and in JSON Schema (format/case_schema.h).
enum class ValueForm {
  kNumber,
  kLength,  ///< from 0 up, metres or seconds
  kFlag,
  kText,
  kBody,       ///< id of a body
  kPair,       ///< ids of two bodies
  kVector,     ///< one number for each dimension
  kDirection,  ///< the same, not all zero
  kScale,      ///< a vector of factors or one number for all
  kRotationVector,
  kQuaternion,
  kMatrix,
  kAxisAngle,
  kEuler,
  kColour,
  kVolumeNames,
  kSpace,
  kVersion,
  kShape,
  kBodies,
  kPairs,
  kQueries,
  kExpectations,
  kRoom,
};

/// Which space a key belongs to.
enum class KeySpace { kBoth, k2d, k3d };

/// A key of an object in a case file.
struct CaseKey {
  const char* name;
  ValueForm form;
  bool is_required;
  const char* summary;
  KeySpace space = KeySpace::kBoth;
};

/// Keys of a case, of a body in it and of a child in a compound shape, in the order in which they are written. Shapes
/// have their fields (geom/field.h), queries their types (format/query.h), expectations their keys
/// (format/expectation_keys.h).
[[nodiscard]] std::span<const CaseKey> caseKeys();
[[nodiscard]] std::span<const CaseKey> bodyKeys();
[[nodiscard]] std::span<const CaseKey> childKeys();

}  // namespace sepax
