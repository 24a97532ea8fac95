#pragma once

#include "core/language.h"
#include "draw/plot_picture.h"

#include <cstddef>
#include <memory>
#include <string>

namespace sepax {

class Recording;
struct Outbox;
struct ViewState;
struct Workspace;

/// The state of the Timeline panel between frames.
struct TimelinePanel {
  int port = 7470;
  bool wants_file = false;  ///< a recording is to be chosen,
  bool wants_save = false;  ///< or where this one goes; the shell asks

  // The curve of the pair's gap, and what it was made for.
  std::shared_ptr<const Recording> seen;
  std::string pair;
  std::size_t values = 0, from = 0;
  Theme theme = Theme::kDark;
  Language language = Language::kEnglish;
  PlotSize size;
  Plot plot;
  PlotFrame frame;
  DrawList list;
};

/// A recording frame by frame: play, step and scrub it, go from one wrong claim to the next, and see the gap of the
/// shown pair over time beside what the engine said.
void drawTimelinePanel(TimelinePanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox);

/// How many frames have claims that differ, for the tab; empty: none.
[[nodiscard]] std::string differingFrames(const Workspace& workspace);

/// Steps so many frames, and stops playing.
void stepFrame(const Workspace& workspace, ViewState& view, int by);
/// To the next frame with a claim that differs, or the one before.
void goToDifference(const Workspace& workspace, ViewState& view, bool forward);

}  // namespace sepax
