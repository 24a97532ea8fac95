#include "bundle/malicious_corpus.h"
#include "model_reply_bytes.h"
#include "texture_bytes.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iostream>

// sepax_write_malicious FOLDER: writes the malicious inputs as seeds of the fuzz targets, one folder a target, in the
// form that the target expects. Large ones stay behind, and the zeros at an image's end: the fuzzer learns nothing from
// them.

namespace {

namespace fs = std::filesystem;

void put(const fs::path& folder, const std::string& name, const std::string& bytes) {
  fs::create_directories(folder);
  std::ofstream(folder / name, std::ios::binary) << bytes;
}

/// A ZIP with a signing block in front of its directory, as of an APK.
std::string signedZip() {
  using namespace sepax::test;
  const std::string plain =
      Archive{.items = {{.name = "a", .data = "1"}, {.name = "bb", .data = "22", .method = 8}}}.bytes();
  const std::string pairs = "signatures",
                    block = u64(pairs.size() + 24) + pairs + u64(pairs.size() + 24) + "APK Sig Block 42";
  const std::size_t directory = plain.find("PK\x01\x02"), end = plain.find("PK\x05\x06");
  std::string bytes = plain.substr(0, directory) + block + plain.substr(directory);
  return bytes.replace(end + block.size() + 16, 4, u32(directory + block.size()));
}

/// Headers of meshes that libraries misread or hang on.
void putMeshes(const fs::path& folder) {
  using namespace sepax::test;
  const std::string elements =
      "element face 1\nproperty list uchar int vertex_indices\nelement vertex 1\nproperty float x\n";
  put(folder, "ply-cut-header", "ply\nformat ascii 1.0\n");
  put(folder, "ply-faces-first", "ply\nformat ascii 1.0\n" + elements + "end_header\n3 0 0 0\n1.5\n");
  put(folder, "ply-faces-first-binary",
      "ply\nformat binary_big_endian 1.0\n" + elements + "end_header\n" + std::string(17, '\0'));
  put(folder, "ply-claims-too-much",
      "ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty double x\nend_header\n");
  put(folder, "stl-solid-binary", "solid" + std::string(75, ' ') + u32(1) + std::string(50, '\0') + "behind");
  put(folder, "stl-claims-too-much", std::string(80, ' ') + u32(1u << 31));
  put(folder, "obj-points", "v .8e-1 -.5 .5\nvt\t.1 .2\nf 1 1 1\n");
  put(folder, "gltf-buffers", R"({"buffers":[{"uri":"a%20b.bin"},{"uri":"data:,x"},{"uri":"../x%2"},{}]})");
  const std::string json = R"({"buffers":{"b":{"uri":"x.bin"}}})";
  put(folder, "glb-buffers", "glTF" + u32(2) + u32(20 + json.size()) + u32(json.size()) + "JSON" + json);
}

/// One texture of each kind of pixels that is decoded, and of each container.
void putTextures(const fs::path& folder) {
  using namespace sepax;
  const std::string block(16, '\x5A');
  for (const char* code : {"DXT1", "DXT3", "DXT5", "ATI1", "ATI2"})
    put(folder, std::string("dds-") + code, dds({.code = code}, block));
  put(folder, "dds-masks", dds({.width = 2, .height = 2, .levels = 2}, block + "last"));
  put(folder, "dds-grey", dds({.width = 3, .height = 1, .bits = 8, .masks = {0xFF, 0, 0, 0}, .flags = 0x20000}, "abc"));
  put(folder, "dds-mip-levels", dds({.width = 10, .height = 6, .levels = 4, .code = "DXT1"}, std::string(80, '\x5A')));
  put(folder, "dds-cube", dds({.levels = 3, .code = "DX10", .caps = 0xFE00, .dxgi = 77}, block + block));
  put(folder, "dds-bc7", dds({.code = "DX10", .dxgi = 98}, block));
  put(folder, "ktx1-rgb", ktx1(0x8051, 1, 2, {"abc-def-", "ghi-"}));
  put(folder, "ktx1-etc", ktx1(0x8D64, 4, 4, {block.substr(8)}));
  put(folder, "ktx2-rgba", ktx2(37, 0, "12345678"));
  put(folder, "ktx2-packed", ktx2(37, 2, "packed"));
  put(folder, "ktx2-basis", ktx2(0, 1, "packed"));
}

/// What the importer of models answers.
void putModels(const fs::path& folder) {
  using namespace sepax;
  put(folder, "bones", modelReply());
  put(folder, "plain", modelReply({.bones = 0, .keys = 0, .picture = "a picture"}));
  put(folder, "crowd", modelReply({.nodes = 8, .keys = 5}));
  put(folder, "huge", modelReply({.size = 3e38f}));
  put(folder, "tiny", modelReply({.size = 1e-30f}));
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::cerr << "usage: sepax_write_malicious FOLDER\n";
    return 2;
  }
  constexpr std::size_t kMax = 48 << 10;
  for (sepax::test::MaliciousInput input : sepax::test::maliciousCorpus()) {
    std::string& bytes = input.content.bytes;
    std::string target = input.name.substr(0, input.name.find('/'));
    std::string file = input.name.substr(target.size() + 1);
    if (target == "other") target = "zip";
    if (target == "pck") bytes.erase(0, 4);  // the target puts the mark back
    if (target == "fat") bytes.erase(bytes.find_last_not_of('\0') + 1);
    if (target == "obb") {
      const bool hasFooter = bytes.ends_with(std::string("\x83\x99\x05\x01", 4));
      target = hasFooter ? "footer" : "zip";
      if (hasFooter) bytes.resize(bytes.size() - 4);
    }
    if (bytes.size() > kMax) continue;
    std::replace_if(
        file.begin(), file.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '-');
    put(fs::path(arguments[1]) / target, file, bytes);
  }
  put(fs::path(arguments[1]) / "repack", "signed", signedZip());
  putMeshes(fs::path(arguments[1]) / "mesh");
  putTextures(fs::path(arguments[1]) / "texture");
  putModels(fs::path(arguments[1]) / "model");
  return 0;
}
