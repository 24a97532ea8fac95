#pragma once

#include "document/document.h"
#include "session/scene/scene.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

// Which pairs a document tests, as the window changes it: all of its bodies', or those of a list.

/// True when the document tests the pair, in either order.
[[nodiscard]] bool isTested(const Document& document, const PairIds& pair);

/// Shows a pair, which joins the list where it is not tested yet.
void showPair(const Document& document, const PairIds& pair, ViewState& view, Commands& outbox);

/// Shows a tested pair by its place in the reports. In a crowd its first body is selected, so that what meets it is
/// lit, and the camera comes near enough to see the pair.
void showListed(const Scene& scene, std::size_t pair, ViewState& view);
/// The overlapping pair after the shown one, around the end: in the list's order, of a crowd by depth, the deepest
/// first.
void showNextOverlap(const Scene& scene, ViewState& view);
/// The places of the tested pairs in the reports, of one state or all, in the order in which they are listed: of a
/// crowd the deepest first, the farthest last.
[[nodiscard]] std::vector<std::uint32_t> listedPairs(const Reports& reports, std::optional<PairState> filter);

/// False for a crowd of which only those pairs are tested that are close just now.
[[nodiscard]] bool canListPairs(const Document& document);
/// Lists all pairs that are tested now. Needs canListPairs().
void listPairs(const Document& document, Commands& outbox);
/// Tests all pairs, also those with bodies that are added later.
void testAllPairs(Commands& outbox);
/// Takes a pair off the list, or lists all others. Needs canListPairs().
void leaveOut(const Document& document, const PairIds& pair, Commands& outbox);

/// Turns the shown pair round: in the list where there is one, else only in the view, since a list would leave out what
/// is added later.
void swapShownPair(const Scene& scene, ViewState& view, Commands& outbox);

/// The body that a new one is shown with: the selected one, else the first of the shown pair, else the last; empty
/// without bodies.
[[nodiscard]] std::string partnerOfNewBody(const Scene& scene);

/// The pairs that bodies bring with them from another document, in whose order they are here under their new ids: those
/// that it names, else all of a few bodies.
[[nodiscard]] std::vector<PairIds> pairsBrought(const Document& from, const std::vector<Body>& bodies);

/// The pairs that copies of bodies are tested in as these are, where the document names its pairs: with each other and
/// with the rest.
[[nodiscard]] std::vector<PairIds> pairsCopied(const Document& document, const std::vector<Body>& originals,
                                               const std::vector<Body>& copies);

}  // namespace sepax
