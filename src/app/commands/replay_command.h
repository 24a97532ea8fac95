#pragma once

namespace CLI {
class App;
}

namespace sepax {

/// `sepax replay`: recordings of other engines, looked into, checked, compared and cut. Sets `exit_status` when it
/// runs.
void addReplayCommand(CLI::App& app, int& exit_status);

}  // namespace sepax
