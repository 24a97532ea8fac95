#include "bundle/compression.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace sepax {

namespace {

using enum Compression;

constexpr std::pair<Compression, const char*> kNames[] = {{kStored, "stored"},
                                                          {kShrunk, "shrunk"},
                                                          {kReduced1, "reduced 1"},
                                                          {kReduced2, "reduced 2"},
                                                          {kReduced3, "reduced 3"},
                                                          {kReduced4, "reduced 4"},
                                                          {kImploded, "imploded"},
                                                          {kDeflated, "deflated"},
                                                          {kDeflate64, "deflate64"},
                                                          {kBzip2, "bzip2"},
                                                          {kLzma, "lzma"},
                                                          {kZstd, "zstd"},
                                                          {kMp3, "mp3"},
                                                          {kXz, "xz"},
                                                          {kJpeg, "jpeg"},
                                                          {kWavpack, "wavpack"},
                                                          {kPpmd, "ppmd"},
                                                          {kAes, "aes"}};

const auto* rowOf(Compression method) {
  return std::ranges::find(kNames, method, &std::pair<Compression, const char*>::first);
}

}  // namespace

bool isKnownCompression(Compression method) { return rowOf(method) != std::end(kNames); }

std::string compressionName(Compression method) {
  const auto* row = rowOf(method);
  return row != std::end(kNames) ? row->second : fmt::format("method {}", static_cast<std::uint16_t>(method));
}

}  // namespace sepax
