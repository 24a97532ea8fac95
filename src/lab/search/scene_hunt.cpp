#include "lab/search/scene_hunt.h"

#include "collide/pair_table.h"
#include "core/json_text.h"
#include "core/number.h"
#include "core/text.h"
#include "geom/portable_math.h"
#include "geom/random.h"
#include "geom/support.h"
#include "lab/recording/recording_file.h"
#include "lab/recording/run_findings.h"
#include "lab/recording/run_measures.h"
#include "prove/workload.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

namespace sepax {

namespace {

using Clock = std::chrono::steady_clock;
using ChangeKind = SceneChange::Kind;

/// A fault that a run shows, before it is a find.
struct SeenFault {
  SceneFault fault = SceneFault::kCrossing;
  std::string cause, text;
  std::size_t frame = 0;
  std::vector<std::string> bodies;  ///< that it is about
};

MinMaxBox bodyBounds(const Body& body) {
  const PosedShape posed = posedShape(body);
  return boundsOf(posed.shape, posed.pose);
}

/// Whether the reference has the two overlap; by how much, metres from 0 up.
double depthOf(const Body& a, const Body& b) {
  const PosedShape x = posedShape(a), y = posedShape(b);
  if (!meet(boundsOf(x.shape, x.pose), boundsOf(y.shape, y.pose))) return 0;
  const auto report = testPair(x, y);
  return report ? std::max(0.0, -report->answer.separation) : 0;
}

std::string kindsOf(const Body& a, const Body& b) {
  const auto [first, second] = std::minmax({typeName(a.shape), typeName(b.shape)});
  return fmt::format("{} × {}", first, second);
}

/// A case as its engine gets it: which bodies move, with which masses, and what of it a fault is measured by.
struct SceneFacts {
  struct Mover {
    std::string id;
    double mass = 0;  ///< kg; 0: moved by hand
    double size = 0;  ///< the longest side of its bounds, metres; 1 where it has none
    bool rotates = true;
  };
  std::vector<Mover> movers;
  double gravity = 0;            ///< m/s²
  double step = 0, seconds = 0;  ///< of a frame, and of the whole run
  double energy = 0;  ///< that the bodies can have, J; 0: energy is given from outside, by a body that is moved by hand
  std::optional<MinMaxBox> arena;  ///< the box around the start, twice as large; empty where nothing bounded stays

  [[nodiscard]] const Mover* mover(const std::string& id) const {
    const auto found = std::ranges::find(movers, id, &Mover::id);
    return found == movers.end() ? nullptr : &*found;
  }
};

Result<SceneFacts> factsOf(const Document& document, const SimulationOptions& options) {
  auto request = simulationRequest(document, options);
  SEPAX_TRY(request);
  SceneFacts out;
  Vec3 gravity{0.0};
  const Json& given = (*request)["gravity"];
  for (std::size_t k = 0; k < given.size(); ++k) gravity[static_cast<int>(k)] = given[k].number();
  out.gravity = length(gravity);
  out.step = (*request)["step"].number();
  out.seconds = out.step * (*request)["frames"].number();
  out.energy = sceneEnergy(document, *request).most;
  std::optional<MinMaxBox> box;
  bool stays = false;
  for (std::size_t i = 0; i < document.bodies.size(); ++i) {
    const Body& body = document.bodies[i];
    const Json& asked = (*request)["bodies"][i];
    const std::string& motion = asked["motion"].string();
    if (motion != "static") {
      const Json* const mass = asked.find("mass");
      out.movers.push_back({body.id, mass != nullptr ? mass->number() : 0,
                            isUnbounded(body.shape) ? 1 : longestSide(bodyBounds(body)), !neverRotates(body.shape)});
    }
    if (isUnbounded(body.shape)) continue;
    stays = stays || motion == "static";
    const MinMaxBox own = bodyBounds(body);
    if (!box) box = own;
    add(*box, own.min);
    add(*box, own.max);
  }
  if (!box) return out;
  if (stays) {
    const Vec3 half = halfExtentsOf(*box);
    out.arena = MinMaxBox{box->min - half, box->max + half};
  }
  return out;
}

/// Looks for the sought faults while a run goes by.
class FaultWatch {
 public:
  FaultWatch(const RecordingHead& head, SceneFacts facts, const std::vector<SceneFault>& sought, double min_relative)
      : watch_(head), facts_(std::move(facts)), sought_(sought), min_relative_(min_relative) {}

  /// The next frame; the faults that it adds are of causes that were not seen before.
  void add(const RecordedFrame& frame) {
    const RunWatch::Seen seen = watch_.add(frame);
    const std::size_t number = watch_.frames() - 1;
    if (isSought(SceneFault::kCrossing)) lookForCrossings(seen, number);
    if (isSought(SceneFault::kLeaving)) lookForLeaving(frame, number);
    if (isSought(SceneFault::kEnergy)) lookForEnergy(seen, number);
    if (isSought(SceneFault::kClaim)) lookForClaims(seen, frame, number);
  }

  void ended(const std::string& why) {
    if (isSought(SceneFault::kEnded)) note({SceneFault::kEnded, "the engine ended early", why, watch_.frames(), {}});
  }
  /// A frame of which something could not be used.
  void unusable(const std::string& why) {
    if (isSought(SceneFault::kEnded)) note({SceneFault::kEnded, "a frame cannot be used", why, watch_.frames(), {}});
  }

  [[nodiscard]] const RunWatch& seen() const { return watch_; }
  [[nodiscard]] std::vector<SeenFault> faults() && { return std::move(faults_); }

 private:
  [[nodiscard]] bool isSought(SceneFault fault) const { return std::ranges::count(sought_, fault) > 0; }

  void note(SeenFault fault) {
    if (std::ranges::find(faults_, fault.cause, &SeenFault::cause) == faults_.end())
      faults_.push_back(std::move(fault));
  }

  /// Bodies that are moved by hand or stay go through each other.
  [[nodiscard]] bool isPushable(const std::string& id) const {
    const SceneFacts::Mover* const mover = facts_.mover(id);
    return mover != nullptr && mover->mass > 0;
  }

  [[nodiscard]] const Body& bodyNamed(const std::string& id) const {
    return std::ranges::find_if(watch_.scene().bodies(), [&](const auto& each) { return each.second.id == id; })
        ->second;
  }

  void lookForCrossings(const RunWatch::Seen& seen, std::size_t number) {
    for (const Passage& passage : seen.passages) {
      if (!isPushable(passage.body) && !isPushable(passage.through)) continue;
      note({SceneFault::kCrossing,
            "passes through: " + kindsOf(bodyNamed(passage.body), bodyNamed(passage.through)),
            passage.text(),
            number,
            {passage.body, passage.through}});
    }
    for (const DeepPair& pair : seen.deep) {
      note({SceneFault::kCrossing,
            "lies deep in: " + kindsOf(bodyNamed(pair.body), bodyNamed(pair.in)),
            pair.text(),
            number,
            {pair.body, pair.in}});
    }
  }

  void lookForLeaving(const RecordedFrame& frame, std::size_t number) {
    if (!facts_.arena) return;
    for (const RecordedPose& pose : frame.poses) {
      const Body& body = watch_.scene().body(pose.body);
      const SceneFacts::Mover* const mover = facts_.mover(body.id);
      if (mover == nullptr || mover->mass == 0 || meet(bodyBounds(body), *facts_.arena)) continue;
      const Vec3& p = body.position;
      note({SceneFault::kLeaving,
            "leaves: " + printableLine(body.id),
            fmt::format("frame {}: {} is at ({}, {}, {}), outside the box around the start, twice as large", number,
                        printableLine(body.id), humanNumber(p.x, 4), humanNumber(p.y, 4), humanNumber(p.z, 4)),
            number,
            {body.id}});
    }
  }

  void lookForEnergy(const RunWatch::Seen& seen, std::size_t number) {
    for (const FreeLoss& loss : watch_.flights().losses())
      note({SceneFault::kEnergy,
            fmt::format("loses energy in free flight: {}", typeName(bodyNamed(loss.body).shape)),
            loss.text(),
            number,
            {loss.body}});
    const double now = seen.measures[static_cast<std::size_t>(RunMeasure::kEnergy)];
    if (std::isnan(now) || !(facts_.energy > 0)) return;
    if (!least_energy_) least_energy_ = now;
    least_energy_ = std::min(*least_energy_, now);
    const double gain = now - *least_energy_;
    if (!(gain > kAllowedGain * facts_.energy)) return;
    note({SceneFault::kEnergy, "gains energy", gainText(number, gain, facts_.energy), number, {}});
  }

  void lookForClaims(const RunWatch::Seen& seen, const RecordedFrame& frame, std::size_t number) {
    for (const CheckedClaim& claim : seen.claims) {
      if (!claim.differs()) continue;
      const DifferingClaim differing = watch_.differing(claim, frame);
      const Body &a = watch_.scene().body(claim.claim.a), &b = watch_.scene().body(claim.claim.b);
      if (claim.worst() < min_relative_ * pairSize(posedShape(a), posedShape(b))) continue;
      const auto wrong = std::ranges::find_if(claim.differences, [](const JuryDifference& d) { return !d.is_tie; });
      note({SceneFault::kClaim,
            fmt::format("claims another {}: {}", wrong->what, kindsOf(a, b)),
            differing.text(),
            number,
            {a.id, b.id}});
    }
  }

  RunWatch watch_;
  SceneFacts facts_;
  const std::vector<SceneFault>& sought_;
  double min_relative_;
  std::optional<double> least_energy_;
  std::vector<SeenFault> faults_;
};

/// Adds a number to a member of the JSON object that a document keeps as text.
std::string withNumber(const std::string& object, const char* key, double value) {
  auto json = object.empty() ? Result<Json>(Json::object()) : parseJson(object, key);
  if (!json) return object;
  (*json)[key] = jsonNumber(value);
  return compactJson(*json);
}

void rotateBy(Body& body, const Vec3& turn) {
  if (double* const angle = std::get_if<double>(&body.rotation)) {
    *angle += turn.z;
  } else if (const double by = length(turn); by > 0) {
    body.rotation = quaternionOf(matrixOf(quaternionAbout(turn / by, by)) * matrixOf(body.rotation));
  }
}

/// The case with the changes; those of bodies that it does not have are left out.
Document changed(Document document, const std::vector<SceneChange>& changes, const SceneFacts& facts) {
  for (const SceneChange& change : changes) {
    const auto found = std::ranges::find(document.bodies, change.body, &Body::id);
    if (found == document.bodies.end()) continue;
    const auto addTo = [&](std::optional<Vec3>& value) { value = value.value_or(Vec3{0.0}) + change.amount; };
    switch (change.kind) {
      case ChangeKind::kPosition:
        found->position += change.amount;
        break;
      case ChangeKind::kRotation:
        rotateBy(*found, change.amount);
        break;
      case ChangeKind::kVelocity:
        addTo(found->linear_velocity);
        break;
      case ChangeKind::kSpin:
        addTo(found->angular_velocity);
        break;
      case ChangeKind::kMass:
        found->extra_json = withNumber(found->extra_json, "mass", facts.mover(change.body)->mass * change.amount.x);
        break;
    }
  }
  return document;
}

/// Draws the changes of a run: of some bodies, at most three, none larger than `most` of the largest ones.
std::vector<SceneChange> drawChanges(const SceneFacts& facts, Space space, double most, SplitMix64& random) {
  constexpr double kDecades = 3, kMassDecades = 2, kChance = 0.5;
  constexpr std::uint64_t kMaxBodies = 3;
  const bool planar = space == Space::k2d;
  const auto direction = [&] {
    const double angle = random.in(0, 2 * M_PI);
    return planar ? Vec3{portable::cos(angle), portable::sin(angle), 0} : random.direction();
  };
  const auto axis = [&] {
    const bool is_left = random.unit() < 0.5;
    return planar ? Vec3{0, 0, is_left ? 1 : -1} : random.direction();
  };
  std::vector<SceneChange> out;
  for (std::uint64_t left = 1 + random.next() % kMaxBodies; left > 0 || out.empty(); left -= left > 0 ? 1 : 0) {
    const SceneFacts::Mover& mover = facts.movers[random.next() % facts.movers.size()];
    if (std::ranges::find(out, mover.id, &SceneChange::body) != out.end()) continue;
    // The speed after a fall of its own size; where nothing falls, its size a second.
    const double speed = facts.gravity > 0 ? std::sqrt(2 * facts.gravity * mover.size) : mover.size;
    const auto maybe = [&](ChangeKind kind, double largest, const auto& towards) {
      if (random.unit() >= kChance) return;
      const double size = most * largest * std::pow(10.0, -kDecades * random.unit());
      out.push_back({kind, mover.id, towards() * size});
    };
    maybe(ChangeKind::kPosition, mover.size, direction);
    if (mover.rotates) maybe(ChangeKind::kRotation, M_PI, axis);
    if (mover.mass == 0) continue;  // moved by hand, as the case says
    maybe(ChangeKind::kVelocity, 10 * speed, direction);
    if (mover.rotates && mover.size > 0) maybe(ChangeKind::kSpin, 10 * speed / mover.size, axis);
    if (random.unit() < kChance)
      out.push_back({ChangeKind::kMass, mover.id, Vec3{std::pow(10.0, random.in(-kMassDecades, kMassDecades)), 0, 0}});
  }
  return out;
}

/// Whether no changed body overlaps another more than in the case.
bool beginsApart(const Document& before, const Document& after, const std::vector<SceneChange>& changes) {
  for (std::size_t i = 0; i < after.bodies.size(); ++i) {
    if (std::ranges::find(changes, after.bodies[i].id, &SceneChange::body) == changes.end()) continue;
    for (std::size_t k = 0; k < after.bodies.size(); ++k) {
      const double depth = k == i ? 0 : depthOf(after.bodies[i], after.bodies[k]);
      if (depth > 0 && depth > depthOf(before.bodies[i], before.bodies[k])) return false;
    }
  }
  return true;
}

/// The amount with so many significant digits of its largest component.
Vec3 roundedTo(int digits, const Vec3& amount) {
  const double largest = std::max({std::abs(amount.x), std::abs(amount.y), std::abs(amount.z)});
  if (!(largest > 0)) return amount;
  const double step = std::pow(10.0, std::floor(std::log10(largest)) - digits + 1);
  Vec3 out{0.0};
  for (int k = 0; k < 3; ++k) out[k] = nearestMultiple(amount[k], step);
  return out;
}

class SceneHunter {
 public:
  SceneHunter(Juror& juror, const Document& document, const SceneHuntOptions& options)
      : juror_(juror), base_(document), options_(options), sought_(options.seek) {
    // A body that is thrown leaves: that counts where it is asked for.
    if (sought_.empty()) sought_ = {SceneFault::kCrossing, SceneFault::kEnergy, SceneFault::kClaim, SceneFault::kEnded};
  }

  Result<SceneHuntResult> hunt() {
    const auto begin = Clock::now();
    const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
    const auto facts = factsOf(base_, options_.simulation);
    SEPAX_TRY(facts);
    facts_ = *facts;
    if (isSought(SceneFault::kEnergy) && !(facts_.energy > 0)) out_.unmeasured.push_back(SceneFault::kEnergy);
    if (isSought(SceneFault::kLeaving) && !facts_.arena) out_.unmeasured.push_back(SceneFault::kLeaving);
    for (std::uint64_t run = 0; run < options_.runs && !isDone() && !isStopped(); ++run) {
      if (options_.seconds > 0 && seconds() > options_.seconds) break;
      std::vector<SceneChange> changes;
      Document document = base_;
      if (run > 0) {
        constexpr std::uint64_t kStart = 6000;
        SplitMix64 random{streamState(kStart, options_.seed, run)};
        constexpr int kDraws = 50;
        constexpr double kSmaller = 0.8;
        double most = 1;
        for (int draw = 0; draw < kDraws && changes.empty(); ++draw, most *= kSmaller) {
          changes = drawChanges(facts_, base_.space, most, random);
          document = changed(base_, changes, facts_);
          // A body that is too heavy makes no case.
          if (!beginsApart(base_, document, changes) || !factsOf(document, options_.simulation)) changes.clear();
        }
        if (changes.empty()) continue;
      }
      auto seen = faultsOf(document, options_.simulation);
      if (isStopped()) break;  // it ends by that
      SEPAX_TRY(seen);
      ++out_.runs;
      for (SeenFault& fault : *seen) {
        if (run == 0 && fault.fault == SceneFault::kLeaving) leaves_anyway_.push_back(fault.cause);
        const bool is_meant = std::ranges::count(leaves_anyway_, fault.cause) > 0;
        const bool is_late = options_.finds > 0 && out_.finds.size() >= options_.finds;
        const auto known = std::ranges::find(out_.finds, fault.cause, &SceneFind::cause);
        if (known != out_.finds.end()) ++known->count;
        if (is_meant || is_late || known != out_.finds.end()) continue;
        SceneFind find{fault.fault, fault.cause, fault.text, fault.frame, run, 1, changes, {}, document};
        if (!options_.as_found) makeSmall(find, fault.bodies);
        out_.finds.push_back(std::move(find));
        is_over_ = options_.found && !options_.found(out_.finds.back());
        if (is_over_) break;
      }
      if (options_.progress) options_.progress(out_.runs);
    }
    out_.seconds = seconds();
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool isSought(SceneFault fault) const { return std::ranges::count(sought_, fault) > 0; }
  [[nodiscard]] bool isStopped() const { return options_.simulation.go_on && !options_.simulation.go_on(); }
  [[nodiscard]] bool isDone() const { return is_over_ || (options_.finds > 0 && out_.finds.size() >= options_.finds); }

  /// The faults of one run.
  Result<std::vector<SeenFault>> faultsOf(const Document& document, const SimulationOptions& simulation) {
    auto facts = factsOf(document, simulation);
    SEPAX_TRY(facts);
    facts->arena = facts_.arena;
    RecordingReader reader(juror_.manifest().name);
    std::optional<FaultWatch> watch;
    std::optional<Error> wrong_head;
    auto run = simulate(juror_, document, simulation, [&](std::string_view line) {
      if (!watch) {
        const auto head = reader.readHead(line);
        if (head) watch.emplace(*head, std::move(*facts), sought_, options_.min_relative);
        if (!head) wrong_head = head.error();
        return head.has_value();
      }
      if (const auto frame = reader.readFrame(line)) watch->add(*frame);
      if (!reader.problems().empty()) watch->unusable(reader.problems().front().text);
      return true;
    });
    if (wrong_head) return tl::unexpected(*wrong_head);
    // An engine that ran the case and does not begin with another start of it has ended, too.
    if (!run && out_.runs > 0) {
      std::vector<SeenFault> ended;
      if (isSought(SceneFault::kEnded))
        ended.push_back({SceneFault::kEnded, "the engine does not begin", describe(run.error()), 0, {}});
      return ended;
    }
    SEPAX_TRY(run);
    if (!watch) return fail(ErrorCode::kSyntax, juror_.manifest().name, "expected a first line of a recording");
    if (const std::string& why = run->ended.empty() ? run->exploded : run->ended; !why.empty()) watch->ended(why);
    if (const auto gaps = gapsOf(*run, reader, watch->seen()); !gaps.empty()) {
      if (!isSought(SceneFault::kEnded)) return fail(ErrorCode::kWrongValue, run->engine, gaps.front());
      watch->unusable(gaps.front());
    }
    return std::move(*watch).faults();
  }

  /// That fault in a changed case, which is shorter where `seconds` says so; nullopt: it is gone.
  std::optional<SeenFault> stillFails(const Document& document, const std::vector<SceneChange>& changes,
                                      std::optional<double> seconds, const std::string& cause) {
    if (isStopped()) return std::nullopt;
    ++out_.small_runs;
    SimulationOptions simulation = options_.simulation;
    if (seconds) simulation.seconds = seconds;
    const Document start = changed(document, changes, facts_);
    if (!beginsApart(document, start, changes)) return std::nullopt;
    auto seen = faultsOf(start, simulation);
    if (!seen || isStopped()) return std::nullopt;
    const auto found = std::ranges::find(*seen, cause, &SeenFault::cause);
    return found == seen->end() ? std::nullopt : std::optional(std::move(*found));
  }

  void makeSmall(SceneFind& find, std::vector<std::string> needed) {
    Document document = base_;
    std::optional<double> seconds;
    // Keeps a smaller case that still fails.
    const auto attempt = [&](Document smaller, std::vector<SceneChange> changes, std::optional<double> shorter) {
      const auto seen = stillFails(smaller, changes, shorter, find.cause);
      if (!seen) return false;
      find.text = seen->text;
      find.frame = seen->frame;
      needed = seen->bodies;
      find.changes = std::move(changes);
      document = std::move(smaller);
      seconds = shorter;
      return true;
    };
    const auto shorten = [&] {
      const double shorter = facts_.step * static_cast<double>(std::max<std::size_t>(find.frame, 1));
      if (shorter < seconds.value_or(facts_.seconds)) attempt(document, find.changes, shorter);
    };
    for (std::size_t i = find.changes.size(); i-- > 0;) {
      std::vector<SceneChange> fewer = find.changes;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      attempt(document, std::move(fewer), seconds);
    }
    for (std::size_t i = document.bodies.size(); i-- > 0;) {
      // A body leaves what stays.
      const bool stays = facts_.mover(document.bodies[i].id) == nullptr;
      if (std::ranges::count(needed, document.bodies[i].id) > 0 || (stays && find.fault == SceneFault::kLeaving))
        continue;
      Document fewer = document;
      fewer.bodies.erase(fewer.bodies.begin() + static_cast<std::ptrdiff_t>(i));
      std::vector<SceneChange> changes = find.changes;
      const std::string id = document.bodies[i].id;
      std::erase_if(changes, [&](const SceneChange& change) { return change.body == id; });
      if (attempt(std::move(fewer), std::move(changes), seconds)) find.without.push_back(id);
    }
    shorten();
    constexpr int kMaxDigits = 4;
    for (std::size_t i = 0; i < find.changes.size(); ++i) {
      for (int digits = 1; digits <= kMaxDigits; ++digits) {
        std::vector<SceneChange> rounder = find.changes;
        rounder[i].amount = roundedTo(digits, rounder[i].amount);
        if (attempt(document, std::move(rounder), seconds)) break;
      }
    }
    shorten();
    find.document = changed(document, find.changes, facts_);
    if (seconds) setSeconds(find.document, *seconds);
  }

  /// Writes how long the case runs into its "simulate".
  static void setSeconds(Document& document, double seconds) {
    auto extra = document.extra_json.empty() ? Result<Json>(Json::object()) : parseJson(document.extra_json, "case");
    if (!extra) return;
    Json own = extra->contains("simulate") ? (*extra)["simulate"] : Json::object();
    own["seconds"] = jsonNumber(nearestMultiple(seconds, 1e-6));
    (*extra)["simulate"] = std::move(own);
    document.extra_json = compactJson(*extra);
  }

  Juror& juror_;
  const Document& base_;
  const SceneHuntOptions& options_;
  std::vector<SceneFault> sought_;
  SceneFacts facts_;  ///< of the case
  std::vector<std::string> leaves_anyway_;
  SceneHuntResult out_;
  bool is_over_ = false;  ///< the caller wants no more
};

}  // namespace

std::string SceneChange::text() const {
  const auto vector = [&](const char* what, const char* unit) {
    return fmt::format("{}: {} + ({}, {}, {}){}", printableLine(body), what, humanNumber(amount.x, 4),
                       humanNumber(amount.y, 4), humanNumber(amount.z, 4), unit);
  };
  switch (kind) {
    case Kind::kPosition:
      return vector("position", " m");
    case Kind::kRotation:
      return vector("rotation", " rad");
    case Kind::kVelocity:
      return vector("velocity", " m/s");
    case Kind::kSpin:
      return vector("angular velocity", " rad/s");
    case Kind::kMass:
      return fmt::format("{}: mass × {}", printableLine(body), humanNumber(amount.x, 4));
  }
  return "";
}

Result<SceneHuntResult> huntScenes(Juror& juror, const Document& document, const SceneHuntOptions& options) {
  return SceneHunter(juror, document, options).hunt();
}

}  // namespace sepax
