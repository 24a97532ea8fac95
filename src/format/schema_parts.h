#pragma once

#include "core/json.h"

#include <fmt/format.h>

#include <cstddef>
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

/// "if this member has this value then".
[[nodiscard]] inline Json when(const char* key, const char* value, Json schema) {
  return Json{{"if", objectOf(Json{{key, Json{{"const", value}}}}, {key})}, {"then", std::move(schema)}};
}

}  // namespace sepax
