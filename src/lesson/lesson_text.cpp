#include "lesson/lesson_text.h"

#include "core/number.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace sepax {

namespace {

/// "<b>", "</p>", "&nbsp;": what a page would mark up; "a < b" is none.
bool holdsMarkup(std::string_view text) {
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    const char next = lowered(text[at + 1]);
    const bool is_letter = next >= 'a' && next <= 'z';
    if (text[at] == '<' && (is_letter || next == '/' || next == '!')) return true;
    const std::size_t end = text.find(';', at);
    if (text[at] == '&' && (is_letter || next == '#') && end != std::string_view::npos && end - at < 8) return true;
  }
  return false;
}

Result<LessonRun> inBraces(std::string_view inside) {
  LessonRun run;
  if (inside.empty())
    return fail(ErrorCode::kWrongValue, "", "expected a number or the name of a body between { and }");
  const bool is_number = inside.find(':') != std::string_view::npos ||
                         std::ranges::any_of(lessonNumbers(), [&](const LessonNumber& number) {
                           return number.argument == LessonArgument::kNone && inside == number.name;
                         });
  if (!is_number) {
    run.body = std::string(inside);
    return run;
  }
  auto number = parseQuantity(inside);
  SEPAX_TRY(number);
  if (number->number->argument == LessonArgument::kBody) run.body = number->argument;
  run.number = std::move(*number);
  return run;
}

}  // namespace

Result<std::vector<LessonRun>> parseLessonText(std::string_view text) {
  if (holdsMarkup(text)) return fail(ErrorCode::kWrongValue, "", "expected plain text, found HTML");
  std::vector<LessonRun> runs;
  while (!text.empty()) {
    const std::size_t open = text.find_first_of("{}");
    if (open != 0) runs.push_back({std::string(text.substr(0, open)), std::nullopt, {}, {}});
    if (open == std::string_view::npos) break;
    const std::size_t close = text.find('}', open);
    if (text[open] == '}' || close == std::string_view::npos) {
      return fail(ErrorCode::kWrongValue, "", "expected { and } in pairs");
    }
    auto run = inBraces(text.substr(open + 1, close - open - 1));
    SEPAX_TRY(run);
    runs.push_back(std::move(*run));
    text.remove_prefix(close + 1);
  }
  return runs;
}

namespace {

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Where the term stands in the text, and how long it is there.
std::optional<std::pair<std::size_t, std::size_t>> findTerm(std::string_view text, std::string_view term) {
  const auto same = [](char a, char b) { return a == b || (isLetter(a) && isLetter(b) && (a | 32) == (b | 32)); };
  for (auto from = text.begin(); !term.empty();) {
    const auto found = std::search(from, text.end(), term.begin(), term.end(), same);
    if (found == text.end()) break;
    const auto at = static_cast<std::size_t>(found - text.begin());
    std::size_t end = at + term.size();
    if (isLetter(term.back()) && end < text.size() && text[end] == 's') ++end;
    const bool begins = at == 0 || !isLetter(text[at - 1]) || !isLetter(term.front());
    const bool ends = end == text.size() || !isLetter(text[end]) || !isLetter(term.back());
    if (begins && ends) return std::pair(at, end - at);
    from = found + 1;
  }
  return std::nullopt;
}

struct TypedUnit {
  const char *unit, *typed;
  double factor;
};
/// Longer endings before those that they hold.
constexpr TypedUnit kTypedUnits[] = {
    {"m", "cm", 0.01},   {"m", "mm", 0.001}, {"m", "km", 1000},  {"m", "m", 1}, {"m", "米", 1},
    {"m³", "m³", 1},     {"m³", "m^3", 1},   {"m³", "m3", 1},    {"°", "°", 1}, {"°", "deg", 1},
    {"°", "degrees", 1}, {"°", "度", 1},     {"s", "ms", 0.001}, {"s", "s", 1}, {"s", "秒", 1},
};

}  // namespace

std::vector<LessonRun> withTerms(std::vector<LessonRun> runs, std::span<const std::string> terms) {
  for (std::size_t t = 0; t < terms.size(); ++t) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (runs[i].words.empty() || runs[i].term) continue;
      const auto found = findTerm(runs[i].words, terms[t]);
      if (!found) continue;
      const std::string words = runs[i].words;
      const auto [at, size] = *found;
      std::vector<LessonRun> parts;
      if (at > 0) parts.push_back({words.substr(0, at), std::nullopt, {}, {}});
      parts.push_back({words.substr(at, size), std::nullopt, {}, t});
      if (at + size < words.size()) parts.push_back({words.substr(at + size), std::nullopt, {}, {}});
      runs.erase(runs.begin() + static_cast<std::ptrdiff_t>(i));
      runs.insert(runs.begin() + static_cast<std::ptrdiff_t>(i), parts.begin(), parts.end());
      break;
    }
  }
  return runs;
}

bool isTypedUnit(std::string_view unit) {
  return unit.empty() || std::ranges::any_of(kTypedUnits, [&](const TypedUnit& row) { return unit == row.unit; });
}

std::optional<double> typedNumber(std::string_view text, const std::string& unit) {
  std::string plain;
  for (const char c : text) {
    if (c != ' ' && c != '\t') plain += c == ',' ? '.' : c;
  }
  for (std::size_t at = plain.find("−"); at != std::string::npos; at = plain.find("−"))
    plain.replace(at, std::string_view("−").size(), "-");
  double factor = 1;
  for (const TypedUnit& row : kTypedUnits) {
    if (unit != row.unit || !plain.ends_with(row.typed)) continue;
    factor = row.factor;
    plain.resize(plain.size() - std::string_view(row.typed).size());
    break;
  }
  const std::size_t slash = plain.find('/');
  const auto above = parseDouble(std::string_view(plain).substr(0, slash));
  const auto below =
      slash == std::string::npos ? std::optional(1.0) : parseDouble(std::string_view(plain).substr(slash + 1));
  if (!above || !below || *below == 0) return std::nullopt;
  return *above / *below * factor;
}

std::string numberText(const LessonQuantity& quantity, const LessonState& state) {
  constexpr double kRounding = 1e-12;  // what sums of small numbers leave
  const auto value = quantity.read(state);
  if (!value) return "–";
  const std::string text = humanNumber(std::abs(*value) < kRounding ? 0.0 : *value, 4);
  return text.starts_with('-') ? "−" + text.substr(1) : text;  // as the rail writes it
}

std::string plainText(std::string_view text, const LessonState& state) {
  std::string out;
  const auto runs = parseLessonText(text);
  if (!runs) return std::string(text);
  for (const LessonRun& run : *runs) {
    out += run.number ? numberText(*run.number, state) : run.words.empty() ? run.body : run.words;
  }
  return out;
}

void freezeNumbers(std::string_view text, const LessonState& state, NumberTexts& frozen) {
  const auto runs = parseLessonText(text);
  if (!runs) return;
  for (const LessonRun& run : *runs) {
    if (run.number) frozen[run.number->name()] = numberText(*run.number, state);
  }
}

std::size_t shownLength(std::string_view text) {
  constexpr std::size_t kNumberLength = 4;
  const auto runs = parseLessonText(text);
  if (!runs) return text.size();
  std::size_t length = 0;
  for (const LessonRun& run : *runs) {
    length += run.number ? kNumberLength : run.body.size();
    length += static_cast<std::size_t>(std::ranges::count_if(run.words, [](char c) { return (c & 0xC0) != 0x80; }));
  }
  return length;
}

}  // namespace sepax
