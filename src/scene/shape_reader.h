#pragma once

#include "scene/case_file.h"
#include "scene/json_reader.h"
#include "scene/mesh_import.h"

#include <map>
#include <string>

namespace sepax {

/// The mesh files that a case names, each imported once.
struct MeshFiles {
  const CaseFileReader& read_file;
  std::map<std::string, ImportedMesh> imported;
};

/// Reads a body's "shape" object; its fields come from the shape kinds themselves (`fields()`). Errors go to the reader.
/// `extra_json` receives its unknown keys.
[[nodiscard]] Shape readShape(JsonReader& reader, const JsonPlace& place, Space space, MeshFiles& meshes, std::string& extra_json);

}  // namespace sepax
