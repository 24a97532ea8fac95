#include "bundle/zip.h"

#include "bundle/zip_directory.h"
#include "bundle/zip_format.h"
#include "core/assert.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <utility>

namespace sepax {

namespace {

constexpr std::size_t kPiece = 1 << 16;

/// Takes decoded bytes, refuses more than the entry declared, sums the CRC, hands on.
class CheckedOutput {
 public:
  CheckedOutput(std::uint64_t declared, const ByteSink& sink) : declared_(declared), sink_(sink) {}
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint32_t crc() const { return crc_; }
  [[nodiscard]] std::uint64_t room() const { return declared_ - size_; }
  [[nodiscard]] Result<void> take(std::span<const std::byte> bytes) {
    if (bytes.size() > room()) return fail(ErrorCode::kDamaged, "", fmt::format("unpacks to more than the declared {} bytes", declared_));
    crc_ = static_cast<std::uint32_t>(crc32_z(crc_, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
    size_ += bytes.size();
    return sink_(bytes);
  }

 private:
  std::uint64_t declared_ = 0;
  const ByteSink& sink_;
  std::uint64_t size_ = 0;
  std::uint32_t crc_ = 0;
};

Result<void> copyStored(const ByteSource& source, std::uint64_t offset, std::uint64_t size, CheckedOutput& output) {
  std::vector<std::byte> piece(std::min<std::uint64_t>(size, kPiece));
  for (std::uint64_t done = 0; done < size;) {
    const auto part = std::span(piece).first(std::min<std::uint64_t>(size - done, kPiece));
    if (auto read = source.readAt(offset + done, part); !read) return read;
    if (auto taken = output.take(part); !taken) return taken;
    done += part.size();
  }
  return {};
}

/// zlib's raw inflate state, ended on every way out.
struct Inflater {
  z_stream stream{};
  bool isReady = inflateInit2(&stream, -MAX_WBITS) == Z_OK;
  Inflater() = default;
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() {
    if (isReady) inflateEnd(&stream);
  }
};

Result<void> inflateDeflated(const ByteSource& source, std::uint64_t offset, std::uint64_t size, CheckedOutput& output) {
  Inflater inflater;
  if (!inflater.isReady) return fail(ErrorCode::kInternal, "", "zlib has no memory");
  z_stream& stream = inflater.stream;
  std::vector<std::byte> input(std::min<std::uint64_t>(size, kPiece)), unpacked(kPiece);
  std::uint64_t done = 0;
  while (true) {
    if (stream.avail_in == 0 && done < size) {
      const auto part = std::span(input).first(std::min<std::uint64_t>(size - done, kPiece));
      if (auto read = source.readAt(offset + done, part); !read) return read;
      done += part.size();
      stream.next_in = reinterpret_cast<Bytef*>(part.data());
      stream.avail_in = static_cast<uInt>(part.size());
    }
    stream.next_out = reinterpret_cast<Bytef*>(unpacked.data());
    stream.avail_out = static_cast<uInt>(unpacked.size());
    const int status = inflate(&stream, Z_NO_FLUSH);
    if (auto taken = output.take(std::span(unpacked).first(unpacked.size() - stream.avail_out)); !taken) return taken;
    if (status == Z_STREAM_END) return {};
    if (status == Z_BUF_ERROR) return fail(ErrorCode::kDamaged, "", "its compressed data ends too early");
    if (status != Z_OK) {
      return fail(ErrorCode::kDamaged, "", fmt::format("its compressed data is damaged ({})", stream.msg != nullptr ? stream.msg : "zlib"));
    }
  }
}

const FindingCode& codeOf(FindingKind kind) { return findingCodes()[static_cast<std::size_t>(kind)]; }

class ZipTree final : public Tree {
 public:
  ZipTree(std::shared_ptr<const ByteSource> payload, std::string name, std::optional<ObbFooter> footer, ZipDirectory directory,
          std::vector<Finding> findings)
      : payload_(std::move(payload)),
        name_(std::move(name)),
        footer_(std::move(footer)),
        directory_(std::move(directory)),
        findings_(std::move(findings)) {}

  ContainerKind kind() const override { return ContainerKind::kZip; }
  const std::string& name() const override { return name_; }
  const std::vector<TreeEntry>& entries() const override { return directory_.entries; }
  const std::vector<Finding>& findings() const override { return findings_; }
  const std::optional<ObbFooter>& footer() const override { return footer_; }

  Result<std::vector<std::byte>> read(std::size_t index, std::uint64_t limit) const override {
    SEPAX_ASSERT(index < directory_.entries.size());
    const TreeEntry& entry = directory_.entries[index];
    if (entry.size > limit) {
      return fail(ErrorCode::kTooLarge, placeInTree(*this, entry.path),
                  fmt::format("unpacks to {} bytes, the most that is read is {}", entry.size, limit));
    }
    std::vector<std::byte> bytes;  // grows with what is really there
    auto done = stream(index, [&](std::span<const std::byte> piece) -> Result<void> {
      bytes.insert(bytes.end(), piece.begin(), piece.end());
      return {};
    });
    if (!done) return tl::unexpected(done.error());
    return bytes;
  }

  Result<void> stream(std::size_t index, const ByteSink& sink) const override {
    SEPAX_ASSERT(index < directory_.entries.size());
    const TreeEntry& entry = directory_.entries[index];
    if (const auto obstacle = directory_.records[index].obstacle; obstacle) {
      const bool isMethod = *obstacle == FindingKind::kZipUnsupportedMethod;
      return fail(
          isMethod ? ErrorCode::kUnsupported : ErrorCode::kDamaged, placeInTree(*this, entry.path),
          isMethod ? fmt::format("is compressed by {}, which this version does not read", entry.method) : codeOf(*obstacle).meaning);
    }
    // Some "protected" archives only claim encryption. Trying first keeps garbage from reaching the caller.
    if (entry.encrypted && !decode(index, [](auto) -> Result<void> { return {}; })) {
      return fail(ErrorCode::kUnsupported, placeInTree(*this, entry.path), "is encrypted, which this version does not read");
    }
    auto done = decode(index, sink);
    if (!done && done.error().where.empty()) return fail(done.error().code, placeInTree(*this, entry.path), done.error().message);
    return done;
  }

 private:
  Result<void> decode(std::size_t index, const ByteSink& sink) const {
    const TreeEntry& entry = directory_.entries[index];
    const ZipRecord& record = directory_.records[index];
    CheckedOutput output(entry.size, sink);
    const auto unpack = record.method == zip::kStored ? copyStored : inflateDeflated;
    if (auto done = unpack(*payload_, record.data_offset, entry.compressed_size, output); !done) return done;
    if (output.size() != entry.size) {
      return fail(ErrorCode::kDamaged, "", fmt::format("unpacks to {} bytes instead of {}", output.size(), entry.size));
    }
    if (output.crc() != entry.crc32) {
      return fail(ErrorCode::kDamaged, "", fmt::format("its CRC is {:08x}, expected {:08x}", output.crc(), entry.crc32));
    }
    return {};
  }

  std::shared_ptr<const ByteSource> payload_;
  std::string name_;
  std::optional<ObbFooter> footer_;
  ZipDirectory directory_;
  std::vector<Finding> findings_;
};

}  // namespace

std::shared_ptr<const Tree> openZip(std::shared_ptr<const ByteSource> payload, const ZipEnd& end, std::string name,
                                    std::optional<ObbFooter> footer, FindingCollector findings) {
  const std::uint64_t size = payload->size();
  if (end.candidates > 1) {
    findings.add(FindingKind::kZipAmbiguousEnd, "",
                 fmt::format("{} end records could be meant; other programs may choose another", end.candidates));
  }
  if (end.archive_end < size) {
    findings.add(FindingKind::kZipTrailingBytes, "", fmt::format("{} bytes behind the archive", size - end.archive_end));
  } else if (end.archive_end > size) {
    findings.add(FindingKind::kZipTrailingBytes, "", fmt::format("the comment is {} bytes shorter than stated", end.archive_end - size));
  }
  ZipDirectory directory;
  if (end.is_split) {
    findings.add(FindingKind::kZipSplit, "", "one part of an archive that was split over several files; join them first");
  } else {
    directory = readZipDirectory(*payload, end, name, findings);
  }
  return std::make_shared<ZipTree>(std::move(payload), std::move(name), std::move(footer), std::move(directory), findings.take());
}

}  // namespace sepax
