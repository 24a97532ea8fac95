#include "lab/recording/simulation.h"

#include "core/json_text.h"
#include "core/text.h"
#include "document/motion.h"
#include "format/case_writer.h"
#include "geom/mass.h"
#include "geom/support.h"
#include "lab/jury/jury.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

namespace sepax {

namespace {

constexpr double kDefaultSeconds = 2, kDefaultDensity = 1000, kDefaultFriction = 0.5;
const Vec3 kDefaultGravity{0, -9.81, 0};
constexpr double kMinStep = 1e-6;
constexpr int kMaxSubsteps = 1000;

/// Reads members of an object that the document keeps as text; `where` is its place in the case.
class Keys {
 public:
  Keys(const std::string& text, std::string where) : where_(std::move(where)) {
    if (text.empty()) return;
    if (auto json = parseJson(text, where_)) json_ = std::move(*json);
  }
  Keys(Json json, std::string where) : json_(std::move(json)), where_(std::move(where)) {}

  [[nodiscard]] const Json& at(const char* key) const { return std::as_const(json_)[key]; }
  [[nodiscard]] const Json& json() const { return json_; }

  /// A number from 0 up; `otherwise` where the key is missing.
  [[nodiscard]] double length(const char* key, double otherwise) {
    const Json& value = at(key);
    if (value.isNull()) return otherwise;
    const bool is_good = value.isNumber() && value.number() >= 0 && value.number() <= kMaxLength;
    if (!is_good) expected(key, fmt::format("a number from 0 to {:g}", kMaxLength));
    return is_good ? value.number() : otherwise;
  }
  /// How often an engine steps in a frame, 1 to kMaxSubsteps; 1 where the key is missing.
  [[nodiscard]] int substeps() {
    const double count = length("substeps", 1);
    const bool is_good = count >= 1 && count <= kMaxSubsteps && count == std::floor(count);
    if (!is_good) expected("substeps", fmt::format("a whole number from 1 to {}", kMaxSubsteps));
    return is_good ? static_cast<int>(count) : 1;
  }
  [[nodiscard]] bool flag(const char* key) {
    const Json& value = at(key);
    if (!value.isNull() && !value.isBoolean()) expected(key, "true or false");
    return value.isBoolean() && value.boolean();
  }
  void expected(const char* key, const std::string& what) {
    if (!error_)
      error_ = Error{ErrorCode::kWrongValue,
                     fmt::format("expected {}, found {}", what, printableLine(compactJson(at(key)).substr(0, 60))),
                     where_ + "/" + key};
  }
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  Json json_ = Json::object();
  std::string where_;
  std::optional<Error> error_;
};

/// "static", "kinematic" or "dynamic"; another word in the case is an error of `keys`.
std::string kindOf(const Body& body, Keys& keys) {
  const Json& motion = keys.at("motion");
  const bool has_mass = keys.length("mass", 0) > 0 || keys.length("density", 0) > 0;
  if (motion.isNull()) return isMoving(body) || has_mass ? "dynamic" : "static";
  std::string kind = motion.isString() ? motion.string() : "";
  if (kind != "static" && kind != "kinematic" && kind != "dynamic")
    keys.expected("motion", "static, kinematic or dynamic");
  return kind;
}

/// How a body's centre of mass moves, world, m/s: a case has the velocity of its pivot, engines that of the centre.
Vec3 velocityOfCentre(const Body& body, const Vec3& centre) {
  const Vec3 linear = body.linear_velocity.value_or(Vec3{0.0}), angular = body.angular_velocity.value_or(Vec3{0.0});
  return linear + glm::cross(angular, centre - body.position);
}

/// The body of a request: as a juror gets it, with what an engine needs besides.
Result<Json> bodyRequest(const Document& document, const Body& body, bool moves) {
  Json out = jurorBody(document, body, Velocities::kWritten);
  Keys keys(body.extra_json, "body \"" + body.id + "\"");
  const std::string kind = moves ? "dynamic" : kindOf(body, keys);
  Json named{{"id", body.id}};
  named.add(std::move(out));
  named.add("motion", kind);
  if (kind == "dynamic") {
    const PosedShape posed = posedShape(body);
    const MassProperties mass = massOf(posed.shape, Pose{});
    const double kilograms = keys.length("mass", keys.length("density", kDefaultDensity) * mass.volume);
    if (mass.unbounded) return fail(ErrorCode::kUnsupported, body.id, "a half-space is static");
    if (!(kilograms > 0))
      return fail(ErrorCode::kWrongValue, body.id,
                  "expected a mass: its shape encloses no volume, or its density is 0");
    named.add("mass", kilograms);
    named.add("centre", vectorIn(document.space, mass.centre));
    if (isMoving(body))
      named["linear_velocity"] =
          vectorIn(document.space, velocityOfCentre(body, posed.pose.position + posed.pose.rotation * mass.centre));
  }
  named.add("friction", keys.length("friction", kDefaultFriction));
  named.add("restitution", keys.length("restitution", 0));
  named.add("ccd", keys.flag("ccd"));
  if (keys.error()) return tl::unexpected(*keys.error());
  return named;
}

/// The keys of a case's "simulate".
Result<Keys> simulateKeys(const Document& document) {
  Json own = Keys(document.extra_json, "case").at("simulate");
  if (own.isNull()) own = Json::object();
  if (!own.isObject()) return fail(ErrorCode::kWrongValue, "simulate", "expected an object");
  for (const auto& [key, value] : own.members()) {
    static const std::vector<std::string> kKeys{"seconds", "step", "substeps", "gravity"};
    if (std::ranges::find(kKeys, key) != kKeys.end()) continue;
    const auto meant = nearestWord(key, kKeys);
    return fail(ErrorCode::kWrongValue, "simulate",
                fmt::format("unknown key \"{}\"{}", printableLine(key),
                            meant ? fmt::format(", did you mean \"{}\"?", *meant) : ""));
  }
  return Keys(std::move(own), "simulate");
}

Result<Vec3> gravityIn(Keys& keys, Space space) {
  const Json& given = keys.at("gravity");
  if (given.isNull()) return kDefaultGravity;
  Vec3 out{0.0};
  const auto dimensions = static_cast<std::size_t>(dimensionsOf(space));
  bool is_good = given.isArray() && given.size() == dimensions;
  for (std::size_t k = 0; is_good && k < dimensions; ++k) {
    is_good = given[k].isNumber() && std::abs(given[k].number()) <= kMaxLength;
    if (is_good) out[static_cast<int>(k)] = given[k].number();
  }
  if (!is_good) keys.expected("gravity", fmt::format("{} numbers", dimensions));
  if (keys.error()) return tl::unexpected(*keys.error());
  return out;
}

/// Replaces the shapes in a recording's first line by those that the engine really has: bodies by their ids, or a list
/// of bodies.
Result<void> takeShapes(Json& bodies, const Json& changed, std::vector<std::string>& notes) {
  std::vector<std::string> others;  // ids
  const auto take = [&](const Json& id, const Json& body) -> Result<void> {
    const auto found = std::find_if(bodies.items().begin(), bodies.items().end(),
                                    [&](const Json& each) { return id.isString() && each["id"] == id.string(); });
    if (found == bodies.items().end())
      return fail(ErrorCode::kSyntax, "start/bodies", "expected the id of a body of the case, found " + foundText(id));
    const Json* const shape = body.find("shape");
    if (shape == nullptr || !shape->isObject())
      return fail(ErrorCode::kSyntax, "start/bodies",
                  fmt::format("expected a \"shape\" of {}, found {}", printableLine(id.string()), foundText(body)));
    if (compactJson(*shape) == compactJson(std::as_const(*found)["shape"])) return {};
    (*found)["shape"] = *shape;
    others.push_back(printableLine(id.string()));
    return {};
  };
  if (changed.isObject()) {
    for (const auto& [id, body] : changed.members()) SEPAX_TRY(take(Json(id), body));
  } else if (changed.isArray()) {
    for (const Json& body : changed) SEPAX_TRY(take(body["id"], body));
  } else if (!changed.isNull()) {
    return fail(ErrorCode::kSyntax, "start/bodies",
                "expected {\"ID\": {\"shape\": …}} of the bodies with another shape, found " + foundText(changed));
  }
  constexpr std::size_t kMaxNamed = 3;
  const std::size_t more = others.size() - std::min(others.size(), kMaxNamed);
  others.resize(others.size() - more);
  if (others.size() == 1) notes.push_back(others.front() + " has another shape in the engine, which is recorded");
  if (others.size() > 1)
    notes.push_back(fmt::format("{}{} have other shapes in the engine, which are recorded", fmt::join(others, ", "),
                                more > 0 ? fmt::format(" and {} more", more) : ""));
  return {};
}

/// Leaves out the faces of hulls, which recordings do not have.
void leaveOutFaces(Json& shape) {
  std::erase_if(shape.members(), [](const JsonMember& member) { return member.key == "faces"; });
  if (!shape.contains("children")) return;
  for (Json& child : shape["children"].items()) leaveOutFaces(child["shape"]);
}

/// A body as recordings have it: without what only engines need.
Json recordedBody(Json body) {
  leaveOutFaces(body["shape"]);
  static constexpr std::string_view kOnlyForEngines[] = {
      "motion", "centre", "friction", "restitution", "ccd", "rotation_matrix", "linear_velocity", "angular_velocity"};
  std::erase_if(body.members(), [](const JsonMember& member) {
    return std::ranges::find(kOnlyForEngines, member.key) != std::end(kOnlyForEngines);
  });
  return body;
}

std::vector<std::string> textsIn(const Json& list) {
  std::vector<std::string> out;
  for (const Json& text : list) out.push_back(printableLine(text.isString() ? text.string() : compactJson(text)));
  return out;
}

/// Metres: no scene is as large, twice the way to the Moon; an engine that explodes goes beyond it within frames.
constexpr double kFarthest = 1e9;

/// The first pose of a frame that is no place: a number is missing, or beyond kFarthest.
std::string explosionIn(const Json& poses, std::size_t frame) {
  if (!poses.isObject()) return {};
  for (const auto& [id, pose] : poses.members()) {
    const auto isPlace = [](const Json& value) { return value.isNumber() && std::abs(value.number()) <= kFarthest; };
    const auto bad = std::find_if_not(pose.begin(), pose.end(), isPlace);
    if (bad == pose.end()) continue;
    const std::string found = bad->isNumber() ? humanNumber(bad->number()) + " m" : "no number";
    return fmt::format("frame {}: {} in the pose of {}", frame, found, printableLine(id));
  }
  return {};
}

/// Bodies that move and are flat: each engine does something else with them.
std::vector<std::string> flatNotes(const Document& document, const Json& bodies) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < document.bodies.size(); ++i) {
    const PosedShape posed = posedShape(document.bodies[i]);
    if (bodies[i]["motion"] != "dynamic" || massOf(posed.shape, Pose{}).volume > 0) continue;
    out.push_back(fmt::format("{} encloses no volume: an engine may let it fall through others, or give it no mass",
                              printableLine(document.bodies[i].id)));
  }
  return out;
}

/// The run in the making: turns the juror's lines into those of a recording.
struct Recorder {
  const Document& document;
  const JurorHello& hello;
  const SimulationOptions& options;
  Json bodies, gravity;  ///< of the request
  double step;           ///< seconds
  std::size_t frames;    ///< that were asked for
  const std::function<bool(std::string_view)>& sink;
  SimulationRun run = {};
  std::optional<Error> error = {};
  bool has_start = false;
  double first_time = 0, time = 0;  ///< of the first frame and the last one, seconds

  bool refuse(Error why) {
    error = std::move(why);
    return false;
  }
  bool write(const Json& line) {
    return sink(compactJson(line)) || refuse({ErrorCode::kNotFound, "recording", "could not be written"});
  }

  bool start(const Json& said) {
    has_start = true;
    std::vector<std::string> left_out, reasons;
    for (const Json& each : said["left_out"]) {
      if (!each["body"].isString()) return refuse({ErrorCode::kSyntax, run.engine, "left_out without a body"});
      const std::string why = each["unsupported"].isString() ? each["unsupported"].string() : "its shape";
      left_out.push_back(each["body"].string());
      reasons.push_back(fmt::format("{}: {}", printableLine(left_out.back()), printableLine(why)));
    }
    if (!options.leaves_out && !left_out.empty())
      return refuse({ErrorCode::kUnsupported, run.engine,
                     fmt::format("does not hold {} (--leave-out runs without {})", fmt::join(reasons, "; "),
                                 reasons.size() == 1 ? "it" : "them")});
    for (const std::string& reason : reasons) run.notes.push_back("left out " + reason);
    std::ranges::copy(flatNotes(document, bodies), std::back_inserter(run.notes));
    if (const auto taken = takeShapes(bodies, said["bodies"], run.notes); !taken)
      return refuse({taken.error().code, run.engine, describe(taken.error())});
    std::ranges::copy(textsIn(said["notes"]), std::back_inserter(run.notes));
    std::ranges::copy(textsIn(said["warnings"]), std::back_inserter(run.notes));
    Json recorded = Json::array();
    for (Json& body : bodies.items()) {
      if (std::ranges::find(left_out, body["id"].string()) == left_out.end())
        recorded.push(recordedBody(std::move(body)));
    }
    if (!takeTolerance(said["tolerance"])) return false;
    return write(Json{{"sepax_log", 1},
                      {"space", document.space == Space::k2d ? "2d" : "3d"},
                      {"name", document.name},
                      {"notes", fmt::format("{}", fmt::join(run.notes, "\n"))},
                      {"engine", run.engine},
                      {"gravity", gravity},
                      {"precision", hello.precision == "float" ? "float" : "double"},
                      {"tolerance", run.tolerance},
                      {"bodies", std::move(recorded)}});
  }

  /// The engine's word excuses no claim by more than any stated tolerance does.
  bool takeTolerance(const Json& said) {
    if (said.isNull()) return true;
    if (!said.isNumber() || !(said.number() >= 0))
      return refuse(
          {ErrorCode::kSyntax, run.engine, "start/tolerance: expected metres from 0 up, found " + foundText(said)});
    const auto [smallest, size] = smallestBody(document);
    run.tolerance = std::min(said.number(), mostExcused(size));
    if (run.tolerance < said.number())
      run.notes.push_back(fmt::format("its tolerance of {} m is not taken, but {} m, a tenth of {}'s size",
                                      humanNumber(said.number(), 3), humanNumber(run.tolerance, 3),
                                      printableLine(smallest)));
    return true;
  }

  /// The first frame is that of the start or of the end of a step, and each further one a step after it; one without a
  /// time gets that.
  bool takeTime(Json& line) {
    const double since = double(run.frames) * step, due = first_time + since;
    if (run.frames > frames)
      return refuse(
          {ErrorCode::kSyntax, run.engine, fmt::format("expected at most {} frames, found more", frames + 1)});
    if (std::as_const(line)["t"].isNull()) line["t"] = due;
    const Json& said = std::as_const(line)["t"];
    constexpr double kPart = 0.1, kDrift = 0.001;  // floats add up to less
    const double now = said.isNumber() ? said.number() : std::numeric_limits<double>::quiet_NaN();
    const bool is_due = run.frames == 0 ? now >= -kPart * step && now <= (1 + kPart) * step
                                        : std::abs(now - time - step) <= kPart * step &&
                                              std::abs(now - due) <= kPart * step + kDrift * since;
    if (!is_due)
      return refuse(
          {ErrorCode::kSyntax, run.engine,
           fmt::format("frame {}: expected a time \"t\" near {} s, a step of {} s after the frame before, found {}",
                       run.frames, humanNumber(due, 6), humanNumber(step, 6), foundText(said))});
    if (run.frames == 0) first_time = now;
    time = now;
    return true;
  }

  /// A line of the juror; false when it was the last.
  bool take(Json line) {
    const Json& said = line;  // reading a member adds none
    for (const char* key : {"error", "unsupported"}) {
      if (!said[key].isString()) continue;
      const std::string why = printableLine(said[key].string());
      if (!has_start) return refuse({ErrorCode::kUnsupported, run.engine, why});
      run.ended = why;
      static_cast<void>(write(Json{{"mark", why}}));
      return false;
    }
    if (said["start"].isObject()) return start(said["start"]);
    if (said["done"].isBoolean()) {
      if (run.frames < frames) run.ended = fmt::format("done after {} of {} frames", run.frames, frames);
      return false;
    }
    if (!has_start) return refuse({ErrorCode::kSyntax, run.engine, "expected \"start\" before the first frame"});
    if (!takeTime(line)) return false;
    std::erase_if(line.members(),
                  [](const JsonMember& member) { return member.key == "id" || member.key == "step_ns"; });
    if (run.frames == 0 && !run.notes.empty()) line["mark"] = fmt::format("{}", fmt::join(run.notes, "; "));
    if (run.exploded.empty()) {
      run.exploded = explosionIn(line["poses"], run.frames);
      if (!run.exploded.empty()) {
        const std::string before = said["mark"].isString() ? said["mark"].string() + "; " : "";
        line["mark"] = before + run.exploded;
      }
    }
    ++run.frames;
    if (!write(line)) return false;
    if (!options.go_on || options.go_on() || run.frames >= frames) return true;
    run.ended = "interrupted";
    static_cast<void>(write(Json{{"mark", run.ended}}));
    return false;
  }
};

}  // namespace

std::vector<Error> simulationProblems(const Document& document) {
  std::vector<Error> out;
  auto keys = simulateKeys(document);
  if (!keys) {
    out.push_back(keys.error());
  } else {
    for (const char* key : {"seconds", "step"}) static_cast<void>(keys->length(key, 0));
    static_cast<void>(keys->substeps());
    static_cast<void>(gravityIn(*keys, document.space));
    if (keys->error()) out.push_back(*keys->error());
  }
  for (const Body& body : document.bodies) {
    if (body.extra_json.empty()) continue;
    Keys own(body.extra_json, "body \"" + body.id + "\"");
    static_cast<void>(kindOf(body, own));
    for (const char* key : {"mass", "density", "friction", "restitution"}) static_cast<void>(own.length(key, 0));
    static_cast<void>(own.flag("ccd"));
    if (own.error()) out.push_back(*own.error());
  }
  return out;
}

double secondsByItself(const Document& document) {
  const bool moves = std::ranges::any_of(document.bodies, [](const Body& body) {
    Keys keys(body.extra_json, body.id);
    return kindOf(body, keys) != "static" && !keys.error();
  });
  auto keys = simulateKeys(document);
  return moves && keys ? keys->length("seconds", kDefaultSeconds) : 0;
}

SimulationSteps stepsByItself(const Document& document) {
  SimulationSteps out{.step = kMotionStep, .gravity = kDefaultGravity};
  auto keys = simulateKeys(document);
  if (!keys) return out;
  const double step = keys->length("step", kMotionStep);
  const int substeps = keys->substeps();
  const auto gravity = gravityIn(*keys, document.space);
  if (!gravity || keys->error() || !(step >= kMinStep)) return out;
  return {step, substeps, *gravity};
}

Result<Json> simulationRequest(const Document& document, const SimulationOptions& options) {
  auto keys = simulateKeys(document);
  SEPAX_TRY(keys);
  const double step = options.step.value_or(keys->length("step", kMotionStep));
  const double seconds = options.seconds.value_or(keys->length("seconds", kDefaultSeconds));
  const int substeps = options.substeps ? *options.substeps : keys->substeps();
  const auto gravity = options.gravity ? Result<Vec3>(*options.gravity) : gravityIn(*keys, document.space);
  SEPAX_TRY(gravity);
  if (keys->error()) return tl::unexpected(*keys->error());
  if (!(step >= kMinStep)) return fail(ErrorCode::kWrongValue, "step", "expected at least 1e-6 s");
  if (!(substeps >= 1 && substeps <= kMaxSubsteps))
    return fail(ErrorCode::kWrongValue, "substeps",
                fmt::format("expected a number from 1 to {}, found {}", kMaxSubsteps, substeps));
  const double frames = std::round(seconds / step);
  if (!(frames >= 1 && frames <= kMaxSimulatedFrames))
    return fail(ErrorCode::kWrongValue, "seconds", fmt::format("expected 1 to {:g} steps", kMaxSimulatedFrames));
  Json bodies = Json::array();
  bool moves = false;
  for (const std::string& id : options.moving) {
    if (findBody(document, id) == nullptr) return fail(ErrorCode::kNotFound, id, "no body has this id");
  }
  for (const Body& body : document.bodies) {
    auto request = bodyRequest(document, body, std::ranges::find(options.moving, body.id) != options.moving.end());
    SEPAX_TRY(request);
    moves = moves || (*request)["motion"].string() != "static";
    bodies.push(std::move(*request));
  }
  if (!moves)
    return fail(ErrorCode::kWrongValue, "bodies",
                "nothing moves: expected a body with \"motion\": \"dynamic\", a mass or a velocity, or one that the "
                "command is told to move");
  return Json{{"space", document.space == Space::k2d ? "2d" : "3d"},
              {"gravity", vectorIn(document.space, *gravity)},
              {"step", step},
              {"frames", static_cast<std::uint64_t>(frames)},
              {"substeps", static_cast<std::uint64_t>(substeps)},
              {"bodies", std::move(bodies)},
              {"options", options.options.isNull() ? Json::object() : options.options}};
}

SceneEnergy sceneEnergy(const Document& document, const Json& request) {
  const auto vectorOf = [](const Json& given) {
    Vec3 out{0.0};
    for (std::size_t k = 0; k < given.size(); ++k) out[static_cast<int>(k)] = given[k].number();
    return out;
  };
  const Vec3 gravity = vectorOf(request["gravity"]);
  SceneEnergy out;
  std::optional<MinMaxBox> box;  // of all that is bounded, and of places of half-spaces, to which bodies fall
  bool is_pushed = false;
  for (const Body& body : document.bodies) {
    const PosedShape posed = posedShape(body);
    if (isUnbounded(body.shape)) continue;
    const MinMaxBox own = boundsOf(posed.shape, posed.pose);
    if (!box) box = own;
    add(*box, own.min);
    add(*box, own.max);
  }
  if (!box) return out;
  for (const Body& body : document.bodies) {
    if (isUnbounded(body.shape)) add(*box, body.position);
  }
  const Vec3 sizes = sizesOf(*box);
  const double fall = std::abs(gravity.x) * sizes.x + std::abs(gravity.y) * sizes.y + std::abs(gravity.z) * sizes.z;
  for (std::size_t i = 0; i < document.bodies.size(); ++i) {
    const Body& body = document.bodies[i];
    const Json& asked = request["bodies"][i];
    is_pushed = is_pushed || asked["motion"] == "kinematic";
    if (asked["motion"] != "dynamic") continue;
    const PosedShape posed = posedShape(body);
    const MassProperties properties = massOf(posed.shape, posed.pose);
    const double mass = asked["mass"].number();
    const Vec3 v = velocityOfCentre(body, properties.centre), w = body.angular_velocity.value_or(Vec3{0.0});
    const double rim = length(w) * longestSide(boundsOf(posed.shape, posed.pose)) / 2;
    out.most += mass * (fall + (dot(v, v) + rim * rim) / 2);
    out.start += mass * (dot(v, v) / 2 - dot(gravity, properties.centre));
    if (properties.volume > 0) out.start += dot(w, properties.inertia * w) * mass / properties.volume / 2;
  }
  if (is_pushed) out.most = 0;
  return out;
}

Result<SimulationRun> simulate(Juror& juror, const Document& document, const SimulationOptions& options,
                               const std::function<bool(std::string_view line)>& sink) {
  auto request = simulationRequest(document, options);
  SEPAX_TRY(request);
  const JurorHello* const hello = juror.greeted();
  const std::string& name = juror.manifest().name;
  if (hello == nullptr) return fail(ErrorCode::kNotFound, name, "does not start: " + juror.lastEnd().message);
  if (!hello->answersQuery("simulate"))
    return fail(ErrorCode::kUnsupported, name, "this juror answers pairs, and runs no scenes");
  const std::string space = (*request)["space"].string();
  if (!hello->knowsSpace(space))
    return fail(ErrorCode::kUnsupported, name, space == "2d" ? "it knows space alone" : "it knows the plane alone");
  Recorder recorder{document,
                    *hello,
                    options,
                    (*request)["bodies"],
                    (*request)["gravity"],
                    (*request)["step"].number(),
                    static_cast<std::size_t>((*request)["frames"].number()),
                    sink};
  recorder.run.engine = fmt::format("{} {}", hello->name, hello->version);
  recorder.run.energy = sceneEnergy(document, *request);
  const auto ended = juror.askForLines(Json{{"simulate", std::move(*request)}},
                                       [&](Json line) { return recorder.take(std::move(line)); });
  if (recorder.error) return tl::unexpected(*recorder.error);
  if (ended) {
    recorder.run.ended =
        fmt::format("{} after {} frames: {}", statusName(ended->status), recorder.run.frames, ended->message);
    if (!recorder.has_start) return fail(ErrorCode::kNotFound, name, recorder.run.ended);
    static_cast<void>(recorder.write(Json{{"mark", recorder.run.ended}}));
  }
  return std::move(recorder.run);
}

}  // namespace sepax
