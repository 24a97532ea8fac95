#include "session/bundle/linting.h"

#include "session/text.h"
#include "session/workspace.h"

#include <memory>
#include <vector>

namespace sepax {

void startLinting(Workspace& workspace) {
  const std::shared_ptr<const Tree> tree = workspace.bundle;
  if (tree == nullptr) return;
  workspace.jobs->start({.label = trf("Evaluating the meshes of {}", tree->name()),
                         .work = [tree](JobControl& control) -> Result<Delivery> {
                           auto rows =
                               std::make_shared<const std::vector<MeshLint>>(lintTree(*tree, control.byteSink()));
                           return [tree, rows](Workspace& w) -> Result<void> {
                             if (w.bundle != tree) return {};
                             w.lint = {tree, rows};
                             return {};
                           };
                         }});
}

}  // namespace sepax
