#include "ui/lab/timeline_curve.h"

#include "core/language.h"
#include "core/text.h"
#include "session/lab/comparing.h"
#include "session/lab/replaying.h"
#include "session/scene/selection.h"
#include "session/workspace.h"
#include "ui/kit/canvas.h"
#include "ui/kit/keys.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sepax {

namespace {

/// The place of the chosen curve; one that only two runs have needs both.
std::size_t chosenCurve(const Replay& replay, const ViewState& view) {
  const std::vector<RunMeasureName>& curves = replayCurves();
  const auto chosen = std::ranges::find(curves, view.replay.curve, &RunMeasureName::key);
  const bool is_there = chosen != curves.end() && (replay.other || chosen + 1 != curves.end());
  return is_there ? static_cast<std::size_t>(chosen - curves.begin()) : 0;
}

std::string valueText(double value, const char* unit) {
  return std::isfinite(value) ? humanNumber(value, 4) + " " + unit : std::string("–");
}

void addCurve(TimelineCurve& made, std::string name, Colour colour, std::vector<double> values) {
  RunMeasureRange range;
  for (const double value : values) range.add(value);
  if (std::isnan(range.first)) return;
  made.ranges.push_back(range);
  made.plot.curves.push_back({std::move(name), colour, std::move(values)});
}

void makeCurve(TimelineCurve& made, const Replay& replay, std::size_t curve, Theme theme) {
  const Recording& recording = *replay.recording;
  const RunMeasureName& name = replayCurves()[curve];
  const bool is_compared = replay.other && replay.other->recording;
  made.from = recording.first();
  made.plot = {};
  made.ranges.clear();
  made.plot.x_title = tr("time in the recording, s");
  std::vector<double> shown, other;
  for (std::size_t i = recording.first(); i < recording.end(); ++i) {
    // A plot wants ascending numbers, a recording may have what it likes.
    const double time = recording.frame(i).time;
    made.plot.x.push_back(made.plot.x.empty() ? time : std::max(time, made.plot.x.back()));
    shown.push_back(curveAt(replay, curve, i, Run::kShown));
    if (is_compared) other.push_back(curveAt(replay, curve, i, Run::kOther));
  }
  const bool is_gap = curve == 0 && !is_compared, is_of_both = curve + 1 == replayCurves().size();
  if (is_gap) {
    std::vector<double> claimed(shown.size(), kNotMeasured);
    const PairHistory& history = replay.history;
    if (history.of == replay.recording) {
      for (std::size_t i = 0; i < history.claimed.size(); ++i)
        claimed[history.from - made.from + i] = history.claimed[i];
    }
    addCurve(made, tr("the engine"), curveColour(1, theme), std::move(claimed));
  }
  const auto names = is_compared ? runNames(replay) : std::pair<std::string, std::string>();
  addCurve(made,
           is_gap                       ? std::string(tr("the reference"))
           : is_compared && !is_of_both ? names.first
                                        : std::string(tr(name.name)),
           curveColour(0, theme), std::move(shown));
  if (is_compared) addCurve(made, names.second, curveColour(1, theme), std::move(other));
}

void followCurve(TimelineCurve& made, const Workspace& workspace, std::size_t curve, const PlotSize& size) {
  const Replay& replay = workspace.replay;
  const ViewState& view = workspace.view;
  const PairHistory& history = replay.history;
  std::string wanted =
      fmt::format("{} {} {} {} {} {} {} {} {}x{}x{} {}\n{}\n{}", curve,
                  static_cast<const void*>(replay.recording.get()), replay.recording->first(), replay.recording->end(),
                  history.from, history.gaps.size(), static_cast<int>(view.theme), static_cast<int>(view.language),
                  size.width, size.height, size.em, replay.other.has_value(), history.pair.first, history.pair.second);
  if (replay.other && replay.other->recording)
    wanted += fmt::format("\n{} {} {} {}", static_cast<const void*>(replay.other->recording.get()),
                          replay.other->recording->end(), replay.other->history.gaps.size(),
                          replay.other->comparison->frames().size());
  if (made.made_for == wanted) return;
  made.made_for = std::move(wanted);
  makeCurve(made, replay, curve, view.theme);
  made.frame = plotFrame(made.plot, size);
  made.list = plotPicture(made.plot, size, paletteOf(view.theme));
}

bool isDrawn(const TimelineCurve& made) { return !made.plot.curves.empty() && made.plot.x.size() > 1; }

void chooseCurve(const Replay& replay, ViewState& view, std::size_t chosen) {
  const std::vector<RunMeasureName>& curves = replayCurves();
  const Recording& recording = *replay.recording;
  ImGui::SetNextItemWidth(std::min(ImGui::GetContentRegionAvail().x, ImGui::GetFontSize() * 11));
  if (!ImGui::BeginCombo("##curve", tr(curves[chosen].name), ImGuiComboFlags_HeightLarge)) return;
  for (std::size_t i = 0; i < curves.size() - (replay.other ? 0 : 1); ++i) {
    bool is_there = false;
    for (std::size_t frame = recording.first(); frame < recording.end() && !is_there; ++frame) {
      for (const Run run : {Run::kShown, Run::kOther})
        is_there = is_there || std::isfinite(curveAt(replay, i, frame, run));
    }
    if (ImGui::Selectable(trId(curves[i].name).c_str(), i == chosen, is_there ? 0 : ImGuiSelectableFlags_Disabled))
      view.replay.curve = curves[i].key;
    tooltip(tr(curves[i].tip));
  }
  ImGui::EndCombo();
}

/// The choice of the curve, and of each run its value in the shown frame with the least and the greatest.
void drawValues(const TimelineCurve& made, const Replay& replay, ViewState& view, std::size_t chosen) {
  const RunMeasureName& name = replayCurves()[chosen];
  chooseCurve(replay, view, chosen);
  tooltip(tr(name.tip));
  if (!isDrawn(made))
    return inColour(faint(), [&] { paragraph(tr("The recording does not say what this curve needs.")); });
  const std::size_t at = std::min(std::max(view.replay.frame, made.from) - made.from, made.plot.x.size() - 1);
  const float room = ImGui::GetContentRegionAvail().x;
  const bool is_alone = made.plot.curves.size() == 1;
  for (std::size_t i = 0; i < made.plot.curves.size(); ++i) {
    const Plot::Curve& curve = made.plot.curves[i];
    const std::string value = valueText(curve.y[at], name.unit),
                      range = trf("{} to {}", humanNumber(made.ranges[i].min, 4), humanNumber(made.ranges[i].max, 4)),
                      tip = tr("The value in this frame, and the least and the greatest of all frames.");
    // A line of several is their legend, too.
    inColour(toImGuiVec(curve.colour), [&] {
      fittedText(is_alone ? value : fmt::format("{}: {} ({})", curve.name, value, range), room, is_alone ? tip : "");
    });
    if (is_alone) inColour(faint(), [&] { fittedText(range, room, tip); });
  }
}

void drawPlot(const TimelineCurve& made, const Workspace& workspace, ViewState& view, const char* unit,
              const ImVec2& room) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const Recording& recording = *workspace.replay.recording;
  ImGui::InvisibleButton("##gaps", room);
  const double time = made.frame.valueX(ImGui::GetIO().MousePos.x - corner.x);
  if (isHeldByMouse() && !isReplayEdited(workspace, workspace)) goToFrame(recording, view, recording.frameAt(time));
  if (const int step = keyStepsOnItem().right; step != 0) stepFrame(workspace, view, step);
  if (ImGui::IsItemHovered() && !isWalkedByKeys()) {
    const std::size_t frame = recording.frameAt(time), at = std::min(frame - made.from, made.plot.x.size() - 1);
    std::string text = trf("frame {}, recorded at {} s", frame, humanNumber(recording.frame(frame).time, 6));
    for (const Plot::Curve& curve : made.plot.curves)
      text += fmt::format("\n{}: {}", curve.name, valueText(curve.y[at], unit));
    tooltip(text);
  }
  paintFlat(made.list, corner);
  const double now = recording.frame(std::clamp(view.replay.frame, recording.first(), recording.end() - 1)).time;
  if (now < made.frame.x_low || now > made.frame.x_high) return;
  const float at = corner.x + static_cast<float>(made.frame.pixelX(now));
  ImGui::GetWindowDrawList()->AddLine({at, corner.y + static_cast<float>(made.frame.top)},
                                      {at, corner.y + static_cast<float>(made.frame.bottom)},
                                      toImGui(paletteOf(view.theme).highlight), 1.5f);
}

}  // namespace

void goToFrame(const Recording& recording, ViewState& view, std::size_t frame) {
  view.replay.plays = false;
  view.replay.follows = frame + 1 >= recording.end();
  view.replay.frame = std::clamp(frame, recording.first(), recording.end() - 1);
}

void stepFrame(const Workspace& workspace, ViewState& view, int by) {
  if (!isReplaying(workspace, workspace) || isReplayEdited(workspace, workspace) || workspace.replay.recording->empty())
    return;
  const Recording& recording = *workspace.replay.recording;
  const auto wanted = static_cast<std::ptrdiff_t>(view.replay.frame) + by;
  goToFrame(recording, view, static_cast<std::size_t>(std::max<std::ptrdiff_t>(wanted, 0)));
}

void drawTimelineCurve(TimelineCurve& made, const Workspace& workspace, ViewState& view) {
  const Replay& replay = workspace.replay;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const std::size_t chosen = chosenCurve(replay, view);
  const bool is_of_two = chosen == 0 || replay.other;
  const float em = ImGui::GetFontSize(), side = em * (is_of_two ? 20 : 11);
  if (replay.recording->empty() || room.y < em * 3.5f || room.x < side * 2) return;
  const ImVec2 size{room.x - side - em, room.y};
  followCurve(made, workspace, chosen, {size.x, size.y, em});
  ImGui::BeginChild("##values", {side, room.y}, false, ImGuiWindowFlags_NoScrollbar);
  drawValues(made, replay, view, chosen);
  ImGui::EndChild();
  ImGui::SameLine(0, em);
  if (isDrawn(made)) drawPlot(made, workspace, view, replayCurves()[chosen].unit, size);
}

void drawParting(const Workspace& workspace, ViewState& view) {
  const Replay& replay = workspace.replay;
  if (!replay.other) return;
  if (!replay.other->comparison || replay.other->comparison->frames().empty())
    return inColour(faint(), [] { paragraph(tr("The other run is starting.")); });
  const RunComparison& comparison = *replay.other->comparison;
  const auto parting = comparison.parting(view.replay.tolerance), farthest = comparison.farthest();
  const auto [shown, other] = runNames(replay);
  const auto apartText = [&](const Apart& apart) {
    if (apart.missing != Apart::Missing::kNowhere) return trf("{} is there in one of them alone", apart.body);
    return trf("{} is {} m and {} rad away", apart.body, humanNumber(apart.metres, 3), humanNumber(apart.radians, 3));
  };
  std::string text = trf("{} and {} do not part", shown, other);
  if (parting)
    text = trf("{} and {} part in frame {}: {}", shown, other, *parting, apartText(comparison.frames()[*parting]));
  if (farthest) text += "; " + trf("farthest in frame {}: {}", *farthest, apartText(comparison.frames()[*farthest]));
  paragraph(text);
  if (enabledButton(trId("Go there"), parting.has_value())) {
    goToFrame(*replay.recording, view, *parting);
    selectOnly(view, comparison.frames()[*parting].body);
  }
  tooltip(tr("To the first frame in which they part, with that body selected."));
  ImGui::SameLine();
  fieldName(tr("beyond"), ImGui::GetFontSize() * 5);
  if (ImGui::InputDouble("##tolerance", &view.replay.tolerance, 0, 0, "%g"))
    view.replay.tolerance = std::isfinite(view.replay.tolerance) ? std::max(view.replay.tolerance, 0.0) : 0.001;
  tooltip(tr("Metres and radians by which a body may be elsewhere before the runs part."));
  ImGui::SameLine();
  ImGui::TextUnformatted("m, rad");
  ImGui::Spacing();
}

}  // namespace sepax
