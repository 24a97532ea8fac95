#pragma once

#include "core/error.h"
#include "core/json.h"
#include "document/document.h"

#include <string>

namespace sepax {

enum class NumberStyle { kShortest, kHexFloat };

/// A document as its file has it, for those that put it into JSON of their own.
[[nodiscard]] Json caseJson(const Document& document, NumberStyle style = NumberStyle::kShortest);

/// The JSON text of a document; loading it again gives identical bits, unknown keys included.
[[nodiscard]] std::string writeCase(const Document& document, NumberStyle style = NumberStyle::kShortest);

/// Writes atomically: a kill leaves the old file or the new one.
[[nodiscard]] Result<void> saveCase(const Document& document, const std::string& path,
                                    NumberStyle style = NumberStyle::kShortest);

}  // namespace sepax
