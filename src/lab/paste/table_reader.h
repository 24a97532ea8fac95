#pragma once

#include "lab/paste/found.h"

#include <string_view>

namespace sepax::paste {

/// Whether the text holds a table of bodies: a line of headings that name a place and sizes or a shape, and below it a
/// row of numbers.
[[nodiscard]] bool holdsBodyTable(std::string_view text);

/// Reads tables whose rows are bodies: CSV of commas, semicolons or tabs, Markdown, columns that blanks align. Headings
/// are components, "pos_x", "qw", "hx", or whole vectors, "half extents", whose cells have several numbers.
void readBodyTables(std::string_view text, Findings& findings);

}  // namespace sepax::paste
