#include "ui/dialogs/save_guard.h"

#include "session/open.h"
#include "session/text.h"
#include "session/workspace.h"
#include "ui/kit/dialog.h"

#include <imgui.h>

#include <algorithm>
#include <variant>

namespace sepax {

namespace {

Request withoutGuard(Request request) {
  std::visit(
      [](auto& held) {
        if constexpr (requires { held.discard_changes; }) held.discard_changes = true;
      },
      request);
  return request;
}

}  // namespace

void drawSaveGuard(SaveGuard& guard, FileDialog& files, Workspace& workspace, Outbox& outbox) {
  bool open = workspace.guarded.has_value() && !files.open;
  if (!open) return;
  if (beginDialog("Unsaved changes", "###guard", open)) {
    const bool is_about_case = workspace.history.isDirty() && !std::holds_alternative<CloseBundle>(*workspace.guarded);
    if (is_about_case) ImGui::TextUnformatted(tr("The case has unsaved changes."));
    const bool leaves_edits = std::holds_alternative<CloseBundle>(*workspace.guarded) || std::holds_alternative<Quit>(*workspace.guarded);
    if (leaves_edits && hasEdits(workspace)) ImGui::TextUnformatted(tr("Changes to a bundle are not written yet."));
    ImGui::Spacing();
    const auto close = [&] {
      workspace.guarded.reset();
      ImGui::CloseCurrentPopup();
    };
    if (is_about_case && ImGui::Button(trId("Save").c_str())) {
      const Request waiting = *workspace.guarded;
      close();
      if (!hasOwnFile(workspace)) {
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
  const bool saving = std::ranges::any_of(outbox.requests, [](const Request& r) { return std::holds_alternative<Save>(r); });
  if (saving) outbox.request(*waiting);
  waiting.reset();
}

}  // namespace sepax
