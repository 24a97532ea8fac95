#include "ui/bundle/extract_dialog.h"

#include "core/text.h"
#include "session/host/text.h"
#include "session/workspace.h"
#include "ui/dialogs/file_dialog.h"
#include "ui/kit/dialog.h"
#include "ui/kit/keys.h"
#include "ui/kit/widgets.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <filesystem>

namespace sepax {

void openExtractDialog(ExtractDialog& dialog, const Workspace& workspace, ExtractRequest what) {
  if (workspace.bundle == nullptr) return;
  namespace fs = std::filesystem;
  dialog = {};
  dialog.open = true;
  const fs::path bundle(workspace.bundle_path);
  dialog.folder = toValidUtf8((bundle.parent_path() / (bundle.stem().string() + "-files")).string());
  if (what == ExtractRequest::kAll) return;
  for (const std::size_t index : workspace.view.entries) {
    if (index < workspace.bundle->entries().size()) dialog.paths.push_back(workspace.bundle->entries()[index].path);
  }
}

void drawExtractDialog(ExtractDialog& dialog, FileDialog& files, const Workspace& workspace, Outbox& outbox) {
  if (!beginDialog("Extract", "###extract", dialog.open)) return;
  const bool all = dialog.paths.empty();
  middleFittedText(all                        ? std::string(tr("Everything in the bundle"))
                   : dialog.paths.size() == 1 ? dialog.paths.front()
                                              : trf("{} selected", dialog.paths.size()),
                   ImGui::GetFontSize() * 34);
  ImGui::TextUnformatted(tr("into the folder"));
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * 34 - browseWidth());
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  const bool entered = ImGui::InputText("##folder", &dialog.folder, ImGuiInputTextFlags_EnterReturnsTrue) ||
                       (isPressed(plain(kKeyEnter)) && !ImGui::IsAnyItemFocused());
  if (browseButton("folder")) browse(files, FileDialog::Purpose::kFolder, dialog.folder, workspace);
  ImGui::Checkbox(trId("Replace existing files").c_str(), &dialog.may_replace);
  const char* promise =
      tr("Nothing is written outside this folder; links, unsafe names and impossible sizes are refused and reported.");
  ImGui::TextDisabled("%s", wrapped(promise, ImGui::GetFontSize() * 34).c_str());
  ImGui::BeginDisabled(dialog.folder.empty());
  const bool go = ImGui::Button(trId("Extract").c_str()) || (entered && !dialog.folder.empty());
  ImGui::EndDisabled();
  ImGui::SameLine();
  const bool cancel = ImGui::Button(trId("Cancel").c_str());
  if (go) outbox.request(ExtractEntries{dialog.folder, dialog.paths, dialog.may_replace});
  if (go || cancel) {
    dialog.open = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace sepax
