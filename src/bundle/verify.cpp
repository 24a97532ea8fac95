#include "bundle/verify.h"

#include "bundle/byte_source.h"
#include "bundle/safe_path.h"
#include "core/language.h"
#include "core/platform.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <iterator>
#include <map>
#include <mutex>
#include <span>
#include <thread>
#include <utility>

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
  using enum FindingKind;
  if (!tree.bytes()) return;  // several files laid over each other: each has a name of its own
  // The last part of the name counts for an entry that was opened as a container of its own.
  const std::string file_name = tree.name().substr(tree.name().find_last_of("/:") + 1);
  const auto name = parseObbName(file_name);
  if (!name) {
    findings.add(
        kObbNameRule,
        trf("no app finds a bundle called {}; expected main.<version>.<package>.obb (or patch, overflow<number>)",
            file_name));
    return;
  }
  const auto& footer = tree.footer();
  if (!footer) return;
  if (footer->package != name->package) {
    findings.add(kObbPackageMismatch, trf("the footer says {}, the name {}", footer->package, name->package));
  }
  if (footer->version != name->version) {
    findings.add(kObbVersionMismatch, trf("the footer says version {}, the name {}", footer->version, name->version));
  }
}

void checkFooter(const Tree& tree, FindingCollector& findings) {
  using enum FindingKind;
  if (!tree.footer()) return;
  const ObbFooter& footer = *tree.footer();
  if ((footer.flags & ~(kObbFlagOverlay | kObbFlagSalted)) != 0) {
    findings.add(kObbUnknownFlags, trf("the footer's flags are {:#x}; only 1 and 2 have a meaning", footer.flags));
  }
  if (footer.version < 0) {
    findings.add(kObbUnsetVersion, trf("the footer's version is {}, expected 0 or more", footer.version));
  }
  const bool isSalted = (footer.flags & kObbFlagSalted) != 0;
  const bool hasSalt = footer.salt_hex.find_first_not_of('0') != std::string::npos;
  if (hasSalt && !isSalted)
    findings.add(kObbUnusedSalt, tr("the footer holds a salt and does not say that the contents are encrypted"));
  if (isSalted) findings.add(kObbEncrypted, tr("encrypted; current Android versions refuse to mount such images"));
}

void checkSize(const Tree& tree, FindingCollector& findings) {
  if (const std::uint64_t size = sizeOf(tree); size > kMaxSigned) {
    findings.add(FindingKind::kObbTooLarge,
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
  using enum FindingKind;
  const auto& entries = tree.entries();
  if (entries.size() > kMaxSignedEntries) {
    findings.add(kAndroidTooManyEntries, trf("{} entries; Google's reader counts to {} and sees an empty archive",
                                             entries.size(), kMaxSignedEntries));
  }
  if (entries.empty()) findings.add(kAndroidEmpty, tr("no entries; Google's reader refuses the file"));
  if (tree.isZip64())
    findings.add(kAndroidZip64, tr("a ZIP64 archive; Google's reader and many engines know classic ZIP only"));
  sayWhatAndroidRefuses(tree, findings);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const TreeEntry& entry = entries[i];
    const auto say = [&](FindingKind kind, std::string message) {
      findings.add(kind, entry.path, std::move(message), i);
    };
    if (entry.encrypted) say(kAndroidEncrypted, tr("encrypted; no reader on a device asks for a password"));
    if (entry.method != Compression::kStored && entry.method != Compression::kDeflated) {
      say(kAndroidMethod, trf("compressed by {}", compressionName(entry.method)));
    }
    if ((entry.flags & zip::kFlagDescriptor) != 0)
      say(kAndroidDescriptor, tr("sizes follow the data instead of preceding it"));
    const std::string& raw = entry.raw_name.empty() ? entry.path : entry.raw_name;
    if (!isAscii(raw) && ((entry.flags & zip::kFlagUtf8) == 0 || !entry.raw_name.empty())) {
      say(kAndroidNameFlag, tr("the name is read as UTF-8 on a device and is not marked as such"));
    }
    if (entry.in_place && !entry.directory && entry.size > 0 && entry.offset % kStoredAlignment != 0) {
      say(kAndroidUnaligned, trf("stored at {}, not a multiple of {}", entry.offset, kStoredAlignment));
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
  using enum FindingKind;
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
    if (isInside) say(kNameFileAndFolder, trf("is inside {}, which is a file", entries[file->entry].path));
    if (k > 0 && paths[k].text == paths[k - 1].text) {
      const TreeEntry& other = entries[paths[k - 1].entry];
      const bool isKnown = entry.shadowed || other.shadowed;  // a duplicate, reported as such or meant so in an overlay
      if (entry.directory != other.directory) {
        say(kNameFileAndFolder, tr("is a file and a folder"));
      } else if (!isKnown && entry.path != other.path) {
        say(kNameCaseClash, trf("differs from {} only in upper and lower case", other.path));
      } else if (!isKnown && !entry.directory) {
        say(kNameTwice, tr("is there twice; only one of them can be extracted"));
      }
    }
    if (!entry.directory && !entry.shadowed && !isInside) file = &paths[k];
  }
}

void checkEntries(const Tree& tree, FindingCollector& findings) {
  using enum FindingKind;
  const auto& entries = tree.entries();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const TreeEntry& entry = entries[i];
    const char* why = whyDangerousPath(entry.path) == nullptr ? whyNotPortablePath(entry.path)
                                                              : nullptr;  // the tree names the unsafe ones
    if (why != nullptr) {
      findings.add(kNameUnportable, entry.path, trf("the name {}", why), i);
    }
    if (changesDirection(entry.path)) {
      findings.add(kNameDirection, entry.path, tr("holds characters that change the direction of text"), i);
    }
    if (unpacksSuspiciously(entry)) {
      findings.add(kZipHighRatio, entry.path,
                   trf("unpacks to {} times its size", entry.size / std::max<std::uint64_t>(entry.compressed_size, 1)),
                   i);
    }
    if (entry.directory && entry.size > 0) {
      findings.add(kZipFolderWithData, entry.path, trf("a folder that holds {} bytes", entry.size), i);
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

namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned kMaxThreads = 4;  ///< memory grows with them
constexpr std::uint64_t kLarge = 8u << 20;
constexpr std::uint64_t kMaxOverlapping = std::uint64_t{1} << 30;  ///< bytes of entries that share theirs with others

/// An entry of which reading showed more than that all is right.
struct Outcome {
  std::size_t index = 0;
  std::optional<Error> error;
  CheckedEntry entry;
};

/// Counts and reports progress; asks whether to go on.
class VerifyMeter {
 public:
  VerifyMeter(std::uint64_t total, const VerifyOptions& options) : total_(total), options_(options) {}
  [[nodiscard]] bool isCancelled() const { return is_cancelled_; }
  void add(std::uint64_t bytes, std::string_view what) {
    done_ += bytes;
    if (!options_.progress) return;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    const auto now = Clock::now();
    if (!lock || now - reported_ < std::chrono::milliseconds(100)) return;
    reported_ = now;
    if (!options_.progress({done_, total_, what})) is_cancelled_ = true;
  }

 private:
  std::uint64_t total_ = 0;
  const VerifyOptions& options_;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<bool> is_cancelled_ = false;
  std::mutex mutex_;
  Clock::time_point reported_{};  ///< the first piece is reported at once
};

/// Takes entries out of `order` that share their bytes with others, once these come to too much: such a file of a
/// megabyte can hold terabytes. Each becomes an outcome.
void leaveOutBombs(const Tree& tree, std::vector<std::size_t>& order, std::vector<Outcome>& outcomes) {
  const auto overlaps = overlappingEntries(tree);
  std::uint64_t sum = 0;
  std::erase_if(order, [&](std::size_t i) {
    const TreeEntry& entry = tree.entries()[i];
    if (!overlaps[i]) return false;
    if (entry.size <= kMaxOverlapping - sum) {
      sum += entry.size;
      return false;
    }
    outcomes.push_back({i,
                        Error{.code = ErrorCode::kUnsupported,
                              .message = tr("shares its bytes with too many others to be read again"),
                              .where = {}},
                        {}});
    return true;
  });
}

/// The entries to be read: large ones first, so that no thread is left alone with one at the end; the others in the
/// order of the file.
std::vector<std::size_t> workOf(const Tree& tree) {
  const auto& entries = tree.entries();
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!entries[i].directory) order.push_back(i);
  }
  const auto rank = [&](std::size_t i) { return entries[i].size >= kLarge ? ~entries[i].size : entries[i].offset; };
  const auto isLarge = [&](std::size_t i) { return entries[i].size >= kLarge; };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return isLarge(a) != isLarge(b) ? isLarge(a) : rank(a) < rank(b);
  });
  return order;
}

void sumUp(const ByteSource& source, bool with_md5, VerifyMeter& meter, VerifyReport& report) {
  Digest sha256(DigestKind::kSha256), md5(DigestKind::kMd5);
  const auto done = streamBytes(source, 0, source.size(), [&](std::span<const std::byte> piece) -> Result<void> {
    if (meter.isCancelled()) return fail(ErrorCode::kInternal, "", "stopped");
    sha256.add(piece);
    if (with_md5) md5.add(piece);
    meter.add(piece.size(), "SHA-256");
    return {};
  });
  if (!done) return;
  report.sha256 = sha256.hex();
  if (with_md5) report.md5 = md5.hex();
}

/// Reads all entries and the whole file, by several threads.
std::vector<Outcome> readEverything(const Tree& tree, const VerifyOptions& options, VerifyReport& report) {
  const auto& entries = tree.entries();
  auto order = workOf(tree);
  report.files = order.size();
  std::vector<Outcome> outcomes;
  leaveOutBombs(tree, order, outcomes);
  const auto whole = options.digests ? tree.bytes() : nullptr;
  std::uint64_t total = whole ? whole->size() : 0;
  for (const std::size_t i : order) total += std::min(entries[i].size, ~std::uint64_t{0} - total);
  VerifyMeter meter(total, options);
  std::mutex outcomes_mutex;
  std::atomic<std::size_t> next = 0;
  std::atomic<std::uint64_t> bytes_checked = 0;
  std::atomic<bool> is_digest_free = whole != nullptr;
  const auto work = [&] {
    if (is_digest_free.exchange(false)) sumUp(*whole, tree.kind() == ContainerKind::kPck, meter, report);
    for (std::size_t i = next++; i < order.size() && !meter.isCancelled(); i = next++) {
      auto checked = tree.check(order[i]);
      if (!checked || checked->is_fake_encryption || checked->is_fake_method || checked->is_descriptor_wrong) {
        const std::lock_guard lock(outcomes_mutex);
        outcomes.push_back(
            {order[i], checked ? std::nullopt : std::optional(checked.error()), checked.value_or(CheckedEntry{})});
      }
      if (checked) bytes_checked += entries[order[i]].size;
      meter.add(entries[order[i]].size, entries[order[i]].path);
    }
  };
  const unsigned wanted =
      options.threads != 0 ? options.threads : std::clamp(std::thread::hardware_concurrency(), 1u, kMaxThreads);
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < wanted; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  report.is_cancelled = meter.isCancelled();
  report.bytes_checked = bytes_checked;
  std::sort(outcomes.begin(), outcomes.end(), [](const Outcome& a, const Outcome& b) { return a.index < b.index; });
  return outcomes;
}

void evaluate(const TreeEntry& entry, const Outcome& outcome, VerifyReport& report, FindingCollector& findings) {
  using enum FindingKind;
  const std::size_t index = outcome.index;
  if (!outcome.error) {
    if (outcome.entry.is_fake_encryption) {
      findings.add(kZipFakeEncryption, entry.path,
                   tr("marked as encrypted, yet plain: other programs ask for a password in vain"), index);
    }
    if (outcome.entry.is_fake_method) {
      findings.add(kZipFakeMethod, entry.path,
                   trf("says {} and is stored, as Android reads it", compressionName(entry.method)), index);
    }
    if (outcome.entry.is_descriptor_wrong) {
      findings.add(kZipDescriptorMismatch, entry.path, tr("the record behind its data disagrees with the directory"),
                   index);
    }
    return;
  }
  const ErrorCode code = outcome.error->code;
  if (code == ErrorCode::kPassword || code == ErrorCode::kUnsupported) {
    ++report.not_checked;
    findings.add(kEntryNotChecked, entry.path, outcome.error->message, index);
  } else {
    ++report.damaged;
    findings.add(kEntryDamaged, entry.path, outcome.error->message, index);
  }
}

std::vector<MethodCount> countMethods(const Tree& tree) {
  std::map<std::string, MethodCount> counts;  // by name
  for (const TreeEntry& entry : tree.entries()) {
    if (entry.directory) continue;
    MethodCount& count = counts[compressionName(entry.method)];
    count.method = entry.method;
    ++count.entries;
    count.size += entry.size;
    count.compressed_size += entry.compressed_size;
  }
  std::vector<MethodCount> out;
  for (auto& [name, count] : counts) out.push_back(std::move(count));
  return out;
}

}  // namespace

VerifyReport verify(const Tree& tree, const VerifyOptions& options) {
  const auto start = Clock::now();
  VerifyReport report;
  report.name = tree.name();
  report.kind = tree.kind();
  report.description = tree.description();
  report.footer = tree.footer();
  report.is_locked = tree.locked();
  report.facts = tree.facts();
  report.findings = tree.findings();
  report.methods = countMethods(tree);
  FindingCollector findings;
  applyRules(tree, options.as_android, findings);
  const auto outcomes = readEverything(tree, options, report);
  if (!report.is_cancelled) {
    for (const Outcome& outcome : outcomes) evaluate(tree.entries()[outcome.index], outcome, report, findings);
    // An entry that the password opened is encrypted as it should be.
    const auto isOpened = [&](std::size_t index) {
      const auto outcome = std::ranges::lower_bound(outcomes, index, {}, &Outcome::index);
      const bool isNoted = outcome != outcomes.end() && outcome->index == index;
      return !tree.entries()[index].directory && (!isNoted || (!outcome->error && !outcome->entry.is_fake_encryption));
    };
    std::erase_if(report.findings, [&](const Finding& finding) {
      return finding.kind == FindingKind::kZipEncrypted && finding.entry && isOpened(*finding.entry);
    });
    report.checked = report.files - report.damaged - report.not_checked;
  }
  report.failed_read = tree.failedRead();
  auto found = findings.take();
  std::move(found.begin(), found.end(), std::back_inserter(report.findings));
  if (const auto bytes = tree.bytes(); bytes) report.facts.push_back({"file size", fmt::format("{}", bytes->size())});
  if (!report.sha256.empty()) report.facts.push_back({"SHA-256", report.sha256});
  if (!report.md5.empty()) report.facts.push_back({"MD5", report.md5});
  report.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return report;
}

int verdictOf(const VerifyReport& report) {
  const auto isError = [](const Finding& finding) { return finding.severity() == Severity::kError; };
  if (report.is_locked || report.failed_read) return 2;
  const bool hasError = std::any_of(report.findings.begin(), report.findings.end(), isError);
  if (hasError && report.checked == 0) return 2;
  return std::any_of(report.findings.begin(), report.findings.end(),
                     [](const Finding& finding) { return finding.severity() > Severity::kInfo; })
             ? 1
             : 0;
}

}  // namespace sepax
