#include "format/expectation_keys.h"

namespace sepax {

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
       kOfPair | kOfSweep | kOfRay,
       &V::hit,
       "true: a pair that is not separated, a sweep or ray that meets something"},
      {"separation", {}, kOfPair, &V::separation, "largest signed gap over the axes, m; negative when overlapping"},
      {"distance",
       {},
       kOfPair | kOfSweep | kOfRay,
       &V::distance,
       "Euclidean, m: between the shapes, of a sweep what is left at its time, of a ray from its origin"},
      {"depth", {}, kOfPair, &V::depth, "penetration depth, m; 0 when apart"},
      {"normal",
       {},
       kOfPair | kOfSweep | kOfRay | kOfContains,
       &V::normal,
       "unit, from A to B; of a ray and of contains out of the surface"},
      {"mtv", {}, kOfPair, &V::mtv, "minimum translation vector: the move of B that ends the overlap"},
      {"deciding_axis", {}, kOfPair | kOfSweep, &V::deciding_axis, "its name: \"A0\", \"B2\", \"A1xB0\", \"closest\""},
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
      {"time_of_impact", {"time", "enter"}, kOfSweep, &V::time_of_impact, "of the first contact, s"},
      {"exit_time",
       {"leave_time", "leave"},
       kOfSweep,
       &V::exit_time,
       "when contact ends, s; of straight sweeps beyond the duration too"},
      {"starts_in_contact", {}, kOfSweep, &V::starts_in_contact, "true: in contact from the start"},
      {"body", {}, kOfRay, &V::body, "id of the body that the ray meets first"},
      {"exit_distance", {"leave_distance"}, kOfRay, &V::exit_distance, "to where the ray exits that body, m"},
      {"starts_inside", {}, kOfRay, &V::starts_inside, "true: the ray starts in the body"},
      {"point", {}, kOfSweep | kOfRay, &V::point, "where they meet"},
      {"inside", {}, kOfContains, &V::inside, "true: inside or on the boundary"},
      {"place", {}, kOfContains, &V::place, "\"inside\", \"boundary\", \"outside\""},
      {"signed_distance", {"distance"}, kOfContains, &V::signed_distance, "to the boundary, m; negative inside"},
      {"boundary_point", {}, kOfContains, &V::boundary_point, "the point of the boundary next to the given one"},
      {"volumes", {}, kOfFit, &V::volumes, "{\"box_min\": 8, ...}: m³ by kind, in 2D m²"},
      {"volume", {}, kOfMass, &V::volume, "m³; in 2D the area, m²"},
      {"area", {}, kOfMass, &V::area, "of the surface, m²; in 2D the circumference, m"},
      {"mass", {}, kOfMass, &V::mass, "density times volume"},
      {"centre", {}, kOfMass, &V::centre, "of mass, world"},
      {"bounds", {}, kOfMass, &V::bounds, "{\"min\": [...], \"max\": [...]} of the axis-aligned bounds, world"},
  };
  return kKeys;
}

}  // namespace sepax
