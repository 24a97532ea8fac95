#include "session/bundle/bundle_overview.h"

#include "bundle/diff.h"
#include "core/language.h"
#include "core/text.h"
#include "media/encoded_text.h"
#include "session/bundle/preview.h"
#include "session/scene/scene.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <span>
#include <string_view>
#include <utility>

namespace sepax {

namespace {

constexpr std::uint64_t kMaxBytesRead = std::uint64_t{1} << 30;  ///< of containers without checksums

/// Files of the same size, then of the same bytes.
void findCopies(BundleOverview& overview, const Tree& tree, const std::vector<std::size_t>& files,
                const JobControl& control) {
  const std::vector<TreeEntry>& entries = tree.entries();
  std::map<std::uint64_t, std::vector<std::size_t>> by_size;
  for (const std::size_t file : files) {
    if (entries[file].size > 0) by_size[entries[file].size].push_back(file);
  }
  std::uint64_t left = kMaxBytesRead;
  for (const auto& [size, same_size] : by_size) {
    if (same_size.size() < 2) continue;
    std::map<std::uint32_t, std::vector<std::size_t>> by_sum;
    for (const std::size_t file : same_size) {
      if (control.isCancelled()) return;
      const bool reads = !entries[file].has_crc32;
      const Result<std::uint32_t> sum =
          reads && size > left ? fail(ErrorCode::kTooLarge, "", "") : contentSum(tree, file);
      if (reads) left -= std::min(left, size);
      if (sum) by_sum[*sum].push_back(file);
      if (!sum) ++overview.not_compared;
    }
    for (auto& [sum, same] : by_sum) {
      if (same.size() < 2) continue;
      Copies copies{std::move(same), size, 0};
      for (std::size_t i = 1; i < copies.entries.size(); ++i)
        copies.spare += entries[copies.entries[i]].compressed_size;
      overview.spare += copies.spare;
      overview.copies.push_back(std::move(copies));
    }
  }
  std::ranges::stable_sort(overview.copies, std::ranges::greater{}, &Copies::spare);
  if (overview.copies.size() > kMaxCopies) overview.copies.resize(kMaxCopies);
}

}  // namespace

BundleOverview overviewOf(const Tree& tree, const JobControl& control) {
  const std::vector<TreeEntry>& entries = tree.entries();
  BundleOverview overview;
  std::array<KindSum, kEntryKindCount> kinds;
  for (std::size_t i = 0; i < kinds.size(); ++i) kinds[i].kind = static_cast<EntryKind>(i);
  std::vector<std::size_t> files;
  for (std::size_t i = 0; i < entries.size() && !control.isCancelled(); ++i) {
    const TreeEntry& entry = entries[i];
    if (entry.directory) ++overview.folders;
    if (entry.directory || entry.shadowed) continue;
    files.push_back(i);
    KindSum& sum = kinds[static_cast<std::size_t>(entryKindOf(entry.path))];
    ++sum.files;
    sum.size += entry.size;
    sum.packed += entry.compressed_size;
    overview.size += entry.size;
    overview.packed += entry.compressed_size;
  }
  overview.files = files.size();
  std::ranges::copy_if(kinds, std::back_inserter(overview.kinds), [](const KindSum& sum) { return sum.files > 0; });
  std::ranges::stable_sort(overview.kinds, std::ranges::greater{}, &KindSum::size);
  findCopies(overview, tree, files, control);
  const auto last = files.begin() + static_cast<std::ptrdiff_t>(std::min(files.size(), kMaxLargest));
  std::ranges::partial_sort(files, last, [&](std::size_t a, std::size_t b) {
    return entries[a].size != entries[b].size ? entries[a].size > entries[b].size : a < b;
  });
  overview.largest.assign(files.begin(), last);
  return overview;
}

void followOverview(BundleState& state, Host& host) {
  OverviewState& overview = state.overview;
  if (state.bundle == nullptr) overview = {};
  if (state.bundle == nullptr || host.view.middle != Middle::kOverview || overview.tree == state.bundle) return;
  overview = {state.bundle, nullptr};
  host.jobs->startQuick("overview", [tree = state.bundle](JobControl& control) -> Result<Delivery> {
    return [tree, made = std::make_shared<const BundleOverview>(overviewOf(*tree, control))](BundleState& to,
                                                                                             Scene&) -> Result<void> {
      if (to.overview.tree == tree) to.overview.made = made;
      return {};
    };
  });
}

namespace {

/// The triangles that linting has counted, by node.
std::vector<std::uint64_t> trianglesOf(const BundleNodes& index, const Tree& tree, const std::vector<MeshLint>* lint) {
  if (lint == nullptr) return {};
  std::vector<std::uint64_t> triangles(index.nodes.size());
  for (const MeshLint& mesh : *lint) {
    const auto entry = findEntry(tree, mesh.entry);
    for (int at = entry ? index.node_of[*entry] : -1; at >= 0; at = index.nodes[static_cast<std::size_t>(at)].parent) {
      triangles[static_cast<std::size_t>(at)] += mesh.triangles;
    }
  }
  return triangles;
}

/// By node: what is not the same as below.
std::vector<bool> differencesOf(const BundleNodes& index, const ListingSource& from) {
  if (from.changes == nullptr) return {};
  std::vector<bool> differs(index.nodes.size());
  for (std::size_t i = 0; i < differs.size(); ++i) {
    const int entry = index.nodes[i].entry;
    if (entry >= 0) differs[i] = isDifference((*from.changes)[static_cast<std::size_t>(entry)].change, from.compared);
  }
  return differs;
}

/// Brings a listing up to date; parts that are there stay.
Result<Delivery> list(BundleListing listing, const ListingRequest& wanted, JobControl& control) {
  const ListingSource& from = listing.source;
  const std::vector<TreeEntry>& entries = from.tree->entries();
  if (listing.index == nullptr)
    listing.index = std::make_shared<const BundleNodes>(bundleNodes(
        entries, control, from.changes != nullptr ? std::span(*from.changes) : std::span<const LayerEntryChange>()));
  if (control.isCancelled()) return Delivery();
  if (listing.facts == nullptr) {
    const std::vector<Finding>& findings = from.verified != nullptr ? from.verified->findings : from.tree->findings();
    listing.facts = std::make_shared<const NodeFacts>(
        NodeFacts{nodeSeverities(*listing.index, entries, findings),
                  trianglesOf(*listing.index, *from.tree, from.lint.get()), differencesOf(*listing.index, from)});
  }
  const auto rowsOf = [&](const BundleRows& rows) {
    return std::make_shared<const std::vector<int>>(
        visibleRows(*listing.index, *listing.facts, entries, rows, control));
  };
  listing.rows = rowsOf(wanted.rows);
  listing.files = from.with_files ? rowsOf(wanted.files) : nullptr;
  return [done = std::move(listing)](BundleState& to, Scene&) -> Result<void> {
    if (to.bundle != done.source.tree) return {};
    const ListingSource asked = to.listing.asked;
    to.listing = done;
    to.listing.asked = asked;
    return {};
  };
}

}  // namespace

void followListing(BundleState& state, Host& host) {
  BundleListing& listing = state.listing;
  ListingRequest& request = host.view.listing;
  if (state.bundle == nullptr) {
    if (listing.asked.tree != nullptr) listing = {};
    return;
  }
  const bool is_new = listing.asked.tree != state.bundle;
  if (is_new) {
    listing = {};
    request.rows.open.clear();
  }
  const bool is_linted = state.lint.tree == state.bundle;
  const ListingSource wanted{state.bundle,
                             state.bundle_files.verified,
                             is_linted ? state.lint.rows : nullptr,
                             state.bundle_files.around.empty() ? state.bundle_files.changes : nullptr,
                             state.bundle_files.compared,
                             host.view.middle == Middle::kFiles,
                             request.revision};
  if (listing.asked == wanted) return;
  if (!is_new && listing.index == nullptr)
    return;  // nodes take the longest: once they are there the rows follow the request
  listing.asked = wanted;
  BundleListing work = listing;
  if (work.source.verified != wanted.verified || work.source.lint != wanted.lint) work.facts = nullptr;
  work.source = wanted;
  host.jobs->startQuick(kListingSlot, [work, request](JobControl& control) { return list(work, request, control); });
}

namespace {

constexpr std::size_t kBefore = 40, kBehind = 160;  ///< bytes around a match that are shown
constexpr std::size_t kTextHead = 4096;             ///< bytes by which an entry counts as text

bool isText(std::string_view head) {
  return std::ranges::none_of(head, [](char c) {
    const auto b = static_cast<unsigned char>(c);
    return b < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f';
  });
}

/// The part of a match's line that is shown; of bytes that are no text what can be read.
std::string aroundOf(std::string_view window, std::size_t at, std::size_t size) {
  std::size_t from = at - std::min(at, kBefore), to = std::min(window.size(), at + size + kBehind);
  if (const std::size_t line = window.substr(from, at - from).rfind('\n'); line != std::string_view::npos)
    from += line + 1;
  if (const std::size_t line = window.substr(at, to - at).find('\n'); line != std::string_view::npos) to = at + line;
  while (from < at && (static_cast<unsigned char>(window[from]) & 0xc0) == 0x80) ++from;
  std::string text(window.substr(from, to - from));
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = c == '\t' ? ' ' : '.';
  }
  return toValidUtf8(text);
}

/// Looks through one entry's bytes as they come. A match is found once enough bytes behind it are there to show.
class EntrySearch {
 public:
  EntrySearch(std::size_t entry, const Needle& needle, BundleMatches& out, bool is_decoded = false)
      : entry_(entry), needle_(needle), out_(out), is_decoded_(is_decoded) {}

  void add(std::string_view piece) {
    window_ += piece;
    if (start_ == 0 && window_.size() >= kTextHead && !judged_) judge();
    if (window_.size() > kStep) lookThrough(window_.size() - needle_.bytes.size() - kBehind);
  }
  void finish() {
    if (!judged_) judge();
    lookThrough(window_.size());
  }
  [[nodiscard]] bool isFull() const { return count_ >= kMaxEntryMatches || out_.matches.size() >= kMaxBundleMatches; }
  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  static constexpr std::size_t kStep = 256u << 10;

  void judge() {
    judged_ = true;
    is_text_ = isText(std::string_view(window_).substr(0, kTextHead));
  }
  void countLinesTo(std::size_t at) {
    const auto place = [&](std::size_t i) { return window_.begin() + static_cast<std::ptrdiff_t>(i); };
    lines_ += static_cast<std::uint64_t>(std::count(place(counted_), place(at), '\n'));
    counted_ = at;
  }
  /// Matches that begin before `end` of the window; then the window keeps what may still be shown before the next.
  void lookThrough(std::size_t end) {
    for (std::size_t at = findNeedle(window_, needle_, looked_); at < end;
         at = findNeedle(window_, needle_, at + needle_.bytes.size())) {
      if (isFull()) {
        out_.cut = true;
        return;
      }
      countLinesTo(at);
      out_.matches.push_back(
          {entry_, start_ + at, is_text_ ? lines_ + 1 : 0, aroundOf(window_, at, needle_.bytes.size()), is_decoded_});
      ++count_;
      looked_ = at + needle_.bytes.size();
    }
    looked_ = std::max(looked_, std::min(end, window_.size()));
    const std::size_t gone = looked_ - std::min(looked_, kBefore);
    if (gone > counted_) countLinesTo(gone);
    const std::size_t drop = std::min(gone, counted_);
    window_.erase(0, drop);
    start_ += drop;
    looked_ -= drop;
    counted_ -= drop;
  }

  std::size_t entry_;
  const Needle& needle_;
  BundleMatches& out_;
  bool is_decoded_ = false;
  std::string window_;
  std::uint64_t start_ = 0;               ///< of the window in the entry
  std::size_t looked_ = 0, counted_ = 0;  ///< of the window: before these all matches, all line ends are counted
  std::uint64_t lines_ = 0;
  std::size_t count_ = 0;
  bool judged_ = false, is_text_ = false;
};

/// Looks through an entry whose text the preview decodes; through its bytes where the text holds nothing.
std::size_t searchEncoded(std::size_t entry, const std::string& bytes, std::span<const std::byte> resources,
                          const Needle& needle, BundleMatches& out) {
  const auto read = encodedText(std::as_bytes(std::span(bytes)), resources);
  EntrySearch decoded(entry, needle, out, true);
  if (read) {
    decoded.add(read->text);
    decoded.finish();
  }
  if (decoded.count() > 0) return decoded.count();
  EntrySearch plain(entry, needle, out);
  plain.add(bytes);
  plain.finish();
  return plain.count();
}

}  // namespace

BundleMatches searchTree(const Tree& tree, const Needle& needle, const ProgressSink& progress) {
  BundleMatches out;
  if (needle.bytes.empty()) return out;
  const auto& entries = tree.entries();
  const std::vector<std::byte> resources = androidResources(tree);
  std::uint64_t total = 0, done = 0;
  const auto is_searched = [](const TreeEntry& entry) { return !entry.directory && !entry.shadowed && !entry.link; };
  for (const TreeEntry& entry : entries) total += is_searched(entry) ? entry.size : 0;
  bool is_stopped = false;
  for (std::size_t i = 0; i < entries.size() && !is_stopped; ++i) {
    if (!is_searched(entries[i])) continue;
    if (out.matches.size() >= kMaxBundleMatches) {
      out.cut = true;
      break;
    }
    EntrySearch search(i, needle, out);
    std::string encoded;  // the whole entry, where it can be a text that is not UTF-8
    const std::uint64_t before = done;
    const Result<void> streamed = tree.stream(i, [&](std::span<const std::byte> piece) -> Result<void> {
      done += piece.size();
      is_stopped = progress && !progress({done, total, entries[i].path});
      if (is_stopped || search.isFull()) return fail(ErrorCode::kTooLarge, "", "enough");
      const std::string_view text(reinterpret_cast<const char*>(piece.data()), piece.size());
      const bool is_first = done == before + piece.size();
      if ((is_first && mayBeEncodedText(piece) && entries[i].size <= kUnpackedUnasked) || !encoded.empty()) {
        encoded += text;
      } else {
        search.add(text);
      }
      return {};
    });
    done = before + entries[i].size;
    if (is_stopped) break;
    search.finish();
    ++out.entries;
    out.entries_with += (encoded.empty() ? search.count() : searchEncoded(i, encoded, resources, needle, out)) > 0;
    if (!streamed && !search.isFull()) out.unread.push_back(i);
  }
  return out;
}

void execute(BundleState& state, Host& host, const SearchBundle& request) {
  const std::string& typed = request.typed;
  const std::shared_ptr<const Tree> tree = state.bundle;
  const auto needle = bytesOrText(typed);
  if (tree == nullptr || !needle) return;
  host.jobs->start({.label = trf("Searching {}", tree->name()),
                    .slot = "search",
                    .work = [tree, typed, needle = *needle](JobControl& control) -> Result<Delivery> {
                      auto found = std::make_shared<const BundleMatches>(searchTree(*tree, needle, control.byteSink()));
                      return [tree, typed, needle, found](BundleState& to, Scene&) -> Result<void> {
                        if (to.bundle == tree) to.search = {tree, needle, typed, found};
                        return {};
                      };
                    }});
}

}  // namespace sepax
