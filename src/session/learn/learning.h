#pragma once

#include "document/document.h"
#include "lesson/lesson_progress.h"
#include "lesson/lesson_reader.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

struct OpenLesson;
struct SaveLessonStep;
struct Workspace;

/// The lessons, which one is open, and the user's progress.
struct Learning {
  std::shared_ptr<const std::vector<ShelvedLesson>> shelf;  ///< null: not shown yet
  std::string error;                                        ///< why there is no shelf
  LessonProgress progress;
  std::string progress_path;  ///< empty: not kept
  std::string taught_from;    ///< the progress of this file is known

  std::optional<std::size_t> lesson;  ///< of the shelf
  std::size_t step = 0;
  std::uint64_t opening = 0;          ///< of the history that shows the lesson's scene; another one is not the lesson's
  std::optional<std::size_t> answer;  ///< of the step's choices, the last one picked
  bool passed = false;                ///< since the step began
  bool hint = false;                  ///< the goal is drawn
  bool refuting = false;              ///< a scene that refutes an answer has taken the step's place
  bool frames_scene = false;          ///< and then, when the viewport has its size, the scene is framed
};

/// The lessons of the program, read when first asked for; with the progress in them.
void loadShelf(Workspace& workspace);
/// A teacher's own lessons take their place.
[[nodiscard]] Result<void> openShelf(Workspace& workspace, const std::string& folder);
/// Whether a path is a folder of lessons, or of one.
[[nodiscard]] bool isShelf(const std::string& path);

/// The open lesson and its step; null without one.
[[nodiscard]] const Lesson* openLesson(const Workspace& workspace);
[[nodiscard]] const LessonStep* openStep(const Workspace& workspace);
/// The lesson is open and the document is the one that it shows.
[[nodiscard]] bool isInLesson(const Workspace& workspace);
/// True in a step whose scene belongs to the lesson: the user loses nothing when it goes.
[[nodiscard]] bool isGuided(const Workspace& workspace);
/// A prediction waits: verdict, table and rail would give it away.
[[nodiscard]] bool isCovered(const Workspace& workspace);

/// The workspace's present values that checks and live numbers read.
[[nodiscard]] LessonState lessonState(const Workspace& workspace);

/// Bodies where the open step's goal has them and they are not.
[[nodiscard]] std::vector<Body> goalBodies(const Workspace& workspace);

// These execute the requests of their names.
void goToStep(Workspace& workspace, const OpenLesson& request);
void leaveLesson(Workspace& workspace);
void answerStep(Workspace& workspace, std::size_t choice);
void showGoal(Workspace& workspace);
void saveLessonStep(Workspace& workspace, const SaveLessonStep& request);

/// Ticks the open step when its checks hold now.
void followLesson(Workspace& workspace);

}  // namespace sepax
