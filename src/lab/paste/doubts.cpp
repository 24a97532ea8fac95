#include "lab/paste/doubts.h"

#include "core/language.h"
#include "core/text.h"
#include "lab/paste/members.h"
#include "lab/paste/modifiers.h"
#include "lab/paste/number_groups.h"
#include "lab/paste/words.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace sepax::paste {

namespace {

constexpr std::size_t kMaxWords = 8;  ///< in front of a group
constexpr std::size_t kMaxDepth = 64;
constexpr std::size_t kMaxDoubts = 12;  ///< that are named one by one

bool isOneOf(std::string_view sign, std::string_view signs) {
  return sign.size() == 1 && signs.find(sign[0]) != std::string_view::npos;
}

/// Behind which there are answers, and no parts of bodies.
bool isAnswerWord(std::string_view word) {
  return roleOf(word) == Role::kResult && !isMotionWord(word) && !isScaleWord(word);
}

bool isInteger(const Token& token) {
  return token.isNumber() && token.text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Goes through the tokens once and keeps, for each bracket that is open, its numbers and the words in front of it.
class Grouper {
 public:
  Grouper(const std::vector<Token>& tokens, TextForm form) : tokens_(tokens), is_markup_(form == TextForm::kMarkup) {
    open_.emplace_back();
  }

  std::vector<NumberGroup> all() {
    for (at_ = 0; at_ < tokens_.size() && tokens_[at_].kind != Token::Kind::kEnd; ++at_) step();
    while (open_.size() > 1) close();
    endRun();
    std::ranges::stable_sort(groups_, {}, [](const NumberGroup& g) { return g.numbers.front().offset; });
    return std::move(groups_);
  }

 private:
  struct Bracket {
    std::vector<std::string> outer;  ///< words in front of it
    std::vector<std::string> words;  ///< since its last separator, the nearest first
    std::vector<PlacedNumber> numbers;
    int line = 0;
    bool is_call = false, is_answer = false, is_assigned = false;
    std::size_t token = 0;
    std::string caller = {};
    std::size_t named = 0;  ///< of its numbers, behind or in front of a word that says nothing: "seed 7", "64 bit"
  };

  /// Whether a test's function compares values: what is expected is no body.
  static bool expectsEqual(std::string_view caller) {
    const std::string plain = plainKey(caller);
    return holdsAny(plain, {"asserteq", "assertalmosteq", "assertnear", "assertclose", "assertallclose", "expecteq",
                            "expectnear", "expectge", "expectle", "expectfloat", "expectdouble"}) ||
           holdsWord(" areequal tobe toequal tobecloseto isclose allclose approx isequalto ", plain);
  }

  static bool isAnswer(const std::vector<std::string>& words) { return !words.empty() && isAnswerWord(words.front()); }

  [[nodiscard]] bool touchesNext(std::size_t i) const {
    return i + 1 < tokens_.size() && tokens_[i].offset + tokens_[i].text.size() == tokens_[i + 1].offset;
  }

  [[nodiscard]] bool isNext(std::string_view sign) const { return touchesNext(at_) && tokens_[at_ + 1].is(sign); }

  /// Keeps whether the numbers from here on are of XML that says nothing of bodies: a comment, a light, a joint.
  void followMarkup(const Token& token) {
    if (is_comment_) {
      is_comment_ = !(token.is(">") && at_ > 0 && tokens_[at_ - 1].is("-"));
    } else if (token.is(">")) {
      if (is_other_element_) endRun();
      is_other_element_ = !other_parent_.empty();
    } else if (!other_parent_.empty()) {
      const bool closes = token.is("<") && tokens_[at_ + 1].is("/") && tokens_[at_ + 2].text == other_parent_;
      if (closes) other_parent_ = {};
    } else if (token.is("<") && touchesNext(at_)) {
      endRun();
      is_comment_ = isNext("!");
      is_other_element_ = tokens_[at_ + 1].isWord() && isOtherElement(tokens_[at_ + 1].text);
      const bool is_other_parent =
          tokens_[at_ + 1].isWord() && holdsWord(" light visual gui plugin sensor ", tokens_[at_ + 1].text);
      if (is_other_parent && !isEmptyElement(at_)) other_parent_ = tokens_[at_ + 1].text;
      is_other_element_ = is_other_element_ || is_other_parent;
    }
  }

  /// "<light …/>"
  [[nodiscard]] bool isEmptyElement(std::size_t i) const {
    while (i + 1 < tokens_.size() && !tokens_[i].is(">")) ++i;
    return tokens_[i - 1].is("/");
  }

  static bool isOtherElement(std::string_view name) {
    return holdsWord(
        " light camera site joint freejoint inertial option flag global map statistic material texture size key motor "
        "quality numeric pair exclude limit dynamics mass inertia headlight rgba ",
        name);
  }

  void step() {
    const Token& token = tokens_[at_];
    if (token.begins_line && open_.size() == 1) beginLine(token.line);
    if (is_markup_ && open_.size() == 1) followMarkup(token);
    Bracket& now = open_.back();
    if (token.isNumber()) {
      if (!isPartOfDate()) add(token);
    } else if (token.isWord()) {
      if (open_.size() == 1 && !isUnit(token)) endRun();
      is_result_ = is_result_ || (open_.size() == 1 && beginsResult());
      addWord(std::string(token.text));
    } else if (token.kind == Token::Kind::kText) {
      addText(token);
    } else if (isOneOf(token.text, "([{")) {
      open();
    } else if (isOneOf(token.text, ")]}")) {
      if (open_.size() > 1) close();
    } else if (isOneOf(token.text, ";,")) {
      const bool goes_on = open_.size() == 1 && at_ + 1 < tokens_.size() && tokens_[at_ + 1].isNumber();  // "1; 2; 3"
      if (token.is(";") && open_.size() == 1 && !goes_on) endRun();
      // Statements in braces have nothing to do with each other.
      const bool ends_statement = token.is(";") && std::exchange(now.is_assigned, false) && tokens_[now.token].is("{");
      if (ends_statement && !now.numbers.empty())
        groups_.push_back({std::exchange(now.numbers, {}), now.line, wordsHere(), false, now.is_answer,
                           open_[open_.size() - 2].token, open_[open_.size() - 2].caller});
      if (open_.size() > 1 || (token.is(";") && !goes_on)) now.words.clear();
    } else if (token.is("=") || token.is(":")) {
      now.is_assigned = now.is_assigned || token.is("=");
      if (open_.size() == 1) endRun();
    }
  }

  /// "Result: …", "depth 0.1 axis (…)": a number or a colon behind the word of an answer that begins the line, from
  /// which on all numbers of the line are of it.
  [[nodiscard]] bool beginsResult() const {
    const Token& token = tokens_[at_];
    const std::string word = lowered(token.text);
    const bool is_heading = holdsWord(" result output actual prints printed ", word),
               is_answer = is_heading || isAnswerWord(word);
    if (token.begins_line && word == "out" && isNext("[")) return true;  // IPython's "Out[7]: …"
    if (token.begins_line && holdsWord(" gjk mpr epa ", word) && isNext(":")) return true;
    std::size_t i = at_ + 1;
    while (i < tokens_.size() && ((tokens_[i].is(":") && is_heading) || tokens_[i].is("-"))) ++i;
    return token.begins_line && is_answer && i < tokens_.size() && !tokens_[i].begins_line &&
           (tokens_[i].isNumber() || tokens_[i].is("[") || tokens_[i].is("("));
  }

  /// "16 x 9", "0.5f m": words that do not end a run.
  static bool isUnit(const Token& token) { return holdsWord(" x m cm mm by ", lowered(token.text)); }

  void beginLine(int line) {
    Bracket& root = open_.front();
    const bool had_numbers = !root.numbers.empty() || numbers_on_line_;
    endRun();
    const bool goes_on = at_ > 0 && (isOneOf(tokens_[at_ - 1].text, "=(,[{<") || tokens_[at_ - 1].is("<<"));
    if (!goes_on) {
      if (!had_numbers && !root.words.empty()) heading_ = root.words;
      if (line - last_line_ > 1) heading_.clear();
      root.words.clear();
    }
    numbers_on_line_ = is_result_ = false;
    last_line_ = line;
    in_output_ = isOutputHeading() || (in_output_ && !tokens_[at_].isWord());
    is_result_ = isInAnswers() || in_output_;
  }

  /// A line "prints" or "Output:", below which lines of numbers alone are what a program has said.
  [[nodiscard]] bool isOutputHeading() const {
    const std::size_t behind = at_ + (at_ + 1 < tokens_.size() && tokens_[at_ + 1].is(":") ? 2 : 1);
    return holdsWord(" output prints printed ", lowered(tokens_[at_].text)) && behind < tokens_.size() &&
           tokens_[behind].begins_line;
  }

  /// A row of a table whose headings name an answer, an error or a time, and no place.
  bool isInAnswers() {
    const bool was_table = std::exchange(in_table_, tokens_[at_].is("|"));
    if (!in_table_) return in_answers_ = false;
    if (was_table) return in_answers_;
    for (std::size_t i = at_ + 1; i < tokens_.size() && !tokens_[i].begins_line && !tokens_[i].isNumber(); ++i) {
      const std::string word = tokens_[i].isWord() ? lowered(tokens_[i].text) : std::string();
      const Role role = roleOf(word);
      if (role == Role::kPosition || role == Role::kRotation) return in_answers_ = false;
      in_answers_ =
          in_answers_ || holdsWord(" error errors toi distance result depth penetration verdict answer ", word);
    }
    return in_answers_;
  }

  /// A word that says nothing of a pose or shape, as in "(seed 7, 64 bit)".
  [[nodiscard]] bool isPlainWord(std::size_t i) const {
    if (i >= tokens_.size() || !tokens_[i].isWord() || isUnit(tokens_[i])) return false;
    if (tokens_[i].text.size() < 2) return tokens_[i].text == "s";  // seconds
    const std::string word = lowered(tokens_[i].text);
    bool ignored = false;
    const Role role = roleOf(word);
    return (role == Role::kNone || role == Role::kResult) && !isMotionWord(word) && shapeWord(word, ignored).empty() &&
           bodyLabel(word) == 0 &&
           !holdsWord(" width height depth long wide high tall deep thick deg degrees rad by and ", word);
  }

  /// "mass: 2", "density = 0.5": a key in a bracket that is never of a pose.
  [[nodiscard]] bool isBehindAnswer() const {
    std::size_t i = at_;
    if (i > 1 && tokens_[i - 1].is("/") && tokens_[i - 2].isNumber()) i -= 2;  // "dt = 1 / 60"
    if (i > 0 && tokens_[i - 1].is("-")) --i;
    const bool is_assigned = i > 1 && (tokens_[i - 1].is("=") || tokens_[i - 1].is(":"));
    if (!is_assigned && (i < 1 || !tokens_[i - 1].isWord())) return false;  // "density 2", as VRML has it
    const Token& key = tokens_[is_assigned ? i - 2 : i - 1];
    return (key.isWord() || key.kind == Token::Kind::kText) && isAnswerWord(key.text);
  }

  /// "RX 5600X": a name, with the numbers in front of it.
  [[nodiscard]] bool isPartOfName() const {
    if (!touchesNext(at_) || !tokens_[at_ + 1].isWord() || !isInteger(tokens_[at_])) return false;
    const char first = tokens_[at_ + 1].text[0];
    return first >= 'A' && first <= 'Z';
  }

  /// "1.2.3", "2024-04-11", "12:30:05": numbers that touch each other.
  [[nodiscard]] bool isPartOfDate() const {
    const auto touches = [&](std::size_t i) {
      const Token &a = tokens_[i], &b = tokens_[i + 1];
      if (!touchesNext(i)) return false;
      if (b.isNumber()) return a.isNumber();
      const bool is_mark = (b.is("-") || b.is(":")) && i + 2 < tokens_.size() && isInteger(tokens_[i + 2]);
      return isInteger(a) && is_mark && touchesNext(i + 1);
    };
    if (touches(at_)) return true;
    if (at_ == 0) return false;
    if (tokens_[at_ - 1].isNumber()) return touches(at_ - 1);
    return at_ > 1 && touches(at_ - 2) && !tokens_[at_ - 1].isNumber();
  }

  void add(const Token& token) {
    const bool is_id = at_ > 0 && isOneOf(tokens_[at_ - 1].text, "&!#@") && touchesNext(at_ - 1);
    const bool is_half = at_ > 1 && token.number == 2 && (tokens_[at_ - 1].is("/") || tokens_[at_ - 1].is("*")) &&
                         !tokens_[at_ - 2].isNumber();
    const std::size_t behind = at_ + 1 < tokens_.size() && tokens_[at_ + 1].is("-") ? at_ + 2 : at_ + 1;
    const bool are_bits = behind < tokens_.size() && lowered(tokens_[behind].text) == "bit";  // "Windows 10 64-bit"
    if (is_id || is_half || are_bits) return;
    Bracket& now = open_.back();
    if (open_.size() > 1 && isBehindAnswer()) return;
    if (open_.size() == 1 && isPartOfName()) {
      now.numbers.clear();
      return;
    }
    const bool is_before = at_ + 1 < tokens_.size() && !tokens_[at_ + 1].begins_line;
    now.named += (at_ > 0 && isPlainWord(at_ - 1)) || (is_before && isPlainWord(at_ + 1)) ? 1 : 0;
    if (now.numbers.empty()) now.line = token.line;
    const bool negates = at_ > 0 && tokens_[at_ - 1].is("-");
    now.numbers.push_back({negates ? -token.number : token.number, token.offset});
    numbers_on_line_ = true;
  }

  void addWord(std::string word) {
    std::vector<std::string>& words = open_.back().words;
    words.insert(words.begin(), std::move(word));
    if (words.size() > kMaxWords) words.pop_back();
  }

  /// "1 2 3" in quotes is a bracket; a text with words in it is none.
  void addText(const Token& token) {
    const std::vector<PlacedNumber> numbers = numbersIn(token.text, token.offset);
    const bool has_words = std::ranges::any_of(
        token.text, [](char c) { return (lowered(c) >= 'a' && lowered(c) <= 'z') && lowered(c) != 'e'; });
    if (numbers.size() > 1 && !has_words) {
      groups_.push_back(
          {numbers, token.line, wordsHere(), false, open_.back().is_answer, open_.back().token, open_.back().caller});
    } else if (token.text.size() < 40 && numbers.empty()) {
      addWord(std::string(token.text));
    }
  }

  [[nodiscard]] std::vector<std::string> wordsHere() const {
    std::vector<std::string> words = open_.back().words;
    const std::vector<std::string>& outer = open_.back().outer;
    append(words, outer);
    // "translation:" and below it "x: 1"
    if (words.size() < 2 && open_.size() == 1) append(words, heading_);
    if (words.size() > kMaxWords) words.resize(kMaxWords);
    return words;
  }

  void open() {
    if (open_.size() == 1) endRun();
    Bracket bracket;
    bracket.outer = wordsHere();
    bracket.is_call = at_ > 0 && tokens_[at_ - 1].isWord() && tokens_[at_].is("(");
    bracket.token = at_;
    if (bracket.is_call) bracket.caller = tokens_[at_ - 1].text;
    // "contact: {position: [", "camera={{": what is within an answer is one.
    const bool is_value = at_ > 0 && isOneOf(tokens_[at_ - 1].text, "=:{");
    // A line "array([…])" is what numpy prints.
    const bool is_print = bracket.caller == "array" && tokens_[at_ - 1].begins_line && open_.size() == 1;
    const bool is_other =
        is_print || (bracket.is_call && (holdsAny(lowered(bracket.caller), {"camera", "light", "color", "colour"}) ||
                                         expectsEqual(bracket.caller)));
    bracket.is_answer = is_result_ || open_.back().is_answer || is_other || (is_value && isAnswer(bracket.outer));
    if (bracket.outer.empty()) bracket.outer = heading_;
    if (open_.size() < kMaxDepth) open_.push_back(std::move(bracket));
  }

  void close() {
    Bracket bracket = std::move(open_.back());
    open_.pop_back();
    if (bracket.numbers.empty()) return;
    // "points[3]", "float[2, 3]": which one, or how many.
    const bool is_element = bracket.numbers.size() == 1 && at_ + 1 < tokens_.size() && tokens_[at_ + 1].is(".");
    const bool is_index = (tokens_[at_].is("]") && (is_element || isIndex(bracket.numbers))) || isTypeArgument(bracket);
    // "(CGAL 4.10, Visual Studio 2015, 64 bit)"
    const bool is_touched = bracket.token > 0 && tokens_[bracket.token - 1].isWord() && touchesNext(bracket.token - 1);
    const bool is_remark =
        tokens_[at_].is(")") && !is_touched && open_.size() == 1 && bracket.named == bracket.numbers.size();
    if (!is_index && !is_remark)
      groups_.push_back({std::move(bracket.numbers), bracket.line, std::move(bracket.outer), bracket.is_call,
                         bracket.is_answer, open_.back().token, open_.back().caller, bracket.token});
    numbers_on_line_ = true;
  }

  /// "Ray{3, Float32}": the dimension of a type of Julia's.
  [[nodiscard]] bool isTypeArgument(const Bracket& bracket) const {
    const auto isType = [](const std::string& word) { return word == "T" || word.starts_with("Float"); };
    return tokens_[at_].is("}") && bracket.numbers.size() == 1 && bracket.token > 0 &&
           tokens_[bracket.token - 1].isWord() && touchesNext(bracket.token - 1) &&
           std::ranges::any_of(bracket.words, isType);
  }

  [[nodiscard]] bool isIndex(const std::vector<PlacedNumber>& numbers) const {
    std::size_t open = at_;
    while (open > 0 && !tokens_[open].is("[")) --open;
    const bool touches = open > 0 && touchesNext(open - 1) && (tokens_[open - 1].isWord() || tokens_[open - 1].is("]"));
    return touches && numbers.size() < 4 && std::ranges::all_of(numbers, [](const PlacedNumber& n) {
             return n.value >= -1 && n.value == std::floor(n.value);
           });
  }

  void endRun() {
    Bracket& root = open_.front();
    if (!root.numbers.empty()) {
      groups_.push_back(
          {std::move(root.numbers), root.line, wordsHere(), false, is_comment_ || is_other_element_ || is_result_});
      root.words.clear();
    }
    root.numbers.clear();
  }

  const std::vector<Token>& tokens_;
  std::size_t at_ = 0;
  std::vector<Bracket> open_;
  std::vector<NumberGroup> groups_;
  std::vector<std::string> heading_;  ///< words of the last line without numbers, no empty line since
  int last_line_ = 0;
  bool numbers_on_line_ = false;
  bool in_table_ = false, in_answers_ = false, in_output_ = false;
  bool is_result_ = false;              ///< the line states what a program has printed
  std::string_view other_parent_ = {};  ///< an element of SDF, whose own elements say nothing of bodies
  bool is_markup_, is_comment_ = false, is_other_element_ = false;
};

/// The words in front of a group call it an answer, or leave it open.
enum class Meaning { kOpen, kAnswer };

Meaning meaningOf(const std::vector<std::string>& words) {
  if (!words.empty() && lowered(words.front()) == "body") return Meaning::kAnswer;  // its mass and moment
  if (!words.empty() && words.front() == "World") return Meaning::kAnswer;          // its gravity
  // Conditions of a program, "if (d > 0 || e > 0)", and counts of its loops.
  if (!words.empty() && holdsWord(" if for while until elif ", lowered(words.front()))) return Meaning::kAnswer;
  if (words.size() > 1 && words[0] == "be" && words[1] == "should") return Meaning::kAnswer;
  constexpr std::size_t kMaxFar = 5;  // "the distance between a rod with ends (…)": the distance is another number
  if (std::ranges::any_of(words, [](const std::string& word) { return word.ends_with("Frustum"); }))
    return Meaning::kAnswer;  // a view's
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Role role = roleOf(words[i]);
    if (isMotionWord(words[i]) || isScaleWord(words[i])) return Meaning::kOpen;
    if (i + 1 < words.size() && words[i] == "at" && isMeetingWord(words[i + 1])) return Meaning::kAnswer;
    if (role == Role::kResult || lowered(words[i]) == "intersection")
      return i < kMaxFar ? Meaning::kAnswer : Meaning::kOpen;
    if (role != Role::kNone && role != Role::kShape && role != Role::kVertices) return Meaning::kOpen;
  }
  return Meaning::kOpen;
}

std::string shownGroup(const NumberGroup& group) {
  constexpr std::size_t kMaxShown = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(group.numbers.size(), kMaxShown); ++i)
    text += (i > 0 ? " " : "") + shortestDecimal(group.numbers[i].value);
  return group.numbers.size() > kMaxShown ? text + " …" : text;
}

/// "rectXA", "player_x": a variable that is one coordinate of a body.
bool endsInComponent(std::string_view name) {
  if (name.size() > 2 && (bodyLabel(name) > 0 || name.back() == 'A' || name.back() == 'B')) name.remove_suffix(1);
  while (name.ends_with('_')) name.remove_suffix(1);
  const bool is_other = holdsAny(lowered(name), {"physx", "directx", "osx"});
  if (name.size() < 3 || is_other || name.find('.') != std::string_view::npos) return false;
  const char last = name.back(), before = name[name.size() - 2];
  const bool begins = before == '_' || (last >= 'X' && last <= 'Z' && before >= 'a' && before <= 'z');
  return begins && lowered(last) >= 'x' && lowered(last) <= 'z';
}

/// "scaled by 2", "a.scale.setScalar(2)"; "scale = 30" alone is of a picture.
bool isOfScale(const NumberGroup& group) {
  const auto end = group.words.begin() + std::min<std::ptrdiff_t>(3, std::ssize(group.words));
  const bool is_variable = group.bracket == 0 && group.words.size() == 1;
  return !is_variable && std::find_if(group.words.begin(), end, isScaleWord) != end;
}

/// A single number counts where it is what a shape is made of, "Circle(5)", or a part of a pose: "position.x = 3".
bool isPartOfBody(const NumberGroup& group) {
  if (group.words.empty() || group.numbers[0].value == 0) return false;
  if (isOfScale(group)) return true;
  bool ignored = false;
  if (group.is_call && roleOf(group.words.front()) == Role::kPosition) return false;  // "ray.at(100)"
  if (!shapeWord(group.words.front(), ignored).empty()) return true;
  if (group.numbers[0].value == 1 && group.bracket > 0) return false;  // "p[(i + 1) % count]"
  if (lowered(group.words.front()).starts_with("rotat")) return true;  // "rotated 15 degrees"
  if (std::ranges::any_of(group.words.begin(),
                          group.words.begin() + std::min<std::ptrdiff_t>(2, std::ssize(group.words)),
                          [](const std::string& word) { return isMotionWord(word); }))
    return true;
  if (endsInComponent(group.words.front())) return true;
  const bool is_component = componentOf(group.words.front()) >= 0 && group.words.size() > 1;
  const Role role = roleOf(group.words[is_component ? 1 : 0]);
  const bool is_unknown = is_component && role == Role::kNone;  // "zork.x = 3"
  const bool is_turn = role == Role::kRotation && (is_component || group.is_call);
  // "the triangle begins at 30.5": one number is no place
  const bool is_place = role == Role::kPosition && (is_component || group.words.front() != "at");
  return is_place || role == Role::kAngle || is_turn || is_unknown;
}

/// "expected depth: 0.1", which is compared with the answer.
bool isClaimed(const NumberGroup& group) {
  const std::string word = plainKey(group.words.front());
  return holdsWord(kDepthWords, word) || holdsWord(kDistanceWords, word);
}

/// "cx = 3", "rw = 5": a coordinate or a size, as variables have it.
bool isCoordinate(const NumberGroup& group) {
  if (group.numbers.size() != 1 || group.numbers[0].value == 0 || group.is_call || group.words.empty()) return false;
  const std::string& name = group.words.front();
  return isPartOfVector(name) || (name.size() == 2 && componentOf(name.substr(1)) >= 0);
}

/// No rotation at all, which is what a body has without it.
bool isIdentity(const NumberGroup& group) {
  const std::size_t size = group.numbers.size(), width = size == 9 ? 3 : 4;
  bool is_matrix = size == 9 || size == 12 || size == 16;
  for (std::size_t i = 0; i < size; ++i)
    is_matrix = is_matrix && group.numbers[i].value == (i / width == i % width ? 1 : 0);
  if (is_matrix) return true;
  const auto role = std::ranges::find_if(group.words, [](const std::string& w) { return roleOf(w) != Role::kNone; });
  if (role == group.words.end()) return false;
  const bool is_rotation = roleOf(*role) == Role::kRotation || roleOf(*role) == Role::kEuler;
  const auto ones = std::ranges::count_if(group.numbers, [](const PlacedNumber& n) { return n.value == 1; });
  const auto zeros = std::ranges::count_if(group.numbers, [](const PlacedNumber& n) { return n.value == 0; });
  const auto count = static_cast<std::ptrdiff_t>(group.numbers.size());
  return is_rotation && ((count == 3 && zeros == 3) || (count == 4 && zeros == 3 && ones == 1));
}

/// The function whose arguments a group is; empty where it is none.
std::string_view callerOf(const NumberGroup& group) {
  return group.is_call && !group.words.empty() ? std::string_view(group.words.front()) : std::string_view();
}

/// No motion and no offset, "velocity: (0, 0, 0)", the time of a step, "world.step(1 / 60)", or how many are asked for.
bool isIdleValue(const NumberGroup& group) {
  const std::string caller = lowered(callerOf(group));
  if (holdsWord(" step stepsimulation simulate update sleep tick delay settimeout print printf println text drawtext "
                "newworld "
                "setcolor fill background createcanvas framerate strokeweight setcaption setmode ",
                caller))
    return true;
  const bool is_width = group.numbers.size() == 1 && group.words.size() > 1 && group.words[1] == "draw";
  if (is_width && !caller.empty())
    return true;  // of the lines of "draw.circle(screen, colour, ball.center, ball.r, 1)"
  constexpr double kMinPixels = 100;
  const bool is_window = caller == "size" && std::ranges::all_of(group.numbers, [](const PlacedNumber& n) {
                           return n.value >= kMinPixels && n.value == std::floor(n.value);
                         });
  if (is_window && group.numbers.size() == 2) return true;  // Processing's
  // "box.intersects(origin, direction, &found, 2)"
  if (caller.starts_with("intersects") && group.numbers.size() == 1 && group.numbers[0].value < 100) return true;
  const auto end = group.words.begin() + std::min<std::ptrdiff_t>(5, std::ssize(group.words));
  return std::ranges::all_of(group.numbers, [](const PlacedNumber& n) { return n.value == 0; }) &&
         std::any_of(group.words.begin(), end, [](const std::string& word) {
           const Role role = roleOf(word);
           return role == Role::kVelocity || role == Role::kAngularVelocity || plainKey(word) == "offset";
         });
}

bool isLeftOver(const NumberGroup& group, const UsedNumbers& used, const TextScopes& scopes) {
  if (group.is_answer || (group.numbers.size() < 2 && !isPartOfBody(group))) return false;
  const auto isUsed = [&](const PlacedNumber& n) { return used.contains(n.offset); };
  const bool is_touched = std::ranges::any_of(group.numbers, isUsed);
  // Zeros and ones that pad a vector.
  const auto isIdle = [](const PlacedNumber& n) { return n.value == 0 || n.value == 1; };
  const bool is_whole =
      std::ranges::all_of(group.numbers, [&](const PlacedNumber& n) { return isUsed(n) || (is_touched && isIdle(n)); });
  const bool is_one = std::ranges::all_of(group.numbers, [](const PlacedNumber& n) { return n.value == 1; });
  if (is_whole || isIdentity(group) || (is_one && isOfScale(group))) return false;
  const bool is_padded = group.numbers.size() == 4 && isUsed(group.numbers[0]) && isUsed(group.numbers[2]);
  // A row knows the other arguments of its call: segments, margins.
  const bool is_of_row = is_touched && group.is_call && findApiShape(callerOf(group), scopes) != nullptr;
  return !is_padded && !is_of_row && meaningOf(group.words) == Meaning::kOpen;
}

std::vector<double> valuesOf(const NumberGroup& group) {
  std::vector<double> values;
  for (const PlacedNumber& n : group.numbers) values.push_back(n.value);
  return values;
}

Role roleInFrontOf(const NumberGroup& group) { return group.words.empty() ? Role::kNone : roleOf(group.words.front()); }

/// The values of groups that are used, and which roles they have there: a text may say them again. Zeros and ones say
/// nothing.
class ToldValues {
 public:
  ToldValues(const std::vector<NumberGroup>& groups, const UsedNumbers& used) {
    for (const NumberGroup& group : groups) {
      const bool is_used =
          std::ranges::all_of(group.numbers, [&](const PlacedNumber& n) { return used.contains(n.offset); });
      const std::vector<double> values = valuesOf(group);
      if (is_used && std::ranges::any_of(values, isTelling)) {
        told_[values].insert(roleInFrontOf(group));
        if (values.size() > kMinRow && values.size() < kMaxRow && rows_.size() < kMaxRow) rows_.push_back(values);
      }
      for (const PlacedNumber& n : group.numbers) {
        const auto use = used.find(n.offset);
        if (use == used.end()) continue;
        bodies_[use->second.body].insert(n.value);
        if (use->second.role == std::string_view("size")) sizes_.insert(n.value);
      }
    }
  }

  /// A place is none because a shape has sizes of its values.
  [[nodiscard]] bool contain(const NumberGroup& group, bool is_in_sentence) const {
    // "length = 6" of a cylinder that has it already
    const bool is_side =
        isCoordinate(group) && componentOf(group.words.front().substr(group.words.front().size() - 1)) < 0;
    // "args={[0.5, 24, 24]}" of a picture, with the numbers of its segments
    const bool is_picture = !group.words.empty() && group.words.front() == "args" &&
                            std::all_of(group.numbers.begin() + 1, group.numbers.end(), [](const PlacedNumber& n) {
                              return n.value > 4 && n.value == std::floor(n.value);
                            });
    if ((is_side || is_picture) && sizes_.contains(group.numbers[0].value)) return true;
    if (isDrawing(group) || isPartOfRow(group)) return true;
    const std::vector<double> values = valuesOf(group);
    const auto found = told_.find(values);
    const bool is_telling = std::ranges::count_if(values, isTelling) > (is_in_sentence && group.bracket > 0 ? 0 : 1);
    if (found == told_.end() || !is_telling) return false;
    return roleInFrontOf(group) != Role::kPosition || found->second.contains(Role::kPosition);
  }

 private:
  /// "arc(40, 25, 18, 0, 6.28)", which draws a body: its place and sizes in another order, and angles.
  [[nodiscard]] bool isDrawing(const NumberGroup& group) const {
    if (!group.is_call || group.words.empty() || !isDrawingName(lastName(group.words.front()))) return false;
    return std::ranges::any_of(bodies_, [&](const auto& body) {
      std::size_t count = 0;
      for (const PlacedNumber& n : group.numbers) {
        if (body.second.contains(n.value))
          ++count;
        else if (count < 2 || (n.value != 0 && n.value != 2 && n.value != 360 && std::abs(n.value - 6.28) > 0.01))
          return false;
      }
      return count > 1;
    });
  }

  /// "(3, 10)" of a row "3 10 12 4 2 6 8 1" that is used.
  [[nodiscard]] bool isPartOfRow(const NumberGroup& group) const {
    const std::vector<double> values = valuesOf(group);
    return std::ranges::count_if(values, isTelling) > 1 && std::ranges::any_of(rows_, [&](const auto& row) {
             return std::search(row.begin(), row.end(), values.begin(), values.end()) != row.end();
           });
  }

  static bool isTelling(double value) { return value != 0 && std::abs(value) != 1; }

  static bool isDrawingName(std::string_view name) {
    return holdsWord(" arc circle ellipse rect rectangle line triangle ", name) ||
           holdsAny(name, {"drawRect", "drawCirc", "fillRect", "strokeRect", "draw_rect", "draw_circ", "rectfill",
                           "circfill", "DrawRect", "DrawCirc"});
  }

  static constexpr std::size_t kMinRow = 5, kMaxRow = 64;
  std::map<std::vector<double>, std::set<Role>> told_;
  std::vector<std::vector<double>> rows_;  ///< of several vectors each
  std::set<double> sizes_;
  std::map<int, std::set<double>> bodies_;  ///< the values that each body is made of
};

/// Whether a word in front of the group says that it is of that kind.
bool isSaidToBe(const NumberGroup& group, Derived::Kind kind) {
  if (kind == Derived::Kind::kDifference) return !group.is_call;  // "motion = Vector3(0, -0.5, 0)" is code
  for (const std::string& word : group.words) {
    const Role role = roleOf(word);
    if (role == Role::kNone || role == Role::kShape) continue;
    if (role == Role::kLower || role == Role::kUpper) return kind == Derived::Kind::kCorner;
    if (role == Role::kPosition) return kind == Derived::Kind::kMiddle;
    return kind == Derived::Kind::kSizes &&
           (role == Role::kHalfExtents || role == Role::kFullSizes || role == Role::kExtents);
  }
  return false;
}

/// Whether the group says what a body has anyway, or one coordinate of it, "begins at x = 0.25", or has all bounds
/// among its own numbers, "minX: …, maxX: …".
bool isDerived(const NumberGroup& group, const UsedNumbers& used, const std::vector<Derived>& derived) {
  const auto isNear = [](double a, double b) { return std::abs(a - b) <= 1e-5 * std::max(1.0, std::abs(b)); };
  const auto isTelling = [](double value) { return value != 0 && std::abs(value) != 1; };
  std::vector<double> values = valuesOf(group);
  const int component = group.words.empty() ? -1 : componentOf(group.words.front());
  if (values.size() == 1 && component >= 0 && component < 3)
    return std::ranges::any_of(derived, [&](const Derived& known) {
      const auto c = static_cast<std::size_t>(component);
      return known.kind == Derived::Kind::kCorner && c < known.values.size() && isNear(values[0], known.values[c]);
    });
  while (values.size() > 3 && values.back() == 0) values.pop_back();
  const std::ptrdiff_t telling_values = std::ranges::count_if(values, isTelling);
  const bool is_whole = std::ranges::any_of(derived, [&](const Derived& known) {
    return telling_values > (known.kind == Derived::Kind::kDifference ? 0 : 1) &&
           std::ranges::equal(values, known.values, isNear) && isSaidToBe(group, known.kind);
  });
  if (is_whole) return true;
  std::size_t telling = 0;
  for (const PlacedNumber& n : group.numbers) {
    if (used.contains(n.offset) || !isTelling(n.value)) continue;
    ++telling;
    const auto holds = [&](const Derived& known) {
      return known.kind == Derived::Kind::kBounds &&
             std::ranges::any_of(known.values, [&](double v) { return isNear(n.value, v); });
    };
    if (!std::ranges::any_of(derived, holds)) return false;
  }
  return telling > 3;
}

/// The groups within each bracket.
class BracketContents {
 public:
  BracketContents(const std::vector<Token>& tokens, const std::vector<NumberGroup>& groups, const UsedNumbers& used)
      : tokens_(tokens), used_(used) {
    for (const NumberGroup& group : groups) {
      if (group.around == 0) continue;
      Inside& inside = insides_[group.around];
      ++inside.groups;
      inside.used += std::ranges::all_of(group.numbers, [&](const PlacedNumber& n) { return used.contains(n.offset); });
    }
  }

  /// A number that is part of nothing while the one vector beside it in its call, or all in its list, are of bodies:
  /// zork(vec(1, 2), 0.3), ((1, 2), (3, 4), 30). Zero and one say nothing.
  [[nodiscard]] bool standsBesideUsed(const NumberGroup& group) const {
    const auto found = insides_.find(group.bracket);
    if (group.bracket == 0 || group.is_answer || group.numbers.size() != 1 || found == insides_.end()) return false;
    const PlacedNumber& number = group.numbers[0];
    const bool says_nothing = number.value == 0 || number.value == 1 || used_.contains(number.offset);
    const bool are_used = found->second.used == found->second.groups && meaningOf(group.words) == Meaning::kOpen;
    const bool are_all = group.is_call ? found->second.groups == 1 : !tokens_[group.bracket].is("{");
    return !says_nothing && are_used && are_all && !isNamed(number);
  }

 private:
  struct Inside {
    int groups = 0, used = 0;
  };

  /// "layer = 3", "layer: 3"
  [[nodiscard]] bool isNamed(const PlacedNumber& number) const {
    const auto token = std::ranges::lower_bound(tokens_, number.offset, {}, &Token::offset);
    if (token == tokens_.begin()) return false;
    const Token& before = *std::prev(token);
    return before.is("=") || before.is(":");
  }

  const std::vector<Token>& tokens_;
  std::map<std::size_t, Inside> insides_;
  const UsedNumbers& used_;
};

}  // namespace

bool isAnswer(const NumberGroup& group) { return group.is_answer || meaningOf(group.words) == Meaning::kAnswer; }

std::vector<NumberGroup> groupsOf(const std::vector<Token>& tokens, TextForm form) {
  return Grouper(tokens, form).all();
}

namespace {

/// Whether a word in front of the group says that it is part of a body.
bool hasRole(const NumberGroup& group) {
  return std::ranges::any_of(group.words, [](const std::string& word) {
    const Role role = roleOf(word);
    return role != Role::kNone && role != Role::kResult;
  });
}

/// Which lines have none of the signs of code, or are rows of a table.
std::set<int> linesWithoutCode(const std::vector<Token>& tokens) {
  std::set<int> lines, of_code;
  for (const Token& token : tokens) {
    const bool is_row = token.begins_line && token.is("|");
    if (is_row || !of_code.contains(token.line)) lines.insert(token.line);
    if (!is_row && token.kind == Token::Kind::kSign && holdsWord(" ( ) [ ] { } = ; ", token.text))
      of_code.insert(token.line);
  }
  for (const int line : of_code) lines.erase(line);
  return lines;
}

/// How many words each line has.
std::map<int, int> wordsOfLines(const std::vector<Token>& tokens) {
  std::map<int, int> words;
  for (const Token& token : tokens) words[token.line] += token.isWord() ? 1 : 0;
  return words;
}

/// Which lines are sentences that speak of no motion: words without the signs of code.
std::set<int> plainSentences(const std::vector<Token>& tokens) {
  struct Line {
    int words = 0;
    bool is_other = false;
  };
  std::map<int, Line> lines;
  for (const Token& token : tokens) {
    Line& line = lines[token.line];
    const std::string word = token.isWord() ? lowered(token.text) : std::string();
    line.words += word.empty() ? 0 : 1;
    line.is_other = line.is_other || token.is("=") || token.is(";") || token.is("{") || token.is("}") ||
                    token.is("::") || token.is("->") || isMotionWord(word) ||
                    holdsAny(word, {"mov", "rotat", "turn", "shift", "translat", "offset", "instead", "chang", "cast"});
  }
  constexpr int kMinWords = 4;
  std::set<int> out;
  for (const auto& [number, line] : lines) {
    if (line.words >= kMinWords && !line.is_other) out.insert(number);
  }
  return out;
}

}  // namespace

std::vector<std::string> groupsLeftOver(std::string_view text, const std::vector<Token>& tokens,
                                        const UsedNumbers& used, const TextScopes& scopes, TextForm form,
                                        const std::vector<Derived>& derived, Places places) {
  const std::vector<NumberGroup> groups = groupsOf(tokens, form);
  std::vector<std::string> doubts = modifiersLeftOver(text, tokens, groups, used, places);
  std::size_t more = 0;
  const ToldValues told(groups, used);
  const BracketContents contents(tokens, groups, used);
  const std::set<int> plain_lines = linesWithoutCode(tokens);
  std::map<int, int> words = wordsOfLines(tokens);
  constexpr int kMinWords = 9;  // of a sentence, which may tell again what code says
  // Bodies that code has placed are not placed by a sentence around it: "they share the point (1, 2)".
  std::optional<std::set<int>> sentences;  // most texts leave nothing over, and need none
  const auto isInSentence = [&](int line) {
    if (!sentences) sentences = plainSentences(tokens);
    return sentences->contains(line);
  };
  for (const NumberGroup& group : groups) {
    const bool is_told = !group.is_call || (!group.words.empty() && group.words.front() == "point");
    const bool is_point = group.bracket > 0 && is_told && group.numbers.size() > 1 && group.numbers.size() < 4;
    if (isIdleValue(group) || (is_point && places == Places::kAllByCode && isInSentence(group.line))) continue;
    // Lines that a program has printed, and zeros.
    const bool is_zero = std::ranges::all_of(group.numbers, [](const PlacedNumber& n) { return n.value == 0; });
    const bool is_output = group.bracket == 0 && !hasRole(group) && plain_lines.contains(group.line);
    if (places == Places::kAllByCode && (is_zero || is_output)) continue;
    const bool is_beside = contents.standsBesideUsed(group) && !findApiShape(callerOf(group), scopes);
    const bool may_be_place = places == Places::kSomeMissing && isCoordinate(group) && !group.is_answer &&
                              !isClaimed(group) && !used.contains(group.numbers[0].offset);
    if ((!is_beside && !may_be_place && !isLeftOver(group, used, scopes)) ||
        told.contain(group, words[group.line] >= kMinWords || isInSentence(group.line)) ||
        isDerived(group, used, derived))
      continue;
    if (doubts.size() == kMaxDoubts) {
      ++more;
      continue;
    }
    const std::string numbers = shownGroup(group);
    doubts.push_back(group.words.empty() ? trf("line {}: {} is part of nothing", group.line, numbers)
                                         : trf("line {}: {}, behind \"{}\", is part of nothing", group.line, numbers,
                                               printableLine(group.words.front())));
  }
  if (more > 0) doubts.push_back(trf("and {} more", more));
  return doubts;
}

}  // namespace sepax::paste
