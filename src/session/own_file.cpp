#include "session/own_file.h"

#include "core/language.h"
#include "core/text.h"
#include "format/case_file.h"
#include "session/messages.h"
#include "session/open.h"
#include "session/workspace.h"

#include <filesystem>
#include <optional>
#include <system_error>

namespace sepax {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{300};

void readAgain(Workspace& workspace, const FileStamp& now) {
  auto loaded = loadCase(workspace.file_path);
  if (!loaded) {  // half written, maybe: it may be whole at the next change
    return notify(workspace, LogLevel::kWarning,
                  trf("Another program changed the file, and it cannot be read: {}", describe(loaded.error())));
  }
  workspace.own_file.known = now;
  if (writeCase(loaded->document) == writeCase(workspace.history.document())) return;
  if (auto done = workspace.history.run(ReplaceDocument{std::move(loaded->document)}); !done) {
    return notify(workspace, LogLevel::kWarning, describe(done.error()));
  }
  workspace.history.markSaved();
  notify(workspace, LogLevel::kInfo,
         trf("{}: another program changed it, and it was read again", toValidUtf8(fileNameOf(workspace.file_path))));
}

/// How the own file stands when others have written it; nullopt when they have not. A deleted file is lost already.
std::optional<FileStamp> stampOfOthers(const Workspace& workspace) {
  if (workspace.file_path.empty() || workspace.own_file.known == FileStamp{}) return std::nullopt;
  const FileStamp now = stampOf(workspace.file_path);
  if (now == FileStamp{} || now == workspace.own_file.known) return std::nullopt;
  return now;
}

/// Its stamp if it was also not announced yet.
std::optional<FileStamp> untoldStamp(const Workspace& workspace) {
  const auto now = stampOfOthers(workspace);
  return now && *now != workspace.own_file.told ? now : std::nullopt;
}

}  // namespace

FileStamp stampOf(const std::string& path) {
  std::error_code error;
  const auto modified = std::filesystem::last_write_time(path, error);
  if (error) return {};
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error) return {};
  return {std::chrono::duration_cast<std::chrono::nanoseconds>(modified.time_since_epoch()).count(), size};
}

bool isWrittenByOthers(const Workspace& workspace) { return stampOfOthers(workspace).has_value(); }

bool isNewlyWrittenByOthers(const Workspace& workspace) { return untoldStamp(workspace).has_value(); }

void followOwnFile(Workspace& workspace) {
  OwnFile& own = workspace.own_file;
  const auto time = std::chrono::steady_clock::now();
  if (time - own.looked_at < kBetweenLooks) return;
  own.looked_at = time;
  const auto now = untoldStamp(workspace);
  if (!now) return;
  own.told = *now;
  if (!workspace.history.isDirty()) return readAgain(workspace, *now);
  notify(workspace, LogLevel::kWarning,
         trf("{}: another program changed it. Your changes are kept here; saving asks first.",
             toValidUtf8(fileNameOf(workspace.file_path))));
}

}  // namespace sepax
