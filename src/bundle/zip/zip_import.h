#pragma once

#include "bundle/byte_source.h"
#include "bundle/compression.h"
#include "bundle/zip/zip_packed.h"

#include <cstdint>

namespace sepax {

/// Unpacks what libarchive reads and we do not: LZMA, xz, zstd and PPMd, in a child process (program
/// sepax-import-entry) with memory and time limits, piece by piece. What comes is neither limited to `size` nor
/// compared with anything: that is the sink's part. `size`, which the entry declares, goes to the library and into the
/// time limit. Errors come without `where`; kUnsupported without that program.
[[nodiscard]] Result<void> unpackInChild(Compression method, PackedBytes& packed, std::uint64_t size,
                                         const ByteSink& sink);

}  // namespace sepax
