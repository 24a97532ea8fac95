#pragma once

namespace CLI {
class App;
}

namespace sepax {

/// Adds `bundle …` to the command line. The chosen command sets `exit_status`: 0 sound, 1 findings or differences, 2
/// unusable input (message on standard error).
void addBundleCommand(CLI::App& app, int& exit_status);

}  // namespace sepax
