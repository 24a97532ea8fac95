#include "ui/dialogs/collider_dialog.h"

#include "collider/collider_export.h"
#include "core/text.h"
#include "session/bundle/colliders.h"
#include "session/host/text.h"
#include "session/workspace.h"
#include "ui/dialogs/file_dialog.h"
#include "ui/kit/dialog.h"
#include "ui/kit/fonts.h"
#include "ui/kit/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <string>
#include <vector>

namespace sepax {

namespace {

constexpr std::size_t kShownBytes = 8000;  ///< of the text: enough to see what it is

/// Makes the text anew when the choice is another one.
void followChoice(ColliderDialog& dialog, const Workspace& workspace) {
  const ColliderView& view = workspace.view.colliders;
  const auto* const pieces = piecesOf(workspace, view.exported_of).made.get();
  std::string choice = fmt::format("{}\n{}\n{}\n{}\n", view.form, static_cast<int>(view.exported_of), fmt::ptr(pieces),
                                   ownerName(workspace, workspace, view.exported_of));
  for (const std::string& volume : view.exported) choice += volume + "\n";
  if (choice == dialog.made_for) return;
  dialog.made_for = std::move(choice);
  auto text = colliderText(workspace, workspace);
  dialog.error = text ? std::string() : text.error().message;
  dialog.text = text ? std::move(*text) : std::string();
}

void drawVolumeChoice(const Workspace& workspace, ColliderView& view) {
  for (const std::string& volume : exportableVolumes(workspace, view.exported_of)) {
    const auto chosen = std::ranges::find(view.exported, volume);
    bool is_chosen = chosen != view.exported.end();
    if (!ImGui::Checkbox((volumeTitle(volume) + "###" + volume).c_str(), &is_chosen)) continue;
    is_chosen ? view.exported.push_back(volume) : void(view.exported.erase(chosen));
  }
}

void drawForms(ColliderView& view) {
  bool is_first = true;
  for (const ColliderForm& form : colliderForms()) {
    if (!is_first) ImGui::SameLine(0, 2);
    if (ImGui::GetContentRegionAvail().x <
        ImGui::CalcTextSize(form.title.c_str()).x + ImGui::GetStyle().FramePadding.x * 2)
      ImGui::NewLine();
    if (toggleButton(form.title.c_str(), view.form == form.name)) view.form = form.name;
    is_first = false;
  }
}

void drawPreview(const ColliderDialog& dialog, float below) {
  ImGui::BeginChild("##text", {0, ImGui::GetContentRegionAvail().y - below}, true,
                    ImGuiWindowFlags_HorizontalScrollbar);
  if (!dialog.error.empty()) {
    paragraph(dialog.error);
  } else {
    ImGui::PushFont(fontOf(FontRole::kMono));
    const std::string shown = toValidUtf8(dialog.text.substr(0, kShownBytes));
    ImGui::TextUnformatted(shown.data(), shown.data() + shown.size());
    if (dialog.text.size() > kShownBytes) ImGui::TextDisabled("…");
    ImGui::PopFont();
  }
  ImGui::EndChild();
}

}  // namespace

void drawColliderDialog(ColliderDialog& dialog, FileDialog& files, const Workspace& workspace, ViewState& view,
                        Outbox& outbox) {
  ColliderView& look = view.colliders;
  if (look.export_open && exportableVolumes(workspace, look.exported_of).empty()) look.export_open = false;
  if (!beginDialog("Export colliders", "###colliders", look.export_open, {52, 34})) return;
  followChoice(dialog, workspace);
  const float below = ImGui::GetFrameHeightWithSpacing() * 1.2f, list = ImGui::GetFontSize() * 12;
  ImGui::BeginChild("##volumes", {list, ImGui::GetContentRegionAvail().y - below});
  ImGui::TextDisabled("%s", cutToFit(toValidUtf8(ownerName(workspace, workspace, look.exported_of)), list).c_str());
  drawVolumeChoice(workspace, look);
  ImGui::EndChild();
  ImGui::SameLine();
  ImGui::BeginGroup();
  drawForms(look);
  drawPreview(dialog, below);
  ImGui::EndGroup();
  ImGui::BeginDisabled(dialog.text.empty());
  if (ImGui::Button(trId("Save as…").c_str())) openFileDialog(files, FileDialog::Purpose::kColliders, workspace);
  ImGui::SameLine();
  if (ImGui::Button(trId("Copy").c_str())) outbox.request(ExportColliders{});
  ImGui::EndDisabled();
  ImGui::SameLine();
  const bool closes = ImGui::Button(trId("Close").c_str());
  if (!dialog.text.empty()) {
    ImGui::SameLine();
    const auto lines = std::ranges::count(dialog.text, '\n');
    fittedText(trn("{} line", "{} lines", lines) + " · " + humanBytes(dialog.text.size()),
               ImGui::GetContentRegionAvail().x);
  }
  if (closes) {
    look.export_open = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace sepax
