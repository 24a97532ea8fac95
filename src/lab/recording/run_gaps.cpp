#include "lab/recording/run_gaps.h"

#include "core/language.h"
#include "core/text.h"

#include <utility>

namespace sepax {

std::string lossText(const RecordingReader& reader, bool strict) {
  const bool has_lost = reader.lostCount() > 0;
  const std::size_t count = has_lost ? reader.lostCount() : strict ? reader.problemCount() : 0;
  if (count == 0) return {};
  const RecordingProblem& first = has_lost ? reader.firstLost() : reader.problems().front();
  return trf(count == 1 ? "{} part of it could not be used; the first, line {}: {}"
                        : "{} parts of it could not be used; the first, line {}: {}",
             count, first.line, printableLine(first.text));
}

std::string uncheckedText(const RunWatch& watch) {
  if (watch.unchecked() == 0) return {};
  return trf(watch.unchecked() == 1 ? "{} claim could not be compared; first: {}"
                                    : "{} claims could not be compared; first: {}",
             watch.unchecked(), watch.firstUnchecked());
}

std::vector<std::string> gapsOf(const SimulationRun& run, const RecordingReader& reader, const RunWatch& watch,
                                bool strict) {
  if (!run.ended.empty() || !run.exploded.empty()) return {};
  std::vector<std::string> out;
  if (std::string loss = lossText(reader, strict); !loss.empty()) out.push_back(std::move(loss));
  if (!watch.hasMoved()) out.emplace_back(tr("no frame has a pose that could be used"));
  if (std::string unchecked = uncheckedText(watch); !unchecked.empty()) out.push_back(std::move(unchecked));
  return out;
}

std::vector<Crossing> crossingsIn(const RunWatch& watch) {
  std::vector<Crossing> out;
  for (const Passage& passage : watch.passages())
    out.push_back({passage.frame, {passage.body, passage.through}, passage.text()});
  for (const DeepPair& pair : watch.deepPairs()) out.push_back({pair.frame, {pair.body, pair.in}, pair.text()});
  for (const Sinking& pair : watch.sinking()) out.push_back({pair.frame, {pair.body, pair.through}, pair.text()});
  return out;
}

std::vector<std::string> passageTexts(const RunWatch& watch) {
  std::vector<std::string> texts;
  for (Crossing& crossing : crossingsIn(watch)) texts.push_back(std::move(crossing.text));
  return texts;
}

}  // namespace sepax
