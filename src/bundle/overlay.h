#pragma once

#include "bundle/tree.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sepax {

/// Several bundles of one package (main, patch, overflow…) as one tree: entries in the order of the bundles, those that
/// a later bundle replaces marked as shadowed, the others with their role. Whole entries are replaced; nothing marks a
/// deletion. Kind and footer are the first bundle's; findings carry the bundle's name.
[[nodiscard]] std::shared_ptr<const Tree> openOverlay(std::vector<std::shared_ptr<const Tree>> layers);

/// Two versions of a bundle as one tree, to see what became of what: as laid over each other, but what only the older
/// one has is shadowed, too, and their versions may differ.
[[nodiscard]] std::shared_ptr<const Tree> openVersions(std::shared_ptr<const Tree> before,
                                                       std::shared_ptr<const Tree> after);

/// Which layer and entry of it is behind entry `index` of an overlay of these layers.
struct LayerEntry {
  std::size_t layer = 0;
  std::size_t entry = 0;
};
[[nodiscard]] LayerEntry layerOf(std::span<const std::shared_ptr<const Tree>> layers, std::size_t index);

/// The order in which files of one package lie over each other, by their names: main, patch, overflow1, overflow2, …;
/// other names stay in the order given, before those.
void sortLayers(std::vector<std::string>& paths);

/// A program that reads such bundles, and how it chooses among entries of one name.
struct KnownReader {
  const char* name;
  const char* rule;  ///< in words
  /// The overlay's entry that it takes for `candidates` (indices of one path, in order), or nullopt when it finds none.
  std::optional<std::size_t> (*pick)(std::span<const std::shared_ptr<const Tree>> layers,
                                     std::span<const std::size_t> candidates);
};
[[nodiscard]] std::span<const KnownReader> knownReaders();

/// A change that waits to be written.
struct StagedEntry {
  std::string path;  ///< an entry; without a file also a folder, with all that is in it
  std::string file;  ///< on disk, that takes its place or is added; empty: it is removed
  bool operator==(const StagedEntry&) const = default;
};

/// A bundle as it will be once the changes are written: what they remove is shadowed, what they replace keeps its index
/// and has the new size and bytes, what they add follows. Files are read when they are asked for; one that cannot be
/// opened now leaves the entry as it was.
[[nodiscard]] std::shared_ptr<const Tree> stagedTree(std::shared_ptr<const Tree> base,
                                                     std::span<const StagedEntry> staged);

/// Whether a path is this one or lies below it.
[[nodiscard]] bool isOrHolds(const std::string& above, const std::string& path);

}  // namespace sepax
