#pragma once

#include "lab/paste/tokens.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Texts that Sepax has exported itself (lab/export.h).

namespace sepax::paste {

/// In front of the reference's answer, which an export tells in a line of its own; and the same in lower case.
inline constexpr std::string_view kReferenceSign = "Sepax's reference: ", kOwnSign = "sepax's reference: ";

/// The text without the lines of an export that name the case and its source, which may speak of any engine: blanks
/// stand for them.
[[nodiscard]] std::string withoutOwnNames(std::string_view text);

/// Drops these lines, and what a form has in front of every pair, as functions that its shapes are made by.
void dropOwnWords(std::vector<Token>& tokens, std::string_view text);

/// The reference's answer about the pair that was exported, which the export tells.
struct ToldAnswer {
  std::string whole;                 ///< "separated, separation 0.5, …"
  std::string verdict;               ///< its first word
  std::optional<double> separation;  ///< metres; nullopt: it has none
  int line = 0;                      ///< of the text, from 1
};
/// Nullopt: the text is no export, or of several.
[[nodiscard]] std::optional<ToldAnswer> answerOfExport(std::string_view text);

}  // namespace sepax::paste
