// sepax-import NAME: reads a mesh file from standard input, writes its triangles to standard output (scene/import_protocol.h).
// A program of its own, so that a hostile file that breaks assimp breaks only this process.

#include "app/import_pipe.h"
#include "scene/import_protocol.h"

#include <assimp/MemoryIOWrapper.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/DefaultLogger.hpp>
#include <assimp/IOSystem.hpp>
#include <assimp/Importer.hpp>

#include <array>
#include <cstdint>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

using namespace sepax;
namespace protocol = sepax::import_protocol;

/// Shows assimp one file in memory and no other: a mesh must not make us open what it names (material libraries, "/etc/passwd").
class OneFile final : public Assimp::IOSystem {
 public:
  OneFile(std::string name, const std::vector<std::byte>& bytes) : name_(std::move(name)), bytes_(bytes) {}
  bool Exists(const char* path) const override { return name_ == path; }
  char getOsSeparator() const override { return '/'; }
  Assimp::IOStream* Open(const char* path, const char* mode) override {
    if (!Exists(path) || std::strchr(mode, 'w') != nullptr) return nullptr;
    return new Assimp::MemoryIOStream(reinterpret_cast<const std::uint8_t*>(bytes_.data()), bytes_.size());
  }
  void Close(Assimp::IOStream* stream) override { delete stream; }

 private:
  std::string name_;
  const std::vector<std::byte>& bytes_;
};

/// "input.obj" for "some rock.OBJ": assimp goes by the extension, and the rest of a stranger's name is none of its business.
std::string plainName(const std::string& name) {
  const std::size_t dot = name.find_last_of('.');
  std::string extension = dot == std::string::npos ? "" : name.substr(dot);
  for (char& c : extension) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return "input" + extension;
}

struct PositionHash {
  std::size_t operator()(const std::array<double, 3>& p) const {
    std::size_t hash = 0;
    for (const double x : p) hash = hash * 1'000'003 ^ std::hash<double>()(x);
    return hash;
  }
};

struct Triangles {
  std::vector<std::array<double, 3>> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// Joins the meshes of a scene whose node transforms are applied already; equal positions become one vertex. Returns what is wrong.
std::string gather(const aiScene& scene, Triangles& out) {
  std::unordered_map<std::array<double, 3>, std::uint32_t, PositionHash> index_of;
  for (unsigned m = 0; m < scene.mNumMeshes; ++m) {
    const aiMesh& mesh = *scene.mMeshes[m];
    for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
      const aiFace& face = mesh.mFaces[f];
      if (face.mNumIndices != 3) continue;
      if (out.triangles.size() == protocol::kMaxTriangles) {
        return "has more than " + std::to_string(protocol::kMaxTriangles) + " triangles";
      }
      std::array<std::uint32_t, 3> triangle{};
      for (unsigned corner = 0; corner < 3; ++corner) {
        if (face.mIndices[corner] >= mesh.mNumVertices) return "a face names a vertex that does not exist";
        const aiVector3D& p = mesh.mVertices[face.mIndices[corner]];
        const std::array<double, 3> position = {double{p.x} + 0.0, double{p.y} + 0.0, double{p.z} + 0.0};  // −0 becomes 0
        const auto [place, isNew] = index_of.try_emplace(position, static_cast<std::uint32_t>(out.vertices.size()));
        if (isNew) out.vertices.push_back(position);
        triangle[corner] = place->second;
      }
      out.triangles.push_back(triangle);
    }
  }
  return out.triangles.empty() ? "has no triangles" : "";
}

int importFrom(const std::string& name) {
  const std::vector<std::byte> bytes = readStandardInput();
  const std::string file = plainName(name);
  Assimp::Importer importer;
  importer.SetIOHandler(new OneFile(file, bytes));  // the importer deletes it
  importer.SetPropertyInteger(AI_CONFIG_PP_RVC_FLAGS, aiComponent_NORMALS | aiComponent_TANGENTS_AND_BITANGENTS | aiComponent_COLORS |
                                                          aiComponent_TEXCOORDS | aiComponent_BONEWEIGHTS | aiComponent_ANIMATIONS |
                                                          aiComponent_TEXTURES | aiComponent_LIGHTS | aiComponent_CAMERAS |
                                                          aiComponent_MATERIALS);
  importer.SetPropertyInteger(AI_CONFIG_PP_SBP_REMOVE, aiPrimitiveType_POINT | aiPrimitiveType_LINE);
  const aiScene* scene = importer.ReadFile(file, aiProcess_ValidateDataStructure | aiProcess_RemoveComponent | aiProcess_Triangulate |
                                                     aiProcess_SortByPType | aiProcess_PreTransformVertices);
  if (scene == nullptr) {
    const std::string why = importer.GetErrorString();
    const bool isUnknown = why.starts_with("No suitable reader");
    if (why.find("bad_alloc") != std::string::npos) throw std::bad_alloc();  // assimp caught it and kept only its name
    return refuse(isUnknown ? "in no mesh format that is known" : "not a mesh that can be read: " + why);
  }
  Triangles mesh;
  if (const std::string complaint = gather(*scene, mesh); !complaint.empty()) return refuse(complaint);
  protocol::MeshHeader header;
  header.vertex_count = static_cast<std::uint32_t>(mesh.vertices.size());
  header.triangle_count = static_cast<std::uint32_t>(mesh.triangles.size());
  const bool isWritten = writeStandardOutput(&header, 1) && writeStandardOutput(mesh.vertices.data(), mesh.vertices.size()) &&
                         writeStandardOutput(mesh.triangles.data(), mesh.triangles.size()) && std::fflush(stdout) == 0;
  return isWritten ? 0 : refuse("the reply could not be written");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return refuse("usage: sepax-import NAME < MESH (started by sepax)");
  try {
    return importFrom(argv[1]);
  } catch (const std::bad_alloc&) {
    return refuse("needs more memory than is allowed");
  } catch (const std::exception& error) {
    return refuse(std::string("not a mesh that can be read: ") + error.what());
  }
}
