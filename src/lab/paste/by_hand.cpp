#include "lab/paste/by_hand.h"

#include "core/language.h"
#include "core/number.h"
#include "core/text.h"
#include "lab/paste/rotation_reading.h"
#include "lab/paste/shape_reading.h"
#include "lab/paste/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <utility>

namespace sepax::paste {

namespace {

constexpr std::uint32_t counts(std::initializer_list<int> allowed) {
  std::uint32_t bits = 0;
  for (const int count : allowed) bits |= std::uint32_t{1} << count;
  return bits;
}
constexpr std::uint32_t kOne = counts({1}), kPoint = counts({2, 3}), kSizes = counts({1, 2, 3});

constexpr TakeRole kRoles[] = {
    {"half_extents", Role::kHalfExtents, "half extents", "half sizes of a box", "h", kSizes, 's'},
    {"extents", Role::kFullSizes, "extents", "full sizes of a box", "e", kSizes, 's'},
    {"min", Role::kLower, "least corner", "least corner", "n", kPoint},
    {"max", Role::kUpper, "greatest corner", "greatest corner", "x", kPoint, 's'},
    {"radius", Role::kRadius, "radius", "radius", "r", kOne},
    {"height", Role::kFullLength, "length", "length without the caps", "l", kOne, 'l'},
    {"length", Role::kFullLength, "", "length without the caps", "", kOne, 'l'},
    {"half_length", Role::kHalfLength, "half length", "half of it", "k", kOne, 'l'},
    {"from", Role::kFrom, "from", "one end, or a ray's origin", "f", kPoint},
    {"origin", Role::kFrom, "", "a ray's origin", "", kPoint},
    {"to", Role::kTo, "to", "the other end", "t", kPoint, 'd'},
    {"direction", Role::kDirection, "direction", "a ray's direction", "d", kPoint, 'd'},
    {"vertices", Role::kVertices, "vertices", "corners; :2 or :3 numbers each", "v 2:2 3:3"},
    {"triangles", Role::kShape, "triangles", "indices of corners, from 0", "i"},
    {"position", Role::kPosition, "position", "position", "p", kPoint},
    {"rotation", Role::kRotation, "rotation", "a quaternion; :xyzw or :wxyz", "q:xyzw w:wxyz", counts({4}), 'o'},
    {"angle", Role::kAngle, "angle", "an angle in the plane; :deg", "g j:deg", kOne, 'o'},
    {"matrix", Role::kMatrix, "matrix", "nine, twelve or sixteen numbers; :rows or :columns", "m:rows c:columns",
     counts({9, 12, 16}), 'o'},
    {"velocity", Role::kVelocity, "velocity", "velocity", "s", kPoint},
    {"angular_velocity", Role::kAngularVelocity, "angular velocity", "angular velocity in the plane", "o", kOne},
    {"duration", Role::kScale, "duration", "of the motion, seconds", "u", kOne},
    {"axis", Role::kAxis, "axis", "x, y or z: along which a capsule, cylinder or cone lies", ""},
    {"none", Role::kNone, "not used", "numbers that are no part of this body", ""},
};

tl::unexpected<Error> wrong(std::string_view expected, std::string_view found) {
  return fail(ErrorCode::kWrongValue, "--take",
              fmt::format("expected {}; found \"{}\"", expected, printableLine(found)));
}

/// "2 or 3 numbers".
std::string countsInWords(std::uint32_t bits) {
  std::vector<int> allowed;
  for (int count = 1; count < 32; ++count) {
    if ((bits >> count & 1) != 0) allowed.push_back(count);
  }
  return fmt::format("{} {}", fmt::join(allowed, " or "), bits == kOne ? "number" : "numbers");
}

/// "3", "3-5": the first and the last; nullopt: no numbers.
std::optional<std::pair<std::size_t, std::size_t>> rangeOf(const std::string& text) {
  const std::vector<std::string> ends = partsOf(text, '-');
  if (ends.empty() || ends.size() > 2) return std::nullopt;
  const auto first = parseInteger<std::size_t>(ends[0]), last = parseInteger<std::size_t>(ends.back());
  if (!first || !last || *last < *first) return std::nullopt;
  return std::pair(*first, *last);
}

/// The numbers that terms stand for, and how many each group has.
class References {
 public:
  explicit References(const Source& source) : groups_(groupsOf(source.tokens)) {}

  Result<Numbers> numbersOf(const TakeRule::Part& part) {
    Numbers out;
    width_ = 0;
    for (const std::string& term : part.terms) {
      if (!(term.starts_with('@') ? addGroups(term.substr(1), out) : addLiteral(term, out)))
        return wrong("@LINE, @LINE.GROUP, @LINE-LINE, @LINE#NUMBER of numbers in the text, or numbers", term);
    }
    return out;
  }
  [[nodiscard]] std::size_t width() const { return width_; }

 private:
  bool addGroups(const std::string& term, Numbers& out) {
    const std::size_t mark = std::min(term.find_first_of(".#"), term.size());
    const auto lines = rangeOf(term.substr(0, mark));
    const auto which = mark < term.size() ? rangeOf(term.substr(mark + 1)) : std::pair(std::size_t{1}, std::size_t{0});
    if (!lines || !which) return false;
    const std::size_t before = out.size();
    std::size_t group_of_line = 0, number_of_line = 0;
    int line = 0;
    for (const NumberGroup& group : groups_) {
      if (group.line != line) group_of_line = number_of_line = 0;
      line = group.line;
      ++group_of_line;
      const auto at = static_cast<std::size_t>(line);
      const bool is_in_lines = at >= lines->first && at <= lines->second;
      const bool by_number = mark < term.size() && term[mark] == '#', by_group = mark < term.size() && !by_number;
      for (const PlacedNumber& n : group.numbers) {
        ++number_of_line;
        const std::size_t index = by_number ? number_of_line : group_of_line;
        const bool is_taken = (!by_number && !by_group) || (index >= which->first && index <= which->second);
        if (is_in_lines && is_taken) out.push_back({n.value, n.offset});
        if (is_in_lines && is_taken && !by_number) width_ = group.numbers.size();
      }
    }
    return out.size() > before;
  }

  static bool addLiteral(const std::string& term, Numbers& out) {
    for (const std::string& word : partsOf(term, ',')) {
      const auto number = parseDouble(word);
      if (!number) return false;
      out.push_back({*number});
    }
    return true;
  }

  std::vector<NumberGroup> groups_;
  std::size_t width_ = 0;
};

/// The body that a rule is about; a new one stands where its letter says, else in front. Letters do not count rays.
std::size_t bodyNamed(const std::string& who, std::vector<FoundBody>& bodies) {
  const bool is_letter = who.size() == 1 && who[0] >= 'A' && who[0] <= 'Z';
  const auto isRay = [](const FoundBody& body) { return body.shape && body.shape->type == kRay; };
  const auto named = std::ranges::find(bodies, who, &FoundBody::name);
  if (named != bodies.end()) return static_cast<std::size_t>(named - bodies.begin());
  const auto ray = std::ranges::find_if(bodies, isRay);
  if (who == kRay && ray != bodies.end()) return static_cast<std::size_t>(ray - bodies.begin());
  std::size_t at = 0, left = is_letter ? static_cast<std::size_t>(who[0] - 'A') : 0;
  while (at < bodies.size() && (left > 0 || (is_letter && isRay(bodies[at])))) left -= isRay(bodies[at++]) ? 0 : 1;
  if (is_letter && at < bodies.size() && bodies[at].name.empty()) return at;
  bodies.insert(bodies.begin() + static_cast<std::ptrdiff_t>(at), FoundBody{who, std::nullopt, {}});
  return at;
}

class Taker {
 public:
  Taker(const Source& source, Findings& findings) : references_(source), findings_(findings) {}

  Result<void> take(const TakeRule& rule) {
    FoundBody& body = findings_.bodies[bodyNamed(rule.who, findings_.bodies)];
    body.name = rule.who;
    sizes_.clear();
    points_.clear();
    indices_.clear();
    axis_ = 'y';
    for (const bool none_are_due : {true, false}) {
      for (const TakeRule::Part& part : rule.parts) {
        const TakeRole& row = *findTakeRole(part.role);
        if ((row.role == Role::kNone) != none_are_due) continue;
        if (row.role == Role::kAxis) {
          axis_ = part.terms[0][0];
          continue;
        }
        auto numbers = references_.numbersOf(part);
        SEPAX_TRY(numbers);
        if (!row.takes(numbers->size()))
          return wrong(fmt::format("{} with {}", part.role, countsInWords(row.counts)),
                       fmt::format("{} numbers", numbers->size()));
        findings_.use(*numbers);
        takePart(body, row.role, std::move(*numbers), part.order);
      }
    }
    const bool says_sizes = !sizes_.empty() || !points_.empty();
    if (says_sizes && body.shape) addReadSizes(*body.shape, rule.kind);
    auto shape = rule.who == kRay ? shapeOfSizes(kRay, sizes_, nullptr, findings_) : shapeOf(rule.kind);
    const bool is_whole = shape || !rule.kind.empty() || rule.parts.empty();
    if (shape) body.shape = std::move(shape);
    if (!body.shape) findings_.missing.push_back(trf("{}: a kind, and numbers that make one", rule.who));
    const bool is_new = std::ranges::find(by_hand_, rule.who) == by_hand_.end();
    if (is_whole && is_new && body.shape) by_hand_.push_back(rule.who);
    return {};
  }

  /// Two bodies, or one and a ray, that are by hand are certain: they leave nothing of the reader's doubts.
  void finish() {
    if (by_hand_.size() < 2) return;
    std::vector<FoundBody> taken;
    for (const std::string& who : by_hand_) {
      const auto body = std::ranges::find(findings_.bodies, who, &FoundBody::name);
      if (body == findings_.bodies.end()) return;
      taken.push_back(std::move(*body));
    }
    findings_.bodies = std::move(taken);
    findings_.doubts.clear();
    findings_.missing.clear();
    findings_.has_pair = findings_.is_by_hand = true;
  }

 private:
  void takePart(FoundBody& body, Role role, Numbers numbers, const std::string& order) {
    switch (role) {
      case Role::kPosition:
      case Role::kRotation:
      case Role::kAngle:
      case Role::kMatrix:
        takePose(role, numbers, findings_, body.pose,
                 {.quaternion = order == "wxyz" ? "wxyz" : "xyzw",
                  .in_degrees = order == "deg",
                  .matrix = order == "columns" ? RotationKind::kColumns : RotationKind::kRows});
        return;
      case Role::kVelocity:
        body.velocity = std::move(numbers);
        return;
      case Role::kAngularVelocity:
        body.spin = numbers[0];
        return;
      case Role::kScale:
        findings_.duration = numbers[0];
        return;
      case Role::kNone:
        leaveOut(body, numbers);
        return;
      case Role::kShape:
        indices_ = std::move(numbers);
        return;
      case Role::kVertices:
        dimensions_ = order.empty() ? references_.width() : static_cast<std::size_t>(order[0] - '0');
        points_ = std::move(numbers);
        return;
      default:
        sizes_.emplace_back(role, std::move(numbers));
    }
  }

  /// Numbers that are no part of the body, though they were read so.
  static void leaveOut(FoundBody& body, const Numbers& numbers) {
    const auto holds = [&](const Numbers& own) {
      return std::ranges::any_of(own, [&](const Number& n) {
        return n.offset != Number::kNowhere && std::ranges::find(numbers, n.offset, &Number::offset) != numbers.end();
      });
    };
    const auto holdsMaybe = [&](const std::optional<Numbers>& own) { return own && holds(*own); };
    if (holdsMaybe(body.pose.position) || holds(body.pose.also)) body.pose.position.reset();
    if (body.pose.rotation && holds(body.pose.rotation->numbers)) body.pose.rotation.reset();
    if (holdsMaybe(body.velocity)) body.velocity.reset();
    if (body.spin && holds({*body.spin})) body.spin.reset();
    if (!body.shape) return;
    const FoundShape& shape = *body.shape;
    const bool is_of_shape = holds(shape.sizes) || holds(shape.points) || holds(shape.indices) ||
                             holdsMaybe(shape.from) || holdsMaybe(shape.to) || holdsMaybe(shape.centre);
    if (is_of_shape) body.shape.reset();
  }

  /// A radius or an end by hand leaves the other sizes of a long body, and of a ray, as they were read.
  void addReadSizes(const FoundShape& read, const std::string& kind) {
    const bool is_long = read.type == "capsule" || read.type == "cylinder" || read.type == "cone";
    const bool is_other = !kind.empty() && kind != read.type && !is_long;
    if (is_other || !(is_long || read.type == kRay || read.type == "segment")) return;
    const auto add = [&](Role role, const std::optional<Numbers>& numbers) {
      const auto is_there = [&](const auto& size) {
        return size.first == role || (role == Role::kDirection && size.first == Role::kTo) ||
               (role == Role::kHalfLength && size.first == Role::kFullLength);
      };
      if (numbers && std::ranges::none_of(sizes_, is_there)) sizes_.emplace_back(role, *numbers);
    };
    add(Role::kFrom, read.from);
    add(read.type == kRay ? Role::kDirection : Role::kTo, read.to);
    if (is_long && !read.sizes.empty()) add(Role::kRadius, Numbers{read.sizes[0]});
    if (is_long && read.sizes.size() == 2) add(Role::kHalfLength, Numbers{read.sizes[1]});
    axis_ = axis_ == 'y' ? read.axis : axis_;
    if (is_long) kind_read_ = read.type;
  }

  std::optional<FoundShape> shapeOf(std::string kind) {
    if (kind.empty()) kind = std::exchange(kind_read_, {});
    if (!points_.empty()) {
      const bool pairs = dimensions_ == 2 || (dimensions_ != 3 && points_.size() % 3 != 0);
      const std::size_t dimensions = pairs || kind == "polygon" ? 2 : 3;
      if (points_.size() < dimensions * 2 || points_.size() % dimensions != 0) return std::nullopt;
      FoundShape shape = shapeOfPoints(points_, dimensions, 0, findings_);
      if (dimensions == 3 && points_.size() == 9) shape.type = "triangle";
      if (!indices_.empty()) {
        shape.type = "mesh";
        shape.indices = indices_;
      }
      return shape;
    }
    const auto isEnd = [](const auto& size) { return size.first == Role::kFrom || size.first == Role::kTo; };
    if (kind.empty() && sizes_.size() == 2 && std::ranges::all_of(sizes_, isEnd)) kind = "segment";
    const ApiShape row{"", kind, "by hand", axis_};
    return sizes_.empty() ? std::nullopt : shapeOfSizes(kind, sizes_, &row, findings_);
  }

  References references_;
  Findings& findings_;
  std::vector<std::string> by_hand_;
  std::vector<std::pair<Role, Numbers>> sizes_;
  Numbers points_, indices_;
  std::size_t dimensions_ = 3;
  char axis_ = 'y';
  std::string kind_read_;
};

}  // namespace

std::vector<std::string> referencesOf(const std::vector<NumberGroup>& groups) {
  std::vector<std::string> out;
  int line = 0, of_line = 0;
  for (const NumberGroup& group : groups) {
    of_line = group.line == line ? of_line + 1 : 1;
    line = group.line;
    out.push_back(fmt::format("@{}.{}", line, of_line));
  }
  return out;
}

bool TakeRole::isFor(std::string_view who) const {
  const bool is_of_ray = role == Role::kFrom || role == Role::kTo || role == Role::kDirection;
  return who == kRay ? is_of_ray || role == Role::kFullLength : role != Role::kDirection;
}

std::string_view TakeRole::readAs() const {
  switch (role) {
    case Role::kAngle:
    case Role::kMatrix:
      return "rotation";
    case Role::kPosition:
    case Role::kRotation:
    case Role::kVertices:
    case Role::kShape:
    case Role::kFrom:
    case Role::kTo:
    case Role::kVelocity:
      return name;
    default:
      return "size";
  }
}

std::span<const TakeRole> takeRoles() { return kRoles; }

const TakeRole* findTakeRole(std::string_view name) {
  const auto* const row = std::ranges::find(kRoles, name, &TakeRole::name);
  return row == std::end(kRoles) ? nullptr : row;
}

std::string textOf(const TakeRule& rule) {
  std::string text = rule.who + ":" + (rule.kind.empty() ? "" : " ") + rule.kind;
  for (const TakeRule::Part& part : rule.parts) {
    text += " " + part.role + "=";
    // "@3.1+@3.2+@3.3" is "@3.1-3".
    std::string line;
    std::size_t last = 0;
    bool is_range = false;
    for (const std::string& term : part.terms) {
      const std::size_t mark = std::min(term.find_first_of(".#"), term.size() - 1) + 1;
      const auto index = term.starts_with('@') ? parseInteger<std::size_t>(term.substr(mark)) : std::nullopt;
      const bool goes_on = index && line == term.substr(0, mark) && *index == last + 1;
      if (goes_on && is_range) text.resize(text.rfind('-'));
      if (goes_on) {
        text += "-" + std::to_string(*index);
      } else {
        text += (&term == part.terms.data() ? "" : "+") + term;
      }
      is_range = goes_on;
      line = index ? term.substr(0, mark) : "";
      last = index.value_or(0);
    }
    if (!part.order.empty()) text += ":" + part.order;
  }
  return text;
}

TakeRule& ruleOf(std::vector<TakeRule>& rules, const std::string& who) {
  const auto rule = std::ranges::find(rules, who, &TakeRule::who);
  return rule == rules.end() ? rules.emplace_back(TakeRule{who, {}, {}}) : *rule;
}

bool takeBack(std::vector<TakeRule>& rules, const std::vector<std::string>& terms) {
  std::size_t taken = 0;
  for (TakeRule& rule : rules) {
    for (TakeRule::Part& part : rule.parts)
      taken += std::erase_if(part.terms, [&](const std::string& term) {
        return term.starts_with('@') && std::ranges::find(terms, term) != terms.end();
      });
    const bool had_parts = !rule.parts.empty();
    std::erase_if(rule.parts, [](const TakeRule::Part& part) { return part.terms.empty(); });
    if (had_parts && rule.parts.empty() && rule.kind.empty()) rule.who.clear();
  }
  std::erase_if(rules, [](const TakeRule& rule) { return rule.who.empty(); });
  return taken > 0;
}

void give(std::vector<TakeRule>& rules, const std::string& who, TakeRule::Part part) {
  takeBack(rules, part.terms);
  TakeRule& rule = ruleOf(rules, who);
  const TakeRole& row = *findTakeRole(part.role);
  const bool joins = row.role == Role::kVertices || row.role == Role::kShape || row.role == Role::kNone;
  const auto same = std::ranges::find(rule.parts, part.role, &TakeRule::Part::role);
  if (joins && same != rule.parts.end()) {
    append(same->terms, part.terms);
    same->order = part.order;
    return;
  }
  std::erase_if(rule.parts, [&](const TakeRule::Part& other) {
    const TakeRole& theirs = *findTakeRole(other.role);
    return theirs.role == row.role || (row.rivals != 0 && theirs.rivals == row.rivals);
  });
  rule.parts.push_back(std::move(part));
}

Result<TakeRule> parseTake(std::string_view text) {
  TakeRule rule;
  const bool says_nothing = text.size() > 1 && text.ends_with(':');
  const std::size_t colon = says_nothing ? text.size() - 1 : text.find(": ");
  if (colon == std::string_view::npos || colon == 0)
    return wrong("WHO: KIND role=REF …, as in \"A: box half_extents=@3 position=@5.1\"", text);
  rule.who = std::string(text.substr(0, colon));
  for (const std::string& word : partsOf(text.substr(colon + 1), ' ')) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) {
      if (std::ranges::find(kTakeKinds, word) == std::end(kTakeKinds))
        return wrong(fmt::format("a kind, one of {}", fmt::join(kTakeKinds, ", ")), word);
      rule.kind = word;
      continue;
    }
    TakeRule::Part part;
    part.role = word.substr(0, equals);
    if (findTakeRole(part.role) == nullptr) {
      std::vector<std::string> names;
      for (const TakeRole& row : kRoles) names.emplace_back(row.name);
      return wrong(fmt::format("a role, one of {}", fmt::join(names, ", ")), part.role);
    }
    std::string value = word.substr(equals + 1);
    if (const std::size_t order = value.find(':'); order != std::string::npos) {
      part.order = value.substr(order + 1);
      value.resize(order);
    }
    static constexpr std::string_view kOrders[] = {"", "xyzw", "wxyz", "rows", "columns", "deg", "2", "3"};
    if (std::ranges::find(kOrders, part.order) == std::end(kOrders))
      return wrong("xyzw, wxyz, rows, columns, deg, 2 or 3 behind the colon", part.order);
    part.terms = partsOf(value, '+');
    const bool is_axis = part.role != "axis" || value == "x" || value == "y" || value == "z";
    if (part.terms.empty() || !is_axis) return wrong("role=REF", word);
    rule.parts.push_back(std::move(part));
  }
  return rule;
}

Result<void> takeByHand(const std::vector<TakeRule>& rules, const Source& source, Findings& findings) {
  if (rules.empty()) return {};
  Taker taker(source, findings);
  for (const TakeRule& rule : rules) SEPAX_TRY(taker.take(rule));
  taker.finish();
  return {};
}

}  // namespace sepax::paste
