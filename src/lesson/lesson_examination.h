#pragma once

#include "lesson/lesson.h"

#include <string>
#include <vector>

namespace sepax {

/// Something that is wrong with a lesson that can be read.
struct LessonFault {
  std::string where;  ///< "/steps/2", "/claims/0"
  std::string message;
};

/// The promises that a lesson does not keep: a step that its start passes already, a goal that does not pass, a claim
/// that does not hold, a live number without a value when its text appears, a text longer than its place beside the
/// picture or still to be written.
[[nodiscard]] std::vector<LessonFault> examine(const Lesson& lesson);

}  // namespace sepax
