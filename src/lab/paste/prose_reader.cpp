#include "lab/paste/readers.h"

#include "core/language.h"
#include "core/text.h"
#include "lab/paste/number_groups.h"
#include "lab/paste/reading.h"
#include "lab/paste/rotation_reading.h"
#include "lab/paste/shape_reading.h"
#include "lab/paste/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <utility>

namespace sepax::paste {

namespace {

bool isAxisName(std::string_view word) {
  return word.size() == 1 && lowered(word[0]) >= 'x' && lowered(word[0]) <= 'z';
}

/// The component that a number's name means: the letter itself, or that of an angle's name; '\0': it is no such name.
char componentLetter(std::string_view word) {
  if (word.size() == 1) return lowered(word[0]);
  const std::string small = lowered(word);
  return small == "pitch" ? 'p' : small == "yaw" ? 'y' : small == "roll" ? 'r' : '\0';
}

/// Unreal's logs, whose numbers are centimetres, and whose angles are degrees.
bool isOfUnreal(std::string_view lowered_text) {
  return holdsAny(lowered_text, {"logtemp", "logblueprint", "scale3d", "ftransform", "frotator", "unreal"});
}

/// Numbers that follow a key, with the letters that stand before them ("X=1 Y=2").
struct Run {
  Numbers numbers;
  std::string letters;  ///< "xyzw", "wxyz", "pyr", "" …
  bool in_degrees = false;
  bool is_behind_by = false;
  bool ends_at_bar = false;
  bool is_span = false;  ///< "[0, 0] - [1, 1]": two corners
};

bool isBetween(const Token& token) {
  return token.kind == Token::Kind::kSign && holdsWord(" , ; ( ) [ ] { } < > = : * | ~ ", token.text);
}

/// "m", "cm", "x" between and behind numbers; "deg" counts.
bool isUnit(std::string_view word) {
  return holdsWord(" x m cm mm meters metres meter metre deg degrees degree degr\xC3\xA9s \xC2\xB0 grad rad by units ",
                   word);
}

/// "Grad" is German.
bool isDegrees(std::string_view unit) {
  return unit.starts_with("deg") || unit == "\xC2\xB0" || lowered(unit) == "grad";
}

/// FCL's text has "Box2 1 1": a word and a number.
std::vector<Token> withNumbersApart(const std::vector<Token>& tokens) {
  std::vector<Token> out;
  for (const Token& token : tokens) {
    out.push_back(token);
    const std::size_t stem = token.text.find_last_not_of("0123456789") + 1;
    bool ignored = false;
    if (!token.isWord() || shapeWord(token.text.substr(0, stem), ignored).empty()) continue;
    out.back().text = token.text.substr(0, stem);
    const std::vector<Token> number = tokensOf(token.text.substr(stem));
    if (!number[0].isNumber()) continue;
    out.push_back(number[0]);
    out.back().begins_line = false;
    out.back().line = token.line;
    out.back().offset = token.offset + token.text.size();
  }
  return out;
}

/// The pseudo bodies that a text's lines are about, in the order in which they come up.
struct Part {
  int label = 0;
  std::string type;  ///< of the last shape word
  bool is_planar = false;
  char axis = '\0';               ///< "along y"
  const ApiShape* row = nullptr;  ///< of an engine that its own word names: "CapsuleCollider"
  std::optional<Numbers> centre;  ///< in the body, where the text gives a position besides
  int line = 0;
  std::vector<std::pair<Role, Numbers>> sizes;
  bool is_open = false;  ///< an unknown word stands between the shape and its numbers
  Numbers plain;         ///< behind the shape word itself: "Box 0.25 0.25 0.25"
  FoundPose pose;
  Numbers rows;  ///< of a matrix
  std::size_t row_width = 0;
  std::optional<Numbers> points;
  std::size_t point_size = 0;          ///< the numbers of each point, where they come one by one
  std::optional<Numbers> motion = {};  ///< of a cast, from where it begins to where it ends
  std::optional<Number> border = {};   ///< "with a margin of 0.1"
  std::string heading = {};            ///< "crate" of "Body 1 (crate)" and of a line "crate:"
};

class Prose {
 public:
  Prose(const Source& source, Findings& findings)
      : findings_(findings),
        scopes_(source.scopes),
        is_fcl_(isFclText(source.text)),
        is_code_(source.small.find("::") != std::string_view::npos),
        speaks_of_fcl_(source.small.find("fcl") != std::string::npos),
        speaks_of_casts_(source.small.find("cast") != std::string::npos),
        is_own_export_(source.small.find(kOwnSign) != std::string::npos),
        is_unreal_(isOfUnreal(source.small)) {
    const std::vector<Token> apart = is_fcl_ ? withNumbersApart(source.tokens) : std::vector<Token>();
    const std::vector<Token>& tokens = is_fcl_ ? apart : source.tokens;
    for (std::size_t begin = 0; begin < tokens.size() && tokens[begin].kind != Token::Kind::kEnd;) {
      std::size_t end = begin + 1;
      while (tokens[end].kind != Token::Kind::kEnd &&
             (tokens[end].line == tokens[end - 1].line || isComponentLine(tokens, end)))
        ++end;
      line_ = {tokens.data() + begin, end - begin};
      if (!isInTableOfAnswers()) readLine();
      begin = end;
    }
  }

  /// YAML's "x: 0.5" below "position:": it goes on with the line before.
  static bool isComponentLine(const std::vector<Token>& tokens, std::size_t begin) {
    return tokens[begin].isWord() && tokens[begin].text.size() == 1 && begin + 2 < tokens.size() &&
           tokens[begin + 1].is(":") && (tokens[begin + 2].isNumber() || tokens[begin + 2].is("-")) &&
           componentOf(tokens[begin].text) >= 0;
  }

  void collectBodies() {
    std::vector<FoundBody> found;
    for (Part& part : parts_) {
      takeRows(part);
      FoundBody body;
      if (part.type == kRay && part.pose.position) part.sizes.emplace_back(Role::kFrom, *part.pose.position);
      if (part.type == kRay) part.pose = {};
      body.shape = shapeOf(part);
      body.pose = part.pose;
      body.velocity = part.motion;
      if (part.motion) findings_.duration = Number{1};
      if (part.label > 0) body.name = fmt::format("body{}", part.label);
      if (body.shape || !body.pose.isEmpty()) found.push_back(std::move(body));
    }
    joinParts(std::move(found), findings_, false);
    std::map<int, std::string> headings;  // by the lines of shapes
    for (const Part& part : parts_) {
      if (!part.heading.empty()) headings.try_emplace(part.line, part.heading);
    }
    for (FoundBody& body : findings_.bodies) {
      const auto heading = body.shape ? headings.find(body.shape->line) : headings.end();
      if (heading != headings.end()) body.name = heading->second;
    }
    keepTellingNames(findings_.bodies);
  }

 private:
  Part& part() {
    if (parts_.empty()) parts_.emplace_back();
    return parts_[current_];
  }

  /// The token of the line; behind its end one that is nothing.
  [[nodiscard]] const Token& at(std::size_t i) const {
    static const Token kNone;
    return i < line_.size() ? line_[i] : kNone;
  }

  /// "Vertex 1 X:", "Point 2 -> (": which one, and its numbers behind.
  [[nodiscard]] bool isNumberedPointAt(std::size_t i) const {
    const std::string small = lowered(line_[i].text);
    const Token& behind = at(i + 2);
    return holdsWord(" point vertex corner vert ", small) && at(i + 1).isNumber() && !behind.isNumber() &&
           !behind.is(",") && !behind.is("-");
  }

  /// The ray that lines speak of again and again is one.
  void goToRay(int line) {
    const auto ray = static_cast<std::size_t>(std::ranges::find(parts_, kRay, &Part::type) - parts_.begin());
    if (ray < parts_.size())
      current_ = ray;
    else
      beginPart();
    part().type = kRay;
    part().line = line;
  }

  /// Goes to the body with that label, which is a new one when it has none.
  void goTo(int label) {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (parts_[i].label != label) continue;
      current_ = i;
      return;
    }
    const bool is_blank = !parts_.empty() && parts_.back().label == 0 && isBlank(parts_.back());
    if (!is_blank) parts_.emplace_back();
    current_ = parts_.size() - 1;
    parts_.back().label = label;
  }

  static bool isBlank(const Part& p) {
    return p.type.empty() && p.sizes.empty() && p.pose.isEmpty() && p.rows.empty() && !p.points;
  }

  void beginPart() {
    if (!parts_.empty() && isBlank(parts_.back())) {
      current_ = parts_.size() - 1;
      return;
    }
    parts_.emplace_back();
    current_ = parts_.size() - 1;
  }

  /// A table with a column "verdict" says what engines answer, not what they were asked.
  bool isInTableOfAnswers() {
    const auto isVerdict = [](const Token& token) { return token.isWord() && lowered(token.text) == "verdict"; };
    in_answers_ = line_[0].is("|") && (in_answers_ || std::any_of(line_.begin(), line_.end(), isVerdict));
    return in_answers_;
  }

  void readLine() {
    bool ignored = false;
    const bool is_heading = line_.size() == 2 && line_[0].isWord() && line_[1].is(":") &&
                            roleOf(line_[0].text) == Role::kNone && shapeWord(line_[0].text, ignored).empty();
    if (is_heading) heading_ = line_[0].text;
    // "transformA: [1 0 0 | 0.1]": words and then a row.
    if (const std::size_t row = barredRow(); row > 0) {
      const std::span<const Token> line = line_;
      line_ = line.first(row);
      readWords();
      line_ = line.subspan(row);
    }
    if (!readRow()) readWords();
  }

  /// Where four numbers in brackets begin that end the line, with a bar before the last one; 0: it has none, or begins
  /// with them.
  [[nodiscard]] std::size_t barredRow() const {
    std::size_t open = 0;
    while (open < line_.size() && !line_[open].is("[")) ++open;
    std::size_t numbers = 0, before_bar = 0;
    for (std::size_t i = open + 1; i < line_.size(); ++i) {
      if (line_[i].is("|")) before_bar = numbers;
      if (line_[i].isNumber()) ++numbers;
      if (line_[i].isWord()) return 0;
    }
    return numbers == 4 && before_bar == 3 ? open : 0;
  }

  void readWords() {
    Role role = Role::kNone;
    for (std::size_t i = 0; i < line_.size();) {
      const Token& token = line_[i];
      if (token.isNumber() || ((token.is("-") || token.is("+")) && i + 1 < line_.size() && line_[i + 1].isNumber())) {
        const bool is_argument = isArgumentAt(i);
        Run run = takeRun(i, role);
        pending_end_ = is_argument ? 0 : i;
        const Role next = run.ends_at_bar ? behindBar(role) : Role::kNone;
        apply(role, std::move(run));
        // "radius 1, length 2": the key is spent; "1 2 3" behind a shape's word goes on.
        role = next;
        continue;
      }
      if (!token.isWord() && token.kind != Token::Kind::kText) {
        i += isIndexAt(i) ? 3 : 1;
        continue;
      }
      role = readWord(i, role);
    }
  }

  /// The role that comes next in Unreal's "x,y,z|pitch,yaw,roll|scale".
  [[nodiscard]] Role behindBar(Role role) const {
    if (!is_unreal_) return Role::kNone;
    return role == Role::kTransform ? Role::kEuler : role == Role::kEuler ? Role::kScale : Role::kNone;
  }

  /// "vertices[9][3]": how many there are, or which.
  [[nodiscard]] bool isIndexAt(std::size_t i) const {
    if (i == 0 || !line_[i].is("[") || !at(i + 1).isNumber() || !at(i + 2).is("]")) return false;
    const Token& before = line_[i - 1];
    return (before.isWord() || before.is("]")) && before.offset + before.text.size() == line_[i].offset;
  }

  /// Three or four numbers alone on a line: a row of a matrix.
  bool readRow() {
    Numbers numbers;
    bool negates = false;
    for (const Token& token : line_) {
      if (token.is("-")) {
        negates = true;
        continue;
      }
      if (token.isNumber()) {
        numbers.push_back({negates ? -token.number : token.number, token.offset});
        negates = false;
      } else if (!isBetween(token) || token.is(":") || token.is("=")) {
        return false;
      }
    }
    if (numbers.size() != 3 && numbers.size() != 4) {
      if (numbers.empty()) return !line_.empty() && std::all_of(line_.begin(), line_.end(), isBetween);
      return false;
    }
    Part& p = part();
    const bool is_whole = p.rows.size() > 0 && p.rows.size() == p.row_width * p.row_width;
    // A 3×3 and below it the translation, as the older FCL prints.
    const bool is_place = after_role_ == Role::kPosition || (is_whole && after_role_ != Role::kMatrix);
    if (is_place && numbers.size() == 3 && !p.pose.position) {
      p.pose.position = numbers;
      p.pose.line = line_[0].line;
      return true;
    }
    if (is_whole || (p.row_width != 0 && p.row_width != numbers.size())) {
      takeRows(p);
      beginPart();
    }
    Part& target = part();
    target.row_width = numbers.size();
    append(target.rows, numbers);
    if (target.pose.line == 0) target.pose.line = line_[0].line;
    return true;
  }

  void takeRows(Part& p) {
    if (p.rows.size() >= 9 && !p.pose.rotation) {
      const RotationKind kind = is_fcl_ ? RotationKind::kRows : RotationKind::kNone;
      FoundPose own;
      takeMatrix(p.rows, findings_, kind, own, p.row_width);
      p.pose.rotation = own.rotation;
      if (!p.pose.position) p.pose.position = own.position;
    } else if (p.rows.size() == 3 && !p.pose.position) {
      p.pose.position = p.rows;
    } else if (p.rows.size() == 4 && !p.pose.rotation) {
      p.pose.rotation = quaternionOf(p.rows, findings_);
    }
    p.rows.clear();
    p.row_width = 0;
  }

  /// "quat(", "mat3x3(": a value, of which the word before is the key.
  [[nodiscard]] bool isRotationCall(std::size_t i) const {
    return at(i + 1).is("(") && findApiRotation(line_[i].text) != nullptr;
  }

  Role readWord(std::size_t& i, Role role) {
    const Token& token = line_[i];
    if (is_own_export_ && token.text == "margin" && at(i + 1).text == "of" && at(i + 2).isNumber()) {
      part().border = Number{line_[i + 2].number, line_[i + 2].offset};
      i += 3;
      return Role::kNone;
    }
    std::string word(token.text);
    std::size_t used = 1;
    // Two words are one key: "half extents", "side length", "rotation matrix".
    if (at(i + 1).isWord() && !isRotationCall(i + 1)) {
      const std::string both = plainKey(word) + plainKey(line_[i + 1].text);
      const Role two = roleOf(both);
      const bool is_answer_by_chance = two == Role::kResult && roleOf(word) != two;  // "de rayon"
      if (two != Role::kNone && !is_answer_by_chance && roleOf(line_[i + 1].text) != two) {
        word = both;
        used = 2;
      }
    }
    // "Rotation: P=0 Y=45 R=0": a letter names a number, no key.
    const bool is_angle = role == Role::kRotation || role == Role::kEuler;
    const bool may_be_component = componentOf(token.text) >= 0 || (is_angle && componentLetter(token.text) != 'q');
    const bool is_letter = token.text.size() == 1 && may_be_component && isAssigned(i);
    if (role != Role::kNone && (is_letter || isAngleAt(i))) {
      ++i;
      return role;
    }
    if (lowered(word) == "origin" && role == Role::kPosition && !isAssigned(i) &&
        !part().pose.position) {  // "A at the origin"
      part().pose.position = Numbers(3);
      ++i;
      return Role::kNone;
    }
    // "capsule: p0 = …, p1 = …", "segment: Point 1 -> (…)"
    const bool is_numbered = isNumberedPointAt(i);
    const bool has_ends = part().type == "capsule" || part().type == "segment" || part().type == "cylinder";
    const bool is_end = has_ends && holdsWord(" p0 p1 p2 ", lowered(token.text));
    if (is_numbered) findings_.used.insert(line_[i + 1].offset);
    if (is_numbered || is_end) {
      i += is_numbered ? 2 : 1;
      if (role == Role::kResult) return role;  // "contact point 1"
      return !has_ends ? Role::kVertices : hasSize(part(), Role::kFrom) ? Role::kTo : Role::kFrom;
    }
    if (const int label = labelAt(i); label > 0) {
      goTo(label);
      const bool has_name = at(i).is("(") && at(i + 1).isWord() && at(i + 2).is(")");
      if (has_name) part().heading = line_[i + 1].text;
      return role;
    }
    const bool is_told = !at(i + 1).isWord() || roleOf(line_[i + 1].text) != Role::kNone;
    if (is_told && (lowered(word) == "ray" || lowered(word) == "raycast")) {
      ++i;
      goToRay(token.line);
      return Role::kNone;
    }
    bool is_planar = false;
    const std::string_view type = shapeWord(word, is_planar);
    if (!type.empty() && used == 1) {
      i += 1;
      beginShape(std::string(type), is_planar, token.line, i - 1);
      if (at(i).is("=")) part().is_open = true;  // "shape(box=(2, 1))" of code
      if (const ApiShape* const row = findApiShape(token.text, scopes_); row != nullptr && row->api->hasConventions()) {
        part().row = row;
        takeConventions(row->api, findings_);
      }
      return Role::kShape;
    }
    Role found = roleOf(word);
    i += used;
    if (role == Role::kDirection && lowered(word) == "to") return role;  // "Set its target_position to (0, 1)"
    ends_cast_ = (ends_cast_ && role == Role::kDirection) ||
                 (speaks_of_casts_ && holdsWord(" targetposition castto ", plainKey(word)));
    if (ends_cast_) return Role::kDirection;
    if (word == "w" && isSideAt(i)) found = Role::kFullSizes;
    const bool has_bracket = at(i).is("(") || at(i).is("[");
    const std::string plain = plainKey(word);
    if ((plain == "half" || plain == "he") && !has_bracket && !isAssigned(i - 1))
      found = Role::kNone;  // "half 2 of them"
    // "sphere r=0.5"
    if (plainKey(word) == "r" && !part().type.empty() && part().type != "box" && !at(i + 1).is("("))
      found = Role::kRadius;
    const bool is_axis_key = word == "axis" && (at(i).is(":") || at(i).is("=")) && isAxisName(at(i + 1).text);
    if (is_axis_key) ++i;
    if ((token.text == "along" || is_axis_key) && isAxisName(at(i).text)) {
      part().axis = lowered(line_[i].text[0]);
      ++i;
      return role;
    }
    // GLM's to_string: columns, and w first.
    if (const ApiRotation* const row = findApiRotation(word);
        role != Role::kNone && row != nullptr && row->kind == RotationKind::kColumns) {
      matrix_kind_ = row->kind;
      return role;
    }
    if (role == Role::kRotation && at(i).is("(") && holdsWord(" quat dquat fquat ", word)) return Role::kQuaternionWxyz;
    const bool is_member = i > used && line_[i - used - 1].is(".");
    if (is_member && word == "h" && at(i).is(":")) return role;  // "narrowphase.h:(1061)"
    // Unity's direction=1: which axis
    if (part().row != nullptr && plain == "direction") return Role::kAxis;
    // "fromVertices(x, y, …)" is no list of them.
    const bool is_call = at(i).is("(") && line_[i].offset == token.offset + token.text.size();
    if (found == Role::kVertices && is_call) return Role::kNone;
    if (found == Role::kPosition && is_call && is_member)  // "box.setPosition(1, 2)"
      findings_.doubt(trf("line {}: nothing says whose place this is", token.line));
    // "dvec3(1, 2, 3)", "Point3 [1.0, 2.0, 3.0]" behind a key
    const bool goes_on = has_bracket || isUnit(plain) || word.size() == 1 || role == Role::kShape;
    if (found == Role::kNone) {
      const bool says_nothing =
          word.size() == 1 || isUnit(plain) || holdsWord(" of with has is a an the and its ", plain);
      if (role == Role::kShape && !says_nothing && (has_bracket || at(i).is("="))) part().is_open = true;
      return goes_on ? role : Role::kNone;
    }
    after_role_ = found;
    // A pose that comes again is the next body's.
    Part& p = part();
    // A centre and a position: the one is in the body.
    const bool is_centre = plain.starts_with("cent") || plain == "offset";
    if ((found == Role::kPosition || word == "m_Center") && p.row != nullptr && is_centre) return Role::kCentre;
    const bool turns_again = p.row != nullptr && p.pose.rotation && found == Role::kRotation;
    const bool is_of_ray = found == Role::kPosition || found == Role::kDirection || found == Role::kTo;
    const bool comes_again = turns_again || (p.type == kRay && !is_of_ray && found != Role::kFrom) ||
                             (found == Role::kPosition && p.pose.position) ||
                             (found == Role::kRadius && hasSize(p, Role::kRadius)) ||
                             (found == Role::kLower && hasSize(p, Role::kLower) && hasSize(p, Role::kUpper)) ||
                             (found == Role::kHalfExtents && hasSize(p, Role::kHalfExtents));
    if (comes_again) beginPart();
    return found;
  }

  /// Behind "w": "=2 h=1 d=1", the sides of a box.
  [[nodiscard]] bool isSideAt(std::size_t i) const {
    const Token& next = at(i + 2).is(",") ? at(i + 3) : at(i + 2);
    return at(i).is("=") && at(i + 1).isNumber() && lowered(next.text) == "h";
  }

  /// Whether "=" or ":" stands behind a word.
  [[nodiscard]] bool isAssigned(std::size_t i) const { return at(i + 1).is("=") || at(i + 1).is(":"); }

  /// "Pitch=30", "Yaw 45" of Unreal's: a number and which angle it is.
  [[nodiscard]] bool isAngleAt(std::size_t i) const {
    return is_unreal_ && line_[i].text.size() > 1 && componentLetter(line_[i].text) != '\0' && !at(i + 1).isWord();
  }

  static bool hasSize(const Part& p, Role role) {
    return std::any_of(p.sizes.begin(), p.sizes.end(), [&](const auto& size) { return size.first == role; });
  }

  /// Whether the number is one of a call's arguments: "rotate([0, 0, 45])".
  [[nodiscard]] bool isArgumentAt(std::size_t i) const {
    while (i > 1 && (line_[i - 1].is("[") || line_[i - 1].is("{"))) --i;
    return i > 1 && line_[i - 1].is("(") && line_[i - 2].isWord() &&
           line_[i - 2].offset + line_[i - 2].text.size() == line_[i - 1].offset;
  }

  /// `at`: where the word for it is in the line.
  void beginShape(std::string type, bool is_planar, int line, std::size_t at) {
    Part* p = &part();
    const bool lacks_corner = p->type == type && hasSize(*p, Role::kLower) && !hasSize(*p, Role::kUpper);
    if (lacks_corner) return;  // "aabb min …", and below it "aabb max …"
    if (!p->type.empty() && (p->type != type || !p->plain.empty() || !p->sizes.empty() || p->points)) {
      const int label = p->label;
      // A labelled body is told its shape once; then the word is part of the prose.
      if (label > 0 && !p->plain.empty()) return;
      beginPart();
      p = &part();
    }
    const bool belongs_to_another = p->type.empty() && !p->sizes.empty() && p->line != line;
    if (belongs_to_another) {
      beginPart();
      p = &part();
    }
    p->type = std::move(type);
    p->is_planar = is_planar;
    p->line = line;
    if (!heading_.empty()) p->heading = std::exchange(heading_, {});
    // "Question 12: circles" and "2 spheres" say no radius.
    const bool may_be_sizes = !pending_.empty() && pending_.size() <= 3 && (pending_.size() > 1 || p->type == "box");
    if (pending_line_ == line && pending_end_ == at && may_be_sizes && p->plain.empty())
      p->plain = std::exchange(pending_, {});
  }

  /// "Shape 1:", "Box A", "body2", "X_FS1", "A:", "first": which body comes next.
  int labelAt(std::size_t& i) {
    const std::size_t start = i;
    const Token& token = line_[i];
    const std::string small = lowered(token.text);
    const bool is_first = i == 0 || (i == 1 && (line_[0].is("-") || line_[0].is("*")));
    bool ignored = false;
    const bool has_shape = at(i + 1).is("(") && !shapeWord(at(i + 2).text, ignored).empty();  // "A(box)"
    const bool is_heading = is_first && (isAssigned(i) || at(i + 1).is(")") || has_shape);
    if (is_heading && (small == "a" || (small == "b" && part().label > 0))) {
      ++i;
      return small == "a" ? 1 : 2;
    }
    constexpr std::string_view kNouns =
        " triangle tri shape body object box obj geom collider geometry sphere capsule cylinder cube hull polygon "
        "entity circle rectangle square segment ";
    const bool is_noun = holdsWord(kNouns, small);
    const std::string noun = is_noun ? small : small.substr(0, small.size() - 1);
    int label = is_noun || is_fcl_ || !holdsWord(kNouns, noun) ? 0 : bodyLabel(token.text);  // "box1"
    if (const Token& next = at(i + 1); is_noun) {                                            // "body 1", "Box A"
      const bool is_size = at(i + 2).isNumber() || isUnit(lowered(at(i + 2).text));
      const bool is_letter = next.text == "A" || next.text == "B";
      if (next.text.size() == 1 && (is_letter || (next.isNumber() && !is_size))) label = bodyLabel(next.text);
      if (label > 0) findings_.used.insert(next.offset);
    }
    if (label > 0) {
      i += is_noun ? 2 : 1;
      goTo(label);
      bool is_planar = false;
      if (const std::string_view type = shapeWord(noun, is_planar); !type.empty())
        beginShape(std::string(type), is_planar, token.line, start);
      return label;
    }
    // "posA = …", "rot2: …"
    const int end = bodyLabel(token.text);
    const bool is_key =
        end > 0 && token.text.size() > 1 && roleOf(token.text) != Role::kNone && roleOf(token.text) != Role::kResult;
    if (is_key && !isRotationCall(i)) goTo(end);
    return 0;
  }

  /// Whether a letter names the next number behind those that have `letters`: a component, an angle of "P=0 Y=45 R=0",
  /// or a side of a box.
  static bool goesOn(Role role, const std::string& letters, char letter) {
    const std::string all = letters + letter;
    const bool is_rotation = role != Role::kPosition && role != Role::kFullSizes;
    if (role == Role::kFullSizes && all.find_first_not_of("whdl") == std::string::npos) return true;
    if (letters.size() > 0 && all.find_first_not_of("pyr") == std::string::npos) return true;
    return componentOf(std::string_view(&letter, 1)) >= 0 && (is_rotation || letter != 'w');
  }

  Run takeRun(std::size_t& i, Role role) {
    Run run;
    // Semicolons and bars do not end a list of points.
    const bool is_list = role == Role::kVertices || (role == Role::kShape && holdsWord(" polygon hull ", part().type));
    run.is_behind_by = i > 0 && lowered(line_[i - 1].text) == "by";
    // A letter before the first number: "X=1".
    std::size_t back = i;
    while (back > 0 && (line_[back - 1].is("=") || line_[back - 1].is(":") || line_[back - 1].is("("))) --back;
    const bool is_named =
        back > 0 && line_[back - 1].isWord() && ((back < i && line_[back - 1].text.size() == 1) || isAngleAt(back - 1));
    if (is_named) run.letters += componentLetter(line_[back - 1].text);
    bool negates = false;
    std::size_t bars = 0;
    while (i < line_.size()) {
      const Token& token = line_[i];
      if (token.isNumber()) {
        run.numbers.push_back({negates ? -token.number : token.number, token.offset});
        negates = false;
      } else if (token.is("-") && i > 0 && isBetween(line_[i - 1]) && isBetween(at(i + 1))) {
        run.is_span = true;
      } else if (token.is("-") || token.is("+")) {
        negates = token.is("-");
      } else if (token.text.size() == 1 && isAssigned(i) && goesOn(role, run.letters, lowered(token.text[0]))) {
        run.letters += lowered(token.text[0]);
      } else if (token.isWord() && isAngleAt(i)) {
        run.letters += componentLetter(token.text);
      } else if (token.isWord() && isUnit(lowered(token.text))) {
        if (token.text == "by" && role == Role::kPosition) break;  // "at (2, 2) by 45 degrees"
        run.in_degrees = run.in_degrees || isDegrees(token.text);
      } else if (!isBetween(token)) {
        break;
      } else if (token.is(";") || token.is("|")) {
        // "1; 2; 3": each number has had one.
        const Token& next = at(i + 1).is("-") ? at(i + 2) : at(i + 1);
        if ((run.numbers.size() == ++bars || is_list) && (next.isNumber() || (is_list && isBetween(next)))) {
          ++i;
          continue;
        }
        run.ends_at_bar = token.is("|");
        ++i;
        break;
      }
      ++i;
    }
    if (run.numbers.size() == 1 && run.letters.empty()) {
      if (const char axis = axisBehind(line_.subspan(i)); axis != 0) run.letters = axis;
    }
    return run;
  }

  void apply(Role role, Run run) {
    Part& p = part();
    const int line = line_[0].line;
    Numbers& n = run.numbers;
    if (n.size() == 4 && run.letters == "wxyz") std::rotate(n.begin(), n.begin() + 1, n.end());
    const bool has_letters = run.letters == "xyzw" || run.letters == "wxyz";
    // "I rotate a rectangle at (2, 2) by 45 degrees"
    const bool may_be_angle = role == Role::kNone && n.size() == 1 && (run.in_degrees || run.is_behind_by) &&
                              !p.type.empty() && !p.pose.rotation;
    if (may_be_angle) {
      const bool speaks_of_rotation = std::ranges::any_of(line_, [](const Token& token) {
        const std::string word = lowered(token.text);
        return word.starts_with("rotat") || word.starts_with("turn") || word.starts_with("tilt");
      });
      if (run.in_degrees || speaks_of_rotation) role = Role::kAngle;
      if (!run.in_degrees || !speaks_of_rotation)
        findings_.doubt(trf("line {}: an angle without a word for it is taken for a rotation", line));
    }
    const bool are_corners = run.is_span && p.type == "box" && (n.size() == 4 || n.size() == 6) &&
                             (role == Role::kNone || role == Role::kShape);
    if (are_corners) {
      const auto [lower, upper] = halvesOf(n);
      p.sizes = {{Role::kLower, lower}, {Role::kUpper, upper}};
      return;
    }
    if (role == Role::kDirection && ends_cast_ && p.pose.position && p.pose.position->size() == n.size()) {
      p.motion = n;
      return;
    }
    switch (role) {
      case Role::kPosition:
      case Role::kTransform:
        takePose(role, n, findings_, p.pose, {.matrix = std::exchange(matrix_kind_, RotationKind::kNone)});
        if (n.size() == 2 || n.size() == 3) doubtSubject();
        // Corners are places themselves.
        if (p.points && p.label == 0 && p.line != line)
          findings_.doubt(trf("line {}: nothing says whose place this is", line));
        p.pose.line = line;
        return;
      case Role::kRotation:
      case Role::kQuaternionWxyz:
      case Role::kQuaternionXyzw:
      case Role::kMatrix:
      case Role::kEuler:
      case Role::kAngle:
        applyRotation(role, run, has_letters);
        p.pose.line = line;
        return;
      case Role::kShape:
        if (p.plain.empty() && p.sizes.empty()) p.plain = n;
        return;
      case Role::kNone:
        pending_ = n;  // "1 x 1 x 1 box"
        pending_line_ = line;
        return;
      case Role::kResult:
        return;
      case Role::kAxis:
        if (n.size() == 1) p.axis = axisOf(n[0]).value_or(p.axis);
        findings_.use(n);
        return;
      case Role::kCentre:
        p.centre = n;
        return;
      case Role::kScale:
        if (n.size() == 3) findings_.use(n);
        if (n.size() == 3 && !(n[0].value == 1 && n[1].value == 1 && n[2].value == 1)) p.pose.scale = n;
        return;
      case Role::kVertices:
        if (n.size() >= 6) p.points = n;
        if ((n.size() == 2 || n.size() == 3) && (!p.points || p.point_size == n.size())) {
          if (!p.points) p.points.emplace();
          p.points->insert(p.points->end(), n.begin(), n.end());
          p.point_size = n.size();
        }
        if (p.line == 0) p.line = line;
        return;
      case Role::kLower:
      case Role::kUpper:
        if (n.size() < 2) return;  // "max 4 contacts"
        [[fallthrough]];
      default:
        if (n.size() <= 3) p.sizes.emplace_back(role, n);
        if (p.line == 0) p.line = line;
        return;
    }
  }

  /// "The table is at (1, 2, 3)": whose place that is, no word says; nor does a body's name behind another thing's, as
  /// in "the camera near B".
  void doubtSubject() {
    const std::string first = line_.empty() ? std::string() : lowered(line_[0].text);
    if (first != "the" && first != "a" && first != "an" && first != "this" && first != "my") return;
    constexpr std::string_view kBesides = " on of near behind beside above below under over inside from to with for ";
    bool says_more = false, is_answer = false;
    for (std::size_t i = 1; i < line_.size(); ++i) {
      const Token& token = line_[i];
      const Role role = token.isWord() && token.text != "at" ? roleOf(token.text) : Role::kNone;
      is_answer = is_answer || role == Role::kResult;
      bool ignored = false;
      const bool is_shape = token.isWord() && !shapeWord(token.text, ignored).empty();
      const bool is_subject =
          token.isWord() && bodyLabel(token.text) > 0 && !holdsWord(kBesides, lowered(line_[i - 1].text));
      if ((role != Role::kNone && role != Role::kResult) || (is_shape && !is_answer) || is_subject) return;
      says_more = says_more || (token.isWord() && !isUnit(token.text));
      if (token.isNumber() && says_more) break;  // "A 40x20 rectangle at …"
    }
    findings_.doubt(trf("line {}: nothing says whose place this is", line_[0].line));
  }

  void applyRotation(Role role, const Run& run, bool has_letters) {
    Part& p = part();
    const Numbers& n = run.numbers;
    const bool is_rotator =
        n.size() == 3 && (run.letters == "pyr" || (is_unreal_ && role == Role::kEuler && run.letters.empty()));
    if (is_rotator) {
      is_unreal_ = true;
      p.pose.rotation = rotatorOf(n);
      findings_.remark(tr("Unreal's rotator: roll, pitch, yaw in degrees about x, y, z"));
      takeConventions(findApi("unreal"), findings_);
    } else if (n.size() == 1 && isAxisName(run.letters)) {  // "rotation y = 45 degrees"
      p.pose.rotation = eulerOf(n, run.letters, run.letters, run.in_degrees || areDegrees(n, findings_));
    } else {
      takePose(role, n, findings_, p.pose,
               {.quaternion = has_letters || p.row != nullptr ? "xyzw" : "",
                .in_degrees = run.in_degrees,
                .matrix = std::exchange(matrix_kind_, RotationKind::kNone)});
    }
  }

  /// FCL's class for a type of shape.
  [[nodiscard]] const ApiShape* rowOfFcl(std::string type) const {
    if (!type.empty()) type[0] = static_cast<char>(type[0] - 'a' + 'A');
    return findApiShape(type, scopes_);
  }

  /// The row of the class that makes the shape. Nullopt: no word says it.
  [[nodiscard]] std::optional<ApiShape> rowOf(const Part& p) const {
    // Unreal's logs say no class.
    const ApiShape* own =
        p.row == nullptr && is_unreal_ && p.type == "capsule" ? findApiShape("InitCapsuleSize", scopes_) : p.row;
    const bool has_axis = p.axis != '\0' && !findings_.answers.contains("cylinder");
    if (!p.plain.empty()) own = is_fcl_ ? rowOfFcl(p.type) : nullptr;
    if (own == nullptr && has_axis) return ApiShape{"", "", "", p.axis};
    if (own == nullptr && speaks_of_fcl_ && p.plain.empty()) own = rowOfFcl(p.type);
    if (own == nullptr) return std::nullopt;
    ApiShape row = *own;
    if (p.axis != '\0') row.axis = p.axis;
    return row;
  }

  /// The sizes behind a shape's word, "Box 0.25 0.25 0.25", "sphere 2".
  void takePlainSizes(const Part& p, std::vector<std::pair<Role, Numbers>>& sizes) {
    if (p.type == "box" && (p.plain.size() == 3 || p.plain.size() == 2)) {
      const std::string why = tr("sizes without a word for them");
      const bool full = is_fcl_ || (is_code_ || p.is_open ? findings_.guess("extents", "full", why)
                                                          : findings_.assume("extents", "full", why)) == "full";
      sizes.emplace_back(full ? Role::kFullSizes : Role::kHalfExtents, p.plain);
    } else if (p.plain.size() <= 2) {
      if (p.is_open)
        findings_.doubt(trf("line {}: nothing says that {} is a radius", p.line, humanNumber(p.plain[0].value, 6)));
      sizes.emplace_back(Role::kRadius, Numbers{p.plain[0]});
      if (p.plain.size() == 2) sizes.emplace_back(is_fcl_ ? Role::kFullLength : Role::kLength, Numbers{p.plain[1]});
    }
  }

  std::optional<FoundShape> shapeOf(const Part& p) {
    std::optional<FoundShape> shape = sharpShapeOf(p);
    if (shape) shape->border = p.border;
    return shape;
  }

  std::optional<FoundShape> sharpShapeOf(const Part& p) {
    const std::size_t dimensions = p.point_size > 0 ? p.point_size : p.is_planar ? 2 : 3;
    const bool are_corners = (p.type == "polygon" || p.type == "hull") && p.plain.size() >= 3 * dimensions;
    const Numbers points = p.points ? *p.points : are_corners ? p.plain : Numbers();
    if (p.type == "chain" && dimensions == 2 && points.size() >= 4) {
      FoundShape chain;
      chain.type = p.type;
      chain.is_planar = true;
      chain.points = points;
      chain.line = p.line;
      return chain;
    }
    if (points.size() >= 3 * dimensions) return shapeOfPoints(points, dimensions, p.line, findings_);
    if (p.points) return std::nullopt;
    std::vector<std::pair<Role, Numbers>> sizes = p.sizes;
    if (sizes.empty() && !p.plain.empty() && !p.type.empty()) takePlainSizes(p, sizes);
    const std::optional<ApiShape> row = rowOf(p);
    const bool is_rectangle =
        row && row->roles.starts_with("width") && sizes.size() == 1 && sizes[0].second.size() == 2;
    std::optional<FoundShape> shape;
    if (is_rectangle) {
      shape.emplace().type = p.type;
      fillRectangle(*shape, sizes[0].second[0], sizes[0].second[1], p.axis == 'y');  // Unity's direction 1
    } else {
      shape = shapeOfSizes(p.type, sizes, row ? &*row : nullptr, findings_);
    }
    if (!shape) return shape;
    if (row && is_fcl_) findings_.remark(fmt::format("{}: {}", row->name, row->source));
    shape->line = p.line;
    if (p.centre) shape->centre = p.centre;
    shape->is_planar = p.type == "box" ? shape->sizes.size() == 2 : shape->is_planar || p.is_planar;
    return shape;
  }

  Findings& findings_;
  const TextScopes& scopes_;
  bool is_fcl_;
  bool is_code_;                                    ///< of C++ or Rust
  bool speaks_of_fcl_;                              ///< whose lengths leave out the caps and are along z
  bool speaks_of_casts_, ends_cast_ = false;        ///< where the cast ends is what comes next
  bool is_own_export_;                              ///< whose margins are around a shape
  bool is_unreal_ = false;                          ///< it speaks of Unreal, or a rotator was met
  RotationKind matrix_kind_ = RotationKind::kNone;  ///< of the numbers that come next
  std::span<const Token> line_;
  std::vector<Part> parts_;
  std::size_t current_ = 0;
  bool in_answers_ = false;
  Role after_role_ = Role::kNone;
  Numbers pending_;  ///< numbers in front of a shape's word
  int pending_line_ = 0;
  std::size_t pending_end_ = 0;  ///< the place behind them in their line; 0: they are no sizes
  std::string heading_;          ///< a line of one word and a colon: of the body that comes next
};

}  // namespace

bool isFclText(std::string_view text) {
  if (text.find("X_FS1.") != std::string_view::npos) return false;  // the newest prints code
  return text.find("X_FS1") != std::string_view::npos || text.find("X_FS2") != std::string_view::npos ||
         (text.find("Shape 1") != std::string_view::npos && text.find("Shape 2") != std::string_view::npos &&
          text.find("fcl") != std::string_view::npos);
}

void readProse(const Source& source, Findings& findings) { Prose(source, findings).collectBodies(); }

}  // namespace sepax::paste
