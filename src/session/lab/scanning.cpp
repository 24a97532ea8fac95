#include "session/lab/scanning.h"
#include "session/scene/reports.h"

#include "core/language.h"
#include "core/text.h"
#include "session/host/host.h"
#include "session/scene/scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace sepax {

namespace {

/// "B.position.x=-1:1:201", as the command has it.
std::string textOf(const LabView::Range& range) {
  if (range.in_ulps)
    return fmt::format("{}=ulp{:+}:ulp{:+}", range.path, static_cast<long>(range.from), static_cast<long>(range.to));
  // A plot wants ascending numbers.
  const auto [from, to] = std::minmax(range.from, range.to);
  return fmt::format("{}={}:{}:{}", range.path, shortestDecimal(from), shortestDecimal(to), range.count);
}

Result<std::vector<Variation>> variationsOf(const Document& document, const LabView& lab) {
  std::vector<Variation> out;
  std::size_t samples = 1;
  for (const LabView::Range& range : lab.ranges) {
    if (range.path.empty()) continue;
    auto variation = parseVariation(document, textOf(range));
    SEPAX_TRY(variation);
    samples *= variation->values.size();
    out.push_back(std::move(*variation));
  }
  if (out.empty()) return fail(ErrorCode::kWrongValue, "", tr("choose a number that varies"));
  if (samples > kMaxSamples)
    return fail(ErrorCode::kWrongValue, "", trf("expected at most {} samples, found {}", kMaxSamples, samples));
  return out;
}

/// The reference, the row that the window shows and the best known other one; on request every juror.
std::vector<JuryMember> membersOf(const std::string& chosen, bool with_jurors, const PosedShape& a,
                                  const PosedShape& b) {
  std::vector<JuryMember> members;
  for (const std::string& name :
       {std::string(referenceAlgorithm().name), std::string("gjk-epa"), std::string("sat-float"), chosen}) {
    const PairAlgorithm* const row = findAlgorithm(name);
    const bool is_there =
        std::any_of(members.begin(), members.end(), [&](const JuryMember& member) { return member.algorithm == row; });
    if (row != nullptr && !is_there && handles(*row, a.shape, b.shape)) members.push_back({nullptr, row});
  }
  std::vector<std::string> problems;
  if (!with_jurors) return members;
  for (JurorManifest& manifest : findJurors(problems))
    members.push_back({std::make_unique<Juror>(std::move(manifest), JurorLimits{.answer_seconds = 0.5}), nullptr});
  return members;
}

/// Which sample these values are; the first number goes fastest.
std::size_t sampleIndex(const std::vector<Variation>& variations, const std::vector<double>& at) {
  std::size_t index = 0;
  for (std::size_t v = variations.size(); v-- > 0;) {
    const std::vector<double>& values = variations[v].values;
    index = index * values.size() + static_cast<std::size_t>(std::ranges::lower_bound(values, at[v]) - values.begin());
  }
  return index;
}

/// Removes from a cancelled scan what may be wrong: it keeps no sample from `asked` on, since jurors were stopped in
/// the middle of it, and no change from one sample to another that is not beside it, since several threads leave holes.
void keepWhatHolds(ScanView& view, std::size_t asked) {
  const auto isLate = [&](const auto& found) { return sampleIndex(view.variations, found.at) >= asked; };
  const auto spansHole = [&](const ScanFinding& finding) {
    return finding.from != finding.to &&
           sampleIndex(view.variations, {finding.from}) + 1 != sampleIndex(view.variations, {finding.to});
  };
  std::erase_if(view.result.points, isLate);
  std::erase_if(view.result.findings,
                [&](const ScanFinding& finding) { return isLate(finding) || spansHole(finding); });
}

}  // namespace

std::size_t ScanView::wantedSamples() const {
  std::size_t count = 1;
  for (const Variation& variation : variations) count *= variation.values.size();
  return count;
}

std::vector<std::string> variedPaths(const Scene& scene) {
  std::vector<std::string> out;
  const auto pair = shownPair(scene.reports);
  if (!pair) return out;
  for (const std::string& id : {pair->second, pair->first}) {
    const Body* const body = findBody(scene.history.document(), id);
    if (body == nullptr) continue;
    for (const std::string& path : numberPaths(scene.history.document(), id)) out.push_back(path);
  }
  return out;
}

std::string numberName(const Document& document, const std::string& path) {
  // An id may have dots.
  const auto body =
      std::ranges::find_if(document.bodies, [&](const Body& one) { return path.starts_with(one.id + "."); });
  if (body == document.bodies.end()) return path;
  std::string text = body->id + ":";
  for (std::size_t at = body->id.size() + 1; at < path.size();) {
    const std::size_t end = std::min(path.find('.', at), path.size());
    const std::string step = path.substr(at, end - at);
    at = end + 1;
    if (step == "shape") continue;
    text += " " + (step.size() > 1 ? spokenName(step.c_str()) : step);
  }
  return text;
}

void execute(LabState& state, Scene& scene, const StartScan&) {
  ScanState& run = state.scan;
  const auto pair = shownPair(scene.reports);
  if (!pair) return;
  const Document& document = scene.history.document();
  const LabView& lab = scene.view.lab;
  auto variations = variationsOf(document, lab);
  run.error = variations ? std::string() : describe(variations.error());
  run.opening = scene.history.openings();
  if (!variations) return;
  const auto work = [document, pair = *pair, variations = *variations, algorithm = scene.view.algorithm,
                     with_jurors = lab.scan_jurors, serial = ++run.serial](JobControl& control) -> Result<Delivery> {
    const auto begin = std::chrono::steady_clock::now();
    const Body *a = findBody(document, pair.first), *b = findBody(document, pair.second);
    auto view = std::make_shared<ScanView>();
    view->document = document;
    view->pair = pair;
    view->variations = variations;
    if (a != nullptr && b != nullptr) {
      std::vector<JuryMember> members = membersOf(algorithm, with_jurors, posedShape(*a), posedShape(*b));
      std::size_t asked = 0;
      view->result = scan(document, pair, variations, members, [&](std::size_t done, std::size_t total) {
        control.progressItems(done, total);
        view->is_cancelled = control.isCancelled();
        if (!view->is_cancelled) asked = done;
        return !view->is_cancelled;
      });
      if (view->is_cancelled) keepWhatHolds(*view, with_jurors ? asked : view->wantedSamples());
      for (const JuryMember& member : members) view->members.push_back(member.name());
    }
    view->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return [view, serial](LabState& to, Scene&) -> Result<void> {
      if (to.scan.serial != serial) return {};
      to.scan.job = 0;
      if (!view->is_cancelled || view->samples() > 0) to.scan.done = view;
      return {};
    };
  };
  std::string what;
  for (const Variation& variation : *variations)
    what += (what.empty() ? "" : ", ") + numberName(document, variation.path);
  run.job = scene.jobs->start({.label = trf("Scanning {}", what), .slot = "scan", .is_kept = true, .work = work});
}

void followScan(LabState& state, Host& host) {
  ScanState& run = state.scan;
  if (run.opening == host.history.openings()) return;
  if (run.job != 0) host.jobs->cancel(run.job);
  run = {.job = 0, .error = {}, .done = nullptr, .opening = host.history.openings(), .serial = run.serial + 1};
}

void execute(LabState& state, Host& host, const GoToSample& request) {
  const std::size_t sample = request.sample;
  const std::shared_ptr<const ScanView> done = state.scan.done;
  if (done == nullptr || sample >= done->samples()) return;
  const ScanPoint& point = done->result.points[sample * done->members.size()];
  std::optional<Document> at = host.history.document();
  std::vector<Body> changed;
  for (std::size_t v = 0; v < done->variations.size(); ++v) {
    auto next = varied(*at, done->variations[v].path, point.at[v]);
    if (!next) return notify(host, LogLevel::kError, describe(next.error()));
    at = std::move(*next);
  }
  for (const std::string& id : {done->pair.first, done->pair.second}) {
    const Body *before = findBody(host.history.document(), id), *after = findBody(*at, id);
    const bool is_varied =
        std::any_of(done->variations.begin(), done->variations.end(),
                    [&](const Variation& variation) { return variation.path.starts_with(id + "."); });
    if (before != nullptr && after != nullptr && is_varied) changed.push_back(*after);
  }
  if (const Result<void> moved = host.history.run(PutBodies{BodiesEdit::kMove, std::move(changed)}, request.merge_key);
      !moved)
    return notify(host, LogLevel::kError, describe(moved.error()));
  host.view.pair = done->pair;
}

std::optional<double> scannedNumber(const LabState& state, const Host& host, std::size_t variation) {
  const std::shared_ptr<const ScanView> done = state.scan.done;
  if (done == nullptr || variation >= done->variations.size()) return std::nullopt;
  return numberAtPath(host.history.document(), done->variations[variation].path);
}

}  // namespace sepax
