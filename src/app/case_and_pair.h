#pragma once

#include <optional>
#include <string>

#include "scene/case_reader.h"

// What the commands about one pair of a case have in common: FILE|- and --pair A,B.

namespace sepax {

/// The case in a file, or of "-" in standard input, where it names no other files.
[[nodiscard]] Result<LoadedCase> caseOrStandardInput(const std::string& file);

/// "A,B" as two bodies of the document; of an empty text its first pair. None where a body is not there.
[[nodiscard]] std::optional<PairIds> pairNamed(const Document& document, const std::string& text);

}  // namespace sepax
