#include "document/query.h"

#include "core/json_text.h"

#include <algorithm>

namespace sepax {

namespace {

/// Types that are not known name bodies as the known ones do.
bool renameInUnknown(UnknownQuery& query, const std::string& id, const std::string& new_id) {
  auto json = parseJson(query.json, "queries");
  if (!json || !json->isObject()) return false;
  bool is_named = false;
  const auto rename = [&](Json& value) {
    if (!value.isString() || value.string() != id) return;
    value = new_id;
    is_named = true;
  };
  if (Json* const body = json->find("body")) rename(*body);
  if (Json* const pair = json->find("pair"); pair != nullptr && pair->isArray()) {
    for (Json& body : pair->items()) rename(body);
  }
  if (is_named) query.json = compactJson(*json);
  return is_named;
}

}  // namespace

std::optional<std::size_t> findSweep(const std::vector<AskedQuery>& queries, const PairIds& pair) {
  const auto found = std::ranges::find_if(queries, [&](const AskedQuery& asked) {
    const auto* const sweep = std::get_if<SweepQuery>(&asked.query);
    return sweep != nullptr && (sweep->pair == pair || sweep->pair == PairIds{pair.second, pair.first});
  });
  if (found == queries.end()) return std::nullopt;
  return static_cast<std::size_t>(found - queries.begin());
}

std::vector<AskedQuery> withSweepDuration(std::vector<AskedQuery> queries, const PairIds& pair, double duration) {
  if (const auto index = findSweep(queries, pair)) {
    std::get<SweepQuery>(queries[*index].query).duration = duration;
  } else {
    queries.push_back({SweepQuery{pair, duration}});
  }
  return queries;
}

std::vector<AskedQuery> withQuery(std::vector<AskedQuery> queries, std::size_t index, Query query) {
  queries.at(index).query = std::move(query);
  return queries;
}

bool renameInQuery(Query& query, const std::string& id, const std::string& new_id) {
  if (auto* const unknown = std::get_if<UnknownQuery>(&query)) return renameInUnknown(*unknown, id, new_id);
  return std::visit([&](auto& known) { return renameInFields(known, id, new_id); }, query);
}

}  // namespace sepax
