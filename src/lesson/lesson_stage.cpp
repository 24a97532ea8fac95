#include "lesson/lesson_stage.h"

#include "collide/convex/sat_pair.h"
#include "collide/pair_table.h"
#include "collide/pieces/by_pieces.h"

#include <algorithm>
#include <utility>

namespace sepax {

void measure(LessonStage& stage) {
  stage.report.reset();
  stage.free_axis.reset();
  const auto pair = firstPair(stage.document);
  if (!pair) return;
  auto report = testPair(stage.document, *pair, stage.look.algorithm);
  if (!report) return;
  stage.report = std::move(*report);
  const PosedShape a = posedShape(*findBody(stage.document, pair->first)),
                   b = posedShape(*findBody(stage.document, pair->second));
  if (stage.report->pieces && stage.look.pieces != 0) {
    const auto& nearest = stage.report->pieces->nearest;
    const auto rank = static_cast<std::size_t>(std::max(0, stage.look.pieces));
    const ItemPair chosen = stage.look.pieces < 0 ? ItemPair{} : nearest[std::min(rank, nearest.size() - 1)];
    traceOther(*stage.report, findAlgorithm(stage.report->algorithm), a, b, {stage.document.touching_tolerance},
               chosen.a, chosen.b);
  }
  if (stage.look.pin == kFreeAxis) {
    stage.free_axis = measureDirection(tracedA(a, *stage.report), tracedB(b, *stage.report), stage.look.free_axis);
  }
}

Document documentAt(const LessonGoal& goal, const Lesson& lesson, const Document& document) {
  Document made = goal.scene >= 0 ? lesson.scenes[static_cast<std::size_t>(goal.scene)].document : document;
  for (const LessonPose& pose : goal.poses) {
    Body* body = findBody(made, pose.body);
    if (body == nullptr) continue;
    if (pose.position) body->position = *pose.position;
    if (pose.rotation) body->rotation = *pose.rotation;
    if (pose.velocity) body->linear_velocity = pose.velocity;
  }
  return made;
}

LessonStage startOf(const Lesson& lesson, std::size_t step) {
  std::size_t first = step;
  while (first > 0 && lesson.steps[first].scene < 0) --first;
  LessonStage stage;
  stage.document = lesson.scenes[static_cast<std::size_t>(lesson.steps[first].scene)].document;
  for (std::size_t at = first; at <= step; ++at) {
    change(stage.look, lesson.steps[at].look);
    if (at == step || lesson.steps[at].kind != LessonStepKind::kDo) continue;
    stage.document = documentAt(lesson.steps[at].goal, lesson, stage.document);
    change(stage.look, lesson.steps[at].goal.look);
  }
  measure(stage);
  return stage;
}

bool passes(const LessonStep& step, const LessonState& state) {
  return !step.checks.empty() &&
         std::ranges::all_of(step.checks, [&](const LessonCheck& check) { return holds(check, state); });
}

}  // namespace sepax
