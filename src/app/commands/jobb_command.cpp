#include "app/commands/commands.h"

#include "app/commands/command_line.h"
#include "app/commands/report.h"
#include "bundle/open/open_container.h"
#include "bundle/write/extract.h"
#include "bundle/write/pack.h"
#include "core/number.h"
#include "core/text.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace sepax {

namespace {

constexpr const char* kHelp =
    "Makes and opens OBB disk images with the options of Android's jobb.\n"
    "  make:  sepax bundle jobb -d FOLDER -o FILE -pn PACKAGE -pv VERSION [-k PASSWORD] [-salt HEX] [-ov]\n"
    "  open:  sepax bundle jobb -dump FILE -d FOLDER [-k PASSWORD]\n"
    "  -d folder to read (or to write, with -dump)   -o image to write         -pn package name   -pv version code\n"
    "  -k password                                   -ov overlay flag          -v say more        -about";

struct JobbArguments {
  std::string folder, output, package, version, password, salt, dump;
  bool is_overlay = false, is_verbose = false, wants_help = false;
};

/// An option with a value, or a switch.
struct JobbOption {
  const char* name;
  std::string JobbArguments::*value;
  bool JobbArguments::*flag;
};
constexpr JobbOption kOptions[] = {
    {"-d", &JobbArguments::folder, nullptr},     {"-o", &JobbArguments::output, nullptr},
    {"-pn", &JobbArguments::package, nullptr},   {"-pv", &JobbArguments::version, nullptr},
    {"-k", &JobbArguments::password, nullptr},   {"-salt", &JobbArguments::salt, nullptr},
    {"-dump", &JobbArguments::dump, nullptr},    {"-ov", nullptr, &JobbArguments::is_overlay},
    {"-v", nullptr, &JobbArguments::is_verbose}, {"-about", nullptr, &JobbArguments::wants_help},
    {"-h", nullptr, &JobbArguments::wants_help}, {"--help", nullptr, &JobbArguments::wants_help}};

int refuse(const std::string& message) { return complain("jobb: " + message); }
int refuse(const Error& error) { return refuse(describe(error)); }

Result<JobbArguments> parse(const std::vector<std::string>& words) {
  JobbArguments arguments;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto option = std::find_if(std::begin(kOptions), std::end(kOptions),
                                     [&](const JobbOption& row) { return words[i] == row.name; });
    if (option == std::end(kOptions)) return fail(ErrorCode::kWrongValue, words[i], "no option of jobb's");
    if (option->flag != nullptr) {
      arguments.*option->flag = true;
    } else if (i + 1 == words.size()) {
      return fail(ErrorCode::kWrongValue, words[i], "expected a value behind it");
    } else {
      arguments.*option->value = words[++i];
    }
  }
  return arguments;
}

int dump(const JobbArguments& arguments) {
  OpenOptions open;
  open.password = arguments.password;
  auto tree = openTree(arguments.dump, open);
  if (!tree) return refuse(tree.error());
  if ((*tree)->locked()) return refuse((*tree)->name() + ": is encrypted, and the password is missing or wrong (-k)");
  if ((*tree)->entries().empty() && !(*tree)->findings().empty())
    return refuse((*tree)->name() + ": " + (*tree)->findings().front().message);
  ProgressLine line("extracting");
  const std::string folder = arguments.folder.empty() ? "." : arguments.folder;
  const auto report = extractTree(**tree, {.folder = folder}, line.sink());
  line.clear();
  if (!report) return refuse(report.error());
  fmt::print("{} files, {} bytes, in {}\n", report->files, report->bytes, printableLine(folder));
  for (const Finding& row : report->refused) refuse(fmt::format("refused {}: {}", row.path, row.message));
  return report->refused.empty() ? kExitFine : kExitUnusable;
}

int make(const JobbArguments& arguments) {
  if (arguments.folder.empty() || arguments.output.empty() || arguments.package.empty() || arguments.version.empty()) {
    return refuse("expected -d FOLDER -o FILE -pn PACKAGE -pv VERSION");
  }
  PackOptions options{.form = PackForm::kFat, .output = arguments.output, .password = arguments.password};
  options.footer = ObbFooter{arguments.package, 0, arguments.is_overlay ? kObbFlagOverlay : 0, ""};
  const auto version = parseInteger<std::int32_t>(arguments.version);
  if (!version) return refuse(fmt::format("-pv {}: expected a number", arguments.version));
  options.footer->version = *version;
  if (!arguments.salt.empty()) {
    const auto salt = parseObbSalt(arguments.salt);
    if (!salt) return refuse(salt.error());
    options.salt = *salt;
  }
  std::vector<Finding> warnings;
  auto entries = gatherEntries({arguments.folder}, EntryTimes::kKept, warnings, arguments.output);
  if (!entries) return refuse(entries.error());
  ProgressLine line("packing");
  const auto report = packBundle(std::move(*entries), options, line.sink());
  line.clear();
  if (!report) return refuse(report.error());
  warnings.insert(warnings.end(), report->warnings.begin(), report->warnings.end());
  if (arguments.is_verbose) {
    fmt::print("{}: {} files, {} bytes in {}\n", printableLine(options.output), report->files, report->input_bytes,
               report->output_bytes);
  }
  for (const Finding& row : warnings) {
    refuse(fmt::format("{}{}{}", row.path, row.path.empty() ? "" : ": ", row.message));
  }
  return kExitFine;
}

int jobb(const std::vector<std::string>& words) {
  const auto arguments = parse(words);
  if (!arguments) return refuse(arguments.error());
  if (arguments->wants_help || words.empty()) {
    fmt::print("{}\n", kHelp);
    return words.empty() ? kExitUnusable : kExitFine;
  }
  return arguments->dump.empty() ? make(*arguments) : dump(*arguments);
}

}  // namespace

void addJobbCommand(CLI::App& bundle, int& exit_status) {
  CLI::App* command = bundle.add_subcommand("jobb", "Make and open disk images with the options of Android's jobb");
  command->prefix_command();  // jobb's options have one dash and several letters, which the parser would take apart
  command->set_help_flag();
  command->callback([command, &exit_status] { exit_status = jobb(command->remaining()); });
}

}  // namespace sepax
