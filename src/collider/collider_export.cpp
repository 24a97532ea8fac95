#include "collider/collider_export.h"

#include "core/json_text.h"
#include "core/language.h"
#include "core/text.h"
#include "format/case_writer.h"
#include "geom/compound_data.h"
#include "geom/convex.h"
#include "geom/portable_math.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <numbers>
#include <utility>

namespace sepax {

namespace {

const ColliderForm kFiles[] = {{"obj", ".obj", "OBJ"}, {"gltf", ".gltf", "glTF"}, {"case", ".json", "Sepax case"}};

constexpr double kHalfTurn = std::numbers::pi;

// ----------------------------------------------------------------------------------------------------------------
// triangles

/// A body's surface, world coordinates; faces counter-clockwise seen from outside.
struct Surface {
  std::string name;
  std::vector<Vec3> vertices;
  std::vector<TriangleIndices> triangles;
};

/// A capsule along y, or with no length a sphere: triangles around it that touch the caps, so that they hold what it
/// holds.
void addRound(Surface& surface, double radius, double half_length) {
  constexpr std::uint32_t kAround = 24, kRings = 12;  // an even number of rings: the middle one is there twice
  const double chord = portable::cos(kHalfTurn / kAround), arc = portable::cos(kHalfTurn / (2 * kRings));
  const double height = radius / arc, width = height / chord;
  for (std::uint32_t ring = 0; ring <= kRings + 1; ++ring) {
    const bool is_upper = ring > kRings / 2;
    const double angle = kHalfTurn * (ring - (is_upper ? 1 : 0)) / kRings - kHalfTurn / 2;
    for (std::uint32_t i = 0; i < kAround; ++i) {
      const double turn = 2 * kHalfTurn * i / kAround;
      surface.vertices.emplace_back(width * portable::cos(angle) * portable::cos(turn),
                                    height * portable::sin(angle) + (is_upper ? half_length : -half_length),
                                    width * portable::cos(angle) * portable::sin(turn));
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
  surface.triangles = fanTriangles(polytope);
}

/// A part of a body.
struct Piece {
  std::string type = "hull";  ///< "sphere", "box", "capsule" or "hull"
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
    piece.type = "sphere";
    piece.radius = sphere->radius;
    addRound(piece.surface, sphere->radius, 0);
  } else if (const auto* capsule = std::get_if<Capsule>(&posed.shape)) {
    piece.type = "capsule";
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
    piece.type = "box";
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

template <class Value>
void append(std::string& bytes, Value value) {
  std::array<char, sizeof value> raw{};
  std::memcpy(raw.data(), &value, sizeof value);
  bytes.append(raw.data(), raw.size());
}

/// glTF 2.0 in one file: a node and a mesh a piece, the numbers in the file itself. Refuses coordinates beyond float.
Result<std::string> gltfText(std::span<const Piece> pieces) {
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
      for (int axis = 0; axis < 3; ++axis) {
        if (std::isfinite(v[axis])) continue;
        return fail(ErrorCode::kWrongValue, surface.name,
                    trf("expected coordinates up to 3.4e38 m, which the floats of glTF hold; found {}",
                        shortestDecimal(surface.vertices[k][axis])));
      }
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
      children, nodes, meshes, accessors, views, bytes.size(), base64(bytes, Base64::kPadded));
}

// ---------------------------------------------------------------------------------------------------------------------
// code

using Words = std::map<std::string, std::string, std::less<>>;

std::string filled(std::string_view pattern, const Words& words) {
  return fillTemplate(pattern, [&](std::string_view name) {
    const auto found = words.find(name);
    return found == words.end() ? nullptr : &found->second;
  });
}

/// A letter first, then letters, digits and underscores.
std::string identifier(const std::string& name) {
  std::string out;
  for (const char c : name) out += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ? c : '_';
  return out.empty() || (out[0] >= '0' && out[0] <= '9') ? "collider_" + out : out;
}

Vec3 mapped(const ApiForm& code, const Vec3& v) { return v * code.mirror * code.units_per_metre; }

std::string numberIn(const ApiForm& code, double value) {
  return numberOf(value, code.numbers == ApiNumbers::kFloats ? "f" : "");
}

/// The rotation in mirrored coordinates; of capsules, from the axis that the engine's lie along.
Quat rotationIn(const ApiForm& code, const Piece& piece) {
  Mat3 rotation = piece.pose.rotation;
  if (piece.type == "capsule" && code.axis == 'z') {  // Sepax's capsules lie along y
    rotation = rotation * matrixOf(quaternionAbout({1, 0, 0}, -kHalfTurn / 2));
  } else if (piece.type == "capsule" && code.axis == 'x') {
    rotation = rotation * matrixOf(quaternionAbout({0, 0, 1}, kHalfTurn / 2));
  }
  for (int column = 0; column < 3; ++column) {
    for (int row = 0; row < 3; ++row) rotation[column][row] *= code.mirror[column] * code.mirror[row];
  }
  return quaternionOf(rotation);
}

/// Adds a vector under names of its components: "hx", "hy", "hz" of "h".
void putVector(Words& words, const ApiForm& code, const std::string& name, const Vec3& v) {
  for (int c = 0; c < 3; ++c) words[name + "xyz"[c]] = numberIn(code, v[c]);
}

std::string joinedPoints(const ApiForm& code, const std::vector<Vec3>& points) {
  std::string text;
  for (const Vec3& point : points) {
    Words words;
    putVector(words, code, "", mapped(code, point));
    text += (text.empty() ? "" : ", ") + filled(code.vertex, words);
  }
  return text;
}

std::string codeOf(const ApiForm& code, const Piece& piece, std::size_t number) {
  const Quat q = rotationIn(code, piece);
  const Vec3 along = piece.pose.rotation * Vec3{0, piece.half_length, 0};
  Words words;
  putVector(words, code, "", mapped(code, piece.pose.position));
  putVector(words, code, "q", {q.x, q.y, q.z});
  putVector(words, code, "h", piece.half_extents * code.units_per_metre);
  putVector(words, code, "a", mapped(code, piece.pose.position - along));
  putVector(words, code, "b", mapped(code, piece.pose.position + along));
  words["qw"] = numberIn(code, q.w);
  words["r"] = numberIn(code, piece.radius * code.units_per_metre);
  words["h"] = numberIn(code, piece.half_length * code.units_per_metre);
  words["full"] = numberIn(code, 2 * (piece.half_length + piece.radius) * code.units_per_metre);
  words["i"] = std::to_string(number);
  if (piece.type == "hull") {
    words["count"] = std::to_string(piece.surface.vertices.size());
    words["points"] = joinedPoints(code, piece.surface.vertices);
    // The engines that mirror are left-handed and have their front faces clockwise.
    const bool is_mirrored = code.mirror.x * code.mirror.y * code.mirror.z < 0;
    std::string& triangles = words["triangles"];
    for (const auto& [p, r, s] : piece.surface.triangles) {
      triangles += (triangles.empty() ? "" : ", ") +
                   (is_mirrored ? fmt::format("{}, {}, {}", p, s, r) : fmt::format("{}, {}, {}", p, r, s));
    }
  }
  return filled(code.shape(piece.type), words) + "\n";
}

std::string codeText(const ApiForm& code, std::span<const Piece> pieces, const std::string& name) {
  const Words words{{"name", identifier(name)}};
  std::string text = filled(code.head, words);
  for (std::size_t i = 0; i < pieces.size(); ++i) text += codeOf(code, pieces[i], i + 1);
  return text + filled(code.tail, words);
}

}  // namespace

std::vector<ColliderForm> colliderForms() {
  std::vector<ColliderForm> forms(std::begin(kFiles), std::end(kFiles));
  for (const Api& api : apis()) {
    if (api.collider) forms.push_back({api.name, api.collider->extension, api.collider->title, &*api.collider});
  }
  return forms;
}

Result<ColliderForm> colliderFormNamed(std::string_view name) {
  std::string names;
  for (ColliderForm& form : colliderForms()) {
    if (name == form.name) return std::move(form);
    names += (names.empty() ? "" : ", ") + form.name;
  }
  SEPAX_TRY(checkApis());
  return fail(ErrorCode::kWrongValue, "", fmt::format("expected one of {}, found \"{}\"", names, name));
}

Result<std::string> exportColliders(std::span<const Body> bodies, const ColliderForm& form, const std::string& name) {
  if (form.name == "case") {
    Document document;
    document.name = name;
    document.bodies.assign(bodies.begin(), bodies.end());
    return writeCase(document);
  }
  std::vector<Piece> pieces;
  for (const Body& body : bodies) {
    auto piece = pieceOf(body);
    SEPAX_TRY(piece);
    if (form.code != nullptr && form.code->shape(piece->type).empty())
      return fail(ErrorCode::kUnsupported, body.id, trf("{} has no template for a {}", form.title, piece->type));
    pieces.push_back(std::move(*piece));
  }
  if (form.code != nullptr) return codeText(*form.code, pieces, name);
  return form.name == "obj" ? objText(pieces) : gltfText(pieces);
}

namespace {

Body bodyAt(Shape shape, const Pose& pose) {
  Body body;
  body.shape = std::move(shape);
  body.position = pose.position;
  body.rotation = quaternionOf(pose.rotation);
  return body;
}

Result<Body> bodyAround(const MinMaxBox& box) { return bodyAt(FixedBox{halfExtentsOf(box)}, {centreOf(box)}); }
Result<Body> bodyAround(const OrientedBox& box) { return bodyAt(Box{box.half_extents}, {box.centre, box.axes}); }
Result<Body> bodyAround(const Ball& ball) { return bodyAt(Sphere{ball.radius}, {ball.centre}); }
Result<Body> bodyAround(const FittedCapsule& capsule) { return bodyAt(capsule.shape, capsule.pose); }

Result<Body> hullBody(std::vector<Vec3> corners) {
  return makeHull(std::move(corners)).map([](Hull hull) { return bodyAt(std::move(hull), {}); });
}

Result<Body> bodyAround(const HullVolume& hull) { return hullBody(hull.polytope.vertices); }

Result<Body> bodyAround(const HalfSpaces& spaces) {
  std::vector<Vec3> corners;
  for (const std::vector<Vec3>& face : facesOf(spaces, false)) corners.insert(corners.end(), face.begin(), face.end());
  return hullBody(std::move(corners));
}

}  // namespace

Result<Body> bodyOf(const FittedVolume& volume) {
  if (volume.planar) return fail(ErrorCode::kUnsupported, "", tr("expected a volume in space, found one in the plane"));
  return std::visit([](const auto& shape) { return bodyAround(shape); }, volume.shape);
}

Result<std::vector<Body>> bodiesOf(const Decomposition& pieces, const std::string& name) {
  std::vector<Body> bodies;
  for (const ConvexPart& part : pieces.parts) {
    auto body = hullBody(part.hull.vertices);
    SEPAX_TRY(body);
    body->id = fmt::format("{} piece {}", name, bodies.size() + 1);
    bodies.push_back(std::move(*body));
  }
  return bodies;
}

Result<Shape> compoundOf(const Decomposition& pieces) {
  std::vector<CompoundChild> children;
  for (const ConvexPart& part : pieces.parts) {
    auto hull = makeHull(part.hull.vertices);
    SEPAX_TRY(hull);
    children.push_back({fmt::format("piece {}", children.size() + 1), std::move(*hull), {}});
  }
  return makeCompound(std::move(children), false);
}

}  // namespace sepax
