#pragma once

#include "document/document.h"

#include <string>
#include <vector>

namespace sepax {

class History;
struct Commands;
struct ViewState;

// Several bodies can be selected; the one chosen last leads: its handles are shown, its pair is the natural one.

/// The ids of all selected bodies, the leading one last.
[[nodiscard]] std::vector<std::string> selectedIds(const ViewState& view);
[[nodiscard]] std::vector<Body> selectedBodies(const Document& document, const ViewState& view);
[[nodiscard]] bool isSelected(const ViewState& view, const std::string& id);

/// "A", "A, B", "5 bodies".
[[nodiscard]] std::string selectionText(const ViewState& view);

void selectOnly(ViewState& view, const std::string& id);
/// Adds a body to the selection or takes it away.
void toggleSelected(ViewState& view, const std::string& id);
void select(ViewState& view, std::vector<std::string> ids);
/// The body after the selected one in the document's order (before it with `step` −1), around the end.
void walkBodies(const Document& document, ViewState& view, int step);

// Functions that change all selected bodies, one undo step each.

void duplicateSelected(const History& history, const ViewState& view, Commands& outbox);
void removeSelected(const ViewState& view, Commands& outbox);
void showSelected(const Document& document, const ViewState& view, bool visible, Commands& outbox);
void lockSelected(const Document& document, const ViewState& view, bool locked, Commands& outbox);

/// The selected bodies as the text of a case with nothing else in it.
[[nodiscard]] std::string copiedBodies(const Document& document, const ViewState& view);
/// True of such a text, and of a list of points.
[[nodiscard]] bool holdsBodies(const std::string& text);
/// The bodies of such a text under names that are free, or one hull of a list of points ("x y" or "x y z" a line).
struct PastedBodies {
  std::vector<Body> bodies;
  std::vector<PairIds> pairs;  ///< that they bring with them
};
[[nodiscard]] Result<PastedBodies> pastedBodies(const std::string& text, const History& history);

struct PairAlgorithm;
struct Scene;

// Breaking it: which published algorithms are wrong about the shown pair, and how.

/// The next historical row after the shown one, around the end, that answers the shown pair wrongly; null when all are
/// right or refuse it.
[[nodiscard]] const PairAlgorithm* nextWrongRow(const Scene& scene);

/// Shows the reference while another algorithm is shown, and then that one again; without one before, the next that is
/// wrong.
void swapWithReference(const Scene& scene, ViewState& view);

}  // namespace sepax
