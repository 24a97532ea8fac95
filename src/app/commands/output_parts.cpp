#include "app/commands/output_parts.h"

#include "core/platform.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
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

namespace {

constexpr auto kPause = std::chrono::milliseconds(100);
constexpr std::size_t kMaxPath = 60;

}  // namespace

ProgressLine::ProgressLine(std::string doing) : doing_(std::move(doing)) {}

ProgressSink ProgressLine::sink() {
  if (!isTerminal(StandardStream::kError)) return {};
  return [this](const Progress& progress) {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < kPause) return true;
    last_ = now;
    is_shown_ = true;
    const double part =
        progress.total == 0 ? 0 : static_cast<double>(progress.done) / static_cast<double>(progress.total);
    const std::string path = printableLine(progress.what.substr(0, kMaxPath));
    constexpr double kLast = 99;  // what shows 100 % is done
    fmt::print(stderr, "\r\x1b[K{} {:3.0f} %  {}", doing_, std::min(std::floor(100 * part), kLast), path);
    std::fflush(stderr);
    return true;
  };
}

void ProgressLine::clear() {
  if (is_shown_) fmt::print(stderr, "\r\x1b[K");
  is_shown_ = false;
}

}  // namespace sepax
