#include "app/commands/command_line.h"
#include "app/commands/completions.h"
#include "app/commands/manual_commands.h"
#include "run_sepax.h"

#include <gtest/gtest.h>
#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace sepax {
namespace {

/// A program with an example of everything that help can say.
struct Sample {
  CLI::App app{"Weighs things.\nWithout a command it weighs itself.", "sepax"};
  std::string text;
  int number = 3;
  bool flag = false;
  std::vector<std::string> files;

  Sample() {
    app.require_subcommand(1);
    CLI::App* const weigh = app.add_subcommand("weigh", "Weigh a thing");
    weigh->add_option("FILE", files, "Things")->required();
    weigh->add_option("-u,--unit", text, "Its unit")->check(CLI::IsMember({"kg", "lb"}));
    weigh->add_option("--digits", number, ".5 and 'more' of it\nsecond line")
        ->check(CLI::Range(1, 17))
        ->capture_default_str();
    weigh->add_flag("--json", flag, "Print JSON");
    weigh->add_flag("--secret", flag, "for tests")->group("");
    weigh->footer(
        "Words: \\ stays.\n  pound   0.4536 kg\n\nsepax weigh a.json | sepax weigh -\n\nExit status: 0 light, 1 "
        "heavy.");
    app.add_subcommand("hidden", "For builds")->group("");
    app.add_subcommand("plain", "Has nothing to set");
  }
};

const OptionEntry& optionOf(const CommandEntry& command, const std::string& name) {
  for (const OptionEntry& option : command.options) {
    if (option.names.back() == name) return option;
  }
  ADD_FAILURE() << name;
  return command.options.front();
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(CommandTree, HoldsWhatAProgramDeclaresButHidesWhatHelpHides) {
  const CommandEntry root = commandEntry(Sample().app);
  ASSERT_EQ(root.commands.size(), 2u);
  EXPECT_TRUE(root.needs_command);
  const CommandEntry& weigh = *findCommand(root, "weigh");
  EXPECT_EQ(weigh.options.size(), 5u) << "help, FILE, and three options";
  const OptionEntry& unit = optionOf(weigh, "--unit");
  EXPECT_EQ(unit.names, (std::vector<std::string>{"-u", "--unit"}));
  EXPECT_EQ(unit.choices, (std::vector<std::string>{"kg", "lb"}));
  const OptionEntry& digits = optionOf(weigh, "--digits");
  EXPECT_EQ(digits.value, "INT");
  EXPECT_EQ(digits.bounds, "1 - 17");
  EXPECT_EQ(digits.default_value, "3");
  EXPECT_EQ(optionOf(weigh, "--json").value, "");
  const OptionEntry& file = optionOf(weigh, "FILE");
  EXPECT_TRUE(file.is_positional && file.is_required && file.is_repeated);
}

TEST(CommandTree, IsTheSameAfterItsWayThroughJson) {
  const Json json = commandEntryJson(commandEntry(Sample().app));
  EXPECT_EQ(commandEntryJson(commandEntryFromJson(json)), json);
}

TEST(ManPage, SetsExamplesTablesAndExitStatusApartAndNothingIsARequest) {
  const std::vector<ManPage> pages = manPages(commandEntry(Sample().app), {"1.2", "2026-01-02"});
  ASSERT_EQ(pages.size(), 2u) << "a command without options has none";
  EXPECT_EQ(pages[0].name, "sepax");
  EXPECT_TRUE(holds(pages[0].text, "\nsepax \\- Weighs things\n"));
  EXPECT_EQ(pages[1].name, "sepax-weigh");
  const std::string& text = pages[1].text;
  EXPECT_TRUE(holds(text, ".TH SEPAX\\-WEIGH 1 2026-01-02 \"Sepax 1.2\""));
  EXPECT_TRUE(holds(text, "\n\\fB\\-u\\fR, \\fB\\-\\-unit\\fR \\fIkg|lb\\fR\nIts unit\n")) << text;
  EXPECT_TRUE(holds(text, "\n\\&.5 and \\(aqmore\\(aq of it\n.br\nsecond line\n(1 \\- 17; default 3)\n")) << text;
  EXPECT_TRUE(holds(text, ".SH DESCRIPTION\nWords: \\e stays.\n.TP\n.B pound\n0.4536 kg\n")) << text;
  EXPECT_TRUE(holds(text, ".SH EXAMPLES\n.EX\nsepax weigh a.json | sepax weigh \\-\n.EE\n")) << text;
  EXPECT_TRUE(holds(text, ".SH EXIT STATUS\n0 light, 1 heavy.\n")) << text;
}

TEST(ManualCommands, KnowTheOptionsOfTheWindowAndNoHelpListsThem) {
  EXPECT_TRUE(holds(runSepax({"man", "render"}).out, "\\-\\-transparent"));
  EXPECT_TRUE(holds(runSepax({"man", "bundle", "verify"}).out, ".SH NAME\nsepax\\-bundle\\-verify"));
  EXPECT_FALSE(holds(runSepax({"--help"}).out, "completions"));
  const ProgramAnswer unknown = runSepax({"man", "no", "such"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_TRUE(holds(unknown.error, "found \"no such\"")) << unknown.error;
  for (const CompletionShell& shell : completionShells()) {
    const std::string script = runSepax({"completions", shell.name}).out;
    EXPECT_TRUE(holds(script, "selfcheck") && holds(script, "transparent") && !holds(script, "quit-after"))
        << shell.name;
  }
}

}  // namespace
}  // namespace sepax
