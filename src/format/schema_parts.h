#pragma once

#include "core/json.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sepax {

// The parts of a JSON Schema (draft 7), for the schemas of cases and of answers.

[[nodiscard]] inline Json referenceTo(std::string_view definition) {
  return Json{{"$ref", fmt::format("#/definitions/{}", definition)}};
}

[[nodiscard]] inline Json arrayOf(Json items) { return Json{{"type", "array"}, {"items", std::move(items)}}; }

[[nodiscard]] inline Json fixedArray(Json items, std::size_t count) {
  Json out = arrayOf(std::move(items));
  out["minItems"] = count;
  out["maxItems"] = count;
  return out;
}

/// An object with these members; other members are allowed.
[[nodiscard]] inline Json objectOf(Json properties, const std::vector<const char*>& required) {
  Json out{{"type", "object"}, {"properties", std::move(properties)}};
  if (!required.empty()) out["required"] = Json::list(required);
  return out;
}

/// The name of a definition that depends on the space: "vector2d".
[[nodiscard]] inline std::string inSpace(const char* name, bool planar) {
  return fmt::format("{}{}", name, planar ? "2d" : "3d");
}

/// A value that does not apply or is infinite is null.
[[nodiscard]] inline Json orNull(const char* type) { return Json{{"type", Json::array({type, "null"})}}; }

/// The components of a point or a direction, two in 2D.
[[nodiscard]] inline Json vectorOrNull() {
  Json vector = arrayOf(Json{{"type", "number"}});
  vector["type"] = Json::array({"array", "null"});
  vector["minItems"] = 2;
  vector["maxItems"] = 3;
  return vector;
}

/// "if this member has this value then".
[[nodiscard]] inline Json when(const char* key, const char* value, Json schema) {
  return Json{{"if", objectOf(Json{{key, Json{{"const", value}}}}, {key})}, {"then", std::move(schema)}};
}

}  // namespace sepax
