#pragma once

#include "document/history.h"
#include "ui/kit/panel.h"

#include <cstddef>
#include <optional>
#include <string>

namespace sepax {

/// The state of the Learn panel between frames.
struct LearnPanel {
  std::string seen;                 ///< lesson and step that it was scrolled for
  std::string typed;                ///< the answer in the field
  bool types_again = false;         ///< the field takes the keys in the next frame: Enter has ended it
  std::optional<std::size_t> term;  ///< of the lesson's glossary, its meaning shown
  // A number of the text while it is dragged.
  double scrubbed_from = 0;
  MergeKey scrub = MergeKey::kNone;
};

/// The lessons with dots for their steps, or the open lesson's step: its text with live numbers, its choices, and the
/// way on.
extern const Panel kLearnPanel;

}  // namespace sepax
