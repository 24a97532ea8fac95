#include "ui/toolbar.h"

#include "collide/pair_names.h"
#include "collide/pair_table.h"
#include "core/language.h"
#include "core/text.h"
#include "document/motion.h"
#include "session/host/opened_case.h"
#include "session/learn/learning.h"
#include "session/scene/motion_player.h"
#include "session/scene/reports.h"
#include "session/viewport_picture.h"
#include "session/workspace.h"
#include "ui/actions.h"
#include "ui/key_map.h"
#include "ui/kit/table.h"
#include "ui/kit/theme.h"
#include "ui/kit/toasts.h"
#include "ui/kit/widgets.h"
#include "ui/window_parts.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace sepax {

namespace {

/// Puts toolbar items beside each other and starts a new line before one that does not fit.
class Flow {
 public:
  explicit Flow(float spacing)
      : right_(ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x), spacing_(spacing) {}
  enum class Group { kSame, kNew };
  [[nodiscard]] float room() const { return right_ - ImGui::GetWindowPos().x; }
  void next(float width, Group group = Group::kSame) {
    if (!first_) {
      const float gap = group == Group::kNew ? spacing_ * 2.5f : spacing_;
      ImGui::SameLine(0, gap);
      if (ImGui::GetCursorScreenPos().x + width > right_) ImGui::NewLine();
    }
    first_ = false;
  }

 private:
  float right_, spacing_;
  bool first_ = true;
};

std::string tipOf(const Action& action, const KeyMap& map) {
  const std::string keys = shortcutText(shortcutOf(map, action));
  return std::string(tr(action.name)) + (keys.empty() ? "" : " (" + keys + ")") + "\n" + tr(action.tip);
}

struct ToolIcon {
  const char* action;
  void (*draw)(ImDrawList&, ImVec2 centre, float half, ImU32 colour);
  const char* word = nullptr;  ///< beside it in a wide window, a key of tr()
};

void arrowHead(ImDrawList& list, ImVec2 tip, ImVec2 direction, float size, ImU32 colour) {
  const ImVec2 side(-direction.y, direction.x);
  const ImVec2 base(tip.x - direction.x * size, tip.y - direction.y * size);
  list.AddTriangleFilled(tip, {base.x + side.x * size * 0.7f, base.y + side.y * size * 0.7f},
                         {base.x - side.x * size * 0.7f, base.y - side.y * size * 0.7f}, colour);
}

void drawSelectIcon(ImDrawList& list, ImVec2 c, float h, ImU32 colour) {
  const auto at = [&](float x, float y) { return ImVec2(c.x + x * h, c.y + y * h); };
  list.AddTriangleFilled(at(-0.4f, -0.7f), at(0.5f, 0.2f), at(-0.4f, 0.45f), colour);
  list.AddLine(at(-0.05f, 0.15f), at(0.22f, 0.7f), colour, std::max(1.5f, h * 0.22f));
}

void drawMoveIcon(ImDrawList& list, ImVec2 c, float h, ImU32 colour) {
  for (const ImVec2 d : {ImVec2(1, 0), ImVec2(-1, 0), ImVec2(0, 1), ImVec2(0, -1)}) {
    const ImVec2 tip(c.x + d.x * h * 0.75f, c.y + d.y * h * 0.75f);
    list.AddLine(c, {c.x + d.x * h * 0.5f, c.y + d.y * h * 0.5f}, colour, std::max(1.3f, h * 0.16f));
    arrowHead(list, tip, d, h * 0.36f, colour);
  }
}

void drawRotateIcon(ImDrawList& list, ImVec2 c, float h, ImU32 colour) {
  list.PathArcTo(c, h * 0.55f, -0.9f, 3.9f, 24);
  list.PathStroke(colour, 0, std::max(1.3f, h * 0.16f));
  arrowHead(list, {c.x + h * 0.12f, c.y - h * 0.78f}, {-0.78f, -0.62f}, h * 0.42f, colour);
}

void drawScaleIcon(ImDrawList& list, ImVec2 c, float h, ImU32 colour) {
  const float thick = std::max(1.3f, h * 0.14f);
  list.AddRect({c.x - h * 0.65f, c.y - h * 0.02f}, {c.x + h * 0.02f, c.y + h * 0.65f}, colour, 0, 0, thick);
  list.AddLine({c.x - h * 0.05f, c.y + h * 0.05f}, {c.x + h * 0.45f, c.y - h * 0.45f}, colour, thick);
  arrowHead(list, {c.x + h * 0.7f, c.y - h * 0.7f}, {0.707f, -0.707f}, h * 0.42f, colour);
}

/// A grid with one of its points taken.
void drawSnapIcon(ImDrawList& list, ImVec2 c, float h, ImU32 colour) {
  const float thick = std::max(1.0f, h * 0.1f);
  for (const float offset : {-0.32f, 0.32f}) {
    list.AddLine({c.x - h * 0.72f, c.y + offset * h}, {c.x + h * 0.72f, c.y + offset * h}, colour, thick);
    list.AddLine({c.x + offset * h, c.y - h * 0.72f}, {c.x + offset * h, c.y + h * 0.72f}, colour, thick);
  }
  list.AddCircleFilled({c.x + 0.32f * h, c.y - 0.32f * h}, h * 0.24f, colour, 12);
}

/// A horseshoe with its two poles.
void drawMagnetIcon(ImDrawList& list, ImVec2 c, float h, ImU32 colour) {
  const float r = h * 0.45f, thick = std::max(2.0f, h * 0.26f);
  list.PathLineTo({c.x - r, c.y - h * 0.62f});
  list.PathArcTo({c.x, c.y + h * 0.1f}, r, 3.14159f, 0, 14);
  list.PathLineTo({c.x + r, c.y - h * 0.62f});
  list.PathStroke(colour, 0, thick);
}

void drawPointsIcon(ImDrawList& list, ImVec2 c, float h, ImU32 colour) {
  const ImVec2 corners[] = {{c.x - h * 0.6f, c.y + h * 0.5f}, {c.x + h * 0.6f, c.y + h * 0.5f}, {c.x, c.y - h * 0.6f}};
  list.AddPolyline(corners, 3, colour, ImDrawFlags_Closed, std::max(1.0f, h * 0.1f));
  for (const ImVec2& p : corners)
    list.AddRectFilled({p.x - h * 0.2f, p.y - h * 0.2f}, {p.x + h * 0.2f, p.y + h * 0.2f}, colour);
}

/// The drawing tools bear what they draw, with a plus.
void drawPlus(ImDrawList& list, ImVec2 c, float h, ImU32 colour) {
  const ImVec2 at{c.x + h * 0.62f, c.y + h * 0.56f};
  const float arm = h * 0.26f, thick = std::max(1.4f, h * 0.14f);
  list.AddLine({at.x - arm, at.y}, {at.x + arm, at.y}, colour, thick);
  list.AddLine({at.x, at.y - arm}, {at.x, at.y + arm}, colour, thick);
}

/// A triangle that points on; two bars when it plays.
void drawPlayIcon(ImDrawList& list, ImVec2 c, float h, ImU32 colour) {
  list.AddTriangleFilled({c.x - h * 0.45f, c.y - h * 0.6f}, {c.x + h * 0.6f, c.y}, {c.x - h * 0.45f, c.y + h * 0.6f},
                         colour);
}
void drawPauseIcon(ImDrawList& list, ImVec2 c, float h, ImU32 colour) {
  for (const float x : {-0.45f, 0.15f})
    list.AddRectFilled({c.x + x * h, c.y - h * 0.55f}, {c.x + (x + 0.3f) * h, c.y + h * 0.55f}, colour);
}

/// One step on, to a line where it may stop.
void drawRowsIcon(ImDrawList& list, ImVec2 c, float h, ImU32 colour) {
  const float thick = std::max(1.3f, h * 0.14f);
  list.AddLine({c.x - h * 0.55f, c.y - h * 0.55f}, {c.x - h * 0.55f, c.y + h * 0.55f}, colour, thick);
  list.AddTriangle({c.x - h * 0.25f, c.y - h * 0.5f}, {c.x + h * 0.5f, c.y}, {c.x - h * 0.25f, c.y + h * 0.5f}, colour,
                   thick);
}

void drawPolygonIcon(ImDrawList& list, ImVec2 c, float h, ImU32 colour) {
  const ImVec2 corners[] = {{c.x - h * 0.6f, c.y + h * 0.45f},
                            {c.x - h * 0.45f, c.y - h * 0.4f},
                            {c.x + h * 0.25f, c.y - h * 0.6f},
                            {c.x + h * 0.45f, c.y + h * 0.05f}};
  list.AddPolyline(corners, 4, colour, ImDrawFlags_Closed, std::max(1.3f, h * 0.14f));
  drawPlus(list, c, h, colour);
}

void drawRoundIcon(ImDrawList& list, ImVec2 c, float h, ImU32 colour) {
  list.AddCircle({c.x - h * 0.1f, c.y - h * 0.1f}, h * 0.48f, colour, 20, std::max(1.3f, h * 0.14f));
  drawPlus(list, c, h, colour);
}

void drawBoxIcon(ImDrawList& list, ImVec2 c, float h, ImU32 colour) {
  list.AddRect({c.x - h * 0.6f, c.y - h * 0.5f}, {c.x + h * 0.35f, c.y + h * 0.3f}, colour, 0, 0,
               std::max(1.3f, h * 0.14f));
  drawPlus(list, c, h, colour);
}

/// An icon without a picture starts a new group.
constexpr ToolIcon kToolIcons[] = {{"tool_select", drawSelectIcon, "Select"},
                                   {"tool_move", drawMoveIcon, "Move"},
                                   {"tool_rotate", drawRotateIcon, "Rotate"},
                                   {"tool_scale", drawScaleIcon, "Scale"},
                                   {"edit_points", drawPointsIcon},
                                   {nullptr, nullptr},
                                   {"snap", drawSnapIcon},
                                   {"magnet", drawMagnetIcon, "Magnet"},
                                   {nullptr, nullptr},
                                   {"draw_polygon", drawPolygonIcon},
                                   {"draw_round", drawRoundIcon},
                                   {"draw_box", drawBoxIcon}};

enum class Words { kNone, kBeside };

float toolWidth(const ToolIcon& icon, Words words) {
  const Action* const action = findAction(icon.action);
  const float square = ImGui::GetFrameHeight() * 1.15f;
  if (words == Words::kNone || icon.word == nullptr || action == nullptr) return square;
  return square + ImGui::CalcTextSize(tr(icon.word)).x + ImGui::GetStyle().FramePadding.x;
}

/// Without a frame until the mouse is on it; the tool in hand and what is on stand on a ground.
void drawToolButton(const ToolIcon& icon, ActionContext& context, Words words = Words::kNone) {
  const Action* action = findAction(icon.action);
  if (action == nullptr) return;
  const float size = ImGui::GetFrameHeight();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const bool on = action->checked != nullptr && action->checked(context), enabled = isEnabled(*action, context);
  ImGui::BeginDisabled(!enabled);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
  if (!on) ImGui::PushStyleColor(ImGuiCol_Button, {0, 0, 0, 0});
  if (toggleButton((std::string("##") + icon.action).c_str(), on, {toolWidth(icon, words), size})) action->run(context);
  if (!on) ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  ImGui::EndDisabled();
  tooltip(tipOf(*action, context.shell.keys));
  const ImU32 colour = ImGui::GetColorU32(ImGuiCol_Text, on ? 1.0f : enabled ? 0.8f : 0.35f);
  icon.draw(*ImGui::GetWindowDrawList(), {corner.x + size * 0.575f, corner.y + size / 2}, size * 0.5f, colour);
  if (words == Words::kBeside && icon.word != nullptr)
    ImGui::GetWindowDrawList()->AddText({corner.x + size * 1.15f, corner.y + ImGui::GetStyle().FramePadding.y}, colour,
                                        tr(icon.word));
}

/// The width that a combo box of that width has for its text.
float comboTextWidth(float width) { return width - ImGui::GetFrameHeight() - ImGui::GetStyle().FramePadding.x * 2; }

void drawPairCombo(ActionContext& context, float width) {
  const Reports& reports = context.workspace.reports;
  const bool any = reports.shown_pair >= 0;
  const auto nameOf = [&](std::size_t i) { return reports.pairs[i].first + " × " + reports.pairs[i].second; };
  const std::string shown = any ? nameOf(static_cast<std::size_t>(reports.shown_pair)) : std::string(tr("no pair"));
  ImGui::SetNextItemWidth(width);
  const std::string fitting = cutInTheMiddle(shown, comboTextWidth(width));
  const bool open = ImGui::BeginCombo("##pair", asLabel(fitting).c_str(), ImGuiComboFlags_HeightLarge);
  if (!open)
    tooltip((fitting == shown ? "" : shown + "\n") + tr("The pair whose axes are shown. N goes to the next one."));
  if (!open) return;
  drawRowsInSight(reports.pairs.size(), [&](int i) {
    const IdScope id(i);
    pairStateIcon(reports.states[static_cast<std::size_t>(i)], context.view.theme);
    ImGui::SameLine();
    if (ImGui::Selectable(asLabel(nameOf(static_cast<std::size_t>(i))).c_str(), i == reports.shown_pair)) {
      context.view.pair = reports.pairs[static_cast<std::size_t>(i)];
      context.view.pinned_axis.reset();
    }
  });
  ImGui::EndCombo();
}

void drawAlgorithmCombo(ActionContext& context, float width) {
  ImGui::SetNextItemWidth(width);
  const bool is_reference = context.view.algorithm == referenceAlgorithm().name;
  if (!is_reference) ImGui::PushStyleColor(ImGuiCol_Text, toImGuiVec(panelColours(context.view.theme).warning));
  const std::string name = cutToFit(shortName(context.view.algorithm), comboTextWidth(width));
  const bool open = ImGui::BeginCombo("##algorithm", name.c_str(), ImGuiComboFlags_HeightLarge);
  if (!open) nameItem("algorithm");
  if (!is_reference) ImGui::PopStyleColor();
  if (!open) {
    const PairAlgorithm* const row = findAlgorithm(context.view.algorithm);
    const std::string what = is_reference || row == nullptr ? "" : fmt::format("{}: {}\n", row->name, tr(row->summary));
    tooltip(what + tr("The algorithm that answers. The first one is the reference."));
    return;
  }
  for (const PairAlgorithm* algorithm : offeredAlgorithms(context.workspace.history.document())) {
    if (ImGui::Selectable(algorithm->name, context.view.algorithm == algorithm->name))
      context.view.algorithm = algorithm->name;
    nameItem("algorithm", algorithm->name);
    tooltip(tr(algorithm->summary));
  }
  ImGui::EndCombo();
}

/// If an algorithm lists no axes, none decides.
std::string decidingName(const Reports& reports, const PairReport& report, const PairNames& names) {
  const SatAxis* const axis = reports.has_references_axes ? nullptr : axisOfAnswer(report);
  return axis == nullptr ? std::string() : axisName(axis->id, names);
}

/// The verdict, what decides it, and whose it is where it is not the reference's.
std::string chipText(const Reports& reports, const PairReport& report) {
  std::string text = verdictText(report.answer);
  if (const std::string axis = decidingName(reports, report, namesOf(report)); !axis.empty()) text += "  ·  " + axis;
  if (report.algorithm != referenceAlgorithm().name) text += "  ·  " + shortName(report.algorithm);
  if (reports.is_contradicted)
    text += "  ·  " + trf("differs from the reference: {}", verdictText(reports.reference->answer));
  return text;
}

/// "separation 0.05608…" with all digits, for a tooltip.
std::string exactGap(const PairReport& report) {
  return report.answer.endless ? std::string() : trf("separation {} m", exactNumber(report.answer.separation)) + "\n";
}

/// The verdict in a place of its own at the right end: nothing moves when its text becomes longer. The tip has
/// the whole text.
void drawVerdictSlot(ActionContext& context, Flow& flow, float width) {
  const bool covered = isCovered(context.workspace, context.workspace);
  const PairReport* report = covered ? nullptr : shownReport(context.workspace);
  const float height = ImGui::GetFrameHeight(), pad = ImGui::GetStyle().FramePadding.x;
  flow.next(width, Flow::Group::kNew);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, ImGui::GetContentRegionAvail().x - width));
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  if (ImGui::InvisibleButton("##verdict", {width, height})) context.view.pinned_axis.reset();
  const bool hovered = ImGui::IsItemHovered();
  const Palette& palette = paletteOf(context.view.theme);
  const Colour colour = report == nullptr ? palette.other : verdictColour(palette, report->answer.verdict);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end(corner.x + width, corner.y + height);
  list.AddRectFilled(corner, end, toImGui(withAlpha(colour, hovered ? kChipFill * 2 : kChipFill)), 4);
  list.AddRectFilled(corner, {corner.x + std::round(pad * 0.4f), end.y}, toImGui(colour), 2);
  float x = corner.x + 1.5f * pad;
  const float top = corner.y + ImGui::GetStyle().FramePadding.y;
  if (report != nullptr) {
    drawVerdictIcon(list, {x, corner.y}, height, report->answer.verdict, toImGui(colour));
    x += height + pad * 0.5f;
  }
  std::string whole;
  // The first of the texts that fits, else what fits of the last.
  const auto put = [&](const std::vector<std::string>& texts, FontRole font, ImU32 tint) {
    whole += (whole.empty() ? "" : " · ") + texts.front();
    if (x + pad >= end.x) return;
    const FontScope scope(font);
    const std::string fitting = firstThatFits(texts, end.x - pad - x);
    if (fitting != "…") list.AddText({x, top}, tint, fitting.c_str());
    x += ImGui::CalcTextSize(fitting.c_str()).x + pad;
  };
  if (report == nullptr) {
    put({covered ? std::string("?") : tr("no verdict")}, FontRole::kBold, toImGui(colour));
  } else {
    const Reports& reports = context.workspace.reports;
    if (report->algorithm != referenceAlgorithm().name)
      put({shortName(report->algorithm) + ":"}, FontRole::kText, ImGui::GetColorU32(ImGuiCol_Text));
    put({verdictText(report->answer)}, FontRole::kBold, toImGui(colour));
    if (reports.is_contradicted) {
      put({trf("truth: {}", verdictText(reports.reference->answer))}, FontRole::kText,
          ImGui::GetColorU32(ImGuiCol_Text));
    } else if (const std::string axis = decidingName(reports, *report, namesOf(*report)); !axis.empty()) {
      const std::string letters = decidingName(reports, *report, {});
      put({trf("decided by {}", axis), trf("decided by {}", letters), axis, letters}, FontRole::kText,
          ImGui::GetColorU32(ImGuiCol_TextDisabled));
    }
  }
  if (!hovered) return;
  if (covered) return tooltip(tr("Covered until you have answered: the answer would be here."));
  if (report == nullptr) return tooltip(tr("There is no tested pair."));
  tooltip(whole + "\n" + exactGap(*report) +
          tr("The verdict of the shown pair and the axis that decides it. Click to follow that axis."));
}

const char* toolHint(Tool tool, bool planar, bool minkowski) {
  if (minkowski && planar)
    return "Drag to pan · wheel zooms · PgUp and PgDn step through GJK and EPA · M shows the bodies again";
  if (minkowski)
    return "Drag to orbit · wheel zooms · PgUp and PgDn step through GJK and EPA · M shows the bodies again";
  switch (tool) {
    case Tool::kSelect:
      return "Click a body to select it · Shift adds · drag beside bodies to select all in a box";
    case Tool::kMove:
      return planar ? "Drag a body to move it · type x 1.5 while dragging, x alone keeps to the axis · Ctrl snaps · "
                      "Esc cancels"
                    : "Drag a body to move it · Shift along the view · type x 1.5 while dragging, x alone keeps to the "
                      "axis, X to the plane "
                      "across it · Ctrl snaps · Esc cancels";
    case Tool::kRotate:
      return "Drag a ring to rotate the selected body · type degrees while dragging · Ctrl snaps · or arrow keys";
    case Tool::kScale:
      return "Drag a handle to scale the selected body · type a factor while dragging · Ctrl snaps · or arrow keys";
    case Tool::kPoints:
      return "Drag a corner of the selected polygon, hull or triangle, or the middle of an edge · Space takes the next "
             "one for the arrow "
             "keys, "
             "Enter puts one in, Backspace deletes";
    case Tool::kDrawPolygon:
      return "Click corner after corner, or arrow keys and Space · the first one or Enter closes · Backspace takes one "
             "back · Esc gives up";
    case Tool::kDrawHull:
      return "Click points, or arrow keys and Space: their hull becomes the body · Enter ends · Backspace takes one "
             "back · Esc gives up";
    case Tool::kDrawRound:
      return "Press at the centre and drag outward · Ctrl snaps · or arrow keys and Space · Esc gives up";
    case Tool::kDrawBox:
      return "Press at a corner and drag to the opposite one · Ctrl snaps · or arrow keys and Space · Esc gives up";
  }
  return "";
}

/// " · 2 ✗" while the console holds errors, so that a folded one still shows it.
std::string consoleCount(const Workspace& workspace) {
  const auto errors = std::ranges::count(workspace.console, LogLevel::kError, &ConsoleLine::level);
  const auto warnings = std::ranges::count(workspace.console, LogLevel::kWarning, &ConsoleLine::level);
  std::string text;
  if (warnings > 0) text += fmt::format("  ⚠ {}", warnings);
  if (errors > 0) text += fmt::format("  ✗ {}", errors);
  return text;
}

void drawConsoleToggle(const ActionContext& context, const std::string& label, float width) {
  // Where the console is, or the region below the viewport as it was last.
  const bool is_moved = regionOf(context.shell, kConsolePanel) != kConsolePanel.home;
  const bool open = is_moved ? isInFront(context.shell, kConsolePanel) : isBottomShown(context.shell);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float line = ImGui::GetTextLineHeight();
  if (ImGui::InvisibleButton("##console", {width, line})) {
    if (is_moved) {
      showPanel(context.shell, kConsolePanel);
    } else {
      toggleBottom(context.shell);
    }
  }
  const ImU32 colour = ImGui::GetColorU32(ImGui::IsItemHovered() ? ImGuiCol_Text : ImGuiCol_TextDisabled);
  ImGui::GetWindowDrawList()->AddText(corner, colour, ((open ? "▾ " : "▸ ") + label).c_str());
  tooltip(tipOf(*findAction("bottom"), context.shell.keys));
}

/// Draws the state of the shown pair, or of a whole crowd, up to `right`.
void drawSceneStatus(const ActionContext& context, float right) {
  const Workspace& workspace = context.workspace;
  const PairReport* report = isCovered(workspace, workspace) ? nullptr : shownReport(workspace);
  const float line = ImGui::GetTextLineHeight();
  if (report != nullptr && (isShownLate(workspace) || workspace.reports.shown_test_us > 0)) {
    const std::string text = isShownLate(workspace)
                                 ? std::string(tr("the present pose is being tested"))
                                 : trf("tested in {}", humanDuration(workspace.reports.shown_test_us * 1e-6));
    const std::string tip =
        trf("The time is that of the narrow test of this pair by {}: no search of pairs, no "
            "drawing.",
            report->algorithm);
    fittedText(text, right - ImGui::GetCursorPosX() - ImGui::GetStyle().ItemSpacing.x, tip);
    ImGui::SameLine(0, line * 1.5f);
  } else if (workspace.reports.shown_pair >= 0 && !workspace.reports.shown) {
    fittedText(describe(workspace.reports.shown.error()), right - ImGui::GetCursorPosX());
    ImGui::SameLine(0, line * 1.5f);
  }
  // A text without room for a word or two is left out: dots alone say nothing.
  const auto hasRoom = [&] { return right - ImGui::GetCursorPosX() > line * 5; };
  if (workspace.history.document().bodies.size() > kMaxBodiesAllPairs && hasRoom()) {
    const PairCounts counts = countPairs(workspace.reports);
    fittedText(trf("{} overlapping, {} touching, {} apart", counts.overlapping, counts.touching,
                   counts.separated + workspace.reports.culled),
               right - ImGui::GetCursorPosX());
    ImGui::SameLine(0, line * 1.5f);
  }
  if (const auto played = playedSeconds(workspace); played && hasRoom()) {
    const std::string seconds = fmt::format("{:.2f}", *played);
    const int percent = static_cast<int>(std::lround(context.shell.motion_speed * 100));
    fittedText(context.view.motion_plays ? trf("played {} s, {} % of real time", seconds, percent)
                                         : trf("played {} s", seconds),
               right - ImGui::GetCursorPosX());
    tooltip(tr("The motion goes in steps of 1/60 s, at most one a frame."));
    ImGui::SameLine(0, line * 1.5f);
  }
  if (workspace.reports.waiting > 0 && hasRoom()) {
    fittedText(trn("{} pair still to test", "{} pairs still to test", workspace.reports.waiting),
               right - ImGui::GetCursorPosX());
    ImGui::SameLine(0, line * 1.5f);
  }
  if (const StageCosts& costs = workspace.reports.costs; costs.narrow_ms > 0 && hasRoom()) {
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    fittedText(trf("last change: bounds {} · pairs {} · tests {} ms", fmt::format("{:.1f}", costs.bounds_ms),
                   fmt::format("{:.1f}", costs.broad_ms), fmt::format("{:.1f}", costs.narrow_ms)),
               right - ImGui::GetCursorPosX());
    ImGui::PopStyleColor();
    tooltip(tr(
        "The cost of the last change: the bounds of all bodies that moved, the pairs whose bounds meet, and the tests "
        "of those that were "
        "answered at once."));
    ImGui::SameLine(0, line * 1.5f);
  }
}

/// The toolbar in one line, with combos and the verdict's slot of a width in all.
float widthOfAll(const ActionContext& context, Words words, const ToolIcon& rows, float others) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float gap = style.ItemSpacing.x, group_gap = gap * 2.5f;
  float width = style.WindowPadding.x + buttonWidth("3D") + group_gap + others + gap + buttonWidth("↔") + gap + gap +
                toolWidth(rows, words) + group_gap;
  if (hasMotion(context.workspace.history.document())) width += gap + ImGui::GetFrameHeight() * 1.15f;
  bool starts_group = true;
  for (const ToolIcon& icon : kToolIcons) {
    if (icon.action != nullptr) width += (starts_group ? group_gap : gap) + toolWidth(icon, words);
    starts_group = icon.action == nullptr;
  }
  return width;
}

}  // namespace

void drawToolbar(ActionContext& context) {
  const Document& document = context.workspace.history.document();
  const bool planar = document.space == Space::k2d;
  const float em = ImGui::GetFontSize();
  Flow flow(ImGui::GetStyle().ItemSpacing.x);
  flow.next(buttonWidth("3D"));
  ImGui::AlignTextToFramePadding();
  inFont(FontRole::kBold, [&] { ImGui::TextUnformatted(planar ? "2D" : "3D"); });
  tooltip(planar ? tr("This case lies in the plane: only in-plane axes are tested.") : tr("This case is in space."));
  // Over a bundle no text describes a pair that is not visible.
  const bool shows_scene = showsScene(context.workspace);
  ImGui::BeginDisabled(!shows_scene);
  constexpr float kNarrowBelow = 60;  // font heights
  const bool is_narrow = ImGui::GetIO().DisplaySize.x < kNarrowBelow * em;
  const ToolIcon rows{"row_by_row", drawRowsIcon, "Row by row"};
  // The widest of these that fits into one line, whatever is chosen in the lists: nothing moves with a name.
  struct Widths {
    Words words;
    float pair, algorithm, slot;
  };
  constexpr float kWideSlotFrom = 62;  // font heights
  const float narrow_pair = std::clamp(ImGui::GetIO().DisplaySize.x * 0.12f, em * 6, em * 14);
  const bool has_wide_slot = ImGui::GetIO().DisplaySize.x >= kWideSlotFrom * em;
  Widths widths{Words::kNone, narrow_pair, em * 12, em * (has_wide_slot ? 19 : 12.5f)};
  const auto left = [&](const Widths& w) {
    return flow.room() - widthOfAll(context, w.words, rows, w.pair + w.algorithm + w.slot);
  };
  for (const Widths& wide :
       {Widths{Words::kBeside, em * 14, em * 12, em * 19}, Widths{Words::kBeside, em * 7, em * 8.5f, em * 19}}) {
    if (widths.words == Words::kNone && left(wide) >= 0) widths = wide;
  }
  const Words words = widths.words;
  if (words == Words::kNone) widths.algorithm = std::clamp(widths.algorithm + left(widths), em * 5, em * 12);
  bool starts_group = true;
  for (const ToolIcon& icon : kToolIcons) {
    const bool in_group = !starts_group;
    starts_group = icon.action == nullptr;
    if (starts_group) continue;
    if (is_narrow && icon.word == nullptr) continue;  // its menu has it, too
    flow.next(toolWidth(icon, words), in_group ? Flow::Group::kSame : Flow::Group::kNew);
    drawToolButton(icon, context, words);
  }
  flow.next(widths.pair, Flow::Group::kNew);
  drawPairCombo(context, widths.pair);
  const Action* swap = findAction("swap_pair");
  const bool can_swap = isEnabled(*swap, context);
  if (!is_narrow) {
    flow.next(buttonWidth("↔"));
    ImGui::BeginDisabled(!can_swap);
    if (ImGui::Button("↔##swap")) swap->run(context);
    ImGui::EndDisabled();
    tooltip(tipOf(*swap, context.shell.keys));
  }
  flow.next(widths.algorithm);
  drawAlgorithmCombo(context, widths.algorithm);
  ImGui::EndDisabled();
  if (shows_scene) {
    flow.next(toolWidth(rows, words));
    drawToolButton(rows, context, words);
  }
  if (shows_scene && hasMotion(document)) {
    flow.next(ImGui::GetFrameHeight() * 1.15f);
    drawToolButton({"play_motion", context.view.motion_plays ? drawPauseIcon : drawPlayIcon}, context);
  }
  if (shows_scene) drawVerdictSlot(context, flow, widths.slot);
  context.shell.toolbar_height =
      ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y + ImGui::GetStyle().WindowPadding.y;
}

void drawVerdictLine(const Workspace& workspace) {
  const PairReport* const report = isCovered(workspace, workspace) ? nullptr : shownReport(workspace);
  const Palette& palette = paletteOf(workspace.view.theme);
  const float line = ImGui::GetTextLineHeight();
  if (report == nullptr) return ImGui::TextUnformatted(isCovered(workspace, workspace) ? "?" : tr("no verdict"));
  const ImU32 colour = toImGui(verdictColour(palette, report->answer.verdict));
  drawVerdictIcon(*ImGui::GetWindowDrawList(), ImGui::GetCursorScreenPos(), line, report->answer.verdict, colour);
  ImGui::Dummy({line, line});
  ImGui::SameLine();
  const FontScope font(FontRole::kBold);
  inColour(colour, [&] { ImGui::TextUnformatted(chipText(workspace.reports, *report).c_str()); });
}

void drawTitle(const ActionContext& context) {
  const Workspace& workspace = context.workspace;
  std::string title = titleOf(workspace);
  if (workspace.history.isDirty()) title += " ●";
  const float space = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x * 2;
  if (space < ImGui::GetFontSize() * 4) return;
  const float width = std::min(ImGui::CalcTextSize(title.c_str()).x, space);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + space - width);
  inColour(faint(), [&] { fittedText(title, width + 1); });
  tooltip(workspace.history.isDirty() ? tr("The case has unsaved changes.") : workspace.file_path);
}

void drawStatusLine(const ActionContext& context) {
  const Workspace& workspace = context.workspace;
  const float line = ImGui::GetTextLineHeight();
  ImGui::SetCursorPosY((ImGui::GetWindowHeight() - line) / 2);
  const float top = ImGui::GetCursorPosY();
  const std::string frames = fmt::format("{:.0f} fps", 1 / std::max(context.shell.shown_frame_seconds, 1e-4f));
  const std::string console = tr("Console") + consoleCount(workspace);
  const float toggle = ImGui::CalcTextSize(console.c_str()).x + line * 1.2f;
  const bool shows_frames = context.shell.frame_seconds > 0;
  const float right =
      ImGui::GetWindowWidth() - ImGui::GetStyle().WindowPadding.x - ImGui::CalcTextSize("0000 fps").x - toggle - line;
  if (showsScene(workspace)) drawSceneStatus(context, right);
  float rest = right - ImGui::GetCursorPosX() - ImGui::GetStyle().ItemSpacing.x;
  const float jobs = drawJobsLine(workspace, rest, context.outbox);
  rest -= jobs;
  if (jobs == 0 && rest > line * 6) {
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    const char* const hint =
        showsScene(workspace)
            ? toolHint(context.view.tool, workspace.history.document().space == Space::k2d, showsDifference(workspace))
            : "Click a kind, a file or a problem to go there · Ctrl+1 shows the scene";
    fittedText(tr(hint), rest);
    ImGui::PopStyleColor();
    ImGui::SameLine();
  }
  ImGui::SetCursorPos({right, top});
  if (shows_frames) {
    ImGui::TextDisabled("%s", frames.c_str());
    tooltip(tr("Frames a second while something moves; a resting window draws none."));
  }
  ImGui::SetCursorPos({ImGui::GetWindowWidth() - ImGui::GetStyle().WindowPadding.x - toggle, top});
  drawConsoleToggle(context, console, toggle);
}

}  // namespace sepax
