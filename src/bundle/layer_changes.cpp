#include "bundle/layer_changes.h"

#include "bundle/diff.h"
#include "core/name_map.h"

#include <string_view>

namespace sepax {

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
