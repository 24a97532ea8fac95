#pragma once

#include "app/commands/report.h"
#include "lab/search/scene_hunt.h"
#include "lesson/lesson_reader.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace sepax {

// Commands of the program sepax; each is the file of its name. A function adds its command to the command line, or to
// the command `bundle`. The command that was chosen sets `exit_status`: 0 fine, 1 where something is wrong, differs or
// was refused, 2 unusable input (message on standard error).

void addBundleCommand(CLI::App& app, int& exit_status);
/// `extract`, `pack`, `repack`, `footer`, `lint` and `jobb`.
void addBundleWriteCommands(CLI::App& bundle, int& exit_status);
/// The options of the Android SDK's tool under their own names, so that scripts only change the program's name.
void addJobbCommand(CLI::App& bundle, int& exit_status);
/// Whether all meshes make sound colliders.
void addLintCommand(CLI::App& bundle, int& exit_status);

void addCheckCommand(CLI::App& app, int& exit_status);
/// `algorithms`: the names that --algorithm takes.
void addAlgorithmsCommand(CLI::App& app);
void addFitCommand(CLI::App& app, int& exit_status);
void addGenerateCommand(CLI::App& app, int& exit_status);
/// Random pairs against a row or a juror until it answers wrongly.
void addHuntCommand(CLI::App& app, int& exit_status);
/// A failing pair in few round numbers.
void addMinimiseCommand(CLI::App& app, int& exit_status);
/// Asks other engines about the pairs of cases.
void addJuryCommand(CLI::App& app, int& exit_status);
/// Lists the jurors there are; `jurors install` and `jurors remove` those whose engines come from npm.
void addJurorsCommand(CLI::App& app, int& exit_status);
/// `lesson ls` and `lesson check`.
void addLessonCommand(CLI::App& app, int& exit_status);
/// A posted text becomes a case.
void addPasteCommand(CLI::App& app, int& exit_status);
/// The other way.
void addExportCommand(CLI::App& app, int& exit_status);
/// Whether an algorithm's or a juror's answers to related pairs agree with each other.
void addRelationsCommand(CLI::App& app, int& exit_status);
/// Recordings of other engines, looked into, checked, compared and cut.
void addReplayCommand(CLI::App& app, int& exit_status);
/// One or two numbers of a case vary.
void addScanCommand(CLI::App& app, int& exit_status);
/// The reference against exact arithmetic, the radius formula and brute force on seeded pairs of every kind.
void addSelfcheckCommand(CLI::App& app, int& exit_status);
/// Answers pairs, sweeps and rays of other programs, one line each.
void addServeCommand(CLI::App& app, int& exit_status);
/// Runs a case in other engines and records them.
void addSimulateCommand(CLI::App& app, int& exit_status);

/// The output of `lesson ls` for shelves of lessons, as a table or as JSON, without a newline.
[[nodiscard]] std::string lessonTable(const std::vector<ShelvedLesson>& lessons);
[[nodiscard]] std::string lessonJson(const std::vector<ShelvedLesson>& lessons);

/// The output of `lesson check`, and whether all is well.
struct CheckedLessons {
  std::string text;
  bool is_sound = true;
};
[[nodiscard]] CheckedLessons checkLessons(const std::vector<ShelvedLesson>& lessons, bool as_json);

/// `sepax hunt --simulate`.
struct SceneHuntCommand {
  std::string file, juror, output;  ///< the last is a folder; empty: cases are printed
  std::vector<std::string> seek, options;
  SceneHuntOptions hunt;
  double timeout = 2;
  ReportOptions report;
};

/// The command's exit status.
[[nodiscard]] int runSceneHunt(SceneHuntCommand command);

}  // namespace sepax
