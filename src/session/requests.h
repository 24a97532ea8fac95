#pragma once

#include "core/assert.h"
#include "session/bundle/bundle_state.h"
#include "session/host/host.h"
#include "session/host/opened_case.h"
#include "session/lab/lab_state.h"
#include "session/learn/learn_state.h"
#include "session/recovery.h"
#include "session/scene/scene.h"

#include <any>
#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace sepax {

// Requests that leave the panels and are not document commands.
struct OpenPath {
  std::string path;
  bool discard_changes = false;
};  ///< case, bundle or mesh; guarded when there are unsaved changes
/// Files that came together. A window has one case or recording: it opens the last of these and names the others.
struct OpenPaths {
  std::vector<std::string> paths;
};
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

/// All kinds of requests.
template <class... Kinds>
struct RequestList {
  template <class Kind>
  static constexpr bool kHas = (std::is_same_v<Kind, Kinds> || ...);
};
using RequestKinds =
    RequestList<OpenPath, OpenPaths, OpenEntry, AddEntries, ExtractEntries, PackFolder, NewDocument, Save, Undo, Redo,
                GoToEntry, PasteBodies, CancelEdit, FrameView, ResetLayout, CloseBundle, SwitchBundle, CompareBundles,
                LintBundle, ReopenBundle, VerifyBundle, OpenNested, LeaveNested, EditBundle, TakeBackEdit, WriteBundle,
                OpenOutside, OpenLesson, LeaveLesson, AnswerLesson, TypeLessonAnswer, ShowLessonHint, ShowLessonGoal,
                SaveLessonStep, CancelJob, Quit, OpenPaste, ReadPaste, AskAboutPaste, KeepForm, TakePaste, CopyPairAs,
                StartScan, GoToSample, MinimisePair, InstallJuror, OpenMade, BreakIt, KeepAnswer, SavePicture,
                CopyPicture, CopyLink, AttachPort, FindEngines, RunInEngine, CompareWith, StopReplay, ToggleReplay,
                LeaveReplayEdits, SaveRecording, SearchBundle, DecomposeMesh, FitVolumes, OpenColliderExport,
                ExportColliders, FindRecoveries, TakeRecovery, DiscardRecovery, LeaveRecoveries>;
template <class Kind>
concept RequestKind = RequestKinds::kHas<Kind>;

/// A request of any kind. No variant: in each file that sends one, the compiler would make the copies, moves and
/// deletions of all kinds, which took two fifths of its time for the panels.
class Request {
 public:
  template <RequestKind Kind>
  Request(Kind kind) : held_(std::move(kind)) {}

  /// Null when it is of another kind.
  template <RequestKind Kind>
  [[nodiscard]] const Kind* as() const {
    return std::any_cast<Kind>(&held_);
  }
  template <RequestKind Kind>
  [[nodiscard]] bool is() const {
    return as<Kind>() != nullptr;
  }
  /// Calls `act` with the request as what it is.
  template <class Act>
  void visit(Act&& act) const {
    visitAs(act, RequestKinds{});
  }

 private:
  template <class Act, class... Kinds>
  void visitAs(Act& act, RequestList<Kinds...>) const {
    const bool is_known = ((is<Kinds>() && (act(*as<Kinds>()), true)) || ...);
    SEPAX_ASSERT(is_known);
  }

  std::any held_;
};

/// The commands and requests that panels send instead of editing.
struct Outbox : Commands {
  std::vector<Request> requests;
  void request(Request request);
};

}  // namespace sepax
