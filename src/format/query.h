#pragma once

#include "core/error.h"
#include "core/json.h"
#include "core/progress.h"
#include "document/document.h"
#include "document/query.h"
#include "format/case_keys.h"
#include "format/json_reader.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

// Reading, writing and explaining a query of a case by the fields of its struct. The templates take every struct with
// fields(), also one that is no type of Query.

namespace sepax {

template <class T>
inline constexpr ValueForm kFormOf = ValueForm::kBody;
template <>
inline constexpr ValueForm kFormOf<PairIds> = ValueForm::kPair;
template <>
inline constexpr ValueForm kFormOf<double> = ValueForm::kLength;
template <>
inline constexpr ValueForm kFormOf<Vec3> = ValueForm::kVector;
template <>
inline constexpr ValueForm kFormOf<std::vector<VolumeKind>> = ValueForm::kVolumeNames;

/// Reads members, one overload a type; a missing one is refused.
struct QueryMemberReader {
  JsonReader& reader;
  Space space;

  void operator()(const JsonPlace& place, QueryMember presence, PairIds& out) const;
  void operator()(const JsonPlace& place, QueryMember presence, std::string& out) const;
  void operator()(const JsonPlace& place, QueryMember presence, std::optional<std::string>& out) const;
  void operator()(const JsonPlace& place, QueryMember presence, double& out) const;
  void operator()(const JsonPlace& place, QueryMember presence, Vec3& out) const;
  void operator()(const JsonPlace& place, QueryMember presence, std::vector<VolumeKind>& out) const;
};

/// Writes members, one overload a type; `number` writes a number.
struct QueryMemberWriter {
  Space space;
  const std::function<Json(double)>& number;

  [[nodiscard]] Json operator()(const PairIds& pair) const;
  [[nodiscard]] Json operator()(const std::string& id) const;
  [[nodiscard]] Json operator()(const std::optional<std::string>& id) const;
  [[nodiscard]] Json operator()(double value) const;
  [[nodiscard]] Json operator()(const Vec3& vector) const;
  [[nodiscard]] Json operator()(const std::vector<VolumeKind>& volumes) const;
};

/// The value of a member that a case leaves out.
template <class T>
[[nodiscard]] T valueLeftOut(const T& in_struct, Space) {
  return in_struct;
}
[[nodiscard]] std::vector<VolumeKind> valueLeftOut(const std::vector<VolumeKind>& in_struct, Space space);

template <class Q>
[[nodiscard]] Q readQueryFields(JsonReader& reader, ObjectReader& object, Space space) {
  Q query;
  forEachQueryField(query, [&](const auto& field, auto& member) {
    const JsonPlace at = object.at(field.name);
    if (!at && field.presence == QueryMember::kMayMiss) {
      member = valueLeftOut(member, space);
    } else if (!reader.failed()) {
      QueryMemberReader{reader, space}(at, field.presence, member);
    }
  });
  return query;
}

template <class Q>
void writeQueryFields(Json& object, const Q& query, Space space, const std::function<Json(double)>& number) {
  forEachQueryField(query, [&](const auto& field, const auto& member) {
    const bool is_left_out =
        field.presence == QueryMember::kMayMiss && member == valueLeftOut(Q{}.*(field.member), space);
    if (!is_left_out) object[field.name] = QueryMemberWriter{space, number}(member);
  });
}

/// The keys of a type, for the help and the schema.
template <class Q>
[[nodiscard]] std::vector<CaseKey> queryKeysOf() {
  std::vector<CaseKey> keys;
  const Q unasked{};
  forEachQueryField(unasked, [&]<class S, class T>(const QueryField<S, T>& field, const auto&) {
    const bool is_direction = field.presence == QueryMember::kDirection;
    keys.push_back({field.name, is_direction ? ValueForm::kDirection : kFormOf<T>,
                    field.presence != QueryMember::kMayMiss, field.summary});
  });
  return keys;
}

class JsonReader;
struct JsonPlace;

/// A type of query, for `sepax help query` and the schema.
struct QueryType {
  const char* name;
  unsigned answers;  ///< its bit, kOf<…> of expectation_json.h
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
