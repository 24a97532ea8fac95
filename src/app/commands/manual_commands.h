#pragma once

#include "app/commands/command_line.h"

#include <functional>
#include <string>
#include <vector>

namespace sepax {

/// A page of section 1, in the macros of man(7).
struct ManPage {
  std::string name;  ///< "sepax-bundle-verify"; the file is NAME.1
  std::string text;
};

/// The last line of a page.
struct ManEdition {
  std::string version, date;  ///< "0.2.0", "2026-11-26"
};

/// The page of `root` and one for each of its commands at any depth, root first. A command that has neither options nor
/// text of its own is named in its parent's page alone.
[[nodiscard]] std::vector<ManPage> manPages(const CommandEntry& root, const ManEdition& edition);

/// Adds `man` and `completions`, which no help lists: a build makes what is installed with them. `everything` gives all
/// commands of the program; it is called when one of the two runs.
void addManualCommands(CLI::App& app, std::function<CommandEntry()> everything, int& exit_status);

}  // namespace sepax
