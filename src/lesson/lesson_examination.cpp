#include "lesson/lesson_examination.h"

#include "lesson/lesson_stage.h"
#include "lesson/lesson_text.h"

#include <fmt/format.h>

#include <utility>

namespace sepax {
namespace {

/// Characters that a text may have; Chinese says the same in fewer, which are wider.
struct TextLimit {
  std::size_t english, chinese;
};
constexpr TextLimit kTitleLimit{48, 20}, kStepLimit{360, 150}, kThenLimit{300, 125}, kChoiceLimit{90, 42};

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
    if (step.kind != LessonStepKind::kDo) {
      if (step.kind == LessonStepKind::kPredict) numbers(where + "/then", step.then, start.state());
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
