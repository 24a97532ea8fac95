#pragma once

#include "app/checked_case.h"

#include <string>
#include <vector>

// How a checked case is shown. Each text ends with a newline.

namespace sepax {

/// The contract's JSON object, on one line.
[[nodiscard]] std::string caseJson(const CheckedCase& checked);
/// Verdicts and axis tables for a terminal.
[[nodiscard]] std::string caseTable(const CheckedCase& checked);
/// A JUnit report: a suite a case, a test an expectation; `unusable` files are errors.
[[nodiscard]] std::string junitXml(const std::vector<CheckedCase>& cases, const std::vector<Error>& unusable);

}  // namespace sepax
