#pragma once

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

}  // namespace sepax
