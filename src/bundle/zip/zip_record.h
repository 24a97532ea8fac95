#pragma once

#include "bundle/findings.h"
#include "bundle/tree.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace sepax {

/// The fields that reading an entry needs beyond its TreeEntry.
struct ZipRecord {
  std::uint16_t flags = 0;
  std::uint16_t local_flags = 0;
  std::uint16_t aes_version = 0;        ///< 1: the CRC counts, 2: it is left out
  std::uint16_t time = 0;               ///< MS-DOS time, from which ZipCrypto takes its check byte
  bool is_dos_folder = false;           ///< by its attribute; the name need not end with a slash
  bool has_bad_extra = false;           ///< of the directory
  std::optional<FindingKind> obstacle;  ///< why the entry cannot be read, found while listing
};

struct ZipDirectory {
  std::vector<TreeEntry> entries;
  std::vector<ZipRecord> records;  ///< one for each entry
  bool is_zip64 = false;
};

}  // namespace sepax
