#pragma once

#include "ui/kit/panel.h"

namespace sepax {

struct Outbox;
struct ViewState;
struct Workspace;

/// The selected body's bounding volumes beside each other: which to draw, how tight each is and what it costs.
extern const Panel kVolumesPanel;

}  // namespace sepax
