#pragma once

#include "core/error.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Common to all commands: exit statuses and how they print.

namespace sepax {

inline constexpr int kExitFine = 0;
inline constexpr int kExitFailed = 1;    ///< a check failed or found something; standard output says what
inline constexpr int kExitUnusable = 2;  ///< arguments, input or machine cannot be used; standard error says why

/// All of standard input. Errors: more than `max_bytes`, or it could not be read.
[[nodiscard]] Result<std::string> readStandardInput(std::size_t max_bytes);

/// The candidate that a mistyped word is nearest to by insertions, deletions, replacements and swaps of neighbours;
/// none within two of them, or one in short words.
[[nodiscard]] std::optional<std::string> nearestWord(std::string_view word, const std::vector<std::string>& candidates);

/// Prints "sepax: MESSAGE" on standard error, as one line without control characters; kExitUnusable.
int complain(std::string_view message);
int complain(const Error& error);

/// Prints a text on standard output, what a terminal would obey in it as escapes; false when it could not be written.
bool print(std::string_view text);
/// Prints the text and a newline.
bool printLine(std::string_view text);

/// Ends standard output: kExitFine, or kExitUnusable and a complaint when something of it could not be written.
int finishOutput(bool was_printed = true);

}  // namespace sepax
