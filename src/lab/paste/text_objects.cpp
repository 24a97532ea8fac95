#include "lab/paste/text_objects.h"

#include "core/name_map.h"
#include "core/text.h"
#include "lab/paste/number_groups.h"
#include "lab/paste/words.h"

#include <algorithm>
#include <deque>
#include <initializer_list>
#include <iterator>
#include <utility>

namespace sepax::paste {

namespace {

bool isComponent(std::string_view name) {
  return name.size() == 1 && ((name[0] >= 'x' && name[0] <= 'z') || name[0] == 'w' || name[0] == 'X' ||
                              name[0] == 'Y' || name[0] == 'Z' || name[0] == 'W');
}

constexpr int kMaxNames = 24;  ///< one for another, until there is a value

/// Gives a name that is declared again ("let collider = …" twice) another one from there on, as both mean what they
/// were declared as. The declaration's own right side still means the first. `names` keeps the new names.
void renameDeclaredAgain(std::vector<Token>& tokens, std::deque<std::string>& names) {
  struct Declared {
    std::string_view name;
    std::size_t holds_from;
  };
  const auto isOneOf = [](const Token& token, std::initializer_list<std::string_view> texts) {
    return std::ranges::find(texts, token.text) != texts.end();
  };
  NameMap<std::string_view, std::vector<Declared>> declared;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens[i].isWord() || i == 0 || isOneOf(tokens[i - 1], {".", "->", "::"})) continue;
    const std::string_view word = tokens[i].text;
    const std::size_t before = i > 1 && tokens[i - 1].text == "mut" ? i - 2 : i - 1;
    const bool is_declared =
        isOneOf(tokens[before], {"let", "const", "auto", "var"}) && isOneOf(tokens[i + 1], {"=", ":"});
    if (is_declared) {
      std::vector<Declared>& all = declared[word];
      std::size_t end = i + 2;
      while (end < tokens.size() && !tokens[end].is(";") && !(tokens[end].begins_line && !tokens[end].is("."))) ++end;
      constexpr std::size_t kMaxDeclared = 64;  // of one word; then the last one is declared anew
      std::string_view name = all.empty() ? word : all.back().name;
      if (!all.empty() && all.size() < kMaxDeclared)
        name = names.emplace_back(std::string(all.back().name) + '_');  // which is no part of a label
      all.push_back({name, end});
      tokens[i].text = name;
      continue;
    }
    const auto known = declared.find(word);
    if (known == declared.end()) continue;
    const auto last = std::ranges::find_if(known->second.rbegin(), known->second.rend(),
                                           [&](const Declared& d) { return d.holds_from <= i; });
    if (last != known->second.rend()) tokens[i].text = last->name;
  }
}

}  // namespace

TextObjects::TextObjects(const Source& source, Findings& findings)
    : reader(findings, source, [this](const std::string& name) { return valueOf(name); }),
      has_eigen_templates_(source.small.find("affine>") != std::string::npos ||
                           source.small.find("isometry>") != std::string::npos) {
  std::vector<Token> tokens = source.tokens;
  std::deque<std::string> names;
  renameDeclaredAgain(tokens, names);
  for (Statement& statement : statementsOf(tokens, findings.made_of)) run(statement);
}

TextObject& TextObjects::object(const std::string& path, int line) {
  if (const auto known = places.find(path); known != places.end()) return all[known->second];
  places[path] = all.size();
  all.push_back({path, {}, {}, line});
  return all.back();
}

const Value* TextObjects::valueOf(const std::string& name) {
  const auto known = places.find(name);
  return known == places.end() ? componentAt(name) : valueAt(known->second);
}

const Value* TextObjects::componentAt(const std::string& name) {
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
  }
  return index < owner->items.size() ? &owner->items[index].value : nullptr;
}

const Value* TextObjects::valueAt(std::size_t index) {
  const TextObject& held = all[index];
  if (held.members.empty()) return held.value.kind == Value::Kind::kNothing ? nullptr : &held.value;
  // The object as a list of its members, with what it was made of first.
  // Made once a statement: its reader may come back to it by its own name.
  auto& [statement, made] = made_[index];
  if (statement == statements_) return &made;
  statement = statements_;
  made = held.value;
  const bool is_array = made.isCall() && made.items.empty() && made.chain.empty() &&  // "double a[3]; a[0] = …;"
                        std::ranges::all_of(held.members, [](const auto& member) { return member.first[0] == '['; });
  if (is_array) made.name.clear();
  if (is_array || made.kind != Value::Kind::kCall) made.kind = Value::Kind::kList;
  for (const auto& [key, value] : held.members) {
    std::erase_if(made.items, [&k = key](const NamedValue& item) { return item.name == k; });
    made.items.push_back({key, value});
  }
  return &made;
}

void TextObjects::run(Statement& statement) {
  ++statements_;
  reader.forget();
  if (statement.path.empty()) {
    if (setFree(statement)) return;
    all.push_back({{}, std::move(statement.value), {}, statement.line, true});
    return;
  }
  if (statement.is_setter) {
    // matter.js' Body.rotate(box, …), Jolt's interface.SetPosition(id, …): of a variable, by an object that is none.
    if (!places.contains(statement.path) && setFree(statement)) return;
    if (!set(statement)) all.push_back({{}, std::move(statement.value), {}, statement.line, true});
    return;
  }
  const std::size_t dot = statement.path.find_last_of('.');
  const std::size_t bracket = statement.path.find_last_of('[');
  if (dot != std::string::npos && (bracket == std::string::npos || bracket < dot))
    return setMember(statement.path, dot, std::move(statement.value), statement.line);
  if (bracket != std::string::npos && bracket > 0) return setElement(statement, bracket);
  // "corner: …", "corner: …": the singular of a list, printed again and again.
  const bool is_corner = (statement.value.isList() || statement.value.isCall()) &&
                         !places.contains(statement.path + "s") && roleOf(statement.path) == Role::kNone &&
                         roleOf(statement.path + "s") == Role::kVertices;
  if (is_corner) {
    Value& list = object(statement.path, statement.line).value;
    list.kind = Value::Kind::kList;
    list.items.push_back({"", std::move(statement.value)});
    return;
  }
  // A key that says its role alone and comes again is another body's.
  const bool is_key =
      roleOf(statement.path) != Role::kNone && bodyLabel(statement.path) == 0 && places.contains(statement.path);
  if (is_key) places.erase(statement.path);
  TextObject& target = object(statement.path, statement.line);
  // "m = glm::rotate(m, …)": what m was, and then the call.
  const auto& items = statement.value.items;
  const bool goes_on = statement.value.isCall() && items.size() > 1 && items[0].value.kind == Value::Kind::kName &&
                       items[0].value.name == statement.path && setterOf(statement.value.name) != Setter::kNone;
  if (goes_on && target.value.isCall()) {
    statement.value.items.erase(statement.value.items.begin());
    target.value.chain.push_back(std::move(statement.value));
    return;
  }
  keepEarlier(target, statement.value);
  TextObject& now = object(statement.path, statement.line);
  now.value = std::move(statement.value);
  now.members.clear();
}

void TextObjects::setElement(Statement& statement, std::size_t bracket) {
  // "points[2] = …": an item; "primitive.dimensions[0] = …": of a member.
  const std::size_t member = statement.path.find_last_of('.', bracket);
  if (member != std::string::npos && places.contains(statement.path.substr(0, member))) {
    Value& list = memberList(object(statement.path.substr(0, member), statement.line),
                             statement.path.substr(member + 1, bracket - member - 1), statement.line);
    list.items.push_back({statement.path.substr(bracket), std::move(statement.value)});
    return;
  }
  // "objects[0].primitives[0].dimensions[1] = …": of a member of an element.
  const std::string owner = statement.path.substr(0, std::min(member, statement.path.size()));
  const std::size_t element = owner.find_last_of('[');
  if (member != std::string::npos && owner.ends_with(']') && places.contains(owner.substr(0, element))) {
    Value& held = memberList(object(owner.substr(0, element), statement.line), owner.substr(element), statement.line);
    const std::string key = statement.path.substr(member + 1, bracket - member - 1);
    auto list = std::ranges::find(held.items, key, &NamedValue::name);
    if (list == held.items.end()) {
      held.items.push_back({key, {}});
      list = std::prev(held.items.end());
      list->value.kind = Value::Kind::kList;
    }
    list->value.items.push_back({statement.path.substr(bracket), std::move(statement.value)});
    return;
  }
  object(statement.path.substr(0, bracket), statement.line)
      .members.emplace_back(statement.path.substr(bracket), std::move(statement.value));
  return;
}

void TextObjects::keepEarlier(const TextObject& target, Value& value) {
  const std::string name = target.path, earlier = name + "'";
  if (!renameIn(value, name, earlier)) return;
  if (target.value.kind == Value::Kind::kNothing && target.members.empty()) return;
  TextObject kept = target;
  kept.path = earlier;
  if (const auto known = places.find(earlier); known != places.end()) {
    renameIn(kept.value, earlier, earlier + "'");  // one step back is kept
    all[known->second] = std::move(kept);
    return;
  }
  places[earlier] = all.size();
  all.push_back(std::move(kept));
}

bool TextObjects::renameIn(Value& value, const std::string& name, const std::string& other) {
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

void TextObjects::setMember(const std::string& path, std::size_t dot, Value value, int line) {
  const std::string owner = ownerOf(path.substr(0, dot)), member = path.substr(dot + 1);
  const std::size_t bracket = owner.find_last_of('[');
  if (isComponent(member) || (bracket != std::string::npos && bracket > owner.find_last_of('.') + 1)) {
    const std::size_t last =
        bracket != std::string::npos && !owner.empty() && owner.back() == ']' ? bracket : owner.find_last_of('.');
    if (last != std::string::npos && last > 0) {
      TextObject& target = object(owner.substr(0, last), line);
      const std::string key = owner[last] == '[' ? owner.substr(last) : owner.substr(last + 1);
      Value& held = memberList(target, key, line);
      // Components that are never set are zero; a place in the plane has no third.
      if (held.items.empty() && owner[last] == '.') held.items = {{"x", zero()}, {"y", zero()}};
      if (held.items.size() == 2 && owner[last] == '.' && roleOf(key) == Role::kRotation)
        held.items.push_back({"z", zero()});
      std::erase_if(held.items, [&](const NamedValue& item) { return item.name == member; });
      held.items.push_back({member, std::move(value)});
      return;
    }
  }
  // "node.shape = BoxShape3D.new()", "node.shape.size = …": a member of what the member was made as.
  if (Value* const made = memberOf(owner)) {
    made->items.push_back({member, std::move(value)});
    return;
  }
  TextObject& target = object(owner, line);
  std::erase_if(target.members, [&](const auto& m) { return m.first == member; });
  target.members.emplace_back(member, std::move(value));
}

Value& TextObjects::memberList(TextObject& target, const std::string& key, int line) {
  const auto place = std::ranges::find(target.members, key, &std::pair<std::string, Value>::first);
  if (place != target.members.end()) return place->second;
  Value list;
  list.kind = Value::Kind::kList;
  list.line = line;
  return target.members.emplace_back(key, std::move(list)).second;
}

Value* TextObjects::memberOf(std::string_view path) {
  const std::size_t dot = path.find_last_of('.');
  if (dot == std::string_view::npos) return nullptr;
  const auto known = places.find(std::string(path.substr(0, dot)));
  if (known == places.end()) return nullptr;
  auto& members = all[known->second].members;
  const auto member = std::ranges::find(members, path.substr(dot + 1), &std::pair<std::string, Value>::first);
  return member != members.end() && member->second.isCall() ? &member->second : nullptr;
}

Value TextObjects::zero() {
  Value out;
  out.kind = Value::Kind::kNumber;
  return out;
}

std::string TextObjects::ownerOf(std::string path) const {
  for (const std::string_view part : {".transform", ".global_transform", ".pose"}) {
    const std::size_t dot = path.find(part), end = dot + part.size();
    const bool is_whole = dot != std::string::npos && (end == path.size() || path[end] == '.');
    if (is_whole && places.contains(path.substr(0, dot))) path.erase(dot, part.size());
  }
  return path;
}

bool TextObjects::setPlanarPose(const Statement& statement) {
  const auto& items = statement.value.items;
  const bool is_pose =
      items.size() == 2 && items[0].value.isCall() && items[0].value.items.size() == 2 && items[1].value.isNumber();
  const bool is_vector =
      (items.size() == 2 || items.size() == 3) && items[0].value.isNumber() && isMember(statement.path);
  if (is_vector) {
    Statement assignment{statement.path, statement.value, statement.line};
    assignment.value.kind = Value::Kind::kList;
    assignment.value.name.clear();
    run(assignment);
    return true;
  }
  if (!is_pose) return false;
  TextObject& pose = object(statement.path, statement.line);
  pose.value = statement.value;
  pose.value.name = "b2Transform";
  return true;
}

bool TextObjects::set(const Statement& statement) {
  const std::string& full = statement.value.name;
  const Setter setter = setterOf(full);
  if (setter == Setter::kNone) return false;
  if (setter == Setter::kPlanarPose) return setPlanarPose(statement);
  std::string path = ownerOf(statement.path);
  // "mesh.position.set" is the mesh's.
  for (const std::string_view part : {".position", ".quaternion", ".rotation", ".scale", ".p", ".q"}) {
    const std::string_view method = lastName(full);
    const bool sets_part = method == "set" || method == "Set" || method == "setScalar" || method == "copy" ||
                           method == "setFromEuler" || method == "setFromAxisAngle";
    if (path.size() > part.size() && path.ends_with(part) && sets_part) path.resize(path.size() - part.size());
  }
  if (moveEigen(path, statement)) return true;
  TextObject& target = object(path, statement.line);
  // cannon-es' and p2's body.addShape(shape, offset); of several shapes the others stand for themselves.
  if (setter == Setter::kAddShape) {
    const auto& items = statement.value.items;
    const bool has_one =
        std::ranges::find(target.members, "shape", &std::pair<std::string, Value>::first) != target.members.end();
    if (items.empty() || has_one) return false;
    target.members.emplace_back("shape", items[0].value);
    if (items.size() > 1) target.members.emplace_back("shape_offset", items[1].value);
    return true;
  }
  Value arguments = statement.value;
  arguments.kind = Value::Kind::kList;
  arguments.name.clear();
  if (arguments.items.size() == 1) arguments = Value(arguments.items[0].value);
  const char* key = nullptr;
  if (setter == Setter::kPosition) key = "position";
  if (setter == Setter::kRotation) key = "rotation";
  if (findApiRotation(full) != nullptr) arguments = statement.value;  // whose own name says what its numbers are
  if (setter == Setter::kScale) key = "localScale";
  if (setter == Setter::kTransform) key = "transform";
  if (setter == Setter::kVelocity) key = "velocity";
  if (setter == Setter::kCentre) key = "center";
  if (setter == Setter::kShape) key = "shape";
  if (setter == Setter::kAddPoint) {
    const bool is_point = !arguments.items.empty() && std::ranges::all_of(arguments.items, [](const NamedValue& item) {
      return item.value.isNumber();
    });
    const auto isShape = [](const Reading& reading) { return reading.shape.has_value(); };
    if (!is_point || std::ranges::any_of(reader.argumentsOf(statement.value, true), isShape))
      return false;  // a list of other things
    target.value.items.push_back({"", std::move(arguments)});
  }
  if (setter == Setter::kSizes) {
    target.value = statement.value;
    target.value.name = std::string(lastName(full));
  }
  if (key == nullptr) return true;
  std::erase_if(target.members, [&](const auto& m) { return m.first == key; });
  target.members.emplace_back(key, std::move(arguments));
  return true;
}

bool TextObjects::moveEigen(const std::string& path, const Statement& statement) {
  const std::string_view method = lastName(statement.value.name);
  const bool is_before = method.starts_with("pre");
  const std::string_view step = is_before ? method.substr(3) : method;
  const auto known = places.find(path);
  if ((step != "rotate" && step != "translate") || known == places.end() || statement.value.items.size() != 1)
    return false;
  const Value* const held = valueOf(path);
  if (held == nullptr || !isEigenTransform(*held)) return false;
  Value moved = statement.value;
  moved.name = step == "rotate" ? "rotate" : "translation";
  TextObject& target = all[known->second];
  if (!target.members.empty() || target.value.name != kProduct) {
    target.value = productOf({{"", *held}}, statement.line);
    target.members.clear();
  }
  std::vector<NamedValue>& factors = target.value.items;
  if (factors.size() < kMaxFactors)
    factors.insert(is_before ? factors.begin() : factors.end(), NamedValue{"", std::move(moved)});
  return true;
}

bool TextObjects::isEigenTransform(const Value& value) const {
  if (!value.isCall()) return false;
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

bool TextObjects::moveEigenInSteps(const Statement& statement) {
  const Value& call = statement.value;
  const std::size_t dot = call.name.find_last_of('.');
  if (!call.isCall() || call.chain.empty() || dot == std::string::npos) return false;
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

bool TextObjects::setFree(const Statement& statement) {
  const Value& call = statement.value;
  if (moveEigenInSteps(statement)) return true;
  // Bullet's "transform.getBasis().setEulerZYX(…)"
  const std::size_t dot = call.name.find_last_of('.');
  if (call.isCall() && call.items.empty() && call.chain.size() == 1 && dot != std::string::npos &&
      places.contains(call.name.substr(0, dot))) {
    Statement method = statement;
    method.path = call.name.substr(0, dot);
    method.value = call.chain[0];
    method.value.name = call.name.substr(dot + 1) + "." + method.value.name;
    return set(method);
  }
  const bool names_object = call.isCall() && call.items.size() > 1 && call.items[0].value.kind == Value::Kind::kName;
  if (!names_object || setterOf(call.name) == Setter::kNone || !places.contains(call.items[0].value.name)) return false;
  Statement method = statement;
  method.path = call.items[0].value.name;
  method.value.items.erase(method.value.items.begin());
  TextObject& target = object(method.path, statement.line);
  if (!target.value.isCall()) return set(method);
  target.value.chain.push_back(std::move(method.value));  // of what a call made: as a method of it
  return true;
}

}  // namespace sepax::paste
