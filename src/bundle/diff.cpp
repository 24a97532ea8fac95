#include "bundle/diff.h"

#include "bundle/byte_source.h"
#include "core/name_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace sepax {

namespace {

std::map<std::string_view, std::size_t> winnersOf(const Tree& tree) {
  std::map<std::string_view, std::size_t> winners;
  for (std::size_t i = 0; i < tree.entries().size(); ++i) {
    const TreeEntry& entry = tree.entries()[i];
    if (!entry.directory && !entry.shadowed) winners[entry.path] = i;
  }
  return winners;
}

/// The CRC that an entry states, or the SHA-256 of the bytes that are read.
Result<std::string> digestOf(const Tree& tree, std::size_t index, bool trusts_sum) {
  if (trusts_sum && tree.entries()[index].has_crc32) return fmt::format("{:08x}", tree.entries()[index].crc32);
  Digest digest(DigestKind::kSha256);
  auto done = tree.stream(index, [&](std::span<const std::byte> bytes) -> Result<void> {
    digest.add(bytes);
    return {};
  });
  SEPAX_TRY(done);
  return digest.hex();
}

/// The difference of a path that both trees have, or nullopt.
std::optional<DiffRow> compare(const Tree& before, std::size_t old_index, const Tree& after, std::size_t new_index,
                               const DiffOptions& options) {
  const TreeEntry &old_entry = before.entries()[old_index], &new_entry = after.entries()[new_index];
  DiffRow row{DiffRow::Change::kChanged, new_entry.path, old_entry.size, new_entry.size, ""};
  if (old_entry.size != new_entry.size) return row;
  const bool both_state = old_entry.has_crc32 && new_entry.has_crc32;
  if (both_state && old_entry.crc32 != new_entry.crc32) return row;
  const bool trusts_sums = options.trusts_sums && both_state;
  const auto old_digest = digestOf(before, old_index, trusts_sums),
             new_digest = digestOf(after, new_index, trusts_sums);
  if (!old_digest || !new_digest) {
    row.change = DiffRow::Change::kUnreadable;
    row.note = describe(old_digest ? new_digest.error() : old_digest.error());
    return row;
  }
  if (*old_digest != *new_digest) return row;
  if (options.contents_alone || old_entry.method == new_entry.method) return std::nullopt;
  row.change = DiffRow::Change::kRepacked;
  row.note = fmt::format("{} → {}", compressionName(old_entry.method), compressionName(new_entry.method));
  return row;
}

}  // namespace

Result<std::uint32_t> sumOfEntry(const Tree& tree, std::size_t index) {
  std::uint32_t crc = 0;
  auto done = tree.stream(index, [&](std::span<const std::byte> bytes) -> Result<void> {
    crc = crc32Of(bytes, crc);
    return {};
  });
  SEPAX_TRY(done);
  return crc;
}

Result<std::uint32_t> contentSum(const Tree& tree, std::size_t index) {
  const TreeEntry& entry = tree.entries()[index];
  return entry.has_crc32 ? Result<std::uint32_t>(entry.crc32) : sumOfEntry(tree, index);
}

const char* diffChangeName(DiffRow::Change change) {
  static constexpr const char* kNames[] = {"added", "removed", "changed", "repacked", "unreadable"};
  return kNames[static_cast<std::size_t>(change)];
}

TreeDiff diffTrees(const Tree& before, const Tree& after, const DiffOptions& options) {
  TreeDiff diff;
  const auto olds = winnersOf(before), news = winnersOf(after);
  std::uint64_t done = 0, total = 0;
  for (const auto& [path, index] : news) total += after.entries()[index].size;
  auto o = olds.begin();
  auto n = news.begin();
  while (o != olds.end() || n != news.end()) {
    if (n == news.end() || (o != olds.end() && o->first < n->first)) {
      diff.rows.push_back({DiffRow::Change::kRemoved, std::string(o->first), before.entries()[o->second].size, 0, ""});
      ++o;
    } else if (o == olds.end() || n->first < o->first) {
      diff.rows.push_back({DiffRow::Change::kAdded, std::string(n->first), 0, after.entries()[n->second].size, ""});
      ++n;
    } else {
      if (options.progress && !options.progress({done, total, after.entries()[n->second].path})) return diff;
      done += after.entries()[n->second].size;
      auto row = compare(before, o->second, after, n->second, options);
      if (row) diff.rows.push_back(std::move(*row));
      if (!row) ++diff.same;
      ++o, ++n;
    }
  }
  return diff;
}

namespace {

struct Winner {
  std::size_t layer = 0, entry = 0;  ///< of the layer
  std::size_t index = 0;             ///< of the overlay
};

LayerChange changeOf(const Tree& below, std::size_t old_entry, const Tree& above, std::size_t new_entry) {
  if (below.entries()[old_entry].size != above.entries()[new_entry].size) return LayerChange::kChanged;
  const auto old_sum = contentSum(below, old_entry), new_sum = contentSum(above, new_entry);
  if (!old_sum || !new_sum) return LayerChange::kUnreadable;
  return *old_sum == *new_sum ? LayerChange::kSame : LayerChange::kChanged;
}

}  // namespace

std::vector<LayerEntryChange> changesOf(std::span<const std::shared_ptr<const Tree>> layers,
                                        const ProgressSink& progress) {
  std::vector<LayerEntryChange> changes;
  NameMap<std::string_view, Winner> winner_of;  // the keys live in the layers
  std::uint64_t done = 0, total = 0;
  for (const auto& layer : layers) {
    for (const TreeEntry& entry : layer->entries()) total += entry.size;
  }
  for (std::size_t layer = 0; layer < layers.size(); ++layer) {
    const std::vector<TreeEntry>& entries = layers[layer]->entries();
    const std::size_t start = changes.size();
    changes.resize(start + entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
      done += entries[i].size;
      if (entries[i].directory || entries[i].shadowed) continue;
      if (progress && !progress({done, total, entries[i].path})) return changes;
      const auto [place, is_new] = winner_of.try_emplace(entries[i].path, Winner{layer, i, start + i});
      Winner& below = place->second;
      changes[start + i].change = layer == 0 ? LayerChange::kOnlyBelow : LayerChange::kAdded;
      if (is_new || below.layer == layer) continue;
      changes[start + i] = {changeOf(*layers[below.layer], below.entry, *layers[layer], i), below.index};
      changes[below.index].change = LayerChange::kCovered;
      below = {layer, i, start + i};
    }
  }
  return changes;
}

namespace {

constexpr int kMaxEdits = 1000;  ///< between two paired lines; the search keeps half a million numbers for it

using Lines = std::span<const std::uint64_t>;
using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;  ///< equal lines, in the order of both texts

/// Lines that each text has once, in the longest order that both keep.
Pairs uniquePairs(Lines left, Lines right) {
  struct Place {
    std::size_t left = 0, right = 0;
    int left_count = 0, right_count = 0;
  };
  std::unordered_map<std::uint64_t, Place> places;
  for (std::size_t i = 0; i < left.size(); ++i) {
    Place& place = places[left[i]];
    place.left = i;
    ++place.left_count;
  }
  for (std::size_t i = 0; i < right.size(); ++i) {
    Place& place = places[right[i]];
    place.right = i;
    ++place.right_count;
  }
  Pairs unique;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const Place& place = places[left[i]];
    if (place.left_count == 1 && place.right_count == 1) unique.emplace_back(i, place.right);
  }
  // The longest increasing sequence of the right places: `ends[k]` is the pair that ends the best one of k + 1 pairs.
  std::vector<std::size_t> ends, before(unique.size());
  for (std::size_t i = 0; i < unique.size(); ++i) {
    const auto end =
        std::ranges::lower_bound(ends, unique[i].second, {}, [&](std::size_t pair) { return unique[pair].second; });
    const auto length = static_cast<std::size_t>(end - ends.begin());
    before[i] = length > 0 ? ends[length - 1] : i;
    if (end == ends.end()) {
      ends.push_back(i);
    } else {
      *end = i;
    }
  }
  Pairs kept(ends.size());
  for (std::size_t k = ends.size(), at = ends.empty() ? 0 : ends.back(); k-- > 0; at = before[at]) kept[k] = unique[at];
  return kept;
}

/// The equal lines of a shortest edit script; nothing when it has more than kMaxEdits edits.
/// E. W. Myers, "An O(ND) difference algorithm and its variations", Algorithmica 1 (1986).
Pairs shortestPairs(Lines left, Lines right) {
  const int rows = static_cast<int>(left.size()), columns = static_cast<int>(right.size());
  if (rows == 0 || columns == 0) return {};
  const int most = std::min(kMaxEdits, rows + columns);
  std::vector<std::vector<int>> reached;  // by number of edits: how far each diagonal gets
  std::vector<int> furthest(static_cast<std::size_t>(2 * most + 2), 0);
  const auto at = [most](int diagonal) { return static_cast<std::size_t>(diagonal + most); };
  const auto comesDown = [](const std::vector<int>& from, std::size_t place, int diagonal, int edits) {
    return diagonal == -edits || (diagonal != edits && from[place - 1] < from[place + 1]);
  };
  int edits = 0;
  for (bool is_done = false; !is_done; ++edits) {
    if (edits > most) return {};
    for (int diagonal = -edits; diagonal <= edits && !is_done; diagonal += 2) {
      const bool down = edits > 0 && comesDown(furthest, at(diagonal), diagonal, edits);
      int x = edits == 0 ? 0 : down ? furthest[at(diagonal) + 1] : furthest[at(diagonal) - 1] + 1;
      while (x < rows && x - diagonal < columns &&
             left[static_cast<std::size_t>(x)] == right[static_cast<std::size_t>(x - diagonal)])
        ++x;
      furthest[at(diagonal)] = x;
      is_done = x >= rows && x - diagonal >= columns;
    }
    reached.emplace_back(furthest.begin() + (most - edits), furthest.begin() + (most + edits + 1));
  }
  Pairs pairs;
  int x = rows, y = columns;
  for (int step = edits - 1; step >= 0; --step) {
    const int diagonal = x - y;
    int from_x = 0;
    int from_diagonal = diagonal;
    if (step > 0) {
      // `reached[step - 1]` holds the diagonals −(step − 1) … step − 1.
      const std::vector<int>& from = reached[static_cast<std::size_t>(step - 1)];
      const auto below = static_cast<std::size_t>(diagonal + 1 + step - 1);
      const bool down = diagonal == -step || (diagonal != step && from[below - 2] < from[below]);
      from_diagonal = down ? diagonal + 1 : diagonal - 1;
      from_x = from[static_cast<std::size_t>(from_diagonal + step - 1)];
    }
    const int start = step == 0 ? 0 : from_diagonal > diagonal ? from_x : from_x + 1;
    for (; x > start; --x, --y) pairs.emplace_back(static_cast<std::size_t>(x - 1), static_cast<std::size_t>(y - 1));
    x = from_x;
    y = from_x - from_diagonal;
  }
  std::ranges::reverse(pairs);
  return pairs;
}

class Rows {
 public:
  void same(std::size_t left, std::size_t right) {
    diff.rows.push_back({static_cast<std::uint32_t>(left), static_cast<std::uint32_t>(right), true});
  }
  /// Pairs removed lines with added ones.
  void changed(std::size_t left, std::size_t left_end, std::size_t right, std::size_t right_end) {
    if (left == left_end && right == right_end) return;
    if (diff.rows.empty() || diff.rows.back().is_same) diff.changes.push_back(diff.rows.size());
    for (; left < left_end || right < right_end; ++left, ++right) {
      diff.rows.push_back({left < left_end ? static_cast<std::uint32_t>(left) : LinePair::kNone,
                           right < right_end ? static_cast<std::uint32_t>(right) : LinePair::kNone, false});
    }
  }
  LineDiff diff;
};

/// Everything between two paired lines.
void addGap(Rows& rows, Lines left, Lines right, std::size_t l, std::size_t l_end, std::size_t r, std::size_t r_end) {
  while (l < l_end && r < r_end && left[l] == right[r]) rows.same(l++, r++);
  std::size_t tail = 0;
  while (l + tail < l_end && r + tail < r_end && left[l_end - 1 - tail] == right[r_end - 1 - tail]) ++tail;
  l_end -= tail;
  r_end -= tail;
  std::size_t at_left = l, at_right = r;
  for (const auto& [x, y] : shortestPairs(left.subspan(l, l_end - l), right.subspan(r, r_end - r))) {
    rows.changed(at_left, l + x, at_right, r + y);
    rows.same(l + x, r + y);
    at_left = l + x + 1;
    at_right = r + y + 1;
  }
  rows.changed(at_left, l_end, at_right, r_end);
  for (; tail > 0; --tail) rows.same(l_end++, r_end++);
}

}  // namespace

LineDiff diffLines(Lines left, Lines right) {
  Rows rows;
  std::size_t l = 0, r = 0;
  for (const auto& [x, y] : uniquePairs(left, right)) {
    addGap(rows, left, right, l, x, r, y);
    rows.same(x, y);
    l = x + 1;
    r = y + 1;
  }
  addGap(rows, left, right, l, left.size(), r, right.size());
  return std::move(rows.diff);
}

}  // namespace sepax
