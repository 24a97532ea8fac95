#pragma once

#include "lesson/lesson_values.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {

/// A part of a lesson's text: words as they are, a live number {gap:A0}, or the name of a body {B}.
struct LessonRun {
  std::string words;
  std::optional<LessonQuantity> number;
  std::string body;                 ///< of a name, or of a number that is about a body
  std::optional<std::size_t> term;  ///< of the terms that were looked for; the words are its
};

/// The parts of a text in order. A word in braces that is no number is read as a body's name. Errors: a brace without
/// its other one, a number with a wrong argument, HTML (texts are plain).
[[nodiscard]] Result<std::vector<LessonRun>> parseLessonText(std::string_view text);

/// The runs with each term's first place as a run of its own; letters' case is ignored, and in Latin script words are
/// whole, but for an s at their end.
[[nodiscard]] std::vector<LessonRun> withTerms(std::vector<LessonRun> runs, std::span<const std::string> terms);

/// The number of a text as learners type it: "1.2", "1,2", "6/5", ".2", with or without a unit; cm, mm and km are
/// converted into metres. Nothing when it is another text or unit.
[[nodiscard]] std::optional<double> typedNumber(std::string_view text, const std::string& unit);
/// True of the units that typedNumber() knows, and of none.
[[nodiscard]] bool isTypedUnit(std::string_view unit);

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
