#pragma once

#include "core/error.h"
#include "scene/case_file.h"
#include "scene/expectation.h"
#include "scene/query.h"

#include <functional>
#include <string>
#include <vector>

namespace sepax {

/// What `check` found out about one case.
struct CheckedCase {
  std::string file;  ///< as given; of a case in a bundle "main.obb/cases/x.json"
  std::string name;
  Space space = Space::k3d;
  std::vector<PairReport> reports;           ///< a pair after the other, each by every asked algorithm
  std::vector<QueryReport> queries;          ///< the case's queries with their answers
  std::vector<Expectation> expectations;     ///< those that were compared
  std::vector<ExpectationFailure> failures;  ///< expectations that failed, algorithms that disagree
  std::vector<std::string> warnings;
};

/// Tests a case's pairs. `algorithm` is a row of the pair table or "all", which also compares every row with the first.
[[nodiscard]] Result<CheckedCase> checkCase(const LoadedCase& loaded, const std::string& file, const std::string& algorithm, bool expect);

/// Calls `visit` with each case of a path: the file itself, or every case inside when it is a bundle or a folder.
void visitCases(const std::string& path, const std::function<void(const std::string& file, const Result<LoadedCase>&)>& visit);

}  // namespace sepax
