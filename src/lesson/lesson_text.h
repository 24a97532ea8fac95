#pragma once

#include "lesson/lesson_values.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {

/// A part of a lesson's text: words as they are, a live number {gap:A0}, or the name of a body {B}.
struct LessonRun {
  std::string words;
  std::optional<LessonQuantity> number;
  std::string body;  ///< of a name, or of a number that is about a body
};

/// The parts of a text in order. A word in braces that is no number is read as a body's name. Errors: a brace without
/// its other one, a number with a wrong argument, HTML (texts are plain).
[[nodiscard]] Result<std::vector<LessonRun>> parseLessonText(std::string_view text);

/// The text of a live number now; "–" where there is none.
[[nodiscard]] std::string numberText(const LessonQuantity& quantity, const LessonState& state);

/// The whole text as it reads now. Expects one that parses.
[[nodiscard]] std::string plainText(std::string_view text, const LessonState& state);

/// Texts of live numbers by their names, "gap:A0".
using NumberTexts = std::map<std::string, std::string>;
/// Adds the numbers of a text as they are now. Expects one that parses.
void freezeNumbers(std::string_view text, const LessonState& state, NumberTexts& frozen);

/// Characters that a text takes, live numbers as four.
[[nodiscard]] std::size_t shownLength(std::string_view text);

}  // namespace sepax
