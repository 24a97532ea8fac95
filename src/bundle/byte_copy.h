#pragma once

#include "bundle/byte_source.h"
#include "core/output_file.h"
#include "core/progress.h"

#include <cstdint>
#include <string>

namespace sepax {

/// Appends a range of a source to a file, piece by piece. A progress sink that says no is an error "stopped".
[[nodiscard]] Result<void> copyBytes(const ByteSource& source, std::uint64_t offset, std::uint64_t size,
                                     OutputFile& file, const std::string& what, const ProgressSink& progress = {});

}  // namespace sepax
