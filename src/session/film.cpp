#include "session/film.h"
#include "session/learn/learning.h"
#include "session/process.h"
#include "session/scene/queries.h"
#include "session/scene/reports.h"
#include "session/scene/row_by_row.h"

#include "core/language.h"
#include "core/text.h"
#include "document/motion.h"
#include "draw/difference_picture.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace sepax {
namespace {

constexpr double kFrameSeconds = 0.05;  // of what moves: GIFs count in hundredths, and viewers slow down what is faster
constexpr double kStepSeconds = 0.8;    // of what goes step by step
constexpr double kHeldSeconds = 1.5;    // more, at the end
constexpr int kTurnFrames = 80, kMotionFrames = 100, kMinSweepFrames = 20, kMaxSweepFrames = 120;
constexpr int kStepsAFrame = 3;  // of the motion's

AxisRun shownRun(const Workspace& workspace, const SatReport& sat) {
  return axisRun(sat, workspace.view.row_by_row.order, workspace.reports.last_gap);
}
const Manifold* shownManifold(const Workspace& workspace) {
  const PairReport* const report = shownReport(workspace);
  return report != nullptr && report->manifold ? &*report->manifold : nullptr;
}
bool pairMoves(const Workspace& workspace) {
  const auto pair = shownPair(workspace.reports);
  if (!pair) return false;
  const Document& document = workspace.history.document();
  const Body *a = findBody(document, pair->first), *b = findBody(document, pair->second);
  return a != nullptr && b != nullptr && (isMoving(*a) || isMoving(*b));
}

constexpr FilmRow kFilms[] = {
    {Film::kSweep, "sweep", "the sweep of the pair", pairMoves, [](const Workspace& w) { return w.view.sweep_shown; }},
    {Film::kMotion, "motion", "the motion of all bodies",
     [](const Workspace& w) { return hasMotion(w.history.document()); },
     [](const Workspace& w) { return w.view.motion_plays; }},
    {Film::kTurn, "turn", "a turn around the scene",
     [](const Workspace& w) { return w.history.document().space == Space::k3d; },
     [](const Workspace&) { return false; }},
    {Film::kRows, "rows", "the axes, row by row", [](const Workspace& w) { return shownSat(w) != nullptr; },
     [](const Workspace& w) { return w.view.row_by_row.shown; }},
    {Film::kSteps, "steps", "the steps of GJK and EPA", [](const Workspace& w) { return shownGjk(w) != nullptr; },
     [](const Workspace&) { return true; }},
    {Film::kClips, "clips", "the clipping of contacts",
     [](const Workspace& w) {
       const Manifold* const m = shownManifold(w);
       return m != nullptr && !m->steps.empty();
     },
     [](const Workspace& w) { return w.view.contacts_shown; }},
    {Film::kSlide, "slide", "B sliding around A",
     [](const Workspace& w) { return w.history.document().space == Space::k2d && shownReport(w) != nullptr; },
     [](const Workspace& w) { return w.view.gjk.slide.has_value(); }},
};

int framesOf(const Workspace& workspace, Film film) {
  switch (film) {
    case Film::kSweep:
      return std::clamp(static_cast<int>(std::lround(workspace.queries.duration / kFrameSeconds)), kMinSweepFrames,
                        kMaxSweepFrames) +
             1;
    case Film::kMotion:
      return kMotionFrames + 1;
    case Film::kTurn:
      return kTurnFrames;
    case Film::kRows:
      return std::max(1, shownRun(workspace, *shownSat(workspace)).needed);
    case Film::kSteps:
      return stageCount(*shownGjk(workspace));
    case Film::kClips:
      return lastClipStage(*shownManifold(workspace)) + 1;
    case Film::kSlide:
      return kTurnFrames;
  }
  return 1;
}

}  // namespace

std::span<const FilmRow> films() { return kFilms; }
const FilmRow& rowOf(Film film) { return kFilms[static_cast<std::size_t>(film)]; }

bool isOffered(const Workspace& workspace, Film film) {
  return showsScene(workspace) && !isCovered(workspace, workspace) && rowOf(film).is_offered(workspace);
}

std::optional<Film> likelyFilm(const Workspace& workspace) {
  std::optional<Film> first;
  for (const FilmRow& row : kFilms) {
    if (!isOffered(workspace, row.film)) continue;
    if (row.is_in_front(workspace)) return row.film;
    if (!first) first = row.film;
  }
  return first;
}

std::optional<Film> filmToPlay(const Workspace& workspace, std::optional<Film> wanted) {
  return wanted && isOffered(workspace, *wanted) ? wanted : likelyFilm(workspace);
}

Reel::Reel(const Workspace& workspace, Film film, Theme theme, const ViewSize& view) : film_(film), view_(view) {
  workspace_.history = History(workspace.history.document());
  workspace_.view = workspace.view;
  workspace_.view.theme = theme;
  workspace_.view.hovered.clear();
  workspace_.view.hovered_axis.reset();
  workspace_.view.motion_plays = workspace_.view.sweep_plays = false;
  workspace_.reports.last_gap = workspace.reports.last_gap;
  updateReports(workspace_, std::numeric_limits<double>::infinity());
  ViewState& look = workspace_.view;
  // A film explains what it plays and nothing besides.
  look.sweep_shown = film == Film::kSweep;
  look.contacts_shown = film == Film::kClips;
  look.gjk.slide = film == Film::kSlide ? std::optional(0.0) : std::nullopt;
  look.row_by_row.shown = film == Film::kRows;
  if (film == Film::kSweep) updateQueries(workspace_);
  yaw_ = look.camera.yaw;
  size_ = framesOf(workspace_, film);
}

void Reel::showRow() {
  const SatReport& sat = *shownSat(workspace_);
  const AxisRun run = shownRun(workspace_, sat);
  if (run.rows.empty()) return;
  workspace_.view.row_by_row.tried = next_ + 1;
  workspace_.view.pinned_axis = sat.axes[static_cast<std::size_t>(run.rows[static_cast<std::size_t>(next_)])].id;
}

void Reel::advance() {
  ViewState& view = workspace_.view;
  switch (film_) {
    case Film::kSweep:
      view.sweep_time = workspace_.queries.duration * next_ / (size_ - 1);
      break;
    case Film::kMotion: {
      if (next_ == 0) break;
      Outbox outbox;
      outbox.send(MoveBodies{kStepsAFrame});
      process(workspace_, outbox);
      break;
    }
    case Film::kTurn:
      view.camera.yaw = yaw_ + 2 * std::numbers::pi * next_ / size_;
      break;
    case Film::kRows:
      showRow();
      break;
    case Film::kSteps:
      view.gjk.stage = next_;
      break;
    case Film::kClips:
      view.clip_stage = next_ + 1 == size_ ? -1 : next_;
      break;
    case Film::kSlide:
      view.gjk.slide = static_cast<double>(next_) / size_;
      break;
  }
  updateReports(workspace_, std::numeric_limits<double>::infinity());
  ++next_;
}

std::string Reel::caption() const {
  const int at = shown();
  switch (film_) {
    case Film::kSweep:
      return fmt::format("t = {} s", humanNumber(workspace_.view.sweep_time, 3));
    case Film::kMotion:
      return fmt::format("t = {} s", humanNumber(at * kStepsAFrame * kMotionStep, 3));
    case Film::kTurn:
    case Film::kSlide:
      return "";
    case Film::kRows:
      return trf("{} of {} axes tried", at + 1, shownRun(workspace_, *shownSat(workspace_)).rows.size());
    case Film::kSteps: {
      const GjkStage stage = stageAt(*shownGjk(workspace_), at);
      return fmt::format("{} {}", stage.epa != nullptr ? "EPA" : "GJK",
                         stage.epa != nullptr ? stage.grown + 1 : at + 1);
    }
    case Film::kClips:
      return clipStageText(*shownManifold(workspace_), at, namesOf(*shownReport(workspace_)));
  }
  return "";
}

double Reel::seconds() const {
  const bool steps = film_ == Film::kRows || film_ == Film::kSteps || film_ == Film::kClips;
  const bool is_held = next_ == size_ && film_ != Film::kTurn && film_ != Film::kSlide;
  return (steps ? kStepSeconds : kFrameSeconds) + (is_held ? kHeldSeconds : 0);
}

}  // namespace sepax
