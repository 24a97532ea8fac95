#include "lesson/lesson_text.h"

#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>

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
    if (open != 0) runs.push_back({std::string(text.substr(0, open)), std::nullopt, {}});
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

std::string numberText(const LessonQuantity& quantity, const LessonState& state) {
  constexpr double kRounding = 1e-12;  // what sums of small numbers leave
  const auto value = quantity.read(state);
  if (!value) return "–";
  return humanNumber(std::abs(*value) < kRounding ? 0.0 : *value, 4);
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
