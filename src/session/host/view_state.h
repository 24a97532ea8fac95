#pragma once

#include "collide/sat/axis_id.h"
#include "core/language.h"
#include "document/history.h"
#include "draw/camera.h"
#include "draw/mesh_picture.h"
#include "draw/scene_picture.h"
#include "geom/bounding_volumes.h"
#include "session/figure/figure.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

/// The kind of a bundle's entry, by its name alone: the entry is not read.
enum class EntryKind : std::uint8_t { kMesh, kPicture, kSound, kVideo, kText, kFont, kCode, kBundle, kOther };
inline constexpr int kEntryKindCount = 9;

/// In the order in which they are wanted when room is scarce.
enum class BundleColumn {
  kName,
  kFolder,
  kSize,
  kKind,
  kRatio,
  kTriangles,
  kModified,
  kPacked,
  kMethod,
  kCrc,
  kOffset
};

/// The filter besides its text lets pass: everything, one kind of entry (in the order of EntryKind), or what is found
/// by other means.
enum class BundleFilterKind {
  kAll,
  kMeshes,
  kPictures,
  kSounds,
  kVideos,
  kTexts,
  kFonts,
  kCode,
  kBundles,
  kOther,
  kCases,
  kProblems,
  kChanges
};
inline constexpr int kFilterKindCount = 13;
[[nodiscard]] constexpr BundleFilterKind filterFor(EntryKind kind) {
  return static_cast<BundleFilterKind>(static_cast<int>(kind) + 1);
}

struct BundleRows {
  std::string filter = {};  ///< part of a path, in any case; empty: all
  BundleFilterKind kind = BundleFilterKind::kAll;
  BundleColumn column = BundleColumn::kName;
  bool descending = false;
  bool flat = false;            ///< the files of all folders as one list
  std::vector<bool> open = {};  ///< folders, by node; empty: all of a small container, none of a large one
};

/// The wanted filter and order of the open bundle's rows; the code that changes them calls `change()`.
struct ListingRequest {
  BundleRows rows;
  BundleRows files{.column = BundleColumn::kSize, .descending = true, .flat = true};
  std::uint64_t revision = 0;
  void change() { ++revision; }
};

/// Whose colliders are made: the selected body, or the mesh that the Preview panel shows.
enum class MeshOwner { kBody, kEntry };

/// How meshes are taken apart, how the pieces are looked at, and what is exported.
struct ColliderView {
  int extra_percent = 5;  ///< of the mesh's volume that the pieces may hold more
  int max_pieces = 32;
  bool pieces_shown = true;
  float apart = 0;  ///< of the shown pieces, as a part of their distance from the middle
  MeshOwner exported_of = MeshOwner::kBody;
  std::vector<std::string> exported;  ///< of exportableVolumes()
  std::string form = "obj";           ///< of colliderForms()
  bool export_open = false;           ///< the dialog in which they are chosen
};

/// In which order the axes are tried.
enum class AxisOrder {
  kListed,     ///< face axes first, as the table lists them
  kLastFirst,  ///< the one that separated in the pose before, then as listed (temporal coherence)
  kWorstFirst  ///< the deepest overlap first: the most tests that a pair can take
};

/// How the Axes panel plays it.
struct RowByRowView {
  bool shown = false;
  AxisOrder order = AxisOrder::kListed;
  int tried = 0;  ///< of the run's rows
  bool plays = false;
  double next_at = 0;  ///< ImGui time of the next row
};

/// How a sound of a bundle is listened to. The owner of the audio device advances the time.
struct SoundView {
  bool plays = false;
  double seconds = 0;
  std::string problem = {};  ///< why it cannot be heard
};

/// How a recording is looked at.
struct ReplayView {
  std::size_t frame = 0;  ///< the shown one, by its number
  bool plays = false;
  bool follows = true;        ///< live: the newest frame is shown
  double speed = 1;           ///< seconds of the recording a second
  double clock = 0;           ///< seconds of the recording, while it plays
  bool ghosts = false;        ///< the shown pair in the frames around this one
  std::string filter;         ///< only bodies with this in their names are drawn
  bool shown = false;         ///< the Timeline panel is in front
  std::string curve = "gap";  ///< one of replayCurves(), by its key
  double tolerance = 0.001;   ///< metres and radians by which two runs may be apart before they part
};

/// How a mesh of a bundle is looked at.
struct MeshView {
  bool faces = true, wireframe = false;
  MeshSurface surface = MeshSurface::kMaterials;
  bool z_up = false;                     ///< the file's z axis is shown upwards, not its y
  bool bones = false;                    ///< its skeleton over all
  std::optional<std::size_t> clip = {};  ///< that its model shows; nullopt: as it was made
  double seconds = 0;                    ///< of the clip
  bool plays = false;
  friend bool operator==(const MeshView&, const MeshView&) = default;
};

/// How the lab's panels are looked at, and what is filled in there.
struct LabView {
  bool jury_shown = false;   ///< the Jury panel is in front: the jurors are asked
  std::string jury_hovered;  ///< the member whose answer the viewport draws
  std::size_t jury_question =
      0;  ///< what it is asked about: the pair itself, or of its sweep and rays the one before this place
  bool engine_margins = false;  ///< jurors keep the margins that their engines have by default
  bool watches = true;          ///< each juror's own answers are compared while the Jury panel is in front

  /// One number that a scan varies.
  struct Range {
    std::string path;  ///< "B.position.x"; empty: none
    double from = -1, to = 1;
    int count = 201;
    bool in_ulps = false;  ///< from and to are counts of neighbouring doubles around the current number
  };
  std::array<Range, 2> ranges{};
  std::string measure = "separation";
  bool scan_jurors = false;  ///< the jurors are asked, too
};

enum class Tool { kSelect, kMove, kRotate, kScale, kPoints, kDrawPolygon, kDrawHull, kDrawRound, kDrawBox };

/// The content of the window's middle while a bundle is open; without one it is the scene. kSides: both layers of an
/// entry, while there are layers.
enum class Middle { kScene, kOverview, kFiles, kSides };

/// How the steps of GJK and EPA are looked at.
struct GjkView {
  int stage = -1;          ///< the shown step, counted over both; −1: the last
  bool minkowski = false;  ///< the viewport shows A ⊖ B instead of the bodies, while the shown pair has a trace,
  bool beside = false;     ///< or beside them
  bool playing = false;
  double next_at = 0;  ///< ImGui time at which the player goes on
  /// A copy of B slides around A, in the plane: the part of the way that is behind it, 0 to 1.
  std::optional<double> slide;
  std::optional<Camera> camera;  ///< of the Minkowski view: its own target and distance; the direction is the scene's
  std::string framed;            ///< the pair that it shows
};

/// The window for people far away, with larger text: nothing but the scene and its verdict, or one panel beside it.
/// Embedded: the scene and its verdict in the usual size, as a part of another page.
enum class Presentation : std::uint8_t { kOff, kViewport, kProjector, kEmbedded };

/// A key that ran an action, as a presentation shows it.
struct PressedKey {
  std::string keys, action;
  double until = 0;  ///< ImGui time
};

/// The motions of the viewport itself: the camera to what is framed, and the scale of the rail.
struct ViewMotion {
  std::optional<double> clock;  ///< seconds, while a window shows it; nullopt: nothing moves by itself
  std::optional<Camera> from, to;
  Camera shown;  ///< that it left: any other was moved by hand
  double since = 0;
  std::optional<RailRange> rail_from, rail_to;
  double rail_since = 0;
};

/// The user's choice of things to show and ways to show them; never part of the document.
struct ViewState {
  std::string selected;  ///< body id, empty = none; of several the one chosen last
  /// All that are selected, when they are several; holds `selected`, else it counts for nothing.
  std::vector<std::string> group;
  std::string hovered;
  std::optional<PairIds> pair;  ///< the chosen one, in either order; without it the first that is tested
  bool swapped = false;         ///< the shown pair is tested the other way round, until another one is shown
  std::string algorithm = "sat";
  std::string algorithm_before;  ///< the one that the reference has taken the place of, to be shown again
  bool reference_beside =
      false;  ///< another algorithm's picture has the reference's beside it, while A ⊖ B is not shown
  int traced_pieces =
      0;  ///< concave pairs show the axes of the nearest piece pair of this rank, of the whole hulls with −1
  std::optional<AxisId> pinned_axis;   ///< nullopt: follow the deciding axis
  Vec3 free_axis{1, 0, 0};             ///< world direction of kFreeAxis, rotated by hand
  std::optional<AxisId> hovered_axis;  ///< previewed while the mouse is on its row
  std::vector<std::size_t> entries;    ///< selected in the open bundle; the last one is previewed
  bool searches_bytes = false;         ///< the Preview panel looks through an entry: frames go on
  ListingRequest listing;              ///< which of its rows, in what order
  Middle middle = Middle::kScene;
  bool unpack_whole = false;  ///< preview all of a large compressed entry
  Tool tool = Tool::kMove;
  bool snap = false;   ///< drags go in round steps
  bool magnet = true;  ///< a dragged body clicks into place where it just touches another
  Camera camera;
  ViewMotion motion;
  GjkView gjk;
  RowByRowView row_by_row;
  PictureOptions picture;
  FigureOptions figure;             ///< how pictures are saved
  std::vector<VolumeKind> volumes;  ///< drawn around the selected body
  bool carried_box = false;         ///< also its axis-aligned box, rotated with it and boxed again,
  bool refitted_box = false;        ///< and the one fitted to its rotated vertices
  ColliderView colliders;
  MeshView mesh;
  SoundView sound;
  bool contacts_shown = false;  ///< the Contacts panel is in front: the picture explains them
  int clip_stage = -1;          ///< what it shows: 0 before clipping, k after the k-th clip, −1 the result,
                                ///< kPieceByPieceStage the pieces one by one
  bool sweep_shown = false;     ///< the Sweep panel is in front: ghosts and queries are drawn
  double sweep_time = 0;        ///< time at which the ghosts are drawn, seconds
  bool sweep_plays = false;
  LabView lab;
  ReplayView replay;
  bool motion_plays = false;               ///< the bodies move by their velocities
  MergeKey motion_step = MergeKey::kNone;  ///< of the history: all that is played until it is paused
  std::uint64_t motion_opening = 0;        ///< and of which opened case
  std::uint64_t motion_steps = 0;     ///< played since it began in the pose of then; a change of the user's begins anew
  std::uint64_t motion_revision = 0;  ///< of the history when it was paused
  Theme theme = Theme::kDark;
  Language language = Language::kEnglish;
  Presentation presentation = Presentation::kOff;
  float presented_head = 0;  ///< pixels at the view's head under what that says
  PressedKey pressed;
  bool starts_with_page = true;  ///< a window without a file shows how to begin
  bool less_motion = false;      ///< nothing moves, blinks or goes away by itself
  float ui_scale = 1;            ///< as it was chosen; shownScale is what it is now
};

inline constexpr float kMaxUiScale = 4;
/// How much larger than planned everything is drawn.
[[nodiscard]] inline float shownScale(const ViewState& view) {
  constexpr float kPresented = 1.75f;
  const bool is_usual = view.presentation == Presentation::kOff || view.presentation == Presentation::kEmbedded;
  return is_usual ? view.ui_scale : std::min(kMaxUiScale, view.ui_scale * kPresented);
}

}  // namespace sepax
