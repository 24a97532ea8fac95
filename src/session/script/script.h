#pragma once

#include "core/error.h"
#include "format/link.h"
#include "session/script/script_words.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {

/// Runs one line that is split into words already.
[[nodiscard]] Result<void> runScriptWords(const std::vector<std::string>& words, ScriptStage& stage);

/// Runs a script: one command a line, words apart by spaces, "…" keeps spaces together, # starts a comment. Stops at
/// the first line that fails; the error's `where` is "name:line" and the message says what was expected. `after_line`
/// lets the window settle.
[[nodiscard]] Result<void> runScript(std::string_view text, const std::string& name, ScriptStage& stage,
                                     const std::function<void()>& after_line = {});

/// Opens what a link names and shows it as the link says. A case reads no file that it names. The error of a case, a
/// sample or a lesson leaves the document untouched; that of how it is looked at comes after the case is open.
[[nodiscard]] Result<void> openLink(const Link& link, ScriptStage& stage);

/// The script's words that show a pair given as "A,B": ids may hold commas, so the comma is the one that leaves a body
/// on both sides, else the first.
[[nodiscard]] std::vector<std::string> pairWords(const Document& document, std::string_view text);

}  // namespace sepax
