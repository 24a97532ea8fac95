#include "bundle/zip/zip.h"

#include "bundle/little_endian.h"
#include "bundle/zip/zip_directory.h"
#include "bundle/zip/zip_end.h"
#include "bundle/zip/zip_unpack.h"
#include "core/assert.h"
#include "core/language.h"
#include "core/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sepax {

namespace {

class ZipTree final : public FileTree {
 public:
  ZipTree(ContainerFile file, ZipDirectory directory, FindingCollector findings, std::vector<Fact> facts,
          std::string password)
      : FileTree(std::move(file), std::move(directory.entries), findings.take()),
        records_(std::move(directory.records)),
        is_zip64_(directory.is_zip64),
        facts_(std::move(facts)),
        password_(std::move(password)) {}

  ContainerKind kind() const override { return ContainerKind::kZip; }
  std::string description() const override { return tr("a ZIP archive"); }
  std::vector<Fact> facts() const override { return facts_; }
  bool isZip64() const override { return is_zip64_; }

  Result<std::shared_ptr<const ByteSource>> open(std::size_t index, std::uint64_t limit) const override {
    SEPAX_ASSERT(index < entries().size());
    const TreeEntry& entry = entries()[index];
    if (entry.in_place) return windowOf(payload(), entry.offset, entry.size);
    return Tree::open(index, limit);
  }

  Result<std::vector<std::byte>> read(std::size_t index, std::uint64_t limit) const override {
    SEPAX_ASSERT(index < entries().size());
    const TreeEntry& entry = entries()[index];
    if (entry.size > limit) {
      return fail(ErrorCode::kTooLarge, placeInTree(*this, entry.path),
                  trf("unpacks to {} bytes, the most that is read is {}", entry.size, limit));
    }
    return gatherStream(*this, index);
  }

  Result<void> stream(std::size_t index, const ByteSink& sink) const override {
    auto reading = readingOf(index);
    SEPAX_TRY(reading);
    return aboutEntry(*this, entries()[index].path, unpackAs(index, *reading, sink));
  }

  Result<CheckedEntry> check(std::size_t index) const override {
    auto reading = readingOf(index);
    SEPAX_TRY(reading);
    const TreeEntry& entry = entries()[index];
    // A claim of encryption or of an unknown method was already disproved by reading everything.
    if (!reading->is_proved) {
      SEPAX_TRY(aboutEntry(*this, entries()[index].path, unpackAs(index, *reading, ignore)));
    }
    return CheckedEntry{.is_fake_encryption = entry.encrypted && !reading->is_encrypted,
                        .is_fake_method = reading->method != entry.method,
                        .is_descriptor_wrong = !isDescriptorRight(index)};
  }

 private:
  /// How an entry's bytes are to be taken, which is not always what the archive says.
  struct Reading {
    Compression method = Compression::kStored;
    bool is_encrypted = false;
    bool is_proved = false;  ///< all bytes were read this way and the CRC fits
  };

  static Result<void> ignore(std::span<const std::byte>) { return {}; }

  Result<Reading> readingOf(std::size_t index) const {
    SEPAX_ASSERT(index < entries().size());
    const TreeEntry& entry = entries()[index];
    const ZipRecord& record = records_[index];
    const auto refuse = [&](ErrorCode code, std::string message) {
      return fail(code, placeInTree(*this, entry.path), std::move(message));
    };
    if (record.obstacle == FindingKind::kZipUnsupportedMethod) {
      // "Protected" archives name methods that do not exist; Android takes such entries for stored.
      const Reading stored{.method = Compression::kStored, .is_proved = true};
      const bool canBeStored =
          !isKnownCompression(entry.method) && entry.compressed_size == entry.size && !entry.encrypted;
      if (canBeStored && unpackAs(index, stored, ignore)) return stored;
      return refuse(ErrorCode::kUnsupported,
                    trf("is compressed by {}, which this version does not read", compressionName(entry.method)));
    }
    if (record.obstacle) return refuse(ErrorCode::kDamaged, tr(codeOf(*record.obstacle).meaning));
    if (!entry.encrypted) return Reading{.method = entry.method};
    // Some "protected" archives only claim encryption. Trying first keeps garbage from reaching the caller.
    const Reading plain{.method = entry.method, .is_proved = true};
    const bool canBePlain =
        entry.has_crc32 && (entry.method != Compression::kStored || entry.compressed_size == entry.size);
    if (canBePlain && unpackAs(index, plain, ignore)) return plain;
    if (password_.empty() && entry.encryption != Encryption::kStrong)
      return refuse(ErrorCode::kPassword, tr("is encrypted; it needs a password"));
    return Reading{.method = entry.method, .is_encrypted = true};
  }

  /// Whether the record behind the data, if there should be one, says what the directory says; it comes with and
  /// without a signature, and with sizes of 4 or 8 bytes.
  bool isDescriptorRight(std::size_t index) const {
    const TreeEntry& entry = entries()[index];
    const ZipRecord& record = records_[index];
    if ((record.local_flags & zip::kFlagDescriptor) == 0) return true;
    const ByteSource& source = *payload();
    const std::uint64_t start = entry.offset + entry.compressed_size;
    std::array<std::byte, 24> bytes{};
    const auto there = std::span(bytes).first(std::min<std::uint64_t>(bytes.size(), source.size() - start));
    if (there.size() < 12 || !source.readAt(start, there)) return false;
    for (const std::size_t at : {std::size_t{0}, std::size_t{4}}) {
      if (at == 4 && u32At(bytes, 0) != zip::kSplitSignature) continue;
      if (u32At(bytes, at) != entry.crc32) continue;
      if (u32At(bytes, at + 4) == entry.compressed_size && u32At(bytes, at + 8) == entry.size) return true;
      if (u64At(bytes, at + 4) == entry.compressed_size && u64At(bytes, at + 12) == entry.size) return true;
    }
    return false;
  }

  Result<void> unpackAs(std::size_t index, const Reading& reading, const ByteSink& sink) const {
    const TreeEntry& entry = entries()[index];
    const ZipRecord& record = records_[index];
    const ByteSource& source = *payload();
    const auto crc = entry.has_crc32 ? std::optional(entry.crc32) : std::nullopt;
    if (!reading.is_encrypted) {
      if (reading.method == Compression::kDeflated && crc &&
          std::max(entry.compressed_size, entry.size) <= kMaxUnpackedWhole) {
        std::vector<std::byte> packed(entry.compressed_size);
        SEPAX_TRY(source.readAt(entry.offset, packed));
        bool isBegun = false;
        const auto once = [&](std::span<const std::byte> bytes) {
          isBegun = true;
          return sink(bytes);
        };
        auto done = unpackWhole(packed, entry.size, *crc, once);
        if (done || isBegun) return done;  // else below, which says exactly what is wrong
      }
      return unpack(reading.method, *plainBytes(source, entry), entry.size, crc, sink);
    }
    auto packed = decryptedBytes(source, entry, record, password_);
    SEPAX_TRY(packed);
    auto done = unpack(reading.method, **packed, entry.size, crc, sink);
    if (!done && done.error().code == ErrorCode::kDamaged && entry.encryption == Encryption::kZipCrypto) {
      return fail(ErrorCode::kPassword, "",
                  trf("the password is wrong or the data is damaged: {}", done.error().message));
    }
    return done;
  }

  std::vector<ZipRecord> records_;
  bool is_zip64_ = false;
  std::vector<Fact> facts_;
  std::string password_;
};

std::vector<Fact> factsOf(const ByteSource& payload, const ZipEnd& end, const ZipDirectory& directory) {
  std::vector<Fact> facts = {{"directory", trf("{} records at {}", directory.entries.size(), end.directory_start)},
                             {"ZIP64", directory.is_zip64 ? "yes" : "no"}};
  std::string comment(end.comment_size, '\0');
  if (!comment.empty() && payload.readAt(end.comment_offset, std::as_writable_bytes(std::span(comment)))) {
    facts.push_back({"comment", printableLine(comment)});
  }
  return facts;
}

}  // namespace

std::shared_ptr<const Tree> openZip(ContainerFile file, const ZipEnd& end, const OpenOptions& options,
                                    FindingCollector findings) {
  const std::uint64_t size = file.payload->size();
  if (end.candidates > 1) {
    findings.add(FindingKind::kZipAmbiguousEnd,
                 trf("{} end records could be meant; other programs may choose another", end.candidates));
  }
  if (end.archive_end < size) {
    findings.add(FindingKind::kZipTrailingBytes, trf("{} bytes behind the archive", size - end.archive_end));
  } else if (end.archive_end > size) {
    findings.add(FindingKind::kZipTrailingBytes,
                 trf("the comment is {} bytes shorter than stated", end.archive_end - size));
  }
  ZipDirectory directory;
  if (end.is_split && !findings.holds(FindingKind::kZipSplit)) {
    findings.add(FindingKind::kZipSplit,
                 tr("says that it is one part of an archive split over several files; join them first"));
  }
  if (!end.is_split || end.has_directory) {  // a lie, or the last part: then the names at least
    directory = readZipDirectory(*file.payload, end, options, findings);
  } else if (end.declared_entries == 0 && end.directory_start > 0) {
    findings.add(FindingKind::kZipPrependedBytes,
                 trf("{} bytes before an end record that says: no entries", end.directory_start));
  }
  auto facts = factsOf(*file.payload, end, directory);
  return std::make_shared<ZipTree>(std::move(file), std::move(directory), std::move(findings), std::move(facts),
                                   options.password);
}

std::shared_ptr<const Tree> openSalvagedZip(ContainerFile file, const OpenOptions& options, FindingCollector findings) {
  ZipDirectory directory = salvageZip(*file.payload, options, findings);
  findings.add(FindingKind::kZipSalvaged, trf("{} entries found by their local headers", directory.entries.size()));
  return std::make_shared<ZipTree>(std::move(file), std::move(directory), std::move(findings), std::vector<Fact>{},
                                   options.password);
}

}  // namespace sepax
