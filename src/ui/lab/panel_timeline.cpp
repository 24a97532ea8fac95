#include "ui/lab/panel_timeline.h"

#include "core/json_text.h"
#include "core/language.h"
#include "core/text.h"
#include "session/lab/replaying.h"
#include "session/scene/reports.h"
#include "session/workspace.h"
#include "ui/dialogs/file_dialog.h"
#include "ui/kit/keys.h"
#include "ui/kit/table.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace sepax {

namespace {

constexpr std::array<double, 6> kSpeeds{0.05, 0.1, 0.25, 0.5, 1, 4};

std::string speedText(double speed) { return fmt::format("{} ×", shortestDecimal(speed)); }

bool isOffered(const EngineList::Engine& engine, const Workspace& workspace) {
  return engine.hello.knowsSpace(workspace.history.document().space == Space::k2d ? "2d" : "3d");
}

void runAsTheCaseSays(TimelinePanel& panel) {
  panel.step.reset();
  panel.substeps.reset();
  panel.gravity.reset();
}

/// Keeps the choices among what the open case and this machine have.
void updateChoices(TimelinePanel& panel, const Workspace& workspace) {
  const PairIds pair = shownPair(workspace.reports).value_or(PairIds{});
  if (panel.choices_revision != workspace.history.revision() || panel.choices_pair != pair) {
    panel.choices = runChoices(workspace);
    panel.choices_revision = workspace.history.revision();
    panel.choices_pair = pair;
    const std::uint64_t opening = workspace.history.openings();
    if (std::exchange(panel.choices_opening, opening) != opening) {
      panel.seconds = panel.choices.seconds;
      runAsTheCaseSays(panel);
    }
  }
  const RunChoices& choices = panel.choices;
  if (panel.moving == TimelinePanel::Moving::kCase && !choices.by_case) panel.moving = TimelinePanel::Moving::kBody;
  if (std::ranges::find(choices.pair, panel.moving_body) == choices.pair.end())
    panel.moving_body = choices.pair.empty() ? std::string() : choices.pair.back();
  if (panel.moving == TimelinePanel::Moving::kBody && panel.moving_body.empty())
    panel.moving = choices.by_case ? TimelinePanel::Moving::kCase : TimelinePanel::Moving::kAll;
  const EngineList& list = workspace.engines;
  const EngineList::Engine* const chosen = list.named(panel.engine);
  if (chosen != nullptr && isOffered(*chosen, workspace)) return;
  // The one that holds most kinds of shapes, of equals the first.
  const EngineList::Engine* most = nullptr;
  for (const EngineList::Engine& each : list.engines) {
    const bool holds_more = most == nullptr || each.hello.shapes.size() > most->hello.shapes.size();
    if (holds_more && isOffered(each, workspace)) most = &each;
  }
  panel.engine = most == nullptr ? std::string() : most->manifest.name;
}

void chooseEngine(TimelinePanel& panel, const Workspace& workspace) {
  if (!ImGui::BeginCombo("##engine", asLabel(workspace.engines.named(panel.engine)->title).c_str())) return;
  for (const EngineList::Engine& engine : workspace.engines.engines) {
    if (isOffered(engine, workspace) &&
        ImGui::Selectable((asLabel(engine.title) + "###" + engine.manifest.name).c_str(),
                          engine.manifest.name == panel.engine))
      panel.engine = engine.manifest.name;
  }
  ImGui::EndCombo();
}

void chooseMoving(TimelinePanel& panel) {
  using Moving = TimelinePanel::Moving;
  const RunChoices& choices = panel.choices;
  const std::string by_case = tr("as the case says"), all = tr("all that enclose a volume");
  const std::string& shown = panel.moving == Moving::kCase  ? by_case
                             : panel.moving == Moving::kAll ? all
                                                            : panel.moving_body;
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * 12);
  if (ImGui::BeginCombo("##moving", asLabel(shown).c_str())) {
    if (choices.by_case && ImGui::Selectable(by_case.c_str(), panel.moving == Moving::kCase))
      panel.moving = Moving::kCase;
    for (const std::string& id : choices.pair) {
      const bool is_chosen = panel.moving == Moving::kBody && panel.moving_body == id;
      if (!ImGui::Selectable((asLabel(id) + "###body " + id).c_str(), is_chosen)) continue;
      panel.moving = Moving::kBody;
      panel.moving_body = id;
    }
    if (ImGui::Selectable((all + "###all").c_str(), panel.moving == Moving::kAll)) panel.moving = Moving::kAll;
    ImGui::EndCombo();
  }
  tooltip(
      tr("A case names what moves by a mass, a velocity or \"motion\": \"dynamic\" of a body. Here another body may "
         "move instead, or all."));
}

/// A field behind its name, in the line of the one before where both fit.
template <class Draw>
void namedField(const std::string& name, float width, const std::string& tip, const Draw& draw) {
  sameLineIfFits(ImGui::CalcTextSize(name.c_str()).x + ImGui::GetStyle().ItemSpacing.x + width);
  fieldName(name, width);
  draw();
  tooltip(tip);
}

/// An option that an engine has in scenes, as a field draws it.
struct SceneOption {
  std::string name, unit, tip;
  bool is_flag = false;
  double value = 0;  ///< of a flag 0 or 1
};
std::vector<SceneOption> sceneOptions(const TimelinePanel& panel, const EngineList::Engine& engine) {
  const auto set = panel.engine_options.find(panel.engine);
  std::vector<SceneOption> out;
  for (const Json& option : engine.hello.options) {
    const auto textOf = [&](const char* key) {
      const Json* const text = option.find(key);
      return text != nullptr && text->isString() ? printableLine(text->string()) : std::string();
    };
    const std::string type = textOf("type"), of = textOf("of");
    if ((type != "number" && type != "boolean") || (!of.empty() && of != "simulate")) continue;
    SceneOption each{textOf("name"), textOf("unit"), textOf("tip"), type == "boolean"};
    std::erase(each.unit, '%');  // it becomes a part of a format
    for (const Json* const value :
         {option.find("default"), panel.engine_margins ? option.find("engine_default") : nullptr,
          set == panel.engine_options.end() ? nullptr : set->second.find(each.name)}) {
      if (value != nullptr && value->isNumber()) each.value = value->number();
      if (value != nullptr && value->isBoolean()) each.value = value->boolean() ? 1 : 0;
    }
    out.push_back(std::move(each));
  }
  return out;
}

/// A text with what is not as the case and the engine have it: "step 0.01 s, margin 0.04 m".
std::string changesText(const TimelinePanel& panel, const std::vector<SceneOption>& options, int dimensions) {
  std::vector<std::string> out;
  const auto number = [](double value) { return humanNumber(value, 4); };
  if (panel.step) out.push_back(fmt::format("{} {} s", tr("step"), number(*panel.step)));
  if (panel.substeps) out.push_back(fmt::format("{} {}", tr("substeps"), *panel.substeps));
  if (panel.gravity) {
    std::vector<std::string> parts;
    for (int k = 0; k < dimensions; ++k) parts.push_back(number((*panel.gravity)[k]));
    out.push_back(fmt::format("{} {} m/s²", tr("gravity"), fmt::join(parts, ", ")));
  }
  const auto set = panel.engine_options.find(panel.engine);
  for (const SceneOption& option : options) {
    if (set == panel.engine_options.end() || set->second.find(option.name) == nullptr) continue;
    const char* const on = option.value > 0 ? tr("on") : tr("off");
    out.push_back(option.name + " " + (option.is_flag ? on : number(option.value)) +
                  (option.unit.empty() ? "" : " " + option.unit));
  }
  return fmt::format("{}", fmt::join(out, ", "));
}

/// Steps, gravity and the engine's options: as the case and the engine have them until they are set.
void drawRunFields(TimelinePanel& panel, const Workspace& workspace) {
  const int dimensions = dimensionsOf(workspace.history.document().space);
  const std::vector<SceneOption> options = sceneOptions(panel, *workspace.engines.named(panel.engine));
  const std::string changes = changesText(panel, options, dimensions);
  if (!sectionHeader(trId("Steps, gravity and options").c_str(), changes, Fold::kOpen)) return;
  const float em = ImGui::GetFontSize();
  const SimulationSteps& by_case = panel.choices.steps;
  double step = panel.step.value_or(by_case.step);
  fieldName(tr("step"), em * 5.5f);
  if (ImGui::InputDouble("##step", &step, 0, 0, "%.4g s"))
    panel.step = std::isfinite(step) ? std::clamp(step, 1e-6, 10.0) : by_case.step;
  tooltip(tr("Simulated seconds from a frame to the next."));
  namedField(tr("substeps"), em * 3, tr("Steps that the engine makes for a frame, each as much shorter."), [&] {
    int substeps = panel.substeps.value_or(by_case.substeps);
    if (ImGui::InputInt("##substeps", &substeps, 0)) panel.substeps = std::clamp(substeps, 1, 1000);
  });
  const char* const gravity_tip = tr("Acceleration of what falls, m/s².");
  const float width = static_cast<float>(dimensions) * em * 3.5f;
  namedField(tr("gravity"), width, gravity_tip, [&] {
    Vec3 gravity = panel.gravity.value_or(by_case.gravity);
    if (ImGui::InputScalarN("##gravity", ImGuiDataType_Double, &gravity.x, dimensions, nullptr, nullptr, "%g")) {
      for (int k = 0; k < 3; ++k) gravity[k] = std::isfinite(gravity[k]) ? std::clamp(gravity[k], -1e6, 1e6) : 0;
      panel.gravity = gravity;
    }
  });
  for (const SceneOption& option : options) {
    const std::string id = "##option " + option.name;
    double value = option.value;
    bool on = value > 0;
    namedField(option.name, option.is_flag ? ImGui::GetFrameHeight() : em * 5, option.tip, [&] {
      const std::string format = "%g" + (option.unit.empty() ? "" : " " + option.unit);
      if (option.is_flag && ImGui::Checkbox(id.c_str(), &on))
        panel.engine_options[panel.engine][option.name] = Json(on);
      if (!option.is_flag && ImGui::InputDouble(id.c_str(), &value, 0, 0, format.c_str()) && std::isfinite(value))
        panel.engine_options[panel.engine][option.name] = jsonNumber(value);
    });
  }
  const std::string back = trId("As the case says");
  sameLineIfFits(ImGui::CalcTextSize(back.c_str(), nullptr, true).x + em);
  if (enabledButton(back, !changes.empty())) {
    runAsTheCaseSays(panel);
    panel.engine_options.erase(panel.engine);
  }
  tooltip(tr("Steps and gravity as the case has them, options as the engine has them."));
}

/// The open case in an engine: which one, for how long, what moves, and by which steps.
void drawEngineRow(TimelinePanel& panel, const Workspace& workspace, Outbox& outbox) {
  const EngineList& list = workspace.engines;
  if (!list.is_there) {
    if (enabledButton(trId("Run in engine…"), !workspace.jobs->newestOf("engines"))) outbox.request(FindEngines{});
    tooltip(
        tr("Run the open case in a physics engine of this machine and see what it does, frame by frame, beside the "
           "reference. The case comes back afterwards."));
    return;
  }
  updateChoices(panel, workspace);
  if (panel.engine.empty()) {
    paragraph(
        tr("No engine here runs scenes of this space: Bullet (space) and Box2D (plane) come with Sepax, where "
           "their libraries are installed."));
    return;
  }
  const float em = ImGui::GetFontSize();
  fieldName(tr("Run this case in"), em * 9);
  chooseEngine(panel, workspace);
  ImGui::SameLine();
  fieldName(tr("for"), em * 4);
  if (ImGui::InputDouble("##seconds", &panel.seconds, 0, 0, "%g s"))
    panel.seconds = std::isfinite(panel.seconds) ? std::clamp(panel.seconds, 0.05, 600.0) : 2;
  sameLineIfFits(ImGui::CalcTextSize(tr("moving:")).x + em * 20);
  ImGui::TextUnformatted(tr("moving:"));
  ImGui::SameLine();
  chooseMoving(panel);
  const std::string margins = trId("Engines' own margins");
  sameLineIfFits(ImGui::CalcTextSize(margins.c_str(), nullptr, true).x + em * 7);
  ImGui::Checkbox(margins.c_str(), &panel.engine_margins);
  tooltip(
      tr("Off: without margins, so that claims can be compared. On: with what the engine takes by default, such as "
         "Bullet's 0.04 m."));
  ImGui::SameLine();
  if (primaryButton(trId("Run").c_str())) {
    std::vector<std::string> moving;
    if (panel.moving == TimelinePanel::Moving::kBody) moving = {panel.moving_body};
    if (panel.moving == TimelinePanel::Moving::kAll) moving = movableBodies(workspace.history.document());
    const auto set = panel.engine_options.find(panel.engine);
    outbox.request(RunInEngine{panel.engine, panel.seconds, std::move(moving), panel.engine_margins, panel.step,
                               panel.substeps, panel.gravity,
                               set == panel.engine_options.end() ? Json() : set->second});
  }
  nameItem("run");
  tooltip(
      tr("Gravity and steps are the case's (\"simulate\" in it), else 9.81 m/s² downwards and 60 frames a second."));
  if (workspace.replay.feed != nullptr && workspace.replay.is_run) {
    ImGui::SameLine();
    ImGui::TextDisabled("%s", tr("The engine is starting."));
  }
  drawRunFields(panel, workspace);
}

/// Without a recording: how one comes here.
void drawNothing(TimelinePanel& panel, FileDialog& files, const Workspace& workspace, Outbox& outbox) {
  const Replay& replay = workspace.replay;
  if (replay.feed != nullptr && replay.is_live) {
    paragraph(replay.port > 0
                  ? trf("Waits for a program that connects to 127.0.0.1, port {}, and sends its recording there.",
                        replay.port)
                  : std::string(tr("Waits for a recording on standard input.")));
    if (ImGui::Button(trId("Stop listening").c_str())) outbox.request(StopReplay{});
    return;
  }
  drawEngineRow(panel, workspace, outbox);
  ImGui::Spacing();
  paragraph(
      tr("A recording shows what an engine did, frame by frame: where its bodies were and what it said of its pairs, "
         "each claim beside the "
         "reference. The folder recorders has writers for C++, Python and JavaScript."));
  if (ImGui::Button(trId("Open a recording…").c_str())) openFileDialog(files, FileDialog::Purpose::kOpen, workspace);
  tooltip(tr("A .sepaxlog file, also one packed by gzip."));
  ImGui::SameLine();
  if (enabledButton(trId("Listen"), !workspace.in_page))
    outbox.request(AttachPort{static_cast<std::uint16_t>(panel.port)});
  if (workspace.in_page) return tooltip(tr("Only the desktop version of Sepax follows a program live."));
  tooltip(tr("Follow a program live that sends its recording to this port of this machine. Nothing else can connect."));
  ImGui::SameLine();
  fieldName(tr("port"), ImGui::GetFontSize() * 4);
  constexpr int kLowest = 1024, kHighest = 65535;
  if (ImGui::InputInt("##port", &panel.port, 0)) panel.port = std::clamp(panel.port, kLowest, kHighest);
}

/// The popup of what a recording may be compared with.
void chooseOtherRun(FileDialog& files, const Workspace& workspace, Outbox& outbox) {
  if (!ImGui::BeginPopup("##compare")) return;
  const bool wants_file = ImGui::Selectable(trId("With a recording…").c_str());
  for (const EngineList::Engine& engine : workspace.engines.engines) {
    const bool is_offered = workspace.replay.is_run && isOffered(engine, workspace);
    const std::string label = asLabel(trf("With this case in {}", engine.title)) + "###" + engine.manifest.name;
    if (is_offered && ImGui::Selectable(label.c_str())) outbox.request(CompareWith{{}, engine.manifest.name});
  }
  if (workspace.replay.other && ImGui::Selectable(trId("End comparing").c_str())) outbox.request(CompareWith{});
  ImGui::EndPopup();
  if (wants_file) openFileDialog(files, FileDialog::Purpose::kCompare, workspace);
}

void drawTransport(FileDialog& files, const Workspace& workspace, ViewState& view, Outbox& outbox) {
  const Recording& recording = *workspace.replay.recording;
  ReplayView& look = view.replay;
  const bool is_edited = isReplayEdited(workspace, workspace), has_frames = !recording.empty();
  const float em = ImGui::GetFontSize();
  ImGui::BeginDisabled(is_edited || !has_frames);
  ImGui::PushButtonRepeat(true);
  if (ImGui::ArrowButton("##frame_before", ImGuiDir_Left)) stepFrame(workspace, view, -1);
  tooltip(tr("One frame back"));
  ImGui::SameLine();
  if (ImGui::ArrowButton("##frame_after", ImGuiDir_Right)) stepFrame(workspace, view, 1);
  tooltip(tr("One frame on"));
  ImGui::PopButtonRepeat();
  ImGui::SameLine();
  if (toggleButton(trId(look.plays ? "Pause" : "Play").c_str(), look.plays)) outbox.request(ToggleReplay{});
  tooltip(tr("Let the recording run in its own time, times the speed beside."));
  ImGui::SameLine();
  ImGui::SetNextItemWidth(em * 4.5f);
  if (ImGui::BeginCombo("##speed", speedText(look.speed).c_str())) {
    for (const double speed : kSpeeds) {
      if (ImGui::Selectable(speedText(speed).c_str(), speed == look.speed)) look.speed = speed;
    }
    ImGui::EndCombo();
  }
  tooltip(tr("How fast it runs."));
  const auto before = has_frames ? differenceBefore(workspace.replay, look.frame) : std::nullopt;
  const auto after = has_frames ? differenceAfter(workspace.replay, look.frame) : std::nullopt;
  const std::string previous = trId("Previous difference"), next = trId("Next difference");
  sameLineIfFits(buttonWidth(previous));
  if (enabledButton(previous, before.has_value())) goToDifference(workspace, view, false);
  tooltip(
      tr("To the frame before this one in which the engine said something that the reference contradicts, or a body "
         "passes through another."));
  sameLineIfFits(buttonWidth(next));
  if (enabledButton(next, after.has_value())) goToDifference(workspace, view, true);
  tooltip(tr(
      "To the next frame in which the engine said something that the reference contradicts, or a body passes through "
      "another."));
  ImGui::EndDisabled();
  const std::string ghosts = trId("Ghosts");
  sameLineIfFits(buttonWidth(ghosts) + ImGui::GetFrameHeight());
  ImGui::BeginDisabled(workspace.replay.other.has_value());  // the ghosts are the other run
  ImGui::Checkbox(ghosts.c_str(), &look.ghosts);
  ImGui::EndDisabled();
  tooltip(tr("Draw the shown pair, or the selected body, 4 and 8 frames before and after, too."));
  sameLineIfFits(em * 8);
  ImGui::SetNextItemWidth(em * 8);
  ImGui::InputTextWithHint("##filter", hintThatFits(tr("bodies by name")).c_str(), &look.filter);
  tooltip(tr("Only bodies with this in their names are drawn."));
  const std::string compare = trId("Compare…");
  if (!workspace.replay.is_live) {
    sameLineIfFits(buttonWidth(compare));
    if (enabledButton(compare, has_frames)) ImGui::OpenPopup("##compare");
    tooltip(
        tr("Another run of the same bodies beside this one: its bodies as ghosts, the curves of both, and the first "
           "frame in which they part."));
    chooseOtherRun(files, workspace, outbox);
  }
  const std::string save = trId("Save…"),
                    close = trId(workspace.replay.feed != nullptr && workspace.replay.is_live ? "Stop" : "Close");
  sameLineIfFits(buttonWidth(save) + buttonWidth(close) + ImGui::GetStyle().ItemSpacing.x);
  if (ImGui::Button(save.c_str())) openFileDialog(files, FileDialog::Purpose::kSaveRecording, workspace);
  tooltip(tr("Save the recording in memory. A single frame is saved as a case by File, Save as."));
  ImGui::SameLine();
  if (ImGui::Button(close.c_str())) outbox.request(StopReplay{});
  tooltip(workspace.replay.is_run ? tr("Close the run; the case comes back as it was.")
                                  : tr("Close the recording; the bodies stay as they are."));
}

/// "frame 33 of 0 … 119, 0.567 s; 2 claims, 1 of them differs"
std::string positionText(const Workspace& workspace) {
  const Replay& replay = workspace.replay;
  const Recording& recording = *replay.recording;
  if (recording.empty())
    return replay.has_ended ? tr("The recording has no frames: these are the bodies of its first line.")
                            : tr("Waits for the first frame.");
  const std::size_t number = std::clamp(workspace.view.replay.frame, recording.first(), recording.end() - 1);
  const Recording::Frame& frame = recording.frame(number);
  std::string text = trf("frame {} of {} to {}, recorded at {} s", number, recording.first(), recording.end() - 1,
                         humanNumber(frame.time, 4));
  const auto differing = std::ranges::count_if(frame.claims, [](const CheckedClaim& claim) { return claim.differs(); });
  if (!frame.claims.empty()) text += "; " + trf("claims: {}, of which {} differ", frame.claims.size(), differing);
  if (!frame.mark.empty()) text += "; " + frame.mark;
  if (!replay.is_live && !replay.has_ended && replay.feed != nullptr)
    text += trf("; {} % is read", static_cast<int>(100 * replay.feed->fractionRead()));
  if (replay.is_live)
    text += replay.has_ended ? tr("; ended") : replay.feed->isConnected() ? tr("; live") : tr("; waits");
  const std::size_t waiting = replay.is_live && replay.feed != nullptr ? replay.feed->waiting() : 0;
  if (waiting > 0) text += "; " + trn("{} more program waits", "{} more programs wait", waiting);
  return text;
}

/// The meaning of a tick of the bar, by its colour and height.
struct TickName {
  Run run;
  Recording::Stop stop;
  Colour Palette::*colour;
  float above, below;  ///< how far it reaches from the middle, of the bar's height
  const char* name;
  const char* tip;
};
constexpr TickName kTickNames[] = {
    {Run::kShown, Recording::Stop::kDiffers, &Palette::overlapping, 0.32f, 0.32f, "differs",
     "Frames in which the engine said something that the reference contradicts, or a body passes through another."},
    {Run::kOther, Recording::Stop::kDiffers, &Palette::touching, -0.1f, 0.5f, "the other differs",
     "Such frames of the run beside this one."},
    {Run::kShown, Recording::Stop::kMark, &Palette::highlight, 0.5f, 0.5f, "mark",
     "Frames that the recording marks, such as the first contact."}};
constexpr float kTickGapEm = 0.5f, kTickNameGapEm = 0.9f;

bool hasTicks(const Replay& replay, const TickName& tick) {
  const Recording* const recording = recordingOf(replay, tick.run);
  return recording != nullptr && recording->stopBefore(recording->end(), tick.stop).has_value();
}

float tickNamesWidth(const Replay& replay) {
  float width = 0;
  for (const TickName& tick : kTickNames) {
    if (hasTicks(replay, tick))
      width += ImGui::GetFontSize() * (kTickGapEm + kTickNameGapEm) + ImGui::CalcTextSize(tr(tick.name)).x;
  }
  return width;
}

/// The ticks that the recording has, named to the right of the bar.
void drawTickNames(const Replay& replay, const Palette& palette, float height) {
  const float em = ImGui::GetFontSize(), middle = ImGui::GetItemRectMin().y + height / 2;
  for (const TickName& tick : kTickNames) {
    if (!hasTicks(replay, tick)) continue;
    ImGui::SameLine(0, em * kTickNameGapEm);
    const float left = ImGui::GetCursorScreenPos().x, x = std::round(left + 1);
    ImGui::GetWindowDrawList()->AddLine({x, middle - height * tick.above}, {x, middle + height * tick.below},
                                        toImGui(palette.*tick.colour), 1.5f);
    ImGui::SetCursorScreenPos({left + em * kTickGapEm, middle - ImGui::GetTextLineHeight() / 2});
    ImGui::TextDisabled("%s", tr(tick.name));
    tooltip(tr(tick.tip));
  }
}

/// The whole recording as a bar: marks, frames that differ, and where we are. Dragging goes there.
void drawScrubber(const Workspace& workspace, ViewState& view) {
  const Recording& recording = *workspace.replay.recording;
  const Palette& palette = paletteOf(view.theme);
  const float em = ImGui::GetFontSize(), room = ImGui::GetContentRegionAvail().x,
              names = tickNamesWidth(workspace.replay);
  const bool has_names = names < room / 2;
  const float width = std::max(has_names ? room - names : room, 1.0f), height = std::round(em * 1.3f);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::BeginDisabled(isReplayEdited(workspace, workspace));
  ImGui::InvisibleButton("##frames", {width, height});
  const double first = static_cast<double>(recording.first()), count = static_cast<double>(recording.end()) - first;
  const float left = corner.x + em * 0.4f, right = corner.x + width - em * 0.4f;
  const auto placeOf = [&](double frame) {
    return left + static_cast<float>((frame - first) / std::max(count - 1, 1.0)) * (right - left);
  };
  if (isHeldByMouse() && count > 0) {
    const double part = std::clamp((ImGui::GetIO().MousePos.x - left) / std::max(right - left, 1.0f), 0.0f, 1.0f);
    goToFrame(recording, view,
              recording.first() + static_cast<std::size_t>(std::lround(part * std::max(count - 1, 0.0))));
  }
  if (const int step = keyStepsOnItem().right; step != 0) stepFrame(workspace, view, step);
  ImGui::EndDisabled();
  tooltip(
      tr("Drag to any frame, or Ctrl+← and Ctrl+→ with this in focus. Red: the engine said something there that the "
         "reference contradicts, or a body passes through another; below, in yellow: the run beside this one; tall: a "
         "mark of the recording."));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float middle = corner.y + height / 2;
  list.AddRectFilled({left, middle - 2}, {right, middle + 2}, toImGui(withAlpha(palette.text_faint, 0.5)), 2);
  if (count <= 0) return;
  // One tick a pixel is enough.
  const auto ticks = [&](const Recording& of, const TickName& tick) {
    float last = -1;
    for (auto at =
             of.stopAfter(recording.first() == 0 ? static_cast<std::size_t>(-1) : recording.first() - 1, tick.stop);
         at && *at < recording.end(); at = of.stopAfter(*at, tick.stop)) {
      const float x = std::round(placeOf(static_cast<double>(*at)));
      if (x == last) continue;
      list.AddLine({x, middle - height * tick.above}, {x, middle + height * tick.below}, toImGui(palette.*tick.colour),
                   1.5f);
      last = x;
    }
  };
  for (const TickName& tick : kTickNames) {
    const Recording* const of = recordingOf(workspace.replay, tick.run);
    if (of != nullptr) ticks(*of, tick);
  }
  const float now = placeOf(static_cast<double>(std::clamp(view.replay.frame, recording.first(), recording.end() - 1)));
  list.AddCircleFilled({now, middle}, height * 0.32f, toImGui(palette.text));
  if (has_names) drawTickNames(workspace.replay, palette, height);
}

/// The engine's claim about the shown pair, and the reference's answer.
void drawClaim(const Workspace& workspace, const ViewState& view) {
  const auto pair = shownPair(workspace.reports);
  if (!pair || isReplayEdited(workspace, workspace)) return;
  const CheckedClaim* const claim = shownClaim(workspace, workspace);
  std::string text = claim == nullptr ? std::string(tr("nothing is said of this pair in this frame"))
                                      : trf("agrees with the reference within {} m", humanNumber(claim->tolerance, 3));
  const bool differs = claim != nullptr && claim->differs();
  if (differs) text = differenceText(workspace, workspace, *workspace.replay.recording, *claim);
  const Palette& palette = paletteOf(view.theme);
  const TextColour colour(toImGuiVec(differs ? palette.overlapping : palette.text));
  paragraph(fmt::format("{} × {}: {}", pair->first, pair->second, text));
}

/// A claim of the shown frame that differs, or a crossing, with its recording.
struct DifferingRow {
  const Recording* recording = nullptr;
  PairIds pair;
  const CheckedClaim* claim = nullptr;  ///< null: a crossing
  std::string text;                     ///< of a crossing
};

/// The rows of both runs in the shown frame, but the claim of the shown pair.
std::vector<DifferingRow> differingRows(const Workspace& workspace, std::size_t number) {
  std::vector<DifferingRow> out;
  const CheckedClaim* const shown = shownClaim(workspace, workspace);
  for (const Run run : {Run::kShown, Run::kOther}) {
    const Recording* const recording = recordingOf(workspace.replay, run);
    if (recording == nullptr || number < recording->first() || number >= recording->end()) continue;
    for (const Crossing& crossing : recording->frame(number).crossings)
      out.push_back({recording, crossing.pair, nullptr, crossing.text});
    for (const CheckedClaim& claim : recording->frame(number).claims) {
      if (claim.differs() && &claim != shown)
        out.push_back({recording, {recording->body(claim.claim.a).id, recording->body(claim.claim.b).id}, &claim, {}});
    }
  }
  return out;
}

/// The other claims of the shown frame that differ, and its crossings; a click shows their pair.
void drawDifferences(const Workspace& workspace, ViewState& view) {
  const Recording& recording = *workspace.replay.recording;
  if (recording.empty()) return;
  const std::size_t number = std::clamp(view.replay.frame, recording.first(), recording.end() - 1);
  const Recording::Frame& frame = recording.frame(number);
  const std::vector<DifferingRow> rows = differingRows(workspace, number);
  ImGui::Spacing();
  if (!frame.differs && rows.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    paragraph(frame.claims.empty() ? tr("The engine says nothing in this frame.")
                                   : tr("All that the engine says in this frame holds."));
    ImGui::PopStyleColor();
    return;
  }
  drawRowsInSight(rows.size(), [&](int i) {
    const DifferingRow& row = rows[static_cast<std::size_t>(i)];
    std::string text = row.text;
    if (row.claim != nullptr)
      text = fmt::format("{} × {}: {}", row.pair.first, row.pair.second,
                         differenceText(workspace, workspace, *row.recording, *row.claim));
    if (row.recording != &recording) text = runNames(workspace.replay).second + ": " + text;
    const IdScope id(i);
    ImGui::PushStyleColor(ImGuiCol_Text, toImGuiVec(paletteOf(view.theme).overlapping));
    if (listRow(asLabel(cutToFit(text, ImGui::GetContentRegionAvail().x)).c_str())) {
      view.pair = row.pair;
      view.pinned_axis.reset();
    }
    ImGui::PopStyleColor();
    tooltip(text);
  });
}

/// The causes of claims that differ, of all frames, once all are there.
void drawExplanation(const ClaimExplanation& explanation) {
  if (explanation.groups.empty()) return;
  for (const std::string& line : explanation.causeLines()) paragraph(line);
  if (!sectionHeader("Differences by kinds of shapes", std::to_string(explanation.groups.size()), Fold::kClosed))
    return;
  for (const ClaimGroup& group : explanation.groups) paragraph(group.text());
}

/// A frame that was changed by hand: nothing is lost without a word.
void drawEdited(Outbox& outbox) {
  ImGui::AlignTextToFramePadding();
  const std::string back = trId("Back to the recording");
  if (ImGui::Button(back.c_str())) outbox.request(LeaveReplayEdits{});
  tooltip(tr("Give up what was changed of this frame. File, Save as keeps it as a case."));
  ImGui::SameLine();
  fittedText(tr("This frame was changed by hand: the recording waits."));
}

}  // namespace

void goToDifference(const Workspace& workspace, ViewState& view, bool forward) {
  if (!isReplaying(workspace, workspace) || isReplayEdited(workspace, workspace) || workspace.replay.recording->empty())
    return;
  const Replay& replay = workspace.replay;
  const auto frame = forward ? differenceAfter(replay, view.replay.frame) : differenceBefore(replay, view.replay.frame);
  if (!frame) return;
  goToFrame(*replay.recording, view, *frame);
  const Recording& recording = replay.recording->frame(*frame).differs ? *replay.recording : *replay.other->recording;
  // The pair of the worst claim there, or of a crossing.
  const std::vector<CheckedClaim>& claims = recording.frame(*frame).claims;
  const auto worst = std::ranges::max_element(claims, {}, &CheckedClaim::worst);
  view.pair = worst != claims.end() && worst->differs()
                  ? PairIds{recording.body(worst->claim.a).id, recording.body(worst->claim.b).id}
                  : recording.frame(*frame).crossings.front().pair;
  view.pinned_axis.reset();
}

namespace {

/// How many frames differ, for the tab; empty: none.
std::string differingFrames(const Workspace& workspace) {
  if (workspace.replay.recording == nullptr) return {};
  const std::size_t count = workspace.replay.recording->differingFrames();
  return count == 0 ? std::string() : std::to_string(count);
}

/// The curve of the pair's gap gets more values in each frame while it is shown, and two runs are compared.
bool isCurveGrowing(const Workspace& workspace) {
  const Replay& replay = workspace.replay;
  const auto isGrowing = [](const PairHistory& history, const auto& recording) {
    return history.of != nullptr && history.of == recording && history.from + history.gaps.size() < recording->end();
  };
  const bool other_grows = replay.other && isGrowing(replay.other->history, replay.other->recording);
  return (workspace.view.replay.shown && (isGrowing(replay.history, replay.recording) || other_grows)) ||
         !isCompared(replay);
}

void drawTimelinePanel(TimelinePanel& panel, FileDialog& files, const Workspace& workspace, ViewState& view,
                       Outbox& outbox) {
  if (!isReplaying(workspace, workspace)) return drawNothing(panel, files, workspace, outbox);
  drawTransport(files, workspace, view, outbox);
  const float em = ImGui::GetFontSize(), room = ImGui::GetContentRegionAvail().x, list = std::min(em * 26, room * 0.4f);
  ImGui::BeginChild("##time", {room - list - em, 0});
  if (isReplayEdited(workspace, workspace)) {
    drawEdited(outbox);
  } else {
    fittedText(positionText(workspace));
  }
  drawScrubber(workspace, view);
  drawTimelineCurve(panel.curve, workspace, view);
  ImGui::EndChild();
  ImGui::SameLine(0, em);
  ImGui::BeginChild("##claims");
  drawParting(workspace, view);
  drawClaim(workspace, view);
  drawExplanation(workspace.replay.explanation);
  drawDifferences(workspace, view);
  ImGui::EndChild();
}

}  // namespace

const Panel kTimelinePanel = {
    .word = "timeline",
    .title = "Timeline",
    .help =
        "A recording of an engine, frame by frame. Each thing that the engine said of a pair is compared with the "
        "reference: red marks are frames in which it is contradicted. The curve is the gap of the shown pair over "
        "time.",
    .home = Region::kBottom,
    .draw =
        [](PanelContext& c) {
          drawTimelinePanel(c.state<TimelinePanel>(), c.state<FileDialog>(), c.workspace, c.view, c.outbox);
        },
    .badge = differingFrames,
    .offered = [](const Workspace& w) { return w.bundle == nullptr || w.replay.feed || w.replay.recording; },
    .shown = [](ViewState& view) -> bool& { return view.replay.shown; },
    .before = [](Workspace& w, PanelStates&) { playReplay(w, w, ImGui::GetIO().DeltaTime); },
    .update = [](Workspace& w) { followPairHistory(w, w); },
    .next_frame =
        [](const Workspace& w) {
          return atOnceIf((w.view.replay.plays && !isReplayEdited(w, w)) || isCurveGrowing(w));
        },
};

}  // namespace sepax
