#include "lab/recording/run_findings.h"

#include "core/language.h"
#include "core/text.h"

#include <algorithm>
#include <cmath>
#include <utility>

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
