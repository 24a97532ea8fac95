#include "core/platform.h"

#include "core/install_folders.h"
#include "core/language.h"

#include <fmt/format.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <filesystem>
#include <string_view>
#include <system_error>

// Set for this file alone: where data is while the program runs from its build tree. Not used once it is installed
// elsewhere.
#if !defined(SEPAX_SOURCE_DIR) || !defined(SEPAX_BUILD_DIR)
#error "SEPAX_SOURCE_DIR and SEPAX_BUILD_DIR must be defined for this file"
#endif

namespace sepax {

namespace fs = std::filesystem;

namespace {

bool runsFromBuildTree() {
  static const bool answer = [] {
    std::error_code error;
    const fs::path build = fs::canonical(SEPAX_BUILD_DIR, error);
    return !error && programFolder().starts_with(build.string() + "/");
  }();
  return answer;
}

/// The folder that bin and libexec/sepax of an installation lie in; in the build tree the one above bin.
fs::path installPrefix() {
  const std::string folder = programFolder();
  for (const std::string_view own : {kHelperFolder, kProgramFolder}) {
    if (folder.ends_with(fmt::format("/{}", own))) return folder.substr(0, folder.size() - own.size() - 1);
  }
  return fs::path(folder).parent_path();
}

std::string lookedAt(const std::vector<std::string>& candidates) {
  return fmt::format("{}", fmt::join(candidates, tr(" and ")));
}

}  // namespace

std::string programFolder() {
  static const std::string folder = [] {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    return error ? fs::current_path(error).string() : program.parent_path().string();
  }();
  return folder;
}

Result<std::string> dataPath(const std::string& relative) {
  const std::vector<std::string> candidates =
      runsFromBuildTree()
          ? std::vector<std::string>{SEPAX_SOURCE_DIR "/" + relative, SEPAX_BUILD_DIR "/share/" + relative}
          : std::vector<std::string>{(installPrefix() / kDataFolder / relative).string()};
  std::error_code error;
  for (const std::string& path : candidates) {
    if (fs::exists(path, error)) return path;
  }
  return fail(ErrorCode::kNotFound, relative, trf("data file not found; looked at {}", lookedAt(candidates)));
}

Result<std::string> programPath(const std::string& name) {
  std::vector<std::string> candidates{programFolder() + "/" + name};
  if (!runsFromBuildTree()) candidates.push_back((installPrefix() / kHelperFolder / name).string());
  for (const std::string& path : candidates) {
    if (::access(path.c_str(), X_OK) == 0) return path;
  }
  return fail(ErrorCode::kNotFound, name, trf("program not found; looked at {}", lookedAt(candidates)));
}

void useOneHeap() {
#ifdef __GLIBC__
  ::mallopt(M_ARENA_MAX, 1);
#endif
}

void giveBackMemory() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

bool isTerminal(StandardStream stream) { return ::isatty(static_cast<int>(stream)) == 1; }

std::vector<std::string> installationFolders() {
  const fs::path prefix = installPrefix();
  return {programFolder(), prefix.string(), (prefix / kProgramFolder).string()};
}

}  // namespace sepax
