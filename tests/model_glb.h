#pragma once

#include <zlib.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numbers>
#include <string>
#include <vector>

// Models in our own bytes: a tube along y with a checked texture, two joints and an animation that bends it.

namespace sepax {

inline std::string bigEndian32(std::uint64_t value) {
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 0xFF);
  return out;
}

/// An RGBA PNG of `side` × `side` pixels: a red and a blue half of 8 checks, the upper left one green; every fourth
/// check see-through.
inline std::string checkedPng(std::uint32_t side) {
  std::string rows;
  for (std::uint32_t y = 0; y < side; ++y) {
    rows += '\0';
    for (std::uint32_t x = 0; x < side; ++x) {
      const std::uint32_t column = x * 8 / side, row = y * 8 / side;
      const bool is_light = (column + row) % 2 == 0;
      const char high = static_cast<char>(is_light ? 0xFF : 0x90), low = static_cast<char>(is_light ? 0x60 : 0x20);
      const std::array<char, 3> colour = column == 0 && row == 0 ? std::array<char, 3>{'\0', '\xFF', '\0'}
                                         : column < 4            ? std::array<char, 3>{high, low, low}
                                                                 : std::array<char, 3>{low, low, high};
      rows.append(colour.data(), colour.size());
      rows += column % 4 == 3 && row % 4 == 3 ? '\0' : '\xFF';
    }
  }
  const auto chunk = [](const std::string& kind, const std::string& data) {
    const std::string body = kind + data;
    return bigEndian32(data.size()) + body +
           bigEndian32(crc32_z(0, reinterpret_cast<const Bytef*>(body.data()), body.size()));
  };
  uLongf size = compressBound(rows.size());
  std::string packed(size, '\0');
  compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(rows.data()), rows.size());
  packed.resize(size);
  return "\x89PNG\r\n\x1A\n" + chunk("IHDR", bigEndian32(side) + bigEndian32(side) + std::string("\x08\x06\0\0\0", 5)) +
         chunk("IDAT", packed) + chunk("IEND", "");
}

struct GlbChoices {
  std::string picture = checkedPng(64);  ///< in the file; empty: none
  std::string picture_uri = {};          ///< beside it instead
  std::string texture_extensions = {};   ///< of the material's colours
  std::string alpha_mode = "OPAQUE";
  float uv_of_first = 0;          ///< u of the first vertex
  std::string first_joint = "1";  ///< node index in the skin
  float last_key_seconds = 2;
  std::string key_count = "3";
  std::string elbow_child = {};  ///< a node that hangs from the joint
};

/// The tube, 2 m long and 0.25 m thick, its foot at the origin. Node 1 is its foot, node 2 a joint at half its length;
/// the clip "bend" rotates that by 90° about z at half its 2 s and back. One material, "paint", of base colour 1, 0.5,
/// 0.5 (linear).
inline std::string tubeGlb(const GlbChoices& choices = {}) {
  constexpr int kRings = 17, kSides = 16;
  std::string data;
  struct View {
    std::size_t offset, size;
  };
  std::vector<View> views;
  const auto addView = [&](const void* bytes, std::size_t size) {
    views.push_back({data.size(), size});
    data.append(static_cast<const char*>(bytes), size);
    data.resize((data.size() + 3) / 4 * 4);
  };
  std::vector<float> positions, normals, uv, weights;
  std::vector<std::uint8_t> joints;
  std::vector<std::uint16_t> indices;
  for (int ring = 0; ring < kRings; ++ring) {
    for (int side = 0; side <= kSides; ++side) {
      const double along = double(ring) / (kRings - 1), angle = 2 * std::numbers::pi * side / kSides;
      const auto x = static_cast<float>(std::cos(angle)), z = static_cast<float>(std::sin(angle));
      positions.insert(positions.end(), {0.25f * x, static_cast<float>(2 * along), 0.25f * z});
      normals.insert(normals.end(), {x, 0, z});
      uv.insert(uv.end(), {static_cast<float>(side) / kSides, static_cast<float>(1 - along)});
      const auto upper = static_cast<float>(std::min(std::max((along - 0.4) / 0.2, 0.0), 1.0));
      weights.insert(weights.end(), {1 - upper, upper, 0, 0});
      joints.insert(joints.end(), {0, 1, 0, 0});
    }
  }
  uv[0] = choices.uv_of_first;
  constexpr int kRow = kSides + 1;
  for (int ring = 0; ring + 1 < kRings; ++ring) {
    for (int side = 0; side < kSides; ++side) {
      const int a = ring * kRow + side;
      for (const int v : {a, a + kRow, a + 1, a + 1, a + kRow, a + kRow + 1})
        indices.push_back(static_cast<std::uint16_t>(v));
    }
  }
  addView(positions.data(), positions.size() * 4);
  addView(normals.data(), normals.size() * 4);
  addView(uv.data(), uv.size() * 4);
  addView(joints.data(), joints.size());
  addView(weights.data(), weights.size() * 4);
  addView(indices.data(), indices.size() * 2);
  const float half = std::sqrt(0.5f), one = 1;
  const std::array<float, 3> times{0, choices.last_key_seconds / 2, choices.last_key_seconds};
  const std::array<float, 12> rotations{0, 0, 0, one, 0, 0, half, half, 0, 0, 0, one};
  std::array<float, 32> inverse{};
  for (std::size_t i = 0; i < 4; ++i) inverse[i * 5] = inverse[16 + i * 5] = 1;
  inverse[16 + 13] = -1;  // the second joint is 1 m up
  addView(times.data(), sizeof times);
  addView(rotations.data(), sizeof rotations);
  addView(inverse.data(), sizeof inverse);
  if (!choices.picture.empty()) addView(choices.picture.data(), choices.picture.size());

  const std::string count = std::to_string(positions.size() / 3);
  const auto accessor = [](int view, int type, const std::string& n, const char* kind, const std::string& more = {}) {
    return R"({"bufferView":)" + std::to_string(view) + R"(,"componentType":)" + std::to_string(type) + R"(,"count":)" +
           n + R"(,"type":")" + kind + "\"" + more + "}";
  };
  const bool has_picture = !choices.picture.empty() || !choices.picture_uri.empty();
  std::string json = R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]}],)";
  json +=
      R"("nodes":[{"mesh":0,"skin":0,"name":"tube"},{"name":"foot","children":[2]},{"name":"elbow","translation":[0,1,0])" +
      (choices.elbow_child.empty() ? "" : R"(,"children":[)" + choices.elbow_child + "]") + "}],";
  json += R"("skins":[{"joints":[)" + choices.first_joint + R"(,2],"inverseBindMatrices":8}],)";
  json +=
      R"("meshes":[{"primitives":[{"attributes":{"POSITION":0,"NORMAL":1,"TEXCOORD_0":2,"JOINTS_0":3,"WEIGHTS_0":4},"indices":5,)"
      R"("material":0}]}],)";
  json += R"("materials":[{"name":"paint","alphaMode":")" + choices.alpha_mode + R"(","pbrMetallicRoughness":{)" +
          (has_picture ? R"("baseColorTexture":{"index":0,"extensions":{)" + choices.texture_extensions + "}}," : "") +
          R"("baseColorFactor":[1,0.5,0.5,1]}}],)";
  if (has_picture) {
    const std::string image = choices.picture_uri.empty() ? R"("bufferView":9,"mimeType":"image/png","name":"checks")"
                                                          : R"("uri":")" + choices.picture_uri + "\"";
    json += R"("textures":[{"source":0}],"images":[{)" + image + "}],";
  }
  json +=
      R"("animations":[{"name":"bend","samplers":[{"input":6,"output":7}],"channels":[{"sampler":0,"target":{"node":2,"path":)"
      R"("rotation"}}]}],)";
  json += R"("accessors":[)" + accessor(0, 5126, count, "VEC3", R"(,"min":[-0.25,0,-0.25],"max":[0.25,2,0.25])") + "," +
          accessor(1, 5126, count, "VEC3") + "," + accessor(2, 5126, count, "VEC2") + "," +
          accessor(3, 5121, count, "VEC4") + "," + accessor(4, 5126, count, "VEC4") + "," +
          accessor(5, 5123, std::to_string(indices.size()), "SCALAR") + "," +
          accessor(6, 5126, choices.key_count, "SCALAR") + "," + accessor(7, 5126, choices.key_count, "VEC4") + "," +
          accessor(8, 5126, "2", "MAT4") + "],";
  json += R"("bufferViews":[)";
  for (std::size_t i = 0; i < views.size(); ++i) {
    json += (i > 0 ? "," : "") + std::string(R"({"buffer":0,"byteOffset":)") + std::to_string(views[i].offset) +
            R"(,"byteLength":)" + std::to_string(views[i].size) + "}";
  }
  json += R"(],"buffers":[{"byteLength":)" + std::to_string(data.size()) + "}]}";
  json.resize((json.size() + 3) / 4 * 4, ' ');
  const auto little = [](std::size_t value) {
    std::string out(4, '\0');
    const auto number = static_cast<std::uint32_t>(value);
    std::memcpy(out.data(), &number, 4);
    return out;
  };
  const std::string chunks = little(json.size()) + "JSON" + json + little(data.size()) + std::string("BIN\0", 4) + data;
  return "glTF" + little(2) + little(12 + chunks.size()) + chunks;
}

}  // namespace sepax
