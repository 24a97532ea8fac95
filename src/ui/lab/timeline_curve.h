#pragma once

#include "draw/plot_picture.h"
#include "lab/recording/run_measures.h"

#include <cstddef>
#include <string>
#include <vector>

namespace sepax {

class Recording;
struct ViewState;
struct Workspace;

/// The plot under the time line, and what it was made for.
struct TimelineCurve {
  std::string made_for;
  std::size_t from = 0;  ///< frame of the first value
  Plot plot;
  std::vector<RunMeasureRange> ranges;  ///< of its curves
  PlotFrame frame;
  DrawList list;
};

/// Goes to a frame, and stays there.
void goToFrame(const Recording& recording, ViewState& view, std::size_t frame);
/// Steps so many frames, and stops playing.
void stepFrame(const Workspace& workspace, ViewState& view, int by);

/// One curve over the frames, chosen beside it, with its value now, least and greatest; a click goes to a frame.
void drawTimelineCurve(TimelineCurve& curve, const Workspace& workspace, ViewState& view);

/// Where the shown run and the one beside it part, with a way there.
void drawParting(const Workspace& workspace, ViewState& view);

}  // namespace sepax
