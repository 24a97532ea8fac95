#include "session/process.h"

#include "format/case_keys.h"
#include "format/link.h"
#include "session/bundle/bundle_files.h"
#include "session/bundle/bundle_overview.h"
#include "session/bundle/editing.h"
#include "session/bundle/preview.h"
#include "session/host/host.h"
#include "session/host/opened_case.h"
#include "session/lab/comparing.h"
#include "session/lab/pasting.h"
#include "session/lab/replaying.h"
#include "session/lab/scanning.h"
#include "session/learn/learning.h"
#include "session/open.h"
#include "session/scene/pair_list.h"
#include "session/scene/reports.h"
#include "session/scene/selection.h"
#include "session/workspace.h"

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace sepax {

namespace {

/// Keeps what the view points at alive after a command: a renamed body stays selected, a removed one does not.
void followCommand(ViewState& view, const Command& command) {
  if (const auto* rename = std::get_if<RenameBody>(&command); rename != nullptr && view.selected == rename->id) {
    view.selected = rename->new_id;
  }
  if (const auto* rename = std::get_if<RenameBody>(&command))
    std::ranges::replace(view.group, rename->id, rename->new_id);
  if (const auto* put = std::get_if<PutBodies>(&command); put != nullptr && put->edit == BodiesEdit::kDuplicate) {
    std::vector<std::string> ids;
    for (const Body& body : put->bodies) ids.push_back(body.id);
    select(view, std::move(ids));
  }
  if (const auto* rename = std::get_if<RenameBody>(&command); rename != nullptr && view.pair) {
    for (std::string* const id : {&view.pair->first, &view.pair->second}) {
      if (*id == rename->id) *id = rename->new_id;
    }
  }
  if (const auto* add = std::get_if<AddBody>(&command)) {
    selectOnly(view, add->body.id);
    if (!add->tested_with.empty()) {
      view.pair = PairIds{add->tested_with, add->body.id};
      view.pinned_axis.reset();
    }
  }
}

void clampView(Workspace& workspace) {
  ViewState& view = workspace.view;
  const Document& document = workspace.history.document();
  if (findBody(document, view.selected) == nullptr) view.selected.clear();
  std::erase_if(view.group, [&](const std::string& id) { return findBody(document, id) == nullptr; });
  if (view.group.size() < 2 || std::ranges::find(view.group, view.selected) == view.group.end()) view.group.clear();
  if (findBody(document, view.hovered) == nullptr) view.hovered.clear();
  if (workspace.bundle == nullptr) view.entries.clear();
  if (workspace.bundle == nullptr) view.middle = Middle::kScene;
  if (view.middle == Middle::kSides && !hasSides(workspace)) view.middle = Middle::kFiles;
}

bool needsGuard(const Workspace& workspace, bool discard_changes) {
  return hasUnsavedWork(workspace) && !discard_changes;
}

/// True while the request has to wait for the user's answer, which sends it again. The question is about the case that
/// is in view: one that runs in an engine comes back for it.
bool isGuarded(Workspace& workspace, bool is_needed, const Request& request) {
  if (is_needed && unsavedRunCase(workspace) != nullptr) {
    if (workspace.history.isDirty())
      notify(workspace, LogLevel::kWarning, tr("The change of a frame of the run was given up."));
    stopReplay(workspace, workspace);
  }
  if (is_needed) workspace.guarded = request;
  return is_needed;
}

void report(Workspace& workspace, const Result<void>& result) {
  if (!result) notify(workspace, LogLevel::kError, describe(result.error()));
}

// One overload for each kind of request; requests.h lists them.

bool replacesScene(const std::string& path) {
  const Result<Opened> kind = classifyPath(path);
  return kind && (*kind == Opened::kCase || *kind == Opened::kRecording);
}

void execute(Workspace& workspace, const OpenPath& request) {
  if (isShelf(request.path)) {
    report(workspace, openShelf(workspace, workspace, request.path));
    workspace.wants_panels.emplace_back("learn");
    return;
  }
  const Result<Opened> kind = classifyPath(request.path);
  if (!kind) return notify(workspace, LogLevel::kError, describe(kind.error()));
  const bool replaces = *kind == Opened::kCase || *kind == Opened::kRecording;
  if (isGuarded(workspace, replaces && needsGuard(workspace, request.discard_changes), request)) return;
  startOpening(workspace, request.path);
}

void execute(Workspace& workspace, const OpenPaths& request) {
  const auto scene = std::find_if(request.paths.rbegin(), request.paths.rend(), replacesScene);
  for (const std::string& path : request.paths) {
    if (scene != request.paths.rend() && path != *scene && replacesScene(path)) {
      notify(workspace, LogLevel::kWarning,
             trf("{}: not opened, since a window has one case or recording: here {}", toValidUtf8(path),
                 toValidUtf8(fileNameOf(*scene))));
    } else {
      execute(workspace, OpenPath{path});
    }
  }
}

void execute(Workspace& workspace, const OpenEntry& request) {
  if (workspace.bundle == nullptr || request.index >= workspace.bundle->entries().size()) return;
  const bool replaces = isCaseName(workspace.bundle->entries()[request.index].path);
  if (isGuarded(workspace, replaces && needsGuard(workspace, request.discard_changes), request)) return;
  startOpeningEntry(workspace, request.index);
}

void execute(Workspace& workspace, const NewDocument& request) {
  if (!isGuarded(workspace, needsGuard(workspace, request.discard_changes), request)) newDocument(workspace, request);
}

void execute(Workspace& workspace, const Save& request) {
  const bool is_own = request.path.empty() || request.path == workspace.file_path;
  if (isGuarded(workspace, is_own && !request.discard_others && isWrittenByOthers(workspace), request)) return;
  report(workspace, saveDocument(workspace, request.path, request.hex_floats));
}

void execute(Workspace& workspace, const TakeBackEdit& request) {
  std::vector<EntryEdit>& edits = workspace.bundle_files.edits;
  const std::size_t index = request.index.value_or(0);
  if (index >= edits.size()) return;
  keepEdits(workspace.bundle_files, edits[index].path);
  if (request.index) {
    edits.erase(edits.begin() + static_cast<std::ptrdiff_t>(index));
  } else {
    edits.clear();
  }
  showStaged(workspace, workspace);
}

// A walk through the history ends the motion, which would be a new change at once.
void execute(Workspace& workspace, const Undo&) {
  if (undoesEdit(workspace, workspace)) {
    undoEdit(workspace.bundle_files);
    return showStaged(workspace, workspace);
  }
  workspace.view.motion_plays = false;
  workspace.history.undo();
}

void execute(Workspace& workspace, const Redo&) {
  if (redoesEdit(workspace, workspace)) {
    redoEdit(workspace.bundle_files);
    return showStaged(workspace, workspace);
  }
  workspace.view.motion_plays = false;
  workspace.history.redo();
}
void execute(Workspace& workspace, const GoToEntry& request) {
  workspace.view.motion_plays = false;
  workspace.history.goTo(request.index);
}

void execute(Workspace& workspace, const PasteBodies& request) {
  Result<PastedBodies> pasted = pastedBodies(request.text, workspace.history);
  if (!pasted) {
    notify(workspace, LogLevel::kError, describe(pasted.error()));
    return;
  }
  std::vector<std::string> ids;
  for (const Body& body : pasted->bodies) ids.push_back(body.id);
  if (const std::string partner = partnerOfNewBody(workspace); ids.size() == 1 && !partner.empty()) {
    pasted->pairs.emplace_back(partner, ids.front());  // as one that is drawn
  }
  const Result<void> done =
      workspace.history.run(PutBodies{BodiesEdit::kPaste, std::move(pasted->bodies), std::move(pasted->pairs)});
  if (!done) return notify(workspace, LogLevel::kError, describe(done.error()));
  select(workspace.view, std::move(ids));
}

void execute(Workspace& workspace, const TakePaste& request) {
  const bool replaces = request.into == TakePaste::Into::kNewCase;
  if (isGuarded(workspace, replaces && needsGuard(workspace, request.discard_changes), request)) return;
  takePaste(workspace, workspace, request);
}
// The window makes it when it knows the viewport.
void execute(Workspace& workspace, const SavePicture& request) { workspace.figure.file = request.path; }
void execute(Workspace& workspace, const CopyPicture&) { workspace.figure.copies = true; }
void execute(Workspace& workspace, const CopyLink&) {
  const auto text = linkToCase(workspace.history.document(), shownPair(workspace.reports));
  if (!text) return notify(workspace, LogLevel::kError, describe(text.error()));
  workspace.to_clipboard = workspace.page_address + "#" + *text;
  announce(workspace, trf("A link of {} characters is copied", workspace.to_clipboard->size()));
}
void execute(Workspace& workspace, const OpenMade& request) {
  if (request.document == nullptr) return;
  if (isGuarded(workspace, needsGuard(workspace, request.discard_changes), request)) return;
  openAsCase(workspace, *request.document, request.title);
  workspace.view.middle = Middle::kScene;
}

void execute(Workspace& workspace, const CancelEdit& edit) { workspace.history.cancel(edit.merge_key); }

void execute(Workspace& workspace, const FrameView&) { workspace.wants_frame_view = true; }

void execute(Workspace& workspace, const ResetLayout&) { workspace.wants_reset_layout = true; }

void execute(Workspace& workspace, const CloseBundle& request) {
  const bool has_edits = !workspace.bundle_files.edits.empty();
  if (!isGuarded(workspace, has_edits && !request.discard_changes, request)) closeBundle(workspace, workspace);
}

void execute(Workspace& workspace, const EditBundle& request) {
  if (!canEdit(workspace) || request.edits.empty()) return;
  keepEdits(workspace.bundle_files, request.edits.back().path);
  for (const EntryEdit& edit : request.edits) stageEdit(workspace.bundle_files.edits, edit);
  showStaged(workspace, workspace);
}

void execute(Workspace& workspace, const OpenLesson& request) {
  const bool leaves = needsGuard(workspace, request.discard_changes) && !isLessonScene(workspace, workspace);
  if (!isGuarded(workspace, leaves, request)) goToStep(workspace, workspace, request);
}
void execute(Workspace& workspace, const ShowLessonHint& request) { workspace.learning.hint = request.shown; }
void execute(Workspace& workspace, const BreakIt&) {
  if (const PairAlgorithm* const wrong = nextWrongRow(workspace); wrong != nullptr) {
    workspace.view.algorithm = wrong->name;
  } else {
    notify(workspace, LogLevel::kWarning,
           tr("No published mistake shows on this pair. Let the bodies nearly touch, rotate one, or put one inside the "
              "other."));
  }
}

void execute(Workspace& workspace, const AttachPort& request) {
  report(workspace, startAttach(workspace, workspace, request.port));
}

void execute(Workspace& workspace, const StopReplay& request) {
  const bool loses = workspace.replay.ran && isReplayEdited(workspace, workspace) && !request.discard_changes;
  if (loses) {
    workspace.guarded = request;
  } else {
    stopReplay(workspace, workspace);
  }
}

void execute(Workspace& workspace, const CancelJob& request) {
  if (request.id == kFilmJob) workspace.figure.reel = nullptr;
  workspace.jobs->cancel(request.id);
}

void execute(Workspace& workspace, const FindRecoveries&) {
  workspace.recovery.offers = findRecoveries();
  if (workspace.recovery.offers.empty()) notify(workspace, LogLevel::kInfo, tr("No window left unsaved work behind."));
}
void execute(Workspace& workspace, const TakeRecovery& request) {
  if (!isGuarded(workspace, needsGuard(workspace, request.discard_changes), request))
    takeRecovery(workspace.recovery, workspace, request.index);
}
void execute(Workspace& workspace, const DiscardRecovery& request) {
  report(workspace, discardRecovery(workspace.recovery, request.index));
}
void execute(Workspace& workspace, const LeaveRecoveries&) { workspace.recovery.offers.clear(); }

void execute(Workspace& workspace, const Quit& request) {
  const bool loses =
      needsGuard(workspace, request.discard_changes) || (hasEdits(workspace) && !request.discard_changes);
  workspace.quit = !isGuarded(workspace, loses, request) || workspace.quit;
}

}  // namespace

// Not inline, as Commands::send.
void Outbox::request(Request request) { requests.emplace_back(std::move(request)); }

bool hasUnsavedWork(const Workspace& workspace) {
  return (workspace.history.isDirty() || unsavedRunCase(workspace) != nullptr) && !isGuided(workspace, workspace);
}

void process(Workspace& workspace, Outbox& outbox) {
  for (const auto& [command, merge_key] : outbox.commands) {
    if (const Result<void> done = workspace.history.run(command, merge_key)) {
      followCommand(workspace.view, command);
    } else {
      workspace.view.motion_plays = false;  // it would fail in every frame
      notify(workspace, LogLevel::kError, describe(done.error()));
    }
  }
  outbox.commands.clear();
  const std::vector<Request> requests = std::move(outbox.requests);
  outbox.requests.clear();
  for (const Request& request : requests) {
    request.visit([&](const auto& held) {
      if constexpr (requires { execute(workspace, workspace, held); }) {
        execute(workspace, workspace, held);
      } else {
        execute(workspace, held);
      }
    });
  }
  // The order in which a frame brings derived state up to date; the panels' own updates come after.
  deliverJobs(workspace);
  for (const std::string& path : std::exchange(workspace.to_open, {})) startOpening(workspace, path);
  followPreview(workspace, workspace);
  followSides(workspace, workspace);
  followListing(workspace, workspace);
  followOverview(workspace, workspace);
  deliverJobs(workspace);  // what was done at once
  followReplay(workspace, workspace);
  followOther(workspace, workspace);
  followScan(workspace, workspace);
  clampView(workspace);
  updateReports(workspace);
  followLesson(workspace, workspace);
}

void deliverJobs(Workspace& workspace) {
  const auto put = [&](const auto& delivery) -> Result<void> {
    if constexpr (std::is_same_v<decltype(delivery), const std::monostate&>) {
      return {};
    } else if constexpr (std::is_invocable_v<decltype(delivery), Workspace&>) {
      return delivery(workspace);
    } else {
      return delivery(workspace, workspace);
    }
  };
  workspace.jobs->deliver([&](const Delivery& made) { return std::visit(put, made); },
                          [&](LogLevel level, const std::string& text) { notify(workspace, level, text); });
}

}  // namespace sepax
