#pragma once

#include "lesson/lesson.h"

#include <optional>
#include <string>

namespace sepax {

/// A document and a look with what follows from them: where lessons are evaluated without a window.
struct LessonStage {
  Document document;
  LessonLook look;
  std::optional<PairReport> report;
  std::optional<SatAxis> free_axis;
  [[nodiscard]] LessonState state() const {
    return {&document, report ? &*report : nullptr, free_axis ? &*free_axis : nullptr, look};
  }
};

/// Tests the first pair by the look's algorithm.
void measure(LessonStage& stage);

/// The stage that a step begins with when nothing was done before: the nearest scene at or before it, and the goals in
/// between.
[[nodiscard]] LessonStage startOf(const Lesson& lesson, std::size_t step);

/// The goal's document, made of a document that the step is at; bodies that this does not have stay as they are.
[[nodiscard]] Document documentAt(const LessonGoal& goal, const Lesson& lesson, const Document& document);

/// True when every check of the step holds; never of a step without one.
[[nodiscard]] bool passes(const LessonStep& step, const LessonState& state);

}  // namespace sepax
