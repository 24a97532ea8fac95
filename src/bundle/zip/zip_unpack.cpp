#include "bundle/zip/zip_unpack.h"

#include "bundle/byte_source.h"
#include "bundle/little_endian.h"
#include "bundle/zip/zip_aes.h"
#include "bundle/zip/zip_end.h"
#include "core/import_child.h"
#include "core/language.h"

#include <bzlib.h>
#include <libdeflate.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>

namespace sepax {

namespace {

constexpr std::uint64_t kPackedPiece = 1 << 17;

/// Reads [offset, offset + size) in pieces.
class Pieces {
 public:
  Pieces(const ByteSource& source, std::uint64_t offset, std::uint64_t size)
      : source_(source), offset_(offset), size_(size), left_(size), buffer_(std::min(size, kPackedPiece)) {}
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] Result<std::span<std::byte>> next() {
    const auto piece = std::span(buffer_).first(std::min<std::uint64_t>(left_, buffer_.size()));
    SEPAX_TRY(source_.readAt(offset_, piece));
    offset_ += piece.size();
    left_ -= piece.size();
    return piece;
  }
  [[nodiscard]] std::uint64_t left() const { return left_; }

 private:
  const ByteSource& source_;
  std::uint64_t offset_ = 0, size_ = 0, left_ = 0;
  std::vector<std::byte> buffer_;
};

class Plain final : public PackedBytes {
 public:
  Plain(const ByteSource& source, std::uint64_t offset, std::uint64_t size) : pieces_(source, offset, size) {}
  std::uint64_t size() const override { return pieces_.size(); }
  Result<std::span<const std::byte>> next() override { return pieces_.next(); }

 private:
  Pieces pieces_;
};

/// The traditional stream cipher: three 32-bit keys, stepped by each plain byte.
class ZipCryptoKeys {
 public:
  explicit ZipCryptoKeys(std::string_view password) {
    for (const char c : password) step(static_cast<std::uint8_t>(c));
  }
  [[nodiscard]] std::uint8_t decrypt(std::uint8_t byte) {
    const std::uint32_t mixed = (keys_[2] | 2) & 0xFFFF;
    const auto plain = static_cast<std::uint8_t>(byte ^ (mixed * (mixed ^ 1) >> 8 & 0xFF));
    step(plain);
    return plain;
  }

 private:
  void step(std::uint8_t plain) {
    keys_[0] = crc(keys_[0], plain);
    keys_[1] = (keys_[1] + (keys_[0] & 0xFF)) * 134775813 + 1;
    keys_[2] = crc(keys_[2], static_cast<std::uint8_t>(keys_[1] >> 24));
  }
  [[nodiscard]] static std::uint32_t crc(std::uint32_t value, std::uint8_t byte) {
    static const z_crc_t* table = get_crc_table();
    return static_cast<std::uint32_t>(table[(value ^ byte) & 0xFF]) ^ value >> 8;
  }
  std::array<std::uint32_t, 3> keys_ = {0x12345678, 0x23456789, 0x34567890};
};

class ZipCrypto final : public PackedBytes {
 public:
  ZipCrypto(const ByteSource& source, std::uint64_t offset, std::uint64_t size, const ZipCryptoKeys& keys)
      : pieces_(source, offset, size), keys_(keys) {}
  std::uint64_t size() const override { return pieces_.size(); }
  Result<std::span<const std::byte>> next() override {
    auto piece = pieces_.next();
    SEPAX_TRY(piece);
    for (std::byte& b : *piece) b = std::byte{keys_.decrypt(std::to_integer<std::uint8_t>(b))};
    return *piece;
  }

 private:
  Pieces pieces_;
  ZipCryptoKeys keys_;
};

/// Decrypts AES and looks at the authentication code behind the bytes.
class Aes final : public PackedBytes {
 public:
  Aes(const ByteSource& source, std::uint64_t offset, std::uint64_t size, std::unique_ptr<ZipAes> cipher)
      : pieces_(source, offset, size), end_(offset + size), source_(source), cipher_(std::move(cipher)) {}

  std::uint64_t size() const override { return pieces_.size(); }
  Result<std::span<const std::byte>> next() override {
    if (pieces_.left() == 0) return finish();
    auto piece = pieces_.next();
    SEPAX_TRY(piece);
    SEPAX_TRY(cipher_->decrypt(*piece));
    return *piece;
  }

 private:
  Result<std::span<const std::byte>> finish() {
    std::array<std::byte, ZipAes::kCode> stated;
    SEPAX_TRY(source_.readAt(end_, stated));
    const auto code = cipher_->code();
    SEPAX_TRY(code);
    if (stated != *code) {
      return fail(ErrorCode::kDamaged, "",
                  tr("its authentication code does not fit: the encrypted bytes were changed"));
    }
    return std::span<const std::byte>();
  }

  Pieces pieces_;
  std::uint64_t end_ = 0;
  const ByteSource& source_;
  std::unique_ptr<ZipAes> cipher_;
};

tl::unexpected<Error> wrongPassword() { return fail(ErrorCode::kPassword, "", tr("the password is wrong")); }

Result<std::unique_ptr<PackedBytes>> openZipCrypto(const ByteSource& source, const TreeEntry& entry,
                                                   const ZipRecord& record, std::string_view password) {
  constexpr std::size_t kHeader = 12;
  std::array<std::byte, kHeader> header;
  if (entry.compressed_size < kHeader) return fail(ErrorCode::kDamaged, "", tr("is too short to be encrypted"));
  SEPAX_TRY(source.readAt(entry.offset, header));
  ZipCryptoKeys keys(password);
  std::uint8_t last = 0;
  for (const std::byte b : header) last = keys.decrypt(std::to_integer<std::uint8_t>(b));
  // The last byte repeats one of the CRC; of the time where the CRC was not yet known when the header was written.
  const bool isTime = (record.flags & zip::kFlagDescriptor) != 0 && last == record.time >> 8;
  if (last != (entry.crc32 >> 24) && !isTime) return wrongPassword();
  return std::make_unique<ZipCrypto>(source, entry.offset + kHeader, entry.compressed_size - kHeader, keys);
}

Result<std::unique_ptr<PackedBytes>> openAes(const ByteSource& source, const TreeEntry& entry,
                                             std::string_view password) {
  const std::size_t strength =
      static_cast<std::size_t>(entry.encryption) - static_cast<std::size_t>(Encryption::kAes128) + 1;
  const std::size_t salt_size = 4 + 4 * strength, before = salt_size + ZipAes::kCheck;
  if (entry.compressed_size < before + ZipAes::kCode)
    return fail(ErrorCode::kDamaged, "", tr("is too short to be encrypted by AES"));
  std::array<std::byte, 16 + ZipAes::kCheck> head;
  SEPAX_TRY(source.readAt(entry.offset, std::span(head).first(before)));
  auto cipher = ZipAes::make(password, std::span(head).first(salt_size));
  SEPAX_TRY(cipher);
  if (!std::ranges::equal((*cipher)->check(), std::span(head).subspan(salt_size, ZipAes::kCheck)))
    return wrongPassword();
  return std::make_unique<Aes>(source, entry.offset + before, entry.compressed_size - before - ZipAes::kCode,
                               std::move(*cipher));
}

}  // namespace

std::unique_ptr<PackedBytes> plainBytes(const ByteSource& source, const TreeEntry& entry) {
  return std::make_unique<Plain>(source, entry.offset, entry.compressed_size);
}

Result<std::unique_ptr<PackedBytes>> decryptedBytes(const ByteSource& source, const TreeEntry& entry,
                                                    const ZipRecord& record, std::string_view password) {
  if (entry.encryption == Encryption::kStrong) {
    return fail(ErrorCode::kUnsupported, "",
                tr("is protected by PKWARE's strong encryption, which this version does not read"));
  }
  return entry.encryption == Encryption::kZipCrypto ? openZipCrypto(source, entry, record, password)
                                                    : openAes(source, entry, password);
}

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
    appendLittle<std::uint16_t>(extra, zip::kExtraZip64, 16);
    appendLittle<std::uint64_t>(extra, size, packed_size);
  }
  std::string out;
  appendLittle<std::uint32_t>(out, zip::local::kSignature);
  appendLittle<std::uint16_t>(out, 63, 0, method, 0, 0);  // version needed, flags, …, time, date
  appendLittle<std::uint32_t>(out, 0);                    // CRC
  appendLittle<std::uint32_t>(out, isLarge ? zip::kAllOnes32 : packed_size, isLarge ? zip::kAllOnes32 : size);
  appendLittle<std::uint16_t>(out, kName.size(), extra.size());
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

/// Reads what is left, for the sake of an authentication code behind it.
Result<void> readToEnd(PackedBytes& packed) {
  while (true) {
    auto piece = packed.next();
    SEPAX_TRY(piece);
    if (piece->empty()) return {};
  }
}

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
  return is_at_end ? Result<void>() : readToEnd(packed);
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
      if (output.declared() == 0) return readToEnd(packed);  // libarchive takes LZMA of nothing for damaged
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
