#include "ui/scene/panel_sweep.h"

#include "collide/pair_names.h"
#include "core/language.h"
#include "core/text.h"
#include "session/scene/queries.h"
#include "session/workspace.h"
#include "ui/kit/fields.h"
#include "ui/kit/keys.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"
#include "ui/scene/panel_scene.h"

#include <imgui.h>

#include <algorithm>
#include <string>

namespace sepax {

namespace {

constexpr NumberFormat kNumber{.text = "%.5g", .speed_at_zero = 0.01};
constexpr NumberFormat kLength{.min = 1e-9, .text = "%.5g", .speed_at_zero = 0.01};
constexpr NumberFormat kDuration{.min = 1e-9, .text = "%.5g s", .speed_at_zero = 0.01};

/// The values that the widgets of the left column need.
struct Fields {
  SweepPanel& panel;
  const Document& document;
  Outbox& outbox;

  /// A number on its way to a valid one is not sent.
  void send(const Command& command) const { (void)sendEdit(command, document, panel.step, outbox); }

  bool numbers(const char* id, std::span<double> values, const NumberFormat& format = kNumber) const {
    return numberField(id, values, format, panel.step);
  }
};

void drawVelocities(const Fields& fields, const Body& body, bool planar) {
  const IdScope scope(body.id.c_str());
  Vec3 linear = body.linear_velocity.value_or(Vec3{0.0}), angular = body.angular_velocity.value_or(Vec3{0.0});
  fieldRow(trf("velocity of {}", body.id), tr("Metres a second."));
  if (fields.numbers("##linear", {&linear.x, planar ? 2u : 3u}))
    fields.send(SetVelocities{body.id, linear, body.angular_velocity});
  if (!neverRotates(body.shape)) {
    fieldRow(trf("spin of {}", body.id), tr("Radians a second about the body's position."));
    if (fields.numbers("##angular", planar ? std::span(&angular.z, 1) : std::span(&angular.x, 3))) {
      fields.send(SetVelocities{body.id, body.linear_velocity, angular});
    }
  }
}

/// The numbers of a ray or a point of the case.
void drawQuery(const Fields& fields, const QueryReport& report, bool planar) {
  // Answers may lag behind the document: the fields show and edit its own query.
  if (report.index >= fields.document.queries.size()) return;
  const Query& query = fields.document.queries[report.index].query;
  const IdScope scope(static_cast<int>(report.index));
  const auto vector = [&](const std::string& name, const char* tip, const char* key, auto changed, auto member) {
    Vec3& value = changed.*member;
    fieldRow(name, tr(tip));
    const IdScope id(key);
    if (fields.numbers("##value", {&value.x, planar ? 2u : 3u})) {
      fields.send(SetQueries{withQuery(fields.document.queries, report.index, changed)});
    }
  };
  if (const auto* ray = std::get_if<RayQuery>(&query)) {
    vector(trf("ray {}: from", report.index), "Where the ray starts, world.", "origin", *ray, &RayQuery::origin);
    vector(trf("ray {}: along", report.index), "Its direction; need not be of length one.", "direction", *ray,
           &RayQuery::direction);
    RayQuery changed = *ray;
    fieldRow(trf("ray {}: length", report.index), tr("Metres."));
    if (fields.numbers("##length", {&changed.length, 1}, kLength))
      fields.send(SetQueries{withQuery(fields.document.queries, report.index, changed)});
  } else if (const auto* contains = std::get_if<ContainsQuery>(&query)) {
    vector(trf("point {} in {}", report.index, contains->body), "Which the body contains or not, world.", "point",
           *contains, &ContainsQuery::point);
  }
}

void drawFields(const Fields& fields, const Queries& queries) {
  const bool planar = fields.document.space == Space::k2d;
  if (!ImGui::BeginTable("fields", 2, ImGuiTableFlags_NoPadOuterX)) return;
  ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, ImGui::GetFontSize() * 7);
  ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch);
  for (const std::string& id : {queries.pair.first, queries.pair.second}) {
    if (const Body* body = findBody(fields.document, id)) drawVelocities(fields, *body, planar);
  }
  double duration = queries.duration;
  fieldRow(tr("duration"), tr("Seconds that are swept; kept in the case as a query."));
  if (fields.numbers("##duration", {&duration, 1}, kDuration)) {
    fields.send(SetQueries{withSweepDuration(fields.document.queries, queries.pair, duration)});
  }
  for (const QueryReport& report : queries.answers) drawQuery(fields, report, planar);
  ImGui::EndTable();
}

std::string sentence(const Queries& queries) {
  const PairNames names = namesOf(queries.pair.first, queries.pair.second);
  if (!queries.sweep)
    return queries.error.empty() ? withNames(tr("Nothing moves. Give A or B a velocity."), names) : queries.error;
  const SweepReport& sweep = *queries.sweep;
  if (!sweep.hit) return trf("no contact, {} m apart at the end", humanNumber(sweep.distance));
  std::string text = sweep.starts_in_contact ? tr("in contact from the start")
                     : sweep.undecided       ? trf("free up to {} s, undecided from there", humanNumber(sweep.time, 4))
                                             : trf("first contact at {} s", humanNumber(sweep.time, 4));
  if (sweep.exit_time) {
    text += trf(*sweep.exit_time <= sweep.duration ? ", apart at {} s"
                                                   : ", still in contact at the end (moving on, apart at {} s)",
                humanNumber(*sweep.exit_time, 4));
  }
  if (sweep.exit_undecided) text += tr(", exit time undecided");
  if (sweep.contacts.size() > 1) text += trf(", {} contacts within the duration", sweep.contacts.size());
  if (sweep.unseen > 0) text += trf(", openings shorter than {} s may be missed", humanNumber(sweep.unseen, 2));
  if (sweep.deciding >= 0 && !sweep.starts_in_contact) {
    text += trf(", decided by {}", axisName(sweep.axes[static_cast<std::size_t>(sweep.deciding)].id, names));
  }
  if (!sweep.first_features.empty()) text += ", " + featureText(sweep.first_features, names);
  return text;
}

/// A bar of the timeline: from when to when two projections overlap, seconds.
struct Bar {
  std::string name;
  double impact = 0, exit = 0;
  bool decides = false, ends = false;
  bool box = false;  ///< of the bounding boxes
};

std::vector<Bar> barsOf(const SweepReport& sweep, const PairNames& names) {
  std::vector<Bar> bars;
  for (int i = 0; i < static_cast<int>(sweep.axes.size()); ++i) {
    const SweepAxis& axis = sweep.axes[static_cast<std::size_t>(i)];
    bars.push_back({.name = axisName(axis.id, names),
                    .impact = axis.times.impact,
                    .exit = axis.times.exit,
                    .decides = i == sweep.deciding,
                    .ends = sweep.exit_time && axis.times.exit == *sweep.exit_time});
  }
  // The deciding axis comes first; the others keep the order of the test.
  std::stable_sort(bars.begin(), bars.end(),
                   [](const Bar& x, const Bar& y) { return x.decides + x.ends > y.decides + y.ends; });
  static constexpr const char* kNames[] = {"x", "y", "z"};
  for (std::size_t c = 0; sweep.boxes && c < 3; ++c) {
    const SweptAxis& axis = sweep.boxes->axes[c];
    if (axis.impact == -axis.exit && axis.speed == 0 && axis.gap == 0) continue;  // the z of a planar case
    bars.push_back({.name = std::string("AABB ") + kNames[c], .impact = axis.impact, .exit = axis.exit, .box = true});
  }
  return bars;
}

/// The part of the panel that maps seconds to pixels.
struct Timeline {
  ImDrawList* list;
  float left, right, top;
  double duration;
  const Palette& palette;

  [[nodiscard]] float x(double time) const {
    const double part = std::clamp(time / duration, 0.0, 1.0);
    return left + static_cast<float>(part) * (right - left);
  }
};

void drawTicks(const Timeline& line, float bottom) {
  const ImU32 faint = toImGui(withAlpha(line.palette.text_faint, 0.35)), text = toImGui(line.palette.text_faint);
  for (int i = 0; i <= 4; ++i) {
    const double time = line.duration * i / 4;
    const float x = line.x(time);
    line.list->AddLine({x, line.top + ImGui::GetTextLineHeight()}, {x, bottom}, faint);
    const std::string label = humanNumber(time) + (i == 4 ? " s" : "");
    const float width = ImGui::CalcTextSize(label.c_str()).x;
    line.list->AddText({std::clamp(x - width / 2, line.left - width / 2, line.right - width), line.top}, text,
                       label.c_str());
  }
}

void drawBar(const Timeline& line, const Bar& bar, float y, float height, ImU32 name_colour, float name_x) {
  line.list->AddText({name_x, y}, name_colour, bar.name.c_str());
  const float middle = y + height / 2, half = height * 0.3f;
  line.list->AddLine({line.left, middle}, {line.right, middle}, toImGui(withAlpha(line.palette.text_faint, 0.25)));
  if (!(bar.impact <= line.duration && bar.exit >= 0)) return;
  const Colour colour = bar.decides || bar.ends ? line.palette.touching
                        : bar.box               ? line.palette.text_faint
                                                : line.palette.plane;
  const float from = line.x(bar.impact), to = std::max(line.x(bar.exit), from + 2);
  line.list->AddRectFilled({from, middle - half}, {to, middle + half},
                           toImGui(withAlpha(colour, bar.decides || bar.ends ? 0.75 : 0.45)), 2);
  const auto mark = [&](double time, bool strong) {
    if (time < 0 || time > line.duration) return;
    line.list->AddLine({line.x(time), middle - half - 2}, {line.x(time), middle + half + 2}, toImGui(colour),
                       strong ? 3.f : 1.5f);
  };
  mark(bar.impact, bar.decides);
  mark(bar.exit, bar.ends);
}

/// Rotating shapes have no bars: the gap along the closest direction at each step of the advancement.
void drawGapCurve(const Timeline& line, const SweepReport& sweep, float caption, float bottom) {
  line.list->AddText({line.left + ImGui::GetFontSize() * 0.5f, caption}, toImGui(line.palette.text_faint),
                     tr("gap at each step of conservative advancement"));
  const float top = caption + ImGui::GetTextLineHeightWithSpacing();
  double largest = 0;
  const auto first =
      std::find_if(sweep.steps.begin(), sweep.steps.end(), [](const SweepStep& step) { return !step.of_envelopes; });
  for (auto step = first; step != sweep.steps.end(); ++step) largest = std::max(largest, step->gap);
  const ImU32 colour = toImGui(line.palette.plane);
  ImVec2 last{0, 0};
  for (auto at_step = first; at_step != sweep.steps.end(); ++at_step) {
    const SweepStep& step = *at_step;
    const ImVec2 at{line.x(step.time),
                    bottom - (bottom - top) * static_cast<float>(step.gap / std::max(largest, 1e-300))};
    if (at_step != first) line.list->AddLine(last, at, colour, 1.6f);
    line.list->AddCircleFilled(at, 2.5f, colour);
    last = at;
  }
  if (sweep.hit && first != sweep.steps.end()) line.list->AddLine(last, {line.x(sweep.time), bottom}, colour, 1.6f);
}

void drawTimeline(const SweepReport& sweep, const PairNames& names, float room, ViewState& view) {
  ImGui::BeginChild("##timeline", {0, room}, false);
  const Palette& palette = paletteOf(view.theme);
  const std::vector<Bar> bars = barsOf(sweep, names);
  const float row = ImGui::GetTextLineHeightWithSpacing(), em = ImGui::GetFontSize();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float rows = bars.empty() ? std::max(ImGui::GetContentRegionAvail().y - row * 1.6f, row * 3)
                                  : row * static_cast<float>(bars.size());
  const float height = row * 1.4f + rows;
  Timeline line{
      ImGui::GetWindowDrawList(), corner.x + em * 5, corner.x + width - em, corner.y, sweep.duration, palette};
  ImGui::InvisibleButton("##scrub", {std::max(width, 1.0f), std::max(height, 1.0f)});
  if (isHeldByMouse()) {
    const double part = (ImGui::GetIO().MousePos.x - line.left) / std::max(line.right - line.left, 1.0f);
    view.sweep_time = std::clamp(part, 0.0, 1.0) * sweep.duration;
    view.sweep_plays = false;
  }
  if (const int step = keyStepsOnItem().right; step != 0) {
    constexpr double kSteps = 100;
    view.sweep_time = std::clamp(view.sweep_time + step * sweep.duration / kSteps, 0.0, sweep.duration);
    view.sweep_plays = false;
  }
  tooltip(
      tr("Drag to move the ghosts, or Ctrl+← and Ctrl+→ with this in focus. Each bar is the time during which the "
         "projections on one axis "
         "overlap: contact begins with the last to "
         "begin (time of impact) and ends with the first to end (exit time)."));
  const float bottom = corner.y + height;
  if (sweep.hit) {
    for (const ContactSpan& span : sweep.contacts) {
      const float from = line.x(span.enter), to = line.x(span.exit.value_or(sweep.duration));
      line.list->AddRectFilled({from, corner.y + row}, {std::max(to, from + 2), bottom},
                               toImGui(withAlpha(palette.overlapping, 0.18)));
      line.list->AddLine({from, corner.y + row}, {from, bottom}, toImGui(palette.overlapping), 1.5f);
      if (span.exit) line.list->AddLine({to, corner.y + row}, {to, bottom}, toImGui(palette.overlapping), 1.5f);
    }
  }
  drawTicks(line, bottom);
  float y = corner.y + row * 1.4f;
  if (bars.empty()) drawGapCurve(line, sweep, y, bottom - 4);
  for (const Bar& bar : bars) {
    const ImU32 colour = toImGui(bar.decides || bar.ends ? palette.touching : palette.text_faint);
    if (ImGui::IsRectVisible({corner.x, y}, {corner.x + width, y + row}))
      drawBar(line, bar, y, ImGui::GetTextLineHeight(), colour, corner.x);
    y += row;
  }
  const float now = line.x(view.sweep_time);
  line.list->AddLine({now, corner.y + row * 0.9f}, {now, bottom}, toImGui(palette.highlight), 2);
  line.list->AddTriangleFilled({now - 5, corner.y + row * 0.7f}, {now + 5, corner.y + row * 0.7f},
                               {now, corner.y + row * 1.1f}, toImGui(palette.highlight));
  ImGui::EndChild();
}

void drawTransport(const Workspace& workspace, ViewState& view) {
  const Queries& queries = workspace.queries;
  if (queries.sweep) {
    if (toggleButton(trId(view.sweep_plays ? "Pause" : "Play").c_str(), view.sweep_plays))
      view.sweep_plays = !view.sweep_plays;
    tooltip(tr("Let the ghosts run along their paths, again and again."));
    if (queries.sweep->hit && !queries.sweep->starts_in_contact) {
      ImGui::SameLine();
      if (ImGui::Button(trId("To contact").c_str())) {
        view.sweep_time = queries.sweep->time;
        view.sweep_plays = false;
      }
      tooltip(tr("Put the ghosts where the shapes first touch."));
    }
    ImGui::SameLine();
  }
  ImGui::AlignTextToFramePadding();
  const QueriesAre state = stateOfQueries(workspace);
  fittedText(state == QueriesAre::kBeingAnswered ? tr("The sweep of this pose is being computed.")
             : state == QueriesAre::kCancelled   ? tr("The sweep was cancelled; any change asks for it again.")
             : queries.pair.first.empty()        ? whyNoPair(workspace.history.document())
                                                 : sentence(queries));
}

/// Lets the ghosts run on while they are shown and play.
void playSweep(const Workspace& workspace, ViewState& view) {
  const Queries& queries = workspace.queries;
  if (!view.sweep_shown || !view.sweep_plays || !queries.sweep) return;
  view.sweep_time += std::min(static_cast<double>(ImGui::GetIO().DeltaTime), 0.1);
  if (view.sweep_time > queries.duration) view.sweep_time = 0;
}

void drawSweepPanel(SweepPanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox) {
  const Queries& queries = workspace.queries;
  const Document& document = workspace.history.document();
  beginEdits(panel.step);
  view.sweep_time = std::clamp(view.sweep_time, 0.0, queries.duration);
  const float em = ImGui::GetFontSize(), fields = em * 23, chart = em * 17;
  const PairNames names = namesOf(queries.pair.first, queries.pair.second);
  if (queries.sweep && ImGui::GetContentRegionAvail().x < fields + chart) {
    // The result comes first, the velocities below.
    drawTransport(workspace, view);
    drawTimeline(*queries.sweep, names, std::max(ImGui::GetContentRegionAvail().y, em * 5), view);
    drawFields({panel, document, outbox}, queries);
    return;
  }
  ImGui::BeginChild("##fields", {fields, 0}, false);
  drawFields({panel, document, outbox}, queries);
  ImGui::EndChild();
  ImGui::SameLine(0, em);
  ImGui::BeginGroup();
  drawTransport(workspace, view);
  if (queries.sweep) drawTimeline(*queries.sweep, names, 0, view);
  ImGui::EndGroup();
}

}  // namespace

const Panel kSweepPanel = {
    .word = "sweep",
    .title = "Sweep",
    .help =
        "The pair moves by its velocities: when do the bodies meet, and when do they part? Each bar is the time in "
        "which the projections on one axis overlap. Contact begins with the last bar to begin and ends with the first "
        "to end.",
    .home = Region::kBottom,
    .draw = [](PanelContext& c) { drawSweepPanel(c.state<SweepPanel>(), c.workspace, c.view, c.outbox); },
    .shows_answers = true,
    .shown = [](ViewState& view) -> bool& { return view.sweep_shown; },
    .before = [](Workspace& w, PanelStates&) { playSweep(w, w.view); },
    .update = [](Workspace& w) { updateQueries(w); },
    .next_frame = [](const Workspace& w) { return atOnceIf(w.view.sweep_shown && w.view.sweep_plays); },
};

}  // namespace sepax
