#pragma once

#include "collide/pair_names.h"
#include "draw/draw_list.h"
#include "session/scene/row_by_row.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

struct Workspace;

/// The state of the Axes panel between frames: filters and the rows that pass them, in the order shown.
struct AxesPanel {
  bool faces = true;
  bool edges = true;
  bool separating_only = false;
  AxisRun run;                     ///< of the shown report while it is played row by row,
  AxisOrder run_order{};           ///< in this order
  std::optional<AxisId> run_last;  ///< after this axis of the pose before
  bool is_played = false;
  std::int64_t multiplications = 0;  ///< of one of its axes
  std::optional<MotionRun> motion;   ///< of its next frames,
  std::uint64_t motion_revision = ~0ull;
  std::string motion_pair;  ///< made for
  std::string filter;       ///< part of an axis' name

  std::vector<int> rows;  ///< indices into the report's axes
  int sort_column = -1;   ///< −1: test order
  bool descending = false;
  bool rows_outdated = true;
  std::uint64_t rows_revision = ~0ull;  ///< what `rows` were made from
  int rows_pair = -1;
  int rows_traced = 0;
  bool rows_swapped = false;
  std::string rows_algorithm;
  double scale_min = 0, scale_max = 1;  ///< common range of all intervals, metres
  int decimals = 4;                     ///< of the table's numbers
  std::string longest_name;             ///< of all rows
  bool keyboard_leads = false;          ///< the mouse rests over the table but the keys choose
  bool scroll_to_shown = false;         ///< keyboard stepping left the visible part
  float formula_height = 0;             ///< of the last frame

  // The names of the shown pair's bodies.
  PairNames names;
  bool decides = true;  ///< the deciding axis gives the pair's answer, not only that of
  Traced traced{};      ///< these
  PairNames row_names;  ///< of the rows: "A" and "B" where not all of theirs fit with the bodies' own
  Colour colour_a, colour_b;
};

/// Makes `rows` fit the report, the filters and the sorting when one of them changed.
void updateRows(AxesPanel& panel, const Workspace& workspace);

/// The rows as a table: hovering previews an axis, clicking pins it. `height` in pixels.
void drawAxesTable(AxesPanel& panel, const Workspace& workspace, ViewState& view, const SatReport& report,
                   float height);

/// The height of one of them.
[[nodiscard]] float axesRowHeight();

/// Pins the axis `step` rows after the shown one in the panel's order.
void stepAxis(AxesPanel& panel, const Workspace& workspace, ViewState& view, int step);

/// A remark about an axis: a word for the state column and the reason for its tooltip, both in the user's language.
struct AxisFlag {
  std::string word;
  std::string reason;
  std::string brief = {};  ///< the word where there is no room for it
};
/// Its words name bodies as the rows do, its reasons by their own names.
[[nodiscard]] std::vector<AxisFlag> flagsOf(const AxesPanel& panel, const SatReport& report, int index);

/// That of the deciding axis.
[[nodiscard]] AxisFlag decidesFlag(bool decides, Traced traced);

}  // namespace sepax
