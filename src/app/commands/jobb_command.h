#pragma once

namespace CLI {
class App;
}

namespace sepax {

/// Adds `jobb` to the command `bundle`: the options of the Android SDK's tool under their own names, so that scripts
/// only change the program's name. Sets `exit_status`: 0 done, 2 unusable input.
void addJobbCommand(CLI::App& bundle, int& exit_status);

}  // namespace sepax
