#pragma once

#include "document/document.h"
#include "format/case_file.h"
#include "format/json_reader.h"
#include "media/model_import.h"

#include <map>
#include <optional>
#include <string>

namespace sepax {

/// Reads the rotation of a body, given in one of its forms (rows of bodyKeys()); errors go to the reader. Axis and
/// angle or Euler angles become a quaternion; exact quarter turns about coordinate axes a matrix of zeros and ones.
[[nodiscard]] Rotation readRotation(JsonReader& reader, ObjectReader& body, Space space);

/// A rotation followed by `first` in body space: body point → rotation · first · point. Quarter turns stay exact.
[[nodiscard]] Rotation after(const Rotation& rotation, const Mat3& first);

/// The mesh files that a case names, each imported once.
struct MeshFiles {
  const FilesBeside& read_file;
  std::map<std::string, ImportedMesh> imported;
};

/// Where a shape given by its ends ("from", "to" instead of "half_length") lies in body space: point of the body →
/// middle + rotation · point of the shape, which is along x in 2D and y in 3D.
struct ShapeEnds {
  Vec3 middle{0.0};
  Mat3 rotation{1.0};
};

/// Reads a body's "shape" object; its fields come from the shape kinds themselves (`fields()`). Errors go to the
/// reader. `extra_json` receives its unknown keys, `ends` where it lies when it is given by its ends.
[[nodiscard]] Shape readShape(JsonReader& reader, const JsonPlace& place, Space space, MeshFiles& meshes,
                              std::string& extra_json, std::optional<ShapeEnds>& ends);

}  // namespace sepax
