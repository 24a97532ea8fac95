#include "session/autosave.h"

#include "core/language.h"
#include "core/platform.h"
#include "session/host/host.h"
#include "session/host/opened_case.h"
#include "session/lab/replaying.h"
#include "session/process.h"
#include "session/recovery.h"
#include "session/workspace.h"

#include <filesystem>
#include <utility>

namespace sepax {

namespace {

constexpr std::chrono::milliseconds kBetweenWrites(1000), kBetweenFailures(10'000), kWhileWriting(50);

/// Work that was taken over is in a file of this window, or dropped on purpose.
void forgetTaken(Workspace& workspace) {
  for (const RecoveryOffer& offer : workspace.recovery.taken) removeRecovery(offer.path, offer.lock.get());
  workspace.recovery.taken.clear();
}

/// The history whose changes are kept: that of a case which runs in an engine, while its recording is in view.
const History& keptHistory(const Workspace& workspace) {
  const RunCase* const ran = unsavedRunCase(workspace);
  return ran != nullptr ? ran->history : workspace.history;
}

const CaseFile& originOf(const Workspace& workspace) {
  if (const RunCase* const ran = unsavedRunCase(workspace)) return *ran;
  return workspace;
}

}  // namespace

std::optional<std::chrono::milliseconds> Autosave::follow(Workspace& workspace) {
  if (writing_.valid()) {
    if (writing_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return kWhileWriting;
    finish(workspace);
  }
  if (!hasUnsavedWork(workspace)) {
    forget(workspace);
    return std::nullopt;
  }
  if (!kept_.path.empty() && kept_revision_ == keptHistory(workspace).revision()) return std::nullopt;
  const auto next = started_ ? *started_ + (is_failing_ ? kBetweenFailures : kBetweenWrites) : Clock::time_point::min();
  if (const auto now = Clock::now(); now < next) return std::chrono::ceil<std::chrono::milliseconds>(next - now);
  start(workspace);
  return kWhileWriting;
}

void Autosave::keepNow(Workspace& workspace) {
  finish(workspace);
  if (!hasUnsavedWork(workspace) || (!kept_.path.empty() && kept_revision_ == keptHistory(workspace).revision()))
    return;
  start(workspace);
  finish(workspace);
}

void Autosave::forget(Workspace& workspace) {
  finish(workspace);
  if (!kept_.path.empty()) removeRecovery(kept_.path, kept_.lock.get());
  kept_ = {};
  forgetTaken(workspace);
}

void Autosave::start(const Workspace& workspace) {
  started_ = Clock::now();
  writing_revision_ = keptHistory(workspace).revision();
  auto work = [kept = std::move(kept_), document = keptHistory(workspace).document(),
               origin = CaseFile(originOf(workspace))]() mutable {
    return write(std::move(kept), recoveryText(origin, standaloneCase(document)));
  };
  if (workspace.in_page) {  // which has no threads
    std::promise<Written> written;
    written.set_value(work());
    writing_ = written.get_future();
  } else {
    writing_ = std::async(std::launch::async, std::move(work));
  }
  kept_ = {};
}

void Autosave::finish(Workspace& workspace) {
  if (!writing_.valid()) return;
  Written written = writing_.get();
  kept_ = std::move(written.kept);
  if (written.result) {
    kept_revision_ = writing_revision_;
    forgetTaken(workspace);
  } else if (!is_failing_) {
    notify(workspace, LogLevel::kWarning,
           trf("Unsaved work is not kept against a crash, save it soon: {}", describe(written.result.error())));
  }
  is_failing_ = !written.result;
}

Autosave::Written Autosave::write(Kept kept, const std::string& text) {
  Result<void> first;  // the reason of the folder that is tried first says most
  if (!kept.path.empty()) {
    first = writeFileAtomically(kept.path, text);
    if (first) return {std::move(kept), {}};
  }
  for (const std::string& folder : keepingFolders()) {
    if (directoryOf(kept.path) == folder) continue;
    std::error_code ignored;
    std::filesystem::create_directories(folder, ignored);
    Kept next{folder + "/" + recoveryName(), nullptr};
    auto lock = FileLock::take(lockBeside(next.path));
    Result<void> written = lock ? Result<void>() : tl::unexpected(lock.error());
    if (lock) next.lock = std::move(*lock);
    if (written) written = writeFileAtomically(next.path, text);
    if (written) {
      if (!kept.path.empty()) removeRecovery(kept.path, kept.lock.get());
      return {std::move(next), {}};
    }
    if (next.lock) next.lock->removeFile();
    if (first) first = written;
  }
  if (first)
    first = fail(ErrorCode::kNotFound, "", tr("no folder for settings: neither XDG_CONFIG_HOME nor HOME is set"));
  return {std::move(kept), std::move(first)};
}

}  // namespace sepax
