#pragma once

#include "collide/sat/sat_report.h"
#include "geom/types.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sepax {

using PairIds = std::pair<std::string, std::string>;

/// A number as an expectation allows it: a value, give or take the expectation's tolerance, or a range with its ends,
/// to which no tolerance is added.
struct ExpectedNumber {
  static constexpr double kOpen = std::numeric_limits<double>::infinity();  ///< a range's end that nothing is asked of
  double min = 0, max = 0;
  bool is_range = false;

  ExpectedNumber() = default;
  ExpectedNumber(double value) : min(value), max(value) {}
  [[nodiscard]] static ExpectedNumber between(double min, double max) {
    ExpectedNumber range;
    range.min = min;
    range.max = max;
    range.is_range = true;
    return range;
  }
  friend bool operator==(const ExpectedNumber&, const ExpectedNumber&) = default;
};

/// One verdict or several of which any will do.
class VerdictSet {
 public:
  VerdictSet() = default;
  VerdictSet(Verdict verdict) { add(verdict); }
  void add(Verdict verdict) { bits_ |= 1u << static_cast<unsigned>(verdict); }
  [[nodiscard]] bool contains(Verdict verdict) const { return (bits_ >> static_cast<unsigned>(verdict) & 1u) != 0; }
  [[nodiscard]] std::vector<Verdict> list() const;
  friend bool operator==(const VerdictSet&, const VerdictSet&) = default;

 private:
  unsigned bits_ = 0;
};

/// Two points under names of their own, each optional.
struct NamedPoints {
  std::optional<Vec3> first, second;
};
/// Witness points on A and on B.
struct WitnessPoints : NamedPoints {
  static constexpr const char* kNames[] = {"a", "b"};
};
/// The corners of axis-aligned bounds in the world.
struct BoundsCorners : NamedPoints {
  static constexpr const char* kNames[] = {"min", "max"};
};

/// Contacts in any order. Each position, feature and separation that is listed needs a contact of its own; there may be
/// more unless `count` says how many.
struct ExpectedContacts {
  std::optional<ExpectedNumber> count;
  std::vector<Vec3> positions;
  std::vector<std::string> features;  ///< as reports name them: "A vertex 3 · B face 1"
  std::vector<ExpectedNumber> separations;
  std::optional<double> tolerance;  ///< metres; without it the expectation's
};

/// Volumes by the name of their kind, m³ (areas in 2D, m²).
using ExpectedVolumes = std::vector<std::pair<std::string, ExpectedNumber>>;

/// The values of an answer under the names that JSON has for them: those that a case expects, or those that were found.
/// Only what is set counts. World space, metres, seconds.
struct AnswerValues {
  std::optional<VerdictSet> verdict;
  std::optional<bool> hit, inside, starts_in_contact, starts_inside;
  std::optional<ExpectedNumber> separation, distance, depth, time_of_impact, exit_time, exit_distance, signed_distance;
  std::optional<ExpectedNumber> volume, area, mass;
  std::optional<Vec3> normal, mtv, point, boundary_point, centre;
  std::optional<AxisId> deciding_axis;
  std::optional<std::string> body, place;
  std::optional<WitnessPoints> closest_points;
  std::optional<BoundsCorners> bounds;
  std::optional<ExpectedContacts> contacts;
  std::optional<ExpectedVolumes> volumes;
};

/// The answer that a case expects of a pair or of a query's answer.
struct Expectation : AnswerValues {
  PairIds pair;
  std::optional<std::size_t> query;  ///< index among the queries; then `pair` is empty
  std::string query_id;              ///< how the case names that query, empty: by its index
  std::string name;                  ///< of the test in a JUnit report
  std::string algorithm;             ///< row of the pair table; empty: the one that is asked for
  double tolerance = 1e-9;           ///< metres (components of the normal: plain)
  bool tolerance_given = false;
};

}  // namespace sepax
