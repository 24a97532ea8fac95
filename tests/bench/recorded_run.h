#pragma once

#include "core/error.h"

#include <string>
#include <string_view>
#include <vector>

namespace sepax::bench {

/// One of our rows in a table of tools/bench.
struct RecordedRow {
  std::string name;        ///< "WORK|WHO"
  std::string than;        ///< who does the same work: the plain version or another library, the first in the table
  double nanoseconds = 0;  ///< of one item
  double ratio = 0;        ///< the other's time over ours: how many times as fast we are
};

/// A run of tools/bench. Times and ratios mean something beside others of the same processor alone.
struct RecordedRun {
  std::string processor;
  std::string date;  ///< YYYY-MM-DD, UTC
  std::vector<RecordedRow> rows;
};

/// The name of the processor that runs this; "unknown" where /proc/cpuinfo has none.
[[nodiscard]] std::string processorName();

/// The run as a JSON text, and back. Errors name the file and the member.
[[nodiscard]] std::string textOf(const RecordedRun& run);
[[nodiscard]] Result<RecordedRun> readRun(std::string_view text, const std::string& file);

/// Refuses a run that another processor made; the error names both. `file` is where the run was read from.
[[nodiscard]] Result<void> sameProcessor(const RecordedRun& recorded, const std::string& file,
                                         const std::string& processor);

/// A row that was `recorded` and is now `measured`.
struct ComparedRow {
  RecordedRow recorded, measured;
};

/// The rows of both runs, compared with the same other, whose ratio fell by more than `loss`, a share of the recorded
/// one. In the order of the recorded run; a row that only one of them has is left out.
[[nodiscard]] std::vector<ComparedRow> fallenRows(const RecordedRun& recorded, const RecordedRun& measured,
                                                  double loss);

}  // namespace sepax::bench
