#include "bundle/write/extract.h"

#include "bundle/overlaps.h"
#include "bundle/safe_path.h"
#include "core/language.h"
#include "core/name_map.h"
#include "core/output_file.h"
#include "core/platform.h"
#include "core/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace sepax {

namespace {

using enum FindingKind;

constexpr std::uint64_t kSuspiciousRatio = 200;
constexpr std::uint64_t kSuspiciousSize = 1 << 20;  ///< smaller ones compress as they like: a blank picture reaches 160
constexpr std::size_t kMaxWaiting = 64;             ///< files that are synced together
constexpr std::uint64_t kLeftFree = 64 << 20;       ///< bytes of the disk that stay free

/// What is to be done, decided before anything is written.
struct Plan {
  std::vector<std::size_t> files, folders;
  std::uint64_t bytes = 0;
};

class Extraction {
 public:
  Extraction(const Tree& tree, const ExtractOptions& options, const ProgressSink& progress)
      : tree_(tree), options_(options), progress_(progress), allowed_(options.allowed.begin(), options.allowed.end()) {}

  Result<ExtractReport> run() {
    auto chosen = choose();
    SEPAX_TRY(chosen);
    const Plan plan = evaluate(*chosen);
    auto folder = OutputFolder::open(options_.folder);
    SEPAX_TRY(folder);
    SEPAX_TRY(checkRoom(*folder, plan.bytes));
    total_ = plan.bytes;
    for (const std::size_t i : plan.folders) {
      if (auto made = folder->makeFolder(tree_.entries()[i].path); made) {
        ++report_.folders;
      } else {
        refuse(i, kExtractNotWritten, made.error().message);
      }
    }
    for (const std::size_t i : plan.files) {
      SEPAX_TRY(writeEntry(*folder, i));
      if (report_.stopped) break;
      if (waiting_.size() == kMaxWaiting) commitWaiting();
    }
    commitWaiting();
    return std::move(report_);
  }

 private:
  void refuse(std::size_t index, FindingKind reason, std::string message) {
    report_.refused.push_back({reason, tree_.entries()[index].path, std::move(message), index});
  }

  bool isAllowed(std::size_t index, FindingKind reason) const {
    return canBeAllowed(reason) && (allowed_.contains(std::string(codeOf(reason).code)) || allowed_.contains(tree_.entries()[index].path));
  }

  /// Refuses unless the user vouches for the entry; true when it may go on.
  bool passes(std::size_t index, FindingKind reason, std::string message) {
    if (isAllowed(index, reason)) return true;
    refuse(index, reason, std::move(message));
    return false;
  }

  /// The winning entries that were asked for, by their own path or that of a folder above.
  Result<std::vector<std::size_t>> choose() const {
    std::unordered_map<std::string_view, bool> is_met;
    for (std::string_view path : options_.paths) is_met.emplace(path.substr(0, path.size() - (path.ends_with('/') ? 1 : 0)), false);
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
    NameSet<std::string> folders;  // in small letters, those implied by files too
    std::vector<std::size_t> sound;
    Plan plan;
    for (const std::size_t i : chosen) {
      if (!hasGoodName(i)) continue;
      const std::string folded = lowerCase(entries[i].path);
      for (std::size_t slash = folded.find('/'); slash != std::string::npos; slash = folded.find('/', slash + 1)) {
        folders.insert(folded.substr(0, slash));
      }
      if (entries[i].directory && folders.insert(folded).second) plan.folders.push_back(i);
      if (!entries[i].directory) sound.push_back(i);
    }
    const auto whole = tree_.bytes();
    NameMap<std::string, std::size_t> file_of;
    for (const std::size_t i : sound) {
      const TreeEntry& entry = entries[i];
      const std::string folded = lowerCase(entry.path);
      if (folders.contains(folded)) {
        refuse(i, kExtractKindClash, tr("other entries lie in a folder of this name"));
        continue;
      }
      if (const auto [place, isNew] = file_of.try_emplace(folded, i);
          !isNew && !passes(i, kExtractCaseClash, trf("differs from \"{}\" only in upper and lower case", entries[place->second].path))) {
        continue;
      }
      // A size that cannot be would else make everything too large for the disk.
      if (whole && entry.compressed_size > whole->size()) {
        refuse(i, kExtractDamaged, tr("claims more bytes than the whole file has"));
        continue;
      }
      if (entry.link && !passes(i, kExtractLink, tr("is a symbolic link; links are not made"))) continue;
      if (overlaps[i] && !passes(i, kExtractOverlap, tr("shares bytes with another entry"))) continue;
      if (entry.size >= kSuspiciousSize && entry.size / kSuspiciousRatio >= std::max<std::uint64_t>(entry.compressed_size, 1) &&
          !passes(i, kExtractRatio, trf("unpacks from {} to {} bytes", entry.compressed_size, entry.size))) {
        continue;
      }
      plan.files.push_back(i);
      plan.bytes += std::min(entry.size, ~plan.bytes);
    }
    return plan;
  }

  bool hasGoodName(std::size_t index) {
    const std::string& path = tree_.entries()[index].path;
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
      return fail(ErrorCode::kTooLarge, tree_.name(), trf("unpacks to {} bytes, the most allowed is {}", bytes, options_.max_bytes));
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
    if (!options_.may_replace && folder.has(entry.path)) {
      refuse(index, kExtractExists, tr("a file exists there already"));
      return {};
    }
    auto file = folder.create(entry.path, options_.may_replace);
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
    if (!streamed) {
      report_.bytes = before;
      if (!report_.stopped)
        refuse(index, streamed.error().code == ErrorCode::kPassword ? kExtractEncrypted : kExtractDamaged, streamed.error().message);
      return {};
    }
    if (entry.modified) file->setModified(entry.modified->seconds);
    waiting_.push_back({index, std::move(*file), report_.bytes - before});
    return {};
  }

  /// Syncs and renames the whole files of the last entries.
  void commitWaiting() {
    for (Waiting& whole : waiting_) (void)whole.file.sync();  // commit says what went wrong
    for (Waiting& whole : waiting_) {
      if (auto done = whole.file.commit(); done) {
        ++report_.files;
      } else {
        report_.bytes -= whole.bytes;
        refuse(whole.index, kExtractNotWritten, done.error().message);
      }
    }
    waiting_.clear();
  }

  /// A file that is whole and not yet in its place.
  struct Waiting {
    std::size_t index = 0;
    OutputFile file;
    std::uint64_t bytes = 0;
  };

  const Tree& tree_;
  const ExtractOptions& options_;
  const ProgressSink& progress_;
  std::unordered_set<std::string> allowed_;
  std::uint64_t total_ = 0;
  std::vector<Waiting> waiting_;
  ExtractReport report_;
};

}  // namespace

bool canBeAllowed(FindingKind refusal) { return codeOf(refusal).severity == Severity::kWarning; }

Result<ExtractReport> extractTree(const Tree& tree, const ExtractOptions& options, const ProgressSink& progress) {
  return Extraction(tree, options, progress).run();
}

}  // namespace sepax
