#include "bundle/staged.h"

#include "bundle/file_time.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

namespace sepax {

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
