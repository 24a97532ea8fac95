#pragma once

#include "core/error.h"
#include "core/json.h"
#include "core/progress.h"
#include "document/document.h"
#include "document/query_report.h"
#include "format/case_keys.h"

#include <functional>
#include <span>
#include <vector>

namespace sepax {

class JsonReader;
struct JsonPlace;

/// A type of query, for `sepax help query` and the schema.
struct QueryType {
  const char* name;
  unsigned answers;  ///< its bit, kOf<…> of expectation_keys.h
  const char* summary;
  const char* output;         ///< what the answer has in JSON, one sentence
  std::vector<CaseKey> keys;  ///< besides "type" and "id"
};
[[nodiscard]] std::span<const QueryType> queryTypes();

/// Reads one item of "queries"; numbers as everywhere in a case. A type that is not answered here is warned about.
[[nodiscard]] AskedQuery readQuery(JsonReader& reader, const JsonPlace& place, Space space);

/// A query as a case holds it, its unknown keys left out; `number` writes the numbers.
[[nodiscard]] Json queryJson(const AskedQuery& asked, Space space, const std::function<Json(double)>& number);

/// The bit of a query among answers, for its expectations; kOfQueries of one that is not answered here.
[[nodiscard]] unsigned answerKind(const Query& query);

/// Answers one query; errors name the body that is missing or cannot be asked.
[[nodiscard]] Result<QueryReport> answerQuery(const Document& document, const Query& query);
/// Answers query `index` of the document, or one that replaces it; errors name its place, too.
[[nodiscard]] Result<QueryReport> answerQuery(const Document& document, const AskedQuery& asked, std::size_t index);

/// Volumes around large meshes take seconds: a window that answers at each frame leaves these queries out.
enum class FitQueries { kAnswered, kSkipped };

/// Answers all queries of a document that this version knows, in order. Stopped, between two of them, it leaves out the
/// rest.
[[nodiscard]] Result<std::vector<QueryReport>> answerQueries(const Document& document,
                                                             FitQueries fits = FitQueries::kAnswered,
                                                             const ShareSink& progress = {});

}  // namespace sepax
