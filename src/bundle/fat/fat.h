#pragma once

#include "bundle/fat/fat_directory.h"
#include "bundle/findings.h"
#include "bundle/tree.h"

#include <memory>
#include <optional>
#include <string>

namespace sepax {

/// The tree of a FAT12, FAT16 or FAT32 image; `protection` says how the payload was decrypted ("PBKDF2 of UTF-8"),
/// empty when it is plain. `findings` are those made so far; the tree adds its own.
[[nodiscard]] std::shared_ptr<const Tree> openFat(ContainerFile file, std::string protection, FatVolume volume,
                                                  const OpenOptions& options, FindingCollector findings);

}  // namespace sepax
