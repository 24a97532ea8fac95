#include "lab/jury/known.h"

#include "core/json_text.h"
#include "core/platform.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace sepax {

namespace {

constexpr std::uint64_t kMaxBytes = 64u << 20;

bool isOf(const KnownDifference& known, const std::string& file, const std::vector<std::string>& subject,
          const std::string& juror) {
  return known.file == file && known.subject == subject && known.juror == juror;
}

Result<KnownDifference> knownOf(const Json& json, const std::string& where) {
  static const std::vector<std::string> kKeys{"case", "pair", "query", "juror", "differs", "by", "because"};
  const auto expected = [&](const char* what) { return fail(ErrorCode::kWrongValue, where, what); };
  if (!json.isObject()) return expected("expected an object with case, pair or query, juror and differs");
  for (const auto& [key, value] : json.members()) {
    if (std::ranges::find(kKeys, key) == kKeys.end())
      return fail(ErrorCode::kWrongValue, where, fmt::format("unknown key \"{}\"", key));
  }
  KnownDifference out;
  if (!json["case"].isString() || !json["juror"].isString()) return expected("expected texts for case and juror");
  out.file = json["case"].string();
  out.juror = json["juror"].string();
  const Json &pair = json["pair"], &query = json["query"];
  const bool is_pair = pair.isArray() && pair.size() == 2 && pair[0].isString() && pair[1].isString();
  if (is_pair == query.isString()) return expected("expected either a pair of two names or a query");
  out.subject = is_pair ? std::vector{pair[0].string(), pair[1].string()} : std::vector{query.string()};
  for (const Json& each : json["differs"]) {
    if (!each.isString()) return expected("expected texts in differs");
    out.differs.push_back(each.string());
  }
  if (out.differs.empty()) return expected("expected a list of what differs");
  if (!json["by"].isNull() && !json["by"].isNumber()) return expected("expected a number of metres for by");
  out.by = json["by"].isNumber() ? json["by"].number() : 0;
  if (!json["because"].isNull() && !json["because"].isString()) return expected("expected a text for because");
  out.because = json["because"].isString() ? json["because"].string() : "";
  return out;
}

Json jsonOf(const KnownDifference& known) {
  Json out{{"case", known.file}};
  if (known.subject.size() == 2) {
    out.add("pair", Json::list(known.subject));
  } else {
    out.add("query", known.subject.front());
  }
  out.add("juror", known.juror);
  out.add("differs", Json::list(known.differs));
  if (known.by > 0) out.add("by", known.by);
  out.add("because", known.because);
  return out;
}

}  // namespace

std::vector<std::string> disagreementsOf(const JuryRow& row) {
  using enum JurorAnswer::Status;
  const JurorAnswer::Status status = row.answer.status;
  if (status == kCrashed || status == kTimeout || status == kError) return {statusName(status)};
  std::vector<std::string> out;
  for (const JuryDifference& difference : row.differences) {
    if (!difference.is_tie) out.push_back(difference.what);
  }
  return out;
}

Result<KnownDifferences> KnownDifferences::read(const std::string& path) {
  const auto text = readFile(path, kMaxBytes);
  SEPAX_TRY(text);
  const auto json = parseJson(*text, path);
  SEPAX_TRY(json);
  if (!json->isObject() || !(*json)["known"].isArray())
    return fail(ErrorCode::kSyntax, path, "expected {\"known\": […]}");
  KnownDifferences out(path);
  std::size_t place = 0;
  for (const Json& each : (*json)["known"]) {
    auto known = knownOf(each, fmt::format("{}: known[{}]", path, place++));
    SEPAX_TRY(known);
    out.known_.push_back(std::move(*known));
  }
  return out;
}

std::string KnownDifferences::relative(const std::string& file) const {
  if (file == "-") return file;
  std::error_code error;
  const auto folder = std::filesystem::absolute(path_, error).parent_path();
  const auto out = std::filesystem::absolute(file, error).lexically_normal().lexically_relative(folder);
  return out.empty() || error ? file : out.generic_string();
}

std::optional<std::string> KnownDifferences::reasonFor(const std::string& file, const std::vector<std::string>& subject,
                                                       const JuryRow& row) {
  const std::vector<std::string> differs = disagreementsOf(row);
  if (differs.empty()) return std::nullopt;
  const std::string name = relative(file);
  const double by = worstOf(row.differences);
  KnownDifference seen{name, subject, row.name, differs, by, "", true};
  std::optional<std::string> reason;
  for (KnownDifference& known : known_) {
    if (!isOf(known, name, subject, row.name)) continue;
    known.occurred = true;
    seen.because = known.because;
    const bool is_listed = std::ranges::all_of(differs, [&](const std::string& what) {
      return std::ranges::find(known.differs, what) != known.differs.end();
    });
    if (is_listed && by <= known.by + row.tolerance) reason = known.because;
  }
  seen_.push_back(std::move(seen));
  return reason;
}

void KnownDifferences::noteCase(const std::string& file) { asked_.push_back(relative(file)); }

std::vector<KnownDifference> KnownDifferences::gone() const {
  std::vector<KnownDifference> out;
  std::ranges::copy_if(known_, std::back_inserter(out), [&](const KnownDifference& known) {
    return !known.occurred && std::ranges::find(asked_, known.file) != asked_.end();
  });
  return out;
}

bool KnownDifferences::isOfOtherCases() const {
  return !known_.empty() && std::ranges::none_of(known_, [&](const KnownDifference& known) {
    return std::ranges::find(asked_, known.file) != asked_.end();
  });
}

Result<void> KnownDifferences::update() const {
  std::vector<KnownDifference> all;
  std::ranges::copy_if(known_, std::back_inserter(all), [&](const KnownDifference& known) {
    return std::ranges::find(asked_, known.file) == asked_.end();
  });
  std::ranges::copy(seen_, std::back_inserter(all));
  std::string text = "{\"known\": [";
  const char* comma = "\n  ";
  for (const KnownDifference& known : all) {
    text += comma + compactJson(jsonOf(known));
    comma = ",\n  ";
  }
  return writeFileAtomically(path_, text + (all.empty() ? "]}\n" : "\n]}\n"));
}

}  // namespace sepax
