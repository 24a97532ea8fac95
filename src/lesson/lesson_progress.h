#pragma once

#include "core/error.h"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace sepax {

/// How far the user is in each lesson: kept in a file beside the settings, by the lessons' names.
struct LessonProgress {
  struct Row {
    std::size_t step = 0;          ///< where to go on
    std::set<std::size_t> passed;  ///< steps with a tick
  };
  std::map<std::string, Row, std::less<>> lessons;
};

/// The file's text, and the progress in such a text. Errors name the place; unknown lessons are kept.
[[nodiscard]] std::string progressText(const LessonProgress& progress);
[[nodiscard]] Result<LessonProgress> parseProgress(std::string_view text, const std::string& name);

/// Reads the file; none is no progress yet. One that cannot be read is moved aside ("….broken") and the error says so:
/// progress starts anew.
[[nodiscard]] Result<LessonProgress> loadProgress(const std::string& path);

}  // namespace sepax
