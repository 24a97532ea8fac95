#include "session/host/opened_case.h"
#include "session/learn/learning.h"
#include "session/process.h"
#include "session/scene/reports.h"

#include "core/platform.h"
#include "lesson/lesson.h"
#include "scratch.h"
#include "session/workspace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace sepax {
namespace {

struct Lessons : testing::Test {
  Lessons() {
    workspace.history = History(defaultDocument());
    loadShelf(workspace, workspace);
  }
  void request(const Request& wanted) {
    Outbox outbox;
    outbox.request(wanted);
    process(workspace, outbox);
  }
  void send(const Command& command) {
    Outbox outbox;
    outbox.send(command);
    process(workspace, outbox);
  }
  /// The place of a lesson whose name holds this.
  std::size_t lesson(const std::string& part) const {
    const auto& shelf = *workspace.learning.shelf;
    return static_cast<std::size_t>(
        std::ranges::find_if(shelf, [&](const ShelvedLesson& row) { return row.id.find(part) != std::string::npos; }) -
        shelf.begin());
  }
  Workspace workspace;
};

TEST_F(Lessons, CoverAPredictionUntilAnAnswerIsPicked) {
  request(OpenLesson{.lesson = lesson("six-faces")});
  ASSERT_TRUE(isInLesson(workspace, workspace));
  EXPECT_TRUE(isCovered(workspace, workspace));
  request(AnswerLesson{0});
  EXPECT_FALSE(isCovered(workspace, workspace));
  EXPECT_TRUE(workspace.learning.passed) << "any answer lets the learner go on";
}

TEST_F(Lessons, TickAStepHoweverItsStateWasReached) {
  request(OpenLesson{.lesson = lesson("six-faces"), .step = 1});
  EXPECT_FALSE(workspace.learning.passed);
  workspace.view.pinned_axis = parseAxisName("A2xB1");
  Outbox nothing;
  process(workspace, nothing);
  EXPECT_TRUE(workspace.learning.passed);
}

TEST_F(Lessons, AreAllPlayedFromStartToEndByShowMe) {
  const std::size_t count = workspace.learning.shelf->size();
  ASSERT_EQ(count, 18u);
  for (std::size_t i = 0; i < count; ++i) {
    const Lesson& played = *(*workspace.learning.shelf)[i].lesson;
    for (std::size_t step = 0; step < played.steps.size(); ++step) {
      request(OpenLesson{.lesson = i, .step = step});
      const LessonStep& open = *openStep(workspace);
      if (open.kind == LessonStepKind::kDo || open.kind == LessonStepKind::kType) {
        EXPECT_FALSE(workspace.learning.passed) << played.id << " step " << step;
        request(ShowLessonGoal{});
      }
      for (std::size_t c = 0; c < open.choices.size(); ++c) {
        if (open.choices[c].right) request(AnswerLesson{c});
      }
      EXPECT_TRUE(workspace.learning.passed) << played.id << " step " << step;
      EXPECT_FALSE(workspace.guarded) << played.id << " step " << step;
    }
    EXPECT_EQ(workspace.learning.progress.lessons[played.id].passed.size(), played.steps.size()) << played.id;
  }
}

TEST_F(Lessons, ShowMeIsOneStepOfUndo) {
  request(OpenLesson{.lesson = lesson("line-between"), .step = 4});
  const Vec3 before = workspace.history.document().bodies[1].position;
  request(ShowLessonGoal{});
  EXPECT_NE(workspace.history.document().bodies[1].position, before);
  request(Undo{});
  EXPECT_EQ(workspace.history.document().bodies[1].position, before);
}

TEST_F(Lessons, AnswerAWrongChoiceByTheSceneThatRefutesIt) {
  request(OpenLesson{.lesson = lesson("line-between"), .step = 8});
  const LessonStep& quiz = *openStep(workspace);
  ASSERT_EQ(quiz.kind, LessonStepKind::kQuiz);
  request(AnswerLesson{1});
  EXPECT_FALSE(workspace.learning.passed);
  EXPECT_TRUE(isInLesson(workspace, workspace));
  EXPECT_EQ(shownReport(workspace)->answer.verdict, Verdict::kOverlapping);
  request(AnswerLesson{0});
  EXPECT_TRUE(workspace.learning.passed);
}

TEST_F(Lessons, CoverANumberUntilItIsTypedAndTakeItWithinItsTolerance) {
  request(OpenLesson{.lesson = lesson("line-between"), .step = 2});
  ASSERT_EQ(openStep(workspace)->kind, LessonStepKind::kType);
  EXPECT_TRUE(isCovered(workspace, workspace));
  request(TypeLessonAnswer{"two"});
  EXPECT_EQ(workspace.learning.misses, 0u) << "no number is no answer";
  request(TypeLessonAnswer{"2.2 m"});
  ASSERT_NE(nearMiss(workspace), nullptr);
  EXPECT_EQ(nearMiss(workspace)->reply.english, "That is how wide {B} is.");
  request(TypeLessonAnswer{"0.3"});
  EXPECT_EQ(nearMiss(workspace), nullptr);
  EXPECT_EQ(workspace.learning.misses, 2u);
  EXPECT_FALSE(workspace.learning.passed);
  request(TypeLessonAnswer{"1,21"});
  EXPECT_TRUE(workspace.learning.passed);
  EXPECT_FALSE(workspace.learning.shown_way);
  EXPECT_FALSE(isCovered(workspace, workspace));
}

TEST_F(Lessons, ShowTheWayToANumber) {
  request(OpenLesson{.lesson = lesson("line-between"), .step = 2});
  request(ShowLessonGoal{});
  EXPECT_TRUE(workspace.learning.passed && workspace.learning.shown_way);
  EXPECT_EQ(workspace.learning.frozen.at("overlap:A0"), "1.2");
}

TEST_F(Lessons, ShowTheRightChoiceInAnyPlace) {
  request(OpenLesson{});
  std::map<std::size_t, int> places;
  int questions = 0;
  const std::size_t count = workspace.learning.shelf->size();
  for (std::size_t i = 0; i < count; ++i) {
    const Lesson& lesson = *(*workspace.learning.shelf)[i].lesson;
    for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
      request(OpenLesson{.lesson = i, .step = step});
      const LessonStep& open = *openStep(workspace);
      const std::vector<std::size_t> order = choiceOrder(workspace);
      EXPECT_EQ(std::set<std::size_t>(order.begin(), order.end()).size(), open.choices.size());
      EXPECT_EQ(choiceOrder(workspace), order) << "while the step is open it stays";
      const auto right = std::ranges::find_if(order, [&](std::size_t choice) { return open.choices[choice].right; });
      if (right == order.end()) continue;
      ++questions;
      ++places[static_cast<std::size_t>(right - order.begin())];
    }
  }
  EXPECT_GT(questions, 40);
  for (const std::size_t place : {0u, 1u, 2u}) {
    EXPECT_GT(places[place], questions / 6) << place;
    EXPECT_LT(places[place], questions / 2) << place;
  }
}

TEST_F(Lessons, AskInAnotherOrderWhenTheyAreBegunAgain) {
  std::set<std::vector<std::size_t>> orders;
  for (int i = 0; i < 20; ++i) {
    request(OpenLesson{.lesson = lesson("line-between"), .step = 0});
    orders.insert(choiceOrder(workspace));
  }
  EXPECT_GT(orders.size(), 2u);
}

TEST_F(Lessons, KeepTheNumbersOfTheMomentInWhichAStepWasPassed) {
  request(OpenLesson{.lesson = lesson("line-between"), .step = 4});
  request(ShowLessonGoal{});
  ASSERT_TRUE(workspace.learning.passed);
  const NumberTexts least_overlap{{"depth", "0.04"}};
  EXPECT_EQ(workspace.learning.frozen, least_overlap);
  send(SetTransform{"B", {30, 0, 0}, 0.0});
  EXPECT_EQ(workspace.learning.frozen, least_overlap);
  EXPECT_FALSE(passes(*openStep(workspace), lessonState(workspace))) << "the panel says that it was passed earlier";
}

TEST_F(Lessons, TellTheNumbersOfWhereTheDragEndsThatPassesAStep) {
  request(OpenLesson{.lesson = lesson("a-line-between"), .step = 4});
  const MergeKey drag = newMergeKey();
  const auto move = [&](const Vec3& to) {
    Outbox outbox;
    outbox.send(SetTransform{"B", to, 0.0}, drag);
    process(workspace, outbox);
  };
  move({2.9, 2.7, 0});
  ASSERT_TRUE(workspace.learning.passed);
  const NumberTexts first = workspace.learning.frozen;
  ASSERT_FALSE(first.empty());
  move({2.2, 2.0, 0});  // deeper, by one hand
  ASSERT_TRUE(passes(*openStep(workspace), lessonState(workspace)));
  EXPECT_NE(workspace.learning.frozen, first);
  const NumberTexts last = workspace.learning.frozen;
  move({9, 9, 0});
  EXPECT_EQ(workspace.learning.frozen, last) << "and stays true when it is done no more";
  move({2.2, 2.0, 0});
  send(SetTransform{"B", {2.4, 2.1, 0}, 0.0});  // another change
  EXPECT_EQ(workspace.learning.frozen, last) << "what comes later is not what passed it";
}

TEST_F(Lessons, BeginAStepWithoutRowByRow) {
  request(OpenLesson{.lesson = lesson("stop-early"), .step = 0});
  workspace.view.row_by_row = {.shown = true, .order = AxisOrder::kLastFirst, .tried = 2};
  request(OpenLesson{.lesson = lesson("stop-early"), .step = 1});
  EXPECT_FALSE(workspace.view.row_by_row.shown);
  EXPECT_EQ(workspace.view.row_by_row.order, AxisOrder::kListed);
}

TEST_F(Lessons, LetTheMagnetRestWhereBodiesComeNearerThanItLetsThem) {
  workspace.view.magnet = true;
  request(OpenLesson{.lesson = lesson("last-direction"), .step = 2});
  EXPECT_TRUE(isMagnetOff(workspace, workspace));
  request(OpenLesson{.lesson = lesson("last-direction"), .step = 3});
  EXPECT_FALSE(isMagnetOff(workspace, workspace));
  EXPECT_TRUE(workspace.view.magnet) << "the user's own choice stays";
}

TEST_F(Lessons, AskBeforeTheyTakeTheirPlaceOverUnsavedWork) {
  send(SetTransform{"A", {0.1, 0, 0}, Quat{}});
  request(OpenLesson{});
  EXPECT_TRUE(workspace.guarded);
  EXPECT_FALSE(isInLesson(workspace, workspace));
  request(OpenLesson{.discard_changes = true});
  EXPECT_TRUE(isInLesson(workspace, workspace));
}

TEST_F(Lessons, NeverAskBeforeAnotherOneTakesTheirPlace) {
  request(OpenLesson{.lesson = 0});
  send(SetTransform{"A", {0.1, 0, 0}, 0.0});
  ASSERT_TRUE(workspace.history.isDirty());
  request(LeaveLesson{});
  request(OpenLesson{.lesson = 1});
  EXPECT_FALSE(workspace.guarded) << "by way of the list of all lessons";
  send(SetTransform{"A", {0.2, 0, 0}, 0.0});
  request(LeaveLesson{});
  request(Quit{});
  EXPECT_TRUE(workspace.quit);
}

TEST_F(Lessons, AskBeforeTheyReplaceWhatTheUserMadeOfTheirScene) {
  request(OpenLesson{.lesson = 0});
  request(LeaveLesson{});
  send(SetTransform{"A", {0.1, 0, 0}, 0.0});
  request(OpenLesson{.lesson = 1});
  EXPECT_TRUE(workspace.guarded) << "changed after the lesson was left";
  workspace.guarded.reset();
  request(OpenLesson{.lesson = 0, .discard_changes = true});
  request(Save{scratchFolder() + "/of a lesson.json"});
  send(SetTransform{"A", {0.1, 0, 0}, 0.0});
  request(OpenLesson{.lesson = 1});
  EXPECT_TRUE(workspace.guarded) << "saved into a file of the user's";
}

TEST_F(Lessons, WaitWhileAnotherCaseIsOpen) {
  request(OpenLesson{});
  request(NewDocument{});
  EXPECT_NE(openStep(workspace), nullptr);
  EXPECT_FALSE(isInLesson(workspace, workspace));
  EXPECT_FALSE(isCovered(workspace, workspace));
}

TEST_F(Lessons, RememberHowFarOneIs) {
  const std::string path = scratchFolder() + "/progress.json";
  workspace.learning.progress_path = path;
  request(OpenLesson{.lesson = 8, .step = 2});
  request(ShowLessonGoal{});
  Workspace next;
  next.learning.progress_path = path;
  loadShelf(next, next);
  const LessonProgress::Row& row = next.learning.progress.lessons.at("09-six-faces");
  EXPECT_EQ(row.step, 2u);
  EXPECT_TRUE(row.passed.contains(2));
}

TEST_F(Lessons, BeginAnewWhenTheProgressIsBrokenAndSaySo) {
  const std::string path = scratchFolder() + "/broken-progress.json";
  ASSERT_TRUE(writeFileAtomically(path, "{"));
  Workspace next;
  next.learning.progress_path = path;
  loadShelf(next, next);
  ASSERT_NE(next.learning.shelf, nullptr);
  ASSERT_EQ(next.toasts.size(), 1u);
  EXPECT_NE(next.toasts[0].text.find(path + ".broken"), std::string::npos);
}

TEST_F(Lessons, OfATeacherOpenLikeABundle) {
  const auto shipped = dataPath("assets/lessons/09-six-faces");
  ASSERT_TRUE(shipped);
  EXPECT_TRUE(isShelf(*shipped));
  request(OpenPath{*shipped});
  ASSERT_NE(workspace.learning.shelf, nullptr);
  EXPECT_EQ(workspace.learning.shelf->size(), 1u);
  EXPECT_EQ(workspace.wants_panels, std::vector<std::string>{"learn"});
}

TEST_F(Lessons, TurnPartsOfThePictureOnForAStepAndOffWithTheNextScene) {
  request(OpenLesson{.lesson = lesson("pairs-without-a-test")});
  EXPECT_TRUE(workspace.view.picture.bounds);
  request(OpenLesson{.lesson = lesson("six-faces")});
  EXPECT_FALSE(workspace.view.picture.bounds);
}

TEST_F(Lessons, AreWrittenFromTheWindowAndOpenAgain) {
  const std::string folder = scratchFolder() + "/own-shelf/01-mine";
  const Document before = workspace.history.document();
  workspace.view.pinned_axis = parseAxisName("A0");
  workspace.view.picture.fan = true;
  request(
      SaveLessonStep{folder, {.kind = LessonStepKind::kRead, .text = {"Look.", "看。"}, .document = {}, .look = {}}});
  ASSERT_FALSE(workspace.history.canUndo()) << "nothing of the document changes";
  Body moved = before.bodies[1];
  send(SetTransform{moved.id, moved.position + Vec3(0, 3, 0), moved.rotation});
  request(SaveLessonStep{folder,
                         {.kind = LessonStepKind::kDo, .text = {"Lift it.", "抬起来。"}, .document = {}, .look = {}}});
  request(OpenPath{scratchFolder() + "/own-shelf", true});
  ASSERT_EQ(workspace.learning.shelf->size(), 1u);
  ASSERT_TRUE(workspace.learning.shelf->front().lesson);
  request(OpenLesson{.discard_changes = true});
  EXPECT_EQ(workspace.view.pinned_axis, parseAxisName("A0"));
  EXPECT_TRUE(workspace.view.picture.fan);
  request(OpenLesson{.step = 1});
  EXPECT_FALSE(workspace.learning.passed);
  request(ShowLessonGoal{});
  EXPECT_TRUE(workspace.learning.passed);
}

TEST_F(Lessons, BeginAStepWithTheCameraThatWasSavedAlsoFromAPlane) {
  const std::string folder = scratchFolder() + "/camera/01-seen";
  std::filesystem::remove_all(folder);
  workspace.view.camera = {Projection::kPerspective, {1, 2, 3}, 7, 0.5, 0.25, 0.7};
  request(SaveLessonStep{
      folder, {.kind = LessonStepKind::kRead, .text = {"Look.", "看。"}, .document = {}, .look = {}}, true});
  ASSERT_TRUE(openShelf(workspace, workspace, scratchFolder() + "/camera"));
  workspace.view.camera = {Projection::kPlanar, {0, 0, 0}, 2, 0, 0, 0.7};
  request(OpenLesson{.lesson = 0});
  EXPECT_EQ(workspace.view.camera.projection, Projection::kPerspective);
  EXPECT_EQ(workspace.view.camera.target, Vec3(1, 2, 3));
  EXPECT_NEAR(workspace.view.camera.yaw, 0.5, 1e-12);
  EXPECT_NEAR(workspace.view.camera.pitch, 0.25, 1e-12);
  EXPECT_FALSE(workspace.wants_new_view || workspace.wants_frame_view || workspace.learning.frames_scene);
}

}  // namespace
}  // namespace sepax
