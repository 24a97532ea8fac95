#include "bundle/overlay.h"

#include "bundle/findings.h"
#include "bundle/safe_path.h"
#include "bundle/tree.h"
#include "core/assert.h"
#include "core/language.h"
#include "core/name_map.h"
#include "core/number.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

namespace sepax {

namespace {

using Layers = std::vector<std::shared_ptr<const Tree>>;

class OverlayTree final : public Tree {
 public:
  enum class Use { kOverlay, kVersions };
  OverlayTree(Layers layers, Use use) : layers_(std::move(layers)), use_(use) {
    SEPAX_ASSERT(!layers_.empty());
    NameMap<std::string_view, std::size_t> winner_of;  // the keys live in the layers
    for (std::size_t layer = 0; layer < layers_.size(); ++layer) {
      const std::size_t start = entries_.size();
      const auto& entries = layers_[layer]->entries();
      entries_.insert(entries_.end(), entries.begin(), entries.end());
      for (std::size_t i = 0; i < entries.size(); ++i) {
        TreeEntry& entry = entries_[start + i];
        if (entry.is_removal) {
          if (const auto below = winner_of.find(entries[i].path); below != winner_of.end()) {
            entries_[below->second].shadowed = true;
            winner_of.erase(below);
          }
          continue;
        }
        if (layer > 0) entry.overlay_role = OverlayRole::kAdded;
        if (entry.shadowed) continue;
        const auto [place, isNew] = winner_of.try_emplace(entries[i].path, start + i);
        if (isNew) continue;
        entry.overlay_role = OverlayRole::kReplaces;
        entries_[place->second].shadowed = true;
        place->second = start + i;
      }
      for (Finding finding : layers_[layer]->findings()) {
        if (layers_.size() > 1) finding.message = layers_[layer]->name() + ": " + finding.message;
        if (finding.entry) *finding.entry += start;
        findings_.push_back(std::move(finding));
      }
      name_ += std::string(layer > 0 ? " + " : "") + layers_[layer]->name();
    }
    if (use_ == Use::kOverlay) compareLayers();
    if (use_ == Use::kVersions) hideRemoved();
  }

  ContainerKind kind() const override { return layers_.front()->kind(); }
  const std::string& name() const override { return name_; }
  const std::vector<TreeEntry>& entries() const override { return entries_; }
  const std::vector<Finding>& findings() const override { return findings_; }
  const std::optional<ObbFooter>& footer() const override { return layers_.front()->footer(); }
  const std::string& sourceOf(std::size_t index) const override {
    return layers_[layerOf(layers_, index).layer]->name();
  }
  std::vector<Extent> extentsOf(std::size_t index) const override {
    const auto [layer, entry] = layerOf(layers_, index);
    return layers_[layer]->extentsOf(entry);
  }
  std::string description() const override {
    return use_ == Use::kVersions ? std::string(tr("two versions compared"))
                                  : trf("{} bundles laid over each other", layers_.size());
  }
  bool locked() const override {
    return std::any_of(layers_.begin(), layers_.end(), [](const auto& layer) { return layer->locked(); });
  }
  std::optional<Error> failedRead() const override {
    for (const auto& layer : layers_) {
      if (auto failed = layer->failedRead()) return failed;
    }
    return std::nullopt;
  }
  Result<std::vector<std::byte>> read(std::size_t index, std::uint64_t limit) const override {
    const auto [layer, entry] = layerOf(layers_, index);
    return layers_[layer]->read(entry, limit);
  }
  Result<void> stream(std::size_t index, const ByteSink& sink) const override {
    const auto [layer, entry] = layerOf(layers_, index);
    return layers_[layer]->stream(entry, sink);
  }
  Result<CheckedEntry> check(std::size_t index) const override {
    const auto [layer, entry] = layerOf(layers_, index);
    return layers_[layer]->check(entry);
  }
  Result<std::shared_ptr<const ByteSource>> open(std::size_t index, std::uint64_t limit) const override {
    const auto [layer, entry] = layerOf(layers_, index);
    return layers_[layer]->open(entry, limit);
  }

 private:
  /// Hides the entries that the last version does not have.
  void hideRemoved() {
    const std::size_t kept = layers_.back()->entries().size();
    for (std::size_t i = 0; i + kept < entries_.size(); ++i) entries_[i].shadowed = true;
  }

  /// Whether the layers belong together, by their names and footers.
  void compareLayers() {
    FindingCollector findings;
    std::optional<ObbName> first;
    bool hasMain = false;
    for (const auto& layer : layers_) {
      auto name = parseObbName(layer->name());
      if (!name && layer->footer()) name = ObbName{"main", layer->footer()->version, layer->footer()->package};
      if (!name) return;  // nothing to compare with
      hasMain = hasMain || name->kind == "main";
      if (!first) first = name;
      if (name->package != first->package) {
        findings.add(FindingKind::kOverlayPackageMismatch, trf("{} belongs to {}, {} to {}", layers_.front()->name(),
                                                               first->package, layer->name(), name->package));
      }
      if (name->version != first->version) {
        findings.add(FindingKind::kOverlayVersionMismatch,
                     trf("{} has version {}, {} version {}", layers_.front()->name(), first->version, layer->name(),
                         name->version));
      }
    }
    if (!hasMain) findings.add(FindingKind::kOverlayNoMain, tr("none of the bundles is a main one"));
    for (Finding& finding : findings.take()) findings_.push_back(std::move(finding));
  }

  Layers layers_;
  Use use_;
  std::string name_;
  std::vector<TreeEntry> entries_;
  std::vector<Finding> findings_;
};

using Candidates = std::span<const std::size_t>;
using LayerSpan = std::span<const std::shared_ptr<const Tree>>;

const TreeEntry& entryAt(LayerSpan layers, std::size_t index) {
  const auto [layer, entry] = layerOf(layers, index);
  return layers[layer]->entries()[entry];
}

/// The last candidate that `takes` accepts, or nullopt.
template <class Takes>
std::optional<std::size_t> lastOf(Candidates candidates, Takes takes) {
  for (std::size_t i = candidates.size(); i-- > 0;) {
    if (takes(candidates[i])) return candidates[i];
  }
  return std::nullopt;
}

/// Google's zip_file library: counts entries in a signed 16-bit number, so that a file of more than 32767 entries looks
/// empty.
std::optional<std::size_t> pickExpansion(LayerSpan layers, Candidates candidates) {
  constexpr std::size_t kMaxCounted = 32767;
  return lastOf(candidates, [&](std::size_t index) {
    return layers[layerOf(layers, index).layer]->entries().size() <= kMaxCounted;
  });
}

std::optional<std::size_t> pickUnreal(LayerSpan layers, Candidates candidates) {
  return lastOf(candidates, [&](std::size_t index) { return entryAt(layers, index).method == Compression::kStored; });
}

std::optional<std::size_t> pickCocos(LayerSpan layers, Candidates candidates) {
  return lastOf(candidates, [&](std::size_t index) { return layerOf(layers, index).layer == 0; });
}

std::optional<std::size_t> pickFirst(LayerSpan layers, Candidates candidates) {
  const auto isMain = [&](std::size_t index) { return layerOf(layers, index).layer == 0; };
  const auto found = std::find_if(candidates.begin(), candidates.end(), isMain);
  return found == candidates.end() ? std::nullopt : std::optional(*found);
}

constexpr KnownReader kReaders[] = {
    {"google-zip-file",
     "main, then patch; a later entry replaces an earlier one; a file of more than 32767 entries is empty",
     pickExpansion},
    {"unreal", "main, then patch; compressed entries do not exist", pickUnreal},
    {"cocos", "the first file only; the last entry of a name", pickCocos},
    {"first-match", "the first file only; the first entry of a name, as simple readers take it", pickFirst},
};

}  // namespace

LayerEntry layerOf(LayerSpan layers, std::size_t index) {
  std::size_t layer = 0;
  while (index >= layers[layer]->entries().size()) index -= layers[layer++]->entries().size();
  return {layer, index};
}

std::shared_ptr<const Tree> openOverlay(Layers layers) {
  return std::make_shared<OverlayTree>(std::move(layers), OverlayTree::Use::kOverlay);
}

std::shared_ptr<const Tree> openVersions(std::shared_ptr<const Tree> before, std::shared_ptr<const Tree> after) {
  return std::make_shared<OverlayTree>(Layers{std::move(before), std::move(after)}, OverlayTree::Use::kVersions);
}

void sortLayers(std::vector<std::string>& paths) {
  const auto rank = [](const std::string& path) -> std::uint64_t {
    constexpr std::string_view kOverflow = "overflow";
    const auto name = parseObbName(std::filesystem::path(path).filename().string());
    if (!name) return 0;
    if (!name->kind.starts_with(kOverflow)) return name->kind == "main" ? 1 : 2;
    // Out of range is zero, beside patch.
    const auto number = parseInteger<std::uint64_t>(std::string_view(name->kind).substr(kOverflow.size())).value_or(0);
    return std::min(number, std::uint64_t{1} << 32) + 3;
  };
  std::stable_sort(paths.begin(), paths.end(),
                   [&](const std::string& a, const std::string& b) { return rank(a) < rank(b); });
}

std::span<const KnownReader> knownReaders() { return kReaders; }

namespace {

class StagedTree final : public Tree {
 public:
  StagedTree(std::shared_ptr<const Tree> base, std::span<const StagedEntry> staged)
      : base_(std::move(base)), entries_(base_->entries()) {
    for (const StagedEntry& change : staged) {
      if (change.file.empty()) {
        for (TreeEntry& entry : entries_) entry.shadowed = entry.shadowed || isOrHolds(change.path, entry.path);
      } else {
        put(change);
      }
    }
  }

  ContainerKind kind() const override { return base_->kind(); }
  const std::string& name() const override { return base_->name(); }
  const std::vector<TreeEntry>& entries() const override { return entries_; }
  const std::vector<Finding>& findings() const override { return base_->findings(); }
  const std::optional<ObbFooter>& footer() const override { return base_->footer(); }
  std::vector<Extent> extentsOf(std::size_t index) const override {
    return files_.contains(index) ? std::vector<Extent>() : base_->extentsOf(index);
  }
  std::string description() const override { return base_->description(); }
  std::vector<Fact> facts() const override { return base_->facts(); }
  std::shared_ptr<const ByteSource> bytes() const override { return base_->bytes(); }
  std::optional<Error> failedRead() const override { return base_->failedRead(); }
  bool isZip64() const override { return base_->isZip64(); }

  Result<std::vector<std::byte>> read(std::size_t index, std::uint64_t limit) const override {
    const auto file = files_.find(index);
    if (file == files_.end()) return base_->read(index, limit);
    const auto source = openFile(file->second);
    SEPAX_TRY(source);
    return readAll(**source, limit);
  }
  Result<void> stream(std::size_t index, const ByteSink& sink) const override {
    return files_.contains(index) ? Tree::stream(index, sink) : base_->stream(index, sink);
  }
  Result<CheckedEntry> check(std::size_t index) const override {
    return files_.contains(index) ? Tree::check(index) : base_->check(index);
  }
  Result<std::shared_ptr<const ByteSource>> open(std::size_t index, std::uint64_t limit) const override {
    const auto file = files_.find(index);
    return file == files_.end() ? base_->open(index, limit) : openFile(file->second);
  }

 private:
  void put(const StagedEntry& change) {
    const auto source = openFile(change.file);
    if (!source) return;
    auto place = std::ranges::find_if(
        entries_, [&](const TreeEntry& entry) { return !entry.shadowed && entry.path == change.path; });
    if (place == entries_.end()) place = entries_.insert(place, TreeEntry());
    TreeEntry fresh;
    fresh.path = change.path;
    fresh.size = fresh.compressed_size = (*source)->size();
    std::error_code error;
    if (const auto time = std::filesystem::last_write_time(change.file, error); !error)
      fresh.modified = fromFileTime(time);
    *place = std::move(fresh);
    files_[static_cast<std::size_t>(place - entries_.begin())] = change.file;
  }

  std::shared_ptr<const Tree> base_;
  std::vector<TreeEntry> entries_;
  std::map<std::size_t, std::string> files_;  ///< by entry
};

}  // namespace

bool isOrHolds(const std::string& above, const std::string& path) {
  return path == above || (path.size() > above.size() && path.starts_with(above) && path[above.size()] == '/');
}

std::shared_ptr<const Tree> stagedTree(std::shared_ptr<const Tree> base, std::span<const StagedEntry> staged) {
  if (staged.empty()) return base;
  return std::make_shared<StagedTree>(std::move(base), staged);
}

}  // namespace sepax
