#pragma once

namespace CLI {
class App;
}

namespace sepax {

/// Adds `extract`, `pack`, `repack`, `footer`, `lint` and `jobb` to the command `bundle`. The chosen command sets
/// `exit_status`: 0 fine, 1 something was refused or warned of, 2 unusable input (message on standard error).
void addBundleWriteCommands(CLI::App& bundle, int& exit_status);

}  // namespace sepax
