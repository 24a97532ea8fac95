#include "lab/paste/by_hand.h"

#include "core/language.h"
#include "core/number.h"
#include "core/text.h"
#include "lab/paste/frame.h"
#include "lab/paste/number_groups.h"
#include "lab/paste/shape_reading.h"
#include "lab/paste/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>

namespace sepax::paste {

namespace {

/// How many numbers a role takes, each a bit.
using Counts = std::uint32_t;
constexpr Counts counts(std::initializer_list<int> allowed) {
  Counts bits = 0;
  for (const int count : allowed) bits |= Counts{1} << count;
  return bits;
}
constexpr Counts kAnyCount = 0, kOne = counts({1}), kPoint = counts({2, 3}), kSizes = counts({1, 2, 3});

struct RoleRow {
  const char* name;
  Role role;
  const char* meaning;
  Counts counts = kAnyCount;
};
constexpr RoleRow kRoles[] = {
    {"half_extents", Role::kHalfExtents, "half sizes of a box", kSizes},
    {"extents", Role::kFullSizes, "full sizes of a box", kSizes},
    {"min", Role::kLower, "least corner", kPoint},
    {"max", Role::kUpper, "greatest corner", kPoint},
    {"radius", Role::kRadius, "radius", kOne},
    {"height", Role::kFullLength, "length without the caps", kOne},
    {"length", Role::kFullLength, "length without the caps", kOne},
    {"half_length", Role::kHalfLength, "half of it", kOne},
    {"from", Role::kFrom, "one end, or a ray's origin", kPoint},
    {"origin", Role::kFrom, "a ray's origin", kPoint},
    {"to", Role::kTo, "the other end", kPoint},
    {"direction", Role::kDirection, "a ray's direction", kPoint},
    {"vertices", Role::kVertices, "corners; :2 or :3 numbers each"},
    {"triangles", Role::kShape, "indices of corners, from 0"},
    {"position", Role::kPosition, "position", kPoint},
    {"rotation", Role::kRotation, "a quaternion; :xyzw or :wxyz", counts({4})},
    {"angle", Role::kAngle, "an angle in the plane; :deg", kOne},
    {"matrix", Role::kMatrix, "nine, twelve or sixteen numbers; :rows or :columns", counts({9, 12, 16})},
    {"velocity", Role::kVelocity, "velocity", kPoint},
    {"angular_velocity", Role::kAngularVelocity, "angular velocity in the plane", kOne},
    {"duration", Role::kScale, "of the motion, seconds", kOne},
    {"axis", Role::kAxis, "x, y or z: along which a capsule, cylinder or cone lies"},
    {"none", Role::kNone, "numbers that are part of nothing"},
};

tl::unexpected<Error> wrong(std::string_view expected, std::string_view found) {
  return fail(ErrorCode::kWrongValue, "--take",
              fmt::format("expected {}; found \"{}\"", expected, printableLine(found)));
}

/// "2 or 3 numbers".
std::string countsInWords(Counts bits) {
  std::vector<int> allowed;
  for (int count = 1; count < 32; ++count) {
    if ((bits >> count & 1) != 0) allowed.push_back(count);
  }
  return fmt::format("{} {}", fmt::join(allowed, " or "), bits == kOne ? "number" : "numbers");
}

std::vector<std::string> splitAt(std::string_view text, char separator) {
  std::vector<std::string> out;
  while (true) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) out.emplace_back(text.substr(0, end));
    if (end == text.size()) return out;
    text.remove_prefix(end + 1);
  }
}

/// "3", "3-5": the first and the last; nullopt: no numbers.
std::optional<std::pair<std::size_t, std::size_t>> rangeOf(const std::string& text) {
  const std::vector<std::string> ends = splitAt(text, '-');
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
    for (const std::string& word : splitAt(term, ',')) {
      const auto number = parseDouble(word);
      if (!number) return false;
      out.push_back({*number});
    }
    return true;
  }

  std::vector<NumberGroup> groups_;
  std::size_t width_ = 0;
};

/// The body that a rule is about; a new one stands behind those that rules made before.
FoundBody& bodyNamed(const std::string& who, std::vector<FoundBody>& bodies, std::size_t& made) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    FoundBody& body = bodies[i];
    const bool is_letter =
        body.name.empty() && who.size() == 1 && who[0] == static_cast<char>('A' + i - made) && i >= made;
    if (body.name != who && !is_letter) continue;
    if (i >= made)
      std::rotate(bodies.begin() + static_cast<std::ptrdiff_t>(made), bodies.begin() + static_cast<std::ptrdiff_t>(i),
                  bodies.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    if (i >= made) ++made;
    FoundBody& found = bodies[std::min(i, made - 1)];
    found.name = who;
    return found;
  }
  bodies.insert(bodies.begin() + static_cast<std::ptrdiff_t>(made), FoundBody{who, std::nullopt, {}});
  return bodies[made++];
}

class Taker {
 public:
  Taker(const Source& source, Findings& findings) : references_(source), findings_(findings) {}

  Result<void> take(const TakeRule& rule) {
    FoundBody& body = bodyNamed(rule.who, findings_.bodies, made_);
    sizes_.clear();
    points_.clear();
    indices_.clear();
    axis_ = 'y';
    for (const TakeRule::Part& part : rule.parts) {
      const auto* const row = std::ranges::find(kRoles, part.role, &RoleRow::name);
      if (row->role == Role::kAxis) {
        axis_ = part.terms[0][0];
        continue;
      }
      auto numbers = references_.numbersOf(part);
      SEPAX_TRY(numbers);
      if (row->counts != kAnyCount && (numbers->size() >= 32 || (row->counts >> numbers->size() & 1) == 0))
        return wrong(fmt::format("{} with {}", part.role, countsInWords(row->counts)),
                     fmt::format("{} numbers", numbers->size()));
      findings_.use(*numbers);
      takePart(body, row->role, std::move(*numbers), part.order);
    }
    auto shape = rule.who == kRay ? shapeOfSizes(kRay, sizes_, nullptr, findings_) : shapeOf(rule.kind);
    if (shape) body.shape = std::move(shape);
    if (!body.shape) findings_.missing.push_back(trf("{}: a kind, and numbers that make one", rule.who));
    return {};
  }

  [[nodiscard]] std::size_t made() const { return made_; }

 private:
  void takePart(FoundBody& body, Role role, Numbers numbers, const std::string& order) {
    using Form = FoundRotation::Form;
    switch (role) {
      case Role::kPosition:
        body.pose.position = std::move(numbers);
        return;
      case Role::kRotation:
        if (numbers.size() == 4)
          body.pose.rotation = quaternionOf(std::move(numbers), findings_, order.empty() ? "xyzw" : order);
        return;
      case Role::kAngle:
        body.pose.rotation = FoundRotation{Form::kAngle, std::move(numbers), "xyz", order == "deg"};
        return;
      case Role::kMatrix:
        takeMatrix(numbers, findings_, order == "columns" ? RotationKind::kColumns : RotationKind::kRows,
                   body.pose.position, body.pose.rotation, numbers.size() == 12 ? 4 : 0);
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

  std::optional<FoundShape> shapeOf(const std::string& kind) {
    if (!points_.empty()) {
      const std::size_t dimensions = dimensions_ == 2 || kind == "polygon" ? 2 : 3;
      if (points_.size() < dimensions * 2 || points_.size() % dimensions != 0) return std::nullopt;
      FoundShape shape = shapeOfPoints(points_, dimensions, 0, findings_);
      if (!indices_.empty()) {
        shape.type = "mesh";
        shape.indices = indices_;
      }
      return shape;
    }
    if (kind == "segment" && sizes_.size() == 2) {
      FoundShape shape;
      shape.type = kind;
      for (const auto& [role, numbers] : sizes_) (role == Role::kFrom ? shape.from : shape.to) = numbers;
      shape.is_planar = shape.from && shape.from->size() == 2;
      return shape;
    }
    const ApiShape row{"", kind, "by hand", axis_};
    return sizes_.empty() ? std::nullopt : shapeOfSizes(kind, sizes_, &row, findings_);
  }

  References references_;
  Findings& findings_;
  std::size_t made_ = 0;
  std::vector<std::pair<Role, Numbers>> sizes_;
  Numbers points_, indices_;
  std::size_t dimensions_ = 3;
  char axis_ = 'y';
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

const std::vector<std::pair<std::string, std::string>>& takeRoles() {
  static const std::vector<std::pair<std::string, std::string>> rows = [] {
    std::vector<std::pair<std::string, std::string>> out;
    for (const RoleRow& row : kRoles) out.emplace_back(row.name, row.meaning);
    return out;
  }();
  return rows;
}

Result<TakeRule> parseTake(std::string_view text) {
  TakeRule rule;
  const std::size_t colon = text.find(": ");
  if (colon == std::string_view::npos || colon == 0)
    return wrong("WHO: KIND role=REF …, as in \"A: box half_extents=@3 position=@5.1\"", text);
  rule.who = std::string(text.substr(0, colon));
  static constexpr std::string_view kKinds[] = {"box",     "sphere", "circle",  "capsule",  "cylinder", "cone",
                                                "segment", "hull",   "polygon", "triangle", "mesh",     "ellipsoid"};
  for (const std::string& word : splitAt(text.substr(colon + 1), ' ')) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) {
      if (std::ranges::find(kKinds, word) == std::end(kKinds))
        return wrong(fmt::format("a kind, one of {}", fmt::join(kKinds, ", ")), word);
      rule.kind = word;
      continue;
    }
    TakeRule::Part part;
    part.role = word.substr(0, equals);
    if (std::ranges::find(kRoles, part.role, &RoleRow::name) == std::end(kRoles)) {
      std::vector<std::string> names;
      for (const RoleRow& row : kRoles) names.emplace_back(row.name);
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
    part.terms = splitAt(value, '+');
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
  // A pair that is taken by hand is certain: it leaves nothing of the reader's doubts.
  if (taker.made() > 1) {
    findings.doubts.clear();
    findings.missing.clear();
    findings.has_pair = findings.is_by_hand = true;
    findings.bodies.resize(taker.made());
  }
  return {};
}

}  // namespace sepax::paste
