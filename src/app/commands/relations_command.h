#pragma once

namespace CLI {
class App;
}

namespace sepax {

/// `sepax relations`: whether an algorithm's or a juror's answers to related pairs agree with each other. Sets
/// `exit_status` when it runs.
void addRelationsCommand(CLI::App& app, int& exit_status);

}  // namespace sepax
