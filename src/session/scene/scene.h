#pragma once

#include "collide/convex/polytope_report.h"
#include "collide/pair/pair.h"
#include "collide/sat/axis_id.h"
#include "core/error.h"
#include "core/language.h"
#include "document/history.h"
#include "document/tested_pairs.h"
#include "draw/crowd_picture.h"
#include "fast/quick_pair.h"
#include "format/query.h"
#include "session/host/host.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

/// The known state of a tested pair; only the shown pair has a full report.
enum class PairState : std::uint8_t { kWaiting, kSeparated, kTouching, kOverlapping, kFailed };

/// The time that the last frame with tests took, milliseconds.
struct StageCosts {
  double bounds_ms = 0;  ///< of all bodies that moved,
  double broad_ms = 0;   ///< the pairs whose bounds meet,
  double narrow_ms = 0;  ///< and those of them that were answered at once
};

/// The report of the shown pair, and what is made of it.
struct ShownReport {
  Result<PairReport> shown;  ///< of large meshes it is made in the background, and until then that of an earlier pose:
  std::uint64_t shown_of = 0;           ///< the revision that it is of,
  std::vector<Body> shown_bodies;       ///< and its two bodies in the pose that it is of
  std::optional<PairReport> reference;  ///< the reference's of the same poses, where the shown one is another row's,
  bool is_contradicted = false;         ///< and whether that contradicts it
  /// How the shown row's answer differs from the reference's, in words; empty where it does not, nullopt of the
  /// reference itself.
  std::optional<std::string> difference;
  bool has_references_axes = false;  ///< the shown row lists no axes: those of its report are the reference's
  int traced_pieces = 0;             ///< view.traced_pieces that its trace was made for,
  bool piece_by_piece = false;       ///< and whether its pieces were to be tested one by one
  double shown_test_us = 0;          ///< time of the shown pair's last test, microseconds
};

/// Derived from the document and brought up to date when its revision (or the algorithm) changes; never edited. Only
/// the shown pair keeps its full report. The other verdicts follow in slices of a few milliseconds, and only pairs
/// whose bodies changed are tested again. A crowd lists only the pairs whose bounds meet, and the shown one.
struct Reports : ShownReport {
  std::uint64_t revision = 0;
  std::string algorithm;
  std::vector<PairIds> pairs;
  std::vector<PairState> states;    ///< one per pair, of the pose that it was last tested in
  std::vector<double> separations;  ///< same order, metres; meaningless where the test failed or none was
  std::vector<std::uint8_t> stale;  ///< same order: 1 where a body has changed since
  std::uint64_t answers = 0;        ///< changes with every answer
  std::uint64_t culled = 0;         ///< pairs of a crowd that are not listed, since their bounds are apart
  bool is_complete = true;          ///< false: more pairs of a crowd are close than are listed
  std::size_t waiting = 0;          ///< how many of them are stale
  StageCosts costs;
  int shown_pair = -1;                     ///< which pair `shown` is of; −1 when there is no pair
  bool swapped = false;                    ///< that pair is listed the other way round than the document has it
  Language language = Language::kEnglish;  ///< of the words in `difference`
  std::optional<AxisId> last_gap;    ///< the axis that decided the shown pair in the last pose in which it was apart
  std::optional<SatAxis> free_axis;  ///< the shown pair on view.free_axis while that is pinned,
  std::optional<SatAxis> reference_axis;  ///< and on it the pieces that the reference's report is of

  // The bodies that the states were tested from, to find the changes since.
  std::vector<Body> bodies;
  std::vector<MinMaxBox> bounds;  ///< of a crowd's bodies, with the slack of what still touches; empty for a few
  std::vector<QuickBody> quick;   ///< same order as `bodies`, of a crowd
  /// Same order: a crowd's boxes and hulls for tests of all axes without contacts, each made when it is first needed.
  std::vector<std::shared_ptr<const SolidPolytope>> solids;
  ClosePairs close_pairs;
  std::vector<BoxPair> places;  ///< of the bodies of each pair; kNoBody where an id names none
  std::optional<double> touching_tolerance;
  std::optional<std::vector<PairIds>> named_pairs;  ///< by the document
  bool has_extra = false;                           ///< the last pair is culled and listed because it is shown
  std::size_t next_waiting = 0;                     ///< no pair before it is stale
};

/// The looks and the picture of a crowd's bodies, kept while nothing changes that they are made of: the camera may
/// move.
struct CrowdCache {
  std::vector<CrowdLook> looks;
  CrowdPicture picture;

  // The revisions that it was made of.
  std::uint64_t revision = 0, answers = 0;
  Theme theme = Theme::kDark;
  std::string selected, hovered, a, b;
  std::vector<std::string> group;
};

/// The shown pair's sweep and the case's queries with their answers; derived, asked anew when the document changes and
/// a panel shows them.
struct Queries {
  std::uint64_t revision = ~0ull;
  PairIds pair;
  Motion motion_a, motion_b;
  double duration = 1;               ///< of the pair's sweep query; a second without one
  std::optional<SweepReport> sweep;  ///< when the pair moves
  std::vector<QueryReport> answers;
  std::string error;   ///< why there is no sweep or there are no answers
  double seconds = 0;  ///< that they took

  // The query that was asked last. A job answers for shapes of many pieces, and until then the answers before stay.
  std::uint64_t wanted = ~0ull;
  PairIds wanted_pair;
};

/// An expectation of the case, and its failure by the chosen algorithm, or by the one that the expectation names.
struct ExpectedRow {
  std::string text;                   ///< "A × B: touching, separation 0 m"
  std::vector<std::string> failures;  ///< empty: it holds
};

/// Derived in the background while a panel shows it: a mesh takes long. Until then the rows of the change before stay.
struct ExpectedRows {
  std::shared_ptr<const std::vector<ExpectedRow>> rows;
  std::uint64_t revision = ~0ull, asked = ~0ull;  ///< what they are of, and what is evaluated now
  std::string algorithm;                          ///< of what is evaluated now
  Language language = Language::kEnglish;         ///< of its texts
};

/// The open case with the answers about its pairs, as the other parts of the session see it.
struct Scene : Host {
  Reports reports;
  CrowdCache crowd;
  Queries queries;
  ExpectedRows expected;
};

// The requests about the open case that leave the panels and are not document commands.

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
/// The next published algorithm that is wrong about the shown pair answers it; a message says so when none is.
struct BreakIt {};
/// The reference's answer about the shown pair becomes what the case expects.
struct KeepAnswer {};

// Each is executed by the file that knows how; errors become messages.
void execute(Scene& scene, const KeepAnswer&);

}  // namespace sepax
