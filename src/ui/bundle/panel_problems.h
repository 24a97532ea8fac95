#pragma once

#include "session/bundle/bundle_files.h"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

struct Outbox;
struct ViewState;
struct Workspace;

/// The state of the Problems panel between frames.
struct ProblemsPanel {
  std::array<bool, 4> shown{true, true, true, true};  ///< by Severity
  std::string filter;
  std::vector<std::size_t> rows;        ///< findings that the filters keep, worst first
  std::shared_ptr<const void> rows_of;  ///< tree or report that has the findings
  bool rows_outdated = true;
  std::optional<BytesAt> wants_bytes;  ///< of the problem that was clicked: the shell shows them
};

/// Everything that was found wrong with the open bundle; a click goes to the entry and its bytes in the file.
void drawProblemsPanel(ProblemsPanel& panel, const Workspace& workspace, ViewState& view, Outbox& outbox);

/// "3" for the panel's tab: how many warnings and errors there are; empty for none.
[[nodiscard]] std::string problemCount(const Workspace& workspace);

}  // namespace sepax
