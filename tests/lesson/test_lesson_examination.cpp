#include "lesson/lesson_examination.h"

#include "lesson/lesson_reader.h"
#include "lesson_folder.h"

#include <fmt/format.h>
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

/// A step that asks for the gap, 1 m, with one near miss.
std::string typing(const std::string& what, double near) {
  return fmt::format(R"([{{"kind": "type", "scene": "two.json", "text": {{"en": "How far?", "zh_CN": "多远？"}},
    "answer": {{"what": "{}", "within": 0.02, "unit": "m", "near": [{{"is": {}, "reply": {{"en": "No.", "zh_CN": "不。"}}}}],
    "way": {{"en": "3 − 2", "zh_CN": "3 − 2"}}}}}}])",
                     what, near);
}

TEST(LessonExamination, FindsANumberToTypeThatIsNotThereAndANearMissThatIsRight) {
  EXPECT_TRUE(faultsOf(typing("gap:A0", 3)).empty());
  EXPECT_TRUE(says(faultsOf(typing("gap:closest", 3)), "/steps/0/answer/what", "no value"));
  EXPECT_TRUE(says(faultsOf(typing("gap:A0", 1.02)), "/steps/0/answer/near/0", "counts as the right 1"));
}

TEST(LessonExamination, FindsARightChoiceThatItsLengthGivesAway) {
  const auto asking = [](const std::string& right) {
    return R"([{"kind": "predict", "scene": "two.json", "text": {"en": "Which?", "zh_CN": "哪个？"}, "choices": [{"text": {"en": ")" +
           right + R"(", "zh_CN": "对"}, "right": true}, {"text": {"en": "a wrong one", "zh_CN": "错"}}]}])";
  };
  EXPECT_TRUE(faultsOf(asking("a right one")).empty());
  EXPECT_TRUE(says(faultsOf(asking("a right one, with all its conditions")), "/steps/0/choices", "36 characters"));
}

TEST(LessonExamination, FindsANumberToDragThatNoTextShows) {
  EXPECT_TRUE(says(faultsOf(with(kPush, R"("kind": "do")", R"("kind": "do", "scrub": ["x:B"])")), "/steps/0/text/zh_CN",
                   "{x:B} can be dragged"));
}

}  // namespace
}  // namespace sepax
