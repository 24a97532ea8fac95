#include "lab/paste/reading.h"

#include "core/language.h"
#include "core/text.h"
#include "geom/portable_math.h"
#include "lab/paste/asked_kinds.h"
#include "lab/paste/frame.h"
#include "lab/paste/kind_names.h"
#include "lab/paste/members.h"
#include "lab/paste/own_export.h"
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

bool isVectorName(std::string_view name) {
  const std::string small = lowered(lastName(name));
  return holdsWord(" float2 float3 float4 float v2 v3 pos location pnt v p real3 new c2v cpv ", small) ||
         holdsAny(small, {"vec", "point", "array", "translation"});
}

/// Classes of vectors that only the text knows: "P(1, 2)", "Point3.make_point(1, 2, 3)".
bool mayMakeVector(std::string_view name) {
  const std::string_view last = lastName(name);
  const bool is_maker = (!last.empty() && last[0] >= 'A' && last[0] <= 'Z') || last.starts_with("make_");
  bool ignored = false;
  return is_maker && roleOf(last) == Role::kNone && shapeWord(last, ignored).empty() && !last.ends_with("Body") &&
         setterOf(name) == Setter::kNone;
}

bool isNested(const Value& value) { return value.isList() || value.isCall(); }

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

/// "scale: [2, 1, 1]" of a body; one number may be of a picture.
bool isScale(const NamedValue& item) {
  const std::size_t count = item.value.items.size();
  return plainKey(item.name) == "scale" && (item.value.isList() || item.value.isCall()) && count > 0 && count < 4;
}

/// "p0", "point_a", "p1", "b": the end of a capsule or segment that a member is, '0' or '1'.
bool isEnd(std::string_view key, char end) {
  std::string small = lowered(lastName(key));
  if (small.starts_with("m_")) small.erase(0, 2);
  std::erase(small, '_');
  return holdsWord(end == '0' ? " p0 a pa pointa point0 e0 end0 " : " p1 b pb pointb point1 e1 end1 ", small);
}

bool hasEnds(const Value& value, std::string_view name) {
  const auto has = [&](char end) {
    return std::ranges::any_of(value.items, [&](const NamedValue& item) { return isEnd(item.name, end); });
  };
  if (!has('0') || !has('1')) return false;
  const std::string type = typeOfMembers(value, name, nullptr);
  return type.empty() ? findMember(value.items, "radius") != nullptr : holdsWord(" capsule cylinder segment ", type);
}

/// {origin: …, direction: …} and nothing else than how far it goes.
bool isRay(const Value& value) {
  bool has_origin = false, has_direction = false;
  for (const NamedValue& item : value.items) {
    const std::string key = plainKey(item.name);
    const bool is_origin = holdsWord(" origin o orig from ", key),
               is_direction = key == "d" || roleOf(item.name) == Role::kDirection;
    has_origin = has_origin || is_origin;
    has_direction = has_direction || is_direction;
    const bool is_reach = key == "t" || key == "length" || key.starts_with("max") || key == "tmax" || key == "tmin";
    if (!is_origin && !is_direction && !is_reach) return false;
  }
  return has_origin && has_direction;
}

bool hasNames(const Value& value) {
  return std::any_of(value.items.begin(), value.items.end(),
                     [](const NamedValue& item) { return !item.name.empty() && item.name[0] != '['; });
}

}  // namespace

namespace {

/// Sums by methods, as languages without operators write them: "end.sub(start)", "end.clone().add(step)". Nullopt: it
/// is none.
std::optional<Value> sumOfMethods(const Value& value) {
  const auto signOf = [](const Value& call) -> std::string_view {
    const std::string word = call.items.size() == 1 ? lowered(lastName(call.name)) : std::string();
    return holdsWord(" add plus ", word) ? kSum : holdsWord(" sub minus subtract ", word) ? kDifference : "";
  };
  const std::size_t dot = value.name.find_last_of('.');
  const bool is_of_name = value.isCall() && dot != std::string::npos && dot > 0;
  const Value* const method = is_of_name && !signOf(value).empty() ? &value
                              : value.chain.empty()                ? nullptr
                                                                   : value.chain.data();
  if (!value.isCall() || method == nullptr || signOf(*method).empty()) return std::nullopt;
  const bool is_copy = value.items.empty() && holdsWord(" clone copy cpy ", lastName(value.name));
  Value owner = nameValue(value.name.substr(0, std::min(dot, value.name.size())));
  if (method != &value && !(is_of_name && is_copy)) {
    owner = value;
    owner.chain.clear();
  }
  return productOf({{"", owner}, {"", method->items[0].value}}, value.line, signOf(*method));
}

}  // namespace

bool isPoseName(std::string_view name) {
  const std::string small = lowered(name);
  if (holdsWord(" se2 se3 ", lastName(small))) return true;
  return holdsAny(small, {"transform", "isometry", "pose", "mat44", "cframe.new", "trvec2tform"}) ||
         small.ends_with("cframe");
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
    if (const auto function = value.isCall() && value.items.size() < 2 ? numberFunction(value.name) : nullptr) {
      const std::size_t dot = value.name.rfind('.'), before = out.size();
      if (value.items.size() == 1) collect(value.items[0].value, out, depth + 1);
      if (value.items.empty() && dot != std::string::npos)  // "tilt.to_radians()"
        collect(nameValue(value.name.substr(0, dot)), out, depth + 1);
      for (std::size_t i = before; i < out.size(); ++i) out[i].value = function(out[i].value);
      return;
    }
    if (const auto sum = sumOfMethods(value)) {
      const std::size_t before = out.size();
      collectProduct(*sum, out, depth);
      if (out.size() > before) return;
    }
    if (value.isCall() && lastName(value.name) == "eye") return;  // numpy's identity, whose number is its size
    if (const auto axis = value.isCall() && value.items.empty() ? axisOfType(value.name) : std::nullopt) {
      out.insert(out.end(), axis->begin(), axis->end());
      return;
    }
    if (const Numbers named = namedComponents(value); !named.empty()) {
      append(out, named);
      return;
    }
    for (const NamedValue& item : value.items) collect(item.value, out, depth + 1);
  }
}

void Reader::collectProduct(const Value& value, Numbers& out, int depth) {
  const bool is_sum = value.name == kSum || value.name == kDifference;
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
    } else if (result.size() == 1 && value.name != kQuotient) {
      for (Number& n : operand) n = apply(result[0], n);
      result = std::move(operand);
    } else if (is_sum && result.size() == operand.size()) {
      for (std::size_t c = 0; c < result.size(); ++c) result[c] = apply(result[c], operand[c]);
    } else {
      return;
    }
  }
  append(out, result);
}

Numbers Reader::numbersNamed(const Value& value) {
  const bool has_count = value.items.size() >= 2 && value.items.size() <= 4;
  const auto isOne = [&](const NamedValue& item) {
    const bool may_be_number = item.value.isNumber() || item.value.kind == Value::Kind::kName || isProduct(item.value);
    return item.name.empty() && may_be_number && flat(item.value).size() == 1;
  };
  const bool peeked = std::exchange(peeks_, true);
  const bool are_numbers = has_count && std::ranges::all_of(value.items, isOne);
  peeks_ = peeked;
  return are_numbers ? flat(value) : Numbers{};
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
  const bool are_numbers = areNumbers(value.items), is_flat = are_numbers && value.items.size() > 4;
  const bool is_point = are_numbers && value.items.size() <= 4 && value.items.size() >= 2;
  if (is_point || is_flat) {
    const Numbers named = namedComponents(value);
    if (is_point && dimensions == 0) dimensions = value.items.size() == 2 ? 2 : 3;
    const std::size_t count = is_flat ? value.items.size() : std::min(dimensions, value.items.size());
    for (std::size_t i = 0; i < count; ++i) out.push_back(named.size() > i ? named[i] : value.items[i].value.number);
    for (std::size_t i = value.items.size(); is_point && i < dimensions; ++i) out.push_back({});
    return;
  }
  // "[x + 0.5, y]"
  const std::size_t size = value.items.size();
  if ((size == 2 || size == 3) && std::ranges::none_of(value.items, [](const NamedValue& item) {
        return !item.name.empty() || item.value.isList();
      })) {
    Numbers point;
    bool is_computed = dimensions == 0 || dimensions == size;
    for (std::size_t i = 0; is_computed && i < size; ++i) {
      append(point, flat(value.items[i].value));
      is_computed = point.size() == i + 1;
    }
    if (is_computed) {
      dimensions = size;
      return append(out, point);
    }
  }
  for (const NamedValue& item : value.items) {
    if (item.name != "faces") collectPoints(item.value, out, dimensions, depth + 1);  // cannon-es' indices of corners
  }
}

namespace {

/// The call with the members that its row's shape has where the text does not set them.
Value withUsual(Value call, const ApiShape& row) {
  for (const auto& [key, numbers] : row.usual) {
    const bool is_set = std::ranges::any_of(call.items, [&name = key](const NamedValue& item) {
      return item.name == name || item.name == "extents" || (item.name.empty() && item.value.isNumber());
    });
    if (is_set) continue;
    Numbers usual;
    for (const double number : numbers) usual.push_back({number});
    call.items.push_back({key, callValue("", call.line, usual)});
  }
  return call;
}

}  // namespace

namespace {

/// OpenSCAD's "cylinder(h = 4, r1 = 3, r2 = 0)", and its row: of a cone, where the upper radius is 0. Nullopt: it is
/// neither a cylinder nor a cone.
std::optional<std::pair<Value, ApiShape>> taperedCall(const Value& call, const ApiShape& row) {
  std::pair<Value, ApiShape> out{call, row};
  std::vector<NamedValue>& items = out.first.items;
  std::optional<Value> lower, upper;
  std::string key = "radius";
  std::erase_if(items, [&](const NamedValue& item) {
    const bool is_lower = item.name == "r1" || item.name == "d1", is_upper = item.name == "r2" || item.name == "d2";
    if (is_lower) lower = item.value;
    if (is_upper) upper = item.value;
    if ((is_lower || is_upper) && item.name[0] == 'd') key = "diameter";
    return is_lower || is_upper;
  });
  const auto isPlain = [](const NamedValue& item) { return item.name.empty() && item.value.isNumber(); };
  if (!lower && !upper && items.size() > 2 && std::all_of(items.begin(), items.begin() + 3, isPlain)) {
    lower = items[1].value;
    upper = items[2].value;
    items.erase(items.begin() + 1, items.begin() + 3);
    items[0].name = "height";
  }
  if (!lower && !upper) return out;
  if (!lower || !upper || !lower->isNumber() || !upper->isNumber()) return std::nullopt;
  if (upper->number.value != 0 && upper->number.value != lower->number.value) return std::nullopt;
  if (upper->number.value == 0) out.second.type = "cone";
  items.push_back({key, std::move(*lower)});
  return out;
}

}  // namespace

std::optional<FoundShape> Reader::shapeOfRow(const Value& given, const ApiShape& row, Reading& out) {
  const Value filled = row.usual.empty() ? Value() : withUsual(given, row);
  const Value& call = row.usual.empty() ? given : filled;
  for (const NamedValue& item : given.items) {
    const bool is_unknown = !item.name.empty() && item.value.isNumber() && roleOf(item.name) == Role::kNone;
    if (is_unknown && call.items.size() > given.items.size())
      findings_.doubt(trf("line {}: \"{}\" may be a size, for which the usual one is taken", given.line, item.name));
  }
  const std::string_view roles(row.roles);
  if (row.type == "cylinder" && roles == "foot r") {
    const auto tapered = taperedCall(given, row);
    if (!tapered) return std::nullopt;
    if (tapered->second.type != row.type) return shapeOfRow(tapered->first, tapered->second, out);
    if (tapered->first.items.size() != given.items.size()) return shapeOfRow(tapered->first, row, out);
  }
  // OpenSCAD's "cube([2, 3, 4], center = true)", "cylinder(h = 3, r = 1, center = true)"
  const auto says = [&](std::string_view name, std::string_view value) {
    return std::ranges::any_of(call.items, [&](const NamedValue& item) {
      return item.value.kind == Value::Kind::kName && item.name == name && item.value.name == value;
    });
  };
  const bool may_be_centred = roles == "kx ky kz" || roles == "foot r",
             is_centred = may_be_centred && (says("", "true") || says("center", "true"));
  const bool is_told = std::ranges::any_of(
      call.items, [](const NamedValue& item) { return !item.name.empty() && item.value.kind == Value::Kind::kName; });
  if (may_be_centred && !is_centred && is_told && !says("center", "false"))
    findings_.doubt(trf("line {}: a shape from its origin on may be about its middle", given.line));
  if (is_centred) {
    ApiShape centred = row;
    centred.roles = roles == "foot r" ? "full r" : "sx sy sz";
    return shapeOfRow(given, centred, out);
  }
  const bool has_owner = roles.starts_with('@') && !call.items.empty() && !call.items[0].value.isNumber();
  if (has_owner) {
    const Reading owner = read(call.items[0].value, call.items[0].name);
    out.position = owner.position;
    // pymunk's space.static_body, which nothing has moved
    if (!owner.position && lowered(call.items[0].value.name).find("static") != std::string::npos)
      out.position = Numbers{{0}, {0}};
    out.rotation = owner.rotation;
  }
  // matter.js' options: {angle: 0.5}
  const auto takeOptions = [&](const NamedValue& item) {
    const bool holds_pose =
        item.name.empty() && item.value.isList() && hasNames(item.value) && namedComponents(item.value).empty();
    if (!holds_pose) return false;
    const Reading options = read(item.value);
    if (options.rotation) out.rotation = options.rotation;
    if (options.position) out.position = options.position;
    return options.isPose();
  };
  // pybox2d's "b2PolygonShape(box=(2, 1))": half sizes, and its middle and angle
  if (const Value* const box = row.name == "b2PolygonShape" ? findMember(call.items, "box") : nullptr)
    return read(callValue("SetAsBox", call.line, flat(*box))).shape;
  if (roles.find("points") != std::string_view::npos) {
    const bool has_count = call.items.size() == 3 && call.items[2].value.isNumber();  // "Polygon(xs, ys, 3)"
    if (has_count && roles.starts_with("columns")) findings_.use({call.items[2].value.number});
    if (roles.starts_with("columns") && (call.items.size() == 2 || has_count)) {
      const Numbers xs = flat(call.items[0].value), ys = flat(call.items[1].value);
      if (xs.size() != ys.size()) return std::nullopt;
      Numbers points;
      for (std::size_t i = 0; i < xs.size(); ++i) append(points, Numbers{xs[i], ys[i]});
      return shapeOfCorners(row, std::move(points), 2, call.line);
    }
    std::size_t dimensions = 0;
    Numbers points, place, triangles;
    std::optional<Number> border;
    bool takes_place = roles.starts_with("px");
    std::size_t first = has_owner ? 1 : 0;
    for (std::string_view rest = roles; rest.starts_with("_ ") && first < call.items.size(); rest.remove_prefix(2)) {
      Numbers skipped;
      std::size_t any = 0;
      const Value& argument = call.items[first++].value;
      if (argument.isNumber()) skipped.push_back(argument.number);
      collectPoints(argument, skipped, any, 0);
      findings_.use(skipped);
    }
    for (std::size_t i = first; i < call.items.size(); ++i) {
      const NamedValue& item = call.items[i];
      if (takeOptions(item)) continue;
      if (!item.name.empty() && takeRotation(out, item, roleOf(item.name))) continue;
      if (!item.name.empty() && roleOf(item.name) == Role::kPosition) {
        out.position = flat(item.value);  // which is no corner
        continue;
      }
      if (roles.ends_with("triangles") && !points.empty()) {
        triangles = flat(item.value);
        break;
      }
      Numbers found;
      collectPoints(item.value, found, dimensions, 0);
      if (item.value.isNumber() && roles.ends_with("border") && !points.empty()) border = item.value.number;
      if (item.value.isNumber() && roles.ends_with("points _") && !points.empty()) findings_.use({item.value.number});
      if (item.value.isNumber() && takes_place) place.push_back(item.value.number);
      takes_place = takes_place && place.size() < 2;
      if (takes_place && found.size() == 2) {
        place = std::move(found);
        takes_place = false;
        continue;
      }
      // "Polygon({x, y}, [{x, y}, …])": its place and its corners
      const bool is_place = i == 0 && found.size() == dimensions && call.items.size() == 2 &&
                            call.items[1].value.isList() && call.items[1].value.items.size() > 2;
      if (is_place) {
        place = std::move(found);
        continue;
      }
      // The first list has the corners; cannon's second one has the faces.
      const bool is_point = found.size() == dimensions;
      if (is_point || points.empty()) append(points, found);
    }
    const bool are_flat = call.items.size() >= 6 && std::ranges::all_of(call.items, [](const NamedValue& item) {
                            return item.value.isNumber() && item.name.empty();
                          });
    if (are_flat) points = flat(call);
    if (!place.empty()) out.position = place;
    findings_.use(points);
    if (row.type == "mesh" && (dimensions == 2 || triangles.empty())) return std::nullopt;
    auto shape = shapeOfCorners(row, std::move(points), dimensions, call.line);
    if (shape) shape->indices = std::move(triangles);
    if (shape && roles.ends_with("centroid")) moveToCentroid(shape->points);
    if (shape) shape->border = border;
    return shape;
  }
  // Unity's capsules of the plane say which way they stand.
  const bool has_direction = roles.ends_with("upright");
  // Drake prints Box(width=1, depth=2, height=3) and Ellipsoid(a=1, b=2, c=3): in order, too, as SceneKit's
  // SCNBox(width: 1, height: 2, length: 3, chamferRadius: 0).
  const auto isInOrder = [&](std::string_view key) {
    const bool is_box = row.type == "box" || row.type == "rectangle", is_ellipsoid = row.type == "ellipsoid";
    const bool is_size = key == "width" || key == "depth" || key == "height" || key == "length";
    return (is_box && (is_size || key.starts_with("chamfer"))) || (is_ellipsoid && key.size() == 1);
  };
  // Members by their names, the others in order.
  ShapeArguments arguments;
  arguments.axis = row.axis;
  const bool has_named_ends = holdsWord(" capsule cylinder segment ", row.type) && hasEnds(call, row.name);
  bool has_sides = false, has_unknown = false;
  const bool has_sizes_in_order = row.name.starts_with("mjGEOM_");  // "size=[radius, half_length, 0]"
  for (std::size_t i = has_owner ? 1 : 0; i < call.items.size(); ++i) {
    const NamedValue& item = call.items[i];
    const std::string key = plainKey(item.name);
    if (takeOptions(item)) continue;
    // A pose among the arguments, Newton's body or a rotation; a vector is none.
    const bool has_line = roles.find("nx") != std::string_view::npos;  // GTE's axis is a line: a place and a direction
    const bool may_be_pose = item.name.empty() && !item.value.isNumber() && row.type != "segment" && row.type != kRay &&
                             !has_line && !isTurn(row, arguments.numbers.size());
    const auto other = may_be_pose ? peek(item.value).shape : std::nullopt;
    const bool has_ends = other && other->type == "segment" && roles.starts_with("ax");
    if (other && !has_ends) continue;  // another body
    if (const Reading part = may_be_pose && !has_ends ? read(item.value) : Reading{};
        part.isPose() && !part.vector && !part.shape) {
      if (part.position) out.position = part.position;
      if (part.rotation) out.rotation = part.rotation;
      continue;
    }
    const bool has_role = !item.name.empty() && item.name[0] != '[' && componentOf(item.name) < 0 && !isInOrder(key);
    Role role = has_role ? roleOf(item.name) : Role::kNone;
    // Blender's "depth" of a cylinder
    if (key == "depth" && holdsWord(" cylinder cone ", row.type)) role = Role::kLength;
    has_sides = has_sides || (!item.name.empty() && isInOrder(key));
    has_unknown = has_unknown || (has_role && role == Role::kNone && item.value.isNumber());
    if (has_named_ends && isEnd(item.name, '0')) role = Role::kFrom;
    if (has_named_ends && isEnd(item.name, '1')) role = Role::kTo;
    Numbers found = flat(item.value);
    // Box2D's rotations are a cosine and a sine, or b2Rot_identity.
    if (isTurn(row, arguments.numbers.size()) && found.size() != 1) {
      findings_.use(found);
      found = {found.size() == 2 ? Number{portable::atan2(found[1].value, found[0].value)} : Number{}};
    }
    const std::string said = item.value.kind == Value::Kind::kText ? lowered(item.value.name) : std::string();
    if (key == "axis" && said.size() == 1 && componentOf(said) >= 0 && said != "w") {  // "axis="X""
      arguments.axis = said[0];
    } else if ((key == "axis" && !said.empty()) ||
               (role == Role::kNone && said.size() == 1 && componentOf(said) >= 0)) {  // "zork="X""
      findings_.doubtText(trf("line {}: \"{}\" is no axis that is understood", given.line, said));
    } else if (key.starts_with("collisionframe")) {  // pybullet's place of a shape in its body
      if (key.ends_with("position"))
        arguments.centre = std::move(found);
      else if (std::ranges::count_if(found, [](const Number& n) { return n.value != 0; }) > 1 || found.size() == 3)
        findings_.doubtText(trf("line {}: \"{}\" turns a shape in its body", given.line, item.name));
    } else if (key == "fromto" && found.size() == 6) {  // MuJoCo's
      auto [from, to] = halvesOf(found);
      arguments.named.emplace_back(Role::kFrom, std::move(from));
      arguments.named.emplace_back(Role::kTo, std::move(to));
    } else if (key == "size" && has_sizes_in_order) {
      findings_.use(found);  // a ball has more than it needs
      append(arguments.numbers, found);
    } else if (found.size() == 9 && (key == "axis" || key == "axes")) {
      takeMatrix(found, findings_, RotationKind::kColumns, out);
    } else if (found.size() == 4 && arguments.numbers.size() == 6 && roles == "px py pz hx hy hz") {
      out.rotation = quaternionOf(std::move(found), findings_, "xyzw");
    } else if (key == "bounds" && row.type == "box" && (found.size() == 4 || found.size() == 6)) {
      auto [lower, upper] = halvesOf(found);
      arguments.named = {{Role::kLower, std::move(lower)}, {Role::kUpper, std::move(upper)}};
    } else if (key == "segments") {  // of its picture
      findings_.use(found);
    } else if (key == "segment" && (found.size() == 4 || found.size() == 6)) {  // as parry prints a capsule
      auto [from, to] = halvesOf(found);
      arguments.named.emplace_back(Role::kFrom, std::move(from));
      arguments.named.emplace_back(Role::kTo, std::move(to));
    } else if (key == "direction" && has_direction) {
      arguments.is_upright = !(lastName(item.value.name) == "Horizontal" || (found.size() == 1 && found[0].value == 1));
      findings_.use(found);
    } else if ((key == "direction" || key == "axis") && found.size() == 1 && axisOf(found[0])) {
      arguments.axis = *axisOf(found[0]);
      findings_.use(found);
    } else if (role == Role::kPosition && !roles.starts_with("px") &&
               (roles.starts_with("cx") || key.starts_with("cent") || key == "offset" || item.name == "m_p")) {
      arguments.centre = std::move(found);
    } else if (role == Role::kPosition) {
      out.position = std::move(found);
    } else if (role == Role::kScale || isScale(item)) {
      out.scale = std::move(found);
    } else if (takeRotation(out, item, role)) {
      continue;
    } else if (role != Role::kNone && role != Role::kResult && role != Role::kVelocity &&
               (role != Role::kDirection || has_line)) {
      arguments.named.emplace_back(role, std::move(found));
    } else if (role == Role::kDirection || (role == Role::kNone && (key.size() <= 2 || isInOrder(key)))) {
      arguments.numbers.insert(arguments.numbers.end(), found.begin(),
                               found.end());  // "hx = 1" is a size, "body = 1" is none
    }
    if (const std::string_view name = lastName(item.value.name);
        item.value.kind == Value::Kind::kName && name.starts_with("AXIS_"))
      arguments.axis = static_cast<char>(name.back() - 'X' + 'x');
  }
  if (has_sides && has_unknown) return std::nullopt;                                   // it may be one more side
  if (has_sizes_in_order && !arguments.named.empty() && !arguments.numbers.empty()) {  // a radius and both ends
    arguments.named.emplace_back(Role::kRadius, Numbers{arguments.numbers[0]});
    arguments.numbers.clear();
  }
  auto shape = shapeOfArguments(call, row, std::move(arguments), findings_, out);
  if (has_unknown && (!shape || roles.ends_with("border")) && !peeks_)
    findings_.doubtText(trf("line {}: a number of a shape has a name that is not understood", call.line));
  return shape;
}

const Value* Reader::heldBy(const Value& value) const {
  const Value* held = &value;
  for (int i = 0; i < kMaxLookups && held != nullptr && held->kind == Value::Kind::kName; ++i) held = look_(held->name);
  return held;
}

void Reader::doubtTurn(const NamedValue& member) {
  if (peeks_) return;
  const Value* const made = heldBy(member.value);
  const bool is_vector = made != nullptr && (isVectorName(made->name) || lastName(made->name).ends_with('3') ||
                                             lastName(made->name).ends_with('4'));  // "XMFLOAT4"
  const bool is_unknown = made != nullptr && made->isCall() && !isProduct(*made) && !is_vector &&
                          !isPoseName(made->name) && numberFunction(made->name) == nullptr && !sumOfMethods(*made) &&
                          findApiRotation(made->name, scopes_) == nullptr;
  const auto isTurned = [](const Value& value, const auto& self) -> bool {
    return (value.isNumber() && value.number.value != 0) ||
           std::ranges::any_of(value.items, [&](const NamedValue& item) { return self(item.value, self); });
  };
  if (is_unknown && isTurned(*made, isTurned))
    findings_.doubtText(
        trf("line {}: \"{}\" gives a rotation that is not understood", made->line, lastName(made->name)));
}

bool Reader::takeRotation(Reading& out, const NamedValue& member, Role role) {
  if (role != Role::kRotation && role != Role::kTransform && role != Role::kMatrix && role != Role::kEuler)
    return false;
  const Reading part = read(member.value, member.name);
  if (!part.rotation && role != Role::kTransform) doubtTurn(member);
  if (part.number && role == Role::kRotation) out.rotation = FoundRotation{FoundRotation::Form::kAngle, {*part.number}};
  take(out, part, role == Role::kEuler ? Role::kRotation : role, member.name);
  return true;
}

void Reader::take(Reading& out, const Reading& part, Role role, std::string_view key) {
  if (part.shape && !out.shape && part.shape->type != kRay) {
    out.shape = part.shape;
    if (part.scale && !out.scale) out.scale = part.scale;
  }
  if (part.position && !out.position) out.position = part.position;
  if (part.rotation && !out.rotation) out.rotation = part.rotation;
  const auto isMoving = [](const Number& n) { return n.value != 0; };
  if (part.velocity && !out.velocity && std::ranges::any_of(*part.velocity, isMoving)) out.velocity = part.velocity;
  append(out.also, part.also);
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
  } else if ((role == Role::kRotation || role == Role::kMatrix) && v.size() == 9 && !out.rotation) {
    takeMatrix(v, findings_, RotationKind::kNone, out);
  } else if ((role == Role::kTransform || role == Role::kMatrix || role == Role::kNone) &&
             (v.size() == 16 || v.size() == 12) && !out.rotation) {
    takeMatrix(v, findings_, RotationKind::kNone, out);
  } else if (role == Role::kRotation && v.size() == 3 && !out.rotation) {
    const bool deg =
        plainKey(key).find("deg") != std::string::npos || areDegrees(v, findings_);  // Godot's rotation_degrees
    out.rotation = eulerOf(v, "xyz", eulerOrderOf(text_), deg);
  }
}

void Reader::readChain(const Value& value, Reading& out) {
  for (const Value& call : value.chain) {
    const Setter setter = setterOf(call.name);
    if (call.name == "insert") {  // Bevy's components of what was spawned
      for (const NamedValue& item : call.items) take(out, read(item.value), Role::kNone, {});
    }
    if (setter == Setter::kAddShape && !call.items.empty() && !out.shape)  // "CreateBody(def).CreateFixture(shape)"
      take(out, read(call.items[0].value), Role::kShape, call.items[0].name);
    if (setter == Setter::kNone || setter == Setter::kAddShape) continue;
    Value arguments = call;
    arguments.kind = Value::Kind::kList;
    Reading part;
    const Numbers numbers = flat(arguments);
    const bool is_vector = numbers.size() == 2 || numbers.size() == 3;
    if (setter == Setter::kVelocity && is_vector) out.velocity = numbers;
    if (setter == Setter::kPosition && is_vector) out.position = numbers;
    const bool is_plain = call.items.size() == 1 && peek(call.items[0].value).number;
    if (setter == Setter::kRotation && is_plain) out.rotation = FoundRotation{FoundRotation::Form::kAngle, numbers};
    if (setter == Setter::kRotation && findApiRotation(call.name, scopes_) != nullptr) {
      out.rotation = read(call).rotation;
      continue;
    }
    if (setter == Setter::kRotation && !is_plain && call.items.size() == 1) {
      if (const Reading rotation = read(call.items[0].value); rotation.rotation) {
        out.rotation = rotation.rotation;
        continue;
      }
    }
    if (setter == Setter::kRotation && numbers.size() == 4) out.rotation = quaternionOf(numbers, findings_, "xyzw");
    if (setter == Setter::kRotation && numbers.size() == 3)
      out.rotation = FoundRotation{FoundRotation::Form::kAxisAngle, numbers};
    if (setter == Setter::kTransform) {
      for (const NamedValue& item : call.items) take(out, read(item.value), Role::kNone, {});
    }
  }
}

std::vector<Reading> Reader::argumentsOf(const Value& call, bool peeks) {
  const bool peeked = std::exchange(peeks_, peeks_ || peeks);
  std::vector<Reading> out;
  for (const NamedValue& item : call.items) out.push_back(read(item.value, item.name));
  peeks_ = peeked;
  return out;
}

namespace {

/// The name that says which shape a call makes: pybullet's createCollisionShape(p.GEOM_BOX, …) and Unity's
/// CreatePrimitive(PrimitiveType.Cube) have it as their first argument.
std::string_view shapeNameOf(const Value& call) {
  for (const NamedValue& item : call.items) {
    const bool may_be_kind = &item == call.items.data() || holdsWord(" type shapetype ", plainKey(item.name));
    if ((may_be_kind || item.value.name.find("mjGEOM_") != std::string::npos) &&
        item.value.kind == Value::Kind::kName &&
        holdsAny(item.value.name, {"GEOM_", "PrimitiveType.", "PrimitiveShape."}))
      return item.value.name;
  }
  return call.name;
}

/// The object that the function gives which a hook is called with: useBox(() => ({args: […]})). Null: there is none.
const Value* optionsOf(const Value& call) {
  for (const NamedValue& item : call.items) {
    const Value* inner = &item.value;
    while (inner->isList() && inner->items.size() == 1 && inner->items[0].name.empty()) inner = &inner->items[0].value;
    if (inner->isList() && hasNames(*inner)) return inner;
  }
  return nullptr;
}

}  // namespace

Reading Reader::peek(const Value& value) {
  const bool peeked = std::exchange(peeks_, true);
  Reading out = read(value);
  peeks_ = peeked;
  return out;
}

bool Reader::makesShape(const Value& value) const {
  return value.isCall() && (findApiShape(value.name, scopes_) != nullptr || !kindMade(value.name).empty());
}

bool Reader::asksOfOne(const Value& call) {
  const auto isNamed = [&](Role role) {
    return std::ranges::any_of(call.items, [&](const NamedValue& item) {
      return item.value.kind == Value::Kind::kName && roleOf(item.value.name) == role;
    });
  };
  const bool has_ends = isNamed(Role::kTo) || isNamed(Role::kDirection);
  if (!has_ends && !holdsAny(lowered(call.name), {"intersect", "intercept", "raycast", "raytest", "trace", "contains",
                                                  "overlaps", "collides", "distance", "penetrat", "closest"}))
    return false;
  const std::vector<Reading> arguments = argumentsOf(call, true);
  const bool is_of_shape = !has_ends && arguments.size() == 1 && arguments[0].shape;  // "a.intersects(b)"
  return is_of_shape || std::ranges::count_if(arguments, [](const Reading& a) { return a.vector.has_value(); }) > 1;
}

bool Reader::asksOfBoth(const Value& call) {
  std::set<int> labels;
  int shapes = 0, places = 0;
  const bool peeked = std::exchange(peeks_, true);
  const auto ask = [&](const Value& value) {
    if (value.kind != Value::Kind::kName) return;
    if (roleOf(value.name) != Role::kNone) labels.insert(bodyLabel(value.name));
    const Reading argument = read(value);
    if (argument.shape) ++shapes;
    if (argument.position) ++places;
  };
  for (const NamedValue& item : call.items) {
    ask(item.value);
    if (!item.value.isList()) continue;  // "add(world, [a, b])"
    constexpr std::size_t kMaxAsked = 16;
    for (std::size_t i = 0; i < std::min(item.value.items.size(), kMaxAsked); ++i) ask(item.value.items[i].value);
  }
  peeks_ = peeked;
  return shapes > 1 || places > 1 || (labels.contains(1) && labels.contains(2));
}

bool Reader::isTranslation(const Value& value) const {
  const Value* const made = heldBy(value);
  if (made == nullptr || !made->isCall()) return false;
  const std::string name = lowered(lastName(made->name));
  return name.find("trans") != std::string::npos || name == "trvec2tform";
}

Reading Reader::readProduct(const Value& value) {
  Reading out;
  Frame frame;
  bool are_poses = value.name == kProduct, is_planar = false;
  Value members = listValue();
  // A product that makes nothing, "area = a * b", takes no names.
  const bool peeked = std::exchange(peeks_, true);
  for (const NamedValue& item : value.items) {
    if (!item.name.empty()) {
      members.items.push_back(item);
      continue;
    }
    if (!are_poses) break;
    Reading part = read(item.value);
    if (part.vector && part.vector->size() <= 3 && isTranslation(item.value)) part.position = part.vector;
    // A pose that no step changes needs no computing.
    const bool is_identity =
        part.rotation && part.rotation->form == FoundRotation::Form::kQuaternion &&
        std::ranges::all_of(part.rotation->numbers, [](const Number& n) { return n.offset == Number::kNowhere; });
    if (is_identity) part.rotation.reset();
    are_poses = !part.shape && (part.isPose() || is_identity || isPoseName(item.value.name));
    is_planar = is_planar || (part.position && part.position->size() == 2);
    frame = inside(frame, Frame{part});
  }
  const bool are_shapes =
      std::ranges::any_of(value.items, [&](const NamedValue& item) { return read(item.value).shape.has_value(); });
  peeks_ = peeked;
  if (are_shapes) return out;
  if (are_poses) {
    for (const NamedValue& item : value.items) static_cast<void>(read(item.value));
    static_cast<FoundPose&>(out) = frame;
    if (is_planar && out.position) out.position->resize(2);
    findings_.use(out.also);
  } else if (Numbers numbers = flat(value); numbers.size() == 1) {
    out.number = numbers[0];
  } else if (numbers.size() > 1) {
    out.vector = std::move(numbers);
  }
  // The parts that were set afterwards, "T.translation() = …".
  const Reading set = readMembers(members);
  if (set.position) out.position = set.position;
  if (set.rotation) out.rotation = set.rotation;
  return out;
}

bool Reader::takeMade(const Value& call, Reading& out) {
  Value own = call, members = listValue({}, call.line);  // what it is given, and what is set afterwards
  std::erase_if(own.items, [](const NamedValue& item) { return !item.name.empty(); });
  for (const NamedValue& item : call.items) {
    const Role role = roleOf(item.name);
    constexpr Role kSizes[] = {Role::kRadius, Role::kDiameter,   Role::kHalfExtents, Role::kFullSizes, Role::kExtents,
                               Role::kLength, Role::kHalfLength, Role::kLower,       Role::kUpper,     Role::kVertices};
    if (std::ranges::find(kSizes, role) != std::end(kSizes)) return false;
    if (!item.name.empty()) members.items.push_back(item);
  }
  Reading made;
  // CreateSphere("ball", {diameter: 2}, scene), p2's Circle({radius: 2})
  const Value* const options = optionsOf(own);
  if (options != nullptr && namedComponents(*options).empty()) {
    Value object = *options;
    object.name = call.name;
    made = readObject(withCommonKeys(std::move(object), call.name), call.name);
  } else if (auto body =
                 own.items.empty() ? std::nullopt : bodyMade(call.name, argumentsOf(own, true), call.line, findings_)) {
    static_cast<void>(argumentsOf(own, false));
    made.shape = std::move(body->shape);
    static_cast<FoundPose&>(made) = std::move(body->pose);
  }
  if (!made.shape) return false;
  out = std::move(made);
  if (const Reading set = readMembers(members); set.isPose() || set.scale) {
    if (set.position && out.position) out.shape->centre = std::exchange(out.position, std::nullopt);
    if (set.position) out.position = set.position;
    if (set.rotation) out.rotation = set.rotation;
    if (set.scale) out.scale = set.scale;
    append(out.also, set.also);
  }
  readChain(call, out);
  return true;
}

namespace {

/// "Cuboid(scale=[0.4, 0.3, 0.2])", a cube of one unit that is scaled, with its size. Nullopt: it is none.
std::optional<Value> scaledCube(const Value& call) {
  const auto scale = std::ranges::find(call.items, "scale", &NamedValue::name);
  const auto saysSize = [](const NamedValue& item) {
    return item.name.empty() || roleOf(item.name) == Role::kFullSizes || roleOf(item.name) == Role::kHalfExtents;
  };
  if (scale == call.items.end() || scale->value.items.size() != 3 || kindMade(call.name) != "box" ||
      std::ranges::any_of(call.items, saysSize))
    return std::nullopt;
  Value sized = call;
  sized.items[static_cast<std::size_t>(scale - call.items.begin())].name = "size";
  return sized;
}

}  // namespace

std::string Reader::makerOf(const Value& value) const {
  const Value* const made = heldBy(value);
  return made == nullptr ? std::string() : lowered(lastName(made->name));
}

bool Reader::mayBeBetweenPoints(const Value& call, const ApiShape& row) const {
  return (row.name.starts_with("QRect") || row.name.starts_with("cv.Rect")) && call.items.size() == 2 &&
         call.items[0].name.empty() && makerOf(call.items[1].value).find("size") == std::string::npos;
}

bool Reader::isBetweenPoints(const Value& call, const ApiShape& row) const {
  const auto isPoint = [&](const NamedValue& item) { return makerOf(item.value).find("point") != std::string::npos; };
  return row.type == "rectangle" && row.roles.starts_with("px py kx") && call.items.size() == 2 &&
         std::ranges::all_of(call.items, isPoint);
}

Reading Reader::readCall(const Value& given, std::string_view hint) {
  Reading out;
  if (isProduct(given)) return readProduct(given);
  if (readOrientedBox(given, out)) return out;
  // docs.opencv.org, RotatedRect: its middle, full sizes, degrees
  if (lastName(given.name) == "RotatedRect" && given.items.size() == 3) {
    Value list = listValue(given.items, given.line);
    if (readCorners(list, hint, out)) return out;
  }
  if (auto sized = scaledCube(given)) return readCall(*sized, hint);
  const ApiShape* shape_row = findApiShape(shapeNameOf(given), scopes_);
  // "QRectF(QPointF(1, 2), QPointF(5, 4))", OpenCV's "Rect(Point(1, 2), Point(5, 4))"
  ApiShape between_points;
  if (shape_row != nullptr && isBetweenPoints(given, *shape_row)) {
    between_points = *shape_row;
    between_points.roles = "lx ly ux uy";
    shape_row = &between_points;
    if (lastName(given.name) == "QRect" && !peeks_)
      findings_.doubtText(trf("line {}: the second corner of a QRect is inside of it", given.line));
  } else if (!peeks_ && shape_row != nullptr && mayBeBetweenPoints(given, *shape_row)) {
    findings_.doubtText(trf("line {}: the second vector of a rectangle may be a corner or its sizes", given.line));
  } else if (shape_row == nullptr && given.items.size() == 2 && kindMade(given.name) == "box") {
    between_points = {"", "rectangle", "px py kx ky"};
    if (isBetweenPoints(given, between_points) && peek(given.items[0].value).vector &&
        peek(given.items[0].value).vector->size() == 2) {
      between_points.roles = "lx ly ux uy";
      out.shape = shapeOfRow(given, between_points, out);
      if (out.shape) return out;
    }
  }
  // Android's static "Rect.intersects(a, b)" has rectangles by their four sides.
  if (!peeks_ && shape_row != nullptr && shape_row->name == "Rect" && shape_row->roles.starts_with("px py kx")) {
    constexpr std::string_view kStatic = "rect.intersects(";
    const std::size_t call = text_.find(kStatic);
    const std::size_t close = call == std::string_view::npos ? call : text_.find_first_of(",)(", call + kStatic.size());
    if (close != std::string_view::npos && text_[close] == ',')
      findings_.doubtText(trf("line {}: the last numbers of a rectangle may be its sizes or a corner", given.line));
  }
  // A row of a box says itself what its members are, but not one of a rectangle by its corner.
  const bool has_own_keys = shape_row != nullptr &&
                            holdsWord(" box rectangle cube square ellipsoid ", shape_row->type) &&
                            !shape_row->roles.starts_with("px py kx") && !shape_row->roles.starts_with("lx");
  Value value = given;
  // "new Sphere({center: …, radius: 2})" is "Sphere(center=…, radius=2)", CreateSphere("ball", {diameter: 2}, scene),
  // too.
  const bool has_label =
      shape_row != nullptr && given.items.size() > 1 && given.items[0].value.kind == Value::Kind::kText;
  const Value* const only = (given.items.size() == 1 || has_label) && given.items[0].name.empty() &&
                                    (shape_row == nullptr || !shape_row->name.starts_with("use"))
                                ? optionsOf(given)
                                : nullptr;
  if (only != nullptr && makesShape(given) && namedComponents(*only).empty()) {
    value.items = std::vector<NamedValue>(only->items);
    for (const NamedValue& item : given.items) {  // what was set afterwards
      if (!item.name.empty()) value.items.push_back(item);
    }
  }
  // "Polygon.Builder().addVertex(a).addVertex(b)…": what it is given one by one
  if (value.items.empty() && value.chain.size() > 2 && makesShape(given)) {
    for (const Value& step : value.chain) {
      if (setterOf(step.name) == Setter::kAddPoint && step.items.size() == 1) value.items.push_back(step.items[0]);
    }
    if (!value.items.empty()) value.chain.clear();
  }
  // "new AABB(where, half)": the names of its arguments say what they are.
  constexpr Role kSizes[] = {Role::kHalfExtents, Role::kFullSizes, Role::kLower, Role::kUpper};
  const auto saysSizes = [&](const NamedValue& item) {
    return item.name.empty() && item.value.kind == Value::Kind::kName &&
           std::ranges::find(kSizes, roleOf(item.value.name)) != std::end(kSizes);
  };
  if (makesShape(given) && value.items.size() == 2 && std::ranges::any_of(value.items, saysSizes)) {
    const bool says_place = !std::ranges::all_of(value.items, saysSizes);
    for (NamedValue& item : value.items) item.name = saysSizes(item) ? item.value.name : "position";
    const bool says_corner = says_place && std::ranges::any_of(value.items, [](const NamedValue& item) {
                               return roleOf(item.name) == Role::kLower || roleOf(item.name) == Role::kUpper;
                             });
    value.kind = Value::Kind::kList;
    if (Reading object = says_corner ? Reading() : readObject(value, given.name); object.shape) return object;
    value = given;
  }
  // "CGRect(origin: …, size: …)": the corner and sizes that the row has in this order
  const bool is_by_corner = shape_row != nullptr && shape_row->roles.starts_with("px py kx") &&
                            value.items.size() == 2 &&
                            holdsWord(" origin position pos topleft ", plainKey(value.items[0].name)) &&
                            roleOf(value.items[1].name) == Role::kFullSizes;
  if (is_by_corner) {
    for (NamedValue& item : value.items) {
      Numbers numbers = flat(item.value);
      if (numbers.size() == 3 && lastName(item.value.name) == "zero") numbers.pop_back();
      if (numbers.size() != 2 && !peeks_)
        findings_.doubtText(trf("line {}: the corner or the sizes of a rectangle are not understood", given.line));
      item = {"", listValue({}, value.line)};
      for (const Number& n : numbers) item.value.items.push_back({"", numberValue(n)});
    }
  }
  if (hasNames(value) && !has_own_keys) value = withCommonKeys(std::move(value), hint);
  if (hasNames(value) && !has_own_keys && shape_row != nullptr && shape_row->type == "rectangle") {
    Reading object = readObject(value, given.name);
    const bool says_middle = std::ranges::any_of(
        value.items, [](const NamedValue& item) { return plainKey(item.name).starts_with("cent"); });
    if (object.shape && !object.shape->centre && !says_middle && shape_row->roles.starts_with("px py kx") && !peeks_)
      findings_.doubtText(trf("line {}: the corner or the sizes of a rectangle are not understood", given.line));
    readChain(given, object);
    if (object.shape) return object;
  }
  const auto sum = sumOfMethods(value);  // "shapes.Add(box)" is none
  if (sum && !peek(sum->items[1].value).shape && flat(*sum).size() > 1) return readProduct(*sum);
  // "new Box3().setFromCenterAndSize(middle, sizes)"
  if (value.items.empty() && value.chain.size() == 1 && setterOf(value.chain[0].name) == Setter::kSizes &&
      findApiShape(value.chain[0].name, scopes_) != nullptr)
    return read(value.chain[0]);
  if (numberFunction(value.name) != nullptr) {
    if (const Numbers numbers = flat(value); numbers.size() == 1) {
      out.number = numbers[0];
      return out;
    }
  }
  // LÖVE's "love.physics.newBody(world, x, y, kind)"
  if (value.name.ends_with("physics.newBody") && value.items.size() > 2) {
    out.position = flat(listValue({value.items[1], value.items[2]}));
    if (out.position->size() != 2) out.position.reset();
    return out;
  }
  // "Position::from_xy(1, 2)" is "Position(1, 2)".
  if (const std::size_t dot = value.name.find_last_of('.');
      dot != std::string::npos && lastName(value.name).starts_with("from_xy") &&
      roleOf(std::string_view(value.name).substr(0, dot)) == Role::kPosition) {
    out.position = flat(value);
    return out;
  }
  // Three sizes are not six numbers.
  const bool may_have_corners = shape_row != nullptr && shape_row->type == "box" &&
                                shape_row->roles.size() == std::size("sx sy sz") - 1 && !hasNames(value) &&
                                value.items.size() > 1;
  const bool are_vectors = may_have_corners && value.items.size() < 4 && isNested(value.items[0].value) &&
                           isNested(value.items[1].value);  // a place and sizes, or corners
  const bool has_corners = may_have_corners && (are_vectors || flat(value).size() == 4 || flat(value).size() == 6);
  if ((shape_row == nullptr || has_corners) && !kindMade(value.name).empty()) {
    if (takeMade(value, out)) return out;
  }
  // "Foo sphere2(Vec3(1, 2, 3), 0.5)": its variable says what it is.
  const bool is_named_alone = shape_row == nullptr && kindMade(value.name).empty() && !kindMade(hint).empty() &&
                              !isVectorName(value.name) && !isPoseName(value.name) && value.chain.empty() &&
                              findApiRotation(value.name, scopes_) == nullptr && optionsOf(value) == nullptr;
  if (is_named_alone && !peeks_) {
    Value named = value;
    named.name = std::string(hint);
    if (takeMade(named, out)) {
      findings_.doubt(trf("line {}: \"{}\" is taken for what its name says", value.line, hint));
      return out;
    }
  }
  if (shape_row != nullptr) {
    if (const Value* const options = shape_row->name.starts_with("use") ? optionsOf(value) : nullptr) {
      out = read(*options);
      Value call = value;
      call.items.clear();
      const Value* const args = findMember(options->items, "args");
      if (args != nullptr) call.items = args->isNumber() ? Members{{"", *args}} : args->items;
      out.shape = shapeOfRow(call, *shape_row, out);
      if (out.shape) remarkSizes(*out.shape, *shape_row, call, numbersOf(), findings_);
      return out;
    }
    Value call = value;
    const auto skin = std::ranges::find(call.items, "m_radius", &NamedValue::name);
    const bool has_skin = skin != call.items.end() && skin->value.isNumber() && shape_row->type != "circle";
    const std::optional<Number> border = has_skin ? std::optional(skin->value.number) : std::nullopt;
    if (has_skin) call.items.erase(skin);
    out.shape = shapeOfRow(call, *shape_row, out);
    if (out.shape) remarkSizes(*out.shape, *shape_row, call, numbersOf(), findings_);
    if (out.shape && border) out.shape->border = border;  // Box2D's radius of a polygon is around its corners
    if (out.shape) takeConventions(shape_row->api, findings_);
    // FCL's own takes three numbers; another engine's may take half sizes.
    const bool may_be_other = shape_row->name == "Box" && shape_row->scope.empty() && value.items.size() == 1 &&
                              text_.find("fcl") == std::string_view::npos && !hasNames(value);
    if (out.shape && may_be_other)
      static_cast<void>(findings_.guess("extents", "full", tr("sizes without a word for them")));
    readChain(value, out);
    return out;
  }
  const bool is_made_by_methods = value.items.empty() && !value.chain.empty();  // "new Matrix4().setToTranslation(…)"
  // three.js' "new Matrix3().set(…)", by rows, and fromArray, by columns
  if (is_made_by_methods && (value.chain[0].name == "set" || value.chain[0].name == "fromArray")) {
    const ApiRotation* const made = findApiRotation(value.name, scopes_);
    const Numbers numbers = flat(value.chain[0]);
    if (made != nullptr && made->kind == RotationKind::kRows && (numbers.size() == 9 || numbers.size() == 16)) {
      takeMatrix(numbers, findings_, value.chain[0].name == "set" ? RotationKind::kRows : RotationKind::kColumns, out);
      return out;
    }
  }
  if (const ApiRotation* row = is_made_by_methods ? nullptr : findApiRotation(value.name, scopes_)) {
    out.rotation = rotationOf(value, *row, numbersOf(), findings_);
    const bool is_unread = !out.rotation && (row->kind == RotationKind::kAxisAngle || !row->order.empty());
    if (is_unread && !peeks_ && !value.items.empty())
      findings_.doubt(trf("line {}: \"{}\" gives a rotation that is not understood", value.line, lastName(value.name)));
    if (row->kind == RotationKind::kBasis && !out.rotation) takeBasis(flat(value), value, findings_, out);
    if (out.rotation) takeConventions(row->api, findings_);
    if (row->kind == RotationKind::kZTo && value.items.size() == 2) out.position = flat(value.items[1].value);
    if (!out.rotation && (row->kind == RotationKind::kRows || row->kind == RotationKind::kColumns)) {
      const Numbers numbers = flat(value);
      std::size_t width = 0;
      const Value* list = &value;
      while (list->items.size() == 1 && isNested(list->items[0].value)) list = &list->items[0].value;
      if (list->items.size() >= 3 && isNested(list->items[0].value)) width = flat(list->items[0].value).size();
      const bool is_square = numbers.size() == 9 || numbers.size() == 12 || numbers.size() == 16;
      // Four rows of three may be corners.
      const bool are_points =
          roleOf(hint) == Role::kVertices || (width == 3 && numbers.size() == 12 && !hasUnitRows(numbers, 3));
      if (is_square && width != 2 && !are_points) takeMatrix(numbers, findings_, row->kind, out, width);
      const bool is_vector = !is_square && numbers.size() >= 2 && numbers.size() <= 4 && width == 0;
      if (is_vector) out.vector = numbers;
      if (!out.rotation && !is_vector) {
        return readList(listValue(list->items, list->line), hint);  // else it is read as the call again
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
    if (!out.shape) out.shape = shapeOfMembers(value, value.name);
    if (out.shape) readChain(value, out);
    if (out.shape || out.isPose() || out.vector) return out;
  }
  const Numbers own = areNumbers(value.items) ? flat(value) : Numbers{};
  const bool is_pose_name = isPoseName(value.name);
  if ((own.size() == 3 || own.size() == 2) && is_pose_name) {
    out.position = own;
    readChain(value, out);
    return out;
  }
  // PxTransform(x, y, z, q)
  const bool begins_with_place = is_pose_name && value.items.size() == 4 && areNumbers(std::span(value.items).first(3));
  if (begins_with_place && !value.items[3].value.isNumber()) {
    out.position = flat(value);
    out.position->resize(3);
    out.rotation = read(value.items[3].value).rotation;
    return out;
  }
  const bool may_be_vector = isVectorName(value.name) || mayMakeVector(value.name);
  if (const Numbers named = may_be_vector ? numbersNamed(value) : Numbers{}; !named.empty()) {
    out.vector = named;
    return out;
  }
  if (own.size() >= 6 && findApiShape(value.name, scopes_) == nullptr) {  // "new float[]{…}"
    out.vector = own;
    return out;
  }
  // Jolt's ScaledShape(shape, scale)
  if (const std::string_view last = lastName(value.name); last.starts_with("ScaledShape") && value.items.size() == 2) {
    out = read(value.items[0].value);
    out.scale = flat(value.items[1].value);
    return out;
  }
  // "RShapeCast(shape, scale, pose, way)": the last vector is how far the shape is cast.
  if (holdsAny(lowered(value.name), {"shapecast", "castshape"}) && !value.items.empty()) {
    const Reading way = peek(value.items.back().value);
    const bool is_way = way.vector && (way.vector->size() == 2 || way.vector->size() == 3);
    for (std::size_t i = 0; is_way && i + 1 < value.items.size(); ++i) {
      Reading part = peek(value.items[i].value);
      if (part.vector) part.vector.reset();  // scales
      if (part.shape || part.isPose()) take(out, read(value.items[i].value), Role::kNone, "-");
    }
    if (is_way && out.shape) {
      out.velocity = read(value.items.back().value).vector;
      out.duration = Number{1};
      return out;
    }
    out = {};
  }
  if (auto ray = rayOfCall(value)) {
    out.shape = std::move(ray);
    return out;
  }
  // A question about both bodies, or a body and a ray, makes none.
  if (asksOfBoth(value) || asksOfOne(value)) return out;
  // Anything else that is given a shape, a place, a rotation: an object of them.
  Reading last_part;
  std::optional<Number> angle;
  Numbers arguments;
  bool is_place_by_order = false;
  const bool is_isometry = lowered(value.name).find("isometry") != std::string::npos;
  // "add_triangles(vertices, triangles)": the mesh is what the lists make.
  const bool has_faces = value.items.size() > 1 && std::ranges::any_of(value.items, [](const NamedValue& item) {
                           const Value* inner = &item.value;
                           while (inner->isCall() && inner->items.size() == 1) inner = &inner->items[0].value;
                           return inner->kind == Value::Kind::kName && isFaceName(inner->name);
                         });
  if (has_faces) return out;
  for (const NamedValue& item : value.items) {
    Reading part = read(item.value, item.name);
    if (is_isometry && out.position && part.vector && part.vector->size() == 3 && !out.rotation) {
      out.rotation = FoundRotation{FoundRotation::Form::kAxisAngle, *part.vector};
      continue;
    }
    if (part.number && !angle) angle = part.number;
    if (!peeks_ && item.name.empty() && !hasNames(item.value)) {
      peeks_ = true;  // the call takes no names by this
      append(arguments, flat(item.value));
      peeks_ = false;
    }
    if (out.shape && out.shape->type == "segment" && part.number)
      findings_.doubt(trf("line {}: a segment and a number may be a capsule", value.line));
    last_part = part;
    const bool was_placed = out.position.has_value();
    take(out, part, item.name.empty() ? Role::kNone : roleOf(item.name), item.name);
    is_place_by_order = is_place_by_order || (!was_placed && out.position && part.vector && item.name.empty());
  }
  const bool is_planar_pose = is_pose_name && out.position && out.position->size() == 2;
  if (is_planar_pose && angle && !out.rotation) out.rotation = FoundRotation{FoundRotation::Form::kAngle, {*angle}};
  // "add_zork(points, zork)": a place by the order of unknown arguments, of points that have theirs
  const bool is_placed_list = out.shape && !out.shape->points.empty() && is_place_by_order && !is_pose_name;
  if (is_placed_list && !peeks_) findings_.doubt(trf("line {}: nothing says whose place this is", value.line));
  const bool draws = value.name.find("draw.") != std::string::npos;
  if (!peeks_ && out.isPose() && !out.shape && !draws) findings_.arguments.push_back(std::move(arguments));
  // unwrap(from_quaternion(…)), sTranslation(…): what the one argument is.
  const bool is_wrapped = value.items.size() == 1 && !out.shape && !out.rotation && !is_pose_name;
  if (is_wrapped && last_part.vector) {
    out.position.reset();
    out.vector = last_part.vector;
  }
  readChain(value, out);
  return out;
}

std::optional<FoundShape> Reader::rayOfCall(const Value& call) {
  std::string name = lowered(lastName(call.name));
  std::erase(name, '_');
  if (!holdsAny(name,
                {"raycast", "linecast", "linetrace", "segmentquery", "raytest", "rayquery", "castray", "rayintersect"}))
    return std::nullopt;
  const std::vector<Reading> arguments = argumentsOf(call, true);
  std::vector<std::size_t> vectors;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].vector) vectors.push_back(i);
  }
  if (vectors.size() != 2) return std::nullopt;
  Numbers from = *arguments[vectors[0]].vector, to = *arguments[vectors[1]].vector;
  if (from.size() != to.size() || from.size() < 2 || from.size() > 3) return std::nullopt;
  static_cast<void>(argumentsOf(call, false));
  const NamedValue& second = call.items[vectors[1]];
  const Role role = roleOf(second.value.kind == Value::Kind::kName ? second.value.name : second.name);
  const bool is_direction = role == Role::kDirection;
  const bool is_end =
      role == Role::kTo || holdsAny(name, {"linecast", "linetrace", "segment"}) ||
      holdsAny(text_, {"b2vec2", "box2d", "planck", "cpvect", "pymunk", "btvector3", "pybullet", "love."});
  const double square = dot(vectorOf(to), vectorOf(to));
  if (!is_direction && !is_end && std::abs(square - 1) > 1e-3)
    findings_.doubt(trf("line {}: the second vector of a ray may be its direction or its end", call.line));
  FoundShape ray = rayFrom(std::move(from), std::move(to), call.line);
  if (is_end && !is_direction) setRayTo(ray, Numbers(*ray.to));
  return ray;
}

bool Reader::readSweep(const Value& value, Reading& out) {
  const auto numbersOf = [&](std::string_view name) {
    const Value* const member = findMember(value.items, name);
    return member == nullptr ? Numbers() : flat(*member);
  };
  const Numbers place = numbersOf("c0"), end = numbersOf("c"), angle = numbersOf("a0"), end_angle = numbersOf("a");
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
  std::vector<std::pair<Role, Numbers>> sizes;
  bool has_origin = false;
  for (const NamedValue& item : value.items) {
    const std::string key = plainKey(item.name);
    Role role = roleOf(item.name);
    Numbers numbers = flat(item.value);
    const bool is_length = role == Role::kLength || key == "t" || key.starts_with("max");
    if (numbers.size() == 1 && is_length) sizes.emplace_back(Role::kFullLength, numbers);
    if (numbers.size() != 2 && numbers.size() != 3) continue;
    if (role == Role::kPosition || key == "o") role = Role::kFrom;
    if (key == "d") role = Role::kDirection;
    const bool is_again = role == Role::kFrom && std::exchange(has_origin, true);
    if (!is_again) sizes.emplace_back(role, std::move(numbers));
  }
  auto ray = shapeOfSizes(kRay, sizes, nullptr, findings_);
  if (ray) ray->line = value.line;
  return ray;
}

/// Whether the members or the type of an object say that it is a ball or the like, whose "r" is a radius.
static bool isRound(const Value& value) {
  return holdsWord(" sphere circle capsule cylinder cone ", typeOfMembers(value, value.name, nullptr));
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
    takeBasis(flat(value), value, findings_, out);
    if (out.rotation) return out;
  }
  if (auto rotation = rotationOfMembers(value, numbersOf(), findings_)) {
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
  // An object that holds one vector is that vector: {m_floats = {…}}, {mF32 = {…}, …}.
  constexpr std::string_view kHolders =
      " floats f data el storage coords elements value array plainstorage columns fdata ";
  std::optional<Reading> held_vector;
  for (const NamedValue* const held : items) {
    const NamedValue& item = *held;
    const Role role = item.name.empty() ? Role::kNone : roleOf(item.name);
    // pybullet's baseInertialFramePosition moves the body, links are more of it.
    const std::string own = plainKey(item.name);
    const bool moves = lastName(value.name) == "createMultiBody" && item.value.isList() &&
                       (own.starts_with("link") || own.starts_with("baseinertialframe") || role == Role::kNone);
    const auto isTelling = [](const Number& n) { return n.value != 0 && n.value != 1; };
    if (moves && !item.name.empty() && !peeks_ && std::ranges::any_of(flat(item.value), isTelling))
      findings_.doubtText(trf("line {}: \"{}\" may move a body", value.line, item.name));
    if (role == Role::kResult && !isScale(item)) continue;
    if (role == Role::kScale || isScale(item)) {
      Numbers scale = flat(item.value);
      const bool is_one = std::ranges::all_of(scale, [](const Number& n) { return n.value == 1; });
      if (is_one) findings_.use(scale);
      if (!is_one) out.scale = std::move(scale);
      continue;
    }
    if (role == Role::kVelocity || role == Role::kAngularVelocity) {
      const Numbers numbers = flat(item.value);
      if (role == Role::kAngularVelocity && numbers.size() == 1) out.spin = numbers[0];
      if (role == Role::kVelocity && (numbers.size() == 2 || numbers.size() == 3)) out.velocity = numbers;
      continue;
    }
    Reading part = read(item.value, item.name);
    if (!held_vector && (part.vector || part.isPose()) && holdsWord(kHolders, plainKey(item.name))) held_vector = part;
    const bool is_radius = plainKey(item.name) == "r" && isRound(value);
    if ((role == Role::kAngle || role == Role::kRotation) && part.number && !out.rotation && !is_radius) {
      out.rotation = FoundRotation{
          FoundRotation::Form::kAngle, {*part.number}, "xyz", plainKey(item.name).find("deg") != std::string::npos};
      continue;
    }
    if (item.name == "shape_offset" && out.shape && part.vector) {  // of addShape(shape, offset)
      out.shape->centre = part.vector;
      continue;
    }
    constexpr Role kTaken[] = {Role::kPosition,       Role::kRotation, Role::kQuaternionWxyz,
                               Role::kQuaternionXyzw, Role::kMatrix,   Role::kTransform,
                               Role::kEuler,          Role::kShape,    Role::kNone};
    if (std::ranges::find(kTaken, role) == std::end(kTaken)) continue;
    if (role == Role::kNone) part.vector.reset();
    const bool is_turn = role == Role::kRotation || role == Role::kEuler || role == Role::kMatrix ||
                         role == Role::kQuaternionWxyz || role == Role::kQuaternionXyzw;
    if (is_turn && !part.rotation) doubtTurn(item);
    take(out, part, role == Role::kEuler ? Role::kRotation : role, item.name);
  }
  const bool has_radius = value.isCall() && std::ranges::any_of(value.items, [](const NamedValue& item) {
                            return roleOf(item.name) == Role::kRadius && item.value.isNumber();
                          });
  // pybox2d's "CreateDynamicBody(position=(1, 2), angle=0.5)"
  const bool makes_body = holdsWord(" CreateStaticBody CreateDynamicBody CreateKinematicBody ", lastName(value.name));
  for (const NamedValue& item : value.items) {
    const bool may_turn = makes_body && !peeks_ && !item.name.empty() && roleOf(item.name) == Role::kNone &&
                          item.value.isNumber() && item.value.number.value != 0;
    if (may_turn) findings_.doubtText(trf("line {}: \"{}\" may move a body", value.line, item.name));
  }
  if (has_radius && out.shape && !out.shape->points.empty() && !out.shape->border && !peeks_)
    findings_.doubtText(trf("line {}: a radius may be around a shape", value.line));
  if (!out.shape && !out.isPose() && held_vector) return *held_vector;
  return out;
}

bool Reader::readCorners(const Value& value, std::string_view hint, Reading& out) {
  if (value.items.size() == 1 && value.items[0].value.name == kDifference)  // "[a - b]", as collision-rs prints it
    return readCorners(value.items[0].value, hint, out);
  const std::size_t count = value.items.size();
  const bool are_lists = count > 1 && isNested(value.items[0].value) && isNested(value.items[1].value) &&
                         (count == 3 || (value.items[0].value.isList() && value.items[1].value.isList()));
  if (!are_lists && value.name != kDifference) return false;
  Numbers first = flat(value.items[0].value), second = flat(value.items[1].value);
  if (first.size() != second.size() || first.size() < 2 || first.size() > 3) return false;
  const bool is_rotated =
      count == 3 && first.size() == 2 && value.items[2].value.isNumber() &&
      (text_.find("rotatedrect") != std::string_view::npos || text_.find("minarearect") != std::string_view::npos);
  if (is_rotated) {  // docs.opencv.org, RotatedRect: the middle, full sizes, degrees
    out.position = std::move(first);
    out.shape = shapeOfSizes("box", {{Role::kFullSizes, std::move(second)}}, nullptr, findings_);
    out.rotation = FoundRotation{FoundRotation::Form::kAngle, {value.items[2].value.number}, "xyz", true};
    out.shape->line = value.line;
    return true;
  }
  if (count != 2) return false;
  const std::string key = plainKey(hint);
  if (key.ends_with("bbox") || key.ends_with("aabb") || key.ends_with("boundingbox") || key.ends_with("bounds")) {
    out.shape = shapeOfSizes("box", {{Role::kLower, first}, {Role::kUpper, second}}, nullptr, findings_);
  } else if (key == "ray") {
    out.shape = rayFrom(std::move(first), std::move(second), value.line);
  }
  return out.shape.has_value();
}

Value Reader::withCommonKeys(Value object, std::string_view hint, std::string_view kind) {
  bool ignored = false;
  const ApiShape* const row = findApiShape(object.name, scopes_);
  const bool is_named = row != nullptr || !kindMade(object.name).empty() || !shapeWord(object.name, ignored).empty();
  std::string type(kind);
  if (type.empty()) type = typeOfMembers(object, is_named ? std::string_view(object.name) : hint, row);
  const auto countOf = [&](const Value& value) {
    const bool peeked = std::exchange(peeks_, true);
    const std::size_t count = flat(value).size();
    peeks_ = peeked;
    return count;
  };
  object.items = paste::withCommonKeys(std::move(object.items), type, speaks_of_triangles_, countOf);
  return object;
}

Reading Reader::readObject(const Value& value, std::string_view hint) {
  Reading out = readMembers(value);
  const Value *const pitch = findMember(value.items, "pitch"), *const yaw = findMember(value.items, "yaw"),
                     *const roll = findMember(value.items, "roll");
  const bool is_rotator = pitch != nullptr && yaw != nullptr && roll != nullptr && areNumbers(value.items) &&
                          holdsAny(text_, {"unreal", "ue5", "ue 5", "ue4", "ue 4", "boxcomponent"});
  if (is_rotator) {
    out.rotation = rotatorOf({pitch->number, yaw->number, roll->number});
    return out;
  }
  // A point of GeoJSON (RFC 7946, 3.1.2), whose numbers else are corners.
  const Value *const type = findMember(value.items, "type"), *const place = findMember(value.items, "coordinates");
  if (type != nullptr && place != nullptr && type->name == "Point") {
    out.position = flat(*place);
    out.shape.emplace().type = "point";
    out.shape->is_planar = out.position->size() == 2;
    out.shape->line = value.line;
    return out;
  }
  bool is_planar = false;
  const bool is_shape_by_name =
      findApiShape(value.name, scopes_) != nullptr || !shapeWord(value.name, is_planar).empty();
  const bool has_no_shape = !out.shape;
  const std::string_view name = is_shape_by_name ? std::string_view(value.name) : hint;
  if (!out.shape) out.shape = shapeOfMembers(value, name);
  if (has_no_shape && out.shape && hasEnds(value, name)) out.position.reset();  // "p0" is no place of the body
  return out;
}

bool Reader::readOrientedBox(const Value& value, Reading& out) {
  static constexpr std::string_view kParts[] = {"c", "u", "e"};
  if (value.items.size() != 3 || kindMade(value.name) != "box") return false;
  Numbers parts[3];
  for (std::size_t i = 0; i < 3; ++i) {
    const NamedValue& item = value.items[i];
    if (!item.name.empty() && item.name != kParts[i]) return false;
    parts[i] = flat(item.value);
  }
  const std::size_t size = parts[0].size();
  const bool are_axes = value.items[1].value.items.size() == size;
  if ((size != 2 && size != 3) || !are_axes || parts[1].size() != size * size || parts[2].size() != size) return false;
  out.shape.emplace().type = "box";
  out.shape->line = value.line;
  out.shape->is_planar = size == 2;
  out.shape->sizes = parts[2];
  out.position = parts[0];
  if (size == 3) {
    takeMatrix(parts[1], findings_, RotationKind::kColumns, out);
  } else {
    out.rotation = angleOf(parts[1][0], parts[1][1], findings_);
    findings_.use(parts[1]);
  }
  return true;
}

Reading Reader::readList(const Value& value, std::string_view hint) {
  Reading out;
  if (readOrientedBox(value, out)) return out;
  if (auto shape = bulletsOwn(value, numbersOf(), findings_)) {
    out.shape = std::move(shape);
    return out;
  }
  const bool may_be_ray = hasNames(value) && (isMotionWord(hint) || isMotionWord(value.name) || isRay(value));
  if (auto ray = may_be_ray ? rayOfMembers(value) : std::nullopt) {
    out.shape = std::move(ray);
    return out;
  }
  if (hasNames(value)) return readObject(withCommonKeys(value, hint), hint);
  if (!value.name.empty()) {
    // "Type name = {…}" is what "Type{…}" is.
    if (findApiShape(value.name, scopes_) != nullptr || findApiRotation(value.name) != nullptr ||
        !kindMade(value.name).empty()) {
      Value call = value;
      call.kind = Value::Kind::kCall;
      return readCall(call, hint);
    }
  }
  if (!value.items.empty() && areNumbers(value.items)) {
    out.vector = flat(value);
    return out;
  }
  if (const Numbers numbers = numbersNamed(value); !numbers.empty()) {
    out.vector = numbers;
    return out;
  }
  if (value.items.size() == 1) return readCorners(value, hint, out) ? out : read(value.items[0].value, hint);
  // Matlab's [R t; 0 0 0 1]
  if (value.items.size() == 6 && areNumbers(std::span(value.items).subspan(2))) {
    const Numbers rows = flat(value.items[0].value), place = flat(value.items[1].value), last = flat(value);
    if (rows.size() == 9 && place.size() == 3 && last.back().value == 1) {
      takeMatrix(rows, findings_, RotationKind::kRows, out);
      out.position = place;
      findings_.use(Numbers(last.end() - 4, last.end()));
      return out;
    }
  }
  // A vector and a number: Box3D's {{x, y, z}, w}.
  if (value.items.size() == 2 && isNested(value.items[0].value) && value.items[1].value.isNumber() &&
      flat(value).size() == 4) {
    out.rotation = quaternionOf(flat(value), findings_, "xyzw");
    return out;
  }
  if (readCorners(value, hint, out)) return out;
  // Rows of a matrix.
  const std::size_t rows = value.items.size();
  const bool may_be_matrix = rows == 3 || rows == 4;
  const std::size_t width = may_be_matrix && isNested(value.items[0].value) ? flat(value.items[0].value).size() : 0;
  const Role role = roleOf(hint);
  const bool is_vertices = role == Role::kVertices || role == Role::kShape;
  if (may_be_matrix && !is_vertices && (width == 3 || width == 4)) {
    const Numbers numbers = flat(value);
    if (numbers.size() == rows * width && hasUnitRows(numbers, width)) {
      // A box's axes are the columns of its matrix.
      const std::string key = plainKey(hint);
      const bool are_axes = width == 3 && (key == "axes" || key == "axis" || key == "directions");
      const bool is_symmetric = width == 3 && rows == 3 && numbers[1].value == numbers[3].value &&
                                numbers[2].value == numbers[6].value && numbers[5].value == numbers[7].value;
      if (role == Role::kNone && !hint.empty() && !are_axes && !is_symmetric && !peeks_)
        findings_.doubt(trf("line {}: \"{}\" is taken for a rotation by its numbers", value.line, hint));
      takeMatrix(numbers, findings_, are_axes ? RotationKind::kColumns : RotationKind::kNone, out, width);
      if (rows == 3 && width == 3) return out;
      if (out.rotation) return out;
    }
  }
  // Points.
  Numbers points;
  std::size_t dimensions = 0;
  const auto isPoint = [this](const NamedValue& item) {
    if (item.value.kind != Value::Kind::kName) return isNested(item.value);
    const Value* const held = look_(item.value.name);  // "{p0, p1, p2}"
    if (held == nullptr || !isNested(*held)) return false;
    const std::size_t size = held->items.size();
    return areNumbers(held->items) || ((size == 2 || size == 3) && flat(*held).size() == size);
  };
  const bool all_points = std::ranges::all_of(value.items, isPoint);
  if (all_points) collectPoints(value, points, dimensions, 0);
  if (all_points && dimensions >= 2 && points.size() >= 3 * dimensions && points.size() == rows * dimensions) {
    auto shape = shapeOfPoints(std::move(points), dimensions, value.line, findings_);
    if (role != Role::kResult) out.shape = std::move(shape);
    return out;
  }
  // Three rows and many columns: points by columns.
  const bool are_even =
      all_points && std::ranges::all_of(value.items, [&](const NamedValue& item) {
        return item.value.items.size() == value.items[0].value.items.size() && areNumbers(item.value.items);
      });
  if (rows == 3 && are_even && !is_vertices) {
    if (auto hull = hullOfColumns(flat(value), value.line, findings_)) {
      out.shape = std::move(hull);
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

std::optional<FoundShape> Reader::shapeOfSolidPrimitive(const Value& value) {
  const Value *const type = findMember(value.items, "type"), *const dimensions = findMember(value.items, "dimensions");
  if (type == nullptr || dimensions == nullptr) return std::nullopt;
  findings_.use({type->number});
  const std::string name = type->isNumber() ? shortestDecimal(type->number.value) : std::string(lastName(type->name));
  return shapeOfPrimitive(name, flat(*dimensions), value.line);
}

std::optional<FoundShape> Reader::shapeOfPrimitive(const std::string& type, const Numbers& dimensions, int line) {
  const ApiShape* const row = findApiShape("SolidPrimitive." + type, scopes_);
  if (row == nullptr || type.empty()) return std::nullopt;
  return read(callValue("SolidPrimitive." + type, line, dimensions)).shape;
}

std::optional<FoundShape> Reader::shapeOfGeom(const Value& value) {
  const Value *const type = findMember(value.items, "type"), *const size = findMember(value.items, "size"),
                     *const ends = findMember(value.items, "fromto");
  const bool is_geom = type != nullptr && type->kind == Value::Kind::kText && size != nullptr &&
                       holdsAny(text_, {"mujoco", "mjcf", "dm_control"});
  const std::string name = is_geom ? "mjcf." + type->name + (ends == nullptr ? "" : ".fromto") : std::string();
  if (!is_geom || findApiShape(name, scopes_) == nullptr) return std::nullopt;
  Numbers numbers = flat(*size);
  findings_.use(numbers);
  if (ends != nullptr) {
    numbers.resize(1);
    append(numbers, flat(*ends));
  }
  return read(callValue(name, value.line, numbers)).shape;
}

/// Whether a text says where the place of a rectangle is, in words or by the sums of its own test.
static bool saysCorner(std::string_view text) {
  if (holdsAny(text, {"center", "centre", "middle", "rectmode"})) return false;
  if (holdsAny(text, {"aabb", "top-left", "top left", "upper left", "topleft", ".x + ", ".x+"})) return true;
  for (std::size_t at = text.find("rect"); at != std::string_view::npos; at = text.find("rect", at + 1)) {
    if (at == 0 || text[at - 1] < 'a' || text[at - 1] > 'z') return true;  // not "direct"
  }
  return false;
}

std::optional<FoundShape> Reader::planeOfMembers(const Value& value) {
  Numbers normal;
  std::optional<Numbers> point;
  std::optional<Number> offset;
  for (const NamedValue& item : value.items) {
    const std::string key = plainKey(item.name);
    Numbers numbers = flat(item.value);
    if (numbers.size() == 3 && holdsWord(" n normal planenormal direction up ", key)) {
      normal = std::move(numbers);
    } else if (numbers.size() == 3 && (key.find("point") != std::string::npos || roleOf(key) == Role::kPosition)) {
      point = std::move(numbers);
    } else if (numbers.size() == 1 && holdsWord(" d w distance dist offset constant ", key)) {
      offset = numbers[0];
    }
  }
  return normal.empty() ? std::nullopt : planeOf(normal, point, offset, value.line, findings_);
}

void Reader::doubtKind(const Value& value, std::string_view taken) {
  bool ignored = false;
  const auto saysTaken = [&](const std::string& word) { return shapeWord(word, ignored) == taken; };
  for (const NamedValue& item : value.items) {
    const std::string key = plainKey(item.name);
    const std::string& said = item.value.name;
    const bool is_text = item.value.kind == Value::Kind::kText,
               is_open_name = item.value.kind == Value::Kind::kName && look_(said) == nullptr &&
                              std::ranges::none_of(wordsOf(lastName(said)), saysTaken);
    const bool is_kind = holdsWord(" type shape kind shapetype ", key) && (is_text || is_open_name),
               is_shape = is_text && roleOf(item.name) == Role::kNone && !shapeWord(said, ignored).empty() &&
                          !holdsWord(" name id label class tag ", key);
    if (!peeks_ && !item.name.empty() && !said.empty() && (is_kind || is_shape))
      findings_.doubtText(trf("line {}: \"{}\" may be the kind of a shape", value.line, said));
  }
}

std::optional<FoundShape> Reader::shapeOfMembers(const Value& value, std::string_view name) {
  if (auto primitive = shapeOfSolidPrimitive(value)) return primitive;
  if (auto geom = shapeOfGeom(value)) return geom;
  // Unreal's half height of a capsule counts its caps.
  const Value *const capsule_radius = findMember(value.items, "capsuleRadius"), *const capsule_half = findMember(
                                                                                    value.items, "capsuleHalfHeight");
  if (capsule_radius != nullptr && capsule_half != nullptr && capsule_radius->isNumber() && capsule_half->isNumber())
    return read(callValue("FCollisionShape.MakeCapsule", value.line, {capsule_radius->number, capsule_half->number}))
        .shape;
  const bool has_ends = hasEnds(value, name);
  std::vector<std::pair<Role, Numbers>> sizes;
  for (const NamedValue& item : value.items) {
    Role role = roleOf(item.name);
    if (plainKey(item.name) == "r" && isRound(value)) role = Role::kRadius;
    if (has_ends && isEnd(item.name, '0')) role = Role::kFrom;
    if (has_ends && isEnd(item.name, '1')) role = Role::kTo;
    // Two corners of a box: "Box b = {.corners = {{-1, -1, -1}, {1, 1, 1}}}"
    const Numbers corners = role == Role::kVertices && item.value.items.size() == 2 ? flat(item.value) : Numbers();
    if (corners.size() == 4 || corners.size() == 6) {
      auto [lower, upper] = halvesOf(corners);
      sizes.emplace_back(Role::kLower, std::move(lower));
      sizes.emplace_back(Role::kUpper, std::move(upper));
      continue;
    }
    if (role == Role::kVertices) {
      Reading part = read(item.value, item.name);
      if (part.shape && part.shape->is_planar && typeOfMembers(value, name, nullptr) == "chain") {
        part.shape->type = "chain";
        part.shape->points = flat(item.value);
      }
      if (part.shape && !part.shape->points.empty()) {
        part.shape->line = value.line;
        return part.shape;
      }
    }
    if (role == Role::kNone || role == Role::kResult || role == Role::kPosition) continue;
    Numbers numbers = flat(item.value);
    // A ball's size is its radius in Oimo (github.com/lo-th/Oimo.js, README), its diameter in Roblox.
    if (role == Role::kFullSizes && !numbers.empty() && typeOfMembers(value, name, nullptr) == "sphere") {
      const bool is_of_oimo = text_.find("oimo") != std::string_view::npos;
      if (is_of_oimo) {
        findings_.use(numbers);
        numbers.resize(1);
        role = Role::kRadius;
      } else if (!peeks_ && !holdsAny(text_, {"roblox", "parttype", "instance.new", "vector3.new"})) {
        findings_.doubtText(trf("line {}: the size of a ball may be its radius or its diameter", value.line));
      }
    }
    if (numbers.size() == 4 && role != Role::kRadius) numbers.pop_back();
    if (numbers.size() <= 3) sizes.emplace_back(role, std::move(numbers));
  }
  const ApiShape* const row = findApiShape(name, scopes_);
  const std::string type = typeOfMembers(value, name, row);
  if (type == kHalfSpace) return planeOfMembers(value);
  const bool is_turned = std::ranges::any_of(value.items, [](const NamedValue& item) {
    return roleOf(item.name) == Role::kAngle || roleOf(item.name) == Role::kRotation;
  });
  const bool is_of_api = row != nullptr && row->type == "rectangle";
  // Below "top left (0, 5)" lies what has sizes, whether y is up or down.
  const bool is_below_top =
      sizes.size() > 1 &&
      std::ranges::any_of(value.items,
                          [](const NamedValue& item) {
                            const std::string key = plainKey(item.name);
                            return (key.starts_with("top") || key.starts_with("upper") || key == "lefttop") &&
                                   roleOf(key) == Role::kLower;
                          }) &&
      std::ranges::none_of(sizes, [](const auto& size) { return size.first == Role::kUpper; });
  if (is_below_top ||
      (findMember(value.items, kCornerOfSides) != nullptr && (is_turned || (!is_of_api && !saysCorner(text_)))))
    findings_.doubt(trf("line {}: the place of a rectangle may be its middle or a corner", value.line));
  const Value* const along = findMember(value.items, "axis");
  const bool has_axis = along != nullptr && (along->kind == Value::Kind::kName || along->kind == Value::Kind::kText) &&
                        componentOf(along->name) >= 0 && lowered(along->name) != "w";
  auto shape = shapeOfSizes(type, sizes, row, findings_,
                            has_axis ? std::optional(lowered(along->name[0])) : std::optional<char>());
  if (shape) shape->line = value.line;
  if (shape && type.empty()) doubtKind(value, shape->type);
  // "zork(radius=2, depth=3)" may be a cylinder, one of two radii a cone.
  const auto radii = std::ranges::count_if(sizes, [](const auto& size) { return size.first == Role::kRadius; });
  const bool may_be_long =
      shape && type.empty() && shape->type == "sphere" && (radii > 1 || findMember(value.items, "depth") != nullptr);
  if (may_be_long && !peeks_) findings_.doubtText(trf("line {}: \"{}\" may be the kind of a shape", value.line, name));
  const bool is_of_bounds = shape && type.empty() && shape->is_between_corners &&
                            std::ranges::any_of(value.items, [](const NamedValue& item) {
                              return roleOf(item.name) == Role::kPosition || plainKey(item.name) == "type";
                            });
  if (is_of_bounds) findings_.doubt(trf("line {}: two corners may be the bounds of another shape", value.line));
  const bool is_guessed = shape && type.empty() && shape->type == "segment";
  const bool has_number = std::ranges::any_of(value.items, [](const NamedValue& item) {
    return item.value.isNumber() && roleOf(item.name) == Role::kNone && componentOf(item.name) < 0;
  });
  if (is_guessed && has_number) findings_.doubt(trf("line {}: a segment and a number may be a capsule", value.line));
  return shape;
}

std::optional<FoundShape> Reader::shapeOfWkt(const Value& text) {
  const Source source(text.name);
  Findings own{{}};
  readWkt(source, own);
  if (own.bodies.size() != 1) return std::nullopt;
  FoundShape& shape = *own.bodies[0].shape;
  shape.line = text.line;
  for (Number& n : shape.points) n.offset += text.number.offset;
  for (const std::size_t offset : own.used) findings_.used.insert(offset + text.number.offset);
  return shape;
}

/// Shapely's "Point(7.5, 4).buffer(1.75)".
void Reader::swell(const Value& buffer, Reading& out) {
  if (buffer.items.size() != 1 || !buffer.items[0].value.isNumber() || !(buffer.items[0].value.number.value > 0))
    return;
  const Number radius = buffer.items[0].value.number;
  if (out.vector && out.vector->size() == 2 && !out.shape) {
    out.position = std::exchange(out.vector, std::nullopt);
    out.shape.emplace().type = "circle";
    out.shape->is_planar = true;
  } else if (out.shape && out.shape->type == "segment") {
    out.shape->type = "capsule";
  } else {
    if (out.shape && (out.shape->type == "polygon" || out.shape->type == "box")) out.shape->border = radius;
    return;
  }
  out.shape->line = buffer.line;
  out.shape->sizes = {radius};
}

/// Minecraft's "box.move(1, 0, 2)" and "box.offset(pos)": another box.
void Reader::moveBox(const Value& call, Reading& out) {
  const Value& method = call.chain.size() == 1 ? call.chain[0] : call;
  const std::string_view name = lastName(method.name);
  if ((name != "move" && name != "offset") || !holdsAny(text_, {"minecraft", "aabb", "voxel", "fabric", "forge"}))
    return;
  const std::size_t dot = call.name.rfind('.');
  const bool is_of_name = &method == &call && dot != std::string::npos && look_(call.name.substr(0, dot)) != nullptr;
  if (!is_of_name && &method == &call) return;
  Reading moved = is_of_name ? read(nameValue(call.name.substr(0, dot))) : out;
  const Numbers way = flat(method);
  if (!moved.shape || moved.shape->type != "box" || !moved.position || moved.position->size() != 3 || way.size() != 3)
    return;
  for (std::size_t c = 0; c < 3; ++c) {
    (*moved.position)[c].value += way[c].value;
    noteSource(findings_.made_of, (*moved.position)[c], way[c]);
  }
  findings_.use(way);
  out = std::move(moved);
}

const NamedValue* Reader::marginIn(const Value& value) const {
  const auto isMargin = [&](const NamedValue& item) {
    if (item.name.empty()) return false;
    const std::string key = plainKey(item.name);
    return key == kBorderKey || key == kBorderOfPointsKey || (is_own_export_ && key == "margin");
  };
  const auto found = std::ranges::find_if(value.items, isMargin);
  return found == value.items.end() ? nullptr : &*found;
}

Reading Reader::readRounded(const Value& value, const NamedValue& margin, std::string_view hint) {
  Value core = value;
  core.items.erase(core.items.begin() + (&margin - value.items.data()));
  Reading out = read(core, hint);
  const Numbers border = flat(margin.value);
  const bool is_around = plainKey(margin.name) != kBorderOfPointsKey || (out.shape && !out.shape->points.empty());
  if (out.shape && is_around && border.size() == 1) out.shape->border = border[0];
  return out;
}

Reading Reader::read(const Value& value, std::string_view hint) {
  constexpr int kUsualDepth = 8, kStepsOfDeepOne = 64;
  if (depth_ > kMaxLookups || (steps_left_ -= depth_ > kUsualDepth ? kStepsOfDeepOne : 1) < 0) return {};
  ++depth_;
  Reading out;
  if (value.isNumber()) {
    out.number = value.number;
  } else if (value.kind == Value::Kind::kName) {
    // A test's answer is made of its arguments, but it is none of them.
    const Value* const held = roleOf(value.name) == Role::kResult ? nullptr : look_(value.name);
    const std::string_view last = lastName(value.name);
    if (held == nullptr && (last == "PxIdentity" || last == "identity" || last == "Identity" || last == "IDENTITY"))
      out.rotation = FoundRotation{FoundRotation::Form::kQuaternion, {{0}, {0}, {0}, {1}}};
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
  } else if (value.kind == Value::Kind::kText && holdsWkt(value.name)) {
    out.shape = shapeOfWkt(value);
  } else if (const NamedValue* const margin = marginIn(value)) {
    out = readRounded(value, *margin, hint);
  } else if (value.isCall()) {
    out = readCall(value, hint);
    if (value.chain.size() == 1 && value.chain[0].name == "buffer") swell(value.chain[0], out);
    moveBox(value, out);
  } else if (value.isList()) {
    out = readList(value, hint);
    readChain(value, out);
  }
  // "rays = Tensor([origin + direction])": the sum is no place.
  if (!out.shape && holdsWord(" ray rays ", lowered(lastName(hint)))) out = {};
  --depth_;
  return out;
}

}  // namespace sepax::paste
