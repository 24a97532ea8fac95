#pragma once

#include <vector>

namespace sepax {

/// The width that a column of a table asks for.
struct ColumnNeed {
  float width = 0;  ///< pixels of its longest text
  int rank = 0;     ///< without room the highest goes first, all that share it; 0 stays whatever happens
};

/// Which columns a table of `room` pixels shows so that no text of theirs is cut. The padding of cells and a scroll bar
/// are counted.
[[nodiscard]] std::vector<bool> columnsThatFit(const std::vector<ColumnNeed>& needs, float room);

}  // namespace sepax
