#pragma once

namespace CLI {
class App;
}

namespace sepax {

/// `sepax jurors` lists the jurors there are, `jurors install` and `jurors remove` those whose engines come from npm.
/// Sets `exit_status` when it runs.
void addJurorsCommand(CLI::App& app, int& exit_status);

}  // namespace sepax
