#pragma once

#include <string>
#include <string_view>

namespace sepax::paste {

/// The meaning of the numbers behind a key, in texts of any engine.
enum class Role {
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
  kResult,  ///< contacts, normals, depths: answers, never poses
};
[[nodiscard]] Role roleOf(std::string_view key);

/// The kind of shape that a word means, of case files ("box" of "cuboid", "OBB"); empty: none. `is_planar` is set for
/// words of the plane.
[[nodiscard]] std::string_view shapeWord(std::string_view word, bool& is_planar);

/// Which body of a pair a name or label means by its end: "box1" 1, "posB" 2, "X_FS2" 2; 0: none. 0-based names count
/// from `0` as 10.
[[nodiscard]] int bodyLabel(std::string_view name);

/// A key without what people put around it: lower-case letters alone, no "m_", "local", "world" or index.
[[nodiscard]] std::string plainKey(std::string_view key);

}  // namespace sepax::paste
