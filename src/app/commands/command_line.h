#pragma once

#include "core/error.h"
#include "core/json.h"

#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Common to all commands: exit statuses, how they print, and their options and help as values.

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace sepax {

inline constexpr int kExitFine = 0;
inline constexpr int kExitFailed = 1;         ///< a check failed or found something; standard output says what
inline constexpr int kExitUnusable = 2;       ///< arguments, input or machine cannot be used; standard error says why
inline constexpr int kExitInterrupted = 130;  ///< Ctrl+C ended it: standard output has what there was by then

/// From now on Ctrl+C only makes the flag true: a long command looks at it, stops, and tells what it has; main() then
/// ends with kExitInterrupted. A second Ctrl+C ends the process at once.
const std::atomic<bool>& listenForInterrupt();
[[nodiscard]] bool isInterrupted();

/// All of standard input. Errors: more than `max_bytes`, or it could not be read.
[[nodiscard]] Result<std::string> readStandardInput(std::size_t max_bytes);

/// Prints "sepax: MESSAGE" on standard error, as one line without control characters; kExitUnusable.
int complain(std::string_view message);
int complain(const Error& error);

/// Prints a text on standard output, what a terminal would obey in it as escapes; false when it could not be written.
bool print(std::string_view text);
/// Prints the text and a newline.
bool printLine(std::string_view text);

/// Ends standard output: kExitFine, or kExitUnusable and a complaint when something of it could not be written.
int finishOutput(bool was_printed = true);

/// Writes the text into the file, or prints it where the name is empty or "-"; the exit status.
int printOrSave(std::string_view text, const std::string& file);

/// Lets an option of seconds take "90", "90s", "5m" and "2h", and nothing that is no time: 0 would be none.
void takeTime(CLI::Option& option);

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
