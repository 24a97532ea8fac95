#pragma once

#include "collider/lint.h"
#include "ui/kit/panel.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace sepax {

/// The state of the Colliders panel between frames.
struct LintPanel {
  std::vector<std::size_t> order;  ///< rows of the table, sorted
  std::shared_ptr<const std::vector<MeshLint>> order_of;
};

/// How good the meshes of the open bundle are as colliders, the worst first; a click goes to the mesh.
extern const Panel kLintPanel;

}  // namespace sepax
