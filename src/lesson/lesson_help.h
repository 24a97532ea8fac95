#pragma once

#include <string>

namespace sepax {

/// The page for authors of lessons: what a lesson.json holds, and every number and word that checks and texts can read.
[[nodiscard]] std::string lessonHelp();

}  // namespace sepax
