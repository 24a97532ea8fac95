#pragma once

namespace CLI {
class App;
}

namespace sepax {

/// Adds `selfcheck`: the reference against exact arithmetic, the radius formula and brute force on seeded pairs of
/// every kind. Exit status 1 when anything is wrong.
void addSelfcheckCommand(CLI::App& app, int& exit_status);

}  // namespace sepax
