#pragma once

#include "bundle/zip/zip_unpack.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace sepax {

/// A name as the archive holds it, made readable.
struct ZipName {
  std::string text;      ///< UTF-8; empty when the raw name is not
  std::string encoding;  ///< "UTF-8", "UTF-8 field"; empty when it must be guessed
  bool is_sure = false;  ///< the archive says so, or all bytes are ASCII
};

/// Whether all extra fields end where their lengths say. Up to three zeros behind them are padding of older zipaligns.
[[nodiscard]] bool areExtraFieldsWhole(std::span<const std::byte> extra);

/// The payload of extra field `id`, or an empty span.
[[nodiscard]] std::span<const std::byte> findExtraField(std::span<const std::byte> extra, std::uint16_t id);

// The fields that directory records and local headers have in common.

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
