#include "ui/scene/pieces_view.h"

#include "collide/pieces/crossings.h"
#include "core/language.h"
#include "core/text.h"
#include "session/host/view_state.h"
#include "session/workspace.h"
#include "ui/kit/widgets.h"

#include <imgui.h>

#include <algorithm>

namespace sepax {

namespace {

std::string pairName(const PairReport& report, const ItemPair& pair) {
  return fmt::format("{} {} × {} {}", report.a, report.pieces->nameOfA(pair.a), report.b,
                     report.pieces->nameOfB(pair.b));
}

void drawChoice(ViewState& view, const PairReport& report) {
  const PieceReport& pieces = *report.pieces;
  const bool hulls = pieces.traced_a < 0;
  if (toggleButton(trId("Pieces").c_str(), !hulls)) view.traced_pieces = 0;
  tooltip(
      tr("The axes of two convex pieces. A concave shape is taken apart into pieces; the two with the smallest gap "
         "decide."));
  ImGui::SameLine();
  ImGui::BeginDisabled(!pieces.hull_report);
  if (toggleButton(trId("Whole hulls").c_str(), hulls)) view.traced_pieces = hulls ? 0 : -1;
  ImGui::EndDisabled();
  tooltip(pieces.hull_report
              ? tr("The axes of the two convex hulls: what the test says of shapes whose hollows are filled.")
              : tr("The hulls have too many axes to list, or round parts of different sizes."));
  if (hulls) return;
  ImGui::SameLine();
  ImGui::SetNextItemWidth(std::max(ImGui::GetFontSize() * 6, ImGui::GetContentRegionAvail().x));
  const ItemPair traced{pieces.traced_a, pieces.traced_b, 0};
  if (ImGui::BeginCombo("##piece_pair", pairName(report, traced).c_str())) {
    for (std::size_t i = 0; i < pieces.nearest.size(); ++i) {
      const ItemPair& pair = pieces.nearest[i];
      const bool chosen = pair.a == traced.a && pair.b == traced.b;
      const std::string text = trf("{}   gap {} m", pairName(report, pair), humanNumber(pair.value, 4));
      if (ImGui::Selectable(fmt::format("{}##{}", text, i).c_str(), chosen)) view.traced_pieces = static_cast<int>(i);
    }
    ImGui::EndCombo();
  }
  tooltip(tr("The nearest pairs of pieces, the deciding one first. Choose one to see its axes."));
}

/// The lesson of this pair, in a sentence or two.
std::string lessonOf(const PairReport& report) {
  const PieceReport& pieces = *report.pieces;
  if (pieces.contained != Containment::kNone) {
    const bool a_in_b = pieces.contained == Containment::kAInB;
    return trf("No pieces meet, but {} lies inside {}: the minimum translation is that of the hulls.",
               a_in_b ? report.a : report.b, a_in_b ? report.b : report.a);
  }
  const bool apart = report.answer.verdict == Verdict::kSeparated;
  const bool hulls_meet = pieces.hull_report && pieces.hull_report->verdict == Verdict::kOverlapping;
  if (apart && hulls_meet) {
    return pieces.traced_a < 0 ? tr("Every axis overlaps, and still nothing touches: the theorem is about convex "
                                    "shapes. Each pair of pieces has a "
                                    "separating axis, but not all the same.")
                               : tr("This axis separates two pieces. No axis separates the whole shapes: their hulls "
                                    "overlap on every one.");
  }
  switch (pieces.mtv_kind) {
    case MtvKind::kDeepestPieces:
      return tr("The minimum translation of the deepest pieces was tried: it ends the overlap of all.");
    case MtvKind::kAlongAxis:
      return tr(
          "The minimum translation of the deepest pieces leads into others; the arrow goes to the first position that "
          "is free of all.");
    case MtvKind::kHulls:
      return tr("No free position was found on the way: the arrow goes to where the last pieces separate.");
    case MtvKind::kUnion:
      return tr("The arrow is the shortest translation that ends the overlap of the whole shapes.");
    case MtvKind::kNone:
      break;
  }
  return {};
}

}  // namespace

void drawPieces(ViewState& view, const PairReport& report) {
  const PieceReport& pieces = *report.pieces;
  drawChoice(view, report);
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  std::string text = lessonOf(report);
  for (const auto& [surface, who] : {std::pair(pieces.surface_a, report.a), std::pair(pieces.surface_b, report.b)}) {
    if (surface) text += (text.empty() ? "" : " ") + trf("{} is a surface: nothing is inside of it.", who);
  }
  if (const auto& crossings = pieces.crossings) {
    const std::string metres = humanNumber(crossings->length, 4);
    text += (text.empty() ? "" : " ") + (crossings->complete
                                             ? trf("{} pairs of triangles cross, along {} m.", crossings->count, metres)
                                             : trf("More than {} pairs of triangles cross.", crossings->count));
  }
  if (!text.empty()) paragraph(text);
  paragraph(trf("{} of {} piece pairs measured.", pieces.tested, pieces.pairs()));
  ImGui::PopStyleColor();
  tooltip(tr("A tree of boxes around the pieces proves that all other pairs are farther apart than the nearest ones."));
}

}  // namespace sepax
