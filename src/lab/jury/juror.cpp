#include "lab/jury/juror.h"

#include "core/json_text.h"
#include "core/language.h"
#include "core/platform.h"
#include "core/text.h"
#include "document/document.h"
#include "format/case_schema.h"
#include "format/case_writer.h"
#include "geom/compound_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <tuple>
#include <utility>

namespace sepax {

namespace fs = std::filesystem;
using Status = JurorAnswer::Status;
using Heard = ChildTalk::Heard;

namespace {

constexpr std::uint64_t kMaxManifestBytes = 1u << 20;
constexpr double kMaxTolerance = 0.1;  // with more, any answer is right

std::string pathOf(const std::string& word, const fs::path& folder) {
  if (word.find('/') != std::string::npos) return (folder / word).lexically_normal().string();
  const std::string found = programInPath(word);
  return found.empty() ? word : found;
}

std::optional<double> finite(const Json& value) {
  if (!value.isNumber() || !std::isfinite(value.number())) return std::nullopt;
  return value.number();
}

/// Two numbers in the plane, where engines that have a third one give 0.
std::optional<Vec3> vectorOf(const Json& value, Space space) {
  const std::size_t least = space == Space::k2d ? 2 : 3;
  if (!value.isArray() || value.size() < least || value.size() > 3) return std::nullopt;
  if (space == Space::k2d && value.size() == 3 && finite(value[2]) != 0.0) return std::nullopt;
  Vec3 out{0.0};
  for (int c = 0; c < static_cast<int>(value.size()); ++c) {
    const auto part = finite(value[static_cast<std::size_t>(c)]);
    if (!part) return std::nullopt;
    out[c] = *part;
  }
  return out;
}

/// JSON has no NaN: writers put null for it.
bool isNaN(const Json& value) {
  return value.isNull() || (value.isArray() && std::ranges::any_of(value, [](const Json& v) { return v.isNull(); }));
}

JurorAnswer without(Status status, std::string why) {
  JurorAnswer answer;
  answer.status = status;
  answer.message = std::move(why);
  return answer;
}

JurorAnswer bad(const Json& json, std::string_view what, std::string_view whose = "the answer's ") {
  return without(Status::kError,
                 fmt::format("{}{}; found {}", whose, what, printableLine(compactJson(json).substr(0, 120))));
}

std::string textOf(const Json& object, std::string_view key) {
  return object[key].isString() ? printableLine(object[key].string()) : std::string();
}

/// The type of a shape, or of a child, that a margin rounds; empty: none has one.
std::string roundedType(const Json& shape) {
  if (shape.find("margin") != nullptr) return textOf(shape, "type");
  for (const Json& child : shape["children"]) {
    if (std::string type = roundedType(child["shape"]); !type.empty()) return type;
  }
  return {};
}

}  // namespace

std::string installedJurorFolder() {
  const char *const data = std::getenv("XDG_DATA_HOME"), *const home = std::getenv("HOME");
  if (data != nullptr && data[0] == '/')
    return std::string(data) + "/sepax/jurors";  // the specification says to ignore relative ones
  return home != nullptr && home[0] == '/' ? std::string(home) + "/.local/share/sepax/jurors" : std::string();
}

std::string programInPath(std::string_view name) {
  for (const std::string& folder : foldersOf("PATH")) {
    std::error_code error;
    const fs::path candidate = fs::path(folder) / name;
    if (fs::is_regular_file(candidate, error)) return candidate.string();
  }
  return {};
}

const char* statusName(Status status) {
  static constexpr const char* kNames[] = {"ok", "unsupported", "error", "crashed", "timeout"};
  return kNames[static_cast<int>(status)];
}

std::vector<std::string> JurorHello::optionNames() const {
  std::vector<std::string> names;
  for (const Json& option : options) names.push_back(textOf(option, "name"));
  return names;
}

Json JurorHello::engineDefaults() const {
  Json out;
  for (const Json& option : options) {
    const Json* const value = option.find("engine_default");
    if (const std::string key = textOf(option, "name"); value != nullptr && !key.empty()) out[key] = *value;
  }
  return out;
}

bool JurorHello::knowsSpace(std::string_view space) const {
  return spaces.empty() || std::ranges::find(spaces, space) != spaces.end();
}

bool JurorHello::answersQuery(std::string_view type) const { return std::ranges::find(answers, type) != answers.end(); }

Result<JurorManifest> readJurorManifest(const std::string& file) {
  const auto text = readFile(file, kMaxManifestBytes);
  SEPAX_TRY(text);
  const auto json = parseJson(*text, file);
  SEPAX_TRY(json);
  const Json& command = (*json)["command"];
  const bool is_manifest =
      (*json)["sepax_juror"].isNumber() && (*json)["sepax_juror"].number() == 1 && (*json)["name"].isString();
  if (!is_manifest)
    return fail(ErrorCode::kSyntax, file,
                "expected a juror's manifest, {\"sepax_juror\": 1, \"name\": …, \"command\": […]}");
  const bool is_command =
      command.isArray() && !command.empty() && std::all_of(command.begin(), command.end(), [](const Json& word) {
        return word.isString() && !word.string().empty() && word.string().find('\0') == std::string::npos;
      });
  if (!is_command)
    return fail(ErrorCode::kWrongValue, file + "#/command",
                "expected a list of texts, the program first, found " + foundText(command));
  JurorManifest out;
  out.file = file;
  out.name = textOf(*json, "name");
  out.title = textOf(*json, "title");
  out.needs = textOf(*json, "needs");
  out.notes = textOf(*json, "notes");
  out.license = textOf(*json, "license");
  if (const Json& npm = (*json)["npm"]; npm.isObject())
    out.npm =
        JurorManifest::Package{textOf(npm, "package"), textOf(npm, "version"), finite(npm["megabytes"]).value_or(0)};
  std::error_code error;
  const fs::path target = fs::canonical(file, error);  // of a link, what it leads to
  const fs::path folder = (error ? fs::absolute(file) : target).parent_path();
  out.folder = folder.string();
  for (const Json& word : command) {
    const bool is_file = out.command.empty() || word.string().starts_with("./");
    out.command.push_back(is_file ? pathOf(word.string(), folder) : word.string());
  }
  return out;
}

std::vector<JurorManifest> findJurors(std::vector<std::string>& problems) {
  std::vector<std::string> folders{programFolder() + "/jurors"};  // of the build tree
  if (const auto shipped = dataPath("jurors")) folders.push_back(*shipped);
  if (const std::string installed = installedJurorFolder(); !installed.empty()) folders.push_back(installed);
  if (const auto config = configFolder()) folders.push_back(*config + "/jurors");
  for (std::string& own : foldersOf("SEPAX_JURORS")) folders.push_back(std::move(own));
  std::vector<JurorManifest> out;
  std::set<std::string> names;
  for (const std::string& folder : folders) {
    for (const std::string& file : filesEndingIn(folder, ".juror.json")) {
      auto manifest = readJurorManifest(file);
      if (!manifest) {
        problems.push_back(describe(manifest.error()));
      } else if (names.insert(manifest->name).second) {
        out.push_back(std::move(*manifest));
      }
    }
  }
  return out;
}

Json vectorIn(Space space, const Vec3& v) {
  return space == Space::k2d ? Json::array({v.x, v.y}) : Json::array({v.x, v.y, v.z});
}

std::vector<std::string> textsOf(const Json& list) {
  std::vector<std::string> out;
  for (const Json& item : list) {
    if (item.isString()) out.push_back(printableLine(item.string()));
  }
  return out;
}

namespace {

/// Adds to hulls what engines need that do not find it: the loops of vertices around their faces.
void addFaces(Json& written, const Shape& shape) {
  if (const auto* const compound = std::get_if<Compound>(&shape)) {
    for (std::size_t i = 0; i < compound->data->children.size(); ++i)
      addFaces(written["children"][i]["shape"], compound->data->children[i].shape);
  }
  const auto* const hull = std::get_if<Hull>(&shape);
  if (hull == nullptr) return;
  const std::vector<std::vector<std::size_t>> faces = facesByPoints(*hull->data);
  if (faces.empty()) return;
  Json loops = Json::array();
  for (const std::vector<std::size_t>& face : faces) loops.push(Json::list(face));
  written.add("faces", std::move(loops));
}

}  // namespace

Json jurorBody(const Document& document, const Body& body, Velocities velocities) {
  const PosedShape posed = posedShape(body);
  Document alone;
  alone.space = document.space;
  Body plain;
  plain.id = "A";
  plain.shape = withoutMeshFiles(posed.shape);
  plain.position = posed.pose.position;
  const double* const angle = std::get_if<double>(&body.rotation);
  plain.rotation = angle != nullptr ? Rotation(*angle) : Rotation(posed.pose.rotation);
  if (velocities == Velocities::kWritten) {
    plain.linear_velocity = body.linear_velocity;
    if (!neverRotates(body.shape)) plain.angular_velocity = body.angular_velocity;
  }
  alone.bodies.push_back(std::move(plain));
  Json written = caseJson(alone);
  Json object = std::move(written["bodies"][0]);
  object.members().erase(object.members().begin());  // the id
  addFaces(object["shape"], alone.bodies.front().shape);
  if (angle == nullptr) {
    const Quat* const given = std::get_if<Quat>(&body.rotation);
    const Quat q = given != nullptr ? *given : quaternionOf(posed.pose.rotation);
    object["rotation"] = Json::array({q.x, q.y, q.z, q.w});
  }
  return object;
}

namespace {

Json requestIn(Space space) { return Json{{"space", space == Space::k2d ? "2d" : "3d"}}; }

}  // namespace

Json jurorRequest(const Document& document, const PairIds& pair) {
  Json out = requestIn(document.space);
  for (const auto& [key, id] : {std::pair{"a", pair.first}, std::pair{"b", pair.second}}) {
    if (const Body* const body = findBody(document, id)) out[key] = jurorBody(document, *body, Velocities::kLeftOut);
  }
  return out;
}

Result<Json> jurorRequest(const Document& document, const Query& query) {
  Json out = requestIn(document.space);
  const auto put = [&](const char* key, const std::string& id, Velocities velocities) -> Result<void> {
    const Body* const body = findBody(document, id);
    if (body == nullptr) return fail(ErrorCode::kNotFound, id, "no body has this id");
    const bool rotates = velocities == Velocities::kWritten && body->angular_velocity.value_or(Vec3{0.0}) != Vec3{0.0};
    if (rotates && posedShape(*body).pose.position != body->position)
      return fail(ErrorCode::kUnsupported, id, "a rotation about a pivot away from the shape's origin");
    out[key] = jurorBody(document, *body, velocities);
    return {};
  };
  if (const auto* const sweep = std::get_if<SweepQuery>(&query)) {
    SEPAX_TRY(put("a", sweep->pair.first, Velocities::kWritten));
    SEPAX_TRY(put("b", sweep->pair.second, Velocities::kWritten));
    out["query"] = Json{{"type", "sweep"}, {"duration", sweep->duration}};
    return out;
  }
  if (const auto* const ray = std::get_if<RayQuery>(&query); ray != nullptr && ray->body) {
    SEPAX_TRY(put("a", *ray->body, Velocities::kLeftOut));
    out["query"] = Json{{"type", "ray"},
                        {"origin", vectorIn(document.space, ray->origin)},
                        {"direction", vectorIn(document.space, ray->direction)},
                        {"length", ray->length}};
    return out;
  }
  return fail(ErrorCode::kUnsupported, "queries", "expected a sweep, or a ray at one body");
}

JurorAnswer parseJurorAnswer(const Json& json, Space space) {
  JurorAnswer out;
  out.json = json;
  std::vector<std::string_view> read{"id", "pair", "contacts"};
  const auto at = [&](std::string_view key) {
    read.push_back(key);
    return json.find(key);
  };
  if (const Json* shape = at("unsupported")) {
    out.status = Status::kUnsupported;
    out.message = shape->isString() ? printableLine(shape->string()) : "this pair";
    return out;
  }
  if (const Json* error = at("error")) {
    out.status = Status::kError;
    out.message = error->isString() ? printableLine(error->string().substr(0, 400)) : "an error without a text";
    return out;
  }
  if (const Json* verdict = at("verdict")) {
    const std::string text = verdict->isString() ? verdict->string() : "";
    if (text != "overlapping" && text != "touching" && text != "separated")
      return bad(*verdict, "verdict is none of separated, touching, overlapping");
    out.overlapping = text != "separated";
    out.says_touching = text == "touching";
  }
  const std::pair<const char*, std::optional<double>*> numbers[] = {{"separation", &out.separation},
                                                                    {"distance", &out.distance},
                                                                    {"time_ns", &out.time_ns},
                                                                    {"time", &out.time},
                                                                    {"tolerance", &out.tolerance}};
  for (const auto& [key, target] : numbers) {
    const Json* const value = at(key);
    if (value == nullptr) continue;
    *target = finite(*value);
    if (!*target) return bad(*value, fmt::format("{} is {}", key, isNaN(*value) ? "NaN" : "no number"));
  }
  constexpr double kMaxNanoseconds = 1e15;  // eleven days
  if (out.time_ns && !(*out.time_ns >= 0 && *out.time_ns <= kMaxNanoseconds))
    return bad(*json.find("time_ns"), "time_ns is no number of nanoseconds from 0 to 1e15");
  const std::pair<const char*, std::optional<Vec3>*> vectors[] = {{"normal", &out.normal}, {"point", &out.point}};
  for (const auto& [key, target] : vectors) {
    const Json* const value = at(key);
    if (value == nullptr) continue;
    *target = vectorOf(*value, space);
    if (!*target)
      return bad(*value, fmt::format("{} is {}", key,
                                     isNaN(*value)         ? "NaN"
                                     : space == Space::k2d ? "no list of two numbers"
                                                           : "no list of three numbers"));
  }
  if (const Json* hit = at("hit")) {
    if (!hit->isBoolean()) return bad(*hit, "hit is neither true nor false");
    out.hit = hit->boolean();
  }
  if (const Json* points = at("closest_points")) {
    const auto a = vectorOf((*points)["a"], space), b = vectorOf((*points)["b"], space);
    if (!a || !b) return bad(*points, "closest points are no points");
    out.closest_points = std::pair{*a, *b};
  }
  if (const Json* list = json.find("contacts")) {
    if (!list->isArray()) return bad(*list, "contacts are no list");
    out.has_contacts = true;
  }
  for (const Json& contact : json["contacts"]) {
    const auto position = vectorOf(contact["position"], space);
    if (!position) return bad(contact, "contact has no position");
    const Json* const given = contact.find("separation");
    const auto separation = given != nullptr ? finite(*given) : 0.0;
    if (!separation) return bad(contact, "contact has a separation that is no number");
    // A normal of its own, or a misspelt separation, would be compared with nothing.
    for (const auto& [key, value] : contact.members()) {
      if (key != "position" && key != "separation")
        return bad(contact,
                   fmt::format("contact has a key \"{}\" (expected position, separation)", printableLine(key)));
    }
    out.contacts.push_back({*position, *separation});
  }
  if (!json.isObject()) return bad(json, "the answer is no object", "");
  static const std::vector<std::string> kCompared{"verdict", "separation",     "distance", "normal", "contacts",
                                                  "hit",     "closest_points", "time",     "point",  "tolerance"};
  for (const auto& [key, value] : json.members()) {
    if (std::ranges::find(read, key) != read.end()) continue;
    if (out.unknown_key.empty()) out.unknown_key = printableLine(key);
    // Other keys are the program's own; this one was meant to be compared.
    if (const auto meant = nearestWord(key, kCompared))
      return bad(json, fmt::format("key \"{}\" is unknown, did you mean \"{}\"?", printableLine(key), *meant));
  }
  const bool says_something = out.overlapping || out.separation || out.distance || out.normal || out.closest_points ||
                              out.hit || out.time || out.point || out.has_contacts;
  if (!says_something)
    return bad(json, "parts hold nothing that can be compared (verdict, separation, distance, normal, contacts, hit)");
  return out;
}

JurorAnswer answerTo(QuestionKind asked, JurorAnswer answer) {
  if (answer.status != Status::kOk) return answer;
  const bool is_pair = asked == QuestionKind::kPair, is_ray = asked == QuestionKind::kRay;
  // A sweep that begins with an overlap has its depth.
  const std::pair<const char*, bool> foreign[] = {{"verdict", !is_pair && answer.overlapping},
                                                  {"separation", is_ray && answer.separation},
                                                  {"closest_points", !is_pair && answer.closest_points},
                                                  {"contacts", !is_pair && answer.has_contacts},
                                                  {"distance", !is_pair && !is_ray && answer.distance},
                                                  {"hit", is_pair && answer.hit},
                                                  {"time", asked != QuestionKind::kSweep && answer.time},
                                                  {"point", is_pair && answer.point}};
  for (const auto& [part, is_there] : foreign) {
    if (!is_there) continue;
    const char* const has = is_pair  ? "a pair: it has verdict, separation, distance, normal, closest_points, contacts"
                            : is_ray ? "a ray: it has hit, distance, point, normal"
                                     : "a sweep: it has hit, time, point, normal, separation";
    return bad(answer.json, fmt::format("{} is no part of an answer to {}", part, has));
  }
  if (is_pair) return answer;
  if (!answer.hit && (is_ray ? answer.distance : answer.time)) answer.hit = true;
  if (!answer.hit) return bad(answer.json, "parts do not say whether there is a hit");
  return answer;
}

namespace {

/// The line that says what went wrong: of a trace by Python, Node or C++ the exception, else the first.
std::string_view errorLineOf(std::string_view said) {
  const std::string_view first = said.substr(0, said.find('\n'));
  while (!said.empty()) {
    const std::string_view line = said.substr(0, said.find('\n'));
    for (const char* sign : {"Error:", "Exception:", "what():"}) {
      if (line.find(sign) != std::string_view::npos) return line;
    }
    said.remove_prefix(std::min(line.size() + 1, said.size()));
  }
  return first;
}

/// A line with null where languages write numbers that JSON does not have: NaN, Infinity, inf, outside of texts.
std::string withoutNaN(std::string_view line) {
  std::string out;
  bool in_text = false;
  for (std::size_t i = 0; i < line.size();) {
    static constexpr std::string_view kNumbers[] = {"-Infinity", "Infinity", "-NaN", "NaN",
                                                    "-nan",      "nan",      "-inf", "inf"};
    const auto found = std::ranges::find_if(
        kNumbers, [&](std::string_view number) { return !in_text && line.substr(i).starts_with(number); });
    if (found != std::end(kNumbers)) {
      out += "null";
      i += found->size();
      continue;
    }
    if (in_text && line[i] == '\\' && i + 1 < line.size()) out += line[i++];
    if (line[i] == '"') in_text = !in_text;
    out += line[i++];
  }
  return out;
}

/// A juror's first line; the error names the key and what was expected. A word that is misspelt here would leave
/// questions unasked, or have answers excused by another precision.
tl::expected<JurorHello, std::string> helloOf(const Json& json) {
  using Words = std::vector<std::string>;
  static const Words kSpaces{"2d", "3d"}, kPrecisions{"float", "double"},
      kAnswers{"verdict", "separation", "distance", "normal", "closest_points", "contacts", "sweep", "ray", "simulate"},
      kKeys{"sepax_juror", "name", "version", "precision", "tolerance", "shapes", "spaces", "answers", "margins",
            "options",
            // For people who read of its scenes.
            "moving", "static", "motions", "never_meet", "ccd"};
  static const Words kShapes = [] {
    Words names;
    for (const Shape& shape : shapePrototypes()) names.emplace_back(typeName(shape));
    return names;
  }();
  const auto expected = [&](std::string_view key, const std::string& what, const Json& found) {
    return tl::unexpected(
        fmt::format("\"{}\": expected {}, found {}", key, what, printableLine(compactJson(found).substr(0, 120))));
  };
  const auto isOneOf = [](const Json& word, const Words& known) {
    return word.isString() && std::ranges::find(known, word.string()) != known.end();
  };
  for (const auto& [key, value] : json.members()) {
    // Other keys are the program's own.
    const auto meant = std::ranges::find(kKeys, key) == kKeys.end() ? nearestWord(key, kKeys) : std::nullopt;
    if (meant)
      return tl::unexpected(fmt::format("key \"{}\" is unknown, did you mean \"{}\"?", printableLine(key), *meant));
  }
  JurorHello hello;
  hello.name = textOf(json, "name");
  hello.version = textOf(json, "version");
  if (const Json* const precision = json.find("precision")) {
    if (!isOneOf(*precision, kPrecisions)) return expected("precision", "\"float\" or \"double\"", *precision);
    hello.precision = precision->string();
  }
  if (const Json* const tolerance = json.find("tolerance")) {
    const auto number = finite(*tolerance);
    if (!number || *number < 0 || *number > kMaxTolerance)
      return expected("tolerance", fmt::format("a part of the size from 0 to {}", kMaxTolerance), *tolerance);
    hello.tolerance = *number;
  }
  if (const Json* const margins = json.find("margins")) {
    if (!margins->isBoolean()) return expected("margins", "true or false", *margins);
    hello.margins = margins->boolean();
  }
  const std::tuple<const char*, const Words*, Words*> lists[] = {
      {"shapes", &kShapes, &hello.shapes}, {"spaces", &kSpaces, &hello.spaces}, {"answers", &kAnswers, &hello.answers}};
  for (const auto& [key, known, words] : lists) {
    const Json* const list = json.find(key);
    if (list == nullptr) continue;
    if (!list->isArray()) return expected(key, "a list", *list);
    for (const Json& word : *list) {
      if (!isOneOf(word, *known)) return expected(key, fmt::format("any of {}", fmt::join(*known, ", ")), word);
    }
    *words = textsOf(*list);
  }
  hello.options = json["options"];
  return hello;
}

}  // namespace

JurorAnswer Juror::buried(Status status, const std::string& why) {
  JurorAnswer out = without(status, why);
  if (!child_) return out;
  const std::string end = child_->end();
  if (status == Status::kCrashed) out.message = end;
  if (const std::string& said = child_->errorText(); !said.empty())
    out.message += ": " + printableLine(errorLineOf(said)).substr(0, 200);
  child_.reset();
  last_end_ = out;
  return out;
}

std::optional<JurorAnswer> Juror::start() {
  const auto now = std::chrono::steady_clock::now();
  while (!starts_.empty() && now - starts_.front() > std::chrono::minutes(1)) starts_.pop_front();
  if (static_cast<int>(starts_.size()) > limits_.restarts) {
    return without(last_end_.status,
                   fmt::format("{} ({} times in a minute: not started again)", last_end_.message, starts_.size()));
  }
  starts_.push_back(now);
  auto child = ChildTalk::start(manifest_.command, {.memory_bytes = limits_.memory_bytes, .folder = manifest_.folder});
  if (!child) {
    const std::string needs = manifest_.needs.empty() ? "" : trf("; it needs {}", manifest_.needs);
    return last_end_ = without(Status::kCrashed, describe(child.error()) + needs);
  }
  child_.emplace(std::move(*child));
  std::string line;
  const auto deadline = now + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                  std::chrono::duration<double>(limits_.start_seconds));
  while (true) {
    const double left = std::chrono::duration<double>(deadline - std::chrono::steady_clock::now()).count();
    const Heard heard = child_->ask({}, line, left, limits_.line_bytes);
    if (heard == Heard::kTimeout)
      return buried(Status::kTimeout, fmt::format("said no first line in {} s", limits_.start_seconds));
    if (heard == Heard::kTooLong) return buried(Status::kError, "a line without an end");
    if (heard == Heard::kClosed) return buried(Status::kCrashed, "");
    const auto json = parseJson(line, manifest_.name);
    if (!json || !json->isObject()) continue;  // its log
    const Json& version = (*json)["sepax_juror"];
    if (!version.isNumber() || version.number() != 1)
      return buried(Status::kError, "its first line is of another protocol: " + printableLine(line.substr(0, 120)));
    auto hello = helloOf(*json);
    if (!hello) return buried(Status::kError, "its first line: " + hello.error());
    hello_ = std::move(*hello);
    return std::nullopt;
  }
}

const JurorHello* Juror::greeted() {
  if (!child_) static_cast<void>(start());
  return hello_ ? &*hello_ : nullptr;
}

JurorAnswer Juror::ask(Json request) {
  std::vector<Json> one;
  one.push_back(std::move(request));
  return askAll(std::move(one)).front();
}

std::vector<JurorAnswer> Juror::askAll(std::vector<Json> requests) {
  if (requests.empty()) return {};
  if (!child_) {
    if (auto failed = start()) return std::vector<JurorAnswer>(requests.size(), *failed);
  }
  // One that does not know the space or the kind of question is not asked; the requests of a batch are of one kind.
  const Json* const asked = requests.front().find("query");
  const std::string space = textOf(requests.front(), "space"),
                    query = asked != nullptr ? textOf(*asked, "type") : std::string();
  const bool knows_space = hello_->knowsSpace(space);
  const bool knows_query = query.empty() || hello_->answersQuery(query);
  if (!knows_space || !knows_query) {
    const char* const what = !knows_query    ? (query == "ray" ? "rays" : "sweeps")
                             : space == "2d" ? "the plane"
                                             : "space";
    return std::vector<JurorAnswer>(requests.size(), without(Status::kUnsupported, what));
  }
  // Ids are never used twice: an answer to an older request, or to none, is not taken for one of these.
  const int first_id = next_id_;
  std::string text;
  std::vector<std::string> rounded;  // what it would take for a shape with corners
  for (Json& request : requests) {
    request["id"] = next_id_++;
    std::string type;
    for (const char* body : {"a", "b"}) {
      if (type.empty() && !hello_->margins) type = roundedType(std::as_const(request)[body]["shape"]);
    }
    if (type.empty()) text += compactJson(request) + "\n";
    rounded.push_back(std::move(type));
  }
  std::vector<JurorAnswer> out;
  while (out.size() < requests.size()) {
    if (const std::string& type = rounded[out.size()]; !type.empty()) {
      out.push_back(without(Status::kUnsupported, "rounded " + type));
      continue;
    }
    const int id = first_id + static_cast<int>(out.size());
    const auto heard = hear(std::exchange(text, {}), id, limits_.answer_seconds);
    out.push_back(heard ? parseJurorAnswer(*heard, space == "2d" ? Space::k2d : Space::k3d) : heard.error());
    if (child_ || out.size() == requests.size()) continue;
    // It is gone, and what it was told behind that is asked anew.
    requests.erase(requests.begin(), requests.begin() + static_cast<std::ptrdiff_t>(out.size()));
    for (JurorAnswer& answer : askAll(std::move(requests))) out.push_back(std::move(answer));
    break;
  }
  return out;
}

std::optional<JurorAnswer> Juror::askForLines(Json request, const std::function<bool(Json line)>& visit) {
  if (!child_) {
    if (auto failed = start()) return failed;
  }
  const int id = next_id_++;
  request["id"] = id;
  std::string text = compactJson(request) + "\n";
  for (double seconds = limits_.start_seconds;; seconds = limits_.answer_seconds) {
    auto line = hear(text, id, seconds);
    text.clear();
    if (!line) return line.error();
    if (!visit(std::move(*line))) return std::nullopt;
  }
}

tl::expected<Json, JurorAnswer> Juror::hear(std::string_view text, int id, double seconds) {
  std::string line, passed_over;
  const auto begin = std::chrono::steady_clock::now();
  while (true) {
    const double left = seconds - std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const Heard heard = child_->ask(text, line, left, limits_.line_bytes);
    text = {};
    if (heard == Heard::kTimeout) {
      std::string why = fmt::format("no answer in {} s", seconds);
      if (!passed_over.empty()) why += fmt::format(" to id {}; its last line was {}", id, printableLine(passed_over));
      return tl::unexpected(buried(Status::kTimeout, why));
    }
    if (heard == Heard::kTooLong) return tl::unexpected(buried(Status::kError, "a line without an end"));
    if (heard == Heard::kClosed) return tl::unexpected(buried(Status::kCrashed, ""));
    auto json = parseJson(line, manifest_.name);
    if (!json) json = parseJson(withoutNaN(line), manifest_.name);
    passed_over = line.substr(0, 120);
    if (!json || !json->isObject()) continue;  // its log
    const Json& answered = (*json)["id"];
    if (answered.isNumber() && answered.number() == id) return std::move(*json);
  }
}

}  // namespace sepax
