#include "lesson/lesson_reader.h"

#include "collide/pair_table.h"
#include "core/platform.h"
#include "core/text.h"
#include "format/case_reader.h"
#include "format/json_reader.h"
#include "lesson/lesson_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>

namespace sepax {
namespace {

constexpr std::size_t kMaxLessonBytes = 1u << 20;
constexpr double kAnything = std::numeric_limits<double>::infinity();
/// The tolerance of a number where a check gives none, in its unit.
constexpr double kDefaultWithin = 0.01;

/// One lesson being read.
struct Reading {
  JsonReader& json;
  const FilesBeside& files;
  const std::string& name;  ///< of the file, for errors
  Lesson lesson;
  bool lacks_scene = false;  ///< then names of bodies mean nothing, and the first error is all that is said

  /// Reading goes on behind an error, so that an author sees all that is wrong at once.
  void readOn() {
    if (!lacks_scene) json.setErrorAside();
  }

  /// Calls `read` with a member that may be missing.
  template <class Read>
  void given(ObjectReader& object, const char* key, Read read) {
    if (const JsonPlace member = object.at(key); member && !json.failed()) read(member);
  }

  /// The items of an array, each with its own errors.
  template <class Read>
  auto all(const JsonPlace& place, const char* what, Read read) {
    return json.list(place, what, [&](const JsonPlace& at) {
      auto item = read(*this, at);
      readOn();
      return item;
    });
  }
};

void finish(Reading& reading, ObjectReader& object, const JsonPlace& place) {
  // A misspelt key of a lesson is a sentence or a check that is missing.
  if (const std::string unknown = object.takeUnknown(); !unknown.empty()) {
    reading.json.refuse(place, ErrorCode::kWrongValue, "unknown keys: " + unknown);
  }
}

/// The place in Lesson::scenes; the file is read the first time.
int readScene(Reading& reading, const JsonPlace& place) {
  const std::string file = reading.json.text(place);
  reading.lacks_scene = true;
  if (reading.json.failed()) return -1;
  std::vector<LessonScene>& scenes = reading.lesson.scenes;
  const auto known = std::ranges::find(scenes, file, &LessonScene::file);
  reading.lacks_scene = known == scenes.end();
  if (known != scenes.end()) return static_cast<int>(known - scenes.begin());
  const Result<std::vector<std::byte>> bytes = reading.files(file);
  if (!bytes) {
    reading.json.refuse(place, bytes.error().code, describe(bytes.error()));
    return -1;
  }
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  Result<LoadedCase> loaded = parseCase(text, file, reading.files);
  if (!loaded) {
    reading.json.refuse(place, loaded.error().code, describe(loaded.error()));
    return -1;
  }
  reading.lacks_scene = false;
  scenes.push_back({file, std::move(loaded->document)});
  return static_cast<int>(scenes.size()) - 1;
}

bool knowsBody(const Reading& reading, const std::string& id) {
  return std::ranges::any_of(reading.lesson.scenes,
                             [&](const LessonScene& scene) { return findBody(scene.document, id) != nullptr; });
}

/// Bodies are looked for when all scenes are known.
void checkBodies(Reading& reading, const JsonPlace& place, const std::string& text) {
  const auto runs = parseLessonText(text);
  if (!runs) return reading.json.refuse(place, runs.error().code, runs.error().message);
  for (const LessonRun& run : *runs) {
    if (!run.body.empty() && !knowsBody(reading, run.body)) {
      reading.json.refuse(place, ErrorCode::kWrongValue,
                          fmt::format("expected a number or a body of a scene, found \"{{{}}}\"", run.body));
    }
  }
}

LessonText readText(Reading& reading, const JsonPlace& place) {
  LessonText text;
  ObjectReader object(reading.json, place, "an object with \"en\" and \"zh_CN\"");
  const JsonPlace english = object.at("en"), chinese = object.at("zh_CN");
  text.english = reading.json.text(english);
  text.chinese = reading.json.text(chinese);
  if (!reading.json.failed() && text.english.empty()) reading.json.expected(english, "a text");
  if (!reading.json.failed() && text.chinese.empty()) reading.json.expected(chinese, "a text");
  if (!reading.json.failed()) checkBodies(reading, english, text.english);
  if (!reading.json.failed()) checkBodies(reading, chinese, text.chinese);
  finish(reading, object, place);
  reading.readOn();
  return text;
}

LessonText readTextOrNone(Reading& reading, const JsonPlace& place) {
  return place ? readText(reading, place) : LessonText();
}

std::optional<AxisId> readPin(Reading& reading, const JsonPlace& place) {
  const std::string name = reading.json.text(place);
  if (reading.json.failed() || name == "deciding") return std::nullopt;
  const std::optional<AxisId> id = parseAxisName(name);
  if (!id) reading.json.expected(place, "\"deciding\" or the name of an axis");
  return id;
}

/// Degrees in the plane, or a direction.
Vec3 readDirection(Reading& reading, const JsonPlace& place) {
  if (place.value->isArray()) return normalizedOr(reading.json.vector(place, 3, -kAnything, kAnything), {1, 0, 0});
  const SineCosine turn = sineCosineOf(radiansOf(reading.json.number(place, -360, 360)));
  return {turn.cosine, turn.sine, 0};
}

std::vector<VolumeKind> readVolumes(Reading& reading, const JsonPlace& place) {
  return reading.json.list(place, "an array of kinds of volumes", [&](const JsonPlace& at) {
    const std::string name = reading.json.text(at);
    const auto found =
        std::ranges::find(volumeKinds(), name, [](const VolumeKindInfo& info) { return std::string(info.name); });
    if (found == volumeKinds().end()) reading.json.expected(at, "a kind of volume that `sepax fit` names");
    return found == volumeKinds().end() ? VolumeKind{} : found->kind;
  });
}

std::vector<std::string> readAids(Reading& reading, const JsonPlace& place) {
  return reading.json.list(place, "an array of parts of the picture", [&](const JsonPlace& at) {
    std::string aid = reading.json.text(at);
    if (std::ranges::find(kLessonAids, aid) == kLessonAids.end())
      reading.json.expected(at, fmt::format("one of {}", fmt::join(kLessonAids, ", ")));
    return aid;
  });
}

/// A whole number from 0, or a word for −1.
int readIndexOr(Reading& reading, const JsonPlace& place, const char* word) {
  if (place.value->isString() && place.value->string() == word) return -1;
  return static_cast<int>(reading.json.integer(place, 1000));
}

LessonLookChange readLook(Reading& reading, const JsonPlace& place) {
  LessonLookChange look;
  if (!place) return look;
  ObjectReader object(reading.json, place, "an object");
  reading.given(object, "algorithm", [&](const JsonPlace& at) {
    look.algorithm = reading.json.text(at);
    if (!reading.json.failed() && findAlgorithm(*look.algorithm) == nullptr) {
      reading.json.expected(at, "an algorithm that `sepax algorithms` lists");
    }
  });
  reading.given(object, "pin", [&](const JsonPlace& at) { look.pin = readPin(reading, at); });
  reading.given(object, "free", [&](const JsonPlace& at) { look.free_axis = readDirection(reading, at); });
  reading.given(object, "pieces", [&](const JsonPlace& at) { look.pieces = readIndexOr(reading, at, "hulls"); });
  reading.given(object, "clip", [&](const JsonPlace& at) { look.clip = readIndexOr(reading, at, "result"); });
  reading.given(object, "step", [&](const JsonPlace& at) {
    const int step = readIndexOr(reading, at, "last");
    look.step = step < 0 ? -1 : std::max(0, step - 1);
  });
  reading.given(object, "minkowski", [&](const JsonPlace& at) { look.minkowski = reading.json.boolean(at); });
  reading.given(object, "radii", [&](const JsonPlace& at) { look.radii = reading.json.boolean(at); });
  reading.given(object, "volumes", [&](const JsonPlace& at) { look.volumes = readVolumes(reading, at); });
  reading.given(object, "aids", [&](const JsonPlace& at) { look.aids = readAids(reading, at); });
  reading.given(object, "select", [&](const JsonPlace& at) { look.selected = reading.json.text(at); });
  reading.given(object, "panel", [&](const JsonPlace& at) { look.panel = reading.json.text(at); });
  reading.given(object, "camera", [&](const JsonPlace& at) {
    if (at.value->isArray() && at.value->size() == 2) {
      look.camera = reading.json.vector(at, 2, -360, 360);  // a direction alone: the distance is framed
      return;
    }
    look.camera = reading.json.vector(at, 3, -1e6, 1e6);
    if (!reading.json.failed() && !(look.camera->z > 0))
      reading.json.expected(at, "[yaw, pitch, distance] with a distance above zero");
  });
  reading.given(object, "target", [&](const JsonPlace& at) { look.target = reading.json.vector(at, 3, -1e6, 1e6); });
  finish(reading, object, place);
  return look;
}

/// A number of a scene, by its name.
LessonQuantity readQuantity(Reading& reading, const JsonPlace& place) {
  auto number = parseQuantity(reading.json.text(place));
  if (!number) reading.json.refuse(place, number.error().code, number.error().message);
  return number ? std::move(*number) : LessonQuantity();
}

double readWithin(Reading& reading, const JsonPlace& place) {
  return place ? reading.json.number(place, 0, kAnything) : kDefaultWithin;
}

LessonCheck readCheck(Reading& reading, const JsonPlace& place) {
  LessonCheck check;
  ObjectReader object(reading.json, place, "an object with \"what\"");
  const JsonPlace what = object.at("what"), is = object.at("is"), within = object.at("within"),
                  from = object.at("from"), to = object.at("to");
  const std::string name = reading.json.text(what);
  finish(reading, object, place);
  if (reading.json.failed()) return check;
  check.word = findLessonWord(name);
  if (check.word != nullptr) {
    check.expected = reading.json.text(is);
    return check;
  }
  check.number = readQuantity(reading, what);
  if (reading.json.failed()) return check;
  if (check.number.number->argument == LessonArgument::kBody && !knowsBody(reading, check.number.argument)) {
    reading.json.expected(what, "a body of a scene");
  }
  if (!is && !from && !to) reading.json.expected(place, "\"is\", \"from\" or \"to\"");
  if (is) {
    const double value = reading.json.number(is, -kAnything, kAnything);
    const double slack = readWithin(reading, within);
    check.from = value - slack;
    check.to = value + slack;
  } else {
    check.from = from ? reading.json.number(from, -kAnything, kAnything) : -kAnything;
    check.to = to ? reading.json.number(to, -kAnything, kAnything) : kAnything;
  }
  return check;
}

std::vector<LessonCheck> readChecks(Reading& reading, const JsonPlace& place) {
  std::vector<LessonCheck> checks = reading.all(place, "an array of checks", readCheck);
  if (checks.empty() && !reading.json.failed()) reading.json.expected(place, "at least one check");
  return checks;
}

Rotation readRotation(Reading& reading, const JsonPlace& place) {
  if (!place.value->isArray()) return radiansOf(reading.json.number(place, -360, 360));
  if (place.value->size() != 4) reading.json.expected(place, "degrees (2d) or a quaternion [x, y, z, w]");
  if (reading.json.failed()) return Quat{};
  Quat q;
  double* const components[] = {&q.x, &q.y, &q.z, &q.w};
  for (std::size_t c = 0; c < 4; ++c) *components[c] = reading.json.number(place.item(c), -1, 1);
  return normalized(q);
}

Vec3 readPoint(Reading& reading, const JsonPlace& place) {
  const int count = place.value->isArray() && place.value->size() == 2 ? 2 : 3;
  return reading.json.vector(place, count, -kAnything, kAnything);
}

LessonPose readPose(Reading& reading, const JsonPlace& place) {
  LessonPose pose;
  ObjectReader object(reading.json, place, "an object with \"body\"");
  const JsonPlace body = object.at("body");
  pose.body = reading.json.text(body);
  if (!reading.json.failed() && !knowsBody(reading, pose.body)) reading.json.expected(body, "a body of a scene");
  reading.given(object, "position", [&](const JsonPlace& at) { pose.position = readPoint(reading, at); });
  reading.given(object, "rotation", [&](const JsonPlace& at) { pose.rotation = readRotation(reading, at); });
  reading.given(object, "velocity", [&](const JsonPlace& at) { pose.velocity = readPoint(reading, at); });
  finish(reading, object, place);
  return pose;
}

int readSceneOrNone(Reading& reading, const JsonPlace& place) {
  return place && !reading.json.failed() ? readScene(reading, place) : -1;
}

LessonGoal readGoal(Reading& reading, const JsonPlace& place) {
  LessonGoal goal;
  ObjectReader object(reading.json, place, "an object with \"scene\", \"bodies\" or \"view\"");
  goal.scene = readSceneOrNone(reading, object.at("scene"));
  reading.given(object, "bodies", [&](const JsonPlace& bodies) {
    goal.poses =
        reading.json.list(bodies, "an array of bodies", [&](const JsonPlace& at) { return readPose(reading, at); });
  });
  goal.look = readLook(reading, object.at("view"));
  finish(reading, object, place);
  return goal;
}

LessonChoice readChoice(Reading& reading, const JsonPlace& place) {
  LessonChoice choice;
  ObjectReader object(reading.json, place, "an object with \"text\"");
  choice.text = readText(reading, object.at("text"));
  choice.reply = readTextOrNone(reading, object.at("reply"));
  if (const JsonPlace right = object.at("right")) choice.right = reading.json.boolean(right);
  choice.scene = readSceneOrNone(reading, object.at("scene"));
  choice.look = readLook(reading, object.at("view"));
  finish(reading, object, place);
  return choice;
}

void readChoices(Reading& reading, const JsonPlace& place, LessonStep& step) {
  step.choices = reading.json.list(place, "an array of choices", [&](const JsonPlace& at) {
    LessonChoice choice = readChoice(reading, at);
    if (step.kind == LessonStepKind::kQuiz && !choice.right && choice.reply.empty())
      reading.json.expected(at, "a \"reply\" that refutes a wrong answer");
    return choice;
  });
  const auto right = std::ranges::count_if(step.choices, &LessonChoice::right);
  if (!reading.json.failed() && (step.choices.size() < 2 || right != 1)) {
    reading.json.refuse(place, ErrorCode::kWrongValue,
                        fmt::format("expected two choices or more, one of them right; {} are", right));
  }
}

std::vector<LessonQuantity> readScrub(Reading& reading, const JsonPlace& place) {
  return reading.json.list(place, "an array of numbers", [&](const JsonPlace& at) {
    LessonQuantity number = readQuantity(reading, at);
    if (!reading.json.failed() && !canScrub(number))
      reading.json.expected(at, "a number that a drag can change: x, y, z, vx, vy, turn of a body, or free");
    return number;
  });
}

LessonAnswer::Near readNearMiss(Reading& reading, const JsonPlace& place) {
  LessonAnswer::Near miss;
  ObjectReader object(reading.json, place, "an object with \"is\" and \"reply\"");
  miss.value = reading.json.number(object.at("is"), -kAnything, kAnything);
  miss.within = readWithin(reading, object.at("within"));
  miss.reply = readText(reading, object.at("reply"));
  finish(reading, object, place);
  return miss;
}

LessonAnswer readAnswer(Reading& reading, const JsonPlace& place) {
  LessonAnswer answer;
  ObjectReader object(reading.json, place, "an object with \"what\"");
  answer.number = readQuantity(reading, object.at("what"));
  answer.within = readWithin(reading, object.at("within"));
  reading.given(object, "unit", [&](const JsonPlace& unit) {
    answer.unit = reading.json.text(unit);
    if (!isTypedUnit(answer.unit)) reading.json.expected(unit, "m, °, m³ or s");
  });
  reading.given(object, "near", [&](const JsonPlace& near) {
    answer.near = reading.all(near, "an array of near misses", readNearMiss);
  });
  answer.way = readText(reading, object.at("way"));
  finish(reading, object, place);
  return answer;
}

LessonStep readStep(Reading& reading, const JsonPlace& place) {
  LessonStep step;
  ObjectReader object(reading.json, place, "an object with \"kind\"");
  const JsonPlace kind = object.at("kind");
  const std::string word = reading.json.text(kind);
  const auto row = std::ranges::find_if(kLessonStepKinds, [&](const auto& known) { return word == known.first; });
  if (!reading.json.failed() && row == kLessonStepKinds.end())
    reading.json.expected(kind, "read, predict, do, quiz, type or free");
  if (reading.json.failed()) return step;
  step.kind = row->second;
  step.scene = readSceneOrNone(reading, object.at("scene"));
  const JsonPlace goal = object.at("goal");  // its scene may have bodies that the text names
  if (step.kind == LessonStepKind::kDo) step.goal = readGoal(reading, goal);
  step.look = readLook(reading, object.at("view"));
  step.text = readText(reading, object.at("text"));
  step.then = readTextOrNone(reading, object.at("then"));
  reading.given(object, "scrub", [&](const JsonPlace& at) { step.scrub = readScrub(reading, at); });
  reading.given(object, "magnet", [&](const JsonPlace& at) { step.magnet = reading.json.boolean(at); });
  const bool chooses = step.kind == LessonStepKind::kPredict || step.kind == LessonStepKind::kQuiz;
  if (chooses && !reading.json.failed()) readChoices(reading, object.at("choices"), step);
  if (step.kind == LessonStepKind::kDo && !reading.json.failed()) step.checks = readChecks(reading, object.at("check"));
  if (step.kind == LessonStepKind::kType && !reading.json.failed())
    step.answer = readAnswer(reading, object.at("answer"));
  // A member of another kind of step is a mistake in this one.
  if (!chooses && object.at("choices"))
    reading.json.refuse(place, ErrorCode::kWrongValue, "choices are for predict and quiz");
  if (step.kind != LessonStepKind::kDo && (goal || object.at("check"))) {
    reading.json.refuse(place, ErrorCode::kWrongValue, "check and goal are for do");
  }
  if (step.kind != LessonStepKind::kType && object.at("answer"))
    reading.json.refuse(place, ErrorCode::kWrongValue, "answer is for type");
  finish(reading, object, place);
  return step;
}

LessonClaim readClaim(Reading& reading, const JsonPlace& place) {
  LessonClaim claim;
  ObjectReader object(reading.json, place, "an object with \"scene\" and \"all\"");
  claim.scene = readScene(reading, object.at("scene"));
  claim.look = readLook(reading, object.at("view"));
  if (const JsonPlace all = object.at("all"); !reading.json.failed()) claim.checks = readChecks(reading, all);
  finish(reading, object, place);
  return claim;
}

LessonTerm readTerm(Reading& reading, const JsonPlace& place) {
  ObjectReader object(reading.json, place, "an object with \"word\" and \"means\"");
  LessonTerm term{readText(reading, object.at("word")), readText(reading, object.at("means"))};
  finish(reading, object, place);
  return term;
}

/// Reads how long the steps take, what comes before them, and what is kept of them. All may be missing.
void readSurroundings(Reading& reading, ObjectReader& object) {
  constexpr std::size_t kMaxMinutes = 600;
  JsonReader& json = reading.json;
  Lesson& lesson = reading.lesson;
  const auto text = [](Reading& in, const JsonPlace& at) { return in.json.text(at); };
  reading.given(object, "minutes", [&](const JsonPlace& at) { lesson.minutes = json.integer(at, kMaxMinutes); });
  reading.given(object, "needs",
                [&](const JsonPlace& at) { lesson.needs = reading.all(at, "an array of lessons' ids", text); });
  reading.given(object, "summary", [&](const JsonPlace& at) { lesson.summary = readText(reading, at); });
  reading.given(object, "terms",
                [&](const JsonPlace& at) { lesson.terms = reading.all(at, "an array of terms", readTerm); });
}

void readLesson(Reading& reading, const JsonPlace& root) {
  ObjectReader object(reading.json, root, "an object with \"sepax_lesson\": 1");
  const JsonPlace version = object.at("sepax_lesson");
  if (reading.json.integer(version, 1) != 1) reading.json.expected(version, "the number 1");
  reading.lesson.title = readText(reading, object.at("title"));
  reading.lesson.asks = readText(reading, object.at("asks"));
  if (const JsonPlace steps = object.at("steps"); !reading.json.failed()) {
    if (!steps || (*steps.value)[0]["scene"].isNull()) {
      reading.json.refuse(steps, ErrorCode::kWrongValue, "expected an array of steps, the first one with a \"scene\"");
    }
    reading.lesson.steps = reading.all(steps, "an array of steps", readStep);
  }
  reading.given(object, "claims",
                [&](const JsonPlace& at) { reading.lesson.claims = reading.all(at, "an array of claims", readClaim); });
  readSurroundings(reading, object);
  finish(reading, object, root);
}

std::string lastPart(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

}  // namespace

Result<Lesson> loadLesson(const std::string& folder, std::vector<Error>* all_errors) {
  const std::string id = lastPart(folder), name = id + "/lesson.json";
  const auto text = readFile(folder + "/lesson.json", kMaxLessonBytes);
  SEPAX_TRY(text);
  auto parsed = parseJson(*text, name);
  SEPAX_TRY(parsed);
  JsonReader json(name);
  const FilesBeside files = filesBelow(folder);
  Reading reading{json, files, name, {}};
  reading.lesson.id = id;
  readLesson(reading, JsonPlace{&*parsed, nullptr, {}, 0});
  std::vector<Error> errors = json.takeErrors();
  if (errors.empty()) return std::move(reading.lesson);
  if (all_errors != nullptr) *all_errors = errors;
  return tl::unexpected(std::move(errors.front()));
}

Result<std::vector<ShelvedLesson>> loadLessons(const std::string& folder) {
  std::string root = folder;
  while (root.size() > 1 && root.back() == '/') root.pop_back();
  std::error_code error;
  if (!std::filesystem::is_directory(root, error))
    return fail(ErrorCode::kNotFound, folder, "expected a folder of lessons");
  std::vector<std::string> folders;
  if (std::filesystem::exists(root + "/lesson.json", error)) {
    folders.push_back(root);
  } else {
    for (const auto& entry : std::filesystem::directory_iterator(root, error)) {
      // A link that leads nowhere, or to itself, is a lesson that cannot be read; not none.
      if (std::filesystem::exists(std::filesystem::symlink_status(entry.path() / "lesson.json", error)))
        folders.push_back(entry.path().string());
    }
  }
  if (folders.empty()) return fail(ErrorCode::kNotFound, folder, "expected folders that hold a lesson.json");
  std::ranges::sort(folders);
  std::vector<ShelvedLesson> shelf;
  for (const std::string& path : folders) {
    std::vector<Error> errors;
    auto lesson = loadLesson(path, &errors);
    if (!lesson && errors.empty()) errors.push_back(lesson.error());
    shelf.push_back({lastPart(path), path, std::move(lesson), std::move(errors)});
  }
  return shelf;
}

}  // namespace sepax
