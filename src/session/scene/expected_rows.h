#pragma once

#include "core/language.h"
#include "document/expected.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sepax {

struct Workspace;

/// An expectation of the case, and its failure by the chosen algorithm, or by the one that the expectation names.
struct ExpectedRow {
  std::string text;                   ///< "A × B: touching, separation 0 m"
  std::vector<std::string> failures;  ///< empty: it holds
};

/// Derived in the background while a panel shows it: a mesh takes long. Until then the rows of the change before stay.
struct ExpectedRows {
  std::shared_ptr<const std::vector<ExpectedRow>> rows;
  std::uint64_t revision = ~0ull, asked = ~0ull;  ///< what they are of, and what is evaluated now
  std::string algorithm;                          ///< of what is evaluated now
  Language language = Language::kEnglish;         ///< of its texts
};

/// The rows of the document, as far as they are known; asks for them anew after a change.
void updateExpected(Workspace& workspace);

/// The reference's answer about the shown pair becomes the case's expectation of it and replaces the one before.
void keepAnswer(Workspace& workspace);

/// In one line what is expected; world space, metres.
[[nodiscard]] std::string describe(const Expectation& expected);

}  // namespace sepax
