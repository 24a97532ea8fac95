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

Json formSchema(ValueForm form, bool planar) {
  const Json any = referenceTo("number");
  switch (form) {
    case ValueForm::kNumber:
      return any;
    case ValueForm::kLength:
      return referenceTo("length");
    case ValueForm::kFlag:
      return Json{{"type", "boolean"}};
    case ValueForm::kText:
    case ValueForm::kBody:
      return Json{{"type", "string"}};
    case ValueForm::kPair:
      return fixedArray(Json{{"type", "string"}}, 2);
    case ValueForm::kVector:
    case ValueForm::kDirection:
      return referenceTo(inSpace("vector", planar));
    case ValueForm::kScale:
      return Json{{"anyOf", Json::array({any, referenceTo(inSpace("vector", planar))})}};
    case ValueForm::kRotationVector:
      return planar ? any : referenceTo("vector3d");
    case ValueForm::kQuaternion:
      return fixedArray(any, 4);
    case ValueForm::kMatrix:
      return fixedArray(fixedArray(any, 3), 3);
    case ValueForm::kAxisAngle: {
      Json out = objectOf(Json{{"axis", referenceTo("vector3d")}, {"angle", any}, {"angle_deg", any}}, {"axis"});
      out["oneOf"] = oneOfTwo("angle", "angle_deg");
      return out;
    }
    case ValueForm::kEuler: {
      Json out = objectOf(Json{{"order", Json{{"type", "string"}, {"pattern", "^([xyz]{3}|[XYZ]{3})$"}}},
                               {"angles", fixedArray(any, 3)},
                               {"angles_deg", fixedArray(any, 3)}},
                          {"order"});
      out["oneOf"] = oneOfTwo("angles", "angles_deg");
      return out;
    }
    case ValueForm::kColour:
      return Json{{"anyOf", Json::array({Json{{"type", "string"}, {"pattern", "^#[0-9a-fA-F]{6}$"}},
                                         fixedArray(Json{{"type", "integer"}, {"minimum", 0}, {"maximum", 255}}, 3)})}};
    case ValueForm::kVolumeNames:
      return volumeNamesSchema(planar);
    case ValueForm::kSpace:
      return Json{{"enum", Json::array({"2d", "3d"})}};
    case ValueForm::kVersion:
      return Json{{"const", 1}};
    case ValueForm::kShape:
      return referenceTo(inSpace("shape", planar));
    case ValueForm::kBodies:
      return arrayOf(referenceTo(inSpace("body", planar)));
    case ValueForm::kPairs:
      return arrayOf(fixedArray(Json{{"type", "string"}}, 2));
    case ValueForm::kQueries:
      return arrayOf(referenceTo(inSpace("query", planar)));
    case ValueForm::kExpectations:
      return arrayOf(referenceTo(inSpace("expectation", planar)));
    case ValueForm::kRoom: {
      const Json corner = referenceTo(inSpace("vector", planar));
      return objectOf(
          Json{{"min", corner}, {"max", corner}, {"at_walls", Json{{"enum", Json::array({"bounce", "pass"})}}}},
          {"min", "max"});
    }
    case ValueForm::kSimulation: {
      const Json number{{"type", "number"}, {"minimum", 0}};
      return objectOf(Json{{"seconds", number},
                           {"step", number},
                           {"substeps", Json{{"type", "integer"}, {"minimum", 1}}},
                           {"gravity", referenceTo(inSpace("vector", planar))}},
                      {});
    }
  }
  return Json::object();
}

bool belongsTo(const CaseKey& key, bool planar) {
  return key.space == KeySpace::kBoth || (key.space == KeySpace::k2d) == planar;
}

Json keysSchema(std::span<const CaseKey> keys, bool planar) {
  Json properties = Json::object();
  std::vector<const char*> required;
  for (const CaseKey& key : keys) {
    if (!belongsTo(key, planar)) continue;
    Json schema = formSchema(key.form, planar);
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
  Json properties{{"pair", formSchema(ValueForm::kPair, planar)},
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

const char* formText(ValueForm form) {
  switch (form) {
    case ValueForm::kNumber:
      return "a number";
    case ValueForm::kLength:
      return "a number from 0 up";
    case ValueForm::kFlag:
      return "true or false";
    case ValueForm::kText:
      return "a text";
    case ValueForm::kBody:
      return "the id of a body";
    case ValueForm::kPair:
      return "the ids of two bodies";
    case ValueForm::kVector:
    case ValueForm::kDirection:
      return "[x, y, z], in 2d [x, y]";
    case ValueForm::kScale:
      return "[x, y, z], in 2d [x, y], or one number";
    case ValueForm::kRotationVector:
      return "[x, y, z], in 2d a number";
    case ValueForm::kQuaternion:
      return "four numbers";
    case ValueForm::kMatrix:
      return "three rows of three numbers";
    case ValueForm::kAxisAngle:
      return "{\"axis\": [x, y, z], \"angle\" or \"angle_deg\": a number}";
    case ValueForm::kEuler:
      return "{\"order\": \"xyz\", \"angles\" or \"angles_deg\": three numbers}";
    case ValueForm::kColour:
      return "\"#rrggbb\" or [r, g, b] from 0 to 255";
    case ValueForm::kVolumeNames:
      return "a name or a list of names";
    case ValueForm::kSpace:
      return "\"2d\" or \"3d\"";
    case ValueForm::kVersion:
      return "1";
    case ValueForm::kShape:
      return "an object";
    case ValueForm::kPairs:
      return "a list of pairs of ids";
    case ValueForm::kBodies:
    case ValueForm::kQueries:
    case ValueForm::kExpectations:
      return "a list of objects";
    case ValueForm::kRoom:
      return "{\"min\": [x, y, z], \"max\": [x, y, z], \"at_walls\": \"bounce\" or \"pass\"}";
    case ValueForm::kSimulation:
      return "{\"seconds\": 2, \"step\": s, \"substeps\": 1, \"gravity\": [0, -9.81, 0]}";
  }
  return "";
}

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
