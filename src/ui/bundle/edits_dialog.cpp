#include "ui/bundle/edits_dialog.h"

#include "core/text.h"
#include "session/bundle/editing.h"
#include "session/host/text.h"
#include "session/workspace.h"
#include "ui/dialogs/file_dialog.h"
#include "ui/kit/dialog.h"
#include "ui/kit/fonts.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <optional>

namespace sepax {

namespace {

constexpr float kWidthEm = 40;

struct KindLook {
  const char *sign, *word;
  Colour PanelColours::*colour;
};
/// In the order of EditPreview::Kind.
constexpr KindLook kLooks[] = {{"≠", "replaced", &PanelColours::warning},
                               {"+", "added", &PanelColours::good},
                               {"−", "removed", &PanelColours::error},
                               {"·", "nothing to remove", &PanelColours::warning}};

std::string sizes(const EditPreview& preview) {
  using enum EditPreview::Kind;
  if (preview.kind == kAdded) return humanBytes(preview.new_size);
  if (preview.kind == kReplaced) return humanBytes(preview.old_size) + " → " + humanBytes(preview.new_size);
  return preview.files > 1 ? trn("{} file", "{} files", preview.files) + ", " + humanBytes(preview.old_size)
                           : humanBytes(preview.old_size);
}

void drawEdits(const Workspace& workspace, Outbox& outbox) {
  const std::vector<EntryEdit>& edits = workspace.bundle_files.edits;
  const float em = ImGui::GetFontSize(), line = ImGui::GetFrameHeightWithSpacing();
  const float height = std::min(static_cast<float>(edits.size()) + 0.3f, 12.0f) * line;
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY;
  if (!ImGui::BeginTable("##edits", 4, kFlags, {em * kWidthEm, height})) return;
  ImGui::TableSetupColumn("##kind", ImGuiTableColumnFlags_WidthFixed, em * 6);
  ImGui::TableSetupColumn("##path", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn("##size", ImGuiTableColumnFlags_WidthFixed, em * 9);
  ImGui::TableSetupColumn("##back", ImGuiTableColumnFlags_WidthFixed, em * 6);
  for (std::size_t i = 0; i < edits.size(); ++i) {
    const EditPreview preview = previewEdit(*workspace.bundle_files.layers.front(), edits[i]);
    const KindLook& look = kLooks[static_cast<std::size_t>(preview.kind)];
    ImGui::PushID(static_cast<int>(i));
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(toImGuiVec(panelColours(workspace.view.theme).*look.colour), "%s %s", look.sign, tr(look.word));
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    middleFittedText(edits[i].path, ImGui::GetContentRegionAvail().x,
                     edits[i].file.empty() ? edits[i].path : edits[i].path + "\n" + trf("from {}", edits[i].file));
    ImGui::TableNextColumn();
    rightAligned(sizes(preview));
    ImGui::TableNextColumn();
    if (ImGui::Button(trId("Take back").c_str())) outbox.request(TakeBackEdit{i});
    ImGui::PopID();
  }
  ImGui::EndTable();
}

}  // namespace

void openEditsDialog(EditsDialog& dialog, const Workspace& workspace) {
  dialog = {.open = true, .output = workspace.bundle_path, .replaced = {}};
}

void drawEditsDialog(EditsDialog& dialog, FileDialog& files, const Workspace& workspace, Outbox& outbox) {
  if (dialog.open && (workspace.bundle == nullptr || workspace.bundle_files.edits.empty())) dialog.open = false;
  if (!beginDialog("Changes to the bundle", "###edits", dialog.open)) return;
  const float em = ImGui::GetFontSize();
  drawEdits(workspace, outbox);
  ImGui::TextUnformatted(tr("write into"));
  ImGui::SetNextItemWidth(em * kWidthEm - browseWidth());
  ImGui::InputText("##output", &dialog.output);
  if (browseButton("output")) browse(files, FileDialog::Purpose::kNewBundle, dialog.output, workspace);
  const bool is_own = dialog.output == workspace.bundle_path;
  const char* promise =
      is_own ? tr("The file is replaced at the end, after the new one was read back and compared; all other entries "
                  "are copied as they are. An APK's signature does not survive.")
             : tr("The new file is read back and compared; all other entries are copied as they are. An APK's "
                  "signature does not survive.");
  ImGui::TextDisabled("%s", wrapped(promise, em * kWidthEm).c_str());
  const bool may_be_written = is_own || mayBeWritten(dialog.output, dialog.replaced);
  ImGui::BeginDisabled(dialog.output.empty() || !may_be_written);
  const bool go = ImGui::Button(trId("Write").c_str());
  ImGui::EndDisabled();
  ImGui::SameLine();
  const bool back = ImGui::Button(trId("Take all back").c_str());
  ImGui::SameLine();
  const bool close = ImGui::Button(trId("Close").c_str());
  if (go) outbox.request(WriteBundle{is_own ? std::string() : dialog.output});
  if (back) outbox.request(TakeBackEdit{});
  if (go || back || close) {
    dialog.open = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace sepax
