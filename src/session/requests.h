#pragma once

#include "session/bundle/bundle_state.h"
#include "session/host/host.h"
#include "session/host/opened_case.h"
#include "session/lab/lab_state.h"
#include "session/learn/learn_state.h"
#include "session/recovery.h"
#include "session/scene/scene.h"

#include <cstddef>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace sepax {

// Requests that leave the panels and are not document commands.
struct OpenPath {
  std::string path;
  bool discard_changes = false;
};  ///< case, bundle or mesh; guarded when there are unsaved changes
struct OpenEntry {
  std::size_t index = 0;
  bool discard_changes = false;
};  ///< a case or mesh inside the open bundle
struct Save {
  std::string path;
  bool hex_floats = false;
  bool discard_others = false;  ///< what another program has written into it meanwhile
};  ///< empty path: where it came from; guarded when another program has written there since
/// The viewport as a picture, by view.figure: into a file whose name says of which format, or as SVG into the
/// clipboard.
struct SavePicture {
  std::string path;
};
struct CopyPicture {};
/// The document with its shown pair as a link to the page into the clipboard.
struct CopyLink {};
/// A pair that another method made of the shown one becomes the case; guarded when there are unsaved changes.
struct OpenMade {
  std::shared_ptr<const Document> document;
  std::string title;
  bool discard_changes = false;
};
struct FrameView {};
struct ResetLayout {};
struct CancelJob {
  int id = 0;
};
struct Quit {
  bool discard_changes = false;
};
using Request =
    std::variant<OpenPath, OpenEntry, AddEntries, ExtractEntries, PackFolder, NewDocument, Save, Undo, Redo, GoToEntry,
                 PasteBodies, CancelEdit, FrameView, ResetLayout, CloseBundle, SwitchBundle, CompareBundles, LintBundle,
                 ReopenBundle, VerifyBundle, OpenNested, LeaveNested, EditBundle, TakeBackEdit, WriteBundle,
                 OpenOutside, OpenLesson, LeaveLesson, AnswerLesson, TypeLessonAnswer, ShowLessonHint, ShowLessonGoal,
                 SaveLessonStep, CancelJob, Quit, OpenPaste, ReadPaste, KeepForm, TakePaste, CopyPairAs, StartScan,
                 GoToSample, MinimisePair, InstallJuror, OpenMade, BreakIt, KeepAnswer, SavePicture, CopyPicture,
                 CopyLink, AttachPort, FindEngines, RunInEngine, CompareWith, StopReplay, ToggleReplay,
                 LeaveReplayEdits, SaveRecording, SearchBundle, DecomposeMesh, FitVolumes, OpenColliderExport,
                 ExportColliders, FindRecoveries, TakeRecovery, DiscardRecovery, LeaveRecoveries>;

/// The commands and requests that panels send instead of editing.
struct Outbox : Commands {
  std::vector<Request> requests;
  void request(Request request);
};

}  // namespace sepax
