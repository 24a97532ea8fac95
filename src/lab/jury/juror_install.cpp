#include "lab/jury/juror_install.h"

#include "core/file_lock.h"
#include "core/json_text.h"
#include "core/platform.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <memory>
#include <thread>

namespace sepax {

namespace fs = std::filesystem;

namespace {

constexpr std::array kShared{"sepax_juror.js", "sepax_scene.js"};  ///< what all of them need
constexpr int kMaxSeconds = 600;

Result<void> failed(const std::string& what, const std::error_code& error) {
  return fail(ErrorCode::kUnreadable, what, error.message());
}

/// The version of a package in a folder of node's; empty when it is not there.
std::string packageVersion(const std::string& folder, const std::string& package) {
  constexpr std::uint64_t kMaxBytes = 4u << 20;
  const auto text = readFile(fmt::format("{}/node_modules/{}/package.json", folder, package), kMaxBytes);
  if (!text) return "";
  const auto json = parseJson(*text, package);
  return json && (*json)["version"].isString() ? (*json)["version"].string() : std::string();
}

/// Why npm failed: its first error that is no code, without the words before each of its lines; else what it says
/// first.
std::string reasonOf(std::string_view said) {
  const std::string first = printableLine(said.substr(0, said.find('\n')));
  while (!said.empty()) {
    std::string_view line = said.substr(0, said.find('\n'));
    said.remove_prefix(std::min(line.size() + 1, said.size()));
    if (!line.starts_with("npm error ") && !line.starts_with("npm ERR! ")) continue;
    line.remove_prefix(line.find(' ', 4) + 1);
    const auto begins = [&](const char* word) { return line.starts_with(word); };
    if (std::ranges::none_of(std::array{"code ", "syscall ", "errno "}, begins))
      return printableLine(line.substr(0, 300));
  }
  return first;
}

Result<void> fetch(const JurorManifest::Package& package, const std::string& folder) {
  const std::string npm = programInPath("npm"), node = programInPath("node");
  if (npm.empty() || node.empty())
    return fail(ErrorCode::kNotFound, node.empty() ? "node" : "npm",
                "is not installed; this juror needs both node and npm (Debian: nodejs, npm)");
  const std::string wanted = package.name + "@" + package.version;
  const std::vector<std::string> command{npm,
                                         "install",
                                         "--prefix",
                                         folder,
                                         "--ignore-scripts",
                                         "--no-audit",
                                         "--no-fund",
                                         "--no-package-lock",
                                         "--prefer-offline",
                                         "--legacy-peer-deps",
                                         "--no-update-notifier",
                                         wanted};
  const auto result = runChild(command, {}, {.wall_seconds = kMaxSeconds, .output_bytes = 64u << 20});
  SEPAX_TRY(result);
  if (result->exit_code != 0) {
    const std::string why =
        result->ended_by.empty() ? fmt::format("exit status {}", result->exit_code) : result->ended_by;
    return fail(ErrorCode::kUnreadable, wanted,
                fmt::format("npm could not bring it, {}: {}", why, reasonOf(result->error_text)));
  }
  const std::string found = packageVersion(folder, package.name);
  if (found != package.version)
    return fail(ErrorCode::kWrongValue, wanted, fmt::format("npm brought version \"{}\"", printableLine(found)));
  return {};
}

/// Copies one of the juror's own files into a folder of jurors.
Result<void> copyFile(const JurorManifest& juror, const std::string& name, const fs::path& folder) {
  std::error_code error;
  fs::copy_file(fs::path(juror.file).parent_path() / name, folder / name, fs::copy_options::overwrite_existing, error);
  return error ? failed((folder / name).string(), error) : Result<void>();
}

/// The juror's program, and the parts that all share.
Result<void> copyScripts(const JurorManifest& juror, const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder / juror.name, error);
  if (error) return failed(folder.string(), error);
  for (const char* const shared : kShared) SEPAX_TRY(copyFile(juror, shared, folder));
  return copyFile(juror, juror.name + "/juror.js", folder);
}

}  // namespace

Result<std::vector<JurorManifest>> installableJurors() {
  const auto folder = dataPath("jurors/npm");
  SEPAX_TRY(folder);
  std::vector<JurorManifest> out;
  for (const std::string& file : filesEndingIn(*folder, ".juror.json")) {
    auto manifest = readJurorManifest(file);
    SEPAX_TRY(manifest);
    if (manifest->npm) out.push_back(std::move(*manifest));
  }
  std::sort(out.begin(), out.end(), [](const JurorManifest& x, const JurorManifest& y) { return x.name < y.name; });
  return out;
}

bool isInstalled(const JurorManifest& juror, const std::string& folder) {
  std::error_code error;
  return juror.npm && fs::exists(fmt::format("{}/{}.juror.json", folder, juror.name), error) &&
         packageVersion(folder + "/" + juror.name, juror.npm->name) == juror.npm->version;
}

namespace {

/// Waits while another Sepax installs into the folder.
Result<std::shared_ptr<const FileLock>> lockedFolder(const std::string& folder) {
  constexpr auto kPatience = std::chrono::minutes(10);
  constexpr auto kPause = std::chrono::milliseconds(100);
  std::error_code error;
  fs::create_directories(folder, error);
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (true) {
    auto lock = FileLock::take(folder + "/.lock");
    if (!lock || *lock) return lock;
    if (std::chrono::steady_clock::now() > end)
      return fail(ErrorCode::kUnreadable, folder, "another sepax has been installing there for ten minutes");
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace

Result<void> installJuror(const JurorManifest& juror, const std::string& folder) {
  const fs::path own = fs::path(folder) / juror.name;
  std::error_code error;
  fs::path made;  // the topmost folder that is made for it
  for (fs::path at = own; at.has_relative_path() && !fs::exists(at, error); at = at.parent_path()) made = at;
  const auto lock = lockedFolder(folder);
  SEPAX_TRY(lock);
  Result<void> done = fetch(*juror.npm, own.string());
  if (done) done = copyScripts(juror, folder);
  // Last: a juror whose engine did not come is none.
  if (done) done = copyFile(juror, juror.name + ".juror.json", folder);
  if (!done && !made.empty()) fs::remove_all(made, error);
  return done;
}

Result<void> refreshJurors(const std::string& folder) {
  const auto jurors = installableJurors();
  SEPAX_TRY(jurors);
  for (const JurorManifest& juror : *jurors) {
    std::error_code error;
    if (!fs::exists(fmt::format("{}/{}.juror.json", folder, juror.name), error)) continue;
    SEPAX_TRY(copyScripts(juror, folder));
  }
  return {};
}

Result<void> removeJuror(const JurorManifest& juror, const std::string& folder) {
  std::error_code error;
  const bool is_there = fs::exists(fs::path(folder) / juror.name, error);
  if (!is_there) return fail(ErrorCode::kNotFound, folder + "/" + juror.name, "is not installed");
  fs::remove(fs::path(folder) / (juror.name + ".juror.json"), error);
  fs::remove_all(fs::path(folder) / juror.name, error);
  return error ? failed(folder + "/" + juror.name, error) : Result<void>();
}

tl::unexpected<Error> noJuror(const std::string& where, const std::string& name) {
  const auto jurors = installableJurors();
  const bool is_installable = jurors && std::ranges::find(*jurors, name, &JurorManifest::name) != jurors->end();
  return fail(ErrorCode::kNotFound, where,
              is_installable
                  ? fmt::format("\"{0}\" is not installed; sepax jurors install {0} brings it from npm", name)
                  : fmt::format("no juror \"{}\"; sepax jurors lists them, and those that can be installed", name));
}

}  // namespace sepax
