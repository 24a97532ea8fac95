#include "lab/scan.h"

#include "core/json_text.h"
#include "core/number.h"
#include "core/text.h"
#include "scene/case_reader.h"
#include "scene/case_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace sepax {

namespace {

/// The place of a number in a case's JSON: "B.position.x" is the first item of "position" of the body "B".
Json* numberAt(Json& file, std::string_view path, std::string& problem) {
  Json* bodies = file.find("bodies");
  if (bodies == nullptr) return nullptr;
  Json* at = nullptr;
  std::vector<std::string> ids;
  // An id may have dots.
  for (Json& body : bodies->items()) {
    const std::string& id = body["id"].string();
    ids.push_back(id);
    if (!path.starts_with(id + ".")) continue;
    at = &body;
    path.remove_prefix(id.size() + 1);
    break;
  }
  if (at == nullptr) problem = fmt::format("expected a path that begins with one of the bodies {}", fmt::join(ids, ", "));
  while (at != nullptr && !path.empty()) {
    const std::size_t dot = std::min(path.find('.'), path.size());
    const std::string step(path.substr(0, dot));
    path.remove_prefix(std::min(dot + 1, path.size()));
    Json* next = nullptr;
    if (at->isObject()) {
      next = at->find(step);
      std::vector<std::string> keys;
      for (const auto& [key, value] : at->members()) keys.push_back(key);
      if (next == nullptr) problem = fmt::format("expected one of {} in place of \"{}\"", fmt::join(keys, ", "), step);
    } else if (at->isArray()) {
      const std::size_t named = std::string_view("xyzw").find(step);
      const auto index =
          step.size() == 1 && named != std::string_view::npos ? std::optional<std::size_t>(named) : parseInteger<std::size_t>(step);
      if (index && *index < at->size()) next = &at->items()[*index];
      if (next == nullptr) problem = fmt::format("expected x, y, z or a number below {} in place of \"{}\"", at->size(), step);
    } else {
      problem = fmt::format("\"{}\" is in no list", step);
    }
    at = next;
  }
  if (at != nullptr && !at->isNumber()) {
    problem = "expected a number there, found " + foundText(*at);
    return nullptr;
  }
  return at;
}

Json jsonOf(const Document& document) {
  auto json = parseJson(writeCase(document), "case");
  return json ? std::move(*json) : Json::object();
}

std::optional<double> ulps(std::string_view text, double middle) {
  if (!text.starts_with("ulp")) return std::nullopt;
  text.remove_prefix(3);
  if (text.starts_with("+")) text.remove_prefix(1);
  const auto count = text.empty() ? std::optional<long>(0) : parseInteger<long>(text);
  if (!count || std::abs(*count) > static_cast<long>(kMaxSamples)) return std::nullopt;
  for (long i = 0; i < std::abs(*count); ++i)
    middle = std::nextafter(middle, *count < 0 ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity());
  return middle;
}

/// Changes between neighbours of one member, along the first variation.
void findChanges(const std::vector<const ScanPoint*>& line, double size, std::vector<ScanFinding>& findings) {
  for (std::size_t i = 1; i < line.size(); ++i) {
    const JurorAnswer &before = line[i - 1]->answer, &after = line[i]->answer;
    const double from = line[i - 1]->at[0], to = line[i]->at[0];
    const auto add = [&](const char* kind, std::string text) { findings.push_back({kind, line[i]->member, from, to, std::move(text)}); };
    if (before.overlapping && after.overlapping && *before.overlapping != *after.overlapping)
      add("verdict", *after.overlapping ? "begins to overlap" : "comes apart");
    const auto a = measureOf(before, "separation"), b = measureOf(after, "separation");
    // A gap changes no faster than what moves: a step of a length, or a rotation of the size.
    const double most = 4 * std::max(1.0, size) * std::abs(to - from) + 1e-9 * size;
    if (a && b && std::abs(*a - *b) > most) add("jump", fmt::format("from {} to {}", humanNumber(*a, 6), humanNumber(*b, 6)));
    constexpr double kFlip = -0.5;
    if (before.normal && after.normal && dot(*before.normal, *after.normal) < kFlip) add("normal", "the normal flips");
  }
}

}  // namespace

Result<Variation> parseVariation(const Document& document, std::string_view text) {
  const std::string where = "--vary";
  const std::size_t equals = text.rfind('=');
  if (equals == std::string_view::npos)
    return fail(ErrorCode::kWrongValue, where,
                fmt::format("expected PATH=FROM:TO:COUNT or PATH=ulp-N:ulp+N, found \"{}\"", printableLine(text)));
  Variation out{std::string(text.substr(0, equals)), {}};
  Json file = jsonOf(document);
  std::string problem;
  const Json* const place = numberAt(file, out.path, problem);
  if (place == nullptr) return fail(ErrorCode::kNotFound, where, fmt::format("{}: {}", out.path, problem));
  const double middle = place->number();
  const std::string_view range = text.substr(equals + 1);
  const std::size_t first = range.find(':'), second = first == std::string_view::npos ? first : range.find(':', first + 1);
  const std::string_view from_text = range.substr(0, first),
                         to_text = first == std::string_view::npos
                                       ? ""
                                       : range.substr(first + 1, second == std::string_view::npos ? second : second - first - 1);
  const auto ulp_from = ulps(from_text, middle), ulp_to = ulps(to_text, middle);
  if (ulp_from && ulp_to && *ulp_from <= *ulp_to) {
    for (double value = *ulp_from; value <= *ulp_to && out.values.size() < kMaxSamples;
         value = std::nextafter(value, std::numeric_limits<double>::infinity()))
      out.values.push_back(value);
    return out;
  }
  const auto from = parseDouble(from_text), to = parseDouble(to_text);
  const auto count =
      second == std::string_view::npos ? std::optional<std::size_t>(201) : parseInteger<std::size_t>(range.substr(second + 1));
  if (!from || !to || !count || *count < 2 || *count > kMaxSamples) {
    return fail(ErrorCode::kWrongValue, where,
                fmt::format("{}: expected FROM:TO:COUNT with 2 to {} samples, or ulp-N:ulp+N, found \"{}\"", out.path, kMaxSamples,
                            printableLine(range)));
  }
  for (std::size_t i = 0; i < *count; ++i) {
    const double t = static_cast<double>(i) / static_cast<double>(*count - 1);
    out.values.push_back(i + 1 == *count ? *to : *from + t * (*to - *from));
  }
  return out;
}

Result<Document> varied(const Document& document, const std::string& path, double value) {
  Json file = jsonOf(document);
  std::string problem;
  Json* const place = numberAt(file, path, problem);
  if (place == nullptr) return fail(ErrorCode::kNotFound, path, problem);
  *place = jsonNumber(value);
  auto loaded = parseCase(compactJson(file), path, FilesBeside{});
  SEPAX_TRY(loaded);
  return std::move(loaded->document);
}

std::optional<double> measureOf(const JurorAnswer& answer, std::string_view measure) {
  if (answer.status != JurorAnswer::Status::kOk) return std::nullopt;
  if (measure == "verdict") return answer.overlapping ? std::optional<double>(*answer.overlapping ? 1 : 0) : std::nullopt;
  if (measure == "time") return answer.time_ns;
  if (measure == "distance") return answer.distance;
  if (measure == "depth") return answer.separation && *answer.separation < 0 ? std::optional<double>(-*answer.separation) : std::nullopt;
  if (measure.starts_with("normal.") && answer.normal && measure.size() == 8) {
    const std::size_t axis = std::string_view("xyz").find(measure[7]);
    return axis == std::string_view::npos ? std::nullopt : std::optional<double>((*answer.normal)[static_cast<int>(axis)]);
  }
  if (measure != "separation") return std::nullopt;
  const bool is_apart = answer.overlapping && !*answer.overlapping;
  return is_apart && answer.distance ? answer.distance : answer.separation;
}

ScanResult scan(const Document& document, const PairIds& pair, const std::vector<Variation>& variations, std::vector<JuryMember>& members) {
  // Inlined once: a sample reads no file.
  Document inlined = document;
  inlined.pairs.reset();
  inlined.expect.clear();
  inlined.queries_json.clear();
  std::erase_if(inlined.bodies, [&](const Body& body) { return body.id != pair.first && body.id != pair.second; });
  for (Body& body : inlined.bodies) {
    std::visit(
        [](auto& held) {
          if constexpr (requires { held.mesh; }) held.mesh.clear();
        },
        body.shape);
  }
  ScanResult out;
  std::size_t samples = 1;
  for (const Variation& variation : variations) samples *= variation.values.size();
  double size = 0;
  for (std::size_t sample = 0; sample < samples; ++sample) {
    Document at = inlined;
    std::vector<double> values;
    std::size_t rest = sample;
    bool is_case = true;
    for (const Variation& variation : variations) {
      values.push_back(variation.values[rest % variation.values.size()]);
      rest /= variation.values.size();
      auto changed = varied(at, variation.path, values.back());
      is_case = is_case && changed;
      if (changed) at = std::move(*changed);
    }
    const auto reference = is_case ? testPair(at, pair) : Result<PairReport>(tl::unexpected(Error{}));
    if (!reference) continue;
    const Body *a = findBody(at, pair.first), *b = findBody(at, pair.second);
    if (a != nullptr && b != nullptr) size = std::max(size, pairSize(posedShape(*a), posedShape(*b)));
    for (JuryMember& member : members) {
      JuryRow row = askMember(member, at, pair, reference->answer, {});
      row.answer.json = {};
      const bool differs = row.differs();
      if (differs) out.findings.push_back({"disagreement", row.name, values[0], values[0], row.differences.front().text});
      out.points.push_back({values, row.name, std::move(row.answer), differs});
    }
  }
  if (variations.size() != 1) return out;
  std::map<std::string, std::vector<const ScanPoint*>> lines;
  for (const ScanPoint& point : out.points) lines[point.member].push_back(&point);
  for (const auto& [name, line] : lines) findChanges(line, size, out.findings);
  return out;
}

}  // namespace sepax
