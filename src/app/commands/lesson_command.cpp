#include "app/commands/commands.h"

#include "app/commands/command_line.h"
#include "core/json_text.h"
#include "core/platform.h"
#include "core/text.h"
#include "lesson/lesson_examination.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

namespace sepax {
namespace {

Json textJson(const LessonText& text) { return {{"en", text.english}, {"zh_CN", text.chinese}}; }

const char* kindName(LessonStepKind kind) {
  return std::ranges::find(kLessonStepKinds, kind, [](const auto& row) { return row.second; })->first;
}

/// The lessons of all folders; without any, those that come with the program.
Result<std::vector<ShelvedLesson>> gather(const std::vector<std::string>& folders) {
  std::vector<ShelvedLesson> all;
  std::vector<std::string> wanted = folders;
  if (wanted.empty()) {
    auto shipped = dataPath("assets/lessons");
    SEPAX_TRY(shipped);
    wanted.push_back(std::move(*shipped));
  }
  for (const std::string& folder : wanted) {
    auto shelf = loadLessons(folder);
    SEPAX_TRY(shelf);
    std::move(shelf->begin(), shelf->end(), std::back_inserter(all));
  }
  return all;
}

int run(const std::vector<std::string>& folders, bool checks, bool as_json) {
  const auto lessons = gather(folders);
  if (!lessons) return complain(lessons.error());
  if (checks) {
    const CheckedLessons checked = checkLessons(*lessons, as_json);
    const int printed = finishOutput(printLine(checked.text));
    return printed != kExitFine ? printed : checked.is_sound ? kExitFine : kExitFailed;
  }
  const int printed = finishOutput(printLine(as_json ? lessonJson(*lessons) : lessonTable(*lessons)));
  const bool can_read_all =
      std::ranges::all_of(*lessons, [](const ShelvedLesson& row) { return row.lesson.has_value(); });
  return printed != kExitFine ? printed : can_read_all ? kExitFine : kExitFailed;
}

}  // namespace

std::string lessonTable(const std::vector<ShelvedLesson>& lessons) {
  std::size_t width = 0;
  for (const ShelvedLesson& row : lessons) width = std::max(width, row.id.size());
  std::string out;
  for (const ShelvedLesson& row : lessons) {
    if (!out.empty()) out += '\n';
    out += row.lesson ? fmt::format("{:<{}}  {:>2} steps  {}", row.id, width, row.lesson->steps.size(),
                                    row.lesson->title.english)
                      : fmt::format("{:<{}}  {}", row.id, width, printableLine(describe(row.lesson.error())));
  }
  return out;
}

std::string lessonJson(const std::vector<ShelvedLesson>& lessons) {
  Json list = Json::array();
  for (const ShelvedLesson& row : lessons) {
    Json item{{"id", row.id}, {"folder", toValidUtf8(row.folder)}};
    if (row.lesson) {
      Json steps = Json::array(), scenes = Json::array();
      for (const LessonStep& step : row.lesson->steps) steps.push(kindName(step.kind));
      for (const LessonScene& scene : row.lesson->scenes) scenes.push(scene.file);
      item.add("title", textJson(row.lesson->title));
      item.add("asks", textJson(row.lesson->asks));
      if (row.lesson->minutes > 0) item.add("minutes", row.lesson->minutes);
      if (!row.lesson->needs.empty()) item.add("needs", Json::list(row.lesson->needs));
      item.add("steps", std::move(steps));
      item.add("scenes", std::move(scenes));
      item.add("claims", row.lesson->claims.size());
    } else {
      item.add("error", describe(row.lesson.error()));
    }
    list.push(std::move(item));
  }
  return indentedJson(outputJson({{"lessons", std::move(list)}}));
}

CheckedLessons checkLessons(const std::vector<ShelvedLesson>& lessons, bool as_json) {
  CheckedLessons checked;
  Json list = Json::array();
  for (const ShelvedLesson& row : lessons) {
    std::vector<LessonFault> faults = row.lesson ? examine(*row.lesson) : std::vector<LessonFault>();
    for (const Error& error : row.errors) faults.push_back({error.where, error.message});
    checked.is_sound = checked.is_sound && faults.empty();
    Json found = Json::array();
    if (!checked.text.empty()) checked.text += '\n';
    checked.text += faults.empty() ? fmt::format("ok    {} ({} steps, {} claims)", row.id, row.lesson->steps.size(),
                                                 row.lesson->claims.size())
                                   : "WRONG " + row.id;
    for (const LessonFault& fault : faults) {
      checked.text += fmt::format("\n      {}: {}", printableLine(fault.where), printableLine(fault.message));
      found.push({{"where", fault.where}, {"message", fault.message}});
    }
    list.push({{"id", row.id}, {"ok", faults.empty()}, {"faults", std::move(found)}});
  }
  if (as_json) checked.text = indentedJson(outputJson({{"ok", checked.is_sound}, {"lessons", std::move(list)}}));
  return checked;
}

void addLessonCommand(CLI::App& app, int& exit_status) {
  struct Options {
    std::vector<std::string> folders;
    bool as_json = false;
  };
  CLI::App* const lesson =
      app.add_subcommand("lesson", "List and check lessons: those that come with the program, or your own");
  lesson->require_subcommand(1);
  const auto add = [&](const char* name, const char* summary, bool checks) {
    const auto options = std::make_shared<Options>();
    CLI::App* const command = lesson->add_subcommand(name, summary);
    command->add_option("FOLDER", options->folders,
                        "Folders of lessons, or of one; else those that come with the program");
    command->add_flag("--json", options->as_json, "Print JSON");
    command->footer(
        "Exit status: 0 fine, 1 a lesson cannot be read or is wrong, 2 unusable input. How to write one: sepax help "
        "lesson.");
    command->callback(
        [options, checks, &exit_status] { exit_status = run(options->folders, checks, options->as_json); });
  };
  add("ls", "The lessons with their steps", false);
  add("check", "Whether every step can be passed and every sentence about a scene is true", true);
}

}  // namespace sepax
