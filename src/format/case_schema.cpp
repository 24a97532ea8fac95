#include "format/case_schema.h"

#include "core/json_text.h"
#include "format/expectation_json.h"
#include "format/query.h"
#include "format/report_json.h"
#include "format/schema_parts.h"
#include "geom/compound_data.h"
#include "geom/rounded.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <type_traits>

namespace sepax {

namespace {

/// A JSON number or a string with a hexadecimal float; the range is that of JSON numbers.
Json number(double min, double max) {
  Json out{{"type", Json::array({"number", "string"})},
           {"pattern", "^[-+]?0[xX][0-9a-fA-F]*[.]?[0-9a-fA-F]*([pP][-+]?[0-9]+)?$"}};
  if (min > -kMaxLength) out["minimum"] = jsonNumber(min);
  if (max < kMaxLength) out["maximum"] = jsonNumber(max);
  return out;
}

Json oneOfTwo(const char* a, const char* b) {
  return Json::array({Json{{"required", Json::array({a})}}, Json{{"required", Json::array({b})}}});
}

Json volumeNamesSchema(bool planar) {
  Json names = Json::array({"all"});
  for (const VolumeKindInfo& info : volumeKinds()) {
    if (const char* const name = volumeName(info.kind, planar)) names.push(name);
  }
  const Json one{{"enum", names}};
  return Json{{"anyOf", Json::array({one, arrayOf(one)})}};
}

Json text(bool) { return Json{{"type", "string"}}; }
Json pair(bool) { return fixedArray(text(false), 2); }
Json any(bool) { return referenceTo("number"); }
Json vector(bool planar) { return referenceTo(inSpace("vector", planar)); }
Json listIn(const char* name, bool planar) { return arrayOf(referenceTo(inSpace(name, planar))); }

Json axisAngleSchema(bool planar) {
  Json out = objectOf(Json{{"axis", vector(false)}, {"angle", any(planar)}, {"angle_deg", any(planar)}}, {"axis"});
  out["oneOf"] = oneOfTwo("angle", "angle_deg");
  return out;
}

Json eulerSchema(bool planar) {
  Json out = objectOf(Json{{"order", Json{{"type", "string"}, {"pattern", "^([xyz]{3}|[XYZ]{3})$"}}},
                           {"angles", fixedArray(any(planar), 3)},
                           {"angles_deg", fixedArray(any(planar), 3)}},
                      {"order"});
  out["oneOf"] = oneOfTwo("angles", "angles_deg");
  return out;
}

Json colourSchema(bool) {
  return Json{{"anyOf", Json::array({Json{{"type", "string"}, {"pattern", "^#[0-9a-fA-F]{6}$"}},
                                     fixedArray(Json{{"type", "integer"}, {"minimum", 0}, {"maximum", 255}}, 3)})}};
}

Json roomSchema(bool planar) {
  return objectOf(Json{{"min", vector(planar)},
                       {"max", vector(planar)},
                       {"at_walls", Json{{"enum", Json::array({"bounce", "pass"})}}}},
                  {"min", "max"});
}

Json simulationSchema(bool planar) {
  const Json number{{"type", "number"}, {"minimum", 0}};
  return objectOf(Json{{"seconds", number},
                       {"step", number},
                       {"substeps", Json{{"type", "integer"}, {"minimum", 1}}},
                       {"gravity", vector(planar)}},
                  {});
}

/// A form of values in words and as JSON Schema.
struct Form {
  ValueForm form;
  const char* text;
  Json (*schema)(bool planar);
};

using enum ValueForm;
constexpr Form kForms[] = {
    {kNumber, "a number", any},
    {kLength, "a number from 0 up", [](bool) { return referenceTo("length"); }},
    {kFlag, "true or false",
     [](bool) {
       return Json{{"type", "boolean"}};
     }},
    {kText, "a text", text},
    {kBody, "the id of a body", text},
    {kPair, "the ids of two bodies", pair},
    {kVector, "[x, y, z], in 2d [x, y]", vector},
    {kDirection, "[x, y, z], in 2d [x, y]", vector},
    {kScale, "[x, y, z], in 2d [x, y], or one number",
     [](bool planar) {
       return Json{{"anyOf", Json::array({any(planar), vector(planar)})}};
     }},
    {kRotationVector, "[x, y, z], in 2d a number", [](bool planar) { return planar ? any(planar) : vector(planar); }},
    {kQuaternion, "four numbers", [](bool planar) { return fixedArray(any(planar), 4); }},
    {kMatrix, "three rows of three numbers", [](bool planar) { return fixedArray(fixedArray(any(planar), 3), 3); }},
    {kAxisAngle, "{\"axis\": [x, y, z], \"angle\" or \"angle_deg\": a number}", axisAngleSchema},
    {kEuler, "{\"order\": \"xyz\", \"angles\" or \"angles_deg\": three numbers}", eulerSchema},
    {kColour, "\"#rrggbb\" or [r, g, b] from 0 to 255", colourSchema},
    {kVolumeNames, "a name or a list of names", volumeNamesSchema},
    {kSpace, "\"2d\" or \"3d\"",
     [](bool) {
       return Json{{"enum", Json::array({"2d", "3d"})}};
     }},
    {kVersion, "1",
     [](bool) {
       return Json{{"const", 1}};
     }},
    {kShape, "an object", [](bool planar) { return referenceTo(inSpace("shape", planar)); }},
    {kBodies, "a list of objects", [](bool planar) { return listIn("body", planar); }},
    {kPairs, "a list of pairs of ids", [](bool planar) { return arrayOf(pair(planar)); }},
    {kQueries, "a list of objects", [](bool planar) { return listIn("query", planar); }},
    {kExpectations, "a list of objects", [](bool planar) { return listIn("expectation", planar); }},
    {kRoom, "{\"min\": [x, y, z], \"max\": [x, y, z], \"at_walls\": \"bounce\" or \"pass\"}", roomSchema},
    {kSimulation, "{\"seconds\": 2, \"step\": s, \"substeps\": 1, \"gravity\": [0, -9.81, 0]}", simulationSchema},
};

const Form& formOf(ValueForm form) { return *std::ranges::find(kForms, form, &Form::form); }

bool belongsTo(const CaseKey& key, bool planar) {
  return key.space == KeySpace::kBoth || (key.space == KeySpace::k2d) == planar;
}

Json keysSchema(std::span<const CaseKey> keys, bool planar) {
  Json properties = Json::object();
  std::vector<const char*> required;
  for (const CaseKey& key : keys) {
    if (!belongsTo(key, planar)) continue;
    Json schema = formOf(key.form).schema(planar);
    // Draft 7 ignores what is beside a reference.
    if (schema.contains("$ref")) schema = Json{{"allOf", Json::array({std::move(schema)})}};
    schema["description"] = key.summary;
    properties.add(key.name, std::move(schema));
    if (key.is_required) required.push_back(key.name);
  }
  return objectOf(std::move(properties), required);
}

// The schema of a shape's field, one overload a type.

template <class S>
Json fieldSchema(const Field<S, bool>&) {
  return Json{{"type", "boolean"}};
}
template <class S>
Json fieldSchema(const Field<S, double>& field) {
  return number(field.min, field.max);
}
template <class S>
Json fieldSchema(const Field<S, Vec2>& field) {
  return fixedArray(number(field.min, field.max), 2);
}
template <class S>
Json fieldSchema(const Field<S, Vec3>& field) {
  return fixedArray(number(field.min, field.max), 3);
}
template <class S>
Json fieldSchema(const Field<S, std::vector<Vec2>>&) {
  return arrayOf(referenceTo("vector2d"));
}
template <class S>
Json fieldSchema(const Field<S, std::array<Vec3, 3>>&) {
  return fixedArray(referenceTo("vector3d"), 3);
}
template <class S, class Data>
Json fieldSchema(const Field<S, std::shared_ptr<const Data>>&) {
  if (std::is_same_v<Data, HeightfieldData>) return arrayOf(arrayOf(referenceTo("number")));
  if (std::is_same_v<Data, CompoundData>) return arrayOf(referenceTo(inSpace("child", S::kPlanar)));
  return arrayOf(referenceTo("vector3d"));
}

bool isLength(const char* name) { return name == std::string_view("half_length"); }

/// Keys that round a shape, of kinds that take a margin.
struct MarginKey {
  const char* name;
  const char* tip;
};
constexpr MarginKey kMarginKeys[] = {
    {"margin", "Optional: rounds the shape, which is all points within this distance of it."},
    {"margin_inside",
     "Optional, instead of margin: shrinks the shape first, so that its sides stay where they are (not "
     "of cones, triangles, ellipsoids)."}};

constexpr const char* kSpacingTip = "Optional: from one height to the next along x and along z; without it 1.";

Json shapeSchema(const Shape& shape) {
  Json properties = Json::object();
  std::vector<const char*> required;
  Json choice;
  forEachField(shape, [&]<class S, class T>(const Field<S, T>& field, const auto&) {
    Json schema = fieldSchema(field);
    schema["description"] = field.tip;
    properties.add(field.name, std::move(schema));
    if constexpr (requires(const S& held) { held.mesh; }) {
      const bool is_mesh = std::is_same_v<S, Mesh>;
      properties.add("mesh", Json{{"type", "string"}, {"description", "A mesh file relative to the case."}});
      if (is_mesh) properties.add("triangles", arrayOf(fixedArray(Json{{"type", "integer"}, {"minimum", 0}}, 3)));
      choice = Json::array({Json{{"required", Json::array({"mesh"})}}, Json{{"required", Json::array({field.name})}}});
      if (is_mesh) choice[1]["required"].push("triangles");
    } else if (std::is_same_v<S, Heightfield>) {
      required.push_back(field.name);
      properties.add("spacing",
                     Json{{"anyOf", Json::array({referenceTo("length"), fixedArray(referenceTo("length"), 2)})},
                          {"description", kSpacingTip}});
    } else if (isLength(field.name)) {
      const char* const vector = S::kPlanar ? "vector2d" : "vector3d";
      properties.add("from", referenceTo(vector));
      properties.add("to", referenceTo(vector));
      choice =
          Json::array({Json{{"required", Json::array({field.name})}}, Json{{"required", Json::array({"from", "to"})}}});
    } else if (!std::is_same_v<T, bool>) {
      required.push_back(field.name);
    }
  });
  if (takesMargin(shape)) {
    for (const MarginKey& key : kMarginKeys) {
      Json schema = referenceTo("length");
      properties.add(key.name, Json{{"allOf", Json::array({std::move(schema)})}, {"description", key.tip}});
    }
  }
  Json out = objectOf(std::move(properties), required);
  if (choice.isArray()) out["oneOf"] = std::move(choice);
  return out;
}

Json shapesSchema(bool planar) {
  Json types = Json::array(), all = Json::array();
  for (const Shape& shape : shapePrototypes()) {
    if (isPlanar(shape) != planar) continue;
    const std::string name(typeName(shape));
    types.push(name);
    all.push(when("type", name.c_str(), shapeSchema(shape)));
  }
  Json out = objectOf(Json{{"type", Json{{"enum", std::move(types)}}}}, {"type"});
  out["allOf"] = std::move(all);
  return out;
}

Json queriesSchema(bool planar) {
  Json types = Json::array(), all = Json::array();
  for (const QueryType& type : queryTypes()) {
    types.push(type.name);
    Json schema = keysSchema(type.keys, planar);
    schema["description"] = type.summary;
    Json keys = Json::array({"type", "id"});
    for (const CaseKey& key : type.keys) keys.push(key.name);
    schema["propertyNames"] = Json{{"enum", std::move(keys)}};
    all.push(when("type", type.name, std::move(schema)));
  }
  const Json id{{"type", "string"}, {"minLength", 1}, {"description", "what expectations call the query"}};
  // Other types are kept: the enumeration is for the editor's list.
  const Json type{{"anyOf", Json::array({Json{{"enum", std::move(types)}}, Json{{"type", "string"}}})}};
  Json out = objectOf(Json{{"type", type}, {"id", id}}, {"type"});
  out["allOf"] = std::move(all);
  return out;
}

Json expectationsSchema(bool planar) {
  const Json text{{"type", "string"}};
  Json properties{{"pair", pair(planar)},
                  {"query", Json{{"type", Json::array({"integer", "string"})}, {"minimum", 0}}},
                  {"name", text},
                  {"algorithm", text}};
  for (const ExpectationKey& key : expectationKeys()) {
    Json schema{{"allOf", Json::array({expectedSchema(key, planar)})}, {"description", key.summary}};
    properties.add(key.name, std::move(schema));
  }
  for (const ExpectationKey& key : expectationKeys()) {
    for (const std::string_view old_name : key.old_names) {
      if (properties.contains(old_name)) continue;
      properties.add(old_name, Json{{"allOf", Json::array({expectedSchema(key, planar)})},
                                    {"description", fmt::format("the old name of {}", key.name)}});
    }
  }
  properties.add("tolerance", referenceTo("length"));
  Json out = objectOf(std::move(properties), {});
  out["additionalProperties"] = false;
  out["oneOf"] = oneOfTwo("pair", "query");
  return out;
}

std::string rangeText(double min, double max) {
  if (min == 0) return max < kMaxLength ? fmt::format(" from 0 to {}", max) : " from 0 up";
  return min > -kMaxLength ? fmt::format(" from {} to {}", min, max) : "";
}

template <class S, class T>
std::string fieldText(const Field<S, T>& field) {
  const std::string range = rangeText(field.min, field.max);
  if constexpr (std::is_same_v<T, bool>) return "true or false";
  if constexpr (std::is_same_v<T, double>) return "a number" + range;
  if constexpr (std::is_same_v<T, Vec2>) return "two numbers" + range;
  if constexpr (std::is_same_v<T, Vec3>) return "three numbers" + range;
  if constexpr (std::is_same_v<T, std::array<Vec3, 3>>) return "three points";
  if constexpr (std::is_same_v<S, Heightfield>) return "rows of numbers";
  if constexpr (std::is_same_v<T, std::shared_ptr<const CompoundData>>) return "objects with a shape";
  return "points";
}

}  // namespace

const char* formText(ValueForm form) { return formOf(form).text; }

const std::vector<Shape>& shapePrototypes() {
  static const std::vector<Shape> kShapes = []<std::size_t... I>(std::index_sequence<I...>) {
    std::vector<Shape> out;
    ((kIsRounded<std::variant_alternative_t<I, ShapeVariant>> ? void() : out.push_back(Shape(std::in_place_index<I>))),
     ...);
    return out;
  }
  (std::make_index_sequence<std::variant_size_v<ShapeVariant>>());
  return kShapes;
}

std::vector<FieldText> fieldTexts(const Shape& shape) {
  std::vector<FieldText> out;
  forEachField(shape, [&]<class S, class T>(const Field<S, T>& field, const auto&) {
    out.push_back({field.name, fieldText(field), field.tip});
    if constexpr (std::is_same_v<S, Heightfield>) out.push_back({"spacing", "a number or two", kSpacingTip});
    if constexpr (std::is_same_v<T, std::shared_ptr<const CompoundData>>) {
      for (const CaseKey& key : childKeys()) {
        if (belongsTo(key, S::kPlanar)) out.push_back({std::string("  ") + key.name, formText(key.form), key.summary});
      }
    }
    if constexpr (std::is_same_v<S, Mesh>)
      out.push_back({"triangles", "triples of vertex indices", "Counter-clockwise seen from outside."});
    if constexpr (requires(const S& held) { held.mesh; }) {
      out.push_back({"mesh", "the name of a file", "Instead of the points: OBJ, STL, PLY, glTF, ... beside the case."});
    }
    if (isLength(field.name)) {
      out.push_back({"from, to", S::kPlanar ? "two [x, y]" : "two [x, y, z]",
                     "Instead of half_length: both ends in body space; the shape lies between them."});
    }
  });
  for (const MarginKey& key : kMarginKeys) {
    if (takesMargin(shape)) out.push_back({key.name, "a number from 0 up", key.tip});
  }
  return out;
}

Json caseSchema() {
  Json definitions{{"number", number(-kMaxLength, kMaxLength)},
                   {"length", number(0, kMaxLength)},
                   {"vector2d", fixedArray(referenceTo("number"), 2)},
                   {"vector3d", fixedArray(referenceTo("number"), 3)}};
  Json range{{"type", "object"},
             {"properties", Json{{"min", referenceTo("number")}, {"max", referenceTo("number")}}},
             {"additionalProperties", false},
             {"minProperties", 1}};
  definitions.add("range", Json{{"anyOf", Json::array({referenceTo("number"), std::move(range)})}});
  for (const bool planar : {true, false}) {
    definitions.add(inSpace("shape", planar), shapesSchema(planar));
    definitions.add(inSpace("child", planar), keysSchema(childKeys(), planar));
    definitions.add(inSpace("body", planar), keysSchema(bodyKeys(), planar));
    definitions.add(inSpace("query", planar), queriesSchema(planar));
    definitions.add(inSpace("expectation", planar), expectationsSchema(planar));
    definitions.add(inSpace("case", planar), keysSchema(caseKeys(), planar));
  }
  return Json{
      {"$schema", "http://json-schema.org/draft-07/schema#"},
      {"title", "Sepax case"},
      {"description", "Shapes, their poses, queries about them and what is expected of the answers: sepax help case"},
      {"type", "object"},
      {"required", Json::array({"sepax", "space", "bodies"})},
      {"if", objectOf(Json{{"space", Json{{"const", "2d"}}}}, {"space"})},
      {"then", referenceTo("case2d")},
      {"else", referenceTo("case3d")},
      {"definitions", std::move(definitions)}};
}

}  // namespace sepax
