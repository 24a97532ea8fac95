#pragma once

#include "bundle/fat/fat_directory.h"
#include "bundle/write/entry_changes.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

namespace sepax {

/// A file that an image shall hold.
struct FatPlacement {
  const NewEntry* entry = nullptr;
  std::optional<std::size_t> replaces;  ///< the file whose bytes it takes the place of; nothing: it is added
};

/// Takes whole multiples of 512 bytes for a place of the image that is such a multiple.
using SectorSink = std::function<Result<void>(std::uint64_t offset, std::span<const std::byte>)>;

/// Changes the files of a FAT12, FAT16 or FAT32 image where they are: type, size, geometry, label, serial number, boot
/// code and all that is not named stay. A replaced file keeps its slot, its name and its attributes. Clusters that get
/// free are filled with zeros. Hands to `write` what changes; `image` is still read meanwhile and must not show it.
/// `directory` is readFatDirectory() of the image, without a broken chain; `removed` are entries of it. Refuses
/// (kTooLarge) what does not fit, and says how much is missing.
[[nodiscard]] Result<void> editFatImage(const ByteSource& image, const FatVolume& volume, const FatDirectory& directory,
                                        std::span<const std::size_t> removed, std::span<const FatPlacement> placed,
                                        const SectorSink& write);

}  // namespace sepax
