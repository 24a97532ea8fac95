#pragma once

#include "collide/sat/sat_report.h"
#include "collide/sweep/sweep.h"
#include "geom/bounding_volumes.h"
#include "geom/contains.h"
#include "geom/mass.h"
#include "geom/ray_cast.h"
#include "geom/types.h"

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
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

/// Whether a case must have a member of a query, and what it must be.
enum class QueryMember {
  kNeeded,
  kMayMiss,    ///< left out, it has the struct's value
  kDirection,  ///< required, and not zero
};

/// A member of a query: the single source for reading, writing, checks, the renaming of bodies, the schema and the
/// help. `T` says what it is: PairIds and std::string are ids of bodies, a double is a length, a duration or a density
/// from 0 up, a Vec3 a point or direction in the world.
template <class Q, class T>
struct QueryField {
  const char* name;  ///< as in case files
  T Q::*member;
  QueryMember presence;
  const char* summary;
};
template <class Q, class T>
QueryField(const char*, T Q::*, QueryMember, const char*) -> QueryField<Q, T>;

// Types of queries: kType as in case files, kSummary and what the answer has in JSON, one sentence, for `sepax help
// query`, and fields() in the order in which they are written.

/// When do two bodies touch, moving by their velocities?
struct SweepQuery {
  PairIds pair;
  double duration = 1;  ///< seconds
  static constexpr const char* kType = "sweep";
  static constexpr const char* kSummary = "when two bodies touch, moving by their velocities";
  static constexpr const char* kAnswer =
      "time_of_impact is the first contact (never late), exit_time the first end of it (never early): of straight "
      "sweeps the last, beyond the duration too, and then left_within_duration is false; contacts_at has all contacts "
      "within the duration, openings_missed_below how short openings may have been missed in them; distance is what is "
      "left of the gap at that time, on a miss at the end; deciding_axis and axes with each axis' own time_of_impact "
      "and "
      "exit_time";
  static constexpr auto fields() {
    return std::tuple{QueryField{"pair", &SweepQuery::pair, QueryMember::kNeeded, "the two bodies"},
                      QueryField{"duration", &SweepQuery::duration, QueryMember::kNeeded, "seconds from 0 up"}};
  }
  friend bool operator==(const SweepQuery&, const SweepQuery&) = default;
};

/// What does a ray meet first?
struct RayQuery {
  Vec3 origin{0.0}, direction{1, 0, 0};
  double length = 1;                ///< metres
  std::optional<std::string> body;  ///< without it: every body, hidden ones too
  static constexpr const char* kType = "ray";
  static constexpr const char* kSummary = "what a ray meets first";
  static constexpr const char* kAnswer =
      "body, distance, point, normal and feature of the first hit; hits has all of them, the nearest first; "
      "starts_inside; exit_distance; back_face";
  static constexpr auto fields() {
    return std::tuple{QueryField{"origin", &RayQuery::origin, QueryMember::kNeeded, "where it starts"},
                      QueryField{"direction", &RayQuery::direction, QueryMember::kDirection, "of any length but 0"},
                      QueryField{"length", &RayQuery::length, QueryMember::kNeeded,
                                 "metres from 0 up; of length 0 it is the point at its origin"},
                      QueryField{"body", &RayQuery::body, QueryMember::kMayMiss,
                                 "only this one; without it every body, hidden ones too"}};
  }
  friend bool operator==(const RayQuery&, const RayQuery&) = default;
};

/// Does a body contain a point?
struct ContainsQuery {
  std::string body;
  Vec3 point{0.0};
  static constexpr const char* kType = "contains";
  static constexpr const char* kSummary = "whether a body contains a point";
  static constexpr const char* kAnswer =
      "inside, place, signed_distance to the boundary (negative inside), boundary_point, its outward normal";
  static constexpr auto fields() {
    return std::tuple{QueryField{"body", &ContainsQuery::body, QueryMember::kNeeded, "the body"},
                      QueryField{"point", &ContainsQuery::point, QueryMember::kNeeded, "in the world"}};
  }
  friend bool operator==(const ContainsQuery&, const ContainsQuery&) = default;
};

/// Which bounding volumes fit around a body?
struct FitQuery {
  std::string body;
  std::vector<VolumeKind> volumes;  ///< read from a case without them: all
  static constexpr const char* kType = "fit";
  static constexpr const char* kSummary = "bounding volumes around a body's vertices, in body space";
  static constexpr const char* kAnswer = "volumes, each with kind, volume, area, bytes, tightness and its shape";
  static constexpr auto fields() {
    return std::tuple{
        QueryField{"body", &FitQuery::body, QueryMember::kNeeded, "the body"},
        QueryField{"volumes", &FitQuery::volumes, QueryMember::kMayMiss, "a kind or a list of kinds; without it all"}};
  }
  friend bool operator==(const FitQuery&, const FitQuery&) = default;
};

/// How large and how heavy is a body, and where is its centre of mass?
struct MassQuery {
  std::string body;
  double density = 1;  ///< kg/m³; in 2D kg/m²
  static constexpr const char* kType = "mass";
  static constexpr const char* kSummary = "how large and heavy a body is, and where";
  static constexpr const char* kAnswer =
      "volume, area and how many sides it counts (area_sides), mass, centre of mass, inertia tensor about it, its "
      "principal_moments and principal_axes, and axis-aligned bounds {min, max}, in the world; surface_only of meshes "
      "that enclose nothing, shared_volume of those whose parts run into each other";
  static constexpr auto fields() {
    return std::tuple{
        QueryField{"body", &MassQuery::body, QueryMember::kNeeded, "the body"},
        QueryField{"density", &MassQuery::density, QueryMember::kMayMiss, "kg/m³ (2d: kg/m²), 1 without it"}};
  }
  friend bool operator==(const MassQuery&, const MassQuery&) = default;
};

/// A query of a type that is answered elsewhere or unknown; it is kept.
struct UnknownQuery {
  std::string json;  ///< the whole query, one JSON object as text
  static constexpr std::tuple<> fields() { return {}; }
  friend bool operator==(const UnknownQuery&, const UnknownQuery&) = default;
};

/// Every type of query there is. Adding one: a struct above, an entry here, its answer (format/query.cpp) and the
/// report of it (format/query_report.cpp).
using Query = std::variant<UnknownQuery, SweepQuery, RayQuery, ContainsQuery, FitQuery, MassQuery>;

/// A query as a case asks it.
struct AskedQuery {
  Query query;
  std::string id = {};  ///< what expectations call it, empty: by its index
  friend bool operator==(const AskedQuery&, const AskedQuery&) = default;
};

/// Calls `visit(field, member)` for each field of a query; with a mutable query the member is mutable.
template <class Q, class Visitor>
void forEachQueryField(Q& query, Visitor&& visit) {
  std::apply([&]([[maybe_unused]] const auto&... field) { (visit(field, query.*(field.member)), ...); },
             std::decay_t<Q>::fields());
}

/// The place of the first sweep of these two bodies, in either order.
[[nodiscard]] std::optional<std::size_t> findSweep(const std::vector<AskedQuery>& queries, const PairIds& pair);

/// The queries with another duration of a pair's sweep, which is added when there is none. For SetQueries.
[[nodiscard]] std::vector<AskedQuery> withSweepDuration(std::vector<AskedQuery> queries, const PairIds& pair,
                                                        double duration);

/// The queries with `query` for the one at `index`, whose id and unknown keys stay. For SetQueries.
[[nodiscard]] std::vector<AskedQuery> withQuery(std::vector<AskedQuery> queries, std::size_t index, Query query);

// Works on the fields of every type of query; a query of a test may have them, too.

/// Gives a body its new id in a member of a query; true when it is about that body.
inline bool renameInMember(std::string& name, const std::string& id, const std::string& new_id) {
  if (name != id) return false;
  name = new_id;
  return true;
}
inline bool renameInMember(PairIds& pair, const std::string& id, const std::string& new_id) {
  const bool is_first = renameInMember(pair.first, id, new_id);
  return renameInMember(pair.second, id, new_id) || is_first;
}
inline bool renameInMember(std::optional<std::string>& name, const std::string& id, const std::string& new_id) {
  return name && renameInMember(*name, id, new_id);
}
bool renameInMember(auto&, const std::string&, const std::string&) { return false; }

template <class Q>
bool renameInFields(Q& query, const std::string& id, const std::string& new_id) {
  bool is_named = false;
  forEachQueryField(query,
                    [&](const auto&, auto& member) { is_named = renameInMember(member, id, new_id) || is_named; });
  return is_named;
}

/// Gives a body its new id in a query; true when the query is about that body.
bool renameInQuery(Query& query, const std::string& id, const std::string& new_id);

/// A ray and one body that it meets.
struct RayBodyHit {
  std::string body;
  RayHit hit;
};

/// The bodies that a ray meets, the nearest first.
struct RayReport {
  std::vector<RayBodyHit> hits;
};

/// The volumes in the order asked for, in body space with the scale applied, as around the points of the shape.
struct FitReport {
  std::size_t vertices = 0;
  bool planar = false;
  std::vector<FittedVolume> volumes;
  std::string error;  ///< why there are none: a round shape has no vertices
};

/// Size and weight of a body.
struct MassReport {
  MassProperties properties;
  double mass = 0;           ///< kg
  double shared_volume = 0;  ///< of parts of a mesh that run into each other, m³, which the volume counts again
};

/// A query with its answer.
struct QueryReport {
  Query query;
  std::size_t index = 0;  ///< among the document's queries
  std::variant<SweepReport, RayReport, ContainsReport, FitReport, MassReport> answer;
  std::string id = {};  ///< the query's, empty: none
  double seconds = 0;   ///< that the answer took
};

}  // namespace sepax
