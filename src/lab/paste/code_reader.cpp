#include "lab/paste/readers.h"

#include "core/language.h"
#include "core/name_map.h"
#include "core/number.h"
#include "core/text.h"
#include "lab/paste/asked_kinds.h"
#include "lab/paste/code_tokens.h"
#include "lab/paste/frame.h"
#include "lab/paste/number_groups.h"
#include "lab/paste/reading.h"
#include "lab/paste/rotation_reading.h"
#include "lab/paste/shape_reading.h"
#include "lab/paste/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <utility>

namespace sepax::paste {

namespace {

/// A variable of the text and what its statements have made of it.
struct Object {
  std::string path;
  Value value;
  Members members;  ///< later ones win
  int line = 0;
  bool is_expression = false;  ///< has no name
};

bool isComponent(std::string_view name) {
  return name.size() == 1 && std::string_view("xyzwXYZW").find(name[0]) != std::string_view::npos;
}

constexpr int kMaxNames = 24;  ///< one for another, until there is a value

/// Which numbers of the text a shape is made of: how many, and where the first is.
using ShapeSource = std::pair<std::size_t, std::size_t>;
std::optional<ShapeSource> sourceOf(const FoundShape& shape) {
  const Numbers& numbers = shape.points.empty() ? shape.sizes : shape.points;
  if (numbers.empty() || numbers[0].offset == Number::kNowhere) return std::nullopt;
  return std::pair(numbers.size(), numbers[0].offset);
}

/// Whether a word of the text, or a part of a name, says that a ray is cast, and none that it is a segment.
bool speaksOfRays(const std::vector<Token>& tokens) {
  bool says_ray = false;
  for (const Token& token : tokens) {
    if (!token.isWord()) continue;
    const std::string word = lowered(token.text);
    if (word.find("segment") != std::string::npos) return false;
    says_ray = says_ray || word == "ray" || word == "rays" || holdsAny(word, {"raycast", "raytrace"}) ||
               word.find("ray_") != std::string::npos || word == "trace" ||
               holdsAny(word, {"linetrace", "linecast", "linebox", "linesphere"}) || word.ends_with("raytest") ||
               word.starts_with("intersectray");
  }
  return says_ray;
}

class Code {
 public:
  Code(const Source& source, Findings& findings)
      : findings_(findings),
        speaks_of_triangles_(holdsAny(source.small, {"triangle", "trumbore"})),
        asks_of_point_(holdsAny(source.small, {"pointin", "point_in", "point-in", "point in", "contains", "inside"})),
        speaks_of_segments_(source.small.find("segment") != std::string::npos),
        speaks_of_rays_(speaksOfRays(source.tokens)),
        has_eigen_templates_(source.small.find("affine>") != std::string::npos ||
                             source.small.find("isometry>") != std::string::npos),
        scopes_(source.scopes),
        reader_(findings, source, [this](const std::string& name) { return valueOf(name); }) {
    findings_.is_of_gamemaker = holdsAny(source.small, {"gamemaker", "game maker", "gml", "gms2"});
    const CodeTokens code(source.tokens);
    for (Statement& statement : statementsOf(code.tokens, findings_.made_of)) run(statement);
  }

  void collectBodies() {
    std::vector<FoundBody> parts;
    joinColumns();
    for (const Object& object : objects_) addObject(object, parts);
    for (const Object& object : objects_) noteAsked(object.value);
    joinFaces(parts);
    addRayOfTwo(parts);
    addTriangleOfThree(parts);
    addPointAlone(parts);
    for (FoundBody& part : parts) {
      const auto limit = part.shape && part.shape->type == kRay ? limits_.find(part.shape->line) : limits_.end();
      if (limit == limits_.end() || !part.shape->sizes.empty()) continue;
      const double whole = length(vectorOf(*part.shape->to));
      part.shape->sizes = {{limit->second.value * whole, limit->second.offset}};
    }
    // Half extents alone make a box where the text has not two other shapes.
    const auto isSizeAlone = [](const FoundBody& part) { return roleOf(part.name) == Role::kHalfExtents; };
    const auto isOther = [&](const FoundBody& part) { return part.shape && !isSizeAlone(part); };
    if (std::ranges::count_if(parts, isOther) > 1) std::erase_if(parts, isSizeAlone);
    // A body that became part of another object is no body of its own.
    std::vector<FoundBody> left;
    std::set<std::pair<std::size_t, std::size_t>> seen;
    // "overlap = a.intersection(b)" shows b's shape: its name is b.
    std::map<std::pair<std::size_t, std::size_t>, std::string> names;
    for (const FoundBody& part : parts) {
      if (const auto source = part.shape ? sourceOf(*part.shape) : std::nullopt; source && !part.name.empty())
        names.emplace(*source, part.name);
    }
    for (FoundBody& part : parts) {
      if (reader_.consumed.contains(part.name) && !part.name.empty()) continue;
      // A shape that is spoken of again, by a call that is not understood, is not another one.
      const auto source = part.shape ? sourceOf(*part.shape) : std::nullopt;
      if (part.name.empty() && part.pose.isEmpty() && source && seen.contains(*source)) continue;
      if (source) seen.insert(*source);
      if (const auto first = source ? names.find(*source) : names.end(); first != names.end() && !part.name.empty())
        part.name = first->second;
      left.push_back(std::move(part));
    }
    keepAsked(left);
    if (std::ranges::none_of(left, [](const FoundBody& part) { return part.shape.has_value(); })) addCorners(left);
    dropToldMiddles(left);
    doubtMethods();
    doubtCasts(left);
    joinParts(std::move(left), findings_, true);
    // Corners and ends are places themselves.
    const bool has_all = std::ranges::all_of(findings_.bodies, [](const FoundBody& body) {
      return body.pose.position || (body.shape && (!body.shape->points.empty() || body.shape->from));
    });
    if (!has_all) doubtMembers();
  }

 private:
  /// Where the text's calls ask about two shapes that it names, the others are said by the way.
  void keepAsked(std::vector<FoundBody>& parts) {
    if (asked_.size() != 1) return;
    const auto isAsked = [&](const FoundBody& part) {
      const auto source = part.shape ? sourceOf(*part.shape) : std::nullopt;
      return source && asked_.begin()->contains(*source);
    };
    if (std::ranges::count_if(parts, isAsked) != 2) return;
    std::erase_if(parts, [&](const FoundBody& part) {
      if (!part.shape || part.shape->type == kRay || isAsked(part)) return false;
      findings_.use(part.shape->sizes);
      findings_.use(part.shape->points);
      findings_.remark(trf("line {}: a {} that no call asks about is left out", part.shape->line, part.shape->type));
      return true;
    });
  }

  /// "center = …" beside a box between two corners, whose middle it is, is no place of another body.
  static void dropToldMiddles(std::vector<FoundBody>& parts) {
    const auto isMiddle = [](const Numbers& place, const Numbers& middle) {
      if (place.size() < middle.size()) return false;
      for (std::size_t c = 0; c < middle.size(); ++c) {
        const double off = std::abs(place[c].value - middle[c].value);
        if (!(off <= 1e-5 * std::max(1.0, std::abs(middle[c].value)))) return false;
      }
      return true;
    };
    std::erase_if(parts, [&](const FoundBody& part) {
      return !part.shape && part.pose.position && !part.pose.rotation &&
             std::ranges::any_of(parts, [&](const auto& box) {
               return box.shape && box.shape->is_between_corners && box.shape->centre &&
                      isMiddle(*part.pose.position, *box.shape->centre);
             });
    });
  }

  /// Keeps which two shapes by name a call asks about, a method's own one among them; also of calls within others.
  void noteAsked(const Value& call) {
    for (const NamedValue& item : call.items) noteAsked(item.value);
    for (const Value& method : call.chain) noteAsked(method);
    if (!call.isCall() || setterOf(call.name) != Setter::kNone ||
        !holdsAny(lowered(lastName(call.name)), {"overlap", "intersect", "collide", "distance", "contact", "penetrat",
                                                 "gjk", "sweep", "cast", "closest", "test", "check"}))
      return;
    Value named = listValue();
    const std::size_t dot = call.name.rfind('.');
    if (dot != std::string::npos && places_.contains(call.name.substr(0, dot)))
      named.items.push_back({"", nameValue(call.name.substr(0, dot))});
    for (const NamedValue& item : call.items) {
      if (item.value.kind == Value::Kind::kName) named.items.push_back(item);
    }
    std::set<ShapeSource> shapes;
    for (const Reading& argument : reader_.argumentsOf(named, true)) {
      const bool is_body = argument.shape && argument.shape->type != kRay;
      if (const auto source = is_body ? sourceOf(*argument.shape) : std::nullopt) shapes.insert(*source);
    }
    if (shapes.size() == 2) asked_.insert(std::move(shapes));
  }

  /// Whether a name with that value may be one coordinate of corners: "vertsx = [0, 1, 1]".
  static bool isColumn(std::string_view path, const Value& value) {
    const char last = path.empty() ? ' ' : lowered(path.back());
    return path.size() > 1 && (last == 'x' || last == 'y') && value.isList() && value.items.size() > 2 &&
           areNumbers(value.items);
  }

  /// "vertsx = […]", "vertsy = […]": one list of corners.
  void joinColumns() {
    for (std::size_t i = 0; i + 1 < objects_.size(); ++i) {
      Object &x = objects_[i], &y = objects_[i + 1];
      const std::string stem = x.path.substr(0, x.path.empty() ? 0 : x.path.size() - 1);
      const bool are_both = isColumn(x.path, x.value) && isColumn(y.path, y.value) && lowered(x.path.back()) == 'x' &&
                            lowered(y.path.back()) == 'y' && y.path.starts_with(stem) &&
                            x.path.size() == y.path.size() && x.value.items.size() == y.value.items.size();
      if (!are_both) continue;
      for (std::size_t c = 0; c < x.value.items.size(); ++c) {
        x.value.items[c].value = listValue({x.value.items[c], y.value.items[c]});
      }
      x.path = stem;
      y.value = {};
    }
  }

  /// "origin = […]", "dir = […]", or "start = […]", "end = […]" of a text about rays: a ray, where each is the only one
  /// and the text has no other.
  void addRayOfTwo(std::vector<FoundBody>& parts) {
    const auto isRay = [](const FoundBody& part) { return part.shape && part.shape->type == kRay; };
    if (std::ranges::any_of(parts, isRay)) return;
    const auto objectsNamed = [&](std::string_view names) {
      std::vector<const Object*> out;
      for (const Object& object : objects_) {
        const bool is_named =
            !object.is_expression && object.members.empty() && holdsWord(names, plainKey(object.path));
        const std::size_t count = is_named ? reader_.flat(object.value).size() : 0;
        if (count == 2 || count == 3) out.push_back(&object);
      }
      return out;
    };
    std::vector<const Object*> from =
                                   objectsNamed(" origin rayorigin rayo rayorig rayori ro raypos rayposition source "),
                               to = objectsNamed(" dir direction raydir raydirection rayd rd raydirn ");
    bool is_end = false;
    if (to.empty() && speaks_of_rays_) {
      if (from.empty()) from = objectsNamed(" start from raystart rayfrom startpoint startpos ");
      to = objectsNamed(" end to rayend rayto endpoint endpos ");
      is_end = true;
    }
    if (from.size() != 1 || to.size() != 1) return;
    FoundShape ray = rayFrom(reader_.flat(from[0]->value), reader_.flat(to[0]->value), from[0]->line);
    if (ray.from->size() != ray.to->size()) return;
    if (is_end) setRayTo(ray, Numbers(*ray.to));
    std::erase_if(parts, [&](const FoundBody& part) {
      return !part.shape && (part.name == from[0]->path || part.name == to[0]->path);
    });
    parts.push_back({"", std::move(ray), {}});
  }

  /// "V = [[0, 0, 0], …]" and "F = [[0, 2, 1], …]": the points of a mesh and its triangles, which are no points.
  void joinFaces(std::vector<FoundBody>& parts) {
    const auto isNamed = [](const FoundBody& part, std::string_view names) {
      return part.shape && !part.shape->points.empty() && holdsWord(names, plainKey(part.name));
    };
    for (std::size_t f = 0; f < parts.size(); ++f) {
      if (!parts[f].shape || parts[f].shape->points.empty() || !isFaceName(parts[f].name)) continue;
      std::size_t v = f;  // the last points in front of them
      while (v > 0 && !isNamed(parts[v - 1], " v p vertices verts points vertex nodes ")) --v;
      if (v == 0) continue;
      FoundShape& mesh = *parts[v - 1].shape;
      const auto count = static_cast<double>(mesh.points.size() / 3);
      const Numbers& faces = parts[f].shape->points;
      const auto isIndex = [&](const Number& n) {
        return n.value >= 0 && n.value < count && n.value == std::floor(n.value);
      };
      if (mesh.is_planar || faces.size() % 3 != 0 || !std::ranges::all_of(faces, isIndex)) continue;
      const bool is_hull = findings_.answerTo("mesh", "mesh") == "hull";
      mesh.type = is_hull ? "hull" : "mesh";
      if (is_hull)
        findings_.use(faces);
      else
        mesh.indices = faces;
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(f--));
    }
    std::erase_if(parts, [](const FoundBody& part) { return part.shape && part.shape->type.empty(); });
  }

  /// "v0 = …, v1 = …, v2 = …" beside a ray, of a text about triangles.
  void addTriangleOfThree(std::vector<FoundBody>& parts) {
    const auto isRay = [](const FoundBody& part) { return part.shape && part.shape->type == kRay; };
    const auto isBody = [&](const FoundBody& part) { return part.shape && !isRay(part); };
    if (!speaks_of_triangles_ || std::ranges::none_of(parts, isRay) || std::ranges::any_of(parts, isBody)) return;
    std::vector<const Object*> corners;
    for (const Object& object : objects_) {
      const std::string small = lowered(object.path);
      const bool is_corner =
          !object.is_expression && object.members.empty() &&
          (holdsWord(" a b c ", small) || (small.size() > 1 && small.back() >= '0' && small.back() <= '3' &&
                                           holdsWord(" v p vertex vert t tri ", small.substr(0, small.size() - 1))));
      if (is_corner && reader_.flat(object.value).size() == 3) corners.push_back(&object);
    }
    if (corners.size() != 3) return;
    FoundBody body;
    body.shape.emplace().type = "triangle";
    body.shape->line = body.pose.line = corners[0]->line;
    body.pose.position = Numbers(3);  // its corners are the world's
    for (const Object* const corner : corners) {
      append(body.shape->points, reader_.flat(corner->value));
      std::erase_if(parts, [&](const FoundBody& part) { return part.name == corner->path; });
    }
    parts.push_back(std::move(body));
  }

  /// "pt = Point(1, 2)" of a text that asks whether a shape contains it: the only point, and the only shape.
  void addPointAlone(std::vector<FoundBody>& parts) {
    if (!asks_of_point_ ||
        std::ranges::count_if(parts, [](const FoundBody& part) { return part.shape.has_value(); }) != 1)
      return;
    const Object* found = nullptr;
    for (const Object& object : objects_) {
      const std::string maker = lowered(lastName(object.value.name));
      const bool is_point = !object.is_expression && object.members.empty() &&
                            (holdsWord(" point point2 point3 point2d point3d ", maker) ||
                             holdsWord(" pt point querypoint testpoint ", plainKey(object.path)));
      const std::size_t count = is_point ? reader_.flat(object.value).size() : 0;
      if (count != 2 && count != 3) continue;
      if (found != nullptr) return;
      found = &object;
    }
    if (found == nullptr) return;
    std::erase_if(parts, [&](const FoundBody& part) { return !part.shape && part.name == found->path; });
    parts.push_back(pointAt(reader_.flat(found->value), found->line));
  }

  /// "AabbCast2d::new(panel, Vec2::ZERO, Dir2::X, step)": a cast of a shape that became no motion.
  void doubtCasts(const std::vector<FoundBody>& parts) {
    const bool has_motion = std::ranges::any_of(
        parts, [](const FoundBody& part) { return part.velocity || (part.shape && part.shape->type == kRay); });
    for (const Object& object : objects_) {
      const std::string name = lowered(object.value.name);
      const bool is_cast = !has_motion && object.value.isCall() && name.find("cast") != std::string::npos &&
                           !holdsAny(name, {"_cast", "broadcast"});
      if (is_cast && std::ranges::any_of(reader_.argumentsOf(object.value, true),
                                         [](const Reading& argument) { return argument.shape.has_value(); }))
        findings_.doubt(trf("line {}: a cast that is not understood", object.line));
    }
  }

  /// Whether the call of a method has one number, and no name that says what it does.
  static bool isUnknownStep(const Value& call) {
    return call.isCall() && call.items.size() == 1 && call.items[0].value.isNumber() &&
           call.items[0].value.number.value != 0 && setterOf(call.name) == Setter::kNone &&
           roleOf(lastName(call.name)) == Role::kNone && call.name != "buffer";
  }

  /// "ball.zork(30)" and "Box(2, 1).zork(0.5)": the effect of an unknown method on a body.
  void doubtMethods() {
    for (const Object& object : objects_) {
      const Value& call = object.value;
      const std::size_t dot = call.name.rfind('.');
      Value owner;
      const Value* step = nullptr;
      if (object.is_expression && call.chain.empty() && isUnknownStep(call) && dot != std::string::npos) {
        owner = listValue({{"", nameValue(call.name.substr(0, dot))}});
        step = &call;
      } else if (const auto unknown = std::ranges::find_if(call.chain, isUnknownStep); unknown != call.chain.end()) {
        owner = listValue({{"", call}});
        step = &*unknown;
      }
      if (step == nullptr) continue;
      const std::optional<FoundShape> shape = reader_.argumentsOf(owner, true)[0].shape;
      if (shape && shape->type != kRay)
        findings_.doubtText(trf("line {}: nothing says what \"{}\" does to a body", object.line, lastName(step->name)));
    }
  }

  /// "def.zork = {x, y}", whose numbers may be used elsewhere: it may be the place that a body lacks.
  void doubtMembers() {
    for (const Object& object : objects_) {
      for (const auto& [key, value] : object.members) {
        if (key[0] == '[' || roleOf(key) != Role::kNone) continue;
        const std::size_t count = reader_.flat(value).size();
        if (count == 2 || count == 3)
          findings_.doubt(trf("line {}: \"{}\" may be the place of a body", object.line, key));
      }
    }
  }

  /// "double p1[3] = …, q1[3] = …, r1[3] = …, p2[3] = …" of a text about triangles: six places and nothing else;
  /// "P0 = …, P1 = …, Q0 = …, Q1 = …" of one about segments: four.
  void addCorners(std::vector<FoundBody>& parts) {
    if (!speaks_of_triangles_ && !speaks_of_segments_) return;
    std::vector<std::pair<std::string, Numbers>> corners;
    for (std::size_t i = 0; i < objects_.size(); ++i) {
      const Value* const value = objects_[i].is_expression ? nullptr : valueAt(i);
      Numbers numbers = value == nullptr ? Numbers{} : reader_.flat(*value);
      if (numbers.size() == 3) corners.emplace_back(objects_[i].path, std::move(numbers));
    }
    const std::size_t each = corners.size() / 2;
    const bool are_known = each == 2 ? speaks_of_segments_ : each == 3 && speaks_of_triangles_;
    if (!are_known || corners.size() % 2 != 0) return;
    parts.clear();  // a letter may have looked like a place's
    // By their labels, "p1" and "q1", or by what is in front of them.
    const auto stemOf = [](const std::string& name) { return name.substr(0, name.size() - 1); };
    const auto labelOf = [](const std::string& name) { return bodyLabel(name); };
    const auto isParted = [&](const auto& all, const auto& groupOf) {
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (groupOf(all[i].first) != groupOf(all[i < each ? 0 : each].first)) return false;
      }
      return groupOf(all[0].first) != groupOf(all[each].first);
    };
    const bool by_stem = isParted(corners, stemOf);
    if (!by_stem) std::ranges::stable_sort(corners, {}, [&](const auto& corner) { return labelOf(corner.first); });
    if (by_stem == isParted(corners, labelOf))
      findings_.doubt(trf("{} places of two bodies: here the first {} are one", corners.size(), each));
    for (const std::size_t first : {std::size_t{0}, each}) {
      FoundBody body;
      FoundShape& shape = body.shape.emplace();
      shape.type = each == 2 ? "segment" : "triangle";
      shape.from = corners[first].second;
      shape.to = corners[first + 1].second;
      for (std::size_t i = first; i < first + each; ++i) {
        if (each == 3) shape.points.insert(shape.points.end(), corners[i].second.begin(), corners[i].second.end());
        findings_.use(corners[i].second);
      }
      parts.push_back(std::move(body));
    }
  }

  Object& object(const std::string& path, int line) {
    if (const auto known = places_.find(path); known != places_.end()) return objects_[known->second];
    places_[path] = objects_.size();
    objects_.push_back({path, {}, {}, line});
    return objects_.back();
  }

  const Value* valueOf(const std::string& name) {
    const auto known = places_.find(name);
    return known == places_.end() ? componentAt(name) : valueAt(known->second);
  }

  /// "place.x", "corners[2]": a part of a vector or list that the text names. Null: it has none.
  const Value* componentAt(const std::string& name) {
    const std::size_t split = name.find_last_of(".[");
    if (split == std::string::npos || split == 0) return nullptr;
    const Value* owner = valueOf(name.substr(0, split));
    for (int i = 0; i < kMaxNames && owner != nullptr && owner->kind == Value::Kind::kName; ++i)
      owner = valueOf(owner->name);
    if (owner == nullptr || owner->kind == Value::Kind::kName || isProduct(*owner)) return nullptr;
    const std::string part = name[split] == '.' ? name.substr(split + 1) : name.substr(split);
    for (const NamedValue& item : owner->items) {
      if (item.name == part) return &item.value;
    }
    std::size_t index = owner->items.size();
    if (isComponent(part)) {
      const bool are_numbers =
          std::ranges::all_of(owner->items, [](const NamedValue& i) { return i.name.empty() && !i.value.isList(); });
      if (are_numbers && owner->items.size() <= 4) index = static_cast<std::size_t>(componentOf(part));
    } else if (part.starts_with('[')) {
      index = parseInteger<std::size_t>(part.substr(1, part.size() - 2)).value_or(index);
    }
    return index < owner->items.size() ? &owner->items[index].value : nullptr;
  }

  const Value* valueAt(std::size_t index) {
    const Object& held = objects_[index];
    if (held.members.empty()) return held.value.kind == Value::Kind::kNothing ? nullptr : &held.value;
    // The object as a list of its members, with what it was made of first.
    // Made once a statement: its reader may come back to it by its own name.
    auto& [statement, made] = made_[index];
    if (statement == statements_) return &made;
    statement = statements_;
    made = held.value;
    const bool is_array = made.isCall() && made.items.empty() && made.chain.empty() &&  // "double a[3]; a[0] = …;"
                          std::ranges::all_of(held.members, [](const auto& member) { return member.name[0] == '['; });
    if (is_array) made.name.clear();
    if (is_array || made.kind != Value::Kind::kCall) made.kind = Value::Kind::kList;
    for (const auto& [key, value] : held.members) paste::setMember(made.items, key, value);
    return &made;
  }

  void run(Statement& statement) {
    ++statements_;
    reader_.forget();
    if (statement.value.isCall()) noteGiven(statement.value);
    change(statement);
  }

  void change(Statement& statement) {
    // "instead of the bottle: depth 0.1" gives the variable "bottle" no value.
    const auto known = places_.find(statement.path);
    const bool is_again = statement.has_colon && known != places_.end();
    const bool is_sentence =
        is_again && statement.value.kind == Value::Kind::kName && !places_.contains(statement.value.name);
    // "Area of r1: 24" is no other r1.
    const bool is_output = is_again && statement.value.isNumber() && objects_[known->second].value.isCall();
    if (is_sentence || is_output) return;
    if (statement.path.empty()) {
      if (setFree(statement)) return;
      objects_.push_back({{}, std::move(statement.value), {}, statement.line, true});
      return;
    }
    if (statement.is_setter) {
      // matter.js' Body.rotate(box, …), Jolt's interface.SetPosition(id, …): of a variable, by an object that is none.
      if (!places_.contains(statement.path) && setFree(statement)) return;
      if (!set(statement)) objects_.push_back({{}, std::move(statement.value), {}, statement.line, true});
      return;
    }
    const std::size_t dot = statement.path.find_last_of('.');
    const std::size_t bracket = statement.path.find_last_of('[');
    if (dot != std::string::npos && (bracket == std::string::npos || bracket < dot))
      return setMember(statement.path, dot, std::move(statement.value), statement.line);
    if (bracket != std::string::npos && bracket > 0) {
      // "points[2] = …": an item; "primitive.dimensions[0] = …": of a member; "objects[0].primitives[0].dimensions[1] =
      // …": of a member of an element.
      const std::size_t member = statement.path.find_last_of('.', bracket);
      const std::string owner = statement.path.substr(0, std::min(member, bracket));
      const std::string key = statement.path.substr(owner.size(), bracket - owner.size());  // ".dimensions"
      const std::size_t element = owner.ends_with(']') ? owner.find_last_of('[') : owner.size();
      const std::string whole = owner.substr(0, element);
      const bool has_member = member != std::string::npos && places_.contains(whole);
      const std::string& path = has_member ? whole : statement.path.substr(0, bracket);
      Members* members = &object(path, statement.line).members;
      if (has_member && element < owner.size())
        members = &listOf(*members, owner.substr(element), statement.line).items;
      if (has_member) members = &listOf(*members, key.substr(1), statement.line).items;
      members->push_back({statement.path.substr(bracket), std::move(statement.value)});
      return;
    }
    // "corner: …", "corner: …": the singular of a list, printed again and again.
    const bool is_corner = (statement.value.isList() || statement.value.isCall()) &&
                           !places_.contains(statement.path + "s") && roleOf(statement.path) == Role::kNone &&
                           roleOf(statement.path + "s") == Role::kVertices;
    if (is_corner) {
      Value& list = object(statement.path, statement.line).value;
      list.kind = Value::Kind::kList;
      list.items.push_back({"", std::move(statement.value)});
      return;
    }
    // A key that says its role alone and comes again is another body's.
    const bool is_key =
        roleOf(statement.path) != Role::kNone && bodyLabel(statement.path) == 0 && places_.contains(statement.path);
    const bool is_column_again = places_.contains(statement.path) && isColumn(statement.path, statement.value);
    // "direction = normalize(direction)" is the one that was there.
    const bool goes_on_from_itself = is_key && renameIn(statement.value, statement.path, statement.path);
    if ((is_key && !goes_on_from_itself) || is_column_again) places_.erase(statement.path);
    Object& target = object(statement.path, statement.line);
    // "m = glm::rotate(m, …)": what m was, and then the call.
    const auto& items = statement.value.items;
    const bool goes_on = statement.value.isCall() && items.size() > 1 && items[0].value.kind == Value::Kind::kName &&
                         items[0].value.name == statement.path && setterOf(statement.value.name) != Setter::kNone;
    if (goes_on && target.value.isCall()) {
      statement.value.items.erase(statement.value.items.begin());
      target.value.chain.push_back(std::move(statement.value));
      return;
    }
    // "area = area.buffer(2)"
    const std::string_view own = statement.value.name;
    const bool is_own_step = statement.value.isCall() && own.size() > target.path.size() + 1 &&
                             own.starts_with(target.path) && own[target.path.size()] == '.' &&
                             !statement.value.items.empty() && areNumbers(statement.value.items);
    if (is_own_step && target.members.empty() && reader_.makesShape(target.value)) {
      statement.value.name.erase(0, target.path.size() + 1);
      target.value.chain.push_back(std::move(statement.value));
      return;
    }
    keepEarlier(target, statement.value);
    Object& now = object(statement.path, statement.line);
    now.value = std::move(statement.value);
    now.members.clear();
  }

  /// Notes the variables of the text that a call is given.
  void noteGiven(const Value& value) {
    for (const NamedValue& item : value.items) {
      const auto known = item.value.kind == Value::Kind::kName ? places_.find(item.value.name) : places_.end();
      if (known != places_.end()) given_.insert(known->second);
      noteGiven(item.value);
    }
    for (const Value& call : value.chain) noteGiven(call);
  }

  /// Before a variable changes that calls were given, "def.position.Set(…); CreateBody(&def); def.position.Set(…)":
  /// they keep what it held.
  void keepGiven(const std::string& name) {
    const auto known = places_.find(name);
    if (known == places_.end() || given_.erase(known->second) == 0) return;
    std::string earlier = name + '"';
    while (places_.contains(earlier)) earlier += '"';
    for (Object& object : objects_) {
      renameIn(object.value, name, earlier);
      for (NamedValue& member : object.members) renameIn(member.value, name, earlier);
    }
    Object kept = objects_[known->second];
    kept.path = earlier;
    places_[earlier] = objects_.size();
    objects_.push_back(std::move(kept));
  }

  void keepGivenMember(const std::string& name, std::string_view member) {
    const auto known = places_.find(name);
    if (known != places_.end() && findMember(objects_[known->second].members, member) != nullptr) keepGiven(name);
  }

  /// "pose = f(pose)": the value that the name had before gets a name of its own.
  void keepEarlier(const Object& target, Value& value) {
    const std::string name = target.path, earlier = name + "'";
    if (!renameIn(value, name, earlier)) return;
    if (target.value.kind == Value::Kind::kNothing && target.members.empty()) return;
    Object kept = target;
    kept.path = earlier;
    const auto [place, is_new] = places_.try_emplace(earlier, objects_.size());
    if (is_new) objects_.emplace_back();
    if (!is_new) renameIn(kept.value, earlier, earlier + "'");  // one step back is kept
    objects_[place->second] = std::move(kept);
  }

  static bool renameIn(Value& value, const std::string& name, const std::string& other) {
    bool found = false;
    if (value.kind == Value::Kind::kName && value.name.starts_with(name) &&
        (value.name.size() == name.size() || value.name[name.size()] == '.' || value.name[name.size()] == '[')) {
      value.name.replace(0, name.size(), other);
      found = true;
    }
    for (NamedValue& item : value.items) found = renameIn(item.value, name, other) || found;
    for (Value& call : value.chain) found = renameIn(call, name, other) || found;
    return found;
  }

  /// "a.position.x = 1", "points[2].x = 1": a member, or a component of one.
  void setMember(const std::string& path, std::size_t dot, Value value, int line) {
    const std::string owner = ownerOf(path.substr(0, dot)), member = path.substr(dot + 1);
    const std::size_t bracket = owner.find_last_of('[');
    if (isComponent(member) || (bracket != std::string::npos && bracket > owner.find_last_of('.') + 1)) {
      const std::size_t last =
          bracket != std::string::npos && !owner.empty() && owner.back() == ']' ? bracket : owner.find_last_of('.');
      if (last != std::string::npos) {
        const std::string key = owner[last] == '[' ? owner.substr(last) : owner.substr(last + 1);
        keepGivenMember(owner.substr(0, last), key);
        Object& target = object(owner.substr(0, last), line);
        Value& held = listOf(target.members, key, line);
        // Components that are never set are zero, of a scale one; a place in the plane has no third.
        if (held.items.empty() && key == "scale") {
          for (const char* const component : {"x", "y", "z"}) held.items.push_back({component, numberValue({1})});
        }
        if (held.items.empty() && owner[last] == '.') held.items = {{"x", numberValue({})}, {"y", numberValue({})}};
        if (held.items.size() == 2 && owner[last] == '.' && roleOf(key) == Role::kRotation)
          held.items.push_back({"z", numberValue({})});
        return paste::setMember(held.items, member, std::move(value));
      }
    }
    // "node.shape = BoxShape3D.new()", "node.shape.size = …": a member of what the member was made as.
    if (Value* const made = memberOf(owner)) {
      made->items.push_back({member, std::move(value)});
      return;
    }
    keepGivenMember(owner, member);
    paste::setMember(object(owner, line).members, member, std::move(value));
  }

  /// The value that a call gave a member of an object; null: it is none of a known object, or of another kind.
  Value* memberOf(std::string_view path) {
    const std::size_t dot = path.find_last_of('.');
    if (dot == std::string_view::npos) return nullptr;
    const auto known = places_.find(std::string(path.substr(0, dot)));
    if (known == places_.end()) return nullptr;
    auto& members = objects_[known->second].members;
    const auto member = std::ranges::find(members, path.substr(dot + 1), &NamedValue::name);
    return member != members.end() && member->value.isCall() ? &member->value : nullptr;
  }

  /// Unity's box.transform, Godot's box.global_transform, ROS' stamped.pose and GTE's cylinder.axis are the owner's
  /// own.
  [[nodiscard]] std::string ownerOf(std::string path) const {
    for (const std::string_view part : {".transform", ".global_transform", ".pose", ".axis"}) {
      const std::size_t dot = path.find(part), end = dot + part.size();
      const bool is_whole = dot != std::string::npos && (end == path.size() || path[end] == '.');
      if (is_whole && (part == ".axis" || places_.contains(path.substr(0, dot)))) path.erase(dot, part.size());
    }
    return path;
  }

  static bool isMember(std::string_view path) { return path.find('.') != std::string_view::npos; }

  /// object.method(…): true when the method gives the object something.
  bool set(const Statement& statement) {
    const std::string& full = statement.value.name;
    const Setter setter = setterOf(full);
    if (setter == Setter::kNone) return false;
    // Box2D's "xf.Set(p, angle)"; other things are set by it, too.
    if (setter == Setter::kPlanarPose) {
      const auto& items = statement.value.items;
      const bool is_pose =
          items.size() == 2 && reader_.flat(items[0].value).size() == 2 && reader_.flat(items[1].value).size() == 1;
      if (areNumbers(items) && isMember(statement.path)) {
        Statement assignment{statement.path, listValue(items, statement.value.line), statement.line};
        run(assignment);
        return true;
      }
      if (!is_pose) return false;
      Object& pose = object(statement.path, statement.line);
      pose.value = statement.value;
      pose.value.name = "b2Transform";
      return true;
    }
    std::string path = ownerOf(statement.path);
    // "mesh.position.set" is the mesh's.
    for (const std::string_view part : {".position", ".quaternion", ".rotation", ".scale", ".p", ".q"}) {
      const std::string_view method = lastName(full);
      const bool sets_part = method == "set" || method == "Set" || method == "setValues" || method == "setScalar" ||
                             method == "copy" || method == "setFromEuler" || method == "setFromAxisAngle";
      if (path.size() > part.size() && path.ends_with(part) && sets_part) path.resize(path.size() - part.size());
    }
    if (moveEigen(path, statement)) return true;
    static constexpr std::pair<Setter, const char*> kKeys[] = {
        {Setter::kPosition, "position"}, {Setter::kRotation, "rotation"},
        {Setter::kScale, "localScale"},  {Setter::kTransform, "transform"},
        {Setter::kVelocity, "velocity"}, {Setter::kCentre, "center"},
        {Setter::kShape, "shape"},       {Setter::kRadius, "radius"},
        {Setter::kMargin, kBorderKey},   {Setter::kMarginOfPoints, kBorderOfPointsKey}};
    const auto* const key = std::ranges::find(kKeys, setter, &std::pair<Setter, const char*>::first);
    // "world.CreateBody(def).CreateFixture(shape)" is not the world's.
    if (setter == Setter::kAddShape && lastName(full).ends_with("Fixture") && !places_.contains(path)) return false;
    if (setter == Setter::kSizes) keepGiven(path);
    if (key != std::end(kKeys)) keepGivenMember(path, key->second);
    Object& target = object(path, statement.line);
    // cannon-es' and p2's body.addShape(shape, offset); of several shapes the others stand for themselves.
    if (setter == Setter::kAddShape) {
      const auto& items = statement.value.items;
      if (items.empty() || findMember(target.members, "shape") != nullptr) return false;
      Value shape = items[0].value;
      // pybox2d's "body.CreatePolygonFixture(box=(2, 1), density=1)"
      const std::string_view method = lastName(full);
      if (method == "CreatePolygonFixture" || method == "CreateCircleFixture") {
        shape = statement.value;
        shape.name = method == "CreatePolygonFixture" ? "b2PolygonShape" : "b2CircleShape";
      }
      target.members.push_back({"shape", std::move(shape)});
      if (items.size() > 1 && !method.ends_with("Fixture")) target.members.push_back({"shape_offset", items[1].value});
      return true;
    }
    Value arguments = listValue(statement.value.items, statement.value.line);
    if (arguments.items.size() == 1) arguments = Value(arguments.items[0].value);
    // Four numbers that are set are w last in every API of the table.
    if (setter == Setter::kRotation && arguments.items.size() == 4 && arguments.isList()) {
      arguments.kind = Value::Kind::kCall;
      arguments.name = "Quaternion";
    }
    if (findApiRotation(full, scopes_) != nullptr)
      arguments = statement.value;  // whose own name says what its numbers are
    if (setter == Setter::kScale && arguments.isNumber()) {
      const NamedValue one{"", arguments};
      arguments = listValue({one, one, one});
    }
    // three.js' object.rotateX(…) goes on from how the object is rotated.
    const Value* const rotated = findMember(target.members, "rotation");
    const bool goes_on = setter == Setter::kRotation && lastName(full).starts_with("rotate");
    if (goes_on && rotated != nullptr) arguments = productOf({{"", *rotated}, {"", arguments}}, statement.line);
    if (setter == Setter::kAddPoint && addElement(path, statement)) return true;
    if (setter == Setter::kAddPoint) {
      const bool is_point = !arguments.items.empty() && areNumbers(arguments.items);
      const auto isShape = [](const Reading& reading) { return reading.shape.has_value(); };
      if (!is_point || std::ranges::any_of(reader_.argumentsOf(statement.value, true), isShape))
        return false;  // a list of other things
      const std::size_t dot = path.rfind('.');
      const std::string_view list = lastName(path);
      if (dot != std::string::npos && (roleOf(list) == Role::kVertices || holdsWord(" p v pts verts ", list))) {
        listOf(object(path.substr(0, dot), statement.line).members, "vertices", statement.line)
            .items.push_back({"", std::move(arguments)});
        return true;
      }
      target.value.items.push_back({"", std::move(arguments)});
    }
    if (setter == Setter::kSizes) {
      target.value = statement.value;
      target.value.name = std::string(lastName(full));
    }
    if (setter == Setter::kIdentity)
      std::erase_if(target.members, [](const NamedValue& m) { return m.name == "position" || m.name == "rotation"; });
    if (key != std::end(kKeys)) paste::setMember(target.members, key->second, std::move(arguments));
    return true;
  }

  /// "triangles.emplace_back(a, b, c)": what a shape of that name is made of.
  bool addElement(std::string_view path, const Statement& statement) {
    Value element = statement.value;
    if (!path.ends_with('s') || !lastName(element.name).starts_with("emplace") || element.items.size() < 2)
      return false;
    element.name = std::string(path.substr(0, path.size() - 1));
    element.name[0] = static_cast<char>(element.name[0] & ~0x20);  // rows have types
    if (!reader_.makesShape(element)) return false;
    objects_.push_back({{}, std::move(element), {}, statement.line, true});
    return true;
  }

  /// Eigen's transforms are multiplied by what they are moved by: from behind, or with "pre" from in front
  /// (eigen.tuxfamily.org, Transform).
  bool moveEigen(const std::string& path, const Statement& statement) {
    const std::string_view method = lastName(statement.value.name);
    const bool is_before = method.starts_with("pre");
    const std::string_view step = is_before ? method.substr(3) : method;
    const auto known = places_.find(path);
    if ((step != "rotate" && step != "translate") || known == places_.end() || statement.value.items.size() != 1)
      return false;
    const Value* const held = valueOf(path);
    if (held == nullptr || !isEigenTransform(*held)) return false;
    Value moved = statement.value;
    moved.name = step == "rotate" ? "rotate" : "translation";
    Object& target = objects_[known->second];
    if (!target.members.empty() || target.value.name != kProduct) {
      target.value = productOf({{"", *held}}, statement.line);
      target.members.clear();
    }
    std::vector<NamedValue>& factors = target.value.items;
    if (factors.size() < kMaxFactors)
      factors.insert(is_before ? factors.begin() : factors.end(), NamedValue{"", std::move(moved)});
    return true;
  }

  /// "T.translate(…).rotate(…);"
  bool moveEigenInSteps(const Statement& statement) {
    const Value& call = statement.value;
    const std::size_t dot = call.name.find_last_of('.');
    if (call.chain.empty() || dot == std::string::npos) return false;
    const std::string owner = call.name.substr(0, dot);
    Statement step = statement;
    step.value.chain.clear();
    if (!moveEigen(owner, step)) return false;
    for (const Value& next : call.chain) {
      step.value = next;
      static_cast<void>(moveEigen(owner, step));
    }
    return true;
  }

  [[nodiscard]] bool isEigenTransform(const Value& value) const {
    // "Transform<double, 3, Affine>"
    if (has_eigen_templates_ && (value.name == "Transform" || value.name == "Transform.Identity")) return true;
    if (value.name == kProduct)
      return std::ranges::any_of(value.items, [this](const NamedValue& item) {
        return item.value.name != kProduct && isEigenTransform(item.value);
      });
    for (const std::string_view type :
         {"Isometry3", "Affine3", "AffineCompact3", "Transform3", "Isometry2", "Affine2", "Eigen.Transform"}) {
      if (value.name.find(type) != std::string::npos) return true;
    }
    return false;
  }

  /// dGeomSetPosition(geom, …), as C's interfaces have it: true when the function gives something to a variable of the
  /// text.
  bool setFree(const Statement& statement) {
    const Value& call = statement.value;
    if (moveEigenInSteps(statement)) return true;
    // Bullet's "transform.getBasis().setEulerZYX(…)"
    const std::size_t dot = call.name.find_last_of('.');
    if (call.isCall() && call.items.empty() && call.chain.size() == 1 && dot != std::string::npos &&
        places_.contains(call.name.substr(0, dot))) {
      Statement method = statement;
      method.path = call.name.substr(0, dot);
      method.value = call.chain[0];
      method.value.name = call.name.substr(dot + 1) + "." + method.value.name;
      return set(method);
    }
    const bool names_object = call.isCall() && call.items.size() > 1 && call.items[0].value.kind == Value::Kind::kName;
    if (!names_object || setterOf(call.name) == Setter::kNone || !places_.contains(call.items[0].value.name))
      return false;
    Statement method = statement;
    method.path = call.items[0].value.name;
    method.value.items.erase(method.value.items.begin());
    Object& target = object(method.path, statement.line);
    if (!target.value.isCall()) return set(method);
    target.value.chain.push_back(std::move(method.value));  // of what a call made: as a method of it
    return true;
  }

  void addObject(const Object& object, std::vector<FoundBody>& parts) {
    const Role role = object.is_expression ? Role::kNone : roleOf(object.path);
    if (role == Role::kResult && object.value.isCall() && object.members.empty()) {
      if (addCall(object.value, object.line, parts)) return;
    }
    if (role == Role::kResult && !reader_.makesShape(object.value)) return;  // "hit = CheckCollisionCircleRec(…)"
    // A key that came again counts with the object's own value, not with the last one.
    const bool is_listed = !object.is_expression;
    const Value* value = is_listed ? valueAt(static_cast<std::size_t>(&object - objects_.data())) : &object.value;
    if (value == nullptr) return;
    if (value->isCall() && addCall(*value, object.line, parts)) return;
    // "(there are many rays around the tool)" is a sentence.
    const auto isWord = [](const NamedValue& item) {
      return item.name.empty() && item.value.kind == Value::Kind::kName;
    };
    constexpr std::ptrdiff_t kMinWords = 4;
    if (object.is_expression && value->isList() && std::ranges::count_if(value->items, isWord) >= kMinWords) return;
    // "bodies = [{…}, {…}]" of several, but not an object with a shape and a pose
    const bool may_be_several = object.is_expression || (object.members.empty() && value->name.empty());
    if (may_be_several && addEach(*value, object.line, parts, !object.is_expression)) return;
    // "dx = a.x - b.x" takes nothing from a and b.
    const auto isNumberAlone = [](const Reading& r) { return !r.shape && !r.isPose() && !r.vector && !r.velocity; };
    if (isProduct(*value) && role != Role::kAngle && isNumberAlone(reader_.peek(*value))) return;
    if (value->name == kQuotient && role == Role::kNone && !reader_.peek(*value).isPose())
      return;  // "t1 = (lo - o) / d"
    const Reading reading = reader_.read(*value, object.path);
    FoundBody part;
    part.name = object.path;
    part.shape = reading.shape;
    part.pose = reading;
    part.pose.line = object.line;
    // "triangles = [[0, 1, 2]]" of a mesh with one
    const Numbers corners = isFaceName(object.path) && !reading.shape ? reader_.flat(*value) : Numbers{};
    if (!corners.empty() && corners.size() % 3 == 0) {
      part.shape.emplace().points = corners;
      part.pose = {};
      parts.push_back(std::move(part));
      return;
    }
    part.velocity = reading.velocity;
    part.spin = reading.spin;
    if (reading.duration) findings_.duration = reading.duration;
    if (reading.vector && role == Role::kVelocity) part.velocity = reading.vector;
    if (reading.vector && !part.shape) takeVector(*reading.vector, role, part);
    if (reading.number && role == Role::kAngle) takePose(role, {*reading.number}, findings_, part.pose);
    if (part.shape && part.shape->line == 0) part.shape->line = object.line;
    if (part.shape || !part.pose.isEmpty() || part.velocity) parts.push_back(std::move(part));
  }

  void takeVector(const Numbers& v, Role role, FoundBody& part) {
    if (role != Role::kEuler && (v.size() != 3 || role == Role::kPosition || role == Role::kTransform))
      takePose(role, v, findings_, part.pose);
    if (role == Role::kHalfExtents && (v.size() == 2 || v.size() == 3)) {
      part.shape = FoundShape{"box", v.size() == 2, v, {}, {}, 'y', {}, {}, {}, part.pose.line};
    }
  }

  /// A list of several objects that have shapes makes a body of each: {"objects": [{…}, {…}]}.
  bool addEach(const Value& list, int line, std::vector<FoundBody>& parts, bool is_held = false) {
    if (!list.isList() || list.items.empty()) return false;
    const Value& first = list.items[0].value;
    const bool are_points = first.isList() && areNumbers(first.items) &&
                            (first.items.empty() || first.items[0].name.empty() || !namedComponents(first).empty());
    if (are_points) return false;  // of which there may be many
    const std::vector<Reading> items = reader_.argumentsOf(list, true);
    // {"player": {…}, "wall": {…}}: their names, but not {"shape": {…}}
    const auto isBody = [&](std::size_t i) {
      const NamedValue& item = list.items[i];
      const bool is_object = item.value.isList() && !item.value.items.empty() && !item.value.items[0].name.empty();
      const Role role = item.name.empty() ? Role::kNone : roleOf(item.name);
      return items[i].shape && (role == Role::kNone || (role == Role::kVertices && is_object));  // "polygon": {…}
    };
    std::size_t shapes = 0;
    for (std::size_t i = 0; i < items.size(); ++i) shapes += isBody(i) ? 1 : 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const NamedValue& item = list.items[i];
      const bool has_name = !item.name.empty() && isBody(i);
      if (shapes > 1)
        addObject({has_name ? item.name : "", item.value, {}, item.value.line > 0 ? item.value.line : line, true},
                  parts);
      if (shapes < 2 && !is_held && addEach(item.value, line, parts)) return true;
    }
    return shapes > 1;
  }

  /// The arguments of a call, by what they are.
  struct Given {
    std::vector<FoundBody> bodies;
    std::vector<FoundPose> poses;
    std::vector<Numbers> motions, lists, points;
    std::optional<Number> behind_motion;
    bool names_all = true;  ///< the bodies
  };

  /// The call with the values of arguments whose names else are answers': "point", "max_toi".
  Value withResults(Value call) {
    for (NamedValue& item : call.items) {
      const bool is_result = item.value.kind == Value::Kind::kName && roleOf(item.value.name) == Role::kResult;
      if (const Value* const held = is_result ? valueOf(item.value.name) : nullptr) item.value = *held;
    }
    return call;
  }

  Given givenTo(const Value& call, int line, std::vector<FoundBody>& rays) {
    Given out;
    const std::vector<Reading> arguments = reader_.argumentsOf(withResults(call), true);
    std::size_t motion = arguments.size(), ray = arguments.size();
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const Reading& argument = arguments[i];
      const Value& value = call.items[i].value;
      const bool is_named = value.kind == Value::Kind::kName;
      Role role = roleOf(is_named ? value.name : call.items[i].name);
      if (role == Role::kNone) role = roleOf(value.name.substr(0, value.name.find('.')));  // "Dir2.X"
      FoundPose pose = argument;
      pose.line = line;
      if (argument.shape && argument.shape->type == kRay) {
        ray = i;
        if (!is_named) rays.push_back({"", argument.shape, {}});
      } else if (argument.shape) {
        FoundBody body{"", argument.shape, std::move(pose)};
        body.velocity = argument.velocity;
        out.bodies.push_back(std::move(body));
        out.names_all = out.names_all && is_named;
      } else if (argument.vector && (role == Role::kVelocity || role == Role::kDirection)) {
        out.motions.push_back(*argument.vector);
        motion = i;
      } else if (argument.number && i > motion && !out.behind_motion) {
        out.behind_motion = argument.number;
      } else if (argument.number && i == ray + 1 && lowered(call.name).find("cast") != std::string::npos) {
        if (value.isNumber() || is_named) limits_[arguments[ray].shape->line] = *argument.number;
      } else if (argument.vector && argument.vector->size() >= 6) {
        out.lists.push_back(*argument.vector);
      } else {
        if (argument.vector && (argument.vector->size() == 2 || argument.vector->size() == 3)) {
          pose.position = argument.vector;
          out.points.push_back(*argument.vector);
        }
        if (!pose.isEmpty() || isIdentity(value)) out.poses.push_back(std::move(pose));
      }
    }
    // "space.add(body, shape)": the pose of what the shape belongs to.
    std::erase_if(out.poses, [&](const FoundPose& pose) {
      return std::ranges::any_of(out.bodies, [&](const FoundBody& body) { return isSamePose(body.pose, pose); });
    });
    return out;
  }

  static bool isSamePose(const FoundPose& a, const FoundPose& b) {
    const auto isSame = [](const std::optional<Numbers>& x, const std::optional<Numbers>& y) {
      return x && y && !x->empty() && !y->empty() && (*x)[0].offset == (*y)[0].offset &&
             (*x)[0].offset != Number::kNowhere;
    };
    return isSame(a.position, b.position) ||
           (a.rotation && b.rotation && isSame(a.rotation->numbers, b.rotation->numbers));
  }

  /// "new Sphere(…).intersects(new Box(…))", also within another call, "expect(…)": both shapes.
  bool addMethod(const Value& call, int line, std::vector<FoundBody>& parts) {
    const auto makesShape = [&](const NamedValue& item) {
      return item.value.isCall() && reader_.makesShape(item.value);
    };
    const auto hasShape = [&](const Value& method) { return std::ranges::any_of(method.items, makesShape); };
    const bool is_around = call.items.size() == 1 && call.items[0].value.isCall() &&
                           std::ranges::any_of(call.items[0].value.chain, hasShape);
    if (is_around) return addMethod(call.items[0].value, line, parts);
    // "a.overlaps(new Triangle(…))" of a variable, which is a part already
    const bool asks = holdsAny(lowered(lastName(call.name)), {"overlap", "intersect", "collid", "touch", "contain"});
    const std::size_t dot = call.name.rfind('.');
    const Value* const owner = asks && dot != std::string::npos ? valueOf(call.name.substr(0, dot)) : nullptr;
    if (owner != nullptr && call.items.size() == 1 && hasShape(call) && reader_.makesShape(*owner)) {
      addObject({{}, call.items[0].value, {}, line, true}, parts);
      return true;
    }
    const auto method = std::ranges::find_if(call.chain, hasShape);
    if (method == call.chain.end() || !reader_.makesShape(call)) return false;
    Value own = call;
    own.chain.resize(static_cast<std::size_t>(method - call.chain.begin()));
    addObject({{}, std::move(own), {}, line, true}, parts);
    for (const NamedValue& item : method->items) {
      if (makesShape(item)) addObject({{}, item.value, {}, line, true}, parts);
    }
    return true;
  }

  static FoundBody pointAt(const Numbers& place, int line) {
    FoundBody point;
    point.shape.emplace().type = "point";
    point.shape->is_planar = place.size() == 2;
    point.shape->line = point.pose.line = line;
    point.pose.position = place;
    return point;
  }

  /// Whether a function of that name asks whether a point is in a shape, or how far it is from it.
  static bool asksOfPoint(const std::string& name) {
    return holdsAny(name,
                    {"distance", "closest", "contain", "inside", "within", "includes", "pointin", "inpolygon", "gjk"});
  }

  /// The shape whose method a call is, a variable or one that is made there: "box.contains(p)", "new
  /// Box(…).contains(p)".
  struct Method {
    Value owner, call;
    bool has_name = false;
  };
  std::optional<Method> methodOf(const Value& call) {
    const std::size_t dot = call.name.rfind('.');
    Method out;
    if (!call.chain.empty() && reader_.makesShape(call)) {
      out = {call, call.chain[0]};
      out.owner.chain.clear();
      if (call.chain.size() == 1) return out;
    }
    const Value* const held = dot == std::string::npos ? nullptr : valueOf(call.name.substr(0, dot));
    if (held == nullptr) return std::nullopt;
    const bool has_shape = reader_.makesShape(*held) || reader_.argumentsOf(listValue({{"", *held}}), true)[0].shape;
    if (!has_shape) return std::nullopt;
    return Method{*held, call, true};
  }

  /// "triangle.DistanceTo(p)", "box.intersectSegment(a, b)": the other body is a point, or of the kind that the
  /// method's name says.
  bool addOfMethod(const Value& call, int line, std::vector<FoundBody>& parts) {
    const std::optional<Method> method = methodOf(call);
    if (!method || method->call.items.empty()) return false;
    const std::string name = lowered(lastName(method->call.name));
    std::vector<Reading> arguments = reader_.argumentsOf(method->call, true);
    // Behind the point there may be which child, and a place for the normal.
    const auto isOther = [](const Reading& argument) {
      const auto& vector = argument.vector;
      return argument.shape || argument.isPose() ||
             (vector && std::ranges::any_of(*vector, [](const Number& n) { return n.value != 0; }));
    };
    const std::optional<Numbers> place = arguments[0].vector;
    const bool is_point = asksOfPoint(name) && place && (place->size() == 2 || place->size() == 3) &&
                          std::none_of(arguments.begin() + 1, arguments.end(), isOther);
    std::optional<FoundBody> other;
    if (is_point) {
      other = pointAt(*place, line);
    } else if (std::ranges::none_of(arguments, [](const Reading& a) { return a.shape || a.isPose(); })) {
      // "intersectSegment(from, delta)"
      const Value& last = method->call.items.back().value;
      const bool is_way =
          arguments.size() > 1 && last.kind == Value::Kind::kName &&
          (roleOf(last.name) == Role::kDirection || holdsWord(" delta step way vec ", lowered(last.name)));
      other = bodyOfMethod(name == lowered(lastName(method->call.name)) ? method->call.name : name, arguments, line,
                           findings_);
      const std::string end = last.kind == Value::Kind::kName ? lowered(last.name) : std::string();
      const bool is_end = end.size() < 3 || end.ends_with("end") || bodyLabel(end) > 0 || roleOf(end) == Role::kTo;
      if (other && other->shape->type == "segment" && !is_way && !is_end)
        findings_.doubt(trf("line {}: \"{}\" may be an end of a segment or a way from its other end", line, last.name));
      if (other && other->shape->type == "segment" && is_way) {
        for (std::size_t c = 0; c < other->shape->to->size(); ++c)
          (*other->shape->to)[c].value += (*other->shape->from)[c].value;
      }
    }
    if (!other) return false;
    static_cast<void>(reader_.argumentsOf(method->call, false));
    if (!method->has_name) addObject({{}, method->owner, {}, line, true}, parts);
    parts.push_back(std::move(*other));
    return true;
  }

  /// A point that is asked against a body: compute_distance_gjk(p0, p1), whose p0 is one row. False: the call asks for
  /// something else.
  bool addPoint(const Value& call, int line, const Given& given, std::vector<FoundBody>& parts) {
    const bool are_both = call.items.size() == 2 && given.bodies.size() == 1 && given.points.size() == 1;
    // "pip(where, area)" of a text about points in polygons
    const bool is_asked = asksOfPoint(lowered(call.name)) ||
                          (asks_of_point_ && are_both && given.bodies[0].shape->type == "polygon" && given.names_all);
    if (!are_both || !given.motions.empty() || !is_asked) return false;
    const bool is_first = reader_.argumentsOf(call, false)[0].vector.has_value();
    parts.push_back(given.bodies[0]);
    parts.insert(parts.end() - (is_first ? 1 : 0), pointAt(given.points[0], line));
    return true;
  }

  /// "ray_intersect_aabb(ray, aabb)" of two lists of two vectors is given four vectors. Gives the lists' names.
  std::vector<std::string> openLists(Value& call) {
    std::vector<std::string> opened;
    std::vector<NamedValue> items;
    for (NamedValue& item : call.items) {
      const Value* held = &item.value;
      for (int i = 0; i < kMaxNames && held != nullptr && held->kind == Value::Kind::kName; ++i)
        held = valueOf(held->name);
      const bool are_vectors = held != nullptr && held->isList() && held->items.size() == 2 &&
                               std::ranges::all_of(held->items, [](const NamedValue& part) {
                                 return part.value.isList() && part.value.items.size() > 1 &&
                                        part.value.items.size() < 4 && areNumbers(part.value.items);
                               });
      if (!are_vectors) {
        items.push_back(std::move(item));
        continue;
      }
      if (item.value.kind == Value::Kind::kName) opened.push_back(item.value.name);
      const std::vector<NamedValue> parts = held->items;
      items.insert(items.end(), parts.begin(), parts.end());
    }
    call.items = std::move(items);
    return opened;
  }

  /// A call, or one among its arguments, whose name says the kinds of what it is given.
  bool addAsked(const Value& asked, int line, std::vector<FoundBody>& parts) {
    Value call = asked;
    // "doIntersect(p1, q1, p2, q2)" of a text about segments
    if (speaks_of_segments_ && call.items.size() == 4 && !saysTwoKinds(call.name) &&
        lowered(lastName(call.name)).find("intersect") != std::string::npos)
      call.name = "segmentsIntersect";
    if (!saysTwoKinds(call.name)) {
      return std::ranges::any_of(call.items, [&](const NamedValue& item) {
        return item.value.isCall() && saysTwoKinds(item.value.name) && addAsked(item.value, line, parts);
      });
    }
    Value given = withResults(call);
    const std::vector<std::string> opened = openLists(given);
    const std::vector<Reading> arguments = reader_.argumentsOf(given, true);
    // JOML's Intersectionf takes squares of radii (joml-ci.github.io, Intersectionf), as "r * r" is one.
    const std::size_t method = call.name.rfind('.');
    const bool are_squares =
        (method != std::string::npos && lastName(call.name.substr(0, method)).starts_with("Intersection")) ||
        std::ranges::any_of(call.items, [](const NamedValue& item) {
          const auto& factors = item.value.items;
          return item.value.name == kProduct && factors.size() == 2 && !factors[0].value.name.empty() &&
                 factors[0].value.name == factors[1].value.name;
        });
    auto bodies = bodiesAsked(call.name, arguments, line, are_squares, findings_);
    if (!bodies) return false;
    static_cast<void>(reader_.argumentsOf(given, false));  // they became part of these bodies
    reader_.consumed.insert(opened.begin(), opened.end());
    bool names_ray = false;
    for (std::size_t i = 0; i < given.items.size(); ++i) {
      const Value& value = given.items[i].value;
      if (value.kind != Value::Kind::kName) continue;
      names_ray = names_ray || (arguments[i].shape && arguments[i].shape->type == kRay);
      const std::size_t dot = value.name.rfind('.');
      if (dot != std::string::npos) reader_.consumed.insert(ownerOf(value.name.substr(0, dot)));  // "c.x"
    }
    // A ray that has a name is there already.
    std::erase_if(*bodies, [&](const FoundBody& body) { return names_ray && body.shape->type == kRay; });
    std::ranges::move(*bodies, std::back_inserter(parts));
    return true;
  }

  /// A call with several shapes among its arguments takes their poses in the same order: collide(shape1, pose1, shape2,
  /// pose2), and their motions. One that names them and has not a pose for each makes no bodies: its shapes and poses
  /// are joined as if it were not there.
  bool addCall(const Value& call, int line, std::vector<FoundBody>& parts) {
    constexpr std::string_view kAround =
        " if while assert assertTrue assertFalse IsTrue IsFalse True False print println log printf expect WriteLine ";
    const bool is_around_question =  // "dbg!(intersection_test(…))"
        call.items.size() == 1 && call.items[0].value.isCall() && !reader_.makesShape(call) &&
        holdsAny(lowered(lastName(call.items[0].value.name)),
                 {"intersect", "distance", "contact", "collide", "overlap"});
    if (is_around_question || holdsWord(kAround, lastName(call.name))) {
      bool adds = false;
      for (const NamedValue& item : call.items)
        adds = (item.value.isCall() && addCall(item.value, line, parts)) || adds;
      if (adds) return true;
    }
    // CreateCapsule("pill", {radius: 0.5, height: 3}) makes a shape itself.
    const bool is_labelled = !call.items.empty() && call.items[0].value.kind == Value::Kind::kText;
    if (is_labelled && reader_.makesShape(call)) return false;
    if (addMethod(call, line, parts)) return true;
    if (addAsked(call, line, parts) || addOfMethod(call, line, parts)) return true;
    Given given = givenTo(call, line, parts);
    std::vector<FoundBody>& bodies = given.bodies;
    if (bodies.empty() && given.lists.size() > 1) return addLists(call, line, given.lists, parts);
    if (addPoint(call, line, given, parts)) return true;
    // "toi(&ball, v, &wall, {0, 0})" of bodies that have their places
    const std::string asks = lowered(lastName(call.name));
    const bool are_placed =
        bodies.size() == 2 && given.motions.empty() && std::ranges::none_of(bodies, [](const FoundBody& body) {
          return body.pose.isEmpty() && !body.shape->centre && body.shape->points.empty();
        });
    if (are_placed && !given.points.empty() && given.points.size() < 3 &&
        holdsAny(asks, {"toi", "impact", "sweep", "swept"})) {
      given.motions = given.points;
      given.poses.clear();
      given.names_all = false;
      if (asks == "c2toi") {  // cute_c2.h: velocities are ways of one step
        given.behind_motion = Number{1};
      } else {
        findings_.doubt(trf("line {}: nothing says how long the motion takes", line));
      }
    }
    const bool moves_one = bodies.size() == 1 && !given.poses.empty() && given.motions.size() == 1;
    // A box between two corners is where they are.
    const auto lacks = [](const FoundBody& body) { return body.pose.isEmpty() && !body.shape->is_between_corners; };
    const auto lacking = static_cast<std::size_t>(std::ranges::count_if(bodies, lacks));
    const bool has_all = given.poses.size() == lacking;
    if (!moves_one && (bodies.size() < 2 || (given.names_all && !has_all))) return false;
    // "pusher.addCollider(ball, ball)" is about one.
    if (bodies.size() == 2 && given.motions.empty() && sourceOf(*bodies[0].shape) &&
        sourceOf(*bodies[0].shape) == sourceOf(*bodies[1].shape) && isSamePose(bodies[0].pose, bodies[1].pose))
      return false;
    static_cast<void>(reader_.argumentsOf(call, false));  // they became part of these bodies
    std::size_t next = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if ((has_all || moves_one) && lacks(bodies[i])) bodies[i].pose = given.poses[next++];
      if (given.motions.size() == bodies.size()) bodies[i].velocity = given.motions[i];
    }
    if (given.motions.size() == 1 && bodies.size() > 1) bodies[0].velocity = given.motions[0];
    // "distance(&p2, &c2, &p1, &c1)" behind "distance(&p1, &c1, &p2, &c2)"
    const auto isKnown = [&](const FoundBody& body) {
      const auto source = sourceOf(*body.shape);
      return source && std::ranges::any_of(parts, [&](const FoundBody& part) {
               const bool has_same_place = part.pose.position || body.pose.position
                                               ? isSamePose(part.pose, body.pose)
                                               : part.pose.isEmpty() == body.pose.isEmpty();
               return part.name.empty() && part.shape && sourceOf(*part.shape) == source && has_same_place;
             });
    };
    if (bodies.size() == 2 && given.motions.empty() && std::ranges::all_of(bodies, isKnown)) return true;
    if (!given.motions.empty() && given.behind_motion) findings_.duration = given.behind_motion;
    for (FoundBody& body : bodies) parts.push_back(std::move(body));
    return true;
  }

  /// Corners as lists of numbers: polygonPolygon([0, 0, 1, 0, 1, 1], […]).
  bool addLists(const Value& call, int line, const std::vector<Numbers>& lists, std::vector<FoundBody>& parts) {
    const std::string name = lowered(call.name);
    const bool are_planar = std::ranges::all_of(lists, [](const Numbers& n) { return n.size() % 2 == 0; });
    if (!are_planar ||
        !holdsAny(name, {"overlap", "intersect", "colli", "polygon", "distance", "contains", "clip", "sat", "gjk"}))
      return false;
    for (const Numbers& list : lists) parts.push_back({"", shapeOfPoints(list, 2, line, findings_), {}});
    return true;
  }

  /// "T2 = Transform3f()": a pose that nothing has been done to.
  bool isIdentity(const Value& value) {
    const Value* const held = value.kind == Value::Kind::kName ? valueOf(value.name) : &value;
    return held != nullptr && held->isCall() && held->items.empty() && held->chain.empty() && isPoseName(held->name);
  }

  Findings& findings_;
  bool speaks_of_triangles_, asks_of_point_, speaks_of_segments_, speaks_of_rays_, has_eigen_templates_;
  std::vector<Object> objects_;
  std::map<std::string, std::size_t> places_;
  /// Objects as lists, and after which statement they were made.
  std::map<std::size_t, std::pair<std::size_t, Value>> made_;
  std::size_t statements_ = 0;             ///< run so far
  std::set<std::size_t> given_;            ///< objects that calls were given since they changed
  std::set<std::set<ShapeSource>> asked_;  ///< pairs of shapes
  const TextScopes& scopes_;
  std::map<int, Number> limits_;  ///< of rays, by their lines, in lengths of their directions
  Reader reader_;
};

/// The name of a variable without the words for shapes and poses: "box" of "boxShape" and "T_box", "" of "shape1".
std::string subjectOf(std::string_view name) {
  std::string out, word;
  const auto take = [&] {
    const Role role = roleOf(word);
    if (word.size() > 1 && (role == Role::kNone || role == Role::kVertices)) out += lowered(word);
    word.clear();
  };
  for (const char c : name.substr(std::min(name.find_last_of('.') + 1, name.size()))) {
    const bool is_capital = c >= 'A' && c <= 'Z',
               follows_small = !word.empty() && word.back() >= 'a' && word.back() <= 'z';
    if ((is_capital && follows_small) || c == '_') take();
    if (c != '_') word += c;
  }
  take();
  return out;
}

/// Which body a pose's name speaks of: the one whose subject is the longest that it begins with.
std::optional<std::size_t> bodyNamedBy(std::string_view pose_name, const std::vector<std::string>& subjects) {
  const std::string pose = subjectOf(pose_name);
  std::optional<std::size_t> best;
  for (std::size_t b = 0; b < subjects.size(); ++b) {
    const std::string& subject = subjects[b];
    if (subject.empty() || !pose.starts_with(subject)) continue;
    const bool has_other_number =
        pose.size() > subject.size() && pose[subject.size()] >= '0' && pose[subject.size()] <= '9';
    if (!has_other_number && (!best || subject.size() > subjects[*best].size())) best = b;
  }
  return best;
}

/// A place and a rotation that are named alike, or follow each other, are one pose.
std::vector<FoundBody> posesOf(std::vector<FoundBody> parts) {
  std::vector<FoundBody> poses;
  for (FoundBody& part : parts) {
    const int label = bodyLabel(part.name);
    const auto fits = [&](const FoundBody& pose) {
      const bool has_room = !(pose.pose.position && part.pose.position) && !(pose.pose.rotation && part.pose.rotation);
      return has_room && bodyLabel(pose.name) == label;
    };
    // The nearest pose with a label before it, so that pos, rot, pos, rot makes two; else the last one, unless the
    // names are of two bodies, as "cube_iso" and "ball_rot" are.
    auto found = poses.rbegin();
    if (label > 0) found = std::find_if(poses.rbegin(), poses.rend(), fits);
    bool joins = found != poses.rend() && fits(*found);
    if (joins && label == 0) {
      const std::string subject = subjectOf(part.name), other = subjectOf(found->name);
      joins = subject.empty() || other.empty() || subject == other;
    }
    if (!joins) {
      poses.push_back(std::move(part));
      continue;
    }
    if (part.pose.position) found->pose.position = std::move(part.pose.position);
    if (part.pose.rotation) found->pose.rotation = std::move(part.pose.rotation);
    append(found->pose.also, part.pose.also);
  }
  return poses;
}

}  // namespace

namespace {

/// A word that a table has room for.
bool isPlainName(std::string_view name) {
  constexpr std::size_t kMaxLength = 24;
  return !name.empty() && name.size() <= kMaxLength && std::ranges::all_of(name, [](char c) {
    return (lowered(c) >= 'a' && lowered(c) <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

/// "objs[0]" of "objs[0].primitive_poses[0]".
std::string_view ownerOfPath(std::string_view path) { return path.substr(0, std::min(path.rfind('.'), path.size())); }

/// Which of several bodies a part without a shape belongs to: the only one of its owner.
std::optional<std::size_t> bodyOfOwner(const std::string& name, const std::vector<FoundBody>& bodies) {
  const std::string_view owner = ownerOfPath(name);
  if (owner.size() == name.size()) return std::nullopt;
  std::optional<std::size_t> found;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (ownerOfPath(bodies[b].name) != owner) continue;
    if (found) return std::nullopt;
    found = b;
  }
  return found;
}

/// The first of such bodies that has the label of `name`.
template <class IsSuch>
std::optional<std::size_t> bodyLabelled(const std::string& name, const std::vector<FoundBody>& bodies,
                                        const IsSuch& isSuch) {
  const int label = bodyLabel(name);
  for (std::size_t b = 0; b < bodies.size() && label > 0; ++b) {
    if (isSuch(bodies[b]) && bodyLabel(bodies[b].name) == label) return b;
  }
  return std::nullopt;
}

/// Velocities go to the bodies that they are named after.
void joinVelocities(std::vector<FoundBody>& parts, std::vector<FoundBody>& bodies) {
  for (FoundBody& part : parts) {
    if (!part.velocity) continue;
    std::optional<std::size_t> to = bodyOfOwner(part.name, bodies);
    if (!to) to = bodyLabelled(part.name, bodies, [](const FoundBody& body) { return !body.velocity; });
    if (to && !bodies[*to].velocity) bodies[*to].velocity = part.velocity;
    if (to && part.spin) bodies[*to].spin = part.spin;
  }
}

}  // namespace

void joinParts(std::vector<FoundBody> parts, Findings& findings, bool has_names) {
  std::vector<FoundBody> poses;
  std::vector<FoundBody> bodies;
  for (FoundBody& part : parts) {
    if (part.shape && part.shape->type == kRay)
      findings.bodies.push_back(std::move(part));
    else if (part.shape)
      bodies.push_back(std::move(part));
    else
      poses.push_back(std::move(part));
  }
  joinVelocities(poses, bodies);
  // An end of a segment or a corner is no place of it: "draw.line(screen, start, end)".
  std::set<std::size_t> points;
  for (const FoundBody& body : bodies) {
    for (const std::optional<Numbers>* const end : {&body.shape->from, &body.shape->to}) {
      if (*end && !(*end)->empty()) points.insert((*end)->front().offset);
    }
  }
  std::erase_if(poses, [&](const FoundBody& part) {
    const bool is_end = part.pose.position && !part.pose.rotation && !part.pose.position->empty() &&
                        part.pose.position->front().offset != Number::kNowhere &&
                        points.contains(part.pose.position->front().offset);
    return part.pose.isEmpty() || is_end;
  });
  // A pose that comes several times counts once.
  poses = posesOf(std::move(poses));
  std::vector<bool> taken(poses.size(), false);
  const auto lacksPose = [](const FoundBody& body) { return body.pose.isEmpty(); };
  const auto give = [&](FoundBody& body, std::size_t i) {
    const std::optional<Numbers> scale = std::exchange(body.pose.scale, std::nullopt);
    body.pose = poses[i].pose;
    if (!body.pose.scale) body.pose.scale = scale;
    taken[i] = true;
  };
  std::vector<std::string> subjects;
  for (const FoundBody& body : bodies) subjects.push_back(subjectOf(body.name));
  const auto giveBy = [&](const auto& bodyOf) {
    for (std::size_t i = 0; i < poses.size(); ++i) {
      const std::optional<std::size_t> body = taken[i] ? std::nullopt : bodyOf(poses[i].name);
      if (body && lacksPose(bodies[*body])) give(bodies[*body], i);
    }
  };
  giveBy([&](const std::string& pose) { return bodyOfOwner(pose, bodies); });
  giveBy([&](const std::string& pose) { return bodyLabelled(pose, bodies, lacksPose); });
  giveBy([&](const std::string& pose) { return bodyNamedBy(pose, subjects); });
  // "player_angle = 30" beside the rectangle player, which has its place.
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const auto named = taken[i] || poses[i].pose.position ? std::nullopt : bodyNamedBy(poses[i].name, subjects);
    if (!named || bodies[*named].pose.rotation) continue;
    FoundPose& pose = bodies[*named].pose;
    pose.rotation = poses[i].pose.rotation;
    if (std::optional<Numbers>& centre = bodies[*named].shape->centre; centre && pose.position) {  // it is at a corner
      for (std::size_t c = 0; c < std::min(centre->size(), pose.position->size()); ++c)
        (*pose.position)[c].value += (*centre)[c].value;
      centre.reset();
    }
    taken[i] = true;
    findings.doubt(trf("line {}: the rotation is taken for the shape of line {}, which has its name, about the middle",
                       poses[i].pose.line, bodies[*named].shape->line));
  }
  // The others in order; a shape takes the pose that follows it where poses are fewer.
  const auto left = static_cast<std::size_t>(std::count(taken.begin(), taken.end(), false));
  const auto lacking = static_cast<std::size_t>(std::count_if(bodies.begin(), bodies.end(), lacksPose));
  std::size_t next = 0;
  for (std::size_t b = 0; b < bodies.size() && left > 0; ++b) {
    FoundBody& body = bodies[b];
    if (!lacksPose(body)) continue;
    while (next < poses.size() && taken[next]) ++next;
    if (next >= poses.size()) break;
    const bool are_fewer = left < lacking;
    if (are_fewer && b + 1 < bodies.size() && poses[next].pose.line >= bodies[b + 1].shape->line) continue;
    give(body, next);
    if (are_fewer)
      findings.doubt(trf("line {}: a place is taken for the shape of line {}, which it only stands near",
                         poses[next].pose.line, body.shape->line));
    if (!are_fewer && lacking > 1) findings.remark(tr("shapes and poses are joined in the order of the text"));
  }
  for (FoundBody& body : bodies) {
    if (!has_names) body.name.clear();
    findings.bodies.push_back(std::move(body));
  }
  keepTellingNames(findings.bodies);
}

void keepTellingNames(std::vector<FoundBody>& bodies) {
  std::set<std::string_view> names;
  const bool are_names = std::ranges::all_of(bodies, [&](const FoundBody& body) {
    return (body.shape && body.shape->type == kRay) ||
           (isPlainName(body.name) && roleOf(body.name) == Role::kNone && !subjectOf(body.name).empty() &&
            names.insert(body.name).second);
  });
  for (FoundBody& body : bodies) {
    if (!are_names) body.name.clear();
  }
}

void readCode(const Source& source, Findings& findings) { Code(source, findings).collectBodies(); }

}  // namespace sepax::paste
