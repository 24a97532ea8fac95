#include "core/language.h"
#include "core/text.h"
#include "lab/paste/number_groups.h"
#include "lab/paste/readers.h"
#include "lab/paste/shape_reading.h"
#include "lab/paste/words.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sepax::paste {

namespace {

/// "x1 = 2": a name and its numbers; in points, where they stand in brackets of their own.
struct Given {
  std::string name;  ///< as the text has it
  Numbers numbers;
  int line = 0;
  std::size_t dimensions = 0;  ///< of each of several points
  std::string_view kind = {};  ///< of shape, where the text says it of a row
  int row = 0;                 ///< from 1, where each body is a row of its own; 0: none is
  std::string stem = {};       ///< in lower case, without the label: "x", "radius", "centerx"
  std::string label = {};      ///< "1" of "r1", "a" of "ax1"; empty: none
  int axis = -1;               ///< of a component: "x1", "y_center"
  int point = -1;              ///< which of a body's: "x2" of "ax2"

  [[nodiscard]] bool isRadius() const { return holdsWord(" r radius rad ", stem); }
  [[nodiscard]] bool isSize() const { return isRadius() || holdsWord(" w width h height ", stem); }
  [[nodiscard]] bool isVector() const { return dimensions == 0 && (numbers.size() == 2 || numbers.size() == 3); }
};
using Givens = std::vector<Given>;

/// A body as its givens make it up.
struct Group {
  std::string label, name;
  std::array<std::array<std::optional<Number>, 3>, 4> corners = {};  ///< by components
  std::vector<Numbers> points;
  std::string_view kind = {};
  std::optional<Number> radius, width, height;
  std::array<std::optional<Number>, 3> velocity = {};
  int line = 0;
};

bool isComponent(char c) { return c == 'x' || c == 'y' || c == 'z'; }

/// Names of sides and ends, which of the two points they are of, and their component.
struct SideName {
  std::string_view names, stem;
  int point, axis;
};
constexpr SideName kSideNames[] = {
    {" left xleft xmin minx ", "sides", 1, 0},     {" right xright xmax maxx ", "sides", 2, 0},
    {" bottom ybottom ymin miny ", "sides", 1, 1}, {" top ytop ymax maxy ", "sides", 2, 1},
    {" xstart startx xbegin ", "ends", 1, 0},      {" xend endx ", "ends", 2, 0},
    {" ystart starty ybegin ", "ends", 1, 1},      {" yend endy ", "ends", 2, 1},
};

/// The parts of a name: which body, which point, which component.
void takeNameApart(Given& given) {
  std::string small;
  for (const char c : given.name) {
    if (c != '_') small += lowered(c);
  }
  for (const SideName& side : kSideNames) {
    if (!holdsWord(side.names, small)) continue;
    given.axis = side.axis;
    given.point = side.point;
    given.stem = given.label = side.stem;
    return;
  }
  const bool has_digit = small.size() > 1 && small.back() >= '0' && small.back() <= '9';
  const std::string digit = has_digit ? small.substr(small.size() - 1) : "";
  if (has_digit) small.pop_back();
  for (const std::string_view centre : {"center", "centre", "c"}) {
    if (small.size() != centre.size() + 1) continue;
    const bool is_behind = small.starts_with(centre) && isComponent(small.back());
    if (is_behind || (small.ends_with(centre) && isComponent(small[0]))) {
      given.axis = (is_behind ? small.back() : small[0]) - 'x';
      given.label = digit;
      given.stem = "centre";
      return;
    }
  }
  const bool is_velocity = small.size() == 2 && small[0] == 'v' && isComponent(small[1]);
  const bool ends_by_component = !small.empty() && isComponent(small.back()) && small.size() <= 2;
  if (ends_by_component) {
    given.axis = small.back() - 'x';
    given.label = is_velocity ? digit : small.size() == 2 ? small.substr(0, 1) : "";
    given.point = has_digit && !is_velocity ? digit[0] - '0' : -1;
    given.stem = is_velocity ? "velocity" : small.substr(small.size() - 1);
    return;
  }
  // "xa, ya, ra" beside "xb, yb, rb"
  const bool has_body =
      small.size() == 2 && (isComponent(small[0]) || small[0] == 'r') && (small[1] == 'a' || small[1] == 'b');
  if (has_body) {
    given.axis = isComponent(small[0]) ? small[0] - 'x' : -1;
    given.stem = small.substr(0, 1);
    given.label = small.substr(1);
    return;
  }
  const bool has_letter = small.size() == 2 && (small[1] == 'w' || small[1] == 'h');  // "rw" beside "rx"
  given.stem = has_letter ? small.substr(1) : small;
  given.label = has_letter ? small.substr(0, 1) : digit;
}

/// The numbers of "f(3, 1, 2)" with the names of "bool f(int r, int x, int y)"; of rows of numbers with those that a
/// text lists, "x1 y1 x2 y2".
class Signatures {
 public:
  explicit Signatures(const std::vector<Token>& tokens) : tokens_(tokens) {}

  /// Each call is an example.
  [[nodiscard]] std::vector<Givens> calls() {
    std::map<std::string_view, std::vector<std::string_view>> signatures;
    std::vector<std::size_t> calls;
    for (std::size_t i = 0; i + 2 < tokens_.size(); ++i) {
      const bool is_value =
          tokens_[i].isWord() && tokens_[i + 1].is("=") && !tokens_[i + 3 < tokens_.size() ? i + 3 : i].is("*");
      if (is_value) takeValue(i);
      if (!tokens_[i].isWord() || !tokens_[i + 1].is("(")) continue;
      const auto names = namesAt(i + 1);
      if (names.size() >= kMinNames) signatures.try_emplace(lastName(tokens_[i].text), names);
      calls.push_back(i);
    }
    std::vector<Givens> out;
    for (const std::size_t i : calls) {
      const auto signature = signatures.find(lastName(tokens_[i].text));
      if (signature == signatures.end()) continue;
      if (Givens givens = givensAt(i + 1, signature->second); !givens.empty()) out.push_back(std::move(givens));
      if (out.size() == kMaxExamples) break;
    }
    return out;
  }

  /// "x1 y1 x2 y2", and below it rows of four numbers. One row may be both bodies, or each row is one.
  [[nodiscard]] std::vector<Givens> rows() {
    std::vector<std::string_view> names;
    std::vector<Givens> found;
    for (std::size_t begin = 0; begin < tokens_.size() && tokens_[begin].kind != Token::Kind::kEnd;) {
      std::size_t end = begin + 1;
      while (tokens_[end].kind != Token::Kind::kEnd && !tokens_[end].begins_line) ++end;
      std::size_t at = begin;
      if (std::vector<std::string_view> listed = namesOfLine(begin, end, at); listed.size() >= kMinNames) {
        if (names != listed) found.clear();
        names = std::move(listed);
      } else {
        at = begin;
      }
      if (Givens row = rowAt(at, end, names); !row.empty()) found.push_back(std::move(row));
      begin = end;
    }
    if (!found.empty() && isOfTwo(found[0])) return found;
    if (Givens block = blockOfLines(); !block.empty()) return {block};
    if (found.size() != 2) found = markedRows();
    if (found.size() != 2) return {};
    for (std::size_t i = 0; i < 2; ++i) {
      for (Given& given : found[i]) given.row = static_cast<int>(i) + 1;
    }
    append(found[0], found[1]);
    found.pop_back();
    return found;
  }

  /// "rect1 = (40, 60, 130, 150)  # x1, y1, x2, y2": the numbers of both lists have the names that a line lists.
  [[nodiscard]] std::vector<Givens> withNames(const std::vector<Givens>& examples) const {
    std::vector<std::string_view> names;
    for (std::size_t begin = 0; begin < tokens_.size() && names.empty();) {
      std::size_t end = begin + 1, ignored = 0;
      while (end < tokens_.size() && !tokens_[end].begins_line) ++end;
      names = namesOfLine(begin, end, ignored);
      if (names.size() < kMinNames) names.clear();
      begin = end;
    }
    std::vector<Givens> out;
    for (const Givens& example : examples) {
      Givens givens;
      const auto fits = [&](const Given& given) {
        return given.dimensions == 0 && given.numbers.size() == names.size();
      };
      if (names.empty() || example.size() != 2 || !std::ranges::all_of(example, fits)) return {};
      for (std::size_t i = 0; i < 2; ++i) {
        for (std::size_t k = 0; k < names.size(); ++k) {
          Given& given = givens.emplace_back();
          given = {std::string(names[k]), {example[i].numbers[k]}, example[i].line};
          given.row = static_cast<int>(i) + 1;
        }
      }
      out.push_back(std::move(givens));
    }
    return out;
  }

  static constexpr std::size_t kMaxExamples = 4;

 private:
  static constexpr std::size_t kMinNames = 3, kMaxNames = 16;

  /// "x1 y1", "x2 y2", "xc yc" and "r" on lines of their own, and below them as many lines of as many numbers.
  [[nodiscard]] Givens blockOfLines() const {
    std::vector<std::vector<std::string_view>> names;
    Givens found;
    bool is_block = false;
    std::size_t next = 0;  // which of the lines of names the next numbers are of
    for (std::size_t begin = 0, end = 0; begin + 1 < tokens_.size(); begin = end) {
      for (end = begin + 1;
           end < tokens_.size() && !tokens_[end].begins_line && tokens_[end].kind != Token::Kind::kEnd;)
        ++end;
      std::vector<std::string_view> line;
      for (std::size_t i = begin; i < end; ++i) {
        const bool is_name = tokens_[i].isWord() && isKnown(tokens_[i].text);
        if (is_name) line.push_back(tokens_[i].text);
        if (!is_name && !tokens_[i].is(",")) {
          line.clear();
          break;
        }
      }
      if (!line.empty()) {
        if (!std::exchange(is_block, true)) names.clear();
        names.push_back(std::move(line));
        continue;
      }
      is_block = false;
      Givens row = next < names.size() ? rowAt(begin, end, names[next]) : Givens();
      if (row.empty()) {
        found.clear();
        next = 0;
        continue;
      }
      append(found, row);
      if (++next == names.size()) return names.size() > 1 ? found : Givens();
    }
    return {};
  }

  /// "R 1 2 7 8" where the text says that a line "R x1 y1 x2 y2" is a rectangle: each is a body.
  [[nodiscard]] std::vector<Givens> markedRows() const {
    struct Form {
      std::vector<std::string_view> names;
      std::string_view kind;
    };
    std::map<std::string_view, Form> forms;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].kind != Token::Kind::kText) continue;
      std::vector<std::string_view> names;
      for (const Token& word : tokensOf(tokens_[i].text)) {
        if (word.isWord()) names.push_back(word.text);
      }
      if (names.size() <= kMinNames || !std::all_of(names.begin() + 1, names.end(), isKnown)) continue;
      std::string_view kind;
      constexpr std::size_t kMaxBehind = 6;  // "is a rectangle", "for a box"
      for (std::size_t k = i + 1; k < std::min(tokens_.size(), i + kMaxBehind) && kind.empty(); ++k) {
        bool ignored = false;
        kind = shapeWord(tokens_[k].text, ignored);
      }
      forms.try_emplace(names[0], Form{{names.begin() + 1, names.end()}, kind.empty() ? "unknown" : kind});
    }
    std::vector<Givens> found;
    for (std::size_t i = 0; i + 1 < tokens_.size() && !forms.empty(); ++i) {
      const auto form = tokens_[i].begins_line ? forms.find(tokens_[i].text) : forms.end();
      if (form == forms.end()) continue;
      std::size_t end = i + 1;
      while (tokens_[end].kind != Token::Kind::kEnd && !tokens_[end].begins_line) ++end;
      Givens row = rowAt(i + 1, end, form->second.names);
      for (Given& given : row) given.kind = form->second.kind;
      if (!row.empty()) found.push_back(std::move(row));
    }
    return found;
  }

  void takeValue(std::size_t i) {
    const bool negates = tokens_[i + 2].is("-");
    const std::size_t at = i + (negates ? 3 : 2);
    if (at >= tokens_.size() || !tokens_[at].isNumber()) return;
    values_.try_emplace(tokens_[i].text,
                        Number{negates ? -tokens_[at].number : tokens_[at].number, tokens_[at].offset});
  }

  /// The names in a bracket, "(int x, int y)", "(self, x: float, y: float)"; none where it holds anything else.
  [[nodiscard]] std::vector<std::string_view> namesAt(std::size_t open) const {
    std::vector<std::string_view> names;
    std::string_view name;
    bool has_type = false;
    for (std::size_t i = open + 1; i < tokens_.size() && names.size() < kMaxNames; ++i) {
      const Token& token = tokens_[i];
      if (token.is(",") || token.is(")")) {
        if (name.empty()) return {};
        if (name != "self") names.push_back(name);
        name = {};
        has_type = false;
        if (token.is(")")) return names;
      } else if (token.is(":")) {
        has_type = true;
      } else if (!token.isWord()) {
        return {};
      } else if (!has_type) {
        name = token.text;
      }
    }
    return {};
  }

  [[nodiscard]] Givens givensAt(std::size_t open, const std::vector<std::string_view>& names) const {
    Givens givens;
    bool negates = false, has_number = false;
    for (std::size_t i = open + 1; i + 1 < tokens_.size() && givens.size() < names.size(); ++i) {
      const Token& token = tokens_[i];
      if (token.is("-")) {
        negates = true;
        continue;
      }
      Number number{token.number, token.offset};
      if (const auto held = values_.find(token.text); token.isWord() && held != values_.end())
        number = held->second;
      else if (!token.isNumber())
        return {};
      has_number = has_number || token.isNumber();
      if (std::exchange(negates, false)) number.value = -number.value;
      givens.push_back({std::string(names[givens.size()]), {number}, token.line});
      if (tokens_[++i].is(")")) return givens.size() == names.size() && has_number ? givens : Givens();
      if (!tokens_[i].is(",")) return {};
    }
    return {};
  }

  static bool isKnown(std::string_view name) {
    Given given{std::string(name), {}};
    takeNameApart(given);
    return given.axis >= 0 || given.isSize();
  }

  /// The names that a line lists, each once; `behind` is where the line goes on.
  [[nodiscard]] std::vector<std::string_view> namesOfLine(std::size_t begin, std::size_t end,
                                                          std::size_t& behind) const {
    std::vector<std::string_view> names, best;
    for (std::size_t i = begin; i < end; ++i) {
      const Token& token = tokens_[i];
      const bool is_new = token.isWord() && isKnown(token.text) && std::ranges::find(names, token.text) == names.end();
      const bool goes_on = token.is(",") || token.is("-") || token.is(">>") || token.is(">") || token.is("(") ||
                           token.is(")") || holdsWord(" and the coordinate coordinates ", lowered(token.text));
      if (is_new) {
        names.push_back(token.text);
      } else if (!goes_on) {
        names.clear();
      }
      if (names.size() <= best.size()) continue;
      best = names;
      behind = i + 1;
    }
    return best;
  }

  /// A line, or what follows behind a colon, that is as many numbers as there are names.
  [[nodiscard]] Givens rowAt(std::size_t begin, std::size_t end, const std::vector<std::string_view>& names) const {
    Givens row;
    bool negates = false;
    while (begin < end && (tokens_[begin].is(":") || tokens_[begin].is(")"))) ++begin;
    for (std::size_t i = begin; i < end; ++i) {
      const Token& token = tokens_[i];
      if (token.is("-")) {
        negates = true;
      } else if (token.isNumber() && row.size() < names.size()) {
        const double value = std::exchange(negates, false) ? -token.number : token.number;
        row.push_back({std::string(names[row.size()]), {{value, token.offset}}, token.line});
      } else if (!token.is(",")) {
        return {};
      }
    }
    return row.size() == names.size() ? row : Givens();
  }

  /// Whether the names of one row are of two bodies: each has a label, or a place and other ends.
  static bool isOfTwo(const Givens& row) {
    std::set<std::string> labels;
    std::size_t components = 0;
    for (Given given : row) {
      takeNameApart(given);
      components += given.axis == 0 && given.stem != "velocity" ? 1 : 0;
      if (given.isSize()) labels.insert(given.label);
    }
    return components > 2 || (components == 2 && !labels.empty());
  }

  const std::vector<Token>& tokens_;
  std::map<std::string_view, Number> values_;
};

class Exercise {
 public:
  Exercise(const Source& source, Findings& findings)
      : findings_(findings), tokens_(source.tokens), small_(source.small) {
    // "The second line has …" is about the text.
    for (const std::string_view word :
         {"first ", "second ", "third ", "fourth ", "next ", "each ", "one ", "following "}) {
      for (std::size_t at = small_.find(word); at != std::string::npos; at = small_.find(word, at + 1)) {
        if (small_.compare(at + word.size(), 4, "line") == 0) small_.replace(at + word.size(), 4, "    ");
      }
    }
  }

  void collectBodies() {
    Signatures signatures(tokens_);
    if (takeExamples(signatures.calls())) return;
    for (const std::vector<Givens>& examples : toldExamples()) {
      if (takeExamples(examples) || takeExamples(signatures.withNames(examples))) return;
    }
    takeExamples(signatures.rows());
  }

 private:
  static constexpr std::size_t kMaxGivens = 24;

  /// Makes the bodies of one example, the first where the user has not chosen. False: it makes no two.
  bool takeExamples(const std::vector<Givens>& examples) {
    if (examples.empty()) return false;
    const std::size_t count = std::min(examples.size(), Signatures::kMaxExamples);
    const std::string answer = findings_.answerTo("example", "1");
    const std::size_t chosen = std::min<std::size_t>(static_cast<std::size_t>(answer[0] - '1'), count - 1);
    if (!makeBodies(examples[chosen])) return false;
    if (count == 1) return true;
    findings_.assume("example", "1", trf("the text has {}", count));
    findings_.examples = count;
    const auto namesOf = [](const Givens& givens) {
      std::vector<std::string> names;
      for (const Given& given : givens) names.push_back(given.name);
      return names;
    };
    for (const Givens& example : examples) {
      if (namesOf(example) != namesOf(examples[chosen])) continue;
      for (const Given& given : example) findings_.use(given.numbers);
    }
    return true;
  }

  bool makeBodies(Givens givens) {
    givens_ = std::move(givens);
    groups_.clear();
    has_rows_ = !givens_.empty() && givens_[0].row > 0;
    for (Given& given : givens_) {
      takeNameApart(given);
      if (given.row > 0) given.label.insert(0, std::to_string(given.row));
    }
    const auto isVectorOfSide = [](const Given& given) {  // "left-top: (2, 6)"
      return given.isVector() && (given.stem == "sides" || given.stem == "ends");
    };
    if (std::ranges::any_of(givens_, isVectorOfSide)) return false;
    group();
    std::vector<FoundBody> bodies;
    std::size_t twos = 0;
    for (const Group& group : groups_) {
      FoundBody body;
      if (!makeBody(group, twos, body)) return false;
      body.name = group.name;
      if (!body.pose.position && !body.shape->centre && body.shape->type != kRay)
        body.pose.position = Numbers(body.shape->is_planar ? 2 : 3);  // its points are the world's
      body.pose.line = body.shape->line = group.line;
      bodies.push_back(std::move(body));
    }
    if (bodies.size() != 2) return false;
    findings_.bodies = std::move(bodies);
    return true;
  }

  /// Names with values that stand one after the other; several times the same names are examples of one exercise.
  std::vector<std::vector<Givens>> toldExamples() {
    std::vector<std::vector<Givens>> exercises;
    const auto end = [&] {
      const auto isSame = [&](const std::vector<Givens>& exercise) {
        return std::ranges::equal(exercise[0], givens_, {}, &Given::name, &Given::name);
      };
      const auto known = std::ranges::find_if(exercises, isSame);
      if (givens_.empty())
        return;
      else if (known == exercises.end() && exercises.size() < kMaxExercises)
        exercises.push_back({givens_});
      else if (known != exercises.end() && known->size() < Signatures::kMaxExamples)
        known->push_back(givens_);
      givens_.clear();
    };
    for (at_ = 0; now().kind != Token::Kind::kEnd && givens_.size() < kMaxGivens; ++at_) {
      const std::size_t before = at_;
      skipTypes();
      is_done_ = false;
      const bool goes_on = takeGiven();
      if (!goes_on && (givens_.size() > 1 || is_done_)) {
        end();
        at_ = before;
        if (is_done_) --at_;  // the next example begins here
        continue;
      }
      if (at_ == before) continue;
      while (now().is(",") || now().is(";") || now().is(".") || now().is("*") || now().is("**") ||
             lowered(now().text) == "and")
        ++at_;
      --at_;
    }
    end();
    return exercises;
  }
  static constexpr std::size_t kMaxExercises = 8;

  [[nodiscard]] const Token& now() const { return tokens_[at_]; }
  [[nodiscard]] const Token& next(std::size_t by = 1) const { return tokens_[std::min(at_ + by, tokens_.size() - 1)]; }

  /// "x1 = 2", "C1 = (3, 4)", "poly = {{0, 0}, {10, 0}, {0, 10}}", "P(10, 15)"; an answer ends them all.
  bool takeGiven() {
    if (!now().isWord()) return givens_.empty() || now().kind == Token::Kind::kSign;
    // "r(1): 2", "v[0] = (1, 0)"
    const bool has_index = (next().is("(") || next().is("[")) && next(2).isNumber() && next(2).text.size() == 1 &&
                           (next(3).is(")") || next(3).is("]")) && (next(4).is("=") || next(4).is(":"));
    const std::size_t sign = has_index ? 4 : 1;
    const bool is_told = next(sign).is("=") || (next(sign).is(":") && !next(sign + 1).isWord());
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
    if (has_index) given.name += "_" + std::string(next(2).text);
    std::size_t at = at_ + (is_told ? sign + 1 : 1), depth = 0, in_row = 0;
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
        // "xyz(1): -6 4 1"
        const Token& behind = tokens_[at + 1];
        const bool goes_on = has_index && !behind.begins_line && (behind.isNumber() || behind.is("-"));
        if (depth == 0 && !goes_on) break;
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

  /// ", {7, 4}" or "-> (7, 4)": another point behind the same name.
  [[nodiscard]] bool opensList(std::size_t at) const {
    if (at + 2 >= tokens_.size() || !(tokens_[at].is(",") || tokens_[at].is("->"))) return false;
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
        std::ranges::any_of(givens_, [](const Given& given) { return given.isSize() && !given.label.empty(); });
    for (const Given& given : givens_) {
      const bool is_list = given.dimensions > 0 || given.numbers.size() > 3;
      if (given.axis >= 0 && given.numbers.size() == 1) {
        takeComponent(given, has_sizes_by_label);
      } else if (given.axis >= 0 && given.dimensions == 0 && given.numbers.size() > 2) {
        takeColumn(given);
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

  /// "x1 = [12 24 44]", "y1 = [22 10 10]": one coordinate of each corner.
  void takeColumn(const Given& given) {
    Group& group = groupOf("column " + given.label + (given.point < 0 ? "" : std::to_string(given.point)), given.line);
    if (group.points.empty()) group.points.resize(given.numbers.size());
    for (std::size_t i = 0; i < std::min(group.points.size(), given.numbers.size()); ++i)
      group.points[i].push_back(given.numbers[i]);
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
    const bool is_ray = given.stem == "ray" && given.dimensions == 0 && given.numbers.size() == 6;
    if (is_ray) {  // "ray[6] = { 0, 1, -6, 0.1, 0, 1 }"
      Group& group = groupOf("list " + given.name, given.line);
      group.kind = kRay;
      group.points = {halvesOf(given.numbers).first, halvesOf(given.numbers).second};
      return true;
    }
    const std::size_t size = kind == "circle" ? 3 : kind == "sphere" ? 4 : 0;
    if (size == 0 || given.dimensions > 0 || given.numbers.size() != size) return false;
    Group& group = groupOf("list " + given.name, given.line);
    group.name = given.name;
    group.points.emplace_back(given.numbers.begin(), given.numbers.end() - 1);
    group.radius = given.numbers.back();
    return true;
  }

  void takeComponent(const Given& given, bool has_sizes_by_label) {
    const auto axis = static_cast<std::size_t>(given.axis);
    // "x1, y1, r1" is of body 1, "x1, y1, x2, y2" without radii of one body.
    const bool is_of_label = has_sizes_by_label && given.label.empty() && given.point >= 0;
    const bool is_whole = given.stem == "centre" || given.stem == "velocity" || given.point < 0;
    const std::string label = is_of_label ? std::to_string(given.point)
                              : is_whole  ? given.label
                                          : given.label + cornersOf(given);
    if (given.stem == "velocity") {
      groupOf(label, given.line).velocity[axis] = given.numbers[0];
      return;
    }
    const int place = is_of_label || is_whole ? 0 : placeOf(given);
    groupOf(label, given.line).kind = given.kind;
    if (place >= 0 && place < 4)
      groupOf(label, given.line).corners[static_cast<std::size_t>(place)][axis] = given.numbers[0];
  }

  [[nodiscard]] bool hasPoint(int point) const {
    return std::ranges::any_of(givens_, [&](const Given& given) { return given.axis >= 0 && given.point == point; });
  }

  /// "x3" of four points of two segments begins the second one; "x0" beside x1 and x2 is a point by itself, as "the
  /// distance of (x0, y0) from the line through (x1, y1) and (x2, y2)" has it.
  [[nodiscard]] std::string cornersOf(const Given& given) const {
    if (given.point == 0 && firstPoint() == 1) return "0";
    return hasPoint(firstPoint() + 3) && given.point > firstPoint() + 1 ? "corners 2" : "corners";
  }
  [[nodiscard]] int placeOf(const Given& given) const {
    const std::string corners = cornersOf(given);
    return corners == "0" ? 0 : given.point - firstPoint() - (corners == "corners 2" ? 2 : 0);
  }
  /// The lowest number of those points that belong together.
  [[nodiscard]] int firstPoint() const { return hasPoint(0) && (!hasPoint(2) || hasPoint(3)) ? 0 : 1; }

  void takeSize(const Given& given) {
    if (!given.isSize()) return findings_.use(given.numbers);  // "speed" among the arguments of a call
    Group& group = groupOf(given.label, given.line);
    if (given.isRadius()) group.radius = given.numbers[0];
    if (holdsWord(" w width ", given.stem)) group.width = given.numbers[0];
    if (holdsWord(" h height ", given.stem)) group.height = given.numbers[0];
  }

  void takePoint(const Given& given) {
    if (holdsWord(" v vel velocity speed ", given.stem)) {
      for (std::size_t c = 0; c < given.numbers.size(); ++c)
        groupOf(given.label, given.line).velocity[c] = given.numbers[c];
      return;
    }
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
    Numbers velocity;
    for (const auto& component : group.velocity) {
      if (component) velocity.push_back(*component);
    }
    if (!velocity.empty() && velocity.size() != dimensions) return false;
    if (!velocity.empty()) body.velocity = std::move(velocity);
    if (group.radius) return points.size() == 1 && makeRound(points[0], *group.radius, body);
    if (group.width && group.height)
      return points.size() == 1 && dimensions == 2 &&
             makeSides(points[0], {*group.width, *group.height}, group.line, body);
    if (points.size() == 1 && dimensions == 4) return makeRectangle(points[0], group.line, body);
    if (dimensions != 2 && dimensions != 3) return false;
    if (group.kind == kRay) {
      body.shape = rayFrom(points[0], points[1], group.line);
      return true;
    }
    Numbers all;
    for (const Numbers& point : points) append(all, point);
    if (points.size() > 2) {
      body.shape = shapeOfPoints(std::move(all), dimensions, group.line, findings_);
      if (points.size() == 3 && dimensions == 3) body.shape->type = "triangle";
    } else if (points.size() == 2) {
      if (group.kind == "unknown") return false;
      const std::optional<bool> is_segment = !group.kind.empty()                ? group.kind != "box"
                                             : holdsAny(group.label, {"sides"}) ? false
                                             : holdsAny(group.label, {"ends"})  ? true
                                                                                : isSegment(has_rows_ ? 0 : twos++);
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

  /// A rectangle by a corner or its middle, as the text says.
  bool makeSides(const Numbers& place, const Numbers& sides, int line, FoundBody& body) {
    const RectanglePlace said = rectanglePlaceIn(small_);
    if (said == RectanglePlace::kOpen)
      findings_.doubt(trf("line {}: the place of a rectangle may be its middle or a corner", line));
    const bool is_centre = said == RectanglePlace::kMiddle;
    Numbers lower, upper;
    for (std::size_t c = 0; c < sides.size(); ++c) {
      const double back = is_centre ? 0.5 * sides[c].value : 0;
      lower.push_back({place[c].value - back, place[c].offset});
      upper.push_back({place[c].value - back + sides[c].value, sides[c].offset});
    }
    return makeBox(std::move(lower), std::move(upper), body);
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
  std::string small_;
  bool has_rows_ = false;  ///< each body is a row of its own, of one form
  std::size_t at_ = 0;
  bool is_done_ = false;
  std::vector<Given> givens_;
  std::vector<Group> groups_;
};

}  // namespace

void readGivens(const Source& source, Findings& findings) { Exercise(source, findings).collectBodies(); }

}  // namespace sepax::paste
