#include "media/files_beside.h"

#include "bundle/safe_path.h"
#include "core/language.h"
#include "core/platform.h"

#include <algorithm>
#include <filesystem>
#include <span>
#include <system_error>

namespace sepax {

namespace {

/// The place is compared after links are followed.
Result<std::vector<std::byte>> readBelow(const std::filesystem::path& folder, const std::string& relative) {
  namespace fs = std::filesystem;
  const auto inside = resolveInside({}, relative);
  SEPAX_TRY(inside);
  std::error_code error;
  const fs::path root = fs::canonical(folder, error);
  const fs::path file = error ? fs::path() : fs::canonical(root / *inside, error);
  if (error) return fail(ErrorCode::kNotFound, relative, tr("expected a file beside it, found none"));
  const auto [root_end, file_at] = std::mismatch(root.begin(), root.end(), file.begin(), file.end());
  if (root_end != root.end()) {
    return fail(ErrorCode::kUnsafe, relative, tr("expected a file in its folder, found a link that leaves it"));
  }
  const auto text = readFile(file.string(), kMaxMeshBytes);
  SEPAX_TRY(text);
  const auto bytes = std::as_bytes(std::span(*text));
  return std::vector<std::byte>(bytes.begin(), bytes.end());
}

/// The folder of "a/b.obj" is "a"; of "b.obj", nothing.
std::string folderOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, std::max<std::size_t>(slash, 1));
}

}  // namespace

FilesBeside filesBelow(const std::string& folder) {
  return [folder](const std::string& relative) { return readBelow(folder.empty() ? "." : folder, relative); };
}

FilesBeside filesBelow(const Tree& tree, const std::string& folder) {
  return [&tree, folder](const std::string& relative) {
    return resolveInside(folder, relative).and_then([&](const std::string& inside) {
      return readEntry(tree, inside, kMaxMeshBytes);
    });
  };
}

FilesBeside filesBeside(const std::string& file) { return filesBelow(folderOf(file)); }

FilesBeside filesBeside(const Tree& tree, const std::string& path) { return filesBelow(tree, folderOf(path)); }

}  // namespace sepax
