// sepax-import-model NAME: reads a mesh file and those that it may see from standard input, writes how it looks and
// moves to standard output (media/import_protocol.h): parts, materials, textures, nodes, bones, animations. Apart from
// sepax-import, whose triangles collide.

#include "app/importers/import_files.h"
#include "media/import_protocol.h"

#include <assimp/GltfMaterial.h>
#include <assimp/config.h>
#include <assimp/material.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/Importer.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <new>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace sepax;
namespace protocol = sepax::import_protocol;

/// A limit that the file is beyond of, or what contradicts itself in it.
struct Refusal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Reply {
 public:
  template <class Value>
  void add(const Value* values, std::size_t count) {
    if (count > 0 && !writeStandardOutput(values, count)) throw Refusal("the reply could not be written");
  }
  template <class Value>
  void add(const Value& value) {
    add(&value, 1);
  }
  void addName(const std::string& name) { add(name.data(), name.size()); }
};

std::string nameOf(const aiString& text) {
  return {text.C_Str(), std::min<std::size_t>(text.length, protocol::kMaxModelName)};
}

/// Which number it is stays behind the colon: the window says what is in front of it in its own language.
void limit(std::uint64_t count, std::uint64_t at_most, const char* complaint) {
  if (count > at_most) throw Refusal(std::string(complaint) + ": more than " + std::to_string(at_most));
}

struct Material {
  protocol::MaterialHeader header;
  std::string name;
  unsigned uv_channel = 0;
};

/// The parts of a scene that are written, in the order of the protocol.
struct Model {
  std::vector<std::string> texture_names;  ///< as the materials name them
  std::vector<Material> materials;
  std::vector<const aiNode*> nodes;
  std::vector<std::int32_t> parents;
  std::map<std::string, std::uint32_t> node_named;  // sorted: a file chooses the names
};

float fromLinear(float x) { return x <= 0.0031308f ? 12.92f * x : 1.055f * std::pow(x, 1 / 2.4f) - 0.055f; }

Material materialOf(const aiMaterial& from, std::map<std::string, std::int32_t>& texture_at, Model& model) {
  Material out;
  aiString text;
  if (from.Get(AI_MATKEY_NAME, text) == aiReturn_SUCCESS) out.name = nameOf(text);
  aiColor4D colour(1, 1, 1, 1);
  const bool is_linear = from.Get(AI_MATKEY_BASE_COLOR, colour) == aiReturn_SUCCESS;
  if (!is_linear) from.Get(AI_MATKEY_COLOR_DIFFUSE, colour);
  for (const aiTextureType type : {aiTextureType_BASE_COLOR, aiTextureType_DIFFUSE}) {
    if (out.header.texture >= 0 || from.GetTextureCount(type) == 0) continue;
    if (from.GetTexture(type, 0, &text, nullptr, &out.uv_channel) != aiReturn_SUCCESS || text.length == 0) continue;
    const std::string name(text.C_Str(), text.length);
    const auto [place, is_new] = texture_at.try_emplace(name, static_cast<std::int32_t>(model.texture_names.size()));
    if (is_new) model.texture_names.push_back(name);
    out.header.texture = place->second;
  }
  const bool is_black = colour.r == 0 && colour.g == 0 && colour.b == 0;
  if (is_black && out.header.texture >= 0)
    colour = aiColor4D(1, 1, 1, 1);  // exporters forget the colour of what has a texture
  for (unsigned i = 0; i < 4; ++i) out.header.base_colour[i] = is_linear && i < 3 ? fromLinear(colour[i]) : colour[i];
  aiString mode;
  const bool has_mode = from.Get(AI_MATKEY_GLTF_ALPHAMODE, mode) == aiReturn_SUCCESS;
  out.header.is_cut_out = has_mode && std::string_view(mode.C_Str()) != "OPAQUE" ? 1 : 0;
  out.header.name_size = static_cast<std::uint32_t>(out.name.size());
  return out;
}

/// Parents first, whatever the depth.
void listNodes(const aiScene& scene, Model& model) {
  if (scene.mRootNode == nullptr) return;
  std::set<const aiNode*> seen = {scene.mRootNode};
  model.nodes = {scene.mRootNode};
  model.parents = {-1};
  for (std::size_t at = 0; at < model.nodes.size(); ++at) {
    const aiNode& node = *model.nodes[at];
    model.node_named.try_emplace(std::string(node.mName.C_Str(), node.mName.length), static_cast<std::uint32_t>(at));
    for (unsigned c = 0; c < node.mNumChildren; ++c) {
      if (node.mChildren[c] == nullptr) continue;
      if (!seen.insert(node.mChildren[c]).second) throw Refusal("a node is its own ancestor, or has two parents");
      limit(model.nodes.size() + 1, protocol::kMaxModelNodes, "has too many nodes");
      model.nodes.push_back(node.mChildren[c]);
      model.parents.push_back(static_cast<std::int32_t>(at));
    }
  }
}

void copyMatrix(const aiMatrix4x4& from, float (&to)[16]) {
  for (unsigned row = 0; row < 4; ++row) {
    for (unsigned column = 0; column < 4; ++column) to[column * 4 + row] = from[row][column];
  }
}

void writeTexture(const aiScene& scene, const std::string& name, Reply& reply) {
  const aiTexture* inside = scene.GetEmbeddedTexture(name.c_str());
  std::string shown = name;
  if (inside != nullptr && inside->mFilename.length > 0) shown = inside->mFilename.C_Str();
  if (inside != nullptr) shown.resize(std::min<std::size_t>(shown.size(), protocol::kMaxModelName));
  protocol::TextureHeader header{.name_size = static_cast<std::uint32_t>(shown.size())};
  if (inside == nullptr) {
    reply.add(header);
    return reply.addName(shown);
  }
  const bool is_file = inside->mHeight == 0;
  const std::uint64_t pixels = std::uint64_t{inside->mWidth} * inside->mHeight;
  if (!is_file) limit(pixels, protocol::kMaxPicturePixels, "has too many pixels in a texture");
  header.width = is_file ? 0 : inside->mWidth;
  header.height = inside->mHeight;
  header.size = is_file ? inside->mWidth : pixels * 4;
  reply.add(header);
  reply.addName(shown);
  if (is_file) return reply.add(reinterpret_cast<const char*>(inside->pcData), inside->mWidth);
  for (std::uint64_t i = 0; i < pixels; ++i) {
    const aiTexel& texel = inside->pcData[i];
    reply.add(std::array<std::uint8_t, 4>{texel.r, texel.g, texel.b, texel.a});
  }
}

void writePart(const aiMesh& mesh, const Model& model, Reply& reply) {
  protocol::PartHeader header;
  header.material = mesh.mMaterialIndex;
  header.vertex_count = mesh.mNumVertices;
  header.normal_count = mesh.HasNormals() ? mesh.mNumVertices : 0;
  const unsigned channel =
      mesh.mMaterialIndex < model.materials.size() ? model.materials[mesh.mMaterialIndex].uv_channel : 0;
  const unsigned shown_channel =
      channel < AI_MAX_NUMBER_OF_TEXTURECOORDS && mesh.HasTextureCoords(channel) ? channel : 0;
  const aiVector3D* uv = mesh.HasTextureCoords(shown_channel) ? mesh.mTextureCoords[shown_channel] : nullptr;
  header.uv_count = uv != nullptr ? mesh.mNumVertices : 0;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
    const aiFace& face = mesh.mFaces[f];
    if (face.mNumIndices == 3) triangles.push_back({face.mIndices[0], face.mIndices[1], face.mIndices[2]});
  }
  header.triangle_count = static_cast<std::uint32_t>(triangles.size());
  std::vector<protocol::BoneRecord> bones;
  std::vector<protocol::WeightRecord> weights;
  for (unsigned b = 0; b < mesh.mNumBones; ++b) {
    const aiBone& bone = *mesh.mBones[b];
    const auto node = model.node_named.find(std::string(bone.mName.C_Str(), bone.mName.length));
    if (node == model.node_named.end()) continue;  // counted as lost
    for (unsigned w = 0; w < bone.mNumWeights; ++w) {
      weights.push_back(
          {bone.mWeights[w].mVertexId, static_cast<std::uint32_t>(bones.size()), bone.mWeights[w].mWeight});
    }
    protocol::BoneRecord& record = bones.emplace_back();
    record.node = node->second;
    copyMatrix(bone.mOffsetMatrix, record.bone_from_mesh);
  }
  header.bone_count = static_cast<std::uint32_t>(bones.size());
  header.weight_count = static_cast<std::uint32_t>(weights.size());
  reply.add(header);
  static_assert(sizeof(aiVector3D) == 3 * sizeof(float), "copied as plain arrays");
  reply.add(mesh.mVertices, header.vertex_count);
  reply.add(mesh.mNormals, header.normal_count);
  for (unsigned v = 0; v < header.uv_count; ++v) reply.add(std::array<float, 2>{uv[v].x, uv[v].y});
  reply.add(triangles.data(), triangles.size());
  reply.add(bones.data(), bones.size());
  reply.add(weights.data(), weights.size());
}

void writeNode(const aiNode& node, std::int32_t parent, const aiMatrix4x4& parent_from_node, Reply& reply) {
  const std::string name = nameOf(node.mName);
  protocol::NodeHeader header{
      .name_size = static_cast<std::uint32_t>(name.size()), .parent = parent, .mesh_count = node.mNumMeshes};
  copyMatrix(parent_from_node, header.parent_from_node);
  reply.add(header);
  reply.addName(name);
  reply.add(node.mMeshes, node.mNumMeshes);
}

void writeClip(const aiAnimation& clip, const Model& model, Reply& reply) {
  constexpr double kUsualTicks = 25;  // where the file does not say
  const double ticks = clip.mTicksPerSecond > 0 ? clip.mTicksPerSecond : kUsualTicks;
  std::vector<std::pair<std::uint32_t, const aiNodeAnim*>> tracks;
  for (unsigned c = 0; c < clip.mNumChannels; ++c) {
    const aiString& name = clip.mChannels[c]->mNodeName;
    const auto node = model.node_named.find(std::string(name.C_Str(), name.length));
    if (node != model.node_named.end()) tracks.emplace_back(node->second, clip.mChannels[c]);
  }
  const std::string name = nameOf(clip.mName);
  reply.add(protocol::ClipHeader{.name_size = static_cast<std::uint32_t>(name.size()),
                                 .track_count = static_cast<std::uint32_t>(tracks.size()),
                                 .seconds = clip.mDuration / ticks});
  reply.addName(name);
  const auto time = [&](double at) { return static_cast<float>(at / ticks); };
  for (const auto& [node, track] : tracks) {
    reply.add(protocol::TrackHeader{node, track->mNumPositionKeys, track->mNumRotationKeys, track->mNumScalingKeys});
    const auto writeVectors = [&](const aiVectorKey* keys, unsigned count) {
      for (unsigned k = 0; k < count; ++k)
        reply.add(std::array<float, 4>{time(keys[k].mTime), keys[k].mValue.x, keys[k].mValue.y, keys[k].mValue.z});
    };
    writeVectors(track->mPositionKeys, track->mNumPositionKeys);
    for (unsigned k = 0; k < track->mNumRotationKeys; ++k) {
      const aiQuatKey& key = track->mRotationKeys[k];
      reply.add(std::array<float, 5>{time(key.mTime), key.mValue.w, key.mValue.x, key.mValue.y, key.mValue.z});
    }
    writeVectors(track->mScalingKeys, track->mNumScalingKeys);
  }
}

std::uint32_t lostBonesOf(const aiScene& scene, const Model& model) {
  std::uint32_t count = 0;
  for (unsigned m = 0; m < scene.mNumMeshes; ++m) {
    for (unsigned b = 0; b < scene.mMeshes[m]->mNumBones; ++b) {
      const aiString& name = scene.mMeshes[m]->mBones[b]->mName;
      count += model.node_named.contains(std::string(name.C_Str(), name.length)) ? 0 : 1;
    }
  }
  return count;
}

std::uint32_t colouredMeshesOf(const aiScene& scene) {
  return static_cast<std::uint32_t>(
      std::count_if(scene.mMeshes, scene.mMeshes + scene.mNumMeshes, [](const aiMesh* mesh) {
        const aiColor4D white(1, 1, 1, 1), *const colours = mesh->mColors[0];
        return colours != nullptr &&
               std::any_of(colours, colours + mesh->mNumVertices, [&](const aiColor4D& c) { return c != white; });
      }));
}

/// The colours that assimp gives to what has none.
bool isUncoloured(const Material& material) {
  const auto isAll = [&](float value) {
    return std::all_of(material.header.base_colour, material.header.base_colour + 3,
                       [&](float x) { return std::abs(x - value) < 1e-3f; });
  };
  return isAll(0.6f) || isAll(1);
}

/// True when the file says no more than where its triangles are: then nothing but its materials is worth its memory.
bool isPlain(const aiScene& scene, const Model& model) {
  bool has_more = scene.mNumAnimations > 0 || !model.texture_names.empty() || model.materials.size() > 1 ||
                  !std::all_of(model.materials.begin(), model.materials.end(), isUncoloured);
  for (unsigned m = 0; m < scene.mNumMeshes && !has_more; ++m) {
    const aiMesh& mesh = *scene.mMeshes[m];
    has_more = mesh.HasTextureCoords(0) || mesh.HasBones();
  }
  return !has_more;
}

void checkLimits(const aiScene& scene, const Model& model) {
  limit(model.texture_names.size(), protocol::kMaxModelTextures, "has too many textures");
  limit(scene.mNumMaterials, protocol::kMaxModelTextures, "has too many materials");
  limit(scene.mNumAnimations, protocol::kMaxModelTextures, "has too many animations");
  limit(scene.mNumMeshes, protocol::kMaxModelNodes, "has too many meshes");
  // The parts of a mesh count at each node that has the mesh: a pose takes that much work.
  std::uint64_t meshes = 0, triangles = 0, vertices = 0, bones = 0, weights = 0, tracks = 0, keys = 0;
  std::vector<std::uint64_t> weights_of(scene.mNumMeshes, 0);
  for (unsigned m = 0; m < scene.mNumMeshes; ++m) {
    for (unsigned b = 0; b < scene.mMeshes[m]->mNumBones; ++b)
      weights_of[m] += scene.mMeshes[m]->mBones[b]->mNumWeights;
  }
  for (const aiNode* node : model.nodes) {
    meshes += node->mNumMeshes;
    limit(meshes, protocol::kMaxModelNodes, "has too many meshes at its nodes");
    for (unsigned m = 0; m < node->mNumMeshes; ++m) {
      if (node->mMeshes[m] >= scene.mNumMeshes) throw Refusal("a node names a mesh that does not exist");
      const aiMesh& mesh = *scene.mMeshes[node->mMeshes[m]];
      triangles += mesh.mNumFaces;
      limit(triangles, protocol::kMaxTriangles, "has too many triangles");
      vertices += mesh.mNumVertices;
      limit(vertices, protocol::kMaxPoints, "has too many vertices");
      bones += mesh.mNumBones;
      limit(bones, protocol::kMaxModelNodes, "has too many bones at its nodes");
      weights += weights_of[node->mMeshes[m]];
      limit(weights, protocol::kMaxModelWeights, "has too many bone weights at its nodes");
    }
  }
  for (unsigned a = 0; a < scene.mNumAnimations; ++a) {
    const aiAnimation& clip = *scene.mAnimations[a];
    tracks += clip.mNumChannels;
    limit(tracks, protocol::kMaxModelNodes, "has too many animated nodes");
    for (unsigned c = 0; c < clip.mNumChannels; ++c) {
      const aiNodeAnim& track = *clip.mChannels[c];
      keys += std::uint64_t{track.mNumPositionKeys} + track.mNumRotationKeys + track.mNumScalingKeys;
    }
    limit(keys, protocol::kMaxModelKeys, "has too many keys in its animations");
  }
}

void writeModel(const aiScene& scene, const std::string& file, Reply& reply) {
  Model model;
  std::map<std::string, std::int32_t> texture_at;
  for (unsigned m = 0; m < scene.mNumMaterials; ++m)
    model.materials.push_back(materialOf(*scene.mMaterials[m], texture_at, model));
  listNodes(scene, model);
  checkLimits(scene, model);
  const bool is_plain = isPlain(scene, model);
  protocol::ModelHeader header;
  header.texture_count = static_cast<std::uint32_t>(model.texture_names.size());
  header.material_count = static_cast<std::uint32_t>(model.materials.size());
  header.mesh_count = is_plain ? 0 : scene.mNumMeshes;
  header.node_count = is_plain ? 0 : static_cast<std::uint32_t>(model.nodes.size());
  header.clip_count = scene.mNumAnimations;
  header.lost_bones = is_plain ? 0 : lostBonesOf(scene, model);
  header.coloured_meshes = colouredMeshesOf(scene);
  header.centimetres_per_unit = centimetresPerUnit(scene, file);
  reply.add(header);
  for (const std::string& name : model.texture_names) writeTexture(scene, name, reply);
  for (const Material& material : model.materials) {
    reply.add(material.header);
    reply.addName(material.name);
  }
  for (unsigned m = 0; m < header.mesh_count; ++m) writePart(*scene.mMeshes[m], model, reply);
  for (unsigned n = 0; n < header.node_count; ++n) {
    const aiMatrix4x4& own = model.nodes[n]->mTransformation;
    writeNode(*model.nodes[n], model.parents[n], n == 0 ? upright(scene, file) * own : own, reply);
  }
  for (unsigned a = 0; a < header.clip_count; ++a) writeClip(*scene.mAnimations[a], model, reply);
}

int importFrom(const std::vector<NamedBytes>& files) {
  Assimp::Importer importer;
  importer.SetIOHandler(new FilesInMemory(files));  // the importer deletes it
  importer.SetPropertyInteger(AI_CONFIG_PP_SBP_REMOVE, aiPrimitiveType_POINT | aiPrimitiveType_LINE);
  const aiScene* scene = importer.ReadFile(files[0].name, aiProcess_ValidateDataStructure | aiProcess_Triangulate |
                                                              aiProcess_SortByPType | aiProcess_FlipUVs);
  const std::string why = scene == nullptr ? importer.GetErrorString() : "";
  if (why.find("bad_alloc") != std::string::npos) throw std::bad_alloc();  // assimp caught it and kept only its name
  if (scene == nullptr) return refuse("not a mesh that can be read: " + why);
  try {
    Reply reply;
    writeModel(*scene, files[0].name, reply);
  } catch (const Refusal& why) {
    return refuse(why.what());
  }
  return std::fflush(stdout) == 0 ? 0 : refuse("the reply could not be written");
}

}  // namespace

int main(int argc, char** argv) {
  return runImporter(argc, argv, "sepax-import-model NAME < FILES", "a mesh",
                     [](const std::string& name) { return importFiles(name, importFrom); });
}
