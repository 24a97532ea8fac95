#pragma once

#include "bundle/tree.h"
#include "core/error.h"
#include "document/document.h"
#include "format/json_reader.h"
#include "media/mesh_file.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {

/// Size and nesting beyond which a case file is refused before anything is built from it.
inline constexpr std::size_t kMaxCaseBytes = 64u << 20;
inline constexpr int kMaxCaseNesting = 64;

struct LoadedCase {
  Document document;
  /// Unknown keys (once each, with their JSON pointer), queries this version does not answer, …
  std::vector<std::string> warnings;
};

/// Reads a case. `name` is how errors call the file ("box.json"); an empty `read_file` makes any mesh reference an
/// error. Errors: where = "name#/json/pointer", message = what was expected and what was found.
[[nodiscard]] Result<LoadedCase> parseCase(std::string_view text, const std::string& name,
                                           const FilesBeside& read_file);

/// Reads a case with mesh files below `root`, relative to its folder `directory` (none when `root` is null).
[[nodiscard]] Result<LoadedCase> parseCase(std::string_view text, const std::string& name, const Tree* root = nullptr,
                                           const std::string& directory = {});

/// A list of bodies as a case has them, in a file of another kind, which names no mesh files. Errors and warnings go to
/// the reader.
[[nodiscard]] std::vector<Body> readBodies(JsonReader& reader, const JsonPlace& list, Space space);

/// Reads a case from disk; meshes resolve beside it and never above its folder, links included.
[[nodiscard]] Result<LoadedCase> loadCase(const std::string& path);

}  // namespace sepax
