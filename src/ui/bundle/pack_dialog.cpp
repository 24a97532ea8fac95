#include "ui/bundle/pack_dialog.h"

#include "bundle/obb_name.h"
#include "core/number.h"
#include "core/text.h"
#include "session/host/opened_case.h"
#include "session/host/text.h"
#include "session/workspace.h"
#include "ui/dialogs/file_dialog.h"
#include "ui/kit/dialog.h"
#include "ui/kit/widgets.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <filesystem>
#include <string>
#include <utility>

namespace sepax {

namespace {

constexpr float kPackWidthEm = 34;

void field(const char* label, std::string& text, float room = 0, ImGuiInputTextFlags flags = 0) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(tr(label));
  ImGui::SameLine(ImGui::GetFontSize() * 8);
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * (kPackWidthEm - 8) - room);
  ImGui::InputText((std::string("##") + label).c_str(), &text, flags);
}

void note(const std::string& text, Severity severity, Theme theme) {
  ImGui::TextColored(severityColour(severity, theme), "%s", wrapped(text, ImGui::GetFontSize() * kPackWidthEm).c_str());
}

}  // namespace

std::string nameError(const std::string& file_name) {
  // The last part of the path to a bundle inside a bundle ("outer.zip:inner.obb") counts.
  const std::string name = file_name.substr(file_name.find_last_of("/:") + 1);
  if (!name.ends_with(".obb") || parseObbName(name)) return {};
  return tr("Devices look for main.VERSION.PACKAGE.obb (or patch…): a file of another name is not found.");
}

void openPackDialog(PackDialog& dialog, const Workspace& workspace) {
  namespace fs = std::filesystem;
  dialog = {};
  dialog.open = true;
  const bool is_folder = workspace.bundle != nullptr && workspace.bundle->kind() == ContainerKind::kFolder;
  if (is_folder) dialog.wanted.folder = workspace.bundle_path;
  dialog.wanted.package = "com.example.game";
  if (workspace.bundle != nullptr && workspace.bundle->footer())
    dialog.wanted.package = workspace.bundle->footer()->package;
  std::error_code error;
  const fs::path beside =
      workspace.bundle_path.empty() ? fs::current_path(error) : fs::path(workspace.bundle_path).parent_path();
  // The first version that is not there yet: what is open is not what a folder shall replace.
  int version = 1;
  const auto output = [&] { return beside / formatObbName({"main", version, dialog.wanted.package}); };
  while (fs::exists(output(), error)) ++version;
  dialog.version = std::to_string(version);
  dialog.wanted.output = output().string();
}

void drawPackDialog(PackDialog& dialog, FileDialog& files, const Workspace& workspace, Outbox& outbox) {
  if (!beginDialog("Pack a folder into a bundle", "###pack", dialog.open)) return;
  PackFolder& wanted = dialog.wanted;
  const Theme theme = workspace.view.theme;
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  field("folder", wanted.folder, browseWidth());
  if (browseButton("folder")) browse(files, FileDialog::Purpose::kFolder, wanted.folder, workspace);
  field("package", wanted.package);
  field("version", dialog.version, 0, ImGuiInputTextFlags_CharsDecimal);
  field("output", wanted.output, browseWidth());
  if (browseButton("output")) browse(files, FileDialog::Purpose::kNewBundle, wanted.output, workspace);
  const int version = parseInteger<int>(dialog.version).value_or(-1);
  const bool version_ok = version >= 0;
  const std::string by_rule = formatObbName({"main", version, wanted.package});
  const std::string output_name = fileNameOf(wanted.output);
  if (output_name != by_rule && isPackageName(wanted.package) && version_ok) {
    ImGui::SetCursorPosX(ImGui::GetFontSize() * 8);
    if (ImGui::SmallButton((trf("Name it {}", by_rule) + "###rule").c_str())) {
      wanted.output = wanted.output.substr(0, wanted.output.size() - output_name.size()) + by_rule;
    }
  }
  const std::pair<PackForm, const char*> forms[] = {
      {PackForm::kZip, "ZIP: every engine reads it"},
      {PackForm::kFat, "FAT image: mounted by the device, as jobb makes them"}};
  for (const auto& [form, name] : forms) {
    if (ImGui::RadioButton(trId(name).c_str(), wanted.form == form)) wanted.form = form;
  }
  const bool zip = wanted.form == PackForm::kZip;
  if (zip) {
    ImGui::Checkbox(trId("Deflate what gets smaller").c_str(), &wanted.deflates);
    tooltip(
        tr("Off: everything is stored, 4-byte aligned and readable in place, as media players and Unreal need it."));
  } else {
    field("password", wanted.password, 0, ImGuiInputTextFlags_Password);
    if (!wanted.password.empty())
      note(tr("Newer Android mounts no encrypted image: for old devices and own readers only."), Severity::kWarning,
           theme);
  }
  if (!isPackageName(wanted.package))
    note(tr("A package name has two or more parts: com.example.game"), Severity::kWarning, theme);
  if (const std::string error = nameError(output_name); !error.empty()) note(error, Severity::kWarning, theme);
  const bool may_be_written = mayBeWritten(wanted.output, dialog.replaced);
  ImGui::BeginDisabled(wanted.folder.empty() || output_name.empty() || !version_ok || !isPackageName(wanted.package) ||
                       !may_be_written);
  const bool go = ImGui::Button(trId("Pack").c_str());
  ImGui::EndDisabled();
  ImGui::SameLine();
  const bool cancel = ImGui::Button(trId("Cancel").c_str());
  wanted.version = version;
  if (go) outbox.request(wanted);
  if (go || cancel) {
    dialog.open = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace sepax
