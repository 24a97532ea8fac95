#pragma once

#include "core/language.h"
#include "draw/plot_picture.h"
#include "session/lab/engine_run.h"
#include "ui/kit/panel.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace sepax {

class Recording;
struct ViewState;
struct Workspace;

/// The state of the Timeline panel between frames.
struct TimelinePanel {
  int port = 7470;

  // How the open case runs in an engine.
  std::string engine;
  double seconds = 2;
  enum class Moving { kCase, kBody, kAll };
  Moving moving = Moving::kCase;
  std::string moving_body;  ///< Moving::kBody: its id
  RunChoices choices;
  std::uint64_t choices_revision = ~0ull, choices_opening = ~0ull;  ///< of the history that they are of
  PairIds choices_pair;

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
extern const Panel kTimelinePanel;

/// Steps so many frames, and stops playing.
void stepFrame(const Workspace& workspace, ViewState& view, int by);
/// To the next frame with a claim that differs, or the one before.
void goToDifference(const Workspace& workspace, ViewState& view, bool forward);

}  // namespace sepax
