#pragma once

#include "collider/lint.h"
#include "ui/kit/panel.h"

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace sepax {

/// The state of the Problems panel between frames.
struct ProblemsPanel {
  std::array<bool, 4> shown{true, true, true, true};  ///< by Severity
  std::string filter;
  std::vector<std::size_t> rows;        ///< findings that the filters keep, worst first
  std::shared_ptr<const void> rows_of;  ///< tree or report that has the findings
  bool rows_outdated = true;
};

/// Everything that was found wrong with the open bundle; a click goes to the entry and its bytes in the file.
extern const Panel kProblemsPanel;

/// The state of the Colliders panel between frames.
struct LintPanel {
  std::vector<std::size_t> order;  ///< rows of the table, sorted
  std::shared_ptr<const std::vector<MeshLint>> order_of;
};

/// How good the meshes of the open bundle are as colliders, the worst first; a click goes to the mesh.
extern const Panel kLintPanel;

/// The state of the Search panel between frames.
struct SearchPanel {
  std::string typed;
  bool wants_keys = false;  ///< the field takes the keyboard in the next frame
};

/// Text or bytes in all entries of the open bundle; a click goes to the place.
extern const Panel kSearchPanel;

}  // namespace sepax
