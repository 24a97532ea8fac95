#pragma once

#include "bundle/tree.h"
#include "collider/lint.h"

#include <memory>
#include <vector>

namespace sepax {

struct Workspace;

/// The quality of the open bundle's meshes as colliders, the worst first.
struct LintState {
  std::shared_ptr<const Tree> tree;
  std::shared_ptr<const std::vector<MeshLint>> rows;  ///< null: not asked for
};

/// Evaluates every mesh of the open bundle in the background.
void startLinting(Workspace& workspace);

}  // namespace sepax
