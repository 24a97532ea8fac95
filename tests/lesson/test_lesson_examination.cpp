#include "lesson/lesson_examination.h"

#include "lesson/lesson_reader.h"
#include "lesson_folder.h"

#include <gtest/gtest.h>

namespace sepax {
namespace {

std::vector<LessonFault> faultsOf(const std::string& steps, const std::string& claims = "[]") {
  const auto shelf = loadLessons(writeLesson("examined", "one", lessonText(steps, claims)));
  EXPECT_TRUE(shelf && shelf->front().lesson)
      << (shelf ? describe(shelf->front().lesson.error()) : describe(shelf.error()));
  return shelf && shelf->front().lesson ? examine(*shelf->front().lesson) : std::vector<LessonFault>{};
}

bool says(const std::vector<LessonFault>& faults, const std::string& where, const std::string& what) {
  for (const LessonFault& fault : faults) {
    if (fault.where == where && fault.message.find(what) != std::string::npos) return true;
  }
  return false;
}

std::string with(std::string step, const std::string& from, const std::string& to) {
  const std::size_t at = step.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return "[" + step.replace(at, from.size(), to) + "]";
}

TEST(LessonExamination, FindsNothingInASoundLesson) { EXPECT_TRUE(faultsOf("[" + kPush + "]").empty()); }

TEST(LessonExamination, FindsAStepThatItsStartPasses) {
  EXPECT_TRUE(says(faultsOf(with(kPush, R"("is": "overlapping")", R"("is": "separated")")), "/steps/0/check",
                   "before anything is done"));
}

TEST(LessonExamination, FindsAGoalThatDoesNotPass) {
  EXPECT_TRUE(says(faultsOf(with(kPush, "[1.5, 0]", "[2.5, 0]")), "/steps/0/goal/0", "found \"separated\""));
}

TEST(LessonExamination, FindsAFalseClaim) {
  const std::string claims = R"([{"scene": "two.json", "all": [{"what": "gap:A0", "is": 0.9}]}])";
  EXPECT_TRUE(says(faultsOf("[" + kPush + "]", claims), "/claims/0/all/0", "found 1"));
}

TEST(LessonExamination, FindsANumberWithoutAValueAndATextWithoutRoom) {
  EXPECT_TRUE(says(faultsOf(with(kPush, "Push {B} in.", "Push {gap:closest} in.")), "/steps/0/text", "{gap:closest}"));
  EXPECT_TRUE(says(faultsOf(with(kPush, "Push {B} in.", std::string(500, 'a'))), "/steps/0/text/en", "500 characters"));
}

TEST(LessonExamination, FindsANumberToDragThatNoTextShows) {
  EXPECT_TRUE(says(faultsOf(with(kPush, R"("kind": "do")", R"("kind": "do", "scrub": ["x:B"])")), "/steps/0/text/zh_CN",
                   "{x:B} can be dragged"));
}

}  // namespace
}  // namespace sepax
