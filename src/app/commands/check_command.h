#pragma once

#include "document/tested_pairs.h"
#include "format/query_report.h"
#include "format/report_json.h"

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace sepax {

struct CheckOptions {
  std::vector<std::string> files;  ///< "-": standard input
  bool json = false;
  std::string algorithm = "sat";  ///< a row of the pair table, kSoundRows or kAllRows
  bool expect = false;
  std::string junit;  ///< file to write; empty: none
  NumberText numbers;
  std::optional<Axes> axes;     ///< none: listed for a single small case
  bool quiet = false;           ///< print what failed and nothing else
  bool strict = false;          ///< warnings make a case unusable
  std::optional<Verdict> only;  ///< print pairs of this verdict
  Culling culling = Culling::kOfCrowds;
};

/// Tests the pairs of case files, and of all cases in bundles and folders, and prints the answers on standard output.
/// Exit status: 0 fine, 1 an expectation failed or algorithms disagree, 2 unusable input (message on standard error;
/// other files are still answered).
[[nodiscard]] int runCheck(const CheckOptions& options);

/// Adds `check` to the command line; the command sets `exit_status`.
void addCheckCommand(CLI::App& app, int& exit_status);

/// Adds `algorithms`: the names that --algorithm takes.
void addAlgorithmsCommand(CLI::App& app);

}  // namespace sepax
