#include "format/api.h"

#include <algorithm>

namespace sepax {

void ApiWords::add(const ApiWords& other) {
  whole.insert(other.whole.begin(), other.whole.end());
  ends.insert(other.ends.begin(), other.ends.end());
  beginnings.insert(other.beginnings.begin(), other.beginnings.end());
  never.insert(other.never.begin(), other.never.end());
  shapes.insert(other.shapes.begin(), other.shapes.end());
}

std::string_view ApiForm::shape(std::string_view type) const {
  const auto found = std::ranges::find(shapes, type, &std::pair<std::string, std::string>::first);
  return found == shapes.end() ? std::string_view() : std::string_view(found->second);
}

const Api* findApi(std::string_view name) {
  const auto found = std::ranges::find(apis(), name, &Api::name);
  return found == apis().end() ? nullptr : &*found;
}

}  // namespace sepax
