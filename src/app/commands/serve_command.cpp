#include "app/commands/command_line.h"
#include "app/commands/commands.h"
#include "lab/jury/service.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <array>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {

namespace {

struct ServeOptions {
  std::string algorithm = "sat";
  std::vector<std::string> answers;
};

/// A longer line is answered by an error.
constexpr std::size_t kMaxLine = 16u << 20;

struct InputLine {
  std::string text;
  bool is_too_long = false, is_last = false;
};

/// The next line without its newline; the last one may have none.
void readLine(std::istream& input, InputLine& line) {
  line = {};
  std::array<char, 4096> piece;
  for (bool has_ended = false; !has_ended;) {
    input.getline(piece.data(), piece.size());
    line.is_last = input.eof();
    has_ended = line.is_last || !input.fail();  // else the piece is full, and the line goes on
    const std::string_view text(piece.data(),
                                static_cast<std::size_t>(input.gcount()) - (has_ended && !line.is_last ? 1 : 0));
    line.is_too_long = line.is_too_long || line.text.size() + text.size() > kMaxLine;
    if (!line.is_too_long) line.text += text;
    input.clear();
  }
}

int run(const ServeOptions& options) {
  auto service = Service::of(options.algorithm);
  if (!service) return complain(service.error());
  if (!options.answers.empty()) {
    if (const auto ok = service->wantOnly(options.answers); !ok) return complain("--" + describe(ok.error()));
  }
  // Reads as much as has come at once, and knows how much that is.
  std::ios::sync_with_stdio(false);
  bool printed = printLine(service->hello());
  for (InputLine line; printed && !line.is_last;) {
    // Everything that has come is answered before it is sent: a program that asks many at once waits once.
    if (std::cin.rdbuf()->in_avail() <= 0 && finishOutput() != kExitFine) return kExitUnusable;
    readLine(std::cin, line);
    if (line.is_last && line.text.empty()) break;
    const std::string answer =
        line.is_too_long ? "{\"error\":\"expected a line of at most 16 MiB\"}" : service->answer(line.text);
    printed = printLine(answer) && printed;
  }
  return finishOutput(printed);
}

}  // namespace

void addServeCommand(CLI::App& app, int& exit_status) {
  const auto options = std::make_shared<ServeOptions>();
  CLI::App* const command =
      app.add_subcommand("serve", "Answer pairs, sweeps and rays of other programs, a line of JSON for a line of JSON");
  command->add_option("--algorithm", options->algorithm, "Which one of sepax algorithms answers")
      ->capture_default_str();
  command
      ->add_option("--answers", options->answers,
                   fmt::format("The parts of an answer, separated by commas: some of {}; all without it",
                               fmt::join(Service::answerNames(), ", ")))
      ->delimiter(',');
  command->footer(
      "It speaks the protocol of jurors (docs/jurors.md) from the other side: it prints who it is, then reads requests "
      "from standard\ninput and prints an answer for each, in their order. Errors are answers; it ends with its input. "
      "A line\n{\"answers\": [\"verdict\"]} changes what is answered. sepax.py and sepax.mjs beside the recorders wrap "
      "it.\n\n"
      "echo '{\"a\": {\"shape\": {\"type\": \"sphere\", \"radius\": 1}}, \"b\": {\"shape\": {\"type\": \"sphere\", "
      "\"radius\": 1}, \"position\": [3, 0, 0]}}' | sepax serve\n\n"
      "Exit status: 0 the input ended, 2 unusable options, or nothing more could be written.");
  command->callback([options, &exit_status] { exit_status = run(*options); });
}

}  // namespace sepax
