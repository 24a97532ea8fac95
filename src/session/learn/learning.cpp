#include "session/learn/learning.h"

#include "core/platform.h"
#include "draw/scene_picture.h"
#include "lesson/lesson_stage.h"
#include "lesson/lesson_writer.h"
#include "session/open.h"
#include "session/workspace.h"

#include <algorithm>
#include <filesystem>
#include <numbers>
#include <string_view>
#include <system_error>
#include <utility>

namespace sepax {
namespace {

constexpr double kLookRadiansPerDegree = std::numbers::pi / 180;

/// A part of the picture by its name, which there is.
template <class Options>
auto& partNamed(Options& options, std::string_view name) {
  return options.*
         std::ranges::find(kPictureParts, name, [](const auto& part) { return std::string_view(part.first); })->second;
}

LessonLook lookOf(const ViewState& view) {
  LessonLook look;
  look.algorithm = view.algorithm;
  look.pin = view.pinned_axis;
  look.free_axis = view.free_axis;
  look.pieces = view.traced_pieces;
  look.step = view.gjk.stage;
  look.clip = view.clip_stage;
  look.minkowski = view.gjk.minkowski;
  look.radii = view.picture.radii;
  look.volumes = view.volumes;
  for (const char* aid : kLessonAids) {
    if (partNamed(view.picture, aid)) look.aids.emplace_back(aid);
  }
  look.selected = view.selected;
  return look;
}

void setLook(Workspace& workspace, const LessonLook& look) {
  ViewState& view = workspace.view;
  view.algorithm = look.algorithm;
  view.pinned_axis = look.pin;
  view.free_axis = look.free_axis;
  view.traced_pieces = look.pieces;
  view.gjk.minkowski = look.minkowski;
  view.gjk.playing = false;
  view.gjk.slide.reset();
  view.picture.radii = look.radii;
  view.volumes = look.volumes;
  for (const char* aid : kLessonAids)
    partNamed(view.picture, aid) = std::ranges::find(look.aids, aid) != look.aids.end();
  view.selected = findBody(workspace.history.document(), look.selected) == nullptr ? std::string() : look.selected;
  view.group.clear();
  updateReports(workspace, 0);  // another algorithm begins with its last step
  view.gjk.stage = look.step;
  view.clip_stage = look.clip;
  workspace.wants_panel = look.panel;
  if (look.camera) {
    view.camera = framingCamera(workspace.history.document(), {});  // plane or space, whatever was shown before
    view.camera.yaw = look.camera->x * kLookRadiansPerDegree;
    view.camera.pitch = std::clamp(look.camera->y, -90.0, 90.0) * kLookRadiansPerDegree;
    view.camera.distance = look.camera->z;
    view.camera.target = look.target;
    workspace.wants_new_view = false;
  }
}

void showScene(Workspace& workspace, const Document& document, const LessonLook& look) {
  Learning& learning = workspace.learning;
  LoadedCase loaded;
  loaded.document = document;
  const Lesson* lesson = openLesson(workspace);
  showLoadedCase(workspace, std::move(loaded),
                 lesson == nullptr ? std::string() : lesson->title.in(workspace.view.language));
  workspace.file_path.clear();
  learning.frames_scene = !look.camera;
  learning.opening = workspace.history.openings();
  setLook(workspace, look);
}

void keepProgress(Workspace& workspace) {
  const Learning& learning = workspace.learning;
  if (learning.progress_path.empty()) return;
  if (const auto written = writeFileAtomically(learning.progress_path, progressText(learning.progress)); !written) {
    notify(workspace, LogLevel::kWarning, trf("the progress in lessons is not kept: {}", describe(written.error())));
    workspace.learning.progress_path.clear();
  }
}

void pass(Workspace& workspace) {
  Learning& learning = workspace.learning;
  learning.passed = true;
  const Lesson* lesson = openLesson(workspace);
  if (lesson != nullptr && learning.progress.lessons[lesson->id].passed.insert(learning.step).second)
    keepProgress(workspace);
}

bool sameDocument(const Body& a, const Body& b) {
  return a.position == b.position && a.rotation == b.rotation && a.shape == b.shape && a.scale == b.scale &&
         a.linear_velocity == b.linear_velocity;
}

}  // namespace

bool isShelf(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_directory(path, error)) return false;
  if (std::filesystem::exists(path + "/lesson.json", error)) return true;
  constexpr int kMaxTried = 200;  // a folder of anything else has many entries
  int tried = 0;
  for (const auto& entry : std::filesystem::directory_iterator(path, error)) {
    if (++tried > kMaxTried) break;
    if (std::filesystem::exists(entry.path() / "lesson.json", error)) return true;
  }
  return false;
}

Result<void> openShelf(Workspace& workspace, const std::string& folder) {
  Learning& learning = workspace.learning;
  auto shelf = loadLessons(folder);
  SEPAX_TRY(shelf);
  for (const ShelvedLesson& row : *shelf) {
    if (!row.lesson) notify(workspace, LogLevel::kWarning, describe(row.lesson.error()));
  }
  learning.shelf = std::make_shared<const std::vector<ShelvedLesson>>(std::move(*shelf));
  learning.error.clear();
  learning.lesson.reset();
  if (learning.taught_from != learning.progress_path) {
    learning.taught_from = learning.progress_path;
    auto progress = loadProgress(learning.progress_path);
    if (progress) {
      learning.progress = std::move(*progress);
    } else {
      notify(workspace, LogLevel::kWarning, describe(progress.error()));
    }
  }
  return {};
}

void loadShelf(Workspace& workspace) {
  Learning& learning = workspace.learning;
  if (learning.shelf != nullptr || !learning.error.empty()) return;
  const auto folder = dataPath("assets/lessons");
  const Result<void> loaded = folder ? openShelf(workspace, *folder) : Result<void>(tl::unexpected(folder.error()));
  if (!loaded) learning.error = describe(loaded.error());
}

const Lesson* openLesson(const Workspace& workspace) {
  const Learning& learning = workspace.learning;
  if (!learning.lesson || learning.shelf == nullptr || *learning.lesson >= learning.shelf->size()) return nullptr;
  const auto& lesson = (*learning.shelf)[*learning.lesson].lesson;
  return lesson ? &*lesson : nullptr;
}

const LessonStep* openStep(const Workspace& workspace) {
  const Lesson* lesson = openLesson(workspace);
  return lesson == nullptr || workspace.learning.step >= lesson->steps.size() ? nullptr
                                                                              : &lesson->steps[workspace.learning.step];
}

bool isInLesson(const Workspace& workspace) {
  return openStep(workspace) != nullptr && workspace.learning.opening == workspace.history.openings();
}

bool isGuided(const Workspace& workspace) {
  return isInLesson(workspace) && openStep(workspace)->kind != LessonStepKind::kFree;
}

bool isCovered(const Workspace& workspace) {
  return isInLesson(workspace) && openStep(workspace)->kind == LessonStepKind::kPredict && !workspace.learning.answer;
}

LessonState lessonState(const Workspace& workspace) {
  const auto& free_axis = workspace.reports.free_axis;
  return {&workspace.history.document(), shownReport(workspace), free_axis ? &*free_axis : nullptr,
          lookOf(workspace.view)};
}

std::vector<Body> goalBodies(const Workspace& workspace) {
  std::vector<Body> moved;
  const LessonStep* step = openStep(workspace);
  if (!isInLesson(workspace) || workspace.learning.refuting || step->kind != LessonStepKind::kDo) return moved;
  const Document& document = workspace.history.document();
  const Document goal = documentAt(step->goal, *openLesson(workspace), document);
  for (const Body& body : goal.bodies) {
    const Body* now = findBody(document, body.id);
    if (now == nullptr || !sameDocument(*now, body)) moved.push_back(body);
  }
  return moved;
}

void goToStep(Workspace& workspace, const OpenLesson& request) {
  loadShelf(workspace);
  Learning& learning = workspace.learning;
  if (learning.shelf == nullptr || request.lesson >= learning.shelf->size()) return;
  const auto& shelved = (*learning.shelf)[request.lesson];
  if (!shelved.lesson) return notify(workspace, LogLevel::kError, describe(shelved.lesson.error()));
  const Lesson& lesson = *shelved.lesson;
  const std::size_t step = std::min(request.step, lesson.steps.size() - 1);
  const bool goes_on = isInLesson(workspace) && learning.lesson == request.lesson && step == learning.step + 1 &&
                       !learning.refuting && lesson.steps[step].scene < 0;
  learning.lesson = request.lesson;
  learning.step = step;
  learning.answer.reset();
  learning.passed = learning.hint = learning.refuting = false;
  if (goes_on) {
    LessonLook look = lookOf(workspace.view);
    change(look, lesson.steps[step].look);
    setLook(workspace, look);
  } else {
    const LessonStage start = startOf(lesson, step);
    showScene(workspace, start.document, start.look);
  }
  learning.progress.lessons[lesson.id].step = step;
  const LessonStepKind kind = lesson.steps[step].kind;
  if (kind == LessonStepKind::kRead || kind == LessonStepKind::kFree) pass(workspace);
  keepProgress(workspace);
}

void leaveLesson(Workspace& workspace) {
  workspace.learning.lesson.reset();
  workspace.wants_panel = "learn";
}

void answerStep(Workspace& workspace, std::size_t choice) {
  Learning& learning = workspace.learning;
  const LessonStep* step = openStep(workspace);
  if (step == nullptr || choice >= step->choices.size()) return;
  learning.answer = choice;
  const LessonChoice& picked = step->choices[choice];
  if (step->kind == LessonStepKind::kPredict || picked.right) pass(workspace);
  if (picked.scene < 0) return;
  LessonLook look;
  change(look, picked.look);
  learning.refuting = true;
  showScene(workspace, openLesson(workspace)->scenes[static_cast<std::size_t>(picked.scene)].document, look);
}

void showGoal(Workspace& workspace) {
  const LessonStep* step = openStep(workspace);
  if (!isInLesson(workspace) || step->kind != LessonStepKind::kDo) return;
  if (std::vector<Body> bodies = goalBodies(workspace); !bodies.empty()) {
    const Result<void> done = workspace.history.run(PutBodies{BodiesEdit::kMove, std::move(bodies)});
    if (!done) return notify(workspace, LogLevel::kError, describe(done.error()));
  }
  LessonLook look = lookOf(workspace.view);
  change(look, step->goal.look);
  setLook(workspace, look);
  workspace.learning.hint = false;
}

void saveLessonStep(Workspace& workspace, const SaveLessonStep& request) {
  LessonStepDraft draft = request.draft;
  draft.document = workspace.history.document();
  draft.look = lookOf(workspace.view);
  draft.look.panel = request.draft.look.panel;
  if (request.keeps_view) {
    const Camera& camera = workspace.view.camera;
    draft.look.camera = Vec3(camera.yaw / kLookRadiansPerDegree, camera.pitch / kLookRadiansPerDegree, camera.distance);
    draft.look.target = camera.target;
  }
  const auto written = appendLessonStep(request.folder, draft);
  if (!written) return notify(workspace, LogLevel::kError, describe(written.error()));
  std::string text = trf("Step {} is written into {}.", written->step + 1, request.folder);
  if (!written->unwritten.empty())
    text += " " + trf("Still to do there, as sepax lesson check lists it: {}", written->unwritten.size());
  notify(workspace, LogLevel::kInfo, text);
  for (const std::string& row : written->unwritten) notify(workspace, LogLevel::kInfo, row);
  workspace.wants_panel = "console";  // where all of that stands
}

void followLesson(Workspace& workspace) {
  const LessonStep* step = openStep(workspace);
  if (!isInLesson(workspace) || workspace.learning.passed || step->kind != LessonStepKind::kDo) return;
  if (passes(*step, lessonState(workspace))) pass(workspace);
}

}  // namespace sepax
