#include "core/language.h"
#include "core/text.h"
#include "lab/paste/number_groups.h"
#include "lab/paste/readers.h"
#include "lab/paste/shape_reading.h"
#include "lab/paste/words.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sepax::paste {

namespace {

/// "x1 = 2": a name and its numbers; in points, where they stand in brackets of their own.
struct Given {
  std::string name;   ///< as the text has it
  std::string stem;   ///< in lower case, without the label: "x", "radius", "centerx"
  std::string label;  ///< "1" of "r1", "a" of "ax1"; empty: none
  int axis = -1;      ///< of a component: "x1", "y_center"
  int point = 0;      ///< which of a body's: "x2" of "ax2"
  Numbers numbers;
  std::size_t dimensions = 0;  ///< of each of several points
  int line = 0;

  [[nodiscard]] bool isRadius() const { return holdsWord(" r radius rad ", stem); }
  [[nodiscard]] bool isVector() const { return dimensions == 0 && (numbers.size() == 2 || numbers.size() == 3); }
};

/// A body as its givens make it up.
struct Group {
  std::string label, name;
  std::array<std::array<std::optional<Number>, 3>, 4> corners = {};  ///< by components
  std::vector<Numbers> points;
  std::optional<Number> radius, width, height;
  int line = 0;
};

bool isComponent(char c) { return c == 'x' || c == 'y' || c == 'z'; }

/// The parts of a name: which body, which point, which component.
void takeNameApart(Given& given) {
  std::string small;
  for (const char c : given.name) {
    if (c != '_') small += lowered(c);
  }
  const bool has_digit = small.size() > 1 && small.back() >= '0' && small.back() <= '9';
  const std::string digit = has_digit ? small.substr(small.size() - 1) : "";
  if (has_digit) small.pop_back();
  for (const std::string_view centre : {"center", "centre", "c"}) {
    if (small.size() != centre.size() + 1) continue;
    const bool is_behind = small.starts_with(centre) && isComponent(small.back());
    if (is_behind || (small.ends_with(centre) && isComponent(small[0]) && centre.size() > 1)) {
      given.axis = (is_behind ? small.back() : small[0]) - 'x';
      given.label = digit;
      given.stem = "centre";
      return;
    }
  }
  const bool ends_by_component = !small.empty() && isComponent(small.back()) && small.size() <= 2;
  if (ends_by_component) {
    given.axis = small.back() - 'x';
    given.label = small.size() == 2 ? small.substr(0, 1) : "";
    given.point = has_digit ? digit[0] - '0' : 0;
    given.stem = small.back();
    return;
  }
  given.stem = small;
  given.label = digit;
}

class Exercise {
 public:
  Exercise(const Source& source, Findings& findings)
      : findings_(findings), tokens_(source.tokens), small_(source.small) {
    for (; now().kind != Token::Kind::kEnd && givens_.size() < kMaxGivens; ++at_) {
      const std::size_t before = at_;
      skipTypes();
      if (!takeGiven() && (givens_.size() > 1 || is_done_)) break;
      if (at_ == before) continue;
      while (now().is(",") || now().is(";") || now().is(".") || now().is("*") || now().is("**") ||
             lowered(now().text) == "and")
        ++at_;
      --at_;
    }
    for (Given& given : givens_) takeNameApart(given);
  }

  void collectBodies() {
    if (givens_.empty()) return;
    group();
    std::vector<FoundBody> bodies;
    std::size_t twos = 0;
    for (const Group& group : groups_) {
      FoundBody body;
      if (!makeBody(group, twos, body)) return;
      body.name = group.name;
      body.pose.line = body.shape->line = group.line;
      bodies.push_back(std::move(body));
    }
    if (bodies.size() == 2) findings_.bodies = std::move(bodies);
  }

 private:
  static constexpr std::size_t kMaxGivens = 24;

  [[nodiscard]] const Token& now() const { return tokens_[at_]; }
  [[nodiscard]] const Token& next(std::size_t by = 1) const { return tokens_[std::min(at_ + by, tokens_.size() - 1)]; }

  /// "x1 = 2", "C1 = (3, 4)", "poly = {{0, 0}, {10, 0}, {0, 10}}", "P(10, 15)"; an answer ends them all.
  bool takeGiven() {
    if (!now().isWord()) return givens_.empty() || now().kind == Token::Kind::kSign;
    const bool is_told = next().is("=") || (next().is(":") && !next(2).isWord());
    const bool is_letter = now().text.size() <= 2 && now().text[0] >= 'A' && now().text[0] <= 'Z';
    const bool is_point = (!givens_.empty() || is_letter) && now().text.size() <= 2 && next().is("(") &&
                          (next(2).isNumber() || next(2).is("-"));
    if (!is_told && !is_point) return false;
    const bool is_answer = now().text.size() > 2 && roleOf(now().text) == Role::kResult;
    if (is_answer || holdsWord(" output answer ", lowered(now().text))) return false;
    // The next example.
    is_done_ = std::ranges::any_of(givens_, [&](const Given& given) { return given.name == now().text; });
    if (is_done_) return false;
    Given given;
    given.name = now().text;
    given.line = now().line;
    std::size_t at = at_ + (is_told ? 2 : 1), depth = 0, in_row = 0;
    std::vector<std::size_t> rows;  // how many numbers each has
    const auto endRow = [&] {
      if (in_row > 0) rows.push_back(std::exchange(in_row, 0));
    };
    bool negates = false;
    for (; tokens_[at].kind != Token::Kind::kEnd; ++at) {
      const Token& token = tokens_[at];
      const bool opens = token.is("(") || token.is("[") || token.is("{"),
                 closes = token.is(")") || token.is("]") || token.is("}");
      if (token.isNumber()) {
        given.numbers.push_back({negates ? -token.number : token.number, token.offset});
        negates = false;
        ++in_row;
        if (depth == 0) break;
      } else if (token.is("-") || token.is("+")) {
        negates = token.is("-");
      } else if (opens) {
        ++depth;
      } else if (closes && depth > 0) {
        endRow();
        if (--depth > 0) continue;
        if (!opensList(at + 1)) break;
        ++at;
      } else if (depth > 0 && token.is(";")) {  // "[1, 0; 4, 5]"
        endRow();
      } else if (depth == 0 || (!token.is(",") && !token.is("|"))) {
        return false;
      }
    }
    if (given.numbers.empty() || tokens_[at].kind == Token::Kind::kEnd) return false;
    if (rows.size() > 1) given.dimensions = rows[0];
    if (std::ranges::any_of(rows, [&](std::size_t row) { return row != rows[0]; })) return false;
    at_ = at + 1;
    givens_.push_back(std::move(given));
    return true;
  }

  /// ", {7, 4}": another point behind the same name.
  [[nodiscard]] bool opensList(std::size_t at) const {
    if (at + 2 >= tokens_.size() || !tokens_[at].is(",")) return false;
    const Token &bracket = tokens_[at + 1], &first = tokens_[at + 2];
    return (bracket.is("(") || bracket.is("[") || bracket.is("{")) && (first.isNumber() || first.is("-"));
  }

  /// "struct Point p1 = …": a line's words in front of the name.
  void skipTypes() {
    const bool is_label = now().isWord() && next().is(":") && next(2).isWord() && (next(3).is("=") || next(3).is("("));
    if (is_label) at_ += 2;  // "K1 : M1(4, 1, 2)"
    if (!now().begins_line) return;
    std::size_t count = 0;
    while (count < 3 && next(count).isWord() && next(count + 1).isWord() && !next(count + 1).begins_line) ++count;
    if (next(count).isWord() && next(count + 1).is("=")) at_ += count;
  }

  Group& groupOf(const std::string& label, int line) {
    const auto found = std::ranges::find(groups_, label, &Group::label);
    if (found != groups_.end()) return *found;
    Group& group = groups_.emplace_back();
    group.label = label;
    group.line = line;
    return group;
  }

  /// How many stems have that label.
  [[nodiscard]] std::size_t stemsOf(const std::string& label) const {
    std::vector<std::string> stems;
    for (const Given& given : givens_) {
      if (given.label == label && std::ranges::find(stems, given.stem) == stems.end()) stems.push_back(given.stem);
    }
    return stems.size();
  }

  void group() {
    const bool has_sizes_by_label =
        std::ranges::any_of(givens_, [](const Given& given) { return given.isRadius() && !given.label.empty(); });
    for (const Given& given : givens_) {
      const bool is_list = given.dimensions > 0 || given.numbers.size() > 3;
      if (given.axis >= 0) {
        takeComponent(given, has_sizes_by_label);
      } else if (given.numbers.size() == 1) {
        takeSize(given);
      } else if (takeRound(given)) {
        continue;
      } else if (is_list) {
        takeList(given);
      } else {
        takePoint(given);
      }
    }
  }

  /// Corners, or the four ends of two segments.
  void takeList(const Given& given) {
    const std::size_t size = given.dimensions > 0 ? given.dimensions : given.numbers.size();
    const bool are_ends = given.numbers.size() == 4 * size && givens_.size() == 1 && isSegment(0) == true;
    for (std::size_t i = 0; i + size <= given.numbers.size(); i += size) {
      Group& group = groupOf("list " + given.name + (are_ends && i >= 2 * size ? " 2" : ""), given.line);
      if (!are_ends) group.name = given.name;
      const auto begin = given.numbers.begin() + static_cast<std::ptrdiff_t>(i);
      group.points.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(size));
    }
  }

  /// "circle = [4, 5, 2]": the place and the radius.
  bool takeRound(const Given& given) {
    bool is_planar = false;
    const std::string_view kind = shapeWord(given.stem, is_planar);
    const std::size_t size = kind == "circle" ? 3 : kind == "sphere" ? 4 : 0;
    if (size == 0 || given.dimensions > 0 || given.numbers.size() != size) return false;
    Group& group = groupOf("list " + given.name, given.line);
    group.name = given.name;
    group.points.emplace_back(given.numbers.begin(), given.numbers.end() - 1);
    group.radius = given.numbers.back();
    return true;
  }

  void takeComponent(const Given& given, bool has_sizes_by_label) {
    const bool is_centre = given.stem == "centre";
    // "x1, y1, r1" is of body 1, "x1, y1, x2, y2" without radii of one body.
    const bool is_of_label = has_sizes_by_label && given.label.empty() && given.point > 0;
    const std::string label = is_of_label ? std::to_string(given.point)
                              : is_centre ? given.label
                                          : given.label + pairOf(given);
    const auto point = static_cast<std::size_t>(is_of_label || is_centre ? 0 : placeOf(given));
    if (point >= 4) return;
    groupOf(label, given.line).corners[point][static_cast<std::size_t>(given.axis)] = given.numbers[0];
  }

  /// "x3" of four points of two segments begins the second one.
  [[nodiscard]] std::string pairOf(const Given& given) const {
    const bool are_four =
        std::ranges::any_of(givens_, [](const Given& other) { return other.axis >= 0 && other.point == 4; });
    return given.point == 0 ? "" : are_four && given.point > 2 ? "corners 2" : "corners";
  }
  [[nodiscard]] int placeOf(const Given& given) const {
    const bool are_four = pairOf(given) == "corners 2";
    return given.point == 0 ? 0 : given.point - (are_four ? 3 : 1);
  }

  void takeSize(const Given& given) {
    Group& group = groupOf(given.label, given.line);
    if (given.isRadius()) group.radius = given.numbers[0];
    if (holdsWord(" w width ", given.stem)) group.width = given.numbers[0];
    if (holdsWord(" h height ", given.stem)) group.height = given.numbers[0];
  }

  void takePoint(const Given& given) {
    const bool says_segment = small_.find("segment") != std::string::npos;
    const std::size_t letters = lettersGiven();
    std::string label = given.label;
    const bool is_letter = given.stem.size() == 1 && given.label.empty() && !given.isRadius();
    if (is_letter && (given.stem != "c" || letters > 1)) {
      // "A, B, C and P": a triangle and a point; "A, B, C, D" of segments: two.
      const bool is_point = given.stem == "p" || given.stem == "m" || given.stem == "q";
      const bool is_second = says_segment && letters == 4 && (given.stem == "c" || given.stem == "d");
      label = is_point ? "point " + given.stem : is_second ? "letters 2" : "letters";
      Group& group = groupOf(label, given.line);
      if (is_point) group.name = given.name;
      group.points.push_back(given.numbers);
      return;
    }
    // "p1, p2, p3" are points of one body, "p1, q1, p2, q2" of two.
    if (!label.empty() && stemsOf(label) == 1) {
      const int which = label[0] - '0';
      label = says_segment && which > 2 ? given.stem + " 2" : given.stem;
    } else if (!label.empty() && goByStem()) {
      label = given.stem;
    } else if (label.empty()) {
      label = roleOf(given.stem) == Role::kPosition     ? ""
              : holdsWord(" p q point pt ", given.stem) ? "point " + given.stem
                                                        : "corners";
      if (label.starts_with("point")) groupOf(label, given.line).name = given.name;
    }
    groupOf(label, given.line).points.push_back(given.numbers);
  }

  /// "a1, a2, b1, b2" are two bodies by their letters, "p1, q1, p2, q2" by their numbers: neighbours belong together.
  [[nodiscard]] bool goByStem() const {
    return std::ranges::all_of(givens_, [](const Given& given) { return given.isVector() && !given.label.empty(); }) &&
           givens_[0].stem == givens_[1].stem;
  }

  /// How many givens are points named by a letter from A on.
  [[nodiscard]] std::size_t lettersGiven() const {
    return static_cast<std::size_t>(std::ranges::count_if(givens_, [](const Given& given) {
      return given.isVector() && given.label.empty() && given.stem.size() == 1 && given.stem[0] <= 'd';
    }));
  }

  /// Whether body `which` of those between two points is a segment, and no box: as the text names them, in that order.
  /// Nullopt: it names neither.
  [[nodiscard]] std::optional<bool> isSegment(std::size_t which) const {
    const auto firstOf = [&](std::initializer_list<const char*> words) {
      std::size_t first = std::string::npos;
      for (const char* const word : words) first = std::min(first, small_.find(word));
      return first;
    };
    const std::size_t line = firstOf({"segment", "line", "dointersect"}),
                      box = firstOf({"rect", "square", "box", "cuboid"});
    if (line == box) return std::nullopt;
    if (line == std::string::npos || box == std::string::npos) return box == std::string::npos;
    return (line < box) == (which == 0);
  }

  bool makeBody(const Group& group, std::size_t& twos, FoundBody& body) {
    std::vector<Numbers> points = group.points;
    for (const auto& corner : group.corners) {
      Numbers point;
      for (const auto& component : corner) {
        if (component) point.push_back(*component);
      }
      if (point.size() == 1) return false;
      if (!point.empty()) points.push_back(std::move(point));
    }
    if (points.empty()) return false;
    const std::size_t dimensions = points[0].size();
    if (std::ranges::any_of(points, [&](const Numbers& point) { return point.size() != dimensions; })) return false;
    if (group.radius) return points.size() == 1 && makeRound(points[0], *group.radius, body);
    if (group.width && group.height) return false;  // whose place may be a corner: the readers of objects ask
    if (points.size() == 1 && dimensions == 4) return makeRectangle(points[0], group.line, body);
    if (dimensions != 2 && dimensions != 3) return false;
    Numbers all;
    for (const Numbers& point : points) append(all, point);
    if (points.size() > 2) {
      body.shape = shapeOfPoints(std::move(all), dimensions, group.line, findings_);
      if (points.size() == 3 && dimensions == 3) body.shape->type = "triangle";
    } else if (points.size() == 2) {
      const std::optional<bool> is_segment = isSegment(twos++);
      // "Box a = {{1, 2}, {3, 4}}" may have a middle and sizes.
      if (!is_segment || (!*is_segment && group.label.starts_with("list"))) return false;
      if (*is_segment) {
        body.shape = shapeOfSizes("segment", {{Role::kFrom, points[0]}, {Role::kTo, points[1]}}, nullptr, findings_);
      } else {
        return makeBox(points[0], points[1], body);
      }
    } else {
      if (small_.find("point") == std::string::npos) return false;
      body.shape.emplace().type = "point";
      body.pose.position = points[0];
    }
    if (body.shape) body.shape->is_planar = dimensions == 2;
    return body.shape.has_value();
  }

  bool makeRound(const Numbers& centre, const Number& radius, FoundBody& body) {
    body.shape =
        shapeOfSizes(centre.size() == 2 ? "circle" : "sphere", {{Role::kRadius, {radius}}}, nullptr, findings_);
    body.pose.position = centre;
    return body.shape.has_value();
  }

  bool makeBox(Numbers lower, Numbers upper, FoundBody& body) {
    for (std::size_t c = 0; c < lower.size(); ++c) {
      if (upper[c].value < lower[c].value) std::swap(upper[c], lower[c]);
    }
    body.shape =
        shapeOfSizes("box", {{Role::kLower, std::move(lower)}, {Role::kUpper, std::move(upper)}}, nullptr, findings_);
    return body.shape.has_value();
  }

  /// "rec1 = [x1, y1, x2, y2]", where the text does not speak of widths.
  bool makeRectangle(const Numbers& n, int line, FoundBody& body) {
    if (!holdsAny(small_, {"rect", "box", "square"}) || small_.find("width") != std::string::npos) return false;
    if (!(n[2].value > n[0].value && n[3].value > n[1].value)) return false;
    if (!holdsAny(small_, {"x2", "corner"}))
      findings_.doubt(trf("line {}: the last two numbers may be a corner or sizes", line));
    return makeBox({n[0], n[1]}, {n[2], n[3]}, body);
  }

  Findings& findings_;
  const std::vector<Token>& tokens_;
  const std::string& small_;
  std::size_t at_ = 0;
  bool is_done_ = false;
  std::vector<Given> givens_;
  std::vector<Group> groups_;
};

}  // namespace

void readGivens(const Source& source, Findings& findings) { Exercise(source, findings).collectBodies(); }

}  // namespace sepax::paste
