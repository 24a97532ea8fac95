#include "bundle/pck.h"

#include "bundle/byte_source.h"
#include "bundle/little_endian.h"
#include "bundle/safe_path.h"
#include "core/assert.h"
#include "core/language.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace sepax {

namespace {

constexpr std::uint32_t kDirectoryEncrypted = 1;       ///< flag of the file
constexpr std::uint32_t kEncrypted = 1, kRemoved = 2;  ///< flags of an entry
constexpr std::size_t kMd5 = 16, kMaxEntries = 1'000'000;

/// The fields of the fixed part; offsets from the start of the payload.
struct Header {
  std::uint32_t version = 0, major = 0, minor = 0, patch = 0, flags = 0;
  std::uint64_t file_base = 0;        ///< added to every entry's offset
  std::uint64_t directory_start = 0;  ///< of the count
};

/// Reads numbers front to back; after the first failure everything reads as zero and `isGood()` is false.
class Reader {
 public:
  Reader(const ByteSource& source, std::uint64_t position) : source_(source), position_(position) {}
  [[nodiscard]] bool isGood() const { return is_good_; }
  [[nodiscard]] std::uint64_t position() const { return position_; }
  [[nodiscard]] std::uint64_t left() const { return source_.size() - std::min(source_.size(), position_); }
  bool bytes(std::span<std::byte> out) {
    if (is_good_ && (position_ < start_ || position_ + out.size() > start_ + buffer_.size())) {
      buffer_.resize(std::min<std::uint64_t>(std::max(out.size(), kRun), left()));
      start_ = position_;
      is_good_ = out.size() <= buffer_.size() && source_.readAt(start_, buffer_);
    }
    if (!is_good_) return false;
    std::copy_n(buffer_.begin() + static_cast<std::ptrdiff_t>(position_ - start_), out.size(), out.begin());
    position_ += out.size();
    return true;
  }
  std::uint32_t u32() {
    std::array<std::byte, 4> raw{};
    return bytes(raw) ? u32At(raw, 0) : 0;
  }
  std::uint64_t u64() {
    std::array<std::byte, 8> raw{};
    return bytes(raw) ? u64At(raw, 0) : 0;
  }

 private:
  static constexpr std::size_t kRun = 1 << 16;
  const ByteSource& source_;
  std::uint64_t position_ = 0;
  std::vector<std::byte> buffer_;
  std::uint64_t start_ = 0;  ///< of the buffer
  bool is_good_ = true;
};

std::optional<Header> readHeader(const ByteSource& payload) {
  Reader in(payload, 4);
  Header header{in.u32(), in.u32(), in.u32(), in.u32()};
  if (header.version >= 2) {
    header.flags = in.u32();
    header.file_base = in.u64();
  }
  constexpr std::uint64_t kReserved = 16 * 4;
  header.directory_start = header.version >= 3 ? in.u64() : in.position() + kReserved;
  const bool isGood =
      in.isGood() && header.version >= 1 && header.version <= 3 && header.directory_start < payload.size();
  return isGood ? std::optional(header) : std::nullopt;
}

struct Record {
  std::array<std::byte, kMd5> md5{};
  bool is_out_of_range = false;
};

struct PckDirectory {
  Header header;
  std::vector<TreeEntry> entries;
  std::vector<Record> records;  ///< one for each entry
};

bool isLocked(const Header& header) { return (header.flags & kDirectoryEncrypted) != 0; }

/// Reads the next entry; false where there is none.
bool readEntry(Reader& in, const ByteSource& payload, PckDirectory& out, FindingCollector& findings) {
  constexpr std::uint32_t kLongestPath = 1 << 16;
  const std::uint32_t length = in.u32();
  if (!in.isGood() || length > kLongestPath || length > in.left()) return false;
  std::string raw(length, '\0');
  in.bytes(std::as_writable_bytes(std::span(raw)));
  const std::uint64_t stated_offset = in.u64(), size = in.u64();
  Record record;
  in.bytes(record.md5);
  const std::uint32_t flags = out.header.version >= 2 ? in.u32() : 0;
  if (!in.isGood()) return false;

  const std::size_t index = out.entries.size();
  TreeEntry& entry = out.entries.emplace_back();
  raw.resize(std::min(raw.find('\0'), raw.size()));  // padded to a multiple of four
  std::string_view path = raw;
  if (path.starts_with("res://")) path.remove_prefix(6);
  entry.path = toValidUtf8(path);
  entry.raw_name = raw == entry.path ? std::string() : raw;
  entry.name_encoding = "UTF-8";
  entry.size = entry.compressed_size = size;
  entry.flags = static_cast<std::uint16_t>(flags);
  const bool wraps = stated_offset > ~std::uint64_t{0} - out.header.file_base;
  entry.offset = entry.header_offset = wraps ? ~std::uint64_t{0} : stated_offset + out.header.file_base;
  entry.encrypted = (flags & kEncrypted) != 0;
  if (entry.encrypted) entry.encryption = Encryption::kAes256;
  const std::uint64_t end = payload.size();
  record.is_out_of_range = entry.offset > end || size > end - entry.offset;
  if (record.is_out_of_range) {
    findings.add(FindingKind::kPckOutOfRange, entry.path,
                 trf("its {} bytes at {} run past the end at {}", size, entry.offset, end), index);
  }
  if (entry.encrypted)
    findings.add(FindingKind::kPckEncrypted, entry.path, tr("encrypted with the game's own key"), index);
  if ((flags & kRemoved) != 0) {
    entry.is_removal = entry.shadowed = true;
    findings.add(FindingKind::kPckRemoved, entry.path, tr("marks a file of an earlier pack as removed"), index);
  }
  if (const char* danger = whyDangerousPath(entry.path); danger != nullptr) {
    findings.add(FindingKind::kPckUnsafePath, entry.path, trf("the name {}", danger), index);
  }
  entry.in_place = !record.is_out_of_range && !entry.encrypted;
  out.records.push_back(record);
  return true;
}

PckDirectory readPckDirectory(const ByteSource& payload, FindingCollector& findings) {
  PckDirectory out;
  if (const auto header = readHeader(payload)) {
    out.header = *header;
  } else {
    findings.add(FindingKind::kPckBadDirectory, tr("its header is cut off or of an unknown version"));
    return out;
  }
  if (isLocked(out.header)) {
    findings.add(FindingKind::kPckEncrypted, tr("the directory is encrypted with the game's own key"));
    return out;
  }
  Reader in(payload, out.header.directory_start);
  const std::uint32_t count = in.u32();  // only compared
  std::uint32_t read = 0;
  for (; read < count && out.entries.size() < kMaxEntries; ++read) {
    if (!readEntry(in, payload, out, findings)) break;
  }
  if (read < count)
    findings.add(FindingKind::kPckBadDirectory, trf("the directory says {} files, {} are listed", count, read));
  return out;
}

class PckTree final : public FileTree {
 public:
  PckTree(ContainerFile file, PckDirectory directory, FindingCollector findings)
      : FileTree(std::move(file), std::move(directory.entries), findings.take()),
        header_(directory.header),
        records_(std::move(directory.records)) {}

  ContainerKind kind() const override { return ContainerKind::kPck; }
  std::string description() const override { return tr("a Godot PCK"); }
  std::vector<Fact> facts() const override {
    return {{"PCK version", fmt::format("{}", header_.version)},
            {"engine", fmt::format("Godot {}.{}.{}", header_.major, header_.minor, header_.patch)}};
  }
  bool locked() const override { return isLocked(header_); }

  Result<std::shared_ptr<const ByteSource>> open(std::size_t index, std::uint64_t) const override {
    SEPAX_ASSERT(index < entries().size());
    const TreeEntry& entry = entries()[index];
    if (records_[index].is_out_of_range)
      return fail(ErrorCode::kDamaged, placeInTree(*this, entry.path), tr("its data runs past the end"));
    if (entry.encrypted) {
      return fail(ErrorCode::kUnsupported, placeInTree(*this, entry.path),
                  tr("is encrypted with the game's own key, which this version does not read"));
    }
    return windowOf(payload(), entry.offset, entry.size);
  }

  Result<std::vector<std::byte>> read(std::size_t index, std::uint64_t limit) const override {
    SEPAX_ASSERT(index < entries().size());
    if (entries()[index].size > limit) {
      return fail(ErrorCode::kTooLarge, placeInTree(*this, entries()[index].path),
                  trf("has {} bytes, the most that is read is {}", entries()[index].size, limit));
    }
    return gatherStream(*this, index);
  }

  Result<void> stream(std::size_t index, const ByteSink& sink) const override {
    auto source = open(index, ~std::uint64_t{0});
    SEPAX_TRY(source);
    Digest digest(DigestKind::kMd5);
    SEPAX_TRY(streamBytes(**source, 0, (*source)->size(), [&](std::span<const std::byte> piece) {
      digest.add(piece);
      return sink(piece);
    }));
    std::string stated;
    for (const std::byte b : records_[index].md5) stated += fmt::format("{:02x}", std::to_integer<unsigned>(b));
    const bool isStated = stated.find_first_not_of('0') != std::string::npos;  // some packers leave it out
    if (const std::string sum = digest.hex(); isStated && sum != stated) {
      return fail(ErrorCode::kDamaged, placeInTree(*this, entries()[index].path),
                  trf("its MD5 is {}, expected {}", sum, stated));
    }
    return {};
  }

 private:
  Header header_;
  std::vector<Record> records_;
};

}  // namespace

std::shared_ptr<const Tree> openPck(ContainerFile file, FindingCollector findings) {
  PckDirectory directory = readPckDirectory(*file.payload, findings);
  return std::make_shared<PckTree>(std::move(file), std::move(directory), std::move(findings));
}

}  // namespace sepax
