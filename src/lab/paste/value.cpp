#include "lab/paste/value.h"

#include <utility>

namespace sepax::paste {

bool isProduct(const Value& value) {
  return value.isCall() && value.name.size() == 1 &&
         std::string_view("*/+-").find(value.name[0]) != std::string_view::npos;
}

Value productOf(std::vector<NamedValue> factors, int line, std::string_view name) {
  Value out;
  out.kind = Value::Kind::kCall;
  out.name = name;
  out.line = line;
  out.items = std::move(factors);
  return out;
}

}  // namespace sepax::paste
