#pragma once

#include "document/document.h"
#include "format/json_reader.h"

namespace sepax {

/// Reads the rotation of a body, given in one of its forms (rows of bodyKeys()); errors go to the reader. Axis and
/// angle or Euler angles become a quaternion; exact quarter turns about coordinate axes a matrix of zeros and ones.
[[nodiscard]] Rotation readRotation(JsonReader& reader, ObjectReader& body, Space space);

/// A rotation followed by `first` in body space: body point → rotation · first · point. Quarter turns stay exact.
[[nodiscard]] Rotation after(const Rotation& rotation, const Mat3& first);

}  // namespace sepax
