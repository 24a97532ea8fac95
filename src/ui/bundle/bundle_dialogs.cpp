#include "ui/bundle/bundle_dialogs.h"

#include "bundle/obb_name.h"
#include "core/number.h"
#include "core/text.h"
#include "session/bundle/editing.h"
#include "session/host/opened_case.h"
#include "session/host/text.h"
#include "session/workspace.h"
#include "ui/dialogs/file_dialog.h"
#include "ui/kit/dialog.h"
#include "ui/kit/keys.h"
#include "ui/kit/scopes.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <filesystem>
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
  const bool is_complete =
      !wanted.folder.empty() && !output_name.empty() && version_ok && isPackageName(wanted.package);
  const bool go = enabledButton(trId("Pack"), is_complete && may_be_written);
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
    const IdScope id(static_cast<int>(i));
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
  const bool go = enabledButton(trId("Write"), !dialog.output.empty() && may_be_written);
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
