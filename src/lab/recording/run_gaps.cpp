#include "lab/recording/run_gaps.h"

#include "core/text.h"

#include <fmt/format.h>

#include <utility>

namespace sepax {

std::string lossText(const RecordingReader& reader, bool strict) {
  const bool has_lost = reader.lostCount() > 0;
  const std::size_t count = has_lost ? reader.lostCount() : strict ? reader.problemCount() : 0;
  if (count == 0) return {};
  const RecordingProblem& first = has_lost ? reader.firstLost() : reader.problems().front();
  return fmt::format("{} {} of it could not be used; the first, line {}: {}", count, count == 1 ? "part" : "parts",
                     first.line, printableLine(first.text));
}

std::string uncheckedText(const RunWatch& watch) {
  if (watch.unchecked() == 0) return {};
  return fmt::format("{} {} could not be compared; first: {}", watch.unchecked(),
                     watch.unchecked() == 1 ? "claim" : "claims", watch.firstUnchecked());
}

std::vector<std::string> gapsOf(const SimulationRun& run, const RecordingReader& reader, const RunWatch& watch,
                                bool strict) {
  if (!run.ended.empty() || !run.exploded.empty()) return {};
  std::vector<std::string> out;
  if (std::string loss = lossText(reader, strict); !loss.empty()) out.push_back(std::move(loss));
  if (!watch.hasMoved()) out.emplace_back("no frame has a pose that could be used");
  if (std::string unchecked = uncheckedText(watch); !unchecked.empty()) out.push_back(std::move(unchecked));
  return out;
}

}  // namespace sepax
