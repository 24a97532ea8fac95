#include "session/learn/learning.h"
#include "session/scene/reports.h"

#include "core/platform.h"
#include "draw/scene_picture.h"
#include "format/case_file.h"
#include "lesson/lesson.h"
#include "lesson/lesson_text.h"
#include "lesson/lesson_writer.h"
#include "session/host/host.h"
#include "session/host/opened_case.h"
#include "session/scene/scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <numeric>
#include <random>
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

/// The whole view is the teacher's: nothing is framed.
bool fixesDistance(const LessonLook& look) { return look.camera && look.camera->z > 0; }

void setLook(Scene& scene, const LessonLook& look) {
  ViewState& view = scene.view;
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
  view.selected = findBody(scene.history.document(), look.selected) == nullptr ? std::string() : look.selected;
  view.group.clear();
  updateReports(scene, 0);  // another algorithm begins with its last step
  view.gjk.stage = look.step;
  view.clip_stage = look.clip;
  if (!look.panel.empty()) scene.wants_panels.push_back(look.panel);
  if (look.camera) {
    view.camera = framingCamera(scene.history.document(), {});  // plane or space, whatever was shown before
    view.camera.yaw = look.camera->x * kLookRadiansPerDegree;
    view.camera.pitch = std::clamp(look.camera->y, -90.0, 90.0) * kLookRadiansPerDegree;
    if (fixesDistance(look)) {
      view.camera.distance = look.camera->z;
      view.camera.target = look.target;
    }
    scene.wants_new_view = false;
  }
}

void showScene(LearnState& state, Scene& scene, const Document& document, const LessonLook& look) {
  Learning& learning = state.learning;
  LoadedCase loaded;
  loaded.document = document;
  const Lesson* lesson = openLesson(state);
  showLoadedCase(scene, std::move(loaded), lesson == nullptr ? std::string() : lesson->title.in(scene.view.language));
  scene.file_path.clear();
  learning.frames_scene = !fixesDistance(look);
  learning.keeps_camera = fixesDistance(look);
  learning.sight.reset();
  learning.opening = scene.history.openings();
  setLook(scene, look);
}

void keepProgress(LearnState& state, Host& host) {
  const Learning& learning = state.learning;
  if (learning.progress_path.empty()) return;
  if (const auto written = writeFileAtomically(learning.progress_path, progressText(learning.progress)); !written) {
    notify(host, LogLevel::kWarning, trf("the progress in lessons is not kept: {}", describe(written.error())));
    state.learning.progress_path.clear();
  }
}

/// Keeps the numbers in the end of the open step.
void freezeNumbers(LearnState& state, const Scene& scene) {
  const LessonStep& step = *openStep(state);
  state.learning.frozen_revision = scene.history.revision();
  state.learning.frozen.clear();
  for (const std::string* text :
       {&step.then.english, &step.then.chinese, &step.answer.way.english, &step.answer.way.chinese})
    freezeNumbers(*text, lessonState(scene), state.learning.frozen);
}

void pass(LearnState& state, Scene& scene) {
  Learning& learning = state.learning;
  learning.passed = true;
  learning.passed_at = scene.history.position();
  if (openStep(state) != nullptr) freezeNumbers(state, scene);
  const Lesson* lesson = openLesson(state);
  if (lesson != nullptr && learning.progress.lessons[lesson->id].passed.insert(learning.step).second)
    keepProgress(state, scene);
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

Result<void> openShelf(LearnState& state, Host& host, const std::string& folder) {
  Learning& learning = state.learning;
  auto shelf = loadLessons(folder);
  SEPAX_TRY(shelf);
  for (const ShelvedLesson& row : *shelf) {
    if (!row.lesson) notify(host, LogLevel::kWarning, describe(row.lesson.error()));
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
      notify(host, LogLevel::kWarning, describe(progress.error()));
    }
  }
  return {};
}

void loadShelf(LearnState& state, Host& host) {
  Learning& learning = state.learning;
  if (learning.shelf != nullptr || !learning.error.empty()) return;
  const auto folder = dataPath("assets/lessons");
  const Result<void> loaded = folder ? openShelf(state, host, *folder) : Result<void>(tl::unexpected(folder.error()));
  if (!loaded) learning.error = describe(loaded.error());
}

const LessonProgress::Row& progressIn(const Learning& learning, const std::string& id) {
  static const LessonProgress::Row kNone;
  const auto row = learning.progress.lessons.find(id);
  return row == learning.progress.lessons.end() ? kNone : row->second;
}

const Lesson* openLesson(const LearnState& state) {
  const Learning& learning = state.learning;
  if (!learning.lesson || learning.shelf == nullptr || *learning.lesson >= learning.shelf->size()) return nullptr;
  const auto& lesson = (*learning.shelf)[*learning.lesson].lesson;
  return lesson ? &*lesson : nullptr;
}

const LessonStep* openStep(const LearnState& state) {
  const Lesson* lesson = openLesson(state);
  return lesson == nullptr || state.learning.step >= lesson->steps.size() ? nullptr
                                                                          : &lesson->steps[state.learning.step];
}

bool isInLesson(const LearnState& state, const Host& host) {
  return openStep(state) != nullptr && state.learning.opening == host.history.openings();
}

bool isLessonScene(const LearnState& state, const Host& host) {
  const Learning& learning = state.learning;
  if (!host.file_path.empty() || learning.opening != host.history.openings()) return false;
  return openStep(state) != nullptr || learning.left_revision == host.history.revision();
}

bool isGuided(const LearnState& state, const Host& host) {
  if (!isLessonScene(state, host)) return false;
  const LessonStep* step = openStep(state);
  return step != nullptr ? step->kind != LessonStepKind::kFree : state.learning.left_guided;
}

bool isCovered(const LearnState& state, const Host& host) {
  if (!isInLesson(state, host)) return false;
  const LessonStepKind kind = openStep(state)->kind;
  return (kind == LessonStepKind::kPredict && !state.learning.answer) ||
         (kind == LessonStepKind::kType && !state.learning.passed);
}

bool isMagnetOff(const LearnState& state, const Host& host) {
  return isInLesson(state, host) && !openStep(state)->magnet;
}

std::vector<std::size_t> choiceOrder(const LearnState& state) {
  const LessonStep* step = openStep(state);
  if (step == nullptr) return {};
  std::vector<std::size_t> order(step->choices.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Equal on every computer: FNV-1a of the step's name, then the generator that the standard defines.
  std::uint64_t seed = 0xcbf29ce484222325;
  for (const char c : fmt::format("{} {} {}", openLesson(state)->id, state.learning.step, state.learning.attempt))
    seed = (seed ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  std::mt19937_64 random(seed);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
  return order;
}

LessonState lessonState(const Scene& scene) {
  const auto& free_axis = scene.reports.free_axis;
  return {&scene.history.document(), shownReport(scene), free_axis ? &*free_axis : nullptr, lookOf(scene.view)};
}

std::vector<Body> goalBodies(const LearnState& state, const Host& host) {
  std::vector<Body> moved;
  const LessonStep* step = openStep(state);
  if (!isInLesson(state, host) || state.learning.refuting || step->kind != LessonStepKind::kDo) return moved;
  const Document& document = host.history.document();
  const Document goal = documentAt(step->goal, *openLesson(state), document);
  for (const Body& body : goal.bodies) {
    const Body* now = findBody(document, body.id);
    if (now == nullptr || !sameDocument(*now, body)) moved.push_back(body);
  }
  return moved;
}

void goToStep(LearnState& state, Scene& scene, const OpenLesson& request) {
  loadShelf(state, scene);
  Learning& learning = state.learning;
  if (learning.shelf == nullptr || request.lesson >= learning.shelf->size()) return;
  const auto& shelved = (*learning.shelf)[request.lesson];
  if (!shelved.lesson) return notify(scene, LogLevel::kError, describe(shelved.lesson.error()));
  const Lesson& lesson = *shelved.lesson;
  const std::size_t step = std::min(request.step, lesson.steps.size() - 1);
  const bool goes_on = isInLesson(state, scene) && learning.lesson == request.lesson && step == learning.step + 1 &&
                       !learning.refuting && lesson.steps[step].scene < 0;
  if (learning.lesson != request.lesson || step == 0) ++learning.attempt;
  learning.lesson = request.lesson;
  learning.step = step;
  learning.answer.reset();
  learning.typed.clear();
  learning.misses = 0;
  learning.passed = learning.hint = learning.refuting = learning.shown_way = false;
  scene.view.row_by_row = {};
  if (goes_on) {
    LessonLook look = lookOf(scene.view);
    change(look, lesson.steps[step].look);
    learning.keeps_camera |= fixesDistance(look);
    setLook(scene, look);
  } else {
    const LessonStage start = startOf(lesson, step);
    showScene(state, scene, start.document, start.look);
  }
  scene.wants_panels.emplace_back("learn");  // in a narrow window it is the one that is read first
  learning.progress.lessons[lesson.id].step = step;
  const LessonStepKind kind = lesson.steps[step].kind;
  if (kind == LessonStepKind::kRead || kind == LessonStepKind::kFree) pass(state, scene);
  keepProgress(state, scene);
}

void execute(LearnState& state, Host& host, const LeaveLesson&) {
  if (isLessonScene(state, host)) {
    state.learning.left_guided = isGuided(state, host);
    state.learning.left_revision = host.history.revision();
  }
  state.learning.lesson.reset();
  host.wants_panels.emplace_back("learn");
}

void execute(LearnState& state, Scene& scene, const AnswerLesson& request) {
  Learning& learning = state.learning;
  const LessonStep* step = openStep(state);
  if (step == nullptr || request.choice >= step->choices.size()) return;
  learning.answer = request.choice;
  const LessonChoice& picked = step->choices[request.choice];
  if (step->kind == LessonStepKind::kPredict || picked.right) pass(state, scene);
  if (picked.scene < 0) return;
  LessonLook look;
  change(look, picked.look);
  learning.refuting = true;
  showScene(state, scene, openLesson(state)->scenes[static_cast<std::size_t>(picked.scene)].document, look);
}

void execute(LearnState& state, Scene& scene, const TypeLessonAnswer& request) {
  const LessonStep* step = openStep(state);
  Learning& learning = state.learning;
  if (!isInLesson(state, scene) || step->kind != LessonStepKind::kType || learning.passed) return;
  learning.typed = request.text;
  const auto typed = typedNumber(request.text, step->answer.unit);
  const auto value = step->answer.number.read(lessonState(scene));
  if (!typed || !value) return;  // no number is no answer
  if (std::abs(*typed - *value) <= step->answer.within) {
    pass(state, scene);
  } else {
    ++learning.misses;
  }
}

const LessonAnswer::Near* nearMiss(const LearnState& state) {
  const LessonStep* step = openStep(state);
  if (step == nullptr) return nullptr;
  const auto typed = typedNumber(state.learning.typed, step->answer.unit);
  const auto& near = step->answer.near;
  const auto found = std::ranges::find_if(
      near, [&](const LessonAnswer::Near& row) { return typed && std::abs(*typed - row.value) <= row.within; });
  return found == near.end() ? nullptr : &*found;
}

void execute(LearnState& state, Scene& scene, const ShowLessonGoal&) {
  const LessonStep* step = openStep(state);
  if (isInLesson(state, scene) && step->kind == LessonStepKind::kType && !state.learning.passed) {
    state.learning.shown_way = true;
    return pass(state, scene);
  }
  if (!isInLesson(state, scene) || step->kind != LessonStepKind::kDo) return;
  if (std::vector<Body> bodies = goalBodies(state, scene); !bodies.empty()) {
    const Result<void> done = scene.history.run(PutBodies{BodiesEdit::kMove, std::move(bodies)});
    if (!done) return notify(scene, LogLevel::kError, describe(done.error()));
  }
  LessonLook look = lookOf(scene.view);
  change(look, step->goal.look);
  state.learning.keeps_camera |= fixesDistance(look);
  setLook(scene, look);
  state.learning.hint = false;
}

void execute(Host& host, const SaveLessonStep& request) {
  LessonStepDraft draft = request.draft;
  draft.document = host.history.document();
  draft.look = lookOf(host.view);
  draft.look.panel = request.draft.look.panel;
  if (request.keeps_view) {
    const Camera& camera = host.view.camera;
    draft.look.camera = Vec3(camera.yaw / kLookRadiansPerDegree, camera.pitch / kLookRadiansPerDegree, camera.distance);
    draft.look.target = camera.target;
  }
  const auto written = appendLessonStep(request.folder, draft);
  if (!written) return notify(host, LogLevel::kError, describe(written.error()));
  std::string text = trf("Step {} is written into {}.", written->step + 1, request.folder);
  if (!written->unwritten.empty())
    text += " " + trf("Still to do there, as sepax lesson check lists it: {}", written->unwritten.size());
  notify(host, LogLevel::kInfo, text);
  for (const std::string& row : written->unwritten) notify(host, LogLevel::kInfo, row);
  host.wants_panels.emplace_back("console");  // where all of that stands
}

void followLesson(LearnState& state, Scene& scene) {
  const LessonStep* step = openStep(state);
  Learning& learning = state.learning;
  if (!isInLesson(state, scene)) return;
  // A drag that passes a step goes on: the sentence tells the numbers of where it ends.
  const bool is_same_change = learning.passed_at == scene.history.position();
  if (step->kind == LessonStepKind::kDo && (!learning.passed || is_same_change) && passes(*step, lessonState(scene))) {
    if (!learning.passed) pass(state, scene);
    if (learning.frozen_revision != scene.history.revision()) freezeNumbers(state, scene);
  }
  LessonSight sight{lookOf(scene.view), learning.answer, learning.passed, learning.hint, isCovered(state, scene)};
  sight.look.free_axis = {};  // a rail that is turned by hand is framed when the hand lets go of a passed step
  sight.look.selected.clear();
  if (learning.sight && *learning.sight != sight && !learning.keeps_camera) learning.frames_scene = true;
  learning.sight = std::move(sight);
}

}  // namespace sepax
