#include "lesson/lesson_writer.h"

#include "lesson/lesson_examination.h"
#include "lesson/lesson_reader.h"
#include "lesson_folder.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace sepax {
namespace {

Document twoSquares(double x) {
  Document document;
  document.space = Space::k2d;
  for (const char* id : {"A", "B"}) {
    Body body;
    body.id = id;
    body.shape = Box2{{1, 1}};
    body.rotation = 0.0;
    document.bodies.push_back(body);
  }
  document.bodies[1].position.x = x;
  return document;
}

LessonStepDraft draftOf(LessonStepKind kind, double x) {
  return {.kind = kind, .text = {"Look at {B}.", "看 {B}。"}, .document = twoSquares(x), .look = {}};
}

std::string freshFolder(const std::string& name) {
  const std::string folder = scratchFolder() + "/" + name;
  std::filesystem::remove_all(folder);
  return folder;
}

TEST(LessonWriter, WritesEveryKindOfStepSoThatOnlyTheWordsAreMissing) {
  const std::string folder = freshFolder("own-lesson");
  ASSERT_TRUE(appendLessonStep(folder, draftOf(LessonStepKind::kRead, 3)));
  ASSERT_TRUE(appendLessonStep(folder, draftOf(LessonStepKind::kDo, 1.5)));
  ASSERT_TRUE(appendLessonStep(folder, draftOf(LessonStepKind::kPredict, 4)));
  ASSERT_TRUE(appendLessonStep(folder, draftOf(LessonStepKind::kQuiz, 1)));
  const auto written = appendLessonStep(folder, draftOf(LessonStepKind::kFree, 5));
  ASSERT_TRUE(written) << describe(written.error());
  EXPECT_EQ(written->step, 4u);
  const auto lesson = loadLesson(folder);
  ASSERT_TRUE(lesson) << describe(lesson.error());
  ASSERT_EQ(lesson->steps.size(), 5u);
  EXPECT_EQ(lesson->steps[1].goal.poses.size(), 1u);
  ASSERT_FALSE(lesson->steps[1].checks.empty());
  EXPECT_TRUE(lesson->steps[2].choices[0].right) << "apart";
  EXPECT_TRUE(lesson->steps[3].choices[1].right) << "they meet";
  const auto faults = examine(*lesson);
  EXPECT_FALSE(faults.empty());
  for (const LessonFault& fault : faults) EXPECT_EQ(fault.message, "still to be written") << fault.where;
}

TEST(LessonWriter, KeepsThePanelInFrontAndTheCameraThatItIsGiven) {
  const std::string folder = freshFolder("looked-at-lesson");
  LessonStepDraft draft = draftOf(LessonStepKind::kRead, 3);
  draft.look.panel = "contacts";
  draft.look.camera = Vec3(30, 20, 7);
  draft.look.target = {1, 2, 0};
  ASSERT_TRUE(appendLessonStep(folder, draft));
  const auto lesson = loadLesson(folder);
  ASSERT_TRUE(lesson) << describe(lesson.error());
  const LessonLookChange& look = lesson->steps[0].look;
  EXPECT_EQ(look.panel, "contacts");
  EXPECT_EQ(look.camera, Vec3(30, 20, 7));
  EXPECT_EQ(look.target, Vec3(1, 2, 0));
}

TEST(LessonWriter, TicksAMoveThatChangesNoWordByWhereTheBodyIs) {
  const std::string folder = freshFolder("moved-lesson");
  ASSERT_TRUE(appendLessonStep(folder, draftOf(LessonStepKind::kRead, 3)));
  ASSERT_TRUE(appendLessonStep(folder, draftOf(LessonStepKind::kDo, 5)));
  const auto lesson = loadLesson(folder);
  ASSERT_TRUE(lesson) << describe(lesson.error());
  ASSERT_EQ(lesson->steps[1].checks.size(), 1u);
  EXPECT_EQ(lesson->steps[1].checks[0].number.name(), "x:B");
}

TEST(LessonWriter, LeavesNothingBehindWhenAStepCannotBeMade) {
  const std::string folder = freshFolder("refused-lesson");
  EXPECT_FALSE(appendLessonStep(folder, draftOf(LessonStepKind::kDo, 3))) << "there is no scene to go on from";
  EXPECT_FALSE(std::filesystem::exists(folder + "/lesson.json"));
  ASSERT_TRUE(appendLessonStep(folder, draftOf(LessonStepKind::kRead, 3)));
  const std::string before = contentOf(folder + "/lesson.json");
  const auto same = appendLessonStep(folder, draftOf(LessonStepKind::kDo, 3));
  ASSERT_FALSE(same);
  EXPECT_NE(same.error().message.find("nothing differs"), std::string::npos);
  LessonStepDraft markup = draftOf(LessonStepKind::kFree, 4);
  markup.text.english = "<b>Look</b>";
  EXPECT_FALSE(appendLessonStep(folder, markup));
  EXPECT_EQ(contentOf(folder + "/lesson.json"), before);
  const auto files = std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator());
  EXPECT_EQ(files, 2) << "the lesson and its first scene";
}

TEST(LessonWriter, LeavesALessonAloneThatCannotBeRead) {
  const std::string folder = freshFolder("broken-lesson");
  std::filesystem::create_directories(folder);
  ASSERT_TRUE(writeFileAtomically(folder + "/lesson.json", "{"));
  EXPECT_FALSE(appendLessonStep(folder, draftOf(LessonStepKind::kRead, 3)));
  EXPECT_EQ(contentOf(folder + "/lesson.json"), "{");
}

TEST(LessonWriter, KeepsWhatTheTeacherWroteAndOverwritesNoScene) {
  const std::string shelf = writeLesson("kept", "01-push", lessonText("[" + kPush + "]"));
  const std::string folder = shelf + "/01-push";
  ASSERT_TRUE(writeFileAtomically(folder + "/step-2.json", kTwoBoxes));
  const auto written = appendLessonStep(folder, draftOf(LessonStepKind::kFree, 6));
  ASSERT_TRUE(written) << describe(written.error());
  EXPECT_EQ(contentOf(folder + "/step-2.json"), kTwoBoxes);
  const auto lesson = loadLesson(folder);
  ASSERT_TRUE(lesson);
  EXPECT_EQ(lesson->title.english, "Two boxes");
  EXPECT_EQ(lesson->scenes.back().file, "step-3.json");
}

}  // namespace
}  // namespace sepax
