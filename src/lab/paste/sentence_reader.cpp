#include "core/language.h"
#include "core/text.h"
#include "lab/paste/number_groups.h"
#include "lab/paste/readers.h"
#include "lab/paste/rotation_reading.h"
#include "lab/paste/shape_reading.h"
#include "lab/paste/words.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <utility>

namespace sepax::paste {

namespace {

/// A body that sentences speak of.
struct Entity {
  std::string type, word;
  bool is_planar = false;
  int line = 0;
  std::vector<std::pair<Role, Numbers>> sizes;
  std::optional<Numbers> position, velocity;
  std::optional<FoundRotation> rotation;
  Numbers points = {};  ///< one after the other
  std::size_t dimensions = 0;
  std::array<std::optional<Number>, 3> sides = {};  ///< "width 4 and height 2" of a box
  std::optional<char> axis = {};                    ///< of what is round
  std::string adjective = {};                       ///< "big", which tells it from another one of its kind
  std::string_view letter = {};                     ///< of a particle
};

/// A size that was given once to several bodies: "two balls of radius 0.5 at … and …".
struct SharedSize {
  std::vector<std::size_t> bodies;
  Role role;
  Numbers numbers;
};

/// Words that tell bodies of a kind from each other.
bool isAdjective(std::string_view word) {
  return holdsWord(
      " big bigger small smaller large larger red green blue yellow white black grey gray static fixed moving dynamic "
      "outer "
      "inner "
      "top bottom tall thin ",
      word);
}

/// Words that do not change the role of the next numbers.
bool isFiller(std::string_view word) {
  return holdsWord(
      " is are of the a an and with its has have to at in on from around about both each same point points unit m "
      "meters "
      "cm mm km their which whose it these equal located placed units vector ",
      word);
}

std::size_t countOf(std::string_view word) {
  static constexpr std::string_view kCounts[] = {"one", "two", "three", "four"};
  const auto* const found = std::ranges::find(kCounts, word);
  return found == std::end(kCounts) ? 0 : static_cast<std::size_t>(found - std::begin(kCounts)) + 1;
}

class Sentences {
 public:
  Sentences(const Source& source, Findings& findings)
      : findings_(findings),
        tokens_(source.tokens),
        speaks_of_casts_(source.small.find("cast") != std::string::npos),
        speaks_of_motion_(holdsAny(source.small, {"cast", "mov", "sweep", "swept", "veloc", "speed"})),
        asks_of_point_(holdsAny(source.small, {"distance", "closest", "inside", "contain", "within"})) {
    if (source.text.find("units") != std::string_view::npos) return;  // which the reader of lines knows
    while (now().kind != Token::Kind::kEnd) step();
  }

  void collectBodies() {
    for (const SharedSize& shared : shared_) {
      for (const std::size_t body : shared.bodies) {
        const bool has_size = body >= entities_.size() || !entities_[body].sizes.empty();
        if (!has_size) entities_[body].sizes.emplace_back(shared.role, shared.numbers);
      }
    }
    for (Entity& entity : entities_) {
      FoundBody body;
      body.shape = shapeOf(entity);
      if (!body.shape) continue;
      body.pose.position = entity.position;
      body.pose.rotation = entity.rotation;
      body.pose.line = entity.line;
      if (entity.type != kRay) body.velocity = entity.velocity;
      findings_.bodies.push_back(std::move(body));
    }
  }

 private:
  [[nodiscard]] const Token& now() const { return tokens_[at_]; }
  [[nodiscard]] const Token& next(std::size_t by = 1) const { return tokens_[std::min(at_ + by, tokens_.size() - 1)]; }

  void step() {
    const Token& token = now();
    if (token.begins_line || token.is(".") || token.is(";")) beginSentence();
    const bool is_number = token.isNumber() || ((token.is("-") || token.is("+")) && next().isNumber()) || opensGroup();
    if (is_number) return takeGroup();
    if (token.isWord()) takeWord();
    ++at_;
  }

  /// "(1, 2, 3)", "[1 2 3]", "<0,0,0>"
  [[nodiscard]] bool opensGroup(std::size_t by = 0) const {
    if (!next(by).is("(") && !next(by).is("[") && !next(by).is("{") && !next(by).is("<")) return false;
    return next(by + 1).isNumber() || (next(by + 1).is("-") && next(by + 2).isNumber()) ||
           (by == 0 && opensComponents());
  }

  /// Whether the next points are corners of a body.
  [[nodiscard]] bool hasCorners() const {
    if (targets_.size() != 1) return false;
    const std::string& type = entities_[targets_[0]].type;
    return (role_ == Role::kVertices && type == "box") ||
           ((role_ == Role::kShape || role_ == Role::kVertices) && holdsWord(" polygon hull ", type));
  }

  /// How many brackets of numbers stand behind, one after the other: "at (2, 1), (6, 1) and (6, 4)".
  [[nodiscard]] std::size_t pointsBehind() const {
    std::size_t points = 0, at = at_ + 1;
    for (; at + 2 < tokens_.size(); ++at) {
      const Token& token = tokens_[at];
      const bool is_point = token.is("(") && (tokens_[at + 1].isNumber() || tokens_[at + 1].is("-"));
      if (is_point) {
        ++points;
        while (at + 1 < tokens_.size() && !tokens_[at].is(")")) ++at;
      } else if (!token.is(",") && !token.is(":") && !(token.isWord() && isFiller(lowered(token.text)))) {
        break;
      }
    }
    return points;
  }

  /// "{"x": 1, "y": 2}", "(x=1, y=2)": a place, where no word says otherwise.
  [[nodiscard]] bool opensComponents() const {
    const bool is_sign = next(3).is("-") || next(3).is("+");
    return componentOf(next().text) == 0 && (next(2).is(":") || next(2).is("=")) && next(is_sign ? 4 : 3).isNumber();
  }

  void beginSentence() {
    role_ = Role::kNone;
    is_between_ = false;
  }

  void takeWord() {
    const std::string word = lowered(now().text);
    if (now().text.size() == 1 && opensGroup(1) && hasCorners()) return;  // "the triangle A(0, 0), B(4, 0), C(0, 3)"
    bool is_planar = false;
    const std::string_view type = shapeWord(now().text, is_planar);
    if (!type.empty()) return takeNoun(word, std::string(type), is_planar);
    if (const std::size_t count = countOf(word); count > 0) {
      count_ = count;
      const std::string before = previous();
      const bool is_pronoun = before == "the" || before == "other" || isReference(before) || isAdjective(before);
      if (count == 1 && group_.size() > 1 && !is_pronoun) targets_ = {group_[0]};  // "two cubes, one at …"
      if (count == 1 && isAdjective(before)) takeOneMore(before);
      return;
    }
    if (word == "other" && group_.size() > 1) {
      targets_ = {group_[1]};
      role_ = Role::kNone;
      return;
    }
    // "a line between (0, 0) and (3, 0)", "the floor from (-10, 0) to (10, 0)"
    const bool is_thin = holdsWord(" line floor wall ground ", word);
    if (is_thin && (lowered(next().text) == "from" || lowered(next().text) == "between"))
      return takeNoun(word, "segment", false);
    if (speaks_of_motion_ && takeParticle(word)) return;
    if (word == "ray" || word == "rays" || word.starts_with("raycast")) return takeNoun(word, kRay, false);
    if (next().isNumber() && takeSide(word, {{next().number, next().offset}})) return;
    if ((word == "down" || word == "downwards" || word == "up" || word == "upwards") && isOfRay()) {
      findings_.assume(tr("up is y"));
      return give(Role::kDirection, {{0}, {word.starts_with("down") ? -1.0 : 1.0}, {0}});
    }
    const bool is_box = targets_.size() == 1 && entities_[targets_[0]].type == "box";
    const bool are_corners = word == "corners" && is_box;
    if (is_box && holdsWord(" corners vertices points ", word) && pointsBehind() > 2) {
      role_ = Role::kVertices;
      return;
    }
    if (is_box && takeCorner(word)) return;
    if (word == "endpoints" || word == "ends" || are_corners) {
      role_ = Role::kFrom;
      has_ends_ = true;
      return;
    }
    if ((word.starts_with("rotat") || word == "turned" || word == "tilted") && targets_.size() == 1) {
      if (lowered(next().text) == "by") ++at_;
      role_ = next().isNumber() ? Role::kAngle : roleOf(word);
      return;
    }
    if (word == "other" || word == "another") {
      if (!entities_.empty() && !entities_.back().type.empty() && entities_.size() < kMaxEntities)
        open(entities_.back().type, entities_.back().is_planar, 1);
      return;
    }
    if (word == "they" || word == "both" || word == "each") {
      targetAll();
      return;
    }
    if (takeReference(word)) return;
    if (word == "at" && isMeetingWord(previous())) {  // "they intersect at (3, 1.6)"
      targets_.clear();
      return;
    }
    if (word == "origin" && !now().begins_line && role_ == Role::kPosition) {
      give(Role::kPosition, {{0}, {0}, {0}});
      return;
    }
    if (word == "between") {  // "the distance between a capsule …" is none of corners
      const bool has_corners = next().isNumber() || next().is("(") || next().is("[") || next().is("<");
      is_between_ = is_between_ || has_corners;
    }
    const bool is_end = !targets_.empty() && (role_ == Role::kFrom || role_ == Role::kTo);
    const bool is_point = word == "point" && asks_of_point_ && !isOfRay() && !is_end;
    // "from the point (1, 2) to the segment", "the point P(1, 2)"
    const std::size_t letter = next().isWord() && next().text.size() == 1 ? 1 : 0;
    if (is_point && (next(letter + 1).is("(") || next(letter + 1).is("[")) && !has_point_) {
      has_point_ = true;
      at_ += letter;
      takeNoun(word, "point", false);
      role_ = Role::kPosition;
      return;
    }
    if (word == "point" && previous() == "a") {
      targets_.clear();
      return;
    }
    const bool is_before_place = (word == "in" || word == "on") && next().is("(") && at_ + 2 < tokens_.size();
    if (is_before_place && tokens_[at_ + 2].isNumber()) {  // "placed in (1, 2, 3)"
      role_ = Role::kPosition;
      return;
    }
    if (holdsWord(" moving moves travelling traveling travels ", word)) {
      role_ = Role::kVelocity;
      return;
    }
    if (speaks_of_casts_ && holdsWord(" targetposition castto ", plainKey(word))) {  // from where the cast begins
      role_ = Role::kVelocity;
      findings_.duration = Number{1};
      return;
    }
    if (word == "to" && tokens_[at_ - (at_ > 0 ? 1 : 0)].isWord() && role_ != Role::kNone && role_ != Role::kFrom)
      return;  // "its position is set to (1, 2)"
    if (word == "axis" && targets_.size() == 1 && next().text.size() == 1 && componentOf(next().text) >= 0) {
      entities_[targets_[0]].axis = lowered(next().text[0]);
      ++at_;
      return;
    }
    if (word == "along" && targets_.size() == 1) return takeAlong();
    Role role = roleOf(now().text);
    if (word == "r") role = Role::kRadius;
    if (word == "s" && previous() == "/") return;  // "m/s"
    // "half extents"; "side length", whose second word alone means something else
    const Role second = next().isWord() ? roleOf(next().text) : Role::kNone;
    if (const Role two = roleOf(plainKey(now().text) + plainKey(next().text)); next().isWord() && two != Role::kNone &&
                                                                               two != Role::kResult && second != two &&
                                                                               (role != two || second != Role::kNone)) {
      role = two;
      ++at_;
    }
    if (role == Role::kShape) return;
    // "moving at 3 m/s", "its corner at (1, 2)"
    const bool has_role = role_ == Role::kVelocity || role_ == Role::kFrom || role_ == Role::kTo;
    if (word == "at" && (has_role || role_ == Role::kVertices)) return;
    if (role != Role::kNone) {
      role_ = role;
    } else if (!isFiller(word)) {
      role_ = Role::kNone;
      // "The table is at (1, 2, 3)": of none of the bodies.
      const bool is_subject =
          previous() == "the" && (tokens_[at_ - 1].begins_line || (at_ > 1 && tokens_[at_ - 2].is(".")));
      if (is_subject) targets_.clear();
    }
  }

  /// "lower left (1, 1)", "its upper right corner is …": one of two opposite corners comes next.
  bool takeCorner(const std::string& word) {
    if (!holdsWord(" lower upper bottom top ", word)) return false;
    const bool has_side = holdsWord(" left right ", lowered(next().text));
    const bool is_corner = has_side || lowered(next().text) == "corner";
    if (!is_corner) return false;
    ++at_;
    if (has_side && lowered(next().text) == "corner") ++at_;
    const auto& sizes = entities_[targets_[0]].sizes;
    role_ = std::ranges::any_of(sizes, [](const auto& size) { return size.first == Role::kFrom; }) ? Role::kTo
                                                                                                   : Role::kFrom;
    return true;
  }

  [[nodiscard]] bool isOfRay() const { return targets_.size() == 1 && entities_[targets_[0]].type == kRay; }

  /// The side of a box that a word means, in front of its number or behind it: "width 4", "6 wide and 2 high".
  [[nodiscard]] std::optional<Number>* sideNamed(std::string_view word) {
    static constexpr std::string_view kSides[] = {" width wide long ", " height high tall ", " depth deep thick "};
    if (targets_.size() != 1 || entities_[targets_[0]].type != "box") return nullptr;
    for (std::size_t c = 0; c < 3; ++c) {
      if (holdsWord(kSides[c], word)) return &entities_[targets_[0]].sides[c];
    }
    return nullptr;
  }

  bool takeSide(std::string_view word, const Numbers& numbers) {
    std::optional<Number>* const side = numbers.size() == 1 ? sideNamed(word) : nullptr;
    if (side == nullptr) return false;
    ++at_;
    *side = numbers[0];
    role_ = Role::kNone;
    return true;
  }

  [[nodiscard]] std::string previous() const { return at_ == 0 ? std::string() : lowered(tokens_[at_ - 1].text); }

  static bool isReference(std::string_view word) { return holdsWord(" upper lower first second left right ", word); }

  /// "the upper one", "B": which of the bodies comes next.
  bool takeReference(const std::string& word) {
    if (now().text == "A" || now().text == "B") {
      const std::size_t index = now().text == "A" ? 0 : 1;
      if (index >= entities_.size()) return false;
      targets_ = {index};
      return true;
    }
    if (!isReference(word) || entities_.size() != 2) return false;
    if (word == "first" || word == "second") {
      targets_ = {word == "first" ? std::size_t{0} : std::size_t{1}};
      return true;
    }
    const std::size_t axis = word == "left" || word == "right" ? 0 : 1;
    const auto &a = entities_[0].position, &b = entities_[1].position;
    if (!a || !b || a->size() <= axis || b->size() <= axis || (*a)[axis].value == (*b)[axis].value) return false;
    const bool is_a_less = (*a)[axis].value < (*b)[axis].value;
    const bool wants_less = word == "left" || word == "lower";
    targets_ = {is_a_less == wants_less ? std::size_t{0} : std::size_t{1}};
    return true;
  }

  void takeNoun(const std::string& word, std::string type, bool is_planar) {
    std::size_t count = std::exchange(count_, 0);
    if (count == 0 && word == "segments") count = 2;  // "the segments …-… and …-…"
    if (word.ends_with('s') && at_ > 0 && tokens_[at_ - 1].isNumber()) return targets_.clear();  // "he said 3 boxes"
    const bool is_plural = word.ends_with('s') && count > 1;
    const std::string adjective = isAdjective(previous()) ? previous() : std::string();
    const bool is_known = previous() == "the" || previous() == "this" || previous() == "that" || !adjective.empty();
    if (is_known && !is_plural) {
      for (std::size_t i = entities_.size(); i-- > 0;) {
        if (entities_[i].type != type || (!adjective.empty() && entities_[i].adjective != adjective)) continue;
        targets_ = {i};
        return;
      }
    }
    open(type, is_planar, is_plural ? count : 1);
    for (const std::size_t target : targets_) entities_[target].adjective = adjective;
    role_ = Role::kShape;
    is_bare_ = true;
    if (previous() != "unit") return;
    for (const std::size_t target : targets_) {
      if (type == "sphere" || type == "circle") giveTo(entities_[target], Role::kRadius, {{1}});
      if (type == "box") giveTo(entities_[target], Role::kFullSizes, Numbers(is_planar ? 2 : 3, Number{1}));
    }
  }

  /// "a crate (the grey one)": the body that was called so, or another one of the last kind.
  void takeOneMore(const std::string& adjective) {
    const auto known = std::ranges::find(entities_, adjective, &Entity::adjective);
    if (known != entities_.end()) {
      targets_ = {static_cast<std::size_t>(known - entities_.begin())};
    } else if (!entities_.empty() && !entities_.back().adjective.empty()) {
      open(entities_.back().type, entities_.back().is_planar, 1);
      if (!targets_.empty()) entities_[targets_[0]].adjective = adjective;
    }
    role_ = Role::kNone;
    count_ = 0;
  }

  /// "ship A", "particle P": a point that moves, by its letter.
  bool takeParticle(const std::string& word) {
    const Token& letter = next();
    const bool is_one = holdsWord(" particle ship boat car aircraft plane drone ", word) && letter.isWord() &&
                        letter.text.size() == 1 && letter.text[0] >= 'A' && letter.text[0] <= 'Z';
    if (!is_one) return false;
    ++at_;
    const auto known = std::ranges::find(entities_, letter.text, &Entity::letter);
    if (known != entities_.end()) {
      targets_ = {static_cast<std::size_t>(known - entities_.begin())};
    } else {
      open("point", false, 1);
      if (!targets_.empty()) entities_[targets_[0]].letter = letter.text;
    }
    role_ = Role::kNone;
    return true;
  }

  static constexpr std::size_t kMaxEntities = 16;

  void open(std::string type, bool is_planar, std::size_t count) {
    targets_.clear();
    given_.clear();
    // "a miss of two spheres. Two spheres: …"
    std::erase_if(entities_,
                  [&](const Entity& e) { return e.type == type && e.sizes.empty() && !e.position && !e.velocity; });
    for (std::size_t i = 0; i < count && entities_.size() < kMaxEntities; ++i) {
      targets_.push_back(entities_.size());
      entities_.push_back({type, lowered(now().text), is_planar, now().line, {}, {}, {}, {}});
    }
    group_ = targets_;
  }

  void targetAll() {
    targets_.clear();
    given_.clear();
    for (std::size_t i = 0; i < entities_.size(); ++i) targets_.push_back(i);
    is_same_ = false;
    for (std::size_t i = at_; i < std::min(tokens_.size(), at_ + 8); ++i)
      is_same_ = is_same_ || tokens_[i].text == "same";
  }

  /// The numbers here up to the end of their bracket or run, with their role.
  void takeGroup() {
    const bool is_bracket = opensGroup(), has_components = is_bracket && opensComponents();
    const std::string before = previous();
    Numbers numbers;
    bool negates = false;
    if (is_bracket) ++at_;
    while (now().kind != Token::Kind::kEnd) {
      const Token& token = now();
      if (token.isNumber()) {
        numbers.push_back({negates ? -token.number : token.number, token.offset});
        negates = false;
      } else if (token.is("-") || token.is("+")) {
        negates = token.is("-");
        if (!is_bracket && !next().isNumber()) break;
      } else if (token.is(",") || token.is(";")) {
        // "center 120, 80"
        const bool is_vector = role_ == Role::kPosition || role_ == Role::kVelocity || role_ == Role::kDirection;
        const bool goes_on = is_vector && token.is(",") && numbers.size() < 3 && !next().begins_line &&
                             (next().isNumber() || (next().is("-") && next(2).isNumber()));
        if (!is_bracket && !goes_on) break;
      } else if (has_components && (componentOf(token.text) >= 0 || token.is(":") || token.is("="))) {
        negates = false;
      } else if (!(lowered(token.text) == "x" && next().isNumber())) {
        break;
      }
      ++at_;
      if (!is_bracket && now().begins_line) break;
    }
    if (is_bracket && now().kind == Token::Kind::kSign) ++at_;
    const bool was_bare = std::exchange(is_bare_, false);
    if (numbers.empty() || takePoint(numbers, is_bracket) || takeSide(lowered(now().text), numbers)) return;
    // "its edge length is 1. The other …": the point ends the sentence.
    const std::string_view last = tokens_[at_ - 1].text;
    const bool ends_sentence =
        !is_bracket && last.ends_with('.') && now().isWord() && now().text[0] >= 'A' && now().text[0] <= 'Z';
    if (has_components && (role_ == Role::kNone || role_ == Role::kShape)) role_ = Role::kPosition;
    takeNumbers(std::move(numbers), is_bracket, was_bare, before);
    if (ends_sentence) beginSentence();
  }

  /// "a triangle (0, 0, 0), (3, 0, 0), (0, 3, 0)": a corner of what is made of them.
  bool takePoint(const Numbers& numbers, bool is_bracket) {
    if (!is_bracket || !hasCorners()) return false;
    Entity& entity = entities_[targets_[0]];
    const bool fits =
        entity.dimensions == 0 ? numbers.size() == 2 || numbers.size() == 3 : numbers.size() == entity.dimensions;
    if (!fits) return false;
    entity.dimensions = numbers.size();
    append(entity.points, numbers);
    return true;
  }

  /// `before`: the word in front of them.
  void takeNumbers(Numbers numbers, bool is_bracket, bool was_bare, const std::string& before) {
    Role role = role_;
    if (is_between_) role = given_[Role::kLower] <= given_[Role::kUpper] ? Role::kLower : Role::kUpper;
    // "the segments (0, 0)-(1, 1) and (0, 1)-(1, 0)"
    const bool are_ends = role == Role::kShape && is_bracket && (numbers.size() == 2 || numbers.size() == 3) &&
                          std::ranges::all_of(targets_, [&](std::size_t t) { return entities_[t].type == "segment"; });
    if (are_ends) role = given_[Role::kFrom] <= given_[Role::kTo] ? Role::kFrom : Role::kTo;
    // "… is at (0, 48) and is 24x24"
    const bool are_sizes = !is_bracket && before == "is" && (numbers.size() == 2 || numbers.size() == 3) &&
                           targets_.size() == 1 && entities_[targets_[0]].type == "box" &&
                           entities_[targets_[0]].sizes.empty();
    if (are_sizes) role = Role::kFullSizes;
    if (role == Role::kShape) {
      const bool has_sizes = was_bare && !is_bracket && numbers.size() > 1;
      role = has_sizes ? Role::kFullSizes : Role::kNone;
    }
    const bool is_angle = numbers.size() == 1 && lowered(now().text).starts_with("deg") && role != Role::kAngle;
    if (is_angle) findings_.doubt(trf("line {}: an angle without a word for it is no rotation", now().line));
    if (role == Role::kNone || role == Role::kResult || is_angle) return;
    if (targets_.empty() || numbers.size() > 4) return;
    if (role == Role::kAngle && numbers.size() == 1) {
      const bool has_unit = lowered(now().text).starts_with("deg") || lowered(now().text).starts_with("rad");
      const bool in_degrees = has_unit ? lowered(now().text)[0] == 'd' : areDegrees(numbers, findings_);
      const char axis = axisBehind(std::span(tokens_).subspan(at_ + (has_unit ? 1 : 0)));
      std::optional<FoundRotation>& rotation = entities_[targets_[0]].rotation;
      rotation = FoundRotation{FoundRotation::Form::kAngle, numbers, "xyz", in_degrees};
      if (axis != 0) rotation = eulerOf(numbers, std::string(1, axis), std::string(1, axis), in_degrees);
      role_ = Role::kNone;
      return;
    }
    give(role, std::move(numbers));
    if (role == Role::kFrom && std::exchange(has_ends_, false)) role_ = Role::kTo;
  }

  /// To the next of the bodies that are spoken of together, or to all of them.
  void give(Role role, Numbers numbers) {
    const std::size_t turn = given_[role]++;
    const bool is_of_each = role == Role::kPosition || role == Role::kVelocity || role == Role::kDirection ||
                            role == Role::kRotation || role == Role::kFrom || role == Role::kTo;
    if (targets_.size() > 1 && !is_of_each) {
      if (turn == 0) {
        shared_.push_back({targets_, role, numbers});
      } else {
        std::erase_if(shared_, [&](const SharedSize& shared) { return shared.role == role; });
      }
    }
    if (is_same_ || (is_between_ && targets_.size() > 1)) {
      for (const std::size_t target : targets_) giveTo(entities_[target], role, numbers);
    } else if (targets_.size() == 1 || turn < targets_.size()) {
      giveTo(entities_[targets_[std::min(turn, targets_.size() - 1)]], role, std::move(numbers));
    }
  }

  void giveTo(Entity& entity, Role role, Numbers numbers) {
    if (role == Role::kPosition || (role == Role::kFrom && entity.type == kRay)) {
      if (entity.position) return;
      if (numbers.size() == 2 || numbers.size() == 3) entity.position = std::move(numbers);
    } else if (role == Role::kDirection && entity.type != kRay && !speaks_of_motion_) {
      return;  // of a contact that is told
    } else if (role == Role::kVelocity || role == Role::kDirection) {
      if (numbers.size() == 1) speed_ = numbers[0];
      if (numbers.size() > 1) entity.velocity = std::move(numbers);
    } else if (role == Role::kRotation && numbers.size() == 4) {
      entity.rotation = quaternionOf(std::move(numbers), findings_);
    } else if (numbers.size() <= 3) {
      const bool has_it = std::ranges::any_of(entity.sizes, [&](const auto& size) { return size.first == role; });
      if (!has_it) entity.sizes.emplace_back(role, std::move(numbers));
    }
  }

  /// "3 m/s along +x", "a height of 3 along the z axis"; of a ray the direction comes next.
  void takeAlong() {
    Entity& entity = entities_[targets_[0]];
    const bool is_speed = role_ == Role::kVelocity && speed_;
    if (entity.type == kRay) role_ = Role::kDirection;
    std::size_t by = 1;
    const bool is_negative = next().is("-");
    if (is_negative || next().is("+")) ++by;
    if (lowered(next(by).text) == "the") ++by;
    const int axis = next(by).text.size() == 1 ? componentOf(next(by).text) : -1;
    if (axis < 0 || axis > 2) return;
    if (!is_speed) {
      entity.axis = static_cast<char>('x' + axis);
      return;
    }
    entity.velocity.emplace(3);
    (*entity.velocity)[static_cast<std::size_t>(axis)] = {is_negative ? -speed_->value : speed_->value, speed_->offset};
    at_ += by;
  }

  std::optional<FoundShape> shapeOf(const Entity& entity) {
    if (entity.type == "point" && entity.position) {
      FoundShape point;
      point.type = entity.type;
      point.is_planar = entity.position->size() == 2;
      point.line = entity.line;
      return point;
    }
    if (entity.dimensions > 0 && entity.points.size() >= 3 * entity.dimensions) {
      FoundShape shape = shapeOfPoints(entity.points, entity.dimensions, entity.line, findings_);
      if (entity.word == "triangle" && entity.dimensions == 3) shape.type = "triangle";
      return shape;
    }
    auto sizes = entity.sizes;
    if (entity.type == kRay && entity.position) sizes.emplace_back(Role::kFrom, *entity.position);
    if (entity.type == kRay && entity.velocity) sizes.emplace_back(Role::kDirection, *entity.velocity);
    if (sizes.empty() && entity.sides[0] && entity.sides[1]) {
      Numbers sides{*entity.sides[0], *entity.sides[1]};
      if (entity.sides[2]) sides.push_back(*entity.sides[2]);
      sizes.emplace_back(Role::kFullSizes, std::move(sides));
    }
    // "squares with side 2"
    if (entity.type == "box" && entity.is_planar && sizes.size() == 1 && sizes[0].second.size() == 1)
      sizes[0].second.push_back(sizes[0].second[0]);
    auto shape = shapeOfSizes(entity.type == "cube" ? "box" : entity.type, sizes, nullptr, findings_, entity.axis);
    if (!shape) return shape;
    shape->line = entity.line;
    if (shape->is_between_corners && entity.position) {  // corners around the body's own place
      shape->is_between_corners = false;
      const auto isZero = [](const Number& n) { return n.value == 0; };
      if (shape->centre && std::ranges::all_of(*shape->centre, isZero)) {
        findings_.use(*shape->centre);
        shape->centre.reset();
      }
    }
    return shape;
  }

  Findings& findings_;
  const std::vector<Token>& tokens_;
  bool speaks_of_casts_, speaks_of_motion_, asks_of_point_, has_point_ = false;
  std::size_t at_ = 0;
  std::vector<Entity> entities_;
  std::vector<std::size_t> targets_;  ///< which the next numbers are about
  std::vector<std::size_t> group_;    ///< the last that were named together
  std::vector<SharedSize> shared_;
  std::map<Role, std::size_t> given_;  ///< how many of a role they have got
  Role role_ = Role::kNone;
  std::size_t count_ = 0;
  std::optional<Number> speed_;
  bool is_between_ = false, is_same_ = false, is_bare_ = false, has_ends_ = false;
};

}  // namespace

void readSentences(const Source& source, Findings& findings) { Sentences(source, findings).collectBodies(); }

}  // namespace sepax::paste
