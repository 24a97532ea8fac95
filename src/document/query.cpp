#include "document/query.h"

#include "core/json_text.h"

#include <algorithm>
#include <utility>

namespace sepax {

namespace {

/// Renames a body in a query, one overload a type; true when the query names it.
struct Renamer {
  const std::string& id;
  const std::string& new_id;

  bool operator()(std::string& name) const {
    if (name != id) return false;
    name = new_id;
    return true;
  }
  bool operator()(SweepQuery& query) const {
    const bool is_first = (*this)(query.pair.first), is_second = (*this)(query.pair.second);
    return is_first || is_second;
  }
  bool operator()(RayQuery& query) const { return query.body && (*this)(*query.body); }
  bool operator()(ContainsQuery& query) const { return (*this)(query.body); }
  bool operator()(FitQuery& query) const { return (*this)(query.body); }
  bool operator()(MassQuery& query) const { return (*this)(query.body); }

  bool operator()(Json& value) const {
    if (!value.isString() || value.string() != id) return false;
    value = new_id;
    return true;
  }
  /// Types that are not known name bodies as the known ones do.
  bool operator()(UnknownQuery& query) const {
    auto json = parseJson(query.json, "queries");
    if (!json || !json->isObject()) return false;
    bool is_named = false;
    if (Json* const body = json->find("body")) is_named = (*this)(*body);
    if (Json* const pair = json->find("pair"); pair != nullptr && pair->isArray()) {
      for (Json& body : pair->items()) is_named = (*this)(body) || is_named;
    }
    if (is_named) query.json = compactJson(*json);
    return is_named;
  }
};

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
  return std::visit(Renamer{id, new_id}, query);
}

}  // namespace sepax
