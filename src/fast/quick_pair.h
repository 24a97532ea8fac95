#pragma once

#include "collide/sat/sat_report.h"
#include "fast/broad_phase.h"
#include "geom/shape.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sepax {

/// A ball or an oriented box, of either space, as a crowd's pairs are tested with; other shapes are kOther.
struct QuickBody {
  enum class Kind : std::uint8_t { kOther, kBall, kBox, kFlatBox };
  Kind kind = Kind::kOther;
  Vec3 centre{0.0};
  Mat3 rotation{1.0};  ///< its columns are the box's axes
  Vec3 half{0.0};      ///< half extents; of a ball its radius in x
  double size = 0;     ///< longest side
};
[[nodiscard]] QuickBody quickBody(const PosedShape& posed);

/// The reference's answer without its explanation.
struct QuickAnswer {
  Verdict verdict = Verdict::kSeparated;
  /// When the shapes overlap, within 1e-5 of size of the reference's. When they are apart, no larger than the
  /// reference's, and smaller where edges are nearly parallel, whose axis only the reference has.
  double separation = 0;
};

/// The answer of the row `sat` for balls and boxes; nullopt for other shapes and where it is not certain, so near to
/// touching that the reference has to say. Doubles over all axes, normalised: rounding adds some 1e-10 of size and
/// distance (1e-16 over the sine of the angle between two edges), and edges within 1e-6 of parallel are left out, which
/// loses at most that much separation, of size (kParallelEdges); the doubt below is ten times that.
/// `touching_tolerance`: the document's, else the pair's own.
[[nodiscard]] std::optional<QuickAnswer> quickAnswer(const QuickBody& a, const QuickBody& b,
                                                     const std::optional<double>& touching_tolerance);

/// Answers many pairs as each alone, boxes by twos: in half the time.
[[nodiscard]] std::vector<std::optional<QuickAnswer>> quickAnswers(std::span<const QuickBody> bodies,
                                                                   std::span<const BoxPair> pairs,
                                                                   const std::optional<double>& touching_tolerance);

}  // namespace sepax
