#pragma once

#include <string>

namespace sepax {

struct JuryRow;
struct PairAlgorithm;
struct ViewState;
struct Workspace;

// Breaking it: which published algorithms are wrong about the shown pair, and how.

/// "says overlapping, but they are 0.2 m apart": all differences that are no ties, or empty.
[[nodiscard]] std::string differenceText(const JuryRow& row);

/// The next historical row after the shown one, around the end, that answers the shown pair wrongly; null when all are
/// right or refuse it.
[[nodiscard]] const PairAlgorithm* nextWrongRow(const Workspace& workspace);

/// Shows the reference while another algorithm is shown, and then that one again; without one before, the next that is
/// wrong.
void swapWithReference(const Workspace& workspace, ViewState& view);

}  // namespace sepax
