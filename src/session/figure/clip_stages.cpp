#include "session/figure/clip_stages.h"

#include "core/language.h"

namespace sepax {

int lastClipStage(const Manifold& manifold) { return static_cast<int>(manifold.steps.size()) + 1; }

std::string clipStageText(const Manifold& manifold, int stage, const PairNames& names) {
  if (stage == 0) return tr("before clipping");
  if (stage >= lastClipStage(manifold))
    return trf("{} of {} points stay contacts", manifold.contacts.size(), manifold.points.size());
  const ClipStep& step = manifold.steps[static_cast<std::size_t>(stage) - 1];
  return trf("cut at {}: {} corners left", featureText(step.side, names), step.polygon.size());
}

}  // namespace sepax
