#pragma once

#include "bundle/tree.h"
#include "core/error.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

// The files that a case or a mesh names relative to itself, and no others.

namespace sepax {

/// Size of a file that a case or a mesh may refer to.
inline constexpr std::size_t kMaxMeshBytes = 256u << 20;

/// Gives the bytes of a file by its path from the folder of the one that names it; refuses paths that leave that folder
/// or bundle. An empty one knows no files.
using FilesBeside = std::function<Result<std::vector<std::byte>>(const std::string& relative)>;

/// Files in a folder on disk and below it, and nothing above it, links included.
[[nodiscard]] FilesBeside filesBelow(const std::string& folder);
/// Files in a folder of a bundle ("" is its root) and anywhere else in that bundle. Refers to the tree.
[[nodiscard]] FilesBeside filesBelow(const Tree& tree, const std::string& folder);

/// The files beside the file `file` on disk.
[[nodiscard]] FilesBeside filesBeside(const std::string& file);
/// The files beside the entry `path` of a bundle. Refers to the tree.
[[nodiscard]] FilesBeside filesBeside(const Tree& tree, const std::string& path);

}  // namespace sepax
