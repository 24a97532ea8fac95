#include "lab/paste/reading.h"

#include "core/language.h"
#include "core/text.h"
#include "lab/paste/number_groups.h"
#include "lab/paste/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace sepax::paste {

namespace {

constexpr int kMaxLookups = 24;

bool isVectorName(std::string_view name) {
  const std::string small = lowered(lastName(name));
  for (const std::string_view part : {"vec", "point", "float2", "float3", "float4", "float", "translation", "v2", "v3", "pos", "location",
                                      "pnt", "v", "p", "real3", "new", "dvec3"}) {
    if (small == part) return true;
  }
  for (const std::string_view part : {"vec", "point", "array", "translation"}) {
    if (small.find(part) != std::string::npos) return true;
  }
  return false;
}

/// The coordinate axis that a name means: "Vec3::sAxisX()", "Vector3::y_axis()", "UnitZ".
std::optional<Numbers> axisNamed(std::string_view name) {
  struct Direction {
    std::string_view word;
    std::array<double, 3> axis;
  };
  // docs.godotengine.org, Vector3; docs.unity3d.com, Vector3
  static constexpr Direction kDirections[] = {
      {"RIGHT", {1, 0, 0}}, {"LEFT", {-1, 0, 0}}, {"UP", {0, 1, 0}}, {"DOWN", {0, -1, 0}}, {"FORWARD", {0, 0, -1}}, {"BACK", {0, 0, 1}},
      {"right", {1, 0, 0}}, {"left", {-1, 0, 0}}, {"up", {0, 1, 0}}, {"down", {0, -1, 0}}, {"forward", {0, 0, 1}},  {"back", {0, 0, -1}},
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

/// The roles that a call's `count` numbers have, of "(…) …|…" the ones that fit its first argument.
std::string_view rolesFor(const ShapeRow& row, const Value& call, std::size_t count) {
  const std::string_view roles(row.roles);
  const std::size_t bar = roles.find('|');
  if (bar == std::string_view::npos) return roles;
  const Value* const first = call.items.empty() ? nullptr : &call.items[0].value;
  const bool has_vector = first != nullptr && count >= 3 && (first->isList() || first->isCall() || first->kind == Value::Kind::kName);
  return has_vector ? roles.substr(0, bar) : roles.substr(bar + 1);
}

std::vector<std::string_view> wordsOf(std::string_view roles) {
  std::vector<std::string_view> words;
  while (!roles.empty()) {
    const std::size_t blank = std::min(roles.find(' '), roles.size());
    std::string_view word = roles.substr(0, blank);
    if (word.starts_with('(')) word.remove_prefix(1);
    if (word.ends_with(')')) word.remove_suffix(1);
    if (!word.empty()) words.push_back(word);
    roles.remove_prefix(std::min(blank + 1, roles.size()));
  }
  return words;
}

/// Angles about `axes`, in the order in which they are applied; one alone is about that axis.
std::optional<FoundRotation> eulerOf(const Numbers& angles, std::string_view axes, std::string_view order, bool in_degrees) {
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

/// The word of axes in a call, "xyz" of scipy, "YXZ" of three.js, EulerRot::XYZ of glam; empty: none.
std::string axesNamed(const Value& call) {
  for (const NamedValue& item : call.items) {
    const bool is_word = item.value.kind == Value::Kind::kText || item.value.kind == Value::Kind::kName;
    const std::string word(is_word ? lastName(item.value.name) : std::string_view());
    const bool is_axes = !word.empty() && word.size() <= 3 && word.find_first_not_of("xyz") == std::string::npos;
    const bool is_own_axes = !word.empty() && word.size() <= 3 && word.find_first_not_of("XYZ") == std::string::npos;
    if (is_axes || is_own_axes) return word;
    if (std::string inner = item.value.isCall() ? axesNamed(item.value) : std::string(); !inner.empty()) return inner;
  }
  return {};
}

bool isInDegrees(const Value& call) {
  return std::any_of(call.items.begin(), call.items.end(), [](const NamedValue& item) {
    return item.name == "degrees" && item.value.kind == Value::Kind::kName && item.value.name == "True";
  });
}

/// In which order three angles about x, y, z are applied, as the API has it that the text speaks of.
std::string_view eulerOrderOf(std::string_view lowered_text) {
  struct Row {
    std::string_view word, order;
  };
  static constexpr Row kOrders[] = {{"three.", "zyx"},    // threejs.org/docs, Euler: 'XYZ', intrinsic
                                    {"shape3d", "zxy"},   // docs.godotengine.org, Node3D.rotation_order: YXZ
                                    {"collider", "zxy"},  // docs.unity3d.com, Transform.eulerAngles: z, x, y
                                    {"unityengine", "zxy"}};
  for (const Row& row : kOrders) {
    if (lowered_text.find(row.word) != std::string_view::npos) return row.order;
  }
  return "xyz";
}

/// 0, 1, 2 as the names of axes.
std::optional<char> axisOf(const Number& number) {
  if (number.value != 0 && number.value != 1 && number.value != 2) return std::nullopt;
  return static_cast<char>('x' + static_cast<int>(number.value));
}

/// Box2D's rotation: cosine and sine.
FoundRotation angleOf(const Number& cosine, const Number& sine, Findings& findings) {
  findings.use({cosine});
  return {FoundRotation::Form::kAngle, {{std::atan2(sine.value, cosine.value), sine.offset}}};
}

bool isNested(const Value& value) { return value.isList() || value.isCall(); }

bool hasNames(const Value& value) {
  return std::any_of(value.items.begin(), value.items.end(),
                     [](const NamedValue& item) { return !item.name.empty() && item.name[0] != '['; });
}

/// The place of a component's name in a vector: x 0 … w 3; −1: none.
int componentOf(std::string_view name) {
  std::string small = lowered(name);
  if (small.starts_with("m_")) small.erase(0, 2);
  if (small.size() == 2 && small[0] == 'm') small.erase(0, 1);
  if (small.size() != 1) return -1;
  static constexpr std::string_view kNames = "xyzw";
  if (const std::size_t at = kNames.find(small[0]); at != std::string_view::npos) return static_cast<int>(at);
  return small[0] == 'i' ? 0 : small[0] == 'j' ? 1 : small[0] == 'k' ? 2 : -1;
}

/// {x: 1, y: 2, z: 3}, {w = 1, x = 0, …}: in the order x y z w; empty when the members are others.
Numbers namedComponents(const Value& value) {
  std::array<std::optional<Number>, 4> parts;
  for (const NamedValue& item : value.items) {
    const int place = componentOf(item.name);
    if (place < 0 || !item.value.isNumber()) return {};
    parts[static_cast<std::size_t>(place)] = item.value.number;
  }
  Numbers out;
  for (const auto& part : parts) {
    if (!part) break;
    out.push_back(*part);
  }
  return out.size() == value.items.size() ? out : Numbers{};
}

/// Numbers that were computed bear the places of those of the text which they were computed from.
void placeAs(Numbers& computed, const Numbers& source) {
  for (std::size_t i = 0; i < std::min(computed.size(), source.size()); ++i) computed[i].offset = source[i].offset;
}

/// Corners of a regular polygon, the first half a side from the x axis, as matter.js has it.
Numbers cornersOf(int sides, double radius) {
  Numbers out;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2 * std::numbers::pi * (i + 0.5) / sides;
    out.push_back({radius * std::cos(angle)});
    out.push_back({radius * std::sin(angle)});
  }
  return out;
}

/// Corners of a box of the plane that is turned about its centre.
Numbers turnedCorners(const Numbers& half, const Numbers& centre, double angle) {
  Numbers out;
  for (const auto& [x, y] : {std::pair(-1, -1), {1, -1}, {1, 1}, {-1, 1}}) {
    const double u = x * half[0].value, v = y * half[1].value, c = std::cos(angle), s = std::sin(angle);
    out.push_back({(centre.empty() ? 0 : centre[0].value) + c * u - s * v});
    out.push_back({(centre.empty() ? 0 : centre[1].value) + s * u + c * v});
  }
  return out;
}

/// Points on the two rims of a truncated cone along y, where three.js and cannon-es have the corners of their cylinders.
Numbers rimsOf(double top, double bottom, double half_height, int sides) {
  Numbers out;
  for (const bool is_top : {true, false}) {
    for (int i = 0; i < sides; ++i) {
      const double angle = 2 * std::numbers::pi * i / sides, radius = is_top ? top : bottom;
      out.push_back({radius * std::sin(angle)});
      out.push_back({is_top ? half_height : -half_height});
      out.push_back({radius * std::cos(angle)});
    }
  }
  return out;
}

constexpr int kUsualSides = 32;  ///< three.js' radialSegments
constexpr int kMaxSides = 1000;

/// A cylinder of two radii: one of them zero makes it a cone, else it is the hull of points on its rims.
void taper(FoundShape& shape, const std::optional<Number>& sides, Findings& findings) {
  const Number top = shape.sizes[0], half = shape.sizes[1], bottom = shape.sizes[2];
  shape.sizes.pop_back();
  const Numbers sources{top, half, bottom, sides.value_or(Number{})};
  findings.use(sources);
  if (top.value == bottom.value) return;
  if (top.value == 0 || bottom.value == 0) {
    shape.type = "cone";
    shape.sizes[0] = top.value == 0 ? bottom : top;
    if (bottom.value != 0) return;
    shape.from = Numbers{{0}, half, {0}};  // the apex is below
    shape.to = Numbers{{0}, {-half.value, half.offset}, {0}};
    return;
  }
  const bool is_given = sides && sides->value >= 3 && sides->value <= kMaxSides;
  const int count = is_given ? static_cast<int>(sides->value) : kUsualSides;
  shape.type = "hull";
  shape.sizes.clear();
  shape.points = rimsOf(top.value, bottom.value, half.value, count);
  placeAs(shape.points, sources);
  findings.assume(trf("line {}: a cylinder of two radii, {} and {}: here it is the hull of {} points on each rim", shape.line,
                      shortestDecimal(top.value), shortestDecimal(bottom.value), count));
}

}  // namespace

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
  } else if (isNested(value)) {
    if (const Numbers named = namedComponents(value); !named.empty()) {
      out.insert(out.end(), named.begin(), named.end());
      return;
    }
    for (const NamedValue& item : value.items) collect(item.value, out, depth + 1);
  }
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
  const bool is_point = value.items.size() <= 4 && value.items.size() >= 2 &&
                        std::all_of(value.items.begin(), value.items.end(), [](const NamedValue& i) { return i.value.isNumber(); });
  const bool is_flat =
      value.items.size() > 4 && std::all_of(value.items.begin(), value.items.end(), [](const NamedValue& i) { return i.value.isNumber(); });
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

std::optional<FoundShape> Reader::shapeOfRow(const Value& call, const ShapeRow& row, Reading& out) {
  FoundShape shape;
  shape.type = row.type;
  shape.axis = row.axis;
  shape.line = call.line;
  const std::string_view roles(row.roles);
  const bool has_owner = roles.starts_with('@') && !call.items.empty() && !call.items[0].value.isNumber();
  if (has_owner) {
    const Reading owner = read(call.items[0].value, call.items[0].name);
    out.position = owner.position;
    out.rotation = owner.rotation;
  }
  if (roles.ends_with("points")) {
    std::size_t dimensions = 0;
    Numbers points, place;
    bool takes_place = roles.starts_with("px");
    for (std::size_t i = has_owner ? 1 : 0; i < call.items.size(); ++i) {
      const NamedValue& item = call.items[i];
      Numbers found;
      collectPoints(item.value, found, dimensions, 0);
      if (takes_place && found.size() == 2) {
        place = std::move(found);
        takes_place = false;
        continue;
      }
      // The first list has the corners; cannon's second one has the faces.
      const bool is_point = found.size() == dimensions;
      if (is_point || points.empty()) points.insert(points.end(), found.begin(), found.end());
    }
    const bool is_hull = shape.type == "hull" || shape.type == "triangle";
    if (dimensions == 0) dimensions = is_hull ? 3 : 2;
    if (!place.empty()) out.position = place;
    if (points.size() < 3 * dimensions) return std::nullopt;
    shape.is_planar = dimensions == 2;
    if (shape.is_planar && is_hull) points = convexOrder(points);
    if (shape.is_planar) shape.type = "polygon";
    if (!shape.is_planar && shape.type == "polygon") shape.type = "hull";
    shape.points = std::move(points);
    return shape;
  }
  // Unity's capsules of the plane say which way they stand.
  const bool has_direction = roles.ends_with("upright");
  bool is_upright = true;
  // Members by their names, the others in order.
  std::vector<std::pair<Role, Numbers>> named;
  Numbers numbers, middle;
  for (std::size_t i = has_owner ? 1 : 0; i < call.items.size(); ++i) {
    const NamedValue& item = call.items[i];
    const std::string key = plainKey(item.name);
    // matter.js' options: {angle: 0.5}
    const bool holds_pose = item.name.empty() && item.value.isList() && hasNames(item.value) && namedComponents(item.value).empty();
    if (holds_pose) {
      const Reading options = read(item.value);
      if (options.rotation) out.rotation = options.rotation;
      if (options.position) out.position = options.position;
      if (options.isPose()) continue;
    }
    const Role role = item.name.empty() || item.name[0] == '[' || componentOf(item.name) >= 0 ? Role::kNone : roleOf(item.name);
    Numbers found = flat(item.value);
    if (key == "direction" && has_direction) {
      is_upright = !(lastName(item.value.name) == "Horizontal" || (found.size() == 1 && found[0].value == 1));
      findings_.use(found);
    } else if ((key == "direction" || key == "axis") && found.size() == 1 && axisOf(found[0])) {
      shape.axis = *axisOf(found[0]);
      findings_.use(found);
    } else if (role == Role::kPosition && (key.starts_with("cent") || key == "offset" || item.name == "m_p")) {
      middle = std::move(found);
    } else if (role == Role::kPosition && !key.empty() && key != "p") {
      out.position = std::move(found);
    } else if (role == Role::kRotation || role == Role::kTransform || role == Role::kMatrix || role == Role::kEuler) {
      take(out, read(item.value, item.name), role == Role::kEuler ? Role::kRotation : role, item.name);
    } else if (role != Role::kNone && role != Role::kResult && role != Role::kPosition && role != Role::kFrom && role != Role::kTo) {
      named.emplace_back(role, std::move(found));
    } else if (role != Role::kResult && (role != Role::kNone || key.size() <= 2)) {
      numbers.insert(numbers.end(), found.begin(), found.end());  // "hx = 1" is a size, "body = 1" is none
    }
    if (const std::string_view name = lastName(item.value.name); item.value.kind == Value::Kind::kName && name.starts_with("AXIS_"))
      shape.axis = static_cast<char>(name.back() - 'X' + 'x');
  }
  const std::string base_type = shape.type == "cube" || shape.type == "square" || shape.type == "rectangle" ? "box"
                                : shape.type == "capsule2"                                                  ? "capsule"
                                : shape.type == "regular"                                                   ? "polygon"
                                                                                                            : shape.type;
  const bool is_rectangle = roles.starts_with("width") && named.size() == 1 && named[0].first == Role::kFullSizes;
  if (is_rectangle) {
    numbers = std::move(named[0].second);
    named.clear();
  }
  if (!named.empty()) {
    const ShapeRow along{row.name, row.type, row.roles, shape.axis, row.source};
    auto made = shapeOfSizes(base_type, named, &along, findings_);
    if (made) made->line = call.line;
    if (made && !middle.empty()) made->centre = middle;
    return made;
  }
  if (!is_rectangle) numbers.insert(numbers.begin(), middle.begin(), middle.end());
  std::vector<std::string_view> words = wordsOf(rolesFor(row, call, numbers.size()));
  if (!words.empty() && words[0] == "@") words.erase(words.begin());
  const bool has_ends_of_plane = words.size() == 7 && words[0] == "ax" && numbers.size() == 5;
  if (has_ends_of_plane) std::erase_if(words, [](std::string_view word) { return word == "az" || word == "bz"; });
  if (!words.empty() && words[0] == "?") {
    words.erase(words.begin());
    if (numbers.size() > words.size()) numbers.erase(numbers.begin());
  }
  // Boxes of the plane in APIs that have both.
  const bool is_box_of_plane = (base_type == "box" && numbers.size() == 2 && words.size() == 3);
  if (is_box_of_plane) words.pop_back();
  // One half extent for all.
  const auto isCentre = [](std::string_view word) { return word.size() == 2 && word[0] == 'c'; };
  const auto mayMiss = [&](std::string_view word) {
    return isCentre(word) || word == "axis" || word == "sides" || word == "turn" || word == "d" || word == "upright";
  };
  const auto centre_words = std::find_if_not(words.begin(), words.end(), isCentre) - words.begin();
  if (words.size() == numbers.size() + static_cast<std::size_t>(centre_words)) words.erase(words.begin(), words.begin() + centre_words);
  if (words.empty() || numbers.empty()) return std::nullopt;
  const auto last_required = static_cast<std::size_t>(std::find_if_not(words.rbegin(), words.rend(), mayMiss).base() - words.begin());
  std::optional<Number> radius, half, start, width, height, sides, turn;
  Numbers extents, from, to, centre = is_rectangle ? middle : Numbers{}, place, by_axis, lower, upper, normal;
  std::optional<Number> offset;
  bool counts_caps = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (i >= numbers.size()) {
      if (i >= last_required) break;
      return std::nullopt;
    }
    const Number n = numbers[i];
    if (word == "r") radius = n;
    if (word == "rstart") start = n;
    if (word == "half") half = n;
    if (word == "full" || word == "foot") half = halved(n);
    if (word == "foot") centre = {{0}, {0}, halved(n)}, std::swap(centre[2], centre[static_cast<std::size_t>(row.axis - 'x')]);
    if (word == "sides") sides = n;
    if (word == "turn") turn = n;
    if (word[0] == 'n') normal.push_back(n);
    if (word == "d") offset = n;
    if (word[0] == 'l') lower.push_back(n);
    if (word[0] == 'u') upper.push_back(n);
    if (word == "caps") half = halved(n), counts_caps = true;
    if (word == "halfcaps") half = n, counts_caps = true;
    if (word == "width") width = n;
    if (word == "height") height = n;
    if (word[0] == 'e') by_axis.push_back(n);
    if (word == "axis" && axisOf(n)) {
      shape.axis = *axisOf(n);
      findings_.use({n});
    }
    if (word[0] == 'h' && word.size() == 2) extents.push_back(n);
    if (word[0] == 's' && word.size() == 2) extents.push_back(halved(n));
    if (word[0] == 'k') extents.push_back(halved(n)), centre.push_back(halved(n));
    if (word[0] == 'a' && word.size() == 2) from.push_back(n);
    if (word[0] == 'b') to.push_back(n);
    if (isCentre(word)) centre.push_back(n);
    if (word[0] == 'p') place.push_back(n);
    if (word == "_") findings_.use({n});
  }
  if (counts_caps && radius && half) half = withoutCap(*half, *radius);
  if (by_axis.size() == 3) {
    const auto along = static_cast<std::size_t>(shape.axis - 'x');
    half = by_axis[along];
    radius = by_axis[(along + 1) % 3];
    findings_.use(by_axis);
  }
  // Box2D's b2MakeRot, as cosine and sine.
  if (turn && numbers.size() == words.size() + 1) turn = Number{std::atan2(numbers.back().value, turn->value), turn->offset};
  for (std::size_t i = 0; i < std::min(lower.size(), upper.size()); ++i) {
    extents.push_back({(upper[i].value - lower[i].value) / 2, upper[i].offset});
    place.push_back({(upper[i].value + lower[i].value) / 2, lower[i].offset});
  }
  if (width && height) {
    const bool lies = has_direction ? !is_upright : width->value >= height->value;
    fillRectangle(shape, *width, *height, lies);
    radius = shape.sizes[0];
    half = shape.sizes[1];
  }
  if (const auto answer = findings_.answers.find("extents"); answer != findings_.answers.end() && base_type == "box") {
    const bool had_half = rolesFor(row, call, numbers.size()).find("hx") != std::string_view::npos;
    for (Number& n : extents) n.value *= had_half == (answer->second == "half") ? 1 : had_half ? 0.5 : 2;
  }
  if (const auto answer = findings_.answers.find("cylinder"); answer != findings_.answers.end()) shape.axis = answer->second[0];
  shape.type = base_type;
  if (base_type == kHalfSpace) {
    if (normal.size() != 3) return std::nullopt;
    normal.push_back(offset.value_or(Number{}));
    shape.sizes = std::move(normal);
  } else if (base_type == "ellipsoid") {
    if (extents.size() != 3) return std::nullopt;
    shape.sizes = std::move(extents);
  } else if (base_type == "box") {
    if (extents.size() == 1) extents.assign(std::string_view(row.type) == "square" ? 2 : 3, extents[0]);
    shape.is_planar = extents.size() == 2;
    if (turn && turn->value != 0 && shape.is_planar) {
      shape.type = "polygon";
      shape.points = turnedCorners(extents, centre, turn->value);
      extents.insert(extents.end(), centre.begin(), centre.end());
      extents.push_back(*turn);
      placeAs(shape.points, extents);
      centre.clear();
    } else {
      shape.sizes = std::move(extents);
    }
  } else if (base_type == "polygon") {
    if (!radius || !sides || sides->value < 3 || sides->value > kMaxSides) return std::nullopt;
    shape.is_planar = true;
    shape.points = cornersOf(static_cast<int>(sides->value), radius->value);
    placeAs(shape.points, {*sides, *radius});
  } else {
    shape.is_planar = base_type == "circle" || std::string_view(row.type) == "capsule2";
    if (!from.empty() && from.size() == to.size()) {
      shape.from = from;
      shape.to = to;
      shape.is_planar = from.size() == 2;
    } else if (!half && base_type == "capsule") {
      return std::nullopt;
    }
    if (radius) shape.sizes = {*radius};
    if (half) shape.sizes.push_back(*half);
    if (start) shape.sizes.push_back(*start);
    if (shape.sizes.empty()) return std::nullopt;
    if (base_type == "cylinder" && start) taper(shape, sides, findings_);
  }
  if (!centre.empty()) shape.centre = centre;
  if (!place.empty()) out.position = place;
  return shape;
}

std::optional<FoundRotation> Reader::rotationOf(const Value& value, const RotationRow& row) {
  using Form = FoundRotation::Form;
  const Numbers numbers = flat(value);
  FoundRotation out;
  out.in_degrees = row.unit == AngleUnit::kDegrees;
  if (row.kind == RotationKind::kAngle && numbers.size() == 1) return FoundRotation{Form::kAngle, numbers};
  if (row.kind == RotationKind::kAngle && numbers.size() == 2) return angleOf(numbers[0], numbers[1], findings_);
  if (row.kind == RotationKind::kRotationVector && numbers.size() == 3) return FoundRotation{Form::kAxisAngle, numbers};
  // A vector and an angle: also PxQuat(angle, axis).
  const bool is_axis_angle = row.kind == RotationKind::kAxisAngle || (row.kind == RotationKind::kBasis && value.items.size() == 2) ||
                             (row.kind == RotationKind::kQuaternionXyzw && value.items.size() == 2);
  if (is_axis_angle) {
    std::optional<Number> angle;
    std::optional<Numbers> axis;
    for (const NamedValue& item : value.items) {
      if (item.value.isNumber()) angle = item.value.number;
      if (item.value.isNumber()) continue;
      axis = flat(item.value);
      if (axis->empty() && (item.value.isCall() || item.value.kind == Value::Kind::kName)) axis = axisNamed(item.value.name);
    }
    if (!axis && numbers.size() == 4 && value.items.size() == 4) {
      axis = Numbers(numbers.begin(), numbers.begin() + 3);
      angle = numbers[3];
    }
    const bool is_struct = numbers.size() == 4 && value.items.size() == 2 && !value.items[0].value.isNumber();
    if (is_struct && row.kind == RotationKind::kQuaternionXyzw && (row.name == std::string_view("b3Quat")))
      return quaternionOf(numbers, findings_, "xyzw");
    if (!angle || !axis || axis->size() != 3) return std::nullopt;
    double norm = 0;
    for (const Number& n : *axis) norm += n.value * n.value;
    if (!(norm > 0)) return std::nullopt;
    const double factor = angle->value / std::sqrt(norm) * (row.unit == AngleUnit::kDegrees ? std::numbers::pi / 180 : 1.0);
    for (Number& n : *axis) n.value *= factor;
    findings_.use({*angle});
    return FoundRotation{Form::kAxisAngle, *axis};
  }
  if ((row.kind == RotationKind::kQuaternionXyzw || row.kind == RotationKind::kQuaternionWxyz) && numbers.size() == 4) {
    const bool has_names = !namedComponents(value).empty();
    return quaternionOf(numbers, findings_, row.kind == RotationKind::kQuaternionXyzw || has_names ? "xyzw" : "wxyz");
  }
  if (row.kind == RotationKind::kRotator && numbers.size() == 3) return rotatorOf(numbers);
  const std::string named = axesNamed(value);
  if (row.kind == RotationKind::kEulerInOrder) return eulerOf(numbers, lowered(named), named, isInDegrees(value));
  const std::string_view order(row.order);
  if (!order.empty()) return eulerOf(numbers, row.axes, named.size() == 3 ? named : order, row.unit == AngleUnit::kDegrees);
  return std::nullopt;
}

void Reader::take(Reading& out, const Reading& part, Role role, std::string_view key) {
  if (part.shape && !out.shape) out.shape = part.shape;
  if (part.position && !out.position) out.position = part.position;
  if (part.rotation && !out.rotation) out.rotation = part.rotation;
  if (!part.vector || role == Role::kResult) return;
  const Numbers& v = *part.vector;
  const bool is_place = role == Role::kPosition || (role == Role::kNone && key.empty());
  if (is_place && !out.position && (v.size() == 2 || v.size() == 3)) {
    out.position = v;
  } else if (is_place && role == Role::kPosition && v.size() == 4 && !out.position) {
    out.position = Numbers(v.begin(), v.begin() + 3);  // padded, as in SIMD vectors
    findings_.use({v[3]});
  } else if (v.size() == 4 && !out.rotation && role != Role::kPosition) {
    out.rotation = quaternionOf(v, findings_, role == Role::kQuaternionXyzw ? "xyzw" : role == Role::kQuaternionWxyz ? "wxyz" : "");
  } else if ((role == Role::kRotation || role == Role::kMatrix) && v.size() == 9 && !out.rotation) {
    takeMatrix(v, findings_, RotationKind::kNone, out.position, out.rotation);
  } else if ((role == Role::kTransform || role == Role::kMatrix || role == Role::kNone) && (v.size() == 16 || v.size() == 12) &&
             !out.rotation) {
    takeMatrix(v, findings_, RotationKind::kNone, out.position, out.rotation);
  } else if (role == Role::kRotation && v.size() == 3 && !out.rotation) {
    const bool deg =
        findings_.assume("angles",
                         std::any_of(v.begin(), v.end(), [](const Number& n) { return std::abs(n.value) > 6.2832; }) ? "deg" : "rad",
                         tr("three numbers as a rotation")) == "deg";
    out.rotation = eulerOf(v, "xyz", eulerOrderOf(text_), deg);
  }
}

void Reader::readChain(const Value& value, Reading& out) {
  for (const Value& call : value.chain) {
    const Setter setter = setterOf(call.name);
    if (setter == Setter::kNone) continue;
    Value arguments = call;
    arguments.kind = Value::Kind::kList;
    Reading part;
    const Numbers numbers = flat(arguments);
    if (setter == Setter::kPosition && (numbers.size() == 2 || numbers.size() == 3)) out.position = numbers;
    const bool is_plain = call.items.size() == 1 && call.items[0].value.isNumber();
    if (setter == Setter::kRotation && is_plain) out.rotation = FoundRotation{FoundRotation::Form::kAngle, numbers};
    if (setter == Setter::kRotation && findRotationRow(call.name) != nullptr) {
      out.rotation = read(call).rotation;
      continue;
    }
    if (setter == Setter::kRotation && !is_plain && call.items.size() == 1) {
      if (const Reading rotation = read(call.items[0].value); rotation.rotation) {
        out.rotation = rotation.rotation;
        continue;
      }
    }
    if (setter == Setter::kRotation && numbers.size() >= 4) {
      const Reading rotation = call.items.size() == 1 ? read(call.items[0].value) : Reading{};
      if (rotation.rotation) out.rotation = rotation.rotation;
      if (!rotation.rotation && numbers.size() == 4) out.rotation = quaternionOf(numbers, findings_, "xyzw");
    }
    if (setter == Setter::kRotation && numbers.size() == 3) out.rotation = FoundRotation{FoundRotation::Form::kAxisAngle, numbers};
    if (setter == Setter::kTransform) {
      for (const NamedValue& item : call.items) take(out, read(item.value), Role::kNone, {});
    }
  }
}

void Reader::takeBasis(const Numbers& numbers, const Value& value, Reading& out) {
  if (numbers.size() != 9 && numbers.size() != 12) return;
  const bool has_axes = value.items.size() == numbers.size() / 3, is_bare = value.items.size() == numbers.size();
  if (!has_axes && !is_bare) return;
  std::optional<Numbers> none;
  takeMatrix(Numbers(numbers.begin(), numbers.begin() + 9), findings_, has_axes ? RotationKind::kColumns : RotationKind::kRows, none,
             out.rotation);
  if (numbers.size() == 12) out.position = Numbers(numbers.begin() + 9, numbers.end());
}

std::vector<Reading> Reader::argumentsOf(const Value& call, bool peeks) {
  const bool peeked = std::exchange(peeks_, peeks_ || peeks);
  std::vector<Reading> out;
  for (const NamedValue& item : call.items) out.push_back(read(item.value, item.name));
  peeks_ = peeked;
  return out;
}

namespace {

/// The name that says which shape a call makes: pybullet's createCollisionShape(p.GEOM_BOX, …) has it as its first argument.
std::string_view shapeNameOf(const Value& call) {
  const bool has_kind = !call.items.empty() && call.items[0].value.kind == Value::Kind::kName;
  return has_kind && lastName(call.items[0].value.name).starts_with("GEOM_") ? call.items[0].value.name : call.name;
}

}  // namespace

bool Reader::asksOfBoth(const Value& call) {
  std::set<int> labels;
  int shapes = 0;
  const bool peeked = std::exchange(peeks_, true);
  for (const NamedValue& item : call.items) {
    if (item.value.kind != Value::Kind::kName) continue;
    if (roleOf(item.value.name) != Role::kNone) labels.insert(bodyLabel(item.value.name));
    if (read(item.value).shape) ++shapes;
  }
  peeks_ = peeked;
  return shapes > 1 || (labels.contains(1) && labels.contains(2));
}

Reading Reader::readCall(const Value& value, std::string_view hint) {
  Reading out;
  // "B = SAT.Box; … new B(…)"
  if (const Value* const alias = look_(value.name);
      alias != nullptr && alias->kind == Value::Kind::kName && findShapeRow(alias->name, scopes_) != nullptr) {
    Value call = value;
    call.name = alias->name;
    if (look_(call.name) == nullptr) return readCall(call, hint);
  }
  if (const ShapeRow* row = findShapeRow(shapeNameOf(value), scopes_)) {
    out.shape = shapeOfRow(value, *row, out);
    if (out.shape && out.shape->type == "box" && findings_.answers.count("extents") == 0) {
      const std::string_view roles = rolesFor(*row, value, flat(value).size());
      const bool has_half = roles.find("hx") != std::string_view::npos, has_corners = roles.find("lx") != std::string_view::npos;
      const char* const sizes = has_half ? "{}: half sizes ({})" : "{}: full sizes ({})";
      if (!has_corners) findings_.remark(trf(sizes, row->name, row->source));
    } else if (out.shape && out.shape->sizes.size() > 1) {
      findings_.remark(fmt::format("{}: {}", row->name, row->source));
    }
    if (out.shape) takeConventions(row->source, findings_);
    readChain(value, out);
    return out;
  }
  if (const RotationRow* row = findRotationRow(value.name, scopes_)) {
    out.rotation = rotationOf(value, *row);
    if (row->kind == RotationKind::kBasis && !out.rotation) takeBasis(flat(value), value, out);
    if (out.rotation) takeConventions(row->source, findings_);
    if (!out.rotation && (row->kind == RotationKind::kRows || row->kind == RotationKind::kColumns)) {
      const Numbers numbers = flat(value);
      std::size_t width = 0;
      const Value* list = &value;
      while (list->items.size() == 1 && isNested(list->items[0].value)) list = &list->items[0].value;
      if (list->items.size() >= 3 && isNested(list->items[0].value)) width = flat(list->items[0].value).size();
      const bool is_square = numbers.size() == 9 || numbers.size() == 12 || numbers.size() == 16;
      if (is_square && width != 2) takeMatrix(numbers, findings_, row->kind, out.position, out.rotation, width);
      const bool is_vector = !is_square && numbers.size() >= 2 && numbers.size() <= 4 && width == 0;
      if (is_vector) out.vector = numbers;
      if (!out.rotation && !is_vector) {
        Value inner = *list;
        inner.kind = Value::Kind::kList;
        inner.name.clear();  // else it is read as the call again
        return readList(inner, hint);
      }
    }
    if (out.rotation || out.vector) return out;
  }
  if (const std::string_view last = lastName(value.name);
      (last == "Identity" || last == "identity" || last == "sIdentity") && value.items.empty()) {
    out.rotation = FoundRotation{FoundRotation::Form::kQuaternion, {{0}, {0}, {0}, {1}}};
    return out;
  }
  if (hasNames(value)) {
    out = readMembers(value);
    if (!out.shape) {
      out.shape = shapeOfMembers(value, value.name);
    }
    if (out.shape || out.isPose() || out.vector) return out;
  }
  const Numbers own = [&] {
    Numbers numbers;
    for (const NamedValue& item : value.items) {
      if (!item.value.isNumber()) return Numbers{};
      numbers.push_back(item.value.number);
    }
    return numbers;
  }();
  const std::string small = lowered(value.name);
  const bool is_pose_name = small.find("transform") != std::string::npos || small.find("isometry") != std::string::npos ||
                            small.find("pose") != std::string::npos || small.find("mat44") != std::string::npos;
  if (own.size() == 3 && is_pose_name) {
    out.position = own;
    readChain(value, out);
    return out;
  }
  // PxTransform(x, y, z, q)
  const bool begins_with_place =
      is_pose_name && value.items.size() == 4 &&
      std::all_of(value.items.begin(), value.items.begin() + 3, [](const NamedValue& item) { return item.value.isNumber(); });
  if (begins_with_place && !value.items[3].value.isNumber()) {
    out.position = flat(value);
    out.position->resize(3);
    out.rotation = read(value.items[3].value).rotation;
    return out;
  }
  if (own.size() >= 2 && own.size() <= 4 && isVectorName(value.name)) {
    out.vector = own;
    return out;
  }
  // A question about both bodies makes none.
  if (asksOfBoth(value)) return out;
  // Anything else that is given a shape, a place, a rotation: an object of them.
  Reading last_part;
  const bool is_isometry = small.find("isometry") != std::string::npos;
  for (const NamedValue& item : value.items) {
    Reading part = read(item.value, item.name);
    if (is_isometry && out.position && part.vector && part.vector->size() == 3 && !out.rotation) {
      out.rotation = FoundRotation{FoundRotation::Form::kAxisAngle, *part.vector};
      continue;
    }
    if (is_isometry && out.position && part.number && !out.rotation) {
      out.rotation = FoundRotation{FoundRotation::Form::kAngle, {*part.number}};
      continue;
    }
    const bool is_planar_angle = is_pose_name && out.position && out.position->size() == 2 && part.number && !out.rotation;
    if (is_planar_angle) out.rotation = FoundRotation{FoundRotation::Form::kAngle, {*part.number}};
    last_part = part;
    take(out, part, item.name.empty() ? Role::kNone : roleOf(item.name), item.name);
  }
  // unwrap(from_quaternion(…)), sTranslation(…): what the one argument is.
  const bool is_wrapped = value.items.size() == 1 && !out.shape && !out.rotation && !is_pose_name;
  if (is_wrapped && last_part.vector) {
    out.position.reset();
    out.vector = last_part.vector;
  }
  readChain(value, out);
  return out;
}

Reading Reader::readMembers(const Value& value) {
  Reading out;
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
    takeBasis(flat(value), value, out);
    if (out.rotation) return out;
  }
  // b2Rot {c, s}, {s, c}
  if (value.items.size() == 2) {
    std::optional<Number> c, s;
    for (const NamedValue& item : value.items) {
      if (item.name == "c" && item.value.isNumber()) c = item.value.number;
      if (item.name == "s" && item.value.isNumber()) s = item.value.number;
    }
    if (c && s) {
      out.rotation = angleOf(*c, *s, findings_);
      return out;
    }
  }
  // b3Quat {v = {x y z}, s = w}
  for (const NamedValue& item : value.items) {
    if (item.name != "v" || value.items.size() != 2) continue;
    Numbers numbers = flat(value);
    if (numbers.size() == 4) {
      out.rotation = quaternionOf(std::move(numbers), findings_, "xyzw");
      return out;
    }
  }
  // What has a name counts more than what the object was made of.
  std::vector<const NamedValue*> items;
  for (const bool has_name : {true, false}) {
    for (const NamedValue& item : value.items) {
      if (item.name.empty() != has_name) items.push_back(&item);
    }
  }
  // An object that holds one vector is that vector: {m_floats = {…}}, {mF32 = {…}, …}.
  static constexpr std::string_view kHolders[] = {"floats",   "f",     "data",  "el",           "storage", "coords",
                                                  "elements", "value", "array", "plainstorage", "columns", "fdata"};
  std::optional<Reading> held_vector;
  for (const NamedValue* const held : items) {
    const NamedValue& item = *held;
    const Role role = item.name.empty() ? Role::kNone : roleOf(item.name);
    if (role == Role::kResult) continue;
    Reading part = read(item.value, item.name);
    const bool is_holder = !held_vector && !item.name.empty() && (part.vector || part.isPose()) &&
                           std::find(std::begin(kHolders), std::end(kHolders), plainKey(item.name)) != std::end(kHolders);
    if (is_holder) held_vector = part;
    if ((role == Role::kAngle || role == Role::kRotation) && part.number && !out.rotation) {
      out.rotation =
          FoundRotation{FoundRotation::Form::kAngle, {*part.number}, "xyz", plainKey(item.name).find("deg") != std::string::npos};
      continue;
    }
    const bool may_be_pose = role == Role::kPosition || role == Role::kRotation || role == Role::kQuaternionWxyz ||
                             role == Role::kQuaternionXyzw || role == Role::kMatrix || role == Role::kTransform || role == Role::kEuler;
    if (!may_be_pose && role != Role::kShape && role != Role::kNone) continue;
    if (role == Role::kNone) part.vector.reset();
    take(out, part, role == Role::kEuler ? Role::kRotation : role, item.name);
  }
  if (!out.shape && !out.isPose() && held_vector) return *held_vector;
  return out;
}

Reading Reader::readList(const Value& value, std::string_view hint) {
  Reading out;
  if (auto shape = bulletsOwn(value, 0)) {
    out.shape = std::move(shape);
    return out;
  }
  if (hasNames(value)) {
    out = readMembers(value);
    const bool is_shape_by_name = findShapeRow(value.name, scopes_) != nullptr;
    if (!out.shape) out.shape = shapeOfMembers(value, is_shape_by_name ? std::string_view(value.name) : hint);
    return out;
  }
  if (!value.name.empty()) {
    // "Type name = {…}" is what "Type{…}" is.
    if (findShapeRow(value.name, scopes_) != nullptr || findRotationRow(value.name) != nullptr) {
      Value call = value;
      call.kind = Value::Kind::kCall;
      return readCall(call, hint);
    }
  }
  const bool all_numbers = !value.items.empty() && std::all_of(value.items.begin(), value.items.end(),
                                                               [](const NamedValue& item) { return item.value.isNumber(); });
  if (all_numbers) {
    out.vector = flat(value);
    return out;
  }
  if (value.items.size() == 1) return read(value.items[0].value, hint);
  // A vector and a number: Box3D's {{x, y, z}, w}.
  if (value.items.size() == 2 && isNested(value.items[0].value) && value.items[1].value.isNumber() && flat(value).size() == 4) {
    out.rotation = quaternionOf(flat(value), findings_, "xyzw");
    return out;
  }
  // Rows of a matrix.
  const std::size_t rows = value.items.size();
  const bool may_be_matrix = rows == 3 || rows == 4;
  const std::size_t width = may_be_matrix && isNested(value.items[0].value) ? flat(value.items[0].value).size() : 0;
  const Role role = roleOf(hint);
  const bool is_vertices = role == Role::kVertices || role == Role::kShape;
  if (may_be_matrix && !is_vertices && (width == 3 || width == 4)) {
    const Numbers numbers = flat(value);
    const auto isUnitRow = [&](std::size_t r) {
      double square = 0;
      for (std::size_t c = 0; c < 3; ++c) square += numbers[r * width + c].value * numbers[r * width + c].value;
      return std::abs(square - 1) < 0.05;
    };
    if (numbers.size() == rows * width && isUnitRow(0) && isUnitRow(1) && isUnitRow(2)) {
      takeMatrix(numbers, findings_, RotationKind::kNone, out.position, out.rotation, width);
      if (rows == 3 && width == 3) return out;
      if (out.rotation) return out;
    }
  }
  // Points.
  Numbers points;
  std::size_t dimensions = 0;
  const bool all_points = std::all_of(value.items.begin(), value.items.end(), [](const NamedValue& item) { return isNested(item.value); });
  if (all_points) collectPoints(value, points, dimensions, 0);
  if (all_points && dimensions >= 2 && points.size() >= 3 * dimensions && points.size() == rows * dimensions) {
    FoundShape shape;
    shape.type = dimensions == 2 ? "polygon" : "hull";
    shape.is_planar = dimensions == 2;
    // The last point of a ring is the first again.
    if (dimensions == 2 && points[0].value == points[points.size() - 2].value && points[1].value == points.back().value) {
      findings_.use({points[points.size() - 2], points.back()});
      points.resize(points.size() - 2);
    }
    shape.points = std::move(points);
    shape.line = value.line;
    if (role != Role::kResult) out.shape = std::move(shape);
    return out;
  }
  // Three rows and many columns: points by columns.
  if (rows == 3 && all_points && !is_vertices) {
    const Numbers numbers = flat(value);
    const std::size_t columns = numbers.size() / 3;
    if (columns > 4 && numbers.size() == 3 * columns) {
      FoundShape shape;
      shape.type = "hull";
      shape.line = value.line;
      for (std::size_t c = 0; c < columns; ++c) {
        for (std::size_t r = 0; r < 3; ++r) shape.points.push_back(numbers[r * columns + c]);
      }
      findings_.remark(trf("line {}: three rows of {} numbers are {} points, one a column", value.line, columns, columns));
      out.shape = std::move(shape);
      return out;
    }
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

namespace {

constexpr int kMaxBases = 12;

/// The member of that name in an object of a debugger, or in what it is made of.
const Value* memberNamed(const Value& value, std::string_view name, int depth) {
  if (depth > kMaxBases || !value.isList()) return nullptr;
  for (const NamedValue& item : value.items) {
    if (item.name == name) return &item.value;
  }
  for (const NamedValue& item : value.items) {
    if (const Value* const found = item.name.empty() ? memberNamed(item.value, name, depth + 1) : nullptr) return found;
  }
  return nullptr;
}

}  // namespace

/// A shape of Bullet as debuggers show it: what it keeps is less by the margin, but of balls and capsules, whose radius is their margin
/// (Bullet 3.24, btBoxShape.cpp, btCylinderShape.cpp, btCapsuleShape.cpp).
std::optional<FoundShape> Reader::bulletsOwn(const Value& value, int depth) {
  const Value *const kept = memberNamed(value, "m_implicitShapeDimensions", depth),
                     *const margin = memberNamed(value, "m_collisionMargin", depth), *const kind = memberNamed(value, "m_shapeType", depth),
                     *const up = memberNamed(value, "m_upAxis", depth);
  if (kept == nullptr || margin == nullptr || kind == nullptr || !margin->isNumber() || !kind->isNumber()) return std::nullopt;
  Numbers sizes = flat(*kept);
  if (sizes.size() < 3) return std::nullopt;
  sizes.resize(3);
  const std::size_t axis = up != nullptr && up->isNumber() && axisOf(up->number) ? static_cast<std::size_t>(up->number.value) : 1;
  FoundShape shape;
  shape.line = kept->line;
  shape.axis = static_cast<char>('x' + axis);
  enum Kind { kBox = 0, kSphere = 8, kCapsule = 10, kCylinder = 13 };  // of btBroadphaseProxy.h
  const auto type = static_cast<int>(kind->number.value);
  const bool is_less = type == kBox || type == kCylinder;
  for (Number& n : sizes) n.value += is_less ? margin->number.value : 0;
  if (type == kBox) {
    shape.type = "box";
    shape.sizes = sizes;
  } else if (type == kSphere) {
    shape.type = "sphere";
    shape.sizes = {sizes[0]};
  } else if (type == kCapsule || type == kCylinder) {
    shape.type = type == kCapsule ? "capsule" : "cylinder";
    shape.sizes = {sizes[(axis + 2) % 3], sizes[axis]};
  } else {
    return std::nullopt;
  }
  findings_.use(sizes);
  findings_.use({kind->number});
  if (up != nullptr) findings_.use({up->number});
  if (is_less) {
    findings_.use({margin->number});
    findings_.assume(trf("line {}: Bullet keeps the size without the margin, {} m: here it is added", shape.line,
                         shortestDecimal(margin->number.value)));
  }
  return shape;
}

std::optional<FoundShape> Reader::shapeOfMembers(const Value& value, std::string_view name) {
  std::string type;
  bool is_planar = false;
  const ShapeRow* row = findShapeRow(name, scopes_);
  if (row != nullptr) type = row->type;
  std::vector<std::pair<Role, Numbers>> sizes;
  std::optional<Numbers> points;
  for (const NamedValue& item : value.items) {
    const std::string key = plainKey(item.name);
    if (item.value.kind == Value::Kind::kText &&
        (key == "type" || key == "shape" || key == "kind" || key == "name" || key == "shapetype")) {
      if (const std::string_view word = shapeWord(item.value.name, is_planar); !word.empty()) type = std::string(word);
      continue;
    }
    const Role role = roleOf(item.name);
    if (role == Role::kVertices) {
      Reading part = read(item.value, item.name);
      if (part.shape && !part.shape->points.empty()) {
        part.shape->line = value.line;
        return part.shape;
      }
    }
    if (role == Role::kNone || role == Role::kResult || role == Role::kPosition) continue;
    Numbers numbers = flat(item.value);
    if (numbers.size() == 4 && role != Role::kRadius) numbers.pop_back();
    if (numbers.size() <= 3) sizes.emplace_back(role, std::move(numbers));
  }
  if (type.empty()) type = std::string(shapeWord(name, is_planar));
  if (type.empty() || type == "cube") {
    std::string_view stem = name;
    while (!stem.empty() && (stem.back() < 'A' || (stem.back() > 'Z' && stem.back() < 'a') || stem.back() == '_')) stem.remove_suffix(1);
    if (stem.size() > 1 && (stem.back() == 'A' || stem.back() == 'B')) stem.remove_suffix(1);
    type = std::string(shapeWord(stem, is_planar));
  }
  auto shape = shapeOfSizes(type, sizes, row, findings_);
  if (shape) shape->line = value.line;
  return shape;
}

Reading Reader::read(const Value& value, std::string_view hint) {
  if (depth_ > kMaxLookups || --steps_left_ < 0) return {};
  ++depth_;
  Reading out;
  if (value.isNumber()) {
    out.number = value.number;
  } else if (value.kind == Value::Kind::kName) {
    // What a test answered is made of its arguments, but it is none of them.
    const Value* const held = roleOf(value.name) == Role::kResult ? nullptr : look_(value.name);
    if (held != nullptr) {
      out = read(*held, value.name);
      if (out.shape || out.isPose() || out.vector) consume(value.name);
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
