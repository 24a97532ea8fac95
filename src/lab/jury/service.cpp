#include "lab/jury/service.h"

#include "collide/pair_table.h"
#include "core/json_text.h"
#include "core/text.h"
#include "core/version.h"
#include "format/case_keys.h"
#include "format/case_reader.h"
#include "format/query.h"
#include "lab/jury/jury_query.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace sepax {

namespace {

constexpr const char* kWhere = "request";

std::vector<std::string> namesIn(const Json& list) {
  std::vector<std::string> out;
  for (const Json& text : list) out.push_back(text.isString() ? text.string() : compactJson(text));
  return out;
}

/// The member, taken out of the object; null where it is missing.
Json taken(Json& object, std::string_view key) {
  Json* const member = object.find(key);
  return member == nullptr ? Json() : std::move(*member);
}

/// A shape as a case has it: a juror is told the faces of hulls.
void dropFaces(Json& shape) {
  if (!shape.isObject()) return;
  const Json* const type = shape.find("type");
  if (type != nullptr && type->isString() && type->string() == "hull")
    std::erase_if(shape.members(), [](const auto& member) { return member.key == "faces"; });
  Json* const children = shape.find("children");
  for (std::size_t i = 0; children != nullptr && children->isArray() && i < children->size(); ++i) {
    Json* const child = (*children)[i].isObject() ? (*children)[i].find("shape") : nullptr;
    if (child != nullptr) dropFaces(*child);
  }
}

/// The bodies of a request as a list of a case: named A and B. A juror is told a rotation twice.
Result<Json> bodiesIn(Json& request, bool has_b) {
  Json list = Json::array();
  for (const auto& [key, id] : {std::pair{"a", "A"}, std::pair{"b", "B"}}) {
    Json body = taken(request, key);
    if (body.isNull() && !has_b && id[0] == 'B') continue;
    if (!body.isObject()) return fail(ErrorCode::kWrongValue, kWhere, fmt::format("expected a body \"{}\"", key));
    if (body.contains("rotation"))
      std::erase_if(body.members(), [](const auto& member) { return member.key == "rotation_matrix"; });
    std::erase_if(body.members(), [](const auto& member) { return member.key == "id"; });
    if (Json* const shape = body.find("shape")) dropFaces(*shape);
    body.add("id", id);
    list.push(std::move(body));
  }
  return list;
}

/// The query of a request as a case has it.
Json queryIn(Json query) {
  const bool is_sweep = query["type"].isString() && query["type"].string() == "sweep";
  if (is_sweep) {
    query.add("pair", Json::array({"A", "B"}));
  } else {
    query.add("body", "A");
  }
  return query;
}

/// Names a body of the list as the request does: "request#/0/shape" is "request#/a/shape".
std::string inRequest(std::string text) {
  for (const auto& [place, key] : {std::pair{"#/0", "#/a"}, std::pair{"#/1", "#/b"}}) {
    const std::string listed = std::string(kWhere) + place;
    if (text.starts_with(listed)) text.replace(0, listed.size(), std::string(kWhere) + key);
  }
  return text;
}

/// The first error or warning: a key that nothing reads may be what the answer depends on.
Result<void> read(JsonReader& reader) {
  if (reader.error()) return fail(reader.error()->code, inRequest(reader.error()->where), reader.error()->message);
  const std::vector<std::string> warnings = reader.takeWarnings();
  if (!warnings.empty()) return fail(ErrorCode::kWrongValue, kWhere, inRequest(warnings.front()));
  return {};
}

}  // namespace

const std::vector<std::string>& Service::answerNames() {
  static const std::vector<std::string> kNames{"verdict",        "separation", "distance", "normal",
                                               "closest_points", "contacts",   "sweep",    "ray"};
  return kNames;
}

Result<Service> Service::of(const std::string& algorithm) {
  const auto choice = chosenAlgorithm(algorithm);
  if (!choice) return fail(ErrorCode::kNotFound, "--algorithm", choice.error().message);
  Service out;
  out.algorithm_ = algorithm;
  out.row_ = choice->row;
  return out;
}

Result<void> Service::wantOnly(const std::vector<std::string>& answers) {
  for (const std::string& name : answers) {
    if (std::ranges::find(answerNames(), name) == answerNames().end())
      return fail(
          ErrorCode::kWrongValue, "answers",
          fmt::format("expected some of {}; found \"{}\"", fmt::join(answerNames(), ", "), printableLine(name)));
  }
  wanted_ = answers;
  return {};
}

std::string Service::hello() const {
  return compactJson(Json{{"sepax_juror", 1},
                          {"name", algorithm_ == referenceAlgorithm().name ? "sepax" : "sepax-" + algorithm_},
                          {"version", kVersion},
                          {"precision", "double"},
                          {"spaces", Json::array({"2d", "3d"})},
                          {"answers", Json::list(wanted_)}});
}

Result<JurorAnswer> Service::pairAnswer(const Document& document) const {
  const PosedShape a = posedShape(document.bodies[0]), b = posedShape(document.bodies[1]);
  const auto report = testPair(a, b, {document.touching_tolerance}, algorithm_);
  SEPAX_TRY(report);
  JurorAnswer answer = answeredRow(*row_, report, a, b).answer;
  // Where the widest gap is along an axis, the normal is that of the distance.
  if (answer.overlapping == false && !answer.normal && answer.closest_points) {
    const Vec3 way = answer.closest_points->second - answer.closest_points->first;
    if (const double distance = length(way); distance > 0) answer.normal = way / distance;
  }
  return answer;
}

void Service::leaveOut(JurorAnswer& answer) const {
  const auto isWanted = [&](const char* name) { return std::ranges::find(wanted_, name) != wanted_.end(); };
  if (!isWanted("verdict")) answer.overlapping.reset();
  if (!isWanted("separation")) answer.separation.reset();
  if (!isWanted("distance")) answer.distance.reset();
  if (!isWanted("normal")) answer.normal.reset();
  if (!isWanted("closest_points")) answer.closest_points.reset();
  if (!isWanted("contacts")) answer.contacts.clear();
}

namespace {

/// An answer of the asker's own beside the reference's.
struct OwnAnswer {
  JurorAnswer answer;
  std::optional<double> tolerance;  ///< metres; without it what doubles lose
};

/// The request's "answer", taken out of it.
Result<std::optional<OwnAnswer>> ownAnswerIn(Json& request, QuestionKind asked, Space space) {
  const Json said = taken(request, "answer"), tolerance = taken(request, "tolerance");
  if (!tolerance.isNull() && !(tolerance.isNumber() && tolerance.number() >= 0 && std::isfinite(tolerance.number())))
    return fail(ErrorCode::kWrongValue, kWhere, "expected metres from 0 up for tolerance");
  if (said.isNull()) return std::nullopt;
  return OwnAnswer{sepax::answerTo(asked, parseJurorAnswer(said, space)),
                   tolerance.isNull() ? std::nullopt : std::optional(tolerance.number())};
}

/// One that cannot be compared is a difference, too.
Json differencesJson(const JurorAnswer& answer, const std::vector<JuryDifference>& differences) {
  Json list = Json::array();
  if (answer.status != JurorAnswer::Status::kOk)
    list.push(Json{{"what", "answer"}, {"by", Json()}, {"tie", false}, {"text", answer.message}});
  for (const JuryDifference& each : differences)
    list.push(Json{{"what", each.what}, {"by", each.by}, {"tie", each.is_tie}, {"text", each.text}});
  return Json{{"differences", std::move(list)}};
}

}  // namespace

Result<Json> Service::answerTo(Json& request) {
  for (const auto& [key, value] : request.members()) {
    static constexpr std::string_view kKeys[]{"id", "space", "a", "b", "query", "options", "answer", "tolerance"};
    if (std::ranges::find(kKeys, key) == std::end(kKeys))
      return fail(ErrorCode::kWrongValue, kWhere, fmt::format("unknown key \"{}\"", printableLine(key)));
  }
  if (request["options"].size() > 0)
    return fail(ErrorCode::kUnsupported, kWhere, "options: the reference has none; --algorithm takes them");
  Document document;
  const Json& space = std::as_const(request)["space"];
  const bool is_plane = space.isString() && space.string() == "2d";
  if (!is_plane && !space.isNull() && !(space.isString() && space.string() == "3d"))
    return fail(ErrorCode::kWrongValue, kWhere, "expected \"2d\" or \"3d\" for space");
  document.space = is_plane ? Space::k2d : Space::k3d;
  Json query = taken(request, "query");
  const bool is_ray = query.isObject() && query["type"].isString() && query["type"].string() == "ray";
  const auto own = ownAnswerIn(request,
                               query.isNull() ? QuestionKind::kPair
                               : is_ray       ? QuestionKind::kRay
                                              : QuestionKind::kSweep,
                               document.space);
  SEPAX_TRY(own);
  auto bodies = bodiesIn(request, !is_ray);
  SEPAX_TRY(bodies);
  JsonReader reader(kWhere);
  document.bodies = readBodies(reader, JsonPlace{&*bodies}, document.space);
  SEPAX_TRY(read(reader));
  if (query.isNull() && *own) {
    const PosedShape a = posedShape(document.bodies[0]), b = posedShape(document.bodies[1]);
    const auto reference = testPair(a, b);
    SEPAX_TRY(reference);
    const double tolerance = (*own)->tolerance.value_or(pairTolerance(a, b, "double", 0));
    return differencesJson((*own)->answer, differencesOf((*own)->answer, reference->answer, a, b, tolerance));
  }
  if (query.isNull()) {
    auto answer = pairAnswer(document);
    SEPAX_TRY(answer);
    leaveOut(*answer);
    return answerJson(*answer, document.space);
  }
  query = queryIn(std::move(query));
  const AskedQuery asked = readQuery(reader, JsonPlace{&query}, document.space);
  SEPAX_TRY(read(reader));
  const auto report = answerQuery(document, asked, 0);
  SEPAX_TRY(report);
  if (*own) {
    constexpr double kQueryTolerance = 1e-9;
    return differencesJson(
        (*own)->answer, differencesOf((*own)->answer, document, *report, (*own)->tolerance.value_or(kQueryTolerance)));
  }
  return answerJson(answerOf(*report), document.space);
}

std::string Service::answer(std::string_view line) {
  auto request = parseJson(line, kWhere);
  Json out = Json::object();
  const auto refuse = [&](const Error& error) {
    out.add("error", printableLine(error.where == kWhere ? error.message : describe(error)));
    return compactJson(out);
  };
  if (!request) return refuse(request.error());
  if (!request->isObject()) return refuse({ErrorCode::kSyntax, kWhere, "expected an object"});
  if (const Json* const id = std::as_const(*request).find("id")) out.add("id", *id);
  if (const Json* const wanted = std::as_const(*request).find("answers"); wanted != nullptr && request->size() == 1) {
    const auto set = wantOnly(namesIn(*wanted));
    return set ? hello() : refuse(set.error());
  }
  auto answered = answerTo(*request);
  if (!answered) return refuse(answered.error());
  out.add(std::move(*answered));
  return compactJson(out);
}

}  // namespace sepax
