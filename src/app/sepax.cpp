// The command line. It links neither SDL nor OpenGL nor the mesh importer: what needs a window or draws is a sibling program.

#include "app/bundle_command.h"
#include "app/check_command.h"
#include "app/command_line.h"
#include "app/fit_command.h"
#include "app/selfcheck_command.h"
#include "core/platform.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace {

/// Commands that a sibling program executes, with all arguments passed on.
struct HandedOver {
  const char* command;
  const char* program;
  const char* summary;
};
constexpr HandedOver kHandedOver[] = {
    {"render", "sepax-window", "Draw a case into a picture, without a display"},
    {"bench", "sepax-bench", "Time reports and pictures beside the plain boolean test"},
};

int handOver(const char* program, const std::vector<std::string>& arguments) {
  const auto path = sepax::programPath(program);
  std::string error = path ? std::string() : sepax::describe(path.error());
  if (path) {
    std::vector<std::string> all{*path};
    all.insert(all.end(), arguments.begin(), arguments.end());
    error = sepax::describe(sepax::replaceProcess(all));
  }
  return sepax::complain(error);
}

int runCommandLine(int argc, char** argv) {
  int exit_status = sepax::kFine;
  CLI::App app{
      "Sepax shows every separating-axis test between collision shapes.\n"
      "Without a command it opens the window: sepax [FILE|BUNDLE]",
      "sepax"};
  app.set_version_flag("--version", "sepax " SEPAX_VERSION);
  app.require_subcommand(1);
  sepax::addCheckCommand(app, exit_status);
  sepax::addAlgorithmsCommand(app);
  sepax::addBundleCommand(app, exit_status);
  sepax::addFitCommand(app, exit_status);
  sepax::addSelfcheckCommand(app, exit_status);
  for (const HandedOver& row : kHandedOver) app.add_subcommand(row.command, row.summary);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // Help and version are "errors" too, with status 0.
    return app.exit(error) == 0 ? exit_status : sepax::kUnusable;
  }
  return exit_status;
}

int run(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.empty()) return handOver("sepax-window", arguments);
  const std::string& first = arguments.front();
  for (const HandedOver& row : kHandedOver) {
    if (first == row.command) return handOver(row.program, arguments);
  }
  // Anything that is no command and no option is something to open.
  static constexpr std::string_view kCommands[] = {"check", "algorithms", "bundle", "fit", "selfcheck"};
  const bool ours = first.starts_with("-") || std::find(std::begin(kCommands), std::end(kCommands), first) != std::end(kCommands);
  return ours && first != "--" ? runCommandLine(argc, argv) : handOver("sepax-window", arguments);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {  // out of memory, or a library's throw that no adapter caught
    return sepax::complain(std::string("stopped: ") + error.what());
  }
}
