#include "lab/paste/unread.h"

#include "core/language.h"
#include "core/text.h"
#include "lab/paste/api_rows.h"
#include "lab/paste/words.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace sepax::paste {

namespace {

/// Values that change nothing of a body.
constexpr std::string_view kIdleWords =
    " identity zero zeros default none null nil nullptr undefined true false one ones origin eye sidentity szero "
    "getidentity setidentity isidentity make_identity makeidentity matrix_identity_float empty ";
constexpr std::string_view kBranches = " if for while switch else elif until when match catch return case ";

/// Beginnings of methods that change no shape or pose: questions, drawing, printing, and parts beside them.
constexpr std::string_view kIdleMethods =
    "is|has|get|to|as|into|in|intersect|overlap|contain|collide|collision|distance|test|check|hit|cast|ray|"
    "closest|nearest|touch|penetr|compute|calc|query|draw|show|render|print|log|debug|set|update|step|clone|copy|"
    "add|insert|append|push|create|build|make|begin|end|on|enable|disable|activate|wake|sleep|stop|start|play|"
    "equal|length|size|area|volume|support|name|at|data|index|find|unwrap|expect|ref|sat|gjk|node|shape|body|"
    "destroy|remove|dispose|free|delete|release|register|init|new|dot|normal|connect|emit|queue|bind|call|attach|"
    "use|require|import|include|items|values|map|filter|join|format|str|repr|disjoint|within|crosses|relate|"
    "covers|subtract|cross|project|vertices|corners|points|refresh|compile|validate|compare|select|then|"
    "recompute|world|sweep|fill|stroke|visible|pop|clear|c_str|sqrt|lerp|commit|result|min|max|abs|sum|center|"
    "centre|position|radius|half|bounds|bounding|mass|colour|color|friction|restitution|density|velocity|";
/// Methods that change a body or a pose without a number, though they begin like others.
constexpr std::string_view kChanges =
    " inverse inversed invert inverted conjugate conjugated transpose transposed negate negated neg inversetimes "
    "encapsulate union "
    "intersect unite merge combine grow grown inflate inflated expand expanded enlarged adjusted translated rotated "
    "scaled transformed moved move translate rotate expandtoinclude expandbyobject expandbypoint setfromobject "
    "applymatrix applyquaternion "
    "premultiply lookat setfrompoints mirror mirrored flip flipped swap ";
constexpr std::string_view kInverses = " inverse invert inverted conjugate conj transpose negate mirror flip swap ";
/// Methods and members by which a body hangs on another one.
constexpr std::string_view kPlaces = " start end mid middle c p o q p0 p1 r radius h w d size half height width depth ";
constexpr std::string_view kBorders = " margin skin padding rounding ";
constexpr std::string_view kVectorSteps =
    " add sub subtract multiply divide addscaledvector multiplyscalar lerp clamp min max negate invert rotatex rotatey "
    "rotatez transform premultiply ";
constexpr std::string_view kParents =
    " addchild addchildnode attach attachto append appendchild add setparent reparentto parentto parent ";

/// Methods that only tell something where their value is used.
constexpr std::string_view kQuestions = " intersect union unite merge combine ";

/// Keys and members that say nothing of a shape or pose, as lettersOf() has them.
constexpr std::string_view kIdleKeys =
    " mass friction restitution elasticity density damping lineardamping angulardamping layer mask group category "
    "collisionlayer collisionmask id index name type kind color colour opacity alpha health hp lives damage score "
    "speed vel velocity drag gravityscale gravity userdata tag material texture sprite image visible sensor issensor ";

/// Whether one of the parts of a list, each with a bar behind it, fits.
template <class Fits>
bool anyPart(std::string_view list, const Fits& fits) {
  for (std::size_t begin = 0, end = list.find('|'); end != std::string_view::npos; end = list.find('|', begin)) {
    if (fits(list.substr(begin, end - begin))) return true;
    begin = end + 1;
  }
  return false;
}

std::string lettersOf(std::string_view name) {
  std::string letters;
  for (const char c : lowered(name)) {
    if (c >= 'a' && c <= 'z') letters += c;
  }
  return letters;
}

bool isChange(std::string_view method) { return holdsWord(kChanges, lettersOf(method)); }
bool isParenting(std::string_view name) { return holdsWord(kParents, lettersOf(name)); }

bool isIdleMethod(std::string_view method) {
  const std::string small = lowered(method);
  if (isChange(method)) return false;
  return anyPart(kIdleMethods, [&](std::string_view begin) { return small.starts_with(begin); });
}

bool isPoseRole(Role role) {
  switch (role) {
    case Role::kPosition:
    case Role::kRotation:
    case Role::kQuaternionXyzw:
    case Role::kQuaternionWxyz:
    case Role::kMatrix:
    case Role::kTransform:
    case Role::kAngle:
    case Role::kEuler:
    case Role::kScale:
      return true;
    default:
      return false;
  }
}

bool isSizeRole(Role role) {
  return role == Role::kRadius || role == Role::kDiameter || role == Role::kHalfExtents || role == Role::kFullSizes ||
         role == Role::kExtents;
}

bool setsPose(std::string_view method) {
  switch (setterOf(method)) {
    case Setter::kPosition:
    case Setter::kRotation:
    case Setter::kTransform:
    case Setter::kPlanarPose:
    case Setter::kScale:
    case Setter::kCentre:
      return true;
    default:
      return false;
  }
}

/// The statements of a text by its tokens, and which of its names have numbers of bodies.
class Steps {
 public:
  Steps(std::string_view text, const std::vector<Token>& tokens, const UsedNumbers& used)
      : text_(text), tokens_(tokens) {
    used_before_.push_back(0);
    read_before_.push_back(0);
    std::vector<std::size_t> open;
    open_.resize(tokens.size());
    close_.resize(tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const Token& token = tokens[i];
      used_before_.push_back(used_before_.back() + (isOfBody(token, used) ? 1 : 0));
      const bool is_read = token.isNumber() && used.contains(token.offset);
      read_before_.push_back(read_before_.back() + (is_read ? 1 : 0));
      if (isSign(token, ")]}") && !open.empty()) {
        close_[open.back()] = i;
        open.pop_back();
      }
      open_[i] = open.empty() ? kNone : open.back();
      if (isSign(token, "([{")) open.push_back(i);
    }
    for (const std::size_t i : open) close_[i] = tokens.size() - 1;
    line_begin_.resize(tokens.size());
    line_length_.resize(tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      line_begin_[i] = tokens[i].begins_line || i == 0 ? i : line_begin_[i - 1];
      ++line_length_[line_begin_[i]];
    }
  }

  std::vector<std::string> all() {
    if (used_before_.back() == 0) return {};
    for (std::size_t i = 0; i < tokens_.size(); ++i) noteName(i);
    for (std::size_t i = 0; i < tokens_.size(); ++i) noteAlias(i);
    for (std::size_t i = 0; i < tokens_.size() && doubts_.size() < kMaxDoubts; ++i) {
      if (isPathBegin(i)) checkStatement(i);
      if (isPathBegin(i)) checkFree(i);
      if (isPathBegin(i)) checkValue(i);
      if (isKey(i)) checkKey(i);
      checkChain(i);
      checkNumber(i);
      checkFactor(i);
      checkName(i);
      checkEquation(i);
      if (tokens_[i].is("(") && i > 0 && tokens_[i - 1].isWord()) checkArguments(i);
      if (isSign(tokens_[i], "([")) checkElements(i);
    }
    return std::move(doubts_);
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1), kMaxDoubts = 6, kMaxFar = 1000;

  /// "a.position.set", and what is behind it.
  struct Path {
    std::string_view root, last;
    std::size_t end = 0;
    bool has_member = false;
  };

  static bool isOfBody(const Token& token, const UsedNumbers& used) {
    const auto use = token.isNumber() ? used.find(token.offset) : used.end();
    return use != used.end() && use->second.body >= 0;
  }
  static bool isSign(const Token& token, std::string_view signs) {
    return token.kind == Token::Kind::kSign && token.text.size() == 1 && signs.find(token.text[0]) != signs.npos;
  }
  [[nodiscard]] const Token& at(std::size_t i) const { return tokens_[std::min(i, tokens_.size() - 1)]; }
  [[nodiscard]] bool isUsedIn(std::size_t begin, std::size_t end) const {
    return used_before_[std::min(end, tokens_.size())] > used_before_[begin];
  }
  [[nodiscard]] bool isReadIn(std::size_t begin, std::size_t end) const {
    return read_before_[std::min(end, tokens_.size())] > read_before_[begin];
  }
  static bool isLink(const Token& token) { return token.is(".") || token.is("->") || token.is("::"); }
  [[nodiscard]] bool isPathBegin(std::size_t i) const {
    return tokens_[i].isWord() && (i == 0 || !isLink(tokens_[i - 1]));
  }

  [[nodiscard]] Path pathAt(std::size_t i) const {
    Path out{tokens_[i].text, tokens_[i].text, i + 1};
    while (true) {
      if (at(out.end).is("[") && close_[out.end] > out.end) {
        out.end = close_[out.end] + 1;
      } else if (isLink(at(out.end)) && at(out.end + 1).isWord()) {
        out.last = tokens_[out.end + 1].text;
        out.has_member = true;
        out.end += 2;
      } else {
        return out;
      }
    }
  }

  /// Whether statements stand there: outside of brackets, or in braces behind a bracket or a word.
  [[nodiscard]] bool isAmongStatements(std::size_t i) const {
    const std::size_t open = open_[i];
    if (open == kNone) return true;
    if (!tokens_[open].is("{") || open == 0) return false;
    const Token& before = tokens_[open - 1];
    return before.is(")") || before.is("{") || before.is(";") || before.is("}") || before.is("=>") || before.isWord();
  }

  [[nodiscard]] bool beginsStatement(std::size_t i) const {
    return isAmongStatements(i) && (i == 0 || tokens_[i].begins_line || isSign(tokens_[i - 1], ";{}"));
  }

  /// Where the value ends that begins there: at a semicolon, a comma among items, the end of its bracket or its line.
  [[nodiscard]] std::size_t endOfValue(std::size_t i) const {
    const std::size_t begin = i;
    for (; i + 1 < tokens_.size(); ++i) {
      const Token& token = tokens_[i];
      if (token.is(";") || token.is(",") || isSign(token, ")]}")) return i;
      const bool goes_on = i == begin || isLink(token) || isSign(token, "+-*/") || isSign(tokens_[i - 1], "+-*/=.");
      if (token.begins_line && !goes_on) return i;
      if (isSign(token, "([{")) i = std::max(i, close_[i]);
    }
    return i;
  }

  /// Where the value of "a.b = …" begins; 0: nothing is assigned to the path.
  [[nodiscard]] std::size_t valueOf(const Path& path) const {
    return at(path.end).is("=") || at(path.end).is(":=") ? path.end + 1 : 0;
  }

  /// "Vec3 p(1, 2, 3)", and "q(…)" behind it
  [[nodiscard]] bool isDeclared(std::size_t i, const Path& path) const {
    const bool is_behind_type =
        i > 0 && (tokens_[i - 1].isWord() || isSign(tokens_[i - 1], ">*&,")) && !tokens_[i].begins_line;
    return is_behind_type && !path.has_member && isSign(at(path.end), "({");
  }

  /// The end of what a path is given: by an assignment, or as arguments; 0: nothing.
  [[nodiscard]] std::size_t endOfGiven(std::size_t i, const Path& path) const {
    if (!isAmongStatements(i)) return 0;
    if (const std::size_t value = valueOf(path)) return endOfValue(value);
    if (isDeclared(i, path) || (path.has_member && at(path.end).is("("))) return close_[path.end];
    return 0;
  }

  void noteName(std::size_t i) {
    if (!isPathBegin(i)) return;
    const Path path = pathAt(i);
    const std::size_t end = endOfGiven(i, path);
    const bool is_call = end > 0 && valueOf(path) == 0 && !isDeclared(i, path);
    if (is_call && (!beginsStatement(i) || (setterOf(path.last) == Setter::kNone && path.last != "set"))) return;
    if (end > 0 && isUsedIn(path.end, end)) made_.try_emplace(path.root, end);
    if (valueOf(path) > 0 && isReadIn(path.end, end)) idle_.insert(path.root);  // no body's: a ray's
  }

  /// "q = p.clone()", "T = Transform3f()", "t.setIdentity()"
  void noteAlias(std::size_t i) {
    if (!isPathBegin(i)) return;
    const Path path = pathAt(i);
    // "dRFromAxisAndAngle(R, 0, 0, 1, angle)" sets R.
    const bool sets_first = beginsStatement(i) && !path.has_member && at(path.end).is("(") &&
                            at(path.end + 1).isWord() && at(path.end + 2).is(",") &&
                            isReadIn(path.end, close_[path.end]);
    if (sets_first) idle_.insert(tokens_[path.end + 1].text);
    const std::size_t end = endOfGiven(i, path);
    const bool has_numbers = end > 0 && std::any_of(tokenAt(path.end), tokenAt(end), [](const Token& token) {
                               return token.isNumber() && token.number != 0 && token.number != 1;
                             });
    if (end == 0 || has_numbers || made_.contains(path.root)) return;
    if (holdsWord(kIdleWords, lowered(path.last)) || unresolvedIn(path.end + 1, end).empty()) idle_.insert(path.root);
  }

  [[nodiscard]] bool isKnown(std::string_view name) const { return made_.contains(name) || idle_.contains(name); }

  /// The first name of a value that the text does not tell; empty: the value is numbers, an identity or names of them.
  [[nodiscard]] std::string_view unresolvedIn(std::size_t begin, std::size_t end) const {
    if (isUsedIn(begin, end)) return {};
    std::string_view found;
    for (std::size_t i = begin; i < end; ++i) {
      if (tokens_[i].isNumber()) return {};  // which is left over itself
      if (!tokens_[i].isWord()) continue;
      const std::string word = lowered(tokens_[i].text);
      if (holdsWord(kIdleWords, word) || holdsAny(word, {"identity", "_pi", "pi_"}) || isKnown(tokens_[i].text))
        return {};
      if (!isPathBegin(i) || word == "new" || word == "ref") continue;
      const Path path = pathAt(i);
      const bool is_made_of_nothing = at(path.end).is("(") && close_[path.end] == path.end + 1;
      if (is_made_of_nothing && (path.last[0] < 'a' || path.last == "new")) return {};
      if (found.empty()) found = path.last;
    }
    return found;
  }

  void doubtName(std::size_t i, std::string_view name) {
    const std::string doubt = trf("line {}: nothing says what \"{}\" is", tokens_[i].line, printableLine(name));
    if (std::ranges::find(doubts_, doubt) == doubts_.end()) doubts_.push_back(doubt);
  }

  /// Whether the name is a parameter of a function around it, by the lines above that are less indented, or on its
  /// line.
  [[nodiscard]] bool isParameter(std::size_t i, std::string_view name) const {
    std::size_t column = columnOf(i) + 1;
    for (std::size_t k = i + 1; k-- > 0 && i - k < kMaxFar;) {
      const bool is_own_line = tokens_[k].line == tokens_[i].line;
      if (!tokens_[k].is("(") || (k > 0 && holdsWord(kBranches, tokens_[k - 1].text))) continue;
      const std::size_t own = columnOf(k), close = close_[k];
      if ((!is_own_line && own >= column) || close >= i || close <= k) continue;
      if (!is_own_line) column = own;
      const Token& behind = at(close + 1);
      const bool is_header = behind.is("{") || behind.is(":") || behind.is("->") || behind.is("=>") || behind.isWord();
      if (is_header && std::any_of(tokens_.begin() + static_cast<std::ptrdiff_t>(k),
                                   tokens_.begin() + static_cast<std::ptrdiff_t>(close),
                                   [&](const Token& token) { return token.text == name; }))
        return true;
      if (column == 0) return false;
    }
    return false;
  }

  /// How far the line of a token is indented.
  [[nodiscard]] std::size_t columnOf(std::size_t i) const {
    const std::size_t begin = tokens_[line_begin_[i]].offset;
    std::size_t blanks = begin;
    while (blanks > 0 && (text_[blanks - 1] == ' ' || text_[blanks - 1] == '\t')) --blanks;
    return begin - blanks;
  }

  /// "a.position = start", "a.quaternion.copy(mesh.quaternion)" of a body whose numbers are read
  void checkStatement(std::size_t i) {
    const Path path = pathAt(i);
    const auto made = made_.find(path.root);
    if (!path.has_member || made == made_.end() || isParameter(i, path.root)) return;
    const std::size_t value = isAmongStatements(i) ? valueOf(path) : 0;
    if (value > 0 && isOfAnother(path, value, i >= made->second)) return doubtStep(i, path.last);
    if (value > 0 && (isPoseRole(roleOf(path.last)) || isSizeRole(roleOf(path.last)))) {
      if (const auto name = unresolvedIn(value, endOfValue(value)); !name.empty()) doubtName(i, name);
      return;
    }
    const bool adds = at(path.end).is("+=") || at(path.end).is("-=") || at(path.end).is("*=") || at(path.end).is("/=");
    const bool is_part = isPoseRole(roleOf(path.last)) || roleOf(path.last) == Role::kRadius ||
                         (path.last.size() == 1 && path.end > i + 4 && isPoseRole(roleOf(tokens_[path.end - 3].text)));
    if (adds && is_part && beginsStatement(i) && i >= made->second && columnOf(i) == columnOf(made->second - 1))
      return doubtStep(i, path.last);
    const bool is_component = path.last.size() == 1 && path.end > i + 4 && value > 0 &&
                              isPoseRole(roleOf(tokens_[path.end - 3].text)) && beginsStatement(i);
    if (is_component) {
      if (const auto name = unresolvedIn(value, endOfValue(value)); !name.empty()) doubtName(i, name);
      return;
    }
    if (!at(path.end).is("(")) return;
    const std::size_t close = close_[path.end];
    if (at(close + 1).is("=")) return;  // Matlab's "a.Pose(1:3, 4) = …"
    if (isParenting(path.last) && namesMade(path.end, close)) return doubtStep(i, path.last);
    const bool is_step = beginsStatement(i) && i >= made->second && !isReadIn(path.end, close);
    const bool is_copy = is_step && path.last == "copy" && (path.end == i + 3 || namesMember(path, path.end, close));
    const bool is_of_vector = is_step && path.end > i + 4 && isPoseRole(roleOf(tokens_[path.end - 3].text)) &&
                              (holdsWord(kVectorSteps, lowered(path.last)) || path.last.starts_with("setFrom"));
    if (is_copy || is_of_vector) return doubtStep(i, path.last);
    const bool sets_pose = setsPose(path.last) || setterOf(path.last) == Setter::kRadius || path.last == "copy";
    const std::string_view name = sets_pose ? unresolvedIn(path.end, close) : std::string_view();
    if (!name.empty()) doubtName(i, name);
    if (sets_pose || isReadIn(path.end, close) || i < made->second) return;
    const bool is_statement = beginsStatement(i) && !isLink(at(close + 1));
    if (is_statement ? !isIdleMethod(path.last) : isChange(path.last) && !holdsWord(kQuestions, lowered(path.last)))
      doubtStep(i, path.last);
  }

  /// "b.left = a.right", "b.center = -b.center", "b.transform.parent = a.transform": of what bodies have by then.
  [[nodiscard]] bool isOfAnother(const Path& path, std::size_t value, bool is_made) const {
    const std::size_t end = endOfValue(value);
    const Role role = roleOf(path.last);
    const bool is_other = role == Role::kVelocity || role == Role::kAngularVelocity || role == Role::kDirection ||
                          holdsWord(kIdleKeys, lettersOf(path.last));
    if (isParenting(path.last)) return namesMade(value, end);
    return is_made && !is_other && !isReadIn(value, end) && namesMember(path, value, end);
  }

  /// Whether these tokens are members of bodies, of other ones than the path's or negated.
  [[nodiscard]] bool namesMember(const Path& path, std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (tokens_[i].isNumber() || (tokens_[i].is("(") && i > begin)) return false;
      const bool is_other_value = tokens_[i].text != path.root || isSign(tokens_[i - 1], "-");
      if (isPathBegin(i) && is_other_value && made_.contains(tokens_[i].text) && pathAt(i).has_member) return true;
    }
    return false;
  }

  /// Whether a name that has numbers of a body is among these tokens.
  [[nodiscard]] bool namesMade(std::size_t begin, std::size_t end) const {
    return std::any_of(tokenAt(begin), tokenAt(std::min(end, begin + kMaxFar)),
                       [&](const Token& token) { return token.isWord() && made_.contains(token.text); });
  }

  /// "std::swap(p, q)", "SetParent(b, a)"
  void checkFree(std::size_t i) {
    const Path path = pathAt(i);
    const bool is_call = at(path.end).is("(") && beginsStatement(i) && !made_.contains(path.root);
    const bool changes = path.last == "swap" || (!path.has_member && isParenting(path.last) && path.last != "add");
    const std::size_t first = path.end + 1;
    if (is_call && changes && namesMade(path.end, close_[path.end])) return doubtStep(i, path.last);
    if (holdsWord(" mirror reflect flip ", path.last) && at(path.end).is("(") && isUsedOnLine(i))
      return doubtStep(i, path.last);
    if (!is_call || !setsPose(path.last) || !made_.contains(at(first).text) || !at(first + 1).is(",")) return;
    if (const auto name = unresolvedIn(first + 1, close_[path.end]); !name.empty()) doubtName(i, name);
  }

  /// "Isometry3(…).inverse()"
  void checkChain(std::size_t i) {
    if (tokens_[i].is(".") && i > 1 && tokens_[i - 1].is(")") && at(i + 1).isWord() && at(i + 2).is("(") &&
        isChange(tokens_[i + 1].text) && !isReadIn(i + 2, close_[i + 2]) &&
        (isReadIn(openOf(i - 1), i) || isOfMade(openOf(i - 1))))
      doubtStep(i, tokens_[i + 1].text);
  }

  /// "inverse(Quat(…))", "p.zyx", "frame * tb" as arguments of a call
  void checkValue(std::size_t i) {
    const Path path = pathAt(i);
    const std::size_t open = open_[i];
    const bool is_made = made_.contains(path.root);
    if (!is_made && at(path.end).is("(") && holdsWord(kInverses, lettersOf(path.last)) &&
        (isReadIn(path.end, close_[path.end]) || namesMade(path.end, close_[path.end])))
      return doubtStep(i, path.last);
    if (!is_made || open == kNone || !tokens_[open].is("(") || open == 0 ||
        !(tokens_[open - 1].isWord() || isSign(tokens_[open - 1], "&(,")) ||
        holdsWord(kBranches, tokens_[open - 1].text))
      return;
    const bool is_swizzle = path.has_member && path.last.size() > 1 && path.last.size() < 5 &&
                            path.last.find_first_not_of("xyzw") == std::string_view::npos;
    if (is_swizzle && !std::string_view("xyzw").starts_with(path.last)) return doubtStep(i, path.last);
    const std::size_t other = at(path.end).is("*") ? path.end + 1 : i > 1 && tokens_[i - 1].is("*") ? i - 2 : 0;
    const bool is_name = other > 0 && at(other).isWord() && !isKnown(at(other).text) && !path.has_member &&
                         (other < i || (!isLink(at(other + 1)) && !at(other + 1).is("(")));
    if (is_name && !isLink(tokens_[other - 1])) doubtName(i, tokens_[other].text);
  }

  /// Whether the call whose arguments open there is a method of a body: "b.clone("
  [[nodiscard]] bool isOfMade(std::size_t open) const {
    return open > 2 && isLink(tokens_[open - 2]) && made_.contains(tokens_[open - 3].text);
  }

  void doubtStep(std::size_t i, std::string_view step) {
    doubts_.push_back(trf("line {}: nothing says what \"{}\" does to a body", tokens_[i].line, printableLine(step)));
  }

  /// "rotation: q", "pos=p" within a bracket
  [[nodiscard]] bool isKey(std::size_t i) const {
    return (tokens_[i].isWord() || tokens_[i].kind == Token::Kind::kText) && (at(i + 1).is(":") || at(i + 1).is("="));
  }

  void checkKey(std::size_t i) {
    const std::size_t open = open_[i], end = endOfValue(i + 2);
    const std::size_t around = open != kNone && tokens_[open].is("{") && open_[open] != kNone ? open_[open] : open;
    const bool is_in_body = open != kNone && isUsedIn(around, close_[around]) && !isAmongStatements(i);
    const bool is_listed = open == kNone && i > 0 && isSign(tokens_[i - 1], ",;") && isUsedOnLine(i);
    if (!is_in_body && !is_listed && !isLineOfBody(i)) return;
    const std::string letters = lettersOf(tokens_[i].text);
    const Token& value = at(i + 2);
    const bool is_name = value.isWord() || value.kind == Token::Kind::kText;
    const bool is_idle = is_name && (holdsWord(kIdleWords, lowered(value.text)) || value.text.empty());
    if (letters == "parent" && is_name && !is_idle && lowered(value.text) != "world") return doubtStep(i, letters);
    if (holdsWord(" flip flipped mirror mirrored ", letters) && lowered(value.text) == "true")
      return doubtStep(i, letters);
    if (holdsWord(" children child childnodes ", letters) && isUsedIn(i + 2, end)) return doubtStep(i, letters);
    if (!isPoseRole(roleOf(tokens_[i].text))) return;
    const bool is_text = value.kind == Token::Kind::kText && i + 3 == end && roleOf(letters) != Role::kTransform;
    const bool has_digit = value.text.find_first_of("0123456789") != std::string_view::npos;
    if (is_text && !is_idle && !has_digit) return doubtName(i, value.text);
    if (const auto name = unresolvedIn(i + 2, end); !name.empty()) doubtName(i, name);
  }

  /// "yaw: 0.5" within a body's own bracket, "a.skew = 3": a number by a name that no reader takes.
  void checkNumber(std::size_t i) {
    if (!tokens_[i].isNumber() || tokens_[i].number == 0 || i < 2 || isReadIn(i, i + 1)) return;
    const std::size_t sign = tokens_[i - 1].is("-") ? i - 2 : i - 1;
    const Token& behind = at(i + 1);
    const bool is_whole = behind.begins_line || isSign(behind, ",;)}") || behind.kind == Token::Kind::kEnd;
    if (sign == 0 || !is_whole) return;
    const bool has_sign = isSign(tokens_[sign], "=:");
    const std::size_t key_at = has_sign ? sign - 1 : sign;
    const Token& key = tokens_[key_at];
    const bool is_listed = key_at > 0 && open_[i] == kNone && isSign(tokens_[key_at - 1], ",;") &&
                           tokens_[key_at].line == tokens_[i].line && isUsedOnLine(i);
    if (!has_sign && !is_listed) return;
    if (!key.isWord() && key.kind != Token::Kind::kText) return;
    const std::string letters = lettersOf(key.text);
    const bool is_scale = isScaleWord(key.text), is_address = tokens_[i].number > 1e9;
    if (holdsWord(kIdleKeys, letters) || is_address || (is_scale && tokens_[i].number == 1)) return;
    if (holdsAny(letters, {"min", "max"}) ||
        (roleOf(key.text) == Role::kResult && !is_scale && !holdsWord(kBorders, letters)))
      return;
    const std::size_t open = open_[i];
    std::size_t begin = key_at;
    while (begin > 1 && isLink(tokens_[begin - 1])) begin -= 2;
    const bool is_member = begin < key_at && has_sign && isAmongStatements(begin) &&
                           made_.contains(tokens_[begin].text) && !isParameter(begin, tokens_[begin].text);
    const bool is_in_body = open != kNone && begin == key_at && !isAmongStatements(i) && isUsedIn(open, close_[open]);
    if (is_member || is_in_body || is_listed || isLineOfBody(key_at))
      doubts_.push_back(trf("line {}: {}, behind \"{}\", is part of nothing", tokens_[i].line,
                            shortestDecimal(tokens_[i].number), printableLine(key.text)));
  }

  /// "radius = 2 * A's radius", "center = A's center + (3, 0, 0)"
  void checkEquation(std::size_t i) {
    const Role role =
        tokens_[i].isWord() && at(i + 1).is("=") && open_[i] == kNone ? roleOf(tokens_[i].text) : Role::kNone;
    if (role == Role::kNone || role == Role::kResult || !isUsedOnLine(i) || tokens_[i].begins_line) return;
    const auto end = tokenAt(std::max(i + 2, std::min(endOfValue(i + 2), lineEnd(i))));
    const auto isOwner = [](const Token& token) { return token.is("'"); };
    const auto isOperator = [](const Token& token) { return isSign(token, "+*/"); };
    if (std::any_of(tokenAt(i + 2), end, isOwner) && std::any_of(tokenAt(i + 2), end, isOperator))
      doubtName(i, tokens_[i].text);
  }

  /// "rotation R", "position p1" in the words of a line with numbers of a body
  void checkName(std::size_t i) {
    const Token &name = at(i + 1), &behind = at(i + 2);
    constexpr std::size_t kMinKey = 6, kMaxName = 2;
    const bool is_said = tokens_[i].isWord() && tokens_[i].text.size() >= kMinKey && open_[i] == kNone &&
                         isPoseRole(roleOf(tokens_[i].text)) && name.isWord() && !name.begins_line;
    const bool ends = behind.begins_line || isSign(behind, ",;.") || behind.kind == Token::Kind::kEnd;
    if (!is_said || !ends || name.text.size() > kMaxName || isKnown(name.text) || !isUsedOnLine(i)) return;
    if (!holdsWord(" is of at as in it to by on so a b A B x y z ", name.text)) doubtName(i, name.text);
  }

  [[nodiscard]] bool isUsedOnLine(std::size_t i) const { return isUsedIn(line_begin_[i], lineEnd(i)); }
  [[nodiscard]] std::size_t lineEnd(std::size_t i) const { return line_begin_[i] + line_length_[line_begin_[i]]; }

  /// Whether a key begins its line, and one beside it, as far to the right, has a number of a body.
  [[nodiscard]] bool isLineOfBody(std::size_t i) const {
    const std::size_t begin = line_begin_[i], column = columnOf(i);
    if (begin != i || column == 0) return false;
    const auto isSame = [&](std::size_t k) { return columnOf(k) == column && isUsedOnLine(k); };
    const std::size_t behind = lineEnd(i);
    return (begin > 0 && isSame(begin - 1)) || (behind + 1 < tokens_.size() && isSame(behind));
  }

  [[nodiscard]] bool touchesNumber(std::size_t i) const {
    const Token& before = tokens_[i - 1];
    return before.isNumber() && before.offset + before.text.size() == tokens_[i].offset;
  }

  /// "3r = 4", "r / 2 = 4": an equation whose side is no size alone.
  void checkFactor(std::size_t i) {
    const Role role = tokens_[i].isWord() ? roleOf(tokens_[i].text) : Role::kNone;
    if (role != Role::kRadius && role != Role::kDiameter && lowered(tokens_[i].text) != "r") return;
    const bool has_factor =
        i > 0 && !tokens_[i].begins_line && ((touchesNumber(i) && at(i + 1).is("=")) || isSign(tokens_[i - 1], "*+/"));
    std::size_t equals = i + 1;
    while (equals < i + 4 &&
           (at(equals).isNumber() || isSign(at(equals), "*+/^-") || at(equals).kind == Token::Kind::kText))
      ++equals;
    const std::size_t value = at(equals + 1).is("-") ? equals + 2 : equals + 1;
    if (!at(equals).is("=") || (!has_factor && equals == i + 1) || at(value).line != tokens_[i].line) return;
    if (at(value).isNumber() && isReadIn(i, value + 1))
      doubts_.push_back(trf("line {}: {}, behind \"{}\", may change a body", tokens_[i].line,
                            shortestDecimal(tokens_[value].number), printableLine(tokens_[i].text)));
  }

  /// "with_rotation(rot)" behind a call with numbers, and "BodyCreationSettings(&box, RVec3(0, 0, 0), rot)"
  void checkArguments(std::size_t open) {
    const std::size_t close = close_[open];
    if (close <= open) return;
    const std::string_view called = tokens_[open - 1].text;
    const bool follows_used =
        open > 3 && isLink(tokens_[open - 2]) && tokens_[open - 3].is(")") && isUsedIn(openOf(open - 3), open - 3);
    if (follows_used && (setsPose(called) || called == "with_rotation")) {
      if (const auto name = unresolvedIn(open, close); !name.empty()) doubtName(open, name);
      return;
    }
    bool ignored = false;
    const bool makes_pose = isPoseCall(called), makes_shape = called[0] < 'a' && !shapeWord(called, ignored).empty();
    // "Transform(T)" within a call with numbers
    const std::size_t around = open_[open];
    if (makes_pose && around != kNone && isUsedIn(around, close_[around])) {
      if (const auto name = unresolvedIn(open + 1, close); !name.empty()) doubtName(open, name);
    }
    const bool is_of_body =
        isUsedIn(open, close) || std::any_of(tokenAt(open), tokenAt(close), [&](const Token& token) {
          return token.isWord() && made_.contains(token.text);
        });
    if (!is_of_body || holdsWord(kBranches, called)) return;
    for (std::size_t i = open + 1; i < std::min(close, open + kMaxFar); ++i) {
      const std::string_view name = tokens_[i].text;
      const bool is_alone = tokens_[i].isWord() && open_[i] == open && isSign(tokens_[i - 1], "(,&*") &&
                            (tokens_[i + 1].is(",") || i + 1 == close);
      if (!is_alone || isKnown(name) || name == "mat" || holdsWord(kIdleWords, lowered(name))) continue;
      const Role role = roleOf(name);
      const bool is_place = makes_shape && holdsWord(kPlaces, lowered(name));
      if (is_place) doubtName(i, name);
      const bool is_pose =
          !is_place && isPoseRole(role) && (makes_pose || (role != Role::kAngle && role != Role::kScale));
      if (is_pose && (name.size() > 1 || name == "q" || makes_pose)) doubtName(i, name);
    }
  }

  /// Whether a call makes or sets a pose, whatever it is given.
  [[nodiscard]] static bool isPoseCall(std::string_view called) {
    return setsPose(called) || roleOf(called) == Role::kTransform ||
           holdsAny(lowered(called), {"transform", "isometry"});
  }

  /// "centre (x0, 3, 1)": a place of which one element is a name.
  void checkElements(std::size_t open) {
    const std::size_t close = close_[open];
    const std::size_t key = open > 1 && isSign(tokens_[open - 1], "=:") ? open - 2 : open - 1;
    const bool is_call = open > 0 && tokens_[open - 1].offset + tokens_[open - 1].text.size() == tokens_[open].offset;
    if (open == 0 || is_call || close <= open + 2 || !tokens_[key].isWord() || !isPoseRole(roleOf(tokens_[key].text)))
      return;
    std::string_view name;
    bool has_number = false;
    for (std::size_t i = open + 1; i < close; ++i) {
      has_number = has_number || tokens_[i].isNumber() || isUsedOnLine(open);
      if (tokens_[i].is("^")) name = "^";
      const bool is_element =
          (isSign(tokens_[i - 1], ",-") || i == open + 1) && (tokens_[i + 1].is(",") || i + 1 == close);
      if (is_element && tokens_[i].isWord() && !isKnown(tokens_[i].text)) name = tokens_[i].text;
    }
    if (has_number && !name.empty()) doubtName(open, name);
  }

  [[nodiscard]] std::vector<Token>::const_iterator tokenAt(std::size_t i) const {
    return tokens_.begin() + static_cast<std::ptrdiff_t>(i);
  }
  [[nodiscard]] std::size_t openOf(std::size_t close) const {
    std::size_t open = close;
    while (open > 0 && close_[open] != close) --open;
    return open;
  }

  std::string_view text_;
  const std::vector<Token>& tokens_;
  /// How many numbers of bodies are in front of each token, and how many that any part was made of.
  std::vector<std::size_t> used_before_, read_before_;
  std::vector<std::size_t> open_, close_;              ///< the bracket around each token, and the end of each bracket
  std::vector<std::size_t> line_begin_, line_length_;  ///< of each token's line, and of the line that it begins
  std::map<std::string_view, std::size_t> made_;       ///< names with numbers of bodies, and where they first have them
  std::set<std::string_view> idle_;                    ///< names of identities, and other names for those that are made
  std::vector<std::string> doubts_;
};

}  // namespace

namespace {

/// Words of sentences and comments that change a pair without a number.
constexpr std::string_view kChangesInWords =
    "mirrored|mirror image|"
    "reflected|swapped|exchanged|interchanged|flipped|negated|inverted|reversed|doubled|tripled|halved|"
    "twice as|twice the|times as|double the|half as|half the|third of the|shrunk|shrunken|grown|enlarged|"
    "stretched|squashed|inflated|scaled|relative to|local to|local frame of|in the frame of|in the local frame|"
    "in its own frame|on its end|on its side|on its edge|on its head|on end|sideways|is upside down|"
    "stands upside down|turned upside down|standing upside down|rotation as in|rotation as shown|"
    "orientation as in|position as in|placed as in|placed as shown|in the screenshot|is really|are really|"
    "is actually|are actually|really the|actually the|moved to its|shifted to|orientation unknown|"
    "rotation unknown|position unknown|see picture|see the picture|see screenshot|see the screenshot|parented to|"
    "child of|attached to|"
    "s frame|measured from the surface|measured from the corner|measured from the edge|measured from a|measured from b|"
    "positions are local|coordinates are local|are offsets from|is an offset from|half size|half its size|twice what|"
    "half of what|is squared|are squared|is a diameter|are diameters|is the diameter|";
/// Words of turns, which a rotation that is read answers.
constexpr std::string_view kTurnsInWords =
    "rotated|tilted|tipped|turned by|turned around|quarter turn|half turn|rolled over|leaning|";
/// Sentences with such words tell of another pair, or that nothing is changed.
constexpr std::string_view kOtherwise =
    "tried|trying|if |when |should|expect|would|not |n't|nearest|closest|contact|normal|seems|fix|pull request|"
    "to the world|to the origin|";

bool isLetterAt(std::string_view text, std::size_t i) {
  return i < text.size() && ((text[i] >= 'a' && text[i] <= 'z') || text[i] == '_');
}

/// Where a phrase stands in a text as words of their own; npos: nowhere.
std::size_t findWords(std::string_view text, std::string_view phrase) {
  for (std::size_t i = text.find(phrase); i != std::string_view::npos; i = text.find(phrase, i + 1)) {
    if ((i == 0 || (!isLetterAt(text, i - 1) && text[i - 1] != '.')) && !isLetterAt(text, i + phrase.size())) return i;
  }
  return std::string_view::npos;
}

/// The comment of a line, or all of it.
std::string_view wordsOfLine(std::string_view line) {
  for (const std::string_view sign : {"//", "/*", "# ", "-- "}) {
    if (const std::size_t i = line.find(sign); i != std::string_view::npos && (i == 0 || line[i - 1] != ':'))
      return line.substr(i + sign.size());
  }
  return line;
}

/// The unit of a sentence that says it of sizes or of places alone, or two of them: "sizes in cm, positions in m".
/// Empty: it says none.
std::string_view unitOfSome(std::string_view sentence) {
  constexpr std::string_view kUnits[] = {"in cm",          "in centimetres", "in centimeters", "in mm",
                                         "in millimetres", "in millimeters", "in inches",      "in feet",
                                         "in m",           "in metres",      "in meters"};
  constexpr std::size_t kOfMetres = 3;  // at the end of the list
  const bool is_of_sizes = holdsAny(sentence, {"size", "radi", "extent", "dimension", "height", "width"}),
             is_of_places = holdsAny(sentence, {"position", "cent", "place", "translation", "coordinate"});
  std::string_view found;
  int count = 0;
  for (std::size_t i = 0; i < std::size(kUnits); ++i) {
    if (findWords(sentence, kUnits[i]) == std::string_view::npos) continue;
    ++count;
    if (i + kOfMetres < std::size(kUnits)) found = kUnits[i];
  }
  return count > 1 || is_of_sizes != is_of_places ? found : std::string_view();
}

}  // namespace

std::vector<std::string> wordsLeftOver(std::string_view small, bool has_rotation) {
  std::vector<std::string> doubts;
  forEachLine(small, [&](std::string_view whole, std::size_t, int number) {
    std::string_view line = wordsOfLine(whole);
    while (!line.empty()) {
      const std::size_t end = std::min({line.find(". "), line.find("? "), line.size()});
      const std::string_view sentence = line.substr(0, end);
      const bool asks = end < line.size() ? line[end] == '?' : sentence.ends_with('?');
      line.remove_prefix(std::min(end + 1, line.size()));
      if (const std::string_view unit = unitOfSome(sentence); !unit.empty())
        doubts.push_back(trf("line {}: \"{}\" may change a body", number, unit));
      if (asks || anyPart(kOtherwise, [&](std::string_view part) { return sentence.find(part) != sentence.npos; }))
        continue;
      const auto note = [&](std::string_view phrase) {
        if (findWords(sentence, phrase) != std::string_view::npos)
          doubts.push_back(trf("line {}: \"{}\" may change a body", number, phrase));
        return false;
      };
      static_cast<void>(anyPart(kChangesInWords, note));
      if (!has_rotation) static_cast<void>(anyPart(kTurnsInWords, note));
    }
  });
  return doubts;
}

std::vector<std::string> stepsLeftOver(std::string_view text, const std::vector<Token>& tokens,
                                       const UsedNumbers& used) {
  return Steps(text, tokens, used).all();
}

}  // namespace sepax::paste
