#pragma once

#include "ui/kit/panel.h"

namespace sepax {

/// The shown pair before the jury: our algorithms and other engines, one a row, with verdict, depth or distance,
/// normal, contacts and time, and in one line how an answer differs from the reference's. The viewport draws the answer
/// of the row that the mouse is on; a click on a row that differs offers to minimise the pair. Relations that a juror's
/// own answers break are listed beside; a click opens the pair on which one is broken.
extern const Panel kJuryPanel;

}  // namespace sepax
