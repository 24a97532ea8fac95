#include "lab/paste/shape_reading.h"

#include "core/language.h"
#include "core/text.h"
#include "lab/paste/number_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <utility>

namespace sepax::paste {

namespace {

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

std::optional<char> axisOf(const Number& number) {
  if (number.value != 0 && number.value != 1 && number.value != 2) return std::nullopt;
  return static_cast<char>('x' + static_cast<int>(number.value));
}

FoundShape shapeOfPoints(Numbers points, std::size_t dimensions, int line, Findings& findings) {
  FoundShape shape;
  shape.type = dimensions == 2 ? "polygon" : "hull";
  shape.is_planar = dimensions == 2;
  // The last point of a ring is the first again.
  if (dimensions == 2 && points[0].value == points[points.size() - 2].value && points[1].value == points.back().value) {
    findings.use({points[points.size() - 2], points.back()});
    points.resize(points.size() - 2);
  }
  shape.points = std::move(points);
  shape.line = line;
  return shape;
}

std::optional<FoundShape> hullOfColumns(const Numbers& numbers, int line, Findings& findings) {
  const std::size_t columns = numbers.size() / 3;
  if (columns <= 4 || numbers.size() != 3 * columns) return std::nullopt;
  FoundShape shape;
  shape.type = "hull";
  shape.line = line;
  for (std::size_t c = 0; c < columns; ++c) {
    for (std::size_t r = 0; r < 3; ++r) shape.points.push_back(numbers[r * columns + c]);
  }
  findings.remark(trf("line {}: three rows of {} numbers are {} points, one a column", line, columns, columns));
  return shape;
}

std::optional<FoundShape> shapeOfCorners(const ShapeRow& row, Numbers points, std::size_t dimensions, int line) {
  FoundShape shape;
  shape.type = row.type;
  shape.axis = row.axis;
  shape.line = line;
  const bool is_hull = shape.type == "hull" || shape.type == "triangle";
  if (dimensions == 0) dimensions = is_hull ? 3 : 2;
  if (points.size() < 3 * dimensions) return std::nullopt;
  shape.is_planar = dimensions == 2;
  if (shape.is_planar && is_hull) points = convexOrder(points);
  if (shape.is_planar) shape.type = "polygon";
  if (!shape.is_planar && shape.type == "polygon") shape.type = "hull";
  shape.points = std::move(points);
  return shape;
}

std::optional<FoundShape> shapeOfArguments(const Value& call, const ShapeRow& row, ShapeArguments arguments, Findings& findings,
                                           std::optional<Numbers>& position) {
  auto& [named, numbers, middle, axis, is_upright] = arguments;
  FoundShape shape;
  shape.type = row.type;
  shape.axis = axis;
  shape.line = call.line;
  const std::string_view roles(row.roles);
  const bool has_direction = roles.ends_with("upright");
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
    auto made = shapeOfSizes(base_type, named, &along, findings);
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
      findings.use({n});
    }
    if (word[0] == 'h' && word.size() == 2) extents.push_back(n);
    if (word[0] == 's' && word.size() == 2) extents.push_back(halved(n));
    if (word[0] == 'k') extents.push_back(halved(n)), centre.push_back(halved(n));
    if (word[0] == 'a' && word.size() == 2) from.push_back(n);
    if (word[0] == 'b') to.push_back(n);
    if (isCentre(word)) centre.push_back(n);
    if (word[0] == 'p') place.push_back(n);
    if (word == "_") findings.use({n});
  }
  if (counts_caps && radius && half) half = withoutCap(*half, *radius);
  if (by_axis.size() == 3) {
    const auto along = static_cast<std::size_t>(shape.axis - 'x');
    half = by_axis[along];
    radius = by_axis[(along + 1) % 3];
    findings.use(by_axis);
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
  if (const auto answer = findings.answers.find("extents"); answer != findings.answers.end() && base_type == "box") {
    const bool had_half = rolesFor(row, call, numbers.size()).find("hx") != std::string_view::npos;
    for (Number& n : extents) n.value *= had_half == (answer->second == "half") ? 1 : had_half ? 0.5 : 2;
  }
  if (const auto answer = findings.answers.find("cylinder"); answer != findings.answers.end()) shape.axis = answer->second[0];
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
    if (base_type == "cylinder" && start) taper(shape, sides, findings);
  }
  if (!centre.empty()) shape.centre = centre;
  if (!place.empty()) position = place;
  return shape;
}

void remarkSizes(const FoundShape& shape, const ShapeRow& row, const Value& call, const NumbersOf& numbersOf, Findings& findings) {
  if (shape.type == "box" && findings.answers.count("extents") == 0) {
    const std::string_view roles = rolesFor(row, call, numbersOf(call).size());
    const bool has_half = roles.find("hx") != std::string_view::npos, has_corners = roles.find("lx") != std::string_view::npos;
    const char* const sizes = has_half ? "{}: half sizes ({})" : "{}: full sizes ({})";
    if (!has_corners) findings.remark(trf(sizes, row.name, row.source));
  } else if (shape.sizes.size() > 1) {
    findings.remark(fmt::format("{}: {}", row.name, row.source));
  }
}

std::optional<FoundShape> bulletsOwn(const Value& value, const NumbersOf& numbersOf, Findings& findings) {
  const Value *const kept = memberNamed(value, "m_implicitShapeDimensions", 0), *const margin = memberNamed(value, "m_collisionMargin", 0),
                     *const kind = memberNamed(value, "m_shapeType", 0), *const up = memberNamed(value, "m_upAxis", 0);
  if (kept == nullptr || margin == nullptr || kind == nullptr || !margin->isNumber() || !kind->isNumber()) return std::nullopt;
  Numbers sizes = numbersOf(*kept);
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
  findings.use(sizes);
  findings.use({kind->number});
  if (up != nullptr) findings.use({up->number});
  if (is_less) {
    findings.use({margin->number});
    findings.assume(trf("line {}: Bullet keeps the size without the margin, {} m: here it is added", shape.line,
                        shortestDecimal(margin->number.value)));
  }
  return shape;
}

std::string typeOfMembers(const Value& value, std::string_view name, const ShapeRow* row) {
  std::string type;
  bool is_planar = false;
  if (row != nullptr) type = row->type;
  for (const NamedValue& item : value.items) {
    const std::string key = plainKey(item.name);
    if (item.value.kind != Value::Kind::kText || (key != "type" && key != "shape" && key != "kind" && key != "name" && key != "shapetype"))
      continue;
    if (const std::string_view word = shapeWord(item.value.name, is_planar); !word.empty()) type = std::string(word);
  }
  if (type.empty()) type = std::string(shapeWord(name, is_planar));
  if (type.empty() || type == "cube") {
    std::string_view stem = name;
    while (!stem.empty() && (stem.back() < 'A' || (stem.back() > 'Z' && stem.back() < 'a') || stem.back() == '_')) stem.remove_suffix(1);
    if (stem.size() > 1 && (stem.back() == 'A' || stem.back() == 'B')) stem.remove_suffix(1);
    type = std::string(shapeWord(stem, is_planar));
  }
  return type;
}

}  // namespace sepax::paste
