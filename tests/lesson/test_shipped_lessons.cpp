#include "geom/bounding_volumes.h"
#include "lesson/lesson.h"
#include "lesson/lesson_examination.h"
#include "lesson/lesson_reader.h"
#include "lesson/lesson_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {
namespace {

TEST(ShippedLessons, AreEighteenAndKeepAllTheirPromises) {
  const auto shelf = loadLessons(SEPAX_SOURCE_DIR "/assets/lessons");
  ASSERT_TRUE(shelf) << describe(shelf.error());
  EXPECT_EQ(shelf->size(), 18u);
  std::size_t goals = 0, claims = 0;
  for (const ShelvedLesson& row : *shelf) {
    ASSERT_TRUE(row.lesson) << describe(row.lesson.error());
    for (const LessonFault& fault : examine(*row.lesson))
      ADD_FAILURE() << row.id << fault.where << ": " << fault.message;
    EXPECT_EQ(row.lesson->steps.back().kind, LessonStepKind::kFree) << row.id;
    for (const LessonStep& step : row.lesson->steps) goals += step.checks.empty() ? 0 : 1;
    for (const LessonClaim& claim : row.lesson->claims) claims += claim.checks.size();
  }
  EXPECT_GE(goals, 40u);
  EXPECT_GE(claims, 100u);
}

TEST(ShippedLessons, TellTheirTimeWhatTheyNeedAndWhatStaysOfThem) {
  const auto shelf = loadLessons(SEPAX_SOURCE_DIR "/assets/lessons");
  ASSERT_TRUE(shelf);
  std::map<std::string, std::string> glossary;
  std::set<std::string> before;
  int typed = 0;
  for (const ShelvedLesson& row : *shelf) {
    const Lesson& lesson = *row.lesson;
    EXPECT_GT(lesson.minutes, 0u) << row.id;
    EXPECT_FALSE(lesson.summary.empty()) << row.id;
    EXPECT_GE(lesson.terms.size(), 2u) << row.id;
    for (const std::string& needed : lesson.needs) EXPECT_TRUE(before.contains(needed)) << row.id << " " << needed;
    before.insert(row.id);
    for (const LessonTerm& term : lesson.terms) {
      const std::string means = term.means.english + term.means.chinese;
      EXPECT_EQ(glossary.try_emplace(term.word.english, means).first->second, means) << term.word.english;
      for (const Language language : {Language::kEnglish, Language::kChinese}) {
        const std::vector<std::string> word{term.word.in(language)};
        const bool is_used = std::ranges::any_of(lesson.steps, [&](const LessonStep& step) {
          std::vector<const LessonText*> texts{&step.text, &step.then};
          for (const LessonChoice& choice : step.choices) texts.push_back(&choice.reply);
          return std::ranges::any_of(texts, [&](const LessonText* text) {
            const auto runs = withTerms(parseLessonText(text->in(language)).value(), word);
            return std::ranges::any_of(runs, [](const LessonRun& run) { return run.term.has_value(); });
          });
        });
        EXPECT_TRUE(is_used) << row.id << ": " << word[0] << " can nowhere be clicked";
      }
    }
    typed += static_cast<int>(std::ranges::count(lesson.steps, LessonStepKind::kType, &LessonStep::kind));
  }
  EXPECT_GE(typed, 6);
}

/// The ids that files use, "box_min", are nowhere on the screen.
TEST(ShippedLessons, CallVolumesAsThePanelDoes) {
  const auto shelf = loadLessons(SEPAX_SOURCE_DIR "/assets/lessons");
  ASSERT_TRUE(shelf);
  const LessonStage stage;
  const auto check = [&](const LessonText& text, const std::string& where) {
    for (const std::string* words : {&text.english, &text.chinese}) {
      const std::string shown = plainText(*words, stage.state());
      for (const VolumeKindInfo& kind : volumeKinds()) {
        const bool is_word = std::string_view(kind.name) == kind.label;  // sphere, hull
        EXPECT_TRUE(is_word || shown.find(kind.name) == std::string::npos) << where << ": " << shown;
      }
    }
  };
  int texts = 0;
  for (const ShelvedLesson& row : *shelf) {
    for (const LessonStep& step : row.lesson->steps) {
      ++texts;
      check(step.text, row.id);
      check(step.then, row.id);
      for (const LessonChoice& choice : step.choices) {
        check(choice.text, row.id);
        check(choice.reply, row.id);
      }
    }
  }
  EXPECT_GT(texts, 100);
}

TEST(ShippedLessons, ArePlayedFromStartToEndByShowMe) {
  const auto shelf = loadLessons(SEPAX_SOURCE_DIR "/assets/lessons");
  ASSERT_TRUE(shelf);
  for (const ShelvedLesson& row : *shelf) {
    const Lesson& lesson = *row.lesson;
    LessonStage stage;
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      const LessonStep& step = lesson.steps[i];
      if (step.scene >= 0) {
        stage = LessonStage{};
        stage.document = lesson.scenes[static_cast<std::size_t>(step.scene)].document;
      }
      change(stage.look, step.look);
      measure(stage);
      if (step.kind != LessonStepKind::kDo) continue;
      stage.document = documentAt(step.goal, lesson, stage.document);
      change(stage.look, step.goal.look);
      measure(stage);
      EXPECT_TRUE(passes(step, stage.state())) << row.id << " step " << i;
    }
  }
}

}  // namespace
}  // namespace sepax
