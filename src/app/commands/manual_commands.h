#pragma once

#include "app/commands/command_tree.h"

#include <functional>

namespace sepax {

/// Adds `man` and `completions`, which no help lists: a build makes what is installed with them. `everything` gives all
/// commands of the program; it is called when one of the two runs.
void addManualCommands(CLI::App& app, std::function<CommandEntry()> everything, int& exit_status);

}  // namespace sepax
