#include "session/workspace.h"

#include "format/case_detect.h"
#include "session/bundle/add_entries.h"
#include "session/bundle/archiving.h"
#include "session/bundle/bundle_files.h"
#include "session/bundle/bundle_search.h"
#include "session/bundle/colliders.h"
#include "session/bundle/outside.h"
#include "session/learn/learning.h"
#include "session/messages.h"
#include "session/open.h"
#include "session/scene/pair_list.h"
#include "session/scene/selection.h"
#include "session/scene/wrong_rows.h"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

namespace sepax {

namespace {

/// Keeps what the view points at alive after a command: a renamed body stays selected, a removed one does not.
void followCommand(Workspace& workspace, const Command& command) {
  ViewState& view = workspace.view;
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
  return workspace.history.isDirty() && !discard_changes && !isGuided(workspace);
}

void report(Workspace& workspace, const Result<void>& result) {
  if (!result) notify(workspace, LogLevel::kError, describe(result.error()));
}

// One overload for each kind of request; the variant in requests.h is the list.

void execute(Workspace& workspace, const OpenPath& request) {
  if (isShelf(request.path)) {
    report(workspace, openShelf(workspace, request.path));
    workspace.wants_panel = "learn";
    return;
  }
  const Result<Opened> kind = classifyPath(request.path);
  if (!kind) {
    notify(workspace, LogLevel::kError, describe(kind.error()));
  } else if ((*kind == Opened::kCase || *kind == Opened::kRecording) &&
             needsGuard(workspace, request.discard_changes)) {
    workspace.guarded = request;
  } else {
    startOpening(workspace, request.path);
  }
}

void execute(Workspace& workspace, const OpenEntry& request) {
  if (workspace.bundle == nullptr || request.index >= workspace.bundle->entries().size()) return;
  if (isCaseName(workspace.bundle->entries()[request.index].path) && needsGuard(workspace, request.discard_changes)) {
    workspace.guarded = request;
  } else {
    startOpeningEntry(workspace, request.index);
  }
}

void execute(Workspace& workspace, const AddEntries& request) { startAdding(workspace, request); }

void execute(Workspace& workspace, const ExtractEntries& request) { startExtracting(workspace, request); }

void execute(Workspace& workspace, const PackFolder& request) { startPacking(workspace, request); }

void execute(Workspace& workspace, const NewDocument& request) {
  if (needsGuard(workspace, request.discard_changes)) {
    workspace.guarded = request;
  } else {
    newDocument(workspace, request);
  }
}

void execute(Workspace& workspace, const Save& request) {
  const bool is_own = request.path.empty() || request.path == workspace.file_path;
  if (is_own && !request.discard_others && isWrittenByOthers(workspace)) {
    workspace.guarded = request;
  } else {
    report(workspace, saveDocument(workspace, request.path, request.hex_floats));
  }
}

// A walk through the history ends the motion, which would be a new change at once.
void execute(Workspace& workspace, const Undo&) {
  workspace.view.motion_plays = false;
  workspace.history.undo();
}

void execute(Workspace& workspace, const Redo&) {
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

void execute(Workspace& workspace, const OpenPaste& request) { openPaste(workspace, request); }
void execute(Workspace& workspace, const ReadPaste& request) { readPaste(workspace, request); }
void execute(Workspace& workspace, const TakePaste& request) {
  if (request.into == TakePaste::Into::kNewCase && needsGuard(workspace, request.discard_changes)) {
    workspace.guarded = request;
  } else {
    takePaste(workspace, request);
  }
}
void execute(Workspace& workspace, const CopyPairAs& request) { copyPairAs(workspace, request.form); }
// The window makes it when it knows the viewport.
void execute(Workspace& workspace, const SavePicture& request) { workspace.figure.file = request.path; }
void execute(Workspace& workspace, const CopyPicture&) { workspace.figure.copies = true; }
void execute(Workspace& workspace, const MinimisePair& request) { startMinimising(workspace, request.member); }
void execute(Workspace& workspace, const InstallJuror& request) { startInstalling(workspace, request.name); }
void execute(Workspace& workspace, const OpenMade& request) {
  if (request.document == nullptr) return;
  if (needsGuard(workspace, request.discard_changes)) {
    workspace.guarded = request;
  } else {
    openAsCase(workspace, *request.document, request.title);
    workspace.view.middle = Middle::kScene;
  }
}
void execute(Workspace& workspace, const StartScan&) { startScan(workspace); }
void execute(Workspace& workspace, const GoToSample& request) { goToSample(workspace, request); }

void execute(Workspace& workspace, const CancelEdit& edit) { workspace.history.cancel(edit.merge_key); }

void execute(Workspace& workspace, const FrameView&) { workspace.wants_frame_view = true; }

void execute(Workspace& workspace, const ResetLayout&) { workspace.wants_reset_layout = true; }

void execute(Workspace& workspace, const SearchBundle& request) { startSearching(workspace, request.typed); }

void execute(Workspace& workspace, const LintBundle&) { startLinting(workspace); }

void execute(Workspace& workspace, const CloseBundle& request) {
  if (!workspace.bundle_files.edits.empty() && !request.discard_changes) {
    workspace.guarded = request;
  } else {
    closeBundle(workspace);
  }
}
void execute(Workspace& workspace, const SwitchBundle& request) { switchBundle(workspace, request.index); }
void execute(Workspace& workspace, const CompareBundles& request) { startComparing(workspace, request.index); }

void execute(Workspace& workspace, const ReopenBundle& request) { startReopening(workspace, request.options); }
void execute(Workspace& workspace, const VerifyBundle&) { startVerifying(workspace); }
void execute(Workspace& workspace, const OpenNested& request) { startOpeningNested(workspace, request.index); }
void execute(Workspace& workspace, const LeaveNested&) { leaveNested(workspace); }

void execute(Workspace& workspace, const EditBundle& request) {
  if (!canEdit(workspace)) return;
  for (const EntryEdit& edit : request.edits) stageEdit(workspace.bundle_files.edits, edit);
}
void execute(Workspace& workspace, const TakeBackEdit& request) {
  std::vector<EntryEdit>& edits = workspace.bundle_files.edits;
  if (!request.index) return edits.clear();
  if (*request.index < edits.size()) edits.erase(edits.begin() + static_cast<std::ptrdiff_t>(*request.index));
}
void execute(Workspace& workspace, const WriteBundle& request) { startWriting(workspace, request); }
void execute(Workspace& workspace, const OpenOutside& request) { startOpeningOutside(workspace, request.index); }

void execute(Workspace& workspace, const OpenLesson& request) {
  if (needsGuard(workspace, request.discard_changes) && !isInLesson(workspace)) {
    workspace.guarded = request;
  } else {
    goToStep(workspace, request);
  }
}
void execute(Workspace& workspace, const LeaveLesson&) { leaveLesson(workspace); }
void execute(Workspace& workspace, const AnswerLesson& request) { answerStep(workspace, request.choice); }
void execute(Workspace& workspace, const ShowLessonHint& request) { workspace.learning.hint = request.shown; }
void execute(Workspace& workspace, const ShowLessonGoal&) { showGoal(workspace); }
void execute(Workspace& workspace, const SaveLessonStep& request) { saveLessonStep(workspace, request); }
void execute(Workspace& workspace, const KeepAnswer&) { keepAnswer(workspace); }
void execute(Workspace& workspace, const BreakIt&) {
  if (const PairAlgorithm* const wrong = nextWrongRow(workspace); wrong != nullptr) {
    workspace.view.algorithm = wrong->name;
  } else {
    notify(workspace, LogLevel::kWarning,
           tr("No published mistake shows on this pair. Let the bodies nearly touch, rotate one, or put one inside the "
              "other."));
  }
}

void execute(Workspace& workspace, const DecomposeMesh& request) { startDecomposing(workspace, request.owner); }
void execute(Workspace& workspace, const FitVolumes& request) { fitAgain(workspace, request.owner); }
void execute(Workspace& workspace, const OpenColliderExport& request) { openColliderExport(workspace, request.owner); }
void execute(Workspace& workspace, const ExportColliders& request) { exportChosenColliders(workspace, request.path); }
void execute(Workspace& workspace, const AttachPort& request) {
  report(workspace, startAttach(workspace, request.port));
}
void execute(Workspace& workspace, const StopReplay&) { stopReplay(workspace); }
void execute(Workspace& workspace, const ToggleReplay&) { toggleReplay(workspace); }
void execute(Workspace& workspace, const LeaveReplayEdits&) { leaveReplayEdits(workspace); }
void execute(Workspace& workspace, const SaveRecording& request) { saveRecording(workspace, request.path); }

void execute(Workspace& workspace, const CancelJob& request) {
  if (request.id == kFilmJob) workspace.figure.reel = nullptr;
  workspace.jobs->cancel(request.id);
}

void execute(Workspace& workspace, const Quit& request) {
  if (needsGuard(workspace, request.discard_changes) || (hasEdits(workspace) && !request.discard_changes)) {
    workspace.guarded = request;
  } else {
    workspace.quit = true;
  }
}

}  // namespace

bool showsScene(const Workspace& workspace) {
  return workspace.bundle == nullptr || workspace.view.middle == Middle::kScene;
}

void process(Workspace& workspace, Outbox& outbox) {
  for (const auto& [command, merge_key] : outbox.commands) {
    if (const Result<void> done = workspace.history.run(command, merge_key)) {
      followCommand(workspace, command);
    } else {
      workspace.view.motion_plays = false;  // it would fail in every frame
      notify(workspace, LogLevel::kError, describe(done.error()));
    }
  }
  outbox.commands.clear();
  const std::vector<Request> requests = std::move(outbox.requests);
  outbox.requests.clear();
  for (const Request& request : requests) {
    std::visit([&](const auto& held) { execute(workspace, held); }, request);
  }
  workspace.jobs->deliver(workspace);
  followPreview(workspace);
  followSides(workspace);
  followListing(workspace);
  followOverview(workspace);
  workspace.jobs->deliver(workspace);  // what was done at once
  followReplay(workspace);
  followScan(workspace);
  clampView(workspace);
  updateReports(workspace);
  followLesson(workspace);
}

}  // namespace sepax
