#include "session/bundle/bundle_overview.h"
#include "session/bundle/entry_kind.h"

#include "bundle/diff.h"
#include "session/bundle/bundle_requests.h"
#include "session/bundle/bundle_state.h"
#include "session/scene/scene.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
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

}  // namespace sepax
