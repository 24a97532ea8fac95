#include "media/model_import.h"

#include "bundle/open/open_container.h"
#include "core/import_child.h"
#include "core/language.h"
#include "core/text.h"
#include "geom/aabb.h"
#include "media/gltf_file.h"
#include "media/import_protocol.h"
#include "media/obj_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace sepax {

namespace protocol = import_protocol;

namespace {

/// Reads plain values off the front; after the first that is not there, `is_whole` is false and all else comes out
/// empty.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}
  bool is_whole = true;

  [[nodiscard]] std::span<const std::byte> bytes(std::uint64_t count) {
    is_whole = is_whole && count <= bytes_.size();
    if (!is_whole) return {};
    const auto taken = bytes_.first(static_cast<std::size_t>(count));
    bytes_ = bytes_.subspan(taken.size());
    return taken;
  }
  template <class Value>
  [[nodiscard]] std::vector<Value> array(std::uint64_t count) {
    const auto taken = bytes(count * sizeof(Value));
    std::vector<Value> values(taken.size() / sizeof(Value));
    if (!values.empty()) std::memcpy(static_cast<void*>(values.data()), taken.data(), taken.size());
    return values;
  }
  template <class Value>
  [[nodiscard]] Value value() {
    const auto values = array<Value>(1);
    return values.empty() ? Value{} : values[0];
  }
  [[nodiscard]] std::string name(std::uint32_t size) {
    const auto taken = bytes(size);
    return toValidUtf8(std::string_view(reinterpret_cast<const char*>(taken.data()), taken.size()));
  }
  [[nodiscard]] bool isAtEnd() const { return bytes_.empty(); }

 private:
  std::span<const std::byte> bytes_;
};

bool isFiniteAll(std::span<const float> values) {
  return std::ranges::all_of(values, [](float x) { return std::isfinite(x); });
}

glm::mat4 matrixFrom(const float (&values)[16]) {
  glm::mat4 m(1);
  if (isFiniteAll(values)) std::memcpy(&m, values, sizeof m);
  return m;
}

bool isFinite(const glm::vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

RawTexture readTexture(Reader& reader) {
  const auto header = reader.value<protocol::TextureHeader>();
  RawTexture raw;
  raw.name = reader.name(header.name_size);
  raw.bytes = reader.bytes(header.size);
  if (header.width == 0) return raw;
  const std::uint64_t pixels = std::uint64_t{header.width} * header.height;
  reader.is_whole =
      reader.is_whole && pixels > 0 && pixels <= protocol::kMaxPicturePixels && raw.bytes.size() == pixels * 4;
  if (!reader.is_whole) return raw;
  raw.width = static_cast<int>(header.width);
  raw.height = static_cast<int>(header.height);
  return raw;
}

/// The losses of parts on the way, summed over all parts.
struct Losses {
  std::size_t triangles = 0, uv = 0, weights = 0, keys = 0;
};

ModelPart readPart(Reader& reader, std::uint32_t node_count, Losses& losses) {
  const auto header = reader.value<protocol::PartHeader>();
  ModelPart part;
  part.material = header.material;
  part.positions = reader.array<glm::vec3>(header.vertex_count);
  part.normals = reader.array<glm::vec3>(header.normal_count);
  part.uv = reader.array<glm::vec2>(header.uv_count);
  part.triangles = reader.array<TriangleIndices>(header.triangle_count);
  for (const protocol::BoneRecord& bone : reader.array<protocol::BoneRecord>(header.bone_count)) {
    reader.is_whole = reader.is_whole && bone.node < node_count;
    part.bones.push_back({bone.node, matrixFrom(bone.bone_from_mesh)});
  }
  const auto weights = reader.array<protocol::WeightRecord>(header.weight_count);
  const std::size_t count = part.positions.size();
  if (!part.normals.empty() && part.normals.size() != count) part.normals.clear();
  if (!part.uv.empty() && part.uv.size() != count) part.uv.clear();
  const auto isBad = [&](const TriangleIndices& triangle) {
    return std::ranges::any_of(triangle, [&](std::uint32_t v) { return v >= count || !isFinite(part.positions[v]); });
  };
  losses.triangles += std::erase_if(part.triangles, isBad);
  for (glm::vec3& p : part.positions) p = isFinite(p) ? p : glm::vec3(0);
  for (glm::vec3& n : part.normals) n = isFinite(n) ? n : glm::vec3(0);
  constexpr float kMaxUv = 1e6f;  // beyond, a float no longer tells pixels apart
  for (glm::vec2& at : part.uv) {
    if (std::abs(at.x) <= kMaxUv && std::abs(at.y) <= kMaxUv) continue;  // NaN is not
    at = glm::vec2(0);
    ++losses.uv;
  }
  for (const protocol::WeightRecord& weight : weights) {
    const bool is_good =
        weight.vertex < count && weight.bone < part.bones.size() && weight.weight >= 0 && weight.weight <= 1e6f;
    if (is_good) part.weights.push_back({weight.vertex, weight.bone, weight.weight});
    losses.weights += is_good ? 0 : 1;
  }
  return part;
}

ModelNode readNode(Reader& reader, std::size_t at, std::uint32_t part_count) {
  const auto header = reader.value<protocol::NodeHeader>();
  ModelNode node;
  node.name = reader.name(header.name_size);
  node.parts = reader.array<std::uint32_t>(header.mesh_count);
  node.parent = header.parent;
  node.parent_from_node = matrixFrom(header.parent_from_node);
  const bool has_parent = node.parent >= -1 && node.parent < static_cast<int>(at);
  reader.is_whole =
      reader.is_whole && has_parent && std::ranges::all_of(node.parts, [&](std::uint32_t p) { return p < part_count; });
  return node;
}

/// Keys of finite numbers in order of time.
template <class Key, std::size_t kNumbers, class Make>
std::vector<Key> readKeys(Reader& reader, std::uint32_t count, Losses& losses, Make make) {
  std::vector<Key> keys;
  for (const auto& numbers : reader.array<std::array<float, kNumbers>>(count)) {
    const std::optional<Key> key = isFiniteAll(numbers) ? make(numbers) : std::nullopt;
    if (key) keys.push_back(*key);
    losses.keys += key ? 0 : 1;
  }
  std::ranges::stable_sort(keys, {}, &Key::seconds);
  return keys;
}

ModelClip readClip(Reader& reader, std::uint32_t node_count, Losses& losses) {
  const auto header = reader.value<protocol::ClipHeader>();
  ModelClip clip;
  clip.name = reader.name(header.name_size);
  const auto vectorKey = [](const std::array<float, 4>& n) -> std::optional<PositionKey> {
    return PositionKey{n[0], {n[1], n[2], n[3]}};
  };
  const auto rotationKey = [](const std::array<float, 5>& n) -> std::optional<RotationKey> {
    const double length =
        std::sqrt(double{n[1]} * n[1] + double{n[2]} * n[2] + double{n[3]} * n[3] + double{n[4]} * n[4]);
    if (length < 1e-6) return std::nullopt;
    const auto part = [&](std::size_t i) { return static_cast<float>(n[i] / length); };
    return RotationKey{n[0], {part(1), part(2), part(3), part(4)}};
  };
  double last = 0;
  for (std::uint32_t t = 0; t < header.track_count && reader.is_whole; ++t) {
    const auto track_header = reader.value<protocol::TrackHeader>();
    reader.is_whole = reader.is_whole && track_header.node < node_count;
    ModelTrack track;
    track.node = track_header.node;
    track.positions = readKeys<PositionKey, 4>(reader, track_header.position_count, losses, vectorKey);
    track.rotations = readKeys<RotationKey, 5>(reader, track_header.rotation_count, losses, rotationKey);
    track.scales = readKeys<PositionKey, 4>(reader, track_header.scale_count, losses, vectorKey);
    if (!track.positions.empty()) last = std::max(last, double{track.positions.back().seconds});
    if (!track.rotations.empty()) last = std::max(last, double{track.rotations.back().seconds});
    if (!track.scales.empty()) last = std::max(last, double{track.scales.back().seconds});
    clip.tracks.push_back(std::move(track));
  }
  // The length that the file states is not believed: no key lies behind the last one.
  clip.seconds = last;
  return clip;
}

/// The material that assimp adds to every glTF file, last, for what has none.
void dropUnused(Model& model) {
  if (model.parts.empty() || model.materials.empty()) return;
  const ModelMaterial& last = model.materials.back();
  const auto uses_it = [&](const ModelPart& part) { return part.material + 1 == model.materials.size(); };
  if (last.name.empty() && last.texture < 0 && std::ranges::none_of(model.parts, uses_it)) model.materials.pop_back();
}

void tellLosses(const Losses& losses, std::uint32_t lost_bones, std::vector<std::string>& problems) {
  const auto note = [&](std::size_t count, const std::string& text) {
    if (count > 0) problems.push_back(text);
  };
  note(losses.triangles, trf("triangles left out, whose corners are not there or not finite: {}", losses.triangles));
  note(losses.uv, trf("texture coordinates that are not finite or beyond 1e6: {}", losses.uv));
  note(losses.weights, trf("bone weights left out, which name no vertex or are below zero: {}", losses.weights));
  note(losses.keys, trf("animation keys left out, which are not finite or no rotation: {}", losses.keys));
  note(lost_bones, trf("bones left out, which name no node: {}", lost_bones));
}

/// Adds one more file that they may see.
void appendImportFile(std::vector<std::byte>& out, const std::string& name, std::span<const std::byte> bytes,
                      bool is_numbered = false) {
  const protocol::FileHeader header{
      .name_size = static_cast<std::uint32_t>(name.size()), .is_numbered = is_numbered ? 1u : 0u, .size = bytes.size()};
  const auto head = std::as_bytes(std::span(&header, 1)), letters = std::as_bytes(std::span(name));
  out.reserve(out.size() + head.size() + letters.size() + bytes.size());
  out.insert(out.end(), head.begin(), head.end());
  out.insert(out.end(), letters.begin(), letters.end());
  out.insert(out.end(), bytes.begin(), bytes.end());
}

/// A mesh and the files that it names, as the import programs that run assimp take them (import_protocol.h).
struct MeshFiles {
  std::vector<std::byte> bytes;
  double metres_per_unit = 1;      ///< as its text says it
  std::vector<std::string> notes;  ///< what of its geometry is left out
  bool has_doubles = false;        ///< nodes are moved by doubles; positions are, too, but for a glTF
  double farthest_move = 0;        ///< that its text adds up within a node, in its units
};

/// Whether a format has more than single precision: as text, or as doubles.
bool hasDoubles(std::span<const std::byte> bytes, const std::string& name) {
  if (hasExtension(name, {".fbx", ".3mf"})) return true;
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.find('\0') == std::string_view::npos) return true;
  const std::string_view header = text.substr(0, text.find("end_header"));
  const bool says_so = header.find(" double") != header.npos || header.find(" float64") != header.npos;
  return hasExtension(name, {".ply"}) && says_so;
}

Result<MeshFiles> gatherMeshFiles(std::span<const std::byte> bytes, const std::string& name, const FilesBeside& beside,
                                  bool is_numbered = false) {
  const std::string plain = name.substr(name.find_last_of('/') + 1);
  MeshFiles out;
  if (hasExtension(name, {".gltf", ".glb"})) {
    auto gltf = gltfFiles(bytes, name, beside);
    SEPAX_TRY(gltf);
    appendImportFile(out.bytes, plain, gltf->rewritten ? std::span<const std::byte>(*gltf->rewritten) : bytes);
    for (const GltfFiles::Buffer& buffer : gltf->buffers) appendImportFile(out.bytes, buffer.uri, buffer.bytes);
    out.notes = std::move(gltf->notes);
    out.has_doubles = gltf->has_fine_moves;
    return out;
  }
  const auto unit = metresPerUnit(bytes, name);
  SEPAX_TRY(unit);
  out.metres_per_unit = *unit;
  out.has_doubles = hasDoubles(bytes, name);
  if (hasExtension(name, {".dae"})) out.farthest_move = farthestMoveOfCollada(bytes);
  const auto prepared = preparedMeshFile(bytes, name);
  SEPAX_TRY(prepared);
  appendImportFile(out.bytes, plain, *prepared ? std::span<const std::byte>(**prepared) : bytes, is_numbered);
  return out;
}

/// False for a length that no importer says.
bool takeUnit(float centimetres, double& metres) {
  metres = 0.01 * double{centimetres};
  return std::isfinite(metres) && metres > 0;
}

/// The factor that makes an importer's lengths metres. Assimp applies a COLLADA's unit itself.
double factorOf(double said_by_text, double said_by_importer, const std::string& name) {
  return (hasExtension(name, {".dae"}) ? 1 : said_by_text) * said_by_importer;
}

/// Puts vertices in the place of their numbers; false where one is none.
bool takeNumbered(std::vector<Vec3>& places, const std::vector<Vec3>& vertices) {
  for (Vec3& place : places) {
    const double number = place.x;
    if (!(number >= 1 && number <= static_cast<double>(vertices.size()) && number == std::floor(number))) return false;
    place = vertices[static_cast<std::size_t>(number) - 1];
  }
  return true;
}

/// Says by how much positions may be rounded to floats, where lengths up to `farthest` are added up to them and that is
/// more than a hundred thousandth of the mesh's size.
void noteRounding(ImportedMesh& mesh, double farthest) {
  constexpr double kMatters = 1e-5, kHalfStep = 0.5 * std::numeric_limits<float>::epsilon();
  const double rounding = farthest * kHalfStep;
  if (std::isfinite(rounding) && rounding > kMatters * longestSide(boundsOf(mesh.vertices)))
    mesh.notes.push_back(trf("positions are read in single precision: they may be off by up to {:.3g} m", rounding));
}

/// The length that is added up to positions, in metres: of a glTF its nodes' moves alone, whose positions are floats.
double farthestOf(const protocol::MeshHeader& header, const MeshFiles& files, const ImportedMesh& mesh, double factor,
                  bool is_gltf) {
  const double move = std::max(header.farthest_move * factor, files.farthest_move * files.metres_per_unit);
  if (is_gltf) return move;
  const MinMaxBox box = boundsOf(mesh.vertices);
  const Vec3 far = glm::max(glm::abs(box.min), glm::abs(box.max));
  return std::max({move, header.farthest_vertex * factor, far.x, far.y, far.z});
}

/// A node above all others, so that no track takes the place of the scale.
void scaleModel(Model& model, double factor) {
  if (factor == 1 || model.nodes.empty()) return;
  ModelNode above;
  above.parent_from_node = glm::mat4(glm::mat3(static_cast<float>(factor)));
  model.nodes.insert(model.nodes.begin(), std::move(above));
  for (std::size_t i = 1; i < model.nodes.size(); ++i) ++model.nodes[i].parent;
  for (ModelPart& part : model.parts) {
    for (ModelBone& bone : part.bones) ++bone.node;
  }
  for (ModelClip& clip : model.clips) {
    for (ModelTrack& track : clip.tracks) ++track.node;
  }
}

/// Assimp looks for the words of an OBJ in whatever it does not know, an archive of unpacked meshes included.
Result<void> checkNoContainer(std::span<const std::byte> bytes, const std::string& name) {
  if (hasExtension(name, {".3mf"})) return {};  // a ZIP
  const auto found = containerIn(bytes, name);
  const bool is_mesh =
      found == nullptr || (found->kind() == ContainerKind::kUnknown && hasExtension(name, {".gltf", ".glb"}));
  if (is_mesh) return {};
  return fail(ErrorCode::kUnsupported, toValidUtf8(name), trf("this is {}, expected a mesh", found->description()));
}

/// The limits of importers for so many bytes: small files are read in a moment, or never.
ChildLimits meshImportLimits(std::uint64_t bytes) {
  constexpr std::uint64_t kBytesPerSecond = 1 << 20;
  constexpr int kSeconds = 2, kMaxSeconds = 60, kWaitFactor = 5;
  ChildLimits limits = kImportLimits;
  limits.cpu_seconds = static_cast<int>(std::min<std::uint64_t>(kSeconds + bytes / kBytesPerSecond, kMaxSeconds));
  limits.wall_seconds = kWaitFactor * limits.cpu_seconds;
  return limits;
}

}  // namespace

Result<ModelReply> readModelReply(std::span<const std::byte> reply, const std::string& name) {
  ModelReply read;
  Model& model = read.model;
  Reader reader(reply);
  const auto header = reader.value<protocol::ModelHeader>();
  const auto refuse = [&] {
    return fail(ErrorCode::kInternal, toValidUtf8(name), tr("the importer's reply contradicts itself"));
  };
  const bool is_sized = header.texture_count <= protocol::kMaxModelTextures &&
                        header.material_count <= protocol::kMaxModelTextures &&
                        header.clip_count <= protocol::kMaxModelTextures &&
                        header.mesh_count <= protocol::kMaxModelNodes && header.node_count <= protocol::kMaxModelNodes;
  const bool has_unit = takeUnit(header.centimetres_per_unit, read.metres_per_unit);
  if (!reader.is_whole || header.magic != protocol::kModelMagic || !is_sized || !has_unit) return refuse();
  for (std::uint32_t i = 0; i < header.texture_count && reader.is_whole; ++i)
    read.textures.push_back(readTexture(reader));
  for (std::uint32_t i = 0; i < header.material_count && reader.is_whole; ++i) {
    const auto material = reader.value<protocol::MaterialHeader>();
    ModelMaterial& to = model.materials.emplace_back();
    to.name = reader.name(material.name_size);
    for (std::size_t c = 0; c < 4; ++c)
      to.base_colour[c] =
          std::isfinite(material.base_colour[c]) ? std::clamp(material.base_colour[c], 0.0f, 1.0f) : 1.0f;
    to.texture = material.texture < static_cast<int>(header.texture_count) ? std::max(material.texture, -1) : -1;
    to.is_cut_out = material.is_cut_out != 0;
  }
  Losses losses;
  for (std::uint32_t i = 0; i < header.mesh_count && reader.is_whole; ++i) {
    model.parts.push_back(readPart(reader, header.node_count, losses));
    reader.is_whole = reader.is_whole && model.parts.back().material < header.material_count;
  }
  std::uint64_t triangles = 0, vertices = 0, parts = 0, bones = 0,
                weights = 0;  // a part counts at each node that has it
  for (std::uint32_t i = 0; i < header.node_count && reader.is_whole; ++i) {
    model.nodes.push_back(readNode(reader, i, header.mesh_count));
    if (!reader.is_whole) break;
    parts += model.nodes.back().parts.size();
    for (const std::uint32_t part : model.nodes.back().parts) {
      triangles += model.parts[part].triangles.size();
      vertices += model.parts[part].positions.size();
      bones += model.parts[part].bones.size();
      weights += model.parts[part].weights.size();
    }
  }
  for (std::uint32_t i = 0; i < header.clip_count && reader.is_whole; ++i)
    model.clips.push_back(readClip(reader, header.node_count, losses));
  const bool is_bounded = triangles <= protocol::kMaxTriangles && vertices <= protocol::kMaxPoints &&
                          parts <= protocol::kMaxModelNodes && bones <= protocol::kMaxModelNodes &&
                          weights <= protocol::kMaxModelWeights;
  if (!reader.is_whole || !reader.isAtEnd() || !is_bounded) return refuse();
  dropUnused(model);
  tellLosses(losses, header.lost_bones, model.problems);
  if (header.coloured_meshes > 0)
    model.problems.push_back(
        trf("meshes whose vertices have colours, which are not shown: {}", header.coloured_meshes));
  return read;
}

std::string unitText(const ImportedMesh& mesh) {
  return mesh.metres_per_unit == 1 ? "" : trf("1 unit of the file is {} m", humanNumber(mesh.metres_per_unit, 6));
}

bool isMeshName(const std::string& path) {
  return hasExtension(path, {".obj", ".stl", ".ply", ".gltf", ".glb", ".dae", ".fbx", ".off", ".3ds", ".3mf", ".x"});
}

Result<ImportedMesh> importMesh(std::span<const std::byte> bytes, const std::string& name, const FilesBeside& beside) {
  const auto refuse = [&](ErrorCode code, std::string why) { return fail(code, toValidUtf8(name), std::move(why)); };
  if (bytes.empty()) return refuse(ErrorCode::kSyntax, tr("the file is empty, expected a mesh"));
  SEPAX_TRY(checkNoContainer(bytes, name));
  std::optional<NumberedObj> numbered;
  if (hasExtension(name, {".obj"})) {
    const auto prepared = preparedMeshFile(bytes, name);
    SEPAX_TRY(prepared);
    numbered = numberedObj(*prepared ? std::span<const std::byte>(**prepared) : bytes);
  }
  auto files = gatherMeshFiles(numbered ? numbered->bytes : bytes, name, beside, numbered.has_value());
  SEPAX_TRY(files);
  auto reply = runImport("sepax-import", files->bytes, name, meshImportLimits(files->bytes.size()));
  SEPAX_TRY(reply);

  protocol::MeshHeader header;
  if (reply->size() < sizeof header) return refuse(ErrorCode::kInternal, tr("the importer's reply is cut off"));
  std::memcpy(&header, reply->data(), sizeof header);
  const std::uint64_t vertex_bytes = std::uint64_t{header.vertex_count} * sizeof(Vec3);
  const std::uint64_t index_bytes = std::uint64_t{header.triangle_count} * sizeof(TriangleIndices);
  double unit = 1;
  const bool is_sized = reply->size() == sizeof header + vertex_bytes + index_bytes;
  if (header.magic != protocol::kMeshMagic || !is_sized || !takeUnit(header.centimetres_per_unit, unit)) {
    return refuse(ErrorCode::kInternal, tr("the importer's reply contradicts itself"));
  }
  if (header.vertex_count == 0) return refuse(ErrorCode::kDegenerate, tr("has no points"));
  if (header.triangle_count > protocol::kMaxTriangles) {
    return refuse(ErrorCode::kTooLarge,
                  trf("has {} triangles, at most {} are read", header.triangle_count, protocol::kMaxTriangles));
  }
  static_assert(sizeof(Vec3) == 3 * sizeof(double) && sizeof(TriangleIndices) == 12, "copied as plain arrays");
  ImportedMesh mesh;
  mesh.notes = std::move(files->notes);
  mesh.vertices.resize(header.vertex_count);
  mesh.triangles.resize(header.triangle_count);
  std::memcpy(mesh.vertices.data(), reply->data() + sizeof header, vertex_bytes);
  if (index_bytes > 0) std::memcpy(mesh.triangles.data(), reply->data() + sizeof header + vertex_bytes, index_bytes);
  if (numbered && !takeNumbered(mesh.vertices, numbered->vertices))
    return refuse(ErrorCode::kInternal, tr("the importer's reply contradicts itself"));
  mesh.metres_per_unit = files->metres_per_unit * unit;
  const double factor = factorOf(files->metres_per_unit, unit, name);
  for (Vec3& vertex : mesh.vertices) vertex *= factor;
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    if (!isFinite(mesh.vertices[i])) {
      return refuse(ErrorCode::kWrongValue, trf("vertex {} is not finite, expected finite coordinates", i));
    }
  }
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    for (const std::uint32_t corner : mesh.triangles[i]) {
      if (corner >= mesh.vertices.size()) {
        return refuse(ErrorCode::kWrongValue,
                      trf("triangle {} names vertex {} of {}", i, corner, mesh.vertices.size()));
      }
    }
  }
  if (!numbered && files->has_doubles)
    noteRounding(mesh, farthestOf(header, *files, mesh, factor, hasExtension(name, {".gltf", ".glb"})));
  return mesh;
}

namespace {

constexpr std::size_t kMaxTexturesRead = 64;
constexpr std::uint64_t kMaxTexturePixels = 64u << 20;  ///< of all that are kept

/// Half the size, every four pixels averaged.
Picture halved(const Picture& from) {
  Picture to{std::max(from.width / 2, 1), std::max(from.height / 2, 1), {}};
  to.rgba.reserve(static_cast<std::size_t>(to.width) * static_cast<std::size_t>(to.height) * 4);
  const auto at = [&](int x, int y, std::size_t c) {
    const auto row = static_cast<std::size_t>(std::min(y, from.height - 1)),
               column = static_cast<std::size_t>(std::min(x, from.width - 1));
    return int{from.rgba[(row * static_cast<std::size_t>(from.width) + column) * 4 + c]};
  };
  for (int y = 0; y < to.height; ++y) {
    for (int x = 0; x < to.width; ++x) {
      for (std::size_t c = 0; c < 4; ++c) {
        const int sum =
            at(2 * x, 2 * y, c) + at(2 * x + 1, 2 * y, c) + at(2 * x, 2 * y + 1, c) + at(2 * x + 1, 2 * y + 1, c);
        to.rgba.push_back(static_cast<std::uint8_t>((sum + 2) / 4));
      }
    }
  }
  return to;
}

/// A file that a mesh names as its author's disk had it: by its whole name, else by its last name alone beside the
/// mesh.
Result<std::vector<std::byte>> readNamed(const std::string& named, const FilesBeside& beside) {
  if (!beside) return fail(ErrorCode::kNotFound, "", tr("no file beside it can be read here"));
  std::string path = percentDecoded(named);
  std::ranges::replace(path, '\\', '/');
  auto bytes = beside(path);
  const std::string last = path.substr(path.find_last_of('/') + 1);
  if (!bytes && last != path && !last.empty()) {
    auto again = beside(last);
    if (again) return again;
  }
  return bytes;
}

Result<Picture> decoded(const RawTexture& raw, const FilesBeside& beside) {
  if (raw.width > 0) {
    Picture picture{raw.width, raw.height, std::vector<std::uint8_t>(raw.bytes.size())};
    if (!raw.bytes.empty()) std::memcpy(picture.rgba.data(), raw.bytes.data(), raw.bytes.size());
    return picture;
  }
  const std::string name = raw.name.empty() ? "texture" : raw.name;
  if (!raw.bytes.empty()) return importPicture(raw.bytes, name);
  return readNamed(raw.name, beside).and_then([&](const auto& bytes) { return importPicture(bytes, name); });
}

ModelTexture textureFrom(const RawTexture& raw, const FilesBeside& beside) {
  ModelTexture texture{.name = raw.name, .width = 0, .height = 0, .picture = nullptr, .error = {}};
  auto picture = decoded(raw, beside);
  if (!picture) {
    texture.error = picture.error().message;
    return texture;
  }
  texture.width = picture->width;
  texture.height = picture->height;
  while (std::max(picture->width, picture->height) > kMaxTextureSide) picture = halved(*picture);
  texture.picture = std::make_shared<const Picture>(std::move(*picture));
  return texture;
}

/// One after the other, as long as there is room for more.
void decodeTextures(std::span<const RawTexture> textures, const FilesBeside& beside,
                    const std::function<bool()>& is_cancelled, Model& model) {
  std::uint64_t kept = 0;
  for (const RawTexture& raw : textures) {
    ModelTexture& texture = model.textures.emplace_back();
    texture.name = raw.name;
    if (is_cancelled()) continue;
    if (model.textures.size() > kMaxTexturesRead || kept >= kMaxTexturePixels) {
      texture.error = trf("not read: at most {} textures and {} pixels are", kMaxTexturesRead, kMaxTexturePixels);
      continue;
    }
    texture = textureFrom(raw, beside);
    if (texture.picture != nullptr) kept += texture.picture->rgba.size() / 4;
  }
}

/// The materials of an OBJ that lie in files of their own, added to what the importer may see.
void appendMaterials(std::span<const std::byte> bytes, const FilesBeside& beside, std::vector<std::byte>& out,
                     std::vector<std::string>& problems) {
  for (const std::string& named : materialFiles(bytes)) {
    const auto file = readNamed(named, beside);
    if (file) {
      appendImportFile(out, named, *file);
    } else {
      problems.push_back(trf("the materials \"{}\" are missing: {}", printableLine(named), file.error().message));
    }
  }
}

}  // namespace

Result<Model> importModel(std::span<const std::byte> bytes, const std::string& name, const FilesBeside& beside,
                          const std::function<bool()>& is_cancelled) {
  if (hasExtension(name, {".stl", ".off"})) return Model{};
  auto files = gatherMeshFiles(bytes, name, beside);
  SEPAX_TRY(files);
  std::vector<std::string> problems = std::move(files->notes);
  if (hasExtension(name, {".obj"})) appendMaterials(bytes, beside, files->bytes, problems);
  const auto reply = runImport("sepax-import-model", files->bytes, name, meshImportLimits(files->bytes.size()));
  SEPAX_TRY(reply);
  files->bytes = {};
  auto read = readModelReply(*reply, name);
  SEPAX_TRY(read);
  scaleModel(read->model, factorOf(files->metres_per_unit, read->metres_per_unit, name));
  Model& model = read->model;
  decodeTextures(read->textures, beside, is_cancelled, model);
  model.problems.insert(model.problems.begin(), problems.begin(), problems.end());
  return std::move(model);
}

}  // namespace sepax
