#pragma once

#include "collider/lint.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace sepax {

/// Adds `lint` to the command `bundle`. Sets `exit_status`: 0 all meshes make sound colliders, 1 some do not, 2
/// unusable input.
void addLintCommand(CLI::App& bundle, int& exit_status);

/// The output of `bundle lint --json`, without a newline.
[[nodiscard]] std::string lintJson(const std::vector<MeshLint>& rows);

/// The output of `bundle lint`.
[[nodiscard]] std::string lintTable(const std::vector<MeshLint>& rows);

}  // namespace sepax
