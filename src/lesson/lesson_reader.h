#pragma once

#include "lesson/lesson.h"

#include <string>
#include <vector>

namespace sepax {

/// Reads FOLDER/lesson.json and the scenes that it names, which lie in the folder. Errors name file and place
/// ("09-edges/lesson.json#/steps/2/check/0"): an unknown key, number or word, a missing language or scene, a path that
/// leaves the folder, markup in a text, a quiz without its right answer. The first is returned; `all_errors` gets every
/// one, those that follow from a scene that is missing left out.
[[nodiscard]] Result<Lesson> loadLesson(const std::string& folder, std::vector<Error>* all_errors = nullptr);

/// A lesson of a shelf, or why it cannot be read.
struct ShelvedLesson {
  std::string id, folder;
  Result<Lesson> lesson;
  std::vector<Error> errors = {};  ///< all that were found, the first of them in `lesson`
};

/// The lessons of the folders in a folder, by name; a folder that holds a lesson.json itself is a shelf of one. One
/// that cannot be read leaves the others.
[[nodiscard]] Result<std::vector<ShelvedLesson>> loadLessons(const std::string& folder);

}  // namespace sepax
