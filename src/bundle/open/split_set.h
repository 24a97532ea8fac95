#pragma once

#include "bundle/byte_source.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

/// The files that one archive was split over.
struct SplitSet {
  std::string name = {};             ///< of the whole
  std::vector<std::string> files;    ///< paths, in order
  std::vector<std::string> missing;  ///< names of those that are not there
  std::string next = {};             ///< of plain pieces: the name that one behind the last would have
  bool has_disks =
      false;  ///< PKWARE's x.z01 … x.zip, whose offsets count from each part's start; else plain pieces x.001 …
};

/// The set that a file on disk belongs to by its name (and, of a .zip, by its end record), or nullopt.
[[nodiscard]] std::optional<SplitSet> findSplitSet(const std::string& path);

/// The parts as one run of bytes.
struct JoinedSet {
  std::shared_ptr<const ByteSource> bytes;
  std::vector<std::uint64_t> starts;  ///< of each part
};
[[nodiscard]] Result<JoinedSet> joinSplitSet(const SplitSet& set);

}  // namespace sepax
