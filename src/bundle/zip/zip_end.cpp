#include "bundle/zip/zip_end.h"

#include "bundle/little_endian.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sepax {

namespace {

constexpr std::uint64_t kSearchedBytes = 1 << 20;
constexpr int kScoreDirectory = 4;
constexpr int kScoreCommentFits = 2;

bool hasSignature(const ByteSource& source, std::uint64_t offset, std::uint32_t signature) {
  std::array<std::byte, 4> bytes;
  return source.readAt(offset, bytes) && u32At(bytes, 0) == signature;
}

/// The fields of a classic end record, replaced by those of its 64-bit companion where they say so.
struct EndFields {
  std::uint64_t position = 0;  ///< of the first of the end records
  std::uint64_t entries = 0;
  std::uint64_t entries_here = 0;  ///< of this part of a split archive
  std::uint64_t directory_size = 0;
  std::uint64_t directory_offset = 0;
  std::size_t directory_disk = 0;
  std::uint64_t gap64 = 0;
};

/// Where the 64-bit end record is: at the stated offset, or directly before its locator when bytes were put before the
/// archive.
std::optional<std::uint64_t> findEnd64(const ByteSource& source, std::uint64_t end_position) {
  if (end_position < zip::locator64::kSize + zip::end64::kSize) return std::nullopt;
  const std::uint64_t locator_position = end_position - zip::locator64::kSize;
  std::array<std::byte, zip::locator64::kSize> locator;
  if (!source.readAt(locator_position, locator) || u32At(locator, 0) != zip::locator64::kSignature) return std::nullopt;
  const std::uint64_t latest = locator_position - zip::end64::kSize;
  for (const std::uint64_t offset : {u64At(locator, zip::locator64::kEndOffset), latest}) {
    if (offset <= latest && hasSignature(source, offset, zip::end64::kSignature)) return offset;
  }
  return std::nullopt;
}

EndFields readFields(const ByteSource& source, std::uint64_t position, std::span<const std::byte> record) {
  EndFields fields{position,
                   u16At(record, zip::end::kEntries),
                   u16At(record, zip::end::kEntriesHere),
                   u32At(record, zip::end::kDirectorySize),
                   u32At(record, zip::end::kDirectoryOffset),
                   u16At(record, zip::end::kDirectoryDisk)};
  const auto position64 = findEnd64(source, position);
  std::array<std::byte, zip::end64::kSize> record64;
  if (!position64 || !source.readAt(*position64, record64)) return fields;
  fields.position = *position64;
  constexpr std::uint64_t kSizeCounted = 12;  // the stated size leaves out signature and itself
  const std::uint64_t room = position - zip::locator64::kSize - *position64,
                      stated = u64At(record64, zip::end64::kRecordSize);
  fields.gap64 = room > kSizeCounted && stated <= room - kSizeCounted ? room - kSizeCounted - stated : 0;
  if (fields.entries == zip::kAllOnes16) fields.entries = u64At(record64, zip::end64::kEntries);
  if (fields.entries_here == zip::kAllOnes16) fields.entries_here = u64At(record64, zip::end64::kEntriesHere);
  if (fields.directory_size == zip::kAllOnes32) fields.directory_size = u64At(record64, zip::end64::kDirectorySize);
  if (fields.directory_disk == zip::kAllOnes16) fields.directory_disk = u32At(record64, zip::end64::kDirectoryDisk);
  if (fields.directory_offset == zip::kAllOnes32)
    fields.directory_offset = u64At(record64, zip::end64::kDirectoryOffset);
  return fields;
}

/// True when the directory record at `start` names a local header that is there if all offsets are moved by `base`.
bool firstEntryFits(const ByteSource& source, std::uint64_t start, std::uint64_t base) {
  std::array<std::byte, zip::central::kSize> record;
  if (!source.readAt(start, record) || u32At(record, 0) != zip::central::kSignature) return false;
  const std::uint32_t offset = u32At(record, zip::central::kHeaderOffset);
  return offset == zip::kAllOnes32 || hasSignature(source, base + offset, zip::local::kSignature);
}

/// Sets directory_start and base; false when no directory is found where the fields can mean.
bool locateDirectory(const ByteSource& source, const EndFields& fields, ZipEnd& end) {
  const std::uint64_t position = fields.position, size = fields.directory_size, offset = fields.directory_offset;
  end.directory_limit = position;
  const bool isStatedInside = offset <= position;
  end.base = 0;
  end.directory_start = isStatedInside ? offset : position;
  const bool isStatedFound = isStatedInside && hasSignature(source, offset, zip::central::kSignature);
  if (isStatedFound && position - offset == size) return true;
  // Bytes put before the archive without correcting its offsets: the directory still ends at the end record.
  if (size <= position && position - size >= offset &&
      firstEntryFits(source, position - size, position - size - offset)) {
    end.directory_start = position - size;
    end.base = end.directory_start - offset;
    return true;
  }
  return isStatedFound;
}

/// The end record at `position` with its score, or nullopt when nothing speaks for it.
std::optional<std::pair<int, ZipEnd>> evaluate(const ByteSource& source, std::uint64_t position,
                                               std::span<const std::byte> record,
                                               const std::vector<std::uint64_t>& disk_starts) {
  ZipEnd end;
  end.record_start = position;
  end.comment_offset = position + zip::end::kSize;
  end.comment_size = u16At(record, zip::end::kCommentLength);
  end.archive_end = end.comment_offset + end.comment_size;
  end.is_split =
      (u16At(record, zip::end::kDisk) != 0 && u16At(record, zip::end::kDisk) != zip::kAllOnes16) ||
      (u16At(record, zip::end::kDirectoryDisk) != 0 && u16At(record, zip::end::kDirectoryDisk) != zip::kAllOnes16);
  end.disk = u16At(record, zip::end::kDisk);
  EndFields fields = readFields(source, position, record);
  const bool isJoined = disk_starts.size() == u16At(record, zip::end::kDisk) + std::size_t{1} &&
                        fields.directory_disk < disk_starts.size();
  if (isJoined) {
    end.is_split = false;
    end.disk_starts = disk_starts;
    fields.directory_offset += std::min(disk_starts[fields.directory_disk], ~fields.directory_offset);
  }
  end.is_zip64 = fields.position != position;
  end.gap64 = fields.gap64;
  end.declared_entries = fields.entries;
  end.declared_here = fields.entries_here;
  end.declared_size = fields.directory_size;
  const bool hasDirectory = end.has_directory = locateDirectory(source, fields, end);
  const bool isEmpty = fields.entries == 0 && fields.directory_size == 0;
  const bool commentFits = end.archive_end == source.size();
  if (isEmpty && !hasDirectory && !end.is_split &&
      fields.directory_offset <= fields.position) {  // bytes before it are no directory
    end.directory_start = fields.position;
    end.base = fields.position - fields.directory_offset;
  }
  // An empty archive that other bytes follow says at least where it is.
  const bool isWhereItSays =
      isEmpty && !end.is_split && fields.directory_offset == fields.position && end.archive_end <= source.size();
  if (!hasDirectory && !isWhereItSays && !(commentFits && (isEmpty || end.is_split))) return std::nullopt;
  return std::pair{(hasDirectory ? kScoreDirectory : 0) + (commentFits ? kScoreCommentFits : 0), end};
}

}  // namespace

std::optional<ZipEnd> findZipEnd(const ByteSource& source, const std::vector<std::uint64_t>& disk_starts) {
  const std::uint64_t searched = std::min(source.size(), kSearchedBytes);
  if (searched < zip::end::kSize) return std::nullopt;
  std::vector<std::byte> tail(searched);
  if (!source.readAt(source.size() - searched, tail)) return std::nullopt;

  std::vector<std::pair<int, ZipEnd>> candidates;
  for (std::size_t i = 0; i + zip::end::kSize <= tail.size(); ++i) {
    if (tail[i] != std::byte{'P'} || u32At(tail, i) != zip::end::kSignature) continue;
    const auto evaluated =
        evaluate(source, source.size() - searched + i, std::span(tail).subspan(i, zip::end::kSize), disk_starts);
    if (evaluated) candidates.push_back(*evaluated);
  }
  if (candidates.empty()) return std::nullopt;
  const auto isWorse = [](const auto& a, const auto& b) { return a.first < b.first; };
  std::reverse(candidates.begin(), candidates.end());  // of equal ones the last in the file
  ZipEnd best = std::max_element(candidates.begin(), candidates.end(), isWorse)->second;
  // Bytes before the directory are data, such as a stored ZIP: readers that search from the end never come there.
  best.candidates =
      static_cast<std::size_t>(std::count_if(candidates.begin(), candidates.end(), [&](const auto& other) {
        return other.second.record_start >= best.directory_start && other.second.record_start <= best.record_start;
      }));
  const std::uint64_t searched_from = source.size() - searched;
  for (std::size_t i = best.record_start + 1 - std::min(best.record_start + 1, searched_from);
       i + zip::end::kSize <= tail.size(); ++i) {
    best.candidates += tail[i] == std::byte{'P'} && u32At(tail, i) == zip::end::kSignature;
  }
  return best;
}

bool hasEncryptedDirectory(const ByteSource& source) {
  constexpr std::uint16_t kVersion = 62;  // of APPNOTE, from which on a directory can be encrypted
  constexpr std::uint64_t kPlainSize = zip::end64::kSize - 12;
  std::array<std::byte, zip::end::kSize> record;
  if (source.size() < record.size()) return false;
  const std::uint64_t position = source.size() - record.size();  // PKWARE writes no comment behind such a directory
  if (!source.readAt(position, record) || u32At(record, 0) != zip::end::kSignature) return false;
  const auto position64 = findEnd64(source, position);
  std::array<std::byte, zip::end64::kSize> record64;
  if (!position64 || !source.readAt(*position64, record64)) return false;
  return u16At(record64, zip::end64::kVersionNeeded) >= kVersion &&
         u64At(record64, zip::end64::kRecordSize) > kPlainSize;
}

}  // namespace sepax
