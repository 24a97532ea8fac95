#pragma once

namespace sepax {

struct PairAlgorithm;
struct Scene;
struct ViewState;

// Breaking it: which published algorithms are wrong about the shown pair, and how.

/// The next historical row after the shown one, around the end, that answers the shown pair wrongly; null when all are
/// right or refuse it.
[[nodiscard]] const PairAlgorithm* nextWrongRow(const Scene& scene);

/// Shows the reference while another algorithm is shown, and then that one again; without one before, the next that is
/// wrong.
void swapWithReference(const Scene& scene, ViewState& view);

}  // namespace sepax
