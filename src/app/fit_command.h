#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace sepax {

struct FitOptions {
  std::string mesh;                         ///< a mesh file, BUNDLE:PATH of one inside, or CASE#BODY
  std::vector<std::string> volumes{"all"};  ///< names of volumeKinds(), or "all"
  bool json = false;
};

/// Fits bounding volumes around a mesh and prints them on standard output. Exit status: 0 fine, 2 unusable input (message on standard
/// error, nothing on standard output).
[[nodiscard]] int runFit(const FitOptions& options);

/// Adds `fit` to the command line; the command sets `exit_status`.
void addFitCommand(CLI::App& app, int& exit_status);

}  // namespace sepax
