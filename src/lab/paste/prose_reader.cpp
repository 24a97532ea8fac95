#include "lab/paste/readers.h"

#include "core/language.h"
#include "core/text.h"
#include "lab/paste/join_parts.h"
#include "lab/paste/number_groups.h"
#include "lab/paste/prose_line.h"
#include "lab/paste/rotation_reading.h"
#include "lab/paste/text_body.h"
#include "lab/paste/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace sepax::paste {

namespace {

/// Unreal's logs, whose numbers are centimetres, and whose angles are degrees.
bool isOfUnreal(std::string_view lowered_text) {
  return std::ranges::any_of(std::array{"logtemp", "logblueprint", "scale3d", "ftransform", "frotator", "unreal"},
                             [&](const char* word) { return lowered_text.find(word) != std::string_view::npos; });
}

/// A body that a text's lines are about, in the order in which they come up.
struct Part {
  int label = 0;
  TextBody body = {};
  Numbers rows = {};  ///< of a matrix
  std::size_t row_width = 0;

  [[nodiscard]] bool isBlank() const {
    return body.type.empty() && body.sizes.empty() && body.pose.isEmpty() && rows.empty() && body.points.empty();
  }
};

class Prose {
 public:
  Prose(const Source& source, Findings& findings)
      : findings_(findings),
        scopes_(source.scopes),
        is_fcl_(isFclText(source.text)),
        speaks_of_fcl_(source.small.find("fcl") != std::string::npos),
        line_{{}, isOfUnreal(source.small)} {
    const std::vector<Token> with_comments = is_fcl_ ? tokensOf(source.text, Comments::kKept) : std::vector<Token>();
    const std::vector<Token>& tokens = is_fcl_ ? with_comments : source.tokens;
    for (std::size_t begin = 0; begin < tokens.size() && tokens[begin].kind != Token::Kind::kEnd;) {
      std::size_t end = begin + 1;
      while (tokens[end].kind != Token::Kind::kEnd &&
             (tokens[end].line == tokens[end - 1].line || isComponentLine(tokens, end)))
        ++end;
      line_.tokens = {tokens.data() + begin, end - begin};
      if (const std::string unit = line_.unit(); !unit.empty())
        static_cast<void>(findings_.assume("unit", unit, tr("as the text says")));
      if (!isInTableOfAnswers()) readLine();
      begin = end;
    }
  }

  void collectBodies() {
    std::vector<FoundBody> found;
    for (Part& part : parts_) {
      takeRows(part);
      if (part.body.row == nullptr) part.body.row = rowOf(part.body.type);
      FoundBody body = part.body.body(findings_);
      if (part.label > 0) body.name = fmt::format("body{}", part.label);
      if (body.shape || !body.pose.isEmpty()) found.push_back(std::move(body));
    }
    joinParts(std::move(found), findings_);
  }

 private:
  /// YAML's "x: 0.5" below "position:": it goes on with the line before.
  static bool isComponentLine(const std::vector<Token>& tokens, std::size_t begin) {
    return tokens[begin].isWord() && tokens[begin].text.size() == 1 && begin + 2 < tokens.size() &&
           tokens[begin + 1].is(":") && (tokens[begin + 2].isNumber() || tokens[begin + 2].is("-")) &&
           componentOf(tokens[begin].text) >= 0;
  }

  Part& part() {
    if (parts_.empty()) parts_.emplace_back();
    return parts_[current_];
  }
  TextBody& body() { return part().body; }

  /// Goes to the body with that label, which is a new one when it has none.
  void goTo(int label) {
    const auto known = std::ranges::find(parts_, label, &Part::label);
    if (known != parts_.end()) {
      current_ = static_cast<std::size_t>(known - parts_.begin());
      return;
    }
    const bool is_blank = !parts_.empty() && parts_.back().label == 0 && parts_.back().isBlank();
    if (!is_blank) parts_.emplace_back();
    current_ = parts_.size() - 1;
    parts_.back().label = label;
  }

  void beginPart() {
    if (parts_.empty() || !parts_.back().isBlank()) parts_.emplace_back();
    current_ = parts_.size() - 1;
  }

  /// A table with a column "verdict" says what engines answer, not what they were asked.
  bool isInTableOfAnswers() {
    const auto isVerdict = [](const Token& token) { return token.isWord() && lowered(token.text) == "verdict"; };
    in_answers_ =
        line_.tokens[0].is("|") && (in_answers_ || std::any_of(line_.tokens.begin(), line_.tokens.end(), isVerdict));
    return in_answers_;
  }

  void readLine() {
    // "transformA: [1 0 0 | 0.1]": words and then a row.
    if (const std::size_t row = line_.barredRow(); row > 0) {
      const std::span<const Token> line = line_.tokens;
      line_.tokens = line.first(row);
      readWords();
      line_.tokens = line.subspan(row);
    }
    if (!readRow()) readWords();
  }

  void readWords() {
    Role role = Role::kNone;
    for (std::size_t i = 0; i < line_.tokens.size();) {
      const Token& token = line_.tokens[i];
      if (line_.beginsNumber(i)) {
        const bool is_argument = line_.isArgumentAt(i);
        const Run run = takeRun(i, role);
        pending_end_ = is_argument ? 0 : i;
        apply(role, run);
        // Unreal's "x,y,z|pitch,yaw,roll|scale"; else the key is spent.
        role = !run.ends_at_bar           ? Role::kNone
               : role == Role::kTransform ? Role::kEuler
               : role == Role::kEuler     ? Role::kScale
                                          : Role::kNone;
      } else if (token.isWord() || token.kind == Token::Kind::kText) {
        role = readWord(i, role);
      } else {
        i += line_.isIndexAt(i) ? 3 : 1;
      }
    }
  }

  /// Three or four numbers alone on a line: a row of a matrix. Signs alone are skipped.
  bool readRow() {
    Numbers numbers;
    bool negates = false;
    for (const Token& token : line_.tokens) {
      if (token.isNumber()) {
        numbers.push_back({negates ? -token.number : token.number, token.offset});
      } else if (!token.is("-") && (!isBetween(token) || token.is(":") || token.is("="))) {
        return false;
      }
      negates = token.is("-");
    }
    if (numbers.empty()) return true;
    if (numbers.size() != 3 && numbers.size() != 4) return false;
    const bool is_whole = part().rows.size() == part().row_width * part().row_width && part().row_width > 0;
    if (is_whole || (part().row_width != 0 && part().row_width != numbers.size())) {
      takeRows(part());
      beginPart();
    }
    Part& target = part();
    target.row_width = numbers.size();
    target.rows.insert(target.rows.end(), numbers.begin(), numbers.end());
    target.body.pose.line = line_.tokens[0].line;
    return true;
  }

  void takeRows(Part& p) {
    FoundPose& pose = p.body.pose;
    if (p.rows.size() >= 9 && !pose.rotation) {
      const RotationKind kind = is_fcl_ ? RotationKind::kRows : RotationKind::kNone;
      std::optional<Numbers> place;
      takeMatrix(p.rows, findings_, kind, place, pose.rotation, p.row_width);
      if (place && !pose.position) pose.position = place;
    }
    p.rows.clear();
    p.row_width = 0;
  }

  /// The role of the numbers behind the word at `i`, which goes past it.
  Role readWord(std::size_t& i, Role role) {
    const Token& token = line_.tokens[i];
    // "Rotation: P=0 Y=45 R=0": a letter names a number, no key.
    const bool is_angle = role == Role::kRotation || role == Role::kEuler;
    const bool may_be_component = componentOf(token.text) >= 0 || (is_angle && componentLetter(token.text) != 'q');
    const bool is_component =
        role != Role::kNone && i + 2 < line_.tokens.size() &&
        ((token.text.size() == 1 && may_be_component && line_.isSignAt(i + 1, "=:")) || line_.isAngleAt(i));
    if (is_component) {
      ++i;
      return role;
    }
    if (lowered(token.text) == "origin" && role == Role::kPosition && !body().pose.position &&
        !line_.isSignAt(i + 1, "=:")) {
      body().pose.position = Numbers(3);  // "A at the origin"
      ++i;
      return Role::kNone;
    }
    // "capsule: p0 = …, p1 = …"
    const bool is_end = token.text.size() == 2 && lowered(token.text[0]) == 'p' && token.text[1] >= '0' &&
                        token.text[1] <= '2' && (body().type == "capsule" || body().type == "cylinder");
    if (is_end) {
      ++i;
      return body().hasSize(Role::kFrom) ? Role::kTo : Role::kFrom;
    }
    if (const int label = labelAt(i); label > 0) {
      goTo(label);
      return role;
    }
    if (takeTurnAbout(i)) return Role::kNone;
    const std::string two = line_.keyOfTwo(i);
    if (two.empty() && takeShapeWord(i)) return Role::kShape;
    return readKey(i, two, role);
  }

  /// "rotated 15 degrees about z"
  bool takeTurnAbout(std::size_t& i) {
    const Token& token = line_.tokens[i];
    const bool is_about = (token.text == "about" || token.text == "around") && i + 1 < line_.tokens.size() &&
                          isAxisName(line_.tokens[i + 1].text);
    if (!is_about || pending_line_ != token.line || pending_.numbers.size() != 1 || body().pose.rotation) return false;
    const std::string axis = lowered(line_.tokens[i + 1].text);
    body().pose.rotation = eulerOf(pending_.numbers, axis, axis, pending_.in_degrees);
    pending_ = {};
    i += 2;
    return true;
  }

  bool takeShapeWord(std::size_t& i) {
    const Token& token = line_.tokens[i];
    bool is_planar = false;
    std::string stem(token.text);
    const bool is_glued = splitGlued(token, stem);
    const std::string_view type = shapeWord(stem, is_planar);
    if (type.empty()) return false;
    beginShape(std::string(type), is_planar, token.line, i);
    if (const ApiShape* const row = findApiShape(token.text, scopes_); row != nullptr && row->api->hasConventions()) {
      body().row = row;
      takeConventions(row->api, findings_);
    }
    if (!is_glued) glued_text_.clear();  // else its followers are read with it as a run
    ++i;
    return true;
  }

  Role readKey(std::size_t& i, const std::string& two, Role role) {
    const Token& token = line_.tokens[i];
    const std::string word = two.empty() ? std::string(token.text) : two, plain = plainKey(word);
    const std::size_t used = two.empty() ? 1 : 2;
    Role found = roleOf(word);
    i += used;
    if (word == "w" && line_.isSideAt(i)) found = Role::kFullSizes;
    if ((plain == "half" || plain == "he") && !line_.isSignAt(i, "=:([")) found = Role::kNone;  // "half 2 of them"
    if (token.text == "along" && i < line_.tokens.size() && isAxisName(line_.tokens[i].text)) {
      body().axis = lowered(line_.tokens[i].text[0]);
      ++i;
      return role;
    }
    // GLM's to_string: columns, and w first.
    if (const ApiRotation* const row = findApiRotation(word);
        role != Role::kNone && row != nullptr && row->kind == RotationKind::kColumns) {
      matrix_kind_ = row->kind;
      return role;
    }
    if (role == Role::kRotation && line_.isSignAt(i, "(") && (word == "quat" || word == "dquat" || word == "fquat"))
      return Role::kQuaternionWxyz;
    // "narrowphase.h:(1061)"
    if (word == "h" && i > used && line_.tokens[i - used - 1].is(".") && line_.isSignAt(i, ":")) return role;
    if (body().row != nullptr && plain == "direction") return Role::kAxis;  // Unity's direction=1
    // "dvec3(1, 2, 3)" behind a key
    if (found == Role::kNone && line_.isSignAt(i, "(")) return role;
    if (found == Role::kNone) return role == Role::kShape || isUnit(plain) || word.size() == 1 ? role : Role::kNone;
    // A centre and a position: the one is in the body.
    const bool is_centre = plain.starts_with("cent") || plain == "offset";
    if (found == Role::kPosition && body().row != nullptr && is_centre) return Role::kCentre;
    // A pose that comes again is the next body's.
    const bool turns_again = body().row != nullptr && body().pose.rotation && found == Role::kRotation;
    const bool comes_again = turns_again || (found == Role::kPosition && body().pose.position) ||
                             ((found == Role::kRadius || found == Role::kHalfExtents) && body().hasSize(found));
    if (comes_again) beginPart();
    return found;
  }

  /// `at`: where the word for it is in the line.
  void beginShape(std::string type, bool is_planar, int line, std::size_t at) {
    const bool is_told =
        !body().type.empty() && (body().type != type || !body().plain.empty() || !body().sizes.empty());
    const bool belongs_to_another = body().type.empty() && !body().sizes.empty() && body().line != line;
    if (is_told && part().label > 0 && !body().plain.empty()) return;  // then the word is part of the prose
    if (is_told || belongs_to_another) beginPart();
    TextBody& b = body();
    b.type = std::move(type);
    b.is_planar = is_planar;
    b.line = line;
    const std::size_t count = pending_.numbers.size();
    if (pending_line_ == line && pending_end_ == at && count > 0 && count <= 3 && b.plain.empty())
      b.plain = std::exchange(pending_.numbers, {});
  }

  /// "Shape 1:", "Box A", "body2", "X_FS1", "A:", "first": which body comes next. 0: none that it goes past.
  int labelAt(std::size_t& i) {
    const std::size_t start = i;
    const Token& token = line_.tokens[i];
    const std::string small = lowered(token.text);
    const bool is_first = i == 0 || (i == 1 && line_.isSignAt(0, "-*"));
    bool ignored = false;
    const bool has_shape = i + 2 < line_.tokens.size() && line_.tokens[i + 1].is("(") &&
                           !shapeWord(line_.tokens[i + 2].text, ignored).empty();  // "A(box)"
    if (is_first && (line_.isSignAt(i + 1, ":=)") || has_shape) &&
        (small == "a" || (small == "b" && part().label != 0))) {
      ++i;
      return small == "a" ? 1 : 2;
    }
    for (const std::string_view noun : {"shape", "body", "object", "box", "obj", "geom", "collider", "geometry",
                                        "sphere", "capsule", "cylinder", "cube", "hull", "polygon", "entity"}) {
      int label = 0;
      if (small == noun && i + 1 < line_.tokens.size()) label = line_.labelOfNext(i + 1);
      if (label > 0) findings_.used.insert(line_.tokens[i + 1].offset);
      if (label > 0) ++i;
      if (!is_fcl_ && small.size() == noun.size() + 1 && small.starts_with(noun)) label = bodyLabel(token.text);
      if (label == 0) continue;
      ++i;
      goTo(label);
      bool is_planar = false;
      if (const std::string_view type = shapeWord(noun, is_planar); !type.empty())
        beginShape(std::string(type), is_planar, token.line, start);
      return label;
    }
    const int end = bodyLabel(token.text);
    if (small.starts_with("x_fs") && end > 0) ++i;
    if (small.starts_with("x_fs")) return end;
    // "posA = …", "rot2: …"
    const bool is_key =
        end > 0 && token.text.size() > 1 && roleOf(token.text) != Role::kNone && roleOf(token.text) != Role::kResult;
    if (is_key && part().label != end && !line_.isRotationCall(i)) goTo(end);
    return 0;
  }

  /// FCL prints "Box0.25 0.25 0.25": the word takes the first digits with it. False: it has none.
  bool splitGlued(const Token& token, std::string& stem) {
    const std::size_t letters = stem.find_last_not_of("0123456789") + 1;
    bool ignored = false;
    if (!is_fcl_ || letters == stem.size() || shapeWord(stem.substr(0, letters), ignored).empty()) return false;
    glued_text_ = token.text.substr(letters);  // the number may go on: ".25" is a token of its own
    stem.resize(letters);
    return true;
  }

  Run takeRun(std::size_t& i, Role role) {
    Run run;
    // Semicolons and bars do not end a list of points.
    const bool is_list = role == Role::kVertices || (role == Role::kShape && body().type == "polygon");
    // A letter before the first number: "X=1".
    std::size_t back = i;
    while (back > 0 && line_.isSignAt(back - 1, "=:(")) --back;
    const bool is_named = back > 0 && line_.tokens[back - 1].isWord() &&
                          ((back < i && line_.tokens[back - 1].text.size() == 1) || line_.isAngleAt(back - 1));
    if (is_named) run.letters += componentLetter(line_.tokens[back - 1].text);
    bool negates = false;
    std::size_t bars = 0;
    for (; i < line_.tokens.size(); ++i) {
      const Token& token = line_.tokens[i];
      if (token.isNumber()) {
        takeNumber(token, negates, run.numbers);
        negates = false;
      } else if (token.is("-") || token.is("+")) {
        negates = token.is("-");
      } else if (token.isWord() && token.text.size() == 1 && line_.isSignAt(i + 1, "=:") &&
                 isNextLetter(role, run.letters, lowered(token.text[0]))) {
        run.letters += lowered(token.text[0]);
      } else if (token.isWord() && line_.isAngleAt(i)) {
        run.letters += componentLetter(token.text);
      } else if (token.isWord() && isUnit(lowered(token.text))) {
        run.in_degrees = run.in_degrees || isDegrees(token.text);
      } else if (!isBetween(token)) {
        break;
      } else if (token.is(";") || token.is("|")) {
        // "1; 2; 3": each number has had one.
        const std::size_t next = line_.isSignAt(i + 1, "-") ? i + 2 : i + 1;
        if ((run.numbers.size() == ++bars || is_list) && next < line_.tokens.size() &&
            (line_.tokens[next].isNumber() || (is_list && isBetween(line_.tokens[next]))))
          continue;
        run.ends_at_bar = token.is("|");
        ++i;
        break;
      }
    }
    return run;
  }

  /// With the digits that the word in front has taken.
  void takeNumber(const Token& token, bool negates, Numbers& out) {
    Number n{negates ? -token.number : token.number, token.offset};
    if (!glued_text_.empty()) {
      std::size_t length = 0;
      const bool goes_on = token.text.starts_with(".");
      const double whole = numberAt(glued_text_ + std::string(goes_on ? token.text : ""), length);
      if (goes_on) n.value = whole;
      if (!goes_on) out.push_back({whole});
      glued_text_.clear();
    }
    out.push_back(n);
  }

  void apply(Role role, Run run) {
    TextBody& b = body();
    const int line = line_.tokens[0].line;
    Numbers& n = run.numbers;
    if (role == Role::kNone) {  // "1 x 1 x 1 box"
      pending_ = std::move(run);
      pending_line_ = line;
    } else if (role == Role::kShape) {
      if (b.plain.empty() && b.sizes.empty()) b.plain = n;
    } else if (role == Role::kVertices) {
      if (n.size() >= 6) b.points = n;
    } else if (isRotator(role, run)) {
      line_.is_unreal = true;
      b.pose.rotation = rotatorOf(n);
      b.pose.line = line;
      findings_.remark(tr("Unreal's rotator: roll, pitch, yaw in degrees about x, y, z"));
      takeConventions(findApi("unreal"), findings_);
    } else if (role == Role::kRotation && n.size() == 1 && isAxisName(run.letters)) {  // "rotation y = 45 degrees"
      b.pose.rotation = eulerOf(n, run.letters, run.letters, run.in_degrees);
      b.pose.line = line;
    } else {
      const bool has_letters = run.letters == "xyzw" || run.letters == "wxyz";
      if (n.size() == 4 && run.letters == "wxyz") std::rotate(n.begin(), n.begin() + 1, n.end());
      if ((role == Role::kPosition || role == Role::kTransform) && n.size() < 4 && line_.isAboutSomethingElse())
        findings_.doubt(trf("line {}: nothing says whose place this is", line));
      const FoundPose before = b.pose;
      b.give(role, n, findings_,
             {.quaternion = has_letters || b.row != nullptr ? "xyzw" : "",
              .in_degrees = run.in_degrees,
              .matrix = std::exchange(matrix_kind_, RotationKind::kNone)});
      if (before.position.has_value() != b.pose.position.has_value() ||
          before.rotation.has_value() != b.pose.rotation.has_value())
        b.pose.line = line;
    }
    if (b.line == 0 && (!b.sizes.empty() || !b.points.empty())) b.line = line;
  }

  [[nodiscard]] bool isRotator(Role role, const Run& run) const {
    const bool is_rotation = role == Role::kRotation || role == Role::kEuler;
    return is_rotation && run.numbers.size() == 3 &&
           (run.letters == "pyr" || (line_.is_unreal && role == Role::kEuler && run.letters.empty()));
  }

  /// The class of the engine that the text speaks of, for a type of shape; null where it has no say.
  [[nodiscard]] const ApiShape* rowOf(std::string_view type) const {
    if (line_.is_unreal && type == "capsule") return findApiShape("InitCapsuleSize", scopes_);
    static constexpr std::pair<std::string_view, std::string_view> kOfFcl[] = {
        {"box", "Box"}, {"sphere", "Sphere"}, {"capsule", "Capsule"}, {"cylinder", "Cylinder"}, {"cone", "Cone"}};
    const auto* const name = std::ranges::find(kOfFcl, type, &std::pair<std::string_view, std::string_view>::first);
    const bool is_of_fcl = (is_fcl_ || speaks_of_fcl_) && name != std::end(kOfFcl);
    return is_of_fcl ? findApiShape(name->second, scopes_) : nullptr;
  }

  Findings& findings_;
  const TextScopes& scopes_;
  bool is_fcl_;
  bool speaks_of_fcl_;                              ///< whose lengths leave out the caps and are along z
  ProseLine line_;                                  ///< speaks of Unreal where the text does, or a rotator was met
  RotationKind matrix_kind_ = RotationKind::kNone;  ///< of the numbers that come next
  std::vector<Part> parts_;
  std::size_t current_ = 0;
  bool in_answers_ = false;
  Run pending_;  ///< numbers in front of a shape's word
  int pending_line_ = 0;
  std::size_t pending_end_ = 0;  ///< the place behind them in their line; 0: they are no sizes
  std::string glued_text_;
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
