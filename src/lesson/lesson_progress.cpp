#include "lesson/lesson_progress.h"

#include "core/language.h"
#include "core/platform.h"
#include "format/json_reader.h"

#include <filesystem>
#include <system_error>

namespace sepax {
namespace {

constexpr std::size_t kMaxProgressBytes = 1u << 20, kMaxSteps = 1000;

LessonProgress::Row readRow(JsonReader& reader, const JsonPlace& place) {
  LessonProgress::Row row;
  ObjectReader object(reader, place, tr("an object"));
  row.step = reader.integer(object.at("step"), kMaxSteps);
  const JsonPlace passed = object.at("passed");
  const auto steps = reader.list(passed, tr("an array of whole numbers"),
                                 [&](const JsonPlace& at) { return reader.integer(at, kMaxSteps); });
  row.passed.insert(steps.begin(), steps.end());
  return row;
}

}  // namespace

std::string progressText(const LessonProgress& progress) {
  Json lessons = Json::object();
  for (const auto& [id, row] : progress.lessons) {
    Json passed = Json::array();
    for (const std::size_t step : row.passed) passed.push(step);
    lessons.add(id, Json{{"step", row.step}, {"passed", std::move(passed)}});
  }
  return prettyJson(Json{{"sepax_progress", 1}, {"lessons", std::move(lessons)}}) + "\n";
}

Result<LessonProgress> parseProgress(std::string_view text, const std::string& name) {
  const auto parsed = parseJson(text, name);
  SEPAX_TRY(parsed);
  JsonReader reader(name);
  const JsonPlace root{&*parsed, nullptr, {}, 0};
  ObjectReader object(reader, root, tr("an object"));
  static_cast<void>(reader.integer(object.at("sepax_progress"), 1));
  const JsonPlace lessons = object.at("lessons");
  LessonProgress progress;
  if (!reader.failed() && !(lessons && lessons.value->isObject())) reader.expected(lessons, tr("an object"));
  if (!reader.failed()) {
    for (const auto& [id, value] : lessons.value->members())
      progress.lessons[id] = readRow(reader, {&value, &lessons, id, 0});
  }
  if (reader.failed()) return tl::unexpected(*reader.error());
  return progress;
}

Result<LessonProgress> loadProgress(const std::string& path) {
  std::error_code error;
  if (path.empty() || !std::filesystem::exists(path, error)) return LessonProgress{};
  const auto text = readFile(path, kMaxProgressBytes);
  auto progress = text ? parseProgress(*text, path) : Result<LessonProgress>(tl::unexpected(text.error()));
  if (progress) return progress;
  const std::string aside = path + ".broken";
  std::filesystem::rename(path, aside, error);
  progress.error().message +=
      error ? std::string() : trf("; it is kept as {}, and the progress in lessons starts anew", aside);
  return progress;
}

}  // namespace sepax
