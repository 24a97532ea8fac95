#include "app/commands/output_parts.h"

#include "core/text.h"

#include <fmt/format.h>

#include <iterator>
#include <map>
#include <utility>

namespace sepax {

namespace {

using Out = std::back_insert_iterator<std::string>;

constexpr std::size_t kMaxShownFindings = 20;  ///< of one code, in text; JSON has all

}  // namespace

std::string counted(std::uint64_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string sizeText(std::uint64_t bytes) {
  if (bytes < 10'000) return counted(bytes, "byte", "bytes");
  constexpr const char* kUnits[] = {"KiB", "MiB", "GiB", "TiB"};
  double size = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; size >= 1000 && unit + 1 < std::size(kUnits); ++unit) size /= 1024;
  return fmt::format("{:.{}f} {}", size, size < 100 ? 1 : 0, kUnits[unit]);
}

Json orNull(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json footerJson(const std::optional<ObbFooter>& footer) {
  if (!footer) return nullptr;
  return {
      {"package", footer->package}, {"version", footer->version}, {"flags", footer->flags}, {"salt", footer->salt_hex}};
}

void writeFindings(JsonWriter& json, const std::vector<Finding>& findings) {
  json.key("findings").beginArray(JsonWriter::Items::kOnLines);
  for (const Finding& finding : findings) {
    json.value({{"code", finding.code()},
                {"severity", severityName(finding.severity())},
                {"path", finding.path},
                {"entry", finding.entry ? Json(*finding.entry) : Json()},
                {"message", finding.message}});
  }
  json.endArray();
}

Json factsJson(const std::vector<Fact>& facts) {
  Json out = Json::object();
  for (const Fact& fact : facts) out.add(fact.name, fact.value);
  return out;
}

void appendFindings(std::string& out, const std::vector<Finding>& findings) {
  for (const Severity severity : {Severity::kError, Severity::kWarning, Severity::kInfo}) {
    std::map<std::string_view, std::size_t> shown;  // by code
    for (const Finding& finding : findings) {
      if (finding.severity() != severity || ++shown[finding.code()] > kMaxShownFindings) continue;
      fmt::format_to(Out(out), "{:<8}{:<26}{}{}{}\n", severityName(severity), finding.code(),
                     printableLine(finding.path), finding.path.empty() ? "" : ": ", printableLine(finding.message));
    }
    for (const auto& [code, count] : shown) {
      if (count > kMaxShownFindings)
        fmt::format_to(Out(out), "{:<8}{:<26}and {} more\n", severityName(severity), code, count - kMaxShownFindings);
    }
  }
}

void appendFacts(std::string& out, const std::vector<Fact>& facts) {
  for (const Fact& fact : facts) fmt::format_to(Out(out), "  {:<14}{}\n", fact.name, printableLine(fact.value));
}

void appendFooter(std::string& out, const std::optional<ObbFooter>& footer) {
  if (!footer) return;
  fmt::format_to(Out(out), "  {:<14}{}, version {}{}{}\n", "OBB footer", printableLine(footer->package),
                 footer->version, (footer->flags & 1) != 0 ? ", overlay" : "",
                 (footer->flags & 2) != 0 ? ", encrypted, salt " + footer->salt_hex : "");
}

void trimEnd(std::string& text) {
  if (text.ends_with('\n')) text.pop_back();
}

}  // namespace sepax
