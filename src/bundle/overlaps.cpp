#include "bundle/overlaps.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace sepax {

std::vector<bool> overlappingEntries(const Tree& tree) {
  const auto& entries = tree.entries();
  std::vector<bool> out(entries.size());
  std::map<std::string_view, std::vector<std::size_t>> of_source;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!entries[i].directory && entries[i].offset > 0 && entries[i].compressed_size > 0)
      of_source[tree.sourceOf(i)].push_back(i);
  }
  for (auto& [source, indices] : of_source) {
    std::sort(indices.begin(), indices.end(),
              [&](std::size_t a, std::size_t b) { return entries[a].offset < entries[b].offset; });
    std::size_t reaching = indices[0];  // the one that reaches farthest so far
    const auto endOf = [&](std::size_t i) {
      return entries[i].offset + std::min(entries[i].compressed_size, ~entries[i].offset);
    };
    for (std::size_t k = 1; k < indices.size(); ++k) {
      if (entries[indices[k]].offset < endOf(reaching)) out[indices[k]] = out[reaching] = true;
      if (endOf(indices[k]) > endOf(reaching)) reaching = indices[k];
    }
  }
  return out;
}

}  // namespace sepax
