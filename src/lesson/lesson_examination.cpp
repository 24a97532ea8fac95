#include "lesson/lesson_examination.h"

#include "lesson/lesson.h"
#include "lesson/lesson_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sepax {
namespace {

/// Characters that a text may have; Chinese says the same in fewer, which are wider.
struct TextLimit {
  std::size_t english, chinese;
};
constexpr TextLimit kTitleLimit{48, 20}, kStepLimit{360, 150}, kThenLimit{300, 125}, kChoiceLimit{90, 42},
    kSummaryLimit{240, 100}, kTermLimit{90, 40};

struct Examiner {
  const Lesson& lesson;
  std::vector<LessonFault> faults = {};

  void add(std::string where, std::string message) { faults.push_back({std::move(where), std::move(message)}); }

  void length(const std::string& where, const LessonText& text, const TextLimit& limit) {
    const auto check = [&](const char* language, const std::string& words, std::size_t most) {
      const std::size_t length = shownLength(words);
      if (words == kUnwritten) add(where + "/" + language, "still to be written");
      if (length > most) add(where + "/" + language, fmt::format("{} characters, at most {} have room", length, most));
    };
    check("en", text.english, limit.english);
    check("zh_CN", text.chinese, limit.chinese);
  }

  /// Every live number of a text has a value in the state that the text is read in.
  void numbers(const std::string& where, const LessonText& text, const LessonState& state) {
    for (const std::string* words : {&text.english, &text.chinese}) {
      const auto runs = parseLessonText(*words);
      if (!runs) continue;
      for (const LessonRun& run : *runs) {
        if (run.number && !run.number->read(state))
          add(where, fmt::format("{{{}}} has no value here", run.number->name()));
      }
    }
  }

  /// Numbers that can be dragged are in texts that the user reads during the step.
  void scrubs(const std::string& where, const LessonStep& step) {
    for (const LessonQuantity& number : step.scrub) {
      for (const auto& [language, words] : {std::pair("en", &step.text.english), {"zh_CN", &step.text.chinese}}) {
        if (words->find("{" + number.name() + "}") != std::string::npos) continue;
        add(where + "/text/" + language, fmt::format("{{{}}} can be dragged and is not in the text", number.name()));
      }
    }
  }

  void all(const std::string& where, const std::vector<LessonCheck>& checks, const LessonState& state) {
    for (std::size_t i = 0; i < checks.size(); ++i) {
      if (!holds(checks[i], state)) add(fmt::format("{}/{}", where, i), "expected " + explained(checks[i], state));
    }
  }

  void choice(const std::string& where, const LessonChoice& choice) {
    length(where + "/text", choice.text, kChoiceLimit);
    length(where + "/reply", choice.reply, kThenLimit);
    if (choice.scene < 0) return;
    LessonStage shown;
    shown.document = lesson.scenes[static_cast<std::size_t>(choice.scene)].document;
    change(shown.look, choice.look);
    measure(shown);
    numbers(where + "/reply", choice.reply, shown.state());
  }

  /// A right answer that is longer than all others is guessed by its length.
  void likeLengths(const std::string& where, const std::vector<LessonChoice>& choices) {
    const auto check = [&](Language language, std::size_t slack) {
      std::size_t right = 0, longest = 0;
      for (const LessonChoice& choice : choices) {
        std::size_t& most = choice.right ? right : longest;
        most = std::max(most, shownLength(choice.text.in(language)));
      }
      if (4 * right > 5 * longest && right > longest + slack) {
        add(where, fmt::format("the right one is guessed by its length: {} characters, the others at most {}", right,
                               longest));
      }
    };
    check(Language::kEnglish, 5);
    check(Language::kChinese, 3);
  }

  /// The number has a value, and no known mistake leads to one that counts as right.
  void answer(const std::string& where, const LessonAnswer& answer, const LessonState& state) {
    length(where + "/way", answer.way, kThenLimit);
    numbers(where + "/way", answer.way, state);
    const auto value = answer.number.read(state);
    if (!value) return add(where + "/what", fmt::format("{{{}}} has no value here", answer.number.name()));
    for (std::size_t i = 0; i < answer.near.size(); ++i) {
      const LessonAnswer::Near& near = answer.near[i];
      length(fmt::format("{}/near/{}/reply", where, i), near.reply, kThenLimit);
      if (std::abs(near.value - *value) <= near.within + answer.within)
        add(fmt::format("{}/near/{}", where, i), fmt::format("{:.9g} counts as the right {:.9g}", near.value, *value));
    }
  }

  void step(std::size_t index) {
    const LessonStep& step = lesson.steps[index];
    const std::string where = fmt::format("/steps/{}", index);
    const LessonStage start = startOf(lesson, index);
    length(where + "/text", step.text, kStepLimit);
    length(where + "/then", step.then, kThenLimit);
    numbers(where + "/text", step.text, start.state());
    scrubs(where, step);
    for (std::size_t i = 0; i < step.choices.size(); ++i)
      choice(fmt::format("{}/choices/{}", where, i), step.choices[i]);
    likeLengths(where + "/choices", step.choices);
    if (step.kind == LessonStepKind::kType) answer(where + "/answer", step.answer, start.state());
    if (step.kind != LessonStepKind::kDo) {
      if (step.kind == LessonStepKind::kPredict || step.kind == LessonStepKind::kType)
        numbers(where + "/then", step.then, start.state());
      return;
    }
    if (passes(step, start.state())) add(where + "/check", "holds before anything is done");
    LessonStage goal = start;
    goal.document = documentAt(step.goal, lesson, start.document);
    change(goal.look, step.goal.look);
    measure(goal);
    all(where + "/goal", step.checks, goal.state());
    numbers(where + "/then", step.then, goal.state());
  }
};

}  // namespace

std::vector<LessonFault> examine(const Lesson& lesson) {
  Examiner examiner{lesson};
  examiner.length("/title", lesson.title, kTitleLimit);
  examiner.length("/asks", lesson.asks, kThenLimit);
  examiner.length("/summary", lesson.summary, kSummaryLimit);
  for (std::size_t i = 0; i < lesson.terms.size(); ++i)
    examiner.length(fmt::format("/terms/{}/means", i), lesson.terms[i].means, kTermLimit);
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) examiner.step(i);
  for (std::size_t i = 0; i < lesson.claims.size(); ++i) {
    const LessonClaim& claim = lesson.claims[i];
    LessonStage stage;
    stage.document = lesson.scenes[static_cast<std::size_t>(claim.scene)].document;
    change(stage.look, claim.look);
    measure(stage);
    examiner.all(fmt::format("/claims/{}/all", i), claim.checks, stage.state());
  }
  return std::move(examiner.faults);
}

}  // namespace sepax
