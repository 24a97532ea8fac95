#pragma once

#include "bundle/tree.h"
#include "bundle/verify.h"
#include "bundle/write/pack.h"
#include "collide/pair.h"
#include "core/log.h"
#include "draw/camera.h"
#include "draw/scene_picture.h"
#include "scene/command.h"
#include "scene/history.h"
#include "scene/lint.h"
#include "scene/query.h"
#include "session/bundle_listing.h"
#include "session/jobs.h"
#include "session/preview.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sepax {

enum class Tool { kSelect, kMove, kRotate, kScale };
enum class Language { kEnglish, kChinese };

/// How the steps of GJK and EPA are looked at.
struct GjkView {
  int stage = -1;          ///< the shown step, counted over both; −1: the last
  bool minkowski = false;  ///< the viewport shows A ⊖ B instead of the bodies, while the shown pair has a trace
  bool playing = false;
  double next_at = 0;            ///< ImGui time at which the player goes on
  std::optional<Camera> camera;  ///< of the Minkowski view: its own target and distance; the direction is the scene's
  std::string framed;            ///< the pair that it shows
};

/// What the user looks at and with what; never part of the document.
struct ViewState {
  std::string selected;  ///< body id, empty = none
  std::string hovered;
  int pair = 0;  ///< index into testedPairs(document)
  std::string algorithm = "sat";
  int traced_pieces = 0;               ///< concave pairs show the axes of the nearest piece pair of this rank, of the whole hulls with −1
  std::optional<AxisId> pinned_axis;   ///< nullopt: follow the deciding axis
  Vec3 free_axis{1, 0, 0};             ///< world direction of kFreeAxis, rotated by hand
  std::optional<AxisId> hovered_axis;  ///< previewed while the mouse is on its row
  std::vector<std::size_t> entries;    ///< selected in the open bundle; the last one is previewed
  ListingRequest listing;              ///< which of its rows, in what order
  bool unpack_whole = false;           ///< preview all of a large compressed entry
  Tool tool = Tool::kMove;
  bool snap = false;
  Camera camera;
  GjkView gjk;
  PictureOptions picture;
  std::vector<VolumeKind> volumes;  ///< drawn around the selected body
  bool carried_box = false;         ///< likewise its axis-aligned box turned with it and boxed again,
  bool refitted_box = false;        ///< and the one fitted to its turned vertices
  bool contacts_shown = false;      ///< the Contacts panel is in front: the picture explains them
  int clip_stage = -1;              ///< what it shows: 0 before clipping, k after the k-th clip, −1 the result
  bool sweep_shown = false;         ///< the Sweep panel is in front: ghosts and queries are drawn
  double sweep_time = 0;            ///< where the ghosts stand, seconds
  bool sweep_plays = false;
  Theme theme = Theme::kDark;
  Language language = Language::kEnglish;
  float ui_scale = 1;
};

/// What is known of a tested pair besides the shown one's full report.
enum class PairState : std::uint8_t { kWaiting, kSeparated, kTouching, kOverlapping, kFailed };

/// Derived from the document and brought up to date when its revision (or the algorithm) changes; never edited.
/// Only the shown pair keeps its full report: a thousand bodies are half a million pairs. The other verdicts follow in slices of a few
/// milliseconds, and only pairs whose bodies changed are tested again.
struct Reports {
  std::uint64_t revision = 0;
  std::string algorithm;
  std::vector<PairIds> pairs;
  std::vector<PairState> states;  ///< one per pair
  std::size_t waiting = 0;        ///< how many of them are kWaiting
  int shown_pair = -1;            ///< which pair `shown` is of; −1 when there is no pair
  Result<PairReport> shown;
  int traced_pieces = 0;             ///< view.traced_pieces that its trace was made for
  std::optional<SatAxis> free_axis;  ///< the shown pair on view.free_axis while that is pinned
  double shown_test_us = 0;          ///< time of the shown pair's last test, microseconds

  // What the states were tested from, to find what changed since.
  std::vector<Body> bodies;
  std::vector<std::pair<std::size_t, std::size_t>> body_indices;  ///< of each pair; npos where an id names no body
  std::optional<double> touching_tolerance;
  bool all_pairs = false;        ///< the document names none
  std::size_t next_waiting = 0;  ///< no pair before it waits
};

/// The bounding volumes of the selected body; derived, fitted anew when its shape changes and somebody looks.
struct FittedBody {
  std::string body;
  Shape shape;  ///< what was fitted, without the scale
  std::optional<Vec3> scale;
  std::vector<FittedVolume> volumes;  ///< every kind that the space has; body space, scale applied
  std::vector<Vec3> corners;          ///< of the hull
  FittedVolume carried, refitted;     ///< the body's axis-aligned box, world space; see comparedBoxes()
  std::string error;                  ///< why there are no volumes
  bool fitting = false;               ///< a job works on it; the volumes are the body's last ones, if any
};

/// The shown pair's sweep and the case's queries with their answers; derived, asked anew when the document changes and somebody looks.
struct Queries {
  std::uint64_t revision = ~0ull;
  PairIds pair;
  Motion motion_a, motion_b;
  double duration = 1;               ///< of the pair's sweep query; a second without one
  std::optional<SweepReport> sweep;  ///< when the pair moves
  std::vector<QueryReport> answers;
  std::string error;  ///< why there is no sweep or there are no answers
};

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
  Space space = Space::k3d;
  bool discard_changes = false;
};
struct Save {
  std::string path;
  bool hex_floats = false;
};  ///< empty path: where it came from
struct Undo {};
struct Redo {};
/// Takes back what a running drag changed (Esc).
struct CancelEdit {
  std::uint64_t merge_key = 0;
};
struct FrameView {};
struct ResetLayout {};
struct CloseBundle {};
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
/// Judge every mesh of the open bundle as a collider.
struct LintBundle {};
struct CancelJob {
  int id = 0;
};
struct Quit {
  bool discard_changes = false;
};
using Request =
    std::variant<OpenPath, OpenEntry, AddEntries, ExtractEntries, PackFolder, NewDocument, Save, Undo, Redo, CancelEdit, FrameView,
                 ResetLayout, CloseBundle, LintBundle, ReopenBundle, VerifyBundle, OpenNested, LeaveNested, CancelJob, Quit>;

/// What panels send instead of editing.
struct Outbox {
  std::vector<std::pair<Command, std::uint64_t>> commands;  ///< with merge key, 0 = none
  std::vector<Request> requests;
  void send(Command command, std::uint64_t merge_key = 0);
  void request(Request request);
};

/// What is known of the open bundle's meshes as colliders, the worst first.
struct LintState {
  std::shared_ptr<const Tree> tree;
  std::shared_ptr<const std::vector<MeshLint>> rows;  ///< null: nobody asked
};

/// Where the open bundle came from and what is known of it besides its tree.
struct BundleFiles {
  std::vector<std::string> paths;                   ///< on disk, lowest layer first: main, patch, …
  std::vector<std::shared_ptr<const Tree>> layers;  ///< likewise
  OpenOptions options;                              ///< they were opened with
  std::shared_ptr<const VerifyReport> verified;     ///< of the shown tree; null: nobody asked
  std::vector<std::shared_ptr<const Tree>> around;  ///< containers around a nested one, outermost first
};

struct ConsoleLine {
  LogLevel level = LogLevel::kInfo;
  std::string text;
};
struct Toast {
  LogLevel level = LogLevel::kInfo;
  std::string text;
  double shown_until = 0;  ///< seconds of ImGui time; 0: not drawn yet
};

/// The window's whole state without the window: no SDL, no GL, so tests and scripts drive it headless.
struct Workspace {
  History history;
  ViewState view;
  Reports reports;
  FittedBody fitted;
  Queries queries;
  std::shared_ptr<const Tree> bundle;  ///< open container, or null
  std::string bundle_path;
  BundleFiles bundle_files;
  BundleListing listing;
  PreviewState preview;
  LintState lint;
  std::string file_path;  ///< of the document on disk; empty when new or from inside a bundle
  std::string title;      ///< what the window is called
  std::vector<ConsoleLine> console;
  std::vector<Toast> toasts;
  std::optional<Request> guarded;         ///< waits for the answer to "discard unsaved changes?"
  std::vector<std::string> recent_files;  ///< newest first
  bool wants_new_view = false;            ///< a document was opened: the viewport finds a first look when it next knows its size
  bool wants_frame_view = false;          ///< likewise, but the camera keeps its direction
  bool wants_reset_layout = false;        ///< the shell restores the shipped layout before its next frame
  bool quit = false;
  std::shared_ptr<Jobs> jobs = std::make_shared<Jobs>();  ///< what the window does not wait for
};

/// Carries out what the panels sent, takes over what jobs have made, and brings the reports up to date. Errors become a toast and a console
/// line; the document stays.
void process(Workspace& workspace, Outbox& outbox);

/// Brings the reports up to date: the shown pair at once, the others for at most `budget_ms` a call (see Reports::waiting).
void updateReports(Workspace& workspace, double budget_ms = 4);

/// Fits the selected body's volumes when its shape is not the one they were fitted to.
void updateVolumes(Workspace& workspace);
/// The volumes that the view shows, where the selected body stands; colours by the theme.
[[nodiscard]] std::vector<PosedVolume> shownVolumes(const Workspace& workspace);
/// The selected body's box carried along by its pose against the one refitted to its vertices, world space; nullopt before the fit.
[[nodiscard]] std::optional<RefitComparison> comparedBoxes(const Workspace& workspace);

/// Sweeps the shown pair and answers the queries when the document or the pair is not the one they were asked of.
void updateQueries(Workspace& workspace);

/// The report of the shown pair, or null when there is none or it failed.
[[nodiscard]] const PairReport* shownReport(const Workspace& workspace);
/// Its axis: hovered, else pinned (an axis of the report or the free one), else deciding; null without a SAT trace.
[[nodiscard]] const SatAxis* shownAxis(const Workspace& workspace);

/// A line for the console, and a toast when it is a warning or an error.
void notify(Workspace& workspace, LogLevel level, const std::string& text);

}  // namespace sepax
