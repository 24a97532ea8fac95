#pragma once

#include "core/error.h"
#include "document/command.h"
#include "document/history.h"
#include "geom/field.h"

#include <imgui.h>

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sepax {

struct Outbox;

// Everything from a field's activation to its release is one undo step: a panel keeps its key. kNone: an edit is a step
// of its own.

/// Call before a panel's fields are drawn: no step outlives the field in hand.
void beginEdits(MergeKey& step);
/// Call after a field that was not drawn by numberField().
void trackEdit(MergeKey& step);

/// Sends an edit, as a part of the step under way, unless the document would refuse it: then nothing changes and the
/// reason is returned.
Result<void> sendEdit(const Command& command, const Document& document, MergeKey step, Outbox& outbox);

/// A number's range and its format.
struct NumberFormat {
  double min = -kMaxLength;
  double max = kMaxLength;
  const char* text = "%.6g";
  double speed_at_zero = 0.002;  ///< what a drag of one pixel adds to a value of zero; to larger ones in proportion
};

/// One or several numbers in a row that are dragged, or typed after Ctrl+click. True in the frames in which one of them
/// changed.
bool numberField(const char* id, std::span<double> values, const NumberFormat& format, MergeKey& step);

/// Starts a row of a table of two columns: a name with its tooltip, and the room for a field as wide as the other
/// column.
void fieldRow(const std::string& name, const std::string& tip);

/// A text of several lines that is being typed. ImGui's own field does not wrap: this one shows it a text with line
/// breaks that are not in `text`, and carries what is typed there over.
struct WrappedField {
  std::string text;

  std::string shown = {};                            ///< with the breaks
  std::vector<std::size_t> breaks = {};              ///< before these bytes of the text
  float width = 0;                                   ///< that it was wrapped for, pixels
  int cursor = 0;                                    ///< in what is shown, when it was drawn last
  std::string selected = {};                         ///< part of the text
  using Step = std::pair<std::string, std::size_t>;  ///< the text and the cursor in it
  std::vector<Step> undo = {}, redo = {};
};

/// Draws it as one item. True when the text has changed. Ctrl+Z and Ctrl+Y go through what was typed.
bool wrappedField(const char* id, WrappedField& field, ImVec2 size);

}  // namespace sepax
