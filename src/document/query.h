#pragma once

#include "document/expected.h"
#include "geom/bounding_volumes.h"

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace sepax {

/// When do two bodies touch, moving by their velocities?
struct SweepQuery {
  PairIds pair;
  double duration = 1;  ///< seconds
  friend bool operator==(const SweepQuery&, const SweepQuery&) = default;
};

/// What does a ray meet first?
struct RayQuery {
  Vec3 origin{0.0}, direction{1, 0, 0};
  double length = 1;                ///< metres
  std::optional<std::string> body;  ///< without it: every body, hidden ones too
  friend bool operator==(const RayQuery&, const RayQuery&) = default;
};

/// Does a body contain a point?
struct ContainsQuery {
  std::string body;
  Vec3 point{0.0};
  friend bool operator==(const ContainsQuery&, const ContainsQuery&) = default;
};

/// Which bounding volumes fit around a body?
struct FitQuery {
  std::string body;
  std::vector<VolumeKind> volumes;
  friend bool operator==(const FitQuery&, const FitQuery&) = default;
};

/// How large and how heavy is a body, and where is its centre of mass?
struct MassQuery {
  std::string body;
  double density = 1;  ///< kg/m³; in 2D kg/m²
  friend bool operator==(const MassQuery&, const MassQuery&) = default;
};

/// A query of a type that is answered elsewhere or unknown; it is kept.
struct UnknownQuery {
  std::string json;  ///< the whole query, one JSON object as text
  friend bool operator==(const UnknownQuery&, const UnknownQuery&) = default;
};

using Query = std::variant<UnknownQuery, SweepQuery, RayQuery, ContainsQuery, FitQuery, MassQuery>;

/// A query as a case asks it.
struct AskedQuery {
  Query query;
  std::string id = {};          ///< what expectations call it, empty: by its index
  std::string extra_json = {};  ///< unknown keys, one JSON object as text; empty when none
  friend bool operator==(const AskedQuery&, const AskedQuery&) = default;
};

/// The place of the first sweep of these two bodies, in either order.
[[nodiscard]] std::optional<std::size_t> findSweep(const std::vector<AskedQuery>& queries, const PairIds& pair);

/// The queries with another duration of a pair's sweep, which is added when there is none. For SetQueries.
[[nodiscard]] std::vector<AskedQuery> withSweepDuration(std::vector<AskedQuery> queries, const PairIds& pair,
                                                        double duration);

/// The queries with `query` for the one at `index`, whose id and unknown keys stay. For SetQueries.
[[nodiscard]] std::vector<AskedQuery> withQuery(std::vector<AskedQuery> queries, std::size_t index, Query query);

/// Gives a body its new id in a query; true when the query is about that body.
bool renameInQuery(Query& query, const std::string& id, const std::string& new_id);

}  // namespace sepax
