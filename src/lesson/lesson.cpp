#include "lesson/lesson.h"

#include "collide/convex/sat_pair.h"
#include "collide/pair_table.h"
#include "collide/pieces/by_pieces.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace sepax {

namespace {

template <class Value>
void take(Value& to, const std::optional<Value>& from) {
  if (from) to = *from;
}

}  // namespace

void change(LessonLook& look, const LessonLookChange& by) {
  take(look.algorithm, by.algorithm);
  take(look.pin, by.pin);
  take(look.free_axis, by.free_axis);
  take(look.pieces, by.pieces);
  take(look.step, by.step);
  take(look.clip, by.clip);
  take(look.minkowski, by.minkowski);
  take(look.radii, by.radii);
  take(look.volumes, by.volumes);
  take(look.aids, by.aids);
  take(look.selected, by.selected);
  take(look.panel, by.panel);
  if (by.camera) look.camera = by.camera;
  take(look.target, by.target);
}

bool holds(const LessonCheck& check, const LessonState& state) {
  if (check.word != nullptr) return check.word->read(state) == check.expected;
  const auto value = check.number.read(state);
  return value && *value >= check.from && *value <= check.to;
}

std::string explained(const LessonCheck& check, const LessonState& state) {
  if (check.word != nullptr)
    return fmt::format("{} {}, found \"{}\"", check.word->name, check.expected, check.word->read(state));
  const auto value = check.number.read(state);
  const std::string found = value ? fmt::format("{:.9g}", *value) : "nothing";
  return fmt::format("{} from {:.9g} to {:.9g}, found {}", check.number.name(), check.from, check.to, found);
}

void measure(LessonStage& stage) {
  stage.report.reset();
  stage.free_axis.reset();
  const auto pair = firstPair(stage.document);
  if (!pair) return;
  auto report = testPair(stage.document, *pair, stage.look.algorithm);
  if (!report) return;
  stage.report = std::move(*report);
  const PosedShape a = posedShape(*findBody(stage.document, pair->first)),
                   b = posedShape(*findBody(stage.document, pair->second));
  if (stage.report->pieces && stage.look.pieces != 0) {
    const auto& nearest = stage.report->pieces->nearest;
    const auto rank = static_cast<std::size_t>(std::max(0, stage.look.pieces));
    const ItemPair chosen = stage.look.pieces < 0 ? ItemPair{} : nearest[std::min(rank, nearest.size() - 1)];
    traceOther(*stage.report, findAlgorithm(stage.report->algorithm), a, b, {stage.document.touching_tolerance},
               chosen.a, chosen.b);
  }
  if (stage.look.pin == kFreeAxis) {
    stage.free_axis = measureDirection(tracedA(a, *stage.report), tracedB(b, *stage.report), stage.look.free_axis);
  }
}

Document documentAt(const LessonGoal& goal, const Lesson& lesson, const Document& document) {
  Document made = goal.scene >= 0 ? lesson.scenes[static_cast<std::size_t>(goal.scene)].document : document;
  for (const LessonPose& pose : goal.poses) {
    Body* body = findBody(made, pose.body);
    if (body == nullptr) continue;
    if (pose.position) body->position = *pose.position;
    if (pose.rotation) body->rotation = *pose.rotation;
    if (pose.velocity) body->linear_velocity = pose.velocity;
  }
  return made;
}

LessonStage startOf(const Lesson& lesson, std::size_t step) {
  std::size_t first = step;
  while (first > 0 && lesson.steps[first].scene < 0) --first;
  LessonStage stage;
  stage.document = lesson.scenes[static_cast<std::size_t>(lesson.steps[first].scene)].document;
  for (std::size_t at = first; at <= step; ++at) {
    change(stage.look, lesson.steps[at].look);
    if (at == step || lesson.steps[at].kind != LessonStepKind::kDo) continue;
    stage.document = documentAt(lesson.steps[at].goal, lesson, stage.document);
    change(stage.look, lesson.steps[at].goal.look);
  }
  measure(stage);
  return stage;
}

bool passes(const LessonStep& step, const LessonState& state) {
  return !step.checks.empty() &&
         std::ranges::all_of(step.checks, [&](const LessonCheck& check) { return holds(check, state); });
}

namespace {

constexpr const char* kIntroduction =
    R"(A lesson is a folder: lesson.json and the scenes that it names, which are cases (sepax help case).
Folders are shown in the order of their names. Every text has both languages:
  {"en": "They are {gap:A0} m apart on A0.", "zh_CN": "在 A0 上相距 {gap:A0} 米。"}
Text in braces is live: a number of the list below, or a body's name ({B}).

lesson.json
  sepax_lesson   1
  title, asks    the lesson's name, and the question that it answers
  minutes        that it takes, for the list; may be missing, as the next three
  needs          the folders' names of the lessons that come before it
  summary        two lines for its end
  terms          the glossary: [{"word": TEXT, "means": TEXT}]; the first place of a word in a text can be clicked
  steps          an array, one idea each; the first has a scene
  claims         what the sentences rest on: [{"scene": FILE, "view": {...}, "all": [CHECK...]}]

a step
  kind           read, predict, do, quiz, type or free
  scene          a file that is opened when the step begins; without it the scene stays
  view           the look that it begins with: algorithm, pin (an axis or "deciding"), free (degrees or a direction), pieces (a rank or
                 "hulls"), step (of GJK, from 1, or "last"), clip (from 0, or "result"), minkowski, radii, volumes, aids (an array of
                 fan, regions, bounds, spacing), select, panel, camera ([yaw, pitch, distance], degrees and metres; without it, or
                 with [yaw, pitch], all that is shown is framed), target (where it looks). Opening a scene starts from the plain look.
  text, then     what to do, and what appears when the step is passed
  scrub          numbers of the text that a drag on them changes: ["x:B", "turn:B", "free"]
  magnet         false: it rests during the step, so that bodies come nearer each other than it lets them
  choices        of predict and quiz: [{"text", "right": true, "reply", "scene", "view"}], one of them right. A prediction covers verdict,
                 table and rail until one is picked. In a quiz each wrong choice has a reply, and may open the scene that refutes it.
  answer         of type: {"what": NUMBER, "within": 0.02, "unit": "m", "near": [{"is", "within", "reply"}], "way"}. The number of the scene is
                 typed (1.2, 1,2, 6/5, 120 cm); what shows it stays covered until then. near: where known mistakes lead; way: the working
                 in one line, after two wrong answers; what and way are required. Units: m, °, m³, s or none.
  check          of do: [CHECK...], all must hold; they see the state, never the way that led there
  goal           of do: a state that passes, for the ghost and "Show me": scene, bodies ([{"body", "position", "rotation" (degrees, or a
                 quaternion in 3d), "velocity"}]), view

a check
  {"what": NUMBER, "is": 0.2, "within": 0.01}   within 0.01 unless told
  {"what": NUMBER, "from": 0, "to": 1}          either end may be missing
  {"what": WORD, "is": "overlapping"}

In the window, Learn > Save as lesson step appends what is shown as a step; a text that it cannot know is "…".

sepax lesson check FOLDER says what is wrong: a step that passes before anything is done, a goal that does not pass, a claim that does not
hold, a number without a value, a right choice that its length gives away, a near miss that counts as right, a text that is
too long for its place or still "…".

)";

}  // namespace

std::string lessonHelp() {
  static constexpr const char* kArguments[] = {"", ":AXIS", ":BODY", ":VOLUME", ":RANK", ":DIRECTIONS", ":ORDER"};
  std::string out = kIntroduction;
  out += "NUMBER\n";
  for (const LessonNumber& number : lessonNumbers()) {
    out += fmt::format("  {:<22} {}\n", std::string(number.name) + kArguments[static_cast<int>(number.argument)],
                       number.summary);
  }
  out += "\nWORD\n";
  for (const LessonWord& word : lessonWords()) out += fmt::format("  {:<22} {}\n", word.name, word.summary);
  return out;
}

}  // namespace sepax
