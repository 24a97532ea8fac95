#include "lab/search/hunt_file.h"

#include "bundle/byte_source.h"
#include "core/json_text.h"
#include "core/platform.h"
#include "core/version.h"
#include "format/case_reader.h"
#include "format/case_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <span>
#include <system_error>
#include <utility>

namespace sepax {
namespace {

constexpr std::uint64_t kMaxFindsBytes = 256u << 20;
constexpr const char* kHead = "sepax_hunt";

/// A member of a line; 0 where it is missing or no number.
double numberIn(const Json& line, const char* key) { return line[key].isNumber() ? line[key].number() : 0.0; }
std::uint64_t wholeIn(const Json& line, const char* key) {
  constexpr double kMax = 1e15;
  return static_cast<std::uint64_t>(std::clamp(numberIn(line, key), 0.0, kMax));
}

Result<HuntFind> findOf(const Json& json, const std::string& where) {
  const auto text = [&](const char* key) { return json[key].isString() ? json[key].string() : std::string(); };
  if (text("cause").empty() || !json["case"].isObject())
    return fail(ErrorCode::kSyntax, where, "expected a line of sepax hunt --json, with a cause and a case");
  auto loaded = parseCase(compactJson(json["case"]), where, FilesBeside{});
  SEPAX_TRY(loaded);
  return HuntFind{
      .cause = text("cause"),
      .alike = textsOf(json["alike"]),
      .failure = {text("member"), text("what"), numberIn(json, "by"), numberIn(json, "relative"), text("text")},
      .document = std::move(loaded->document),
      .a = text("a"),
      .b = text("b"),
      .mix = text("mix"),
      .stream = wholeIn(json, "stream"),
      .index = wholeIn(json, "index"),
      .count = wholeIn(json, "count"),
      .is_small = json["minimised"].isBoolean() && json["minimised"].boolean()};
}

struct Lines {
  Json head = nullptr;
  std::vector<HuntFind> finds;
};

Result<Lines> readLines(const std::string& path) {
  const auto text = readFile(path, kMaxFindsBytes);
  SEPAX_TRY(text);
  Lines out;
  int line = 0;
  for (std::size_t at = 0; at < text->size();) {
    const std::size_t end = std::min(text->find('\n', at), text->size());
    const std::string where = fmt::format("{}:{}", path, ++line);
    if (end > at) {
      auto json = parseJson(text->substr(at, end - at), where);
      SEPAX_TRY(json);
      if (json->isObject() && !(*json)[kHead].isNull()) {
        out.head = std::move(*json);
      } else {
        auto find = findOf(*json, where);
        SEPAX_TRY(find);
        out.finds.push_back(std::move(*find));
      }
    }
    at = end + 1;
  }
  return out;
}

}  // namespace

Json findJson(const HuntFind& find) {
  Json line = outputJson({{"cause", find.cause},
                          {"member", find.failure.member},
                          {"what", find.failure.what},
                          {"by", find.failure.by},
                          {"relative", find.failure.relative},
                          {"text", find.failure.text},
                          {"a", find.a},
                          {"b", find.b},
                          {"mix", find.mix},
                          {"stream", find.stream},
                          {"index", find.index},
                          {"count", find.count},
                          {"case", caseJson(find.document)}});
  if (!find.alike.empty()) line.add("alike", Json::list(find.alike));
  if (find.is_small) line.add("minimised", true);
  return line;
}

Result<std::vector<HuntFind>> readFinds(const std::string& path) {
  auto lines = readLines(path);
  SEPAX_TRY(lines);
  return std::move(lines->finds);
}

Json huntJson(const std::string& member, const HuntOptions& options, const std::string& program) {
  Json mixes = Json::array();
  for (const Mix mix : options.mixes) mixes.push(mixName(mix));
  Json out{{"member", member},
           {"program", program},
           {"shapes", Json::list(options.shapes)},
           {"mixes", std::move(mixes)},
           {"what", options.filter.what},
           {"relations", options.filter.of_relations},
           {"min_error", options.filter.min_relative},
           {"seed", fmt::format("{}", options.seed)},
           {"shard", options.shard},
           {"shards", options.shards}};
  if (options.near) {
    out.add("near", caseJson(options.near->document));
    out.add("pair", Json::list(std::vector<std::string>{options.near->pair.first, options.near->pair.second}));
  }
  return out;
}

std::string programMark(const JuryMember& member) {
  if (!member.juror) return kVersion;
  namespace fs = std::filesystem;
  constexpr std::uint64_t kMaxBytes = 16u << 20;
  constexpr std::size_t kMaxFiles = 256;
  const JurorManifest& manifest = member.juror->manifest();
  std::set<std::string> files(manifest.command.begin(), manifest.command.end());
  std::error_code error;
  for (fs::directory_iterator entry(manifest.folder.empty() ? "." : manifest.folder, error), end;
       !error && entry != end && files.size() < kMaxFiles; entry.increment(error)) {
    const std::string extension = entry->path().extension().string();
    const bool is_written = extension == ".json" || extension == ".jsonl" || extension == ".log";  // by hunts, too
    if (!is_written) files.insert(entry->path().string());
  }
  std::uint32_t sum = 0;
  for (const std::string& file : files) {
    const fs::path path = fs::path(manifest.folder) / file;
    const bool is_read = fs::is_regular_file(path, error) && fs::file_size(path, error) <= kMaxBytes && !error;
    const auto bytes = is_read ? readFile(path.string(), kMaxBytes) : tl::unexpected(Error{});
    const std::string named = bytes ? file + *bytes : std::string();
    sum = crc32Of(std::as_bytes(std::span(named)), sum);
  }
  return fmt::format("{:08x}", sum);
}

Result<void> writeProgress(const std::string& path, const Json& hunted, const HuntProgress& progress) {
  const auto whole = [](std::uint64_t count) { return Json(static_cast<double>(count)); };
  std::string text = compactJson(Json{{kHead, 1},
                                      {"hunted", hunted},
                                      {"next", whole(progress.next)},
                                      {"pairs", whole(progress.pairs)},
                                      {"answered", whole(progress.answered)}}) +
                     "\n";
  for (const HuntFind& find : progress.finds) text += compactJson(findJson(find)) + "\n";
  return writeFileAtomically(path, text);
}

Result<std::optional<HuntProgress>> readProgress(const std::string& path, const Json& hunted) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return std::optional<HuntProgress>();
  auto lines = readLines(path);
  SEPAX_TRY(lines);
  if (!lines->head.isObject()) return fail(ErrorCode::kSyntax, path, "expected a line that says what was hunted");
  Json before = lines->head["hunted"];
  if (before.isObject() && before.find("program") != nullptr && !(before["program"] == hunted["program"])) {
    before["program"] = hunted["program"];
    if (before == hunted) return std::optional<HuntProgress>();
  }
  if (!(lines->head["hunted"] == hunted)) {
    return fail(ErrorCode::kWrongValue, path,
                fmt::format("expected the hunt {}, found {}: the same options go on, another hunt needs another folder",
                            compactJson(hunted), compactJson(lines->head["hunted"])));
  }
  return HuntProgress{wholeIn(lines->head, "next"), wholeIn(lines->head, "pairs"), wholeIn(lines->head, "answered"),
                      std::move(lines->finds)};
}

}  // namespace sepax
