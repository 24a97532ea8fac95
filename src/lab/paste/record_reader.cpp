#include "core/text.h"
#include "lab/paste/members.h"
#include "lab/paste/number_groups.h"
#include "lab/paste/readers.h"
#include "lab/paste/words.h"

#include <algorithm>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

// Bodies that a text writes as records: a heading and then keys with values, in one line or one below the other, as
// logs, YAML, lists of bullets and plain sentences have them; and variables whose names have a body and a key,
// "player_x". Each becomes an object of the grammar of code: "player = circle { x : 1 , y : 2 , radius : 3 }".

namespace sepax::paste {

namespace {

using Line = std::span<const Token>;

/// A word that a record may have between its keys.
bool saysNothing(std::string_view word) {
  return holdsWord(
      " a an the its is are was has have having with and of which whose that also by it equals goes runs spans lies "
      "starts "
      "extends located placed sits stands ends ",
      word);
}

bool isUnitWord(std::string_view word) {
  return holdsWord(" m cm mm px pixel pixels units unit meter meters metre metres deg degree degrees rad radians ",
                   word);
}

/// Keys of single numbers, of which several are a vector; others are those that have a role.
bool hasRole(std::string_view key) {
  const Role role = roleOf(key);
  return role != Role::kNone && role != Role::kResult && role != Role::kShape;
}

bool isKey(std::string_view key) { return hasRole(key) || isPartOfVector(key); }

struct Pair {
  std::string key;
  std::vector<Token> value;
};

struct Record {
  std::string name, kind;
  int line = 0;
  std::vector<Pair> pairs;
  std::string vector;  ///< the key whose components come next, each on a line of its own
};

class Records {
 public:
  Records(const std::vector<Token>& tokens, bool speaks_of_fcl) : speaks_of_fcl_(speaks_of_fcl) {
    for (std::size_t begin = 0; begin < tokens.size() && tokens[begin].kind != Token::Kind::kEnd;) {
      std::size_t end = begin + 1;
      while (tokens[end].kind != Token::Kind::kEnd && tokens[end].line == tokens[begin].line) ++end;
      lines_.emplace_back(tokens.data() + begin, end - begin);
      begin = end;
    }
    for (at_ = 0; at_ < lines_.size(); ++at_) {
      if (!readLine(lines_[at_])) current_ = nullptr;
    }
    collectVariables();
  }

  /// The records as tokens of code; numbers keep their places in the text.
  [[nodiscard]] std::vector<Token> tokens() {
    std::vector<Token> out;
    int line = 0;
    bool begins_line = false;
    const auto add = [&](std::string_view text, Token::Kind kind = Token::Kind::kSign) {
      Token token;
      token.kind = kind;
      token.text = kind == Token::Kind::kSign ? text : std::string_view(names_.emplace_back(text));
      token.line = line;
      token.begins_line = std::exchange(begins_line, false);
      out.push_back(token);
    };
    for (const Record& record : records_) {
      // A place alone, "the table is at (1, 2, 3)", may be of anything.
      const bool is_pose = std::ranges::all_of(record.pairs, [](const Pair& pair) {
        const Role role = roleOf(pair.key);
        return role == Role::kPosition || role == Role::kRotation;
      });
      // "a zork from (2, 2) to (5, 4)"
      const bool is_span =
          record.pairs.size() < 3 && std::ranges::all_of(record.pairs, [](const Pair& pair) {
            return roleOf(pair.key) == Role::kFrom || roleOf(pair.key) == Role::kTo || isCorner(pair.key);
          });
      // "HALF = 0.2" alone is a constant.
      const bool is_constant = record.name.empty() && record.pairs.size() == 1;
      if (record.pairs.empty() || ((is_pose || is_span || is_constant) && record.kind.empty())) continue;
      line = record.line;
      begins_line = true;
      if (!record.name.empty()) {
        add(record.name, Token::Kind::kWord);
        add("=");
      }
      add("{");
      if (!record.kind.empty()) {
        add("type", Token::Kind::kWord);
        add(":");
        add(record.kind, Token::Kind::kText);
        add(",");
      }
      for (const Pair& pair : record.pairs) {
        add(pair.key, Token::Kind::kWord);
        add(":");
        out.insert(out.end(), pair.value.begin(), pair.value.end());
        add(",");
      }
      add("}");
      add(";");
    }
    out.emplace_back();
    return out;
  }

  [[nodiscard]] std::size_t count() const { return records_.size(); }
  [[nodiscard]] const Numbers& labels() const { return labels_; }  ///< "1" of "Circle 1"

 private:
  static Token sign(std::string_view text, const Token& near) {
    Token token;
    token.kind = Token::Kind::kSign;
    token.text = text;
    token.line = near.line;
    return token;
  }

  static bool isNumberAt(Line line, std::size_t i) {
    const bool is_signed = i + 1 < line.size() && (line[i].is("-") || line[i].is("+")) && line[i + 1].isNumber();
    return i < line.size() && (line[i].isNumber() || is_signed);
  }

  static bool isOpening(const Token& token) { return token.is("(") || token.is("[") || token.is("{"); }

  /// Behind the bracket that closes the one at `i`; the line's size when none does.
  static std::size_t behindBracket(Line line, std::size_t i) {
    int depth = 0;
    for (; i < line.size(); ++i) {
      if (isOpening(line[i])) ++depth;
      if (line[i].is(")") || line[i].is("]") || line[i].is("}")) --depth;
      if (depth == 0) return i + 1;
    }
    return line.size();
  }

  /// A number, several, or brackets of them, as one value; empty: none is at `i`.
  std::vector<Token> valueAt(Line line, std::size_t& i) {
    std::vector<std::vector<Token>> items;
    bool are_brackets = false;
    while (i < line.size()) {
      const std::size_t next = items.empty() || !line[i].is(",") ? i : i + 1;
      std::size_t end = next;
      if (isNumberAt(line, next) && !are_brackets) {
        end = next + (line[next].isNumber() ? 1 : 2);
      } else if (next < line.size() && isOpening(line[next]) && (items.empty() || are_brackets)) {
        end = behindBracket(line, next);
        const auto isWord = [&](const Token& token) { return token.isWord() && !isPartOfVector(token.text); };
        if (std::any_of(line.begin() + static_cast<std::ptrdiff_t>(next),
                        line.begin() + static_cast<std::ptrdiff_t>(end), isWord))
          return {};
        are_brackets = true;
      } else {
        break;
      }
      items.emplace_back(line.begin() + static_cast<std::ptrdiff_t>(next),
                         line.begin() + static_cast<std::ptrdiff_t>(end));
      i = end;
      // "3 m, 30 degrees": units say nothing but these
      if (i < line.size() && line[i].isWord() && isUnitWord(line[i].text)) {
        const bool are_degrees = line[i].text.starts_with("deg");
        if (are_degrees && items.size() == 1 && !are_brackets) {
          Token function = items[0][0];
          function.kind = Token::Kind::kWord;
          function.text = "radians";
          items[0].insert(items[0].begin(), {function, sign("(", line[i])});
          items[0].push_back(sign(")", line[i]));
        }
        ++i;
      }
    }
    std::vector<Token> out;
    if (items.empty()) return out;
    if (items.size() > 1) out.push_back(sign(are_brackets ? "[" : "(", items[0][0]));
    for (std::size_t k = 0; k < items.size(); ++k) {
      if (k > 0) out.push_back(sign(",", items[0][0]));
      out.insert(out.end(), items[k].begin(), items[k].end());
    }
    if (items.size() > 1) out.push_back(sign(are_brackets ? "]" : ")", items[0][0]));
    return out;
  }

  /// Begins a record whose heading has these words. False: they are too many, or say no body.
  bool begin(const std::vector<std::string>& words, int line, bool is_told = true) {
    constexpr std::size_t kMaxWords = 4;
    if (words.size() > kMaxWords) return false;
    Record record;
    record.line = line;
    for (const std::string& word : words) {
      bool ignored = false;
      const std::string small = lowered(word);
      const bool is_kind = !shapeWord(word, ignored).empty() || small == "ray" || small == "line";
      if (is_kind && record.kind.empty()) {
        record.kind = word;
      } else {
        record.name += (record.name.empty() ? "" : "_") + word;
      }
    }
    const bool is_kind_alone = record.name.empty();
    if (!is_told && record.kind.empty() && bodyLabel(record.name) == 0) return false;  // "the zork is at (1, 2)"
    // "find whether the sphere …", "intersects the sphere …": words that are no name
    const bool is_sentence = !is_told && words.size() > (record.kind.empty() ? 1 : 2);
    const bool is_verb = holdsAny(lowered(record.name), {"intersect", "overlap", "touch", "collid", "hit"});
    if (!is_kind_alone && (is_sentence || is_verb)) record.name += "_";
    // "crate:", and below it "box of …"
    if (is_kind_alone && current_ != nullptr && current_->pairs.empty() && current_->kind.empty()) {
      current_->kind = record.kind;
      return true;
    }
    // "capsule" alone is no function of an engine's, but FCL's texts speak of its own classes.
    if (is_kind_alone) record.name = record.kind + (speaks_of_fcl_ ? "" : "_");
    const auto known = std::ranges::find_if(records_, [&](const Record& other) {
      const bool has_kinds = !other.kind.empty() && !record.kind.empty();
      return other.name == record.name && (!has_kinds || lowered(other.kind) == lowered(record.kind));
    });
    current_ = known != records_.end() ? &*known : &records_.emplace_back(std::move(record));
    return true;
  }

  /// Adds a pair to the record; a key that comes again begins the next one.
  void add(std::string key, std::vector<Token> value, int line) {
    if (current_ != nullptr && !current_->vector.empty() && key.size() == 1 && isPartOfVector(key)) {
      auto& parts = current_->pairs.back().value;
      parts.pop_back();
      Token name = value[0];
      name.kind = Token::Kind::kWord;
      name.text = names_.emplace_back(key);
      parts.insert(parts.end(), {name, sign(":", name)});
      parts.insert(parts.end(), value.begin(), value.end());
      parts.insert(parts.end(), {sign(",", name), sign("}", name)});
      return;
    }
    if (current_ != nullptr) current_->vector.clear();
    const auto has = [&](const Pair& pair) { return pair.key == key; };
    const bool comes_again = current_ != nullptr && std::ranges::any_of(current_->pairs, has);
    if (current_ == nullptr || comes_again) {
      Record next;
      next.line = line;
      if (comes_again) next.kind = current_->kind;
      records_.push_back(std::move(next));
      current_ = &records_.back();
    }
    current_->pairs.push_back({std::move(key), std::move(value)});
  }

  /// How many of the last words are a key: "half extents" of "box A half extents"; 0: none.
  static std::size_t keyLength(const std::vector<std::string>& words, bool has_bracket = false) {
    if (has_bracket && !words.empty() && isCorner(words.back())) return 1;
    for (std::size_t count = std::min<std::size_t>(3, words.size()); count > 0; --count) {
      std::string key;
      for (std::size_t i = words.size() - count; i < words.size(); ++i) key += words[i];
      // "half extents" says more than "extents", "ray position" says no more than "position".
      const bool says_more = count == 1 || roleOf(key) != roleOf(words.back());
      if ((hasRole(key) && says_more) || (count == 1 && isPartOfVector(key))) return count;
    }
    return 0;
  }

  /// "a", "P1", "v0", "q2": a corner or an end, whose value is no number alone.
  static bool isCorner(const std::string& word) {
    const char first = lowered(word[0]);
    return (word.size() == 1 && first >= 'a' && first <= 'd') ||
           (word.size() == 2 && std::string_view("pqrvt").find(first) != std::string_view::npos && word[1] >= '0' &&
            word[1] <= '9');
  }

  static std::string joined(const std::vector<std::string>& words, std::size_t from) {
    std::string out;
    for (std::size_t i = from; i < words.size(); ++i) out += (out.empty() ? "" : "_") + words[i];
    return out;
  }

  /// Whether the line is keys with values behind a heading, or a heading alone whose keys follow.
  bool readLine(Line line) {
    if (isVariable(line)) return false;
    std::size_t i = 0;
    const bool is_item = line[0].is("-") || line[0].is("*");
    while (i < line.size() &&
           (line[i].is("-") || line[i].is("*") || line[i].is("**") || line[i].is("#") || line[i].is("|")) &&
           !isNumberAt(line, i))
      ++i;
    std::vector<std::string> words;
    bool has_pairs = false;
    struct Step {
      std::vector<std::string> heading;
      bool is_told;  ///< the heading, by a colon
      std::string key;
      std::vector<Token> value;
    };
    std::vector<Step> steps;
    std::vector<std::string> heading;
    while (i < line.size() && !(has_pairs && words.empty() && endsClause(line, i))) {
      const Token& token = line[i];
      if (token.isWord()) {
        const bool is_key = i + 1 < line.size() && !line[i + 1].isWord() && isCorner(std::string(token.text));
        if (is_key || !saysNothing(token.text)) words.emplace_back(token.text);
        ++i;
        // "A: x = 1": a heading; "ray.Position": a body and its key
        const bool is_sign = i < line.size() && (line[i].is(":") || line[i].is("="));
        if (is_sign && i + 1 < line.size() && line[i + 1].isWord() && steps.empty() && heading.empty()) {
          if (takeKind(words, line, i)) {
            words.clear();
            continue;
          }
          heading = std::exchange(words, {});
        }
        while (i < line.size() &&
               (line[i].is(":") || line[i].is("=") || (line[i].is(".") && i + 1 < line.size() && line[i + 1].isWord())))
          ++i;
        continue;
      }
      if (isNumberAt(line, i) || isOpening(token)) {
        const bool is_label = token.isNumber() && isLabel(line, i, words);
        if (is_label) {
          labels_.push_back({token.number, token.offset});
          words.emplace_back(token.text);
          ++i;
          while (i < line.size() && (line[i].is(":") || line[i].is(")"))) ++i;
          continue;
        }
        std::vector<Token> value = valueAt(line, i);
        const std::size_t count = keyLength(words, value.size() > 2);
        if (value.empty() || words.empty() || count == 0) return false;
        std::vector<std::string> before(words.begin(), words.end() - static_cast<std::ptrdiff_t>(count));
        const bool is_told = !heading.empty();
        before.insert(before.begin(), heading.begin(), heading.end());
        heading.clear();
        steps.push_back({std::move(before), is_told, joined(words, words.size() - count), std::move(value)});
        words.clear();
        has_pairs = true;
        continue;
      }
      if (token.kind == Token::Kind::kText) return false;
      const bool is_between = token.is(",") || token.is(";") || token.is(".") || token.is(")") || token.is("|") ||
                              token.is(":") || token.is("*") || token.is("**");
      if (!is_between) return false;
      ++i;
    }
    if (!has_pairs) {
      if (std::exchange(has_axis_, false)) return true;
      if (!heading.empty() || kind_.size() > 0) return takeKindAlone(line, is_item);
      return readHeading(line, words);
    }
    if (!words.empty()) return false;
    const bool begins_item = is_item && !nextIsItem() && !was_item_;
    was_item_ = is_item;
    if (begins_item && current_ != nullptr && !current_->pairs.empty() && steps[0].heading.empty() && kind_.empty())
      current_ = nullptr;
    if (!kind_.empty() && steps[0].heading.empty()) {
      if (is_item || current_ == nullptr || !current_->kind.empty()) current_ = nullptr;
      if (current_ == nullptr) {
        records_.push_back({{}, {}, line[0].line, {}, {}});
        current_ = &records_.back();
      }
      current_->kind = std::exchange(kind_, {});
    }
    kind_.clear();
    for (Step& step : steps) {
      if (!step.heading.empty() && !begin(step.heading, line[0].line, step.is_told)) return false;
      add(std::move(step.key), std::move(step.value), line[0].line);
    }
    return true;
  }

  /// Whether only words follow behind a sign or a full stop: "…: no hit is reported", "r = 2. How far do they overlap?"
  static bool endsClause(Line line, std::size_t i) {
    const Token& last = line[i - 1];
    const bool ends =
        (last.kind == Token::Kind::kSign && !last.is(")")) || (last.isNumber() && last.text.ends_with('.'));
    return ends && std::none_of(line.begin() + static_cast<std::ptrdiff_t>(i), line.end(),
                                [](const Token& token) { return token.isNumber(); });
  }

  /// Whether the next line is an item of the same list.
  [[nodiscard]] bool nextIsItem() const {
    return at_ + 1 < lines_.size() && (lines_[at_ + 1][0].is("-") || lines_[at_ + 1][0].is("*"));
  }

  /// "type: circle" says the kind of a record, "name: crate" its name. False: the words are another key.
  bool takeKind(const std::vector<std::string>& words, Line line, std::size_t& i) {
    const Token& value = line[i + 1];
    if (words.size() == 1 && lowered(words[0]) == "axis" && componentOf(value.text) >= 0 && current_ != nullptr) {
      current_->pairs.push_back({"axis", {value}});
      i += 2;
      has_axis_ = true;
      return true;
    }
    if (words.size() != 1 || !holdsWord(" type shape kind name id ", lowered(words[0]))) return false;
    bool ignored = false;
    const bool is_kind = !shapeWord(value.text, ignored).empty() || lowered(value.text) == "ray";
    if (!is_kind && !holdsWord(" name id ", lowered(words[0]))) return false;
    if (is_kind) kind_ = value.text;
    i += 2;
    return true;
  }

  bool takeKindAlone(Line line, bool is_item) {
    if (kind_.empty()) return false;
    const bool goes_on = !is_item && current_ != nullptr && current_->kind.empty();
    if (!goes_on) {
      records_.push_back({{}, {}, line[0].line, {}, {}});
      current_ = &records_.back();
    }
    current_->kind = std::exchange(kind_, {});
    return true;
  }

  /// "Circle A", "player:", "ray.Position =": keys or components follow on the next lines.
  bool readHeading(Line line, const std::vector<std::string>& words) {
    if (words.empty()) return line.size() == 1;  // "{" or a rule
    bool ignored = false;
    const bool is_kind = words.size() == 1 && !shapeWord(words[0], ignored).empty();  // "polygon:"
    const std::size_t count = is_kind ? 0 : keyLength(words);
    const bool is_open = line.back().is(":") || line.back().is("=");
    if (count > 0 && is_open && (count < words.size() || current_ != nullptr)) {
      std::vector<std::string> before(words.begin(), words.end() - static_cast<std::ptrdiff_t>(count));
      const std::string name = joined(before, 0);
      if (!before.empty() && (current_ == nullptr || current_->name != name) && !begin(before, line[0].line))
        return false;
      add(joined(words, words.size() - count), {sign("{", line[0]), sign("}", line[0])}, line[0].line);
      current_->vector = current_->pairs.back().key;
      return true;
    }
    if (count > 0 && count == words.size()) return false;
    return begin(words, line[0].line);
  }

  /// "Circle 1": the number is a label, no value.
  static bool isLabel(Line line, std::size_t i, const std::vector<std::string>& words) {
    if (i == 0 || !line[i - 1].isWord() || line[i].text.size() != 1 || keyLength(words) > 0) return false;
    const bool ends = i + 1 == line.size();
    return ends || line[i + 1].isWord() || line[i + 1].is(":") || line[i + 1].is(",") || line[i + 1].is(")");
  }

  /// Where the variable is that a line gives a value, behind its type: "const float x = 1"; the line's size: it is
  /// none.
  static std::size_t variableOf(Line line) {
    std::size_t i = 0;
    while (i + 1 < line.size() && line[i].isWord() && line[i + 1].isWord()) ++i;
    return i + 2 < line.size() && line[i].isWord() && line[i + 1].is("=") ? i : line.size();
  }

  /// "rectWidthA = 2", but not "half_extents = …" below a heading
  static bool isVariable(Line line) {
    const std::size_t at = variableOf(line);
    if (at == line.size()) return false;
    const auto [body, key] = bodyAndKey(line[at].text);
    return !key.empty() && !body.empty() && (!hasRole(line[at].text) || !kindIn(body).empty() || body[0] == '_');
  }

  /// Variables that are told one by one: "rectXA = 1", "player_width = 2", "x1 = 3".
  void collectVariables() {
    std::map<std::string, std::size_t> known;
    std::vector<Record> found;
    for (const Line& line : lines_) {
      std::size_t i = variableOf(line);
      if (i == line.size()) continue;
      const std::string_view variable = line[i].text;
      i += 2;
      // "np.array([1, 2, 3])", "float3(1, 2, 3)"
      if (i < line.size() && line[i].text == "new") ++i;
      std::size_t bracket = i;
      while (bracket < line.size() && (line[bracket].isWord() || line[bracket].is(".") || line[bracket].is("::")))
        ++bracket;
      const bool is_vector =
          bracket > i && bracket < line.size() && line[bracket].is("(") && !isPoseFunction(line[bracket - 1].text);
      if (is_vector) i = bracket;
      std::vector<Token> value = valueAt(line, i);
      const bool is_whole = i == line.size() || (i + 1 == line.size() && line[i].is(";"));
      const auto [body, key] = bodyAndKey(variable);
      if (key.empty()) continue;
      if (value.empty() || !is_whole) return;  // a part of it is computed
      const auto [place, is_new] = known.try_emplace(body, found.size());
      if (is_new) found.push_back({body, kindIn(body), line[0].line, {}, {}});
      Record& record = found[place->second];
      const auto has = [&name = key](const Pair& pair) { return pair.key == name; };
      if (std::ranges::any_of(record.pairs, has)) return;  // the second state of a body
      record.pairs.push_back({key, std::move(value)});
    }
    std::erase_if(found, [](const Record& record) {
      return record.pairs.size() < 2 && (record.kind.empty() || roleOf(record.pairs[0].key) != Role::kVertices);
    });
    if (found.size() > 1)
      for (Record& record : found) records_.push_back(std::move(record));
  }

  /// A function that makes no vector: "quat(…)", "radians(…)"
  static bool isPoseFunction(std::string_view name) {
    return holdsAny(lowered(name), {"quat", "rot", "rad", "deg", "mat", "euler", "sqrt", "sin", "cos"});
  }

  /// The shape's word that a body's name begins with, "ball" of "ball_A"; empty: none.
  static std::string kindIn(std::string_view body) {
    bool ignored = false;
    const std::string word(body.substr(0, body.find('_')));
    return lowered(word) == "ray" || !shapeWord(word, ignored).empty() ? word : std::string();
  }

  /// The body and the key that a variable's name is made of: "rectXA" is the x of "rect_A", "ball_radius" the radius of
  /// "ball". The key is empty where it has none.
  static std::pair<std::string, std::string> bodyAndKey(std::string_view variable) {
    std::string label;
    const char last = variable.back();
    const bool is_letter = variable.size() > 2 && (last == 'A' || last == 'B');
    if (variable.size() > 1 && (is_letter || bodyLabel(variable) > 0)) {
      label = std::string(1, variable.back());
      variable.remove_suffix(1);
      while (variable.ends_with('_')) variable.remove_suffix(1);
    }
    for (std::size_t i = 1; i <= variable.size(); ++i) {
      const std::size_t split = i % variable.size();  // the whole is a key only where no part is one
      const bool begins_word = split == 0 || variable[split - 1] == '_' ||
                               (variable[split] >= 'A' && variable[split] <= 'Z' && variable[split - 1] >= 'a') ||
                               (variable[split - 1] >= '0' && variable[split - 1] <= '9');
      if (!begins_word) continue;
      const std::string key = lowered(variable.substr(split));
      std::string body(variable.substr(0, split));
      while (body.ends_with('_')) body.pop_back();
      const bool is_corner = split > 0 && isCorner(key) && !kindIn(body).empty();
      if ((!isKey(key) && !is_corner) || (body.empty() && label.empty())) continue;
      if (!label.empty()) body += "_" + label;
      return {body, key};
    }
    return {};
  }

  bool speaks_of_fcl_;
  std::vector<Line> lines_;
  std::size_t at_ = 0;
  std::deque<Record> records_;
  Record* current_ = nullptr;
  std::string kind_;
  bool has_axis_ = false, was_item_ = false;
  Numbers labels_;
  std::deque<std::string> names_;  ///< which tokens show
};

}  // namespace

void readRecords(const Source& source, Findings& findings) {
  Records records(source.tokens, source.small.find("fcl") != std::string::npos);
  if (records.count() < 2) return;
  Source as_code = source;
  as_code.tokens = records.tokens();
  findings.use(records.labels());
  readCode(as_code, findings);
  for (FoundBody& body : findings.bodies) {
    if (body.name.ends_with('_')) body.name.clear();  // its kind alone
  }
  keepTellingNames(findings.bodies);
}

}  // namespace sepax::paste
