#pragma once

#include "core/error.h"
#include "core/json.h"

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace sepax {

/// An option, a flag or a positional argument of a command, as the command's help shows it.
struct OptionEntry {
  std::vector<std::string> names;    ///< "-o", "--output"; a positional argument has one name without dashes
  std::string summary;               ///< may have several lines
  std::string value;                 ///< kind of value: "TEXT", "INT", "FLOAT", …; empty for a flag
  std::string bounds;                ///< "0 - 64"; empty when any value of the kind will do
  std::string default_value;         ///< empty when the help names none
  std::vector<std::string> choices;  ///< all values that are accepted; empty when they are not listed
  bool is_positional = false;
  bool is_required = false;
  bool is_repeated = false;  ///< takes more than one value
};

/// A command with all that its help says, and its commands.
struct CommandEntry {
  std::string name, summary;
  std::string footer;  ///< paragraphs with an empty line between them: prose, examples, "Exit status: …"
  std::vector<OptionEntry> options;
  std::vector<CommandEntry> commands;
  bool needs_command = false;
};

/// The commands and options that `app` declares, without hidden ones.
[[nodiscard]] CommandEntry commandEntry(const CLI::App& app);

[[nodiscard]] Json commandEntryJson(const CommandEntry& entry);
/// Reads what commandEntryJson() writes; missing members are empty.
[[nodiscard]] CommandEntry commandEntryFromJson(const Json& json);

/// The command of that name, or nullptr.
[[nodiscard]] const CommandEntry* findCommand(const CommandEntry& entry, std::string_view name);

}  // namespace sepax
