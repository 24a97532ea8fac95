#include "app/commands/manual_commands.h"

#include "app/commands/command_line.h"
#include "app/commands/completions.h"
#include "core/platform.h"
#include "core/version.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

namespace sepax {

namespace {

/// A text as roff prints it: backslashes, dashes and quotes as they are, and no line that begins with a request.
std::string escaped(std::string_view text) {
  static constexpr std::pair<char, const char*> kEscapes[] = {{'\\', "\\e"},  {'-', "\\-"},   {'\'', "\\(aq"},
                                                              {'`', "\\(ga"}, {'^', "\\(ha"}, {'~', "\\(ti"}};
  std::string out;
  bool begins_line = true;
  for (const char c : text) {
    if (begins_line && (c == '.' || c == '\'')) out += "\\&";
    begins_line = c == '\n';
    const auto* const escape = std::ranges::find(kEscapes, c, &std::pair<char, const char*>::first);
    out += escape == std::end(kEscapes) ? std::string(1, c) : escape->second;
  }
  return out;
}

std::vector<std::string_view> partsOf(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) out.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + separator.size(), text.size()));
  }
  return out;
}

/// A page's sections in their order, each filled while the help is read.
struct Sections {
  std::string description, examples, exit_status;
};

constexpr std::string_view kExitStatus = "Exit status: ";

/// A line of a table: two spaces, a term, two or more spaces, its meaning.
struct TableLine {
  std::string_view term, meaning;
};
bool readTableLine(std::string_view line, TableLine& out) {
  if (!line.starts_with("  ")) return false;
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  const std::size_t gap = line.find("  ");
  if (gap == std::string_view::npos) return false;
  out.term = line.substr(0, gap);
  out.meaning = line.substr(std::min(line.find_first_not_of(' ', gap), line.size()));
  return true;
}

/// True when each line is something to type: it calls sepax and is no sentence.
bool isExample(const std::vector<std::string_view>& lines) {
  return std::ranges::all_of(lines, [](std::string_view line) {
    const bool calls = line.starts_with("sepax ") || line.find("| sepax ") != std::string_view::npos ||
                       line.find("'sepax ") != std::string_view::npos;
    return calls && !line.ends_with('.') && !line.ends_with(':');
  });
}

std::string literalText(std::string_view text) { return fmt::format(".PP\n.EX\n{}\n.EE\n", escaped(text)); }

/// A paragraph of prose in which indented lines are tables or literal.
std::string paragraphText(const std::vector<std::string_view>& lines) {
  std::string out, verbatim;
  bool in_prose = false;
  const auto endVerbatim = [&] {
    if (!verbatim.empty()) out += literalText(verbatim.substr(0, verbatim.size() - 1));
    verbatim.clear();
  };
  for (const std::string_view line : lines) {
    TableLine row;
    if (readTableLine(line, row)) {
      endVerbatim();
      in_prose = false;
      out += fmt::format(".TP\n.B {}\n{}\n", escaped(row.term), escaped(row.meaning));
    } else if (line.starts_with(' ')) {
      in_prose = false;
      verbatim += fmt::format("{}\n", line);
    } else {
      endVerbatim();
      out += (in_prose ? "" : ".PP\n") + escaped(line) + "\n";
      in_prose = true;
    }
  }
  endVerbatim();
  return out;
}

void readFooter(std::string_view footer, Sections& out) {
  for (const std::string_view block : partsOf(footer, "\n\n")) {
    const std::vector<std::string_view> lines = partsOf(block, "\n");
    if (block.starts_with(kExitStatus)) {
      out.exit_status += escaped(block.substr(kExitStatus.size())) + "\n";
    } else if (isExample(lines)) {
      out.examples += literalText(block.substr(0, block.find_last_not_of('\n') + 1));
    } else {
      out.description += paragraphText(lines);
    }
  }
}

/// Whether the choices stand beside the option, "--space 2d|3d"; longer lists follow what it means.
bool showsChoices(const OptionEntry& option) {
  constexpr std::size_t kMaxBeside = 4;
  return !option.choices.empty() && option.choices.size() <= kMaxBeside;
}

std::string valueText(const OptionEntry& option) {
  return showsChoices(option) ? fmt::format("{}", fmt::join(option.choices, "|")) : option.value;
}

/// ".TP" with names, value, what it means and within which limits.
std::string optionText(const OptionEntry& option) {
  std::string head;
  for (const std::string& name : option.names)
    head += fmt::format("{}\\f{}{}\\fR", head.empty() ? "" : ", ", option.is_positional ? 'I' : 'B', escaped(name));
  if (!option.is_positional && !option.value.empty()) head += fmt::format(" \\fI{}\\fR", escaped(valueText(option)));
  std::string out = fmt::format(".TP\n{}\n", head);
  bool is_first = true;
  for (const std::string_view line : partsOf(option.summary, "\n")) {
    out += fmt::format("{}{}\n", is_first ? "" : ".br\n", escaped(line));
    is_first = false;
  }
  std::vector<std::string> notes;
  if (!option.choices.empty() && !showsChoices(option))
    notes.push_back(fmt::format("one of {}", fmt::join(option.choices, ", ")));
  if (!option.bounds.empty()) notes.push_back(option.bounds);
  if (!option.default_value.empty()) notes.push_back("default " + option.default_value);
  if (option.is_required && !option.is_positional) notes.emplace_back("required");
  if (!notes.empty()) out += fmt::format("({})\n", escaped(fmt::format("{}", fmt::join(notes, "; "))));
  return out;
}

std::string synopsis(const CommandEntry& command, const std::string& path) {
  std::string out = fmt::format("\\fB{}\\fR", escaped(path));
  const bool has_options = !std::ranges::all_of(command.options, &OptionEntry::is_positional);
  if (has_options) out += " [\\fIOPTIONS\\fR]";
  for (const OptionEntry& option : command.options) {
    if (!option.is_positional) continue;
    const std::string name =
        fmt::format("\\fI{}\\fR{}", escaped(option.names.front()), option.is_repeated ? "..." : "");
    out += option.is_required ? " " + name : " [" + name + "]";
  }
  if (!command.commands.empty()) out += command.needs_command ? " \\fICOMMAND\\fR ..." : " [\\fICOMMAND\\fR ...]";
  return out + "\n";
}

std::string dashed(std::string_view path) {
  std::string out(path);
  std::ranges::replace(out, ' ', '-');
  return out;
}

bool hasPage(const CommandEntry& command) {
  const auto says = [](const OptionEntry& option) { return option.names.back() != "--help"; };
  return !command.footer.empty() || !command.commands.empty() || std::ranges::any_of(command.options, says);
}

/// The first line of a summary, without its full stop, for the index of pages.
std::string_view titleLine(std::string_view summary) {
  summary = summary.substr(0, summary.find('\n'));
  return summary.ends_with('.') ? summary.substr(0, summary.size() - 1) : summary;
}

std::string optionTexts(const CommandEntry& command, bool is_positional) {
  std::string out;
  for (const OptionEntry& option : command.options) {
    if (option.is_positional == is_positional) out += optionText(option);
  }
  return out;
}

std::string commandTexts(const CommandEntry& command, const std::string& path) {
  std::string out;
  for (const CommandEntry& sub : command.commands) {
    const std::string name = path + " " + sub.name;
    const std::string head =
        hasPage(sub) ? fmt::format("\\fB{}\\fR(1)", escaped(dashed(name))) : fmt::format("\\fB{}\\fR", escaped(name));
    out += fmt::format(".TP\n{}\n{}\n", head, escaped(sub.summary));
  }
  return out;
}

std::string pageText(const CommandEntry& command, const std::string& path, const std::string& parent,
                     const ManEdition& edition) {
  Sections from_footer;
  readFooter(command.footer, from_footer);
  const std::string name = dashed(path);
  const std::size_t rest = command.summary.find('\n');
  if (rest != std::string::npos)
    from_footer.description.insert(0, ".PP\n" + escaped(command.summary.substr(rest + 1)) + "\n");
  std::string title = name;
  std::ranges::transform(title, title.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  std::string out = fmt::format(
      "'\\\" -*- coding: UTF-8 -*-\n.\\\" Made by `sepax man` from the options of the program.\n"
      ".TH {} 1 {} \"Sepax {}\" \"Sepax manual\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n{}",
      escaped(title), edition.date, edition.version, escaped(name), escaped(titleLine(command.summary)),
      synopsis(command, path));
  const auto section = [&](const char* heading, const std::string& text) {
    // A paragraph behind a heading is one already.
    if (!text.empty()) out += fmt::format(".SH {}\n{}", heading, text.starts_with(".PP\n") ? text.substr(4) : text);
  };
  section("DESCRIPTION", from_footer.description);
  section("ARGUMENTS", optionTexts(command, true));
  section("OPTIONS", optionTexts(command, false));
  section("COMMANDS", commandTexts(command, path));
  section("EXAMPLES", from_footer.examples);
  section("EXIT STATUS", from_footer.exit_status);
  if (!parent.empty()) section("SEE ALSO", fmt::format("\\fB{}\\fR(1)\n", escaped(dashed(parent))));
  return out;
}

void addPages(const CommandEntry& command, const std::string& parent, const ManEdition& edition,
              std::vector<ManPage>& out) {
  const std::string path = parent.empty() ? command.name : parent + " " + command.name;
  out.push_back({dashed(path), pageText(command, path, parent, edition)});
  for (const CommandEntry& sub : command.commands) {
    if (hasPage(sub)) addPages(sub, path, edition, out);
  }
}

}  // namespace

std::vector<ManPage> manPages(const CommandEntry& root, const ManEdition& edition) {
  std::vector<ManPage> out;
  addPages(root, "", edition, out);
  return out;
}

namespace {

struct ManualOptions {
  std::vector<std::string> command;
  std::string shell, output;
};

int writePages(const std::vector<ManPage>& pages, const std::string& folder) {
  for (const ManPage& page : pages) {
    if (const auto written = writeFileAtomically(fmt::format("{}/{}.1", folder, page.name), page.text); !written)
      return complain(written.error());
  }
  return kExitFine;
}

int runMan(const ManualOptions& options, const CommandEntry& everything) {
  const std::vector<ManPage> pages = manPages(everything, {kVersion, kReleaseDate});
  if (!options.output.empty()) return writePages(pages, options.output);
  const std::string name =
      fmt::format("sepax{}{}", options.command.empty() ? "" : "-", fmt::join(options.command, "-"));
  const auto page = std::ranges::find(pages, name, &ManPage::name);
  if (page == pages.end())
    return complain(
        fmt::format("man: expected a command with options of its own, found \"{}\"", fmt::join(options.command, " ")));
  return finishOutput(print(page->text));
}

int runCompletions(const ManualOptions& options, const CommandEntry& everything) {
  const auto shells = completionShells();
  const auto shell =
      std::ranges::find(shells, options.shell, [](const CompletionShell& row) { return std::string(row.name); });
  return printOrSave(shell->script(everything), options.output);
}

}  // namespace

void addManualCommands(CLI::App& app, std::function<CommandEntry()> everything, int& exit_status) {
  const auto options = std::make_shared<ManualOptions>();
  CLI::App* const man =
      app.add_subcommand("man", "Print the source of a manual page: sepax man check | man -l -")->group("");
  man->add_option("COMMAND", options->command, "The command, with its parent before it; without it the page of sepax");
  man->add_option("-o,--output", options->output, "Folder into which all pages are written");
  man->callback([=, &exit_status] { exit_status = runMan(*options, everything()); });

  std::vector<std::string> shells;
  for (const CompletionShell& row : completionShells()) shells.emplace_back(row.name);
  CLI::App* const completions =
      app.add_subcommand("completions", "Print a shell's script that completes commands and options")->group("");
  completions->add_option("SHELL", options->shell, "The shell")->required()->check(CLI::IsMember(shells));
  completions->add_option("-o,--output", options->output,
                          "File to write; without it the script goes to standard output");
  completions->callback([=, &exit_status] { exit_status = runCompletions(*options, everything()); });
}

}  // namespace sepax
