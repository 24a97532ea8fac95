#include "fuzz/fuzz.h"
#include "media/gltf_file.h"
#include "media/mesh_file.h"

#include <array>

// Any bytes as the beginning of a mesh file: what is looked at before a library reads it. What is set right once stays
// as it is.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sepax;
  const std::span bytes(reinterpret_cast<const std::byte*>(data), size);
  for (const char* name : {"a.ply", "a.stl", "a.obj", "a.off"}) {
    const auto prepared = preparedMeshFile(bytes, name);
    fuzz::require(prepared || !prepared.error().message.empty(), "a refusal says why");
    if (prepared && *prepared) {
      const auto again = preparedMeshFile(**prepared, name);
      fuzz::require(again && !*again, "what was set right is right");
    }
  }
  for (const char* name : {"a.gltf", "a.glb"}) {
    const auto files = gltfFiles(bytes, name, {});
    fuzz::require(files || !files.error().message.empty(), "a refusal says why");
    if (!files || !files->rewritten) continue;
    const auto again = gltfFiles(*files->rewritten, name, [&](const std::string&) -> Result<std::vector<std::byte>> {
      return files->buffers.empty() ? std::vector<std::byte>() : files->buffers.back().bytes;
    });
    fuzz::require(again && !again->rewritten, "what was set right is right");
  }
  return 0;
}
