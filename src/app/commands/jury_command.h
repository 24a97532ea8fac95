#pragma once

namespace CLI {
class App;
}

namespace sepax {

/// `sepax jury` asks other engines about the pairs of cases. Sets `exit_status` when it runs.
void addJuryCommand(CLI::App& app, int& exit_status);

}  // namespace sepax
