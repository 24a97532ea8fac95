#include "lab/paste/rotation_reading.h"

#include "core/language.h"
#include "core/text.h"
#include "geom/portable_math.h"
#include "lab/paste/frame.h"
#include "lab/paste/number_groups.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

namespace sepax::paste {

std::optional<Numbers> axisNamed(std::string_view name) {
  struct Direction {
    std::string_view word;
    std::array<double, 3> axis;
  };
  // docs.godotengine.org, Vector3; docs.unity3d.com, Vector3
  static constexpr Direction kDirections[] = {
      {"RIGHT", {1, 0, 0}},    {"LEFT", {-1, 0, 0}}, {"UP", {0, 1, 0}},      {"DOWN", {0, -1, 0}},
      {"FORWARD", {0, 0, -1}}, {"BACK", {0, 0, 1}},  {"right", {1, 0, 0}},   {"left", {-1, 0, 0}},
      {"up", {0, 1, 0}},       {"down", {0, -1, 0}}, {"forward", {0, 0, 1}}, {"back", {0, 0, -1}},
  };
  for (const Direction& row : kDirections) {
    if (lastName(name) == row.word) return Numbers{{row.axis[0]}, {row.axis[1]}, {row.axis[2]}};
  }
  std::string small = lowered(lastName(name));
  for (const std::string_view part : {"axis", "unit", "vector", "get", "_"}) {
    if (const std::size_t at = small.find(part); at != std::string::npos) small.erase(at, part.size());
  }
  if (small.size() == 2 && small[0] == 's') small.erase(0, 1);
  if (small.size() != 1 || small[0] < 'x' || small[0] > 'z') return std::nullopt;
  Numbers out(3);
  out[static_cast<std::size_t>(small[0] - 'x')].value = 1;
  return out;
}

Vec3 turnOfZTo(const Vec3& way) {
  const Vec3 about = cross(Vec3{0, 0, 1}, way);
  const Vec3 axis = length(about) > 0 ? about / length(about) : Vec3{1, 0, 0};
  return axis * portable::atan2(length(about), way.z);
}

namespace {

/// The word of axes in a call, "xyz" of scipy, "YXZ" of three.js, EulerRot::XYZ of glam; empty: none.
std::string axesNamed(const Value& call) {
  for (const NamedValue& item : call.items) {
    const bool is_word = item.value.kind == Value::Kind::kText || item.value.kind == Value::Kind::kName;
    const std::string word(is_word ? lastName(item.value.name) : std::string_view());
    const bool are_axes =
        word.find_first_not_of("xyz") == std::string::npos || word.find_first_not_of("XYZ") == std::string::npos;
    if (!word.empty() && word.size() <= 3 && are_axes) return word;
    if (std::string inner = item.value.isCall() ? axesNamed(item.value) : std::string(); !inner.empty()) return inner;
  }
  return {};
}

bool isInDegrees(const Value& call) {
  return std::any_of(call.items.begin(), call.items.end(), [](const NamedValue& item) {
    return item.name == "degrees" && item.value.kind == Value::Kind::kName && item.value.name == "True";
  });
}

}  // namespace

std::optional<FoundRotation> eulerOf(const Numbers& angles, std::string_view axes, std::string_view order,
                                     bool in_degrees) {
  if (angles.size() != axes.size() || order.size() != axes.size()) return std::nullopt;
  if (angles.size() == 1) {
    Numbers vector(3);
    const double angle = in_degrees ? angles[0].value * std::numbers::pi / 180 : angles[0].value;
    vector[static_cast<std::size_t>(lowered(axes[0]) - 'x')] = {angle, angles[0].offset};
    return FoundRotation{FoundRotation::Form::kAxisAngle, std::move(vector)};
  }
  FoundRotation out{FoundRotation::Form::kEuler, {}, std::string(order), in_degrees};
  for (const char axis : order) {
    const std::size_t at = axes.find(lowered(axis));
    if (at == std::string_view::npos) return std::nullopt;
    out.numbers.push_back(angles[at]);
  }
  return out;
}

void takePose(Role role, const Numbers& numbers, Findings& findings, FoundPose& pose, const PoseHints& hints) {
  using Form = FoundRotation::Form;
  const std::size_t count = numbers.size();
  const bool is_quaternion = role == Role::kRotation || role == Role::kQuaternionWxyz ||
                             role == Role::kQuaternionXyzw || role == Role::kMatrix;
  const bool is_place = role == Role::kPosition || role == Role::kTransform,
             turns = is_quaternion || role == Role::kAngle || role == Role::kEuler;
  if (is_place && (count == 2 || count == 3)) pose.position = numbers;
  if (is_place && count == 7) {
    pose.position = Numbers(numbers.begin(), numbers.begin() + 3);
    pose.rotation = quaternionOf(Numbers(numbers.begin() + 3, numbers.end()), findings);
  }
  if ((is_quaternion || is_place) && ((count == 9 && turns) || count == 12 || count == 16))
    takeMatrix(numbers, findings, hints.matrix, pose);
  if (is_quaternion && count == 4)
    pose.rotation = quaternionOf(numbers, findings,
                                 role == Role::kQuaternionWxyz   ? "wxyz"
                                 : role == Role::kQuaternionXyzw ? "xyzw"
                                                                 : hints.quaternion);
  if (turns && count == 3)
    pose.rotation = eulerOf(numbers, "xyz", hints.euler, hints.in_degrees || areDegrees(numbers, findings));
  if (turns && count == 1) pose.rotation = FoundRotation{Form::kAngle, numbers, "xyz", hints.in_degrees};
}

void settleAngles(const std::vector<Token>& tokens, Findings& findings) {
  const auto isTurn = [](std::string_view word, std::string_view unit) {
    return lowered(word).find(unit) != std::string::npos && lowered(word).find("radius") == std::string::npos;
  };
  for (FoundBody& body : findings.bodies) {
    std::optional<FoundRotation>& rotation = body.pose.rotation;
    const bool is_open =
        rotation && rotation->form == FoundRotation::Form::kAngle && !rotation->in_degrees && !rotation->has_unit;
    if (!is_open || rotation->numbers.size() != 1 || rotation->numbers[0].value == 0) continue;
    const Number angle = rotation->numbers[0];
    const auto token = std::ranges::lower_bound(tokens, angle.offset, {}, &Token::offset);
    // A computed angle has been made radians.
    const bool is_written =
        token != tokens.end() && token->offset == angle.offset && token->number == std::abs(angle.value);
    if (!is_written) continue;
    const std::string_view behind = std::next(token)->text;
    bool is_given = false, is_value = false;  // to a call, or to a member of an object that one made
    std::string_view name;
    int depth = 0;
    for (auto before = token; before != tokens.begin() && (before - tokens.begin() > token - tokens.begin() - 64);) {
      --before;
      const bool is_text = before->isWord() || before->kind == Token::Kind::kText;
      if (name.empty() && is_text) name = before->text;
      if (before->is("=") || before->is(":")) is_value = is_value || depth == 0;
      if (before->is(")") || before->is("]") || before->is("}")) ++depth;
      if ((before->is("(") || before->is("[") || before->is("{")) && --depth < 0)
        is_given = is_given || (before->is("(") && before != tokens.begin() && std::prev(before)->isWord());
      if (before->is(".") && depth <= 0 && is_value && before->line == token->line) is_given = true;
      if (before->is(";") || before->begins_line) break;
    }
    if (isTurn(behind, "rad") || isTurn(name, "rad")) continue;
    rotation->in_degrees = behind == "\xC2\xB0" || isTurn(behind, "deg") || isTurn(name, "deg");
    if (rotation->in_degrees) continue;
    const bool is_whole = angle.value == std::floor(angle.value);
    rotation->in_degrees = areDegrees(rotation->numbers, findings);
    // Engines differ in what they take; and 5 alone may be either.
    if (!findings.answers.contains("angles") && (is_given ? rotation->in_degrees : is_whole && !rotation->in_degrees))
      findings.doubt(
          trf("line {}: the angle {} may be in degrees or in radians", token->line, shortestDecimal(angle.value)));
  }
}

FoundRotation angleOf(const Number& cosine, const Number& sine, Findings& findings) {
  findings.use({cosine});
  return {FoundRotation::Form::kAngle, {{portable::atan2(sine.value, cosine.value), sine.offset}}};
}

std::optional<FoundRotation> rotationOf(const Value& call, const ApiRotation& row, const NumbersOf& numbersOf,
                                        Findings& findings) {
  using Form = FoundRotation::Form;
  const Numbers numbers = numbersOf(call);
  if (row.kind == RotationKind::kAngle && numbers.size() == 1)
    return FoundRotation{Form::kAngle, numbers, "xyz", row.unit == AngleUnit::kDegrees, true};
  if (row.kind == RotationKind::kAngle && numbers.size() == 2) return angleOf(numbers[0], numbers[1], findings);
  if (row.kind == RotationKind::kRotationVector && numbers.size() == 3) return FoundRotation{Form::kAxisAngle, numbers};
  if (row.kind == RotationKind::kZTo && numbers.size() >= 3) {
    const Vec3 turn = turnOfZTo(vectorOf(numbers));
    return FoundRotation{Form::kAxisAngle,
                         {{turn.x, numbers[0].offset}, {turn.y, numbers[1].offset}, {turn.z, numbers[2].offset}}};
  }
  // A vector and an angle: also PxQuat(angle, axis).
  const bool is_axis_angle = row.kind == RotationKind::kAxisAngle ||
                             (row.kind == RotationKind::kBasis && call.items.size() == 2) ||
                             (row.kind == RotationKind::kQuaternionXyzw && call.items.size() == 2) ||
                             (row.name == "rotate" && call.items.size() == 2 && numbers.size() == 4);  // OpenSCAD's
  if (is_axis_angle) {
    std::optional<Number> angle;
    std::optional<Numbers> axis;
    for (const NamedValue& item : call.items) {
      const Numbers found = numbersOf(item.value);
      if (found.size() == 1) angle = found[0];
      if (found.size() == 1) continue;
      axis = found;
      if (axis->empty() && (item.value.isCall() || item.value.kind == Value::Kind::kName))
        axis = axisNamed(item.value.name);
    }
    if (numbers.size() == 4 && (call.items.size() == 4 || (call.items.size() == 1 && !angle))) {
      axis = Numbers(numbers.begin(), numbers.begin() + 3);
      angle = numbers[3];
    }
    const bool is_struct = numbers.size() == 4 && call.items.size() == 2 && !call.items[0].value.isNumber();
    if (is_struct && row.kind == RotationKind::kQuaternionXyzw && row.name == "b3Quat")
      return quaternionOf(numbers, findings, "xyzw");
    if (!angle || !axis || axis->size() != 3) return std::nullopt;
    double norm = 0;
    for (const Number& n : *axis) norm += n.value * n.value;
    if (!(norm > 0)) return std::nullopt;
    const double factor =
        angle->value / std::sqrt(norm) * (row.unit == AngleUnit::kDegrees ? std::numbers::pi / 180 : 1.0);
    for (Number& n : *axis) n.value *= factor;
    findings.use({*angle});
    return FoundRotation{Form::kAxisAngle, *axis};
  }
  if ((row.kind == RotationKind::kQuaternionXyzw || row.kind == RotationKind::kQuaternionWxyz) && numbers.size() == 4) {
    const bool has_names = !namedComponents(call).empty();
    return quaternionOf(numbers, findings, row.kind == RotationKind::kQuaternionXyzw || has_names ? "xyzw" : "wxyz");
  }
  if (row.kind == RotationKind::kRotator && numbers.size() == 3) return rotatorOf(numbers);
  const std::string named = axesNamed(call);
  if (row.kind == RotationKind::kEulerInOrder) {
    const std::string in_order = named.empty() ? row.order : named;
    return eulerOf(numbers, lowered(in_order), in_order, isInDegrees(call));
  }
  const std::string_view order(row.order);
  if (!order.empty())
    return eulerOf(numbers, row.axes, named.size() == 3 ? named : order, row.unit == AngleUnit::kDegrees);
  return std::nullopt;
}

std::optional<FoundRotation> rotationOfMembers(const Value& object, const NumbersOf& numbersOf, Findings& findings) {
  if (object.items.size() != 2) return std::nullopt;
  // b2Rot {c, s}, {s, c}
  const Value *const c = findMember(object.items, "c"), *const s = findMember(object.items, "s");
  if (c != nullptr && s != nullptr && c->isNumber() && s->isNumber()) return angleOf(c->number, s->number, findings);
  // b3Quat {v = {x y z}, s = w}
  Numbers numbers = findMember(object.items, "v") == nullptr ? Numbers() : numbersOf(object);
  return numbers.size() == 4 ? std::optional(quaternionOf(std::move(numbers), findings, "xyzw")) : std::nullopt;
}

void takeBasis(const Numbers& numbers, const Value& value, Findings& findings, FoundPose& pose) {
  if (numbers.size() != 9 && numbers.size() != 12) return;
  const bool has_axes = value.items.size() == numbers.size() / 3, is_bare = value.items.size() == numbers.size();
  if (!has_axes && !is_bare) return;
  takeMatrix(Numbers(numbers.begin(), numbers.begin() + 9), findings,
             has_axes ? RotationKind::kColumns : RotationKind::kRows, pose);
  if (numbers.size() == 12) pose.position = Numbers(numbers.begin() + 9, numbers.end());
}

}  // namespace sepax::paste
