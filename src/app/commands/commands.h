#pragma once

namespace CLI {
class App;
}

namespace sepax {

// Commands of the program sepax; each is the file of its name. Commands with options of their own have headers beside
// them.

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

}  // namespace sepax
