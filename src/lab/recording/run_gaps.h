#pragma once

#include "lab/recording/recording_file.h"
#include "lab/recording/run_measures.h"
#include "lab/recording/simulation.h"

#include <string>
#include <vector>

// The parts of a recording that were not compared: with a gap nothing is green.
// The bodies that a recording shows to go through others.

namespace sepax {

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
