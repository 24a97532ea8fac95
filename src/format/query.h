#pragma once

#include "collide/sweep/sweep.h"
#include "core/error.h"
#include "core/progress.h"
#include "document/document.h"
#include "format/case_keys.h"
#include "geom/bounding_volumes.h"
#include "geom/contains.h"
#include "geom/mass.h"
#include "geom/ray_cast.h"

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace sepax {

class JsonReader;
struct JsonPlace;

/// When do two bodies touch, moving by their velocities?
struct SweepQuery {
  PairIds pair;
  double duration = 1;  ///< seconds
};

/// What does a ray meet first?
struct RayQuery {
  Vec3 origin{0.0}, direction{1, 0, 0};
  double length = 1;                ///< metres
  std::optional<std::string> body;  ///< without it: every body, hidden ones too
};

/// Does a body contain a point?
struct ContainsQuery {
  std::string body;
  Vec3 point{0.0};
};

/// Which bounding volumes fit around a body?
struct FitQuery {
  std::string body;
  std::vector<VolumeKind> volumes;
};

/// How large and how heavy is a body, and where is its centre of mass?
struct MassQuery {
  std::string body;
  double density = 1;  ///< kg/m³; in 2D kg/m²
};

/// A query of a case. Nothing: a type that is answered elsewhere or unknown; it is kept.
using Query = std::variant<std::monostate, SweepQuery, RayQuery, ContainsQuery, FitQuery, MassQuery>;

/// A query as a case asks it.
struct AskedQuery {
  Query query;
  std::string id;  ///< what expectations call it, empty: by its index
};

/// A type of query, for `sepax help query` and the schema.
struct QueryType {
  const char* name;
  unsigned answers;  ///< AnswerKind
  const char* summary;
  const char* output;         ///< what the answer has in JSON, one sentence
  std::vector<CaseKey> keys;  ///< besides "type" and "id"
};
[[nodiscard]] std::span<const QueryType> queryTypes();

/// Reads one item of "queries"; numbers as everywhere in a case. A type that is not answered here is warned about.
[[nodiscard]] AskedQuery readQuery(JsonReader& reader, const JsonPlace& place, Space space);

/// Query `index` of a document; errors name its place.
[[nodiscard]] Result<AskedQuery> readQuery(const Document& document, std::size_t index);

/// The AnswerKind of a query, for its expectations; kOfQueries of one that is not answered here.
[[nodiscard]] unsigned answerKind(const Query& query);

/// The id that a document's query has, empty when it has none.
[[nodiscard]] std::string queryId(const Document& document, std::size_t index);

/// A ray and one body that it meets.
struct RayBodyHit {
  std::string body;
  RayHit hit;
};

/// The ray's way through the bodies, nearest first, misses left out.
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

/// What a body holds.
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

/// Answers one query; errors name the body that is missing or cannot be asked.
[[nodiscard]] Result<QueryReport> answerQuery(const Document& document, const Query& query);
/// The same of query `index` of the document, or one that stands for it; errors name its place, too.
[[nodiscard]] Result<QueryReport> answerQuery(const Document& document, const AskedQuery& asked, std::size_t index);

/// Volumes around large meshes take seconds: a window that answers at each frame leaves these queries out.
enum class FitQueries { kAnswered, kSkipped };

/// Answers all queries of a document that this version knows, in order. Stopped, between two of them, it leaves out the
/// rest.
[[nodiscard]] Result<std::vector<QueryReport>> answerQueries(const Document& document,
                                                             FitQueries fits = FitQueries::kAnswered,
                                                             const ShareSink& progress = {});

/// The place of the first sweep of these two bodies, in either order, among a document's queries.
[[nodiscard]] std::optional<std::size_t> findSweep(const Document& document, const PairIds& pair);

/// A document's queries with one more or one changed: the duration of a pair's sweep (added when there is none), or a
/// number or vector of query `index`. Unknown keys stay. For SetQueries.
[[nodiscard]] std::vector<std::string> withSweepDuration(const Document& document, const PairIds& pair,
                                                         double duration);
[[nodiscard]] std::vector<std::string> withQueryNumber(const Document& document, std::size_t index, const char* key,
                                                       double value);
[[nodiscard]] std::vector<std::string> withQueryVector(const Document& document, std::size_t index, const char* key,
                                                       const Vec3& value);

/// Makes queries follow a body's new id, or drops those that ask about a removed one (an empty new id).
void renameInQueries(std::vector<std::string>& queries_json, const std::string& id, const std::string& new_id);

/// How a body moves: its velocities, rotating about its position.
[[nodiscard]] Motion motionOf(const Body& body);

}  // namespace sepax
