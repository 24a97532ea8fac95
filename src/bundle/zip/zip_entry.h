#pragma once

#include "bundle/zip/zip_record.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

// The fields that directory records and local headers have in common.

namespace sepax {

/// Takes ZIP64 sizes, WinZip's AES and times in UTC from the extra fields, after method, flags, sizes, CRC, offset and
/// time were set as the record states them.
void applyExtras(std::span<const std::byte> extra, TreeEntry& entry, ZipRecord& record);

/// Decodes a name whose encoding the archive states; any other waits in `raw_name`, with an empty `name_encoding`, for
/// finishZipEntries().
void takeRawName(std::string_view raw, std::span<const std::byte> extra, TreeEntry& entry, const ZipRecord& record);

/// Once all records are there: decodes the other names, all by one encoding (`name_encoding`, or guessed), and looks at
/// every local header.
void finishZipEntries(const ByteSource& source, const std::string& name_encoding, ZipDirectory& directory,
                      FindingCollector& findings);

}  // namespace sepax
