#include "bundle/write/zip_writer.h"

#include "bundle/little_endian.h"
#include "bundle/zip/zip_aes.h"
#include "bundle/zip/zip_end.h"
#include "core/assert.h"
#include "core/language.h"
#include "core/platform.h"
#include "core/text.h"

#include <gcrypt.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

namespace sepax {

namespace {

constexpr std::uint32_t kAlignment = 4;
constexpr std::uint16_t kMadeByUnix = 3 << 8 | 20;
constexpr std::uint32_t kFileMode = 0100644, kFolderMode = 0040755;
constexpr std::uint32_t kDosFolderBit = 0x10;

constexpr std::string_view kCompressedSuffixes[] = {
    ".png", ".jpg", ".jpeg", ".webp", ".gif", ".avif", ".ktx2", ".mp3", ".ogg",  ".opus",
    ".m4a", ".aac", ".flac", ".mp4",  ".m4v", ".webm", ".mkv",  ".3gp", ".zip",  ".gz",
    ".xz",  ".zst", ".7z",   ".rar",  ".jar", ".apk",  ".obb",  ".ccz", ".woff2"};

bool needs64(std::uint64_t value) { return value >= zip::kAllOnes32; }
std::uint32_t low32(std::uint64_t value) {
  return needs64(value) ? zip::kAllOnes32 : static_cast<std::uint32_t>(value);
}

/// The numbers of an entry that local header and directory record share.
struct Numbers {
  Compression method = Compression::kStored;
  std::uint32_t crc = 0;
  std::uint64_t size = 0, packed_size = 0;
  bool is_encrypted = false;
};

constexpr std::size_t kSaltSize = 16, kAroundAes = kSaltSize + ZipAes::kCheck + ZipAes::kCode;
constexpr std::uint16_t kAesMethod = 99, kAesVersionNeeded = 51;

/// The extra fields that both records have: the real method of an encrypted entry (AE-2, 256 bits), the owner.
std::string commonExtra(const NewEntry& entry, const Numbers& numbers) {
  std::string extra = entry.heritage ? entry.heritage->owner : "";
  if (!numbers.is_encrypted) return extra;
  appendLittle<std::uint16_t>(extra, zip::kExtraAes, 7, 2);
  extra += "AE\3";
  appendLittle<std::uint16_t>(extra, numbers.method);
  return extra;
}

/// Where a record states the sizes: in its own fields, those apart that do not fit, or both in the ZIP64 field.
enum class SizeFields { kHere, kIn64 };

std::uint16_t versionNeeded(const NewEntry& entry, const Numbers& numbers, bool has_zip64) {
  if (numbers.is_encrypted) return kAesVersionNeeded;
  return has_zip64 ? 45 : numbers.method == Compression::kDeflated || entry.directory ? 20 : 10;
}

/// The fields that both records have alike, from "version needed" to the name's length.
void appendCommon(std::string& out, const NewEntry& entry, const std::string& name, const Numbers& numbers,
                  bool has_zip64, SizeFields sizes) {
  const int flags = (isAscii(name) ? 0 : zip::kFlagUtf8) | (numbers.is_encrypted ? zip::kFlagEncrypted : 0);
  const auto method = numbers.is_encrypted ? kAesMethod : static_cast<std::uint16_t>(numbers.method);
  appendLittle<std::uint16_t>(out, versionNeeded(entry, numbers, has_zip64), flags, method, entry.modified.time,
                              entry.modified.date);
  const auto size = [&](std::uint64_t bytes) { return sizes == SizeFields::kIn64 ? zip::kAllOnes32 : low32(bytes); };
  appendLittle<std::uint32_t>(out, numbers.is_encrypted ? 0 : numbers.crc, size(numbers.packed_size),
                              size(numbers.size));
  appendLittle<std::uint16_t>(out, name.size());
}

std::string nameInZip(const NewEntry& entry) { return entry.directory ? entry.path + "/" : entry.path; }

/// The local header of an entry at `position`, whose data then begins aligned if it is stored (zipalign asks it of
/// folders too). Its length does not depend on the numbers that are known only after the data.
std::string localHeader(const NewEntry& entry, const Numbers& numbers, std::uint64_t position, bool has_zip64) {
  const std::string name = nameInZip(entry);
  std::string extra;
  if (has_zip64) {
    appendLittle<std::uint16_t>(extra, zip::kExtraZip64, 16);
    appendLittle<std::uint64_t>(extra, numbers.size, numbers.packed_size);
  }
  extra += commonExtra(entry, numbers);
  const std::uint64_t data = position + zip::local::kSize + name.size() + extra.size();
  if (numbers.method == Compression::kStored && data % kAlignment != 0) {
    appendAlignmentField(extra, data, kAlignment);
  }
  std::string out;
  appendLittle<std::uint32_t>(out, zip::local::kSignature);
  appendCommon(out, entry, name, numbers, has_zip64, has_zip64 ? SizeFields::kIn64 : SizeFields::kHere);
  appendLittle<std::uint16_t>(out, extra.size());
  return out + name + extra;
}

std::string directoryRecord(const NewEntry& entry, const Numbers& numbers, std::uint64_t header_offset) {
  const std::string name = nameInZip(entry);
  std::string extra64;
  for (const std::uint64_t value : {numbers.size, numbers.packed_size, header_offset}) {
    if (needs64(value)) appendLittle<std::uint64_t>(extra64, value);
  }
  std::string extra;
  if (!extra64.empty()) {
    appendLittle<std::uint16_t>(extra, zip::kExtraZip64, extra64.size());
    extra += extra64;
  }
  extra += commonExtra(entry, numbers);
  std::string out;
  appendLittle<std::uint32_t>(out, zip::central::kSignature);
  appendLittle<std::uint16_t>(out, entry.heritage ? entry.heritage->made_by : kMadeByUnix);
  appendCommon(out, entry, name, numbers, !extra64.empty(), SizeFields::kHere);
  appendLittle<std::uint16_t>(out, extra.size(), 0, 0, 0);  // comment, disk, internal attributes
  appendLittle<std::uint32_t>(out, entry.heritage    ? entry.heritage->attributes
                                   : entry.directory ? kFolderMode << 16 | kDosFolderBit
                                                     : kFileMode << 16);
  appendLittle<std::uint32_t>(out, low32(header_offset));
  return out + name + extra;
}

/// Takes the entry's bytes and appends them as they are or deflated, and encrypted where there is a cipher.
class DataOutput {
 public:
  DataOutput(OutputFile& file, bool deflates, ZipAes* cipher) : file_(file), cipher_(cipher) {
    if (deflates && deflateInit2(&stream_, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY) == Z_OK)
      isReady_ = true;
    deflates_ = deflates;
  }
  DataOutput(const DataOutput&) = delete;
  DataOutput& operator=(const DataOutput&) = delete;
  ~DataOutput() {
    if (isReady_) deflateEnd(&stream_);
  }

  [[nodiscard]] Result<void> take(std::span<const std::byte> bytes) {
    crc_ = static_cast<std::uint32_t>(crc32_z(crc_, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
    size_ += bytes.size();
    if (!deflates_) return put(bytes);
    return press(bytes, Z_NO_FLUSH);
  }
  [[nodiscard]] Result<void> finish() { return deflates_ ? press({}, Z_FINISH) : Result<void>(); }
  [[nodiscard]] std::uint32_t crc() const { return crc_; }
  [[nodiscard]] std::uint64_t size() const { return size_; }

 private:
  Result<void> put(std::span<const std::byte> bytes) {
    if (cipher_ == nullptr) return file_.append(bytes);
    std::vector<std::byte> hidden(bytes.begin(), bytes.end());
    SEPAX_TRY(cipher_->encrypt(hidden));
    return file_.append(hidden);
  }

  Result<void> press(std::span<const std::byte> bytes, int flush) {
    if (!isReady_) return fail(ErrorCode::kInternal, "", tr("zlib has no memory"));
    std::array<std::byte, 1 << 16> out;
    int status = Z_OK;
    do {  // zlib counts in 32 bits: at most a GiB at a time
      const auto part = bytes.first(std::min<std::size_t>(bytes.size(), 1 << 30));
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(part.data()));
      stream_.avail_in = static_cast<uInt>(part.size());
      do {
        stream_.next_out = reinterpret_cast<Bytef*>(out.data());
        stream_.avail_out = static_cast<uInt>(out.size());
        status = deflate(&stream_, flush);
        SEPAX_TRY(put(std::span(out).first(out.size() - stream_.avail_out)));
      } while (stream_.avail_out == 0);
      bytes = bytes.subspan(part.size());
    } while (!bytes.empty());
    SEPAX_ASSERT(flush != Z_FINISH || status == Z_STREAM_END);
    return {};
  }

  OutputFile& file_;
  ZipAes* cipher_ = nullptr;
  bool deflates_ = false;
  bool isReady_ = false;
  z_stream stream_{};
  std::uint32_t crc_ = 0;
  std::uint64_t size_ = 0;
};

Result<WrittenZipEntry> writeBy(Compression method, OutputFile& file, const NewEntry& entry, bool has_zip64,
                                std::uint64_t base, std::string_view password) {
  const std::uint64_t position = file.size();
  Numbers numbers{method, 0, entry.size, entry.size, !password.empty()};
  const std::size_t header_size = localHeader(entry, numbers, position, has_zip64).size();
  SEPAX_TRY(file.append(std::vector<std::byte>(header_size)));
  std::unique_ptr<ZipAes> cipher;
  if (numbers.is_encrypted) {
    std::array<std::byte, kSaltSize> salt;
    gcry_randomize(salt.data(), salt.size(), GCRY_STRONG_RANDOM);
    auto made = ZipAes::make(password, salt);
    SEPAX_TRY(made);
    cipher = std::move(*made);
    SEPAX_TRY(file.append(salt));
    SEPAX_TRY(file.append(cipher->check()));
  }
  DataOutput output(file, method == Compression::kDeflated, cipher.get());
  if (!entry.directory) {
    auto done = entry.stream([&](std::span<const std::byte> bytes) { return output.take(bytes); });
    if (done) done = output.finish();
    SEPAX_TRY(done);
  }
  if (output.size() != entry.size) {
    return fail(ErrorCode::kDamaged, entry.path,
                trf("has {} bytes, {} were listed: it changed meanwhile", output.size(), entry.size));
  }
  if (cipher) {
    const auto code = cipher->code();
    SEPAX_TRY(code);
    SEPAX_TRY(file.append(*code));
  }
  numbers.crc = output.crc();
  numbers.packed_size = file.size() - position - header_size;
  const std::string header = localHeader(entry, numbers, position, has_zip64);
  SEPAX_ASSERT(header.size() == header_size);
  SEPAX_TRY(file.writeAt(position, std::as_bytes(std::span(header))));
  return WrittenZipEntry{directoryRecord(entry, numbers, position - base), numbers.crc, numbers.size,
                         numbers.packed_size, position + header_size};
}

Result<void> appendText(OutputFile& file, std::string_view text) { return file.append(std::as_bytes(std::span(text))); }

}  // namespace

Result<WrittenZipEntry> writeZipEntry(OutputFile& file, const NewEntry& entry, Compression method, bool allows_zip64,
                                      std::uint64_t base, std::string_view password) {
  const std::uint64_t position = file.size();
  if (nameInZip(entry).size() >= zip::kAllOnes16)
    return fail(ErrorCode::kTooLarge, entry.path.substr(0, 100), tr("the name is longer than 65534 bytes"));
  const std::uint64_t around = password.empty() ? 0 : kAroundAes;
  const bool has_zip64 = needs64(entry.size + around);
  if (!allows_zip64 && (has_zip64 || needs64(position - base))) {
    return fail(ErrorCode::kTooLarge, entry.path,
                tr("lies or reaches beyond 4 GiB, which needs ZIP64; many readers of bundles do not know it"));
  }
  if (method == Compression::kDeflated && entry.size > 0) {
    auto written = writeBy(Compression::kDeflated, file, entry, has_zip64, base, password);
    if (!written || written->packed_size - around < written->size) return written;
    SEPAX_TRY(file.truncate(position));
  }
  return writeBy(Compression::kStored, file, entry, has_zip64, base, password);
}

Result<void> writeZipEnd(OutputFile& file, std::span<const std::string> records, std::string_view comment,
                         bool allows_zip64, bool wants_zip64, std::uint64_t base) {
  SEPAX_ASSERT(comment.size() <= zip::kAllOnes16);
  const std::uint64_t start = file.size() - base;
  for (const std::string& record : records) {
    SEPAX_TRY(appendText(file, record));
  }
  const std::uint64_t end = file.size() - base, count = records.size();
  const bool has_zip64 = wants_zip64 || count >= zip::kAllOnes16 || needs64(start) || needs64(end - start);
  if (has_zip64 && !allows_zip64) {
    return fail(ErrorCode::kTooLarge, "",
                trf("{} entries and {} bytes need ZIP64; many readers of bundles do not know it", count, end));
  }
  std::string out;
  if (has_zip64) {
    appendLittle<std::uint32_t>(out, zip::end64::kSignature);
    appendLittle<std::uint64_t>(out, zip::end64::kSize - 12);
    appendLittle<std::uint16_t>(out, kMadeByUnix, 45);
    appendLittle<std::uint32_t>(out, 0, 0);  // disks
    appendLittle<std::uint64_t>(out, count, count, end - start, start);
    appendLittle<std::uint32_t>(out, zip::locator64::kSignature, 0);
    appendLittle<std::uint64_t>(out, end);
    appendLittle<std::uint32_t>(out, 1);
  }
  const std::uint64_t stated = std::min<std::uint64_t>(count, zip::kAllOnes16);
  appendLittle<std::uint32_t>(out, zip::end::kSignature, 0);  // disks
  appendLittle<std::uint16_t>(out, stated, stated);
  appendLittle<std::uint32_t>(out, low32(end - start), low32(start));
  appendLittle<std::uint16_t>(out, comment.size());
  return appendText(file, out + std::string(comment));
}

void appendAlignmentField(std::string& extra, std::uint64_t position, std::uint64_t alignment,
                          std::uint64_t remainder) {
  constexpr std::uint64_t kHead = 6;  // id, length, alignment; zeros follow
  const std::uint64_t padding = (remainder % alignment + alignment - (position + kHead) % alignment) % alignment;
  appendLittle<std::uint16_t>(extra, zip::kExtraAlignment, 2 + padding, alignment);
  extra.append(padding, '\0');
}

bool isWorthDeflating(std::string_view path) {
  const std::string small = lowerCase(path);
  return std::none_of(std::begin(kCompressedSuffixes), std::end(kCompressedSuffixes),
                      [&](std::string_view suffix) { return small.ends_with(suffix); });
}

}  // namespace sepax
