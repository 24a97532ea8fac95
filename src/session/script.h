#pragma once

#include "core/error.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {

struct Workspace;

/// What a script acts on: the window's state, and of the window itself its tabs.
struct ScriptStage {
  Workspace& workspace;
  /// Brings the panel of this name to the front; the error says which there are. Empty without a window.
  std::function<Result<void>(const std::string& panel)> show_panel = {};
};

/// A word that a line may start with. Adding one: a row in script.cpp.
struct ScriptWord {
  const char* word;
  const char* arguments;  ///< "BODY DX DY [DZ]": what is expected after it
  const char* summary;
  std::size_t fewest, most;  ///< number of arguments
  Result<void> (*run)(ScriptStage& stage, const std::vector<std::string>& arguments);
};
[[nodiscard]] std::span<const ScriptWord> scriptWords();

/// Runs one line that is split into words already.
[[nodiscard]] Result<void> runScriptWords(const std::vector<std::string>& words, ScriptStage& stage);

/// Runs a script: one command a line, words apart by spaces, "…" keeps spaces together, # starts a comment. Stops at the first line
/// that fails; the error's `where` is "name:line" and the message says what was expected. `after_line` lets the window settle.
[[nodiscard]] Result<void> runScript(std::string_view text, const std::string& name, ScriptStage& stage,
                                     const std::function<void()>& after_line = {});

}  // namespace sepax
