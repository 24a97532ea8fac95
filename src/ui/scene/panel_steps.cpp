#include "ui/scene/panel_steps.h"

#include "collide/pair_table.h"
#include "core/language.h"
#include "core/text.h"
#include "geom/convex.h"
#include "session/scene/reports.h"
#include "session/workspace.h"
#include "ui/kit/keys.h"
#include "ui/kit/table.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace sepax {

namespace {

/// Corners of the difference whose weighted sum is its nearest point to the origin.
struct NearestPoint {
  std::vector<GjkVertex> corners;
  std::vector<double> weights;
};

void addCorner(NearestPoint& nearest, const GjkVertex& corner, double weight) {
  constexpr double kNothing = 1e-9;
  if (!(weight > kNothing)) return;
  nearest.corners.push_back(corner);
  nearest.weights.push_back(weight);
}

NearestPoint nearestPoint(const GjkReport& report) {
  NearestPoint nearest;
  if (report.epa) {
    const EpaTrace& epa = *report.epa;
    if (epa.best_step < 0) return nearest;
    const EpaFace& face = epa.faces[static_cast<std::size_t>(epa.steps[static_cast<std::size_t>(epa.best_step)].face)];
    for (std::size_t i = 0; i < face.vertices.size(); ++i) {
      if (face.vertices[i] >= 0)
        addCorner(nearest, epa.vertices[static_cast<std::size_t>(face.vertices[i])], epa.weights[i]);
    }
  } else if (report.stop != GjkStop::kEncloses) {
    const GjkStep& last = report.steps.back();
    for (std::size_t i = 0; i < last.simplex.size(); ++i) addCorner(nearest, last.simplex[i], last.weights[i]);
  }
  return nearest;
}

/// One of the two shapes of a pair: what of it supports, and where.
struct StepSide {
  char letter = 'A';
  SupportKind kind = SupportKind::kVertices;
  double radius = 0;
  Vec3 GjkVertex::*point = &GjkVertex::a;
  int GjkVertex::*feature = &GjkVertex::feature_a;
};

std::array<StepSide, 2> sidesOf(const GjkReport& report) {
  return {{{'A', report.kind_a, report.radius_a, &GjkVertex::a, &GjkVertex::feature_a},
           {'B', report.kind_b, report.radius_b, &GjkVertex::b, &GjkVertex::feature_b}}};
}

/// "A top rim", as featureText() reads it.
std::string supportFeature(const StepSide& side, int feature) {
  const std::string name = supportName(side.kind, feature);
  switch (side.kind) {
    case SupportKind::kVertices:
      return fmt::format("{} vertex {}", side.letter, name);
    case SupportKind::kCylinder:
      return fmt::format("{} {} rim", side.letter, name);
    default:
      return fmt::format("{} {}", side.letter, name);
  }
}

bool hasEdge(const Shape& shape, int v0, int v1) {
  const Polytope core = convexFeatures(shape).core;
  return std::any_of(core.edges.begin(), core.edges.end(),
                     [&](const PolytopeEdge& edge) { return std::minmax(edge.v0, edge.v1) == std::minmax(v0, v1); });
}

/// The feature of a weighted sum of several supports: an edge of two vertices that it has, the lid of two points of its
/// rim, the side between bottom and top.
std::string featureBetween(const StepSide& side, const NearestPoint& nearest, const Shape& shape) {
  constexpr double kOnePoint = 1e-5;  // of the size: where a search on a curve converges
  std::vector<int> features;
  double spread = 0, size = 0;
  const Vec3 first = nearest.corners.front().*side.point;
  for (const GjkVertex& corner : nearest.corners) {
    features.push_back(corner.*side.feature);
    spread = std::max(spread, length(corner.*side.point - first));
    size = std::max({size, length(corner.a), length(corner.b)});
  }
  std::sort(features.begin(), features.end());
  features.erase(std::unique(features.begin(), features.end()), features.end());
  const bool is_one_point = spread <= kOnePoint * size;
  if (side.radius > 0) return fmt::format("{} surface", side.letter);
  if (features.size() == 1 && side.kind == SupportKind::kCylinder && !is_one_point)
    return fmt::format("{} {}", side.letter, supportName(side.kind, features.front()));
  if (features.size() == 1) return supportFeature(side, features.front());
  if (side.kind != SupportKind::kVertices) return fmt::format("{} side", side.letter);
  const bool is_edge = features.size() == 2 && hasEdge(shape, features[0], features[1]);
  return fmt::format("{} {}", side.letter, is_edge ? "edge" : "face");
}

}  // namespace

std::string vectorText(const Vec3& v, bool planar) {
  const double nothing = 1e-9 * std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
  const auto n = [&](double x) { return humanNumber(std::abs(x) < nothing ? 0 : x, 4); };
  return planar ? fmt::format("({}, {})", n(v.x), n(v.y)) : fmt::format("({}, {}, {})", n(v.x), n(v.y), n(v.z));
}

std::string outcomeText(const GjkReport& report, const GjkStage& stage) {
  constexpr int kDigits = 2;
  if (stage.epa != nullptr) {
    if (stage.epa->vertex < 0) return tr("boundary");
    const EpaFace& face = report.epa->faces[static_cast<std::size_t>(stage.epa->face)];
    return trf("{} out", humanNumber(dot(face.normal, stage.epa->support.point) - face.distance, kDigits));
  }
  const bool last = stage.number + 1 == static_cast<int>(report.steps.size());
  if (last && report.stop == GjkStop::kEncloses) return tr("holds origin");
  if (!stage.gjk->added) return tr("none nearer");
  const double nearer = stage.before == nullptr ? 0 : stage.before->upper - stage.gjk->upper;
  return nearer > 0 ? trf("{} nearer", humanNumber(nearer, kDigits)) : std::string(tr("added"));
}

std::string placesText(const GjkReport& report, const GjkVertex& vertex, const PairNames& names) {
  const auto [a, b] = sidesOf(report);
  return trf("There: {} at {}, {} at {}.", featureText(supportFeature(a, vertex.feature_a), names),
             vectorText(report.origin + vertex.a, report.planar),
             featureText(supportFeature(b, vertex.feature_b), names),
             vectorText(report.origin + vertex.b, report.planar));
}

std::string decidedText(const GjkReport& report, const Shape& a, const Shape& b, const PairNames& names) {
  const NearestPoint nearest = nearestPoint(report);
  const bool is_depth = report.answer.verdict == Verdict::kOverlapping;
  if (nearest.corners.empty() || (is_depth && !report.measures_depth)) return {};
  std::array<std::string, 2> features, places;
  const std::array<StepSide, 2> sides = sidesOf(report);
  for (std::size_t s = 0; s < sides.size(); ++s) {
    // The radius lies around the core, towards the other shape; the normal points from A to B.
    Vec3 point = report.origin + report.answer.normal * (s == 0 ? sides[s].radius : -sides[s].radius);
    for (std::size_t i = 0; i < nearest.corners.size(); ++i)
      point += nearest.weights[i] * (nearest.corners[i].*sides[s].point);
    features[s] = featureText(featureBetween(sides[s], nearest, s == 0 ? a : b), names);
    places[s] = vectorText(point, report.planar);
  }
  const std::string by = humanNumber(std::abs(report.answer.separation), 5);
  switch (report.answer.verdict) {
    case Verdict::kSeparated:
      return trf("Deciding: {} at {} and {} at {}, {} m apart.", features[0], places[0], features[1], places[1], by);
    case Verdict::kTouching:
      return trf("Deciding: {} at {} and {} at {}, which touch.", features[0], places[0], features[1], places[1]);
    case Verdict::kOverlapping:
      break;
  }
  return trf("Deciding: {} at {} and {} at {}, {} m deep.", features[0], places[0], features[1], places[1], by);
}

namespace {

constexpr double kSecondsAStep = 0.9;

constexpr TableColumn kStepColumns[] = {
    {"Step", 3.2f, 0, 0, "Steps of GJK, then those of EPA."},
    {"Found", 5.0f, 3, 7,
     "The corner of A ⊖ B farthest along the searched direction: the support of A that way less the support of B the "
     "other way. —: nothing new."},
    {"Corners", 3.2f, 4, 0,
     "GJK: corners of the simplex after the step, at most one more than the space has dimensions. EPA: sides of the "
     "polytope."},
    {"At least", 4.2f, 1, 0,
     "GJK: the distance of the cores is not smaller, the support shows it; negative: no direction separated yet. EPA: "
     "the depth is not smaller."},
    {"At most", 4.2f, 1, 0,
     "GJK: the distance of the cores is not larger: the nearest point of the simplex. EPA: the depth is not larger."},
    {"Outcome", 6.0f, 2, 6, "The row in words."},
};

const char* stopSentence(GjkStop stop) {
  switch (stop) {
    case GjkStop::kEncloses:
      return "The simplex encloses the origin: the cores overlap.";
    case GjkStop::kTouches:
      return "The nearest point is the origin itself: the cores meet.";
    case GjkStop::kConverged:
      return "Both bounds agree: this is the distance of the cores.";
    case GjkStop::kKnownSupport:
      return "The search finds a corner that the simplex has: rounding allows no better.";
    case GjkStop::kNoProgress:
      return "The nearest point came no nearer: rounding allows no better.";
    case GjkStop::kStepLimit:
      return "The limit of steps is reached: curved shapes that graze may creep.";
  }
  return "";
}

const char* stopSentence(EpaStop stop) {
  switch (stop) {
    case EpaStop::kConverged:
      return "The nearest side is on the boundary: its distance is the depth of the cores.";
    case EpaStop::kFlat:
      return "A ⊖ B is flat, it has no inside: the depth of the cores is zero.";
    case EpaStop::kRounding:
      return "Rounding allows no better polytope.";
    case EpaStop::kStepLimit:
      return "The limit of steps is reached: many sides are equally near. The depth along the best one still ends the "
             "overlap.";
  }
  return "";
}

void numberCell(double value) {
  ImGui::TableNextColumn();
  inFont(FontRole::kMono, [&] { rightAligned(humanNumber(value, 4)); });
  tooltip(exactNumber(value));
}

/// The name of a corner, with the bodies' names.
std::string cornerName(const GjkReport& report, const GjkVertex& vertex, const PairNames& names) {
  return withNames(vertexName(report, vertex), names);
}

/// "top − apex" of "A top − B apex", which has no room in a cell; the place says which shape is which. "A1 − B0" stays.
std::string withoutShapes(std::string name) {
  for (const char* shape : {"A ", "B "}) {
    if (const std::size_t at = name.find(shape); at != std::string::npos) name.erase(at, 2);
  }
  return name;
}

void drawRow(const GjkReport& report, const PairNames& names, int number, bool shown, ViewState& view) {
  const GjkStage stage = stageAt(report, number);
  const bool expands = stage.epa != nullptr;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const std::string name = fmt::format("{} {}", expands ? "EPA" : "GJK", expands ? stage.grown + 1 : number + 1);
  if (ImGui::Selectable(name.c_str(), shown, ImGuiSelectableFlags_SpanAllColumns)) {
    view.gjk.stage = number;
    view.gjk.playing = false;
  }
  const bool found = expands ? stage.epa->vertex >= 0 : stage.gjk->added;
  ImGui::TableNextColumn();
  const std::string corner = found ? vertexName(report, expands ? stage.epa->support : stage.gjk->support) : "—";
  const std::string place =
      found ? "\n" + placesText(report, expands ? stage.epa->support : stage.gjk->support, names) : "";
  fittedText(withNames(withoutShapes(corner), names), {}, withNames(corner, names) + place);
  ImGui::TableNextColumn();
  rightAligned(fmt::format("{}", expands ? facesAt(*report.epa, stage.grown).size() : stage.gjk->simplex.size()));
  numberCell(expands ? stage.epa->lower : stage.gjk->lower);
  numberCell(expands ? stage.epa->upper : stage.gjk->upper);
  ImGui::TableNextColumn();
  const std::string words = outcomeText(report, stage);
  fittedText(words);
}

void drawTable(StepsPanel& panel, const GjkReport& report, const PairNames& names, int shown, ViewState& view,
               float height) {
  if (!beginTable({.id = "##steps",
                   .columns = kStepColumns,
                   .size = {0, height},
                   .flags = ImGuiTableFlags_SizingFixedFit,
                   .names = &names}))
    return;
  drawTableRows(static_cast<std::size_t>(stageCount(report)), [&](std::size_t i) {
    drawRow(report, names, static_cast<int>(i), static_cast<int>(i) == shown, view);
  });
  if (std::exchange(panel.seen, shown) != shown) {
    const float row = ImGui::GetTextLineHeight() + ImGui::GetStyle().CellPadding.y * 2;
    const float y = static_cast<float>(shown) * row;
    if (y < ImGui::GetScrollY() || y + 3 * row > ImGui::GetScrollY() + height)
      ImGui::SetScrollY(std::floor((y - height / 2) / row) * row);
  }
  ImGui::EndTable();
}

void drawControls(StepsPanel& panel, const Workspace& workspace, const GjkReport& report, const PairNames& names,
                  int shown, ViewState& view) {
  const int count = stageCount(report);
  if (ImGui::ArrowButton("##previous_step", ImGuiDir_Left)) stepStage(panel, workspace, view, -1);
  tooltip(tr("Previous step. With the table in focus ↑ does the same."));
  ImGui::SameLine(0, 2);
  if (ImGui::ArrowButton("##next_step", ImGuiDir_Right)) stepStage(panel, workspace, view, 1);
  tooltip(tr("Next step. With the table in focus ↓ does the same."));
  ImGui::SameLine();
  if (toggleButton(trId("Play").c_str(), view.gjk.playing)) {
    view.gjk.playing = !view.gjk.playing;
    if (view.gjk.playing && shown + 1 == count) view.gjk.stage = 0;
    view.gjk.next_at = ImGui::GetTime() + kSecondsAStep;
  }
  tooltip(tr("Show one step after the other."));
  const float spacing = ImGui::GetStyle().ItemSpacing.x;
  const std::string place = trf("step {} of {}", shown + 1, count);
  const float button = buttonWidth(tr("Minkowski view"));
  const float slider = ImGui::CalcTextSize(place.c_str()).x + ImGui::GetFrameHeight();
  sameLineIfFits(slider);  // else it goes below
  const bool is_beside = ImGui::GetContentRegionAvail().x >= slider + button + spacing;
  int one_based = shown + 1;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - (is_beside ? button + spacing : 0));
  if (ImGui::SliderInt("##step", &one_based, 1, count, place.c_str(), ImGuiSliderFlags_NoInput)) {
    view.gjk.stage = one_based - 1;
    view.gjk.playing = false;
    panel.seen = -1;
  }
  tooltip(tr("Drag to the step that table and picture show."));
  if (is_beside) ImGui::SameLine();
  if (toggleButton(trId("Minkowski view").c_str(), view.gjk.minkowski)) view.gjk.minkowski = !view.gjk.minkowski;
  tooltip(withNames(tr("Show A ⊖ B, all differences of a point of A and a point of B, instead of the bodies. The "
                       "shapes meet exactly where it "
                       "holds the origin."),
                    names));
  if (!view.gjk.minkowski) return;
  sameLineIfFits(buttonWidth(tr("Side by side")));
  if (toggleButton(trId("Side by side").c_str(), view.gjk.beside)) view.gjk.beside = !view.gjk.beside;
  tooltip(tr("Beside the bodies instead of in their place."));
}

void explainGjk(const GjkReport& report, const PairNames& names, const GjkStage& stage) {
  const GjkStep& step = *stage.gjk;
  const std::string d = vectorText(step.direction, report.planar), found = cornerName(report, step.support, names);
  paragraph(stage.before == nullptr
                ? trf("Start: search from {} towards {}, d = {}. Farthest that way is {}.", names.a, names.b, d, found)
                : trf("Search from the nearest point towards the origin, d = {}. Farthest that way is {}.", d, found));
  paragraph(placesText(report, step.support, names));
  const double gap = -dot(step.direction, step.support.point);
  paragraph(gap > 0 ? trf("It does not reach the origin: the cores are apart by {} m at least.", humanNumber(gap, 5))
                    : trf("It passes the origin by {} m: this direction does not separate.", humanNumber(-gap, 5)));
  if (!step.dropped.empty()) {
    std::string dropped;
    for (const GjkVertex& v : step.dropped) dropped += (dropped.empty() ? "" : ", ") + cornerName(report, v, names);
    paragraph(trf("The nearest point does not need {}: dropped.", dropped));
  }
  if (step.upper > 0)
    paragraph(trf("The nearest point of the simplex is {} m from the origin.", humanNumber(step.upper, 5)));
}

void explainEpa(const GjkReport& report, const PairNames& names, const GjkStage& stage) {
  const EpaStep& step = *stage.epa;
  const EpaFace& face = report.epa->faces[static_cast<std::size_t>(step.face)];
  paragraph(trf("The nearest side lies {} m from the origin, its normal is {}.", humanNumber(face.distance, 5),
                vectorText(face.normal, report.planar)));
  const double extent = dot(face.normal, step.support.point);
  paragraph(trf("Along it {} ⊖ {} extends {} m, to {}.", names.a, names.b, humanNumber(extent, 5),
                cornerName(report, step.support, names)));
  paragraph(placesText(report, step.support, names));
  if (step.vertex < 0) {
    paragraph(tr("Nothing lies beyond: the side belongs to the boundary."));
  } else {
    paragraph(
        trf("The polytope grows out to it: sides removed: {}, added: {}.", step.removed.size(), step.horizon.size()));
  }
}

void explain(const Workspace& workspace, const GjkReport& report, const PairNames& names, const GjkStage& stage,
             const ViewState& view) {
  const Palette& palette = paletteOf(view.theme);
  stage.epa != nullptr ? explainEpa(report, names, stage) : explainGjk(report, names, stage);
  const bool gjk_ends = stage.gjk != nullptr && stage.number + 1 == static_cast<int>(report.steps.size());
  const bool all_ends = stage.number + 1 == stageCount(report);
  ImGui::PushStyleColor(ImGuiCol_Text, toImGuiVec(verdictColour(palette, report.answer.verdict)));
  if (gjk_ends) paragraph(tr(stopSentence(report.stop)));
  if (all_ends && report.epa) paragraph(withNames(tr(stopSentence(report.epa->stop)), names));
  ImGui::PopStyleColor();
  if (!all_ends) return;
  const double radii = report.radius_a + report.radius_b;
  if (radii > 0) {
    paragraph(trf("The radii around the cores, {} m together, count off: separation {} m.", humanNumber(radii, 5),
                  humanNumber(report.answer.separation, 5)));
  }
  if (const auto shapes = shownShapes(workspace)) {
    const std::string decided = decidedText(report, shapes->a.shape, shapes->b.shape, names);
    if (!decided.empty()) paragraph(decided);
  }
  if (report.answer.error > report.tolerances.touching) {
    paragraph(trf("Known to {} m.", humanNumber(report.answer.error, 2)));
  }
  if (!report.measures_depth && report.answer.verdict == Verdict::kOverlapping) {
    paragraph(tr("GJK alone does not know how deep: gjk-epa does."));
  }
  if (const PairReport* pair = shownReport(workspace)) {
    if (pair->pieces) {
      ImGui::TextDisabled("%s", trf("pieces: {} {} × {} {}", pair->a, pair->pieces->nameOfA(pair->pieces->traced_a),
                                    pair->b, pair->pieces->nameOfB(pair->pieces->traced_b))
                                    .c_str());
    }
  }
}

void drawNoTrace(ViewState& view) {
  paragraph(
      tr("GJK looks for the origin in the Minkowski difference A ⊖ B, step by step; EPA measures how deep it lies "
         "there. Choose "
         "one of them as the algorithm to see its steps."));
  for (const PairAlgorithm& algorithm : pairAlgorithms()) {
    if (algorithm.steps == Steps::kNone) continue;
    if (ImGui::Button(algorithm.name)) view.algorithm = algorithm.name;
    ImGui::SameLine();
  }
  ImGui::NewLine();
}

}  // namespace

void stepStage(StepsPanel& panel, const Workspace& workspace, ViewState& view, int by) {
  const GjkReport* report = shownGjk(workspace);
  if (report == nullptr) return;
  const int shown = stageAt(*report, view.gjk.stage).number;
  view.gjk.stage = std::clamp(shown + by, 0, stageCount(*report) - 1);
  view.gjk.playing = false;
  panel.seen = -1;
}

namespace {

/// Lets the player go on when its time has come; stops at the last step.
void playSteps(StepsPanel& panel, const Workspace& workspace, ViewState& view) {
  constexpr double kSecondsAround = 10;
  if (view.gjk.slide)
    view.gjk.slide = std::fmod(*view.gjk.slide + static_cast<double>(ImGui::GetIO().DeltaTime) / kSecondsAround, 1.0);
  const GjkReport* report = shownGjk(workspace);
  if (report == nullptr) view.gjk.playing = false;
  if (!view.gjk.playing || ImGui::GetTime() < view.gjk.next_at) return;
  stepStage(panel, workspace, view, 1);
  view.gjk.playing = view.gjk.stage + 1 < stageCount(*report);
  view.gjk.next_at = ImGui::GetTime() + kSecondsAStep;
}

void drawStepsPanel(StepsPanel& panel, const Workspace& workspace, ViewState& view) {
  const GjkReport* report = shownGjk(workspace);
  if (report == nullptr) return drawNoTrace(view);
  if (ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) && !ImGui::GetIO().WantTextInput && !isWalkedByKeys()) {
    if (isPressed(plain(kKeyDown), KeyRepeat::kWhileHeld)) stepStage(panel, workspace, view, 1);
    if (isPressed(plain(kKeyUp), KeyRepeat::kWhileHeld)) stepStage(panel, workspace, view, -1);
  }
  const GjkStage stage = stageAt(*report, view.gjk.stage);
  const PairNames names = namesOf(*shownReport(workspace));
  drawControls(panel, workspace, *report, names, stage.number, view);
  const float available = ImGui::GetContentRegionAvail().y;
  const float row = ImGui::GetTextLineHeight() + ImGui::GetStyle().CellPadding.y * 2;
  const float wanted = static_cast<float>(stageCount(*report) + 1) * row + ImGui::GetStyle().ItemSpacing.y;
  const float text = std::clamp(panel.text_height, row * 6, std::max(row * 6, available * 0.6f));
  // Whole rows: half a one under the frozen head is hard to read.
  const float room = std::floor((available - text - ImGui::GetStyle().ItemSpacing.y) / row) * row;
  drawTable(panel, *report, names, stage.number, view, std::max(std::min(wanted, room), row * 4));
  ImGui::BeginChild("##step_text", {0, 0}, false);
  ImGui::Separator();
  explain(workspace, *report, names, stageAt(*report, view.gjk.stage), view);
  panel.text_height = ImGui::GetCursorPosY();
  ImGui::EndChild();
}

}  // namespace

const Panel kStepsPanel = {
    .word = "steps",
    .title = "Steps",
    .help =
        "GJK and EPA one step after the other, when one of them answers. Each step finds the vertex of A ⊖ B farthest "
        "in one direction: the simplex closes in on the origin. The bounds enclose the distance, or the depth, that is "
        "looked for.",
    .home = Region::kRight,
    .draw = [](PanelContext& c) { drawStepsPanel(c.state<StepsPanel>(), c.workspace, c.view); },
    .shows_answers = true,
    .before = [](Workspace& w, PanelStates& states) { playSteps(states.of<StepsPanel>(), w, w.view); },
    .next_frame =
        [](const Workspace& w) {
          return w.view.gjk.slide ? atOnceIf(true) : atTimeIf(w.view.gjk.playing, w.view.gjk.next_at);
        },
};

}  // namespace sepax
