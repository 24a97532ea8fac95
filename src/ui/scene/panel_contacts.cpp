#include "ui/scene/panel_contacts.h"

#include "collide/pair_names.h"
#include "collide/pair_table.h"
#include "collide/pieces/touched_pieces.h"
#include "core/language.h"
#include "core/text.h"
#include "draw/contact_picture.h"
#include "session/scene/reports.h"
#include "session/scene/row_by_row.h"
#include "session/workspace.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <imgui.h>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <string>

namespace sepax {

namespace {

const char* stateWord(ManifoldState state) {
  static constexpr const char* kWords[] = {"kept", "above", "beside", "not needed"};
  return kWords[static_cast<int>(state)];
}

const char* stateReason(ManifoldState state) {
  static constexpr const char* kReasons[] = {
      "A contact of the pair.", "Outside of the reference feature: no contact.",
      "In front of the reference edge, but the round surfaces pass each other there.",
      ("In contact, but four points in space, two in the plane, are enough: the deepest, the farthest from it, and the "
       "largest area.")};
  return kReasons[static_cast<int>(state)];
}

/// Which stage the slider is at: the result is the last.
int stageOf(const Manifold& manifold, const ViewState& view) {
  const int last = lastClipStage(manifold);
  return view.clip_stage < 0 ? last : std::min(view.clip_stage, last);
}

void setStage(const Manifold& manifold, ViewState& view, int stage) {
  view.clip_stage = stage >= lastClipStage(manifold) ? -1 : stage;
}

void drawFeatures(const Manifold& manifold, const Palette& palette, const PairNames& names) {
  const auto feature = [&](const char* what, const char* tip, bool is_a, const ContactFeature& named) {
    ImGui::TextDisabled("%s", tr(what));
    tooltip(tr(tip));
    ImGui::SameLine();
    const TextColour colour(toImGuiVec(is_a ? palette.a : palette.b));
    fittedText(featureText(featureName(is_a ? 'A' : 'B', named), names));
  };
  feature("reference", "The feature perpendicular to the axis: the other shape's is clipped along its sides.",
          manifold.reference_is_a, manifold.reference);
  // One under the other where both do not fit in a line.
  const bool incident_is_a = !manifold.reference_is_a;
  const std::string incident = featureText(featureName(incident_is_a ? 'A' : 'B', manifold.incident), names);
  const float wanted = ImGui::CalcTextSize(tr("incident")).x + ImGui::CalcTextSize(incident.c_str()).x;
  ImGui::SameLine(0, ImGui::GetFontSize() * 1.5f);
  if (ImGui::GetContentRegionAvail().x < wanted + ImGui::GetStyle().ItemSpacing.x) ImGui::NewLine();
  feature("incident", "The feature that is cut: the one of the other shape that faces the reference.", incident_is_a,
          manifold.incident);
}

void drawStages(const Manifold& manifold, ViewState& view, const PairNames& names) {
  const int last = lastClipStage(manifold);
  int stage = stageOf(manifold, view);
  if (manifold.steps.empty()) {
    paragraph(manifold.points.size() > 1
                  ? tr("The contacts of the whole shapes along one normal: there is no one face to clip against.")
                  : tr("Two edges cross or a vertex meets the other shape: one point, nothing to clip."));
    return;
  }
  if (ImGui::ArrowButton("##before", ImGuiDir_Left)) setStage(manifold, view, (stage + last) % (last + 1));
  ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
  if (ImGui::ArrowButton("##after", ImGuiDir_Right)) setStage(manifold, view, (stage + 1) % (last + 1));
  ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
  ImGui::SetNextItemWidth(-1);
  stage = stageOf(manifold, view);
  if (ImGui::SliderInt("##stage", &stage, 0, last, "", ImGuiSliderFlags_NoInput)) setStage(manifold, view, stage);
  tooltip(
      tr("Step through the clipping: the incident feature is cut along each side of the reference, what is left inside "
         "are the contacts."));
  ImGui::TextUnformatted(clipStageText(manifold, stage, names).c_str());
}

/// The two ways to look at a surface's contacts. True where its pieces are shown one by one.
bool choosesPieceByPiece(ViewState& view) {
  const bool one_by_one = view.clip_stage == kPieceByPieceStage;
  if (toggleButton(trId("Whole surface").c_str(), !one_by_one)) view.clip_stage = -1;
  tooltip(tr("The contacts of the whole shapes, all along one normal."));
  ImGui::SameLine();
  if (toggleButton(trId("Piece by piece").c_str(), one_by_one)) view.clip_stage = kPieceByPieceStage;
  tooltip(
      tr("Every triangle or segment that touches, tested as if there were no others, as engines test a mesh: what "
         "each alone takes for its normal."));
  return one_by_one;
}

void drawGhosts(const TouchedSurface& touched) {
  if (touched.ghosts > 0) {
    paragraph(
        trf("Ghost contacts: {} of {}. The whole surface has no such normal: it goes on beyond the edge, and a "
            "body that slides over it is stopped or thrown up there.",
            touched.ghosts, touched.count));
  } else if (touched.complete) {
    paragraph(tr("Every normal is one of the whole surface: no ghost contacts."));
  }
  if (touched.pairs.size() < static_cast<std::size_t>(touched.count))
    paragraph(tr("More pieces touch than are listed."));
  if (!touched.complete) paragraph(tr("More pieces are near than are looked at for ghost contacts."));
}

const char* bendReason(Bend bend) {
  static constexpr const char* kReasons[] = {
      "",
      "No neighbour goes on from here.",
      "An internal edge: the neighbours go on in the same plane, so that nothing can touch the edge from the side.",
      "The neighbours bend away: normals between the planes of both are right.",
      "The neighbours rise: whatever comes here touches them first.",
      "Some neighbours rise, some bend away."};
  return kReasons[static_cast<int>(bend)];
}

void drawTouchedPieces(const TouchedSurface& touched, const PanelColours& colours, const PairNames& names) {
  drawGhosts(touched);
  const ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_NoPadOuterX |
                                ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingFixedFit;
  if (!ImGui::BeginTable("touched", 4, flags)) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn(trId("Feature").c_str(), ImGuiTableColumnFlags_WidthStretch);
  for (const char* name : {"Bend", "Separation", "Ghost"}) ImGui::TableSetupColumn(trId(name).c_str());
  ImGui::TableHeadersRow();
  for (const TouchedPieces& pair : touched.pairs) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const auto featuresWith = [&](const PairNames& used) {
      return featureText(pair.on_a.name, used) + " · " + featureText(pair.on_b.name, used);
    };
    const std::string features = featuresWith(names);
    fittedText(firstThatFits({features, featuresWith({})}, ImGui::GetContentRegionAvail().x), {},
               trf("{} · normal ({}, {}, {}), from {} to {}", features, humanNumber(pair.normal.x),
                   humanNumber(pair.normal.y), humanNumber(pair.normal.z), names.a, names.b));
    const TouchedFeature& feature = pair.isGhost() || pair.on_b.bend != Bend::kNone ? pair.rising() : pair.on_a;
    ImGui::TableNextColumn();
    if (feature.bend != Bend::kNone) {
      ImGui::TextUnformatted(tr(bendName(feature.bend)));
      tooltip(tr(bendReason(feature.bend)));
    }
    ImGui::TableNextColumn();
    inFont(FontRole::kMono, [&] { rightAligned(humanNumber(pair.separation)); });
    tooltip(exactNumber(pair.separation) + " m");
    ImGui::TableNextColumn();
    if (!pair.isGhost()) continue;
    const TextColour colour(toImGuiVec(colours.warning));
    inFont(FontRole::kMono, [&] { rightAligned(humanNumber(glm::degrees(feature.rise), 3) + "°"); });
    tooltip(tr("So far the surface rises above the plane that the normal is perpendicular to."));
  }
  ImGui::EndTable();
}

void drawPoints(const Manifold& manifold, const PanelColours& colours, const PairNames& names) {
  const ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_NoPadOuterX |
                                ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingFixedFit;
  if (!ImGui::BeginTable("points", 3, flags)) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  // Features have the longest texts: the other columns are no wider than theirs.
  const auto widthOf = [](const char* text) { return ImGui::CalcTextSize(text).x; };
  float state = widthOf(tr("State"));
  for (const ManifoldPoint& point : manifold.points) state = std::max(state, widthOf(tr(stateWord(point.state))));
  ImGui::TableSetupColumn(trId("Feature").c_str(), ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn(trId("Separation").c_str(), ImGuiTableColumnFlags_WidthFixed,
                          std::max(widthOf(tr("Separation")), widthOf("-1.234e-15")));
  ImGui::TableSetupColumn(trId("State").c_str(), ImGuiTableColumnFlags_WidthFixed, state);
  ImGui::TableHeadersRow();
  for (const ManifoldPoint& point : manifold.points) {
    const bool kept = point.state == ManifoldState::kKept;
    ImGui::TableNextRow();
    const TextColour colour(!kept ? faint() : ImGui::GetStyleColorVec4(ImGuiCol_Text));
    ImGui::TableNextColumn();
    const std::string feature = featureText(featuresOf(point.contact), names);
    fittedText(firstThatFits({feature, featureText(featuresOf(point.contact), {})}, ImGui::GetContentRegionAvail().x),
               {},
               trf("{} · id {}: both features packed into one number, the same from frame to frame, so that a solver "
                   "finds its old "
                   "impulses again.",
                   feature, point.contact.id));
    ImGui::TableNextColumn();
    inFont(FontRole::kMono, [&] { rightAligned(humanNumber(point.contact.separation)); });
    tooltip(exactNumber(point.contact.separation) + " m");
    ImGui::TableNextColumn();
    if (kept) ImGui::PushStyleColor(ImGuiCol_Text, toImGuiVec(colours.good));
    ImGui::TextUnformatted(tr(stateWord(point.state)));
    if (kept) ImGui::PopStyleColor();
    tooltip(tr(stateReason(point.state)));
  }
  ImGui::EndTable();
}

}  // namespace

void stepClip(const Workspace& workspace, ViewState& view, int step) {
  const PairReport* report = shownReport(workspace);
  if (report == nullptr || !report->manifold) return;
  const int count = static_cast<int>(report->manifold->steps.size()) + 2;
  setStage(*report->manifold, view, ((stageOf(*report->manifold, view) + step) % count + count) % count);
}

namespace {

void drawContactsPanel(const Workspace& workspace, ViewState& view) {
  const PairReport* report = shownReport(workspace);
  if (report == nullptr) return paragraph(tr("No pair to show contacts of."));
  const PairNames names = namesOf(*report);
  if (!report->manifold && report->answer.verdict == Verdict::kSeparated) {
    return paragraph(
        withNames(tr("The shapes are apart: no contacts. Push B into A to see how contacts are made."), names));
  }
  if (!report->manifold) {
    paragraph(tr("This algorithm makes no contacts. Choose sat to see them."));
    if (ImGui::Button(trf("Switch to {}###switch", referenceAlgorithm().name).c_str()))
      view.algorithm = referenceAlgorithm().name;
    return;
  }
  const Manifold& manifold = *report->manifold;
  if (report->pieces && report->pieces->behind > 0) {
    paragraph(trf("Left out on the back of a one-sided chain: {}.", report->pieces->behind));
  }
  const auto isSurface = [](const Body& body) { return hasNeighbours(body.shape); };
  if (report->pieces && std::ranges::any_of(workspace.reports.shown_bodies, isSurface) && choosesPieceByPiece(view) &&
      report->pieces->touched)
    return drawTouchedPieces(*report->pieces->touched, panelColours(view.theme), names);
  drawFeatures(manifold, paletteOf(view.theme), names);
  drawStages(manifold, view, names);
  drawPoints(manifold, panelColours(view.theme), names);
}

}  // namespace

const Panel kContactsPanel = {
    .word = "contacts",
    .title = "Contacts",
    .help =
        "Where the contact points come from: the incident feature is cut along the sides of the reference feature, and "
        "what is left on its inner side are the contacts. The slider goes through the cuts.",
    .home = Region::kRight,
    .draw = [](PanelContext& c) { drawContactsPanel(c.workspace, c.view); },
    .shows_answers = true,
    .shown = [](ViewState& view) -> bool& { return view.contacts_shown; },
};

}  // namespace sepax
