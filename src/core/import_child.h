#pragma once

#include "core/error.h"
#include "core/process.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace sepax {

/// The limits of an import program. A mesh of 2 000 000 triangles needs a tenth of it.
inline const ChildLimits kImportLimits = {
    .memory_bytes = 3ull << 30, .cpu_seconds = 30, .wall_seconds = 60, .output_bytes = 320u << 20};

/// Lets one of our import programs ("sepax-import", "sepax-import-picture", "sepax-import-entry") read `bytes` under
/// limits and returns its reply. Whatever goes wrong (refusal, crash, time or memory limit) is an error about the file
/// `name`, in one line.
[[nodiscard]] Result<std::vector<std::byte>> runImport(const std::string& program, std::span<const std::byte> bytes,
                                                       const std::string& name,
                                                       const ChildLimits& limits = kImportLimits);

/// Runs an import program without arguments, with the bytes piece by piece in and out. An error of `input` or `output`
/// ends the program and is returned unchanged; kNotFound when there is no such program.
[[nodiscard]] Result<void> streamImport(const std::string& program, const std::string& name, const ChildInput& input,
                                        const ChildOutput& output, const ChildLimits& limits);

/// The result of an import program: its reply, or an error about the file `name`.
[[nodiscard]] Result<std::vector<std::byte>> evaluateImport(ChildResult child, const std::string& name);

}  // namespace sepax
