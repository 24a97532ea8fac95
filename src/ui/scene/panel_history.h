#pragma once

#include "ui/kit/panel.h"

namespace sepax {

/// The changes of the case since it was opened, by name: a click goes back to one or forward again.
extern const Panel kHistoryPanel;

}  // namespace sepax
