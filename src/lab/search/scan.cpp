#include "lab/search/scan.h"

#include "collide/pair_table.h"
#include "collide/pieces/touched_pieces.h"
#include "core/json_text.h"
#include "core/language.h"
#include "core/number.h"
#include "core/text.h"
#include "document/document.h"
#include "format/case_reader.h"
#include "format/case_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <mutex>
#include <thread>

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
  if (at == nullptr)
    problem = fmt::format("expected a path that begins with one of the bodies {}", fmt::join(ids, ", "));
  while (at != nullptr && !path.empty()) {
    const std::size_t dot = std::min(path.find('.'), path.size());
    const std::string step(path.substr(0, dot));
    path.remove_prefix(std::min(dot + 1, path.size()));
    Json* next = nullptr;
    if (at->isObject()) {
      next = at->find(step);
      std::vector<std::string> keys;
      for (const auto& [key, value] : at->members()) {
        if (value.isNumber() || value.isObject() || value.isArray()) keys.push_back(key);
      }
      if (next == nullptr) problem = fmt::format("expected one of {}, found \"{}\"", fmt::join(keys, ", "), step);
    } else if (at->isArray()) {
      const std::size_t named = std::string_view("xyzw").find(step);
      const auto index = step.size() == 1 && named != std::string_view::npos ? std::optional<std::size_t>(named)
                                                                             : parseInteger<std::size_t>(step);
      if (index && *index < at->size()) next = &at->items()[*index];
      if (next == nullptr)
        problem = fmt::format("expected x, y, z or a number below {}, found \"{}\"", at->size(), step);
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

/// Numbers that move together: how far each lies above the first one.
struct Moved {
  Json* number;
  double above;
};

/// The numbers of a path: "*" in the place of an id stands for every body that has such a number, and commas part
/// paths. Empty with a problem when there is none, or when one of the named ones is not there.
std::vector<Moved> numbersAt(Json& file, std::string_view paths, std::string& problem) {
  std::vector<Json*> found;
  while (!paths.empty()) {
    const std::string_view path = paths.substr(0, paths.find(','));
    paths.remove_prefix(std::min(path.size() + 1, paths.size()));
    const std::size_t before = found.size();
    if (Json* const bodies = file.find("bodies"); path.starts_with("*.") && bodies != nullptr) {
      for (const Json& body : bodies->items()) {
        const std::string own = body["id"].string() + std::string(path.substr(1));
        if (Json* const number = numberAt(file, own, problem)) found.push_back(number);
      }
    } else if (Json* const number = numberAt(file, path, problem)) {
      found.push_back(number);
    }
    if (found.size() == before) return {};
  }
  std::vector<Moved> out;
  for (Json* const number : found) out.push_back({number, number->number() - found.front()->number()});
  return out;
}

std::optional<double> ulps(std::string_view text, double middle) {
  if (!text.starts_with("ulp")) return std::nullopt;
  text.remove_prefix(3);
  if (text.starts_with("+")) text.remove_prefix(1);
  const auto count = text.empty() ? std::optional<long>(0) : parseInteger<long>(text);
  if (!count || std::abs(*count) > static_cast<long>(kMaxSamples)) return std::nullopt;
  for (long i = 0; i < std::abs(*count); ++i)
    middle = std::nextafter(
        middle, *count < 0 ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity());
  return middle;
}

/// Changes between neighbours of one member, along the first variation.
void findChanges(const std::vector<const ScanPoint*>& line, double size, std::vector<ScanFinding>& findings) {
  for (std::size_t i = 1; i < line.size(); ++i) {
    const JurorAnswer &before = line[i - 1]->answer, &after = line[i]->answer;
    const double from = line[i - 1]->at[0], to = line[i]->at[0];
    const auto add = [&](const char* kind, std::string text) {
      findings.push_back({kind, line[i]->member, from, to, std::move(text), line[i]->at});
    };
    if (before.overlapping && after.overlapping && *before.overlapping != *after.overlapping)
      add("verdict", tr(*after.overlapping ? "begins to overlap" : "comes apart"));
    const auto a = measureOf(before, "separation"), b = measureOf(after, "separation");
    // A gap changes no faster than what moves: a step of a length, or a rotation of the size.
    const double most = 4 * std::max(1.0, size) * std::abs(to - from) + 1e-9 * size;
    if (a && b && std::abs(*a - *b) > most)
      add("jump", trf("the gap jumps from {} to {}", humanNumber(*a, 6), humanNumber(*b, 6)));
    constexpr double kFlip = -0.5;
    if (before.normal && after.normal && dot(*before.normal, *after.normal) < kFlip)
      add("normal", tr("the normal flips"));
  }
}

constexpr std::size_t kSamplesOfThread = 64;  ///< fewer are not worth another thread
constexpr std::size_t kReportEvery = 16;

/// The pair alone, with the points of its meshes inside: a sample reads no file.
Document inlinedPair(Document document, const PairIds& pair) {
  document.pairs.reset();
  document.expect.clear();
  document.queries.clear();
  std::erase_if(document.bodies, [&](const Body& body) { return body.id != pair.first && body.id != pair.second; });
  return withoutMeshFiles(std::move(document));
}

/// The results of one thread.
struct SampleRun {
  std::vector<ScanPoint> points;
  std::vector<ScanFinding> findings;
  double size = 0;  ///< of the largest pair
  std::size_t left_out = 0;
  std::string first_left_out;

  void leaveOut(const std::vector<Variation>& variations, const std::vector<double>& values, const std::string& why) {
    if (left_out++ > 0) return;
    for (std::size_t v = 0; v < values.size(); ++v)
      first_left_out += fmt::format("{}{} = {}", v == 0 ? "" : ", ", variations[v].path, shortestDecimal(values[v]));
    first_left_out += ": " + why;
  }
};

/// Counts the pieces of a surface that have a ghost contact when each is tested alone.
void countGhosts(const Document& document, const Body& a, const Body& b, const std::vector<double>& values,
                 JuryRow& row, std::vector<ScanFinding>& findings) {
  if (!hasNeighbours(a.shape) && !hasNeighbours(b.shape)) return;
  const TouchedSurface touched = touchedPieces(posedShape(a), posedShape(b), {document.touching_tolerance});
  if (touched.complete) row.answer.ghosts = touched.ghosts;
  if (touched.complete && touched.ghosts == 0) return;
  findings.push_back({"ghost", row.name, values[0], values[0],
                      touched.ghosts > 0 ? tr("a piece alone has a normal that the whole surface does not have")
                                         : tr("more pieces are near than are looked at for ghost contacts"),
                      values});
}

/// Puts a sample's numbers into the case and asks everybody.
void askSample(Json& file, const std::vector<std::vector<Moved>>& places, std::size_t sample, const PairIds& pair,
               const std::vector<Variation>& variations, std::vector<JuryMember>& members, SampleRun& run) {
  std::vector<double> values;
  std::size_t rest = sample;
  for (std::size_t v = 0; v < variations.size(); ++v) {
    const std::vector<double>& range = variations[v].values;
    values.push_back(range[rest % range.size()]);
    rest /= range.size();
    if (places[v].empty()) return run.leaveOut(variations, values, tr("no such number"));
    for (const Moved& moved : places[v]) *moved.number = jsonNumber(values.back() + moved.above);
  }
  const auto loaded = parseCase(compactJson(file), "sample", FilesBeside{});
  if (!loaded) return run.leaveOut(variations, values, loaded.error().message);
  const Document& at = loaded->document;
  const auto reference = testPair(at, pair);
  if (!reference) return run.leaveOut(variations, values, reference.error().message);
  const Body *a = findBody(at, pair.first), *b = findBody(at, pair.second);
  if (a == nullptr || b == nullptr) return;
  run.size = std::max(run.size, pairSize(posedShape(*a), posedShape(*b)));
  for (JuryMember& member : members) {
    JuryRow row = askMember(member, at, pair, reference->answer, {});
    row.answer.json = {};
    if (!member.juror && member.algorithm == &referenceAlgorithm()) countGhosts(at, *a, *b, values, row, run.findings);
    const bool differs = row.differs();
    if (differs) {
      const auto wrong =
          std::find_if(row.differences.begin(), row.differences.end(), [](const auto& d) { return !d.is_tie; });
      run.findings.push_back({"disagreement", row.name, values[0], values[0], wrong->text, values});
    }
    run.points.push_back({values, row.name, std::move(row.answer), differs});
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
  Json file = caseJson(document);
  std::string problem;
  const std::vector<Moved> places = numbersAt(file, out.path, problem);
  if (places.empty()) return fail(ErrorCode::kNotFound, where, fmt::format("{}: {}", out.path, problem));
  const double middle = places.front().number->number();
  const std::string_view range = text.substr(equals + 1);
  const std::size_t first = range.find(':'),
                    second = first == std::string_view::npos ? first : range.find(':', first + 1);
  const std::string_view from_text = range.substr(0, first),
                         to_text = first == std::string_view::npos
                                       ? ""
                                       : range.substr(first + 1,
                                                      second == std::string_view::npos ? second : second - first - 1);
  const auto ulp_from = ulps(from_text, middle), ulp_to = ulps(to_text, middle);
  if (ulp_from && ulp_to && *ulp_from <= *ulp_to) {
    for (double value = *ulp_from; value <= *ulp_to && out.values.size() < kMaxSamples;
         value = std::nextafter(value, std::numeric_limits<double>::infinity()))
      out.values.push_back(value);
    return out;
  }
  const auto from = parseDouble(from_text), to = parseDouble(to_text);
  const auto count = second == std::string_view::npos ? std::optional<std::size_t>(201)
                                                      : parseInteger<std::size_t>(range.substr(second + 1));
  if (!from || !to || !count || *count < 2 || *count > kMaxSamples) {
    return fail(ErrorCode::kWrongValue, where,
                fmt::format("{}: expected FROM:TO:COUNT with 2 to {} samples, or ulp-N:ulp+N, found \"{}\"", out.path,
                            kMaxSamples, printableLine(range)));
  }
  for (std::size_t i = 0; i < *count; ++i) {
    // Weighed so, round ends make round numbers between them; zero has no sign.
    const auto steps = static_cast<double>(*count - 1), after = static_cast<double>(i);
    const double weighed = (*from * (steps - after) + *to * after) / steps + 0.0;
    const bool is_end = i == 0 || i + 1 == *count;
    out.values.push_back(is_end || !std::isfinite(weighed) ? std::lerp(*from, *to, after / steps) : weighed);
  }
  return out;
}

bool shareNumber(const Document& document, const std::string& path, const std::string& other) {
  Json file = caseJson(document);
  std::string problem;
  const std::vector<Moved> of_other = numbersAt(file, other, problem);
  return std::ranges::any_of(numbersAt(file, path, problem), [&](const Moved& moved) {
    return std::ranges::find(of_other, moved.number, &Moved::number) != of_other.end();
  });
}

std::vector<std::string> numberPaths(const Document& document, const std::string& id) {
  std::vector<std::string> out;
  const auto add = [&](const std::string& path, const Json& value) {
    if (value.isNumber()) out.push_back(path);
    constexpr const char* kAxes[] = {"x", "y", "z"};
    for (std::size_t c = 0; value.isArray() && value.size() <= 3 && c < value.size(); ++c) {
      if (value[c].isNumber()) out.push_back(path + "." + kAxes[c]);
    }
  };
  Document alone;
  alone.space = document.space;
  const Body* const body = findBody(document, id);
  if (body == nullptr) return out;
  alone.bodies = {*body};
  const Json file = caseJson(alone);
  const Json& written = file["bodies"][0];
  for (const char* key : {"position", "angle"}) add(id + "." + key, written[key]);
  if (!written["shape"].isObject()) return out;
  for (const auto& [key, value] : written["shape"].members()) add(id + ".shape." + key, value);
  return out;
}

std::optional<double> numberAtPath(const Document& document, const std::string& path) {
  Json file = caseJson(document);
  std::string problem;
  const std::vector<Moved> places = numbersAt(file, path, problem);
  return places.empty() ? std::nullopt : std::optional<double>(places.front().number->number());
}

Result<Document> varied(const Document& document, const std::string& path, double value) {
  Json file = caseJson(document);
  std::string problem;
  const std::vector<Moved> places = numbersAt(file, path, problem);
  if (places.empty()) return fail(ErrorCode::kNotFound, path, problem);
  for (const Moved& moved : places) *moved.number = jsonNumber(value + moved.above);
  auto loaded = parseCase(compactJson(file), path, FilesBeside{});
  SEPAX_TRY(loaded);
  return std::move(loaded->document);
}

std::optional<double> measureOf(const JurorAnswer& answer, std::string_view measure) {
  if (answer.status != JurorAnswer::Status::kOk) return std::nullopt;
  if (measure == "verdict")
    return answer.overlapping ? std::optional<double>(*answer.overlapping ? 1 : 0) : std::nullopt;
  if (measure == "time") return answer.time_ns;
  if (measure == "ghosts") return answer.ghosts;
  if (measure == "distance") return answer.distance;
  if (measure == "depth")
    return answer.separation && *answer.separation < 0 ? std::optional<double>(-*answer.separation) : std::nullopt;
  if (measure.starts_with("normal.") && answer.normal && measure.size() == 8) {
    const std::size_t axis = std::string_view("xyz").find(measure[7]);
    return axis == std::string_view::npos ? std::nullopt
                                          : std::optional<double>((*answer.normal)[static_cast<int>(axis)]);
  }
  if (measure != "separation") return std::nullopt;
  const bool is_apart = answer.overlapping && !*answer.overlapping;
  return is_apart && answer.distance ? answer.distance : answer.separation;
}

ScanResult scan(const Document& document, const PairIds& pair, const std::vector<Variation>& variations,
                std::vector<JuryMember>& members, const ScanProgress& progress) {
  const Json file = caseJson(inlinedPair(document, pair));
  std::size_t samples = 1;
  for (const Variation& variation : variations) samples *= variation.values.size();
  const bool asks_programs =
      std::any_of(members.begin(), members.end(), [](const JuryMember& member) { return member.juror != nullptr; });
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t threads = asks_programs ? 1 : std::clamp<std::size_t>(samples / kSamplesOfThread, 1, cores);
  std::vector<SampleRun> runs(threads);
  std::atomic<std::size_t> done = 0;
  std::atomic<bool> stopped = false;
  std::mutex reporting;
  const auto work = [&](std::size_t t) {
    // Sampling is writing numbers into one JSON text after the other: every thread has its own.
    Json own = file;
    std::vector<std::vector<Moved>> places;
    std::string problem;
    for (const Variation& variation : variations) places.push_back(numbersAt(own, variation.path, problem));
    for (std::size_t sample = samples * t / threads; sample < samples * (t + 1) / threads && !stopped; ++sample) {
      askSample(own, places, sample, pair, variations, members, runs[t]);
      const std::size_t count = ++done;
      if (!progress || (count % kReportEvery != 0 && count != samples)) continue;
      const std::lock_guard lock(reporting);
      if (!progress(count, samples)) stopped = true;
    }
  };
  std::vector<std::thread> others;
  for (std::size_t t = 1; t < threads; ++t) others.emplace_back(work, t);
  work(0);
  for (std::thread& thread : others) thread.join();
  ScanResult out;
  double size = 0;
  for (SampleRun& run : runs) {
    size = std::max(size, run.size);
    std::move(run.points.begin(), run.points.end(), std::back_inserter(out.points));
    std::move(run.findings.begin(), run.findings.end(), std::back_inserter(out.findings));
    if (out.left_out == 0) out.first_left_out = run.first_left_out;
    out.left_out += run.left_out;
  }
  if (variations.size() != 1) return out;
  std::map<std::string, std::vector<const ScanPoint*>> lines;
  for (const ScanPoint& point : out.points) lines[point.member].push_back(&point);
  for (const auto& [name, line] : lines) findChanges(line, size, out.findings);
  return out;
}

}  // namespace sepax
