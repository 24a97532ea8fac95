#include "bundle/diff.h"

#include "bundle/byte_source.h"
#include "core/name_map.h"

#include <fmt/format.h>

#include <map>
#include <string_view>
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

/// The difference of a path that both trees have, or nullopt.
std::optional<DiffRow> compare(const Tree& before, std::size_t old_index, const Tree& after, std::size_t new_index,
                               DiffOf of) {
  const TreeEntry &old_entry = before.entries()[old_index], &new_entry = after.entries()[new_index];
  DiffRow row{DiffRow::Change::kChanged, new_entry.path, old_entry.size, new_entry.size, ""};
  if (old_entry.size != new_entry.size) return row;
  const auto old_crc = contentSum(before, old_index), new_crc = contentSum(after, new_index);
  if (!old_crc || !new_crc) {
    row.change = DiffRow::Change::kUnreadable;
    row.note = describe(old_crc ? new_crc.error() : old_crc.error());
    return row;
  }
  if (*old_crc != *new_crc) return row;
  if (of == DiffOf::kContents || old_entry.method == new_entry.method) return std::nullopt;
  row.change = DiffRow::Change::kRepacked;
  row.note = fmt::format("{} → {}", compressionName(old_entry.method), compressionName(new_entry.method));
  return row;
}

}  // namespace

Result<std::uint32_t> contentSum(const Tree& tree, std::size_t index) {
  if (tree.entries()[index].has_crc32) return tree.entries()[index].crc32;
  std::uint32_t crc = 0;
  auto done = tree.stream(index, [&](std::span<const std::byte> bytes) -> Result<void> {
    crc = crc32Of(bytes, crc);
    return {};
  });
  SEPAX_TRY(done);
  return crc;
}

const char* diffChangeName(DiffRow::Change change) {
  static constexpr const char* kNames[] = {"added", "removed", "changed", "repacked", "unreadable"};
  return kNames[static_cast<std::size_t>(change)];
}

TreeDiff diffTrees(const Tree& before, const Tree& after, DiffOf of) {
  TreeDiff diff;
  const auto olds = winnersOf(before), news = winnersOf(after);
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
      auto row = compare(before, o->second, after, n->second, of);
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

}  // namespace sepax
