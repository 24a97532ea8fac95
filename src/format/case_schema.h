#pragma once

#include "core/json.h"
#include "format/case_keys.h"
#include "geom/shape.h"

#include <string>
#include <vector>

namespace sepax {

/// The JSON Schema (draft 7, which editors know) of case files, made of the tables that the reader goes by: fields of
/// shapes, keys of cases, bodies and expectations, types of queries. Unknown keys are allowed, since a case keeps them.
[[nodiscard]] Json caseSchema();

/// A value's form in words: "three rows of three numbers".
[[nodiscard]] const char* formText(ValueForm form);

/// One shape of every kind that a file names, made by default; rounded ones are made of these.
[[nodiscard]] const std::vector<Shape>& shapePrototypes();

/// A field of a shape in words: "two numbers from 0 up", "points".
struct FieldText {
  std::string name, value, tip;
};
[[nodiscard]] std::vector<FieldText> fieldTexts(const Shape& shape);

}  // namespace sepax
