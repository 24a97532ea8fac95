#pragma once

#include "collide/sweep/sweep.h"
#include "document/query.h"
#include "geom/bounding_volumes.h"
#include "geom/contains.h"
#include "geom/mass.h"
#include "geom/ray_cast.h"

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace sepax {

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
  double mass = 0;  ///< kg
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
