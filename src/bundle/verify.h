#pragma once

#include "bundle/findings.h"
#include "bundle/tree.h"
#include "core/progress.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {

/// Adds the findings of names, sizes, footer and directory that need no entry read, beyond those of the tree itself:
/// the naming rule, size limits, footer against file name, clashing and unportable names, suspicious ratios; with
/// `as_android` (or for .obb files) what Android's readers need.
void applyRules(const Tree& tree, bool as_android, FindingCollector& findings);

/// Whether an entry unpacks to so much more than its size that it is rather a bomb.
[[nodiscard]] bool unpacksSuspiciously(const TreeEntry& entry);

/// A path as file systems compare it that take upper and lower case for the same.
[[nodiscard]] std::string foldedName(std::string_view path);

/// For every entry whether its bytes overlap another's of the same container, by offsets alone: archives that unpack to
/// far more than they hold are made so.
[[nodiscard]] std::vector<bool> overlappingEntries(const Tree& tree);

struct VerifyOptions {
  unsigned threads = 0;     ///< 0: as many as there are cores, at most 4
  bool digests = true;      ///< SHA-256 (and MD5 of a PCK) of the whole file
  bool as_android = false;  ///< hold any ZIP against what Android's readers need, not only .obb files
  /// Called by the working threads, one at a time, about ten times a second; false ends the work early. Totals are what
  /// the container declares, the digest included.
  ProgressSink progress = {};
};

/// Entries of one compression.
struct MethodCount {
  Compression method = Compression::kStored;
  std::size_t entries = 0;
  std::uint64_t size = 0;
  std::uint64_t compressed_size = 0;
};

/// Everything that can be said about a container after reading all of it. Plain data: window, command line and JSON
/// show the same.
struct VerifyReport {
  std::string name;
  ContainerKind kind = ContainerKind::kUnknown;
  std::string description;
  std::optional<ObbFooter> footer;
  std::vector<Fact> facts;  ///< the container's own, file size, digests
  std::vector<MethodCount> methods;
  std::vector<Finding> findings;    ///< those of the tree first, then what reading showed
  std::size_t files = 0;            ///< entries that are no folders
  std::size_t checked = 0;          ///< of these: read to the end, sizes and checksums right
  std::size_t damaged = 0;          ///< read, and found wrong
  std::size_t not_checked = 0;      ///< encrypted without password, or of a method that is not read
  std::uint64_t bytes_checked = 0;  ///< unpacked
  std::string sha256, md5;          ///< of the whole file; empty when not asked for
  double seconds = 0;
  bool is_locked = false;            ///< encrypted as a whole, no (or a wrong) password
  std::optional<Error> failed_read;  ///< of the file: the counts and findings may lack anything then
  bool is_cancelled = false;         ///< counts and findings of reading are missing then
};

/// Reads every entry, by several threads, and adds what only the whole shows: naming rule, limits, footer against name,
/// Android's profile, clashing names, fake encryption. Memory does not depend on the container's size.
[[nodiscard]] VerifyReport verify(const Tree& tree, const VerifyOptions& options = {});

/// 0 sound (at most infos), 1 findings, 2 nothing can be used or said: not opened, every entry damaged, or a read that
/// failed.
[[nodiscard]] int verdictOf(const VerifyReport& report);

}  // namespace sepax
