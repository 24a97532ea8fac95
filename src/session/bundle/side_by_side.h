#pragma once

#include "bundle/line_diff.h"
#include "session/bundle/preview.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace sepax {

struct Workspace;

/// The text of an entry for comparison, and how it was split.
struct ComparedText {
  LineDiff lines;
  bool cut = false;             ///< only the first kMaxComparedRows rows of a text
  bool only_line_ends = false;  ///< every line is the same, the bytes are not
};
inline constexpr std::size_t kMaxComparedRows = 200'000;

/// Pairs the rows of two texts; line ends do not count.
[[nodiscard]] Result<ComparedText> compareTexts(const EntryPreview& below, const EntryPreview& above,
                                                const JobControl& control);

/// Two entries of one path side by side: of the shown bundle's layers, the previewed one and what it covers.
struct SideBySide {
  std::shared_ptr<const EntryPreview> previewed;     ///< that it was asked for
  std::shared_ptr<const EntryPreview> below, above;  ///< null: this side has none
  std::string below_name, above_name;                ///< of the bundles
  std::shared_ptr<const ComparedText> text;          ///< null: not both are texts
  bool is_ready = false;
};

/// Whether entries of the shown bundle can have two sides: it is laid over another, or compared with it.
[[nodiscard]] bool hasSides(const Workspace& workspace);

/// Starts to look into the other side of the previewed entry, while both sides are shown.
void followSides(Workspace& workspace);

}  // namespace sepax
