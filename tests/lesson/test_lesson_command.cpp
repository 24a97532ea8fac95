#include "app/commands/commands.h"

#include "core/json_text.h"
#include "lesson_folder.h"

#include <gtest/gtest.h>

namespace sepax {
namespace {

TEST(LessonCommand, SaysWhichLessonIsWrongAndWhere) {
  writeLesson("command", "01-push", lessonText("[" + kPush + "]"));
  const auto shelf = loadLessons(writeLesson("command", "02-bad", "{"));
  ASSERT_TRUE(shelf);
  const CheckedLessons checked = checkLessons(*shelf, false);
  EXPECT_FALSE(checked.is_sound);
  EXPECT_NE(checked.text.find("ok    01-push"), std::string::npos) << checked.text;
  EXPECT_NE(checked.text.find("WRONG 02-bad"), std::string::npos) << checked.text;
  const auto json = parseJson(checkLessons(*shelf, true).text, "output");
  ASSERT_TRUE(json) << describe(json.error());
  EXPECT_FALSE((*json)["ok"].boolean());
  EXPECT_EQ((*json)["lessons"].size(), 2u);
}

TEST(LessonCommand, ListsLessonsAsJson) {
  const auto shelf = loadLessons(writeLesson("listed", "01-push", lessonText("[" + kPush + "]")));
  ASSERT_TRUE(shelf);
  const auto json = parseJson(lessonJson(*shelf), "output");
  ASSERT_TRUE(json) << describe(json.error());
  EXPECT_EQ((*json)["lessons"][0]["steps"][0].string(), "do");
  EXPECT_NE(lessonTable(*shelf).find("Two boxes"), std::string::npos);
}

}  // namespace
}  // namespace sepax
