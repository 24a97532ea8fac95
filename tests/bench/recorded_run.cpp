#include "bench/recorded_run.h"

#include "core/json.h"
#include "core/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

namespace sepax::bench {
namespace {

Result<void> wrong(const std::string& where, const char* expected, const Json& found) {
  return fail(ErrorCode::kWrongValue, where, fmt::format("expected {}, found {}", expected, foundText(found)));
}

Result<void> read(const Json& object, const char* key, const std::string& where, std::string& out) {
  if (!object[key].isString()) return wrong(where + pointerStep(key), "a string", object[key]);
  out = object[key].string();
  return {};
}

Result<void> read(const Json& object, const char* key, const std::string& where, double& out) {
  if (!object[key].isNumber() || !(object[key].number() > 0))
    return wrong(where + pointerStep(key), "a positive number", object[key]);
  out = object[key].number();
  return {};
}

}  // namespace

std::string processorName() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

std::string textOf(const RecordedRun& run) {
  Json rows = Json::array();
  for (const RecordedRow& row : run.rows) {
    rows.push(Json{{"name", row.name}, {"than", row.than}, {"nanoseconds", row.nanoseconds}, {"ratio", row.ratio}});
  }
  return prettyJson(Json{{"processor", run.processor}, {"date", run.date}, {"rows", std::move(rows)}}) + "\n";
}

Result<RecordedRun> readRun(std::string_view text, const std::string& file) {
  const auto json = parseJson(text, file);
  SEPAX_TRY(json);
  RecordedRun run;
  SEPAX_TRY(read(*json, "processor", file + "#", run.processor));
  SEPAX_TRY(read(*json, "date", file + "#", run.date));
  const Json& rows = (*json)["rows"];
  if (!rows.isArray())
    return fail(ErrorCode::kWrongValue, file + "#/rows", "expected an array, found " + foundText(rows));
  for (const Json& item : rows) {
    const std::string where = fmt::format("{}#/rows/{}", file, run.rows.size());
    RecordedRow row;
    SEPAX_TRY(read(item, "name", where, row.name));
    SEPAX_TRY(read(item, "than", where, row.than));
    SEPAX_TRY(read(item, "nanoseconds", where, row.nanoseconds));
    SEPAX_TRY(read(item, "ratio", where, row.ratio));
    run.rows.push_back(std::move(row));
  }
  return run;
}

Result<void> sameProcessor(const RecordedRun& recorded, const std::string& file, const std::string& processor) {
  if (recorded.processor == processor) return {};
  return fail(ErrorCode::kWrongValue, file + "#/processor",
              fmt::format("recorded on \"{}\", this is \"{}\": ratios of two processors cannot be compared",
                          recorded.processor, processor));
}

std::vector<ComparedRow> fallenRows(const RecordedRun& recorded, const RecordedRun& measured, double loss) {
  std::vector<ComparedRow> fallen;
  for (const RecordedRow& old : recorded.rows) {
    const auto now = std::find_if(measured.rows.begin(), measured.rows.end(),
                                  [&](const RecordedRow& row) { return row.name == old.name && row.than == old.than; });
    if (now != measured.rows.end() && now->ratio < (1 - loss) * old.ratio) fallen.push_back({old, *now});
  }
  return fallen;
}

}  // namespace sepax::bench
