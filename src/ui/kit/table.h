#pragma once

#include "collide/pair_names.h"

#include <imgui.h>

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace sepax {

/// A column of a table.
struct TableColumn {
  const char* name;           ///< a key of tr(); "##…": it has no title
  float width_em = 0;         ///< so many font heights at least, and as wide as its title
  int rank = 0;               ///< without room the highest goes first, all that share it; 0 stays whatever happens
  float share = 0;            ///< of the room that is left, else of the first column; 0: it keeps its width
  const char* tip = nullptr;  ///< of its title, a key of tr()
  bool is_shown = true;
};

/// The width that a column of a table asks for.
struct ColumnNeed {
  float width = 0;  ///< pixels of its longest text
  int rank = 0;     ///< as TableColumn's
};

/// A table of rows: the columns that fit, with titles that stay while the rows scroll.
struct Table {
  const char* id;
  std::span<const TableColumn> columns;
  ImVec2 size = {0, 0};              ///< zeros: all the room that there is
  ImGuiTableFlags flags = 0;         ///< besides those of every table
  std::vector<float> widths = {};    ///< pixels that a column needs besides, in their order; may be shorter
  const PairNames* names = nullptr;  ///< of the bodies, for the titles' tips
  bool scrolls = true;               ///< its rows; else it is as high as they are
};
/// Draws the titles. When true, the rows and ImGui::EndTable() follow.
[[nodiscard]] bool beginTable(const Table& table);

/// Draws those of `count` rows of one height that are in sight.
void drawRowsInSight(std::size_t count, const std::function<void(int row)>& draw);
/// Draws them so that each has its number as id.
void drawTableRows(std::size_t count, const std::function<void(std::size_t row)>& draw);

/// The order of rows that the user chose in the titles, −1, 0, 1 by `compared` for a column's ascending order; without
/// a choice as they are. `is_outdated`: other rows than those of `order`.
void sortTableRows(std::vector<std::size_t>& order, std::size_t count, bool is_outdated,
                   const std::function<int(std::size_t a, std::size_t b, int column)>& compared);

}  // namespace sepax
