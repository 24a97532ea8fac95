#pragma once

#include "core/error.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

// The checks of a mesh file before a library reads it: that it is whole where the library would hang or ask for
// all memory, what it misreads, and which files beside it belong to it.

namespace sepax {

/// The mesh rewritten as assimp 5.2 reads it right, or nothing where it does so anyway: a PLY whose faces come before
/// its vertices has them behind; a binary STL ends with its last triangle, whatever its first bytes say; numbers of an
/// OBJ begin with a digit. Refuses PLY and STL files that are cut off or that claim more than they can hold. Goes by
/// the name's extension.
[[nodiscard]] Result<std::optional<std::vector<std::byte>>> preparedMeshFile(std::span<const std::byte> bytes,
                                                                             const std::string& name);

/// The buffers that a glTF file (text or binary) has in files of their own, as its URIs say; embedded ones are left
/// out. None of other formats. Refuses what is no JSON.
[[nodiscard]] Result<std::vector<std::string>> buffersBeside(std::span<const std::byte> bytes, const std::string& name);

/// The files that the lines "mtllib" of an OBJ name, each once; at most 16.
[[nodiscard]] std::vector<std::string> materialFiles(std::span<const std::byte> bytes);

/// "a b.bin" for "a%20b.bin".
[[nodiscard]] std::string percentDecoded(const std::string& uri);

}  // namespace sepax
