#pragma once

#include "format/api.h"

#include <set>
#include <string_view>

// Which words of a text are words of which API: the readers of code look them up here.

namespace sepax::paste {

/// Which scopes of the rows a text holds, looked for once a text.
class TextScopes {
 public:
  TextScopes() = default;
  explicit TextScopes(std::string_view lowered_text);
  [[nodiscard]] bool holds(std::string_view scope) const { return held_.contains(scope); }

 private:
  std::set<std::string_view> held_;
};

/// The row for a qualified name: the longest name that it ends in, one of whose scope the text speaks first; null when
/// there is none.
[[nodiscard]] const ApiShape* findApiShape(std::string_view qualified, const TextScopes& scopes);
[[nodiscard]] const ApiRotation* findApiRotation(std::string_view qualified, const TextScopes& scopes = {});

/// The part of an object that calling the method of that qualified name sets.
[[nodiscard]] Setter setterOf(std::string_view method);

/// The API whose lists of four numbers are quaternions in a known order, which the numbers do not tell; null: the text
/// is about none.
[[nodiscard]] const Api* findQuaternionApi(std::string_view lowered_text);
/// In which order three angles about x, y, z are applied, as the API has it that the text is about.
[[nodiscard]] std::string_view eulerOrderOf(std::string_view lowered_text);

}  // namespace sepax::paste
