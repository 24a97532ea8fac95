#include "document/tested_pairs.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "core/name_map.h"
#include "geom/support.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

std::uint64_t pairsAmong(std::size_t bodies) {
  return bodies < 2 ? 0 : static_cast<std::uint64_t>(bodies) * (bodies - 1) / 2;
}

std::vector<BoxPair> listedPairs(const Document& document) {
  NameMap<std::string_view, std::uint32_t> place_of;
  for (std::size_t i = 0; i < document.bodies.size(); ++i)
    place_of.emplace(document.bodies[i].id, static_cast<std::uint32_t>(i));
  const auto placeOf = [&](const std::string& id) {
    const auto found = place_of.find(id);
    return found == place_of.end() ? kNoBody : found->second;
  };
  std::vector<BoxPair> pairs;
  for (const auto& [a, b] : *document.pairs) pairs.push_back({placeOf(a), placeOf(b)});
  return pairs;
}

/// In order: by the first body by counting, which few have more than a few pairs of, then by the second.
std::vector<BoxPair> sorted(std::span<const BoxPair> pairs, std::size_t bodies) {
  std::vector<std::uint32_t> next(bodies + 1);  // first where a body's pairs begin, then behind those that are placed
  for (const BoxPair& pair : pairs) ++next[pair.a + 1];
  for (std::size_t i = 1; i <= bodies; ++i) next[i] += next[i - 1];
  std::vector<BoxPair> out(pairs.size());
  for (const BoxPair& pair : pairs) out[next[pair.a]++] = pair;
  std::size_t begin = 0;
  for (std::size_t body = 0; body < bodies; begin = next[body++])
    std::sort(out.begin() + static_cast<std::ptrdiff_t>(begin), out.begin() + static_cast<std::ptrdiff_t>(next[body]));
  return out;
}

}  // namespace

bool isCrowd(const Document& document) { return !document.pairs && document.bodies.size() > kMaxBodiesAllPairs; }

MinMaxBox touchingBounds(const PosedShape& posed, const std::optional<double>& tolerance) {
  const MinMaxBox box = boundsOf(posed.shape, posed.pose);
  const double slack = tolerance ? *tolerance / 2 : kTouching * sizeOf(posed.shape);
  return {box.min - slack, box.max + slack};
}

bool ClosePairs::holds(std::span<const MinMaxBox> bounds) const {
  return wide_.size() == bounds.size() && std::ranges::equal(bounds, wide_, [](const MinMaxBox& b, const MinMaxBox& w) {
           return glm::all(glm::greaterThanEqual(b.min, w.min)) && glm::all(glm::lessThanEqual(b.max, w.max));
         });
}

TestedPairs ClosePairs::among(std::span<const MinMaxBox> bounds) {
  constexpr double kWider = 0.1;  // of its own size on each side: bodies at a walking pace stay there for some frames
  constexpr int kNarrowSearches = 30;
  TestedPairs close;
  const auto find = [&](std::span<const MinMaxBox> of) {
    const BroadPhase::Result found = phase_.findPairs(of, kMaxClosePairs);
    close.is_complete = found.is_complete;
    return sorted(found.pairs, of.size());
  };
  if (holds(bounds)) {
    ++held_;
  } else {
    if (!wide_.empty()) narrow_ = held_ == 0 ? kNarrowSearches : 0;
    wide_.clear();
    held_ = 0;
    if (std::exchange(last_count_, bounds.size()) == bounds.size() && --narrow_ < 0) {
      for (const MinMaxBox& box : bounds) {
        const Vec3 slack{kWider * longestSide(box)};
        wide_.push_back({box.min - slack, box.max + slack});
      }
      near_ = find(wide_);
      if (!close.is_complete) wide_.clear();
    }
  }
  if (wide_.empty()) {
    close.pairs = find(bounds);
  } else {
    std::ranges::copy_if(near_, std::back_inserter(close.pairs),
                         [&](const BoxPair& pair) { return overlaps(bounds[pair.a], bounds[pair.b]); });
  }
  close.culled = pairsAmong(bounds.size()) - close.pairs.size();
  return close;
}

TestedPairs testedPairPlaces(const Document& document, Culling culling) {
  TestedPairs tested;
  if (document.pairs) {
    tested.pairs = listedPairs(document);
    return tested;
  }
  const auto count = static_cast<std::uint32_t>(document.bodies.size());
  if (count <= kMaxBodiesAllPairs || culling == Culling::kNever) {
    for (std::uint32_t a = 0; a < count; ++a) {
      for (std::uint32_t b = a + 1; b < count; ++b) tested.pairs.push_back({a, b});
    }
    return tested;
  }
  std::vector<MinMaxBox> boxes;
  boxes.reserve(count);
  for (const Body& body : document.bodies)
    boxes.push_back(touchingBounds(posedShape(body), document.touching_tolerance));
  return ClosePairs().among(boxes);
}

PairIds idsOf(const Document& document, const BoxPair& places) {
  return {document.bodies[places.a].id, document.bodies[places.b].id};
}

PairIds idsOf(const Document& document, const TestedPairs& tested, std::size_t i) {
  return document.pairs ? (*document.pairs)[i] : idsOf(document, tested.pairs[i]);
}

std::vector<PairIds> testedPairs(const Document& document) {
  const TestedPairs tested = testedPairPlaces(document);
  std::vector<PairIds> pairs;
  for (std::size_t i = 0; i < tested.pairs.size(); ++i) pairs.push_back(idsOf(document, tested, i));
  return pairs;
}

}  // namespace sepax
