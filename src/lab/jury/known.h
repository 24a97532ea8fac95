#pragma once

#include "core/error.h"
#include "lab/jury/jury.h"

#include <optional>
#include <string>
#include <vector>

// Differences from the reference that are accepted: a file of them beside the cases makes `sepax jury` fail for new
// ones alone.

namespace sepax {

/// A difference that is accepted, with its reason.
struct KnownDifference {
  std::string file;                  ///< the case, relative to the folder of the file of known differences
  std::vector<std::string> subject;  ///< a pair's two bodies, or a query's name alone
  std::string juror;
  std::vector<std::string> differs;  ///< as JuryDifference names them, or "crashed", "timeout", "error"
  double by = 0;                     ///< metres
  std::string because;
  bool occurred = false;  ///< in this run
};

class KnownDifferences {
 public:
  /// Reads such a file. Errors name the place and what was expected.
  [[nodiscard]] static Result<KnownDifferences> read(const std::string& path);
  /// None yet, of a file that `path` is to become.
  explicit KnownDifferences(std::string path) : path_(std::move(path)) {}

  /// The reason why a row's difference is accepted; nullopt where it is not listed, or grew by more than the row's
  /// tolerance, or differs in more.
  [[nodiscard]] std::optional<std::string> reasonFor(const std::string& file, const std::vector<std::string>& subject,
                                                     const JuryRow& row);
  /// Notes that a case was asked.
  void noteCase(const std::string& file);

  /// Differences of cases that were asked, which did not occur.
  [[nodiscard]] std::vector<KnownDifference> gone() const;
  /// Whether it lists none of the cases that were asked, though it lists some: it is of another run.
  [[nodiscard]] bool isOfOtherCases() const;

  /// Replaces the differences of the cases that were asked by those of this run, which reasonFor() saw. Reasons stay.
  [[nodiscard]] Result<void> update() const;

 private:
  [[nodiscard]] std::string relative(const std::string& file) const;

  std::string path_;
  std::vector<KnownDifference> known_, seen_;
  std::vector<std::string> asked_;
};

/// The parts in which a row differs from the reference, as "separation", or how it ended; empty: it agrees, or was not
/// asked.
[[nodiscard]] std::vector<std::string> disagreementsOf(const JuryRow& row);

}  // namespace sepax
