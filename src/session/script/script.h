#pragma once

#include "core/error.h"
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

}  // namespace sepax
