#pragma once

#include "bundle/tree.h"
#include "core/progress.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sepax {

/// Whether a refusal ("extract.…") can be allowed by ExtractOptions::allowed: suspicious, yet harmless when the user
/// knows the file. These are the warnings among the refusals; what cannot be allowed is an error.
[[nodiscard]] bool canBeAllowed(FindingKind refusal);

struct ExtractOptions {
  std::string folder = {};              ///< made when missing; nothing is written outside
  std::vector<std::string> paths = {};  ///< entries, and folders with all that is in them; empty: everything
  std::vector<std::string> allowed =
      {};                    ///< entries that the user vouches for, or codes of reasons that shall not count
  bool may_replace = false;  ///< files that exist there already
  std::uint64_t max_bytes = ~std::uint64_t{0};
};

struct ExtractReport {
  std::uint64_t files = 0, folders = 0, bytes = 0;
  std::vector<Finding> refused;  ///< codes "extract.…"
  bool stopped = false;          ///< by the progress sink
};

/// Writes the winning entries of a tree below a folder. Files keep their times of last change; one without a zone (DOS)
/// is taken as UTC, as packing writes it. Each file is written aside, checked against its CRC, synced (many together)
/// and then renamed: what is there is whole. Names that would leave the folder, links, clashes, overlaps and impossible
/// ratios are refused one by one and reported; links are never made and never written through. Nothing is written when
/// the sizes that the entries state do not fit on the disk (or into `max_bytes`), and no entry can grow beyond its
/// stated size. An error (unknown path, no folder, disk full, a read that fails) stops everything; whole files that
/// were written by then stay.
[[nodiscard]] Result<ExtractReport> extractTree(const Tree& tree, const ExtractOptions& options,
                                                const ProgressSink& progress = {});

}  // namespace sepax
