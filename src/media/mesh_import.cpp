#include "media/mesh_import.h"

#include "core/import_child.h"
#include "core/language.h"
#include "core/text.h"
#include "media/import_protocol.h"
#include "media/mesh_file.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <utility>

namespace sepax {

namespace protocol = import_protocol;

bool isMeshName(const std::string& path) {
  return hasExtension(path, {".obj", ".stl", ".ply", ".gltf", ".glb", ".dae", ".fbx", ".off", ".3ds"});
}

ChildLimits meshImportLimits(std::uint64_t bytes) {
  constexpr std::uint64_t kBytesPerSecond = 1 << 20;
  constexpr int kSeconds = 2, kMaxSeconds = 60, kWaitFactor = 5;
  ChildLimits limits = kImportLimits;
  limits.cpu_seconds = static_cast<int>(std::min<std::uint64_t>(kSeconds + bytes / kBytesPerSecond, kMaxSeconds));
  limits.wall_seconds = kWaitFactor * limits.cpu_seconds;
  return limits;
}

void appendImportFile(std::vector<std::byte>& out, const std::string& name, std::span<const std::byte> bytes) {
  const protocol::FileHeader header{.name_size = static_cast<std::uint32_t>(name.size()), .size = bytes.size()};
  const auto head = std::as_bytes(std::span(&header, 1)), letters = std::as_bytes(std::span(name));
  out.reserve(out.size() + head.size() + letters.size() + bytes.size());
  out.insert(out.end(), head.begin(), head.end());
  out.insert(out.end(), letters.begin(), letters.end());
  out.insert(out.end(), bytes.begin(), bytes.end());
}

Result<std::vector<std::byte>> gatherMeshFiles(std::span<const std::byte> bytes, const std::string& name,
                                               const FilesBeside& beside) {
  const auto prepared = preparedMeshFile(bytes, name);
  SEPAX_TRY(prepared);
  const auto buffers = buffersBeside(bytes, name);
  SEPAX_TRY(buffers);
  std::vector<std::byte> out;
  appendImportFile(out, name.substr(name.find_last_of('/') + 1),
                   *prepared ? std::span<const std::byte>(**prepared) : bytes);
  for (const std::string& uri : *buffers) {
    const auto refuse = [&](ErrorCode code, const std::string& why) {
      return fail(code, toValidUtf8(name), trf("names the buffer \"{}\": {}", printableLine(uri), why));
    };
    if (!beside) return refuse(ErrorCode::kNotFound, tr("no file beside it can be read here"));
    const auto buffer = beside(percentDecoded(uri));
    if (!buffer) return refuse(buffer.error().code, buffer.error().message);
    constexpr std::uint64_t kMaxBesideBytes = 512u << 20;
    if (out.size() + buffer->size() > kMaxBesideBytes)
      return refuse(ErrorCode::kTooLarge, trf("with it more than {} bytes", kMaxBesideBytes));
    appendImportFile(out, uri, *buffer);
  }
  return out;
}

Result<ImportedMesh> importMesh(std::span<const std::byte> bytes, const std::string& name, const FilesBeside& beside) {
  const auto refuse = [&](ErrorCode code, std::string why) { return fail(code, toValidUtf8(name), std::move(why)); };
  if (bytes.empty()) return refuse(ErrorCode::kSyntax, tr("the file is empty, expected a mesh"));
  const auto files = gatherMeshFiles(bytes, name, beside);
  SEPAX_TRY(files);
  auto reply = runImport("sepax-import", *files, name, meshImportLimits(files->size()));
  SEPAX_TRY(reply);

  protocol::MeshHeader header;
  if (reply->size() < sizeof header) return refuse(ErrorCode::kInternal, tr("the importer's reply is cut off"));
  std::memcpy(&header, reply->data(), sizeof header);
  const std::uint64_t vertex_bytes = std::uint64_t{header.vertex_count} * sizeof(Vec3);
  const std::uint64_t index_bytes = std::uint64_t{header.triangle_count} * sizeof(TriangleIndices);
  if (header.magic != protocol::kMeshMagic || reply->size() != sizeof header + vertex_bytes + index_bytes) {
    return refuse(ErrorCode::kInternal, tr("the importer's reply contradicts itself"));
  }
  if (header.vertex_count == 0) return refuse(ErrorCode::kDegenerate, tr("has no points"));
  if (header.triangle_count > protocol::kMaxTriangles) {
    return refuse(ErrorCode::kTooLarge,
                  trf("has {} triangles, at most {} are read", header.triangle_count, protocol::kMaxTriangles));
  }
  static_assert(sizeof(Vec3) == 3 * sizeof(double) && sizeof(TriangleIndices) == 12, "copied as plain arrays");
  ImportedMesh mesh;
  mesh.vertices.resize(header.vertex_count);
  mesh.triangles.resize(header.triangle_count);
  std::memcpy(mesh.vertices.data(), reply->data() + sizeof header, vertex_bytes);
  if (index_bytes > 0) std::memcpy(mesh.triangles.data(), reply->data() + sizeof header + vertex_bytes, index_bytes);
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
  return mesh;
}

}  // namespace sepax
