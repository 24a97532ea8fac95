#pragma once

#include "lab/recording/run_measures.h"
#include "lab/recording/simulation.h"

#include <string>
#include <vector>

// Findings about a run by the energy and the velocities of its bodies.

namespace sepax {

/// Energy that the bodies may gain, of what they can have: steps in time and contacts cost and give a little.
inline constexpr double kAllowedGain = 0.05;

/// "frame 41: 868 J more than before, 44 times what the bodies can have"
[[nodiscard]] std::string gainText(std::size_t frame, double joules, double most);

/// A sentence where the bodies of a run gain more energy than that, at once or later, and did not begin in each other.
[[nodiscard]] std::vector<std::string> gainsIn(const SimulationRun& run, const RunWatch& watch);

/// "rod turned over 6 times", of each body that began to fly with a spin about its middle axis.
[[nodiscard]] std::vector<std::string> turnsIn(const RunWatch& watch);

/// Sentences about what is odd in a run, though an engine may mean it: energy that is lost before any claim tells of a
/// contact, a body that moves farther than its velocities say.
[[nodiscard]] std::vector<std::string> oddsIn(const SimulationRun& run, const RunWatch& watch);
/// Sentences about a recording, which does not say how much energy its bodies can have: of bodies that fly free.
[[nodiscard]] std::vector<std::string> oddsIn(const RunWatch& watch);

}  // namespace sepax
