#include "bundle/zip_directory.h"

#include "bundle/little_endian.h"
#include "bundle/zip_format.h"
#include "bundle/zip_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <unordered_map>

namespace sepax {

namespace {

/// Reads [start, limit) of a source front to back in large pieces.
class Cursor {
 public:
  Cursor(const ByteSource& source, std::uint64_t start, std::uint64_t limit) : source_(source), position_(start), limit_(limit) {}
  [[nodiscard]] std::uint64_t position() const { return position_; }
  /// The next `length` bytes, or an empty span when they are not there.
  [[nodiscard]] std::span<const std::byte> peek(std::size_t length) {
    if (length > limit_ - position_) return {};
    if (position_ - buffer_start_ + length > buffer_.size()) {
      buffer_.resize(std::min<std::uint64_t>(limit_ - position_, std::max<std::size_t>(length, 1 << 18)));
      buffer_start_ = position_;
      if (!source_.readAt(buffer_start_, buffer_)) limit_ = position_, buffer_.clear();
      if (buffer_.empty()) return {};
    }
    return std::span(buffer_).subspan(position_ - buffer_start_, length);
  }
  void skip(std::size_t length) { position_ += length; }

 private:
  const ByteSource& source_;
  std::uint64_t position_ = 0;
  std::uint64_t limit_ = 0;
  std::vector<std::byte> buffer_;
  std::uint64_t buffer_start_ = position_;
};

std::string_view textOf(std::span<const std::byte> bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

/// MS-DOS date and time as ISO 8601, empty when a part is out of range (zero is common).
std::string dosTime(std::uint16_t date, std::uint16_t time) {
  const int day = date & 31, month = date >> 5 & 15, year = 1980 + (date >> 9);
  const int second = (time & 31) * 2, minute = time >> 5 & 63, hour = time >> 11;
  if (day < 1 || month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59) return "";
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", year, month, day, hour, minute, second);
}

bool isLink(std::span<const std::byte> record) {
  const unsigned system = u16At(record, zip::central::kMadeBy) >> 8;
  const std::uint32_t mode = u32At(record, zip::central::kExternalAttributes) >> 16;
  return (system == 3 || system == 19) && (mode & 0170000) == 0120000;
}

/// Replaces sizes and offset that are all ones by those of the ZIP64 field, which holds only these, in this order.
void applyZip64(std::span<const std::byte> extra, TreeEntry& entry, std::uint64_t& header_offset) {
  auto field = findExtraField(extra, zip::kExtraZip64);
  for (std::uint64_t* value : {&entry.size, &entry.compressed_size, &header_offset}) {
    if (*value != zip::kAllOnes32 || field.size() < 8) continue;
    *value = u64At(field, 0);
    field = field.subspan(8);
  }
}

/// Everything that one directory record says; `raw_name` is compared with the local header's later.
struct CentralRecord {
  TreeEntry entry;
  ZipRecord record;
  std::string raw_name;
};

CentralRecord parseRecord(std::span<const std::byte> bytes, const ZipEnd& end, const std::string& container, FindingCollector& findings) {
  namespace c = zip::central;
  const std::size_t name_length = u16At(bytes, c::kNameLength);
  const auto raw = textOf(bytes.subspan(c::kSize, name_length));
  const auto extra = bytes.subspan(c::kSize + name_length, u16At(bytes, c::kExtraLength));
  CentralRecord out;
  out.raw_name = raw;
  out.record.method = u16At(bytes, c::kMethod);
  out.record.flags = u16At(bytes, c::kFlags);
  auto& entry = out.entry;
  entry.source = container;
  entry.size = u32At(bytes, c::kUncompressedSize);
  entry.compressed_size = u32At(bytes, c::kCompressedSize);
  out.record.header_offset = u32At(bytes, c::kHeaderOffset);
  applyZip64(extra, entry, out.record.header_offset);
  // An offset so large that it wraps is out of range in any case; all ones stays beyond every file.
  const bool wraps = out.record.header_offset > ~std::uint64_t{0} - end.base;
  out.record.header_offset = wraps ? ~std::uint64_t{0} : out.record.header_offset + end.base;
  entry.header_offset = out.record.header_offset;
  entry.method = zipMethodName(out.record.method);
  entry.crc32 = u32At(bytes, c::kCrc);
  entry.has_crc32 = out.record.method != zip::kAes;
  entry.modified = dosTime(u16At(bytes, c::kDate), u16At(bytes, c::kTime));
  entry.encrypted = (out.record.flags & zip::kFlagEncrypted) != 0;

  ZipName decoded = decodeZipName(raw, out.record.flags, extra);
  entry.path = std::move(decoded.text);
  const char* danger = whyUnsafePath(entry.path);
  entry.directory = entry.path.ends_with('/');
  if (entry.directory) entry.path.pop_back();
  if (danger != nullptr) findings.add(FindingKind::kZipUnsafePath, entry.path, fmt::format("the name {}", danger));
  if (!decoded.complaint.empty()) findings.add(FindingKind::kZipNameEncoding, entry.path, decoded.complaint);
  entry.link = isLink(bytes);
  if (entry.link) findings.add(FindingKind::kZipLink, entry.path, "a symbolic link, shown as a file that holds its target");
  return out;
}

/// The names of the fields in which the local header disagrees, empty when none.
std::string disagreement(std::span<const std::byte> header, std::string_view local_name, const CentralRecord& central) {
  namespace l = zip::local;
  std::vector<const char*> fields;
  const std::uint16_t flags = u16At(header, l::kFlags);
  const auto sizeDiffers = [&](std::size_t offset, std::uint64_t stated) {
    const std::uint32_t value = u32At(header, offset);
    return value != zip::kAllOnes32 && value != stated;
  };
  if (local_name != central.raw_name) fields.push_back("name");
  if (u16At(header, l::kMethod) != central.record.method) fields.push_back("method");
  if (((flags ^ central.record.flags) & (zip::kFlagEncrypted | zip::kFlagDescriptor | zip::kFlagUtf8)) != 0) fields.push_back("flags");
  if ((flags & zip::kFlagDescriptor) == 0) {  // else they follow the data and zeros here are normal
    if (u32At(header, l::kCrc) != central.entry.crc32) fields.push_back("CRC");
    if (sizeDiffers(l::kCompressedSize, central.entry.compressed_size)) fields.push_back("compressed size");
    if (sizeDiffers(l::kUncompressedSize, central.entry.size)) fields.push_back("size");
  }
  return fmt::format("{}", fmt::join(fields, ", "));
}

/// Finds the entry's data through its local header; sets the obstacle when it cannot be read.
void examineLocalHeader(const ByteSource& source, CentralRecord& central, FindingCollector& findings) {
  TreeEntry& entry = central.entry;
  ZipRecord& record = central.record;
  const auto block = [&](FindingKind kind, std::string message) {
    if (!record.obstacle) record.obstacle = kind;
    findings.add(kind, entry.path, std::move(message));
  };
  std::array<std::byte, zip::local::kSize> header;
  if (!source.readAt(record.header_offset, header) || u32At(header, 0) != zip::local::kSignature) {
    block(FindingKind::kZipBadLocalHeader, fmt::format("no local header at {}", record.header_offset));
    return;
  }
  const std::size_t name_length = u16At(header, zip::local::kNameLength);
  record.data_offset = record.header_offset + zip::local::kSize + name_length + u16At(header, zip::local::kExtraLength);
  entry.offset = record.data_offset;
  std::string local_name(name_length, '\0');
  if (!source.readAt(record.header_offset + zip::local::kSize, std::as_writable_bytes(std::span(local_name)))) local_name.clear();
  if (const std::string fields = disagreement(header, local_name, central); !fields.empty()) {
    findings.add(FindingKind::kZipHeaderMismatch, entry.path, "local header and directory differ in: " + fields);
  }
  if (record.data_offset > source.size() || entry.compressed_size > source.size() - record.data_offset) {
    block(FindingKind::kZipOutOfRange,
          fmt::format("its {} bytes at {} run past the end at {}", entry.compressed_size, record.data_offset, source.size()));
    return;
  }
  if (entry.encrypted) findings.add(FindingKind::kZipEncrypted, entry.path, "marked as encrypted");
  if (record.method != zip::kStored && record.method != zip::kDeflated) {
    block(FindingKind::kZipUnsupportedMethod, fmt::format("compressed by {}", entry.method));
  } else if (record.method == zip::kStored && entry.size != entry.compressed_size && !entry.encrypted) {
    block(FindingKind::kZipSizeMismatch, fmt::format("stored, yet {} bytes became {}", entry.size, entry.compressed_size));
  } else if (record.method == zip::kDeflated && entry.size / zip::kLargestDeflateRatio > entry.compressed_size) {
    block(FindingKind::kZipImpossibleRatio, fmt::format("{} bytes cannot unpack to {}", entry.compressed_size, entry.size));
  }
  entry.in_place = record.method == zip::kStored && !record.obstacle && !entry.encrypted;
}

void reportOverlaps(const ZipDirectory& directory, const ZipEnd& end, FindingCollector& findings) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < directory.records.size(); ++i) {
    if (directory.records[i].data_offset > 0) order.push_back(i);
  }
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(directory.records[a].header_offset, a) < std::pair(directory.records[b].header_offset, b);
  });
  std::uint64_t covered = 0;  // all bytes before this belong to entries so far
  std::size_t owner = 0;
  for (const std::size_t i : order) {
    const auto& entry = directory.entries[i];
    const std::uint64_t start = directory.records[i].header_offset;
    const std::uint64_t data = directory.records[i].data_offset;
    const std::uint64_t stop = entry.compressed_size > ~data ? ~std::uint64_t{0} : data + entry.compressed_size;
    if (start < covered) findings.add(FindingKind::kZipOverlap, entry.path, "overlaps " + directory.entries[owner].path);
    if (stop > end.directory_start) findings.add(FindingKind::kZipOverlap, entry.path, "runs into the central directory");
    if (stop > covered) covered = stop, owner = i;
  }
}

void markDuplicates(std::vector<TreeEntry>& entries, FindingCollector& findings) {
  std::unordered_map<std::string_view, std::size_t> last_of;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto [place, isNew] = last_of.try_emplace(entries[i].path, i);
    if (isNew) continue;
    TreeEntry& earlier = entries[place->second];
    earlier.shadowed = true;
    findings.add(FindingKind::kZipDuplicateName, earlier.path,
                 fmt::format("entries {} and {} have the same name; the later one wins", place->second, i));
    place->second = i;
  }
}

void reportPrepended(const ZipDirectory& directory, const ZipEnd& end, FindingCollector& findings) {
  std::uint64_t first = end.directory_start;
  for (const ZipRecord& record : directory.records) first = std::min(first, record.header_offset);
  if (first > 0) {
    findings.add(FindingKind::kZipPrependedBytes, "",
                 fmt::format("{} bytes before the first entry{}", first, end.base > 0 ? "; the archive's offsets ignore them" : ""));
  }
}

}  // namespace

ZipDirectory readZipDirectory(const ByteSource& source, const ZipEnd& end, const std::string& name, FindingCollector& findings) {
  namespace c = zip::central;
  ZipDirectory directory;
  Cursor cursor(source, end.directory_start, end.directory_limit);
  bool isComplete = true;
  while (true) {
    const auto head = cursor.peek(c::kSize);
    if (head.empty() || u32At(head, 0) != c::kSignature) break;
    const std::size_t length = c::kSize + u16At(head, c::kNameLength) + u16At(head, c::kExtraLength) + u16At(head, c::kCommentLength);
    const auto bytes = cursor.peek(length);
    isComplete = !bytes.empty();
    if (!isComplete || directory.entries.size() == kMostZipEntries) break;
    CentralRecord central = parseRecord(bytes, end, name, findings);
    examineLocalHeader(source, central, findings);
    directory.entries.push_back(std::move(central.entry));
    directory.records.push_back(central.record);
    cursor.skip(length);
  }
  const std::size_t count = directory.entries.size();
  if (!isComplete) {
    findings.add(FindingKind::kZipBadDirectory, "", fmt::format("the directory is cut off inside the record at {}", cursor.position()));
  }
  if (count == kMostZipEntries) {
    findings.add(FindingKind::kZipTooManyEntries, "", fmt::format("only the first {} entries are listed", count));
  } else if (count != end.declared_entries) {
    findings.add(FindingKind::kZipCountMismatch, "",
                 fmt::format("the end record says {} entries, the directory holds {}", end.declared_entries, count));
  }
  markDuplicates(directory.entries, findings);
  reportOverlaps(directory, end, findings);
  reportPrepended(directory, end, findings);
  return directory;
}

std::string zipMethodName(std::uint16_t method) {
  static constexpr std::pair<std::uint16_t, const char*> kNames[] = {
      {0, "stored"},   {1, "shrunk"},   {2, "reduced 1"}, {3, "reduced 2"}, {4, "reduced 3"}, {5, "reduced 4"},
      {6, "imploded"}, {8, "deflated"}, {9, "deflate64"}, {12, "bzip2"},    {14, "lzma"},     {93, "zstd"},
      {94, "mp3"},     {95, "xz"},      {96, "jpeg"},     {97, "wavpack"},  {98, "ppmd"},     {99, "aes"}};
  for (const auto& [number, name] : kNames) {
    if (number == method) return name;
  }
  return fmt::format("method {}", method);
}

}  // namespace sepax
