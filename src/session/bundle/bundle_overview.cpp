#include "session/bundle/bundle_overview.h"

#include "bundle/diff.h"
#include "session/scene/scene.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <span>
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
      overview.spare_files += copies.entries.size() - 1;
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
  host.jobs->start({.label = "overview",
                    .quick = true,
                    .slot = "overview",
                    .work = [tree = state.bundle](JobControl& control) -> Result<Delivery> {
                      return [tree, made = std::make_shared<const BundleOverview>(overviewOf(*tree, control))](
                                 BundleState& to, Scene&) -> Result<void> {
                        if (to.overview.tree == tree) to.overview.made = made;
                        return {};
                      };
                    }});
}

namespace {

/// The triangles that linting has counted, by node.
std::vector<std::uint64_t> trianglesOf(const BundleNodes& index, const Tree& tree, const std::vector<MeshLint>* lint) {
  if (lint == nullptr) return {};
  std::vector<std::uint64_t> triangles(index.nodes.size());
  for (const MeshLint& mesh : *lint) {
    const auto entry = findEntry(tree, mesh.path);
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
  host.jobs->start({.quick = true, .slot = kListingSlot, .work = [work, request](JobControl& control) {
                      return list(work, request, control);
                    }});
}

}  // namespace sepax
