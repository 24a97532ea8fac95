#include "format/expectation_json.h"

#include "collide/pair_table.h"
#include "core/language.h"
#include "format/report_json.h"
#include "format/schema_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace sepax {

namespace {

/// The value that a case expects for a key, one overload a type.
struct ExpectedSchema {
  bool planar;

  [[nodiscard]] Json vector() const { return referenceTo(inSpace("vector", planar)); }

  Json operator()(ExpectationKey::Member<VerdictSet>) const {
    const Json one{{"enum", Json::array({"separated", "touching", "overlapping"})}};
    Json list = arrayOf(one);
    list["minItems"] = 1;
    return Json{{"anyOf", Json::array({one, list})}};
  }
  Json operator()(ExpectationKey::Member<bool>) const { return Json{{"type", "boolean"}}; }
  Json operator()(ExpectationKey::Member<ExpectedNumber>) const { return referenceTo("range"); }
  Json operator()(ExpectationKey::Member<Vec3>) const { return vector(); }
  Json operator()(ExpectationKey::Member<AxisId>) const { return Json{{"type", "string"}}; }
  Json operator()(ExpectationKey::Member<std::string>) const { return Json{{"type", "string"}}; }
  Json operator()(ExpectationKey::Member<WitnessPoints>) const { return points(WitnessPoints::kNames); }
  Json operator()(ExpectationKey::Member<BoundsCorners>) const { return points(BoundsCorners::kNames); }
  Json operator()(ExpectationKey::Member<ExpectedContacts>) const {
    return closed(Json{{"count", referenceTo("range")},
                       {"positions", arrayOf(vector())},
                       {"features", arrayOf(Json{{"type", "string"}})},
                       {"separations", arrayOf(referenceTo("range"))},
                       {"tolerance", referenceTo("length")}});
  }
  Json operator()(ExpectationKey::Member<ExpectedVolumes>) const {
    Json properties = Json::object();
    for (const VolumeKindInfo& info : volumeKinds()) {
      if (const char* const name = volumeName(info.kind, planar)) properties.add(name, referenceTo("range"));
    }
    return closed(std::move(properties));
  }

 private:
  /// At least one of these members and no other.
  [[nodiscard]] static Json closed(Json properties) {
    return Json{{"type", "object"},
                {"properties", std::move(properties)},
                {"additionalProperties", false},
                {"minProperties", 1}};
  }
  [[nodiscard]] Json points(const char* const (&names)[2]) const {
    return closed(Json{{names[0], vector()}, {names[1], vector()}});
  }
};

/// The value that an answer has for a key of "expect", one overload a type.
struct FoundSchema {
  Json operator()(ExpectationKey::Member<VerdictSet>) const {
    return Json{{"enum", Json::array({"separated", "touching", "overlapping"})}};
  }
  Json operator()(ExpectationKey::Member<bool>) const { return Json{{"type", "boolean"}}; }
  Json operator()(ExpectationKey::Member<ExpectedNumber>) const { return orNull("number"); }
  Json operator()(ExpectationKey::Member<Vec3>) const { return vectorOrNull(); }
  Json operator()(ExpectationKey::Member<AxisId>) const { return orNull("string"); }
  Json operator()(ExpectationKey::Member<std::string>) const { return orNull("string"); }
  Json operator()(ExpectationKey::Member<WitnessPoints>) const { return points(WitnessPoints::kNames); }
  Json operator()(ExpectationKey::Member<BoundsCorners>) const { return points(BoundsCorners::kNames); }
  Json operator()(ExpectationKey::Member<ExpectedContacts>) const {
    return arrayOf(objectOf(Json{{"position", vectorOrNull()},
                                 {"separation", orNull("number")},
                                 {"feature", Json{{"type", "string"}}},
                                 {"id", Json{{"type", "integer"}}}},
                            {"position", "separation", "feature"}));
  }
  Json operator()(ExpectationKey::Member<ExpectedVolumes>) const {
    return arrayOf(
        objectOf(Json{{"kind", Json{{"type", "string"}}}, {"volume", orNull("number")}}, {"kind", "volume"}));
  }

 private:
  [[nodiscard]] static Json points(const char* const (&names)[2]) {
    return objectOf(Json{{names[0], vectorOrNull()}, {names[1], vectorOrNull()}}, {names[0], names[1]});
  }
};

}  // namespace

Json expectedSchema(const ExpectationKey& key, bool planar) { return std::visit(ExpectedSchema{planar}, key.member); }

Json foundSchema(const ExpectationKey& key) { return std::visit(FoundSchema{}, key.member); }

std::vector<Verdict> VerdictSet::list() const {
  std::vector<Verdict> out;
  for (const Verdict verdict : {Verdict::kSeparated, Verdict::kTouching, Verdict::kOverlapping}) {
    if (contains(verdict)) out.push_back(verdict);
  }
  return out;
}

std::span<const ExpectationKey> expectationKeys() {
  using V = AnswerValues;
  static const ExpectationKey kKeys[] = {
      {"verdict", kOfPair, &V::verdict, "\"separated\", \"touching\", \"overlapping\", or a list of which any will do"},
      {"hit", kOfPair | kOf<SweepQuery> | kOf<RayQuery>, &V::hit,
       "true: a pair that is not separated, a sweep or ray that meets something"},
      {"separation", kOfPair, &V::separation, "largest signed gap over the axes, m; negative when overlapping"},
      {"distance", kOfPair | kOf<SweepQuery> | kOf<RayQuery>, &V::distance,
       "Euclidean, m: between the shapes, of a sweep what is left at its time, of a ray from its origin"},
      {"depth", kOfPair, &V::depth, "penetration depth, m; 0 when apart"},
      {"normal", kOfPair | kOf<SweepQuery> | kOf<RayQuery> | kOf<ContainsQuery>, &V::normal,
       "unit, from A to B; of a ray and of contains out of the surface"},
      {"mtv", kOfPair, &V::mtv, "minimum translation vector: the move of B that ends the overlap"},
      {"deciding_axis", kOfPair | kOf<SweepQuery>, &V::deciding_axis,
       "its name: \"A0\", \"B2\", \"A1xB0\", \"closest\"; null where mtv_from is \"union\": no axis gives that mtv"},
      {"closest_points", kOfPair, &V::closest_points, "witness points {\"a\": [...], \"b\": [...]}, or one of them"},
      {"contacts", kOfPair, &V::contacts,
       "{\"count\", \"positions\", \"features\", \"separations\", \"tolerance\"}: in any order, each listed one needs "
       "a contact of its "
       "own"},
      {"time_of_impact", kOf<SweepQuery>, &V::time_of_impact, "of the first contact, s", {"time", "enter"}},
      {"exit_time",
       kOf<SweepQuery>,
       &V::exit_time,
       "when contact ends, s; of straight sweeps beyond the duration too",
       {"leave_time", "leave"}},
      {"starts_in_contact", kOf<SweepQuery>, &V::starts_in_contact, "true: in contact from the start"},
      {"body", kOf<RayQuery>, &V::body, "id of the body that the ray meets first"},
      {"exit_distance", kOf<RayQuery>, &V::exit_distance, "to where the ray exits that body, m", {"leave_distance"}},
      {"starts_inside", kOf<RayQuery>, &V::starts_inside, "true: the ray starts in the body"},
      {"point", kOf<SweepQuery> | kOf<RayQuery>, &V::point, "where they meet"},
      {"inside", kOf<ContainsQuery>, &V::inside, "true: inside or on the boundary"},
      {"place", kOf<ContainsQuery>, &V::place, "\"inside\", \"boundary\", \"outside\""},
      {"signed_distance", kOf<ContainsQuery>, &V::signed_distance, "to the boundary, m; negative inside", {"distance"}},
      {"boundary_point", kOf<ContainsQuery>, &V::boundary_point, "the point of the boundary next to the given one"},
      {"volumes", kOf<FitQuery>, &V::volumes, "{\"box_min\": 8, ...}: m³ by kind, in 2D m²"},
      {"volume", kOf<MassQuery>, &V::volume, "m³; in 2D the area, m²"},
      {"area", kOf<MassQuery>, &V::area, "of the surface, m²; in 2D the circumference, m"},
      {"mass", kOf<MassQuery>, &V::mass, "density times volume"},
      {"centre", kOf<MassQuery>, &V::centre, "of mass, world"},
      {"bounds", kOf<MassQuery>, &V::bounds, "{\"min\": [...], \"max\": [...]} of the axis-aligned bounds, world"},
  };
  return kKeys;
}

namespace {

/// Reads the value of a key, one overload a type.
struct ValueReader {
  JsonReader& reader;
  Space space;

  [[nodiscard]] Vec3 vector(const JsonPlace& place) const {
    return reader.vector(place, dimensionsOf(space), -kMaxLength, kMaxLength);
  }

  void operator()(const JsonPlace& place, bool& out) const { out = reader.boolean(place); }
  void operator()(const JsonPlace& place, Vec3& out) const { out = vector(place); }
  void operator()(const JsonPlace& place, std::string& out) const { out = reader.text(place); }

  void operator()(const JsonPlace& place, ExpectedNumber& out) const {
    if (!place.value->isObject()) {
      out = reader.number(place);
      return;
    }
    ObjectReader object(reader, place, "");
    const JsonPlace min = object.at("min"), max = object.at("max");
    if ((!min && !max) || place.value->size() != std::size_t{min ? 1u : 0u} + (max ? 1u : 0u)) {
      reader.expected(place, tr("a number or a range {\"min\", \"max\"} with one of them at least"));
      return;
    }
    out = ExpectedNumber::between(min ? reader.number(min) : -ExpectedNumber::kOpen,
                                  max ? reader.number(max) : ExpectedNumber::kOpen);
    if (out.min > out.max) reader.expected(place, tr("a range whose \"min\" is not above its \"max\""));
  }

  void operator()(const JsonPlace& place, VerdictSet& out) const {
    const std::string what = tr("\"separated\", \"touching\" or \"overlapping\"");
    const auto read = [&](const JsonPlace& at) {
      for (const Verdict verdict : {Verdict::kSeparated, Verdict::kTouching, Verdict::kOverlapping}) {
        if (*at.value == verdictName(verdict)) return out.add(verdict);
      }
      reader.expected(at, what);
    };
    if (!place.value->isArray()) return read(place);
    if (place.value->empty()) reader.expected(place, what);
    for (std::size_t i = 0; i < place.value->size() && !reader.failed(); ++i) read(place.item(i));
  }

  void operator()(const JsonPlace& place, AxisId& out) const {
    const auto id = parseAxisName(reader.text(place));
    if (!id) reader.expected(place, tr("the name of an axis like \"A0\", \"B2\", \"A1xB0\" or \"closest\""));
    out = id.value_or(AxisId{});
  }

  template <class Points>
  requires std::derived_from<Points, NamedPoints>
  void operator()(const JsonPlace& place, Points& out) const {
    const auto [first, second] = std::pair(Points::kNames[0], Points::kNames[1]);
    const std::string what = trf("points {{\"{}\", \"{}\"}}, one of them at least", first, second);
    ObjectReader object(reader, place, what);
    const JsonPlace a = object.at(first), b = object.at(second);
    if (!reader.failed() && ((!a && !b) || place.value->size() != std::size_t{a ? 1u : 0u} + (b ? 1u : 0u)))
      reader.expected(place, what);
    if (a) out.first = vector(a);
    if (b) out.second = vector(b);
  }

  template <class Item>
  void list(const JsonPlace& place, std::vector<Item>& out) const {
    if (!place) return;
    out = reader.list(place, tr("an array"), [&](const JsonPlace& at) {
      Item item{};
      (*this)(at, item);
      return item;
    });
  }

  void operator()(const JsonPlace& place, ExpectedContacts& out) const {
    ObjectReader object(
        reader, place,
        tr("an object with \"count\", \"positions\", \"features\", \"separations\" or \"tolerance\" and nothing else"));
    if (const JsonPlace at = object.at("count")) (*this)(at, out.count.emplace());
    list(object.at("positions"), out.positions);
    list(object.at("features"), out.features);
    list(object.at("separations"), out.separations);
    if (const JsonPlace at = object.at("tolerance")) out.tolerance = reader.number(at, 0);
    if (reader.failed()) return;
    object.refuseUnknown();
    if (!out.count && out.positions.empty() && out.features.empty() && out.separations.empty())
      reader.expected(place, tr("something that contacts are compared with: \"count\", \"positions\", \"features\" or "
                                "\"separations\", none of them an empty list"));
  }

  void operator()(const JsonPlace& place, ExpectedVolumes& out) const {
    std::string known;
    for (const VolumeKindInfo& info : volumeKinds()) {
      const char* const name = volumeName(info.kind, space == Space::k2d);
      if (name == nullptr) continue;
      known += fmt::format("{}{}", known.empty() ? "" : ", ", name);
      if (!place.value->isObject() || reader.failed()) continue;
      const Json* const found = place.value->find(name);
      if (found != nullptr) (*this)({found, &place, name}, out.emplace_back(name, ExpectedNumber()).second);
    }
    if (reader.failed() || (place.value->isObject() && out.size() == place.value->size() && !out.empty())) return;
    reader.expected(place, trf("an object of volumes by their kinds ({})", known));
  }
};

/// Which of the queries an expectation is about, by index or id.
std::size_t readQueryName(JsonReader& reader, const JsonPlace& place, const ExpectableQueries& queries,
                          std::string& id) {
  if (!place.value->isString()) return reader.integer(place, std::numeric_limits<std::uint32_t>::max());
  id = place.value->string();
  const auto found = queries.index_of.find(id);
  if (found != queries.index_of.end()) return found->second;
  reader.expected(place, tr("the index of a query or the \"id\" of one"));
  return 0;
}

/// Whether one of the old names of `key` is `name`, in answers of this kind.
bool hasOldName(const ExpectationKey& key, std::string_view name, unsigned kind) {
  return (key.answers & kind) != 0 && std::ranges::find(key.old_names, name) != key.old_names.end();
}

/// The value of a key under its name, or under an old name that answers of this kind had for it.
JsonPlace placeOf(ObjectReader& object, JsonReader& reader, const ExpectationKey& key, unsigned kind) {
  const auto keys = expectationKeys();
  JsonPlace found = object.at(key.name);
  if ((key.answers & kind) == 0) {
    const bool is_old_name =
        std::ranges::any_of(keys, [&](const auto& other) { return hasOldName(other, key.name, kind); });
    return is_old_name ? JsonPlace{} : found;
  }
  std::string_view found_name = key.name;
  for (const std::string_view old_name : key.old_names) {
    // A query of unknown type may have any key: an old name that is the name of another key belongs to that key.
    const bool is_name = std::ranges::any_of(
        keys, [&](const auto& other) { return other.name == old_name && (other.answers & kind) != 0; });
    const JsonPlace old = is_name ? JsonPlace{} : object.at(old_name);
    if (found && old) {
      reader.refuse(old, ErrorCode::kWrongValue,
                    trf("expected either \"{}\" or \"{}\", found both", found_name, old_name));
    }
    if (found || !old) continue;
    found = old;
    found_name = old_name;
  }
  return found;
}

/// Writes the value of a key, one overload a type.
struct ValueWriter {
  Space space;
  const std::function<Json(double)>& number;

  Json operator()(bool value) const { return value; }
  Json operator()(const std::string& value) const { return value; }
  Json operator()(const AxisId& value) const { return axisName(value); }
  Json operator()(const Vec3& v) const { return vectorJson(v, space, number); }

  Json operator()(const ExpectedNumber& value) const {
    if (!value.is_range) return number(value.min);
    Json out = Json::object();
    if (value.min > -ExpectedNumber::kOpen) out.add("min", number(value.min));
    if (value.max < ExpectedNumber::kOpen) out.add("max", number(value.max));
    return out;
  }

  Json operator()(const VerdictSet& set) const {
    const std::vector<Verdict> verdicts = set.list();
    if (verdicts.size() == 1) return verdictName(verdicts.front());
    Json out = Json::array();
    for (const Verdict verdict : verdicts) out.push(verdictName(verdict));
    return out;
  }

  template <class Points>
  requires std::derived_from<Points, NamedPoints> Json operator()(const Points& points) const {
    Json out = Json::object();
    if (points.first) out.add(Points::kNames[0], (*this)(*points.first));
    if (points.second) out.add(Points::kNames[1], (*this)(*points.second));
    return out;
  }

  template <class Item>
  void list(Json& object, const char* name, const std::vector<Item>& items) const {
    for (const Item& item : items) object[name].push((*this)(item));
  }

  Json operator()(const ExpectedContacts& contacts) const {
    Json out = Json::object();
    if (contacts.count) out.add("count", (*this)(*contacts.count));
    list(out, "positions", contacts.positions);
    list(out, "features", contacts.features);
    list(out, "separations", contacts.separations);
    if (contacts.tolerance) out.add("tolerance", number(*contacts.tolerance));
    return out;
  }

  Json operator()(const ExpectedVolumes& volumes) const {
    Json out = Json::object();
    for (const auto& [name, volume] : volumes) out.add(name, (*this)(volume));
    return out;
  }
};

}  // namespace

PairIds readPair(JsonReader& reader, const JsonPlace& place) {
  if (!place || !place.value->isArray() || place.value->size() != 2) {
    reader.expected(place, tr("the ids of two bodies"));
    return {};
  }
  return {reader.text(place.item(0)), reader.text(place.item(1))};
}

Expectation readExpectation(JsonReader& reader, const JsonPlace& place, Space space, const ExpectableQueries& queries) {
  ObjectReader object(reader, place, tr("an expectation object"));
  Expectation expected;
  unsigned kind = kOfPair;
  if (const JsonPlace at = object.at("query")) {
    expected.query = readQueryName(reader, at, queries, expected.query_id);
    kind = *expected.query < queries.answers.size() ? queries.answers[*expected.query] : kOfQueries;
  } else {
    expected.pair = readPair(reader, object.at("pair"));
    if (const JsonPlace algorithm = object.at("algorithm")) {
      expected.algorithm = reader.text(algorithm);
      if (!chosenAlgorithm(expected.algorithm)) {
        reader.expected(algorithm, tr("the name of an algorithm (sepax algorithms lists them)"));
      }
    }
  }
  if (const JsonPlace at = object.at("name")) expected.name = reader.text(at);
  bool expects_something = false;
  for (const ExpectationKey& key : expectationKeys()) {
    if ((key.answers & (expected.query ? kOfQueries : kOfPair)) == 0) continue;
    const JsonPlace at = placeOf(object, reader, key, kind);
    if (!at || reader.failed()) continue;
    expects_something = true;
    std::visit([&](const auto member) { ValueReader{reader, space}(at, (expected.*member).emplace()); }, key.member);
  }
  if (const JsonPlace at = object.at("tolerance")) {
    expected.tolerance = reader.number(at, 0);
    expected.tolerance_given = true;
  }
  if (!reader.failed()) object.refuseUnknown();  // a misspelt key would never be checked
  if (!reader.failed() && !expects_something)
    reader.expected(place, tr("a part of the answer, as \"verdict\" or \"separation\""));
  return expected;
}

AnswerValues readFound(const Json& answer, Space space, unsigned kind) {
  AnswerValues out;
  const JsonPlace place{&answer};
  for (const ExpectationKey& key : expectationKeys()) {
    const Json* const found = answer.find(key.name);
    if ((key.answers & kind) == 0 || found == nullptr || found->isNull()) continue;
    JsonReader reader("answer");
    std::visit(
        [&]<class T>(const ExpectationKey::Member<T> member) {
          T& value = (out.*member).emplace();
          if constexpr (std::is_same_v<T, ExpectedVolumes>) {  // a list in an answer
            for (const Json& volume : *found) {
              if (volume["volume"].isNumber()) value.emplace_back(volume["kind"].string(), volume["volume"].number());
            }
          } else {
            ValueReader{reader, space}({found, &place, key.name}, value);
          }
          if (reader.failed()) (out.*member).reset();
        },
        key.member);
  }
  return out;
}

Json expectationJson(const Expectation& expected, Space space, const std::function<Json(double)>& number) {
  Json object;
  if (!expected.name.empty()) object["name"] = expected.name;
  if (!expected.query) {
    object["pair"] = Json::array({expected.pair.first, expected.pair.second});
  } else if (expected.query_id.empty()) {
    object["query"] = *expected.query;
  } else {
    object["query"] = expected.query_id;
  }
  if (!expected.algorithm.empty()) object["algorithm"] = expected.algorithm;
  for (const ExpectationKey& key : expectationKeys()) {
    std::visit(
        [&](const auto member) {
          if (expected.*member) object[key.name] = ValueWriter{space, number}(*(expected.*member));
        },
        key.member);
  }
  if (expected.tolerance_given) object["tolerance"] = number(expected.tolerance);
  return object;
}

}  // namespace sepax
