#pragma once

#include "bundle/tree.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace sepax {

/// A ZIP's entry keeps this of the one whose place it takes.
struct ZipHeritage {
  std::uint16_t made_by = 0;     ///< the system whose attributes they are
  std::uint32_t attributes = 0;  ///< permissions among them
  std::string owner = {};        ///< the extra field of the owner's numbers; may be empty
};

/// Something that shall become an entry of a bundle.
struct NewEntry {
  std::string path = {};  ///< UTF-8, '/' between parts, none at the end
  bool directory = false;
  std::uint64_t size = 0;  ///< bytes that `stream` hands over
  DosTime modified = {};
  std::function<Result<void>(const ByteSink&)> stream = {};  ///< not called for folders; may be called twice
  std::optional<ZipHeritage> heritage = {};
};

/// One change to a bundle.
struct EntryChange {
  std::string path;  ///< an entry; with nothing to put there also a folder, which goes with all that is in it
  std::optional<NewEntry> entry;  ///< what takes its place, or is added; nothing: removed
};

struct RepackOptions {
  std::string output = {};      ///< may be the input
  std::string password = {};    ///< opens and closes an encrypted image; encrypts entries of a ZIP by AES-256
  bool encrypts = false;        ///< ZIP: all new entries, and not only those whose predecessor was encrypted
  bool allows_clashes = false;  ///< ZIP: names that differ only in upper and lower case
  bool follows_links = false;   ///< the output's other names in its folder get the new bytes, too
};

struct RepackReport {
  std::uint64_t kept = 0, replaced = 0, added = 0, removed = 0;
  std::uint64_t output_bytes = 0;
  std::vector<std::string> decrypted;  ///< replaced entries that were encrypted and are not any more
  std::uint64_t other_names = 0;       ///< of the output (hard links), which keep the bytes from before
  bool removed_signature = false;      ///< Android's signing block, which any change makes invalid
};

/// The fate of each old entry, and the changes that are additions.
struct Decision {
  std::vector<bool> goes;                                  ///< for each old entry
  std::unordered_map<std::size_t, std::size_t> change_of;  ///< old entry → change that takes its place in the directory
  std::vector<std::size_t> additions;                      ///< changes
};

/// Decides what changes mean for a bundle, and counts in the report. Refuses a path that is named twice, none to
/// remove, a dangerous name, a file where a folder is or below a file, and without `allows_clashes` names that differ
/// from another's only in upper and lower case.
[[nodiscard]] Result<Decision> decide(const Tree& tree, const std::vector<EntryChange>& changes, bool allows_clashes,
                                      RepackReport& report);

}  // namespace sepax
