#pragma once

#include "core/error.h"
#include "lesson/lesson.h"

#include <string>
#include <vector>

namespace sepax {

/// A step as a hand made it in the window.
struct LessonStepDraft {
  LessonStepKind kind = LessonStepKind::kRead;
  LessonText text;    ///< a language that is empty gets kUnwritten
  Document document;  ///< the scene of the step; of a step to do, its goal
  LessonLook look;    ///< of the same moment
};

struct LessonStepWritten {
  std::size_t step = 0;                ///< its place, from 0
  std::vector<std::string> files;      ///< written, with the folder in front
  std::vector<std::string> unwritten;  ///< what `examine` finds in the lesson that holds it
};

/// Appends a step to FOLDER/lesson.json, made with its folder when there is none, and its scene beside it under a name
/// that nothing has.
///   read, free     show the scene
///   predict, quiz  ask for the verdict of the first pair
///   do             goes from where the lesson ends to the document and the look as they are: ticked by the words that
///                  this changes (verdict, deciding, pin, algorithm, view, pieces), without one by the poses of the
///                  bodies
/// The written lesson reads back as a lesson, else nothing stays. Errors: a folder whose lesson cannot be read or
/// written; a step to do without a scene before it, or at which nothing differs.
[[nodiscard]] Result<LessonStepWritten> appendLessonStep(const std::string& folder, const LessonStepDraft& draft);

}  // namespace sepax
