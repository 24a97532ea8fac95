#pragma once

#include "lab/paste/tokens.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Texts that Sepax has exported itself (lab/export.h).

namespace sepax {
struct Pasted;
}

namespace sepax::paste {

/// In the line of an export, in lower case, that tells the reference's answer.
inline constexpr std::string_view kOwnSign = "sepax's reference: ";

/// The text without the lines of an export that name the case and its source, which may speak of any engine: blanks
/// stand for them.
[[nodiscard]] std::string withoutOwnNames(std::string_view text);

/// Drops these lines, and what a form has in front of every pair, as functions that its shapes are made by.
void dropOwnWords(std::vector<Token>& tokens, std::string_view text);

/// How a pair differs from the one that was exported, by the reference's answer, which the export tells; nullopt where
/// it does not, or the text is no export. Forms cannot hold all that a pair may have.
[[nodiscard]] std::optional<std::string> differenceFromExport(const Pasted& pasted, std::string_view text);

}  // namespace sepax::paste
