#include "format/expectation_keys.h"

#include "format/fit_report.h"
#include "format/schema_parts.h"

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
      {"verdict",
       {},
       kOfPair,
       &V::verdict,
       "\"separated\", \"touching\", \"overlapping\", or a list of which any will do"},
      {"hit",
       {},
       kOfPair | kOf<SweepQuery> | kOf<RayQuery>,
       &V::hit,
       "true: a pair that is not separated, a sweep or ray that meets something"},
      {"separation", {}, kOfPair, &V::separation, "largest signed gap over the axes, m; negative when overlapping"},
      {"distance",
       {},
       kOfPair | kOf<SweepQuery> | kOf<RayQuery>,
       &V::distance,
       "Euclidean, m: between the shapes, of a sweep what is left at its time, of a ray from its origin"},
      {"depth", {}, kOfPair, &V::depth, "penetration depth, m; 0 when apart"},
      {"normal",
       {},
       kOfPair | kOf<SweepQuery> | kOf<RayQuery> | kOf<ContainsQuery>,
       &V::normal,
       "unit, from A to B; of a ray and of contains out of the surface"},
      {"mtv", {}, kOfPair, &V::mtv, "minimum translation vector: the move of B that ends the overlap"},
      {"deciding_axis",
       {},
       kOfPair | kOf<SweepQuery>,
       &V::deciding_axis,
       "its name: \"A0\", \"B2\", \"A1xB0\", \"closest\""},
      {"closest_points",
       {},
       kOfPair,
       &V::closest_points,
       "witness points {\"a\": [...], \"b\": [...]}, or one of them"},
      {"contacts",
       {},
       kOfPair,
       &V::contacts,
       "{\"count\", \"positions\", \"features\", \"separations\", \"tolerance\"}: in any order, each listed one needs "
       "a contact of its "
       "own"},
      {"time_of_impact", {"time", "enter"}, kOf<SweepQuery>, &V::time_of_impact, "of the first contact, s"},
      {"exit_time",
       {"leave_time", "leave"},
       kOf<SweepQuery>,
       &V::exit_time,
       "when contact ends, s; of straight sweeps beyond the duration too"},
      {"starts_in_contact", {}, kOf<SweepQuery>, &V::starts_in_contact, "true: in contact from the start"},
      {"body", {}, kOf<RayQuery>, &V::body, "id of the body that the ray meets first"},
      {"exit_distance", {"leave_distance"}, kOf<RayQuery>, &V::exit_distance, "to where the ray exits that body, m"},
      {"starts_inside", {}, kOf<RayQuery>, &V::starts_inside, "true: the ray starts in the body"},
      {"point", {}, kOf<SweepQuery> | kOf<RayQuery>, &V::point, "where they meet"},
      {"inside", {}, kOf<ContainsQuery>, &V::inside, "true: inside or on the boundary"},
      {"place", {}, kOf<ContainsQuery>, &V::place, "\"inside\", \"boundary\", \"outside\""},
      {"signed_distance", {"distance"}, kOf<ContainsQuery>, &V::signed_distance, "to the boundary, m; negative inside"},
      {"boundary_point", {}, kOf<ContainsQuery>, &V::boundary_point, "the point of the boundary next to the given one"},
      {"volumes", {}, kOf<FitQuery>, &V::volumes, "{\"box_min\": 8, ...}: m³ by kind, in 2D m²"},
      {"volume", {}, kOf<MassQuery>, &V::volume, "m³; in 2D the area, m²"},
      {"area", {}, kOf<MassQuery>, &V::area, "of the surface, m²; in 2D the circumference, m"},
      {"mass", {}, kOf<MassQuery>, &V::mass, "density times volume"},
      {"centre", {}, kOf<MassQuery>, &V::centre, "of mass, world"},
      {"bounds", {}, kOf<MassQuery>, &V::bounds, "{\"min\": [...], \"max\": [...]} of the axis-aligned bounds, world"},
  };
  return kKeys;
}

}  // namespace sepax
