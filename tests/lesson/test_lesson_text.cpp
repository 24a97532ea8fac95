#include "lesson/lesson_text.h"

#include "lesson/lesson.h"

#include <gtest/gtest.h>

namespace sepax {
namespace {

LessonStage twoBoxes(double x) {
  LessonStage stage;
  stage.document.space = Space::k2d;
  for (const char* id : {"A", "B"}) {
    Body body;
    body.id = id;
    body.shape = Box2{{1, 0.5}};
    body.rotation = 0.0;
    stage.document.bodies.push_back(body);
  }
  stage.document.bodies[1].position = {x, 0, 0};
  measure(stage);
  return stage;
}

TEST(LessonText, ShowsLiveNumbersAndNames) {
  const LessonStage stage = twoBoxes(2.25);
  EXPECT_EQ(plainText("{B} at {x:B}: gap {gap:A0}, {tested} rows, {gap:closest}", stage.state()),
            "B at 2.25: gap 0.25, 2 rows, –");
}

TEST(LessonText, FollowsTheScene) {
  LessonStage stage = twoBoxes(2.25);
  stage.document.bodies[1].position.x = 1.5;
  measure(stage);
  EXPECT_EQ(plainText("{overlap:A0}", stage.state()), "0.5");
}

TEST(LessonText, RefusesMarkupAndLoneBracesButNotComparisons) {
  EXPECT_FALSE(parseLessonText("<b>bold</b>"));
  EXPECT_FALSE(parseLessonText("a &amp; b"));
  EXPECT_FALSE(parseLessonText("{gap:A0"));
  EXPECT_FALSE(parseLessonText("gap}"));
  EXPECT_FALSE(parseLessonText("{gap:}"));
  EXPECT_FALSE(parseLessonText("{}"));
  EXPECT_TRUE(parseLessonText("2.8 < 3.1 & so on; T·L"));
}

TEST(LessonText, CountsCharactersNotBytes) { EXPECT_EQ(shownLength("间隙 {gap:A0}"), 3u + 4u); }

TEST(LessonText, ReadsTypedNumbersAsLearnersWriteThem) {
  for (const char* text : {"1.2", "1,2", " 1.2 m", "6/5", "120 cm", "1200mm", "1.2米"})
    EXPECT_NEAR(typedNumber(text, "m").value_or(0), 1.2, 1e-12) << text;
  EXPECT_NEAR(typedNumber("\u22128.13°", "°").value_or(0), -8.13, 1e-12);
  EXPECT_NEAR(typedNumber(".5", "").value_or(0), 0.5, 1e-12);
  EXPECT_NEAR(typedNumber("28.3 ms", "s").value_or(0), 0.0283, 1e-12);
  for (const char* text : {"", "m", "1.2 s", "1/0", "one", "1.2.3", "1/2/3"})
    EXPECT_FALSE(typedNumber(text, "m")) << text;
  EXPECT_TRUE(isTypedUnit("m³") && isTypedUnit(""));
  EXPECT_FALSE(isTypedUnit("ft"));
}

TEST(LessonText, FindsTheFirstPlaceOfEachTermAsAWholeWord) {
  const std::vector<std::string> terms{"gap", "axis"};
  const auto found = withTerms(parseLessonText("A gapless axis {gap:A0} has Gaps; a gap").value(), terms);
  std::string marked;
  for (const LessonRun& run : found) marked += run.term ? "[" + run.words + "]" : run.words;
  EXPECT_EQ(marked, "A gapless [axis]  has [Gaps]; a gap");
  const auto chinese = withTerms(parseLessonText("轴上有间隙").value(), std::vector<std::string>{"间隙"});
  ASSERT_EQ(chinese.size(), 2u);
  EXPECT_EQ(chinese[1].term, 0u);
}

TEST(LessonValues, FindBothEndsOfTheFanOfSeparatingDirections) {
  LessonStage stage = twoBoxes(3);
  // Corner (1, 0.5) to corner (2, −0.5) bounds the lines that fit between.
  const auto read = [&](const char* name) { return *parseQuantity(name)->read(stage.state()); };
  EXPECT_NEAR(read("fan"), 90, 1e-6);
  EXPECT_NEAR(read("fan_from"), -45, 1e-6);
  EXPECT_NEAR(read("fan_to"), 45, 1e-6);
}

}  // namespace
}  // namespace sepax
