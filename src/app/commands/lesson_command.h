#pragma once

#include "lesson/lesson_reader.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace sepax {

/// Adds `lesson ls` and `lesson check`. Sets `exit_status`: 0 fine, 1 a lesson cannot be read or has faults, 2 unusable
/// input.
void addLessonCommand(CLI::App& app, int& exit_status);

/// The output of `lesson ls` for shelves of lessons, as a table or as JSON, without a newline.
[[nodiscard]] std::string lessonTable(const std::vector<ShelvedLesson>& lessons);
[[nodiscard]] std::string lessonJson(const std::vector<ShelvedLesson>& lessons);

/// The output of `lesson check`, and whether all is well.
struct CheckedLessons {
  std::string text;
  bool is_sound = true;
};
[[nodiscard]] CheckedLessons checkLessons(const std::vector<ShelvedLesson>& lessons, bool as_json);

}  // namespace sepax
