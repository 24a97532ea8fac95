#include "lab/paste/readers.h"

#include "core/language.h"
#include "core/text.h"
#include "lab/paste/api_rows.h"
#include "lab/paste/frame.h"
#include "lab/paste/reading.h"
#include "lab/paste/value.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sepax::paste {

namespace {

bool isNamePart(char c) {
  return (lowered(c) >= 'a' && lowered(c) <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.' ||
         c == ':';
}

/// Past the brace that closes the one at `at`; the text's size when there is none.
std::size_t behindBraces(std::string_view text, std::size_t at) {
  int nested = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '{') ++nested;
    if (text[at] == '}' && --nested == 0) return at + 1;
  }
  return at;
}

struct Element {
  std::string name;
  std::map<std::string, Value> attributes;
  bool closes = false, is_empty = false;
  int line = 1;
};

/// The value in the braces of an attribute.
Value valueOf(std::string_view text, std::size_t offset, int line) {
  std::vector<Token> tokens = tokensOf(text);
  for (Token& token : tokens) {
    token.offset += offset;
    token.line += line - 1;
  }
  Value value;
  if (tokens.size() == 2 && tokens[0].isWord()) {
    value.kind = Value::Kind::kName;
    value.name = tokens[0].text;
    return value;
  }
  Sources ignored;
  std::vector<Statement> statements = statementsOf(tokens, ignored);
  return statements.empty() ? value : std::move(statements.front().value);
}

std::vector<Element> elementsOf(std::string_view text) {
  std::vector<Element> elements;
  int line = 1;
  std::size_t counted = 0;
  const auto lineAt = [&](std::size_t at) {
    line += static_cast<int>(std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                                        text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    counted = at;
    return line;
  };
  for (std::size_t i = text.find('<'); i != std::string_view::npos; i = text.find('<', i)) {
    // "useRef<Mesh>(null)" is none.
    const bool is_generic = i > 0 && (isNamePart(text[i - 1]) || text[i - 1] == ')');
    Element element;
    element.line = lineAt(i);
    std::size_t at = i + 1;
    if (at < text.size() && text[at] == '/') {
      element.closes = true;
      ++at;
    }
    const std::size_t name = at;
    while (at < text.size() && isNamePart(text[at])) ++at;
    element.name = text.substr(name, at - name);
    i = at;
    if (is_generic || element.name.empty()) continue;
    bool is_whole = false;
    while (at < text.size() && text[at] != '<' && !is_whole) {
      is_whole = text[at] == '>';
      element.is_empty = text[at] == '/' && at + 1 < text.size() && text[at + 1] == '>';
      const std::size_t key = at;
      while (at < text.size() && isNamePart(text[at])) ++at;
      const std::string word(text.substr(key, at - key));
      if (word.empty()) {
        at = text[at] == '{' ? behindBraces(text, at) : at + 1;  // a comment, or "{...props}"
        if (element.is_empty) break;
        continue;
      }
      if (at + 1 >= text.size() || text[at] != '=') continue;
      ++at;
      const std::size_t begin = at + 1;
      if (text[at] == '{') {
        const int at_line = lineAt(at);
        at = behindBraces(text, at);
        element.attributes[word] = valueOf(text.substr(begin, std::max(at, begin + 1) - 1 - begin), begin, at_line);
      } else if (text[at] == '"' || text[at] == '\'') {
        at = std::min(text.find(text[at], begin), text.size());
        Value& value = element.attributes[word];
        value.kind = Value::Kind::kText;
        value.name = text.substr(begin, at - begin);
        at = std::min(at + 1, text.size());
      }
    }
    i = std::max(i, std::min(at, text.size()));
    elements.push_back(std::move(element));
  }
  return elements;
}

/// threejs.org/docs: sizes of geometries without arguments.
struct UsualSizes {
  std::string_view name;
  std::vector<double> sizes;
};
const UsualSizes kUsualGeometries[] = {{"BoxGeometry", {1, 1, 1}},
                                       {"SphereGeometry", {1}},
                                       {"CylinderGeometry", {1, 1, 1}},
                                       {"ConeGeometry", {1, 1}},
                                       {"CapsuleGeometry", {1, 1}},
                                       {"Box", {1, 1, 1}},
                                       {"Sphere", {1}},
                                       {"Cylinder", {1, 1, 1}},
                                       {"Cone", {1, 1}}};

class Jsx {
 public:
  Jsx(std::string_view text, Findings& findings)
      : findings_(findings),
        small_(lowered(text)),
        scopes_(small_),
        reader_(findings, small_, [this](const std::string& name) {
          const auto known = names_.find(name);
          return known == names_.end() ? nullptr : &known->second;
        }) {
    for (Statement& statement : statementsOf(tokensOf(text), findings.made_of)) {
      if (!statement.path.empty() && !statement.is_setter) names_.emplace(statement.path, std::move(statement.value));
    }
    for (const Element& element : elementsOf(text)) take(element);
    keepColliders();
    for (FoundElement& found : found_) findings_.bodies.push_back(std::move(found.body));
  }

 private:
  static constexpr std::size_t kMaxDepth = 256;
  static constexpr int kNoBody = -1;

  struct Open {
    std::string name;
    Frame frame;
    int rigid_body = kNoBody;
    std::string colliders;  ///< what the rigid body makes of its meshes
    std::string label;
  };
  struct FoundElement {
    FoundBody body;
    int rigid_body = kNoBody;
    bool is_collider = false;
  };

  void take(const Element& element) {
    if (element.closes) {
      const auto open = std::ranges::find(open_.rbegin(), open_.rend(), element.name, &Open::name);
      if (open != open_.rend()) open_.erase(open.base() - 1, open_.end());
      return;
    }
    Open own = open_.empty() ? Open{} : open_.back();
    own.name = element.name;
    own.frame = inside(own.frame, frameOf(element));
    if (const auto label = element.attributes.find("name"); label != element.attributes.end())
      own.label = label->second.name;
    if (element.name == "RigidBody") {
      own.rigid_body = rigid_bodies_++;
      const auto colliders = element.attributes.find("colliders");
      own.colliders = colliders == element.attributes.end() ? "cuboid" : colliders->second.name;
    }
    addShape(element, own);
    if (!element.is_empty && open_.size() < kMaxDepth) open_.push_back(std::move(own));
  }

  /// None where one of them is not in the text: "[speed * 2, 0, 0]".
  Numbers numbersOf(const Element& element, const std::string& key) {
    const auto found = element.attributes.find(key);
    if (found == element.attributes.end()) return {};
    const Value& value = found->second;
    const bool is_whole = !value.isList() || std::ranges::all_of(value.items, [&](const NamedValue& item) {
      return reader_.flat(item.value).size() == 1;
    });
    return is_whole ? reader_.flat(value) : Numbers{};
  }

  /// "position-x={1}" beside "position={[…]}".
  Numbers vectorOf(const Element& element, const std::string& key, double usual) {
    Numbers out = numbersOf(element, key);
    if (out.size() == 1) out = {out[0], {out[0].value}, {out[0].value}};  // three's setScalar
    for (std::size_t c = 0; c < 3; ++c) {
      const Numbers part = numbersOf(element, key + "-" + "xyz"[c]);
      if (part.size() != 1) continue;
      if (out.size() != 3) out.assign(3, Number{usual});
      out[c] = part[0];
    }
    return out.size() == 3 ? out : Numbers{};
  }

  Frame frameOf(const Element& element) {
    Frame frame;
    frame.position = vectorOf(element, "position", 0);
    if (const Numbers angles = vectorOf(element, "rotation", 0); !angles.empty()) {
      const bool turns = std::ranges::any_of(angles, [](const Number& n) { return n.value != 0; });
      if (turns) frame.rotation = FoundRotation{FoundRotation::Form::kEuler, angles, "XYZ"};  // threejs.org/docs, Euler
      if (!turns) findings_.use(angles);
    }
    if (const Numbers quaternion = numbersOf(element, "quaternion"); quaternion.size() == 4)
      frame.rotation = FoundRotation{FoundRotation::Form::kQuaternion, quaternion};
    if (const Numbers scale = vectorOf(element, "scale", 1); !scale.empty()) {
      frame.scale = {scale[0].value, scale[1].value, scale[2].value};
      frame.also = scale;
    }
    return frame;
  }

  void addShape(const Element& element, const Open& own) {
    std::string name = element.name;
    if (name.ends_with("Geometry") && name[0] >= 'a') name[0] = static_cast<char>(name[0] - 'a' + 'A');
    const ApiShape* const row = findApiShape("JSX." + name, scopes_);
    if (row == nullptr || (!name.ends_with("Geometry") && !row->name.starts_with("JSX."))) return;
    Value call;
    call.kind = Value::Kind::kCall;
    call.name = "JSX." + name;
    call.line = element.line;
    if (const auto args = element.attributes.find("args"); args != element.attributes.end()) {
      call.items = args->second.items;
      if (args->second.kind == Value::Kind::kName) call.items = {{"", args->second}};
    } else if (const auto* const usual = std::ranges::find(kUsualGeometries, std::string_view(name), &UsualSizes::name);
               usual != std::end(kUsualGeometries)) {
      for (const double size : usual->sizes) {
        Value number;
        number.kind = Value::Kind::kNumber;
        number.number = {size};
        call.items.push_back({"", number});
      }
    }
    const Reading reading = reader_.read(call);
    if (!reading.shape) {
      findings_.missing.push_back(trf("the {} on line {}: its sizes", name, element.line));
      return;
    }
    FoundElement found{{}, own.rigid_body, name.ends_with("Collider")};
    FoundBody& body = found.body;
    body.name = own.label;
    body.shape = reading.shape;
    body.shape->line = element.line;
    const Frame& frame = own.frame;
    if (frame.is_sheared) {
      findings_.missing.push_back(trf("the {} on line {}: a pose without shear", name, element.line));
      return;
    }
    if (!frame.position.empty()) body.pose.position = frame.position;
    body.pose.rotation = frame.rotation;
    body.pose.also = frame.also;
    body.pose.line = element.line;
    if (frame.scale != Vec3{1.0}) body.pose.scale = Numbers{{frame.scale.x}, {frame.scale.y}, {frame.scale.z}};
    const std::string& type = body.shape->type;
    const bool is_other =
        own.rigid_body != kNoBody && !found.is_collider &&
        ((own.colliders == "cuboid" && type != "box") || (own.colliders == "ball" && type != "sphere"));
    if (is_other) others_[static_cast<int>(found_.size())] = own.colliders;
    found_.push_back(std::move(found));
  }

  void keepColliders() {
    std::set<int> have_colliders;
    for (const FoundElement& found : found_) {
      if (found.is_collider && found.rigid_body != kNoBody) have_colliders.insert(found.rigid_body);
    }
    std::vector<FoundElement> kept;
    for (std::size_t i = 0; i < found_.size(); ++i) {
      const FoundElement& found = found_[i];
      const int line = found.body.shape->line;
      if (!found.is_collider && have_colliders.contains(found.rigid_body)) {
        findings_.remark(trf("line {}: a mesh beside colliders is what is seen, not what collides", line));
        continue;
      }
      if (const auto other = others_.find(static_cast<int>(i)); other != others_.end())
        findings_.assume(
            trf("line {}: the geometry itself, of which react-three-rapier would make a {}", line, other->second));
      kept.push_back(found);
    }
    found_ = std::move(kept);
  }

  Findings& findings_;
  std::string small_;
  TextScopes scopes_;
  std::map<std::string, Value> names_;  ///< constants of the text
  Reader reader_;
  std::vector<Open> open_;
  std::vector<FoundElement> found_;
  std::map<int, std::string> others_;  ///< geometries that collide as something else
  int rigid_bodies_ = 0;
};

}  // namespace

bool holdsJsx(std::string_view text) {
  // Bodies of hooks, useBox(() => …), are moved by them: the grammar of code reads those.
  for (const std::string_view hook : {"useBox(", "useSphere(", "useCylinder(", "usePlane(", "useConvexPolyhedron("}) {
    if (text.find(hook) != std::string_view::npos) return false;
  }
  const bool has_geometry =
      text.find("Geometry args={") != std::string_view::npos || text.find("Geometry />") != std::string_view::npos ||
      text.find("Geometry/>") != std::string_view::npos || text.find("Geometry attach=") != std::string_view::npos;
  return has_geometry ||
         (text.find("Collider") != std::string_view::npos && text.find("args={") != std::string_view::npos) ||
         (text.find("args={[") != std::string_view::npos && text.find('<') != std::string_view::npos);
}

void readJsx(std::string_view text, Findings& findings) { Jsx(text, findings); }

}  // namespace sepax::paste
