#pragma once

#include "lesson/lesson.h"

#include <string>

namespace sepax {

struct Outbox;
struct Workspace;

/// "Save as lesson step": where to, of which kind, and the text in the window's language.
struct LessonStepDialog {
  bool open = false;
  bool wants_browse = false;
  std::string folder;
  LessonStepKind kind = LessonStepKind::kRead;
  std::string english, chinese;
};

/// Opens it with the folder that it had last, or one for a first lesson beside the case.
void openLessonStepDialog(LessonStepDialog& dialog, const Workspace& workspace);

/// Draws it when it is open; sends SaveLessonStep.
void drawLessonStepDialog(LessonStepDialog& dialog, Outbox& outbox);

}  // namespace sepax
