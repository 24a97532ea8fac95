#pragma once

#include "bundle/findings.h"
#include "bundle/tree.h"
#include "bundle/zip/zip_end.h"
#include "bundle/zip/zip_unpack.h"

namespace sepax {

/// Walks the central directory and compares every entry with its local header. Counts and sizes that the archive states
/// are only compared: what is allocated grows with the records that are really there, at most options.max_entries.
[[nodiscard]] ZipDirectory readZipDirectory(const ByteSource& source, const ZipEnd& end, const OpenOptions& options,
                                            FindingCollector& findings);

/// The entries of a ZIP that lost its directory (a download that broke off), found by their local headers from front to
/// back. An entry whose sizes follow its data ends at the descriptor that fits; without one it is listed and cannot be
/// read.
[[nodiscard]] ZipDirectory salvageZip(const ByteSource& source, const OpenOptions& options, FindingCollector& findings);

}  // namespace sepax
