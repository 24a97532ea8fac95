#pragma once

#include "core/error.h"

#include <span>
#include <string>
#include <vector>

// JUnit reports, as CI services read them.

namespace sepax {

/// A suite of tests: a case.
struct JunitSuite {
  explicit JunitSuite(std::string case_name) : name(std::move(case_name)) {}

  /// A test, which passed where nothing failed. Names are the suite's own: readers want no two alike.
  void add(const std::string& test, double took, const std::vector<std::string>& failures);
  /// A test that was not run, or whose failure is accepted.
  void skip(const std::string& test);

  std::string name, tests = {};
  std::size_t count = 0, failed = 0;
  double seconds = 0;
};

/// The report; an `unusable` file is a suite with one error.
[[nodiscard]] std::string junitXml(std::span<const JunitSuite> suites, const std::vector<Error>& unusable);

}  // namespace sepax
