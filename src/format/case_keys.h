#pragma once

#include <span>
#include <string_view>

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
  kSimulation,
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

/// The keys of a body, and of a case, that only `sepax simulate` reads: documents keep them as they are.
[[nodiscard]] bool isSimulationKey(std::string_view key);

/// Keys of a case, of a body in it and of a child in a compound shape, in the order in which they are written. Shapes
/// have their fields (geom/field.h), queries their types (format/query.h), expectations their keys
/// (format/expectation_json.h).
[[nodiscard]] std::span<const CaseKey> caseKeys();
[[nodiscard]] std::span<const CaseKey> bodyKeys();
[[nodiscard]] std::span<const CaseKey> childKeys();

// Is this a case? Many .json files of a bundle belong to other programs, so a name is only a first guess.

/// True for names of files that may be cases ("….json", in any case of letters).
[[nodiscard]] bool isCaseName(std::string_view path);

/// True when the beginning of a file is that of JSON, whatever its name: after a byte-order mark and white space a
/// brace or bracket, and no control characters.
[[nodiscard]] bool startsLikeJson(std::string_view head);

/// True when JSON has a "sepax" key at its top; also when it names one but is broken: then a case was meant.
[[nodiscard]] bool isCaseText(std::string_view text);

}  // namespace sepax
