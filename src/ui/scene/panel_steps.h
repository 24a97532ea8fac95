#pragma once

#include "draw/difference_picture.h"

namespace sepax {

struct ViewState;
struct Workspace;

/// The state of the Steps panel between frames.
struct StepsPanel {
  int seen = -1;          ///< the step that the table has scrolled to; −1: to the shown one in the next frame
  float text_height = 0;  ///< of the last frame's explanation
};

/// Every step of GJK and EPA as a row, and the chosen one explained.
void drawStepsPanel(StepsPanel& panel, const Workspace& workspace, ViewState& view);

/// Shows the step `by` after the shown one.
void stepStage(StepsPanel& panel, const Workspace& workspace, ViewState& view, int by);

/// Lets the player go on when its time has come; stops at the last step. Before panels are drawn.
void playSteps(StepsPanel& panel, const Workspace& workspace, ViewState& view);

}  // namespace sepax
