#include "ui/dialogs/lesson_step_dialog.h"

#include "core/text.h"
#include "session/host/text.h"
#include "session/workspace.h"
#include "ui/dialogs/file_dialog.h"
#include "ui/kit/dialog.h"
#include "ui/kit/widgets.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <filesystem>
#include <utility>

namespace sepax {
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
  if (go || cancel) {
    dialog.open = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace sepax
