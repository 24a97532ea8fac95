#include "format/query.h"

#include "core/json_text.h"
#include "core/language.h"
#include "document/motion.h"
#include "format/expectation_json.h"
#include "format/report_json.h"
#include "geom/field.h"
#include "geom/shared_volume.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace sepax {

void QueryMemberReader::operator()(const JsonPlace& place, QueryMember, PairIds& out) const {
  out = readPair(reader, place);
}
void QueryMemberReader::operator()(const JsonPlace& place, QueryMember, std::string& out) const {
  out = reader.text(place);
}
void QueryMemberReader::operator()(const JsonPlace& place, QueryMember, std::optional<std::string>& out) const {
  out = reader.text(place);
}
void QueryMemberReader::operator()(const JsonPlace& place, QueryMember, double& out) const {
  out = reader.number(place, 0, kMaxLength);
}
void QueryMemberReader::operator()(const JsonPlace& place, QueryMember presence, Vec3& out) const {
  out = reader.vector(place, dimensionsOf(space), -kMaxLength, kMaxLength);
  if (presence == QueryMember::kDirection && out == Vec3{0.0} && !reader.failed())
    reader.expected(place, tr("a direction that is not zero"));
}
void QueryMemberReader::operator()(const JsonPlace& place, QueryMember, std::vector<VolumeKind>& out) const {
  std::vector<std::string> names;
  if (place.value->isString()) {
    names.push_back(reader.text(place));
  } else {
    names = reader.list(place, tr("names of volumes"), [&](const JsonPlace& at) { return reader.text(at); });
  }
  if (reader.failed()) return;
  auto kinds = volumeKindsNamed(names, space == Space::k2d);
  if (kinds) {
    out = std::move(*kinds);
  } else {
    reader.refuse(place, kinds.error().code, kinds.error().message);
  }
}

Json QueryMemberWriter::operator()(const PairIds& pair) const { return Json::array({pair.first, pair.second}); }
Json QueryMemberWriter::operator()(const std::string& id) const { return id; }
Json QueryMemberWriter::operator()(const std::optional<std::string>& id) const { return id ? Json(*id) : Json(); }
Json QueryMemberWriter::operator()(double value) const { return number(value); }
Json QueryMemberWriter::operator()(const Vec3& vector) const { return vectorJson(vector, space, number); }
Json QueryMemberWriter::operator()(const std::vector<VolumeKind>& volumes) const {
  Json out = Json::array();
  for (const VolumeKind kind : volumes) out.push(volumeName(kind, space == Space::k2d));
  return out;
}

std::vector<VolumeKind> valueLeftOut(const std::vector<VolumeKind>&, Space space) {
  return volumeKindsNamed({"all"}, space == Space::k2d).value_or(std::vector<VolumeKind>());
}

namespace {

/// Calls `visit` with each type of query.
template <class Visit>
void forEachQueryType(Visit&& visit) {
  constexpr std::size_t kCount = std::variant_size_v<Query> - 1;  // without UnknownQuery
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (visit.template operator()<std::variant_alternative_t<I + 1, Query>>(), ...);
  }
  (std::make_index_sequence<kCount>());
}

Result<PosedShape> shapeOf(const Document& document, const std::string& id) {
  if (const Body* const body = findBody(document, id)) return posedShape(*body);
  return fail(ErrorCode::kNotFound, id, trf("expected the id of a body, found \"{}\", which no body has", id));
}

struct Answerer {
  const Document& document;

  Result<QueryReport> operator()(const UnknownQuery&) const {
    return fail(ErrorCode::kUnsupported, "queries", tr("expected a sweep, ray, contains or fit query"));
  }

  Result<QueryReport> operator()(const SweepQuery& query) const {
    const auto a = shapeOf(document, query.pair.first), b = shapeOf(document, query.pair.second);
    SEPAX_TRY(a);
    SEPAX_TRY(b);
    auto report = sweep(*a, motionOf(*findBody(document, query.pair.first)), *b,
                        motionOf(*findBody(document, query.pair.second)), query.duration);
    SEPAX_TRY(report);
    return QueryReport{query, 0, std::move(*report)};
  }

  Result<QueryReport> operator()(const RayQuery& query) const {
    if (query.body) {
      SEPAX_TRY(shapeOf(document, *query.body));
    }
    RayReport report;
    for (const Body& body : document.bodies) {
      if (query.body && *query.body != body.id) continue;
      const PosedShape shape = posedShape(body);
      const RayHit hit = castRay(shape.shape, shape.pose, {query.origin, query.direction, query.length});
      if (hit.hit) report.hits.push_back({body.id, hit});
    }
    std::stable_sort(report.hits.begin(), report.hits.end(),
                     [](const RayBodyHit& x, const RayBodyHit& y) { return x.hit.distance < y.hit.distance; });
    return QueryReport{query, 0, std::move(report)};
  }

  Result<QueryReport> operator()(const ContainsQuery& query) const {
    const auto shape = shapeOf(document, query.body);
    SEPAX_TRY(shape);
    return QueryReport{query, 0, containsPoint(shape->shape, shape->pose, query.point)};
  }

  Result<QueryReport> operator()(const FitQuery& query) const {
    const auto posed = shapeOf(document, query.body);
    SEPAX_TRY(posed);
    FitReport report;
    report.planar = isPlanar(posed->shape);
    auto vertices = verticesOf(posed->shape);
    if (vertices) {
      const Pose place = placeInBody(*findBody(document, query.body));
      for (Vec3& vertex : *vertices) vertex = toWorld(place, vertex);
    }
    auto volumes =
        vertices ? fitVolumes(*vertices, query.volumes, report.planar) : tl::unexpected<Error>(vertices.error());
    if (volumes) {
      report.vertices = vertices->size();
      report.volumes = std::move(*volumes);
    } else {
      report.error = volumes.error().message;
    }
    return QueryReport{query, 0, std::move(report)};
  }

  Result<QueryReport> operator()(const MassQuery& query) const {
    const auto posed = shapeOf(document, query.body);
    SEPAX_TRY(posed);
    const MassProperties properties = massOf(posed->shape, posed->pose);
    const Mesh* const mesh = std::get_if<Mesh>(&posed->shape);
    const double shared = mesh != nullptr ? sharedVolume(*mesh->data) : 0;
    return QueryReport{query, 0, MassReport{properties, query.density * properties.volume, shared}};
  }
};

std::string placeOf(std::size_t index) { return fmt::format("queries/{}", index); }

}  // namespace

std::span<const QueryType> queryTypes() {
  static const std::vector<QueryType> kTypes = [] {
    std::vector<QueryType> types;
    forEachQueryType([&]<class Q>() {
      types.push_back({Q::kType, kOf<Q>, Q::kSummary, Q::kAnswer, queryKeysOf<Q>()});
    });
    return types;
  }();
  return kTypes;
}

AskedQuery readQuery(JsonReader& reader, const JsonPlace& place, Space space) {
  ObjectReader object(reader, place, tr("a query object"));
  const JsonPlace type = object.at("type");
  const std::string name = reader.text(type);
  AskedQuery asked;
  if (const JsonPlace id = object.at("id")) {
    asked.id = reader.text(id);
    if (asked.id.empty()) reader.expected(id, tr("an id of at least one character"));
  }
  if (reader.failed()) return asked;
  bool is_known = false;
  forEachQueryType([&]<class Q>() {
    if (name != Q::kType) return;
    is_known = true;
    asked.query = readQueryFields<Q>(reader, object, space);
  });
  if (!is_known) {
    asked.query = UnknownQuery{compactJson(*place.value)};
    reader.warn(type, tr("queries of this type are not answered by check, kept when saving"));
    return asked;
  }
  if (!reader.failed()) object.refuseUnknown();  // "velocity" for "linear_velocity" would never be asked
  return asked;
}

Json queryJson(const AskedQuery& asked, Space space, const std::function<Json(double)>& number) {
  if (const auto* const unknown = std::get_if<UnknownQuery>(&asked.query)) {
    return parseJson(unknown->json, "query").value_or(Json::object());
  }
  Json object{{"type", queryTypes()[asked.query.index() - 1].name}};
  if (!asked.id.empty()) object["id"] = asked.id;
  std::visit([&](const auto& query) { writeQueryFields(object, query, space, number); }, asked.query);
  return object;
}

unsigned answerKind(const Query& query) {
  return std::holds_alternative<UnknownQuery>(query) ? kOfQueries : 1u << query.index();
}

Result<QueryReport> answerQuery(const Document& document, const Query& query) {
  return std::visit(Answerer{document}, query);
}

Result<QueryReport> answerQuery(const Document& document, const AskedQuery& asked, std::size_t index) {
  const auto start = std::chrono::steady_clock::now();
  auto report = answerQuery(document, asked.query);
  if (!report) {
    report.error().where = fmt::format("{}: {}", placeOf(index), report.error().where);
    return report;
  }
  report->index = index;
  report->id = asked.id;
  report->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

Result<std::vector<QueryReport>> answerQueries(const Document& document, FitQueries fits, const ShareSink& progress) {
  std::vector<QueryReport> reports;
  const std::size_t count = document.queries.size();
  for (std::size_t i = 0; i < count && goesOn(progress, static_cast<double>(i) / static_cast<double>(count)); ++i) {
    const AskedQuery& asked = document.queries[i];
    const Query& query = asked.query;
    if (std::holds_alternative<UnknownQuery>(query) ||
        (fits == FitQueries::kSkipped && std::holds_alternative<FitQuery>(query)))
      continue;
    auto report = answerQuery(document, asked, i);
    SEPAX_TRY(report);
    reports.push_back(std::move(*report));
  }
  return reports;
}

}  // namespace sepax
