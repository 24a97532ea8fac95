#include "format/query.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "core/json_text.h"
#include "core/language.h"
#include "document/motion.h"
#include "format/expectation_keys.h"
#include "format/fit_report.h"
#include "format/json_reader.h"
#include "geom/field.h"

namespace sepax {

namespace {

struct QueryReader {
  JsonReader& reader;
  int dimensions;

  [[nodiscard]] Vec3 vector(const JsonPlace& place) const {
    return reader.vector(place, dimensions, -kMaxLength, kMaxLength);
  }

  [[nodiscard]] double length(const JsonPlace& place) const { return reader.number(place, 0, kMaxLength); }
};

Query readSweep(const QueryReader& in, ObjectReader& object) {
  SweepQuery query;
  const JsonPlace pair = object.at("pair");
  if (!pair || !pair.value->isArray() || pair.value->size() != 2) {
    in.reader.expected(pair, tr("the ids of two bodies"));
    return query;
  }
  query.pair = {in.reader.text(pair.item(0)), in.reader.text(pair.item(1))};
  query.duration = in.length(object.at("duration"));
  return query;
}

Query readRay(const QueryReader& in, ObjectReader& object) {
  RayQuery query;
  query.origin = in.vector(object.at("origin"));
  const JsonPlace direction = object.at("direction");
  query.direction = in.vector(direction);
  if (query.direction == Vec3{0.0} && !in.reader.failed())
    in.reader.expected(direction, tr("a direction that is not zero"));
  query.length = in.length(object.at("length"));
  if (const JsonPlace at = object.at("body")) query.body = in.reader.text(at);
  return query;
}

Query readContains(const QueryReader& in, ObjectReader& object) {
  ContainsQuery query;
  query.body = in.reader.text(object.at("body"));
  query.point = in.vector(object.at("point"));
  return query;
}

/// "volumes": a name, a list of names or nothing, which means all.
Query readFit(const QueryReader& in, ObjectReader& object) {
  FitQuery query;
  query.body = in.reader.text(object.at("body"));
  std::vector<std::string> names{"all"};
  const JsonPlace at = object.at("volumes");
  if (at && at.value->isString()) {
    names = {in.reader.text(at)};
  } else if (at) {
    names.clear();
    const std::size_t count = in.reader.arraySize(at, tr("names of volumes"));
    for (std::size_t i = 0; i < count && !in.reader.failed(); ++i) names.push_back(in.reader.text(at.item(i)));
  }
  if (in.reader.failed()) return query;
  auto kinds = volumeKindsNamed(names, in.dimensions == 2);
  if (kinds) {
    query.volumes = std::move(*kinds);
  } else {
    in.reader.refuse(at, kinds.error().code, kinds.error().message);
  }
  return query;
}

Query readMass(const QueryReader& in, ObjectReader& object) {
  MassQuery query;
  query.body = in.reader.text(object.at("body"));
  if (const JsonPlace at = object.at("density")) query.density = in.length(at);
  return query;
}

/// Writes the members of a query, one overload a type.
struct QueryWriter {
  Json& object;
  Space space;
  const std::function<Json(double)>& number;

  [[nodiscard]] Json vector(const Vec3& v) const {
    Json out = Json::array();
    for (int c = 0; c < dimensionsOf(space); ++c) out.push(number(v[c]));
    return out;
  }

  void operator()(const UnknownQuery&) const {}
  void operator()(const SweepQuery& query) const {
    object["pair"] = Json::array({query.pair.first, query.pair.second});
    object["duration"] = number(query.duration);
  }
  void operator()(const RayQuery& query) const {
    object["origin"] = vector(query.origin);
    object["direction"] = vector(query.direction);
    object["length"] = number(query.length);
    if (query.body) object["body"] = *query.body;
  }
  void operator()(const ContainsQuery& query) const {
    object["body"] = query.body;
    object["point"] = vector(query.point);
  }
  void operator()(const FitQuery& query) const {
    object["body"] = query.body;
    const bool planar = space == Space::k2d;
    const auto all = volumeKindsNamed({"all"}, planar);
    if (all && query.volumes == *all) return;
    object["volumes"] = Json::array();
    for (const VolumeKind kind : query.volumes) object["volumes"].push(volumeName(kind, planar));
  }
  void operator()(const MassQuery& query) const {
    object["body"] = query.body;
    if (query.density != MassQuery{}.density) object["density"] = number(query.density);
  }
};

using enum ValueForm;

struct Type : QueryType {
  Query (*read)(const QueryReader&, ObjectReader&);
};

const std::vector<Type>& types() {
  static const std::vector<Type> kTypes = {
      {{"sweep",
        kOfSweep,
        "when two bodies touch, moving by their velocities",
        "time_of_impact is the first contact (never late), exit_time the first end of it (never early): of straight "
        "sweeps the last, beyond the duration too, and then left_within_duration is false; contacts_at has all "
        "contacts "
        "within the duration, openings_missed_below how short openings may have been missed in them; distance is what "
        "is left of the gap at that time, on a miss at the end; "
        "deciding_axis and axes "
        "with each axis' own time_of_impact and exit_time",
        {{"pair", kPair, kRequired, "the two bodies"}, {"duration", kLength, kRequired, "seconds from 0 up"}}},
       readSweep},
      {{"ray",
        kOfRay,
        "what a ray meets first",
        "body, distance, point, normal and feature of the first hit; hits has all of them, the nearest first; "
        "starts_inside; "
        "exit_distance; back_face",
        {{"origin", kVector, kRequired, "where it starts"},
         {"direction", kDirection, kRequired, "of any length but 0"},
         {"length", kLength, kRequired, "metres from 0 up; of length 0 it is the point at its origin"},
         {"body", kBody, kOptional, "only this one; without it every body, hidden ones too"}}},
       readRay},
      {{"contains",
        kOfContains,
        "whether a body contains a point",
        "inside, place, signed_distance to the boundary (negative inside), boundary_point, its outward normal",
        {{"body", kBody, kRequired, "the body"}, {"point", kVector, kRequired, "in the world"}}},
       readContains},
      {{"fit",
        kOfFit,
        "bounding volumes around a body's vertices, in body space",
        "volumes, each with kind, volume, area, bytes, tightness and its shape",
        {{"body", kBody, kRequired, "the body"},
         {"volumes", kVolumeNames, kOptional, "a kind or a list of kinds; without it all"}}},
       readFit},
      {{"mass",
        kOfMass,
        "how large and heavy a body is, and where",
        "volume, area and how many sides it counts (area_sides), mass, centre of mass, inertia tensor about it, its "
        "principal_moments and principal_axes, and axis-aligned bounds {min, max}, in the world; surface_only of "
        "meshes that enclose nothing",
        {{"body", kBody, kRequired, "the body"}, {"density", kLength, kOptional, "kg/m³ (2d: kg/m²), 1 without it"}}},
       readMass},
  };
  return kTypes;
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
    return QueryReport{query, 0, MassReport{properties, query.density * properties.volume}};
  }
};

std::string placeOf(std::size_t index) { return fmt::format("queries/{}", index); }

}  // namespace

std::span<const QueryType> queryTypes() {
  static const std::vector<QueryType> kTypes(types().begin(), types().end());
  return kTypes;
}

AskedQuery readQuery(JsonReader& reader, const JsonPlace& place, Space space) {
  ObjectReader object(reader, place, tr("a query object"));
  const JsonPlace type = object.at("type");
  const std::string name = reader.text(type);
  const auto known = std::find_if(types().begin(), types().end(), [&](const Type& t) { return name == t.name; });
  AskedQuery asked;
  if (const JsonPlace id = object.at("id")) {
    asked.id = reader.text(id);
    if (asked.id.empty()) reader.expected(id, tr("an id of at least one character"));
  }
  if (reader.failed()) return asked;
  if (known == types().end()) {
    asked.query = UnknownQuery{compactJson(*place.value)};
    reader.warn(type, tr("queries of this type are not answered by check, kept when saving"));
    return asked;
  }
  asked.query = known->read({reader, space == Space::k2d ? 2 : 3}, object);
  if (!reader.failed()) asked.extra_json = object.takeUnknown();
  return asked;
}

Json queryJson(const AskedQuery& asked, Space space, const std::function<Json(double)>& number) {
  if (const auto* const unknown = std::get_if<UnknownQuery>(&asked.query)) {
    return parseJson(unknown->json, "query").value_or(Json::object());
  }
  Json object{{"type", types()[asked.query.index() - 1].name}};
  if (!asked.id.empty()) object["id"] = asked.id;
  std::visit(QueryWriter{object, space, number}, asked.query);
  return object;
}

unsigned answerKind(const Query& query) {
  static constexpr unsigned kKinds[] = {kOfQueries, kOfSweep, kOfRay, kOfContains, kOfFit, kOfMass};
  static_assert(std::size(kKinds) == std::variant_size_v<Query>);
  return kKinds[query.index()];
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
