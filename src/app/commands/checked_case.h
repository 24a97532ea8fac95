#pragma once

#include "core/error.h"
#include "document/tested_pairs.h"
#include "format/case_file.h"
#include "format/expectation.h"
#include "format/query.h"

#include <functional>
#include <string>
#include <vector>

namespace sepax {

/// The results of `check` for one case. The reports of its pairs are given away as they are made: a crowd has a
/// million.
struct CheckedCase {
  std::string file;  ///< as given; of a case in a bundle "main.obb/cases/x.json"
  std::string name;
  Space space = Space::k3d;
  TestedPairs tested;
  std::size_t reports = 0;                                   ///< that the pairs give, by every asked algorithm
  bool is_compared = false;                                  ///< a pair has the reports of several algorithms
  std::size_t separated = 0, touching = 0, overlapping = 0;  ///< verdicts of the first row; set by checkPairs
  std::vector<QueryReport> queries;                          ///< the case's queries with their answers
  std::vector<Expectation> expectations;                     ///< those that were compared
  std::vector<double> seconds;                               ///< that each of them took
  std::vector<ExpectationFailure> failures;                  ///< expectations that failed, algorithms that disagree
  std::vector<std::string> warnings;
};

/// Which rows of the pair table answer: one by its name, or several that are also compared with the first.
inline constexpr const char* kSoundRows = "all";
inline constexpr const char* kAllRows = "all+historical";

/// The queries of `check` to a case.
struct CheckRequest {
  std::string algorithm = "sat";  ///< a row of the pair table, kSoundRows or kAllRows
  bool expect = false;            ///< compare with what the case expects
  Culling culling = Culling::kOfCrowds;
};

/// Answers a case's queries and expectations, and finds out which pairs are to be tested; an error of theirs is found
/// here, too.
[[nodiscard]] Result<CheckedCase> checkCase(const LoadedCase& loaded, const std::string& file,
                                            const CheckRequest& request);

/// Tests the pairs in order, each by every asked algorithm, and calls `visit(report, size)` with each; size is the
/// pair's, metres. Counts verdicts and adds where algorithms disagree.
void checkPairs(const LoadedCase& loaded, const CheckRequest& request, CheckedCase& checked,
                const std::function<void(const PairReport&, double)>& visit);

/// Calls `visit` with each case of a path: the file itself, every case inside when it is a bundle or a folder, or
/// standard input for "-".
void visitCases(const std::string& path,
                const std::function<void(const std::string& file, const Result<LoadedCase>&)>& visit);

}  // namespace sepax
