#include "lab/paste/reading.h"

#include "core/text.h"
#include "lab/paste/rotation_reading.h"
#include "lab/paste/shape_reading.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

// The meaning of objects with named members.

namespace sepax::paste {

bool Reader::readSweep(const Value& value, Reading& out) {
  std::map<std::string_view, Numbers> members;
  for (const NamedValue& item : value.items) {
    if (item.name == "c0" || item.name == "a0" || item.name == "c" || item.name == "a")
      members[item.name] = flat(item.value);
  }
  const Numbers &place = members["c0"], &end = members["c"], &angle = members["a0"], &end_angle = members["a"];
  if (place.size() != 2 || angle.size() != 1) return false;
  out.position = place;
  out.rotation = FoundRotation{FoundRotation::Form::kAngle, angle};
  if (end.size() == 2) {
    out.velocity = end;
    for (std::size_t c = 0; c < 2; ++c) (*out.velocity)[c].value -= place[c].value;
  }
  if (end_angle.size() == 1) out.spin = Number{end_angle[0].value - angle[0].value, end_angle[0].offset};
  out.duration = Number{1};
  return true;
}

std::optional<FoundShape> Reader::rayOfMembers(const Value& value) {
  FoundShape ray;
  ray.type = kRay;
  ray.line = value.line;
  for (const NamedValue& item : value.items) {
    const std::string key = plainKey(item.name);
    const Role role = roleOf(item.name);
    Numbers numbers = flat(item.value);
    if (numbers.size() == 1 && (role == Role::kLength || key == "t" || key.starts_with("max"))) ray.sizes = numbers;
    if (numbers.size() != 2 && numbers.size() != 3) continue;
    const bool is_from = role == Role::kFrom || role == Role::kPosition || key == "o";
    if (is_from && !ray.from)
      ray.from = std::move(numbers);
    else if (role == Role::kDirection || key == "d")
      ray.to = std::move(numbers);
  }
  if (!ray.from || !ray.to || ray.to->size() != ray.from->size()) return std::nullopt;
  ray.is_planar = ray.from->size() == 2;
  return ray;
}

void Reader::takeMember(const NamedValue& item, Reading& out, std::optional<Reading>& held_vector) {
  // An object that holds one vector is that vector: {m_floats = {…}}, {mF32 = {…}, …}.
  static constexpr std::string_view kHolders[] = {"floats",   "f",     "data",  "el",           "storage", "coords",
                                                  "elements", "value", "array", "plainstorage", "columns", "fdata"};
  const Role role = item.name.empty() ? Role::kNone : roleOf(item.name);
  if (role == Role::kResult) return;
  if (role == Role::kScale) {
    out.scale = flat(item.value);
    return;
  }
  if (role == Role::kVelocity || role == Role::kAngularVelocity) {
    const Numbers numbers = flat(item.value);
    if (role == Role::kAngularVelocity && numbers.size() == 1) out.spin = numbers[0];
    if (role == Role::kVelocity && (numbers.size() == 2 || numbers.size() == 3)) out.velocity = numbers;
    return;
  }
  Reading part = read(item.value, item.name);
  const bool is_holder = !held_vector && !item.name.empty() && (part.vector || part.isPose()) &&
                         std::find(std::begin(kHolders), std::end(kHolders), plainKey(item.name)) != std::end(kHolders);
  if (is_holder) held_vector = part;
  if ((role == Role::kAngle || role == Role::kRotation) && part.number && !out.rotation) {
    out.rotation = FoundRotation{
        FoundRotation::Form::kAngle, {*part.number}, "xyz", plainKey(item.name).find("deg") != std::string::npos};
    return;
  }
  // Parry prints RoundShape { inner_shape: Cuboid { … }, border_radius: 0.1 }.
  if (plainKey(item.name) == "borderradius" && part.number && out.shape) {
    out.shape->border = part.number;
    return;
  }
  if (item.name == "shape_offset" && out.shape && part.vector) {  // of addShape(shape, offset)
    out.shape->centre = part.vector;
    return;
  }
  const bool may_be_pose = role == Role::kPosition || role == Role::kRotation || role == Role::kQuaternionWxyz ||
                           role == Role::kQuaternionXyzw || role == Role::kMatrix || role == Role::kTransform ||
                           role == Role::kEuler;
  if (!may_be_pose && role != Role::kShape && role != Role::kNone) return;
  if (role == Role::kNone) part.vector.reset();
  take(out, part, role == Role::kEuler ? Role::kRotation : role, item.name);
}

Reading Reader::readMembers(const Value& value) {
  Reading out;
  if (value.name.ends_with("b2Sweep") && readSweep(value, out)) return out;
  if (Numbers named = namedComponents(value); named.size() >= 2) {
    if (named.size() == 4) {
      out.rotation = quaternionOf(std::move(named), findings_, "xyzw");
    } else {
      out.vector = std::move(named);
    }
    return out;
  }
  // Godot prints [X: (…), Y: (…), Z: (…), O: (…)].
  if (value.items.size() == 4 && value.items[0].name == "X" && value.items[3].name == "O") {
    takeBasis(flat(value), value, findings_, out.position, out.rotation);
    if (out.rotation) return out;
  }
  if (auto rotation = rotationOfMembers(value, findings_)) {
    out.rotation = std::move(rotation);
    return out;
  }
  // Named members count more than the arguments that the object was made of.
  std::vector<const NamedValue*> items;
  for (const bool has_name : {true, false}) {
    for (const NamedValue& item : value.items) {
      if (item.name.empty() != has_name) items.push_back(&item);
    }
  }
  std::optional<Reading> held_vector;
  for (const NamedValue* const held : items) {
    takeMember(*held, out, held_vector);
  }
  if (!out.shape && !out.isPose() && held_vector) return *held_vector;
  return out;
}

std::optional<FoundShape> Reader::shapeOfSolidPrimitive(const Value& value) {
  std::string type;
  Numbers dimensions;
  for (const NamedValue& item : value.items) {
    if (item.name == "dimensions") dimensions = flat(item.value);
    if (item.name != "type") continue;
    type = item.value.isNumber() ? shortestDecimal(item.value.number.value) : std::string(lastName(item.value.name));
    findings_.use({item.value.number});
  }
  return shapeOfPrimitive(type, dimensions, value.line);
}

std::optional<FoundShape> Reader::shapeOfPrimitive(const std::string& type, const Numbers& dimensions, int line) {
  const ApiShape* const row = findApiShape("SolidPrimitive." + type, scopes_);
  if (row == nullptr || type.empty()) return std::nullopt;
  Value call;
  call.kind = Value::Kind::kCall;
  call.name = "SolidPrimitive." + type;
  call.line = line;
  for (const Number& n : dimensions) {
    Value item;
    item.kind = Value::Kind::kNumber;
    item.number = n;
    call.items.push_back({"", std::move(item)});
  }
  return read(call).shape;
}

std::optional<FoundShape> Reader::shapeOfMembers(const Value& value, std::string_view name) {
  if (auto primitive = shapeOfSolidPrimitive(value)) return primitive;
  std::vector<std::pair<Role, Numbers>> sizes;
  for (const NamedValue& item : value.items) {
    const Role role = roleOf(item.name);
    // Two corners of a box: "Box b = {.corners = {{-1, -1, -1}, {1, 1, 1}}}"
    const Numbers corners = role == Role::kVertices && item.value.items.size() == 2 ? flat(item.value) : Numbers();
    if (corners.size() == 4 || corners.size() == 6) {
      const auto middle = corners.begin() + std::ssize(corners) / 2;
      sizes.emplace_back(Role::kLower, Numbers(corners.begin(), middle));
      sizes.emplace_back(Role::kUpper, Numbers(middle, corners.end()));
      continue;
    }
    if (role == Role::kNone || role == Role::kResult || role == Role::kPosition) continue;
    Numbers numbers = flat(item.value);
    if (numbers.size() == 4 && role != Role::kRadius) numbers.pop_back();
    if (numbers.size() <= 3) sizes.emplace_back(role, std::move(numbers));
  }
  const ApiShape* const row = findApiShape(name, scopes_);
  auto shape = shapeOfSizes(typeOfMembers(value, name, row), sizes, row, findings_);
  if (shape) shape->line = value.line;
  return shape;
}

}  // namespace sepax::paste
