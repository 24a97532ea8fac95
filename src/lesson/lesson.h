#pragma once

#include "collide/sat/axis_id.h"
#include "core/error.h"
#include "core/language.h"
#include "document/document.h"
#include "geom/bounding_volumes.h"
#include "lesson/lesson_values.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

// A lesson as data: a folder with lesson.json and its scenes, which are cases. `sepax help lesson` is the page for
// authors.

namespace sepax {

/// A text in both languages of the window.
struct LessonText {
  std::string english, chinese;
  [[nodiscard]] const std::string& in(Language language) const {
    return language == Language::kChinese ? chinese : english;
  }
  [[nodiscard]] bool empty() const { return english.empty(); }
};

/// The placeholder where only a teacher knows the words: `sepax lesson check` names every such place.
inline constexpr const char* kUnwritten = "…";

/// A step's changes of the look when it begins or reaches its goal; parts that are not given stay.
struct LessonLookChange {
  std::optional<std::string> algorithm;
  std::optional<std::optional<AxisId>> pin;  ///< the inner nullopt: the deciding axis
  std::optional<Vec3> free_axis;
  std::optional<int> pieces, step, clip;
  std::optional<bool> minkowski, radii;
  std::optional<std::vector<VolumeKind>> volumes;
  std::optional<std::vector<std::string>> aids;
  std::optional<std::string> selected, panel;
  std::optional<Vec3> camera, target;
};
void change(LessonLook& look, const LessonLookChange& by);

/// A claim about the state, true or not: a word that is the expected one, or a number in a range.
struct LessonCheck {
  const LessonWord* word = nullptr;  ///< else a number
  std::string expected;
  LessonQuantity number;
  double from = 0, to = 0;
};
[[nodiscard]] bool holds(const LessonCheck& check, const LessonState& state);
/// "gap:A0 from 0.1 to 0.2, found 0.3".
[[nodiscard]] std::string explained(const LessonCheck& check, const LessonState& state);

/// Where a goal wants a body.
struct LessonPose {
  std::string body;
  std::optional<Vec3> position, velocity;
  std::optional<Rotation> rotation;
};

/// A state that passes a step's checks: what the ghost shows and what "Show me" makes.
struct LessonGoal {
  int scene = -1;  ///< of Lesson::scenes, with poses on top; −1: the document unchanged
  std::vector<LessonPose> poses;
  LessonLookChange look;
};

struct LessonChoice {
  LessonText text, reply;
  bool right = false;
  int scene = -1;  ///< that refutes it; −1: none
  LessonLookChange look;
};

/// A number that the learner types: the scene's own, so that it is never another one than the picture's.
struct LessonAnswer {
  LessonQuantity number;
  double within = 0;  ///< how far a right answer may be from it, in its unit
  std::string unit;   ///< "m", "°", "m³", "s", or empty
  /// Numbers that a known mistake leads to, and what is wrong with them.
  struct Near {
    double value = 0, within = 0;
    LessonText reply;
  };
  std::vector<Near> near;
  LessonText way;  ///< the working in one line, after two wrong answers
};

enum class LessonStepKind {
  kRead,     ///< a text beside a picture
  kPredict,  ///< answers stay covered until one is picked; any lets the learner go on
  kDo,       ///< ticked when the checks hold
  kQuiz,     ///< ticked by the right answer; wrong ones open the scene that refutes them
  kFree,     ///< the scene to play with
  kType,     ///< a number to type in; what shows it stays covered until then
};

struct LessonStep {
  LessonStepKind kind = LessonStepKind::kRead;
  int scene = -1;  ///< opened when the step begins; −1: the document stays
  LessonLookChange look;
  LessonText text, then;  ///< `then` appears when the step is passed
  std::vector<LessonChoice> choices;
  std::vector<LessonCheck> checks;
  LessonGoal goal;
  std::vector<LessonQuantity> scrub;  ///< live numbers of its texts that a drag changes
  LessonAnswer answer;                ///< of kType
  bool magnet = true;                 ///< false: it rests during the step, whatever the user has chosen
};

/// A word of the glossary as texts use it, and its meaning in one line.
struct LessonTerm {
  LessonText word, means;
};

/// A claim that must hold in a scene, so that no sentence about it is wrong.
struct LessonClaim {
  int scene = 0;
  LessonLookChange look;
  std::vector<LessonCheck> checks;
};

struct LessonScene {
  std::string file;
  Document document;
};

struct Lesson {
  std::string id;          ///< the folder's name
  LessonText title, asks;  ///< what learners ask
  LessonText summary;      ///< two lines for the end; may be empty
  std::vector<LessonTerm> terms;
  std::size_t minutes = 0;         ///< that it takes; 0: not told
  std::vector<std::string> needs;  ///< ids of the lessons that come before it
  std::vector<LessonScene> scenes;
  std::vector<LessonStep> steps;
  std::vector<LessonClaim> claims;
};

/// A word of the format for a kind, its texts for people being the panel's.
inline constexpr std::array<std::pair<const char*, LessonStepKind>, 6> kLessonStepKinds{
    {{"read", LessonStepKind::kRead},
     {"predict", LessonStepKind::kPredict},
     {"do", LessonStepKind::kDo},
     {"quiz", LessonStepKind::kQuiz},
     {"free", LessonStepKind::kFree},
     {"type", LessonStepKind::kType}}};

/// A document and a look with what follows from them: where lessons are evaluated without a window.
struct LessonStage {
  Document document;
  LessonLook look;
  std::optional<PairReport> report;
  std::optional<SatAxis> free_axis;
  [[nodiscard]] LessonState state() const {
    return {&document, report ? &*report : nullptr, free_axis ? &*free_axis : nullptr, look};
  }
};

/// Tests the first pair by the look's algorithm.
void measure(LessonStage& stage);

/// The stage that a step begins with when nothing was done before: the nearest scene at or before it, and the goals in
/// between.
[[nodiscard]] LessonStage startOf(const Lesson& lesson, std::size_t step);

/// The goal's document, made of a document that the step is at; bodies that this does not have stay as they are.
[[nodiscard]] Document documentAt(const LessonGoal& goal, const Lesson& lesson, const Document& document);

/// True when every check of the step holds; never of a step without one.
[[nodiscard]] bool passes(const LessonStep& step, const LessonState& state);

/// The page for authors of lessons: what a lesson.json holds, and every number and word that checks and texts can read.
[[nodiscard]] std::string lessonHelp();

}  // namespace sepax
