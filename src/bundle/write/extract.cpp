#include "bundle/write/extract.h"

#include "bundle/safe_path.h"
#include "bundle/verify.h"
#include "core/language.h"
#include "core/name_map.h"
#include "core/output_file.h"
#include "core/platform.h"
#include "core/text.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace sepax {

namespace {

using enum FindingKind;

constexpr std::size_t kMaxWaiting = 1 << 14;  ///< files that are brought to the disk together
constexpr std::uint64_t kMaxWaitingBytes = 256 << 20;
constexpr std::uint64_t kLeftFree = 64 << 20;  ///< bytes of the disk that stay free

/// The work, decided before anything is written.
struct Plan {
  std::vector<std::size_t> files, folders;
  std::uint64_t bytes = 0;
};

class Extraction {
 public:
  Extraction(const Tree& tree, const ExtractOptions& options, const ProgressSink& progress)
      : tree_(tree), options_(options), progress_(progress), allowed_(options.allowed.begin(), options.allowed.end()) {}

  Result<ExtractReport> run() {
    SEPAX_TRY(checkReads());
    auto chosen = choose();
    SEPAX_TRY(chosen);
    const Plan plan = evaluate(*chosen);
    auto folder = OutputFolder::open(options_.folder);
    SEPAX_TRY(folder);
    SEPAX_TRY(checkRoom(*folder, plan.bytes));
    total_ = plan.bytes;
    for (const std::size_t i : plan.folders) {
      if (auto made = folder->makeFolder(placeOf(i)); made) {
        ++report_.folders;
      } else {
        refuse(i, kExtractNotWritten, made.error().message);
      }
    }
    for (const std::size_t i : plan.files) {
      if (auto done = writeEntry(*folder, i); !done) {
        if (checkReads()) commitWaiting(*folder);
        return tl::unexpected(done.error());
      }
      if (report_.stopped) break;
      if (waiting_.size() >= kMaxWaiting || waiting_bytes_ >= kMaxWaitingBytes) commitWaiting(*folder);
    }
    SEPAX_TRY(checkReads());
    commitWaiting(*folder);
    return std::move(report_);
  }

 private:
  /// Refuses to go on after a read of the container that failed.
  Result<void> checkReads() const {
    if (auto failed = tree_.failedRead()) return tl::unexpected(std::move(*failed));
    return {};
  }

  void refuse(std::size_t index, FindingKind reason, std::string message) {
    report_.refused.push_back({reason, tree_.entries()[index].path, std::move(message), index});
  }

  bool isAllowed(std::size_t index, FindingKind reason) const {
    return canBeAllowed(reason) &&
           (allowed_.contains(std::string(codeOf(reason).code)) || allowed_.contains(tree_.entries()[index].path));
  }

  /// Refuses unless the user vouches for the entry; true when it may go on.
  bool passes(std::size_t index, FindingKind reason, std::string message) {
    if (isAllowed(index, reason)) return true;
    refuse(index, reason, std::move(message));
    return false;
  }

  /// The winning entries that were asked for, by their own path or that of a folder above.
  Result<std::vector<std::size_t>> choose() const {
    NameMap<std::string_view, bool> is_met;
    for (std::string_view path : options_.paths)
      is_met.emplace(path.substr(0, path.size() - (path.ends_with('/') ? 1 : 0)), false);
    const auto isAsked = [&](std::string_view path) {
      bool found = is_met.empty();
      const auto compare = [&](std::string_view part) {
        if (const auto place = is_met.find(part); place != is_met.end()) found = place->second = true;
      };
      compare(path);
      eachFolderAbove(path, compare);
      return found;
    };
    std::vector<std::size_t> chosen;
    const auto& entries = tree_.entries();
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (!entries[i].shadowed && isAsked(entries[i].path)) chosen.push_back(i);
    }
    for (const auto& [path, met] : is_met) {
      if (!met) return fail(ErrorCode::kNotFound, placeInTree(tree_, std::string(path)), tr("no such entry"));
    }
    return chosen;
  }

  Plan evaluate(const std::vector<std::size_t>& chosen) {
    const auto& entries = tree_.entries();
    const std::vector<bool> overlaps = overlappingEntries(tree_);
    refuseDuplicates(chosen);
    NameSet<std::string> folders;  // in small letters, at first those that are not empty
    std::vector<std::size_t> sound, stated;
    Plan plan;
    for (const std::size_t i : chosen) {
      if (!hasGoodName(i)) continue;
      eachFolderAbove(lowerCase(placeOf(i)), [&](std::string_view folder) { folders.insert(std::string(folder)); });
      (isFolder(i) ? stated : sound).push_back(i);
    }
    for (const std::size_t i : stated) {
      if (folders.insert(lowerCase(placeOf(i))).second) plan.folders.push_back(i);
    }
    const auto whole = tree_.bytes();
    NameMap<std::string, std::size_t> file_of;
    for (const std::size_t i : sound) {
      const TreeEntry& entry = entries[i];
      const std::string folded = lowerCase(placeOf(i));
      if (folders.contains(folded)) {
        refuse(i, kExtractKindClash, tr("other entries lie in a folder of this name"));
        continue;
      }
      if (const auto [place, isNew] = file_of.try_emplace(folded, i); !isNew) {
        const std::string& other = entries[place->second].path;
        const FindingKind kind = other == entry.path ? kExtractDuplicate : kExtractCaseClash;
        if (!passes(i, kind, clashWith(other, entry.path))) continue;
      }
      // A size that cannot be would else make everything too large for the disk.
      if (whole && entry.compressed_size > whole->size()) {
        refuse(i, kExtractDamaged, tr("claims more bytes than the whole file has"));
        continue;
      }
      if (entry.link && !passes(i, kExtractLink, tr("is a symbolic link; links are not made"))) continue;
      if (overlaps[i] && !passes(i, kExtractOverlap, tr("shares bytes with another entry"))) continue;
      if (unpacksSuspiciously(entry) &&
          !passes(i, kExtractRatio, trf("unpacks from {} to {} bytes", entry.compressed_size, entry.size))) {
        continue;
      }
      plan.files.push_back(i);
      plan.bytes += std::min(entry.size, ~plan.bytes);
    }
    return plan;
  }

  /// Names the files that another one of their own bundle and name covers: they are not written.
  void refuseDuplicates(const std::vector<std::size_t>& chosen) {
    NameSet<std::string_view> paths;
    for (const std::size_t i : chosen) paths.insert(tree_.entries()[i].path);
    for (const Finding& finding : tree_.findings()) {
      if (finding.kind == kZipDuplicateName && finding.entry && paths.contains(finding.path))
        passes(*finding.entry, kExtractDuplicate, tr("an earlier entry has the same name; only the last is written"));
    }
  }

  static std::string clashWith(const std::string& other, const std::string& path) {
    return other == path ? tr("another entry has the same name")
                         : trf("differs from \"{}\" only in upper and lower case", other);
  }

  /// Where an entry comes to: its path, in which backslashes part folders where that was allowed.
  std::string placeOf(std::size_t index) const {
    std::string path = tree_.entries()[index].path;
    if (isAllowed(index, kExtractBackslash)) std::ranges::replace(path, '\\', '/');
    if (path.size() > 1 && path.ends_with('/')) path.pop_back();
    return path;
  }

  /// Whether it becomes a folder: Windows programs end their names with a backslash.
  bool isFolder(std::size_t index) const {
    const TreeEntry& entry = tree_.entries()[index];
    return entry.directory || (entry.size == 0 && entry.path.ends_with('\\') && isAllowed(index, kExtractBackslash));
  }

  bool hasGoodName(std::size_t index) {
    std::string path = tree_.entries()[index].path;
    if (path.find('\\') != std::string::npos) {
      std::ranges::replace(path, '\\', '/');
      const bool isOnlyThat = whyDangerousPath(path) == nullptr;
      if (isOnlyThat &&
          !passes(index, kExtractBackslash, tr("has backslashes between its parts; allowed, they become folders")))
        return false;
      if (!isOnlyThat) path = tree_.entries()[index].path;
    }
    if (const char* why = whyDangerousPath(path); why != nullptr) {
      refuse(index, kExtractUnsafePath, trf("the name {}", why));
      return false;
    }
    const char* why = whyNotPortablePath(path);
    return why == nullptr || passes(index, kExtractReservedName, trf("the name {}", why));
  }

  Result<void> checkRoom(const OutputFolder& folder, std::uint64_t bytes) const {
    const std::string where = toValidUtf8(options_.folder);
    if (bytes > options_.max_bytes) {
      return fail(ErrorCode::kTooLarge, tree_.name(),
                  trf("unpacks to {} bytes, the most allowed is {}", bytes, options_.max_bytes));
    }
    const auto free = folder.freeBytes();
    SEPAX_TRY(free);
    if (bytes > *free || *free - bytes < kLeftFree) {
      return fail(ErrorCode::kTooLarge, where, trf("{} bytes shall be written, {} are free", bytes, *free));
    }
    return {};
  }

  /// An error is one that ends the extraction; what is wrong with the entry alone is reported.
  Result<void> writeEntry(OutputFolder& folder, std::size_t index) {
    const TreeEntry& entry = tree_.entries()[index];
    const std::string place = placeOf(index);
    if (!options_.may_replace && folder.has(place)) {
      refuse(index, kExtractExists, tr("a file exists there already"));
      return {};
    }
    auto file = folder.create(place, options_.may_replace);
    if (!file) {
      refuse(index, kExtractNotWritten, file.error().message);
      return {};
    }
    std::optional<Error> error;  // with the output: a reason to stop
    const std::uint64_t before = report_.bytes;
    const auto streamed = tree_.stream(index, [&](std::span<const std::byte> piece) -> Result<void> {
      if (auto done = file->append(piece); !done) return tl::unexpected(*(error = done.error()));
      report_.bytes += piece.size();
      report_.stopped = progress_ && !progress_({report_.bytes, total_, entry.path});
      return report_.stopped ? Result<void>(fail(ErrorCode::kInternal, "", "stopped")) : Result<void>();
    });
    if (error) return tl::unexpected(*error);
    SEPAX_TRY(checkReads());
    if (!streamed) {
      report_.bytes = before;
      if (!report_.stopped)
        refuse(index, streamed.error().code == ErrorCode::kPassword ? kExtractEncrypted : kExtractDamaged,
               streamed.error().message);
      return {};
    }
    if (entry.size == 0 && progress_)
      report_.stopped = !progress_({report_.bytes, total_, entry.path});  // a million of them take a while
    if (entry.modified) file->setModified(entry.modified->seconds);
    SEPAX_TRY(folder.add(std::move(*file)));
    waiting_.push_back({index, report_.bytes - before});
    waiting_bytes_ += report_.bytes - before;
    return {};
  }

  /// Gives the whole files of the last entries their places.
  void commitWaiting(OutputFolder& folder) {
    const auto results = folder.commit();
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (results[i]) {
        ++report_.files;
      } else {
        report_.bytes -= waiting_[i].bytes;
        refuse(waiting_[i].index, kExtractNotWritten, results[i].error().message);
      }
    }
    waiting_.clear();
    waiting_bytes_ = 0;
  }

  /// An entry whose file is whole and not yet in its place.
  struct Waiting {
    std::size_t index = 0;
    std::uint64_t bytes = 0;
  };

  const Tree& tree_;
  const ExtractOptions& options_;
  const ProgressSink& progress_;
  NameSet<std::string> allowed_;
  std::uint64_t total_ = 0;
  std::vector<Waiting> waiting_;
  std::uint64_t waiting_bytes_ = 0;
  ExtractReport report_;
};

}  // namespace

bool canBeAllowed(FindingKind refusal) { return codeOf(refusal).severity == Severity::kWarning; }

Result<ExtractReport> extractTree(const Tree& tree, const ExtractOptions& options, const ProgressSink& progress) {
  return Extraction(tree, options, progress).run();
}

}  // namespace sepax
