#pragma once

#include "bundle/findings.h"
#include "bundle/zip/zip_record.h"

#include <string>

namespace sepax {

/// The entries of a ZIP that lost its directory (a download that broke off), found by their local headers from front to
/// back. An entry whose sizes follow its data ends at the descriptor that fits; without one it is listed and cannot be
/// read.
[[nodiscard]] ZipDirectory salvageZip(const ByteSource& source, const OpenOptions& options, FindingCollector& findings);

}  // namespace sepax
