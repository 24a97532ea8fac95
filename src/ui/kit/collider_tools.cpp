#include "ui/kit/collider_tools.h"

#include "core/language.h"
#include "core/text.h"
#include "session/bundle/colliders.h"
#include "session/workspace.h"
#include "ui/kit/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <string>

namespace sepax {

namespace {

void drawDecomposeOptions(ColliderView& view) {
  if (!ImGui::BeginPopup("##decompose_options")) return;
  const float width = ImGui::GetFontSize() * 8;
  ImGui::SetNextItemWidth(width);
  ImGui::SliderInt(trId("at most so many pieces").c_str(), &view.max_pieces, 2, 128, "%d",
                   ImGuiSliderFlags_AlwaysClamp);
  ImGui::SetNextItemWidth(width);
  ImGui::SliderInt(trId("volume that they may hold more").c_str(), &view.extra_percent, 0, 50, "%d %%",
                   ImGuiSliderFlags_AlwaysClamp);
  ImGui::EndPopup();
}

void drawResult(const Decomposition& made) {
  std::string text = trn("{} convex piece", "{} convex pieces", made.parts.size());
  if (made.fit.outside) text += " · " + trf("{} % outside", humanNumber(*made.fit.outside * 100, 3));
  text += " · " + trf("{} m off", humanNumber(made.fit.off_mesh, 3));
  fittedText(
      text, {},
      text + "\n" +
          tr("The share of the mesh's volume that the pieces hold outside of it, and how far off the mesh the farthest "
             "place of a piece is."));
}

constexpr double kAnnounceAfter = 0.3;  ///< seconds: what is faster would only flicker

}  // namespace

void drawFit(const Workspace& workspace, MeshOwner owner, Outbox& outbox) {
  const bool is_body = owner == MeshOwner::kBody;
  if (const auto job = fittingJob(workspace, owner)) {
    if (job->seconds < kAnnounceAfter) return;
    if (ImGui::Button((std::string(tr("Cancel")) + "###fit").c_str())) outbox.request(CancelJob{job->id});
    ImGui::SameLine();
    ImGui::ProgressBar(std::max(0.0f, static_cast<float>(job->share)), {ImGui::GetFontSize() * 6, 0});
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    fittedText(tr("Fitting volumes…"), {}, job->label);
  } else if (is_body ? workspace.fitted.is_stopped : workspace.preview.is_fit_stopped) {
    const std::size_t count = is_body                                ? workspace.fitted.volumes.size()
                              : workspace.preview.volumes == nullptr ? 0
                                                                     : workspace.preview.volumes->size();
    if (ImGui::Button((std::string(tr("Fit again")) + "###fit").c_str())) outbox.request(FitVolumes{owner});
    const std::string text =
        trn("The fit was cancelled: {} volume is there.", "The fit was cancelled: {} volumes are there.", count);
    sameLineIfFits(ImGui::CalcTextSize(text.c_str()).x);
    ImGui::AlignTextToFramePadding();
    paragraph(text);
  }
}

const char* withoutTightness(std::span<const FittedVolume> volumes) {
  const bool has_hull = std::ranges::find(volumes, VolumeKind::kHull, &FittedVolume::kind) != volumes.end();
  return has_hull ? tr("flat") : "–";
}

void drawColliderTools(const Workspace& workspace, MeshOwner owner, ViewState& view, Outbox& outbox) {
  ColliderView& look = view.colliders;
  const MeshPieces& pieces = piecesOf(workspace, owner);
  if (canDecompose(workspace, workspace, owner)) {
    if (const auto job = decomposingJob(workspace)) {
      if (ImGui::Button((std::string(tr("Cancel")) + "###decompose").c_str())) outbox.request(CancelJob{job->id});
      ImGui::SameLine();
      ImGui::ProgressBar(std::max(0.0f, static_cast<float>(job->share)), {ImGui::GetFontSize() * 6, 0});
    } else {
      if (ImGui::Button((std::string(tr("Decompose")) + "###decompose").c_str())) outbox.request(DecomposeMesh{owner});
      tooltip(tr("Take the mesh apart into convex pieces, which engines collide fast and without holes filled up."));
      ImGui::SameLine(0, 1);
      if (ImGui::ArrowButton("##options", ImGuiDir_Down)) ImGui::OpenPopup("##decompose_options");
      tooltip(tr("How many pieces, and how close."));
      drawDecomposeOptions(look);
    }
    if (pieces.made != nullptr) {
      sameLineIfFits(buttonWidth(tr("Pieces")));
      if (toggleButton(trId("Pieces").c_str(), look.pieces_shown)) look.pieces_shown = !look.pieces_shown;
      tooltip(tr("Draw the convex pieces, each in a colour of its own."));
      if (look.pieces_shown) {
        ImGui::SameLine();
        ImGui::SetNextItemWidth(
            std::clamp(ImGui::GetContentRegionAvail().x, ImGui::GetFontSize() * 3, ImGui::GetFontSize() * 5));
        ImGui::SliderFloat("##apart", &look.apart, 0, 1, tr("spread"),
                           ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput);
        tooltip(tr("Move the pieces away from each other to see each."));
      }
    }
  }
  if (!exportableVolumes(workspace, owner).empty()) {
    if (canDecompose(workspace, workspace, owner)) sameLineIfFits(buttonWidth(tr("Export…")));
    if (ImGui::Button(trId("Export…").c_str())) outbox.request(OpenColliderExport{owner});
    tooltip(tr("Volumes, hull or pieces as OBJ, glTF, a case, or code for an engine."));
  }
  if (!pieces.error.empty()) paragraph(pieces.error);
  if (pieces.made != nullptr) drawResult(*pieces.made);
}

}  // namespace sepax
