#pragma once

#include "scene/document.h"

#include <string>

namespace sepax {

struct Outbox;
struct ViewState;
struct Workspace;

// Which pairs a document tests, as the window changes it: all of its bodies', or those of a list.

/// True when the document tests the pair, in either order.
[[nodiscard]] bool isTested(const Document& document, const PairIds& pair);

/// Shows a pair, which joins the list where it is not tested yet.
void showPair(const Document& document, const PairIds& pair, ViewState& view, Outbox& outbox);

/// False for a crowd of which only those pairs are tested that are close just now.
[[nodiscard]] bool canListPairs(const Document& document);
/// Lists all pairs that are tested now. Needs canListPairs().
void listPairs(const Document& document, Outbox& outbox);
/// Tests all pairs, also those with bodies that are added later.
void testAllPairs(Outbox& outbox);
/// Takes a pair off the list, or lists all others. Needs canListPairs().
void leaveOut(const Document& document, const PairIds& pair, Outbox& outbox);

/// Turns the shown pair round: in the list where there is one, else only for whoever looks, since a list would leave out what is added
/// later.
void swapShownPair(const Workspace& workspace, ViewState& view, Outbox& outbox);

/// The body that a new one is shown with: the selected one, else the first of the shown pair, else the last; empty without bodies.
[[nodiscard]] std::string partnerOfNewBody(const Workspace& workspace);

}  // namespace sepax
