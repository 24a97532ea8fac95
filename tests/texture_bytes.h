#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

// DDS and KTX textures in our own bytes.

namespace sepax {

inline void putNumber(std::string& out, std::size_t at, std::uint32_t value) {
  std::memcpy(out.data() + at, &value, 4);
}

struct DdsChoices {
  std::uint32_t width = 4, height = 4, levels = 1;
  std::string code = {};  ///< four letters; empty: pixels by masks
  std::uint32_t bits = 32, masks[4] = {0xFF0000, 0xFF00, 0xFF, 0xFF000000};
  std::uint32_t flags = 0x41;  ///< RGB with alpha
  std::uint32_t caps = 0, dxgi = 0;
};

inline std::string dds(const DdsChoices& choices, const std::string& data) {
  std::string out(128, '\0');
  out.replace(0, 4, "DDS ");
  putNumber(out, 4, 124);
  putNumber(out, 12, choices.height);
  putNumber(out, 16, choices.width);
  putNumber(out, 28, choices.levels);
  putNumber(out, 76, 32);
  putNumber(out, 80, choices.code.empty() ? choices.flags : 4);
  if (!choices.code.empty()) out.replace(84, 4, choices.code);
  putNumber(out, 88, choices.bits);
  for (std::size_t c = 0; c < 4; ++c) putNumber(out, 92 + 4 * c, choices.masks[c]);
  putNumber(out, 112, choices.caps);
  if (choices.code == "DX10") {
    out.resize(148);
    putNumber(out, 128, choices.dxgi);
    putNumber(out, 140, 1);
  }
  return out + data;
}

inline std::string ktx1(std::uint32_t format, std::uint32_t width, std::uint32_t height,
                        const std::vector<std::string>& levels, std::uint32_t pixels = 0x1908,
                        std::uint32_t type = 0x1401) {
  std::string out("\xABKTX 11\xBB\r\n\x1A\n", 12);
  for (const std::uint32_t value :
       {0x04030201u, type, 1u, pixels, format, pixels, width, height, 0u, 0u, 1u, std::uint32_t(levels.size()), 4u}) {
    out.resize(out.size() + 4);
    putNumber(out, out.size() - 4, value);
  }
  out += "key\0";
  out.resize(68, '\0');
  for (const std::string& level : levels) {
    out.resize(out.size() + 4);
    putNumber(out, out.size() - 4, static_cast<std::uint32_t>(level.size()));
    out += level;
    out.resize((out.size() + 3) / 4 * 4);
  }
  return out;
}

inline std::string ktx2(std::uint32_t format, std::uint32_t scheme, const std::string& data) {
  std::string out("\xABKTX 20\xBB\r\n\x1A\n", 12);
  out.resize(104, '\0');
  const std::uint32_t values[] = {format, 1, 2, 1, 0, 0, 1, 1, scheme};
  for (std::size_t i = 0; i < std::size(values); ++i) putNumber(out, 12 + 4 * i, values[i]);
  putNumber(out, 80, 104);
  putNumber(out, 88, static_cast<std::uint32_t>(data.size()));
  return out + data;
}

}  // namespace sepax
