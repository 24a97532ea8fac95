#include "scene/mesh_import.h"

#include "core/import_child.h"
#include "core/language.h"
#include "core/text.h"
#include "scene/import_protocol.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace sepax {

namespace protocol = import_protocol;

bool isMeshName(const std::string& path) {
  return hasExtension(path, {".obj", ".stl", ".ply", ".gltf", ".glb", ".dae", ".fbx", ".off", ".3ds"});
}

Result<ImportedMesh> importMesh(std::span<const std::byte> bytes, const std::string& name) {
  const auto refuse = [&](ErrorCode code, std::string why) { return fail(code, toValidUtf8(name), std::move(why)); };
  if (bytes.empty()) return refuse(ErrorCode::kSyntax, tr("the file is empty, expected a mesh"));
  auto reply = runImport("sepax-import", bytes, name);
  SEPAX_TRY(reply);

  protocol::MeshHeader header;
  if (reply->size() < sizeof header) return refuse(ErrorCode::kInternal, tr("the importer's reply is cut off"));
  std::memcpy(&header, reply->data(), sizeof header);
  const std::uint64_t vertex_bytes = std::uint64_t{header.vertex_count} * sizeof(Vec3);
  const std::uint64_t index_bytes = std::uint64_t{header.triangle_count} * sizeof(TriangleIndices);
  if (header.magic != protocol::kMeshMagic || reply->size() != sizeof header + vertex_bytes + index_bytes) {
    return refuse(ErrorCode::kInternal, tr("the importer's reply contradicts itself"));
  }
  if (header.triangle_count == 0) return refuse(ErrorCode::kDegenerate, tr("has no triangles"));
  if (header.triangle_count > protocol::kMaxTriangles) {
    return refuse(ErrorCode::kTooLarge, trf("has {} triangles, at most {} are read", header.triangle_count, protocol::kMaxTriangles));
  }
  static_assert(sizeof(Vec3) == 3 * sizeof(double) && sizeof(TriangleIndices) == 12, "copied as plain arrays");
  ImportedMesh mesh;
  mesh.vertices.resize(header.vertex_count);
  mesh.triangles.resize(header.triangle_count);
  std::memcpy(mesh.vertices.data(), reply->data() + sizeof header, vertex_bytes);
  std::memcpy(mesh.triangles.data(), reply->data() + sizeof header + vertex_bytes, index_bytes);
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    if (!isFinite(mesh.vertices[i])) {
      return refuse(ErrorCode::kWrongValue, trf("vertex {} is not finite, expected finite coordinates", i));
    }
  }
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    for (const std::uint32_t corner : mesh.triangles[i]) {
      if (corner >= mesh.vertices.size()) {
        return refuse(ErrorCode::kWrongValue, trf("triangle {} names vertex {} of {}", i, corner, mesh.vertices.size()));
      }
    }
  }
  return mesh;
}

}  // namespace sepax
