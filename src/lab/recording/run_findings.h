#pragma once

#include "lab/recording/recording_file.h"
#include "lab/recording/run_measures.h"
#include "lab/recording/simulation.h"

#include <string>
#include <vector>

// Findings about a run by the energy and the velocities of its bodies; the bodies that it shows to go through others;
// and the parts of a recording that were not compared: with a gap nothing is green.

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

/// Why some of it could not be used; empty: nothing was lost. With `strict` also what nothing depends on, as an unknown
/// key. Claims that could not be compared are not among it.
[[nodiscard]] std::string lossText(const RecordingReader& reader, bool strict);
/// "60 claims could not be compared; first: frame 0 (0 s), …"; empty: all could.
[[nodiscard]] std::string uncheckedText(const RunWatch& watch);
/// The gaps of a run, unchecked claims included. None of one that exploded or ended early: that is what is wrong with
/// it.
[[nodiscard]] std::vector<std::string> gapsOf(const SimulationRun& run, const RecordingReader& reader,
                                              const RunWatch& watch, bool strict = false);

/// The bodies that passed through others in a recording, sink through them, or lie deep in them though no claim tells
/// of it; and a sentence each.
[[nodiscard]] std::vector<Crossing> crossingsIn(const RunWatch& watch);
[[nodiscard]] std::vector<std::string> passageTexts(const RunWatch& watch);

}  // namespace sepax
