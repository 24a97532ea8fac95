#pragma once

#include "ui/kit/panel.h"

namespace sepax {

/// The selected body's bounding volumes beside each other: which to draw, how tight each is and what it costs.
extern const Panel kVolumesPanel;

}  // namespace sepax
