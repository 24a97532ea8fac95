#pragma once

#include "draw/difference_picture.h"
#include "ui/kit/panel.h"

namespace sepax {

struct ViewState;
struct Workspace;

/// The state of the Steps panel between frames.
struct StepsPanel {
  int seen = -1;          ///< the step that the table has scrolled to; −1: to the shown one in the next frame
  float text_height = 0;  ///< of the last frame's explanation
};

/// Every step of GJK and EPA as a row, and the chosen one explained.
extern const Panel kStepsPanel;

/// Shows the step `by` after the shown one.
void stepStage(StepsPanel& panel, const Workspace& workspace, ViewState& view, int by);

}  // namespace sepax
