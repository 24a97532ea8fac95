#include "lab/paste/readers.h"

#include "core/language.h"
#include "core/text.h"
#include "lab/paste/frame.h"
#include "lab/paste/reading.h"
#include "lab/paste/tokens.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace sepax::paste {

namespace {

/// "[node name="Box" type="CollisionShape3D" parent="Body"]" and the assignments below it.
struct Section {
  std::string kind;
  std::map<std::string, std::string> keys;
  Numbers of_keys;  ///< counts and ids, no part of a pair
  std::vector<Token> body;
  int line = 1;
};

constexpr std::string_view kKinds[] = {"gd_scene", "gd_resource", "ext_resource", "sub_resource",
                                       "resource", "node",        "connection"};

bool beginsSection(const std::vector<Token>& tokens, std::size_t i) {
  return tokens[i].is("[") && tokens[i].begins_line && i + 1 < tokens.size() &&
         std::ranges::find(kKinds, tokens[i + 1].text) != std::end(kKinds);
}

std::vector<Section> sectionsOf(std::string_view text) {
  const std::vector<Token> tokens = tokensOf(text);
  std::vector<Section> sections;
  for (std::size_t i = 0; i < tokens.size() && tokens[i].kind != Token::Kind::kEnd; ++i) {
    if (!beginsSection(tokens, i)) {
      if (!sections.empty()) sections.back().body.push_back(tokens[i]);
      continue;
    }
    Section section;
    section.kind = std::string(tokens[i + 1].text);
    section.line = tokens[i].line;
    for (i += 2; i < tokens.size() && tokens[i].kind != Token::Kind::kEnd && !tokens[i].is("]"); ++i) {
      if (tokens[i].is("=") && i + 1 < tokens.size())
        section.keys[std::string(tokens[i - 1].text)] = std::string(tokens[i + 1].text);
      if (tokens[i].isNumber()) section.of_keys.push_back({tokens[i].number, tokens[i].offset});
    }
    sections.push_back(std::move(section));
  }
  for (Section& section : sections) section.body.push_back({});
  return sections;
}

/// A value that a scene leaves out because it is the class's own (docs.godotengine.org, the classes' "default").
struct Default {
  std::string_view type, key;
  std::vector<double> numbers;
};
const std::vector<Default>& defaults() {
  static const std::vector<Default> rows = {
      {"BoxShape3D", "size", {1, 1, 1}},      {"SphereShape3D", "radius", {0.5}},   {"CapsuleShape3D", "radius", {0.5}},
      {"CapsuleShape3D", "height", {2}},      {"CylinderShape3D", "radius", {0.5}}, {"CylinderShape3D", "height", {2}},
      {"RectangleShape2D", "size", {20, 20}}, {"CircleShape2D", "radius", {10}},    {"CapsuleShape2D", "radius", {10}},
      {"CapsuleShape2D", "height", {30}},     {"BoxShape", "extents", {1, 1, 1}},   {"SphereShape", "radius", {1}},
      {"CapsuleShape", "radius", {1}},        {"CapsuleShape", "height", {1}},      {"CylinderShape", "radius", {1}},
      {"CylinderShape", "height", {2}},
  };
  return rows;
}

Value numbersValue(const std::vector<double>& numbers, int line) {
  Value out;
  out.line = line;
  out.kind = numbers.size() == 1 ? Value::Kind::kNumber : Value::Kind::kList;
  if (numbers.size() == 1) out.number.value = numbers[0];
  for (const double number : numbers) {
    if (numbers.size() > 1) out.items.push_back({"", numbersValue({number}, line)});
  }
  return out;
}

class Scene {
 public:
  Scene(std::string_view text, Findings& findings)
      : findings_(findings),
        small_(lowered(text)),
        reader_(findings, small_, [](const std::string&) { return nullptr; }) {
    for (const Section& section : sectionsOf(text)) {
      findings_.use(section.of_keys);
      if (section.kind == "gd_scene") is_godot3_ = keyOf(section, "format") == "2";
      if (section.kind == "sub_resource") addShape(section);
      if (section.kind == "node") addNode(section);
    }
  }

 private:
  static std::string keyOf(const Section& section, const char* key) {
    const auto found = section.keys.find(key);
    return found == section.keys.end() ? std::string() : found->second;
  }

  /// As the code "T.new()" whose members are set.
  void addShape(const Section& section) {
    const std::string type = keyOf(section, "type");
    Value call;
    call.kind = Value::Kind::kCall;
    // The capsule of the plane has kept its name, and counts its caps since 4.
    call.name = (is_godot3_ && type == "CapsuleShape2D" ? "Godot3." : "") + type + ".new";
    call.line = section.line;
    for (Statement& statement : statementsOf(section.body, findings_.made_of))
      call.items.push_back({statement.path, std::move(statement.value)});
    const auto isSet = [&](std::string_view key) {
      return std::any_of(call.items.begin(), call.items.end(),
                         [&](const NamedValue& item) { return item.name == key || item.name == "extents"; });
    };
    for (const Default& row : defaults()) {
      if (type == row.type && !isSet(row.key))
        call.items.push_back({std::string(row.key), numbersValue(row.numbers, section.line)});
    }
    const Reading reading = reader_.read(call);
    if (reading.shape) shapes_[keyOf(section, "id")] = *reading.shape;
  }

  void addNode(const Section& section) {
    const std::string name = keyOf(section, "name"), parent = keyOf(section, "parent");
    std::string path = name, shape;
    if (parent.empty()) path = ".";
    if (!parent.empty() && parent != ".") path = parent + "/" + name;
    Numbers scale;
    Value members;
    members.kind = Value::Kind::kList;
    for (Statement& statement : statementsOf(section.body, findings_.made_of)) {
      const bool is_shape = statement.path == "shape" && statement.value.isCall() && statement.value.items.size() == 1;
      if (is_shape) {
        const Value& id = statement.value.items[0].value;
        shape = id.isNumber() ? fmt::format("{}", id.number.value) : id.name;
      } else if (statement.path == "transform" || statement.path == "position" || statement.path == "rotation") {
        members.items.push_back({statement.path, std::move(statement.value)});
      } else if (statement.path == "scale") {
        scale = reader_.flat(statement.value);
      }
    }
    const Reading reading = members.items.empty() ? Reading{} : reader_.read(members);
    Frame own;
    if (reading.position) own.position = *reading.position;
    if (reading.vector) own.position = *reading.vector;
    own.rotation = reading.rotation;
    takeScale(own, scale);
    const auto around = nodes_.find(parent);
    const Frame frame = around == nodes_.end() ? own : inside(around->second, own);
    nodes_[path] = frame;
    const auto found = shapes_.find(shape);
    if (found == shapes_.end()) return;
    FoundBody body;
    body.name = name.starts_with("CollisionShape") && !parent.empty() && parent != "."
                    ? parent.substr(parent.find_last_of('/') + 1)
                    : name;
    body.shape = found->second;
    body.shape->line = section.line;
    if (!frame.position.empty()) body.pose.position = frame.position;
    if (body.shape->is_planar && body.pose.position) body.pose.position->resize(2);
    body.pose.rotation = frame.rotation;
    body.pose.also = frame.also;
    if (frame.is_sheared) {
      findings_.missing.push_back(
          trf("{}: a pose without shear; its nodes' scales and rotations make one together", body.name));
      return;
    }
    if (frame.scale != Vec3{1.0}) {
      body.pose.scale = Numbers{{frame.scale.x}, {frame.scale.y}, {frame.scale.z}};
      findings_.assume(
          trf("{}: the scale of its nodes counts; Godot warns that scaled bodies and shapes may collide otherwise",
              body.name));
    }
    findings_.bodies.push_back(std::move(body));
  }

  /// A node of space has its scale in its matrix, one of the plane a member of two numbers.
  static void takeScale(Frame& own, const Numbers& of_plane) {
    const bool has_matrix = own.rotation && own.rotation->form == FoundRotation::Form::kMatrix;
    if (of_plane.size() != 2 && !has_matrix) return;
    const Vec3 by{of_plane.size() == 2 ? of_plane[0].value : 1, of_plane.size() == 2 ? of_plane[1].value : 1, 1};
    Mat3 linear = matrixOf(own.rotation);
    for (int c = 0; c < 3; ++c) linear[c] *= by[c];
    constexpr double kRounding = 1e-5;  // a scene has single precision
    const auto isUnit = [&](int c) { return std::abs(length(linear[c]) - 1) < kRounding; };
    if (isUnit(0) && isUnit(1) && isUnit(2) && glm::determinant(linear) > 0) return;
    own.also = of_plane;
    if (own.rotation) own.also.insert(own.also.end(), own.rotation->numbers.begin(), own.rotation->numbers.end());
    setLinear(own, linear);
  }

  Findings& findings_;
  std::string small_;
  Reader reader_;
  bool is_godot3_ = false;
  std::map<std::string, FoundShape> shapes_;  ///< by the resource's id
  std::map<std::string, Frame> nodes_;        ///< by path, in the world
};

}  // namespace

bool holdsGodotScene(std::string_view text) {
  return text.find("[sub_resource type=\"") != std::string_view::npos &&
         text.find("[node name=\"") != std::string_view::npos;
}

void readGodotScene(std::string_view text, Findings& findings) { Scene(text, findings); }

}  // namespace sepax::paste
