#include "bundle/verify_rules.h"

#include "bundle/obb_name.h"
#include "bundle/safe_path.h"
#include "core/language.h"
#include "core/platform.h"
#include "core/text.h"

#include <algorithm>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sepax {

namespace {

constexpr std::uint64_t kMaxSigned = 0x7FFFFFFF;  ///< readers that count in signed 32 bits, and Google Play
constexpr std::size_t kMaxSignedEntries = 32767;  ///< Google's zip_file reads the count as a signed 16-bit number
constexpr std::uint64_t kRatioMinimum = 1 << 20;  ///< smaller ones compress as they like: a blank picture reaches 160
constexpr std::uint64_t kHighRatio = 200;
constexpr std::uint64_t kStoredAlignment = 4;

bool isObb(const Tree& tree) { return tree.footer() || tree.name().ends_with(".obb"); }

std::uint64_t sizeOf(const Tree& tree) {
  const auto bytes = tree.bytes();
  return bytes ? bytes->size() : 0;
}

void checkName(const Tree& tree, FindingCollector& findings) {
  if (!tree.bytes()) return;  // several files laid over each other: each has a name of its own
  // The last part of the name counts for an entry that was opened as a container of its own.
  const std::string file_name = tree.name().substr(tree.name().find_last_of("/:") + 1);
  const auto name = parseObbName(file_name);
  if (!name) {
    findings.add(
        FindingKind::kObbNameRule, "",
        trf("no app finds a bundle called {}; expected main.<version>.<package>.obb (or patch, overflow<number>)",
            file_name));
    return;
  }
  const auto& footer = tree.footer();
  if (!footer) return;
  if (footer->package != name->package) {
    findings.add(FindingKind::kObbPackageMismatch, "",
                 trf("the footer says {}, the name {}", footer->package, name->package));
  }
  if (footer->version != name->version) {
    findings.add(FindingKind::kObbVersionMismatch, "",
                 trf("the footer says version {}, the name {}", footer->version, name->version));
  }
}

void checkFooter(const Tree& tree, FindingCollector& findings) {
  if (!tree.footer()) return;
  const ObbFooter& footer = *tree.footer();
  if ((footer.flags & ~(kObbFlagOverlay | kObbFlagSalted)) != 0) {
    findings.add(FindingKind::kObbUnknownFlags, "",
                 trf("the footer's flags are {:#x}; only 1 and 2 have a meaning", footer.flags));
  }
  if (footer.version < 0) {
    findings.add(FindingKind::kObbUnsetVersion, "",
                 trf("the footer's version is {}, expected 0 or more", footer.version));
  }
  const bool isSalted = (footer.flags & kObbFlagSalted) != 0;
  const bool hasSalt = footer.salt_hex.find_first_not_of('0') != std::string::npos;
  if (hasSalt && !isSalted)
    findings.add(FindingKind::kObbUnusedSalt, "",
                 tr("the footer holds a salt and does not say that the contents are encrypted"));
  if (isSalted)
    findings.add(FindingKind::kObbEncrypted, "", tr("encrypted; current Android versions refuse to mount such images"));
}

void checkSize(const Tree& tree, FindingCollector& findings) {
  if (const std::uint64_t size = sizeOf(tree); size > kMaxSigned) {
    findings.add(FindingKind::kObbTooLarge, "",
                 trf("{} bytes; readers that count in signed 32 bits and the Play store stop at {}", size, kMaxSigned));
  }
}

/// Names the faults for which libziparchive, Android's reader of packages and resources, refuses an archive or entry.
void sayWhatAndroidRefuses(const Tree& tree, FindingCollector& findings) {
  using enum FindingKind;
  static constexpr FindingKind kRefused[] = {kZipPrependedBytes, kZipDirectorySize, kZipDuplicateName,
                                             kZipNotUtf8,        kZipCountMismatch, kZipBadLocalHeader,
                                             kZipHeaderMismatch, kZipOutOfRange,    kZipSplit};
  for (const Finding& finding : tree.findings()) {
    if (std::ranges::find(kRefused, finding.kind) == std::end(kRefused)) continue;
    findings.add(kAndroidRefused, finding.path, trf("refused by Android's reader: {}", finding.text()), finding.entry);
  }
  const auto& entries = tree.entries();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::string& raw = entries[i].raw_name.empty() ? entries[i].path : entries[i].raw_name;
    const bool isKnown = (entries[i].flags & zip::kFlagUtf8) != 0;  // those are in the tree's findings
    if (!isKnown && toValidUtf8(raw) != raw)
      findings.add(kAndroidRefused, entries[i].path, tr("refused by Android's reader: the name is no UTF-8"), i);
    if (raw.find('\0') != std::string::npos)
      findings.add(kAndroidRefused, entries[i].path, tr("refused by Android's reader: the name holds a NUL"), i);
  }
}

/// Checks the needs of Google's library and the engines' readers in a ZIP; the tree found others already (prepended
/// bytes, header mismatches).
void checkAndroidZip(const Tree& tree, FindingCollector& findings) {
  const auto& entries = tree.entries();
  if (entries.size() > kMaxSignedEntries) {
    findings.add(
        FindingKind::kAndroidTooManyEntries, "",
        trf("{} entries; Google's reader counts to {} and sees an empty archive", entries.size(), kMaxSignedEntries));
  }
  if (entries.empty()) findings.add(FindingKind::kAndroidEmpty, "", tr("no entries; Google's reader refuses the file"));
  if (tree.isZip64())
    findings.add(FindingKind::kAndroidZip64, "",
                 tr("a ZIP64 archive; Google's reader and many engines know classic ZIP only"));
  sayWhatAndroidRefuses(tree, findings);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const TreeEntry& entry = entries[i];
    const auto say = [&](FindingKind kind, std::string message) {
      findings.add(kind, entry.path, std::move(message), i);
    };
    if (entry.encrypted)
      say(FindingKind::kAndroidEncrypted, tr("encrypted; no reader on a device asks for a password"));
    if (entry.method != Compression::kStored && entry.method != Compression::kDeflated) {
      say(FindingKind::kAndroidMethod, trf("compressed by {}", compressionName(entry.method)));
    }
    if ((entry.flags & zip::kFlagDescriptor) != 0)
      say(FindingKind::kAndroidDescriptor, tr("sizes follow the data instead of preceding it"));
    const std::string& raw = entry.raw_name.empty() ? entry.path : entry.raw_name;
    if (!isAscii(raw) && ((entry.flags & zip::kFlagUtf8) == 0 || !entry.raw_name.empty())) {
      say(FindingKind::kAndroidNameFlag, tr("the name is read as UTF-8 on a device and is not marked as such"));
    }
    if (entry.in_place && !entry.directory && entry.size > 0 && entry.offset % kStoredAlignment != 0) {
      say(FindingKind::kAndroidUnaligned, trf("stored at {}, not a multiple of {}", entry.offset, kStoredAlignment));
    }
  }
}

/// A path as file systems without upper and lower case compare it, in an order in which what lies in a folder follows
/// it at once.
struct FoldedPath {
  std::string text;
  std::size_t entry = 0;
  friend bool operator<(const FoldedPath& a, const FoldedPath& b) {
    const int order = a.text.compare(b.text);
    return order != 0 ? order < 0 : a.entry < b.entry;
  }
};

std::vector<FoldedPath> foldedPaths(const std::vector<TreeEntry>& entries) {
  std::vector<FoldedPath> out;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    std::string text = foldedName(entries[i].path);
    std::ranges::replace(text, '/', '\0');
    out.push_back({std::move(text), i});
  }
  if (!std::ranges::is_sorted(out, std::less<>())) std::ranges::sort(out, std::less<>());
  return out;
}

/// Entries that cannot be beside each other on every file system. By sorting: names cannot be chosen so that this takes
/// long.
void checkClashes(const Tree& tree, FindingCollector& findings) {
  const auto& entries = tree.entries();
  const std::vector<FoldedPath> paths = foldedPaths(entries);
  const FoldedPath* file = nullptr;  // the last one; only what follows it at once can be inside
  for (std::size_t k = 0; k < paths.size(); ++k) {
    const std::size_t i = paths[k].entry;
    const TreeEntry& entry = entries[i];
    const auto say = [&](FindingKind kind, std::string message) {
      findings.add(kind, entry.path, std::move(message), i);
    };
    const bool isInside = file != nullptr && paths[k].text.size() > file->text.size() &&
                          paths[k].text.starts_with(file->text) && paths[k].text[file->text.size()] == '\0';
    if (isInside) say(FindingKind::kNameFileAndFolder, trf("is inside {}, which is a file", entries[file->entry].path));
    if (k > 0 && paths[k].text == paths[k - 1].text) {
      const TreeEntry& other = entries[paths[k - 1].entry];
      const bool isKnown = entry.shadowed || other.shadowed;  // a duplicate, reported as such or meant so in an overlay
      if (entry.directory != other.directory) {
        say(FindingKind::kNameFileAndFolder, tr("is a file and a folder"));
      } else if (!isKnown && entry.path != other.path) {
        say(FindingKind::kNameCaseClash, trf("differs from {} only in upper and lower case", other.path));
      } else if (!isKnown && !entry.directory) {
        say(FindingKind::kNameTwice, tr("is there twice; only one of them can be extracted"));
      }
    }
    if (!entry.directory && !entry.shadowed && !isInside) file = &paths[k];
  }
}

void checkEntries(const Tree& tree, FindingCollector& findings) {
  const auto& entries = tree.entries();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const TreeEntry& entry = entries[i];
    const char* why = whyDangerousPath(entry.path) == nullptr ? whyNotPortablePath(entry.path)
                                                              : nullptr;  // the tree names the unsafe ones
    if (why != nullptr) {
      findings.add(FindingKind::kNameUnportable, entry.path, trf("the name {}", why), i);
    }
    if (changesDirection(entry.path)) {
      findings.add(FindingKind::kNameDirection, entry.path, tr("holds characters that change the direction of text"),
                   i);
    }
    if (unpacksSuspiciously(entry)) {
      findings.add(FindingKind::kZipHighRatio, entry.path,
                   trf("unpacks to {} times its size", entry.size / std::max<std::uint64_t>(entry.compressed_size, 1)),
                   i);
    }
    if (entry.directory && entry.size > 0) {
      findings.add(FindingKind::kZipFolderWithData, entry.path, trf("a folder that holds {} bytes", entry.size), i);
    }
  }
}

}  // namespace

bool unpacksSuspiciously(const TreeEntry& entry) {
  return entry.size >= kRatioMinimum && entry.size / kHighRatio >= std::max<std::uint64_t>(entry.compressed_size, 1);
}

std::string foldedName(std::string_view path) { return isAscii(path) ? lowered(path) : lowerCase(path); }

void applyRules(const Tree& tree, bool as_android, FindingCollector& findings) {
  if (isObb(tree)) {
    checkName(tree, findings);
    checkFooter(tree, findings);
    checkSize(tree, findings);
  }
  if (tree.kind() == ContainerKind::kZip && (as_android || isObb(tree))) checkAndroidZip(tree, findings);
  checkClashes(tree, findings);
  checkEntries(tree, findings);
}

std::vector<bool> overlappingEntries(const Tree& tree) {
  const auto& entries = tree.entries();
  std::vector<bool> out(entries.size());
  struct Piece {
    std::uint64_t begin = 0, end = 0;
    std::size_t entry = 0;
  };
  std::map<std::string_view, std::vector<Piece>> of_source;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].directory) continue;
    for (const auto& [offset, size] : tree.extentsOf(i))
      of_source[tree.sourceOf(i)].push_back({offset, offset + std::min(size, ~offset), i});
  }
  for (auto& [source, pieces] : of_source) {
    std::ranges::sort(pieces, {}, &Piece::begin);
    Piece reaching = pieces[0];  // the one that reaches farthest so far
    for (const Piece& piece : std::span(pieces).subspan(1)) {
      if (piece.begin < reaching.end && piece.entry != reaching.entry) out[piece.entry] = out[reaching.entry] = true;
      if (piece.end > reaching.end) reaching = piece;
    }
  }
  return out;
}

}  // namespace sepax
