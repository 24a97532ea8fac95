#pragma once

#include "lesson/lesson_writer.h"

#include <cstddef>
#include <string>

namespace sepax {

struct Host;
struct LearnState;
struct Scene;

// The requests about lessons that leave the panels and are not document commands.

/// A step of a lesson of the shelf; guarded when there are unsaved changes of one's own.
struct OpenLesson {
  std::size_t lesson = 0, step = 0;
  bool discard_changes = false;
};
/// Back to the list of lessons; the scene stays.
struct LeaveLesson {};
/// Picks a choice of the open step.
struct AnswerLesson {
  std::size_t choice = 0;
};
/// Draws the open step's goal, or not.
struct ShowLessonHint {
  bool shown = true;
};
/// Does what the open step asks for.
struct ShowLessonGoal {};
/// The present scene and look become a step at the end of the lesson in a folder; the document does not change.
struct SaveLessonStep {
  std::string folder;
  LessonStepDraft draft;    ///< kind, text, and of the look the panel in front
  bool keeps_view = false;  ///< the step begins with the present camera, instead of framing all bodies
};

// Each is executed by the file that knows how; errors become messages.
void execute(LearnState& state, Host& host, const LeaveLesson&);
void execute(LearnState& state, Scene& scene, const AnswerLesson& request);
void execute(LearnState& state, Scene& scene, const ShowLessonGoal&);
void execute(Host& host, const SaveLessonStep& request);

}  // namespace sepax
