#pragma once

#include "app/commands/command_line.h"

#include <span>
#include <string>

namespace sepax {

/// A shell that completes commands and options by a script.
struct CompletionShell {
  const char* name;  ///< "bash"
  const char* file;  ///< how the shell's own folder of completions calls the file: "sepax"
  std::string (*script)(const CommandEntry& root);
};

/// bash, zsh and fish.
[[nodiscard]] std::span<const CompletionShell> completionShells();

}  // namespace sepax
