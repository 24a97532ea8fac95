#include "lab/recording/run_measures.h"

#include "collide/pair_table.h"
#include "collide/sweep/sweep.h"
#include "core/json_text.h"
#include "core/language.h"
#include "core/text.h"
#include "geom/mass.h"
#include "geom/portable_math.h"
#include "geom/support.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <tuple>
#include <utility>

namespace sepax {

const std::array<RunMeasureName, kRunMeasureCount> kRunMeasureNames{{
    {"depth", "deepest overlap", "m",
     "The deepest overlap that the reference finds in pairs of which the engine says something."},
    {"energy", "energy", "J",
     "Kinetic and potential energy of all bodies with a mass; potential energy is 0 at the origin. Needs masses and "
     "the "
     "gravity, which a run in an engine has. Velocities that are not recorded are those between two frames."},
    {"momentum", "momentum", "kg m/s",
     "The length of the linear momentum of all bodies with a mass. Needs masses. Velocities that are not recorded are "
     "those between two frames."},
    {"height", "highest body", "m", "The greatest height (y) of a body that has moved."},
    {"angular_speed", "fastest rotation", "rad/s",
     "The greatest angular speed of a body, where it is not recorded that between two frames."},
}};

namespace {

/// The motion that brings a body from one pose to another in a second.
Motion motionBetween(const Pose& from, const Pose& to) {
  Motion out;
  out.linear = to.position - from.position;
  const Quat turn = quaternionOf(to.rotation * glm::transpose(from.rotation));
  const double sign = turn.w < 0 ? -1 : 1;
  const Vec3 axis = Vec3{turn.x, turn.y, turn.z} * sign;
  const double sine = length(axis);
  if (sine > 0) out.angular = axis * (2 * portable::atan2(sine, turn.w * sign) / sine);
  return out;
}

}  // namespace

void RunEnergy::add(std::size_t frame, double energy, bool is_claimed) {
  if (std::isnan(energy)) return;
  if (std::isnan(first)) first = least = energy;
  least = std::min(least, energy);
  if (energy - least > gain) {
    gain = energy - least;
    gained_at = frame;
  }
  if (!is_claimed) free_loss = std::max(free_loss, first - energy);
}

void RunMeasureRange::add(double value) {
  if (std::isnan(value)) return;
  if (std::isnan(first)) first = min = max = value;
  last = value;
  min = std::min(min, value);
  max = std::max(max, value);
}

void addMeasures(RunMeasureRanges& ranges, const RunMeasures& measures) {
  for (std::size_t i = 0; i < kRunMeasureCount; ++i) ranges[i].add(measures[i]);
}

Json measuresJson(const RunMeasureRanges& ranges) {
  Json out = Json::object();
  for (std::size_t i = 0; i < kRunMeasureCount; ++i) {
    const RunMeasureRange& range = ranges[i];
    if (std::isnan(range.first)) continue;
    out.add(kRunMeasureNames[i].key, Json{{"unit", kRunMeasureNames[i].unit},
                                          {"first", range.first},
                                          {"last", range.last},
                                          {"min", range.min},
                                          {"max", range.max}});
  }
  return out;
}

std::vector<std::pair<const char*, std::string>> measureRows(const RunMeasureRanges& ranges) {
  const auto number = [](double value) { return humanNumber(value, 5); };
  std::vector<std::pair<const char*, std::string>> out;
  for (std::size_t i = 0; i < kRunMeasureCount; ++i) {
    const RunMeasureRange& range = ranges[i];
    if (std::isnan(range.first)) continue;
    out.emplace_back(kRunMeasureNames[i].key,
                     fmt::format("{} to {} {}, first {}, last {}", number(range.min), number(range.max),
                                 kRunMeasureNames[i].unit, number(range.first), number(range.last)));
  }
  return out;
}

namespace {

/// kg; 0: none is recorded.
double massIn(const Body& body) {
  const auto keys = body.extra_json.empty() ? Result<Json>(Json::object()) : parseJson(body.extra_json, body.id);
  const Json* const mass = keys ? keys->find("mass") : nullptr;
  return mass != nullptr && mass->isNumber() && mass->number() > 0 ? mass->number() : 0;
}

}  // namespace

RunMeter::Mover RunMeter::moverOf(const Body& body) const {
  Mover out;
  out.mass = massIn(body);
  if (out.mass == 0) return out;
  const PosedShape posed = posedShape(body);
  const MassProperties properties = massOf(posed.shape, posed.pose);
  const Mat3 turn = matrixOf(body.rotation), back = glm::transpose(turn);
  out.centre = back * (properties.centre - body.position);
  if (properties.volume > 0) out.inertia = back * properties.inertia * turn * (out.mass / properties.volume);
  constexpr double kAlike = 0.01;
  const Vec3& moments = properties.principal_moments;
  if (space_ == Space::k3d && std::min(moments.y - moments.x, moments.z - moments.y) > kAlike * moments.z)
    out.middle = back * properties.principal_axes[1];
  return out;
}

std::optional<RunMeter::State> RunMeter::stateOf(Mover& mover, const Body& body, double seconds) {
  const auto centreAt = [&](const Pose& pose) { return pose.position + pose.rotation * mover.centre; };
  const Pose now{body.position, matrixOf(body.rotation)};
  const Vec3 centre = centreAt(now);
  if (mover.velocity) {
    mover.pose.reset();
    return State{mover.velocity->linear, mover.velocity->angular, centre};
  }
  const auto before = std::exchange(mover.pose, now);
  if (!before || !(seconds > 0)) return std::nullopt;
  const Vec3 centre_before = centreAt(*before);
  return State{(centre - centre_before) / seconds, motionBetween(*before, now).angular / seconds,
               (centre + centre_before) * 0.5};
}

RunMeasures RunMeter::add(const RecordedFrame& frame, const RecordedScene& scene) {
  for (const std::uint32_t number : frame.removed) movers_.erase(number);
  const bool all_move = movers_.size() == scene.bodies().size();
  for (const RecordedPose& pose : frame.poses) {
    if (!all_move && !movers_.contains(pose.body)) movers_.emplace(pose.body, moverOf(scene.body(pose.body)));
  }
  for (const RecordedVelocity& velocity : frame.velocities) {
    const auto mover = movers_.find(velocity.body);
    if (mover != movers_.end()) mover->second.velocity = velocity;
  }
  RunMeasures out = kNoRunMeasures;
  const auto raise = [&](RunMeasure measure, double value) {
    double& now = out[static_cast<std::size_t>(measure)];
    now = std::isnan(now) ? value : std::max(now, value);
  };
  double energy = 0;
  Vec3 momentum{0.0};
  bool has_masses = false, is_whole = true;
  const double seconds = frame.time - time_.value_or(frame.time);
  time_ = frame.time;
  auto place = scene.bodies().begin();  // both are sorted by number
  for (auto& [number, mover] : movers_) {
    while (place->first != number) ++place;
    const Body& body = place->second;
    raise(RunMeasure::kHeight, body.position.y);
    const auto state = stateOf(mover, body, seconds);
    mover.motion.reset();
    if (state) raise(RunMeasure::kSpin, length(state->angular));
    if (!(mover.mass > 0)) continue;
    has_masses = true;
    is_whole = is_whole && state;
    if (!state) continue;
    const Vec3 v = state->velocity, w = glm::transpose(matrixOf(body.rotation)) * state->angular;
    const double kinetic = (mover.mass * dot(v, v) + dot(w, mover.inertia * w)) / 2,
                 potential = -mover.mass * dot(gravity_.value_or(Vec3{0.0}), state->centre);
    momentum += mover.mass * v;
    energy += kinetic + potential;
    if (!mover.velocity || !gravity_) continue;
    mover.motion = BodyMotion{.mass = mover.mass, .kinetic = kinetic, .potential = potential};
    constexpr double kSlowest = 0.1;  // rad/s
    const double spin = length(w);
    if (mover.middle && spin > kSlowest) mover.motion->middle = dot(w, *mover.middle) / spin;
  }
  if (!has_masses || !is_whole) return out;
  raise(RunMeasure::kMomentum, length(momentum));
  if (gravity_) raise(RunMeasure::kEnergy, energy);
  return out;
}

namespace {

/// Metres between the positions, and the angle between the rotations, radians.
std::pair<double, double> distanceOf(const Body& a, const Body& b) {
  const Mat3 turn = glm::transpose(matrixOf(a.rotation)) * matrixOf(b.rotation);
  const Vec3 twice_sine{turn[1][2] - turn[2][1], turn[2][0] - turn[0][2], turn[0][1] - turn[1][0]};
  return {length(a.position - b.position),
          portable::atan2(length(twice_sine), turn[0][0] + turn[1][1] + turn[2][2] - 1)};
}

}  // namespace

double Apart::most() const {
  return missing == Missing::kNowhere ? std::max(metres, radians) : std::numeric_limits<double>::infinity();
}

Apart farthestApart(const RecordedBodies& a, const RecordedBodies& b) {
  std::map<std::string_view, const Body*> others;  // ids are the file's: no plain hash
  for (const auto& [number, body] : b) others.emplace(body.id, &body);
  Apart out;
  for (const auto& [number, body] : a) {
    const auto other = others.find(body.id);
    if (other == others.end()) return {.body = body.id, .missing = Apart::Missing::kInSecond};
    const auto [metres, radians] = distanceOf(body, *other->second);
    others.erase(other);
    if (std::max(metres, radians) > out.most()) out = {.body = body.id, .metres = metres, .radians = radians};
  }
  for (const auto& [number, body] : b) {
    if (others.contains(body.id)) return {.body = body.id, .missing = Apart::Missing::kInFirst};
  }
  return out;
}

Result<RunComparison> RunComparison::of(const RecordingHead& a, const RecordingHead& b) {
  if (a.scene.space != b.scene.space)
    return fail(ErrorCode::kWrongValue, "", tr("expected two recordings of one space, found one of 2d and one of 3d"));
  const RecordedScene first(a), second(b);
  const Apart apart = farthestApart(first.bodies(), second.bodies());
  if (apart.missing != Apart::Missing::kNowhere)
    return fail(ErrorCode::kWrongValue, "",
                apart.missing == Apart::Missing::kInSecond
                    ? trf("expected two recordings of the same bodies, found \"{}\" only in the first", apart.body)
                    : trf("expected two recordings of the same bodies, found \"{}\" only in the second", apart.body));
  return RunComparison();
}

Result<void> RunComparison::add(double time_a, const RecordedBodies& a, double time_b, const RecordedBodies& b) {
  constexpr double kPart = 0.1;
  if (frames_.empty()) start_a_ = time_a, start_b_ = time_b, last_a_ = time_a;
  const double since_a = time_a - start_a_, since_b = time_b - start_b_;
  if (std::abs(since_a - since_b) > kPart * (time_a - last_a_))
    return fail(ErrorCode::kWrongValue, "",
                trf("expected two recordings of the same steps, found frame {} at {} s in the first, at {} s in the "
                    "second",
                    frames_.size(), humanNumber(since_a, 6), humanNumber(since_b, 6)));
  last_a_ = time_a;
  frames_.push_back(farthestApart(a, b));
  return {};
}

std::optional<std::size_t> RunComparison::parting(double tolerance) const {
  const auto found = std::ranges::find_if(frames_, [&](const Apart& each) { return each.most() > tolerance; });
  return found == frames_.end() ? std::nullopt : std::optional<std::size_t>(found - frames_.begin());
}

std::optional<std::size_t> RunComparison::farthest() const {
  const auto found = std::ranges::max_element(frames_, {}, &Apart::most);
  return found == frames_.end() || found->body.empty() ? std::nullopt
                                                       : std::optional<std::size_t>(found - frames_.begin());
}

namespace {

/// The most of each kind that are kept: more tell nothing new.
constexpr std::size_t kMaxPassages = 1000;

MinMaxBox joined(MinMaxBox box, const MinMaxBox& other) {
  add(box, other.min);
  add(box, other.max);
  return box;
}

/// Moves a shape that overlaps another out of it, by what the reference says of the two and a little more.
void moveOut(PosedShape& shape, const PairAnswer& answer, double little) {
  if (answer.separation <= 0) shape.pose.position -= (little - answer.separation) * answer.normal;
}

/// Whether shapes that are apart at both ends, or overlap by less than `shallow`, touch between them and change sides.
bool passes(PosedShape a, const PosedShape& a_now, const PosedShape& b, const PosedShape& b_now, double shallow) {
  if (std::isinf(shallow)) shallow = 0;  // without a thickness
  const auto before = testPair(a, b), after = testPair(a_now, b_now);
  if (!before || !after || std::min(before->answer.separation, after->answer.separation) <= -shallow) return false;
  // A body that slides over a seam overlaps what it slides on a little, and its normals are at right angles.
  const bool overlaps = std::min(before->answer.separation, after->answer.separation) <= 0;
  if (dot(before->answer.normal, after->answer.normal) >= (overlaps ? -0.5 : 0)) return false;
  constexpr double kLittle = 1e-6;
  PosedShape end = a_now;
  moveOut(a, before->answer, kLittle * shallow);
  moveOut(end, after->answer, kLittle * shallow);
  const auto impact = timeOfImpact(a, motionBetween(a.pose, end.pose), b, motionBetween(b.pose, b_now.pose), 1);
  return impact && impact->hit;
}

/// How deep bodies may lie in each other before they are said to: a share of the thinner one's thickness. An engine
/// that tells of the pair is at work on it, after a blow or under a load; one that does not lets them be.
double allowedDepth(double thickness_a, double thickness_b, bool is_claimed) {
  constexpr double kClaimed = 0.5, kUnclaimed = 0.25;
  return (is_claimed ? kClaimed : kUnclaimed) * std::min(thickness_a, thickness_b);
}

/// Metres by which engines let thin bodies rest in each other.
constexpr double kSlop = 0.04;

bool saysOverlap(const JurorAnswer& answer) {
  return answer.overlapping.value_or(answer.separation ? *answer.separation <= 0 : answer.has_contacts);
}

/// The shortest way along an axis that takes boxes apart: shapes within them need no longer one.
double shortestWayOut(const MinMaxBox& a, const MinMaxBox& b, int dimensions) {
  double out = std::numeric_limits<double>::infinity();
  for (int k = 0; k < dimensions; ++k) out = std::min({out, a.max[k] - b.min[k], b.max[k] - a.min[k]});
  return out;
}

}  // namespace

std::string Passage::text() const {
  const std::string who = printableLine(body), what = printableLine(through);
  return speed > 0
             ? trf("frame {} to {}: {} passed through {} at {} m/s", frame - 1, frame, who, what, humanNumber(speed, 3))
             : trf("frame {} to {}: {} passed through {}", frame - 1, frame, who, what);
}

std::string DeepPair::text() const {
  return trf(is_claimed ? "frame {}: {} lies {} m deep in {}, more than half of the thinner one"
                        : "frame {}: {} lies {} m deep in {}, and no claim tells of it",
             frame, printableLine(body), humanNumber(depth, 4), printableLine(in));
}

std::string Sinking::text() const {
  return trf("frame {} to {}: {} sinks through {}, by {} m, though claims tell of it", from, frame, printableLine(body),
             printableLine(through), humanNumber(metres, 4));
}

std::string DifferingClaim::text() const {
  return fmt::format("frame {} ({} s), {} and {}: {}", frame, humanNumber(time, 6), printableLine(pair.first),
                     printableLine(pair.second), wrongText(claim.differences));
}

PosedShape RunWatch::before(std::uint32_t number) const {
  const auto moved = before_.find(number);
  if (moved == before_.end()) return posedShape(scene_.body(number));
  Body body = scene_.body(number);
  std::tie(body.position, body.rotation) = moved->second;
  return posedShape(body);
}

std::optional<ClaimStudy::Poses> RunWatch::posesBefore(const Claim& claim) const {
  if (frames_ <= 1) return std::nullopt;
  return ClaimStudy::Poses(before(claim.a).pose, before(claim.b).pose);
}

void RunWatch::getToKnow(const RecordedFrame& frame) {
  const int dimensions = dimensionsOf(scene_.space());
  for (auto each = scene_.bodies().lower_bound(next_number_); each != scene_.bodies().end(); ++each) {
    const auto& [number, body] = *each;
    const MinMaxBox own = boundsOf(posedShape(body).shape, Pose{});
    const double longest = longestSide(own), shortest = shortestSide(own, dimensions);
    constexpr double kFlat = 1e-6;
    Known& known = known_[number];
    known.side = shortest;
    known.reach = length(glm::max(glm::abs(own.min), glm::abs(own.max)));
    known.thickness = shortest > kFlat * longest || std::isinf(shortest) ? shortest : longest;
    if (!(longest > 0)) known.thickness = std::numeric_limits<double>::infinity();
    known.has_mass = massIn(body) > 0;
    has_masses_ = has_masses_ || known.has_mass;
    known.frame = known.came = frames_;
    known.start = body.position;
    known.bounds = boundsOf(posedShape(body).shape, posedShape(body).pose);
    next_number_ = number + 1;
  }
  for (const RecordedPose& pose : frame.poses) {
    const PosedShape posed = posedShape(scene_.body(pose.body));
    Known& known = known_.at(pose.body);
    known.bounds = boundsOf(posed.shape, posed.pose);
    known.frame = frames_;
    if (!known.has_mass && pose.position != known.start) moved_without_mass_.insert(pose.body);
    known.is_held = known.is_held || pose.position != known.start;
  }
  for (const Claim& claim : frame.claims) {
    for (const std::uint32_t body : {claim.a, claim.b}) {
      known_.at(body).is_held = true;
      known_.at(body).near = frames_;
    }
  }
}

std::vector<std::string> RunWatch::hanging() const {
  constexpr std::size_t kFrames = 12;
  std::vector<std::string> out;
  if (!has_moved_ || !head_.gravity || length(*head_.gravity) == 0) return out;
  for (const auto& [number, known] : known_) {
    if (!known.has_mass || known.is_held || known.came + kFrames > frames_) continue;
    const PosedShape posed = posedShape(scene_.body(number));
    const bool touches = std::ranges::any_of(known_, [&, &self = number, &bounds = known.bounds](const auto& each) {
      if (each.first == self || !meet(bounds, each.second.bounds)) return false;
      const auto report = testPair(posed, posedShape(scene_.body(each.first)));
      return report && report->answer.verdict != Verdict::kSeparated;
    });
    if (!touches)
      out.push_back(
          trf("{} has a mass and does not fall, though it touches nothing", printableLine(scene_.body(number).id)));
  }
  return out;
}

void RunWatch::noteDepth(double depth, std::uint32_t a, std::uint32_t b, bool is_claimed) {
  if (!(depth > (deepest_ ? deepest_->depth : 0))) return;
  deepest_ = DeepPair{frames_ - 1, scene_.body(a).id, scene_.body(b).id, depth, is_claimed};
}

void RunWatch::lookForDeepPairs(Seen& seen, std::uint32_t first_new, const std::atomic<bool>* stop) {
  if (!has_masses_ && (claims_ == 0 || moved_without_mass_.empty())) return;
  std::map<Numbers, double> claimed;  // depths of pairs that the engine says overlap
  for (const CheckedClaim& checked : seen.claims) {
    if (!saysOverlap(checked.claim.answer)) continue;
    double& depth = claimed[std::minmax(checked.claim.a, checked.claim.b)];
    depth = std::max(depth, -checked.separation);
  }
  std::vector<std::uint32_t> numbers;
  std::vector<MinMaxBox> bounds;
  for (const auto& [number, known] : known_) {
    numbers.push_back(number);
    bounds.push_back(known.bounds);
  }
  std::vector<BoxPair> close;
  for (const BoxPair& pair : broad_phase_.findPairs(bounds).pairs) {
    Known &a = known_.at(numbers[pair.a]), &b = known_.at(numbers[pair.b]);
    a.near = b.near = frames_ - 1;
    const bool is_news = a.frame == frames_ - 1 || b.frame == frames_ - 1;
    if (is_news && (isPushable(numbers[pair.a]) || isPushable(numbers[pair.b]))) close.push_back(pair);
  }
  std::ranges::sort(close);
  for (const BoxPair& pair : close) {
    if (stop != nullptr && *stop) return;
    const Numbers both{numbers[pair.a], numbers[pair.b]};
    const Known &a = known_.at(both.first), &b = known_.at(both.second);
    const auto claim = claimed.find(both);
    const bool is_claimed = claim != claimed.end();
    const bool is_new = both.second >= first_new;
    const double allowed = allowedDepth(a.thickness, b.thickness, is_claimed && !is_new);
    const double most = shortestWayOut(a.bounds, b.bounds, dimensionsOf(scene_.space()));
    if (most <= std::min(allowed, deepest_ ? deepest_->depth : 0)) continue;
    double depth = is_claimed ? claim->second : 0;
    if (!is_claimed) {
      const auto report = testPair(posedShape(scene_.body(both.first)), posedShape(scene_.body(both.second)));
      if (report) depth = -report->answer.separation;
      noteDepth(depth, both.first, both.second, false);
    }
    if (!(depth > allowed) || !deep_.emplace(both, is_claimed).second) continue;
    if (is_new) {  // Bodies that begin so deep in each other are meant to.
      deep_.emplace(both, !is_claimed);
      continue;
    }
    const auto [body, in] = namesOf(both);
    seen.deep.push_back({frames_ - 1, body, in, depth, is_claimed});
  }
}

std::pair<std::string, std::string> RunWatch::namesOf(const Numbers& both) const {
  const Known &a = known_.at(both.first), &b = known_.at(both.second);
  const bool is_first = isPushable(both.first) && (!isPushable(both.second) || a.thickness <= b.thickness);
  const std::string &id_a = scene_.body(both.first).id, &id_b = scene_.body(both.second).id;
  return is_first ? std::pair(id_a, id_b) : std::pair(id_b, id_a);
}

Sinking RunWatch::sinkingOf(const Numbers& both, const Contact& contact) const {
  auto [body, through] = namesOf(both);
  return {contact.from, frames_ - 1, std::move(body), std::move(through), contact.sunk};
}

bool RunWatch::beginsDeep() const {
  constexpr double kShare = 0.01;
  if (!deepest_) return false;
  return std::ranges::any_of(known_, [&](const auto& each) {
    const std::string& id = scene_.body(each.first).id;
    return (id == deepest_->body || id == deepest_->in) && deepest_->depth > kShare * each.second.thickness;
  });
}

void RunWatch::lookForSinking(const Seen& seen, std::uint32_t first_new) {
  constexpr std::size_t kFrames = 12;  // after a blow an engine pushes bodies apart by then
  const auto offsetOf = [&](const Numbers& both) {
    return scene_.body(both.second).position - scene_.body(both.first).position;
  };
  const auto tell = [&](const Numbers& both, const Contact& contact) {
    if (sinking_.size() < kMaxPassages) sinking_.push_back(sinkingOf(both, contact));
  };
  std::map<Numbers, Contact> now;
  for (const CheckedClaim& checked : seen.claims) {
    const Numbers both = std::minmax(checked.claim.a, checked.claim.b);
    const Known &a = known_.at(both.first), &b = known_.at(both.second);
    const double depth = -checked.separation;
    const bool is_in = saysOverlap(checked.claim.answer) && depth > 0;
    if (!is_in || (!isPushable(both.first) && !isPushable(both.second)) || now.contains(both)) continue;
    const auto before = contacts_.find(both);
    Contact contact;
    if (before != contacts_.end()) {
      contact = before->second;
    } else {
      contact.from = frames_ - 1;
      contact.normal = checked.claim.a == both.first ? checked.normal : -checked.normal;
      contact.offset = offsetOf(both);
      contact.begin = both.second >= first_new ? 0 : depth;
    }
    contact.moveTo(offsetOf(both));
    contact.deepest = std::max(contact.deepest, depth);
    const double allowed = std::max(allowedDepth(a.thickness, b.thickness, true), kSlop);
    contact.deep = std::min(depth, contact.sunk) > allowed ? contact.deep + 1 : 0;
    if (contact.deep >= kFrames && contact.staysIn() && !std::exchange(contact.is_told, true)) tell(both, contact);
    now.emplace(both, contact);
  }
  for (auto& [both, contact] : contacts_) {
    if (now.contains(both) || contact.is_told || deep_.contains({both, false})) continue;
    const auto a = known_.find(both.first), b = known_.find(both.second);
    if (a == known_.end() || b == known_.end()) continue;
    // Out of the other side: it has gone as far as both of them are thick there.
    contact.moveTo(offsetOf(both));
    const Vec3 sides = a->second.bounds.max - a->second.bounds.min + b->second.bounds.max - b->second.bounds.min;
    const bool is_through = contact.sunk > dot(sides, glm::abs(contact.normal));
    if (is_through && contact.deepest > allowedDepth(a->second.thickness, b->second.thickness, true))
      tell(both, contact);
  }
  contacts_ = std::move(now);
}

std::vector<Sinking> RunWatch::sinking() const {
  std::vector<Sinking> out = sinking_;
  for (const auto& [both, contact] : contacts_) {
    if (contact.deep > 1 && contact.staysIn() && !contact.is_told) out.push_back(sinkingOf(both, contact));
  }
  return out;
}

void RunWatch::lookForJumps(const RecordedFrame& frame) {
  for (const RecordedPose& pose : frame.poses) {
    if (first_jump_) return;
    const auto moved = before_.find(pose.body);
    const Known& known = known_.at(pose.body);
    if (moved == before_.end() || !known.has_mass) continue;
    const double way = length(pose.position - moved->second.first), size = longestSide(known.bounds);
    if (way <= size) continue;
    const RecordedVelocity* const before = meter_.velocityOf(pose.body);
    const auto after = std::ranges::find(frame.velocities, pose.body, &RecordedVelocity::body);
    if (before == nullptr || after == frame.velocities.end()) continue;
    const double told = std::max(length(before->linear), length(after->linear)) * (frame.time - time_);
    if (way > told + size) first_jump_ = Jump{frames_, scene_.body(pose.body).id, way, told};
  }
}

void RunWatch::lookAtFlights(const RecordedFrame& frame) {
  const std::size_t now = frames_ - 1;
  meter_.visitMotions([&](std::uint32_t number, const BodyMotion& motion) {
    const std::optional<std::size_t>& near = known_.at(number).near;
    flights_.add(number, scene_.body(number).id, now, frame.time, motion, !near || *near + 1 < now);
  });
}

RunWatch::Move RunWatch::moveOf(std::uint32_t number) const {
  const auto moved = before_.find(number);
  if (moved == before_.end()) return {};
  const Body& body = scene_.body(number);
  Body bare;  // poseOf looks at no shape
  bare.scale = body.scale;
  bare.pivot = body.pivot;
  std::tie(bare.position, bare.rotation) = moved->second;
  const Motion motion = motionBetween(poseOf(bare), poseOf(body));
  const double angle = length(motion.angular);
  return {length(motion.linear), angle, angle > 0 ? known_.at(number).reach * angle : 0};
}

RunWatch::Way RunWatch::wayOf(std::uint32_t number) const {
  const PosedShape from = before(number), to = posedShape(scene_.body(number));
  const Move move = moveOf(number);
  MinMaxBox swept = joined(boundsOf(from.shape, from.pose), boundsOf(to.shape, to.pose));
  // A curve is no farther from its chord than an eighth of its second derivative.
  const Vec3 aside{move.arc * move.angle / 8};
  swept.min -= aside;
  swept.max += aside;
  return {from, to, swept, move.arc};
}

std::vector<Passage> RunWatch::passagesIn(const RecordedFrame& frame) {
  // A slower body is seen to overlap at some frame.
  constexpr double kFast = 0.5;
  std::map<std::uint32_t, Way> fast;
  for (const RecordedPose& pose : frame.poses) {
    const Move move = moveOf(pose.body);
    const double longest = move.straight + move.arc;
    if (longest > 0 && longest >= kFast * known_.at(pose.body).side) fast.emplace(pose.body, wayOf(pose.body));
  }
  std::vector<Passage> found;
  const double seconds = frame.time - time_;
  for (const auto& [number, a] : fast) {
    for (const auto& [other, body] : scene_.bodies()) {
      // A pair of two fast bodies is asked about once.
      if (other == number || (other < number && fast.contains(other))) continue;
      const Way b = wayOf(other);
      if (!meet(a.swept, b.swept)) continue;
      known_.at(number).near = known_.at(other).near = frames_;
      const double shallow = allowedDepth(known_.at(number).thickness, known_.at(other).thickness, false);
      if (!passes(a.from, a.to, b.from, b.to, shallow)) continue;
      const Vec3 straight = (a.to.pose.position - a.from.pose.position) - (b.to.pose.position - b.from.pose.position);
      const double way = std::max(length(straight), a.arc + b.arc);
      found.push_back({frames_, scene_.body(number).id, body.id, seconds > 0 ? way / seconds : 0});
    }
  }
  return found;
}

DifferingClaim RunWatch::differing(const CheckedClaim& claim, const RecordedFrame& frame) const {
  const PairIds pair{scene_.body(claim.claim.a).id, scene_.body(claim.claim.b).id};
  return {frames_ - 1, frame.line, frame.time, pair, claim};
}

RunWatch::Seen RunWatch::add(const RecordedFrame& frame, const std::atomic<bool>* stop) {
  Seen seen;
  before_.clear();
  for (const std::uint32_t number : frame.removed) {
    known_.erase(number);
    std::erase_if(deep_, [&](const auto& pair) { return pair.first.first == number || pair.first.second == number; });
  }
  for (const RecordedPose& pose : frame.poses) {
    const auto there = scene_.bodies().find(pose.body);
    if (there == scene_.bodies().end() || frames_ == 0 || (!wants_passages_ && frame.claims.empty())) continue;
    before_.emplace_hint(before_.end(), pose.body, std::pair(there->second.position, there->second.rotation));
  }
  scene_.apply(frame);
  study_.advance(scene_);
  const std::uint32_t first_new = next_number_;
  if (wants_passages_) {
    getToKnow(frame);
    seen.passages = passagesIn(frame);
    lookForJumps(frame);
  }
  ++frames_;
  if (unchecked_ == 0 && frame.unchecked > 0)
    first_unchecked_ = fmt::format("frame {} ({} s), {}", frames_ - 1, humanNumber(frame.time, 6),
                                   printableLine(frame.first_unchecked));
  unchecked_ += frame.unchecked;
  for (const RecordedPose& pose : frame.poses) {
    lowest_ = has_moved_ ? std::min(lowest_, pose.position.y) : pose.position.y;
    highest_ = has_moved_ ? std::max(highest_, pose.position.y) : pose.position.y;
    has_moved_ = true;
  }
  seen.measures = meter_.add(frame, scene_);
  double& deepest = seen.measures[static_cast<std::size_t>(RunMeasure::kDepth)];
  if (claims_ + frame.claims.size() > 0) deepest = 0;
  const std::size_t differed = differing_;
  for (const Claim& claim : frame.claims) {
    if (stop != nullptr && *stop) break;
    ++claims_;
    const CheckedClaim& checked = seen.claims.emplace_back(checkClaim(claim, scene_, head_));
    study_.add(checked, scene_, posesBefore(claim));
    deepest = std::max(deepest, -checked.separation);
    noteDepth(-checked.separation, claim.a, claim.b, saysOverlap(claim.answer));
    if (!checked.differs()) continue;
    ++differing_;
    if (!first_) first_ = differing(checked, frame);
    if (!worst_ || checked.worst() > worst_->claim.worst()) worst_ = differing(checked, frame);
  }
  differing_frames_ += differing_ > differed ? 1 : 0;
  energy_.add(frames_ - 1, seen.measures[static_cast<std::size_t>(RunMeasure::kEnergy)], claims_ > 0);
  if (wants_passages_) {
    lookForDeepPairs(seen, first_new, stop);
    lookForSinking(seen, first_new);
    lookAtFlights(frame);
    if (frames_ == 1) begins_overlapping_ = beginsDeep();
  }
  for (const Passage& passage : seen.passages) {
    if (passages_.size() < kMaxPassages) passages_.push_back(passage);
  }
  for (const DeepPair& pair : seen.deep) {
    if (!pair.is_claimed && deep_pairs_.size() < kMaxPassages) deep_pairs_.push_back(pair);
  }
  time_ = frame.time;
  return seen;
}

}  // namespace sepax
