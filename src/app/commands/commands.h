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

// Commands of the program sepax; each is the file of its name.

/// Adds `bundle …` to the command line. The chosen command sets `exit_status`: 0 sound, 1 findings or differences, 2
/// unusable input (message on standard error).
void addBundleCommand(CLI::App& app, int& exit_status);

/// Adds `extract`, `pack`, `repack`, `footer`, `lint` and `jobb` to the command `bundle`. The chosen command sets
/// `exit_status`: 0 fine, 1 something was refused or warned of, 2 unusable input (message on standard error).
void addBundleWriteCommands(CLI::App& bundle, int& exit_status);

/// Adds `jobb` to the command `bundle`: the options of the Android SDK's tool under their own names, so that scripts
/// only change the program's name. Sets `exit_status`: 0 done, 2 unusable input.
void addJobbCommand(CLI::App& bundle, int& exit_status);

/// `sepax hunt`: random pairs against a row or a juror until it answers wrongly; `sepax minimise`: a failing pair in
/// few round numbers.
void addHuntCommand(CLI::App& app, int& exit_status);
void addMinimiseCommand(CLI::App& app, int& exit_status);

/// `sepax jury` asks other engines about the pairs of cases. Sets `exit_status` when it runs.
void addJuryCommand(CLI::App& app, int& exit_status);

/// `sepax jurors` lists the jurors there are, `jurors install` and `jurors remove` those whose engines come from npm.
/// Sets `exit_status` when it runs.
void addJurorsCommand(CLI::App& app, int& exit_status);

/// `sepax paste`: a posted text becomes a case. Sets `exit_status` when it runs.
void addPasteCommand(CLI::App& app, int& exit_status);
/// `sepax export`: the other way.
void addExportCommand(CLI::App& app, int& exit_status);

/// `sepax relations`: whether an algorithm's or a juror's answers to related pairs agree with each other. Sets
/// `exit_status` when it runs.
void addRelationsCommand(CLI::App& app, int& exit_status);

/// `sepax replay`: recordings of other engines, looked into, checked, compared and cut. Sets `exit_status` when it
/// runs.
void addReplayCommand(CLI::App& app, int& exit_status);

/// `sepax scan`: one or two numbers of a case vary. Sets `exit_status` when it runs.
void addScanCommand(CLI::App& app, int& exit_status);

/// `sepax serve` answers pairs, sweeps and rays of other programs, one line each. Sets `exit_status` when it runs.
void addServeCommand(CLI::App& app, int& exit_status);

/// `sepax simulate` runs a case in other engines and records them. Sets `exit_status` when it runs.
void addSimulateCommand(CLI::App& app, int& exit_status);

/// Adds `selfcheck`: the reference against exact arithmetic, the radius formula and brute force on seeded pairs of
/// every kind. Exit status 1 when anything is wrong.
void addSelfcheckCommand(CLI::App& app, int& exit_status);

/// Adds `fit` to the command line; the command sets `exit_status`.
void addFitCommand(CLI::App& app, int& exit_status);

/// Adds `generate` to the command line; the command sets `exit_status`.
void addGenerateCommand(CLI::App& app, int& exit_status);

/// Adds `lesson ls` and `lesson check`. Sets `exit_status`: 0 fine, 1 a lesson cannot be read or has faults, 2 unusable
/// input.
void addLessonCommand(CLI::App& app, int& exit_status);

/// The output of `lesson ls` for shelves of lessons, as a table or as JSON, without a newline.
[[nodiscard]] std::string lessonTable(const std::vector<ShelvedLesson>& lessons);
[[nodiscard]] std::string lessonJson(const std::vector<ShelvedLesson>& lessons);

/// The output of `lesson check`, and whether all is well.
struct CheckedLessons {
  std::string text;
  bool is_sound = true;
};
[[nodiscard]] CheckedLessons checkLessons(const std::vector<ShelvedLesson>& lessons, bool as_json);

/// Adds `lint` to the command `bundle`. Sets `exit_status`: 0 all meshes make sound colliders, 1 some do not, 2
/// unusable input.
void addLintCommand(CLI::App& bundle, int& exit_status);

/// Adds `check` to the command line; the command sets `exit_status`.
void addCheckCommand(CLI::App& app, int& exit_status);

/// Adds `algorithms`: the names that --algorithm takes.
void addAlgorithmsCommand(CLI::App& app);

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
