#include "app/commands/manual_commands.h"

#include "app/commands/command_line.h"
#include "app/commands/completions.h"
#include "app/commands/man_page.h"
#include "core/platform.h"
#include "core/version.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sepax {

namespace {

struct ManualOptions {
  std::vector<std::string> command;
  std::string shell, output;
};

int finishWriting(const Result<void>& written) { return written ? kExitFine : complain(written.error()); }

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
  const std::string script = shell->script(everything);
  return options.output.empty() ? finishOutput(print(script))
                                : finishWriting(writeFileAtomically(options.output, script));
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
