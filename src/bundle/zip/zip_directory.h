#pragma once

#include "bundle/findings.h"
#include "bundle/tree.h"
#include "bundle/zip/zip_end.h"
#include "bundle/zip/zip_record.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

/// Walks the central directory and compares every entry with its local header. Counts and sizes that the archive states
/// are only compared: what is allocated grows with the records that are really there, at most options.max_entries.
[[nodiscard]] ZipDirectory readZipDirectory(const ByteSource& source, const ZipEnd& end, const OpenOptions& options,
                                            FindingCollector& findings);

}  // namespace sepax
