#pragma once

#include "collide/pair.h"
#include "scene/document.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sepax {

struct Outbox;
struct ViewState;
struct Workspace;

/// What the Axes panel remembers between frames: filters and the rows that pass them, in the order shown.
struct AxesPanel {
  bool faces = true;
  bool edges = true;
  bool separating_only = false;
  std::string filter;  ///< part of an axis' name

  std::vector<int> rows;  ///< indices into the report's axes
  int sort_column = -1;   ///< −1: test order
  bool descending = false;
  bool rows_outdated = true;
  std::uint64_t rows_revision = ~0ull;  ///< what `rows` were made from
  int rows_pair = -1;
  int rows_traced = 0;
  std::string rows_algorithm;
  double scale_min = 0, scale_max = 1;  ///< common range of all intervals, metres
  int decimals = 4;                     ///< of the table's numbers
  bool keyboard_leads = false;          ///< the mouse rests over the table but the keys choose
  bool scroll_to_shown = false;         ///< keyboard stepping left the visible part
  float formula_height = 0;             ///< of the last frame
};

/// Every axis of the shown pair as a row, and the inequality of the shown axis with live numbers.
void drawAxesPanel(AxesPanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox);

/// Makes `rows` fit the report, the filters and the sorting when one of them changed.
void updateRows(AxesPanel& panel, const Workspace& workspace);

/// The rows as a table: hovering previews an axis, clicking pins it.
void drawAxesTable(AxesPanel& panel, const Workspace& workspace, ViewState& view, const SatReport& report, float height);

/// What is special about an axis: a word for the state column and the reason for its tooltip.
struct AxisFlag {
  const char* word;  ///< a key of tr()
  std::string reason;
};
[[nodiscard]] std::vector<AxisFlag> flagsOf(const SatReport& report, int index);

/// The inequality of the shown axis, its radii term by term and its reduced form.
void drawAxisFormula(const Workspace& workspace, const ViewState& view, const PairReport& report, const SatReport& sat,
                     const SatAxis& axis);

/// Of a concave pair: which pieces' axes the table shows, a switch to the whole hulls, and why the two differ.
void drawPieces(ViewState& view, const PairReport& report);

/// Pins the axis that stands `step` rows after the shown one in the panel's order.
void stepAxis(AxesPanel& panel, const Workspace& workspace, ViewState& view, int step);

enum class AxisTextFormat { kText, kCsv, kJson };
/// The whole table as text to copy; every number reads back as the identical double.
[[nodiscard]] std::string axesAsText(const PairReport& report, Space space, AxisTextFormat format);

}  // namespace sepax
