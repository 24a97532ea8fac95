#pragma once

#include "bundle/obb/obb.h"
#include "bundle/write/entry_changes.h"
#include "core/progress.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

enum class PackForm {
  kZip,  ///< what Google's expansion library, Unity, Unreal and everybody else reads
  kFat,  ///< a FAT16 disk image as jobb makes them, for StorageManager.mountObb
};

struct PackOptions {
  PackForm form = PackForm::kZip;
  std::string output = {};
  std::optional<ObbFooter> footer = {};  ///< required for disk images; its salt and the flag SALTED are set anew
  bool deflates = false;  ///< ZIP: deflate what is not compressed by itself; else all is stored and readable in place
  bool allows_large = false;  ///< ZIP: more than 32 767 entries or `max_bytes`, which Google's library cannot read
  std::uint64_t max_bytes = 0x7FFFFFFF - 1;  ///< of the bundle: that library's offsets are signed 32-bit numbers
  bool allows_zip64 = false;                 ///< ZIP: beyond 4 GiB or 65 534 entries; implies allows_large
  std::string password = {};                 ///< disk image: encrypts it; empty: not encrypted
  std::optional<ObbSalt> salt =
      {};  ///< for a reproducible encrypted image; otherwise rolled until devices accept the key
};

struct PackReport {
  std::uint64_t files = 0, folders = 0;
  std::uint64_t input_bytes = 0, output_bytes = 0;
  std::vector<Finding> warnings;  ///< codes "pack.…"
  /// By the rule for expansion files; empty when it is the output's name or there is no footer.
  std::string suggested_name;
};

/// Which times of last change packed entries get.
enum class EntryTimes {
  kFixed,  ///< all the same, so that the bytes of every packing are
  kKept,   ///< those of the input
};

/// The winning entries of a tree, sorted by path; folders only where they are empty. The entries keep the tree alive.
[[nodiscard]] std::vector<NewEntry> entriesOfTree(const std::shared_ptr<const Tree>& tree,
                                                  EntryTimes times = EntryTimes::kFixed);

/// A file on disk as an entry `path`.
[[nodiscard]] Result<NewEntry> newFileEntry(const std::string& file, std::string path,
                                            EntryTimes times = EntryTimes::kFixed);

/// Several inputs as one list: what lies in a folder comes to the root, a file by its own name. Refuses paths that
/// meet. The bundle that shall be written, `output`, is left out where it lies in a folder already.
[[nodiscard]] Result<std::vector<NewEntry>> gatherEntries(const std::vector<std::string>& inputs, EntryTimes times,
                                                          std::vector<Finding>& warnings,
                                                          const std::string& output = "");

/// Writes a bundle beside the output, opens it with our own reader, compares every entry with what was put in, and only
/// then lets it take the output's place: a kill at any moment leaves the old file or the new one. Refuses names that no
/// reader should meet, equal paths, and what the form cannot hold. Stopping is an error whose message is "stopped".
[[nodiscard]] Result<PackReport> packBundle(std::vector<NewEntry> entries, const PackOptions& options,
                                            const ProgressSink& progress = {});

}  // namespace sepax
