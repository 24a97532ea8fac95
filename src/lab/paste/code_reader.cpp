#include "lab/paste/readers.h"

#include "core/language.h"
#include "core/text.h"
#include "lab/paste/frame.h"
#include "lab/paste/join_parts.h"
#include "lab/paste/rotation_reading.h"
#include "lab/paste/shape_reading.h"
#include "lab/paste/text_objects.h"
#include "lab/paste/words.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace sepax::paste {

namespace {

class Code {
 public:
  Code(const Source& source, Findings& findings) : findings_(findings), text_(source, findings) {}

  void collectBodies() {
    std::vector<FoundBody> parts;
    if (text_.places.contains("primitives")) {  // a message alone, whose keys are names of the text
      Value message;
      message.kind = Value::Kind::kList;
      for (const TextObject& object : text_.all) message.items.push_back({object.path, object.value});
      if (addMessages(message, parts)) text_.all.clear();
    }
    for (const TextObject& object : text_.all) addObject(object, parts);
    for (FoundBody& part : parts) {
      const auto limit = part.shape && part.shape->type == kRay ? limits_.find(part.shape->line) : limits_.end();
      if (limit == limits_.end() || !part.shape->sizes.empty()) continue;
      const double whole = length(vectorOf(*part.shape->to));
      part.shape->sizes = {{limit->second.value * whole, limit->second.offset}};
    }
    // A body that became part of another object is no body of its own.
    std::erase_if(parts, [&](const FoundBody& part) { return text_.reader.consumed.contains(part.name); });
    joinParts(std::move(parts), findings_);
  }

 private:
  void addObject(const TextObject& object, std::vector<FoundBody>& parts) {
    const Role role = object.is_expression ? Role::kNone : roleOf(object.path);
    if (role == Role::kResult && !text_.reader.makesShape(object.value)) return;  // "hit = CheckCollisionCircleRec(…)"
    // A key that came again counts with the object's own value, not with the last one.
    const bool is_listed =
        !object.is_expression && &object >= text_.all.data() && &object < text_.all.data() + text_.all.size();
    const Value* value =
        is_listed ? text_.valueAt(static_cast<std::size_t>(&object - text_.all.data())) : &object.value;
    if (value == nullptr || addMessages(*value, parts)) return;
    if (value->isCall() && addCall(*value, object.line, parts)) return;
    if (object.is_expression && addEach(*value, object.line, parts)) return;
    const ApiShape* const row =
        value->isList() && value->name.empty() ? findApiShape(object.path, text_.reader.scopes()) : nullptr;
    Value call;
    if (row != nullptr && row->type != kRay) {  // "BoxCollider:" and its members
      call = *value;
      call.kind = Value::Kind::kCall;
      call.name = object.path;
      value = &call;
    }
    const Reading reading = text_.reader.read(*value, object.path);
    FoundBody part;
    part.name = object.path;
    part.shape = reading.shape;
    part.pose.position = reading.position;
    part.pose.rotation = reading.rotation;
    part.pose.also = reading.also;
    if (reading.scale && reading.scale->size() == 3) part.pose.scale = reading.scale;
    part.pose.line = object.line;
    part.velocity = reading.velocity;
    part.spin = reading.spin;
    if (reading.duration) findings_.duration = reading.duration;
    if (reading.vector && role == Role::kVelocity) part.velocity = reading.vector;
    if (reading.vector && !part.shape) takeVector(*reading.vector, role, part);
    if (part.shape && part.shape->line == 0) part.shape->line = object.line;
    if (part.shape || !part.pose.isEmpty() || part.velocity) parts.push_back(std::move(part));
  }

  /// MoveIt's CollisionObjects within a value: each of their SolidPrimitives is a body, in its pose within the
  /// object's.
  bool addMessages(const Value& value, std::vector<FoundBody>& parts) {
    const auto memberNamed = [&](std::string_view name) {
      const auto found = std::ranges::find(value.items, name, &NamedValue::name);
      return found == value.items.end() ? nullptr : &found->value;
    };
    const Value* const primitives = memberNamed("primitives");
    const auto isPrimitive = [](const NamedValue& item) {
      return std::ranges::find(item.value.items, "dimensions", &NamedValue::name) != item.value.items.end();
    };
    if (primitives == nullptr || !std::ranges::any_of(primitives->items, isPrimitive)) {
      bool has_some = false;
      for (const NamedValue& item : value.items) has_some = addMessages(item.value, parts) || has_some;
      return has_some;
    }
    const Value *const pose = memberNamed("pose"), *const poses = memberNamed("primitive_poses"),
                       *const id = memberNamed("id");
    for (std::size_t i = 0; i < primitives->items.size(); ++i) {
      const Value& primitive = primitives->items[i].value;
      FoundBody body;
      if (id != nullptr) body.name = id->name;
      body.shape = text_.reader.read(primitive).shape;
      if (!body.shape) {
        findings_.missing.push_back(trf("the primitive on line {}: a type and its dimensions", primitive.line));
        continue;
      }
      const Frame own = poses != nullptr && i < poses->items.size() ? frameOf(poses->items[i].value) : Frame{};
      const Frame frame = inside(pose != nullptr ? frameOf(*pose) : Frame{}, own);
      if (!frame.position.empty()) body.pose.position = frame.position;
      body.pose.rotation = frame.rotation;
      body.pose.also = frame.also;
      body.pose.line = primitive.line;
      findings_.bodies.push_back(std::move(body));
    }
    return true;
  }

  /// A message's pose. Its default rotation is all zeros, which MoveIt takes for none.
  Frame frameOf(const Value& pose) {
    const Reading reading = text_.reader.read(pose);
    findings_.use(text_.reader.flat(pose));
    const bool is_rotated = reading.rotation && std::ranges::any_of(reading.rotation->numbers,
                                                                    [](const Number& n) { return n.value != 0; });
    return {reading.position.value_or(Numbers{}), is_rotated ? reading.rotation : std::nullopt, {}};
  }

  void takeVector(const Numbers& v, Role role, FoundBody& part) {
    if (role != Role::kEuler && (v.size() != 3 || role == Role::kPosition || role == Role::kTransform))
      takePose(role, v, findings_, part.pose.position, part.pose.rotation);
    if (role == Role::kHalfExtents && (v.size() == 2 || v.size() == 3)) {
      part.shape = FoundShape{"box", v.size() == 2, v, {}, {}, 'y', {}, {}, {}, part.pose.line};
    }
  }

  /// A list of several objects that have shapes makes a body of each: {"objects": [{…}, {…}]}.
  bool addEach(const Value& list, int line, std::vector<FoundBody>& parts) {
    if (!list.isList() || list.items.empty()) return false;
    const Value& first = list.items[0].value;
    const bool are_points = first.isList() && std::ranges::all_of(first.items, [](const NamedValue& item) {
                              return item.value.isNumber();
                            });
    if (are_points) return false;  // of which there may be many
    const std::vector<Reading> items = text_.reader.argumentsOf(list, true);
    std::size_t shapes = 0;
    for (std::size_t i = 0; i < items.size(); ++i) shapes += list.items[i].name.empty() && items[i].shape ? 1 : 0;
    for (const NamedValue& item : list.items) {
      if (shapes > 1) addObject({{}, item.value, {}, item.value.line > 0 ? item.value.line : line, true}, parts);
      if (shapes < 2 && addEach(item.value, line, parts)) return true;
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

  Given givenTo(const Value& call, int line, std::vector<FoundBody>& rays) {
    Given out;
    const std::vector<Reading> arguments = text_.reader.argumentsOf(call, true);
    std::size_t motion = arguments.size(), ray = arguments.size();
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const Reading& argument = arguments[i];
      const Value& value = call.items[i].value;
      const bool is_named = value.kind == Value::Kind::kName;
      const Role role = roleOf(is_named ? value.name : call.items[i].name);
      FoundPose pose{argument.position, argument.rotation, {}, line};
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
      } else if (argument.number && i == motion + 1) {
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

  /// A call with several shapes among its arguments takes their poses in the same order: collide(shape1, pose1, shape2,
  /// pose2), and their motions. One that names them and has not a pose for each makes no bodies: its shapes and poses
  /// are joined as if it were not there.
  bool addCall(const Value& call, int line, std::vector<FoundBody>& parts) {
    const bool is_wrapped = call.items.size() == 1 && call.items[0].value.isCall() &&
                            (call.name == "if" || call.name == "while" || call.name == "assert");
    if (is_wrapped) return addCall(call.items[0].value, line, parts);
    Given given = givenTo(call, line, parts);
    std::vector<FoundBody>& bodies = given.bodies;
    // raylib's CheckCollisionCircleRec({x, y}, radius, {…}): a circle of its own, and another body
    if (bodies.size() == 1 && !given.names_all && text_.reader.makesShape(call)) {
      const Reading own = text_.reader.read(call);
      if (own.shape && own.shape->type == "circle") {
        parts.push_back({"", own.shape, {own.position, own.rotation, {}, line}});
        parts.push_back(std::move(bodies[0]));
        return true;
      }
    }
    if (bodies.empty() && given.lists.size() > 1) return addLists(call, line, given.lists, parts);
    if (bodies.empty() && given.points.size() > 4) return addTriangles(call, line, given.points, parts);
    const bool moves_one = bodies.size() == 1 && !given.poses.empty() && given.motions.size() == 1;
    const auto lacks = [](const FoundBody& body) { return body.pose.isEmpty(); };
    const auto lacking = static_cast<std::size_t>(std::ranges::count_if(bodies, lacks));
    const bool has_all = given.poses.size() == lacking;
    if (!moves_one && (bodies.size() < 2 || (given.names_all && !has_all))) return false;
    static_cast<void>(text_.reader.argumentsOf(call, false));  // they became part of these bodies
    std::size_t next = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if ((has_all || moves_one) && lacks(bodies[i])) bodies[i].pose = given.poses[next++];
      if (given.motions.size() == bodies.size()) bodies[i].velocity = given.motions[i];
    }
    if (given.motions.size() == 1 && bodies.size() > 1) bodies[0].velocity = given.motions[0];
    if (!given.motions.empty() && given.behind_motion) findings_.duration = given.behind_motion;
    for (FoundBody& body : bodies) parts.push_back(std::move(body));
    return true;
  }

  /// Corners of two triangles: tri_tri_overlap(p1, q1, r1, p2, q2, r2).
  bool addTriangles(const Value& call, int line, const std::vector<Numbers>& points, std::vector<FoundBody>& parts) {
    const std::string name = lowered(call.name);
    if (name.find("tri") == std::string::npos || points.size() != 6) return false;
    for (std::size_t first = 0; first < points.size(); first += 3) {
      Numbers corners;
      for (std::size_t i = first; i < first + 3; ++i) corners.insert(corners.end(), points[i].begin(), points[i].end());
      parts.push_back({"", shapeOfPoints(corners, points[first].size(), line, findings_), {}});
    }
    static_cast<void>(text_.reader.argumentsOf(call, false));
    return true;
  }

  /// Corners as lists of numbers: polygonPolygon([0, 0, 1, 0, 1, 1], […]).
  bool addLists(const Value& call, int line, const std::vector<Numbers>& lists, std::vector<FoundBody>& parts) {
    const std::string name = lowered(call.name);
    const bool asks = std::ranges::any_of(
        std::array{"overlap", "intersect", "colli", "polygon", "distance", "contains", "clip", "sat", "gjk"},
        [&](const char* word) { return name.find(word) != std::string::npos; });
    const bool are_planar = std::ranges::all_of(lists, [](const Numbers& n) { return n.size() % 2 == 0; });
    if (!asks || !are_planar) return false;
    for (const Numbers& list : lists) parts.push_back({"", shapeOfPoints(list, 2, line, findings_), {}});
    return true;
  }

  /// "T2 = Transform3f()": a pose that nothing has been done to.
  bool isIdentity(const Value& value) {
    const Value* const held = value.kind == Value::Kind::kName ? text_.valueOf(value.name) : &value;
    return held != nullptr && held->isCall() && held->items.empty() && held->chain.empty() && isPoseName(held->name);
  }

  Findings& findings_;
  TextObjects text_;
  std::map<int, Number> limits_;  ///< of rays, by their lines, in lengths of their directions
};

}  // namespace

void readCode(const Source& source, Findings& findings) { Code(source, findings).collectBodies(); }

}  // namespace sepax::paste
