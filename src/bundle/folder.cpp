#include "bundle/folder.h"

#include "bundle/findings.h"
#include "bundle/tree.h"
#include "core/assert.h"
#include "core/language.h"
#include "core/text.h"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <utility>

namespace sepax {

namespace fs = std::filesystem;

namespace {

class FolderTree final : public Tree {
 public:
  FolderTree(fs::path root, std::size_t max_entries)
      : root_(std::move(root)), name_(toValidUtf8(root_.filename().string())), max_entries_(max_entries) {}

  ContainerKind kind() const override { return ContainerKind::kFolder; }
  const std::string& name() const override { return name_; }
  const std::vector<TreeEntry>& entries() const override { return listing().entries; }
  const std::vector<Finding>& findings() const override { return listing().findings; }
  const std::optional<ObbFooter>& footer() const override { return footer_; }

  Result<std::vector<std::byte>> read(std::size_t index, std::uint64_t limit) const override {
    SEPAX_ASSERT(index < entries().size());
    return readInside(listing().raw_paths[index], limit);
  }

  Result<std::shared_ptr<const ByteSource>> open(std::size_t index, std::uint64_t) const override {
    SEPAX_ASSERT(index < entries().size());
    return openInside(listing().raw_paths[index]);
  }

  Result<void> stream(std::size_t index, const ByteSink& sink) const override {
    auto source = open(index, 0);
    SEPAX_TRY(source);
    return streamBytes(**source, 0, (*source)->size(), sink);
  }

  Result<std::vector<std::byte>> readPath(const std::string& path, std::uint64_t limit) const override {
    auto resolved = resolveInside("", path);
    SEPAX_TRY(resolved);
    return readInside(*resolved, limit);
  }

 private:
  struct Listing {
    std::vector<TreeEntry> entries;
    std::vector<std::string> raw_paths;  ///< as the file system has them: a name need not be UTF-8
    std::vector<Finding> findings;
  };

  /// The file inside the folder that a link leads to; empty when it leads outside, to a folder or to nothing.
  fs::path fileBehind(const fs::path& link) const {
    std::error_code error;
    const fs::path root = fs::canonical(root_, error), file = error ? root : fs::canonical(link, error);
    if (error || !fs::is_regular_file(file, error)) return {};
    const bool is_inside = std::mismatch(root.begin(), root.end(), file.begin(), file.end()).first == root.end();
    return is_inside ? file : fs::path();
  }

  /// Opens a file below the root by a path without "..", following no link on the way but a last one to a file inside.
  Result<std::shared_ptr<const ByteSource>> openInside(const std::string& path) const {
    fs::path place = root_;
    const fs::path whole = root_ / path;
    std::error_code error;
    for (const fs::path& part : fs::path(path)) {
      place /= part;
      if (!fs::is_symlink(fs::symlink_status(place, error))) continue;
      const fs::path file = place == whole ? fileBehind(place) : fs::path();
      if (file.empty())
        return fail(ErrorCode::kUnsafe, placeInTree(*this, path),
                    tr("is or lies behind a symbolic link that leads to no file inside the folder"));
      place = file;
    }
    auto source = openFile(place.string());
    if (!source) return fail(source.error().code, placeInTree(*this, path), source.error().message);
    return source;
  }

  Result<std::vector<std::byte>> readInside(const std::string& path, std::uint64_t limit) const {
    auto source = openInside(path);
    SEPAX_TRY(source);
    return aboutEntry(*this, path, readAll(**source, limit));
  }

  const Listing& listing() const {
    std::call_once(is_listed_, [this] { listing_ = list(); });
    return listing_;
  }

  Listing list() const;

  fs::path root_;
  std::string name_;
  std::size_t max_entries_ = 0;
  std::optional<ObbFooter> footer_;
  mutable std::once_flag is_listed_;
  mutable Listing listing_;
};

FolderTree::Listing FolderTree::list() const {
  Listing out;
  FindingCollector findings;
  std::error_code error;
  // Folders still to be read, relative to the root; an explicit list, so that one unreadable folder does not end the
  // walk.
  std::vector<fs::path> waiting = {fs::path()};
  bool is_cut = false;
  while (!waiting.empty() && !is_cut) {
    const fs::path folder = std::move(waiting.back());
    waiting.pop_back();
    std::vector<fs::directory_entry> children;
    fs::directory_iterator place(root_ / folder, error);
    for (; !error && place != fs::directory_iterator() && children.size() + out.entries.size() <= max_entries_;
         place.increment(error)) {
      children.push_back(*place);
    }
    is_cut = !error && place != fs::directory_iterator();
    if (error)
      findings.add(FindingKind::kFolderUnreadable, toValidUtf8(folder.generic_string()), trKnown(error.message()));
    std::sort(children.begin(), children.end());
    for (const auto& child : children) {
      if (out.entries.size() == max_entries_) {
        is_cut = true;
        break;
      }
      const fs::path relative = folder / child.path().filename();
      TreeEntry entry;
      entry.path = toValidUtf8(relative.generic_string());
      if (const std::string raw = relative.generic_string(); raw != entry.path) entry.raw_name = raw;
      entry.name_encoding = "UTF-8";
      auto status = child.symlink_status(error);
      if (error) {
        findings.add(FindingKind::kFolderUnreadable, entry.path, trKnown(error.message()));
        continue;
      }
      if (fs::is_symlink(status)) {
        if (fileBehind(child.path()).empty()) {
          findings.add(FindingKind::kFolderLink, entry.path, tr("a symbolic link, not followed"));
          continue;
        }
        status = child.status(error);
      }
      entry.directory = fs::is_directory(status);
      if (!entry.directory && !fs::is_regular_file(status)) {
        findings.add(FindingKind::kFolderSpecial, entry.path, tr("a pipe, socket or device, not read"));
        continue;
      }
      if (entry.directory) waiting.push_back(relative);
      if (!entry.directory) entry.size = entry.compressed_size = child.file_size(error);
      if (error) entry.size = entry.compressed_size = 0;
      if (const auto time = child.last_write_time(error); !error) entry.modified = fromFileTime(time);
      entry.unix_mode = static_cast<std::uint32_t>(status.permissions()) & 07777;
      entry.in_place = !entry.directory;
      out.entries.push_back(std::move(entry));
      out.raw_paths.push_back(relative.generic_string());
    }
  }
  if (is_cut) {
    findings.add(FindingKind::kFolderTooMany, trf("only {} entries are listed", out.entries.size()));
  }
  out.findings = findings.take();
  return out;
}

}  // namespace

Result<std::shared_ptr<const Tree>> openFolder(const std::string& path, const OpenOptions& options) {
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    return fail(fs::exists(path, error) ? ErrorCode::kUnreadable : ErrorCode::kNotFound, toValidUtf8(path),
                tr("is no folder"));
  }
  // Absolute and normal, so that the name is the folder's even for "." and "cases/".
  fs::path root = fs::absolute(path, error).lexically_normal();
  if (!root.has_filename()) root = root.parent_path();
  return std::make_shared<FolderTree>(std::move(root), options.max_entries);
}

}  // namespace sepax
