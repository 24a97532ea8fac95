#include "lab/paste/found.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace sepax::paste {

const std::vector<Question>& questions() {
  static const std::vector<Question> rows = {
      {"quaternion", {"xyzw", "wxyz"}, "the order of quaternions"},
      {"extents", {"half", "full"}, "the sizes of boxes"},
      {"length",
       {"half", "full", "caps"},
       "the lengths of capsules, cylinders and cones; caps: the caps of a capsule included"},
      {"matrix", {"rows", "columns"}, "how nine or sixteen numbers make a matrix"},
      {"angles", {"rad", "deg"}, "the unit of angles"},
      {"up", {"y", "z"}, "which way is up in the text; z is turned to y"},
      {"unit", {"m", "cm", "mm"}, "the unit of lengths"},
      {"cylinder", {"x", "y", "z"}, "the axis of capsules, cylinders and cones"},
      {"space", {"2d", "3d"}, "the dimensions"},
      {"decimal", {"point", "comma"}, "what stands before the fraction of a number"},
      {"plane", {"along", "against"}, "how the number of a plane is counted: along its normal or against it"},
      {"example", {"1", "2", "3", "4"}, "which of a text's examples is taken"},
      {"mesh", {"mesh", "hull"}, "what points with faces are: the mesh, or its convex hull"},
  };
  return rows;
}

std::pair<Numbers, Numbers> halvesOf(const Numbers& numbers) {
  const auto middle = numbers.begin() + std::ssize(numbers) / 2;
  return {Numbers(numbers.begin(), middle), Numbers(middle, numbers.end())};
}

void noteSource(Sources& sources, const Number& kept, const Number& other) {
  const bool has_both = kept.offset != Number::kNowhere && other.offset != Number::kNowhere;
  if (has_both && kept.offset != other.offset) sources.emplace_back(kept.offset, other.offset);
}

std::string Findings::answerTo(std::string_view key, std::string_view usual) const {
  const auto answer = answers.find(std::string(key));
  return answer == answers.end() ? std::string(usual) : answer->second;
}

std::string Findings::assume(std::string_view key, std::string_view usual, std::string_view why) {
  if (answers.contains(std::string(key))) return answerTo(key, usual);
  assumed[std::string(key)] = usual;
  std::string line = fmt::format("{}: {}, {}", key, usual, why);
  assume(std::move(line));
  return std::string(usual);
}

std::string Findings::guess(std::string_view key, std::string_view usual, std::string_view why) {
  if (!answers.contains(std::string(key))) doubt(fmt::format("{}: {}, {}", key, usual, why));
  return assume(key, usual, why);
}

namespace {

void addOnce(std::vector<std::string>& lines, std::string line) {
  if (std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
}

}  // namespace

void Findings::assume(std::string text) { addOnce(assumptions, std::move(text)); }

void Findings::remark(std::string text) { addOnce(remarks, std::move(text)); }

void Findings::doubtText(const std::string& text) {
  doubt(text);
  doubts_of_text.push_back(text);
}

void Findings::doubt(std::string text) { addOnce(doubts, std::move(text)); }

void Findings::use(const Numbers& numbers) {
  for (const Number& number : numbers) {
    if (number.offset != Number::kNowhere) used.insert(number.offset);
  }
}

Mat3 turnTo(char axis) {
  if (axis == 'x') return Mat3{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}};
  return axis == 'z' ? Mat3{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}} : Mat3{1.0};
}

}  // namespace sepax::paste
