#include "session/scene/pair_list.h"
#include "session/scene/reports.h"

#include "document/tested_pairs.h"

#include <glm/common.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace sepax {

namespace {

bool isSamePair(const PairIds& a, const PairIds& b) { return a == b || (a.first == b.second && a.second == b.first); }

}  // namespace

bool isTested(const Document& document, const PairIds& pair) {
  if (pair.first == pair.second || findBody(document, pair.first) == nullptr ||
      findBody(document, pair.second) == nullptr)
    return false;
  return !document.pairs ||
         std::ranges::any_of(*document.pairs, [&](const PairIds& one) { return isSamePair(one, pair); });
}

void showPair(const Document& document, const PairIds& pair, ViewState& view, Commands& outbox) {
  if (document.pairs && !isTested(document, pair)) {
    std::vector<PairIds> pairs = *document.pairs;
    pairs.push_back(pair);
    outbox.send(SetPairs{std::move(pairs)});
  }
  view.pair = pair;
  view.pinned_axis.reset();
}

std::vector<std::uint32_t> listedPairs(const Reports& reports, std::optional<PairState> filter) {
  std::vector<std::uint32_t> listed;
  for (std::size_t i = 0; i < reports.states.size(); ++i) {
    if (!filter || reports.states[i] == *filter) listed.push_back(static_cast<std::uint32_t>(i));
  }
  if (reports.bounds.empty()) return listed;
  // A pair that failed or was never tested has no depth.
  const auto depthOf = [&](std::uint32_t i) {
    return verdictOf(reports.states[i]) ? reports.separations[i] : std::numeric_limits<double>::infinity();
  };
  std::ranges::stable_sort(listed, {}, depthOf);
  return listed;
}

void showListed(const Scene& scene, std::size_t pair, ViewState& view) {
  const Reports& reports = scene.reports;
  view.pair = reports.pairs[pair];
  view.pinned_axis.reset();
  const auto [a, b] = reports.places[pair];
  if (a >= reports.bounds.size() || b >= reports.bounds.size()) return;
  view.selected = view.pair->first;
  view.group.clear();
  const MinMaxBox &box_a = reports.bounds[a], &box_b = reports.bounds[b];
  const Vec3 min = glm::min(box_a.min, box_b.min), max = glm::max(box_a.max, box_b.max);
  const double size = length(max - min);
  if (!(size < kMaxLength)) return;
  constexpr double kNear = 4;  // sizes of the pair
  view.camera.target = (min + max) / 2.0;
  view.camera.distance = std::min(view.camera.distance, kNear * size);
}

void showNextOverlap(const Scene& scene, ViewState& view) {
  const Reports& reports = scene.reports;
  const std::vector<std::uint32_t> overlapping = listedPairs(reports, PairState::kOverlapping);
  if (overlapping.empty()) return;
  const auto shown = static_cast<std::uint32_t>(std::max(0, reports.shown_pair));
  // The user has not chosen the pair that a crowd opens with.
  const bool starts = !reports.bounds.empty() && !view.pair;
  auto next = starts ? overlapping.end() : std::ranges::find(overlapping, shown);
  if (next != overlapping.end()) {
    ++next;
  } else if (reports.bounds.empty()) {
    next = std::ranges::upper_bound(overlapping, shown);
  } else {
    next = overlapping.begin();
  }
  showListed(scene, next == overlapping.end() ? overlapping.front() : *next, view);
}

bool canListPairs(const Document& document) { return document.pairs || document.bodies.size() <= kMaxBodiesAllPairs; }

void listPairs(const Document& document, Commands& outbox) { outbox.send(SetPairs{testedPairs(document)}); }

void testAllPairs(Commands& outbox) { outbox.send(SetPairs{}); }

void leaveOut(const Document& document, const PairIds& pair, Commands& outbox) {
  std::vector<PairIds> pairs = testedPairs(document);
  std::erase_if(pairs, [&](const PairIds& one) { return isSamePair(one, pair); });
  outbox.send(SetPairs{std::move(pairs)});
}

void swapShownPair(const Scene& scene, ViewState& view, Commands& outbox) {
  const Reports& reports = scene.reports;
  if (reports.shown_pair < 0) return;
  const auto at = static_cast<std::size_t>(reports.shown_pair);
  view.pinned_axis.reset();
  view.pair = reports.pairs[at];
  const Document& document = scene.history.document();
  if (!document.pairs || view.swapped) {
    view.swapped = !view.swapped;
    return;
  }
  std::vector<PairIds> pairs = *document.pairs;
  std::swap(pairs[at].first, pairs[at].second);
  outbox.send(SetPairs{std::move(pairs)});
}

std::string partnerOfNewBody(const Scene& scene) {
  const Document& document = scene.history.document();
  if (findBody(document, scene.view.selected) != nullptr) return scene.view.selected;
  if (const auto pair = shownPair(scene.reports)) return pair->first;
  return document.bodies.empty() ? std::string() : document.bodies.back().id;
}

std::vector<PairIds> pairsBrought(const Document& from, const std::vector<Body>& bodies) {
  constexpr std::size_t kFew = 32;
  std::vector<PairIds> out;
  if (from.pairs) {
    std::map<std::string, std::string> new_id;
    for (std::size_t i = 0; i < bodies.size(); ++i) new_id[from.bodies[i].id] = bodies[i].id;
    for (const PairIds& pair : *from.pairs) out.emplace_back(new_id[pair.first], new_id[pair.second]);
  } else if (bodies.size() <= kFew) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      for (std::size_t j = i + 1; j < bodies.size(); ++j) out.emplace_back(bodies[i].id, bodies[j].id);
    }
  }
  return out;
}

std::vector<PairIds> pairsCopied(const Document& document, const std::vector<Body>& originals,
                                 const std::vector<Body>& copies) {
  if (!document.pairs) return {};
  std::map<std::string, std::string> copy_of;
  for (std::size_t i = 0; i < copies.size(); ++i) copy_of[originals[i].id] = copies[i].id;
  std::vector<PairIds> out;
  for (const PairIds& pair : *document.pairs) {
    const auto first = copy_of.find(pair.first), second = copy_of.find(pair.second);
    if (first == copy_of.end() && second == copy_of.end()) continue;
    out.emplace_back(first == copy_of.end() ? pair.first : first->second,
                     second == copy_of.end() ? pair.second : second->second);
  }
  return out;
}

}  // namespace sepax
