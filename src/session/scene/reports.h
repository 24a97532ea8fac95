#pragma once

#include "collide/pair/pair.h"
#include "collide/sat/axis_id.h"
#include "core/error.h"
#include "core/language.h"
#include "document/tested_pairs.h"
#include "fast/broad_phase.h"
#include "fast/quick_pair.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sepax {

struct Workspace;

/// The known state of a tested pair; only the shown pair has a full report.
enum class PairState : std::uint8_t { kWaiting, kSeparated, kTouching, kOverlapping, kFailed };

/// The time that the last frame with tests took, milliseconds.
struct StageCosts {
  double bounds_ms = 0;  ///< of all bodies that moved,
  double broad_ms = 0;   ///< the pairs whose bounds meet,
  double narrow_ms = 0;  ///< and those of them that were answered at once
};

/// Derived from the document and brought up to date when its revision (or the algorithm) changes; never edited. Only
/// the shown pair keeps its full report. The other verdicts follow in slices of a few milliseconds, and only pairs
/// whose bodies changed are tested again. A crowd lists only the pairs whose bounds meet, and the shown one.
struct Reports {
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
  int shown_pair = -1;       ///< which pair `shown` is of; −1 when there is no pair
  bool swapped = false;      ///< that pair is listed the other way round than the document has it
  Result<PairReport> shown;  ///< of large meshes it is made in the background, and until then that of an earlier pose:
  std::uint64_t shown_of = 0;           ///< the revision that it is of,
  std::vector<Body> shown_bodies;       ///< and its two bodies in the pose that it is of
  std::optional<PairReport> reference;  ///< the reference's of the same poses, where the shown one is another row's,
  bool is_contradicted = false;         ///< and whether that contradicts it
  /// How the shown row's answer differs from the reference's, in words; empty where it does not, nullopt of the
  /// reference itself.
  std::optional<std::string> difference;
  Language language = Language::kEnglish;  ///< of those words
  bool has_references_axes = false;        ///< the shown row lists no axes: those of its report are the reference's
  std::optional<AxisId> last_gap;    ///< the axis that decided the shown pair in the last pose in which it was apart
  int traced_pieces = 0;             ///< view.traced_pieces that its trace was made for
  std::optional<SatAxis> free_axis;  ///< the shown pair on view.free_axis while that is pinned,
  std::optional<SatAxis> reference_axis;  ///< and on it the pieces that the reference's report is of
  double shown_test_us = 0;               ///< time of the shown pair's last test, microseconds

  // The bodies that the states were tested from, to find the changes since.
  std::vector<Body> bodies;
  std::vector<MinMaxBox> bounds;  ///< of a crowd's bodies, with the slack of what still touches; empty for a few
  std::vector<QuickBody> quick;   ///< same order as `bodies`, of a crowd
  BroadPhase broad_phase;
  std::vector<BoxPair> places;  ///< of the bodies of each pair; kNoBody where an id names none
  std::optional<double> touching_tolerance;
  std::optional<std::vector<PairIds>> named_pairs;  ///< by the document
  bool has_extra = false;                           ///< the last pair is culled and listed because it is shown
  std::size_t next_waiting = 0;                     ///< no pair before it is stale
};

/// How many pairs have been found to be in each state.
struct PairCounts {
  std::size_t overlapping = 0, touching = 0, separated = 0, failed = 0;
};
[[nodiscard]] PairCounts countPairs(const Reports& reports);

/// The bodies of the pair that is shown.
[[nodiscard]] std::optional<PairIds> shownPair(const Reports& reports);

/// nullopt while it was never tested or has failed.
[[nodiscard]] std::optional<Verdict> verdictOf(PairState state);

/// Brings the reports up to date: the shown pair at once, the others for at most `budget_ms` a call (see
/// Reports::waiting).
void updateReports(Workspace& workspace, double budget_ms = 4);

/// True while what is shown is of an earlier pose, and a job makes the answer to this one.
[[nodiscard]] bool isShownLate(const Workspace& workspace);

/// World bounds of a crowd's bodies as they are now, one each; empty for a few bodies, and while they are not up to
/// date.
[[nodiscard]] std::span<const MinMaxBox> boundsNow(const Workspace& workspace);

/// The report of the shown pair, or null when there is none or it failed.
[[nodiscard]] const PairReport* shownReport(const Workspace& workspace);
/// Its axes, null when the algorithm lists none.
[[nodiscard]] const SatReport* shownSat(const Workspace& workspace);
/// Its trace of GJK, null when the algorithm keeps none.
[[nodiscard]] const GjkReport* shownGjk(const Workspace& workspace);
/// The reference's while the shown one is another row's, else null.
[[nodiscard]] const PairReport* referenceReport(const Workspace& workspace);
/// The axis of it that is explained: hovered, else pinned (an axis of the report or the free one), else deciding; null
/// without a SAT trace.
[[nodiscard]] const SatAxis* shownAxis(const Workspace& workspace);
/// That of one of the two reports of the pair.
[[nodiscard]] const SatAxis* axisOf(const Workspace& workspace, const PairReport& report);

/// "six-axes-3d" of "historical/six-axes-3d".
[[nodiscard]] std::string shortName(const std::string& algorithm);
/// "apart by 0.0123 m": the verdict with its number.
[[nodiscard]] std::string verdictText(const PairAnswer& answer);

}  // namespace sepax
