#pragma once

namespace CLI {
class App;
}

namespace sepax {

/// `sepax scan`: one or two numbers of a case vary. Sets `exit_status` when it runs.
void addScanCommand(CLI::App& app, int& exit_status);

}  // namespace sepax
