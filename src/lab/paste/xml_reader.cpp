#include "lab/paste/readers.h"

#include "core/language.h"
#include "core/text.h"
#include "geom/types.h"
#include "lab/paste/frame.h"
#include "lab/paste/rotation_reading.h"
#include "lab/paste/tokens.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

namespace sepax::paste {

namespace {

/// Numbers that code around the elements names: "{HALF}" in an f-string.
using Constants = std::map<std::string, Number, std::less<>>;

struct Attribute {
  std::string_view text;
  std::size_t offset = 0;
  const Constants* constants = nullptr;
};

struct Tag {
  std::string_view name;
  std::map<std::string_view, Attribute> attributes;
  bool closes = false, is_empty = false;
  int line = 1;
  Attribute content;  ///< up to the next tag
};

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool isNameChar(char c) {
  return (lowered(c) >= 'a' && lowered(c) <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == ':';
}

std::vector<Tag> tagsOf(std::string_view text, const Constants& constants) {
  std::vector<Tag> tags;
  int line = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') ++line;
    if (text[i] != '<' || i + 1 >= text.size()) continue;
    if (text.substr(i).starts_with("<!--")) {
      const std::size_t end = std::min(text.find("-->", i), text.size());
      line += static_cast<int>(std::count(text.begin() + static_cast<std::ptrdiff_t>(i),
                                          text.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
      i = end;
      continue;
    }
    Tag tag;
    tag.line = line;
    std::size_t at = i + 1;
    if (text[at] == '/') {
      tag.closes = true;
      ++at;
    }
    const std::size_t name = at;
    while (at < text.size() && isNameChar(text[at])) ++at;
    tag.name = text.substr(name, at - name);
    if (tag.name.empty()) continue;
    while (at < text.size() && text[at] != '>' && text[at] != '<') {
      if (text[at] == '\n') ++line;
      if (text[at] == '/') tag.is_empty = true;
      const std::size_t key = at;
      while (at < text.size() && isNameChar(text[at])) ++at;
      const std::string_view word = text.substr(key, at - key);
      if (word.empty()) {
        ++at;
        continue;
      }
      while (at < text.size() && (isBlank(text[at]) || text[at] == '=' || text[at] == '\\')) ++at;
      if (at >= text.size() || (text[at] != '"' && text[at] != '\'')) continue;
      const char quote = text[at];
      const std::size_t begin = ++at, end = std::min(text.find(quote, begin), text.size());
      line += static_cast<int>(std::count(text.begin() + static_cast<std::ptrdiff_t>(begin),
                                          text.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
      tag.attributes[word] = {text.substr(begin, end - begin), begin, &constants};
      tag.is_empty = false;
      at = std::min(end + 1, text.size());
    }
    const std::size_t behind = std::min(at + 1, text.size()), next = std::min(text.find('<', behind), text.size());
    tag.content = {text.substr(behind, next - behind), behind};
    tags.push_back(std::move(tag));
    i = std::max(i, at - 1);
  }
  return tags;
}

Numbers numbersOf(const Attribute& attribute) {
  Numbers out;
  if (attribute.constants != nullptr && attribute.text.find('{') != std::string_view::npos) {
    for (const Token& token : tokensOf(attribute.text)) {
      if (token.isNumber()) out.push_back({token.number, attribute.offset + token.offset});
      const auto known = token.isWord() ? attribute.constants->find(token.text) : attribute.constants->end();
      if (known != attribute.constants->end()) out.push_back(known->second);
    }
    return out;
  }
  for (const PlacedNumber& n : numbersIn(attribute.text, attribute.offset)) out.push_back({n.value, n.offset});
  return out;
}

Numbers numbersOf(const Tag& tag, std::string_view key) {
  const auto found = tag.attributes.find(key);
  return found == tag.attributes.end() ? Numbers{} : numbersOf(found->second);
}

std::string_view textOf(const Tag& tag, std::string_view key) {
  const auto found = tag.attributes.find(key);
  return found == tag.attributes.end() ? std::string_view() : found->second.text;
}

class Model {
  static constexpr std::size_t kMaxDepth = 256;
  static constexpr const char* kMainClass = "main";  ///< of MJCF's outermost <default>

 public:
  Model(std::string_view text, Findings& findings)
      : findings_(findings),
        constants_(text.find('{') == std::string_view::npos ? Constants() : constantsOf(text, findings)),
        tags_(tagsOf(text, constants_)) {}

  void read() {
    for (const Tag& tag : tags_) {
      if (tag.name == "compiler" && textOf(tag, "angle") == "radian") in_degrees_ = false;
      if (const std::string_view order = textOf(tag, "eulerseq"); tag.name == "compiler" && order.size() == 3)
        order_ = order;
      if (tag.name == "mesh" && !textOf(tag, "name").empty()) meshes_[std::string(textOf(tag, "name"))] = &tag;
      if (tag.name == "robot" || tag.name == "sdf" || tag.name == "link" || tag.name == "collision") is_urdf_ = true;
    }
    if (const auto answer = findings_.answers.find("angles"); answer != findings_.answers.end())
      in_degrees_ = answer->second == "deg";
    is_urdf_ ? readUrdf() : readMjcf();
  }

 private:
  Frame mjcfFrame(const Tag& tag) {
    Frame frame;
    frame.position = numbersOf(tag, "pos");
    if (frame.position.size() != 3) frame.position.clear();
    using Form = FoundRotation::Form;
    if (Numbers quat = numbersOf(tag, "quat"); quat.size() == 4) {
      const auto answer = findings_.answers.find("quaternion");
      if (answer == findings_.answers.end() || answer->second == "wxyz")
        std::rotate(quat.begin(), quat.begin() + 1, quat.end());
      frame.rotation = FoundRotation{Form::kQuaternion, std::move(quat)};
    } else if (Numbers euler = numbersOf(tag, "euler"); euler.size() == 3) {
      // Lower case is about the moving axes, which case files write in capitals; the other way round for capitals.
      std::string order;
      for (const char c : order_) order += c >= 'a' ? static_cast<char>(c - 'a' + 'A') : lowered(c);
      frame.rotation = FoundRotation{Form::kEuler, std::move(euler), order, in_degrees_};
      findings_.remark(trf("MJCF's euler is in {} here", tr(in_degrees_ ? "degrees" : "radians")));
    } else if (Numbers axis = numbersOf(tag, "axisangle"); axis.size() == 4) {
      const Vec3 way = vectorOf(axis);
      if (length(way) > 0) {
        const double factor = (in_degrees_ ? radiansOf(axis[3].value) : axis[3].value) / length(way);
        findings_.use({axis[3]});
        axis.pop_back();
        for (Number& n : axis) n.value *= factor;
        frame.rotation = FoundRotation{Form::kAxisAngle, std::move(axis)};
      }
    }
    return frame;
  }

  using Attributes = decltype(Tag::attributes);

  /// The defaults of each class's geoms, as <default> has them; a class within another begins with the other's.
  [[nodiscard]] std::map<std::string, Attributes> mjcfDefaults() const {
    std::map<std::string, Attributes> classes;
    std::vector<std::string> open;
    for (const Tag& tag : tags_) {
      if (tag.name == "default" && tag.closes && !open.empty()) open.pop_back();
      if (tag.name == "default" && !tag.closes && !tag.is_empty && open.size() < kMaxDepth) {
        const std::string_view name = textOf(tag, "class");
        const Attributes outer = open.empty() ? Attributes{} : classes[open.back()];
        open.emplace_back(name.empty() ? kMainClass : std::string(name));
        classes[open.back()] = outer;
      }
      if (tag.name != "geom" || tag.closes || open.empty()) continue;
      for (const auto& [key, value] : tag.attributes) classes[open.back()][key] = value;
    }
    return classes;
  }

  void readMjcf() {
    struct Place {
      Frame frame;
      std::string of_class;  ///< of geoms that name none
      std::string name;      ///< of the body, for geoms without one
    };
    std::map<std::string, Attributes> defaults = mjcfDefaults();
    std::vector<Place> places{{{}, kMainClass, {}}};
    std::size_t defaults_open = 0;
    for (const Tag& tag : tags_) {
      if (places.size() > kMaxDepth) break;
      if (tag.name == "default" && !tag.is_empty)
        defaults_open = tag.closes ? defaults_open - (defaults_open > 0 ? 1 : 0) : defaults_open + 1;
      if (tag.name == "body" || tag.name == "frame") {
        if (tag.closes && places.size() > 1) places.pop_back();
        if (!tag.closes && !tag.is_empty) {
          const std::string_view of_class = textOf(tag, "childclass");
          const std::string_view name = textOf(tag, "name");
          places.push_back({inside(places.back().frame, mjcfFrame(tag)),
                            of_class.empty() ? places.back().of_class : std::string(of_class),
                            name.empty() ? places.back().name : std::string(name)});
        }
      }
      if (tag.name != "geom" || tag.closes || defaults_open > 0) continue;
      const std::string_view own = textOf(tag, "class");
      Tag whole = tag;
      const Attributes& given = defaults[own.empty() ? places.back().of_class : std::string(own)];
      whole.attributes.insert(given.begin(), given.end());  // what the geom says itself stays
      const std::string_view name = textOf(tag, "name");
      addGeom(whole, places.back().frame, name.empty() ? places.back().name : std::string(name));
    }
  }

  void addGeom(const Tag& tag, const Frame& around, const std::string& name) {
    FoundShape shape;
    shape.line = tag.line;
    shape.axis = 'z';
    const std::string type(textOf(tag, "type"));
    const Numbers size = numbersOf(tag, "size"), ends = numbersOf(tag, "fromto");
    Frame frame = mjcfFrame(tag);
    const bool is_long = type == "capsule" || type == "cylinder";
    if ((type.empty() || type == "sphere") && !size.empty() && textOf(tag, "mesh").empty()) {
      shape.type = "sphere";
      shape.sizes = {size[0]};
    } else if ((type == "box" || type == "ellipsoid") && size.size() >= 3) {
      shape.type = type;
      shape.sizes = Numbers(size.begin(), size.begin() + 3);
    } else if (is_long && ends.size() == 6 && !size.empty()) {
      shape.type = type;
      shape.sizes = {size[0]};
      shape.from = Numbers(ends.begin(), ends.begin() + 3);
      shape.to = Numbers(ends.begin() + 3, ends.end());
      frame = {};
    } else if (is_long && size.size() >= 2) {
      shape.type = type;
      shape.sizes = {size[0], size[1]};
    } else if ((type == "box" || type == "ellipsoid") && ends.size() == 6 && !size.empty()) {
      // Round or square about the segment, which is its z axis from the second end to the first (MuJoCo 3,
      // mjCGeom::Compile).
      shape.type = type;
      const Vec3 first = vectorOf(ends), last = vectorOf(Numbers(ends.begin() + 3, ends.end())), way = first - last;
      shape.sizes = {size[0], {size[0].value}, {length(way) / 2}};
      frame = {};
      for (int c = 0; c < 3; ++c) frame.position.push_back({(first[c] + last[c]) / 2});
      const Vec3 turn = turnOfZTo(way);
      if (turn != Vec3{0.0})
        frame.rotation = FoundRotation{FoundRotation::Form::kAxisAngle, {{turn.x}, {turn.y}, {turn.z}}};
      frame.also = ends;
    } else if (type == "plane") {
      shape.type = "half_space";
      findings_.use(size);  // of its picture; it has no end
      frame = inside(around, frame);
      if (frame.rotation)
        frame.also.insert(frame.also.end(), frame.rotation->numbers.begin(), frame.rotation->numbers.end());
      frame.rotation = asMatrix(matrixOf(frame.rotation));
      return add(std::move(shape), frame, name);
    } else if (const auto mesh = meshes_.find(std::string(textOf(tag, "mesh")));
               mesh != meshes_.end() && !textOf(*mesh->second, "vertex").empty()) {
      shape.type = "hull";
      shape.points = numbersOf(*mesh->second, "vertex");
      findings_.remark(trf("line {}: MuJoCo collides the hull of a mesh, around its own frame", tag.line));
    } else {
      const bool is_mesh = !textOf(tag, "mesh").empty();
      findings_.missing.push_back(trf("the geom on line {}: {}", tag.line,
                                      is_mesh ? trf("the mesh \"{}\" is not in the text", textOf(tag, "mesh"))
                                              : trf("type \"{}\" with {} sizes", type, size.size())));
      return;
    }
    add(std::move(shape), inside(around, frame), name);
  }

  Frame originOf(const Tag& tag) {
    Frame frame;
    frame.position = numbersOf(tag, "xyz");
    if (frame.position.size() != 3) frame.position.clear();
    Numbers rpy = numbersOf(tag, "rpy");
    const bool turns = std::any_of(rpy.begin(), rpy.end(), [](const Number& n) { return n.value != 0; });
    if (rpy.size() == 3 && turns) frame.rotation = FoundRotation{FoundRotation::Form::kEuler, std::move(rpy), "xyz"};
    return frame;
  }

  /// SDF's "x y z roll pitch yaw".
  Frame poseOf(const Tag& tag) {
    Frame frame;
    const Numbers n = numbersOf(tag.content);
    if (n.size() != 6) return frame;
    frame.position = Numbers(n.begin(), n.begin() + 3);
    const Numbers rpy(n.begin() + 3, n.end());
    const bool turns = std::any_of(rpy.begin(), rpy.end(), [](const Number& v) { return v.value != 0; });
    if (turns) frame.rotation = FoundRotation{FoundRotation::Form::kEuler, rpy, "xyz"};
    if (!turns) findings_.use(rpy);
    return frame;
  }

  void readUrdf() {
    // Joints first: where each link lies in its parent.
    std::map<std::string, std::pair<std::string, Frame>> parents;
    std::string parent, child;
    Frame joint_frame;
    bool in_joint = false;
    for (const Tag& tag : tags_) {
      if (tag.name == "joint") {
        if (tag.closes && !child.empty()) parents[child] = {parent, joint_frame};
        in_joint = !tag.closes && !tag.is_empty;
        parent.clear();
        child.clear();
        joint_frame = {};
      }
      if (!in_joint || tag.closes) continue;
      if (tag.name == "parent") parent = textOf(tag, "link");
      if (tag.name == "child") child = textOf(tag, "link");
      if (tag.name == "origin") joint_frame = originOf(tag);
    }
    const auto frameOfLink = [&](std::string link) {
      Frame out;
      for (int i = 0; i < 64 && parents.contains(link); ++i) {
        const auto& [above, frame] = parents.at(link);
        out = inside(frame, out);
        link = above;
      }
      return out;
    };
    std::string link;
    Frame link_frame, model_frame, origin;
    bool in_collision = false, in_visual = false;
    FoundShape shape;
    in_joint = false;
    for (const Tag& tag : tags_) {
      if (tag.name == "joint") in_joint = !tag.closes && !tag.is_empty;
      if (tag.name == "visual") in_visual = !tag.closes;
      if (tag.name == "model" && !tag.closes) {
        model_frame = {};
        link.clear();  // whose pose comes next is not that of the model before
      }
      if (tag.name == "link" && !tag.closes) {
        link = textOf(tag, "name");
        link_frame = {};
      }
      if (tag.name == "collision" && !tag.closes) {
        in_collision = true;
        origin = {};
        shape = {};
        shape.line = tag.line;
        shape.axis = 'z';
      }
      if (in_visual || in_joint) continue;
      if (tag.name == "pose" && !tag.closes)
        (in_collision ? origin : link.empty() ? model_frame : link_frame) = poseOf(tag);
      if (!in_collision) continue;
      if (tag.name == "origin" && !tag.closes) origin = originOf(tag);
      if (!tag.closes) takeGeometry(tag, shape);
      if (tag.name == "collision" && tag.closes) {
        in_collision = false;
        if (shape.type.empty()) {
          findings_.missing.push_back(trf("the collision on line {}: its geometry is not in the text", shape.line));
        } else {
          add(std::move(shape), inside(inside(frameOfLink(link), inside(model_frame, link_frame)), origin), link);
        }
        shape = {};
      }
    }
    if (in_collision && !shape.type.empty()) add(std::move(shape), origin, link);
  }

  static void takeGeometry(const Tag& tag, FoundShape& shape) {
    const auto half = [](Numbers n) {
      for (Number& v : n) v.value /= 2;
      return n;
    };
    const Numbers size = !numbersOf(tag, "size").empty() ? numbersOf(tag, "size")
                         : tag.name == "size"            ? numbersOf(tag.content)
                                                         : Numbers{};
    const Numbers radius = !numbersOf(tag, "radius").empty() ? numbersOf(tag, "radius")
                           : tag.name == "radius"            ? numbersOf(tag.content)
                                                             : Numbers{};
    const Numbers length = !numbersOf(tag, "length").empty() ? numbersOf(tag, "length")
                           : tag.name == "length"            ? numbersOf(tag.content)
                                                             : Numbers{};
    if (tag.name == "box" || tag.name == "sphere" || tag.name == "cylinder" || tag.name == "capsule" ||
        tag.name == "ellipsoid") {
      shape.type = tag.name;
    }
    if (tag.name == "plane") shape.type = "half_space";
    if (const Numbers normal = tag.name == "normal" ? numbersOf(tag.content) : Numbers{}; normal.size() == 3) {
      shape.sizes = normal;
      shape.sizes.push_back({0});
    }
    if (const Numbers radii = tag.name == "radii" ? numbersOf(tag.content) : Numbers{}; radii.size() == 3)
      shape.sizes = radii;
    if (size.size() == 3) shape.sizes = half(size);  // of a plane there are two, of its picture
    if (radius.size() == 1) shape.sizes.insert(shape.sizes.begin(), radius[0]);
    if (length.size() == 1) shape.sizes.push_back(half(length)[0]);
  }

  void add(FoundShape shape, const Frame& frame, const std::string& name) {
    FoundBody body;
    body.name = name;
    const bool is_round = shape.type == "capsule" || shape.type == "cylinder";
    const std::size_t sizes = shape.type == "box" || shape.type == "ellipsoid"     ? 3
                              : is_round && !shape.from                            ? 2
                              : shape.type == "hull" || shape.type == "half_space" ? 0
                                                                                   : 1;
    if (shape.sizes.size() < sizes) {
      findings_.missing.push_back(trf("the {} on line {}: its sizes", shape.type, shape.line));
      return;
    }
    body.shape = std::move(shape);
    if (!frame.position.empty()) body.pose.position = frame.position;
    body.pose.rotation = frame.rotation;
    body.pose.also = frame.also;
    body.pose.line = body.shape->line;
    findings_.bodies.push_back(std::move(body));
  }

  Findings& findings_;
  Constants constants_;
  std::vector<Tag> tags_;
  std::map<std::string, const Tag*> meshes_;
  bool in_degrees_ = true;  // MJCF's default
  bool is_urdf_ = false;
  std::string_view order_ = "xyz";
};

}  // namespace

bool holdsModelXml(std::string_view text) {
  return text.find("<geom") != std::string_view::npos || text.find("<collision") != std::string_view::npos;
}

void readModelXml(std::string_view text, Findings& findings) {
  if (text.find("<collision") == std::string_view::npos)
    findings.remark(tr("MJCF: half sizes, along z, quaternions w first (mujoco.readthedocs.io, XML reference)"));
  static_cast<void>(findings.assume("up", "y", tr("numbers stay as they are, though in these files z is up")));
  Model(text, findings).read();
}

}  // namespace sepax::paste
