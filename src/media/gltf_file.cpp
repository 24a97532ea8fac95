#include "media/gltf_file.h"

#include "bundle/little_endian.h"
#include "core/json_text.h"
#include "core/language.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace sepax {

namespace {

constexpr std::uint64_t kMaxBytes = 512u << 20;  ///< of a file and its buffers
constexpr std::uint64_t kMaxElements = 6'000'000;
constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();
constexpr const char* kFloatsUri = "sepax-floats.bin";

/// The parts of a binary glTF; of a text one all is `json`.
struct Chunks {
  bool is_binary = false;
  std::string_view json;
  std::span<const std::byte> rest;  ///< the chunks behind it, heads included
};

constexpr std::size_t kGlbHead = 12, kChunkHead = 8;

Chunks chunksOf(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!text.starts_with("glTF") || text.size() < kGlbHead + kChunkHead) return {false, text, {}};
  const std::string_view json = text.substr(kGlbHead + kChunkHead, u32At(bytes, kGlbHead));
  return {true, json, bytes.subspan(kGlbHead + kChunkHead + json.size())};
}

/// The buffer within a binary glTF.
std::span<const std::byte> bufferIn(const Chunks& chunks) {
  if (chunks.rest.size() < kChunkHead) return {};
  const std::size_t size = u32At(chunks.rest, 0);
  return chunks.rest.subspan(kChunkHead, std::min(size, chunks.rest.size() - kChunkHead));
}

std::vector<std::byte> withJson(const Chunks& chunks, std::string json) {
  std::vector<std::byte> out;
  const auto add = [&](std::span<const std::byte> bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); };
  const auto addNumber = [&](std::size_t number) {
    for (unsigned shift = 0; shift < 32; shift += 8) out.push_back(static_cast<std::byte>(number >> shift & 255));
  };
  if (chunks.is_binary) {
    json.resize((json.size() + 3) / 4 * 4, ' ');
    add(std::as_bytes(std::span(std::string_view("glTF"))));
    addNumber(2);
    addNumber(kGlbHead + kChunkHead + json.size() + chunks.rest.size());
    addNumber(json.size());
    add(std::as_bytes(std::span(std::string_view("JSON"))));
  }
  add(std::as_bytes(std::span(json)));
  add(chunks.rest);
  return out;
}

/// The bytes of a URI "data:…;base64,…"; what follows a letter that is none of base64 is left out.
std::string dataOf(std::string_view uri) {
  return fromBase64(uri.substr(std::min(uri.find(','), uri.size() - 1) + 1), Base64::kPadded).bytes;
}

// ----------------------------------------------------------------------------------------------------------------------
// extensions

/// Extensions that a file may require without harm to its geometry, by how their names begin.
constexpr std::string_view kHarmless[] = {"KHR_mesh_quantization", "KHR_materials_", "KHR_texture_", "EXT_texture_",
                                          "MSFT_texture_",         "KHR_lights_",    "EXT_lights_",  "KHR_xmp",
                                          "KHR_binary_glTF",       "KHR_techniques_"};

std::string unknownExtension(const Json& json) {
  for (const Json& required : json["extensionsRequired"]) {
    if (!required.isString()) continue;
    const auto begins = [&](std::string_view start) { return required.string().starts_with(start); };
    if (std::ranges::none_of(kHarmless, begins)) return required.string();
  }
  return "";
}

void noteInstances(const Json& json, std::vector<std::string>& notes) {
  constexpr std::string_view kInstancing = "EXT_mesh_gpu_instancing";
  const Json& nodes = json["nodes"];
  const auto count = std::count_if(nodes.begin(), nodes.end(),
                                   [&](const Json& node) { return node["extensions"].contains(kInstancing); });
  if (count > 0) {
    notes.push_back(
        trf("{} is not read: the mesh of each node that has it stands there once ({} in all)", kInstancing, count));
  }
}

/// Whether a node is moved by a number that is none in single precision.
bool hasFineMoves(const Json& json) {
  const auto isFine = [](const Json& number) {
    return number.isNumber() && static_cast<double>(static_cast<float>(number.number())) != number.number();
  };
  const Json& nodes = json["nodes"];
  return std::any_of(nodes.begin(), nodes.end(), [&](const Json& node) {
    const Json &moves = node["translation"], &matrix = node["matrix"];
    constexpr std::size_t kMove = 12;
    return std::any_of(moves.begin(), moves.end(), isFine) ||
           (matrix.isArray() && matrix.size() == 16 && std::any_of(matrix.begin() + kMove, matrix.end(), isFine));
  });
}

/// The buffers in files of their own, each once.
std::set<std::string> bufferUris(const Json& json) {
  std::set<std::string> out;
  const auto take = [&](const Json& buffer) {
    const Json& uri = buffer["uri"];
    if (uri.isString() && !uri.string().starts_with("data:")) out.insert(uri.string());
  };
  const Json& buffers = json["buffers"];
  std::for_each(buffers.begin(), buffers.end(), take);
  if (buffers.isObject()) {  // glTF 1.0
    for (const JsonMember& member : buffers.members()) take(member.value);
  }
  return out;
}

// -----------------------------------------------------------------------------------------------------------------------
// numbers

/// A whole number of the file, or `otherwise` where there is none.
std::uint64_t wholeAt(const Json& object, std::string_view key, std::uint64_t otherwise) {
  const Json& value = object[key];
  return value.isUnsigned() ? value.whole() : otherwise;
}

struct Component {
  std::uint64_t type = 0;
  std::size_t size = 0;
  bool has_sign = false, is_float = false;
};
constexpr Component kComponents[] = {{5120, 1, true},  {5121, 1, false}, {5122, 2, true},
                                     {5123, 2, false}, {5125, 4, false}, {5126, 4, true, true}};
constexpr const Component& kFloats = kComponents[5];
static_assert(kFloats.is_float);
using Vector = std::pair<std::string_view, std::size_t>;
constexpr Vector kVectors[] = {{"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}};

const Component* componentOf(const Json& accessor) {
  const auto found = std::ranges::find(kComponents, wholeAt(accessor, "componentType", 0), &Component::type);
  return found == std::end(kComponents) ? nullptr : found;
}

/// The end of kVectors where it is none.
const Vector* vectorOf(const Json& accessor) {
  return std::ranges::find(kVectors, accessor["type"].isString() ? accessor["type"].string() : "", &Vector::first);
}

double numberAt(std::span<const std::byte> bytes, std::size_t at, const Component& component) {
  if (component.is_float) return std::bit_cast<float>(u32At(bytes, at));
  std::int64_t value = 0;
  for (std::size_t i = component.size; i-- > 0;) value = value << 8 | std::to_integer<std::int64_t>(bytes[at + i]);
  const std::int64_t range = std::int64_t{1} << 8 * component.size;
  return static_cast<double>(component.has_sign && value >= range / 2 ? value - range : value);
}

/// As glTF 2.0 says: the largest number of its type is 1.
double normalised(double number, const Component& component) {
  const double largest =
      static_cast<double>((std::int64_t{1} << (8 * component.size - (component.has_sign ? 1 : 0))) - 1);
  return std::max(number / largest, -1.0);
}

/// Finds faults that assimp passes over, and rewrites what it misreads.
class Repair {
 public:
  Repair(Json& json, const Chunks& chunks, const std::vector<GltfFiles::Buffer>& files, std::string where)
      : json_(json), chunks_(chunks), files_(files), where_(std::move(where)) {}

  Result<void> run() {
    if (!std::as_const(json_)["accessors"].isArray()) return {};     // glTF 1.0 has no such numbers
    for (const std::string_view key : {"buffers", "bufferViews"}) {  // all that is added to the file
      if (Json& list = json_[key]; !list.isArray()) list = Json::array();
    }
    const auto checked = checkFaces();
    SEPAX_TRY(checked);
    const auto completed = completeSkins();
    SEPAX_TRY(completed);
    nameJoints();
    const auto separated = separateMeshes();
    SEPAX_TRY(separated);
    placeTextures();
    const auto rewritten = rewriteAttributes();
    SEPAX_TRY(rewritten);
    if (!floats_.empty()) json_["buffers"].push({{"uri", kFloatsUri}, {"byteLength", floats_.size()}});
    return {};
  }
  [[nodiscard]] bool isChanged() const { return is_changed_ || !floats_.empty(); }
  [[nodiscard]] std::vector<std::byte>& floats() { return floats_; }

 private:
  // ------------------------------------------------------------------------------------------------------------------
  // the numbers of an accessor

  struct View {
    std::span<const std::byte> bytes;
    std::size_t stride = 0;  ///< 0: one element behind the other
  };

  /// From an offset in a view of a buffer on.
  [[nodiscard]] View viewAt(const Json& of) {
    const Json& json = json_;
    const Json& views = json["bufferViews"];
    const std::uint64_t index = wholeAt(of, "bufferView", kNone);
    if (index >= views.size() || !views.isArray()) return {};
    const Json& view = views[index];
    const std::uint64_t buffer = wholeAt(view, "buffer", 0);
    std::span<const std::byte> bytes = bufferBytes(buffer);
    const auto skip = [&](std::uint64_t count) {
      bytes = bytes.subspan(static_cast<std::size_t>(std::min<std::uint64_t>(count, bytes.size())));
    };
    skip(wholeAt(view, "byteOffset", 0));
    bytes =
        bytes.first(static_cast<std::size_t>(std::min<std::uint64_t>(wholeAt(view, "byteLength", 0), bytes.size())));
    skip(wholeAt(of, "byteOffset", 0));
    return {bytes, static_cast<std::size_t>(wholeAt(view, "byteStride", 0))};
  }

  std::span<const std::byte> bufferBytes(std::uint64_t index) {
    const Json& buffers = std::as_const(json_)["buffers"];
    if (index >= buffers.size() || !buffers.isArray()) return {};
    const Json& uri = buffers[index]["uri"];
    if (!uri.isString()) return index == 0 ? bufferIn(chunks_) : std::span<const std::byte>();
    if (uri.string().starts_with("data:")) {
      const auto [place, is_new] = decoded_.try_emplace(index);
      if (is_new) place->second = dataOf(uri.string());
      return std::as_bytes(std::span(place->second));
    }
    const auto file = std::ranges::find(files_, uri.string(), &GltfFiles::Buffer::uri);
    return file == files_.end() ? std::span<const std::byte>() : file->bytes;
  }

  /// Whether `count` elements of so many bytes are in the view.
  static bool isWithin(const View& view, std::uint64_t count, std::size_t size, std::size_t stride) {
    return count == 0 || (view.bytes.size() >= size && (count - 1) <= (view.bytes.size() - size) / stride);
  }

  /// The accessor of that number; null where there is none, of which the importer complains itself.
  [[nodiscard]] const Json& accessorAt(std::uint64_t index) const {
    const Json& accessors = std::as_const(json_)["accessors"];
    return accessors[static_cast<std::size_t>(std::min<std::uint64_t>(index, accessors.size()))];
  }

  /// All numbers of an accessor, those replaced that `sparse` says.
  template <class Number>
  Result<std::vector<Number>> numbersOf(std::uint64_t index, const Component& component, std::size_t width) {
    const Json& accessor = accessorAt(index);
    const auto refuse = [&](std::string why) {
      return fail(ErrorCode::kWrongValue, where_ + "#/accessors", std::move(why));
    };
    const auto reachesBeyond = [&] { return refuse(trf("accessor {} reaches beyond its buffer", index)); };
    const std::uint64_t count = wholeAt(accessor, "count", 0);
    if (count > kMaxElements || floats_.size() + count * width * sizeof(Number) > kMaxBytes)
      return refuse(trf("accessor {} has too many numbers", index));
    const std::size_t size = width * component.size;
    const bool is_normalised = !component.is_float && accessor["normalized"] == Json(true);
    std::vector<Number> numbers(static_cast<std::size_t>(count) * width);
    const auto put = [&](std::uint64_t to, std::span<const std::byte> from) {
      for (std::size_t i = 0; i < width; ++i) {
        const double number = numberAt(from, i * component.size, component);
        numbers[static_cast<std::size_t>(to) * width + i] =
            static_cast<Number>(is_normalised ? normalised(number, component) : number);
      }
    };
    if (accessor.contains("bufferView")) {
      const View view = viewAt(accessor);
      const std::size_t stride = view.stride > 0 ? view.stride : size;
      if (!isWithin(view, count, size, stride)) return reachesBeyond();
      for (std::size_t i = 0; i < count; ++i) put(i, view.bytes.subspan(i * stride));
    }
    const Json& sparse = accessor["sparse"];
    if (!sparse.isObject()) return numbers;
    const Component* index_type = componentOf(sparse["indices"]);
    const View places = viewAt(sparse["indices"]), values = viewAt(sparse["values"]);
    const std::uint64_t changed = wholeAt(sparse, "count", 0);
    if (index_type == nullptr || index_type->is_float ||
        !isWithin(places, changed, index_type->size, index_type->size) || !isWithin(values, changed, size, size))
      return reachesBeyond();
    for (std::size_t i = 0; i < changed; ++i) {
      const double place = numberAt(places.bytes, i * index_type->size, *index_type);
      if (place < 0 || place >= static_cast<double>(count)) return reachesBeyond();
      put(static_cast<std::uint64_t>(place), values.bytes.subspan(i * size));
    }
    return numbers;
  }

  // ------------------------------------------------------------------------------------------------------------------
  // faults

  /// The largest of indices, and where it is.
  struct Largest {
    std::uint32_t index = 0;
    std::size_t place = 0;
  };

  Result<Largest> largestOf(std::uint64_t accessor, const Component& component) {
    if (const auto known = largest_.find(accessor); known != largest_.end()) return known->second;
    return numbersOf<std::uint32_t>(accessor, component, 1).map([&](const std::vector<std::uint32_t>& indices) {
      const auto at = std::ranges::max_element(indices);
      const Largest largest =
          at == indices.end() ? Largest{} : Largest{*at, static_cast<std::size_t>(std::distance(indices.begin(), at))};
      return largest_.emplace(accessor, largest).first->second;
    });
  }

  /// That each triangle has three corners, and each corner is one of the vertices.
  Result<void> checkFaces(const Json& primitive, const std::string& where) {
    constexpr std::uint64_t kTriangles = 4, kTriangleFan = 6;
    const std::uint64_t mode = wholeAt(primitive, "mode", kTriangles);
    const Json& vertices = accessorAt(wholeAt(primitive["attributes"], "POSITION", kNone));
    const std::uint64_t index = wholeAt(primitive, "indices", kNone);
    const Json& indices = accessorAt(index);
    const Json& corners = primitive.contains("indices") ? indices : vertices;
    if (mode < kTriangles || mode > kTriangleFan || vertices.isNull() || corners.isNull()) return {};
    const auto refuse = [&](std::string why) { return fail(ErrorCode::kWrongValue, where, std::move(why)); };
    const std::uint64_t count = wholeAt(corners, "count", 0), vertex_count = wholeAt(vertices, "count", 0);
    if (mode == kTriangles && count % 3 != 0)
      return refuse(trf("has {} corners of triangles, expected three for each", count));
    if (mode != kTriangles && count < 3)
      return refuse(trf("has {} corners of a strip or fan of triangles, expected three or more", count));
    const Component* component = componentOf(indices);
    if (component == nullptr || component->has_sign) return {};
    return largestOf(index, *component).and_then([&](const Largest& largest) -> Result<void> {
      if (count == 0 || largest.index < vertex_count) return {};
      return refuse(
          trf("corner {} names vertex {}, expected one below {}", largest.place, largest.index, vertex_count));
    });
  }

  Result<void> checkFaces() {
    const Json& meshes = std::as_const(json_)["meshes"];
    for (std::size_t m = 0; meshes.isArray() && m < meshes.size(); ++m) {
      const Json& primitives = meshes[m]["primitives"];
      for (std::size_t p = 0; primitives.isArray() && p < primitives.size(); ++p) {
        const auto checked = checkFaces(primitives[p], fmt::format("{}#/meshes/{}/primitives/{}", where_, m, p));
        SEPAX_TRY(checked);
      }
    }
    return {};
  }

  // ------------------------------------------------------------------------------------------------------------------
  // attributes

  /// Accessors that the importer reads.
  [[nodiscard]] std::set<std::uint64_t> attributes() const {
    std::set<std::uint64_t> out;
    const auto take = [&](const Json& attributes) {
      if (!attributes.isObject()) return;
      for (const JsonMember& attribute : attributes.members()) {
        const std::string_view key = attribute.key;
        const bool is_read = key == "POSITION" || key == "NORMAL" || key == "TANGENT" || key.starts_with("TEXCOORD_") ||
                             key.starts_with("WEIGHTS_");
        if (is_read && attribute.value.isUnsigned()) out.insert(attribute.value.whole());
      }
    };
    for (const Json& mesh : std::as_const(json_)["meshes"]) {
      for (const Json& primitive : mesh["primitives"]) {
        take(primitive["attributes"]);
        for (const Json& target : primitive["targets"]) take(target);
      }
    }
    return out;
  }

  /// An accessor of floats in a buffer of their own.
  Json accessorOf(const std::vector<float>& numbers, std::string_view type, std::size_t width) {
    const auto bytes = std::as_bytes(std::span(numbers));
    Json& views = json_["bufferViews"];
    const std::size_t buffer = std::as_const(json_)["buffers"].size();
    views.push({{"buffer", buffer}, {"byteOffset", floats_.size()}, {"byteLength", bytes.size()}});
    floats_.insert(floats_.end(), bytes.begin(), bytes.end());
    return {{"bufferView", views.size() - 1},
            {"componentType", kFloats.type},
            {"count", numbers.size() / width},
            {"type", type}};
  }

  Result<void> rewriteAttributes() {
    for (const std::uint64_t index : attributes()) {
      const Json& accessor = accessorAt(index);
      const auto vector = vectorOf(accessor);
      const Component* component = componentOf(accessor);
      if (component == nullptr || vector == std::end(kVectors)) continue;
      if (component->is_float && !accessor.contains("sparse")) continue;
      const auto numbers = numbersOf<float>(index, *component, vector->second);
      SEPAX_TRY(numbers);
      json_["accessors"][static_cast<std::size_t>(index)] = accessorOf(*numbers, vector->first, vector->second);
    }
    return {};
  }

  // ------------------------------------------------------------------------------------------------------------------
  // skins

  /// A skin without matrices has the identity for each joint; assimp reads as many as there are joints.
  Result<void> completeSkins() {
    const Json& skins = std::as_const(json_)["skins"];
    const std::size_t count = skins.isArray() ? skins.size() : 0;
    for (std::size_t s = 0; s < count; ++s) {
      const Json& skin = std::as_const(json_)["skins"][s];
      const std::size_t joints = skin["joints"].size();
      if (skin.contains("inverseBindMatrices")) {
        const Json& matrices = accessorAt(wholeAt(skin, "inverseBindMatrices", kNone));
        if (matrices.isNull() || wholeAt(matrices, "count", 0) >= joints) continue;
        return fail(ErrorCode::kWrongValue, fmt::format("{}#/skins/{}", where_, s),
                    trf("has {} matrices for {} joints, expected one for each", wholeAt(matrices, "count", 0), joints));
      }
      if (!skin.isObject() || joints == 0) continue;
      constexpr std::size_t kNumbers = 16;
      std::vector<float> numbers(joints * kNumbers, 0.0f);
      for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i % kNumbers % 5 == 0 ? 1.0f : 0.0f;
      Json matrices = accessorOf(numbers, "MAT4", kNumbers);
      json_["skins"][s]["inverseBindMatrices"] = std::as_const(json_)["accessors"].size();
      json_["accessors"].push(std::move(matrices));
    }
    return {};
  }

  /// Assimp finds the node of a joint by its name alone.
  void nameJoints() {
    const Json& nodes = std::as_const(json_)["nodes"];
    if (!nodes.isArray()) return;
    std::map<std::string, std::size_t> uses = {{"", 2}, {"ROOT", 2}};  // assimp's name for a node above several
    for (const Json& node : nodes) {
      if (node["name"].isString()) ++uses[node["name"].string()];
    }
    std::set<std::uint64_t> joints;
    for (const Json& skin : std::as_const(json_)["skins"]) {
      for (const Json& joint : skin["joints"]) {
        if (joint.isUnsigned() && joint.whole() < nodes.size()) joints.insert(joint.whole());
      }
    }
    for (const std::uint64_t joint : joints) {
      const auto index = static_cast<std::size_t>(joint);
      const Json& said = nodes[index]["name"];
      const std::string name = said.isString() ? said.string() : "";
      if (!nodes[index].isObject() || uses[name] == 1) continue;
      std::string unique = fmt::format("{} {}", name.empty() ? "joint" : name, index);
      while (uses.contains(unique)) unique += '_';
      uses[unique] = 1;
      --uses[name];
      json_["nodes"][index]["name"] = unique;
      is_changed_ = true;
    }
  }

  // ------------------------------------------------------------------------------------------------------------------
  // textures

  static double numberIn(const Json& list, std::size_t at, double without) {
    return list.isArray() && list[at].isNumber() ? list[at].number() : without;
  }

  /// Applies KHR_texture_transform to the coordinates of each primitive whose colours have it: assimp leaves that to
  /// others, and so do coordinates that cannot be read. Turned as viewers do, against the extension's own matrix
  /// (KhronosGroup/glTF issue 1563).
  void placeTextures() {
    constexpr std::size_t kWidth = 2;
    std::map<std::pair<std::uint64_t, std::string>, std::uint64_t> placed;
    const Json& meshes = std::as_const(json_)["meshes"];
    for (std::size_t m = 0; meshes.isArray() && m < meshes.size(); ++m) {
      const Json& primitives = meshes[m]["primitives"];
      for (std::size_t p = 0; primitives.isArray() && p < primitives.size(); ++p) {
        const Json& materials = std::as_const(json_)["materials"];
        const std::uint64_t material = wholeAt(primitives[p], "material", kNone);
        if (!materials.isArray() || material >= materials.size()) continue;
        const Json& texture = materials[static_cast<std::size_t>(material)]["pbrMetallicRoughness"]["baseColorTexture"];
        const Json& transform = texture["extensions"]["KHR_texture_transform"];
        const std::uint64_t set = wholeAt(texture, "texCoord", 0);
        const std::string from = fmt::format("TEXCOORD_{}", wholeAt(transform, "texCoord", set));
        const std::uint64_t index = wholeAt(primitives[p]["attributes"], from, kNone);
        const Component* component = componentOf(accessorAt(index));
        if (!transform.isObject() || component == nullptr || vectorOf(accessorAt(index)) != &kVectors[0]) continue;
        const auto [place, is_new] = placed.try_emplace({index, compactJson(transform)}, kNone);
        auto numbers = is_new ? numbersOf<float>(index, *component, kWidth) : std::vector<float>();
        if (is_new && numbers && !numbers->empty()) {
          const double turn = transform["rotation"].isNumber() ? transform["rotation"].number() : 0;
          const double c = std::cos(turn), s = std::sin(turn);
          for (std::size_t i = 0; i < numbers->size(); i += kWidth) {
            const double u = (*numbers)[i] * numberIn(transform["scale"], 0, 1);
            const double v = (*numbers)[i + 1] * numberIn(transform["scale"], 1, 1);
            (*numbers)[i] = static_cast<float>(c * u + s * v + numberIn(transform["offset"], 0, 0));
            (*numbers)[i + 1] = static_cast<float>(c * v - s * u + numberIn(transform["offset"], 1, 0));
          }
          place->second = std::as_const(json_)["accessors"].size();
          Json accessor = accessorOf(*numbers, "VEC2", kWidth);
          json_["accessors"].push(std::move(accessor));
        }
        if (place->second != kNone)
          json_["meshes"][m]["primitives"][p]["attributes"][fmt::format("TEXCOORD_{}", set)] = place->second;
      }
    }
  }

  // ------------------------------------------------------------------------------------------------------------------
  // meshes

  /// How a node has its mesh: moved by a skin (kNone: by none), with weights of its own for the targets or the mesh's.
  struct MeshUse {
    std::uint64_t mesh = 0, skin = kNone;
    std::optional<std::vector<double>> weights = {};
    auto operator<=>(const MeshUse&) const = default;
  };

  static std::vector<double> weightsIn(const Json& list) {
    std::vector<double> weights;
    for (const Json& weight : list) weights.push_back(weight.isNumber() ? weight.number() : 0);
    while (!weights.empty() && weights.back() == 0) weights.pop_back();
    return weights;
  }

  static void remove(Json& from, std::string_view key) {
    std::erase_if(from.members(), [&](const JsonMember& member) { return member.key == key; });
  }

  static bool hasTargets(const Json& mesh) { return !mesh["primitives"][std::size_t{0}]["targets"].empty(); }

  /// Adds to an attribute what the targets change of it; `attribute` says which accessor it is.
  Result<void> morph(Json& attribute, const Json& targets, std::string_view key, std::span<const double> weights) {
    constexpr std::size_t kWidth = 3;
    constexpr std::uint64_t kMaxMorphed = 30'000'000;
    const auto read = [&](const Json& index) -> Result<std::vector<float>> {
      const Json& accessor = accessorAt(index.isUnsigned() ? index.whole() : kNone);
      const Component* component = componentOf(accessor);
      if (component == nullptr || vectorOf(accessor) != &kVectors[1]) return std::vector<float>();
      morphed_ += wholeAt(accessor, "count", 0);
      if (morphed_ > kMaxMorphed)
        return fail(ErrorCode::kTooLarge, where_ + "#/meshes", trf("has more than {} vertices to morph", kMaxMorphed));
      return numbersOf<float>(index.whole(), *component, kWidth);
    };
    auto numbers = read(attribute);
    SEPAX_TRY(numbers);
    bool is_moved = false;
    for (std::size_t t = 0; t < std::min(weights.size(), targets.size()); ++t) {
      if (weights[t] == 0 || !targets[t].contains(key)) continue;
      const auto moves = read(targets[t][key]);
      SEPAX_TRY(moves);
      if (moves->size() != numbers->size()) continue;  // the importer's own complaint
      for (std::size_t i = 0; i < moves->size(); ++i) (*numbers)[i] += static_cast<float>(weights[t] * (*moves)[i]);
      is_moved = true;
    }
    if (!is_moved || numbers->empty()) return {};
    Json accessor = accessorOf(*numbers, "VEC3", kWidth);
    attribute = std::as_const(json_)["accessors"].size();
    json_["accessors"].push(std::move(accessor));
    return {};
  }

  Result<void> morph(Json& mesh, std::span<const double> weights) {
    for (Json& primitive : mesh["primitives"].items()) {
      if (!primitive.isObject()) continue;
      const Json targets = std::as_const(primitive)["targets"];
      for (const std::string_view key : {"POSITION", "NORMAL"}) {
        Json* const attribute = primitive["attributes"].find(key);
        if (attribute == nullptr) continue;
        const auto morphed = morph(*attribute, targets, key, weights);
        SEPAX_TRY(morphed);
      }
      remove(primitive, "targets");
    }
    remove(mesh, "weights");
    return {};
  }

  /// Gives each use of a mesh that differs one of its own, with its weights and skin: assimp passes over weights, and
  /// knows one skin of a mesh.
  Result<void> separateMeshes() {
    const Json& nodes = std::as_const(json_)["nodes"];
    const Json& meshes = std::as_const(json_)["meshes"];
    if (!nodes.isArray() || !meshes.isArray()) return {};
    std::map<MeshUse, std::vector<std::size_t>> uses;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      MeshUse use{wholeAt(nodes[n], "mesh", kNone), wholeAt(nodes[n], "skin", kNone)};
      if (use.mesh >= meshes.size()) continue;
      const Json& mesh = meshes[static_cast<std::size_t>(use.mesh)];
      if (hasTargets(mesh) && nodes[n].contains("weights")) use.weights = weightsIn(nodes[n]["weights"]);
      if (mesh["primitives"].isArray()) uses[std::move(use)].push_back(n);
    }
    std::uint64_t copied = 0;
    for (auto use = uses.begin(); use != uses.end(); ++use) {
      const auto next = std::next(use);
      const bool is_last = next == uses.end() || next->first.mesh != use->first.mesh;
      const auto& [key, at] = *use;
      auto index = static_cast<std::size_t>(key.mesh);
      const std::vector<double> weights = !hasTargets(meshes[index]) ? std::vector<double>()
                                          : key.weights              ? *key.weights
                                                                     : weightsIn(meshes[index]["weights"]);
      if (is_last && weights.empty()) continue;
      Json mesh = meshes[index];
      if (!is_last) copied += compactJson(mesh).size();
      if (copied > JsonLimits{}.bytes)
        return fail(ErrorCode::kTooLarge, where_ + "#/meshes", tr("too many nodes have a mesh in ways of their own"));
      if (!weights.empty()) {
        const auto morphed = morph(mesh, weights);
        SEPAX_TRY(morphed);
      }
      if (is_last) {
        json_["meshes"][index] = std::move(mesh);
      } else {
        index = meshes.size();
        json_["meshes"].push(std::move(mesh));
      }
      for (const std::size_t node : at) {
        json_["nodes"][node]["mesh"] = index;
        if (!weights.empty()) remove(json_["nodes"][node], "weights");
      }
      is_changed_ = true;
    }
    return {};
  }

  Json& json_;
  const Chunks& chunks_;
  const std::vector<GltfFiles::Buffer>& files_;
  std::string where_;
  std::map<std::uint64_t, std::string> decoded_;  ///< buffers within the JSON
  std::map<std::uint64_t, Largest> largest_;      ///< by accessor
  std::vector<std::byte> floats_;
  std::uint64_t morphed_ = 0;  ///< vertices read for it
  bool is_changed_ = false;    ///< beside the floats
};

}  // namespace

Result<GltfFiles> gltfFiles(std::span<const std::byte> bytes, const std::string& name, const FilesBeside& beside) {
  const std::string where = toValidUtf8(name);
  const Chunks chunks = chunksOf(bytes);
  auto json = parseJson(chunks.json, where);
  SEPAX_TRY(json);
  if (const std::string unknown = unknownExtension(std::as_const(*json)); !unknown.empty()) {
    return fail(ErrorCode::kUnsupported, where + "#/extensionsRequired",
                trf("requires the extension {}, which is not read here", printableLine(unknown)));
  }
  GltfFiles out;
  std::uint64_t total = bytes.size();
  for (const std::string& uri : bufferUris(std::as_const(*json))) {
    const auto refuse = [&](ErrorCode code, const std::string& why) {
      return fail(code, where, trf("names the buffer \"{}\": {}", printableLine(uri), why));
    };
    if (!beside) return refuse(ErrorCode::kNotFound, tr("no file beside it can be read here"));
    auto buffer = beside(percentDecoded(uri));
    if (!buffer) return refuse(buffer.error().code, buffer.error().message);
    total += buffer->size();
    if (total > kMaxBytes) return refuse(ErrorCode::kTooLarge, trf("with it more than {} bytes", kMaxBytes));
    out.buffers.push_back({uri, std::move(*buffer)});
  }
  Repair repair(*json, chunks, out.buffers, where);
  const auto repaired = repair.run();
  SEPAX_TRY(repaired);
  if (repair.isChanged()) out.rewritten = withJson(chunks, compactJson(*json));
  if (!repair.floats().empty()) out.buffers.push_back({kFloatsUri, std::move(repair.floats())});
  noteInstances(std::as_const(*json), out.notes);
  out.has_fine_moves = hasFineMoves(std::as_const(*json));
  return out;
}

}  // namespace sepax
