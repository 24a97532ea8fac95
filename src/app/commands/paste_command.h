#pragma once

namespace CLI {
class App;
}

namespace sepax {

/// `sepax paste`: a posted text becomes a case. Sets `exit_status` when it runs.
void addPasteCommand(CLI::App& app, int& exit_status);
/// `sepax export`: the other way.
void addExportCommand(CLI::App& app, int& exit_status);

}  // namespace sepax
