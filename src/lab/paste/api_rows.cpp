#include "lab/paste/api_rows.h"

#include "core/name_map.h"
#include "core/text.h"
#include "lab/paste/words.h"

#include <algorithm>
#include <string>
#include <vector>

namespace sepax::paste {

namespace {

/// "Capsule.new_y" ends "parry.Capsule.new_y", but not "MyCapsule.new_y".
bool endsInName(std::string_view qualified, std::string_view name) {
  return qualified.ends_with(name) &&
         (qualified.size() == name.size() || qualified[qualified.size() - name.size() - 1] == '.');
}

/// Rows of all APIs by the last part of their names, made once a thread for the APIs there are.
template <class Row, std::vector<Row> Api::*rows>
const std::vector<const Row*>& rowsNamed(std::string_view last) {
  using Index = NameMap<std::string_view, std::vector<const Row*>>;
  thread_local const std::vector<Api>* made_of = nullptr;
  thread_local Index index;
  if (made_of != &apis()) {
    made_of = &apis();
    index.clear();
    for (const Api& api : apis()) {
      for (const Row& row : api.*rows) index[lastName(row.name)].push_back(&row);
    }
  }
  static const std::vector<const Row*> none;
  const auto found = index.find(last);
  return found == index.end() ? none : found->second;
}

bool isBarred(const ApiShape& row, const TextScopes& scopes) {
  return std::ranges::any_of(row.unless, [&](const std::string& word) { return scopes.holds(word); });
}
bool isBarred(const ApiRotation&, const TextScopes&) { return false; }

/// The row of the longest name, one with a scope before one without; of equals the first.
template <class Row, std::vector<Row> Api::*rows, class HoldsScope>
const Row* bestRow(std::string_view qualified, const TextScopes& scopes, const HoldsScope& holds) {
  const Row* best = nullptr;
  const auto rank = [](const Row& row) { return 2 * row.name.size() + (row.scope.empty() ? 0 : 1); };
  for (const Row* const row : rowsNamed<Row, rows>(lastName(qualified))) {
    if (!endsInName(qualified, row->name) || (!row->scope.empty() && !holds(row->scope)) || isBarred(*row, scopes))
      continue;
    if (best == nullptr || rank(*row) > rank(*best)) best = row;
  }
  return best;
}

/// The first API with such a list that the text is about.
const Api* findSpokenOf(std::string_view lowered_text, std::string Api::*order) {
  for (const Api& api : apis()) {
    const bool is_spoken_of = std::ranges::any_of(
        api.words, [&](const std::string& word) { return lowered_text.find(word) != std::string_view::npos; });
    if (is_spoken_of && !(api.*order).empty()) return &api;
  }
  return nullptr;
}

}  // namespace

TextScopes::TextScopes(std::string_view lowered_text) {
  const auto look = [&](const std::string& scope) {
    if (!scope.empty() && lowered_text.find(scope) != std::string_view::npos) held_.insert(scope);
  };
  for (const Api& api : apis()) {
    for (const ApiShape& row : api.shapes) {
      look(row.scope);
      for (const std::string& word : row.unless) look(word);
    }
    for (const ApiRotation& row : api.rotations) look(row.scope);
  }
}

const ApiShape* findApiShape(std::string_view qualified, const TextScopes& scopes) {
  const ApiShape* const best = bestRow<ApiShape, &Api::shapes>(qualified, scopes, [&](const std::string& scope) {
    return scopes.holds(scope) || lowered(qualified).find(scope) != std::string::npos;
  });
  if (best != nullptr) return best;
  // GDScript's constructors; Rust's Box::new makes no box.
  for (const Api& api : apis()) {
    if (api.suffix.empty() || !qualified.ends_with(api.suffix)) continue;
    const ApiShape* const made = findApiShape(qualified.substr(0, qualified.size() - api.suffix.size()), scopes);
    if (made != nullptr && made->api->suffix == api.suffix) return made;
  }
  return nullptr;
}

const ApiRotation* findApiRotation(std::string_view qualified, const TextScopes& scopes) {
  return bestRow<ApiRotation, &Api::rotations>(qualified, scopes,
                                               [&](const std::string& scope) { return scopes.holds(scope); });
}

Setter setterOf(std::string_view method) {
  const ApiSetter* best = nullptr;
  for (const ApiSetter* const row : rowsNamed<ApiSetter, &Api::setters>(lastName(method))) {
    if (endsInName(method, row->name) && (best == nullptr || row->name.size() > best->name.size())) best = row;
  }
  return best == nullptr ? Setter::kNone : best->sets;
}

const Api* findQuaternionApi(std::string_view lowered_text) { return findSpokenOf(lowered_text, &Api::quaternion); }

std::string_view eulerOrderOf(std::string_view lowered_text) {
  const Api* const api = findSpokenOf(lowered_text, &Api::euler);
  return api == nullptr ? "xyz" : std::string_view(api->euler);
}

}  // namespace sepax::paste
