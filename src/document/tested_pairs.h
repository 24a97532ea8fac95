#pragma once

#include "document/document.h"
#include "fast/broad_phase.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sepax {

/// Up to so many bodies every pair is tested, however far apart; of a crowd only those whose bounds meet.
inline constexpr std::size_t kMaxBodiesAllPairs = 64;
/// Pairs of a crowd that are tested; of bodies that all overlap there are billions.
inline constexpr std::size_t kMaxClosePairs = 2'000'000;

/// Which pairs of a document are tested, by the places of their bodies.
struct TestedPairs {
  std::vector<BoxPair> pairs;  ///< in the document's order: its list, else by first and then by second body
  std::uint64_t culled =
      0;  ///< pairs of a crowd that are left out: their bounds are apart by more than the touching tolerance
  bool is_complete = true;  ///< false: more than kMaxClosePairs are close
};

/// True when only close pairs of the document are tested.
[[nodiscard]] bool isCrowd(const Document& document);

/// A body's bounds, grown by its share of what still counts as touching: half of the document's tolerance, or that of
/// its own size, which together are at least the tolerance of the larger one.
[[nodiscard]] MinMaxBox touchingBounds(const PosedShape& posed, const std::optional<double>& tolerance);

/// The pairs of bounds that meet, by first and then by second body. When the bounds move, pairs of wider ones are kept,
/// among which all are found until one leaves its wider bounds.
class ClosePairs {
 public:
  [[nodiscard]] TestedPairs among(std::span<const MinMaxBox> bounds);

 private:
  [[nodiscard]] bool holds(std::span<const MinMaxBox> bounds) const;

  BroadPhase phase_;
  std::vector<MinMaxBox> wide_;  ///< empty: nothing is kept
  std::vector<BoxPair> near_;    ///< of the wide bounds, in order
  std::size_t last_count_ = 0;   ///< of bounds
  int held_ = 0;                 ///< how often the wide ones have held
  int narrow_ = 0;               ///< searches to go without wide ones, since bodies are too fast for them
};

enum class Culling { kOfCrowds, kNever };

/// The document's list of pairs, else each body with each later one, without those that are culled. A listed pair of
/// which a body is missing has kNoBody in its place.
[[nodiscard]] TestedPairs testedPairPlaces(const Document& document, Culling culling = Culling::kOfCrowds);
inline constexpr std::uint32_t kNoBody = static_cast<std::uint32_t>(-1);

/// The ids of two bodies of the document, by their places.
[[nodiscard]] PairIds idsOf(const Document& document, const BoxPair& places);
/// The ids of tested pair `i`, in the order of the list when the document lists its pairs.
[[nodiscard]] PairIds idsOf(const Document& document, const TestedPairs& tested, std::size_t i);

/// All of them.
[[nodiscard]] std::vector<PairIds> testedPairs(const Document& document);

}  // namespace sepax
