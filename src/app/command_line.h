#pragma once

#include "core/error.h"

#include <string_view>

// What all commands have in common: exit statuses and how they speak.

namespace sepax {

inline constexpr int kFine = 0;
inline constexpr int kFailed = 1;    ///< a check failed or found something; standard output says what
inline constexpr int kUnusable = 2;  ///< arguments, input or machine cannot be used; standard error says why

/// Prints "sepax: MESSAGE" on standard error, as one line without control characters; kUnusable.
int complain(std::string_view message);
int complain(const Error& error);

/// Prints a text on standard output as it is; false when it could not be written.
bool print(std::string_view text);
/// The same with a newline behind it.
bool printLine(std::string_view text);

/// Ends standard output: kFine, or kUnusable and a complaint when something of it could not be written.
int finishOutput(bool was_printed);

}  // namespace sepax
