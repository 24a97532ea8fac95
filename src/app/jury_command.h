#pragma once

namespace CLI {
class App;
}

namespace sepax {

/// `sepax jury` asks other engines about the pairs of cases, `sepax jurors` lists those there are. Set `exit_status` when they run.
void addJuryCommand(CLI::App& app, int& exit_status);
void addJurorsCommand(CLI::App& app, int& exit_status);

}  // namespace sepax
