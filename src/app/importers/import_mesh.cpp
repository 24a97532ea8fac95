// sepax-import NAME: reads a mesh file and those that it may see from standard input, writes its triangles to standard
// output (media/import_protocol.h). A program of its own, so that a hostile file that breaks assimp breaks only this
// process.

#include "app/importers/import_files.h"
#include "media/import_protocol.h"

#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/DefaultLogger.hpp>
#include <assimp/Importer.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <new>
#include <random>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace {

using namespace sepax;
namespace protocol = sepax::import_protocol;

/// With a key of this process alone: no file can choose positions that all fall into one bucket.
struct PositionHash {
  std::uint64_t key = std::uint64_t{std::random_device{}()} << 33 | std::uint64_t{std::random_device{}()} << 1 | 1;

  std::size_t operator()(const std::array<double, 3>& p) const {
    std::uint64_t hash = 0;
    for (const double x : p) {
      hash = (hash ^ std::bit_cast<std::uint64_t>(x)) * key;
      hash ^= hash >> 32;
    }
    return hash;
  }
};

using Transform = aiMatrix4x4t<double>;

struct Triangles {
  bool is_numbered = false;
  std::vector<std::array<double, 3>> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  float centimetres_per_unit = 100;
  Transform upright = {};  ///< above the scene's root
  double farthest_move = 0, farthest_vertex = 0;
};

/// 0 where there is none: assimp adds vertices to lines.
float numberOf(const aiMesh& mesh, unsigned vertex) { return mesh.HasVertexColors(0) ? mesh.mColors[0][vertex].r : 0; }

using Position = aiVector3t<double>;

Position positionOf(const aiMesh& mesh, unsigned vertex) {
  const aiVector3D& v = mesh.mVertices[vertex];
  return {v.x, v.y, v.z};
}

/// A transform without its translation.
aiMatrix3x3t<double> linearOf(const Transform& t) { return aiMatrix3x3t<double>(t); }

/// A vertex where its bones take it.
struct Posed {
  Position position;
  double weight = 0;       ///< of all its bones
  double determinant = 0;  ///< of their transforms, weighted: below zero where they mirror
};

/// A mesh where it stands: at its node, but for vertices with bones.
struct PlacedMesh {
  const aiMesh& mesh;
  Transform node;
  bool is_mirrored = false;
  std::vector<Posed> posed = {};  ///< empty: no vertex has a bone
  double farthest_move = 0;       ///< of the nodes on the way to its own

  [[nodiscard]] bool hasBone(unsigned vertex) const { return !posed.empty() && posed[vertex].weight > 0; }
  [[nodiscard]] Position at(unsigned vertex) const {
    return hasBone(vertex) ? posed[vertex].position / posed[vertex].weight : node * positionOf(mesh, vertex);
  }
  [[nodiscard]] bool isMirrored(unsigned vertex) const {
    return hasBone(vertex) ? posed[vertex].determinant < 0 : is_mirrored;
  }
};

/// Joins equal positions, or numbers, to one vertex.
class Gatherer {
 public:
  explicit Gatherer(Triangles& out) : out_(out) {}
  std::uint32_t vertex(const PlacedMesh& placed, unsigned at) {
    out_.farthest_move = std::max(out_.farthest_move, placed.farthest_move);
    const double reach = (linearOf(placed.node) * positionOf(placed.mesh, at)).Length();
    out_.farthest_vertex = std::max(out_.farthest_vertex, reach);
    const Position p = out_.is_numbered ? Position(numberOf(placed.mesh, at), 0, 0) : placed.at(at);
    const std::array<double, 3> position = {p.x + 0.0, p.y + 0.0, p.z + 0.0};  // −0 becomes 0
    const auto [place, isNew] = index_of_.try_emplace(position, static_cast<std::uint32_t>(out_.vertices.size()));
    if (isNew) out_.vertices.push_back(position);
    return place->second;
  }

 private:
  Triangles& out_;
  std::unordered_map<std::array<double, 3>, std::uint32_t, PositionHash> index_of_;
};

Transform doubled(const aiMatrix4x4& m) {
  return {m.a1, m.a2, m.a3, m.a4, m.b1, m.b2, m.b3, m.b4, m.c1, m.c2, m.c3, m.c4, m.d1, m.d2, m.d3, m.d4};
}

/// Where a node's parent puts it, and the longest step on the way.
struct Waiting {
  const aiNode* node;
  Transform above;
  double farthest_move = 0;
};

/// Calls back with each node, where it stands and the longest step on the way there, until something is wrong: returns
/// that.
template <class Visit>
std::string forEachNode(const aiScene& scene, const Transform& upright, Visit&& visit) {
  constexpr std::size_t kMaxNodes = 1'000'000;
  std::vector<Waiting> waiting = {{scene.mRootNode, upright}};
  for (std::size_t count = 0; !waiting.empty(); ++count) {
    if (count == kMaxNodes) return "has too many nodes: more than " + std::to_string(kMaxNodes);
    const Waiting here = waiting.back();
    waiting.pop_back();
    if (here.node == nullptr) continue;
    const Transform own = doubled(here.node->mTransformation), transform = here.above * own;
    const double moved = (linearOf(here.above) * Position(own.a4, own.b4, own.c4)).Length();
    const double farthest = std::max(here.farthest_move, moved);
    if (std::string why = visit(*here.node, transform, farthest); !why.empty()) return why;
    for (unsigned c = here.node->mNumChildren; c-- > 0;)
      waiting.push_back({here.node->mChildren[c], transform, farthest});
  }
  return "";
}

std::string textOf(const aiString& text) { return {text.C_Str(), text.length}; }

/// Where the nodes stand that are bones, by name.
using Bones = std::unordered_map<std::string, Transform>;

std::string placeBones(const aiScene& scene, const Transform& upright, Bones& out) {
  std::unordered_set<std::string> names;
  for (unsigned m = 0; m < scene.mNumMeshes; ++m) {
    const aiMesh& mesh = *scene.mMeshes[m];
    for (unsigned b = 0; b < mesh.mNumBones; ++b) names.insert(textOf(mesh.mBones[b]->mName));
  }
  if (names.empty()) return "";
  return forEachNode(scene, upright, [&](const aiNode& node, const Transform& transform, double) {
    if (std::string name = textOf(node.mName); names.contains(name)) out.try_emplace(std::move(name), transform);
    return std::string();
  });
}

/// As poseModel() does, so that what is seen is what collides.
PlacedMesh placeMesh(const aiMesh& mesh, const Transform& node, const Bones& bones) {
  PlacedMesh out{mesh, node, node.Determinant() < 0};
  for (unsigned b = 0; b < mesh.mNumBones; ++b) {
    const aiBone& bone = *mesh.mBones[b];
    const auto joint = bones.find(textOf(bone.mName));
    if (joint == bones.end()) continue;
    out.posed.resize(mesh.mNumVertices);
    const Transform moves = joint->second * doubled(bone.mOffsetMatrix);
    const double determinant = moves.Determinant();
    for (unsigned w = 0; w < bone.mNumWeights; ++w) {
      const auto [vertex, weight] = bone.mWeights[w];
      if (!(vertex < mesh.mNumVertices && weight >= 0 && weight <= 1e6f)) continue;
      Posed& posed = out.posed[vertex];
      posed.position += moves * positionOf(mesh, vertex) * double{weight};
      posed.weight += weight;
      posed.determinant += determinant * weight;
    }
  }
  return out;
}

/// Calls back with each mesh where it stands, in the order of the nodes, until something is wrong: returns that.
template <class Visit>
std::string forEachMesh(const aiScene& scene, const Transform& upright, Visit&& visit) {
  Bones bones;
  if (std::string why = placeBones(scene, upright, bones); !why.empty()) return why;
  return forEachNode(scene, upright, [&](const aiNode& node, const Transform& transform, double move) -> std::string {
    for (unsigned m = 0; m < node.mNumMeshes; ++m) {
      PlacedMesh here = placeMesh(*scene.mMeshes[node.mMeshes[m]], transform, bones);
      here.farthest_move = move;
      if (std::string why = visit(here); !why.empty()) return why;
    }
    return "";
  });
}

/// All triangles of a scene. A transform that mirrors turns them inside out, so they are turned back. Returns what is
/// wrong.
std::string gather(const aiScene& scene, Triangles& out) {
  Gatherer gatherer(out);
  return forEachMesh(scene, out.upright, [&](const PlacedMesh& placed) -> std::string {
    const aiMesh& mesh = placed.mesh;
    for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
      const aiFace& face = mesh.mFaces[f];
      if (face.mNumIndices != 3) continue;
      if (out.triangles.size() == protocol::kMaxTriangles) {
        return "has too many triangles: more than " + std::to_string(protocol::kMaxTriangles);
      }
      std::array<std::uint32_t, 3> triangle{};
      for (unsigned corner = 0; corner < 3; ++corner) {
        if (face.mIndices[corner] >= mesh.mNumVertices) return "a face names a vertex that does not exist";
        triangle[corner] = gatherer.vertex(placed, face.mIndices[corner]);
      }
      if (placed.isMirrored(face.mIndices[0])) std::swap(triangle[1], triangle[2]);
      out.triangles.push_back(triangle);
    }
    return "";
  });
}

/// All points of a scene that has no triangles.
std::string gatherPoints(const aiScene& scene, Triangles& out) {
  Gatherer gatherer(out);
  return forEachMesh(scene, out.upright, [&](const PlacedMesh& placed) {
    for (unsigned v = 0; v < placed.mesh.mNumVertices && out.vertices.size() < protocol::kMaxPoints; ++v) {
      if (!out.is_numbered || numberOf(placed.mesh, v) != 0) gatherer.vertex(placed, v);
    }
    return std::string();
  });
}

/// Reads the mesh for its triangles; where it has none, for its points.
std::string read(const std::string& file, const std::vector<NamedBytes>& files, Triangles& out) {
  Assimp::Importer importer;
  importer.SetIOHandler(new FilesInMemory(files));  // the importer deletes it
  const int colours = out.is_numbered ? 0 : static_cast<int>(aiComponent_COLORS);
  importer.SetPropertyInteger(AI_CONFIG_PP_RVC_FLAGS,
                              colours | aiComponent_NORMALS | aiComponent_TANGENTS_AND_BITANGENTS |
                                  aiComponent_TEXCOORDS | aiComponent_ANIMATIONS | aiComponent_TEXTURES |
                                  aiComponent_LIGHTS | aiComponent_CAMERAS | aiComponent_MATERIALS);
  importer.SetPropertyInteger(AI_CONFIG_PP_SBP_REMOVE, aiPrimitiveType_POINT | aiPrimitiveType_LINE);
  const aiScene* scene = importer.ReadFile(file, aiProcess_ValidateDataStructure | aiProcess_RemoveComponent |
                                                     aiProcess_Triangulate | aiProcess_SortByPType);
  const std::string why = scene == nullptr ? importer.GetErrorString() : "";
  if (why.find("bad_alloc") != std::string::npos) throw std::bad_alloc();  // assimp caught it and kept only its name
  if (why.starts_with("No suitable reader")) return "in no mesh format that is known";
  if (scene != nullptr) {
    out.centimetres_per_unit = centimetresPerUnit(*scene, file);
    out.upright = doubled(upright(*scene, file));
    if (const std::string complaint = gather(*scene, out); !complaint.empty()) return complaint;
    if (!out.triangles.empty()) return "";
  }
  const bool hasNoFaces = why.empty() || why.find("contains no faces") != std::string::npos ||
                          why.find("No meshes remaining") != std::string::npos;
  scene = hasNoFaces ? importer.ReadFile(file, 0) : nullptr;
  if (scene != nullptr) {
    out.centimetres_per_unit = centimetresPerUnit(*scene, file);
    out.upright = doubled(upright(*scene, file));
    if (std::string complaint = gatherPoints(*scene, out); !complaint.empty()) return complaint;
  }
  if (!out.vertices.empty()) return "";
  return why.empty() ? "has no triangles and no points" : "not a mesh that can be read: " + why;
}

int importFrom(const std::vector<NamedBytes>& files) {
  Triangles mesh;
  mesh.is_numbered = files[0].is_numbered;
  if (const std::string complaint = read(files[0].name, files, mesh); !complaint.empty()) return refuse(complaint);
  protocol::MeshHeader header;
  header.vertex_count = static_cast<std::uint32_t>(mesh.vertices.size());
  header.triangle_count = static_cast<std::uint32_t>(mesh.triangles.size());
  header.centimetres_per_unit = mesh.centimetres_per_unit;
  header.farthest_move = mesh.farthest_move;
  header.farthest_vertex = mesh.farthest_vertex;
  const bool isWritten = writeStandardOutput(&header, 1) &&
                         writeStandardOutput(mesh.vertices.data(), mesh.vertices.size()) &&
                         writeStandardOutput(mesh.triangles.data(), mesh.triangles.size()) && std::fflush(stdout) == 0;
  return isWritten ? 0 : refuse("the reply could not be written");
}

}  // namespace

int main(int argc, char** argv) {
  return runImporter(argc, argv, "sepax-import NAME < FILES", "a mesh",
                     [](const std::string& name) { return importFiles(name, importFrom); });
}
