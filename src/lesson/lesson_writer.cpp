#include "lesson/lesson_writer.h"

#include "core/json_text.h"
#include "core/platform.h"
#include "format/case_writer.h"
#include "format/report_json.h"
#include "geom/portable_math.h"
#include "lesson/lesson.h"
#include "lesson/lesson_examination.h"
#include "lesson/lesson_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <optional>
#include <system_error>
#include <utility>

namespace sepax {
namespace {

constexpr std::size_t kMaxReadBytes = 1u << 20;
constexpr const char* kFileName = "/lesson.json";
/// How near a body must come to its place, metres, and degrees.
constexpr double kNearMetres = 0.05, kNearDegrees = 2;

Json textJson(const std::string& english, const std::string& chinese) {
  const auto orUnwritten = [](const std::string& text) { return text.empty() ? std::string(kUnwritten) : text; };
  return Json{{"en", orUnwritten(english)}, {"zh_CN", orUnwritten(chinese)}};
}

/// The differences of two looks, as a step's "view".
Json lookJson(const LessonLook& from, const LessonLook& to, Space space) {
  Json out = Json::object();
  if (to.algorithm != from.algorithm) out.add("algorithm", to.algorithm);
  if (to.pin != from.pin) out.add("pin", to.pin ? axisName(*to.pin) : "deciding");
  if (to.pin == kFreeAxis && (from.pin != to.pin || to.free_axis != from.free_axis)) {
    const double degrees = portable::atan2(to.free_axis.y, to.free_axis.x) * 180 / std::numbers::pi;
    out.add("free", space == Space::k2d ? jsonNumber(degrees) : vectorJson(to.free_axis, space));
  }
  if (to.pieces != from.pieces) out.add("pieces", to.pieces < 0 ? Json("hulls") : Json(to.pieces));
  if (to.step != from.step) out.add("step", to.step < 0 ? Json("last") : Json(to.step + 1));
  if (to.clip != from.clip) out.add("clip", to.clip < 0 ? Json("result") : Json(to.clip));
  if (to.minkowski != from.minkowski) out.add("minkowski", to.minkowski);
  if (to.radii != from.radii) out.add("radii", to.radii);
  if (to.volumes != from.volumes) {
    Json names = Json::array();
    for (const VolumeKind kind : to.volumes) names.push(infoOf(kind).name);
    out.add("volumes", std::move(names));
  }
  if (to.aids != from.aids) out.add("aids", Json::list(to.aids));
  if (to.selected != from.selected) out.add("select", to.selected);
  if (to.panel != from.panel) out.add("panel", to.panel);
  if (to.camera && to.camera != from.camera) {
    out.add("camera", vectorJson(*to.camera, Space::k3d));
    out.add("target", vectorJson(to.target, Space::k3d));
  }
  return out;
}

/// The words of which a change is a step of a lesson.
Json checksOf(const LessonState& start, const LessonState& goal) {
  Json checks = Json::array();
  for (const char* name : {"verdict", "deciding", "pin", "algorithm", "view", "pieces"}) {
    const LessonWord& word = *findLessonWord(name);
    const std::string now = word.read(goal);
    if (!now.empty() && now != word.read(start)) checks.push(Json{{"what", name}, {"is", now}});
  }
  return checks;
}

bool isSamePose(const Body& a, const Body& b) {
  return a.position == b.position && a.rotation == b.rotation && a.linear_velocity == b.linear_velocity;
}

/// Whether the documents differ by poses alone, so that a goal can name them.
bool haveSameBodies(const Document& a, const Document& b) {
  return std::ranges::equal(a.bodies, b.bodies, [](const Body& p, const Body& q) {
    return p.id == q.id && p.shape == q.shape && p.scale == q.scale;
  });
}

Json poseJson(const Body& body, Space space) {
  Json out{{"body", body.id}, {"position", vectorJson(body.position, space)}};
  if (const double* angle = std::get_if<double>(&body.rotation)) {
    out.add("rotation", jsonNumber(*angle * 180 / std::numbers::pi));
  } else {
    const Quat q = quaternionOf(matrixOf(body.rotation));
    out.add("rotation", Json::array({jsonNumber(q.x), jsonNumber(q.y), jsonNumber(q.z), jsonNumber(q.w)}));
  }
  if (body.linear_velocity) out.add("velocity", vectorJson(*body.linear_velocity, space));
  return out;
}

/// Checks of where the moved bodies are.
void addPoseChecks(Json& checks, const Body& body, const LessonState& start, const LessonState& goal) {
  for (const LessonNumber& number : lessonNumbers()) {
    if (number.write == nullptr) continue;
    const auto before = number.read(start, body.id), now = number.read(goal, body.id);
    const double near = std::string_view(number.name) == "turn" ? kNearDegrees : kNearMetres;
    if (!before || !now || std::abs(*before - *now) <= near) continue;
    checks.push(Json{
        {"what", fmt::format("{}:{}", number.name, body.id)}, {"is", jsonNumber(*now)}, {"within", jsonNumber(near)}});
  }
}

/// One lesson that gets a step.
struct Writing {
  const std::string& folder;
  const LessonStepDraft& draft;
  LessonStepWritten written = {};

  /// Writes the document beside the lesson; the file's name.
  Result<std::string> scene() {
    std::error_code error;
    std::string name;
    for (std::size_t number = written.step + 1;; ++number) {
      name = fmt::format("step-{}.json", number);
      if (!std::filesystem::exists(folder + "/" + name, error)) break;
    }
    const auto saved = saveCase(draft.document, folder + "/" + name);
    SEPAX_TRY(saved);
    written.files.push_back(folder + "/" + name);
    return name;
  }

  Result<void> addScene(Json& step) {
    auto name = scene();
    SEPAX_TRY(name);
    step.add("scene", *name);
    addLook(step, LessonLook{});
    return {};
  }

  void addLook(Json& to, const LessonLook& from) const {
    if (Json look = lookJson(from, draft.look, draft.document.space); !look.empty()) to.add("view", std::move(look));
  }

  /// Adds the choices of a question that the report answers, in both languages.
  void addChoices(Json& step) const {
    LessonStage stage{draft.document, draft.look, {}, {}};
    measure(stage);
    const bool apart = stage.report && stage.report->answer.verdict == Verdict::kSeparated;
    const auto choice = [&](const char* english, const char* chinese, bool right) {
      Json out{{"text", textJson(english, chinese)}};
      if (right) out.add("right", true);
      if (!right && draft.kind == LessonStepKind::kQuiz) out.add("reply", textJson("", ""));
      return out;
    };
    step.add("choices",
             Json::array({choice("They are apart", "它们分离", apart), choice("They meet", "它们相遇", !apart)}));
  }

  Result<void> addGoal(Json& step, const std::optional<Lesson>& lesson) {
    if (!lesson)
      return fail(ErrorCode::kWrongValue, folder + kFileName,
                  "a step to do goes on from a scene: save one to look at first");
    const std::size_t last = lesson->steps.size() - 1;
    LessonStage start = startOf(*lesson, last);
    if (lesson->steps[last].kind == LessonStepKind::kDo) {
      start.document = documentAt(lesson->steps[last].goal, *lesson, start.document);
      change(start.look, lesson->steps[last].goal.look);
      measure(start);
    }
    LessonStage goal{draft.document, draft.look, {}, {}};
    measure(goal);
    Json checks = checksOf(start.state(), goal.state()), out = Json::object();
    if (!haveSameBodies(start.document, draft.document)) {
      auto name = scene();
      SEPAX_TRY(name);
      out.add("scene", *name);
    } else {
      Json poses = Json::array();
      const bool by_poses = checks.empty();
      for (std::size_t i = 0; i < draft.document.bodies.size(); ++i) {
        const Body& body = draft.document.bodies[i];
        if (isSamePose(start.document.bodies[i], body)) continue;
        poses.push(poseJson(body, draft.document.space));
        if (by_poses) addPoseChecks(checks, body, start.state(), goal.state());
      }
      if (!poses.empty()) out.add("bodies", std::move(poses));
    }
    addLook(out, start.look);
    if (checks.empty())
      return fail(ErrorCode::kWrongValue, folder, "nothing differs from where the lesson ends: move something first");
    step.add("check", std::move(checks));
    step.add("goal", std::move(out));
    return {};
  }

  Result<Json> step(const std::optional<Lesson>& lesson) {
    const auto row = std::ranges::find(kLessonStepKinds, draft.kind, [](const auto& known) { return known.second; });
    Json step{{"kind", row->first}};
    const bool does = draft.kind == LessonStepKind::kDo;
    const auto added = does ? addGoal(step, lesson) : addScene(step);
    SEPAX_TRY(added);
    step.add("text", textJson(draft.text.english, draft.text.chinese));
    if (draft.kind == LessonStepKind::kPredict || draft.kind == LessonStepKind::kQuiz) addChoices(step);
    if (does || draft.kind == LessonStepKind::kPredict) step.add("then", textJson("", ""));
    return step;
  }
};

}  // namespace

Result<LessonStepWritten> appendLessonStep(const std::string& folder, const LessonStepDraft& draft) {
  const std::string path = folder + kFileName;
  std::error_code error;
  const bool is_new = !std::filesystem::exists(path, error);
  std::string before;
  Json lesson{{"sepax_lesson", 1}, {"title", textJson("", "")}, {"asks", textJson("", "")}, {"steps", Json::array()}};
  std::optional<Lesson> known;
  if (is_new) {
    std::filesystem::create_directories(folder, error);
    if (error) return fail(ErrorCode::kUnreadable, folder, error.message());
  } else {
    auto text = readFile(path, kMaxReadBytes);
    SEPAX_TRY(text);
    before = std::move(*text);
    auto parsed = parseJson(before, path);
    SEPAX_TRY(parsed);
    lesson = std::move(*parsed);
    auto loaded = loadLesson(folder);
    SEPAX_TRY(loaded);
    known = std::move(*loaded);
  }
  Writing writing{folder, draft};
  writing.written.step = known ? known->steps.size() : 0;
  const auto undo = [&] {
    for (const std::string& file : writing.written.files) std::filesystem::remove(file, error);
    is_new ? static_cast<void>(std::filesystem::remove(path, error))
           : static_cast<void>(writeFileAtomically(path, before));
  };
  auto step = writing.step(known);
  if (step) {
    lesson["steps"].push(std::move(*step));
    const auto saved = writeFileAtomically(path, prettyJson(lesson) + "\n");
    if (!saved) step = tl::unexpected(saved.error());
  }
  const auto read = step ? loadLesson(folder) : Result<Lesson>(tl::unexpected(step.error()));
  if (!read) {
    undo();
    return tl::unexpected(read.error());
  }
  writing.written.files.push_back(path);
  for (const LessonFault& fault : examine(*read))
    writing.written.unwritten.push_back(fault.where + ": " + fault.message);
  return std::move(writing.written);
}

}  // namespace sepax
