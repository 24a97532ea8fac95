#include "format/answer_schema.h"

#include "core/json_text.h"
#include "format/expectation_keys.h"
#include "format/query.h"
#include "format/schema_parts.h"

#include <iterator>

namespace sepax {

namespace {

enum class AnswerForm { kNumber, kCount, kFlag, kText, kVector, kVectors, kMatrix, kSpans, kPair, kList, kObject };

/// A member of an answer that no case can expect.
struct AnswerKey {
  const char* name;
  unsigned answers;  ///< bits of expectation_keys.h
  AnswerForm form;
  const char* summary;
};

constexpr AnswerKey kAnswerKeys[] = {
    {"a", kOfPair, AnswerForm::kText, "the id of the first body"},
    {"b", kOfPair, AnswerForm::kText, "the id of the second body"},
    {"algorithm", kOfPair, AnswerForm::kText, "the name of the algorithm"},
    {"error", kOfPair, AnswerForm::kNumber, "how far the numbers may be wrong, m"},
    {"endless", kOfPair, AnswerForm::kFlag, "true: no translation ends the overlap"},
    {"mtv_lower_bound", kOfPair, AnswerForm::kNumber,
     "no shorter mtv ends the overlap, where the given may be longer, m"},
    {"runner_up", kOfPair, AnswerForm::kText, "the axis with the second largest separation"},
    {"runner_up_margin", kOfPair, AnswerForm::kNumber, "how much less the runner-up separates, m"},
    {"tie", kOfPair, AnswerForm::kFlag, "true: the runner-up separates as much within rounding"},
    {"first_separating_axis", kOfPair, AnswerForm::kText, "the axis at which a test with an early exit ends"},
    {"manifold", kOfPair, AnswerForm::kObject, "how the contacts were clipped"},
    {"pieces", kOfPair | kOf<SweepQuery>, AnswerForm::kObject, "the deciding pieces of shapes that consist of pieces"},
    {"axes", kOfPair | kOf<SweepQuery>, AnswerForm::kList,
     "each axis that was tested: of a half-space with null for the end that it has not, and \"unbounded\": true"},
    {"trace", kOfPair, AnswerForm::kObject, "each step of GJK and EPA"},
    {"pruned_edge_pairs", kOfPair, AnswerForm::kCount, "pairs of edges that no Gauss map lets touch"},
    {"origin", kOfPair | kOf<RayQuery>, AnswerForm::kVector, "where projections are measured from; of a ray its start"},
    {"tolerances", kOfPair, AnswerForm::kObject, "the tolerances that were used"},
    {"pair", kOf<SweepQuery>, AnswerForm::kPair, "the ids of both bodies"},
    {"duration", kOf<SweepQuery>, AnswerForm::kNumber, "s"},
    {"left_within_duration", kOf<SweepQuery>, AnswerForm::kFlag, "true: the exit time is not beyond the duration"},
    {"never_leaves", kOf<SweepQuery>, AnswerForm::kFlag, "true: contact never ends"},
    {"exit_undecided", kOf<SweepQuery>, AnswerForm::kFlag, "true: the exit time could not be decided"},
    {"contacts_at", kOf<SweepQuery>, AnswerForm::kSpans,
     "[time of impact, exit time] of each contact within the duration, s; null: it does not end within it"},
    {"contacts_complete", kOf<SweepQuery>, AnswerForm::kFlag, "false: there may be more contacts behind the last"},
    {"openings_missed_below", kOf<SweepQuery>, AnswerForm::kNumber,
     "openings shorter than this may have been missed within the contacts, s; 0: contact is proved"},
    {"linear", kOf<SweepQuery>, AnswerForm::kFlag, "true: no body rotates, the times are exact but for rounding"},
    {"undecided", kOf<SweepQuery>, AnswerForm::kFlag,
     "true: free of contact up to the time of impact, undecided from there"},
    {"first_features", kOf<SweepQuery>, AnswerForm::kText, "the features that meet first"},
    {"steps", kOf<SweepQuery>, AnswerForm::kList, "each step of conservative advancement"},
    {"boxes", kOf<SweepQuery>, AnswerForm::kObject, "the sweep of the axis-aligned boxes"},
    {"direction", kOf<RayQuery>, AnswerForm::kVector, "of the ray"},
    {"length", kOf<RayQuery>, AnswerForm::kNumber, "of the ray, m"},
    {"hits", kOf<RayQuery>, AnswerForm::kList, "every body that the ray meets, the nearest first"},
    {"back_face", kOf<RayQuery>, AnswerForm::kFlag, "true: the ray meets the surface from behind"},
    {"feature", kOf<RayQuery>, AnswerForm::kCount, "the face that the ray meets"},
    {"body", kOf<ContainsQuery> | kOf<FitQuery> | kOf<MassQuery>, AnswerForm::kText, "the id of the body"},
    {"point", kOf<ContainsQuery>, AnswerForm::kVector, "the point that was asked for"},
    {"tolerance", kOf<ContainsQuery>, AnswerForm::kNumber, "within this distance a point is on the boundary, m"},
    {"surface_only", kOf<ContainsQuery> | kOf<MassQuery>, AnswerForm::kFlag, "true: an open mesh, which has no inside"},
    {"vertices", kOf<FitQuery>, AnswerForm::kCount, "how many vertices the volumes fit around"},
    {"error", kOf<FitQuery>, AnswerForm::kText, "why there are no volumes"},
    {"area_sides", kOf<MassQuery>, AnswerForm::kText,
     "the sides of the surface that the area counts: \"one\", \"both\" of flat shapes and open surfaces, \"mixed\" of "
     "a "
     "compound of solid and flat children"},
    {"inertia", kOf<MassQuery>, AnswerForm::kMatrix,
     "inertia tensor about the centre along the world's axes, kg·m²: its rows; in 2D the moment about z"},
    {"principal_moments", kOf<MassQuery>, AnswerForm::kVector, "of the inertia tensor, the smallest first, kg·m²"},
    {"principal_axes", kOf<MassQuery>, AnswerForm::kVectors, "their axes, unit, world"},
    {"density", kOf<MassQuery>, AnswerForm::kNumber, "kg/m³, in 2D kg/m²"},
    {"unbounded", kOf<MassQuery>, AnswerForm::kFlag, "true: a half-space, which has no mass"},
};

Json formSchema(AnswerForm form) {
  switch (form) {
    case AnswerForm::kNumber:
      return orNull("number");
    case AnswerForm::kCount:
      return orNull("integer");
    case AnswerForm::kFlag:
      return Json{{"type", "boolean"}};
    case AnswerForm::kText:
      return orNull("string");
    case AnswerForm::kVector:
      return vectorOrNull();
    case AnswerForm::kVectors:
      return arrayOf(vectorOrNull());
    case AnswerForm::kMatrix: {
      Json matrix = arrayOf(vectorOrNull());
      matrix["type"] = Json::array({"array", "number", "null"});
      return matrix;
    }
    case AnswerForm::kSpans:
      return arrayOf(fixedArray(orNull("number"), 2));
    case AnswerForm::kPair:
      return fixedArray(Json{{"type", "string"}}, 2);
    case AnswerForm::kList:
      return arrayOf(Json{{"type", "object"}});
    case AnswerForm::kObject:
      return orNull("object");
  }
  return Json::object();
}

/// The members of an answer of one kind.
Json membersOf(unsigned kind) {
  Json properties = Json::object();
  const auto add = [&](const char* name, const char* summary, Json schema) {
    schema["description"] = summary;
    properties.add(name, std::move(schema));
  };
  for (const ExpectationKey& key : expectationKeys()) {
    if ((key.answers & kind) != 0) add(key.name, key.summary, foundSchema(key));
  }
  for (const AnswerKey& key : kAnswerKeys) {
    if ((key.answers & kind) != 0) add(key.name, key.summary, formSchema(key.form));
  }
  return properties;
}

Json queryAnswers() {
  Json types = Json::array(), all = Json::array();
  for (const QueryType& type : queryTypes()) {
    types.push(type.name);
    Json schema = objectOf(membersOf(type.answers), {});
    schema["description"] = type.summary;
    all.push(when("type", type.name, std::move(schema)));
  }
  Json out = objectOf(Json{{"query", Json{{"type", "integer"}, {"minimum", 0}}},
                           {"id", orNull("string")},
                           {"type", Json{{"enum", std::move(types)}}}},
                      {"query", "id", "type"});
  out["allOf"] = std::move(all);
  return out;
}

Json failureSchema() {
  const Json text{{"type", "string"}};
  return objectOf(Json{{"pair", fixedArray(text, 2)},
                       {"algorithm", text},
                       {"query", Json{{"type", "integer"}, {"minimum", 0}}},
                       {"id", text},
                       {"expect", Json{{"type", "integer"}, {"minimum", 0}}},
                       {"what", text},
                       {"expected", text},
                       {"found", text},
                       {"message", text}},
                  {"what", "expected", "found", "message"});
}

}  // namespace

Json answerSchema() {
  const Json text{{"type", "string"}};
  Json out = objectOf(Json{{"sepax", Json{{"const", 1}}},
                           {"output", Json{{"const", kOutputVersion}}},
                           {"file", text},
                           {"pairs", arrayOf(referenceTo("pair"))},
                           {"culled_pairs", Json{{"type", "integer"}, {"minimum", 1}}},
                           {"queries", arrayOf(referenceTo("query"))},
                           {"failures", arrayOf(referenceTo("failure"))},
                           {"warnings", arrayOf(text)}},
                      {"sepax", "output", "file", "pairs", "queries", "failures", "warnings"});
  out["$schema"] = "http://json-schema.org/draft-07/schema#";
  out["title"] = "Sepax answers";
  out["description"] = "A line of sepax check --json. World space, metres, seconds, kilograms.";
  out["definitions"] = Json{{"pair", objectOf(membersOf(kOfPair), {"a", "b", "algorithm", "verdict", "distance"})},
                            {"query", queryAnswers()},
                            {"failure", failureSchema()}};
  return out;
}

}  // namespace sepax
