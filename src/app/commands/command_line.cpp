#include "app/commands/command_line.h"

#include "core/number.h"
#include "core/platform.h"
#include "core/process.h"
#include "core/text.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <utility>

namespace sepax {

Result<std::string> readStandardInput(std::size_t max_bytes) {
  std::string text;
  std::array<char, 1 << 16> block;
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), stdin)) {
    text.append(block.data(), count);
    if (text.size() > max_bytes) {
      return fail(ErrorCode::kTooLarge, "standard input",
                  fmt::format("expected at most {} bytes, found more", max_bytes));
    }
  }
  if (std::ferror(stdin) != 0) return fail(ErrorCode::kNotFound, "standard input", "could not be read");
  return text;
}

namespace {

std::atomic<bool> is_interrupted = false;

}  // namespace

const std::atomic<bool>& listenForInterrupt() {
  // Where nothing listens, Ctrl+C ends the process as ever.
  static const Result<void> listens = listenForEnd([](EndRequest request) {
    if (request.at_once) std::_Exit(request.exit_status);
    is_interrupted = true;
  });
  return is_interrupted;
}

bool isInterrupted() { return is_interrupted; }

int complain(std::string_view message) {
  fmt::print(stderr, "sepax: {}\n", printableLine(message));
  return kExitUnusable;
}

int complain(const Error& error) { return complain(describe(error)); }

void takeTime(CLI::Option& option) {
  const auto read = [](std::string& text) -> std::string {
    static constexpr std::pair<char, double> kUnits[] = {{'s', 1}, {'m', 60}, {'h', 3600}};
    std::string_view digits = text;
    double unit = 1;
    for (const auto& [letter, seconds] : kUnits) {
      if (!digits.ends_with(letter)) continue;
      digits.remove_suffix(1);
      unit = seconds;
      break;
    }
    while (digits.ends_with(' ')) digits.remove_suffix(1);
    const auto number = parseDouble(digits);
    if (!number || !(*number > 0) || !std::isfinite(*number * unit))
      return fmt::format("expected more than 0 seconds, as 90, 90s, 5m or 2h, found {}", printableLine(text));
    text = shortestDecimal(*number * unit);
    return {};
  };
  option.transform(CLI::Validator(read, ""))->type_name("TIME");
}

namespace {

/// Rows that are wrong and words that count them are red on a terminal, unless NO_COLOR (no-color.org) forbids it.
constexpr std::string_view kWrongRow = "  ! ";
constexpr std::array<std::string_view, 3> kWrongWords{"FAILED", "DIFFER", "UNUSABLE"};

bool hasColours() {
  static const bool has = [] {
    const char *const no_color = std::getenv("NO_COLOR"), *const kind = std::getenv("TERM");
    return (no_color == nullptr || *no_color == 0) && kind != nullptr && std::string_view(kind) != "dumb" &&
           isTerminal(StandardStream::kOutput);
  }();
  return has;
}

std::string withColours(std::string_view text) {
  std::string out;
  const auto addRed = [&](std::string_view part) { out.append("\x1b[31m").append(part).append("\x1b[0m"); };
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size());
    if (line.starts_with(kWrongRow)) {
      addRed(line);
    } else {
      for (std::string_view rest = line; !rest.empty();) {
        const auto word =
            std::ranges::find_if(kWrongWords, [&](std::string_view each) { return rest.starts_with(each); });
        const std::size_t length = word == kWrongWords.end() ? 1 : word->size();
        if (word == kWrongWords.end()) out += rest[0];
        if (word != kWrongWords.end()) addRed(*word);
        rest.remove_prefix(length);
      }
    }
    if (text.empty()) break;
    out += '\n';
    text.remove_prefix(1);
  }
  return out;
}

bool write(std::string_view text) { return std::fwrite(text.data(), 1, text.size(), stdout) == text.size(); }

}  // namespace

bool print(std::string_view text) {
  // Most texts need no second look. A table, and no early exit: listings are long.
  static constexpr auto kNeedsLook = [] {
    std::array<std::uint8_t, 256> table{};
    for (std::size_t c = 0; c < table.size(); ++c) {
      const bool is_control = (c < 0x20 && c != '\n' && c != '\t') || c == 0x7F;
      table[c] = is_control || c == 0xC2 || c == 0xD8 || c == 0xE2 ? 1 : 0;
    }
    return table;
  }();
  std::uint8_t any = 0;
  for (const char c : text) any |= kNeedsLook[static_cast<std::uint8_t>(c)];
  std::string safe;
  if (any != 0) text = safe = printableText(text);
  return hasColours() ? write(withColours(text)) : write(text);
}

bool printLine(std::string_view text) { return print(text) && std::fputc('\n', stdout) != EOF; }

int finishOutput(bool was_printed) {
  const bool is_flushed = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  return is_flushed && was_printed ? kExitFine : complain("standard output: could not be written");
}

int printOrSave(std::string_view text, const std::string& file) {
  if (file.empty() || file == "-") return finishOutput(print(text));
  const auto written = writeFileAtomically(file, text);
  return written ? kExitFine : complain(written.error());
}

namespace {

/// "{a,b}" as a list of a and b; empty for every text without braces.
std::vector<std::string> choicesIn(std::string_view text) {
  const std::size_t begin = text.find('{'), end = text.find('}');
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return {};
  std::vector<std::string> out;
  text = text.substr(begin + 1, end - begin - 1);
  while (!text.empty()) {
    const std::string_view item = text.substr(0, text.find(','));
    out.emplace_back(item);
    text.remove_prefix(std::min(item.size() + 1, text.size()));
  }
  return out;
}

/// "0 - 64" of "INT in [0 - 64]"; CLI11's own words for other limits.
std::string boundsIn(std::string_view text) {
  if (text == "NONNEGATIVE") return "0 or more";
  if (text == "POSITIVE") return "more than 0";
  const std::size_t begin = text.find('[');
  const bool is_range = begin != std::string_view::npos && text.ends_with(']');
  return is_range ? std::string(text.substr(begin + 1, text.size() - begin - 2)) : std::string();
}

OptionEntry optionEntry(const CLI::Option& option) {
  OptionEntry out;
  out.is_positional = option.get_positional() && !option.nonpositional();
  if (out.is_positional) {
    out.names.push_back(option.get_name(true, false));
  } else {
    for (const std::string& name : option.get_snames()) out.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) out.names.push_back("--" + name);
  }
  out.summary = option.get_description();
  out.is_required = option.get_required();
  out.is_repeated = option.get_items_expected_max() > 1;
  if (option.get_items_expected_max() == 0) return out;
  const std::string type = option.get_type_name();
  const std::size_t colon = std::min(type.find(':'), type.size());
  out.value = type.substr(0, colon);
  const std::string_view limits = std::string_view(type).substr(std::min(colon + 1, type.size()));
  out.choices = choicesIn(limits);
  if (out.choices.empty()) out.bounds = boundsIn(limits);
  out.default_value = option.get_default_str();
  return out;
}

/// The texts and flags of an entry, each with its key: one list for reading and for writing.
template <class Entry, class Visit>
void visitPlain(Entry& entry, Visit visit) {
  visit("summary", entry.summary);
  if constexpr (std::is_same_v<std::remove_const_t<Entry>, CommandEntry>) {
    visit("name", entry.name);
    visit("footer", entry.footer);
    visit("needs_command", entry.needs_command);
  } else {
    visit("value", entry.value);
    visit("bounds", entry.bounds);
    visit("default", entry.default_value);
    visit("is_positional", entry.is_positional);
    visit("is_required", entry.is_required);
    visit("is_repeated", entry.is_repeated);
  }
}

template <class Entry>
Json plainMembers(const Entry& entry) {
  Json out = Json::object();
  visitPlain(entry, [&](const char* key, const auto& member) { out.add(key, member); });
  return out;
}

void readPlain(const Json& json, std::string& out) {
  if (json.isString()) out = json.string();
}
void readPlain(const Json& json, bool& out) { out = json.isBoolean() && json.boolean(); }

template <class Entry>
Entry withPlainMembers(const Json& json) {
  Entry out;
  visitPlain(out, [&](const char* key, auto& member) { readPlain(json[key], member); });
  return out;
}

std::vector<std::string> textsIn(const Json& list) {
  std::vector<std::string> out;
  for (const Json& item : list) {
    if (item.isString()) out.push_back(item.string());
  }
  return out;
}

}  // namespace

CommandEntry commandEntry(const CLI::App& app) {
  CommandEntry out;
  out.name = app.get_name();
  out.summary = app.get_description();
  out.footer = app.get_footer();
  out.needs_command = app.get_require_subcommand_min() > 0;
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_group().empty()) out.options.push_back(optionEntry(*option));
  }
  for (const CLI::App* command : app.get_subcommands([](const CLI::App* sub) { return !sub->get_group().empty(); }))
    out.commands.push_back(commandEntry(*command));
  return out;
}

Json commandEntryJson(const CommandEntry& entry) {
  Json out = plainMembers(entry);
  Json options = Json::array(), commands = Json::array();
  for (const OptionEntry& option : entry.options) {
    Json item = plainMembers(option);
    item.add("names", Json::list(option.names));
    item.add("choices", Json::list(option.choices));
    options.push(std::move(item));
  }
  for (const CommandEntry& command : entry.commands) commands.push(commandEntryJson(command));
  out.add("options", std::move(options));
  out.add("commands", std::move(commands));
  return out;
}

CommandEntry commandEntryFromJson(const Json& json) {
  auto out = withPlainMembers<CommandEntry>(json);
  for (const Json& item : json["options"]) {
    auto option = withPlainMembers<OptionEntry>(item);
    option.names = textsIn(item["names"]);
    option.choices = textsIn(item["choices"]);
    out.options.push_back(std::move(option));
  }
  for (const Json& item : json["commands"]) out.commands.push_back(commandEntryFromJson(item));
  return out;
}

const CommandEntry* findCommand(const CommandEntry& entry, std::string_view name) {
  const auto found = std::ranges::find(entry.commands, name, &CommandEntry::name);
  return found == entry.commands.end() ? nullptr : &*found;
}

}  // namespace sepax
