#include "ui/scene/panel_axes.h"

#include "collide/pieces/by_pieces.h"
#include "core/language.h"
#include "core/text.h"
#include "session/scene/reports.h"
#include "session/scene/row_by_row.h"
#include "session/workspace.h"
#include "ui/kit/keys.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"
#include "ui/scene/axes_text.h"
#include "ui/scene/panel_scene.h"
#include "ui/scene/pieces_view.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace sepax {

namespace {

/// A coloured piece of a line of mathematics.
struct Run {
  std::string text;
  ImU32 colour = 0;  ///< 0: the ordinary text colour
  FontRole font = FontRole::kText;
  std::string tip = {};  ///< under the mouse
};

/// A number, all its digits under the mouse.
Run exactly(std::string text, double value, ImU32 colour = 0) {
  return {std::move(text), colour, FontRole::kText, exactNumber(value)};
}

/// Draws pieces one after the other and breaks the line before one that does not fit, and within one that is wider than
/// the panel.
void drawRuns(const std::vector<Run>& runs, float indent) {
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  const float left = ImGui::GetCursorPosX();
  bool first = true;
  for (const Run& run : runs) {
    ImGui::PushFont(fontOf(run.font));
    const float width = ImGui::CalcTextSize(run.text.c_str()).x;
    if (!first) {
      ImGui::SameLine(0, 0);
      if (ImGui::GetCursorScreenPos().x + width > right) {
        ImGui::NewLine();
        ImGui::SetCursorPosX(left + indent);
      }
    }
    first = false;
    if (run.colour != 0) ImGui::PushStyleColor(ImGuiCol_Text, run.colour);
    const float room = right - ImGui::GetCursorScreenPos().x;
    ImGui::TextUnformatted((width > room ? wrapped(run.text, room) : run.text).c_str());
    if (run.colour != 0) ImGui::PopStyleColor();
    ImGui::PopFont();
    tooltip(run.tip);
  }
}

/// A sum as one run for each summand, so that a narrow panel breaks it between two.
void addSummands(std::vector<Run>& runs, const std::string& sum) {
  constexpr const char* kPlus = " + ";
  for (std::size_t from = 0; from < sum.size();) {
    const std::size_t next = std::min(sum.find(kPlus, from + 1), sum.size());
    runs.push_back({sum.substr(from, next - from)});
    from = next;
  }
}

struct FormulaColours {
  ImU32 a, b, faint, verdict;
};

std::string number(double value) { return humanNumber(value, 5); }

/// Both sides of an axis's inequality and what they are made of.
ComparedNumbers numbersOf(const SatAxis& axis) {
  if (axis.isEndless()) return {std::max(std::abs(axis.a.max), std::abs(axis.b.min)), axis.separation};
  const double distance = std::abs(axis.b.centre() - axis.a.centre());
  return {std::max(distance, axis.a.radius() + axis.b.radius()), axis.separation};
}

/// A cosine for reading: rounding noise of perpendicular directions is zero.
std::string cosine(double value) { return value < 1e-12 ? "0" : humanNumber(value, 4); }

const char* relationOf(const SatAxis& axis, const SatReport& sat) {
  if (axis.separation > sat.tolerances.touching) return ">";
  return axis.separation < -sat.tolerances.touching ? "<" : "=";
}

/// "gap 0.056", "touches 0" or "overlap 0.427": one number has one sign and one word.
Run differenceOf(const SatAxis& axis, const SatReport& sat, const ComparedNumbers& shown,
                 const FormulaColours& colours) {
  constexpr const char* kWords[] = {"gap {} m", "touches {} m", "overlap {} m"};
  const char* const word = kWords[static_cast<std::size_t>(verdictOf(axis.separation, sat.tolerances.touching))];
  return exactly("   " + trf(word, shown.difference(std::abs(axis.separation))), axis.separation, colours.verdict);
}

/// A half-space has no middle and no radius: the ends that face each other decide.
void drawEndsInequality(const SatReport& sat, const SatAxis& axis, const PairNames& names,
                        const FormulaColours& colours) {
  const std::string end_a = withNames("A max", names), end_b = withNames("B min", names);
  drawRuns({{end_b, colours.b, FontRole::kBold},
            {"  >  ", colours.faint, FontRole::kBold},
            {end_a, colours.a, FontRole::kBold}},
           0);
  const ComparedNumbers shown = numbersOf(axis);
  drawRuns({exactly(shown(axis.b.min), axis.b.min, colours.b),
            {fmt::format("  {}  ", relationOf(axis, sat)), colours.verdict},
            exactly(shown(axis.a.max), axis.a.max, colours.a),
            differenceOf(axis, sat, shown, colours)},
           ImGui::GetFontSize());
  for (const auto& [name, interval, tint] :
       {std::tuple{withNames("A", names), &axis.a, colours.a}, {withNames("B", names), &axis.b, colours.b}}) {
    const auto end = [&](double value) { return std::isfinite(value) ? shown(value) : humanNumber(value); };
    drawRuns({{name, tint, FontRole::kBold},
              {fmt::format(" = {} … {}", end(interval->lowest()), end(interval->highest())), 0}},
             ImGui::GetFontSize());
  }
}

void drawInequality(const SatReport& sat, const SatAxis& axis, const PairNames& names, const FormulaColours& colours) {
  if (axis.isEndless()) return drawEndsInequality(sat, axis, names, colours);
  const double distance = std::abs(axis.b.centre() - axis.a.centre());
  const char* relation = relationOf(axis, sat);
  drawRuns({{"|T·L|", 0, FontRole::kBold},
            {"  >  ", colours.faint, FontRole::kBold},
            {withNames("rA", names), colours.a, FontRole::kBold},
            {" + ", colours.faint, FontRole::kBold},
            {withNames("rB", names), colours.b, FontRole::kBold},
            {"   ", 0},
            {tr(axis.separation > sat.tolerances.touching    ? "holds: this axis separates"
                : axis.separation < -sat.tolerances.touching ? "fails: the intervals meet on this axis"
                                                             : "just fails: the intervals touch on this axis"),
             colours.verdict, FontRole::kText}},
           0);
  if (ImGui::IsItemHovered()) {
    tooltip(
        tr("Two convex shapes are apart exactly when some axis L separates their projections: the distance of the "
           "interval middles "
           "|T·L| exceeds the sum of the radii. Touching is not apart."));
  }
  const ComparedNumbers shown = numbersOf(axis);
  const double ra = axis.a.radius(), rb = axis.b.radius();
  drawRuns({exactly(shown(distance), distance),
            {fmt::format("  {}  ", relation), colours.verdict},
            exactly(shown(ra), ra, colours.a),
            {" + ", colours.faint},
            exactly(shown(rb), rb, colours.b),
            exactly(" = " + shown(ra + rb), ra + rb),
            differenceOf(axis, sat, shown, colours)},
           ImGui::GetFontSize());
}

void drawRadius(const PosedShape& shape, char who, const SatAxis& axis, const PairNames& names,
                const FormulaColours& colours) {
  const ImU32 tint = who == 'A' ? colours.a : colours.b;
  const Interval& interval = who == 'A' ? axis.a : axis.b;
  const std::vector<RadiusTerm> terms = radiusTerms(shape, who, axis.direction);
  const std::string name = withNames(who == 'A' ? "rA" : "rB", names);
  const ComparedNumbers shown = numbersOf(axis);
  if (terms.empty()) {
    drawRuns({{name, tint, FontRole::kBold},
              {" = ", colours.faint},
              {tr("half its interval"), colours.faint, FontRole::kText},
              exactly(" = (" + shown(interval.max), interval.max),
              exactly(fmt::format(" {} {}", interval.min < 0 ? "+" : "−", shown(std::abs(interval.min))),
                      std::abs(interval.min)),
              {") / 2"},
              exactly(" = " + shown(interval.radius()), interval.radius(), tint)},
             ImGui::GetFontSize() * 1.6f);
    return;
  }
  std::vector<Run> symbols{{name, tint, FontRole::kBold}}, values;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const RadiusTerm& term = terms[i];
    const bool whole = term.factor_symbol.empty();
    const char* sign = i == 0 ? " = " : " + ";
    symbols.push_back(
        {sign + withNames(whole ? term.symbol : term.symbol + "·" + term.factor_symbol, names), colours.faint});
    values.push_back(
        {sign + (whole ? number(term.length) : fmt::format("{}·{}", number(term.length), cosine(term.factor)))});
    values.back().tip = exactNumber(term.length) + (whole ? "" : " · " + exactNumber(term.factor));
  }
  values.push_back(exactly(" = " + shown(interval.radius()), interval.radius(), tint));
  if (terms.size() == 1 && terms.front().factor_symbol.empty()) {
    symbols.push_back(values.back());  // a ball: rA = r = 0.5
    drawRuns(symbols, 0);
    return;
  }
  drawRuns(symbols, ImGui::GetFontSize() * 1.6f);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::CalcTextSize(name.c_str()).x);
  drawRuns(values, ImGui::GetFontSize() * 1.6f);
}

bool drawReducedHeader(const SatAxis& axis, const PairNames& names, Fold fold) {
  const std::string title = withNames(tr("Reduced form, with Rᵢⱼ = Aᵢ·Bⱼ"), names) + "###reduced";
  const bool open = sectionHeader(title.c_str(), {}, fold);
  tooltip(
      withNames(axis.id.kind == AxisKind::kEdgePair
                    ? tr("Engines compute this form. L = Aᵢ×Bⱼ is perpendicular to both edges, so their own half "
                         "extents drop out; it is not "
                         "normalised, so both sides are |A×B| times the true lengths.")
                    : tr("Engines compute this form. On a face normal of a box its own radius is just the half extent, "
                         "and the other's needs only R."),
                names));
  return open;
}

void drawReduced(const ReducedForm& form, const SatReport& sat, const SatAxis& axis, const PairNames& names,
                 const FormulaColours& colours) {
  std::vector<Run> symbols{{withNames(form.left, names)},
                           {fmt::format("  {}  ", relationOf(axis, sat)), colours.verdict}};
  addSummands(symbols, withNames(form.right, names));
  drawRuns(symbols, ImGui::GetFontSize());
  const ComparedNumbers shown(std::max(form.left_value, form.right_value), axis.separation * form.scale);
  std::vector<Run> values{exactly(shown(form.left_value), form.left_value),
                          {fmt::format("  {}  ", relationOf(axis, sat)), colours.verdict},
                          exactly(shown(form.right_value), form.right_value)};
  if (axis.id.kind == AxisKind::kEdgePair)
    values.push_back(
        exactly(fmt::format("   ÷ |{}×{}| = {}", names.a, names.b, number(form.scale)), form.scale, colours.faint));
  drawRuns(values, ImGui::GetFontSize());
}

void drawFilters(AxesPanel& panel, Space space, const PairReport& report, const SatReport& sat) {
  const auto edges = static_cast<std::size_t>(
      std::ranges::count_if(sat.axes, [](const SatAxis& axis) { return axis.id.kind == AxisKind::kEdgePair; }));
  if (edges > 0 && edges < sat.axes.size()) {
    const std::string kinds[] = {fmt::format("{} {}###all", tr("All"), sat.axes.size()),
                                 fmt::format("{} {}###faces", tr("Faces"), sat.axes.size() - edges),
                                 fmt::format("{} {}###edges", tr("Edges"), edges)};
    const int now = panel.faces && panel.edges ? 0 : panel.faces ? 1 : 2, chosen = segments("##kinds", kinds, now);
    tooltip(tr("All axes, the face normals with the axis between closest features, or the cross products of edges."));
    panel.faces = chosen != 2;
    panel.edges = chosen != 1;
    panel.rows_outdated |= chosen != now;
    sameLineIfFits(buttonWidth(tr("Gaps only")));
  } else {
    panel.faces = panel.edges = true;
  }
  if (toggleButton(trId("Gaps only").c_str(), panel.separating_only)) {
    panel.separating_only = !panel.separating_only;
    panel.rows_outdated = true;
  }
  tooltip(tr("Show only axes with a positive gap."));
  constexpr std::size_t kFilterFrom = 25;  // fewer are seen at a glance
  const float copy_width = buttonWidth(tr("Copy"));
  if (sat.axes.size() >= kFilterFrom) {
    sameLineIfFits(ImGui::GetFontSize() * 6 + copy_width + ImGui::GetStyle().ItemSpacing.x);
    const float room = ImGui::GetContentRegionAvail().x - copy_width - ImGui::GetStyle().ItemSpacing.x;
    ImGui::SetNextItemWidth(std::max(ImGui::GetFontSize() * 3, room));
    if (ImGui::InputTextWithHint("##filter", tr("Axis"), &panel.filter)) panel.rows_outdated = true;
    tooltip(tr("Show only axes whose name contains this."));
  } else {
    panel.rows_outdated |= !panel.filter.empty();
    panel.filter.clear();
  }
  sameLineIfFits(copy_width);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, ImGui::GetContentRegionAvail().x - copy_width));
  if (ImGui::Button(trId("Copy").c_str())) ImGui::OpenPopup("##copy");
  tooltip(tr("Copy the whole table with all digits."));
  if (ImGui::BeginPopup("##copy")) {
    struct Format {
      const char* name;
      AxisTextFormat format;
    };
    for (const Format& format : {Format{"as text", AxisTextFormat::kText},
                                 {"as CSV", AxisTextFormat::kCsv},
                                 {"as JSON", AxisTextFormat::kJson}}) {
      if (ImGui::MenuItem(trId(format.name).c_str()))
        ImGui::SetClipboardText(axesAsText(report, space, format.format).c_str());
    }
    ImGui::EndPopup();
  }
  std::string notes;
  if (panel.rows.size() != sat.axes.size()) notes = trf("{} of {} axes", panel.rows.size(), sat.axes.size());
  if (sat.pruned_edge_pairs > 0)
    notes += (notes.empty() ? "" : " · ") + trf("{} edge pairs pruned", sat.pruned_edge_pairs);
  if (!notes.empty()) ImGui::TextDisabled("%s", notes.c_str());
  if (sat.pruned_edge_pairs > 0) {
    tooltip(
        tr("Edge pairs whose arcs on the Gauss map do not cross span no face of the Minkowski difference: their axes "
           "cannot decide. "
           "They are not listed for large hulls."));
  }
}

void drawAnswerOnly(const PairReport& report) {
  if (report.answer.endless) {
    paragraph(
        tr("Two half-spaces overlap without end unless they face each other: no axis separates them, and no move ends "
           "the overlap."));
    return;
  }
  paragraph(trf("The algorithm \"{}\" lists no axes.", report.algorithm));
  paragraph(trf("{}, separation {} m", verdictWord(report.answer.verdict), humanNumber(report.answer.separation, 6)));
  tooltip(exactNumber(report.answer.separation) + " m");
}

void drawNothing(const Workspace& workspace) {
  const Reports& reports = workspace.reports;
  const Document& document = workspace.history.document();
  if (reports.shown_pair < 0 && document.bodies.size() >= 2) {
    paragraph(whyNoPair(document));
  } else if (reports.shown_pair < 0) {
    paragraph(tr("No pair to test. A pair needs two bodies: add one with Body > Add body."));
  } else if (!reports.shown) {
    paragraph(describe(reports.shown.error()));
  }
}

std::pair<Colour, Colour> coloursOf(const Workspace& workspace, const PairReport& report, Theme theme) {
  const Document& document = workspace.history.document();
  const auto colourOf = [&](const std::string& id, Colour other) {
    const Body* body = findBody(document, id);
    return body == nullptr ? other : bodyColour(paletteOf(theme), document, *body, report.a, report.b);
  };
  return {colourOf(report.a, paletteOf(theme).a), colourOf(report.b, paletteOf(theme).b)};
}

FormulaColours formulaColours(const std::pair<Colour, Colour>& bodies, const SatReport& sat, const SatAxis& axis,
                              Theme theme) {
  const Verdict verdict = verdictOf(axis.separation, sat.tolerances.touching);
  return {toImGui(bodies.first), toImGui(bodies.second), ImGui::GetColorU32(ImGuiCol_TextDisabled),
          toImGui(verdictColour(paletteOf(theme), verdict))};
}

/// The inequality of the shown axis, its radii term by term and its reduced form.
void drawAxisFormula(const AxesPanel& panel, const Workspace& workspace, const ViewState& view,
                     const PairReport& report, const SatReport& sat, const SatAxis& axis) {
  const PairNames names = namesOf(report);
  const FormulaColours colours = formulaColours({panel.colour_a, panel.colour_b}, sat, axis, view.theme);
  const bool is_pinned = axis.id == view.pinned_axis;
  const std::string why = is_pinned && axis.id == kFreeAxis ? tr("rotated by hand, Esc lets go")
                          : is_pinned                       ? tr("pinned, Esc unpins")
                          : axis.id == view.hovered_axis    ? tr("preview")
                                                            : decidesFlag(panel.decides, panel.traced).word;
  ImGui::Spacing();
  drawRuns(
      {{axisName(axis.id, names), 0, FontRole::kTitle}, {fmt::format("   {}", why), colours.faint, FontRole::kText}},
      0);
  ImGui::Spacing();
  if (axis.state == AxisState::kDegenerate) {
    paragraph(tr("Degenerate: there is no direction to measure on."));
    for (const AxisFlag& flag : flagsOf(panel, sat, static_cast<int>(&axis - sat.axes.data()))) paragraph(flag.reason);
    return;
  }
  drawInequality(sat, axis, names, colours);
  ImGui::Spacing();
  const Document& document = workspace.history.document();
  const Body* a = findBody(document, report.a);
  const Body* b = findBody(document, report.b);
  if (a == nullptr || b == nullptr) return;
  const PosedShape posed_a = tracedA(posedShape(*a), report), posed_b = tracedB(posedShape(*b), report);
  // A tall window has room for all of it.
  const Fold fold = ImGui::GetIO().DisplaySize.y >= ImGui::GetFontSize() * 55 ? Fold::kOpen : Fold::kClosed;
  if (!axis.isEndless()) {
    if (sectionHeader((withNames(tr("rA, rB term by term"), names) + "###terms").c_str(), {}, fold)) {
      drawRadius(posed_a, 'A', axis, names, colours);
      drawRadius(posed_b, 'B', axis, names, colours);
    }
    if (const auto form = reducedForm(posed_a, posed_b, axis); form && drawReducedHeader(axis, names, fold))
      drawReduced(*form, sat, axis, names, colours);
  }
  if (!sectionHeader(trId("L in world coordinates").c_str(), {}, fold)) return;
  const Vec3& d = axis.direction;
  const bool planar = document.space == Space::k2d;
  const std::string all = exactNumber(d.x) + ", " + exactNumber(d.y) + (planar ? "" : ", " + exactNumber(d.z));
  drawRuns({{"L", 0, FontRole::kBold},
            {planar ? fmt::format(" = ({}, {})", number(d.x), number(d.y))
                    : fmt::format(" = ({}, {}, {})", number(d.x), number(d.y), number(d.z)),
             colours.faint, FontRole::kText, all}},
           ImGui::GetFontSize());
}

/// The row that was tried last is the shown one.
void showTried(const AxesPanel& panel, const SatReport& sat, ViewState& view) {
  RowByRowView& play = view.row_by_row;
  const int count = static_cast<int>(panel.run.rows.size());
  play.tried = std::clamp(play.tried, std::min(1, count), count);
  view.pinned_axis.reset();
  if (count == 0) return;
  const int row = panel.run.rows[static_cast<std::size_t>(play.tried) - 1];
  view.pinned_axis = sat.axes[static_cast<std::size_t>(row)].id;
}

/// One row after the other, to where an engine stops; started again there, to the end.
void playRows(AxesPanel& panel, const SatReport& sat, ViewState& view) {
  constexpr double kSecondsARow = 0.6;
  RowByRowView& play = view.row_by_row;
  if (!play.plays || ImGui::GetTime() < play.next_at) return;
  ++play.tried;
  showTried(panel, sat, view);
  panel.scroll_to_shown = true;
  play.plays = play.tried != panel.run.needed && play.tried < static_cast<int>(panel.run.rows.size());
  play.next_at = ImGui::GetTime() + kSecondsARow;
}

/// How a run ends without a gap, at the first and after it: by whose axes they are.
struct RunWords {
  const char *meets, *stops, *settled;
};
constexpr RunWords kRunWords[] = {
    {"No axis has a gap: they meet, and only now that is known.",
     "{} separates: an engine stops here and does not learn how far apart they are.",
     "{} had settled whether after {}; the widest gap so far is {} m."},
    {"No axis has a gap: these two pieces meet, and with them the shapes.",
     "{} separates these two pieces: each other pair of pieces has its own axes.",
     "{} had settled it for these two pieces after {}; the widest gap so far is {} m."},
    {"No axis has a gap: the hulls meet, which says nothing about the shapes.",
     "{} separates the hulls and with them the shapes: an engine stops here and does not learn how far apart they are.",
     "{} had settled whether after {}; the widest gap so far is {} m."}};

/// The result after so many rows, and its cost.
std::string runText(const AxesPanel& panel, const SatReport& sat, const RowByRowView& play) {
  const int count = static_cast<int>(panel.run.rows.size()), tried = play.tried, needed = panel.run.needed;
  const auto axisAt = [&](int place) -> const SatAxis& {
    return sat.axes[static_cast<std::size_t>(panel.run.rows[static_cast<std::size_t>(place)])];
  };
  std::string text = trf("{} of {} axes tried, {} multiplications.", tried, count, tried * panel.multiplications) + " ";
  if (tried < needed) return text + tr("No gap yet: nothing is known.");
  const RunWords& words = kRunWords[static_cast<std::size_t>(panel.traced)];
  if (!panel.run.separates) return text + tr(words.meets);
  const SatAxis& stop = axisAt(needed - 1);
  const std::string name = axisName(stop.id, panel.names);
  if (tried == needed) return text + trf(words.stops, name);
  double widest = stop.separation;
  for (int place = 0; place < tried; ++place) widest = std::max(widest, axisAt(place).separation);
  return text + trf(words.settled, name, needed, humanNumber(widest, 4));
}

/// For a pair in motion, draws the tests of many frames, with and without the axis of the frame before.
void drawMotionRun(AxesPanel& panel, const Workspace& workspace) {
  const PairReport& report = *shownReport(workspace);
  const std::string pair = report.a + "\n" + report.b;
  if (panel.motion_revision != workspace.history.revision() || panel.motion_pair != pair) {
    panel.motion_revision = workspace.history.revision();
    panel.motion_pair = pair;
    panel.motion = motionRun(workspace.history.document(), {report.a, report.b});
  }
  if (!panel.motion) return;
  const MotionRun& run = *panel.motion;
  paragraph(trf("The next {} s in {} frames: {} tests as listed, {} with the last gap first.",
                humanNumber(run.seconds, 3), run.frames, run.as_listed, run.last_first));
  tooltip(
      tr("Bodies move little from frame to frame: the axis that separated in the frame before mostly still does "
         "(temporal coherence)."));
}

/// The controls of the run instead of the filters, and its state in words.
void drawRun(AxesPanel& panel, const Workspace& workspace, const SatReport& sat, ViewState& view) {
  RowByRowView& play = view.row_by_row;
  const int count = static_cast<int>(panel.run.rows.size());
  if (toggleButton(trId("Row by row").c_str(), play.shown)) toggleRowByRow(view);
  ImGui::SameLine();
  if (toggleButton(trId("Play").c_str(), play.plays)) {
    play.plays = !play.plays;
    if (play.plays && play.tried == count) play.tried = 0;
    play.next_at = 0;
  }
  tooltip(tr("Try one axis after the other and stop where an engine may; press again to go on."));
  const auto step = [&](const char* label, int by, const char* tip) {
    ImGui::SameLine();
    if (ImGui::Button(label)) {
      play.tried += by;
      play.plays = false;
      showTried(panel, sat, view);
      panel.scroll_to_shown = true;
    }
    tooltip(tr(tip));
  };
  step("−##untry", -1, "Take the last axis back.");
  step("+##try", 1, "Try the next axis.");
  constexpr const char* kOrders[] = {"as listed", "last gap first", "worst first"};
  constexpr const char* kTips[] = {
      "Face axes first, then edge pairs: the order of most engines.",
      "The axis that separated in the pose before is tried first: most likely it still does.",
      "The deepest overlap first: the most tests that this pair can take."};
  const char* const order = tr(kOrders[static_cast<int>(play.order)]);
  sameLineIfFits(buttonWidth(order) + ImGui::GetFrameHeight());
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (ImGui::BeginCombo("##order", order)) {
    for (int i = 0; i < 3; ++i) {
      if (ImGui::Selectable(tr(kOrders[i]), static_cast<int>(play.order) == i)) {
        play.order = static_cast<AxisOrder>(i);
        play.tried = 1;
        play.plays = false;
      }
      tooltip(tr(kTips[i]));
    }
    ImGui::EndCombo();
  }
  paragraph(runText(panel, sat, play));
  tooltip(
      trf("{} multiplications an axis: of a box by half extents, of other shapes one dot product for each vertex. "
          "Making the axis is not "
          "counted.",
          panel.multiplications));
  drawMotionRun(panel, workspace);
}

void drawAxesPanel(AxesPanel& panel, const Workspace& workspace, ViewState& view, Outbox&) {
  const PairReport* report = shownReport(workspace);
  if (report == nullptr) {
    drawNothing(workspace);
    return;
  }
  const SatReport* sat = shownSat(workspace);
  if (sat == nullptr) {
    if (report->pieces) drawPieces(view, *report);
    drawAnswerOnly(*report);
    return;
  }
  if (ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) && !ImGui::GetIO().WantTextInput && !isWalkedByKeys()) {
    const int step = (isPressed(plain(kKeyDown), KeyRepeat::kWhileHeld) ? 1 : 0) -
                     (isPressed(plain(kKeyUp), KeyRepeat::kWhileHeld) ? 1 : 0);
    if (step != 0) stepAxis(panel, workspace, view, step);
  }
  if (report->pieces) drawPieces(view, *report);
  if (workspace.reports.has_references_axes) {
    const bool is_wrong = !workspace.reports.difference.value_or("").empty();
    paragraph(trf(is_wrong ? "The algorithm \"{}\" lists no axes: these are the reference's, and show what it misses."
                           : "The algorithm \"{}\" lists no axes: these are the reference's.",
                  report->algorithm));
  }
  std::tie(panel.colour_a, panel.colour_b) = coloursOf(workspace, *report, view.theme);
  const bool has_moved = panel.rows_revision != workspace.reports.revision ||
                         panel.rows_traced != workspace.reports.traced_pieces,
             was_played = panel.is_played;
  updateRows(panel, workspace);
  if (view.row_by_row.shown) {
    // An engine runs it anew in each pose.
    if (was_played && has_moved && !view.row_by_row.plays) view.row_by_row.tried = panel.run.needed;
    if (has_moved || !was_played) showTried(panel, *sat, view);
    playRows(panel, *sat, view);
  }
  if (view.row_by_row.shown) {
    drawRun(panel, workspace, *sat, view);
  } else {
    drawFilters(panel, workspace.history.document().space, *report, *sat);
  }
  const float available = ImGui::GetContentRegionAvail().y;
  const float row = axesRowHeight();
  const float spacing = ImGui::GetStyle().ItemSpacing.y;
  // The table gets what its rows need, the formula the rest; neither less than its share.
  const float wanted = static_cast<float>(panel.rows.size() + 2) * row + ImGui::GetStyle().ScrollbarSize;
  const float formula = std::clamp(panel.formula_height, row * 5, std::max(row * 5, available * 0.55f));
  const float table = std::max(std::min(wanted, available - formula - spacing), row * 4);
  drawAxesTable(panel, workspace, view, *sat, table);
  const SatAxis* axis = shownAxis(workspace);
  if (axis == nullptr) return;
  ImGui::BeginChild("##formula", {0, 0}, false);
  ImGui::Separator();
  drawAxisFormula(panel, workspace, view, *report, *sat, *axis);
  panel.formula_height = ImGui::GetCursorPosY();
  ImGui::EndChild();
}

}  // namespace

const Panel kAxesPanel = {
    .word = "axes",
    .title = "Axes",
    .help =
        "Every axis that the separating-axis test tries, one a row. The bars are the projection intervals of both "
        "bodies; the number is the gap between them. Two convex shapes are apart exactly when one row has a gap, and "
        "the largest gap decides. Below stands the inequality of the shown row with its numbers.",
    .home = Region::kRight,
    .draw = [](PanelContext& c) { drawAxesPanel(c.state<AxesPanel>(), c.workspace, c.view, c.outbox); },
    .shows_answers = true,
    .next_frame = [](const Workspace& w) { return atTimeIf(w.view.row_by_row.plays, w.view.row_by_row.next_at); },
};

void toggleRowByRow(ViewState& view) {
  view.row_by_row = {.shown = !view.row_by_row.shown, .order = view.row_by_row.order, .tried = 1};
  view.pinned_axis.reset();
}

void drawShownInequality(const Workspace& workspace, const ViewState& view) {
  const SatReport* const sat = shownSat(workspace);
  const SatAxis* const axis = shownAxis(workspace);
  if (sat == nullptr || axis == nullptr || axis->state == AxisState::kDegenerate) return;
  const PairReport& report = *shownReport(workspace);
  const PairNames names = namesOf(report);
  inFont(FontRole::kBold, [&] { ImGui::TextUnformatted(("L = " + axisName(axis->id, names)).c_str()); });
  drawInequality(*sat, *axis, names, formulaColours(coloursOf(workspace, report, view.theme), *sat, *axis, view.theme));
}

}  // namespace sepax
