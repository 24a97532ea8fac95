#include "collider/collider_export.h"

#include "core/json_text.h"
#include "core/language.h"
#include "format/case_writer.h"
#include "geom/convex.h"

#include <fmt/args.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numbers>
#include <utility>

namespace sepax {

namespace {

enum class FormatKind { kObj, kGltf, kCase, kCode };

/// Code for an engine: {name} is the collider's, {x} {y} {z} a position, {qx} … {qw} a rotation, {hx} {hy} {hz} half
/// extents, {r} a radius, {h} half the length of a capsule's segment, {full} its whole height with caps, {ax} … {bz}
/// its ends, {points} {count} a hull's corners and {triangles} its faces.
struct Code {
  const char *head, *foot;
  const char *sphere, *box, *capsule, *hull;
  const char* point;         ///< of {points}, which are separated by ", "
  Vec3 mirror{1.0};          ///< signs of the axes
  double scale = 1;          ///< units a metre
  int capsule_axis = 1;      ///< that the engine's capsules lie along
  const char* suffix = "f";  ///< of a number
};

struct Row {
  ColliderForm form;
  FormatKind kind;
  Code code = {};
};

// clang-format off
const Row kRows[] = {
    {{"obj", ".obj", "OBJ"}, FormatKind::kObj},
    {{"gltf", ".gltf", "glTF"}, FormatKind::kGltf},
    {{"case", ".json", "Sepax case"}, FormatKind::kCase},
    {{"bullet", ".cpp", "Bullet (C++)"}, FormatKind::kCode,
     {.head = "#include <btBulletCollisionCommon.h>\n\n"
              "// Bullet adds its margin to hulls from outside, so theirs is zero here. Who calls this deletes compound and shapes.\n"
              "btCompoundShape* make_{name}() {{\n"
              "  auto* compound = new btCompoundShape;\n",
      .foot = "  return compound;\n}}\n",
      .sphere = "  compound->addChildShape(btTransform(btQuaternion({qx}, {qy}, {qz}, {qw}), btVector3({x}, {y}, {z})), new btSphereShape({r}));\n",
      .box = "  compound->addChildShape(btTransform(btQuaternion({qx}, {qy}, {qz}, {qw}), btVector3({x}, {y}, {z})), new btBoxShape(btVector3({hx}, {hy}, {hz})));\n",
      .capsule = "  compound->addChildShape(btTransform(btQuaternion({qx}, {qy}, {qz}, {qw}), btVector3({x}, {y}, {z})), new btCapsuleShape({r}, 2 * {h}));\n",
      .hull = "  {{\n    static const btScalar points[] = {{{points}}};\n"
              "    auto* hull = new btConvexHullShape(points, {count}, 3 * sizeof(btScalar));\n    hull->setMargin(0);\n"
              "    compound->addChildShape(btTransform::getIdentity(), hull);\n  }}\n",
      .point = "{x}, {y}, {z}"}},
    {{"jolt", ".cpp", "Jolt (C++)"}, FormatKind::kCode,
     {.head = "#include <Jolt/Jolt.h>\n\n#include <Jolt/Physics/Collision/Shape/BoxShape.h>\n#include <Jolt/Physics/Collision/Shape/CapsuleShape.h>\n"
              "#include <Jolt/Physics/Collision/Shape/ConvexHullShape.h>\n#include <Jolt/Physics/Collision/Shape/SphereShape.h>\n"
              "#include <Jolt/Physics/Collision/Shape/StaticCompoundShape.h>\n\n"
              "JPH::ShapeSettings::ShapeResult make_{name}() {{\n  JPH::StaticCompoundShapeSettings compound;\n  compound.SetEmbedded();\n",
      .foot = "  return compound.Create();\n}}\n",
      .sphere = "  compound.AddShape(JPH::Vec3({x}, {y}, {z}), JPH::Quat({qx}, {qy}, {qz}, {qw}), new JPH::SphereShapeSettings({r}));\n",
      .box = "  compound.AddShape(JPH::Vec3({x}, {y}, {z}), JPH::Quat({qx}, {qy}, {qz}, {qw}), new JPH::BoxShapeSettings(JPH::Vec3({hx}, {hy}, {hz}), 0.0f));\n",
      .capsule = "  compound.AddShape(JPH::Vec3({x}, {y}, {z}), JPH::Quat({qx}, {qy}, {qz}, {qw}), new JPH::CapsuleShapeSettings({h}, {r}));\n",
      .hull = "  compound.AddShape(JPH::Vec3::sZero(), JPH::Quat::sIdentity(), new JPH::ConvexHullShapeSettings(JPH::Array<JPH::Vec3>{{{points}}}, 0.0f));\n",
      .point = "JPH::Vec3({x}, {y}, {z})"}},
    {{"box3d", ".c", "Box3D (C)"}, FormatKind::kCode,
     {.head = "#include <box3d/box3d.h>\n\nvoid make_{name}(b3BodyId body) {{\n  b3ShapeDef def = b3DefaultShapeDef();\n",
      .foot = "}}\n",
      .sphere = "  {{\n    b3Sphere sphere = {{{{{x}, {y}, {z}}}, {r}}};\n    b3CreateSphereShape(body, &def, &sphere);\n  }}\n",
      .box = "  {{\n    b3Transform at = {{{{{x}, {y}, {z}}}, {{{{{qx}, {qy}, {qz}}}, {qw}}}}};\n"
             "    b3BoxHull box = b3MakeTransformedBoxHull({hx}, {hy}, {hz}, at);\n    b3CreateHullShape(body, &def, &box.base);\n  }}\n",
      .capsule = "  {{\n    b3Capsule capsule = {{{{{ax}, {ay}, {az}}}, {{{bx}, {by}, {bz}}}, {r}}};\n    b3CreateCapsuleShape(body, &def, &capsule);\n  }}\n",
      .hull = "  {{\n    static const b3Vec3 points[] = {{{points}}};\n    b3HullData* hull = b3CreateHull(points, {count}, {count});\n"
              "    b3CreateHullShape(body, &def, hull);\n    b3DestroyHull(hull);\n  }}\n",
      .point = "{{{x}, {y}, {z}}}"}},
    {{"godot", ".gd", "Godot (GDScript)"}, FormatKind::kCode,
     {.head = "static func _add(body: CollisionObject3D, shape: Shape3D, where: Transform3D) -> void:\n"
              "\tvar node := CollisionShape3D.new()\n\tnode.shape = shape\n\tnode.transform = where\n\tbody.add_child(node)\n\n"
              "static func make_{name}() -> StaticBody3D:\n\tvar body := StaticBody3D.new()\n",
      .foot = "\treturn body\n",
      .sphere = "\tvar sphere_{i} := SphereShape3D.new()\n\tsphere_{i}.radius = {r}\n"
                "\t_add(body, sphere_{i}, Transform3D(Basis(Quaternion({qx}, {qy}, {qz}, {qw})), Vector3({x}, {y}, {z})))\n",
      .box = "\tvar box_{i} := BoxShape3D.new()\n\tbox_{i}.size = 2.0 * Vector3({hx}, {hy}, {hz})\n"
             "\t_add(body, box_{i}, Transform3D(Basis(Quaternion({qx}, {qy}, {qz}, {qw})), Vector3({x}, {y}, {z})))\n",
      .capsule = "\tvar capsule_{i} := CapsuleShape3D.new()\n\tcapsule_{i}.radius = {r}\n\tcapsule_{i}.height = {full}\n"
                 "\t_add(body, capsule_{i}, Transform3D(Basis(Quaternion({qx}, {qy}, {qz}, {qw})), Vector3({x}, {y}, {z})))\n",
      .hull = "\tvar hull_{i} := ConvexPolygonShape3D.new()\n\thull_{i}.points = PackedVector3Array([{points}])\n"
              "\t_add(body, hull_{i}, Transform3D.IDENTITY)\n",
      .point = "Vector3({x}, {y}, {z})",
      .suffix = ""}},
    {{"unity", ".cs", "Unity (C#)"}, FormatKind::kCode,
     {.head = "using UnityEngine;\n\n// x is mirrored, as Unity's importers do with the mesh itself.\npublic static class Collider_{name} {{\n"
              "  static GameObject Child(Transform parent, Vector3 position, Quaternion rotation) {{\n"
              "    var child = new GameObject(\"collider\");\n    child.transform.SetParent(parent, false);\n"
              "    child.transform.localPosition = position;\n    child.transform.localRotation = rotation;\n    return child;\n  }}\n\n"
              "  static void Hull(Transform parent, Vector3[] points, int[] triangles) {{\n"
              "    var hull = Child(parent, Vector3.zero, Quaternion.identity).AddComponent<MeshCollider>();\n    hull.convex = true;\n"
              "    hull.sharedMesh = new Mesh {{ vertices = points, triangles = triangles }};\n  }}\n\n"
              "  public static void Make(Transform parent) {{\n",
      .foot = "  }}\n}}\n",
      .sphere = "    Child(parent, new Vector3({x}, {y}, {z}), Quaternion.identity).AddComponent<SphereCollider>().radius = {r};\n",
      .box = "    Child(parent, new Vector3({x}, {y}, {z}), new Quaternion({qx}, {qy}, {qz}, {qw})).AddComponent<BoxCollider>().size = 2f * new Vector3({hx}, {hy}, {hz});\n",
      .capsule = "    {{\n      var capsule = Child(parent, new Vector3({x}, {y}, {z}), new Quaternion({qx}, {qy}, {qz}, {qw})).AddComponent<CapsuleCollider>();\n"
                 "      capsule.direction = 1;\n      capsule.radius = {r};\n      capsule.height = {full};\n    }}\n",
      .hull = "    Hull(parent, new[] {{ {points} }}, new[] {{ {triangles} }});\n",
      .point = "new Vector3({x}, {y}, {z})",
      .mirror = {-1, 1, 1}}},
    {{"unreal", ".cpp", "Unreal (C++)"}, FormatKind::kCode,
     {.head = "#include \"PhysicsEngine/BodySetup.h\"\n\n// Centimetres, and y is mirrored, as Unreal's importers do with the mesh itself.\n"
              "void make_{name}(UBodySetup& Setup) {{\n  FKAggregateGeom& Geom = Setup.AggGeom;\n",
      .foot = "  Setup.CreatePhysicsMeshes();\n}}\n",
      .sphere = "  {{\n    FKSphereElem Sphere({r});\n    Sphere.Center = FVector({x}, {y}, {z});\n    Geom.SphereElems.Add(Sphere);\n  }}\n",
      .box = "  {{\n    FKBoxElem Box(2 * {hx}, 2 * {hy}, 2 * {hz});\n    Box.Center = FVector({x}, {y}, {z});\n"
             "    Box.Rotation = FQuat({qx}, {qy}, {qz}, {qw}).Rotator();\n    Geom.BoxElems.Add(Box);\n  }}\n",
      .capsule = "  {{\n    FKSphylElem Capsule({r}, 2 * {h});\n    Capsule.Center = FVector({x}, {y}, {z});\n"
                 "    Capsule.Rotation = FQuat({qx}, {qy}, {qz}, {qw}).Rotator();\n    Geom.SphylElems.Add(Capsule);\n  }}\n",
      .hull = "  {{\n    FKConvexElem Hull;\n    Hull.VertexData = {{{points}}};\n    Hull.UpdateElemBox();\n    Geom.ConvexElems.Add(Hull);\n  }}\n",
      .point = "FVector({x}, {y}, {z})",
      .mirror = {1, -1, 1},
      .scale = 100,
      .capsule_axis = 2}},
};
// clang-format on

constexpr double kHalfTurn = std::numbers::pi;

// ----------------------------------------------------------------------------------------------------------------
// triangles

/// A body's surface, world coordinates; faces counter-clockwise seen from outside.
struct Surface {
  std::string name;
  std::vector<Vec3> vertices;
  std::vector<TriangleIndices> triangles;
};

/// A capsule along y, or with no length a sphere.
void addRound(Surface& surface, double radius, double half_length) {
  constexpr std::uint32_t kAround = 24, kRings = 12;  // an even number of rings: the middle one is there twice
  for (std::uint32_t ring = 0; ring <= kRings + 1; ++ring) {
    const bool is_upper = ring > kRings / 2;
    const double angle = kHalfTurn * (ring - (is_upper ? 1 : 0)) / kRings - kHalfTurn / 2;
    for (std::uint32_t i = 0; i < kAround; ++i) {
      const double turn = 2 * kHalfTurn * i / kAround;
      surface.vertices.emplace_back(radius * std::cos(angle) * std::cos(turn),
                                    radius * std::sin(angle) + (is_upper ? half_length : -half_length),
                                    radius * std::cos(angle) * std::sin(turn));
    }
  }
  for (std::uint32_t ring = 0; ring <= kRings; ++ring) {
    for (std::uint32_t i = 0; i < kAround; ++i) {
      const std::uint32_t a = ring * kAround + i, b = ring * kAround + (i + 1) % kAround;
      surface.triangles.push_back({a, a + kAround, b + kAround});
      surface.triangles.push_back({a, b + kAround, b});
    }
  }
}

void addPolytope(Surface& surface, const Polytope& polytope) {
  surface.vertices = polytope.vertices;
  for (const PolytopeFace& face : polytope.faces) {
    for (std::size_t i = 2; i < face.loop.size(); ++i) {
      surface.triangles.push_back({static_cast<std::uint32_t>(face.loop[0]),
                                   static_cast<std::uint32_t>(face.loop[i - 1]),
                                   static_cast<std::uint32_t>(face.loop[i])});
    }
  }
}

/// A part of a body, exported in one of these kinds.
struct Piece {
  enum class Kind { kSphere, kBox, kCapsule, kHull } kind = Kind::kHull;
  Pose pose;
  Vec3 half_extents{0.0};
  double radius = 0, half_length = 0;
  Surface surface;
};

Result<Piece> pieceOf(const Body& body) {
  const PosedShape posed = posedShape(body);
  Piece piece;
  piece.pose = posed.pose;
  piece.surface.name = body.id;
  if (const auto* sphere = std::get_if<Sphere>(&posed.shape)) {
    piece.kind = Piece::Kind::kSphere;
    piece.radius = sphere->radius;
    addRound(piece.surface, sphere->radius, 0);
  } else if (const auto* capsule = std::get_if<Capsule>(&posed.shape)) {
    piece.kind = Piece::Kind::kCapsule;
    piece.radius = capsule->radius;
    piece.half_length = capsule->half_length;
    addRound(piece.surface, capsule->radius, capsule->half_length);
  } else if (const auto* hull = std::get_if<Hull>(&posed.shape)) {
    addPolytope(piece.surface, hull->data->polytope);
  } else {
    const auto* box = std::get_if<Box>(&posed.shape);
    const auto* fixed = std::get_if<FixedBox>(&posed.shape);
    if (box == nullptr && fixed == nullptr) {
      return fail(ErrorCode::kUnsupported, body.id, tr("expected a sphere, box, capsule or hull to export"));
    }
    piece.kind = Piece::Kind::kBox;
    piece.half_extents = box != nullptr ? box->half_extents : fixed->half_extents;
    addPolytope(piece.surface, convexFeatures(posed.shape).core);
  }
  for (Vec3& vertex : piece.surface.vertices) vertex = piece.pose.position + piece.pose.rotation * vertex;
  return piece;
}

std::string numberOf(double value, const char* suffix) {
  std::string text = fmt::format("{:.9g}", value == 0 ? 0.0 : value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text + suffix;
}

// --------------------------------------------------------------------------------------------------------------------
// files

std::string objText(std::span<const Piece> pieces) {
  std::string text;
  std::size_t first = 1;
  for (const Piece& piece : pieces) {
    std::string name = piece.surface.name;
    std::ranges::replace(name, ' ', '_');
    text += "o " + name + "\n";
    for (const Vec3& v : piece.surface.vertices)
      text += "v " + numberOf(v.x, "") + " " + numberOf(v.y, "") + " " + numberOf(v.z, "") + "\n";
    for (const auto& [a, b, c] : piece.surface.triangles)
      text += fmt::format("f {} {} {}\n", first + a, first + b, first + c);
    first += piece.surface.vertices.size();
  }
  return text;
}

std::string base64(std::string_view bytes) {
  static constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k)
      three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0);
    for (std::size_t k = 0; k < 4; ++k) text += i + k <= bytes.size() ? kDigits[three >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

template <class Value>
void append(std::string& bytes, Value value) {
  std::array<char, sizeof value> raw{};
  std::memcpy(raw.data(), &value, sizeof value);
  bytes.append(raw.data(), raw.size());
}

/// glTF 2.0 in one file: a node and a mesh a piece, the numbers in the file itself.
std::string gltfText(std::span<const Piece> pieces) {
  constexpr int kFloat = 5126, kUnsigned = 5125, kVertices = 34962, kIndices = 34963;
  std::string bytes, nodes, meshes, accessors, views, children;
  const auto separated = [](std::string& list, const std::string& item) { list += (list.empty() ? "" : ",\n") + item; };
  const auto addView = [&](std::size_t start, int target) {
    separated(views, fmt::format(R"({{"buffer":0,"byteOffset":{},"byteLength":{},"target":{}}})", start,
                                 bytes.size() - start, target));
  };
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Surface& surface = pieces[i].surface;
    std::size_t start = bytes.size();
    glm::vec3 low(0), high(0);
    for (std::size_t k = 0; k < surface.vertices.size(); ++k) {
      const glm::vec3 v(surface.vertices[k]);
      low = k == 0 ? v : glm::min(low, v);
      high = k == 0 ? v : glm::max(high, v);
      for (int axis = 0; axis < 3; ++axis) append(bytes, v[axis]);
    }
    addView(start, kVertices);
    start = bytes.size();
    for (const TriangleIndices& triangle : surface.triangles) {
      for (const std::uint32_t index : triangle) append(bytes, index);
    }
    addView(start, kIndices);
    separated(
        accessors,
        fmt::format(
            R"({{"bufferView":{},"componentType":{},"count":{},"type":"VEC3","min":[{},{},{}],"max":[{},{},{}]}})",
            2 * i, kFloat, surface.vertices.size(), low.x, low.y, low.z, high.x, high.y, high.z));
    separated(accessors, fmt::format(R"({{"bufferView":{},"componentType":{},"count":{},"type":"SCALAR"}})", 2 * i + 1,
                                     kUnsigned, surface.triangles.size() * 3));
    separated(meshes,
              fmt::format(R"({{"primitives":[{{"attributes":{{"POSITION":{}}},"indices":{}}}]}})", 2 * i, 2 * i + 1));
    separated(nodes, fmt::format(R"({{"mesh":{},"name":{}}})", i, compactJson(Json(surface.name))));
    children += (i > 0 ? "," : "") + std::to_string(i);
  }
  return fmt::format(
      "{{\"asset\":{{\"version\":\"2.0\",\"generator\":\"Sepax\"}},\n\"scene\":0,\"scenes\":[{{\"nodes\":[{}]}}],"
      "\n\"nodes\":[{}],"
      "\n\"meshes\":[{}],\n"
      "\"accessors\":[{}],\n\"bufferViews\":[{}],\n\"buffers\":[{{\"byteLength\":{},\"uri\":\"data:application/"
      "octet-stream;base64,{}\"}}]}}\n",
      children, nodes, meshes, accessors, views, bytes.size(), base64(bytes));
}

// ---------------------------------------------------------------------------------------------------------------------
// code

using Words = fmt::dynamic_format_arg_store<fmt::format_context>;

std::string filled(const char* words, const Words& values) { return fmt::vformat(words, values); }

/// A letter first, then letters, digits and underscores.
std::string identifier(const std::string& name) {
  std::string out;
  for (const char c : name) out += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ? c : '_';
  return out.empty() || (out[0] >= '0' && out[0] <= '9') ? "collider_" + out : out;
}

Vec3 mapped(const Code& code, const Vec3& v) { return v * code.mirror * code.scale; }

/// The rotation in mirrored coordinates; of capsules, from the axis that the engine's lie along.
Quat rotationIn(const Code& code, const Piece& piece) {
  Mat3 rotation = piece.pose.rotation;
  constexpr int kOwnAxis = 1;  // Sepax's capsules lie along y
  if (piece.kind == Piece::Kind::kCapsule && code.capsule_axis != kOwnAxis) {
    rotation = rotation * matrixOf(quaternionAbout({1, 0, 0}, -kHalfTurn / 2));  // z to y
  }
  for (int column = 0; column < 3; ++column) {
    for (int row = 0; row < 3; ++row) rotation[column][row] *= code.mirror[column] * code.mirror[row];
  }
  return quaternionOf(rotation);
}

std::string joinedPoints(const Code& code, const std::vector<Vec3>& points) {
  std::string text;
  for (const Vec3& point : points) {
    const Vec3 p = mapped(code, point);
    Words words;
    for (const auto& [name, value] : {std::pair("x", p.x), {"y", p.y}, {"z", p.z}})
      words.push_back(fmt::arg(name, numberOf(value, code.suffix)));
    text += (text.empty() ? "" : ", ") + filled(code.point, words);
  }
  return text;
}

std::string codeOf(const Code& code, const Piece& piece, std::size_t number) {
  Words words;
  const auto set = [&](const char* name, double value) {
    words.push_back(fmt::arg(name, numberOf(value, code.suffix)));
  };
  const Vec3 position = mapped(code, piece.pose.position);
  const Quat q = rotationIn(code, piece);
  const Vec3 along = piece.pose.rotation * Vec3{0, piece.half_length, 0};
  const Vec3 a = mapped(code, piece.pose.position - along), b = mapped(code, piece.pose.position + along);
  const Vec3 half = piece.half_extents * code.scale;
  for (const auto& [name, value] : {std::pair("x", position.x),
                                    {"y", position.y},
                                    {"z", position.z},
                                    {"qx", q.x},
                                    {"qy", q.y},
                                    {"qz", q.z},
                                    {"qw", q.w},
                                    {"hx", half.x},
                                    {"hy", half.y},
                                    {"hz", half.z},
                                    {"r", piece.radius * code.scale},
                                    {"h", piece.half_length * code.scale},
                                    {"full", 2 * (piece.half_length + piece.radius) * code.scale},
                                    {"ax", a.x},
                                    {"ay", a.y},
                                    {"az", a.z},
                                    {"bx", b.x},
                                    {"by", b.y},
                                    {"bz", b.z}}) {
    set(name, value);
  }
  words.push_back(fmt::arg("i", number));
  words.push_back(fmt::arg("count", piece.surface.vertices.size()));
  const bool is_hull = piece.kind == Piece::Kind::kHull;
  words.push_back(fmt::arg("points", is_hull ? joinedPoints(code, piece.surface.vertices) : std::string()));
  std::string triangles;
  const bool is_mirrored = code.mirror.x * code.mirror.y * code.mirror.z < 0;
  for (const auto& [p, r, s] : piece.surface.triangles) {
    // The engines that mirror are left-handed and have their front faces clockwise.
    triangles += (triangles.empty() ? "" : ", ") +
                 (is_mirrored ? fmt::format("{}, {}, {}", p, s, r) : fmt::format("{}, {}, {}", p, r, s));
  }
  words.push_back(fmt::arg("triangles", is_hull ? triangles : std::string()));
  const std::array shapes{code.sphere, code.box, code.capsule, code.hull};
  return filled(shapes[static_cast<std::size_t>(piece.kind)], words);
}

std::string codeText(const Code& code, std::span<const Piece> pieces, const std::string& name) {
  Words words;
  words.push_back(fmt::arg("name", identifier(name)));
  std::string text = filled(code.head, words);
  for (std::size_t i = 0; i < pieces.size(); ++i) text += codeOf(code, pieces[i], i + 1);
  return text + filled(code.foot, words);
}

}  // namespace

std::span<const ColliderForm> colliderForms() {
  static const std::vector<ColliderForm> kForms = [] {
    std::vector<ColliderForm> forms;
    for (const Row& row : kRows) forms.push_back(row.form);
    return forms;
  }();
  return kForms;
}

Result<const ColliderForm*> colliderFormNamed(std::string_view name) {
  std::string names;
  for (const ColliderForm& form : colliderForms()) {
    if (name == form.name) return &form;
    names += (names.empty() ? "" : ", ") + std::string(form.name);
  }
  return fail(ErrorCode::kWrongValue, "", fmt::format("expected one of {}, found \"{}\"", names, name));
}

Result<std::string> exportColliders(std::span<const Body> bodies, const ColliderForm& form, const std::string& name) {
  const auto row =
      std::ranges::find_if(kRows, [&](const Row& each) { return std::string_view(each.form.name) == form.name; });
  if (row->kind == FormatKind::kCase) {
    Document document;
    document.name = name;
    document.bodies.assign(bodies.begin(), bodies.end());
    return writeCase(document);
  }
  std::vector<Piece> pieces;
  for (const Body& body : bodies) {
    auto piece = pieceOf(body);
    SEPAX_TRY(piece);
    pieces.push_back(std::move(*piece));
  }
  if (row->kind == FormatKind::kObj) return objText(pieces);
  if (row->kind == FormatKind::kGltf) return gltfText(pieces);
  return codeText(row->code, pieces, name);
}

}  // namespace sepax
