#include "bundle/findings.h"

#include <fmt/format.h>

#include <utility>

namespace sepax {

namespace {

// In the order of FindingKind.
constexpr std::array<FindingCode, static_cast<std::size_t>(FindingKind::kCount)> kCodes = {{
    {"container.unknown", "error", "The content matches no container format that this program knows."},
    {"container.unsupported", "error", "The format was recognised and this version does not read it."},
    {"folder.unreadable", "warning", "A folder or file could not be listed."},
    {"folder.link", "info", "A symbolic link; links are not followed."},
    {"folder.too_many_entries", "error", "The folder holds more entries than are listed."},
    {"obb.bad_footer", "warning", "The file ends with the OBB mark, but the footer before it is not valid."},
    {"obb.salted", "info", "The footer says that the contents are encrypted with a password."},
    {"zip.no_end", "error", "No end record that belongs to a central directory: truncated, or no ZIP after all."},
    {"zip.ambiguous_end", "warning", "Several end records; other programs may see another archive."},
    {"zip.bad_directory", "error", "The central directory stops inside a record or cannot be read."},
    {"zip.count_mismatch", "warning", "The end record counts other than the entries that the directory holds."},
    {"zip.too_many_entries", "error", "More entries than are listed."},
    {"zip.split", "error", "One part of an archive that was split over several files."},
    {"zip.prepended_bytes", "warning", "Bytes stand before the first entry; some readers refuse that."},
    {"zip.trailing_bytes", "warning", "Bytes stand behind the archive and are no OBB footer."},
    {"zip.bad_local_header", "error", "No local header where the directory says; the entry cannot be read."},
    {"zip.header_mismatch", "warning", "Local header and directory disagree; the directory is believed."},
    {"zip.size_mismatch", "error", "A stored entry whose two sizes differ; it cannot be read."},
    {"zip.out_of_range", "error", "The entry's data runs past the end; it cannot be read."},
    {"zip.overlap", "warning", "The entry's bytes overlap those of another entry or the directory."},
    {"zip.impossible_ratio", "error", "The entry claims more bytes than its compressed data can hold."},
    {"zip.duplicate_name", "warning", "Two entries have the same name; the later one wins here, the first one elsewhere."},
    {"zip.unsafe_path", "warning", "The name leaves the folder it would be extracted to, or holds characters that no file name should."},
    {"zip.name_encoding", "info", "The name is not UTF-8; it is shown as code page 437."},
    {"zip.link", "info", "A symbolic link; it is shown as a file that holds the link's target."},
    {"zip.unsupported_method", "warning", "Compressed by a method that this version does not read."},
    {"zip.encrypted", "warning", "Marked as encrypted; this version reads it only if the mark is a lie."},
}};

static_assert(kCodes.back().code != nullptr, "every FindingKind has a row");

}  // namespace

std::span<const FindingCode> findingCodes() { return kCodes; }

void FindingCollector::add(FindingKind kind, std::string path, std::string message) {
  const auto index = static_cast<std::size_t>(kind);
  if (++counts_[index] > kMostFindingsPerKind) return;
  findings_.push_back({kCodes[index].code, kCodes[index].severity, std::move(path), std::move(message)});
}

std::vector<Finding> FindingCollector::take() {
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] <= kMostFindingsPerKind) continue;
    findings_.push_back(
        {kCodes[i].code, kCodes[i].severity, "", fmt::format("and {} more of this kind", counts_[i] - kMostFindingsPerKind)});
  }
  counts_ = {};
  return std::exchange(findings_, {});
}

}  // namespace sepax
