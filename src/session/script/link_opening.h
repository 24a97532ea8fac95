#pragma once

#include "format/link.h"
#include "session/script/script_words.h"

#include <string>
#include <string_view>
#include <vector>

namespace sepax {

/// Opens what a link names and shows it as the link says. A case reads no file that it names. The error of a case, a
/// sample or a lesson leaves the document untouched; that of how it is looked at comes after the case is open.
[[nodiscard]] Result<void> openLink(const Link& link, ScriptStage& stage);

/// The script's words that show a pair given as "A,B": ids may hold commas, so the comma is the one that leaves a body
/// on both sides, else the first.
[[nodiscard]] std::vector<std::string> pairWords(const Document& document, std::string_view text);

}  // namespace sepax
