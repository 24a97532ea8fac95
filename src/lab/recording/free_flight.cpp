#include "lab/recording/free_flight.h"

#include "core/language.h"
#include "core/text.h"

#include <algorithm>
#include <cmath>

namespace sepax {

std::string FreeLoss::text() const {
  return trf("frame {} to {}: {} touches nothing and loses {} J; it moves with {} J at most", from, frame,
             printableLine(body), humanNumber(joules, 4), humanNumber(kinetic, 4));
}

std::string TurnedOver::text() const {
  return times == 1 ? trf("{} turned over once", printableLine(body))
                    : trf("{} turned over {} times", printableLine(body), times);
}

Json turnedOverJson(const std::vector<TurnedOver>& bodies) {
  Json out = Json::array();
  for (const TurnedOver& each : bodies) out.push(Json{{"body", each.body}, {"times", each.times}});
  return out;
}

void FreeFlights::add(std::uint32_t number, const std::string& id, std::size_t frame, double time,
                      const BodyMotion& motion, bool is_free) {
  const double energy = motion.kinetic + motion.potential;
  const auto [place, is_new] = flights_.try_emplace(number);
  Flight& flight = place->second;
  const bool goes_on = !is_new && is_free && flight.frame + 1 == frame;
  if (!goes_on) {
    // A list keeps one entry of a body, whatever it touches between two flights.
    flight = {.from = frame, .begin = time, .energy = energy, .loss = flight.loss, .turned = flight.turned};
  } else {
    flight.longest_step = std::max(flight.longest_step, time - flight.time);
  }
  flight.frame = frame;
  flight.time = time;
  flight.kinetic = std::max(flight.kinetic, motion.kinetic);
  if (goes_on) lookForLoss(flight, id, motion);
  lookForTurn(flight, id, motion.middle);
}

void FreeFlights::lookForLoss(Flight& flight, const std::string& id, const BodyMotion& motion) {
  constexpr double kAllowed = 0.05;
  const double lost = flight.energy - motion.kinetic - motion.potential;
  // By as much may a fall in steps be off: m g² t Δt / 2, taken twice.
  const double stepped = motion.mass * gravity_ * gravity_ * (flight.time - flight.begin) * flight.longest_step;
  if (!(lost > kAllowed * flight.kinetic + stepped)) return;
  if (flight.loss == kNone) {
    flight.loss = losses_.size();
    losses_.push_back({.from = flight.from, .body = id});
  }
  FreeLoss& loss = losses_[flight.loss];
  if (loss.from != flight.from || lost <= loss.joules) return;  // the first flight tells
  loss.frame = flight.frame;
  loss.joules = lost;
  loss.kinetic = flight.kinetic;
}

void FreeFlights::lookForTurn(Flight& flight, const std::string& id, double middle) {
  // It begins by a spin about that axis, and has turned over once it spins about it the other way.
  constexpr double kBegins = 0.9, kTurned = 0.5;
  if (std::isnan(middle)) return;
  if (flight.side == 0) {
    if (flight.frame != flight.from || std::abs(middle) < kBegins) return;
    if (flight.turned == kNone) {
      flight.turned = turned_.size();
      turned_.push_back({.body = id});
    }
    flight.side = middle > 0 ? 1 : -1;
  } else if (flight.side * middle < -kTurned) {
    flight.side = -flight.side;
    ++turned_[flight.turned].times;
  }
}

}  // namespace sepax
