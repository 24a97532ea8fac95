#include "ui/dialogs/recovery_dialog.h"

#include "core/text.h"
#include "session/host/opened_case.h"
#include "session/host/text.h"
#include "session/workspace.h"
#include "ui/kit/dialog.h"
#include "ui/kit/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <ctime>
#include <string>

namespace sepax {

namespace {

/// How long ago a time was, milliseconds since 1970-01-01T00:00 UTC.
std::string ageText(std::int64_t time) {
  const auto minutes = static_cast<std::uint64_t>(std::max<std::int64_t>(std::time(nullptr) - time / 1000, 0)) / 60;
  constexpr std::uint64_t kHour = 60, kDay = 24 * kHour;
  if (minutes >= 2 * kDay) return trn("{} day ago", "{} days ago", minutes / kDay);
  if (minutes >= 2 * kHour) return trn("{} hour ago", "{} hours ago", minutes / kHour);
  return trn("{} minute ago", "{} minutes ago", minutes);
}

std::string stateText(const RecoveryOffer& offer) {
  switch (offer.state) {
    case OriginState::kUntitled:
      return tr("It was never saved.");
    case OriginState::kUnchanged:
      return tr("The file has not changed since.");
    case OriginState::kChanged:
      return tr("The file has changed since; saving will ask.");
    case OriginState::kGone:
      return tr("The file is not there any more.");
    case OriginState::kMoved:
      return tr("The file was moved.");
    case OriginState::kDamaged:
      return tr("It cannot be read, and stays there.");
  }
  return {};
}

void drawOffer(const RecoveryOffer& offer, bool is_chosen, bool& chooses) {
  std::string name = offer.origin.title.empty() ? std::string(tr("new case")) : offer.origin.title;
  if (offer.state == OriginState::kDamaged) name = toValidUtf8(fileNameOf(offer.path));
  if (ImGui::Selectable(fmt::format("{} — {}###offer", asLabel(name), ageText(offer.saved)).c_str(), is_chosen,
                        ImGuiSelectableFlags_DontClosePopups))
    chooses = true;
  ImGui::Indent();
  const std::string& path = offer.state == OriginState::kDamaged ? offer.path : offer.origin.path;
  if (!path.empty()) middleFittedText(toValidUtf8(path), ImGui::GetContentRegionAvail().x);
  ImGui::TextDisabled("%s", stateText(offer).c_str());
  ImGui::Unindent();
}

}  // namespace

void drawRecoveryDialog(RecoveryDialog& dialog, const Workspace& workspace, Outbox& outbox) {
  const std::vector<RecoveryOffer>& offers = workspace.recovery.offers;
  bool open = !offers.empty() && !workspace.guarded;
  if (!beginDialog("Unsaved work", "###recovery", open, {34, 20})) {
    if (!offers.empty() && !workspace.guarded && !open) outbox.request(LeaveRecoveries{});
    return;
  }
  dialog.chosen = std::min(dialog.chosen, offers.size() - 1);
  paragraph(tr("A window ended unexpectedly and left work that was not saved."));
  ImGui::Spacing();
  const float buttons = ImGui::GetFrameHeightWithSpacing() + ImGui::GetStyle().ItemSpacing.y;
  ImGui::BeginChild("##offers", {0, -buttons}, true);
  for (std::size_t i = 0; i < offers.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    bool chooses = false;
    drawOffer(offers[i], i == dialog.chosen, chooses);
    if (chooses) dialog.chosen = i;
    ImGui::PopID();
  }
  ImGui::EndChild();
  const auto close = [&](const Request& request) {
    outbox.request(request);
    ImGui::CloseCurrentPopup();
  };
  ImGui::BeginDisabled(offers[dialog.chosen].state == OriginState::kDamaged);
  if (defaultButton(trId("Open").c_str())) close(TakeRecovery{.index = dialog.chosen});
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (ImGui::Button(trId("Later").c_str())) close(LeaveRecoveries{});
  tooltip(tr("The next window that starts offers it again."));
  ImGui::SameLine();
  if (ImGui::Button(trId("Discard").c_str())) close(DiscardRecovery{dialog.chosen});
  tooltip(tr("The file goes to the folder \"discarded\" beside the others."));
  if (!open) outbox.request(LeaveRecoveries{});
  ImGui::EndPopup();
}

}  // namespace sepax
