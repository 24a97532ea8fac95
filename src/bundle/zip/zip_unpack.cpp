#include "bundle/zip/zip_unpack.h"

#include "bundle/byte_source.h"
#include "bundle/compression.h"
#include "bundle/digest.h"
#include "bundle/little_endian.h"
#include "bundle/zip/zip_format.h"
#include "bundle/zip/zip_packed.h"
#include "core/import_child.h"
#include "core/language.h"

#include <bzlib.h>
#include <libdeflate.h>
#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

/// Unpacks what libarchive reads and we do not: LZMA, xz, zstd and PPMd, in a child process (program
/// sepax-import-entry) with memory and time limits, piece by piece. The bytes are neither limited to `size` nor
/// compared with anything: that is the sink's part. `size`, which the entry declares, goes to the library and into the
/// time limit. Errors come without `where`; kUnsupported without that program.
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

constexpr std::size_t kUnpackPiece = 1 << 17;

/// Takes unpacked bytes, refuses more than the entry declared, sums the CRC, hands on.
class CheckedOutput {
 public:
  CheckedOutput(std::uint64_t declared, const ByteSink& sink) : declared_(declared), sink_(sink) {}
  [[nodiscard]] std::uint64_t declared() const { return declared_; }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint32_t crc() const { return crc_; }
  [[nodiscard]] Result<void> take(std::span<const std::byte> bytes) {
    if (bytes.size() > declared_ - size_) {
      return fail(ErrorCode::kDamaged, "", trf("unpacks to more than the declared {} bytes", declared_));
    }
    crc_ = crc32Of(bytes, crc_);
    size_ += bytes.size();
    return sink_(bytes);
  }

 private:
  std::uint64_t declared_ = 0;
  const ByteSink& sink_;
  std::uint64_t size_ = 0;
  std::uint32_t crc_ = 0;
};

/// Hands on what is stored; all pieces are asked for, so that an authentication code behind them is looked at.
Result<void> copyStored(PackedBytes& packed, CheckedOutput& output) {
  while (true) {
    auto piece = packed.next();
    SEPAX_TRY(piece);
    if (piece->empty()) return {};
    SEPAX_TRY(output.take(*piece));
  }
}

/// The outcome of a piece in a decoder.
enum class Step { kMore, kDone, kStarved, kDamaged };

struct Inflater {
  z_stream stream{};
  bool is_ready = inflateInit2(&stream, -MAX_WBITS) == Z_OK;
  Inflater() = default;
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() {
    if (is_ready) inflateEnd(&stream);
  }
  Step step(std::span<const std::byte>& in, std::span<std::byte>& out) {
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(in.data()));
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const int status = inflate(&stream, Z_NO_FLUSH);
    in = in.last(stream.avail_in);
    out = out.last(stream.avail_out);
    if (status == Z_STREAM_END) return Step::kDone;
    return status == Z_OK ? Step::kMore : status == Z_BUF_ERROR ? Step::kStarved : Step::kDamaged;
  }
  [[nodiscard]] const char* complaint() const { return stream.msg != nullptr ? stream.msg : "zlib"; }
};

struct Bunzipper {
  bz_stream stream{};
  bool is_ready = BZ2_bzDecompressInit(&stream, 0, 0) == BZ_OK;
  Bunzipper() = default;
  Bunzipper(const Bunzipper&) = delete;
  Bunzipper& operator=(const Bunzipper&) = delete;
  ~Bunzipper() {
    if (is_ready) BZ2_bzDecompressEnd(&stream);
  }
  Step step(std::span<const std::byte>& in, std::span<std::byte>& out) {
    const std::size_t in_before = in.size(), out_before = out.size();
    stream.next_in = reinterpret_cast<char*>(const_cast<std::byte*>(in.data()));
    stream.avail_in = static_cast<unsigned>(in.size());
    stream.next_out = reinterpret_cast<char*>(out.data());
    stream.avail_out = static_cast<unsigned>(out.size());
    const int status = BZ2_bzDecompress(&stream);
    in = in.last(stream.avail_in);
    out = out.last(stream.avail_out);
    if (status == BZ_STREAM_END) return Step::kDone;
    if (status != BZ_OK) return Step::kDamaged;
    return in.size() == in_before && out.size() == out_before ? Step::kStarved : Step::kMore;
  }
  [[nodiscard]] const char* complaint() const { return "bzip2"; }
};

template <class Decoder>
Result<void> decode(PackedBytes& packed, CheckedOutput& output) {
  Decoder decoder;
  if (!decoder.is_ready) return fail(ErrorCode::kInternal, "", tr("the decoder has no memory"));
  std::vector<std::byte> unpacked(kUnpackPiece);
  std::span<const std::byte> in;
  bool is_at_end = false;
  while (true) {
    if (in.empty() && !is_at_end) {
      auto piece = packed.next();
      SEPAX_TRY(piece);
      in = *piece;
      is_at_end = in.empty();
    }
    std::span<std::byte> out = unpacked;
    const Step step = decoder.step(in, out);
    SEPAX_TRY(output.take(std::span(unpacked).first(unpacked.size() - out.size())));
    if (step == Step::kDamaged) {
      return fail(ErrorCode::kDamaged, "", trf("its compressed data is damaged ({})", decoder.complaint()));
    }
    if (step == Step::kStarved && is_at_end)
      return fail(ErrorCode::kDamaged, "", tr("its compressed data ends too early"));
    if (step == Step::kDone) break;
  }
  while (!is_at_end) {  // to the end, for the sake of an authentication code
    auto piece = packed.next();
    SEPAX_TRY(piece);
    is_at_end = piece->empty();
  }
  return {};
}

Result<void> decodeBy(Compression method, PackedBytes& packed, CheckedOutput& output) {
  switch (method) {
    case Compression::kStored:
      return copyStored(packed, output);
    case Compression::kDeflated:
      return decode<Inflater>(packed, output);
    case Compression::kBzip2:
      return decode<Bunzipper>(packed, output);
    default:
      return unpackInChild(method, packed, output.declared(),
                           [&](std::span<const std::byte> bytes) { return output.take(bytes); });
  }
}

Result<void> checkEnd(std::uint64_t size, std::uint64_t declared, std::uint32_t crc,
                      std::optional<std::uint32_t> expected) {
  if (size != declared) return fail(ErrorCode::kDamaged, "", trf("unpacks to {} bytes instead of {}", size, declared));
  if (expected && crc != *expected)
    return fail(ErrorCode::kDamaged, "", trf("its CRC is {:08x}, expected {:08x}", crc, *expected));
  return {};
}

}  // namespace

bool canUnpack(Compression method) {
  using enum Compression;
  static constexpr Compression kReadable[] = {kStored, kDeflated, kBzip2, kLzma, kZstd, kXz, kPpmd};
  return std::ranges::find(kReadable, method) != std::end(kReadable);
}

Result<void> unpack(Compression method, PackedBytes& packed, std::uint64_t size, std::optional<std::uint32_t> crc,
                    const ByteSink& sink) {
  CheckedOutput output(size, sink);
  SEPAX_TRY(decodeBy(method, packed, output));
  return checkEnd(output.size(), size, output.crc(), crc);
}

Result<void> unpackWhole(std::span<const std::byte> packed, std::uint64_t size, std::uint32_t crc,
                         const ByteSink& sink) {
  struct Free {
    void operator()(libdeflate_decompressor* decompressor) const { libdeflate_free_decompressor(decompressor); }
  };
  thread_local const std::unique_ptr<libdeflate_decompressor, Free> decompressor(libdeflate_alloc_decompressor());
  if (!decompressor) return fail(ErrorCode::kInternal, "", tr("the decoder has no memory"));
  const std::unique_ptr<std::byte[]> bytes(
      new std::byte[size == 0 ? 1 : size]);  // not zeroed: every byte handed on was written
  std::size_t in = 0, out = 0;
  switch (libdeflate_deflate_decompress_ex(decompressor.get(), packed.data(), packed.size(), bytes.get(), size, &in,
                                           &out)) {
    case LIBDEFLATE_SUCCESS:
      break;
    case LIBDEFLATE_INSUFFICIENT_SPACE:
      return fail(ErrorCode::kDamaged, "", trf("unpacks to more than the declared {} bytes", size));
    default:
      return fail(ErrorCode::kDamaged, "", tr("its compressed data is damaged"));
  }
  const auto unpacked = std::span<const std::byte>(bytes.get(), out);
  SEPAX_TRY(checkEnd(out, size, crc32Of(unpacked), crc));
  return out == 0 ? Result<void>() : sink(unpacked);
}

}  // namespace sepax
