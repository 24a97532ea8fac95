#pragma once

#include "document/document.h"
#include "session/learn/learn_state.h"

#include <string>
#include <vector>

namespace sepax {

struct Host;
struct Scene;

/// The lessons of the program, read when first asked for; with the progress in them.
void loadShelf(LearnState& state, Host& host);
/// A teacher's own lessons take their place.
[[nodiscard]] Result<void> openShelf(LearnState& state, Host& host, const std::string& folder);
/// Whether a path is a folder of lessons, or of one.
[[nodiscard]] bool isShelf(const std::string& path);

/// How far the user is in a lesson; of one that was never begun at its start.
[[nodiscard]] const LessonProgress::Row& progressIn(const Learning& learning, const std::string& id);

/// The open lesson and its step; null without one.
[[nodiscard]] const Lesson* openLesson(const LearnState& state);
[[nodiscard]] const LessonStep* openStep(const LearnState& state);
/// The lesson is open and the document is the one that it shows.
[[nodiscard]] bool isInLesson(const LearnState& state, const Host& host);
/// True while the scene is the lesson's, also after the lesson was left: another lesson may take its place. A scene
/// that was saved into a file, or changed after the lesson was left, is the user's.
[[nodiscard]] bool isLessonScene(const LearnState& state, const Host& host);
/// True of such a scene outside a free step: the user loses nothing when it goes.
[[nodiscard]] bool isGuided(const LearnState& state, const Host& host);
/// A prediction waits: verdict, table and rail would give it away.
[[nodiscard]] bool isCovered(const LearnState& state, const Host& host);
/// True during a step in which bodies come so near each other that the magnet would catch them.
[[nodiscard]] bool isMagnetOff(const LearnState& state, const Host& host);

/// The order in which the choices of the open step are shown: another one in each step and attempt.
[[nodiscard]] std::vector<std::size_t> choiceOrder(const LearnState& state);

/// The known mistake that the last typed answer comes from; null of another number.
[[nodiscard]] const LessonAnswer::Near* nearMiss(const LearnState& state);

/// The workspace's present values that checks and live numbers read.
[[nodiscard]] LessonState lessonState(const Scene& scene);

/// Bodies where the open step's goal has them and they are not.
[[nodiscard]] std::vector<Body> goalBodies(const LearnState& state, const Host& host);

void goToStep(LearnState& state, Scene& scene, const OpenLesson& request);

/// Ticks the open step when its checks hold now.
void followLesson(LearnState& state, Scene& scene);

}  // namespace sepax
