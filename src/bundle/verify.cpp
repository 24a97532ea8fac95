#include "bundle/verify.h"

#include "bundle/digest.h"
#include "bundle/findings.h"
#include "bundle/verify_rules.h"
#include "core/language.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iterator>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

namespace sepax {

namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned kMaxThreads = 4;  ///< memory grows with them
constexpr std::uint64_t kLarge = 8u << 20;
constexpr std::size_t kDigestPiece = 1 << 20;
constexpr std::uint64_t kMaxOverlapping = std::uint64_t{1} << 30;  ///< bytes of entries that share theirs with others

/// An entry of which reading showed more than that all is right.
struct Outcome {
  std::size_t index = 0;
  std::optional<Error> error;
  CheckedEntry entry;
};

/// Counts and reports progress; asks whether to go on.
class Meter {
 public:
  Meter(std::uint64_t total, const VerifyOptions& options) : total_(total), options_(options) {}
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

void sumUp(const ByteSource& source, bool with_md5, Meter& meter, VerifyReport& report) {
  Digest sha256(DigestKind::kSha256), md5(DigestKind::kMd5);
  std::vector<std::byte> buffer(std::min<std::uint64_t>(kDigestPiece, source.size()));
  for (std::uint64_t done = 0; done < source.size(); done += buffer.size()) {
    const auto piece = std::span(buffer).first(std::min<std::uint64_t>(buffer.size(), source.size() - done));
    if (meter.isCancelled() || !source.readAt(done, piece)) return;
    sha256.add(piece);
    if (with_md5) md5.add(piece);
    meter.add(piece.size(), "SHA-256");
  }
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
  Meter meter(total, options);
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
  const std::size_t index = outcome.index;
  if (!outcome.error) {
    if (outcome.entry.is_fake_encryption) {
      findings.add(FindingKind::kZipFakeEncryption, entry.path,
                   tr("marked as encrypted, yet plain: other programs ask for a password in vain"), index);
    }
    if (outcome.entry.is_fake_method) {
      findings.add(FindingKind::kZipFakeMethod, entry.path,
                   trf("says {} and is stored, as Android reads it", compressionName(entry.method)), index);
    }
    if (outcome.entry.is_descriptor_wrong) {
      findings.add(FindingKind::kZipDescriptorMismatch, entry.path,
                   tr("the record behind its data disagrees with the directory"), index);
    }
    return;
  }
  const ErrorCode code = outcome.error->code;
  if (code == ErrorCode::kPassword || code == ErrorCode::kUnsupported) {
    ++report.not_checked;
    findings.add(FindingKind::kEntryNotChecked, entry.path, outcome.error->message, index);
  } else {
    ++report.damaged;
    findings.add(FindingKind::kEntryDamaged, entry.path, outcome.error->message, index);
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
