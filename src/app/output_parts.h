#pragma once

#include "bundle/tree.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What the outputs of the bundle commands are put together from.

namespace sepax {

/// A text as a JSON string with its quotes.
[[nodiscard]] std::string jsonString(std::string_view text);
void appendJsonString(std::string& out, std::string_view text);

/// "123 bytes", "4.5 MiB"
[[nodiscard]] std::string sizeText(std::uint64_t bytes);

/// The same as jsonString, or "null" for an empty text.
[[nodiscard]] std::string orNull(const std::string& text);

[[nodiscard]] std::string footerJson(const std::optional<ObbFooter>& footer);
[[nodiscard]] std::string findingsJson(const std::vector<Finding>& findings);
[[nodiscard]] std::string factsJson(const std::vector<Fact>& facts);

/// Errors first; of each code the first twenty.
void appendFindings(std::string& out, const std::vector<Finding>& findings);
void appendFacts(std::string& out, const std::vector<Fact>& facts);
void appendFooter(std::string& out, const std::optional<ObbFooter>& footer);

/// Takes the newline away at the end.
void trimEnd(std::string& text);

}  // namespace sepax
