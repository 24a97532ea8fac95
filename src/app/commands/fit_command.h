#pragma once

#include <cstddef>
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
  bool decomposes = false;  ///< into convex pieces, instead of fitting volumes
  std::size_t max_pieces = 32;
  std::size_t max_corners = 64;  ///< of a piece
  double extra = 0.05;           ///< that fewer pieces may hold outside the mesh, as a part of its volume
  double distance = 0.01;        ///< and how far from it, as a part of its box's diagonal
  std::string form;              ///< of colliderForms(): prints colliders in it instead of the comparison
};

/// Fits bounding volumes around a mesh and prints them on standard output. Exit status: 0 fine, 2 unusable input
/// (message on standard error, nothing on standard output).
[[nodiscard]] int runFit(const FitOptions& options);

/// Adds `fit` to the command line; the command sets `exit_status`.
void addFitCommand(CLI::App& app, int& exit_status);

}  // namespace sepax
