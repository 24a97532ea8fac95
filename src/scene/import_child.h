#pragma once

#include "core/error.h"
#include "core/platform.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace sepax {

/// What an import program may use. A mesh of 2 000 000 triangles needs a tenth of it.
inline constexpr ChildLimits kImportLimits = {
    .memory_bytes = 3ull << 30, .cpu_seconds = 30, .wall_seconds = 60, .output_bytes = 320u << 20};

/// Lets one of our import programs ("sepax-import", "sepax-import-picture") read `bytes` under limits and returns its reply. Whatever
/// goes wrong (refusal, crash, time or memory limit) is an error about the file `name`, in one line.
[[nodiscard]] Result<std::vector<std::byte>> runImport(const std::string& program, std::span<const std::byte> bytes,
                                                       const std::string& name, const ChildLimits& limits = kImportLimits);

/// What became of an import program, as its reply or as an error about the file `name`.
[[nodiscard]] Result<std::vector<std::byte>> evaluateImport(ChildResult child, const std::string& name);

}  // namespace sepax
