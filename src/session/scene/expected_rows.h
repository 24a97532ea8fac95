#pragma once

#include "core/language.h"
#include "document/expected.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sepax {

struct Workspace;

/// What the case expects, and what of it does not hold by the chosen algorithm, or the one that the expectation names.
struct ExpectedRow {
  std::string text;                   ///< "A × B: touching, separation 0 m"
  std::vector<std::string> failures;  ///< empty: it holds
};

/// Derived in the background while somebody looks: a mesh takes its time. Until then the rows of the change before
/// stay.
struct ExpectedRows {
  std::shared_ptr<const std::vector<ExpectedRow>> rows;
  std::uint64_t revision = ~0ull, asked = ~0ull;  ///< what they are of, and what is evaluated now
  std::string algorithm;                          ///< of what is evaluated now
  Language language = Language::kEnglish;         ///< of its texts
};

/// The rows of the document, as far as they are known; asks for them anew after a change.
void updateExpected(Workspace& workspace);

/// The reference's answer about the shown pair becomes what the case expects of it, in place of what it expected
/// before.
void keepAnswer(Workspace& workspace);

/// In one line what is expected; world space, metres.
[[nodiscard]] std::string describe(const Expectation& expected);

}  // namespace sepax
