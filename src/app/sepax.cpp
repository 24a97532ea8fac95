// The command line. It links neither SDL nor OpenGL nor the mesh importer: what needs a window or draws is a sibling
// program.

#include "app/commands/command_line.h"
#include "app/commands/commands.h"
#include "app/commands/manual_commands.h"
#include "core/json_text.h"
#include "core/platform.h"
#include "core/process.h"
#include "core/text.h"
#include "core/version.h"
#include "format/case_help.h"
#include "lesson/lesson.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace {

using namespace sepax;

/// Commands that a sibling program executes, with all arguments passed on.
struct HandedOver {
  const char* command;
  const char* program;
  const char* summary;
  const char* when_missing = "";  ///< what to do when the program is not there
};
constexpr HandedOver kHandedOver[] = {
    {"render", "sepax-window", "Draw a case into a picture, without a display"},
    {"attach", "sepax-window", "Follow a program live that sends its recording here"},
    {"bench", "sepax-bench", "Time reports and pictures beside the plain boolean test",
     "; it is not installed: build it where Google Benchmark is (libbenchmark-dev), and run sepax from the build tree"},
};

int handOver(const char* program, const std::vector<std::string>& arguments, const char* when_missing = "") {
  const auto path = programPath(program);
  std::string error = path ? std::string() : describe(path.error()) + when_missing;
  if (path) {
    std::vector<std::string> all{*path};
    all.insert(all.end(), arguments.begin(), arguments.end());
    error = describe(replaceProcess(all));
  }
  return complain(error);
}

/// All that can be typed behind `sepax`, the options of sepax-window with it where that program can be asked.
CommandEntry everything(const CLI::App& app) {
  CommandEntry out = commandEntry(app);
  const auto path = programPath("sepax-window");
  const auto run = path ? runChild({*path, "--print-options"}, {}, {.wall_seconds = 10}) : tl::unexpected(path.error());
  if (!run || run->exit_code != 0) return out;
  const std::string_view text(reinterpret_cast<const char*>(run->output.data()), run->output.size());
  const auto json = parseJson(text, "sepax-window");
  if (!json) return out;
  const CommandEntry window = commandEntryFromJson(*json);
  for (CommandEntry& command : out.commands) {
    if (const CommandEntry* const theirs = findCommand(window, command.name)) command = *theirs;
  }
  std::ranges::copy_if(window.options, std::back_inserter(out.options), &OptionEntry::is_positional);
  out.needs_command = false;
  return out;
}

/// How import programs are confined on this computer, in one line; asked of one of them.
std::string confinement() {
  const auto path = programPath("sepax-import");
  const auto run = path ? runChild({*path, "--confinement"}, {}, {.wall_seconds = 10, .is_alone = true})
                        : tl::unexpected(path.error());
  if (!run) return describe(run.error());
  const std::string_view said(reinterpret_cast<const char*>(run->output.data()), run->output.size());
  return std::string(said.substr(0, said.find('\n')));
}

std::vector<std::string> commandsOf(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

/// The topics of the case format, and the page for authors of lessons.
std::vector<HelpTopic> topics() {
  std::vector<HelpTopic> all(helpTopics().begin(), helpTopics().end());
  all.push_back({"lesson", "how to write lessons, and what their checks and texts can read", lessonHelp});
  return all;
}

/// Lets number options refuse NaN and the infinite, which are within every bound of CLI11, and what is below 0 where it
/// would wrap around; they say their bounds in words instead of 300 digits.
void checkNumbers(CLI::App& app) {
  for (CLI::Option* const option : app.get_options()) {
    const std::string type = option->get_type_name();
    const bool is_at_least_0 = type.starts_with("UINT") || type.find("NONNEGATIVE") != std::string::npos;
    const bool is_more_than_0 = type.find("POSITIVE") != std::string::npos;
    if (!type.starts_with("FLOAT") && !is_at_least_0 && !is_more_than_0) continue;
    const char* const wanted = is_more_than_0 ? "more than 0" : is_at_least_0 ? "0 or more" : "a finite number";
    const auto check = [=](const std::string& text) -> std::string {
      char* end = nullptr;
      const double number = std::strtod(text.c_str(), &end);
      if (end == text.c_str()) return {};  // CLI11 says it
      const bool is_good = std::isfinite(number) && (!is_at_least_0 || number >= 0) && (!is_more_than_0 || number > 0);
      return is_good ? "" : fmt::format("expected {}, found {}", wanted, printableLine(text));
    };
    option->transform(CLI::Validator([check](std::string& text) { return check(text); }, ""));
  }
  for (CLI::App* const command : app.get_subcommands({})) checkNumbers(*command);
}

void addCommands(CLI::App& app, int& exit_status) {
  app.set_version_flag("--version", std::string("sepax ") + kVersion);
  app.add_flag_function(
      "--verbose", [](std::int64_t) {}, "With --version: how import programs are confined here, too");
  app.require_subcommand(1);
  addCheckCommand(app, exit_status);
  addAlgorithmsCommand(app);
  for (const auto add :
       {addBundleCommand, addFitCommand, addGenerateCommand, addJuryCommand, addJurorsCommand, addServeCommand,
        addSimulateCommand, addPasteCommand, addExportCommand, addRelationsCommand, addReplayCommand, addScanCommand,
        addHuntCommand, addMinimiseCommand, addLessonCommand, addSelfcheckCommand})
    add(app, exit_status);
  // A list is parted by commas or given again: without this it would take the files behind it, too.
  for (CLI::App* const command : app.get_subcommands({})) {
    for (CLI::Option* const option : command->get_options()) {
      if (!option->get_positional() && !option->check_lname("merge")) option->allow_extra_args(false);
    }
  }
  checkNumbers(app);
  for (const HandedOver& row : kHandedOver) app.add_subcommand(row.command, row.summary);
  CLI::App* const help =
      app.add_subcommand("help", "Explain the format: help case, query, expect, shapes, apis, schema, lesson");
  std::vector<std::string> words = commandsOf(app);
  for (const HelpTopic& topic : topics()) words.emplace_back(topic.name);
  help->add_option_function<std::string>(
          "TOPIC", [](const std::string&) {}, "A part of the format, or a command")
      ->check(CLI::IsMember(words));
  addManualCommands(
      app, [&app] { return everything(app); }, exit_status);
}

/// The likely meaning of a mistyped word, among the commands and options of the innermost command given.
std::optional<std::string> meantBy(const CLI::App& app) {
  const CLI::App* innermost = &app;
  while (!innermost->get_subcommands().empty()) innermost = innermost->get_subcommands().front();
  std::vector<std::string> words = commandsOf(*innermost);
  for (const CLI::Option* option : innermost->get_options()) {
    for (const std::string& name : option->get_lnames()) words.push_back("--" + name);
  }
  for (const std::string& word : app.remaining(true)) {
    if (const auto nearest = nearestWord(word.substr(0, word.find('=')), words)) return nearest;
  }
  return std::nullopt;
}

int parse(CLI::App& app, const std::vector<std::string>& arguments, const int& exit_status) {
  // "--junit=$REPORT" with an empty variable would take the next argument, a case, for the file to write.
  for (const std::string& argument : arguments) {
    if (argument == "--") break;
    if (argument.starts_with("--") && argument.find('=') == argument.size() - 1)
      return complain(fmt::format("{}: expected a value behind \"=\"", argument.substr(0, argument.size() - 1)));
  }
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    // Help and version are "errors" too, with status 0.
    if (app.exit(error) == 0) {
      const bool is_verbose = std::ranges::find(arguments, "--verbose") != arguments.end();
      if (is_verbose && error.get_name() == "CallForVersion") print("importers: " + confinement() + "\n");
      return exit_status;
    }
    if (const auto meant = meantBy(app)) complain(fmt::format("did you mean \"{}\"?", *meant));
    return kExitUnusable;
  }
  return exit_status;
}

/// `help TOPIC` of the format, `help COMMAND` as `COMMAND --help`, `help` alone names the topics.
int help(CLI::App& app, const std::vector<std::string>& arguments, const int& exit_status) {
  const std::string word = arguments.size() > 1 ? arguments[1] : std::string();
  std::vector<std::string> words = commandsOf(app);
  for (const HelpTopic& topic : topics()) {
    if (word == topic.name) return finishOutput(print(topic.text()));
    words.emplace_back(topic.name);
  }
  const bool is_command = word != "help" && std::find(words.begin(), words.end(), word) != words.end();
  if (is_command) {
    std::vector<std::string> passed(arguments.begin() + 1, arguments.end());
    passed.emplace_back("--help");
    for (const HandedOver& row : kHandedOver) {
      if (word == row.command) return handOver(row.program, passed, row.when_missing);
    }
    return parse(app, passed, exit_status);
  }
  if (!word.empty() && word != "help" && word != "--help" && word != "-h") {
    const auto nearest = nearestWord(word, words);
    return complain(fmt::format("help: expected a topic or a command, found \"{}\"{}", word,
                                nearest ? fmt::format("; did you mean \"{}\"?", *nearest) : ""));
  }
  std::string text =
      "sepax help TOPIC explains the format; sepax help COMMAND is sepax COMMAND --help, and sepax --help names "
      "them.\n\n";
  for (const HelpTopic& topic : topics()) text += fmt::format("  {:<27} {}\n", topic.name, topic.summary);
  return finishOutput(print(text));
}

/// Opens the window on the files; an argument that is neither a command nor a file is a mistyped one of them.
int open(const std::vector<std::string>& arguments, const std::vector<std::string>& commands) {
  const std::string& first = arguments.front();
  std::error_code error;
  if (first == "--" || std::filesystem::exists(first, error)) return handOver("sepax-window", arguments);
  const auto nearest = nearestWord(first, commands);
  return complain(
      fmt::format("\"{}\" is no command and no file that is there{}", first,
                  nearest ? fmt::format("; did you mean \"{}\"?", *nearest) : "; sepax --help lists the commands"));
}

/// Docs and answers name samples as "assets/corpus/crossed-beams.json": where there is no such file here, it is the one
/// that was installed. A file to write is none of them.
std::vector<std::string> withInstalledSamples(std::vector<std::string> arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool is_output = i > 0 && (arguments[i - 1] == "-o" || arguments[i - 1] == "--output");
    std::error_code error;
    if (is_output || !arguments[i].starts_with("assets/") || std::filesystem::exists(arguments[i], error)) continue;
    if (auto installed = dataPath(arguments[i])) arguments[i] = std::move(*installed);
  }
  return arguments;
}

int run(int argc, char** argv) {
  const std::vector<std::string> arguments = withInstalledSamples({argv + 1, argv + argc});
  if (arguments.empty()) return handOver("sepax-window", arguments);
  const std::string& first = arguments.front();
  for (const HandedOver& row : kHandedOver) {
    if (first == row.command) return handOver(row.program, arguments, row.when_missing);
  }
  int exit_status = kExitFine;
  CLI::App app{
      "Sepax shows every separating-axis test between collision shapes.\n"
      "Without a command it opens the window: sepax [FILE|BUNDLE…]",
      "sepax"};
  addCommands(app, exit_status);
  if (first == "help") return help(app, arguments, exit_status);
  // Anything that is no command and no option is something to open.
  const std::vector<std::string> commands = commandsOf(app);
  const bool ours = first.starts_with("-") || std::find(commands.begin(), commands.end(), first) != commands.end();
  return ours && first != "--" ? parse(app, arguments, exit_status) : open(arguments, commands);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int status = run(argc, argv);
    if (isInterrupted()) {
      complain("interrupted: this is what there was by then");
      static_cast<void>(finishOutput());
      return kExitInterrupted;
    }
    const bool is_said = status == kExitUnusable;
    return is_said || finishOutput() == kExitFine ? status : kExitUnusable;
  } catch (const std::exception& error) {  // out of memory, or a library's throw that no adapter caught
    // fmt throws where the text does not fit into the buffer and cannot be written.
    if (std::ferror(stdout) != 0) return finishOutput(false);
    return complain(std::string("stopped: ") + error.what());
  }
}
