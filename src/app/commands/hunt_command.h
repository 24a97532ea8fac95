#pragma once

namespace CLI {
class App;
}

namespace sepax {

/// `sepax hunt`: random pairs against a row or a juror until it answers wrongly; `sepax minimise`: a failing pair in
/// few round numbers.
void addHuntCommand(CLI::App& app, int& exit_status);
void addMinimiseCommand(CLI::App& app, int& exit_status);

}  // namespace sepax
