#include "core/language.h"
#include "core/text.h"
#include "geom/types.h"
#include "lab/paste/elements.h"
#include "lab/paste/frame.h"
#include "lab/paste/number_groups.h"
#include "lab/paste/readers.h"
#include "lab/paste/reading.h"

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

bool areZero(const Numbers& numbers) {
  return std::ranges::all_of(numbers, [](const Number& n) { return n.value == 0; });
}

/// Bodies of elements in the frames of the elements around them: geoms of MJCF, collisions of URDF and SDF, meshes and
/// colliders of react-three-fiber, nodes of Godot. Which shape an element is say the files of the APIs.
class Scene {
 public:
  Scene(const Source& source, Findings& findings)
      : findings_(findings), scopes_(source.scopes), reader_(findings, source, [this](const std::string& name) {
          const auto known = names_.find(name);
          return known == names_.end() ? nullptr : &known->second;
        }) {
    is_godot_ = holdsGodotScene(source.text);
    if (!is_godot_) {
      for (Statement& statement : statementsOf(source.tokens, findings.made_of)) {
        if (!statement.path.empty() && !statement.is_setter) names_.emplace(statement.path, std::move(statement.value));
      }
    }
    const Element root =
        is_godot_ ? godotSectionsOf(source.tokens, findings.made_of) : elementsOf(source.text, findings.made_of);
    learn(root, {});
    in_degrees_ = findings_.answerTo("angles", in_degrees_ ? "deg" : "rad") == "deg";
    place(root, {});
    keepColliders();
    for (FoundElement& found : found_) findings_.bodies.push_back(std::move(found.body));
  }

 private:
  static constexpr int kNoBody = -1;
  static constexpr const char* kMainClass = "main";  ///< of MJCF's outermost <default>

  /// The frame, name and class that the elements around one give it.
  struct Around {
    Frame frame;
    std::string name;
    std::string of_class = kMainClass;  ///< of MJCF's geoms that name none
    int rigid_body = kNoBody;           ///< of react-three-rapier
  };
  struct FoundElement {
    FoundBody body;
    int rigid_body = kNoBody;
    bool is_collider = false;
  };
  struct Joint {
    std::string parent;
    const Element* element;
  };

  /// Goes through all elements for what others refer to.
  void learn(const Element& element, const std::vector<NamedValue>& geom_of_class) {
    if (element.name == "compiler") {
      if (element.textOf("angle") == "radian") in_degrees_ = false;
      if (const std::string order = element.textOf("eulerseq"); order.size() == 3) order_ = order;
    }
    if (element.name == "mesh" && element.find("vertex") != nullptr) meshes_[element.textOf("name")] = &element;
    if (element.name == "gd_scene") is_godot3_ = element.textOf("format") == "2";
    if (element.name == "sub_resource") resources_[element.textOf("id")] = &element;
    if (is_godot_) {
      for (const NamedValue& item : element.attributes) {  // counts and ids, no part of a pair
        if (item.value.kind == Value::Kind::kText) findings_.use({item.value.number});
      }
    }
    std::vector<NamedValue> geom = geom_of_class;
    if (element.name == "default") {
      for (const Element& child : element.children) {
        if (child.name != "geom") continue;
        geom.insert(geom.begin(), child.attributes.begin(), child.attributes.end());  // which counts more
      }
      const std::string name = element.textOf("class");
      defaults_[name.empty() ? kMainClass : name] = geom;
    }
    if (element.name == "joint") {
      std::string parent, child;
      for (const Element& part : element.children) {
        if (part.name == "parent") parent = part.textOf("link");
        if (part.name == "child") child = part.textOf("link");
      }
      if (!child.empty()) joints_[child] = {parent, &element};
    }
    for (const Element& child : element.children) learn(child, geom);
  }

  /// None where one of them is not in the text: "[speed * 2, 0, 0]".
  Numbers numbersOf(const Element& element, std::string_view key) {
    const Value* const value = element.find(key);
    if (value == nullptr) return {};
    const bool is_whole = !value->isList() || std::ranges::all_of(value->items, [&](const NamedValue& item) {
      return reader_.flat(item.value).size() == 1;
    });
    return is_whole ? reader_.flat(*value) : Numbers{};
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

  void turn(Frame& frame, Numbers angles, const std::string& order, bool in_degrees) {
    if (angles.size() != 3) return;
    if (areZero(angles)) return findings_.use(angles);
    frame.rotation = FoundRotation{FoundRotation::Form::kEuler, std::move(angles), order, in_degrees};
  }

  /// The attributes that say where an element lies; URDF has them in an element of their own.
  Frame frameOf(const Element& element) {
    if (is_godot_) return godotFrameOf(element);
    Frame frame;
    for (const char* const key : {"pos", "position", "xyz"}) {
      if (Numbers place = vectorOf(element, key, 0); !place.empty()) frame.position = std::move(place);
    }
    if (const Numbers pose = numbersOf(element, "pose"); pose.size() == 6) {  // SDF's x y z roll pitch yaw
      frame.position = Numbers(pose.begin(), pose.begin() + 3);
      const std::string degrees = element.textOf("pose.degrees");
      turn(frame, Numbers(pose.begin() + 3, pose.end()), "xyz", degrees == "true" || degrees == "1");
      for (const NamedValue& item : element.attributes) {  // relative_to
        if (!item.name.starts_with("pose.")) continue;
        if (!holdsWord(item.name == "pose.degrees" ? " true false 1 0 " : " world __model__ euler_rpy ",
                       item.value.name))
          findings_.doubtText(trf("line {}: a pose relative to \"{}\"", element.line, printableLine(item.value.name)));
      }
    }
    turn(frame, numbersOf(element, "rpy"), "xyz", false);
    turn(frame, vectorOf(element, "rotation", 0), "XYZ", false);  // threejs.org/docs, Euler
    using Form = FoundRotation::Form;
    if (Numbers quat = numbersOf(element, "quat"); quat.size() == 4)
      frame.rotation = quaternionOf(std::move(quat), findings_, "wxyz");
    if (Numbers quaternion = numbersOf(element, "quaternion"); quaternion.size() == 4)
      frame.rotation = quaternionOf(std::move(quaternion), findings_, "xyzw");
    if (Numbers euler = numbersOf(element, "euler"); euler.size() == 3) {
      // Lower case is about the moving axes, which case files write in capitals; the other way round for capitals.
      std::string order;
      for (const char c : order_) order += c >= 'a' ? static_cast<char>(c - 'a' + 'A') : lowered(c);
      frame.rotation = FoundRotation{Form::kEuler, std::move(euler), order, in_degrees_};
      findings_.remark(trf("MJCF's euler is in {} here", tr(in_degrees_ ? "degrees" : "radians")));
    }
    if (Numbers axis = numbersOf(element, "axisangle"); axis.size() == 4 && length(paste::vectorOf(axis)) > 0) {
      const double factor = (in_degrees_ ? radiansOf(axis[3].value) : axis[3].value) / length(paste::vectorOf(axis));
      findings_.use({axis[3]});
      axis.pop_back();
      for (Number& n : axis) n.value *= factor;
      frame.rotation = FoundRotation{Form::kAxisAngle, std::move(axis)};
    }
    if (const Numbers scale = vectorOf(element, "scale", 1); !scale.empty()) {
      frame.factors = {scale[0].value, scale[1].value, scale[2].value};
      frame.also = scale;
    }
    for (const Element& child : element.children) {
      if (child.name == "origin") return frameOf(child);
    }
    return frame;
  }

  Frame godotFrameOf(const Element& element) {
    Value members = listValue();
    for (const NamedValue& item : element.attributes) {
      if (item.name == "transform" || item.name == "position" || item.name == "rotation") members.items.push_back(item);
    }
    const Reading reading = members.items.empty() ? Reading{} : reader_.read(members);
    Frame own{reading};
    if (reading.vector) own.position = reading.vector;
    // A node of space has its scale in its matrix, one of the plane a member of two numbers.
    const Numbers of_plane = numbersOf(element, "scale");
    const bool has_matrix = own.rotation && own.rotation->form == FoundRotation::Form::kMatrix;
    if (of_plane.size() != 2 && !has_matrix) return own;
    const Vec3 by{of_plane.size() == 2 ? of_plane[0].value : 1, of_plane.size() == 2 ? of_plane[1].value : 1, 1};
    Mat3 linear = matrixOf(own.rotation);
    for (int c = 0; c < 3; ++c) linear[c] *= by[c];
    constexpr double kRounding = 1e-5;  // a scene has single precision
    const auto isUnit = [&](int c) { return std::abs(length(linear[c]) - 1) < kRounding; };
    if (isUnit(0) && isUnit(1) && isUnit(2) && glm::determinant(linear) > 0) return own;
    own.also = of_plane;
    if (own.rotation) append(own.also, own.rotation->numbers);
    setLinear(own, linear);
    return own;
  }

  /// Where URDF's joints put a link.
  Frame frameOfLink(std::string link) {
    Frame out;
    constexpr int kMaxJoints = 64;
    for (int i = 0; i < kMaxJoints && joints_.contains(link); ++i) {
      const Joint joint = joints_.at(link);
      out = inside(frameOf(*joint.element), out);
      link = joint.parent;
    }
    return out;
  }

  void place(const Element& element, const Around& around) {
    if (holdsWord(" default asset visual joint inertial sub_resource ", element.name)) return;
    Around own = around;
    const std::string name = element.textOf("name");
    const bool is_part = element.name == "collision" ||  // of a link, whose name is the body's
                         (name.starts_with("CollisionShape") && !around.name.empty() && around.name != outermost_);
    if (!name.empty() && !is_part) own.name = name;
    if (is_godot_ && element.name == "node" && outermost_.empty()) outermost_ = name;
    if (const std::string of_class = element.textOf("childclass"); !of_class.empty()) own.of_class = of_class;
    if (element.name == "RigidBody") own.rigid_body = rigid_bodies_++;
    if (element.name == "link") own.frame = inside(own.frame, frameOfLink(name));
    if (element.name == "geom") {
      placeGeom(element, own);
      return;
    }
    own.frame = inside(own.frame, frameOf(element));
    placeShape(element, own);
    for (const Element& child : element.children) place(child, own);
  }

  /// MJCF's, with what its class says.
  void placeGeom(const Element& element, Around& around) {
    Element whole = element;
    const std::string own_class = element.textOf("class");
    const auto& given = defaults_[own_class.empty() ? around.of_class : own_class];
    append(whole.attributes, given);  // what the geom says itself stays
    std::string type = whole.textOf("type");
    const std::string mesh = whole.textOf("mesh");
    if (type.empty()) type = mesh.empty() ? "sphere" : "mesh";
    Value call = callValue("mjcf." + type, element.line);
    const Numbers ends = numbersOf(whole, "fromto");
    if (ends.size() == 6) call.name += ".fromto";
    if (type == "mesh") {
      const auto found = meshes_.find(mesh);
      if (found == meshes_.end()) {
        findings_.missing.push_back(
            trf("the geom on line {}: {}", element.line, trf("the mesh \"{}\" is not in the text", mesh)));
        return;
      }
      addArguments(call, numbersOf(*found->second, "vertex"));
      findings_.remark(trf("line {}: MuJoCo collides the hull of a mesh, around its own frame", element.line));
    } else if (type == "plane") {
      findings_.use(numbersOf(whole, "size"));  // of its picture; it has no end
    } else {
      Numbers sizes = numbersOf(whole, "size");
      if (!ends.empty() && sizes.size() > 1) sizes.resize(1);
      addArguments(call, sizes);
      addArguments(call, ends);
    }
    if (ends.empty()) around.frame = inside(around.frame, frameOf(whole));
    add(call, around);
  }

  static void addArguments(Value& call, const Numbers& numbers) {
    for (const Number& n : numbers) call.items.push_back({"", numberValue(n)});
  }

  void placeShape(const Element& element, const Around& around) {
    if (element.name == "geometry") {
      for (const Element& child : element.children) {
        Value call = callValue("urdf." + child.name, child.line);
        if (child.name == "plane") findings_.use(numbersOf(child, "size"));  // of its picture
        for (const char* const key : {"size", "radius", "length", "radii", "normal"}) {
          if (child.name != "plane" || std::string_view(key) == "normal") addArguments(call, numbersOf(child, key));
        }
        if (scopesHold(call.name)) {
          add(call, around);
        } else {
          findings_.missing.push_back(trf("the collision on line {}: its geometry is not in the text", element.line));
        }
      }
      return;
    }
    if (const Value* const shape = is_godot_ ? element.find("shape") : nullptr; shape != nullptr) {
      const auto resource =
          shape->isCall() && shape->items.size() == 1 ? resources_.find(idOf(shape->items[0].value)) : resources_.end();
      if (resource != resources_.end()) add(godotShapeOf(*resource->second), around);
      return;
    }
    std::string name = element.name;
    if (name.ends_with("Geometry") && name[0] >= 'a') name[0] = static_cast<char>(name[0] - 'a' + 'A');
    Value call = callValue("JSX." + name, element.line);
    const ApiShape* const row = findApiShape(call.name, scopes_);
    if (row == nullptr || (!name.ends_with("Geometry") && !row->name.starts_with("JSX."))) return;
    if (const Value* const args = element.find("args")) {
      call.items = args->items;
      if (args->kind == Value::Kind::kName) call.items = {{"", *args}};
    }
    add(call, around, name.ends_with("Collider"));
  }

  [[nodiscard]] bool scopesHold(std::string_view name) const { return findApiShape(name, scopes_) != nullptr; }

  static std::string idOf(const Value& id) { return id.isNumber() ? shortestDecimal(id.number.value) : id.name; }

  /// As the code "T.new()" whose members are set.
  Value godotShapeOf(const Element& resource) {
    const std::string type = resource.textOf("type");
    // The capsule of the plane has kept its name, and counts its caps since 4.
    Value call = callValue((is_godot3_ && type == "CapsuleShape2D" ? "Godot3." : "") + type + ".new", resource.line);
    for (const NamedValue& item : resource.attributes) {
      if (item.value.kind != Value::Kind::kText) call.items.push_back(item);
    }
    return call;
  }

  void add(const Value& call, const Around& around, bool is_collider = false) {
    const Reading reading = reader_.read(call);
    if (!reading.shape) {
      findings_.missing.push_back(trf("the {} on line {}: its sizes", lastName(call.name), call.line));
      return;
    }
    FoundElement found{{}, around.rigid_body, is_collider};
    FoundBody& body = found.body;
    body.name = around.name;
    body.shape = reading.shape;
    body.shape->line = call.line;
    const Frame& frame = around.frame;
    if (frame.is_sheared) {
      findings_.missing.push_back(trf("{}: a pose without shear; its nodes' scales and rotations make one together",
                                      body.name.empty() ? std::string(lastName(call.name)) : body.name));
      return;
    }
    body.pose = frame;
    if (body.shape->is_planar && body.pose.position) body.pose.position->resize(2);
    body.pose.line = call.line;
    if (frame.factors != Vec3{1.0}) {
      body.pose.scale = Numbers{{frame.factors.x}, {frame.factors.y}, {frame.factors.z}};
      if (is_godot_)
        findings_.assume(
            trf("{}: the scale of its nodes counts; Godot warns that scaled bodies and shapes may collide otherwise",
                body.name));
    }
    found_.push_back(std::move(found));
  }

  /// In a <RigidBody> with colliders these count, not the meshes beside them.
  void keepColliders() {
    std::set<int> have_colliders;
    for (const FoundElement& found : found_) {
      if (found.is_collider && found.rigid_body != kNoBody) have_colliders.insert(found.rigid_body);
    }
    std::erase_if(found_, [&](const FoundElement& found) {
      const bool is_seen_only = !found.is_collider && have_colliders.contains(found.rigid_body);
      if (is_seen_only)
        findings_.remark(
            trf("line {}: a mesh beside colliders is what is seen, not what collides", found.body.shape->line));
      return is_seen_only;
    });
  }

  Findings& findings_;
  const TextScopes& scopes_;
  std::map<std::string, Value> names_;  ///< constants of the text around the elements
  Reader reader_;
  std::map<std::string, std::vector<NamedValue>> defaults_;  ///< of MJCF's geoms, by class
  std::map<std::string, const Element*> meshes_, resources_;
  std::map<std::string, Joint> joints_;  ///< of URDF, by the link that each moves
  bool in_degrees_ = true;               ///< MJCF's default
  bool is_godot_ = false, is_godot3_ = false;
  std::string order_ = "xyz";
  std::string outermost_;  ///< of Godot's nodes
  std::vector<FoundElement> found_;
  int rigid_bodies_ = 0;
};

bool holdsJsx(std::string_view text) {
  // Bodies of hooks, useBox(() => …), are moved by them: the grammar of code reads those.
  if (holdsAny(text, {"useBox(", "useSphere(", "useCylinder(", "usePlane(", "useConvexPolyhedron("})) return false;
  return holdsAny(text, {"Geometry args={", "Geometry attach="}) ||
         (text.find("Collider") != std::string_view::npos && text.find("args={") != std::string_view::npos) ||
         (text.find("args={[") != std::string_view::npos && text.find('<') != std::string_view::npos);
}

}  // namespace

bool holdsModelXml(std::string_view text) { return holdsAny(text, {"<geom", "<collision"}); }

bool holdsScene(std::string_view text) { return holdsModelXml(text) || holdsJsx(text) || holdsGodotScene(text); }

void readScene(const Source& source, Findings& findings) { Scene(source, findings); }

}  // namespace sepax::paste
