#include "session/pair_list.h"

#include "scene/tested_pairs.h"
#include "session/workspace.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace sepax {

namespace {

bool isSamePair(const PairIds& a, const PairIds& b) { return a == b || (a.first == b.second && a.second == b.first); }

}  // namespace

bool isTested(const Document& document, const PairIds& pair) {
  if (pair.first == pair.second || findBody(document, pair.first) == nullptr || findBody(document, pair.second) == nullptr) return false;
  return !document.pairs || std::ranges::any_of(*document.pairs, [&](const PairIds& one) { return isSamePair(one, pair); });
}

void showPair(const Document& document, const PairIds& pair, ViewState& view, Outbox& outbox) {
  if (document.pairs && !isTested(document, pair)) {
    std::vector<PairIds> pairs = *document.pairs;
    pairs.push_back(pair);
    outbox.send(SetPairs{std::move(pairs)});
  }
  view.pair = pair;
  view.pinned_axis.reset();
}

bool canListPairs(const Document& document) { return document.pairs || document.bodies.size() <= kMaxBodiesAllPairs; }

void listPairs(const Document& document, Outbox& outbox) { outbox.send(SetPairs{testedPairs(document)}); }

void testAllPairs(Outbox& outbox) { outbox.send(SetPairs{}); }

void leaveOut(const Document& document, const PairIds& pair, Outbox& outbox) {
  std::vector<PairIds> pairs = testedPairs(document);
  std::erase_if(pairs, [&](const PairIds& one) { return isSamePair(one, pair); });
  outbox.send(SetPairs{std::move(pairs)});
}

void swapShownPair(const Workspace& workspace, ViewState& view, Outbox& outbox) {
  const Reports& reports = workspace.reports;
  if (reports.shown_pair < 0) return;
  const auto at = static_cast<std::size_t>(reports.shown_pair);
  view.pinned_axis.reset();
  view.pair = reports.pairs[at];
  const Document& document = workspace.history.document();
  if (!document.pairs || view.swapped) {
    view.swapped = !view.swapped;
    return;
  }
  std::vector<PairIds> pairs = *document.pairs;
  std::swap(pairs[at].first, pairs[at].second);
  outbox.send(SetPairs{std::move(pairs)});
}

std::string partnerOfNewBody(const Workspace& workspace) {
  const Document& document = workspace.history.document();
  if (findBody(document, workspace.view.selected) != nullptr) return workspace.view.selected;
  const Reports& reports = workspace.reports;
  if (reports.shown_pair >= 0) return reports.pairs[static_cast<std::size_t>(reports.shown_pair)].first;
  return document.bodies.empty() ? std::string() : document.bodies.back().id;
}

}  // namespace sepax
