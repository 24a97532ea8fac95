#include "bundle/tree.h"

#include "bundle/findings.h"
#include "bundle/little_endian.h"
#include "bundle/obb_footer.h"
#include "bundle/recognise.h"
#include "bundle/zip.h"
#include "bundle/zip_end.h"
#include "bundle/zip_format.h"
#include "core/text.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <filesystem>
#include <limits>
#include <string_view>
#include <utility>

namespace sepax {

namespace {

/// A container that is named and not read: no entries, a finding that says why.
class ClosedTree final : public Tree {
 public:
  ClosedTree(ContainerKind kind, std::string name, std::optional<ObbFooter> footer, std::vector<Finding> findings)
      : kind_(kind), name_(std::move(name)), footer_(std::move(footer)), findings_(std::move(findings)) {}
  ContainerKind kind() const override { return kind_; }
  const std::string& name() const override { return name_; }
  const std::vector<TreeEntry>& entries() const override { return entries_; }
  const std::vector<Finding>& findings() const override { return findings_; }
  const std::optional<ObbFooter>& footer() const override { return footer_; }
  Result<std::vector<std::byte>> read(std::size_t, std::uint64_t) const override {
    return fail(ErrorCode::kUnsupported, name_, "this container's entries are not read");
  }

 private:
  ContainerKind kind_;
  std::string name_;
  std::optional<ObbFooter> footer_;
  std::vector<TreeEntry> entries_;
  std::vector<Finding> findings_;
};

bool startsLikeZip(const ByteSource& source) {
  std::array<std::byte, 4> head;
  if (!source.readAt(0, head)) return false;
  const std::uint32_t signature = u32At(head, 0);
  return signature == zip::local::kSignature || signature == zip::kSplitSignature;
}

/// The components of a path with "." and ".." resolved onto `parts`; false when a step leads above the root.
bool appendParts(std::string_view path, std::vector<std::string_view>& parts) {
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, end);
    path.remove_prefix(std::min(end + 1, path.size()));
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      parts.push_back(part);
    } else if (parts.empty()) {
      return false;
    } else {
      parts.pop_back();
    }
  }
  return true;
}

}  // namespace

const char* containerKindName(ContainerKind kind) {
  static constexpr const char* kNames[] = {"zip", "fat12", "fat16", "fat32", "folder", "pck", "unknown"};
  return kNames[static_cast<std::size_t>(kind)];
}

Result<void> Tree::stream(std::size_t index, const ByteSink& sink) const {
  auto bytes = read(index, std::numeric_limits<std::uint64_t>::max());
  if (!bytes) return tl::unexpected(bytes.error());
  return sink(*bytes);
}

Result<std::vector<std::byte>> Tree::readPath(const std::string& path, std::uint64_t limit) const {
  const auto index = findEntry(*this, path);
  if (!index) return fail(ErrorCode::kNotFound, placeInTree(*this, path), "no such entry");
  if (entries()[*index].directory) return fail(ErrorCode::kWrongValue, placeInTree(*this, path), "is a folder, expected a file");
  return read(*index, limit);
}

std::string placeInTree(const Tree& tree, const std::string& path) { return fmt::format("{}:{}", tree.name(), toValidUtf8(path)); }

std::optional<std::size_t> findEntry(const Tree& tree, const std::string& path) {
  const auto& entries = tree.entries();
  for (std::size_t i = entries.size(); i-- > 0;) {
    if (!entries[i].shadowed && entries[i].path == path) return i;
  }
  return std::nullopt;
}

Result<std::vector<std::byte>> readEntry(const Tree& tree, const std::string& path, std::uint64_t limit) {
  return tree.readPath(path, limit);
}

Result<std::string> resolveInside(const std::string& directory, const std::string& relative) {
  const auto refuse = [&](const char* why) { return fail(ErrorCode::kUnsafe, toValidUtf8(relative), why); };
  if (relative.empty()) return refuse("an empty path, expected a file beside the case");
  if (relative.find('\0') != std::string::npos) return refuse("a path holds no NUL");
  if (relative.find('\\') != std::string::npos) return refuse("a path has '/' between its parts, never a backslash");
  if (relative[0] == '/') return refuse("an absolute path, expected one relative to the case");
  if (relative.size() >= 2 && relative[1] == ':' && std::isalpha(static_cast<unsigned char>(relative[0])) != 0) {
    return refuse("a path with a drive, expected one relative to the case");
  }
  std::vector<std::string_view> parts;
  if (!appendParts(directory, parts) || !appendParts(relative, parts)) return refuse("leads out of the case's folder or bundle");
  if (parts.empty()) return refuse("names a folder, expected a file");
  return fmt::format("{}", fmt::join(parts, "/"));
}

Result<std::shared_ptr<const Tree>> openTree(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (fs::is_directory(path, error)) return openFolder(path);
  auto source = openFile(path);
  if (!source) return tl::unexpected(source.error());
  return openTree(std::move(*source), toValidUtf8(fs::path(path).filename().string()));
}

Result<std::shared_ptr<const Tree>> openTree(std::shared_ptr<const ByteSource> source, const std::string& name) {
  FindingCollector findings;
  std::optional<ObbFooter> footer;
  if (auto located = readObbFooter(*source, findings); located) {
    footer = std::move(located->footer);
    source = windowOf(std::move(source), 0, located->payload_size);
  }
  const auto other = recogniseContainer(*source);
  const auto end = findZipEnd(*source);
  // A ZIP that happens to lie inside a disk image must not be taken for the whole: there its offsets do not count from the start.
  const bool isWholeZip = end && end->base == 0 && end->archive_end >= source->size();
  if (end && (isWholeZip || !other)) return openZip(std::move(source), *end, name, std::move(footer), std::move(findings));

  ContainerKind kind = ContainerKind::kUnknown;
  if (footer && (footer->flags & kObbSalted) != 0) {
    findings.add(FindingKind::kObbSalted, "", "the contents are encrypted with a password");
  }
  if (other) {
    kind = other->kind;
    findings.add(FindingKind::kContainerUnsupported, "", fmt::format("this is {}, not read by this version", other->description));
  } else if (startsLikeZip(*source)) {
    kind = ContainerKind::kZip;
    findings.add(FindingKind::kZipNoEnd, "", "starts like a ZIP, but its directory is missing: the file was cut off or is damaged");
  } else if (source->size() == 0) {
    findings.add(FindingKind::kContainerUnknown, "", "the file is empty");
  } else {
    findings.add(FindingKind::kContainerUnknown, "", fmt::format("no known container in these {} bytes", source->size()));
  }
  return std::make_shared<ClosedTree>(kind, name, std::move(footer), findings.take());
}

}  // namespace sepax
