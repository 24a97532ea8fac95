#pragma once

#include "bundle/tree.h"
#include "core/error.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

// The checks of a mesh file before a library reads it: that it is whole where the library would hang or ask for
// all memory, what it misreads, and which files beside it belong to it.

namespace sepax {

/// The mesh rewritten as assimp 5.2 reads it right, or nothing where it does so anyway: a PLY whose faces come before
/// its vertices has them behind, and faces for strips of triangles; a binary STL ends with its last triangle, whatever
/// its first bytes say; words of a text STL are in small letters, and its solids have no names; lines of an OBJ have no
/// blanks in front and no comments behind their numbers, which begin with a digit; an OFF has no comments; axis and
/// unit of a COLLADA have no blanks around them; numbers of a text X have one behind each comma. Refuses PLY and STL
/// files that are cut off or that claim more than they can hold, a COLLADA with a node that is skewed, and a 3MF with
/// parts in several models. Goes by the name's extension.
[[nodiscard]] Result<std::optional<std::vector<std::byte>>> preparedMeshFile(std::span<const std::byte> bytes,
                                                                             const std::string& name);

/// The length in metres of a unit of a mesh file that says it as text: a COLLADA, a 3MF (millimetres where it says
/// nothing). 1 for all others. Refuses a unit that 3MF has not, and one of a COLLADA that is no length.
[[nodiscard]] Result<double> metresPerUnit(std::span<const std::byte> bytes, const std::string& name);

/// The largest number by which a node of a COLLADA is moved that is moved more than once, in the file's units: assimp
/// rounds the sum. 0 where there is none.
[[nodiscard]] double farthestMoveOfCollada(std::span<const std::byte> bytes);

/// The files that the lines "mtllib" of an OBJ name, each once; at most 16.
[[nodiscard]] std::vector<std::string> materialFiles(std::span<const std::byte> bytes);

/// "a b.bin" for "a%20b.bin".
[[nodiscard]] std::string percentDecoded(const std::string& uri);

// The files that a case or a mesh names relative to itself, and no others.

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
