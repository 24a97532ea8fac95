#include "bundle/zip/zip_import.h"

#include "bundle/little_endian.h"
#include "bundle/zip/zip_format.h"
#include "core/import_child.h"
#include "core/language.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace sepax {

namespace {

constexpr std::uint64_t kMemory =
    1u << 30;  ///< LZMA's dictionary may ask for 4 GiB; 7-Zip's largest preset takes 256 MiB
constexpr std::uint64_t kBytesPerSecond = 2'000'000;  ///< unpacked; PPMd, the slowest, reaches ten times that
constexpr int kSeconds = 20, kMaxSeconds = 24 * 3600;

/// The local header of an entry of these sizes. The CRC is left out: it is not the library's to check.
std::string localHeader(Compression method, std::uint64_t packed_size, std::uint64_t size) {
  constexpr std::string_view kName = "entry";
  const bool isLarge = std::max(packed_size, size) >= zip::kAllOnes32;
  std::string extra;
  if (isLarge) {
    appendLittle<std::uint16_t>(extra, zip::kExtraZip64);
    appendLittle<std::uint16_t>(extra, 16);
    appendLittle<std::uint64_t>(extra, size);
    appendLittle<std::uint64_t>(extra, packed_size);
  }
  std::string out;
  appendLittle<std::uint32_t>(out, zip::local::kSignature);
  appendLittle<std::uint16_t>(out, 63);  // version needed
  appendLittle<std::uint16_t>(out, 0);   // flags
  appendLittle<std::uint16_t>(out, static_cast<std::uint16_t>(method));
  appendLittle<std::uint32_t>(out, 0);  // time, date
  appendLittle<std::uint32_t>(out, 0);  // CRC
  appendLittle<std::uint32_t>(out, isLarge ? zip::kAllOnes32 : packed_size);
  appendLittle<std::uint32_t>(out, isLarge ? zip::kAllOnes32 : size);
  appendLittle<std::uint16_t>(out, kName.size());
  appendLittle<std::uint16_t>(out, extra.size());
  return out.append(kName) + extra;
}

}  // namespace

Result<void> unpackInChild(Compression method, PackedBytes& packed, std::uint64_t size, const ByteSink& sink) {
  const auto seconds = static_cast<int>(std::min<std::uint64_t>(kSeconds + size / kBytesPerSecond, kMaxSeconds));
  const ChildLimits limits = {.memory_bytes = kMemory,
                              .cpu_seconds = seconds};  // waiting for the sink takes no processor time
  const std::string header = localHeader(method, packed.size(), size);
  bool isBegun = false, isAtEnd = false;
  const auto next = [&]() -> Result<std::span<const std::byte>> {
    if (!std::exchange(isBegun, true)) return std::as_bytes(std::span(header));
    auto piece = packed.next();
    isAtEnd = piece && piece->empty();
    return piece;
  };
  auto done = streamImport("sepax-import-entry", {}, next, sink, limits);
  if (!done && done.error().code == ErrorCode::kNotFound) {
    return fail(ErrorCode::kUnsupported, "",
                trf("is compressed by {}: {}", compressionName(method), describe(done.error())));
  }
  if (!done && done.error().code == ErrorCode::kSyntax) {
    return fail(ErrorCode::kDamaged, "", trf("its compressed data is damaged ({})", done.error().message));
  }
  SEPAX_TRY(done);
  while (!isAtEnd) {  // to the end, for the sake of an authentication code
    auto piece = packed.next();
    SEPAX_TRY(piece);
    isAtEnd = piece->empty();
  }
  return {};
}

}  // namespace sepax
