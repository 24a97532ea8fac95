#include "app/commands/commands.h"

#include "app/commands/checked_case.h"
#include "app/commands/command_line.h"
#include "app/commands/jury_output.h"
#include "app/commands/report.h"
#include "core/json_text.h"
#include "core/text.h"
#include "format/case_writer.h"
#include "lab/search/failure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>

namespace sepax {

namespace {

std::vector<std::string> changeTexts(const SceneFind& find) {
  std::vector<std::string> out;
  for (const SceneChange& change : find.changes) out.push_back(change.text());
  if (!find.without.empty()) {
    std::vector<std::string> names;
    for (const std::string& id : find.without) names.push_back(printableLine(id));
    out.push_back(fmt::format("without {}", fmt::join(names, ", ")));
  }
  if (out.empty()) out.emplace_back("the unchanged case");
  return out;
}

Json jsonOf(const SceneFind& find, const std::string& engine, const std::string& file) {
  Json out = outputJson({{"juror", engine},
                         {"fault", kSceneFaultNames[static_cast<std::size_t>(find.fault)]},
                         {"cause", find.cause},
                         {"text", find.text},
                         {"frame", find.frame},
                         {"run", find.run},
                         {"count", find.count},
                         {"changes", Json::list(changeTexts(find))},
                         {"case", caseJson(find.document)}});
  if (!file.empty()) out.add("file", file);
  return out;
}

std::string textOf(const SceneFind& find, const std::string& file) {
  std::string text = fmt::format("{}\n  {}\n", find.cause, find.text);
  for (const std::string& change : changeTexts(find)) text += fmt::format("  {}\n", change);
  return text + fmt::format("  run {}, seen in {}{}\n", find.run, counted(find.count, "run", "runs"),
                            file.empty() ? "" : "; " + printableLine(file));
}

}  // namespace

int runSceneHunt(SceneHuntCommand command) {
  auto loaded = caseToReport(command.file, command.report);
  if (!loaded) return refuse(command.report, loaded.error());
  auto asked = jurorOptions(command.options);
  if (!asked) return refuse(command.report, asked.error());
  command.hunt.simulation.options = std::move(*asked);
  for (const std::string& word : command.seek) {
    const auto found = std::ranges::find(kSceneFaultNames, word);
    if (found == kSceneFaultNames.end())
      return refuse(command.report, command.file,
                    fmt::format("--seek: expected some of {}; found \"{}\"", fmt::join(kSceneFaultNames, ", "),
                                printableLine(word)));
    command.hunt.seek.push_back(static_cast<SceneFault>(found - kSceneFaultNames.begin()));
  }
  auto member =
      memberNamed(command.juror, {.answer_seconds = command.timeout, .restarts = std::numeric_limits<int>::max() - 1});
  if (!member) return refuse(command.report, member.error());
  std::vector<JuryMember> members;
  members.push_back(std::move(*member));
  if (const auto ok = checkJurorOptions(command.hunt.simulation.options, members); !ok)
    return refuse(command.report, ok.error());
  if (!members.front().juror)
    return refuse(command.report, command.file, command.juror + ": an algorithm runs no scenes");

  ProgressLine progress("running " + command.juror);
  const ProgressSink tell = progress.sink();
  command.hunt.progress = [&](std::uint64_t runs) {
    if (tell) tell({runs, command.hunt.runs, counted(runs, "run", "runs")});
  };
  std::string with;  // the options of the engine, without which a find may be none
  for (const std::string& option : command.options) with += "\n--option " + printableLine(option);
  const auto named = [&](const SceneFind& find) {
    Document document = find.document;
    document.name = printableLine(fmt::format("{}: {}", command.juror, find.cause));
    document.notes = find.text + with;
    return document;
  };
  // Each is saved when it is small: an interrupted hunt loses at most the one that is under way.
  std::vector<std::string> files;
  Result<void> saved;
  command.hunt.found = [&](const SceneFind& find) {
    if (command.output.empty()) return true;
    std::error_code error;
    std::filesystem::create_directories(command.output, error);
    std::string file;
    for (std::size_t number = files.size() + 1; file.empty() || std::filesystem::exists(file, error); ++number)
      file =
          fmt::format("{}/{}-{}.json", command.output, kSceneFaultNames[static_cast<std::size_t>(find.fault)], number);
    saved = saveCase(named(find), file);
    files.push_back(saved ? file : std::string());
    return saved.has_value();
  };
  listenForInterrupt();
  command.hunt.simulation.go_on = [] { return !isInterrupted(); };
  auto result = huntScenes(*members.front().juror, loaded->document, command.hunt);
  progress.clear();
  if (!result) return refuse(command.report, result.error());
  fmt::print(stderr, "{} in {:.1f} s, {} more to make finds small; {} found\n", counted(result->runs, "run", "runs"),
             result->seconds, result->small_runs, result->finds.size());

  for (const SceneFault fault : result->unmeasured)
    fmt::print(
        stderr, "{} was not looked for: {}\n", kSceneFaultNames[static_cast<std::size_t>(fault)],
        fault == SceneFault::kEnergy ? "a body is moved by hand, or nothing falls or moves" : "no bounded body stays");

  bool printed = true;
  JunitSuite suite(fmt::format("{}, {}", command.file, command.juror));
  for (std::size_t i = 0; i < result->finds.size(); ++i) {
    SceneFind& find = result->finds[i];
    find.document = named(find);
    const std::string file = command.output.empty() ? std::string() : files[i];
    suite.add(find.cause, 0, {find.text});
    if (command.report.json) {
      printed = printLine(compactJson(jsonOf(find, command.juror, file))) && printed;
    } else {
      printed = print(textOf(find, file)) && printed;
      if (command.output.empty() && !command.report.quiet) printed = print(writeCase(find.document)) && printed;
    }
  }
  if (!saved) return refuse(command.report, saved.error());
  if (result->finds.empty()) suite.add("no fault", 0, {});
  if (finishReport(command.report, {&suite, 1}, {}, printed) != kExitFine) return kExitUnusable;
  return result->finds.empty() ? kExitFine : kExitFailed;
}

}  // namespace sepax
