#pragma once

#include "collide/pair/pair.h"
#include "session/scene/scene.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace sepax {

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
void updateReports(Scene& scene, double budget_ms = 4);

/// True while what is shown is of an earlier pose, and a job makes the answer to this one.
[[nodiscard]] bool isShownLate(const Scene& scene);

/// World bounds of a crowd's bodies as they are now, one each; empty for a few bodies, and while they are not up to
/// date.
[[nodiscard]] std::span<const MinMaxBox> boundsNow(const Scene& scene);

/// The report of the shown pair, or null when there is none or it failed.
[[nodiscard]] const PairReport* shownReport(const Scene& scene);
/// Its axes, null when the algorithm lists none.
[[nodiscard]] const SatReport* shownSat(const Scene& scene);
/// Its trace of GJK, null when the algorithm keeps none.
[[nodiscard]] const GjkReport* shownGjk(const Scene& scene);
/// The shapes of that pair that its trace is about.
struct ShownShapes {
  PosedShape a, b;
};
[[nodiscard]] std::optional<ShownShapes> shownShapes(const Scene& scene);
/// The reference's while the shown one is another row's, else null.
[[nodiscard]] const PairReport* referenceReport(const Scene& scene);
/// The axis of it that is explained: hovered, else pinned (an axis of the report or the free one), else deciding; null
/// without a SAT trace.
[[nodiscard]] const SatAxis* shownAxis(const Scene& scene);
/// That of one of the two reports of the pair.
[[nodiscard]] const SatAxis* axisOf(const Scene& scene, const PairReport& report);

/// "six-axes-3d" of "historical/six-axes-3d".
[[nodiscard]] std::string shortName(const std::string& algorithm);
/// "apart by 0.0123 m": the verdict with its number.
[[nodiscard]] std::string verdictText(const PairAnswer& answer);

}  // namespace sepax
