#pragma once

#include "bundle/tree.h"
#include "bundle/write/pack.h"
#include "document/command.h"
#include "document/merge_key.h"
#include "lesson/lesson_writer.h"
#include "session/bundle/colliders.h"
#include "session/bundle/editing.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
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
/// Meshes of the open bundle become bodies, as they are or as a volume around them.
struct AddEntries {
  std::vector<std::size_t> entries;
  std::string shape = "mesh";  ///< one of addedShapes()
  bool as_pair = false;        ///< two entries: side by side, and their axes are shown
};
struct ExtractEntries {
  std::string folder;
  std::vector<std::string> paths;  ///< empty: everything
  bool may_replace = false;
};
/// A folder becomes a bundle beside it, which is then opened.
struct PackFolder {
  std::string folder;
  std::string output;
  PackForm form = PackForm::kZip;
  bool deflates = false;
  std::string package;
  std::int32_t version = 1;
  std::string password;  ///< disk images only
};
struct NewDocument {
  enum class Start { kTwoBodies, kEmpty };
  Space space = Space::k3d;
  bool discard_changes = false;
  Start start = Start::kTwoBodies;
};
struct Save {
  std::string path;
  bool hex_floats = false;
  bool discard_others = false;  ///< what another program has written into it meanwhile
};  ///< empty path: where it came from; guarded when another program has written there since
struct Undo {};
struct Redo {};
/// Takes back what a running drag changed (Esc).
struct CancelEdit {
  MergeKey merge_key = MergeKey::kNone;
};
/// Goes to an entry of the undo history.
struct GoToEntry {
  std::size_t index = 0;
};
/// Bodies, or the points of one, from the clipboard's text.
struct PasteBodies {
  std::string text;
};
/// Reads a posted text; empty: the user is going to type it.
struct OpenPaste {
  std::string text, name;
};
/// It is read, anew with other answers to what it leaves open.
struct ReadPaste {
  std::string text;
  std::map<std::string, std::string> answers;
};
/// The result of reading becomes a case of its own or comes into the scene: a pair, or the half of one that was found.
struct TakePaste {
  enum class Into { kNewCase, kScene };
  Into into = Into::kNewCase;
  bool discard_changes = false;
};
/// The shown pair as text of one of exportForms(), into the clipboard.
struct CopyPairAs {
  std::string form;
};
/// The viewport as a picture, by view.figure: into a file whose name says of which format, or as SVG into the
/// clipboard.
struct SavePicture {
  std::string path;
};
struct CopyPicture {};
/// The shown pair becomes small while a member of the jury answers it as wrongly.
struct MinimisePair {
  std::string member;
};
/// Brings a juror and its engine from npm.
struct InstallJuror {
  std::string name;
};
/// The numbers that the Lab panel names vary, and everybody is asked at each sample.
struct StartScan {};
/// The scene goes to a sample of the scan.
struct GoToSample {
  std::size_t sample = 0;
  MergeKey merge_key = MergeKey::kNone;
};
/// A pair that another method made of the shown one becomes the case; guarded when there are unsaved changes.
struct OpenMade {
  std::shared_ptr<const Document> document;
  std::string title;
  bool discard_changes = false;
};
struct FrameView {};
struct ResetLayout {};
struct CloseBundle {
  bool discard_changes = false;
};  ///< guarded when the bundle has edits that were not written
/// Another open bundle takes the place of the shown one.
struct SwitchBundle {
  std::size_t index = 0;
};
/// Shows how another open bundle's entries changed in the shown one, by content.
struct CompareBundles {
  std::size_t index = 0;
};
/// The open bundle once more, with a password, another encoding of names, or what can be saved of a cut-off ZIP.
struct ReopenBundle {
  OpenOptions options;
};
/// Read everything and compare it with what it should be.
struct VerifyBundle {};
/// A container inside the open one takes its place; LeaveNested goes back.
struct OpenNested {
  std::size_t index = 0;
};
struct LeaveNested {};
/// Entries are replaced, added or removed: staged, and nothing is written yet.
struct EditBundle {
  std::vector<EntryEdit> edits;
};
/// One staged edit is given up, or all.
struct TakeBackEdit {
  std::optional<std::size_t> index;
};
/// The staged edits, written into the bundle's own file (an empty path) or another.
struct WriteBundle {
  std::string output;
};
/// The system's program for such files shows a copy of the entry.
struct OpenOutside {
  std::size_t index = 0;
};
/// Text or bytes (bytesOrText) in every entry of the open bundle.
struct SearchBundle {
  std::string typed;
};
/// A mesh is taken apart into convex pieces, in the background.
struct DecomposeMesh {
  MeshOwner owner = MeshOwner::kBody;
};
/// A cancelled fit of bounding volumes starts again.
struct FitVolumes {
  MeshOwner owner = MeshOwner::kBody;
};
/// The dialog that exports colliders opens for a mesh or body.
struct OpenColliderExport {
  MeshOwner owner = MeshOwner::kBody;
};
/// The chosen colliders (view.colliders) into a file, or with an empty path into the clipboard.
struct ExportColliders {
  std::string path;
};
/// Evaluate every mesh of the open bundle as a collider.
struct LintBundle {};
/// A step of a lesson of the shelf; guarded when there are unsaved changes of one's own.
struct OpenLesson {
  std::size_t lesson = 0, step = 0;
  bool discard_changes = false;
};
/// Back to the list of lessons; the scene stays.
struct LeaveLesson {};
/// Picks a choice of the open step.
struct AnswerLesson {
  std::size_t choice = 0;
};
/// Draws the open step's goal, or not.
struct ShowLessonHint {
  bool shown = true;
};
/// Does what the open step asks for.
struct ShowLessonGoal {};
/// The present scene and look become a step at the end of the lesson in a folder; the document does not change.
struct SaveLessonStep {
  std::string folder;
  LessonStepDraft draft;    ///< kind, text, and of the look the panel in front
  bool keeps_view = false;  ///< the step begins with the present camera, instead of framing all bodies
};
/// The next published algorithm that is wrong about the shown pair answers it; a message says so when none is.
struct BreakIt {};
/// The reference's answer about the shown pair becomes what the case expects.
struct KeepAnswer {};
/// Listens on a port of this machine (0: a free one) for a program that sends its recording.
struct AttachPort {
  std::uint16_t port = 0;
};
/// The recording is closed, or listening ends; the document stays.
struct StopReplay {};
/// It plays, or pauses.
struct ToggleReplay {};
/// Gives up the changes that the user made to the shown frame.
struct LeaveReplayEdits {};
/// Writes the recording in memory into a file.
struct SaveRecording {
  std::string path;
};
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
                 OpenOutside, OpenLesson, LeaveLesson, AnswerLesson, ShowLessonHint, ShowLessonGoal, SaveLessonStep,
                 CancelJob, Quit, OpenPaste, ReadPaste, TakePaste, CopyPairAs, StartScan, GoToSample, MinimisePair,
                 InstallJuror, OpenMade, BreakIt, KeepAnswer, SavePicture, CopyPicture, AttachPort, StopReplay,
                 ToggleReplay, LeaveReplayEdits, SaveRecording, SearchBundle, DecomposeMesh, FitVolumes,
                 OpenColliderExport, ExportColliders>;

/// The commands and requests that panels send instead of editing.
struct Outbox {
  std::vector<std::pair<Command, MergeKey>> commands;
  std::vector<Request> requests;
  void send(Command command, MergeKey merge_key = MergeKey::kNone);
  void request(Request request);
};

}  // namespace sepax
