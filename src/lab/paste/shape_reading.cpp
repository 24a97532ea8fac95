#include "lab/paste/shape_reading.h"

#include "core/language.h"
#include "core/text.h"
#include "geom/portable_math.h"
#include "lab/paste/kind_names.h"
#include "lab/paste/number_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <numbers>
#include <tuple>
#include <utility>

namespace sepax::paste {

namespace {

/// The roles that a call's `count` numbers have, of "(…) …|…" the ones that fit its first argument.
std::string_view rolesFor(const ApiShape& row, const Value& call, std::size_t count) {
  const std::string_view roles(row.roles);
  const std::size_t bar = roles.find('|');
  if (bar == std::string_view::npos) return roles;
  const Value* const first = call.items.empty() ? nullptr : &call.items[0].value;
  // "(position half)|min max": two vectors are corners.
  const bool are_corners = roles.substr(bar + 1).starts_with("lx ly lz") &&
                           (call.items.size() < 4 || std::ranges::count_if(call.items, [](const NamedValue& item) {
                                                       return item.value.isCall() || item.value.isList();
                                                     }) > 1);
  const bool has_vector = first != nullptr && count >= 3 && !are_corners &&
                          (first->isList() || first->isCall() || first->kind == Value::Kind::kName);
  // "Circle(x, y, r)" without a vector, too.
  const bool has_place = !are_corners && roles.starts_with("(px") && count > 1 &&
                         std::count(roles.begin(), roles.begin() + static_cast<std::ptrdiff_t>(bar), ' ') + 1 ==
                             static_cast<std::ptrdiff_t>(count);
  return has_vector || has_place ? roles.substr(0, bar) : roles.substr(bar + 1);
}

std::vector<std::string_view> roleWords(std::string_view roles) {
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
    out.push_back({radius * portable::cos(angle)});
    out.push_back({radius * portable::sin(angle)});
  }
  return out;
}

/// Corners of a box of the plane that is turned about its centre.
Numbers turnedCorners(const Numbers& half, const Numbers& centre, double angle) {
  Numbers out;
  for (const auto& [x, y] : {std::pair(-1, -1), {1, -1}, {1, 1}, {-1, 1}}) {
    const double u = x * half[0].value, v = y * half[1].value, c = portable::cos(angle), s = portable::sin(angle);
    out.push_back({(centre.empty() ? 0 : centre[0].value) + c * u - s * v});
    out.push_back({(centre.empty() ? 0 : centre[1].value) + s * u + c * v});
  }
  return out;
}

constexpr int kMaxSides = 1000;

/// A cylinder of two radii: one of them zero makes it a cone. False: it is no shape of a case.
bool taper(FoundShape& shape, const std::optional<Number>& sides, Findings& findings) {
  const Number top = shape.sizes[0], half = shape.sizes[1], bottom = shape.sizes[2];
  shape.sizes.pop_back();
  findings.use({top, half, bottom, sides.value_or(Number{})});
  if (top.value == bottom.value) return true;
  if (top.value != 0 && bottom.value != 0) return false;
  shape.type = "cone";
  shape.sizes[0] = top.value == 0 ? bottom : top;
  if (bottom.value != 0) return true;
  shape.from = Numbers{{0}, half, {0}};  // the apex is below
  shape.to = Numbers{{0}, {-half.value, half.offset}, {0}};
  return true;
}

/// The type that a row's name of a special case is of.
std::string baseTypeOf(std::string_view type) {
  static constexpr std::pair<std::string_view, const char*> kSpecial[] = {
      {"cube", "box"}, {"square", "box"}, {"rectangle", "box"}, {"capsule2", "capsule"}, {"regular", "polygon"}};
  const auto* const special = std::ranges::find(kSpecial, type, &std::pair<std::string_view, const char*>::first);
  return special == std::end(kSpecial) ? std::string(type) : special->second;
}

/// The roles of a call's numbers.
struct Sizes {
  std::optional<Number> radius, start, half, width, height, sides, turn, offset, border, inside, axis, reach;
  Numbers halves, from, to, centre, place, by_axis, lower, upper, normal;
};

struct SingleRole {
  std::string_view word;
  std::optional<Number> Sizes::*member;
  bool is_full = false;  ///< twice what the member is
};
constexpr SingleRole kSingleRoles[] = {{"r", &Sizes::radius},        {"diameter", &Sizes::radius, true},
                                       {"rstart", &Sizes::start},    {"half", &Sizes::half},
                                       {"full", &Sizes::half, true}, {"foot", &Sizes::half, true},
                                       {"caps", &Sizes::half, true}, {"halfcaps", &Sizes::half},
                                       {"width", &Sizes::width},     {"height", &Sizes::height},
                                       {"reach", &Sizes::reach},     {"sides", &Sizes::sides},
                                       {"turn", &Sizes::turn},       {"d", &Sizes::offset},
                                       {"border", &Sizes::border},   {"inside", &Sizes::inside},
                                       {"axis", &Sizes::axis}};

/// Roles of a vector's components have two letters, of which the first is its own: "hx".
struct VectorRole {
  char letter;
  Numbers Sizes::*member;
  bool is_full = false;
};
constexpr VectorRole kVectorRoles[] = {{'h', &Sizes::halves}, {'s', &Sizes::halves, true}, {'k', &Sizes::halves, true},
                                       {'a', &Sizes::from},   {'b', &Sizes::to},           {'c', &Sizes::centre},
                                       {'p', &Sizes::place},  {'e', &Sizes::by_axis},      {'l', &Sizes::lower},
                                       {'u', &Sizes::upper},  {'n', &Sizes::normal}};

bool isCentre(std::string_view word) { return word.size() == 2 && word[0] == 'c'; }

bool mayMiss(std::string_view word) {
  return isCentre(word) || word == "axis" || word == "sides" || word == "turn" || word == "d" || word == "-d" ||
         word == "reach" || word == "_" || word == "upright" || word == "border" || word == "inside";
}

/// The row's roles without those that the call leaves out: one for each number. A number in front that the row may lack
/// is dropped.
std::vector<std::string_view> rolesThatFit(const ApiShape& row, const Value& call, Numbers& numbers) {
  std::vector<std::string_view> words = roleWords(rolesFor(row, call, numbers.size()));
  if (!words.empty() && words[0] == "@") words.erase(words.begin());
  const bool has_ends_of_plane =
      words.size() >= 6 && words[0] == "ax" && words[2] == "az" && numbers.size() + 2 == words.size();
  const bool is_ray_of_plane = row.type == kRay && (numbers.size() == 4 || numbers.size() == 5);
  const bool has_least = row.type == kRay && numbers.size() == words.size() + 1;  // "…, t_min, t_max)"
  if (has_least) numbers.erase(numbers.end() - 2);
  const bool is_bounds_of_plane = words.size() == 6 && words[0] == "lx" && words[3] == "ux" && numbers.size() == 4;
  // "Hyperrectangle([1, 2], [3, 4])", "Ball2([1, 2], 3)", in APIs that have both spaces.
  const bool has_place_of_plane = words.size() > 3 && words[0] == "px" && words[2] == "pz" && !call.items.empty() &&
                                  call.items[0].value.items.size() == 2 &&
                                  numbers.size() == (words[3] == "r" ? 3u : 4u) &&
                                  words.size() == (words[3] == "r" ? 4u : 6u);
  if (is_ray_of_plane || is_bounds_of_plane || has_place_of_plane)
    std::erase_if(words, [](std::string_view word) { return word.ends_with('z'); });
  if (has_ends_of_plane) std::erase_if(words, [](std::string_view word) { return word == "az" || word == "bz"; });
  if (!words.empty() && words[0] == "?") {
    words.erase(words.begin());
    if (numbers.size() > words.size()) numbers.erase(numbers.begin());
  }
  // Boxes of the plane in APIs that have both.
  const auto needed = static_cast<std::size_t>(
      std::ranges::count_if(words, [](std::string_view word) { return word == "border" || !mayMiss(word); }));
  const bool has_names = std::ranges::any_of(call.items, [](const NamedValue& item) { return item.name.size() > 3; });
  const bool is_box_of_plane = words.size() > 2 && !has_names && words.size() == numbers.size() + 1 &&
                               numbers.size() < needed && (words[2] == "hz" || words[2] == "sz");
  if (is_box_of_plane) words.erase(words.begin() + 2);
  const auto centre_words = std::find_if_not(words.begin(), words.end(), isCentre) - words.begin();
  // "newRectangleShape(width, height)" without the angle behind them, too
  const auto last_needed = std::find_if_not(words.rbegin(), words.rend(), mayMiss).base() - words.begin();
  const auto with_centre = numbers.size() + static_cast<std::size_t>(centre_words);
  if (words.size() == with_centre || static_cast<std::size_t>(last_needed) == with_centre)
    words.erase(words.begin(), words.begin() + centre_words);
  return words;
}

/// Half the sizes of a box between two corners, and its middle.
std::pair<Numbers, Numbers> halvesAndMiddle(const Numbers& lower, const Numbers& upper) {
  Numbers halves, middle;
  for (std::size_t i = 0; i < std::min(lower.size(), upper.size()); ++i) {
    halves.push_back({(upper[i].value - lower[i].value) / 2, upper[i].offset});
    middle.push_back({(upper[i].value + lower[i].value) / 2, lower[i].offset});
  }
  return {halves, middle};
}

/// Nullopt: numbers are missing.
std::optional<Sizes> sizesOf(const std::vector<std::string_view>& words, const Numbers& numbers, Findings& findings) {
  const auto required =
      static_cast<std::size_t>(std::find_if_not(words.rbegin(), words.rend(), mayMiss).base() - words.begin());
  if (numbers.size() < required || (numbers.empty() && !words.empty())) return std::nullopt;
  const bool are_more = words.size() >= 3 && words[0] == "px" && words.back() == "r" && numbers.size() > words.size();
  if (are_more) findings.doubt(tr("a ball of more numbers than a place and a radius"));
  Sizes out;
  bool counts_caps = false;
  for (std::size_t i = 0; i < std::min(words.size(), numbers.size()); ++i) {
    const std::string_view word = words[i];
    const Number n = numbers[i];
    counts_caps = counts_caps || word.ends_with("caps");
    if (word == "_") findings.use({n});
    if (word == "rr" && !(n.value >= 0)) return std::nullopt;
    if (word == "rr") out.radius = Number{std::sqrt(n.value), n.offset};
    if (word == "rk") out.radius = n;
    if (word == "rk") out.centre = {n, n};
    if (word == "-d") out.offset = Number{0 - n.value, n.offset};
    for (const SingleRole& role : kSingleRoles) {
      if (word == role.word) out.*role.member = role.is_full ? halved(n) : n;
    }
    for (const VectorRole& role : kVectorRoles) {
      if (word.size() == 2 && word[0] == role.letter) (out.*role.member).push_back(role.is_full ? halved(n) : n);
    }
    if (word[0] == 'k') out.centre.push_back(halved(n));
  }
  if (counts_caps && out.radius && out.half) out.half = withoutCap(*out.half, *out.radius);
  if (!out.lower.empty()) std::tie(out.halves, out.place) = halvesAndMiddle(out.lower, out.upper);
  return out;
}

/// A box of the plane that is turned about its centre is the polygon of its corners.
void fillBox(FoundShape& shape, std::string_view row_type, Sizes& sizes) {
  Numbers& halves = sizes.halves;
  if (halves.size() == 1) halves.assign(row_type == "square" ? 2 : 3, Number(halves[0]));  // one for all
  shape.is_planar = halves.size() == 2;
  const bool is_turned = sizes.turn && sizes.turn->value != 0 && shape.is_planar;
  if (!is_turned) {
    shape.sizes = std::move(halves);
    return;
  }
  shape.type = "polygon";
  shape.points = turnedCorners(halves, sizes.centre, sizes.turn->value);
  Numbers sources = std::move(halves);
  append(sources, sizes.centre);
  sources.push_back(*sizes.turn);
  placeAs(shape.points, sources);
  sizes.centre.clear();
}

/// Whether the sizes are enough for a ball, capsule, cylinder or cone.
bool fillRound(FoundShape& shape, std::string_view row_type, Sizes& sizes, Findings& findings) {
  shape.is_planar = shape.type == "circle" || row_type == "capsule2";
  if (!sizes.from.empty() && sizes.from.size() == sizes.to.size()) {
    shape.from = sizes.from;
    shape.to = sizes.to;
    shape.is_planar = sizes.from.size() == 2;
  } else if (sizes.normal.size() == 3 && sizes.half) {
    layAlong(shape, sizes.normal, *sizes.half, findings);
    sizes.half.reset();
  } else if (!sizes.half && shape.type == "capsule") {
    return false;
  }
  shape.sizes.clear();
  for (const auto* size : {&sizes.radius, &sizes.half, &sizes.start}) {
    if (*size) shape.sizes.push_back(**size);
  }
  if (shape.sizes.empty() && shape.type != "segment") return false;
  return shape.type != "cylinder" || !sizes.start || taper(shape, sizes.sides, findings);
}

/// A ray by its origin and its direction, or by two points.
bool fillRay(FoundShape& ray, Sizes& sizes) {
  ray.from = std::move(sizes.from);
  ray.is_planar = ray.from->size() == 2;
  ray.to = sizes.normal;
  if (sizes.normal.empty()) setRayTo(ray, sizes.to);
  if (sizes.reach) ray.sizes = {*sizes.reach};
  return ray.from->size() >= 2 && ray.to->size() == ray.from->size();
}

/// Whether the sizes are enough for a shape of its type.
bool fill(FoundShape& shape, const ApiShape& row, Sizes& sizes, Findings& findings) {
  if (shape.type == kHalfSpace) {
    if (row.roles.empty()) {  // what is below the plane across the row's axis
      sizes.normal = {{0}, {0}, {0}};
      sizes.normal[static_cast<std::size_t>(row.axis - 'x')].value = 1;
    }
    if (sizes.normal.size() != 3) return false;
    shape.sizes = std::move(sizes.normal);
    shape.sizes.push_back(sizes.offset.value_or(Number{}));
  } else if (shape.type == kRay) {
    return fillRay(shape, sizes);
  } else if (shape.type == "ellipsoid" || shape.type == "ellipse") {
    shape.is_planar = shape.type == "ellipse";
    if (sizes.halves.size() != (shape.is_planar ? 2 : 3)) return false;
    shape.sizes = std::move(sizes.halves);
    const bool is_round =
        std::ranges::all_of(shape.sizes, [&](const Number& half) { return half.value == shape.sizes[0].value; });
    if (is_round) {
      findings.use(shape.sizes);
      shape.sizes.resize(1);
      shape.type = shape.is_planar ? "circle" : "sphere";
    }
  } else if (shape.type == "box") {
    fillBox(shape, row.type, sizes);
  } else if (shape.type == "polygon") {
    const auto& sides = sizes.sides;
    if (!sizes.radius || !sides || sides->value < 3 || sides->value > kMaxSides) return false;
    shape.is_planar = true;
    shape.points = cornersOf(static_cast<int>(sides->value), sizes.radius->value);
    placeAs(shape.points, {*sides, *sizes.radius});
  } else {
    return fillRound(shape, row.type, sizes, findings);
  }
  return true;
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

bool isTurn(const ApiShape& row, std::size_t index) {
  const std::vector<std::string_view> words = roleWords(row.roles);
  return index < words.size() && words[index] == "turn";
}

std::optional<FoundShape> shapeOfCorners(const ApiShape& row, Numbers points, std::size_t dimensions, int line) {
  FoundShape shape;
  shape.type = row.type;
  shape.axis = row.axis;
  shape.line = line;
  const bool is_hull = shape.type == "hull" || shape.type == "triangle";
  if (dimensions == 0) dimensions = is_hull || shape.type == "mesh" ? 3 : 2;
  if (points.size() < 3 * dimensions || (row.type == "triangle" && points.size() != 3 * dimensions))
    return std::nullopt;
  shape.is_planar = dimensions == 2;
  const bool is_ring = shape.is_planar && points.size() > 6 && points[0].value == points[points.size() - 2].value &&
                       points[1].value == points.back().value;
  if (is_ring) points.resize(points.size() - 2);
  if (shape.is_planar && is_hull) points = convexOrder(points);
  if (shape.is_planar) shape.type = "polygon";
  if (!shape.is_planar && shape.type == "polygon") shape.type = "hull";
  shape.points = std::move(points);
  return shape;
}

namespace {

/// The middle of a shape whose lower end is at its origin.
Numbers aboveOrigin(char axis, const Number& half) {
  Numbers centre = {{0}, {0}, {0}};
  centre[static_cast<std::size_t>(axis - 'x')] = half;
  return centre;
}

}  // namespace

std::optional<FoundShape> shapeOfArguments(const Value& call, const ApiShape& row, ShapeArguments arguments,
                                           Findings& findings, FoundPose& pose) {
  auto& [named, numbers, middle, axis, is_upright] = arguments;
  const std::string base_type = baseTypeOf(row.type);
  const std::string_view roles(row.roles);
  const bool is_rectangle = roles.starts_with("width") && named.size() == 1 && named[0].first == Role::kFullSizes;
  // A radius by its name is around what the sizes make: "create_box(body, (3, 2), radius=0.5)".
  std::optional<Number> border;
  const auto radius = std::ranges::find(named, Role::kRadius, &std::pair<Role, Numbers>::first);
  if (base_type == "box" && roles.ends_with("border") && radius != named.end() && radius->second.size() == 1) {
    border = radius->second[0];
    named.erase(radius);
  }
  // "ball = Circle(1, 2, 3)", whose radius is set afterwards, or said by its name: "Circle((1, 2), radius=3)"
  const bool is_radius_alone = named.size() == 1 && named[0].first == Role::kRadius && !numbers.empty();
  if (is_radius_alone && middle.empty() && named[0].second.size() == 1) {
    Numbers given = numbers;
    const std::vector<std::string_view> words = rolesThatFit(row, call, given);
    const auto at = static_cast<std::size_t>(std::ranges::find(words, "r") - words.begin());
    const bool is_missing = at + 1 == words.size() && at == numbers.size();
    if (is_missing) numbers.push_back({});
    if (at < words.size() && words.size() == numbers.size()) {
      findings.use({numbers[at]});
      numbers[at] = named[0].second[0];
      named.clear();
    } else if (is_missing) {
      numbers.pop_back();
    }
  }
  if (is_rectangle) {
    numbers = std::move(named[0].second);
  } else if (!named.empty()) {
    ApiShape along = row;
    along.axis = axis;
    auto made = shapeOfSizes(base_type, named, &along, findings);
    if (made) made->line = call.line;
    if (made && !middle.empty()) made->centre = middle;
    if (made && border) made->border = border;
    if (made && made->sizes.size() > 1 && roles.find("foot") != std::string_view::npos)
      made->centre = aboveOrigin(axis, made->sizes[1]);
    return made;
  } else {
    // A middle by its name stands where the row has it: "Sphere(1, center=(2, 0, 0))".
    std::vector<std::string_view> places = roleWords(rolesFor(row, call, numbers.size() + middle.size()));
    std::erase(places, "@");
    const auto place = std::ranges::find_if(
        places, [](std::string_view word) { return word.size() == 2 && (word[0] == 'c' || word[0] == 'p'); });
    const auto before = place == places.end() ? 0 : std::min(place - places.begin(), std::ssize(numbers));
    numbers.insert(numbers.begin() + before, middle.begin(), middle.end());
  }
  if (roles == "kx ky kz" && numbers.size() == 1) numbers.assign(3, Number(numbers[0]));  // OpenSCAD's "cube(4)"
  // Mathematica's "Disk[{1, 2}, {3, 2}]": two radii make an ellipse.
  const bool is_ellipse = base_type == "circle" && roles == "px py r" && numbers.size() == 4 &&
                          call.items.size() == 2 && call.items[1].value.items.size() == 2;
  if (is_ellipse) {
    ApiShape ellipse = row;
    ellipse.type = "ellipse";
    ellipse.roles = "px py hx hy";
    return shapeOfArguments(call, ellipse, std::move(arguments), findings, pose);
  }
  const std::vector<std::string_view> words = rolesThatFit(row, call, numbers);
  if (base_type == kHalfSpace && numbers.size() > words.size()) return std::nullopt;  // of a point and a normal
  std::optional<Sizes> found = sizesOf(words, numbers, findings);
  if (!found) return std::nullopt;
  Sizes& sizes = *found;
  FoundShape shape;
  shape.type = base_type;
  shape.axis = axis;
  shape.line = call.line;
  if (sizes.axis && axisOf(*sizes.axis)) {
    shape.axis = *axisOf(*sizes.axis);
    findings.use({*sizes.axis});
  }
  if (is_rectangle) sizes.centre = middle;
  if (std::ranges::find(words, "foot") != words.end()) {
    sizes.centre = aboveOrigin(row.axis, *sizes.half);
  }
  if (sizes.by_axis.size() == 3) {
    const auto along = static_cast<std::size_t>(shape.axis - 'x');
    sizes.half = sizes.by_axis[along];
    sizes.radius = sizes.by_axis[(along + 1) % 3];
    findings.use(sizes.by_axis);
  }
  if (sizes.width && sizes.height) {
    const bool lies = roles.ends_with("upright") ? !is_upright : sizes.width->value >= sizes.height->value;
    fillRectangle(shape, *sizes.width, *sizes.height, lies);
    sizes.radius = shape.sizes[0];
    sizes.half = shape.sizes[1];
  }
  if (base_type == "box") {
    const bool had_half = rolesFor(row, call, numbers.size()).find("hx") != std::string_view::npos;
    const bool are_half = findings.answerTo("extents", had_half ? "half" : "full") == "half";
    for (Number& n : sizes.halves) n.value *= had_half == are_half ? 1 : had_half ? 0.5 : 2;
  }
  shape.axis = findings.answerTo("cylinder", std::string_view(&shape.axis, 1))[0];
  if (!fill(shape, row, sizes, findings)) return std::nullopt;
  shape.border = border ? border : sizes.inside ? sizes.inside : sizes.border;
  shape.is_border_inside = !border && sizes.inside;
  if (!sizes.centre.empty()) shape.centre = std::move(sizes.centre);
  if (!sizes.place.empty()) pose.position = std::move(sizes.place);
  if (sizes.normal.size() == 9) takeMatrix(sizes.normal, findings, RotationKind::kColumns, pose);
  return shape;
}

void remarkSizes(const FoundShape& shape, const ApiShape& row, const Value& call, const NumbersOf& numbersOf,
                 Findings& findings) {
  if (shape.type == "box" && findings.answers.count("extents") == 0) {
    const std::string_view roles = rolesFor(row, call, numbersOf(call).size());
    const bool has_half = roles.find("hx") != std::string_view::npos,
               has_corners = roles.find("lx") != std::string_view::npos;
    const char* const sizes = has_half ? "{}: half sizes ({})" : "{}: full sizes ({})";
    if (!has_corners) findings.remark(trf(sizes, row.name, row.source));
  } else if (shape.sizes.size() > 1) {
    findings.remark(fmt::format("{}: {}", row.name, row.source));
  }
}

std::optional<FoundShape> shapeOfSizes(std::string_view type, const std::vector<std::pair<Role, Numbers>>& sizes,
                                       const ApiShape* row, Findings& findings, std::optional<char> axis) {
  FoundShape shape;
  shape.type = std::string(type);
  if (row != nullptr) shape.axis = row->axis;
  Sizes parts;
  std::optional<Number>&radius = parts.radius, &half = parts.half;
  Numbers &extents = parts.halves, &lower = parts.lower, &upper = parts.upper, &from = parts.from, &to = parts.to;
  bool counts_caps = false;
  const std::string_view roles = row != nullptr ? std::string_view(row->roles) : "";
  const auto hasRole = [&](std::string_view word) { return roles.find(word) != std::string_view::npos; };
  const bool has_radius = std::ranges::any_of(
      sizes, [](const auto& size) { return size.first == Role::kRadius || size.first == Role::kDiameter; });
  for (const auto& [role, numbers] : sizes) {
    if (numbers.empty() || (role == Role::kLength && !has_radius)) continue;  // of a box or a picture
    // A cone of two radii is none.
    if (role == Role::kRadius && type == "cone" && radius && radius->value != 0 && numbers[0].value != 0)
      return std::nullopt;
    if (role == Role::kRadius && !(radius && type == "cone" && numbers[0].value == 0)) radius = numbers[0];
    if (role == Role::kDiameter) radius = halved(numbers[0]);
    if (role == Role::kLower) lower = numbers;
    if (role == Role::kUpper) upper = numbers;
    if (role == Role::kDirection) parts.normal = numbers;
    if (role == Role::kFrom) from = numbers;
    if (role == Role::kTo) to = numbers;
    if (role == Role::kHalfLength) half = numbers[0];
    if (role == Role::kFullLength) half = halved(numbers[0]);
    if (role == Role::kLength) {
      const bool has_caps = shape.type != "cylinder" && shape.type != "cone";  // which a height may leave out
      std::string kind = hasRole("caps") ? "caps" : hasRole("half") ? "half" : "full";
      if (roles.empty() && has_caps)
        kind = findings.guess("length", "full", tr("a height or length without an API's name"));
      kind = findings.answerTo("length", kind);
      half = kind == "half" ? numbers[0] : halved(numbers[0]);
      counts_caps = kind == "caps";
    }
    if (role == Role::kHalfLength) counts_caps = hasRole("halfcaps");
    std::string kind;
    if (role == Role::kHalfExtents) kind = "half";
    if (role == Role::kFullSizes) kind = findings.answerTo("extents", "full");
    if (role == Role::kExtents) kind = hasRole("hx") ? "half" : "full";
    if (role == Role::kExtents && row == nullptr)
      kind = findings.guess("extents", "half", tr("\"extents\" may be either"));
    if (kind.empty()) continue;
    Numbers own;
    for (const Number& n : numbers) own.push_back(kind == "half" ? n : halved(n));
    const bool is_again = std::ranges::equal(extents, own, {}, &Number::value, &Number::value);
    if (is_again) findings.use(numbers);  // "dim: [2, 4, 1], half_dim: [1, 2, 0.5]"
    if (!is_again) append(extents, own);
  }
  if (row != nullptr && row->api != nullptr && row->api->name == "unity" && radius)
    shape.height = half ? Number{2 * half->value} : Number{2 * radius->value};
  if (counts_caps && radius && half) half = withoutCap(*half, *radius);
  if (shape.type.empty() && extents.size() == 1)
    findings.doubt(tr("one size without a word for the shape: here it is a cube"));
  if (shape.type.empty() && (!extents.empty() || (lower.size() > 1 && lower.size() == upper.size())))
    shape.type = "box";
  const bool has_ends = !from.empty() && from.size() == to.size();
  if (shape.type.empty() && radius && (half || has_ends))
    findings.assume(tr("a radius and a length without a word for the shape: here it is a capsule"));
  if (shape.type.empty() && radius) shape.type = half || has_ends ? "capsule" : "sphere";
  if (shape.type.empty() && has_ends) shape.type = "segment";
  const bool is_round = shape.type == "capsule" || shape.type == "cylinder" || shape.type == "cone";
  if (shape.type == kRay) {
    if (half) parts.reach = Number{2 * half->value, half->offset};
    if (from.empty() || (to.empty() && parts.normal.empty())) return std::nullopt;
  } else if (shape.type == "box") {
    if (extents.empty() && has_ends) {  // "a rectangle from (2, 2) to (5, 4)"
      lower = std::move(from);
      upper = std::move(to);
      for (std::size_t i = 0; i < lower.size(); ++i) {
        if (lower[i].value > upper[i].value) std::swap(lower[i], upper[i]);
      }
    }
    if (upper.empty() && lower.size() > 1 && lower.size() == extents.size()) {
      for (std::size_t i = 0; i < lower.size(); ++i)
        upper.push_back({lower[i].value + 2 * extents[i].value, extents[i].offset});
    }
    if (lower.size() > 1 && lower.size() == upper.size()) {
      // "top left (0, 5), bottom right (4, 2)"; all the other way round is a box of nothing.
      std::size_t turned = 0;
      for (std::size_t i = 0; i < lower.size(); ++i) turned += lower[i].value > upper[i].value ? 1 : 0;
      for (std::size_t i = 0; turned < lower.size() && i < lower.size(); ++i) {
        if (lower[i].value > upper[i].value) std::swap(lower[i], upper[i]);
      }
      shape.is_between_corners = true;
      std::tie(extents, shape.centre) = halvesAndMiddle(lower, upper);
    }
    if (extents.empty() || extents.size() > 3) return std::nullopt;
  } else if (shape.type == "ellipsoid") {
    if (extents.size() != 3) return std::nullopt;
  } else if (is_round) {
    if (!radius || (!half && !has_ends) || (shape.type == "cone" && radius->value == 0)) return std::nullopt;
    if (has_ends) half.reset();
    if (axis && half) shape.axis = *axis;
    if (half && parts.normal.size() == 3 && row == nullptr && shape.type == "capsule")
      findings.doubt(tr("a capsule's direction may be the one that it moves along"));
    if (half && parts.normal.size() != 3 && row == nullptr && !axis)
      shape.axis = findings.guess("cylinder", "y", tr("the text does not say which way it lies"))[0];
  } else if (shape.type == "sphere" || shape.type == "circle") {
    // Roblox's balls have a size of three equal numbers.
    const bool are_equal = std::ranges::all_of(extents, [&](const Number& n) { return n.value == extents[0].value; });
    if (!radius && !extents.empty() && are_equal) {
      findings.use(extents);
      radius = extents[0];
    }
    if (!radius) return std::nullopt;
    half.reset();
  } else if (shape.type != "segment" || !has_ends) {
    return std::nullopt;
  }
  static const ApiShape none{"", "", ""};
  return fill(shape, none, parts, findings) ? std::optional(std::move(shape)) : std::nullopt;
}

std::optional<FoundShape> bulletsOwn(const Value& value, const NumbersOf& numbersOf, Findings& findings) {
  const Value *const kept = memberNamed(value, "m_implicitShapeDimensions", 0),
                     *const margin = memberNamed(value, "m_collisionMargin", 0),
                     *const kind = memberNamed(value, "m_shapeType", 0), *const up = memberNamed(value, "m_upAxis", 0);
  if (kept == nullptr || margin == nullptr || kind == nullptr || !margin->isNumber() || !kind->isNumber())
    return std::nullopt;
  Numbers sizes = numbersOf(*kept);
  if (sizes.size() < 3) return std::nullopt;
  sizes.resize(3);
  const std::size_t axis =
      up != nullptr && up->isNumber() && axisOf(up->number) ? static_cast<std::size_t>(up->number.value) : 1;
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

FoundShape rayFrom(Numbers origin, Numbers direction, int line) {
  FoundShape ray;
  ray.type = kRay;
  ray.is_planar = origin.size() == 2;
  ray.from = std::move(origin);
  ray.to = std::move(direction);
  ray.line = line;
  return ray;
}

std::string typeOfMembers(const Value& value, std::string_view name, const ApiShape* row) {
  std::string type;
  bool is_planar = false;
  if (row != nullptr) type = row->type == "rectangle" ? "box" : row->type;
  for (const NamedValue& item : value.items) {
    const std::string key = plainKey(item.name);
    const bool is_kind = holdsWord(" type shape kind class shapetype ", key) || (key == "name" && type.empty());
    // "part.Shape = Enum.PartType.Ball"
    const std::string& said = item.value.name;
    const bool is_of_roblox = item.value.kind == Value::Kind::kName &&
                              (said.find("PartType.") != std::string::npos || (is_kind && said.starts_with("Enum.")));
    if (!is_of_roblox && (item.value.kind != Value::Kind::kText || !is_kind)) continue;
    const std::string_view own = is_of_roblox ? lastName(said) : std::string_view(said);
    std::string_view word = shapeWord(own, is_planar);
    if (word.empty()) word = kindMade(own);
    if (!word.empty() || is_of_roblox) type = word.empty() ? "unknown" : std::string(word);
  }
  if (type.empty()) type = std::string(shapeWord(name, is_planar));
  if (type.empty() || type == "cube") {
    std::string_view stem = name;
    while (!stem.empty() && (stem.back() < 'A' || (stem.back() > 'Z' && stem.back() < 'a') || stem.back() == '_'))
      stem.remove_suffix(1);
    if (stem.size() > 1 && (stem.back() == 'A' || stem.back() == 'B')) stem.remove_suffix(1);
    type = std::string(shapeWord(stem, is_planar));
  }
  return type.empty() ? std::string(kindMade(name)) : type;
}

}  // namespace sepax::paste
