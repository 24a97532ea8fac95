#include "ui/dialogs/save_guard.h"

#include "core/text.h"
#include "session/bundle/editing.h"
#include "session/host/opened_case.h"
#include "session/host/own_file.h"
#include "session/host/text.h"
#include "session/workspace.h"
#include "ui/kit/dialog.h"
#include "ui/kit/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <variant>

namespace sepax {

namespace {

Request withoutGuard(Request request) {
  std::visit(
      [](auto& held) {
        if constexpr (requires { held.discard_changes; }) held.discard_changes = true;
        if constexpr (requires { held.discard_others; }) held.discard_others = true;
      },
      request);
  return request;
}

/// The lines that differ: in the file, and here.
void drawVersions(const Result<VersionLines>& versions) {
  if (!versions) return paragraph(describe(versions.error()));
  if (versions->rows.empty()) return paragraph(tr("Both versions say the same."));
  const float em = ImGui::GetFontSize();
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg |
                                     ImGuiTableFlags_SizingStretchSame;
  if (!ImGui::BeginTable("##versions", 2, kFlags, {40 * em, 14 * em})) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn(tr("In the file now"));
  ImGui::TableSetupColumn(tr("Here"));
  ImGui::TableHeadersRow();
  for (const VersionLines::Row& row : versions->rows) {
    for (const std::string* line : {&row.file, &row.here}) {
      ImGui::TableNextColumn();
      fittedText(toValidUtf8(*line), ImGui::GetContentRegionAvail().x);
    }
  }
  ImGui::EndTable();
  if (versions->left_out > 0)
    ImGui::TextDisabled("%s", trn("{} more line", "{} more lines", versions->left_out).c_str());
}

/// Saving would lose what another program has written into the file.
void askAboutOthers(SaveGuard& guard, FileDialog& files, Workspace& workspace, Outbox& outbox, bool& open) {
  if (!beginDialog("The file has changed", "###guard", open)) return;
  ImGui::TextUnformatted(
      trf("Another program has written {} since it was opened here.", toValidUtf8(fileNameOf(workspace.file_path)))
          .c_str());
  ImGui::TextUnformatted(tr("Saving replaces what is in it now."));
  ImGui::Spacing();
  if (guard.versions) drawVersions(*guard.versions);
  const auto close = [&] {
    workspace.guarded.reset();
    ImGui::CloseCurrentPopup();
  };
  if (!guard.versions) {
    if (ImGui::Button(trId("Compare").c_str())) guard.versions = compareWithFile(workspace);
    ImGui::SameLine();
  }
  if (ImGui::Button(trId("Save as…").c_str())) {
    close();
    openFileDialog(files, FileDialog::Purpose::kSave, workspace);
  }
  ImGui::SameLine();
  if (ImGui::Button(trId("Replace it").c_str())) {
    outbox.request(withoutGuard(*workspace.guarded));
    close();
  }
  ImGui::SameLine();
  if (ImGui::Button(trId("Cancel").c_str())) close();
  ImGui::EndPopup();
}

}  // namespace

void drawSaveGuard(SaveGuard& guard, FileDialog& files, Workspace& workspace, Outbox& outbox) {
  bool open = workspace.guarded.has_value() && !files.open;
  if (!open) return guard.versions.reset();
  if (std::holds_alternative<Save>(*workspace.guarded)) {
    askAboutOthers(guard, files, workspace, outbox, open);
  } else if (beginDialog("Unsaved changes", "###guard", open)) {
    const bool is_about_case = workspace.history.isDirty() && !std::holds_alternative<CloseBundle>(*workspace.guarded);
    if (is_about_case) ImGui::TextUnformatted(tr("The case has unsaved changes."));
    const bool leaves_edits =
        std::holds_alternative<CloseBundle>(*workspace.guarded) || std::holds_alternative<Quit>(*workspace.guarded);
    if (leaves_edits && hasEdits(workspace)) ImGui::TextUnformatted(tr("Changes to a bundle are not written yet."));
    ImGui::Spacing();
    const auto close = [&] {
      workspace.guarded.reset();
      ImGui::CloseCurrentPopup();
    };
    if (is_about_case && defaultButton(trId("Save").c_str())) {
      const Request waiting = *workspace.guarded;
      close();
      if (!hasOwnFile(workspace) || isWrittenByOthers(workspace)) {
        guard.after_save = waiting;
        openFileDialog(files, FileDialog::Purpose::kSave, workspace);
      } else {
        outbox.request(Save{});
        outbox.request(waiting);  // guarded again should saving fail
      }
    }
    if (is_about_case) ImGui::SameLine();
    if (ImGui::Button(trId("Discard changes").c_str())) {
      outbox.request(withoutGuard(*workspace.guarded));
      close();
    }
    ImGui::SameLine();
    if (ImGui::Button(trId("Cancel").c_str())) close();
    ImGui::EndPopup();
  }
  if (!open) workspace.guarded.reset();
}

void followSave(SaveGuard& guard, const FileDialog& files, Outbox& outbox) {
  std::optional<Request>& waiting = guard.after_save;
  if (!waiting || files.open) return;
  const bool saving =
      std::ranges::any_of(outbox.requests, [](const Request& r) { return std::holds_alternative<Save>(r); });
  if (saving) outbox.request(*waiting);
  waiting.reset();
}

}  // namespace sepax
