#include "session/scene/crowd.h"

#include "session/scene/scene.h"
#include "session/scene/scene_requests.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace sepax {

namespace {

/// How each body looks. With a selected one those that meet it are lit and the others fade.
std::vector<CrowdLook> crowdLooks(const Scene& scene) {
  const std::vector<Body>& bodies = scene.history.document().bodies;
  const Reports& reports = scene.reports;
  const auto selected =
      static_cast<std::size_t>(std::ranges::find(bodies, scene.view.selected, &Body::id) - bodies.begin());
  const bool has_selected = selected < bodies.size();
  std::vector<CrowdLook> looks(bodies.size(), has_selected ? CrowdLook::kFaded : CrowdLook::kQuiet);
  for (std::size_t i = 0; i < reports.places.size(); ++i) {
    const auto [a, b] = reports.places[i];
    if (a >= bodies.size() || b >= bodies.size() || (has_selected && a != selected && b != selected)) continue;
    const bool overlaps = reports.states[i] == PairState::kOverlapping;
    if (!overlaps && reports.states[i] != PairState::kTouching) continue;
    for (const std::uint32_t body : {a, b})
      looks[body] = std::max(looks[body], overlaps ? CrowdLook::kOverlapping : CrowdLook::kTouching);
  }
  return looks;
}

}  // namespace

void followCrowd(Scene& scene, PictureInput& input) {
  CrowdCache& cache = scene.crowd;
  if (scene.history.document().bodies.size() <= kMaxBodiesAllPairs) {
    if (!cache.looks.empty()) cache = {};
    return;
  }
  CrowdCache now;
  now.revision = scene.history.revision();
  now.answers = scene.reports.answers;
  now.theme = input.theme;
  now.selected = input.selected;
  now.hovered = input.hovered;
  if (input.report != nullptr) now.a = input.report->a;
  if (input.report != nullptr) now.b = input.report->b;
  now.group.assign(input.group.begin(), input.group.end());
  const auto key = [](const CrowdCache& of) {
    return std::tie(of.revision, of.answers, of.theme, of.selected, of.hovered, of.a, of.b, of.group);
  };
  if (cache.looks.empty() || key(cache) != key(now)) {
    now.looks = crowdLooks(scene);
    input.crowd = now.looks;
    now.picture = crowdPicture(input);
    cache = std::move(now);
  }
  input.crowd = cache.looks;
  input.crowd_picture = &cache.picture;
}

}  // namespace sepax
