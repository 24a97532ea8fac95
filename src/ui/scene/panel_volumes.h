#pragma once

#include "ui/kit/panel.h"

#include <string>

namespace sepax {

/// The dialog that exports colliders: which ones, in what form, and what the text will be.
struct ColliderDialog {
  std::string made_for;  ///< the choice that the text was made for
  std::string text, error;
};

/// The selected body's bounding volumes beside each other: which to draw, how tight each is and what it costs.
extern const Panel kVolumesPanel;

}  // namespace sepax
