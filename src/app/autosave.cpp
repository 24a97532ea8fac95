#include "app/autosave.h"

#include "core/number.h"
#include "core/platform.h"
#include "core/process.h"
#include "scene/case_file.h"
#include "session/open.h"
#include "session/text.h"
#include "session/workspace.h"

#include <filesystem>
#include <string_view>

namespace sepax {

namespace {

constexpr std::string_view kPrefix = "recovery-", kSuffix = ".json";

/// The process that wrote a recovery file; 0 for other files.
int writerOf(const std::string& name) {
  if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix)) return 0;
  const std::size_t digits = name.size() - kPrefix.size() - kSuffix.size();
  return parseInteger<int>(std::string_view(name).substr(kPrefix.size(), digits)).value_or(0);
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
      continue;  // stays on disk: somebody may still want it
    }
    Outbox outbox;
    outbox.send(ReplaceDocument{std::move(loaded->document)});
    process(workspace, outbox);
    workspace.wants_new_view = true;
    notify(workspace, LogLevel::kWarning, tr("Unsaved work of a window that ended unexpectedly is back. Save it, or undo to drop it."));
    keep(workspace);
    std::filesystem::remove(file.path(), error);
    return;  // one window, one document; the next start finds the next
  }
}

void Autosave::keep(const Workspace& workspace) {
  if (!workspace.history.isDirty()) return forget();
  if (!path_.empty() && kept_revision_ == workspace.history.revision()) return;
  const auto folder = configFolder();
  if (!folder) return;
  const std::string path = *folder + "/" + std::string(kPrefix) + std::to_string(processId()) + std::string(kSuffix);
  if (!writeFileAtomically(path, standaloneCase(workspace.history.document()))) return;
  path_ = path;
  kept_revision_ = workspace.history.revision();
}

void Autosave::forget() {
  std::error_code error;
  if (!path_.empty()) std::filesystem::remove(path_, error);
  path_.clear();
}

}  // namespace sepax
