#pragma once

#include "core/error.h"
#include "document/document.h"

#include <cstddef>
#include <string>

namespace sepax {

// The rules that every body and document keeps, made by a file, a command or a panel. `where` of an error is the
// path of the value below the thing that was checked, as in a case file: "shape/half_extents/0", "bodies/1/position".

/// Pairs that a document may list, and bodies that it may have: of more than kMaxBodiesAllPairs those far apart are
/// culled (document/tested_pairs.h).
inline constexpr std::size_t kMaxPairs = 1'000'000;
inline constexpr std::size_t kMaxBodies = 100'000;

[[nodiscard]] Result<void> validateId(const std::string& id);

/// Every number of `v` finite and of at most kMaxLength; in 2D z must be zero.
[[nodiscard]] Result<void> validateVector(const Vec3& v, Space space, const std::string& where);

/// The quaternion unchanged when its length is 1 up to rounding, normalised when it is within kUnitQuaternion, refused
/// otherwise.
[[nodiscard]] Result<Quat> unitQuaternion(const Quat& q);

/// Quaternion or matrix in 3D, angle in 2D; finite, unit, and no mirror. Where: "rotation", "rotation_matrix", "angle".
[[nodiscard]] Result<void> validateRotation(const Rotation& rotation, Space space);

/// Where the body is, how it is rotated and how it moves.
[[nodiscard]] Result<void> validateTransform(const Body& body, Space space);

/// Id, shape and place.
[[nodiscard]] Result<void> validate(const Body& body, Space space);

/// The numbers of a query, which readers of files check themselves; the bodies that it names may be missing.
[[nodiscard]] Result<void> validateQuery(const Query& query, Space space, const std::string& where);

/// A pair of two different bodies of the document.
[[nodiscard]] Result<void> validatePair(const Document& document, const PairIds& pair, const std::string& where);

/// Refuses a document that lists too many pairs.
[[nodiscard]] Result<void> validatePairCount(const Document& document);

/// The rules between bodies and lists: not too many, each id once, pairs and expectations of known bodies.
[[nodiscard]] Result<void> validateReferences(const Document& document);

/// Every body, and the references.
[[nodiscard]] Result<void> validate(const Document& document);

}  // namespace sepax
