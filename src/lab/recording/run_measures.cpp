#include "lab/recording/run_measures.h"

#include "core/json_text.h"
#include "core/language.h"
#include "geom/mass.h"

#include <algorithm>
#include <cmath>

namespace sepax {

const std::array<RunMeasureName, kRunMeasureCount> kRunMeasureNames{{
    {"depth", "deepest overlap", "m",
     "The deepest overlap that the reference finds in pairs of which the engine says something."},
    {"energy", "energy", "J",
     "Kinetic and potential energy of all bodies with a mass; potential energy is 0 at the origin. Needs masses, "
     "velocities and the gravity, which a run in an engine has."},
    {"momentum", "momentum", "kg m/s",
     "The length of the linear momentum of all bodies with a mass. Needs masses and velocities."},
    {"height", "highest body", "m", "The greatest height (y) of a body that has moved."},
    {"angular_speed", "fastest rotation", "rad/s", "The greatest angular speed of a body. Needs velocities."},
}};

void RunMeasureRange::add(double value) {
  if (std::isnan(value)) return;
  if (std::isnan(first)) first = min = max = value;
  last = value;
  min = std::min(min, value);
  max = std::max(max, value);
}

RunMeter::Mover RunMeter::moverOf(const Body& body) {
  Mover out;
  const auto keys = body.extra_json.empty() ? Result<Json>(Json::object()) : parseJson(body.extra_json, body.id);
  const Json* const mass = keys ? keys->find("mass") : nullptr;
  if (mass == nullptr || !mass->isNumber() || !(mass->number() > 0)) return out;
  const PosedShape posed = posedShape(body);
  const MassProperties properties = massOf(posed.shape, posed.pose);
  const Mat3 turn = matrixOf(body.rotation), back = glm::transpose(turn);
  out.mass = mass->number();
  out.centre = back * (properties.centre - body.position);
  if (properties.volume > 0) out.inertia = back * properties.inertia * turn * (out.mass / properties.volume);
  return out;
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
  auto place = scene.bodies().begin();  // both are sorted by number
  for (const auto& [number, mover] : movers_) {
    while (place->first != number) ++place;
    const Body& body = place->second;
    raise(RunMeasure::kHeight, body.position.y);
    if (mover.velocity) raise(RunMeasure::kSpin, length(mover.velocity->angular));
    if (!(mover.mass > 0)) continue;
    has_masses = true;
    is_whole = is_whole && mover.velocity;
    if (!is_whole) continue;
    const Mat3 turn = matrixOf(body.rotation);
    const Vec3 v = mover.velocity->linear, w = glm::transpose(turn) * mover.velocity->angular;
    momentum += mover.mass * v;
    energy += (mover.mass * dot(v, v) + dot(w, mover.inertia * w)) / 2 -
              mover.mass * dot(gravity_.value_or(Vec3{0.0}), body.position + turn * mover.centre);
  }
  if (!has_masses || !is_whole) return out;
  raise(RunMeasure::kMomentum, length(momentum));
  if (gravity_) raise(RunMeasure::kEnergy, energy);
  return out;
}

}  // namespace sepax
