#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// The rules for file names inside a bundle. Readers show every name; writers and extraction go by these rules.

namespace sepax {

/// Why writing a file of this name would be dangerous ("steps out of its folder"), or nullptr: absolute, with a drive,
/// "." or ".." or nothing between slashes, a backslash (Windows takes it for a slash), NUL and control characters, text
/// that is no UTF-8, parts of more than 255 bytes, more than 64 folders deep or 4096 bytes long. A trailing slash is
/// allowed.
[[nodiscard]] const char* whyDangerousPath(std::string_view path);

/// Why the name makes no file on Windows or means another one there ("CON", "a.", "a:b"), or nullptr. Harmless
/// elsewhere.
[[nodiscard]] const char* whyNotPortablePath(std::string_view path);

/// Whether the path begins with a drive of Windows ("C:").
[[nodiscard]] bool namesDrive(std::string_view path);

/// Calls `take(folder)` for the folders that `path` lies in, from the outermost on; no more than a name may have that
/// is written (see whyDangerousPath), for hashing all of a hostile name's thousands would take hours.
template <class Take>
void eachFolderAbove(std::string_view path, Take take) {
  constexpr int kDeepest = 64;
  std::size_t slash = path.find('/');
  for (int level = 0; level < kDeepest && slash != std::string_view::npos; ++level, slash = path.find('/', slash + 1)) {
    take(path.substr(0, slash));
  }
}

/// Calls `take(part)` for each part between slashes.
template <class Take>
void eachPathPart(std::string_view path, Take take) {
  while (!path.empty()) {
    const std::string_view part = path.substr(0, path.find('/'));
    take(part);
    path.remove_prefix(part.size() < path.size() ? part.size() + 1 : part.size());
  }
}

/// The parts of an expansion file's name: "main.42.com.example.game.obb".
struct ObbName {
  std::string kind;  ///< "main", "patch"; Unreal's "overflow1", "overflow2", …
  std::int64_t version = 0;
  std::string package;
};

/// A file name by the rule kind.version.package.obb, or nullopt: the device's downloader and every engine look for
/// exactly that.
[[nodiscard]] std::optional<ObbName> parseObbName(std::string_view file_name);

/// The name that the rule wants.
[[nodiscard]] std::string formatObbName(const ObbName& name);

/// Android's rule for package names: at least two parts of letters, digits and "_", each beginning with a letter.
[[nodiscard]] bool isPackageName(std::string_view package);

}  // namespace sepax
