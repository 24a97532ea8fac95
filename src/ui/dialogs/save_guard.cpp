#include "ui/dialogs/save_guard.h"

#include "core/language.h"
#include "core/text.h"
#include "session/bundle/editing.h"
#include "session/workspace.h"
#include "ui/kit/dialog.h"
#include "ui/kit/widgets.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <utility>

namespace sepax {

namespace {

Request withoutGuard(const Request& request) {
  Request answered = request;
  request.visit([&](auto held) {
    if constexpr (requires { held.discard_changes; }) held.discard_changes = true;
    if constexpr (requires { held.discard_others; }) held.discard_others = true;
    answered = std::move(held);
  });
  return answered;
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
      fittedText(toValidUtf8(*line));
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
  if (workspace.guarded->is<Save>()) {
    askAboutOthers(guard, files, workspace, outbox, open);
  } else if (beginDialog("Unsaved changes", "###guard", open)) {
    const bool is_about_case = workspace.history.isDirty() && !workspace.guarded->is<CloseBundle>();
    if (is_about_case) ImGui::TextUnformatted(tr("The case has unsaved changes."));
    const bool leaves_edits = workspace.guarded->is<CloseBundle>() || workspace.guarded->is<Quit>();
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
  const bool saving = std::ranges::any_of(outbox.requests, [](const Request& r) { return r.is<Save>(); });
  if (saving) outbox.request(*waiting);
  waiting.reset();
}

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
  const std::string& path = offer.state == OriginState::kDamaged ? offer.path : offer.origin.file_path;
  if (!path.empty()) middleFittedText(toValidUtf8(path));
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
    const IdScope id(static_cast<int>(i));
    bool chooses = false;
    drawOffer(offers[i], i == dialog.chosen, chooses);
    if (chooses) dialog.chosen = i;
  }
  ImGui::EndChild();
  const auto close = [&](const Request& request) {
    outbox.request(request);
    ImGui::CloseCurrentPopup();
  };
  ImGui::BeginDisabled(offers[dialog.chosen].state == OriginState::kDamaged);
  if (defaultButton(trId("Open").c_str())) close(TakeRecovery{.index = dialog.chosen});
  nameItem("take recovery");
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

namespace {

struct KindRow {
  LessonStepKind kind;
  const char* name;
  const char* promise;
};
constexpr KindRow kStepKinds[] = {
    {LessonStepKind::kRead, "Look", "The shown scene, beside a text."},
    {LessonStepKind::kPredict, "Guess first",
     "The shown scene, covered until the reader has guessed whether the first pair meets."},
    {LessonStepKind::kDo, "Do it",
     "From the end of the lesson to the shown scene: the change between them is the goal and ticks the step."},
    {LessonStepKind::kQuiz, "Quiz", "The shown scene, and the question whether the first pair meets."},
    {LessonStepKind::kFree, "Play freely", "The shown scene, to play with."},
};

}  // namespace

void openLessonStepDialog(LessonStepDialog& dialog, const Workspace& workspace, const std::string& panel) {
  dialog.open = true;
  dialog.panel = panel;
  dialog.english.clear();
  dialog.chinese.clear();
  if (!dialog.folder.empty()) return;
  const std::filesystem::path folder(folderToStartIn(workspace, true));
  dialog.folder = toValidUtf8((folder / "lessons" / "01-my-lesson").string());
}

void drawLessonStepDialog(LessonStepDialog& dialog, FileDialog& files, const Workspace& workspace, Outbox& outbox) {
  if (!beginDialog("Save as lesson step", "###lesson_step", dialog.open)) return;
  const float width = ImGui::GetFontSize() * 34;
  ImGui::TextUnformatted(tr("at the end of the lesson in the folder"));
  ImGui::SetNextItemWidth(width - browseWidth());
  ImGui::InputText("##folder", &dialog.folder);
  if (browseButton("folder")) browse(files, FileDialog::Purpose::kFolder, dialog.folder, workspace);
  ImGui::Spacing();
  const KindRow* chosen = kStepKinds;
  for (const KindRow& row : kStepKinds) {
    if (&row != kStepKinds) ImGui::SameLine();
    if (toggleButton(trId(row.name).c_str(), dialog.kind == row.kind)) dialog.kind = row.kind;
    if (dialog.kind == row.kind) chosen = &row;
  }
  ImGui::TextDisabled("%s", wrapped(tr(chosen->promise), width).c_str());
  ImGui::Spacing();
  const ImVec2 field(width, ImGui::GetTextLineHeight() * 3.5f);
  ImGui::TextUnformatted(tr("Text in English"));
  ImGui::InputTextMultiline("##english", &dialog.english, field);
  ImGui::TextUnformatted(tr("Text in Chinese"));
  ImGui::InputTextMultiline("##chinese", &dialog.chinese, field);
  ImGui::Checkbox(trId("Keep the camera").c_str(), &dialog.keeps_view);
  tooltip(tr("The step begins with this view. Without it all bodies are framed, in a window of any size."));
  const char* promise =
      tr("A text that is left empty, the title and what follows a step can be written into lesson.json later: \"sepax "
         "lesson "
         "check\" names what is missing. Nothing else in the folder is changed.");
  ImGui::TextDisabled("%s", wrapped(promise, width).c_str());
  const bool go = enabledButton(trId("Save"), !dialog.folder.empty());
  ImGui::SameLine();
  const bool cancel = ImGui::Button(trId("Cancel").c_str());
  if (go) {
    SaveLessonStep request{dialog.folder,
                           {.kind = dialog.kind, .text = {dialog.english, dialog.chinese}, .document = {}, .look = {}},
                           dialog.keeps_view};
    request.draft.look.panel = dialog.panel;
    outbox.request(std::move(request));
  }
  endDialog(dialog.open, go || cancel);
}

}  // namespace sepax
