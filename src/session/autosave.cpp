#include "session/autosave.h"
#include "session/host/messages.h"
#include "session/host/opened_case.h"
#include "session/process.h"

#include "core/number.h"
#include "core/platform.h"
#include "core/process.h"
#include "core/text.h"
#include "format/case_file.h"
#include "session/host/text.h"
#include "session/workspace.h"

#include <filesystem>
#include <string_view>

namespace sepax {

namespace {

constexpr std::string_view kPrefix = "recovery-", kSuffix = ".json", kOriginSuffix = ".origin";
constexpr std::uint64_t kMaxOriginBytes = 1u << 16;

/// The process that wrote a recovery file; 0 for other files.
int writerOf(const std::string& name) {
  if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix)) return 0;
  const std::size_t digits = name.size() - kPrefix.size() - kSuffix.size();
  return parseInteger<int>(std::string_view(name).substr(kPrefix.size(), digits)).value_or(0);
}

std::string originBeside(const std::string& path) {
  return path.substr(0, path.size() - kSuffix.size()) + std::string(kOriginSuffix);
}

/// Facts that a window records of its document besides its content. Paths may hold any byte but zero, so a zero ends
/// each.
struct Origin {
  std::string file, title;
};

std::string textOf(const Origin& origin) { return origin.file + '\0' + origin.title + '\0'; }

Origin readOrigin(const std::string& path) {
  const Result<std::string> text = readFile(path, kMaxOriginBytes);
  if (!text) return {};  // of an older version, or gone
  const std::size_t end = text->find('\0');
  if (end == std::string::npos) return {};
  return {text->substr(0, end), toValidUtf8(text->substr(end + 1, text->find('\0', end + 1) - end - 1))};
}

void removeWithOrigin(const std::string& path) {
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  std::filesystem::remove(originBeside(path), ignored);
}

}  // namespace

void Autosave::recover(Workspace& workspace) {
  const auto folder = configFolder();
  if (!folder) return;
  std::error_code error;
  for (const auto& file : std::filesystem::directory_iterator(*folder, error)) {
    const int writer = writerOf(file.path().filename().string());
    if (writer == 0 || isProcessRunning(writer)) continue;
    auto loaded = loadCase(file.path().string());
    if (!loaded) {
      notify(workspace, LogLevel::kWarning, describe(loaded.error()));
      continue;  // stays on disk: the user may still want it
    }
    const Origin origin = readOrigin(originBeside(file.path().string()));
    // Undo leads to what is in the file, so that saving after it loses nothing.
    if (auto saved = loadCase(origin.file); !origin.file.empty() && saved)
      workspace.history.reset(std::move(saved->document));
    workspace.file_path = origin.file;
    workspace.own_file = OwnFile{stampOf(origin.file), {}, {}};
    workspace.title = origin.title;
    Outbox outbox;
    outbox.send(ReplaceDocument{std::move(loaded->document)});
    process(workspace, outbox);
    workspace.wants_new_view = true;
    notify(workspace, LogLevel::kWarning,
           tr("Unsaved work of a window that ended unexpectedly is back. Save it, or undo to drop it."));
    keep(workspace);
    removeWithOrigin(file.path().string());
    return;  // one window, one document; the next start finds the next
  }
}

void Autosave::keep(Workspace& workspace) {
  if (!workspace.history.isDirty()) return forget();
  if (!path_.empty() && kept_revision_ == workspace.history.revision()) return;
  const Result<void> written = write(workspace);
  if (!written && !is_failing_) {
    notify(workspace, LogLevel::kWarning,
           trf("Unsaved work is not kept against a crash, save it soon: {}", describe(written.error())));
  }
  is_failing_ = !written;
}

Result<void> Autosave::write(const Workspace& workspace) {
  const auto folder = configFolder();
  SEPAX_TRY(folder);
  const std::string path = *folder + "/" + std::string(kPrefix) + std::to_string(processId()) + std::string(kSuffix);
  SEPAX_TRY(writeFileAtomically(originBeside(path), textOf({workspace.file_path, workspace.title})));
  if (const auto written = writeFileAtomically(path, standaloneCase(workspace.history.document())); !written) {
    if (path_.empty()) removeWithOrigin(path);  // what was kept before stays
    return written;
  }
  path_ = path;
  kept_revision_ = workspace.history.revision();
  return {};
}

void Autosave::forget() {
  if (!path_.empty()) removeWithOrigin(path_);
  path_.clear();
}

}  // namespace sepax
