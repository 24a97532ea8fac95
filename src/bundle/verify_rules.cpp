#include "bundle/verify_rules.h"

#include "bundle/obb/obb_footer.h"
#include "bundle/obb/obb_name.h"
#include "bundle/safe_path.h"
#include "bundle/zip/zip_format.h"
#include "bundle/zip/zip_names.h"
#include "core/language.h"
#include "core/name_map.h"
#include "core/text.h"

#include <algorithm>
#include <string_view>

namespace sepax {

namespace {

constexpr std::uint64_t kMaxSigned = 0x7FFFFFFF;  ///< readers that count in signed 32 bits, and Google Play
constexpr std::size_t kMaxSignedEntries = 32767;  ///< Google's zip_file reads the count as a signed 16-bit number
constexpr std::uint64_t kRatioMinimum = 1 << 20, kHighRatio = 200;
constexpr std::uint64_t kStoredAlignment = 4;

bool isObb(const Tree& tree) { return tree.footer() || tree.name().ends_with(".obb"); }

std::uint64_t sizeOf(const Tree& tree) {
  const auto bytes = tree.bytes();
  return bytes ? bytes->size() : 0;
}

void checkName(const Tree& tree, FindingCollector& findings) {
  if (!tree.bytes()) return;  // several files laid over each other: each has a name of its own
  // Of an entry opened as a container of its own, the last part counts.
  const std::string file_name = tree.name().substr(tree.name().find_last_of("/:") + 1);
  const auto name = parseObbName(file_name);
  if (!name) {
    findings.add(FindingKind::kObbNameRule, "",
                 trf("no app finds a bundle called {}; expected main.<version>.<package>.obb (or patch, overflow<number>)", file_name));
    return;
  }
  const auto& footer = tree.footer();
  if (!footer) return;
  if (footer->package != name->package) {
    findings.add(FindingKind::kObbPackageMismatch, "", trf("the footer says {}, the name {}", footer->package, name->package));
  }
  if (footer->version != name->version) {
    findings.add(FindingKind::kObbVersionMismatch, "", trf("the footer says version {}, the name {}", footer->version, name->version));
  }
}

void checkFooter(const Tree& tree, FindingCollector& findings) {
  if (!tree.footer()) return;
  const ObbFooter& footer = *tree.footer();
  if ((footer.flags & ~(kObbOverlay | kObbSalted)) != 0) {
    findings.add(FindingKind::kObbUnknownFlags, "", trf("the footer's flags are {:#x}; only 1 and 2 have a meaning", footer.flags));
  }
  if (footer.version < 0) {
    findings.add(FindingKind::kObbUnsetVersion, "", trf("the footer's version is {}, expected 0 or more", footer.version));
  }
  const bool isSalted = (footer.flags & kObbSalted) != 0;
  const bool hasSalt = footer.salt_hex.find_first_not_of('0') != std::string::npos;
  if (hasSalt && !isSalted)
    findings.add(FindingKind::kObbUnusedSalt, "", tr("the footer holds a salt and does not say that the contents are encrypted"));
  if (isSalted) findings.add(FindingKind::kObbEncrypted, "", tr("encrypted; current Android versions refuse to mount such images"));
}

void checkSize(const Tree& tree, FindingCollector& findings) {
  if (const std::uint64_t size = sizeOf(tree); size > kMaxSigned) {
    findings.add(FindingKind::kObbTooLarge, "",
                 trf("{} bytes; readers that count in signed 32 bits and the Play store stop at {}", size, kMaxSigned));
  }
}

/// What Google's library and the engines' readers need of a ZIP; see also what the tree found already (prepended bytes, header mismatches).
void checkAndroidZip(const Tree& tree, FindingCollector& findings) {
  const auto& entries = tree.entries();
  if (entries.size() > kMaxSignedEntries) {
    findings.add(FindingKind::kAndroidTooManyEntries, "",
                 trf("{} entries; Google's reader counts to {} and sees an empty archive", entries.size(), kMaxSignedEntries));
  }
  if (entries.empty()) findings.add(FindingKind::kAndroidEmpty, "", tr("no entries; Google's reader refuses the file"));
  if (tree.isZip64())
    findings.add(FindingKind::kAndroidZip64, "", tr("a ZIP64 archive; Google's reader and many engines know classic ZIP only"));
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const TreeEntry& entry = entries[i];
    const auto say = [&](FindingKind kind, std::string message) { findings.add(kind, entry.path, std::move(message), i); };
    if (entry.encrypted) say(FindingKind::kAndroidEncrypted, tr("encrypted; no reader on a device asks for a password"));
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

/// Entries that cannot be beside each other on every file system.
void checkClashes(const Tree& tree, FindingCollector& findings) {
  const auto& entries = tree.entries();
  NameMap<std::string, std::size_t> first_of;  // by folded path
  NameMap<std::string_view, std::size_t> files;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].shadowed) continue;
    if (!entries[i].directory) files.try_emplace(entries[i].path, i);
    const auto [place, isNew] = first_of.try_emplace(lowered(entries[i].path), i);
    if (isNew || entries[place->second].path == entries[i].path) continue;
    findings.add(FindingKind::kNameCaseClash, entries[i].path,
                 trf("differs from {} only in upper and lower case", entries[place->second].path), i);
  }
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::string_view path = entries[i].path;
    auto inside = files.end();
    eachFolderAbove(path, [&](std::string_view folder) {
      if (inside == files.end()) inside = files.find(folder);
    });
    if (inside != files.end()) {
      findings.add(FindingKind::kNameFileAndFolder, entries[i].path, trf("is inside {}, which is a file", inside->first), i);
    }
    const auto file = entries[i].directory ? files.find(path) : files.end();
    if (file != files.end()) findings.add(FindingKind::kNameFileAndFolder, entries[i].path, tr("is a file and a folder"), i);
  }
}

void checkEntries(const Tree& tree, FindingCollector& findings) {
  const auto& entries = tree.entries();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const TreeEntry& entry = entries[i];
    const char* why = whyUnsafePath(entry.path) == nullptr ? whyNotPortablePath(entry.path) : nullptr;  // the tree names the unsafe ones
    if (why != nullptr) {
      findings.add(FindingKind::kNameUnportable, entry.path, trf("the name {}", why), i);
    }
    if (entry.size >= kRatioMinimum && entry.compressed_size > 0 && entry.size / entry.compressed_size > kHighRatio) {
      findings.add(FindingKind::kZipHighRatio, entry.path, trf("unpacks to {} times its size", entry.size / entry.compressed_size), i);
    }
    if (entry.directory && entry.size > 0) {
      findings.add(FindingKind::kZipFolderWithData, entry.path, trf("a folder that holds {} bytes", entry.size), i);
    }
  }
}

}  // namespace

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

}  // namespace sepax
