#pragma once

#include "lesson/lesson.h"

#include <string>

namespace sepax {

struct FileDialog;
struct Outbox;
struct Workspace;

/// "Save as lesson step": where to, of which kind, and the text in the window's language.
struct LessonStepDialog {
  bool open = false;
  std::string folder;
  LessonStepKind kind = LessonStepKind::kRead;
  std::string english, chinese;
  std::string panel;  ///< in front beside the scene
  bool keeps_view = false;
};

/// Opens it with the folder that it had last, or one for a first lesson beside the case. `panel` is the word of the one
/// in front.
void openLessonStepDialog(LessonStepDialog& dialog, const Workspace& workspace, const std::string& panel);

/// Draws it when it is open; sends SaveLessonStep.
void drawLessonStepDialog(LessonStepDialog& dialog, FileDialog& files, const Workspace& workspace, Outbox& outbox);

}  // namespace sepax
