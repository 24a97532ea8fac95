#pragma once

#include "document/document.h"

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace sepax {

/// A crowd of random bodies.
struct CrowdOptions {
  int bodies = 1000;
  std::string space = "3d";         ///< or "2d"
  std::vector<std::string> shapes;  ///< kinds by their names in case files; empty: boxes
  double density = 0.1;  ///< volume (area) of all bounds over that of the cube (square) that the bodies are in
  std::uint64_t seed = 0;
  double speed = 0;            ///< of every body, m/s, in a random direction
  double spin = 0;             ///< rad/s about a random axis, of those that rotate
  std::string walls = "none";  ///< or "bounce", "pass": what moving bodies do at the sides of that cube
};

/// The crowd of these options: the same seed gives the same bodies, sizes about a metre, around the origin. Errors: a
/// kind that the space does not have.
[[nodiscard]] Result<Document> makeCrowd(const CrowdOptions& options);

/// Adds `generate` to the command line; the command sets `exit_status`.
void addGenerateCommand(CLI::App& app, int& exit_status);

}  // namespace sepax
