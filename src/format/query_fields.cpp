#include "format/query_fields.h"

#include "core/language.h"
#include "format/expectation_json.h"
#include "format/fit_report.h"

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
    const std::size_t count = reader.arraySize(place, tr("names of volumes"));
    for (std::size_t i = 0; i < count && !reader.failed(); ++i) names.push_back(reader.text(place.item(i)));
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
Json QueryMemberWriter::operator()(const Vec3& vector) const {
  Json out = Json::array();
  for (int c = 0; c < dimensionsOf(space); ++c) out.push(number(vector[c]));
  return out;
}
Json QueryMemberWriter::operator()(const std::vector<VolumeKind>& volumes) const {
  Json out = Json::array();
  for (const VolumeKind kind : volumes) out.push(volumeName(kind, space == Space::k2d));
  return out;
}

std::vector<VolumeKind> valueLeftOut(const std::vector<VolumeKind>&, Space space) {
  return volumeKindsNamed({"all"}, space == Space::k2d).value_or(std::vector<VolumeKind>());
}

}  // namespace sepax
