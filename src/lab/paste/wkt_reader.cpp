#include "lab/paste/readers.h"

#include "core/language.h"
#include "core/text.h"
#include "lab/paste/number_groups.h"
#include "lab/paste/reading.h"
#include "lab/paste/tokens.h"

#include <fmt/format.h>

#include <algorithm>

namespace sepax::paste {

namespace {

/// The next geometry's word and the bracket behind it, from `at` on; npos: none.
struct Place {
  std::size_t word = std::string_view::npos, bracket = 0;
  std::string_view type = {};
  [[nodiscard]] bool isPolygon() const { return lowered(type) == "polygon"; }
};

/// "polygon((0 0, 4 0, …))", as SQL has it, too: no comma stands between the first two numbers, as in a call.
bool isSmallPolygon(std::string_view text, std::size_t bracket) {
  constexpr std::string_view kNumber = "-0123456789.";
  const std::size_t first = text.find_first_not_of("( ", bracket);
  if (!text.substr(bracket).starts_with("((") || first == std::string_view::npos) return false;
  const std::size_t blank = text.find_first_not_of(kNumber, first);
  return blank != std::string_view::npos && blank > first && text[blank] == ' ' && blank + 1 < text.size() &&
         kNumber.find(text[blank + 1]) != std::string_view::npos;
}

Place nextGeometry(std::string_view text, std::size_t at) {
  Place best;
  for (const std::string_view word : {"POLYGON", "MULTIPOINT", "LINESTRING", "LINEARRING", "polygon"}) {
    for (std::size_t found = text.find(word, at); found != std::string_view::npos; found = text.find(word, found + 1)) {
      std::size_t bracket = found + word.size();
      while (bracket < text.size() && (text[bracket] == ' ' || text[bracket] == 'Z' || text[bracket] == 'M')) ++bracket;
      if (bracket >= text.size() || text[bracket] != '(' || found > best.word) continue;
      if (word == "polygon" && !isSmallPolygon(text, bracket)) continue;
      best = {found, bracket, word};
      break;
    }
  }
  return best;
}

/// "gives result POLYGON (…)", "should be POLYGON (…)"
bool isAnswerAt(std::string_view text, std::size_t word) {
  std::size_t end = word;
  while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == ':' || text[end - 1] == '\n')) --end;
  std::size_t begin = end;
  while (begin > 0 && lowered(text[begin - 1]) >= 'a' && lowered(text[begin - 1]) <= 'z') --begin;
  const std::string before = lowered(text.substr(begin, end - begin));
  if (before == "as" || before == "has") {  // "comes out as POLYGON (…)", "where JTS has POLYGON (…)"
    const std::string sentence = lowered(text.substr(text.substr(0, begin).find_last_of(".)") + 1,
                                                     begin - text.substr(0, begin).find_last_of(".)") - 1));
    return holdsAny(sentence, {"comes out", "where", "while", "instead"});
  }
  return before == "be" || before == "gives" || before == "returns" || roleOf(before) == Role::kResult;
}

}  // namespace

bool holdsWkt(std::string_view text) { return nextGeometry(text, 0).word != std::string_view::npos; }

void readWkt(const Source& source, Findings& findings) {
  const std::string_view text = source.text;
  std::size_t at = 0;
  while (true) {
    const Place place = nextGeometry(text, at);
    if (place.word == std::string_view::npos) return;
    std::size_t begin = place.bracket + 1;
    if (place.isPolygon()) begin = std::min(text.find('(', begin), text.size());
    const bool is_line = place.type.starts_with("LINE");
    const std::size_t end = std::min(text.find(place.isPolygon() || is_line ? ')' : ';', begin), text.size());
    const std::size_t stop = place.isPolygon() || is_line
                                 ? end
                                 : std::min(std::min(text.find("))", begin), text.find('\n', begin)), text.size());
    const std::string_view inside = text.substr(std::min(begin, stop), stop - std::min(begin, stop));
    // The numbers of the first point say how many there are in each.
    const std::size_t dimensions = std::max<std::size_t>(2, numbersIn(inside.substr(0, inside.find(','))).size());
    Numbers points;
    std::size_t count = 0;
    for (const PlacedNumber& n : numbersIn(inside, begin)) {
      if (count++ % dimensions < 2) points.push_back({n.value, n.offset});
    }
    if (points.size() >= 8 && !is_line && points[0].value == points[points.size() - 2].value &&
        points[1].value == points.back().value) {
      findings.use({points[points.size() - 2], points.back()});
      points.resize(points.size() - 2);
    }
    at = std::max(stop, place.bracket + 1);
    if (isAnswerAt(text, place.word)) {
      for (const PlacedNumber& n : numbersIn(inside, begin)) findings.use({{n.value, n.offset}});
      continue;
    }
    FoundBody body;
    FoundShape shape;
    shape.type = is_line && points.size() > 4 ? "chain" : "polygon";
    shape.is_planar = true;
    shape.points = place.isPolygon() || is_line ? std::move(points) : convexOrder(points);
    shape.line =
        1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(place.word), '\n'));
    if (place.isPolygon() && text.substr(std::min(end + 1, text.size())).starts_with(", ("))
      findings.remark(trf("line {}: the polygon's holes are left out", shape.line));
    body.shape = std::move(shape);
    body.pose.position = Numbers(2);  // its points are the world's
    findings.bodies.push_back(std::move(body));
  }
}

}  // namespace sepax::paste
