#pragma once

#include "bundle/fat/fat_directory.h"
#include "bundle/findings.h"
#include "bundle/tree.h"

#include <memory>
#include <optional>
#include <string>

namespace sepax {

/// The bytes of an image: as on disk, and as a file system (footer stripped, decrypted).
struct FatBytes {
  std::shared_ptr<const ByteSource> whole;
  std::shared_ptr<const ByteSource> payload;
  std::string protection;  ///< how the payload was decrypted ("PBKDF2 of UTF-8"), empty when it is plain
};

/// The tree of a FAT12, FAT16 or FAT32 image. `findings` are those made so far; the tree adds its own.
[[nodiscard]] std::shared_ptr<const Tree> openFat(FatBytes bytes, FatVolume volume, std::string name,
                                                  std::optional<ObbFooter> footer, const OpenOptions& options,
                                                  FindingCollector findings);

}  // namespace sepax
