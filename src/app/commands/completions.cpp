#include "app/commands/completions.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace sepax {

namespace {

/// The kind of value that follows an option or is a positional argument.
enum class Value { kNone, kChoices, kFile, kOther };

Value valueOf(const OptionEntry& option) {
  if (option.value.empty()) return Value::kNone;
  if (!option.choices.empty()) return Value::kChoices;
  return option.value == "TEXT" ? Value::kFile : Value::kOther;  // numbers are no files
}

/// A command with all words that lead to it: "sepax bundle verify".
struct Place {
  std::string path;
  const CommandEntry* command;
};

void addPlaces(const CommandEntry& command, const std::string& path, std::vector<Place>& out) {
  out.push_back({path, &command});
  for (const CommandEntry& sub : command.commands) addPlaces(sub, path + " " + sub.name, out);
}

std::vector<Place> placesIn(const CommandEntry& root) {
  std::vector<Place> out;
  addPlaces(root, root.name, out);
  return out;
}

std::vector<std::string> commandNames(const CommandEntry& command) {
  std::vector<std::string> out;
  for (const CommandEntry& sub : command.commands) out.push_back(sub.name);
  return out;
}

/// A text in single quotes, as a POSIX shell, zsh and bash read it.
std::string shellQuoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

/// The first line of a summary.
std::string_view firstLine(std::string_view text) { return text.substr(0, text.find('\n')); }

std::string wordList(const std::vector<std::string>& list) {
  return shellQuoted(fmt::format("{}", fmt::join(list, " ")));
}

// ---- bash ----

constexpr const char* kBashHead =
    R"(# bash completion of sepax, made by `sepax completions bash` from the options of the program.
_sepax() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} path=sepax i
  local commands='' options='' choices='' wants=''
  # bash takes --option=value apart at the =.
  if [[ $current == '=' ]]; then
    current=''
  elif [[ $previous == '=' ]]; then
    previous=${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case "$path ${COMP_WORDS[i]}" in
)";
constexpr const char* kBashTail = R"(  esac
  case $wants in
    choices) mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$current") ;;
    files) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
    other) COMPREPLY=() ;;
    *)
      if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
      else
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$current"; compgen -f -- "$current")
      fi ;;
  esac
}
complete -F _sepax sepax
)";

/// The case of one command: its words, and what its options want behind them.
std::string bashPlace(const Place& place) {
  std::vector<std::string> names, words_here = commandNames(*place.command);
  std::string values;
  for (const OptionEntry& option : place.command->options) {
    const Value value = valueOf(option);
    if (option.is_positional) {
      if (value == Value::kChoices) words_here.insert(words_here.end(), option.choices.begin(), option.choices.end());
      continue;
    }
    names.insert(names.end(), option.names.begin(), option.names.end());
    if (value == Value::kNone) continue;
    const char* const wants = value == Value::kChoices ? "choices" : value == Value::kFile ? "files" : "other";
    values += fmt::format("        {}) wants={}", fmt::join(option.names, "|"), wants);
    if (value == Value::kChoices) values += " choices=" + wordList(option.choices);
    values += " ;;\n";
  }
  std::string out = fmt::format("    {})\n      commands={} options={}\n", shellQuoted(place.path),
                                wordList(words_here), wordList(names));
  if (!values.empty()) out += fmt::format("      case $previous in\n{}      esac\n", values);
  return out + "      ;;\n";
}

std::string bashScript(const CommandEntry& root) {
  const std::vector<Place> places = placesIn(root);
  std::string out = kBashHead;
  std::vector<std::string> paths;
  for (const Place& place : places) {
    if (place.command != &root) paths.push_back(shellQuoted(place.path));
  }
  out += fmt::format("      {}) path+=\" ${{COMP_WORDS[i]}}\" ;;\n    esac\n  done\n  case $path in\n",
                     fmt::join(paths, "|"));
  for (const Place& place : places) out += bashPlace(place);
  return out + kBashTail;
}

// ---- zsh ----

/// A text inside the brackets or behind the colon of an _arguments specification.
std::string zshText(std::string_view text) {
  std::string out;
  for (const char c : firstLine(text)) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string zshAction(const OptionEntry& option) {
  switch (valueOf(option)) {
    case Value::kChoices:
      return fmt::format("({})", fmt::join(option.choices, " "));
    case Value::kFile:
      return "_files";
    case Value::kNone:
    case Value::kOther:
      break;
  }
  return " ";
}

/// The specification of one option or argument, one a name.
std::vector<std::string> zshSpecs(const OptionEntry& option) {
  std::vector<std::string> out;
  const std::string action = zshAction(option);
  if (option.is_positional) {
    out.push_back(
        shellQuoted(fmt::format("{}:{}:{}", option.is_repeated ? "*" : "", zshText(option.names.front()), action)));
    return out;
  }
  const std::string value = option.value.empty() ? "" : fmt::format(":{}:{}", zshText(option.value), action);
  const std::string others = option.is_repeated        ? "*"
                             : option.names.size() > 1 ? fmt::format("({})", fmt::join(option.names, " "))
                                                       : "";
  for (const std::string& name : option.names) {
    const bool can_join = !option.value.empty() && name.starts_with("--");
    out.push_back(
        shellQuoted(fmt::format("{}{}{}[{}]{}", others, name, can_join ? "=" : "", zshText(option.summary), value)));
  }
  return out;
}

std::string zshFunctionName(std::string_view path) {
  std::string out = "_" + std::string(path);
  std::ranges::replace(out, ' ', '_');
  std::ranges::replace(out, '-', '_');
  return out;
}

std::string zshFunction(const Place& place) {
  const std::string name = zshFunctionName(place.path);
  const CommandEntry& command = *place.command;
  std::string specs;
  for (const OptionEntry& option : command.options) {
    if (option.is_positional && !command.commands.empty()) continue;  // offered beside the commands
    for (const std::string& spec : zshSpecs(option)) specs += fmt::format(" \\\n    {}", spec);
  }
  if (command.commands.empty()) return fmt::format("{}() {{\n  _arguments -S{}\n}}\n\n", name, specs);
  std::string described, chosen;
  for (const CommandEntry& sub : command.commands) {
    described += fmt::format("        {}\n", shellQuoted(fmt::format("{}:{}", sub.name, firstLine(sub.summary))));
    chosen += fmt::format("        {}) {} ;;\n", sub.name, zshFunctionName(place.path + " " + sub.name));
  }
  const bool takes_files = std::ranges::any_of(command.options, &OptionEntry::is_positional);
  return fmt::format(
      "{0}() {{\n  local context state state_descr line\n  typeset -A opt_args\n  local -a commands\n"
      "  _arguments -C -S{1} \\\n    '1: :->command' '*:: :->rest'\n"
      "  case $state in\n    command)\n      commands=(\n{2}      )\n      _describe -t commands command commands{3}\n "
      "     ;;\n"
      "    rest)\n      case $words[1] in\n{4}{5}      esac\n      ;;\n  esac\n}}\n\n",
      name, specs, described, takes_files ? "\n      _files" : "", chosen, takes_files ? "        *) _files ;;\n" : "");
}

std::string zshScript(const CommandEntry& root) {
  std::string out =
      "#compdef sepax\n# zsh completion of sepax, made by `sepax completions zsh` from the options of the program.\n\n";
  for (const Place& place : placesIn(root)) out += zshFunction(place);
  // Loaded by its name it is called at once; sourced it says which command it completes.
  return out + "if [ \"$funcstack[1]\" = _sepax ]; then\n  _sepax \"$@\"\nelse\n  compdef _sepax sepax\nfi\n";
}

// ---- fish ----

constexpr const char* kFishHead =
    R"(# fish completion of sepax, made by `sepax completions fish` from the options of the program.
function __sepax_is --description 'Whether the words so far name this command of sepax'
    set -l path
    for word in (commandline -opc)[2..-1]
        set -l longer (string join ' ' -- $path $word)
        contains -- "$longer" $__sepax_commands; and set path $longer
    end
    test "$path" = "$argv"
end
)";

/// A text in single quotes, as fish reads it.
std::string fishQuoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

std::string fishOption(const std::string& condition, const OptionEntry& option) {
  std::string out = fmt::format("complete -c sepax -n {}", condition);
  for (const std::string& name : option.names) {
    const bool is_long = name.starts_with("--");
    out += fmt::format(" {} {}", is_long ? "-l" : "-s", name.substr(is_long ? 2 : 1));
  }
  switch (valueOf(option)) {
    case Value::kNone:
      break;
    case Value::kChoices:
      out += fmt::format(" -x -a {}", fishQuoted(fmt::format("{}", fmt::join(option.choices, " "))));
      break;
    case Value::kFile:
      out += " -r -F";
      break;
    case Value::kOther:
      out += " -x";
      break;
  }
  return out + fmt::format(" -d {}\n", fishQuoted(firstLine(option.summary)));
}

std::string fishScript(const CommandEntry& root) {
  const std::vector<Place> places = placesIn(root);
  const auto below = [](const Place& place) {
    return place.path.substr(std::min(place.path.find(' ') + 1, place.path.size()));
  };
  std::string out = kFishHead + std::string("set -g __sepax_commands");
  for (const Place& place : places) {
    if (place.command != &root) out += " " + fishQuoted(below(place));
  }
  out += "\n\n";
  for (const Place& place : places) {
    const std::string condition = fishQuoted(place.command == &root ? "__sepax_is" : "__sepax_is " + below(place));
    for (const CommandEntry& sub : place.command->commands)
      out +=
          fmt::format("complete -c sepax -n {} -a {} -d {}\n", condition, sub.name, fishQuoted(firstLine(sub.summary)));
    for (const OptionEntry& option : place.command->options) {
      if (!option.is_positional) {
        out += fishOption(condition, option);
      } else if (!option.choices.empty()) {
        out += fmt::format("complete -c sepax -n {} -a {}\n", condition, wordList(option.choices));
      }
    }
  }
  return out;
}

constexpr CompletionShell kShells[] = {
    {"bash", "sepax", bashScript}, {"zsh", "_sepax", zshScript}, {"fish", "sepax.fish", fishScript}};

}  // namespace

std::span<const CompletionShell> completionShells() { return kShells; }

}  // namespace sepax
