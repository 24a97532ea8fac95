#include "lab/paste/reading.h"

#include "core/language.h"
#include "core/text.h"
#include "lab/paste/frame.h"
#include "lab/paste/readers.h"
#include "lab/paste/rotation_reading.h"
#include "lab/paste/shape_reading.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

namespace sepax::paste {

namespace {

constexpr int kMaxLookups = 24;

/// "Vec3::sAxisY()", "Vector3.up": an axis that a type has, where "point.x()" is a component.
std::optional<Numbers> axisOfType(std::string_view name) {
  const std::size_t dot = name.find_last_of('.');
  if (dot == std::string_view::npos || name.substr(dot + 1).starts_with("AXIS_"))
    return std::nullopt;  // jMonkeyEngine's numbers
  const std::string_view type = lastName(name.substr(0, dot));
  const std::string word = lowered(name.substr(dot + 1));
  const bool is_zero = word == "zero" || word == "szero", is_one = word == "one" || word == "sone";
  if ((is_zero || is_one) && isVectorName(type))
    return Numbers(type.ends_with('2') ? 2 : 3, Number{is_one ? 1.0 : 0.0});
  return !type.empty() && type[0] >= 'A' && type[0] <= 'Z' ? axisNamed(name) : std::nullopt;
}

/// The centre of {x: 1, y: 2, radius: 3}. Nullopt: it has none.
std::optional<Numbers> placeAmong(const std::vector<NamedValue>& items) {
  Value place;
  place.kind = Value::Kind::kList;
  for (const NamedValue& item : items) {
    if (componentOf(item.name) >= 0 && item.value.isNumber()) place.items.push_back(item);
  }
  Numbers numbers = namedComponents(place);
  return numbers.size() == 2 || numbers.size() == 3 ? std::optional(std::move(numbers)) : std::nullopt;
}

}  // namespace

bool hasNames(const Value& value) {
  return std::any_of(value.items.begin(), value.items.end(),
                     [](const NamedValue& item) { return !item.name.empty() && item.name[0] != '['; });
}

bool isVectorName(std::string_view name) {
  const std::string small = lowered(lastName(name));
  for (const std::string_view part : {"vec", "point", "float2", "float3", "float4", "float", "translation", "v2", "v3",
                                      "pos", "location", "pnt", "v", "p", "real3", "new", "dvec3"}) {
    if (small == part) return true;
  }
  for (const std::string_view part : {"vec", "point", "array", "translation"}) {
    if (small.find(part) != std::string::npos) return true;
  }
  return false;
}

/// Whether the first three rows are unit vectors, as those of a rotation; `width` numbers are a row.
bool hasUnitRows(const Numbers& numbers, std::size_t width) {
  constexpr double kOff = 0.05;
  for (std::size_t r = 0; r < 3; ++r) {
    double square = 0;
    for (std::size_t c = 0; c < 3; ++c) square += numbers[r * width + c].value * numbers[r * width + c].value;
    if (std::abs(square - 1) >= kOff) return false;
  }
  return true;
}

bool isPoseName(std::string_view name) {
  const std::string small = lowered(name);
  return std::ranges::any_of(std::array{"transform", "isometry", "pose", "mat44", "cframe", "trvec2tform"},
                             [&](const char* part) { return small.find(part) != std::string::npos; });
}

void Reader::collect(const Value& value, Numbers& out, int depth) {
  constexpr std::size_t kMaxNumbers = 4'000'000;
  if (depth > kMaxLookups || out.size() > kMaxNumbers || --steps_left_ < 0) return;
  if (value.isNumber()) {
    out.push_back(value.number);
  } else if (value.kind == Value::Kind::kName) {
    if (const Value* held = look_(value.name)) {
      consume(value.name);
      collect(*held, out, depth + 1);
    }
    if (const auto axis = axisOfType(value.name); axis && look_(value.name) == nullptr)
      out.insert(out.end(), axis->begin(), axis->end());
  } else if (isNested(value)) {
    if (isProduct(value)) return collectProduct(value, out, depth);
    if (value.isCall() && lastName(value.name) == "eye") return;  // numpy's identity, whose number is its size
    if (const auto axis = value.isCall() && value.items.empty() ? axisOfType(value.name) : std::nullopt) {
      out.insert(out.end(), axis->begin(), axis->end());
      return;
    }
    if (const Numbers named = namedComponents(value); !named.empty()) {
      out.insert(out.end(), named.begin(), named.end());
      return;
    }
    for (const NamedValue& item : value.items) collect(item.value, out, depth + 1);
  }
}

void Reader::collectProduct(const Value& value, Numbers& out, int depth) {
  const auto apply = [&](const Number& a, const Number& b) {
    noteSource(findings_.made_of, a, b);
    const double result = value.name == kSum          ? a.value + b.value
                          : value.name == kDifference ? a.value - b.value
                          : value.name == kProduct    ? a.value * b.value
                                                      : a.value / b.value;
    return Number{result, a.offset != Number::kNowhere ? a.offset : b.offset};
  };
  Numbers result;
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    Numbers operand;
    collect(value.items[i].value, operand, depth + 1);
    if (operand.empty()) return;
    if (i == 0) {
      result = std::move(operand);
    } else if (operand.size() == 1) {
      for (Number& n : result) n = apply(n, operand[0]);
    } else {
      return;
    }
  }
  out.insert(out.end(), result.begin(), result.end());
}

Numbers Reader::flat(const Value& value) {
  Numbers out;
  collect(value, out, 0);
  return out;
}

void Reader::collectPoints(const Value& value, Numbers& out, std::size_t& dimensions, int depth) {
  if (depth > kMaxLookups || --steps_left_ < 0) return;
  if (value.kind == Value::Kind::kName) {
    if (const Value* held = look_(value.name)) {
      consume(value.name);
      collectPoints(*held, out, dimensions, depth + 1);
    }
    return;
  }
  if (!isNested(value)) return;
  const bool is_point =
      value.items.size() <= 4 && value.items.size() >= 2 &&
      std::all_of(value.items.begin(), value.items.end(), [](const NamedValue& i) { return i.value.isNumber(); });
  const bool is_flat = value.items.size() > 4 && std::all_of(value.items.begin(), value.items.end(),
                                                             [](const NamedValue& i) { return i.value.isNumber(); });
  if (is_point || is_flat) {
    const Numbers named = namedComponents(value);
    if (is_point && dimensions == 0) dimensions = value.items.size() == 2 ? 2 : 3;
    const std::size_t count = is_flat ? value.items.size() : std::min(dimensions, value.items.size());
    for (std::size_t i = 0; i < count; ++i) out.push_back(named.size() > i ? named[i] : value.items[i].value.number);
    for (std::size_t i = value.items.size(); is_point && i < dimensions; ++i) out.push_back({});
    return;
  }
  for (const NamedValue& item : value.items) collectPoints(item.value, out, dimensions, depth + 1);
}

void Reader::take(Reading& out, const Reading& part, Role role, std::string_view key) {
  if (part.shape && !out.shape && part.shape->type != kRay) out.shape = part.shape;
  if (part.position && !out.position) out.position = part.position;
  if (part.rotation && !out.rotation) out.rotation = part.rotation;
  out.also.insert(out.also.end(), part.also.begin(), part.also.end());
  if (!part.vector || role == Role::kResult) return;
  const Numbers& v = *part.vector;
  const bool is_place = role == Role::kPosition || (role == Role::kNone && key.empty());
  if (is_place && !out.position && (v.size() == 2 || v.size() == 3)) {
    out.position = v;
  } else if (is_place && role == Role::kPosition && v.size() == 4 && !out.position) {
    out.position = Numbers(v.begin(), v.begin() + 3);  // padded, as in SIMD vectors
    findings_.use({v[3]});
  } else if (v.size() == 4 && !out.rotation && role != Role::kPosition) {
    out.rotation = quaternionOf(v, findings_,
                                role == Role::kQuaternionXyzw   ? "xyzw"
                                : role == Role::kQuaternionWxyz ? "wxyz"
                                                                : "");
  } else if ((role == Role::kTransform || role == Role::kMatrix || role == Role::kNone) &&
             (v.size() == 16 || v.size() == 12) && !out.rotation) {
    takeMatrix(v, findings_, RotationKind::kNone, out.position, out.rotation);
  } else if (role == Role::kRotation && v.size() == 3 && !out.rotation) {
    const bool deg =
        plainKey(key).find("deg") != std::string::npos || areDegrees(v, findings_);  // Godot's rotation_degrees
    out.rotation = eulerOf(v, "xyz", eulerOrderOf(text_), deg);
  }
}

std::vector<Reading> Reader::argumentsOf(const Value& call, bool peeks) {
  const bool peeked = std::exchange(peeks_, peeks_ || peeks);
  std::vector<Reading> out;
  for (const NamedValue& item : call.items) out.push_back(read(item.value, item.name));
  peeks_ = peeked;
  return out;
}

Reading Reader::peek(const Value& value) {
  const bool peeked = std::exchange(peeks_, true);
  Reading out = read(value);
  peeks_ = peeked;
  return out;
}

bool Reader::makesShape(const Value& value) const {
  return value.isCall() && findApiShape(value.name, scopes_) != nullptr;
}

bool Reader::isTranslation(const Value& value) const {
  const Value* made = &value;
  for (int i = 0; i < kMaxLookups && made != nullptr && made->kind == Value::Kind::kName; ++i) made = look_(made->name);
  if (made == nullptr || !made->isCall()) return false;
  const std::string name = lowered(lastName(made->name));
  return name.find("trans") != std::string::npos || name == "trvec2tform";
}

Reading Reader::readProduct(const Value& value) {
  Reading out;
  Frame frame;
  bool are_poses = value.name == kProduct;
  // A product that makes nothing, "area = a * b", takes no names.
  const bool peeked = std::exchange(peeks_, true);
  for (const NamedValue& item : value.items) {
    if (!are_poses) break;
    Reading part = read(item.value);
    const bool is_place =
        part.vector && (part.vector->size() == 2 || part.vector->size() == 3) && isTranslation(item.value);
    if (is_place) part.position = part.vector;
    are_poses = !part.shape && (part.isPose() || isPoseName(item.value.name));
    frame = inside(frame, {part.position.value_or(Numbers{}), part.rotation, part.also});
  }
  const bool are_shapes =
      std::ranges::any_of(value.items, [&](const NamedValue& item) { return read(item.value).shape.has_value(); });
  peeks_ = peeked;
  if (are_shapes) return out;
  if (are_poses) {
    for (const NamedValue& item : value.items) static_cast<void>(read(item.value));
    if (!frame.position.empty()) out.position = frame.position;
    out.rotation = frame.rotation;
    out.also = frame.also;
    findings_.use(frame.also);
  }
  return out;
}

Reading Reader::readList(const Value& value, std::string_view hint) {
  Reading out;
  if (auto shape = bulletsOwn(value, numbersOf(), findings_)) {
    out.shape = std::move(shape);
    return out;
  }
  const bool may_be_ray = hasNames(value) && (isMotionWord(hint) || isMotionWord(value.name));
  if (auto ray = may_be_ray ? rayOfMembers(value) : std::nullopt) {
    out.shape = std::move(ray);
    return out;
  }
  if (hasNames(value)) {
    out = readMembers(value);
    bool is_planar = false;
    const bool is_shape_by_name =
        findApiShape(value.name, scopes_) != nullptr || !shapeWord(value.name, is_planar).empty();
    const bool has_no_shape = !out.shape;
    if (!out.shape) out.shape = shapeOfMembers(value, is_shape_by_name ? std::string_view(value.name) : hint);
    const bool is_ball = has_no_shape && out.shape && (out.shape->type == "sphere" || out.shape->type == "circle");
    if (is_ball && !out.position) out.position = placeAmong(value.items);
    return out;
  }
  if (!value.name.empty()) {
    // "Type name = {…}" is what "Type{…}" is.
    if (findApiShape(value.name, scopes_) != nullptr || findApiRotation(value.name) != nullptr) {
      Value call = value;
      call.kind = Value::Kind::kCall;
      return readCall(call, hint);
    }
  }
  const bool all_numbers =
      !value.items.empty() &&
      std::all_of(value.items.begin(), value.items.end(), [](const NamedValue& item) { return item.value.isNumber(); });
  if (all_numbers) {
    out.vector = flat(value);
    return out;
  }
  if (value.items.size() == 1) return read(value.items[0].value, hint);
  return readRows(value, hint);
}

Reading Reader::readRows(const Value& value, std::string_view hint) {
  Reading out;
  // Matlab's [R t; 0 0 0 1]
  if (value.items.size() == 6 && std::ranges::all_of(value.items.begin() + 2, value.items.end(),
                                                     [](const NamedValue& item) { return item.value.isNumber(); })) {
    const Numbers block = flat(value.items[0].value), place = flat(value.items[1].value), last = flat(value);
    if (block.size() == 9 && place.size() == 3 && last.back().value == 1) {
      takeMatrix(block, findings_, RotationKind::kRows, out.position, out.rotation);
      out.position = place;
      findings_.use(Numbers(last.end() - 4, last.end()));
      return out;
    }
  }
  // Rows of a matrix.
  const std::size_t rows = value.items.size();
  const bool may_be_matrix = rows == 3 || rows == 4;
  const std::size_t width = may_be_matrix && isNested(value.items[0].value) ? flat(value.items[0].value).size() : 0;
  const Role role = roleOf(hint);
  const bool is_vertices = role == Role::kVertices || role == Role::kShape;
  if (may_be_matrix && !is_vertices && (width == 3 || width == 4)) {
    const Numbers numbers = flat(value);
    if (numbers.size() == rows * width && hasUnitRows(numbers, width)) {
      takeMatrix(numbers, findings_, RotationKind::kNone, out.position, out.rotation, width);
      return out;
    }
  }
  // Points.
  Numbers points;
  std::size_t dimensions = 0;
  const auto isPoint = [this](const NamedValue& item) {
    if (item.value.kind != Value::Kind::kName) return isNested(item.value);
    const Value* const held = look_(item.value.name);  // "{p0, p1, p2}"
    return held != nullptr && isNested(*held) &&
           std::ranges::all_of(held->items, [](const NamedValue& component) { return component.value.isNumber(); });
  };
  const bool all_points = std::ranges::all_of(value.items, isPoint);
  if (all_points) collectPoints(value, points, dimensions, 0);
  if (all_points && dimensions >= 2 && points.size() >= 3 * dimensions && points.size() == rows * dimensions) {
    auto shape = shapeOfPoints(std::move(points), dimensions, value.line, findings_);
    if (role != Role::kResult) out.shape = std::move(shape);
    return out;
  }
  const bool is_planar_pose = value.name.ends_with("b2Transform") && rows == 2 && all_points;
  if (is_planar_pose) {
    const Numbers place = flat(value.items[0].value), turn = flat(value.items[1].value);
    if (place.size() == 2 && turn.size() == 2 && value.items[1].value.isList()) {
      out.position = place;
      out.rotation = angleOf(turn[0], turn[1], findings_);
      return out;
    }
  }
  for (const NamedValue& item : value.items) {
    take(out, read(item.value), Role::kNone, {});
  }
  return out;
}

Reading Reader::read(const Value& value, std::string_view hint) {
  if (depth_ > kMaxLookups || --steps_left_ < 0) return {};
  ++depth_;
  Reading out;
  if (value.isNumber()) {
    out.number = value.number;
  } else if (value.kind == Value::Kind::kName) {
    // A test's answer is made of its arguments, but it is none of them.
    const Value* const held = roleOf(value.name) == Role::kResult ? nullptr : look_(value.name);
    if (const auto axis = held == nullptr ? axisOfType(value.name) : std::nullopt) out.vector = axis;
    const auto known = known_.find({peeks_, value.name});
    if (held != nullptr && known != known_.end()) {
      out = known->second;
    } else if (held != nullptr) {
      out = read(*held, value.name);
      if (depth_ < kMaxLookups / 2) known_.insert_or_assign({peeks_, value.name}, out);
      const bool is_ray = out.shape && out.shape->type == kRay;  // it is no part of a body
      if (!is_ray && (out.shape || out.isPose() || out.vector)) consume(value.name);
    }
  } else if (value.isCall()) {
    out = readCall(value, hint);
  } else if (value.isList()) {
    out = readList(value, hint);
    readChain(value, out);
  }
  --depth_;
  return out;
}

}  // namespace sepax::paste
