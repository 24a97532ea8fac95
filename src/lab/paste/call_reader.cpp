#include "lab/paste/reading.h"

#include "core/text.h"
#include "lab/paste/rotation_reading.h"
#include "lab/paste/shape_reading.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

// The meaning of calls: constructors of shapes and rotations, and functions that are given such.

namespace sepax::paste {

namespace {

/// Classes of vectors that only the text knows: "P(1, 2)", "Point3.make_point(1, 2, 3)".
bool mayMakeVector(std::string_view name) {
  const std::string_view last = lastName(name);
  const bool is_maker = (!last.empty() && last[0] >= 'A' && last[0] <= 'Z') || last.starts_with("make_");
  bool ignored = false;
  return is_maker && roleOf(last) == Role::kNone && shapeWord(last, ignored).empty() && !last.ends_with("Body") &&
         setterOf(name) == Setter::kNone;
}

/// The name that says which shape a call makes: pybullet's createCollisionShape(p.GEOM_BOX, …) has it as its first
/// argument.
std::string_view shapeNameOf(const Value& call) {
  const bool has_kind = !call.items.empty() && call.items[0].value.kind == Value::Kind::kName;
  return has_kind && lastName(call.items[0].value.name).starts_with("GEOM_") ? call.items[0].value.name : call.name;
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

/// Drake prints Box(width=1, depth=2, height=3) and Ellipsoid(a=1, b=2, c=3): in order, too.
bool isInOrder(const ApiShape& row, std::string_view key) {
  const bool is_box = row.type == "box", is_ellipsoid = row.type == "ellipsoid";
  return (is_box && (key == "width" || key == "depth" || key == "height")) || (is_ellipsoid && key.size() == 1);
}

/// The numbers of a call that is given nothing else.
Numbers bareNumbersOf(const Value& call) {
  Numbers numbers;
  for (const NamedValue& item : call.items) {
    if (!item.value.isNumber()) return {};
    numbers.push_back(item.value.number);
  }
  return numbers;
}

}  // namespace

bool Reader::takeOptions(const NamedValue& item, Reading& out) {
  const bool holds_pose =
      item.name.empty() && item.value.isList() && hasNames(item.value) && namedComponents(item.value).empty();
  if (!holds_pose) return false;
  const Reading options = read(item.value);
  if (options.rotation) out.rotation = options.rotation;
  return options.isPose();
}

std::optional<FoundShape> Reader::cornersOf(const Value& call, const ApiShape& row, std::size_t first, Reading& out) {
  const std::string_view roles(row.roles);
  std::size_t dimensions = 0;
  Numbers points, place;
  std::optional<Number> border;
  bool takes_place = roles.starts_with("px");
  for (std::size_t i = first; i < call.items.size(); ++i) {
    const NamedValue& item = call.items[i];
    if (takeOptions(item, out)) continue;
    if (!item.name.empty() && takeRotation(out, item, roleOf(item.name))) continue;
    if (!item.name.empty() && roleOf(item.name) == Role::kPosition) {
      out.position = flat(item.value);  // which is no corner
      continue;
    }
    Numbers found;
    collectPoints(item.value, found, dimensions, 0);
    if (item.value.isNumber() && roles.ends_with("border")) border = item.value.number;
    if (item.value.isNumber() && takes_place) place.push_back(item.value.number);
    takes_place = takes_place && place.size() < 2;
    if (takes_place && found.size() == 2) {
      place = std::move(found);
      takes_place = false;
      continue;
    }
    // The first list has the corners; cannon's second one has the faces.
    const bool is_point = found.size() == dimensions;
    if (is_point || points.empty()) points.insert(points.end(), found.begin(), found.end());
  }
  if (!place.empty()) out.position = place;
  auto shape = shapeOfCorners(row, std::move(points), dimensions, call.line);
  if (shape && roles.ends_with("centroid")) moveToCentroid(shape->points);
  if (shape) shape->border = border;
  return shape;
}

std::optional<FoundShape> Reader::shapeOfRow(const Value& call, const ApiShape& row, Reading& out) {
  const std::string_view roles(row.roles);
  const bool has_owner = roles.starts_with('@') && !call.items.empty() && !call.items[0].value.isNumber();
  if (has_owner) {
    const Reading owner = read(call.items[0].value, call.items[0].name);
    out.position = owner.position;
    // pymunk's space.static_body, which nothing has moved
    if (!owner.position && lowered(call.items[0].value.name).find("static") != std::string::npos)
      out.position = Numbers{{0}, {0}};
    out.rotation = owner.rotation;
  }
  const std::size_t first = has_owner ? 1 : 0;
  if (roles.find("points") != std::string_view::npos) return cornersOf(call, row, first, out);
  // Members by their names, the others in order.
  ShapeArguments arguments;
  arguments.axis = row.axis;
  for (std::size_t i = first; i < call.items.size(); ++i) takeArgument(call.items[i], row, arguments, out);
  return shapeOfArguments(call, row, std::move(arguments), findings_, out.position);
}

void Reader::takeArgument(const NamedValue& item, const ApiShape& row, ShapeArguments& arguments, Reading& out) {
  // A pose among the arguments, Newton's body or a rotation; a vector is none.
  const bool may_be_pose = item.name.empty() && !item.value.isNumber() && row.type != "segment" && row.type != kRay &&
                           !isTurn(row, arguments.numbers.size());
  if (may_be_pose && peek(item.value).shape) return;  // another body
  if (const Reading part = may_be_pose ? read(item.value) : Reading{}; part.isPose() && !part.vector && !part.shape) {
    if (part.position) out.position = part.position;
    if (part.rotation) out.rotation = part.rotation;
    return;
  }
  takeSize(item, row, arguments, out);
}

void Reader::takeSize(const NamedValue& item, const ApiShape& row, ShapeArguments& arguments, Reading& out) {
  const std::string_view roles(row.roles);
  const std::string key = plainKey(item.name);
  // Unity's capsules of the plane say which way they stand.
  const bool has_direction = roles.ends_with("upright");
  const bool has_role = !item.name.empty() && item.name[0] != '[' && componentOf(item.name) < 0 && !isInOrder(row, key);
  const Role role = has_role ? roleOf(item.name) : Role::kNone;
  Numbers found = flat(item.value);
  // Box2D's rotations are a cosine and a sine, or b2Rot_identity.
  if (isTurn(row, arguments.numbers.size()) && found.size() != 1) {
    findings_.use(found);
    found = {found.size() == 2 ? Number{std::atan2(found[1].value, found[0].value)} : Number{}};
  }
  if (found.size() == 4 && arguments.numbers.size() == 6 && roles == "px py pz hx hy hz") {
    out.rotation = quaternionOf(std::move(found), findings_, "xyzw");
  } else if (key == "segment" && (found.size() == 4 || found.size() == 6)) {  // as parry prints a capsule
    const auto middle = found.begin() + static_cast<std::ptrdiff_t>(found.size() / 2);
    arguments.named.emplace_back(Role::kFrom, Numbers(found.begin(), middle));
    arguments.named.emplace_back(Role::kTo, Numbers(middle, found.end()));
  } else if (key == "direction" && has_direction) {
    arguments.is_upright = !(lastName(item.value.name) == "Horizontal" || (found.size() == 1 && found[0].value == 1));
    findings_.use(found);
  } else if ((key == "direction" || key == "axis") && found.size() == 1 && axisOf(found[0])) {
    arguments.axis = *axisOf(found[0]);
    findings_.use(found);
  } else if (role == Role::kPosition && !roles.starts_with("px") &&
             (key.starts_with("cent") || key == "offset" || item.name == "m_p")) {
    arguments.centre = std::move(found);
  } else if (role == Role::kPosition && !key.empty() && key != "p") {
    out.position = std::move(found);
  } else if (role == Role::kScale) {
    out.scale = std::move(found);
  } else if (takeRotation(out, item, role)) {
    return;
  } else if (role != Role::kNone && role != Role::kResult && role != Role::kPosition && role != Role::kFrom &&
             role != Role::kTo && role != Role::kVelocity && role != Role::kDirection) {
    arguments.named.emplace_back(role, std::move(found));
  } else if (role != Role::kResult && (role != Role::kNone || key.size() <= 2 || isInOrder(row, key))) {
    arguments.numbers.insert(arguments.numbers.end(), found.begin(),
                             found.end());  // "hx = 1" is a size, "body = 1" is none
  }
  if (const std::string_view name = lastName(item.value.name);
      item.value.kind == Value::Kind::kName && name.starts_with("AXIS_"))
    arguments.axis = static_cast<char>(name.back() - 'X' + 'x');
}

bool Reader::takeRotation(Reading& out, const NamedValue& member, Role role) {
  if (role != Role::kRotation && role != Role::kTransform && role != Role::kMatrix && role != Role::kEuler)
    return false;
  const Reading part = read(member.value, member.name);
  if (part.number && role == Role::kRotation) out.rotation = FoundRotation{FoundRotation::Form::kAngle, {*part.number}};
  take(out, part, role == Role::kEuler ? Role::kRotation : role, member.name);
  return true;
}

void Reader::readChain(const Value& value, Reading& out) {
  for (const Value& call : value.chain) {
    const Setter setter = setterOf(call.name);
    if (call.name == "insert") {  // Bevy's components of what was spawned
      for (const NamedValue& item : call.items) take(out, read(item.value), Role::kNone, {});
    }
    if (setter == Setter::kNone) continue;
    Value arguments = call;
    arguments.kind = Value::Kind::kList;
    Reading part;
    const Numbers numbers = flat(arguments);
    if (setter == Setter::kPosition && (numbers.size() == 2 || numbers.size() == 3)) out.position = numbers;
    const bool is_plain = call.items.size() == 1 && call.items[0].value.isNumber();
    if (setter == Setter::kRotation && is_plain) out.rotation = FoundRotation{FoundRotation::Form::kAngle, numbers};
    if (setter == Setter::kRotation && findApiRotation(call.name) != nullptr) {
      out.rotation = read(call).rotation;
      continue;
    }
    if (setter == Setter::kRotation && !is_plain && call.items.size() == 1) {
      if (const Reading rotation = read(call.items[0].value); rotation.rotation) {
        out.rotation = rotation.rotation;
        continue;
      }
    }
    if (setter == Setter::kTransform) {
      for (const NamedValue& item : call.items) take(out, read(item.value), Role::kNone, {});
    }
  }
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

Reading Reader::readShapeCall(const Value& value, const ApiShape& row) {
  Reading out;
  if (const Value* const options = row.name.starts_with("use") ? optionsOf(value) : nullptr) {
    out = read(*options);
    Value call = value;
    call.items.clear();
    for (const NamedValue& item : options->items) {
      if (item.name == "args") call.items = item.value.items;
    }
    out.shape = shapeOfRow(call, row, out);
    if (out.shape) remarkSizes(*out.shape, row, call, numbersOf(), findings_);
    return out;
  }
  out.shape = shapeOfRow(value, row, out);
  if (out.shape) remarkSizes(*out.shape, row, value, numbersOf(), findings_);
  if (out.shape) takeConventions(row.api, findings_);
  readChain(value, out);
  return out;
}

bool Reader::readRotationCall(const Value& value, std::string_view hint, Reading& out) {
  const bool is_made_by_methods = value.items.empty() && !value.chain.empty();  // "new Matrix4().setToTranslation(…)"
  // three.js' "new Matrix3().set(…)", by rows, and fromArray, by columns
  if (is_made_by_methods && (value.chain[0].name == "set" || value.chain[0].name == "fromArray")) {
    const ApiRotation* const made = findApiRotation(value.name, scopes_);
    const Numbers numbers = flat(value.chain[0]);
    if (made != nullptr && made->kind == RotationKind::kRows && (numbers.size() == 9 || numbers.size() == 16)) {
      takeMatrix(numbers, findings_, value.chain[0].name == "set" ? RotationKind::kRows : RotationKind::kColumns,
                 out.position, out.rotation);
      return true;
    }
  }
  if (const ApiRotation* row = is_made_by_methods ? nullptr : findApiRotation(value.name, scopes_)) {
    out.rotation = rotationOf(value, *row, numbersOf(), findings_);
    if (row->kind == RotationKind::kBasis && !out.rotation)
      takeBasis(flat(value), value, findings_, out.position, out.rotation);
    if (out.rotation) takeConventions(row->api, findings_);
    if (row->kind == RotationKind::kZTo && value.items.size() == 2) out.position = flat(value.items[1].value);
    if (!out.rotation && (row->kind == RotationKind::kRows || row->kind == RotationKind::kColumns)) {
      const Numbers numbers = flat(value);
      const Value* list = &value;
      while (list->items.size() == 1 && isNested(list->items[0].value)) list = &list->items[0].value;
      const std::size_t width = list->items.size() >= 3 ? flat(list->items[0].value).size() : 0;
      const bool is_square = numbers.size() == 9 || numbers.size() == 12 || numbers.size() == 16;
      // Four rows of three may be corners.
      const bool are_points =
          roleOf(hint) == Role::kVertices || (width == 3 && numbers.size() == 12 && !hasUnitRows(numbers, 3));
      if (is_square && width != 2 && !are_points)
        takeMatrix(numbers, findings_, row->kind, out.position, out.rotation, width == 1 ? 0 : width);
      if (!out.rotation) {
        Value inner = *list;
        inner.kind = Value::Kind::kList;
        inner.name.clear();  // else it is read as the call again
        out = readList(inner, hint);
        return true;
      }
    }
    if (out.rotation || out.vector) return true;
  }
  return false;
}

Reading Reader::readCall(const Value& value, std::string_view hint) {
  Reading out;
  if (isProduct(value)) return readProduct(value);
  // "B = SAT.Box; … new B(…)"
  if (const Value* const alias = look_(value.name);
      alias != nullptr && alias->kind == Value::Kind::kName && findApiShape(alias->name, scopes_) != nullptr) {
    Value call = value;
    call.name = alias->name;
    if (look_(call.name) == nullptr) return readCall(call, hint);
  }
  if (const ApiShape* const row = findApiShape(shapeNameOf(value), scopes_)) return readShapeCall(value, *row);
  if (readRotationCall(value, hint, out)) return out;
  if (lastName(value.name) == "CreatePrimitive" && !value.items.empty()) {
    out.shape = unitysPrimitive(lastName(value.items[0].value.name), value.line);
    if (!out.shape) return out;
    takeConventions(findApi("unity"), findings_);
    const Reading set = readMembers(value);
    out.position = set.position;
    out.rotation = set.rotation;
    out.scale = set.scale;
    return out;
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
  return readOtherCall(value);
}

Reading Reader::readOtherCall(const Value& value) {
  Reading out;
  const Numbers own = bareNumbersOf(value);
  const bool is_pose_name = isPoseName(value.name);
  if ((own.size() == 3 || own.size() == 2) && is_pose_name) {
    out.position = own;
    readChain(value, out);
    return out;
  }
  // PxTransform(x, y, z, q)
  const bool begins_with_place = is_pose_name && value.items.size() == 4 &&
                                 std::all_of(value.items.begin(), value.items.begin() + 3,
                                             [](const NamedValue& item) { return item.value.isNumber(); });
  if (begins_with_place && !value.items[3].value.isNumber()) {
    out.position = flat(value);
    out.position->resize(3);
    out.rotation = read(value.items[3].value).rotation;
    return out;
  }
  if (own.size() >= 2 && own.size() <= 4 && (isVectorName(value.name) || mayMakeVector(value.name))) {
    out.vector = own;
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
  // A question about both bodies makes none.
  if (asksOfBoth(value)) return out;
  // Anything else that is given a shape, a place, a rotation: an object of them.
  const bool is_isometry = lowered(value.name).find("isometry") != std::string::npos;
  for (const NamedValue& item : value.items) {
    Reading part = read(item.value, item.name);
    if (is_isometry && out.position && part.vector && part.vector->size() == 3 && !out.rotation) {
      out.rotation = FoundRotation{FoundRotation::Form::kAxisAngle, *part.vector};
      continue;
    }
    const bool is_planar_angle =
        is_pose_name && out.position && out.position->size() == 2 && part.number && !out.rotation;
    if (is_planar_angle) out.rotation = FoundRotation{FoundRotation::Form::kAngle, {*part.number}};
    take(out, part, item.name.empty() ? Role::kNone : roleOf(item.name), item.name);
  }
  readChain(value, out);
  return out;
}

}  // namespace sepax::paste
