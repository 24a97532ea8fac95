#include "lab/recording/run_energy.h"

#include "core/language.h"
#include "core/text.h"

#include <algorithm>
#include <cmath>

namespace sepax {

namespace {

/// The texts of the first of them, and how many more there are.
template <class Each>
std::vector<std::string> firstTexts(const std::vector<Each>& all) {
  constexpr std::size_t kMaxTold = 10;
  std::vector<std::string> out;
  for (std::size_t i = 0; i < std::min(all.size(), kMaxTold); ++i) out.push_back(all[i].text());
  if (all.size() > kMaxTold) out.push_back(trf("and {} more", all.size() - kMaxTold));
  return out;
}

}  // namespace

std::vector<std::string> turnsIn(const RunWatch& watch) { return firstTexts(watch.flights().turnedOver()); }

std::string gainText(std::size_t frame, double joules, double most) {
  return trf("frame {}: {} J more than before, {} times what the bodies can have", frame, humanNumber(joules, 4),
             humanNumber(joules / most, 3));
}

std::vector<std::string> gainsIn(const SimulationRun& run, const RunWatch& watch) {
  const RunEnergy& energy = watch.energy();
  const double allowed = kAllowedGain * run.energy.most;
  if (!(run.energy.most > 0) || watch.beginsOverlapping()) return {};
  if (const double at_once = energy.first - run.energy.start; at_once > allowed)
    return {gainText(0, at_once, run.energy.most)};
  if (!(energy.gain > allowed)) return {};
  return {gainText(energy.gained_at, energy.gain, run.energy.most)};
}

std::vector<std::string> oddsIn(const SimulationRun& run, const RunWatch& watch) {
  std::vector<std::string> out = oddsIn(watch);
  const RunEnergy& energy = watch.energy();
  // A body near another is not free by its own.
  if (watch.flights().losses().empty() && run.energy.most > 0 && energy.free_loss > kAllowedGain * run.energy.most)
    out.push_back(trf("{} J of {} J are lost before any claim tells of a contact", humanNumber(energy.free_loss, 4),
                      humanNumber(energy.first, 4)));
  return out;
}

std::vector<std::string> oddsIn(const RunWatch& watch) {
  std::vector<std::string> out = firstTexts(watch.flights().losses());
  if (const auto& jump = watch.firstJump())
    out.push_back(trf("frame {}: {} moves by {} m, of which its velocities tell {} m", jump->frame,
                      printableLine(jump->body), humanNumber(jump->metres, 4), humanNumber(jump->told, 4)));
  return out;
}

}  // namespace sepax
