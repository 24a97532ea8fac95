#include "lesson/lesson_reader.h"

#include "lesson_folder.h"

#include <gtest/gtest.h>

namespace sepax {
namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(LessonReader, ReadsStepsWithScenesChecksAndGoals) {
  const auto shelf = loadLessons(writeLesson("read", "01-push", lessonText("[" + kPush + "]")));
  ASSERT_TRUE(shelf) << describe(shelf.error());
  ASSERT_EQ(shelf->size(), 1u);
  ASSERT_TRUE(shelf->front().lesson) << describe(shelf->front().lesson.error());
  const Lesson& lesson = *shelf->front().lesson;
  EXPECT_EQ(lesson.id, "01-push");
  EXPECT_EQ(lesson.title.in(Language::kChinese), "两个盒子");
  ASSERT_EQ(lesson.scenes.size(), 1u);
  ASSERT_EQ(lesson.steps.size(), 1u);
  EXPECT_EQ(lesson.steps[0].kind, LessonStepKind::kDo);
  ASSERT_EQ(lesson.steps[0].goal.poses.size(), 1u);
  EXPECT_EQ(lesson.steps[0].goal.poses[0].position, Vec3(1.5, 0, 0));
}

struct Broken {
  const char *from, *to, *where, *says;
};

TEST(LessonReader, NamesFileAndPlaceOfWhatIsWrong) {
  static constexpr Broken kBroken[] = {
      {R"("zh_CN": "把 {B} 推进去。")", R"("zh_CN": "")", "bad/lesson.json#/steps/0/text/zh_CN", "a text"},
      {R"(, "zh_CN": "把 {B} 推进去。")", "", "bad/lesson.json#/steps/0/text/zh_CN", "string"},
      {R"("what": "verdict")", R"("what": "verdikt")", "bad/lesson.json#/steps/0/check/0/what", "verdikt"},
      {R"("what": "verdict")", R"("what": "gap:Z9")", "bad/lesson.json#/steps/0/check/0/what", "an axis"},
      {"two.json", "three.json", "bad/lesson.json#/steps/0/scene", "three.json"},
      {"two.json", "../read/01-push/two.json", "bad/lesson.json#/steps/0/scene", ""},
      {"two.json", "/etc/passwd", "bad/lesson.json#/steps/0/scene", ""},
      {"Push {B} in.", "Push <b>{B}</b> in.", "bad/lesson.json#/steps/0/text/en", "HTML"},
      {"Push {B} in.", "Push {B in.", "bad/lesson.json#/steps/0/text/en", "pairs"},
      {"Push {B} in.", "Push {C} in.", "bad/lesson.json#/steps/0/text/en", "{C}"},
      {R"("kind": "do")", R"("kind": "watch")", "bad/lesson.json#/steps/0/kind", "quiz"},
      {R"("kind": "do")", R"("kind": "read")", "bad/lesson.json#/steps/0", "check and goal"},
      {R"("kind": "do")", R"("kind": "quiz")", "bad/lesson.json#/steps/0", "choices"},
      {R"("body": "B")", R"("body": "C")", "bad/lesson.json#/steps/0/goal/bodies/0/body", "a body"},
      {R"("then")", R"("than")", "bad/lesson.json#/steps/0", "than"},
      {R"("sepax_lesson": 1)", R"("sepax_lesson": 0)", "bad/lesson.json#/sepax_lesson", "1"},
      {R"("kind": "do")", R"("kind": "do", "view": {"aids": ["sparkles"]})", "bad/lesson.json#/steps/0/view/aids/0",
       "regions"},
      {R"("kind": "do")", R"("kind": "do", "scrub": ["gap:A0"])", "bad/lesson.json#/steps/0/scrub/0",
       "a drag can change"},
      {R"("kind": "do")", R"("kind": "do", "answer": {})", "bad/lesson.json#/steps/0", "answer is for type"},
      {R"("kind": "do")", R"("kind": "type", "answer": {"what": "gap:A0", "unit": "ft"})",
       "bad/lesson.json#/steps/0/answer/unit", "m³"},
      {R"("kind": "do")", R"("kind": "type", "answer": {"what": "gap:A0"})", "bad/lesson.json#/steps/0/answer/way", ""},
      {R"("sepax_lesson": 1)", R"("sepax_lesson": 1, "minutes": 4.5)", "bad/lesson.json#/minutes", ""},
      {R"("sepax_lesson": 1)", R"("sepax_lesson": 1, "terms": [{"word": {"en": "gap", "zh_CN": "间隙"}}])",
       "bad/lesson.json#/terms/0/means", ""},
      {R"("kind": "do")", R"("kind": "do", "scrub": ["gap:Z9"])", "bad/lesson.json#/steps/0/scrub/0", "an axis"},
      {R"("steps")", R"("steps": [], "steps")", "bad/lesson.json#", ""},
      {"\"scene\": \"two.json\",", "", "bad/lesson.json#/steps", "the first one with a \"scene\""},
  };
  const std::string good = lessonText("[" + kPush + "]");
  for (const Broken& row : kBroken) {
    const auto shelf = loadLessons(writeLesson("broken", "bad", replaced(good, row.from, row.to)));
    ASSERT_TRUE(shelf);
    ASSERT_FALSE(shelf->front().lesson) << row.to;
    const Error& error = shelf->front().lesson.error();
    EXPECT_TRUE(error.where.starts_with(row.where)) << describe(error);
    EXPECT_NE(describe(error).find(row.says), std::string::npos) << describe(error);
  }
}

std::vector<std::string> placesOfErrors(const std::string& text) {
  std::vector<std::string> places;
  for (const Error& error : loadLessons(writeLesson("many", "bad", text)).value().front().errors)
    places.push_back(error.where.substr(std::string("bad/lesson.json#").size()));
  return places;
}

TEST(LessonReader, NamesAllThatIsWrongAtOnce) {
  const std::string type = R"({"kind": "type", "text": {"en": "Count.", "zh_CN": ""}, "answer": {"what": "gap:A0",
      "near": [{"is": 1}, {"is": "one", "reply": {"en": "No.", "zh_CN": "不。"}}]}})";
  const std::string text =
      replaced(lessonText("[" + kPush + ", " + type + ", " + replaced(kPush, "verdict", "verdikt") + "]"),
               "Push {B} in.", "Push {C} in.");
  EXPECT_EQ(placesOfErrors(text),
            (std::vector<std::string>{"/steps/0/text/en", "/steps/1/text/zh_CN", "/steps/1/answer/near/0/reply",
                                      "/steps/1/answer/near/1/is", "/steps/1/answer/way", "/steps/2/check/0/what"}));
  EXPECT_EQ(placesOfErrors(replaced(text, "two.json", "none.json")), std::vector<std::string>{"/steps/0/scene"})
      << "without a scene every body would be unknown";
  EXPECT_TRUE(placesOfErrors(lessonText("[" + kPush + "]")).empty());
}

TEST(LessonReader, LeavesTheOthersWhenOneIsBroken) {
  writeLesson("mixed", "01-push", lessonText("[" + kPush + "]"));
  writeLesson("mixed", "02-bad", "{");
  const auto shelf = loadLessons(writeLesson("mixed", "03-push", lessonText("[" + kPush + "]")));
  ASSERT_TRUE(shelf);
  ASSERT_EQ(shelf->size(), 3u);
  EXPECT_TRUE((*shelf)[0].lesson);
  EXPECT_FALSE((*shelf)[1].lesson);
  EXPECT_TRUE((*shelf)[2].lesson);
}

TEST(LessonReader, NamesALoopOfLinksAndALinkThatLeavesTheFolder) {
  const std::string good = lessonText("[" + kPush + "]");
  const std::string shelf_folder = writeLesson("links", "01-push", good);
  for (const char* id : {"02-loop", "03-scene-loop", "04-leaves"}) writeLesson("links", id, good);
  const auto relink = [&](const char* from, const std::string& to) {
    std::filesystem::remove(shelf_folder + "/" + from);
    std::filesystem::create_symlink(to, shelf_folder + "/" + from);
  };
  relink("02-loop/lesson.json", "lesson.json");
  relink("03-scene-loop/two.json", "two.json");
  relink("04-leaves/two.json", "../01-push/two.json");
  std::filesystem::create_directory_symlink(".", shelf_folder + "/01-push/round");
  const auto shelf = loadLessons(shelf_folder);
  ASSERT_TRUE(shelf) << describe(shelf.error());
  ASSERT_EQ(shelf->size(), 4u);
  EXPECT_TRUE((*shelf)[0].lesson) << describe((*shelf)[0].lesson.error());
  const char* const places[] = {"", "02-loop/lesson.json", "03-scene-loop/lesson.json#/steps/0/scene",
                                "04-leaves/lesson.json#/steps/0/scene"};
  for (std::size_t i = 1; i < 4; ++i) {
    ASSERT_FALSE((*shelf)[i].lesson) << i;
    EXPECT_NE((*shelf)[i].lesson.error().where.find(places[i]), std::string::npos)
        << describe((*shelf)[i].lesson.error());
  }
}

TEST(LessonReader, RefusesAFolderWithoutLessons) {
  std::filesystem::create_directories(scratchFolder() + "/nothing");
  EXPECT_FALSE(loadLessons(scratchFolder() + "/nothing"));
  EXPECT_FALSE(loadLessons(scratchFolder() + "/not-there"));
}

}  // namespace
}  // namespace sepax
