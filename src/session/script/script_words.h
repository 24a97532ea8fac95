#pragma once

#include "core/error.h"
#include "session/requests.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace sepax {

struct Workspace;

/// A script's target: the window's state, and of the window itself its tabs.
struct ScriptStage {
  Workspace& workspace;
  /// Brings the panel of this name to the front; the error says which there are. Empty without a window.
  std::function<Result<void>(const std::string& panel)> show_panel = {};
  /// Runs an action of the window by its id and gives what it sends: nothing while it is off, as its key. The error
  /// says that there is no such action. Empty without a window.
  std::function<Result<Outbox>(const std::string& id)> run_action = {};
};

/// A word that a line may start with: it has arguments, or no action does what it says. Adding one: a row in
/// script_words.cpp.
struct ScriptWord {
  const char* word;
  const char* arguments;  ///< "BODY DX DY [DZ]": what is expected after it
  const char* summary;
  std::size_t fewest, most;  ///< number of arguments
  Result<void> (*run)(ScriptStage& stage, const std::vector<std::string>& arguments);
};
[[nodiscard]] std::span<const ScriptWord> scriptWords();

/// Executes what a panel or an action has sent. An error is what the window would have reported.
[[nodiscard]] Result<void> executeInScript(ScriptStage& stage, Outbox outbox);

/// The error of a word or line that is not what was expected.
[[nodiscard]] tl::unexpected<Error> expectedInScript(const std::string& what);

}  // namespace sepax
